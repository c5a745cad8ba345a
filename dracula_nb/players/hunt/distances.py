"""How many turns a hunter needs from place to place, with the rail steps of his coming rounds."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from dracula_nb.beliefs.hunt.windows import Atlas
from dracula_nb.beliefs.weighted import Bools, Ints

FAR = 12
"""Turns beyond which nothing is told apart; every place of the maps can be reached in fewer."""


@dataclass(frozen=True)
class Distances:
    """Turns between places, by the rail steps that a hunter has in the first of them.

    >>> from dracula_nb.games.hunt import rulebook
    >>> atlas = Atlas(rulebook())
    >>> there = (atlas.ids["Lisbon"], atlas.ids["Vienna"])
    >>> [int(table[there]) for table in Distances(atlas).turns]
    [4, 6, 5, 5]
    """

    atlas: Atlas

    @cached_property
    def turns(self) -> Ints:
        """Shape (rail steps in the first turn, from, to): turns, at most `FAR`; ids start at 1."""
        cycle, size = self.atlas.book.constants.rail_cycle, len(self.atlas.sea)
        steps = [self._within_one_turn(rail).astype(np.int64) for rail in range(cycle)]
        tables = np.full((cycle, size, size), FAR, dtype=np.int64)
        for first in range(cycle):
            reached = np.eye(size, dtype=np.int64)
            tables[first][reached > 0] = 0
            for turn in range(1, FAR):
                reached = np.minimum(reached @ steps[(first + turn - 1) % cycle], 1)
                tables[first][(reached > 0) & (tables[first] == FAR)] = turn
        return tables

    def _within_one_turn(self, rail: int) -> Bools:
        """Shape (from, to): whether a hunter with so many rail steps can end a turn there."""
        table = np.zeros((len(self.atlas.sea),) * 2, dtype=bool)
        for place, at in self.atlas.ids.items():
            table[at, [self.atlas.ids[goal] for goal in self.atlas.book.reach(place, rail)]] = True
        return table

    def of(self, seat: str, round_: int, start: str | tuple[str, ...]) -> Ints:
        """Turns from a place (or places, a row each) to every place id, for a hunter after his turn of a round.

        His rail steps follow his own number. Rules HU-MOVE-04, HU-TURN-06.
        """
        rail = self.atlas.book.rail_steps(seat, round_ + 1)
        ids = self.atlas.ids
        at = ids[start] if isinstance(start, str) else [ids[place] for place in start]
        return np.asarray(self.turns[rail, at], dtype=np.int64)
