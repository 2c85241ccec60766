"""What a pay line pays, as people print it: `8 to 1`, `9 for 1`, `19 to 20`, `push`, `half loss`.

Inside, a pay is the net win per unit staked, *to one*: the stake comes back on top of it.
Odds *for* one include the stake, so `9 for 1` is `8 to 1`; layouts of both kinds exist, and the words decide.
A progressive line pays a share of a jackpot, whose size is not part of the pay table: `jackpot`,
`10% of jackpot`, or `10% of jackpot for one` where the stake is not returned on top.
"""

from __future__ import annotations

import re
from contextlib import suppress
from dataclasses import dataclass, field
from fractions import Fraction

from analyzer.errors import AnalyzerError, NumberError, WagerError
from analyzer.exact import exact, fraction_text, percent_text

LOSE, PUSH, HALF_LOSS = Fraction(-1), Fraction(0), Fraction(-1, 2)
NAMED_PAYS = {"push": PUSH, "lose": LOSE, "half loss": HALF_LOSS}

MOST_TO_ONE = 10**15
"""No bet pays more; what is larger is a slip, and would flood every table."""

LONGEST_PAY = 100

_MEND = 'write "8 to 1", "9 for 1", "19 to 20", "push", "lose", "half loss" or the net win: 0.95'
_JACKPOT = re.compile(r"(?:(\S+) of (?:the )?)?jackpot( for (?:one|1)| to (?:one|1))?", re.IGNORECASE)
_PLAIN_RATIO = 100
"""Odds with larger numbers are easier to read as a decimal to 1."""

_NUMBER = r"([+-]?\s*(?:\d+\s*/\s*\d+|\d+\.?\d*|\.\d+))"
_ODDS = re.compile(rf"{_NUMBER}\s*(to|for)\s*{_NUMBER}", re.IGNORECASE | re.ASCII)
_LIKE_ODDS = r"([\d./]+)\s*(?:[^\W\d]+|[:\-–—])\s*([1-9][\d./]*)"


@dataclass(frozen=True)
class Pay:
    """The net win of a pay line.

    Attributes
    ----------
    fixed : Fraction
        Net win per unit staked, besides any share of a jackpot; -1 is the whole stake lost, 0 a push.
    literal : str
        As its author wrote it.
    share : Fraction
        Part of the jackpot that is won, 0 to 1.

    Examples
    --------
    >>> Pay.parse("9 for 1").net, Pay.parse("19 to 20").net, Pay.parse("half loss").net
    (Fraction(8, 1), Fraction(19, 20), Fraction(-1, 2))
    >>> Pay.parse("8:1")
    Traceback (most recent call last):
    analyzer.errors.WagerError: "8:1" does not say whether the stake is part of it
      write "8 to 1" if the stake comes back on top, "8 for 1" if it is included (net 7 to 1)
    """

    fixed: Fraction
    literal: str = field(default="", compare=False)
    share: Fraction = Fraction(0)

    def __post_init__(self) -> None:
        for name in ("fixed", "share"):
            number = getattr(self, name)
            if isinstance(number, bool) or not isinstance(number, int | Fraction):
                raise WagerError(
                    f"{number!r} is not an exact pay",
                    mend='write it as text or a fraction: "0.95", Fraction(19, 20)',
                )
            object.__setattr__(self, name, Fraction(number))
        if abs(self.fixed) > MOST_TO_ONE or self.fixed.denominator > MOST_TO_ONE:
            raise WagerError(
                "the pay has more digits than a pay can have", mend='write "8 to 1", "push" or "lose"'
            )
        if self.fixed < LOSE:
            shown = self.literal or fraction_text(self.fixed)
            raise WagerError(
                f'"{shown}" loses more than the stake', mend='at worst a line pays "lose", which is -1'
            )
        if not 0 <= self.share <= 1 or (self.share and self.fixed not in (PUSH, LOSE)):
            raise WagerError(
                f'"{self.literal or fraction_text(self.share)}" is no share of a jackpot',
                mend='write "jackpot", "10% of jackpot" or "10% of jackpot for one"',
            )
        if not self.literal:
            object.__setattr__(self, "literal", self.to_one_text)

    @property
    def net(self) -> Fraction:
        """Net win per unit staked.

        Raises
        ------
        WagerError
            It depends on a jackpot.
        """
        if self.share:
            raise WagerError(
                f'what "{self.literal}" pays depends on the jackpot',
                mend="give the jackpot in units of the stake",
            )
        return self.fixed

    @property
    def is_win(self) -> bool:
        """Whether it pays more than the stake; a share of a jackpot counts as more."""
        return self.share > 0 or self.fixed > 0

    @property
    def is_push(self) -> bool:
        """Whether it returns the stake and nothing else."""
        return self.share == 0 and self.fixed == 0

    def at_jackpot(self, jackpot: Fraction) -> Pay:
        """The pay when the jackpot has a size, in units of the stake.

        Examples
        --------
        >>> Pay.parse("10% of jackpot").at_jackpot(Fraction(5_000)).to_one_text
        '500 to 1'
        """
        return Pay(self.fixed + self.share * jackpot, self.literal) if self.share else self

    @classmethod
    def parse(cls, pays: str | int | Fraction) -> Pay:
        """The pay that a text or an exact number states.

        Parameters
        ----------
        pays : str, int or Fraction
            Odds (`8 to 1`, `9 for 1`), a word (`push`, `lose`, `half loss`), the net win (`0.95`, `19/20`),
            or a share of a jackpot (`jackpot`, `10% of jackpot for one`).

        Raises
        ------
        WagerError
            It is none of these, loses more than the stake, or is a binary float.
        """
        if isinstance(pays, Pay):
            return pays
        if not isinstance(pays, str):
            return cls(_number(pays))
        if len(pays) > LONGEST_PAY:
            raise WagerError(f'"{pays[:37]}..." is no pay', mend=_MEND)
        text = " ".join(pays.split())
        named = NAMED_PAYS.get(text.casefold())
        if named is not None:
            return cls(named, text)
        jackpot = _JACKPOT.fullmatch(text)
        if jackpot is not None:
            share, word = jackpot.groups()
            keeps_stake = word is not None and word.split()[0].casefold() == "for"
            of_jackpot = Fraction(1) if share is None else _number(share)
            return cls(LOSE if keeps_stake else PUSH, text, of_jackpot or Fraction(-1))
        odds = _ODDS.fullmatch(text)
        if odds is None:
            return cls(_net(text), text)
        top, word, bottom = odds.groups()
        if _number(bottom) <= 0:
            raise WagerError(f'"{text}" pays for a stake of {bottom}', mend='write "8 to 1"')
        ratio = _number(top) / _number(bottom)
        return cls(ratio if word.casefold() == "to" else ratio - 1, text)

    @property
    def to_one_text(self) -> str:
        """As odds to one, or in a word.

        Examples
        --------
        >>> Pay.parse("9 for 1").to_one_text, Pay.parse("0.95").to_one_text, Pay(Fraction(0)).to_one_text
        ('8 to 1', '19 to 20', 'push')
        """
        return self._jackpot_text() or _word(self.fixed) or _odds(self.fixed, "to")

    @property
    def for_one_text(self) -> str:
        """As odds for one, the stake included, or in a word.

        Examples
        --------
        >>> Pay.parse("8 to 1").for_one_text, Pay.parse("19 to 20").for_one_text
        ('9 for 1', '39 for 20')
        """
        return self._jackpot_text() or _word(self.fixed) or _odds(self.fixed + 1, "for")

    @property
    def net_text(self) -> str:
        """The net win as a fraction, with its share of a jackpot.

        Examples
        --------
        >>> [Pay.parse(pays).net_text for pays in ("8 to 1", "10% of jackpot", "jackpot for one")]
        ['8', '1/10 jackpot', 'jackpot - 1']
        """
        if not self.share:
            return fraction_text(self.fixed)
        share = "" if self.share == 1 else f"{fraction_text(self.share)} "
        return f"{share}jackpot{' - 1' if self.fixed else ''}"

    def _jackpot_text(self) -> str:
        """The share of a jackpot, in the one way it is written for everybody."""
        if not self.share:
            return ""
        percent = self.share * 100
        share = f"{fraction_text(percent)}%" if percent.denominator == 1 else fraction_text(self.share)
        return ("jackpot" if self.share == 1 else f"{share} of jackpot") + (" for one" if self.fixed else "")

    def __str__(self) -> str:
        return self.to_one_text


WINNINGS, STAKE, HANDED_BACK = COMMISSION_BASES = ("winnings", "stake", "everything handed back")


@dataclass(frozen=True)
class Commission:
    """What the house keeps of a winning bet.

    Attributes
    ----------
    rate : Fraction
        Part of the base, 0 to 1.
    base : {"winnings", "stake", "everything handed back"}
        What the rate is taken of.

    Examples
    --------
    >>> even_money = Pay.parse("1 to 1")
    >>> [Commission(Fraction(1, 20), base).after(even_money).to_one_text for base in COMMISSION_BASES]
    ['19 to 20', '19 to 20', '9 to 10']
    """

    rate: Fraction
    base: str = WINNINGS

    def __post_init__(self) -> None:
        object.__setattr__(self, "rate", _number(self.rate))
        if not 0 <= self.rate <= 1:
            raise WagerError(
                f"a commission of {percent_text(self.rate, 2)} cannot be", mend="write 0% to 100%"
            )
        if self.base not in COMMISSION_BASES:
            raise WagerError(
                f'nobody takes a commission of "{self.base}"',
                mend=f"write one of: {', '.join(COMMISSION_BASES)}",
            )

    def taken(self, net: Fraction, stake: Fraction = Fraction(1)) -> Fraction:
        """The amount kept of a bet with this net win to one; nothing is kept of one that does not win.

        Amounts grow with the stake, so a coin, a minimum or a rounding can be applied to what this returns.

        Examples
        --------
        >>> Commission(Fraction(1, 20)).taken(Fraction(1), stake=Fraction(30))
        Fraction(3, 2)
        """
        if net <= 0:
            return Fraction(0)
        return stake * self.rate * {WINNINGS: net, STAKE: Fraction(1), HANDED_BACK: net + 1}[self.base]

    def after(self, pay: Pay) -> Pay:
        """The pay that is left when the commission is taken exactly, without rounding."""
        left = pay.net - self.taken(pay.net)
        if left == pay.net:
            return pay
        return Pay(left, f"{pay.literal} less {fraction_text(self.rate * 100)}% of {self.base}")


def _number(number: str | int | Fraction) -> Fraction:
    if not isinstance(number, str | int | float | Fraction):
        kind = "table" if isinstance(number, dict) else type(number).__name__
        raise WagerError(f"a {kind} is no number", mend=_MEND)
    try:
        return exact(number)
    except NumberError as error:
        raise WagerError(error.what, mend=error.mend) from None


def _net(text: str) -> Fraction:
    """The net win of a plain number; everything else is explained."""
    if not text:
        raise WagerError("the pay is empty", mend='write "8 to 1", "push" or "lose"')
    if text.endswith("%"):
        raise WagerError(f'"{text}" does not say of what', mend='write the net win: "0.95 to 1"')
    with suppress(AnalyzerError):
        return exact(text)
    alike = re.fullmatch(_LIKE_ODDS, text)
    if alike is None:
        raise WagerError(
            f'"{text}" is no pay',
            mend=_MEND,
        )
    top, bottom = alike.groups()
    mend = f'write "{top} to {bottom}" if the stake comes back on top, "{top} for {bottom}" if it is included'
    with suppress(AnalyzerError, ZeroDivisionError):
        mend += f" (net {fraction_text(exact(top) / exact(bottom) - 1)} to 1)"
    raise WagerError(f'"{text}" does not say whether the stake is part of it', mend=mend)


def _word(net: Fraction) -> str:
    return next((word for word, known in NAMED_PAYS.items() if known == net), "")


def _odds(ratio: Fraction, word: str) -> str:
    """Odds in whole numbers, or as a decimal to 1 where that is shorter and exact."""
    top, bottom = ratio.numerator, ratio.denominator
    digits = _decimal_places(bottom)
    if bottom == 1 or max(top, bottom) <= _PLAIN_RATIO or digits is None:
        return f"{top} {word} {bottom}"
    scaled = str(abs(top) * 10**digits // bottom).rjust(digits + 1, "0")
    return f"{'-' if top < 0 else ''}{scaled[:-digits]}.{scaled[-digits:]} {word} 1"


def _decimal_places(denominator: int) -> int | None:
    """Decimals that a fraction with this denominator has; None if they never end."""
    twos = fives = 0
    while denominator % 2 == 0:
        denominator, twos = denominator // 2, twos + 1
    while denominator % 5 == 0:
        denominator, fives = denominator // 5, fives + 1
    return max(twos, fives) if denominator == 1 else None
