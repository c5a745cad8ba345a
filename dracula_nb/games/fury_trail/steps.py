"""Steps that one part of the game puts before another: records alone, so that parts need not know each other."""

from __future__ import annotations

from dataclasses import dataclass

from dracula_nb.games.fury_trail.state import Rail, Trap


@dataclass(frozen=True, slots=True)
class Arrive:
    """A hunter has ended a move, or was brought, in a place; `word` tells how in the log, `road`: by a Move by road."""

    seat: str
    place: str
    word: str = ""
    road: bool = False


@dataclass(frozen=True, slots=True)
class TurnUp:
    """A hunter stays where he arrived: the log's line, and cards of the trail are turned; `origin`: whence he came."""

    seat: str
    place: str
    word: str
    origin: str


@dataclass(frozen=True, slots=True)
class Journey:
    """A hunter goes by rail with a ticket that is spent; `carriage`: with a Chartered Carriage."""

    seat: str
    goal: str
    ticket: Rail
    carriage: bool = False


@dataclass(frozen=True, slots=True)
class AtOnce:
    """A seat has drawn an event, which is perhaps to be played at once."""

    seat: str
    card: str


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
