"""One optimum of a matrix game of positive integers, by a simplex that never leaves the integers."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import lcm


@dataclass(frozen=True, slots=True)
class IntegerOptimum:
    """An optimal mix of each side and the value, without fractions.

    `row` and `column` are to be divided by their sums, the value is ``over / under``. `alone` says that neither side
    has another optimum: nothing in the last tableau is zero.
    """

    row: list[int]
    column: list[int]
    over: int
    under: int
    alone: bool


def whole_numbers(payoffs: list[list[Fraction]]) -> tuple[list[list[int]], int, int]:
    """The payoffs times a scale plus a lift, whole and at least 1 each; then the scale and the lift.

    >>> whole_numbers([[Fraction(1, 2), Fraction(-1)]])
    ([[4, 1]], 2, 3)
    """
    scale = lcm(*(cell.denominator for line in payoffs for cell in line))
    whole = [[int(cell * scale) for cell in line] for line in payoffs]
    lift = 1 - min(map(min, whole))
    return [[cell + lift for cell in line] for line in whole], scale, lift


def integer_optimum(payoffs: list[list[int]]) -> IntegerOptimum:
    """One optimum of a game of positive integers.

    The column player looks for ``y >= 0`` of the largest sum such that no row wins more than 1: its optimum is the
    mix divided by the value. The condensed tableau is kept as integers over one common denominator, the latest
    pivot, by which every new entry divides without remainder.

    >>> integer_optimum([[3, 1], [1, 3]])
    IntegerOptimum(row=[2, 2], column=[2, 2], over=8, under=4, alone=True)
    """
    rows, columns = len(payoffs), len(payoffs[0])
    cells = [[*line, 1] for line in payoffs]
    cells.append([-1] * columns + [0])
    free, basic = list(range(columns)), list(range(columns, columns + rows))
    over = 1
    # Bland's rule: of all that may enter or leave, the variable of the lowest number. It cannot run in a circle.
    while gains := [c for c in range(columns) if cells[rows][c] < 0]:
        entering = min(gains, key=free.__getitem__)
        leaving = _blocking(cells, basic, entering)
        over = _exchange(cells, leaving, entering, over)
        basic[leaving], free[entering] = free[entering], basic[leaving]
    values, duals = [0] * (rows + columns), [0] * (rows + columns)
    for at, variable in enumerate(basic):
        values[variable] = cells[at][columns]
    for at, variable in enumerate(free):
        duals[variable] = cells[rows][at]
    alone = all(cells[rows][:columns]) and all(line[columns] for line in cells)
    return IntegerOptimum(duals[columns:], values[:columns], over, cells[rows][columns], alone)


def _blocking(cells: list[list[int]], basic: list[int], entering: int) -> int:
    """The row whose basic variable reaches zero first; of several the lowest variable."""
    best = -1
    for at, variable in enumerate(basic):
        line = cells[at]
        if line[entering] <= 0:
            continue
        if best < 0:
            best = at
            continue
        ahead = line[-1] * cells[best][entering] - cells[best][-1] * line[entering]
        if ahead < 0 or (ahead == 0 and variable < basic[best]):
            best = at
    # Payoffs are positive, so each column of the first tableau is bounded, and with it the whole program.
    return best


def _exchange(cells: list[list[int]], leaving: int, entering: int, over: int) -> int:
    """Pivot in place; returns the new common denominator."""
    source = cells[leaving]
    centre = source[entering]
    for at, line in enumerate(cells):
        if at == leaving:
            continue
        factor = line[entering]
        cells[at] = [(centre * x - factor * y) // over for x, y in zip(line, source, strict=True)]
        cells[at][entering] = -factor
    source[entering] = over
    return centre
