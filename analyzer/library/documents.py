"""The documents: texts that state rules, and every way in which they can be read.

A document has switches, the sentences that can be read in more than one way, and each switch has options,
literal ones and corrections.
A reading takes an option of each switch (of a switch that it does not name, the first one) and names the
rulebook that follows; undefined cells in it, or a list of what is missing, make it one that cannot be played.
Payouts, and what a tie does to bets on Player and Banker, are switches apart, because they change no count.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from analyzer.errors import LibraryError, RulebookError, did_you_mean
from analyzer.exact import exact
from analyzer.game.rulebook import Rulebook
from analyzer.library.catalog import load_rulebook, shelf_path, slugs
from analyzer.library.rules_document import RulesItem, read_items
from analyzer.toml_file import parse_toml, read_toml
from analyzer.wager.odds import Commission, Pay

SHELF = "documents"
KINDS = ("literal", "correction")
FATES = ("push", "lose")
STANDARD = "standard"


@dataclass(frozen=True)
class Option:
    """One way to read a sentence, and why it can be read so."""

    name: str
    kind: str
    text: str
    evidence: str


@dataclass(frozen=True)
class Switch:
    """A sentence that can be read in more than one way."""

    name: str
    about: str
    options: tuple[Option, ...]


@dataclass(frozen=True)
class Reading:
    """One interpretation of a document, and the rulebook that follows from it.

    Attributes
    ----------
    options : tuple of Option
        What it takes of the switches that it names.
    rulebook : str
        Slug or path of the rulebook.
    missing : tuple of str
        What the text would have to say as well before it could be played.
    """

    options: tuple[Option, ...]
    rulebook: str
    missing: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        """Names of its options, joined by slashes."""
        return "/".join(option.name for option in self.options)

    @property
    def kind(self) -> str:
        """literal, or correction if any of its options is one."""
        corrected = any(option.kind == KINDS[1] for option in self.options)
        return KINDS[1] if corrected else KINDS[0]


@dataclass(frozen=True)
class Payout:
    """What the three main bets pay in one reading of the payout sentences."""

    name: str
    kind: str
    player: Pay
    banker: Pay
    tie: Pay
    commission: Commission | None
    text: str
    evidence: str

    @property
    def banker_after_commission(self) -> Pay:
        """What Banker pays once the commission is taken."""
        return self.banker if self.commission is None else self.commission.after(self.banker)


@dataclass(frozen=True)
class OnTie:
    """What a tie does to bets on Player and Banker: push or lose."""

    name: str
    kind: str
    fate: str
    evidence: str


@dataclass(frozen=True)
class Document:
    """A text that states rules.

    Attributes
    ----------
    slug : str
        Such as `document-003`.
    decks : tuple of int
        Numbers of decks to show; assumed where `decks_stated` is False.
    states, leaves_open, rejected : tuple of str
        What the text says, what it does not, and readings that do not hold, in sentences of our own.
    compared_reading : str
        Name of the literal reading that stands for the document where cells of documents are compared.
    payouts_missing : tuple of str
        What the text would have to say before an edge could be given.
    items : tuple of RulesItem
        How far it answers the twelve questions that Québec asks of a rules document.
    """

    slug: str
    title: str
    source: str
    language: str
    decks: tuple[int, ...]
    decks_stated: bool
    states: tuple[str, ...]
    leaves_open: tuple[str, ...]
    rejected: tuple[str, ...]
    switches: tuple[Switch, ...]
    readings: tuple[Reading, ...]
    compared_reading: str
    payouts: tuple[Payout, ...]
    payouts_missing: tuple[str, ...]
    on_tie: tuple[OnTie, ...]
    items: tuple[RulesItem, ...]
    note: str = ""

    def reading(self, name: str) -> Reading:
        """The reading of a name such as `R1/E0/O0`, however its letters are written.

        Raises
        ------
        LibraryError
            The document has no such reading; the nearest one is named.
        """
        known = {reading.name.lower(): reading for reading in self.readings}
        if name.lower() not in known:
            names = [reading.name for reading in self.readings]
            raise LibraryError(
                f'{self.slug} has no reading "{name}"',
                mend=did_you_mean(name, names) or f"its readings are {', '.join(names)}",
            )
        return known[name.lower()]

    def rulebook(self, reading: Reading) -> Rulebook:
        """The rulebook of a reading; one with undefined cells is handed out too."""
        beside = Path(self.slug).parent / reading.rulebook
        return load_rulebook(str(beside) if beside.is_file() else reading.rulebook)

    def only(self, reading: Reading) -> Document:
        """The document with one of its readings."""
        return replace(self, readings=(reading,))

    def missing(self, reading: Reading) -> tuple[str, ...]:
        """Everything that a reading would have to say before it could be played; empty if it can."""
        return (*reading.missing, *self.rulebook(reading).left_open())

    def require_playable(self, reading: Reading) -> Rulebook:
        """The rulebook of a reading that can be played.

        Raises
        ------
        RulebookError
            It cannot; everything that is missing is named.
        """
        missing = self.missing(reading)
        if missing:
            raise RulebookError(
                f"reading {reading.name} cannot be played; it does not say: {'; '.join(missing)}",
                where=self.slug,
                mend="nothing is filled in for it; choose another reading",
            )
        return self.rulebook(reading)


def document_slugs() -> tuple[str, ...]:
    """Slugs of all documents."""
    return slugs(SHELF)


def load_document(name: str) -> Document:
    """The document of a number, a slug or a person's own file.

    Raises
    ------
    LibraryError
        There is no such document, or the file is none.

    Examples
    --------
    >>> document = load_document("003")
    >>> document.slug, len(document.readings)
    ('document-003', 20)
    """
    slug = f"document-{name.zfill(3)}" if name.isdigit() else name
    if slug in document_slugs():
        path = shelf_path(SHELF, slug)
        return read(parse_toml(path.read_text(encoding="utf-8"), slug, LibraryError), slug=slug)
    if name.endswith(".toml") or Path(name).is_file():
        return load_file(name)
    raise LibraryError(
        f'there is no document "{name}"',
        mend=did_you_mean(slug, document_slugs()) or "`baccarat documents list` shows what there is",
    )


def load_file(path: str | Path) -> Document:
    """The document of a TOML file, checked first.

    Raises
    ------
    LibraryError
        With every problem and its path inside the file.
    """
    data = read_toml(path, LibraryError)
    check(data, str(path))
    return read(data, slug=str(path))


def check(data: Mapping[str, Any], where: str) -> None:
    """Refuse data that is no document, with all problems at once.

    Raises
    ------
    LibraryError
        With the path of every problem inside the file.
    """
    from analyzer.library.document_schema import check_document

    check_document(data, where)


def is_document(data: Mapping[str, Any]) -> bool:
    """Whether TOML data is meant as a document."""
    return "reading" in data or "switch" in data or "rules_document" in data


def read(data: Mapping[str, Any], *, slug: str) -> Document:
    """The document of data that is known to be right."""
    switches = tuple(_switch(table) for table in data.get("switch", ()))
    options = {option.name: option for switch in switches for option in switch.options}
    return Document(
        slug=slug,
        title=data["title"],
        source=data["source"],
        language=data["language"],
        decks=tuple(data["decks"]),
        decks_stated=data["decks_stated"],
        states=tuple(data.get("states", ())),
        leaves_open=tuple(data.get("leaves_open", ())),
        rejected=tuple(data.get("rejected", ())),
        switches=switches,
        readings=tuple(_reading(table, options) for table in data["reading"]),
        compared_reading=data["compared_reading"],
        payouts=tuple(_payout(table) for table in data.get("payout", ())),
        payouts_missing=tuple(data.get("payouts_missing", ())),
        on_tie=tuple(OnTie(**table) for table in data["on_tie"]),
        items=read_items(data.get("rules_document", {})),
        note=data.get("note", ""),
    )


def _switch(table: Mapping[str, Any]) -> Switch:
    return Switch(table["name"], table["about"], tuple(Option(**option) for option in table["option"]))


def _reading(table: Mapping[str, Any], options: Mapping[str, Option]) -> Reading:
    taken = tuple(options[name] for name in table["options"])
    return Reading(taken, table["rulebook"], tuple(table.get("missing", ())))


def _payout(table: Mapping[str, Any]) -> Payout:
    commission = table.get("commission")
    return Payout(
        name=table["name"],
        kind=table["kind"],
        player=Pay.parse(table["player"]),
        banker=Pay.parse(table["banker"]),
        tie=Pay.parse(table["tie"]),
        commission=None if commission is None else Commission(exact(commission["rate"]), commission["base"]),
        text=table["text"],
        evidence=table["evidence"],
    )
