"""What a hunter of hunt may learn by his coming turn, for all windows of the trail at once."""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy

import numpy as np

from dracula_nb.beliefs.forecast import Forecast
from dracula_nb.beliefs.hunt.clues import Clue, HunterTurn
from dracula_nb.beliefs.hunt.filter import HuntFilter
from dracula_nb.beliefs.hunt.outcomes import reports
from dracula_nb.beliefs.hunt.table import Table, after_hunter
from dracula_nb.beliefs.hunt.windows import LANE, lane, live, nothing_met, places
from dracula_nb.beliefs.weighted import Bools, Floats, Ints, Keys
from dracula_nb.games.hunt.rulebook import Rulebook, Rules
from dracula_nb.games.hunt.turns import DRACULA, TRAP, VAMPIRE

DRACULAS = "D"


class HuntForecasts:
    """The part of hunt's language that advice asks for."""

    book: Rulebook
    rules: Rules

    def turns(self, table: Table) -> tuple[str, ...]:
        """Whose turns come, as far as Dracula's. Rule HU-TURN-01."""
        seats = (*self.rules.hunters, DRACULAS)
        return seats[table.plays % len(seats) :]

    def moves(self, table: Table, seat: str) -> tuple[str, ...]:
        """Where a hunter can end his coming turn, of this round or the next, with the rail steps that he has then.

        Rules HU-MOVE-01 to HU-MOVE-04.
        """
        at = self.rules.hunters.index(seat)
        round_, turn = divmod(table.plays, len(self.rules.hunters) + 1)
        rail = self.book.rail_steps(seat, round_ + (at < turn))
        here = table.places[at]
        return self.book.places if here is None else self.book.reach(here, rail)

    def needs(self, table: Table, seat: str, place: str) -> str:
        """Hunters need nothing to move."""
        return ""

    def untold(self) -> str:
        """A turn of Dracula's of which nothing was noted."""
        return f"{DRACULAS} unknown"

    def where(self, branch: HuntFilter) -> Ints:
        """Dracula's place id in each window."""
        return places(branch.lane(1))

    def meeting(self, branch: HuntFilter, seat: str) -> Bools:
        """Windows in which a hunter who ends his turn in Dracula's place meets him; at sea nobody is met.

        Rules HU-ENC-05, HU-ENC-06, HU-ENC-08.
        """
        here, book = places(branch.lane(1)), self.book
        life, loss = branch.table.life[self.rules.hunters.index(seat)], book.constants.hunter_loss_trap
        met = ~branch.atlas.sea[here]
        if life <= loss * book.constants.max_encounters:
            met &= life > loss * _traps(branch, here)
        return np.asarray(met, dtype=np.bool_)

    def forecasts(self, branch: HuntFilter, seat: str, places: Sequence[str]) -> list[Forecast]:
        """What the hunter in turn may note if he ends it in each place."""
        return [forecast(branch, seat, place) for place in places]


def _traps(belief: HuntFilter, here: Ints) -> Ints:
    """How many traps lie where Dracula is, by window."""
    count, vampires = np.zeros(len(here), dtype=np.int64), belief.vampires()
    for at in range(1, belief.lanes + 1):
        if not vampires[at - 1]:
            values = belief.lane(at)
            count += (places(values) == here) & live(values)
    return count


def forecast(belief: HuntFilter, seat: str, place: str) -> Forecast:
    """Every outcome of a hunter's turn. Windows in which no move led to the place tell nothing, so the rest are
    looked at alone: first what is met there, then what is seen.
    """
    size, weights, here = len(belief.atlas.sea), belief.weights.sum(axis=1), places(belief.lane(1))
    touched = np.flatnonzero(_matters(belief, seat, place))
    left = weights.copy()
    left[touched] = 0.0
    found: dict[tuple[Clue, ...], Floats] = {}
    if len(touched) < len(weights):
        row = np.bincount(here, weights=left, minlength=size)
        found[(HunterTurn(seat, place, ()),)] = np.stack([row, np.zeros(size)])
    words = _words(belief, seat, place, touched)
    for code in np.unique(words).tolist():
        rows = touched[words == code]
        met = (TRAP,) * (code >> 2) + (VAMPIRE,) * (code >> 1 & 1) + (DRACULA,) * (code & 1)
        opening = HunterTurn(seat, place, met)
        for kind, report in _seen(belief, opening, rows):
            at = rows[kind]
            both = found.setdefault((opening, *report), np.zeros((2, size)))
            both[code & 1] += np.bincount(here[at], weights=weights[at], minlength=size)
    return Forecast(tuple(found), np.stack(list(found.values())))


def _searches(belief: HuntFilter, seat: str, place: str) -> bool:
    """Whether this turn makes every hunter's latest turn a rest. Rule HU-SEE-05."""
    at, table = belief.rules.hunters.index(seat), belief.table
    others = all(rested for other, rested in enumerate(table.rested) if other != at)
    return others and table.places[at] == place and len(table.trail) >= belief.lanes


def _matters(belief: HuntFilter, seat: str, place: str) -> Bools:
    """Windows in which the turn may tell something: a move of the trail led to the city."""
    if _searches(belief, seat, place):
        return np.ones(len(belief.keys), dtype=bool)
    id_ = belief.atlas.ids[place]
    if belief.atlas.sea[id_]:
        return np.zeros(len(belief.keys), dtype=bool)
    alive = np.uint64(sum(1 << (LANE * at) for at in range(belief.lanes)))
    return ~nothing_met(belief.keys | alive, id_, belief.lanes)


def _words(belief: HuntFilter, seat: str, place: str, rows: Ints) -> Ints:
    """What the hunter meets in each window, as 4 x traps + 2 x vampire + Dracula. Rules HU-ENC-04 to HU-ENC-07."""
    id_, loss = belief.atlas.ids[place], belief.atlas.book.constants.hunter_loss_trap
    life = belief.table.life[belief.rules.hunters.index(seat)]
    part, vampires = belief.keys[rows], belief.vampires()
    if belief.atlas.sea[id_]:
        return np.zeros(len(rows), dtype=np.int64)
    traps, vampire = np.zeros(len(rows), dtype=np.int64), np.zeros(len(rows), dtype=bool)
    for at in range(1, belief.lanes + 1):
        values = lane(part, at, belief.lanes)
        lies = (places(values) == id_) & live(values)
        if vampires[at - 1]:
            vampire |= lies
        else:
            traps += lies
    traps = np.minimum(traps, -(-life // loss))
    alive = life > loss * traps
    dracula = places(lane(part, 1, belief.lanes)) == id_
    return np.asarray(4 * traps + 2 * (vampire & alive) + (dracula & alive), dtype=np.int64)


def _seen(belief: HuntFilter, opening: HunterTurn, rows: Ints) -> list[tuple[Bools, tuple[Clue, ...]]]:
    """What is seen after the turn, with the windows of `rows` in which it is: one window of each kind is asked."""
    book, rules = belief.atlas.book, belief.rules
    after = copy(belief)
    after.table = after_hunter(book, rules, belief.table, opening)
    keys = belief.keys[rows]
    _, first, kind = np.unique(_telling(after, opening, keys), return_index=True, return_inverse=True)
    found: list[tuple[Bools, tuple[Clue, ...]]] = []
    for at, row in enumerate(first.tolist()):
        after.keys, after.weights = keys[row : row + 1], belief.weights[rows[row : row + 1]]
        found.extend((kind == at, report) for report in reports(after, opening))
    return found


def _telling(belief: HuntFilter, opening: HunterTurn, keys: Keys) -> Keys:
    """The part of each window that decides what is seen: moves to the city, and when all rest the oldest.

    What points to these leads to the same place, so it tells no more.
    """
    id_, mask, length = belief.atlas.ids[opening.place], np.zeros(len(keys), dtype=np.uint64), belief.lanes
    rest = all(belief.table.rested)
    for at, entry in enumerate(belief.table.trail, 1):
        if entry.known and entry.placed:
            continue
        whole = np.uint64(((1 << LANE) - 2) << (LANE * (length - at)))
        keep = places(lane(keys, at, length)) == id_
        keep |= rest and at == length
        mask |= np.where(keep, whole, np.uint64(0))
    return keys & mask
