"""Reading the lines of a case: header, comments, clues in turn, and a last line that a crash tore."""

from __future__ import annotations

import difflib
import re
from dataclasses import replace
from typing import TYPE_CHECKING

from dracula_nb.beliefs.language import Language
from dracula_nb.beliefs.languages import GAMES, language
from dracula_nb.beliefs.soft import read_clue
from dracula_nb.core.errors import CaseFileError, NotationError

if TYPE_CHECKING:
    from dracula_nb.beliefs.case import Case, Note

HEADER = ("game", "map", "profile")
LINE_ENDS = re.compile(r"\r\n|\r|\n")


class RefusedLineError(CaseFileError):
    """A line that reads well, but cannot follow on those before it; `before` is the case up to there.

    The fault may be an earlier line's: `dracula_nb.beliefs.repairs.earlier_slips` looks for it.
    """

    def __init__(self, told: str, before: Case, text: str) -> None:
        super().__init__(told)
        self.before = before
        self.text = text


def read_lines(case: Case, text: str, torn: bool) -> Case:
    """The case with these lines, read in the language that its header names, else in its own.

    Raises
    ------
    CaseFileError
        Names the first line that does not fit; a last one without an end is set aside where `torn`.
    """
    lines = LINE_ENDS.split(text)
    lines = lines[:-1] if lines[-1] == "" else lines
    cut = torn and bool(lines) and not text.endswith(("\n", "\r"))
    reader = _Reader(case.language)
    for number, line in enumerate(lines, 1):
        try:
            reader.take(number, line)
        except ValueError as error:
            if cut and number == len(lines):
                return _with(case, reader, lines[:-1], line)
            told = f"{case.name}, line {reader.wrong or number}: {error}"
            if not reader.refused:
                raise CaseFileError(told) from None
            raise RefusedLineError(told, _with(case, reader, lines[: number - 1], None), reader.refused) from None
    return _with(case, reader, lines, None)


def _with(case: Case, reader: _Reader, lines: list[str], torn: str | None) -> Case:
    try:
        reader.settle()
    except ValueError as error:
        raise CaseFileError(f"{case.name}, line {reader.wrong}: {error}") from None
    return replace(case, language=reader.language, notes=tuple(reader.notes), lines=tuple(lines), torn=torn)


class _Reader:
    """What has been read so far.

    `wrong` is the line of the header that an error speaks of, 0 for the line at hand; `refused` a clue that cannot
    follow on what was read.
    """

    def __init__(self, own: Language) -> None:
        self.language = own
        self.notes: list[Note] = []
        self.header: dict[str, tuple[int, str]] = {}
        self.table = own.opening()
        self.settled = False
        self.wrong = 0
        self.refused = ""

    def take(self, number: int, line: str) -> None:
        """Read one line."""
        from dracula_nb.beliefs.case import Note

        bare = line.split("#", 1)[0].strip()
        if not bare:
            return
        key, colon, value = bare.partition(":")
        if colon and not self.settled and " " not in key and key not in self._first_words():
            self._take_header(number, key, value.strip())
            return
        self.settle()
        clue = read_clue(self.language, bare)
        self.refused = bare
        self.table = self.language.after(self.table, clue)
        self.refused = ""
        self.notes.append(Note(number, bare, clue))

    def settle(self) -> None:
        """Find the language that the header names, once it is whole."""
        if self.settled:
            return
        told = {key: value for key, (_, value) in self.header.items()}
        own = {key: getattr(self.language, key) for key in HEADER}
        if {**own, **told} != own:
            game = told.get("game", own["game"])
            self.wrong = max((at for key, (at, _) in self.header.items() if key != "game"), default=0)
            self.language = language(game, told.get("map"), told.get("profile"))
            self.table = self.language.opening()
        self.settled, self.wrong = True, 0

    def _first_words(self) -> frozenset[str]:
        """Clues whose first word is followed by the colon at once: no header has such a name."""
        return frozenset(word for word in ("here", "bond", "region") if self.language.samples(word))

    def _take_header(self, number: int, key: str, value: str) -> None:
        if key not in HEADER:
            near = difflib.get_close_matches(key, HEADER, n=1)
            hint = f"; did you mean {near[0]!r}?" if near else ""
            raise NotationError(f"header {key[:40]!r}: expected one of {', '.join(HEADER)}{hint}")
        if key in self.header:
            raise NotationError(f"header {key}: given twice; expected one line of it")
        if key == "game" and value not in GAMES:
            raise NotationError(f"game {value[:40]!r}: expected {' or '.join(GAMES)}")
        self.header[key] = (number, value)
