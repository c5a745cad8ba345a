"""Europe as networkx graphs, with the queries on them and its coastline. No rule of movement lives here.

>>> from dracula_nb.maps import europe, neighbours
>>> neighbours(europe("2006"), "Galway", "sea")
('Atlantic Ocean',)
"""

from __future__ import annotations

from dracula_nb.maps.coast import coastline
from dracula_nb.maps.editions import EDITIONS, europe
from dracula_nb.maps.queries import (
    distances,
    nearest_names,
    neighbours,
    place_by_code,
    rail_distance,
    rail_reach,
    road_distance,
    voyage_distance,
)
from dracula_nb.maps.tables import read_map

__all__ = [
    "EDITIONS",
    "coastline",
    "distances",
    "europe",
    "nearest_names",
    "neighbours",
    "place_by_code",
    "rail_distance",
    "rail_reach",
    "read_map",
    "road_distance",
    "voyage_distance",
]
