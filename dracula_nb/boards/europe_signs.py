"""The signs of a map of Europe as SVG text: symbols of places with their numbers, ports, crosses, links and badges.

The map and its legend draw them with the same functions, so that they cannot drift apart.
"""

from __future__ import annotations

from dracula_nb.boards import heat, marks, svg
from dracula_nb.boards.europe_layout import Track, curve
from dracula_nb.boards.palette import DARK_BADGE, FADED, INK, PAPER, RAIL, ROAD, SEA_INK, SEA_LINK
from dracula_nb.boards.projection import Point

POSSIBLE = heat.as_hex(heat.tone(0.1))
"""The fill of a place that is possible where no chances are known."""


def symbol(form: str, at: Point, radius: float, *, fill: str = PAPER, faded: bool = False) -> list[str]:
    """The mark of a place; a large city has a second ring."""
    line = FADED if faded else SEA_INK if form == "sea" else INK
    shape = marks.OUTLINES[form]
    ring = (
        [svg.outline(shape, at, radius + 3, fill=PAPER, stroke=line, stroke_width=1.2)] if form == "large city" else []
    )
    return [*ring, svg.outline(shape, at, radius, fill=fill, stroke=line, stroke_width=1.2 if faded else 1.7)]


def chance_number(probability: float, at: Point) -> str:
    """The chance in 100, in an ink that stands out from its tone."""
    shown = heat.in_hundred(probability)
    size = 14.5 if len(shown) < 3 else 11.5
    ink = heat.ink(heat.tone(probability))
    return svg.text(at, shown, size, fill=ink, text_anchor="middle", font_weight="bold", class_="chance")


def possible_dot(at: Point) -> str:
    """The sign of a place that is possible where no chances are known."""
    return svg.outline(marks.DISC, at, 4.5, fill=INK)


def wave(at: Point, faded: bool = False) -> str:
    """The sign of a sea zone without a number."""
    return svg.strokes([marks.WAVE], at, 8, stroke=FADED if faded else SEA_INK, stroke_width=1.5)


def port_sign(at: Point) -> str:
    """The sign of a port: an anchor."""
    halo = svg.strokes(marks.ANCHOR, at, 6, stroke=PAPER, stroke_width=4, stroke_linecap="round")
    return halo + svg.strokes(marks.ANCHOR, at, 6, stroke=INK, stroke_width=1.4, stroke_linecap="round")


def cross(at: Point, radius: float) -> str:
    """The sign of a place that the last clue ruled out."""
    halo = svg.strokes(marks.CROSS, at, radius, stroke=PAPER, stroke_width=6, stroke_linecap="round")
    return halo + svg.strokes(marks.CROSS, at, radius, stroke=INK, stroke_width=2.8, stroke_linecap="round")


def link(track: Track) -> str:
    """One link: roads plain, railways with sleepers (in pairs where yellow), sea links dotted."""
    points = track.points
    data = svg.curve_data(points[0], curve(points)) if len(points) > 2 else svg.path_data(points)
    if track.mode == "road":
        return svg.tag("path", d=data, fill="none", stroke=ROAD, stroke_width=2.2)
    if track.mode == "sea":
        dots = {"stroke_width": 2.8, "stroke_linecap": "round", "stroke_dasharray": "0.1 7"}
        return svg.tag("path", d=data, fill="none", stroke=SEA_LINK, **dots)
    sleepers = "1.4 2 1.4 6.2" if track.colour == "yellow" else "1.4 6.2"
    rail = svg.tag("path", d=data, fill="none", stroke=RAIL, stroke_width=1.1)
    return rail + svg.tag("path", d=data, fill="none", stroke=RAIL, stroke_width=6, stroke_dasharray=sleepers)


def flag(letter: str, shape: marks.Outline, at: Point, dark: bool) -> str:
    """A seat's badge (dark) or a card of the trail (pale) with its letter or number."""
    paint = (
        {"fill": DARK_BADGE, "stroke": PAPER, "stroke_width": 1.5}
        if dark
        else {"fill": PAPER, "stroke": INK, "stroke_width": 1.5}
    )
    words = svg.text(at, letter, 13, fill=PAPER if dark else INK, text_anchor="middle", font_weight="bold")
    return svg.outline(shape, at, 10.5, **paint) + words
