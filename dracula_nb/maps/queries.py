"""Questions to a map: neighbours, distances, reach, names. Each works on any map graph, and is kept for frozen ones."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from functools import lru_cache
from itertools import product
from types import MappingProxyType

import networkx as nx

from dracula_nb.maps.tables import MODES

Neighbours = Mapping[str, Mapping[str, tuple[str, ...]]]


def neighbours(graph: nx.MultiGraph[str], place: str, mode: str) -> tuple[str, ...]:
    """The places one link away.

    Parameters
    ----------
    graph
        A map, such as `europe()`.
    place
        Full name.
    mode
        "road", "rail" or "sea".

    Returns
    -------
    Full names in alphabetical order, without `place` itself.

    Raises
    ------
    ValueError
        No such place or mode.

    Examples
    --------
    >>> from dracula_nb.maps import europe
    >>> neighbours(europe("2006"), "Castle Dracula", "road")
    ('Galatz', 'Klausenburg')
    """
    table = _neighbours(graph)
    if mode not in table:
        raise ValueError(f"mode {mode!r}; expected {', '.join(MODES)}")
    try:
        return table[mode][place]
    except KeyError:
        raise _unknown(graph, place) from None


def distances(graph: nx.MultiGraph[str], place: str, modes: Iterable[str], limit: int | None = None) -> dict[str, int]:
    """Hops to every place that the given modes reach.

    Parameters
    ----------
    graph
        A map, such as `europe()`.
    place
        Full name of the start.
    modes
        Any of "road", "rail", "sea"; links of all of them may be mixed on one way.
    limit
        Greatest number of hops; none where None.

    Returns
    -------
    Place to hops, the start with 0 included; nearest first, then in alphabetical order.

    Raises
    ------
    ValueError
        No such place or mode.

    Examples
    --------
    >>> from dracula_nb.maps import europe
    >>> distances(europe("2006"), "Castle Dracula", ["road"], limit=1)
    {'Castle Dracula': 0, 'Galatz': 1, 'Klausenburg': 1}
    """
    # a lone text would be read letter by letter
    wanted = (modes,) if isinstance(modes, str) else tuple(modes)
    hops = _spread(graph, place, wanted, limit)
    return dict(sorted(hops.items(), key=lambda item: (item[1], item[0])))


def road_distance(graph: nx.MultiGraph[str], start: str, end: str) -> int | None:
    """Road moves from one place to another; None where no roads lead there.

    Examples
    --------
    >>> from dracula_nb.maps import europe
    >>> road_distance(europe("1987"), "Paris", "Amsterdam")
    2
    >>> road_distance(europe("1987"), "Paris", "London") is None
    True
    """
    return _hops(graph, start, end, "road")


def rail_distance(graph: nx.MultiGraph[str], start: str, end: str) -> int | None:
    """Rail links from one place to another, whatever their colour; None where no railways lead there.

    Examples
    --------
    >>> from dracula_nb.maps import europe
    >>> rail_distance(europe("1987"), "Strasbourg", "Brussels")
    3
    """
    return _hops(graph, start, end, "rail")


def rail_reach(
    graph: nx.MultiGraph[str], place: str, steps: int, *, east: int | None = None, yellow: int | None = None
) -> tuple[str, ...]:
    """The places that a rail journey can end in.

    Parameters
    ----------
    graph
        A map, such as `europe()`.
    place
        Full name of the start.
    steps
        Greatest number of rail links.
    east
        Greatest number for a journey that touches the East, its ends included; as `steps` where None.
    yellow
        Greatest number for a journey that uses a yellow link; as `steps` where None.

    Returns
    -------
    Full names in alphabetical order, without `place` itself; ValueError where the map has no such place.

    Examples
    --------
    >>> from dracula_nb.maps import europe
    >>> rail_reach(europe("1987"), "Strasbourg", 1)
    ('Frankfurt', 'Zurich')
    >>> "Geneva" in rail_reach(europe("1987"), "Strasbourg", 3, east=2)
    False
    >>> rail_reach(europe("2015"), "Sofia", 1, yellow=0)
    ()
    """
    reached: set[str] = set()
    for by_east, by_yellow in product((east is None, True), (yellow is None, True)):
        # a cap binds as soon as what it speaks of is allowed: a journey that keeps off it has its own turn of the loop
        caps = [cap for cap, on in ((east, by_east), (yellow, by_yellow)) if on and cap is not None]
        barred = frozenset() if by_east else _east(graph)
        if place not in barred:
            reached |= _rail(graph, place, min([steps, *caps]), barred, by_yellow)
    return tuple(sorted(reached - {place}))


def voyage_distance(graph: nx.MultiGraph[str], start: str, end: str) -> int | None:
    """Sea moves of one voyage, embarking and landing counted; None where no voyage leads there.

    A voyage goes over sea zones only: a way that lands between start and end is two voyages.

    Examples
    --------
    >>> from dracula_nb.maps import europe
    >>> voyage_distance(europe("1987"), "Dublin", "Amsterdam")
    4
    >>> voyage_distance(europe("1987"), "Mediterranean Sea", "Athens")
    3
    """
    if end not in graph:
        raise _unknown(graph, end)
    land = frozenset(name for name, kind in graph.nodes(data="kind") if kind != "sea")
    return _spread(graph, start, ("sea",), None, dead_ends=land - {start}).get(end)


def place_by_code(graph: nx.MultiGraph[str], code: str) -> str:
    """The full name behind a two-letter code; older codes ("IS" for the Irish Sea) are understood.

    Raises
    ------
    ValueError
        No place has that code.

    Examples
    --------
    >>> from dracula_nb.maps import europe
    >>> place_by_code(europe(), "CD"), place_by_code(europe(), "IS")
    ('Castle Dracula', 'Irish Sea')
    """
    try:
        return _codes(graph)[code]
    except KeyError:
        raise ValueError(f"no place has the code {code!r}; expected two capital letters of the map's codes") from None


def nearest_names(graph: nx.MultiGraph[str], text: str, count: int = 3) -> tuple[str, ...]:
    """The names that a mistyped text may mean, likeliest first; small and capital letters count the same.

    Examples
    --------
    >>> from dracula_nb.maps import europe
    >>> nearest_names(europe(), "vienna")[0], nearest_names(europe(), "Klausenberg")[0]
    ('Vienna', 'Klausenburg')
    >>> nearest_names(europe(), "xyzzy")
    ()
    """
    names = {name.casefold(): name for name in graph}
    return tuple(names[near] for near in get_close_matches(text.strip().casefold(), list(names), n=count))


def _neighbours(graph: nx.MultiGraph[str]) -> Neighbours:
    """Mode to place to neighbours; worked out once for a frozen graph, each time for one that may still change."""
    return _kept_neighbours(graph) if nx.is_frozen(graph) else _list_neighbours(graph)


def _list_neighbours(graph: nx.MultiGraph[str]) -> Neighbours:
    """Mode to place to its neighbours in alphabetical order."""
    table = {
        mode: {name: tuple(sorted(other for other in graph[name] if mode in graph[name][other])) for name in graph}
        for mode in MODES
    }
    return MappingProxyType(table)


_kept_neighbours = lru_cache(maxsize=32)(_list_neighbours)


def _codes(graph: nx.MultiGraph[str]) -> Mapping[str, str]:
    """Code, or older code, to full name."""
    return _kept_codes(graph) if nx.is_frozen(graph) else _list_codes(graph)


def _list_codes(graph: nx.MultiGraph[str]) -> Mapping[str, str]:
    """Code, or older code, to full name."""
    names = {older: name for name, older in graph.nodes(data="older_code") if older}
    names.update((code, name) for name, code in graph.nodes(data="code") if code)
    return MappingProxyType(names)


_kept_codes = lru_cache(maxsize=32)(_list_codes)


def _spread(
    graph: nx.MultiGraph[str],
    start: str,
    modes: tuple[str, ...],
    limit: int | None,
    dead_ends: frozenset[str] = frozenset(),
) -> dict[str, int]:
    """Hops from the start, ring by ring; no way leads on from a dead end."""
    neighbours(graph, start, modes[0] if modes else MODES[0])  # refuses an unknown start
    hops = {start: 0}
    ring = [start]
    while ring and (limit is None or hops[ring[0]] < limit):
        following = []
        for name in ring:
            for mode in modes if name not in dead_ends else ():
                for other in neighbours(graph, name, mode):
                    if other not in hops:
                        hops[other] = hops[name] + 1
                        following.append(other)
        ring = following
    return hops


def _hops(graph: nx.MultiGraph[str], start: str, end: str, mode: str) -> int | None:
    """Hops over one mode."""
    if end not in graph:
        raise _unknown(graph, end)
    return _spread(graph, start, (mode,), None).get(end)


def _rail(graph: nx.MultiGraph[str], place: str, steps: int, barred: frozenset[str], by_yellow: bool) -> set[str]:
    """Ends of rail journeys that keep off the barred places and, unless allowed, off yellow links."""
    neighbours(graph, place, "rail")  # refuses an unknown start
    reached, ring = {place}, {place}
    for _ in range(steps):
        ring = (
            {
                other
                for name in ring
                for other in neighbours(graph, name, "rail")
                if by_yellow or graph[name][other]["rail"]["colour"] != "yellow"
            }
            - reached
            - barred
        )
        reached |= ring
    return reached


def _east(graph: nx.MultiGraph[str]) -> frozenset[str]:
    """The places of the eastern half."""
    return frozenset(name for name, side in graph.nodes(data="side") if side == "east")


def _unknown(graph: nx.MultiGraph[str], place: str) -> ValueError:
    """The error for a name that the map does not have."""
    near = nearest_names(graph, place)
    hint = f"did you mean {' or '.join(near)}?" if near else "expected a full name of the map"
    return ValueError(f"no place {place!r} on the {graph.graph.get('edition', 'given')} map; {hint}")
