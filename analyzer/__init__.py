"""Exact analysis of baccarat: whole-number counts, house edges as fractions.

The public names are loaded when they are first used, so that importing the package costs next to nothing.

Examples
--------
>>> import analyzer
>>> table = analyzer.analyze(decks=8, rules="standard", wagers="main")
>>> table.law("main/banker").house_edge
Fraction(114753351728, 10847218479825)
>>> format(table.law("main/banker").house_edge, ".6%"), format(table.probability("tie"), "1in")
('1.057906%', '1 in 10.51')
"""

from __future__ import annotations

__version__ = "0.1.0"

TYPE_CHECKING = False
if TYPE_CHECKING:
    from analyzer.deal.enumerate import fact_ways
    from analyzer.deal.graph import DecisionGraph
    from analyzer.errors import AnalyzerError
    from analyzer.exact import Exact
    from analyzer.exact import exact as number
    from analyzer.game.lint import lint
    from analyzer.game.replay import deal as replay
    from analyzer.game.rulebook import Rulebook
    from analyzer.game.shoe import Shoe
    from analyzer.library.catalog import load_rulebook, load_wager, load_wagers, rulebook_slugs, wager_slugs
    from analyzer.play.games.banque import solve_banque
    from analyzer.play.games.chemin_de_fer import solve_chemin_de_fer
    from analyzer.play.games.tableau_check import check_tableau
    from analyzer.report.notebook import analyze, show
    from analyzer.study.analysis import Analysis
    from analyzer.study.in_round import offered_here
    from analyzer.study.information.information import study_information
    from analyzer.study.odds.known import study_known
    from analyzer.study.sessions.session import study_session
    from analyzer.study.sessions.streaks import study_streaks
    from analyzer.study.shoe.shoe_facts import study_shoe
    from analyzer.wager.condition import Condition
    from analyzer.wager.law import Law
    from analyzer.wager.wager import Wager

__all__ = [
    "Analysis",
    "AnalyzerError",
    "Condition",
    "DecisionGraph",
    "Exact",
    "Law",
    "Rulebook",
    "Shoe",
    "Wager",
    "__version__",
    "analyze",
    "check_tableau",
    "fact_ways",
    "lint",
    "load_rulebook",
    "load_wager",
    "load_wagers",
    "number",
    "offered_here",
    "replay",
    "rulebook_slugs",
    "show",
    "solve_banque",
    "solve_chemin_de_fer",
    "study_information",
    "study_known",
    "study_session",
    "study_shoe",
    "study_streaks",
    "wager_slugs",
]

_HOMES = {
    "Analysis": "study.analysis",
    "AnalyzerError": "errors",
    "Condition": "wager.condition",
    "DecisionGraph": "deal.graph",
    "Exact": "exact",
    "Law": "wager.law",
    "Rulebook": "game.rulebook",
    "Shoe": "game.shoe",
    "Wager": "wager.wager",
    "analyze": "report.notebook",
    "check_tableau": "play.games.tableau_check",
    "fact_ways": "deal.enumerate",
    "lint": "game.lint",
    "load_rulebook": "library.catalog",
    "load_wager": "library.catalog",
    "load_wagers": "library.catalog",
    "number": "exact",
    "offered_here": "study.in_round",
    "replay": "game.replay",
    "rulebook_slugs": "library.catalog",
    "show": "report.notebook",
    "solve_banque": "play.games.banque",
    "solve_chemin_de_fer": "play.games.chemin_de_fer",
    "study_information": "study.information.information",
    "study_known": "study.odds.known",
    "study_session": "study.sessions.session",
    "study_shoe": "study.shoe.shoe_facts",
    "study_streaks": "study.sessions.streaks",
    "wager_slugs": "library.catalog",
}
# A public name must not be that of a module of the package: importing the module would take its place.
_OTHER_NAMES = {"number": "exact", "replay": "deal"}


def __getattr__(name: str) -> object:
    home = _HOMES.get(name)
    if home is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    value: object = getattr(import_module(f"{__name__}.{home}"), _OTHER_NAMES.get(name, name))
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(__all__)
