"""A map of twelve places, every history by the plain rules of the trail, and the filter compared with them."""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import pytest
from toy_events import (
    Member,
    Play,
    Way,
    add,
    arrive,
    ask,
    bond,
    carries,
    check,
    fly,
    hypnosis,
    phase,
    presence,
    public,
    report,
    rumours,
    start,
    uniform,
    wax,
)

from dracula_nb.beliefs.fury_trail.clues import clue_text, opens, parse_clue
from dracula_nb.beliefs.fury_trail.filter import TrailFilter
from dracula_nb.beliefs.fury_trail.windows import SYMBOLS, Atlas, lane
from dracula_nb.beliefs.models import Model, Uniform
from dracula_nb.games.fury_trail.rulebook import SEATS, UNHALLOWED, Rulebook
from dracula_nb.trail.hideouts import (
    EMPTY,
    HIDE,
    LENGTH,
    POWERS,
    Trail,
    here,
    position_of,
)

TOLERANCE = 1e-12

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
        assert (table.health or 15, table.consecrated) == (max(0, play.health) or 15, play.consecrated), self.lines
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
