"""Break-even pays, commissions and jackpots: put in place, they give exactly the edge that is wanted."""

from dataclasses import replace
from fractions import Fraction

import pytest

from analyzer.deal.polynomials import RationalFunction
from analyzer.errors import WagerError
from analyzer.exact import decimal_text, percent_text
from analyzer.game.shoe import Shoe
from analyzer.library.catalog import load_rulebook, load_wager, load_wagers
from analyzer.study.analysis import METHODS, analyze
from analyzer.study.break_even import BreakEven, break_even, break_even_by_decks, break_even_of
from analyzer.wager.commission import before_commission
from analyzer.wager.jackpot import wager_at_jackpot
from analyzer.wager.odds import Commission, Pay
from analyzer.wager.wager import Wager
from analyzer.wager.wager_file import read

EIGHT_DECKS = Shoe.from_decks(8)
STANDARD = load_rulebook()
JACKPOT = read(
    {
        "title": "Jackpot",
        "otherwise": "lose",
        "line": [
            {"label": "grand", "when": "player.total == 9 and banker.total == 9", "pays": "jackpot for one"},
            {"label": "minor", "when": "tie", "pays": "10% of jackpot"},
        ],
    },
    slug="jackpot.toml",
)


def terms(wagers: str, **how: object) -> list[BreakEven]:
    return list(break_even(EIGHT_DECKS, STANDARD, load_wagers(wagers), **how).wagers)


def edge_of(wager: Wager) -> Fraction:
    return analyze(EIGHT_DECKS, STANDARD, [wager]).law(wager.slug).house_edge


def with_pay(wager: Wager, place: int, pay: Fraction) -> Wager:
    lines = list(wager.lines)
    lines[place] = replace(lines[place], pays=Pay(pay))
    return replace(wager, lines=tuple(lines))


def test_the_known_terms_of_eight_decks() -> None:
    tie, banker = terms("main/tie,main/banker")
    assert decimal_text(tie.pays[0], 6) == "9.509062"
    assert percent_text(banker.commission.rate, 6) == "2.693171%"
    assert banker.commission.rate == Fraction(7535923321, 279815987114)


@pytest.mark.parametrize("edge", [Fraction(0), Fraction(1, 20), Fraction(-1, 100)])
@pytest.mark.parametrize("slug", ["main/tie", "main/banker-half-on-6", "side/dragon-bonus-player"])
def test_a_pay_put_in_its_place_gives_the_wanted_edge(slug: str, edge: Fraction) -> None:
    (item,) = terms(slug, edge=edge)
    tried = 0
    for place, pay in enumerate(item.pays):
        if pay is not None and pay >= -1:
            assert edge_of(with_pay(item.wager, place, pay)) == edge
            tried += 1
    assert tried >= 1


@pytest.mark.parametrize("edge", [Fraction(0), Fraction(1, 100)])
@pytest.mark.parametrize("slug", ["main/banker", "main/banker-4-percent"])
def test_a_commission_put_in_its_place_gives_the_wanted_edge(slug: str, edge: Fraction) -> None:
    (item,) = terms(slug, edge=edge)
    now = item.commission.now
    wanted = Commission(item.commission.rate, now.base)
    win = item.wager.lines[0].pays.net
    paid = wanted.after(Pay(before_commission(win, now))).net
    assert edge_of(with_pay(item.wager, 0, paid)) == edge


def test_a_wager_without_a_commission_is_asked_about_its_winnings() -> None:
    free = read(
        {
            "title": "Banker, free",
            "otherwise": "lose",
            "line": [{"when": "banker.wins", "pays": "1 to 1"}, {"when": "tie", "pays": "push"}],
        },
        slug="free.toml",
    )
    (item,) = break_even(EIGHT_DECKS, STANDARD, [free]).wagers
    assert item.commission.now == Commission(Fraction(0))
    assert item.commission.rate == terms("main/banker")[0].commission.rate


def test_a_jackpot_put_in_its_place_gives_the_wanted_edge() -> None:
    (item,) = break_even(EIGHT_DECKS, STANDARD, [JACKPOT], edge=Fraction(1, 8)).wagers
    assert (item.house_edge, item.commission.rate) == (None, None)
    assert item.pays == (None, None, None)
    assert edge_of(wager_at_jackpot(JACKPOT, item.jackpot)) == Fraction(1, 8)


def test_an_impossible_line_has_no_pay() -> None:
    shoe = Shoe.from_counts([6, 0, 0, 0, 0, 0, 0, 0, 0, 0])
    (player, tie) = break_even(shoe, STANDARD, load_wagers("main/player,main/tie")).wagers
    assert player.pays[0] is None
    assert player.commission.rate is None
    assert tie.pays == (0, None)


@pytest.mark.parametrize("method", METHODS)
def test_every_road_leads_to_the_same_terms(method: str) -> None:
    assert terms("main/tie", method=method) == terms("main/tie")


def test_a_law_that_is_known_already_is_enough() -> None:
    wager = load_wager("main/tie")
    law = analyze(EIGHT_DECKS, STANDARD, [wager]).law("main/tie")
    assert break_even_of(wager, law) == terms("main/tie")[0]


def test_an_edge_of_more_than_everything_is_refused() -> None:
    for study in (lambda edge: terms("main/tie", edge=edge), by_decks):
        with pytest.raises(WagerError, match=r"no house edge is 100.01%"):
            study(Fraction(10001, 10000))


def by_decks(edge: Fraction) -> object:
    return break_even_by_decks(STANDARD, load_wagers("main/tie"), edge=edge)


def test_functions_of_the_number_of_decks_have_the_values_of_single_shoes() -> None:
    wagers = [*load_wagers("main/banker,main/tie,pairs/player-pair"), JACKPOT]
    edge = Fraction(1, 50)
    functions = break_even_by_decks(STANDARD, wagers, edge=edge).wagers
    shoes = {1: Shoe.from_decks(1), 6: Shoe.from_decks(6), 30: Shoe.from_decks(30), None: Shoe.infinite()}
    for decks, shoe in shoes.items():
        for function, single in zip(
            functions, break_even(shoe, STANDARD, wagers, edge=edge).wagers, strict=True
        ):
            for term, value in zip(all_terms(function), all_terms(single), strict=True):
                if isinstance(term, RationalFunction):
                    term = term.limit if decks is None else term(decks)
                assert term == value


def all_terms(item: BreakEven) -> list[object]:
    return [item.house_edge, *item.pays, item.commission.rate, item.jackpot]


def test_the_pair_formula_is_the_known_one() -> None:
    (item,) = break_even_by_decks(STANDARD, load_wagers("pairs/player-pair")).wagers
    assert item.pays[0].text == "(48*d)/(4*d - 1)"
    assert item.pays[0].limit == 12
