"""The five documents: what they hold, and what a document file must not hold."""

from collections.abc import Callable
from itertools import product
from pathlib import Path

import pytest

from analyzer.errors import LibraryError, RulebookError
from analyzer.library.catalog import shelf_path
from analyzer.library.documents import (
    Document,
    document_slugs,
    is_document,
    load_document,
    load_file,
)
from analyzer.library.rules_document import IN_PART, QUESTIONS, SILENT
from analyzer.toml_file import read_toml

FEW = shelf_path("documents", "document-000").read_text(encoding="utf-8")


def readings(number: str) -> list[str]:
    return [reading.name for reading in load_document(number).readings]


def missing(number: str, reading: str) -> tuple[str, ...]:
    document = load_document(number)
    return document.missing(document.reading(reading))


# What is there


def test_there_are_five_documents() -> None:
    assert document_slugs() == tuple(f"document-00{number}" for number in range(5))


@pytest.mark.parametrize("name", ["3", "003", "document-003"])
def test_a_document_is_named_by_number_or_slug(name: str) -> None:
    assert load_document(name).slug == "document-003"


def test_every_reading_of_every_document_is_there() -> None:
    assert readings("000") == ["R1", "R2"]
    assert readings("001") == ["R1", "R2", "R3"]
    assert readings("002") == ["R1/N1", "R1/N2", "R2/N1", "R3/N1"]
    playable = ["/".join(names) for names in product(["R1", "R2"], ["E0", "E1", "E2"], ["O0", "O1a", "O1b"])]
    assert readings("003") == [*playable, "R1/E0/O0/Z2", "R2/E0/O0/Z2"]
    assert readings("004") == ["/".join(names) for names in product(["G1", "G2", "G3", "G4"], ["H1", "H2"])]


def test_every_schedule_of_payouts_is_there() -> None:
    schedules = {
        document.slug[-3:]: [
            f"{payout.name} {fate.fate}" for payout, fate in product(document.payouts, document.on_tie)
        ]
        for document in map(load_document, document_slugs())
    }
    assert schedules == {
        "000": ["T1 push", "T2 push"],
        "001": ["T1 push", "T1 lose", "T2 push", "T2 lose"],
        "002": ["stated push"],
        "003": [],
        "004": [
            f"{payout} {fate}"
            for payout, fate in product(["M1a", "M1b", "M2", "M2c", "M3"], ["push", "lose"])
        ],
    }


@pytest.mark.parametrize(
    ("number", "payout", "pays"),
    [
        ("000", "T1", ["1 to 1", "19 to 20", "8 to 1"]),
        ("000", "T2", ["1 to 1", "19 to 20", "7 to 1"]),
        ("001", "T1", ["1 to 1", "1 to 1", "8 to 1"]),
        ("001", "T2", ["1 to 1", "1 to 1", "7 to 1"]),
        ("002", "stated", ["1 to 1", "19 to 20", "8 to 1"]),
        ("004", "M1a", ["2 to 1", "19 to 10", "9 to 1"]),
        ("004", "M1b", ["2 to 1", "39 to 20", "9 to 1"]),
        ("004", "M2", ["1 to 1", "19 to 20", "8 to 1"]),
        ("004", "M2c", ["1 to 1", "9 to 10", "8 to 1"]),
        ("004", "M3", ["1 to 1", "19 to 20", "9 to 1"]),
    ],
)
def test_a_schedule_pays(number: str, payout: str, pays: list[str]) -> None:
    (chosen,) = [item for item in load_document(number).payouts if item.name == payout]
    found = [chosen.player, chosen.banker_after_commission, chosen.tie]
    assert [pay.to_one_text for pay in found] == pays


@pytest.mark.parametrize(
    ("number", "literal"),
    [
        ("000", {"R1"}),
        ("001", {"R1"}),
        ("002", {"R2/N1", "R3/N1"}),
        ("003", {name for name in readings("003") if name.startswith("R1")}),
        ("004", {name for name in readings("004") if not name.startswith("G1")}),
    ],
)
def test_a_reading_is_literal_or_a_correction(number: str, literal: set[str]) -> None:
    document = load_document(number)
    assert {reading.name for reading in document.readings if reading.kind == "literal"} == literal


@pytest.mark.parametrize("slug", document_slugs())
def test_every_option_has_its_evidence_in_a_sentence(slug: str) -> None:
    document = load_document(slug)
    options = [option for switch in document.switches for option in switch.options]
    said = [option.evidence for option in (*options, *document.payouts, *document.on_tie)]
    assert all(sentence.endswith(".") for sentence in said)
    assert all(sentence.endswith(".") for sentence in (*document.states, *document.leaves_open))


@pytest.mark.parametrize("slug", document_slugs())
def test_a_standard_reading_has_the_standard_rules(slug: str) -> None:
    document = load_document(slug)
    standard = {"000": "R2", "001": "R3", "002": "R1/N1", "003": "R2/E0/O0", "004": "G1/H1"}[slug[-3:]]
    assert (
        document.rulebook(document.reading(standard)).tableau
        == document.rulebook(load_document("000").readings[1]).tableau
    )


# What cannot be played


def test_what_is_missing_is_named() -> None:
    assert missing("003", "R1/E0/O0/Z2") == ("Banker 7, third card 0-9",)
    assert missing("004", "G3/H1") == tuple(f"Banker {total}, Player stood" for total in (3, 4, 5, 6))
    assert missing("002", "R3/N1")[2:] == tuple(f"Banker {total}, third card 0-9" for total in (3, 4, 5, 6))
    assert len(load_document("003").payouts_missing) == 5


def test_a_reading_that_cannot_be_played_is_refused() -> None:
    document = load_document("004")
    with pytest.raises(RulebookError, match=r"does not say: Banker 3, Player stood; .*Banker 6") as caught:
        document.require_playable(document.reading("g3/h1"))
    assert caught.value.where == "document-004"
    assert document.require_playable(document.reading("G2/H2")).slug == "documents/004-g2-h2"


@pytest.mark.parametrize(
    ("name", "mend"), [("R3", 'did you mean "R'), ("literal", "its readings are R1, R2"), ("", "R1, R2")]
)
def test_a_reading_that_is_not_there_gets_the_nearest(name: str, mend: str) -> None:
    with pytest.raises(LibraryError, match="has no reading") as caught:
        load_document("000").reading(name)
    assert mend in caught.value.mend


# Completeness


def not_stated(number: str, status: str) -> set[str]:
    return {item.key for item in load_document(number).items if item.status == status}


@pytest.mark.parametrize("slug", document_slugs())
def test_all_twelve_items_are_answered_in_order(slug: str) -> None:
    items = load_document(slug).items
    assert [item.number for item in items] == list(range(1, 13))
    assert [item.key for item in items] == list(QUESTIONS)
    assert all(item.where for item in items if item.status != SILENT)


def test_the_gaps_that_the_law_would_find() -> None:
    assert "commission" in not_stated("001", SILENT)
    assert {"cards", "settlement"} <= not_stated("001", IN_PART)
    assert "payouts" in not_stated("003", SILENT)
    assert "commission" in not_stated("003", IN_PART)
    assert "settlement" in not_stated("004", IN_PART)
    assert not {"cards", "commission", "settlement", "payouts"} & not_stated("002", IN_PART)


# A person's own file

Load = Callable[[str], Document]


@pytest.fixture
def load_text(tmp_path: Path) -> Load:
    def loaded(content: str) -> Document:
        file = tmp_path / "mine.toml"
        file.write_text(content, encoding="utf-8")
        return load_file(file)

    return loaded


def changed(old: str, new: str) -> str:
    assert FEW.count(old) == 1
    return FEW.replace(old, new)


def test_a_file_of_ones_own_may_bring_its_rulebook(tmp_path: Path, load_text: Load) -> None:
    own = shelf_path("rulebooks", "bahamian").read_text(encoding="utf-8")
    (tmp_path / "ours.toml").write_text(own, encoding="utf-8")
    document = load_text(changed('rulebook = "documents/000-r1"', 'rulebook = "ours.toml"'))
    assert document.rulebook(document.readings[0]).title.startswith("Bahamian")
    assert is_document(read_toml(tmp_path / "mine.toml"))


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        (
            changed('rulebook = "documents/000-r1"', 'rulebook = "documents/000-r9"'),
            'reading 1: rulebook: there is no rulebook "documents/000-r9" (did you mean "documents/000-r1"?)',
        ),
        (changed('options = ["R1"]', 'options = ["R7"]'), "reading 1: options: R7 is an option of no switch"),
        (
            changed('options = ["R1"]', 'options = ["R1", "R2"]'),
            "reading 1: options: two options of one switch",
        ),
        (changed('options = ["R1"]', 'options = ["R2"]'), "reading: two readings take the same options"),
        (changed('compared_reading = "R1"', 'compared_reading = "R8"'), 'there is no reading "R8"'),
        (changed('tie = "8 for 1"', 'tie = "8 pour 1"'), 'payout 2: tie: "8 pour 1" does not say whether'),
        (changed('tie = "8 for 1"', 'tie = "8 pour 1"'), 'write "8 to 1" if the stake comes back on top'),
        (changed('tie = "8 for 1"', "tie = -2"), "payout 2: tie: "),
        (FEW.replace('rate = "5%"', 'rate = "101%"'), "payout 1: commission.rate: a commission of 101"),
        (FEW.replace('base = "winnings"', 'base = "wins"'), "payout 1: commission.base: "),
        (FEW.replace('kind = "correction"', 'kind = "guess"'), "kind: "),
        (changed('fate = "push"', 'fate = "win"'), "on_tie 1: fate: "),
        (changed("decks = [6, 8]", "decks = [0]"), "decks, item 1: should be at least 1"),
        (changed("decks = [6, 8]", "decks = [6.5]"), "decks, item 1: "),
        (changed("decks = [6, 8]", "decks = []"), "decks: "),
        (
            changed('language = "French"', 'langage = "French"'),
            'unknown key "langage"; did you mean "language"?',
        ),
        (changed('standing = { status = "silent" }', ""), "rules_document: standing is not answered"),
        (changed('bank = { status = "silent" }', 'bank = { status = "no" }'), "rules_document.bank.status: "),
        (changed("[[on_tie]]", "payouts_missing = ['all']\n\n[[on_tie]]"), "payout 2: unknown key"),
        ("", "title is missing"),
    ],
)
def test_a_wrong_document_is_refused_with_the_path(text: str, problem: str, load_text: Load) -> None:
    with pytest.raises(LibraryError) as caught:
        load_text(text)
    assert problem in caught.value.what
    assert caught.value.where.endswith("mine.toml")
    assert len(caught.value.lines()) <= 3


def test_payouts_are_given_or_said_to_be_missing(load_text: Load) -> None:
    without = FEW[: FEW.index("[[payout]]")] + FEW[FEW.index("[[on_tie]]") :]
    with pytest.raises(LibraryError, match="payouts_missing"):
        load_text(without)
    with pytest.raises(LibraryError, match="payouts_missing"):
        load_text(changed("rejected = [", 'payouts_missing = ["all"]\nrejected = ['))


@pytest.mark.parametrize(
    ("name", "mend"),
    [("docment-003", "document-003"), ("007", "document-00"), ("xyz", "baccarat documents list")],
)
def test_an_unknown_document_gets_the_nearest(name: str, mend: str) -> None:
    with pytest.raises(LibraryError, match="there is no document") as caught:
        load_document(name)
    assert mend in caught.value.mend
