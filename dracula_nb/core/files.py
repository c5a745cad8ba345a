"""Text files that are read within bounds and written whole or not at all."""

from __future__ import annotations

import os
import secrets
from pathlib import Path

MAX_BYTES = 5_000_000
"""No playthrough or case file of these games comes near this size."""


def write_atomic(path: str | os.PathLike[str], text: str) -> None:
    r"""Write `text` as UTF-8 so that a crash leaves the old file or the new one, never a half.

    Parameters
    ----------
    path
        The file to make or to replace; a link is followed.
    text
        What the file shall hold, with line feeds.

    Raises
    ------
    OSError
        The folder is missing, full or not writable; the old file is untouched.

    Examples
    --------
    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     write_atomic(Path(folder, "a.txt"), "one\n")
    ...     write_atomic(Path(folder, "a.txt"), "two\n")
    ...     [(file.name, file.read_text()) for file in Path(folder).iterdir()]
    [('a.txt', 'two\n')]
    """
    target = Path(path).resolve()
    if target.exists() and not target.is_file():
        raise FileExistsError(f"{path}: not a file that can be replaced")
    aside = target.with_name(f".{target.name}.{secrets.token_hex(4)}.tmp")
    try:
        with aside.open("x", encoding="utf-8", newline="\n") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        aside.replace(target)
    finally:
        aside.unlink(missing_ok=True)


def read_bounded(path: str | os.PathLike[str], max_bytes: int = MAX_BYTES) -> str:
    """Read a UTF-8 text file of at most `max_bytes` bytes, with line feeds.

    Raises
    ------
    ValueError
        The file is missing, unreadable, too large or not UTF-8; one line that names it.

    Examples
    --------
    >>> read_bounded("no such file")
    Traceback (most recent call last):
        ...
    ValueError: no such file: cannot be read (No such file or directory); expected a text file
    """
    try:
        with Path(path).open("rb") as file:
            raw = file.read(max_bytes + 1)
    except (OSError, ValueError) as error:  # ValueError: a null byte in the name
        reason = getattr(error, "strerror", None) or type(error).__name__
        raise ValueError(f"{path}: cannot be read ({reason}); expected a text file") from None
    if len(raw) > max_bytes:
        raise ValueError(f"{path}: larger than {max_bytes:,} bytes; expected a smaller file")
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = raw[: error.start].count(b"\n") + 1
        raise ValueError(f"{path}, line {line}: not UTF-8; expected a text file") from None
    return text.replace("\r\n", "\n")
