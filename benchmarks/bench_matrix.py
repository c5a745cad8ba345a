"""Matrix games of 5x7 in one batch, against the same games one by one in other solvers, in the same run.

``ratios()`` gives the table's rows; ``pytest benchmarks/bench_matrix.py`` times the parts. Nothing timed is asserted.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib.util import find_spec
from statistics import median
from time import process_time
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from dracula_nb.solvers import matrix

Floats = npt.NDArray[np.float64]

GAMES = 20_000
SAMPLE = 300
"""Games that the slow solvers are really given; times are compared per game."""


def payoffs(games: int = GAMES) -> Floats:
    """Random games of 5x7 with real payoffs."""
    return np.random.default_rng(1987).normal(size=(games, 5, 7))


def highs_value(payoff: Floats) -> float:
    """The value by scipy's HiGHS: the row player's mix and what it guarantees, as one linear program."""
    from scipy.optimize import linprog

    rows, columns = payoff.shape
    result = linprog(
        c=[0.0] * rows + [-1.0],
        A_ub=np.hstack([-payoff.T, np.ones((columns, 1))]),
        b_ub=np.zeros(columns),
        A_eq=[[1.0] * rows + [0.0]],
        b_eq=[1.0],
        bounds=[(0, None)] * rows + [(None, None)],
        method="highs",
    )
    return float(-result.fun)


def quantecon_value(payoff: Floats) -> float:
    """The value by QuantEcon's compiled minmax."""
    from quantecon.optimize import minmax

    return float(minmax(payoff)[0])


PEERS: dict[str, tuple[str, Callable[[Floats], float], float]] = {
    "scipy HiGHS, one by one": ("scipy", highs_value, 300),
    "QuantEcon minmax, one by one": ("quantecon", quantecon_value, 1),
}
"""Name of the peer: what must be installed, how it finds a value, and how many times faster the batch is to be."""


def _seconds_a_game(work: Callable[[], object], games: int, repeats: int) -> float:
    work()  # imports and compilation are not what is compared
    times = []
    for _ in range(repeats):
        start = process_time()
        work()
        times.append(process_time() - start)
    return median(times) / games


def ratios() -> list[dict[str, Any]]:
    """One row for each peer: work, against, ratio, at_least; ratio is None, with a reason, where there is none."""
    table = payoffs()
    ours = _seconds_a_game(lambda: matrix.solve_batch(table), GAMES, 7)
    rows: list[dict[str, Any]] = []
    for against, (package, value, at_least) in PEERS.items():
        row: dict[str, Any] = {"work": "5x7 matrix games in batches", "against": against, "at_least": at_least}
        if find_spec(package) is None:
            rows.append(row | {"ratio": None, "reason": f"{package} is not installed"})
            continue
        sample = SAMPLE if package == "scipy" else GAMES
        theirs = _seconds_a_game(lambda n=sample, f=value: [f(game) for game in table[:n]], sample, 3)
        rows.append(row | {"ratio": theirs / ours})
    return rows


@pytest.mark.parametrize("against", PEERS)
def test_one_by_one(benchmark: Any, against: str) -> None:
    package, value, _ = PEERS[against]
    pytest.importorskip(package)
    table = payoffs(SAMPLE)
    values = benchmark(lambda: [value(game) for game in table])
    assert values == pytest.approx(matrix.solve_batch(table).value, abs=1e-9)


def test_in_batches(benchmark: Any) -> None:
    table = payoffs()
    solution = benchmark(matrix.solve_batch, table)
    assert solution.gap.max() <= 1e-9


if __name__ == "__main__":
    for line in ratios():
        figure = line["reason"] if line["ratio"] is None else f"{line['ratio']:.0f} times (at least {line['at_least']})"
        print(f"{line['work']} against {line['against']}: {figure}")
