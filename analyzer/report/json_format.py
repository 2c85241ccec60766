"""JSON: one document with its schema's name and version, exact values as text, and no timestamp.

What holds no further list or object stands on one line, so that long answers can be read and compared.
"""

from __future__ import annotations

import json
from fractions import Fraction
from typing import Any

from analyzer import __version__
from analyzer.exact import Between, decimal_text, fraction_text
from analyzer.report.model import NumberStyle, Report, Root, Rounded
from analyzer.study.precision.enclosure import Real

GENERATOR = "baccarat-analyzer"
INDENT = "  "

_ENCODER = json.JSONEncoder(ensure_ascii=False)


def report_json(report: Report, numbers: NumberStyle) -> str:
    """A report as a JSON document; numbers are written exactly, and as decimals with the digits asked for."""
    document = {
        "schema": {"name": report.name, "version": report.version},
        "generator": {"name": GENERATOR, "version": __version__},
        "inputs": plain(report.inputs, numbers.digits),
        "method": report.method,
        "exact": report.exact,
        "data": plain(report.data, numbers.digits),
    }
    return _laid_out(document, "\n") + "\n"


def _laid_out(value: Any, line_end: str) -> str:
    """A tree as JSON; `line_end` is a line end with the indentation of what follows it."""
    parts = value.values() if isinstance(value, dict) else value
    if not isinstance(value, dict | list) or not any(isinstance(part, dict | list) for part in parts):
        return _ENCODER.encode(value)
    inner = line_end + INDENT
    if isinstance(value, dict):
        written = [f"{_ENCODER.encode(key)}: {_laid_out(part, inner)}" for key, part in value.items()]
        return "{" + inner + f",{inner}".join(written) + line_end + "}"
    return "[" + inner + f",{inner}".join(_laid_out(part, inner) for part in value) + line_end + "]"


def plain(value: Any, digits: int) -> Any:
    """A tree of exact values as a tree of text, small whole numbers and truths.

    Raises
    ------
    TypeError
        The tree holds something that has no exact form in JSON, such as a float.

    Examples
    --------
    >>> plain({"edge": Fraction(1, 8), "deviation": Root(Fraction(2))}, 3)
    {'edge': {'fraction': '1/8', 'decimal': '0.125'}, 'deviation': {'decimal': '1.414'}}
    """
    kind = type(value)
    if value is None or kind in (str, int, bool):
        return value
    if kind is dict:
        return {key: plain(part, digits) for key, part in value.items()}
    if kind is list:
        return [plain(part, digits) for part in value]
    if isinstance(value, Fraction):
        return {"fraction": fraction_text(value), "decimal": decimal_text(value, digits)}
    if kind in (Root, Real):
        return {"decimal": value.text(digits)}
    if kind is Between:
        return {"decimal": value.text(digits=digits)}
    if kind is Rounded:
        return plain(value.value, digits)["decimal"]
    raise TypeError(f"{kind.__name__} has no exact form in JSON")
