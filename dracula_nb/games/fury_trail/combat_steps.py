"""The steps of a fight: records alone."""

from __future__ import annotations

from dataclasses import dataclass

from dracula_nb.games.fury_trail.fight import Fight
from dracula_nb.games.fury_trail.flow import DRACULA
from dracula_nb.games.fury_trail.steps import Meet

NO_CARD, DOWN, PLANNED = "nothing", "turn down Plotting", "Planned Ambush"
LUCY, WREATH = "Lucy's Revenge", "Garlic Wreath"
RECKLESS = "Reckless Vampire"
VAMPIRE_HAND = 4
"""Rule FT-ENC-17."""


@dataclass(frozen=True, slots=True)
class Combat:
    """A fight at a place between two rounds; `began` is Dracula's health at its start, `turned` the positions that it
    turned faceup, `later` lines that follow its own. `vampire`: it is a fight with this encounter, whose health
    stands for Dracula's. `planned` are hunters who may change their first card once all lie open, `lucy`: Lord
    Godalming may still call on Lucy's Revenge, `wreaths` have a Garlic Wreath open.
    """

    fight: Fight
    place: str
    began: int
    turned: tuple[str, ...]
    later: tuple[str, ...] = ()
    vampire: Meet | None = None
    planned: tuple[str, ...] = ()
    lucy: bool = False
    wreaths: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class DealCard:
    """Chance gives Dracula a combat card."""

    combat: Combat


@dataclass(frozen=True, slots=True)
class SearchCard:
    """Plotting: Dracula takes the card that he wants. Rule FT-CMB-42."""

    combat: Combat
    seat: str = DRACULA


@dataclass(frozen=True, slots=True)
class Pick:
    """Cards of a round are chosen in secret, one after the other; then Dracula names whom he faces."""

    combat: Combat
    chosen: tuple[tuple[str, str], ...] = ()

    @property
    def seat(self) -> str:
        """Who chooses next. Rule FT-CMB-45."""
        made = dict(self.chosen)
        return next((one.name for one in self.combat.fight.hunters if one.name not in made), DRACULA)


@dataclass(frozen=True, slots=True)
class Revealed:
    """All cards lie open; what may still be said before they count, answered in the other fields, None before.

    `called`: Lord Godalming was asked for Lucy's Revenge against a bite or a blow.
    """

    combat: Combat
    chosen: tuple[tuple[str, str], ...]
    down: bool | None = None
    enraged: bool | None = None
    bullets: str | None = None
    circle: tuple[str, ...] | None = None
    foiled: bool | None = None
    saved: bool | None = None
    called: bool = False


@dataclass(frozen=True, slots=True)
class Say:
    """A seat answers what may be said after the reveal."""

    revealed: Revealed
    what: str
    seat: str


@dataclass(frozen=True, slots=True)
class Fly:
    """Dracula, escaped as a bat by night, flies. Rule FT-CMB-32."""

    seat: str = DRACULA
