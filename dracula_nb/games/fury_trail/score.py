"""Health, bites, defeat and influence: what is lost and won on either side."""

from __future__ import annotations

from dataclasses import replace

from dracula_nb.games.fury_trail.flow import Table, hunter, noted, plus, said, with_hunter, won
from dracula_nb.games.fury_trail.state import FuryState


def influenced(table: Table, state: FuryState, gain: int, why: str) -> FuryState:
    """Influence rises, or falls to no less than 0; Dracula wins where it reaches its goal. Rule FT-WIN-01."""
    goal = table.book.constants.influence_goal
    influence = max(0, min(goal, state.influence + gain))
    state = noted(replace(state, influence=influence), f"influence {influence}: {why}")
    return won(state, "dracula", f"influence has reached {goal}") if influence >= goal else state


# Dracula


def dracula_changed(table: Table, state: FuryState, change: int, *, told: bool = False) -> FuryState:
    """Dracula's health changes, never above its start; at 0 the hunters win. Rules FT-WIN-02, FT-COND-13.

    `told`: the change stands in another line of the log.
    """
    most = table.book.constants.dracula_health
    health = max(0, min(most, state.dracula.health + change))
    moved = health - state.dracula.health
    state = replace(state, dracula=replace(state.dracula, health=health))
    if moved and not told:
        state = said(state, f"health {moved:+d}")
    return won(state, "hunters", "Dracula is defeated") if health == 0 else state


# Hunters


def healed(table: Table, state: FuryState, seat: str, gain: int) -> FuryState:
    """A hunter's health rises, never above its start. Rule FT-COND-13."""
    health = min(table.box.characters[seat].health, hunter(state, seat).health + gain)
    return noted(with_hunter(state, seat, health=health), f"{seat} health {health}")


def hurt(table: Table, state: FuryState, seat: str, loss: int, why: str) -> FuryState:
    """A hunter loses health, and is defeated at 0. Rules FT-COND-04, FT-COND-15."""
    health = max(0, hunter(state, seat).health - loss)
    state = noted(with_hunter(state, seat, health=health), f"{seat} health {health}: {why}")
    return defeated(table, state, seat) if health == 0 else state


def bitten(table: Table, state: FuryState, seat: str) -> FuryState:
    """A hunter is bitten, and defeated where he carries too many bites. Rules FT-COND-01, FT-COND-05, FT-WIN-07."""
    bites = hunter(state, seat).bites + 1
    state = noted(with_hunter(state, seat, bites=bites), f"{seat} is bitten: bites {bites}")
    return defeated(table, state, seat) if bites > table.box.characters[seat].bites_carried else state


def defeated(table: Table, state: FuryState, seat: str) -> FuryState:
    """A hunter loses his cards and tickets, recovers in the Hospital, and influence rises.

    Rules FT-COND-08 to FT-COND-11, FT-LOC-04, FT-WIN-04 to FT-WIN-06.
    """
    one, sheet, piles = hunter(state, seat), table.box.characters[seat], state.piles
    piles = replace(
        piles,
        used_items=plus(piles.used_items, *one.items),
        used_events=plus(piles.used_events, *one.events),
        used_tickets=plus(piles.used_tickets, *one.tickets),
    )
    state = with_hunter(
        replace(state, piles=piles),
        seat,
        place=table.book.hospital,
        health=sheet.health,
        bites=sheet.first_bites,
        items=(),
        events=(),
        tickets=(),
        shown=("", ""),
        voyage=(),
        recovering=True,
    )
    state = said(noted(state, f"{seat} is defeated"), f"{seat} placed {table.book.hospital}")
    gain = table.book.constants.defeat_gain + state.clock.despair
    return influenced(table, state, gain, f"{seat} is defeated")
