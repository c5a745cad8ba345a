"""What notebooks show by themselves: pictures of observations, and of nothing else; states stay plain text."""

from __future__ import annotations

import pkgutil
from collections.abc import Callable
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from dracula_nb.boards.scene import scene, view_of
from dracula_nb.core.errors import DraculaError


def register(shell: Any = None) -> None:
    """Add a formatter for the observation of every game that has a board; see `boards.register_displays`."""
    if shell is None:
        from IPython.core.getipython import get_ipython

        shell = get_ipython()
    if shell is None:
        raise DraculaError("no notebook is running; expected a call from a cell of one")
    pictures = shell.display_formatter.formatters["image/svg+xml"]
    for game in games_with_boards():
        # by name: no game is loaded before it is shown
        pictures.for_type_by_name(f"dracula_nb.games.{game}.observation", "Observation", _picture_of(game))


def games_with_boards() -> list[str]:
    """The games whose observations can be drawn.

    >>> "hunt" in games_with_boards()
    True
    """
    names = (module.name for module in pkgutil.iter_modules(import_module("dracula_nb.games").__path__))
    return [name for name in names if find_spec(f"dracula_nb.boards.{name}_view")]


def _picture_of(game: str) -> Callable[[object], str]:
    return lambda observation: scene(view_of(game, observation))
