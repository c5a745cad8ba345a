"""A map of twelve places, every history by the plain rules of the trail, and the lines that hunters would note.

An event is public; in each world it may turn out in several ways, each with the lines that it would lead to. The truth
takes one of them; a world stays where one of its ways has the same lines. The filter is compared with what stays.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Any

import networkx as nx
import numpy as np
import pytest

from dracula_nb.beliefs.fury_trail.clues import clue_text, opens, parse_clue
from dracula_nb.beliefs.fury_trail.filter import TrailFilter
from dracula_nb.beliefs.fury_trail.windows import SYMBOLS, Atlas, lane
from dracula_nb.beliefs.models import Model, Uniform
from dracula_nb.games.fury_trail.rulebook import PROFILES, SEATS, UNHALLOWED, Rulebook, Rules, read_constants
from dracula_nb.trail.hideouts import (
    DARK_CALL,
    EMPTY,
    FEED,
    HIDE,
    LENGTH,
    POWERS,
    Choice,
    Hideout,
    Terms,
    Trail,
    choices,
    clear,
    flight_ends,
    flown,
    here,
    laid,
    leave,
    penalty,
    penalty_health,
    position_of,
    tied_hide,
    turned,
    turned_by,
    turned_by_fight,
)

TOLERANCE = 1e-12
KINDS = {"Keep": "castle", "Ward": "hospital", "Brine": "sea", "Foam": "sea"}
CITIES = ("Ash", "Birch", "Cedar", "Dale", "Elm", "Fern", "Glen", "Hazel")
LINKS = {
    "road": "Keep-Ash Keep-Birch Ash-Birch Ash-Cedar Birch-Dale Cedar-Dale Cedar-Elm Dale-Fern Elm-Fern Fern-Glen "
    "Elm-Ward Glen-Hazel",
    "sea": "Brine-Foam Brine-Cedar Brine-Elm Foam-Glen Foam-Hazel",
    "rail": "Ash-Cedar Dale-Glen Ward-Fern",
}
Way = tuple[float, Trail, int, tuple[str, ...]]
"""How an event turned out in a world: its probability, the trail and health after it, the lines it led to."""
Member = Callable[[Choice, str, "Play"], float]
"""A model of Dracula in plain Python: the weight of a choice that leads to a place."""


@cache
def toy_book(profile: str = "seed") -> Rulebook:
    """The rulebook on the toy map."""
    graph: nx.MultiGraph = nx.MultiGraph(edition="toy")
    regions = ("North", "South")
    for number, place in enumerate(sorted((*KINDS, *CITIES)), 1):
        kind = KINDS.get(place, "city")
        region = None if kind in ("sea", "hospital") else regions[number % 2]
        graph.add_node(place, kind=kind, region=region, number=None if kind == "hospital" else number)
    for mode, links in LINKS.items():
        for link in links.split():
            graph.add_edge(*link.split("-"), key=mode, mode=mode, colour=None)
    return Rulebook(PROFILES[profile], read_constants(), nx.freeze(graph))


def uniform(choice: Choice, goal: str, play: Play) -> float:
    """Every choice alike."""
    return 1.0


@dataclass
class Play:
    """A play on any map: the truth, and what is public beside the trail."""

    book: Rulebook
    rng: random.Random
    trail: Trail = EMPTY
    health: int = 15
    hunters: dict[str, str] = field(default_factory=dict)
    consecrated: set[str] = field(default_factory=set)
    hosts: set[str] = field(default_factory=set)
    checked: str = ""
    met: bool = False
    mist: bool = False
    ally: bool = False

    @property
    def rules(self) -> Rules:
        """The options."""
        return self.book.rules

    @property
    def standing(self) -> frozenset[str]:
        """Where hunters stand."""
        return frozenset(self.hunters.values())

    def terms(self, flying: bool = False) -> Terms:
        """What bars Dracula now."""
        hosts = self.hosts if flying or not self.rules.dawn_first else set()
        return Terms(frozenset(self.consecrated | hosts), self.health)


# Events: each yields the ways it may turn out in a world


def start(play: Play, trail: Trail) -> Iterator[Way]:
    """Dracula's first card."""
    cities = sorted(play.book.cities - play.standing)
    for city in cities:
        yield 1 / len(cities), (Hideout(city), *EMPTY[1:]), play.health, ("D starts",)


def turn_up(trail: Trail, positions: frozenset[int]) -> tuple[Trail, tuple[str, ...]]:
    """The trail with cards turned, and the lines that tell it."""
    lines = []
    for at in sorted(positions):
        hideout = trail[at - 1]
        assert hideout is not None
        tied = f" at {here((None,) * at + trail[at:])}" if hideout.card == HIDE else ""
        lines.append(f"seen {at}: {hideout.card}{tied}")
    return turned(trail, positions), tuple(lines)


def arrive(seat: str, city: str) -> Callable[[Play, Trail], Iterator[Way]]:
    """A hunter ends a move."""

    def ways(play: Play, trail: Trail) -> Iterator[Way]:
        after, lines = turn_up(trail, turned_by(play.book.ground, trail, city))
        yield 1.0, after, play.health, (f"{seat} {city}", *lines)

    return ways


def check(time: str, without: tuple[str, ...], loss: int, mist: bool) -> Callable[[Play, Trail], Iterator[Way]]:
    """Dusk or Dawn; a fight where a hunter who can fight stands in his place."""

    def ways(play: Play, trail: Trail) -> Iterator[Way]:
        tail = f": without {', '.join(without)}" if without else ""
        place = here(trail)
        free = {p for seat, p in play.hunters.items() if seat not in without}
        shown = not turned_by_fight(trail)
        sea = place in play.book.seas
        fight = place in free and not play.mist and (play.rules.sea_combat or not sea)
        if not fight or not (play.rules.hidden_fights or shown):
            yield 1.0, trail, play.health, (time + tail,)
            return
        after, lines = turn_up(trail, turned_by_fight(trail))
        told = f"fight {place}: " + ", ".join([f"-{loss}" if loss else "0", *(["mist"] if mist else [])])
        yield 1.0, after, play.health - loss, (time + tail, told, *lines)

    return ways


def fly(play: Play, trail: Trail) -> Iterator[Way]:
    """A bat flight."""
    ends = flight_ends(play.book.ground, trail, play.terms(flying=True), play.standing)
    for end in ends:
        yield 1 / len(ends), flown(trail, end), play.health, ("D flies",)


def phase(laying: str, matures: str, member: Member = uniform) -> Callable[[Play, Trail], Iterator[Way]]:
    """A Dracula Phase: what he has to lay, and whether what leaves shows its place, or clears as a vampire."""

    def ways(play: Play, trail: Trail) -> Iterator[Way]:
        after, oldest, hide = leave(trail)
        tail = []
        if matures and oldest and oldest.card in play.book.cities:
            tail.append(f"left {oldest.card}")
        if hide:
            tail.append(f"hide left {hide}")
        if matures == "vampire" and oldest and oldest.card in play.book.cities:
            after, gone = clear(after, range(4, LENGTH + 1))
            listed = " ".join(map(str, sorted(gone))) or "none"
            tail.append(f"cleared {listed}")
        health, terms, book = play.health, play.terms(), play.book
        found = choices(book.ground, after, terms, book.costs)
        if not found:
            health = penalty_health(health)
            if health <= 0:
                return
            tail.append(f"stuck {here(after)}")
            after = penalty(after)
            found = choices(book.ground, after, replace(terms, health=health), book.costs)
        total = math.fsum(member(choice, _goal(after, choice), play) for choice in found)
        for choice in found:
            told = _card(play, after, choice, health, laying)
            lines = _line(told[0], [*told[1], *([f"misdirect {choice.misdirect}"] if choice.misdirect else []), *tail])
            chance = member(choice, _goal(after, choice), play) / total
            yield chance, laid(book.ground, after, choice, play.standing), told[2], (lines,)

    return ways


def _goal(trail: Trail, choice: Choice) -> str:
    return here(trail) if choice.card in POWERS else choice.card


def _line(head: str, tail: list[str]) -> str:
    return f"D {head}" + (f": {', '.join(tail)}" if tail else "")


def _card(play: Play, trail: Trail, choice: Choice, health: int, laying: str) -> tuple[str, list[str], int]:
    """How a choice looks: the head of the line, its trap and change of health, and the health after it."""
    book, place = play.book, here(trail)
    card = laid(book.ground, trail, choice, play.standing)[0]
    assert card is not None
    change, most = 0, book.constants.dracula_health
    if choice.card in book.seas:
        further = book.constants.sea_loss_rufus if play.ally else book.constants.sea_loss
        change = -further if place in book.seas else -book.constants.embark_loss
    change -= book.constants.dark_call_loss if choice.card == DARK_CALL else book.constants.wolf_form_loss * choice.wolf
    gain = {FEED: book.constants.feed_gain, book.castle: book.constants.castle_gain}.get(choice.card, 0)
    change = min(health + change + gain, most) - health if gain else change
    facedown = "sea" if choice.card in book.seas else "land"
    head = ("wolf " if choice.wolf else "") + (choice.card if card.faceup else facedown)
    bears = head.endswith("land") and (_goal(trail, choice) != book.castle or laying == "empty-handed")
    trap = [laying] if bears else []
    noted = [f"{change:+d}" if change else "0"] if change or gain else []
    return head, trap + noted, health + change


def ask(place: str) -> Callable[[Play, Trail], Iterator[Way]]:
    """A place is named: its card is turned, or it is not on the trail."""

    def ways(play: Play, trail: Trail) -> Iterator[Way]:
        at = position_of(trail, place)
        hideout = trail[at - 1] if at else None
        after, lines = turn_up(trail, frozenset({at} if hideout and not hideout.faceup else ()))
        yield 1.0, after, play.health, lines if at else (f"off {place}",)

    return ways


def rumours(place: str) -> Callable[[Play, Trail], Iterator[Way]]:
    """Local Rumours: every card a road away from the player is turned."""

    def ways(play: Play, trail: Trail) -> Iterator[Way]:
        near = play.book.ground.roads[place]
        which = frozenset(at for at, h in enumerate(trail, 1) if h and not h.faceup and h.card in near)
        after, lines = turn_up(trail, which)
        yield 1.0, after, play.health, (f"near {place}", *lines)

    return ways


def report(position: int) -> Callable[[Play, Trail], Iterator[Way]]:
    """A facedown position is turned."""

    def ways(play: Play, trail: Trail) -> Iterator[Way]:
        after, lines = turn_up(trail, frozenset({position}))
        yield 1.0, after, play.health, lines

    return ways


def wax(play: Play, trail: Trail) -> Iterator[Way]:
    """Where is Hide?"""
    at = position_of(trail, HIDE)
    hideout = trail[at - 1] if at else None
    after, lines = turn_up(trail, frozenset({at} if hideout and not hideout.faceup else ()))
    yield 1.0, after, play.health, lines if at else ("hide hand",)


def bond(ports: bool) -> Callable[[Play, Trail], Iterator[Way]]:
    """The parity of his place's number, or whether it is a port."""

    def ways(play: Play, trail: Trail) -> Iterator[Way]:
        number = play.book.numbers[here(trail)]
        assert number is not None
        answer = ("port" if here(trail) in play.book.ports else "inland") if ports else ("even", "odd")[number % 2]
        yield 1.0, trail, play.health, (f"bond: {answer}",)

    return ways


def hypnosis(play: Play, trail: Trail) -> Iterator[Way]:
    """His region."""
    yield 1.0, trail, play.health, (f"region: {play.book.regions[here(trail)]}",)


def presence(seat: str) -> Callable[[Play, Trail], Iterator[Way]]:
    """Whether a hunter is next to him."""

    def ways(play: Play, trail: Trail) -> Iterator[Way]:
        near = play.hunters[seat] in play.book.ground.steps[here(trail)]
        yield 1.0, trail, play.health, (f"adjacent {seat}: {'yes' if near else 'no'}",)

    return ways


def add(position: int) -> Callable[[Play, Trail], Iterator[Way]]:
    """An encounter is added to a position that can carry one."""

    def ways(play: Play, trail: Trail) -> Iterator[Way]:
        if carries(play.book, trail, position):
            yield 1.0, trail, play.health, (f"added {position}",)

    return ways


def carries(book: Rulebook, trail: Trail, position: int) -> bool:
    """Whether a position can carry encounters: a city, or Hide outside the castle."""
    hideout = trail[position - 1]
    if hideout is None or hideout.card in book.seas | {book.castle}:
        return False
    return hideout.card not in POWERS or (
        hideout.card == HIDE and tied_hide(trail, position_of(trail, book.castle) or 1) != position
    )


def public(line: str, health: int | None = None) -> Callable[[Play, Trail], Iterator[Way]]:
    """Something that says nothing of the trail."""

    def ways(play: Play, trail: Trail) -> Iterator[Way]:
        yield 1.0, trail, play.health if health is None else health, (line,)

    return ways


# The truth against the filter


@dataclass
class Duel:
    """A play, every world that agrees with its lines, and the filter, side by side."""

    play: Play
    filter: TrailFilter
    members: Sequence[Member] = (uniform,)
    enumerate: bool = True
    worlds: dict[Trail, tuple[float, ...]] = field(init=False)
    log_evidence: float = 0.0
    lines: list[str] = field(default_factory=list)
    turn: list[str] = field(default_factory=list)
    before: TrailFilter | None = None

    def __post_init__(self) -> None:
        self.worlds = {EMPTY: (1.0 / len(self.members),) * len(self.members)}

    def happen(self, *events: Callable[[Play, Trail], Iterator[Way]]) -> bool:
        """Let an event happen (one for each member of the model where they differ) and compare; False: impossible."""
        ways = list(events[0](self.play, self.play.trail))
        if not ways:
            return False
        _, trail, health, lines = self.play.rng.choices(ways, [way[0] for way in ways])[0]
        if not lines:
            return False
        if self.enumerate:
            self._narrow(events, lines)
        self.play.trail, self.play.health = trail, health
        self._hear(lines)
        self.compare()
        return True

    def _narrow(self, events: Sequence[Callable[[Play, Trail], Iterator[Way]]], lines: tuple[str, ...]) -> None:
        after: dict[Trail, list[float]] = {}
        for world, weights in self.worlds.items():
            for at, event in enumerate(events):
                for chance, trail, _, told in event(self.play, world):
                    if told == lines:
                        shares = after.setdefault(trail, [0.0] * len(weights))
                        for column in range(len(weights)) if len(events) == 1 else (at,):
                            shares[column] += chance * weights[column]
        total = math.fsum(w for weights in after.values() for w in weights)
        self.log_evidence += math.log(total)
        self.worlds = {trail: tuple(w / total for w in weights) for trail, weights in after.items()}

    def _hear(self, lines: tuple[str, ...]) -> None:
        book = self.play.book
        clues = [parse_clue(book, line) for line in lines]
        for clue, line in zip(clues, lines, strict=True):
            assert parse_clue(book, clue_text(clue)) == clue, line
        if opens(clues[0]):
            self.turn, self.before = [], self.filter.copy()
        assert self.before is not None
        self.turn += lines
        self.lines += lines
        self.filter = self.before.copy()
        heard = list(self.filter.heard([parse_clue(book, line) for line in self.turn]))
        assert all(heard), (self.lines, heard)

    def compare(self) -> None:
        """Equal windows and weights, posterior and support of every position, evidence and public table."""
        table, play = self.filter.table, self.play
        assert _cards(play.trail) in windows_of(self.filter), self.lines
        assert (table.health or 15, table.consecrated) == (play.health or 15, play.consecrated), self.lines
        assert table.places == tuple(play.hunters.get(seat) for seat in SEATS)
        for slot, hideout in zip(table.trail, play.trail, strict=True):
            assert (slot is None) == (hideout is None), self.lines
            if slot is not None and hideout is not None:
                assert slot.card == (hideout.card if hideout.faceup else None), self.lines
                assert slot.wolf == hideout.wolf
        if self.enumerate:
            self._compare_all()

    def _compare_all(self) -> None:
        ours = windows_of(self.filter)
        theirs: dict[tuple[str, ...], float] = {}
        for trail, weights in self.worlds.items():
            theirs[_cards(trail)] = theirs.get(_cards(trail), 0.0) + math.fsum(weights)
        assert ours.keys() == theirs.keys(), (self.lines, set(ours) ^ set(theirs))
        assert max(abs(ours[key] - theirs[key]) for key in theirs) < TOLERANCE, self.lines
        assert self.filter.log_evidence == pytest.approx(self.log_evidence, abs=1e-10, rel=TOLERANCE)
        ids = self.filter.atlas.ids
        for position in range(1, LENGTH + 1):
            expected = np.zeros(len(ids) + 1)
            for trail, weights in self.worlds.items():
                expected[ids.get(_place_at(trail, position), 0)] += math.fsum(weights)
            assert np.abs(expected - self.filter.at(position)).max() < TOLERANCE
            assert self.filter.support(position) == {int(at) for at in np.flatnonzero(expected) if at}
            hides = math.fsum(sum(w) for t, w in self.worlds.items() if (h := t[position - 1]) and h.card == HIDE)
            assert self.filter.hide(position) == pytest.approx(hides, abs=TOLERANCE)


def _cards(trail: Trail) -> tuple[str, ...]:
    return tuple(hideout.card if hideout else "" for hideout in trail)


def _place_at(trail: Trail, position: int) -> str:
    hideout = trail[position - 1]
    if position == 1:
        return here(trail) if any(trail) else ""
    if hideout is None or (hideout.card in POWERS and hideout.card != HIDE):
        return ""
    return here((None,) * position + trail[position:]) if hideout.card == HIDE else hideout.card


def windows_of(filter_: TrailFilter) -> dict[tuple[str, ...], float]:
    """The filter's windows as cards by position."""
    names = {0: "", **{symbol: card for card, symbol in SYMBOLS.items()}}
    names |= {at: place for place, at in filter_.atlas.ids.items()}
    columns = [[names[value] for value in lane(filter_.keys, at).tolist()] for at in range(1, LENGTH + 1)]
    keys = list(zip(*columns, strict=True))
    assert len(set(keys)) == len(keys)
    assert (filter_.keys[1:] > filter_.keys[:-1]).all()
    return dict(zip(keys, filter_.weights.sum(axis=1).tolist(), strict=True))


def begin(book: Rulebook, seed: int, model: Model | None = None, **given: Any) -> Duel:
    """A duel after the first places and Dracula's first card."""
    rng = random.Random(seed)
    duel = Duel(Play(book, rng), TrailFilter(Atlas(book), model or Uniform()), **given)
    for seat in SEATS:
        city = rng.choice(sorted(book.cities))
        duel.play.hunters[seat] = city
        duel.happen(public(f"{seat} starts {city}"))
    duel.happen(start)
    return duel


# A whole evening


def week(duel: Duel, eager: float, *, flights: bool = True) -> bool:
    """One week: the hunters' day and night with what may happen in them, the checks, Dracula; False: it is over."""
    play, rng = duel.play, duel.play.rng
    if not play.rules.dawn_first and play.checked and not _check(duel, "dawn"):
        return False
    for seat in SEATS:
        _hunter(duel, seat, eager)
        if rng.random() < eager / 2:
            _event(duel)
    if rng.random() < 0.8 and not _check(duel, "dusk"):
        return False
    if flights and play.met and rng.random() < 0.6 and any(True for _ in fly(play, play.trail)):
        duel.happen(fly)
        play.met = False
    if rng.random() < eager / 2:
        _event(duel)
    if play.rules.dawn_first and rng.random() < 0.8 and not _check(duel, "dawn"):
        return False
    return _phase(duel)


def _check(duel: Duel, time: str) -> bool:
    play, rng = duel.play, duel.play.rng
    without = tuple(seat for seat in SEATS if rng.random() < 0.15)
    fights_before = len(duel.lines)
    mist = rng.random() < 0.3
    if time == "dawn":
        play.hosts.clear()
    loss = rng.randrange(0, 3) if play.health > 4 else 0
    duel.happen(check(time, without, loss, mist))
    play.checked = time
    fought = any(line.startswith("fight") for line in duel.lines[fights_before:])
    play.met, play.mist = fought and time == "dusk" and not mist, mist if fought else play.mist
    return play.health > 0


def _phase(duel: Duel) -> bool:
    play, rng = duel.play, duel.play.rng
    laying = rng.choices(("trap", "rumour", "empty-handed"), (6, 2, 1))[0]
    matures = rng.choices(("", "shows", "vampire"), (5, 2, 3))[0]
    if not duel.happen(*(phase(laying, matures, member) for member in duel.members)):
        return False
    play.hosts.clear()
    play.checked, play.met, play.mist = "done", False, False
    return play.health > 0


def _hunter(duel: Duel, seat: str, eager: float) -> None:
    play, rng = duel.play, duel.play.rng
    if rng.random() < 0.3:
        duel.happen(public(f"{seat} stays"))
        return
    placed = rng.random() < 0.1
    reach = sorted(play.book.places if placed else play.book.reach(play.hunters[seat]))
    on_trail = [place for place in reach if position_of(play.trail, place)]
    goal = rng.choice(on_trail if on_trail and rng.random() < eager else reach)
    same = play.hunters[seat] == goal
    play.hunters[seat] = goal
    duel.happen(
        public(f"{seat} placed {goal}" if placed else f"{seat} stays") if placed or same else arrive(seat, goal)
    )


def _event(duel: Duel) -> None:
    """Something else that a card of the game brings."""
    play, rng = duel.play, duel.play.rng
    book, down = play.book, [at for at, h in enumerate(play.trail, 1) if h and not h.faceup]
    kind = rng.randrange(13)
    dry = sorted(book.cities)
    if kind == 0:
        duel.happen(ask(rng.choice(sorted(book.places))))
    elif kind == 1:
        duel.happen(rumours(rng.choice(dry)))
    elif kind == 2 and down:
        duel.happen(report(rng.choice(down)))
    elif kind == 3:
        duel.happen(wax)
    elif kind in (4, 5):
        duel.happen(bond(kind == 4))
    elif kind == 6:
        duel.happen(hypnosis)
    elif kind == 7:
        duel.happen(presence(rng.choice(SEATS)))
    elif kind == 8:
        able = [at for at in range(1, LENGTH + 1) if carries(book, play.trail, at)]
        if able:
            duel.happen(add(rng.choice(able)))
    elif kind in (9, 10):
        _token(duel, "consecrated" if kind == 9 else "host", rng.choice(sorted(book.cities - {*UNHALLOWED})))
    elif kind == 11:
        health = rng.choice((2, 3, 8, 12, 15))
        duel.happen(public(f"health {health}", health))
    else:
        play.ally = not play.ally
        duel.happen(public(f"ally {'rufus' if play.ally else 'none'}"))


def _token(duel: Duel, word: str, city: str) -> None:
    laid_ = duel.play.consecrated if word == "consecrated" else duel.play.hosts
    if duel.play.consecrated and word == "consecrated":
        gone = duel.play.rng.choice(sorted(duel.play.consecrated))
        duel.play.consecrated.discard(gone)
        duel.play.hosts.discard(gone)
        duel.happen(public(f"lifted {gone}"))
    else:
        laid_.add(city)
        duel.happen(public(f"{word} {city}"))
