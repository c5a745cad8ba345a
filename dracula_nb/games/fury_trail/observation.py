"""What a seat of fury_trail sees: built from the fields it may know, never by hiding others."""

from __future__ import annotations

from dataclasses import dataclass

from dracula_nb.games.fury_trail.combat_steps import Combat, DealCard, Pick, Revealed, Say, SearchCard
from dracula_nb.games.fury_trail.flow import DRACULA, Table
from dracula_nb.games.fury_trail.rulebook import SEATS
from dracula_nb.games.fury_trail.state import Board, Clock, Count, FuryState, Hunter, Load, Rail, Trap
from dracula_nb.trail.hideouts import HIDE, POWERS, Hideout, Trail, in_hand, open_in


@dataclass(frozen=True, slots=True)
class Card:
    """A position of the trail as hunters see it; `card` is "" where it lies facedown. Rule FT-TRAIL-31."""

    back: str
    card: str
    wolf: bool
    hidden: int
    traps: tuple[Trap, ...]
    rumour: bool


@dataclass(frozen=True, slots=True)
class Sheet:
    """A hunter's sheet as everybody sees it; `items` and `events` count his cards. Rule FT-TRAIL-36."""

    seat: str
    place: str
    health: int
    bites: int
    items: int
    events: int
    shown: tuple[str, str]
    tickets: tuple[Rail, ...]
    grit: int
    message: str
    delayed: bool
    bats: bool
    recovering: bool
    withdrew: bool


@dataclass(frozen=True, slots=True)
class Duel:
    """A fight as everybody sees it. Rule FT-CMB-41."""

    place: str
    vampire: str
    time: str
    round: int
    health: int
    fighters: tuple[tuple[str, int, int], ...]
    table: tuple[str, ...]
    hand: int
    chosen: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Observation:
    """What one seat sees.

    Public: `clock` to `log`; `open_in` is where Dracula is openly, None else; `piles` counts cards left; `powers` are
    those known to be in his hand. Who is asked is not part of it: that Dracula was asked for an ambush would tell what
    lies there (FT-ACT-53). Private: `hands`, the hunters' items and events, for hunters; `own`, `trail`,
    `loads` and the combat hand `cards`, for Dracula; `chosen`, the combat card that this seat has chosen.
    """

    player: str
    clock: Clock
    influence: int
    dracula_health: int
    mist: bool
    board: Board
    sheets: tuple[Sheet, ...]
    positions: tuple[Card | None, ...]
    open_in: str | None
    powers: tuple[str, ...]
    rumours: int
    hand_sizes: tuple[int, int]
    piles: tuple[int, int, int, int]
    discards: tuple[tuple[str, ...], ...]
    used: frozenset[str]
    duel: Duel | None
    log: tuple[str, ...]
    hands: tuple[tuple[tuple[str, ...], tuple[str, ...]], ...] | None = None
    own: Count | None = None
    trail: Trail | None = None
    loads: tuple[Load, ...] | None = None
    cards: tuple[str, ...] | None = None
    chosen: str | None = None


def _card(table: Table, hideout: Hideout | None, load: Load) -> Card | None:
    """Rules FT-TRAIL-31, FT-TRAIL-33, FT-TRAIL-23."""
    if hideout is None:
        return None
    back = "sea" if hideout.card in table.book.seas else "land"
    faceup = tuple(trap for trap in load.traps if trap.faceup)
    hidden = len(load.traps) - len(faceup)
    return Card(back, hideout.card if hideout.faceup else "", hideout.wolf, hidden, faceup, load.rumour)


def _sheet(seat: str, one: Hunter) -> Sheet:
    return Sheet(
        seat,
        one.place,
        one.health,
        one.bites,
        len(one.items),
        len(one.events),
        one.shown,
        one.tickets,
        one.grit,
        one.message,
        one.delayed,
        one.bats,
        one.recovering,
        one.withdrew,
    )


def _combat(state: FuryState) -> tuple[Combat, tuple[tuple[str, str], ...]] | None:
    """The fight that is under way, and the cards chosen in secret so far."""
    for step in reversed(state.steps):
        match step:
            case Combat():
                return step, ()
            case DealCard(combat) | SearchCard(combat) | Revealed(combat) | Say(Revealed(combat)):
                return combat, ()
            case Pick(combat, chosen):
                return combat, chosen
    return None


def _duel(combat: Combat, chosen: tuple[tuple[str, str], ...]) -> Duel:
    fight = combat.fight
    fighters = tuple((one.name, one.health, one.bites) for one in fight.hunters)
    vampire = combat.vampire.trap.name if combat.vampire else ""
    names = tuple(name for name, _ in chosen)
    return Duel(
        combat.place,
        vampire,
        fight.time,
        fight.round,
        fight.health,
        fighters,
        fight.table,
        len(fight.hand),
        names,
    )


def _known_powers(state: FuryState) -> tuple[str, ...]:
    """Powers that everybody knows to be in his hand; of Hide only whether it lies open is known. Rule FT-TRAIL-36."""
    return tuple(power for power in POWERS if power != HIDE and in_hand(state.trail, power))


def observe(table: Table, state: FuryState, player: str) -> Observation:
    """The observation of a seat. Rules FT-TRAIL-31, FT-TRAIL-36, FT-TRAIL-41, FT-CMB-41, FT-CMB-45."""
    fight, piles, own = _combat(state), state.piles, state.dracula
    hunters = player in SEATS
    made = dict(fight[1]) if fight else {}
    return Observation(
        player=player,
        clock=state.clock,
        influence=state.influence,
        dracula_health=own.health,
        mist=state.mist,
        board=state.board,
        sheets=tuple(_sheet(seat, one) for seat, one in zip(SEATS, state.hunters, strict=True)),
        positions=tuple(_card(table, h, load) for h, load in zip(state.trail, state.loads, strict=True)),
        open_in=open_in(state.trail),
        powers=_known_powers(state),
        rumours=own.rumours,
        hand_sizes=(len(own.encounters), len(own.events)),
        piles=(len(piles.items), len(piles.events), len(piles.encounters), len(piles.tickets)),
        discards=(piles.used_items, piles.used_events, piles.open_encounters),
        used=state.used,
        duel=_duel(*fight) if fight else None,
        log=state.log,
        hands=tuple((one.items, one.events) for one in state.hunters) if hunters else None,
        own=None if hunters else own,
        trail=None if hunters else state.trail,
        loads=None if hunters else state.loads,
        cards=fight[0].fight.hand if fight and player == DRACULA else None,
        chosen=made.get(player),
    )
