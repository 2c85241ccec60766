"""The games: what is offered as a table, rules, decks and main wagers together.

A game is named in `analyze --game`; the first of its numbers of decks is used where none is given.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from analyzer.errors import LibraryError, did_you_mean
from analyzer.game.rulebook import Rulebook
from analyzer.library.catalog import load_rulebook, load_wager, shelf_path, slugs
from analyzer.toml_file import parse_toml, read_toml
from analyzer.wager.wager import Wager

SHELF = "games"


@dataclass(frozen=True)
class Game:
    """What is offered as a table.

    Attributes
    ----------
    slug, title, source, note : str
    rules : str
        Slug of the rulebook.
    decks : tuple of int
        Numbers of decks that are offered, the usual one first.
    decks_stated : bool
        Whether the source says so; if not, the numbers are an assumption.
    wagers : tuple of str
        Slugs of the wagers.
    payments : mapping of str to str
        How the table rounds, as far as the source says; a coin is left to the person who asks.
    """

    slug: str
    title: str
    source: str
    rules: str
    decks: tuple[int, ...]
    decks_stated: bool
    wagers: tuple[str, ...]
    payments: Mapping[str, str]
    note: str = ""

    @property
    def rules_name(self) -> str:
        """Slug of the rulebook, or its path where it lies beside a person's own game."""
        return _beside(self.slug, self.rules)

    @property
    def wager_names(self) -> tuple[str, ...]:
        """Slugs of the wagers, or their paths where they lie beside a person's own game."""
        return tuple(_beside(self.slug, slug) for slug in self.wagers)

    def rulebook(self) -> Rulebook:
        """The rulebook of the game."""
        return load_rulebook(self.rules_name)

    def load_wagers(self) -> list[Wager]:
        """The wagers of the game."""
        return [load_wager(name) for name in self.wager_names]


def _beside(file: str, name: str) -> str:
    """A path beside a person's own file if there is one, else the slug."""
    path = Path(file).parent / name
    return str(path) if path.is_file() else name


def game_slugs() -> tuple[str, ...]:
    """Slugs of all games."""
    return slugs(SHELF)


def load_game(name: str) -> Game:
    """The game of a slug or of a person's own file.

    Raises
    ------
    LibraryError
        There is no such game, or the file is none.

    Examples
    --------
    >>> game = load_game("macau-no-commission")
    >>> game.decks[0], game.wagers[1]
    (8, 'main/banker-half-on-6')
    """
    if name in game_slugs():
        path = shelf_path(SHELF, name)
        return read(parse_toml(path.read_text(encoding="utf-8"), name, LibraryError), slug=name)
    if name.endswith(".toml") or Path(name).is_file():
        data = read_toml(name, LibraryError)
        check(data, name)
        return read(data, slug=name)
    raise LibraryError(
        f'there is no game "{name}"',
        mend=did_you_mean(name, game_slugs()) or "`baccarat games list` shows what there is",
    )


def check(data: Mapping[str, Any], where: str) -> None:
    """Refuse data that is no game, with all problems at once.

    Raises
    ------
    LibraryError
        With the path of every problem inside the file.
    """
    from analyzer.library.game_schema import check_game

    check_game(data, where)


def read(data: Mapping[str, Any], *, slug: str) -> Game:
    """The game of data that is known to be right."""
    return Game(
        slug=slug,
        title=data["title"],
        source=data["source"],
        rules=data["rulebook"],
        decks=tuple(data["decks"]),
        decks_stated=data["decks_stated"],
        wagers=tuple(data["wagers"]),
        payments=dict(data.get("payments", {})),
        note=data.get("note", ""),
    )
