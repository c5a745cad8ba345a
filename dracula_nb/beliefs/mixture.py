"""A belief as a mixture of branches: one story where every line is sure, several where some were noted in part.

Each branch is exact for what it takes to have happened; the mixture weighs them, and joins those whose public tables
have become equal. What a soft line leaves open is split into all that the rules allow, so nothing is approximated.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator, Sequence

import numpy as np
import numpy.typing as npt

from dracula_nb.beliefs.language import Branch, Clue, Language
from dracula_nb.beliefs.models import Model
from dracula_nb.beliefs.soft import Pattern, Slot, read_clue

MOST = 5000
"""Most stories followed at once; beyond that the least likely are given up, and the belief says so."""
HUNCH = "here"
"""First word of the note that speaks of where he is now, whatever the rules show."""


class Mixture:
    """The weighted branches of one case under one model.

    `heard` takes one turn's clues. Places are full names, probabilities sum to one, `log_evidence` is natural.
    """

    def __init__(self, language: Language, model: Model) -> None:
        self.language = language
        self.model = model
        self.branches: list[Branch] = list(language.branches(model))
        self.readings = len(self.branches)
        self.lost = 0.0
        """Probability of the stories that were given up because there were too many; 0 where all is exact."""
        for branch in self.branches:
            _weigh(branch, 1.0 / self.readings)

    def copy(self) -> Mixture:
        """An independent mixture."""
        found = object.__new__(Mixture)
        found.language, found.model = self.language, self.model
        found.readings, found.lost = self.readings, self.lost
        found.branches = [branch.copy() for branch in self.branches]
        return found

    @property
    def states(self) -> int:
        """Possible windows of the trail, counted in each branch."""
        return sum(len(branch.keys) for branch in self.branches)

    @property
    def length(self) -> int:
        """Positions of the trail that hold something."""
        return max(branch.length for branch in self.branches)

    @property
    def log_evidence(self) -> float:
        """Natural logarithm of the probability of every note so far under the model."""
        return _log_sum([branch.log_evidence for branch in self.branches])

    @property
    def member_evidence(self) -> list[float]:
        """`log_evidence` of each member of the model."""
        columns = zip(*(branch.member_evidence.tolist() for branch in self.branches), strict=True)
        return [_log_sum(list(column)) for column in columns]

    def shares(self) -> npt.NDArray[np.float64]:
        """Probability of each branch; alike where the model held all of them for impossible."""
        logs = np.array([branch.log_evidence for branch in self.branches])
        top = logs.max()
        weights = np.exp(logs - top) if np.isfinite(top) else np.ones(len(logs))
        return np.asarray(weights / weights.sum(), dtype=np.float64)

    def at(self, position: int) -> dict[str, float]:
        """Probability of each possible place at a position of the trail (1 is the newest)."""
        found: dict[str, float] = {}
        for share, branch in zip(self.shares().tolist(), self.branches, strict=True):
            if position <= branch.length:
                odds = branch.at(position)
                for place in sorted(branch.support(position)):
                    name = branch.name(place)
                    found[name] = found.get(name, 0.0) + share * float(odds[place])
        return found

    def support(self, position: int = 1) -> frozenset[str]:
        """Places that the rules allow at a position; position 1 stands for where Dracula is now."""
        return frozenset(b.name(place) for b in self.branches for place in b.support(position))

    def hide(self, position: int) -> float:
        """Probability that a hide lies at a position."""
        pairs = zip(self.shares().tolist(), self.branches, strict=True)
        return math.fsum(share * branch.hide(position) for share, branch in pairs if position <= branch.length)

    def heard(self, clues: Sequence[Clue], *, still_open: bool = False, passed: Collection[int] = ()) -> Iterator[bool]:
        """Take the clues of one turn, in order: the one that opens it, then what was noted after it.

        Yields for each whether it can be true together with all before it; after a False nothing more is taken, and
        the mixture is as it was before that clue. `still_open`: more of what was seen may yet be told; where the turn
        cannot be true as it stands, nothing follows from what is missing. `passed`: indices of clues to forget.
        """
        split = len(self.branches) > self.readings or any(isinstance(clue, Pattern) for clue in clues)
        if still_open:
            trial = self.copy()
            still_open = not all(trial.heard(clues, passed=passed))
        yield from self._softly(clues, still_open, passed) if split else self._hard(clues, still_open, passed)

    def _hard(self, clues: Sequence[Clue], still_open: bool, passed: Collection[int]) -> Iterator[bool]:
        running = [(b, b.heard(clues, still_open=still_open, passed=passed)) for b in map(_copied, self.branches)]
        for at in range(len(clues)):
            running = [(branch, heard) for branch, heard in running if next(heard)]
            if not running:
                yield False
                return
            # branches go on changing with the next clue, so what stands is kept apart
            last = at == len(clues) - 1
            self.branches = [branch if last else branch.copy() for branch, _ in running]
            yield True

    def _softly(self, clues: Sequence[Clue], still_open: bool, passed: Collection[int]) -> Iterator[bool]:
        kept, before = self._without(clues, passed), self.branches
        for at, clue in enumerate(kept, 1):
            if clue is None:
                yield True
                continue
            turn = Turn(self.language, [c for c in kept[:at] if c is not None], still_open or at < len(kept))
            found = [after for branch in before for after in turn.split(branch)]
            if not found:
                turn.by_rule = False
                found = [after for branch in before for after in turn.split(branch)]
            if not found:
                yield False
                return
            self.branches = found
            self._join()
            yield True

    def _without(self, clues: Sequence[Clue], passed: Collection[int]) -> list[Clue | None]:
        """The turn with the clues that are forgotten put as unknown, or left out."""
        kept: list[Clue | None] = []
        for at, clue in enumerate(clues):
            line = self.language.forgotten(clue) if at in passed else None
            kept.append(clue if at not in passed else None if line is None else read_clue(self.language, line))
        return kept

    def _join(self) -> None:
        """Make one branch of those whose tables agree."""
        groups: dict[object, list[Branch]] = {}
        for branch in self.branches:
            groups.setdefault(branch.table_key(), []).append(branch)
        self.branches = [_joined(group) for group in groups.values()]
        if len(self.branches) > MOST:
            shares = self.shares()
            likeliest = np.sort(np.argsort(-shares, kind="stable")[:MOST])
            lost = 1.0 - (1.0 - self.lost) * float(shares[likeliest].sum())
            self.lost = max(lost, float(np.finfo(float).tiny))  # even what weighs nothing was possible
            self.branches = [self.branches[at] for at in likeliest.tolist()]


class Turn:
    """The notes of one turn of which some are soft, and what they may stand for.

    A note of what was seen stands for what the rules show there. Where they show nothing that fits (`by_rule` False),
    it is taken as told, and speaks of what lies at that position.
    """

    def __init__(self, language: Language, clues: Sequence[Clue], still_open: bool) -> None:
        self.language = language
        self.first, notes = clues[0], clues[1:]
        self.sure = [note for note in notes if not isinstance(note, Pattern)]
        self.soft = [note for note in notes if isinstance(note, Pattern)]
        self.hunches = [note for note in self.soft if note.word == HUNCH]
        self.seen = [note for note in self.soft if note.word != HUNCH]
        self.by_rule = True
        unsure = isinstance(self.first, Pattern) and self.first.untold
        self.untold = still_open or unsure or any(note.sure < 1.0 for note in self.seen)

    def split(self, branch: Branch) -> Iterator[Branch]:
        """A branch for each thing that the turn may have been, weighed by how well the notes fit it."""
        first = self.first
        if not isinstance(first, Pattern):
            word, head, tail = self.language.parts(first)
            first = Pattern(word, Slot((head,)), Slot((tail,)))
        for opening in branch.outcomes(first.word, first) if first is self.first or self.by_rule else [self.first]:
            weight = first.weight(self.language, opening)
            if weight > 0.0:
                likely = self.language.modelled(opening)
                for after, fit in self._reported(branch, opening):
                    _weigh(after, weight * fit * likely)
                    yield from self._guessed(after, self.hunches)

    def _reported(self, branch: Branch, opening: Clue) -> Iterator[tuple[Branch, float]]:
        """The branch after the opening for each report that it may have brought, with the weight of the notes."""
        base = branch.copy()
        if not all(base.heard([opening], still_open=True)):
            return
        reports = list(base.reports(opening))
        if reports == [()] and not self.sure and not self.seen:  # nothing can have been seen: base is what is left
            yield base, 1.0
            return
        for report in reports:
            fit = self._fit(report)
            after = branch.copy()
            extra = [note for note in self.sure if not any(self._same(note, clue) for clue in report)]
            if self.by_rule and any(self.language.parts(note)[0] != HUNCH for note in extra):
                continue
            if fit > 0.0 and all(after.heard([opening, *report])) and all(map(after.noted, extra)):
                if self.by_rule:
                    yield after, fit
                else:
                    yield from ((told, fit) for told in self._guessed(after, self.seen))

    def _same(self, note: Clue, shown: Clue) -> bool:
        """Whether a note, perhaps a bare one, tells what was shown."""
        word, head, tail = self.language.parts(note)
        named, heads, tails = self.language.labels(shown)
        return word == named and head in heads and tail in tails

    def _fit(self, report: tuple[Clue, ...]) -> float:
        """The probability of the notes about what was seen, where the rules showed `report`."""
        if not self.by_rule:
            return 1.0
        fit, open_ = 1.0, [clue for clue in report if not any(self._same(note, clue) for note in self.sure)]
        for note in self.seen:
            right = [clue for clue in report if note.fits(self.language, clue)]
            fit *= note.sure if right else 1.0 - note.sure
            open_ = [clue for clue in open_ if clue not in right]
        return fit if self.untold or not open_ else 0.0

    def _guessed(self, branch: Branch, notes: list[Pattern]) -> Iterator[Branch]:
        """The branch split by what soft notes about one position may stand for."""
        if not notes:
            yield branch
            return
        note = notes[0]
        for clue in branch.outcomes(note.word, note):
            weight, after = note.weight(self.language, clue), branch.copy()
            if weight > 0.0 and after.noted(clue):
                _weigh(after, weight)
                yield from self._guessed(after, notes[1:])


def _copied(branch: Branch) -> Branch:
    return branch.copy()


def _weigh(branch: Branch, weight: float) -> None:
    """Count a probability as evidence."""
    log = math.log(weight) if weight > 0.0 else -math.inf
    branch.log_evidence += log
    branch.member_evidence = branch.member_evidence + log


def _joined(group: list[Branch]) -> Branch:
    if len(group) == 1:
        return group[0]
    total = _log_sum([branch.log_evidence for branch in group])
    dead = not math.isfinite(total)
    shares = [1.0 / len(group) if dead else math.exp(branch.log_evidence - total) for branch in group]
    members = np.stack([branch.member_evidence for branch in group])
    found = group[0].joined(group[1:], shares)
    found.log_evidence = total
    found.member_evidence = np.array([_log_sum(column) for column in members.T.tolist()])
    return found


def _log_sum(logs: Sequence[float]) -> float:
    """Logarithm of the sum of what these are the logarithms of."""
    top = max(logs)
    return top + math.log(math.fsum(math.exp(value - top) for value in logs)) if math.isfinite(top) else top
