"""Wagers as TOML files.

    title = "Dragon 7"
    source = "where it is offered or described"
    otherwise = "lose"

    [[line]]
    label = "Banker wins with a three-card 7"
    when = "banker.wins and banker.total == 7 and banker.cards == 3"
    pays = "40 to 1"

A line without a label is called by its condition.
`otherwise` is a pay, or a table with a `label` and what it `pays`.
`family`, `note` and `decks` (the numbers of decks the pay table is published for) may be given too, and
`commission = { rate = "5%", base = "winnings" }` where the pays are what a commission has left.

A bet that is offered during a coup says when, and which cards lie open by then:

    [offered]
    sees = ["B1", "B2"]
    when = "banker.two_card_total == 9"

The coups in which it is not offered get a line of their own, the first, which gives the stake back.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from analyzer.errors import WagerError, several
from analyzer.exact import exact
from analyzer.toml_file import found_problems, read_toml
from analyzer.wager.condition import Condition
from analyzer.wager.odds import Commission, Pay
from analyzer.wager.wager import NOT_OFFERED, OTHERWISE, Offered, PayLine, Wager, repeated_labels

SHORTEST_FILE = 'title = "…", otherwise = "lose", and lines: [[line]], when = "tie", pays = "8 to 1"'


def read(data: Mapping[str, Any], *, slug: str = "") -> Wager:
    """The wager of data that is known to be right; what is wrong with other data is for `check` to say.

    Parameters
    ----------
    data : mapping
        The content of a file.
    slug : str, optional
        Name of the wager.

    Examples
    --------
    >>> line = {"when": "tie", "pays": "8 to 1"}
    >>> read({"title": "Tie", "otherwise": "lose", "line": [line]}).lines[0].pays.net
    Fraction(8, 1)
    """
    lines = [
        PayLine(_label(line), Condition.parse(line["when"]), Pay.parse(line["pays"])) for line in data["line"]
    ]
    otherwise = data["otherwise"]
    if not isinstance(otherwise, Mapping):
        otherwise = {"pays": otherwise}
    lines.append(PayLine(otherwise.get("label", OTHERWISE), None, Pay.parse(otherwise["pays"])))
    offered = _offered(data.get("offered"))
    if offered is not None:
        lines.insert(0, offered.line)
    decks = data.get("decks", ())
    return Wager(
        data["title"],
        tuple(lines),
        slug=slug,
        family=data.get("family", ""),
        source=data.get("source", ""),
        note=data.get("note", ""),
        decks=(decks,) if isinstance(decks, int) else tuple(decks),
        commission=_commission(data.get("commission")),
        offered=offered,
    )


def _commission(table: Mapping[str, Any] | None) -> Commission | None:
    return None if table is None else Commission(exact(table["rate"]), table["base"])


def _offered(table: Mapping[str, Any] | None) -> Offered | None:
    return None if table is None else Offered(tuple(table["sees"]), Condition.parse(table["when"]))


def check(data: Mapping[str, Any], where: str, *, needs_source: bool = False) -> None:
    """Refuse data that is no wager, with all problems at once.

    Parameters
    ----------
    data : mapping
        The content of a file.
    where : str
        Name of the file, for the message.
    needs_source : bool, optional
        Whether a source is mandatory, as it is in the library.

    Raises
    ------
    WagerError
        With the path of every problem inside the file.
    """
    if not data:
        raise WagerError("the file is empty", where=where, mend=f"a wager has {SHORTEST_FILE}")
    from analyzer.wager.wager_schema import WagerFile

    problems = found_problems(WagerFile, data)
    if needs_source and not data.get("source"):
        problems.append("source is missing")
    labels = _labels(data)
    problems += repeated_labels(labels)
    if "offered" in data:
        problems += [
            f'line {number}: the label "{label}" is that of the coups in which the bet is not offered'
            for number, label in enumerate(labels, start=1)
            if label == NOT_OFFERED
        ]
    if problems:
        raise WagerError(several(problems), where=where)


def load(path: str | Path) -> Wager:
    """The wager of a person's own file; its slug is the path.

    Raises
    ------
    WagerError
        The file cannot be read or is no wager.
    """
    data = read_toml(path, WagerError)
    check(data, str(path))
    return replace(read(data), slug=str(path))


def _label(line: Mapping[str, Any]) -> str:
    label: str = line.get("label") or line["when"]
    return label


def _labels(data: Mapping[str, Any]) -> list[str]:
    """The labels of all lines, as far as they can be found in data that may be wrong."""
    lines = data.get("line")
    labels = []
    for index, line in enumerate(lines if isinstance(lines, list) else ()):
        label = (line.get("label") or line.get("when")) if isinstance(line, Mapping) else None
        labels.append(label if isinstance(label, str) else f"line {index + 1}")
    otherwise = data.get("otherwise")
    label = otherwise.get("label", OTHERWISE) if isinstance(otherwise, Mapping) else OTHERWISE
    return [*labels, label if isinstance(label, str) else OTHERWISE]
