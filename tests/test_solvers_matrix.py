"""Matrix games in floats: known answers, laws, degenerate games, sizes of points, bad input, an outside oracle."""

from __future__ import annotations

from dataclasses import FrozenInstanceError
from fractions import Fraction

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import array_shapes, arrays

from dracula_nb.core.errors import SolverError
from dracula_nb.solvers import matrix
from dracula_nb.solvers.matrix.tableaus import Tableaus, maximise

PENNIES = [[1, -1], [-1, 1]]
SCISSORS = [[0, -1, 1], [1, 0, -1], [-1, 1, 0]]
TWO_OPTIMA = [[2, 0, 1, 0, -2], [0, 2, 2, 2, 1], [-1, 0, 1, -1, 2], [0, -1, 0, -2, 1], [-1, 2, -1, -1, 1]]
SADDLE = [[4, 2, 5], [1, 0, 6], [3, 1, -2]]
"""Row 0 is the best reply to column 1, and column 1 to row 0, both strictly."""

unhurried = settings(deadline=None)
small_games = arrays(np.float64, array_shapes(min_dims=2, max_dims=2, max_side=6), elements=st.integers(-3, 3))
games = arrays(
    np.float64,
    array_shapes(min_dims=2, max_dims=2, max_side=6),
    elements=st.floats(-100, 100, allow_subnormal=False).map(lambda x: round(x, 6)),
)


def best_replies(payoff: np.ndarray, solution: matrix.Solution) -> tuple[float, float]:
    """What the column player's best reply to the row mix leaves, and what the row player's best reply wins."""
    return float((solution.row @ payoff).min()), float((payoff @ solution.column).max())


def check(payoff: npt.ArrayLike, solution: matrix.Solution) -> None:
    """The two mixes are probabilities, and each guarantees the value, to rounding."""
    table = np.array(payoff, dtype=float)
    spread = max(float(np.ptp(table)), 1e-300)
    slack = 1e-12 * max(float(np.abs(table).max()), spread)
    for mix, size in zip((solution.row, solution.column), table.shape, strict=True):
        assert mix.shape == (size,)
        assert mix.min() >= 0
        assert mix.sum() == pytest.approx(1, abs=1e-14)
    low, high = best_replies(table, solution)
    assert low - slack <= solution.value <= high + slack
    assert high - low <= 2e-12 * spread + slack
    assert 0 <= solution.gap <= 1e-9 * spread


@pytest.mark.parametrize(
    ("payoff", "value", "row", "column", "unique"),
    [
        (PENNIES, 0, (1 / 2, 1 / 2), (1 / 2, 1 / 2), True),
        (SCISSORS, 0, (1 / 3, 1 / 3, 1 / 3), (1 / 3, 1 / 3, 1 / 3), True),
        (SADDLE, 2, (1, 0, 0), (0, 1, 0), True),
        ([[2, 1], [0, 3]], 3 / 2, (3 / 4, 1 / 4), (1 / 2, 1 / 2), True),
        ([[7]], 7, (1,), (1,), True),
        ([[3, 1, 2]], 1, (1,), (0, 1, 0), True),
        ([[3], [5], [4]], 5, (0, 1, 0), (1,), True),
    ],
)
def test_known_games(payoff, value, row, column, unique):
    solution = matrix.solve(payoff)
    assert solution.value == pytest.approx(value, abs=1e-14)
    assert solution.row == pytest.approx(row, abs=1e-14)
    assert solution.column == pytest.approx(column, abs=1e-14)
    assert solution.unique is unique


@pytest.mark.parametrize(
    ("payoff", "value"),
    [
        (TWO_OPTIMA, 2 / 5),
        ([[0, 0], [0, 0]], 0),
        ([[1, 1], [0, 2]], 1),  # a saddle point that is not strict: column 0 holds row 0 to 1, and so do mixes
        ([[1, 0, 0], [0, 1, 1]], 1 / 2),  # two equal columns
        ([[1, 0], [0, 1], [0, 1]], 1 / 2),  # two equal rows
        ([[5, 5, 6]], 5),
    ],
)
def test_games_with_several_optima_say_so(payoff, value):
    solution = matrix.solve(payoff)
    check(payoff, solution)
    assert solution.value == pytest.approx(value, abs=1e-14)
    assert solution.unique is False


@pytest.mark.parametrize(
    ("payoff", "rows", "columns"),
    [
        ([[1, 1], [1, 0]], 1, 2),  # the row must not leave row 0, the column may do as it likes
        ([[0, 1], [1, 1]], 1, 2),
        ([[2, 0, 1], [0, 2, 1]], 1, 2),  # column 2 is as good as the even mix of the others
        ([[2, 0], [0, 2], [1, 1]], 2, 1),
        ([[2, 0, 1.5], [0, 2, 1.5]], 1, 1),  # column 2 is worse
        ([[1.001, 0], [1, 2]], 1, 1),
    ],
)
def test_one_side_with_a_second_optimum_is_enough(payoff, rows, columns):
    exact = matrix.solve_exact(payoff)
    assert (len(exact.rows), len(exact.columns)) == (rows, columns)
    assert matrix.solve(payoff).unique is (rows == columns == 1)


@unhurried
@given(games)
def test_each_mix_guarantees_the_value(payoff):
    check(payoff, matrix.solve(payoff))


@unhurried
@given(small_games)
def test_degenerate_games_agree_with_fractions(payoff):
    solution, exact = matrix.solve(payoff), matrix.solve_exact(payoff.astype(int))
    check(payoff, solution)
    assert solution.value == pytest.approx(float(exact.value), abs=1e-12)
    assert solution.unique is exact.unique


@unhurried
@given(games, st.integers(-1000, 1000))
def test_adding_to_every_payoff_adds_to_the_value(payoff, more):
    assert matrix.solve(payoff + more).value == pytest.approx(matrix.solve(payoff).value + more, abs=1e-9)


@unhurried
@given(games, st.floats(1e-3, 1e3))
def test_scaling_the_payoffs_scales_the_value(payoff, factor):
    scaled = matrix.solve(payoff * factor)
    assert scaled.value == pytest.approx(matrix.solve(payoff).value * factor, abs=1e-11 * factor * 100)


@unhurried
@given(games)
def test_changing_sides_turns_the_value_over(payoff):
    assert matrix.solve(-payoff.T).value == pytest.approx(-matrix.solve(payoff).value, abs=1e-10)


@unhurried
@given(games)
def test_the_value_lies_between_the_safe_pure_choices(payoff):
    value = matrix.solve(payoff).value
    assert payoff.min(axis=1).max() - 1e-9 <= value <= payoff.max(axis=0).min() + 1e-9


@unhurried
@given(arrays(np.float64, (7, 4, 3), elements=st.integers(-2, 2)))
def test_a_batch_gives_what_each_game_gives_alone(payoffs):
    batch = matrix.solve_batch(payoffs)
    assert len(batch) == 7
    for k, payoff in enumerate(payoffs):
        alone, together = matrix.solve(payoff), batch[k]
        assert together.value == pytest.approx(alone.value, abs=1e-13)
        assert together.row == pytest.approx(alone.row, abs=1e-13)
        assert together.column == pytest.approx(alone.column, abs=1e-13)
        assert together.unique is alone.unique


def test_a_batch_longer_than_a_chunk_keeps_its_order():
    rng = np.random.default_rng(5)
    payoffs = rng.normal(size=(5000, 3, 4))
    batch = matrix.solve_batch(payoffs)
    low = np.einsum("gm,gmn->gn", batch.row, payoffs).min(axis=1)
    high = np.einsum("gmn,gn->gm", payoffs, batch.column).max(axis=1)
    assert np.all(high - low <= 1e-12)
    assert np.all((low - 1e-12 <= batch.value) & (batch.value <= high + 1e-12))
    for k in (0, 2047, 2048, 4999):
        assert batch.value[k] == pytest.approx(matrix.solve(payoffs[k]).value, abs=1e-13)


def test_an_empty_batch_is_answered_by_empty_arrays():
    batch = matrix.solve_batch(np.empty((0, 3, 2)))
    assert (batch.value.shape, batch.row.shape, batch.column.shape) == ((0,), (0, 3), (0, 2))
    assert (batch.gap.shape, batch.unique.shape) == ((0,), (0,))


@pytest.mark.parametrize("size", [1e-300, 1e-6, 1e9, 1e300])
def test_accuracy_does_not_depend_on_the_size_of_the_points(size):
    payoff = np.random.default_rng(2).integers(-9, 10, size=(5, 4)) * size
    exact = matrix.solve_exact(payoff)
    solution = matrix.solve(payoff)
    assert exact.value != 0
    assert abs(Fraction(solution.value) / exact.value - 1) < Fraction(1, 10**13)
    assert solution.gap <= 1e-12 * np.ptp(payoff)


def test_small_differences_on_a_high_level_are_solved_by_their_own_size():
    payoff = 1e6 + np.array([[2.0, 1.0], [0.0, 3.0]]) * 2.0**-20
    solution = matrix.solve(payoff)
    assert solution.row == pytest.approx((3 / 4, 1 / 4), abs=1e-12)
    assert solution.gap <= 1e-12 * 2.0**-20 * 3


@pytest.mark.parametrize("side", [12, 25, 60])
def test_larger_games_of_a_few_whole_numbers(side):
    rng = np.random.default_rng(side)
    for low, high in ((0, 2), (-1, 2), (-9, 10)):
        payoff = rng.integers(low, high, size=(side, side + 3)).astype(float)
        check(payoff, matrix.solve(payoff))


def test_payoffs_of_very_different_sizes_keep_a_narrow_gap():
    rng = np.random.default_rng(7)
    for side in (3, 5, 7):
        payoffs = rng.choice([0, 1, -1, 1e-6, -1e-6, 1e-9, 50, 3e-11], size=(1500, side, side))
        batch = matrix.solve_batch(payoffs)
        spread = np.ptp(payoffs, axis=(1, 2))
        low = np.einsum("gm,gmn->gn", batch.row, payoffs).min(axis=1)
        high = np.einsum("gmn,gn->gm", payoffs, batch.column).max(axis=1)
        assert np.all(high - low <= 1e-11 * spread)
        assert np.all(batch.gap <= 1e-11 * spread)
        for k in np.argsort(batch.gap)[-5:]:
            assert batch.value[k] == pytest.approx(float(matrix.solve_exact(payoffs[k]).value), abs=1e-11 * spread[k])


def test_a_program_on_which_steepest_steps_run_in_a_circle_ends():
    # Marshall and Suurballe's example: the steepest-cost rule comes back to the first tableau after six pivots.
    table = [[0.5, -5.5, -2.5, 9, 0], [0.5, -1.5, -0.5, 1, 0], [1, 0, 0, 0, 1], [-10, 57, 9, 24, 0]]
    tableaus = Tableaus.fresh(np.array(table, dtype=float)[:, :, None])
    maximise(tableaus)
    assert tableaus.cells[-1, -1, 0] == pytest.approx(1, abs=1e-12)
    assert (tableaus.cells[-1, :-1] >= -1e-12).all()


@pytest.mark.parametrize(
    ("payoff", "words"),
    [
        ([[1, 2], [3]], "rows of unequal length"),
        ([], r"shape \(0,\)"),
        ([[]], r"shape \(1, 0\)"),
        ([1, 2], r"shape \(2,\)"),
        ([[1, np.nan]], r"row 0, column 1 \(from 0\) is nan"),
        ([[1], [-np.inf]], r"row 1, column 0 \(from 0\) is -inf"),
        ([[1, "x"]], "entries of type"),
        ([[1j]], "entries of type complex"),
        ([[10**400]], "too large"),
        ([[1e308, -1e308], [0, 0]], "spreads beyond the largest float"),
    ],
)
def test_bad_payoffs_are_named_in_one_line(payoff, words):
    with pytest.raises(SolverError, match=words) as caught:
        matrix.solve(payoff)
    assert "expected" in str(caught.value)
    assert "\n" not in str(caught.value)


def test_each_program_of_a_batch_ends_at_its_own_optimum():
    # Some need no pivot and some very many, so that the batch is packed again and again on the way.
    rng = np.random.default_rng(9)
    cells = np.ones((9, 11, 400))
    cells[:-1, :-1] = rng.integers(1, 4, size=(8, 10, 400)) + rng.random((8, 10, 400)) * (np.arange(400) % 3 > 0)
    cells[-1, :-1] = np.where(np.arange(400) % 5, -1.0, 1.0)
    cells[-1, -1] = 0.0
    together = Tableaus.fresh(cells.copy())
    maximise(together)
    assert together.cells[-1, :-1].min() >= -1e-12
    for k in range(400):
        alone = Tableaus.fresh(cells[:, :, [k]].copy())
        maximise(alone)
        assert np.array_equal(alone.cells[:, :, 0], together.cells[:, :, k])
        assert np.array_equal(alone.basic[:, 0], together.basic[:, k])
        assert np.array_equal(alone.free[:, 0], together.free[:, k])


def test_a_bad_batch_names_the_game():
    payoffs = np.zeros((4, 2, 2))
    payoffs[2, 1, 0] = np.nan
    with pytest.raises(SolverError, match="game 2, row 1, column 0"):
        matrix.solve_batch(payoffs)
    many = np.zeros((5000, 1, 2))
    many[4321] = [[1e308, -1e308]]
    with pytest.raises(SolverError, match="game 4321 "):
        matrix.solve_batch(many)
    with pytest.raises(SolverError, match=r"shape \(2, 2\)"):
        matrix.solve_batch(PENNIES)
    with pytest.raises(SolverError, match=r"shape \(3, 0, 2\)"):
        matrix.solve_batch(np.zeros((3, 0, 2)))


def test_a_gap_that_rounding_leaves_above_the_tolerance_is_an_error():
    payoff = np.random.default_rng(3).normal(size=(8, 8))
    assert matrix.solve(payoff).gap > 0
    with pytest.raises(SolverError, match="game 0"):
        matrix.solve(payoff, tol=1e-25)
    for tol in (0.0, -1.0, np.nan, np.inf):
        with pytest.raises(SolverError, match="tol"):
            matrix.solve(payoff, tol=tol)


def test_solutions_cannot_be_changed():
    solution = matrix.solve(PENNIES)
    with pytest.raises(FrozenInstanceError):
        solution.value = 1.0
    with pytest.raises(ValueError, match="read-only"):
        solution.row[0] = 1.0


def test_solving_leaves_the_payoffs_as_they_were():
    payoffs = np.random.default_rng(4).normal(size=(9, 3, 3))
    before = payoffs.copy()
    matrix.solve_batch(payoffs)
    assert np.array_equal(payoffs, before)
    assert payoffs.flags.writeable


def test_nashpy_finds_the_same_values():
    nashpy = pytest.importorskip("nashpy")
    rng = np.random.default_rng(6)
    for shape in ((2, 2), (3, 5), (5, 5), (6, 4)):
        payoff = rng.integers(-2, 3, size=shape).astype(float)
        row, column = nashpy.Game(payoff).linear_program()
        assert matrix.solve(payoff).value == pytest.approx(row @ payoff @ column, abs=1e-9)
