"""What a list of published figures may hold, as a pydantic model."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

from analyzer.toml_file import found_problems

MOST_FIGURES = 20_000


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)


Text = Annotated[str, StringConstraints(min_length=1)]
Decks = int | Literal["infinite"]


class FigureTable(_Strict):
    """One figure: a whole claim, or a wager, what is measured, and the number in print."""

    claim: Text | None = None
    id: str = ""
    bet: Text | None = None
    wager: Text | None = None
    line: str = ""
    decks: Decks | None = None
    quantity: Text | None = None
    value: Text | None = None
    digits: Annotated[int, Field(ge=0, le=1_000)] | None = None
    rules: Text | None = None
    source: str = ""
    note: str = ""


class FigureFile(_Strict):
    """A whole list."""

    title: str = ""
    note: str = ""
    rules: Text | None = None
    decks: Decks | None = None
    sources: dict[str, str] = {}
    wagers: dict[str, Text] = {}
    figure: Annotated[list[FigureTable], Field(min_length=1, max_length=MOST_FIGURES)]


KEYS = tuple(FigureTable.model_fields)


def problems_of(data: Mapping[str, Any]) -> list[str]:
    """Every problem of the data of a file, with its place."""
    return found_problems(FigureFile, data)
