"""`baccarat report`: a whole mathematics report of a table, as a file."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from analyzer.cli.options import Output, output_options, rules_option, shoe_options, wagers_option
from analyzer.cli.payment_options import (
    Paying,
    amount,
    at_jackpot,
    game_option,
    is_given,
    jackpot_size,
    payment_options,
)
from analyzer.errors import UsageError

if TYPE_CHECKING:
    from analyzer.game.rulebook import Rulebook
    from analyzer.game.shoe import Shoe
    from analyzer.library.games import Game
    from analyzer.wager.wager import Wager

SHORT_HELP = "A whole mathematics report of a table, for the file."
MOST_POSITIONS = 1_000


@click.command(name="report", short_help=SHORT_HELP)
@click.option(
    "--document",
    metavar="NUMBER|SLUG|FILE",
    help="A text of `baccarat documents list`: its rules, decks and every schedule of payouts.",
)
@click.option(
    "--reading",
    metavar="NAME",
    help="Which reading of the document.  [default: the first that can be played]",
)
@game_option
@shoe_options
@rules_option
@wagers_option
@click.option(
    "--against",
    metavar="SLUG|FILE",
    default="standard",
    show_default=True,
    help="Rules whose differences are marked in the tableau.",
)
@click.option("--table-maximum", metavar="AMOUNT", help="Largest stake on one wager, for the exposure.")
@click.option(
    "--positions",
    type=click.IntRange(1, MOST_POSITIONS),
    default=1,
    show_default=True,
    help="Bettors who may make every wager, for the exposure.",
)
@jackpot_size
@payment_options
@output_options
def command(
    document: str | None,
    reading: str | None,
    game: Game | None,
    shoe: Shoe,
    rulebook: Rulebook,
    wagers: list[Wager],
    required: list[str],
    against: str,
    table_maximum: str | None,
    positions: int,
    jackpot: str | None,
    paying: Paying,
    output: Output,
) -> None:
    r"""Write everything that a laboratory or a regulator asks about a table into one document.

    It has the rules with pictures and worked examples, pay tables, the exact law of every wager, volatility
    and bands of the return, exposure, other decks and commissions, break-even values, sources and
    fingerprints.
    HTML is one file that needs nothing else; PDF needs the extra `pdf`.

    \b
    Examples:
      baccarat report --game macau-commission -o macau.html
      baccarat report --decks 6 --wagers main,side/dragon-7 --table-maximum 1000 -o report.pdf
      baccarat report --document 003 --reading R2/E0/O0 -o document.md
      baccarat report --rules my-rules.toml --wagers none -o probabilities.md
      baccarat report --game new-south-wales --coin 2.50 -o nsw.tex
    """
    from analyzer.library.catalog import load_rulebook
    from analyzer.report.table_identity import Subject
    from analyzer.report.table_report import table_report
    from analyzer.study.table_study import study_table

    read = _read(document, reading)
    if read is not None:
        rulebook = read.rulebook
        wagers, required = (wagers, required) if is_given("wagers") else (read.wagers, [])
        if not is_given("decks") and not is_given("shoe_text"):
            shoe = read.shoe
    wagers = at_jackpot(wagers, jackpot)
    if game is not None and not is_given("wagers"):
        required = []
    study = study_table(
        shoe,
        rulebook,
        wagers,
        payments=paying.payments(game.payments if game else None),
        decks=game.decks if game else read.decks if read else (),
        required=required,
    )
    about = read.about if read else _about(game)
    if not wagers and "missing" not in about:
        about["missing"] = ("which wagers there are, and what they pay",)
    if jackpot is not None:
        about["names"]["jackpot"] = str(amount(jackpot, "--jackpot"))
    subject = Subject(
        **about,
        table_maximum=_table_maximum(table_maximum),
        positions=positions,
        standard=load_rulebook(against),
    )
    output.show(table_report(study, subject))


class _Read(NamedTuple):
    """What a document stands for: rules, shoe, wagers, and what is said about it."""

    rulebook: Rulebook
    shoe: Shoe
    decks: tuple[int, ...]
    wagers: list[Wager]
    about: dict[str, Any]


def _read(name: str | None, reading: str | None) -> _Read | None:
    if name is None:
        if reading is not None:
            raise UsageError("a reading is one of a document", where="--reading", mend="give --document too")
        return None
    for other in ("game_name", "rules"):
        if is_given(other):
            raise UsageError("the rules are given twice", where="--document", mend="give one of them")
    from analyzer.game.shoe import Shoe
    from analyzer.library.documents import load_document
    from analyzer.study.document_wagers import document_wagers

    document = load_document(name)
    if reading is None:
        playable = (item for item in document.readings if not document.missing(item))
        chosen = next(playable, document.readings[0])
    else:
        chosen = document.reading(reading)
    about: dict[str, Any] = {
        "title": f"{document.title}, reading {chosen.name}",
        "source": document.source,
        "note": document.note,
        "names": {"document": f"{document.slug} {chosen.name}"},
    }
    wagers = document_wagers(document)
    if document.payouts_missing:
        about["missing"] = document.payouts_missing
    shoe = Shoe.from_decks(document.decks[0])
    return _Read(document.require_playable(chosen), shoe, document.decks, wagers, about)


def _about(game: Game | None) -> dict[str, Any]:
    if game is None:
        return {"names": {}}
    return {
        "title": game.title,
        "source": game.source,
        "note": game.note,
        "names": {"game": game.slug},
        "roundings": game.payments,
    }


def _table_maximum(text: str | None) -> Fraction | None:
    if text is None:
        return None
    maximum = amount(text, "--table-maximum")
    if maximum <= 0:
        raise UsageError(
            f"a table maximum of {text} cannot be", where="--table-maximum", mend="give an amount above 0"
        )
    return maximum
