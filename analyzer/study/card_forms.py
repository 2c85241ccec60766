"""Wagers as polynomials in the ten card counts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from analyzer.deal.card_polynomials import CardPolynomials
from analyzer.deal.forms import wager_forms
from analyzer.errors import ShoeError
from analyzer.game.rulebook import Rulebook
from analyzer.study.analysis import Unanswerable
from analyzer.wager.wager import Wager


@dataclass(frozen=True)
class CardForm:
    """A wager, and the ways behind its lines as polynomials in the card counts.

    Attributes
    ----------
    gradient : tuple of CardPolynomials
        The derivatives with respect to each count; empty if they are not asked for.
    """

    wager: Wager
    polynomials: CardPolynomials
    gradient: tuple[CardPolynomials, ...]


@dataclass(frozen=True)
class CardFormsStudy:
    """The polynomials of some wagers."""

    rulebook: Rulebook
    wagers: tuple[CardForm, ...]
    unanswerable: tuple[Unanswerable, ...]


def study_card_forms(
    rulebook: Rulebook, wagers: Sequence[Wager], *, gradient: bool = False, required: Sequence[str] = ()
) -> CardFormsStudy:
    """The ways behind the lines of some wagers as polynomials in the card counts.

    Parameters
    ----------
    rulebook : Rulebook
    wagers : sequence of Wager
    gradient : bool, optional
        Whether the derivatives are wanted as well.
    required : sequence of str
        Slugs of wagers that must be answered: it is an error if point values are not enough for them.

    Raises
    ------
    RulebookError
        The rulebook leaves cells undefined.
    ShoeError
        A required wager looks at ranks or suits.

    Examples
    --------
    >>> from analyzer.library.catalog import load_rulebook, load_wagers
    >>> (tie,) = study_card_forms(load_rulebook(), load_wagers("main/tie")).wagers
    >>> tie.polynomials.exponents[0], tie.polynomials.coefficients[:, 0].tolist()
    ((6, 0, 0, 0, 0, 0, 0, 0, 0, 0), [1, 0])
    """
    found, unanswerable = [], []
    for wager in wagers:
        try:
            forms = wager_forms(rulebook, wager)
        except ShoeError as error:
            if wager.slug in required:
                raise ShoeError(f"{wager.slug}: {error.what}") from None
            unanswerable.append(Unanswerable(wager, error.what))
            continue
        polynomials = CardPolynomials.of(forms)
        found.append(CardForm(wager, polynomials, polynomials.gradient() if gradient else ()))
    return CardFormsStudy(rulebook, tuple(found), tuple(unanswerable))
