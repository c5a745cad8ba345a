"""What a fight of the later edition is made of: options, hunters, its state, a round's play and its result."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from dracula_nb.core.errors import IllegalActionError
from dracula_nb.games.fury_trail.fight_tables import DRACULA_CARDS, MIST, read_fight_tables

ROUNDS = 6
"""A fight ends after its sixth round. Rule FT-CMB-09."""
HAND = 5
"""Dracula's combat hand. Rule FT-CMB-02."""
WEAPONS = ("Knife", "Pistol", "Rifle")
"""Rule FT-MATRIX-34."""


@dataclass(frozen=True, slots=True)
class FightRules:
    """Options of a fight.

    Attributes
    ----------
    pride_rounds
        The rounds in which Dracula may choose no Escape, less one for each despair token (FT-CMB-47).
    strength_cancels_weapons
        Strength cancels Knife and Pistol too, as its printed text says (FT-MATRIX-25).
    draws
        He draws up to five after each round, and Plotting lets him choose a card (FT-CMB-20, FT-CMB-42). Else he keeps
        his first five, a card played waits a round, and Plotting searches nothing.
    turn_down
        A faceup Plotting may cancel Fist or Dodge (FT-CMB-43).
    leaves_others
        An Escape takes out only the hunter who plays it (FT-CMB-15). Else it ends the combat for all.
    bite_ends
        Every bite of Fangs ends the combat (FT-MATRIX-24). Else only that against Fist does.
    spends
        Host and Circle are spent by use, Strength by night discards what it cancels (FT-MATRIX-26, FT-MATRIX-39). Else
        only Mesmerise discards.
    """

    pride_rounds: int = 3
    strength_cancels_weapons: bool = False
    draws: bool = True
    turn_down: bool = True
    leaves_others: bool = True
    bite_ends: bool = True
    spends: bool = True

    def __post_init__(self) -> None:
        if not 0 <= self.pride_rounds <= ROUNDS:
            raise ValueError(f"pride_rounds {self.pride_rounds}: expected a whole number from 0 to {ROUNDS}")


DEFAULT = FightRules()
SEED_ONLY = FightRules(0, draws=False, turn_down=False, leaves_others=False, bite_ends=False, spends=False)
"""The rule text's own words alone: every ruling and print that adds to what it says of a fight is off.

What it leaves open and a fight cannot do without stays: numbers, initiative and ties, the cells of cards that it does
not name, who is hit among several hunters.
"""


@dataclass(frozen=True, slots=True)
class Fighter:
    """A hunter in a fight.

    `bites_carried` is how many bites he carries without defeat; `cards` are what he holds in his hand, basic cards and
    items, one entry a card; `blocked` is the kind that he played in the round before and still holds; `bullets` and
    `wreath`, whether he holds Holy Bullets and has shown a Garlic Wreath.
    """

    name: str
    health: int
    bites: int
    bites_carried: int
    cards: tuple[str, ...]
    blocked: str | None = None
    bullets: bool = False
    wreath: bool = False

    @property
    def weakened(self) -> bool:
        """Whether one item and one event of his lie open. Rule FT-COND-01."""
        return self.bites > 0

    @property
    def defeated(self) -> bool:
        """No health left, or more bites than he can carry. Rules FT-COND-04, FT-COND-05."""
        return self.health <= 0 or self.bites > self.bites_carried


@dataclass(frozen=True, slots=True)
class Fight:
    """A fight between two rounds.

    `time` is ``night`` or ``day``; `health` Dracula's; `hand` his cards; `table` those he played, faceup, of which
    `plottings` Plotting cards may still be turned down; `despair` counts tokens; `withdrawn` are the hunters who left
    and stay in the place; `enraged`: he can escape no more; `agatha` is what he loses once his Fangs or Escape took
    effect; `over` says why it ended: ``dracula defeated``, ``hunters defeated``, ``bite``, ``escape``, ``rounds``,
    ``leap``, or empty.
    """

    time: str
    health: int
    hunters: tuple[Fighter, ...]
    hand: tuple[str, ...] = ()
    table: tuple[str, ...] = ()
    round: int = 1
    despair: int = 0
    plottings: int = 0
    blocked: str | None = None
    bullets_used: bool = False
    enraged: bool = False
    agatha: int = 0
    withdrawn: frozenset[str] = frozenset()
    escaped: str | None = None
    over: str = ""

    def hunter(self, name: str) -> Fighter:
        """The hunter of that name who still fights; raises IllegalActionError."""
        for fighter in self.hunters:
            if fighter.name == name:
                return fighter
        raise IllegalActionError(f"{name!r} is not in this fight; expected {', '.join(f.name for f in self.hunters)}")

    @property
    def deck(self) -> tuple[str, ...]:
        """Dracula's cards that are neither in his hand nor on the table, in the order of the rules."""
        left = list(dracula_deck())
        for card in (*self.hand, *self.table):
            left.remove(card)
        return tuple(left)

    @property
    def left_out(self) -> frozenset[str]:
        """Hunters who do not fight at the next check. Rule FT-CMB-34."""
        return self.withdrawn

    @property
    def spares_dracula(self) -> bool:
        """Whether no hunter can fight him before his next Dracula Phase has ended. Rule FT-CMB-31."""
        return self.escaped == MIST

    @property
    def may_fly(self) -> bool:
        """Whether he may leave the place at once: as a bat, by night. Rule FT-CMB-32."""
        return self.escaped is not None and self.escaped != MIST and self.time == "night"


@dataclass(frozen=True, slots=True)
class Play:
    """What all chose for a round.

    `cards` has the card of each hunter (None: none that he could play). `target` is the hunter whom Dracula faces,
    named before the reveal; left out, the only one. `turn_down`: after the reveal a faceup Plotting is turned down.
    `circle` names the hunters whom the players of a Holy Circle take out; left out, the player himself.
    `bullets` names a hunter who adds Holy Bullets to his hit. `enraged`: Dracula's cancelled card counts all the same
    (FT-CARD-54); `foiled`: his Escape is cancelled (FT-CARD-40); `saved`: the target's bite and a loss that would
    defeat him do not happen (FT-CARD-20, FT-CARD-40).
    """

    dracula: str | None
    cards: Mapping[str, str | None]
    target: str | None = None
    turn_down: bool = False
    circle: frozenset[str] = frozenset()
    bullets: str | None = None
    enraged: bool = False
    foiled: bool = False
    saved: bool = False


@dataclass(frozen=True, slots=True)
class Done:
    """What a round did.

    `fight` is what follows (before Dracula draws), `fighters` all who were in the round, as it left them; `losses` and
    `bitten` are the hunters' of this round; `discards` are (hunter, card) pairs: basic cards come back after the fight,
    items do not (FT-CMB-23); `withdrawn` left and stay in the place, `defeated` are out of it.
    """

    fight: Fight
    fighters: tuple[Fighter, ...]
    dracula_loss: int
    losses: Mapping[str, int]
    bitten: frozenset[str]
    discards: tuple[tuple[str, str], ...]
    withdrawn: frozenset[str]
    defeated: tuple[str, ...]
    searches: bool

    @property
    def dracula_defeated(self) -> bool:
        """Whether his health is gone; the hunters win even where one of them fell too. Rule FT-CMB-35."""
        return self.fight.health <= 0


def dracula_deck() -> tuple[str, ...]:
    """Dracula's combat cards, 13 in all. Rule FT-CMB-19."""
    cards = read_fight_tables().cards
    return tuple(name for name in DRACULA_CARDS for _ in range(cards[name].count))
