"""`baccarat solve`: the best play where the rules leave a choice."""

from __future__ import annotations

import click

from analyzer.cli.groups import LazyGroup

COMMANDS = {
    "banque": ("analyzer.cli.solve_banque", "Baccara banque: two cooperating Players against one Banker."),
    "chemin-de-fer": (
        "analyzer.cli.solve_chemin_de_fer",
        "Baccara chemin de fer: optimal strategies and equilibria.",
    ),
    "reply": ("analyzer.cli.solve_reply", "The best reply of one side to a given play of the other."),
    "rules": ("analyzer.cli.solve_rules", "The best play where one side may choose, for any wager."),
    "tableau": (
        "analyzer.cli.solve_tableau",
        "Whether a tableau is right, and what its mistakes cost.",
    ),
}
"""Every command of the group with its module and its one-line help."""

SHORT_HELP = "The best play where the rules leave a choice, exactly."


@click.group(name="solve", cls=LazyGroup, modules=COMMANDS, short_help=SHORT_HELP)
def command() -> None:
    """Solve games with choices: best replies, optimal strategies and equilibria, as exact fractions."""
