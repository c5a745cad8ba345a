"""A bootstrap particle filter for hunt as one would write it in NumPy, as the peer of the exact filter.

Each particle is a trail, a row of six small integers. It moves at random among its legal moves, dies where a clue
denies it, and the living are drawn again to full number. Where all die there is nothing to draw from: that clue is
passed over, and counted.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from dracula_nb.beliefs.hunt.clues import DraculaTurn, HunterTurn
from dracula_nb.beliefs.hunt.filter import HuntFilter
from dracula_nb.beliefs.hunt.table import placed_with
from dracula_nb.beliefs.hunt.windows import BACK, HIDE, HIDE_MOVE, KIND_OF_MOVE, TELEPORT_MOVE, Atlas, Moves, Shorts
from dracula_nb.beliefs.weighted import Bools, Ints
from dracula_nb.games.hunt.turns import DRACULA, TRAP, VAMPIRE


def goals_of(atlas: Atlas) -> Shorts:
    """Plain goals from each place, shape (places + 1, most of them), 0 where there are no more."""
    rows = [atlas.pairs.goal[(atlas.pairs.place == at) & (atlas.pairs.move == 0)] for at in range(len(atlas.sea))]
    table = np.zeros((len(rows), max(map(len, rows))), dtype=np.int16)
    for at, row in enumerate(rows):
        table[at, : len(row)] = row
    return table


@dataclass
class ParticleFilter(HuntFilter):
    """`number` particles in the place of all windows; the model is uniform."""

    number: int = 10_000
    rng: np.random.Generator = field(default_factory=lambda: np.random.default_rng(7))
    deaths: int = 0

    def __post_init__(self) -> None:
        super().__post_init__()
        self.trails = np.zeros((self.number, self.lanes), dtype=np.int16)  # newest first, lanes as in windows
        self.weights = np.full((self.number, 1), 1.0 / self.number)
        self.goals = goals_of(self.atlas)

    def lane(self, position: int) -> Ints:
        """The move at a position of every particle."""
        return self.trails[:, position - 1].astype(np.int64)

    def mask(self, keep: Bools) -> bool:
        """Draw again from the particles that agree."""
        at = np.flatnonzero(keep)
        if not len(at):
            self.deaths += 1
        elif len(at) < self.number:
            self.trails = self.trails[at[self.rng.integers(0, len(at), self.number)]]
        return True

    def _met(self, turn: HunterTurn, life: int) -> Bools | None:
        place = self.atlas.ids[turn.place]
        if self.atlas.sea[place]:
            return np.ones(self.number, dtype=bool)
        there = self.trails >> 3 == place
        lying = there & (self.trails & 1 == 1)
        vampires = self._vampires()
        traps, count = lying[:, ~vampires].sum(axis=1), turn.words.count(TRAP)
        if life <= self.atlas.book.constants.hunter_loss_trap * count:
            return np.asarray(traps >= count)
        vampire = lying[:, vampires].any(axis=1)
        return (traps == count) & (vampire == (VAMPIRE in turn.words)) & (there[:, 0] == (DRACULA in turn.words))

    def _vampires(self) -> Bools:
        return np.array([self._laid_at(position) == VAMPIRE for position in range(1, self.lanes + 1)])

    def _clear(self, turn: HunterTurn) -> None:
        place, left = self.atlas.ids[turn.place], np.full(self.number, turn.words.count(TRAP))
        for column in range(self.lanes - 1, -1, -1) if TRAP in turn.words or VAMPIRE in turn.words else ():
            there = (self.trails[:, column] >> 3 == place) & (self.trails[:, column] & 1 == 1)
            there &= (VAMPIRE in turn.words) if self._vampires()[column] else left > 0
            left -= there
            self.trails[:, column] -= there

    def _not_visited(self, turn: HunterTurn, seen: set[int]) -> bool:
        if not turn.words:
            return True
        public = placed_with(self.table, seen)
        dark = [at for at, placed in enumerate(public) if not placed and at + 1 not in seen]
        return self.mask(~(self.trails[:, dark] >> 3 == self.atlas.ids[turn.place]).any(axis=1))

    def _expand(self, turn: DraculaTurn) -> bool:
        moves = self._drawn() if self.table.trail else self._started()
        there = (self.trails[:, :-1] >> 3 == moves.goal[:, None]) & (self.trails[:, :-1] & 1 == 1)
        laid = ~self.atlas.sea[moves.goal] & (there.sum(axis=1) < self.atlas.book.constants.max_encounters)
        self.trails[:, 1:] = self.trails[:, :-1].copy()
        self.trails[:, 0] = (moves.goal << 3) | (KIND_OF_MOVE[moves.move] << 1) | laid
        return self.mask(self._looks(turn, moves) & (laid == bool(turn.laid)))

    def _started(self) -> Moves:
        starts = self.atlas.starts
        at = self.rng.integers(0, len(starts.row), self.number)
        return Moves(np.arange(self.number), starts.goal[at], starts.move[at])

    def _drawn(self) -> Moves:
        """One legal move of each particle, each alike."""
        checked = self.atlas.book.ground.checked
        symbols, kinds = self.trails[:, :checked] >> 1, self.trails[:, :checked] >> 1 & 3
        here, back = self.trails[:, 0] >> 3, self.trails[:, :checked] >> 3
        plain = self.goals[here]
        free = (plain > 0) & ~(symbols[:, None, :] == (plain << 2)[:, :, None]).any(axis=2)
        may_back = (back > 0) & self.atlas.near[here[:, None], back] & ~(kinds == BACK).any(axis=1)[:, None]
        may_hide = ~self.atlas.sea[here] & ~(kinds == HIDE).any(axis=1)
        allowed = np.concatenate([free, may_back, may_hide[:, None]], axis=1)
        wanted = (self.rng.random(self.number) * allowed.sum(axis=1)).astype(np.int64)
        chosen = (np.cumsum(allowed, axis=1) > wanted[:, None]).argmax(axis=1)
        rows = np.arange(self.number)
        goal = np.concatenate([plain, back, here[:, None]], axis=1)[rows, chosen]
        codes = np.array([0] * plain.shape[1] + [*range(1, checked + 1), HIDE_MOVE], dtype=np.int16)
        stuck = ~allowed.any(axis=1)
        goal[stuck] = self.atlas.castle
        return Moves(rows, goal, np.where(stuck, np.int16(TELEPORT_MOVE), codes[chosen]))
