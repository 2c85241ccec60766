"""The mathematics report of a table, in every format."""

import csv
import io
import json
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from fractions import Fraction
from html.parser import HTMLParser
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from analyzer.cli.main import main
from analyzer.errors import OutputError
from analyzer.game.shoe import Shoe
from analyzer.library.catalog import load_rulebook, load_wagers
from analyzer.report import pdf_format
from analyzer.report.model import PEOPLE, Chapter, NumberStyle, Picture, Report, Table
from analyzer.report.table_identity import Subject
from analyzer.report.table_report import ASKED, table_report
from analyzer.report.write import FORMATS, rendered, write_report
from analyzer.study.table_study import study_table
from analyzer.wager.commission import Payments

USUAL = "main/player,main/banker,main/tie,pairs/player-pair,pairs/banker-pair"
STYLE = NumberStyle()


def report_of(wagers: str = USUAL, shoe: Shoe | None = None, **more: Any) -> Report:
    subject = Subject(standard=load_rulebook(), **more)
    study = study_table(
        shoe or Shoe.from_decks(8),
        load_rulebook(),
        load_wagers(wagers),
        payments=Payments(Fraction(5), round_commission="down"),
    )
    return table_report(study, subject)


@pytest.fixture(scope="module")
def usual() -> Report:
    return report_of()


@pytest.fixture(scope="module")
def page(usual: Report) -> str:
    return rendered(usual, "html", STYLE)


def tables(report: Report) -> dict[str, Table]:
    return {section.key: section for section in report.sections if isinstance(section, Table)}


# What it says


def test_the_ways_of_every_wager_add_up_to_the_total(usual: Report) -> None:
    events = [table for key, table in tables(usual).items() if key.startswith("events_")]
    assert len(events) == 5
    for table in events:
        places = {column.key: place for place, column in enumerate(table.columns)}
        *rows, last = table.rows
        assert sum(row[places["ways"]] for row in rows) == last[places["ways"]] == 4998398275503360
        assert sum(row[places["exactly"]] for row in rows) == last[places["exactly"]] == 1
        assert sum(row[places["contribution"]] for row in rows) == last[places["contribution"]]


def test_every_switch_and_every_source_is_told(usual: Report) -> None:
    text = rendered(usual, "markdown", STYLE)
    for words in (
        "58 Pa. Code",
        "an 8 or 9 of Player on two cards ends the coup",
        "of two naturals the higher one wins",
        "equal totals on two cards are played on",
        "one card to each hand in turn",
        "ace 1, 2 to 9 their face",
        "commission down to coins of 5",
        "39 for 20",
        "19 to 20",
        load_rulebook().sha256,
    ):
        assert words in text


def test_what_is_asked_of_a_report_stands_under_a_chapter_that_exists(usual: Report) -> None:
    titles = {section.title for section in usual.sections if isinstance(section, Chapter)}
    titles |= {section.title for section in usual.sections if isinstance(section, Table)} | {
        "ways in all tables"
    }
    for _, _, chapters in ASKED:
        assert set(chapters.split("; ")) <= titles


def test_keys_are_unique(usual: Report) -> None:
    keys = [section.key for section in usual.sections]
    assert len(set(keys)) == len(keys)


@pytest.mark.slow
def test_one_fingerprint_covers_everything(usual: Report) -> None:
    assert report_of().inputs == usual.inputs
    others = [
        report_of("main/tie").inputs,
        report_of(shoe=Shoe.from_decks(6)).inputs,
        table_report(study_table(Shoe.from_decks(8), load_rulebook(), load_wagers(USUAL)), Subject()).inputs,
    ]
    assert len({inputs["sha256"] for inputs in [usual.inputs, *others]}) == 4


def test_the_exposure_is_an_amount_once_the_table_has_a_size() -> None:
    text = rendered(report_of(table_maximum=Fraction(1_000), positions=7), "table", STYLE)
    assert "210000: 30 units · 1000 · 7 positions" in text


def test_a_report_without_payouts_says_what_is_missing_and_gives_the_probabilities() -> None:
    study = study_table(Shoe.from_decks(8), load_rulebook(), [])
    report = table_report(study, Subject(missing=("what a winning bet on Player pays",)))
    text = rendered(report, "markdown", STYLE)
    assert "No edge can be given" in text
    assert "what a winning bet on Player pays" in text
    assert "2292252566437888" in text
    assert "House edge" not in text


def test_a_jackpot_is_told_as_a_formula() -> None:
    text = rendered(report_of("side/dragon-dragon"), "table", STYLE)
    assert "With a jackpot of J units of the stake the house edge is" in text
    assert "Nobody has an edge at a jackpot of" in text


def test_differences_from_the_standard_are_counted_in_the_description() -> None:
    wrong = load_rulebook("documents/000-r1")
    study = study_table(Shoe.from_decks(8), wrong, [])
    report = table_report(study, Subject(standard=load_rulebook()))
    tableau = next(section for section in report.sections if section.key == "tableau")
    assert "14 cells of Banker's table differ from standard" in tableau.description


# Formats


@pytest.mark.parametrize("format_name", FORMATS)
def test_every_format_has_every_exact_way(format_name: str, usual: Report) -> None:
    text = rendered(usual, format_name, STYLE)
    for digits in ("2230518282592256", "2292252566437888", "475627426473216", "4998398275503360"):
        assert digits in text


@pytest.mark.slow
@pytest.mark.parametrize("format_name", FORMATS)
def test_the_same_report_is_the_same_text(format_name: str, usual: Report) -> None:
    assert rendered(usual, format_name, STYLE) == rendered(report_of(), format_name, STYLE)


def test_csv_has_all_tables_for_programs(usual: Report) -> None:
    text = rendered(usual, "csv", STYLE)
    blocks = {block.splitlines()[0].strip('"'): block for block in text.split("\n\n")}
    rows = list(csv.DictReader(io.StringIO("\n".join(blocks["bands"].splitlines()[1:]))))
    assert {row["rounds"] for row in rows} == {"10000", "1000000", "10000000"}
    assert "events_1" not in blocks
    assert "events" in blocks


@pytest.mark.slow
def test_no_text_says_nan_or_infinity(usual: Report) -> None:
    for format_name in FORMATS:
        text = rendered(usual, format_name, STYLE)
        assert not re.search(r"\b(?:nan|inf|NaN|Infinity)\b", text)


# HTML


class Page(HTMLParser):
    """Everything of a page that a test asks about."""

    VOID = frozenset({"meta", "link", "br", "hr", "img", "input"})

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.problems: list[str] = []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        if not self.open or self.open.pop() != tag:
            self.problems.append(tag)

    def all(self, tag: str) -> Iterator[dict[str, str | None]]:
        return (attributes for name, attributes in self.tags if name == tag)


def test_the_page_is_well_formed_and_its_ids_are_unique(page: str) -> None:
    parsed = Page(page)
    assert parsed.problems == []
    assert parsed.open == []
    ids = [attributes["id"] for _, attributes in parsed.tags if "id" in attributes]
    used_by_pictures = {name for name in ids if re.fullmatch(r"[mp][0-9a-f]{10}", name or "")}
    others = [name for name in ids if name not in used_by_pictures]
    assert len(set(others)) == len(others)


def test_the_page_loads_nothing_and_has_no_script(page: str) -> None:
    parsed = Page(page)
    for tag, attributes in parsed.tags:
        assert tag not in {"script", "iframe", "object", "embed", "img", "form"}
        assert not [name for name in attributes if name.startswith("on")]
        for name in ("src", "href", "data", "action"):
            address = attributes.get(name)
            assert address is None or address.startswith(("#", "data:,"))
    policies = [item["content"] for item in parsed.all("meta") if item.get("http-equiv")]
    assert policies == ["default-src 'none'; img-src data:; style-src 'unsafe-inline'"]
    assert "@import" not in page
    assert not re.search(r"url\((?!#)", page)


def test_the_page_can_be_read_aloud(page: str) -> None:
    parsed = Page(page)
    assert next(parsed.all("html"))["lang"] == "en"
    assert len(list(parsed.all("h1"))) == 1
    assert next(parsed.all("nav"))["aria-label"]
    assert all(attributes.get("scope") for attributes in parsed.all("th"))
    pictures = list(parsed.all("svg"))
    assert len(pictures) >= 8
    assert all(attributes["role"] == "img" and attributes["aria-label"] for attributes in pictures)
    assert page.count("The picture in words") == len(pictures)
    levels = [int(tag[1]) for tag, _ in parsed.tags if re.fullmatch(r"h[1-6]", tag)]
    assert all(below - above <= 1 for above, below in pairwise(levels))


def test_every_entry_of_the_contents_leads_somewhere(page: str) -> None:
    parsed = Page(page)
    ids = {attributes.get("id") for _, attributes in parsed.tags}
    links = [attributes["href"] for attributes in parsed.all("a")]
    assert len(links) == 8
    assert all(link and link[1:] in ids for link in links)


def test_pictures_follow_the_colours_of_the_page(page: str) -> None:
    assert "var(--ink)" in page
    assert "prefers-color-scheme: dark" in page
    assert "@media print" in page
    assert 'name="viewport"' in page


def test_what_people_write_cannot_change_the_page() -> None:
    evil = '</title><script>alert("x")</script> & <b>'
    study = study_table(Shoe.from_decks(8), load_rulebook(), [])
    text = rendered(table_report(study, Subject(title=evil, note=evil, missing=(evil,))), "html", STYLE)
    assert "<script" not in text
    assert Page(text).problems == []


# LaTeX


def test_latex_balances_its_environments_and_escapes_what_it_must(usual: Report) -> None:
    text = rendered(usual, "latex", STYLE)
    begun = re.findall(r"\\begin\{(\w+)\}", text)
    ended = re.findall(r"\\end\{(\w+)\}", text)
    assert sorted(begun) == sorted(ended)
    body = text[text.index(r"\begin{document}") :]
    assert not re.search(r"(?<!\\)[%#]", body)
    assert r"\toprule" in body
    assert body.count(r"\midrule\endhead") == len(
        [section for section in usual.sections_for(PEOPLE) if isinstance(section, Table)]
    )


def test_rows_of_a_latex_table_have_as_many_cells_as_it_has_columns(usual: Report) -> None:
    text = rendered(usual, "latex", STYLE)
    for table in re.findall(r"\\begin\{longtable\}.*?\\end\{longtable\}", text, flags=re.DOTALL):
        rows = [line for line in table.splitlines() if line.endswith(r"\\")]
        assert len({len(re.findall(r"(?<!\\)&", row)) for row in rows}) == 1


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("pdflatex") is None, reason="there is no pdflatex")
def test_latex_is_set_without_an_error(usual: Report, tmp_path: Path) -> None:
    write_report(str(tmp_path / "report.tex"), usual, "latex", STYLE)
    command = ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "report.tex"]
    run = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stdout[-2_000:]


# PDF


@pytest.mark.slow
def test_pdf_is_the_same_every_time_and_has_no_date() -> None:
    pytest.importorskip("fpdf")
    short = report_of("main/tie")
    drawn = pdf_format.report_pdf(short, STYLE)
    assert drawn.startswith(b"%PDF-")
    assert drawn == pdf_format.report_pdf(short, STYLE)
    assert b"D:1970" in drawn


def test_without_the_extra_pdf_says_how_to_get_it(usual: Report, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "fpdf", None)
    with pytest.raises(OutputError, match=r"baccarat-analyzer\[pdf\]"):
        pdf_format.report_pdf(usual, STYLE)


# Pictures beside the report


@pytest.mark.slow
@pytest.mark.parametrize(
    ("format_name", "suffix", "kind"), [("markdown", "md", "svg"), ("latex", "tex", "pdf")]
)
def test_pictures_stand_beside_the_formats_that_cannot_hold_them(
    format_name: str, suffix: str, kind: str, usual: Report, tmp_path: Path
) -> None:
    path = tmp_path / f"my report.{suffix}"
    write_report(str(path), usual, format_name, STYLE)
    folder = tmp_path / "my report-pictures"
    drawn = {file.name for file in folder.iterdir()}
    assert len(drawn) == len([section for section in usual.sections if isinstance(section, Picture)])
    text = path.read_text(encoding="utf-8")
    assert all(file.endswith(f".{kind}") and file in text for file in drawn)


# The command


@pytest.mark.slow
def test_the_command_writes_each_kind_of_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("fpdf")
    for suffix in ("html", "pdf", "json"):
        path = tmp_path / f"report.{suffix}"
        assert main(["report", "--wagers", "main/tie", "-o", str(path)]) == 0
        assert path.stat().st_size > 10_000
    assert capsys.readouterr() == ("", "")


def answer(*arguments: str) -> dict[str, Any]:
    run = subprocess.run(
        [sys.executable, "-m", "analyzer", "report", *arguments, "--json"], capture_output=True, check=True
    )
    document: dict[str, Any] = json.loads(run.stdout)
    return document


def test_a_game_brings_its_rounding_and_its_source() -> None:
    document = answer("--game", "new-south-wales", "--coin", "2.50")
    assert document["data"]["roundings"] == {"round_payout": "up"}
    assert document["inputs"]["game"] == "new-south-wales"
    assert document["data"]["stakes"]


def test_a_document_without_payouts_names_them(capsys: pytest.CaptureFixture[str]) -> None:
    document = answer("--document", "003")
    assert document["inputs"]["document"] == "document-003 R1/E0/O0"
    assert "what a winning bet on a tie pays" in document["data"]["missing"]
    assert document["data"]["wagers"] == []


Refusal = tuple[list[str], int, str]
REFUSALS: list[Refusal] = [
    (["-o", "missing/report.html"], 2, "does not exist"),
    (["-o", "report.docx"], 2, 'the suffix ".docx" stands for no format'),
    (["-o", "report"], 2, "a file without a suffix"),
    (["--format", "pdf"], 2, "pdf is no text to print"),
    (["--table-maximum", "0"], 2, "a table maximum of 0 cannot be"),
    (["--table-maximum", "lots"], 2, "is not a number"),
    (["--positions", "0"], 2, "--positions"),
    (["--reading", "R1"], 2, "give --document too"),
    (["--document", "000", "--rules", "standard"], 2, "given twice"),
    (["--document", "002", "--reading", "R3/N1"], 3, "cannot be played"),
    (["--document", "099"], 3, "there is no document"),
    (["--wagers", "pairs", "--shoe", "9,1,1,1,1,1,1,1,1,1", "--wagers", "pairs/player-pair"], 3, "ranks"),
    (["--rules", "documents/002-r3"], 3, "do not say"),
]


@pytest.mark.parametrize(("arguments", "code", "words"), REFUSALS, ids=lambda part: str(part)[:40])
def test_what_cannot_be_reported_is_refused_in_three_lines(
    arguments: list[str], code: int, words: str, capsys: pytest.CaptureFixture[str], tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    monkeypatch.chdir(tmp_path)
    assert main(["report", *arguments]) == code
    out, err = capsys.readouterr()
    assert out == ""
    assert words in err
    assert len(err.splitlines()) <= 3
    assert list(tmp_path.iterdir()) == []


def test_an_interrupted_report_leaves_the_old_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from analyzer.report import html_format

    path = tmp_path / "report.html"
    path.write_text("old")

    def interrupt(*_: object) -> str:
        raise KeyboardInterrupt

    monkeypatch.setattr(html_format, "report_html", interrupt)
    assert main(["report", "--wagers", "main/tie", "-o", str(path)]) == 130
    assert path.read_text() == "old"
    assert [entry.name for entry in tmp_path.iterdir()] == ["report.html"]


Baccarat = Callable[..., tuple[int, str, str]]


@pytest.mark.parametrize("format_name", ["html", "latex"])
@pytest.mark.parametrize(
    "question",
    [
        "analyze",
        "rules show standard",
        "rules lint standard",
        "wagers list",
        "games list",
        "documents show 003",
        "deal Ks 3h 7d 4c",
        "commission",
        "graph --summary",
    ],
)
def test_every_command_can_answer_in_html_and_latex(
    question: str, format_name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*question.split(), "--format", format_name]) == 0
    out, err = capsys.readouterr()
    assert err == ""
    if format_name == "html":
        assert Page(out).problems == []
    else:
        assert out.startswith(r"\documentclass")
