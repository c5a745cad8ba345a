"""What a belief says: where a place fell out, at which line a story breaks, and the figures beside."""

from __future__ import annotations

import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from toy_map import Enumeration, steered_play

from dracula_nb.beliefs import Belief, Case
from dracula_nb.beliefs.belief import percent
from dracula_nb.games.hunt import load, rulebook
from dracula_nb.games.hunt.worlds import events

PLAYS = [(0.97, 73), (0.97, 104), (0.97, 149)]
START = "G Edinburgh\nS Lisbon\nH Vienna\nM Sofia\nD city: vampire\n"
AWAY = "G Edinburgh\nS Lisbon\nH Vienna\nM Sofia\n"
"""A round in which hunters stay where nothing happens."""
CASTLE, SEA = START.replace("city", "Castle Dracula"), START.replace("city: vampire", "sea")


@pytest.mark.parametrize(("eager", "seed"), PLAYS)
def test_why_names_the_turn_after_which_a_place_was_never_possible_again(eager: float, seed: int) -> None:
    game = load()
    log = steered_play(game, seed, 9, eager)[-1].log
    worlds, possible, lines = Enumeration(game), [], []
    for event in events(log):
        worlds.hear(event)
        possible.append(set(worlds.posterior(1)))
        lines.append(list(event))
    belief = Case.from_text("\n".join(log) + "\n").belief()
    assert belief.possible == possible[-1]
    fell_out = 0
    for place in game.book.places:
        why = belief.why(place, quick=True)
        turns = [turn for turn, places in enumerate(possible) if place in places]
        assert why.possible == (place in possible[-1])
        if why.possible:
            assert why.fell_out_at is None
            continue
        if not turns:  # Dracula's first move, the fifth play, left it out
            assert why.fell_out_at is not None
            assert why.fell_out_at.line == 1 + sum(len(event) for event in lines[:4])
            continue
        fell_out += 1
        assert why.fell_out_at is not None
        assert why.fell_out_at.text in lines[turns[-1] + 1]
        first = 1 + sum(len(event) for event in lines[: turns[-1] + 1])
        assert first <= why.fell_out_at.line < first + len(lines[turns[-1] + 1])
        assert f"line {why.fell_out_at.line}" in why.message
    assert fell_out > 1


def test_why_in_words() -> None:
    belief = Case.from_text(START + "G Manchester\nS Madrid\n").belief()
    assert belief.why("Vienna").message == (
        "Vienna was ruled out by Dracula's first move, line 5 (D city: vampire): a hunter stood there, and a move into"
        " a hunter's city is shown (HU-SEE-03). Nothing since has allowed it again."
    )
    assert belief.why("Madrid").fell_out_at.text == "S Madrid"  # type: ignore[union-attr]
    assert belief.why("Madrid").message.startswith("Madrid was possible until line 6 (G Manchester); line 7 (S Madrid)")
    assert belief.why("Rome").message == f"Rome is possible: {percent(1 / len(belief.possible))} assuming uniform."
    assert belief.changed == {"Madrid"}


def test_why_of_no_place() -> None:
    with pytest.raises(ValueError, match=r"^place 'Viena': expected a place of the map; did you mean 'Vienna'\?$"):
        Case.from_text(START).belief().why("Viena")


def test_what_line_upto_knew() -> None:
    case = Case.from_text(START + "G Manchester\nS Madrid\n")
    assert case.belief(upto=6).possible - case.belief().possible == {"Madrid"}
    assert [belief.possible for belief in case.beliefs()[4:]] == [case.belief(upto=line).possible for line in (5, 6, 7)]


STORIES = {
    "a trap where none was laid": (f"{START}G Manchester: trap\n", 6),
    "a vampire twice": (f"{START}G Manchester: vampire, dracula\nseen 1: Manchester\nS Lisbon: vampire\n", 8),
    "a trap at sea": (f"{START}G North Sea: trap\n", 6),
    "a trap in a vampire's round": (START.replace("vampire", "trap"), 5),
    "a trap gone before the seventh move": (f"{START}{AWAY}D city: trap, trap gone\n", 10),
    "a vampire that did not mature": (f"{START}{6 * f'{AWAY}D city: trap{chr(10)}'}", 35),
    "nothing laid on land": (f"{START}{AWAY}D city\n", 10),
    "a trap laid at sea": (f"{START}{AWAY}D sea: trap\n", 10),
    "his vampire met but not he": (f"{START}G Manchester: vampire\n", 6),
    "the second hunter at the castle missed him": (
        "G Klausenburg\nS Galatz\nH Vienna\nM Sofia\nD Castle Dracula: vampire\n"
        "G Castle Dracula: vampire, dracula\nS Castle Dracula\n",
        7,
    ),
    "seen in a city while at sea": (f"{START}{AWAY}D sea\nG Edinburgh\nseen 1: Rome\n", 12),
    "a move too far": (f"{CASTLE}{AWAY}D Rome\n", 10),
    "a hide at sea": (f"{SEA}{AWAY}D HI\n", 10),
    "two hides": (f"{CASTLE}{AWAY}D HI: trap\n{AWAY}D HI: trap\n", 15),
    "a double back seen as another": (f"{CASTLE}{AWAY}D D1: trap\nG Edinburgh\nseen 1: D2 at Castle Dracula\n", 12),
    "a double back seen as a plain move": (f"{CASTLE}{AWAY}D D1: trap\nG Edinburgh\nseen 1: Castle Dracula\n", 12),
    "a teleport while roads are open": (f"{START}{AWAY}D TP: trap\n", 10),
    "seen before he moved so often": (f"{START}G Edinburgh\nseen 2: Rome\n", 7),
}


@pytest.mark.parametrize(("text", "line"), STORIES.values(), ids=STORIES.keys())
def test_a_story_that_cannot_be_true_breaks_at_its_line(text: str, line: int) -> None:
    case = Case.from_text(text)
    belief, before = case.belief(), case.belief(upto=line - 1)
    assert belief.contradiction is not None
    assert belief.contradiction.clues[-1].line == line
    assert belief.contradiction.clues[-1].text == text.splitlines()[line - 1]
    assert f"line {line}" in belief.contradiction.message
    assert (belief.possible, belief.posterior) == (before.possible, before.posterior)
    assert before.contradiction is None


@settings(max_examples=20, deadline=None)
@given(seed=st.integers(0, 9_999), data=st.data())
def test_a_planted_impossible_line_is_found_where_it_stands(seed: int, data: st.DataObject) -> None:
    """He is said to be seen in a place where he cannot be: the story holds up to that line and breaks there."""
    game = load()
    log = steered_play(game, seed, 6, 0.97)[-1].log
    starts = [at for at, line in enumerate(log) if at > 4 and not line.startswith(("seen", "D "))]
    at = data.draw(st.sampled_from(starts))
    before = Case.from_text("\n".join(log[: at + 1]) + "\n").belief()
    if len(log) > at + 1 and log[at + 1].startswith("seen"):
        return
    impossible = sorted(set(rulebook().places) - before.possible)
    place = data.draw(st.sampled_from(impossible))
    belief = Case.from_text("\n".join([*log[: at + 1], f"seen 1: {place}", *log[at + 1 :]]) + "\n").belief()
    assert belief.contradiction is not None
    assert belief.contradiction.clues[-1].line in (at + 1, at + 2)
    assert belief.contradiction.clues[-1].text in (f"seen 1: {place}", log[at])


def test_the_figures_of_a_belief() -> None:
    belief: Belief = Case.from_text(START).belief()
    assert (belief.game, belief.profile, belief.model, belief.turn, belief.exact) == (
        "hunt",
        "standard",
        "uniform",
        5,
        True,
    )
    assert (belief.states, len(belief.possible), len(belief.trail)) == (55, 55, 1)
    assert belief.entropy_bits == pytest.approx(math.log2(55))
    assert belief.log_evidence == pytest.approx(math.log(55 / 70))
    assert sum(belief.posterior.values()) == pytest.approx(1.0, abs=1e-12)
    frame = belief.to_frame()
    assert list(frame.columns) == ["place", "posterior", "model"]
    assert set(frame["place"]) == belief.possible
    assert frame["posterior"].is_monotonic_decreasing


def test_layers_tell_of_hides() -> None:
    """He stays in a city that a hunter then visits: the newest move was a hide, or he named his place."""
    text = START + "G Edinburgh\nS Lisbon\nH Vienna\nM Sofia\nD city: trap\n"
    layers = Case.from_text(text).belief().trail
    assert [layer.position for layer in layers] == [1, 2]
    assert layers[1].hide == 0.0
    assert 0.0 < layers[0].hide < 0.5
    assert [sum(layer.posterior.values()) for layer in layers] == pytest.approx([1.0, 1.0])


@pytest.mark.parametrize(
    ("probability", "words"),
    [(0.0, "0 %"), (0.004, "under 1 %"), (0.5, "50 %"), (0.996, "over 99 %"), (1.0, "100 %")],
)
def test_percent_says_nought_and_a_hundred_only_where_exact(probability: float, words: str) -> None:
    assert percent(probability) == words


def test_sure_at_last() -> None:
    belief = Case.from_text(START.replace("city", "Castle Dracula")).belief()
    assert belief.why("Castle Dracula").message == "Castle Dracula is possible: 100 % assuming uniform."
    assert belief.entropy_bits == 0.0
