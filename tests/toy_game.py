"""Crypt, a toy game for the tests of core: hidden cards dealt by chance, a hidden choice, a simultaneous bid.

The vampire V and the hunter H are dealt a card each. V may secretly change his for the next one; then both
stay or leave at once. Two who stay show their cards, and the higher one wins the stake.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache

from dracula_nb.core.decks import Deck
from dracula_nb.core.errors import IllegalActionError, NotationError
from dracula_nb.core.game import Game, Joint, Node, Outcome, Refusal
from dracula_nb.core.perft import branches

RANKS = {"Rat": 1, "Wolf": 2, "Bat": 3}
CARDS = ("Rat", "Rat", "Wolf", "Bat")
CHOICES = {"swap": ("keep", "change"), "bid": ("stay", "leave")}
SEATS = ("V", "H")


@dataclass(frozen=True, slots=True)
class Rules:
    stake: int = 2


@dataclass(frozen=True, slots=True)
class Step:
    """What is to happen: a deal to a seat, V's swap, or the bid of both."""

    kind: str
    seats: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Card:
    name: str


@dataclass(frozen=True, slots=True)
class Choice:
    word: str


Action = Card | Choice


@dataclass(frozen=True, slots=True)
class State:
    """`held` has, for each seat, every card it was dealt; the last one is in its hand."""

    deck: Deck[str]
    held: tuple[tuple[str, ...], tuple[str, ...]]
    todo: tuple[Step, ...]
    log: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Observation:
    seat: str
    cards: tuple[str, ...]
    log: tuple[str, ...]
    asked: bool


@dataclass(frozen=True)
class Crypt:
    """Fulfils `dracula_nb.core.game.Game`."""

    rules: Rules = Rules()
    name: str = "toy"
    players: tuple[str, ...] = SEATS
    zero_sum: bool = True

    def side(self, player: str) -> str:
        return {"V": "vampire", "H": "hunter"}[player]

    def initial_state(self) -> State:
        deals = (Step("deal", ("V",)), Step("deal", ("H",)))
        return State(Deck.of(CARDS), ((), ()), (*deals, Step("swap", ("V",)), Step("bid", SEATS)), ())

    def node(self, state: State) -> Node:
        if not state.todo:
            return Node.TERMINAL
        return Node.CHANCE if state.todo[0].kind == "deal" else Node.DECISION

    def acting_players(self, state: State) -> tuple[str, ...]:
        return state.todo[0].seats if self.node(state) is Node.DECISION else ()

    def legal_actions(self, state: State, player: str) -> Sequence[Choice]:
        if player not in self.acting_players(state):
            return ()
        return tuple(Choice(word) for word in CHOICES[state.todo[0].kind])

    def chance_outcomes(self, state: State) -> Sequence[tuple[Card, Fraction]]:
        if self.node(state) is not Node.CHANCE:
            return ()
        return tuple((Card(name), chance) for name, chance, _ in state.deck.draw())

    def apply(self, state: State, action: Action | Joint[Action]) -> State:
        node = self.node(state)
        if node is Node.CHANCE and isinstance(action, Card):
            return self._deal(state, action.name)
        if node is Node.DECISION and state.todo[0].kind == "swap" and action in self.legal_actions(state, "V"):
            return self._swap(state, action == Choice("change"))
        if node is Node.DECISION and state.todo[0].kind == "bid" and isinstance(action, tuple):
            legal = self.legal_actions(state, "V")
            if tuple(seat for seat, _ in action) == SEATS and all(choice in legal for _, choice in action):
                return self._bid(state, action[0][1] == Choice("stay"), action[1][1] == Choice("stay"))
        raise IllegalActionError(f"{action!r} is not legal now")

    def _deal(self, state: State, name: str) -> State:
        deck, (seat,) = state.deck.take(name), state.todo[0].seats
        ours = SEATS.index(seat)
        held = tuple((*cards, name) if i == ours else cards for i, cards in enumerate(state.held))
        todo = state.todo[1:]
        log = ("bids open",) if todo[0].kind == "bid" else ()
        return State(deck, (held[0], held[1]), todo, log)

    def _swap(self, state: State, change: bool) -> State:
        if not change:
            return replace(state, todo=state.todo[1:], log=("bids open",))
        deck = state.deck.put(state.held[0][-1], "bottom")
        return replace(state, deck=deck, todo=(Step("deal", ("V",)), *state.todo[1:]))

    def _bid(self, state: State, v_stays: bool, h_stays: bool) -> State:
        words = f"V {'stays' if v_stays else 'leaves'}, H {'stays' if h_stays else 'leaves'}"
        shown = (f"shown: V {state.held[0][-1]}, H {state.held[1][-1]}",) if v_stays and h_stays else ()
        return replace(state, todo=(), log=(*state.log, words, *shown))

    def returns(self, state: State) -> Mapping[str, Fraction]:
        v_stays, h_stays = "V stays" in state.log[1], "H stays" in state.log[1]
        points = v_stays - h_stays
        if v_stays and h_stays:
            difference = RANKS[state.held[0][-1]] - RANKS[state.held[1][-1]]
            points = self.rules.stake * ((difference > 0) - (difference < 0))
        return {"V": Fraction(points), "H": Fraction(-points)}

    def outcome(self, state: State) -> Outcome:
        points = self.returns(state)["V"]
        return Outcome("vampire" if points > 0 else "hunter" if points < 0 else None, state.log[-1])

    def observation(self, state: State, player: str) -> Observation:
        asked = player in self.acting_players(state)
        return Observation(player, state.held[SEATS.index(player)], state.log, asked)

    def action_text(self, state: State, action: Action) -> str:
        return action.name if isinstance(action, Card) else action.word

    def parse_action(self, state: State, text: str) -> Action:
        if text in RANKS:
            return Card(text)
        if any(text in words for words in CHOICES.values()):
            return Choice(text)
        raise NotationError(f"{text[:20]!r} is neither a card nor a choice")

    def explain_illegal(self, state: State, player: str, text: str) -> Refusal | None:
        try:
            action = self.parse_action(state, text)
        except NotationError as error:
            return Refusal("TOY-WORD-01", str(error))
        if player not in self.acting_players(state):
            return Refusal("TOY-TURN-01", f"it is not for {player} to choose")
        if action not in self.legal_actions(state, player):
            return Refusal("TOY-TURN-02", f"{text} is no choice of this step")
        return None

    def redeal(self, state: State, player: str, rng: random.Random) -> State:
        seen = self.observation(state, player)
        over = not state.todo
        worlds = [s for s in every_state() if self.observation(s, player) == seen and (not s.todo) == over]
        return rng.choice(worlds)


@lru_cache(maxsize=1)
def every_state() -> tuple[State, ...]:
    """All states that can be reached, in a fixed order."""
    game = Crypt()
    found = {game.initial_state(): None}
    queue = list(found)
    while queue:
        state = queue.pop()
        for action in branches(game, state):
            after = game.apply(state, action)
            if after not in found:
                found[after] = None
                queue.append(after)
    return tuple(found)


def load(rules: Rules | None = None, tables: object = None) -> Crypt:
    """As a game package of dracula_nb offers it."""
    return Crypt(rules or Rules())


TOY: Game[State, Action, Observation] = Crypt()
"""Typed as the protocol, so that mypy compares every signature."""
