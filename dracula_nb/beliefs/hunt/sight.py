"""What hunters see of a move as it is made, and the table without what its windows tell anyway."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from dracula_nb.beliefs.hunt import windows
from dracula_nb.beliefs.hunt.clues import CITY, SEA
from dracula_nb.beliefs.hunt.table import Table
from dracula_nb.beliefs.hunt.windows import HIDE_MOVE, TELEPORT_MOVE, Atlas, Moves
from dracula_nb.beliefs.weighted import Bools
from dracula_nb.trail.window import DOUBLE_BACKS, HIDE, TELEPORT, Entry, steps_back

SPECIAL = (HIDE, TELEPORT, *DOUBLE_BACKS)
KIND_OF = {HIDE: windows.HIDE, TELEPORT: windows.TELEPORT, **dict.fromkeys(DOUBLE_BACKS, windows.BACK)}
"""Kind of lane of each move that is named by itself."""
UNNAMED = "*"
"""Stands for a place that everybody saw, where branches that saw different ones are joined."""


def seen_as(atlas: Atlas, hunters: Sequence[str | None], shown: str, moves: Moves) -> Bools:
    """Which moves are noted as `shown`, with the hunters where they stand. Rules HU-SEE-01 to HU-SEE-03.

    A place that the rules would not have shown is taken as told.
    """
    plain: Bools = moves.move == 0
    secret = ~atlas.sea
    secret[[atlas.castle, *(atlas.ids[p] for p in hunters if p is not None and p not in atlas.book.seas)]] = False
    if shown == SEA:
        looks = plain & atlas.sea[moves.goal]
    elif shown == CITY:
        looks = (plain | (moves.move == HIDE_MOVE)) & secret[moves.goal]
    elif shown == HIDE:
        looks = (moves.move == HIDE_MOVE) & ~secret[moves.goal]
    elif shown == TELEPORT:
        looks = moves.move == TELEPORT_MOVE
    elif steps_back(shown):
        looks = moves.move == steps_back(shown)
    else:
        looks = plain & (moves.goal == atlas.ids[shown])
    return np.asarray(looks, dtype=np.bool_)


def nameless(table: Table) -> Table:
    """The table without the names of places of the trail that everybody knows: the windows hold them."""

    def bare(entry: Entry) -> Entry:
        return replace(entry, move=entry.move if entry.move in SPECIAL else UNNAMED, place=UNNAMED)

    return replace(table, trail=tuple(bare(entry) if entry.placed else entry for entry in table.trail))
