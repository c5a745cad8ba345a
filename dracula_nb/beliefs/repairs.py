"""What was likely meant where a story cannot be true: slips that, put right, leave a story that can.

Each repair is tried by hearing the whole story with it. Repairs are told line by line, the likeliest line first: its
weight is the part that the repairs of this line have in those of all lines, by how often such a slip is made and how
likely the mended story is under the model.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from dracula_nb.beliefs.language import Clue, Slip
from dracula_nb.beliefs.mixture import Mixture
from dracula_nb.beliefs.models import Model, Uniform
from dracula_nb.beliefs.soft import Pattern, read_clue

if TYPE_CHECKING:
    from dracula_nb.beliefs.case import Case

AND = " / "
"""Parts the lines that stand for one line."""

NEARBY = 0.3
"""How likely the slip is in a line that tells where pieces stood, beside one that speaks against the others."""

UNNOTED = 0.002
"""How often a line is wrong in a way that no list of slips knows."""

VAGUE = 3
"""Lines, the latest in conflict, that are tried as unknown, where no more are mended by any known slip."""

EFFORT, CROWD = 7_000, 2_000
"""Turns that are heard anew before the search ends with what it has found; one counts double with so many windows."""

OFFERED = 10
"""Repairs that are told at most."""

Changes = dict[int, tuple[Clue, ...]]


@dataclass(frozen=True, slots=True)
class Change:
    """A line, its text, and the text that should stand there (None: it is struck; several lines parted by ``/``)."""

    line: int
    text: str
    instead: str | None


@dataclass(frozen=True, slots=True)
class Repair:
    """A line that was likely noted wrongly, and what to write instead; the mended story can be true to its end.

    `weight` is its part among all repairs found, `also` are further lines that change with it, and `others` what else
    the line may have been.
    """

    line: int
    text: str
    instead: str | None
    reason: str
    weight: float
    also: tuple[Change, ...] = ()
    others: tuple[str, ...] = ()

    def told(self) -> str:
        """The repair in words."""
        changes = [f"line {one.line} ({one.text}): {_put(one.instead)}" for one in (self._change, *self.also)]
        return f"{'; '.join(changes)} - {self.reason}"

    @property
    def _change(self) -> Change:
        return Change(self.line, self.text, self.instead)

    def applied(self, case: Case) -> Case:
        """The case with this repair made."""
        changes = (self._change, *self.also)
        return case.changed([(change.line, change.text, change.instead) for change in changes])


def _put(instead: str | None) -> str:
    return "strike it" if instead is None else f"write {instead!r}"


def repairs_of(case: Case, conflict: Sequence[int], model: Model | None = None) -> tuple[Repair, ...]:
    """Repairs of a story that breaks, likeliest first.

    Parameters
    ----------
    case
        The story.
    conflict
        Indices of notes that cannot all be true, in time order.
    model
        What the mended stories are weighed with; every move alike where None.
    """
    clues = [note.clue for note in case.notes]
    trial = Trial(case, model or Uniform())
    found: dict[int, list[tuple[float, Slip]]] = {}
    for slip in _slips(case, clues, conflict):
        if trial.effort > EFFORT:
            break
        changes = {slip.at: slip.instead, **dict(slip.also)}
        evidence = trial.evidence(changes)
        if evidence is not None:
            found.setdefault(slip.at, []).append((math.log(slip.weight) + evidence, slip))
    for at in conflict[-VAGUE:]:
        if at not in found and len(found) < VAGUE:
            slip = Slip(at, _forgotten(case, clues[at]), UNNOTED, "noted wrongly in some way")
            evidence = trial.evidence({at: slip.instead}) if slip.instead != (clues[at],) else None
            if evidence is not None:
                found[at] = [(math.log(slip.weight) + evidence, slip)]
    return _ranked(case, found)


def earlier_slips(before: Case, text: str) -> tuple[Repair, ...]:
    """Repairs of earlier lines after which a line can follow that the case refuses as it stands, likeliest first.

    Parameters
    ----------
    before
        The case up to the line.
    text
        The line; it reads well, but what everybody can see speaks against it.

    Examples
    --------
    Dark Call was noted where Feed was played, so that it seems to lie on the trail:

    >>> from dracula_nb.beliefs import Case
    >>> starts = ("game: fury_trail", "g starts Rome", "s starts Vienna", "h starts Paris", "m starts London")
    >>> case = Case.from_text(chr(10).join([*starts, "D starts", "D land: trap", "D Dark Call"]))
    >>> [(one.line, one.instead) for one in earlier_slips(case, "D Dark Call")]
    [(8, 'D Feed')]
    """
    from dracula_nb.beliefs.case import Note

    if not before.notes:
        return ()
    case = replace(before, notes=(*before.notes, Note(len(before.lines) + 1, text, read_clue(before.language, text))))
    clues = [note.clue for note in case.notes]
    trial = Trial(case, Uniform(), open_to=len(clues))
    found: dict[int, list[tuple[float, Slip]]] = {}
    for slip in _slips(case, clues, range(len(before.notes))):
        if trial.effort > EFFORT or slip.at >= len(before.notes) or not slip.instead:
            continue
        evidence = trial.evidence({slip.at: slip.instead, **dict(slip.also)})
        if evidence is not None:
            found.setdefault(slip.at, []).append((math.log(slip.weight) + evidence, slip))
    return _ranked(case, found)


def _slips(case: Case, clues: list[Clue], conflict: Sequence[int]) -> list[Slip]:
    """The likely slips of the lines that cannot all be true and of those around them, likeliest first."""
    found: list[Slip] = []
    for at, share in _suspects(case, clues, conflict).items():
        if not isinstance(clues[at], Pattern):
            found += (replace(slip, weight=slip.weight * share) for slip in case.language.slips(clues, at))
    return sorted(found, key=lambda slip: -slip.weight)


def _suspects(case: Case, clues: list[Clue], conflict: Sequence[int]) -> dict[int, float]:
    """Indices of notes that may be wrong: those in conflict, and those of the round up to each of them."""
    found = dict.fromkeys(conflict, 1.0)
    for at in conflict:
        turns, near = 0, at
        while near > 0 and turns < len(case.language.seats) + 1:
            near -= 1
            turns += _is_turn(case, clues[near])
            found.setdefault(near, NEARBY)
        near = at + 1
        while near < len(clues) and not case.language.opens(clues[near]):
            found.setdefault(near, NEARBY)
            near += 1
    return found


def _is_turn(case: Case, clue: Clue) -> bool:
    """Whether a line is a turn of a hunter or of Dracula: checks and events do not make a round."""
    word = clue.word if isinstance(clue, Pattern) else case.language.parts(clue)[0]
    return word in (*case.language.seats, "D")


def _forgotten(case: Case, clue: Clue) -> tuple[Clue, ...]:
    line = case.language.forgotten(clue)
    return () if line is None else (read_clue(case.language, line),)


def _ranked(case: Case, found: dict[int, list[tuple[float, Slip]]]) -> tuple[Repair, ...]:
    """One repair a line, with its part among all."""
    if not found:
        return ()
    top = max(score for tries in found.values() for score, _ in tries)
    shares = {at: sum(_exp(score - top) for score, _ in tries) for at, tries in found.items()}
    total = sum(shares.values())
    repairs = []
    for at, tries in sorted(found.items(), key=lambda item: (-shares[item[0]], item[0])):
        ordered = [slip for _, slip in sorted(tries, key=lambda pair: -pair[0])]
        best = ordered[0]
        note = case.notes[at]
        also = tuple(
            Change(case.notes[i].line, case.notes[i].text, _lines(case, clues) or None) for i, clues in best.also
        )
        others = tuple(_lines(case, slip.instead) for slip in ordered[1:4] if not slip.also and slip.instead)
        instead = _lines(case, best.instead) or None
        repairs.append(Repair(note.line, note.text, instead, best.reason, shares[at] / total, also, others))
    return tuple(repairs[:OFFERED])


def _exp(value: float) -> float:
    return math.exp(value) if math.isfinite(value) else 1e-300  # the model holds it for impossible, the rules do not


def _lines(case: Case, clues: Sequence[Clue]) -> str:
    return AND.join(map(case.line_of, clues))


class Trial:
    """Hears a case with notes changed, from the turn of the first change on; `open_to`: how far turns may be out of
    order before the change.
    """

    def __init__(self, case: Case, model: Model, open_to: int = 0) -> None:
        self.language = case.language
        self.clues = [note.clue for note in case.notes]
        self.effort, self._open_to = 0, open_to
        self._starts = [at for at, clue in enumerate(self.clues) if self.language.opens(clue)]
        self._saved = [Mixture(case.language, model)]
        for turn in _grouped(self.language.opens, self.clues[: self._starts[-1]]):
            now = self._saved[-1].copy()
            if not all(now.heard(turn)):
                break
            self._saved.append(now)
        self._tables = [self.language.opening()]
        for clue in self.clues[:-1]:
            self._tables.append(self.language.after(self._tables[-1], clue))

    def evidence(self, changes: Changes) -> float | None:
        """Log evidence of the whole story with notes changed; None where it cannot be true."""
        first, last = min(changes), max(changes)
        if not self._in_turn(changes, first, last):
            return None
        turn = min(sum(start <= first for start in self._starts) - 1, len(self._saved) - 1)
        clues = [new for at in range(self._starts[turn], len(self.clues)) for new in changes.get(at, (self.clues[at],))]
        now = self._saved[turn].copy()
        turns = list(_grouped(self.language.opens, clues))
        for at, heard in enumerate(turns, 1):
            self.effort += now.readings + now.states // CROWD
            if not all(now.heard(heard, still_open=at == len(turns))):
                return None
        return now.log_evidence

    def _in_turn(self, changes: Changes, first: int, last: int) -> bool:
        """Whether every turn is still in order and every piece can move so."""
        table = self._tables[first]
        end = min(len(self.clues), max(last + 4 * (len(self.language.seats) + 1), self._open_to))
        try:
            for at in range(first, end):
                for clue in changes.get(at, (self.clues[at],)):
                    table = self.language.after(table, clue)
        except ValueError:
            return False
        return True


def _grouped(opens: object, clues: Sequence[Clue]) -> Iterator[list[Clue]]:
    """The clues turn by turn."""
    group: list[Clue] = []
    for clue in clues:
        if group and opens(clue):  # type: ignore[operator]
            yield group
            group = []
        group.append(clue)
    if group:
        yield group
