"""What a hunter of fury_trail may learn by his coming move, for all windows of the trail at once.

Hunters move by day alone. Who ends his move where Dracula is meets him at the check of Dusk; at sea only by the option
`sea_combat`, and without `hidden_fights` only where Dracula's card is faceup by then.
"""

from __future__ import annotations

import numpy as np

from dracula_nb.beliefs.forecast import Forecast
from dracula_nb.beliefs.fury_trail.clues import DUSK, FLIES, MOVES, SOMEWHERE, STAYS, Hunter, Seen
from dracula_nb.beliefs.fury_trail.filter import TrailFilter
from dracula_nb.beliefs.fury_trail.table import Table
from dracula_nb.beliefs.fury_trail.windows import HIDE_S, here, lane, tied_place
from dracula_nb.beliefs.weighted import Bools, Ints
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

    def forecast(self, branch: TrailFilter, seat: str, place: str) -> Forecast:
        """What the hunter in turn may note if he ends his move in `place`."""
        here_, size = self.where(branch), len(branch.atlas.sea)
        met = self.meeting(branch, seat) & (here_ == branch.atlas.ids.get(place, 0))
        code = _turned(branch, seat, place)
        rows = np.bincount(
            (code * 2 + met) * size + here_, weights=branch.weights.sum(axis=1), minlength=KINDS**2 * 2 * size
        ).reshape(-1, 2, size)
        kinds = np.unique(code).tolist()
        stays = branch.table.places[SEATS.index(seat)] == place
        opening = Hunter(seat, STAYS, "") if stays else Hunter(seat, MOVES, place)
        return Forecast(tuple((opening, *_seen(place, kind)) for kind in kinds), rows[kinds])


def _arrives(branch: TrailFilter, seat: str) -> Bools:
    """Place ids where a hunter's move turns the cards of the place: cities, other than where he stands."""
    cities = branch.atlas.book.cities
    return branch.atlas.among(cities - {branch.table.places[SEATS.index(seat)]})


def _turned(branch: TrailFilter, seat: str, place: str) -> Ints:
    """What a move turns faceup in each window: the position of the place's card, times `KINDS`, and that of a Hide
    tied to it; 0 for none. Rules FT-CLUE-18, FT-TRAIL-42, FT-ACT-23, FT-ACT-24.
    """
    code = np.zeros(len(branch.keys), dtype=np.int64)
    id_ = branch.atlas.ids.get(place, 0)
    if not _arrives(branch, seat)[id_]:
        return code
    for at in branch.table.facedown():
        values = lane(branch.keys, at)
        code[values == id_] += KINDS * at
        hides = np.flatnonzero(values == HIDE_S)
        code[hides[tied_place(branch.keys[hides], at) == id_]] += at
    return code


def _seen(place: str, code: int) -> tuple[Seen, ...]:
    """The cards that a code of `_turned` tells, in the order of their positions."""
    card, hide = divmod(code, KINDS)
    told = [Seen(hide, HIDE, place)] if hide else []
    return (*told, *([Seen(card, place)] if card else []))
