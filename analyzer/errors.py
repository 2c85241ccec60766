"""One family of errors: what is wrong, where, and how to mend it.

Every error a person can cause is an `AnalyzerError`.
The command line prints it in at most three lines and leaves with its `exit_code`; nothing else is ever shown
as a traceback on purpose.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

MOST_PROBLEMS_SHOWN = 6
SHORTEST_BEGINNING = 3


class AnalyzerError(Exception):
    """Something a person can mend.

    Parameters
    ----------
    what : str
        What is wrong, in one sentence.
    where : str, optional
        File and path inside it, option or row.
    mend : str, optional
        How to put it right.
    """

    exit_code = 3

    def __init__(self, what: str, *, where: str = "", mend: str = "") -> None:
        super().__init__(what)
        self.what = what
        self.where = where
        self.mend = mend

    def lines(self) -> list[str]:
        """One line each for what, where and how to mend; those that are empty are left out.

        Examples
        --------
        >>> AnalyzerError("no such card", where="--remove", mend="write 9♠ or 9s").lines()
        ['no such card', '  in --remove', '  write 9♠ or 9s']
        """
        lines = [self.what]
        if self.where:
            lines.append(f"  in {self.where}")
        if self.mend:
            lines.append(f"  {self.mend}")
        return [" ".join(line.splitlines()) for line in lines]

    def __str__(self) -> str:
        return "\n".join(self.lines())


class UsageError(AnalyzerError):
    """The command was called in a way it does not understand."""

    exit_code = 2


class NumberError(AnalyzerError):
    """A text or object is not the exact number it should be."""


class ShoeError(AnalyzerError):
    """A shoe that cannot be, or that does not know what it is asked."""


class RulebookError(AnalyzerError):
    """A rulebook that is incomplete, contradictory or cannot be analysed."""


class WagerError(AnalyzerError):
    """A wager that cannot be settled as it is written."""


class ConditionError(WagerError):
    """A condition that cannot be read; the message points at the column."""


class LibraryError(AnalyzerError):
    """A slug that names nothing in the library."""


class FigureError(AnalyzerError):
    """A published figure, or a list of them, that cannot be read."""


class PlayError(AnalyzerError):
    """A way of playing the choices of a rulebook that leaves some open, or cannot be."""


class OutputError(AnalyzerError):
    """A result that cannot be written where it should go: the place was named wrongly, which is usage."""

    exit_code = 2


class CheckError(AnalyzerError):
    """A check ran and found something."""

    exit_code = 1


def several(problems: Sequence[str]) -> str:
    """All problems of a file as one line, the first few of them word for word.

    Examples
    --------
    >>> several(["row 3 is missing", "row 12 does not exist"])
    'row 3 is missing; row 12 does not exist'
    """
    shown = list(problems[:MOST_PROBLEMS_SHOWN])
    if len(problems) > len(shown):
        shown.append(f"and {len(problems) - len(shown)} more")
    return "; ".join(shown)


def nearest(name: str, known: Iterable[str]) -> str:
    """The known name that begins like this one, else the one closest to it, or an empty text.

    Examples
    --------
    >>> nearest("bankr", ["player", "banker", "tie"])
    'banker'
    >>> nearest("macau", ["campione", "macau-commission"])
    'macau-commission'
    >>> nearest("zzz", ["player"])
    ''
    """
    import difflib

    listed = list(known)
    if len(name) >= SHORTEST_BEGINNING:
        for other in listed:
            if other.startswith(name):
                return other
    matches = difflib.get_close_matches(name, listed, n=1, cutoff=0.5)
    return matches[0] if matches else ""


def did_you_mean(name: str, known: Iterable[str]) -> str:
    """A hint with the nearest known name, or an empty text.

    Examples
    --------
    >>> did_you_mean("bankr", ["player", "banker"])
    'did you mean "banker"?'
    """
    match = nearest(name, known)
    return f'did you mean "{match}"?' if match else ""
