"""The pictures by name: what each needs to know, and how it is made from rules, a shoe and wagers."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from analyzer.errors import WagerError
from analyzer.game.rulebook import Rulebook
from analyzer.game.shoe import Shoe
from analyzer.report import plot_style as style
from analyzer.report.model import Picture
from analyzer.report.plot_flow import (
    coup_flow_description,
    coup_flow_figure,
    graph_figure,
    require_readable,
)
from analyzer.report.plot_shoes import (
    MOST_PANELS,
    Bars,
    Curve,
    decks_description,
    decks_figure,
    removal_description,
    removal_figure,
)
from analyzer.report.plot_tableau import tableau_description, tableau_figure
from analyzer.report.plot_totals import (
    margins_description,
    margins_figure,
    totals_description,
    totals_figure,
)
from analyzer.report.plot_wagers import (
    NamedEdge,
    edges_description,
    edges_figure,
    law_description,
    law_figure,
)
from analyzer.study.analysis import Analysis, analyze
from analyzer.study.coup_flow import coup_flow
from analyzer.wager.law import Law
from analyzer.wager.wager import Wager

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from analyzer.deal.graph_view import View

DECKS = tuple(range(1, 13))


@dataclass(frozen=True)
class Question:
    """What a picture is to be drawn of.

    Attributes
    ----------
    rulebook : Rulebook
    shoe : Shoe
    wagers : tuple of Wager
    other : Rulebook or None
        The rulebook whose differences are marked in the tableau.
    """

    rulebook: Rulebook
    shoe: Shoe
    wagers: tuple[Wager, ...] = ()
    other: Rulebook | None = None

    def analysis(self) -> Analysis:
        """The outcomes and wagers of the shoe."""
        return analyze(self.shoe, self.rulebook, self.wagers)


class Drawn(NamedTuple):
    """A picture that can be drawn, with its title and what it shows in words."""

    title: str
    description: str
    make: Callable[[], Figure]

    def draw(self, kind: str) -> bytes:
        """The picture as a file of a kind."""
        with style.drawing():
            return style.rendered_figure(self.make(), kind, self.title, self.description)

    def picture(self, key: str, *, with_heading: bool = True) -> Picture:
        """The picture as a section of a report; without a heading it belongs to the section before it."""
        return Picture(key, self.title if with_heading else "", self.description, self.draw)


class Plot(NamedTuple):
    """A kind of picture: what it shows, and how it is made."""

    shows: str
    prepare: Callable[[Question], Drawn]


def tableau(rulebook: Rulebook, other: Rulebook | None = None) -> Drawn:
    """The drawing rules as grids."""
    return Drawn(
        "When Player and Banker draw",
        tableau_description(rulebook, other),
        lambda: tableau_figure(rulebook, other),
    )


def totals(analysis: Analysis) -> Drawn:
    """The joint probabilities of the final totals."""
    return Drawn("Final totals of both hands", totals_description(analysis), lambda: totals_figure(analysis))


def margins(analysis: Analysis) -> Drawn:
    """By how much the winner wins."""
    return Drawn("Margins", margins_description(analysis), lambda: margins_figure(analysis))


def law_of(wager: Wager, law: Law, *, is_named: bool = True) -> Drawn:
    """The law of a wager.

    Parameters
    ----------
    wager : Wager
    law : Law
    is_named : bool, optional
        Whether its name stands in the picture.

    Raises
    ------
    WagerError
        Its jackpot has no size.
    """
    if law.has_jackpot:
        raise WagerError(
            f"what {wager.title} adds up to depends on the jackpot",
            mend="give the jackpot a size: --jackpot 5000",
        )
    return Drawn(
        wager.title,
        law_description(wager.title, law),
        lambda: law_figure(wager.title if is_named else "", law),
    )


def edges(analysis: Analysis) -> Drawn:
    """The house edges of all wagers; those whose jackpot has no size have none."""
    wagers = {wager.slug: wager for wager in analysis.wagers}
    named = [
        NamedEdge(wagers[slug].title, wagers[slug].family, float(law.house_edge))
        for slug, law in analysis.laws.items()
        if not law.has_jackpot
    ]
    return Drawn("House edges", edges_description(named), lambda: edges_figure(named))


def by_decks(analyses: Sequence[Analysis], wagers: Sequence[Wager], marked: int | None) -> Drawn:
    """House edges against the number of decks."""
    curves = [
        Curve(
            wager.title,
            {analysis.shoe.decks: float(analysis.laws[wager.slug].house_edge) for analysis in analyses},
        )
        for wager in wagers
        if all(wager.slug in analysis.laws for analysis in analyses)
        and not analyses[0].laws[wager.slug].has_jackpot
    ]
    return Drawn(
        "House edge by number of decks", decks_description(curves), lambda: decks_figure(curves, marked)
    )


def graph_of(view: View) -> Drawn:
    """The decision graph in one of its views."""
    require_readable(view)
    description = (
        f"{len(view.nodes)} situations of a coup, a column for each card, joined as cards are dealt."
    )
    return Drawn(f"Decision graph: {view.title}", description, lambda: graph_figure(view))


def removal(wagers: Sequence[Wager], changes: Mapping[str, Mapping[str, float]]) -> Drawn:
    """What a missing card does for the bettor."""
    bars = [Bars(wager.title, dict(changes[wager.slug])) for wager in wagers if wager.slug in changes]
    return Drawn("Effects of removal", removal_description(bars), lambda: removal_figure(bars))


def _prepare_law(question: Question) -> Drawn:
    analysis = question.analysis()
    if len(analysis.laws) != 1:
        raise WagerError(
            f"a law is drawn of one wager, not of {len(analysis.laws)}", mend="name one: --wagers main/tie"
        )
    ((slug, law),) = analysis.laws.items()
    return law_of(next(wager for wager in analysis.wagers if wager.slug == slug), law)


def _prepare_decks(question: Question) -> Drawn:
    _refuse_many(question.wagers)
    shoes = [*map(Shoe.from_decks, DECKS), Shoe.infinite()]
    analyses = [analyze(shoe, question.rulebook, question.wagers) for shoe in shoes]
    return by_decks(analyses, question.wagers, question.shoe.decks)


def _prepare_removal(question: Question) -> Drawn:
    from analyzer.study.removal import study_removal

    _refuse_many(question.wagers)
    study = study_removal(question.shoe, question.rulebook, question.wagers)
    changes: dict[str, dict[str, float]] = {}
    for wager in study.wagers:
        changes[wager.slug] = {
            item.name: float(item.wagers[wager.slug]) for item in study.removals if wager.slug in item.wagers
        }
    return removal(study.wagers, changes)


def _refuse_many(wagers: Sequence[Wager]) -> None:
    """Refuse more wagers than fit, before anything is counted."""
    if len(wagers) > MOST_PANELS:
        raise WagerError(
            f"{len(wagers)} wagers do not fit into one picture",
            mend=f"name at most {MOST_PANELS}: --wagers main",
        )


def _prepare_flow(question: Question) -> Drawn:
    flow = coup_flow(question.shoe, question.rulebook)
    return Drawn("A coup in four steps", coup_flow_description(flow), lambda: coup_flow_figure(flow))


def _prepare_graph(question: Question) -> Drawn:
    from analyzer.deal.graph import DecisionGraph
    from analyzer.deal.graph_view import view_of

    return graph_of(view_of(DecisionGraph(question.rulebook).weigh(question.shoe)))


PLOTS = {
    "tableau": Plot(
        "who draws when, as a coloured grid; --against marks what differs",
        lambda question: tableau(question.rulebook, question.other),
    ),
    "totals": Plot("joint probabilities of the final totals", lambda question: totals(question.analysis())),
    "margins": Plot("by how much the winner wins", lambda question: margins(question.analysis())),
    "law": Plot("probability and worth of every line of one wager", _prepare_law),
    "edges": Plot("house edges of all wagers on one axis", lambda question: edges(question.analysis())),
    "decks": Plot("house edge by number of decks", _prepare_decks),
    "removal": Plot("what a missing card does for the bettor", _prepare_removal),
    "flow": Plot("a coup in four steps, as wide as it is likely", _prepare_flow),
    "graph": Plot("the whole decision graph, a column for each card", _prepare_graph),
}
"""Every kind of picture by its name."""
