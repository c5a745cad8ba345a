"""The belief of hunt against the same filter as a Python dict and against particles, in the same run.

``ratios()`` gives the table's rows, ``notes()`` what a person waits for; ``pytest benchmarks/bench_hunt.py`` times
the parts. Nothing timed is asserted.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path
from statistics import mean, median
from tempfile import TemporaryDirectory
from time import perf_counter, process_time
from typing import Any

import numpy as np
import pytest

from benchmarks.dict_filter import Worlds, hidden_step, start
from benchmarks.particles import ParticleFilter
from dracula_nb.beliefs import Case
from dracula_nb.beliefs.hunt.clues import HunterTurn
from dracula_nb.beliefs.hunt.filter import HuntFilter
from dracula_nb.beliefs.hunt.windows import HIDE_MOVE, LANE, Atlas, Moves, extend, lane, lays, legal_moves, places
from dracula_nb.beliefs.models import Context, Uniform
from dracula_nb.beliefs.score import ALL, calibration, forecasts, score
from dracula_nb.beliefs.weighted import Floats, Keys, merge, sort_and_merge
from dracula_nb.games.hunt import rulebook
from dracula_nb.games.hunt.past_plays import PastPlays

ROOT = Path(__file__).resolve().parents[1]
LOGS = ROOT / "tests" / "cases" / "hunt_referee_games.json"
LANES = 6
ROUNDS_TO_FULL_WIDTH = 8
MATCHES = (2, 3, 5)
"""The longest real logs of which the hunters' side was recorded to the end."""


def seconds(work: Callable[[], object], repeats: int, clock: Callable[[], float] = process_time) -> float:
    """Median time of one call."""
    work()
    times = []
    for _ in range(repeats):
        begin = clock()
        work()
        times.append(clock() - begin)
    return median(times)


# No clue at all


def hidden_turn(atlas: Atlas, keys: Keys, weights: Floats) -> tuple[Keys, Floats]:
    """One turn of which hunters saw nothing but that he did not double back (that always shows); uniform."""
    kept, weights = merge(keys >> np.uint64(LANE), weights)
    moves = legal_moves(atlas, kept, LANES - 1)
    return _extended(atlas, kept, weights, moves)


def _extended(atlas: Atlas, kept: Keys, weights: Floats, moves: Moves) -> tuple[Keys, Floats]:
    context = Context(atlas, (), np.zeros(0), np.zeros(0, dtype=np.int64))
    liking = Uniform()(moves, context)
    totals = np.bincount(moves.row, weights=liking[:, 0], minlength=len(kept))[:, None]
    laid, fits = lays(atlas, kept, moves, LANES - 1), (moves.move == 0) | (moves.move >= HIDE_MOVE)
    moves = moves.where(fits)
    weights = (weights / totals)[moves.row] * liking[fits]
    keys, weights = sort_and_merge(extend(kept, moves, laid[fits], LANES - 1), weights)
    return keys, weights / weights.sum()


@cache
def full_width() -> tuple[Atlas, Keys, Floats]:
    """The windows after so many hidden turns that their number no longer grows."""
    atlas = Atlas(rulebook())
    keys, weights = _extended(atlas, np.zeros(1, dtype=np.uint64), np.ones((1, 1)), atlas.starts)
    for _ in range(ROUNDS_TO_FULL_WIDTH):
        keys, weights = hidden_turn(atlas, keys, weights)
    return atlas, keys, weights


@cache
def full_width_dict() -> Worlds:
    """The same as a dict."""
    worlds = start(rulebook())
    for _ in range(ROUNDS_TO_FULL_WIDTH):
        worlds = hidden_step(rulebook(), worlds)
    return worlds


def difference() -> float:
    """Greatest difference between the two after one more turn, over the places where he can be."""
    atlas, keys, weights = full_width()
    keys, weights = hidden_turn(atlas, keys, weights)
    ours = np.bincount(places(lane(keys, 1, LANES)), weights=weights[:, 0], minlength=len(atlas.sea))
    theirs = np.zeros(len(atlas.sea))
    for window, weight in hidden_step(rulebook(), full_width_dict()).items():
        theirs[atlas.ids[window[0][0]]] += weight
    return float(np.abs(ours - theirs).max())


# A whole real log


@cache
def logs() -> tuple[Case, ...]:
    """The real logs, as cases."""
    games = json.loads(LOGS.read_text(encoding="utf-8"))["games"]
    return tuple(Case.from_plays(PastPlays.parse(games[at]["dracula_view"])) for at in MATCHES)


def hear(filter_: HuntFilter, case: Case, beliefs: list[Floats] | None = None) -> HuntFilter:
    """Take every clue of a case; note what was believed before each hunter's turn."""
    for turn in case.turns():
        if beliefs is not None and isinstance(turn[0].clue, HunterTurn) and filter_.table.trail:
            beliefs.append(filter_.here())
        if not all(filter_.heard([note.clue for note in turn])):
            raise AssertionError(f"line {turn[0].line} of a real log ruled the truth out")
    return filter_


def exact(case: Case) -> HuntFilter:
    """The exact filter on a case."""
    return HuntFilter(case.language.atlas, case.language.rules, Uniform())


def particles(case: Case) -> ParticleFilter:
    """Its peer on a case."""
    return ParticleFilter(case.language.atlas, case.language.rules, Uniform())


def error_of_particles(case: Case) -> tuple[float, int]:
    """Mean distance in total variation from the exact belief, and clues at which all particles died."""
    ours: list[Floats] = []
    theirs: list[Floats] = []
    hear(exact(case), case, ours)
    filter_ = particles(case)
    hear(filter_, case, theirs)
    return mean(float(np.abs(a - b).sum()) / 2 for a, b in zip(ours, theirs, strict=True)), filter_.deaths


def ratios() -> list[dict[str, Any]]:
    """One row for each comparison: work, against, ratio, at_least, and a remark."""
    atlas, keys, weights = full_width()
    worlds, book = full_width_dict(), rulebook()
    slow, fast = seconds(lambda: hidden_step(book, worlds), 5), seconds(lambda: hidden_turn(atlas, keys, weights), 15)
    width = f"{len(keys):,} worlds, {1000 * fast:.1f} ms a turn, beliefs equal to {difference():.0e}"
    rows = [{"work": "hunt belief, no clue at all", "against": "the same as a dict", "ratio": slow / fast}]
    rows[0] |= {"at_least": 20, "remark": width}
    for at, case in zip(MATCHES, logs(), strict=True):
        theirs, ours = seconds(lambda c=case: hear(particles(c), c), 1), seconds(lambda c=case: hear(exact(c), c), 3)
        error, deaths = error_of_particles(case)
        remark = f"{len(case.lines)} plays, {ours:.2f} s; particles err by {error:.3f} and died at {deaths} clues"
        row = {"work": f"real log {at}, every clue", "against": "10,000 particles", "ratio": theirs / ours}
        rows.append(row | {"at_least": 5, "remark": remark})
    return rows


# What a person waits for


def import_seconds(statement: str) -> float:
    """Time for a fresh Python to run a statement, median of nine."""
    command = [sys.executable, "-c", statement]
    return seconds(lambda: subprocess.run(command, check=True, cwd=ROOT), 9, perf_counter)


def cold_seconds(text: str) -> float:
    """Time for a fresh Python to answer a case file."""
    with TemporaryDirectory() as folder:
        path = Path(folder, "case.txt")
        path.write_text(text, encoding="utf-8")
        return import_seconds(f"from dracula_nb.beliefs import Case; Case.read({str(path)!r}).belief('adaptive')")


def notes() -> list[tuple[str, float, float]]:
    """What is waited for, the seconds it took here, and the seconds it may take."""
    case = logs()[-1]
    head = Case.from_text("\n".join(note.text for note in case.notes[: 5 * 60]) + "\n")
    text, seen = head.to_text(), head.belief("adaptive")
    gone = next(place for place in rulebook().places if place not in seen.possible)
    slowest = max(_turn_seconds(model, head) for model in ("uniform", "adaptive"))
    return [
        ("import dracula_nb, over bare Python", import_seconds("import dracula_nb") - import_seconds("pass"), 0.1),
        ("clue to new heat, the slowest of 60 rounds", slowest, 0.1),
        ("60 rounds in a running kernel, uniform", seconds(lambda: Case.from_text(text).belief(), 3), 1.0),
        ("60 rounds in a running kernel, adaptive", seconds(lambda: Case.from_text(text).belief("adaptive"), 3), 1.0),
        ("60 rounds from cold, imports and all, adaptive", cold_seconds(text), 1.0),
        ("why, first answer", seconds(lambda: seen.why(gone), 3), 0.1),
    ]


def _turn_seconds(model: str, case: Case) -> float:
    from dracula_nb.beliefs.belief import Run

    run, slowest = Run(case, model), 0.0
    for turn in case.turns():
        begin = process_time()
        run.take(turn)
        run.belief()
        slowest = max(slowest, process_time() - begin)
    return slowest


# How well each model did


def scores() -> str:
    """Log loss in bits and mean rank of the truth over all hunter turns of the six real logs, and calibration."""
    games = json.loads(LOGS.read_text(encoding="utf-8"))["games"]
    records = {f"match{at}": PastPlays.parse(game["dracula_view"]) for at, game in enumerate(games)}
    table = forecasts(records, ("uniform", "evasive(1)", "adaptive"))
    rows = score(table)
    found = rows.pivot(index="model", columns="game", values="loss_bits").round(2)
    found["rank"] = rows[rows["game"] == ALL].set_index("model")["rank"].round(2)
    classes = calibration(table[table["model"] == "adaptive"]).round(2)
    turns = len(table[["game", "play"]].drop_duplicates())
    return (
        f"log loss in bits over {turns:,} hunter turns, and mean rank of the truth\n{found.to_string()}\n\n"
        f"what adaptive foretold, and how often it was so\n{classes.to_string(index=False)}"
    )


# For pytest-benchmark


def test_no_clue_at_all(benchmark: Any) -> None:
    atlas, keys, weights = full_width()
    after, _ = benchmark(hidden_turn, atlas, keys, weights)
    assert len(after) > 140_000
    assert difference() < 1e-12


def test_no_clue_at_all_as_a_dict(benchmark: Any) -> None:
    assert len(benchmark(hidden_step, rulebook(), full_width_dict())) > 140_000


def test_real_log(benchmark: Any) -> None:
    case = logs()[0]
    assert benchmark(lambda: hear(exact(case), case)).table.plays == len(case.lines)


def test_real_log_with_particles(benchmark: Any) -> None:
    case = logs()[0]
    assert benchmark.pedantic(lambda: hear(particles(case), case), rounds=1).table.plays == len(case.lines)


@pytest.mark.parametrize("model", ["uniform", "adaptive"])
def test_sixty_rounds(benchmark: Any, model: str) -> None:
    case = logs()[-1]
    text = "\n".join(note.text for note in case.notes[: 5 * 60]) + "\n"
    assert benchmark(lambda: Case.from_text(text).belief(model)).contradiction is None
