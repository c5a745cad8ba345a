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

from dracula_nb.beliefs.weighted import Bools, Floats, Ints, Keys, merge
from dracula_nb.games.fury_trail.rulebook import Rulebook
from dracula_nb.trail.hideouts import DARK_CALL, FEED, HIDE, LENGTH, MISDIRECT

Bytes = npt.NDArray[np.uint8]

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
    def stays(self) -> dict[int, Bools]:
        """Where each staying power may be played, shape (places + 1,). Rules FT-POW-12, FT-POW-25."""
        dry = self.among({*self.book.places} - self.book.seas)
        return {HIDE_S: dry, DARK_S: dry, FEED_S: self.among(self.book.cities)}

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


def sort_and_merge(keys: Keys, weights: Floats) -> tuple[Keys, Floats]:
    """`merge` for keys in any order; those that are sorted but for their newest bytes are done without comparing."""
    if (keys[1:] < keys[:-1]).any():
        order = np.argsort(lane(keys, 1), kind="stable")
        again = keys[order]
        if (again[1:] < again[:-1]).any():
            order = np.argsort(keys, kind="stable")
            again = keys[order]
        keys, weights = again, weights[order]
    return merge(keys, weights)


def lane(keys: Keys, position: int) -> Bytes:
    """What lies on a position (1 is the newest)."""
    return keys.astype("<u8", copy=False).view(np.uint8)[LENGTH - position :: 8].copy()


def placed_on(keys: Keys, position: int) -> Bytes:
    """The place whose card lies on a position, 0 where it is none."""
    values = lane(keys, position)
    return np.where(is_place(values), values, 0).astype(np.uint8)


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
    differ = np.asarray(values, dtype=np.uint64) * np.uint64(EACH)
    differ = differ ^ keys
    found = differ - np.uint64(EACH)
    np.invert(differ, out=differ)
    found &= differ
    found &= HIGH
    return np.asarray(found != 0, dtype=np.bool_)


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


def tied_hides(keys: Keys) -> Bytes:
    """Shape (6, windows): the position of the Hide that is tied to each position's place; 0: none. Rule FT-POW-15."""
    found, waiting = np.zeros((LENGTH, len(keys)), dtype=np.uint8), np.zeros(len(keys), dtype=np.uint8)
    for at in range(1, LENGTH + 1):
        values = lane(keys, at)
        place = is_place(values)
        np.multiply(waiting, place, out=found[at - 1])
        waiting *= ~place
        waiting |= (values == HIDE_S) * np.uint8(at)
    return found


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
    """Choices of a set of windows, flat: `row` of the window, `goal` id of his place after it, `card` (`PLAIN`, `WOLF`
    or a symbol), `freed` the position that Misdirect takes first (0: none).
    """

    row: Ints
    goal: Bytes
    card: Bytes
    freed: Bytes

    @classmethod
    def of(cls, row: Ints, goal: Bytes, card: int, freed: int = 0) -> Moves:
        """Moves that lay cards of one kind."""
        size = len(row)
        return cls(row, goal, np.full(size, card, dtype=np.uint8), np.full(size, freed, dtype=np.uint8))

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
        return Moves(self.row[at], self.goal[at], self.card[at], self.freed[at])


def joined(parts: list[Moves]) -> Moves:
    """Several sets of moves as one."""
    if len(parts) == 1:
        return parts[0]
    return Moves(
        *(np.concatenate([getattr(part, name) for part in parts]) for name in ("row", "goal", "card", "freed"))
    )


@dataclass(frozen=True)
class Spots:
    """Shifted windows in which a choice is about to be made: Dracula's place, and where Misdirect may go.

    `may`, shape (6, windows): which positions Misdirect may take, none where it is not in hand.
    """

    keys: Keys
    hand: Hand
    place: Bytes
    may: Bools

    @classmethod
    def of(cls, atlas: Atlas, keys: Keys, hand: Hand) -> Spots:
        """Of sorted windows. Rules FT-POW-20, FT-POW-30."""
        place, position = here(keys)
        may, free = np.zeros((LENGTH, len(keys)), dtype=bool), ~holds(keys, MISDIRECT_S)
        if free.any():
            hides = tied_hides(keys)
            for at in sorted({*range(2, LENGTH + 1)} - {*hand.wolf_at}):
                values = lane(keys, at)
                cleared = is_place(values) & (values != atlas.castle) & (position != at) & (hides[at - 1] == 0)
                may[at - 1] = cleared & free
        return cls(keys, hand, place, may)

    def where(self, rows: Ints) -> Spots:
        """Some of the windows."""
        return Spots(self.keys[rows], self.hand, self.place[rows], self.may[:, rows])

    def may_play(self, atlas: Atlas, card: int) -> Bools:
        """Windows in which Wolf Form, or a staying power, is in hand and may be played."""
        if card == WOLF:
            return np.asarray(~atlas.sea[self.place] & self.hand.wolf, dtype=np.bool_)
        able = atlas.stays[card][self.place] & ~holds(self.keys, card)
        return np.asarray(able & self.hand.dark if card == DARK_S else able, dtype=np.bool_)


def choices(atlas: Atlas, spots: Spots, card: int, misdirect: int = 0) -> Moves:
    """Every choice that lays one kind of card, with Misdirect on a position first (0: not played).

    Rules FT-TRAIL-39, FT-POW-25 to FT-POW-30, as `dracula_nb.trail.hideouts.choices` states them for one trail.
    """
    able = np.ones(len(spots.keys), dtype=bool) if card == PLAIN else spots.may_play(atlas, card)
    rows = np.flatnonzero(able & spots.may[misdirect - 1] if misdirect else able)
    if card not in (PLAIN, WOLF):
        return Moves.of(rows, spots.place[rows], card, misdirect)
    links = atlas.ways(spots.hand.barred)[card == WOLF]
    found = along(spots.keys, spots.place, rows, links)
    parts = [Moves.of(found[0], found[1], card, misdirect)]
    if misdirect:  # the place that it frees may be the goal: FT-POW-21
        goal = lane(spots.keys[rows], misdirect)
        open_ = links.table[spots.place[rows], goal]
        parts.append(Moves.of(rows[open_], goal[open_], card, misdirect))
    return joined(parts)


def along(keys: Keys, place: Bytes, rows: Ints, links: Links) -> tuple[Ints, Bytes]:
    """Rows and goals of every way from each window's place to one that is not on its trail."""
    start = place[rows]
    counts = np.diff(links.first)[start]
    row = np.repeat(rows, counts)
    first = np.repeat(links.first[start] - (np.cumsum(counts) - counts), counts)
    first += np.arange(len(row))
    goal = links.goal[first]
    at = np.flatnonzero(~holds(keys[row], goal))
    return row[at], goal[at]


def laid(keys: Keys, moves: Moves, misdirect: int) -> Keys:
    """The windows after the moves, all of them with Misdirect on the position (0: not played)."""
    windows = keys[moves.row]
    if misdirect:
        windows = (windows & ~bits(255, misdirect)) | bits(MISDIRECT_S, misdirect)
    symbol = np.where((moves.card == PLAIN) | (moves.card == WOLF), moves.goal, moves.card)
    return windows | (symbol.astype(np.uint64) << np.uint64(LANE * (LENGTH - 1)))
