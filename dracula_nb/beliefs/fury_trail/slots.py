"""One position of the public trail."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from dracula_nb.trail.hideouts import POWERS


@dataclass(frozen=True, slots=True)
class Slot:
    """What everybody sees on a position: `back` is ``"land"``, ``"sea"`` or ``"?"`` (not noted), `card` None where it
    lies facedown, or nobody noted that it was turned (`doubtful`).

    Rules FT-TRAIL-31, FT-TRAIL-33.
    """

    back: str
    card: str | None = None
    wolf: bool = False
    doubtful: bool = False

    @property
    def is_place(self) -> bool:
        """Whether it can be the card of a place."""
        return self.card not in POWERS


def put(values: tuple[Any, ...], position: int, value: Any) -> tuple[Any, ...]:
    """The tuple with another value at a position, counted from 1."""
    return (*values[: position - 1], value, *values[position:])
