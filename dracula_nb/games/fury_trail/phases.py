"""The five phases of a week, the clock, despair, and the checks at Dusk and Dawn.

Every phase is a step that puts its own parts on the stack, so none can be skipped but by a rule that says so.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from dracula_nb.core.game import Refusal
from dracula_nb.games.fury_trail.actions import Action
from dracula_nb.games.fury_trail.checks import Check
from dracula_nb.games.fury_trail.dracula_phase import DraculaPhase
from dracula_nb.games.fury_trail.events import Window
from dracula_nb.games.fury_trail.flow import (
    ASKS,
    DRACULA,
    RUNS,
    Asked,
    Table,
    noted,
    phase_begun,
    then,
    with_hunter,
)
from dracula_nb.games.fury_trail.rulebook import SEATS
from dracula_nb.games.fury_trail.score import influenced
from dracula_nb.games.fury_trail.state import DAYS, Clock, FuryState
from dracula_nb.games.fury_trail.turns import HunterTurn

WEEKLY = "weekly "
"""What begins so in `used` comes back each week. Rule FT-ROUND-14."""


@dataclass(frozen=True, slots=True)
class Week:
    """A round of five phases."""


@dataclass(frozen=True, slots=True)
class HunterPhase:
    """The hunters act in turn, by day or by night."""

    night: bool


@dataclass(frozen=True, slots=True)
class Dusk:
    """The marker goes to Night, then the check."""


@dataclass(frozen=True, slots=True)
class Dawn:
    """The marker goes to the next Day, despair, then the check."""


@dataclass(frozen=True, slots=True)
class Cleared:
    """What a phase takes off the board at its end."""


def _week(table: Table, state: FuryState, step: Week) -> FuryState:
    """Rules FT-ROUND-01, FT-ROUND-14."""
    used = frozenset(name for name in state.used if not name.startswith(WEEKLY))
    state = replace(state, used=used, clock=replace(state.clock, week=state.clock.week + 1))
    day, night = HunterPhase(night=False), HunterPhase(night=True)
    if table.book.rules.dawn_first:
        return then(state, day, Dusk(), night, Dawn(), DraculaPhase(), step)
    return then(state, day, Dusk(), night, DraculaPhase(), Dawn(), step)


def _hunters(table: Table, state: FuryState, step: HunterPhase) -> FuryState:
    """Rules FT-SETUP-01, FT-ROUND-07."""
    phase = "night" if step.night else "day"
    state = phase_begun(state, phase)
    return then(noted(state, f"week {state.clock.week}, {DAYS[state.clock.day]}, {phase}"), *map(HunterTurn, SEATS))


def _dusk(table: Table, state: FuryState, step: Dusk) -> FuryState:
    """Rules FT-ROUND-02, FT-ROUND-04, FT-ROUND-13."""
    state = phase_begun(replace(state, clock=replace(state.clock, night=True)), "dusk")
    return then(state, Window(("dusk",), SEATS), Check("dusk"), Cleared())


def _dawn(table: Table, state: FuryState, step: Dawn) -> FuryState:
    """Rules FT-ROUND-03, FT-ROUND-05, FT-ROUND-10 to FT-ROUND-13, FT-LOC-12."""
    old, numbers = state.clock, table.book.constants
    clock = Clock(old.week, (old.day + 1) % len(DAYS), night=False, phase="dawn", despair=old.despair)
    state = phase_begun(replace(state, clock=clock, board=replace(state.board, hosts=frozenset())), "dawn")
    if old.despair == numbers.despair_tokens:
        state = influenced(table, state, 1, "the third despair token lies")
    elif clock.day == 0:
        state = replace(state, clock=replace(clock, despair=old.despair + 1))
        state = noted(state, f"despair {old.despair + 1}")
        for seat in SEATS:
            state = _encouraged(table, state, seat)
    return then(state, Window(("dawn",), SEATS), Check("dawn"))


def _encouraged(table: Table, state: FuryState, seat: str) -> FuryState:
    """Rule FT-ACT-49."""
    one = state.hunters[SEATS.index(seat)]
    has = one.grit + bool(one.message)
    return with_hunter(state, seat, grit=one.grit + 1) if has < table.book.constants.grit_most else state


def _cleared(table: Table, state: FuryState, step: Cleared) -> FuryState:
    """One fog token from each fogged city goes after Dusk, and a roadblock and a storm. Rule FT-ROUND-13."""
    board = state.board
    fog = tuple((city, count - 1) for city, count in board.fog if count > 1)
    tokens = [Lift("roadblocks")] * bool(board.roadblocks) + [Lift("storms")] * bool(board.storms)
    return then(replace(state, board=replace(board, fog=fog)), *tokens)


@dataclass(frozen=True, slots=True)
class Lift:
    """Dracula chooses which ``"roadblocks"`` or ``"storms"`` token is taken off."""

    kind: str
    seat: str = DRACULA


def _token_text(token: object) -> str:
    return " ".join(token) if isinstance(token, tuple) else str(token)


def _liftable(table: Table, state: FuryState, step: Lift) -> Sequence[Action]:
    return tuple(Action("choose", text) for text in sorted(map(_token_text, getattr(state.board, step.kind))))


def _lifted(table: Table, state: FuryState, step: Lift, action: Action) -> FuryState:
    tokens = getattr(state.board, step.kind)
    left = frozenset(token for token in tokens if _token_text(token) != action.what)
    state = noted(state, f"{step.kind}: {action.what} is gone")
    changed: dict[str, Any] = {step.kind: left}
    return replace(state, board=replace(state.board, **changed))


def _refuse(table: Table, state: FuryState, step: Lift, action: Action) -> Refusal:
    return Refusal("FT-ROUND-13", f"{action}: expected one of the {step.kind} on the board")


ASKS[Lift] = Asked(_liftable, _lifted, _refuse)
RUNS.update({Week: _week, HunterPhase: _hunters, Dusk: _dusk, Dawn: _dawn, Cleared: _cleared})
