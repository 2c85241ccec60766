"""Options that commands share, each handed to the command as the thing it stands for.

`shoe_options` gives a command a `Shoe`, `rules_option` a `Rulebook`, `wagers_option` the wagers, and
`output_options` an `Output` that knows format, file, style and digits and shows a report.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable, Sequence
from functools import wraps
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

import click

from analyzer.cli.complaints import wants_colour
from analyzer.errors import OutputError, ShoeError, UsageError
from analyzer.exact import MOST_DIGITS, STYLES
from analyzer.game.shoe import LARGEST_FILE, LONGEST_COUNT, Shoe
from analyzer.report.model import NumberStyle, Report
from analyzer.report.write import (
    ALL_FORMATS,
    FORMATS,
    check_path,
    format_of_path,
    only_sections,
    rendered,
    usual_digits,
    write_report,
)

if TYPE_CHECKING:
    from analyzer.game.rulebook import Rulebook
    from analyzer.wager.wager import Wager

USUAL_DECKS = 8
INFINITE = "infinite"
STANDARD_STREAM = "-"
NARROWEST_PAGE = 60

CAUGHT = f"{__name__}.caught"
"""Where a context keeps the list that gets reports instead of their being written, if there is one."""

Command = TypeVar("Command", bound=Callable[..., Any])


def _decks(ctx: click.Context, param: click.Parameter, text: str | None) -> int | str | None:
    """A whole number of decks, or `infinite`; whether a shoe can have so many is not asked here."""
    if text is None or text == INFINITE:
        return text
    if re.fullmatch(r"[+-]?[0-9]+", text) and len(text) <= LONGEST_COUNT:
        return int(text)
    raise UsageError(
        f'"{text}" is no number of decks', where="--decks", mend=f"give a whole number or {INFINITE}"
    )


def _digits(ctx: click.Context, param: click.Parameter, text: str | None) -> int | None:
    if text is None:
        return None
    if re.fullmatch(r"[0-9]{1,6}", text) and int(text) <= MOST_DIGITS:
        return int(text)
    raise UsageError(
        f'"{text}" is no number of digits',
        where="--digits",
        mend=f"give a whole number from 0 to {MOST_DIGITS}",
    )


def _with(options: Sequence[Callable[[Command], Command]], function: Command) -> Command:
    for option in reversed(options):
        function = option(function)
    return function


def shoe_options(function: Callable[..., None]) -> Callable[..., None]:
    """Add `--decks`, `--shoe` and `--remove`; the command gets a `shoe`."""

    @wraps(function)
    def with_shoe(
        *args: Any, decks: int | str | None, shoe_text: str | None, remove: str | None, **rest: Any
    ) -> None:
        function(*args, shoe=_chosen_shoe(decks, shoe_text, remove), **rest)

    return _with(
        [
            click.option(
                "--decks",
                callback=_decks,
                metavar="N|infinite",
                help=f"Full decks in the shoe.  [default: {USUAL_DECKS}]",
            ),
            click.option(
                "--shoe",
                "shoe_text",
                metavar="COUNTS|FILE|-",
                help="The cards left: 10 counts by point value, 13 by rank or 52 by card; or a file of"
                " counts or cards, or - for standard input.",
            ),
            click.option("--remove", metavar="CARDS", help='Cards taken out of the shoe, such as "K 9♠ 4h".'),
        ],
        with_shoe,
    )


def _chosen_shoe(decks: int | str | None, shoe_text: str | None, remove: str | None) -> Shoe:
    if decks is not None and shoe_text is not None:
        raise UsageError("a shoe is given twice", where="--decks and --shoe", mend="give one of them")
    if shoe_text is not None:
        shoe = _listed_shoe(shoe_text)
    else:
        shoe = _named(lambda: _full_shoe(USUAL_DECKS if decks is None else decks), "--decks")
    return shoe if remove is None else _named(lambda: shoe - remove, "--remove")


def _full_shoe(decks: int | str) -> Shoe:
    return Shoe.infinite() if isinstance(decks, str) else Shoe.from_decks(decks)


def _listed_shoe(text: str) -> Shoe:
    """The shoe of counts, a file or standard input; what does not look like counts or cards is a file."""
    if text == STANDARD_STREAM:
        listed = read_standard_input()
        return _named(lambda: Shoe.from_text(listed), "standard input")
    looks_like_counts = re.fullmatch(r"[\s,;+\-.0-9eE]*", text)
    looks_like_cards = re.search(r"[\s,;]", text) and not os.path.exists(text)
    if looks_like_counts or looks_like_cards:
        return _named(lambda: Shoe.from_text(text), "--shoe")
    return Shoe.from_file(text)


def read_standard_input() -> str:
    """The text on standard input.

    Raises
    ------
    ShoeError
        There is none, it is no text, or it is too long to list the cards of a shoe.
    """
    if sys.stdin is None:
        raise ShoeError("there is no standard input to read")
    stream = getattr(sys.stdin, "buffer", None)
    content = stream.read(LARGEST_FILE + 1) if stream else sys.stdin.read(LARGEST_FILE + 1).encode()
    return _shoe_text(content, "standard input")


def read_text(path: str) -> str:
    """The text of a file that lists cards.

    Raises
    ------
    ShoeError
        It cannot be read, is no text, or is too long to list the cards of a shoe.
    """
    try:
        with open(path, "rb") as file:
            return _shoe_text(file.read(LARGEST_FILE + 1), path)
    except OSError as error:
        raise ShoeError(f"the cards cannot be read: {error.strerror}", where=path) from None


def _shoe_text(content: bytes, where: str) -> str:
    if len(content) > LARGEST_FILE:
        raise ShoeError("the text is too long to list the cards of a shoe", where=where)
    try:
        return str(content, "utf-8-sig")
    except UnicodeDecodeError:
        raise ShoeError("the cards are not written as text", where=where) from None


def _named(make: Callable[[], Shoe], place: str) -> Shoe:
    """What is made, or the error with the place where it was asked for."""
    try:
        return make()
    except ShoeError as error:
        where = f"{place}, {error.where}" if error.where else place
        raise ShoeError(error.what, where=where, mend=error.mend) from None


def rules_option(function: Callable[..., None]) -> Callable[..., None]:
    """Add `--rules`; the command gets a `rulebook`."""

    @wraps(function)
    def with_rules(*args: Any, rules: str, **rest: Any) -> None:
        from analyzer.library.catalog import load_rulebook

        rulebook: Rulebook = load_rulebook(rules)
        function(*args, rulebook=rulebook, **rest)

    option = click.option(
        "--rules", metavar="SLUG|FILE", default="standard", show_default=True, help="The third-card rule."
    )
    return option(with_rules)


def wagers_option(function: Callable[..., None]) -> Callable[..., None]:
    """Add `--wagers`; the command gets the `wagers`, and as `required` the slugs asked for by name."""

    @wraps(function)
    def with_wagers(*args: Any, wagers: str | None, **rest: Any) -> None:
        from analyzer.library.catalog import DEFAULT_WAGERS, load_wagers

        loaded: list[Wager] = load_wagers(DEFAULT_WAGERS if wagers is None else wagers)
        named = {name.strip() for name in (wagers or "").split(",")}
        required = [wager.slug for wager in loaded if wager.slug in named]
        function(*args, wagers=loaded, required=required, **rest)

    option = click.option(
        "--wagers",
        metavar="SLUG|GROUP|FILE,...",
        help="The wagers, separated by commas.  [default: Player, Banker, Tie and both pairs]",
    )
    return option(with_wagers)


class Output(NamedTuple):
    """Where an answer goes, and how it looks."""

    format_name: str
    path: str | None
    numbers: NumberStyle
    tables: tuple[str, ...] = ()

    def show(self, report: Report) -> None:
        """Write a report in its format to its file or to standard output.

        Raises
        ------
        OutputError
            The file cannot be written.
        UsageError
            A table is asked for that the report does not have.
        """
        context = click.get_current_context(silent=True)
        caught = context.meta.get(CAUGHT) if context else None
        if caught is not None:
            caught.append(report)
            return
        if self.tables:
            report = only_sections(report, self.tables, self.format_name)
        if self.path is not None:
            write_report(self.path, report, self.format_name, self.numbers)
            return
        require_standard_output()
        heading = _bold if self.format_name == "table" and wants_colour(sys.stdout) else str
        sys.stdout.write(
            rendered(report, self.format_name, self.numbers, width=_page_width(), heading=heading)
        )


def require_standard_output() -> None:
    """Refuse to go on where standard output is closed.

    Raises
    ------
    OutputError
        It is.
    """
    if sys.stdout is None:
        raise OutputError("there is no standard output to write to", mend="name a file with -o")


def output_options(function: Callable[..., None]) -> Callable[..., None]:
    """Add `--format`, `--json`, `-o`, `--digits`, `--as` and `--table`; the command gets an `output`."""

    @wraps(function)
    def with_output(
        *args: Any,
        format_name: str | None,
        as_json: bool,
        path: str | None,
        digits: int | None,
        style: str | None,
        tables: tuple[str, ...],
        **rest: Any,
    ) -> None:
        output = _chosen_output("json" if as_json else format_name, format_name, path, digits, style, tables)
        function(*args, output=output, **rest)

    return _with(
        [
            click.option(
                "--format",
                "format_name",
                type=click.Choice(list(ALL_FORMATS)),
                help="How the answer is written.",
            ),
            click.option("--json", "as_json", is_flag=True, help="The same as --format json."),
            click.option(
                "-o",
                "--output",
                "path",
                metavar="FILE",
                help=f"Write to a file; its suffix ({' '.join(ALL_FORMATS.values())}) chooses the format.",
            ),
            click.option(
                "--digits",
                callback=_digits,
                metavar="N",
                help="Digits after the point.  [default: 6, in csv and json 10]",
            ),
            click.option(
                "--as",
                "style",
                type=click.Choice(STYLES),
                help="How probabilities are written; json always gives fraction and decimal.",
            ),
            click.option(
                "--table", "tables", multiple=True, metavar="NAME", help="Only this table; can be repeated."
            ),
        ],
        with_output,
    )


def _chosen_output(
    format_name: str | None,
    other_format: str | None,
    path: str | None,
    digits: int | None,
    style: str | None,
    tables: tuple[str, ...],
) -> Output:
    if other_format not in (None, format_name):
        raise UsageError(f"two formats are asked for, json and {other_format}", where="--json and --format")
    if path == STANDARD_STREAM:
        path = None
    if path is not None:
        format_name = format_name or format_of_path(path, ALL_FORMATS)
        check_path(path)
    format_name = format_name or "table"
    if path is None and format_name not in FORMATS:
        raise UsageError(
            f"{format_name} is no text to print",
            where="--format",
            mend=f"name a file: -o answer.{format_name}",
        )
    if tables and format_name == "json":
        raise UsageError(
            "json always holds the whole answer", where="--table", mend="leave --table out, or use csv"
        )
    chosen_digits = usual_digits(format_name) if digits is None else digits
    return Output(format_name, path, NumberStyle(style, chosen_digits), tables)


def _bold(text: str) -> str:
    return f"\033[1m{text}\033[0m"


def _page_width() -> int | None:
    """Width of the terminal; a fixed one where there is none, so that files do not depend on the window."""
    if not sys.stdout.isatty():
        return None
    try:
        return max(NARROWEST_PAGE, os.get_terminal_size(sys.stdout.fileno()).columns)
    except (OSError, ValueError):
        return None
