"""What each public line says of where Dracula can be, on the 2015 map, row by row."""

from __future__ import annotations

import pytest

from dracula_nb.beliefs import Case
from dracula_nb.games.fury_trail.rulebook import rulebook
from dracula_nb.maps import road_distance

BOOK = rulebook()
GROUND = BOOK.ground
HEAD = "game: fury_trail\nprofile: {}\ngodalming London\nseward Madrid\nhelsing Rome\nmina Vienna\nD starts\n"


def after(text: str, profile: str = "seed") -> frozenset[str]:
    """Where he can be after some lines, parted by ``/``; none where they cannot be true."""
    lines = "\n".join(part.strip() for part in text.split("/"))
    belief = Case.from_text(HEAD.format(profile) + lines + "\n").belief()
    return frozenset() if belief.contradiction else belief.possible


def at(position: int, text: str) -> frozenset[str]:
    """Which places position `position` can hold after some lines."""
    lines = "\n".join(part.strip() for part in text.split("/"))
    belief = Case.from_text(HEAD.format("seed") + lines + "\n").belief()
    assert belief.contradiction is None, belief.contradiction
    return frozenset(belief.trail[position - 1].posterior)


def roads(place: str, *more: str) -> frozenset[str]:
    """The road neighbours of a place, and some more."""
    return frozenset((*GROUND.roads[place], *more))


def within_two(place: str) -> frozenset[str]:
    """Places one or two roads away."""
    return frozenset(p for p in BOOK.places if road_distance(BOOK.graph, place, p) in (1, 2)) - {BOOK.hospital}


@pytest.mark.rule("FT-CLUE-02", "FT-SETUP-10", "FT-SETUP-11")
def test_he_starts_in_a_city_without_hunters() -> None:
    assert after("mina stays") == BOOK.cities - {"London", "Madrid", "Rome", "Vienna"}
    assert len(after("mina stays")) == 55


@pytest.mark.rule("FT-CLUE-05")
def test_a_faceup_card_names_the_place() -> None:
    assert after("here: Prague / mina placed Paris / D Paris") == frozenset()
    assert after("here: Brussels / mina placed Paris / D Paris") == {"Paris"}
    assert after("here: Klausenburg / D Castle Dracula: 0") == {BOOK.castle}
    assert after("here: Brussels / mina placed Brussels / D Hide") == {"Brussels"}
    assert after("here: Brussels / mina placed Paris / D Hide") == frozenset()


@pytest.mark.rule("FT-CLUE-07")
def test_a_further_sea_card() -> None:
    zones = set(GROUND.steps["English Channel"]) & BOOK.seas
    assert after("here: Le Havre / D sea: -2 / D sea: -1") == zones
    assert after("here: Le Havre / D sea: -2 / D sea: -2") == frozenset()
    assert after("here: Le Havre / D sea: -2 / ally rufus / D sea: -2") == zones
    assert after("here: Le Havre / D sea: -2 / ally rufus / D sea: -1") == frozenset()
    assert after("here: Le Havre / D sea: -2 / D sea") == zones


@pytest.mark.rule("FT-CLUE-09", "FT-POW-29")
def test_staying_powers_show_that_he_stayed_on_land() -> None:
    before = "here: Le Havre / D one of land|sea: unknown"
    assert "English Channel" in after(before)
    assert after(f"{before} / D Feed") == after(before) - BOOK.seas - {BOOK.castle}
    assert after(f"{before} / D Dark Call") == after(before) - BOOK.seas
    assert after("here: Klausenburg / D Castle Dracula: 0 / D Feed") == frozenset()
    assert after("here: Klausenburg / D Castle Dracula: 0 / D Dark Call") == {BOOK.castle}


@pytest.mark.rule("FT-CLUE-10")
def test_wolf_form_leads_one_or_two_roads_away() -> None:
    ends = within_two("Paris") - {BOOK.castle}
    assert after("here: Paris / D wolf land: trap") == ends
    assert after("here: Paris / mina placed Nantes / D wolf land: trap") == ends - {"Nantes"}
    assert after("here: Paris / consecrated Nantes / D wolf land: trap") == ends - {"Nantes"}
    assert after("here: Paris / mina placed Nantes / D wolf Nantes") == {"Nantes"}
    assert after("here: Bucharest / D wolf Castle Dracula: 0") == {BOOK.castle}


@pytest.mark.rule("FT-CLUE-11")
def test_misdirect_frees_a_place_and_tells_what_it_was_not() -> None:
    walk = "here: Paris / D land: trap / seen 1: Brussels"
    assert "Paris" not in after(f"{walk} / D land: trap")
    assert after(f"{walk} / D land: trap, misdirect 3") == roads("Brussels", "Brussels")
    assert "Paris" in after(f"{walk} / D land: trap, misdirect 3")
    hidden = "here: Paris / D land: trap"
    assert after(f"{hidden} / D Feed") == roads("Paris", "Paris")
    assert after(f"{hidden} / D Feed: misdirect 3") == roads("Paris")  # were it Hide, Paris would be tied to it


WEEKS = "here: Paris / D land: trap / seen 1: Hide / D Feed / D Dark Call"


@pytest.mark.rule("FT-CLUE-12", "FT-CLUE-13")
def test_hide_leaves_with_its_place() -> None:
    walk = f"{WEEKS} / D land: trap / D land: trap"
    assert after(f"{walk} / D land: trap, hide left 5")
    assert after(f"{walk} / D land: trap") == frozenset()
    unknown = "here: Paris / D land: trap / D Feed / D Dark Call / D land: trap / D land: trap"
    assert at(5, f"{unknown}") == roads("Paris", "Paris")
    assert at(5, f"{unknown} / D land: trap, hide left 5") == frozenset()
    assert "Paris" not in at(6, f"{unknown} / D land: trap")
    again = "here: Paris / D land: trap / seen 1: Hide at Paris / D land: trap"
    assert after(again) == roads("Paris")


@pytest.mark.rule("FT-CLUE-14", "FT-CLUE-15")
def test_traps_tell_castle_and_hide() -> None:
    assert after("here: Klausenburg / D land: trap") == roads("Klausenburg", "Klausenburg") - {BOOK.castle}
    castle = "here: Klausenburg / D Castle Dracula: 0"
    assert after(f"{castle} / D land") == {BOOK.castle}
    assert after(f"{castle} / D land: trap") == {"Galatz"}
    assert after(f"{castle} / D land: empty-handed") == {"Galatz", BOOK.castle}
    assert after("here: Paris / D land") == frozenset()


@pytest.mark.rule("FT-LOC-10")
def test_the_castle_heals_on_arrival_only() -> None:
    castle = "health 10 / here: Klausenburg / D Castle Dracula: +2"
    assert after(f"{castle} / D land / D Dark Call: -2") == {BOOK.castle}
    table = Case.from_text(HEAD.format("seed") + castle.replace(" / ", "\n") + "\nD land\n").belief()
    assert table.possible == {BOOK.castle}
    passing = after("here: Klausenburg / D wolf land: trap, -1")
    assert "Galatz" in passing


@pytest.mark.rule("FT-CLUE-17")
def test_a_shown_place_fixes_the_card_that_left() -> None:
    walk = "D land: trap / D land: trap / D land: trap / D land: trap / D land: trap"
    shown = at(6, f"{walk} / D land: trap, left Prague")
    assert shown < roads("Prague", "Prague")
    assert after(f"{walk} / D land: trap, left Rome") == frozenset()


@pytest.mark.rule("FT-CLUE-18", "FT-CLUE-19")
def test_an_arrival_tells_whether_the_city_is_on_the_trail() -> None:
    paris = "here: Brussels / D land: trap"
    assert "Paris" in after(paris)
    arrived = f"godalming placed Paris / {paris}".replace("Paris / here", "Nantes / here")
    assert after(f"{arrived} / godalming Paris") == after(arrived) - {"Paris"}
    assert after(f"{arrived} / godalming Paris / seen 1: Paris") == {"Paris"}
    assert after(f"{arrived} / godalming Paris / godalming stays / D land: trap / D land: trap")
    stays = after(f"{arrived} / godalming Paris / D land: trap / D land: trap")
    leaves = after(f"{arrived} / godalming Paris / D land: trap / godalming Nantes / D land: trap")
    assert "Paris" not in stays
    assert "Paris" in leaves


@pytest.mark.rule("FT-CLUE-24", "FT-CLUE-25")
def test_a_fight_shows_him_until_his_next_phase() -> None:
    met = "godalming placed Edinburgh / D sea: -2 / godalming North Sea / dusk / fight North Sea: 0, mist"
    assert after(met) == {"North Sea"}
    assert after(f"{met} / dawn") == {"North Sea"}
    assert after(f"{met} / dawn / D land: trap") == set(GROUND.steps["North Sea"]) & BOOK.cities & after(
        f"{met} / D land: trap"
    )
    assert after("here: Paris / mina placed Paris / dusk / fight Paris: 0 / mina stays") == frozenset()
    open_ = "mina placed Paris / here: Paris / dusk / fight Paris: 0 / seen 1: Paris"
    assert after(open_) == {"Paris"}
    assert (
        after(f"{open_} / mina placed Rome / D land: trap / mina placed Paris / dusk / fight Paris: 0 / D Feed")
        == set()
    )
    without_mist = met.replace(", mist", "")
    assert after(f"{without_mist} / dawn / mina stays") == frozenset()


@pytest.mark.rule("FT-ROUND-16")
def test_who_cannot_fight_tells_nothing() -> None:
    sea = "godalming placed Edinburgh / D sea: -2 / godalming North Sea"
    assert "North Sea" not in after(f"{sea} / dusk / mina stays")
    assert "North Sea" in after(f"{sea} / dusk: without godalming / mina stays")
    assert "North Sea" not in after(f"{sea} / seward placed North Sea / dusk: without godalming / mina stays")


@pytest.mark.rule("FT-CLUE-26", "FT-CMB-32")
def test_a_bat_flight() -> None:
    fight = "mina placed Paris / here: Paris / dusk / fight Paris: 0 / seen 1: Paris"
    flown = after(f"{fight} / D flies")
    assert flown == within_two("Paris") & BOOK.cities
    token = after(f"host Nantes / {fight} / D flies")
    assert flown - token == {"Nantes"}
    assert "Paris" in after(f"mina placed Paris / {fight} / D flies / mina placed Rome / D land: trap")


@pytest.mark.rule("FT-CLUE-27")
def test_psychic_bond_speaks_of_his_place_now() -> None:
    everywhere = after("mina stays")
    odd = after("bond: odd")
    assert odd == {place for place in everywhere if (BOOK.numbers[place] or 0) % 2}
    assert after("bond: even") == everywhere - odd
    assert after("bond: port") == everywhere & BOOK.ports
    assert after("D sea: -2 / bond: port") == frozenset()
    assert after("D sea: -2 / bond: inland") == after("D sea: -2")


@pytest.mark.rule("FT-CLUE-28")
def test_cards_that_name_places() -> None:
    near = after("near Paris")
    assert near == after("mina stays") - roads("Paris")
    assert after("near Paris / seen 1: Brussels") == {"Brussels"}
    far = after("here: Brussels / D land: trap / near Paris / seen 2: Brussels")
    assert far == {"Cologne", "Amsterdam", "Brussels", "Paris"}
    assert "Prague" not in after("off Prague")
    assert after("here: Prague / D land: trap / off Prague") == frozenset()


@pytest.mark.rule("FT-CLUE-30")
def test_evil_presence_and_hypnosis() -> None:
    vienna = set(GROUND.steps["Vienna"])
    assert after("adjacent mina: yes") == after("mina stays") & vienna
    assert after("adjacent mina: no") == after("mina stays") - vienna
    assert after("mina placed St Joseph and St Mary / adjacent mina: yes") == frozenset()
    assert after("region: Iberia") == {p for p in after("mina stays") if BOOK.regions[p] == "Iberia"}
    assert after("D sea: -2 / region: sea") == after("D sea: -2")


def test_wax_cylinders_say_that_hide_is_in_his_hand() -> None:
    assert after("here: Paris / D land: trap / hide hand") == roads("Paris")


@pytest.mark.rule("FT-CLUE-36")
def test_an_added_encounter_is_not_in_the_castle() -> None:
    castle = "here: Klausenburg / D Castle Dracula: 0 / D land: empty-handed"
    assert after(f"{castle} / added 1") == after(castle) - {BOOK.castle}
