"""The tables, options and map of fury_trail."""

from __future__ import annotations

import csv

import pytest

from dracula_nb.core.registry import coverage, read_rules
from dracula_nb.games.fury_trail.rulebook import PROFILES, Rules, read_constants, rulebook
from dracula_nb.maps import neighbours
from dracula_nb.resources import data_root

BOOK = rulebook()


@pytest.mark.rule("FT-MAP-01")
def test_every_city_but_one_has_a_road() -> None:
    assert [city for city in sorted(BOOK.cities) if not neighbours(BOOK.graph, city, "road")] == ["Cagliari"]


@pytest.mark.rule("FT-MAP-02", "FT-MAP-03")
@pytest.mark.parametrize("zones", ["biscay", "north_south"])
def test_he_may_enter_seventy_places(zones: str) -> None:
    book = rulebook(Rules(sea_zones=zones))
    entered = {goal for goals in book.ground.steps.values() for goal in goals}
    assert (len(entered), len(entered & book.cities), len(entered & book.seas)) == (70, 59, 10)
    assert "Zurich" not in book.ground.roads["Nuremberg"]
    assert "Saragossa" in book.ground.roads["Bordeaux"]


@pytest.mark.rule("FT-MAP-03")
def test_the_other_reading_of_the_roads() -> None:
    assert "Zurich" in rulebook(Rules(roads="all")).ground.roads["Nuremberg"]


@pytest.mark.parametrize("given", [{"sea_zones": "baltic"}, {"roads": "1987"}])
def test_an_unknown_reading_is_refused(given: dict[str, str]) -> None:
    with pytest.raises(ValueError, match=r"expected '"):
        Rules(**given)


def test_profiles_differ_where_they_should() -> None:
    assert PROFILES["seed"] == Rules()
    assert not PROFILES["printed"].sea_combat
    assert not PROFILES["printed"].dawn_first


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (
            ("feed_gain,1", "feed_gain,0"),
            r"constants.csv, row 8: feed_gain is '0'; expected a whole number",
        ),
        (("feed_gain,1", "fee_gain,1"), r"row 8: unknown name 'fee_gain'; expected each of 22 once"),
        (("rail_reach,3,links,FT-ACT-22", "#"), r"expected each of 22 once"),
    ],
)
def test_a_torn_table_is_named(tmp_path, change: tuple[str, str], message: str) -> None:
    text = (data_root() / "fury_trail" / "constants.csv").read_text(encoding="utf-8")
    (tmp_path / "constants.csv").write_text(text.replace(*change), encoding="utf-8")
    with pytest.raises(ValueError, match=message):
        read_constants(tmp_path)


def test_every_row_is_proved_and_every_number_has_a_source() -> None:
    assert coverage("fury_trail")["unproved"] == []
    with (data_root() / "fury_trail" / "constants.csv").open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    known = {row.id for row in read_rules("fury_trail")} | {"FT-ACT-22", "FT-POW-08", "FT-ENC-13"}
    for row in rows:
        assert row["provenance"] in ("given", "published", "reconstructed")
        assert row["source"]
        assert row["rule"] in known


def test_a_missing_table_is_named(tmp_path) -> None:
    with pytest.raises(ValueError, match="cannot be read"):
        read_constants(tmp_path)
