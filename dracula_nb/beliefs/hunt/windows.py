"""Trail windows of hunt as packed integers: one unsigned 64-bit key a world, expanded and merged with NumPy.

A lane of ten bits holds one move: place (7 bits, from 1), kind (2 bits) and whether its encounter lives (1 bit).
The newest move stands in the highest lane, so that dropping the oldest is one shift and keeps equal windows
together. All that the future depends on is in the key; what is public (rounds, hunters, life) is kept beside it.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, cached_property

import numpy as np
import numpy.typing as npt

from dracula_nb.beliefs.weighted import Bools, Ints, Keys
from dracula_nb.games.hunt.rulebook import Rulebook

Shorts = npt.NDArray[np.int16]

LANE = 10
MASK = np.uint64((1 << LANE) - 1)
PLAIN, HIDE, BACK, TELEPORT = 0, 1, 2, 3
HIDE_MOVE, TELEPORT_MOVE = 6, 7
"""Codes of a move beside 0 (a plain move) and 1..5 (double backs)."""

HIDE_SYMBOL = (127 << 2) | HIDE
"""What stands for any hide, wherever it was, when moves are compared."""

KIND_OF_MOVE = np.array([PLAIN, BACK, BACK, BACK, BACK, BACK, HIDE, TELEPORT], dtype=np.int16)


@dataclass(frozen=True, slots=True)
class Pairs:
    """Ways to move, flat: `place` id left, `goal` id, `move` code, `symbol` compared with earlier moves."""

    place: Ints
    goal: Shorts
    move: Shorts
    symbol: Keys


@dataclass(frozen=True)
class Atlas:
    """The map in arrays: place ids from 1 (0 is nowhere), in the rulebook's order."""

    book: Rulebook

    @cached_property
    def ids(self) -> dict[str, int]:
        """Id of each place by name."""
        return {place: at for at, place in enumerate(self.book.places, 1)}

    def name(self, place: int) -> str:
        """The place with this id."""
        return self.book.places[place - 1]

    @cached_property
    def sea(self) -> Bools:
        """Shape (places + 1,): whether an id is a sea zone."""
        return np.array([False, *(p in self.book.seas for p in self.book.places)])

    @cached_property
    def castle(self) -> int:
        """Id of the castle."""
        return self.ids[self.book.castle]

    @cached_property
    def starts(self) -> Moves:
        """The first moves that Dracula may make, from the empty window."""
        goal = np.array([self.ids[p] for p in self.book.places if p != self.book.hospital], dtype=np.int16)
        return Moves(np.zeros(len(goal), dtype=np.int64), goal, np.zeros(len(goal), dtype=np.int16))

    @cached_property
    def near(self) -> Bools:
        """Shape (places + 1, places + 1): whether one move or none joins two places for Dracula."""
        table = np.eye(len(self.ids) + 1, dtype=bool)
        for place, steps in self.book.ground.steps.items():
            table[self.ids[place], [self.ids[q] for q in steps]] = True
        return table

    @cached_property
    def pairs(self) -> Pairs:
        """Every plain move and every hide, in the order of the lanes that they lay."""
        steps = self.book.ground.steps
        pairs = [(self.ids[q], 0, self.ids[p]) for p in self.book.places for q in steps[p]]
        pairs += [(self.ids[p], move, self.ids[p]) for p in self.book.places for move in (0, HIDE_MOVE)]
        goal, move, place = np.array(sorted(pair for pair in pairs if not self.sea[pair[2]] or pair[0] != pair[2])).T
        symbol = np.where(move == HIDE_MOVE, HIDE_SYMBOL, goal << 2).astype(np.uint64)
        return Pairs(place, goal.astype(np.int16), move.astype(np.int16), symbol)

    @cached_property
    def hops(self) -> Ints:
        """Shape (places + 1, places + 1): moves between places by any mode; 99 where none leads."""
        import networkx as nx

        table = np.full((len(self.ids) + 1,) * 2, 99, dtype=np.int64)
        for place, lengths in nx.all_pairs_shortest_path_length(self.book.graph):
            table[self.ids[place], [self.ids[q] for q in lengths]] = list(lengths.values())
        return table


@dataclass(frozen=True, slots=True)
class Moves:
    """Every legal move of a set of windows, flat: `row` of the window, `goal` id, `move` code."""

    row: Ints
    goal: Shorts
    move: Shorts

    @property
    def hides(self) -> Bools:
        """Which are hides."""
        return np.asarray(self.move == HIDE_MOVE, dtype=np.bool_)

    @property
    def backs(self) -> Bools:
        """Which are double backs."""
        return np.asarray((self.move > 0) & (self.move < HIDE_MOVE), dtype=np.bool_)

    def where(self, keep: Bools) -> Moves:
        """Those moves alone for which `keep` holds."""
        at = np.flatnonzero(keep)
        return Moves(self.row[at], self.goal[at], self.move[at])


def lane(keys: Keys, position: int, lanes: int) -> Ints:
    """The lane at `position` (1 is the newest) of keys of `lanes` lanes."""
    return ((keys >> np.uint64(LANE * (lanes - position))) & MASK).astype(np.int64)


def places(lane_values: Ints) -> Ints:
    """Place ids of lanes."""
    return lane_values >> 3


def kinds(lane_values: Ints) -> Ints:
    """Kinds of lanes: PLAIN, HIDE, BACK, TELEPORT."""
    return (lane_values >> 1) & 3


def live(lane_values: Ints) -> Bools:
    """Whether the encounters of lanes live."""
    return (lane_values & 1).astype(bool)


def nothing_met(keys: Keys, place: int, lanes: int) -> Bools:
    """Windows in which a hunter in the city `place` meets no encounter and not Dracula, all lanes at once."""
    ones, newest = _each_lane(1, lanes, lanes), np.uint64(1 << (LANE * (lanes - 1) + 7))
    apart = (keys >> np.uint64(3)) & (ones * np.uint64(127))
    apart ^= ones * np.uint64(place)
    apart += ones * np.uint64(127)  # bit 7 of a lane is set unless its move led there
    return np.asarray(~apart & (ones << np.uint64(7)) & ((keys << np.uint64(7)) | newest) == 0, dtype=np.bool_)


def legal_moves(atlas: Atlas, kept: Keys, lanes: int) -> Moves:
    """The legal moves of sorted windows `kept` of `lanes` lanes: plain ones and hides in the order of the
    windows that they make, then double backs, then teleports.

    Rules HU-MOVE-05 to HU-MOVE-13, as `dracula_nb.trail.window.legal_moves` states them for one window.
    """
    parts = [_plain_moves_and_hides(atlas, kept, lanes), _backs(atlas, kept, lanes)]
    stuck = np.ones(len(kept), dtype=bool)
    for part in parts:
        stuck[part.row] = False
    if stuck.any():
        rows = np.flatnonzero(stuck)
        goal, move = np.full(len(rows), atlas.castle, np.int16), np.full(len(rows), TELEPORT_MOVE, np.int16)
        parts.append(Moves(rows, goal, move))
    parts = [part for part in parts if len(part.row)]
    if len(parts) == 1:
        return parts[0]
    return Moves(*(np.concatenate([getattr(p, name) for p in parts]) for name in ("row", "goal", "move")))


@cache
def _each_lane(value: int, lanes: int, count: int) -> np.uint64:
    """`value` in each of the `count` newest lanes."""
    return np.uint64(sum(value << (LANE * (lanes - at)) for at in range(1, count + 1)))


def _plain_moves_and_hides(atlas: Atlas, kept: Keys, lanes: int) -> Moves:
    """One look at each pair of a place and a way to leave it, in the order of the lanes that they lay.

    Windows of one place stand together, so a pair is a slice. A lane becomes a symbol of 9 bits (place and
    kind; all hides alike): the move is barred where it equals one of them, found in all lanes at once.
    """
    pairs, checked = atlas.pairs, min(lanes, atlas.book.ground.checked)
    ones, high = _each_lane(1, lanes, checked), _each_lane(1 << 9, lanes, checked)
    symbols = (kept >> np.uint64(1)) & (high - ones)
    symbols |= (symbols & ~(symbols >> np.uint64(1)) & ones) * np.uint64(HIDE_SYMBOL - HIDE)
    ends = np.searchsorted(kept, np.arange(len(atlas.sea) + 1, dtype=np.uint64) << np.uint64(LANE * (lanes - 1) + 3))
    counts = np.diff(ends)[pairs.place]
    before = np.cumsum(counts) - counts
    row = np.arange(int(counts.sum())) + np.repeat(ends[pairs.place] - before, counts)
    differ = symbols[row]
    differ ^= np.repeat(pairs.symbol * ones, counts)
    differ += high - ones  # bit 9 of a lane is set unless its symbol was the move's
    differ &= high
    at = np.flatnonzero(differ == high)
    return Moves(row[at], np.repeat(pairs.goal, counts)[at], np.repeat(pairs.move, counts)[at])


def _backs(atlas: Atlas, kept: Keys, lanes: int) -> Moves:
    """Double backs, one step after the other."""
    checked, kind = min(lanes, atlas.book.ground.checked), kept >> np.uint64(1)
    free = np.flatnonzero((kind >> np.uint64(1)) & ~kind & _each_lane(1, lanes, checked) == 0)
    if not len(free):  # he went back within the last moves, which everybody saw
        return Moves(free, np.zeros(0, dtype=np.int16), np.zeros(0, dtype=np.int16))
    shifts = np.arange(LANE * (lanes - 1) + 3, LANE * (lanes - checked), -LANE, dtype=np.uint64)
    goals = ((kept[free] >> shifts[:, None]) & np.uint64(127)).astype(np.int64)
    steps, at = np.nonzero(atlas.near.ravel()[goals[0] * len(atlas.near) + goals])
    return Moves(free[at], goals[steps, at].astype(np.int16), (steps + 1).astype(np.int16))


def lays(atlas: Atlas, kept: Keys, moves: Moves, lanes: int) -> Bools:
    """Whether each move lays an encounter. Rules HU-ENC-01, HU-ENC-02.

    Three live ones in one place need a teleport among them (a plain move, a hide and a double back occur
    once each in a window), so only the castle has to be counted.
    """
    laid = ~atlas.sea[moves.goal]
    at = np.flatnonzero(moves.goal == atlas.castle)
    if len(at):
        there = (atlas.castle << 3) | 1
        windows = kept[moves.row[at]]
        count = sum((lane(windows, p, lanes) & ~6 == there).astype(np.int64) for p in range(1, lanes + 1))
        laid[at] = count < atlas.book.constants.max_encounters
    return laid


def extend(kept: Keys, moves: Moves, laid: Bools, lanes: int) -> Keys:
    """The windows after the moves, of `lanes` + 1 lanes, in the order of the moves."""
    values = (moves.goal << 3) | (KIND_OF_MOVE[moves.move] << 1) | laid
    return (values.astype(np.uint64) << np.uint64(LANE * lanes)) | kept[moves.row]
