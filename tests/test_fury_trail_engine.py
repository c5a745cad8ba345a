"""The engine of fury_trail on whole random plays: they end, and their public log never excludes the truth."""

from __future__ import annotations

from collections import deque

import pytest
from fury_play import game, logged, random_play

from dracula_nb.core.game import Node
from dracula_nb.trail.hideouts import here


@pytest.mark.parametrize("profile", ["seed", "printed"])
@pytest.mark.parametrize("seed", range(4))
def test_the_truth_stays_possible_in_what_the_engine_logs(profile: str, seed: int) -> None:
    states = list(random_play(profile, seed))
    last = states[-1]
    assert last.over is not None
    for state in (states[len(states) // 2], last):
        belief = logged(state, profile).belief()
        assert belief.contradiction is None, belief.contradiction
        assert here(state.trail) in belief.possible
    assert here(last.trail) in logged(last, "cautious").belief().possible


def test_plays_end_and_states_are_values() -> None:
    first, again = (deque(random_play("seed", 11), maxlen=1)[0] for _ in range(2))
    assert first == again
    assert hash(first) == hash(again)
    assert game().node(first) is Node.TERMINAL
    assert sum(game().returns(first).values()) == 0
