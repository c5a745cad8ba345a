"""From degrees to the drawing: Mercator's projection, the frame of the map and the land in it.

Mercator keeps shapes and right angles, its straight frame fits the cut edges of the coastline, and it widens the
crowded north more than the roomy south.

>>> x, y = project(lon=16.37, lat=48.21)
>>> WEST_EDGE < x < EAST_EDGE and NORTH_EDGE < y < SOUTH_EDGE
True
"""

from __future__ import annotations

from math import log, pi, radians, tan

from dracula_nb.boards.drawing import Line, Point
from dracula_nb.maps import coastline

WIDTH = 1200
"""Width of the whole drawing in pixels."""
WEST_EDGE, EAST_EDGE, NORTH_EDGE = 10, 1190, 52
WEST, EAST, NORTH, SOUTH = -11.7, 31.4, 57.1, 35.6
SCALE = (EAST_EDGE - WEST_EDGE) / radians(EAST - WEST)


def _stretched(lat: float) -> float:
    """Mercator's ordinate of a latitude in degrees."""
    return log(tan(pi / 4 + radians(lat) / 2))


SOUTH_EDGE = round(NORTH_EDGE + SCALE * (_stretched(NORTH) - _stretched(SOUTH)))
HEIGHT = SOUTH_EDGE + 118
"""Height of the whole drawing in pixels: the map, the title above and the trail below."""


def project(lon: float, lat: float) -> Point:
    """The point of the drawing, in pixels from its upper left corner, that shows a place of the globe.

    >>> project(WEST, NORTH)
    (10.0, 52.0)
    """
    return WEST_EDGE + SCALE * radians(lon - WEST), NORTH_EDGE + SCALE * (_stretched(NORTH) - _stretched(lat))


def land(resolution: str = "50m") -> tuple[Line, ...]:
    """Closed outlines of the land in pixels; what lies wholly beyond the frame is left out.

    >>> all(ring[0] == ring[-1] for ring in land())
    True
    """
    rings = (tuple(project(lon, lat) for lon, lat in ring) for ring in coastline(resolution))
    return tuple(ring for ring in rings if _in_frame(ring))


def _in_frame(ring: Line) -> bool:
    """Whether the box around an outline meets the frame."""
    xs, ys = [x for x, _ in ring], [y for _, y in ring]
    return max(xs) > WEST_EDGE and min(xs) < EAST_EDGE and max(ys) > NORTH_EDGE and min(ys) < SOUTH_EDGE
