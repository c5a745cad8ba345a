"""What hunters hold of Dracula, as probabilities by place: where he is, where he will be, where his trail lies."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from dracula_nb.beliefs.hunt.filter import HuntFilter
from dracula_nb.beliefs.hunt.windows import LANE, Atlas, lane, legal_moves, places
from dracula_nb.beliefs.models import Context
from dracula_nb.beliefs.weighted import Floats, merge
from dracula_nb.games.hunt import Observation


@dataclass(frozen=True)
class Outlook:
    """Probabilities by place id (id 0 is nowhere), shape (places + 1,) each.

    `here`: that Dracula is there now. `after`: that he is there once he has moved again. `trail`: that one of
    the moves that hunters have not placed yet led there, so that a visit tells something new.
    """

    here: Floats
    after: Floats
    trail: Floats


def believed(belief: HuntFilter) -> Outlook:
    """The outlook of an exact belief; before Dracula's first move, of the starts that are allowed."""
    size = len(belief.atlas.sea)
    if not belief.table.trail:
        after = np.bincount(belief.atlas.starts.goal, minlength=size).astype(np.float64)
        return Outlook(np.zeros(size), after / after.sum(), np.zeros(size))
    here = belief.here()
    return Outlook(here, _after_next_move(belief), _trail(belief))


def _after_next_move(belief: HuntFilter) -> Floats:
    atlas, lanes = belief.atlas, belief.lanes - 1
    kept, weights = merge(belief.keys >> np.uint64(LANE), belief.weights)
    moves = legal_moves(atlas, kept, lanes)
    hunters = tuple(atlas.ids[place] for place in belief.table.places if place is not None)
    liking = belief.model(moves, Context(atlas, hunters, belief.here(), places(lane(kept, 1, lanes))))
    after = np.zeros(len(atlas.sea))
    for column, weight in zip(liking.T, weights.T, strict=True):
        scale = weight / np.bincount(moves.row, weights=column, minlength=len(kept))
        after += np.bincount(moves.goal, weights=column * scale[moves.row], minlength=len(after))
    return after


def _trail(belief: HuntFilter) -> Floats:
    """Each place's probability to hold a move that is not public; one that holds several counts once."""
    weights, found = belief.weights.sum(axis=1), np.zeros(len(belief.atlas.sea))
    earlier: list[np.ndarray] = []
    for at, entry in enumerate(belief.table.trail, 1):
        if entry.placed:
            continue
        place = places(belief.lane(at))
        new = np.ones(len(place), dtype=bool)
        for other in earlier:
            new &= place != other
        found += np.bincount(place[new], weights=weights[new], minlength=len(found))
        earlier.append(place)
    found[belief.atlas.sea] = 0.0  # nobody searches the sea
    return found


def sighted(atlas: Atlas, seen: Observation) -> Outlook:
    """The outlook without any deduction: from his last place that all could see, he spreads evenly by road and sea.

    Where no place of his trail is public, he may be anywhere. That hunters met nothing, that he is on land or at
    sea, where his traps lie: all this tells nothing here.
    """
    size = len(atlas.sea)
    anywhere = np.bincount(atlas.starts.goal, minlength=size) / len(atlas.starts.goal)
    if not seen.cards:
        return Outlook(np.zeros(size), anywhere, np.zeros(size))
    ages = [at for at, card in enumerate(seen.cards) if card.place is not None]
    here = anywhere
    if ages:
        here = np.zeros(size)
        here[atlas.ids[str(seen.cards[ages[0]].place)]] = 1.0
    spread = atlas.near / np.maximum(atlas.near.sum(axis=1, keepdims=True), 1)
    for _ in range(ages[0] if ages else 0):
        here = here @ spread
    return Outlook(here, here @ spread, np.zeros(size))
