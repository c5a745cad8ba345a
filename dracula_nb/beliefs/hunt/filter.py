"""The exact filter of hunt: the weighted set of trail windows that agree with every clue so far.

Each clue is a mask; each move of Dracula drops the oldest lane, merges, expands and merges. The set holds every
window that the rules allow, whatever weight the model gives it, so `possible` never depends on the model.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

import numpy as np

from dracula_nb.beliefs.hunt.clues import CITY, SEA, Clue, DraculaTurn, HunterTurn, Seen
from dracula_nb.beliefs.hunt.table import Table, after_dracula, after_hunter, after_seen, empty_table, placed_with
from dracula_nb.beliefs.hunt.windows import (
    BACK,
    HIDE,
    HIDE_MOVE,
    LANE,
    PLAIN,
    TELEPORT,
    TELEPORT_MOVE,
    Atlas,
    Bools,
    Floats,
    Keys,
    Moves,
    extend,
    kinds,
    lane,
    lays,
    legal_moves,
    live,
    merge,
    nothing_met,
    places,
    sort_and_merge,
)
from dracula_nb.beliefs.models import Context, Model
from dracula_nb.games.hunt.rulebook import Rules
from dracula_nb.games.hunt.turns import DRACULA, TRAP, VAMPIRE
from dracula_nb.trail.window import HIDE as HIDE_TEXT
from dracula_nb.trail.window import TELEPORT as TELEPORT_TEXT
from dracula_nb.trail.window import steps_back


@dataclass
class HuntFilter:
    """The filter of one case: `heard` takes the clues of one turn at a time, in order.

    `keys` are the possible windows, sorted; `weights`, shape (windows, members), sum to one over all.
    """

    atlas: Atlas
    rules: Rules
    model: Model
    keys: Keys = field(default_factory=lambda: np.zeros(1, dtype=np.uint64))
    weights: Floats = field(default_factory=lambda: np.ones((1, 1)))
    log_evidence: float = 0.0
    member_evidence: Floats = field(default_factory=lambda: np.zeros(1))
    table: Table = field(init=False)

    def __post_init__(self) -> None:
        members = len(self.model.members)
        self.weights = np.full((1, members), 1.0 / members)
        self.member_evidence = np.zeros(members)
        self.table = empty_table(self.atlas.book, self.rules)

    @property
    def lanes(self) -> int:
        """How many moves a window holds."""
        return self.atlas.book.constants.trail_length

    @property
    def round(self) -> int:
        """The round of the coming turn."""
        return self.table.plays // (len(self.rules.hunters) + 1)

    def mask(self, keep: Bools) -> bool:
        """Keep some windows and count the loss as evidence; False, changing nothing, if none would stay."""
        if keep.all():
            return True
        if not keep.any():
            return False
        self.keys, self.weights = self.keys[keep], self.weights[keep]
        self._normalise()
        return True

    def _normalise(self) -> None:
        by_member = self.weights.sum(axis=0)
        total = float(by_member.sum())
        if total <= 0.0:  # the model held what happened for impossible: start again from the rules alone
            self.weights = np.full(self.weights.shape, 1.0 / self.weights.size)
            self.log_evidence, total = -np.inf, 1.0
            return
        with np.errstate(divide="ignore"):
            self.log_evidence += float(np.log(total))
            self.weights = self.weights / total
            self.member_evidence = np.log(by_member / total * len(by_member)) + self.log_evidence

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

    def heard(self, clues: list[Clue], *, still_open: bool = False) -> Iterator[bool]:
        """Take the clues of one turn: the turn itself, then what was seen after it.

        Yields for each clue whether it can be true; after a False nothing more is taken. `still_open` says that
        more of what was seen may yet be told: that something is missing is then no contradiction.
        """
        turn, seen = clues[0], [clue for clue in clues[1:] if isinstance(clue, Seen)]
        positions = {clue.position for clue in seen}
        if isinstance(turn, HunterTurn):
            good = self._hunter(turn, positions, still_open)
        else:
            good = isinstance(turn, DraculaTurn) and self._dracula(turn, positions)
        yield good
        for clue in seen:
            if not good:
                return
            good = self._seen(clue)
            yield good

    # A hunter's turn

    def _hunter(self, turn: HunterTurn, seen: set[int], still_open: bool) -> bool:
        met = self._met(turn, self.table.life[self.rules.hunters.index(turn.seat)])
        if met is None or not self.mask(met):
            return False
        self._clear(turn)
        self.table = after_hunter(self.atlas.book, self.rules, self.table, turn)
        return self._not_visited(turn, seen) or still_open

    def _met(self, turn: HunterTurn, life: int) -> Bools | None:
        """Windows in which the hunter meets just what he met; None where no window could.

        Rules HU-ENC-04 to HU-ENC-07.
        """
        book, words, place = self.atlas.book, turn.words, self.atlas.ids[turn.place]
        if self.atlas.sea[place]:
            return None if words else np.ones(len(self.keys), dtype=bool)
        if not words:
            return nothing_met(self.keys, place, self.lanes)
        there = self._there(place)
        lying = there & (self._all_lanes() & np.uint64(1) != 0)
        vampires = np.array([self._laid_at(position) == VAMPIRE for position in range(1, self.lanes + 1)])
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

    def _there(self, place: int) -> Bools:
        """Which moves led to a place, shape (lanes, windows), newest first."""
        return np.asarray((self._all_lanes() >> np.uint64(3)) & np.uint64(127) == np.uint64(place), dtype=np.bool_)

    def _clear(self, turn: HunterTurn) -> None:
        """Take the encounters that were met off the windows, oldest trap first."""
        if TRAP not in turn.words and VAMPIRE not in turn.words:
            return
        place, left = self.atlas.ids[turn.place], np.full(len(self.keys), turn.words.count(TRAP))
        for position in range(self.lanes, 0, -1):
            values = self.lane(position)
            there = (places(values) == place) & live(values)
            if self._laid_at(position) == VAMPIRE:
                there &= VAMPIRE in turn.words
            else:
                there &= left > 0
                left -= there
            bit = np.uint64(1 << (LANE * (self.lanes - position)))
            self.keys = np.where(there, self.keys & ~bit, self.keys)
        self.keys, self.weights = sort_and_merge(self.keys, self.weights)

    def _laid_at(self, position: int) -> str:
        """What was laid by the move at `position`, asked in a hunter's turn. Rule HU-ENC-03."""
        return self._kind(self.round - position)

    def _kind(self, round_: int) -> str:
        return VAMPIRE if round_ % self.atlas.book.constants.vampire_every == 0 else TRAP

    def _not_visited(self, turn: HunterTurn, seen: set[int]) -> bool:
        """Drop windows in which the hunter would have seen more than he did. Rule HU-SEE-04.

        An encounter lives at each move of which the place is not public, so who met nothing saw nothing.
        """
        if not turn.words:
            return True
        public = placed_with(self.table, seen)
        dark = [at for at, placed in enumerate(public) if not placed and at + 1 not in seen]
        more = self._there(self.atlas.ids[turn.place])[dark].any(axis=0)
        return self.mask(np.asarray(~more, dtype=np.bool_))

    # Dracula's turn

    def _dracula(self, turn: DraculaTurn, seen: set[int]) -> bool:
        oldest = self.lane(self.lanes)
        leaves = live(oldest)
        if not self.mask(leaves == bool(turn.gone)):
            return False
        length = self.atlas.book.constants.trail_length
        kind = self._kind(self.round - length)
        if (turn.gone and turn.gone.partition(" ")[0] != kind) or (turn.laid and turn.laid != self._kind(self.round)):
            return False
        if not self._expand(turn):
            return False
        self.table = after_dracula(self.atlas.book, self.rules, self.table, turn)
        trail = self.table.trail
        if len(trail) < length or trail[-1].known or length in seen:
            return True
        return self.mask(kinds(self.lane(length)) != HIDE)

    def _expand(self, turn: DraculaTurn) -> bool:
        """Every window by every legal move that can look as the hunters saw it, weighed by the model."""
        lanes = self.lanes - 1
        if not self.table.trail:
            kept, weights, moves = np.zeros(1, dtype=np.uint64), self.weights, self.atlas.starts
        else:
            kept, weights = merge(self.keys >> np.uint64(LANE), self.weights)
            moves = legal_moves(self.atlas, kept, lanes)
        liking = self._liking(kept, moves, lanes)
        totals = [np.bincount(moves.row, weights=column, minlength=len(kept)) for column in liking.T]
        laid = lays(self.atlas, kept, moves, lanes)
        fits = self._looks(turn, moves) & (laid == bool(turn.laid))
        if not fits.any():
            return False
        moves = moves.where(fits)
        weights = (weights / np.stack(totals, axis=1))[moves.row] * liking[fits]
        self.keys, self.weights = sort_and_merge(extend(kept, moves, laid[fits], lanes), weights)
        self._normalise()
        return True

    def _liking(self, kept: Keys, moves: Moves, lanes: int) -> Floats:
        """The model's weight of each move, shape (moves, members)."""
        hunters = tuple(self.atlas.ids[place] for place in self.table.places if place is not None)
        return self.model(moves, Context(self.atlas, hunters, self.here(), places(lane(kept, 1, lanes))))

    def _looks(self, turn: DraculaTurn, moves: Moves) -> Bools:
        """Which moves the hunters would have seen as `turn.shown`. Rules HU-SEE-01 to HU-SEE-03."""
        shown, atlas = turn.shown, self.atlas
        plain: Bools = moves.move == 0
        if shown == SEA:
            looks = plain & atlas.sea[moves.goal]
        elif shown == CITY:
            open_places = [atlas.ids[p] for p in self.table.places if p is not None and p not in atlas.book.seas]
            secret = ~atlas.sea
            secret[[atlas.castle, *open_places]] = False
            looks = (plain | (moves.move == HIDE_MOVE)) & secret[moves.goal]
        elif shown == HIDE_TEXT:
            looks = moves.move == HIDE_MOVE
        elif shown == TELEPORT_TEXT:
            looks = moves.move == TELEPORT_MOVE
        elif steps_back(shown):
            looks = moves.move == steps_back(shown)
        else:
            looks = plain & (moves.goal == atlas.ids[shown])
        return np.asarray(looks, dtype=np.bool_)

    # What was seen

    def _seen(self, clue: Seen) -> bool:
        """Keep the windows whose move at the position is the one seen."""
        if clue.position > len(self.table.trail):
            return False
        shown = self.table.trail[clue.position - 1].move
        if shown not in ("?", clue.move):
            return False
        values = self.lane(clue.position)
        special = {HIDE_TEXT: HIDE, TELEPORT_TEXT: TELEPORT}
        kind = special.get(clue.move, BACK if steps_back(clue.move) else PLAIN)
        keep = kinds(values) == kind
        if clue.place is not None:
            keep &= places(values) == self.atlas.ids[clue.place]
        if not self.mask(keep):
            return False
        self.table = after_seen(self.table, clue)
        return True
