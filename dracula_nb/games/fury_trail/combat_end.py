"""What a round of a fight leaves on the board, and how the fight ends."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from dracula_nb.core.game import Refusal
from dracula_nb.games.fury_trail.actions import PASS, Action
from dracula_nb.games.fury_trail.combat_steps import RECKLESS, WREATH, Combat, Fly, SearchCard
from dracula_nb.games.fury_trail.deals import dropped
from dracula_nb.games.fury_trail.fight import (
    Done,
)
from dracula_nb.games.fury_trail.fight_tables import BAT, MIST
from dracula_nb.games.fury_trail.flow import (
    ASKS,
    Asked,
    Table,
    hunter,
    noted,
    said,
    standing,
    then,
    with_dracula,
    with_hunter,
)
from dracula_nb.games.fury_trail.loads import discarded, load_at, unloaded, with_trap
from dracula_nb.games.fury_trail.score import defeated, dracula_changed, influenced
from dracula_nb.games.fury_trail.state import FuryState
from dracula_nb.games.fury_trail.steps import Meet
from dracula_nb.trail.hideouts import Terms, flight_ends, flown, here_at


def resolved(table: Table, state: FuryState, combat: Combat, done: Done) -> FuryState:
    """The board after a round. Rules FT-CMB-23, FT-COND-04, FT-COND-05, FT-COND-15, FT-MATRIX-12."""
    before = len(state.log)
    state = _items_spent(state, done)
    for one in done.fighters:
        state = with_hunter(state, one.name, health=one.health, bites=one.bites)
    state = noted(state, f"after it: {', '.join(_losses(done)) or 'no loss'}")
    if combat.vampire is None:
        for seat in sorted(done.withdrawn):
            state = with_hunter(state, seat, withdrew=True)
        state = with_dracula(state, health=done.fight.health)
    elif done.bitten and combat.vampire.ambush and combat.vampire.trap.name == RECKLESS:
        state = influenced(table, state, 1, "Fangs of a Reckless Vampire that ambushed")
    if done.dracula_defeated:
        return finished(table, state, replace(combat, fight=done.fight))
    for seat in done.defeated:
        state = defeated(table, state, seat)
    state, clues = told_later(state, before)
    combat = replace(combat, fight=done.fight, later=(*combat.later, *clues))
    if state.over is not None:
        return finished(table, state, combat)
    return then(state, SearchCard(combat)) if done.searches and done.fight.deck else then(state, combat)


def _items_spent(state: FuryState, done: Done) -> FuryState:
    for seat, card in done.discards:
        if card in hunter(state, seat).items:
            state = dropped(state, seat, "items", card)
    return state


def _losses(done: Done) -> list[str]:
    losses = [f"Dracula -{done.dracula_loss}"] if done.dracula_loss else []
    losses += [f"{name} -{loss}" for name, loss in done.losses.items() if loss]
    return losses + [f"{name} is bitten" for name in sorted(done.bitten)]


def told_later(state: FuryState, before: int) -> tuple[FuryState, tuple[str, ...]]:
    """The log from `before` on without its clues, and these: a fight's own line comes before them. Rule FT-CLUE-24."""
    told = state.log[before:]
    comments = tuple(line for line in told if line.startswith("#"))
    return replace(state, log=(*state.log[:before], *comments)), tuple(line for line in told if line not in comments)


def finished(table: Table, state: FuryState, combat: Combat) -> FuryState:
    """The fight's line, what it turned, and where Dracula goes. Rules FT-CMB-31 to FT-CMB-34, FT-CLUE-24 to -26."""
    fight = combat.fight
    lost = combat.began - fight.health
    for seat in combat.wreaths:
        if WREATH in hunter(state, seat).items:
            state = dropped(state, seat, "items", WREATH)
    if combat.vampire is not None:
        state = _vampire_left(state, combat.vampire, lost, alive=fight.health > 0)
        return said(state, *combat.later)
    tail = [f"-{lost}" if lost else "0", *(["mist"] if fight.escaped == MIST else [])]
    state = said(state, f"fight {combat.place}: {', '.join(tail)}", *combat.turned, *combat.later)
    state = replace(state, mist=fight.spares_dracula or state.mist)
    state = dracula_changed(table, state, 0)
    flies = fight.escaped == BAT and fight.may_fly and state.over is None
    return then(state, Fly()) if flies and _flights(table, state, Fly()) else state


def _vampire_left(state: FuryState, meet: Meet, lost: int, *, alive: bool) -> FuryState:
    """A vampire that was not defeated lies faceup with its damage. Rules FT-TRAIL-27, FT-ENC-17."""
    if meet.trap not in load_at(state, meet.position).traps:
        return state
    if alive:
        return with_trap(state, meet.position, meet.trap, replace(meet.trap, damage=meet.trap.damage + lost))
    state = noted(with_trap(state, meet.position, meet.trap, None), f"{meet.trap.name} is defeated")
    return discarded(state, meet.trap.name, faceup=True)


def _flights(table: Table, state: FuryState, step: Fly) -> Sequence[Action]:
    """He may stay. Rules FT-CMB-32, FT-CMB-33."""
    board = state.board
    barred = Terms(board.hosts | ({board.consecrated} - {""}))
    ends = flight_ends(table.book.ground, state.trail, barred, standing(state))
    return (*(Action("choose", end) for end in ends), PASS) if ends else ()


def _flew(table: Table, state: FuryState, step: Fly, action: Action) -> FuryState:
    """Rules FT-CMB-32, FT-TRAIL-34, FT-TRAIL-37."""
    if action == PASS:
        return state
    state = unloaded(state, range(1, here_at(state.trail) + 1))
    return said(replace(state, trail=flown(state.trail, action.what)), "D flies")


def _refuse_fly(table: Table, state: FuryState, step: Fly, action: Action) -> Refusal:
    return Refusal("FT-CMB-32", "expected a city one or two roads away, without a hunter, not barred, off the trail")


ASKS[Fly] = Asked(_flights, _flew, _refuse_fly)
