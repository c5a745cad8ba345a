"""Two workers against one on the same games, in the same run, in chunks of 50 ms and more.

``ratios()`` gives the table's row; ``pytest benchmarks/bench_simulate.py`` times one game. Nothing timed is asserted.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from importlib.util import find_spec
from statistics import median
from time import perf_counter
from typing import Any

from dracula_nb.experiments import simulate
from dracula_nb.games.hunt import load

GAMES = 200
PLAYERS: Mapping[str, str] = {"dracula": "evasive", "hunters": "greedy"}
REPEATS = 3


def _seconds(workers: int) -> float:
    """Wall time: the work is done elsewhere."""
    start = perf_counter()
    simulate(load(), PLAYERS, GAMES, seed=1, workers=workers)
    return perf_counter() - start


def ratios() -> list[dict[str, Any]]:
    """One row: work, against, ratio, at_least; ratio is None, with a reason, where there is none."""
    row: dict[str, Any] = {"work": "simulate, two workers", "against": "one worker", "at_least": 1.7}
    if find_spec("joblib") is None:
        return [row | {"ratio": None, "reason": "joblib is not installed"}]
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    if cores < 2:
        return [row | {"ratio": None, "reason": "there is one core only"}]
    simulate(load(), PLAYERS, 20, seed=1, workers=2)  # the workers' start and imports are not what is compared
    pairs = [(_seconds(1), _seconds(2)) for _ in range(REPEATS)]
    ratio = median(one / two for one, two in pairs)
    return [row | {"ratio": ratio, "remark": f"{GAMES} games of hunt, {cores} cores, wall time"}]


def test_one_game(benchmark: Any) -> None:
    results = benchmark(simulate, load(), PLAYERS, 1, 1)
    assert len(results.plays) == 1


if __name__ == "__main__":
    for line in ratios():
        figure = line["reason"] if line["ratio"] is None else f"{line['ratio']:.2f} times (at least {line['at_least']})"
        print(f"{line['work']} against {line['against']}: {figure}")
