"""What a rulebook file may hold, as pydantic models; loaded only to check a person's own file."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import (
    AfterValidator,
    BaseModel,
    ConfigDict,
    Field,
    ValidationInfo,
    WrapValidator,
    create_model,
    field_validator,
)
from pydantic_core import PydanticCustomError

from analyzer.errors import ShoeError
from analyzer.game.cards import RANKS, parse_rank
from analyzer.game.rulebook import (
    CARDS,
    COLUMNS,
    DEAL_ORDERS,
    ON_EQUAL_TOTALS,
    ON_NATURAL,
    ON_TWO_NATURALS,
    ROWS,
    TABLEAU_KEYS,
    TOTAL,
)
from analyzer.game.rulebook_file import parse_cells
from analyzer.game.tableau_forms import tableau_from_columns

Sees = Literal[TOTAL, CARDS]  # type: ignore[valid-type]


class _Form(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)


class SetsForm(_Form):
    """A row told by sets."""

    draws: str
    stands: str | None = None
    choice: str | None = None
    undefined: str | None = None


class PlayerForm(SetsForm):
    """Player's part: one row, told by sets."""

    sees: Sees | None = None


def _checked_row(row: Any, names: tuple[str, ...]) -> Any:
    may_be_grid = names == COLUMNS
    if isinstance(row, dict):
        sets = (SetsForm if may_be_grid else PlayerForm).model_validate(row)
        parse_cells(sets.model_dump(exclude_none=True), names)
    elif may_be_grid and isinstance(row, str):
        parse_cells(row, names)
    elif may_be_grid:
        raise ValueError("a row is a grid of cells in quotes or a table of draws and stands")
    else:
        raise ValueError('write it as a table: draws = "0-5"')
    return row


def _checks_row(names: tuple[str, ...]) -> WrapValidator:
    # The type beside it only tells which keys there are: a union would complain about the other form as well.
    return WrapValidator(lambda row, _: _checked_row(row, names))


_TOTALS = tuple(str(row) for row in ROWS)
_Row = Annotated[str | SetsForm, _checks_row(COLUMNS)]
TableauForm = create_model(
    "TableauForm",
    __base__=_Form,
    **{f"row_{total}": (_Row, Field(alias=total)) for total in _TOTALS},  # type: ignore[call-overload]
)


class BankerForm(_Form):
    """Banker's part."""

    keyed_by: Literal[TABLEAU_KEYS] = TABLEAU_KEYS[0]  # type: ignore[valid-type]
    columns: dict[str, str | SetsForm] | None = None
    tableau: TableauForm | None = Field(None, validate_default=True)  # type: ignore[valid-type]
    sees: Sees | None = None

    @field_validator("columns")
    @classmethod
    def _whole(cls, columns: dict[str, str | SetsForm] | None) -> Any:
        if columns is not None:
            tableau_from_columns(
                {
                    keys: totals if isinstance(totals, str) else totals.model_dump(exclude_none=True)
                    for keys, totals in columns.items()
                }
            )
        return columns

    @field_validator("tableau")
    @classmethod
    def _told_once(cls, tableau: Any, info: ValidationInfo) -> Any:
        if tableau is not None and info.data.get("columns") is not None:
            raise ValueError("the tableau is told by rows and by columns; leave one out")
        if tableau is None and info.data.get("columns", ...) is None:
            raise PydanticCustomError("missing", "Field required")
        return tableau


class NaturalsForm(_Form):
    """What naturals do."""

    player: Literal[ON_NATURAL] = ON_NATURAL[0]  # type: ignore[valid-type]
    banker: Literal[ON_NATURAL] = ON_NATURAL[0]  # type: ignore[valid-type]
    both: Literal[ON_TWO_NATURALS] = ON_TWO_NATURALS[0]  # type: ignore[valid-type]


def _rank(name: Any) -> Any:
    try:
        parse_rank(str(name))
    except ShoeError as error:
        raise ValueError(error.what) from None
    return name


class CardsForm(_Form):
    """Card values and the deal."""

    values: dict[Annotated[str, AfterValidator(_rank)], Annotated[int, Field(ge=0, le=13)]] = {}
    player_first_card: Annotated[str | int, AfterValidator(_rank)] | None = None
    deal_order: Literal[DEAL_ORDERS] = DEAL_ORDERS[0]  # type: ignore[valid-type]

    @field_validator("values")
    @classmethod
    def _valued_once(cls, values: dict[str, int]) -> dict[str, int]:
        ranks = [RANKS[parse_rank(name)] for name in values]
        twice = sorted({rank for rank in ranks if ranks.count(rank) > 1})
        if twice:
            raise ValueError(f"{', '.join(twice)} is valued twice")
        return values


class RulebookForm(_Form):
    """A whole rulebook file."""

    title: Annotated[str, Field(min_length=1)]
    source: str = ""
    note: str = ""
    equal_two_card_totals: Literal[ON_EQUAL_TOTALS] = ON_EQUAL_TOTALS[0]  # type: ignore[valid-type]
    player: Annotated[PlayerForm, _checks_row(_TOTALS)]
    banker: BankerForm
    naturals: NaturalsForm = NaturalsForm()
    cards: CardsForm = CardsForm()
