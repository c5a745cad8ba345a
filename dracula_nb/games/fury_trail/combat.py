"""A fight with Dracula as steps of the play: hands dealt, cards chosen in secret, rounds, and what follows.

The rules of a round are in `dracula_nb.games.fury_trail.fight`; here is who is asked, and what the board takes over.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import combinations

from dracula_nb.core.game import Refusal
from dracula_nb.games.fury_trail.actions import PASS, Action
from dracula_nb.games.fury_trail.events import Window
from dracula_nb.games.fury_trail.fight import (
    Done,
    Fight,
    Fighter,
    Play,
    dracula_choices,
    drawn,
    hunter_choices,
    hunter_hand,
    may_turn_down,
    resolve,
)
from dracula_nb.games.fury_trail.fight_state import HAND
from dracula_nb.games.fury_trail.fight_tables import BAT, ESCAPES, MIST
from dracula_nb.games.fury_trail.flow import (
    ASKS,
    DRACULA,
    ROLLS,
    RUNS,
    Asked,
    Rolled,
    Table,
    hunter,
    minus,
    noted,
    plus,
    said,
    standing,
    then,
    with_dracula,
    with_hunter,
)
from dracula_nb.games.fury_trail.loads import discarded, load_at, unloaded, with_trap
from dracula_nb.games.fury_trail.score import defeated, dracula_changed, influenced
from dracula_nb.games.fury_trail.state import FuryState
from dracula_nb.games.fury_trail.steps import Meet, VampireFight
from dracula_nb.trail.hideouts import Terms, flight_ends, flown, here, here_at, turned, turned_by_fight

NO_CARD, DOWN = "nothing", "turn down Plotting"
RECKLESS = "Reckless Vampire"
VAMPIRE_HAND = 4
"""Rule FT-ENC-17."""


@dataclass(frozen=True, slots=True)
class Combat:
    """A fight at a place between two rounds; `began` is Dracula's health at its start, `turned` the positions that it
    turned faceup, `later` lines that follow its own. `vampire`: it is a fight with this encounter, whose health
    stands for Dracula's.
    """

    fight: Fight
    place: str
    began: int
    turned: tuple[str, ...]
    later: tuple[str, ...] = ()
    vampire: Meet | None = None


@dataclass(frozen=True, slots=True)
class DealCard:
    """Chance gives Dracula a combat card."""

    combat: Combat


@dataclass(frozen=True, slots=True)
class SearchCard:
    """Plotting: Dracula takes the card that he wants. Rule FT-CMB-42."""

    combat: Combat
    seat: str = DRACULA


@dataclass(frozen=True, slots=True)
class Pick:
    """Cards of a round are chosen in secret, one after the other; then Dracula names whom he faces."""

    combat: Combat
    chosen: tuple[tuple[str, str], ...] = ()

    @property
    def seat(self) -> str:
        """Who chooses next. Rule FT-CMB-45."""
        made = dict(self.chosen)
        return next((one.name for one in self.combat.fight.hunters if one.name not in made), DRACULA)


@dataclass(frozen=True, slots=True)
class Revealed:
    """All cards lie open; what may still be said before they count, answered in `down`, `bullets`, `circle`."""

    combat: Combat
    chosen: tuple[tuple[str, str], ...]
    down: bool | None = None
    bullets: str | None = None
    circle: tuple[str, ...] | None = None


@dataclass(frozen=True, slots=True)
class Say:
    """A seat answers what may be said after the reveal."""

    revealed: Revealed
    what: str
    seat: str


@dataclass(frozen=True, slots=True)
class Fly:
    """Dracula, escaped as a bat by night, flies. Rule FT-CMB-32."""

    seat: str = DRACULA


def fight_begins(table: Table, state: FuryState, seats: Sequence[str]) -> FuryState:
    """A fight with these hunters where Dracula is; his card and newer ones are turned. Rules FT-ROUND-15, FT-CMB-37."""
    from dracula_nb.games.fury_trail.moves import seen_line

    positions = turned_by_fight(state.trail)
    lines = tuple(seen_line(state.trail, at) for at in sorted(positions))
    state = replace(state, trail=turned(state.trail, positions))
    time = "night" if state.clock.night else "day"
    health, despair = state.dracula.health, state.clock.despair
    fight = Fight(time, health, tuple(_fighter(table, state, s) for s in seats), despair=despair)
    return then(state, Window(("combat_start",), tuple(seats)), Combat(fight, here(state.trail), health, lines))


def _fighter(table: Table, state: FuryState, seat: str) -> Fighter:
    """Rules FT-CMB-01, FT-CARD-05."""
    one, carried = hunter(state, seat), table.box.characters[seat].bites_carried
    return Fighter(seat, one.health, one.bites, carried, hunter_hand(one.items), bullets="Holy Bullets" in one.items)


def _combat(table: Table, state: FuryState, step: Combat) -> FuryState:
    """Rules FT-CMB-02, FT-CMB-09, FT-CMB-20."""
    if step.fight.over:
        return _finished(table, state, step)
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
    return Play(dracula, made, target, bool(step.down), frozenset(step.circle or ()), step.bullets or None)


def _revealed(table: Table, state: FuryState, step: Revealed) -> FuryState:
    """Rules FT-CMB-39, FT-CMB-43, FT-MATRIX-38, FT-CARD-05."""
    fight, play, rules = step.combat.fight, _play(step), table.book.rules.fight
    if step.down is None and may_turn_down(fight, play, rules):
        return then(state, Say(step, DOWN, DRACULA))
    shots = [s for s, card in play.cards.items() if card in ("Pistol", "Rifle") and fight.hunter(s).bullets]
    if step.bullets is None and shots and not fight.bullets_used:
        return then(state, Say(step, "Holy Bullets", shots[0]))
    circles = [s for s, card in play.cards.items() if card == "Holy Circle"]
    if step.circle is None and circles and len(fight.hunters) > 1:
        return then(state, Say(step, "Holy Circle", circles[0]))
    return _resolved(table, state, step.combat, resolve(fight, play, rules, table.fight))


def _answers(table: Table, state: FuryState, step: Say) -> Sequence[Action]:
    if step.what != "Holy Circle":
        return (Action("choose", step.what), PASS)
    names = [one.name for one in step.revealed.combat.fight.hunters]
    groups = [group for count in range(1, len(names) + 1) for group in combinations(names, count)]
    return tuple(Action("choose", " and ".join(group)) for group in groups)


def _answered(table: Table, state: FuryState, step: Say, action: Action) -> FuryState:
    yes = action != PASS
    if step.what == DOWN:
        return then(noted(state, "Plotting is turned down") if yes else state, replace(step.revealed, down=yes))
    if step.what == "Holy Bullets":
        return then(state, replace(step.revealed, bullets=step.seat if yes else ""))
    return then(state, replace(step.revealed, circle=tuple(action.what.split(" and "))))


# What a round leaves


def _resolved(table: Table, state: FuryState, combat: Combat, done: Done) -> FuryState:
    """The board after a round. Rules FT-CMB-23, FT-COND-04, FT-COND-05, FT-COND-15, FT-MATRIX-12."""
    before = len(state.log)
    for seat, card in done.discards:
        if card in hunter(state, seat).items:
            state = with_hunter(state, seat, items=minus(hunter(state, seat).items, card))
            state = replace(state, piles=replace(state.piles, used_items=plus(state.piles.used_items, card)))
    for one in done.fighters:
        state = with_hunter(state, one.name, health=one.health, bites=one.bites)
    losses = [f"Dracula -{done.dracula_loss}"] if done.dracula_loss else []
    losses += [f"{name} -{loss}" for name, loss in done.losses.items() if loss]
    losses += [f"{name} is bitten" for name in sorted(done.bitten)]
    state = noted(state, f"after it: {', '.join(losses) or 'no loss'}")
    if combat.vampire is None:
        for seat in sorted(done.withdrawn):
            state = with_hunter(state, seat, withdrew=True)
        state = with_dracula(state, health=done.fight.health)
    elif done.bitten and combat.vampire.ambush and combat.vampire.trap.name == RECKLESS:
        state = influenced(table, state, 1, "Fangs of a Reckless Vampire that ambushed")
    if done.dracula_defeated:
        return _finished(table, state, replace(combat, fight=done.fight))
    for seat in done.defeated:
        state = defeated(table, state, seat)
    told = state.log[before:]
    clues = tuple(line for line in told if not line.startswith("#"))
    state = replace(state, log=(*state.log[:before], *(line for line in told if line.startswith("#"))))
    combat = replace(combat, fight=done.fight, later=(*combat.later, *clues))
    if state.over is not None:
        return _finished(table, state, combat)
    return then(state, SearchCard(combat)) if done.searches and done.fight.deck else then(state, combat)


def _finished(table: Table, state: FuryState, combat: Combat) -> FuryState:
    """The fight's line, what it turned, and where Dracula goes. Rules FT-CMB-31 to FT-CMB-34, FT-CLUE-24 to -26."""
    fight = combat.fight
    lost = combat.began - fight.health
    if combat.vampire is not None:
        state = _vampire_left(state, combat.vampire, lost, alive=fight.health > 0)
        return said(state, *combat.later)
    tail = [f"-{lost}" if lost else "0", *(["mist"] if fight.escaped == MIST else [])]
    state = said(state, f"fight {combat.place}: {', '.join(tail)}", *combat.turned, *combat.later)
    state = replace(state, mist=fight.spares_dracula or state.mist)
    state = dracula_changed(table, state, 0)
    flies = fight.escaped == BAT and fight.may_fly and state.over is None
    return then(state, Fly()) if flies and _flights(table, state, Fly()) else state


def _vampire_left(state: FuryState, meet: Meet, lost: int, *, alive: bool) -> FuryState:
    """A vampire that was not defeated lies faceup with its damage. Rules FT-TRAIL-27, FT-ENC-17."""
    if meet.trap not in load_at(state, meet.position).traps:
        return state
    if alive:
        return with_trap(state, meet.position, meet.trap, replace(meet.trap, damage=meet.trap.damage + lost))
    state = noted(with_trap(state, meet.position, meet.trap, None), f"{meet.trap.name} is defeated")
    return discarded(state, meet.trap.name, faceup=True)


def _vampire_fight(table: Table, state: FuryState, step: VampireFight) -> FuryState:
    """A fight with a vampire, whose cards Dracula chooses. Rules FT-ENC-15, FT-ENC-17."""
    card, trap = table.box.encounters[step.meet.trap.name], step.meet.trap
    health = (card.vampire_health or 0) - trap.damage
    time = "night" if state.clock.night else "day"
    fight = Fight(time, health, tuple(_fighter(table, state, s) for s in step.seats))
    place = hunter(state, step.meet.seat).place
    return then(state, Window(("combat_start",), step.seats), Combat(fight, place, health, (), vampire=step.meet))


def _flights(table: Table, state: FuryState, step: Fly) -> Sequence[Action]:
    """He may stay. Rules FT-CMB-32, FT-CMB-33."""
    board = state.board
    barred = Terms(board.hosts | ({board.consecrated} - {""}))
    ends = flight_ends(table.book.ground, state.trail, barred, standing(state))
    return (*(Action("choose", end) for end in ends), PASS) if ends else ()


def _flew(table: Table, state: FuryState, step: Fly, action: Action) -> FuryState:
    """Rules FT-CMB-32, FT-TRAIL-34, FT-TRAIL-37."""
    if action == PASS:
        return state
    state = unloaded(state, range(1, here_at(state.trail) + 1))
    return said(replace(state, trail=flown(state.trail, action.what)), "D flies")


def _refuse(table: Table, state: FuryState, step: Pick, action: Action) -> Refusal:
    fight = step.combat.fight
    if step.seat == DRACULA and action.what in fight.hand:
        return Refusal("FT-CMB-47", f"{action.what} is barred in round {fight.round}; expected another card")
    return Refusal("FT-CMB-08", f"{action.what} was played in the last round or is not held; expected another card")


def _refuse_say(table: Table, state: FuryState, step: Say, action: Action) -> Refusal:
    return Refusal("FT-CMB-39", f"expected an answer about {step.what}")


def _refuse_search(table: Table, state: FuryState, step: SearchCard, action: Action) -> Refusal:
    return Refusal("FT-CMB-42", "expected a card that is left in his combat deck")


def _refuse_fly(table: Table, state: FuryState, step: Fly, action: Action) -> Refusal:
    return Refusal("FT-CMB-32", "expected a city one or two roads away, without a hunter, not barred, off the trail")


RUNS.update({Combat: _combat, Revealed: _revealed, VampireFight: _vampire_fight})
ROLLS[DealCard] = Rolled(_deal_odds, _dealt)
ASKS[SearchCard] = Asked(_wanted, _found, _refuse_search)
ASKS[Pick] = Asked(_cards, _picked, _refuse)
ASKS[Say] = Asked(_answers, _answered, _refuse_say)
ASKS[Fly] = Asked(_flights, _flew, _refuse_fly)
