"""Outlines of the marks of a map, in units of their radius around (0, 0), right and down positive.

Every kind of place and every seat has its own shape, so that no reader depends on colour.
"""

from __future__ import annotations

from math import cos, pi, sin

from dracula_nb.boards.drawing import Point

Outline = tuple[Point, ...]


def polygon(corners: int, turn: float = 0.0) -> Outline:
    """A regular polygon of radius 1, its first corner at the top, turned clockwise by a part of a full circle.

    >>> [(round(x), round(y)) for x, y in polygon(4)]
    [(0, -1), (1, 0), (0, 1), (-1, 0)]
    """
    angles = [2 * pi * (i / corners + turn) for i in range(corners)]
    return tuple((sin(angle), -cos(angle)) for angle in angles)


def scaled(outline: Outline, factor: float) -> Outline:
    """The outline, larger or smaller."""
    return tuple((x * factor, y * factor) for x, y in outline)


DISC = polygon(32)
CASTLE: Outline = (
    (-1.1, 1.0),
    (-1.1, -1.2),
    (-0.6, -1.2),
    (-0.6, -0.75),
    (-0.25, -0.75),
    (-0.25, -1.2),
    (0.25, -1.2),
    (0.25, -0.75),
    (0.6, -0.75),
    (0.6, -1.2),
    (1.1, -1.2),
    (1.1, 1.0),
)
HOSPITAL: Outline = (
    (-0.6, -1.15),
    (0.6, -1.15),
    (0.6, -0.6),
    (1.15, -0.6),
    (1.15, 0.6),
    (0.6, 0.6),
    (0.6, 1.15),
    (-0.6, 1.15),
    (-0.6, 0.6),
    (-1.15, 0.6),
    (-1.15, -0.6),
    (-0.6, -0.6),
)
SEA: Outline = (
    (-1.35, -0.6),
    (-1.15, -0.85),
    (1.15, -0.85),
    (1.35, -0.6),
    (1.35, 0.6),
    (1.15, 0.85),
    (-1.15, 0.85),
    (-1.35, 0.6),
)
OUTLINES: dict[str, Outline] = {"city": DISC, "large city": DISC, "castle": CASTLE, "hospital": HOSPITAL, "sea": SEA}

# strokes, not filled: stock, shank, then the arms with their flukes
ANCHOR: tuple[Outline, ...] = (
    ((-0.5, -0.55), (0.5, -0.55)),
    ((0.0, -1.0), (0.0, 1.0)),
    ((-0.9, 0.25), (-0.7, 0.7), (0.0, 1.0), (0.7, 0.7), (0.9, 0.25)),
)
WAVE: Outline = tuple((i / 8 - 1, 0.25 * sin(i * pi / 4)) for i in range(17))

CROSS: tuple[Outline, ...] = (((-1.0, -1.0), (1.0, 1.0)), ((-1.0, 1.0), (1.0, -1.0)))

BADGES: tuple[Outline, ...] = (
    DISC,
    scaled(polygon(4, turn=0.125), 1.22),
    scaled(polygon(4), 1.3),
    scaled(polygon(6), 1.12),
    ((-1.1, -0.95), (1.1, -0.95), (1.0, 0.3), (0.0, 1.3), (-1.0, 0.3)),
    scaled(polygon(8, turn=0.0625), 1.08),
)
"""One shape for each seat in the order of a view's pieces: disc, square, diamond, hexagon, shield, octagon."""
TAG: Outline = ((-0.75, -1.0), (0.75, -1.0), (0.75, 1.0), (-0.75, 1.0))
"""A card of the trail, small, at the place where it led."""


def badge(index: int) -> Outline:
    """The shape of the seat that stands at an index of the view's pieces.

    >>> badge(0) == DISC, badge(7) == badge(1)
    (True, True)
    """
    return BADGES[index % len(BADGES)]
