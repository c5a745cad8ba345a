"""What the tests of hunt share: states built by hand or by playing, and the real records in `cases/`."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

from dracula_nb.games.hunt import HuntGame, HuntState, load
from dracula_nb.maps import place_by_code
from dracula_nb.trail.window import Entry, Window

CASES = Path(__file__).parent / "cases"
GAME = load()
BOOK = GAME.book
CASTLE, HOSPITAL = BOOK.castle, BOOK.hospital
FAR = ("Edinburgh", "Manchester", "Liverpool", "Swansea")
"""Four cities where hunters are out of the way of everything in these tests."""


def play(*texts: str, start: HuntState | None = None, game: HuntGame = GAME) -> HuntState:
    """The state after actions by their texts."""
    state = game.initial_state() if start is None else start
    for text in texts:
        state = game.apply(state, game.parse_action(state, text))
    return state


def rounds(*moves: str, hunters: tuple[str, ...] = FAR, game: HuntGame = GAME) -> HuntState:
    """The state after Dracula's `moves`, while the hunters stay in `hunters`."""
    return play(*(text for move in moves for text in (*hunters, move)), game=game)


def state(**changes: Any) -> HuntState:
    """A state in which G is to move in round 1 and nothing has happened but what `changes` say."""
    fields: dict[str, Any] = {
        "plays": 5,
        "places": FAR,
        "life": (9, 9, 9, 9),
        "rested": (False,) * 4,
        "blood": 40,
        "score": 366,
        "trail": (),
        "log": (),
    }
    return HuntState(**{**fields, **changes})


def trail(
    *moves: str, places: dict[int, str] | None = None, traps: tuple[int, ...] = (), vampires: tuple[int, ...] = ()
) -> Window:
    """A window, newest first; `places` says, by position, where hides and double backs led."""
    led = places or {}
    return tuple(
        Entry(move, led.get(at, move), trap=at in traps, vampire=at in vampires) for at, move in enumerate(moves, 1)
    )


def legal(state: HuntState, player: str = "D", game: HuntGame = GAME) -> set[str]:
    """The texts of the legal actions."""
    return {game.action_text(state, action) for action in game.legal_actions(state, player)}


def dracula_to_move(*moves: str, **changes: Any) -> HuntState:
    """A state in which Dracula is to move in round 6, with a trail of plain `moves`, newest first."""
    return state(**{"plays": 34, "trail": trail(*moves), **changes})


def name_of(code: str) -> str:
    """A place or move of the two-letter notation in full."""
    return code if code in ("HI", "TP", "D1", "D2", "D3", "D4", "D5") else place_by_code(BOOK.graph, code)


@cache
def read_cases(name: str) -> Any:
    """A file of `cases/`."""
    return json.loads((CASES / f"hunt_{name}.json").read_text(encoding="utf-8"))
