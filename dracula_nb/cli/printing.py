"""How commands print: JSON for programs, lines for people, one line for what is wrong."""

from __future__ import annotations

import json
import sys
import textwrap
from collections.abc import Iterable, Mapping
from dataclasses import fields, is_dataclass
from enum import Enum
from fractions import Fraction
from typing import Any

WIDTH = 100


def print_json(value: Any) -> None:
    """Print a value as JSON in plain ASCII, so that it survives any terminal and pipe."""
    print(json.dumps(value, indent=2, allow_nan=False))


def complain(message: str) -> None:
    """Print one line on standard error, whatever characters a file's name or text holds."""
    print(one_line(message), file=sys.stderr)


def one_line(text: str) -> str:
    r"""The text on one line, with what a terminal would obey written out.

    >>> one_line("a\nb\x1b[2J")
    'a b\\x1b[2J'
    """
    joined = " ".join(text.splitlines())
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode("ascii") for c in joined)


def wrapped(text: str, indent: str = "") -> str:
    """The text in lines of at most `WIDTH` characters, every line after `indent`."""
    return textwrap.fill(text, WIDTH, initial_indent=indent, subsequent_indent=indent, break_on_hyphens=False)


def plain(value: Any) -> Any:
    """A value of a game as JSON values: records by their fields, sets in order.

    >>> from fractions import Fraction
    >>> plain({"odds": Fraction(1, 3), "places": frozenset({"Vienna", "Paris"}), "blood": 40})
    {'odds': '1/3', 'places': ['Paris', 'Vienna'], 'blood': 40}
    """
    if is_dataclass(value) and not isinstance(value, type):
        return {item.name: plain(getattr(value, item.name)) for item in fields(value)}
    if isinstance(value, Enum):
        return value.name
    if isinstance(value, Fraction):
        return str(value)
    if isinstance(value, Mapping):
        return {str(key): plain(item) for key, item in value.items()}
    if isinstance(value, frozenset | set):
        return sorted((plain(item) for item in value), key=str)
    if isinstance(value, Iterable) and not isinstance(value, str):
        return [plain(item) for item in value]
    return value
