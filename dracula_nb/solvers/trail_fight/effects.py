"""What every choice of a round comes to, read off the game's own rules once and for all healths."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import chain, combinations

from dracula_nb.games.fury_trail.fight import Done, Fight, Fighter, FightRules, Play, resolve
from dracula_nb.games.fury_trail.fight_tables import ESCAPES

PLENTY = 99
"""Health that no round can use up."""


@dataclass(frozen=True, slots=True)
class Effect:
    """What a round does where everybody has health enough, by place among the hunters who are in it.

    Attributes
    ----------
    dracula_loss, losses, bitten
        Health lost, and who is bitten.
    late_loss
        Dracula's loss where the target falls: a first blow may spare him the second.
    gone, discarded
        Who withdraws, and whose card is lost.
    over
        ``escape``, ``bite`` or empty: why the fight ends for all.
    escaped
        Whether it was Dracula who escaped.
    searches, turned
        Whether Plotting searches, or is turned down, which only a faceup one can be.
    """

    target: int
    dracula_loss: int
    losses: tuple[int, ...]
    bitten: tuple[bool, ...]
    late_loss: int
    gone: tuple[bool, ...]
    discarded: tuple[bool, ...]
    over: str
    escaped: bool
    searches: bool
    turned: bool


Choices = tuple[tuple[Effect, ...], ...]
"""Dracula turns down or not (the outer one), then the hunters choose whom a Circle takes out (the inner one)."""


@dataclass(frozen=True, slots=True)
class Faced:
    """A card of Dracula against the cards of all hunters in the fight, one of them his target."""

    dracula: str
    cards: tuple[str | None, ...]
    target: int


@lru_cache(maxsize=100_000)
def choices(faced: Faced, time: str, rules: FightRules) -> Choices:
    """What may come of a round, as the rules of the game resolve it."""
    turns = [False]
    if rules.turn_down and faced.dracula not in ESCAPES and faced.cards[faced.target] in ("Fist", "Dodge"):
        turns.append(True)
    return tuple(tuple(dict.fromkeys(_of_circle(faced, time, rules, turned))) for turned in turns)


def _of_circle(faced: Faced, time: str, rules: FightRules, turned: bool) -> Iterator[Effect]:
    names = _names(faced)
    chosen: Iterable[tuple[str, ...]] = [()]
    if "Holy Circle" in faced.cards and len(names) > 1:
        chosen = chain.from_iterable(combinations(names, size) for size in range(1, len(names) + 1))
    for circle in chosen:
        yield _effect(faced, time, rules, (turned, frozenset(circle)))


def _names(faced: Faced) -> tuple[str, ...]:
    return tuple(str(place) for place in range(len(faced.cards)))


def _effect(faced: Faced, time: str, rules: FightRules, extra: tuple[bool, frozenset[str]]) -> Effect:
    names, target = _names(faced), str(faced.target)
    turned, circle = extra
    fighters = tuple(
        Fighter(name, PLENTY, 0, PLENTY, (card,) if card else ()) for name, card in zip(names, faced.cards, strict=True)
    )
    fight = Fight(time, PLENTY, fighters, (faced.dracula,), round=1, despair=rules.pride_rounds, plottings=1)
    play = Play(faced.dracula, dict(zip(names, faced.cards, strict=True)), target, turned, circle)
    done = resolve(fight, play, rules)
    late = _where_target_falls(fight, play, rules, done)
    lost = dict(done.discards)
    return Effect(
        faced.target,
        done.dracula_loss,
        tuple(done.losses[name] for name in names),
        tuple(name in done.bitten for name in names),
        late,
        tuple(name in done.withdrawn for name in names),
        tuple(name in lost for name in names),
        done.fight.over,
        done.fight.escaped is not None,
        done.searches,
        turned,
    )


def _where_target_falls(fight: Fight, play: Play, rules: FightRules, done: Done) -> int:
    name = str(play.target)
    if done.losses[name] == 0:
        return done.dracula_loss
    weak = tuple(replace(f, health=done.losses[name]) if f.name == name else f for f in fight.hunters)
    return resolve(replace(fight, hunters=weak), play, rules).dracula_loss
