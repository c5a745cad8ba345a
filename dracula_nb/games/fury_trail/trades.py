"""Trade: items and tickets between two hunters, each thing given in turn, both agreeing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from dracula_nb.core.game import Refusal
from dracula_nb.games.fury_trail.actions import DONE, Action
from dracula_nb.games.fury_trail.deals import Limit
from dracula_nb.games.fury_trail.flow import ASKS, Asked, Table, hunter, minus, noted, plus, then, with_hunter
from dracula_nb.games.fury_trail.rulebook import SEATS
from dracula_nb.games.fury_trail.state import FuryState

MOST = 6
"""Things that change hands in one trade; no two hunters hold more that is worth it."""


@dataclass(frozen=True, slots=True)
class Trade:
    """One hunter says what goes from whom to whom; hunters play as one team, so who gives agrees."""

    seat: str
    other: str
    moved: int = 0


def trade_partners(state: FuryState, seat: str) -> tuple[str, ...]:
    """Hunters in the same place, or at the other end of a message. Rules FT-ACT-10, FT-ACT-13."""
    one = hunter(state, seat)
    others = [(other, hunter(state, other)) for other in SEATS if other != seat]
    return tuple(
        other
        for other, them in others
        if not them.recovering and (them.place == one.place or them.place == one.message or one.place == them.message)
    )


def _goods(table: Table, state: FuryState, step: Trade) -> Sequence[Action]:
    """Items and tickets, never events. Rule FT-ACT-11."""
    found = [DONE]
    for giver, taker in ((step.seat, step.other), (step.other, step.seat)):
        one = hunter(state, giver)
        if step.moved < MOST:
            found += [Action("give", f"{card} to {taker}") for card in sorted({*map(str, one.items)})]
            found += [Action("give", f"{card} to {taker}") for card in sorted({*map(str, one.tickets)})]
    return tuple(found)


def _given(table: Table, state: FuryState, step: Trade, action: Action) -> FuryState:
    if action == DONE:
        return _closed(state, step)
    name, _, taker = action.what.rpartition(" to ")
    giver = step.other if taker == step.seat else step.seat
    one, two = hunter(state, giver), hunter(state, taker)
    if name in one.items:
        state = with_hunter(state, giver, items=minus(one.items, name))
        state = with_hunter(state, taker, items=plus(two.items, name))
    else:
        ticket = next(t for t in one.tickets if str(t) == name)
        state = with_hunter(state, giver, tickets=minus(one.tickets, ticket))
        state = with_hunter(state, taker, tickets=plus(two.tickets, ticket))
    return then(state, Trade(step.seat, step.other, step.moved + 1))


def _closed(state: FuryState, step: Trade) -> FuryState:
    """Limits hold after the trade, and a message that made it possible goes back. Rules FT-ACT-39, FT-ACT-40."""
    one, two = hunter(state, step.seat), hunter(state, step.other)
    state = noted(state, f"{step.seat} trades with {step.other}")
    if step.moved and one.place != two.place:
        owner, marker = (step.seat, one) if one.message == two.place else (step.other, two)
        state = with_hunter(state, owner, message="", grit=marker.grit + 1)
    limits = [Limit(pile, seat) for seat in (step.seat, step.other) for pile in ("items", "tickets")]
    return then(state, *limits)


def _refuse(table: Table, state: FuryState, step: Trade, action: Action) -> Refusal:
    return Refusal("FT-ACT-11", f"expected 'give CARD to {step.other}' with an item or a ticket, or 'done'")


ASKS[Trade] = Asked(_goods, _given, _refuse)
