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

from dracula_nb.beliefs.forecast import Lines, Outlook, parted
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


def within(outlook: Outlook, place: str, look: dict[Lines, Floats], turns: int, effort: Effort) -> Within:
    """The best probability to meet Dracula within so many turns of hunters, the first of which ends in `place`.

    `look` is the forecast of that turn.
    """
    caught, rest = parted(outlook.speech, look)
    if turns == 1:
        return Within(caught, caught, EXACT)
    nexts = outlook.following[: turns - 1]
    hunters_only = len(nexts) == turns - 1
    certain = outlook.certain(nexts)
    least = caught + sum(_planned(outlook, row, nexts) for row in rest)
    if hunters_only and certain:
        most = caught + float(rest[:, _reached(outlook, nexts)].sum())
        if most - least <= SAME or turns == 2:
            return Within(least, least, EXACT)
    try:
        value = _worth(outlook, place, turns, effort)
        return Within(value, value, EXACT if _sure_of_places(outlook) else ESTIMATE)
    except Spent:
        if hunters_only:
            return Within(least, most, BOUND) if certain else Within(least, None, ESTIMATE)
    return Within(_estimated(outlook, place, turns), None, ESTIMATE)


def _sure_of_places(outlook: Outlook) -> bool:
    """Whether it is known where every hunter stands."""
    seats = outlook.mixture.language.seats
    tables = [branch.table for branch in outlook.mixture.branches]
    return all(len({outlook.speech.moves(table, seat) for table in tables}) == 1 for seat in seats)


def _reached(outlook: Outlook, seats: Sequence[str]) -> list[int]:
    """Ids of the places on land that any of the hunters can reach."""
    goals, land = {goal for seat in seats for goal in outlook.moves(seat)}, outlook.land
    return [at for at, name in enumerate(outlook.names) if name in goals and land[at]]


def _planned(outlook: Outlook, here: Floats, seats: Sequence[str]) -> float:
    """The probability that hunters who part the places among them, and learn nothing, meet Dracula."""
    worth = _on_land(outlook, here)
    plan = assign(worth, {seat: outlook.moves(seat) for seat in seats})
    return float(sum(worth[place] for place in set(plan.values())))


def _on_land(outlook: Outlook, here: Floats) -> dict[str, float]:
    """Probabilities by name; nought at sea, where nobody is met."""
    return dict(zip(outlook.names, np.where(outlook.land, here, 0.0).tolist(), strict=True))


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
    caught, rest = parted(outlook.speech, look)
    if turns == 1:
        return caught
    nexts = outlook.following[:1]
    if turns == 2 and nexts and outlook.certain(nexts):
        return caught + float(rest[:, _reached(outlook, nexts)].max(axis=1, initial=0.0).sum())
    for lines, row in look.items():
        if outlook.speech.caught(lines[0]) or not row.any():
            continue
        effort.spend(outlook)
        after = outlook.after(lines)
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
        meets = outlook.meets(outlook.seat)
        return float(meets[_reached(outlook, (outlook.seat,))].max(initial=0.0))
    return max(_worth(outlook, place, turns, effort) for place in outlook.moves(outlook.seat))


def _estimated(outlook: Outlook, place: str, turns: int) -> float:
    """The value of plans that are made at the start of each round, without what is learnt within them."""
    value, alive, here = 0.0, 1.0, outlook
    plan: dict[str, tuple[str, ...]] = {here.seat: (place,)}
    seats: Sequence[str] = (here.seat, *here.following)
    while True:
        now = seats[:turns]
        goals = {seat: plan.get(seat) or here.moves(seat) for seat in now}
        worth = _on_land(here, here.here())
        told = assign(worth, goals)
        met = sum(worth[goal] for goal in set(told.values()))
        value += alive * met
        turns -= len(now)
        after = _passed_unseen(here, told) if turns else None
        if after is None:
            return value
        alive *= 1.0 - met
        here, plan, seats = after, {}, here.mixture.language.seats


def _passed_unseen(outlook: Outlook, plan: Mapping[str, str]) -> Outlook | None:
    """The outlook after the hunters went where the plan sends them, missed Dracula, and he moved; None if he must be
    met.
    """
    language, mixture = outlook.mixture.language, outlook.mixture.copy()
    ends = [place for place in set(plan.values()) if outlook.land[outlook.names.index(place)]]
    missed = [found for b in mixture.branches if (found := outlook.speech.elsewhere(b, ends)) is not None]
    if not missed:
        return None
    mixture.branches = missed
    now = Outlook(mixture, outlook.speech)
    while now.is_hunters:
        stay = now.mixture.branches[0].table
        place = plan.get(now.seat) or language.pieces(stay)[now.seat] or now.moves(now.seat)[0]
        if not all(mixture.heard([language.parse(f"{now.seat} {place}")], passed={0})):
            return None
    head, tail = language.samples(now.seat)[0]
    line = f"{now.seat} {head}" + (f": {tail}" if tail else "")
    return Outlook.of(mixture, outlook.speech) if all(mixture.heard([language.parse(line)], passed={0})) else None
