"""The stage game of a round, for many positions at once, where Dracula can choose only among the cards that he holds.

A plan of his is an order of the kinds: he plays the first that he holds. Every way of choosing by hand comes to a mix
of such plans, as far as what is played counts. Against a mix of the hunters the best order is by points; so plans are
added one by one until the best answer to the hunters' mix is no better than the plans at hand (column generation).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from dracula_nb.core.errors import SolverError
from dracula_nb.solvers import matrix
from dracula_nb.solvers.trail_fight.decks import KINDS, WHOLE
from dracula_nb.solvers.trail_fight.positions import Bools, Floats, Ints

TOLERANCE = 1e-10
"""Points within which a stage is solved, as a share of its spread and of 1."""
MOST_PLANS = 200
FIRST_PLANS = 8
"""The best plans against this many rows are tried first."""
GRID = 2.0**40
"""Steps in a point that payoffs of plans are rounded to."""


@dataclass(frozen=True)
class Stage:
    """Stage games of one shape.

    `payoff` ``[game, row, kind, target]``, points of the hunters; `row_open` ``[game, row]``; `kind_open`; `deck`, what
    is known of his cards; `within` ``[deck, kinds]``: the chance that he can choose among these only; `first`: kinds
    that he plays first if he can.
    """

    payoff: Floats
    row_open: Bools
    kind_open: Bools
    deck: Ints
    within: Floats
    first: tuple[int, ...] = ()

    def part(self, which: Ints | Bools) -> Stage:
        """Some of the games."""
        parts = (self.payoff[which], self.row_open[which], self.kind_open[which], self.deck[which])
        return Stage(*parts, self.within, self.first)


@dataclass(frozen=True)
class Mixes:
    """Values, and mixes over rows and over (kind, target) of stage games."""

    value: Floats
    row: Floats
    column: Floats


def solve_certain(stage: Stage) -> Mixes:
    """Games in which he can choose any open kind."""
    games, rows, kinds, targets = stage.payoff.shape
    open_ = np.repeat(_allowed(stage), targets, axis=1)
    value, row, column = np.empty(games), np.zeros((games, rows)), np.zeros((games, kinds * targets))
    payoff = stage.payoff.transpose(1, 2, 3, 0).reshape(rows, kinds * targets, games)
    # games with as many open choices are solved together, without the others
    downs, acrosses = stage.row_open.sum(axis=1), open_.sum(axis=1)
    sizes = downs * (open_.shape[1] + 1) + acrosses
    for size in np.unique(sizes):
        at = np.flatnonzero(sizes == size)
        down = np.nonzero(stage.row_open[at])[1].reshape(len(at), -1).T
        across = np.nonzero(open_[at])[1].reshape(len(at), -1).T
        solved = matrix.solve_batch(payoff[down[:, None], across[None], at].transpose(2, 0, 1))
        value[at], row[at, down], column[at, across] = solved.value, solved.row.T, solved.column.T
    return Mixes(value, row, column)


def _allowed(stage: Stage) -> Bools:
    """The open kinds; only the first of a habit where it is open."""
    allowed = stage.kind_open.copy()
    settled = np.zeros(len(allowed), dtype=np.bool_)
    for kind in stage.first:
        now = ~settled & stage.kind_open[:, kind]
        allowed[now] = False
        allowed[now, kind] = True
        settled |= now
    return allowed


def solve_hidden(stage: Stage) -> Mixes:
    """Games in which he can choose only among the kinds of a hand that comes by chance."""
    games, rows, kinds, targets = stage.payoff.shape
    value, row, column = np.empty(games), np.zeros((games, rows)), np.empty((games, kinds * targets))
    open_rows = stage.row_open.sum(axis=1)
    for count in np.unique(open_rows):
        at = np.flatnonzero(open_rows == count)
        down = np.nonzero(stage.row_open[at])[1].reshape(len(at), -1)
        found = _by_plans(stage.payoff[at[:, None], down], stage.part(at))
        value[at], column[at] = found.value, found.column
        row[at[:, None], down] = found.row
    return Mixes(value, row, column)


def _by_plans(payoff: Floats, stage: Stage) -> Mixes:
    """The same where every row of the payoffs is open."""
    games, rows, kinds, targets = payoff.shape
    value, row, column = np.empty(games), np.empty((games, rows)), np.empty((games, kinds * targets))
    left = np.arange(games)
    flat = payoff.reshape(games, rows, kinds * targets)
    first = np.unique(np.linspace(0, rows - 1, FIRST_PLANS).round().astype(np.int64)).tolist()
    plans = np.stack([best_plan(payoff[:, a], stage)[0] for a in first], axis=2)
    for _ in range(MOST_PLANS):
        # rounded to a grid: plans that differ by rounding alone are alike
        table = np.round((flat[left] @ plans) * GRID) / GRID
        solved = matrix.solve_batch(table)
        faced = np.einsum("gr,grkt->gkt", solved.row, payoff[left])
        plan, worth = best_plan(faced, stage.part(left))
        spread = np.maximum(table.max(axis=(1, 2)) - table.min(axis=(1, 2)), 1.0)
        done = solved.value - worth <= TOLERANCE * spread
        at = left[done]
        value[at], row[at] = (solved.value[done] + worth[done]) / 2, solved.row[done]
        column[at] = np.einsum("gcp,gp->gc", plans[done], solved.column[done])
        left, plans = left[~done], np.concatenate([plans[~done], plan[~done][:, :, None]], axis=2)
        if not len(left):
            return Mixes(value, row, column)
    raise SolverError(f"{len(left)} stage games of a fight need more than {MOST_PLANS} plans; expected fewer")


def best_plan(points: Floats, stage: Stage) -> tuple[Floats, Floats]:
    """The best order of the kinds against points ``[game, kind, target]``.

    Returns
    -------
    How likely it is that he plays each (kind, target), and the points that it comes to.
    """
    games, kinds, targets = points.shape
    target = points.argmin(axis=2)
    least = np.take_along_axis(points, target[:, :, None], axis=2)[:, :, 0]
    ranked = least.copy()
    for place, first in enumerate(stage.first):  # a habit comes before all else
        ranked[:, first] = -1e9 + place
    order = ranked.argsort(axis=1, kind="stable")
    lanes = np.arange(games)
    plan = np.zeros((games, kinds, targets))
    seen, before = np.zeros(games, dtype=np.int64), np.zeros(games)
    for place in range(KINDS):
        kind = order[:, place]
        seen |= 1 << kind
        reached = 1.0 - stage.within[stage.deck, WHOLE & ~seen]
        plan[lanes, kind, target[lanes, kind]] = reached - before
        before = reached
    return plan.reshape(games, kinds * targets), (plan.sum(axis=2) * least).sum(axis=1)
