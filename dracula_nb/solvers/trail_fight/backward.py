"""Backward induction: which positions can come, then what they are worth, the last round first."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial

import numpy as np

from dracula_nb.games.fury_trail.fight_state import ROUNDS
from dracula_nb.games.fury_trail.fight_tables import DRACULA_CARDS
from dracula_nb.solvers.trail_fight.positions import MOST_DRACULA, Floats, Ints, Positions
from dracula_nb.solvers.trail_fight.rounds import Group, Model, Step, entry, groups, numbers, step
from dracula_nb.solvers.trail_fight.stage import Mixes, Stage, solve_certain, solve_hidden

MOST_NUMBERS = 1 << 22
"""Numbers of positions up to which a table has a value for each; beyond it positions are looked up."""
CHUNK = 1 << 16
"""Positions that are solved together: more would take too much room where there are two hunters."""
MOST_MARKS = 1 << 25
"""The same for marks, which take an eighth of the room."""


@dataclass(frozen=True)
class Habit:
    """Cards that a side plays first whenever it can, in this order; after these it plays as well as it can."""

    dracula: tuple[str, ...] = ()
    hunters: tuple[str, ...] = ()


@dataclass(frozen=True)
class Solved:
    """A group of positions solved: `places` of its positions in the round, the group, and the mixes."""

    places: Ints
    group: Group
    mixes: Mixes


@dataclass(frozen=True)
class Round:
    """The positions of a round that can come: their sorted `numbers`, what they are worth, how they are played."""

    numbers: Ints
    value: Floats
    solved: tuple[Solved, ...]

    def after(self, size: int) -> After:
        """What they are worth, by number; `size` is how many numbers there are."""
        return After.of(self.numbers, self.value, size)


@dataclass(frozen=True)
class Table:
    """A fight worked out, round by round; if not `whole`, later rounds are only bounded."""

    model: Model
    rounds: tuple[Round, ...]
    whole: bool

    def round(self, round_: int) -> Round:
        """A round's positions."""
        return self.rounds[round_ - self.model.fight.round]


@dataclass(frozen=True)
class Reached:
    """The numbers of the positions that can come, round by round, and whether no further rounds can."""

    layers: tuple[Ints, ...]
    whole: bool


def reach(model: Model, start: Positions, work: int) -> Reached:
    """Find the positions that can come from some positions.

    Where all rounds together have more than `work` payoffs, the later rounds are left out.
    """
    first = model.fight.round
    layers = [np.unique(model.scale(first).number(start))]
    for round_ in range(first, ROUNDS + 1):
        here = groups(model, round_, model.scale(round_).positions(layers[-1]))
        work -= sum(len(at) * len(group.rows) * len(group.columns) for at, group in here)
        if work < 0 and len(layers) > 1:
            return Reached(tuple(layers[:-1]), False)
        found = _coming(here, model.scale(round_ + 1).size) if round_ < ROUNDS else np.zeros(0, dtype=np.int64)
        if not len(found):
            break
        layers.append(found)
    return Reached(tuple(layers), True)


def _coming(here: tuple[tuple[Ints, Group], ...], size: int) -> Ints:
    """The numbers that follow, sorted."""
    parts = (number for _, group in here for number in _following(group))
    if size > MOST_MARKS:
        whole = np.zeros(0, dtype=np.int64)
        for number in parts:
            whole = np.union1d(whole, number)
        return whole
    marked = np.zeros(size, dtype=np.bool_)
    for number in parts:
        marked[number] = True
    return np.flatnonzero(marked)


def _following(group: Group) -> Iterator[Ints]:
    scale = group.model.scale(group.round + 1)
    for at, row in enumerate(group.rows):
        which = np.flatnonzero(group.row_open[:, at])
        part = group.part(which)
        for column in group.columns:
            open_ = group.kind_open[which, column[0]]
            if not open_.any():
                continue
            for by_dracula in group.choices(row, column):
                for effect in by_dracula:
                    if effect.over:
                        continue
                    taken = step(part, row, column[0], effect)
                    some = taken.on & (open_ & part.faceup if effect.turned else open_)
                    for at_card, number in enumerate(numbers(taken, scale)):
                        yield number[some & (taken.chances[:, at_card] > 0)]


@dataclass(frozen=True)
class After:
    """What the next round's positions are worth, found by number: `dense` has a place for each, if there are few."""

    numbers: Ints
    value: Floats
    dense: Floats | None

    @staticmethod
    def of(numbers: Ints, value: Floats, size: int) -> After:
        """The values of a round's positions."""
        if size > MOST_NUMBERS:
            return After(numbers, value, None)
        dense = np.zeros(size)
        dense[numbers] = value
        return After(numbers, value, dense)

    def at(self, number: Ints) -> Floats:
        """The values of numbers; anything for a number that cannot come."""
        if self.dense is not None:
            found: Floats = self.dense[number]
            return found
        places = np.searchsorted(self.numbers, number)
        value: Floats = self.value[np.minimum(places, len(self.value) - 1)]
        return value


def solve_table(model: Model, reached: Reached, habit: Habit | None = None, *, upper: bool = False) -> Table:
    """Work out every position that can come.

    Parameters
    ----------
    reached
        The positions that can come (`reach`).
    upper
        Where not all rounds are worked out: whether what comes after them counts at its most, or at its least.

    Returns
    -------
    The table, of as many rounds as were reached.
    """
    last = model.fight.round + len(reached.layers) - 1
    after: After | None = None
    rounds: list[Round] = []
    for round_ in range(last, model.fight.round - 1, -1):
        solved = _solve_round(
            model, round_, reached.layers[round_ - model.fight.round], after, (habit or Habit(), upper)
        )
        rounds.append(solved)
        if round_ > model.fight.round:
            after = solved.after(model.scale(round_).size)
    return Table(model, tuple(reversed(rounds)), reached.whole)


def _solve_round(model: Model, round_: int, here: Ints, after: After | None, how: tuple[Habit, bool]) -> Round:
    habit, upper = how
    value = np.empty(len(here))
    done = []
    for places, group in groups(model, round_, model.scale(round_).positions(here)):
        mixes = _solve_group(group, after, habit, upper)
        value[places] = mixes.value
        done.append(Solved(places, group, mixes))
    return Round(here, value, tuple(done))


def later(group: Group, taken: Step, *, after: After | None, upper: bool = False) -> Floats:
    """What a fight is worth that goes on, by the table of the next round, or by the bound where there is none."""
    if after is None:
        return bound(group.model, group.round + 1, taken.after, upper)
    if not taken.on.any():
        return np.zeros(len(taken.on))
    scale = group.model.scale(group.round + 1)
    values = [after.at(number) for number in numbers(taken, scale)]
    if len(values) == 1:
        return values[0]
    table = np.where(taken.chances > 0, np.stack(values, axis=1), np.inf if taken.chosen else 0.0)
    worth: Floats = table.min(axis=1) if taken.chosen else (table * taken.chances).sum(axis=1)
    return worth


def bound(model: Model, round_: int, after: Positions, upper: bool) -> Floats:
    """The least, or the most, that rounds which are not worked out can come to.

    At least nothing, since hunters can escape for nothing, or all they have, where one of them holds no Escape; at most
    all that their cards could cost Dracula.
    """
    utility, inside = model.utility, after.hand > 0
    if upper:
        left = (ROUNDS - round_ + 1) * MOST_DRACULA * inside.sum(axis=1)
        most = utility.dracula_loss * np.minimum(after.health, left) + utility.dracula_defeated * (left >= after.health)
        return np.asarray(most, dtype=np.float64)
    if all("Escape" in hands.kinds for hands in model.hands):
        return np.zeros(len(after))
    each = utility.hunter_loss * after.own + utility.bite * (after.spare + 1) + utility.hunter_defeated
    return np.asarray(-(each * inside).sum(axis=1), dtype=np.float64)


def stage_of(group: Group, after: After | None, habit: Habit, upper: bool = False) -> Stage:
    """The stage games of a group of positions."""
    # positions last: every entry is written, and read by the solver, in one go
    payoff = np.zeros((len(group.rows), len(group.columns), len(group.positions)))
    for at, row in enumerate(group.rows):
        which = np.flatnonzero(group.row_open[:, at])
        part = group.part(which)
        worth = partial(later, part, after=after, upper=upper)
        for to, column in enumerate(group.columns):
            # where the kind is not open the entry means nothing, and nothing looks at it
            if len(which) and group.kind_open[:, column[0]].any():
                payoff[at, to, which] = entry(part, row, column, worth)
    return Stage(
        payoff.reshape(len(group.rows), -1, len(group.inside), len(group.positions)).transpose(3, 0, 1, 2),
        kept_to(group, habit.hunters),
        group.kind_open,
        group.positions.deck,
        group.model.deck(group.round).within,
        tuple(DRACULA_CARDS.index(card) for card in habit.dracula),
    )


def _solve_group(group: Group, after: After | None, habit: Habit, upper: bool) -> Mixes:
    chunks = np.split(np.arange(len(group.positions)), range(CHUNK, len(group.positions), CHUNK))
    found = [_solve_stage(group.part(at), stage_of(group.part(at), after, habit, upper)) for at in chunks]
    return Mixes(*(np.concatenate([getattr(mixes, name) for mixes in found]) for name in ("value", "row", "column")))


def _solve_stage(group: Group, stage: Stage) -> Mixes:
    games, rows, kinds, targets = stage.payoff.shape
    mixes = Mixes(np.empty(games), np.empty((games, rows)), np.empty((games, kinds * targets)))
    certain = group.model.deck(group.round).certain[group.positions.deck]
    for those, solver in ((certain, solve_certain), (~certain, solve_hidden)):
        if those.all():
            return solver(stage)
        if those.any():
            found = solver(stage.part(those))
            mixes.value[those], mixes.row[those], mixes.column[those] = found.value, found.row, found.column
    return mixes


def kept_to(group: Group, first: tuple[str, ...]) -> np.ndarray:
    """The open rows; where a habit's card can be played by a hunter, only those in which he does."""
    open_ = group.row_open.copy()
    for at, j in enumerate(group.inside):
        kinds = group.model.hands[j].kinds
        can = group.model.hands[j].can[group.positions.hand[:, j]]
        settled = np.zeros(len(open_), dtype=np.bool_)
        for card in first:
            if card not in kinds:
                continue
            kind = kinds.index(card)
            now = ~settled & can[:, kind]
            others = np.array([row[at] != kind for row in group.rows])
            open_[np.ix_(np.flatnonzero(now), np.flatnonzero(others))] = False
            settled |= now
    return open_
