"""The whole truth of a play of fury_trail: plain frozen records, no rules."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from dracula_nb.core.decks import Deck
from dracula_nb.core.game import Outcome
from dracula_nb.trail.hideouts import EMPTY, LENGTH, Trail

Step = Any
"""A pending step: a small frozen record, whose kind says what happens or who decides (see `flow`)."""

DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")


@dataclass(frozen=True, slots=True, order=True)
class Rail:
    """A ticket: the most rail links, and the most on a journey that uses a yellow one."""

    white: int
    yellow: int

    def __str__(self) -> str:
        return f"{self.white}/{self.yellow}"


@dataclass(frozen=True, slots=True)
class Trap:
    """An encounter on the trail; `damage` is what a vampire has suffered."""

    name: str
    faceup: bool = False
    damage: int = 0


@dataclass(frozen=True, slots=True)
class Load:
    """What lies on a hideout beside its cards: encounters, and perhaps a Rumour. Rule FT-TRAIL-32."""

    traps: tuple[Trap, ...] = ()
    rumour: bool = False


NOTHING = Load()


@dataclass(frozen=True, slots=True)
class Hunter:
    """A hunter: cards are sorted; `place` is "" before he has begun; `voyage` lists zones since he left port.

    `delayed` skips his next action (FT-COND-14), `bats` gives it to Dracula (FT-ENC-03), `recovering` skips his next
    turn (FT-COND-10), `withdrew` leaves him out of the next check (FT-CMB-34). `shown` are the item and the event that
    a Weakened hunter keeps faceup. `message` is the city of his marker.
    """

    place: str = ""
    health: int = 0
    bites: int = 0
    items: tuple[str, ...] = ()
    events: tuple[str, ...] = ()
    tickets: tuple[Rail, ...] = ()
    grit: int = 0
    shown: tuple[str, str] = ("", "")
    delayed: bool = False
    bats: bool = False
    recovering: bool = False
    withdrew: bool = False
    voyage: tuple[str, ...] = ()
    message: str = ""


@dataclass(frozen=True, slots=True)
class Count:
    """Dracula's own: health, hands, and Rumours in supply."""

    health: int
    encounters: tuple[str, ...] = ()
    events: tuple[str, ...] = ()
    rumours: int = 0


@dataclass(frozen=True, slots=True)
class Board:
    """Tokens and allies that everybody sees; `fog` counts tokens by city, `roadblocks` name two places and a mode,
    `guards` counts Bodyguards that wait for a fight.
    """

    consecrated: str = ""
    hosts: frozenset[str] = frozenset()
    roadblocks: frozenset[tuple[str, str, str]] = frozenset()
    storms: frozenset[str] = frozenset()
    fog: tuple[tuple[str, int], ...] = ()
    ally: str = ""
    dark_ally: str = ""
    guards: int = 0


@dataclass(frozen=True, slots=True)
class Clock:
    """`week` counts rounds from 1, `day` the named days from 0; `phase` is ``"day"``, ``"dusk"``, ``"night"``,
    ``"dawn"`` or ``"dracula"``, or "" before the first.
    """

    week: int = 0
    day: int = 0
    night: bool = False
    phase: str = ""
    despair: int = 0


@dataclass(frozen=True, slots=True)
class Piles:
    """Decks and discards; tickets and discards are multisets kept sorted."""

    items: Deck[str]
    events: Deck[str]
    encounters: Deck[str]
    tickets: Deck[Rail]
    used_items: tuple[str, ...] = ()
    used_events: tuple[str, ...] = ()
    used_tickets: tuple[Rail, ...] = ()
    open_encounters: tuple[str, ...] = ()
    hidden_encounters: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class FuryState:
    """A state; hunters follow the order of the seats, trail and loads run from position 1.

    `used` holds what can be done once a week or once a game, and what cards brought for a while; `mist` says that no
    hunter can fight Dracula before his next phase has ended; `steps` is the stack of what is pending, its last one
    first; `log` is the public record: lines of a case file, and as its comments what is no clue.
    """

    hunters: tuple[Hunter, ...]
    dracula: Count
    piles: Piles
    trail: Trail = EMPTY
    loads: tuple[Load, ...] = (NOTHING,) * LENGTH
    board: Board = field(default_factory=Board)
    clock: Clock = field(default_factory=Clock)
    influence: int = 0
    used: frozenset[str] = frozenset()
    mist: bool = False
    steps: tuple[Step, ...] = ()
    log: tuple[str, ...] = ()
    over: Outcome | None = None
