"""The map of Europe in its three editions, and the readings of the third."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

import networkx as nx

from dracula_nb.maps.tables import read_map
from dracula_nb.resources import data_root

EDITIONS = ("1987", "2006", "2015")
# the first value of each is the default
READINGS: Mapping[str, tuple[str, ...]] = {"sea_zones": ("biscay", "north_south"), "roads": ("2006", "all")}
NOTES: Mapping[str, str] = {
    "1987": "reconstructed: the 2006 map under the names of the 1987 rules, in accord with every fact of their text",
    "2006": "published: three public transcriptions agree on every place and link; positions are estimates",
    "2015": "published where two transcriptions agree; the western sea, three roads and the hospital are reconstructed,"
    " rail colours come from one transcription; positions are estimates",
}


def europe(edition: str = "2006", *, sea_zones: str = "default", roads: str = "default") -> nx.MultiGraph[str]:
    """The map of Europe: cities, castle, hospital and sea zones, joined by roads, railways and sea links.

    Parameters
    ----------
    edition
        "1987", "2006" or "2015" (the printings of 2015 and 2018 have the same map).
    sea_zones
        Only for "2015", whose transcriptions differ: "biscay" (the default: Atlantic Ocean and Bay of Biscay,
        as in 2006) or "north_south" (North and South Atlantic, and Valona on the Adriatic Sea).
    roads
        Only for "2015": of three roads that one transcription alone has, "2006" (the default) takes the two that
        the 2006 map has, and "all" takes Nuremberg - Zurich too.

    Returns
    -------
    A frozen graph, the same object at each call. The nodes are full names, in alphabetical order, with `kind` (city,
    sea, castle, hospital), `size` (small, large; None but for cities), `port`, `region` and `side` (east, west; both
    None where the edition has none), `number`, `code` and `older_code`, `lat` and `lon` in degrees, `source`,
    `provenance`. The edges are keyed by mode, with `mode` (road, rail, sea), `colour` (white, yellow; None but for
    railways of 2015), `source`, `provenance`, `colour_provenance`. The graph has `edition` and `provenance`, a note.

    Raises
    ------
    ValueError
        No such edition or reading; its subclass RulebookError where the tables are torn.

    Examples
    --------
    >>> graph = europe("2006")
    >>> len(graph), graph.nodes["Castle Dracula"]["number"]
    (71, 14)
    >>> sorted(graph["Paris"]["Le Havre"])
    ['rail', 'road']
    >>> "North Atlantic" in europe("2015", sea_zones="north_south")
    True
    """
    if edition not in EDITIONS:
        raise ValueError(f"edition {edition!r} of the map; expected {', '.join(EDITIONS)}")
    return _europe(edition, _reading(edition, "sea_zones", sea_zones), _reading(edition, "roads", roads))


def _reading(edition: str, option: str, value: str) -> str:
    """The value of an option, `default` resolved."""
    known = READINGS[option]
    if value == "default":
        return known[0]
    if edition != "2015":
        raise ValueError(f"{option} {value!r} of the {edition} map; expected default, only the 2015 map has readings")
    if value not in known:
        raise ValueError(f"{option} {value!r} of the 2015 map; expected default, {', '.join(known)}")
    return value


@cache
def _europe(edition: str, sea_zones: str, roads: str) -> nx.MultiGraph[str]:
    """One graph for each choice of edition and readings."""
    graph = read_map(data_root() / "maps", edition, readings={"sea_zones": sea_zones, "roads": roads})
    graph.graph.update(provenance=NOTES[edition], sea_zones=sea_zones, roads=roads)
    return graph
