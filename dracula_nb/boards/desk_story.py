"""A desk without its page: a case, what is believed, the file under it, and every change that can be taken back."""

from __future__ import annotations

from collections.abc import Callable
from copy import copy
from pathlib import Path

from dracula_nb.beliefs.belief import Belief, Run
from dracula_nb.beliefs.case import Case, Note
from dracula_nb.beliefs.entry import DRACULA, before, first_word, read_entry
from dracula_nb.boards.desk_file import DeskFile, file_with
from dracula_nb.core.errors import CaseFileError, DraculaError, NotationError

STRUCK = "# struck: "
KEPT = 8
"""Turns whose belief is kept, so that a new clue does not ask for the whole evening again."""


class Story:
    """What the hunters noted, and what follows from it.

    Each change is on the disk before the belief is worked out, so that a crash loses nothing.

    Parameters
    ----------
    case
        What was noted so far.
    file
        Where it is kept; None: nowhere.
    model
        The model of Dracula, by name.
    """

    def __init__(self, case: Case, file: DeskFile | None = None, model: str = "uniform") -> None:
        self.case, self.file, self.model = case, file, model
        self.undone: list[Case] = []
        self._runs: list[tuple[tuple[tuple[Note, ...], ...], Run]] = []
        self.belief = self._believe()
        self.earlier: Belief | None = None

    def enter(self, text: str) -> str:
        """Take one more line, perhaps in short; gives it in full.

        Raises
        ------
        DraculaError
            It is no clue, cannot come now, or cannot be written down; nothing was changed.
        """
        line = read_entry(self.case, text)
        _expect_begun(self.case, line)
        self._become(self.case.with_line(line), longer=True)
        return line

    def correct(self, line: int, text: str) -> str:
        """Put another text, perhaps in short, in the place of a line; gives it in full.

        Raises
        ------
        DraculaError
            As `enter`, or a later line does not fit any more.
        """
        self._check(line)
        earlier = before(self.case, line)
        full = read_entry(earlier, text)
        _expect_begun(earlier, full)
        self._become(self.case.corrected(line, full))
        return full

    def strike(self, line: int) -> str:
        """Strike a line; gives what stands in its place.

        The line of a turn that others follow is only forgotten: the turn passed, nobody noted what was learnt.

        Raises
        ------
        DraculaError
            Later lines need it.
        """
        self._check(line)
        note = next((note for note in self.case.notes if note.line == line), None)
        if note is None:
            raise CaseFileError(f"line {line}: expected the line of a clue")
        whole = f"{STRUCK}{self.case.lines[line - 1]}"
        kept = (self.case.language.forgotten(note.clue), f"{first_word(self.case, note)} unknown")
        failure: DraculaError | None = None
        for text in (None, *(f"{less} {whole}" for less in dict.fromkeys(kept) if less)):
            try:
                after = self.case.corrected(line, text)
            except DraculaError as error:
                failure = failure or error
                continue
            self._become(after)
            return after.lines[line - 1]
        raise failure or CaseFileError(f"line {line}: expected a line that can be struck")

    def restore(self, line: int) -> str:
        """Bring a struck line back; gives it.

        Raises
        ------
        DraculaError
            It was not struck, or does not fit any more.
        """
        self._check(line)
        _, mark, text = self.case.lines[line - 1].partition(STRUCK)
        if not mark:
            raise CaseFileError(f"line {line}: expected a line that was struck")
        self._become(self.case.corrected(line, text))
        return text

    def change(self, change: Callable[[Case], Case]) -> None:
        """Take the case that a change makes of this one.

        Raises
        ------
        DraculaError
            It cannot be made, or not be written down.
        """
        self._become(change(self.case))

    def undo(self) -> bool:
        """Take back the last change; where nothing was changed at this desk, the last clue is struck.

        Returns whether there was anything to take back.
        """
        if self.undone:
            self._replace(self.undone[-1])
            self.undone.pop()
            return True
        if self.case.notes:
            self.strike(self.case.notes[-1].line)
            return True
        return False

    def assume(self, model: str) -> None:
        """Take another model of Dracula.

        Raises
        ------
        DraculaError
            No model of that name, or none for this game; the old one stays.
        """
        old, self.model, runs = self.model, model, self._runs
        self._runs = []
        try:
            self._turn_to(self.case)
        except Exception as error:
            self.model, self._runs = old, runs
            told = f"model {model} cannot be used with {self.case.game}; expected another"
            raise DraculaError(str(error) if isinstance(error, ValueError) else told) from error

    def reread(self) -> bool:
        """Take what the file holds now; whether that is another story.

        Raises
        ------
        DraculaError
            It cannot be read; the story stays as it was.
        """
        if self.file is None:
            return False
        case, old = self.file.reread(), self.case
        if case.lines == old.lines:
            return False
        self.undone.append(old)
        self._turn_to(case)
        return True

    def keep_elsewhere(self) -> None:
        """Write the story into a new file beside the old one, and go on there."""
        if self.file is not None:
            self._go_on(self.file.elsewhere(self.case))

    def keep_as(self, path: Path) -> None:
        """Write the story into a file that is not there yet, and go on there.

        Raises
        ------
        DraculaError
            It cannot be written.
        """
        self._go_on(file_with(self.case, path))

    def _go_on(self, file: DeskFile) -> None:
        self.file = file
        if file.case.lines != self.case.lines:  # a header came before them
            self.undone.clear()
            self._turn_to(file.case)

    def _check(self, line: int) -> None:
        if not 1 <= line <= len(self.case.lines):
            raise CaseFileError(f"line {line}: expected 1 to {len(self.case.lines)}")

    def _become(self, case: Case, *, longer: bool = False) -> None:
        old = self.case
        self._replace(case, longer=longer)
        self.undone.append(old)

    def _replace(self, case: Case, *, longer: bool = False) -> None:
        """Write a case down, then believe it; where that fails, the old one stands again, here and on the disk."""
        old = self.case
        self._save(case, longer=longer)
        try:
            self._turn_to(case)
        except Exception:
            self._save(old)
            raise

    def _save(self, case: Case, *, longer: bool = False) -> None:
        if self.file is None:
            return
        try:
            if longer:
                self.file.append(case)
            else:
                self.file.rewrite(case)
        except OSError as error:
            raise CaseFileError(f"{self.file.path}: not saved ({error.strerror or type(error).__name__})") from None

    def _turn_to(self, case: Case) -> None:
        earlier, old = self.belief, self.case
        self.case = case
        try:
            self.belief = self._believe()
        except BaseException:
            self.case = old
            raise
        self.earlier = earlier

    def _believe(self) -> Belief:
        """The belief at the end of the case, from the last turn on that is as it was."""
        turns = tuple(tuple(turn) for turn in self.case.turns())
        # the last turn is still open, so it is always taken anew
        while self._runs and self._runs[-1][0] != turns[:-1][: len(self._runs[-1][0])]:
            self._runs.pop()
        done, run = self._runs[-1] if self._runs else ((), Run(self.case, self.model))
        run = _copied(run, self.case)
        for at in range(len(done), len(turns)):
            last = at == len(turns) - 1
            if last:
                self._remember(turns[:at], run)
                run = _copied(run, self.case)
            if not run.take(list(turns[at]), still_open=last):
                break
        return run.belief()

    def _remember(self, turns: tuple[tuple[Note, ...], ...], run: Run) -> None:
        if not self._runs or len(self._runs[-1][0]) < len(turns):
            self._runs = [*self._runs[1 - KEPT :], (turns, run)]


def _expect_begun(case: Case, line: str) -> None:
    """Nobody has a second line before all have begun, Dracula last."""
    begun = [first_word(case, note) for note in case.notes]
    noted = [first_word(case, note) for note in case.with_line(line).notes[len(case.notes) :]]
    for word in noted:
        if DRACULA not in begun and word in begun and word in case.language.seats:
            waiting = [seat for seat in (*case.language.seats, DRACULA) if seat not in begun]
            raise NotationError(f"{word} has begun already; expected the first line of {', '.join(waiting)} before")


def _copied(run: Run, case: Case) -> Run:
    """An independent run of the same case, or of one that goes on from it."""
    found = copy(run)
    found.case, found.filter, found.steps = case, run.filter.copy(), list(run.steps)
    return found
