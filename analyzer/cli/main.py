"""The command `baccarat`: finds the command that is meant, and answers for everything that goes wrong.

A command's module is imported only when that command runs, so the help of the whole program costs no more
than click itself; the one-line helps stand in a table here for that reason.

Exit codes: 0 done; 1 a check failed; 2 the command was called wrongly (an unknown option, a value that is not
of its option's type, a file that cannot be written); 3 a rulebook, a wager or a shoe is invalid, unknown or
unreadable, however it was given; 130 interrupted.
"""

from __future__ import annotations

import atexit
import gc
import os
import sys
from collections.abc import Sequence
from typing import Any

import click

from analyzer import __version__
from analyzer.cli.complaints import complain, from_click
from analyzer.cli.groups import LazyGroup
from analyzer.errors import AnalyzerError, OutputError

PROGRAM = "baccarat"
INTERRUPTED = 130

COMMANDS = {
    "analyze": ("analyzer.cli.analyze", "Exact probabilities and house edges for one shoe."),
    "batch": ("analyzer.cli.batch", "Exact ways and house edges for every shoe of a file."),
    "break-even": (
        "analyzer.cli.break_even",
        "The pay, commission or jackpot at which a wager has no edge.",
    ),
    "certify": ("analyzer.cli.certify", "Write the ways of wagers as a claim that others can check."),
    "check": ("analyzer.cli.check", "Somebody's figures or counts against the exact law."),
    "commission": ("analyzer.cli.commission", "What a commission in whole coins costs, by stake."),
    "deal": ("analyzer.cli.deal", "Replay listed cards and explain every decision."),
    "decks": ("analyzer.cli.decks", "House edges by number of decks, as a table and as formulas."),
    "documents": ("analyzer.cli.documents", "Texts that state rules, and every way to read them."),
    "extremes": ("analyzer.cli.extremes", "The best and the worst that can be left of a shoe."),
    "forms": ("analyzer.cli.forms", "Wagers as polynomials in the card counts, for programs."),
    "games": ("analyzer.cli.games", "Tables as law and houses offer them: rules, decks, wagers."),
    "graph": ("analyzer.cli.graph", "Every deal path as a graph, for drawing and for programs."),
    "in-round": ("analyzer.cli.in_round", "Insurance and other bets that are offered during a coup."),
    "information": (
        "analyzer.cli.information",
        "The best bet for somebody who knows something of the cards.",
    ),
    "odds": ("analyzer.cli.odds", "Chances and wagers once something of a coup is known."),
    "plot": ("analyzer.cli.plot", "Pictures: tableau, totals, laws, edges, decks, removal, flows."),
    "removal": ("analyzer.cli.removal", "Effects of removing cards, and the count tags that follow."),
    "report": ("analyzer.cli.report", "A whole mathematics report of a table, for the file."),
    "reports": ("analyzer.cli.reports", "Build and check a book of tables, such as the one in reports/."),
    "rules": ("analyzer.cli.rules", "List, show and check rulebooks."),
    "session": ("analyzer.cli.session", "Net results of many rounds, and what becomes of a bankroll."),
    "shoe": ("analyzer.cli.shoe", "Cards of a coup, and how many coups a shoe gives."),
    "solve": ("analyzer.cli.solve", "The best play where the rules leave a choice, exactly."),
    "streaks": ("analyzer.cli.streaks", "How long streaks get, and bets on the next coups."),
    "together": ("analyzer.cli.together", "Several wagers on one coup: joint law, covariances, exposure."),
    "verify": ("analyzer.cli.verify", "Check a claim of `baccarat certify` along a road of its own."),
    "wagers": ("analyzer.cli.wagers", "List and show wagers."),
}
"""Every command with its module and its one-line help; a test holds the helps equal to the modules' own."""

HELP = """Exact analysis of baccarat: whole-number counts, house edges as fractions.

Rules are data. A rulebook and a shoe give the exact ways behind every outcome, and a wager reads them.
"""

EPILOG = """\b
Exit codes:
    0  done
    1  a check failed
    2  called wrongly: unknown option, value of the wrong type, unwritable file
    3  a rulebook, wager or shoe is invalid, unknown or unreadable
  130  interrupted
"""


def _show_version(ctx: click.Context, _: click.Parameter, wanted: bool) -> None:
    if wanted and not ctx.resilient_parsing:
        click.echo(f"{PROGRAM} {__version__}")
        ctx.exit()


@click.group(
    cls=LazyGroup,
    modules=COMMANDS,
    help=HELP,
    epilog=EPILOG,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
@click.option(
    "--version",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_show_version,
    help="Show the version.",
)
@click.pass_context
def baccarat(ctx: click.Context) -> None:
    """Show the help when no command is named."""
    if ctx.invoked_subcommand is None:
        click.echo(ctx.get_help())


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command.

    Parameters
    ----------
    arguments : sequence of str, optional
        What stands after `baccarat`; taken from the process if not given.

    Returns
    -------
    int
        The exit code.
    """
    if arguments is None:
        _spare_the_garbage_collector()
        _start_no_idle_threads()
    _write_the_same_everywhere()
    try:
        code = _run(list(sys.argv[1:] if arguments is None else arguments))
        _flush()
        return code
    except BrokenPipeError:
        _let_go_of_output()
        return 0
    except (KeyboardInterrupt, click.Abort):
        _let_go_of_output()
        return complain(["interrupted"], INTERRUPTED, mark="")
    except AnalyzerError as error:
        return complain(error.lines(), error.exit_code)
    except click.ClickException as error:
        return complain(from_click(error).lines(), error.exit_code)
    except OSError as error:
        _let_go_of_output()
        return complain(_system_failure(error).lines(), OutputError.exit_code)
    except MemoryError:
        return complain(["there is not enough memory for this"], OutputError.exit_code)


def _system_failure(error: OSError) -> OutputError:
    reason = error.strerror or str(error)
    if error.filename:
        return OutputError(reason, where=str(error.filename))
    return OutputError(f"the answer cannot be written: {reason}", where="standard output")


def _run(arguments: list[str]) -> int:
    instruction = os.environ.get(f"_{PROGRAM.upper()}_COMPLETE")
    if instruction:
        from click.shell_completion import shell_complete

        return shell_complete(baccarat, {}, PROGRAM, f"_{PROGRAM.upper()}_COMPLETE", instruction)
    try:
        with baccarat.make_context(PROGRAM, arguments) as context:
            baccarat.invoke(context)
    except click.exceptions.Exit as leaving:
        return leaving.exit_code
    return 0


def _spare_the_garbage_collector() -> None:
    """Collect garbage rarely, and none at the end.

    Importing makes many objects that all stay; looking through them again and again, and once more when
    Python ends, would take a fifth of the time of a short command.
    """
    gc.set_threshold(100_000)
    atexit.register(gc.freeze)


def _start_no_idle_threads() -> None:
    """A product of matrices takes one thread here; the others that numpy starts with would only be idle."""
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")


def _write_the_same_everywhere() -> None:
    """UTF-8 and plain line ends, whatever the locale says: the suit symbols must not depend on it."""
    for stream in (sys.stdout, sys.stderr):
        reconfigure: Any = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(encoding="utf-8", errors="backslashreplace", newline="\n")


def _flush() -> None:
    if sys.stdout is not None:
        sys.stdout.flush()


def _let_go_of_output() -> None:
    """Point standard output at nothing, so that the flush at the end of Python does not fail once more."""
    try:
        nothing = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nothing, sys.stdout.fileno())
    except (OSError, ValueError, AttributeError):
        return


if __name__ == "__main__":
    sys.exit(main())
