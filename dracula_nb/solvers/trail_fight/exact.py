"""The same fight in fractions, position by position, with exact matrix games: for one hunter, and to check the arrays.

With the solver in floats it shares the game's rules, what is known of the deck, the utilities, and that health which
cannot run out any more counts as just that much.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import product

from dracula_nb.core.errors import SolverError
from dracula_nb.games.fury_trail.fight import Fight, Fighter, FightRules, Play, hunter_choices, may_turn_down, resolve
from dracula_nb.games.fury_trail.fight_state import ROUNDS
from dracula_nb.games.fury_trail.fight_tables import DRACULA_CARDS
from dracula_nb.solvers import matrix
from dracula_nb.solvers.trail_fight.decks import KINDS, WHOLE, Deck, View
from dracula_nb.solvers.trail_fight.positions import MOST_DRACULA, MOST_HUNTER
from dracula_nb.solvers.trail_fight.utilities import Utility

MOST = 10_000
"""Positions of a fight that is worked out in fractions."""

Mix = dict[str, Fraction]


@dataclass(frozen=True)
class ExactOdds:
    """Value and mixes at the start, and how it ends, in fractions; `positions` that were worked out."""

    value: Fraction
    row: Mix
    column: Mix
    outcomes: Mix
    positions: int


@dataclass(frozen=True)
class _At:
    """A position: the fight without Dracula's cards, and what is known of these."""

    fight: Fight
    deck: Deck


@dataclass
class _Book:
    """What is worked out so far."""

    rules: FightRules
    utility: Utility
    view: View
    value: dict[_At, Fraction] = field(default_factory=dict)
    mixes: dict[_At, tuple[list[Fraction], list[Fraction]]] = field(default_factory=dict)


def solve_exact(fight: Fight, utility: Utility, view: View) -> ExactOdds:
    """Work out a fight of one hunter in fractions.

    Raises
    ------
    SolverError
        More than one hunter, or more than `MOST` positions.
    """
    if len(fight.hunters) != 1:
        raise SolverError(f"{len(fight.hunters)} hunters: expected one for a fight in fractions")
    book = _Book(view.rules, utility, view)
    start = _At(_bare(fight), view.start(fight))
    value = _value(book, start) + utility.base
    row, column = book.mixes[start]
    outcomes: Mix = {}
    _end(book, start, Fraction(1), outcomes)
    cards = [str(card) for card in hunter_choices(start.fight, fight.hunters[0].name)]
    kinds = [DRACULA_CARDS[kind] for kind in _kinds(book, start)]
    return ExactOdds(value, _named(cards, row), _named(kinds, column), outcomes, len(book.value))


def _bare(fight: Fight) -> Fight:
    """The fight without Dracula's cards, and with as much health as counts."""
    left = ROUNDS - fight.round + 1
    hunters = tuple(
        replace(
            fighter,
            health=min(fighter.health, left * MOST_HUNTER + 1),
            bites=max(fighter.bites, fighter.bites_carried - left),
        )
        for fighter in fight.hunters
    )
    health = min(fight.health, left * MOST_DRACULA + 1)
    return replace(fight, health=health, hunters=hunters, hand=(), table=(), plottings=0, blocked=None)


def _named(names: list[str], mix: list[Fraction]) -> Mix:
    return {name: p for name, p in zip(names, mix, strict=True) if p}


def _kinds(book: _Book, at: _At) -> list[int]:
    barred = book.view.barred(at.fight.round)
    return [k for k in range(KINDS) if at.deck.kinds() & ~barred & 1 << k]


def _value(book: _Book, at: _At) -> Fraction:
    if at not in book.value:
        if len(book.value) >= MOST:
            raise SolverError(f"more than {MOST} positions; expected a smaller fight for fractions")
        cards = hunter_choices(at.fight, at.fight.hunters[0].name)
        kinds = _kinds(book, at)
        payoff = [[_best(book, at, card, kind)[0] for kind in kinds] for card in cards]
        value, row, column = _stage(book, at, payoff)
        book.value[at], book.mixes[at] = value, (row, column)
    return book.value[at]


def _stage(book: _Book, at: _At, payoff: list[list[Fraction]]) -> tuple[Fraction, list[Fraction], list[Fraction]]:
    """The stage game: he mixes plans, and plans are added until none is better."""
    kinds, barred = _kinds(book, at), book.view.barred(at.fight.round)
    plans: list[list[Fraction]] = []
    points, value = payoff[0], Fraction(0)
    while True:
        plan = _plan(at.deck, kinds, barred, points)
        if plans and _dot(plan, points) >= value:
            break
        plans.append(plan)
        solved = matrix.solve_exact([[_dot(one, line) for one in plans] for line in payoff])
        value = solved.value
        points = [_dot(solved.row, [line[k] for line in payoff]) for k in range(len(kinds))]
    column = [_dot(solved.column, [plan[k] for plan in plans]) for k in range(len(kinds))]
    return value, list(solved.row), column


def _dot(mix: Sequence[Fraction], points: Sequence[Fraction]) -> Fraction:
    return sum((p * x for p, x in zip(mix, points, strict=True)), Fraction(0))


def _plan(deck: Deck, kinds: list[int], barred: int, points: list[Fraction]) -> list[Fraction]:
    """How likely each kind is played by who plays the first of his kinds, the worst for the hunters first."""
    seen, before, plan = 0, Fraction(0), [Fraction(0)] * len(kinds)
    for place in sorted(range(len(kinds)), key=lambda k: points[k]):
        seen |= 1 << kinds[place]
        reached = 1 - deck.within(WHOLE & ~seen, barred)
        plan[place], before = reached - before, reached
    return plan


Found = tuple[Fraction, str, list[tuple[Fraction, "_At"]]]
"""What a choice is worth, why the fight ends or empty, and what follows by its chance."""


def _best(book: _Book, at: _At, card: str | None, kind: int) -> Found:
    """A card and a kind, Dracula's later decisions taken as he likes them best."""
    name = at.fight.hunters[0].name
    free = replace(at.fight, hand=(DRACULA_CARDS[kind],), plottings=at.deck.plottings)
    play = Play(DRACULA_CARDS[kind], {name: card})
    ways = [_follow(book, at, free, play)]
    if may_turn_down(free, play, book.rules) and kind < KINDS - 2:
        ways.append(_follow(book, at, free, replace(play, turn_down=True)))
    return min(ways, key=lambda found: found[0])


def _follow(book: _Book, at: _At, free: Fight, play: Play) -> Found:
    done = resolve(free, play, book.rules)
    hunter = done.fighters[0]
    worth = book.utility
    points = Fraction(worth.dracula_loss * done.dracula_loss - worth.hunter_loss * sum(done.losses.values()))
    points -= worth.bite * len(done.bitten) + worth.hunter_defeated * hunter.defeated
    points += worth.dracula_defeated * done.dracula_defeated
    if done.fight.over:
        return points, _reason(done.fight, hunter, bool(done.withdrawn)), []
    kind = DRACULA_CARDS.index(str(play.dracula))
    after = book.view.next(at.deck, kind, searched=done.searches, turned=play.turn_down)
    follows = [(chance, _At(_bare(done.fight), deck)) for chance, deck in after.decks]
    if after.chosen:
        follows = [(Fraction(1), min((one for _, one in follows), key=lambda one: _value(book, one)))]
    return points + sum(chance * _value(book, one) for chance, one in follows), "", follows


def _reason(fight: Fight, hunter: Fighter, withdrew: bool) -> str:
    """The words of `dracula_nb.solvers.trail_fight.outcomes`."""
    if fight.over == "dracula defeated":
        return "Dracula defeated"
    if hunter.defeated:
        return "hunters defeated"
    if fight.over == "escape":
        return ("both escape" if withdrew else "Dracula escapes") if fight.escaped else "hunters escape"
    return {"bite": "bite", "rounds": "six rounds"}[fight.over]


def _end(book: _Book, at: _At, chance: Fraction, outcomes: Mix) -> None:
    """Add up how the fight ends from a position that is reached with some chance."""
    for share, found in _played(book, at):
        if found[1]:
            outcomes[found[1]] = outcomes.get(found[1], Fraction(0)) + chance * share
        for p, after in found[2]:
            _end(book, after, chance * share * p, outcomes)


def _played(book: _Book, at: _At) -> Iterator[tuple[Fraction, Found]]:
    row, column = book.mixes[at]
    cards = hunter_choices(at.fight, at.fight.hunters[0].name)
    for (p, card), (q, kind) in product(zip(row, cards, strict=True), zip(column, _kinds(book, at), strict=True)):
        if p and q:
            yield p * q, _best(book, at, card, kind)
