"""The best way to play the choices of one side, for whoever stakes on a given wager.

Where only one side chooses, a coup passes at most one of its situations, so what is best in one does not
depend on the others: the wager's expected net win is a sum over situations, each with the action taken there.
Two counts are enough, one of the rules in which the side always draws on its choices and one in which it
always stands, told apart by situation and pay line; every policy is put together from them.
That holds for every wager, on whatever cards it looks.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from itertools import product

from analyzer.deal.inquiry import Jointly
from analyzer.errors import UsageError
from analyzer.game.rulebook import BANKER, DRAWS, PLAYER, STANDS, Rulebook
from analyzer.game.shoe import Shoe
from analyzer.play.best_reply import BOTH, Choice
from analyzer.play.policy import Policy, Situation, situations
from analyzer.play.visits import Visit, VisitInquiry, all_visits
from analyzer.study.analysis import wager_groups
from analyzer.wager.jackpot import require_known_pays
from analyzer.wager.law import Law
from analyzer.wager.settling import Settling
from analyzer.wager.wager import Wager

MOST_COMPARED = 16
"""So many pure policies are compared one by one; of more than that only the two plainest."""

Lines = list[int]


@dataclass(frozen=True)
class PlayedLaw:
    """A policy, and the law of a wager under it."""

    policy: Policy
    law: Law


@dataclass(frozen=True)
class BestPlay:
    """The best policy for one wager.

    Attributes
    ----------
    wager : Wager
    choices : tuple of Choice
        What drawing and standing is worth in every situation, in stakes a coup.
    best : PlayedLaw
        The best policy; where both actions are equally good it stands.
    compared : tuple of PlayedLaw
        Pure policies: all of them if there are few, else always to draw and always to stand.
    """

    wager: Wager
    choices: tuple[Choice, ...]
    best: PlayedLaw
    compared: tuple[PlayedLaw, ...]


@dataclass(frozen=True)
class BestPlays:
    """The best policies for some wagers.

    Attributes
    ----------
    side : {"player", "banker"} or None
        Who chooses; None if nobody does, and there is nothing to decide.
    plays : tuple of BestPlay
        One for each wager; without choices, each has the one law there is.
    """

    rulebook: Rulebook
    shoe: Shoe
    side: str | None
    plays: tuple[BestPlay, ...]


def best_plays(rulebook: Rulebook, shoe: Shoe, wagers: Sequence[Wager]) -> BestPlays:
    """The best policy for each of some wagers under rules in which one side chooses.

    Parameters
    ----------
    rulebook : Rulebook
    shoe : Shoe
    wagers : sequence of Wager

    Raises
    ------
    UsageError
        Both sides choose: that is a game for two.
    RulebookError
        A cell is undefined.
    ShoeError
        A wager looks closer at the cards than the shoe is known.
    WagerError
        A wager's jackpot has no size.

    Examples
    --------
    >>> from analyzer.library.catalog import load_rulebook, load_wagers
    >>> found = best_plays(load_rulebook("baccarat-gold"), Shoe.from_decks(8), load_wagers("main/player"))
    >>> play = found.plays[0]
    >>> str(play.best.policy), play.best.law.house_edge
    ('player 5: D', Fraction(223960199503, 19524993263685))
    """
    rulebook.require_complete()
    side = _chooser(rulebook)
    for wager in wagers:
        require_known_pays(wager)
    plays = {
        play.wager.slug: play
        for group in wager_groups(wagers)
        for play in _plays(rulebook, shoe, group, side)
    }
    return BestPlays(rulebook, shoe, side, tuple(plays[wager.slug] for wager in wagers))


def _chooser(rulebook: Rulebook) -> str | None:
    sides = [hand for hand in (PLAYER, BANKER) if rulebook.has_choice(hand)]
    if len(sides) > 1:
        raise UsageError(
            "both sides choose under these rules, so what is best for one depends on the other",
            where=f"rulebook {rulebook.slug or rulebook.title}",
            mend="solve the game, `baccarat solve chemin-de-fer`, or reply to a side, `baccarat solve reply`",
        )
    return sides[0] if sides else None


def _plays(rulebook: Rulebook, shoe: Shoe, wagers: Sequence[Wager], side: str | None) -> Iterator[BestPlay]:
    listed = situations(rulebook)
    counted, total_ways = _count(rulebook, shoe, wagers, listed)
    undecided = counted[STANDS][len(listed)]

    def law(number: int, actions: Sequence[str]) -> PlayedLaw:
        lines = undecided[number]
        for place, action in enumerate(actions):
            lines = [sum(both) for both in zip(lines, counted[action][place][number], strict=True)]
        return PlayedLaw(_policy(rulebook, listed, actions), Law.of(wagers[number], lines, total_ways))

    for number, wager in enumerate(wagers):
        choices = tuple(
            Choice(
                situation,
                *(_net(wager, counted[action][place][number], total_ways) for action in BOTH),
            )
            for place, situation in enumerate(listed)
        )
        best = [choice.best[-1] for choice in choices]
        compared = [law(number, actions) for actions in _pure(len(listed))]
        yield BestPlay(wager, choices, law(number, best), tuple(compared))


def _count(
    rulebook: Rulebook, shoe: Shoe, wagers: Sequence[Wager], listed: Sequence[Situation]
) -> tuple[dict[str, list[list[Lines]]], int]:
    """For each action, situation and wager the ways of the lines; last come coups without a choice."""
    from analyzer.deal.enumerate import state_ways

    numbers = {situation: number for number, situation in enumerate(listed)}
    counted: dict[str, list[list[Lines]]] = {}
    total_ways = 0
    for visits in all_visits(rulebook):
        action = DRAWS if DRAWS in (visits.player_action, visits.banker_action) else STANDS
        by_situation = [[[0] * len(wager.lines) for wager in wagers] for _ in range(len(listed) + 1)]
        inquiry = VisitInquiry(visits, partial(_number, numbers=numbers))
        ways, total_ways = state_ways(shoe, visits.forced, Jointly([Settling(wagers), inquiry]))
        for (lines, situation), behind in ways.items():
            for of_wager, line in zip(by_situation[situation], lines, strict=True):
                of_wager[line] += behind
        counted[action] = by_situation
    return counted, total_ways


def _number(visit: Visit, numbers: Mapping[Situation, int]) -> int:
    """The number of the one situation that a coup passes; of coups without a choice, the number after all."""
    situation = visit.player or visit.banker
    return len(numbers) if situation is None else numbers[situation]


def _net(wager: Wager, lines: Lines, total_ways: int) -> Fraction:
    net = sum((line.pays.net * ways for line, ways in zip(wager.lines, lines, strict=True)), Fraction(0))
    return net / total_ways


def _pure(number: int) -> list[tuple[str, ...]]:
    """Pure policies to compare, those that draw first."""
    if 2**number <= MOST_COMPARED:
        return list(product(BOTH, repeat=number))
    return [(action,) * number for action in BOTH]


def _policy(rulebook: Rulebook, listed: Sequence[Situation], actions: Sequence[str]) -> Policy:
    return Policy.of(
        rulebook,
        {one: Fraction(action == DRAWS) for one, action in zip(listed, actions, strict=True)},
    )
