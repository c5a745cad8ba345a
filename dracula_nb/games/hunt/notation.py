"""The past-plays notation: seven characters a play, as the course's programs exchange them.

Player, two-letter place, four marks. A hunter's marks list what he met (``T`` trap, ``V`` vampire, ``D``
Dracula); Dracula's say what he laid (``T``, ``V``) and what left his trail (``M`` trap, ``V`` vampire).
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from dracula_nb.core.errors import NotationError
from dracula_nb.games.hunt.rulebook import Rulebook
from dracula_nb.maps import place_by_code
from dracula_nb.trail.window import DOUBLE_BACKS, HIDE, TELEPORT

SEATS = "GSHMD"
CITY, SEA = "city", "sea"
UNKNOWN = {"C?": CITY, "S?": SEA}
LIMIT = 1_000_000
HUNTER_MARKS = re.compile(r"(?=.{4}$)T{0,3}V?D?\.*")
DRACULA_MARKS = re.compile(r"[TV.]{2}[MV.]{2}")


@dataclass(frozen=True, slots=True)
class Play:
    """One play: its index from 0, the seat, the move in full words, and its text and marks.

    `move` is a place's full name, ``"city"``, ``"sea"``, ``"HI"``, ``"D1"``..``"D5"`` or ``"TP"``; `marks`
    are in their proper columns, `text` is as written.
    """

    index: int
    player: str
    move: str
    marks: str
    text: str

    @property
    def place(self) -> str:
        """The move of a hunter, who always names a place."""
        return self.move


def looks_like_plays(text: str) -> bool:
    """Whether a text is meant as past plays, well formed or not: no case file begins with three capitals.

    >>> [looks_like_plays(text) for text in ("GED....", "XED..", "G Edinburgh", "game: hunt")]
    [True, True, False, False]
    """
    return re.match(r"\s*[A-Z][A-Z?][A-Z0-9?]\S*(\s|$)", text) is not None


def parse_plays(book: Rulebook, text: str) -> tuple[Play, ...]:
    """Read a past-plays text, plays parted by white space. Rules HU-NOTE-01, HU-NOTE-04.

    Raises
    ------
    NotationError
        Too long; a play of a wrong length, a player out of order, an unknown place or mark: names the
        play by its number from 1.
    """
    if len(text) > LIMIT:
        raise NotationError(f"past plays of {len(text)} characters; expected at most {LIMIT}")
    return tuple(_play(book, index, token) for index, token in enumerate(text.split()))


def _play(book: Rulebook, index: int, token: str) -> Play:
    where = f"play {index + 1} {token[:20]!r}"
    if len(token) != 7:
        raise NotationError(f"{where}: {len(token)} characters; expected 7 (player, two-letter place, four marks)")
    player, code, marks = token[0], token[1:3], token[3:]
    if player != SEATS[index % 5]:
        raise NotationError(f"{where}: player {player!r}; expected {SEATS[index % 5]!r} (turn order G S H M D)")
    special = player == "D" and (code in UNKNOWN or code in (HIDE, TELEPORT, *DOUBLE_BACKS))
    try:
        move = UNKNOWN.get(code, code) if special else place_by_code(book.graph, code)
    except ValueError:
        extra = ", C?, S?, HI, D1 to D5 or TP" if player == "D" else ""
        raise NotationError(f"{where}: unknown place {code!r}; expected a two-letter code of the map{extra}") from None
    proper = proper_marks(player, marks)
    if proper is None:
        expected = "T or ., V or ., M V or ., then ." if player == "D" else "up to three T, then V, then D, then dots"
        raise NotationError(f"{where}: marks {marks!r}; expected {expected}")
    return Play(index, player, move, proper, token)


def proper_marks(player: str, marks: str) -> str | None:
    """The marks in their proper columns, None where they mean nothing: students' programs are loose here.

    Rules HU-NOTE-02, HU-NOTE-03, HU-NOTE-05.

    >>> proper_marks("G", ".TD."), proper_marks("D", "V..."), proper_marks("D", "D...")
    ('TD..', '.V..', None)
    """
    if player != "D":
        ordered = "".join(sorted(marks, key="TVD.".find))
        return ordered if HUNTER_MARKS.fullmatch(ordered) else None
    if not DRACULA_MARKS.fullmatch(marks):
        return None
    laid, gone = marks[:2], marks[2:].strip(".")
    return f"{'T' if 'T' in laid else '.'}{'V' if 'V' in laid else '.'}{gone[:1] or '.'}."
