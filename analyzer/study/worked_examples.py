"""Worked examples: a coup for each thing that the rules can do, found by dealing, and replayed card by card.

Cards are drawn by a small generator of our own, so the examples of a rulebook are the same everywhere.
What no coup of a rulebook shows has no example.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from analyzer.game.cards import CARDS_PER_DECK
from analyzer.game.coup import Coup
from analyzer.game.replay import Replay, deal
from analyzer.game.rulebook import BANKER, NATURALS, PLAYER, TIE, Rulebook

MOST_TRIES = 1_500
CARDS_OF_A_COUP = 6


@dataclass(frozen=True)
class Example:
    """A coup, and what it is an example of."""

    title: str
    cards: tuple[int, ...]
    replay: Replay


def worked_examples(rulebook: Rulebook) -> list[Example]:
    """An example of everything that a rulebook makes happen.

    Raises
    ------
    RulebookError
        The rulebook leaves cells undefined.

    Examples
    --------
    >>> from analyzer.library.catalog import load_rulebook
    >>> examples = worked_examples(load_rulebook("standard"))
    >>> [example.title for example in examples][:2]
    ['A natural ends the coup', 'Two naturals']
    """
    rulebook.require_playable()
    found: dict[str, Example] = {}
    for cards in _shuffled_beginnings():
        replay = deal(cards, rulebook)
        for title, shows in _SHOWN.items():
            if title not in found and shows(replay.coup, rulebook):
                found[title] = Example(title, cards[: replay.cards_used], replay)
                break
        if len(found) == len(_SHOWN):
            break
    return [found[title] for title in _SHOWN if title in found]


def _shuffled_beginnings() -> Iterator[tuple[int, ...]]:
    """First six cards of shuffled decks, from the linear congruential generator of Park and Miller (1988)."""
    state = 20_240_229
    for _ in range(MOST_TRIES):
        deck = list(range(CARDS_PER_DECK))
        for place in range(CARDS_OF_A_COUP):
            state = state * 48_271 % (2**31 - 1)
            other = place + state % (CARDS_PER_DECK - place)
            deck[place], deck[other] = deck[other], deck[place]
        yield tuple(deck[:CARDS_OF_A_COUP])


def _cards(coup: Coup) -> tuple[int, int]:
    return len(coup.player), len(coup.banker)


def _naturals(coup: Coup) -> int:
    return sum(coup.two_card_total(hand) in NATURALS for hand in (PLAYER, BANKER))


def _is_tie(coup: Coup) -> bool:
    return coup.total(PLAYER) == coup.total(BANKER)


def _depends_on_the_card(coup: Coup, rulebook: Rulebook) -> bool:
    """Whether Banker, with this total, would have done something else on another key."""
    total = coup.two_card_total(BANKER)
    return total not in NATURALS and len(set(rulebook.tableau[total][1:])) > 1


_SHOWN: dict[str, Callable[[Coup, Rulebook], bool]] = {
    "A natural ends the coup": lambda coup, rules: (
        _cards(coup) == (2, 2) and _naturals(coup) == 1 and not _is_tie(coup)
    ),
    "Two naturals": lambda coup, rules: _naturals(coup) == 2 and not _is_tie(coup),
    "A natural does not stop the other hand": lambda coup, rules: (
        _naturals(coup) == 1 and _cards(coup) != (2, 2)
    ),
    "Equal totals end the coup": lambda coup, rules: (
        rules.equal_two_card_totals == TIE
        and _cards(coup) == (2, 2)
        and _is_tie(coup)
        and not _naturals(coup)
    ),
    "Both hands stand": lambda coup, rules: (
        _cards(coup) == (2, 2) and _naturals(coup) == 0 and not _is_tie(coup)
    ),
    "Player stands, Banker draws": lambda coup, rules: _cards(coup) == (2, 3) and _naturals(coup) == 0,
    "Player draws, and Banker stands because of it": lambda coup, rules: (
        _cards(coup) == (3, 2) and _depends_on_the_card(coup, rules) and not _is_tie(coup)
    ),
    "Player draws, and Banker draws because of it": lambda coup, rules: (
        _cards(coup) == (3, 3) and _depends_on_the_card(coup, rules) and not _is_tie(coup)
    ),
    "A tie": lambda coup, rules: _is_tie(coup),
}
