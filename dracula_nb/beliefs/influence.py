"""What each clue did to the odds of a place: the belief is worked out again without it, from its turn on."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from dracula_nb.beliefs.mixture import Mixture
from dracula_nb.beliefs.models import Model
from dracula_nb.beliefs.story import MOST, Heard, heard_turns

if TYPE_CHECKING:
    from dracula_nb.beliefs.case import Case, Note


NOTHING = 1e-9
"""Logarithm of a factor that is rounding and no influence."""


@dataclass(frozen=True, slots=True)
class Influence:
    """What a clue did to a place: its probability without the clue, and by what its odds grew with it.

    `factor` is the odds with the clue by the odds without it: above 1 the clue speaks for the place, below 1 against
    it; infinite where only the clue made the place certain, or possible at all.
    """

    note: Note
    without: float
    factor: float


def influences(case: Case, count: int, place: str, model: Model, recent: int = 60) -> tuple[Influence, ...]:
    """Leave-one-out: the influence of the latest `recent` of the first `count` notes, the strongest first.

    A note without influence, and one without which too much would be open, is left out.
    """
    turns = heard_turns(case, count)
    saved = [Mixture(case.language, model)]
    for turn in turns:
        saved.append(saved[-1].copy())
        heard = saved[-1].heard(turn.clues, still_open=turn.still_open)
        if not all(next(heard) for _ in range(turn.taken)):
            return ()
    whole = saved[-1].at(1).get(place, 0.0)
    found = []
    for index, turn in enumerate(turns):
        for at in range(max(0, count - recent - turn.first), turn.taken):
            after = _without(saved, turns, index, at)
            if after is not None:
                without = after.at(1).get(place, 0.0)
                found.append(Influence(case.notes[turn.first + at], without, _factor(whole, without)))
    telling = [one for one in found if _strength(one) > NOTHING]
    return tuple(sorted(telling, key=lambda one: (-_strength(one), one.note.line)))


def _without(saved: list[Mixture], turns: list[Heard], index: int, at: int) -> Mixture | None:
    """The belief at the end with one note of a turn forgotten; None where it made no difference, or grows too large."""
    now = saved[index].copy()
    for turn in range(index, len(turns)):
        passed = (at,) if turn == index else ()
        heard = now.heard(turns[turn].clues, still_open=turns[turn].still_open, passed=passed)
        true = all(next(heard) for _ in range(turns[turn].taken))
        if not true or now.states > MOST or _same(now, saved[turn + 1]):
            return None
    return now


def _same(one: Mixture, other: Mixture) -> bool:
    """Whether two beliefs are the same, and will be whatever comes."""
    return len(one.branches) == len(other.branches) and all(
        len(a.keys) == len(b.keys)
        and a.table_key() == b.table_key()
        and bool((a.keys == b.keys).all())
        and np.allclose(a.weights, b.weights, rtol=1e-9, atol=0.0)
        for a, b in zip(one.branches, other.branches, strict=True)
    )


def _factor(whole: float, without: float) -> float:
    """Odds with the clue by odds without it; what is 1 but for the rounding of sums counts as 1."""
    whole, without = (1.0 if value > 1.0 - NOTHING else value for value in (whole, without))
    if whole >= 1.0 or without <= 0.0:
        return 1.0 if whole == without else math.inf
    if without >= 1.0 or whole <= 0.0:
        return 0.0
    return whole / (1.0 - whole) / (without / (1.0 - without))


def _strength(one: Influence) -> float:
    return abs(math.log(one.factor)) if 0.0 < one.factor < math.inf else math.inf
