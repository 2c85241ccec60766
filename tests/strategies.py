"""Rulebooks and shoes of every kind, for the property tests."""

from collections.abc import Callable
from dataclasses import replace

from hypothesis import strategies as st

from analyzer.game.cards import STANDARD_CARD_VALUES
from analyzer.game.rulebook import (
    CHOICE,
    COLUMNS,
    DEAL_ORDERS,
    ON_EQUAL_TOTALS,
    ON_NATURAL,
    ON_TWO_NATURALS,
    ROWS,
    SEES,
    TABLEAU_KEYS,
    Rulebook,
)
from analyzer.game.shoe import COUNTS_PER_DETAIL, LEAST_CARDS, Shoe
from analyzer.library.catalog import load_rulebook


def rulebooks(cells: str = "DS") -> st.SearchStrategy[Rulebook]:
    """Rulebooks with any tableau of these cells and any switches."""

    def row(length: int) -> st.SearchStrategy[str]:
        return st.text(cells, min_size=length, max_size=length)

    return st.builds(
        Rulebook,
        title=st.text(st.characters(exclude_categories=["Cs", "Cc"]), min_size=1),
        player=row(len(ROWS)),
        tableau=st.tuples(*[row(len(COLUMNS))] * len(ROWS)),
        # A tableau with choices looks at what the chooser sees.
        tableau_key=st.sampled_from(TABLEAU_KEYS[:1] if CHOICE in cells else TABLEAU_KEYS),
        player_sees=st.sampled_from(SEES[1:] if CHOICE in cells else SEES[:1]),
        banker_sees=st.sampled_from(SEES[1:] if CHOICE in cells else SEES[:1]),
        player_natural=st.sampled_from(ON_NATURAL),
        banker_natural=st.sampled_from(ON_NATURAL),
        two_naturals=st.sampled_from(ON_TWO_NATURALS),
        equal_two_card_totals=st.sampled_from(ON_EQUAL_TOTALS),
        card_values=st.just(Rulebook.card_values) | st.tuples(*[st.integers(0, 9)] * 13),
        player_first_card=st.none() | st.integers(0, 12),
        deal_order=st.sampled_from(DEAL_ORDERS),
        source=st.text(st.characters(exclude_categories=["Cs", "Cc"])),
        note=st.text(st.characters(exclude_categories=["Cs", "Cc"])),
    )


@st.composite
def wrong_rulebooks(draw: st.DrawFn, most_cells: int = 4) -> Rulebook:
    """The standard rules with a few cells of the tableau turned round."""
    standard = load_rulebook("standard")
    rows = [list(row) for row in standard.tableau]
    cells = st.tuples(st.sampled_from(ROWS), st.integers(0, len(COLUMNS) - 1))
    for row, column in draw(st.lists(cells, min_size=1, max_size=most_cells, unique=True)):
        rows[row][column] = "S" if rows[row][column] == "D" else "D"
    tableau = tuple("".join(row) for row in rows)
    return replace(standard, tableau=tableau, title="Punto banco, dealt wrongly", slug="")


@st.composite
def shoes(draw: st.DrawFn, detail: str) -> Shoe:
    """Shoes of every size, known at one detail: full, played down, lopsided, immense, with replacement."""
    length = COUNTS_PER_DETAIL[detail]
    kind = draw(st.sampled_from(["full", "played down", "lopsided", "immense", "with replacement"]))
    if kind in ("full", "played down"):
        counts = list(Shoe.from_decks(draw(st.integers(1, 12))).counts_by(detail))
        if kind == "played down":
            for place in draw(st.lists(st.integers(0, length - 1), max_size=20)):
                counts[place] = max(0, counts[place] - 1)
    else:
        most = {"lopsided": 40, "immense": 10**9, "with replacement": 5}[kind]
        counts = draw(st.lists(st.just(0) | st.integers(0, most), min_size=length, max_size=length))
        counts[draw(st.integers(0, length - 1))] += LEAST_CARDS
    return Shoe(detail, tuple(counts), with_replacement=kind == "with replacement")


@st.composite
def games(
    draw: st.DrawFn, shoes_of: Callable[[str], st.SearchStrategy[Shoe]] = shoes
) -> tuple[Shoe, Rulebook]:
    """A shoe and rules to play with it; a shoe known only by point value needs the usual card values."""
    detail = draw(st.sampled_from(list(COUNTS_PER_DETAIL)))
    rulebook = draw(rulebooks() | wrong_rulebooks())
    if detail == "value":
        rulebook = replace(rulebook, card_values=STANDARD_CARD_VALUES)
    return draw(shoes_of(detail)), rulebook
