"""A mix as a recipe for a die: which faces stand for which choice, and what rounding to faces costs."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations, pairwise
from math import comb

import numpy as np

from dracula_nb.solvers.trail_fight.positions import Floats
from dracula_nb.solvers.trail_fight.stage import Stage, best_plan

MOST_RECIPES = 20_000
"""Ways to share out the faces that are compared; beyond it rarer choices are left out."""


@dataclass(frozen=True)
class Recipe:
    """A die with so many `sides`: `faces` for each choice, the most first.

    `cost` is what the hunters give away by it in points, if Dracula knows it and all play well from the next round on.
    """

    sides: int
    faces: dict[str, int]
    cost: float


def recipe(stage: Stage, names: list[str], mix: Floats, sides: int) -> Recipe:
    """The best die for a stage game: of all ways to share out the faces among the choices of a mix.

    Parameters
    ----------
    stage
        One game.
    mix
        An optimal mix of the rows, which `names` name.
    """
    used = np.flatnonzero(mix > 0)
    used = used[np.argsort(-mix[used], kind="stable")]
    while _ways(len(used), sides) > MOST_RECIPES:
        used = used[:-1]
    dice = np.array(list(_shares(len(used), sides)))
    mixes = np.zeros((len(dice), len(mix)))
    mixes[:, used] = dice / sides
    worth = guaranteed(stage, mixes)
    best = int(worth.argmax())
    faces = {names[row]: int(n) for row, n in zip(used, dice[best], strict=True) if n}
    ranked = dict(sorted(faces.items(), key=lambda pair: -pair[1]))
    return Recipe(sides, ranked, max(0.0, float(guaranteed(stage, mix[None])[0] - worth[best])))


def guaranteed(stage: Stage, mixes: Floats) -> Floats:
    """What mixes of the rows win at least in one stage game."""
    points = np.einsum("gr,rkt->gkt", mixes, stage.payoff[0])
    worth: Floats = best_plan(points, stage.part(np.zeros(len(mixes), dtype=np.int64)))[1]
    return worth


def _ways(parts: int, sides: int) -> int:
    return comb(sides + parts - 1, parts - 1)


def _shares(parts: int, sides: int) -> Iterator[tuple[int, ...]]:
    """Every way to share out faces: bars between them."""
    for bars in combinations(range(sides + parts - 1), parts - 1):
        edges = (-1, *bars, sides + parts - 1)
        yield tuple(b - a - 1 for a, b in pairwise(edges))
