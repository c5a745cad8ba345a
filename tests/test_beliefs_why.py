"""Explanations: irreducible sets against the exact filter, trails replayed by the engine, what each clue did."""

from __future__ import annotations

import random
from itertools import combinations

import numpy as np
import pytest
from beliefs_why_support import SPEECH, case_of, simulated_log
from hypothesis import given, settings
from hypothesis import strategies as st
from toy_map import steered_play, toy_game

from dracula_nb.beliefs import Case
from dracula_nb.beliefs.hunt.filter import HuntFilter
from dracula_nb.beliefs.hunt.language import HuntLanguage
from dracula_nb.beliefs.hunt.loose import LooseFilter
from dracula_nb.beliefs.hunt.windows import LANE, MASK
from dracula_nb.beliefs.mixture import Mixture
from dracula_nb.beliefs.models import Uniform, model
from dracula_nb.beliefs.quickxplain import quickxplain
from dracula_nb.beliefs.story import heard_turns
from dracula_nb.core.errors import DraculaError
from dracula_nb.games.hunt import load

TOY = toy_game()
TOY_SPEECH = HuntLanguage(TOY.book, TOY.rules)
START = "G Edinburgh\nS Lisbon\nH Vienna\nM Sofia\nD city: vampire\n"


def toy_case(seed: int, rounds: int) -> Case:
    log = steered_play(TOY, seed, rounds, 0.9)[-1].log
    return Case.from_text("\n".join(log) + "\n", language=TOY_SPEECH)


def possible(case: Case, count: int, kept: set[int]) -> frozenset[str]:
    """Where he can be after `count` notes by the exact filter, the notes that are not kept forgotten."""
    now = Mixture(case.language, Uniform())
    for turn in heard_turns(case, count):
        passed = [at for at in range(len(turn.clues)) if turn.first + at not in kept]
        heard = now.heard(turn.clues, passed=passed)
        if not all(next(heard) for _ in range(turn.taken)):
            return frozenset()
    return now.support()


# QuickXplain


@given(st.lists(st.sets(st.integers(0, 11), min_size=1, max_size=5), min_size=1, max_size=4))
def test_quickxplain_gives_the_irreducible_set_that_prefers_the_latest(causes: list[set[int]]) -> None:
    def test(kept: frozenset[int]) -> bool:
        return any(cause <= kept for cause in causes)

    found = quickxplain(range(12), test)
    assert test(frozenset(found))
    assert not any(test(frozenset(found) - {one}) for one in found)
    kept = set(range(12))
    for at in range(12):  # the plain way: leave out the earliest that can be spared
        if test(frozenset(kept - {at})):
            kept.discard(at)
    assert found == tuple(sorted(kept))


# Sets of clues


@pytest.mark.parametrize("seed", range(6))
def test_a_set_suffices_and_none_of_it_can_be_spared(seed: int) -> None:
    """On the toy map, by the exact filter: with all else forgotten the place is impossible, with one less possible."""
    case, rng = toy_case(seed, 9), random.Random(seed)
    count, told = len(case.notes), 0
    belief = case.belief()
    places = sorted(set(TOY.book.places) - belief.possible - {TOY.book.hospital})
    for place in rng.sample(places, min(3, len(places))):
        why = belief.why(place)
        kept = {case.notes.index(note) for note in why.clues}
        assert list(why.clues) == sorted(why.clues, key=lambda note: note.line)
        assert place not in possible(case, count, kept)
        if why.irreducible:
            told += 1
            for one in kept:
                assert place in possible(case, count, kept - {one}), (place, case.notes[one])
        if why.smallest and len(kept) == 2:
            assert all(place in possible(case, count, {one}) for one in range(count))
        assert why.message.count(". ") < 5
    assert told > 0


def test_a_set_on_the_whole_map_is_checked_by_leaving_lines_out() -> None:
    """The public way: `Case.belief(without=lines)`."""
    case = case_of(simulated_log(4, 6))
    belief, lines = case.belief(), {note.line for note in case.notes}
    checked = 0
    for place in sorted(set(SPEECH.graph) - belief.possible)[::9]:
        why = belief.why(place)
        kept = {note.line for note in why.clues}
        assert place not in case.belief(without=lines - kept).possible
        if why.irreducible and len(kept) < 4:
            checked += 1
            assert all(place in case.belief(without=lines - kept | {one}).possible for one in kept)
    assert checked > 1


def test_forgetting_keeps_the_passing_of_turns() -> None:
    case = Case.from_text(f"{START}G Manchester\nS Madrid\n")
    assert case.belief(without={6}).possible - case.belief().possible == {"Manchester"}
    assert case.belief(without={5}).turn == case.belief().turn == 7
    assert "North Sea" in case.belief(without={5}).possible


def test_the_words_of_a_set() -> None:
    castle = START.replace("city", "Castle Dracula")
    away = "G Edinburgh\nS Lisbon\nH Vienna\nM Sofia\n"
    why = Case.from_text(f"{castle}{away}D city: trap\n{away}").belief().why("Rome")
    assert [note.text for note in why.clues] == ["D Castle Dracula: vampire"]
    assert (why.irreducible, why.smallest) == (True, True)
    assert why.message.endswith(
        "Nothing since has allowed it again. Line 5 (D Castle Dracula: vampire) alone rules it out."
    ) or (why.fell_out_at == why.clues[0])
    quick = Case.from_text(f"{castle}{away}D city: trap\n{away}").belief().why("Rome", quick=True)
    assert (quick.clues, quick.irreducible) == ((quick.fell_out_at,), False)
    never = Case.from_text(castle).belief().why("St Joseph and St Mary")
    assert (never.clues, never.irreducible, never.smallest) == ((), True, True)
    assert "No clue is needed for it." in never.message


def test_unsure_lines_belong_to_no_set() -> None:
    castle = START.replace("city", "Castle Dracula")
    text = f"{castle}sure 90% G Manchester\nS Madrid\nH Vienna\nM Sofia\nsure 70% D sea\n"
    belief = Case.from_text(text).belief()
    assert len(belief.possible) < 10
    for place in sorted(set(SPEECH.graph) - belief.possible)[::6]:
        why = belief.why(place)
        assert not any(note.text.startswith("sure") for note in why.clues)
        assert why.clues or place == SPEECH.book.hospital


# The loose filter


def covers(loose: LooseFilter, exact: HuntFilter) -> bool:
    """Whether every window of the exact filter fits one of the loose one, lanes of 0 fitting any."""
    lanes = [MASK << np.uint64(LANE * at) for at in range(loose.lanes)]
    shapes = {}
    for key in loose.keys:
        whole = np.bitwise_or.reduce([bits for bits in lanes if key & bits], initial=np.uint64(0))
        shapes.setdefault(int(whole), set()).add(int(key))
    return all(any(int(key) & whole in keys for whole, keys in shapes.items()) for key in exact.keys)


@settings(max_examples=25, deadline=None)
@given(seed=st.integers(0, 300), chances=st.randoms(use_true_random=False))
def test_the_loose_filter_allows_all_that_the_exact_one_does(seed: int, chances: random.Random) -> None:
    case = toy_case(seed, 10)
    exact, loose = HuntFilter(TOY_SPEECH.atlas, TOY.rules, Uniform()), TOY_SPEECH.loose()
    share, forgets, limit = chances.choice((0.1, 0.5, 0.9)), chances.randrange(50), chances.choice((5, 60, 10_000))
    for at, turn in enumerate(heard_turns(case, len(case.notes))):
        passed = [i for i in range(len(turn.clues)) if chances.random() < share]
        assert all(exact.heard(turn.clues, passed=passed))
        assert all(loose.heard(turn.clues, passed=passed))
        if at == forgets:
            loose.forget()
        loose.loosen(limit)
        assert exact.support() <= loose.support()
        if at % 5 == 4:
            assert covers(loose, exact)


@pytest.mark.parametrize("forgets", [10, 31, 44, 52])
def test_whatever_was_forgotten_a_true_story_goes_on(forgets: int) -> None:
    """On the whole map, where traps go and vampires mature at positions of which nothing is known."""
    case = case_of(simulated_log(3, 16))
    exact, loose = HuntFilter(SPEECH.atlas, SPEECH.rules, Uniform()), SPEECH.loose()
    for at, turn in enumerate(heard_turns(case, len(case.notes))):
        assert all(exact.heard(turn.clues))
        assert all(loose.heard(turn.clues)), turn
        if at == forgets:
            loose.forget()
        loose.loosen(2_000)
        assert exact.support() <= loose.support()


def test_without_anything_unknown_the_loose_filter_is_the_exact_one() -> None:
    case = toy_case(1, 10)
    exact, loose = HuntFilter(TOY_SPEECH.atlas, TOY.rules, Uniform()), TOY_SPEECH.loose()
    for at, turn in enumerate(heard_turns(case, len(case.notes))):
        passed = [0] if at % 7 == 0 else []
        assert all(exact.heard(turn.clues, passed=passed))
        assert all(loose.heard(turn.clues, passed=passed))
        assert (loose.keys == exact.keys).all()
        assert not loose.open


# Trails


def replayed(case: Case, moves: tuple[str, ...]) -> list[str]:
    """The engine's log of the case's hunters and these moves."""
    game, moves_left = load(), list(moves)
    state = game.initial_state()
    for turn in case.turns():
        first = turn[0].clue
        text = moves_left.pop(0) if game.seat_in_turn(state) == "D" else first.place
        state = game.apply(state, game.parse_action(state, text))
    assert not moves_left
    assert state.trail[0].place
    return [state.trail[0].place, *state.log]


@pytest.mark.parametrize("seed", [1, 4, 7, 16])
def test_a_trail_is_replayed_by_the_engine_line_by_line(seed: int) -> None:
    log = simulated_log(seed, 14, "blind")
    case = case_of(log)
    belief = case.belief()
    for place in sorted(belief.possible)[:4]:
        why = belief.why(place)
        assert why.witness is not None
        assert replayed(case, why.witness) == [place, *log]


def test_a_trail_for_a_story_with_soft_lines() -> None:
    hunters = "G one of Manchester|North Sea\nS Madrid\nH Prague: unknown\nM not Sofia: unknown\n"
    text = f"{START}{hunters}D one of sea|city: unknown\nG Manchester\n"
    case = Case.from_text(text)
    belief = case.belief()
    for place in sorted(belief.possible)[:3]:
        moves = belief.why(place).witness
        assert moves is not None
        assert len(moves) == 2


def test_no_trail_is_sought_in_haste() -> None:
    belief = Case.from_text(START).belief()
    assert belief.why("Rome", quick=True).witness is None
    assert belief.why("Rome").witness == ("Rome",)


# What each clue did


def test_influence_is_the_belief_without_the_clue() -> None:
    case = case_of(simulated_log(6, 7))
    belief = case.belief("evasive(0.5)")
    place = max(belief.posterior, key=lambda name: (belief.posterior[name], name))
    found = belief.influence(place)
    assert found
    strengths = [abs(np.log(one.factor)) for one in found]
    assert strengths == sorted(strengths, reverse=True)
    p = belief.posterior[place]
    named = {one.note.line: one for one in found}
    for note in case.notes:
        without = case.belief("evasive(0.5)", without={note.line}).posterior.get(place, 0.0)
        if note.line in named:
            assert named[note.line].without == pytest.approx(without, abs=1e-9)
            assert named[note.line].factor == pytest.approx(p / (1 - p) / (without / (1 - without)))
        else:
            assert without == pytest.approx(p, abs=1e-9)


def test_influence_of_no_place() -> None:
    with pytest.raises(DraculaError, match=r"^place 'Viena': expected a place"):
        Case.from_text(START).belief().influence("Viena")


def test_the_least_likely_line() -> None:
    belief = Case.from_text(f"{START}G Manchester: vampire, dracula\nseen 1: Manchester\n").belief()
    assert belief.surprise is not None
    note, probability = belief.surprise
    assert note.line == 6
    assert probability == pytest.approx(1 / 55)
    assert Case.from_text("\n").belief().surprise is None


# A broken story


@pytest.mark.parametrize("seed", range(4))
def test_clues_that_cannot_all_be_true(seed: int) -> None:
    """On the toy map a hunter meets him where he is not."""
    case, rng = toy_case(seed + 20, 7), random.Random(seed)
    places = sorted(set(TOY.book.places) - case.belief().possible - {*TOY.book.seas, TOY.book.hospital})
    before = [note for note in case.notes if note.line <= len(case.notes) - 1]
    told = Case.from_text(
        "\n".join([*(note.text for note in before), case.notes[-1].text, f"seen 1: {rng.choice(places)}"]) + "\n",
        language=TOY_SPEECH,
    )
    broken = told.belief().contradiction
    assert broken is not None
    kept = {told.notes.index(note) for note in broken.clues}
    assert broken.note in broken.clues
    count = len(told.notes)
    assert possible(told, count, kept) == frozenset()
    if broken.irreducible:
        for one in kept - {told.notes.index(broken.note)}:
            assert possible(told, count, kept - {one})


def test_a_line_that_is_wrong_by_itself_stands_alone() -> None:
    broken = Case.from_text(START.replace("vampire", "trap")).belief().contradiction
    assert broken is not None
    assert [note.line for note in broken.clues] == [5]
    assert broken.irreducible
    assert broken.repairs[0].instead == "D city: vampire"


def test_every_pair_of_members_of_a_small_set_is_needed() -> None:
    """Two sightings too far apart in too few moves: each alone can be true."""
    castle, away = START.replace("city", "Castle Dracula"), "G Edinburgh\nS Lisbon\nH Vienna\nM Sofia\n"
    broken = Case.from_text(f"{castle}{away}D Lisbon: trap\n").belief().contradiction
    assert broken is not None
    assert [note.line for note in broken.clues] == [5, 10]
    assert list(combinations([note.line for note in broken.clues], 2)) == [(5, 10)]
    assert model("uniform").name == "uniform"
