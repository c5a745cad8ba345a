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
"""A cost or a right-hand side below this counts as zero when asking whether an optimum is alone."""

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
    column, row = flat.take(column_at), flat.take(row_at)
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


def degenerate(tableaus: Tableaus) -> Bools:
    """Of optimal tableaus, those with a zero among the costs or the right-hand sides (shape (games,)).

    These are exactly the programs of which they or their dual have a second optimum: there is always a pair of optima
    in which of each variable and its partner in the dual one is above zero (Goldman and Tucker, 1956). Where that pair
    is the only one, the costs and the right-hand sides show it, and none is zero.
    """
    costs, sides = tableaus.cells[-1, :-1], tableaus.cells[:-1, -1]
    nearest: Floats = np.minimum(costs.min(axis=0), sides.min(axis=0))
    return nearest <= ZERO


def weights(tableaus: Tableaus) -> tuple[Floats, Floats]:
    """Solutions of the dual and of the program, shapes (m, games) and (n, games), as they stand in the tableaus."""
    rows, games = tableaus.basic.shape
    columns = len(tableaus.free)
    lanes = np.arange(games)
    values, duals = np.zeros((rows + columns, games)), np.zeros((rows + columns, games))
    values[tableaus.basic, lanes] = tableaus.cells[:-1, -1]
    duals[tableaus.free, lanes] = tableaus.cells[-1, :-1]
    return duals[columns:], values[:columns]
