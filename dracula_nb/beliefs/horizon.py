"""The probability to catch Dracula within several turns of the hunters, who learn in between: exact, bound or estimate.

The best play is a tree: a hunter's place, what he notes there, Dracula's move as the model has it, what it shows, the
next hunter's place, and so on. Where the whole tree is too large for the effort allowed, there is less: while only
hunters move, a plan that may turn on the first outcome gives a lower bound, and knowing everything an upper one; once
Dracula moves in between, plans made anew each round, on what is known now, give an estimate.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import product

import numpy as np

from dracula_nb.beliefs.forecast import Look, Outlook, parted
from dracula_nb.beliefs.weighted import Floats

EXACT, BOUND, ESTIMATE = "exact", "bound", "estimate"
EFFORT = 1_000_000
"""Units of work that advice may spend on trees, about a microsecond each."""

LOOK, PASS = 1_000, 50
"""Units that one forecast costs beside one for each window, and forecasts that a hidden move of Dracula costs."""

SAME = 1e-12
"""Differences of probabilities that are rounding."""


@dataclass(frozen=True, slots=True)
class Within:
    """A probability, not above `most` (None: nothing is known of that), and what it is: `kind`."""

    value: float
    most: float | None
    kind: str


class Spent(Exception):
    """The effort is used up."""


@dataclass
class Effort:
    """Work that may still be spent."""

    left: int

    def spend(self, outlook: Outlook, times: int = 1) -> None:
        """Count some forecasts."""
        self.left -= times * (LOOK + outlook.mixture.states)
        if self.left < 0:
            raise Spent


def within(outlook: Outlook, place: str, look: Look, turns: int, effort: Effort) -> Within:
    """The best probability to meet Dracula within so many turns of hunters, the first of which ends in `place`.

    `look` is the forecast of that turn.
    """
    caught, rest = parted(look)
    if turns == 1:
        return Within(caught, caught, EXACT)
    nexts = outlook.following[: turns - 1]
    hunters_only = len(nexts) == turns - 1
    certain = outlook.certain(nexts)
    open_ = outlook.open_to(nexts)
    least = caught + sum(_planned(outlook, np.where(open_, row, 0.0), nexts) for row in rest)
    if hunters_only and certain:
        most = caught + float(rest[:, _reached(outlook, nexts)].sum())
        if most - least <= SAME or turns == 2:
            return Within(least, least, EXACT)
    try:
        value = _worth(outlook, place, turns, effort)
        return Within(value, value, EXACT if outlook.placed(outlook.mixture.language.seats) else ESTIMATE)
    except Spent:
        if hunters_only:
            return Within(least, most, BOUND) if certain else Within(least, None, ESTIMATE)
    return Within(_estimated(outlook, place, turns), None, ESTIMATE)


def _reached(outlook: Outlook, seats: Sequence[str]) -> list[int]:
    """Ids of the places that any of the hunters can reach where he would meet Dracula."""
    goals, open_ = {goal for seat in seats for goal in outlook.moves(seat)}, outlook.open_to(seats)
    return [at for at, name in enumerate(outlook.names) if name in goals and open_[at]]


def _planned(outlook: Outlook, here: Floats, seats: Sequence[str]) -> float:
    """The probability that hunters who part the places among them, and learn nothing, meet Dracula."""
    worth = dict(zip(outlook.names, here.tolist(), strict=True))
    plan = assign(worth, {seat: outlook.moves(seat) for seat in seats})
    return float(sum(worth[place] for place in set(plan.values())))


def assign(worth: Mapping[str, float], moves: Mapping[str, Sequence[str]]) -> dict[str, str]:
    """A place for each seat, so that the places together are worth most, each counted once.

    Of as many hunters, each needs to look at no more places than there are hunters: at worst the others have all
    those that he likes better. Equal plans: the one with more places, then the first.

    >>> assign({"Rome": 0.5, "Bari": 0.25, "Nice": 0.0}, {"G": ("Rome", "Bari"), "S": ("Nice", "Rome")})
    {'G': 'Bari', 'S': 'Rome'}
    """
    options = [sorted(places, key=lambda place: -worth[place])[: len(moves)] for places in moves.values()]

    def value(plan: Iterable[str]) -> tuple[float, int]:
        places = set(plan)
        return round(sum(worth[place] for place in sorted(places)), 15), len(places)

    return dict(zip(moves, max(product(*options), key=value), strict=True))


def _worth(outlook: Outlook, place: str, turns: int, effort: Effort) -> float:
    """The exact value of ending the coming turn in `place`, with the best play after it."""
    effort.spend(outlook)
    look = outlook.look(place)
    caught, rest = parted(look)
    if turns == 1:
        return caught
    nexts = outlook.following[:1]
    if turns == 2 and nexts and outlook.certain(nexts):
        return caught + float(rest[:, _reached(outlook, nexts)].max(axis=1, initial=0.0).sum())
    missed = outlook.missing({outlook.seat: place})
    for lines, (row, _) in look.items():
        if missed is None or not row.any():
            continue
        effort.spend(outlook)
        after = missed.after(lines)
        if after is not None:
            caught += float(row.sum()) * _best(Outlook.of(after.mixture, outlook.speech), turns - 1, effort)
    return caught


def _best(outlook: Outlook, turns: int, effort: Effort) -> float:
    """The exact value of an outlook: the best place of the hunter in turn, or what Dracula's turn leads to."""
    if not outlook.is_hunters:
        effort.spend(outlook, PASS)
        return sum(odds * _best(after, turns, effort) for _, odds, after in outlook.passed() if odds > 0.0)
    if turns == 1:
        effort.spend(outlook)
        meets = dict(zip(outlook.names, outlook.meets(outlook.seat).tolist(), strict=True))
        return float(max(meets[place] for place in outlook.moves(outlook.seat)))
    return max(_worth(outlook, place, turns, effort) for place in outlook.moves(outlook.seat))


def _estimated(outlook: Outlook, place: str, turns: int) -> float:
    """The value of plans that are made at the start of each round, without what is learnt within them."""
    value, alive, here = 0.0, 1.0, outlook
    plan: dict[str, tuple[str, ...]] = {here.seat: (place,)}
    seats: Sequence[str] = (here.seat, *here.following)
    while True:
        now = seats[:turns]
        goals = {seat: plan.get(seat) or here.moves(seat) for seat in now}
        met = np.where(here.open_to(now), here.here(), 0.0)
        worth = dict(zip(here.names, met.tolist(), strict=True))
        told = assign(worth, goals)
        caught = float(sum(worth[goal] for goal in set(told.values())))
        value += alive * caught
        turns -= len(now)
        after = _passed_unseen(here, told) if turns else None
        if after is None:
            return value
        alive *= 1.0 - caught
        here, plan, seats = after, {}, here.mixture.language.seats


def _passed_unseen(outlook: Outlook, plan: Mapping[str, str]) -> Outlook | None:
    """The outlook after the hunters went where the plan sends them, missed Dracula, and he moved; None if he must be
    met.
    """
    now = outlook.missing(plan)
    if now is None:
        return None
    language, mixture = now.mixture.language, now.mixture
    while now.is_hunters:
        stay = now.mixture.branches[0].table
        place = plan.get(now.seat) or language.pieces(stay)[now.seat] or now.moves(now.seat)[0]
        if not all(mixture.heard([language.parse(f"{now.seat} {place}")], passed={0})):
            return None
    head, tail = language.samples(now.seat)[0]
    line = f"{now.seat} {head}" + (f": {tail}" if tail else "")
    return Outlook.of(mixture, now.speech) if all(mixture.heard([language.parse(line)], passed={0})) else None
