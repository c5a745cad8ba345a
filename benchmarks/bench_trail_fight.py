"""The whole trail fight of one hunter, every what-if, against one linear program a position by scipy's HiGHS.

Both hands are known and no card is drawn, as the rule text alone has it: then each position is one matrix game, for
which HiGHS is the usual tool. Every start is solved at once: each health of Dracula and of the hunter. The peer is
given every payoff matrix of a smaller fight, so that it really runs; times are compared a position.
"""

from __future__ import annotations

from statistics import median
from time import perf_counter, process_time
from typing import Any

import numpy as np
import pytest

from benchmarks.bench_matrix import highs_value
from dracula_nb.games.fury_trail.fight import DEFAULT, SEED_ONLY, Fight, Fighter, hunter_hand
from dracula_nb.solvers.trail_fight import Setting, solve
from dracula_nb.solvers.trail_fight.backward import Habit, Table, reach, solve_table, stage_of
from dracula_nb.solvers.trail_fight.decks import View
from dracula_nb.solvers.trail_fight.positions import Positions
from dracula_nb.solvers.trail_fight.rounds import Model
from dracula_nb.solvers.trail_fight.utilities import UTILITIES

HAND = ("Claw", "Strength", "Fangs", "Mesmerise", "Plotting")
ITEMS = ("Knife", "Pistol", "Crucifix", "Garlic")
LARGE, SMALL = (15, 11), (3, 2)
"""Healths of Dracula and of the hunter: of the whole table, and of the fight that HiGHS is given."""
WORK = 10**9


def model(most: tuple[int, int]) -> Model:
    """A fight with known hands."""
    hunter = Fighter("seward", most[1], 0, 1, hunter_hand(ITEMS))
    fight = Fight("night", most[0], (hunter,), HAND)
    return Model(fight, SEED_ONLY, UTILITIES["weighted"], View("known", SEED_ONLY, 0))


def starts(most: tuple[int, int]) -> Positions:
    """Every health of both sides, and every number of bites that he can still carry."""
    dracula, own, spare = (part.ravel() for part in np.meshgrid(*(np.arange(1, n + 1) for n in most), (0, 1)))
    one = np.ones_like(dracula)
    return Positions(one - 1, dracula, one[:, None], own[:, None], spare[:, None])


def whole(most: tuple[int, int]) -> Table:
    """Every position that can come from any start, solved."""
    ready = model(most)
    return solve_table(ready, reach(ready, starts(most), WORK))


def positions(table: Table) -> int:
    """How many there are."""
    return sum(len(found.numbers) for found in table.rounds)


def payoffs(table: Table) -> list[tuple[np.ndarray, float]]:
    """The matrix of every position, without what cannot be chosen, and its value."""
    games = []
    for at, found in enumerate(table.rounds):
        later = table.rounds[at + 1 :]
        after = later[0].after(table.model.scale(at + 2).size) if later else None
        for solved in found.solved:
            stage = stage_of(solved.group, after, Habit())
            for game, value in enumerate(solved.mixes.value.tolist()):
                rows, kinds = stage.row_open[game], stage.kind_open[game]
                games.append((stage.payoff[game, :, :, 0][np.ix_(rows, kinds)], value))
    return games


def seconds_a_position(repeats: int = 9) -> tuple[float, int]:
    """Ours, and of how many positions."""
    table = whole(LARGE)
    times = []
    for _ in range(repeats):
        start = process_time()
        whole(LARGE)
        times.append(process_time() - start)
    return median(times) / positions(table), positions(table)


def seconds_a_program() -> tuple[float, int]:
    """The peer's, on a fight small enough."""
    games = payoffs(whole(SMALL))
    highs_value(games[0][0])
    start = process_time()
    for payoff, _ in games:
        highs_value(payoff)
    return (process_time() - start) / len(games), len(games)


def ratios() -> list[dict[str, Any]]:
    """One row: work, against, ratio, at_least, and of how many positions."""
    ours, many = seconds_a_position()
    theirs, few = seconds_a_program()
    row = {"work": "whole trail fight, every what-if", "against": "one HiGHS per position", "at_least": 400}
    return [row | {"ratio": theirs / ours, "remark": f"{many:,} positions; HiGHS really run on {few:,}"}]


def notes() -> list[tuple[str, float, float]]:
    """What a person waits for: (what, seconds, at most)."""
    hunter = Fighter("seward", 9, 0, 1, hunter_hand(["Knife", "Pistol", "Rifle", "Heavenly Host"]))
    start = perf_counter()
    answer = solve(Fight("night", 15, (hunter,)), Setting(rules=DEFAULT))
    assert answer.outcomes
    return [("odds of a fight, the fullest hand, hidden cards", perf_counter() - start, 1.0)]


def test_every_position_of_a_small_fight() -> None:
    for payoff, value in payoffs(whole((2, 3)))[::7]:
        assert highs_value(payoff) == pytest.approx(value, abs=1e-9)


def test_the_whole_table(benchmark: Any) -> None:
    table = benchmark(whole, LARGE)
    assert table.whole


if __name__ == "__main__":
    for line in ratios():
        print(f"{line['work']} against {line['against']}: {line['ratio']:.0f} times ({line['remark']})")
    for what, took, limit in notes():
        print(f"{what}: {took:.2f} s (at most {limit})")
