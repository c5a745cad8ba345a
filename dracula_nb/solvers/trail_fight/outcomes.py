"""How a fight ends under the mixes of a table: every ending with its chance."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial

import numpy as np

from dracula_nb.solvers.trail_fight.backward import After, Solved, Table, later
from dracula_nb.solvers.trail_fight.positions import Bools, Floats, Ints
from dracula_nb.solvers.trail_fight.rounds import Branch, Group, branches, numbers

LEAST = 1e-14
"""Chances below this are rounding."""
REASONS = (
    *("Dracula defeated", "hunters defeated", "bite", "hunters escape", "Dracula escapes", "both escape"),
    *("six rounds", "goes on"),
)
"""How a fight can end; ``goes on``: beyond the rounds that were worked out."""


@dataclass(frozen=True, slots=True)
class Ending:
    """One way in which a fight ends, by what it came to; losses and bites of all hunters together.

    `reason` is one of `REASONS`; `defeated` counts hunters.
    """

    reason: str
    rounds: int
    dracula_loss: int
    hunter_loss: int
    bites: int
    defeated: int


@dataclass(frozen=True)
class Tracks:
    """Ways through a fight: the place of its position in the round, what it came to so far, and its chance.

    `came_to` ``[track, :]``: Dracula's loss, the hunters' loss, bites, hunters defeated.
    """

    at: Ints
    came_to: Ints
    chance: Floats


def endings(table: Table) -> dict[Ending, float]:
    """Every ending of a fight from its start, with its chance."""
    first = table.model.fight.round
    tracks = Tracks(np.array([0]), np.zeros((1, 4), dtype=np.int64), np.ones(1))
    found: dict[Ending, float] = {}
    for here, coming in zip(table.rounds, (*table.rounds[1:], None), strict=True):
        after = None if coming is None else coming.after(table.model.scale(first + 1).size)
        going: list[tuple[Ints, Ints, Floats]] = []
        for solved in here.solved:
            for branch, group, mine in _taken(solved, tracks, after):
                _end(found, branch, group, mine)
                if after is not None:
                    going.extend(_go_on(branch, group, mine, after))
                else:
                    _cut(found, branch, group, mine)
        tracks = _joined(going)
        first += 1
    return found


def _taken(solved: Solved, tracks: Tracks, after: After | None) -> Iterator[tuple[Branch, Group, Tracks]]:
    """Each row and column that is played with some chance, in the positions where the tracks are."""
    inside = np.isin(tracks.at, solved.places)
    mine = Tracks(tracks.at[inside], tracks.came_to[inside], tracks.chance[inside])
    at = np.searchsorted(solved.places, mine.at)
    for row_at, row in enumerate(solved.group.rows):
        for column_at, column in enumerate(solved.group.columns):
            chance = mine.chance * solved.mixes.row[at, row_at] * solved.mixes.column[at, column_at]
            some = np.flatnonzero(chance > LEAST)
            if not len(some):
                continue
            group = solved.group.part(at[some])
            tracks_here = Tracks(mine.at[some], mine.came_to[some], chance[some])
            for branch in branches(group, row, column, partial(later, group, after=after)):
                yield branch, group, tracks_here


def _came_to(branch: Branch, tracks: Tracks) -> Ints:
    taken = branch.taken
    bites = np.full(len(tracks.at), int(taken.bitten))
    now = [taken.dracula_loss, taken.hunter_loss, bites, taken.falls.astype(np.int64)]
    came_to: Ints = tracks.came_to + np.stack(now, axis=1)
    return came_to


def _note(found: dict[Ending, float], round_: int, reason: Ints, came_to: Ints, chance: Floats) -> None:
    lines, place = np.unique(np.column_stack([reason, came_to]), axis=0, return_inverse=True)
    for (why, *line), p in zip(lines.tolist(), np.bincount(place.ravel(), chance).tolist(), strict=True):
        ending = Ending(REASONS[why], round_, *line)
        found[ending] = found.get(ending, 0.0) + p


def _end(found: dict[Ending, float], branch: Branch, group: Group, tracks: Tracks) -> None:
    ended = branch.here & ~branch.taken.on
    if ended.any():
        reason = _reasons(branch)
        _note(found, group.round, reason[ended], _came_to(branch, tracks)[ended], tracks.chance[ended])


def _reasons(branch: Branch) -> Ints:
    """Why the fight ends in each position where it does."""
    taken, effect = branch.taken, branch.effect
    nobody: Bools = (taken.after.hand == 0).all(axis=1)
    escape = "both escape" if effect.escaped and any(effect.gone) else "hunters escape"
    if effect.escaped and not any(effect.gone):
        escape = "Dracula escapes"
    fell = nobody & taken.falls
    cases: list[tuple[Bools, str]] = [
        (taken.after.health == 0, "Dracula defeated"),
        (fell, "hunters defeated"),
        (np.full(len(nobody), effect.over == "bite"), "bite"),
        (nobody | (effect.over == "escape"), escape),
    ]
    return np.select([case for case, _ in cases], [REASONS.index(why) for _, why in cases], REASONS.index("six rounds"))


def _cut(found: dict[Ending, float], branch: Branch, group: Group, tracks: Tracks) -> None:
    on = branch.here & branch.taken.on
    if on.any():
        why = np.full(int(on.sum()), REASONS.index("goes on"))
        _note(found, group.round, why, _came_to(branch, tracks)[on], tracks.chance[on])


def _go_on(branch: Branch, group: Group, tracks: Tracks, after: After) -> Iterator[tuple[Ints, Ints, Floats]]:
    scale = group.model.scale(group.round + 1)
    came_to, chances = _came_to(branch, tracks), branch.taken.chances
    coming = list(numbers(branch.taken, scale))
    if branch.taken.chosen:
        worth = np.where(chances > 0, np.stack([after.at(number) for number in coming], axis=1), np.inf)
        chances = np.eye(len(coming))[worth.argmin(axis=1)]
    for which, number in enumerate(coming):
        some = branch.here & branch.taken.on & (chances[:, which] > 0)
        if some.any():
            places = np.searchsorted(after.numbers, number[some])
            yield places, came_to[some], (tracks.chance * chances[:, which])[some]


def _joined(going: list[tuple[Ints, Ints, Floats]]) -> Tracks:
    """Tracks that came to the same, as one."""
    if not going:
        return Tracks(np.zeros(0, dtype=np.int64), np.zeros((0, 4), dtype=np.int64), np.zeros(0))
    at, came_to, chance = (np.concatenate(part) for part in zip(*going, strict=True))
    lines, place = np.unique(np.column_stack([at, came_to]), axis=0, return_inverse=True)
    return Tracks(lines[:, 0], lines[:, 1:], np.bincount(place.ravel(), chance).astype(np.float64))
