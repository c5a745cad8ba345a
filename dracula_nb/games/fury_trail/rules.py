"""The `Game` of fury_trail: who acts, what is legal, what chance brings, and why not."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from dracula_nb.core.errors import IllegalActionError, NotationError
from dracula_nb.core.game import Joint, Node, Outcome, Refusal
from dracula_nb.games.fury_trail import (
    checks,
    combat,
    combat_end,
    combat_start,
    dracula_phase,
    encounters,
    events,
    events_combat,
    matures,
    meets,
    moves,
    setup,
    trades,
    turns,
)
from dracula_nb.games.fury_trail.actions import Action, parse_action
from dracula_nb.games.fury_trail.box import read_box
from dracula_nb.games.fury_trail.fight_tables import read_fight_tables
from dracula_nb.games.fury_trail.flow import ASKS, DRACULA, ROLLS, Table, advance
from dracula_nb.games.fury_trail.observation import Observation, observe
from dracula_nb.games.fury_trail.rulebook import SEATS, Rules, rulebook
from dracula_nb.games.fury_trail.state import FuryState

PARTS = (
    checks,
    combat,
    combat_end,
    combat_start,
    dracula_phase,
    encounters,
    events,
    events_combat,
    matures,
    meets,
    moves,
    setup,
    trades,
    turns,
)
"""The modules that enter their steps in the tables of `flow`."""


@dataclass(frozen=True)
class FuryTrailGame:
    """The later edition on a table."""

    table: Table
    name: str = "fury_trail"
    zero_sum: bool = True

    @property
    def players(self) -> tuple[str, ...]:
        """The hunters in turn order, then Dracula. Rule FT-SETUP-01."""
        return (*SEATS, DRACULA)

    def side(self, player: str) -> str:
        """``"dracula"`` or ``"hunters"``."""
        return "dracula" if player == DRACULA else "hunters"

    def initial_state(self) -> FuryState:
        """Before the first hunter has chosen where he begins."""
        return advance(self.table, setup.initial(self.table))

    def node(self, state: FuryState) -> Node:
        """What happens next."""
        if state.over is not None:
            return Node.TERMINAL
        return Node.CHANCE if type(state.steps[-1]) in ROLLS else Node.DECISION

    def acting_players(self, state: FuryState) -> tuple[str, ...]:
        """The one seat that is asked."""
        return (state.steps[-1].seat,) if self.node(state) is Node.DECISION else ()

    def legal_actions(self, state: FuryState, player: str) -> Sequence[Action]:
        """What the seat may answer."""
        if player not in self.acting_players(state):
            return ()
        step = state.steps[-1]
        return tuple(ASKS[type(step)].options(self.table, state, step))

    def chance_outcomes(self, state: FuryState) -> Sequence[tuple[Action, Fraction]]:
        """Cards that may be drawn. Rule FT-SETUP-15."""
        if self.node(state) is not Node.CHANCE:
            return ()
        step = state.steps[-1]
        return tuple(ROLLS[type(step)].odds(self.table, state, step))

    def apply(self, state: FuryState, action: Action | Joint[Action]) -> FuryState:
        """The next state, or `IllegalActionError` with the rule's id."""
        if isinstance(action, tuple) or self.node(state) is Node.TERMINAL:
            raise IllegalActionError("expected one action of the seat in turn; the play is over or a joint was given")
        step = state.steps[-1]
        rest = FuryState(**{name: getattr(state, name) for name in FuryState.__slots__} | {"steps": state.steps[:-1]})
        if type(step) in ROLLS:
            if action not in [outcome for outcome, _ in self.chance_outcomes(state)]:
                raise IllegalActionError(f"{action}: chance cannot bring this; expected one of its outcomes")
            return advance(self.table, ROLLS[type(step)].take(self.table, rest, step, action))
        refusal = self._refusal(state, step.seat, action)
        if refusal is not None:
            raise IllegalActionError(f"{step.seat}: {action}: {refusal.reason} ({refusal.rule})")
        return advance(self.table, ASKS[type(step)].take(self.table, rest, step, action))

    def _refusal(self, state: FuryState, player: str, action: Action) -> Refusal | None:
        if action in self.legal_actions(state, player):
            return None
        acting = self.acting_players(state)
        if player not in acting:
            return Refusal("FT-SETUP-01", f"it is not {player}'s turn; expected {', '.join(acting) or 'chance'}")
        step = state.steps[-1]
        return ASKS[type(step)].refuse(self.table, state, step, action)

    def explain_illegal(self, state: FuryState, player: str, text: str) -> Refusal | None:
        """The rule that forbids `text` to `player` now; None where it is allowed."""
        try:
            action = parse_action(text)
        except NotationError as error:
            return Refusal("FT-ROUND-07", str(error))
        return self._refusal(state, player, action)

    def observation(self, state: FuryState, player: str) -> Observation:
        """What the seat sees."""
        return observe(self.table, state, player)

    def action_text(self, state: FuryState, action: Action) -> str:
        """A verb and what it is about."""
        return str(action)

    def parse_action(self, state: FuryState, text: str) -> Action:
        """Read an action's text, or `NotationError`."""
        return parse_action(text)

    def returns(self, state: FuryState) -> Mapping[str, Fraction]:
        """One point to the side that won, shared by its seats."""
        sign = 1 if self.outcome(state).winner == "dracula" else -1
        share = Fraction(-sign, len(SEATS))
        return {player: Fraction(sign) if player == DRACULA else share for player in self.players}

    def outcome(self, state: FuryState) -> Outcome:
        """Who won, and why. Rules FT-WIN-01, FT-WIN-02."""
        if state.over is None:
            raise IllegalActionError("the play is not over; expected a terminal state")
        return state.over


def engine(rules: Rules | None = None) -> FuryTrailGame:
    """The rules of a play as far as they stand; not yet a whole game, so `dracula_nb.load` does not know it."""
    return FuryTrailGame(Table(rulebook(rules), read_box(), read_fight_tables()))
