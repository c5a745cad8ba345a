"""Scenes (observation to SVG), figures, widgets and the hunter's desk. No rule lives here.

The widgets are made by the functions below, which load what they need when they are called: a scene needs neither
widgets nor a kernel.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from dracula_nb.beliefs import Case
    from dracula_nb.boards.desk_open import FrontDesk
    from dracula_nb.boards.desk_page import Desk
    from dracula_nb.boards.replays import Replay
    from dracula_nb.boards.session_board import Board
    from dracula_nb.core.game import Player
    from dracula_nb.core.playthrough import Playthrough
    from dracula_nb.core.session import Policy, Session


def board(session: Session, seat: Player | None = None) -> Board:
    """A board to play a session on, by mouse, touch and keyboard.

    Parameters
    ----------
    session
        The play; seats without a policy are played here.
    seat
        The one seat that this board is for; None for every seat without a policy, each in turn. Where these are of two
        sides, a curtain hides the board until the next person is ready.

    Raises
    ------
    ValueError
        The seat is none that a person plays.

    Examples
    --------
    >>> from dracula_nb.core.session import Session
    >>> from dracula_nb.games.hunt import load
    >>> played = board(Session(load(), {"D": lambda known, legal, rng: legal[0]}))
    >>> played.place_chosen("Vienna")
    >>> played.chosen, played.legal[:2]
    ('Vienna', ['Adriatic Sea', 'Alicante'])
    """
    from dracula_nb.boards.session_board import Board

    return Board(session, seat)


def resume(
    path: str | os.PathLike[str], policies: Mapping[Player, Policy] | None = None, seat: Player | None = None
) -> Board:
    """A board on a saved play; parameters as of `Session.resume` and `board`.

    Raises
    ------
    ValueError
        The file cannot be read, or the seat is none that a person plays.
    """
    from dracula_nb.core.session import Session

    return board(Session.resume(path, policies), seat)


def replay(play: Playthrough, seat: Player) -> Replay:
    """A slider over a play as one seat saw it: what others did unseen is no step.

    Raises
    ------
    ValueError
        The game has no such seat.

    Examples
    --------
    >>> from dracula_nb.core.playthrough import play_random
    >>> from dracula_nb.games.hunt import load
    >>> shown = replay(play_random(load(), seed=1, max_steps=7), "G")
    >>> shown.last, shown.words
    (7, 'Before the first turn')
    """
    from dracula_nb.boards.replays import Replay, seat_steps

    return Replay(seat_steps(play, seat))


def referee_replay(play: Playthrough) -> Replay:
    """A slider over a play with all that was hidden: for referees and finished plays, never for a seat in play."""
    from dracula_nb.boards.replays import Replay, referee_steps

    return Replay(referee_steps(play))


def desk(
    case_or_path: Case | str | os.PathLike[str] | None = None,
    game: str | None = None,
    *,
    profile: str | None = None,
    model: str = "uniform",
    take_over: bool = False,
) -> Desk:
    r"""The hunters' desk: type clues, see where Dracula can be, ask why, correct any line.

    Parameters
    ----------
    case_or_path
        A case, which is not saved; or a file, made where it is not there, written after every clue, and read again
        after a crash; None for a new case that is not saved yet.
    game
        The game that it must be of; that of the file where None, the hunt where it is new.
    profile
        The same for the profile of rules.
    model
        The model of Dracula that the chances assume.
    take_over
        Take the file from a desk that is still open, as when a cell is run again; that one stops writing.

    Raises
    ------
    ValueError
        The file is open at another desk, of another game, or no case file; one line.

    Examples
    --------
    >>> table = desk()
    >>> for typed in ("g edin", "lis", "vie", "sof", "d c v"):
    ...     table.enter(typed)
    >>> table.case.lines[-1], len(table.belief.possible)
    ('D city: vampire', 55)
    """
    from dracula_nb.boards.desk_open import open_desk

    return open_desk(case_or_path, game, profile, model, take_over)


def front_desk() -> FrontDesk:
    """Where a person chooses the evening's file, new or old, before the desk opens on it."""
    from dracula_nb.boards.desk_open import FrontDesk

    return FrontDesk()


def register_displays(shell: Any = None) -> None:
    """Let notebooks show an observation that ends a cell as its picture.

    Parameters
    ----------
    shell
        The running IPython shell; found by itself where None.

    Raises
    ------
    ValueError
        No notebook is running.
    """
    from dracula_nb.boards.displays import register

    register(shell)
