"""A play shown again, step by step, on a slider: as one seat saw it, or with the whole truth for a referee."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import Any

import anywidget
import traitlets

from dracula_nb.boards.click_map import static, with_picture
from dracula_nb.boards.scene import scene, view_module
from dracula_nb.core.errors import DraculaError
from dracula_nb.core.game import Player
from dracula_nb.core.infostate import Saw
from dracula_nb.core.playthrough import Playthrough, step_text

FIRST = "Before the first turn"


@dataclass(frozen=True)
class Step:
    """One step: what is told, and what draws the view when it is asked for."""

    words: str
    view: Callable[[], Any]


def seat_steps(play: Playthrough, seat: Player) -> tuple[Step, ...]:
    """The steps that a seat met: one for each time that its observation changed.

    Raises
    ------
    ValueError
        The game has no such seat.
    """
    if seat not in play.game.players:
        raise DraculaError(f"no seat {seat!r} in {play.game.name}; expected {', '.join(play.game.players)}")
    book = view_module(play.game.name)
    seen = [entry.observation for entry in play.information_state(seat).entries if isinstance(entry, Saw)]
    told = [FIRST, *("; ".join(book.news(before, after)) for before, after in pairwise(seen))]
    return tuple(
        Step(words, lambda one=one: book.build_view(one))  # type: ignore[misc]
        for words, one in zip(told, seen, strict=True)
    )


def referee_steps(play: Playthrough) -> tuple[Step, ...]:
    """Every step of a play as it really was."""
    book, game = view_module(play.game.name), play.game
    told = [FIRST, *(step_text(game, *pair) for pair in zip(play.states, play.actions, strict=False))]

    def view(state: Any) -> Any:
        return book.referee_view({seat: game.observation(state, seat) for seat in game.players})

    return tuple(
        Step(words, lambda one=one: view(one))  # type: ignore[misc]
        for words, one in zip(told, play.states, strict=True)
    )


class Replay(anywidget.AnyWidget):
    """The slider; the arrow keys, Home and End move it, and each step is spoken.

    Attributes
    ----------
    step
        The step that is shown, from 0 to `last`.
    words
        What is told of it.
    picture
        Its scene as SVG text.
    """

    _esm = static("replay.js")
    _css = static("click_map.css")

    step = traitlets.Int(0).tag(sync=True)
    last = traitlets.Int(0).tag(sync=True)
    words = traitlets.Unicode("").tag(sync=True)
    picture = traitlets.Unicode("").tag(sync=True)

    def __init__(self, steps: tuple[Step, ...]) -> None:
        super().__init__(last=len(steps) - 1)
        self._steps = steps
        self._drawn = lru_cache(maxsize=32)(lambda at: scene(steps[at].view()))
        self.observe(lambda change: self._draw(), "step")
        self._draw()

    @traitlets.validate("step")
    def _within(self, proposal: Any) -> int:
        return min(max(proposal["value"], 0), self.last)

    def _draw(self) -> None:
        with self.hold_sync():
            self.picture = self._drawn(self.step)
            self.words = self._steps[self.step].words

    def _repr_mimebundle_(self, **kwargs: Any) -> Any:
        return with_picture(super()._repr_mimebundle_(**kwargs), self.picture)
