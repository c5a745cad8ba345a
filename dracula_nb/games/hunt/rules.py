"""The `Game` of hunt: who acts, what is legal, and why not."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from dracula_nb.core.errors import IllegalActionError, NotationError
from dracula_nb.core.game import Joint, Node, Outcome, Refusal
from dracula_nb.games.hunt.actions import Action, GoTo, action_of_move, action_text, parse_action
from dracula_nb.games.hunt.observation import Observation, observe
from dracula_nb.games.hunt.refusals import refuse_dracula, refuse_hunter
from dracula_nb.games.hunt.rulebook import Rulebook, Rules
from dracula_nb.games.hunt.state import HuntState
from dracula_nb.games.hunt.turns import dracula_turn, hunter_turn
from dracula_nb.games.hunt.worlds import redeal_trail
from dracula_nb.trail.window import legal_moves

DRACULA_SEAT = "D"


@dataclass(frozen=True)
class HuntGame:
    """The hunt game on a rulebook; fulfils `dracula_nb.core.game.Game`."""

    rules: Rules
    book: Rulebook
    name: str = "hunt"
    zero_sum: bool = True

    @property
    def players(self) -> tuple[str, ...]:
        """The hunters in turn order, then Dracula. Rule HU-TURN-01."""
        return (*self.rules.hunters, DRACULA_SEAT)

    def side(self, player: str) -> str:
        """``"dracula"`` or ``"hunters"``."""
        return "dracula" if player == DRACULA_SEAT else "hunters"

    def initial_state(self) -> HuntState:
        """Nobody on the map, full life and blood. Rules HU-SCORE-01, HU-BLOOD-01, HU-LIFE-01."""
        count, numbers = len(self.rules.hunters), self.book.constants
        return HuntState(
            plays=0,
            places=(None,) * count,
            life=(numbers.hunter_life,) * count,
            rested=(False,) * count,
            blood=numbers.dracula_start_blood,
            score=numbers.start_score,
            trail=(),
            log=(),
        )

    def round(self, state: HuntState) -> int:
        """The round, counted from 0. Rule HU-TURN-02."""
        return state.plays // len(self.players)

    def seat_in_turn(self, state: HuntState) -> str:
        """Whose turn it is, ended or not. Rule HU-TURN-01."""
        return self.players[state.plays % len(self.players)]

    def node(self, state: HuntState) -> Node:
        """A decision until a side has won or the last round is over. Rules HU-END-01, HU-END-02, HU-END-03."""
        last = self.rules.last_round
        over = state.score <= 0 or state.blood <= 0 or (last is not None and self.round(state) > last)
        return Node.TERMINAL if over else Node.DECISION

    def acting_players(self, state: HuntState) -> tuple[str, ...]:
        """The one seat in turn."""
        return () if self.node(state) is Node.TERMINAL else (self.seat_in_turn(state),)

    def legal_actions(self, state: HuntState, player: str) -> tuple[Action, ...]:
        """What the seat in turn may do, in its first turn and later. Rules HU-MOVE-01, HU-MOVE-05."""
        if player not in self.acting_players(state):
            return ()
        if player != DRACULA_SEAT:
            return tuple(GoTo(place) for place in self.hunter_places(state, player))
        if not state.trail:
            return tuple(GoTo(place) for place in self.book.places if place != self.book.hospital)
        return tuple(action_of_move(move) for move in legal_moves(self.book.ground, state.trail))

    def rail_steps(self, state: HuntState, player: str) -> int:
        """Rail steps of a hunter in this round."""
        return self.book.rail_steps(player, self.round(state))

    def hunter_places(self, state: HuntState, player: str) -> tuple[str, ...]:
        """Where a hunter may end this turn; anywhere at first. Rule HU-MOVE-01."""
        here = state.places[self.rules.hunters.index(player)]
        return self.book.places if here is None else self.book.reach(here, self.rail_steps(state, player))

    def chance_outcomes(self, state: HuntState) -> tuple[tuple[Action, Fraction], ...]:
        """Nothing in hunt is left to chance. Rule HU-TURN-05."""
        return ()

    def apply(self, state: HuntState, action: Action | Joint[Action]) -> HuntState:
        """The next state, or `IllegalActionError` with the rule's id."""
        acting = self.acting_players(state)
        if isinstance(action, tuple) or not acting:
            raise IllegalActionError(
                "expected one action of the seat in turn; the play is over or a joint action was given"
            )
        refusal = self._refusal(state, acting[0], action)
        if refusal is not None:
            raise IllegalActionError(f"{acting[0]}: {action_text(action)}: {refusal.reason} ({refusal.rule})")
        if acting[0] == DRACULA_SEAT:
            return dracula_turn(self.rules, self.book, state, action_text(action))
        return hunter_turn(self.rules, self.book, state, action_text(action))

    def returns(self, state: HuntState) -> Mapping[str, Fraction]:
        """One point to the side that won, shared by its seats; nought to nought in a draw."""
        winner = self.outcome(state).winner
        if winner is None:
            return dict.fromkeys(self.players, Fraction(0))
        sign = 1 if winner == "dracula" else -1
        share = Fraction(-sign, len(self.rules.hunters))
        return {player: Fraction(sign) if player == DRACULA_SEAT else share for player in self.players}

    def outcome(self, state: HuntState) -> Outcome:
        """Who won, and why. Rules HU-END-01, HU-END-02, HU-END-03, HU-END-04."""
        if state.blood <= 0:
            return Outcome("hunters", "Dracula's blood is spent")
        if state.score <= 0:
            return Outcome("dracula", "the score has run out")
        return Outcome(None, "the last round is over")

    def observation(self, state: HuntState, player: str) -> Observation:
        """What the seat sees."""
        return observe(state, player, self.rules, self.book.seas)

    def action_text(self, state: HuntState, action: Action) -> str:
        """A full place name, ``HI``, ``D1``..``D5`` or ``TP``."""
        return action_text(action)

    def parse_action(self, state: HuntState, text: str) -> Action:
        """Read an action's text, or `NotationError`."""
        return parse_action(self.book, text)

    def explain_illegal(self, state: HuntState, player: str, text: str) -> Refusal | None:
        """The rule that forbids `text` to `player` now; None where it is allowed."""
        try:
            action = self.parse_action(state, text)
        except NotationError as error:
            return Refusal("HU-MOVE-14", str(error))
        return self._refusal(state, player, action)

    def _refusal(self, state: HuntState, player: str, action: Action) -> Refusal | None:
        if action in self.legal_actions(state, player):
            return None
        if player not in self.acting_players(state):
            return Refusal("HU-TURN-01", f"it is not {player}'s turn")
        if player == DRACULA_SEAT:
            return refuse_dracula(self.book, state, action_text(action))
        here = state.places[self.rules.hunters.index(player)]
        return refuse_hunter(self.book, here, self.rail_steps(state, player), action)

    def redeal(self, state: HuntState, player: str, rng: random.Random) -> HuntState:
        """Another trail that gave `player` the same information state (Dracula: the state itself)."""
        return state if player == DRACULA_SEAT else redeal_trail(self, state, rng)
