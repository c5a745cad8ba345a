"""Saving a board's play under a name that a person types: in the working folder, and over nothing else."""

from __future__ import annotations

import re
from pathlib import Path

from dracula_nb.core.errors import DraculaError
from dracula_nb.core.files import read_bounded
from dracula_nb.core.session import Session

NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9 _-]{0,39}(\.txt)?")
# names that Windows keeps for devices
DEVICES = re.compile(r"(con|prn|aux|nul|com\d|lpt\d)(\.txt)?", re.IGNORECASE)


def file_of(name: str) -> Path:
    """The file of the working folder for a name; ``.txt`` is added.

    Raises
    ------
    DraculaError
        The name could lead elsewhere, or the file is there and holds something else than a play.

    Examples
    --------
    >>> str(file_of("friday evening"))
    'friday evening.txt'
    >>> file_of("../notes")
    Traceback (most recent call last):
        ...
    dracula_nb.core.errors.DraculaError: name '../notes': expected 1 to 40 letters, digits, blanks, _ or -
    """
    text = name.strip()
    if not NAME.fullmatch(text) or DEVICES.fullmatch(text):
        raise DraculaError(f"name {text[:60]!r}: expected 1 to 40 letters, digits, blanks, _ or -")
    path = Path(text if text.endswith(".txt") else f"{text}.txt")
    if path.is_symlink() or (path.exists() and not _holds_a_play(path)):
        raise DraculaError(f"{path}: is there already and holds no play; expected another name")
    return path


def keep(session: Session, name: str) -> str:
    """Save the session's play; what is to be told about it, or about why not."""
    try:
        path = file_of(name)
        session.save(path)
    except DraculaError as error:
        return f"Not saved. {error}."
    except OSError as error:
        return f"Not saved. {name.strip()[:60]}: {error.strerror or type(error).__name__}."
    return f"Saved as {path}. It holds the whole truth: who opens it sees everything."


def _holds_a_play(path: Path) -> bool:
    """Whether the file begins as a saved play does; a case file also names its game, but no version."""
    try:
        return re.match(r"game: .*\nversion: ", read_bounded(path)) is not None
    except ValueError:
        return False
