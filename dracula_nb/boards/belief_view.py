r"""The view of a belief: the hunters, the trail as they know it, and where Dracula can be, ready to be drawn.

>>> from dracula_nb.beliefs import Case
>>> case = Case.from_text("G Edinburgh\nS Lisbon\nH Vienna\nM Sofia\nD city: vampire\n")
>>> view = view_of_belief(case, case.belief())
>>> view.title, view.pieces[2].place, view.trail[0].text, "Vienna" in view.possible
('Line 5: Dracula moved on land, unseen, and laid a vampire', 'Vienna', 'city', False)
"""

from __future__ import annotations

import re
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType
from typing import TYPE_CHECKING

from dracula_nb.boards.views import MapView
from dracula_nb.core.errors import DraculaError

if TYPE_CHECKING:
    from dracula_nb.beliefs import Belief, Case
    from dracula_nb.beliefs.case import Note


def view_of_belief(case: Case, belief: Belief, title: str | None = None) -> MapView:
    """The map as the hunters know it at the moment of a belief of their case.

    Parameters
    ----------
    case
        The case that the belief was worked out from.
    belief
        What was believed after one of its lines.
    title
        The heading; the line of the last turn, in words, where None.

    Returns
    -------
    The view. What a turn ruled out (the turn's line and what was seen in it) stands in `changed`, what was seen in
    the notes; a place of the trail that the clues pin down is told even where nobody saw it.
    """
    board = board_of(case.game)
    turn = [step.note for step in belief.steps[_opening(belief) :]]
    lines = [f"{len(belief.possible)} of {len(case.language.graph)} places possible"]
    lines += [f"line {note.line}: {clue_words(case, note)}" for note in turn[1:]]
    if belief.contradiction is not None:
        lines.append(f"the story breaks at line {belief.contradiction.note.line}")
    return MapView(
        title=title or _title(case, belief, turn),
        edition=case.map,
        pieces=board.pieces(case, belief),
        trail=board.cards(case, belief),
        heat=tuple(belief.posterior.items()),
        model=belief.model,
        possible=belief.possible,
        changed=ruled_out(belief),
        notes=tuple(lines),
    )


def _title(case: Case, belief: Belief, turn: list[Note]) -> str:
    """The last turn; where the story breaks, also up to where the map tells it."""
    if not turn:
        return "Before the first turn"
    where = up_to_words(belief).replace("up", "Up", 1) or f"Line {turn[0].line}"
    return f"{where}: {clue_words(case, turn[0])}"


def up_to_words(belief: Belief) -> str:
    """The line up to which a belief holds where the story breaks after it; empty where nothing breaks."""
    if belief.contradiction is None or not belief.steps:
        return ""
    return f"up to line {belief.steps[-1].note.line}, before the story breaks"


def clue_words(case: Case, note: Note) -> str:
    r"""A note of a case as a sentence without its full stop; a soft one as it stands.

    >>> from dracula_nb.beliefs import Case
    >>> case = Case.from_text("G Edinburgh\nS Lisbon\nH one of Vienna|Rome\n")
    >>> clue_words(case, case.notes[0]), clue_words(case, case.notes[2])
    ('Lord Godalming ended in Edinburgh and met nothing', 'H one of Vienna|Rome')
    """
    from dracula_nb.beliefs.soft import Pattern

    line = case.line_of(note.clue)
    return line if isinstance(note.clue, Pattern) else str(board_of(case.game).line_words(line))


def board_of(game: str) -> ModuleType:
    """How a game's board shows a belief: `dracula_nb.boards.<game>_belief`.

    It has `line_words`, `pieces`, `cards`, and `due`, which tells what can come next.

    Raises
    ------
    ValueError
        No board of this game shows a belief.
    """
    name = f"dracula_nb.boards.{game}_belief"
    if re.fullmatch(r"[a-z][a-z0-9_]{0,30}", game) is None or find_spec(name) is None:
        raise DraculaError(f"no board shows beliefs of {game[:40]!r}; expected a game with one")
    return import_module(name)


def ruled_out(belief: Belief) -> frozenset[str]:
    """The places that the last turn ruled out, with what was seen in it."""
    first = _opening(belief)
    return belief.steps[first - 1].possible - belief.steps[-1].possible if first > 0 else frozenset()


def _opening(belief: Belief) -> int:
    """The index of the step that opened the last turn."""
    if belief.case is None:
        return 0
    opens = belief.case.language.opens
    return max((at for at, step in enumerate(belief.steps) if opens(step.note.clue)), default=0)
