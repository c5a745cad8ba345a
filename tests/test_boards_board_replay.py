"""Replays and displays: steps of a seat, the referee's own, and pictures of observations alone."""

from __future__ import annotations

import json
import random
from itertools import pairwise
from typing import Any

import nbformat
import pytest
from hunt_support import GAME
from nbconvert import HTMLExporter

from dracula_nb.boards import board, referee_replay, register_displays, replay
from dracula_nb.boards.replays import Replay
from dracula_nb.boards.scene import scene, view_of
from dracula_nb.core.errors import DraculaError
from dracula_nb.core.playthrough import Playthrough, play_random
from dracula_nb.core.session import Session


def page(shown: Replay) -> str:
    held = {name: value for name, value in shown.get_state().items() if name not in ("layout", "tabbable", "tooltip")}
    return json.dumps(held, sort_keys=True)


def test_a_replay_shows_what_the_seat_saw_at_each_step() -> None:
    play = play_random(GAME, seed=2, max_steps=23)
    shown = replay(play, "G")
    assert shown.last == 23
    for step in (0, 5, 23):
        shown.step = step
        assert shown.picture == scene(view_of("hunt", GAME.observation(play.states[step], "G")))
    assert shown.words == "Van Helsing ended in Berlin and met nothing" or shown.words.startswith(
        "Van Helsing ended in "
    )
    shown.step = 99
    assert shown.step == 23
    shown.step = -3
    assert (shown.step, shown.words) == (0, "Before the first turn")


def test_a_seat_replay_holds_no_more_than_the_seat_saw_and_the_referees_does() -> None:
    play = play_random(GAME, seed=2, max_steps=25)
    other = GAME.redeal(play.states[-1], "G", random.Random(1))
    assert other.trail != play.states[-1].trail
    # the other world's play: the same hunters, the trail that was dealt again
    again = Playthrough.of(GAME, _actions_to(other, play))
    pages: dict[str, list[str]] = {"seat": [], "referee": []}
    for one in (play, again):
        for name, shown in (("seat", replay(one, "G")), ("referee", referee_replay(one))):
            for step in range(shown.last + 1):
                shown.step = step
                pages[name].append(page(shown))
    half = len(pages["seat"]) // 2
    assert pages["seat"][:half] == pages["seat"][half:]
    assert pages["referee"][:half] != pages["referee"][half:]


def _actions_to(state: Any, play: Playthrough) -> list[Any]:
    """The hunters' actions of a play with the moves of Dracula in a state's trail, which holds all of them."""
    moves = iter([GAME.parse_action(None, entry.move) for entry in reversed(state.trail)])
    return [
        next(moves) if GAME.acting_players(before) == ("D",) else action
        for (before, _), action in zip(pairwise(play.states), play.actions, strict=True)
    ]


def test_a_referee_sees_dracula_and_says_so() -> None:
    play = play_random(GAME, seed=2, max_steps=10)
    shown = referee_replay(play)
    shown.step = 5
    assert shown.words == f"D: {play.lines()[4].split(': ')[-1]}"
    assert "Referee. Round 1" in shown.picture
    assert "Dracula is here" in shown.picture
    assert "Dracula is here" not in replay(play, "G").picture


def test_a_strange_seat_is_refused() -> None:
    with pytest.raises(DraculaError, match="no seat 'X' in hunt; expected G, S, H, M, D"):
        replay(play_random(GAME, max_steps=3), "X")


def test_exported_notebooks_keep_the_pictures() -> None:
    shown = [
        board(Session(GAME, {"D": lambda known, legal, rng: legal[0]})),
        replay(play_random(GAME, max_steps=3), "G"),
    ]
    cells = []
    for one in shown:
        data, metadata = one._repr_mimebundle_()
        output = nbformat.v4.new_output("display_data", data=data, metadata=metadata)
        cells.append(nbformat.v4.new_code_cell("shown", outputs=[output]))
    html, _ = HTMLExporter().from_notebook_node(nbformat.v4.new_notebook(cells=cells))
    assert html.count('aria-label="Vienna, city, can be chosen"') == 1
    assert html.count('aria-label="Vienna, city"') == 1


def test_notebooks_draw_observations_and_no_states() -> None:
    from IPython.core.interactiveshell import InteractiveShell

    shell = InteractiveShell()
    register_displays(shell)
    state = play_random(GAME, max_steps=7).states[-1]
    data, _ = shell.display_formatter.format(GAME.observation(state, "G"))
    assert data["image/svg+xml"] == scene(view_of("hunt", GAME.observation(state, "G")))
    assert set(shell.display_formatter.format(state)[0]) == {"text/plain"}


def test_displays_outside_a_notebook_are_refused() -> None:
    with pytest.raises(DraculaError, match="no notebook is running"):
        register_displays()
