"""The file under a desk: locked while the desk is open, written after every clue, watched for changes of others."""

from __future__ import annotations

import os
from itertools import count
from pathlib import Path

from dracula_nb.beliefs.case import Case
from dracula_nb.beliefs.casefile import append_line, read_text
from dracula_nb.beliefs.languages import language as language_named
from dracula_nb.boards.desk_lock import Lock
from dracula_nb.boards.keeping import DEVICES, NAME
from dracula_nb.core.errors import CaseFileError
from dracula_nb.core.files import write_atomic

FIRST_GAME = "hunt"


class LostFileError(CaseFileError):
    """The file is no longer as the desk left it: nothing was written."""


class DeskFile:
    """A case file that a desk writes to; `case` is what it held when it was read last.

    Parameters
    ----------
    path
        The file; made where it is not there.
    game
        The game that it must be of; that of its header where None, hunt where it is new.
    profile
        The profile of rules that it must follow; that of its header where None, the game's usual one where it is new.
    take_over
        Whether to take it from a desk that is still open.

    Raises
    ------
    CaseFileError
        Another desk has it, it is of another game, or it cannot be read or written; one line.
    """

    def __init__(
        self,
        path: str | os.PathLike[str],
        game: str | None = None,
        profile: str | None = None,
        *,
        take_over: bool = False,
    ) -> None:
        self.path = Path(path)
        self.torn: str | None = None
        self._wanted = {"game": game, "profile": profile}
        self._known: bytes | None = None
        self._lock = Lock(self.path.resolve(), take_over=take_over)
        try:
            self.case = self._read()
        except BaseException as error:
            self._lock.release()
            if isinstance(error, OSError):
                raise CaseFileError(f"{path}: {error.strerror or type(error).__name__}; expected a file") from None
            raise

    @property
    def held(self) -> bool:
        """Whether it is still this desk's."""
        return self._lock.held

    @property
    def changed(self) -> bool:
        """Whether somebody else wrote to it, or took it away."""
        return self._bytes() != self._known

    def reread(self) -> Case:
        """The case that the file holds now.

        Raises
        ------
        CaseFileError
            It cannot be read as one; the desk's own story stays.
        """
        self._own()
        self.case = self._read()
        return self.case

    def append(self, case: Case) -> None:
        """Write the last line of a case, flushed to the disk.

        Raises
        ------
        LostFileError
            Another desk or program has changed the file: nothing was written.
        """
        self._own(unchanged=True)
        line = case.lines[-1]
        append_line(self.path, line)
        start = b"" if not self._known or self._known[-1:] in b"\r\n" else b"\n"
        self._known = (self._known or b"") + start + line.encode() + b"\n"
        self.case = case

    def rewrite(self, case: Case) -> None:
        """Write a case whole: after a crash the old file is there, or the new one.

        Raises
        ------
        LostFileError
            As `append`.
        """
        self._own(unchanged=True)
        self._write(case)

    def elsewhere(self, case: Case) -> DeskFile:
        """Write a case into a new file beside this one; this one is left as it is, and given back."""
        names = (self.path.with_name(f"{self.path.stem}-{n}{self.path.suffix}") for n in count(2))
        found = file_with(case, next(name for name in names if not name.exists()))
        self.close()
        return found

    def close(self) -> None:
        """Give the file back, so that another desk can open it."""
        self._lock.release()

    def _own(self, *, unchanged: bool = False) -> None:
        if not self._lock.held:
            raise LostFileError(f"{self.path}: another desk has taken this file over")
        if unchanged and self.changed:
            raise LostFileError(f"{self.path}: was changed by another program")

    def _bytes(self) -> bytes | None:
        try:
            return self.path.read_bytes()
        except OSError:
            return None

    def _write(self, case: Case) -> None:
        write_atomic(self.path, "\n".join(case.lines) + "\n")
        self._known, self.case = self._bytes(), case

    def _read(self) -> Case:
        self.torn = None
        game, profile = self._wanted["game"] or FIRST_GAME, self._wanted["profile"]
        known = self._bytes()
        missing = known is None and not self.path.exists()
        if missing or (known is not None and not known.strip()):
            self._write(blank(game, profile, str(self.path)))
            return self.case
        text = read_text(self.path)
        case = Case.from_text(text, game, name=str(self.path), torn=True)
        if case.of_plays:
            raise CaseFileError(f"{self.path}: past plays; expected a case file (dracula-nb deduce reads past plays)")
        for key, wanted in self._wanted.items():
            if wanted not in (None, getattr(case, key)):
                raise CaseFileError(f"{self.path}: a case of {key} {getattr(case, key)}; expected {key} {wanted}")
        self._known, self.torn = known, case.torn
        if case.torn is not None:
            torn = [*case.lines, f"# torn: {case.torn}"]
            self._write(Case.from_text("\n".join(torn) + "\n", game, name=case.name))
            return self.case
        return case


def file_named(name: str) -> Path:
    """The file of the working folder for a name that a person typed; ``.txt`` is added.

    Raises
    ------
    CaseFileError
        The name could lead elsewhere.

    >>> str(file_named("friday evening"))
    'friday evening.txt'
    """
    text = name.strip()
    if not NAME.fullmatch(text) or DEVICES.fullmatch(text):
        raise CaseFileError(f"name {text[:60]!r}: expected 1 to 40 letters, digits, blanks, _ or -")
    return Path(text if text.endswith(".txt") else f"{text}.txt")


def file_with(case: Case, path: Path) -> DeskFile:
    """A new file that holds a case, with a header where it has none.

    Raises
    ------
    CaseFileError
        It cannot be written.
    """
    headed = any(line.replace(" ", "").startswith("game:") for line in case.lines)
    lines = case.lines if headed else (*blank(case.game, case.profile).lines, *case.lines)
    try:
        write_atomic(path, "\n".join(lines) + "\n")
    except OSError as error:
        raise CaseFileError(f"{path}: not saved ({error.strerror or type(error).__name__})") from None
    return DeskFile(path)


def blank(game: str, profile: str | None = None, name: str = "case") -> Case:
    """A case without clues, with its header.

    >>> blank("hunt").lines
    ('game: hunt', 'map: 2006', 'profile: standard', '')
    """
    language = language_named(game, None, profile)
    return Case.from_text(Case(language).to_text(), name=name, language=language)
