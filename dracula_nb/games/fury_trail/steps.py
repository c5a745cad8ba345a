"""Steps that one part of the game puts before another: records alone, so that parts need not know each other."""

from __future__ import annotations

from dataclasses import dataclass

from dracula_nb.games.fury_trail.state import Trap


@dataclass(frozen=True, slots=True)
class Arrive:
    """A hunter has ended a move, or was brought, in a place; `word` tells how in the log."""

    seat: str
    place: str
    word: str = ""


@dataclass(frozen=True, slots=True)
class Ambush:
    """Dracula may ambush the hunter who has just arrived."""

    seat: str
    place: str


@dataclass(frozen=True, slots=True)
class Searched:
    """A hunter searches the city where he is."""

    seat: str


@dataclass(frozen=True, slots=True)
class BatsMove:
    """Dracula moves a hunter with a bats token in place of his action. Rule FT-ENC-03."""

    hunter: str
    seat: str = "D"


@dataclass(frozen=True, slots=True)
class Meet:
    """An encounter on a position is resolved against a hunter, who searched or was ambushed."""

    seat: str
    position: int
    trap: Trap
    ambush: bool


@dataclass(frozen=True, slots=True)
class VampireFight:
    """A hunter fights a vampire encounter, with others who joined."""

    meet: Meet
    seats: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Mature:
    """An encounter that has left the trail takes effect at its place."""

    name: str
    place: str
