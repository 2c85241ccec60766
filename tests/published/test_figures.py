"""Every published figure, at its printed digits, against the wager of the library that it is about."""

import re
import tomllib
from fractions import Fraction
from functools import cache
from math import comb
from pathlib import Path

import pytest

from analyzer.exact import decimal_text
from analyzer.game.shoe import Shoe
from analyzer.library.catalog import load_rulebook, load_wager
from analyzer.study.analysis import Analysis, analyze
from analyzer.wager.law import Law
from tests.published.figures import Figure, figures, half_up, sources

WAGERS: dict[str, str] = tomllib.loads(Path(__file__).with_name("bets.toml").read_text(encoding="utf-8"))[
    "wagers"
]

LINES = {
    "Banker wins, not three-card 7": "Banker wins otherwise",
    "Banker wins with three-card 7 (push)": "Banker wins with a three-card 7",
    "Banker wins, not with 6": "Banker wins otherwise",
}
"""Lines that the source calls otherwise than the library does."""

COMBINATIONS = {
    "pairs/perfect-pairs-25": lambda cards: comb(cards, 2) * comb(cards - 2, 2),
    "pairs/perfect-pairs-26": lambda cards: comb(cards, 2) * comb(cards - 2, 2),
    "pairs/perfect-pairs-25-250": lambda cards: comb(cards, 2) * comb(cards - 2, 2),
    "side/lucky-nines-binion": lambda cards: comb(cards, 4),
    "side/lucky-nines-red-rock": lambda cards: comb(cards, 4),
}
"""Where a source counts two hands of two cards, or four cards, without their order."""

# A count of more than 15 digits that the source derived from one that its spreadsheet had rounded already.
ALREADY_ROUNDED = {
    "8d.ez_banker.banker_wins_not_three_card_7.combinations": 2,
    "8d.dragon_bonus_banker.loss.combinations": -2,
}

REMOVED = re.compile(r"probability of a Player win: change when one card of value (\d) is removed")


def rules_of(bet: str) -> str:
    return "baccarat-gold-draws-on-5" if bet.startswith("Baccarat Gold") else "standard"


def shoe_of(decks: int | str) -> Shoe:
    return Shoe.infinite() if decks == "infinite" else Shoe.from_decks(decks)


@cache
def analysis(decks: int | str, rules: str) -> Analysis:
    """One analysis for all the figures of a shoe."""
    about = {figure.bet for figure in figures() if (figure.decks, rules_of(figure.bet)) == (decks, rules)}
    slugs = sorted({WAGERS[bet] for bet in about if bet in WAGERS})
    return analyze(shoe_of(decks), load_rulebook(rules), [load_wager(slug) for slug in slugs])


def exact_value(figure: Figure) -> Fraction:
    """What the program says about a figure; an irrational value comes rounded to the digits printed."""
    if removed := REMOVED.match(figure.bet):
        return effect_of_removal(int(removed[1]), figure.decks)
    law = analysis(figure.decks, rules_of(figure.bet)).law(WAGERS[figure.bet])
    line = line_of(figure, law)
    return {
        "combinations": lambda: combinations(figure, law, line),
        "probability": lambda: law.probability(line),
        "return_contribution": lambda: law.contribution(line),
        "expected_return": lambda: law.expected_net,
        "ev_fraction": lambda: law.expected_net,
        "house_edge": lambda: law.house_edge,
        "house_edge_excluding_ties": lambda: law.edge_per_resolved_bet,
        "standard_deviation": lambda: Fraction(law.standard_deviation(figure.digits)),
    }[figure.quantity]()


def combinations(figure: Figure, law: Law, line: int) -> Fraction:
    """The count as the source counts: ordered six-card sequences, or sets of cards."""
    counted = COMBINATIONS.get(WAGERS[figure.bet], lambda _: law.total_ways)(shoe_of(figure.decks).size)
    return law.probability(line) * counted + ALREADY_ROUNDED.get(figure.id, 0)


def line_of(figure: Figure, law: Law) -> int:
    """The line a figure is about: the one it names, or the first."""
    labels = [line.label for line in law.lines]
    return labels.index(LINES.get(figure.line, figure.line)) if figure.line else 0


def effect_of_removal(points: int, decks: int) -> Fraction:
    full = shoe_of(decks)
    counts = list(full.value_counts())
    counts[points] -= 1
    without = analyze(Shoe.from_counts(counts), load_rulebook())
    return without.probability("player") - analyze(full, load_rulebook()).probability("player")


@pytest.mark.parametrize("figure", figures(), ids=lambda figure: figure.name)
def test_the_published(figure: Figure) -> None:
    value = exact_value(figure)
    assert figure.agrees_with(value), (
        f"{sources()[figure.source]} prints {figure.value}, not {decimal_text(value, 20)}"
    )


@pytest.mark.parametrize(
    "figure", [figure for figure in figures() if figure.pays], ids=lambda figure: figure.name
)
def test_the_pay_of_the_published_line(figure: Figure) -> None:
    law = analysis(figure.decks, rules_of(figure.bet)).law(WAGERS[figure.bet])
    pays = law.lines[line_of(figure, law)].pays
    assert pays.share == 1 if figure.pays == "jackpot" else pays.net == Fraction(figure.pays)


def test_every_bet_is_in_the_library() -> None:
    assert len({figure.id for figure in figures()}) == len(figures()) == 403
    assert {figure.bet for figure in figures() if not REMOVED.match(figure.bet)} == WAGERS.keys()


def test_every_figure_has_a_source() -> None:
    assert {figure.source for figure in figures()} <= sources().keys()


def figure_of(value: str, digits: int, quantity: str = "probability") -> Figure:
    return Figure("id", "bet", "", "", 8, quantity, value, digits, "source")


@pytest.mark.parametrize(
    ("figure", "value", "agrees"),
    [
        (figure_of("0.13", 2), Fraction(125, 1000), True),
        (figure_of("0.12", 2), Fraction(125, 1000), False),
        (figure_of("-0.13", 2), Fraction(-125, 1000), True),
        (figure_of("12.5%", 1), Fraction(1, 8), True),
        (figure_of("12.6%", 1), Fraction(1, 8), False),
        (figure_of("0", 0), Fraction(49, 100), True),
        (figure_of("-43/415", 0, "ev_fraction"), Fraction(-43, 415), True),
        (figure_of("-43/415", 0, "ev_fraction"), Fraction(-43, 416), False),
        (figure_of("1,234", 0, "combinations"), Fraction(1234), True),
        (figure_of("1,230", 0, "combinations"), Fraction(1234), False),
        (figure_of("1,234,567,890,123,450", 0, "combinations"), Fraction(1234567890123446), True),
        (figure_of("1,234,567,890,123,450", 0, "combinations"), Fraction(1234567890123444), False),
        (figure_of("1234567890123456", 0, "combinations"), Fraction(1234567890123457), False),
        (figure_of("0.30000000000000004", 17), Fraction(0.1 + 0.2), True),
        (figure_of("0.30000000000000004", 17), Fraction(3, 10), False),
    ],
)
def test_what_agreement_means(figure: Figure, value: Fraction, agrees: bool) -> None:
    assert figure.agrees_with(value) == agrees


def test_halves_are_rounded_up_in_print() -> None:
    assert [half_up(Fraction(n, 2), 0) for n in (-3, -1, 1, 3)] == [-2, -1, 1, 2]
