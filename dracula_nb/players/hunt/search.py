"""Dracula looks a round ahead: what the hunters will believe after his move, and where that sends them."""

from __future__ import annotations

import random
from dataclasses import dataclass

import numpy as np

from dracula_nb.core.game import Node
from dracula_nb.core.infostate import InformationState
from dracula_nb.core.session import Policy
from dracula_nb.games.hunt import HuntGame, HuntState, Observation
from dracula_nb.games.hunt.rules import DRACULA_SEAT
from dracula_nb.players.hunt.hunters import Hunters, exact_hunters
from dracula_nb.players.hunt.outlook import believed
from dracula_nb.players.hunt.tracker import Tracker

FOUND, CLOSE = 4.0, 4.0
"""In points of blood: what it costs that hunters know his place, and that a hunter stands in it."""

HEAT = 0.5
"""Points of blood between two moves of which he takes the better one e times as often."""

WON = 1000.0
"""Beyond any blood."""


@dataclass(frozen=True)
class Search:
    """Every legal move, the greedy hunters' best replies to it, and what the round has cost him.

    The hunters' belief is worked out from the public log exactly as they do; their replies meet his true trail.
    """

    game: HuntGame
    tracker: Tracker
    hunters: Hunters

    def worths(self, seen: Observation, legal: tuple[str, ...]) -> list[float]:
        """What each legal move is worth, in points of blood."""
        start = self.state(seen)
        return [self.worth(self._after(start, text)) for text in legal]

    def state(self, seen: Observation) -> HuntState:
        """The whole truth, which Dracula knows: who rested is public in the log."""
        rested = self.tracker.after(seen.log).table.rested
        trail = seen.own_trail or ()
        return HuntState(seen.plays, seen.places, seen.life, rested, seen.blood, seen.score, trail, seen.log)

    def worth(self, state: HuntState) -> float:
        """What a state after his move is worth once the hunters have replied."""
        while self.game.acting_players(state) not in ((), (DRACULA_SEAT,)):
            state = self._after(state, self.reply(state))
        if self.game.node(state) is Node.TERMINAL and state.blood <= 0:
            return -WON
        return WON if state.score <= 0 else state.blood - self.danger(state)

    def reply(self, state: HuntState) -> str:
        """The best place of the hunter in turn, as he will find it."""
        seat = self.game.seat_in_turn(state)
        seen = self.game.observation(state, seat)
        legal = self.game.hunter_places(state, seat)
        return legal[int(np.argmax(self.hunters.worth(seen, legal, believed(self.tracker.after(seen.log)))))]

    def danger(self, state: HuntState) -> float:
        """How near the hunters are to him, in what they know and in turns, before he moves again."""
        atlas, distances = self.tracker.atlas, self.hunters.distances
        here, round_ = atlas.ids[state.trail[0].place], self.game.round(state)
        known = float(self.tracker.after(state.log).here()[here])
        places = zip(self.game.rules.hunters, state.places, strict=True)
        turns = (int(distances.of(seat, round_, place)[here]) for seat, place in places if place is not None)
        return FOUND * known + CLOSE * sum(0.5**turn for turn in turns)

    def _after(self, state: HuntState, text: str) -> HuntState:
        return self.game.apply(state, self.game.parse_action(state, text))


def search(game: HuntGame) -> Policy:
    """Dracula who looks a round ahead; of moves worth nearly the same he takes any, so that nobody foretells him.

    A move has weight exp(worth / `HEAT`).
    """
    hunters = exact_hunters(game)
    ahead = Search(game, hunters.tracker, hunters)

    def choose(known: InformationState, legal: tuple[str, ...], rng: random.Random) -> str:
        if len(legal) == 1:
            return legal[0]
        worths = np.array(ahead.worths(known.observation, legal))
        return rng.choices(legal, np.exp((worths - worths.max()) / HEAT).tolist())[0]

    return choose
