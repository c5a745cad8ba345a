"""Trails of fury_trail as packed integers: one unsigned 64-bit key a world, expanded and merged with NumPy.

A byte holds one position: 0 empty, a place id (from 1), or a power's symbol above all of them; position 1 stands in
the highest of six bytes, so that the shift is one shift. Wolf Form lies openly with its place and is not in the key.
The choices here are those of `dracula_nb.trail.hideouts.choices`, for all worlds at once.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache

import numpy as np
import numpy.typing as npt

from dracula_nb.games.fury_trail.rulebook import Rulebook
from dracula_nb.trail.hideouts import DARK_CALL, FEED, HIDE, LENGTH, MISDIRECT

Keys = npt.NDArray[np.uint64]
Ints = npt.NDArray[np.int64]
Bytes = npt.NDArray[np.uint8]
Bools = npt.NDArray[np.bool_]
Floats = npt.NDArray[np.float64]

LANE = 8
SYMBOLS = {HIDE: 101, DARK_CALL: 102, FEED: 103, MISDIRECT: 104}
HIDE_S, DARK_S, FEED_S, MISDIRECT_S = SYMBOLS.values()
FIRST_SYMBOL = 101
PLAIN, WOLF = 0, 105
"""Codes of a choice beside the symbols of the staying powers: a plain move, and one by Wolf Form."""

EACH = 0x010101010101
HIGH = np.uint64(0x808080808080)


@dataclass(frozen=True)
class Links:
    """Ways from each place id, flat: `goal[first[place] : first[place + 1]]`; `table` the same as a matrix."""

    first: Ints
    goal: Bytes
    table: Bools

    @classmethod
    def of(cls, table: Bools) -> Links:
        """From a matrix of place ids by place ids."""
        rows, goal = np.nonzero(table)
        return cls(np.searchsorted(rows, np.arange(len(table) + 1)), goal.astype(np.uint8), table)


@dataclass(frozen=True)
class Atlas:
    """The map in arrays: place ids from 1 (0 is nowhere), in the rulebook's order."""

    book: Rulebook

    @cached_property
    def ids(self) -> dict[str, int]:
        """Id of each place by name."""
        return {place: at for at, place in enumerate(self.book.places, 1)}

    def name(self, place: int) -> str:
        """The place with this id."""
        return self.book.places[place - 1]

    def among(self, places: Collection[str]) -> Bools:
        """Shape (places + 1,): whether an id is one of these places."""
        return np.array([False, *(place in places for place in self.book.places)])

    @cached_property
    def sea(self) -> Bools:
        """Shape (places + 1,): whether an id is a sea zone."""
        return self.among(self.book.seas)

    @cached_property
    def castle(self) -> int:
        """Id of the castle."""
        return self.ids[self.book.castle]

    @cached_property
    def steps(self) -> Bools:
        """Which places one plain move of Dracula joins."""
        return self._matrix(self.book.ground.steps)

    @cached_property
    def roads(self) -> Bools:
        """Which places one road joins, the hospital apart."""
        return self._matrix(self.book.ground.roads)

    @cached_property
    def flights(self) -> Links:
        """Where a bat flight may end."""
        return Links.of(self._matrix(self.book.ground.flights))

    def _matrix(self, ways: Mapping[str, tuple[str, ...]]) -> Bools:
        table = np.zeros((len(self.ids) + 1,) * 2, dtype=bool)
        for place, goals in ways.items():
            if place != self.book.hospital:
                table[self.ids[place], [self.ids[goal] for goal in goals]] = True
        return table

    @cached_property
    def near(self) -> Bools:
        """Shape (places + 1, places + 1): whether one move or none joins two places for Dracula."""
        return self.steps | np.eye(len(self.ids) + 1, dtype=bool)

    @cached_property
    def hops(self) -> Ints:
        """Shape (places + 1, places + 1): moves between places by any mode; 99 where none leads."""
        import networkx as nx

        table = np.full((len(self.ids) + 1,) * 2, 99, dtype=np.int64)
        for place, lengths in nx.all_pairs_shortest_path_length(self.book.graph):
            table[self.ids[place], [self.ids[q] for q in lengths]] = list(lengths.values())
        return table

    @lru_cache(maxsize=64)  # noqa: B019 (an atlas is as lasting as its rulebook)
    def ways(self, barred: frozenset[str]) -> tuple[Links, Links]:
        """Plain moves, and ends of Wolf Form, while tokens bar some cities. Rules FT-TRAIL-14, FT-POW-18."""
        closed = self.among(barred)
        roads = self.roads & ~closed
        wolf = roads | (roads.astype(np.int64) @ roads.astype(np.int64) > 0)
        return Links.of(self.steps & ~closed), Links.of(wolf & ~np.eye(len(wolf), dtype=bool))


# Looking at keys


def merge(keys: Keys, weights: Floats) -> tuple[Keys, Floats]:
    """Sum the weights, shape (n, members), of equal neighbours in sorted `keys`."""
    new = keys[1:] != keys[:-1]
    if new.all():
        return keys, weights
    first = np.concatenate([[0], np.flatnonzero(new) + 1])
    return keys[first], np.add.reduceat(weights, first, axis=0)


def sort_and_merge(keys: Keys, weights: Floats) -> tuple[Keys, Floats]:
    """`merge` for keys in any order."""
    if (keys[1:] < keys[:-1]).any():
        order = np.argsort(keys, kind="stable")
        keys, weights = keys[order], weights[order]
    return merge(keys, weights)


def lane(keys: Keys, position: int) -> Bytes:
    """What lies on a position (1 is the newest)."""
    return (keys >> np.uint64(LANE * (LENGTH - position))).astype(np.uint8)


def is_place(values: Bytes) -> Bools:
    """Whether lanes hold places."""
    return (values > 0) & (values < FIRST_SYMBOL)


def bits(value: int, position: int) -> np.uint64:
    """A value on a position."""
    return np.uint64(value << (LANE * (LENGTH - position)))


def emptied(keys: Keys, position: int, where: Bools) -> Keys:
    """The keys with a position emptied in some of them."""
    return np.where(where, keys & ~bits(255, position), keys)


def holds(keys: Keys, values: Bytes | int) -> Bools:
    """Whether any position holds the value, all lanes looked at in one word."""
    differ = keys ^ (np.asarray(values, dtype=np.uint64) * np.uint64(EACH))
    return np.asarray((differ - np.uint64(EACH)) & ~differ & HIGH != 0, dtype=np.bool_)


def here(keys: Keys) -> tuple[Bytes, Bytes]:
    """Dracula's place, the newest place of each window, and its position; 0 where there is none. Rule FT-TRAIL-29."""
    place, position = np.zeros(len(keys), dtype=np.uint8), np.zeros(len(keys), dtype=np.uint8)
    for at in range(1, LENGTH + 1):
        values = lane(keys, at)
        found = (place == 0) & is_place(values)
        if found.any():
            place[found], position[found] = values[found], at
        if place.all():
            break
    return place, position


def tied_place(keys: Keys, position: int) -> Bytes:
    """The place that a Hide on a position is tied to: the next older one. Rule FT-POW-14."""
    below = keys & np.uint64((1 << (LANE * (LENGTH - position))) - 1)
    return here(below)[0]


def tied_hides(keys: Keys) -> tuple[Bytes, ...]:
    """For each position, the position of the Hide that is tied to its place; 0: none. Rule FT-POW-15."""
    waiting = np.zeros(len(keys), dtype=np.uint8)
    found = []
    for at in range(1, LENGTH + 1):
        values = lane(keys, at)
        place = is_place(values)
        found.append(np.where(place, waiting, 0).astype(np.uint8))
        waiting = np.where(place, 0, np.where(values == HIDE_S, at, waiting)).astype(np.uint8)
    return tuple(found)


# The choices of step 3


@dataclass(frozen=True)
class Hand:
    """What a Dracula Phase depends on beside the windows: barred cities, what is in hand and affordable as far as
    everybody sees, and the positions where Wolf Form lies.
    """

    barred: frozenset[str] = frozenset()
    dark: bool = True
    wolf: bool = True
    wolf_at: tuple[int, ...] = ()


@dataclass(frozen=True)
class Moves:
    """Choices of a set of windows, flat; what is laid, with Misdirect before it or not.

    `row` of the window, `goal` id of the place after it, `card` (`PLAIN`, `WOLF` or a symbol), `times` how many
    choices a row stands for, `freed` the position that Misdirect takes: 0 none, 255 any of the clearable ones (so
    often as `times` says), else just this one. `hides` and `backs` (any other power) are for models.
    """

    row: Ints
    goal: Bytes
    card: Bytes
    times: Floats
    freed: Bytes

    @property
    def hides(self) -> Bools:
        """Whether the card is Hide."""
        return np.asarray(self.card == HIDE_S, dtype=np.bool_)

    @property
    def backs(self) -> Bools:
        """Whether any other power is played."""
        return np.asarray((self.freed > 0) | ((self.card != PLAIN) & (self.card != HIDE_S)), dtype=np.bool_)

    def where(self, keep: Bools) -> Moves:
        """Those alone for which `keep` holds."""
        at = np.flatnonzero(keep)
        return Moves(self.row[at], self.goal[at], self.card[at], self.times[at], self.freed[at])


ANY = 255


def plain_moves(rows: Ints, goals: Bytes, card: int | Bytes, freed: int = 0) -> Moves:
    """Moves that stand for themselves."""
    size = len(rows)
    cards = np.broadcast_to(np.asarray(card, dtype=np.uint8), (size,))
    return Moves(rows, goals, cards, np.ones(size), np.full(size, freed, dtype=np.uint8))


def joined(parts: list[Moves]) -> Moves:
    """Several sets of moves as one."""
    names = ("row", "goal", "card", "times", "freed")
    return Moves(*(np.concatenate([getattr(part, name) for part in parts]) for name in names))


def choices(atlas: Atlas, kept: Keys, hand: Hand) -> Moves:
    """Every choice of step 3 for sorted windows `kept`, already shifted.

    Rules FT-TRAIL-39, FT-POW-25 to FT-POW-30, as `dracula_nb.trail.hideouts.choices` states them for one trail.
    """
    place, position = here(kept)
    base = _cards(atlas, kept, place, hand)
    free = ~holds(kept, MISDIRECT_S)
    if not free.any():
        return base
    may = clearable(atlas, kept, position, hand.wolf_at) & free
    number = may.sum(axis=0)
    again = Moves(base.row, base.goal, base.card, number[base.row].astype(float), np.full(len(base.row), ANY, np.uint8))
    return joined([base, again.where(again.times > 0), *_freed(atlas, kept, place, may, hand)])


def clearable(atlas: Atlas, kept: Keys, position: Bytes, wolf_at: tuple[int, ...]) -> Bools:
    """Which positions Misdirect may take, shape (6, windows). Rules FT-POW-20, FT-POW-30."""
    found = np.zeros((LENGTH, len(kept)), dtype=bool)
    hides = tied_hides(kept)
    for at in range(2, LENGTH + 1):
        values = lane(kept, at)
        if at not in wolf_at:
            found[at - 1] = is_place(values) & (values != atlas.castle) & (position != at) & (hides[at - 1] == 0)
    return found


def _cards(atlas: Atlas, kept: Keys, place: Bytes, hand: Hand) -> Moves:
    """What may be laid without Misdirect."""
    steps, ends = atlas.ways(hand.barred)
    dry, rows = ~atlas.sea[place], np.arange(len(kept))
    parts = [along(kept, place, rows, steps, PLAIN)]
    if hand.wolf:
        parts.append(along(kept, place, rows[dry], ends, WOLF))
    for symbol, allowed in ((HIDE_S, dry), (DARK_S, dry & hand.dark), (FEED_S, dry & (place != atlas.castle))):
        may = np.flatnonzero(allowed & ~holds(kept, symbol))
        parts.append(plain_moves(may, place[may], symbol))
    return joined(parts)


def along(kept: Keys, place: Bytes, rows: Ints, links: Links, card: int) -> Moves:
    """Every way from each window's place to a place that is not on its trail."""
    first = links.first[place[rows]]
    counts = links.first[place[rows].astype(np.int64) + 1] - first
    before = np.cumsum(counts) - counts
    goal = links.goal[np.arange(int(counts.sum())) + np.repeat(first - before, counts)]
    row = np.repeat(rows, counts)
    at = np.flatnonzero(~holds(kept[row], goal))
    return plain_moves(row[at], goal[at], card)


def _freed(atlas: Atlas, kept: Keys, place: Bytes, may: Bools, hand: Hand) -> list[Moves]:
    """What Misdirect adds: the place that it frees, where a move or Wolf Form leads there. Rule FT-POW-21."""
    steps, ends = atlas.ways(hand.barred)
    parts = []
    for at in range(2, LENGTH + 1):
        row = np.flatnonzero(may[at - 1])
        start, goal = place[row], lane(kept[row], at)
        ways = [(PLAIN, steps.table[start, goal])]
        if hand.wolf:
            ways.append((WOLF, ends.table[start, goal] & ~atlas.sea[start]))
        parts += [plain_moves(row[open_], goal[open_], card, at) for card, open_ in ways]
    return parts


def laid(kept: Keys, moves: Moves, misdirect: int) -> Keys:
    """The windows after the moves, all of them with Misdirect on the position (0: not played)."""
    windows = kept[moves.row]
    if misdirect:
        windows = (windows & ~bits(255, misdirect)) | bits(MISDIRECT_S, misdirect)
    symbol = np.where((moves.card == PLAIN) | (moves.card == WOLF), moves.goal, moves.card)
    return windows | (symbol.astype(np.uint64) << np.uint64(LANE * (LENGTH - 1)))
