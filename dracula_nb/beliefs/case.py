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

import os
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING

from dracula_nb.beliefs.casefile import LIMIT, one_line, read_text
from dracula_nb.beliefs.language import Clue, Language
from dracula_nb.beliefs.languages import language as language_named
from dracula_nb.beliefs.reading import read_lines
from dracula_nb.beliefs.soft import Pattern
from dracula_nb.core.errors import CaseFileError, NotationError

if TYPE_CHECKING:
    from dracula_nb.beliefs.belief import Belief
    from dracula_nb.beliefs.models import Model
    from dracula_nb.games.hunt.past_plays import PastPlays

JOINT = " / "
UNTOLD = frozenset(f"seen {position}: {word}" for position in range(1, 10) for word in ("city", "sea"))
"""What a record says of a move that the rules have shown but it still hides: nothing was told."""


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

    language: Language = field(default_factory=lambda: language_named("hunt"))
    notes: tuple[Note, ...] = ()
    lines: tuple[str, ...] = ()
    name: str = "case"
    torn: str | None = None
    of_plays: bool = False

    @property
    def game(self) -> str:
        """The game that it is a log of."""
        return self.language.game

    @property
    def map(self) -> str:
        """The edition of the map."""
        return self.language.map

    @property
    def profile(self) -> str:
        """The profile of rules."""
        return self.language.profile

    @classmethod
    def from_text(
        cls, text: str, game: str = "hunt", *, name: str = "case", language: Language | None = None, torn: bool = False
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
        language
            What reads it, for tables or seats of one's own; the game's usual one where None.
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
        try:
            language = language or language_named(game)
        except CaseFileError as error:
            raise CaseFileError(f"{name}: {error}") from None
        text = text.removeprefix("\ufeff")
        plays = past_plays(text, language, name)
        if plays is not None:
            return cls.from_plays(plays, name=name)
        return read_lines(cls(language=language, name=name), text, torn)

    @classmethod
    def from_plays(cls, plays: PastPlays, *, name: str = "past plays") -> Case:
        """The hunters' case of a past-plays record; the lines are its plays.

        Raises
        ------
        CaseFileError
            The record holds a move that the rules forbid.
        """
        from dracula_nb.beliefs.hunt.language import HuntLanguage
        from dracula_nb.games.hunt.worlds import events

        faults = plays.faults()
        if faults:
            raise CaseFileError(f"{name}, {faults[0]}")
        turns = [[line for line in turn if line not in UNTOLD] for turn in events(plays.log())]
        speech = HuntLanguage(plays.book)
        notes = [
            Note(a, line, _clue_of(speech, plays, (a, line), name)) for a, turn in enumerate(turns, 1) for line in turn
        ]
        lines = tuple(JOINT.join(turn) for turn in turns)
        return cls(speech, tuple(notes), lines, name=name, of_plays=True)

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
        return "\n".join([*head, *(self.line_of(note.clue) for note in self.notes)]) + "\n"

    def line_of(self, clue: Clue) -> str:
        """A clue, soft or not, as a line."""
        return str(clue) if isinstance(clue, Pattern) else self.language.text(clue)

    def with_line(self, text: str) -> Case:
        """The case with one more line at its end."""
        return self._again([*self.lines, one_line(text)])

    def corrected(self, line: int, text: str | None) -> Case:
        """The case with a line replaced, or struck out (`text` None); the belief is worked out again.

        Several lines in place of one are parted by `` / ``, as in ``G Paris / seen 2: Paris``. Of past plays the line
        is the number of a play, and what was seen after it stays. The new case is a case file, with lines of its own.

        Raises
        ------
        CaseFileError
            No such line, or the new text does not fit.
        """
        if not 1 <= line <= len(self.lines):
            raise CaseFileError(f"{self.name}: no line {line}; expected 1 to {len(self.lines)}")
        old, texts = self.lines[line - 1], list(self.lines)
        seen = old.split(JOINT)[1:] if self.of_plays else []
        new = [f"# struck: {old.replace(JOINT, '; ')}"] if text is None else [*_parted(one_line(text)), *seen]
        texts[line - 1 : line] = [JOINT.join(new)] if self.of_plays else new
        return self._again(texts)

    def changed(self, changes: Sequence[tuple[int, str, str | None]]) -> Case:
        """The case with notes changed: for each its line, its text, and what stands there instead (None: nothing).

        Unlike `corrected` it may speak of one note among several of the same past play.

        Raises
        ------
        CaseFileError
            No such note, or the new text does not fit.
        """
        parts = [text.split(JOINT) if self.of_plays else [text] for text in self.lines]
        for line, text, instead in changes:
            found = [at for at, part in enumerate(parts[line - 1]) if part.split("#", 1)[0].strip() == text]
            if not found:
                raise CaseFileError(f"{self.name}: no {text[:60]!r} at line {line}; expected a note of the case")
            new = [f"# struck: {text}"] if instead is None else _parted(one_line(instead))
            parts[line - 1][found[0] : found[0] + 1] = new
        return self._again([line for texts in parts for line in texts])

    def _again(self, texts: list[str]) -> Case:
        lines = [part for text in texts for part in (text.split(JOINT) if self.of_plays else [text])]
        blank = replace(self, notes=(), lines=(), torn=None, of_plays=False)
        return read_lines(blank, "\n".join(lines) + "\n", torn=False)

    def turns(self) -> Iterator[list[Note]]:
        """The notes turn by turn: the turn's own, then what was seen after it."""
        group: list[Note] = []
        for note in self.notes:
            if group and self.language.opens(note.clue):
                yield group
                group = []
            group.append(note)
        if group:
            yield group

    def belief(
        self, model: str | Model = "uniform", upto: int | None = None, *, without: Collection[int] = ()
    ) -> Belief:
        """Where Dracula can be and how likely, after the line `upto` (of past plays: after so many plays).

        Parameters
        ----------
        model
            A model, or its name.
        upto
            The last line that is heard.
        without
            Lines that are forgotten: their turns pass and pieces move as noted, but nothing is learnt from them. Where
            many are forgotten this takes long: up to a second a turn.

        Raises
        ------
        ValueError
            No model of that name.
        """
        from dracula_nb.beliefs.belief import last_belief

        return last_belief(self, model, upto, without)

    def beliefs(self, model: str | Model = "uniform") -> tuple[Belief, ...]:
        """The belief after each turn, worked out in one pass."""
        from dracula_nb.beliefs.belief import all_beliefs

        return tuple(all_beliefs(self, model))


def _parted(text: str) -> list[str]:
    """Several lines given as one; a comment may hold anything."""
    lines, mark, comment = text.partition("#")
    parts = lines.split(JOINT)
    return [*parts[:-1], parts[-1] + mark + comment]


def past_plays(text: str, language: Language, name: str) -> PastPlays | None:
    """The record that a text for hunt holds instead of a case file; None where it is a case file.

    Raises
    ------
    CaseFileError
        It looks like a record, but cannot be read as one.
    """
    from dracula_nb.beliefs.hunt.language import HuntLanguage
    from dracula_nb.games.hunt.notation import looks_like_plays, parse_plays
    from dracula_nb.games.hunt.past_plays import PastPlays

    if not isinstance(language, HuntLanguage) or not looks_like_plays(text):
        return None
    try:
        return PastPlays(parse_plays(language.book, text), language.book)
    except NotationError as error:
        raise CaseFileError(f"{name}, {error}") from None


def _clue_of(speech: Language, plays: PastPlays, at: tuple[int, str], name: str) -> Clue:
    """The clue of a line that a play, by its number, gave to the hunters."""
    play, line = at
    try:
        return speech.parse(line)
    except NotationError as error:
        raise CaseFileError(f"{name}, play {play} {plays.plays[play - 1].text!r}: {error}") from None
