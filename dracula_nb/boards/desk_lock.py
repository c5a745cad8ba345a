"""One desk on one file: a small file beside it tells who has it, and gives way when that process is gone."""

from __future__ import annotations

import atexit
import json
import os
import secrets
import socket
import sys
from pathlib import Path
from typing import Any

from dracula_nb.core.errors import CaseFileError

LARGEST = 2_000
"""Bytes that a lock may have; a larger file is none of ours."""
SESSION = secrets.token_hex(8)
"""Of this process, so that a later one with the same number is not taken for it."""
STILL_ACTIVE = 259


class Lock:
    """A claim on a file for as long as this process lives; `release` ends it.

    Parameters
    ----------
    path
        The file; the lock is ``.NAME.lock`` beside it.
    take_over
        Whether to take the file from a desk that is still open; that desk finds out before it writes again.

    Raises
    ------
    CaseFileError
        Another desk has it, or no lock can be written there.
    """

    def __init__(self, path: Path, *, take_over: bool = False) -> None:
        self.path = path
        self.lock = path.with_name(f".{path.name}.lock")
        self._mine = json.dumps(
            {"pid": os.getpid(), "host": socket.gethostname(), "session": SESSION, "token": secrets.token_hex(8)}
        )
        try:
            self._claim(take_over)
        except OSError as error:
            raise CaseFileError(f"{path}: cannot be written there ({error.strerror or type(error).__name__})") from None
        atexit.register(self.release)

    @property
    def held(self) -> bool:
        """Whether the file is still ours."""
        return _read(self.lock) == self._mine

    def release(self) -> None:
        """Give the file back."""
        atexit.unregister(self.release)
        if self.held:
            self.lock.unlink(missing_ok=True)

    def _claim(self, take_over: bool) -> None:
        if not take_over and not self._made():
            owner = owner_of(_read(self.lock))
            if owner is not None and is_alive(owner):
                here = owner.get("session") == SESSION
                where = "in this notebook" if here else f"by another program (process {owner.get('pid')})"
                raise CaseFileError(
                    f"{self.path}: is open at another desk {where}; "
                    "expected one desk a file: close that one, or take the file over (take_over=True)"
                )
            take_over = True
        if take_over:
            aside = self.lock.with_name(f"{self.lock.name}.{secrets.token_hex(4)}")
            aside.write_text(self._mine, encoding="utf-8")
            aside.replace(self.lock)

    def _made(self) -> bool:
        """Whether the lock could be made anew: only one of several who try at once succeeds."""
        try:
            with self.lock.open("x", encoding="utf-8") as file:
                file.write(self._mine)
        except FileExistsError:
            return False
        return True


def owner_of(text: str) -> dict[str, Any] | None:
    """Who wrote a lock; None where nobody can be made out, as in one that a crash cut short."""
    try:
        found = json.loads(text)
    except ValueError:
        return None
    return found if isinstance(found, dict) and type(found.get("pid")) is int and found["pid"] > 0 else None


def is_alive(owner: dict[str, Any]) -> bool:
    """Whether the owner's process still runs; one on another machine is taken to.

    >>> is_alive({"pid": os.getpid(), "host": socket.gethostname(), "session": SESSION})
    True
    >>> is_alive({"pid": os.getpid(), "host": socket.gethostname(), "session": "of an earlier process"})
    False
    """
    if owner.get("host") != socket.gethostname():
        return True
    if owner["pid"] == os.getpid():
        return bool(owner.get("session") == SESSION)
    return _runs(owner["pid"])


def _runs(pid: int) -> bool:
    if sys.platform == "win32":
        import ctypes

        kernel = ctypes.windll.kernel32
        handle, code = kernel.OpenProcess(0x1000, False, pid), ctypes.c_ulong()
        alive = bool(handle) and bool(kernel.GetExitCodeProcess(handle, ctypes.byref(code)))
        kernel.CloseHandle(handle)
        return alive and code.value == STILL_ACTIVE
    try:
        os.kill(pid, 0)
    except PermissionError:
        return True  # there, but another user's
    except (OSError, AttributeError, OverflowError):
        return False
    return not _ended(pid)


def _ended(pid: int) -> bool:
    """Whether a process has ended, though its parent did not look yet."""
    try:
        stat = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8", errors="replace")
    except OSError:
        return False
    return stat.rpartition(")")[2].split()[:1] == ["Z"]


def _read(path: Path) -> str:
    try:
        with path.open(encoding="utf-8", errors="replace") as file:
            return file.read(LARGEST)
    except OSError:
        return ""
