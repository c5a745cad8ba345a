"""Case files on the disk: read in full and bounded, written a line at a time so that a crash loses nothing."""

from __future__ import annotations

import os
from pathlib import Path

from dracula_nb.beliefs.reading import LINE_ENDS
from dracula_nb.core.errors import CaseFileError
from dracula_nb.core.files import read_bounded, write_atomic

LIMIT = 1_000_000
"""Bytes of the largest case file that is read."""


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
    from dracula_nb.beliefs.case import Case

    try:
        return Case.read(path).torn if path.exists() else None
    except CaseFileError:
        return None  # some other line is wrong: that is for its reader to say
