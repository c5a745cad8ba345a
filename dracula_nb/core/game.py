"""The protocol that every game of this package fulfils, and the few types it speaks in."""

from __future__ import annotations

import random
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from typing import Any, Protocol, TypeVar

Player = str
"""A seat by its short id, for example ``"G"`` or ``"D"``."""


class Node(Enum):
    """What happens next in a state: somebody decides, chance moves, or the play is over."""

    DECISION = "decision"
    CHANCE = "chance"
    TERMINAL = "terminal"


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why an action is not allowed: the rule's id in `data/<game>/rules.csv`, and words."""

    rule: str
    reason: str


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a play ended: the side that won (None for a draw) and the reason in words."""

    winner: str | None
    reason: str


S = TypeVar("S", bound=Hashable)
A = TypeVar("A", bound=Hashable)
O_co = TypeVar("O_co", covariant=True)

Joint = tuple[tuple[Player, A], ...]
"""A joint action: (player, action) pairs in the order of `acting_players`."""


class Game(Protocol[S, A, O_co]):
    """A game: its rules as pure functions on frozen, hashable states.

    Where one player acts or chance moves, `apply` takes the bare action; where several players act at
    once it takes a `Joint`. Chance is listed with exact probabilities and never rolled here.
    """

    @property
    def name(self) -> str:
        """The game's name as `dracula_nb.load` knows it."""
        ...

    @property
    def players(self) -> tuple[Player, ...]:
        """The seats, in fixed order."""
        ...

    def side(self, player: Player) -> str:
        """The side that wins together and shares a view, for example ``"hunters"``."""
        ...

    def initial_state(self) -> S:
        """The state before anything was decided."""
        ...

    def node(self, state: S) -> Node:
        """What happens next in `state`."""
        ...

    def acting_players(self, state: S) -> tuple[Player, ...]:
        """Who decides now: () unless a decision; several players decide simultaneously."""
        ...

    def legal_actions(self, state: S, player: Player) -> Sequence[A]:
        """What `player` may do, in a fixed order; () where the player does not act."""
        ...

    def chance_outcomes(self, state: S) -> Sequence[tuple[A, Fraction]]:
        """Every outcome of a chance node with its probability; they sum to exactly 1."""
        ...

    def apply(self, state: S, action: A | Joint[A]) -> S:
        """The next state, or `IllegalActionError`."""
        ...

    def returns(self, state: S) -> Mapping[Player, Fraction]:
        """Points of each player at a terminal state."""
        ...

    def outcome(self, state: S) -> Outcome:
        """Who won a terminal state, and why."""
        ...

    def observation(self, state: S, player: Player) -> O_co:
        """What `player` sees, built from allowed fields; hashable, with a faithful `repr`."""
        ...

    def action_text(self, state: S, action: A) -> str:
        """One line of text for an action (or chance outcome) of `state`."""
        ...

    def parse_action(self, state: S, text: str) -> A:
        """The action written as `text`, or `NotationError`; legality is not checked here."""
        ...

    def explain_illegal(self, state: S, player: Player, text: str) -> Refusal | None:
        """The rule that forbids the action written as `text`; None where it is allowed."""
        ...

    def redeal(self, state: S, player: Player, rng: random.Random) -> S:
        """A state with the same information state for `player`; every such state can come."""
        ...


AnyGame = Game[Any, Any, Any]
"""A game of any kind, for code that needs only the protocol."""
