"""Baccara banque, held against chemin de fer and against plain loops over all three hands."""

from collections import Counter
from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import cache
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from analyzer.errors import PlayError
from analyzer.play.games.banque import LOTTERY, BanqueSolution, solve_banque

SHARES = [Fraction(1, 2), Fraction(1, 3), Fraction(9, 10)]
VALUES = [0, 0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9]

Hand = tuple[object, int, int]
"""What is seen of a hand, its two-card total, and its final total."""


@cache
def hands(on_five: str) -> dict[Hand, int]:
    """A Player's hands out of 13³."""
    found: Counter[Hand] = Counter()
    for one, two, third in product(VALUES, repeat=3):
        total = (one + two) % 10
        if total >= 8:
            found["natural", total, total] += 1
        elif total < 5 or (total == 5 and on_five == "D"):
            found[third, total, (total + third) % 10] += 1
        else:
            found[None, total, total] += 1
    return dict(found)


def coups(pair: tuple[str, str]) -> Iterator[tuple[Hand, Hand, int, int]]:
    """Both Players' hands and Banker's two-card total, with their weight out of 13⁸."""
    banker_totals = Counter((one + two) % 10 for one, two in product(VALUES, repeat=2))
    for (one, weight), (two, other) in product(hands(pair[0]).items(), hands(pair[1]).items()):
        for banker, banker_weight in banker_totals.items():
            yield one, two, banker, weight * other * banker_weight


def sign(player: int, banker: int) -> int:
    return (player > banker) - (player < banker)


def net(hand: Hand, banker: int, banker_final: int) -> int:
    """What a Player wins; naturals are settled on two cards."""
    seen, _, final = hand
    if banker >= 8:
        return sign(final, banker) if seen == "natural" else -1
    return 1 if seen == "natural" else sign(final, banker_final)


def by_situation(stakes: tuple[int, int], pair: tuple[str, str]) -> tuple[int, dict[object, list[int]]]:
    """What is decided without Banker, and what both his actions lead to, out of 13⁹ times all stakes."""
    decided, found = 0, {}
    for one, two, banker, weight in coups(pair):
        finals = range(banker, banker + 10)
        nets = [
            stakes[0] * net(one, banker, final % 10) + stakes[1] * net(two, banker, final % 10)
            for final in finals
        ]
        if banker >= 8 or one[0] == two[0] == "natural":
            decided += 13 * weight * nets[0]
            continue
        sums = found.setdefault((banker, one[0], two[0]), [0, 0])
        sums[0] += 13 * weight * nets[0]
        sums[1] += weight * sum(VALUES.count(value) * won for value, won in enumerate(nets))
    return decided, found


@cache
def solved(share: Fraction) -> BanqueSolution:
    return solve_banque(share)


def test_neither_side_gains_by_another_play() -> None:
    stakes, solution = (1, 2), solved(Fraction(1, 3))
    total = 13**9 * sum(stakes)
    decided = Fraction(0)
    against_lottery: dict[object, list[Fraction]] = {}
    for pair, probability in solution.lottery.items():
        settled, situations = by_situation(stakes, pair)
        decided += probability * settled
        own = Fraction(settled)
        for situation, (stands, draws) in situations.items():
            sums = against_lottery.setdefault(situation, [Fraction(0), Fraction(0)])
            sums[0] += probability * stands
            sums[1] += probability * draws
            own += stands + solution.banker[situation] * (draws - stands)  # type: ignore[index]
        assert own / total <= solution.value
        assert not probability or own / total == solution.value
    best_reply = decided + sum(min(nets) for nets in against_lottery.values())
    assert best_reply / total == solution.value


def test_alone_a_player_plays_chemin_de_fer() -> None:
    """The value of model A1: Kemeny and Snell (1957); Ethier and Gámez, Games 4 (2013), 711-737."""
    solution = solved(Fraction(1))
    assert solution.value == Fraction(-679568, 53094899)
    assert solution.lottery["D", "S"] + solution.lottery["D", "D"] == Fraction(9, 11)
    assert not solution.is_unique


def test_the_value_and_the_play_do_not_depend_on_which_player_is_called_first() -> None:
    one, other = solved(Fraction(1, 3)), solve_banque(Fraction(2, 3))
    assert one.value == other.value
    assert one.lottery == {(first, second): value for (second, first), value in other.lottery.items()}


@pytest.mark.parametrize("share", [Fraction(1, 3), Fraction(3, 5)])
def test_for_some_shares_the_best_lottery_is_independent(share: Fraction) -> None:
    """Both then draw on 5 as in chemin de fer, each for himself: with probability 9/11."""
    alone = {"D": Fraction(9, 11), "S": Fraction(2, 11)}
    solution = solve_banque(share)
    assert solution.is_unique
    assert solution.lottery == {(one, two): alone[one] * alone[two] for one, two in LOTTERY}


@pytest.mark.parametrize("share", SHARES)
def test_lottery_and_play_are_probabilities_and_prove_each_other(share: Fraction) -> None:
    solution = solved(share)
    assert sum(solution.lottery.values()) == 1
    assert min(solution.lottery.values()) >= 0
    assert {0, 1} <= set(solution.banker.values())
    assert all(0 <= value <= 1 for value in solution.banker.values())
    assert solution.players_sure == solution.banker_sure
    assert all(low <= solution.lottery[pair] <= high for pair, (low, high) in solution.lottery_ranges.items())


@given(share=st.fractions(0, 1, max_denominator=40))
@settings(max_examples=4, deadline=None)
def test_two_hands_are_no_worse_than_the_better_of_playing_alone(share: Fraction) -> None:
    """Banker has one hand against both, so he cannot do better than against each alone."""
    assert Fraction(-679568, 53094899) <= solve_banque(share).value < 0


def test_a_share_is_a_part_of_the_stakes() -> None:
    for share in (Fraction(-1, 2), Fraction(3, 2)):
        with pytest.raises(PlayError, match="not between 0 and 1"):
            solve_banque(share)


def test_stakes_split_evenly_leave_out_standing_twice() -> None:
    lottery: Mapping[tuple[str, str], Fraction] = solved(Fraction(1, 2)).lottery
    assert lottery["S", "S"] == 0
    assert lottery["S", "D"] == lottery["D", "S"] > 0
