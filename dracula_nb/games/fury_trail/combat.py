"""A fight with Dracula as steps of the play: hands dealt, cards chosen in secret, rounds, and what follows.

The rules of a round are in `dracula_nb.games.fury_trail.fight`; here is who is asked, and what the board takes over.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import combinations

from dracula_nb.core.game import Refusal
from dracula_nb.games.fury_trail.actions import PASS, Action
from dracula_nb.games.fury_trail.combat_end import finished, resolved
from dracula_nb.games.fury_trail.combat_steps import (
    DOWN,
    LUCY,
    NO_CARD,
    PLANNED,
    VAMPIRE_HAND,
    Combat,
    DealCard,
    Pick,
    Revealed,
    Say,
    SearchCard,
)
from dracula_nb.games.fury_trail.events import Window
from dracula_nb.games.fury_trail.fight import (
    Play,
    dracula_choices,
    drawn,
    hunter_choices,
    may_enrage,
    may_turn_down,
    resolve,
)
from dracula_nb.games.fury_trail.fight_state import HAND
from dracula_nb.games.fury_trail.fight_tables import ESCAPES
from dracula_nb.games.fury_trail.flow import (
    ASKS,
    DRACULA,
    ROLLS,
    RUNS,
    Asked,
    Rolled,
    Table,
    noted,
    then,
)
from dracula_nb.games.fury_trail.rulebook import SEATS
from dracula_nb.games.fury_trail.state import FuryState


def _combat(table: Table, state: FuryState, step: Combat) -> FuryState:
    """Rules FT-CMB-02, FT-CMB-09, FT-CMB-20."""
    if step.fight.over:
        return finished(table, state, step)
    if len(step.fight.hand) < (HAND if step.vampire is None else VAMPIRE_HAND):
        return then(state, DealCard(step))
    return then(state, Pick(step))


def _deal_odds(table: Table, state: FuryState, step: DealCard) -> Sequence[tuple[Action, Fraction]]:
    deck = _left_to_draw(step.combat)
    return tuple((Action("draw", kind), Fraction(deck.count(kind), len(deck))) for kind in dict.fromkeys(deck))


def _left_to_draw(combat: Combat) -> tuple[str, ...]:
    """The combat deck; a vampire has no use for Escapes. Rule FT-ENC-17."""
    deck = combat.fight.deck
    return deck if combat.vampire is None else tuple(card for card in deck if card not in ESCAPES)


def _dealt(table: Table, state: FuryState, step: DealCard, action: Action) -> FuryState:
    return then(state, replace(step.combat, fight=drawn(step.combat.fight, action.what)))


def _wanted(table: Table, state: FuryState, step: SearchCard) -> Sequence[Action]:
    return tuple(Action("choose", kind) for kind in dict.fromkeys(_left_to_draw(step.combat)))


def _found(table: Table, state: FuryState, step: SearchCard, action: Action) -> FuryState:
    return then(state, replace(step.combat, fight=drawn(step.combat.fight, action.what)))


# Choosing


def _cards(table: Table, state: FuryState, step: Pick) -> Sequence[Action]:
    """Rules FT-CMB-03, FT-CMB-08, FT-CMB-13, FT-CMB-47."""
    fight, rules = step.combat.fight, table.book.rules.fight
    if step.seat != DRACULA:
        return tuple(Action("combat", card or NO_CARD) for card in hunter_choices(fight, step.seat))
    if DRACULA not in dict(step.chosen):
        return tuple(Action("combat", card or NO_CARD) for card in dracula_choices(fight, rules))
    return tuple(Action("choose", one.name) for one in fight.hunters)


def _picked(table: Table, state: FuryState, step: Pick, action: Action) -> FuryState:
    """Rule FT-CMB-04: nothing is shown before all have chosen."""
    name = "target" if action.verb == "choose" else step.seat
    chosen = (*step.chosen, (name, action.what))
    several = len(step.combat.fight.hunters) > 1
    if DRACULA in dict(chosen) and (not several or "target" in dict(chosen)):
        shown = ", ".join(f"{seat} {card}" for seat, card in chosen)
        return then(noted(state, f"round {step.combat.fight.round}: {shown}"), Revealed(step.combat, chosen))
    return then(state, replace(step, chosen=chosen))


def _play(step: Revealed) -> Play:
    made = {name: None if card == NO_CARD else card for name, card in step.chosen}
    target, dracula = made.pop("target", None), made.pop(DRACULA)
    circle, bullets = frozenset(step.circle or ()), step.bullets or None
    said = bool(step.down), circle, bullets, bool(step.enraged), bool(step.foiled), bool(step.saved)
    return Play(dracula, made, target, *said)


def _revealed(table: Table, state: FuryState, step: Revealed) -> FuryState:
    """Rules FT-CMB-39, FT-CMB-43, FT-COND-15, FT-MATRIX-38, FT-CARD-05, FT-CARD-33, FT-CARD-40, FT-CARD-54."""
    fight, play, rules = step.combat.fight, _play(step), table.book.rules.fight
    if step.combat.planned:
        return then(state, Say(step, PLANNED, step.combat.planned[0]))
    if step.down is None and may_turn_down(fight, play, rules):
        return then(state, Say(step, DOWN, DRACULA))
    if step.enraged is None and step.combat.vampire is None and may_enrage(fight, play, rules, table.fight):
        settled = replace(step, enraged=False)
        return then(state, Window(("combat_cancel",), (DRACULA,), settled), settled)
    shots = [s for s, card in play.cards.items() if card in ("Pistol", "Rifle") and fight.hunter(s).bullets]
    if step.bullets is None and shots and not fight.bullets_used:
        return then(state, Say(step, "Holy Bullets", shots[0]))
    circles = [s for s, card in play.cards.items() if card == "Holy Circle"]
    if step.circle is None and circles and len(fight.hunters) > 1:
        return then(state, Say(step, "Holy Circle", circles[0]))
    done = resolve(fight, play, rules, table.fight)
    if step.foiled is None and step.combat.lucy and done.fight.escaped:
        return then(state, Say(step, LUCY, "godalming"))
    struck = () if done.dracula_defeated else (*done.bitten, *done.defeated)
    if step.saved is None and struck:
        settled = replace(step, saved=False)
        return then(state, Window(("rescue",), SEATS, settled), settled)
    if step.combat.lucy and not step.called and "godalming" in struck:
        return then(state, Say(replace(step, called=True), LUCY, "godalming"))
    return resolved(table, state, step.combat, done)


def _answers(table: Table, state: FuryState, step: Say) -> Sequence[Action]:
    if step.what == PLANNED:
        cards = hunter_choices(step.revealed.combat.fight, step.seat)
        return (*(Action("combat", card or NO_CARD) for card in cards), PASS)
    if step.what != "Holy Circle":
        return (Action("choose", step.what), PASS)
    names = [one.name for one in step.revealed.combat.fight.hunters]
    groups = [group for count in range(1, len(names) + 1) for group in combinations(names, count)]
    return tuple(Action("choose", " and ".join(group)) for group in groups)


def _answered(table: Table, state: FuryState, step: Say, action: Action) -> FuryState:
    yes = action != PASS
    if step.what == PLANNED:
        return _planned(state, step, action)
    if step.what == LUCY:
        return _revenge(state, step.revealed, yes)
    if step.what == DOWN:
        return then(noted(state, "Plotting is turned down") if yes else state, replace(step.revealed, down=yes))
    if step.what == "Holy Bullets":
        return then(state, replace(step.revealed, bullets=step.seat if yes else ""))
    return then(state, replace(step.revealed, circle=tuple(action.what.split(" and "))))


def _planned(state: FuryState, step: Say, action: Action) -> FuryState:
    """Rule FT-CARD-33."""
    combat = replace(step.revealed.combat, planned=step.revealed.combat.planned[1:])
    if action == PASS:
        return then(state, replace(step.revealed, combat=combat))
    chosen = tuple((name, action.what if name == step.seat else card) for name, card in step.revealed.chosen)
    return then(
        noted(state, f"{step.seat} changes to {action.what}"), replace(step.revealed, combat=combat, chosen=chosen)
    )


def _revenge(state: FuryState, step: Revealed, yes: bool) -> FuryState:
    """Once in a combat: against an Escape, or against a bite or a blow. Rule FT-CARD-40."""
    if not yes:
        return then(state, step if step.called else replace(step, foiled=False))
    step = replace(step, combat=replace(step.combat, lucy=False))
    return then(
        noted(state, f"{LUCY} is used"), replace(step, saved=True) if step.called else replace(step, foiled=True)
    )


def _refuse(table: Table, state: FuryState, step: Pick, action: Action) -> Refusal:
    fight = step.combat.fight
    if step.seat == DRACULA and action.what in fight.hand:
        return Refusal("FT-CMB-47", f"{action.what} is barred in round {fight.round}; expected another card")
    return Refusal("FT-CMB-08", f"{action.what} was played in the last round or is not held; expected another card")


def _refuse_say(table: Table, state: FuryState, step: Say, action: Action) -> Refusal:
    return Refusal("FT-CMB-39", f"expected an answer about {step.what}")


def _refuse_search(table: Table, state: FuryState, step: SearchCard, action: Action) -> Refusal:
    return Refusal("FT-CMB-42", "expected a card that is left in his combat deck")


RUNS.update({Combat: _combat, Revealed: _revealed})
ROLLS[DealCard] = Rolled(_deal_odds, _dealt)
ASKS[SearchCard] = Asked(_wanted, _found, _refuse_search)
ASKS[Pick] = Asked(_cards, _picked, _refuse)
ASKS[Say] = Asked(_answers, _answered, _refuse_say)
