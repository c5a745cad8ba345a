"""The box of fury_trail: what lies in it, row by row, and how a torn table is refused."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

from dracula_nb.core.errors import RulebookError
from dracula_nb.games.fury_trail.box import ENCOUNTERS, EVENTS, ITEMS, MOMENTS, Box, read_box
from dracula_nb.games.fury_trail.rulebook import NAMES, read_constants
from dracula_nb.resources import data_root

TABLES = ("characters", "items", "events", "encounters", "tickets")
BOX = read_box()


def counts(cards: dict) -> dict[str, int]:
    return {name: card.count for name, card in cards.items()}


def of_side(side: str) -> dict[str, int]:
    return {name: card.count for name, card in BOX.events.items() if card.side == side}


def sheet(figure: str) -> dict[str, int]:
    return {seat: getattr(character, figure) for seat, character in BOX.characters.items()}


# ---------------------------------------------------------------- characters


@pytest.mark.rule("FT-SETUP-03")
def test_health_at_the_start() -> None:
    assert sheet("health") == {"godalming": 11, "seward": 9, "helsing": 8, "mina": 9, "D": 15}
    assert BOX.characters["D"].health == read_constants().dracula_health


@pytest.mark.rule("FT-SETUP-04")
def test_bites_that_are_carried_without_defeat() -> None:
    assert sheet("bites_carried") == {"godalming": 1, "seward": 1, "helsing": 2, "mina": 1, "D": 0}


@pytest.mark.rule("FT-SETUP-05")
def test_mina_alone_starts_with_a_bite_and_it_fills_her_limit() -> None:
    assert sheet("first_bites") == {"godalming": 0, "seward": 0, "helsing": 0, "mina": 1, "D": 0}
    assert BOX.characters["mina"].first_bites == BOX.characters["mina"].bites_carried


@pytest.mark.rule("FT-SETUP-08")
def test_dracula_holds_five_encounters_and_four_events() -> None:
    assert (BOX.characters["D"].encounters_held, BOX.characters["D"].events_held) == (5, 4)


@pytest.mark.rule("FT-ACT-38")
def test_items_held() -> None:
    assert sheet("items_held") == {"godalming": 3, "seward": 4, "helsing": 3, "mina": 3, "D": 0}


@pytest.mark.rule("FT-ACT-39")
def test_events_held_by_hunters() -> None:
    assert sheet("events_held") == {"godalming": 3, "seward": 4, "helsing": 3, "mina": 3, "D": 4}


@pytest.mark.rule("FT-SETUP-14")
def test_a_hunter_starts_with_two_grit_and_a_ticket() -> None:
    assert sheet("grit") == {"godalming": 2, "seward": 2, "helsing": 2, "mina": 2, "D": 0}
    assert sheet("tickets") == {"godalming": 1, "seward": 1, "helsing": 1, "mina": 1, "D": 0}


def test_seats_come_in_turn_order_under_the_names_of_the_rulebook() -> None:
    assert {seat: character.name for seat, character in BOX.characters.items()} == NAMES
    assert list(BOX.characters) == list(NAMES)


# ---------------------------------------------------------------- how many


@pytest.mark.rule("FT-SETUP-13")
def test_totals() -> None:
    tables = {"tickets": BOX.tickets, "encounters": BOX.encounters, "items": BOX.items, "events": BOX.events}
    totals = {name: sum(counts(table).values()) for name, table in tables.items()}
    assert totals == {"tickets": 16, "encounters": 28, "items": 38, "events": 75}


@pytest.mark.rule("FT-ACT-22")
def test_tickets() -> None:
    assert counts(BOX.tickets) == {"3/2": 4, "2/2": 4, "2/1": 3, "1/1": 2, "1/0": 3}
    assert [(ticket.white, ticket.yellow) for ticket in BOX.tickets.values()] == [
        (3, 2),
        (2, 2),
        (2, 1),
        (1, 1),
        (1, 0),
    ]


@pytest.mark.rule("FT-CARD-01")
def test_kinds_of_items() -> None:
    assert set(BOX.items) == {
        *("Crucifix", "Dogs", "Fast Horses", "Garlic", "Garlic Wreath", "Heavenly Host", "Holy Bullets"),
        *("Holy Circle", "Knife", "Pistol", "Rifle", "Stake"),
    }


@pytest.mark.rule("FT-CARD-62")
def test_counts_of_items() -> None:
    assert counts(BOX.items) == {
        **{"Crucifix": 2, "Dogs": 4, "Fast Horses": 3, "Garlic": 3, "Garlic Wreath": 3, "Heavenly Host": 3},
        **{"Holy Bullets": 3, "Holy Circle": 2, "Knife": 3, "Pistol": 4, "Rifle": 4, "Stake": 4},
    }


@pytest.mark.rule("FT-CARD-42")
def test_kinds_of_events_of_dracula() -> None:
    assert set(of_side("dracula")) == {
        *("Customs Search", "Darkness Returns", "Devilish Power", "Dracula's Brides", "Enraged", "False Tip"),
        *("Great Wolf", "Hidden Schemes", "Immanuel Hildesheim", "Nocturnal Visit", "Roadblock", "Seduction"),
        *("Sensationalist Press", "Summon Storms", "Unearthly Swiftness", "Vampiric Influence", "Wild Horses"),
    }


@pytest.mark.rule("FT-CARD-63")
def test_counts_of_events() -> None:
    hunters, dracula = of_side("hunters"), of_side("dracula")
    assert (len(hunters), sum(hunters.values()), len(dracula), sum(dracula.values())) == (30, 50, 17, 25)
    several = {
        **{"Blood Transfusion": 2, "Chartered Carriage": 3, "Escape Route": 2, "Evil Presence": 2},
        **{"Excellent Weather": 2, "Forewarned": 2, "Good Luck": 2, "Hired Scouts": 4, "Local Rumours": 2},
        **{"Long Night": 2, "Newspaper Reports": 3, "Planned Ambush": 2, "Renewed Vigour": 2},
        **{"Sense of Emergency": 2, "Speedy Telegraph": 2, "Surprising Return": 2},
        **{"Devilish Power": 2, "False Tip": 2, "Hidden Schemes": 2, "Roadblock": 3, "Summon Storms": 2},
        **{"Vampiric Influence": 2, "Wild Horses": 2},
    }
    assert counts(BOX.events) == dict.fromkeys(BOX.events, 1) | several


@pytest.mark.rule("FT-ENC-01")
def test_kinds_of_encounters() -> None:
    assert set(BOX.encounters) == {
        *("Aristocratic Vampire", "Bats", "Desecrated Soil", "Hoax", "New Vampire", "Rats", "Reckless Vampire"),
        *("Saboteur", "Spy", "Szgany Bodyguards", "Szgany Mob", "Unnatural Fog", "Wolves"),
    }


@pytest.mark.rule("FT-ENC-21")
def test_counts_of_encounters() -> None:
    three = {"Reckless Vampire": 3, "Aristocratic Vampire": 3}
    assert counts(BOX.encounters) == dict.fromkeys(BOX.encounters, 2) | three


# ---------------------------------------------------------------- what kind of card


@pytest.mark.rule("FT-CMB-12")
def test_items_that_are_combat_cards() -> None:
    assert {name for name, item in BOX.items.items() if item.combat} == {
        *("Knife", "Pistol", "Rifle", "Crucifix", "Garlic", "Heavenly Host", "Holy Circle"),
    }


@pytest.mark.rule("FT-CMB-27")
def test_stake_is_for_searches_and_neither_weapon_nor_combat_card() -> None:
    stake = BOX.items["Stake"]
    assert (stake.combat, stake.weapon, stake.moments) == (False, False, ("search",))


@pytest.mark.rule("FT-MATRIX-34")
def test_weapons_and_holy_items() -> None:
    assert {name for name, item in BOX.items.items() if item.weapon} == {"Knife", "Pistol", "Rifle"}
    assert {name for name, item in BOX.items.items() if item.holy} == {
        *("Crucifix", "Garlic", "Heavenly Host", "Holy Circle"),
    }


@pytest.mark.rule("FT-WIN-08")
def test_influence_of_a_matured_vampire() -> None:
    gains = {name: card.gain for name, card in BOX.encounters.items() if card.gain}
    assert gains == {"New Vampire": 3, "Reckless Vampire": 4, "Aristocratic Vampire": 4}


def test_vampires_and_their_health() -> None:
    health = {name: card.vampire_health for name, card in BOX.encounters.items() if card.vampire}
    assert health == {"New Vampire": 6, "Reckless Vampire": 4, "Aristocratic Vampire": None}


@pytest.mark.parametrize(
    ("figure", "names"),
    [
        ("ambushes", set(ENCOUNTERS) - {"Hoax", "Aristocratic Vampire"}),
        ("matures", set(ENCOUNTERS) - {"Rats", "Bats"}),
        (
            "shows_place",
            {"New Vampire", "Reckless Vampire", "Aristocratic Vampire", "Unnatural Fog", "Szgany Mob", "Wolves"},
        ),
        (
            "stays",
            {"New Vampire", "Reckless Vampire", "Aristocratic Vampire", "Desecrated Soil", "Rats", "Saboteur"},
        ),
    ],
)
def test_what_encounters_do(figure: str, names: set[str]) -> None:
    assert {name for name, card in BOX.encounters.items() if getattr(card, figure)} == names


def test_allies_and_events_of_one_seat() -> None:
    assert {name for name, event in BOX.events.items() if event.ally} == {
        *("Jonathan Harker", "Rufus Smith", "Sister Agatha"),
        *("Dracula's Brides", "Great Wolf", "Immanuel Hildesheim"),
    }
    assert {name: event.only for name, event in BOX.events.items() if event.only} == {
        **{"Hypnosis": "mina", "Lucy's Revenge": "godalming", "Mystic Research": "helsing", "Wax Cylinders": "seward"},
    }


@pytest.mark.parametrize(
    ("name", "moments"),
    [
        ("Newspaper Reports", ("at_once", "dusk", "dawn")),
        ("Roadblock", ("at_once", "end_of_phase")),
        ("Good Luck", ("day", "response")),
        ("Great Strength", ("rescue",)),
        ("Enraged", ("combat_cancel",)),
        ("Consecrated Ground", ("action_night",)),
    ],
)
def test_when_an_event_is_played(name: str, moments: tuple[str, ...]) -> None:
    assert BOX.events[name].moments == moments


def test_every_word_for_a_moment_is_used_and_every_known_card_is_in_the_box() -> None:
    used = {word for table in (BOX.items, BOX.events) for card in table.values() for word in card.moments}
    assert used == set(MOMENTS)
    assert (set(BOX.items), set(BOX.encounters)) == (set(ITEMS), set(ENCOUNTERS))
    assert {side: set(of_side(side)) for side in EVENTS} == {side: set(names) for side, names in EVENTS.items()}


def test_mappings_are_in_file_order() -> None:
    for table in TABLES:
        with (data_root() / "fury_trail" / f"{table}.csv").open(encoding="utf-8") as file:
            rows = list(csv.DictReader(file))
        names = [row.get("seat") or row.get("name") or f"{row['white']}/{row['yellow']}" for row in rows]
        assert list(getattr(BOX, table)) == names


# ---------------------------------------------------------------- tables of one's own


def read_changed(folder: Path, table: str, *change: str) -> Box:
    """The box with one text of one table replaced, once."""
    for name in TABLES:
        text = (data_root() / "fury_trail" / f"{name}.csv").read_text(encoding="utf-8")
        if name == table:
            assert change[0] in text
            text = text.replace(change[0], change[1], 1)
        (folder / f"{name}.csv").write_text(text, encoding="utf-8")
    return read_box(folder)


def test_counts_of_ones_own_are_read(tmp_path: Path) -> None:
    box = read_changed(tmp_path, "items", "Dogs,4,", "Dogs,0,")
    assert (box.items["Dogs"].count, box.items["Knife"].count) == (0, 3)


KNIFE = "Knife,3,yes,yes,no,combat,"
STAKE = "Stake,4,no,no,no,search,"


@pytest.mark.parametrize(
    ("table", "old", "new", "error"),
    [
        ("items", KNIFE, "Knife,3,yes,yes,no,", r"^items\.csv, row 10: wrong number of cells; expected 10 as in"),
        (
            "items",
            "Dogs,4,",
            "Dogs,four,",
            r"^items\.csv, row 3: count is 'four'; expected a whole number from 0 to 99$",
        ),
        ("items", "Dogs,4,", "Dogs,-4,", r"^items\.csv, row 3: count is '-4'; expected a whole number"),
        ("items", "Dogs,4,", "Dogs,100,", r"^items\.csv, row 3: count is '100'; expected a whole number from 0 to 99$"),
        ("items", "Dogs,4,", "Dogs,,", r"^items\.csv, row 3: count is ''; expected a whole number"),
        ("items", "Dogs,4,", "Rifle,4,", r"^items\.csv, row 12: 'Rifle' is there twice; expected one row for it$"),
        (
            "items",
            KNIFE,
            "Knive,3,yes,yes,no,combat,",
            r"row 10: name is 'Knive'; expected a card .* \(nearest: Knife\)$",
        ),
        ("items", KNIFE, "Bow,3,yes,yes,no,combat,", r"row 10: name is 'Bow'; expected a card that the rules know$"),
        ("items", KNIFE, "Knife,3,yes,maybe,no,combat,", r"row 10: weapon is 'maybe'; expected yes, no$"),
        ("items", KNIFE, "Knife,3,yes,yes,no,noon,", r"row 10: moments is 'noon'; expected some of at_once, action,"),
        ("items", KNIFE, "Knife,3,no,yes,no,combat,", r"row 10: combat is 'no'; expected 'yes' where combat is one"),
        ("items", STAKE, "Stake,4,no,yes,no,search,", r"row 13: weapon is 'yes'; expected 'no' where combat is 'no'$"),
        ("items", "name,count,", "name,number,", r"^items\.csv, row 1: no column 'count'; expected name, count,"),
        ("items", "FT-CARD-01", "item 29", r"row 2: rule is 'item 29 .*; expected ids of rules, with blanks"),
        ("items", ",published", ",found", r"row 2: provenance is 'found'; expected given, published, reconstructed$"),
        (
            "characters",
            "godalming,Lord",
            "holmwood,Lord",
            r"^characters\.csv, row 2: seat is 'holmwood'; expected godal",
        ),
        (
            "characters",
            "Harker,9,1,1,",
            "Harker,9,0,1,",
            r"row 5: first_bites is '1'; expected at most bites_carried, 0$",
        ),
        ("characters", "Harker,9,", "Harker,0,", r"row 5: health is '0'; expected a whole number from 1 to 99$"),
        ("events", "hunters,Hypnosis", "dracula,Hypnosis", r"side is 'dracula'; expected the other for Hypnosis$"),
        ("events", "hunters,Hypnosis", "hunter,Hypnosis", r"side is 'hunter'; expected hunters, dracula$"),
        ("events", "combat_cancel,,", "combat_cancel,mina,", r"only is 'mina'; expected an empty cell on a card of Dr"),
        ("events", "action,mina", "action,lucy", r"only is 'lucy'; expected an empty cell, godalming, seward, helsing"),
        ("encounters", "Rats,2,yes,no,", "Rats,2,yes,yes,", r"row 9: matured_text is ''; expected words where matures"),
        (
            "encounters",
            "Rats,2,yes,no,no,no,,0",
            "Rats,2,yes,no,no,no,,1",
            r"row 9: matures is 'no'; expected gain 0 and",
        ),
        (
            "encounters",
            "Rats,2,yes,no,no,no,,0",
            "Rats,2,yes,no,no,no,3,0",
            r"row 9: vampire_health is '3'; expected an",
        ),
        ("encounters", "yes,6,3,", "yes,six,3,", r"row 2: vampire_health is 'six'; expected a whole number from 1"),
        ("tickets", "2,2,4,", "3,2,4,", r"^tickets\.csv, row 3: '3/2' is there twice; expected one row for it$"),
        ("tickets", "3,2,4,", "three,2,4,", r"^tickets\.csv, row 2: white is 'three'; expected a whole number from 1"),
    ],
)
def test_a_torn_table_is_named(tmp_path: Path, table: str, old: str, new: str, error: str) -> None:
    with pytest.raises(RulebookError, match=error) as caught:
        read_changed(tmp_path, table, old, new)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("table", TABLES)
def test_a_missing_table_is_named(tmp_path: Path, table: str) -> None:
    read_changed(tmp_path, "items", "Dogs,4,", "Dogs,4,")
    (tmp_path / f"{table}.csv").unlink()
    with pytest.raises(RulebookError, match=rf"^{table}\.csv: no such table; expected a CSV file with"):
        read_box(tmp_path)
    (tmp_path / f"{table}.csv").mkdir()
    with pytest.raises(RulebookError, match=rf"^{table}\.csv: cannot be read"):
        read_box(tmp_path)


@pytest.mark.parametrize(
    ("table", "name"), [("characters", "D"), ("items", "Stake"), ("events", "Wild Horses"), ("encounters", "Spy")]
)
def test_a_missing_row_is_named(tmp_path: Path, table: str, name: str) -> None:
    text = (data_root() / "fury_trail" / f"{table}.csv").read_text(encoding="utf-8")
    last = text.splitlines(keepends=True)[-1]
    with pytest.raises(RulebookError, match=rf"^{table}\.csv: '{name}' is missing; expected one row for it$"):
        read_changed(tmp_path, table, last, "")


def test_a_table_that_counts_nothing_is_refused(tmp_path: Path) -> None:
    header = "white,yellow,count,rule,source,provenance\n"
    read_changed(tmp_path, "items", "Dogs,4,", "Dogs,4,")
    (tmp_path / "tickets.csv").write_text(f"{header}3,2,0,FT-ACT-22,box,given\n", encoding="utf-8")
    with pytest.raises(RulebookError, match=r"^tickets\.csv: 0 in all; expected a count of at least 1$"):
        read_box(tmp_path)
