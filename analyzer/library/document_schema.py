"""What a document file may hold, as pydantic models; loaded only to check a person's own file."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

from analyzer.errors import AnalyzerError, LibraryError, several
from analyzer.library.catalog import load_rulebook
from analyzer.library.documents import FATES, KINDS
from analyzer.library.rules_document import QUESTIONS, STATUSES
from analyzer.toml_file import found_problems, one_line
from analyzer.wager.wager_schema import CommissionTable, PayText

MOST_DECKS = 1_000


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True, arbitrary_types_allowed=True)


Text = Annotated[str, StringConstraints(min_length=1)]
Kind = Literal[KINDS]  # type: ignore[valid-type]
Decks = Annotated[int, Field(ge=1, le=MOST_DECKS)]


class OptionTable(_Strict):
    """One `[[switch.option]]`."""

    name: Text
    kind: Kind
    text: Text
    evidence: Text


class SwitchTable(_Strict):
    """One `[[switch]]`."""

    name: Text
    about: Text
    option: Annotated[list[OptionTable], Field(min_length=1)]


class ReadingTable(_Strict):
    """One `[[reading]]`."""

    options: Annotated[list[Text], Field(min_length=1)]
    rulebook: Text
    missing: list[Text] = []


class PayoutTable(_Strict):
    """One `[[payout]]`."""

    name: Text
    kind: Kind
    player: PayText
    banker: PayText
    tie: PayText
    commission: CommissionTable | None = None
    text: Text
    evidence: Text


class OnTieTable(_Strict):
    """One `[[on_tie]]`."""

    name: Text
    kind: Kind
    fate: Literal[FATES]  # type: ignore[valid-type]
    evidence: Text


class ItemTable(_Strict):
    """How far one of the twelve items is answered."""

    status: Literal[STATUSES]  # type: ignore[valid-type]
    where: Text = ""


class DocumentFile(_Strict):
    """A whole document file."""

    title: Text
    source: Text
    language: Text
    decks: Annotated[list[Decks], Field(min_length=1)]
    decks_stated: bool
    compared_reading: Text
    states: list[Text] = []
    leaves_open: list[Text] = []
    rejected: list[Text] = []
    payouts_missing: list[Text] = []
    note: str = ""
    switch: list[SwitchTable] = []
    reading: Annotated[list[ReadingTable], Field(min_length=1)]
    payout: list[PayoutTable] = []
    on_tie: Annotated[list[OnTieTable], Field(min_length=1)]
    rules_document: dict[Literal[tuple(QUESTIONS)], ItemTable] = {}  # type: ignore[valid-type]


def check_document(data: Mapping[str, Any], where: str) -> None:
    """Refuse data that is no document, with all problems at once.

    Raises
    ------
    LibraryError
        With the path of every problem inside the file.
    """
    problems = found_problems(DocumentFile, data)
    if not problems:
        problems = list(_loose_ends(DocumentFile.model_validate(data), Path(where).parent))
    if problems:
        raise LibraryError(several(problems), where=where)


def _loose_ends(document: DocumentFile, folder: Path) -> Iterator[str]:
    """Names inside the file that point nowhere, or twice to the same place."""
    switch_of = {option.name: switch.name for switch in document.switch for option in switch.option}
    names = []
    for number, reading in enumerate(document.reading, start=1):
        place = f"reading {number}"
        names.append("/".join(reading.options))
        unknown = [name for name in reading.options if name not in switch_of]
        if unknown:
            yield f"{place}: options: {', '.join(unknown)} is an option of no switch"
        taken = [switch_of[name] for name in reading.options if name in switch_of]
        if len(set(taken)) < len(taken):
            yield f"{place}: options: two options of one switch"
        yield from _rulebook_problem(place, reading.rulebook, folder)
    if len(set(names)) < len(names):
        yield "reading: two readings take the same options"
    if document.compared_reading not in names:
        yield f'compared_reading: there is no reading "{document.compared_reading}"'
    if bool(document.payout) == bool(document.payouts_missing):
        yield "payout: give the payouts, or say in payouts_missing what the text leaves out"
    answered = set(document.rules_document)
    if answered and (left := [key for key in QUESTIONS if key not in answered]):
        yield f"rules_document: {', '.join(left)} is not answered"


def _rulebook_problem(place: str, name: str, folder: Path) -> Iterator[str]:
    try:
        load_rulebook(str(folder / name) if (folder / name).is_file() else name)
    except AnalyzerError as error:
        yield f"{place}: rulebook: {one_line(error)}"
