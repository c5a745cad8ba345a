"""Advice for fury_trail against brute force: every world of the toy map, moved on by the plain rules of the trail."""

from __future__ import annotations

import json
import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, cached_property
from pathlib import Path

import numpy as np
import pytest
from cli_support import run_with
from test_beliefs_advice import forecasts_come_true
from toy_events import Play, arrive, check, phase, public, toy_book
from toy_trail import Duel, begin

from dracula_nb.beliefs import Belief, Case
from dracula_nb.beliefs.advice import advise
from dracula_nb.beliefs.forecast import by_branching
from dracula_nb.beliefs.fury_trail.language import CAUTIOUS, TrailLanguage, build
from dracula_nb.games.fury_trail.rulebook import PROFILES, SEATS, Rulebook, Rules, rulebook
from dracula_nb.trail.hideouts import Trail, here, position_of

Worlds = list[tuple[Trail, float]]
"""Trails that agree with the same lines, and their weights."""

HEAD = "godalming London\nseward Madrid\nhelsing Rome\nmina Vienna\nD starts\n"
DAY = "godalming stays\nseward stays\nhelsing Milan\nmina stays\n"
EVENINGS = [(profile, seed) for profile in PROFILES for seed in range(8)]


@dataclass(frozen=True)
class ToyLanguage(TrailLanguage):
    """The clues on the toy map."""

    @cached_property
    def books(self) -> tuple[Rulebook, ...]:
        return tuple(toy_book(name) for name in (PROFILES if self.profile == CAUTIOUS else (self.profile,)))


@dataclass(frozen=True)
class OneBook(TrailLanguage):
    """The clues by rules of one's own."""

    given: Rulebook = field(default_factory=rulebook, repr=False)

    @cached_property
    def books(self) -> tuple[Rulebook, ...]:
        return (self.given,)


@dataclass(frozen=True)
class Moment:
    """An evening before a line: what is public, every world, and the lines so far."""

    play: Play
    worlds: Worlds
    lines: tuple[str, ...]
    profile: str

    @cached_property
    def belief(self) -> Belief:
        return Case.from_text("\n".join(self.lines) + "\n", language=ToyLanguage(self.profile)).belief()


def moment(duel: Duel, profile: str) -> Moment:
    play = replace(duel.play, hunters=dict(duel.play.hunters))
    return Moment(play, [(trail, weights[0]) for trail, weights in duel.worlds.items()], tuple(duel.lines), profile)


@cache
def evening(profile: str, seed: int) -> tuple[Moment, ...]:
    """The moments before each hunter's move and after each Dusk."""
    duel, found = begin(toy_book(profile), seed), []
    play, rng = duel.play, duel.play.rng
    for _ in range(5):
        for seat in SEATS:
            found.append(moment(duel, profile))
            reach = sorted(play.book.reach(play.hunters[seat]) - {play.hunters[seat]})
            near = [place for place in reach if position_of(play.trail, place)]
            if rng.random() < 0.7:
                duel.happen(public(f"{seat} stays"))
                continue
            play.hunters[seat] = goal = rng.choice(near if near and rng.random() < 0.3 else reach)
            duel.happen(arrive(seat, goal))
        duel.happen(check("dusk", (), 0, False))
        play.checked = "dusk"
        found.append(moment(duel, profile))
        if not duel.happen(phase("trap", "")):
            break
        play.checked = ""
    return tuple(found)


def gone(play: Play, seat: str, place: str, worlds: Worlds) -> tuple[Play, dict[tuple[str, ...], Worlds], Worlds]:
    """A hunter's move: what is public then, the worlds by what is told, and those in which a check is a fight."""
    then = replace(play, hunters={**play.hunters, seat: place}, checked="")
    event = public(f"{seat} stays") if place == play.hunters[seat] else arrive(seat, place)
    told: dict[tuple[str, ...], Worlds] = {}
    met = []
    for trail, weight in worlds:
        for _, after, _, lines in event(play, trail):
            told.setdefault(lines, []).append((after, weight))
            fights = [way for way in check("dusk", (), 0, False)(then, after) if len(way[3]) > 1]
            met += [(after, weight)] if fights and here(trail) == place else []
    return then, told, met


def moved(play: Play, worlds: Worlds) -> list[Worlds]:
    """The worlds after Dracula's card, parted by how it looks."""
    told: dict[tuple[str, ...], Worlds] = {}
    for trail, weight in worlds:
        for chance, after, _, lines in phase("trap", "")(play, trail):
            told.setdefault(lines, []).append((after, weight * chance))
    return list(told.values())


def mass(worlds: Worlds) -> float:
    return math.fsum(weight for _, weight in worlds)


def bits(worlds: Worlds) -> float:
    """Entropy of Dracula's place, times the worlds' mass."""
    odds: dict[str, float] = {}
    for trail, weight in worlds:
        odds[here(trail)] = odds.get(here(trail), 0.0) + weight
    total = math.fsum(odds.values())
    return -math.fsum(p * math.log2(p / total) for p in odds.values())


def starts_of(at: Moment) -> tuple[str, list[Worlds]]:
    """Who moves next, and what he may face."""
    seat = at.belief.advise()[0].seat
    return (SEATS[0], moved(at.play, at.worlds)) if at.play.checked == "dusk" else (seat, [at.worlds])


@pytest.mark.parametrize("profile", list(PROFILES))
def test_one_turn_ahead_equals_brute_force(profile: str) -> None:
    hidden = at_sea = 0
    for at in (at for name, seed in EVENINGS for at in evening(name, seed) if name == profile):
        rows, (seat, starts) = at.belief.advise(), starts_of(at)
        assert [row.move for row in sorted(rows, key=lambda row: row.move)] == sorted(
            at.play.book.reach(at.play.hunters[seat])
        )
        for row in rows:
            assert (row.seat, row.kind, row.after_dracula) == (seat, "exact", at.play.checked == "dusk")
            catch = touch = learnt = 0.0
            for worlds in starts:
                _, told, met = gone(at.play, seat, row.move, worlds)
                catch += mass(met)
                touch += math.fsum(mass(parts) for lines, parts in told.items() if len(lines) > 1)
                learnt += bits(worlds) - math.fsum(map(bits, told.values()))
            assert (row.catch, row.within, row.touch) == pytest.approx((catch, catch, touch), abs=1e-12)
            assert row.info_bits == pytest.approx(learnt, abs=1e-9)
            hidden += 0.0 < catch < touch
            at_sea += row.move in at.play.book.seas and catch > 0.0
        top = max(row.catch for row in rows)
        assert rows[0].catch == pytest.approx(top, abs=1e-12)
    assert hidden > 10
    assert (at_sea > 0) == (profile == "seed")


def test_it_is_each_hunter_s_turn_once_a_day() -> None:
    for profile, seed in EVENINGS[::4]:
        seats = [(at.belief.advise()[0].seat, at.belief.advise()[0].after_dracula) for at in evening(profile, seed)]
        week = [*((seat, False) for seat in SEATS), (SEATS[0], True)]
        assert seats == (week * 5)[: len(seats)]


@pytest.mark.parametrize("profile", [*PROFILES, CAUTIOUS])
def test_the_quick_forecast_equals_trying_each_outcome(profile: str) -> None:
    several = met = 0
    for at in (at for seed in (1, 2) for at in evening("seed", seed)):
        if at.play.checked == "dusk":
            continue
        belief = Case.from_text("\n".join(at.lines) + "\n", language=ToyLanguage(profile)).belief()
        outlook = belief.advise()[0]._asked.now
        own = at.play.hunters[outlook.seat]
        places = outlook.moves(outlook.seat)
        for branch in outlook.mixture.branches:
            for place, quick in zip(places, outlook.speech.forecasts(branch, outlook.seat, places), strict=True):
                if place == own:
                    assert [len(lines) for lines in quick.clues] == [1]
                    assert quick.joint.sum() == pytest.approx(1.0, abs=1e-12)
                    continue
                slow = by_branching(outlook.speech, branch, outlook.seat, place)
                ours = dict(zip(quick.clues, quick.joint, strict=True))
                theirs = dict(zip(slow.clues, slow.joint, strict=True))
                assert ours.keys() == theirs.keys()
                assert max(np.abs(ours[lines] - theirs[lines]).max() for lines in ours) < 1e-12
                several += len(ours) > 1
                met += any(both[1].any() for both in ours.values())
    assert several > 20
    assert met > 10


def best(play: Play, seats: Sequence[str], worlds: Worlds, turns: int) -> float:
    """The mass of worlds in which he is met within so many turns of hunters who play as well as can be."""
    if not seats:
        return math.fsum(best(play, SEATS, told, turns) for told in moved(play, worlds))
    return max(value_of(play, seats, place, worlds, turns) for place in play.book.reach(play.hunters[seats[0]]))


def value_of(play: Play, seats: Sequence[str], place: str, worlds: Worlds, turns: int) -> float:
    """`best` with the first hunter's place given."""
    then, told, met = gone(play, seats[0], place, worlds)
    spared = {trail for trail, _ in met}
    value = mass(met)
    for parts in told.values() if turns > 1 else ():
        rest = [(trail, weight) for trail, weight in parts if trail not in spared]
        value += best(then, seats[1:], rest, turns - 1) if rest else 0.0
    return value


def small(profile: str, turns: int) -> Iterator[tuple[Moment, dict[str, float]]]:
    """Moments with few worlds, two of each seat on land and two at sea, and each place's true value so many turns
    ahead.
    """
    counts: dict[str, int] = {}
    for at in (at for name, seed in EVENINGS for at in evening(name, seed) if name == profile):
        if not 2 <= len(at.worlds) <= (30 if turns == 2 else 12):
            continue
        seat, starts = starts_of(at)
        at_sea = any(here(trail) in at.play.book.seas for trail, _ in at.worlds)
        kind = f"{seat} {at.play.checked} {at_sea}"
        counts[kind] = counts.get(kind, 0) + 1
        if counts[kind] <= 2:
            seats, reach = SEATS[SEATS.index(seat) :], at.play.book.reach(at.play.hunters[seat])
            yield (
                at,
                {
                    place: math.fsum(value_of(at.play, seats, place, worlds, turns) for worlds in starts)
                    for place in reach
                },
            )


@pytest.mark.parametrize("turns", [2, 3])
@pytest.mark.parametrize("profile", list(PROFILES))
def test_turns_ahead_are_exact_a_bound_or_an_estimate_as_they_say(profile: str, turns: int) -> None:
    kinds, seats = set(), set()
    for at, values in small(profile, turns):
        rows = advise(at.belief, turns, effort=10**9)
        assert {row.kind for row in rows} == {"exact"}
        assert {row.move: row.within for row in rows} == pytest.approx(values, abs=1e-12)
        seats.add((rows[0].seat, rows[0].after_dracula))
        for row in advise(at.belief, turns, effort=0):
            kinds.add(row.kind)
            true = values[row.move]
            if row.kind == "exact":
                assert row.within == pytest.approx(true, abs=1e-12)
            else:
                assert row.catch - 1e-12 <= row.within <= true + 1e-12
                assert (row.most is None) == (row.kind == "estimate")
                assert row.most is None or true <= row.most + 1e-12
    assert seats >= {(seat, False) for seat in SEATS} | {(SEATS[0], True)}
    assert kinds == {"exact", "estimate"} | ({"bound"} if turns == 3 else set())


# On the whole map


def case(text: str, profile: str = "seed") -> Case:
    return Case.from_text(f"game: fury_trail\nprofile: {profile}\n{HEAD}{text}")


def caught(text: str, move: str, profile: str = "seed") -> float:
    """The probability to catch him in a place, by the next hunter."""
    return next(row.catch for row in case(text, profile).belief().advise() if row.move == move)


STORIES = [
    ("seed", DAY + "dusk\ndawn\nD land: trap\ngodalming stays\n", "uniform"),
    ("seed", DAY + "dusk\ndawn\nD land: trap\n" + DAY + "dusk\n", "uniform"),
    ("printed", DAY + "dusk\nD sea: -2\ndawn\ngodalming Plymouth\n", "evasive(1)"),
    ("cautious", DAY + "dusk\ndawn\nD land: trap\nD sea: -2\n", "uniform"),
    ("cautious", DAY + "dusk\n", "adaptive"),
    ("seed", DAY + "dusk\ndawn\nsure 80% D land: trap\nseward unknown\ngodalming unknown\n", "uniform"),
]


@pytest.mark.parametrize(("profile", "text", "model"), STORIES)
def test_forecasts_come_true(profile: str, text: str, model: str) -> None:
    rows = case(text, profile).belief(model).advise()
    assert sum(forecasts_come_true(case(text, profile), row, model) for row in rows[:2]) >= 2


@pytest.mark.parametrize(
    ("profile", "text", "seat", "later"),
    [
        ("seed", "", "godalming", False),
        ("seed", "godalming stays\nseward placed Cadiz\n", "helsing", False),
        ("seed", "seward unknown\n", "godalming", False),
        ("seed", "godalming stays\nhelsing Milan\n", "seward", False),
        ("seed", DAY, "godalming", True),
        ("seed", "dusk\n", "godalming", True),
        ("seed", "dusk\nmina stays\n", "godalming", True),
        ("seed", "dawn\n", "godalming", True),
        ("printed", "dawn\n", "godalming", False),
        ("printed", "D land: trap\ndawn\ngodalming stays\n", "seward", False),
        ("seed", DAY + "dusk\nD unknown\n", "godalming", False),
    ],
)
def test_who_moves_next(profile: str, text: str, seat: str, later: bool) -> None:
    row = case(text, profile).belief().advise()[0]
    assert (row.seat, row.after_dracula) == (seat, later)


def test_the_others_of_the_day_are_those_who_have_not_moved() -> None:
    row = case("mina stays\ngodalming stays\n").belief().advise()[0]
    assert [planned.seat for planned in row.plan] == ["helsing"]


def test_a_place_that_only_the_railway_leads_to_needs_a_ticket() -> None:
    speech = build()
    table = case("").belief().advise()[0]._asked.now.mixture.branches[0].table
    needs = {place: speech.needs(table, "godalming", place) for place in speech.moves(table, "godalming")}
    assert {place for place, words in needs.items() if not words} == {
        *("London", "Manchester", "Plymouth", "Swansea", "English Channel")
    }
    assert {words for words in needs.values() if words} == {"with a ticket"}
    reasons = {row.move: row.reason for row in case("").belief().advise()}
    assert reasons["Edinburgh"].startswith("Edinburgh (with a ticket) is ")
    assert reasons["Manchester"].startswith("Manchester is ")
    unknown = case("godalming unknown\nseward stays\nhelsing stays\nmina stays\nD land: trap\n").belief().advise()
    assert {row.move for row in unknown} == {*speech.book.places}
    assert all("ticket" not in row.reason for row in unknown)


def test_where_a_hunter_stands_unknown_nothing_ahead_is_exact() -> None:
    text = "godalming unknown\nseward stays\nhelsing stays\nmina stays\nD land: trap\n"
    assert {row.kind for row in case(text).belief().advise(2)} == {"exact"}  # seward comes second
    second = text.replace("seward stays", "seward unknown").replace("godalming unknown", "godalming stays")
    assert {row.kind for row in case(second).belief().advise(2)} == {"estimate"}


def test_at_sea_he_is_met_by_the_option_and_nothing_is_turned() -> None:
    text = "D sea: -2\n"
    for profile, met in (("seed", True), ("printed", False)):
        belief = case(text, profile).belief()
        row = next(row for row in belief.advise() if row.move == "English Channel")
        assert row.catch == pytest.approx(belief.posterior["English Channel"] if met else 0.0, abs=1e-12)
        assert (row.touch, [outcome.lines for outcome in row.outcomes]) == (0.0, [("godalming English Channel",)])
    sea, land = (case(text, profile).belief().posterior["English Channel"] for profile in PROFILES)
    both = case(text, CAUTIOUS).belief()
    assert caught(text, "English Channel", CAUTIOUS) == pytest.approx(sea / 2, abs=1e-12)
    assert sea == land == pytest.approx(both.posterior["English Channel"], abs=1e-12)


@pytest.mark.parametrize("option", [True, False])
def test_fights_at_sea_are_an_option_of_their_own(option: bool) -> None:
    speech = OneBook(given=rulebook(Rules(sea_combat=option)))
    rows = Case.from_text(f"{HEAD}D sea: -2\n", language=speech).belief().advise()
    assert {row.catch > 0.0 for row in rows if row.move == "English Channel"} == {option}


@pytest.mark.parametrize("profile", list(PROFILES))
def test_what_comes_after_counts_on_no_meeting_before(profile: str) -> None:
    outlook = case("D sea: -2\n", profile).belief().advise()[0]._asked.now
    before = dict(zip(outlook.names, outlook.here().tolist(), strict=True))
    missed = outlook.missing({"godalming": "English Channel"})
    assert missed is not None
    after = dict(zip(missed.names, missed.here().tolist(), strict=True))
    gone_ = before["English Channel"] if profile == "seed" else 0.0
    assert after["English Channel"] == pytest.approx(before["English Channel"] - gone_, abs=1e-12)
    assert after["North Sea"] == pytest.approx(before["North Sea"] / (1.0 - gone_), abs=1e-12)
    assert before["English Channel"] > 0.0 < before["North Sea"]


def test_who_stays_turns_nothing_and_meets_a_hidden_dracula_only_by_the_option() -> None:
    text = f"{DAY}dusk\nseward placed Genoa\nD Hide\ngodalming stays\n"  # his card lies facedown, the Hide faceup
    for profile, catch in (("seed", 1.0), ("printed", 0.0), (CAUTIOUS, 0.5)):
        rows = case(text, profile).belief().advise()
        assert [(row.catch, row.touch) for row in rows if row.move == "Genoa"] == [(pytest.approx(catch), 0.0)]
    assert caught(f"{text}seward stays\n", "Genoa", "printed") == 1.0  # helsing comes there, which turns it


def test_where_a_meeting_is_open_no_shortcut_is_taken() -> None:
    hidden, at_sea = f"{DAY}dusk\nseward placed Genoa\nD Hide\n", "D sea: -2\n"
    found = {
        (text, profile): case(text, profile).belief().advise()[0]._asked.now.certain(("seward",))
        for text in (hidden, at_sea)
        for profile in (*PROFILES, CAUTIOUS)
    }
    assert [found[hidden, profile] for profile in (*PROFILES, CAUTIOUS)] == [True, False, False]
    assert [found[at_sea, profile] for profile in (*PROFILES, CAUTIOUS)] == [True, True, False]


def test_nobody_is_met_as_long_as_mist_protects_him() -> None:
    text = "seen 1: Paris\ngodalming placed Paris\ndusk: without godalming\nD Hide\ndawn\nfight Paris: -1{}\n"
    assert caught(text.format(""), "Paris", "printed") == 1.0
    assert caught(text.format(", mist"), "Paris", "printed") == 0.0
    over = "seen 1: Paris\ngodalming placed Paris\ndusk\nfight Paris: -1, mist\nD Hide\n"
    assert caught(over, "Paris") == 1.0


def test_the_command_tells_it(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    file = tmp_path / "week.txt"
    file.write_text(f"game: fury_trail\n{HEAD}{DAY}dusk\ndawn\nD land: trap\n", encoding="utf-8")
    rows = json.loads(run_with(monkeypatch, ["deduce", str(file), "--advise", "--json"]).out)["advice"]
    assert rows[0]["seat"] == "godalming"
    assert rows[0]["catch"] > rows[-1]["catch"] == 0.0
    told = run_with(monkeypatch, ["deduce", str(file), "--advise"])
    assert told.code == 0
    assert "Advice for godalming, the next hunter to move, assuming uniform:" in told.out
