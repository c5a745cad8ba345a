"""A simplex over many small linear programs at once, in plain NumPy.

Each program is a condensed tableau: m rows of constraints ``a . y <= b`` with ``b >= 0``, one row of costs to push
up to zero, and the right-hand sides as last column. All programs of a batch share one array of shape
(m + 1, n + 1, games), games last, so that each step of a pivot runs over contiguous memory.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]
Bools = npt.NDArray[np.bool_]

COST = 1e-12
"""A cost above minus this counts as settled; payoffs are normalised, so this is far below any tolerance asked for."""

PIVOT = 1e-11
"""A smaller pivot is rounding noise."""

ZERO = 1e-9
"""A cost or a basic variable below this counts as zero where the optimum is searched for others beside it."""

CROWDED = 0.7
"""Below this share of unfinished programs the batch is packed; above it, copying costs more than idle lanes."""


@dataclass(slots=True)
class Tableaus:
    """Condensed tableaus of a batch: `cells` (m + 1, n + 1, games), and which variable each row and column stands for.

    Variables 0 to n - 1 are the ones asked for, n to n + m - 1 the slacks of the rows. `basic` has shape (m, games),
    `free` has shape (n, games).
    """

    cells: Floats
    basic: Ints
    free: Ints

    @classmethod
    def fresh(cls, cells: Floats) -> Tableaus:
        """Tableaus whose basis is the slacks."""
        rows, columns, games = cells.shape[0] - 1, cells.shape[1] - 1, cells.shape[2]
        free = np.repeat(np.arange(columns)[:, None], games, axis=1)
        basic = np.repeat(np.arange(columns, columns + rows)[:, None], games, axis=1)
        return cls(cells, basic, free)

    def take(self, lanes: Ints) -> Tableaus:
        """A copy of the programs at `lanes`."""
        # np.take keeps the games last in memory, which indexing does not promise.
        return Tableaus(
            np.take(self.cells, lanes, axis=-1), np.take(self.basic, lanes, axis=-1), np.take(self.free, lanes, axis=-1)
        )

    def put(self, lanes: Ints, part: Tableaus) -> None:
        """Write `part` back at `lanes`."""
        self.cells[:, :, lanes] = part.cells
        self.basic[:, lanes] = part.basic
        self.free[:, lanes] = part.free


def pivot(tableaus: Tableaus, leaving: Ints, entering: Ints, moving: Bools) -> None:
    """Exchange row `leaving` and column `entering` of each program that is `moving`; the others stay as they are."""
    cells, games = tableaus.cells, tableaus.cells.shape[2]
    width, lanes, flat = cells.shape[1], np.arange(games), cells.reshape(-1)
    column_at = (np.arange(cells.shape[0]) * (width * games))[:, None] + (entering * games + lanes)
    row_at = (np.arange(width) * games)[:, None] + (leaving * (width * games) + lanes)
    column, row = flat[column_at], flat[row_at]
    still = ~moving
    # Row and column are cleared first, so that one outer product fills them as well; idle lanes get theirs back.
    flat[column_at] = column * still
    flat[row_at] = row * still
    centre = np.where(moving, column[leaving, lanes], 1.0)
    row /= centre
    row[entering, lanes] = 1.0 / centre
    column[leaving, lanes] = -1.0
    column *= moving
    for index in range(cells.shape[0]):
        cells[index] -= column[index] * row
    left, entered = tableaus.basic[leaving, lanes], tableaus.free[entering, lanes]
    tableaus.basic[leaving, lanes] = np.where(moving, entered, left)
    tableaus.free[entering, lanes] = np.where(moving, left, entered)


def choose(tableaus: Tableaus, careful: bool) -> tuple[Ints, Ints, Bools]:
    """Which row leaves and which column enters each program, and which programs still move.

    The steepest cost enters. When `careful`, the lowest variable enters and the lowest one leaves among equal
    ratios (Bland's rule): slower, and it cannot run in a circle.
    """
    cells = tableaus.cells
    costs, lanes = cells[-1, :-1], np.arange(cells.shape[2])
    if careful:
        beyond = len(tableaus.basic) + len(tableaus.free)
        entering = np.where(costs < -COST, tableaus.free, beyond).argmin(axis=0)
    else:
        entering = costs.argmin(axis=0)
    column = cells[:-1, entering, lanes]
    usable = column > PIVOT
    ratios = np.where(usable, np.maximum(cells[:-1, -1], 0.0) / np.where(usable, column, 1.0), np.inf)
    if careful:
        tied = usable & (ratios <= ratios.min(axis=0) * (1 + COST) + COST)
        leaving = np.where(tied, tableaus.basic, beyond).argmin(axis=0)
    else:
        leaving = ratios.argmin(axis=0)
    return leaving, entering, (costs[entering, lanes] < -COST) & usable[leaving, lanes]


def maximise(tableaus: Tableaus) -> None:
    """Pivot every program to its optimum, in place.

    Steepest steps first, Bland's rule once a program has had more of them than it should need. A program that
    rounding keeps busy beyond all reason is left as it is: callers check what they get.
    """
    size = len(tableaus.basic) + len(tableaus.free)
    patience, limit = 20 + 4 * size, 200 + 50 * size
    lanes = np.arange(tableaus.cells.shape[2])
    work = tableaus
    for step in range(limit):
        leaving, entering, moving = choose(work, careful=step >= patience)
        count = int(np.count_nonzero(moving))
        if count == 0:
            break
        if count < CROWDED * len(lanes):
            if work is not tableaus:
                tableaus.put(lanes, work)
            kept = np.flatnonzero(moving)
            lanes, work = lanes[kept], work.take(kept)
            leaving, entering, moving = leaving[kept], entering[kept], moving[kept]
        pivot(work, leaving, entering, moving)
    if work is not tableaus:
        tableaus.put(lanes, work)


def other_optimum(tableaus: Tableaus) -> Bools:
    """Of optimal tableaus, those whose program has a second optimum (shape (games,)).

    Only variables of cost zero can grow without loss. Their sum is maximised with all others held at zero: where it
    stays zero, every way out is blocked by a basic variable that is zero already, and the optimum is alone.
    """
    costs, sides = tableaus.cells[-1, :-1], tableaus.cells[:-1, -1]
    loose = np.abs(costs) <= ZERO
    answer: Bools = np.zeros(costs.shape[1], dtype=np.bool_)
    lanes = np.flatnonzero(loose.any(axis=0))
    # Nothing blocks where no basic variable is zero: then a loose variable can grow.
    blocked = (sides[:, lanes] <= ZERO).any(axis=0)
    answer[lanes[~blocked]] = True
    lanes = lanes[blocked]
    if len(lanes):
        cells = np.take(tableaus.cells, lanes, axis=-1)
        cells[:, :-1] *= loose[None, :, lanes]
        cells[-1, :-1] = -1.0 * loose[:, lanes]
        cells[:-1, -1] = np.where(cells[:-1, -1] <= ZERO, 0.0, cells[:-1, -1])
        cells[-1, -1] = 0.0
        work = Tableaus.fresh(cells)
        maximise(work)
        answer[lanes] = work.cells[-1, -1] > ZERO
    return answer


def mirrored(tableaus: Tableaus) -> Tableaus:
    """The dual programs in the same form: constraints turned over and negated, costs and right-hand sides exchanged."""
    cells = -tableaus.cells.transpose(1, 0, 2)
    cells[:-1, -1] *= -1.0
    cells[-1, :-1] *= -1.0
    return Tableaus.fresh(np.ascontiguousarray(cells))


def weights(tableaus: Tableaus) -> tuple[Floats, Floats]:
    """Solutions of the dual and of the program, shapes (m, games) and (n, games), as they stand in the tableaus."""
    rows, games = tableaus.basic.shape
    columns = len(tableaus.free)
    lanes = np.arange(games)
    values, duals = np.zeros((rows + columns, games)), np.zeros((rows + columns, games))
    values[tableaus.basic, lanes] = tableaus.cells[:-1, -1]
    duals[tableaus.free, lanes] = tableaus.cells[-1, :-1]
    return duals[columns:], values[:columns]
