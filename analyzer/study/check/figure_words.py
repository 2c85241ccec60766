"""The words of a published figure: what it measures, of how many decks, with or without ties.

The order of the words does not matter.
What is known is taken out of the text, piece by piece; what is left names the wager.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from fractions import Fraction

from analyzer.errors import FigureError, ShoeError, WagerError
from analyzer.game.shoe import LONGEST_COUNT, Shoe
from analyzer.study.check.figure_number import find_printed
from analyzer.wager.odds import Pay

(
    EDGE,
    NET,
    RTP,
    PROBABILITY,
    PUSH,
    WAYS,
    CONTRIBUTION,
    VARIANCE,
    DEVIATION,
    SKEWNESS,
    VOLATILITY,
    QUANTILE,
) = QUANTITIES = (
    "house edge",
    "expected net win",
    "return to player",
    "probability",
    "push frequency",
    "ways",
    "contribution to the return",
    "variance",
    "standard deviation",
    "skewness",
    "volatility index",
    "z",
)

_PHRASES = (
    (PUSH, r"push(?:ing)? (?:frequency|probability|rate|chance)|(?:probability|chance) of a push"),
    (CONTRIBUTION, r"(?:return )?contribution(?: to (?:the )?return)?"),
    (RTP, r"return to (?:the )?(?:player|bettor)|rtp|pay-?back(?: percentage)?|return percentage"),
    (
        NET,
        r"expected (?:value|return|net(?: win)?|win)|expectation|ev(?: fraction)?"
        r"|bettor(?:'s)? (?:edge|advantage)|player's (?:edge|advantage)",
    ),
    (EDGE, r"house(?:'s)? (?:edge|advantage)|edge|expected loss"),
    (VOLATILITY, r"volatility(?: index)?"),
    (QUANTILE, r"z(?:[- ](?:score|value))?|normal quantile|critical value"),
    (DEVIATION, r"standard deviation|std(?:\.? ?dev)?\b\.?|stdev|sd|sigma"),
    (VARIANCE, r"variance"),
    (SKEWNESS, r"skewness|skew"),
    (WAYS, r"ways?|combinations?|combos?|permutations?|sequences?"),
    (
        PROBABILITY,
        r"(?:hit|win(?:ning)?) (?:frequency|rate|probability|percentage)|probability|prob\b\.?|chances?"
        r"|likelihood|frequency|(?:fair|true) odds|odds against|p(?=\s*\()",
    ),
    # Words that are part of the name of a wager too: they say what is measured if nothing else does.
    (EDGE, r"advantage|vig(?:orish)?"),
    (PROBABILITY, r"wins?|winning|odds|hits?|happens|occurs|comes"),
    (RTP, r"returns?"),
    (PUSH, r"push(?:es)?"),
)

NUMBER_WORDS = {
    word: str(number)
    for number, word in enumerate(
        ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
    )
}
SYNONYMS = {**NUMBER_WORDS, "without": "no", "comm": "commission"}
_COUNT = rf"(?:[+-]?\d+|{'|'.join(NUMBER_WORDS)}|single|double)"
_DECKS = re.compile(
    rf"(?<![\w.,])(?P<before>{_COUNT})[\s-]*decks?\b(?: shoes?\b)?|\b(?P<short>\d+)d\b"
    rf"|\bdecks?\s*[=:]?\s*(?P<after>{_COUNT}|infinite)(?![\w.,%])"
    r"|\b(?:infinite(?:ly many)?|endless)[\s-]*(?:decks?|shoes?|cards)?\b|\bwith replacement\b"
)
_LEFT_OUT = re.compile(
    r"\b(?:excl(?:\.|uding|udes)?|ex|without|ignoring|no|not counting|given no|if no|leaving out|apart from)"
    r"\s+(?:the\s+|a\s+)?(?:ties|tie|pushes)\b"
    r"|\b(?:ties|pushes)\s+(?:are\s+)?(?:excluded|ignored|left out|not counted|removed|discarded)\b"
    r"|\b(?:per|of)\s+(?:(?:bets?\s+)?resolved(?:\s+bets?)?|decided\s+(?:bets?|coups?))\b"
)
_COUNTED = re.compile(
    r"\b(?:incl(?:\.|uding)?|with|counting)\s+(?:ties|pushes)\b|\bties\s+(?:included|counted)\b"
)
_LEVEL = re.compile(
    r"(?<![\w.])(?P<level>\d+(?:\.\d+)?)\s*(?:%|percent\b|per cent\b)(?:\s*(?:level|of))?(?:\s*confidence)?"
    r"(?:\s*level)?"
)
_SIDES = re.compile(r"\b(?P<sides>one|two|1|2|single|double)[- ](?:sided|tailed)\b")
_PAY = re.compile(r"\b(?:pays|paying|paid)\s+(?P<pay>\d+(?:\.\d+)?)(?=\s*(?:$|[,;)|]))")

FILLERS = frozenset(
    [
        "a",
        "an",
        "and",
        "at",
        "baccarat",
        "be",
        "bet",
        "bettor",
        "by",
        "coup",
        "deal",
        "for",
        "from",
        "game",
        "hand",
        "has",
        "have",
        "in",
        "is",
        "it",
        "its",
        "main",
        "of",
        "on",
        "or",
        "outcome",
        "pay",
        "paid",
        "paying",
        "per",
        "percentage",
        "result",
        "return",
        "returns",
        "round",
        "shoe",
        "side",
        "that",
        "the",
        "this",
        "to",
        "total",
        "wager",
        "win",
        "with",
    ]
)
"""Words that tell no wager from another."""


@dataclass(frozen=True)
class Level:
    """How much of a normal curve lies within a limit, on both sides of the middle or below it."""

    share: Fraction
    one_sided: bool = False

    @property
    def below(self) -> Fraction:
        """What lies below the upper limit."""
        return self.share if self.one_sided else (1 + self.share) / 2


@dataclass
class Description:
    """The words that are left of a text, in small letters, as pieces are taken out of it."""

    text: str

    def take(self, pattern: re.Pattern[str]) -> list[re.Match[str]]:
        """Every match of a pattern, which is no longer part of the text."""
        found = list(pattern.finditer(self.text))
        if found:
            self.text = pattern.sub(" ; ", self.text)
        return found

    def take_quantity(self) -> str:
        """What is measured; empty if no word says so."""
        for quantity, phrase in _PHRASES:
            pattern = re.compile(rf"\b(?:{phrase})(?!\w)")
            if self.take(pattern):
                return quantity
        return ""

    def take_ties_left_out(self) -> bool:
        """Whether ties, or pushes, are said to be left out."""
        self.take(_COUNTED)
        return bool(self.take(_LEFT_OUT))

    def take_decks(self) -> Shoe | None:
        """The shoe of so many decks; None if none are named.

        Raises
        ------
        FigureError
            Several numbers are named, or one of which there can be no shoe.
        """
        named = {match["before"] or match["after"] or match["short"] for match in self.take(_DECKS)}
        if len(named) > 1:
            numbers = " and ".join(sorted(f"{name or 'infinitely many'} decks" for name in named))
            raise FigureError(f"it names {numbers}", mend="give one figure in a claim")
        return shoe_of(named.pop()) if named else None

    def take_pay(self) -> Pay | None:
        """What the wager is said to pay, such as `8 to 1`; None if nothing is said.

        Raises
        ------
        FigureError
            It is no pay, or there are several.
        """
        listed = [match["pay"] for match in self.take(_PAY)]
        for start, end, number in reversed(list(find_printed(self.text))):
            literal = number.literal
            if re.search(r"\b(?:to|for)\b|:", literal):
                listed.append(literal.replace(":", " to ").replace("one", "1"))
                self.text = f"{self.text[:start]} ; {self.text[end:]}"
        if len(set(listed)) > 1:
            raise FigureError(f"it names several pays: {', '.join(reversed(listed))}", mend="name one")
        try:
            return Pay.parse(listed[0]) if listed else None
        except WagerError as error:
            raise FigureError(error.what, mend=error.mend) from None

    def take_level(self) -> Level:
        """How sure a volatility index or a quantile is to be; both sides are left open if it does not say.

        Raises
        ------
        FigureError
            It names no level, several, or one that is not between 0 and 100%.
        """
        sides = {match["sides"] for match in self.take(_SIDES)}
        named = {match["level"] for match in self.take(_LEVEL)}
        share = Fraction(named.pop()) / 100 if len(named) == 1 else Fraction(0)
        if named or len(sides) > 1 or not 0 < share < 1:
            raise FigureError("it does not name one level of confidence", mend="name one: 95% two-sided")
        return Level(share, one_sided=bool(sides & {"one", "1", "single"}))

    def words(self) -> tuple[str, ...]:
        """What is left, word by word."""
        return name_words(self.text)


def shoe_of(decks: str | int | None) -> Shoe:
    """The shoe of a number of decks in digits or in words; of infinitely many if it is None or says so.

    Raises
    ------
    FigureError
        There can be no such shoe.

    Examples
    --------
    >>> [shoe_of(decks).describe() for decks in ("six", "single", 8, "infinite")]
    ['6 decks', '1 deck', '8 decks', 'infinite decks']
    """
    if decks is None or decks == "infinite":
        return Shoe.infinite()
    word = str(decks)
    word = {"single": "1", "double": "2"}.get(word, NUMBER_WORDS.get(word, word))
    if not re.fullmatch(r"[+-]?[0-9]+", word) or len(word) > LONGEST_COUNT:
        raise FigureError(f'"{word[:40]}" is no number of decks', mend="give a whole number or infinite")
    try:
        return Shoe.from_decks(int(word))
    except ShoeError as error:
        raise FigureError(error.what, mend=error.mend) from None


def name_words(text: str) -> tuple[str, ...]:
    """The words that tell a wager from others: no fillers, no plurals, numbers in digits.

    Examples
    --------
    >>> name_words("Egalité: tie on 3"), name_words("the 5 percent Banker's bet"), name_words("banker_5pct")
    (('egalite', 'tie', '3'), ('5%', 'banker'), ('banker', '5%'))
    """
    folded = unicodedata.normalize("NFKD", text.casefold().replace("’", "'").replace("_", " "))
    folded = "".join(letter for letter in folded if not unicodedata.combining(letter))
    folded = re.sub(r"(\d)\s*(?:%|percent\b|per cent\b|pct\b)", r"\1%", folded.replace("'s", ""))
    listed = re.findall(r"\d+(?:\.\d+)?%?|[^\W\d_]+", folded)
    found = (_singular(SYNONYMS.get(word, word)) for word in listed)
    return tuple(dict.fromkeys(word for word in found if word not in FILLERS))


def _singular(word: str) -> str:
    return word[:-1] if len(word) > 3 and word.endswith("s") else word


def percentage_of(word: str) -> Fraction | None:
    """The rate that a word such as `5%` is; None if it is none.

    Examples
    --------
    >>> percentage_of("2.5%"), percentage_of("banker")
    (Fraction(1, 40), None)
    """
    return Fraction(word[:-1]) / 100 if word.endswith("%") else None
