"""The coastline of Europe, for drawing under a map."""

from __future__ import annotations

import json
from functools import cache

from dracula_nb.resources import data_root

RESOLUTIONS = ("50m", "10m")

Ring = tuple[tuple[float, float], ...]


def coastline(resolution: str = "50m") -> list[Ring]:
    """Outlines of the land between 12 W and 32 E, 34 N and 61 N.

    Parameters
    ----------
    resolution
        "50m" (light, for boards) or "10m" (fine, for print): the scale of the survey, in millions.

    Returns
    -------
    Closed rings of (longitude, latitude) in degrees, shores and lake shores alike: fill them by the even-odd rule.
    The southern and eastern borders are straight cuts, so draw a frame over them.

    Raises
    ------
    ValueError
        No such resolution.

    Examples
    --------
    >>> rings = coastline("50m")
    >>> all(ring[0] == ring[-1] for ring in rings)
    True
    """
    if resolution not in RESOLUTIONS:
        raise ValueError(f"coastline resolution {resolution!r}; expected {', '.join(RESOLUTIONS)}")
    return list(_rings(resolution))


@cache
def _rings(resolution: str) -> tuple[Ring, ...]:
    """The rings of every polygon of the file."""
    with (data_root() / "maps" / f"coastline_{resolution}.geojson").open(encoding="utf-8") as handle:
        features = json.load(handle)["features"]
    return tuple(
        tuple((float(lon), float(lat)) for lon, lat in ring)
        for feature in features
        for polygon in feature["geometry"]["coordinates"]
        for ring in polygon
    )
