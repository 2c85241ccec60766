"""A tableau beside Banker's best replies, held against the analysis of rulebooks with one cell changed."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import permutations

import pytest

from analyzer.errors import PlayError, RulebookError
from analyzer.game.rulebook import BANKER, CARDS, COLUMNS, PLAYER, ROWS, TOTAL, Rulebook
from analyzer.game.shoe import Shoe
from analyzer.library.catalog import load_rulebook
from analyzer.play.formulas.all_decks import Decks
from analyzer.play.formulas.tableau_formulas import tableau_by_decks
from analyzer.play.games.tableau_check import check_tableau
from analyzer.study.analysis import analyze

OTHER = {"D": "S", "S": "D"}
COMMISSIONS = (Fraction(0), Fraction(1, 20))


def with_cell(rulebook: Rulebook, row: int, column: int, action: str) -> Rulebook:
    cells = rulebook.tableau[row]
    changed = cells[:column] + action + cells[column + 1 :]
    return replace(rulebook, tableau=(*rulebook.tableau[:row], changed, *rulebook.tableau[row + 1 :]))


@cache
def banker_net(
    rulebook: Rulebook, shoe: Shoe, commission: Fraction, on_five: Fraction | None = None
) -> Fraction:
    """Banker's expected net win by ordinary analysis, Player drawing on 5 with some probability."""
    if on_five is not None:
        draws, stands = (replace(rulebook, player="DDDDD" + cell + "SS") for cell in "DS")
        return on_five * banker_net(draws, shoe, commission) + (1 - on_five) * banker_net(
            stands, shoe, commission
        )
    analysis = analyze(shoe, rulebook, [])
    return analysis.probability(BANKER) * (1 - commission) - analysis.probability(PLAYER)


@pytest.mark.parametrize("shoe", [Shoe.from_decks(1), Shoe.infinite()], ids=Shoe.describe)
def test_changing_a_cell_changes_what_banker_wins_by_its_advantage(shoe: Shoe) -> None:
    standard = load_rulebook()
    checks = [check_tableau(standard, shoe, commission=commission) for commission in COMMISSIONS]
    assert len(checks[0].replies) == len(ROWS) * len(COLUMNS)
    chosen = {*range(0, 88, 11), *(checks[0].replies.index(reply) for reply in checks[0].faults)}
    for place in sorted(chosen):
        situation, prescribed = checks[0].replies[place].situation, checks[0].replies[place].prescribed
        column = 0 if situation.third is None else situation.third + 1
        changed = with_cell(standard, situation.total, column, OTHER[prescribed])
        for check in checks:
            reply = check.replies[place]
            gained = banker_net(changed, shoe, check.commission) - banker_net(
                standard, shoe, check.commission
            )
            assert gained == (reply.advantage if prescribed == "S" else -reply.advantage)
            assert reply.cost == max(gained, 0)


def test_the_cost_is_what_banker_gains_by_putting_all_mistakes_right() -> None:
    standard, shoe, commission = load_rulebook(), Shoe.from_decks(1), Fraction(1, 20)
    check = check_tableau(standard, shoe, commission=commission)
    better = standard
    for reply in check.faults:
        column = 0 if reply.situation.third is None else reply.situation.third + 1
        better = with_cell(better, reply.situation.total, column, reply.best)
    assert len(check.faults) == 3
    gained = banker_net(better, shoe, commission) - banker_net(standard, shoe, commission)
    assert check.cost == gained > 0
    assert not check_tableau(better, shoe, commission=commission).faults


def test_what_is_prescribed_is_allowed_where_its_advantage_says_so() -> None:
    check = check_tableau(load_rulebook(), Shoe.from_decks(1), banker_sees=CARDS)
    for reply in check.replies:
        sign = 1 if reply.prescribed == "D" else -1
        for p in (Fraction(0), Fraction(1, 3), Fraction(4, 5), Fraction(1)):
            is_right = sign * (reply.fixed + p * reply.by_five) >= 0
            assert is_right == (reply.allowed is not None and reply.allowed[0] <= p <= reply.allowed[1])
    assert None in {reply.allowed for reply in check.replies}


@pytest.mark.parametrize(
    ("shoe", "sees"),
    [
        (Shoe.from_decks(8), TOTAL),
        # Each cell is right for some play on 5, but for none all of them are.
        (Shoe.from_decks(3), TOTAL),
        (Shoe.from_decks(8), CARDS),
    ],
)
def test_the_tableau_is_right_where_every_cell_is(shoe: Shoe, sees: str) -> None:
    check = check_tableau(load_rulebook(), shoe, banker_sees=sees)
    intervals = [reply.allowed for reply in check.replies]
    ends = {end for interval in intervals if interval for end in interval}
    right = [p for p in ends if all(i is not None and i[0] <= p <= i[1] for i in intervals)]
    assert check.optimal_for == ((min(right), max(right)) if right else None)


def test_both_actions_are_best_where_no_card_makes_a_difference() -> None:
    check = check_tableau(load_rulebook(), Shoe.from_counts([20, 0, 0, 0, 0, 0, 0, 0, 0, 0]))
    assert {reply.best for reply in check.replies} == {"DS"}
    assert not check.faults


def test_with_replacement_the_tableau_is_right_from_71_176_to_9_11() -> None:
    """Published for model A1: Ethier and Gámez, Games 4 (2013), 711-737."""
    for sees in (TOTAL, CARDS):
        check = check_tableau(load_rulebook(), Shoe.infinite(), banker_sees=sees)
        assert check.optimal_for == (Fraction(71, 176), Fraction(9, 11))
        assert check.is_only_best_reply


def test_where_an_action_makes_no_difference_the_tableau_is_not_the_only_best_reply() -> None:
    only_zeros = Shoe.from_counts([7, 0, 0, 0, 0, 0, 0, 0, 0, 0])
    check = check_tableau(load_rulebook(), only_zeros)
    assert check.optimal_for == (0, 1)
    assert not check.is_only_best_reply


def test_at_the_ends_of_the_interval_two_actions_win_the_same_and_beyond_the_other_wins_more() -> None:
    standard, shoe = load_rulebook(), Shoe.from_decks(6)
    check = check_tableau(standard, shoe)
    assert check.optimal_for is not None
    for end, outside in zip(check.optimal_for, (Fraction(-1, 1000), Fraction(1, 1000)), strict=True):
        (reply,) = check.binding(end)
        column = 0 if reply.situation.third is None else reply.situation.third + 1
        changed = with_cell(standard, reply.situation.total, column, OTHER[reply.prescribed])
        nets = [
            [banker_net(rules, shoe, Fraction(0), p) for rules in (standard, changed)]
            for p in (end, end + outside, end - outside)
        ]
        assert nets[0][0] == nets[0][1]
        assert nets[1][0] < nets[1][1]
        assert nets[2][0] > nets[2][1]


def test_the_cards_of_a_total_share_its_advantage() -> None:
    shoe = Shoe.from_decks(2)
    by_total, by_cards = (check_tableau(load_rulebook(), shoe, banker_sees=sees) for sees in (TOTAL, CARDS))
    summed: Counter[tuple[int, int | None]] = Counter()
    for reply in by_cards.replies:
        summed[reply.situation.total, reply.situation.third] += reply.advantage  # type: ignore[assignment]
    assert summed == {
        (reply.situation.total, reply.situation.third): reply.advantage for reply in by_total.replies
    }
    assert by_cards.cost >= by_total.cost


def advantages_by_hand(cards: list[int]) -> dict[tuple[tuple[int, int], int | None], Fraction]:
    """What drawing wins Banker more than standing, over all orders of a few cards."""
    found: Counter[tuple[tuple[int, int], int | None]] = Counter()
    orders = 0
    for one, two, three, four, five, six in permutations(cards, 6):
        orders += 1
        player, banker = (one + three) % 10, (two + four) % 10
        if player > 7 or banker > 7:
            continue
        third, drawn = (None, five) if player > 5 else (five, six)
        player = (player + (third or 0)) % 10
        for sign, total in ((1, (banker + drawn) % 10), (-1, banker)):
            net = (total > player) - (total < player)
            low, high = sorted((two, four))
            found[(low, high), third] += sign * net
    return {situation: Fraction(net, orders) for situation, net in found.items()}


@pytest.mark.parametrize("cards", [[0, 1, 2, 4, 6, 7, 9], [0, 0, 3, 3, 5, 6, 8]])
def test_advantages_over_all_orders_of_seven_cards(cards: list[int]) -> None:
    shoe = Shoe.from_counts([cards.count(value) for value in range(10)])
    check = check_tableau(load_rulebook(), shoe, banker_sees=CARDS)
    expected = advantages_by_hand(cards)
    assert {
        (reply.situation.cards, reply.situation.third): reply.advantage for reply in check.replies
    } == expected
    assert any(expected.values())


FORMULAS = [
    (TOTAL, Fraction(0)),
    pytest.param(CARDS, Fraction(1, 20), marks=pytest.mark.slow),
]


@pytest.mark.parametrize(("sees", "commission"), FORMULAS)
def test_formulas_agree_with_each_shoe(sees: str, commission: Fraction) -> None:
    standard = load_rulebook()
    by_decks = tableau_by_decks(standard, banker_sees=sees, commission=commission)
    assert by_decks.low is not None
    assert by_decks.high is not None
    assert by_decks.bounds_from is not None
    formulas = {reply.situation: reply for reply in by_decks.replies}
    for decks in (1, 3, 6, 9, 27, 41):
        check = check_tableau(standard, Shoe.from_decks(decks), banker_sees=sees, commission=commission)
        assert {reply.situation for reply in check.faults} == {
            situation for situation, reply in formulas.items() if decks in all_numbers(reply.faulty, 50)
        }
        for reply in check.replies:
            if reply.situation in formulas:
                assert formulas[reply.situation].advantage(decks) == reply.advantage
        bounds = (by_decks.low.probability(decks), by_decks.high.probability(decks))
        if decks >= by_decks.bounds_from:
            assert check.optimal_for == bounds
    last = check_tableau(
        standard, Shoe.from_decks(by_decks.bounds_from - 1), banker_sees=sees, commission=commission
    )
    assert last.optimal_for != (
        by_decks.low.probability(by_decks.bounds_from - 1),
        by_decks.high.probability(by_decks.bounds_from - 1),
    )


@pytest.mark.parametrize(
    ("cells", "always"),
    [
        # Banker's total and the column of Player's third card, in which the other action is prescribed.
        ([(6, 0), (4, 2)], True),
        ([(3, 10), (5, 5)], False),
    ],
)
def test_a_tableau_that_is_right_if_player_always_or_never_draws_on_5_has_one_bound(
    cells: list[tuple[int, int]], always: bool
) -> None:
    rules = load_rulebook()
    for row, column in cells:
        rules = with_cell(rules, row, column, OTHER[rules.tableau[row][column]])
    by_decks = tableau_by_decks(rules)
    bound = by_decks.low if always else by_decks.high
    assert bound is not None
    assert None in (by_decks.low, by_decks.high)
    assert by_decks.bounds_from is not None
    for decks, holds in ((by_decks.bounds_from - 1, False), (by_decks.bounds_from, True), (30, True)):
        end = bound.probability(decks)
        ends = (end, 1) if always else (0, end)
        assert (check_tableau(rules, Shoe.from_decks(decks)).optimal_for == ends) == holds


def all_numbers(decks: Decks, last: int) -> Iterator[int]:
    yield from decks.listed
    if decks.from_on is not None:
        yield from range(decks.from_on, last + 1)


def test_a_commission_is_at_least_0_and_below_1() -> None:
    for commission in (Fraction(-1, 100), Fraction(1)):
        with pytest.raises(PlayError, match="not at least 0 and below 1"):
            check_tableau(load_rulebook(), Shoe.from_decks(8), commission=commission)


def test_a_tableau_that_looks_at_something_else_is_not_compared() -> None:
    with pytest.raises(RulebookError, match="looks at the player new total"):
        check_tableau(load_rulebook("wrong/keyed-on-new-total"), Shoe.from_decks(8))
