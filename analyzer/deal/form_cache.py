"""Compiled forms on disk, so that a rulebook and a wager are compiled once on a machine.

The cache is a convenience, never a source of trust.
A file carries the digest of its content and the key it was written for; one that is cut off, damaged or
another's is as good as none.
Files are written aside and renamed, so that readers see a whole file or none, and a folder that cannot be
written to only costs time.
The key contains the source text of everything that decides a coefficient, so no release reads what another
compiled.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import sys
import tempfile
import zlib
from functools import cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from analyzer.deal.multisets import MOST_CARDS, multisets

VARIABLE = "BACCARAT_CACHE_DIR"
"""Environment variable that names the folder; empty, nothing is kept."""

_MAGIC = b"baccarat forms 1\n"
_DIGEST_BYTES = 32
_KEPT_AS = np.dtype("<i2")
_SOURCES = ("game/*.py", "wager/*.py", "deal/multisets.py", "deal/value_coups.py", "deal/forms.py")


def folder() -> Path | None:
    """The folder of compiled forms: `BACCARAT_CACHE_DIR`, or where this system keeps a person's caches."""
    chosen = os.environ.get(VARIABLE)
    if chosen is not None:
        return Path(chosen) / "forms" if chosen else None
    try:
        home = Path.home()
    except RuntimeError:
        return None
    if sys.platform == "win32":
        base = Path(os.environ.get("LOCALAPPDATA") or home / "AppData" / "Local")
    elif sys.platform == "darwin":
        base = home / "Library" / "Caches"
    else:
        base = Path(os.environ.get("XDG_CACHE_HOME") or home / ".cache")
    return base / "baccarat-analyzer" / "forms"


def key_of(*parts: str) -> str:
    """The key of what is compiled from some texts by this version of the program."""
    return hashlib.sha256(json.dumps([_sources(), *parts]).encode()).hexdigest()


def load(key: str) -> NDArray[np.int16] | None:
    """The coefficients kept under a key, or None."""
    path = _path(key)
    if path is None:
        return None
    try:
        return _unpacked(path.read_bytes(), key)
    except (OSError, ValueError, zlib.error):
        return None


def store(key: str, coefficients: NDArray[np.int16]) -> None:
    """Keep coefficients under a key, if the folder can be written to."""
    path = _path(key)
    if path is None:
        return
    with contextlib.suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True)
        aside = tempfile.NamedTemporaryFile(dir=path.parent, prefix=f".{key[:16]}-", delete=False)  # noqa: SIM115
        try:
            with aside:
                aside.write(_packed(key, coefficients))
            os.replace(aside.name, path)
        except BaseException:
            os.unlink(aside.name)
            raise


def _path(key: str) -> Path | None:
    where = folder()
    return None if where is None else where / f"{key}.form"


def _packed(key: str, coefficients: NDArray[np.int16]) -> bytes:
    body = key.encode() + b"\n" + zlib.compress(coefficients.astype(_KEPT_AS).tobytes(), level=1)
    return _MAGIC + hashlib.sha256(body).digest() + body


def _unpacked(content: bytes, key: str) -> NDArray[np.int16]:
    magic, rest = content[: len(_MAGIC)], content[len(_MAGIC) :]
    digest, body = rest[:_DIGEST_BYTES], rest[_DIGEST_BYTES:]
    kept_key, _, packed = body.partition(b"\n")
    if magic != _MAGIC or digest != hashlib.sha256(body).digest() or kept_key != key.encode():
        raise ValueError("not what was written under this key")
    values = np.frombuffer(zlib.decompress(packed), dtype=_KEPT_AS)
    return values.reshape(-1, len(multisets(MOST_CARDS))).astype(np.int16)


@cache
def _sources() -> str:
    root = Path(__file__).parents[1]
    digest = hashlib.sha256()
    for path in sorted(path for pattern in _SOURCES for path in root.glob(pattern)):
        digest.update(path.name.encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()
