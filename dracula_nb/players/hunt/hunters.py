"""Hunters that close in: on the exact belief (`greedy`), or on no deduction at all (`blind`)."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from dracula_nb.beliefs.models import model
from dracula_nb.beliefs.weighted import Floats
from dracula_nb.core.infostate import InformationState
from dracula_nb.core.session import Policy
from dracula_nb.games.hunt import HuntGame, Observation
from dracula_nb.players.hunt.distances import FAR, Distances
from dracula_nb.players.hunt.outlook import Outlook, believed, sighted
from dracula_nb.players.hunt.tracker import Tracker

CATCH, TRAIL = 4.0, 0.25
"""What to meet Dracula, and to step on his unknown trail, are worth beside having him covered from where he is."""

NEAR = 0.7
"""What cover is worth for each turn that it is away."""

SLACK = 0.01
"""A hunter takes any place that is worth as much as the best but for this part."""


@dataclass(frozen=True)
class Hunters:
    """A rule of thumb for one hunter after the other.

    He goes where the chance to meet Dracula, the chance to step on his unknown trail and the cover of where
    Dracula will be are greatest together. A place is covered by the nearest hunter alone, so that four hunters
    part what is possible among them instead of chasing one place.
    """

    tracker: Tracker
    distances: Distances

    def worth(self, seen: Observation, legal: tuple[str, ...], outlook: Outlook) -> Floats:
        """What each place is worth to the hunter in turn, shape (places,)."""
        atlas = self.tracker.atlas
        round_, at = divmod(seen.plays, len(seen.seats) + 1)
        goals = np.array([atlas.ids[place] for place in legal])
        turns = np.minimum(self.distances.of(seen.seats[at], round_, legal), self.others(seen, at, round_))
        meet = np.where(atlas.sea[goals], 0.0, outlook.here[goals])
        worth: Floats = CATCH * meet + TRAIL * outlook.trail[goals] + NEAR**turns @ outlook.after
        return worth

    def others(self, seen: Observation, at: int, round_: int) -> Floats:
        """Turns that the nearest of the other hunters needs to each place after Dracula's coming move."""
        nearest = np.full(len(self.tracker.atlas.sea), float(FAR))
        for other, (seat, place) in enumerate(zip(seen.seats, seen.places, strict=True)):
            if place is None or other == at:
                continue
            if other < at:
                turns = self.distances.of(seat, round_, place)
            else:  # he has a turn more, in this round
                turns = np.maximum(self.distances.of(seat, round_ - 1, place) - 1, 0)
            nearest = np.minimum(nearest, turns)
        return nearest


def exact_hunters(game: HuntGame) -> Hunters:
    """Hunters with a belief of their own, for whom every move of Dracula is equally likely."""
    tracker = Tracker(game.book, game.rules, model("uniform"))
    return Hunters(tracker, Distances(tracker.atlas))


def greedy(game: HuntGame) -> Policy:
    """Hunters that close in on their exact belief."""
    hunters = exact_hunters(game)
    return _policy(hunters, lambda seen: believed(hunters.tracker.after(seen.log)))


def blind(game: HuntGame) -> Policy:
    """The same hunters without deduction: they know only where all could see Dracula."""
    hunters = exact_hunters(game)
    return _policy(hunters, lambda seen: sighted(hunters.tracker.atlas, seen))


def _policy(hunters: Hunters, outlook_of: Callable[[Observation], Outlook]) -> Policy:
    def choose(known: InformationState, legal: tuple[str, ...], rng: random.Random) -> str:
        seen: Observation = known.observation
        worth = hunters.worth(seen, legal, outlook_of(seen))
        best = np.flatnonzero(worth >= worth.max() * (1.0 - SLACK))
        return legal[rng.choice(best.tolist())]

    return choose
