"""What a hunter of fury_trail may learn by his coming move, for all windows of the trail at once.

Hunters move by day alone. Who ends his move where Dracula is meets him at the check of Dusk; at sea only by the option
`sea_combat`, and without `hidden_fights` only where Dracula's card is faceup by then.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from dracula_nb.beliefs.forecast import Forecast
from dracula_nb.beliefs.fury_trail.clues import DUSK, FLIES, MOVES, SOMEWHERE, STAYS, Hunter, Seen
from dracula_nb.beliefs.fury_trail.filter import TrailFilter
from dracula_nb.beliefs.fury_trail.table import Table
from dracula_nb.beliefs.fury_trail.windows import HIDE_S, here, lane, tied_place
from dracula_nb.beliefs.weighted import Bools, Floats, Ints
from dracula_nb.games.fury_trail.rulebook import SEATS, Rulebook
from dracula_nb.maps import neighbours
from dracula_nb.trail.hideouts import HIDE, LENGTH

DRACULAS = "D"
TICKET = "with a ticket"
KINDS = LENGTH + 1
"""Positions, and none."""


class TrailForecasts:
    """The part of fury_trail's language that advice asks for."""

    @property
    def book(self) -> Rulebook:
        """The rulebook that lines are checked by."""
        raise NotImplementedError

    def turns(self, table: Table) -> tuple[str, ...]:
        """The hunters who have no line in this day yet, in turn order, then Dracula.

        After Dusk nobody moves; nor after Dawn, where that comes before Dracula's card. Rules FT-ACT-01, FT-ROUND-01.
        """
        over = table.checked == DUSK or (table.checked != "" and self.book.rules.dawn_first)
        waiting = () if over else tuple(seat for seat in SEATS if seat not in table.moved)
        return (*waiting, DRACULAS)

    def moves(self, table: Table, seat: str) -> tuple[str, ...]:
        """Where a hunter can end his coming move, by rail as far as the best ticket goes; he may stay.

        Rules FT-ACT-02 to FT-ACT-04, FT-ACT-22.
        """
        place = table.places[SEATS.index(seat)]
        return self.book.places if place in (None, SOMEWHERE) else tuple(sorted(self.book.reach(str(place))))

    def needs(self, table: Table, seat: str, place: str) -> str:
        """A ticket, where only the railway leads there: who holds tickets is not noted. Rule FT-ACT-03."""
        old, graph = table.places[SEATS.index(seat)], self.book.graph
        if old in (None, SOMEWHERE, place):
            return ""
        return "" if place in (*neighbours(graph, str(old), "road"), *neighbours(graph, str(old), "sea")) else TICKET

    def untold(self) -> str:
        """Any card of Dracula's week; a flight after a fight is none."""
        return f"{DRACULAS} not {FLIES}: unknown"

    def where(self, branch: TrailFilter) -> Ints:
        """Dracula's place id in each window."""
        return here(branch.keys)[0].astype(np.int64)

    def meeting(self, branch: TrailFilter, seat: str) -> Bools:
        """Windows in which a hunter who ends his move in Dracula's place meets him at the next check.

        Rules FT-ROUND-04, FT-ROUND-16, FT-SEA-08, FT-SEA-09.
        """
        atlas, table = branch.atlas, branch.table
        rules, (place, position) = atlas.book.rules, here(branch.keys)
        met = np.full(len(place), not table.mist)
        if not rules.sea_combat:
            met &= ~atlas.sea[place]
        if not rules.hidden_fights:
            turned = position < min(table.facedown(), default=KINDS)
            met &= turned | _arrives(branch, seat)[place]
        return met

    def forecasts(self, branch: TrailFilter, seat: str, places: Sequence[str]) -> list[Forecast]:
        """What the hunter in turn may note if he ends his move in each place."""
        sight = Sight.of(branch, self.where(branch), self.meeting(branch, seat))
        old, found = branch.table.places[SEATS.index(seat)], []
        for place in places:
            turns = place != old and place in branch.atlas.book.cities
            opening = Hunter(seat, STAYS, "") if place == old else Hunter(seat, MOVES, place)
            kinds, joint = sight.told(branch.atlas.ids[place], turns)
            found.append(Forecast(tuple((opening, *_seen(place, kind)) for kind in kinds), joint))
        return found


def _arrives(branch: TrailFilter, seat: str) -> Bools:
    """Place ids where a hunter's move turns the cards of the place: cities, other than where he stands."""
    cities = branch.atlas.book.cities
    return branch.atlas.among(cities - {branch.table.places[SEATS.index(seat)]})


def _seen(place: str, kind: int) -> tuple[Seen, ...]:
    """The cards of a kind of `Sight.told`, in the order of their positions: the Hide lies before its place."""
    card, hide = divmod(kind, KINDS)
    return (*([Seen(hide, HIDE, place)] if hide else []), *([Seen(card, place)] if card else []))


@dataclass(frozen=True)
class Sight:
    """What moves can turn in the windows of a branch, by place.

    `cell`: Dracula's place id in each window, and `size` more where he would be met; `rows` are the windows with a
    facedown card of place id p, or a Hide tied to it, from `first[p]` to `first[p + 1]`, and `codes` which it is: its
    position, times `KINDS` for the place's own card.
    """

    weights: Floats
    cell: Ints
    size: int
    first: Ints
    rows: Ints
    codes: Ints

    @classmethod
    def of(cls, branch: TrailFilter, where: Ints, met: Bools) -> Sight:
        """Of the windows of a branch, given Dracula's place in each and whether he would be met there."""
        size, every = len(branch.atlas.sea), np.arange(len(where))
        parts = [(np.zeros(0, dtype=np.uint8), every[:0], 0)]
        for at in branch.table.facedown():
            values = lane(branch.keys, at)
            hides = np.flatnonzero(values == HIDE_S)
            parts += [(values, every, KINDS * at), (tied_place(branch.keys[hides], at), hides, at)]
        place, rows = (np.concatenate([part[column] for part in parts]) for column in (0, 1))
        codes = np.repeat([part[2] for part in parts], [len(part[1]) for part in parts])
        order = np.argsort(place, kind="stable")
        first = np.searchsorted(place[order], np.arange(size + 1))
        return cls(branch.weights.sum(axis=1), where + size * met, size, first, rows[order], codes[order])

    def told(self, place: int, turns: bool) -> tuple[list[int], Floats]:
        """What may be turned by a move to a place, and the probability of each, shape (kinds, 2, place ids).

        A kind is the position of the place's card, times `KINDS`, and that of a Hide tied to it; 0 for none. Rules
        FT-CLUE-18, FT-TRAIL-42, FT-ACT-23, FT-ACT-24.
        """
        part = slice(self.first[place], self.first[place + 1] if turns else self.first[place])
        code = np.bincount(self.rows[part], weights=self.codes[part], minlength=len(self.cell)).astype(np.int64)
        there = np.bincount(code) > 0
        kinds, shape = np.flatnonzero(there), (int(there.sum()), 2, self.size)
        at = (np.cumsum(there) - 1)[code] * (2 * self.size) + self.cell
        joint = np.bincount(at, weights=self.weights, minlength=math.prod(shape)).astype(np.float64).reshape(shape)
        missed, met = joint[:, 0, place].copy(), joint[:, 1, place].copy()
        joint[:, 0] += joint[:, 1]  # who goes to one place meets nobody in another
        joint[:, 1] = 0.0
        joint[:, 0, place], joint[:, 1, place] = missed, met
        return kinds.tolist(), joint
