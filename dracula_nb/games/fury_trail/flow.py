"""How a play of fury_trail runs: a stack of pending steps, and tables that say for each kind what it does.

A step is a frozen record. `RUNS` holds kinds that happen by themselves, `ASKS` those that a seat decides, `ROLLS` those
that chance decides. Modules of phases and cards enter their kinds with the decorators below; `advance` runs the stack
down to the next decision. A card or a rule is thus one small function, and any step may put others before what waits.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from dracula_nb.core.game import Outcome, Refusal
from dracula_nb.games.fury_trail.actions import Action
from dracula_nb.games.fury_trail.box import Box
from dracula_nb.games.fury_trail.fight_tables import FightTables
from dracula_nb.games.fury_trail.rulebook import SEATS, Rulebook
from dracula_nb.games.fury_trail.state import FuryState, Hunter, Step

DRACULA = "D"
UNTIL = "until "
"""What begins so in `used` ends when the phase that it names begins."""


@dataclass(frozen=True)
class Table:
    """Everything the rules look up: the rulebook with its map and options, the box, and the tables of a fight."""

    book: Rulebook
    box: Box
    fight: FightTables


Run = Callable[[Table, FuryState, Any], FuryState]
Options = Callable[[Table, FuryState, Any], Sequence[Action]]
Take = Callable[[Table, FuryState, Any, Action], FuryState]
Odds = Callable[[Table, FuryState, Any], Sequence[tuple[Action, Fraction]]]
Refuse = Callable[[Table, FuryState, Any, Action], Refusal]


@dataclass(frozen=True)
class Asked:
    """A kind of step that a seat decides: its options, what a choice does, and why others are refused."""

    options: Options
    take: Take
    refuse: Refuse


@dataclass(frozen=True)
class Rolled:
    """A kind of step that chance decides: its outcomes, and what one does."""

    odds: Odds
    take: Take


RUNS: dict[type, Run] = {}
ASKS: dict[type, Asked] = {}
ROLLS: dict[type, Rolled] = {}


def advance(table: Table, state: FuryState) -> FuryState:
    """Run steps that happen by themselves, up to the next decision, chance, or the end of the play."""
    while state.over is None and state.steps and type(state.steps[-1]) in RUNS:
        step = state.steps[-1]
        state = RUNS[type(step)](table, replace(state, steps=state.steps[:-1]), step)
    return state


def then(state: FuryState, *steps: Step) -> FuryState:
    """The state with steps to come before all that waits, the first of them first."""
    return replace(state, steps=(*state.steps, *reversed(steps)))


def said(state: FuryState, *lines: str) -> FuryState:
    """The state with lines in the public log."""
    return replace(state, log=(*state.log, *lines))


def noted(state: FuryState, *lines: str) -> FuryState:
    """The state with lines in the public log that are no clues: comments of a case file."""
    return said(state, *(f"# {line}" for line in lines))


def won(state: FuryState, side: str, reason: str) -> FuryState:
    """The play is over. A win of the hunters stands before one of Dracula's. Rule FT-WIN-03."""
    if state.over is not None and (state.over.winner == "hunters" or side != "hunters"):
        return state
    return noted(replace(state, over=Outcome(side, reason)), f"{side} win: {reason}")


# What lasts for a while


def lasting(state: FuryState, what: str, until: str) -> FuryState:
    """The state with something that lasts until a phase begins, for example ``"dusk"``."""
    return replace(state, used=state.used | {f"{UNTIL}{until}: {what}"})


def lasts(state: FuryState, what: str) -> bool:
    """Whether something lasts now."""
    return any(name.startswith(UNTIL) and name.endswith(f": {what}") for name in state.used)


def phase_begun(state: FuryState, phase: str) -> FuryState:
    """The state in a phase, without what lasted until it begins."""
    used = frozenset(name for name in state.used if not name.startswith(f"{UNTIL}{phase}: "))
    return replace(state, used=used, clock=replace(state.clock, phase=phase))


# Hunters by seat


def hunter(state: FuryState, seat: str) -> Hunter:
    """The hunter of a seat."""
    return state.hunters[SEATS.index(seat)]


def with_hunter(state: FuryState, seat: str, **changes: Any) -> FuryState:
    """The state with fields of a hunter changed."""
    at = SEATS.index(seat)
    changed = replace(state.hunters[at], **changes)
    return replace(state, hunters=(*state.hunters[:at], changed, *state.hunters[at + 1 :]))


def hunters_in(state: FuryState, place: str) -> tuple[str, ...]:
    """The seats of hunters in a place, in turn order."""
    return tuple(seat for seat in SEATS if hunter(state, seat).place == place)


def standing(state: FuryState) -> frozenset[str]:
    """Where hunters stand."""
    return frozenset(one.place for one in state.hunters if one.place)


def with_dracula(state: FuryState, **changes: Any) -> FuryState:
    """The state with what is Dracula's own changed."""
    return replace(state, dracula=replace(state.dracula, **changes))


def with_piles(state: FuryState, **changes: Any) -> FuryState:
    """The state with decks and discards changed."""
    return replace(state, piles=replace(state.piles, **changes))


# Multisets


def plus(cards: Iterable[Any], *more: Any) -> tuple[Any, ...]:
    """A sorted pile with cards added."""
    return tuple(sorted((*cards, *more)))


def minus(cards: Iterable[Any], *gone: Any) -> tuple[Any, ...]:
    """A pile with one copy of each of these taken out."""
    left = list(cards)
    for card in gone:
        left.remove(card)
    return tuple(left)
