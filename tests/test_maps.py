"""The maps of Europe: their counts, their shape, the readings of 2015, and the questions that can be asked."""

from __future__ import annotations

from collections import Counter

import networkx as nx
import pytest

from dracula_nb.maps import (
    coastline,
    distances,
    europe,
    nearest_names,
    neighbours,
    place_by_code,
    rail_distance,
    rail_reach,
    road_distance,
    voyage_distance,
)

HOSPITAL = "St Joseph and St Mary"
VARIANTS = {
    "1987": europe("1987"),
    "2006": europe("2006"),
    "2015": europe("2015"),
    "2015 north_south": europe("2015", sea_zones="north_south"),
    "2015 all": europe("2015", roads="all"),
    "2015 north_south all": europe("2015", sea_zones="north_south", roads="all"),
}
each_map = pytest.mark.parametrize("graph", VARIANTS.values(), ids=VARIANTS.keys())


def links(graph: nx.MultiGraph[str]) -> set[tuple[str, str, str]]:
    return {(*sorted((a, b)), mode) for a, b, mode in graph.edges(keys=True)}


@pytest.mark.parametrize(
    ("variant", "places", "roads", "rails", "seas"),
    [
        ("1987", 70, 111, 43, 40),
        ("2006", 71, 115, 43, 40),
        ("2015", 71, 115, 48, 40),
        ("2015 north_south", 71, 115, 48, 39),
        ("2015 all", 71, 116, 48, 40),
        ("2015 north_south all", 71, 116, 48, 39),
    ],
)
def test_counts(variant: str, places: int, roads: int, rails: int, seas: int) -> None:
    graph = VARIANTS[variant]
    assert len(graph) == places
    assert Counter(mode for _, _, mode in graph.edges(keys=True)) == {"road": roads, "rail": rails, "sea": seas}


@pytest.mark.rule("FT-MAP-02", "FT-MAP-03")
@each_map
def test_kinds_and_sizes(graph: nx.MultiGraph[str]) -> None:
    hospitals = {"hospital": 1} if graph.graph["edition"] != "1987" else {}
    assert Counter(kind for _, kind in graph.nodes(data="kind")) == {"city": 59, "castle": 1, "sea": 10, **hospitals}
    assert Counter(size for _, size in graph.nodes(data="size") if size) == {"large": 30, "small": 29}
    assert sum(port for _, port in graph.nodes(data="port")) == 29


@each_map
def test_links_go_both_ways(graph: nx.MultiGraph[str]) -> None:
    for place in graph:
        for mode in ("road", "rail", "sea"):
            for other in neighbours(graph, place, mode):
                assert place in neighbours(graph, other, mode)
                assert other != place


@each_map
def test_connected(graph: nx.MultiGraph[str]) -> None:
    assert set(distances(graph, "Castle Dracula", ["road", "sea"])) == set(graph)
    mainland = set(distances(graph, "Castle Dracula", ["road"]))
    assert {"Lisbon", "Athens", "Hamburg", "Bari"} <= mainland
    assert not mainland & {"London", "Dublin", "Cagliari"}


@pytest.mark.rule("FT-MAP-01")
@each_map
def test_only_cagliari_has_no_road(graph: nx.MultiGraph[str]) -> None:
    land = [name for name, kind in graph.nodes(data="kind") if kind != "sea"]
    assert [name for name in land if not neighbours(graph, name, "road")] == ["Cagliari"]


@each_map
def test_rails_join_cities_only(graph: nx.MultiGraph[str]) -> None:
    ends = {end for a, b, mode in graph.edges(keys=True) if mode == "rail" for end in (a, b)}
    assert {graph.nodes[end]["kind"] for end in ends} == {"city"}


@each_map
def test_every_row_says_where_it_is_from(graph: nx.MultiGraph[str]) -> None:
    rows = [data for _, data in graph.nodes(data=True)] + [data for *_, data in graph.edges(data=True)]
    assert {row["provenance"] for row in rows} <= {"given", "published", "reconstructed"}
    assert all(row["source"] for row in rows)
    assert {source for _, source in graph.nodes(data="position_source")} == {"own estimate"}
    assert graph.graph["provenance"].startswith(("published", "reconstructed"))


@each_map
def test_places_lie_inside_the_coastline_frame(graph: nx.MultiGraph[str]) -> None:
    for place, data in graph.nodes(data=True):
        assert 34 <= data["lat"] <= 61, place
        assert -16 <= data["lon"] <= 32, place


@pytest.mark.rule("FT-ABIL-12")
@each_map
def test_numbers(graph: nx.MultiGraph[str]) -> None:
    numbers = dict(graph.nodes(data="number"))
    if graph.graph["edition"] == "1987":
        assert set(numbers.values()) == {None}
        return
    assert numbers["Castle Dracula"] == 14
    assert numbers["Sarajevo"] == 49
    assert numbers.pop(HOSPITAL) is None
    ordered = sorted(numbers, key=lambda name: (graph.nodes[name]["kind"] == "sea", name))
    assert [numbers[name] for name in ordered] == list(range(1, 71))
    assert numbers[ordered[60]] == 61
    assert ordered[60] == "Adriatic Sea"


@each_map
def test_codes(graph: nx.MultiGraph[str]) -> None:
    assert {name: place_by_code(graph, code) for name, code in graph.nodes(data="code")} == {n: n for n in graph}
    assert place_by_code(graph, "IS") == place_by_code(graph, "IR") == "Irish Sea"
    with pytest.raises(ValueError, match="'zz'"):
        place_by_code(graph, "zz")


@pytest.mark.rule("FT-LOC-08")
@pytest.mark.parametrize("edition", ["2006", "2015"])
def test_hospital_roads(edition: str) -> None:
    graph = europe(edition)
    assert neighbours(graph, HOSPITAL, "road") == ("Belgrade", "Sarajevo", "Szeged", "Zagreb")
    assert graph.degree(HOSPITAL) == 4


@pytest.mark.rule("FT-MAP-04", "FT-MAP-05")
def test_roads_of_2015() -> None:
    graph = europe("2015")
    assert road_distance(graph, "Paris", "Marseilles") == 2
    assert road_distance(graph, "Paris", "Milan") == 3
    assert "Marseilles" in neighbours(graph, "Paris", "rail")
    assert "Marseilles" not in neighbours(graph, "Paris", "road")


def test_2015_differs_from_2006_in_these_links_only() -> None:
    newer = links(europe("2015"))
    older = {
        (*sorted(n.replace("Nuremburg", "Nuremberg") for n in (a, b)), mode) for a, b, mode in links(europe("2006"))
    }
    assert older - newer == {("Florence", "Milan", "rail"), ("Munich", "Strasbourg", "road")}
    assert newer - older == {
        ("Berlin", "Cologne", "rail"),
        ("Bordeaux", "Santander", "road"),
        ("Florence", "Genoa", "rail"),
        ("Genoa", "Venice", "rail"),
        ("London", "Plymouth", "rail"),
        ("Marseilles", "Milan", "rail"),
        ("Munich", "Strasbourg", "rail"),
    }


@pytest.mark.rule("FT-MAP-03")
def test_readings_of_the_western_sea() -> None:
    biscay, north_south = europe("2015"), europe("2015", sea_zones="north_south")
    assert set(biscay) - set(north_south) == {"Atlantic Ocean", "Bay of Biscay"}
    assert set(north_south) - set(biscay) == {"North Atlantic", "South Atlantic"}
    assert neighbours(biscay, "Valona", "sea") == ("Ionian Sea",)
    assert neighbours(north_south, "Valona", "sea") == ("Adriatic Sea",)
    assert neighbours(north_south, "South Atlantic", "sea") == (
        "Cadiz",
        "Lisbon",
        "Mediterranean Sea",
        "North Atlantic",
        "Santander",
    )
    assert neighbours(biscay, "Bay of Biscay", "sea") == ("Atlantic Ocean", "Bordeaux", "Nantes", "Santander")
    assert {mode for *_, mode in links(biscay) ^ links(north_south)} == {"sea"}


@pytest.mark.rule("FT-MAP-03")
def test_readings_of_the_roads() -> None:
    assert links(europe("2015", roads="all")) - links(europe("2015")) == {("Nuremberg", "Zurich", "road")}
    for a, b in (("Bordeaux", "Saragossa"), ("Constanta", "Galatz")):
        assert europe("2015")[a][b]["road"]["provenance"] == "reconstructed"


def test_default_readings_are_the_named_ones() -> None:
    assert europe("2015") is europe("2015", sea_zones="biscay", roads="2006")


@pytest.mark.parametrize(
    ("edition", "options", "said"),
    [
        ("1999", {}, "edition '1999'"),
        ("2015", {"sea_zones": "west"}, "sea_zones 'west'"),
        ("2015", {"roads": "none"}, "roads 'none'"),
        ("2006", {"roads": "all"}, "only the 2015 map"),
        ("1987", {"sea_zones": "biscay"}, "only the 2015 map"),
    ],
)
def test_unknown_editions_and_readings(edition: str, options: dict[str, str], said: str) -> None:
    with pytest.raises(ValueError, match=said) as caught:
        europe(edition, **options)
    assert "\n" not in str(caught.value)
    assert "expected" in str(caught.value)


def test_maps_cannot_be_changed() -> None:
    assert europe("2006") is europe()
    with pytest.raises(nx.NetworkXError):
        europe("2006").add_edge("Paris", "London")


def test_rail_colours() -> None:
    colours = Counter(colour for *_, mode, colour in europe("2015").edges(keys=True, data="colour") if mode == "rail")
    assert colours == {"white": 27, "yellow": 21}
    for edition in ("1987", "2006"):
        assert {colour for *_, colour in europe(edition).edges(data="colour")} == {None}
    assert {data["colour_provenance"] for *_, data in europe("2015").edges(data=True) if data["colour"]} == {
        "reconstructed"
    }


@pytest.mark.rule("FT-ACT-18", "FT-ACT-19")
@pytest.mark.parametrize(("white", "yellow"), [(3, 2), (2, 2), (2, 1), (1, 1), (1, 0)])
def test_ticket_reach_agrees_with_walking_every_route(white: int, yellow: int) -> None:
    graph = europe("2015")

    def ends(place: str, used: tuple[str, ...]) -> set[str]:
        found = set()
        for other in neighbours(graph, place, "rail"):
            route = (*used, graph[place][other]["rail"]["colour"])
            if len(route) <= (yellow if "yellow" in route else white):
                found |= {other}
            if len(route) < 3:
                found |= ends(other, route)
        return found

    for start, kind in graph.nodes(data="kind"):
        if kind == "city":
            assert set(rail_reach(graph, start, white, yellow=yellow)) == ends(start, ()) - {start}, start


def test_distances() -> None:
    graph = europe("2006")
    oracle = nx.Graph((a, b) for a, b, mode in graph.edges(keys=True) if mode in ("road", "sea"))
    for start in ("Paris", "North Sea", "Cagliari", HOSPITAL):
        hops = distances(graph, start, ["road", "sea"])
        assert hops == dict(nx.single_source_shortest_path_length(oracle, start))
        assert list(hops) == sorted(hops, key=lambda name: (hops[name], name))
        assert distances(graph, start, ["road", "sea"], limit=2) == {n: h for n, h in hops.items() if h <= 2}
    assert distances(graph, "Paris", ["road"], limit=0) == {"Paris": 0}
    assert distances(graph, "Paris", "rail") == distances(graph, "Paris", ["rail"])
    assert distances(graph, "Paris", []) == {"Paris": 0}
    assert rail_distance(graph, "London", "Paris") is None


def test_a_voyage_does_not_cross_land() -> None:
    graph = nx.MultiGraph()
    graph.add_nodes_from([("West", {"kind": "sea"}), ("East", {"kind": "sea"})])
    graph.add_nodes_from([("Home", {"kind": "city"}), ("Isthmus", {"kind": "city"}), ("Far", {"kind": "city"})])
    graph.add_edges_from(
        (a, b, "sea") for a, b in [("Home", "West"), ("West", "Isthmus"), ("Isthmus", "East"), ("East", "Far")]
    )
    assert distances(graph, "Home", ["sea"])["Far"] == 4
    assert voyage_distance(graph, "Home", "Isthmus") == 2
    assert voyage_distance(graph, "Isthmus", "Far") == 2
    assert voyage_distance(graph, "Home", "Far") is None


def test_a_graph_that_may_change_is_read_afresh() -> None:
    graph = nx.MultiGraph()
    graph.add_edge("A", "C", "road")
    assert neighbours(graph, "A", "road") == ("C",)
    graph.add_edge("A", "B", "road")
    assert neighbours(graph, "A", "road") == ("B", "C")


@pytest.mark.parametrize(
    "ask",
    [
        lambda graph: neighbours(graph, "Pariss", "road"),
        lambda graph: distances(graph, "Pariss", ["road"]),
        lambda graph: road_distance(graph, "London", "Pariss"),
        lambda graph: rail_reach(graph, "Pariss", 2, east=1),
        lambda graph: voyage_distance(graph, "Pariss", "London"),
        lambda graph: voyage_distance(graph, "London", "Pariss"),
    ],
)
def test_unknown_places_name_the_nearest(ask: object) -> None:
    with pytest.raises(ValueError, match="no place 'Pariss' on the 2006 map; did you mean Paris"):
        ask(europe("2006"))  # type: ignore[operator]


def test_unknown_mode() -> None:
    with pytest.raises(ValueError, match="mode 'air'; expected road, rail, sea"):
        neighbours(europe(), "Paris", "air")


def test_nearest_names() -> None:
    graph = europe("2006")
    assert nearest_names(graph, "bay of biscey")[0] == "Bay of Biscay"
    assert nearest_names(graph, "St Joseph & St Mary")[0] == HOSPITAL
    assert nearest_names(europe("2015"), "Nuremburg", count=1) == ("Nuremberg",)


@pytest.mark.parametrize(("resolution", "rings", "points"), [("50m", 95, 2315), ("10m", 113, 6872)])
def test_coastline(resolution: str, rings: int, points: int) -> None:
    shores = coastline(resolution)
    assert len(shores) == rings
    assert sum(map(len, shores)) == points
    for ring in shores:
        assert ring[0] == ring[-1]
        assert all(-12 <= lon <= 32 and 34 <= lat <= 61 for lon, lat in ring)


def test_unknown_coastline() -> None:
    with pytest.raises(ValueError, match="resolution '110m'; expected 50m, 10m"):
        coastline("110m")
