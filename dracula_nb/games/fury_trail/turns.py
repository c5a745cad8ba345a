"""A hunter's turn: what each choice of his menu does, and what keeps him from acting."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from dracula_nb.core.game import Refusal
from dracula_nb.games.fury_trail.actions import DONE, PASS, Action
from dracula_nb.games.fury_trail.deals import Draw
from dracula_nb.games.fury_trail.events import Moment, playable, played
from dracula_nb.games.fury_trail.flow import (
    ASKS,
    RUNS,
    Asked,
    Table,
    hunter,
    lasts,
    minus,
    noted,
    plus,
    said,
    then,
    with_hunter,
)
from dracula_nb.games.fury_trail.menu import (
    INNER,
    MOVES,
    PARITY,
    PORT,
    REPORTS,
    VIGOUR,
    Turn,
    beside_dracula,
    emergency_loss,
    free_acts,
    free_plays,
    kind_of,
    moments,
    turn_options,
    unturned,
)
from dracula_nb.games.fury_trail.moves import move_by_rail, turned_up
from dracula_nb.games.fury_trail.score import healed, hurt
from dracula_nb.games.fury_trail.state import FuryState
from dracula_nb.games.fury_trail.steps import Arrive, BatsMove, Searched
from dracula_nb.games.fury_trail.trades import Trade
from dracula_nb.trail.hideouts import here


@dataclass(frozen=True, slots=True)
class HunterTurn:
    """A hunter's turn begins, or an extra action that Leadership gave."""

    seat: str
    extra: bool = False


@dataclass(frozen=True, slots=True)
class Later:
    """What is left of a turn once an action has ended."""

    turn: Turn


def _begin(table: Table, state: FuryState, step: HunterTurn) -> FuryState:
    """Rules FT-COND-10, FT-COND-14, FT-ENC-03, FT-SEA-03."""
    one = hunter(state, step.seat)
    if one.recovering:
        return noted(with_hunter(state, step.seat, recovering=False), f"{step.seat} recovers")
    sailing = one.place in table.book.seas and state.clock.phase == "day"
    if one.bats and not sailing:
        state = with_hunter(state, step.seat, bats=False)
        return then(state, BatsMove(step.seat))
    held = one.delayed and not sailing
    if held:
        state = with_hunter(state, step.seat, delayed=False)
    return then(state, Turn(step.seat, held=held, extra=step.extra))


# What it does

Does = Callable[[Table, FuryState, Turn, str], FuryState]


def _supply(table: Table, state: FuryState, step: Turn, what: str) -> FuryState:
    """Rules FT-ACT-07, FT-ACT-08, FT-ACT-33."""
    large = table.book.graph.nodes[hunter(state, step.seat).place]["size"] == "large"
    draws = [Draw("items", step.seat)] if large else []
    end = "bottom" if state.clock.night else "top"
    return then(noted(state, f"{step.seat} supplies"), *draws, Draw("events", step.seat, 1, end))


def _rest(table: Table, state: FuryState, step: Turn, what: str) -> FuryState:
    """Rules FT-ACT-09, FT-ABIL-02, FT-ABIL-07, FT-ABIL-08."""
    with_seward = hunter(state, "seward").place == hunter(state, step.seat).place
    numbers = table.book.constants
    return healed(table, state, step.seat, numbers.rest_with_seward if with_seward else numbers.rest_gain)


def _message(table: Table, state: FuryState, step: Turn, what: str) -> FuryState:
    """Rule FT-ACT-12."""
    one = hunter(state, step.seat)
    state = with_hunter(state, step.seat, message=what, grit=one.grit - 1)
    return noted(state, f"{step.seat} leaves a message in {what}")


def _back(table: Table, state: FuryState, step: Turn, what: str) -> FuryState:
    one = hunter(state, step.seat)
    return noted(with_hunter(state, step.seat, message="", grit=one.grit + 1), f"{step.seat} takes the message back")


def _spend_grit(table: Table, state: FuryState, step: Turn, what: str) -> FuryState:
    """Rules FT-ACT-44, FT-ACT-45, FT-ACT-47, FT-ACT-48."""
    effect, _, city = what.partition(": ")
    state = replace(state, used=state.used | {f"weekly {effect}"})
    state = with_hunter(state, step.seat, grit=hunter(state, step.seat).grit - 1)
    state = noted(state, f"{step.seat} spends Grit: {effect}")
    if effect == INNER:
        return healed(table, state, step.seat, table.book.constants.inner_strength)
    if effect == REPORTS:
        return turned_up(state, frozenset({unturned(state)}))
    state = hurt(table, state, step.seat, emergency_loss(state), effect)
    return then(state, Arrive(step.seat, city, "brought"))


def _wealth(table: Table, state: FuryState, step: Turn, what: str) -> FuryState:
    """Rule FT-ABIL-01."""
    ticket = next(t for t in state.piles.used_tickets if str(t) == what)
    piles = replace(state.piles, used_tickets=minus(state.piles.used_tickets, ticket))
    one = hunter(state, step.seat)
    state = with_hunter(replace(state, piles=piles), step.seat, tickets=plus(one.tickets, ticket))
    state = replace(state, used=state.used | {"weekly wealth"})
    return then(noted(state, f"godalming takes the ticket {what}"), Draw("tickets", step.seat, 0))


def _lead(table: Table, state: FuryState, step: Turn, what: str) -> FuryState:
    """Rule FT-ABIL-03."""
    state = replace(state, used=state.used | {"weekly lead"})
    return then(noted(state, f"helsing gives {what} an action"), HunterTurn(what, extra=True))


def _ask(table: Table, state: FuryState, step: Turn, what: str) -> FuryState:
    """Dracula's true answer. Rules FT-ABIL-04, FT-ABIL-05, FT-ABIL-13, FT-ABIL-14."""
    place = here(state.trail)
    number = table.book.numbers[place] or 0
    answer = ("even", "odd")[number % 2] if what == PARITY else "port" if place in table.book.ports else "inland"
    return said(replace(state, used=state.used | {"bond"}), f"bond: {answer}")


def _play_free(table: Table, state: FuryState, step: Turn, what: str) -> FuryState:
    return played(table, state, Moment(step.seat, "day"), Action("play", what))


def _play(table: Table, state: FuryState, step: Turn, what: str) -> FuryState:
    action = Action("play", what)
    moment = next(moment for moment in moments(state, step) if action in playable(table, state, moment))
    return played(table, state, moment, action)


def _arriving(table: Table, state: FuryState, step: Turn, what: str) -> FuryState:
    return then(state, Arrive(step.seat, what))


FREE: dict[str, Does] = {"grit": _spend_grit, "recall": _back, "wealth": _wealth, "lead": _lead, "ask": _ask}
"""Verbs that leave the action unspent."""

ACTS: dict[str, Does] = {
    "road": lambda table, state, step, what: then(state, Arrive(step.seat, what, road=True)),
    "sea": _arriving,
    "rail": lambda table, state, step, what: move_by_rail(table, state, step.seat, what),
    "search": lambda table, state, step, what: then(state, Searched(step.seat)),
    "supply": _supply,
    "rest": _rest,
    "reserve": lambda table, state, step, what: then(state, Draw("tickets", step.seat)),
    "trade": lambda table, state, step, what: then(state, Trade(step.seat, what)),
    "message": _message,
    "play": _play,
}
"""Verbs that spend the action."""


def _take(table: Table, state: FuryState, step: Turn, action: Action) -> FuryState:
    if action in (PASS, DONE):
        return _ended(state, step, moved=step.acted)
    if action.verb == "play" and action in free_plays(table, state, step):
        return _play_free(table, then(state, step), step, action.what)
    if action.verb in FREE:
        fresh = step.fresh and action.verb == "recall"
        return FREE[action.verb](table, then(state, replace(step, fresh=fresh)), step, action.what)
    if action.verb not in MOVES and not step.first:
        state = _ended(state, step, moved=False)
    return ACTS[action.verb](table, then(state, _later(table, state, step, action)), step, action.what)


def _later(table: Table, state: FuryState, step: Turn, action: Action) -> Later:
    """What the turn holds after an action. Rule FT-CARD-34."""
    more = lasts(state, VIGOUR) and state.clock.phase == "day" and not step.first and not step.extra
    return Later(replace(step, fresh=False, acted=not more, first=kind_of(action) if more else ""))


def _go_on(table: Table, state: FuryState, step: Later) -> FuryState:
    """The rest of a turn, where there is something left to decide and the hunter is there to do it."""
    turn = step.turn
    if hunter(state, turn.seat).recovering:
        return state
    free = (*free_acts(table, state, turn), *free_plays(table, state, turn))
    return then(state, turn) if free or not turn.acted else state


def _ended(state: FuryState, step: Turn, *, moved: bool) -> FuryState:
    """By day a hunter who did not move is noted as staying. Rule FT-CLUE-19."""
    by_day = state.clock.phase == "day" and not moved and not step.extra
    return said(state, f"{step.seat} stays") if by_day else state


def _refuse(table: Table, state: FuryState, step: Turn, action: Action) -> Refusal:
    """The rule that stands against an action, where the verb alone tells it."""
    phase, place = state.clock.phase, hunter(state, step.seat).place
    if step.held:
        return Refusal("FT-COND-14", f"{step.seat} is delayed; expected 'pass'")
    if place in table.book.seas and phase == "day":
        return Refusal("FT-SEA-03", f"{step.seat} is at sea by day; expected a move by sea")
    if place in table.book.seas:
        return Refusal("FT-SEA-10", f"{step.seat} is at sea by night; expected 'pass'")
    if action.verb in ("road", "rail", "sea") and phase != "day":
        return Refusal("FT-ACT-01", "hunters move by day only")
    if action.verb in ("rest", "supply", "reserve", "trade") and beside_dracula(table, state, step.seat):
        return Refusal("FT-ACT-32", f"Dracula is openly in {place}; expected another action")
    rule, reason = REASONS.get(action.verb, ("FT-ROUND-07", "a hunter has one action in each hunters' phase"))
    return Refusal(rule, f"{action}: {reason}")


REASONS = {
    "road": ("FT-ACT-02", "expected a place joined by an open road"),
    "rail": ("FT-ACT-18", "expected 'rail PLACE with N/M': a ticket that is held, and a place that it reaches"),
    "sea": ("FT-ACT-04", "expected an adjacent sea zone or port, not yet visited on this voyage"),
    "supply": ("FT-ACT-37", "expected a city"),
    "reserve": ("FT-ACT-16", "expected a city"),
    "search": ("FT-ACT-05", "expected a city"),
    "trade": ("FT-ACT-10", "expected a hunter in the same place, or at a message"),
    "message": ("FT-ACT-12", "expected Grit, no marker on the board, and an adjacent city without a hunter"),
    "recall": ("FT-ACT-40", "expected a marker in or next to the hunter's place, at the start of his turn"),
    "grit": ("FT-ACT-14", "expected Grit, at the start of a turn, for an effect not used this week"),
    "wealth": ("FT-ABIL-01", "expected Godalming, once a week, and a ticket in the discards"),
    "lead": ("FT-ABIL-03", "expected Van Helsing, once a week, and another hunter who is not recovering"),
    "ask": ("FT-ABIL-04", f"expected Mina, once in a game: '{PARITY}' or '{PORT}'"),
}


RUNS.update({HunterTurn: _begin, Later: _go_on})
ASKS[Turn] = Asked(turn_options, _take, _refuse)
