"""The exact filter of hunt: the weighted set of trail windows that agree with every clue so far.

Each clue is a mask; each move of Dracula drops the oldest lane, merges, expands and merges. The set holds every
window that the rules allow, whatever weight the model gives it, so `possible` never depends on the model.
"""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterator, Sequence
from copy import copy
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from dracula_nb.beliefs.hunt.clues import Clue, DraculaTurn, Here, HunterTurn, Seen
from dracula_nb.beliefs.hunt.outcomes import outcomes, reports
from dracula_nb.beliefs.hunt.sight import KIND_OF, SPECIAL, UNNAMED, nameless, seen_as
from dracula_nb.beliefs.hunt.table import Table, after_dracula, after_hunter, after_seen, empty_table, placed_with
from dracula_nb.beliefs.hunt.windows import (
    HIDE,
    LANE,
    PLAIN,
    Atlas,
    Moves,
    extend,
    kinds,
    lane,
    lays,
    legal_moves,
    live,
    nothing_met,
    places,
)
from dracula_nb.beliefs.models import Context, Model
from dracula_nb.beliefs.soft import Pattern
from dracula_nb.beliefs.weighted import Bools, Floats, Keys, Weighted, merge, sort_and_merge
from dracula_nb.games.hunt.rulebook import Rules
from dracula_nb.games.hunt.turns import DRACULA, TRAP, VAMPIRE

Options = tuple[Keys, Floats, Moves, Bools]
"""Windows without their oldest lane; then for each legal move its weight, shape (moves, members), itself (its row is
that of a window), and whether it lays an encounter."""


@dataclass
class HuntFilter(Weighted):
    """The filter of one case: `heard` takes the clues of one turn at a time, in order."""

    atlas: Atlas
    rules: Rules
    model: Model
    table: Table = field(init=False)
    ahead: tuple[Keys, Options] | None = None
    """Legal moves of the windows named beside them, kept while the same are asked for again."""
    parted: dict[bool, HuntFilter] = field(default_factory=dict)
    parted_of: Keys | None = None
    vague: tuple[int, ...] = ()
    """Positions whose moves were made in turns that are forgotten: the table tells of them what it did."""

    def __post_init__(self) -> None:
        self.begin(len(self.model.members))
        self.table = empty_table(self.atlas.book, self.rules)

    @property
    def lanes(self) -> int:
        """How many moves a window holds."""
        return self.atlas.book.constants.trail_length

    @property
    def round(self) -> int:
        """The round of the coming turn."""
        return self.table.plays // (len(self.rules.hunters) + 1)

    def rail(self, seat: str) -> int:
        """Rail steps that a hunter may make in this round. Rule HU-MOVE-04."""
        return self.atlas.book.rail_steps(seat, self.round)

    def lane(self, position: int) -> np.ndarray:
        """The lane at a position of every window."""
        return lane(self.keys, position, self.lanes)

    def here(self) -> Floats:
        """Probability of each place id to be Dracula's, shape (places + 1,)."""
        return self.at(1)

    def at(self, position: int) -> Floats:
        """Probability of each place id at a position of the trail (id 0: no such move yet)."""
        size, weights = len(self.atlas.sea), self.weights.sum(axis=1)
        return np.bincount(places(self.lane(position)), weights=weights, minlength=size).astype(np.float64)

    def support(self, position: int = 1) -> frozenset[int]:
        """Place ids possible at a position of the trail."""
        return frozenset(np.unique(places(self.lane(position))).tolist()) - {0}

    @property
    def length(self) -> int:
        """Positions of the trail that hold a move."""
        return len(self.table.trail)

    def name(self, place: int) -> str:
        """The full name of a place id."""
        return self.atlas.name(place)

    def hide(self, position: int) -> float:
        """Probability that the move at a position was a hide."""
        return float(self.weights.sum(axis=1)[kinds(self.lane(position)) == HIDE].sum())

    def copy(self) -> HuntFilter:
        """An independent filter; it shares arrays, which are never written into."""
        return copy(self)

    def noted(self, clue: Clue) -> bool:
        """Take one more note of the turn taken last."""
        return self._noted(clue, False)

    def outcomes(self, word: str, pattern: Pattern) -> Iterator[Clue]:
        """Every clue that the next line beginning with `word` may be."""
        return outcomes(self, word, pattern)

    def reports(self, opening: Clue) -> Iterator[tuple[Clue, ...]]:
        """Every list of what may be seen after a turn taken as `opening`, still open."""
        return reports(self, opening)

    def table_key(self) -> Hashable:
        """The table, but where the moves that are known and placed led: the windows hold that."""
        trail = tuple(
            ("*", "*") if e.placed and e.known and e.move not in SPECIAL else (e.move, e.placed)
            for e in self.table.trail
        )
        return (self.table.plays, self.table.places, self.table.life, self.table.rested, trail, self.vague)

    def joined(self, others: Sequence[Any], shares: Sequence[float]) -> HuntFilter:
        """One filter of several whose tables agree; `shares` are their parts of the whole, this one's first."""
        every = (self, *others)
        found = copy(self)
        found.table = nameless(self.table) if others else self.table
        found.keys = np.concatenate([branch.keys for branch in every])
        found.weights = np.concatenate([branch.weights * share for branch, share in zip(every, shares, strict=True)])
        found.keys, found.weights = sort_and_merge(found.keys, found.weights)
        return found

    def heard(self, clues: Sequence[Clue], *, still_open: bool = False, passed: Collection[int] = ()) -> Iterator[bool]:
        """Take the clues of one turn: the turn itself, then what was noted after it.

        Yields for each clue whether it can be true; after a False nothing more is taken. `still_open` says that
        more of what was seen may yet be told. `passed` are indices of clues that are forgotten: the turn passes and
        the table changes as it did, but nothing is learnt of the trail.
        """
        turn, notes = clues[0], clues[1:]
        positions = {clue.position for clue in notes if isinstance(clue, Seen)}
        untold = still_open or any(at > 0 for at in passed)
        if isinstance(turn, HunterTurn):
            good = self._hunter(turn, None if untold else positions, 0 in passed)
        else:
            good = isinstance(turn, DraculaTurn) and self._dracula(turn, None if untold else positions, 0 in passed)
        yield good
        for at, clue in enumerate(notes, 1):
            if not good:
                return
            good = self._noted(clue, at in passed)
            yield good

    # A hunter's turn

    def _hunter(self, turn: HunterTurn, seen: set[int] | None, passed: bool) -> bool:
        at = self.rules.hunters.index(turn.seat)
        life, before = self.table.life[at], self.table.places[at]
        if before is not None and turn.place not in self.atlas.book.reach(before, self.rail(turn.seat)):
            return False
        if not passed:
            met = self._met(turn, life)
            if met is None or not self.mask(met):
                return False
        self.table = after_hunter(self.atlas.book, self.rules, self.table, turn)
        if not passed and seen is not None and not self._not_visited(turn, seen):
            return False
        if passed or turn.words:
            self._clear(turn.place, life)
        return True

    def _met(self, turn: HunterTurn, life: int) -> Bools | None:
        """Windows in which the hunter meets just what he met; None where no window could.

        Rules HU-ENC-04 to HU-ENC-07.
        """
        book, words, place = self.atlas.book, turn.words, self.atlas.ids[turn.place]
        if self.atlas.sea[place]:
            return None if words else np.ones(len(self.keys), dtype=bool)
        if not words:
            return nothing_met(self.keys, place, self.lanes)
        there = self.there(place)
        lying, vampires = there & self.lying(), self.vampires()
        traps, vampire = lying[~vampires].sum(axis=0), lying[vampires].any(axis=0)
        count, loss = words.count(TRAP), book.constants.hunter_loss_trap
        if life - loss * (count - 1) <= 0 and count:
            return None
        if life - loss * count <= 0:
            return None if len(words) > count else traps >= count
        met: Bools = (traps == count) & (vampire == (VAMPIRE in words)) & (there[0] == (DRACULA in words))
        return met

    def _all_lanes(self) -> Keys:
        """Every lane in the low bits, shape (lanes, windows), newest first."""
        shifts = np.arange(LANE * (self.lanes - 1), -1, -LANE, dtype=np.uint64)
        return np.asarray(self.keys >> shifts[:, None], dtype=np.uint64)

    def there(self, place: int) -> Bools:
        """Which moves led to a place, shape (lanes, windows), newest first."""
        return np.asarray((self._all_lanes() >> np.uint64(3)) & np.uint64(127) == np.uint64(place), dtype=np.bool_)

    def lying(self) -> Bools:
        """Whether the encounter of each move still lies there, shape (lanes, windows), newest first."""
        return np.asarray(self._all_lanes() & np.uint64(1) != 0, dtype=np.bool_)

    def vampires(self) -> Bools:
        """Whether each lane's encounter is a vampire, shape (lanes,), asked in a hunter's turn. Rule HU-ENC-03."""
        return np.array([self.kind(self.round - position) == VAMPIRE for position in range(1, self.lanes + 1)])

    def _clear(self, name: str, life: int) -> None:
        """Take the encounters that a hunter with so much life meets in a city off the windows, oldest trap first.

        Rules HU-ENC-05, HU-ENC-07.
        """
        place, loss = self.atlas.ids[name], self.atlas.book.constants.hunter_loss_trap
        if self.atlas.sea[place]:
            return
        most = -(-life // loss)  # the trap that beats him is met too
        left = np.full(len(self.keys), most)
        bits = [np.uint64(1 << (LANE * (self.lanes - position))) for position in range(1, self.lanes + 1)]
        lying = self.there(place) & self.lying()
        vampires = self.vampires()
        for at in reversed(range(self.lanes)):
            if not vampires[at]:
                met = lying[at] & (left > 0)
                left -= met
                self.keys = np.where(met, self.keys & ~bits[at], self.keys)
        alive = life > loss * (most - left)
        for bit, lies, is_vampire in zip(bits, lying, vampires, strict=True):
            if is_vampire:
                self.keys = np.where(lies & alive, self.keys & ~bit, self.keys)
        self.keys, self.weights = sort_and_merge(self.keys, self.weights)

    def kind(self, round_: int) -> str:
        """What Dracula lays in a round. Rule HU-ENC-03."""
        return VAMPIRE if round_ % self.atlas.book.constants.vampire_every == 0 else TRAP

    def _not_visited(self, turn: HunterTurn, seen: set[int]) -> bool:
        """Drop windows in which the hunter would have seen more than he did. Rule HU-SEE-04.

        An encounter lives at each move of which the place is not public, so who met nothing saw nothing. (Where a
        turn was forgotten it may have been met then, and its place is public since.)
        """
        if not turn.words:
            return True
        public = placed_with(self.table, seen)
        dark = [at for at, placed in enumerate(public) if not placed and at + 1 not in seen]
        lying = (self.there(self.atlas.ids[turn.place]) & self.lying())[dark]
        return self.mask(np.asarray(~lying.any(axis=0), dtype=np.bool_))

    # Dracula's turn

    def _dracula(self, turn: DraculaTurn, seen: set[int] | None, passed: bool) -> bool:
        length = self.atlas.book.constants.trail_length
        if not passed:
            kind = self.kind(self.round - length)
            if turn.laid not in ("", self.kind(self.round)) or turn.gone.partition(" ")[0] not in ("", kind):
                return False
            if not self._leaves(bool(turn.gone)):
                return False
        if not self._expand(None if passed else turn):
            return False
        self.vague = tuple(at + 1 for at in self.vague if at < length) + ((1,) if passed else ())
        self.table = after_dracula(self.atlas.book, self.rules, self.table, turn)
        trail = self.table.trail
        if seen is None or passed or len(trail) < length or trail[-1].known or length in seen or length in self.vague:
            return True
        return self.mask(kinds(self.lane(length)) != HIDE)

    def _expand(self, turn: DraculaTurn | None) -> bool:
        """Every window by every legal move that can look as the hunters saw it, weighed by the model.

        None: however it looked.
        """
        kept, weights, moves, laid = self._options()
        if turn is not None:
            fits = self.looks(turn)
            if not fits.any():
                return False
            moves, weights, laid = moves.where(fits), weights[fits], laid[fits]
        self.keys, self.weights = sort_and_merge(extend(kept, moves, laid, self.lanes - 1), weights)
        self.normalise()
        return True

    def _options(self) -> Options:
        """Every window by every legal move, worked out once for filters that share their windows."""
        if self.ahead is None or self.ahead[0] is not self.keys:
            lanes = self.lanes - 1
            if not self.table.trail:
                kept, weights, moves = np.zeros(1, dtype=np.uint64), self.weights, self.atlas.starts
            else:
                kept, weights = merge(self.keys >> np.uint64(LANE), self.weights)
                moves = legal_moves(self.atlas, kept, lanes)
            liking = self._liking(kept, moves, lanes)
            totals = [np.bincount(moves.row, weights=column, minlength=len(kept)) for column in liking.T]
            liking *= (weights / np.stack(totals, axis=1))[moves.row]
            self.ahead = (self.keys, (kept, liking, moves, lays(self.atlas, kept, moves, lanes)))
        return self.ahead[1]

    def _leaves(self, alive: bool) -> bool:
        """Keep the windows whose oldest encounter lives or not, as a filter with the same windows found before."""
        ready = self.parted.get(alive)
        if ready is not None and ready.parted_of is self.keys:
            self.keys, self.weights, self.ahead = ready.keys, ready.weights, ready.ahead
            self.log_evidence, self.member_evidence = ready.log_evidence, ready.member_evidence
            return True
        return self.mask(live(self.lane(self.lanes)) == alive)

    def ready_for(self, *, alive: bool) -> HuntFilter:
        """The filter once windows are parted by what becomes of their oldest encounter; its copies find it here."""
        found = copy(self)
        found.parted_of = self.keys
        found.mask(live(self.lane(self.lanes)) == alive)
        found._options()
        self.parted[alive] = found
        return found

    def _liking(self, kept: Keys, moves: Moves, lanes: int) -> Floats:
        """The model's weight of each move, shape (moves, members)."""
        hunters = tuple(self.atlas.ids[place] for place in self.table.places if place is not None)
        return self.model(moves, Context(self.atlas, hunters, self.here(), places(lane(kept, 1, lanes))))

    def looks(self, turn: DraculaTurn) -> Bools:
        """Which of his legal moves the hunters would have noted as this turn."""
        _, _, moves, laid = self._options()
        return np.asarray(self._looks(turn, moves) & (laid == bool(turn.laid)), dtype=np.bool_)

    def _looks(self, turn: DraculaTurn, moves: Moves) -> Bools:
        return seen_as(self.atlas, self.table.places, turn.shown, moves)

    # What was noted

    def _noted(self, clue: Clue, passed: bool) -> bool:
        """Keep the windows in which a note is true."""
        if isinstance(clue, Here):
            return passed or self.mask(places(self.lane(1)) == self.atlas.ids[clue.place])
        if not isinstance(clue, Seen) or clue.position > len(self.table.trail):
            return False
        if not passed and not self._seen(clue):
            return False
        self.table = after_seen(self.table, clue)
        return True

    def _seen(self, clue: Seen) -> bool:
        """Keep the windows whose move at the position is the one seen."""
        shown = self.table.trail[clue.position - 1].move
        if shown not in ("?", clue.move) and (shown != UNNAMED or clue.move in SPECIAL):
            return False
        values = self.lane(clue.position)
        keep = kinds(values) == KIND_OF.get(clue.move, PLAIN)
        if clue.place is not None:
            keep &= places(values) == self.atlas.ids[clue.place]
        return self.mask(keep)
