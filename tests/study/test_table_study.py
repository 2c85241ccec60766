"""What a whole report is made of."""

from fractions import Fraction

import pytest

from analyzer.errors import RulebookError, ShoeError
from analyzer.exact import decimal_text
from analyzer.game.replay import deal
from analyzer.game.shoe import Shoe
from analyzer.library.catalog import load_rulebook, load_wager, load_wagers, rulebook_slugs
from analyzer.library.documents import document_slugs, load_document
from analyzer.study.analysis import analyze
from analyzer.study.coup_flow import coup_flow
from analyzer.study.document_wagers import document_wagers
from analyzer.study.documents import edges_of
from analyzer.study.table_study import TableStudy, study_table
from analyzer.study.worked_examples import worked_examples
from analyzer.wager.commission import Payments
from analyzer.wager.wager import Wager
from analyzer.wager.wager_file import read

EIGHT = Shoe.from_decks(8)


def study_of(wagers: str, shoe: Shoe = EIGHT, **more: object) -> TableStudy:
    return study_table(shoe, load_rulebook(), load_wagers(wagers), **more)


@pytest.fixture(scope="module")
def usual() -> TableStudy:
    return study_of("main/player,main/banker,main/tie,pairs/player-pair,pairs/banker-pair")


def test_player_and_banker_cannot_win_together_but_tie_and_pairs_can(usual: TableStudy) -> None:
    assert usual.exposure is not None
    assert usual.exposure.amount == 8 + 11 + 11
    assert usual.beside == ()


def test_the_loss_of_the_house_counts_the_stakes_that_it_keeps() -> None:
    study = study_of("main/player,main/banker,main/tie")
    assert study.exposure is not None
    assert study.loss is not None
    assert (study.exposure.amount, study.loss.amount) == (8, 8)
    only_hands = study_of("main/player,main/banker")
    assert only_hands.exposure is not None
    assert only_hands.loss is not None
    assert (only_hands.exposure.amount, only_hands.loss.amount) == (1, 0)


def test_ties_push_win_or_are_settled_by_the_cards(usual: TableStudy) -> None:
    told = {item.wager.slug: [str(pay) for pay in item.on_tie] for item in usual.wagers}
    assert told["main/banker"] == ["push"]
    assert told["main/tie"] == ["8 to 1"]
    assert sorted(told["pairs/player-pair"]) == ["11 to 1", "lose"]


def test_where_no_tie_can_be_dealt_nothing_is_said_of_it() -> None:
    study = study_of("main/tie", Shoe.from_counts([3, 0, 0, 0, 0, 3, 0, 0, 0, 0]))
    assert study.wagers[0].on_tie or study.analysis.outcomes["tie"] == 0


def test_wagers_that_look_closely_are_not_counted_together_but_bounded() -> None:
    study = study_of("main/tie,pairs/player-pair,pairs/banker-pair,side/jackpot-baccarat")
    assert [wager.slug for wager in study.beside] == ["side/jackpot-baccarat"]
    assert study.exposure is not None
    assert study.exposure.amount == 30


def test_a_jackpot_without_a_size_has_no_worth_but_its_probabilities() -> None:
    study = study_of("main/tie,side/dragon-dragon")
    dragon = study.wagers[1]
    assert dragon.jackpot is not None
    assert dragon.bands == ()
    assert dragon.break_even is None
    assert all(hits.expected > 0 for listed in dragon.hits.values() for hits in listed)


def test_break_even_values_of_the_usual_table(usual: TableStudy) -> None:
    terms = {item.wager.slug: item.break_even for item in usual.wagers}
    tie, banker = terms["main/tie"], terms["main/banker"]
    assert tie is not None
    assert banker is not None
    assert decimal_text(tie.pays[0], 6) == "9.509062"
    assert decimal_text(banker.commission.rate * 100, 6) == "2.693171"


def test_other_decks_and_commissions_stand_beside(usual: TableStudy) -> None:
    edges = {analysis.shoe.decks: analysis.laws["main/banker"].house_edge for analysis in usual.decks}
    assert (
        edges[6]
        == analyze(Shoe.from_decks(6), load_rulebook(), load_wagers("main/banker"))
        .law("main/banker")
        .house_edge
    )
    assert {1, 12, None} <= set(edges)
    own = [variant for variant in usual.commissions if variant.is_own]
    assert [variant.house_edge for variant in own] == [edges[8]]
    four = next(item for item in usual.commissions if item.commission.rate == Fraction(1, 25))
    expected = analyze(EIGHT, load_rulebook(), load_wagers("main/banker-4-percent"))
    assert four.house_edge == expected.law("main/banker-4-percent").house_edge


def test_stakes_in_coins_are_listed_only_where_they_matter() -> None:
    payments = Payments(Fraction(5), round_commission="down")
    study = study_of("main/player,main/banker", payments=payments)
    assert {item.wager.slug for item in study.stakes} == {"main/banker"}
    assert all(item.stake % 5 == 0 for item in study.stakes)
    at_25 = next(item for item in study.stakes if item.stake == 25)
    assert at_25.best_pay.net == 1
    assert study_of("main/banker").stakes == ()


def test_awards_rarer_than_one_in_100_million_are_flagged() -> None:
    rare = read(
        {
            "title": "All six queens of spades",
            "otherwise": "lose",
            "line": [
                {"when": "count(all, rank == Q and suit == spades) == 6", "pays": "100000 to 1"},
                {"when": "player.total == 0 and player.wins", "pays": "5 to 1"},
            ],
        },
        slug="mine",
    )
    study = study_table(EIGHT, load_rulebook(), [rare])
    assert len(study.rare) == 2
    assert [item.probability == 0 for item in study.rare] == [False, True]


def test_a_table_without_wagers_has_its_probabilities() -> None:
    study = study_table(EIGHT, load_rulebook(), [])
    assert study.wagers == ()
    assert study.exposure is None
    assert study.analysis.outcomes["tie"] == 475627426473216
    assert study.decks


def test_what_the_shoe_cannot_answer_is_left_out_or_refused() -> None:
    shoe = Shoe.from_counts([128, *[32] * 9])
    study = study_of("main/tie,pairs/player-pair", shoe)
    assert [item.wager.slug for item in study.wagers] == ["main/tie"]
    with pytest.raises(ShoeError, match="pairs/player-pair"):
        study_of("main/tie,pairs/player-pair", shoe, required=["pairs/player-pair"])


# Worked examples


@pytest.mark.parametrize("slug", [slug for slug in rulebook_slugs() if slug != "documents/002-r3"])
def test_every_playable_rulebook_has_worked_examples(slug: str) -> None:
    rulebook = load_rulebook(slug)
    if rulebook.left_open():
        with pytest.raises(RulebookError):
            worked_examples(rulebook)
        return
    examples = worked_examples(rulebook)
    assert len(examples) >= 3
    for example in examples:
        assert deal(example.cards, rulebook).steps == example.replay.steps


def test_examples_are_the_same_every_time() -> None:
    assert worked_examples(load_rulebook()) == worked_examples(load_rulebook())


# A coup in four steps


@pytest.mark.parametrize(
    "slug", ["standard", "seven-up", "wrong/keyed-on-new-total-naturals-tie", "bahamian"]
)
def test_a_coup_in_four_steps_has_all_ways(slug: str) -> None:
    rulebook = load_rulebook(slug)
    flow = coup_flow(EIGHT, rulebook)
    outcomes = dict.fromkeys(("player", "banker", "tie"), 0)
    for steps, ways in flow.ways.items():
        outcomes[str(steps[3])] += ways
    assert outcomes == analyze(EIGHT, rulebook).outcomes


# The bets of documents


def played(document_slug: str) -> list[Wager]:
    return document_wagers(load_document(document_slug))


@pytest.mark.parametrize("slug", document_slugs())
def test_the_wagers_of_a_document_have_the_edges_of_its_schedules(slug: str) -> None:
    document = load_document(slug)
    wagers = document_wagers(document)
    assert bool(wagers) != bool(document.payouts_missing)
    reading = next(item for item in document.readings if not document.missing(item))
    analysis = analyze(Shoe.from_decks(document.decks[0]), document.rulebook(reading), wagers)
    expected = {
        edge
        for payout in document.payouts
        for on_tie in document.on_tie
        for edge in edges_of(analysis.outcomes, payout, on_tie.fate).values()
    }
    assert {law.house_edge for law in analysis.laws.values()} == expected
    assert len({wager.slug for wager in wagers}) == len(wagers)


def test_the_library_wager_and_the_documents_are_the_same_bet() -> None:
    banker = next(wager for wager in played("document-000") if "banker" in wager.slug)
    law = analyze(EIGHT, load_rulebook(), [banker, load_wager("main/banker")]).laws
    assert law[banker.slug].house_edge == law["main/banker"].house_edge
