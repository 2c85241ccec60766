"""Policy: how the choices that a rulebook leaves are played, each with a probability of drawing.

A choice is made in a situation: what its chooser sees.
A policy says for every situation with a choice how often the hand draws there, as an exact fraction: 1 is
"draws", 0 is "stands", anything between is a mixed play.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import groupby, product
from typing import Any

from analyzer.errors import PlayError, several
from analyzer.exact import fraction_text
from analyzer.game.rulebook import (
    BANKER,
    CARDS,
    CHOICE,
    COLUMNS,
    DRAWS,
    PLAYER,
    STANDS,
    TABLEAU_KEYS,
    Rulebook,
    ranges_text,
)
from analyzer.play.decision_table import ACTIONS, BankerSituation, PlayerSituation

Situation = PlayerSituation | BankerSituation

WORDS = {Fraction(1): DRAWS, Fraction(0): STANDS}
"""How the two pure plays are written."""


@dataclass(frozen=True)
class Policy:
    """A play for every choice of a rulebook.

    Attributes
    ----------
    rulebook : Rulebook
    player : mapping of PlayerSituation to Fraction
        Probability that Player draws, for every situation in which he may choose.
    banker : mapping of BankerSituation to Fraction
        The same for Banker.

    Raises
    ------
    PlayError
        A situation is left out or has no choice, or a probability is not within 0 and 1.

    Examples
    --------
    >>> from analyzer.library.catalog import load_rulebook
    >>> gold = load_rulebook("baccarat-gold")
    >>> str(Policy.of(gold, dict.fromkeys(situations(gold), Fraction(9, 11))))
    'player 5: 9/11'
    """

    rulebook: Rulebook
    player: Mapping[PlayerSituation, Fraction]
    banker: Mapping[BankerSituation, Fraction]

    def __post_init__(self) -> None:
        wanted = situations(self.rulebook)
        told = self.chances
        if missing := [situation for situation in wanted if situation not in told]:
            raise PlayError(
                f"the play does not say what happens on: {several(names(missing))}",
                where=f"rulebook {self.rulebook.slug or self.rulebook.title}",
                mend="add a probability of drawing, D or S for each of them",
            )
        if strange := [situation for situation in told if situation not in set(wanted)]:
            raise PlayError(f"there is no choice on: {several(names(strange))}")
        for situation, chance in told.items():
            if not 0 <= chance <= 1:
                raise PlayError(
                    f"{names([situation])[0]} draws with probability {fraction_text(chance)}",
                    mend="a probability is at least 0 and at most 1",
                )

    @classmethod
    def of(cls, rulebook: Rulebook, chances: Mapping[Situation, Fraction]) -> Policy:
        """The policy of probabilities of drawing, both sides' together."""
        player = {one: chance for one, chance in chances.items() if isinstance(one, PlayerSituation)}
        banker = {one: chance for one, chance in chances.items() if isinstance(one, BankerSituation)}
        return cls(rulebook, player, banker)

    @property
    def chances(self) -> dict[Situation, Fraction]:
        """The probabilities of drawing of both sides."""
        return dict([*self.player.items(), *self.banker.items()])

    def draws(self, situation: Situation) -> Fraction:
        """Probability that a hand draws, whether it has a choice or not."""
        if len(situation.actions) == 1:
            return Fraction(situation.actions == (DRAWS,))
        if isinstance(situation, PlayerSituation):
            return self.player[situation]
        return self.banker[situation]

    def chance(self, situation: Situation, action: str) -> Fraction:
        """Probability of drawing (D) or standing (S)."""
        draws = self.draws(situation)
        return draws if action == DRAWS else 1 - draws

    def playing(self, situation: Situation, chance: Fraction) -> Policy:
        """The policy with another play in one situation."""
        if isinstance(situation, PlayerSituation):
            return replace(self, player={**self.player, situation: chance})
        return replace(self, banker={**self.banker, situation: chance})

    def __str__(self) -> str:
        return "; ".join(_statements(self))


def situations(rulebook: Rulebook) -> tuple[Situation, ...]:
    """Every situation in which somebody may choose: Player's, then Banker's.

    Examples
    --------
    >>> from analyzer.library.catalog import load_rulebook
    >>> names(situations(load_rulebook("baccarat-gold")))
    ['Player 5']
    """
    player, banker = rulebook.cells_of_kind(CHOICE)
    return (
        *(
            PlayerSituation(total, cards, ACTIONS)
            for total in player
            for cards in hands_seen(rulebook, PLAYER, total)
        ),
        *(
            BankerSituation(total, cards, third, ACTIONS)
            for total, thirds in groupby(banker, key=lambda cell: cell[0])
            for cards, (_, third) in product(hands_seen(rulebook, BANKER, total), list(thirds))
        ),
    )


def hands_seen(rulebook: Rulebook, hand: str, total: int) -> list[tuple[int, int] | None]:
    """The two-card hands of a total that a chooser tells apart; None stands for all of them."""
    if rulebook.sees(hand) != CARDS:
        return [None]
    values = sorted(set(rulebook.card_values))
    fixed = rulebook.player_first_card if hand == PLAYER else None
    first = values if fixed is None else [rulebook.card_values[fixed]]
    hands = (cards for cards in product(first, values) if sum(cards) % 10 == total)
    return [*sorted({(min(cards), max(cards)) for cards in hands})]


def policy_like(rulebook: Rulebook, other: Rulebook) -> dict[Situation, Fraction]:
    """What another rulebook does on the choices of this one, where it says so.

    Raises
    ------
    PlayError
        The other one's tableau looks at something that the chooser does not see.

    Examples
    --------
    >>> from analyzer.library.catalog import load_rulebook
    >>> gold = load_rulebook("baccarat-gold")
    >>> list(policy_like(gold, load_rulebook("standard")).values())
    [Fraction(1, 1)]
    """
    found: dict[Situation, Fraction] = {}
    chances = {word: chance for chance, word in WORDS.items()}
    for situation in situations(rulebook):
        if isinstance(situation, PlayerSituation):
            cell = other.player_cell(situation.total)
        else:
            if other.tableau_key != TABLEAU_KEYS[0] and situation.third is not None:
                raise PlayError(
                    f"the tableau of {other.slug or other.title} looks at the {other.tableau_key}",
                    mend="name a rulebook whose tableau looks at Player's third card",
                )
            cell = other.banker_cell(situation.total, situation.third)
        if cell in chances:
            found[situation] = chances[cell]
    return found


def forced(
    rulebook: Rulebook, player: Mapping[int, str], banker: Mapping[tuple[int, int | None], str]
) -> Rulebook:
    """The rulebook with choices replaced by what is always done, by total and, for Banker, third card."""
    keys = (None, *range(10))

    def cell_of(total: int, key: int | None) -> str:
        cell = rulebook.tableau[total][keys.index(key)]
        return banker.get((total, key), cell) if cell == CHOICE else cell

    return replace(
        rulebook,
        player="".join(
            player.get(total, cell) if cell == CHOICE else cell for total, cell in enumerate(rulebook.player)
        ),
        tableau=tuple("".join(cell_of(total, key) for key in keys) for total in range(len(rulebook.tableau))),
        slug="",
    )


def names(listed: Iterable[Situation]) -> list[str]:
    """Situations in words, hands of Banker with the same third cards together.

    Examples
    --------
    >>> names([PlayerSituation(5, (2, 3), ("D", "S")), BankerSituation(6, None, 7, ("D", "S"))])
    ['Player 2+3', 'Banker 6, third card 7']
    """
    player: list[str] = []
    thirds: dict[str, list[int | None]] = {}
    for one in listed:
        if isinstance(one, PlayerSituation):
            player.append(hand_text(one))
        else:
            thirds.setdefault(hand_text(one), []).append(one.third)
    hands: dict[str, list[str]] = {}
    for hand, found in thirds.items():
        if None in found:
            hands.setdefault("Player stood", []).append(hand)
        if numbers := [third for third in found if third is not None]:
            hands.setdefault(f"third card {ranges_text(numbers)}", []).append(hand)
    banker = [f"Banker {_listed(alike, ', ')}, {where}" for where, alike in hands.items()]
    return [f"Player {hand}" for hand in player] + banker


def hand_text(situation: Situation) -> str:
    """A hand as the chooser sees it: its total, or its two cards joined by a plus."""
    return str(situation.total) if situation.cards is None else "{}+{}".format(*situation.cards)


def chance_text(chance: Fraction) -> str:
    """D, S, or a probability of drawing.

    Examples
    --------
    >>> chance_text(Fraction(1)), chance_text(Fraction(9, 11))
    ('D', '9/11')
    """
    return WORDS.get(chance) or fraction_text(chance)


def _statements(policy: Policy) -> Iterator[str]:
    """The policy as `--play` reads it: hands and third cards that are played alike are told together."""
    for side, chances in ((PLAYER, policy.player), (BANKER, policy.banker)):
        rows: dict[tuple[str, str], list[str]] = {}
        for hand, column, chance in _by_total(chances):
            rows.setdefault((hand, chance_text(chance)), []).append(column)
        alike: dict[tuple[str, str], list[str]] = {}
        for (hand, play), columns in rows.items():
            alike.setdefault((_listed(columns), play), []).append(hand)
        for (columns_text, play), hands in alike.items():
            where = f" {columns_text}" if columns_text else ""
            yield f"{side} {_listed(hands)}{where}: {play}"


def _by_total(chances: Mapping[Any, Fraction]) -> Iterator[tuple[str, str, Fraction]]:
    """Hands, columns and probabilities; hands of a total that are played alike are told as the total."""
    plays: dict[tuple[int, str], dict[str, Fraction]] = {}
    for one, chance in chances.items():
        plays.setdefault((one.total, column_of(one)), {})[hand_text(one)] = chance
    for (total, column), hands in plays.items():
        if len(set(hands.values())) == 1:
            hands = {str(total): next(iter(hands.values()))}
        yield from ((hand, column, chance) for hand, chance in hands.items())


def column_of(situation: Situation) -> str:
    """The column of the tableau that a situation of Banker is in; none for Player."""
    if isinstance(situation, PlayerSituation):
        return ""
    return COLUMNS[0] if situation.third is None else str(situation.third)


def _listed(words: Iterable[str], separator: str = ",") -> str:
    """Words, then numbers, those in a row as a range."""
    listed = list(words)
    numbers = ranges_text(int(word) for word in listed if word.isdigit()).replace(", ", separator)
    return separator.join(filter(None, [*(word for word in listed if not word.isdigit()), numbers]))
