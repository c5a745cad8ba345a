"""What each kind of encounter does to a hunter who meets it.

A kind's effect is one function in `MEETS`; what it asks a hunter to show is a `Shows` step, answered by one in `SHOWN`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from dracula_nb.core.game import Refusal
from dracula_nb.games.fury_trail.actions import PASS, Action
from dracula_nb.games.fury_trail.deals import Draw, dropped
from dracula_nb.games.fury_trail.fight_state import WEAPONS
from dracula_nb.games.fury_trail.flow import (
    ASKS,
    DRACULA,
    RUNS,
    Asked,
    Table,
    hunter,
    hunters_in,
    noted,
    then,
    with_hunter,
)
from dracula_nb.games.fury_trail.loads import discarded, load_at, with_trap
from dracula_nb.games.fury_trail.moves import fogged, open_ways
from dracula_nb.games.fury_trail.score import hurt
from dracula_nb.games.fury_trail.state import FuryState
from dracula_nb.games.fury_trail.steps import Arrive, BatsMove, Meet, VampireFight

ARMED = ("Pistol", "Rifle")
FOG_TOKENS = 4
BODYGUARDS = "Szgany Bodyguards"


@dataclass(frozen=True, slots=True)
class Shows:
    """A hunter may show one of some cards; `why` names what follows in `SHOWN`."""

    seat: str
    cards: tuple[str, ...]
    why: str
    meet: Meet


Meets = Callable[[Table, FuryState, Meet], FuryState]


def _meet(table: Table, state: FuryState, step: Meet) -> FuryState:
    """Rules FT-ACT-06, FT-ACT-28, FT-ENC-02, FT-ENC-23."""
    if not table.box.encounters[step.trap.name].stays:
        state = thrown(state, step)
    return MEETS[step.trap.name](table, state, step)


def thrown(state: FuryState, step: Meet) -> FuryState:
    """The encounter on the discard pile, faceup."""
    return discarded(with_trap(state, step.position, step.trap, None), step.trap.name, faceup=True)


def delayed(state: FuryState, seat: str) -> FuryState:
    """A hunter skips his next action. Rule FT-COND-14."""
    return noted(with_hunter(state, seat, delayed=True), f"{seat} is delayed")


def _held(state: FuryState, seat: str, cards: Sequence[str]) -> tuple[str, ...]:
    return tuple(card for card in cards if card in hunter(state, seat).items)


def _asked(state: FuryState, seat: str, cards: Sequence[str], why: str, meet: Meet) -> FuryState:
    """Ask for a card to be shown, or go on without where none is held."""
    held = _held(state, seat, cards)
    return then(state, Shows(seat, held, why, meet))


def _rats(table: Table, state: FuryState, step: Meet) -> FuryState:
    """Rule FT-ENC-07."""
    state = hurt(table, state, step.seat, 2, "Rats")
    return _asked(state, step.seat, ARMED, "discard it", step)


def _saboteur(table: Table, state: FuryState, step: Meet) -> FuryState:
    """Rule FT-ENC-08."""
    return _asked(delayed(state, step.seat), step.seat, ARMED, "discard it", step)


def _spy(table: Table, state: FuryState, step: Meet) -> FuryState:
    """Rule FT-ENC-09."""
    return _asked(state, step.seat, WEAPONS, "discard against Spy", step)


def _wolves(table: Table, state: FuryState, step: Meet) -> FuryState:
    """Rule FT-ENC-10: each hunter here, less for each weapon that he shows."""
    here = hunters_in(state, hunter(state, step.seat).place)
    return then(state, *(Wolves(seat) for seat in here))


def _bats(table: Table, state: FuryState, step: Meet) -> FuryState:
    """Rule FT-ENC-03."""
    return noted(with_hunter(state, step.seat, bats=True), f"{step.seat} has a bats token")


def _fog(table: Table, state: FuryState, step: Meet) -> FuryState:
    """Rule FT-ENC-04."""
    place = hunter(state, step.seat).place
    state = fog_laid(table, state, place, 2 if place in table.book.ports else 1)
    if state.clock.phase == "day":
        for seat in hunters_in(state, place):
            state = delayed(state, seat)
    return state


def fog_laid(table: Table, state: FuryState, city: str, count: int) -> FuryState:
    """Fog tokens on a city, as many as there are. Rules FT-ENC-04, FT-ENC-05."""
    fog = dict(state.board.fog)
    fog[city] = fog.get(city, 0) + min(count, FOG_TOKENS - sum(fog.values()))
    left = tuple(sorted((place, tokens) for place, tokens in fog.items() if tokens))
    return noted(replace(state, board=replace(state.board, fog=left)), f"fog on {city}")


def _hoax(table: Table, state: FuryState, step: Meet) -> FuryState:
    """Rule FT-ENC-06."""
    return delayed(state, step.seat)


def _soil(table: Table, state: FuryState, step: Meet) -> FuryState:
    """Rule FT-ENC-11."""
    return then(_asked(state, step.seat, ("Heavenly Host",), "discard it", step), Draw("encounters", DRACULA, 3))


def bodyguards(table: Table, state: FuryState, step: Meet) -> FuryState:
    """Rule FT-ENC-18."""
    return _asked(hurt(table, state, step.seat, 2, step.trap.name), step.seat, WEAPONS, "against Bodyguards", step)


def _mob(table: Table, state: FuryState, step: Meet) -> FuryState:
    """Rule FT-ENC-19."""
    return then(state, *(Mob(seat) for seat in hunters_in(state, hunter(state, step.seat).place)))


def _vampire(table: Table, state: FuryState, step: Meet) -> FuryState:
    """Rule FT-ENC-15."""
    place = hunter(state, step.seat).place
    others = [s for s in hunters_in(state, place) if s != step.seat and not hunter(state, s).recovering]
    return then(state, Joins(step, tuple(others), (step.seat,)))


def _aristocrat(table: Table, state: FuryState, step: Meet) -> FuryState:
    """Rule FT-ENC-22."""
    return then(state, Shows(step.seat, ("delay",), "discard by a delay", step))


MEETS: dict[str, Meets] = {
    "Rats": _rats,
    "Saboteur": _saboteur,
    "Spy": _spy,
    "Wolves": _wolves,
    "Bats": _bats,
    "Unnatural Fog": _fog,
    "Hoax": _hoax,
    "Desecrated Soil": _soil,
    BODYGUARDS: bodyguards,
    "Szgany Mob": _mob,
    "New Vampire": _vampire,
    "Reckless Vampire": _vampire,
    "Aristocratic Vampire": _aristocrat,
}


# Cards shown


def _showable(table: Table, state: FuryState, step: Shows) -> Sequence[Action]:
    return (*(Action("show", card) for card in step.cards), PASS)


def _showed(table: Table, state: FuryState, step: Shows, action: Action) -> FuryState:
    """Revealing a card shows it to all and keeps it. Rule FT-ENC-23."""
    card = "" if action == PASS else action.what
    if card and card != "delay":
        state = noted(state, f"{step.seat} shows {card}")
    return SHOWN[step.why](table, state, step, card)


def _discards_it(table: Table, state: FuryState, step: Shows, card: str) -> FuryState:
    return thrown(state, step.meet) if card and _lies(state, step.meet) else state


def _lies(state: FuryState, meet: Meet) -> bool:
    return meet.trap in load_at(state, meet.position).traps


def _against_spy(table: Table, state: FuryState, step: Shows, card: str) -> FuryState:
    if card:
        return dropped(state, step.seat, "items", card)
    one = hunter(state, step.seat)
    state = noted(state, f"{step.seat} shows all: {', '.join((*one.items, *one.events)) or 'nothing'}")
    for ticket in one.tickets:
        state = dropped(state, step.seat, "tickets", ticket)
    return state


def _against_bodyguards(table: Table, state: FuryState, step: Shows, card: str) -> FuryState:
    if card:
        return state
    return hurt(table, delayed(state, step.seat), step.seat, 2, step.meet.trap.name)


def _by_delay(table: Table, state: FuryState, step: Shows, card: str) -> FuryState:
    return thrown(delayed(state, step.seat), step.meet) if card else state


SHOWN: dict[str, Callable[[Table, FuryState, Shows, str], FuryState]] = {
    "discard it": _discards_it,
    "discard against Spy": _against_spy,
    "against Bodyguards": _against_bodyguards,
    "discard by a delay": _by_delay,
}


@dataclass(frozen=True, slots=True)
class Wolves:
    """A hunter shows weapons against wolves, one after the other."""

    seat: str
    shown: tuple[str, ...] = ()


def _weapons(table: Table, state: FuryState, step: Wolves) -> Sequence[Action]:
    items = list(hunter(state, step.seat).items)
    for card in step.shown:
        items.remove(card)
    return (*(Action("show", card) for card in sorted({*items} & {*WEAPONS}) if len(step.shown) < 2), PASS)


def _wolves_met(table: Table, state: FuryState, step: Wolves, action: Action) -> FuryState:
    if action != PASS:
        state = noted(state, f"{step.seat} shows {action.what}")
        return then(state, replace(step, shown=(*step.shown, action.what)))
    loss = max(0, 4 - 2 * len(step.shown))
    return hurt(table, state, step.seat, loss, "Wolves") if loss else state


@dataclass(frozen=True, slots=True)
class Mob:
    """A hunter may discard items before the mob counts them."""

    seat: str


def _throwable(table: Table, state: FuryState, step: Mob) -> Sequence[Action]:
    return (*(Action("discard", card) for card in sorted(set(hunter(state, step.seat).items))), PASS)


def _mob_met(table: Table, state: FuryState, step: Mob, action: Action) -> FuryState:
    if action != PASS:
        return then(dropped(state, step.seat, "items", action.what), step)
    loss = len(hunter(state, step.seat).items)
    return hurt(table, state, step.seat, loss, "Szgany Mob") if loss else state


@dataclass(frozen=True, slots=True)
class Joins:
    """Other hunters in the city may join a fight with a vampire; one who does is delayed."""

    meet: Meet
    asked: tuple[str, ...]
    joined: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class AskJoin:
    """A hunter joins, or not."""

    joins: Joins
    seat: str


def _joins(table: Table, state: FuryState, step: Joins) -> FuryState:
    if step.asked:
        return then(state, AskJoin(step, step.asked[0]))
    return then(state, VampireFight(step.meet, step.joined))


def _joined(table: Table, state: FuryState, step: AskJoin, action: Action) -> FuryState:
    joins = replace(step.joins, asked=step.joins.asked[1:])
    if action == PASS:
        return then(state, joins)
    return then(delayed(state, step.seat), replace(joins, joined=(*joins.joined, step.seat)))


# Bats


def _bat_goals(table: Table, state: FuryState, step: BatsMove) -> Sequence[Action]:
    """Rules FT-ENC-03, FT-ENC-05."""
    ways = open_ways(table, state, hunter(state, step.hunter).place, "road")
    goals = [goal for goal in ways if goal in table.book.cities and not fogged(state, goal)]
    return tuple(Action("choose", goal) for goal in goals) or (PASS,)


def _bats_moved(table: Table, state: FuryState, step: BatsMove, action: Action) -> FuryState:
    return state if action == PASS else then(state, Arrive(step.hunter, action.what, "brought"))


def _refuse(table: Table, state: FuryState, step: object, action: Action) -> Refusal:
    """What stands against an answer here."""
    rule = "FT-ENC-03" if isinstance(step, BatsMove) else "FT-ENC-23"
    return Refusal(rule, f"{action}: not among what can be answered here")


RUNS.update({Meet: _meet, Joins: _joins})
ASKS.update(
    {
        Shows: Asked(_showable, _showed, _refuse),
        Wolves: Asked(_weapons, _wolves_met, _refuse),
        Mob: Asked(_throwable, _mob_met, _refuse),
        AskJoin: Asked(lambda table, state, step: (Action("choose", "join"), PASS), _joined, _refuse),
        BatsMove: Asked(_bat_goals, _bats_moved, _refuse),
    }
)
