"""How a fight begins: cards played before the first round, then the hunters in it with what they hold."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from dracula_nb.core.game import Refusal
from dracula_nb.games.fury_trail.actions import PASS, Action
from dracula_nb.games.fury_trail.combat_end import told_later
from dracula_nb.games.fury_trail.combat_steps import WREATH, Combat
from dracula_nb.games.fury_trail.events import Window
from dracula_nb.games.fury_trail.fight import Fight, Fighter, hunter_hand
from dracula_nb.games.fury_trail.flow import ASKS, RUNS, Asked, Table, hunter, lasts, noted, then, with_dracula
from dracula_nb.games.fury_trail.moves import seen_line
from dracula_nb.games.fury_trail.score import hurt
from dracula_nb.games.fury_trail.state import FuryState
from dracula_nb.games.fury_trail.steps import Meet, VampireFight
from dracula_nb.trail.hideouts import here, turned, turned_by_fight

NOCTURNAL = "Nocturnal Visit"
LEAP_LOSS, AGATHA_LOSS = 5, 2
"""Rules FT-CARD-21, FT-CARD-26."""


@dataclass(frozen=True, slots=True)
class Starts:
    """A fight with these hunters is about to start; `turned` are lines of cards that it turned.

    `vampire`: with an encounter, in place of Dracula; `planned`, `lucy`: cards laid open before it (see `Combat`);
    `leaps`: the hunter who leaps in place of a fight; `ask`: hunters not yet asked for a Garlic Wreath, `wreaths`:
    those who showed one.
    """

    seats: tuple[str, ...]
    ask: tuple[str, ...]
    turned: tuple[str, ...] = ()
    vampire: Meet | None = None
    planned: tuple[str, ...] = ()
    lucy: bool = False
    leaps: str = ""
    wreaths: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class AskWreath:
    """A hunter may lay a Garlic Wreath open before the first round."""

    starts: Starts
    seat: str


def fight_begins(table: Table, state: FuryState, seats: Sequence[str]) -> FuryState:
    """A fight with these hunters where Dracula is; his card and newer ones are turned. Rules FT-ROUND-15, FT-CMB-37."""
    positions = turned_by_fight(state.trail)
    lines = tuple(seen_line(state.trail, at) for at in sorted(positions))
    state = replace(state, trail=turned(state.trail, positions))
    return _opened(state, Starts(tuple(seats), tuple(seats), lines))


def _vampire_fight(table: Table, state: FuryState, step: VampireFight) -> FuryState:
    """A fight with a vampire, whose cards Dracula chooses. Rules FT-ENC-15, FT-ENC-17."""
    return _opened(state, Starts(step.seats, step.seats, vampire=step.meet))


def _opened(state: FuryState, starts: Starts) -> FuryState:
    return then(state, Window(("combat_start",), starts.seats, starts), starts)


def _starts(table: Table, state: FuryState, step: Starts) -> FuryState:
    """Rules FT-CARD-06, FT-CARD-21, FT-CMB-46."""
    if step.ask and not step.leaps:
        left = replace(step, ask=step.ask[1:])
        wears = step.ask[0] in step.seats and WREATH in hunter(state, step.ask[0]).items
        return then(state, AskWreath(left, step.ask[0]) if wears else left)
    combat = _combat(table, state, step)
    if step.leaps:
        return _leap(table, state, combat, step.leaps)
    if not step.seats:
        combat = replace(combat, fight=replace(combat.fight, over="escape"))
    return then(state, combat)


def _combat(table: Table, state: FuryState, step: Starts) -> Combat:
    """Rules FT-CMB-37, FT-CARD-26, FT-CARD-43."""
    time = "night" if state.clock.night or lasts(state, NOCTURNAL) else "day"
    hunters = tuple(_fighter(table, state, seat, wreath=seat in step.wreaths) for seat in step.seats)
    if step.vampire is not None:
        card, place = table.box.encounters[step.vampire.trap.name], hunter(state, step.vampire.seat).place
        fight = Fight(time, (card.vampire_health or 0) - step.vampire.trap.damage, hunters)
    else:
        place, agatha = here(state.trail), AGATHA_LOSS * (state.board.ally == "Sister Agatha")
        fight = Fight(time, state.dracula.health, hunters, despair=state.clock.despair, agatha=agatha)
    return Combat(
        fight,
        place,
        fight.health,
        step.turned,
        vampire=step.vampire,
        planned=tuple(seat for seat in step.planned if seat in step.seats),
        lucy=step.lucy and "godalming" in step.seats,
        wreaths=step.wreaths,
    )


def _fighter(table: Table, state: FuryState, seat: str, *, wreath: bool) -> Fighter:
    """Rules FT-CMB-01, FT-CARD-05."""
    one, carried = hunter(state, seat), table.box.characters[seat].bites_carried
    bullets = "Holy Bullets" in one.items
    return Fighter(seat, one.health, one.bites, carried, hunter_hand(one.items), bullets=bullets, wreath=wreath)


def _leap(table: Table, state: FuryState, combat: Combat, seat: str) -> FuryState:
    """Both lose health in place of a fight; no round is played. Rule FT-CARD-21."""
    health, before = max(0, combat.fight.health - LEAP_LOSS), len(state.log)
    combat = replace(combat, fight=replace(combat.fight, health=health, over="leap"))
    if combat.vampire is None:
        state = with_dracula(state, health=health)
    if combat.vampire is not None or health:
        state = hurt(table, state, seat, LEAP_LOSS, "Heroic Leap")
    state, clues = told_later(state, before)
    return then(state, replace(combat, later=clues))


def _wreath(table: Table, state: FuryState, step: AskWreath, action: Action) -> FuryState:
    if action == PASS:
        return then(state, step.starts)
    state = noted(state, f"{step.seat} shows {WREATH}")
    return then(state, replace(step.starts, wreaths=(*step.starts.wreaths, step.seat)))


def _refuse(table: Table, state: FuryState, step: AskWreath, action: Action) -> Refusal:
    return Refusal("FT-CARD-06", f"{action}: expected 'show {WREATH}' or 'pass'")


RUNS.update({Starts: _starts, VampireFight: _vampire_fight})
ASKS[AskWreath] = Asked(lambda table, state, step: (Action("show", WREATH), PASS), _wreath, _refuse)
