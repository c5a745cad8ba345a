"""Matrix games in exact fractions, with every extreme optimal strategy of both sides."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from math import isfinite
from numbers import Rational
from typing import Any

import numpy as np
import numpy.typing as npt

from dracula_nb.core.errors import SolverError
from dracula_nb.solvers.matrix.extremes import extreme_rays
from dracula_nb.solvers.matrix.integers import integer_optimum, whole_numbers

Mix = tuple[Fraction, ...]
Exactable = Sequence[Sequence[int | float | Fraction | Decimal]] | npt.NDArray[Any]


@dataclass(frozen=True, slots=True)
class ExactSolution:
    """Exact value and all extreme optimal strategies of one matrix game.

    Attributes
    ----------
    value
        What the row player wins on average when both play well, in points.
    rows, columns
        Every extreme optimal strategy, largest first entries first. The optimal strategies of a side are exactly the
        mixtures of these.
    gap
        What the best replies to `row` and `column` win over each other: 0.
    """

    value: Fraction
    rows: tuple[Mix, ...]
    columns: tuple[Mix, ...]
    gap: Fraction

    @property
    def row(self) -> Mix:
        """The first of `rows`."""
        return self.rows[0]

    @property
    def column(self) -> Mix:
        """The first of `columns`."""
        return self.columns[0]

    @property
    def unique(self) -> bool:
        """Whether each side has one optimal strategy only."""
        return len(self.rows) == len(self.columns) == 1


def solve_exact(payoff: Exactable) -> ExactSolution:
    """Solve a two-player zero-sum matrix game in fractions.

    Parameters
    ----------
    payoff
        m rows of n numbers, points won by the row player. Integers, fractions and decimals are taken as they are, a
        float as the binary fraction it is.

    Returns
    -------
    Exact value and every extreme optimal strategy of both sides; `unique` where there is one each.

    Raises
    ------
    SolverError
        The payoffs are not a matrix of finite numbers.

    Examples
    --------
    >>> game = solve_exact([[1, 0, 0], [0, 1, 1]])
    >>> game.value, game.unique
    (Fraction(1, 2), False)
    >>> [[str(p) for p in column] for column in game.columns]
    [['1/2', '1/2', '0'], ['1/2', '0', '1/2']]

    Notes
    -----
    A simplex in integers (Bland's rule, so no game runs in a circle) gives the value and one optimum; the optimal
    strategies of a side are then the solutions of linear inequalities, and the double description method lists
    their corners. There can be very many corners where most strategies are optimal in a large game.
    """
    matrix = _checked(payoff)
    whole, scale, lift = whole_numbers(matrix)
    best = integer_optimum(whole)
    # What each cell wins over the value, in whole numbers of one scale.
    surplus = [[cell * best.under - best.over for cell in row] for row in whole]
    rows = _optimal([list(column) for column in zip(*surplus, strict=True)], best.row, best.column)
    columns = _optimal([[-cell for cell in row] for row in surplus], best.column, best.row)
    floor = min(_dot(rows[0], column) for column in zip(*matrix, strict=True))
    ceiling = max(_dot(columns[0], row) for row in matrix)
    return ExactSolution((Fraction(best.over, best.under) - lift) / scale, rows, columns, ceiling - floor)


def _optimal(surplus: list[list[int]], own: list[int], other: list[int]) -> tuple[Mix, ...]:
    """The extreme mixes of one side that win at least the value against everything.

    `surplus` has one line for each choice of the other side: what each own choice wins there over the value. `own`
    and `other` are one optimal mix of each side, in any scale.

    What wins less than the value against an optimal mix is in no optimal mix; what an optimal mix of the other side
    uses, every optimal mix holds to exactly the value. That leaves few choices and many equations.
    """
    kept = [
        k for k in range(len(own)) if sum(line[k] * weight for line, weight in zip(surplus, other, strict=True)) == 0
    ]
    lines = [[line[k] for k in kept] for line in surplus]
    equations = [line for line, weight in zip(lines, other, strict=True) if weight]
    others = [line for line, weight in zip(lines, other, strict=True) if not weight]
    mixes = []
    for ray in extreme_rays(len(kept), equations, others):
        total = sum(ray)
        mix = [Fraction(0)] * len(own)
        for k, weight in zip(kept, ray, strict=True):
            mix[k] = Fraction(weight, total)
        mixes.append(tuple(mix))
    return tuple(sorted(mixes, reverse=True))


def _dot(mix: Mix, payoffs: Iterable[Fraction]) -> Fraction:
    return sum((p * x for p, x in zip(mix, payoffs, strict=True)), Fraction(0))


def _checked(payoff: Exactable) -> list[list[Fraction]]:
    """The payoffs as fractions, or the error that says what is wrong and where."""
    expected = "expected m rows of n finite numbers, m and n at least 1"
    raw: Any = np.asarray(payoff) if hasattr(payoff, "__array__") else payoff
    try:
        lines = [list(line) for line in raw]
    except TypeError as error:
        raise SolverError(f"payoff: not rows of numbers; {expected}") from error
    if not lines or not lines[0]:
        raise SolverError(f"payoff: empty; {expected}")
    for at, line in enumerate(lines):
        if len(line) != len(lines[0]):
            raise SolverError(
                f"payoff: row {at} (from 0) has {len(line)} entries, row 0 has {len(lines[0])}; {expected}"
            )
    return [
        [_fraction(cell, f"payoff: row {at}, column {to} (from 0)", expected) for to, cell in enumerate(line)]
        for at, line in enumerate(lines)
    ]


def _fraction(cell: Any, where: str, expected: str) -> Fraction:
    # NumPy's integers pass for rational numbers but would overflow inside a Fraction.
    number = cell.item() if isinstance(cell, np.generic) else cell
    if not isinstance(number, (Rational, Decimal, float)) or not isfinite(number):
        raise SolverError(f"{where} is {number!r}; {expected}")
    return Fraction(number)
