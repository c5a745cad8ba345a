"""What a hunter may learn by a turn: every list of lines that it can add, with the weight of each place of Dracula.

Advice works with nothing else of a game than `Advising` asks for.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Protocol, runtime_checkable

import numpy as np

from dracula_nb.beliefs.language import Branch, Clue, Language
from dracula_nb.beliefs.mixture import Mixture
from dracula_nb.beliefs.soft import Pattern, Slot, read_clue
from dracula_nb.beliefs.weighted import Bools, Floats, Ints

Lines = tuple[Clue, ...]
"""The clue that opens a turn, then what is noted after it."""


@dataclass(frozen=True)
class Forecast:
    """The outcomes of a turn in one branch: `joint[o, m, p]` is the probability of the lines `clues[o]` with Dracula
    in place id p, who is met there (m is 1) or not (0); all together sum to one.
    """

    clues: tuple[Lines, ...]
    joint: Floats


Look = dict[Lines, Floats]
"""What may come of a hunter's turn: for the lines of each outcome its probability, shape (2, place ids), as in
`Forecast`.
"""


@runtime_checkable
class Advising(Protocol):
    """What a `Language` offers beside, so that there is advice for its hunters."""

    def turns(self, table: Any) -> tuple[str, ...]:
        """First words of the lines that the coming turns will bring: seats of hunters in order, then Dracula's."""
        ...

    def moves(self, table: Any, seat: str) -> tuple[str, ...]:
        """Where a seat can end its coming turn, in alphabetical order."""
        ...

    def needs(self, table: Any, seat: str, place: str) -> str:
        """What a seat must have to end its coming turn there, like ``"with a ticket"``; empty where nothing."""
        ...

    def untold(self) -> str:
        """The line of a turn of Dracula's of which nothing was noted."""
        ...

    def where(self, branch: Any) -> Ints:
        """Dracula's place id in each window."""
        ...

    def meeting(self, branch: Any, seat: str) -> Bools:
        """Windows in which a hunter who ends his coming turn where Dracula is meets him, there or by the time that
        Dracula moves on.
        """
        ...

    def forecasts(self, branch: Any, seat: str, places: Sequence[str]) -> Sequence[Forecast]:
        """What the hunter in turn may note if he ends it in each place; `by_branching` is always right, if slow."""
        ...


def by_branching(speech: Advising, branch: Branch, seat: str, place: str) -> Forecast:
    """A forecast from the branch alone: each outcome is tried, and what is left of the belief is weighed."""
    met, found = _met(speech, branch, seat, [place]), dict[Lines, Floats]()
    for lines, _ in _outcomes(branch, Pattern(seat, Slot((place,)), Slot(None))):
        for at, keep in enumerate((~met, met)):
            after = branch.copy()
            if after.mask(keep) and all(after.heard(lines)):
                row = np.exp(after.log_evidence - branch.log_evidence) * after.at(1)
                found.setdefault(lines, np.zeros((2, len(row))))[at] = row
    return Forecast(tuple(found), np.stack(list(found.values())))


def _met(speech: Advising, branch: Branch, seat: str, places: Sequence[str]) -> Bools:
    """Windows in which Dracula is in one of the places and a hunter who ends his coming turn there meets him."""
    among = np.array([name in places for name in _names(branch)])
    return np.asarray(speech.meeting(branch, seat) & among[speech.where(branch)], dtype=np.bool_)


def _names(branch: Branch) -> tuple[str, ...]:
    """Names by place id; "" for id 0."""
    return ("", *(branch.name(at) for at in range(1, len(branch.at(1)))))


def _outcomes(branch: Branch, pattern: Pattern) -> Iterator[tuple[Lines, Branch]]:
    """Every turn that a branch allows and the pattern names, with what is seen after it, and the branch then."""
    for opening in branch.outcomes(pattern.word, pattern):
        opened = branch.copy()
        if all(opened.heard([opening], still_open=True)):
            reports = list(opened.reports(opening))
            for report in reports:
                after = opened if reports == [()] else branch.copy()
                if after is opened or all(after.heard([opening, *report])):
                    yield (opening, *report), after


def advising(language: Language) -> Advising | None:
    """What a language offers for advice; None where it offers none."""
    return language if isinstance(language, Advising) else None


@dataclass(frozen=True)
class Outlook:
    """A mixture seen from the hunter who moves next; its evidence counts from here."""

    mixture: Mixture
    speech: Advising

    @classmethod
    def of(cls, mixture: Mixture, speech: Advising) -> Outlook:
        """The outlook of a mixture, which is left as it is."""
        fresh = mixture.copy()
        for branch, share in zip(fresh.branches, mixture.shares().tolist(), strict=True):
            with np.errstate(divide="ignore"):
                branch.log_evidence = float(np.log(share))
        return cls(fresh, speech)

    @property
    def turns(self) -> tuple[str, ...]:
        """First words of the coming turns' lines, as far as Dracula's."""
        return self.speech.turns(self.mixture.branches[0].table)

    @property
    def seat(self) -> str:
        """The first word of the next turn's line."""
        return self.turns[0]

    @property
    def is_hunters(self) -> bool:
        """Whether a hunter moves next."""
        return self.seat in self.mixture.language.seats

    @property
    def following(self) -> tuple[str, ...]:
        """The hunters who move after the one in turn, before Dracula does."""
        return self.turns[1:-1]

    def moves(self, seat: str) -> tuple[str, ...]:
        """Where a seat can end its coming turn, in any branch."""
        return tuple(sorted({p for b in self.mixture.branches for p in self.speech.moves(b.table, seat)}))

    def placed(self, seats: Sequence[str]) -> bool:
        """Whether it is known where each of these hunters stands and can go."""
        tables, pieces = [branch.table for branch in self.mixture.branches], self.mixture.language.pieces
        return all(
            pieces(table)[seat] is not None and self.speech.moves(table, seat) == self.speech.moves(tables[0], seat)
            for table in tables
            for seat in seats
        )

    def certain(self, seats: Sequence[str]) -> bool:
        """Whether it is known where each of these hunters can go, and where he would meet Dracula: for sure on land,
        and for sure or not at all in each place at sea.
        """
        if not self.placed(seats):
            return False
        met, missed = (self._anywhere(seats, met) for met in (True, False))
        return not (missed & (met | self.land)).any()

    def open_to(self, seats: Sequence[str]) -> Bools:
        """Shape (place ids,): where Dracula, if he is there, is met for sure by any of these hunters."""
        return ~self._anywhere(seats, met=False)

    def _anywhere(self, seats: Sequence[str], met: bool) -> Bools:
        """Place ids where in some window one of the hunters would, or would not, meet him."""
        none = np.zeros(len(self.names), dtype=bool)
        return np.asarray(np.any([none, *(self._spread(seat)[int(met)] for seat in seats)], axis=0), dtype=np.bool_)

    def _spread(self, seat: str) -> Bools:
        """Shape (2, place ids): where Dracula may be so that a hunter would not (row 0), or would (1), meet him."""
        if seat not in self._spreads:
            found = np.zeros((2, len(self.names)), dtype=bool)
            for branch in self.mixture.branches:
                found[self.speech.meeting(branch, seat).astype(np.int64), self.speech.where(branch)] = True
            self._spreads[seat] = found
        return self._spreads[seat]

    @cached_property
    def _spreads(self) -> dict[str, Bools]:
        return {}

    @cached_property
    def land(self) -> Bools:
        """Shape (place ids,): whether a place is on land."""
        graph = self.mixture.language.graph
        return np.array([name != "" and graph.nodes[name]["kind"] != "sea" for name in self.names])

    @cached_property
    def names(self) -> tuple[str, ...]:
        """Names by place id; "" for id 0."""
        return _names(self.mixture.branches[0])

    def here(self) -> Floats:
        """Probability of each place id to be Dracula's."""
        pairs = zip(self.mixture.shares().tolist(), self.mixture.branches, strict=True)
        return np.asarray(sum(share * branch.at(1) for share, branch in pairs), dtype=np.float64)

    def meets(self, seat: str) -> Floats:
        """Probability, by place id, that a hunter who ends his coming turn there meets Dracula."""
        found = np.zeros(len(self.names))
        for share, branch in zip(self.mixture.shares().tolist(), self.mixture.branches, strict=True):
            weights = branch.weights.sum(axis=1) * self.speech.meeting(branch, seat)
            found += share * np.bincount(self.speech.where(branch), weights=weights, minlength=len(found))
        return found

    def missing(self, ends: Mapping[str, str]) -> Outlook | None:
        """The outlook when no hunter meets Dracula by ending his turn where `ends` has it; None where one must."""
        mixture, kept = self.mixture.copy(), []
        for branch in mixture.branches:
            met = [_met(self.speech, branch, seat, [place]) for seat, place in ends.items()]
            if branch.mask(~np.any(met, axis=0)):
                kept.append(branch)
        mixture.branches = kept
        return Outlook(mixture, self.speech) if kept else None

    def look(self, place: str) -> Look:
        """What may come of the hunter's turn if he ends it in `place`."""
        return self.looks([place])[place]

    def looks(self, places: Sequence[str]) -> dict[str, Look]:
        """What may come of the hunter's turn, for each place where he may end it.

        Where it is not known where he stands, it counts from where he can reach the place.
        """
        seat, found = self.seat, {place: Look() for place in places}
        able = dict.fromkeys(places, 0.0)
        parts = []
        for share, branch in zip(self.mixture.shares().tolist(), self.mixture.branches, strict=True):
            reached = {*self.speech.moves(branch.table, seat)}
            goals = [place for place in places if place in reached]
            parts.append((share, goals, self.speech.forecasts(branch, seat, goals)))
            able |= {place: able[place] + share for place in goals}
        for share, goals, forecasts in parts:
            for place, forecast in zip(goals, forecasts, strict=True):
                for lines, both in zip(forecast.clues, forecast.joint * (share / (able[place] or 1.0)), strict=True):
                    old = found[place].get(lines)
                    found[place][lines] = both if old is None else old + both
        return found

    def after(self, lines: Lines) -> Outlook | None:
        """The outlook after the lines of a turn; None where they cannot be true."""
        mixture = self.mixture.copy()
        return Outlook(mixture, self.speech) if all(mixture.heard(lines)) else None

    def passed(self) -> list[tuple[Lines, float, Outlook]]:
        """Every way that a turn of Dracula can look, its probability, and the outlook after it."""
        language, before = self.mixture.language, self.mixture.log_evidence
        pattern = read_clue(language, self.speech.untold())
        told: dict[Lines, list[Branch]] = {}
        for branch in self.mixture.branches:
            for lines, later in _outcomes(branch, pattern):
                if language.modelled(lines[0]) and pattern.fits(language, lines[0]):
                    told.setdefault(lines, []).append(later)
        found = []
        for lines, branches in told.items():
            mixture = self.mixture.copy()
            mixture.branches = branches
            after = Outlook(mixture, self.speech) if len(self.mixture.branches) == 1 else self.after(lines)
            if after is not None:
                probability = float(np.exp(after.mixture.log_evidence - before))
                found.append((lines, probability, Outlook.of(after.mixture, self.speech)))
        return found


def parted(look: Look) -> tuple[float, Floats]:
    """The probability that Dracula is met, and the outcomes without it by place id, shape (outcomes, place ids)."""
    joint = np.stack(list(look.values()))
    return float(joint[:, 1].sum()), joint[:, 0]


def learnt(look: Look) -> float:
    """Bits that outcomes tell of Dracula's place on average."""
    joint = np.stack(list(look.values())).sum(axis=1)
    return _bits(joint.sum(axis=0)) + _bits(joint.sum(axis=1)) - _bits(joint.ravel())


def _bits(odds: Floats) -> float:
    values = odds[odds > 0.0]
    return float(-(values * np.log2(values)).sum())
