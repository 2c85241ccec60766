"""TOML files as people write them: exact numbers in, every problem of a file out at once.

Decimals become fractions while the file is read, so no binary float ever comes from a file.
Shapes are checked with pydantic, which only the schema modules import: a trusted file is read without it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from analyzer.errors import AnalyzerError, NumberError, did_you_mean, nearest, several
from analyzer.exact import exact

if TYPE_CHECKING:
    from pydantic import BaseModel, ValidationError

    Model = TypeVar("Model", bound=BaseModel)

LARGEST_FILE = 2_000_000
MOST_SHOWN_OF_A_TEXT = 40
LONGEST_BARE_LINE = 200

_Place = tuple[str | int, ...]
_Key = tuple[_Place, str]

_POSITION = re.compile(
    r"(?P<message>.*) \(at (?:line (?P<line>\d+), column \d+|end of document)\)", re.DOTALL
)
_BARE_TEXT = re.compile(r"\s*(?P<key>[\w.-]+)\s*=\s*(?P<text>[^\s\"'\[{#][^\"'#]*?)\s*(?:#.*)?")
# tomllib takes time quadratic in the parts of a dotted key: minutes for a file of the size allowed.
_DEEP_KEY = re.compile(r"(?:[\w\"'-]{1,50}[ \t]*\.[ \t]*){100}")

_CONTROLS = frozenset(map(chr, [*range(0x20), *range(0x7F, 0xA0)])) - set("\t\n\r")


def read_toml(path: str | Path, error_class: type[AnalyzerError] = AnalyzerError) -> dict[str, Any]:
    """The content of a TOML file; decimals as fractions.

    Raises
    ------
    AnalyzerError
        Of the class given: the file cannot be read or is not valid TOML.
    """
    try:
        with open(path, "rb") as file:
            content = file.read(LARGEST_FILE + 1)
    except FileNotFoundError:
        raise error_class(f"there is no file {path}", mend=_neighbour(Path(path))) from None
    except OSError as error:
        raise error_class(f"the file cannot be read: {error.strerror}", where=str(path)) from None
    except ValueError:
        raise error_class(f"{str(path)!r} cannot be the name of a file") from None
    if len(content) > LARGEST_FILE:
        raise error_class(f"the file is larger than {LARGEST_FILE:,} bytes", where=str(path))
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise error_class(
            "the file is not a text in UTF-8", where=f"{path}, line {line}", mend="save it as UTF-8"
        ) from None
    return parse_toml(text, str(path), error_class)


def _neighbour(path: Path) -> str:
    try:
        return did_you_mean(path.name, (other.name for other in path.parent.glob("*.toml")))
    except OSError:
        return ""


def parse_toml(text: str, where: str, error_class: type[AnalyzerError] = AnalyzerError) -> dict[str, Any]:
    """The content of a TOML text; decimals as fractions.

    Parameters
    ----------
    text : str
        The TOML text.
    where : str
        Name of the file, for error messages.

    Raises
    ------
    AnalyzerError
        Of the class given: the text is not valid TOML; the message names the line.

    Examples
    --------
    >>> parse_toml("pays = 0.95", "my.toml")
    {'pays': Fraction(19, 20)}
    >>> parse_toml("pays = 8 to 1", "my.toml")
    Traceback (most recent call last):
    analyzer.errors.AnalyzerError: not valid TOML: expected newline or end of document after a statement
      in my.toml, line 1: pays = 8 to 1
      a text needs quotes: pays = "8 to 1"
    """
    import tomllib

    if _DEEP_KEY.search(text):
        raise error_class("the file has a key of more than 100 parts", where=where)
    try:
        data = tomllib.loads(text, parse_float=_exact_decimal)
    except tomllib.TOMLDecodeError as error:
        raise _syntax_error(str(error), text, where, error_class) from None
    except NumberError as error:
        raise error_class(error.what, where=where, mend=error.mend) from None
    except RecursionError:
        raise error_class("the brackets of the file are nested too deeply", where=where) from None
    except ValueError:  # Python refuses whole numbers of several thousand digits
        raise error_class("the file has a number that is too long", where=where) from None
    steering = next(_steering(data), None)
    if steering is not None:
        raise error_class(
            f"a text holds the control character U+{ord(steering):04X}, which could steer a terminal",
            where=where,
        )
    return data


def _steering(value: Any) -> Iterator[str]:
    """Control characters in the texts of a file, apart from line breaks and tabs."""
    if isinstance(value, str):
        yield from (letter for letter in value if letter in _CONTROLS)
    elif isinstance(value, Mapping):
        for inner in value.values():
            yield from _steering(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from _steering(inner)


def _exact_decimal(text: str) -> Fraction:
    return exact(text.replace("_", ""))


def _syntax_error(message: str, text: str, where: str, error_class: type[AnalyzerError]) -> AnalyzerError:
    lines = text.replace("\r\n", "\n").split("\n")
    match = _POSITION.fullmatch(message)
    number = int(match["line"]) if match and match["line"] else len(text.rstrip().split("\n"))
    what = match["message"] if match else message
    line = lines[number - 1] if number <= len(lines) else ""
    bare = _BARE_TEXT.fullmatch(line[:LONGEST_BARE_LINE])
    mend = ""
    if bare and ("Invalid value" in what or "Expected newline" in what):
        mend = f'a text needs quotes: {bare["key"]} = "{shortened(bare["text"])}"'
    elif "Cannot overwrite" in what or "twice" in what or "Duplicate" in what:
        mend = "each key can be given once; further lines of a wager each start with their own [[line]]"
    return error_class(
        f"not valid TOML: {what[:1].lower()}{what[1:]}",
        where=f"{where}, line {number}: {shortened(line.strip())}".rstrip(": "),
        mend=mend,
    )


def shortened(text: str) -> str:
    r"""A text fit for a message: not too long, and nothing in it that a terminal would obey.

    Examples
    --------
    >>> shortened("a" * 100), shortened("one\ntwo")
    ('aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa...', 'one\\ntwo')
    """
    if len(text) > MOST_SHOWN_OF_A_TEXT:
        text = text[: MOST_SHOWN_OF_A_TEXT - 3] + "..."
    return "".join(sign if sign.isprintable() else repr(sign)[1:-1] for sign in text)


@contextmanager
def collected() -> Iterator[None]:
    """Turn an `AnalyzerError` inside a pydantic validator into a problem that pydantic collects.

    Raises
    ------
    ValueError
        With what is wrong and how to mend it, in one line.
    """
    try:
        yield
    except AnalyzerError as error:
        raise ValueError(one_line(error)) from None


def one_line(error: AnalyzerError) -> str:
    """An error as one line: what, then where and how to mend in brackets.

    Examples
    --------
    >>> one_line(AnalyzerError("no such card", where="--remove", mend="write 9s"))
    'no such card (in --remove; write 9s)'
    """
    what, *rest = error.lines()
    return f"{what} ({'; '.join(line.strip() for line in rest)})" if rest else what


def validate(
    model: type[Model],
    data: Mapping[str, Any],
    where: str,
    error_class: type[AnalyzerError] = AnalyzerError,
) -> Model:
    """The data as an instance of a pydantic model.

    Raises
    ------
    AnalyzerError
        Of the class given, with all problems at once, each with its path inside the file.
    """
    import pydantic

    try:
        return model.model_validate(data)
    except pydantic.ValidationError as error:
        raise error_class(several(problems(error, model, data)), where=where) from None


def found_problems(model: type[BaseModel], data: Mapping[str, Any]) -> list[str]:
    """All problems that a pydantic model finds in the data; none if it fits."""
    import pydantic

    try:
        model.model_validate(data)
    except pydantic.ValidationError as error:
        return problems(error, model, data)
    return []


def problems(error: ValidationError, model: type[BaseModel], data: Mapping[str, Any]) -> list[str]:
    """The problems behind a pydantic error, each as one line that starts with its path inside the file.

    A misspelt key gets the nearest known one, and the key it stands for is not reported as missing too.
    A key that belongs to the top of the file but stands below a `[table]` is told so.

    Parameters
    ----------
    error : pydantic.ValidationError
        What pydantic found.
    model : pydantic model class
        The model that refused the data; it knows the keys.
    data : mapping
        What was validated.
    """
    lines: dict[str, None] = {}
    expected: dict[str, tuple[list[str], Any]] = {}
    missing: dict[str, _Key] = {}
    meant: set[_Key] = set()
    for detail in error.errors(include_url=False):
        place = _place(detail["loc"], data)
        line = prefix = _prefix(place, data)
        if detail["type"] == "missing":
            line = f"{_prefix(place[:-1], data)}{place[-1]} is missing"
            missing[line] = (place[:-1], str(place[-1]))
        elif detail["type"] == "extra_forbidden":
            line, stands_for = _unknown_key(place, model, data)
            meant.add(stands_for)
        elif detail["type"] in _EXPECTED:
            kinds, _ = expected.setdefault(prefix, ([], detail["input"]))
            kinds.append(_EXPECTED[detail["type"]])
        else:
            line = prefix + _message(detail)
        lines[line] = None
    for prefix, (kinds, given) in expected.items():
        wanted = " or ".join(dict.fromkeys(kinds))
        lines = {
            f"{prefix}should be {wanted}, not {_given(given)}" if line == prefix else line: None
            for line in lines
        }
    return [line for line in lines if missing.get(line) not in meant]


_EXPECTED = {
    "string_type": "a text",
    "int_type": "a whole number",
    "int_from_float": "a whole number",
    "bool_type": "true or false",
    "list_type": "a list",
    "tuple_type": "a list",
    "dict_type": "a table",
    "model_type": "a table",
    "model_attributes_type": "a table",
}


def _given(value: Any) -> str:
    """A value of a file, as a message names it."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, str):
        return f'the text "{shortened(value)}"'
    if isinstance(value, int | float | Fraction):
        return f"the number {value}" if abs(value) < 10**MOST_SHOWN_OF_A_TEXT else "a number of many digits"
    if isinstance(value, Mapping):
        return "a table"
    if isinstance(value, list | tuple):
        return "a list"
    return shortened(str(value))


def _message(detail: Any) -> str:
    kind, context = detail["type"], detail.get("ctx", {})
    if kind == "value_error":
        return str(context["error"])
    if kind == "literal_error":
        given = detail["input"]
        known = re.findall(r"'([^']*)'", context["expected"])
        hint = f" ({did_you_mean(given, known)})" if isinstance(given, str) and nearest(given, known) else ""
        return f"{_given(given)} is not one of {', '.join(known)}{hint}"
    if kind in ("string_too_short", "too_short") and context["min_length"] == 1:
        return "is empty"
    if kind == "too_short":
        return f"has {context['actual_length']} items, not at least {context['min_length']}"
    if kind == "too_long":
        return f"has {context['actual_length']} items, not at most {context['max_length']}"
    if kind == "greater_than_equal":
        return f"should be at least {context['ge']}"
    if kind == "less_than_equal":
        return f"should be at most {context['le']}"
    return str(detail["msg"]).replace("Input should", "should")


def _unknown_key(place: _Place, model: type[BaseModel], data: Mapping[str, Any]) -> tuple[str, _Key]:
    """The problem of an unknown key, and the key that it stands for."""
    parent, key = place[:-1], str(place[-1])
    known = _known_keys(model, parent)
    match = nearest(key, known)
    stands_for = (parent, match)
    hint = ""
    if parent and key not in known and key in _known_keys(model, ()):
        hint = "; it belongs at the top of the file, above the first [table] or [[table]]"
        stands_for = ((), key)
    elif match:
        hint = f'; did you mean "{match}"?'
    elif known:
        hint = f"; the keys are {', '.join(known)}"
    return f'{_prefix(parent, data)}unknown key "{shortened(key)}"{hint}', stands_for


def _place(location: Sequence[str | int], data: Any) -> _Place:
    """The part of a pydantic location that is in the data, without the names of union branches."""
    place: list[str | int] = []
    node = data
    for index, part in enumerate(location):
        is_table = isinstance(node, Mapping)
        is_there = part in node if is_table else isinstance(node, list) and isinstance(part, int)
        if is_there:
            node = node[part]
        if is_there or (is_table and index == len(location) - 1):
            place.append(part)
    return tuple(place)


def _prefix(place: _Place, data: Any) -> str:
    """A place in a file as people count: `line 2: pays: `, `banker.tableau.7: `, `decks, item 1: `."""
    text = separator = ""
    node = data
    for part in place:
        node = node[part] if isinstance(part, int) or part in node else None
        if isinstance(part, int):
            text += f" {part + 1}" if isinstance(node, Mapping) else f", item {part + 1}"
            separator = ": "
        else:
            text += separator + shortened(part)
            separator = "."
    return f"{text}: " if text else ""


def _known_keys(model: type[BaseModel] | None, place: Sequence[str | int]) -> list[str]:
    """The keys that a model knows at a place, by the names that a file uses."""
    for part in place:
        if isinstance(part, int) or model is None:
            continue
        found = [field for name, field in model.model_fields.items() if part in (name, field.alias)]
        model = _model_inside(found[0].annotation) if found else None
    if model is None:
        return []
    return [field.alias or name for name, field in model.model_fields.items()]


def _model_inside(annotation: Any) -> type[BaseModel] | None:
    """The model in an annotation such as `list[Line]` or `Line | None`."""
    if hasattr(annotation, "model_fields"):
        return annotation  # type: ignore[no-any-return]
    arguments = getattr(annotation, "__args__", ())
    return next((inside for argument in arguments if (inside := _model_inside(argument))), None)
