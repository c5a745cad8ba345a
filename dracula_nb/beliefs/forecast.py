"""What a hunter may learn by a turn: every list of lines that it can add, with the weight of each place of Dracula.

Advice works with nothing else of a game than `Advising` asks for.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, runtime_checkable

import numpy as np

from dracula_nb.beliefs.language import Branch, Clue, Language
from dracula_nb.beliefs.mixture import Mixture
from dracula_nb.beliefs.soft import UNKNOWN, Pattern, Slot, read_clue
from dracula_nb.beliefs.weighted import Bools, Floats

Lines = tuple[Clue, ...]
"""The clue that opens a turn, then what is noted after it."""


@dataclass(frozen=True)
class Forecast:
    """The outcomes of a turn in one branch: `joint[o, p]` is the probability of the lines `clues[o]` with Dracula in
    place id p; all together sum to one.
    """

    clues: tuple[Lines, ...]
    joint: Floats


@runtime_checkable
class Advising(Protocol):
    """What a `Language` offers beside, so that there is advice for its hunters; they move in the order of `seats`,
    then Dracula.
    """

    def next_seat(self, table: Any) -> str:
        """The first word of the next turn's line: a hunter's seat, or another word, which may be noted as
        ``WORD unknown``.
        """
        ...

    def moves(self, table: Any, seat: str) -> tuple[str, ...]:
        """Where a seat can end its coming turn, in alphabetical order."""
        ...

    def caught(self, clue: Clue) -> bool:
        """Whether a clue tells that a hunter met Dracula at the end of his turn."""
        ...

    def meets(self, branch: Any, seat: str) -> Floats:
        """Probability, by place id, that a hunter who ends his coming turn there meets Dracula."""
        ...

    def forecast(self, branch: Any, seat: str, place: str) -> Forecast:
        """What the hunter in turn may note if he ends it there; `by_branching` is always right, if slow."""
        ...

    def elsewhere(self, branch: Any, places: Sequence[str]) -> Branch | None:
        """The branch where Dracula is in none of these places; None where he must be in one."""
        ...


def by_branching(branch: Branch, seat: str, place: str) -> Forecast:
    """A forecast from the branch alone: each outcome is tried, and what is left of the belief is weighed."""
    clues, rows = [], []
    for lines in _outcomes(branch, Pattern(seat, Slot((place,)), Slot(None))):
        after = branch.copy()
        if all(after.heard(lines)):
            clues.append(lines)
            rows.append(np.exp(after.log_evidence - branch.log_evidence) * after.at(1))
    return Forecast(tuple(clues), np.stack(rows))


def _outcomes(branch: Branch, pattern: Pattern) -> Iterator[Lines]:
    """Every turn that a branch allows and the pattern fits, with what is seen after it."""
    for opening in branch.outcomes(pattern.word, pattern):
        opened = branch.copy()
        if all(opened.heard([opening], still_open=True)):
            yield from ((opening, *report) for report in opened.reports(opening))


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
    def seat(self) -> str:
        """The first word of the next turn's line."""
        return self.speech.next_seat(self.mixture.branches[0].table)

    @property
    def is_hunters(self) -> bool:
        """Whether a hunter moves next."""
        return self.seat in self.mixture.language.seats

    @property
    def following(self) -> tuple[str, ...]:
        """The hunters who move after the one in turn, before Dracula does."""
        seats = self.mixture.language.seats
        return seats[seats.index(self.seat) + 1 :]

    def moves(self, seat: str) -> tuple[str, ...]:
        """Where a seat can end its coming turn, in any branch."""
        return tuple(sorted({p for b in self.mixture.branches for p in self.speech.moves(b.table, seat)}))

    def certain(self, seats: Sequence[str]) -> bool:
        """Whether it is known where each of these hunters can go, and on land he would meet Dracula for sure."""
        tables = [branch.table for branch in self.mixture.branches]
        if any(len({self.speech.moves(table, seat) for table in tables}) > 1 for seat in seats):
            return False
        land = self.land
        return all(
            np.allclose(self.speech.meets(branch, seat)[land], branch.at(1)[land], rtol=0.0, atol=1e-15)
            for branch in self.mixture.branches
            for seat in seats
        )

    @property
    def land(self) -> Bools:
        """Shape (place ids,): whether a place is on land."""
        return np.array([name != "" and kind != "sea" for name, kind in zip(self.names, self._kinds, strict=True)])

    @property
    def _kinds(self) -> list[str]:
        graph = self.mixture.language.graph
        return [str(graph.nodes[name]["kind"]) if name else "" for name in self.names]

    @property
    def names(self) -> tuple[str, ...]:
        """Names by place id; "" for id 0."""
        branch = self.mixture.branches[0]
        return ("", *(branch.name(at) for at in range(1, len(branch.at(1)))))

    def here(self) -> Floats:
        """Probability of each place id to be Dracula's."""
        pairs = zip(self.mixture.shares().tolist(), self.mixture.branches, strict=True)
        return np.asarray(sum(share * branch.at(1) for share, branch in pairs), dtype=np.float64)

    def meets(self, seat: str) -> Floats:
        """Probability, by place id, that a hunter meets Dracula there."""
        pairs = zip(self.mixture.shares().tolist(), self.mixture.branches, strict=True)
        return np.asarray(sum(share * self.speech.meets(b, seat) for share, b in pairs), dtype=np.float64)

    def look(self, place: str, seat: str | None = None) -> dict[Lines, Floats]:
        """Every outcome of the hunter's turn if he ends it in `place`: its probability with each place id.

        Where it is not known where he stands, it counts from where he can reach the place.
        """
        who, found = seat or self.seat, dict[Lines, Floats]()
        pairs = zip(self.mixture.shares().tolist(), self.mixture.branches, strict=True)
        able = [(share, b) for share, b in pairs if place in self.speech.moves(b.table, who)]
        total = sum(share for share, _ in able) or 1.0
        for share, branch in able:
            forecast = self.speech.forecast(branch, who, place)
            for lines, row in zip(forecast.clues, forecast.joint, strict=True):
                found[lines] = found.get(lines, 0.0) + row * (share / total)
        return found

    def after(self, lines: Lines) -> Outlook | None:
        """The outlook after the lines of a turn; None where they cannot be true."""
        mixture = self.mixture.copy()
        return Outlook(mixture, self.speech) if all(mixture.heard(lines)) else None

    def passed(self) -> list[tuple[Lines, float, Outlook]]:
        """Every way that a turn of Dracula can look, its probability, and the outlook after it."""
        pattern = read_clue(self.mixture.language, f"{self.seat} {UNKNOWN}")
        before, found = self.mixture.log_evidence, []
        for lines in dict.fromkeys(found_ for b in self.mixture.branches for found_ in _outcomes(b, pattern)):
            after = self.after(lines)
            if after is not None:
                probability = float(np.exp(after.mixture.log_evidence - before))
                found.append((lines, probability, Outlook.of(after.mixture, self.speech)))
        return found


def parted(speech: Advising, look: dict[Lines, Floats]) -> tuple[float, Floats]:
    """The probability that Dracula is met, and the other outcomes by place id, shape (outcomes, place ids)."""
    caught = float(sum(row.sum() for lines, row in look.items() if speech.caught(lines[0])))
    rest = [row for lines, row in look.items() if not speech.caught(lines[0])]
    size = len(next(iter(look.values())))
    return caught, np.stack(rest) if rest else np.zeros((0, size))


def learnt(rows: Sequence[Floats]) -> float:
    """Bits that outcomes tell of Dracula's place on average, from their joint probabilities."""
    joint = np.stack(rows)
    return _bits(joint.sum(axis=0)) + _bits(joint.sum(axis=1)) - _bits(joint.ravel())


def _bits(odds: Floats) -> float:
    values = odds[odds > 0.0]
    return float(-(values * np.log2(values)).sum())
