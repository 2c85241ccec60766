"""`baccarat check` finds that every published edge agrees, as the tests of this folder do by themselves."""

from collections import Counter

from analyzer.library.catalog import load_rulebook, load_wager
from analyzer.study.check.figure import Figure, figure_of_parts
from analyzer.study.check.figure_check import AGREES, check_figures
from analyzer.study.check.figure_wager import Subject
from tests.published import figures as published
from tests.published.test_figures import REMOVED, WAGERS, rules_of, shoe_of

EDGES = {
    "house_edge": 64,
    "house_edge_excluding_ties": 2,
    "expected_return": 45,
    "ev_fraction": 4,
    "standard_deviation": 5,
}
"""Quantities of the published figures that concern edges, with how many figures there are of each."""


def as_figure(figure: published.Figure) -> Figure:
    subject = Subject(load_wager(WAGERS[figure.bet]))
    return figure_of_parts([subject], figure.quantity, figure.value, shoe_of(figure.decks), figure.name)


def test_every_published_edge_agrees() -> None:
    chosen = [
        figure
        for figure in published.figures()
        if figure.quantity in EDGES and not figure.line and not REMOVED.match(figure.bet)
    ]
    assert Counter(figure.quantity for figure in chosen) == EDGES
    for rules in sorted({rules_of(figure.bet) for figure in chosen}):
        alike = [as_figure(figure) for figure in chosen if rules_of(figure.bet) == rules]
        checked = check_figures(alike, load_rulebook(rules))
        assert [item.figure.text for item in checked if item.verdict != AGREES] == []
