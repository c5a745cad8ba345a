"""A looser filter of fury_trail: supports alone, with positions of the trail that may be left unknown.

It allows every window that the exact filter allows, and some more: what it excludes is excluded. Explanations ask it,
since where much is forgotten the exact filter grows to more than a million windows. An unknown position holds any card
or none and reads as a place that no way leads to; it lies behind the place where Dracula is, so that this is known.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import permutations

import numpy as np

from dracula_nb.beliefs.fury_trail import phase
from dracula_nb.beliefs.fury_trail.clues import FLIES, SOMEWHERE, STARTS, Clue, Phase, Seen
from dracula_nb.beliefs.fury_trail.filter import TrailFilter
from dracula_nb.beliefs.fury_trail.liking import CARDS, STAYS
from dracula_nb.beliefs.fury_trail.table import before_card
from dracula_nb.beliefs.fury_trail.windows import (
    FIRST_SYMBOL,
    HIDE_S,
    LANE,
    SYMBOLS,
    Atlas,
    Hand,
    Moves,
    Spots,
    bits,
    choices,
    emptied,
    here,
    holds,
    is_place,
    laid,
    lane,
    placed_on,
    tied_hides,
    tied_place,
)
from dracula_nb.beliefs.weighted import Bools, Ints, Keys
from dracula_nb.trail.hideouts import LENGTH

UNKNOWN = FIRST_SYMBOL - 1
"""The card of a position that is unknown; no map has so many places."""

STEP, LEAP, FAR = 1, 2, 99
"""How many moves apart a card can be from the one before it: a plain move, Wolf Form, a bat flight."""

SPREAD = 8
"""How many times as many windows follow from one when a turn is forgotten as in a game without Misdirect."""

POSITIONS = range(1, LENGTH + 1)


@dataclass(frozen=True)
class LooseAtlas(Atlas):
    """`Atlas` with room for `UNKNOWN`, which is like no place and near none."""

    def among(self, places: Collection[str]) -> Bools:
        """Shape (UNKNOWN + 1,): whether an id is one of these places."""
        known = super().among(places)
        return np.concatenate([known, np.zeros(UNKNOWN + 1 - len(known), dtype=bool)])

    def _matrix(self, ways: Mapping[str, tuple[str, ...]]) -> Bools:
        known = super()._matrix(ways)
        table = np.zeros((UNKNOWN + 1, UNKNOWN + 1), dtype=bool)
        table[: len(known), : len(known)] = known
        return table

    @cached_property
    def moves_apart(self) -> Ints:
        """Shape (UNKNOWN + 1, UNKNOWN + 1): plain moves of Dracula between places; `FAR` where none lead."""
        found = np.full(self.steps.shape, FAR, dtype=np.int64)
        reached = np.eye(len(found), dtype=bool)
        for moves in range(len(found)):
            found[reached & (found == FAR)] = moves
            wider = reached | ((reached.astype(np.float32) @ self.steps.astype(np.float32)) > 0)
            if (wider == reached).all():
                break
            reached = wider
        return found


@dataclass
class LooseTrail(TrailFilter):
    """`TrailFilter` without weights; `gaps`: most moves between the card of a position and the one before it."""

    atlas: LooseAtlas
    gaps: tuple[int, ...] = (STEP,) * LENGTH

    def copy(self) -> LooseTrail:
        """An independent filter."""
        return copy(self)

    def support(self, position: int = 1) -> frozenset[int]:
        """Place ids known to be possible at a position; 1: where he is now."""
        return super().support(position) - {UNKNOWN}

    def mask(self, keep: Bools) -> bool:
        """Keep some windows; False, changing nothing, if none would stay."""
        if not keep.any():
            return False
        if not keep.all():
            self._set(self.keys[keep])
        return True

    def normalise(self) -> None:
        """Weights mean nothing here."""

    def _set(self, keys: Keys) -> bool:
        """Hold these sorted windows; False, changing nothing, if there are none."""
        if len(keys):
            self.keys, self.weights = keys, np.ones((len(keys), 1))
        return len(keys) > 0

    # Leaving unknown

    def forget(self) -> None:
        """Leave the trail unknown but for where he is, and the powers that he played there."""
        atlas, found = self.atlas, []
        places = np.flatnonzero(atlas.among({*atlas.book.places} - {atlas.book.hospital}))
        for count in range(len(STAYS) + 1):
            for powers in permutations(STAYS, count):
                able = places[np.all([atlas.stays[power][places] for power in powers], axis=0)] if powers else places
                keys = able.astype(np.uint64) << np.uint64(8 * (LENGTH - count - 1))
                for at, power in enumerate(powers, 1):
                    keys |= bits(power, at)
                for at in range(count + 2, LENGTH + 1):
                    keys |= bits(UNKNOWN, at)
                found.append(keys)
        self._set(_unique(np.concatenate(found)))
        self.table = replace(self.table, vague=True)
        self.gaps = tuple(max(gap, LEAP) for gap in self.gaps)

    def loosen(self, limit: int) -> None:
        """Leave positions unknown, those first of which most is open, until there are about `limit` windows.

        They are counted by what follows of them.
        """
        if len(self.keys) * SPREAD <= limit:
            return
        kinds = {at: np.count_nonzero(np.bincount(lane(self.keys, at))) for at in range(2, LENGTH + 1)}
        for at in sorted(kinds, key=lambda at: (-kinds[at], -at)):
            older = (here(self.keys)[1] < at) & (lane(self.keys, at) != UNKNOWN)
            if older.any() and kinds[at] > 1:
                self._set(_unique(np.where(older, self.keys & ~bits(255, at) | bits(UNKNOWN, at), self.keys)))
            if len(self.keys) * SPREAD <= limit:
                return

    def thin(self, limit: int) -> None:
        """Keep some windows only, as many for each place where he may be: what these allow is possible."""
        if len(self.keys) * SPREAD <= limit:
            return
        place = here(self.keys)[0]
        order = np.argsort(place, kind="stable")
        counts = np.bincount(place)
        first = np.repeat(np.cumsum(counts) - counts, counts)
        quota = max(1, limit // SPREAD // int(np.count_nonzero(counts)))
        step = np.repeat(-(-counts // quota), counts)
        self._set(self.keys[np.sort(order[(np.arange(len(order)) - first) % step == 0])])

    def within(self, other: LooseTrail) -> bool:
        """Whether the other allows all that this one does."""
        if len(self.keys) > len(other.keys) or (self.table.vague and not other.table.vague):
            return False
        if any(mine > its for mine, its in zip(self.gaps, other.gaps, strict=True)):
            return False
        at = np.minimum(np.searchsorted(other.keys, self.keys), len(other.keys) - 1)
        return bool((other.keys[at] == self.keys).all())

    # A card seen

    def _seen(self, clue: Seen) -> bool:
        symbol, at = SYMBOLS.get(clue.card, self.atlas.ids.get(clue.card, 0)), clue.position
        values = lane(self.keys, at)
        known, open_ = self.keys[values == symbol], self._filled(self.keys[values == UNKNOWN], symbol, at)
        keys = np.concatenate([known, open_])
        if clue.place is not None:
            keys = self._tied(keys, at, self.atlas.ids[clue.place])
        return self._set(_unique(keys))

    def _filled(self, keys: Keys, card: int, at: int) -> Keys:
        """The windows with a card on an unknown position, as far as it can lie there."""
        keys = keys[~holds(keys, card)]
        if card != UNKNOWN and card < FIRST_SYMBOL:
            keys = keys[self._within_reach(keys, card, at)]
        return np.asarray(keys & ~bits(255, at) | bits(card, at), dtype=np.uint64)

    def _tied(self, keys: Keys, at: int, place: int) -> Keys:
        """The windows in which a Hide is, or may be, tied to a place, which lies on one of the unknown positions."""
        found, open_ = [keys[tied_place(keys, at) == place]], keys
        for older in range(at + 1, LENGTH + 1):
            values = lane(open_, older)
            found.append(self._filled(open_[values == UNKNOWN], place, older))
            open_ = open_[~is_place(values) | (values == UNKNOWN)]
        return np.concatenate(found)

    def _within_reach(self, keys: Keys, place: int, at: int) -> Bools:
        """Windows whose known places are as near to a place on a position as the moves between allow."""
        good, hops = np.ones(len(keys), dtype=bool), self.atlas.moves_apart[place]
        for other in POSITIONS:
            values = lane(keys, other)
            known = is_place(values) & (values != UNKNOWN)
            gap = sum(self.gaps[min(other, at) - 1 : max(other, at) - 1])
            good &= ~known | (hops[np.where(known, values, 0)] <= gap)
        return good

    # Dracula

    def _phase(self, clue: Phase, passed: bool) -> bool:
        if clue.shown in (STARTS, FLIES):
            if clue.shown == FLIES:
                self.gaps = (FAR, *self.gaps[1:])
            return super()._phase(clue, passed)
        table = before_card(self.atlas.book, self.table, clue)
        spots = self._spots(clue, phase.hand_of(self.atlas.book, table), passed)
        if spots is None:
            return False
        self.gaps = (LEAP if clue.wolf or passed else STEP, *self.gaps[:-1])
        if passed:
            hand = phase.hand_of(self.atlas.book, table, doubtful=True)
            stuck = Spots.of(self.atlas, _penalised(self.atlas, spots), hand)
            return self._set(_unique(np.concatenate([_every_choice(self.atlas, some) for some in (spots, stuck)])))
        nothing = np.zeros((0, 0))
        step = phase.Step3(spots, nothing, nothing, None, table)  # type: ignore[arg-type]
        moves = phase.seen_as(self.atlas, step, clue)
        return self._set(_unique(laid(spots.keys, moves, clue.misdirect)))

    def _laid(self, keys: Keys, moves: Moves) -> bool:
        return self._set(_unique(laid(keys, moves, 0)))

    def _spots(self, clue: Phase, hand: Hand, passed: bool) -> Spots | None:
        """The windows in which a choice is made; None where there are none."""
        book, keys = self.atlas.book, self.keys
        if passed:
            return Spots.of(self.atlas, _unnoted(self.atlas, keys), hand)
        keys = keys[_left_behind(self.atlas, keys, clue)]
        if clue.hide_left:
            keys = keys & ~bits(255, clue.hide_left)
        keys = _unique(keys >> np.uint64(8))
        if clue.cleared is not None:
            keys = _cleared(keys, clue.cleared, book.constants.vampire_clears_from)
        if clue.stuck and len(keys):
            free = before_card(book, self.table, replace(clue, stuck=""))
            spots = Spots.of(self.atlas, keys, phase.hand_of(book, free, doubtful=False))
            keys = _penalised(self.atlas, spots, self.atlas.ids[clue.stuck])
        return Spots.of(self.atlas, keys, hand) if len(keys) else None


def _left_behind(atlas: Atlas, keys: Keys, clue: Phase) -> Bools:
    """Windows of which just what the clue says may leave with position 6."""
    oldest, unknown = lane(keys, LENGTH), lane(keys, LENGTH) == UNKNOWN
    if clue.hide_left:
        hide = lane(keys, clue.hide_left)
        keep = is_place(oldest) & ((hide == HIDE_S) | ((hide == UNKNOWN) & ~holds(keys, HIDE_S)))
        for at in range(clue.hide_left + 1, LENGTH):
            values = lane(keys, at)
            keep &= ~is_place(values) | (values == UNKNOWN)
    else:
        keep = (tied_hides(keys)[LENGTH - 1] == 0) | unknown
    if clue.left == SOMEWHERE:
        keep &= unknown | atlas.among(atlas.book.cities)[placed_on(keys, LENGTH)]
    elif clue.left:
        place = atlas.ids[clue.left]
        keep &= (oldest == place) | (unknown & ~holds(keys, place))
    return np.asarray(keep, dtype=np.bool_)


def _cleared(keys: Keys, positions: tuple[int, ...], first: int) -> Keys:
    """The windows of which a clearing may empty just these positions, and what is left of them."""
    gone, vague, keep = phase.swept(keys, first), holds(keys, UNKNOWN), np.ones(len(keys), dtype=bool)
    for at in POSITIONS:
        values = lane(keys, at)
        open_ = vague & ((values == UNKNOWN) | ((values == HIDE_S) & (at < first)))
        keep &= (gone[at - 1] == (at in positions)) | open_
    keys = keys[keep]
    for at in positions:
        keys = emptied(keys, at, np.ones(len(keys), dtype=bool))
    return _unique(keys)


def _unnoted(atlas: Atlas, keys: Keys) -> Keys:
    """The windows after steps 1 and 2, whatever left; a Hide may have left wherever what it is tied to is unknown."""
    tied = tied_hides(keys)[LENGTH - 1]
    for at in range(1, LENGTH):
        keys = emptied(keys, at, tied == at)
    keys = _unique(np.concatenate([keys, _without_hide(keys[holds(keys, UNKNOWN)], LENGTH)]))
    first, oldest = atlas.book.constants.vampire_clears_from, lane(keys, LENGTH)
    cities = atlas.among(atlas.book.cities)[placed_on(keys, LENGTH)] | (oldest == UNKNOWN)
    keys = keys >> np.uint64(LANE)
    swept = keys[cities]
    for at, gone in enumerate(phase.swept(swept, first), 1):
        swept = emptied(swept, at, gone)
    vague = holds(keys[cities], UNKNOWN)
    return _unique(np.concatenate([keys, swept, _without_hide(swept[vague], first)]))


def _without_hide(keys: Keys, before: int) -> Keys:
    """The windows with no Hide on the positions before one."""
    for at in range(1, before):
        keys = emptied(keys, at, lane(keys, at) == HIDE_S)
    return keys


def _penalised(atlas: Atlas, spots: Spots, place: int | None = None) -> Keys:
    """The windows after the penalty, where there may be no legal choice: in one place, or in any (None)."""
    stuck = np.ones(len(spots.keys), dtype=bool) if place is None else spots.place == place
    for misdirect in (0, *range(2, LENGTH + 1)):
        for card in CARDS:
            row = choices(atlas, spots, card, misdirect).row
            stuck[row] &= holds(spots.keys[row], UNKNOWN)  # what is unknown may bar any choice
    return _unique(spots.place[stuck].astype(np.uint64) << np.uint64(LANE * (LENGTH - 2)))


def _every_choice(atlas: Atlas, spots: Spots) -> Keys:
    """The windows after every choice, however it looked; Misdirect on what is unknown leaves it so."""
    may = np.stack([spots.may[at - 1] & (lane(spots.keys, at) != UNKNOWN) for at in POSITIONS])
    spots = replace(spots, may=may)
    parts = [
        laid(spots.keys, choices(atlas, spots, card, misdirect), misdirect)
        for misdirect in (0, *range(2, LENGTH + 1))
        for card in CARDS
    ]
    return _unique(np.concatenate(parts))


def _unique(keys: Keys) -> Keys:
    """The keys, sorted, each once; quicker than NumPy's own, which hashes them."""
    keys = np.sort(keys)
    return keys[np.concatenate([[True], keys[1:] != keys[:-1]])] if len(keys) else keys


# Several readings of the rules


class LooseReadings:
    """A loose filter for each reading of the rules that is open: what one of them allows is possible."""

    def __init__(self, branches: Sequence[LooseTrail]) -> None:
        self.branches = list(branches)

    def copy(self) -> LooseReadings:
        """An independent one."""
        return LooseReadings([branch.copy() for branch in self.branches])

    @property
    def keys(self) -> Keys:
        """The windows of all readings."""
        return np.concatenate([branch.keys for branch in self.branches])

    def name(self, place: int) -> str:
        """The full name of a place id."""
        return self.branches[0].name(place)

    def support(self, position: int = 1) -> frozenset[int]:
        """Place ids possible at a position in any reading."""
        return frozenset().union(*(branch.support(position) for branch in self.branches))

    def heard(self, clues: Sequence[Clue], *, still_open: bool = False, passed: Collection[int] = ()) -> Iterator[bool]:
        """Take the clues of one turn; a reading in which one cannot be true is given up."""
        running = [(one, one.heard(clues, still_open=still_open, passed=passed)) for one in self.branches]
        for _ in clues:
            running = [(one, heard) for one, heard in running if next(heard)]
            self.branches = [one for one, _ in running] or self.branches
            yield bool(running)
            if not running:
                return

    def forget(self) -> None:
        """Leave all unknown but for where he is."""
        for branch in self.branches:
            branch.forget()

    def loosen(self, limit: int) -> None:
        """Leave the oldest positions unknown."""
        for branch in self.branches:
            branch.loosen(limit)

    def thin(self, limit: int) -> None:
        """Keep some windows only."""
        for branch in self.branches:
            branch.thin(limit)

    def within(self, other: LooseReadings) -> bool:
        """Whether the other allows all that this one does."""
        rules = {branch.atlas.book.rules: branch for branch in other.branches}
        pairs = ((branch, rules.get(branch.atlas.book.rules)) for branch in self.branches)
        return all(theirs is not None and branch.within(theirs) for branch, theirs in pairs)
