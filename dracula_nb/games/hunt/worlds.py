"""Worlds of hunt: trails that gave the hunters the same record, found with the engine itself."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import TYPE_CHECKING

from dracula_nb.games.hunt.state import HuntState

if TYPE_CHECKING:
    from dracula_nb.games.hunt.rules import HuntGame

Event = tuple[str, ...]


def events(log: tuple[str, ...]) -> tuple[Event, ...]:
    """The log cut into turns: a play's line with the lines of what was seen after it.

    >>> events(("G Paris", "seen 2: Paris", "S Rome"))
    (('G Paris', 'seen 2: Paris'), ('S Rome',))
    """
    found: list[list[str]] = []
    for line in log:
        if line.startswith("seen "):
            found[-1].append(line)
        else:
            found.append([line])
    return tuple(tuple(event) for event in found)


def successors(game: HuntGame, state: HuntState, event: Event) -> Iterator[HuntState]:
    """Every state one turn after `state` whose new lines of the log are `event`, in order of the moves."""
    seat = game.seat_in_turn(state)
    if seat == "D":
        actions = game.legal_actions(state, seat)
    else:
        actions = (game.parse_action(state, event[0].partition(":")[0][2:]),)
    for action in actions:
        after = game.apply(state, action)
        if after.log[len(state.log) :] == event:
            yield after


def redeal_trail(game: HuntGame, state: HuntState, rng: random.Random) -> HuntState:
    """A random state with the log of `state`: depth first, never twice into a window that led nowhere.

    Every such state can come, not all equally often.
    """
    turns = events(state.log)
    dead: set[tuple[int, object]] = set()
    stack: list[list[HuntState]] = [[game.initial_state()]]
    while True:
        if not stack[-1]:
            stack.pop()
            if stack:
                failed = stack[-1].pop()
                dead.add((failed.plays, failed.trail))
            continue
        here = stack[-1][-1]
        if here.plays == len(turns):
            return here
        after = [s for s in successors(game, here, turns[here.plays]) if (s.plays, s.trail) not in dead]
        rng.shuffle(after)
        stack.append(after)
