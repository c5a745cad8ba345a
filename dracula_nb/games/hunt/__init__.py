"""The hunt: the public student variant of Fury of Dracula on the 2006 map, as its course referee plays it.

Four hunters in fixed turn order against a hidden Dracula who leaves a trail of six moves.

>>> from dracula_nb.games.hunt import load
>>> game = load()
>>> state = game.initial_state()
>>> for text in ("Edinburgh", "Lisbon", "Vienna", "Sofia", "Castle Dracula"):
...     state = game.apply(state, game.parse_action(state, text))
>>> state.log[-1], state.blood, state.score
('D Castle Dracula: vampire', 50, 365)
"""

from __future__ import annotations

from typing import Any

from dracula_nb.games.hunt.observation import Observation
from dracula_nb.games.hunt.rulebook import Rulebook, Rules, read_constants, rulebook
from dracula_nb.games.hunt.rules import HuntGame
from dracula_nb.games.hunt.state import HuntState
from dracula_nb.maps import europe

__all__ = ["HuntGame", "HuntState", "Observation", "Rulebook", "Rules", "load", "rulebook"]


def load(rules: Rules | None = None, tables: Any = None) -> HuntGame:
    """The game on its own tables, or on those of the folder `tables`."""
    chosen = rules or Rules()
    if tables is None:
        return HuntGame(chosen, rulebook(chosen.map))
    return HuntGame(chosen, Rulebook(read_constants(tables), europe(chosen.map)))
