"""Answers in Python and in notebooks: `analyze` with parts given by name, and results that show themselves.

A result keeps its exact values; what a notebook shows is the report that the command line prints as well.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields
from fractions import Fraction
from html import escape

from analyzer.errors import UsageError, did_you_mean
from analyzer.exact import DEFAULT_DIGITS, Between, Exact
from analyzer.game.rulebook import Rulebook
from analyzer.game.shoe import Shoe
from analyzer.library.catalog import DEFAULT_RULEBOOK, DEFAULT_WAGERS, load_rulebook, load_wagers
from analyzer.report.model import (
    MACHINES,
    PEOPLE,
    Cell,
    Facts,
    Formula,
    NumberStyle,
    Prose,
    Report,
    Root,
    Section,
    Table,
)
from analyzer.report.write import format_of_path, rendered, usual_digits, write_file
from analyzer.study import analysis as study
from analyzer.study.precision.enclosure import Real
from analyzer.wager.wager import Wager

USUAL_DECKS = 8
INFINITE = "infinite"

Row = dict[str, str | int | Exact | None]
Wagers = str | Wager | Sequence[str | Wager]


@dataclass(frozen=True)
class Shown:
    """A report that a notebook shows as tables, and that can be had as rows, text or a file.

    Examples
    --------
    >>> rules = show(load_rulebook("standard"))
    >>> print(rules.text("markdown").splitlines()[0])
    # Punto banco, the standard third-card rule
    """

    report: Report

    def to_rows(self, table: str | None = None) -> list[Row]:
        """The rows of one table, each as a dict with the column keys that CSV has too.

        Numbers are whole or exact fractions; a root, which has no exact fraction, is a decimal as text.

        Parameters
        ----------
        table : str, optional
            Key of the table; the first one if not given.

        Raises
        ------
        UsageError
            There is no such table.
        """
        tables = {part.key: part for part in self.report.sections_for(MACHINES) if isinstance(part, Table)}
        key = next(iter(tables), "") if table is None else table
        if key not in tables:
            raise UsageError(
                f'there is no table "{key}"',
                mend=did_you_mean(key, tables) or f"the tables are {', '.join(tables)}",
            )
        keys = [column.key for column in tables[key].columns]
        return [dict(zip(keys, map(_value, row), strict=True)) for row in tables[key].rows]

    def text(self, format_name: str = "table", *, digits: int | None = None, style: str | None = None) -> str:
        """The report in a format: table, markdown, csv, json, html or latex."""
        digits = usual_digits(format_name) if digits is None else digits
        return rendered(self.report, format_name, NumberStyle(style, digits))

    def save(self, path: str) -> None:
        """Write the report to a file; the suffix chooses the format."""
        write_file(path, self.text(format_of_path(path)))

    def __str__(self) -> str:
        return self.text().rstrip()

    def _repr_markdown_(self) -> str:
        return self.text("markdown")

    def _repr_html_(self) -> str:
        return "\n".join(_html(self.report))


@dataclass(frozen=True)
class ShownAnalysis(study.Analysis):
    """What `analyze` finds out; see `analyzer.study.analysis.Analysis` for its parts."""

    def shown(self, *, lines: bool | None = None, joint: bool = False) -> Shown:
        """The report of the analysis, with every pay line and with joint totals if they are asked for."""
        from analyzer.report.analysis_report import analysis_report

        return Shown(analysis_report(self, lines=lines, joint=joint))

    def to_rows(self, table: str | None = None) -> list[Row]:
        """The rows of one table: wagers (if there are any), outcomes, lines or joint."""
        if table is None:
            table = "wagers" if self.laws else "outcomes"
        return self.shown(lines=True, joint=True).to_rows(table)

    def __str__(self) -> str:
        return str(self.shown())

    def _repr_markdown_(self) -> str:
        return self.shown()._repr_markdown_()

    def _repr_html_(self) -> str:
        return self.shown()._repr_html_()


def analyze(
    shoe: Shoe | str | Sequence[int] | None = None,
    rules: Rulebook | str = DEFAULT_RULEBOOK,
    wagers: Wagers = DEFAULT_WAGERS,
    *,
    decks: int | str | None = None,
    remove: str = "",
    method: str = study.METHODS[0],
    play: str = "",
) -> ShownAnalysis:
    """Exact outcomes, joint totals and laws of wagers, with everything given by name or as an object.

    Parameters
    ----------
    shoe : Shoe, str or sequence of int, optional
        The cards left: a shoe, a text of counts or cards, or 10, 13 or 52 counts.
    rules : Rulebook or str
        A rulebook, its slug, or the path of a file.
    wagers : str, Wager or sequence of them
        Wagers, slugs, groups or paths; a text may list several, separated by commas.
    decks : int or "infinite", optional
        Full decks, instead of `shoe`; 8 if neither is given.
    remove : str, optional
        Cards taken out of the shoe, such as `K 9♠ 4h`.
    method : {"enumeration", "graph", "forms"}
        The road to the counts; all give the same numbers.
    play : str, optional
        How choices are played, where the rulebook leaves any: a text such as `player 5: 9/11`, or a file.

    Returns
    -------
    ShownAnalysis

    Raises
    ------
    UsageError
        Both a shoe and a number of decks are given.
    RulebookError
        The rulebook leaves cells undefined, or leaves open which suit a wager that is named asks for.
    ShoeError
        The shoe cannot be, or a wager that is named asks for more than it knows.

    Examples
    --------
    >>> table = analyze(decks=8, wagers="main/tie, side/dragon-7")
    >>> table.law("main/tie").house_edge
    Fraction(103841353768, 723147898655)
    >>> [f"{row['wager']}: {row['house_edge']:.4%}" for row in table.to_rows()]
    ['Tie, 8 to 1: 14.3596%', 'Dragon 7, 40 to 1: 7.6113%']
    """
    chosen = _shoe(shoe, decks)
    if remove:
        chosen = chosen - remove
    rulebook = load_rulebook(rules) if isinstance(rules, str) else rules
    listed, required = _wagers(wagers)
    policy = None
    if play:
        from analyzer.play.policy_text import parse_policy

        policy = parse_policy(play, rulebook)
    found = study.analyze(chosen, rulebook, listed, method, required, policy=policy)
    return ShownAnalysis(**{field.name: getattr(found, field.name) for field in fields(found)})


def show(thing: Report | Rulebook | Wager | study.Analysis) -> Shown:
    """A rulebook, a wager, an analysis or any report of `analyzer.report`, ready to be looked at.

    Raises
    ------
    UsageError
        There is no report of such a thing.

    Examples
    --------
    >>> from analyzer.library.catalog import load_wager
    >>> show(load_wager("main/tie")).to_rows()[0]
    {'line': 'tie', 'when': 'tie', 'pays': '8 to 1', 'pays_for_one': '9 for 1'}
    """
    if isinstance(thing, Report):
        return Shown(thing)
    if isinstance(thing, Rulebook):
        from analyzer.report.rules_report import rulebook_report

        return Shown(rulebook_report(thing))
    if isinstance(thing, Wager):
        from analyzer.report.wagers_report import wager_report

        return Shown(wager_report(thing, study.analyze(_shoe(None, None), load_rulebook(), [thing])))
    if isinstance(thing, study.Analysis):
        from analyzer.report.analysis_report import analysis_report

        return Shown(analysis_report(thing))
    raise UsageError(
        f"there is no report of a {type(thing).__name__}",
        mend="show a rulebook, a wager, an analysis or a report",
    )


def _shoe(shoe: Shoe | str | Sequence[int] | None, decks: int | str | None) -> Shoe:
    if shoe is not None and decks is not None:
        raise UsageError("a shoe is given twice", where="shoe and decks", mend="give one of them")
    if isinstance(shoe, Shoe):
        return shoe
    if isinstance(shoe, str):
        return Shoe.from_text(shoe)
    if shoe is not None:
        return Shoe.from_counts(shoe)
    if decks is None:
        return Shoe.from_decks(USUAL_DECKS)
    if isinstance(decks, int):
        return Shoe.from_decks(decks)
    if decks != INFINITE:
        raise UsageError(
            f'"{decks}" is no number of decks', where="decks", mend=f'give a whole number or "{INFINITE}"'
        )
    return Shoe.infinite()


def _wagers(wagers: Wagers) -> tuple[list[Wager], list[str]]:
    """The wagers, and the slugs of those that are named, not only members of a group that is."""
    listed = [wagers] if isinstance(wagers, str | Wager) else list(wagers)
    loaded: dict[str, Wager] = {}
    required = []
    for item in listed:
        if isinstance(item, Wager):
            loaded[item.slug] = item
            required.append(item.slug)
        else:
            loaded |= {wager.slug: wager for wager in load_wagers(item)}
            required += [name for name in map(str.strip, item.split(",")) if name in loaded]
    return list(loaded.values()), [] if wagers is DEFAULT_WAGERS else required


def _value(value: Cell) -> str | int | Exact | None:
    if isinstance(value, Fraction):
        return Exact(value)
    if isinstance(value, Formula):
        return value.text
    if isinstance(value, Between):
        return value.text(digits=DEFAULT_DIGITS)
    return value.text(DEFAULT_DIGITS) if isinstance(value, Root | Real) else value


def _html(report: Report) -> Iterator[str]:
    """A report as a piece of a page, whose looks the notebook decides."""
    numbers = NumberStyle()
    if report.title:
        yield f"<h3>{escape(report.title)}</h3>"
    for section in report.sections_for(PEOPLE):
        if section.title:
            yield f"<h4>{escape(section.title)}</h4>"
        yield from _html_section(section, numbers)
        for note in getattr(section, "notes", ()):
            yield f"<p>{escape(note)}</p>"


def _html_section(section: Section, numbers: NumberStyle) -> Iterator[str]:
    if isinstance(section, Table):
        yield "<table>"
        heads = "".join(f"<th>{escape(column.name)}</th>" for column in section.columns)
        yield f"<thead><tr>{heads}</tr></thead>"
        yield "<tbody>"
        for row in section.rows:
            cells = zip(row, section.columns, strict=True)
            yield (
                "<tr>"
                + "".join(_html_cell(numbers.text(value, c.kind), c.align) for value, c in cells)
                + "</tr>"
            )
        yield "</tbody></table>"
    elif isinstance(section, Facts):
        yield "<table><tbody>"
        for fact in section.facts:
            value = _html_cell(numbers.text(fact.value, fact.kind), "left")
            yield f"<tr><th>{escape(fact.name)}</th>{value}</tr>"
        yield "</tbody></table>"
    elif isinstance(section, Prose):
        yield from (f"<p>{escape(paragraph)}</p>" for paragraph in section.paragraphs)


def _html_cell(text: str, align: str) -> str:
    return f'<td style="text-align: {align}">{escape(text)}</td>'
