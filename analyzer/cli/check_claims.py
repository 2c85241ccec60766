"""Published figures of `baccarat check`: claims in words, and lists of them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from analyzer.cli.options import Output
from analyzer.cli.progress import progress_bar
from analyzer.cli.streams import require_other_file
from analyzer.errors import FigureError

if TYPE_CHECKING:
    from analyzer.game.rulebook import Rulebook
    from analyzer.game.shoe import Shoe
    from analyzer.study.check.figure import Figure
    from analyzer.wager.wager import Wager


def check_claims(
    claims: Sequence[str],
    path: str | None,
    *,
    shoe: Shoe | None,
    rulebook: Rulebook,
    wagers: Sequence[Wager],
    strict: bool,
    output: Output,
) -> bool:
    """Show what comes of published figures.

    Parameters
    ----------
    claims : sequence of str
        Figures in words.
    path : str or None
        A list of figures.
    shoe : Shoe or None
        For figures that name no number of decks.
    rulebook : Rulebook
    wagers : sequence of Wager
        Those that names are looked for in first.
    strict : bool
        Whether a figure fails that agrees only by another convention.
    output : Output

    Returns
    -------
    bool
        Whether no figure fails.
    """
    from analyzer.report.figures_report import figures_report
    from analyzer.study.check.figure_check import AGREES, WRONG, check_figures
    from analyzer.study.check.figure_list import load_figures

    figures = [_figure(claim, wagers) for claim in claims]
    if path is not None:
        require_other_file(path, "the figures", output.path)
        figures += load_figures(path, wagers)
    with progress_bar(len(figures), "figures") as progress:
        checked = check_figures(figures, rulebook, shoe, progress)
    output.show(figures_report(checked, rulebook, shoe))
    return all(item.verdict == AGREES or (not strict and item.verdict != WRONG) for item in checked)


def _figure(claim: str, wagers: Sequence[Wager]) -> Figure:
    from analyzer.study.check.figure import read_figure

    try:
        return read_figure(claim, wagers)
    except FigureError as error:
        raise FigureError(error.what, where=f"--claim {error.where}", mend=error.mend) from None
