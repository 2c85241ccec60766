"""What is in the library, by slug: the slug of a file is its path below its shelf, without `.toml`.

Library files are known to be right (one test checks them all), so they are read without being checked again.
A name that is no slug but the path of a file, or looks like one, is a person's own file and is checked.
"""

from __future__ import annotations

import os.path
import re
import tomllib
from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from pathlib import Path, PurePosixPath
from typing import Any

from analyzer.errors import LibraryError, nearest
from analyzer.game import rulebook_file
from analyzer.game.rulebook import Rulebook
from analyzer.wager import wager_file
from analyzer.wager.wager import Wager

SHELVES = Path(__file__).parent
DEFAULT_RULEBOOK = "standard"
DEFAULT_WAGERS = "main/player,main/banker,main/tie,pairs/player-pair,pairs/banker-pair"
ALL = "all"
NONE = "none"

_SLUG = re.compile(r"[a-z0-9-]+(?:/[a-z0-9-]+)*")
_FILE_SUFFIXES = (".toml", ".csv")


@cache
def slugs(shelf: str) -> tuple[str, ...]:
    """Slugs of everything on a shelf (`rulebooks`, `wagers`), in alphabetical order."""
    root = SHELVES / shelf
    return tuple(sorted(path.relative_to(root).with_suffix("").as_posix() for path in root.rglob("*.toml")))


def rulebook_slugs() -> tuple[str, ...]:
    """Slugs of all rulebooks."""
    return slugs("rulebooks")


def wager_slugs() -> tuple[str, ...]:
    """Slugs of all wagers."""
    return slugs("wagers")


def shelf_path(shelf: str, slug: str) -> Path:
    """The file behind a slug."""
    return SHELVES / shelf / f"{slug}.toml"


def _is_own_file(name: str) -> bool:
    return name.lower().endswith(_FILE_SUFFIXES) or os.path.isfile(name)


def _library_data(shelf: str, slug: str) -> dict[str, Any] | None:
    path = shelf_path(shelf, slug)
    # Other paths may lead out of the library (/etc/x), or to one of its files by a second name (main//tie).
    if not _SLUG.fullmatch(slug) or not os.path.isfile(path):
        return None
    return tomllib.loads(path.read_text(encoding="utf-8"), parse_float=Fraction)


def load_rulebook(name: str = DEFAULT_RULEBOOK) -> Rulebook:
    """The rulebook of a slug or of a person's own file.

    Raises
    ------
    LibraryError
        The slug is unknown; the nearest one is named.
    RulebookError
        The file is no rulebook.

    Examples
    --------
    >>> load_rulebook("standard").player
    'DDDDDDSS'
    """
    data = _library_data("rulebooks", name)
    if data is not None:
        return rulebook_file.read(data, slug=name)
    if _is_own_file(name):
        return rulebook_file.load(name)
    raise _unknown("rulebook", name, rulebook_slugs())


def load_wager(name: str) -> Wager:
    """The wager of a slug or of a person's own file.

    Raises
    ------
    LibraryError
        The slug is unknown; the nearest one is named.
    WagerError
        The file is no wager.

    Examples
    --------
    >>> load_wager("main/tie").title
    'Tie, 8 to 1'
    """
    data = _library_data("wagers", name)
    if data is not None:
        return wager_file.read(data, slug=name)
    if _is_own_file(name):
        return wager_file.load(name)
    raise _unknown("wager", name, [*wager_slugs(), *wager_groups()])


def load_wagers(names: str = DEFAULT_WAGERS) -> list[Wager]:
    """The wagers of a text that lists slugs, groups and files, separated by commas.

    A group is a folder of the library (`main`, `pairs`) or `all`; a wager listed twice is loaded once.
    `none` stands for no wager at all, for rules whose payouts are not known.

    Raises
    ------
    LibraryError
        A name is unknown, or nothing is named.

    Examples
    --------
    >>> [wager.slug for wager in load_wagers("main/tie,seven-up")]
    ['main/tie', 'seven-up/banker', 'seven-up/player', 'seven-up/tie']
    """
    if names.strip() == NONE:
        return []
    listed: list[str] = []
    for name in filter(None, (part.strip() for part in names.split(","))):
        listed += _group(name.rstrip("/")) or [name]
    if not listed:
        raise LibraryError("no wager is named", mend="list slugs, groups or files: main,pairs/player-pair")
    return [load_wager(name) for name in dict.fromkeys(listed)]


def _group(name: str) -> list[str]:
    if name == ALL:
        return list(wager_slugs())
    if not _SLUG.fullmatch(name) or not os.path.isdir(SHELVES / "wagers" / name):
        return []
    return [slug for slug in wager_slugs() if slug.startswith(f"{name}/")]


def wager_groups() -> tuple[str, ...]:
    """Folders of the wager shelf that can be named as a group."""
    folders = {parent.as_posix() for slug in wager_slugs() for parent in PurePosixPath(slug).parents}
    return tuple(sorted(folders - {"."}))


def _unknown(kind: str, name: str, known: Sequence[str]) -> LibraryError:
    """The error of an unknown name, with the slugs that may be meant: without their folder, or misspelt."""
    ends = {slug: slug.rsplit("/", 1)[-1] for slug in known}
    close = name if name in ends.values() else nearest(name, (*ends.values(), *known))
    meant = [slug for slug, end in ends.items() if close in (slug, end)]
    hint = f"did you mean {' or '.join(map(_quoted, meant))}?"
    if not meant:
        hint = f"see `baccarat {'rules' if kind == 'rulebook' else 'wagers'} list`"
    return LibraryError(f'there is no {kind} "{name}"', mend=hint)


def _quoted(name: str) -> str:
    return f'"{name}"'
