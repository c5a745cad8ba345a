"""Reading the parts of a clue's line: names of places, positions, and the lines that state a fact."""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable, Mapping
from types import MappingProxyType

from dracula_nb.core.errors import NotationError
from dracula_nb.games.fury_trail.rulebook import SEATS, UNHALLOWED, Rulebook
from dracula_nb.maps import nearest_names
from dracula_nb.trail.hideouts import LENGTH

NUMBER = re.compile(rf"[1-{LENGTH}]")
BONDS = ("odd", "even", "port", "inland")


def unknown(word: str, known: tuple[str, ...]) -> str:
    """What was expected, and the known word nearest to an unknown one.

    >>> unknown("sen", ("seen", "off"))
    "expected one of seen, off; did you mean 'seen'?"
    """
    near = difflib.get_close_matches(word[:40].lower(), known, n=1, cutoff=0.5)
    hint = f"; did you mean {near[0]!r}?" if near else ""
    return f"expected one of {', '.join(known)}{hint}"


def place_named(book: Rulebook, name: str, also: tuple[str, ...] = ()) -> str:
    """The place with this name, capitals or not; `also` are words that could stand there too.

    Raises
    ------
    NotationError
        No such place; names the nearest.
    """
    found = book.graph.graph.get("edition")
    if name in book.graph:
        return name
    same = [place for place in book.places if place.casefold() == name.casefold()]
    if same:
        return same[0]
    near = (*nearest_names(book.graph, name[:60]), *difflib.get_close_matches(name[:60], also, n=1))
    hint = f"; did you mean {near[0]!r}?" if near else ""
    words = f"; expected one, or {', '.join(also)}" if also else ""
    raise NotationError(f"no place {name[:60]!r} on the {found} map{words}{hint}")


def positions_named(text: str) -> tuple[int, ...]:
    """Positions of ``4-6``, ``4 6``, ``5`` or ``none``.

    >>> positions_named("4-6"), positions_named("3 5"), positions_named("none")
    ((4, 5, 6), (3, 5), ())
    """
    if text == "none":
        return ()
    found = re.fullmatch(rf"([1-{LENGTH}])-([1-{LENGTH}])", text)
    if found and int(found[1]) < int(found[2]):
        return tuple(range(int(found[1]), int(found[2]) + 1))
    parts = text.split()
    if not all(NUMBER.fullmatch(part) for part in parts) or sorted(set(parts)) != parts:
        raise NotationError(f"'cleared {text[:20]}': expected positions from 1 to {LENGTH}, like 4-6, or none")
    return tuple(int(part) for part in parts)


def _only(word: str, rest: str, items: tuple[str, ...], known: tuple[str, ...]) -> tuple[str, str]:
    if rest not in known or items:
        raise NotationError(f"'{word} {rest[:40]}': {unknown(rest, known)}")
    return rest, ""


def _place(book: Rulebook, rest: str, items: tuple[str, ...]) -> tuple[str, str]:
    if items or not rest:
        raise NotationError(f"{rest[:40]!r}: expected a place and nothing after it")
    return place_named(book, rest), ""


def _here(book: Rulebook, rest: str, items: tuple[str, ...]) -> tuple[str, str]:
    return "", place_named(book, _answer("here", rest, items, "PLACE"))


def _answer(word: str, rest: str, items: tuple[str, ...], expected: str) -> str:
    """What ``word: answer`` says; the colon may lack."""
    if len(items) + bool(rest) != 1:
        raise NotationError(f"'{word} {rest[:40]}': expected '{word}: {expected}'")
    return rest or items[0]


def _city(book: Rulebook, rest: str, items: tuple[str, ...]) -> tuple[str, str]:
    place, _ = _place(book, rest, items)
    if place not in book.cities or place in UNHALLOWED:
        raise NotationError(f"{place}: expected a city other than {' and '.join(UNHALLOWED)} (FT-LOC-11)")
    return place, ""


def _land(book: Rulebook, rest: str, items: tuple[str, ...]) -> tuple[str, str]:
    place, _ = _place(book, rest, items)
    if place in book.seas:
        raise NotationError(f"{place}: expected a place on land, where the hunter who plays the card stands")
    return place, ""


def _bond(book: Rulebook, rest: str, items: tuple[str, ...]) -> tuple[str, str]:
    return "", _only("bond", _answer("bond", rest, items, BONDS[0]), (), BONDS)[0]


def _region(book: Rulebook, rest: str, items: tuple[str, ...]) -> tuple[str, str]:
    answer = _answer("region", rest, items, "NAME")
    return "", _only("region", answer, (), tuple(sorted(set(book.regions.values()))))[0]


def _adjacent(book: Rulebook, rest: str, items: tuple[str, ...]) -> tuple[str, str]:
    seat = next((seat for seat in SEATS if rest.lower() in (seat, seat[0])), None)
    if seat is None or len(items) != 1 or items[0] not in ("yes", "no"):
        raise NotationError(f"'adjacent {rest[:40]}': expected a hunter, a colon, yes or no")
    return seat, items[0]


def _hide(book: Rulebook, rest: str, items: tuple[str, ...]) -> tuple[str, str]:
    return _only("hide", rest, items, ("hand", "trail"))


def _ally(book: Rulebook, rest: str, items: tuple[str, ...]) -> tuple[str, str]:
    return _only("ally", rest, items, ("rufus", "none"))


def _added(book: Rulebook, rest: str, items: tuple[str, ...]) -> tuple[str, str]:
    return _only("added", rest, items, tuple(str(at) for at in range(1, LENGTH + 1)))


def _health(book: Rulebook, rest: str, items: tuple[str, ...]) -> tuple[str, str]:
    most = book.constants.dracula_health
    if items or not re.fullmatch(r"[+-]?\d{1,2}", rest) or not 0 < abs(int(rest)) <= most:
        raise NotationError(f"'health {rest[:20]}': expected a number from 1 to {most}, or a change like -3 or +3")
    return rest, ""


Reader = Callable[[Rulebook, str, tuple[str, ...]], tuple[str, str]]
FACTS: Mapping[str, Reader] = MappingProxyType(
    {
        **{
            "here": _here,
            "off": _place,
            "on": _place,
            "near": _land,
            "bond": _bond,
            "region": _region,
            "adjacent": _adjacent,
        },
        **{"hide": _hide, "added": _added, "consecrated": _city, "host": _city, "lifted": _city},
        **{"health": _health, "ally": _ally},
    }
)
"""How the head and tail of each line that states a fact are read."""
