"""The checks at Dusk and Dawn: whether Dracula meets hunters, and who of them fights."""

from __future__ import annotations

from dataclasses import dataclass, replace

from dracula_nb.core.game import Refusal
from dracula_nb.games.fury_trail.actions import PASS, Action
from dracula_nb.games.fury_trail.combat_start import fight_begins
from dracula_nb.games.fury_trail.flow import (
    ASKS,
    DRACULA,
    RUNS,
    Asked,
    Table,
    hunter,
    hunters_in,
    noted,
    said,
    then,
    with_hunter,
)
from dracula_nb.games.fury_trail.loads import discarded
from dracula_nb.games.fury_trail.meets import BODYGUARDS, bodyguards
from dracula_nb.games.fury_trail.rulebook import SEATS
from dracula_nb.games.fury_trail.state import FuryState, Trap
from dracula_nb.games.fury_trail.steps import Meet
from dracula_nb.trail.hideouts import here, open_in


@dataclass(frozen=True, slots=True)
class Check:
    """The check of ``"dusk"`` or ``"dawn"``."""

    time: str


def fighters(table: Table, state: FuryState) -> tuple[str, ...]:
    """The hunters whom Dracula would fight now.

    Rules FT-ROUND-04 to FT-ROUND-06, FT-ROUND-16, FT-CMB-31, FT-CMB-34, FT-LOC-03, FT-SEA-08, FT-SEA-09.
    """
    rules, place = table.book.rules, here(state.trail)
    if state.mist or (place in table.book.seas and not rules.sea_combat):
        return ()
    if not rules.hidden_fights and open_in(state.trail) != place:
        return ()
    return tuple(
        s for s in hunters_in(state, place) if not hunter(state, s).withdrew and not hunter(state, s).recovering
    )


def _check(table: Table, state: FuryState, step: Check) -> FuryState:
    """Rules FT-ROUND-13, FT-ROUND-15, FT-CMB-34."""
    out = [seat for seat in SEATS if hunter(state, seat).withdrew]
    state = said(state, step.time + (f": without {', '.join(out)}" if out else ""))
    met = fighters(table, state)
    for seat in out:
        state = with_hunter(state, seat, withdrew=False)
    if met and state.board.guards:
        return then(state, Guards(met), Meeting(met))
    return fight_begins(table, state, met) if met else state


@dataclass(frozen=True, slots=True)
class Guards:
    """Dracula may set waiting Bodyguards on a hunter before the fight. Rule FT-ENC-18."""

    met: tuple[str, ...]
    seat: str = DRACULA


@dataclass(frozen=True, slots=True)
class Meeting:
    """The fight, with those who are still there."""

    met: tuple[str, ...]


def _guarded(table: Table, state: FuryState, step: Guards, action: Action) -> FuryState:
    if action == PASS:
        return state
    board = replace(state.board, guards=state.board.guards - 1)
    state = discarded(replace(state, board=board), BODYGUARDS, faceup=True)
    met = Meet(action.what, 0, Trap(BODYGUARDS, faceup=True), ambush=True)
    return bodyguards(table, noted(state, f"bodyguards before {action.what}"), met)


def _meeting(table: Table, state: FuryState, step: Meeting) -> FuryState:
    left = tuple(seat for seat in step.met if not hunter(state, seat).recovering)
    return fight_begins(table, state, left) if left else state


def _refuse(table: Table, state: FuryState, step: Guards, action: Action) -> Refusal:
    return Refusal("FT-ENC-18", f"{action}: expected 'choose' and a hunter who fights, or 'pass'")


RUNS.update({Check: _check, Meeting: _meeting})
ASKS[Guards] = Asked(lambda table, state, step: (*(Action("choose", s) for s in step.met), PASS), _guarded, _refuse)
