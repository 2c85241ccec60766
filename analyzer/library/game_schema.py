"""What a game file may hold, as a pydantic model; loaded only to check a person's own file."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

from analyzer.errors import AnalyzerError, LibraryError, several
from analyzer.library.catalog import load_rulebook, load_wager
from analyzer.toml_file import found_problems, one_line
from analyzer.wager.commission import DIRECTIONS

MOST_DECKS = 1_000


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)


Text = Annotated[str, StringConstraints(min_length=1)]


class PaymentsTable(_Strict):
    """How the table rounds."""

    round_commission: Literal[DIRECTIONS] | None = None  # type: ignore[valid-type]
    round_payout: Literal[DIRECTIONS] | None = None  # type: ignore[valid-type]


class GameFile(_Strict):
    """A whole game file."""

    title: Text
    source: Text
    note: str = ""
    rulebook: Text
    decks: Annotated[list[Annotated[int, Field(ge=1, le=MOST_DECKS)]], Field(min_length=1)]
    decks_stated: bool
    wagers: list[Text]

    payments: PaymentsTable | None = None


def check_game(data: Mapping[str, Any], where: str) -> None:
    """Refuse data that is no game, with all problems at once.

    Raises
    ------
    LibraryError
        With the path of every problem inside the file.
    """
    problems = found_problems(GameFile, data)
    if not problems:
        problems = list(_loose_ends(GameFile.model_validate(data), Path(where).parent))
    if problems:
        raise LibraryError(several(problems), where=where)


def _loose_ends(game: GameFile, folder: Path) -> Iterator[str]:
    yield from _problem("rulebook", game.rulebook, folder, load_rulebook)
    for number, wager in enumerate(game.wagers, start=1):
        yield from _problem(f"wagers, item {number}", wager, folder, load_wager)


def _problem(place: str, name: str, folder: Path, load: Callable[[str], object]) -> Iterator[str]:
    try:
        load(str(folder / name) if (folder / name).is_file() else name)
    except AnalyzerError as error:
        yield f"{place}: {one_line(error)}"
