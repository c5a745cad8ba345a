"""Drawings as SVG text. Whatever comes from outside passes through `clean`, numbers through `number`.

Only attributes are used, no style sheet and no ids, so that many pictures can stand on one page.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import singledispatch
from html import escape

from dracula_nb.boards.drawing import Disc, Fill, Group, Line, Mark, Stroke, Words, controls

# all that XML 1.0 forbids, even when escaped
_FORBIDDEN = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
Value = str | float | None


def document(size: tuple[int, int], marks: Iterable[Mark], title: str, spoken: str) -> str:
    """A picture that stands alone, with a title and a description for those who do not see it.

    >>> document((20, 10), [], "a < b", "Nothing.").partition(">")[2]
    '<title>a &lt; b</title><desc>Nothing.</desc></svg>'
    """
    width, height = size
    head = tag("title", clean(title)) + tag("desc", clean(spoken))
    return tag(
        "svg",
        head + "".join(element(mark) for mark in marks),
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {width} {height}",
        width=width,
        height=height,
        role="img",
        aria_label=f"{title}. {spoken}",
        font_family="sans-serif",
        # scales down with its container, and never up
        style="max-width:100%;height:auto",
    )


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


def tag(name: str, content: str = "", /, **attributes: Value) -> str:
    """An element; underscores in attribute names become hyphens, None leaves an attribute out.

    The content is SVG already; attributes are given raw and escaped here.

    >>> tag("circle", r=2.5, stroke_width=1, fill=None)
    '<circle r="2.5" stroke-width="1"/>'
    >>> tag("title", clean("a & b"))
    '<title>a &amp; b</title>'
    """
    pairs = "".join(
        f' {key.replace("_", "-")}="{_value(value)}"' for key, value in attributes.items() if value is not None
    )
    return f"<{name}{pairs}>{content}</{name}>" if content else f"<{name}{pairs}/>"


@singledispatch
def element(mark: object) -> str:
    """One mark of a drawing as SVG text."""
    raise TypeError(f"no SVG for {type(mark).__name__}; expected a mark of dracula_nb.boards.drawing")


@element.register
def _disc(mark: Disc) -> str:
    return tag(
        "circle",
        cx=mark.at[0],
        cy=mark.at[1],
        r=mark.radius,
        fill=mark.fill,
        stroke=mark.stroke,
        stroke_width=mark.width,
    )


@element.register
def _fill(mark: Fill) -> str:
    return tag(
        "path",
        d="".join(_straight(ring) + "Z" for ring in mark.rings),
        fill=mark.fill,
        fill_rule="evenodd" if len(mark.rings) > 1 else None,
        stroke=mark.stroke,
        stroke_width=mark.width,
        stroke_dasharray=_dashes(mark.dashes),
    )


@element.register
def _stroke(mark: Stroke) -> str:
    return tag(
        "path",
        d="".join(_smooth(line) if mark.curved and len(line) > 2 else _straight(line) for line in mark.lines),
        fill="none",
        stroke=mark.colour,
        stroke_width=mark.width,
        stroke_linecap="round" if mark.rounded else None,
        stroke_dasharray=_dashes(mark.dashes),
    )


@element.register
def _words(mark: Words) -> str:
    rim: dict[str, Value] = {}
    if mark.rim:
        rim = {"stroke": mark.rim, "stroke_width": 3, "stroke_linejoin": "round", "paint_order": "stroke"}
    return tag(
        "text",
        clean(mark.text),
        x=mark.at[0],
        # lowers the base line so that capitals are centred; not every program knows dominant-baseline
        y=mark.at[1] + 0.35 * mark.size,
        font_size=mark.size,
        fill=mark.colour,
        text_anchor=None if mark.anchor == "start" else mark.anchor,
        font_weight="bold" if mark.bold else None,
        font_style="italic" if mark.italic else None,
        data_role=mark.role or None,
        **rim,
    )


@element.register
def _group(mark: Group) -> str:
    inside = (tag("title", clean(mark.spoken)) if mark.spoken else "") + "".join(element(one) for one in mark.marks)
    if mark.clip:
        x, y, width, height = mark.clip
        # an inner svg clips without an id
        view = " ".join(number(v) for v in mark.clip)
        return tag("svg", inside, x=x, y=y, width=width, height=height, viewBox=view, overflow="hidden")
    data = {f"data_{key}": value for key, value in mark.data}
    return "\n" + tag("g", inside, aria_label=mark.spoken or None, **data)


def _straight(points: Line) -> str:
    """Straight lines through points as path data."""
    return "M" + "L".join(f"{number(x)} {number(y)}" for x, y in points)


def _smooth(points: Line) -> str:
    """A smooth curve through points as path data."""
    pieces = ("C" + " ".join(f"{number(x)} {number(y)}" for x, y in piece) for piece in controls(points))
    return _straight(points[:1]) + "".join(pieces)


def _dashes(lengths: tuple[float, ...]) -> str | None:
    """Lengths of dashes and gaps; None for a whole line."""
    return " ".join(number(length) for length in lengths) or None


def _value(value: str | float) -> str:
    """An attribute's value."""
    return clean(value) if isinstance(value, str) else number(value)
