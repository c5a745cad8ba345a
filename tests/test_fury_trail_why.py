"""Explanations and repairs of fury_trail: sets against the exact filter, and what is offered for planted slips."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from toy_events import toy_book
from trail_slips import SLIPS, SPEECH, ToySpeech, case_of, evening, planted

from dracula_nb.beliefs import Case
from dracula_nb.beliefs.fury_trail.filter import TrailFilter
from dracula_nb.beliefs.fury_trail.loose import UNKNOWN, LooseTrail
from dracula_nb.beliefs.fury_trail.windows import bits, lane
from dracula_nb.beliefs.languages import language
from dracula_nb.beliefs.mixture import Mixture
from dracula_nb.beliefs.models import Uniform
from dracula_nb.beliefs.story import heard_turns
from dracula_nb.beliefs.why import MANY, TOLD, suffice
from dracula_nb.core.errors import CaseFileError
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


def test_sets_on_the_whole_map_are_short_and_checked_by_leaving_lines_out() -> None:
    """The public way, `Case.belief(without=lines)`, on evenings of twelve weeks."""
    sizes = []
    for seed in (200, 203, 210):
        case = case_of(evening(SPEECH.book, seed, 12))
        belief = case.belief()
        for place in sorted(set(SPEECH.graph) - belief.possible)[::20]:
            why = belief.why(place)
            sizes.append(len(why.clues))
            if sizes[-1] <= TOLD:
                assert suffice(why.clues, why.irreducible) in why.message or why.clues == (why.fell_out_at,)
    assert sum(size <= TOLD for size in sizes) >= 0.9 * len(sizes)
    case = case_of(evening(toy_book(), 4, 9), TOY["seed"])
    belief, lines = case.belief(), {note.line for note in case.notes}
    for place in sorted(set(case.language.graph) - belief.possible)[:3]:
        kept = {note.line for note in belief.why(place).clues}
        assert place not in case.belief(without=lines - kept).possible


def test_many_notes_are_listed_only_where_all_are_needed() -> None:
    notes = case_of(evening(SPEECH.book, 3, 3)).notes[: TOLD + 2]
    assert suffice(notes, False) == "Many notes rule it out together."
    assert suffice(notes, True).startswith("Together lines 1, 2, ")
    assert MANY > TOLD


def test_with_several_readings_a_place_is_excluded_in_each() -> None:
    log = evening(SPEECH.book, 205, 3)
    speech = language("fury_trail", profile="cautious")
    case, told = case_of(log, speech), 0
    belief = case.belief()
    readings = [case_of(log, language("fury_trail", profile=name)).belief().possible for name in sorted(PROFILES)]
    assert belief.possible == frozenset().union(*readings)
    for place in sorted(set(SPEECH.graph) - belief.possible)[::15]:
        why = belief.why(place)
        kept = {note.line for note in why.clues}
        told += why.irreducible
        if why.irreducible:
            assert place not in case.belief(without={note.line for note in case.notes} - kept).possible
    assert told > 0


# Repairs


def outcomes(seeds: Iterable[int]) -> Counter[tuple[str, str]]:
    """Kinds of slips and what became of them; every repair offered is tried."""
    found: Counter[tuple[str, str]] = Counter()
    for seed in seeds:
        slip = planted(seed)
        broken = slip.case.belief().contradiction if slip.case else None
        if slip.case is None or broken is None:
            found[slip.kind, "unnoticed" if slip.case else "refused"] += 1
            continue
        for repair in broken.repairs:
            assert repair.applied(slip.case).belief().contradiction is None, repair
        first = [{one.line, *(change.line for change in one.also)} for one in broken.repairs[:3]]
        found[slip.kind, "found" if any(lines & slip.lines for lines in first) else "missed"] += 1
    return found


def shares_found(found: Counter[tuple[str, str]]) -> tuple[int, int]:
    """How many contradictions were answered with the planted line among the first three repairs, and how many not."""
    return tuple(sum(found[kind, what] for kind in SLIPS) for what in ("found", "missed"))  # type: ignore[return-value]


def test_planted_slips_are_among_the_first_repairs() -> None:
    found, missed = shares_found(outcomes((1, 5, 15, 19, 26, 31, 36, 43, 67, 71, 92, 99)))
    assert found + missed == 12
    assert found >= 11


@pytest.mark.slow
def test_planted_slips_in_many_evenings_are_among_the_first_repairs() -> None:
    counts = outcomes(range(450))
    found, missed = shares_found(counts)
    assert found + missed > 120
    assert found >= 0.8 * (found + missed), counts


def test_the_city_just_entered_is_offered_first() -> None:
    log = list(evening(SPEECH.book, 204, 12))
    seen = [at for at, line in enumerate(log) if at and line.startswith("seen") and log[at - 1].endswith(line[8:])]
    assert seen
    for at in seen:
        wrong = "Szeged" if not log[at].endswith("Szeged") else "Sofia"
        slipped = [*log[:at], f"{log[at][:8]}{wrong}", *log[at + 1 :]]
        ends = next((n for n in range(at, len(log)) if "left " in log[n]), len(log))  # a false card may bar the line
        broken = case_of(slipped[:ends]).belief().contradiction
        if broken is not None:
            assert broken.repairs[0].instead == log[at]
            assert broken.note.line <= len(log)


def test_with_several_readings_slips_are_mended_too() -> None:
    slip = planted(5)
    assert slip.case is not None
    speech = language("fury_trail", profile="cautious")
    case = case_of([note.text for note in slip.case.notes], speech)
    broken = case.belief().contradiction
    assert broken is not None
    assert broken.repairs[0].line in slip.lines
    assert broken.repairs[0].applied(case).belief().contradiction is None


def test_a_slip_that_is_refused_on_reading_says_what_was_expected() -> None:
    refusals = [slip.refusal for slip in map(planted, (2, 7, 8, 13, 32, 59)) if slip.refusal]
    assert len(refusals) == 6
    for refusal in refusals:
        assert "; expected " in refusal, refusal
    with pytest.raises(CaseFileError, match="position 6; expected"):
        case_of([*evening(SPEECH.book, 3, 2), "seen 6: Paris"])
