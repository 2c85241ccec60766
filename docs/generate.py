"""Pages written from the program itself: commands, catalogue, schemas, Python names, sources.

They are made before every build and not committed, so they cannot fall behind.
"""

import csv
import io
import json
import re
import tomllib
from collections.abc import Iterable, Iterator
from contextlib import redirect_stdout
from inspect import cleandoc
from pathlib import Path

import click

import analyzer
from analyzer.cli.main import PROGRAM, baccarat, main
from analyzer.exact import percent_text
from analyzer.library.catalog import (
    DEFAULT_RULEBOOK,
    SHELVES,
    load_rulebook,
    load_wager,
    rulebook_slugs,
    wager_slugs,
)
from analyzer.library.documents import document_slugs, load_document
from analyzer.library.games import game_slugs, load_game
from analyzer.report import write
from analyzer.report.documents_report import document_report
from analyzer.report.games_report import game_report
from analyzer.report.markdown import escaped
from analyzer.report.model import NumberStyle, Report
from analyzer.report.rules_report import rulebook_report
from analyzer.report.wagers_report import edge_when_offered, wager_report
from analyzer.study.documents import study_documents
from analyzer.study.games import study_games

ROOT = Path(__file__).parents[1]
SCHEMAS = ROOT / "analyzer" / "report" / "schemas"
BOOK = ROOT / "reports" / "book.toml"
LONGEST_REPORT = 200_000
"""So many letters are a page; longer reports are named only."""

FIGURES = ROOT / "tests" / "published" / "figures.toml"
PERCENT_DIGITS = 4

ADDRESS = re.compile(r"(?<![<(])https?://[^\s;,)\]]+")

CSV_EXAMPLES = (
    "analyze --joint",
    "together --wagers main/player,main/tie",
    "break-even --wagers main",
    "decks 6,8 --wagers main",
    "removal --wagers main",
    "extremes --wagers main --decks 1 --cards 50",
    "odds --player 9 --unseen-burn 3",
    "information --positions 1,2 --best-labelling",
    "in-round --cards",
    "commission --coin 1",
    "shoe --decks 1 --simulate 100",
    "shoe --shoe 10,1,0,2,0,1,0,2,0,1 --cut 0 --burn none",
    "check --claim player_pair_edge=11.25%",
    "deal K♠ 3♥ 7♦ 4♣",
    "games show macau-commission",
    "documents show 001",
    "rules show standard",
    "rules diff documents/000-r1",
    "wagers show main/tie",
)
"""One command for each kind of answer, to name its tables and columns."""

PYTHON_MODULES = {
    "Many shoes at once": "analyzer.study.many_shoes",
    "Several wagers on one coup": "analyzer.study.together",
    "By number of decks": "analyzer.study.decks",
    "Break-even terms": "analyzer.study.break_even",
    "Effects of removal": "analyzer.study.removal",
    "Extreme shoes": "analyzer.study.extremes",
    "Odds once something is known": "analyzer.study.odds.known",
    "What is known of a coup": "analyzer.study.odds.knowledge",
    "Information before the bet": "analyzer.study.information.information",
    "Marks on cards": "analyzer.study.information.marks",
    "Bets offered during a coup": "analyzer.study.in_round",
    "Cards of a coup, coups of a shoe": "analyzer.study.shoe.shoe_facts",
    "Documents": "analyzer.study.documents",
    "Games": "analyzer.study.games",
    "Published figures": "analyzer.study.check.figure",
    "Published figures, checked": "analyzer.study.check.figure_check",
    "Commission in coins": "analyzer.study.commission",
    "Odds": "analyzer.wager.odds",
    "Exact numbers": "analyzer.exact",
    "Errors": "analyzer.errors",
}


def write_pages(folder: Path) -> None:
    """Write all pages, touching only those that change."""
    made = dict(pages())
    folder.mkdir(exist_ok=True)
    for old in folder.rglob("*.md"):
        if old.relative_to(folder).as_posix() not in made:
            old.unlink()
    for name, lines in made.items():
        path = folder / name
        text = "\n".join(lines) + "\n"
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")


def pages() -> Iterator[tuple[str, Iterable[str]]]:
    """Every page: its path in the folder, and its lines."""
    yield "commands.md", command_page()
    yield "schemas.md", schema_page()
    yield "columns.md", column_page()
    yield "python.md", python_page()
    yield "rulebooks.md", rulebook_page()
    yield "games.md", game_page()
    yield "documents.md", document_page()
    yield from wager_pages()
    yield from report_pages()
    yield "sources.md", source_page()


# Commands


def command_page() -> Iterator[str]:
    """All commands, from click itself."""
    yield "# Commands"
    yield ""
    yield "`baccarat COMMAND --help` shows the same on a terminal."
    context = click.Context(baccarat, info_name=PROGRAM)
    for name in baccarat.list_commands(context):
        yield from _command(baccarat.get_command(context, name), f"{PROGRAM} {name}", 2)


def _command(command: click.Command, path: str, level: int) -> Iterator[str]:
    # A command keeps the help option that it was first asked with, so it is asked as the program does.
    context = click.Context(command, info_name=path, **baccarat.context_settings)
    usage = " ".join(command.collect_usage_pieces(context))
    yield from ("", f"{'#' * level} {path}", "")
    prose, _, listed = cleandoc(command.help or "").partition("\b\n")
    yield from (prose.rstrip(), "", "```text", f"{path} {usage}", "```", "")
    if listed:
        examples = [
            line.strip() for line in listed.splitlines() if line.strip().startswith((PROGRAM, "make"))
        ]
        yield from ("For example:", "", "```text", *examples, "```", "")
    records = [parameter.get_help_record(context) for parameter in command.get_params(context)]
    shown = [record for record in records if record and "--help" not in record[0]]
    if shown:
        yield from ("| Option | Meaning |", "|:--|:--|")
        yield from (f"| `{_cell(option)}` | {_cell(_prose(meaning))} |" for option, meaning in shown)
    if isinstance(command, click.Group):
        for name in command.list_commands(context):
            yield from _command(command.get_command(context, name), f"{path} {name}", level + 1)


def _prose(text: str) -> str:
    """Text as it is, but for commands in backticks."""
    return escaped(text).replace("\\`", "`")


def _cell(text: str) -> str:
    return re.sub(r"(?<!\\)\|", r"\\|", " ".join(text.split()))


# Formats


def schema_page() -> Iterator[str]:
    """Every JSON schema, with what it says about itself and its data."""
    yield from ("# JSON schemas", "")
    yield "They are installed with the package, in `analyzer/report/schemas/`."
    for path in sorted(SCHEMAS.glob("*.json")):
        schema = json.loads(path.read_text(encoding="utf-8"))
        yield from (
            "",
            f"## {schema.get('title', path.stem)}",
            "",
            escaped(schema.get("description", "")),
            "",
        )
        data = schema.get("properties", {}).get("data", {})
        fields = data.get("properties", {})
        required = set(data.get("required", ()))
        if fields:
            yield from ("| Field of `data` | Holds | Always |", "|:--|:--|:--|")
        for name, field in fields.items():
            kind = _prose(field.get("description", "")) or _kind(field)
            yield f"| `{name}` | {kind} | {'yes' if name in required else 'no'} |"


def _kind(field: dict) -> str:
    if "$ref" in field:
        return field["$ref"].rsplit("/", 1)[-1].replace("_", " ")
    if field.get("type") == "array":
        return f"list of {_kind(field.get('items', {}))}"
    kind = field.get("type", "any")
    return " or ".join(kind) if isinstance(kind, list) else kind


def column_page() -> Iterator[str]:
    """Tables and columns of the CSV answers, as the commands write them."""
    yield from ("# CSV tables and columns", "")
    yield "For each kind of answer one command, and the columns of its tables."
    for command in CSV_EXAMPLES:
        yield from ("", f"## {command.split(' --')[0]}", "", f"From `{PROGRAM} {command} --format csv`.", "")
        yield from ("| Table | Columns |", "|:--|:--|")
        for key, columns in _csv_tables(command):
            table = f"`{key}`" if key else "(the only one)"
            yield f"| {table} | {', '.join(f'`{name}`' for name in columns)} |"


def _csv_tables(command: str) -> Iterator[tuple[str, list[str]]]:
    printed = io.StringIO()
    with redirect_stdout(printed):
        main([*command.split(), "--format", "csv"])
    for block in re.split(r"\n\n(?=\")", printed.getvalue()):
        rows = list(csv.reader(io.StringIO(block)))
        yield ("", rows[0]) if len(rows[0]) > 1 or len(rows) < 2 else (rows[0][0], rows[1])


# Python


def python_page() -> Iterator[str]:
    """The public names, then the modules that answer more special questions."""
    yield from ("# Python names", "", "## analyzer", "")
    yield "What `import analyzer` offers; everything else is imported from the module that it stands in."
    for name in analyzer.__all__:
        thing = getattr(analyzer, name)
        if isinstance(thing, str):
            continue
        directive = "autoclass" if isinstance(thing, type) else "autofunction"
        yield from _directive(directive, f"{thing.__module__}.{thing.__name__}", isinstance(thing, type))
    for title, module in PYTHON_MODULES.items():
        yield from ("", f"## {title}", "", f"The module `{module}`.")
        yield from _directive("automodule", module, True)


def _directive(name: str, target: str, members: bool) -> Iterator[str]:
    yield from ("", "```{eval-rst}", f".. {name}:: {target}")
    if members:
        yield "   :members:"
    if name == "automodule":
        shown_above = [
            getattr(thing, "__name__", "") for thing in map(analyzer.__dict__.get, analyzer.__all__)
        ]
        yield f"   :exclude-members: {', '.join(filter(None, shown_above))}"
    yield "```"


# The catalogue


def _shifted(report: Report, levels: int, keep: tuple[str, ...] = ()) -> Iterator[str]:
    """A report as Markdown whose headings stand so many levels deeper."""
    if keep:
        sections = tuple(section for section in report.sections if section.key in keep)
        report = report._replace(sections=sections)
    for line in write.rendered(report, "markdown", NumberStyle(digits=PERCENT_DIGITS)).splitlines():
        yield linked("#" * levels + line if line.startswith("#") else line)


def linked(text: str) -> str:
    """Text whose addresses can be followed.

    Examples
    --------
    >>> linked("https://example.com/a, page 3")
    '<https://example.com/a>, page 3'
    """
    return ADDRESS.sub(lambda match: f"<{match[0].replace(chr(92), '')}>", text)


def rulebook_page() -> Iterator[str]:
    """All rulebooks of the library."""
    yield from ("# Rulebooks", "")
    yield "Each can be named by its slug: `baccarat analyze --rules SLUG`."
    for slug in rulebook_slugs():
        yield from ("", f"(rulebook-{slug.replace('/', '-')})=")
        yield from _shifted(rulebook_report(load_rulebook(slug)), 1)


def game_page() -> Iterator[str]:
    """All games of the library."""
    yield from ("# Games", "")
    yield "Tables as law and houses offer them: `baccarat analyze --game SLUG`."
    for slug in game_slugs():
        yield ""
        yield from _shifted(game_report(study_games([load_game(slug)])[0], "enumeration"), 1)


def document_page() -> Iterator[str]:
    """All documents of the library, with every reading."""
    yield from ("# Documents", "")
    yield "Texts that state rules, and everything that each way of reading them implies."
    for slug in document_slugs():
        yield ""
        (result,) = study_documents([load_document(slug)], (), "enumeration")
        yield from _shifted(document_report(result, "enumeration"), 1)


def wager_pages() -> Iterator[tuple[str, Iterable[str]]]:
    """A page for each group of wagers, and one that lists them all with their edges."""
    groups: dict[str, list[str]] = {}
    for slug in wager_slugs():
        groups.setdefault(slug.rsplit("/", 1)[0], []).append(slug)
    yield "wagers.md", _wager_list(groups)
    for group, slugs in groups.items():
        yield f"wagers-{group.replace('/', '-')}.md", _wager_group(group, slugs)


def _wager_list(groups: dict[str, list[str]]) -> Iterator[str]:
    laws = dict(analyzer.analyze(wagers="all").laws)
    for group in set(groups) & set(rulebook_slugs()):
        laws |= analyzer.analyze(rules=group, wagers=group).laws
    yield from (
        "# Wagers",
        "",
        "House edges with eight decks under the standard rules; for a group that is named",
    )
    yield "like a rulebook, under that one. With another shoe a wager is worth something else."
    yield "Of a bet that is offered during a coup it is the edge per bet made."
    yield from ("", "```{toctree}", ":hidden:")
    yield from (f"wagers-{group.replace('/', '-')}" for group in groups)
    yield "```"
    for group, slugs in groups.items():
        yield from ("", f"## {group}", "", "| Wager | Title | House edge |", "|:--|:--|--:|")
        for slug in slugs:
            law = laws.get(slug)
            known = law is not None and not law.has_jackpot
            wager = load_wager(slug)
            worth = edge_when_offered(law) if known and wager.offered else law.house_edge if known else None
            edge = "–" if worth is None else percent_text(worth, PERCENT_DIGITS)
            page = f"wagers-{group.replace('/', '-')}.md#{_anchor(slug)}"
            yield f"| [{slug}]({page}) | {escaped(wager.title)} | {edge} |"


def _wager_group(group: str, slugs: list[str]) -> Iterator[str]:
    rules = group if group in rulebook_slugs() else DEFAULT_RULEBOOK
    yield f"# Wagers: {group}"
    for slug in slugs:
        wager = load_wager(slug)
        yield from ("", f"({_anchor(slug)})=")
        yield from _shifted(wager_report(wager, analyzer.analyze(rules=rules, wagers=[wager])), 1)


def _anchor(slug: str) -> str:
    return f"wager-{slug.replace('/', '-')}"


# Reports


def report_pages() -> Iterator[tuple[str, Iterable[str]]]:
    """The reports of the book as pages, and one that lists them."""
    reports = tomllib.loads(BOOK.read_text(encoding="utf-8"))["report"] if BOOK.exists() else []
    short = []
    for report in reports:
        path = BOOK.parent / f"{report['name']}.md"
        if path.exists() and path.stat().st_size <= LONGEST_REPORT:
            short.append(report["name"])
            yield f"reports/{report['name']}.md", _report(report, path)
    yield "reports.md", _report_list(reports, short)


def _report(report: dict[str, str], path: Path) -> Iterator[str]:
    yield from (f"# {report['title']}", "", _about(report), "")
    for line in path.read_text(encoding="utf-8").splitlines():
        yield f"#{line}" if line.startswith("#") else line


def _report_list(reports: list[dict[str, str]], short: list[str]) -> Iterator[str]:
    yield from (
        "# Reports",
        "",
        "The tables of the book in `reports/`, which also has each of them as CSV and JSON.",
    )
    yield "`baccarat reports check` makes them again and compares every byte."
    yield from ("", "```{toctree}", ":hidden:", *(f"reports/{name}" for name in short), "```")
    for report in reports:
        name, title = report["name"], escaped(report["title"])
        heading = f"[{title}](reports/{name}.md)" if name in short else f"{title}: `reports/{name}.md`"
        yield from ("", f"- {heading}.", f"  {_about(report)}")


def _about(report: dict[str, str]) -> str:
    return f"{escaped(report.get('about', ''))} From `{PROGRAM} {report['command']}`.".strip()


# Sources


def source_page() -> Iterator[str]:
    """Everything that the library and the tests cite, and where."""
    yield from ("# Sources", "", "## What the library cites", "")
    yield "Each file of the library names who states its rules or its pays."
    cited: dict[str, list[str]] = {}
    for path in sorted(SHELVES.rglob("*.toml")):
        name = path.relative_to(SHELVES).with_suffix("").as_posix()
        cited.setdefault(tomllib.loads(path.read_text(encoding="utf-8")).get("source", ""), []).append(name)
    yield from ("", "| Source | Cited by |", "|:--|:--|")
    for source, names in sorted(cited.items()):
        yield f"| {linked(escaped(source)) or 'none'} | {', '.join(f'`{name}`' for name in names)} |"
    figures = tomllib.loads(FIGURES.read_text(encoding="utf-8"))
    yield from ("", "## Published figures", "")
    yield "The tests hold every printed digit of the figures that these sources publish."
    yield from ("", "| Short name | Source |", "|:--|:--|")
    yield from (f"| `{key}` | {linked(escaped(source))} |" for key, source in figures["sources"].items())
