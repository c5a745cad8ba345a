"""Corners of hunt's rules that random play rarely meets."""

from __future__ import annotations

import pytest

from dracula_nb.games.hunt import Rules, load, rulebook
from dracula_nb.games.hunt.turns import laid
from dracula_nb.trail.window import Entry


@pytest.mark.rule("HU-ENC-03", "HU-TURN-02", "HU-TURN-06")
def test_rounds_are_counted_in_the_seats_that_play() -> None:
    """With one hunter a round has two turns: Dracula's second turn is in round 1."""
    game = load(Rules(hunters=("G",)))
    state = game.initial_state()
    for text in ("Paris", "Rome", "Paris", "Florence"):
        state = game.apply(state, game.parse_action(state, text))
    assert state.log == ("G Paris", "D city: vampire", "G Paris", "D city: trap")


@pytest.mark.rule("HU-ENC-02")
@pytest.mark.parametrize(
    ("round_", "traps", "expected"), [(13, 3, ""), (13, 2, "vampire"), (14, 3, ""), (14, 2, "trap")]
)
def test_a_full_city_takes_no_vampire_either(round_: int, traps: int, expected: str) -> None:
    book = rulebook()
    trail = tuple(Entry(move, book.castle, trap=at < traps) for at, move in enumerate(("TP", "HI", "D1")))
    assert laid(book, trail, book.castle, round_) == expected
