"""The filter of fury_trail against brute force: every history by the plain rules, for every kind of line."""

from __future__ import annotations

import re
from functools import cache

import numpy as np
import pytest
from toy_events import CITIES, check, fly, phase, public, toy_book
from toy_trail import Duel, begin, week

from dracula_nb.beliefs.case import Case
from dracula_nb.beliefs.languages import language
from dracula_nb.beliefs.models import Uniform
from dracula_nb.games.fury_trail.rulebook import PROFILES, SEATS, rulebook
from dracula_nb.trail.hideouts import here

EVENINGS = [(profile, seed, seed % 4 / 6) for profile in PROFILES for seed in range(16)]
WEEKS = 18
KINDS = (
    *("seat starts X", "seat X", "seat stays", "seat placed X", "D starts", "D land", "D sea", "D X", "D Hide"),
    *("D Dark Call", "D Feed", "D wolf land", "D wolf X", "D flies", "dusk", "dawn", "fight X", "seen N: X"),
    *("seen N: Hide at X", "off X", "near X", "bond", "region", "adjacent seat", "hide hand", "added N"),
    *("consecrated X", "host X", "lifted X", "health N", "ally rufus", "ally none"),
    *("with trap", "with rumour", "with empty-handed", "with misdirect", "with left", "with hide left", "with cleared"),
    *("with mist", "with without"),
)
"""Every kind of line, and of what may stand after its colon."""


def kinds_of(line: str) -> set[str]:
    """The kinds of a line, in the words of `KINDS`."""
    places = "|".join((*CITIES, "Brine", "Foam", "Keep", "Ward"))
    plain = re.sub(rf"\b({places})\b", "X", re.sub(rf"\b({'|'.join(SEATS)})\b", "seat", line))
    head, _, tail = plain.partition(":")
    kind = re.sub(r"\d+", "N", plain if head.startswith("seen") else head)
    words = ("trap", "rumour", "empty-handed", "misdirect", "left", "hide left", "cleared", "mist", "without")
    return {kind} | {f"with {word}" for word in words if re.search(rf"(^|, ){word}\b", tail.strip())}


@cache
def evening(profile: str, seed: int, eager: float) -> Duel:
    """A whole evening on the toy map, compared line by line."""
    duel = begin(toy_book(profile), seed)
    for _ in range(WEEKS):
        if not week(duel, eager):
            break
    return duel


@pytest.mark.rule("FT-CLUE-01")
@pytest.mark.rule("FT-CLUE-33")
@pytest.mark.parametrize(("profile", "seed", "eager"), EVENINGS)
def test_filter_is_enumeration(profile: str, seed: int, eager: float) -> None:
    duel = evening(profile, seed, eager)
    assert duel.lines
    assert duel.play.trail in duel.worlds


def test_every_kind_of_line_is_compared() -> None:
    told = {kind for given in EVENINGS for line in evening(*given).lines for kind in kinds_of(line)}
    assert set(KINDS) <= told, set(KINDS) - told


@pytest.mark.parametrize(("profile", "seed"), [("seed", 3), ("seed", 6), ("printed", 2), ("printed", 5)])
def test_filter_is_enumeration_where_hunters_see_little(profile: str, seed: int) -> None:
    duel, most = begin(toy_book(profile), seed), 0
    for seat in SEATS:
        duel.play.hunters[seat] = "Ward"
        duel.happen(public(f"{seat} placed Ward"))
    for turn in range(11):
        if not duel.happen(phase("trap", "shows" if turn == 9 else "")):
            break
        most = max(most, len(duel.worlds))
        if duel.play.health < 5:
            duel.happen(public("health 15", 15))
    assert most > 50


@pytest.mark.parametrize("seed", [2, 3, 5])
def test_filter_is_enumeration_on_the_full_map(seed: int) -> None:
    duel, most = begin(rulebook(), seed), 0
    for _ in range(5):
        week(duel, 0.2)
        most = max(most, len(duel.worlds))
    assert most > 50


def stuck_duel(seed: int) -> Duel:
    """A play until Dracula had no legal card."""
    duel = begin(toy_book(), seed)
    for seat in SEATS:
        duel.play.hunters[seat] = "Ward"
        duel.happen(public(f"{seat} placed Ward"))
    for _ in range(40):
        duel.happen(public("health 8", 8))
        if not duel.happen(phase("trap", "")) or "stuck" in duel.lines[-1]:
            break
    return duel


@pytest.mark.rule("FT-CLUE-32")
def test_the_penalty_shows_his_place() -> None:
    found = [duel for duel in map(stuck_duel, range(5)) if "stuck" in duel.lines[-1]]
    assert found
    for duel in found:
        assert duel.play.health <= 5
        place = duel.filter.name(next(iter(duel.filter.support(2))))
        assert f"stuck {place}" in duel.lines[-1]


@pytest.mark.rule("FT-CLUE-26")
def test_flights_from_every_position() -> None:
    flown = 0
    for seed in range(8):
        duel = begin(toy_book(), seed)
        for _ in range(3):
            if not duel.happen(phase("trap", "")):
                break
        place = here(duel.play.trail)
        duel.play.hunters["mina"] = place
        duel.happen(public(f"mina placed {place}"))
        duel.happen(check("dusk", (), 0, False))
        if any(line.startswith("fight") for line in duel.lines) and any(True for _ in fly(duel.play, duel.play.trail)):
            flown += duel.happen(fly)
            assert duel.happen(phase("rumour", ""))
    assert flown > 2


def heard(text: str, profile: str = "seed", start: frozenset[str] | None = None) -> set[str]:
    """Where Dracula can be on the 2015 map after some lines, begun among some places."""
    speech = language("fury_trail", profile=profile)
    (branch,) = speech.branches(Uniform())
    hunters = ("London", "Madrid", "Rome", "Vienna")
    opening = [f"{seat} starts {city}" for seat, city in zip(SEATS, hunters, strict=True)]
    turns: list[list[object]] = []
    for line in [*opening, "D starts", *text.splitlines()]:
        clue = speech.parse(line)
        if speech.opens(clue):
            turns.append([])
        turns[-1].append(clue)
    for at, turn in enumerate(turns):
        assert all(branch.heard(turn)), turn
        if at == 4 and start is not None:
            branch.mask(np.array([branch.name(int(key) >> 40) in start for key in branch.keys]))
    return {branch.name(place) for place in branch.support()}


@pytest.mark.rule("FT-CLUE-06")
def test_embarking_tells_the_port() -> None:
    assert heard("D sea: -2", start=frozenset({"Paris", "Le Havre"})) == {"English Channel"}


@pytest.mark.rule("FT-CLUE-08")
def test_landing_tells_a_port_of_the_zone() -> None:
    after = heard("D sea: -2\nD land: trap", start=frozenset({"Paris", "Le Havre"}))
    assert after == {"Plymouth"}  # London holds a hunter, Le Havre is on the trail


@pytest.mark.rule("FT-CLUE-03")
@pytest.mark.rule("FT-CLUE-04")
def test_a_land_card_is_a_neighbour_or_hide() -> None:
    after = heard("D land: trap", start=frozenset({"Paris"}))
    roads = set(rulebook().ground.roads["Paris"])
    assert after == roads | {"Paris"}
    assert heard("mina placed Brussels\nD land: trap", start=frozenset({"Paris"})) == after - {"Brussels"}


@pytest.mark.parametrize("profile", PROFILES)
def test_the_truth_is_never_excluded(profile: str) -> None:
    phases = 0
    for seed in range(6):
        duel = begin(rulebook(PROFILES[profile]), seed, enumerate=False)
        for _ in range(30):
            if not week(duel, 0.1 * seed):
                break
            phases += 1
        assert_possible_in_cautious(duel)
    assert phases > 80


@pytest.mark.slow
@pytest.mark.parametrize("profile", PROFILES)
def test_the_truth_is_never_excluded_in_thousands_of_phases(profile: str) -> None:
    for seed in range(100, 180):
        duel = begin(rulebook(PROFILES[profile]), seed, enumerate=False)
        for _ in range(40):
            if not week(duel, 0.3):
                break


def assert_possible_in_cautious(duel: Duel) -> None:
    """The place of the truth is possible where it is open which rules are played."""
    belief = Case.from_text("game: fury_trail\nprofile: cautious\n" + "\n".join(duel.lines)).belief()
    assert here(duel.play.trail) in belief.possible
