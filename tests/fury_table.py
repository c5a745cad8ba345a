"""States of fury_trail set up by hand for rule tests: who stands where, what lies on the trail, whose turn it is.

>>> from fury_table import at_turn, names, table
>>> state = table(mina="Paris", trail=["Vienna"])
>>> "road Brussels" in names(at_turn(state, "mina"))
True
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from fury_play import game

from dracula_nb.core.game import Node, Refusal
from dracula_nb.games.fury_trail import setup
from dracula_nb.games.fury_trail.flow import advance, then, with_dracula, with_hunter
from dracula_nb.games.fury_trail.menu import Turn
from dracula_nb.games.fury_trail.rulebook import SEATS
from dracula_nb.games.fury_trail.state import FuryState, Load, Step, Trap
from dracula_nb.trail.hideouts import LENGTH, Hideout

START = {"godalming": "Madrid", "seward": "London", "helsing": "Zurich", "mina": "Paris"}


def table(profile: str = "seed", trail: list[str] | None = None, **places: str) -> FuryState:
    """A state in the first week by day with nothing pending, hands empty; `trail` names cards from position 1.

    A card's text may end in `` up`` for faceup and begin with ``wolf ``, for example ``"wolf Paris up"``.
    """
    state = replace(setup.initial(game(profile).table), steps=())
    state = replace(state, clock=replace(state.clock, week=1, phase="day"))
    for seat in SEATS:
        state = with_hunter(state, seat, place=places.pop(seat, START[seat]))
    assert not places, f"no such seats: {sorted(places)}"
    cards = [_card(text) for text in trail or ["Vienna"]]
    return replace(state, trail=(*cards, *[None] * (LENGTH - len(cards))))


def _card(text: str) -> Hideout:
    wolf, up = text.startswith("wolf "), text.endswith(" up")
    return Hideout(text.removeprefix("wolf ").removesuffix(" up"), faceup=up, wolf=wolf)


def loaded(state: FuryState, position: int, *traps: str, rumour: bool = False) -> FuryState:
    """The state with facedown encounters, and perhaps a Rumour, on a position of the trail."""
    load = Load(tuple(Trap(name) for name in traps), rumour)
    return replace(state, loads=(*state.loads[: position - 1], load, *state.loads[position:]))


def holding(state: FuryState, seat: str, **changes: Any) -> FuryState:
    """The state with fields of a hunter (or of Dracula, seat ``"D"``) changed, e.g. ``items=("Knife",)``."""
    return with_dracula(state, **changes) if seat == "D" else with_hunter(state, seat, **changes)


def clocked(state: FuryState, **changes: Any) -> FuryState:
    """The state with the clock changed, e.g. ``night=True, phase="night"``."""
    return replace(state, clock=replace(state.clock, **changes))


def at_turn(state: FuryState, seat: str, profile: str = "seed") -> FuryState:
    """The state where a hunter is to act in his turn."""
    return stepping(state, Turn(seat), profile=profile)


def stepping(state: FuryState, *steps: Step, profile: str = "seed") -> FuryState:
    """The state after these steps have run down to the next decision or chance."""
    return advance(game(profile).table, then(state, *steps))


def names(state: FuryState, profile: str = "seed") -> list[str]:
    """The texts of what may be answered now, by the seat asked or by chance; none where nothing is pending."""
    rules = game(profile)
    if not state.steps:
        return []
    if rules.node(state) is Node.CHANCE:
        return [str(action) for action, _ in rules.chance_outcomes(state)]
    return [str(action) for seat in rules.acting_players(state) for action in rules.legal_actions(state, seat)]


def play(state: FuryState, *texts: str, profile: str = "seed") -> FuryState:
    """The state after these answers, each by whoever is asked."""
    rules = game(profile)
    for text in texts:
        state = rules.apply(state, rules.parse_action(state, text))
    return state


def why_not(state: FuryState, text: str, profile: str = "seed") -> Refusal:
    """The rule that forbids an answer to the seat that is asked."""
    rules = game(profile)
    refusal = rules.explain_illegal(state, rules.acting_players(state)[0], text)
    assert refusal is not None, f"{text} is allowed"
    return refusal


def told(before: FuryState, after: FuryState) -> list[str]:
    """The lines that came into the public log between two states."""
    return list(after.log[len(before.log) :])
