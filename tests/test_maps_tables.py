"""Torn tables are refused in one line that names the file and the row."""

from __future__ import annotations

from pathlib import Path

import pytest

from dracula_nb.core.errors import RulebookError
from dracula_nb.maps import neighbours, read_map
from dracula_nb.maps.tables import LINK_COLUMNS, PLACE_COLUMNS

PLACES = {
    "Bay": "Bay,BY,,alphabetical,sea,,,,,45,-4,estimate,,drawn,published",
    "Port": "Port,PO,OP,alphabetical,city,large,yes,,west,45,-1,estimate,,drawn,published",
    "Inland": "Inland,IN,,alphabetical,city,small,no,,east,45,2,estimate,,drawn,published",
}
ROADS = {
    "sea": "Bay,Port,sea,,,drawn,published,",
    "road": "Port,Inland,road,,,drawn,published,",
    "rail": "Inland,Port,rail,white,,drawn,published,published",
}


def write(folder: Path, places: dict[str, str], roads: dict[str, str]) -> Path:
    for file, columns, rows in (("places_toy", PLACE_COLUMNS, places), ("roads_toy", LINK_COLUMNS, roads)):
        (folder / f"{file}.csv").write_text("\n".join([",".join(columns), *rows.values()]) + "\n", encoding="utf-8")
    return folder


@pytest.mark.rule("FT-MAP-03")
def test_a_map_of_three_places(tmp_path: Path) -> None:
    graph = read_map(write(tmp_path, PLACES, ROADS), "toy")
    assert neighbours(graph, "Port", "rail") == ("Inland",)
    assert [graph.nodes[name]["number"] for name in ("Inland", "Port", "Bay")] == [1, 2, 3]


def test_a_byte_order_mark_and_blanks_do_no_harm(tmp_path: Path) -> None:
    write(tmp_path, PLACES | {"Port": PLACES["Port"].replace(",large,", ", large ,")}, ROADS)
    path = tmp_path / "places_toy.csv"
    path.write_bytes(b"\xef\xbb\xbf" + path.read_bytes())
    assert read_map(tmp_path, "toy").nodes["Port"]["size"] == "large"


def test_readings_choose_rows(tmp_path: Path) -> None:
    roads = ROADS | {"rail": ROADS["rail"].replace("white,,", "white,trains=yes,")}
    write(tmp_path, PLACES, roads)
    assert neighbours(read_map(tmp_path, "toy"), "Port", "rail") == ()
    assert neighbours(read_map(tmp_path, "toy", readings={"trains": "yes"}), "Port", "rail") == ("Inland",)


@pytest.mark.parametrize(
    ("name", "old", "new", "said"),
    [
        ("Port", "PO", "BY", "row 3: code 'BY' is already in places_toy.csv, row 2"),
        ("Port", "OP", "BY", "row 3: code 'BY' is already in"),
        ("Port", "PO,OP", "PORT,OP", "row 3: code 'PORT' of Port; expected two letters"),
        ("Inland", "Inland,", "Port,", "row 4: name 'Port' is already in"),
        ("Inland", "Inland,", ",", "row 4: empty name"),
        ("Inland", "alphabetical", "3", "row 4: number '3' is already in places_toy.csv, row 2"),
        ("Inland", "alphabetical", "one", "row 4: number 'one'; expected digits"),
        ("Inland", "city", "village", "row 4: kind 'village'; expected city, sea, castle, hospital"),
        ("Inland", "small", "middling", "row 4: size 'middling'; expected small, large"),
        ("Bay", "sea,,", "sea,large,", "row 2: size 'large'; expected an empty cell"),
        ("Inland", "east", "south", "row 4: side 'south'; expected east, west, an empty cell"),
        ("Inland", "45,2", "95,2", "row 4: lat '95'; expected degrees from -90 to 90"),
        ("Inland", "45,2", "45,far", "row 4: lon 'far'; expected degrees"),
        ("Inland", "published", "guessed", "row 4: provenance 'guessed'; expected given, published, reconstructed"),
        ("Inland", ",no,", ",yes,", "row 4: port 'yes' of Inland; expected yes exactly with a sea link"),
        ("Port", ",yes,", ",no,", "row 3: port 'no' of Port; expected yes exactly with a sea link"),
        ("Inland", ",drawn,published", ",drawn", "row 4: wrong number of cells"),
        ("Inland", "drawn,published", "drawn,published,more", "row 4: wrong number of cells"),
    ],
)
def test_bad_places(tmp_path: Path, name: str, old: str, new: str, said: str) -> None:
    assert_refused(write(tmp_path, PLACES | {name: change(PLACES[name], old, new)}, ROADS), f"places_toy.csv, {said}")


@pytest.mark.parametrize(
    ("name", "old", "new", "said"),
    [
        ("road", "Inland", "Inlnad", "row 3: unknown place 'Inlnad'; expected a name of the places table"),
        ("road", "Inland", "Port", "row 3: road from Port to itself"),
        ("rail", "rail,white", "road,", "row 4: the road Inland - Port is there twice"),
        ("road", "road", "path", "row 3: mode 'path'; expected road, rail, sea"),
        ("road", "road", "sea", "row 3: sea Port - Inland; expected mode sea exactly where an end is a sea zone"),
        ("sea", "sea", "road", "row 2: road Bay - Port; expected mode sea exactly where an end is a sea zone"),
        ("rail", "white", "green", "row 4: colour 'green'; expected an empty cell, white, yellow"),
        ("road", "road,,", "road,white,", "row 3: colour 'white'; expected an empty cell"),
        ("rail", "published,published", "published,sure", "row 4: colour_provenance 'sure'"),
    ],
)
def test_bad_links(tmp_path: Path, name: str, old: str, new: str, said: str) -> None:
    roads = ROADS | {name: change(ROADS[name], old, new)}
    if "colour_provenance" not in said and name == "rail":
        roads[name] = roads[name].replace("published,published", "published,")
    assert_refused(write(tmp_path, PLACES, roads), f"roads_toy.csv, {said}")


def test_a_place_out_of_reach(tmp_path: Path) -> None:
    assert_refused(
        write(tmp_path, PLACES, {"sea": ROADS["sea"]}), "places_toy.csv, row 4: no way leads to Inland from Bay"
    )


def test_missing_column(tmp_path: Path) -> None:
    path = write(tmp_path, PLACES, ROADS) / "roads_toy.csv"
    path.write_text(path.read_text(encoding="utf-8").replace("colour,", "color,", 1), encoding="utf-8")
    assert_refused(tmp_path, "roads_toy.csv, row 1: no column 'colour'; expected a, b, mode")


def test_missing_empty_and_foreign_tables(tmp_path: Path) -> None:
    assert_refused(tmp_path, "places_toy.csv: no such table")
    assert_refused(write(tmp_path, {}, {}), "places_toy.csv: no place; expected at least one row")
    (tmp_path / "places_toy.csv").write_bytes("Zürich".encode("latin-1"))
    assert_refused(tmp_path, "places_toy.csv: not text in UTF-8")


def change(row: str, old: str, new: str) -> str:
    assert old in row
    return row.replace(old, new, 1)


def assert_refused(folder: Path, said: str) -> None:
    with pytest.raises(RulebookError) as caught:
        read_map(folder, "toy")
    assert str(caught.value).startswith(said)
    assert "\n" not in str(caught.value)
    assert "expected" in str(caught.value)
