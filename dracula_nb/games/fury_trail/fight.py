"""One fight of the later edition: who may play what, and what a round comes to. Chance is only named, never rolled.

A fight knows nothing of the rest of the game. Whoever plays it says which cards Dracula drew (`dealt`, `drawn`), and
takes over what is left at the end: healths, bites, discards, who is left out of the next check.

>>> mina = Fighter("mina", health=9, bites=1, bites_carried=1, cards=hunter_hand(["Knife", "Dogs"]))
>>> fight = dealt(Fight("night", health=15, hunters=(mina,)), ["Claw", "Claw", "Fangs", "Plotting", "Escape as bat"])
>>> hunter_choices(fight, "mina"), dracula_choices(fight)
(('Fist', 'Dodge', 'Escape', 'Knife'), ('Claw', 'Fangs', 'Plotting'))
>>> done = resolve(fight, Play("Claw", {"mina": "Knife"}))
>>> done.dracula_loss, done.fight.health, done.fight.over
(3, 12, '')
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any

from dracula_nb.games.fury_trail.fight_hands import dealt, dracula_choices, drawn, expect, hunter_choices, hunter_hand
from dracula_nb.games.fury_trail.fight_state import (
    DEFAULT,
    ROUNDS,
    SEED_ONLY,
    WEAPONS,
    Done,
    Fight,
    Fighter,
    FightRules,
    Play,
    dracula_deck,
)
from dracula_nb.games.fury_trail.fight_tables import ESCAPES, NOTHING, Cell, FightTables, read_fight_tables

__all__ = [
    "DEFAULT",
    "SEED_ONLY",
    "Done",
    "Fight",
    "FightRules",
    "Fighter",
    "Play",
    "cell_of",
    "dealt",
    "dracula_choices",
    "dracula_deck",
    "drawn",
    "hunter_choices",
    "hunter_hand",
    "may_enrage",
    "may_turn_down",
    "resolve",
]

BULLETS_LOSS, WREATH_LOSS = 3, 4
"""What Holy Bullets and a Garlic Wreath cost him. Rules FT-CARD-05, FT-CARD-06."""
TIME_OF_CHECK: Mapping[str, str] = MappingProxyType({"dusk": "night", "dawn": "day"})
"""Dusk has turned the marker to night already. Rule FT-CMB-37."""


def may_turn_down(fight: Fight, play: Play, rules: FightRules = DEFAULT) -> bool:
    """Whether Dracula may turn down a Plotting of an earlier round against the target's card. Rule FT-CMB-43."""
    return rules.turn_down and fight.plottings > 0 and play.cards[_target(fight, play)] in ("Fist", "Dodge")


def cell_of(tables: FightTables, rules: FightRules, pair: tuple[str | None, str | None], time: str) -> Cell:
    """What two cards come to under the options."""
    dracula, hunter = pair
    if rules.strength_cancels_weapons and dracula == "Strength" and hunter in WEAPONS:
        hunter = "Rifle"
    cell = tables.cell(dracula, hunter, time)
    return replace(
        cell,
        ends=cell.ends and (rules.bite_ends or "ends" not in cell.added),
        discards=cell.discards and (rules.spends or "discards" not in cell.added),
        searches=cell.searches and (rules.draws or "search" not in cell.added),
    )


def resolve(fight: Fight, play: Play, rules: FightRules = DEFAULT, tables: FightTables | None = None) -> Done:
    """Play one round: escapes, then counters, then damage and bites, then the rest. Rules FT-CMB-07, FT-CMB-39.

    Parameters
    ----------
    fight
        Not over.
    play
        What all chose.

    Returns
    -------
    What happened, and the fight that follows. Where it goes on and the options say so, Dracula draws next (`drawn`).

    Raises
    ------
    IllegalActionError
        A choice that the rules forbid; names the rule.
    """
    book = tables or read_fight_tables()
    _check(fight, play, rules)
    target = _target(fight, play)
    cells = _cells(fight, play, rules, book)
    gone = frozenset(name for name, cell in cells.items() if cell.withdraws)
    left = _left(fight, cells[target], gone, rules)
    hits = _NO_HITS if left else _hits(fight, play, target, {n: c for n, c in cells.items() if n not in gone}, book)
    return _after(fight, play, rules, _Round(target, cells, gone, left, hits))


def _cells(fight: Fight, play: Play, rules: FightRules, book: FightTables) -> dict[str, Cell]:
    """What the cards of each hunter come to. Rules FT-CMB-43, FT-CARD-40, FT-CARD-54."""
    target, dracula = _target(fight, play), None if play.foiled else play.dracula
    found = {}
    for name, card in play.cards.items():
        counts = None if play.turn_down and name == target else card
        found[name] = cell_of(book, rules, (dracula, counts), fight.time)
    if play.enraged:
        free, cell = cell_of(book, rules, (dracula, None), fight.time), found[target]
        loss = free.dracula_loss + cell.dracula_loss
        found[target] = replace(
            free, dracula_loss=loss, discards=cell.discards, chosen_withdraw=cell.chosen_withdraw, added=cell.added
        )
    return found


def may_enrage(fight: Fight, play: Play, rules: FightRules = DEFAULT, tables: FightTables | None = None) -> bool:
    """Whether the target's card cancels Dracula's by a direct counter that is no Escape. Rule FT-CARD-54."""
    book, target = tables or read_fight_tables(), _target(fight, play)
    cell = _cells(fight, replace(play, enraged=False), rules, book)[target]
    return (cell.decided, cell.winner) == ("counter", "hunter") and play.dracula is not None and not cell.withdraws


def _left(fight: Fight, faced: Cell, gone: frozenset[str], rules: FightRules) -> bool:
    """Whether the fight ends by escapes, the first band. Rules FT-CMB-11, FT-CMB-15, FT-MATRIX-13."""
    alone = len(gone) == len(fight.hunters)
    return faced.escapes or alone or (bool(gone) and not rules.leaves_others)


@dataclass(frozen=True, slots=True)
class _Hits:
    """Damage and bite of a round: the third band."""

    dracula_loss: int
    hunter_loss: int
    bite: bool
    ends: bool
    bullets: bool
    wreath_torn: bool


_NO_HITS = _Hits(0, 0, False, False, False, False)


@dataclass(frozen=True, slots=True)
class _Round:
    """A round's cells, who withdrew in the first band, whether that ended the fight, and its hits."""

    target: str
    cells: Mapping[str, Cell]
    gone: frozenset[str]
    left: bool
    hits: _Hits


def _hits(fight: Fight, play: Play, target: str, cells: Mapping[str, Cell], book: FightTables) -> _Hits:
    """Damage and bites of all at once, but for two blows. Rules FT-CMB-14, FT-CMB-15, FT-CMB-35, FT-MATRIX-02.

    The target's cell counts in full, of the others' only what Dracula loses; where the target withdrew, his card has
    no effect on anybody.
    """
    own = cells.get(target, NOTHING)
    fighter = fight.hunter(target)
    dracula_loss, hunter_loss = own.dracula_loss, own.hunter_loss
    if own.decided == "blows":
        first = book.faster(own.dracula, own.hunter, fight.time)
        if first == "dracula" and fighter.health <= hunter_loss and not play.saved:
            dracula_loss = 0
        elif first == "hunter" and fight.health <= dracula_loss:
            hunter_loss = 0
    bullets = play.bullets in cells and cells[str(play.bullets)].dracula_loss > 0
    dracula_loss += sum(cell.dracula_loss for name, cell in cells.items() if name != target)
    bite, ends = own.bite and not play.saved, own.ends and not (own.bite and play.saved)
    if play.saved and fighter.health <= hunter_loss:
        hunter_loss = 0
    dracula_loss += BULLETS_LOSS * bullets + WREATH_LOSS * (bite and fighter.wreath)
    torn = fighter.wreath and own.dracula == "Claw" and hunter_loss > 0
    return _Hits(dracula_loss, hunter_loss, bite, ends, bullets, torn)


def _after(fight: Fight, play: Play, rules: FightRules, done: _Round) -> Done:
    """The last band, and what follows the round."""
    hits, effective = done.hits, done.hits.bite or done.cells[done.target].escapes
    loss = min(fight.health, hits.dracula_loss + fight.agatha * effective)
    health = fight.health - loss
    struck = tuple(_struck(fighter, done) for fighter in fight.hunters)
    defeated = tuple(fighter.name for fighter in struck if fighter.defeated)
    ended = done.left or hits.ends or health == 0
    leaving = frozenset() if ended else _circle(play, done, frozenset(defeated))
    gone = done.gone | leaving
    discards = () if done.left else tuple(_discards(play, done, ended))
    fighters = tuple(_handed(fighter, play.cards[fighter.name], discards) for fighter in struck)
    staying = tuple(fighter for fighter in fighters if fighter.name not in gone and not fighter.defeated)
    over = _end(fight, done, health, bool(staying), bool(defeated))
    after = replace(
        fight,
        health=health,
        hunters=staying,
        round=fight.round + 1,
        plottings=fight.plottings + (play.dracula == "Plotting") - play.turn_down,
        bullets_used=fight.bullets_used or hits.bullets,
        enraged=fight.enraged or play.enraged,
        withdrawn=fight.withdrawn | gone,
        escaped=play.dracula if done.cells[done.target].escapes else None,
        over=over,
        **_played(fight, play.dracula, rules),
    )
    return Done(
        after,
        fighters,
        loss,
        MappingProxyType({f.name: f.health - s.health for f, s in zip(fight.hunters, struck, strict=True)}),
        frozenset({done.target} if hits.bite else ()),
        discards,
        gone,
        defeated,
        searches=not ended and done.cells[done.target].searches,
    )


def _struck(fighter: Fighter, done: _Round) -> Fighter:
    """The hunter after the hits. Health never falls below 0: rule FT-COND-13."""
    hits = done.hits
    if fighter.name != done.target:
        return fighter
    health = max(0, fighter.health - hits.hunter_loss)
    return replace(
        fighter, health=health, bites=fighter.bites + hits.bite, wreath=fighter.wreath and not hits.wreath_torn
    )


def _circle(play: Play, done: _Round, defeated: frozenset[str]) -> frozenset[str]:
    """The hunters whom a Holy Circle takes out, the player alone if nobody is named.

    Rules FT-MATRIX-20, FT-MATRIX-38.
    """
    players = {n for n, c in done.cells.items() if c.chosen_withdraw and n not in defeated}
    return (play.circle or frozenset(players)) - defeated - done.gone if players else frozenset()


def _discards(play: Play, done: _Round, ended: bool) -> Iterable[tuple[str, str]]:
    """(hunter, card) of the cards that the round took; of others than the target's only what their own text spends."""
    for name, cell in done.cells.items():
        effective = cell.dracula_loss > 0 or cell.chosen_withdraw
        idle = name in done.gone or (cell.chosen_withdraw and ended)
        card = play.cards[name]
        if cell.discards and card and not idle and (name == done.target or effective):
            yield name, card
    if done.hits.bullets:
        yield str(play.bullets), "Holy Bullets"
    if done.hits.wreath_torn:
        yield done.target, "Garlic Wreath"


def _handed(fighter: Fighter, card: str | None, discards: Collection[tuple[str, str]]) -> Fighter:
    """The hunter with what is left in his hand, the card just played waiting.

    Rules FT-CMB-08, FT-CMB-21, FT-CMB-23, FT-MATRIX-41.
    """
    bullets = fighter.bullets and (fighter.name, "Holy Bullets") not in discards
    if card is None or (fighter.name, card) not in discards:
        return replace(fighter, blocked=card, bullets=bullets)
    at = fighter.cards.index(card)
    return replace(fighter, cards=fighter.cards[:at] + fighter.cards[at + 1 :], blocked=None, bullets=bullets)


def _played(fight: Fight, card: str | None, rules: FightRules) -> dict[str, Any]:
    """Dracula's card lies on the table till the fight ends, or waits a round. Rules FT-CMB-20, FT-CMB-08."""
    if card is None or not rules.draws:
        return {"blocked": card}
    at = fight.hand.index(card)
    return {"hand": fight.hand[:at] + fight.hand[at + 1 :], "table": (*fight.table, card)}


def _end(fight: Fight, done: _Round, health: int, anybody: bool, defeat: bool) -> str:
    """Why the fight is over, or empty. Rules FT-CMB-09, FT-CMB-10, FT-CMB-16, FT-CMB-35, FT-CMB-46."""
    if health == 0:
        return "dracula defeated"
    if done.left:
        return "escape"
    if done.hits.ends:
        return "bite"
    if not anybody:
        return "hunters defeated" if defeat else "escape"
    return "rounds" if fight.round >= ROUNDS else ""


def _target(fight: Fight, play: Play) -> str:
    """The hunter whom Dracula faces. Rule FT-CMB-13."""
    if play.target is None and len(fight.hunters) == 1:
        return fight.hunters[0].name
    expect(play.target is not None, "no target", "one of several hunters named (FT-CMB-13)")
    return fight.hunter(str(play.target)).name


def _check(fight: Fight, play: Play, rules: FightRules) -> None:
    expect(not fight.over, "a further round", f"none, the fight ended by {fight.over} (FT-CMB-09, FT-CMB-46)")
    names = [fighter.name for fighter in fight.hunters]
    expect(set(play.cards) == set(names), f"cards of {', '.join(play.cards)}", f"one each of {', '.join(names)}")
    legal = dracula_choices(fight, rules)
    expect(play.dracula in legal, f"Dracula plays {play.dracula}", f"{_list(legal)} (FT-CMB-08, FT-CMB-47)")
    for name, card in play.cards.items():
        legal = hunter_choices(fight, name)
        expect(card in legal, f"{name} plays {card}", f"{_list(legal)} (FT-CMB-08)")
    if play.turn_down:
        allowed = may_turn_down(fight, play, rules)
        expect(allowed, "Plotting turned down", "a faceup Plotting against the target's Fist or Dodge (FT-CMB-43)")
    if play.enraged:
        expect(may_enrage(fight, play, rules), "Enraged", "a card of his that the target's cancels (FT-CARD-54)")
    expect(not play.foiled or play.dracula in ESCAPES, "an Escape cancelled", "an Escape of his (FT-CARD-40)")
    expect(play.circle <= set(names), "a Holy Circle", f"some of {', '.join(names)} (FT-MATRIX-38)")
    if play.bullets is not None:
        ready = fight.hunter(play.bullets).bullets and not fight.bullets_used
        expect(ready, f"{play.bullets}: Holy Bullets", "a hunter who holds them, once in a combat (FT-CARD-05)")
        expect(play.cards[play.bullets] in ("Rifle", "Pistol"), "Holy Bullets", "with Rifle or Pistol (FT-CARD-05)")


def _list(cards: Iterable[str | None]) -> str:
    return ", ".join(card or "no card" for card in cards)
