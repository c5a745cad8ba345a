"""From an observation to a picture: builders make views, and a view becomes SVG text. No kernel is needed for either.

A board registers its builder under the name of its game, and a drawing for its kind of view where it has a new one.

>>> view = MapView("Turn 3: Mina to move", pieces=(Piece("M", "Mina Harker", "Paris"),), possible=frozenset({"Rome"}))
>>> scene(view).startswith("<svg")
True
"""

from __future__ import annotations

from collections.abc import Callable
from functools import singledispatch
from typing import Any

from dracula_nb.boards.europe_scene import map_svg
from dracula_nb.boards.views import MapView, Piece, TrailCard
from dracula_nb.core.errors import DraculaError

__all__ = ["MapView", "Piece", "TrailCard", "register", "scene", "view_of"]

Builder = Callable[..., Any]

_BUILDERS: dict[str, Builder] = {}


def register(game: str, builder: Builder) -> Builder:
    """Let `view_of` build the views of a game; a later builder takes the place of an earlier one.

    Parameters
    ----------
    game
        The game's name as `dracula_nb.load` knows it.
    builder
        Called with an observation, and with whatever else `view_of` was given by name, such as a belief.

    Returns
    -------
    The builder.

    Examples
    --------
    >>> build = register("toy", lambda observation: MapView(f"Toy: {observation}"))
    >>> view_of("toy", "nothing to see").title
    'Toy: nothing to see'
    """
    _BUILDERS[game] = builder
    return builder


def view_of(game: str, observation: object, **more: object) -> Any:
    """The view of an observation, by the builder registered for the game.

    Raises
    ------
    ValueError
        No builder is registered for this game.
    """
    if game not in _BUILDERS:
        known = ", ".join(sorted(_BUILDERS)) or "a game whose board is imported"
        raise DraculaError(f"no picture is known for game {game!r}; expected {known}")
    return _BUILDERS[game](observation, **more)


@singledispatch
def scene(view: object) -> str:
    """Draw a view as SVG text that stands alone: equal views give equal text.

    Boards add a drawing for a new kind of view with ``@scene.register``.

    Raises
    ------
    TypeError
        No drawing is known for this kind of view.
    """
    raise TypeError(f"no drawing for {type(view).__name__}; expected a view, such as MapView")


@scene.register
def _map_scene(view: MapView) -> str:
    """Draw the map of Europe."""
    return map_svg(view)
