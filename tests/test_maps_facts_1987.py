"""The 1987 map against every fact that the rule text states or implies about its board."""

from __future__ import annotations

import csv
from collections.abc import Callable

import networkx as nx
import pytest

from dracula_nb.maps import (
    distances,
    europe,
    neighbours,
    rail_distance,
    rail_reach,
    road_distance,
    voyage_distance,
)
from dracula_nb.resources import data_root

Fact = dict[str, str]
GRAPH = europe("1987")

# these two say what a rule does on the map, not what the map is
NOT_OF_THE_MAP = {"host_forbidden", "east_rail_cap"}


def read_facts() -> list[Fact]:
    with (data_root() / "maps" / "facts_1987.csv").open(encoding="utf-8") as handle:
        return list(csv.DictReader(handle))


def joined(mode: str) -> Callable[[Fact], object]:
    return lambda fact: "yes" if fact["b"] in neighbours(GRAPH, fact["a"], mode) else "no"


def exactly(answer: Callable[[Fact], tuple[str, ...]]) -> Callable[[Fact], object]:
    return lambda fact: "yes" if sorted(fact["b"].split("|")) == sorted(answer(fact)) else answer(fact)


def of_kind(fact: Fact, *, sea: bool) -> tuple[str, ...]:
    return tuple(n for n in neighbours(GRAPH, fact["a"], "sea") if (GRAPH.nodes[n]["kind"] == "sea") == sea)


def all_seas(fact: Fact) -> object:
    return "yes" if all(GRAPH.nodes[name]["kind"] == "sea" for name in fact["a"].split("|")) else "no"


def british_isles(fact: Fact) -> object:
    """The group is what roads reach from its towns and no further: no land way leads to the mainland."""
    group = {name for name, region in GRAPH.nodes(data="region") if region == "British Isles"}
    by_road = {other for name in group for other in distances(GRAPH, name, ["road"])}
    return "yes" if {"Dublin", "Liverpool", "London", "Manchester"} <= group == by_road else by_road ^ group


def symbols(fact: Fact) -> object:
    values = {data[key] for _, data in GRAPH.nodes(data=True) for key in ("kind", "size", "side")}
    modes = {mode for _, _, mode in GRAPH.edges(keys=True)}
    ports = {port for _, port in GRAPH.nodes(data="port")}
    wanted = {"city", "sea", "small", "large", "east", "west"}
    return "yes" if wanted <= values and modes == {"road", "rail", "sea"} and ports == {True, False} else "no"


ANSWERS: dict[str, Callable[[Fact], object]] = {
    "road_adjacent": joined("road"),
    "rail_adjacent": joined("rail"),
    "sea_adjacent": joined("sea"),
    "port_on_sea": joined("sea"),
    "road_neighbours_exactly": exactly(lambda fact: neighbours(GRAPH, fact["a"], "road")),
    "rail_neighbours_exactly": exactly(lambda fact: neighbours(GRAPH, fact["a"], "rail")),
    "sea_neighbours_exactly": exactly(lambda fact: of_kind(fact, sea=True)),
    "ports_of_sea_exactly": exactly(lambda fact: of_kind(fact, sea=False)),
    "seas_of_port_exactly": exactly(lambda fact: of_kind(fact, sea=True)),
    "rail_reach_exactly_2": exactly(lambda fact: rail_reach(GRAPH, fact["a"], 2)),
    "rail_reach_3_west_only": exactly(lambda fact: rail_reach(GRAPH, fact["a"], 3, east=2)),
    "road_distance": lambda fact: str(road_distance(GRAPH, fact["a"], fact["b"])),
    "rail_distance": lambda fact: str(rail_distance(GRAPH, fact["a"], fact["b"])),
    "sea_voyage_moves": lambda fact: str(voyage_distance(GRAPH, fact["a"], fact["b"])),
    "sea_moves_from_sea_to_port": lambda fact: str(voyage_distance(GRAPH, fact["a"], fact["b"])),
    "port": lambda fact: "yes" if GRAPH.nodes[fact["a"]]["port"] else "no",
    "east_west": lambda fact: GRAPH.nodes[fact["a"]]["side"],
    "exists": lambda fact: "yes" if fact["a"] in GRAPH else "no",
    "sea_sectors_listed": all_seas,
    "british_isles_group": british_isles,
    "map_symbols": symbols,
}


@pytest.mark.rule(
    "FD87-MAP-01", "FD87-MAP-04", "FD87-MAP-05", "FD87-MAP-06", "FD87-MAP-07", "FD87-MAP-08", "FD87-MAP-09"
)
@pytest.mark.rule(
    "FD87-MAP-10", "FD87-MAP-11", "FD87-MAP-12", "FD87-MAP-13", "FD87-MAP-14", "FD87-MAP-15", "FD87-MAP-16"
)
@pytest.mark.rule(
    "FD87-MAP-17", "FD87-MAP-18", "FD87-MAP-25", "FD87-MAP-27", "FD87-MAP-28", "FD87-MAP-30", "FD87-MAP-31"
)
@pytest.mark.rule(
    "FD87-MAP-32", "FD87-MAP-33", "FD87-MAP-34", "FD87-MAP-35", "FD87-MAP-36", "FD87-MAP-37", "FD87-MAP-38"
)
@pytest.mark.rule("FD87-MAP-39", "FD87-MAP-40", "FD87-MAP-41", "FD87-MAP-43", "FD87-MAP-44", "FD87-MAP-48")
@pytest.mark.parametrize(
    "fact",
    [fact for fact in read_facts() if fact["relation"] not in NOT_OF_THE_MAP],
    ids=lambda fact: f"{fact['id']}-{fact['relation']}",
)
def test_fact(fact: Fact) -> None:
    assert ANSWERS[fact["relation"]](fact) == fact["expected"], fact["gist"]


def test_all_facts_but_two_are_asked() -> None:
    facts = read_facts()
    assert len(facts) == 73
    assert {fact["relation"] for fact in facts} == set(ANSWERS) | NOT_OF_THE_MAP
    assert sum(fact["relation"] in NOT_OF_THE_MAP for fact in facts) == 2


@pytest.mark.rule(
    "FD87-MAP-19", "FD87-MAP-20", "FD87-MAP-21", "FD87-MAP-22", "FD87-MAP-23", "FD87-MAP-24", "FD87-MAP-26"
)
@pytest.mark.parametrize(
    ("town", "stops"),
    [
        ("Frankfurt", ("Cologne", "Leipzig", "Strasbourg")),
        ("Zurich", ("Milan", "Strasbourg")),
        ("Cologne", ("Brussels", "Frankfurt")),
        ("Leipzig", ("Berlin", "Frankfurt", "Nuremberg")),
        ("Milan", ("Florence", "Geneva", "Genoa", "Zurich")),
    ],
)
def test_rail_around_strasbourg(town: str, stops: tuple[str, ...]) -> None:
    assert neighbours(GRAPH, town, "rail") == stops


@pytest.mark.rule("FD87-MAP-42")
def test_castle_has_two_roads() -> None:
    assert neighbours(GRAPH, "Castle Dracula", "road") == ("Galatz", "Klausenberg")
    assert neighbours(GRAPH, "Castle Dracula", "rail") == ()


@pytest.mark.rule("FD87-MAP-29")
@pytest.mark.parametrize(
    ("town", "side"),
    [
        ("Zurich", "west"),
        ("Geneva", "west"),
        *((town, "east") for town in ("Milan", "Genoa", "Florence", "Vienna", "Szeged")),
        *((town, "east") for town in ("Klausenberg", "Galatz", "Castle Dracula")),
    ],
)
def test_ruled_sides(town: str, side: str) -> None:
    assert GRAPH.nodes[town]["side"] == side


@pytest.mark.rule("FD87-RAIL-15", "FD87-RAIL-16")
def test_the_east_caps_a_journey_that_only_passes_through() -> None:
    barred = {"Geneva", "Genoa", "Florence"}
    assert barred <= set(rail_reach(GRAPH, "Strasbourg", 3))
    assert not barred & set(rail_reach(GRAPH, "Strasbourg", 3, east=2))
    assert rail_reach(GRAPH, "Milan", 3, east=1) == neighbours(GRAPH, "Milan", "rail")
    # a slow train stays slow however far the East would let it go
    assert rail_reach(GRAPH, "Strasbourg", 1, east=2) == ("Frankfurt", "Zurich")


@pytest.mark.rule("FD87-MAP-02", "FD87-MAP-03")
def test_names_of_the_text_are_on_the_map() -> None:
    towns = [
        "Alicante",
        "Amsterdam",
        "Athens",
        "Barcelona",
        "Berlin",
        "Bordeaux",
        "Brussels",
        "Castle Dracula",
        "Clermont-Ferrand",
        "Cologne",
        "Dublin",
        "Florence",
        "Frankfurt",
        "Galatz",
        "Geneva",
        "Genoa",
        "Klausenberg",
        "Le Havre",
        "Leipzig",
        "Liverpool",
        "London",
        "Manchester",
        "Marseilles",
        "Milan",
        "Nantes",
        "Nuremberg",
        "Paris",
        "Santander",
        "Saragossa",
        "Strasbourg",
        "Szeged",
        "Toulouse",
        "Vienna",
        "Zurich",
    ]
    assert len(towns) == 34
    assert [town for town in towns if town not in GRAPH] == []


@pytest.mark.rule("FD87-MAP-45", "FD87-MAP-46", "FD87-MAP-47")
def test_only_links_that_the_text_states_are_given() -> None:
    assert {provenance for _, provenance in GRAPH.nodes(data="provenance")} == {"reconstructed"}
    mode_of = {"road_adjacent": "road", "rail_adjacent": "rail", "sea_adjacent": "sea", "port_on_sea": "sea"}
    stated = {
        (mode_of[fact["relation"]], frozenset((fact["a"], fact["b"])))
        for fact in read_facts()
        if fact["relation"] in mode_of and fact["expected"] == "yes" and fact["reading"] == "stated"
    }
    given = {
        (mode, frozenset((a, b)))
        for a, b, mode, provenance in GRAPH.edges(keys=True, data="provenance")
        if provenance == "given"
    }
    assert given == stated
    assert len(given) == 26


def test_it_is_the_2006_map_without_hospital_under_other_names() -> None:
    newer = nx.MultiGraph(europe("2006"))
    newer.remove_node("St Joseph and St Mary")
    newer = nx.relabel_nodes(newer, {"Klausenburg": "Klausenberg", "Nuremburg": "Nuremberg"})
    links = {(frozenset((a, b)), mode) for a, b, mode in GRAPH.edges(keys=True)}
    assert links == {(frozenset((a, b)), mode) for a, b, mode in newer.edges(keys=True)}
    for key in ("kind", "size", "port", "side", "lat", "lon", "code"):
        assert dict(GRAPH.nodes(data=key)) == dict(newer.nodes(data=key)), key
