"""Event cards: when a seat is asked, how a card is played and answered, and what becomes of it.

A card's effect is code entered in `EVENTS` by its name, in the modules `events_*`; its moments stand in the table of
the box. A card that is kept in hand is asked for in a `Window`; what it asks in turn is an `Ask`, answered in
`ANSWERS`. Rules FT-CARD-10, FT-CARD-11.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from dracula_nb.core.game import Refusal
from dracula_nb.games.fury_trail.actions import PASS, Action
from dracula_nb.games.fury_trail.deals import hand, with_used
from dracula_nb.games.fury_trail.flow import (
    ASKS,
    DRACULA,
    RUNS,
    Asked,
    Table,
    minus,
    noted,
    then,
    with_dracula,
    with_hunter,
)
from dracula_nb.games.fury_trail.rulebook import SEATS
from dracula_nb.games.fury_trail.state import FuryState
from dracula_nb.games.fury_trail.steps import AtOnce

WITH = ": "
"""Between a card and what is named with it."""


@dataclass(frozen=True, slots=True)
class Window:
    """A moment at which these seats may play cards, each until it passes; `about` is what the moment is about."""

    moments: tuple[str, ...]
    asked: tuple[str, ...]
    about: Any = None


@dataclass(frozen=True, slots=True)
class AskEvents:
    """The first seat of a window plays a card that fits, or passes."""

    window: Window

    @property
    def seat(self) -> str:
        """Who is asked."""
        return self.window.asked[0]


@dataclass(frozen=True, slots=True)
class AskAtOnce:
    """A seat has drawn a card that it may play in more ways than one, or keep."""

    seat: str
    card: str


@dataclass(frozen=True, slots=True)
class Effect:
    """A played card takes effect: `what` was named with it, `moment` and `about` tell when it was played."""

    seat: str
    card: str
    moment: str
    what: str = ""
    about: Any = None


@dataclass(frozen=True, slots=True)
class Ask:
    """A seat answers a question of a card with one of some texts; `about` is what the card needs to go on."""

    seat: str
    card: str
    question: str
    options: tuple[str, ...]
    may_pass: bool = False
    about: Any = None


@dataclass(frozen=True, slots=True)
class AllyActs:
    """Dracula's ally acts in his phase."""


@dataclass(frozen=True, slots=True)
class Moment:
    """When a card might be played: who asks, the moment's word, and what it is about."""

    seat: str
    name: str
    about: Any = None


@dataclass(frozen=True)
class Event:
    """A card's code.

    Attributes
    ----------
    says
        What may be named with the card at a moment; ``("",)`` where it takes no words, empty where it cannot be played.
    does
        The state after it took effect.
    """

    says: Callable[[Table, FuryState, Moment], Sequence[str]]
    does: Callable[[Table, FuryState, Effect], FuryState]


EVENTS: dict[str, Event] = {}
ANSWERS: dict[tuple[str, str], Callable[[Table, FuryState, Ask, str], FuryState]] = {}
"""What an answer to a card's question does; the answer is "" for a pass."""


def always(table: Table, state: FuryState, moment: Moment) -> Sequence[str]:
    """The card takes no words and fits at each of its moments."""
    return ("",)


ALLIES: dict[str, Callable[[Table, FuryState], FuryState]] = {}
"""What Dracula's ally does in each Dracula Phase, by name."""


# Which cards may be played


def playable(table: Table, state: FuryState, moment: Moment) -> tuple[Action, ...]:
    """The plays of a seat's events that fit a moment. Rule FT-CARD-10."""
    return tuple(
        Action("play", f"{card}{WITH}{what}" if what else card)
        for card in sorted(set(hand(state, moment.seat, "events")))
        if _fits(table, card, moment)
        for what in EVENTS[card].says(table, state, moment)
    )


def _fits(table: Table, card: str, moment: Moment) -> bool:
    event = table.box.events[card]
    return card in EVENTS and moment.name in event.moments and event.only in ("", moment.seat)


def played(table: Table, state: FuryState, moment: Moment, action: Action) -> FuryState:
    """A card leaves the hand for the open discards, may be answered, then takes effect."""
    card, _, what = action.what.partition(WITH)
    left = minus(hand(state, moment.seat, "events"), card)
    state = with_events(state, moment.seat, left)
    state = noted(with_used(state, "events", card), f"{moment.seat} plays {action.what}")
    effect = Effect(moment.seat, card, moment.name, what, moment.about)
    others = (DRACULA,) if moment.seat in SEATS else SEATS
    return then(state, Window(("response",), others, effect), effect)


def with_events(state: FuryState, seat: str, events: tuple[str, ...]) -> FuryState:
    """The state with another hand of events."""
    return with_dracula(state, events=events) if seat == DRACULA else with_hunter(state, seat, events=events)


def cancelled(state: FuryState, effect: Effect) -> FuryState:
    """The state without the effect of a card that was answered."""
    steps = list(state.steps)
    del steps[len(steps) - 1 - steps[::-1].index(effect)]
    return noted(replace(state, steps=tuple(steps)), f"{effect.card} is cancelled")


def changed(state: FuryState, kind: type, **changes: Any) -> FuryState:
    """The state with fields of the step of a kind that comes first changed."""
    at = max(at for at, step in enumerate(state.steps) if isinstance(step, kind))
    return replace(state, steps=(*state.steps[:at], replace(state.steps[at], **changes), *state.steps[at + 1 :]))


# Windows


def _window(table: Table, state: FuryState, step: Window) -> FuryState:
    for at, seat in enumerate(step.asked):
        if _plays(table, state, step, seat):
            return then(state, AskEvents(replace(step, asked=step.asked[at:])))
    return state


def _plays(table: Table, state: FuryState, window: Window, seat: str) -> dict[Action, Moment]:
    moments = [Moment(seat, name, window.about) for name in window.moments]
    return {action: moment for moment in moments for action in playable(table, state, moment)}


def _choices(table: Table, state: FuryState, step: AskEvents) -> Sequence[Action]:
    return (*_plays(table, state, step.window, step.seat), PASS)


def _chosen(table: Table, state: FuryState, step: AskEvents, action: Action) -> FuryState:
    """Rule FT-CARD-11: any number of cards, one after the other."""
    if action == PASS:
        return then(state, replace(step.window, asked=step.window.asked[1:]))
    moment = _plays(table, state, step.window, step.seat)[action]
    return played(table, then(state, step.window), moment, action)


# At once


def _at_once_plays(table: Table, state: FuryState, step: AskAtOnce | AtOnce) -> tuple[Action, ...]:
    moment = Moment(step.seat, "at_once")
    if not _fits(table, step.card, moment):
        return ()
    says = EVENTS[step.card].says(table, state, moment)
    return tuple(Action("play", f"{step.card}{WITH}{what}" if what else step.card) for what in says)


def _kept(table: Table, card: str) -> bool:
    return table.box.events[card].moments != ("at_once",)


def _at_once(table: Table, state: FuryState, step: AtOnce) -> FuryState:
    """A card for this moment alone is played, or discarded where it can do nothing. Rule FT-CARD-10."""
    plays = _at_once_plays(table, state, step)
    if "at_once" not in table.box.events[step.card].moments:
        return state
    if _kept(table, step.card):
        return then(state, AskAtOnce(step.seat, step.card)) if plays else state
    if not plays:
        left = minus(hand(state, step.seat, "events"), step.card)
        state = with_used(with_events(state, step.seat, left), "events", step.card)
        return noted(state, f"{step.seat} draws {step.card}, to no effect")
    if len(plays) > 1:
        return then(state, AskAtOnce(step.seat, step.card))
    return played(table, state, Moment(step.seat, "at_once"), plays[0])


def _drawn_plays(table: Table, state: FuryState, step: AskAtOnce) -> Sequence[Action]:
    return (*_at_once_plays(table, state, step), *([PASS] if _kept(table, step.card) else []))


def _drawn_played(table: Table, state: FuryState, step: AskAtOnce, action: Action) -> FuryState:
    return state if action == PASS else played(table, state, Moment(step.seat, "at_once"), action)


# Questions


def _asked(table: Table, state: FuryState, step: Ask) -> Sequence[Action]:
    return (*(Action("choose", text) for text in step.options), *([PASS] if step.may_pass else []))


def _answered(table: Table, state: FuryState, step: Ask, action: Action) -> FuryState:
    return ANSWERS[step.card, step.question](table, state, step, action.what)


def _ally_acts(table: Table, state: FuryState, step: AllyActs) -> FuryState:
    ally = state.board.dark_ally
    return ALLIES[ally](table, state) if ally in ALLIES else state


def _effect(table: Table, state: FuryState, step: Effect) -> FuryState:
    return EVENTS[step.card].does(table, state, step)


def _refuse(table: Table, state: FuryState, step: object, action: Action) -> Refusal:
    """What stands against an answer here."""
    if isinstance(step, Ask):
        rules = table.box.events[step.card].rule
        return Refusal(rules[-1], f"{action}: {step.card} asks for {step.question}; expected one of what is offered")
    return Refusal("FT-CARD-10", f"{action}: expected a card in hand whose moment this is, or 'pass'")


RUNS.update({Window: _window, Effect: _effect, AtOnce: _at_once, AllyActs: _ally_acts})
ASKS[AskEvents] = Asked(_choices, _chosen, _refuse)
ASKS[AskAtOnce] = Asked(_drawn_plays, _drawn_played, _refuse)
ASKS[Ask] = Asked(_asked, _answered, _refuse)
