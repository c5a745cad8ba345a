"""The signs of a map of Europe: symbols of places with their numbers, ports, crosses, links and badges.

The map and its legend use the same functions, so that they cannot drift apart.
"""

from __future__ import annotations

from dracula_nb.boards import heat, marks
from dracula_nb.boards.drawing import Disc, Fill, Mark, Point, Stroke, Words, moved
from dracula_nb.boards.europe_layout import Track
from dracula_nb.boards.palette import CHOICE, DARK_BADGE, FADED, INK, PAPER, RAIL, ROAD, SEA_INK, SEA_LINK

POSSIBLE = heat.as_hex(heat.tone(0.1))
"""The fill of a place that is possible where no chances are known."""
# (width, line and gap lengths) of the strokes of each kind of link
PATTERNS: dict[tuple[str, str | None], tuple[tuple[str, float, tuple[float, ...]], ...]] = {
    ("road", None): ((ROAD, 2.2, ()),),
    ("rail", None): ((RAIL, 1.1, ()), (RAIL, 6, (1.4, 6.2))),
    ("rail", "white"): ((RAIL, 1.1, ()), (RAIL, 6, (1.4, 6.2))),
    ("rail", "yellow"): ((RAIL, 1.1, ()), (RAIL, 6, (1.4, 2, 1.4, 6.2))),
    ("sea", None): ((SEA_LINK, 2.8, (0.1, 7)),),
}


def symbol(form: str, at: Point, radius: float, *, fill: str = PAPER, faded: bool = False) -> list[Mark]:
    """The mark of a place; a large city has a second ring."""
    line = FADED if faded else SEA_INK if form == "sea" else INK
    ring = [_closed(marks.OUTLINES[form], at, radius + 3, (PAPER, line, 1.2))] if form == "large city" else []
    return [*ring, _closed(marks.OUTLINES[form], at, radius, (fill, line, 1.2 if faded else 1.7))]


def chance_number(probability: float, at: Point) -> Words:
    """The chance in 100, in an ink that stands out from its tone."""
    shown = heat.in_hundred(probability)
    size = 14.5 if len(shown) < 3 else 11.5
    return Words(at, shown, size, heat.ink(heat.tone(probability)), "middle", bold=True, role="chance")


def possible_dot(at: Point) -> Mark:
    """The sign of a place that is possible where no chances are known."""
    return Disc(at, 4.5, INK, INK, 1)


def wave(at: Point, faded: bool = False) -> Mark:
    """The sign of a sea zone without a number."""
    return Stroke((moved(marks.WAVE, at, 8),), FADED if faded else SEA_INK, 1.5)


def port_sign(at: Point) -> list[Mark]:
    """The sign of a port: an anchor."""
    lines = tuple(moved(line, at, 6) for line in marks.ANCHOR)
    return [Stroke(lines, PAPER, 4), Stroke(lines, INK, 1.4)]


def choice_ring(at: Point, radius: float) -> Mark:
    """The sign of a place that the seat can choose: a ring of short strokes around its symbol."""
    ring = moved(marks.DISC, at, radius)
    return Stroke(((*ring, ring[0]),), CHOICE, 3.4, (5.5, 3.5), rounded=False)


def cross(at: Point, radius: float) -> list[Mark]:
    """The sign of a place that the last clue ruled out."""
    lines = tuple(moved(line, at, radius) for line in marks.CROSS)
    return [Stroke(lines, PAPER, 6), Stroke(lines, INK, 2.8)]


def link(track: Track) -> list[Mark]:
    """One link: roads plain, railways with sleepers (in pairs where yellow), sea links dotted."""
    return [
        Stroke((track.points,), colour, width, dashes, rounded=track.mode == "sea", curved=True)
        for colour, width, dashes in PATTERNS[track.mode, track.colour]
    ]


def flag(letter: str, shape: marks.Outline, at: Point, dark: bool) -> list[Mark]:
    """A seat's badge (dark) or a card of the trail (pale) with its letter or number."""
    fill, line = (DARK_BADGE, PAPER) if dark else (PAPER, INK)
    return [_closed(shape, at, 10.5, (fill, line, 1.5)), Words(at, letter, 13, line, "middle", bold=True)]


def _closed(shape: marks.Outline, at: Point, radius: float, paint: tuple[str, str, float]) -> Mark:
    """A mark with its fill, its rim's colour and width; the disc as a true circle."""
    fill, stroke, width = paint
    if shape is marks.DISC:
        return Disc(at, radius, fill, stroke, width)
    return Fill((moved(shape, at, radius),), fill, stroke, width)
