"""Events of a fight: before it, once its cards lie open, and against a bite or a blow."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from dracula_nb.games.fury_trail.actions import Action
from dracula_nb.games.fury_trail.combat_start import Starts
from dracula_nb.games.fury_trail.combat_steps import LUCY, PLANNED, Revealed
from dracula_nb.games.fury_trail.deals import Limit, refilled, with_used
from dracula_nb.games.fury_trail.events import ANSWERS, EVENTS, Ask, Effect, Event, Moment, changed
from dracula_nb.games.fury_trail.flow import (
    ROLLS,
    Rolled,
    Table,
    hunter,
    minus,
    noted,
    plus,
    then,
    with_hunter,
    with_piles,
)
from dracula_nb.games.fury_trail.state import FuryState

ROUTE, LEAP, FIND = "Escape Route", "Heroic Leap", "Lucky Find"
FOUND = 5
"""How many items Lucky Find looks at. Rule FT-CARD-29."""


def _pending(state: FuryState) -> Starts:
    """The fight that is about to start, as cards have changed it so far."""
    return next(step for step in reversed(state.steps) if isinstance(step, Starts))


def _fights(table: Table, state: FuryState, moment: Moment) -> Sequence[str]:
    """A hunter who is still in the fight, which nobody has leapt into."""
    pending = _pending(state)
    return ("",) if moment.seat in pending.seats and not pending.leaps else ()


def _leavers(table: Table, state: FuryState, moment: Moment) -> Sequence[str]:
    """Rule FT-CARD-15: the player, still in the fight, or another hunter of it."""
    return _pending(state).seats if _fights(table, state, moment) else ()


def _leaves(table: Table, state: FuryState, step: Effect) -> FuryState:
    """Rules FT-CARD-15, FT-CMB-34."""
    seats = tuple(seat for seat in _pending(state).seats if seat != step.what)
    state = noted(changed(state, Starts, seats=seats), f"{step.what} leaves the combat")
    return with_hunter(state, step.what, withdrew=True) if _pending(state).vampire is None else state


def _leaps(table: Table, state: FuryState, step: Effect) -> FuryState:
    """Rule FT-CARD-21."""
    return changed(state, Starts, leaps=step.seat)


def _plans(table: Table, state: FuryState, step: Effect) -> FuryState:
    """Rule FT-CARD-33."""
    return changed(state, Starts, planned=(*_pending(state).planned, step.seat))


def _lucy(table: Table, state: FuryState, step: Effect) -> FuryState:
    """Rule FT-CARD-40."""
    return changed(state, Starts, lucy=True)


# Lucky Find


@dataclass(frozen=True, slots=True)
class LookAt:
    """Chance says which items lie on top, one after the other."""

    seat: str
    seen: tuple[str, ...] = ()


def _looks(table: Table, state: FuryState, step: Effect) -> FuryState:
    return _look_on(state, LookAt(step.seat))


def _look_on(state: FuryState, step: LookAt) -> FuryState:
    state = refilled(state, "items")
    if len(step.seen) < FOUND and len(state.piles.items):
        return then(state, step)
    options = tuple(sorted(set(step.seen)))
    return then(state, Ask(step.seat, FIND, "the item to take", options, about=step.seen)) if options else state


def _look_odds(table: Table, state: FuryState, step: LookAt) -> Sequence[tuple[Action, Fraction]]:
    return tuple((Action("draw", card), odds) for card, odds, _ in state.piles.items.draw("top"))


def _looked(table: Table, state: FuryState, step: LookAt, action: Action) -> FuryState:
    rest = next(rest for card, _, rest in state.piles.items.draw("top") if card == action.what)
    return _look_on(with_piles(state, items=rest), replace(step, seen=(*step.seen, action.what)))


def _taken(table: Table, state: FuryState, step: Ask, answer: str) -> FuryState:
    """Rule FT-CARD-29."""
    others = minus(step.about, answer)
    state = with_hunter(state, step.seat, items=plus(hunter(state, step.seat).items, answer))
    state = noted(
        with_used(state, "items", *others), f"{step.seat} takes an item, discarded: {', '.join(others) or 'none'}"
    )
    return then(state, Limit("items", step.seat))


# Once the cards lie open


def _cancelled_card(table: Table, state: FuryState, moment: Moment) -> Sequence[str]:
    return ("",) if isinstance(moment.about, Revealed) and not _revealed(state).enraged else ()


def _revealed(state: FuryState) -> Revealed:
    return next(step for step in reversed(state.steps) if isinstance(step, Revealed))


def _enraged(table: Table, state: FuryState, step: Effect) -> FuryState:
    """Rule FT-CARD-54."""
    return changed(state, Revealed, enraged=True)


def _rescues(table: Table, state: FuryState, moment: Moment) -> Sequence[str]:
    """Rules FT-CARD-20, FT-COND-15."""
    return ("",) if isinstance(moment.about, Revealed) else ()


def _rescued(table: Table, state: FuryState, step: Effect) -> FuryState:
    """Rule FT-CARD-20."""
    return changed(state, Revealed, saved=True)


EVENTS.update(
    {
        ROUTE: Event(_leavers, _leaves),
        LEAP: Event(_fights, _leaps),
        FIND: Event(_fights, _looks),
        PLANNED: Event(_fights, _plans),
        LUCY: Event(_fights, _lucy),
        "Enraged": Event(_cancelled_card, _enraged),
        "Great Strength": Event(_rescues, _rescued),
    }
)
ANSWERS[FIND, "the item to take"] = _taken
ROLLS[LookAt] = Rolled(_look_odds, _looked)
