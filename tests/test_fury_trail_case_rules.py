"""The rules of the trail as a case file meets them: lines in, the places where Dracula can be out."""

from __future__ import annotations

import pytest

from dracula_nb.beliefs import Case
from dracula_nb.core.errors import CaseFileError
from dracula_nb.games.fury_trail.rulebook import rulebook
from dracula_nb.maps import neighbours, road_distance

BOOK = rulebook()
GROUND = BOOK.ground
CASTLE = BOOK.castle
BEGUN = "game: fury_trail\ngodalming London\nseward Madrid\nhelsing Rome\nmina Vienna\nD starts\n"

STAYED = "D Feed / D Dark Call / D land: trap / seen 1: Hide"
"""Three weeks in one place; the Hide is the newest card."""

OVER = "seward stays"
"""A line after which nothing more is told of the turn before it."""


def case(text: str) -> Case:
    """The case after some lines, parted by ``/``."""
    return Case.from_text(BEGUN + "\n".join(part.strip() for part in text.split("/")) + "\n")


def after(text: str) -> frozenset[str]:
    """Where he can be after some lines; none where they cannot be true."""
    belief = case(text).belief()
    return frozenset() if belief.contradiction else belief.possible


def at(position: int, text: str) -> frozenset[str]:
    """Which places a position can hold after some lines."""
    belief = case(text).belief()
    assert belief.contradiction is None, belief.contradiction
    return frozenset(belief.trail[position - 1].posterior)


def roads(place: str, *more: str) -> frozenset[str]:
    """The road neighbours of a place that Dracula may enter, and some more."""
    return frozenset((*GROUND.roads[place], *more))


def refused(text: str, message: str) -> None:
    """The last line cannot follow the others."""
    with pytest.raises(CaseFileError, match=message):
        case(text)


# The trail and its shift


@pytest.mark.rule("FT-TRAIL-01", "FT-TRAIL-29", "FT-TRAIL-34")
def test_cards_move_on_and_the_newest_place_is_his() -> None:
    walk = "here: Paris / D Feed / D Dark Call"
    assert after(walk) == {"Paris"}
    assert [at(position, walk) for position in (2, 3)] == [frozenset(), {"Paris"}]
    assert at(4, f"{walk} / D land: trap") == {"Paris"}
    gap = f"here: Paris / {STAYED} / D land: trap / seen 1: Brussels / D land: trap / seen 1: Cologne"
    gap += " / D land: trap, hide left 3"
    assert [at(position, f"{gap} / D land: trap") for position in (3, 4, 5)] == [{"Cologne"}, {"Brussels"}, frozenset()]
    assert after(f"{gap} / D Feed")  # the older one lay on 6


@pytest.mark.rule("FT-TRAIL-03", "FT-TRAIL-15", "FT-TRAIL-39", "FT-POW-04", "FT-POW-13")
def test_a_facedown_land_card_is_one_road_or_hide() -> None:
    assert "Marseilles" in neighbours(BOOK.graph, "Paris", "rail")
    near = {"Brussels", "Clermont-Ferrand", "Geneva", "Le Havre", "Nantes", "Strasbourg"}
    assert after("here: Paris / D land: trap") == near | {"Paris"}
    assert after("here: Galway / D land: trap") == {"Dublin", "Galway"}
    assert after("here: Galway / D sea: -2") == {"Atlantic Ocean"}


@pytest.mark.rule("FT-TRAIL-13")
@pytest.mark.parametrize("line", ["D land: trap", "D wolf land: trap"])
def test_no_place_of_the_trail_is_entered_again(line: str) -> None:
    walk = "here: Paris / D land: trap / seen 1: Brussels"
    assert "Paris" not in after(f"{walk} / {line}")
    assert "Le Havre" in after(f"{walk} / {line}")


@pytest.mark.rule("FT-TRAIL-12")
def test_the_place_that_leaves_is_free_in_the_same_phase() -> None:
    fourth = f"here: Paris / D land: trap / seen 1: Brussels / {STAYED}"
    assert "Paris" not in after(f"{fourth} / D land: trap")
    fifth = f"{fourth} / D land: trap / seen 1: Strasbourg"
    assert at(6, fifth) == {"Paris"}
    assert "Paris" in after(f"{fifth} / D land: trap")
    assert "Brussels" not in after(f"{fifth} / D land: trap")


@pytest.mark.rule("FT-TRAIL-14", "FT-LOC-05")
@pytest.mark.parametrize("line", ["D land: trap", "D wolf land: trap"])
def test_he_enters_neither_tokens_nor_the_hospital(line: str) -> None:
    assert BOOK.hospital in neighbours(BOOK.graph, "Belgrade", "road")
    open_ = after(f"here: Belgrade / {line}")
    assert BOOK.hospital not in open_
    assert "Sofia" in open_
    assert after(f"here: Belgrade / consecrated Sofia / {line}") <= open_ - {"Sofia"}


@pytest.mark.rule("FT-LOC-13")
def test_a_token_reveals_nothing_and_he_may_stay_beside_it() -> None:
    assert after("consecrated Paris") == after("mina stays")
    hidden = "here: Paris / D land: trap"
    assert after(f"{hidden} / consecrated Brussels") == after(hidden)
    for line in ("D Feed", "D Dark Call", "D land: empty-handed"):
        assert "Paris" in after(f"here: Paris / consecrated Paris / {line}")


@pytest.mark.rule("FT-TRAIL-16", "FT-TRAIL-17", "FT-TRAIL-18", "FT-CLUE-32", "FT-CLUE-33")
def test_the_penalty_where_nothing_is_legal() -> None:
    """In the castle, with Galatz under Wolf Form, Klausenburg tied to Hide, and Dark Call on the trail."""
    walk = "here: Belgrade / D wolf land: trap / seen 1: Galatz / D land: trap / seen 1: Klausenburg"
    walk += f" / D land: trap / seen 1: Hide / D Dark Call / D {CASTLE}: +2"
    stuck = f"{walk} / D land: trap, stuck {CASTLE}"
    assert after(f"{walk} / D land: trap") == frozenset()
    assert after(stuck) == {"Galatz", "Klausenburg"}
    assert at(2, stuck) == {CASTLE}
    assert after(f"{walk} / D wolf land: trap, -1, stuck {CASTLE}")
    assert after(f"here: Galatz / D {CASTLE} / D land: trap, stuck {CASTLE}") == frozenset()
    refused(f"{stuck} / D Feed: 0", r"health \+0 from 10; expected \+1")
    refused(f"{walk} / health 5 / D land: trap, stuck {CASTLE}", "defeats him at health 5")


@pytest.mark.rule("FT-TRAIL-04", "FT-TRAIL-19", "FT-POW-16", "FT-POW-19", "FT-LOC-01")
def test_faces_of_his_cards() -> None:
    """Beside a hunter, and in the castle, a card lies faceup; so one that lies facedown is neither."""
    beside = "here: Paris / mina placed Brussels"
    assert after(f"{beside} / D land: trap") == roads("Paris", "Paris") - {"Brussels"}
    assert after(f"{beside} / D Brussels") == {"Brussels"}
    assert "Brussels" not in after(f"{beside} / D wolf land: trap")
    assert after("here: Paris / mina placed Paris / D land: trap") == roads("Paris")
    assert after("here: Paris / mina placed Paris / D Hide") == {"Paris"}
    assert after("here: Paris / D Hide") == frozenset()
    assert CASTLE in roads("Klausenburg")
    assert CASTLE not in after("here: Klausenburg / D land: trap")
    assert CASTLE not in after("here: Klausenburg / D wolf land: trap")


# Powers


@pytest.mark.rule("FT-POW-09", "FT-POW-12", "FT-CLUE-09")
def test_feed_in_a_city_and_dark_call_on_land() -> None:
    sea = "here: Le Havre / D sea: -2"
    castle = f"here: Klausenburg / D {CASTLE}: 0"
    for power, place in (("Feed", frozenset[str]()), ("Dark Call", frozenset({CASTLE}))):
        assert after(f"here: Paris / D {power}") == {"Paris"}
        assert after(f"{sea} / D {power}") == frozenset()
        assert after(f"{castle} / D {power}") == place
    assert case("here: Paris / D Feed: 0").belief().possible == {"Paris"}
    assert after("here: Paris / D Dark Call: -2 / D Feed: +1") == {"Paris"}
    refused("here: Paris / D Dark Call: -1", "health -1; expected -2")
    refused("here: Paris / D Dark Call: -2 / D Feed: 0", r"health \+0 from 13; expected \+1")


@pytest.mark.rule("FT-POW-25", "FT-SEA-16")
def test_no_power_but_misdirect_at_sea() -> None:
    sea = "here: Le Havre / D sea: -2"
    for line in ("D Feed", "D Dark Call", "D land", "D wolf land: trap"):
        assert after(f"{sea} / {line}") == frozenset()
    assert "English Channel" not in after(f"{sea} / D land: trap")
    assert after(f"{sea} / D land: trap, misdirect 3") == {"Plymouth", "Le Havre"}


@pytest.mark.rule("FT-TRAIL-11", "FT-POW-24", "FT-POW-31")
def test_a_power_waits_until_it_leaves_the_trail() -> None:
    hide = "here: Paris / D land: trap / seen 1: Hide"
    assert after(f"{hide} / D land: trap") == roads("Paris")
    assert after(f"{hide} / D Feed / D Dark Call") == {"Paris"}
    refused("here: Paris / D Feed / D Feed", "Feed lies on position 2")
    walk = "D Feed / D land: trap / D land: trap / D land: trap / D land: trap / D land: trap / D Feed"
    assert after(f"here: Paris / {walk}")
    gone = f"{hide} / D Feed / D Dark Call / D land: trap / D land: trap / D land: trap, hide left 5 / seen 1: Zurich"
    assert "Zurich" in after(f"{gone} / D land: trap")


@pytest.mark.rule("FT-POW-10")
@pytest.mark.parametrize(("line", "cost"), [("D Dark Call", 2), ("D wolf land: trap", 1)])
def test_a_power_that_would_defeat_him_is_not_played(line: str, cost: int) -> None:
    refused(f"here: Paris / health {cost} / {line}", "FT-POW-10")
    assert after(f"here: Paris / health {cost + 1} / {line}")


@pytest.mark.rule("FT-POW-03", "FT-POW-18", "FT-MAP-05")
@pytest.mark.parametrize("start", ["Paris", "Plymouth", "Belgrade", "Naples", "Galway", "Lisbon"])
def test_wolf_form_counts_roads(start: str) -> None:
    """One or two roads; never by sea, by rail or over the hospital."""
    ends = {p for p in BOOK.places if road_distance(BOOK.graph, start, p) in (1, 2)}
    ends -= {BOOK.hospital, CASTLE, "London", "Madrid", "Rome", "Vienna"}
    assert after(f"here: {start} / D wolf land: trap") == ends


@pytest.mark.rule("FT-POW-18")
def test_wolf_form_passes_hunters_and_the_trail_but_no_token() -> None:
    """From Strasbourg, Amsterdam lies behind Brussels (on the trail) and Cologne; Hamburg behind Cologne alone."""
    start = "here: Paris / D land: trap / seen 1: Brussels / D land: trap / seen 1: Strasbourg"
    beside = after(f"{start} / mina placed Cologne / D wolf land: trap")
    assert {"Amsterdam", "Hamburg"} <= beside
    assert not {"Cologne", "Brussels", "Paris", "Strasbourg"} & beside
    barred = after(f"{start} / consecrated Cologne / D wolf land: trap")
    assert "Amsterdam" in barred
    assert not {"Cologne", "Hamburg"} & barred


@pytest.mark.rule("FT-POW-05", "FT-POW-20", "FT-POW-21")
def test_misdirect_takes_a_place_that_is_free_at_once() -> None:
    walk = "here: Paris / D land: trap / seen 1: Brussels / D Feed"
    assert at(4, f"{walk} / D Dark Call") == {"Paris"}
    assert at(4, f"{walk} / D Dark Call: misdirect 4") == frozenset()
    assert "Paris" in after(f"{walk} / D land: trap, misdirect 4")
    assert after("here: Paris / D land: trap / seen 1: Brussels / D Feed: misdirect 2") == frozenset()
    tied = "here: Paris / D land: trap / seen 1: Hide / D land: trap"
    assert after(f"{tied} / D Feed: misdirect 4") == frozenset()
    refused("here: Paris / D wolf land: trap / D land: trap / D Feed: misdirect 3", "FT-POW-20")
    refused(f"here: Klausenburg / D {CASTLE} / D land: trap / D Feed: misdirect 3", "FT-POW-20")


@pytest.mark.rule("FT-POW-06", "FT-POW-07", "FT-POW-23")
def test_five_powers_and_one_in_a_phase_but_for_misdirect() -> None:
    for line in ("Feed", "Dark Call", "Hide", "wolf land: trap"):
        tail = f"D {line}{',' if ':' in line else ':'} misdirect 3"
        hunter = " / mina placed Brussels" if line == "Hide" else ""
        assert after(f"here: Paris / D land: trap / seen 1: Brussels{hunter} / {tail}")
    for line in ("D wolf Feed", "D wolf Hide", "D Double Back"):
        refused(f"here: Paris / {line}", "expected")


@pytest.mark.rule("FT-POW-15")
def test_hide_leaves_with_the_place_it_is_tied_to() -> None:
    walk = "here: Paris / D land: trap / seen 1: Hide / D Feed / D Dark Call / D land: trap / D land: trap"
    assert after(f"{walk} / D land: trap, hide left 5")
    assert after(f"{walk} / D land: trap") == frozenset()


@pytest.mark.rule("FT-TRAIL-28", "FT-ENC-14")
def test_a_clearing_spares_him_and_all_newer_cards() -> None:
    """When Paris leaves, Nantes lies on 6, Brussels, where he is, on 5, and three powers on 2 to 4."""
    walk = f"here: Nantes / D land: trap / seen 1: Paris / D land: trap / seen 1: Brussels / {STAYED}"
    assert at(6, walk) == {"Nantes"}
    assert after(f"{walk} / D land: trap, left Nantes, cleared 6") == roads("Brussels")
    assert after(f"{walk} / D land: trap, left Nantes, cleared 4-6") == frozenset()
    tied = "here: Nantes / D Feed / D Dark Call / D land: trap / seen 1: Paris / D land: trap / seen 1: Hide"
    tied += " / D land: trap / seen 1: Brussels / D land: trap, left Nantes, cleared"
    assert after(f"{tied} 3-6")
    assert after(f"{tied} 4-6") == frozenset()
    older = f"here: Nantes / {STAYED} / D land: trap / seen 1: Paris / D land: trap / seen 1: Brussels"
    assert after(f"{older} / D land: trap, left Nantes, hide left 3, cleared 5 6")
    assert after(f"{older} / D land: trap, left Nantes, hide left 3, cleared 6") == frozenset()


# Hunters and hunters' cards


@pytest.mark.rule("FT-ACT-23", "FT-TRAIL-42", "FT-CLUE-18", "FT-POW-14")
def test_an_arrival_turns_the_city_and_a_tied_hide() -> None:
    start = "mina placed Strasbourg / here: Paris / D land: trap"
    assert after(f"{start} / mina Paris / {OVER}") == frozenset()
    assert after(f"{start} / mina Paris / seen 2: Paris / {OVER}") == roads("Paris") - {"Strasbourg"}
    assert after(f"{start} / mina Paris / seen 1: Hide at Paris / seen 2: Paris / {OVER}") == {"Paris"}
    assert after(f"{start} / mina Paris / seen 1: Hide at Paris / {OVER}") == frozenset()
    gone = f"{start} / D land: trap / seen 1: Brussels / mina Paris / seen 3: Paris"
    assert at(2, f"{gone} / {OVER}") == {"Le Havre"}
    assert at(2, f"{gone} / seen 2: Hide at Paris / {OVER}") == {"Paris"}
    assert after(f"{start} / mina Brussels / {OVER}") == after(start) - {"Brussels"}


@pytest.mark.rule("FT-TRAIL-42")
def test_a_card_turned_by_an_effect_leaves_its_hide_facedown() -> None:
    assert "Paris" in after(f"here: Paris / D land: trap / off London / seen 2: Paris / {OVER}")


@pytest.mark.rule("FT-ACT-24")
def test_entering_a_sea_zone_turns_nothing() -> None:
    sea = "here: Le Havre / D sea: -2"
    assert after(f"{sea} / godalming English Channel / {OVER}") == {"English Channel"}
    landed = f"{sea} / D land: trap"
    assert after(f"{landed} / godalming English Channel / {OVER}") == after(landed)


@pytest.mark.rule("FT-CLUE-20")
def test_passing_and_staying_tell_nothing() -> None:
    """By rail Mina passes Prague and Leipzig on her way to Berlin, of which alone something is learnt."""
    assert not {"Prague", "Leipzig"} & {"London", "Madrid", "Rome", "Vienna"}
    assert after(f"mina Berlin / {OVER}") == after("mina stays") - {"Berlin"}
    assert after(f"mina placed Paris / here: Paris / mina Paris / {OVER}") == {"Paris"}
    assert after(f"mina placed Paris / here: Paris / mina stays / {OVER}") == {"Paris"}


@pytest.mark.rule("FT-CLUE-36")
def test_an_encounter_is_added_to_a_land_card_or_hide() -> None:
    hidden = "here: Paris / D land: trap"
    assert after(f"{hidden} / added 1") == roads("Paris", "Paris")
    castle = f"here: Klausenburg / D {CASTLE}: 0"
    assert after(f"{castle} / D land: empty-handed / added 1") == {"Galatz"}
    for line in ("D sea: -2", "D Feed", f"D {CASTLE}"):
        refused(f"{line} / added 1", "position 1 cannot carry encounters")


@pytest.mark.rule("FT-LOC-14", "FT-CLUE-30")
def test_the_hospital_is_next_to_nothing() -> None:
    """Roads join it to Zagreb and others; for Evil Presence they do not count."""
    start = "mina placed St Joseph and St Mary"
    assert "Zagreb" in neighbours(BOOK.graph, BOOK.hospital, "road")
    assert after(f"{start} / here: Zagreb / adjacent mina: no") == {"Zagreb"}
    assert after(f"{start} / adjacent mina: no") == after(start)
    told = case(f"{start} / adjacent mina: yes").belief().contradiction
    assert told is not None
    assert "next to nothing (FT-LOC-14): expected 'no'" in told.message


@pytest.mark.rule("FT-MAP-05")
def test_a_bat_counts_roads_too() -> None:
    """From Galway two roads lead nowhere but to Dublin; by sea much more would be near."""
    fight = "here: Galway / mina placed Galway / dusk / fight Galway: 0 / seen 1: Galway"
    assert after(f"{fight} / D flies") == {"Dublin"}
