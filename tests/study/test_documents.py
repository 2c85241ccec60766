"""What the documents imply, next to the standard."""

from dataclasses import replace
from fractions import Fraction

import pytest

from analyzer.errors import RulebookError
from analyzer.game.shoe import Shoe
from analyzer.library.catalog import load_rulebook
from analyzer.library.documents import document_slugs, load_document
from analyzer.study.analysis import analyze
from analyzer.study.documents import (
    AGREED,
    OPEN,
    DocumentResult,
    ReadingResult,
    cell_verdicts,
    require_payouts,
    study_documents,
)

SIX_DECKS = {"player": 392220492728832, "banker": 403095751234560, "tie": 83552962932288}
EIGHT_DECKS = {"player": 2230518282592256, "banker": 2292252566437888, "tie": 475627426473216}


@pytest.fixture(scope="module")
def results() -> dict[str, DocumentResult]:
    studied = study_documents(map(load_document, document_slugs()))
    return {result.document.slug[-3:]: result for result in studied}


def reading(results: dict[str, DocumentResult], number: str, name: str) -> ReadingResult:
    (found,) = [result for result in results[number].readings if result.reading.name == name]
    return found


def edges(
    results: dict[str, DocumentResult], number: str, name: str, payout: str, fate: str
) -> list[Fraction]:
    (schedule,) = [
        schedule
        for schedule in reading(results, number, name).shoes[0].schedules
        if (schedule.payout.name, schedule.on_tie.fate) == (payout, fate)
    ]
    return list(schedule.edges.values())


@pytest.mark.parametrize(
    ("number", "name"),
    [("000", "R2"), ("001", "R3"), ("002", "R1/N1"), ("003", "R2/E0/O0"), ("004", "G1/H1")],
)
def test_the_standard_reading_has_the_standard_counts(
    number: str, name: str, results: dict[str, DocumentResult]
) -> None:
    for shoe in reading(results, number, name).shoes:
        assert shoe.outcomes == {6: SIX_DECKS, 8: EIGHT_DECKS}[shoe.shoe.decks or 0]
        assert (shoe.shift, shoe.favours) == (0, None)


def test_every_reading_is_dealt_from_every_shoe_of_its_document(results: dict[str, DocumentResult]) -> None:
    for result in results.values():
        for item in result.readings:
            decks = [shoe.shoe.decks for shoe in item.shoes]
            assert decks == ([] if item.missing else list(result.document.decks))


def test_a_rotated_table_makes_player_the_better_hand(results: dict[str, DocumentResult]) -> None:
    shoe = reading(results, "000", "R1").shoes[1]
    assert shoe.outcomes["player"] > shoe.outcomes["banker"]
    assert shoe.favours == "player"
    assert edges(results, "000", "R1", "T1", "push")[0] < 0


def test_two_naturals_that_tie_take_as_much_from_both_hands(results: dict[str, DocumentResult]) -> None:
    shoe = reading(results, "002", "R1/N2").shoes[0]
    assert shoe.change("player") == shoe.change("banker") == -shoe.change("tie") / 2
    assert shoe.favours is None


def test_a_card_for_each_hand_makes_both_alike(results: dict[str, DocumentResult]) -> None:
    alike = [item for item in results["003"].readings if "E2" in item.reading.name]
    assert len(alike) == 6
    assert len({item.rulebook.sha256 for item in alike}) == 1
    assert alike[0].shoes[0].outcomes["player"] == alike[0].shoes[0].outcomes["banker"]


@pytest.mark.parametrize("table", ["R1", "R2"])
@pytest.mark.parametrize("equality", ["E0", "E1"])
def test_drawing_on_both_changes_as_much_as_on_six_and_on_seven(
    table: str, equality: str, results: dict[str, DocumentResult]
) -> None:
    """The joint deviation from O0 needs no reading of its own."""
    counts = {
        option: reading(results, "003", f"{table}/{equality}/{option}").shoes[0].outcomes
        for option in ("O0", "O1a", "O1b")
    }
    rulebook = reading(results, "003", f"{table}/{equality}/O0").rulebook
    both = analyze(Shoe.from_decks(8), replace(rulebook, player="DDDDDDDD")).outcomes
    for outcome, ways in both.items():
        single = counts["O1a"][outcome] + counts["O1b"][outcome] - 2 * counts["O0"][outcome]
        assert ways - counts["O0"][outcome] == single


def test_the_fate_of_bets_on_a_tie_costs_its_probability(results: dict[str, DocumentResult]) -> None:
    pushed = edges(results, "004", "G1/H1", "M2", "push")
    lost = edges(results, "004", "G1/H1", "M2", "lose")
    tie = reading(results, "004", "G1/H1").shoes[0].probability("tie")
    assert [after - before for before, after in zip(pushed, lost, strict=True)] == [tie, tie, 0]


def test_the_usual_game_of_document_004_has_the_usual_edges(results: dict[str, DocumentResult]) -> None:
    standard = load_rulebook()
    outcomes = analyze(Shoe.from_decks(6), standard).outcomes
    total = sum(outcomes.values())
    assert edges(results, "004", "G1/H1", "M2", "push") == [
        Fraction(outcomes["banker"] - outcomes["player"], total),
        Fraction(20 * outcomes["player"] - 19 * outcomes["banker"], 20 * total),
        Fraction(total - 9 * outcomes["tie"], total),
    ]


def test_the_base_of_a_commission_moves_the_edge(results: dict[str, DocumentResult]) -> None:
    banker = reading(results, "004", "G1/H1").shoes[0].probability("banker")
    a, b = (edges(results, "004", "G1/H1", name, "push")[1] for name in ("M1a", "M1b"))
    assert a - b == banker / 20
    usual, handed_back = (edges(results, "004", "G1/H1", name, "push")[1] for name in ("M2", "M2c"))
    assert handed_back - usual == banker / 20


def test_probabilities_are_given_where_only_payouts_are_missing(results: dict[str, DocumentResult]) -> None:
    for item in results["003"].readings:
        assert all(shoe.schedules == () for shoe in item.shoes)
        assert item.missing or item.shoes
    with pytest.raises(RulebookError, match=r"what a winning bet on Player pays; .* commission is taken of"):
        require_payouts(load_document("003"))
    require_payouts(load_document("000"))


def test_what_cannot_be_played_has_no_counts(results: dict[str, DocumentResult]) -> None:
    refused = {(number, item.reading.name) for number, result in results.items() for item in result.refused}
    assert refused == {
        ("002", "R3/N1"),
        ("003", "R1/E0/O0/Z2"),
        ("003", "R2/E0/O0/Z2"),
        ("004", "G3/H1"),
        ("004", "G3/H2"),
    }
    assert all(not item.shoes for result in results.values() for item in result.refused)


def test_other_shoes_may_be_asked_for() -> None:
    (result,) = study_documents([load_document("004")], [Shoe.infinite()])
    assert [shoe.shoe.describe() for shoe in result.readings[0].shoes] == ["infinite decks"]
    assert list(result.readings[0].shoes[0].outcomes.values()) == [2153464, 2212744, 460601]


def test_the_other_road_gives_the_same() -> None:
    documents = [load_document("002")]
    assert study_documents(documents, method="graph") == study_documents(documents)


# Cells


def test_the_cells_on_which_all_documents_agree() -> None:
    verdicts = cell_verdicts(map(load_document, document_slugs()))
    agreed = {(cell.total, cell.column) for cell in verdicts if cell.verdict == AGREED}
    whole_rows = {(cell.total, cell.column) for cell in verdicts if cell.total in (0, 1, 2, 7)}
    assert agreed == whole_rows | {(3, "6"), (3, "7"), (4, "2")}
    left_open = {(cell.total, cell.column) for cell in verdicts if cell.verdict == OPEN}
    assert left_open == {(total, "none") for total in (3, 4, 5, 6)}


def test_what_each_document_says_about_a_cell() -> None:
    verdicts = cell_verdicts(map(load_document, document_slugs()))
    cells = {(cell.total, cell.column): "".join(c[0] for c in cell.cells.values()) for cell in verdicts}
    assert cells[3, "8"] == "SDSSS"
    assert cells[3, "0"] == "SDDDD"
    assert cells[4, "9"] == "DbSSS"
    assert cells[5, "4"] == "DbDSD"
    assert cells[6, "none"] == "SSSS?"
