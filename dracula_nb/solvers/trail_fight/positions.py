"""The positions of a fight, in arrays: what the hunters know of the deck, their hands, everybody's health.

A position is a whole number: what it consists of, in mixed radix. Health that cannot run out before the sixth round is
over counts as just that much, since what happens from there on does not depend on it: that keeps positions few, and
loses nothing.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from math import prod

import numpy as np
import numpy.typing as npt

from dracula_nb.games.fury_trail.fight import Fight, Fighter
from dracula_nb.games.fury_trail.fight_state import ROUNDS
from dracula_nb.games.fury_trail.fight_tables import DRACULA_CARDS, ESCAPES
from dracula_nb.solvers.trail_fight.decks import KINDS, PLOTTING, WHOLE, Deck, View

Ints = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]
Bools = npt.NDArray[np.bool_]

OUT = 0
"""The hand of a hunter who is out of the fight."""
MOST_DRACULA, MOST_HUNTER = 4, 3
"""What one card of a hunter, and one of Dracula, cost at most; a test holds them against the matrix."""


Hand = tuple[tuple[str, ...], str | None]
"""Cards, and the kind that waits."""


@dataclass(frozen=True)
class Hands:
    """The hands that a hunter can come to hold: 0 is out of the fight, the start is 1.

    `kinds` are the cards he can play (None: no card, where he may have none); `held`, what each hand is;
    ``can[hand, kind]``; ``next[hand, kind, lost]``: the hand after the card was kept, or lost.
    """

    kinds: tuple[str | None, ...]
    held: tuple[Hand | None, ...]
    can: Bools
    next: Ints

    @staticmethod
    def of(fighter: Fighter, rounds: int) -> Hands:
        """The hands of a hunter within so many rounds."""
        kinds: tuple[str | None, ...] = tuple(dict.fromkeys(fighter.cards))
        if "Escape" not in kinds:
            kinds = (*kinds, None)
        start: Hand = (fighter.cards, fighter.blocked)
        found: dict[Hand | None, int] = {None: OUT, start: 1}
        arcs: list[tuple[int, int, int, int]] = []
        layer = [start]
        for _ in range(rounds):
            coming = []
            for hand in layer:
                for at, kind in enumerate(kinds):
                    if not _playable(hand, kind):
                        continue
                    for lost in (0, 1):
                        after = _played(hand, kind, bool(lost))
                        if after not in found:
                            found[after] = len(found)
                            coming.append(after)
                        arcs.append((found[hand], at, lost, found[after]))
            layer = coming
        can = np.zeros((len(found), len(kinds)), dtype=np.bool_)
        after_all = np.zeros((len(found), len(kinds), 2), dtype=np.int64)
        for hand_at, at, lost, to in arcs:
            can[hand_at, at], after_all[hand_at, at, lost] = True, to
        return Hands(kinds, tuple(found), can, after_all)


def _playable(hand: Hand, kind: str | None) -> bool:
    cards, blocked = hand
    if kind is None:
        return not any(cards.count(k) > (k == blocked) for k in cards)
    return cards.count(kind) > (kind == blocked)


def _played(hand: Hand, kind: str | None, lost: bool) -> Hand:
    cards, _ = hand
    if not lost or kind is None:
        return cards, kind
    at = cards.index(kind)
    return cards[:at] + cards[at + 1 :], None


@dataclass(frozen=True)
class Decks:
    """What may be known of Dracula's cards in one round, and what follows.

    `open` ``[deck, kind]``: the kind can be chosen; `certain`: the choice is free among these; `within` ``[deck,
    kinds]``: the chance that he has nothing but these; `next`, `chance` ``[searched, turned, deck, kind, which]``.
    """

    decks: tuple[Deck, ...]
    open: Bools
    certain: Bools
    within: Floats
    plottings: Ints
    next: Ints
    chance: Floats


def deck_rounds(view: View, fight: Fight) -> tuple[Decks, ...]:
    """The decks of this round and of each later one."""
    layer = {view.start(fight): 0}
    rounds = []
    for round_ in range(fight.round, ROUNDS + 1):
        rounds_left = ROUNDS - round_
        coming: dict[Deck, int] = {}
        arcs = []
        barred = view.barred(round_)
        for deck, at in layer.items():
            kinds = [k for k in range(KINDS) if deck.kinds() >> k & 1 and not barred >> k & 1]
            for k in kinds if rounds_left else ():
                if DRACULA_CARDS[k] in ESCAPES:
                    continue
                for searched in (0, 1) if k == PLOTTING and view.rules.draws else (0,):
                    for turned in (0, 1) if deck.plottings and view.rules.turn_down else (0,):
                        after = view.next(deck, k, searched=bool(searched), turned=bool(turned))
                        for which, (chance, follows) in enumerate(after.decks):
                            to = coming.setdefault(follows, len(coming))
                            arcs.append((searched, turned, at, k, which, to, float(chance)))
        rounds.append(_decks(tuple(layer), barred, arcs))
        layer = coming
    return tuple(rounds)


def _decks(decks: tuple[Deck, ...], barred: int, arcs: list[tuple[int, int, int, int, int, int, float]]) -> Decks:
    bits = np.arange(WHOLE + 1)[:, None] >> np.arange(KINDS) & 1
    kinds = np.array([deck.kinds() & ~barred for deck in decks])
    width = 1 + max((arc[4] for arc in arcs), default=0)
    following = np.zeros((2, 2, len(decks), KINDS, width), dtype=np.int64)
    chance = np.zeros(following.shape)
    for *place, to, p in arcs:
        following[tuple(place)], chance[tuple(place)] = to, p
    return Decks(
        decks,
        (kinds[:, None] >> np.arange(KINDS) & 1).astype(np.bool_),
        np.array([deck.free or deck.unseen == 0 for deck in decks]),
        _within(decks, bits | (barred >> np.arange(KINDS) & 1)),
        np.array([deck.plottings for deck in decks]),
        following,
        chance,
    )


def _within(decks: tuple[Deck, ...], fine: Ints) -> Floats:
    """`Deck.within` for every set of kinds at once, a line of `fine` each."""
    pools = np.array([deck.pool for deck in decks])
    ready = np.array([deck.ready() for deck in decks]) > 0
    unseen = np.array([deck.unseen for deck in decks])[:, None]
    inside, whole = pools @ fine.T, pools.sum(axis=1)[:, None]
    shares = np.ones(inside.shape)
    for card in range(int(unseen.max(initial=0))):
        factor = np.maximum(inside - card, 0) / np.maximum(whole - card, 1)
        shares *= np.where(card < unseen, factor, 1.0)
    return np.where((ready[:, None, :] & (fine == 0)).any(axis=2), 0.0, shares)


@dataclass(frozen=True)
class Positions:
    """Positions of one round: `deck`, Dracula's `health`, and of each hunter `hand`, `own` health, and `spare` bites.

    `spare` is how many bites a hunter can still carry. The hunters' arrays have shape (positions, hunters).
    """

    deck: Ints
    health: Ints
    hand: Ints
    own: Ints
    spare: Ints

    def __len__(self) -> int:
        return len(self.deck)

    def part(self, which: Ints | Bools) -> Positions:
        """Some of the positions."""
        at = np.flatnonzero(which) if which.dtype == np.bool_ else which
        parts = (self.deck, self.health, self.hand, self.own, self.spare)
        return Positions(*(part.take(at, axis=0) for part in parts))


@dataclass(frozen=True)
class Scale:
    """How the positions of one round are numbered."""

    round: int
    decks: int
    health: int
    hands: tuple[int, ...]
    own: tuple[int, ...]
    spare: tuple[int, ...]

    @staticmethod
    def of(round_: int, decks: int, fight: Fight, hands: tuple[Hands, ...]) -> Scale:
        """The numbering of a round: health up to what can be lost from it on, and one more."""
        left = ROUNDS - round_ + 1
        return Scale(
            round_,
            decks,
            min(fight.health, left * MOST_DRACULA * len(fight.hunters) + 1),
            tuple(len(hand.can) for hand in hands),
            tuple(min(fighter.health, left * MOST_HUNTER + 1) for fighter in fight.hunters),
            tuple(min(fighter.bites_carried - fighter.bites, left) for fighter in fight.hunters),
        )

    @cached_property
    def sizes(self) -> tuple[int, ...]:
        """How many values each part can have."""
        return (self.decks, self.health + 1, *self.hands, *(n + 1 for n in self.own), *(n + 1 for n in self.spare))

    @cached_property
    def steps(self) -> tuple[int, ...]:
        """What a part's value counts in the number."""
        return tuple(prod(self.sizes[at + 1 :]) for at in range(len(self.sizes)))

    @property
    def size(self) -> int:
        """How many numbers there are."""
        return prod(self.sizes)

    def number(self, positions: Positions) -> Ints:
        """The numbers of positions, whose health may be larger than what counts."""
        several = len(self.hands)
        total: Ints = positions.deck * self.steps[0] + np.minimum(positions.health, self.health) * self.steps[1]
        for j in range(several):
            total += positions.hand[:, j] * self.steps[2 + j]
            total += np.minimum(positions.own[:, j], self.own[j]) * self.steps[2 + several + j]
            total += np.minimum(positions.spare[:, j], self.spare[j]) * self.steps[2 + 2 * several + j]
        return total

    def positions(self, numbers: Ints) -> Positions:
        """The positions of numbers."""
        several = len(self.hands)
        parts = [numbers // step % size for step, size in zip(self.steps, self.sizes, strict=True)]
        hunters = [np.stack(parts[2 + n * several : 2 + (n + 1) * several], axis=1) for n in range(3)]
        return Positions(parts[0], parts[1], *hunters)
