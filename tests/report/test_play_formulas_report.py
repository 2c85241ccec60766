"""Optimal play by number of decks as a report."""

from dataclasses import replace
from fractions import Fraction
from functools import cache

from analyzer.game.rulebook import CARDS, CHOICE, TOTAL, Rulebook
from analyzer.library.catalog import load_rulebook
from analyzer.play.formulas.play_by_decks import DeckRange, PlayByDecks, play_by_decks
from analyzer.report.model import MACHINES, PEOPLE, Table
from analyzer.report.play_formulas_report import play_formulas_report


def free_on_five_and_six() -> Rulebook:
    """Punto banco with Player free on 5, and Banker on 6 if Player stood, where he sees his cards."""
    standard = load_rulebook()
    rows = (*standard.tableau[:6], CHOICE + standard.tableau[6][1:], standard.tableau[7])
    return replace(standard, player="DDDDDCSS", tableau=rows, player_sees=TOTAL, banker_sees=CARDS)


@cache
def found() -> PlayByDecks:
    return play_by_decks(free_on_five_and_six(), Fraction(1, 50))


def tables(by_decks: PlayByDecks) -> dict[tuple[str, str], Table]:
    sections = play_formulas_report("B2", by_decks).sections
    return {(table.key, table.audience): table for table in sections if isinstance(table, Table)}


def test_hands_told_apart_without_replacement_are_listed_with_their_mean() -> None:
    (tie,) = found().ties
    table = tables(found())["ties", "everyone"]
    assert [row[2] for row in table.rows] == [
        f"6 from {cards}, Player stood"
        for cards in ("0 and 6", "1 and 5", "2 and 4", "3 and 3", "7 and 9", "8 and 8")
    ]
    assert {row[0] for row in table.rows} == {tie.mean} == {Fraction(859, 2288)}
    assert [row[1] for row in table.rows] == [8, 2, 2, 1, 2, 1]


def test_people_are_spared_the_formulas_of_short_ranges() -> None:
    *_, last = found().ranges
    short, long = DeckRange(1, 2, *_fields(last)), DeckRange(3, 5, *_fields(last))
    several = replace(found(), ranges=(short, long, replace(last, first=6)))
    shown = tables(several)
    assert {row[0] for row in shown["formulas", PEOPLE].rows} == {"3-5", "from 6 on"}
    assert {row[0] for row in shown["formulas", MACHINES].rows} == {"1-2", "3-5", "from 6 on"}
    assert "Ranges of fewer than 3 numbers are left to JSON and CSV." in shown["formulas", PEOPLE].notes
    assert not shown["changes", "everyone"].rows


def _fields(item: DeckRange) -> tuple[object, ...]:
    return item.pattern, item.player_net, item.banker_net, item.mixture


def test_an_open_range_has_no_formula_but_all_situations_change_there() -> None:
    *_, last = found().ranges
    several = replace(found(), ranges=(DeckRange(1, 1, None), replace(last, first=2)))
    shown = tables(several)
    assert {row[0] for row in shown["formulas", MACHINES].rows} == {"from 2 on"}
    changes = shown["changes", "everyone"].rows
    assert len(changes) == 7
    assert {row[2] for row in changes} == {"open"}
    tree = play_formulas_report("B2", several).data["ranges"][0]
    assert tree == {"first": 1, "last": 1, "player_net": None, "banker_net": None, "mixture": None}


def test_with_a_commission_both_kernels_are_shown_and_uniqueness_is_not_claimed() -> None:
    shown = tables(found())
    assert [len(shown[f"kernel_{side}", "everyone"].rows) for side in ("player", "banker")] == [4, 4]
    assert any("that it is the only one is not proved" in note for note in shown["formulas", PEOPLE].notes)
    nobody_pays = tables(replace(found(), commission=Fraction(0)))
    assert ("kernel_banker", "everyone") not in nobody_pays
    assert "For each of them, no other strategy of either side is optimal." in (
        nobody_pays["formulas", PEOPLE].notes
    )
