"""The shape of a wager file, checked with pydantic; imported only where a file is checked."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field, StringConstraints

from analyzer.exact import exact
from analyzer.toml_file import collected
from analyzer.wager.condition import Condition
from analyzer.wager.odds import COMMISSION_BASES, Commission, Pay
from analyzer.wager.wager import SEEN_POSITIONS

MOST_DECKS = 1_000_000


def _read_pay(value: Any) -> Any:
    with collected():
        return Pay.parse(value)


def _read_condition(text: str) -> str:
    with collected():
        Condition.parse(text)
    return text


def _read_rate(value: Any) -> Any:
    with collected():
        return Commission(exact(value)).rate


def _read_otherwise(value: Any) -> Any:
    return value if isinstance(value, Mapping) else {"pays": value}


def _read_decks(value: Any) -> Any:
    return value if isinstance(value, list) else [value]


def _each_once(positions: list[str]) -> list[str]:
    if len(set(positions)) < len(positions):
        raise ValueError("a card is named twice")
    return positions


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True, arbitrary_types_allowed=True)


Text = Annotated[str, StringConstraints(min_length=1)]
PayText = Annotated[Any, AfterValidator(_read_pay)]
ConditionText = Annotated[str, AfterValidator(_read_condition)]
Decks = Annotated[int, Field(ge=1, le=MOST_DECKS)]


class LineTable(_Strict):
    """One `[[line]]`."""

    label: Text = ""
    when: ConditionText
    pays: PayText


class OtherwiseTable(_Strict):
    """What the last line pays; a bare pay stands for a table that has only that."""

    label: Text = ""
    pays: PayText


class CommissionTable(_Strict):
    """What is kept of winning lines."""

    rate: Annotated[Any, AfterValidator(_read_rate)]
    base: Literal[COMMISSION_BASES]  # type: ignore[valid-type]


class OfferedTable(_Strict):
    """When a bet is offered during a coup."""

    sees: Annotated[list[Literal[SEEN_POSITIONS]], AfterValidator(_each_once), Field(min_length=1)]  # type: ignore[valid-type]
    when: ConditionText


class WagerFile(_Strict):
    """A whole wager file."""

    title: Text
    source: Text = ""
    family: Text = ""
    note: Text = ""
    decks: Annotated[list[Decks], BeforeValidator(_read_decks), Field(min_length=1)] = []
    commission: CommissionTable | None = None
    offered: OfferedTable | None = None
    otherwise: Annotated[OtherwiseTable, BeforeValidator(_read_otherwise)]
    line: Annotated[list[LineTable], Field(min_length=1)]
