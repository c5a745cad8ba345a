"""What lies in the box: characters, items, events, encounters and tickets, as tables checked on load.

A card's effect is code, found by the card's name; the tables say how many there are, when they are used and, in words
for people, what they do.

>>> box = read_box()
>>> sum(item.count for item in box.items.values()), box.events["Hypnosis"].only
(38, 'mina')
"""

from __future__ import annotations

import csv
import re
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from types import MappingProxyType
from typing import Any, TypeVar

from dracula_nb.core.errors import RulebookError
from dracula_nb.games.fury_trail.rulebook import SEATS
from dracula_nb.maps.tables import PROVENANCES, read_table
from dracula_nb.resources import data_root

ITEMS = (
    *("Crucifix", "Dogs", "Fast Horses", "Garlic", "Garlic Wreath", "Heavenly Host"),
    *("Holy Bullets", "Holy Circle", "Knife", "Pistol", "Rifle", "Stake"),
)
ENCOUNTERS = (
    *("New Vampire", "Reckless Vampire", "Aristocratic Vampire", "Hoax", "Unnatural Fog", "Desecrated Soil"),
    *("Szgany Mob", "Rats", "Saboteur", "Wolves", "Szgany Bodyguards", "Bats", "Spy"),
)
EVENTS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "hunters": (
            *("Behind the Veil", "Blood Transfusion", "Chartered Carriage", "Consecrated Ground", "Escape Route"),
            *("Evil Presence", "Excellent Weather", "Forewarned", "Good Luck", "Great Strength", "Heroic Leap"),
            *("Hired Scouts", "Hypnosis", "Jonathan Harker", "Local Rumours", "Long Night", "Lucky Find"),
            *("Lucy's Revenge", "Money Trail", "Mystic Research", "Newspaper Reports", "Planned Ambush"),
            *("Renewed Vigour", "Rufus Smith", "Sense of Emergency", "Sister Agatha", "Speedy Telegraph"),
            *("Surprising Return", "Vampire Lair", "Wax Cylinders"),
        ),
        "dracula": (
            *("Customs Search", "Darkness Returns", "Devilish Power", "Dracula's Brides", "Enraged", "False Tip"),
            *("Great Wolf", "Hidden Schemes", "Immanuel Hildesheim", "Nocturnal Visit", "Roadblock", "Seduction"),
            *("Sensationalist Press", "Summon Storms", "Unearthly Swiftness", "Vampiric Influence", "Wild Horses"),
        ),
    }
)
"""The events whose effects are known, of each side."""

MOMENTS: Mapping[str, str] = MappingProxyType(
    {
        "at_once": "when it is drawn",
        "action": "as a hunter's action, by day or by night",
        "action_day": "as a hunter's action by day",
        "action_night": "as a hunter's action by night",
        "day": "at any time of the hunters' day",
        "dusk": "at Dusk",
        "dawn": "at Dawn",
        "dracula_phase": "in the Dracula Phase",
        "end_of_phase": "at the end of a Dracula Phase",
        "rail": "before a hunter's move by rail",
        "ticket": "when a hunter spends a ticket",
        "road_move": "after a hunter's move by road, before cards are turned up",
        "region_move": "after a hunter's move from one region to another",
        "search": "when a hunter searches",
        "ambush": "when an encounter ambushes a hunter",
        "combat": "chosen as the combat card of a round",
        "combat_start": "before the first combat cards are chosen",
        "combat_hit": "right after a combat card hurt the vampire",
        "combat_cancel": "when a combat card of Dracula would be cancelled",
        "rescue": "when a hunter would be bitten, or defeated by a loss of health",
        "response": "against another card when that is played",
    }
)
"""The words of the column `moments`, and what they mean."""

MOST = 99
"""The largest number in these tables."""


@dataclass(frozen=True, slots=True)
class Character:
    """A seat's sheet; 0 where the sheet says nothing.

    `health` at the start; `bites_carried` without defeat, of which the first `first_bites` are there from the start
    and stay; how many items, events and encounters are held; `grit` and `tickets` at the start.
    """

    seat: str
    name: str
    health: int
    bites_carried: int
    first_bites: int
    items_held: int
    events_held: int
    encounters_held: int
    grit: int
    tickets: int
    rule: tuple[str, ...]
    source: str
    provenance: str
    start_provenance: str


@dataclass(frozen=True, slots=True)
class Item:
    """A kind of item: `combat`, whether it is chosen as a combat card; `moments`, words of `MOMENTS`."""

    name: str
    count: int
    combat: bool
    weapon: bool
    holy: bool
    moments: tuple[str, ...]
    text: str
    rule: tuple[str, ...]
    source: str
    provenance: str


@dataclass(frozen=True, slots=True)
class Event:
    """A kind of event of a side: `only`, the one seat that may play it, or empty; `ally`, whether it can stay."""

    side: str
    name: str
    count: int
    moments: tuple[str, ...]
    only: str
    ally: bool
    text: str
    rule: tuple[str, ...]
    source: str
    provenance: str


@dataclass(frozen=True, slots=True)
class Encounter:
    """A kind of encounter.

    `shows_place`: maturing reveals where it lay; `vampire_health`: None where there is no fight; `gain`: influence
    when it matures; `stays`: once met it lies on faceup unless its text takes it away.
    """

    name: str
    count: int
    ambushes: bool
    matures: bool
    shows_place: bool
    vampire: bool
    vampire_health: int | None
    gain: int
    stays: bool
    text: str
    matured_text: str
    rule: tuple[str, ...]
    source: str
    provenance: str


@dataclass(frozen=True, slots=True)
class Ticket:
    """A kind of ticket: how many links it is good for on white railways alone, and else."""

    white: int
    yellow: int
    count: int
    rule: tuple[str, ...]
    source: str
    provenance: str

    @property
    def name(self) -> str:
        """Both numbers, for example ``3/2``."""
        return f"{self.white}/{self.yellow}"


@dataclass(frozen=True, slots=True)
class Box:
    """The tables in file order: characters by seat, cards by name, tickets by both numbers as in ``3/2``."""

    characters: Mapping[str, Character]
    items: Mapping[str, Item]
    events: Mapping[str, Event]
    encounters: Mapping[str, Encounter]
    tickets: Mapping[str, Ticket]


T = TypeVar("T")
Cell = Callable[[str], Any]
Found = list[tuple[str, T]]


def read_box(root: Any = None) -> Box:
    """Read the tables of the box from `root` (a folder), or from the package's own data.

    Raises
    ------
    RulebookError
        A table or column is missing; a number, word or card is unknown, missing or doubled; cells of a row contradict
        each other; or a table counts no card at all. Names the file, the row and what was expected.
    """
    folder = data_root() / "fury_trail" if root is None else root
    sheets = _read(folder / "characters.csv", Character, CHARACTER, _character_fault)
    items = _read(folder / "items.csv", Item, ITEM, _item_fault)
    events = _read(folder / "events.csv", Event, EVENT, _event_fault)
    encounters = _read(folder / "encounters.csv", Encounter, ENCOUNTER, _encounter_fault)
    tickets = _read(folder / "tickets.csv", Ticket, TICKET, lambda ticket: None)
    return Box(
        _by_name("characters.csv", [(where, sheet.seat, sheet) for where, sheet in sheets], (*SEATS, "D")),
        _counted("items.csv", items, ITEMS),
        _counted("events.csv", events, (*EVENTS["hunters"], *EVENTS["dracula"])),
        _counted("encounters.csv", encounters, ENCOUNTERS),
        _counted("tickets.csv", tickets, None),
    )


# ---------------------------------------------------------------- cells: a value, or ValueError with what was expected


def _number(least: int) -> Cell:
    def read(cell: str) -> int:
        if not (cell.isascii() and cell.isdecimal() and len(cell) <= 4 and least <= int(cell) <= MOST):
            raise ValueError(f"a whole number from {least} to {MOST}")
        return int(cell)

    return read


def _one_of(words: Collection[str]) -> Cell:
    def read(cell: str) -> str:
        if cell not in words:
            raise ValueError(", ".join(word or "an empty cell" for word in words))
        return cell

    return read


def _card(names: Collection[str]) -> Cell:
    """A card that the code knows: of any other it could not say what it does."""

    def read(cell: str) -> str:
        if cell not in names:
            near = get_close_matches(cell, names, n=1)
            raise ValueError(f"a card that the rules know{f' (nearest: {near[0]})' if near else ''}")
        return cell

    return read


def _moments(cell: str) -> tuple[str, ...]:
    words = tuple(cell.split())
    if not words or len(set(words)) < len(words) or not set(words) <= set(MOMENTS):
        raise ValueError(f"some of {', '.join(MOMENTS)}, each once")
    return words


def _rule_ids(cell: str) -> tuple[str, ...]:
    words = tuple(cell.split())
    if not words or not all(re.fullmatch(r"FT-[A-Z]+-\d\d", word) for word in words):
        raise ValueError("ids of rules, with blanks between them")
    return words


def _yes(cell: str) -> bool:
    return bool(_one_of(("yes", "no"))(cell) == "yes")


def _words(cell: str) -> str:
    if not cell:
        raise ValueError("some words")
    return cell


def _health_or_none(cell: str) -> int | None:
    if not cell:
        return None
    health: int = _number(1)(cell)
    return health


ORIGIN: Mapping[str, Cell] = {"rule": _rule_ids, "source": _words, "provenance": _one_of(PROVENANCES)}
CHARACTER: Mapping[str, Cell] = {
    **{"seat": _one_of((*SEATS, "D")), "name": _words, "health": _number(1)},
    **dict.fromkeys(("bites_carried", "first_bites", "items_held", "events_held", "encounters_held"), _number(0)),
    **{"grit": _number(0), "tickets": _number(0), **ORIGIN, "start_provenance": _one_of(PROVENANCES)},
}
ITEM: Mapping[str, Cell] = {
    **{"name": _card(ITEMS), "count": _number(0), "combat": _yes, "weapon": _yes, "holy": _yes},
    **{"moments": _moments, "text": _words, **ORIGIN},
}
EVENT: Mapping[str, Cell] = {
    **{"side": _one_of(tuple(EVENTS)), "name": _card((*EVENTS["hunters"], *EVENTS["dracula"])), "count": _number(0)},
    **{"moments": _moments, "only": _one_of(("", *SEATS)), "ally": _yes, "text": _words, **ORIGIN},
}
ENCOUNTER: Mapping[str, Cell] = {
    **{"name": _card(ENCOUNTERS), "count": _number(0)},
    **dict.fromkeys(("ambushes", "matures", "shows_place", "vampire", "stays"), _yes),
    **{"vampire_health": _health_or_none, "gain": _number(0), "text": _words, "matured_text": str, **ORIGIN},
}
TICKET: Mapping[str, Cell] = {"white": _number(1), "yellow": _number(0), "count": _number(0), **ORIGIN}


# ---------------------------------------------------------------- rows: None, or what is wrong and what was expected


def _character_fault(sheet: Character) -> str | None:
    if sheet.first_bites > sheet.bites_carried:
        return f"first_bites is '{sheet.first_bites}'; expected at most bites_carried, {sheet.bites_carried}"
    return None


def _item_fault(item: Item) -> str | None:
    if item.combat != ("combat" in item.moments):
        return f"combat is {'yes' if item.combat else 'no'!r}; expected 'yes' where combat is one of the moments"
    if item.weapon and not item.combat:
        return "weapon is 'yes'; expected 'no' where combat is 'no'"
    return None


def _event_fault(event: Event) -> str | None:
    if event.name not in EVENTS[event.side]:
        return f"side is {event.side!r}; expected the other for {event.name}"
    if event.only and event.side == "dracula":
        return f"only is {event.only!r}; expected an empty cell on a card of Dracula"
    return None


def _encounter_fault(card: Encounter) -> str | None:
    if card.matures != bool(card.matured_text):
        return f"matured_text is {card.matured_text!r}; expected words where matures is 'yes', and else an empty cell"
    if not card.matures and (card.gain or card.shows_place):
        return "matures is 'no'; expected gain 0 and shows_place 'no'"
    if card.vampire_health is not None and not card.vampire:
        return f"vampire_health is '{card.vampire_health}'; expected an empty cell where vampire is 'no'"
    return None


# ---------------------------------------------------------------- tables


def _read(path: Any, record: Callable[..., T], cells: Mapping[str, Cell], fault: Callable[[T], str | None]) -> Found[T]:
    """The rows of a table, each with the words that name its place in the file."""
    try:
        rows = read_table(path, tuple(cells))
    except (OSError, csv.Error) as error:
        raise RulebookError(f"{path.name}: cannot be read ({type(error).__name__}); expected a CSV table") from None
    found = []
    for line, row in rows:
        where = f"{path.name}, row {line}"
        values = {}
        for column, read in cells.items():
            try:
                values[column] = read(row[column])
            except ValueError as error:
                raise RulebookError(f"{where}: {column} is {row[column]!r}; expected {error}") from None
        entry = record(**values)
        wrong = fault(entry)
        if wrong:
            raise RulebookError(f"{where}: {wrong}")
        found.append((where, entry))
    return found


def _by_name(file: str, rows: Iterable[tuple[str, str, T]], names: Collection[str] | None) -> Mapping[str, T]:
    """The rows by name, each once, and none of `names` missing."""
    found: dict[str, T] = {}
    for where, name, entry in rows:
        if name in found:
            raise RulebookError(f"{where}: {name!r} is there twice; expected one row for it")
        found[name] = entry
    for name in names or ():
        if name not in found:
            raise RulebookError(f"{file}: {name!r} is missing; expected one row for it")
    return MappingProxyType(found)


def _counted(file: str, rows: Found[Any], names: Collection[str] | None) -> Mapping[str, Any]:
    """As `_by_name`, of what is drawn: at least one in all."""
    found = _by_name(file, [(where, entry.name, entry) for where, entry in rows], names)
    if not sum(entry.count for entry in found.values()):
        raise RulebookError(f"{file}: 0 in all; expected a count of at least 1")
    return found
