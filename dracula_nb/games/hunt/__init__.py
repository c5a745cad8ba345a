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

import csv
from pathlib import Path
from typing import Any

from dracula_nb.core.errors import RulebookError
from dracula_nb.games.hunt.observation import Observation
from dracula_nb.games.hunt.rulebook import Rulebook, Rules, read_constants, rulebook
from dracula_nb.games.hunt.rules import HuntGame
from dracula_nb.games.hunt.state import HuntState
from dracula_nb.maps import europe, read_map

__all__ = ["HuntGame", "HuntState", "Observation", "Rulebook", "Rules", "load", "rulebook"]

LARGEST_TABLE = 1_000_000
"""Bytes of the largest table that is read."""


def load(rules: Rules | None = None, tables: Any = None) -> HuntGame:
    """The game on its own tables, or on those of the folder `tables`.

    The folder holds ``constants.csv`` and, for another map, ``places_<edition>.csv`` and ``roads_<edition>.csv``.

    Raises
    ------
    RulebookError
        A table is missing, too large, torn or out of range; names the file and the row.
    """
    chosen = rules or Rules()
    if tables is None:
        return HuntGame(chosen, rulebook(chosen.map))
    return HuntGame(chosen, _rulebook_of(Path(tables) if isinstance(tables, str) else tables, chosen.map))


def _rulebook_of(folder: Any, edition: str) -> Rulebook:
    """The rulebook on a folder's tables, the map's too where they are there."""
    maps = [f"places_{edition}.csv", f"roads_{edition}.csv"]
    for name in ("constants.csv", *maps):
        path = folder / name
        if path.is_file():
            with path.open("rb") as file:
                if len(file.read(LARGEST_TABLE + 1)) > LARGEST_TABLE:
                    raise RulebookError(f"{path}: larger than {LARGEST_TABLE:,} bytes; expected a table of the hunt")
    constants = read_constants(folder)
    own_map = any((folder / name).is_file() for name in maps)
    try:
        return Rulebook(constants, read_map(folder, edition) if own_map else europe(edition))
    except csv.Error as error:
        raise RulebookError(f"{folder}: a table of the map is torn ({error}); expected CSV") from None
