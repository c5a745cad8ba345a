"""A trail that fits every clue and ends in a given place: how he can be there.

The windows that the filter allowed after each turn are searched from the last one back, then the game's own engine
plays the trail from the start and must say of each turn what was noted.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Protocol, runtime_checkable

import numpy as np

from dracula_nb.beliefs.language import Clue
from dracula_nb.beliefs.mixture import Mixture
from dracula_nb.beliefs.models import Uniform
from dracula_nb.beliefs.story import Heard, heard_turns

if TYPE_CHECKING:
    from dracula_nb.beliefs.case import Case

Windows = list[tuple[int, Any]]
"""Windows of a mixture: the index of the branch, and the indices of its windows."""

Target = tuple[Any, Any]
"""A window: the key of its branch's table, and its own."""


@runtime_checkable
class Replaying(Protocol):
    """A language whose engine can play a story again."""

    def replay(self, turns: Sequence[Sequence[Clue]], windows: Sequence[Any]) -> tuple[str, ...] | None:
        """Dracula's moves, as actions, in a play of which each turn is as noted and leaves the window of its index.

        More may be seen in the last turn than was noted. None where there is no such play.
        """
        ...


def witness(case: Case, count: int, place: str) -> tuple[str, ...] | None:
    """Dracula's moves in a play that fits the first `count` notes of a case and ends in `place`.

    None where there is none, or where the game's language cannot play a story again.
    """
    if not isinstance(case.language, Replaying):
        return None
    turns = heard_turns(case, count)
    found = chain(case, turns, place)
    return None if found is None else case.language.replay([turn.clues[: turn.taken] for turn in turns], found)


def chain(case: Case, turns: Sequence[Heard], place: str) -> list[Any] | None:
    """A window after each turn, each leading to the next, of which the last one ends in `place`."""
    states = [Mixture(case.language, Uniform())]
    for turn in turns:
        states.append(states[-1].copy())
        heard = states[-1].heard(turn.clues, still_open=turn.still_open)
        if not all(next(heard) for _ in range(turn.taken)):
            return None
    target = _ending_in(states[-1], place)
    if target is None:
        return None
    windows: list[Any] = []
    for turn, before in zip(reversed(turns), reversed(states[:-1]), strict=True):
        windows.append(target[1])
        target = _leading_to(before, turn, target)
    return windows[::-1]


def _ending_in(state: Mixture, place: str) -> Target | None:
    """A window that ends in a place."""
    if place not in state.support():
        return None
    return _one(state, lambda windows: place in _only(state, windows).support())


def _leading_to(state: Mixture, turn: Heard, target: Target) -> Target:
    """A window from which a turn leads to the target."""
    return _one(state, lambda windows: _leads(state, windows, turn, target))


def _one(state: Mixture, test: Callable[[Windows], bool]) -> Target:
    """A window that passes a test which some do: halves of all of them are tried until one is left."""
    windows: Windows = [(at, np.arange(len(branch.keys))) for at, branch in enumerate(state.branches)]
    while sum(len(rows) for _, rows in windows) > 1:
        first, second = _halves(windows)
        windows = first if test(first) else second
    at, rows = windows[0]
    return state.branches[at].table_key(), state.branches[at].keys[rows[0]]


def _halves(windows: Windows) -> tuple[Windows, Windows]:
    if len(windows) > 1:
        return windows[: len(windows) // 2], windows[len(windows) // 2 :]
    at, rows = windows[0]
    return [(at, rows[: len(rows) // 2])], [(at, rows[len(rows) // 2 :])]


def _leads(state: Mixture, windows: Windows, turn: Heard, target: Target) -> bool:
    after = _only(state, windows)
    heard = after.heard(turn.clues, still_open=turn.still_open)
    if not all(next(heard) for _ in range(turn.taken)):
        return False
    key, window = target
    return any(branch.table_key() == key and (branch.keys == window).any() for branch in after.branches)


def _only(state: Mixture, windows: Windows) -> Mixture:
    """The mixture with some windows alone."""
    found = state.copy()
    kept = []
    for at, rows in windows:
        keep = np.zeros(len(found.branches[at].keys), dtype=bool)
        keep[rows] = True
        found.branches[at].mask(keep)
        kept.append(found.branches[at])
    found.branches = kept
    return found
