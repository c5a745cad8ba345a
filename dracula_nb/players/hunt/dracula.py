"""Dracula as a model of the beliefs expects him: the same weights, drawn instead of assumed."""

from __future__ import annotations

import random

import numpy as np

from dracula_nb.beliefs import models
from dracula_nb.beliefs.hunt.windows import HIDE_MOVE, TELEPORT_MOVE, Atlas, Moves
from dracula_nb.beliefs.models import Context, Model
from dracula_nb.core.infostate import InformationState
from dracula_nb.core.session import Policy
from dracula_nb.games.hunt import HuntGame, Observation
from dracula_nb.trail.window import HIDE, TELEPORT, place_after, steps_back


def evasive(game: HuntGame, strength: float) -> Policy:
    """Keeps away from the hunters: weight exp(strength x hops to the nearest, at most 4).

    Raises
    ------
    ValueError
        The strength is not between 0 and 100.
    """
    return as_model(game, models.evasive(strength))


def as_model(game: HuntGame, model: Model) -> Policy:
    """Draws each move with the weight that the model gives it; of a family, the first member's.

    Such a model may not ask what the hunters believe: `Context.believed` is nought here.
    """
    atlas = Atlas(game.book)

    def choose(known: InformationState, legal: tuple[str, ...], rng: random.Random) -> str:
        moves, context = _asked(atlas, known.observation, legal)
        return rng.choices(legal, model(moves, context)[:, 0].tolist())[0]

    return choose


def _asked(atlas: Atlas, seen: Observation, legal: tuple[str, ...]) -> tuple[Moves, Context]:
    """The one window of the seat's own trail with its legal moves, as models take them."""
    trail, codes = seen.own_trail or (), {HIDE: HIDE_MOVE, TELEPORT: TELEPORT_MOVE}
    goals = [atlas.ids[place_after(atlas.book.ground, trail, text)] for text in legal]
    move = [codes.get(text, steps_back(text)) for text in legal]
    here = atlas.ids[trail[0].place] if trail else 0
    moves = Moves(np.zeros(len(legal), dtype=np.int64), np.array(goals, np.int16), np.array(move, np.int16))
    hunters = tuple(atlas.ids[place] for place in seen.places if place is not None)
    return moves, Context(atlas, hunters, np.zeros(len(atlas.sea)), np.array([here], dtype=np.int64))
