"""The Dracula Phase: the trail moves on, the oldest card takes effect, a card is laid with its trap, the hand refilled.

Its line in the log is put together on the way (`Laying`) and told once all that everybody sees has happened.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from dracula_nb.core.game import Refusal
from dracula_nb.games.fury_trail.actions import Action
from dracula_nb.games.fury_trail.deals import Draw
from dracula_nb.games.fury_trail.events import AllyActs, Window
from dracula_nb.games.fury_trail.flow import ASKS, DRACULA, RUNS, Asked, Table, minus, phase_begun, said, standing, then
from dracula_nb.games.fury_trail.loads import discarded, gone, load_at, unloaded, with_load
from dracula_nb.games.fury_trail.score import dracula_changed, influenced
from dracula_nb.games.fury_trail.state import NOTHING, FuryState, Load, Trap
from dracula_nb.games.fury_trail.steps import Mature
from dracula_nb.trail.hideouts import (
    DARK_CALL,
    FEED,
    LENGTH,
    POWERS,
    Choice,
    Hideout,
    Terms,
    choices,
    clear,
    here,
    laid,
    leave,
    penalty,
    penalty_health,
)

RUMOUR, WOLF, MISDIRECTED = "rumour", "wolf ", ", misdirect "


@dataclass(frozen=True, slots=True)
class DraculaPhase:
    """The whole phase; events of this moment and his ally come first."""


@dataclass(frozen=True, slots=True)
class TrailMoves:
    """Steps 1 and 2."""


@dataclass(frozen=True, slots=True)
class Laying:
    """What the line of this phase tells so far: the tail items of steps 1 and 2."""

    tail: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class LayCard:
    """Step 3: Dracula chooses a card, Wolf Form and Misdirect with it."""

    laying: Laying
    seat: str = DRACULA


@dataclass(frozen=True, slots=True)
class LayTrap:
    """Step 4: he lays an encounter or a Rumour on the card."""

    head: str
    tail: tuple[str, ...]
    seat: str = DRACULA


@dataclass(frozen=True, slots=True)
class PhaseEnd:
    """Step 5 is done; what protected him ends."""


def terms(state: FuryState) -> Terms:
    """What bars Dracula. Rules FT-TRAIL-14, FT-LOC-12."""
    board = state.board
    return Terms(board.hosts | ({board.consecrated} - {""}), state.dracula.health)


def _begin(table: Table, state: FuryState, step: DraculaPhase) -> FuryState:
    state = phase_begun(state, "dracula")
    return then(state, Window(("dracula_phase",), (DRACULA,)), AllyActs(), TrailMoves())


def _trail_moves(table: Table, state: FuryState, step: TrailMoves) -> FuryState:
    """Rules FT-TRAIL-01, FT-TRAIL-02, FT-TRAIL-38, FT-POW-15."""
    trail, oldest, hide = leave(state.trail)
    left = load_at(state, LENGTH)
    state = unloaded(state, {hide} - {0})
    state = replace(state, trail=trail, loads=(NOTHING, *state.loads[:-1]))
    items = [f"hide left {hide}"] if hide else []
    state = then(state, Draw("encounters", DRACULA, 0), PhaseEnd())
    if oldest is None or oldest.card in POWERS:
        return then(state, Laying(tuple(items)))
    return _leaving(table, state, (oldest, left), items)


def _leaving(table: Table, state: FuryState, old: tuple[Hideout, Load], items: list[str]) -> FuryState:
    """Encounters with a maturing effect take effect, the others go; a Rumour counts.

    Rules FT-TRAIL-10, FT-TRAIL-24 to FT-TRAIL-26, FT-TRAIL-38, FT-ENC-02, FT-ENC-13, FT-ENC-14, FT-WIN-08.
    """
    hideout, load = old
    cards = [table.box.encounters[trap.name] for trap in load.traps]
    ripe = [card for card in cards if card.matures]
    vampires = [card for card in ripe if card.vampire]
    numbers = table.book.constants
    for card, trap in zip(cards, load.traps, strict=True):
        state = discarded(state, trap.name, faceup=card.matures or trap.faceup)
    if load.rumour:
        state = gone(state, Load(rumour=True))
    for at, card in enumerate(vampires):
        bonus = numbers.rumour_bonus if load.rumour and at == 0 else 0
        state = influenced(table, state, card.gain + bonus, f"{card.name} matures")
    if load.rumour and not vampires:
        state = influenced(table, state, numbers.rumour_gain, "a rumour")
    if any(card.shows_place for card in ripe):
        items.insert(0, f"left {hideout.card}")
    if vampires:
        trail, emptied = clear(state.trail, range(numbers.vampire_clears_from, LENGTH + 1))
        state = unloaded(replace(state, trail=trail), emptied)
        items.append(f"cleared {' '.join(map(str, sorted(emptied))) or 'none'}")
    others = [card.name for card in ripe if not card.vampire]
    return then(state, *(Mature(name, hideout.card) for name in others), Laying(tuple(items)))


# Step 3


def _laying(table: Table, state: FuryState, step: Laying) -> FuryState:
    """A card is chosen; without any the penalty comes first. Rules FT-TRAIL-16 to FT-TRAIL-18, FT-TRAIL-39."""
    if _choices(table, state):
        return then(state, LayCard(step))
    place, old = here(state.trail), state.dracula.health
    at = next(at for at, h in enumerate(state.trail, 1) if h and h.card == place)
    kept = load_at(state, at)
    state = unloaded(state, {*range(1, LENGTH + 1)} - {at})
    state = replace(state, trail=penalty(state.trail), loads=(NOTHING,) * LENGTH)
    state = with_load(state, 2, kept)
    lost = old - penalty_health(old, table.book.constants.penalty_step)
    state = dracula_changed(table, state, -lost, told=True)
    return then(state, Laying((*step.tail, f"stuck {place}")))


def _choices(table: Table, state: FuryState) -> tuple[Choice, ...]:
    return choices(table.book.ground, state.trail, terms(state), table.book.costs)


def choice_text(choice: Choice) -> str:
    """A choice of step 3 as an action is about it.

    >>> choice_text(Choice("Paris", wolf=True, misdirect=3))
    'wolf Paris, misdirect 3'
    """
    misdirect = f"{MISDIRECTED}{choice.misdirect}" if choice.misdirect else ""
    return f"{WOLF if choice.wolf else ''}{choice.card}{misdirect}"


def _cards(table: Table, state: FuryState, step: LayCard) -> Sequence[Action]:
    return tuple(Action("lay", choice_text(choice)) for choice in _choices(table, state))


def _lay(table: Table, state: FuryState, step: LayCard, action: Action) -> FuryState:
    """The card on position 1, then its cost or gain, then the trap.

    Rules FT-TRAIL-04, FT-TRAIL-19, FT-TRAIL-40, FT-SEA-01, FT-SEA-02, FT-SEA-07, FT-LOC-01, FT-LOC-02, FT-POW-08.
    """
    choice = next(c for c in _choices(table, state) if choice_text(c) == action.what)
    before, hunters = here(state.trail), standing(state)
    if choice.misdirect:
        state = unloaded(state, {choice.misdirect})
    state = replace(state, trail=laid(table.book.ground, state.trail, choice, hunters))
    card, old = state.trail[0] or Hideout(choice.card), state.dracula.health
    change = _change(table, state, choice, before)
    state = dracula_changed(table, state, change, told=True)
    moved = min(change, state.dracula.health - old) if change > 0 else change  # a cost is told whole
    tail = [f"{moved:+d}" if moved else "0"] if _costs(table, choice) else []
    tail += [f"misdirect {choice.misdirect}"] if choice.misdirect else []
    down = "sea" if choice.card in table.book.seas else "land"
    head = (WOLF if choice.wolf else "") + (card.card if card.faceup else down)
    bears = not card.faceup and down == "land" and here(state.trail) != table.book.castle
    if choice.card == DARK_CALL:
        state = then(state, Draw("encounters", DRACULA, table.book.constants.dark_call_draws))
    told = LayTrap(head, (*tail, *step.laying.tail))
    if state.over is None and bears and (state.dracula.encounters or state.dracula.rumours):
        return then(state, told)
    laid_word = ("empty-handed",) if bears else ()
    return _told(state, head, (*laid_word, *told.tail))


def _costs(table: Table, choice: Choice) -> bool:
    """Whether the card's line tells a change of health. Rule FT-CLUE-34."""
    return choice.wolf or choice.card in (DARK_CALL, FEED, table.book.castle) or choice.card in table.book.seas


def _change(table: Table, state: FuryState, choice: Choice, before: str) -> int:
    """Rules FT-SEA-17, FT-POW-11, FT-POW-17, FT-LOC-10, FT-CARD-25."""
    numbers, book = table.book.constants, table.book
    change = -numbers.wolf_form_loss if choice.wolf else 0
    if choice.card in book.seas:
        further = numbers.sea_loss_rufus if state.board.ally == "Rufus Smith" else numbers.sea_loss
        return -further if before in book.seas else -numbers.embark_loss
    if choice.card == DARK_CALL:
        return -numbers.dark_call_loss
    return change + {FEED: numbers.feed_gain, book.castle: numbers.castle_gain}.get(choice.card, 0)


def _refuse_card(table: Table, state: FuryState, step: LayCard, action: Action) -> Refusal:
    """Rules FT-TRAIL-13, FT-TRAIL-14, FT-TRAIL-39, FT-POW-10, FT-POW-25."""
    what = action.what.partition(MISDIRECTED)[0].removeprefix(WOLF)
    if what in POWERS:
        rule = "FT-POW-25" if here(state.trail) in table.book.seas else "FT-TRAIL-11"
        return Refusal(rule, f"{what} cannot be played now; expected one in his hand, affordable, on land")
    if any(h and h.card == what for h in state.trail):
        return Refusal("FT-TRAIL-13", f"{what} is on the trail; expected a place that is not")
    if what == table.book.hospital or what in terms(state).barred:
        return Refusal("FT-TRAIL-14", f"Dracula never enters {what}")
    return Refusal("FT-TRAIL-39", f"no card lays {action.what}; expected a place joined by road or sea, or a power")


# Step 4


def _traps(table: Table, state: FuryState, step: LayTrap) -> Sequence[Action]:
    """Rules FT-TRAIL-05, FT-TRAIL-21, FT-TRAIL-22, FT-SETUP-12."""
    rumour = [Action("trap", RUMOUR)] if state.dracula.rumours else []
    return (*rumour, *(Action("trap", name) for name in sorted(set(state.dracula.encounters))))


def _trap(table: Table, state: FuryState, step: LayTrap, action: Action) -> FuryState:
    """Rules FT-TRAIL-05, FT-TRAIL-23."""
    own = state.dracula
    if action.what == RUMOUR:
        state = replace(state, dracula=replace(own, rumours=own.rumours - 1))
        return _told(with_load(state, 1, Load(rumour=True)), step.head, (RUMOUR, *step.tail))
    state = replace(state, dracula=replace(own, encounters=minus(own.encounters, action.what)))
    return _told(with_load(state, 1, Load((Trap(action.what),))), step.head, ("trap", *step.tail))


def _refuse_trap(table: Table, state: FuryState, step: LayTrap, action: Action) -> Refusal:
    return Refusal(
        "FT-TRAIL-22", "he lays something here; expected 'trap' and an encounter that he holds, or 'trap rumour'"
    )


def _told(state: FuryState, head: str, tail: Sequence[str]) -> FuryState:
    return said(state, f"D {head}" + (f": {', '.join(tail)}" if tail else ""))


# Step 5


def _refill(table: Table, state: FuryState, step: PhaseEnd) -> FuryState:
    """Rules FT-TRAIL-06, FT-TRAIL-30, FT-CMB-31."""
    missing = table.box.characters[DRACULA].encounters_held - len(state.dracula.encounters)
    cards = Window(("end_of_phase", "dracula_phase"), (DRACULA,))
    return then(replace(state, mist=False), Draw("encounters", DRACULA, max(0, missing)), cards)


RUNS.update({DraculaPhase: _begin, TrailMoves: _trail_moves, Laying: _laying, PhaseEnd: _refill})
ASKS[LayCard] = Asked(_cards, _lay, _refuse_card)
ASKS[LayTrap] = Asked(_traps, _trap, _refuse_trap)
