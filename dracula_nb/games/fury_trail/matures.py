"""Encounters that leave the trail and take effect: those that are no vampires, one small function a kind.

Vampires count in `dracula_nb.games.fury_trail.dracula_phase`, since their gain and clearing belong to step 2 itself.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from dracula_nb.core.game import Refusal
from dracula_nb.games.fury_trail.actions import PASS, Action
from dracula_nb.games.fury_trail.deals import Limit
from dracula_nb.games.fury_trail.fight_state import WEAPONS
from dracula_nb.games.fury_trail.flow import (
    ASKS,
    DRACULA,
    RUNS,
    Asked,
    Table,
    hunter,
    hunters_in,
    minus,
    noted,
    plus,
    then,
    with_dracula,
    with_piles,
)
from dracula_nb.games.fury_trail.meets import BODYGUARDS, Mob, Shows, Wolves, fog_laid
from dracula_nb.games.fury_trail.rulebook import SEATS
from dracula_nb.games.fury_trail.score import dracula_changed
from dracula_nb.games.fury_trail.state import FuryState, Trap
from dracula_nb.games.fury_trail.steps import Mature, Meet

ROADBLOCKS = 8
"""Tokens in the box. Rule FT-CARD-52."""
LINK, BY = " - ", " by "


@dataclass(frozen=True, slots=True)
class Choose:
    """Dracula chooses what a maturing encounter falls on."""

    mature: Mature
    seat: str = DRACULA


def _options(table: Table, state: FuryState, step: Choose) -> Sequence[Action]:
    found = tuple(Action("choose", what) for what in CHOICES[step.mature.name][0](table, state, step.mature))
    return found or (PASS,)


def _take(table: Table, state: FuryState, step: Choose, action: Action) -> FuryState:
    if action == PASS:
        return state
    return CHOICES[step.mature.name][1](table, state, step.mature, action.what)


def _refuse(table: Table, state: FuryState, step: Choose, action: Action) -> Refusal:
    return Refusal("FT-TRAIL-38", f"{action}: {step.mature.name} cannot fall on this; expected one of what is offered")


# What it may fall on


def _region(table: Table, state: FuryState, step: Mature) -> list[str]:
    """The cities of the place's region. Rules FT-ENC-04, FT-ENC-19."""
    regions = table.book.regions
    return [city for city in sorted(table.book.cities) if regions[city] == regions[step.place]]


def _near(table: Table, state: FuryState, step: Mature) -> list[str]:
    """Cities one or two roads away. Rule FT-ENC-10."""
    return list(table.book.ground.flights[step.place])


def _links(table: Table, state: FuryState, step: Mature) -> list[str]:
    """Roads and railways without a roadblock, while there are tokens. Rule FT-ENC-08."""
    if len(state.board.roadblocks) >= ROADBLOCKS:
        return []
    every = {(min(a, b), max(a, b), mode) for a, b, mode in table.book.graph.edges(data="mode") if mode != "sea"}
    return [f"{a}{LINK}{b}{BY}{mode}" for a, b, mode in sorted(every - state.board.roadblocks)]


def _outside(table: Table, state: FuryState, step: Mature) -> list[str]:
    """Hunters who are not in the Hospital. Rule FT-LOC-14."""
    return [seat for seat in SEATS if hunter(state, seat).place != table.book.hospital]


def _discards(table: Table, state: FuryState, step: Mature) -> list[str]:
    return sorted(set(state.piles.used_events))


# What it does there


def _fog(table: Table, state: FuryState, step: Mature, what: str) -> FuryState:
    """Rule FT-ENC-04."""
    return fog_laid(table, state, what, 2)


def _block(table: Table, state: FuryState, step: Mature, what: str) -> FuryState:
    """Rule FT-ENC-08."""
    ends, _, mode = what.rpartition(BY)
    start, _, end = ends.partition(LINK)
    blocks = state.board.roadblocks | {(start, end, mode)}
    return noted(replace(state, board=replace(state.board, roadblocks=blocks)), f"roadblock {what}")


def _spy(table: Table, state: FuryState, step: Mature, what: str) -> FuryState:
    """Rule FT-ENC-09."""
    held = tuple(card for card in WEAPONS if card in hunter(state, what).items)
    return then(state, Shows(what, held, "discard against Spy", Meet(what, 0, Trap(step.name), ambush=False)))


def _wolves(table: Table, state: FuryState, step: Mature, what: str) -> FuryState:
    """Rule FT-ENC-10."""
    return then(noted(state, f"wolves in {what}"), *map(Wolves, hunters_in(state, what)))


def _hoax(table: Table, state: FuryState, step: Mature, what: str) -> FuryState:
    """He keeps one discarded event in secret, the others are shuffled into the deck. Rule FT-ENC-06."""
    deck = state.piles.events.shuffle(minus(state.piles.used_events, what))
    state = with_piles(state, events=deck, used_events=())
    state = with_dracula(state, events=plus(state.dracula.events, what))
    return then(state, Limit("events", DRACULA))


Falls = Callable[[Table, FuryState, Mature], list[str]]
Effect = Callable[[Table, FuryState, Mature, str], FuryState]

CHOICES: dict[str, tuple[Falls, Effect]] = {
    "Unnatural Fog": (_region, _fog),
    "Saboteur": (_links, _block),
    "Spy": (_outside, _spy),
    "Wolves": (_near, _wolves),
    "Hoax": (_discards, _hoax),
}
"""Kinds for which Dracula chooses: what it may fall on, and what it does there."""


def _soil(table: Table, state: FuryState, step: Mature) -> FuryState:
    """Rule FT-ENC-12."""
    return dracula_changed(table, state, 3)


def _guards(table: Table, state: FuryState, step: Mature) -> FuryState:
    """Kept beside the trail for one fight. Rule FT-ENC-18."""
    piles = state.piles
    state = with_piles(state, open_encounters=minus(piles.open_encounters, BODYGUARDS))
    return noted(replace(state, board=replace(state.board, guards=state.board.guards + 1)), "bodyguards wait")


def _mob(table: Table, state: FuryState, step: Mature) -> FuryState:
    """Rule FT-ENC-19."""
    cities = _region(table, state, step)
    return then(state, *(Mob(seat) for seat in SEATS if hunter(state, seat).place in cities))


MATURES: dict[str, Callable[[Table, FuryState, Mature], FuryState]] = {
    "Desecrated Soil": _soil,
    BODYGUARDS: _guards,
    "Szgany Mob": _mob,
}


def _mature(table: Table, state: FuryState, step: Mature) -> FuryState:
    """Rule FT-TRAIL-38."""
    state = noted(state, f"{step.name} matures")
    return then(state, Choose(step)) if step.name in CHOICES else MATURES[step.name](table, state, step)


RUNS[Mature] = _mature
ASKS[Choose] = Asked(_options, _take, _refuse)
