"""Writes what a command makes, whole or not at all, and names the file where that fails."""

from __future__ import annotations

import os
import secrets
from pathlib import Path

from dracula_nb.core.errors import DraculaError


def write_bytes(path: Path, content: bytes) -> None:
    """Write a file so that a crash leaves the old one or the new one.

    Raises
    ------
    DraculaError
        The folder is missing or may not be written to.
    """
    target = path.resolve()
    if target.exists() and not target.is_file():
        raise DraculaError(f"{path}: not a file; expected a name for a new file, or of one to be replaced")
    aside = target.with_name(f".{target.name}.{secrets.token_hex(4)}.tmp")
    try:
        with aside.open("xb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        aside.replace(target)
    except OSError as error:
        reason = error.strerror or type(error).__name__
        raise DraculaError(f"{path}: cannot be written ({reason}); expected a name in a folder that is there") from None
    finally:
        aside.unlink(missing_ok=True)
