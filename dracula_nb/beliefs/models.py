"""Models of Dracula: how likely he is to choose each legal move, given what everybody can see.

A model is any callable with a `name` that gives weights to moves; the filter scales them to sum to one for each
window. A model with several columns is a family: the filter weighs its members by how well each predicted this
Dracula so far.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import product
from typing import Any, Protocol

import numpy as np

from dracula_nb.beliefs.weighted import Bools, Floats, Ints

STRONGEST = 100.0
"""Strength of evasion beyond which nothing would change but the size of the numbers."""

FAR = 4
"""Hops beyond which a hunter's distance no longer counts."""


class Chart(Protocol):
    """The map in arrays over place ids (from 1; 0 is nowhere)."""

    @property
    def sea(self) -> Bools:
        """Shape (places + 1,): whether an id is a sea zone."""
        ...

    @property
    def near(self) -> Bools:
        """Shape (places + 1, places + 1): whether one move or none joins two places for Dracula."""
        ...

    @property
    def hops(self) -> Ints:
        """Shape (places + 1, places + 1): moves between places by any mode; 99 where none leads."""
        ...


class Moves(Protocol):
    """Legal moves, flat: `row` of the window, id of the `goal`, and which are hides or other tricks (`backs`)."""

    @property
    def row(self) -> Any:
        """Shape (moves,)."""
        ...

    @property
    def goal(self) -> Any:
        """Shape (moves,)."""
        ...

    @property
    def hides(self) -> Bools:
        """Shape (moves,)."""
        ...

    @property
    def backs(self) -> Bools:
        """Shape (moves,): double backs, or powers but Hide."""
        ...


@dataclass(frozen=True)
class Context:
    """What a model may look at: the map, where the hunters are, where they thought Dracula was, and each
    window's own place (`here`, by row of `Moves.row`).
    """

    atlas: Chart
    hunters: tuple[int, ...]
    believed: Floats
    here: Ints


class Model(Protocol):
    """A model of Dracula; policies with this shape fit."""

    @property
    def name(self) -> str:
        """How answers name it."""
        ...

    @property
    def members(self) -> tuple[str, ...]:
        """Names of its columns."""
        ...

    def __call__(self, moves: Moves, context: Context) -> Floats:
        """Weights >= 0, shape (moves, members); each window has a positive one in every column."""
        ...


def nearest_hunter(context: Context) -> Ints:
    """Hops from each place id to the nearest hunter, at most `FAR`; `FAR` while none is on the map."""
    if not context.hunters:
        return np.full(len(context.atlas.sea), FAR)
    nearest = context.atlas.hops[:, list(context.hunters)].min(axis=1)
    return np.asarray(np.minimum(nearest, FAR), dtype=np.int64)


@dataclass(frozen=True)
class Uniform:
    """Every legal move alike, each counted once."""

    name: str = "uniform"

    @property
    def members(self) -> tuple[str, ...]:
        """One column."""
        return (self.name,)

    def __call__(self, moves: Moves, context: Context) -> Floats:
        """Ones, shape (moves, 1)."""
        return np.ones((len(moves.row), 1))


@dataclass(frozen=True)
class Logit:
    """A family whose members weigh moves by exp(features x weights).

    `table` has a row of `FEATURES` weights for each member.
    """

    name: str
    members: tuple[str, ...]
    table: tuple[tuple[float, ...], ...]

    def __call__(self, moves: Moves, context: Context) -> Floats:
        """Weights, shape (moves, members); the largest exponent of a window is about 0."""
        return np.asarray(np.exp(features(moves, context) @ np.array(self.table).T), dtype=np.float64)


FEATURES = ("hunters", "sea", "hide", "back", "exits", "believed")


def features(moves: Moves, context: Context) -> Floats:
    """Features of moves, shape (moves, 6).

    Hops to the nearest hunter from the goal (at most 4); 1 for a goal at sea; 1 for a hide; 1 for a double
    back or another power; exits of the goal (roads and seas, in units of 4); how likely hunters held the goal
    to be his place.
    """
    atlas = context.atlas
    exits = (atlas.near.sum(axis=1) - 1) / 4.0
    return np.stack(
        [
            nearest_hunter(context)[moves.goal].astype(float),
            atlas.sea[moves.goal].astype(float),
            moves.hides.astype(float),
            moves.backs.astype(float),
            exits[moves.goal],
            context.believed[moves.goal],
        ],
        axis=1,
    )


def evasive(strength: float = 1.0) -> Logit:
    """Weight exp(strength x hops to the nearest hunter), hops capped at 4.

    Raises
    ------
    ValueError
        The strength is not between 0 and 100.
    """
    if not 0.0 <= strength <= STRONGEST:
        raise ValueError(f"strength {strength:g}: expected a number from 0 to {STRONGEST:g}")
    name = f"evasive({strength:g})"
    return Logit(name, (name,), ((strength, 0.0, 0.0, 0.0, 0.0, 0.0),))


def adaptive() -> Logit:
    """A family over caution, dislike of the sea and dislike of tricks, weighed by its evidence.

    Its log evidence is at least the best member's less the log of their number.
    """
    names, rows = [], []
    for caution, sea, trick in product((0.0, 0.5, 1.0, 2.0), (0.0, -2.0, -4.0), (0.0, -1.5, -3.0)):
        names.append(f"caution {caution:g}, sea {sea:g}, tricks {trick:g}")
        rows.append((caution, sea, trick, trick, 0.0, 0.0))
    return Logit("adaptive", tuple(names), tuple(rows))


def model(name: str) -> Model:
    """The model with this name.

    Raises
    ------
    ValueError
        No such model; names those there are.

    >>> model("evasive(0.5)").name
    'evasive(0.5)'
    """
    if name == "uniform":
        return Uniform()
    if name == "adaptive":
        return adaptive()
    found = re.fullmatch(r"evasive(?:\((\d{1,3}(?:\.\d{1,6})?)\))?", name)
    if found:
        return evasive(float(found[1]) if found[1] else 1.0)
    raise ValueError(f"model {name[:40]!r}: expected uniform, evasive, evasive(0.5) or adaptive")
