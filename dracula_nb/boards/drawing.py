"""A picture as plain data: filled outlines, strokes, words and groups, back to front, in pixels.

`dracula_nb.boards.svg` turns it into text and `dracula_nb.boards.plots` into matplotlib artists, so both show the same.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

Point = tuple[float, float]
Line = tuple[Point, ...]
Box = tuple[float, float, float, float]
"""Left, top, width, height."""


@dataclass(frozen=True, slots=True)
class Disc:
    """A filled circle with a rim."""

    at: Point
    radius: float
    fill: str
    stroke: str
    width: float


@dataclass(frozen=True, slots=True)
class Fill:
    """Filled outlines with a rim; where outlines lie in each other, by the even-odd rule."""

    rings: tuple[Line, ...]
    fill: str
    stroke: str
    width: float
    dashes: tuple[float, ...] = ()


@dataclass(frozen=True, slots=True)
class Stroke:
    """Open lines; `dashes` are lengths of line and gap in pixels, `curved` asks for smooth curves."""

    lines: tuple[Line, ...]
    colour: str
    width: float
    dashes: tuple[float, ...] = ()
    rounded: bool = True
    curved: bool = False


@dataclass(frozen=True, slots=True)
class Words:
    """A line of text; `at` is the middle of its height at the `anchor` (start, middle, end).

    `rim` is the colour of a soft edge that keeps lines under the text apart from it; `role` says what the text tells
    ("chance", "name"), for those who look for it.
    """

    at: Point
    text: str
    size: float
    colour: str
    anchor: str = "start"
    bold: bool = False
    italic: bool = False
    rim: str = ""
    role: str = ""


@dataclass(frozen=True, slots=True)
class Group:
    """Marks that belong together; `spoken` describes them for the ear, `data` names them for programs.

    What lies beyond `clip` is not shown.
    """

    marks: tuple[Mark, ...]
    spoken: str = ""
    data: tuple[tuple[str, str], ...] = ()
    clip: Box | None = None


Mark = Disc | Fill | Stroke | Words | Group


def moved(outline: Iterable[Point], at: Point, radius: float) -> Line:
    """An outline of unit size, brought to a place and a radius.

    >>> moved([(0, -1), (1, 0)], (10, 10), 2)
    ((10, 8), (12, 10))
    """
    return tuple((at[0] + x * radius, at[1] + y * radius) for x, y in outline)


def box_ring(box: Box) -> Line:
    """The corners of a box.

    >>> box_ring((0, 0, 2, 1))
    ((0, 0), (2, 0), (2, 1), (0, 1))
    """
    left, top, width, height = box
    return (left, top), (left + width, top), (left + width, top + height), (left, top + height)


def controls(points: Line) -> list[tuple[Point, Point, Point]]:
    """Cubic pieces (two controls and an end each) of a smooth curve through the points, after the first.

    >>> controls(((0, 0), (6, 0)))
    [((1.0, 0.0), (5.0, 0.0), (6, 0))]
    """
    padded = [points[0], *points, points[-1]]
    pieces = []
    for before, start, end, after in zip(padded, padded[1:], padded[2:], padded[3:], strict=False):
        one = (start[0] + (end[0] - before[0]) / 6, start[1] + (end[1] - before[1]) / 6)
        two = (end[0] - (after[0] - start[0]) / 6, end[1] - (after[1] - start[1]) / 6)
        pieces.append((one, two, end))
    return pieces


def text_width(text: str, size: float) -> float:
    """Estimated width of a text in a plain sans-serif font, rather too wide than too narrow.

    >>> text_width("Vienna", 10)
    35.6
    """
    narrow, wide = "iljtf.,'()| ", "mwMWOQG%"
    return round(sum(0.36 if c in narrow else 0.88 if c in wide else 0.64 for c in text) * size, 1)


def fitted(words: str, size: float, room: float) -> str:
    """The text, cut short with an ellipsis where it is wider than the room in pixels.

    >>> fitted("Vienna", 10, 100), fitted("Vienna", 10, 30)
    ('Vienna', 'Vien…')
    """
    # no room holds so many characters: a text of any length is cut in one step first
    kept = words[: int(room / (0.3 * size)) + 1]
    if kept == words and text_width(words, size) <= room:
        return words
    while kept and text_width(kept + "…", size) > room:
        kept = kept[:-1]
    return kept.rstrip() + "…"


def wrapped(words: str, size: float, room: float, most: int) -> list[str]:
    """The text on at most so many lines, broken at blanks; the last is cut short where the text is longer.

    >>> wrapped("Double Back 2", 10, 50, 2)
    ['Double', 'Back 2']
    """
    lines = [""]
    for word in words.split():
        longer = f"{lines[-1]} {word}".strip()
        if lines[-1] and text_width(longer, size) > room:
            lines.append(word)
        else:
            lines[-1] = longer
    if len(lines) > most:
        lines = [*lines[: most - 1], " ".join(lines[most - 1 :])]
    return [fitted(line, size, room) for line in lines]
