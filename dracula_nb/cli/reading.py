"""Reads what a command is given: a file or standard input, bounded; a case, a game, a folder of tables."""

from __future__ import annotations

import sys
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

from dracula_nb.core.errors import DraculaError, NotationError

if TYPE_CHECKING:
    from dracula_nb.beliefs import Case

STANDARD_INPUT = "-"
USUAL = "hunt"
"""The game of a case whose header names none."""


def version() -> str:
    """The package's version."""
    return str(import_module("dracula_nb").__version__)


def load_game(name: str, tables: Path | None = None) -> Any:
    """The game of that name, on its own tables or on those of a folder.

    Raises
    ------
    DraculaError
        No such game, or a table that cannot be used.
    """
    try:
        return import_module("dracula_nb").load(name, tables=tables)
    except DraculaError:
        raise
    except ValueError as error:
        raise DraculaError(str(error)) from None


def name_of(source: str) -> str:
    """What errors call a source."""
    return "standard input" if source == STANDARD_INPUT else source


def read_source(source: str, limit: int) -> str:
    """The text of a file, or of standard input for ``-``; never more than `limit` bytes are read.

    Raises
    ------
    DraculaError
        No such file, too large, or not UTF-8; names the file, the line and what was expected.
    """
    name = name_of(source)
    try:
        if source == STANDARD_INPUT:
            if sys.stdin is None:  # closed by the caller
                raise OSError("it is closed")
            raw = sys.stdin.buffer.read(limit + 1)
        else:
            with Path(source).open("rb") as file:
                raw = file.read(limit + 1)
    except (OSError, ValueError) as error:  # ValueError: a null byte in the name
        reason = getattr(error, "strerror", None) or str(error)
        raise DraculaError(
            f"{name}: cannot be read ({reason}); expected a text file, or - for standard input"
        ) from None
    if len(raw) > limit:
        raise DraculaError(f"{name}: larger than {limit:,} bytes; expected a smaller file")
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = raw[: error.start].count(b"\n") + 1
        raise DraculaError(f"{name}, line {line}: not UTF-8; expected plain text") from None


def read_plays(text: str, name: str, book: Any = None) -> Any:
    """The past plays of a text, on a rulebook.

    Raises
    ------
    DraculaError
        A play that is not one, or that the rules forbid; names the play.
    """
    from dracula_nb.games.hunt import rulebook
    from dracula_nb.games.hunt.notation import parse_plays
    from dracula_nb.interop.past_plays import PastPlays

    book = book or rulebook()
    try:
        record = PastPlays(parse_plays(book, text), book)
        faults = record.faults()
    except NotationError as error:
        raise DraculaError(f"{name}, {error}") from None
    if faults:
        raise DraculaError(f"{name}, {faults[0]}")
    return record


def clues_page() -> str:
    """The page on case files: every line that one can hold, with an example."""
    from dracula_nb.resources import data_root

    return (data_root() / "case_files.md").read_text(encoding="utf-8").rstrip()


def read_case(source: str, game: str | None = None, tables: Path | None = None) -> Case:
    """The case of a source: a case file, or past plays; of the game that its header names where None is asked for.

    Raises
    ------
    DraculaError
        It cannot be read, an unknown game or another one than asked for, a torn table, or a line that does not fit.
    """
    from dracula_nb.beliefs import Case
    from dracula_nb.beliefs.casefile import LIMIT
    from dracula_nb.games.hunt.notation import looks_like_plays

    text, name = read_source(source, LIMIT), name_of(source)
    language = _language(game or USUAL, tables)
    if language.game == USUAL and looks_like_plays(text):
        return Case.from_plays(read_plays(text, name, language.book), name=name)
    case = Case.from_text(text, language.game, name=name, language=language, torn=True)
    if game is not None and case.game != game:
        raise DraculaError(f"{name}: a case of {case.game}, by its header; expected one of {game} (--game)")
    return case


def _language(game: str, tables: Path | None) -> Any:
    """What reads the clues of a game, by tables of one's own where they are given."""
    from dracula_nb.beliefs.languages import language

    if tables is None:
        return language(game)
    from dracula_nb.beliefs.hunt.language import HuntLanguage

    if game != "hunt":
        raise DraculaError(f"--tables: the clues of {game[:40]!r} are read by the package's own tables only")
    return HuntLanguage(load_game(game, tables).book)


def seat_of(game: Any, seat: str | None) -> str:
    """The seat asked for, or the game's first.

    Raises
    ------
    DraculaError
        The game has no such seat.
    """
    if seat is None:
        return str(game.players[0])
    if seat not in game.players:
        raise DraculaError(f"--seat {seat[:40]!r}: expected one of {', '.join(game.players)}")
    return seat
