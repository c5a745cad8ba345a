"""The case file: what the hunters noted, a clue a line, and the belief it leads to.

>>> case = Case.from_text('''
... G Edinburgh
... S Lisbon
... H Vienna
... M Sofia
... D city: vampire
... ''')
>>> belief = case.belief()
>>> len(belief.possible), "Vienna" in belief.possible, belief.model
(55, False, 'uniform')
"""

from __future__ import annotations

import difflib
import os
import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING

from dracula_nb.beliefs.hunt.clues import CITY, SEA, Clue, DraculaTurn, HunterTurn, Seen, clue_text, parse_clue
from dracula_nb.beliefs.hunt.table import Table, after_dracula, after_hunter, empty_table
from dracula_nb.core.errors import CaseFileError, NotationError
from dracula_nb.core.files import read_bounded, write_atomic
from dracula_nb.games.hunt import Rulebook, Rules, rulebook
from dracula_nb.games.hunt.notation import looks_like_plays, parse_plays
from dracula_nb.games.hunt.past_plays import PastPlays
from dracula_nb.games.hunt.worlds import events

if TYPE_CHECKING:
    from dracula_nb.beliefs.belief import Belief
    from dracula_nb.beliefs.models import Model

HEADER = ("game", "map", "profile")
GAMES = ("hunt",)
PROFILES = ("standard",)
JOINT = " / "
LINE_ENDS = re.compile(r"\r\n|\r|\n")
UNTOLD = frozenset(f"seen {position}: {word}" for position in range(1, 10) for word in (CITY, SEA))
"""What a record says of a move that the rules have shown but it still hides: nothing was told."""

LIMIT = 1_000_000
"""Bytes of the largest case file that is read."""


@dataclass(frozen=True, slots=True)
class Note:
    """One clue of a case: its line (of the file; of a past-plays record, the number of the play), text, meaning."""

    line: int
    text: str
    clue: Clue


@dataclass(frozen=True)
class Case:
    """A hunters' log of one play; every change makes a new case.

    `lines` are the texts of the file, `torn` a last line
    that was cut off while being written and could not be read; `of_plays` says that the lines are past plays.
    """

    game: str = "hunt"
    map: str = "2006"
    profile: str = "standard"
    notes: tuple[Note, ...] = ()
    lines: tuple[str, ...] = ()
    name: str = "case"
    torn: str | None = None
    of_plays: bool = False
    book: Rulebook = field(default_factory=rulebook, repr=False, compare=False)
    rules: Rules = field(default_factory=Rules, repr=False, compare=False)

    @classmethod
    def from_text(
        cls, text: str, game: str = "hunt", *, name: str = "case", book: Rulebook | None = None, torn: bool = False
    ) -> Case:
        """Read a case file's text, or (for hunt) a past-plays record in either view.

        Parameters
        ----------
        text
            The text; of past plays the lines are the plays.
        game
            The game it is of, unless its header says so.
        name
            What errors call it.
        book
            The rulebook to read by; the package's own where None.
        torn
            Whether a last line without an end that is no clue is set aside in `torn`, as in a file whose writer
            crashed, instead of being an error.

        Raises
        ------
        CaseFileError
            Too large, an unknown game, a line that is no clue, a turn out of order, a move no hunter can
            make: one line naming the file, the line and what was expected.
        """
        if len(text) > LIMIT:
            raise CaseFileError(f"{name}: {len(text):,} characters; expected at most {LIMIT:,}")
        if game not in GAMES:
            raise CaseFileError(f"{name}: game {game[:40]!r}; expected one of {', '.join(GAMES)}")
        book, text = book or rulebook(), text.removeprefix("\ufeff")
        if looks_like_plays(text):
            try:
                return cls.from_plays(PastPlays(parse_plays(book, text), book), name=name)
            except NotationError as error:
                raise CaseFileError(f"{name}, {error}") from None
        return _read_lines(cls(game=game, name=name, book=book), text, torn)

    @classmethod
    def from_plays(cls, plays: PastPlays, *, name: str = "past plays") -> Case:
        """The hunters' case of a past-plays record; the lines are its plays.

        Raises
        ------
        CaseFileError
            The record holds a move that the rules forbid.
        """
        faults = plays.faults()
        if faults:
            raise CaseFileError(f"{name}, {faults[0]}")
        turns = [[line for line in turn if line not in UNTOLD] for turn in events(plays.log())]
        notes = [Note(at, line, _clue_of(plays, at, line, name)) for at, turn in enumerate(turns, 1) for line in turn]
        lines = tuple(JOINT.join(turn) for turn in turns)
        return cls(notes=tuple(notes), lines=lines, name=name, book=plays.book, of_plays=True)

    @classmethod
    def read(cls, path: str | os.PathLike[str]) -> Case:
        """Read a file; a torn last line is set aside in `torn` and the rest loads.

        Raises
        ------
        CaseFileError
            The file cannot be read, or as `from_text`.
        """
        return cls.from_text(read_text(Path(path)), name=str(path), torn=True)

    def to_text(self) -> str:
        """The case as a file: header, then a clue a line; `from_text` reads it back."""
        head = [f"game: {self.game}", f"map: {self.map}", f"profile: {self.profile}", ""]
        return "\n".join([*head, *(clue_text(note.clue) for note in self.notes)]) + "\n"

    def with_line(self, text: str) -> Case:
        """The case with one more line at its end."""
        return self._again([*self.lines, one_line(text)])

    def corrected(self, line: int, text: str | None) -> Case:
        """The case with a line replaced, or struck out (`text` None); the belief is worked out again.

        Of past plays the line is the number of a play, and what was seen after it stays. The new case is a case
        file, with lines of its own.

        Raises
        ------
        CaseFileError
            No such line, or the new text does not fit.
        """
        if not 1 <= line <= len(self.lines):
            raise CaseFileError(f"{self.name}: no line {line}; expected 1 to {len(self.lines)}")
        old, texts = self.lines[line - 1], list(self.lines)
        seen = old.split(JOINT)[1:] if self.of_plays else []
        texts[line - 1] = (
            JOINT.join([one_line(text), *seen]) if text is not None else f"# struck: {old.replace(JOINT, '; ')}"
        )
        return self._again(texts)

    def _again(self, texts: list[str]) -> Case:
        lines = [part for text in texts for part in (text.split(JOINT) if self.of_plays else [text])]
        blank = replace(self, notes=(), lines=(), torn=None, of_plays=False)
        return _read_lines(blank, "\n".join(lines) + "\n", torn=False)

    def turns(self) -> Iterator[list[Note]]:
        """The notes turn by turn: the turn's own, then what was seen after it."""
        group: list[Note] = []
        for note in self.notes:
            if group and not isinstance(note.clue, Seen):
                yield group
                group = []
            group.append(note)
        if group:
            yield group

    def belief(self, model: str | Model = "uniform", upto: int | None = None) -> Belief:
        """Where Dracula can be and how likely, after the line `upto` (of past plays: after so many plays).

        Raises
        ------
        ValueError
            No model of that name.
        """
        from dracula_nb.beliefs.belief import last_belief

        return last_belief(self, model, upto)

    def beliefs(self, model: str | Model = "uniform") -> tuple[Belief, ...]:
        """The belief after each turn, worked out in one pass."""
        from dracula_nb.beliefs.belief import all_beliefs

        return tuple(all_beliefs(self, model))


def one_line(text: str) -> str:
    """The text, held to be one line.

    Raises
    ------
    CaseFileError
        It holds a line break, or characters that no file can hold.
    """
    if LINE_ENDS.search(text) or any("\ud800" <= letter <= "\udfff" for letter in text):
        raise CaseFileError(f"{text[:40]!a}: expected one line of text")
    return text


def read_text(path: Path) -> str:
    """A case file's text, bounded in size.

    Raises
    ------
    CaseFileError
        No such file, too large, or not text.
    """
    try:
        return read_bounded(path, LIMIT)
    except ValueError as error:
        raise CaseFileError(str(error)) from None


def append_line(path: str | os.PathLike[str], text: str) -> None:
    """Write one more line to a case file and flush it to the disk, so that a crash loses nothing.

    A last line that a crash tore is kept as a comment, ``# torn: ...``.

    Raises
    ------
    CaseFileError
        The text holds a line break.
    """
    line = one_line(text)
    torn = _torn_line(Path(path))
    if torn is not None:
        whole = read_text(Path(path))
        write_atomic(path, f"{whole[: len(whole) - len(torn)]}# torn: {torn}\n")
    with Path(path).open("ab+") as file:
        start = b""
        if file.tell():
            file.seek(-1, os.SEEK_END)
            start = b"" if file.read(1) in b"\r\n" else b"\n"
        file.write(start + line.encode("utf-8") + b"\n")
        file.flush()
        os.fsync(file.fileno())


def _torn_line(path: Path) -> str | None:
    try:
        return Case.read(path).torn if path.exists() else None
    except CaseFileError:
        return None  # some other line is wrong: that is for its reader to say


def _clue_of(plays: PastPlays, at: int, line: str, name: str) -> Clue:
    """The clue of a line that play `at` gave to the hunters."""
    try:
        return parse_clue(plays.book, line)
    except NotationError as error:
        raise CaseFileError(f"{name}, play {at} {plays.plays[at - 1].text!r}: {error}") from None


def _read_lines(case: Case, text: str, torn: bool) -> Case:
    lines = LINE_ENDS.split(text)
    lines = lines[:-1] if lines[-1] == "" else lines
    cut = torn and bool(lines) and not text.endswith(("\n", "\r"))
    notes: list[Note] = []
    given: set[str] = set()
    table = empty_table(case.book, case.rules)
    for number, line in enumerate(lines, 1):
        bare = line.split("#", 1)[0].strip()
        if not bare:
            continue
        try:
            key, colon, value = bare.partition(":")
            if colon and not notes and " " not in key:
                if key in given:
                    raise NotationError(f"header {key}: given twice; expected one line of it")
                case = _with_header(case, key, value.strip())
                given.add(key)
                continue
            clue = parse_clue(case.book, bare, case.rules.hunters)
            table = _next_table(case, table, clue)
        except (NotationError, ValueError) as error:
            if cut and number == len(lines):
                return replace(case, notes=tuple(notes), lines=tuple(lines[:-1]), torn=line)
            raise CaseFileError(f"{case.name}, line {number}: {error}") from None
        notes.append(Note(number, bare, clue))
    return replace(case, notes=tuple(notes), lines=tuple(lines))


def _with_header(case: Case, key: str, value: str) -> Case:
    if key not in HEADER:
        near = difflib.get_close_matches(key, HEADER, n=1)
        hint = f"; did you mean {near[0]!r}?" if near else ""
        raise NotationError(f"header {key[:40]!r}: expected one of {', '.join(HEADER)}{hint}")
    known = {"game": GAMES, "map": ("2006",), "profile": PROFILES}[key]
    if value not in known:
        raise NotationError(f"{key} {value[:40]!r}: expected {' or '.join(known)}")
    if key == "game":
        return replace(case, game=value)
    return replace(case, map=value) if key == "map" else replace(case, profile=value)


def _next_table(case: Case, table: Table, clue: Clue) -> Table:
    """The public table after a clue; checks turn order and the hunters' moves."""
    book, hunters = case.book, case.rules.hunters
    seats = (*hunters, "D")
    if isinstance(clue, Seen):
        if table.plays == 0:
            raise NotationError("'seen' before any turn; expected a turn of " + seats[0])
        return table
    expected = seats[table.plays % len(seats)]
    seat = clue.seat if isinstance(clue, HunterTurn) else "D"
    if seat != expected:
        raise NotationError(f"turn of {seat}; expected a turn of {expected} (order {' '.join(seats)})")
    if isinstance(clue, DraculaTurn):
        return after_dracula(book, case.rules, table, clue)
    at, turn = hunters.index(seat), table.plays // len(seats)
    here = table.places[at]
    rail = (turn + "GSHM".index(seat)) % book.constants.rail_cycle
    if here is not None and clue.place not in book.reach(here, rail):
        raise NotationError(
            f"{seat} cannot move from {here} to {clue.place}; expected one road or sea move, {rail} by rail, or a rest"
        )
    return after_hunter(book, case.rules, table, clue)
