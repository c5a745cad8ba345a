"""The filter of hunt against brute force: every world by the engine's own moves, for every kind of clue."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from toy_map import CLUES, Enumeration, Window, clues_of, states_of, steered_play, toy_game

from dracula_nb.beliefs.hunt_clues import parse_clue
from dracula_nb.beliefs.hunt_filter import HuntFilter
from dracula_nb.beliefs.hunt_windows import BACK, HIDE, PLAIN, Atlas, kinds, live, places
from dracula_nb.beliefs.models import Model, Uniform
from dracula_nb.games.hunt import HuntGame, HuntState, Rules, load

STEERED = [(0.0, 1), (0.0, 4), (0.02, 1), (0.02, 6), (0.1, 3), (0.1, 5), (0.3, 1), (0.3, 14), (0.3, 50), (0.6, 2)]
"""Plays on the toy map: how eager the hunters are, and the seed."""
ROUNDS = 30
AT_SEA = "Brine, Brine, Foam, Foam"
CORNER = ", ".join(f"{AT_SEA}, {move}" for move in ("Fern", "Dale", "Birch", "Ash", "Keep", "HI", "D1", "TP", "Birch"))
"""He runs into the corner behind the castle, until nothing but the teleport is left."""
FULL_MAP = [(0.97, 73), (0.97, 4), (0.97, 149)]
"""Plays of twelve rounds on the map of 2006 in which enumeration is not too long."""
TOLERANCE = 1e-12


def windows_of(filter_: HuntFilter) -> dict[Window, float]:
    """The filter's windows in the words of the enumeration."""
    names = {PLAIN: "", HIDE: "HI", BACK: "D"}
    moves = min(filter_.lanes, len(filter_.table.trail))
    lanes = [filter_.lane(position) for position in range(1, moves + 1)]
    columns = [
        list(zip(kinds(values).tolist(), places(values).tolist(), live(values).tolist(), strict=True))
        for values in lanes
    ]
    keys = [
        tuple((names.get(kind, "TP"), filter_.atlas.name(place), alive) for kind, place, alive in row)
        for row in (zip(*columns, strict=True) if columns else [()])
    ]
    assert len(set(keys)) == len(filter_.keys)
    return dict(zip(keys, filter_.weights.sum(axis=1).tolist(), strict=True))


def assert_same(filter_: HuntFilter, worlds: Enumeration, truth: HuntState) -> None:
    """Equal windows and weights, posterior and support of every position, evidence and public table."""
    ours, theirs = windows_of(filter_), worlds.windows()
    assert ours.keys() == theirs.keys()
    assert max(abs(ours[key] - theirs[key]) for key in theirs) < TOLERANCE
    assert filter_.log_evidence == pytest.approx(worlds.log_evidence, abs=1e-10, rel=TOLERANCE)
    ids = filter_.atlas.ids
    for position in range(1, len(truth.trail) + 1):
        expected = worlds.posterior(position)
        odds = np.zeros(len(ids) + 1)
        odds[[ids[place] for place in expected]] = list(expected.values())
        assert np.abs(odds - filter_.at(position)).max() < TOLERANCE
        assert filter_.support(position) == {ids[place] for place in expected}
    table = filter_.table
    assert (table.plays, table.places, table.life, table.rested) == (
        truth.plays,
        truth.places,
        truth.life,
        truth.rested,
    )
    assert [(e.known, e.placed) for e in table.trail] == [(e.known, e.placed) for e in truth.trail]


def check_play(game: HuntGame, states: list[HuntState], model: Model | None = None, **given: Any) -> set[str]:
    """Compare filter and enumeration turn by turn; what the turns told, in the words of `CLUES`."""
    filter_, worlds = HuntFilter(Atlas(game.book), game.rules, model or Uniform()), Enumeration(game, **given)
    told: set[str] = set()
    for before, after in pairwise(states):
        event = after.log[len(before.log) :]
        worlds.hear(event)
        assert all(filter_.heard([parse_clue(game.book, line) for line in event])), event
        assert after in worlds.worlds
        assert_same(filter_, worlds, after)
        told |= clues_of(game, before, after)
    return told


@pytest.fixture(scope="module")
def told() -> dict[object, set[str]]:
    """What each checked play on the toy map told."""
    return {}


@pytest.mark.parametrize(("eager", "seed"), STEERED)
def test_filter_equals_enumeration_on_the_toy_map(eager: float, seed: int, told: dict[object, set[str]]) -> None:
    game = toy_game()
    told[eager, seed] = check_play(game, steered_play(game, seed, ROUNDS, eager))
    assert told[eager, seed] <= set(CLUES)


def test_filter_equals_enumeration_in_a_corner(told: dict[object, set[str]]) -> None:
    game = toy_game()
    told["corner"] = check_play(game, states_of(game, CORNER))
    assert {"TP", "nothing laid in a full castle"} <= told["corner"]


def test_every_kind_of_clue_was_compared(told: dict[object, set[str]]) -> None:
    game = toy_game()
    for eager, seed in STEERED:
        if (eager, seed) not in told:  # this test was run alone
            told[eager, seed] = set().union(
                *(clues_of(game, *pair) for pair in pairwise(steered_play(game, seed, ROUNDS, eager)))
            )
    assert set(CLUES) - set().union(*told.values()) == set()


@pytest.mark.parametrize(("eager", "seed"), FULL_MAP)
def test_filter_equals_enumeration_on_the_whole_map(eager: float, seed: int) -> None:
    game = load()
    assert len(check_play(game, steered_play(game, seed, 12, eager))) >= 15


def test_filter_equals_enumeration_with_fewer_hunters() -> None:
    game = replace(toy_game(), rules=Rules(hunters=("S", "M")))
    assert "dracula" in check_play(game, steered_play(game, 7, 20, 0.3))
