"""The window of Dracula's latest moves: where each led, which moves it still allows, what a look at it reveals.

A window is a tuple of `Entry`, newest first. Positions count from 1 (the newest), as players count them.
Functions here know no phases, hunters or scores; the games call them with their own board.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

HIDE = "HI"
TELEPORT = "TP"
DOUBLE_BACKS = ("D1", "D2", "D3", "D4", "D5")


@dataclass(frozen=True, slots=True)
class Entry:
    """One move of Dracula in the window, and what still lies where it led.

    `move` is a place's full name, ``"HI"``, ``"D1"``..``"D5"`` or ``"TP"``; `place` is where he was after
    it; `known` and `placed` say whether the hunters know the move, and where it led.
    """

    move: str
    place: str
    known: bool = False
    placed: bool = False
    trap: bool = False
    vampire: bool = False

    @property
    def encounters(self) -> int:
        """How many encounters of this move still lie in its place."""
        return int(self.trap) + int(self.vampire)


Window = tuple[Entry, ...]


@dataclass(frozen=True, slots=True)
class Ground:
    """What the rules of the trail ask of a map.

    `steps` maps a place to the places one road or sea move away that Dracula may enter, in fixed order;
    `seas` are the places where nothing can hide or be laid.
    """

    steps: Mapping[str, tuple[str, ...]]
    seas: frozenset[str]
    castle: str
    checked: int = 5


def steps_back(move: str) -> int:
    """How many moves back a double back goes; 0 for any other move.

    >>> steps_back("D3"), steps_back("HI")
    (3, 0)
    """
    return int(move[1]) if move in DOUBLE_BACKS else 0


def place_after(ground: Ground, window: Window, move: str) -> str:
    """Where `move` leads from the newest entry of `window`. Rules HU-MOVE-09, HU-MOVE-11, HU-MOVE-13, HU-MOVE-18."""
    if move == HIDE:
        return window[0].place
    if move == TELEPORT:
        return ground.castle
    back = steps_back(move)
    return window[back - 1].place if back else move


def barred_as_repeat(window: Window, move: str, checked: int) -> bool:
    """Whether the same move stands among the last `checked` ones. Rule HU-MOVE-08."""
    return any(entry.move == move for entry in window[:checked])


def may_hide(ground: Ground, window: Window) -> bool:
    """Whether he may hide: not at sea, no hide among the last moves. Rules HU-MOVE-09, HU-MOVE-10."""
    return window[0].place not in ground.seas and not barred_as_repeat(window, HIDE, ground.checked)


def may_double_back(ground: Ground, window: Window, move: str) -> bool:
    """Whether he may go back by `move`. Rules HU-MOVE-11, HU-MOVE-12, HU-MOVE-17."""
    back = steps_back(move)
    if not 1 <= back <= min(len(window), ground.checked):
        return False
    if any(entry.move in DOUBLE_BACKS for entry in window[: ground.checked]):
        return False
    here, there = window[0].place, window[back - 1].place
    return there == here or there in ground.steps[here]


def legal_moves(ground: Ground, window: Window) -> tuple[str, ...]:
    """Every move the window allows: places by name, then double backs, then the hide; else the teleport.

    The place he stands in counts among the adjacent ones while it is a city (rules HU-MOVE-07, HU-MOVE-16).
    Rules HU-MOVE-06, HU-MOVE-08, HU-MOVE-10, HU-MOVE-12, HU-MOVE-13.
    """
    here = window[0].place
    near = ground.steps[here] if here in ground.seas else (*ground.steps[here], here)
    moves = [place for place in sorted(near) if not barred_as_repeat(window, place, ground.checked)]
    moves += [move for move in DOUBLE_BACKS if may_double_back(ground, window, move)]
    if may_hide(ground, window):
        moves.append(HIDE)
    return tuple(moves) or (TELEPORT,)


def link(window: Window, position: int) -> int:
    """The position that the move at `position` points to, 0 if none: for a hide the one before, else the goal.

    Rule HU-SEE-06.

    >>> trail = (Entry("D2", "Cologne"), Entry("Paris", "Paris"), Entry("Cologne", "Cologne"))
    >>> link(trail, 1), link(trail, 2)
    (3, 0)
    """
    move = window[position - 1].move
    goal = position + (1 if move == HIDE else steps_back(move))
    return goal if position < goal <= len(window) else 0


def settle(window: Window) -> Window:
    """The window with what follows from what is known: a move from its place, a place from what points to it.

    Rule HU-SEE-06.
    """
    entries = list(window)
    changed = True
    while changed:
        changed = False
        for at, entry in enumerate(entries, 1):
            other = link(window, at) if entry.known else 0
            placed = entry.placed or (entry.known and entry.move == entry.place)
            if other and (placed or entries[other - 1].placed):
                placed = True
                changed |= _place(entries, other)
            if placed:
                changed |= _place(entries, at)
    return tuple(entries)


def _place(entries: list[Entry], position: int) -> bool:
    entry = entries[position - 1]
    if entry.known and entry.placed:
        return False
    entries[position - 1] = replace(entry, known=True, placed=True)
    return True


def reveal(window: Window, positions: Iterable[int], *, places: bool = True) -> Window:
    """The window with the moves at `positions` known to the hunters, and (`places`) where they led. Rule HU-SEE-11."""
    entries = list(window)
    for at in positions:
        entry = entries[at - 1]
        entries[at - 1] = replace(entry, known=True, placed=entry.placed or places)
    return settle(tuple(entries))


def seen_text(entry: Entry) -> str:
    """What hunters note of a known move: its name, and for a hide or double back the place once known.

    >>> seen_text(Entry("HI", "Vienna", known=True, placed=True)), seen_text(Entry("HI", "Vienna", known=True))
    ('HI at Vienna', 'HI')
    """
    return f"{entry.move} at {entry.place}" if entry.placed and entry.move != entry.place else entry.move
