"""What plays came to: one record a play, and what they count together."""

from __future__ import annotations

import csv
import io
import json
import math
from collections.abc import Mapping
from dataclasses import dataclass, fields
from pathlib import Path
from typing import TYPE_CHECKING, Any

from dracula_nb.core.errors import DraculaError
from dracula_nb.core.files import write_atomic
from dracula_nb.experiments.intervals import of_mean, of_rate

if TYPE_CHECKING:
    import os

    import pandas as pd

FORMS = (".csv", ".jsonl")


@dataclass(frozen=True)
class Played:
    """One play.

    Attributes
    ----------
    number, seed
        Which one of the experiment, and the seed from which a `Session` plays it again.
    winner
        The side that won; None for a draw, such as a play that outlasts its last round.
    reason
        Why, in words.
    rounds
        The most decisions that one seat made: the rounds that were begun.
    numbers
        What the first seat's last observation counts: in hunt the score, Dracula's blood and the turns taken.
    """

    number: int
    seed: int
    winner: str | None
    reason: str
    rounds: int
    numbers: Mapping[str, int]

    def row(self) -> dict[str, Any]:
        """The record flat, as a row of a table."""
        own = {item.name: getattr(self, item.name) for item in fields(self) if item.name != "numbers"}
        return own | dict(self.numbers)


@dataclass(frozen=True)
class Results:
    """The plays of one experiment.

    Attributes
    ----------
    game, seed, version
        What was played, from which seed, by which version of the package.
    policies
        The policy's name of each side.
    plays
        One record a play, by number.
    """

    game: str
    seed: int
    version: str
    policies: Mapping[str, str]
    plays: tuple[Played, ...]

    def wins(self, side: str) -> int:
        """How many plays the side won."""
        return sum(play.winner == side for play in self.plays)

    def rate(self, side: str) -> tuple[float, float, float]:
        """The side's part of won plays, with the ends of its 95 % interval (Wilson)."""
        wins, count = self.wins(side), len(self.plays)
        return (wins / count, *of_rate(wins, count))

    def mean(self, number: str) -> tuple[float, float, float]:
        """The mean of ``"rounds"`` or of one of the plays' `numbers`, with the ends of its 95 % interval (Student).

        Raises
        ------
        DraculaError
            The plays count no such thing.
        """
        known = ("rounds", *self.plays[0].numbers)
        if number not in known:
            raise DraculaError(f"number {number[:40]!r}: expected one of {', '.join(known)}")
        return of_mean([float(play.row()[number]) for play in self.plays])

    def to_json(self) -> dict[str, Any]:
        """The answer of ``dracula-nb simulate --json``; the ends of an interval without bounds are None."""
        rows = []
        for side, name in self.policies.items():
            rate, low, high = self.rate(side)
            rows.append({"side": side, "policy": name, "wins": self.wins(side), "rate": rate, "low": low, "high": high})
        head = {"game": self.game, "games": len(self.plays), "seed": self.seed, "version": self.version}
        draws = sum(play.winner is None for play in self.plays)
        means = {number: _bounded(self.mean(number)) for number in ("rounds", *self.plays[0].numbers)}
        return head | {"results": rows, "draws": draws, "means": means}

    def to_frame(self) -> pd.DataFrame:
        """One row a side: side, policy, wins, rate, and the ends low and high of its 95 % interval."""
        import pandas as pd

        return pd.DataFrame(self.to_json()["results"])

    def plays_frame(self) -> pd.DataFrame:
        """One row a play."""
        import pandas as pd

        return pd.DataFrame([play.row() for play in self.plays])

    def write(self, path: str | os.PathLike[str]) -> None:
        """Write one row a play, as CSV or as JSON lines by the file's ending, whole or not at all.

        Raises
        ------
        DraculaError
            Another ending than ``.csv`` or ``.jsonl``.
        """
        rows = [play.row() for play in self.plays]
        if form_of(path) == ".jsonl":
            write_atomic(path, "".join(json.dumps(row) + "\n" for row in rows))
            return
        text = io.StringIO()
        writer = csv.DictWriter(text, list(rows[0]), lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)
        write_atomic(path, text.getvalue())


def form_of(path: str | os.PathLike[str]) -> str:
    """The ending that says how plays are written.

    Raises
    ------
    DraculaError
        It is none of them.
    """
    form = Path(path).suffix.lower()
    if form not in FORMS:
        raise DraculaError(f"{path}: expected a name that ends in {' or '.join(FORMS)}")
    return form


def _bounded(ends: tuple[float, float, float]) -> dict[str, float | None]:
    mean, low, high = ends
    return {"mean": mean, "low": low if math.isfinite(low) else None, "high": high if math.isfinite(high) else None}
