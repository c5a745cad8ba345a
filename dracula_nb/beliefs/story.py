"""A story of which some clues are forgotten: what is impossible all the same?

The turn of a forgotten clue passes as it did; nothing is learnt from it. What was worked out for one choice of clues
is kept and used for the next one.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from dracula_nb.beliefs.language import Clue, LooseBranch
from dracula_nb.beliefs.mixture import Mixture
from dracula_nb.beliefs.models import Uniform
from dracula_nb.beliefs.soft import Pattern

if TYPE_CHECKING:
    from dracula_nb.beliefs.case import Case

LIMIT = 5_000
"""Windows that a loose filter may hold; beyond them it leaves the oldest moves unknown."""

SETTLING = 2
"""Rounds that pass between a trail of which nothing is known and the first clue that counts."""

MOST = 100_000
"""Windows beyond which a story without a loose filter is not followed."""

EFFORT = 6_000_000
"""Windows that are heard of in all; what is asked after that is left open."""

SAMPLE = 8_000
"""Windows of which a proof that something is possible makes do."""

SPREADING = 12
"""Rounds that pass, after a known trail, until he may be nearly anywhere."""

SAVED = 300
"""Filters that are kept for later choices of clues."""


@dataclass(frozen=True, slots=True)
class Heard:
    """A turn of the story: its clues, how many of them are taken, the index of the first, whether more may be told."""

    clues: tuple[Clue, ...]
    taken: int
    first: int
    still_open: bool = False


def heard_turns(case: Case, count: int) -> list[Heard]:
    """The turns in which the first `count` notes of a case stand."""
    found: list[Heard] = []
    turns, first = list(case.turns()), 0
    for at, turn in enumerate(turns, 1):
        if first >= count:
            break
        clues = tuple(note.clue for note in turn)
        found.append(Heard(clues, min(len(turn), count - first), first, at == len(turns)))
        first += len(turn)
    return found


class Story:
    """The first `count` notes of a case, to be heard again with some of them forgotten.

    Parameters
    ----------
    case
        What was noted.
    count
        How many of its notes.
    place
        What is asked: whether Dracula can be there after them; None: whether they can be true.
    """

    def __init__(self, case: Case, count: int, place: str | None) -> None:
        self.language, self.place = case.language, place
        self.turns = heard_turns(case, count)
        self.soft = any(isinstance(clue, Pattern) for turn in self.turns for clue in turn.clues)
        loose = None if self.soft else case.language.loose()
        self.exact = loose is None
        """Whether no loose filter is used."""
        self.limit = LIMIT
        self._effort = 0
        self._opening: Any = Mixture(case.language, Uniform()) if loose is None else loose
        self._round = len(case.language.seats) + 1
        self._whole: list[Any] = []
        self._saved: OrderedDict[tuple[int, int], Any] = OrderedDict()
        self._known: dict[tuple[int, int], tuple[LooseBranch | None, LooseBranch | None]] = {}
        self.excluded = self._hear_all()
        """Whether what is asked is ruled out where nothing is forgotten."""

    def _hear_all(self) -> bool:
        """Keep the filter before each turn, nothing forgotten; settle whether the last turn counts as told."""
        now, true = self._opening, True
        for at, turn in enumerate(self.turns):
            self._whole.append(now)
            if turn.still_open and not self.exact:
                open_ = not all(now.copy().heard(turn.clues))
                self.turns[at] = Heard(turn.clues, turn.taken, turn.first, open_)
            now = now.copy()
            true = self._take(now, at, 0)
            if not true:
                break
        answer = not true or self._ruled_out(now)
        for at, before in enumerate(self._whole[1:], 1):
            if answer and not self.exact:
                self._learn((at, 0), before, True)
        return answer

    def _ruled_out(self, now: Any) -> bool:
        """Whether the place is none that a mixture, or a branch, allows."""
        found = now.support()
        places = found if isinstance(now, Mixture) else set(map(now.name, found))
        return self.place is not None and self.place not in places

    def _take(self, now: Any, at: int, dropped: int) -> bool:
        """Let a filter hear one turn; False where it cannot be true."""
        turn = self.turns[at]
        passed = [i for i in range(len(turn.clues)) if dropped >> (turn.first + i) & 1]
        heard: Iterator[bool] = now.heard(turn.clues, still_open=turn.still_open, passed=passed)
        return all(next(heard) for _ in range(turn.taken))

    @property
    def count(self) -> int:
        """How many notes are heard."""
        return self.turns[-1].first + self.turns[-1].taken if self.turns else 0

    def widen(self, limit: int) -> None:
        """Let filters hold so many windows before they leave moves unknown."""
        if limit != self.limit:
            self.limit = limit
            self._saved.clear()
            self._known.clear()

    def excludes(self, kept: frozenset[int]) -> bool:
        """Whether the notes of these indices suffice, with all others forgotten, to rule out what is asked.

        True is a proof; False says that they are not known to.
        """
        return self._answer(kept) is True

    def _answer(self, kept: frozenset[int]) -> bool | None:
        """Whether these notes rule it out; None where that would take too long. False proves nothing where loose."""
        if self._effort > EFFORT:
            return None
        dropped = self._dropped(kept)
        at, now = self._start(dropped)
        passing: list[tuple[tuple[int, int], Any]] = []
        answer: bool | None = None
        while answer is None and at < len(self.turns):
            now = now.copy()
            if not self._take(now, at, dropped):
                answer = True
                break
            at += 1
            size = now.states if self.exact else len(now.keys)
            self._effort += size
            if self._effort > EFFORT or (self.exact and size > MOST):
                return None
            if not self.exact:
                now.loosen(self.limit)
                coming = (at, dropped >> self._first(at))
                answer = self._foreseen(coming, now)
                passing.append((coming, now))
            self._save((at, dropped & ((1 << self._first(at)) - 1)), now)
        if answer is None:
            answer = self._ruled_out(now)
        for coming, before in passing:
            self._learn(coming, before, answer)
        return answer

    def admits(self, kept: frozenset[int]) -> bool:
        """Whether a story is found in which what is asked is true, as far as the notes of these indices go.

        True is a proof; False says that none was found.
        """
        if self.exact:
            return self._answer(kept) is False
        dropped = self._dropped(kept)
        at = max(0, min(self._counts(dropped) - SPREADING * self._round, len(self._whole) - 1))
        now = self._whole[at]
        for turn in range(at, len(self.turns)):
            now = now.copy()
            if not self._take(now, turn, dropped):
                return False
            now.thin(SAMPLE)
        return not self._ruled_out(now)

    def _dropped(self, kept: frozenset[int]) -> int:
        """The bits of the notes that are forgotten."""
        return sum(1 << at for at in range(self.count) if at not in kept)

    def _counts(self, dropped: int) -> int:
        """The first turn of which something is kept."""
        return next((at for at in range(len(self.turns)) if not self._all_dropped(at, dropped)), len(self.turns))

    def _first(self, at: int) -> int:
        """Index of the first note of a turn."""
        return self.turns[at].first if at < len(self.turns) else self.turns[-1].first + len(self.turns[-1].clues)

    def _start(self, dropped: int) -> tuple[int, Any]:
        """The latest turn before which a filter is known for this choice, or may leave all unknown; and the filter."""
        blank = 0 if self.exact else min(self._counts(dropped) - SETTLING * self._round, len(self._whole) - 1)
        blank = blank if blank > SETTLING * self._round else 0
        for at in range(len(self.turns) - 1, blank, -1):
            before = dropped & ((1 << self._first(at)) - 1)
            if before == 0 and at < len(self._whole):
                return at, self._whole[at]
            found = self._saved.get((at, before))
            if found is not None:
                self._saved.move_to_end((at, before))
                return at, found
        if not blank:
            return 0, self._opening
        now = self._whole[blank].copy()
        now.forget()
        return blank, now

    def _all_dropped(self, at: int, dropped: int) -> bool:
        turn = self.turns[at]
        bits = ((1 << turn.taken) - 1) << turn.first
        return dropped & bits == bits

    def _save(self, key: tuple[int, int], now: Any) -> None:
        self._saved[key] = now
        if len(self._saved) > SAVED:
            self._saved.popitem(last=False)

    def _foreseen(self, coming: tuple[int, int], now: LooseBranch) -> bool | None:
        """What is known to come of a filter, from one that allowed more, or less, before the same clues."""
        wide, narrow = self._known.get(coming, (None, None))
        if wide is not None and now.within(wide):
            return True
        return False if narrow is not None and narrow.within(now) else None

    def _learn(self, coming: tuple[int, int], now: LooseBranch, answer: bool) -> None:
        wide, narrow = self._known.get(coming, (None, None))
        if answer and (wide is None or wide.within(now)):
            self._known[coming] = (now, narrow)
        elif not answer and (narrow is None or now.within(narrow)):
            self._known[coming] = (wide, now)
