"""A bootstrap particle filter for hunt in NumPy, as the peer of the exact filter: many trails instead of all.

Each particle is one window; it moves at random by the model, dies where a clue denies it, and the living are drawn
again to full number. Where all die there is nothing to draw from: that clue is passed over, and counted.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from dracula_nb.beliefs.hunt_clues import DraculaTurn, HunterTurn
from dracula_nb.beliefs.hunt_filter import HuntFilter
from dracula_nb.beliefs.hunt_windows import LANE, Bools, Moves, extend, lays, legal_moves


@dataclass
class ParticleFilter(HuntFilter):
    """`HuntFilter` with `number` particles in the place of all windows; the model is uniform."""

    number: int = 10_000
    rng: np.random.Generator = field(default_factory=lambda: np.random.default_rng(7))
    deaths: int = 0

    def __post_init__(self) -> None:
        super().__post_init__()
        self.keys = np.zeros(self.number, dtype=np.uint64)
        self.weights = np.full((self.number, 1), 1.0 / self.number)

    def mask(self, keep: Bools) -> bool:
        """Draw again from the particles that agree."""
        at = np.flatnonzero(keep)
        if not len(at):
            self.deaths += 1
        elif len(at) < self.number:
            self.keys = self.keys[np.sort(at[self.rng.integers(0, len(at), self.number)])]
        return True

    def _expand(self, turn: DraculaTurn) -> bool:
        lanes, kept = self.lanes - 1, self.keys >> np.uint64(LANE)
        if not self.table.trail:
            starts = self.atlas.starts
            chosen = self.rng.integers(0, len(starts.row), self.number)
            moves = Moves(np.arange(self.number), starts.goal[chosen], starts.move[chosen])
        else:
            moves = self._drawn(legal_moves(self.atlas, kept, lanes))
        laid = lays(self.atlas, kept, moves, lanes)
        fits = self._looks(turn, moves) & (laid == bool(turn.laid))
        keys = extend(kept, moves, laid, lanes)
        order = np.argsort(keys)
        self.keys = keys[order]
        return self.mask(fits[order])

    def _drawn(self, moves: Moves) -> Moves:
        """One move of each particle, each alike."""
        order = np.argsort(moves.row, kind="stable")
        counts = np.bincount(moves.row, minlength=self.number)
        first = np.cumsum(counts) - counts
        at = order[first + (self.rng.random(self.number) * counts).astype(np.int64)]
        return Moves(np.arange(self.number), moves.goal[at], moves.move[at])

    def _clear(self, turn: HunterTurn) -> None:
        super()._clear(turn)  # merges equal particles; here they are set apart again
        counts = np.rint(self.weights[:, 0] * self.number).astype(np.int64)
        self.keys = np.repeat(self.keys, counts)
        self.weights = np.full((self.number, 1), 1.0 / self.number)
