"""Which place the arrow keys lead to: on a picture, the nearest place in each direction.

Only the positions on the picture count, never roads or rules: an arrow key looks around, it does not move a piece.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import hypot

from dracula_nb.boards.drawing import Point

ARROWS: tuple[Point, ...] = ((0, -1), (1, 0), (0, 1), (-1, 0))
"""Up, right, down, left: steps right and down."""


def walks(points: Mapping[str, Point]) -> dict[str, list[str]]:
    """For each place the places that the keys up, right, down and left lead to.

    Parameters
    ----------
    points
        Where each place stands on the picture, in pixels, right and down.

    Returns
    -------
    Four names a place; its own name where nothing lies in that direction.

    Examples
    --------
    >>> walks({"Rome": (0, 0), "Bari": (9, 2), "Paris": (-5, -9)})["Rome"]
    ['Paris', 'Bari', 'Rome', 'Rome']
    """
    return {place: [_nearest(points, place, arrow) for arrow in ARROWS] for place in points}


def _nearest(points: Mapping[str, Point], place: str, arrow: Point) -> str:
    """The nearest place within 45 degrees of a direction."""
    x, y = points[place]
    best = (float("inf"), place)
    for other, (right, down) in points.items():
        along = (right - x) * arrow[0] + (down - y) * arrow[1]
        aside = abs((right - x) * arrow[1]) + abs((down - y) * arrow[0])
        if other != place and along > 0 and aside <= along:
            best = min(best, (hypot(along, aside), other))
    return best[1]
