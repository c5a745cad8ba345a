"""How hunters meet encounters: ambush and Search. What each kind does is in `meets`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from dracula_nb.core.game import Refusal
from dracula_nb.games.fury_trail.actions import PASS, Action
from dracula_nb.games.fury_trail.events import Window
from dracula_nb.games.fury_trail.flow import (
    ASKS,
    DRACULA,
    RUNS,
    Asked,
    Table,
    hunter,
    noted,
    then,
)
from dracula_nb.games.fury_trail.loads import load_at, with_load, with_trap
from dracula_nb.games.fury_trail.moves import turned_up
from dracula_nb.games.fury_trail.state import FuryState, Trap
from dracula_nb.games.fury_trail.steps import Ambush, Meet, Searched
from dracula_nb.trail.hideouts import position_of, tied_hide, turned_by


@dataclass(frozen=True, slots=True)
class AskAmbush:
    """Dracula names an encounter, or lets the hunter be."""

    at: Ambush
    seat: str = DRACULA


@dataclass(frozen=True, slots=True)
class Found:
    """Encounters of a Search that wait, each with its position; Dracula says which comes next."""

    hunter: str
    left: tuple[tuple[int, Trap], ...]
    seat: str = DRACULA


def positions_in(state: FuryState, place: str) -> tuple[int, ...]:
    """The position of a city's card and of a Hide tied to it. Rules FT-ACT-53, FT-POW-26."""
    at = position_of(state.trail, place)
    return tuple(sorted({at, tied_hide(state.trail, at) if at else 0} - {0}))


# Ambush


def _ambushers(table: Table, state: FuryState, place: str) -> tuple[tuple[int, Trap], ...]:
    """Rule FT-ACT-53."""
    traps = [(at, trap) for at in positions_in(state, place) for trap in load_at(state, at).traps]
    return tuple(pair for pair in traps if table.box.encounters[pair[1].name].ambushes)


def _may_ambush(table: Table, state: FuryState, step: Ambush) -> FuryState:
    """Rules FT-ACT-25, FT-ACT-27, FT-LOC-14."""
    one = hunter(state, step.seat)
    if one.place != step.place or one.recovering or not _ambushers(table, state, step.place):
        return state
    return then(state, AskAmbush(step))


def _ambushes(table: Table, state: FuryState, step: AskAmbush) -> Sequence[Action]:
    names = sorted({trap.name for _, trap in _ambushers(table, state, step.at.place)})
    return (*(Action("ambush", name) for name in names), PASS)


def _ambushed(table: Table, state: FuryState, step: AskAmbush, action: Action) -> FuryState:
    """Several may follow each other. Rules FT-ACT-26, FT-CLUE-22."""
    if action == PASS:
        return state
    at, trap = next(pair for pair in _ambushers(table, state, step.at.place) if pair[1].name == action.what)
    open_ = replace(trap, faceup=True)
    state = noted(with_trap(state, at, trap, open_), f"{step.at.seat} is ambushed: {trap.name}")
    meet = Meet(step.at.seat, at, open_, ambush=True)
    return then(state, Window(("ambush",), (meet.seat,), meet), meet, step.at)


# Search


def _searched(table: Table, state: FuryState, step: Searched) -> FuryState:
    """Rules FT-ACT-05, FT-ACT-29, FT-ACT-30, FT-CLUE-21."""
    place = hunter(state, step.seat).place
    state = noted(state, f"{step.seat} searches")
    state = turned_up(state, turned_by(table.book.ground, state.trail, place))
    found: list[tuple[int, Trap]] = []
    for at in positions_in(state, place):
        load = load_at(state, at)
        traps = tuple(replace(trap, faceup=True) for trap in load.traps)
        if load.rumour:
            state = replace(state, dracula=replace(state.dracula, rumours=state.dracula.rumours + 1))
        state = with_load(state, at, replace(load, traps=traps, rumour=False))
        found += [(at, trap) for trap in traps]
    names = ", ".join(trap.name for _, trap in found)
    state = noted(state, f"found: {names or 'nothing'}")
    if not found:
        return state
    left = Found(step.seat, tuple(found))
    return then(state, Window(("search",), (DRACULA,), left), Rest(left))


def _orders(table: Table, state: FuryState, step: Found) -> Sequence[Action]:
    """Rule FT-ACT-31."""
    return tuple(Action("choose", name) for name in sorted({trap.name for _, trap in step.left}))


def _ordered(table: Table, state: FuryState, step: Found, action: Action) -> FuryState:
    at, trap = next(pair for pair in step.left if pair[1].name == action.what)
    left = list(step.left)
    left.remove((at, trap))
    later = [Rest(Found(step.hunter, tuple(left)))] if left else []
    return then(state, Meet(step.hunter, at, trap, ambush=False), *later)


@dataclass(frozen=True, slots=True)
class Rest:
    """The rest of a Search, where the hunter is still there."""

    found: Found


def _rest(table: Table, state: FuryState, step: Rest) -> FuryState:
    one, found = hunter(state, step.found.hunter), step.found
    there = one.place and found.left[0][0] in positions_in(state, one.place) and not one.recovering
    left = tuple(pair for pair in found.left if pair[1] in load_at(state, pair[0]).traps)
    return then(state, replace(found, left=left)) if there and left else state


def _refuse(table: Table, state: FuryState, step: object, action: Action) -> Refusal:
    """What stands against an answer here."""
    rule = {AskAmbush: "FT-ACT-53", Found: "FT-ACT-31"}[type(step)]
    return Refusal(rule, f"{action}: not among what can be answered here")


RUNS.update({Ambush: _may_ambush, Searched: _searched, Rest: _rest})
ASKS.update({AskAmbush: Asked(_ambushes, _ambushed, _refuse), Found: Asked(_orders, _ordered, _refuse)})
