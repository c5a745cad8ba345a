"""From an observation to a picture: builders make views, and a view becomes SVG text. No kernel is needed for either.

A game's board is found by its name; it registers a drawing for its kind of view where it has a new one.

>>> view = MapView("Turn 3: Mina to move", pieces=(Piece("M", "Mina Harker", "Paris"),), possible=frozenset({"Rome"}))
>>> scene(view).startswith("<svg")
True
"""

from __future__ import annotations

import re
from functools import singledispatch
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from dracula_nb.boards.drawing import Point
from dracula_nb.boards.europe_layout import centre, graph_of
from dracula_nb.boards.europe_scene import map_svg
from dracula_nb.boards.views import MapView, Piece, TrailCard
from dracula_nb.core.errors import DraculaError

__all__ = ["MapView", "Piece", "TrailCard", "points", "scene", "view_module", "view_of"]


def view_module(game: str) -> Any:
    """The game's own board: the module `dracula_nb.boards.<game>_view`, see CONTRIBUTING for what stands in it.

    Raises
    ------
    ValueError
        No board is written for this game.
    """
    name = f"dracula_nb.boards.{game}_view"
    if re.fullmatch(r"[a-z][a-z0-9_]{0,30}", game) is None or find_spec(name) is None:
        raise DraculaError(f"no picture is known for game {game[:40]!r}; expected a game with a board")
    return import_module(name)


def view_of(game: str, observation: object) -> Any:
    """The view of an observation, built by the game's own board; raises like `view_module`."""
    return view_module(game).build_view(observation)


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


@singledispatch
def points(view: object) -> dict[str, Point]:
    """Where each place of a view's picture stands, in pixels; {} for a picture without places.

    >>> points(MapView("Turn 1"))["Vienna"][0] > points(MapView("Turn 1"))["Paris"][0]
    True
    """
    return {}


@scene.register
def _map_scene(view: MapView) -> str:
    """Draw the map of Europe."""
    return map_svg(view)


@points.register
def _map_points(view: MapView) -> dict[str, Point]:
    """The middles of the symbols on the map of Europe."""
    graph = graph_of(view)
    return {place: centre(graph, place) for place in graph}
