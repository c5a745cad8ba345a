"""What a hunter may do in his turn: his action, and what is free."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from dracula_nb.games.fury_trail.actions import DONE, PASS, Action
from dracula_nb.games.fury_trail.events import Moment, playable
from dracula_nb.games.fury_trail.flow import Table, hunter, lasts, standing
from dracula_nb.games.fury_trail.moves import rail_moves, road_moves, sea_moves
from dracula_nb.games.fury_trail.rulebook import SEATS
from dracula_nb.games.fury_trail.state import FuryState
from dracula_nb.games.fury_trail.trades import trade_partners
from dracula_nb.maps import neighbours
from dracula_nb.trail.hideouts import here, open_in

MOVE, MOVES = "move", ("road", "rail", "sea")
INNER, REPORTS, EMERGENCY = "Inner Strength", "Newspaper Reports", "Sense of Emergency"
PARITY, PORT = "odd or even", "port"
NO_SUPPLY, LONG_NIGHT, VIGOUR = "no Supply", "Long Night", "Renewed Vigour"
"""What cards can bring for a while."""


@dataclass(frozen=True, slots=True)
class Turn:
    """A hunter decides; `fresh` before he has done anything, `acted` once his action is spent, `held`: he may only
    pass; `first`: his action was this, and he has one more, of another kind.
    """

    seat: str
    fresh: bool = True
    acted: bool = False
    held: bool = False
    extra: bool = False
    first: str = ""


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
    if lasts(state, LONG_NIGHT) and not at_sea(table, state, step.seat):
        return tuple(road_moves(table, state, step.seat))
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
        found += [Action("supply")] if not lasts(state, NO_SUPPLY) else []
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


def free_acts(table: Table, state: FuryState, step: Turn) -> Sequence[Action]:
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


def moments(state: FuryState, step: Turn) -> tuple[Moment, ...]:
    """When an event might be played as an action now."""
    time = "action_day" if state.clock.phase == "day" else "action_night"
    return (Moment(step.seat, "action"), Moment(step.seat, time))


def _event_plays(table: Table, state: FuryState, step: Turn) -> Sequence[Action]:
    """Events that are played as an action. Rule FT-CARD-10."""
    return tuple(play for moment in moments(state, step) for play in playable(table, state, moment))


def free_plays(table: Table, state: FuryState, step: Turn) -> Sequence[Action]:
    """Events of any time of the day, in a hunter's own turn. Rule FT-CARD-19."""
    return playable(table, state, Moment(step.seat, "day")) if state.clock.phase == "day" else ()


def _recall(table: Table, state: FuryState, step: Turn) -> Sequence[Action]:
    """Rule FT-ACT-40."""
    one = hunter(state, step.seat)
    near = {one.place, *neighbours(table.book.graph, one.place, "road")}
    return (Action("recall"),) if one.message and one.message in near else ()


def turn_options(table: Table, state: FuryState, step: Turn) -> Sequence[Action]:
    """Rules FT-ROUND-08, FT-SEA-04, FT-SEA-10."""
    free = (*free_acts(table, state, step), *free_plays(table, state, step))
    if step.acted:
        return (*free, DONE)
    found = [*_grit(table, state, step), *_recall(table, state, step)] if step.fresh else []
    found += free
    if step.held:
        return (*found, PASS)
    moves, events = _moves(table, state, step), _event_plays(table, state, step)
    if at_sea(table, state, step.seat) and state.clock.phase == "day":
        return (*found, *moves, *events) if moves or events else (*found, PASS)
    acts = (*moves, *_quiet(table, state, step), *_other_actions(table, state, step), *events)
    return (*found, *(action for action in acts if kind_of(action) != step.first), PASS)


def kind_of(action: Action) -> str:
    """The kind of a hunter's action: the verb, and one kind for all ways of moving. Rule FT-CARD-34."""
    return MOVE if action.verb in MOVES else action.verb
