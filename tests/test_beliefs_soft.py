"""Soft and partial clues against brute force: every world by the engine's own moves, weighed by how well it fits."""

from __future__ import annotations

import math
import random
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from itertools import pairwise

import pytest
from toy_map import TOLERANCE, Window, steered_play, toy_game, window_of, windows_of

from dracula_nb.beliefs import Case
from dracula_nb.beliefs.hunt.language import HuntLanguage
from dracula_nb.beliefs.mixture import Mixture
from dracula_nb.beliefs.models import Uniform
from dracula_nb.beliefs.soft import read_clue
from dracula_nb.core.errors import CaseFileError
from dracula_nb.games.hunt import HuntGame, HuntState

Event = tuple[str, ...]
Fits = Callable[[str, str], bool]
"""Whether a head and a tail agree with a note."""


@dataclass(frozen=True)
class Noted:
    """A line as it was noted, and what it means, in words of its own: nothing here reads the package's patterns."""

    text: str
    fits: Fits
    sure: float = 1.0
    untold: bool = False


@dataclass
class Worlds:
    """Every state that the notes allow, with its weight; logs and points are left out, so that equal ones meet."""

    game: HuntGame
    weights: dict[HuntState, float] = field(init=False)
    log_evidence: float = 0.0

    def __post_init__(self) -> None:
        self.weights = {bare(self.game.initial_state()): 1.0}

    def hear(self, notes: list[Noted]) -> None:
        after: dict[HuntState, float] = {}
        for state, weight in self.weights.items():
            seat = self.game.seat_in_turn(state)
            actions = self.game.legal_actions(state, seat)
            share = weight / len(actions) if seat == "D" else weight
            for action in actions:
                following = self.game.apply(state, action)
                fit = likelihood(notes, following.log, following.trail[0].place if following.trail else "")
                if fit > 0.0:
                    key = bare(following)
                    after[key] = after.get(key, 0.0) + share * fit
        total = math.fsum(after.values())
        self.weights = {state: weight / total for state, weight in after.items()}
        self.log_evidence += math.log(total)

    def windows(self) -> dict[Window, float]:
        found: dict[Window, float] = {}
        for state, weight in self.weights.items():
            found[window_of(state)] = found.get(window_of(state), 0.0) + weight
        return found


def bare(state: HuntState) -> HuntState:
    return replace(state, log=(), blood=9000, score=9000)


def split(line: str) -> tuple[str, str, str]:
    head, _, tail = line.partition(": ")
    word, _, first = head.partition(" ")
    return word, first, tail


def likelihood(notes: list[Noted], event: Event, here: str) -> float:
    """How probable the notes are where the turn brought `event` and left Dracula `here`."""
    first, seen = notes[0], [note for note in notes[1:] if note.text.split()[0] != "here" and "here:" not in note.text]
    word, head, tail = split(event[0])
    if word != split_word(first.text):
        return 0.0
    fit = first.sure if first.fits(head, tail) else 1.0 - first.sure
    for note in notes[1:]:
        if "here:" in note.text:
            fit *= note.sure if note.fits("", here) else 1.0 - note.sure
    matched: set[str] = set()
    for note in seen:
        right = [line for line in event[1:] if note.fits(*split(line)[1:])]
        fit *= note.sure if right else 1.0 - note.sure
        matched.update(right)
    untold = first.untold or any(note.sure < 1.0 for note in seen)
    return fit if untold or matched == set(event[1:]) else 0.0


def split_word(text: str) -> str:
    words = text.split()
    return words[2] if words[0] == "sure" else words[0].rstrip(":")


def soften(line: str, rng: random.Random, others: dict[str, list[tuple[str, str]]]) -> Noted:
    """A true line in one of the ways in which it can be noted in part."""
    word, head, tail = split(line)
    opening = word != "seen"
    other_head, other_tail = rng.choice(others[word])
    kind = rng.choice(["one of", "not", "unknown head", "unknown tail", "all unknown", "sure", "unsure", "tails"])
    colon = f": {tail}" if tail else ""
    if kind == "one of":
        return Noted(f"{word} one of {other_head}|{head}{colon}", lambda h, t: h in (head, other_head) and t == tail)
    if kind == "not" and other_head != head:
        return Noted(f"{word} not {other_head}{colon}", lambda h, t: h != other_head and t == tail)
    if kind == "unknown head" and tail:
        return Noted(f"{word} unknown{colon}", lambda h, t: t == tail, untold=opening)
    if kind == "unknown tail":
        return Noted(f"{word} {head}: unknown", lambda h, t: h == head, untold=opening)
    if kind == "tails" and tail and other_tail:
        return Noted(f"{word} {head}: one of {other_tail}|{tail}", lambda h, t: h == head and t in (tail, other_tail))
    if kind == "sure":
        return Noted(f"sure 80% {line}", lambda h, t: (h, t) == (head, tail), 0.8, untold=opening)
    if kind == "unsure" and (other_head, other_tail) != (head, tail):
        wrong = f"{word} {other_head}" + (f": {other_tail}" if other_tail else "")
        return Noted(f"sure 12.5% {wrong}", lambda h, t: (h, t) == (other_head, other_tail), 0.125, untold=opening)
    return Noted(f"{word} unknown", lambda h, t: True, untold=opening)


def kind_of(text: str) -> str:
    """The way in which a line is soft."""
    if text.startswith("sure"):
        return "sure"
    if "one of" in text or "not" in text.split():
        return "one of" if "one of" in text else "not"
    return (
        "unknown"
        if text.endswith(" unknown") and ":" not in text
        else ("unknown tail" if text.endswith(": unknown") else "unknown head")
    )


def others_of(states: list[HuntState]) -> dict[str, list[tuple[str, str]]]:
    """Heads and tails that lines of a play have, by first word."""
    found: dict[str, list[tuple[str, str]]] = {}
    for before, after in pairwise(states):
        for line in after.log[len(before.log) :]:
            word, head, tail = split(line)
            found.setdefault(word, []).append((head, tail))
    return found


def hard(line: str) -> Noted:
    _, head, tail = split(line)
    return Noted(line, lambda h, t: (h, t) == (head, tail))


def hunch(truth: HuntState, rng: random.Random) -> Noted:
    """A hunch about where he is now, right or wrong."""
    place = rng.choice([truth.trail[0].place, "Elm", "Dale", "Brine"])
    if rng.random() < 0.5 or place == truth.trail[0].place:
        return Noted(f"sure 70% here: {place}", lambda h, t: t == place, 0.7)
    return Noted(f"here: not {place}", lambda h, t: t != place)


def mixed_windows(mixture: Mixture) -> dict[Window, float]:
    found: dict[Window, float] = {}
    for share, branch in zip(mixture.shares().tolist(), mixture.branches, strict=True):
        for key, weight in windows_of(branch).items():  # type: ignore[arg-type]
            found[key] = found.get(key, 0.0) + share * weight
    return found


def compare(game: HuntGame, states: list[HuntState], rng: random.Random, rate: float) -> set[str]:
    """Follow a play with some lines softened; the first words and kinds of what was softened."""
    speech = HuntLanguage(game.book, game.rules)
    mixture, worlds, others, softened = Mixture(speech, Uniform()), Worlds(game), others_of(states), set()
    for before, after in pairwise(states):
        notes = []
        for line in after.log[len(before.log) :]:
            soft = rng.random() < rate
            notes.append(soften(line, rng, others) if soft else hard(line))
            softened |= {f"{split(line)[0]} {kind_of(notes[-1].text)}"} if soft else set()
        if after.trail and rng.random() < rate / 3:
            notes.append(hunch(after, rng))
            softened.add(f"here {kind_of(notes[-1].text)}")
        worlds.hear(notes)
        assert all(mixture.heard([read_clue(speech, note.text) for note in notes])), [note.text for note in notes]
        ours, theirs = mixed_windows(mixture), worlds.windows()
        assert ours.keys() == theirs.keys(), [note.text for note in notes]
        assert max(abs(ours[key] - theirs[key]) for key in theirs) < TOLERANCE, [note.text for note in notes]
        assert mixture.log_evidence == pytest.approx(worlds.log_evidence, abs=1e-9, rel=TOLERANCE)
    return softened


PLAYS = [(0.6, 2, 0.15), (0.5, 3, 0.2), (0.6, 11, 0.1), (0.4, 5, 0.15), (0.8, 7, 0.3), (0.7, 15, 0.25)]
"""How eager the hunters of a play are, its seed, and how many of its lines are softened."""


@pytest.fixture(scope="module")
def told() -> set[str]:
    """The kinds of soft lines that were compared."""
    return set()


@pytest.mark.parametrize(("eager", "seed", "rate"), PLAYS)
def test_soft_clues_equal_enumeration(eager: float, seed: int, rate: float, told: set[str]) -> None:
    game = toy_game()
    told |= compare(game, steered_play(game, seed, 14, eager), random.Random(seed), rate)


def test_every_kind_of_clue_was_softened_in_every_way(told: set[str]) -> None:
    if not told:
        pytest.skip("runs after the comparisons of this file")
    hunters = {kind for word, kind in (line.split(" ", 1) for line in told) if word in "GSHM"}
    of = {
        word: {line.split(" ", 1)[1] for line in told if line.startswith(f"{word} ")} for word in ("D", "seen", "here")
    }
    every = {"one of", "not", "unknown head", "unknown tail", "unknown", "sure"}
    assert hunters >= every
    assert of["D"] >= every
    assert of["seen"] >= every - {"unknown head", "not"}
    assert of["here"] == {"not", "sure"}


STORY = "G Edinburgh\nS Lisbon\nH Cagliari\nM Sofia\n"


def test_eighty_percent_sure_not_vienna_turns_a_half_into_a_fifth() -> None:
    text = f"{STORY}D city: vampire\nhere: one of Vienna|Rome\n"
    assert Case.from_text(text).belief().posterior == pytest.approx({"Vienna": 0.5, "Rome": 0.5}, abs=1e-15)
    soft = Case.from_text(f"{text}sure 80% here: not Vienna\n").belief()
    assert soft.posterior == pytest.approx({"Vienna": 0.2, "Rome": 0.8}, abs=1e-15)
    assert soft.possible == {"Vienna", "Rome"}


def test_an_unknown_turn_is_the_turn_passing_without_a_clue() -> None:
    """Worked out by hand: from each start every legal move alike, whatever it would have shown."""
    case = Case.from_text(
        f"{STORY}D city: vampire\nhere: Madrid\nG unknown\nS unknown\nH unknown\nM unknown\nD unknown\n"
    )
    ground = case.language.book.ground.steps["Madrid"]  # type: ignore[attr-defined]
    share = 1.0 / (len(ground) + 2)  # each road, a hide, and one step back
    expected = {**dict.fromkeys(ground, share), "Madrid": 2 * share}
    assert case.belief().posterior == pytest.approx(expected, abs=1e-12)


@pytest.mark.parametrize(
    "line", ["sure 80% D sea", "sure 99% D city: trap", "sure 1% D D1: trap", "sure 50% D not sea: trap"]
)
def test_soft_clues_never_change_what_is_possible(line: str) -> None:
    story = f"{STORY}D city: vampire\nG Edinburgh\nS Lisbon\nH Cagliari\nM Sofia\n"
    open_ = Case.from_text(f"{story}D unknown\n").belief()
    soft = Case.from_text(f"{story}{line}\n").belief()
    assert soft.possible == open_.possible
    assert [layer.posterior.keys() for layer in soft.trail] == [layer.posterior.keys() for layer in open_.trail]
    assert soft.posterior != open_.posterior


def test_one_of_two_equals_both_together() -> None:
    story = f"{STORY}D city: vampire\nG Edinburgh\nS Lisbon\nH Cagliari\nM Sofia\n"
    both = Case.from_text(f"{story}D one of sea|city: one of trap|vampire\n")
    alone = Case.from_text(f"{story}D city: trap\n").belief()
    assert both.belief().posterior == pytest.approx(alone.posterior, abs=1e-12)  # at sea nothing is laid
    assert both.to_text().splitlines()[-1] == "D one of sea|city: one of trap|vampire"
    assert Case.from_text(both.to_text()).belief().posterior == both.belief().posterior


BAD = {
    "sure of nothing": ("sure 0% D sea", "expected 'sure N%' with N above 0 and below 100, then a clue"),
    "quite sure": ("sure 100% D sea", "expected 'sure N%' with N above 0 and below 100, then a clue"),
    "sure without a number": ("sure D sea", "expected 'sure N%' with N above 0 and below 100, then a clue"),
    "an empty alternative": ("D one of sea|: trap", "expected 1 to 40 alternatives parted by '|'"),
    "a misspelt alternative": ("D not Pariss: trap", "did you mean 'Paris'?"),
    "an unknown word": ("X unknown", "is no clue"),
    "a position 7": ("seen one of 6|7: Vienna", "expected a position from 1 to 6"),
}


@pytest.mark.parametrize(("line", "message"), BAD.values(), ids=BAD.keys())
def test_bad_soft_lines_are_told_in_one_line(line: str, message: str) -> None:
    with pytest.raises(CaseFileError) as caught:
        Case.from_text(f"{STORY}{line}\n", name="evening.txt")
    assert str(caught.value).startswith("evening.txt, line 5: ")
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_position_that_was_seen_not_to_be_a_place() -> None:
    opening = f"{STORY}D city: vampire\nhere: one of Vienna|Rome|Milan\n"
    story = f"{opening}G Edinburgh\nS Lisbon\nH Cagliari\nM Sofia\nD city: trap\n"
    trail = Case.from_text(f"{story}seen 2: not Vienna\n").belief().trail
    assert trail[1].posterior.keys() == {"Rome", "Milan"}
    either = Case.from_text(f"{story}seen 2: one of Milan|Rome\n").belief()
    assert [layer.posterior for layer in either.trail] == [pytest.approx(layer.posterior, abs=1e-12) for layer in trail]


def test_too_many_stories_are_told_as_no_longer_exact(monkeypatch: pytest.MonkeyPatch) -> None:
    case = Case.from_text(
        f"{STORY}D city: vampire\nhere: Madrid\nG unknown\nS unknown\nH Cagliari\nM Sofia\nD unknown\n"
    )
    whole = case.belief()
    monkeypatch.setattr("dracula_nb.beliefs.mixture.MOST", 12)
    part = case.belief()
    assert (whole.exact, part.exact) == (True, False)
    assert part.possible <= whole.possible
