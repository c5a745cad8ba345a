"""A picture that shows words alone: the curtain between two sides of a play."""

from __future__ import annotations

from dataclasses import dataclass

from dracula_nb.boards import svg
from dracula_nb.boards.drawing import Fill, Mark, Words, box_ring, fitted
from dracula_nb.boards.palette import DARK_BADGE, PAPER
from dracula_nb.boards.projection import WIDTH
from dracula_nb.boards.scene import scene

HEIGHT = 300


@dataclass(frozen=True, slots=True)
class Notice:
    """A view that tells a title and a line, and shows no place."""

    title: str
    line: str = ""


@scene.register
def _notice_scene(view: Notice) -> str:
    """Draw the words on a dark ground.

    >>> from dracula_nb.boards.scene import points
    >>> "The curtain" in scene(Notice("The curtain is down")), points(Notice("The curtain is down"))
    (True, {})
    """
    middle = WIDTH / 2
    marks: list[Mark] = [
        Fill((box_ring((0, 0, WIDTH, HEIGHT)),), DARK_BADGE, DARK_BADGE, 0),
        Words((middle, 125), fitted(view.title, 38, WIDTH - 60), 38, PAPER, "middle", bold=True),
        Words((middle, 190), fitted(view.line, 24, WIDTH - 60), 24, PAPER, "middle"),
    ]
    return svg.document((WIDTH, HEIGHT), marks, view.title, view.line)
