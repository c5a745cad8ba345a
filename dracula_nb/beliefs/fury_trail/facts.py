"""Which windows agree with a line that states a fact."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from dracula_nb.beliefs.fury_trail.clues import Fact
from dracula_nb.beliefs.fury_trail.windows import HIDE_S, here, holds, is_place, lane, tied_place
from dracula_nb.beliefs.weighted import Bools
from dracula_nb.games.fury_trail.rulebook import SEATS

if TYPE_CHECKING:
    from dracula_nb.beliefs.fury_trail.filter import TrailFilter


def facts(belief: TrailFilter, clue: Fact, seen: frozenset[int] | None) -> Bools:
    """Windows in which the fact holds; `seen`: positions told to have been turned with it, None: more may be told.

    Rules FT-CLUE-27 to FT-CLUE-30, FT-CLUE-35, FT-CLUE-36, FT-LOC-14.
    """
    atlas, keys, head = belief.atlas, belief.keys, clue.head
    match clue.word:
        case "here":
            keep = here(keys)[0] == atlas.ids[clue.tail]
        case "off":
            keep = ~holds(keys, atlas.ids[head])
        case "on":
            keep = holds(keys, atlas.ids[head])
        case "near":
            keep = _not_near(belief, head, seen)
        case "bond":
            keep = _bond(belief, clue.tail)
        case "region":
            names = {place for place, region in atlas.book.regions.items() if region == clue.tail}
            keep = atlas.among(names)[here(keys)[0]]
        case "adjacent" if belief.table.places[SEATS.index(head)] in atlas.ids:
            place = atlas.ids[str(belief.table.places[SEATS.index(head)])]
            keep = atlas.steps[place][here(keys)[0]] == (clue.tail == "yes")
        case "hide":
            keep = holds(keys, HIDE_S) == (head == "trail")
        case "added":
            values, tied = lane(keys, int(head)), tied_place(keys, int(head))
            keep = is_place(values) | ((values == HIDE_S) & (tied != atlas.castle))
        case _:
            keep = np.ones(len(keys), dtype=bool)
    return np.asarray(keep, dtype=np.bool_)


def _bond(belief: TrailFilter, answer: str) -> Bools:
    """Psychic Bond: the parity of his place's number, or whether it is a port city. Rule FT-CLUE-27."""
    book = belief.atlas.book
    if answer in ("port", "inland"):
        wanted = belief.atlas.among(book.ports)
        return np.asarray(wanted[here(belief.keys)[0]] == (answer == "port"), dtype=np.bool_)
    names = {p for p, number in book.numbers.items() if number is not None and number % 2 == (answer == "odd")}
    return np.asarray(belief.atlas.among(names)[here(belief.keys)[0]], dtype=np.bool_)


def _not_near(belief: TrailFilter, place: str, seen: frozenset[int] | None) -> Bools:
    """Local Rumours: no card that stayed facedown is a road away from the player. Rule FT-CLUE-28."""
    keep, near = np.ones(len(belief.keys), dtype=bool), belief.atlas.roads[belief.atlas.ids[place]]
    for at in belief.table.facedown() if seen is not None else ():
        if seen is not None and at not in seen:
            values = lane(belief.keys, at)
            keep &= ~near[np.where(is_place(values), values, 0)]
    return keep
