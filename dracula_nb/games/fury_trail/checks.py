"""The checks at Dusk and Dawn: whether Dracula meets hunters, and who of them fights."""

from __future__ import annotations

from dataclasses import dataclass

from dracula_nb.games.fury_trail.combat import fight_begins
from dracula_nb.games.fury_trail.flow import RUNS, Table, hunter, hunters_in, said, with_hunter
from dracula_nb.games.fury_trail.rulebook import SEATS
from dracula_nb.games.fury_trail.state import FuryState
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
    return fight_begins(table, state, met) if met else state


RUNS[Check] = _check
