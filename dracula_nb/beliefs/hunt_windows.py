"""Trail windows of hunt as packed integers: one unsigned 64-bit key a world, expanded and merged with NumPy.

A lane of ten bits holds one move: place (7 bits, from 1), kind (2 bits) and whether its encounter lives (1 bit).
The newest move stands in the highest lane, so that dropping the oldest is one shift and keeps equal windows
together. All that the future depends on is in the key; what is public (rounds, hunters, life) is kept beside it.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from dracula_nb.games.hunt.rulebook import Rulebook

Keys = npt.NDArray[np.uint64]
Ints = npt.NDArray[np.int64]
Bools = npt.NDArray[np.bool_]
Floats = npt.NDArray[np.float64]

LANE = 10
MASK = np.uint64((1 << LANE) - 1)
PLAIN, HIDE, BACK, TELEPORT = 0, 1, 2, 3
HIDE_MOVE, TELEPORT_MOVE = 6, 7
"""Codes of a move beside 0 (a plain move) and 1..5 (double backs)."""

KIND_OF_MOVE = np.array([PLAIN, BACK, BACK, BACK, BACK, BACK, HIDE, TELEPORT], dtype=np.int64)


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
    def starts(self) -> Ints:
        """Where Dracula may start."""
        return np.array([self.ids[p] for p in self.book.places if p != self.book.hospital])

    @cached_property
    def near(self) -> Bools:
        """Shape (places + 1, places + 1): whether one move or none joins two places for Dracula."""
        table = np.eye(len(self.ids) + 1, dtype=bool)
        for place, steps in self.book.ground.steps.items():
            table[self.ids[place], [self.ids[q] for q in steps]] = True
        return table

    @cached_property
    def goals(self) -> tuple[Ints, Ints]:
        """Plain goals from each place in compressed rows: (first index, goals); a city is its own goal too."""
        rows = [np.zeros(0, dtype=np.int64)]
        for place in self.book.places:
            own = () if place in self.book.seas else (place,)
            steps = self.book.ground.steps[place]
            rows.append(np.array(sorted(self.ids[q] for q in (*steps, *own)), dtype=np.int64))
        return np.concatenate([[0], np.cumsum([len(row) for row in rows])]), np.concatenate(rows)

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
    goal: Ints
    move: Ints


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


def merge(keys: Keys, weights: Floats) -> tuple[Keys, Floats]:
    """Sum the weights, shape (n, models), of equal neighbours in sorted `keys`."""
    if not len(keys):
        return keys, weights
    first = np.flatnonzero(np.concatenate([[True], keys[1:] != keys[:-1]]))
    if len(first) == len(keys):
        return keys, weights
    return keys[first], np.add.reduceat(weights, first, axis=0)


def sort_and_merge(keys: Keys, weights: Floats) -> tuple[Keys, Floats]:
    """`merge` for keys in any order."""
    order = np.argsort(keys, kind="stable")
    return merge(keys[order], weights[order])


def legal_moves(atlas: Atlas, kept: Keys, lanes: int) -> Moves:
    """The legal moves of windows `kept` of `lanes` lanes, rows in order within each kind of move.

    Rules HU-MOVE-05 to HU-MOVE-13, as `dracula_nb.trail.window.legal_moves` states them for one window.
    """
    checked = [lane(kept, at, lanes) for at in range(1, min(lanes, atlas.book.ground.checked) + 1)]
    here = places(checked[0])
    rows, goals, moves = (
        list(part) for part in zip(_plain_moves(atlas, here, checked), _backs(atlas, here, checked), strict=True)
    )
    hidden = np.logical_or.reduce([kinds(values) == HIDE for values in checked])
    fit = np.flatnonzero(~hidden & ~atlas.sea[here])
    rows, goals, moves = [*rows, fit], [*goals, here[fit]], [*moves, np.full(len(fit), HIDE_MOVE)]
    stuck = np.ones(len(kept), dtype=bool)
    stuck[np.concatenate(rows)] = False
    fit = np.flatnonzero(stuck)
    rows, goals = [*rows, fit], [*goals, np.full(len(fit), atlas.castle)]
    moves.append(np.full(len(fit), TELEPORT_MOVE))
    return Moves(np.concatenate(rows), np.concatenate(goals), np.concatenate(moves))


def _backs(atlas: Atlas, here: Ints, checked: list[Ints]) -> tuple[Ints, Ints, Ints]:
    free = ~np.logical_or.reduce([kinds(values) == BACK for values in checked])
    rows, goals, moves = [], [], []
    for steps, values in enumerate(checked, 1):
        goal = places(values)
        fit = np.flatnonzero(free & (goal > 0) & atlas.near[here, goal])
        rows, goals, moves = [*rows, fit], [*goals, goal[fit]], [*moves, np.full(len(fit), steps)]
    row = np.concatenate(rows)
    order = np.argsort(row, kind="stable")
    return row[order], np.concatenate(goals)[order], np.concatenate(moves)[order]


def _plain_moves(atlas: Atlas, here: Ints, checked: list[Ints]) -> tuple[Ints, Ints, Ints]:
    first, goals = atlas.goals
    counts = first[here + 1] - first[here]
    row = np.repeat(np.arange(len(here)), counts)
    within = np.arange(len(row)) - np.repeat(np.cumsum(counts) - counts, counts)
    goal = goals[first[here[row]] + within]
    allowed = np.ones(len(row), dtype=bool)
    for values in checked:
        allowed &= (values >> 1)[row] != goal << 2
    return row[allowed], goal[allowed], np.zeros(int(allowed.sum()), dtype=np.int64)


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


def extend(kept: Keys, moves: Moves, laid: Bools, lanes: int) -> tuple[Keys, Ints]:
    """The windows after the moves, of `lanes` + 1 lanes and sorted, with the order that sorted them."""
    values = (moves.goal << 3) | (KIND_OF_MOVE[moves.move] << 1) | laid
    order = np.argsort(values.astype(np.uint16), kind="stable")  # NumPy's radix sort; rows keep their order
    keys = (values[order].astype(np.uint64) << np.uint64(LANE * lanes)) | kept[moves.row[order]]
    return keys, order
