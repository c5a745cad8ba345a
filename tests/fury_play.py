"""Random plays of fury_trail's engine, and their logs as cases."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache

from dracula_nb.beliefs import Case
from dracula_nb.core.game import Node
from dracula_nb.games.fury_trail.rulebook import PROFILES
from dracula_nb.games.fury_trail.rules import FuryTrailGame, engine
from dracula_nb.games.fury_trail.state import FuryState


@cache
def game(profile: str = "seed") -> FuryTrailGame:
    """The engine under a profile."""
    return engine(PROFILES[profile])


def random_play(profile: str, seed: int) -> Iterator[FuryState]:
    """Every state of a random play."""
    rules, rng = game(profile), random.Random(seed)
    state = rules.initial_state()
    yield state
    while (node := rules.node(state)) is not Node.TERMINAL:
        if node is Node.CHANCE:
            odds = rules.chance_outcomes(state)
            assert sum(chance for _, chance in odds) == 1
            action = rng.choices([action for action, _ in odds], [float(chance) for _, chance in odds])[0]
        else:
            legal = rules.legal_actions(state, rules.acting_players(state)[0])
            assert len(set(legal)) == len(legal) > 0, state.steps[-1]
            action = rng.choice(legal)
        state = rules.apply(state, action)
        yield state


def logged(state: FuryState, profile: str) -> Case:
    """The public log as the hunters' case file."""
    return Case.from_text(f"game: fury_trail\nprofile: {profile}\n" + "\n".join(state.log) + "\n")
