"""What may happen in an evening of fury_trail: each event, the ways it may turn out in a world, and the lines of each.

An event is public; the truth takes one of its ways, and a world stays where one of its ways has the same lines.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from functools import cache

import networkx as nx

from dracula_nb.games.fury_trail.rulebook import PROFILES, Rulebook, Rules, read_constants
from dracula_nb.trail.hideouts import (
    DARK_CALL,
    EMPTY,
    FEED,
    HIDE,
    LENGTH,
    POWERS,
    Choice,
    Hideout,
    Terms,
    Trail,
    choices,
    clear,
    flight_ends,
    flown,
    here,
    laid,
    leave,
    penalty,
    penalty_health,
    position_of,
    tied_hide,
    turned,
    turned_by,
    turned_by_fight,
)

KINDS = {"Keep": "castle", "Ward": "hospital", "Brine": "sea", "Foam": "sea"}
CITIES = ("Ash", "Birch", "Cedar", "Dale", "Elm", "Fern", "Glen", "Hazel")
LINKS = {
    "road": "Keep-Ash Keep-Birch Ash-Birch Ash-Cedar Birch-Dale Cedar-Dale Cedar-Elm Dale-Fern Elm-Fern Fern-Glen "
    "Elm-Ward Glen-Hazel",
    "sea": "Brine-Foam Brine-Cedar Brine-Elm Foam-Glen Foam-Hazel",
    "rail": "Ash-Cedar Dale-Glen Ward-Fern",
}
Way = tuple[float, Trail, int, tuple[str, ...]]
"""How an event turned out in a world: its probability, the trail and health after it, the lines it led to."""
Member = Callable[[Choice, str, "Play"], float]
"""A model of Dracula in plain Python: the weight of a choice that leads to a place."""


@cache
def toy_book(profile: str = "seed") -> Rulebook:
    """The rulebook on the toy map."""
    graph: nx.MultiGraph = nx.MultiGraph(edition="toy")
    regions = ("North", "South")
    for number, place in enumerate(sorted((*KINDS, *CITIES)), 1):
        kind = KINDS.get(place, "city")
        region = None if kind in ("sea", "hospital") else regions[number % 2]
        graph.add_node(place, kind=kind, region=region, number=None if kind == "hospital" else number)
    for mode, links in LINKS.items():
        for link in links.split():
            graph.add_edge(*link.split("-"), key=mode, mode=mode, colour=None)
    return Rulebook(PROFILES[profile], read_constants(), nx.freeze(graph))


def uniform(choice: Choice, goal: str, play: Play) -> float:
    """Every choice alike."""
    return 1.0


@dataclass
class Play:
    """A play on any map: the truth, and what is public beside the trail."""

    book: Rulebook
    rng: random.Random
    trail: Trail = EMPTY
    health: int = 15
    hunters: dict[str, str] = field(default_factory=dict)
    consecrated: set[str] = field(default_factory=set)
    hosts: set[str] = field(default_factory=set)
    checked: str = ""
    met: bool = False
    mist: bool = False
    ally: bool = False

    @property
    def rules(self) -> Rules:
        """The options."""
        return self.book.rules

    @property
    def standing(self) -> frozenset[str]:
        """Where hunters stand."""
        return frozenset(self.hunters.values())

    def terms(self, flying: bool = False) -> Terms:
        """What bars Dracula now."""
        hosts = self.hosts if flying or not self.rules.dawn_first else set()
        return Terms(frozenset(self.consecrated | hosts), self.health)


# Events: each yields the ways it may turn out in a world


def start(play: Play, trail: Trail) -> Iterator[Way]:
    """Dracula's first card."""
    cities = sorted(play.book.cities - play.standing)
    for city in cities:
        yield 1 / len(cities), (Hideout(city), *EMPTY[1:]), play.health, ("D starts",)


def turn_up(trail: Trail, positions: frozenset[int]) -> tuple[Trail, tuple[str, ...]]:
    """The trail with cards turned, and the lines that tell it."""
    lines = []
    for at in sorted(positions):
        hideout = trail[at - 1]
        assert hideout is not None
        tied = f" at {here((None,) * at + trail[at:])}" if hideout.card == HIDE else ""
        lines.append(f"seen {at}: {hideout.card}{tied}")
    return turned(trail, positions), tuple(lines)


def arrive(seat: str, city: str) -> Callable[[Play, Trail], Iterator[Way]]:
    """A hunter ends a move."""

    def ways(play: Play, trail: Trail) -> Iterator[Way]:
        after, lines = turn_up(trail, turned_by(play.book.ground, trail, city))
        yield 1.0, after, play.health, (f"{seat} {city}", *lines)

    return ways


def check(time: str, without: tuple[str, ...], loss: int, mist: bool) -> Callable[[Play, Trail], Iterator[Way]]:
    """Dusk or Dawn; a fight where a hunter who can fight stands in his place."""

    def ways(play: Play, trail: Trail) -> Iterator[Way]:
        tail = f": without {', '.join(without)}" if without else ""
        place = here(trail)
        free = {p for seat, p in play.hunters.items() if seat not in without}
        shown = not turned_by_fight(trail)
        sea = place in play.book.seas
        fight = place in free and not play.mist and (play.rules.sea_combat or not sea)
        if not fight or not (play.rules.hidden_fights or shown):
            yield 1.0, trail, play.health, (time + tail,)
            return
        after, lines = turn_up(trail, turned_by_fight(trail))
        told = f"fight {place}: " + ", ".join([f"-{loss}" if loss else "0", *(["mist"] if mist else [])])
        yield 1.0, after, play.health - loss, (time + tail, told, *lines)

    return ways


def fly(play: Play, trail: Trail) -> Iterator[Way]:
    """A bat flight."""
    ends = flight_ends(play.book.ground, trail, play.terms(flying=True), play.standing)
    for end in ends:
        yield 1 / len(ends), flown(trail, end), play.health, ("D flies",)


def phase(laying: str, matures: str, member: Member = uniform) -> Callable[[Play, Trail], Iterator[Way]]:
    """A Dracula Phase: what he has to lay, and whether what leaves shows its place, or clears as a vampire."""

    def ways(play: Play, trail: Trail) -> Iterator[Way]:
        after, oldest, hide = leave(trail)
        tail = []
        if matures and oldest and oldest.card in play.book.cities:
            tail.append(f"left {oldest.card}")
        if hide:
            tail.append(f"hide left {hide}")
        if matures == "vampire" and oldest and oldest.card in play.book.cities:
            after, gone = clear(after, range(4, LENGTH + 1))
            listed = " ".join(map(str, sorted(gone))) or "none"
            tail.append(f"cleared {listed}")
        health, terms, book = play.health, play.terms(), play.book
        found = choices(book.ground, after, terms, book.costs)
        if not found:
            health = penalty_health(health)
            if health <= 0:
                return
            tail.append(f"stuck {here(after)}")
            after = penalty(after)
            found = choices(book.ground, after, replace(terms, health=health), book.costs)
        total = math.fsum(member(choice, _goal(after, choice), play) for choice in found)
        for choice in found:
            told = _card(play, after, choice, health, laying)
            lines = _line(told[0], [*told[1], *([f"misdirect {choice.misdirect}"] if choice.misdirect else []), *tail])
            chance = member(choice, _goal(after, choice), play) / total
            yield chance, laid(book.ground, after, choice, play.standing), told[2], (lines,)

    return ways


def _goal(trail: Trail, choice: Choice) -> str:
    return here(trail) if choice.card in POWERS else choice.card


def _line(head: str, tail: list[str]) -> str:
    return f"D {head}" + (f": {', '.join(tail)}" if tail else "")


def _card(play: Play, trail: Trail, choice: Choice, health: int, laying: str) -> tuple[str, list[str], int]:
    """How a choice looks: the head of the line, its trap and change of health, and the health after it."""
    book, place = play.book, here(trail)
    card = laid(book.ground, trail, choice, play.standing)[0]
    assert card is not None
    change, most = 0, book.constants.dracula_health
    if choice.card in book.seas:
        further = book.constants.sea_loss_rufus if play.ally else book.constants.sea_loss
        change = -further if place in book.seas else -book.constants.embark_loss
    change -= book.constants.dark_call_loss if choice.card == DARK_CALL else book.constants.wolf_form_loss * choice.wolf
    gain = {FEED: book.constants.feed_gain, book.castle: book.constants.castle_gain}.get(choice.card, 0)
    change = min(health + change + gain, most) - health if gain else change
    facedown = "sea" if choice.card in book.seas else "land"
    head = ("wolf " if choice.wolf else "") + (choice.card if card.faceup else facedown)
    bears = head.endswith("land") and (_goal(trail, choice) != book.castle or laying == "empty-handed")
    trap = [laying] if bears else []
    noted = [f"{change:+d}" if change else "0"] if change or gain else []
    return head, trap + noted, health + change


def ask(place: str) -> Callable[[Play, Trail], Iterator[Way]]:
    """A place is named: its card is turned, or it is not on the trail."""

    def ways(play: Play, trail: Trail) -> Iterator[Way]:
        at = position_of(trail, place)
        hideout = trail[at - 1] if at else None
        after, lines = turn_up(trail, frozenset({at} if hideout and not hideout.faceup else ()))
        yield 1.0, after, play.health, lines if at else (f"off {place}",)

    return ways


def rumours(place: str) -> Callable[[Play, Trail], Iterator[Way]]:
    """Local Rumours: every card a road away from the player is turned."""

    def ways(play: Play, trail: Trail) -> Iterator[Way]:
        near = play.book.ground.roads[place]
        which = frozenset(at for at, h in enumerate(trail, 1) if h and not h.faceup and h.card in near)
        after, lines = turn_up(trail, which)
        yield 1.0, after, play.health, (f"near {place}", *lines)

    return ways


def report(position: int) -> Callable[[Play, Trail], Iterator[Way]]:
    """A facedown position is turned."""

    def ways(play: Play, trail: Trail) -> Iterator[Way]:
        after, lines = turn_up(trail, frozenset({position}))
        yield 1.0, after, play.health, lines

    return ways


def wax(play: Play, trail: Trail) -> Iterator[Way]:
    """Where is Hide?"""
    at = position_of(trail, HIDE)
    hideout = trail[at - 1] if at else None
    after, lines = turn_up(trail, frozenset({at} if hideout and not hideout.faceup else ()))
    yield 1.0, after, play.health, lines if at else ("hide hand",)


def bond(ports: bool) -> Callable[[Play, Trail], Iterator[Way]]:
    """The parity of his place's number, or whether it is a port."""

    def ways(play: Play, trail: Trail) -> Iterator[Way]:
        number = play.book.numbers[here(trail)]
        assert number is not None
        answer = ("port" if here(trail) in play.book.ports else "inland") if ports else ("even", "odd")[number % 2]
        yield 1.0, trail, play.health, (f"bond: {answer}",)

    return ways


def hypnosis(play: Play, trail: Trail) -> Iterator[Way]:
    """His region."""
    yield 1.0, trail, play.health, (f"region: {play.book.regions[here(trail)]}",)


def presence(seat: str) -> Callable[[Play, Trail], Iterator[Way]]:
    """Whether a hunter is next to him."""

    def ways(play: Play, trail: Trail) -> Iterator[Way]:
        near = play.hunters[seat] in play.book.ground.steps[here(trail)]
        yield 1.0, trail, play.health, (f"adjacent {seat}: {'yes' if near else 'no'}",)

    return ways


def add(position: int) -> Callable[[Play, Trail], Iterator[Way]]:
    """An encounter is added to a position that can carry one."""

    def ways(play: Play, trail: Trail) -> Iterator[Way]:
        if carries(play.book, trail, position):
            yield 1.0, trail, play.health, (f"added {position}",)

    return ways


def carries(book: Rulebook, trail: Trail, position: int) -> bool:
    """Whether a position can carry encounters: a city, or Hide outside the castle."""
    hideout = trail[position - 1]
    if hideout is None or hideout.card in book.seas | {book.castle}:
        return False
    return hideout.card not in POWERS or (
        hideout.card == HIDE and tied_hide(trail, position_of(trail, book.castle) or 1) != position
    )


def public(line: str, health: int | None = None) -> Callable[[Play, Trail], Iterator[Way]]:
    """Something that says nothing of the trail."""

    def ways(play: Play, trail: Trail) -> Iterator[Way]:
        yield 1.0, trail, play.health if health is None else health, (line,)

    return ways
