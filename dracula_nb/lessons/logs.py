"""The real logs of `data/hunt/logs`: what the hunters learnt, and apart from it where Dracula was.

>>> log = read_log("naples", plays=50)
>>> len(log.case.notes), log.truth(50)
(55, 'Tyrrhenian Sea')
"""

from __future__ import annotations

import csv
from dataclasses import dataclass

from dracula_nb.beliefs import Case
from dracula_nb.core.errors import DraculaError
from dracula_nb.games.hunt.past_plays import PastPlays
from dracula_nb.resources import data_root


@dataclass(frozen=True)
class Log:
    """One play between students' programs: the hunters' case file, and Dracula's places, which no belief sees."""

    name: str
    about: str
    source: str
    plays: PastPlays
    case: Case

    def truth(self, turn: int) -> str | None:
        """Where Dracula was after so many turns of any seat; None before he is on the map."""
        places = self.plays.locations("D")
        moves = min(turn, len(self.plays.plays)) // 5
        return places[moves - 1] if moves > 0 else None


def log_names() -> tuple[str, ...]:
    """The names of the logs, shortest log first.

    >>> log_names()
    ('naples', 'bari', 'galatz', 'channel', 'castle')
    """
    return tuple(_rows())


def read_log(name: str, plays: int | None = None) -> Log:
    """Read a log.

    Parameters
    ----------
    name
        One of `log_names`.
    plays
        How many turns to read; all where None. What was revealed later stays hidden.

    Returns
    -------
    The log; the lines of its case are those of a case file.

    Raises
    ------
    ValueError
        No such log.
    """
    rows = _rows()
    if name not in rows:
        raise DraculaError(f"log {name[:40]!r}: expected one of {', '.join(rows)}")
    text = (data_root() / "hunt" / "logs" / f"{name}.txt").read_text(encoding="utf-8")
    record = PastPlays.parse(" ".join(text.split()[:plays]))
    case = Case.from_text(Case.from_plays(record).to_text(), name=name)
    return Log(name, rows[name]["about"], rows[name]["source"], record, case)


def numbered(case: Case, first: int, last: int) -> str:
    """The lines of a case file from `first` to `last`, with their numbers.

    >>> print(numbered(read_log("naples", plays=5).case, 5, 6))
      5  G Paris
      6  S Berlin
    """
    return "\n".join(f"{at:3}  {line}" for at, line in enumerate(case.lines, 1) if first <= at <= last)


def _rows() -> dict[str, dict[str, str]]:
    with (data_root() / "hunt" / "logs" / "logs.csv").open(encoding="utf-8") as file:
        return {row["name"]: row for row in csv.DictReader(file)}
