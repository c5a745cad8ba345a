"""The exact filter of fury_trail: the weighted set of trails that agree with every clue so far.

Each clue is a mask; each card of Dracula shifts, merges, expands and merges. The set holds every trail that the rules
allow, whatever weight the model gives it, so `possible` never depends on the model. Rule FT-CLUE-01.
"""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterator, Sequence
from copy import copy
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from dracula_nb.beliefs.fury_trail import phase
from dracula_nb.beliefs.fury_trail.clues import ARRIVES, FLIES, STARTS, Check, Clue, Fact, Fight, Hunter, Phase, Seen
from dracula_nb.beliefs.fury_trail.facts import facts
from dracula_nb.beliefs.fury_trail.liking import Liking
from dracula_nb.beliefs.fury_trail.outcomes import beginnings, modelled, outcomes, reports
from dracula_nb.beliefs.fury_trail.phase import Step3
from dracula_nb.beliefs.fury_trail.table import Table, after, before_card
from dracula_nb.beliefs.fury_trail.windows import (
    HIDE_S,
    LANE,
    PLAIN,
    SYMBOLS,
    Atlas,
    Moves,
    along,
    here,
    is_place,
    laid,
    lane,
    sort_and_merge,
    tied_place,
)
from dracula_nb.beliefs.models import Context, Model
from dracula_nb.beliefs.weighted import Floats, Keys, Weighted
from dracula_nb.core.errors import NotationError
from dracula_nb.games.fury_trail.rulebook import SEATS
from dracula_nb.trail.hideouts import LENGTH

Seens = frozenset[int] | None
"""Positions told to have been turned in a turn; None where more may yet be told."""


@dataclass
class TrailFilter(Weighted):
    """The filter of one case under one reading of the rules: `heard` takes the clues of one turn after the other."""

    atlas: Atlas
    model: Model
    table: Table = field(default_factory=Table)

    def __post_init__(self) -> None:
        self.begin(len(self.model.members))
        self._prepared: dict[Hashable, tuple[Keys, Step3]] = {}

    # What is believed

    @property
    def length(self) -> int:
        """Positions of the trail that hold something, counted to the oldest of them."""
        return self.table.length

    def name(self, place: int) -> str:
        """The full name of a place id."""
        return self.atlas.name(place)

    def here(self) -> Floats:
        """Probability of each place id to be Dracula's, shape (places + 1,)."""
        return self._odds(here(self.keys)[0])

    def at(self, position: int) -> Floats:
        """Probability of each place id at a position; a Hide counts as the place it is tied to, id 0: no place there.

        Position 1 is where he is now, whatever lies there.
        """
        return self._odds(self._where(position))

    def _odds(self, ids: np.ndarray) -> Floats:
        weights = self.weights.sum(axis=1)
        return np.bincount(ids, weights=weights, minlength=len(self.atlas.sea)).astype(np.float64)

    def _where(self, position: int) -> np.ndarray:
        if position == 1:
            return here(self.keys)[0]
        values = lane(self.keys, position)
        return np.where(values == HIDE_S, tied_place(self.keys, position), np.where(is_place(values), values, 0))

    def support(self, position: int = 1) -> frozenset[int]:
        """Place ids possible at a position of the trail; 1: where he is now."""
        return frozenset(np.unique(self._where(position)).tolist()) - {0}

    def hide(self, position: int) -> float:
        """Probability that Hide lies on a position."""
        return float(self.weights.sum(axis=1)[lane(self.keys, position) == HIDE_S].sum())

    # The face of a branch

    def copy(self) -> TrailFilter:
        """An independent filter; it shares arrays, which are never written into."""
        return copy(self)

    def table_key(self) -> Hashable:
        """The table and the rules it is read by: filters that agree in both can be joined."""
        return self.atlas.book.rules, self.table

    def joined(self, others: Sequence[Any], shares: Sequence[float]) -> TrailFilter:
        """One filter of several with equal tables; `shares` are their parts of the whole, this one's first."""
        every, found = (self, *others), copy(self)
        keys = np.concatenate([branch.keys for branch in every])
        weights = np.concatenate([branch.weights * share for branch, share in zip(every, shares, strict=True)])
        found.keys, found.weights = sort_and_merge(keys, weights)
        return found

    def outcomes(self, word: str, pattern: Any) -> Iterator[Clue]:
        """Every clue that the next line beginning with `word` may be."""
        return outcomes(self, word, pattern)

    def reports(self, opening: Clue) -> Iterator[tuple[Clue, ...]]:
        """Every list of notes that may follow a turn taken as `opening`, still open."""
        return reports(self, opening)

    def noted(self, clue: Clue) -> bool:
        """Take one more note of the turn taken last."""
        return self._noted(clue, None, False)

    def heard(self, clues: Sequence[Clue], *, still_open: bool = False, passed: Collection[int] = ()) -> Iterator[bool]:
        """Take the clues of one turn: the line that opens it, then what was noted after it.

        Yields for each clue whether it can be true; after a False nothing more is taken. `still_open` says that
        more of what was seen may yet be told. `passed` are indices of clues that are forgotten: the turn passes and
        the table changes as it did, but nothing is learnt of the trail.
        """
        untold = still_open or any(at > 0 for at in passed)
        seen = None if untold else frozenset(clue.position for clue in clues if isinstance(clue, Seen))
        fought = any(isinstance(clue, Fight) for clue in clues)
        try:
            good = self._opened(clues[0], seen, fought, 0 in passed)
        except NotationError:
            good = False
        yield good
        for at, clue in enumerate(clues[1:], 1):
            if not good:
                return
            good = self._noted(clue, seen, at in passed)
            yield good

    # Clues

    def _opened(self, clue: Clue, seen: Seens, fought: bool, passed: bool) -> bool:
        """Take the line that opens a turn."""
        table = after(self.atlas.book, self.table, clue)
        if isinstance(clue, Phase):
            good = self._phase(clue, passed)
        elif passed or not self.table.started:
            good = True
        elif isinstance(clue, Hunter):
            good = seen is None or self._arrived(clue, seen)
        elif isinstance(clue, Check):
            good = fought or seen is None or self._unmet(clue)
        else:
            good = isinstance(clue, Fact) and self.mask(facts(self, clue, seen))
        self.table = replace(table, vague=table.vague or (passed and isinstance(clue, Phase)))
        return good

    def _noted(self, clue: Clue, seen: Seens, passed: bool) -> bool:
        """Keep the windows in which a note is true."""
        try:
            table = after(self.atlas.book, self.table, clue)
        except NotationError:
            return False
        if passed:
            good = True
        elif isinstance(clue, Seen):
            good = self._seen(clue)
        elif isinstance(clue, Fight):
            good = self._fight(clue, seen)
        else:
            good = isinstance(clue, Fact) and self.mask(facts(self, clue, seen))
        self.table = table
        return good

    # Hunters and checks

    def _arrived(self, clue: Hunter, seen: Seens) -> bool:
        """A hunter ended a move in a city: no other facedown card is the city's, nor a Hide tied to it.

        Rules FT-CLUE-18, FT-TRAIL-42.
        """
        if clue.how not in ARRIVES or clue.place not in self.atlas.book.cities:
            return True
        if self.table.places[SEATS.index(clue.seat)] == clue.place:
            return True
        city, turned = self.atlas.ids[clue.place], np.zeros(len(self.keys), dtype=bool)
        for at in self.table.facedown():
            if seen is not None and at not in seen:
                values = lane(self.keys, at)
                turned |= (values == city) | ((values == HIDE_S) & (tied_place(self.keys, at) == city))
        return self.mask(~turned)

    def _unmet(self, clue: Check) -> bool:
        """A check without a fight: he is not where a hunter could fight him. Rules FT-CLUE-23, FT-ROUND-16."""
        rules = self.atlas.book.rules
        if self.table.mist:
            return True
        free = {p for seat, p in zip(SEATS, self.table.places, strict=True) if p and seat not in clue.without}
        met = self.atlas.among(free if rules.sea_combat else free - self.atlas.book.seas)
        place, position = here(self.keys)
        meets = met[place]
        if not rules.hidden_fights:  # only where his card and all newer ones lie open
            down = [at for at, slot in enumerate(self.table.trail, 1) if slot and slot.card is None]
            meets &= position < min(down, default=LENGTH + 1)
        return self.mask(~meets)

    def _fight(self, clue: Fight, seen: Seens) -> bool:
        """He was met in a place: his card and all newer ones are faceup. Rules FT-CLUE-24, FT-ROUND-15."""
        place, position = here(self.keys)
        keep = place == self.atlas.ids[clue.place]
        hidden = self.table.facedown() if clue.place not in self.atlas.book.seas else ()
        if not self.atlas.book.rules.hidden_fights:
            seen = frozenset()
        for at in hidden:
            if seen is not None and at not in seen:
                keep &= position < at
        return self.mask(keep)

    def _seen(self, clue: Seen) -> bool:
        """The card on a position. Rules FT-CLUE-13, FT-CLUE-28."""
        keep = lane(self.keys, clue.position) == SYMBOLS.get(clue.card, self.atlas.ids.get(clue.card, 0))
        if clue.place is not None:
            keep &= tied_place(self.keys, clue.position) == self.atlas.ids[clue.place]
        return self.mask(keep)

    # Dracula

    def _phase(self, clue: Phase, passed: bool) -> bool:
        if clue.shown == STARTS:
            return self._start()
        if clue.shown == FLIES:
            return self._fly()
        if passed:
            return self._take(self._unnoted())
        step = self.before_card(clue)
        if step is None:
            return False
        return self._take(sort_and_merge(*phase.chosen(step, phase.seen_as(self.atlas, step, clue), clue.misdirect)))

    def _take(self, pair: tuple[Keys, Floats]) -> bool:
        if not len(pair[0]):
            return False
        self.keys, self.weights = pair
        self.normalise()
        return True

    def _unnoted(self) -> tuple[Keys, Floats]:
        """The windows after his phase, whatever it was; one that no model speaks of weighs nothing."""
        found = [(phase.every_choice(self.atlas, step), modelled(clue)) for clue, step in beginnings(self)]
        weights = [pair[1] * likely for pair, likely in found]
        return sort_and_merge(np.concatenate([pair[0] for pair, _ in found]), np.concatenate(weights))

    def before_card(self, clue: Phase) -> Step3 | None:
        """The windows in which a choice is made; kept for other clues tried on the same windows."""
        book, key = self.atlas.book, (clue.left, clue.hide_left, clue.cleared, clue.stuck)
        found = self._prepared.get(key)
        if found is not None and found[0] is self.keys:
            return found[1]
        table = before_card(book, self.table, clue)
        keep = phase.left_behind(self.atlas, self.keys, clue)
        if not keep.any():
            return None
        pair = phase.shifted(self.keys[keep], self.weights[keep], clue.hide_left)
        if clue.cleared is not None:
            pair = phase.cleared(*pair, clue.cleared, book.constants.vampire_clears_from)
        if clue.stuck:
            free = before_card(book, self.table, replace(clue, stuck=""))
            hand = phase.hand_of(book, free, doubtful=False)
            pair = phase.penalised(self.atlas, pair, hand, self.atlas.ids[clue.stuck])
        if not len(pair[0]):
            return None
        liking = Liking.of(self.atlas, self.model, (self._hunters(), self.here()), phase.hand_of(book, table))
        step = phase.step3(self.atlas, pair, table, liking)
        self._prepared = {**self._prepared, key: (self.keys, step)}
        return step

    def _hunters(self) -> tuple[int, ...]:
        return tuple(self.atlas.ids[place] for place in sorted(self.table.hunters))

    def _start(self) -> bool:
        """His first card: a city without hunters. Rules FT-CLUE-02, FT-SETUP-10."""
        goals = np.flatnonzero(self.atlas.among(self.atlas.book.cities - self.table.hunters)).astype(np.uint8)
        return self._laid(self.keys, Moves.of(np.zeros(len(goals), dtype=np.int64), goals, PLAIN))

    def _fly(self) -> bool:
        """A bat flight from his place: that card and all newer ones go. Rules FT-CLUE-26, FT-CMB-32."""
        place, position = here(self.keys)
        moves = Moves.of(*along(self.keys, place, np.arange(len(self.keys)), self.atlas.flights), PLAIN)
        closed = self.atlas.among(self.table.hunters | self.table.barred(self.atlas.book, flying=True))
        moves = moves.where(~closed[moves.goal])
        older = self.keys & ((np.uint64(1) << (np.uint64(LANE) * (LENGTH - position.astype(np.uint64)))) - np.uint64(1))
        return self._laid(older, moves)

    def _laid(self, keys: Keys, moves: Moves) -> bool:
        """Lay new cards on the windows `keys`, one of the moves of each window, as the model likes."""
        context = Context(self.atlas, self._hunters(), self.here(), here(self.keys)[0].astype(np.int64))
        liking: Any = self.model(moves, context)
        whole = np.stack([np.bincount(moves.row, weights=c, minlength=len(keys)) for c in liking.T], axis=1)
        weights = self.weights[moves.row] * liking / whole[moves.row]
        return self._take(sort_and_merge(laid(keys, moves, 0), weights))
