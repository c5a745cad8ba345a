"""A looser filter of hunt: supports alone, with lanes of the trail that may be left unknown.

It allows every window that the exact filter allows, and some more: what it excludes is excluded. Explanations ask it,
since where much is forgotten the exact filter grows to more than a million windows. A lane of 0 at a position that
the trail has stands for any move; until a lane is first left unknown the filter is the exact one without weights.
"""

from __future__ import annotations

from copy import copy
from dataclasses import dataclass

import numpy as np

from dracula_nb.beliefs.hunt.clues import HunterTurn, Seen
from dracula_nb.beliefs.hunt.filter import HuntFilter, Options
from dracula_nb.beliefs.hunt.sight import KIND_OF as KINDS
from dracula_nb.beliefs.hunt.sight import SPECIAL, UNNAMED
from dracula_nb.beliefs.hunt.table import placed_with
from dracula_nb.beliefs.hunt.windows import (
    BACK,
    HIDE,
    LANE,
    MASK,
    PLAIN,
    TELEPORT,
    TELEPORT_MOVE,
    Moves,
    kinds,
    lane,
    lays,
    legal_moves,
    live,
    places,
)
from dracula_nb.beliefs.weighted import Bools, Ints, Keys
from dracula_nb.games.hunt.turns import DRACULA, TRAP, VAMPIRE


@dataclass
class LooseFilter(HuntFilter):
    """`HuntFilter` without weights; `open` says that lanes may be unknown."""

    open: bool = False
    dark: tuple[int, ...] = ()
    """Lanes of which nothing was seen in the hunter's turn at hand, though what he meets would be."""

    def copy(self) -> LooseFilter:
        """An independent filter."""
        return copy(self)

    def _set(self, keys: Keys) -> None:
        self.keys, self.weights = keys, np.ones((len(keys), 1))

    def mask(self, keep: Bools) -> bool:
        """Keep some windows; False, changing nothing, if none would stay."""
        if not keep.any():
            return False
        if not keep.all():
            self._set(self.keys[keep])
        return True

    def forget(self) -> None:
        """Leave the whole trail unknown: he may be anywhere, by any kind of move, with any encounter there."""
        length = len(self.table.trail)
        if not length:
            return
        atlas, found = self.atlas, []
        for place, name in enumerate(atlas.book.places, 1):
            if name == atlas.book.hospital:
                continue
            sorts = [PLAIN, BACK] if atlas.sea[place] else [PLAIN, HIDE, BACK]
            sorts += [TELEPORT] * (place == atlas.castle)
            lives = [0] if atlas.sea[place] else [0, 1]
            found += [(place << 3) | (kind << 1) | alive for kind in sorts for alive in lives]
        self._set(np.array(found, dtype=np.uint64) << np.uint64(LANE * (self.lanes - 1)))
        self.vague, self.open = tuple(range(1, length + 1)), length > 1

    def loosen(self, limit: int) -> None:
        """Leave the oldest known lanes unknown until there are at most so many windows."""
        for position in range(self.lanes, 1, -1):
            if len(self.keys) <= limit:
                break
            bits = MASK << np.uint64(LANE * (self.lanes - position))
            if (self.keys & bits).any():
                self._set(_unique(self.keys & ~bits))
                self.open = True
        self.open = self.open and bool(self._unknown().any())

    def thin(self, limit: int) -> None:
        """Keep about `limit` windows only, spread over all kinds of them: what these allow is possible."""
        if len(self.keys) > limit:
            self._set(self.keys[:: -(-len(self.keys) // limit)])

    def within(self, other: LooseFilter) -> bool:
        """Whether the other allows all that this one does."""
        if self.open != other.open or len(self.keys) > len(other.keys):
            return False
        if any((kinds(self.lane(at)) == HIDE).any() for at in set(self.vague) - set(other.vague)):
            return False  # such a hide may pass here as told before, but not there
        at = np.minimum(np.searchsorted(other.keys, self.keys), len(other.keys) - 1)
        return bool((other.keys[at] == self.keys).all())

    def _unknown(self) -> Bools:
        """Which positions are unknown, shape (lanes, windows), newest first."""
        unknown = np.asarray(self._all_lanes() & MASK == 0, dtype=np.bool_)
        unknown[len(self.table.trail) :] = False
        return unknown

    # A hunter's turn

    def _hunter(self, turn: HunterTurn, seen: set[int] | None, passed: bool) -> bool:
        self.dark = ()
        if seen is not None and turn.words:
            public = enumerate(placed_with(self.table, seen))
            self.dark = tuple(at for at, placed in public if not placed and at + 1 not in seen)
        return super()._hunter(turn, seen, passed)

    def _met(self, turn: HunterTurn, life: int) -> Bools | None:
        book, words, place = self.atlas.book, turn.words, self.atlas.ids[turn.place]
        if not self.open or not words or self.atlas.sea[place]:
            return super()._met(turn, life)
        there, unknown, vampires = self.there(place), self._unknown(), self.vampires()
        unknown[list(self.dark)] = False  # what is met there is seen
        lying = there & self.lying()
        traps, spare = lying[~vampires].sum(axis=0), unknown[~vampires].sum(axis=0)
        vampire, any_vampire = lying[vampires].any(axis=0), unknown[vampires].any(axis=0)
        count, loss = words.count(TRAP), book.constants.hunter_loss_trap
        if life - loss * (count - 1) <= 0 and count:
            return None
        if life - loss * count <= 0:
            return None if len(words) > count else np.asarray(traps + spare >= count, dtype=np.bool_)
        met = (traps <= count) & (count <= traps + spare) & (there[0] == (DRACULA in words))
        met &= (vampire | any_vampire) if VAMPIRE in words else ~vampire
        return np.asarray(met, dtype=np.bool_)

    def _clear(self, name: str, life: int) -> None:
        place, numbers = self.atlas.ids[name], self.atlas.book.constants
        lying = self.there(place) & self.lying()
        if self.atlas.sea[place] or not lying.any():
            return
        if not self.open or life > numbers.max_encounters * numbers.hunter_loss_trap:
            super()._clear(name, life)
            return
        # traps at unknown positions may beat him before he meets all that lies here: each may stay or go
        keys = self.keys
        for at in np.flatnonzero(lying.any(axis=1)):
            bit = np.uint64(1 << (LANE * (self.lanes - 1 - int(at))))
            here = (keys & bit != 0) & (places(lane(keys, int(at) + 1, self.lanes)) == place)
            keys = np.concatenate([keys, keys[here] & ~bit])
        self._set(_unique(keys))

    # Dracula's turn

    def _leaves(self, alive: bool) -> bool:
        # an unknown sixth move may have had an encounter or none
        return self.mask((live(self.lane(self.lanes)) == alive) | self._unknown()[-1])

    def _options(self) -> Options:
        if self.ahead is None or self.ahead[0] is not self.keys:
            lanes = self.lanes - 1
            if self.table.trail:
                kept = _unique(self.keys >> np.uint64(LANE))
                moves = legal_moves(self.atlas, kept, lanes)
            else:
                kept, moves = np.zeros(1, dtype=np.uint64), self.atlas.starts
            laid = lays(self.atlas, kept, moves, lanes)
            if self.open:
                moves, laid = self._more(kept, moves, laid)
            self.ahead = (self.keys, (kept, np.ones((len(moves.row), 1)), moves, laid))
        return self.ahead[1]

    def normalise(self) -> None:
        """Weights mean nothing here."""

    def _more(self, kept: Keys, moves: Moves, laid: Bools) -> tuple[Moves, Bools]:
        """With the moves that unknown lanes may allow: double backs to them, a teleport, a full castle."""
        atlas, lanes, count = self.atlas, self.lanes - 1, min(self.lanes - 1, len(self.table.trail))
        values = [lane(kept, at, lanes) for at in range(1, count + 1)]
        unknown = np.any([value == 0 for value in values], axis=0)
        row = np.flatnonzero(unknown & ~np.any([kinds(value) == BACK for value in values], axis=0))
        at, goal = np.nonzero(atlas.near[places(values[0][row])])
        parts = [moves]
        for back, value in enumerate(values, 1):
            fits = np.flatnonzero(value[row[at]] == 0)
            parts.append(_moves(row[at[fits]], goal[fits], back))
        row = np.flatnonzero(unknown)
        parts.append(_moves(row, np.full(len(row), atlas.castle), TELEPORT_MOVE))
        found = Moves(*(np.concatenate([getattr(part, name) for part in parts]) for name in ("row", "goal", "move")))
        laid = np.concatenate([laid, ~atlas.sea[found.goal[len(laid) :]]])
        full = np.flatnonzero(found.goal == atlas.castle)
        whole = np.concatenate([np.arange(len(laid)), full])
        both = np.concatenate([laid, np.zeros(len(full), dtype=bool)])
        return Moves(found.row[whole], found.goal[whole], found.move[whole]), both

    # What was noted

    def _seen(self, clue: Seen) -> bool:
        values = self.lane(clue.position)
        unknown = values == 0
        if not self.open or not unknown.any():
            return super()._seen(clue)
        shown = self.table.trail[clue.position - 1].move
        if shown not in ("?", clue.move) and (shown != UNNAMED or clue.move in SPECIAL):
            return False
        kind = KINDS.get(clue.move, PLAIN)
        keep = kinds(values) == kind
        if clue.place is None:
            return self.mask(keep | unknown)
        place = self.atlas.ids[clue.place]
        keep &= places(values) == place
        near = unknown & self._within_reach(clue.position, place)
        if not (keep | near).any():
            return False
        told = np.uint64(((place << 3) | (kind << 1)) << (LANE * (self.lanes - clue.position)))
        alive = np.uint64(1 << (LANE * (self.lanes - clue.position)))
        filled = self.keys[near] | told
        self._set(_unique(np.concatenate([self.keys[keep], filled, filled | alive])))
        return True

    def _within_reach(self, position: int, place: int) -> Bools:
        """Windows whose known places are as near to `place` as the moves between allow, a teleport allowed for."""
        good = np.ones(len(self.keys), dtype=bool)
        hops, castle = self.atlas.hops, self.atlas.castle
        for other in range(1, self.lanes + 1):
            there, gap = places(self.lane(other)), abs(other - position)
            newer, to_castle = (there, hops[castle]) if other < position else (place, hops[castle])
            good &= (there == 0) | (hops[there, place] <= gap) | (to_castle[newer] <= gap - 1)
        return good


def _unique(keys: Keys) -> Keys:
    """The keys, sorted, each once."""
    keys = np.sort(keys, kind="stable")
    return keys[np.concatenate([[True], keys[1:] != keys[:-1]])] if len(keys) else keys


def _moves(row: Ints, goal: Ints, move: int) -> Moves:
    return Moves(row.astype(np.int64), goal.astype(np.int16), np.full(len(row), move, dtype=np.int16))
