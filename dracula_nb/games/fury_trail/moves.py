"""How hunters move by road, rail and sea, and what their arrival turns faceup."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from dracula_nb.games.fury_trail.actions import Action
from dracula_nb.games.fury_trail.deals import dropped
from dracula_nb.games.fury_trail.events import Window
from dracula_nb.games.fury_trail.flow import DRACULA, RUNS, Table, hunter, said, then, with_hunter
from dracula_nb.games.fury_trail.state import FuryState, Rail
from dracula_nb.games.fury_trail.steps import Ambush, Arrive, Journey, TurnUp
from dracula_nb.maps import neighbours, rail_reach
from dracula_nb.trail.hideouts import HIDE, Trail, here, turned, turned_by

WITH = " with "


def fogged(state: FuryState, place: str) -> bool:
    """Whether hunters cannot enter or leave a place. Rule FT-ENC-04."""
    return any(city == place for city, _ in state.board.fog)


def open_ways(table: Table, state: FuryState, place: str, mode: str) -> tuple[str, ...]:
    """Neighbours by a mode that no fog, storm or roadblock closes. Rules FT-ENC-05, FT-CARD-52, FT-CARD-59."""
    if fogged(state, place):
        return ()
    ways = neighbours(table.book.graph, place, mode)
    closed = {frozenset((a, b)) for a, b, how in state.board.roadblocks if how == mode}
    return tuple(
        goal
        for goal in ways
        if not fogged(state, goal) and goal not in state.board.storms and frozenset((place, goal)) not in closed
    )


def road_moves(table: Table, state: FuryState, seat: str) -> Sequence[Action]:
    """Moves by one road. Rules FT-ACT-02, FT-LOC-08, FT-LOC-09."""
    return tuple(Action("road", goal) for goal in open_ways(table, state, hunter(state, seat).place, "road"))


def sea_moves(table: Table, state: FuryState, seat: str) -> Sequence[Action]:
    """Moves by sea: no zone twice in a voyage. Rules FT-ACT-04, FT-SEA-05, FT-SEA-11, FT-SEA-12, FT-SEA-14."""
    one = hunter(state, seat)
    ways = open_ways(table, state, one.place, "sea")
    return tuple(Action("sea", goal) for goal in ways if goal not in one.voyage)


def rail_moves(table: Table, state: FuryState, seat: str) -> Sequence[Action]:
    """Moves by rail, for each kind of ticket. Rules FT-ACT-03, FT-ACT-18 to FT-ACT-20, FT-ACT-22."""
    one, found = hunter(state, seat), []
    if one.place in table.book.seas or fogged(state, one.place):
        return ()
    for ticket in sorted(set(one.tickets)):
        for goal in rail_reach(table.book.graph, one.place, ticket.white, yellow=ticket.yellow):
            if not fogged(state, goal):
                found.append(Action("rail", f"{goal}{WITH}{ticket}"))
    return tuple(found)


def move_by_rail(table: Table, state: FuryState, seat: str, what: str) -> FuryState:
    """A rail move spends its ticket openly. Rules FT-ACT-03, FT-ACT-21."""
    goal, _, text = what.rpartition(WITH)
    white, _, yellow = text.partition("/")
    ticket = Rail(int(white), int(yellow))
    journey = Journey(seat, goal, ticket)
    return then(dropped(state, seat, "tickets", ticket), Window(("ticket",), (DRACULA,), journey), journey)


def _journey(table: Table, state: FuryState, step: Journey) -> FuryState:
    return then(state, Arrive(step.seat, step.goal))


def _arrive(table: Table, state: FuryState, step: Arrive) -> FuryState:
    """He stands there; after a Move by road Dracula may still lead him elsewhere."""
    origin = hunter(state, step.seat).place
    at_sea = step.place in table.book.seas
    voyage = (*hunter(state, step.seat).voyage, step.place) if at_sea else ()
    state = with_hunter(state, step.seat, place=step.place, voyage=voyage)
    turn_up = TurnUp(step.seat, step.place, step.word, origin)
    horses = [Window(("road_move",), (DRACULA,), turn_up)] if step.road else []
    return then(state, *horses, turn_up)


def _turn_up(table: Table, state: FuryState, step: TurnUp) -> FuryState:
    """The place's card and a Hide tied to it are turned, then Dracula may ambush. Rules FT-ACT-23, FT-ACT-51."""
    state = said(state, " ".join(filter(None, (step.seat, step.word, step.place))))
    state = turned_up(state, turned_by(table.book.ground, state.trail, step.place))
    customs = [Window(("region_move",), (DRACULA,), step)] if _crossed(table, step) else []
    return then(state, *customs, Ambush(step.seat, step.place))


def _crossed(table: Table, step: TurnUp) -> bool:
    """Whether a hunter came from one region of the land to another. Rule FT-CARD-44."""
    regions, seas = table.book.regions, table.book.seas
    both = {step.origin, step.place}
    return both <= set(regions) and not both & seas and len({regions[place] for place in both}) > 1


def turned_up(state: FuryState, positions: frozenset[int]) -> FuryState:
    """Cards of the trail turned faceup, each told in a line. Rules FT-TRAIL-33, FT-CLUE-18."""
    lines = [seen_line(state.trail, at) for at in sorted(positions)]
    return said(replace(state, trail=turned(state.trail, positions)), *lines)


def seen_line(trail: Trail, position: int) -> str:
    """A card that is turned, as a line of a case file.

    >>> from dracula_nb.trail.hideouts import Hideout
    >>> seen_line((Hideout("Hide"), Hideout("Paris"), None, None, None, None), 1)
    'seen 1: Hide at Paris'
    """
    hideout = trail[position - 1]
    card = hideout.card if hideout else ""
    older: Trail = (None,) * position + trail[position:]
    return f"seen {position}: {card}" + (f" at {here(older)}" if card == HIDE else "")


RUNS.update({Arrive: _arrive, TurnUp: _turn_up, Journey: _journey})
