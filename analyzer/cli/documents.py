"""`baccarat documents`: texts that state rules, every reading of them, and what they imply."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from analyzer.cli.groups import Group
from analyzer.cli.options import Output, output_options
from analyzer.cli.study_options import method_option, shoes_option

if TYPE_CHECKING:
    from analyzer.game.shoe import Shoe

SHORT_HELP = "Texts that state rules, and every way to read them."


@click.group(name="documents", cls=Group, short_help=SHORT_HELP)
def command() -> None:
    """Texts that state rules, every way to read them, and what each reading implies.

    A document is named by its number, its slug or the path of a TOML file.
    """


@command.command("list", short_help="All documents of the library.")
@output_options
def list_documents(output: Output) -> None:
    """List all documents of the library."""
    from analyzer.library.documents import document_slugs, load_document
    from analyzer.report.documents_report import documents_report

    output.show(documents_report([load_document(slug) for slug in document_slugs()]))


@command.command("show", short_help="One document: its readings, counts, edges and tables.")
@click.argument("name", metavar="NUMBER|SLUG|FILE")
@click.option("--reading", metavar="NAME", help="Only this reading; one that cannot be played is refused.")
@shoes_option
@method_option
@output_options
def show_document(name: str, reading: str | None, shoes: Sequence[Shoe], method: str, output: Output) -> None:
    r"""Show what a document says, how it can be read, and what every reading implies.

    \b
    Examples:
      baccarat documents show 003
      baccarat documents show 004 --reading G2/H2 --decks 8 --table edges
    """
    from analyzer.library.documents import load_document
    from analyzer.report.documents_report import document_report
    from analyzer.study.documents import require_payouts, study_documents

    document = load_document(name)
    if reading is not None:
        chosen = document.reading(reading)
        document.require_playable(chosen)
        document = document.only(chosen)
    if "edges" in output.tables:
        require_payouts(document)
    (result,) = study_documents([document], shoes, method)
    output.show(document_report(result, method))


@command.command("compare", short_help="Documents and readings side by side.")
@click.argument("names", nargs=-1, metavar="[NUMBER|SLUG|FILE]...")
@shoes_option
@method_option
@output_options
def compare_documents(names: tuple[str, ...], shoes: Sequence[Shoe], method: str, output: Output) -> None:
    """Put documents and readings side by side, and name the cells on which they contradict each other.

    Without a name, all documents of the library are compared, each with its own numbers of decks.
    """
    from analyzer.library.documents import document_slugs, load_document
    from analyzer.report.documents_report import compare_report
    from analyzer.study.documents import cell_verdicts, study_documents

    documents = [load_document(name) for name in dict.fromkeys(names or document_slugs())]
    results = study_documents(documents, shoes, method)
    output.show(compare_report(results, cell_verdicts(documents), method))
