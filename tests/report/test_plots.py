"""Pictures: the same bytes everywhere, nothing outside its frame, and something to see for any input."""

import hashlib
import os
import re
import subprocess
import sys
import xml.etree.ElementTree as ElementTree
from collections.abc import Iterator
from itertools import combinations, pairwise
from pathlib import Path
from typing import Any

import pytest

from analyzer.cli.main import main
from analyzer.cli.plot import KINDS, NAMES
from analyzer.deal.graph import DecisionGraph
from analyzer.deal.graph_view import view_of
from analyzer.errors import OutputError, UsageError, WagerError
from analyzer.game.shoe import Shoe
from analyzer.library.catalog import load_rulebook, load_wagers
from analyzer.report import plot_style
from analyzer.report.graphviz_layout import graphviz_picture
from analyzer.report.plot_flow import graph_figure
from analyzer.report.plot_shoes import Bars, Curve, decks_figure, removal_figure
from analyzer.report.plot_wagers import NamedEdge, edges_figure, law_figure
from analyzer.report.plots import PLOTS, Question, graph_of
from analyzer.wager.law import Law, LawLine
from analyzer.wager.odds import Pay

EIGHT = Shoe.from_decks(8)
TINY = Shoe.from_counts([3, 0, 0, 0, 0, 0, 0, 0, 0, 3])
ONE_KIND = Shoe.from_counts([6, *[0] * 9])

SIX = "main/player,main/banker,main/tie,pairs/player-pair,side/dragon-7,side/dragon-bonus-player"


def question(
    wagers: str = "main", shoe: Shoe = EIGHT, rules: str = "standard", against: str | None = None
) -> Question:
    other = None if against is None else load_rulebook(against)
    return Question(load_rulebook(rules), shoe, tuple(load_wagers(wagers)), other)


def drawn(name: str, kind: str = "svg", **more: Any) -> bytes:
    return PLOTS[name].prepare(question(**more)).draw(kind)


ODD_QUESTIONS: list[tuple[str, dict[str, Any]]] = [
    ("tableau", {"rules": "documents/000-r1", "against": "standard"}),
    ("tableau", {"rules": "documents/004-g3", "against": "standard"}),
    ("tableau", {"rules": "wrong/keyed-on-new-total", "against": "standard"}),
    ("tableau", {"rules": "seven-up", "against": "bahamian"}),
    ("tableau", {"rules": "chemin-de-fer/totals", "against": "documents/003-r1-z2"}),
    ("totals", {"shoe": TINY}),
    ("totals", {"shoe": ONE_KIND}),
    ("totals", {"rules": "wrong/keyed-on-new-total-naturals-tie"}),
    ("margins", {"shoe": TINY}),
    ("margins", {"shoe": ONE_KIND}),
    ("law", {"wagers": "main/tie"}),
    ("law", {"wagers": "side/jackpot-baccarat"}),
    ("law", {"wagers": "main/tie", "shoe": ONE_KIND}),
    ("edges", {"wagers": SIX}),
    ("edges", {"wagers": "main/tie", "shoe": TINY}),
    ("edges", {"wagers": "side/final-totals"}),
    ("decks", {"wagers": SIX}),
    ("decks", {"wagers": "main/tie", "shoe": TINY}),
    ("removal", {"wagers": "main,pairs/player-pair", "shoe": Shoe.from_decks(1)}),
    ("removal", {"wagers": "side/all-red", "shoe": Shoe.from_decks(1)}),
    ("flow", {"shoe": TINY}),
    ("flow", {"shoe": ONE_KIND}),
    ("flow", {"rules": "seven-up"}),
    ("graph", {"shoe": TINY}),
    ("graph", {"shoe": ONE_KIND}),
]


def shown_question(asked: Any) -> str:
    return asked if isinstance(asked, str) else "-".join(str(part) for part in asked.values())[:40]


@pytest.mark.parametrize(("name", "asked"), ODD_QUESTIONS, ids=shown_question)
def test_every_picture_draws_for_odd_input_and_has_no_nan(name: str, asked: dict[str, Any]) -> None:
    drawing = drawn(name, **asked).decode()
    root = ElementTree.fromstring(drawing)
    assert root.find("{http://www.w3.org/2000/svg}title") is not None
    assert not re.search(r"\b(?:nan|inf)\b", drawing, flags=re.IGNORECASE)


# Same bytes

EVERY_PICTURE = """
import sys, hashlib
sys.path.insert(0, sys.argv[1])
from analyzer.game.shoe import Shoe
from analyzer.library.catalog import load_rulebook, load_wagers
from analyzer.report.plots import PLOTS, Question
for name, plot in PLOTS.items():
    wagers = load_wagers("main/tie" if name == "law" else "main/player,main/banker,main/tie")
    shoe = Shoe.from_counts([3, 0, 0, 0, 0, 0, 0, 0, 0, 3]) if name == "graph" else Shoe.from_decks(2)
    made = plot.prepare(Question(load_rulebook(), shoe, tuple(wagers), load_rulebook("documents/000-r1")))
    for kind in ("svg", "inline", "pdf", "png")[: 4 if name == "margins" else 2]:
        print(name, kind, hashlib.sha256(made.draw(kind)).hexdigest())
"""

STRANGE_SETTINGS = "font.size: 40\nsvg.fonttype: none\naxes.grid: True\nsvg.hashsalt: other\nfigure.dpi: 31\n"


def drawing_process(folder: Path, **environment: str) -> subprocess.Popen[str]:
    package = Path(__file__).parents[2]
    command = [sys.executable, "-c", EVERY_PICTURE, str(package)]
    return subprocess.Popen(
        command, cwd=folder, env={**os.environ, **environment}, stdout=subprocess.PIPE, text=True
    )


@pytest.mark.slow
def test_pictures_are_the_same_bytes_whatever_surrounds_them(tmp_path: Path) -> None:
    here, there = tmp_path / "here", tmp_path / "there"
    here.mkdir()
    there.mkdir()
    (there / "matplotlibrc").write_text(STRANGE_SETTINGS)
    processes = [
        drawing_process(here, PYTHONHASHSEED="1", LANG="C", TZ="UTC"),
        drawing_process(there, PYTHONHASHSEED="2", LANG="de_DE.UTF-8", LC_ALL="C.UTF-8", TZ="Asia/Macau"),
    ]
    first, second = (process.communicate()[0] for process in processes)
    assert len(first.splitlines()) == 2 * len(PLOTS) + 2
    assert first == second


@pytest.mark.parametrize("kind", ["svg", "png", "pdf"])
def test_a_picture_says_nothing_of_when_and_by_what_it_was_drawn(kind: str) -> None:
    drawing = drawn("margins", kind)
    for words in (b"matplotlib.org", b"Matplotlib v", b"CreationDate", b"<dc:date>"):
        assert words not in drawing


def test_settings_of_the_session_are_left_as_they_were() -> None:
    import matplotlib

    before = dict(matplotlib.rcParams)
    drawn("margins")
    assert dict(matplotlib.rcParams) == before


# Nothing overlaps


def texts_of(figure: Any) -> Iterator[tuple[str, Any]]:
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.text import Text

    shown = []
    draw = Text.draw

    def record(text: Any, renderer: Any) -> None:
        if text.get_visible() and text.get_text().strip():
            shown.append((text.get_text(), text.get_window_extent(renderer)))
        draw(text, renderer)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Text, "draw", record)
        figure.draw(FigureCanvasAgg(figure).get_renderer())
    yield from shown


LEGIBLE = [
    *ODD_QUESTIONS,
    ("tableau", {}),
    ("totals", {}),
    ("margins", {}),
    ("law", {"wagers": "side/dragon-bonus-player"}),
    ("flow", {}),
    ("removal", {"wagers": SIX}),
]


@pytest.mark.parametrize(("name", "asked"), LEGIBLE, ids=shown_question)
def test_no_two_texts_overlap_and_all_are_inside_the_picture(name: str, asked: dict[str, Any]) -> None:
    with plot_style.drawing():
        figure = PLOTS[name].prepare(question(**asked)).make()
        shown = list(texts_of(figure))
    width, height = figure.bbox.width, figure.bbox.height
    for text, box in shown:
        assert box.x0 >= -1, text
        assert box.y0 >= -1, text
        assert box.x1 <= width + 1, text
        assert box.y1 <= height + 1, text
    for (one, first), (two, second) in combinations(shown, 2):
        across = min(first.x1, second.x1) - max(first.x0, second.x0)
        down = min(first.y1, second.y1) - max(first.y0, second.y0)
        assert across <= 1 or down <= 1, f"{one!r} and {two!r}"


@pytest.mark.slow
def test_the_largest_picture_has_no_two_texts_over_each_other() -> None:
    view = view_of(DecisionGraph(load_rulebook()).weigh(EIGHT))
    with plot_style.drawing():
        shown = list(texts_of(graph_figure(view)))
    assert len(shown) > 400
    columns: dict[int, list[tuple[str, Any]]] = {}
    for text, box in shown:
        columns.setdefault(round((box.x0 + box.x1) / 20), []).append((text, box))
    for column in columns.values():
        column.sort(key=lambda item: item[1].y0)
        for (one, first), (two, second) in pairwise(column):
            assert second.y0 >= first.y1 - 2, f"{one!r} and {two!r}"


def contrast(one: str, two: str) -> float:
    def luminance(colour: str) -> float:
        parts = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
        linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]

    lighter, darker = sorted((luminance(one), luminance(two)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


@pytest.mark.parametrize("colour", [plot_style.BLUE, plot_style.ORANGE, plot_style.GREEN, plot_style.GREY])
def test_text_on_colours_and_colours_on_paper_can_be_told_apart(colour: str) -> None:
    parts = tuple(int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5))
    assert contrast(plot_style.readable_on(parts), colour) >= 4.5
    assert contrast(colour, plot_style.PAPER) >= 3


# Odd parts


def law(*lines: tuple[str, str, int]) -> Law:
    made = tuple(LawLine(label, Pay.parse(pays), ways) for label, pays, ways in lines)
    return Law(made, sum(line.ways for line in made))


@pytest.mark.parametrize(
    "odd",
    [
        law(("sure", "push", 5)),
        law(("never", "1000 to 1", 0), ("always", "lose", 1)),
        law(("rare", "1000000 to 1", 1), ("otherwise", "lose", 10**12)),
        law(*((f"a label of many words, number {place}", "8 to 1", place + 1) for place in range(30))),
        law(("日本語 ♠ $x$ _^", "1 to 1", 1), ("<&>", "lose", 1)),
    ],
    ids=["sure", "never", "rare", "many", "letters"],
)
def test_odd_laws_are_drawn(odd: Law) -> None:
    with plot_style.drawing():
        drawing = plot_style.rendered_figure(law_figure("a title " * 30, odd), "svg", "<&>", "<&>")
    ElementTree.fromstring(drawing)
    assert b"nan" not in drawing.lower()


@pytest.mark.parametrize("edges", [[0.0], [-0.5, -0.1], [1e-9, 0.99], [0.01] * 40])
def test_odd_edges_are_drawn(edges: list[float]) -> None:
    named = [NamedEdge(f"wager {place}", "family", edge) for place, edge in enumerate(edges)]
    with plot_style.drawing():
        assert b"nan" not in plot_style.rendered_figure(edges_figure(named), "svg").lower()


def test_flat_curves_and_bars_are_drawn() -> None:
    curves = [Curve("flat", {1: 0.1, 2: 0.1}), Curve("single", {8: -0.01}), Curve("to come", {None: 0.5})]
    with plot_style.drawing():
        assert plot_style.rendered_figure(decks_figure(curves, 8), "svg")
        assert plot_style.rendered_figure(removal_figure([Bars("none", {"A": 0.0, "2": 0.0})]), "svg")


def test_pictures_of_nothing_or_of_too_much_are_refused() -> None:
    with pytest.raises(WagerError):
        edges_figure([])
    with pytest.raises(WagerError):
        decks_figure([])
    with pytest.raises(WagerError, match="at most 12"):
        PLOTS["decks"].prepare(question("pairs"))
    with pytest.raises(WagerError, match="of one wager"):
        PLOTS["law"].prepare(question("main/tie,main/banker"))
    with pytest.raises(WagerError, match="depends on the jackpot"):
        PLOTS["law"].prepare(question("side/dragon-dragon"))
    with pytest.raises(UsageError, match="could not be read"):
        graph_of(view_of(DecisionGraph(load_rulebook()), "full"))


# The commands


def test_the_help_tells_what_there_is() -> None:
    assert {name: plot.shows for name, plot in PLOTS.items()} == NAMES
    assert KINDS == plot_style.KINDS


@pytest.mark.parametrize("kind", KINDS)
def test_the_suffix_chooses_the_kind(kind: str, tmp_path: Path) -> None:
    path = tmp_path / f"picture{KINDS[kind]}"
    assert main(["plot", "margins", "-o", str(path)]) == 0
    start = {"svg": b"<?xml", "png": b"\x89PNG", "pdf": b"%PDF"}[kind]
    assert path.read_bytes().startswith(start)


def test_an_svg_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["plot", "tableau"]) == 0
    out, err = capsys.readouterr()
    assert err == ""
    assert hashlib.sha256(out.encode()).digest() == hashlib.sha256(drawn("tableau", wagers="main")).digest()


@pytest.mark.parametrize(
    ("arguments", "code", "words"),
    [
        (["plot"], 2, "NAME"),
        (["plot", "tablau"], 2, 'did you mean "tableau"?'),
        (["plot", "tableau", "--format", "png"], 2, "png is no text to print"),
        (["plot", "tableau", "-o", "x.gif"], 2, "stands for no format"),
        (["plot", "tableau", "-o", "missing/x.svg"], 2, "does not exist"),
        (["plot", "law"], 3, "of one wager, not of 5"),
        (["plot", "removal", "--decks", "infinite"], 3, ""),
        (["plot", "totals", "--rules", "documents/002-r3"], 3, "do not say"),
        (["graph", "--format", "png"], 2, "png is no text to print"),
        (["graph", "--view", "full", "--format", "svg"], 2, "could not be read"),
    ],
)
def test_what_cannot_be_drawn_is_refused_in_three_lines(
    arguments: list[str], code: int, words: str, capsys: pytest.CaptureFixture[str], tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    monkeypatch.chdir(tmp_path)
    assert main(arguments) == code
    out, err = capsys.readouterr()
    assert out == ""
    assert words in err
    assert len(err.splitlines()) <= 3
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("weights", [[], ["--no-weights"]])
def test_a_graph_is_drawn_in_layers(weights: list[str], tmp_path: Path) -> None:
    path = tmp_path / "graph.svg"
    shoe = [] if weights else ["--shoe", "3,0,0,0,0,0,0,0,0,3"]
    assert main(["graph", *shoe, *weights, "-o", str(path)]) == 0
    assert ElementTree.parse(path).getroot().tag.endswith("svg")


def test_without_graphviz_its_layout_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    view = view_of(DecisionGraph(load_rulebook()).weigh(TINY))
    monkeypatch.setitem(sys.modules, "graphviz", None)
    with pytest.raises(OutputError, match=r"baccarat-analyzer\[graphviz\]"):
        graphviz_picture(view, "svg")


def test_without_the_program_dot_the_layout_says_how_to_get_it(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    pytest.importorskip("graphviz")
    monkeypatch.setenv("PATH", str(tmp_path))
    view = view_of(DecisionGraph(load_rulebook()).weigh(TINY))
    with pytest.raises(OutputError, match="the program dot"):
        graphviz_picture(view, "svg")
