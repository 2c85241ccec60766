"""What every format promises about the values it is given."""

import csv
import io
import json
from fractions import Fraction

import pytest

from analyzer.report.csv_format import report_csv
from analyzer.report.json_format import plain, report_json
from analyzer.report.markdown import report_markdown
from analyzer.report.model import (
    COUNT,
    FRACTION,
    KINDS,
    MACHINES,
    NUMBER,
    PEOPLE,
    PROBABILITY,
    RATE,
    ROOT,
    TEXT,
    Column,
    Fact,
    Facts,
    NumberStyle,
    Prose,
    Report,
    Root,
    Rounded,
    Table,
)
from analyzer.report.tables import PAGE_WIDTH, report_text
from analyzer.report.write import FORMATS, only_sections, rendered

LONG_NUMBERS = [
    "4998398275503360123456",
    "0.10000000000000000000",
    "1e400",
    "0012",
    "1_000",
    "-0",
    "nan",
    "+7.10",
    "12345678901234567890.12345678901234567890",
]


def report_of(*sections: Table | Facts | Prose, data: object = None) -> Report:
    return Report("baccarat/test", 1, "A report", {}, "by hand", sections, {"value": data})


def table_of(columns: list[Column], rows: list[tuple[object, ...]], **more: object) -> Table:
    return Table("table", "A table", tuple(columns), rows, **more)


@pytest.mark.parametrize("text", LONG_NUMBERS)
@pytest.mark.parametrize("format_name", FORMATS)
def test_text_that_looks_like_a_number_keeps_every_digit(format_name: str, text: str) -> None:
    report = report_of(table_of([Column("a", "A"), Column("b", "B", COUNT)], [("x", text)]), data=text)
    written = rendered(report, format_name, NumberStyle())
    assert text in written.replace("\\_", "_")


@pytest.mark.parametrize("format_name", FORMATS)
def test_counts_beyond_64_bits_keep_every_digit(format_name: str) -> None:
    ways = 10**30 + 1
    report = report_of(table_of([Column("ways", "Ways", COUNT)], [(ways,)]), data=str(ways))
    assert str(ways) in rendered(report, format_name, NumberStyle())


@pytest.mark.parametrize("format_name", FORMATS)
def test_a_report_ends_with_exactly_one_line_end(format_name: str) -> None:
    report = report_of(table_of([Column("a", "A")], [("x",)]), Prose("p", "", ("words",)))
    written = rendered(report, format_name, NumberStyle())
    assert written.endswith("\n")
    assert not written.endswith("\n\n")


def test_a_text_table_fits_the_page_by_going_on_below() -> None:
    columns = [
        Column("wager", "Wager"),
        *(Column(f"c{place}", f"Column {place}", NUMBER) for place in range(12)),
    ]
    rows = [("Banker", *[Fraction(1, 3)] * 12), ("Player", *[Fraction(2, 3)] * 12)]
    lines = report_text(report_of(table_of(columns, rows)), NumberStyle(digits=12)).splitlines()
    assert max(map(len, lines)) <= PAGE_WIDTH
    assert sum(line.startswith("Banker") for line in lines) > 1
    assert sum(line.count("0.333333333333") for line in lines) == 12


def test_a_single_value_wider_than_the_page_stays_whole() -> None:
    lines = report_text(
        report_of(table_of([Column("a", "A"), Column("b", "B")], [("x", "9" * 300)])), NumberStyle()
    )
    assert "9" * 300 in lines


def test_no_line_of_a_text_report_ends_in_blanks() -> None:
    columns = [Column("a", "A"), Column("b", "B")]
    written = report_text(report_of(table_of(columns, [("x", "long text"), ("y", "z")])), NumberStyle())
    assert all(line == line.rstrip() for line in written.splitlines())


@pytest.mark.parametrize("format_name", FORMATS)
def test_an_empty_table_is_written_all_the_same(format_name: str) -> None:
    report = report_of(table_of([Column("a", "First"), Column("b", "Second", COUNT)], []))
    assert rendered(report, format_name, NumberStyle())


def test_people_are_spared_repeated_values_and_machines_are_not() -> None:
    report = report_of(
        table_of([Column("wager", "Wager", grouped=True), Column("line", "Line")], [("T", "a"), ("T", "b")])
    )
    assert report_text(report, NumberStyle()).count("T ") == 1
    assert report_csv(report, NumberStyle()).count('"T"') == 2


def test_each_audience_gets_its_own_columns() -> None:
    columns = [
        Column("slug", "Slug", audience=MACHINES),
        Column("title", "Title"),
        Column("e", "Exactly", audience=PEOPLE),
    ]
    report = report_of(table_of(columns, [("main/tie", "Tie", "one third")]))
    assert "main/tie" not in report_text(report, NumberStyle())
    assert "main/tie" not in report_markdown(report, NumberStyle())
    assert "one third" not in report_csv(report, NumberStyle())


def test_csv_of_one_table_is_plain_csv_with_every_cell_quoted() -> None:
    report = report_of(table_of([Column("a", "A"), Column("ways", "W", COUNT)], [('say "x", y', 12)]))
    written = report_csv(report, NumberStyle())
    assert written == '"a","ways"\n"say ""x"", y","12"\n'


def test_csv_of_several_tables_separates_them_by_an_empty_line() -> None:
    first = Table("first", "", (Column("a", "A"),), [("x",)])
    second = Facts("second", "", (Fact("b", "B", "y"),))
    assert report_csv(report_of(first, second), NumberStyle()).split("\n\n") == [
        '"first"\n"a"\n"x"',
        '"second"\n"key","value"\n"b","y"\n',
    ]


def test_csv_gives_numbers_as_fraction_and_decimal() -> None:
    columns = [Column("p", "P", PROBABILITY), Column("sd", "SD", ROOT), Column("none", "None", RATE)]
    report = report_of(table_of(columns, [(Fraction(1, 3), Root(Fraction(2)), None)]))
    header, row = csv.reader(io.StringIO(report_csv(report, NumberStyle(digits=5))))
    assert dict(zip(header, row, strict=True)) == {
        "p_fraction": "1/3",
        "p_decimal": "0.33333",
        "sd_decimal": "1.41421",
        "none_fraction": "",
        "none_decimal": "",
    }


def test_csv_in_a_style_has_one_column_for_a_number() -> None:
    report = report_of(table_of([Column("p", "P", PROBABILITY)], [(Fraction(1, 4),)]))
    assert report_csv(report, NumberStyle("one-in", 2)) == '"p"\n"1 in 4.00"\n'


def test_markdown_shows_marks_as_they_are() -> None:
    report = report_of(table_of([Column("a", "A|B")], [("x|y *z* <b>",)]))
    written = report_markdown(report, NumberStyle())
    assert "A\\|B" in written
    assert "x\\|y \\*z\\* \\<b>" in written


def test_json_carries_exact_values_as_text() -> None:
    tree = {"edge": Fraction(-1, 3), "sd": Root(Fraction(2)), "decimal": Rounded(Fraction(1, 8)), "small": 3}
    document = json.loads(report_json(report_of(data=tree), NumberStyle(digits=4)), parse_float=pytest.fail)
    assert document["data"]["value"] == {
        "edge": {"fraction": "-1/3", "decimal": "-0.3333"},
        "sd": {"decimal": "1.4142"},
        "decimal": "0.1250",
        "small": 3,
    }


def test_json_refuses_a_binary_float() -> None:
    with pytest.raises(TypeError, match="float has no exact form"):
        plain({"edge": 0.5}, 4)


@pytest.mark.parametrize(
    ("style", "kind", "text"),
    [
        (None, PROBABILITY, "25.00%"),
        (None, RATE, "25.00%"),
        (None, NUMBER, "0.25"),
        ("fraction", PROBABILITY, "1/4"),
        ("fraction", NUMBER, "1/4"),
        ("decimal", RATE, "0.25"),
        ("percent", NUMBER, "0.25"),
        ("odds", PROBABILITY, "3.00 to 1"),
        ("odds", RATE, "25.00%"),
        ("one-in", PROBABILITY, "1 in 4.00"),
        ("one-in", NUMBER, "0.25"),
        ("percent", FRACTION, "1/4"),
    ],
)
def test_a_style_is_used_where_it_makes_sense(style: str | None, kind: str, text: str) -> None:
    assert NumberStyle(style, 2).text(Fraction(1, 4), kind) == text


@pytest.mark.parametrize("kind", KINDS)
def test_nothing_is_shown_as_a_dash(kind: str) -> None:
    assert NumberStyle().text(None, kind) == "–"


def test_a_negative_root_that_rounds_to_zero_has_no_sign() -> None:
    assert Root(Fraction(1, 10**9), negative=True).text(2) == "0.00"
    assert Root(Fraction(4), negative=True).text(0) == "-2"


def test_a_report_can_be_cut_down_to_some_tables() -> None:
    first, second = (Table(key, "", (Column("a", "A", TEXT),), []) for key in ("first", "second"))
    assert only_sections(report_of(first, second), ["second"], "csv").sections == (second,)
