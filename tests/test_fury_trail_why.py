"""Explanations and repairs of fury_trail: sets against the exact filter, and what is offered for planted slips."""

from __future__ import annotations

import random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from toy_events import toy_book
from trail_slips import SPEECH, ToySpeech, case_of, evening

from dracula_nb.beliefs import Case
from dracula_nb.beliefs.fury_trail.filter import TrailFilter
from dracula_nb.beliefs.fury_trail.loose import UNKNOWN, LooseTrail
from dracula_nb.beliefs.fury_trail.windows import bits, lane
from dracula_nb.beliefs.mixture import Mixture
from dracula_nb.beliefs.models import Uniform
from dracula_nb.beliefs.story import heard_turns
from dracula_nb.games.fury_trail.rulebook import PROFILES
from dracula_nb.trail.hideouts import LENGTH

TOY = {profile: ToySpeech(profile) for profile in PROFILES}


def toy_case(seed: int, weeks: int, profile: str = "seed") -> Case:
    return case_of(evening(toy_book(profile), seed, weeks, seed % 4 / 6), TOY[profile])


def filters(speech: ToySpeech) -> tuple[TrailFilter, LooseTrail]:
    """The exact filter and the loose one before the first line."""
    (exact,), (loose,) = speech.branches(Uniform()), speech.loose().branches
    return exact, loose


def possible(case: Case, count: int, kept: set[int]) -> frozenset[str]:
    """Where he can be after `count` notes by the exact filter, the notes that are not kept forgotten."""
    now = Mixture(case.language, Uniform())
    for turn in heard_turns(case, count):
        passed = [at for at in range(len(turn.clues)) if turn.first + at not in kept]
        heard = now.heard(turn.clues, passed=passed)
        if not all(next(heard) for _ in range(turn.taken)):
            return frozenset()
    return now.support()


# The loose filter


def covers(loose: LooseTrail, exact: TrailFilter) -> bool:
    """Whether every window of the exact filter fits one of the loose one, unknown positions fitting anything."""
    fits = np.zeros(len(exact.keys), dtype=bool)
    unknown = np.stack([lane(loose.keys, at) == UNKNOWN for at in range(1, LENGTH + 1)])
    for shape in np.unique(unknown, axis=1).T:
        known = ~sum((bits(255, at) for at in range(1, LENGTH + 1) if shape[at - 1]), start=np.uint64(0))
        fits |= np.isin(exact.keys & known, loose.keys[(unknown == shape[:, None]).all(axis=0)] & known)
    return bool(fits.all())


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 300), st.sampled_from(sorted(PROFILES)), st.randoms(use_true_random=False))
def test_the_loose_filter_allows_all_that_the_exact_one_does(seed: int, profile: str, chances: random.Random) -> None:
    case, (exact, loose) = toy_case(seed, 8, profile), filters(TOY[profile])
    share, forgets, limit = chances.choice((0.0, 0.1, 0.5)), chances.randrange(60), chances.choice((5, 600, 100_000))
    for at, turn in enumerate(heard_turns(case, len(case.notes))):
        passed = [i for i in range(len(turn.clues)) if chances.random() < share]
        assert all(exact.heard(turn.clues, passed=passed))
        assert all(loose.heard(turn.clues, passed=passed)), turn
        if at == forgets and exact.table.started:
            loose.forget()
        loose.loosen(limit)
        assert exact.support() <= loose.support()
        assert covers(loose, exact), turn


@pytest.mark.parametrize("forgets", [12, 30, 44, 60])
def test_whatever_was_forgotten_a_true_story_goes_on(forgets: int) -> None:
    case = case_of(evening(SPEECH.book, 3, 12))
    (exact,), (loose,) = SPEECH.branches(Uniform()), SPEECH.loose().branches
    for at, turn in enumerate(heard_turns(case, len(case.notes))):
        assert all(exact.heard(turn.clues))
        assert all(loose.heard(turn.clues)), turn
        if at == forgets:
            loose.forget()
        loose.loosen(5_000)
        assert exact.support() <= loose.support()


@pytest.mark.parametrize("profile", sorted(PROFILES))
def test_without_anything_unknown_the_loose_filter_is_the_exact_one(profile: str) -> None:
    case, (exact, loose) = toy_case(1, 8, profile), filters(TOY[profile])
    for at, turn in enumerate(heard_turns(case, len(case.notes))):
        passed = [0] if at % 7 == 0 else []
        assert all(exact.heard(turn.clues, passed=passed))
        assert all(loose.heard(turn.clues, passed=passed))
        assert (loose.keys == exact.keys).all()


# Sets of clues


@pytest.mark.parametrize("seed", range(6))
def test_a_set_suffices_and_none_of_it_can_be_spared(seed: int) -> None:
    """On the toy map, by the exact filter: with all else forgotten the place is impossible, with one less possible."""
    case, rng = toy_case(seed + 10, 7), random.Random(seed)
    count, told, belief = len(case.notes), 0, case.belief()
    places = sorted(set(case.language.graph) - belief.possible)
    for place in rng.sample(places, min(3, len(places))):
        why = belief.why(place)
        kept = {case.notes.index(note) for note in why.clues}
        assert place not in possible(case, count, kept)
        assert why.message.count(". ") < 5
        if why.irreducible:
            told += 1
            for one in kept:
                assert place in possible(case, count, kept - {one}), (place, case.notes[one])
    assert told > 0
