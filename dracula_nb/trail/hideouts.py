"""The trail of six numbered positions with gaps, and Dracula's five powers: the later edition's trail as pure rules.

A trail is a tuple of six, position 1 (the newest) first; each is None or a `Hideout`. Functions here know no phases,
scores or encounters; games and beliefs call them with their own ground.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace

HIDE, DARK_CALL, FEED, WOLF_FORM, MISDIRECT = "Hide", "Dark Call", "Feed", "Wolf Form", "Misdirect"
POWERS = (DARK_CALL, FEED, HIDE, MISDIRECT, WOLF_FORM)
STAYING = (HIDE, DARK_CALL, FEED)
LENGTH = 6


@dataclass(frozen=True, slots=True)
class Hideout:
    """What lies on one position: a place's card, or a power alone; `wolf`: Wolf Form lies with the place.

    Kinds (a) to (g) of rule FT-TRAIL-32.
    """

    card: str
    faceup: bool = False
    wolf: bool = False


Trail = tuple[Hideout | None, ...]
EMPTY: Trail = (None,) * LENGTH


@dataclass(frozen=True, slots=True)
class Ground:
    """What the rules of the trail ask of a map.

    `roads` and `steps` (roads and seas) map a place to what Dracula may enter next, without the hospital, in fixed
    order; `flights` to the cities one or two roads away, whatever lies between. Rules FT-TRAIL-15, FT-MAP-04.
    """

    roads: Mapping[str, tuple[str, ...]]
    steps: Mapping[str, tuple[str, ...]]
    flights: Mapping[str, tuple[str, ...]]
    seas: frozenset[str]
    castle: str


@dataclass(frozen=True, slots=True)
class Terms:
    """What a Dracula Phase depends on beside the trail: barred cities, and his health where it is known."""

    barred: frozenset[str] = frozenset()
    health: int | None = None

    def affords(self, cost: int) -> bool:
        """Whether a cost would not defeat him; yes where his health is not known. Rule FT-POW-10."""
        return self.health is None or self.health > cost


@dataclass(frozen=True, slots=True)
class Choice:
    """A whole choice of step 3: the card for position 1 (a place, or a staying power), by Wolf Form or not, and the
    position that Misdirect clears first (0: none).
    """

    card: str
    wolf: bool = False
    misdirect: int = 0


@dataclass(frozen=True, slots=True)
class Costs:
    """Health that the powers cost."""

    dark_call: int = 2
    wolf_form: int = 1


# What a trail says


def here_at(trail: Trail) -> int:
    """The position of Dracula's current location, the newest card of a place; 0 on an empty trail. Rule FT-TRAIL-29.

    >>> here_at((Hideout("Hide"), Hideout("Paris"), None, None, None, None))
    2
    """
    return next((at for at, hideout in enumerate(trail, 1) if hideout and hideout.card not in POWERS), 0)


def here(trail: Trail) -> str:
    """Dracula's current location."""
    return next(hideout.card for hideout in trail if hideout and hideout.card not in POWERS)


def position_of(trail: Trail, card: str) -> int:
    """Where a card lies, 0 where it does not; Wolf Form lies with its place. Rule FT-TRAIL-32."""
    return next((at for at, h in enumerate(trail, 1) if h and (h.card == card or (h.wolf and card == WOLF_FORM))), 0)


def in_hand(trail: Trail, power: str) -> bool:
    """Whether a power may be played: it is not on the trail. Rules FT-TRAIL-11, FT-POW-25."""
    return not position_of(trail, power)


def tied_hide(trail: Trail, position: int) -> int:
    """The position of the Hide that is tied to the place at `position`, 0 if none. Rules FT-POW-14, FT-POW-15.

    >>> tied_hide((None, Hideout("Hide"), Hideout("Feed"), Hideout("Paris"), None, None), 4)
    2
    """
    for at in range(position - 1, 0, -1):
        hideout = trail[at - 1]
        if hideout and hideout.card not in POWERS:
            return 0
        if hideout and hideout.card == HIDE:
            return at
    return 0


def open_in(trail: Trail) -> str | None:
    """Where Dracula is openly: his current card and every newer one lie faceup. Rule FT-TRAIL-41."""
    at = here_at(trail)
    return here(trail) if at and all(h.faceup for h in trail[:at] if h) else None


# Steps 1 and 2


def shift(trail: Trail) -> tuple[Trail, Hideout | None]:
    """Step 1: every card one position on; what was on position 6 comes off. Rules FT-TRAIL-01, FT-TRAIL-34.

    >>> shift((Hideout("Paris"), None, None, None, None, Hideout("Rome")))[1]
    Hideout(card='Rome', faceup=False, wolf=False)
    """
    return (None, *trail[:-1]), trail[-1]


def leave(trail: Trail) -> tuple[Trail, Hideout | None, int]:
    """Steps 1 and 2: the shifted trail, what left, and where the Hide lay (before the shift) that left with it.

    Rules FT-TRAIL-02, FT-TRAIL-12, FT-POW-15, FT-POW-24.
    """
    oldest = trail[-1]
    hide = tied_hide(trail, LENGTH) if oldest and oldest.card not in POWERS else 0
    shifted, left = shift(_without(trail, (hide,)))
    return shifted, left, hide


def clear(trail: Trail, positions: Iterable[int]) -> tuple[Trail, frozenset[int]]:
    """The trail with some positions cleared, and those that were really emptied.

    The current location and every newer card stay; a Hide goes with the place it is tied to. Rules FT-TRAIL-28,
    FT-TRAIL-37, FT-ENC-14.
    """
    first = here_at(trail)
    gone = {at for at in positions if at > first and trail[at - 1] is not None}
    gone |= {tied_hide(trail, at) for at in gone if _is_place(trail[at - 1])} - {0}
    return _without(trail, gone), frozenset(gone)


def _without(trail: Trail, positions: Collection[int]) -> Trail:
    return tuple(None if at in positions else hideout for at, hideout in enumerate(trail, 1))


def _is_place(hideout: Hideout | None) -> bool:
    return hideout is not None and hideout.card not in POWERS


# Step 3


def free(trail: Trail, place: str, terms: Terms) -> bool:
    """Whether Dracula may enter a place: not on the trail, and no token bars it. Rules FT-TRAIL-13, FT-TRAIL-14."""
    return place not in terms.barred and not position_of(trail, place)


def moves(ground: Ground, trail: Trail, terms: Terms) -> tuple[str, ...]:
    """Where a plain move may go: one road, or one step by sea. Rules FT-TRAIL-03, FT-TRAIL-39, FT-SEA-16."""
    return tuple(place for place in ground.steps[here(trail)] if free(trail, place, terms))


def wolf_ends(ground: Ground, trail: Trail, terms: Terms) -> tuple[str, ...]:
    """Where Wolf Form may end: one or two roads, over no barred city. Rules FT-POW-18, FT-POW-28."""
    start = here(trail)
    between = [place for place in ground.roads[start] if place not in terms.barred]
    ends = {*between, *(place for middle in between for place in ground.roads[middle])}
    return tuple(sorted(place for place in ends if free(trail, place, terms)))


def clearable(ground: Ground, trail: Trail) -> tuple[int, ...]:
    """Positions of the shifted trail that Misdirect may clear. Rules FT-POW-20, FT-POW-30."""
    first = here_at(trail)
    return tuple(
        at
        for at, h in enumerate(trail, 1)
        if h and at != first and _is_place(h) and not h.wolf and h.card != ground.castle and not tied_hide(trail, at)
    )


def misdirected(trail: Trail, position: int) -> Trail:
    """The trail once Misdirect has taken a position; nothing where it is 0. Rules FT-POW-20, FT-POW-22."""
    if not position:
        return trail
    return (*trail[: position - 1], Hideout(MISDIRECT, faceup=True), *trail[position:])


def cards(ground: Ground, trail: Trail, terms: Terms, costs: Costs) -> tuple[Choice, ...]:
    """What may be laid on position 1 of a shifted trail. Rules FT-TRAIL-39, FT-POW-06, FT-POW-12, FT-POW-25 to 29."""
    place, found = here(trail), [Choice(goal) for goal in moves(ground, trail, terms)]
    if place in ground.seas:
        return tuple(found)
    if in_hand(trail, HIDE):
        found.append(Choice(HIDE))
    if in_hand(trail, DARK_CALL) and terms.affords(costs.dark_call):
        found.append(Choice(DARK_CALL))
    if in_hand(trail, FEED) and place != ground.castle:
        found.append(Choice(FEED))
    if in_hand(trail, WOLF_FORM) and terms.affords(costs.wolf_form):
        found += [Choice(goal, wolf=True) for goal in wolf_ends(ground, trail, terms)]
    return tuple(found)


def choices(ground: Ground, trail: Trail, terms: Terms, costs: Costs) -> tuple[Choice, ...]:
    """Every choice of step 3 for a shifted trail; none means the penalty.

    Rules FT-TRAIL-16, FT-TRAIL-39, FT-POW-21, FT-POW-30, FT-POW-31.
    """
    found = list(cards(ground, trail, terms, costs))
    if in_hand(trail, MISDIRECT):
        for at in clearable(ground, trail):
            freed = misdirected(trail, at)
            found += [replace(choice, misdirect=at) for choice in cards(ground, freed, terms, costs)]
    return tuple(found)


def penalty(trail: Trail) -> Trail:
    """The trail after the penalty: his current card alone, faceup on position 2. Rule FT-TRAIL-16."""
    return (None, Hideout(here(trail), faceup=True), None, None, None, None)


def penalty_health(health: int, step: int = 5) -> int:
    """The next lower multiple of `step`; 0 defeats him. Rules FT-TRAIL-17, FT-TRAIL-18.

    >>> penalty_health(12), penalty_health(10), penalty_health(5)
    (10, 5, 0)
    """
    return (health - 1) // step * step


# Step 4


def laid(ground: Ground, trail: Trail, choice: Choice, hunters: Collection[str]) -> Trail:
    """The trail with the chosen card on position 1 (and Misdirect where it was played).

    Places and Hide lie facedown, unless a hunter stands there or the place is the castle; the other powers lie
    faceup. Rules FT-TRAIL-04, FT-TRAIL-19, FT-TRAIL-33, FT-POW-09, FT-POW-16, FT-POW-19, FT-LOC-01.
    """
    trail = misdirected(trail, choice.misdirect)
    if choice.card in STAYING:
        faceup = choice.card != HIDE or here(trail) in hunters
    else:
        faceup = choice.card == ground.castle or (choice.card in hunters and choice.card not in ground.seas)
    return (Hideout(choice.card, faceup, choice.wolf), *trail[1:])


# Between the phases


def flight_ends(ground: Ground, trail: Trail, terms: Terms, hunters: Collection[str]) -> tuple[str, ...]:
    """Where he may fly as a bat: a city one or two roads away, no hunter, not on the trail. Rule FT-CMB-32."""
    goals = ground.flights[here(trail)]
    return tuple(goal for goal in goals if free(trail, goal, terms) and goal not in hunters)


def flown(trail: Trail, goal: str) -> Trail:
    """The trail after a bat flight: his hideout and all newer ones cleared, the new card on position 1.

    Rules FT-CMB-32, FT-TRAIL-34.
    """
    return (Hideout(goal), *_without(trail, range(1, here_at(trail) + 1))[1:])


def turned_by(ground: Ground, trail: Trail, city: str) -> frozenset[int]:
    """The facedown positions that a hunter turns who ends a move in a city: its card, and a Hide tied to it.

    Rules FT-ACT-23, FT-ACT-24, FT-TRAIL-42, FT-POW-26.
    """
    at = position_of(trail, city)
    if not at or city in ground.seas or city == ground.castle:
        return frozenset()
    return frozenset(p for p in {at, tied_hide(trail, at)} - {0} if not _lies_open(trail, p))


def turned_by_fight(trail: Trail) -> frozenset[int]:
    """The facedown positions that a fight turns: his current card and every newer one. Rule FT-CLUE-24."""
    return frozenset(p for p in range(1, here_at(trail) + 1) if trail[p - 1] and not _lies_open(trail, p))


def turned(trail: Trail, positions: Collection[int]) -> Trail:
    """The trail with some cards faceup; they stay so until they leave. Rule FT-TRAIL-33."""
    return tuple(replace(h, faceup=True) if h and at in positions else h for at, h in enumerate(trail, 1))


def _lies_open(trail: Trail, position: int) -> bool:
    hideout = trail[position - 1]
    return hideout is None or hideout.faceup
