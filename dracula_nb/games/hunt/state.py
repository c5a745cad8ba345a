"""The whole truth of a play of hunt."""

from __future__ import annotations

from dataclasses import dataclass

from dracula_nb.trail.window import Window


@dataclass(frozen=True, slots=True)
class HuntState:
    """A state: `plays` turns were taken; tuples of hunters follow the order of the seats.

    `places` holds None before a hunter's first turn; `rested` says whether his latest turn ended where
    the one before did; `trail` is newest first; `log` is the public record, one line an event, in the
    vocabulary of case files.
    """

    plays: int
    places: tuple[str | None, ...]
    life: tuple[int, ...]
    rested: tuple[bool, ...]
    blood: int
    score: int
    trail: Window
    log: tuple[str, ...]
