"""What the seats of hunt can do: one frozen record per kind, each with one line of text."""

from __future__ import annotations

from dataclasses import dataclass

from dracula_nb.core.errors import NotationError
from dracula_nb.games.hunt.rulebook import Rulebook
from dracula_nb.maps import nearest_names
from dracula_nb.trail.window import DOUBLE_BACKS, HIDE, TELEPORT


@dataclass(frozen=True, slots=True)
class GoTo:
    """Move to a place by name; for a hunter, naming the place where he is means to rest."""

    place: str


@dataclass(frozen=True, slots=True)
class Hide:
    """Dracula stays where he is and lays a hide on his trail."""


@dataclass(frozen=True, slots=True)
class DoubleBack:
    """Dracula goes back to where he was `steps` moves ago (1 is where he is)."""

    steps: int


@dataclass(frozen=True, slots=True)
class Teleport:
    """Dracula, without any other move, returns to his castle."""


Action = GoTo | Hide | DoubleBack | Teleport


def action_text(action: Action) -> str:
    """The action as a line: a full place name, ``HI``, ``D1``..``D5`` or ``TP``.

    >>> action_text(DoubleBack(2)), action_text(GoTo("Vienna"))
    ('D2', 'Vienna')
    """
    match action:
        case GoTo(place):
            return place
        case Hide():
            return HIDE
        case DoubleBack(steps):
            return f"D{steps}"
        case Teleport():
            return TELEPORT


def action_of_move(move: str) -> Action:
    """The action for a move of the trail's notation."""
    if move == HIDE:
        return Hide()
    if move == TELEPORT:
        return Teleport()
    return DoubleBack(int(move[1])) if move in DOUBLE_BACKS else GoTo(move)


def parse_action(rulebook: Rulebook, text: str) -> Action:
    """Read an action's text. Rule HU-MOVE-14.

    Raises
    ------
    NotationError
        Neither a place of the map nor a move of the trail; names the nearest place.
    """
    text = text.strip()
    if text in (HIDE, TELEPORT, *DOUBLE_BACKS) or text in rulebook.graph:
        return action_of_move(text)
    near = nearest_names(rulebook.graph, text[:60])
    hint = f"; did you mean {near[0]!r}?" if near else ""
    raise NotationError(f"{text[:60]!r} is no action: expected a place's full name, HI, D1 to D5, or TP{hint}")
