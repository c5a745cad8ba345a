"""What everybody at the table knows in fury_trail: hunters, the faces and backs of the trail, health and tokens.

Soft lines leave part of it open: then `vague` is set and what cannot be known is not checked.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from dracula_nb.beliefs.fury_trail.clues import (
    BROUGHT,
    DAWN,
    DUSK,
    FLIES,
    LAND,
    MOVES,
    PLACED,
    SEA,
    SOMEWHERE,
    STARTS,
    STAYS,
    Check,
    Clue,
    Fact,
    Fight,
    Hunter,
    Phase,
    Seen,
    changes,
)
from dracula_nb.beliefs.fury_trail.slots import Slot, put
from dracula_nb.core.errors import NotationError
from dracula_nb.games.fury_trail.rulebook import NAMES, SEATS, Rulebook
from dracula_nb.trail.hideouts import (
    DARK_CALL,
    FEED,
    HIDE,
    LENGTH,
    MISDIRECT,
    POWERS,
    WOLF_FORM,
    penalty_health,
)


@dataclass(frozen=True, slots=True)
class Table:
    """Public facts; `places` follow the hunters' order, `trail` holds six slots, newest first.

    `health` None: not known; `checked`: the last check since Dracula's card; `met`: where he was fought in it;
    `moved`: the hunters who have a line since his card.
    """

    places: tuple[str | None, ...] = (None,) * len(SEATS)
    trail: tuple[Slot | None, ...] = (None,) * LENGTH
    started: bool = False
    health: int | None = None
    consecrated: frozenset[str] = frozenset()
    hosts: frozenset[str] = frozenset()
    ally: str = "none"
    checked: str = ""
    met: str = ""
    mist: bool = False
    vague: bool = False
    moved: frozenset[str] = frozenset()

    @property
    def length(self) -> int:
        """The oldest position that holds something."""
        return max((at for at, slot in enumerate(self.trail, 1) if slot), default=0)

    @property
    def unsure(self) -> bool:
        """Whether it is open where some hunter stands."""
        return SOMEWHERE in self.places

    @property
    def hunters(self) -> frozenset[str]:
        """Places where hunters are known to stand."""
        return frozenset(place for place in self.places if place not in (None, SOMEWHERE))

    def position_of(self, card: str) -> int:
        """Where a faceup card lies, 0 where none is seen; Wolf Form lies with its place."""
        slots = enumerate(self.trail, 1)
        return next((at for at, s in slots if s and (s.card == card or (s.wolf and card == WOLF_FORM))), 0)

    def facedown(self) -> tuple[int, ...]:
        """The positions that lie facedown for certain: where something turns them, everybody sees it."""
        return tuple(at for at, s in enumerate(self.trail, 1) if s and s.card is None and not s.doubtful)

    def barred(self, book: Rulebook, *, flying: bool = False) -> frozenset[str]:
        """Cities that tokens bar now; by Dracula's Phase the hosts have gone where Dawn came first. Rule FT-LOC-12."""
        return self.consecrated | (self.hosts if flying or not book.rules.dawn_first else frozenset())


def after(book: Rulebook, table: Table, clue: Clue) -> Table:
    """The table after a clue.

    Raises
    ------
    NotationError
        The clue is out of turn, or what everybody can see speaks against it; says what was expected.
    """
    match clue:
        case Hunter():
            return after_hunter(book, table, clue)
        case Phase(shown) if shown == STARTS:
            return _started(book, table)
        case _ if not table.started:
            raise NotationError("Dracula has not begun; expected the hunters' first places, then 'D starts'")
        case Phase() | Check() if table.health == 0:
            raise NotationError("Dracula's health is 0: he is defeated (FT-WIN-02); expected no further turn")
        case Phase(shown) if shown == FLIES:
            return _flown(table)
        case Phase():
            return after_phase(book, table, clue)
        case Check():
            return _checked(book, table, clue)
        case Fight():
            return _fought(book, table, clue)
        case Seen():
            return _seen(book, table, clue)
        case Fact():
            return _stated(book, table, clue)


# Hunters


def after_hunter(book: Rulebook, table: Table, clue: Hunter) -> Table:
    """The table after a hunter's line. Rules FT-SETUP-09, FT-ACT-02 to FT-ACT-04."""
    at = SEATS.index(clue.seat)
    old = table.places[at]
    if clue.how != PLACED:  # a flight follows its fight at once, but for what the fight did to hunters
        table = replace(table, met="")
    if clue.how == STARTS or (clue.how == MOVES and old is None):
        if table.started or old is not None:
            raise NotationError(f"{clue.seat} has begun already; expected '{clue.seat} {clue.place or 'PLACE'}'")
        if clue.place not in book.cities:
            raise NotationError(f"{clue.seat} starts in {clue.place}; expected a city (FT-SETUP-09)")
    elif old is None:
        raise NotationError(f"{clue.seat} has no place yet; expected '{clue.seat} starts PLACE'")
    elif clue.how == STAYS:
        return _with_moved(table, clue.seat)
    elif clue.how == MOVES and old != SOMEWHERE and clue.place not in book.reach(old):
        raise NotationError(
            f"{clue.seat} cannot move from {old} to {clue.place}; expected one road or sea move or up to"
            f" {book.constants.rail_reach} railways, or '{clue.seat} {BROUGHT} {clue.place}' where an effect did it"
        )
    table = replace(table, places=put(table.places, at + 1, clue.place))
    return _with_moved(_doubted(table) if clue.place == SOMEWHERE else table, clue.seat)


def _doubted(table: Table) -> Table:
    """A hunter went where nobody noted: any card may have been turned."""
    return replace(table, trail=tuple(s and replace(s, doubtful=s.card is None) for s in table.trail))


def _with_moved(table: Table, seat: str) -> Table:
    return replace(table, moved=table.moved | {seat}) if table.started else table


# Dracula


def _started(book: Rulebook, table: Table) -> Table:
    if table.started:
        raise NotationError("Dracula has begun already; expected 'D starts' once")
    missing = [seat for seat, place in zip(SEATS, table.places, strict=True) if place is None]
    if missing:
        raise NotationError(f"Dracula begins last; expected '{missing[0]} starts PLACE' before (FT-SETUP-10)")
    trail = put(table.trail, 1, Slot(LAND))
    return replace(table, started=True, trail=trail, health=book.constants.dracula_health)


def _flown(table: Table) -> Table:
    """After a bat flight: the place of the fight and all newer cards gone. Rules FT-CMB-32, FT-TRAIL-34."""
    at = table.position_of(table.met) if table.met else 0
    if not at and not table.vague:
        raise NotationError("no fight to fly from; expected 'fight PLACE' just before (FT-CMB-32)")
    if table.mist:
        raise NotationError("he escaped as mist, and stays (FT-CMB-31); expected no flight")
    if table.checked == DAWN:
        raise NotationError("he flies by Night only; expected 'dusk' with the fight (FT-CMB-32)")
    old = (None,) * max(at - 1, 0) + table.trail[max(at, 1) :]
    return replace(table, trail=(Slot(LAND), *old), met="")


def after_phase(book: Rulebook, table: Table, clue: Phase) -> Table:
    """The table after a Dracula Phase, steps 1 to 4 in order."""
    table = before_card(book, table, clue)
    if clue.misdirect:
        table = _misdirected(book, table, clue.misdirect)
    if not table.vague:
        _expect_laid(book, table, clue)
    trail, health = put(table.trail, 1, _slot_of(clue)), _health_after(book, table, clue)
    return replace(_new_week(table), trail=trail, health=health, hosts=frozenset())


def _new_week(table: Table) -> Table:
    return replace(table, checked="", met="", mist=False, moved=frozenset())


def before_card(book: Rulebook, table: Table, clue: Phase) -> Table:
    """The table after steps 1 and 2, and the penalty if there was one: step 3 chooses in it."""
    if not table.vague:
        _expect_leaving(table, clue)
    trail = _without(table.trail, (clue.hide_left,))
    trail = (None, *trail[: LENGTH - 1])
    for at in clue.cleared or ():
        if trail[at - 1] is None and not table.vague:
            raise NotationError(f"nothing lies on position {at} to be cleared; expected positions of cards")
    table = replace(table, trail=_without(trail, clue.cleared or ()))
    return _stuck(book, table, clue) if clue.stuck else table


def _without(trail: tuple[Slot | None, ...], positions: Iterable[int]) -> tuple[Slot | None, ...]:
    gone = frozenset(positions)
    return tuple(None if at in gone else slot for at, slot in enumerate(trail, 1))


def _expect_leaving(table: Table, clue: Phase) -> None:
    """What is said to leave with position 6 can do so. Rules FT-TRAIL-38, FT-POW-15."""
    oldest = table.trail[-1]
    if (clue.left or clue.hide_left) and (oldest is None or oldest.back != LAND or not oldest.is_place):
        raise NotationError("no card of a city lies on position 6; expected nothing to leave with it")
    if clue.left not in ("", SOMEWHERE) and oldest and oldest.card not in (None, clue.left):
        raise NotationError(f"{oldest.card} lies on position 6; expected 'left {oldest.card}'")
    hide = table.trail[clue.hide_left - 1] if clue.hide_left else Slot(LAND, HIDE)
    if hide is None or hide.back != LAND or hide.card not in (None, HIDE):
        raise NotationError(f"position {clue.hide_left} cannot be Hide; expected a facedown land card (FT-POW-15)")


def _stuck(book: Rulebook, table: Table, clue: Phase) -> Table:
    """The penalty: his current card alone, faceup on position 2. Rules FT-TRAIL-16 to FT-TRAIL-18."""
    left = None if table.health is None else penalty_health(table.health, book.constants.penalty_step)
    if left == 0:
        raise NotationError(
            f"the penalty defeats him at health {table.health} (FT-TRAIL-18); expected no card after it"
        )
    back = SEA if clue.stuck in book.seas else LAND
    return replace(table, trail=(None, Slot(back, clue.stuck), None, None, None, None), health=left)


def _misdirected(book: Rulebook, table: Table, position: int) -> Table:
    """Misdirect faceup on a position. Rules FT-POW-20, FT-POW-30."""
    if not table.vague:
        slot, there = table.trail[position - 1], table.position_of(MISDIRECT)
        if there:
            raise NotationError(f"Misdirect lies on position {there}; expected it in his hand (FT-TRAIL-11)")
        if slot is None or not slot.is_place or slot.wolf or slot.card == book.castle:
            raise NotationError(f"Misdirect cannot take position {position}; expected a place's card (FT-POW-20)")
    return replace(table, trail=put(table.trail, position, Slot(LAND, MISDIRECT)))


def _expect_laid(book: Rulebook, table: Table, clue: Phase) -> None:
    """The card can be laid as far as everybody sees. Rules FT-TRAIL-11, FT-TRAIL-13, FT-TRAIL-33, FT-POW-10."""
    power = WOLF_FORM if clue.wolf else clue.shown
    there = table.position_of(power) if power in POWERS else 0
    if there:
        raise NotationError(f"{power} lies on position {there}; expected it in his hand (FT-TRAIL-11)")
    cost = {DARK_CALL: book.costs.dark_call, WOLF_FORM: book.costs.wolf_form}.get(power, 0)
    if table.health is not None and cost and table.health <= cost:
        raise NotationError(f"{power} costs {cost}, his health is {table.health}; expected more (FT-POW-10)")
    if clue.shown in book.places:
        at = table.position_of(clue.shown)
        if at:
            raise NotationError(f"{clue.shown} lies on position {at}; expected a place off the trail (FT-TRAIL-13)")
        if clue.shown in table.barred(book):
            raise NotationError(f"a token bars {clue.shown}; expected another place (FT-TRAIL-14)")
        if clue.shown != book.castle and not table.hunters & {clue.shown} and not table.unsure:
            raise NotationError(f"{clue.shown} would lie facedown: no hunter is there; expected '{LAND}' (FT-TRAIL-19)")


def _slot_of(clue: Phase) -> Slot:
    if clue.shown in (LAND, SEA):
        return Slot(clue.shown, wolf=clue.wolf)
    return Slot(LAND, clue.shown, clue.wolf)


def _health_after(book: Rulebook, table: Table, clue: Phase) -> int | None:
    """His health after the card; None where it is not known. Rules FT-TRAIL-40, FT-CLUE-34."""
    numbers, health, known = book.constants, table.health, changes(book, clue)
    if health is None or (clue.shown == SEA and clue.change is None):
        return None
    change = clue.change
    if clue.shown in (FEED, book.castle):
        gain = numbers.feed_gain if clue.shown == FEED else numbers.castle_gain
        cost = numbers.wolf_form_loss if clue.wolf else 0
        change = min(health - cost + gain, numbers.dracula_health) - health
    elif change is None:
        change = known[0]
    if clue.change not in (None, change) and not table.vague:
        raise NotationError(f"health {clue.change:+d} from {health}; expected {change:+d} (FT-CLUE-34)")
    return max(0, health + change)


# Checks, cards turned, facts


def _checked(book: Rulebook, table: Table, clue: Check) -> Table:
    """Rules FT-ROUND-01, FT-LOC-12."""
    late = book.rules.dawn_first and table.checked == DAWN and clue.time == DUSK
    if table.checked == clue.time or late:
        raise NotationError(f"{clue.time} after {table.checked}; expected a card of Dracula between (FT-ROUND-01)")
    hosts = frozenset() if clue.time == DAWN else table.hosts
    return replace(table, checked=clue.time, hosts=hosts, met="")


def _fought(book: Rulebook, table: Table, clue: Fight) -> Table:
    if clue.place in book.seas and not book.rules.sea_combat:
        raise NotationError(f"fight {clue.place}: no fight at sea by these rules (FT-SEA-09); expected a city")
    if table.hunters and clue.place not in table.hunters and not table.unsure:
        raise NotationError(f"fight {clue.place}: no hunter is there; expected the place of one (FT-ROUND-04)")
    left = None if table.health is None or clue.loss is None else max(0, table.health - clue.loss)
    trail = table.trail
    if clue.place in book.seas:  # every phase at sea is a move: the newest card is where he is
        if not table.vague and (trail[0] is None or trail[0].back != SEA):
            raise NotationError(f"fight {clue.place}: he is not at sea; expected a place on land")
        trail = put(trail, 1, Slot(SEA, clue.place))
    return replace(table, trail=trail, health=left, met=clue.place, mist=clue.mist)


def _seen(book: Rulebook, table: Table, clue: Seen) -> Table:
    """A card faceup. Rules FT-TRAIL-32, FT-TRAIL-33."""
    slot, there = table.trail[clue.position - 1], table.position_of(clue.card)
    back = SEA if clue.card in book.seas else LAND
    if not table.vague:
        if slot is None:
            raise NotationError(f"nothing lies on position {clue.position}; expected one of a card")
        if slot.card not in (None, clue.card):
            raise NotationError(f"{slot.card} lies on position {clue.position}; expected it to stay")
        if there not in (0, clue.position):
            raise NotationError(f"{clue.card} lies on position {there}; expected each card once (FT-TRAIL-32)")
        if slot.back not in (back, SOMEWHERE):
            raise NotationError(f"position {clue.position} has a {slot.back} back; expected such a card (FT-TRAIL-33)")
    turned = replace(slot, card=clue.card) if slot else Slot(back, clue.card)
    return replace(table, trail=put(table.trail, clue.position, turned))


def _stated(book: Rulebook, table: Table, clue: Fact) -> Table:
    head = clue.head
    match clue.word:
        case "consecrated":
            return replace(table, consecrated=table.consecrated | {head})
        case "host":
            return replace(table, hosts=table.hosts | {head})
        case "lifted":
            if head not in table.consecrated | table.hosts and not table.vague:
                raise NotationError(f"no token lies on {head}; expected a city with one")
            return replace(table, consecrated=table.consecrated - {head}, hosts=table.hosts - {head})
        case "health":
            return replace(table, health=_told_health(book, table, head))
        case "ally":
            return replace(table, ally=head)
        case "off" if table.position_of(head):
            raise NotationError(f"{head} lies faceup on the trail; expected a place that does not")
        case "added" if not table.vague:
            slot = table.trail[int(head) - 1]
            if slot is None or slot.back != LAND or slot.card in {*POWERS, book.castle} - {HIDE}:
                raise NotationError(f"position {head} cannot carry encounters; expected a land card (FT-TRAIL-32)")
        case "adjacent":
            if table.places[SEATS.index(head)] is None:
                raise NotationError(f"{NAMES[head]} has no place yet; expected one")
    return table


def _told_health(book: Rulebook, table: Table, text: str) -> int | None:
    if text[0] not in "+-":
        return int(text)
    return None if table.health is None else max(0, min(book.constants.dracula_health, table.health + int(text)))


# Lines noted only in part


def after_soft(table: Table, word: str) -> Table:
    """The table after a soft line that begins with `word`: what it may have changed is open."""
    if word in SEATS:
        return _with_moved(replace(table, places=put(table.places, SEATS.index(word) + 1, SOMEWHERE)), word)
    if word == "D":
        trail = (Slot(SOMEWHERE), *table.trail[: LENGTH - 1])
        return replace(_new_week(table), trail=trail, started=True, health=None, vague=True)
    if word in (DUSK, DAWN):
        return replace(table, checked=word, met="")
    if word in ("health", "fight"):
        return replace(table, health=None)
    return replace(table, vague=True) if word in ("seen", "lifted", "consecrated", "host") else table
