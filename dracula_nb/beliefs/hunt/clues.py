"""The clues of hunt: one line each, the same whether the engine or a person wrote it.

=======================================  =======================================================
line                                     says
=======================================  =======================================================
``G Edinburgh``                          Godalming ended his turn in Edinburgh and met nothing
``H Naples: trap, trap, vampire``        what a hunter met, in order (trap, vampire, dracula)
``D city: trap``                         Dracula moved, on land, unseen, and laid a trap
``D sea``                                Dracula moved, at sea
``D Vienna: vampire``                    Dracula was seen moving to Vienna
``D HI: trap`` (or ``D hide``)           he was seen to hide
``D D2: trap`` (or ``D double back 2``)  he went back to where he was two moves ago
``D TP: trap`` (or ``D teleport``)       he returned to his castle
``D city: trap, trap gone``              an old trap left his trail (or ``vampire matured``)
``seen 3: Vienna``                       the third newest move of his trail was seen
``seen 6: HI``                           the sixth was seen to be a hide
``seen 2: D3 at Vienna``                 the second, a double back, was seen to lead to Vienna
``here: Vienna``                         he is in Vienna now, told or guessed outside the rules
=======================================  =======================================================
"""

from __future__ import annotations

import difflib
import re
from dataclasses import dataclass

from dracula_nb.core.errors import NotationError
from dracula_nb.games.hunt.rulebook import NAMES, Rulebook
from dracula_nb.games.hunt.turns import DRACULA, MATURED, TRAP, TRAP_GONE, VAMPIRE
from dracula_nb.maps import nearest_names
from dracula_nb.trail.window import DOUBLE_BACKS, HIDE, TELEPORT

CITY, SEA = "city", "sea"
SYNONYMS = {"hide": HIDE, "teleport": TELEPORT, **{f"double back {n[1]}": n for n in DOUBLE_BACKS}}
LAID = ((), (TRAP,), (VAMPIRE,))
GONE = ((), (TRAP_GONE,), (MATURED,))


@dataclass(frozen=True, slots=True)
class HunterTurn:
    """A hunter ended his turn in `place` and met `words`, in order."""

    seat: str
    place: str
    words: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class DraculaTurn:
    """Dracula moved: `shown` is a place, ``"city"``, ``"sea"``, ``"HI"``, ``"D1"``.. or ``"TP"``.

    `laid` is ``"trap"``, ``"vampire"`` or ``""``; `gone` is ``"trap gone"``, ``"vampire matured"`` or ``""``.
    """

    shown: str
    laid: str
    gone: str


@dataclass(frozen=True, slots=True)
class Seen:
    """The move at `position` (1 is the newest) was seen: `move`, and `place` where it led, if told."""

    position: int
    move: str
    place: str | None


@dataclass(frozen=True, slots=True)
class Here:
    """Dracula is in `place` now, however that was learnt; a soft line makes a hunch of it."""

    place: str


Clue = HunterTurn | DraculaTurn | Seen | Here


def parse_clue(book: Rulebook, text: str, hunters: tuple[str, ...] = ("G", "S", "H", "M")) -> Clue:
    """Read one clue.

    Raises
    ------
    NotationError
        The line is no clue; says what was expected and names the nearest known word.

    Examples
    --------
    >>> from dracula_nb.games.hunt import rulebook
    >>> parse_clue(rulebook(), "H Naples: trap, dracula")
    HunterTurn(seat='H', place='Naples', words=('trap', 'dracula'))
    """
    head, colon, tail = text.strip().partition(":")
    first, _, rest = head.strip().partition(" ")
    words = tuple(" ".join(word.split()) for word in tail.split(",")) if tail.strip() else ()
    if colon and not words:
        raise NotationError(f"{text[:60]!r} ends after the colon; expected what was met, laid or seen")
    if first == "here" and not rest.strip() and len(words) == 1:
        return Here(_place(book, words[0]))
    if first == "seen":
        return _seen(book, rest.strip(), words)
    if first == "D" and rest.strip():
        return _dracula(book, rest.strip(), words)
    if first in hunters and rest.strip():
        return _hunter(book, first, rest.strip(), words)
    seats = ", ".join(f"{seat} ({NAMES[seat]})" for seat in (*hunters, "D"))
    raise NotationError(
        f"{text[:60]!r} is no clue: expected 'seen N: MOVE', 'here: PLACE', or a seat and a place; seats are {seats}"
    )


def _place(book: Rulebook, name: str) -> str:
    if name in book.graph:
        return name
    near = nearest_names(book.graph, name[:60])
    hint = f"; did you mean {near[0]!r}?" if near else ""
    raise NotationError(f"no place {name[:60]!r} on the {book.graph.graph.get('edition')} map{hint}")


def _move(book: Rulebook, name: str) -> str:
    name = SYNONYMS.get(name, name)
    return name if name in (HIDE, TELEPORT, *DOUBLE_BACKS) else _place(book, name)


def _hint(words: tuple[str, ...], known: tuple[str, ...]) -> str:
    """The known word nearest to the first unknown one."""
    unknown = [word[:60] for word in words if word not in known]
    near = difflib.get_close_matches(unknown[0], known, n=1, cutoff=0.5) if unknown else []
    return f"; did you mean {near[0]!r}?" if near else ""


def _hunter(book: Rulebook, seat: str, name: str, words: tuple[str, ...]) -> HunterTurn:
    place = _place(book, name)
    order = [word for known in (TRAP, VAMPIRE, DRACULA) for word in words if word == known]
    most = {TRAP: book.constants.max_encounters, VAMPIRE: 1, DRACULA: 1}
    if len(order) != len(words) or any(words.count(word) > number for word, number in most.items()):
        expected = f"any of trap (up to {most[TRAP]} times), vampire, dracula (once each)"
        raise NotationError(f"{', '.join(words)[:60]!r}: expected {expected}{_hint(words, tuple(most))}")
    return HunterTurn(seat, place, tuple(order))


def _dracula(book: Rulebook, name: str, words: tuple[str, ...]) -> DraculaTurn:
    shown = name if name in (CITY, SEA) else _move(book, name)
    laid = tuple(word for word in words if word in (TRAP, VAMPIRE))
    gone = tuple(word for word in words if word in (TRAP_GONE, MATURED))
    if laid not in LAID or gone not in GONE or len(laid) + len(gone) != len(words):
        expected = "trap or vampire, then trap gone or vampire matured"
        hint = _hint(words, (TRAP, VAMPIRE, TRAP_GONE, MATURED))
        raise NotationError(f"{', '.join(words)[:60]!r}: expected {expected}{hint}")
    return DraculaTurn(shown, "".join(laid), "".join(gone))


def _seen(book: Rulebook, number: str, words: tuple[str, ...]) -> Seen:
    longest = book.constants.trail_length
    if not re.fullmatch(r"\d", number) or not 1 <= int(number) <= longest or len(words) != 1:
        raise NotationError(f"'seen {number[:20]}': expected a position from 1 to {longest}, a colon and one move")
    name, at, where = words[0].partition(" at ")
    move = _move(book, name)
    special = move in (HIDE, TELEPORT, *DOUBLE_BACKS)
    if at and not special:
        raise NotationError(f"{words[0][:60]!r}: expected a place alone, or HI, D1 to D5 or TP 'at' a place")
    return Seen(int(number), move, _place(book, where) if at else None if special else move)


def clue_text(clue: Clue) -> str:
    """The clue as a line; `parse_clue` reads it back."""
    match clue:
        case HunterTurn(seat, place, words):
            return f"{seat} {place}" + (f": {', '.join(words)}" if words else "")
        case DraculaTurn(shown, laid, gone):
            said = ", ".join(word for word in (laid, gone) if word)
            return f"D {shown}" + (f": {said}" if said else "")
        case Seen(position, move, place):
            return f"seen {position}: {move}" + (f" at {place}" if place and place != move else "")
        case Here(place):
            return f"here: {place}"
