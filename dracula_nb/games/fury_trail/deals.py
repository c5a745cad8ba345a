"""Decks and hands: what is drawn by chance, refilled piles, and limits of what is held."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from dracula_nb.core.decks import Deck
from dracula_nb.core.game import Refusal
from dracula_nb.games.fury_trail.actions import Action
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
    then,
    with_dracula,
    with_hunter,
    with_piles,
)
from dracula_nb.games.fury_trail.state import FuryState, Piles, Rail
from dracula_nb.games.fury_trail.steps import AtOnce

HELD_TICKETS = 2
"""Rule FT-ACT-17."""


@dataclass(frozen=True, slots=True)
class Draw:
    """Cards for a seat from a pile (``"items"``, ``"events"``, ``"encounters"``, ``"tickets"``), from one end."""

    pile: str
    seat: str
    count: int = 1
    end: str = "top"


@dataclass(frozen=True, slots=True)
class Drawn:
    """Chance says which card."""

    pile: str
    seat: str
    end: str


@dataclass(frozen=True, slots=True)
class Limit:
    """A seat discards while it holds too much of one kind."""

    pile: str
    seat: str


def new_piles(table: Table) -> Piles:
    """The four decks, shuffled. Rules FT-SETUP-07, FT-SETUP-13."""
    box = table.box
    decks: list[Deck[Any]] = [
        Deck.of([name for name, card in cards.items() for _ in range(card.count)])
        for cards in (box.items, box.events, box.encounters)
    ]
    tickets = Deck.of([Rail(t.white, t.yellow) for t in box.tickets.values() for _ in range(t.count)])
    return Piles(decks[0], decks[1], decks[2], tickets)


def refilled(state: FuryState, pile: str) -> FuryState:
    """An empty deck made anew of its discards. Rules FT-ACT-16, FT-ACT-36, FT-TRAIL-30."""
    piles = state.piles
    if len(getattr(piles, pile)):
        return state
    if pile == "encounters":
        gone = (*piles.open_encounters, *piles.hidden_encounters)
        return with_piles(state, encounters=Deck.of(gone), open_encounters=(), hidden_encounters=())
    used = f"used_{pile}"
    return with_piles(state, **{pile: Deck.of(getattr(piles, used)), used: ()})


def _draw(table: Table, state: FuryState, step: Draw) -> FuryState:
    if step.count == 0:
        return then(state, Limit(step.pile, step.seat))
    state = refilled(state, step.pile)
    if not len(getattr(state.piles, step.pile)):
        return then(state, Limit(step.pile, step.seat))
    return then(state, Drawn(step.pile, step.seat, step.end), replace(step, count=step.count - 1))


def _odds(table: Table, state: FuryState, step: Drawn) -> Sequence[tuple[Action, Fraction]]:
    drawn = getattr(state.piles, step.pile).draw(step.end)
    return tuple((Action("draw", str(card)), odds) for card, odds, _ in drawn)


def _take(table: Table, state: FuryState, step: Drawn, action: Action) -> FuryState:
    deck = getattr(state.piles, step.pile)
    card, rest = next((card, rest) for card, _, rest in deck.draw(step.end) if str(card) == action.what)
    return received(table, with_piles(state, **{step.pile: rest}), step, card)


def received(table: Table, state: FuryState, step: Drawn, card: Any) -> FuryState:
    """A drawn card goes where it belongs.

    A hunter's Dracula event is discarded by day and given to Dracula unseen by night. Rules FT-ACT-34, FT-ACT-35.
    """
    if step.pile == "events" and step.seat != DRACULA and table.box.events[card].side == "dracula":
        if not state.clock.night:
            return noted(with_used(state, "events", card), f"{step.seat} draws an event of Dracula: discarded")
        state = noted(state, f"{step.seat} draws an event of Dracula: it goes to him")
        state = with_dracula(state, events=plus(state.dracula.events, card))
        return then(state, AtOnce(DRACULA, card), Limit("events", DRACULA))
    if step.seat == DRACULA:
        held = plus(getattr(state.dracula, step.pile), card)
        return with_dracula(state, **{step.pile: held})
    held = plus(getattr(hunter(state, step.seat), step.pile), card)
    state = noted(with_hunter(state, step.seat, **{step.pile: held}), f"{step.seat} draws: {step.pile[:-1]}")
    return then(state, AtOnce(step.seat, card)) if step.pile == "events" else state


def with_used(state: FuryState, pile: str, *cards: Any) -> FuryState:
    """The state with cards on an open discard pile."""
    used = f"used_{pile}"
    return with_piles(state, **{used: plus(getattr(state.piles, used), *cards)})


# Limits


def held_at_most(table: Table, seat: str, pile: str) -> int:
    """How many cards of a kind a seat holds. Rules FT-SETUP-08, FT-ACT-17, FT-ACT-38, FT-ACT-39, FT-CARD-61."""
    return HELD_TICKETS if pile == "tickets" else int(getattr(table.box.characters[seat], f"{pile}_held"))


def hand(state: FuryState, seat: str, pile: str) -> tuple[Any, ...]:
    """What a seat holds of a kind."""
    return tuple(getattr(state.dracula if seat == DRACULA else hunter(state, seat), pile))


def _limit(table: Table, state: FuryState, step: Limit) -> FuryState:
    over = len(hand(state, step.seat, step.pile)) - held_at_most(table, step.seat, step.pile)
    return then(state, Discard(step.pile, step.seat), step) if over > 0 else state


@dataclass(frozen=True, slots=True)
class Discard:
    """A seat discards one thing that it holds too much of."""

    pile: str
    seat: str


def _discards(table: Table, state: FuryState, step: Discard) -> Sequence[Action]:
    return tuple(Action("discard", str(card)) for card in sorted(set(hand(state, step.seat, step.pile))))


def _discarded(table: Table, state: FuryState, step: Discard, action: Action) -> FuryState:
    card = next(card for card in hand(state, step.seat, step.pile) if str(card) == action.what)
    return dropped(state, step.seat, step.pile, card)


def dropped(state: FuryState, seat: str, pile: str, card: Any) -> FuryState:
    """A seat's card on its discard pile: hunters' openly, Dracula's encounters facedown. Rule FT-POW-08."""
    left = minus(hand(state, seat, pile), card)
    if seat == DRACULA:
        state = with_dracula(state, **{pile: left})
        if pile == "encounters":
            gone = plus(state.piles.hidden_encounters, card)
            return with_piles(state, hidden_encounters=gone)
    else:
        state = with_hunter(state, seat, **{pile: left})
    return noted(with_used(state, pile, card), f"{seat} discards {card}")


def _refuse_discard(table: Table, state: FuryState, step: Discard, action: Action) -> Refusal:
    most = held_at_most(table, step.seat, step.pile)
    rule = {"tickets": "FT-ACT-17", "items": "FT-ACT-38", "events": "FT-ACT-39"}.get(step.pile, "FT-SETUP-08")
    return Refusal(rule, f"{step.seat} holds more than {most} {step.pile}; expected one of them to be discarded")


RUNS[Draw] = _draw
RUNS[Limit] = _limit
ROLLS[Drawn] = Rolled(_odds, _take)
ASKS[Discard] = Asked(_discards, _discarded, _refuse_discard)
