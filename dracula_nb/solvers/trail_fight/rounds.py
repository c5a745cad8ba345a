"""One round for many positions at once: what a choice is worth now, whether the fight goes on, and from where."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import product

import numpy as np

from dracula_nb.games.fury_trail.fight import Fight, FightRules
from dracula_nb.games.fury_trail.fight_state import ROUNDS
from dracula_nb.games.fury_trail.fight_tables import DRACULA_CARDS
from dracula_nb.solvers.trail_fight.decks import KINDS, View
from dracula_nb.solvers.trail_fight.effects import Choices, Effect, Faced, choices
from dracula_nb.solvers.trail_fight.positions import (
    OUT,
    Bools,
    Decks,
    Floats,
    Hands,
    Ints,
    Positions,
    Scale,
    deck_rounds,
)
from dracula_nb.solvers.trail_fight.utilities import Utility


@dataclass(frozen=True)
class Model:
    """A fight made ready to be solved."""

    fight: Fight
    rules: FightRules
    utility: Utility
    view: View

    @cached_property
    def hands(self) -> tuple[Hands, ...]:
        """The hands of each hunter."""
        return tuple(Hands.of(fighter, ROUNDS - self.fight.round + 1) for fighter in self.fight.hunters)

    @cached_property
    def decks(self) -> tuple[Decks, ...]:
        """The decks of each round, from the fight's own on."""
        return deck_rounds(self.view, self.fight)

    def deck(self, round_: int) -> Decks:
        """The decks of a round."""
        return self.decks[round_ - self.fight.round]

    def scale(self, round_: int) -> Scale:
        """The numbering of a round's positions."""
        return Scale.of(round_, len(self.deck(round_).decks), self.fight, self.hands)

    def start(self) -> Positions:
        """The position that the fight starts from."""
        hunters = self.fight.hunters
        return Positions(
            np.array([0]),
            np.array([self.fight.health]),
            np.ones((1, len(hunters)), dtype=np.int64),
            np.array([[fighter.health for fighter in hunters]]),
            np.array([[fighter.bites_carried - fighter.bites for fighter in hunters]]),
        )

    def number(self, fight: Fight, *, searched: bool) -> int:
        """The number of a later position of this fight; ValueError where there is none."""
        deck = self.view.start(fight)
        if searched and self.view.sight == "hidden":
            deck = replace(deck, free=True)
        inside = {fighter.name: fighter for fighter in fight.hunters}
        fighters = [inside.get(fighter.name) for fighter in self.fight.hunters]
        hand = [
            OUT if fighter is None else hands.held.index((fighter.cards, fighter.blocked))
            for hands, fighter in zip(self.hands, fighters, strict=True)
        ]
        own = [0 if fighter is None else fighter.health for fighter in fighters]
        spare = [0 if fighter is None else fighter.bites_carried - fighter.bites for fighter in fighters]
        at = self.deck(fight.round).decks.index(deck)
        position = Positions(*(np.array(part) for part in ([at], [fight.health], [hand], [own], [spare])))
        return int(self.scale(fight.round).number(position)[0])


@dataclass(frozen=True)
class Group:
    """The positions of a round in which the same hunters are in the fight."""

    model: Model
    round: int
    inside: tuple[int, ...]
    positions: Positions

    @cached_property
    def columns(self) -> tuple[tuple[int, int], ...]:
        """(kind, target) of Dracula, the target by his place among those who are in it."""
        return tuple(product(range(KINDS), range(len(self.inside))))

    @cached_property
    def rows(self) -> tuple[tuple[int, ...], ...]:
        """One card of each hunter who is in it, by place among his kinds."""
        return tuple(product(*(range(len(self.model.hands[j].kinds)) for j in self.inside)))

    @cached_property
    def row_open(self) -> Bools:
        """``[position, row]``: whether all these cards can be played."""
        able = [self.model.hands[j].can[self.positions.hand[:, j]] for j in self.inside]
        open_: Bools = able[0]
        for can in able[1:]:  # the last hunter's card changes fastest, as in `rows`
            open_ = (open_[:, :, None] & can[:, None, :]).reshape(len(can), -1)
        return open_

    @cached_property
    def kind_open(self) -> Bools:
        """``[position, kind]``: whether Dracula can be able to choose it."""
        return self.model.deck(self.round).open[self.positions.deck]

    @property
    def faceup(self) -> Bools:
        """Whether a Plotting lies there that can be turned down."""
        faceup: Bools = self.model.deck(self.round).plottings[self.positions.deck] > 0
        return faceup

    def choices(self, row: tuple[int, ...], column: tuple[int, int]) -> Choices:
        """What the game's rules say to a row and a column."""
        cards = tuple(self.model.hands[j].kinds[a] for j, a in zip(self.inside, row, strict=True))
        faced = Faced(DRACULA_CARDS[column[0]], cards, column[1])
        return choices(faced, self.model.fight.time, self.model.rules)

    def part(self, which: Ints | Bools) -> Group:
        """Some of its positions."""
        return Group(self.model, self.round, self.inside, self.positions.part(which))


@dataclass(frozen=True)
class Step:
    """What a choice does in each position.

    `points` won at once; `on`, whether the fight goes on, and then `decks` and `chances` (position, which) of Dracula's
    cards, or `chosen` by him, and `after`, the rest of the position. `dracula_loss`, `hunter_loss` (the target's),
    `bitten` and `falls` (the target) are for the outcomes.
    """

    points: Floats
    on: Bools
    decks: Ints
    chances: Floats
    chosen: bool
    after: Positions
    dracula_loss: Ints
    hunter_loss: Ints
    bitten: bool
    falls: Bools


def step(group: Group, row: tuple[int, ...], kind: int, effect: Effect) -> Step:
    """What one choice of all does in each position of a group."""
    model, here = group.model, group.positions
    target = group.inside[effect.target]
    struck, bitten = effect.losses[effect.target], effect.bitten[effect.target]
    falls, dracula_loss, hunter_loss = _losses(here, target, effect)
    health = here.health - dracula_loss
    after = _after(group, row, effect, falls)
    if effect.over or group.round == ROUNDS:
        on = np.zeros(len(here), dtype=np.bool_)
    else:
        on = health > 0
        if struck or bitten or any(effect.gone):
            on &= (after.hand != OUT).any(axis=1)
    utility = model.utility
    points = (utility.dracula_loss * dracula_loss).astype(np.float64) - utility.bite * bitten
    if struck:
        points -= utility.hunter_loss * hunter_loss
    if struck or bitten:
        points -= utility.hunter_defeated * falls
    if utility.dracula_defeated:
        points += utility.dracula_defeated * (health == 0)
    decks = model.deck(group.round)
    way = (int(effect.searches), int(effect.turned), slice(None), kind)
    return Step(
        points,
        on,
        decks.next[way][here.deck],
        decks.chance[way][here.deck],
        effect.searches and model.view.sight == "known",
        replace(after, health=health),
        dracula_loss,
        hunter_loss,
        bitten,
        falls,
    )


def _losses(here: Positions, target: int, effect: Effect) -> tuple[Bools, Ints, Ints]:
    """Whether the target falls, and what Dracula and the target lose."""
    struck, bitten = effect.losses[effect.target], effect.bitten[effect.target]
    falls, hunter_loss = np.zeros(len(here), dtype=np.bool_), np.zeros(len(here), dtype=np.int64)
    wanted: Ints | int = effect.dracula_loss
    if struck:
        own = here.own[:, target]
        falls, hunter_loss = own <= struck, np.minimum(own, struck)
        if effect.late_loss != effect.dracula_loss:
            wanted = np.where(falls, effect.late_loss, effect.dracula_loss)
    if bitten:
        falls = falls | (here.spare[:, target] == 0)
    return falls, np.minimum(here.health, wanted), hunter_loss


def _after(group: Group, row: tuple[int, ...], effect: Effect, falls: Bools) -> Positions:
    """The hunters after a choice; of who is out, nothing counts. Dracula's side is as before."""
    here = group.positions
    hand, own, spare = here.hand.copy(), here.own, here.spare
    struck, bitten = effect.losses[effect.target], effect.bitten[effect.target]
    if struck or bitten or any(effect.gone):
        own, spare = own.copy(), spare.copy()
    for at, (j, card) in enumerate(zip(group.inside, row, strict=True)):
        hand[:, j] = group.model.hands[j].next[hand[:, j], card, int(effect.discarded[at])]
        if effect.gone[at]:
            hand[:, j] = own[:, j] = spare[:, j] = OUT
        elif at == effect.target and (struck or bitten):
            own[:, j] -= np.minimum(own[:, j], struck)
            spare[:, j] = np.maximum(spare[:, j] - bitten, 0)
            hand[falls, j] = own[falls, j] = spare[falls, j] = OUT
    return Positions(here.deck, here.health, hand, own, spare)


def numbers(taken: Step, scale: Scale) -> Iterator[Ints]:
    """The numbers of the positions that follow, one array for each card that Dracula may get."""
    rest = scale.number(Positions(np.zeros_like(taken.after.deck), *_but_deck(taken.after)))
    for which in range(taken.decks.shape[1]):
        yield taken.decks[:, which] * scale.steps[0] + rest


def _but_deck(positions: Positions) -> tuple[Ints, Ints, Ints, Ints]:
    return positions.health, positions.hand, positions.own, positions.spare


Later = Callable[[Step], Floats]
"""What the fight is worth from where a choice leads, in each position in which it goes on (elsewhere anything)."""


def entry(group: Group, row: tuple[int, ...], column: tuple[int, int], later: Later) -> Floats:
    """The payoff of a row and a column in each position, whatever is decided after the reveal decided best."""
    return _best(branches(group, row, column, later))


def _best(found: Sequence[Branch]) -> Floats:
    if len(found) == 1:
        return found[0].value
    best: Floats = np.stack([np.where(branch.here, branch.value, 0.0) for branch in found]).sum(axis=0)
    return best


@dataclass(frozen=True)
class Branch:
    """What is decided after the reveal in the positions `here`: the step taken, and its value in each position."""

    here: Bools
    taken: Step
    effect: Effect
    value: Floats


def branches(group: Group, row: tuple[int, ...], column: tuple[int, int], later: Later) -> list[Branch]:
    """The ways in which a row and a column go on, each position in one of them.

    Dracula may turn down a Plotting that lies faceup, then the hunters choose whom a Circle takes out.
    """
    whole = np.ones(len(group.positions), dtype=np.bool_)
    plain, *turned = [_circles(group, row, column[0], (effects, later)) for effects in group.choices(row, column)]
    if not turned:
        return plain
    down = group.faceup & (_best(turned[0]) < _best(plain))
    kept = [_only(branch, whole & ~down) for branch in plain]
    return kept + [_only(branch, down) for branch in turned[0]]


def _only(branch: Branch, here: Bools) -> Branch:
    return Branch(branch.here & here, branch.taken, branch.effect, branch.value)


def _circles(group: Group, row: tuple[int, ...], kind: int, what: tuple[tuple[Effect, ...], Later]) -> list[Branch]:
    effects, later = what
    steps = [step(group, row, kind, effect) for effect in effects]
    values = [taken.points + np.where(taken.on, later(taken), 0.0) for taken in steps]
    if len(steps) == 1:
        return [Branch(np.ones(len(group.positions), dtype=np.bool_), steps[0], effects[0], values[0])]
    best = np.stack(values).argmax(axis=0)
    return [
        Branch(best == at, taken, effect, value)
        for at, (taken, effect, value) in enumerate(zip(steps, effects, values, strict=True))
    ]


def groups(model: Model, round_: int, positions: Positions) -> tuple[tuple[Ints, Group], ...]:
    """Positions by who is in the fight, each group with the places of its positions."""
    inside = positions.hand != OUT
    code = inside @ (1 << np.arange(inside.shape[1]))
    found = []
    for which in np.unique(code):
        at = np.flatnonzero(code == which)
        names = tuple(j for j in range(inside.shape[1]) if int(which) >> j & 1)
        found.append((at, Group(model, round_, names, positions.part(at))))
    return tuple(found)
