"""Matrix games in floats: `solve` for one, `solve_batch` for many of one shape."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from functools import partial

import numpy as np
import numpy.typing as npt

from dracula_nb.core.errors import SolverError
from dracula_nb.solvers.matrix.integers import integer_optimum, whole_numbers
from dracula_nb.solvers.matrix.tableaus import (
    Bools,
    Floats,
    Ints,
    Tableaus,
    degenerate,
    maximise,
    pivot,
    weights,
)

CACHE = 1 << 17
"""Cells of a chunk of tableaus that are pivoted together: one megabyte, which stays in the processor's cache."""

ROUGH = 1e-14
"""A gap wider than this share of the spread is worth a second look: the mixes are worked out again from the basis."""

BROKEN = 1e-12
"""A gap still wider than this shows a wrong basis: the game is solved in integers, unless it is too large for that."""

SMALL = 400
"""The most payoffs that a game to be solved in integers may have."""


@dataclass(frozen=True, slots=True, eq=False)
class Solution:
    """Value and optimal mixed strategies of one matrix game.

    Attributes
    ----------
    value
        What the row player wins on average when both play well, in points.
    row, column
        Probabilities, shapes (m,) and (n,), read-only, each >= 0 and summing to 1.
    gap
        What the best replies to `row` and `column` win over each other, in points: the value is known this well.
    unique
        Whether each side has this optimal strategy only. Probabilities and losses of the choices left out that are
        below about a billionth (of 1, of the payoffs' spread) count as zero, and a zero makes an optimum not unique.
    """

    value: float
    row: Floats
    column: Floats
    gap: float
    unique: bool


@dataclass(frozen=True, slots=True, eq=False)
class BatchSolution:
    """Solutions of many matrix games of one shape, as read-only arrays with the game as first axis.

    `value`, `gap` and `unique` have shape (games,), `row` (games, m), `column` (games, n); what they mean stands
    at `Solution`. ``batch[k]`` is the `Solution` of game k.
    """

    value: Floats
    row: Floats
    column: Floats
    gap: Floats
    unique: Bools

    def __len__(self) -> int:
        return len(self.value)

    def __getitem__(self, index: int) -> Solution:
        return Solution(
            float(self.value[index]),
            self.row[index],
            self.column[index],
            float(self.gap[index]),
            bool(self.unique[index]),
        )


def solve(payoff: npt.ArrayLike, *, tol: float = 1e-9) -> Solution:
    """Solve a two-player zero-sum matrix game by linear programming.

    Parameters
    ----------
    payoff
        Shape (m, n), points won by the row player; finite.
    tol
        Largest gap allowed, as a share of the spread between the largest and the smallest payoff.

    Returns
    -------
    Value in points; `row` shape (m,), `column` shape (n,), each >= 0 and summing to 1; `gap` <= tol x spread, worked
    out from the two strategies alone. Usually it is near 1e-16 of the spread.

    Raises
    ------
    SolverError
        The payoffs are not a finite matrix, or rounding kept the gap above `tol`.

    Examples
    --------
    >>> hide_or_run = solve([[2, 0], [0, 2]])
    >>> round(hide_or_run.value, 9), hide_or_run.row.round(9).tolist(), hide_or_run.unique
    (1.0, [0.5, 0.5], True)
    >>> solve([[3, 1], [4, 2]]).row.tolist()
    [0.0, 1.0]

    References
    ----------
    Shoham & Leyton-Brown (2009), section 4.1.
    """
    matrix = _checked(payoff, 2, "a matrix")
    return _solve_all(matrix[None], tol)[0]


def solve_batch(payoffs: npt.ArrayLike, *, tol: float = 1e-9) -> BatchSolution:
    """Solve many two-player zero-sum matrix games of one shape at once.

    Parameters
    ----------
    payoffs
        Shape (games, m, n), points won by the row player; finite. No game at all is allowed.
    tol
        As in `solve`, for each game by its own spread.

    Returns
    -------
    Arrays with one entry a game; each game's answer is that of `solve`.

    Raises
    ------
    SolverError
        The payoffs are not finite matrices of one shape, or rounding kept a gap above `tol`.

    Examples
    --------
    >>> batch = solve_batch([[[1, -1], [-1, 1]], [[3, 1], [4, 2]]])
    >>> batch.value.tolist(), batch.row.round(9).tolist()
    ([0.0, 2.0], [[0.5, 0.5], [0.0, 1.0]])
    >>> batch[1].unique
    True

    Notes
    -----
    Each game is brought to payoffs from 0 to 1 first, so accuracy does not depend on the size of the points. Games
    with a saddle point need no pivot, and their value is that payoff itself. Time
    a game is least from some hundred games on.
    """
    return _solve_all(_checked(payoffs, 3, "a batch of matrices"), tol)


def _checked(payoff: npt.ArrayLike, dimensions: int, wanted: str) -> Floats:
    """The payoffs as floats, or the error that says what is wrong and where."""
    shape = "(m, n)" if dimensions == 2 else "(games, m, n)"
    expected = f"expected {wanted} of finite numbers, shape {shape}"
    try:
        raw = np.asarray(payoff)
        if raw.dtype.kind not in "biufO":
            raise SolverError(f"payoff: entries of type {raw.dtype}; {expected}")
        array: Floats = raw.astype(np.float64, copy=False)
    except OverflowError as error:
        raise SolverError(f"payoff: an entry is too large for a float; {expected}") from error
    except (TypeError, ValueError) as error:
        if isinstance(error, SolverError):
            raise
        raise SolverError(f"payoff: rows of unequal length, or an entry that is no number; {expected}") from error
    if array.ndim != dimensions or 0 in array.shape[-2:]:
        raise SolverError(f"payoff: shape {array.shape}; {expected}, with m and n at least 1")
    if not np.isfinite(array).all():
        place = tuple(int(at) for at in np.argwhere(~np.isfinite(array))[0])
        names = ("game", "row", "column")[-dimensions:]
        where = ", ".join(f"{name} {at}" for name, at in zip(names, place, strict=True))
        raise SolverError(f"payoff: {where} (from 0) is {array[place]}; {expected}")
    return array


def _solve_all(payoffs: Floats, tol: float) -> BatchSolution:
    if not 0 < tol < np.inf:
        raise SolverError(f"tol: {tol}; expected a positive finite number")
    games, rows, columns = payoffs.shape
    row, column = np.empty((games, rows)), np.empty((games, columns))
    value, gap = np.empty(games), np.empty(games)
    unique = np.empty(games, dtype=np.bool_)
    size = min(2048, max(64, CACHE // ((rows + 1) * (columns + 1))))
    for start in range(0, games, size):
        part = slice(start, min(start + size, games))
        # One chunk at a time, games last: everything the pivots touch stays in the cache.
        matrices = np.ascontiguousarray(payoffs[part].transpose(1, 2, 0))
        solved = _solve_chunk(matrices, tol, start)
        value[part], gap[part], unique[part] = solved.value, solved.gap, solved.unique
        row[part], column[part] = solved.row.T, solved.column.T
    for array in (value, row, column, gap, unique):
        array.setflags(write=False)
    return BatchSolution(value, row, column, gap, unique)


def _solve_chunk(matrices: Floats, tol: float, start: int) -> BatchSolution:
    """The answers of one chunk, games as last axis throughout."""
    lowest = matrices.min(axis=(0, 1))
    with np.errstate(over="ignore"):
        spread = matrices.max(axis=(0, 1)) - lowest
    if not np.isfinite(spread).all():
        game = start + int(np.argmin(np.isfinite(spread)))
        raise SolverError(f"payoff: game {game} (from 0) spreads beyond the largest float; expected smaller payoffs")
    level = (matrices - lowest) / np.where(spread > 0, spread, 1.0)
    pure_row, pure_column, saddle, unique = _saddles(matrices)
    lanes = np.arange(matrices.shape[2])
    row, column = _pure(pure_row, len(matrices)), _pure(pure_column, matrices.shape[1])
    floor = level[pure_row, pure_column, lanes]
    ceiling = floor.copy()
    mixed = np.flatnonzero(~saddle)
    if len(mixed):
        solved = _simplex(level[:, :, mixed], pure_column[mixed])
        row[:, mixed], column[:, mixed], floor[mixed], ceiling[mixed], unique[mixed] = solved
    width = np.maximum(ceiling - floor, 0.0)
    if not (width <= tol).all():
        game = start + int(np.argmax(~(width <= tol)))
        raise SolverError(f"payoff: game {game} (from 0) is solved to {width.max():.1e} of its spread; expected {tol}")
    value = np.where(saddle, matrices[pure_row, pure_column, lanes], lowest + spread * ((floor + ceiling) / 2))
    return BatchSolution(value, row, column, spread * width, unique)


def _saddles(matrices: Floats) -> tuple[Ints, Ints, Bools, Bools]:
    """Per game the row and column that are safest, whether they make a saddle point, and a strict one.

    Strict means: each entry beside it is worse for whoever would go there. A saddle point is the only optimum exactly
    where it is strict.
    """
    least, most = matrices.min(axis=1), matrices.max(axis=0)
    row, column = least.argmax(axis=0), most.argmin(axis=0)
    lanes = np.arange(matrices.shape[2])
    safe = least[row, lanes]
    saddle = safe == most[column, lanes]
    rivals = (safe >= matrices[row, :, lanes].T).sum(axis=0) + (matrices[:, column, lanes] >= safe).sum(axis=0)
    return row, column, saddle, saddle & (rivals == 2)


def _guarantees(level: Floats, row: Floats, column: Floats) -> tuple[Floats, Floats]:
    """What each game's row mix wins at least, and what its column mix gives away at most."""
    return (level * row[:, None]).sum(axis=0).min(axis=0), (level * column[None]).sum(axis=1).max(axis=0)


def _pure(chosen: Ints, size: int) -> Floats:
    strategies = np.zeros((size, len(chosen)))
    strategies[chosen, np.arange(len(chosen))] = 1.0
    return strategies


def _simplex(level: Floats, first: Ints) -> tuple[Floats, Floats, Floats, Floats, Bools]:
    """Mixes of games with payoffs from 0 to 1, what they win at least and give at most, and whether they are alone.

    With all payoffs raised by 1 the column player looks for y >= 0 of the largest sum such that no row wins more
    than 1; divided by that sum it is an optimal mix, and so is the dual for the row player. `first` is the column
    that enters first: the one with the smallest worst case is a good start.
    """
    rows, columns, games = level.shape
    cells = np.empty((rows + 1, columns + 1, games))
    np.add(level, 1.0, out=cells[:-1, :-1])
    cells[:-1, -1], cells[-1, :-1], cells[-1, -1] = 1.0, -1.0, 0.0
    tableaus = Tableaus.fresh(cells)
    leaving = cells[:-1, first, np.arange(games)].argmax(axis=0)
    pivot(tableaus, leaving, first, np.ones(games, dtype=np.bool_))
    maximise(tableaus)
    row, column = (_shares(part) for part in weights(tableaus))
    floor, ceiling = _guarantees(level, row, column)
    unique = ~degenerate(tableaus)
    for game in np.flatnonzero(~(ceiling - floor <= ROUGH)):
        one, found = level[:, :, [game]], (row[:, [game]], column[:, [game]])
        again = _polished(one[:, :, 0] + 1.0, tableaus.free[:, game], tableaus.basic[:, game])
        found = min(found, again, key=partial(_width, one))
        if _width(one, found) > BROKEN and rows * columns <= SMALL:
            found, unique[game] = _by_integers(one[:, :, 0])
        row[:, [game]], column[:, [game]] = found
        floor[[game]], ceiling[[game]] = _guarantees(one, *found)
    return row, column, floor, ceiling, unique


def _width(level: Floats, mixes: tuple[Floats, Floats]) -> float:
    """The gap of one game's mixes, infinite where they are not even numbers."""
    floor, ceiling = _guarantees(level, *mixes)
    return float(np.nan_to_num(ceiling - floor, nan=np.inf)[0])


def _shares(parts: Floats) -> Floats:
    positive = np.maximum(parts, 0.0)
    with np.errstate(invalid="ignore"):  # where nothing is left, the gap shows it
        shares: Floats = positive / positive.sum(axis=0)
    return shares


def _polished(raised: Floats, free: Ints, basic: Ints) -> tuple[Floats, Floats]:
    """The mixes of one game, shapes (m, 1) and (n, 1), worked out again from its last basis.

    Small pivots on the way spoil what a tableau holds, but hardly ever which variables it ends with. Those give
    equations between the rows and the columns in use, and elimination with row exchanges solves them as well as
    floats allow. Where the equations have no single solution the mixes are nan.
    """
    rows, columns = raised.shape
    down, across = free[free >= columns] - columns, basic[basic < columns]
    part, ones = raised[np.ix_(down, across)], np.ones(len(down))
    row, column = np.zeros((rows, 1)), np.zeros((columns, 1))
    with suppress(np.linalg.LinAlgError):
        row[down, 0], column[across, 0] = np.linalg.solve(part.T, ones), np.linalg.solve(part, ones)
    return _shares(row), _shares(column)


def _by_integers(level: Floats) -> tuple[tuple[Floats, Floats], bool]:
    """The mixes of one game in which payoffs of very different sizes lead floats astray, and whether they are alone."""
    whole, _, _ = whole_numbers([[Fraction(cell) for cell in line] for line in level.tolist()])
    best = integer_optimum(whole)
    row, column = (np.array([[float(Fraction(w, sum(mix)))] for w in mix]) for mix in (best.row, best.column))
    return (_shares(row), _shares(column)), best.alone
