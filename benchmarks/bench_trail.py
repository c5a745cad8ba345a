"""The belief of fury_trail against the same filter as a Python dict, in the same run.

By its own rules: of a phase hunters see only that no power lies faceup, so it was a move, by land or sea, or Hide;
every power stays in his hand and counts among his choices. ``ratios()`` gives the table's rows, ``notes()`` what a
person waits for. Nothing timed is asserted.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from functools import cache
from statistics import median
from time import process_time
from typing import Any

import numpy as np

from dracula_nb.beliefs import Case
from dracula_nb.beliefs.fury_trail.liking import Liking, totals
from dracula_nb.beliefs.fury_trail.phase import shifted
from dracula_nb.beliefs.fury_trail.windows import (
    HIDE_S,
    PLAIN,
    Atlas,
    Hand,
    Moves,
    Spots,
    choices,
    here,
    joined,
    laid,
    sort_and_merge,
    tied_hides,
)
from dracula_nb.beliefs.models import Uniform
from dracula_nb.beliefs.weighted import Floats, Keys
from dracula_nb.games.fury_trail.rulebook import Rulebook, rulebook
from dracula_nb.trail.hideouts import HIDE, LENGTH

PHASES_TO_FULL_WIDTH = 9
Worlds = dict[tuple[str, ...], float]
"""Cards of a trail, newest first, ``""`` where nothing lies; with their weights."""


def seconds(work: Callable[[], object], repeats: int) -> float:
    """Median time of one call."""
    work()
    times = []
    for _ in range(repeats):
        begin = process_time()
        work()
        times.append(process_time() - begin)
    return median(times)


# With NumPy


def hidden_phase(atlas: Atlas, keys: Keys, weights: Floats) -> tuple[Keys, Floats]:
    """One phase of which hunters saw nothing but that no power lies faceup; uniform."""
    hides = tied_hides(keys)[LENGTH - 1]
    groups = [shifted(keys[hides == at], weights[hides == at], at) for at in np.unique(hides).tolist()]
    kept, weights = sort_and_merge(*(np.concatenate(parts) for parts in zip(*groups, strict=True)))
    liking = Liking.of(atlas, Uniform(), ((), np.zeros(len(atlas.sea))), Hand())
    spots = Spots.of(atlas, kept, Hand())
    moves = joined([choices(atlas, spots, card) for card in (PLAIN, HIDE_S)])
    share = weights[:, 0] / totals(atlas, spots, liking)[:, 0]
    keys, weights = sort_and_merge(laid(kept, moves, 0), share[moves.row][:, None])
    return keys, weights / weights.sum()


@cache
def full_width() -> tuple[Atlas, Keys, Floats]:
    """The windows after so many hidden phases that their number no longer grows."""
    atlas = Atlas(rulebook())
    goals = np.flatnonzero(atlas.among(atlas.book.cities))
    moves = Moves.of(np.zeros(len(goals), dtype=np.int64), goals.astype(np.uint8), PLAIN)
    keys, weights = laid(np.zeros(1, dtype=np.uint64), moves, 0), np.full((len(goals), 1), 1.0 / len(goals))
    for _ in range(PHASES_TO_FULL_WIDTH):
        keys, weights = hidden_phase(atlas, keys, weights)
    return atlas, keys, weights


# As one would write it with a dict


@cache
def ends_of_wolf_form(book: Rulebook) -> dict[str, tuple[str, ...]]:
    """Places one or two roads away."""
    roads = book.ground.roads
    return {p: tuple({q for m in (p, *roads[p]) for q in roads[m]} - {p}) for p in roads}


def dict_phase(book: Rulebook, worlds: Worlds) -> Worlds:
    """The same phase."""
    kept: Worlds = defaultdict(float)
    for trail, weight in worlds.items():
        kept[_shifted(book, trail)] += weight
    after: Worlds = defaultdict(float)
    steps, seas, castle, wolf = book.ground.steps, book.seas, book.castle, ends_of_wolf_form(book)
    for trail, weight in kept.items():
        place = next(card for card in trail if card and card != HIDE)
        goals = [goal for goal in steps[place] if goal not in trail]
        dry, number = place not in seas, len(goals)
        ends = wolf[place] if dry else ()
        if dry:
            number += sum(1 for goal in ends if goal not in trail)
            number += 1 + (place != castle) + (HIDE not in trail)
        tied, total = False, number
        for card in trail:
            if card == HIDE:
                tied = True
            elif card:
                if not tied and card not in (place, castle):
                    total += number + (card in steps[place]) + (card in ends)
                tied = False
        if not total:
            continue
        share = weight / total
        for goal in goals:
            after[goal, *trail] += share
        if dry and HIDE not in trail:
            after[HIDE, *trail] += share
    total = sum(after.values())
    return {trail: weight / total for trail, weight in after.items()}


def _shifted(book: Rulebook, trail: tuple[str, ...]) -> tuple[str, ...]:
    """The five newest positions; without Hide where it was tied to the sixth."""
    if len(trail) == LENGTH and trail[-1] and HIDE in trail:
        at = trail.index(HIDE)
        if not any(trail[at + 1 : LENGTH - 1]):
            return (*trail[:at], "", *trail[at + 1 : LENGTH - 1])
    return trail[: LENGTH - 1]


@cache
def full_width_dict() -> Worlds:
    """The same windows as a dict."""
    book = rulebook()
    worlds: Worlds = {(city,): 1.0 / len(book.cities) for city in sorted(book.cities)}
    for _ in range(PHASES_TO_FULL_WIDTH):
        worlds = dict_phase(book, worlds)
    return worlds


def difference() -> float:
    """Greatest difference between the two after one more phase, over the places where he can be."""
    atlas, keys, weights = full_width()
    keys, weights = hidden_phase(atlas, keys, weights)
    ours = np.bincount(here(keys)[0], weights=weights[:, 0], minlength=len(atlas.sea))
    theirs = np.zeros(len(atlas.sea))
    for trail, weight in dict_phase(atlas.book, full_width_dict()).items():
        theirs[atlas.ids[next(card for card in trail if card and card != HIDE)]] += weight
    return float(np.abs(ours - theirs).max())


def ratios() -> list[dict[str, Any]]:
    """One row: work, against, ratio, at_least, and a remark."""
    atlas, keys, weights = full_width()
    worlds = full_width_dict()
    slow = seconds(lambda: dict_phase(atlas.book, worlds), 5)
    fast = seconds(lambda: hidden_phase(atlas, keys, weights), 15)
    width = f"{len(keys):,} worlds, {1000 * fast:.1f} ms a phase, beliefs equal to {difference():.0e}"
    row = {"work": "fury_trail belief, Hide facedown", "against": "the same as a dict", "ratio": slow / fast}
    return [row | {"at_least": 15, "remark": width}]


# What a person waits for


@cache
def evening() -> str:
    """A case of thirty phases of which hunters learnt nearly nothing."""
    head = "game: fury_trail\ngodalming London\nseward Madrid\nhelsing Rome\nmina Vienna\nD starts\n"
    week = "D land: trap\ndusk\ndawn\nD sea: -2\nD land: trap\nD land: trap\nD Dark Call\nhealth 15\nD land: trap\n"
    return head + week * 5


def notes() -> list[tuple[str, float, float]]:
    """What is waited for, the seconds it took here, and the seconds it may take."""
    return [("fury_trail, 30 phases with hardly a clue", seconds(lambda: Case.from_text(evening()).belief(), 3), 1.0)]


# For pytest-benchmark


def test_hidden_phase(benchmark: Any) -> None:
    atlas, keys, weights = full_width()
    after, _ = benchmark(hidden_phase, atlas, keys, weights)
    assert len(after) == len(dict_phase(atlas.book, full_width_dict())) > 100_000
    assert difference() < 1e-12


def test_hidden_phase_as_a_dict(benchmark: Any) -> None:
    assert len(benchmark(dict_phase, rulebook(), full_width_dict())) > 100_000
