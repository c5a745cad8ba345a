"""A hunter's turn: what he may do once, what is free, and what keeps him from acting."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from dracula_nb.core.game import Refusal
from dracula_nb.games.fury_trail.actions import DONE, PASS, Action
from dracula_nb.games.fury_trail.deals import Draw
from dracula_nb.games.fury_trail.flow import (
    ASKS,
    RUNS,
    Asked,
    Table,
    hunter,
    minus,
    noted,
    plus,
    said,
    standing,
    then,
    with_hunter,
)
from dracula_nb.games.fury_trail.moves import move_by_rail, rail_moves, road_moves, sea_moves
from dracula_nb.games.fury_trail.rulebook import SEATS
from dracula_nb.games.fury_trail.score import healed, hurt
from dracula_nb.games.fury_trail.state import FuryState
from dracula_nb.games.fury_trail.steps import Arrive, BatsMove, Searched
from dracula_nb.games.fury_trail.trades import Trade, trade_partners
from dracula_nb.maps import neighbours
from dracula_nb.trail.hideouts import here, open_in

INNER, REPORTS, EMERGENCY = "Inner Strength", "Newspaper Reports", "Sense of Emergency"
PARITY, PORT = "odd or even", "port"


@dataclass(frozen=True, slots=True)
class HunterTurn:
    """A hunter's turn begins, or an extra action that Leadership gave."""

    seat: str
    extra: bool = False


@dataclass(frozen=True, slots=True)
class Turn:
    """A hunter decides; `fresh` before he has done anything, `acted` once his action is spent, `held`: he may only
    pass.
    """

    seat: str
    fresh: bool = True
    acted: bool = False
    held: bool = False
    extra: bool = False


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


# What may be done


def at_sea(table: Table, state: FuryState, seat: str) -> bool:
    """Whether a hunter is in a sea zone."""
    return hunter(state, seat).place in table.book.seas


def in_city(table: Table, state: FuryState, seat: str) -> bool:
    """Whether a hunter is in a city: neither at sea nor in the castle or the Hospital."""
    return hunter(state, seat).place in table.book.cities


def beside_dracula(table: Table, state: FuryState, seat: str) -> bool:
    """Whether Dracula is openly in his place. Rule FT-ACT-32."""
    return hunter(state, seat).place == open_in(state.trail)


def _moves(table: Table, state: FuryState, step: Turn) -> Sequence[Action]:
    """Rules FT-ACT-01, FT-SEA-03, FT-SEA-12."""
    if state.clock.phase != "day":
        return ()
    by_sea = tuple(sea_moves(table, state, step.seat))
    if at_sea(table, state, step.seat):
        return by_sea
    return (*road_moves(table, state, step.seat), *rail_moves(table, state, step.seat), *by_sea)


def _quiet(table: Table, state: FuryState, step: Turn) -> Sequence[Action]:
    """Actions in a city that Dracula's open presence forbids. Rules FT-ACT-09, FT-ACT-16, FT-ACT-32, FT-ACT-37."""
    if at_sea(table, state, step.seat) or beside_dracula(table, state, step.seat):
        return ()
    found = []
    if in_city(table, state, step.seat):
        found += [Action("supply")] if "no supply" not in state.used else []
        found.append(Action("reserve"))
    if hunter(state, step.seat).place != table.book.castle:
        found.append(Action("rest"))
    partners = trade_partners(state, step.seat)
    return (*found, *(Action("trade", other) for other in partners))


def _other_actions(table: Table, state: FuryState, step: Turn) -> Sequence[Action]:
    """Search and Leave a Message. Rules FT-ACT-12, FT-ACT-29, FT-ACT-41, FT-ACT-42, FT-MAP-04."""
    if at_sea(table, state, step.seat):
        return ()
    one, found = hunter(state, step.seat), []
    if in_city(table, state, step.seat):
        found.append(Action("search"))
    if one.grit and not one.message:
        near = neighbours(table.book.graph, one.place, "road")
        found += [Action("message", c) for c in near if c in table.book.cities and c not in standing(state)]
    return tuple(found)


def _grit(table: Table, state: FuryState, step: Turn) -> Sequence[Action]:
    """One Grit at the start of a turn. Rules FT-ACT-14, FT-ACT-43 to FT-ACT-48."""
    one = hunter(state, step.seat)
    if not one.grit or step.extra:
        return ()
    found = [Action("grit", INNER)] if one.health < table.box.characters[step.seat].health else []
    if unturned(state):
        found.append(Action("grit", REPORTS))
    if state.clock.phase == "day" and one.health > emergency_loss(state) and not at_sea(table, state, step.seat):
        found += [Action("grit", f"{EMERGENCY}: {c}") for c in sorted(table.book.cities - {one.place})]
    return tuple(a for a in found if f"weekly {a.what.partition(':')[0]}" not in state.used)


def emergency_loss(state: FuryState) -> int:
    """What Sense of Emergency costs. Rule FT-ACT-47."""
    return max(1, 6 - state.influence // 2)


def unturned(state: FuryState) -> int:
    """The oldest facedown position that Newspaper Reports turns, 0 if none. Rule FT-ACT-45."""
    first = next(at for at, h in enumerate(state.trail, 1) if h and h.card == here(state.trail))
    older = [at for at, h in enumerate(state.trail, 1) if h and at > first and not h.faceup]
    return max(older, default=0)


def _free(table: Table, state: FuryState, step: Turn) -> Sequence[Action]:
    """What costs no action at any moment of a turn. Rules FT-ABIL-01, -03, -04, -06, -09 to -11."""
    if step.extra:
        return ()
    found: list[Action] = []
    if step.seat == "godalming" and "weekly wealth" not in state.used:
        found += [Action("wealth", str(ticket)) for ticket in sorted(set(state.piles.used_tickets))]
    if step.seat == "helsing" and "weekly lead" not in state.used:
        found += [Action("lead", s) for s in SEATS if s != "helsing" and not hunter(state, s).recovering]
    if step.seat == "mina" and "bond" not in state.used:
        found += [Action("ask", PARITY), Action("ask", PORT)]
    return tuple(found)


def _recall(table: Table, state: FuryState, step: Turn) -> Sequence[Action]:
    """Rule FT-ACT-40."""
    one = hunter(state, step.seat)
    near = {one.place, *neighbours(table.book.graph, one.place, "road")}
    return (Action("recall"),) if one.message and one.message in near else ()


def _options(table: Table, state: FuryState, step: Turn) -> Sequence[Action]:
    """Rules FT-ROUND-08, FT-SEA-04, FT-SEA-10."""
    if step.acted:
        return (*_free(table, state, step), DONE)
    found = [*_grit(table, state, step), *_recall(table, state, step)] if step.fresh else []
    found += _free(table, state, step)
    if step.held:
        return (*found, PASS)
    moves = _moves(table, state, step)
    if at_sea(table, state, step.seat) and state.clock.phase == "day":
        return (*found, *moves) if moves else (*found, PASS)
    return (*found, *moves, *_quiet(table, state, step), *_other_actions(table, state, step), PASS)


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
    from dracula_nb.games.fury_trail.moves import turned_up

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


def _arriving(table: Table, state: FuryState, step: Turn, what: str) -> FuryState:
    return then(state, Arrive(step.seat, what))


FREE: dict[str, Does] = {"grit": _spend_grit, "recall": _back, "wealth": _wealth, "lead": _lead, "ask": _ask}
"""Verbs that leave the action unspent."""

ACTS: dict[str, Does] = {
    "road": _arriving,
    "sea": _arriving,
    "rail": lambda table, state, step, what: move_by_rail(table, state, step.seat, what),
    "search": lambda table, state, step, what: then(state, Searched(step.seat)),
    "supply": _supply,
    "rest": _rest,
    "reserve": lambda table, state, step, what: then(state, Draw("tickets", step.seat)),
    "trade": lambda table, state, step, what: then(state, Trade(step.seat, what)),
    "message": _message,
}
"""Verbs that spend the action."""


def _take(table: Table, state: FuryState, step: Turn, action: Action) -> FuryState:
    if action in (PASS, DONE):
        return _ended(state, step, moved=step.acted)
    if action.verb in FREE:
        fresh = step.fresh and action.verb == "recall"
        return FREE[action.verb](table, then(state, replace(step, fresh=fresh)), step, action.what)
    moved = action.verb in ("road", "sea", "rail")
    later = replace(step, fresh=False, acted=True)
    if not moved:
        state = _ended(state, step, moved=False)
    if _free(table, state, later):
        state = then(state, later)
    return ACTS[action.verb](table, state, step, action.what)


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


RUNS[HunterTurn] = _begin
ASKS[Turn] = Asked(_options, _take, _refuse)
