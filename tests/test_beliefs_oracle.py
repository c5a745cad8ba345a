"""The filter of hunt against brute force: every world by the engine's own moves, for every kind of clue."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import pytest
from toy_map import CLUES, check_play, clues_of, states_of, steered_play, toy_game

from dracula_nb.games.hunt import Rules, load

STEERED = [(0.0, 1), (0.0, 4), (0.02, 1), (0.02, 6), (0.1, 3), (0.1, 5), (0.3, 1), (0.3, 14), (0.3, 50), (0.6, 2)]
"""Plays on the toy map: how eager the hunters are, and the seed."""
STEERED += [(0.3, 13), (0.3, 80)]  # in the last a trap beats a hunter where worlds differ in how often Dracula came
ROUNDS = 30
AT_SEA = "Brine, Brine, Foam, Foam"
CORNER = ", ".join(f"{AT_SEA}, {move}" for move in ("Fern", "Dale", "Birch", "Ash", "Keep", "HI", "D1", "TP", "Birch"))
"""He runs into the corner behind the castle, until nothing but the teleport is left."""
FULL_MAP = [(0.97, 73), (0.97, 4), (0.97, 149)]
"""Plays of twelve rounds on the map of 2006 in which enumeration is not too long."""


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
