"""The lines of fury_trail: read, written back, refused in one line; and what everybody can see at the table."""

from __future__ import annotations

import re

import pytest

from dracula_nb.beliefs.fury_trail import clues
from dracula_nb.beliefs.fury_trail.clues import clue_text, parse_clue
from dracula_nb.beliefs.fury_trail.table import Table, after
from dracula_nb.beliefs.fury_trail.words import FACTS
from dracula_nb.beliefs.languages import language
from dracula_nb.core.errors import CaseFileError, NotationError
from dracula_nb.games.fury_trail.rulebook import PROFILES, rulebook

BOOK = rulebook()
START = (
    *("godalming starts London", "seward starts Madrid", "helsing starts Rome", "mina starts Vienna"),
    "D starts",
)


def table(*lines: str, profile: str = "seed") -> Table:
    """The table after the first places, Dracula's first card and some lines."""
    found, book = Table(), rulebook(PROFILES[profile])
    for line in (*START, *lines):
        found = after(book, found, parse_clue(book, line))
    return found


@pytest.mark.parametrize(
    "line",
    [
        *START,
        *("mina Prague", "mina stays", "mina placed Rome", "dusk", "dawn: without seward, mina", "D land", "D Hide"),
        *("D land: trap", "D land: rumour", "D land: empty-handed", "D sea", "D sea: -2", "D Paris", "D Dark Call: -2"),
        *("D Castle Dracula: +2", "D Feed: 0", "D wolf land: trap, -1", "D wolf Castle Dracula: +1", "D flies"),
        *(
            "D land: trap, misdirect 3",
            "D sea: -1, left Prague, hide left 5, cleared 4-6",
            "D land: trap, stuck Galway",
        ),
        *(
            "D Feed: left Prague, cleared none",
            "D Feed: left Prague, cleared 3 5",
            "fight Paris",
            "fight Paris: 0, mist",
        ),
        *("seen 3: Vienna", "seen 2: Hide", "seen 2: Hide at Vienna", "here: Vienna", "off North Sea", "near Paris"),
        *("on North Sea", "hide trail", "mina brought Rome"),
        *("bond: odd", "bond: inland", "region: Iberia", "region: sea", "adjacent mina: yes", "hide hand", "added 3"),
        *("consecrated Vienna", "host Vienna", "lifted Vienna", "health 12", "health -3", "ally rufus", "ally none"),
    ],
)
def test_a_line_is_read_and_written_back(line: str) -> None:
    assert clue_text(parse_clue(BOOK, line)) == line


def test_every_example_of_the_page_is_a_line() -> None:
    rows = [row for row in (clues.__doc__ or "").splitlines() if row.startswith("``")]
    kinds = set()
    for row in rows:
        for example in re.findall(r"``([^`]+)``", row.partition("  ")[0]):
            assert clue_text(parse_clue(BOOK, example)) == example
            kinds.add(example.partition(" ")[0].rstrip(":"))
    assert {*FACTS, "mina", "D", "dusk", "dawn", "fight", "seen"} <= kinds | {"host", "lifted"}


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("m vienna", "mina Vienna"),
        ("G starts  london", "godalming starts London"),
        ("d land : trap", "D land: trap"),
        ("D dark call", "D Dark Call"),
        ("D wolf land: -1,trap", "D wolf land: trap, -1"),
        ("D land: trap, left Prague, cleared 4 5 6", "D land: trap, left Prague, cleared 4-6"),
        ("D land: trap, stuck in Galway", "D land: trap, stuck Galway"),
        ("here Vienna", "here: Vienna"),
        ("bond odd", "bond: odd"),
        ("seen 2: hide at vienna", "seen 2: Hide at Vienna"),
        ("dusk: without m, s", "dusk: without seward, mina"),
        ("fight Paris: mist, -3", "fight Paris: -3, mist"),
    ],
)
def test_short_ways_to_say_it(typed: str, meant: str) -> None:
    assert clue_text(parse_clue(BOOK, typed)) == meant


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("D TP", r"no place 'TP' on the 2015 map; expected one, or land, sea, .*Feed"),
        ("D D3", r"no place 'D3'"),
        ("sen 3: Vienna", r"'sen 3: Vienna' is no clue: .*did you mean 'seen'\?"),
        ("mina Viena", r"no place 'Viena' on the 2015 map; did you mean 'Vienna'\?"),
        ("mina", r"'mina': expected a place, 'starts PLACE', 'brought PLACE', 'placed PLACE' or 'stays'"),
        ("mina Vienna: trap", r"nothing stands after the colon of a hunter's line"),
        ("D", r"expected land, sea, a place, a power, starts or flies"),
        ("D land:", r"expected words parted by commas|expected"),
        ("D land: tarp", r"'tarp': expected trap, rumour, .*did you mean 'trap'\?"),
        ("D land: trap, rumour", r"expected only one word of its kind"),
        ("D land: misdirect 7", r"misdirect 2 to 6"),
        ("D land: misdirect 1", r"misdirect 2 to 6"),
        ("D land: trap, hide left 6", r"hide left 1 to 5"),
        ("D sea: trap", r"no trap is laid at sea"),
        ("D Feed: trap", r"FT-TRAIL-21"),
        ("D Paris: trap", r"FT-TRAIL-21"),
        ("D North Sea", r"at sea cards lie facedown"),
        ("D wolf sea", r"Wolf Form ends on land"),
        ("D wolf Feed", r"Wolf Form ends on land"),
        ("D wolf land", r"expected trap or rumour or empty-handed"),
        ("D sea: +2", r"health \+2; expected -2 or -1 with this card"),
        ("D land: -1", r"health -1; expected 0 with this card"),
        ("D land: trap, left North Sea", r"what shows its place as it leaves is a city"),
        ("D land: trap, cleared 4-6", r"expected 'left PLACE' too"),
        ("D land: trap, left Prague, cleared 7", r"'cleared 7': expected positions from 1 to 6"),
        ("D land: trap, left Prague, cleared 6-4", r"'cleared 6-4': expected positions"),
        ("D starts: trap", r"nothing else goes with starts"),
        ("D flies: -2", r"nothing else goes with flies"),
        ("seen 7: Vienna", r"'seen 7': expected a position from 1 to 6"),
        ("seen 3", r"'seen 3': expected a position"),
        ("seen 3: Vienna at Rome", r"expected a place alone, or Hide 'at' a place"),
        ("fight Paris: 3", r"expected what Dracula lost"),
        ("dusk Paris", r"'dusk Paris': expected 'dusk' alone"),
        ("dusk: mina", r"expected 'without'"),
        ("dusk: without renfield", r"'renfield' is no hunter"),
        ("bond: maybe", r"'bond maybe': expected one of odd, even, port, inland"),
        ("region: Gallai", r"did you mean 'Gallia'\?"),
        ("adjacent mina", r"'adjacent mina': expected a hunter, a colon, yes or no"),
        ("hide 3", r"'hide 3': expected one of hand"),
        ("near North Sea", r"expected a place on land"),
        ("health 16", r"expected a number from 1 to 15"),
        ("health twelve", r"expected a number from 1 to 15"),
        ("added 9", r"'added 9': expected one of 1, 2"),
        ("ally dracula", r"'ally dracula': expected one of rufus, none"),
        ("off", r"expected a place"),
        ("", r"is no clue"),
    ],
)
def test_bad_lines_are_refused_in_one_line(line: str, message: str) -> None:
    with pytest.raises(NotationError, match=message) as caught:
        parse_clue(BOOK, line)
    assert "\n" not in str(caught.value)


@pytest.mark.rule("FT-LOC-11")
@pytest.mark.parametrize("place", ["Galatz", "Klausenburg", "Castle Dracula"])
def test_no_token_on_unhallowed_ground(place: str) -> None:
    with pytest.raises(NotationError, match="FT-LOC-11"):
        parse_clue(BOOK, f"consecrated {place}")


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        (("mina Paris",), r"mina cannot move from Vienna to Paris; expected one road or sea move or up to 3 railways"),
        (("mina starts Paris",), r"mina has begun already"),
        (("D starts",), r"Dracula has begun already"),
        (("dusk", "dusk"), r"dusk after dusk"),
        (("dawn", "dusk"), r"dusk after dawn"),
        (("D flies",), r"no fight to fly from"),
        (("mina placed Paris", "dawn", "fight Paris: 0", "D flies"), r"no fight to fly from|flies by Night only"),
        (("D Feed", "D Feed"), r"Feed lies on position 2; expected it in his hand \(FT-TRAIL-11\)"),
        (("D wolf land: trap", "D wolf land: trap"), r"Wolf Form lies on position 2"),
        (("D land: trap, misdirect 3",), r"Misdirect cannot take position 3"),
        (("D Feed", "D land: trap, misdirect 3", "D Dark Call: misdirect 2"), r"Misdirect lies on position 4"),
        (("health 2", "D Dark Call"), r"Dark Call costs 2, his health is 2; expected more \(FT-POW-10\)"),
        (("health 1", "D wolf land: trap"), r"Wolf Form costs 1"),
        (("D Paris",), r"Paris would lie facedown: no hunter is there; expected 'land'"),
        (("mina placed Paris", "D Paris", "D Feed", "D Paris"), r"Paris lies on position 3; expected a place off"),
        (("consecrated Paris", "mina placed Paris", "D Paris"), r"a token bars Paris"),
        (("D Feed: 0",), None),
        (("health 12", "D Feed: 0"), r"health \+0 from 12; expected \+1"),
        (("D land: trap, left Prague",), r"no card of a city lies on position 6"),
        (("D land: trap, hide left 1",), r"no card of a city lies on position 6"),
        (("health 5", "D land: trap, stuck Galway"), r"the penalty defeats him at health 5"),
        (("seen 2: Paris",), r"nothing lies on position 2"),
        (("seen 1: North Sea",), r"position 1 has a land back"),
        (("seen 1: Paris", "seen 1: Rome"), r"Paris lies on position 1; expected it to stay"),
        (("seen 1: Paris", "D land: trap", "seen 1: Paris"), r"Paris lies on position 2; expected each card once"),
        (("fight Paris: 0",), r"fight Paris: no hunter is there"),
        (("lifted Paris",), r"no token lies on Paris"),
        (("seen 1: Paris", "off Paris"), r"Paris lies faceup on the trail"),
        (("D sea: -2", "added 1"), r"position 1 cannot carry encounters"),
        (("D Castle Dracula", "added 1"), r"position 1 cannot carry encounters"),
        (("D Feed", "added 1"), r"position 1 cannot carry encounters"),
    ],
)
def test_what_everybody_sees_is_checked(lines: tuple[str, ...], message: str | None) -> None:
    if message is None:
        table(*lines)
        return
    with pytest.raises(NotationError, match=message) as caught:
        table(*lines)
    assert "\n" not in str(caught.value)


@pytest.mark.rule("FT-SETUP-09")
@pytest.mark.parametrize("place", ["Castle Dracula", "St Joseph and St Mary", "North Sea"])
def test_hunters_start_in_cities(place: str) -> None:
    with pytest.raises(NotationError, match="expected a city"):
        after(BOOK, Table(), parse_clue(BOOK, f"mina starts {place}"))
    first = after(BOOK, Table(), parse_clue(BOOK, "mina London"))
    assert first.places[-1] == "London"


def test_nothing_comes_before_the_first_places() -> None:
    with pytest.raises(NotationError, match="Dracula has not begun"):
        after(BOOK, Table(), parse_clue(BOOK, "D land: trap"))
    with pytest.raises(NotationError, match="expected 'godalming starts PLACE' before"):
        after(BOOK, Table(), parse_clue(BOOK, "D starts"))
    with pytest.raises(NotationError, match="mina has no place yet"):
        after(BOOK, Table(), parse_clue(BOOK, "mina stays"))


@pytest.mark.rule(
    "FT-SEA-01", "FT-SEA-02", "FT-SEA-06", "FT-SEA-17", "FT-CLUE-34", "FT-POW-11", "FT-POW-17", "FT-LOC-02"
)
@pytest.mark.parametrize(
    ("lines", "health"),
    [
        ((), 15),
        (("D sea: -2",), 13),
        (("D sea: -2", "D sea: -1"), 12),
        (("D sea: -2", "D sea: -1", "D land: trap"), 12),
        (("D sea: -2", "D land: trap", "D sea: -2"), 11),
        (("D sea",), None),
        (("D sea", "health 13", "D land: trap"), 13),
        (("D Dark Call",), 13),
        (("D wolf land: trap",), 14),
        (("D Feed",), 15),
        (("health 9", "D Feed"), 10),
        (("health 10", "D Castle Dracula"), 12),
        (("health 14", "D Castle Dracula: +1"), 15),
        (("health 10", "D wolf Castle Dracula"), 11),
        (("health 12", "D land: trap, stuck Galway"), 10),
        (("health 12", "D sea: -2, stuck Galway"), 8),
        (("mina placed Rome", "dusk", "fight Rome: -3"), 12),
        (("dusk", "fight Rome"), None),
        (("health -4", "health +2"), 13),
    ],
)
def test_his_health_is_public(lines: tuple[str, ...], health: int | None) -> None:
    assert table(*lines).health == health


@pytest.mark.rule("FT-TRAIL-31", "FT-TRAIL-33")
def test_backs_and_faces() -> None:
    found = table("D sea: -2", "D land: trap", "D land: rumour").trail
    assert [slot and slot.back for slot in found] == ["land", "land", "sea", "land", None, None]
    assert all(slot.card is None for slot in found if slot)
    shown = table("mina placed Paris", "D Paris", "D wolf land: trap", "D Feed").trail
    assert [(slot.card, slot.wolf) for slot in shown if slot] == [
        ("Feed", False),
        (None, True),
        ("Paris", False),
        (None, False),
    ]


@pytest.mark.rule("FT-LOC-12")
def test_a_host_token_goes_at_dawn() -> None:
    before = table("consecrated Paris", "host Vienna")
    assert before.barred(BOOK, flying=True) == {"Paris", "Vienna"}
    dawn = table("consecrated Paris", "host Vienna", "dawn")
    assert dawn.barred(BOOK, flying=True) == {"Paris"}
    printed = rulebook(PROFILES["printed"])
    assert table("host Vienna", profile="printed").barred(printed) == {"Vienna"}
    assert table("host Vienna", "D land: trap", "dawn", profile="printed").barred(printed) == frozenset()


def test_mist_protects_until_his_next_card() -> None:
    met = ("mina placed Rome", "dusk", "fight Rome: 0, mist")
    assert table(*met, "dawn").mist
    after_card = table(*met, "dawn", "D land: trap")
    assert (after_card.mist, after_card.met, after_card.checked) == (False, "", "")


@pytest.mark.rule("FT-SEA-09")
def test_no_fight_at_sea_by_the_printed_rules() -> None:
    lines = ("godalming placed North Sea", "D sea: -2", "dusk", "fight North Sea: 0")
    assert table(*lines).met == "North Sea"
    with pytest.raises(NotationError, match="no fight at sea by these rules"):
        table(*lines, profile="printed")


@pytest.mark.parametrize(("name", "value"), [("map", "2006"), ("profile", "printd")])
def test_an_unknown_map_or_profile_is_refused(name: str, value: str) -> None:
    with pytest.raises(CaseFileError, match=rf"{name} '{value}': expected"):
        language("fury_trail", **{name: value})
