"""Options that say what is known of a coup, and of the cards that are left."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import partial, wraps
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from analyzer.errors import AnalyzerError, UsageError

if TYPE_CHECKING:
    from analyzer.game.card_words import CardWord
    from analyzer.game.rulebook import Rulebook
    from analyzer.study.odds.knowledge import Knowledge, KnownCard
    from analyzer.study.odds.part_left import PartLeft

MOST_CARDS_OF_A_HAND = 3
_WORDS = "K, 9♠, 0, high, red, {6,7}, ?"


class Told(NamedTuple):
    """What the options say, before the rules give the cards their values."""

    player: str | None
    banker: str | None
    third: str | None
    fifth: str | None
    sixth: str | None
    player_total: str | None
    banker_total: str | None
    known: tuple[str, ...]
    left: int | None
    holding: tuple[str, ...]

    def knowledge(self, rulebook: Rulebook) -> Knowledge:
        """What is known of the coup.

        Raises
        ------
        AnalyzerError
            An option is not written as it should be; the message names it.
        """
        from analyzer.game.rulebook import BANKER, PLAYER
        from analyzer.study.odds.knowledge import Knowledge
        from analyzer.wager.condition import Condition

        totals = ((PLAYER, self.player_total), (BANKER, self.banker_total))
        return Knowledge(
            tuple(self._cards(rulebook)),
            tuple((hand, _totals(text, f"--{hand}-total")) for hand, text in totals if text is not None),
            tuple(_at("--known", partial(Condition.parse, text)) for text in self.known),
        )

    def part_left(self, rulebook: Rulebook) -> PartLeft | None:
        """What is known of the cards left, if it is only part.

        Raises
        ------
        AnalyzerError
            An option is not written as it should be; the message names it.
        """
        from analyzer.study.odds.part_left import PartLeft

        if self.left is None:
            if self.holding:
                raise UsageError(
                    "it is not said how many cards are left",
                    where="--holding",
                    mend="give --left too: --left 60 --holding 9:3",
                )
            return None
        return PartLeft(self.left, tuple(_group(text, rulebook) for text in self.holding))

    def _cards(self, rulebook: Rulebook) -> Iterator[KnownCard]:
        from analyzer.game.card_words import ANY_CARD
        from analyzer.game.coup import BANKER_3, FIFTH, HANDS, PLAYER_3, SIXTH
        from analyzer.game.rulebook import BANKER, PLAYER
        from analyzer.study.odds.knowledge import KnownCard

        for hand, text in ((PLAYER, self.player), (BANKER, self.banker)):
            for position, word in zip(HANDS[hand], _words(text, f"--{hand}", rulebook), strict=False):
                if word is not None:
                    yield KnownCard(position, word)
                elif position in (PLAYER_3, BANKER_3):
                    yield KnownCard(position, ANY_CARD)
        for option, text, position in (
            ("--third", self.third, FIFTH),
            ("--fifth", self.fifth, FIFTH),
            ("--sixth", self.sixth, SIXTH),
        ):
            for word in _words(text, option, rulebook, most=1):
                is_dealt = option == "--third"
                if word is None and not is_dealt:
                    raise UsageError("? says nothing of a card", where=option, mend="leave it out")
                yield KnownCard(position, word or ANY_CARD, is_dealt)


def known_options(function: Callable[..., None]) -> Callable[..., None]:
    """Add the options that say what is known; the command gets them as `told`."""

    @wraps(function)
    def with_told(*args: Any, **given: Any) -> None:
        told = Told(**{name: given.pop(name) for name in Told._fields})
        function(*args, told=told, **given)

    options = [
        click.option(
            "--player", metavar="CARDS", help=f"Player's cards in the order dealt, each a word: {_WORDS}."
        ),
        click.option("--banker", metavar="CARDS", help="Banker's cards."),
        click.option("--third", metavar="CARD", help="The first third card that is dealt, to either hand."),
        click.option("--fifth", metavar="CARD", help="The fifth card, even if it stays in the shoe."),
        click.option("--sixth", metavar="CARD", help="The sixth card, even if it stays in the shoe."),
        click.option(
            "--player-total", metavar="TOTALS", help="Player's two-card total, or those it can be: 6,7."
        ),
        click.option("--banker-total", metavar="TOTALS", help="Banker's two-card total."),
        click.option(
            "--known",
            metavar="CONDITION",
            multiple=True,
            help="What else is known, as pay lines say it; can be repeated.",
        ),
        click.option("--left", type=int, metavar="K", help="So many cards are left of the shoe."),
        click.option(
            "--holding",
            metavar="CARDS:N",
            multiple=True,
            help="So many of those left are of some kind, the rest is random: 9:3; can be repeated.",
        ),
    ]
    for option in reversed(options):
        with_told = option(with_told)
    return with_told


def _words(
    text: str | None, option: str, rulebook: Rulebook, most: int = MOST_CARDS_OF_A_HAND
) -> list[CardWord | None]:
    from analyzer.game.card_words import parse_card_word, split_card_words

    if text is None:
        return []
    words = _at(option, lambda: split_card_words(text))
    if not 1 <= len(words) <= most:
        raise UsageError(
            f"{len(words)} cards are named" if words else "no card is named",
            where=option,
            mend="name one card" if most == 1 else f"name 1 to {most} cards, ? for one that is not known",
        )
    return [_at(option, partial(parse_card_word, word, rulebook.card_values)) for word in words]


def _group(text: str, rulebook: Rulebook) -> tuple[CardWord, int]:
    from analyzer.game.card_words import parse_card_word

    word, colon, number = text.rpartition(":")
    if not colon or not re.fullmatch(r"[+-]?[0-9]{1,30}", number.strip()):
        raise UsageError(
            f'"{text[:40]}" does not say which cards and how many',
            where="--holding",
            mend="write cards, a colon and a number: 9:3 or {6,7}:10",
        )
    cards = _at("--holding", lambda: parse_card_word(word.replace(" ", ""), rulebook.card_values))
    if cards is None:
        raise UsageError("? names no cards", where="--holding", mend="write 9:3 or {6,7}:10")
    return cards, int(number)


def _totals(text: str, option: str) -> frozenset[int]:
    """Totals of a text such as `6`, `6,7` or `6..9`."""
    found: set[int] = set()
    for part in text.strip("{} ").split(","):
        span = re.fullmatch(r"\s*([0-9])(?:\s*(?:\.\.|-)\s*([0-9]))?\s*", part)
        if span is None or (span[2] and span[2] < span[1]):
            raise UsageError(
                f'"{text[:40]}" is no total', where=option, mend="totals are 0 to 9: 6, or 6,7, or 6..9"
            )
        found.update(range(int(span[1]), int(span[2] or span[1]) + 1))
    return frozenset(found)


def _at(option: str, make: Callable[[], Any]) -> Any:
    """What is made, or the error with the option it came from."""
    try:
        return make()
    except AnalyzerError as error:
        where = f"{option}, {error.where}" if error.where else option
        raise type(error)(error.what, where=where, mend=error.mend) from None
