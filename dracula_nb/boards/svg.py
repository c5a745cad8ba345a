"""Pieces of SVG text. Whatever comes from outside passes through `clean`, numbers through `number`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from html import escape

from dracula_nb.boards.marks import DISC

Point = tuple[float, float]

# all that XML 1.0 forbids, even when escaped
_FORBIDDEN = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
Value = str | float | int | None


def clean(text: str) -> str:
    """Text made safe for SVG: escaped, and without the characters that XML forbids.

    >>> clean('<b a="1">' + chr(0))
    '&lt;b a=&quot;1&quot;&gt;'
    """
    return escape(_FORBIDDEN.sub("", text), quote=True)


def number(value: float) -> str:
    """A number with at most one digit after the point, so that files stay small and equal.

    >>> number(3.0), number(2.25), number(-0.01)
    ('3', '2.2', '0')
    """
    text = f"{value:.1f}".removesuffix(".0")
    return "0" if text == "-0" else text


def tag(name: str, content: str = "", **attributes: Value) -> str:
    """An element; underscores in attribute names become hyphens, None leaves an attribute out.

    >>> tag("circle", r=2.5, stroke_width=1, fill=None)
    '<circle r="2.5" stroke-width="1"/>'
    >>> tag("title", clean("a & b"))
    '<title>a &amp; b</title>'
    """
    pairs = "".join(
        f' {key.rstrip("_").replace("_", "-")}="{_value(v)}"' for key, v in attributes.items() if v is not None
    )
    return f"<{name}{pairs}>{content}</{name}>" if content else f"<{name}{pairs}/>"


def text(at: Point, words: str, size: float = 14, **attributes: Value) -> str:
    """A line of text whose middle height is at a point."""
    # a third of the size lowers the base line so that capitals are centred; not every program knows dominant-baseline
    return tag("text", clean(words), x=at[0], y=at[1] + 0.35 * size, font_size=size, **attributes)


def path_data(points: Iterable[Point], closed: bool = False) -> str:
    """Straight lines through points as path data.

    >>> path_data([(0, 0), (1, 0), (1, 1)], closed=True)
    'M0 0L1 0L1 1Z'
    """
    return "M" + "L".join(f"{number(x)} {number(y)}" for x, y in points) + "Z" * closed


def curve_data(start: Point, pieces: Sequence[tuple[Point, Point, Point]]) -> str:
    """Cubic curves as path data."""
    return f"M{number(start[0])} {number(start[1])}" + "".join(
        "C" + " ".join(f"{number(x)} {number(y)}" for x, y in piece) for piece in pieces
    )


def outline(shape: Iterable[Point], at: Point, radius: float, **attributes: Value) -> str:
    """A closed mark of `dracula_nb.boards.marks`, of a radius, around a point."""
    if shape is DISC:
        return tag("circle", cx=at[0], cy=at[1], r=radius, **attributes)
    return tag("path", d=path_data(_placed(shape, at, radius), closed=True), **attributes)


def strokes(lines: Iterable[Iterable[Point]], at: Point, radius: float, **attributes: Value) -> str:
    """Open lines of a mark, of a radius, around a point."""
    return tag("path", d="".join(path_data(_placed(line, at, radius)) for line in lines), fill="none", **attributes)


def _placed(shape: Iterable[Point], at: Point, radius: float) -> list[Point]:
    """The points of a mark in pixels."""
    return [(at[0] + x * radius, at[1] + y * radius) for x, y in shape]


def _value(value: Value) -> str:
    """An attribute's value; texts are escaped here, so callers give them raw."""
    return clean(value) if isinstance(value, str) else number(float(value or 0))
