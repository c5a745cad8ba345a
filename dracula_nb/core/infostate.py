"""What a seat has learnt in a play: its own actions, and its observation each time that observation changes.

Hidden steps of others leave no entry, so that their number tells nothing.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from dracula_nb.core.game import AnyGame, Node, Player


@dataclass(frozen=True, slots=True)
class Saw:
    """The seat's observation became this."""

    observation: Hashable


@dataclass(frozen=True, slots=True)
class Did:
    """The seat chose the action of this text."""

    text: str


@dataclass(frozen=True, slots=True)
class InformationState:
    """All that a seat can base a decision on; hashable, equal where the seat cannot tell two plays apart.

    Attributes
    ----------
    player
        The seat.
    entries
        What it saw and did, oldest first; the first entry is its observation of the initial state.
    """

    player: Player
    entries: tuple[Saw | Did, ...]

    @property
    def observation(self) -> Any:
        """What the seat sees now."""
        return next(entry.observation for entry in reversed(self.entries) if isinstance(entry, Saw))

    @property
    def actions(self) -> tuple[str, ...]:
        """The texts of the seat's own actions, oldest first."""
        return tuple(entry.text for entry in self.entries if isinstance(entry, Did))

    def extended(self, more: Iterable[Saw | Did]) -> InformationState:
        """With further entries; an observation equal to the one before it is left out."""
        entries, seen = list(self.entries), self.observation
        for entry in more:
            if isinstance(entry, Saw):
                if entry.observation == seen:
                    continue
                seen = entry.observation
            entries.append(entry)
        return InformationState(self.player, tuple(entries))


def opening(game: AnyGame, state: Any, player: Player) -> InformationState:
    """The information state before anything was done."""
    return InformationState(player, (Saw(game.observation(state, player)),))


def own_action(game: AnyGame, state: Any, action: Any, player: Player) -> Any | None:
    """The part of a step that `player` chose; None where others or chance moved."""
    if game.node(state) is not Node.DECISION:
        return None
    acting = game.acting_players(state)
    if player not in acting:
        return None
    return action if len(acting) == 1 else dict(action)[player]


def entries_of_step(game: AnyGame, step: tuple[Any, Any, Any], player: Player) -> tuple[Saw | Did, ...]:
    """What one step, (state, action, next state), adds for `player` before equal views are left out."""
    before, action, after = step
    own = own_action(game, before, action, player)
    did = () if own is None else (Did(game.action_text(before, own)),)
    return (*did, Saw(game.observation(after, player)))


def information_state(game: AnyGame, states: Sequence[Any], actions: Sequence[Any], player: Player) -> InformationState:
    """The information state of `player` after a play.

    Parameters
    ----------
    states
        Every state from the initial one on; one more than `actions`.
    actions
        Actions, joint actions and chance outcomes between them.
    """
    steps = zip(pairwise(states), actions, strict=True)
    more = (e for (a, b), action in steps for e in entries_of_step(game, (a, action, b), player))
    return opening(game, states[0], player).extended(more)
