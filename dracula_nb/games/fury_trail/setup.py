"""Setup: where everybody begins, and what is dealt."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from dracula_nb.core.game import Refusal
from dracula_nb.games.fury_trail.actions import Action
from dracula_nb.games.fury_trail.deals import Draw, new_piles
from dracula_nb.games.fury_trail.flow import ASKS, DRACULA, RUNS, Asked, Table, said, standing, then, with_hunter
from dracula_nb.games.fury_trail.phases import Week
from dracula_nb.games.fury_trail.rulebook import SEATS
from dracula_nb.games.fury_trail.state import Count, FuryState, Hunter
from dracula_nb.trail.hideouts import EMPTY, Hideout


@dataclass(frozen=True, slots=True)
class Begin:
    """A seat chooses where it begins."""

    seat: str


@dataclass(frozen=True, slots=True)
class Deal:
    """Tickets and encounters are dealt, then the first week begins."""


def initial(table: Table) -> FuryState:
    """Nobody on the map; healths, Grit and Mina's bite as the sheets say.

    Rules FT-SETUP-01, FT-SETUP-03 to FT-SETUP-06, FT-SETUP-12, FT-SETUP-14.
    """
    sheets = table.box.characters
    hunters = tuple(
        Hunter(health=sheets[seat].health, bites=sheets[seat].first_bites, grit=sheets[seat].grit) for seat in SEATS
    )
    count = Count(sheets[DRACULA].health, rumours=table.book.constants.rumours)
    state = FuryState(hunters, count, new_piles(table))
    return then(state, *(Begin(seat) for seat in (*SEATS, DRACULA)), Deal(), Week())


def _places(table: Table, state: FuryState, step: Begin) -> Sequence[Action]:
    taken = standing(state) if step.seat == DRACULA else frozenset()
    return tuple(Action("start", city) for city in sorted(table.book.cities - taken))


def _begun(table: Table, state: FuryState, step: Begin, action: Action) -> FuryState:
    if step.seat == DRACULA:
        return said(replace(state, trail=(Hideout(action.what), *EMPTY[1:])), "D starts")
    return said(with_hunter(state, step.seat, place=action.what), f"{step.seat} starts {action.what}")


def _refuse(table: Table, state: FuryState, step: Begin, action: Action) -> Refusal:
    if step.seat == DRACULA:
        return Refusal("FT-SETUP-10", "Dracula begins in a city without a hunter; expected 'start CITY'")
    return Refusal("FT-SETUP-09", "a hunter begins in a city, not in the castle or the Hospital; expected 'start CITY'")


def _deal(table: Table, state: FuryState, step: Deal) -> FuryState:
    sheets = table.box.characters
    tickets = [Draw("tickets", seat, sheets[seat].tickets) for seat in SEATS]
    return then(state, *tickets, Draw("encounters", DRACULA, sheets[DRACULA].encounters_held))


ASKS[Begin] = Asked(_places, _begun, _refuse)
RUNS[Deal] = _deal
