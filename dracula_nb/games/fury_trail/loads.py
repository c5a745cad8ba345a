"""Encounters and Rumours on the trail: how they move with it, and where they go when they leave it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from dracula_nb.games.fury_trail.flow import plus, with_dracula, with_piles
from dracula_nb.games.fury_trail.state import NOTHING, FuryState, Load, Trap


def load_at(state: FuryState, position: int) -> Load:
    """What lies on a position, counted from 1."""
    return state.loads[position - 1]


def with_load(state: FuryState, position: int, load: Load) -> FuryState:
    """The state with another load on a position."""
    return replace(state, loads=(*state.loads[: position - 1], load, *state.loads[position:]))


def with_trap(state: FuryState, position: int, old: Trap, new: Trap | None) -> FuryState:
    """The state with one encounter on a position changed, or taken off (None)."""
    traps = list(load_at(state, position).traps)
    at = traps.index(old)
    traps[at : at + 1] = [] if new is None else [new]
    return with_load(state, position, replace(load_at(state, position), traps=tuple(traps)))


def unloaded(state: FuryState, positions: Iterable[int]) -> FuryState:
    """The state with loads discarded without effect. Rules FT-TRAIL-28, FT-TRAIL-37, FT-POW-15, FT-POW-22."""
    for position in positions:
        state = gone(with_load(state, position, NOTHING), load_at(state, position))
    return state


def gone(state: FuryState, load: Load) -> FuryState:
    """A load that left the trail: encounters discarded as they lay, a Rumour back in supply. Rule FT-TRAIL-37."""
    for trap in load.traps:
        state = discarded(state, trap.name, faceup=trap.faceup)
    if load.rumour:
        state = with_dracula(state, rumours=state.dracula.rumours + 1)
    return state


def discarded(state: FuryState, name: str, *, faceup: bool) -> FuryState:
    """An encounter on its discard pile."""
    pile = "open_encounters" if faceup else "hidden_encounters"
    return with_piles(state, **{pile: plus(getattr(state.piles, pile), name)})
