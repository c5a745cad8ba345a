"""Matrix games in fractions: every extreme optimal strategy against enumeration, known answers, input kept exact."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dracula_nb.core.errors import SolverError
from dracula_nb.solvers import matrix
from dracula_nb.solvers.matrix.extremes import extreme_rays
from dracula_nb.solvers.matrix.integers import integer_optimum

unhurried = settings(deadline=None)
F = Fraction
TWO_OPTIMA = [[2, 0, 1, 0, -2], [0, 2, 2, 2, 1], [-1, 0, 1, -1, 2], [0, -1, 0, -2, 1], [-1, 2, -1, -1, 1]]


def fractions(text: str) -> tuple[Fraction, ...]:
    return tuple(Fraction(word) for word in text.split())


@st.composite
def integer_games(draw: st.DrawFn, side: int, size: int) -> list[list[int]]:
    rows, columns = draw(st.integers(1, side)), draw(st.integers(1, side))
    entry = st.integers(-size, size)
    return draw(st.lists(st.lists(entry, min_size=columns, max_size=columns), min_size=rows, max_size=rows))


def solved(square: list[list[Fraction]]) -> list[Fraction] | None:
    """The x with ``square x = (1, ..., 1)``, or None where the square has no inverse (Gauss-Jordan)."""
    size = len(square)
    lines = [[*line, F(1)] for line in square]
    for at in range(size):
        found = next((k for k in range(at, size) if lines[k][at]), None)
        if found is None:
            return None
        lines[at], lines[found] = lines[found], lines[at]
        lines[at] = [x / lines[at][at] for x in lines[at]]
        for k in range(size):
            if k != at:
                lines[k] = [x - lines[k][at] * y for x, y in zip(lines[k], lines[at], strict=True)]
    return [line[size] for line in lines]


def by_kernels(payoff: list[list[int]]) -> tuple[Fraction, list[tuple[Fraction, ...]], list[tuple[Fraction, ...]]]:
    """Value and extreme optimal strategies from all square parts of the matrix (Shapley and Snow, 1950)."""
    lift = 1 - min(map(min, payoff))
    table = [[F(x + lift) for x in line] for line in payoff]
    rows, columns, values = set(), set(), set()
    for size in range(1, min(len(table), len(table[0])) + 1):
        for down in combinations(range(len(table)), size):
            for across in combinations(range(len(table[0])), size):
                part = [[table[i][j] for j in across] for i in down]
                right, left = solved(part), solved([list(line) for line in zip(*part, strict=True)])
                if right is None or left is None or min(right + left) < 0:
                    continue
                value = 1 / sum(right)
                row, column = [F(0)] * len(table), [F(0)] * len(table[0])
                for at, weight in zip(down, left, strict=True):
                    row[at] = weight * value
                for at, weight in zip(across, right, strict=True):
                    column[at] = weight * value
                least = min(sum(p * line[j] for p, line in zip(row, table, strict=True)) for j in range(len(column)))
                most = max(sum(p * x for p, x in zip(column, line, strict=True)) for line in table)
                if least == most == value:
                    rows.add(tuple(row))
                    columns.add(tuple(column))
                    values.add(value)
    (value,) = values
    return value - lift, sorted(rows, reverse=True), sorted(columns, reverse=True)


def check_extremes(payoff: list[list[int]]) -> None:
    value, rows, columns = by_kernels(payoff)
    solution = matrix.solve_exact(payoff)
    assert solution.value == value
    assert solution.rows == tuple(rows)
    assert solution.columns == tuple(columns)
    assert solution.gap == 0
    assert solution.unique == (len(rows) == len(columns) == 1)


def test_the_game_with_two_row_optima():
    solution = matrix.solve_exact(TWO_OPTIMA)
    assert solution.value == F(2, 5)
    assert solution.rows == (fractions("1/5 4/5 0 0 0"), fractions("1/5 1/2 0 3/10 0"))
    assert solution.columns == (fractions("3/5 0 0 0 2/5"),)
    assert solution.row == solution.rows[0]
    assert solution.column == solution.columns[0]
    assert solution.unique is False


@pytest.mark.parametrize(
    ("payoff", "value", "rows", "columns"),
    [
        ([[1, -1], [-1, 1]], 0, ["1/2 1/2"], ["1/2 1/2"]),
        ([[0, -1, 1], [1, 0, -1], [-1, 1, 0]], 0, ["1/3 1/3 1/3"], ["1/3 1/3 1/3"]),
        ([[4, 2, 5], [1, 0, 6], [3, 1, -2]], 2, ["1 0 0"], ["0 1 0"]),
        ([[0, 0], [0, 0]], 0, ["1 0", "0 1"], ["1 0", "0 1"]),
        ([[2, 0, 1], [0, 2, 1]], 1, ["1/2 1/2"], ["1/2 1/2 0", "0 0 1"]),
        ([[1, 1], [0, 2]], 1, ["1 0"], ["1 0", "1/2 1/2"]),
        ([[-7]], -7, ["1"], ["1"]),
    ],
)
def test_known_games(payoff, value, rows, columns):
    solution = matrix.solve_exact(payoff)
    assert solution.value == value
    assert solution.rows == tuple(map(fractions, rows))
    assert solution.columns == tuple(map(fractions, columns))
    assert solution.unique is (len(rows) == len(columns) == 1)


@settings(max_examples=150, deadline=None)
@given(integer_games(4, 2))
def test_all_extreme_optima_of_small_games(payoff):
    check_extremes(payoff)


@unhurried
@given(integer_games(5, 2))
def test_the_last_tableau_tells_whether_the_optimum_is_alone(payoff):
    lift = 1 - min(map(min, payoff))
    best = integer_optimum([[x + lift for x in line] for line in payoff])
    assert best.alone == matrix.solve_exact(payoff).unique


@pytest.mark.slow
@settings(max_examples=150, deadline=None)
@given(integer_games(6, 2))
def test_all_extreme_optima_of_larger_games(payoff):
    check_extremes(payoff)


@unhurried
@given(integer_games(4, 5))
def test_floats_agree(payoff):
    exact, near = matrix.solve_exact(payoff), matrix.solve(payoff)
    assert near.value == pytest.approx(float(exact.value), abs=1e-9)
    assert near.unique is exact.unique
    if exact.unique:
        assert near.row == pytest.approx([float(p) for p in exact.row], abs=1e-9)
        assert near.column == pytest.approx([float(p) for p in exact.column], abs=1e-9)


@pytest.mark.slow
def test_floats_agree_on_larger_games():
    rng = np.random.default_rng(8)
    for size in (1, 3, 20):
        for shape in ((5, 5), (5, 9), (9, 5), (12, 12)):
            payoffs = rng.integers(-size, size + 1, size=(15, *shape))
            batch = matrix.solve_batch(payoffs)
            for k, payoff in enumerate(payoffs):
                exact = matrix.solve_exact(payoff)
                assert exact.gap == 0
                assert batch.value[k] == pytest.approx(float(exact.value), abs=1e-9)
                assert batch[k].unique is exact.unique


@unhurried
@given(integer_games(4, 3), st.fractions(F(1, 9), 9, max_denominator=9), st.fractions(-9, 9, max_denominator=9))
def test_scale_and_level_change_the_value_alone(payoff, factor, level):
    plain = matrix.solve_exact(payoff)
    moved = matrix.solve_exact([[x * factor + level for x in line] for line in payoff])
    assert moved.value == plain.value * factor + level
    assert (moved.rows, moved.columns) == (plain.rows, plain.columns)


@unhurried
@given(integer_games(4, 3))
def test_changing_sides_exchanges_the_strategies(payoff):
    plain = matrix.solve_exact(payoff)
    turned = matrix.solve_exact([[-x for x in column] for column in zip(*payoff, strict=True)])
    assert turned.value == -plain.value
    assert (turned.rows, turned.columns) == (plain.columns, plain.rows)


@pytest.mark.parametrize(
    "cell", [3, F(1, 3), Decimal("0.1"), 0.1, np.int64(2**62), np.uint8(200), np.float32(0.1), 10**30, True]
)
def test_numbers_are_taken_as_they_are(cell):
    kept = F(cell.item() if isinstance(cell, np.generic) else cell)
    solution = matrix.solve_exact([[cell, 0], [0, cell]])
    assert type(solution.value) is Fraction
    assert solution.value == kept / 2


def test_arrays_are_taken_by_their_entries():
    assert matrix.solve_exact(np.array([[2**62, 0], [0, 2**62]])).value == 2**61
    assert matrix.solve_exact(np.array([[F(1, 3), F(0)], [F(0), F(1, 3)]], dtype=object)).value == F(1, 6)


@pytest.mark.parametrize(
    ("payoff", "words"),
    [
        ([], "empty"),
        ([[]], "empty"),
        ([1, 2], "not rows of numbers"),
        (7, "not rows of numbers"),
        ([[1, 2], [3]], r"row 1 \(from 0\) has 1 entries"),
        ([[1, float("nan")]], r"row 0, column 1 \(from 0\) is nan"),
        ([[1], [float("inf")]], r"row 1, column 0 \(from 0\) is inf"),
        ([[Decimal("NaN")]], "NaN"),
        ([[1, "2"]], "is '2'"),
        ([[1j]], "is 1j"),
        (np.zeros((2, 2, 2)), r"row 0, column 0 \(from 0\) is"),
    ],
)
def test_bad_payoffs_are_named_in_one_line(payoff, words):
    with pytest.raises(SolverError, match=words) as caught:
        matrix.solve_exact(payoff)
    assert "expected" in str(caught.value)
    assert "\n" not in str(caught.value)


def test_opposite_corners_of_a_square_are_no_neighbours():
    # The rays of x + y = z + w take one of x, y and one of z, w: the corners of a square.
    corners = extreme_rays(4, [(1, 1, -1, -1)], [])
    assert corners == ((0, 1, 0, 1), (0, 1, 1, 0), (1, 0, 0, 1), (1, 0, 1, 0))
    # A cut that keeps two of them meets two edges. It also meets both diagonals, at (1, 1, 1, 1), which is no corner.
    cut = extreme_rays(4, [(1, 1, -1, -1)], [(3, -2, 1, -2)])
    assert cut == ((1, 0, 0, 1), (1, 0, 1, 0), (1, 4, 5, 0), (4, 1, 0, 5))


def test_conditions_that_leave_nothing_leave_no_ray():
    assert extreme_rays(2, [(1, 1)], []) == ()
    assert extreme_rays(2, [], [(-1, 0), (0, -1)]) == ()
