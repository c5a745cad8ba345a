"""What the hunters know of Dracula's combat cards between two rounds, and what he can play from it.

A `Deck` is one such knowledge. How likely he holds what follows from it alone, so the fight's states stay finite:

- ``hidden``: his hand is any five cards of those not shown, all alike, anew in each round (what he kept back tells
  nothing). After a search he can play any card not shown.
- ``known``: both sides see his five cards and each card that he draws.
- ``any``: he can play any card not shown. He can do no more than that in the real fight, so the hunters' value here is
  one that they are sure of.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import comb

from dracula_nb.games.fury_trail.fight import Fight, FightRules, dracula_deck
from dracula_nb.games.fury_trail.fight_state import HAND
from dracula_nb.games.fury_trail.fight_tables import DRACULA_CARDS, ESCAPES

Counts = tuple[int, ...]
KINDS = len(DRACULA_CARDS)
WHOLE = (1 << KINDS) - 1
PLOTTING = DRACULA_CARDS.index("Plotting")
ESCAPING = sum(1 << DRACULA_CARDS.index(card) for card in ESCAPES)
NOBODY = -1
VIEWS = ("hidden", "known", "any")


@dataclass(frozen=True, slots=True)
class Deck:
    """What is known: `held` cards are in his hand, `unseen` more of it come from `pool`; counts go by kind.

    `plottings` lie faceup and can be turned down; `blocked` is the kind that waits a round; `free`: he can play any
    card of hand and pool.
    """

    held: Counts
    pool: Counts
    unseen: int
    plottings: int = 0
    blocked: int = NOBODY
    free: bool = False

    def ready(self) -> Counts:
        """The known cards of his hand that do not wait."""
        return tuple(n - (kind == self.blocked) for kind, n in enumerate(self.held))

    def kinds(self) -> int:
        """The kinds that he can be able to play, as bits."""
        loose = self.free or self.unseen > 0
        return sum(1 << k for k, n in enumerate(self.ready()) if n > 0 or (loose and self.pool[k] > 0))

    def within(self, kinds: int, barred: int) -> Fraction:
        """The chance that all he can play is of these kinds."""
        fine = kinds | barred
        if self.free:
            return Fraction(self.kinds() & ~fine == 0)
        if any(n > 0 and not fine >> k & 1 for k, n in enumerate(self.ready())):
            return Fraction(0)
        inside = sum(n for k, n in enumerate(self.pool) if fine >> k & 1)
        return Fraction(comb(inside, self.unseen), comb(sum(self.pool), self.unseen))


@dataclass(frozen=True, slots=True)
class Next:
    """The decks that may follow: by their chances, or, where `chosen`, as Dracula likes."""

    decks: tuple[tuple[Fraction, Deck], ...]
    chosen: bool = False


@dataclass(frozen=True, slots=True)
class View:
    """How much the hunters see (`VIEWS`), under which options."""

    sight: str
    rules: FightRules
    despair: int

    def barred(self, round_: int) -> int:
        """The kinds that he may not choose in a round, as bits. Rule FT-CMB-47."""
        return ESCAPING if round_ <= self.rules.pride_rounds - self.despair else 0

    def start(self, fight: Fight) -> Deck:
        """What is known at the start, or in the midst, of a fight."""
        blocked = DRACULA_CARDS.index(fight.blocked) if fight.blocked else NOBODY
        left = _counts(dracula_deck())
        table = _counts(fight.table)
        pool = _minus(left, table)
        none = (0,) * KINDS
        if self.sight == "known":
            held = _counts(fight.hand)
            return Deck(held, _minus(pool, held), 0, fight.plottings, blocked)
        if self.sight == "any":
            held, pool = (pool, none) if self.rules.draws else (left, none)
            return Deck(held, pool, 0, fight.plottings, blocked)
        if blocked == NOBODY:
            return Deck(none, pool, HAND, fight.plottings)
        shown = tuple(int(kind == blocked) for kind in range(KINDS))
        return Deck(shown, _minus(pool, shown), HAND - 1, fight.plottings, blocked)

    def next(self, deck: Deck, kind: int, *, searched: bool, turned: bool) -> Next:
        """What follows where he plays a kind, searches his deck or not, and turns a Plotting down or not."""
        plottings = deck.plottings - turned + (kind == PLOTTING and self.rules.turn_down)
        if not self.rules.draws:
            return self._kept(deck, kind)
        from_hand = deck.held[kind] > 0
        held = _less(deck.held, kind) if from_hand else deck.held
        pool = deck.pool if from_hand else _less(deck.pool, kind)
        if self.sight != "known":
            return _sure(Deck(held, pool, deck.unseen, plottings, free=searched and self.sight == "hidden"))
        size = sum(pool)
        drawn = tuple(
            (Fraction(n, size), Deck(_more(held, k), _less(pool, k), 0, plottings)) for k, n in enumerate(pool) if n
        )
        return Next(drawn, chosen=searched)

    def _kept(self, deck: Deck, kind: int) -> Next:
        """He draws nothing: the card is shown and waits."""
        if deck.ready()[kind] > 0 or self.sight != "hidden":
            return _sure(Deck(deck.held, deck.pool, deck.unseen, 0, kind))
        return _sure(Deck(_more(deck.held, kind), _less(deck.pool, kind), deck.unseen - 1, 0, kind))


def _sure(deck: Deck) -> Next:
    return Next(((Fraction(1), deck),))


def _counts(cards: tuple[str, ...]) -> Counts:
    return tuple(cards.count(kind) for kind in DRACULA_CARDS)


def _minus(left: Counts, right: Counts) -> Counts:
    return tuple(a - b for a, b in zip(left, right, strict=True))


def _less(counts: Counts, kind: int) -> Counts:
    return tuple(n - (k == kind) for k, n in enumerate(counts))


def _more(counts: Counts, kind: int) -> Counts:
    return tuple(n + (k == kind) for k, n in enumerate(counts))
