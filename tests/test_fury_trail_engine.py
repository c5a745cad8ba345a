"""The engine of fury_trail on whole random plays: they end, and their public log never excludes the truth."""

from __future__ import annotations

from collections import deque
from dataclasses import replace

import pytest
from fury_play import game, logged, random_play

from dracula_nb.core.decks import Deck
from dracula_nb.core.game import Node
from dracula_nb.games.fury_trail.combat_steps import Pick
from dracula_nb.games.fury_trail.rulebook import SEATS
from dracula_nb.games.fury_trail.state import FuryState, Trap
from dracula_nb.trail.hideouts import here

SEAS = game().table.book.seas


@pytest.mark.parametrize("profile", ["seed", "printed"])
@pytest.mark.parametrize("seed", range(4))
def test_the_truth_stays_possible_in_what_the_engine_logs(profile: str, seed: int) -> None:
    states = list(random_play(profile, seed))
    last = states[-1]
    assert last.over is not None
    for state in (states[len(states) // 2], last):
        belief = logged(state, profile).belief()
        assert belief.contradiction is None, belief.contradiction
        assert here(state.trail) in belief.possible
    assert here(last.trail) in logged(last, "cautious").belief().possible


def test_plays_end_and_states_are_values() -> None:
    first, again = (deque(random_play("seed", 11), maxlen=1)[0] for _ in range(2))
    assert first == again
    assert hash(first) == hash(again)
    assert game().node(first) is Node.TERMINAL
    assert sum(game().returns(first).values()) == 0


def hidden_changed(state: FuryState) -> FuryState:
    """The state with what hunters cannot know changed: facedown cards and encounters, Dracula's hands, deck orders."""
    cities = iter(sorted(game().table.book.cities - {h.card for h in state.trail if h}))
    trail = tuple(h if h is None or h.faceup or h.card in SEAS else replace(h, card=next(cities)) for h in state.trail)
    loads = tuple(
        replace(load, traps=tuple(t if t.faceup else Trap("Hoax") for t in load.traps)) for load in state.loads
    )
    own = replace(state.dracula, encounters=("Spy",) * len(state.dracula.encounters))
    own = replace(own, events=("Enraged",) * len(own.events))
    deck = state.piles.encounters
    encounters = Deck.of(["Bats"] * len(deck))
    return replace(state, trail=trail, loads=loads, dracula=own, piles=replace(state.piles, encounters=encounters))


@pytest.mark.rule("FT-TRAIL-31", "FT-TRAIL-36")
def test_hunters_see_nothing_of_what_is_hidden() -> None:
    seen = 0
    for state in list(random_play("seed", 5))[::7]:
        other = hidden_changed(state)
        for seat in SEATS:
            assert repr(game().observation(state, seat)) == repr(game().observation(other, seat))
        seen += game().observation(state, "D") != game().observation(other, "D")
    assert seen > 20


@pytest.mark.rule("FT-CMB-03", "FT-CMB-04", "FT-CMB-45")
def test_combat_cards_are_hidden_until_all_have_chosen() -> None:
    states = [state for seed in range(6) for state in random_play("seed", seed) if state.steps]
    chosen = [state for state in states if isinstance(state.steps[-1], Pick) and state.steps[-1].chosen]
    assert len(chosen) > 10
    for state in chosen:
        made = dict(state.steps[-1].chosen)
        for seat in game().players:
            view = game().observation(state, seat)
            assert view.chosen == made.get(seat)
            assert view.duel is not None
            assert set(view.duel.chosen) == set(made)
            assert view.cards == (state.steps[-1].combat.fight.hand if seat == "D" else None)
