"""What a model of Dracula thinks of every choice of a set of windows, without writing all of them down.

A model knows of a window only where he is, so that it is asked once for each way from each place; a window's total is
that of its place less the ways that its own trail bars.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from dracula_nb.beliefs.fury_trail.windows import (
    DARK_S,
    FEED_S,
    HIDE_S,
    PLAIN,
    WOLF,
    Atlas,
    Hand,
    Moves,
    Spots,
    choices,
    holds,
    is_place,
    joined,
    lane,
)
from dracula_nb.beliefs.models import Context, Model
from dracula_nb.beliefs.weighted import Bools, Floats
from dracula_nb.trail.hideouts import LENGTH

STAYS = (HIDE_S, DARK_S, FEED_S)
CARDS = (PLAIN, WOLF, *STAYS)
SAFE = 1e-3
"""A difference smaller than this part of what it is taken from is worked out as a sum instead."""


@dataclass(frozen=True)
class Liking:
    """Weights of choices by place, each first without Misdirect and then with it; the last of the columns counts.

    `ways[card]` (`PLAIN`, `WOLF`), shape (2, places, places, members + 1); `stays[symbol]`, shape (2, places,
    members + 1), is 0 where a power cannot be played in the place.
    """

    ways: dict[int, Floats]
    stays: dict[int, Floats]

    @classmethod
    def of(cls, atlas: Atlas, model: Model, context: tuple[tuple[int, ...], Floats], hand: Hand) -> Liking:
        """Ask the model; `context`: where hunters are, and where they believe him to be."""
        places = np.arange(len(atlas.sea))
        parts = [
            Moves.of(np.repeat(places, np.diff(links.first)), links.goal, card, freed)
            for freed in (0, 1)
            for card, links in zip((PLAIN, WOLF), atlas.ways(hand.barred), strict=True)
        ]
        parts += [
            Moves.of(places[able], places[able].astype(np.uint8), card, freed)
            for freed in (0, 1)
            for card, able in atlas.stays.items()
        ]
        moves, asked = joined(parts), Context(atlas, *context, places)
        found: Any = model(moves, asked)
        found = np.concatenate([found, np.ones((len(found), 1))], axis=1)
        size, columns = len(places), found.shape[1]
        ways = {card: np.zeros((2, size, size, columns)) for card in (PLAIN, WOLF)}
        stays = {card: np.zeros((2, size, columns)) for card in STAYS}
        for card in CARDS:
            at = moves.card == card
            if card in ways:
                ways[card][moves.freed[at], moves.row[at], moves.goal[at]] = found[at]
            else:
                stays[card][moves.freed[at], moves.row[at]] = found[at]
        return cls(ways, stays)

    @property
    def indifferent(self) -> bool:
        """Whether Misdirect makes no difference."""
        return all(np.array_equal(table[0], table[1]) for table in (*self.ways.values(), *self.stays.values()))

    def each(self, spots: Spots, moves: Moves) -> Floats:
        """Weight of each choice, shape (moves, members + 1)."""
        place, freed = spots.place[moves.row], (moves.freed > 0).astype(np.int64)
        found = np.zeros((len(moves.row), self.ways[PLAIN].shape[-1]))
        for card in CARDS:
            at = np.flatnonzero(moves.card == card)
            if card in self.ways:
                found[at] = self.ways[card][freed[at], place[at], moves.goal[at]]
            else:
                found[at] = self.stays[card][freed[at], place[at]]
        return found


def totals(atlas: Atlas, spots: Spots, liking: Liking) -> Floats:
    """Weight of all choices of each window, shape (windows, members + 1); the last column is their number."""
    times = spots.may.sum(axis=0)
    found, unsafe, freed = _open(spots, liking, 0)
    if times.any():
        again, doubtful = found, unsafe
        if not liking.indifferent:
            again, doubtful, freed = _open(spots, liking, 1)
        found, unsafe = found + again * times[:, None] + freed, unsafe | doubtful
    if unsafe.any():
        rows = np.flatnonzero(unsafe)
        found[rows] = summed(atlas, spots.where(rows), liking)
    return found


def _open(spots: Spots, liking: Liking, with_misdirect: int) -> tuple[Floats, Bools, Floats]:
    """The weight of what a window's trail does not bar, where rounding may have spoilt it, and what Misdirect frees."""
    table = liking.ways[PLAIN][with_misdirect] + (liking.ways[WOLF][with_misdirect] if spots.hand.wolf else 0.0)
    size, flat = len(table), table.reshape(len(table) ** 2, -1)
    whole = np.take(table.sum(axis=1), spots.place, axis=0)
    found, freed, barred = whole.copy(), np.zeros_like(whole), np.empty_like(whole)
    for at in range(2, LENGTH + 1):
        values = lane(spots.keys, at)
        values *= is_place(values)
        np.take(flat, spots.place.astype(np.intp) * size + values, axis=0, out=barred, mode="clip")
        found -= barred
        barred *= spots.may[at - 1][:, None]
        freed += barred
    found[found[:, -1] == 0] = 0.0
    unsafe = np.asarray(((found < SAFE * whole) & (found[:, -1:] > 0)).any(axis=1), dtype=np.bool_)
    for card in STAYS:
        if card != DARK_S or spots.hand.dark:
            stays = np.take(liking.stays[card][with_misdirect], spots.place, axis=0, out=barred, mode="clip")
            stays *= ~holds(spots.keys, card)[:, None]
            found += stays
    return found, unsafe, freed


def summed(atlas: Atlas, spots: Spots, liking: Liking) -> Floats:
    """`totals` by writing down every choice."""
    found = np.zeros((len(spots.keys), liking.ways[PLAIN].shape[-1]))
    for misdirect in (0, *range(2, LENGTH + 1)):
        for card in CARDS:
            moves = choices(atlas, spots, card, misdirect)
            np.add.at(found, moves.row, liking.each(spots, moves))
    return found
