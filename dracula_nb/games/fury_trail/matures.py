"""Encounters that leave the trail and take effect: those that are no vampires, one small function a kind.

Vampires count in `dracula_nb.games.fury_trail.dracula_phase`, since their gain and clearing belong to step 2 itself.
"""

from __future__ import annotations

from collections.abc import Callable

from dracula_nb.games.fury_trail.flow import RUNS, Table, noted
from dracula_nb.games.fury_trail.score import dracula_changed
from dracula_nb.games.fury_trail.state import FuryState
from dracula_nb.games.fury_trail.steps import Mature


def _soil(table: Table, state: FuryState, step: Mature) -> FuryState:
    """Rule FT-ENC-12."""
    return dracula_changed(table, state, 3)


MATURES: dict[str, Callable[[Table, FuryState, Mature], FuryState]] = {"Desecrated Soil": _soil}


def _mature(table: Table, state: FuryState, step: Mature) -> FuryState:
    """Rule FT-TRAIL-38."""
    state = noted(state, f"{step.name} matures")
    effect = MATURES.get(step.name)
    return state if effect is None else effect(table, state, step)


RUNS[Mature] = _mature
