"""`solve`, and the answer that it gives."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from dracula_nb.core.errors import SolverError
from dracula_nb.games.fury_trail.fight import DEFAULT, SEED_ONLY, Fight, FightRules
from dracula_nb.games.fury_trail.fight_state import HAND, ROUNDS
from dracula_nb.games.fury_trail.fight_tables import DRACULA_CARDS, HUNTER_CARDS, read_fight_tables
from dracula_nb.solvers.trail_fight.backward import Habit, Reached, Table, reach, solve_table, stage_of
from dracula_nb.solvers.trail_fight.decks import VIEWS, View
from dracula_nb.solvers.trail_fight.dice import Recipe, recipe
from dracula_nb.solvers.trail_fight.exact import ExactOdds, solve_exact
from dracula_nb.solvers.trail_fight.outcomes import Ending, endings
from dracula_nb.solvers.trail_fight.rounds import Group, Model
from dracula_nb.solvers.trail_fight.utilities import Utility, utility_named

WORK = 60_000_000
"""Payoffs of a fight that is worked out to its end: enough for two hunters with an item each, up to a minute."""
SURE = 1e-12
"""A chance nearer to 0 or 1 than this is rounding; only sums of exact zeros count as impossible."""


@dataclass(frozen=True)
class Setting:
    """How a fight is looked at.

    Attributes
    ----------
    utility
        A name of `UTILITIES`, or one's own `Utility`.
    rules
        Options of the fight; `SEED_ONLY` is the rule text alone.
    sight
        What the hunters see of Dracula's hand: ``hidden``, ``known`` (the fight's `hand`, and each draw, seen by both)
        or ``any`` (he can play any card not shown: a value that the hunters are sure of). See `decks`.
    work
        Payoffs beyond which only the first rounds are worked out, and `Odds.lower` and `Odds.upper` differ.
    """

    utility: str | Utility = "weighted"
    rules: FightRules = DEFAULT
    sight: str = "hidden"
    work: int = WORK


def solve(fight: Fight, setting: Setting | None = None) -> Odds:
    """Work out a fight for both sides.

    Parameters
    ----------
    fight
        From its first round, or from the midst of it; one hunter or several.
    setting
        The utility, the options, what the hunters see.

    Returns
    -------
    Value in points of the utility, mixes, outcomes; computed in floats to about 1e-9, in fractions by `Odds.exact`.

    Raises
    ------
    SolverError
        The fight is over, a hunter is defeated already, a card is unknown or more often there than in the box, or the
        setting has a word that is unknown.

    Examples
    --------
    A hunter with bare hands does best to leave at once:

    >>> from dracula_nb.games.fury_trail.fight import Fighter, hunter_hand
    >>> bare = Fight("day", 15, (Fighter("seward", 9, 0, 1, hunter_hand([])),))
    >>> odds = solve(bare)
    >>> odds.value, odds.row, odds.outcomes
    (0.0, {'Escape': 1.0}, {'hunters escape': 1.0})
    """
    asked = setting or Setting()
    _check(fight, asked)
    view = View(asked.sight, asked.rules, fight.despair)
    return Odds(Model(fight, asked.rules, utility_named(asked.utility), view), asked)


def _check(fight: Fight, setting: Setting) -> None:
    if setting.sight not in VIEWS:
        raise SolverError(f"sight {setting.sight!r}: expected {', '.join(VIEWS)}")
    if setting.sight == "known" and len(fight.hand) != HAND:
        raise SolverError(f"a known hand of {len(fight.hand)} cards: expected {HAND}")
    if fight.over or not fight.hunters or not 1 <= fight.round <= ROUNDS:
        raise SolverError("a fight that is over, or without hunters: expected one that goes on")
    if fight.health < 1:
        raise SolverError(f"Dracula's health {fight.health}: expected at least 1")
    for fighter in fight.hunters:
        if fighter.defeated or fighter.bites < 0:
            raise SolverError(
                f"{fighter.name}, health {fighter.health}, bites {fighter.bites} of {fighter.bites_carried} that can "
                "be carried: expected a hunter who is not defeated yet"
            )
    _check_cards(fight)


def _check_cards(fight: Fight) -> None:
    cards = read_fight_tables().cards
    held = [card for fighter in fight.hunters for card in fighter.cards]
    for card in dict.fromkeys(held):
        if card not in HUNTER_CARDS:
            raise SolverError(f"card {card[:40]!r}: expected {', '.join(HUNTER_CARDS)}")
        basic = cards[card].kind == "basic"
        most = cards[card].count
        count = max(f.cards.count(card) for f in fight.hunters) if basic else held.count(card)
        if count > most:
            where = "a hunter has" if basic else "the box has"
            raise SolverError(f"{card} {count} times: expected at most {most}, as {where}")
    shown = (*fight.hand, *fight.table)
    for card in dict.fromkeys(shown):
        if card not in DRACULA_CARDS or shown.count(card) > cards[card].count:
            raise SolverError(f"Dracula's {card[:40]!r}, {shown.count(card)} times: expected cards of his deck of 13")


NO_HABIT = Habit()


@dataclass(frozen=True)
class Odds:
    """A fight worked out: what it is worth and how it is played and ends.

    Attributes
    ----------
    model, setting
        What was asked.
    habit
        Cards that a side plays first whenever it can; the other side knows that, and plays its best against it.
    """

    model: Model
    setting: Setting
    habit: Habit = NO_HABIT

    @cached_property
    def table(self) -> Table:
        """All positions that can come, worked out; what is not worked out counts at its least."""
        return solve_table(self.model, self._reached, self.habit)

    @cached_property
    def _reached(self) -> Reached:
        return reach(self.model, self.model.start(), self.setting.work)

    @property
    def whole(self) -> bool:
        """Whether every round was worked out."""
        return self.table.whole

    @property
    def _base(self) -> int:
        return self.model.utility.base * len(self.model.fight.hunters)

    @property
    def lower(self) -> float:
        """The value, or a bound that it is not below."""
        if self.habit.hunters and not self.whole:
            raise SolverError("a habit of the hunters is worked out for whole fights only; expected more work")
        return float(self.table.rounds[0].value[0]) + self._base

    @cached_property
    def upper(self) -> float:
        """The value, or a bound that it is not above."""
        if self.whole:
            return self.lower
        return float(solve_table(self.model, self._reached, self.habit, upper=True).rounds[0].value[0]) + self._base

    @property
    def value(self) -> float:
        """Points of the hunters where both sides play well.

        Raises
        ------
        SolverError
            Not all rounds were worked out: see `lower` and `upper`.
        """
        if not self.whole:
            raise SolverError(
                "the fight was not worked out to its end; expected a question for its bounds, or more work"
            )
        return self.lower

    @property
    def row(self) -> dict[str, float]:
        """How the hunters choose first: each choice with its chance, likeliest first; several cards as ``A + B``."""
        return self.mixes()[0]

    @property
    def column(self) -> dict[str, float]:
        """How often Dracula is to be seen playing each kind first; of several hunters as ``Claw on mina``.

        Where his hand is hidden this is over all hands that he may hold.
        """
        return self.mixes()[1]

    def mixes(self, round_: int | None = None, place: int = 0) -> tuple[dict[str, float], dict[str, float]]:
        """Both mixes at a position: the place counts the positions of a round, 0 is the start."""
        found = self.table.round(round_ or self.model.fight.round)
        for solved in found.solved:
            at = np.flatnonzero(solved.places == place)
            if len(at):
                return (
                    _named(row_names(solved.group), solved.mixes.row[at[0]].tolist()),
                    _named(column_names(solved.group), solved.mixes.column[at[0]].tolist()),
                )
        raise SolverError(f"position {place} of round {round_}: expected one of {len(found.numbers)}")

    def mixes_in(self, fight: Fight, *, searched: bool = False) -> tuple[dict[str, float], dict[str, float]]:
        """Both mixes in the midst of the fight.

        Parameters
        ----------
        fight
            As the game's rules left it, Dracula's draw included.
        searched
            Whether he searched his deck in the round before.

        Raises
        ------
        SolverError
            The fight cannot come from this one, or what the hunters saw of a hand that is never filled up is not known.

        Examples
        --------
        >>> from dracula_nb.games.fury_trail.fight import Fighter, Play, dealt, drawn, hunter_hand, resolve
        >>> start = Fight("night", 15, (Fighter("mina", 7, 1, 1, hunter_hand(["Knife"])),))
        >>> odds = solve(start)
        >>> held = dealt(start, ["Claw", "Claw", "Strength", "Fangs", "Mesmerise"])
        >>> later = drawn(resolve(held, Play("Claw", {"mina": "Knife"})).fight, "Plotting")
        >>> odds.mixes_in(later)[0]
        {'Escape': 1.0}
        """
        if self.setting.sight == "hidden" and not self.setting.rules.draws:
            raise SolverError("what was seen of a hand that is never filled up: expected a known one")
        try:
            number = self.model.number(fight, searched=searched)
            return self.mixes(fight.round, self.table.round(fight.round).numbers.tolist().index(number))
        except (ValueError, IndexError):
            raise SolverError("a fight that does not follow from this one; expected one that does") from None

    def die(self, sides: int = 6) -> Recipe:
        """The hunters' first choice by one roll of a die, and what rounding the mix to its faces costs.

        Examples
        --------
        >>> from dracula_nb.games.fury_trail.fight import Fighter, hunter_hand
        >>> odds = solve(Fight("night", 15, (Fighter("mina", 7, 1, 1, hunter_hand(["Knife", "Pistol"])),)))
        >>> die = odds.die()
        >>> die.faces, round(die.cost, 3)
        ({'Knife': 3, 'Dodge': 2, 'Pistol': 1}, 0.021)
        """
        solved = self.table.rounds[0].solved[0]
        after = None
        if len(self.table.rounds) > 1:
            after = self.table.rounds[1].after(self.model.scale(self.model.fight.round + 1).size)
        stage = stage_of(solved.group, after, self.habit)
        return recipe(stage, row_names(solved.group), solved.mixes.row[0], sides)

    @cached_property
    def endings(self) -> dict[Ending, float]:
        """The whole distribution of outcomes, the likeliest first."""
        found = endings(self.table)
        return dict(sorted(found.items(), key=lambda pair: -pair[1]))

    @property
    def outcomes(self) -> dict[str, float]:
        """How it ends, by reason, the likeliest first."""
        sums: dict[str, float] = {}
        for ending, p in self.endings.items():
            sums[ending.reason] = sums.get(ending.reason, 0.0) + p
        return dict(sorted(sums.items(), key=lambda pair: -pair[1]))

    def mean(self, what: str) -> float:
        """The average of a number of `Ending`, as ``rounds`` or ``dracula_loss``."""
        return sum(p * float(getattr(ending, what)) for ending, p in self.endings.items())

    def with_habit(self, *, dracula: Sequence[str] = (), hunters: Sequence[str] = ()) -> Odds:
        """The same fight where a side has a habit, and the other plays its best against it.

        Examples
        --------
        >>> from dracula_nb.games.fury_trail.fight import Fighter, hunter_hand
        >>> odds = solve(Fight("night", 15, (Fighter("mina", 7, 1, 1, hunter_hand(["Knife"])),)))
        >>> round(odds.price(dracula=["Fangs"]), 2), round(odds.price(hunters=["Fist"]), 2)
        (1.49, 3.85)
        """
        for card in dracula:
            if card not in DRACULA_CARDS:
                raise SolverError(f"habit {card[:40]!r}: expected {', '.join(DRACULA_CARDS)}")
        held = {kind for hands in self.model.hands for kind in hands.kinds}
        for card in hunters:
            if card not in held:
                raise SolverError(f"habit {card[:40]!r}: expected a card that a hunter holds")
        return replace(self, habit=Habit(tuple(dracula), tuple(hunters)))

    def price(self, *, dracula: Sequence[str] = (), hunters: Sequence[str] = ()) -> float:
        """What a habit costs the side that has it, in points: 0 where it is no mistake."""
        if bool(dracula) == bool(hunters):
            raise SolverError("expected a habit of one side")
        change = self.with_habit(dracula=dracula, hunters=hunters).value - self.value
        return change if dracula else -change

    def with_cards(self, *hands: Sequence[str]) -> Odds:
        """The same fight with other cards, one hand for each hunter."""
        fight = self.model.fight
        if len(hands) != len(fight.hunters):
            raise SolverError(f"{len(hands)} hands: expected one for each of {len(fight.hunters)} hunters")
        hunters = tuple(replace(f, cards=tuple(hand)) for f, hand in zip(fight.hunters, hands, strict=True))
        return solve(replace(fight, hunters=hunters), self.setting)

    def seed_only(self) -> Odds:
        """The same fight by the rule text's own words alone."""
        return solve(self.model.fight, replace(self.setting, rules=SEED_ONLY))

    def exact(self) -> ExactOdds:
        """The same in fractions, without a habit; raises SolverError where the fight is large."""
        return solve_exact(self.model.fight, self.model.utility, self.model.view)

    @property
    def assumed(self) -> tuple[str, ...]:
        """What the answer takes for granted, in sentences."""
        said = [SIGHTS[self.setting.sight] if self.setting.rules.draws else KEPT[self.setting.sight]]
        said.append(f"Points: {self.model.utility.words}.")
        said.append("Both sides know the healths, the bites and the hunters' cards, and play their best.")
        if self.setting.rules == SEED_ONLY:
            said.append("The rule text alone: no Pride, no draws, no Plotting, every Escape ends it, no spent items.")
        if not self.whole:
            said.append(f"Worked out for {len(self.table.rounds)} rounds; what comes after them is bounded.")
        return tuple(said)

    @property
    def reconstructed(self) -> bool:
        """Whether the answer rests on cells of the matrix that are our reconstruction."""
        tables, time = read_fight_tables(), self.model.fight.time
        held = {kind for hands in self.model.hands for kind in hands.kinds}
        return any(
            tables.cell(dracula, card, time).provenance == "reconstructed" for dracula in DRACULA_CARDS for card in held
        )


SIGHTS: Mapping[str, str] = {
    "hidden": "Dracula's hand is unknown to the hunters: in each round any five of the cards not shown, all alike, "
    "drawn anew; what he kept back tells nothing, and after a search of Plotting he can play any card not shown.",
    "known": "Dracula's five cards and each card that he draws or takes are seen by both sides.",
    "any": "Dracula can play any card not shown, in each round: the hunters are sure of this value, whatever he holds.",
}
KEPT: Mapping[str, str] = {
    "hidden": "Dracula's five cards are unknown to the hunters until he plays them, and he draws no more: those not "
    "seen yet are any of the rest, all alike, thought of anew in each round.",
    "known": "Dracula's five cards are known to both sides, and he draws no more.",
    "any": "Dracula can play any card of his deck but the one just played: the hunters are sure of this value.",
}


def row_names(group: Group) -> list[str]:
    """What the hunters' choices are called."""
    hands = group.model.hands
    return [
        " + ".join(hands[j].kinds[a] or "no card" for j, a in zip(group.inside, row, strict=True)) for row in group.rows
    ]


def column_names(group: Group) -> list[str]:
    """What Dracula's choices are called."""
    names = [group.model.fight.hunters[j].name for j in group.inside]
    several = len(names) > 1
    return [f"{DRACULA_CARDS[kind]} on {names[t]}" if several else DRACULA_CARDS[kind] for kind, t in group.columns]


def _named(names: Sequence[str], mix: Sequence[float]) -> dict[str, float]:
    pairs = sorted(zip(names, mix, strict=True), key=lambda pair: -pair[1])
    return {name: p for name, p in pairs if p > SURE}
