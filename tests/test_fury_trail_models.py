"""Models of Dracula on fury_trail: weights of whole choices against plain Python, and what no model may change."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import networkx as nx
import numpy as np
import pytest
from toy_events import Play, toy_book
from toy_trail import begin, week

from dracula_nb.beliefs import Case
from dracula_nb.beliefs.fury_trail.clues import parse_clue
from dracula_nb.beliefs.fury_trail.liking import Liking, summed, totals
from dracula_nb.beliefs.fury_trail.windows import Hand, Spots
from dracula_nb.beliefs.models import Context, Uniform
from dracula_nb.games.fury_trail.rulebook import rulebook
from dracula_nb.trail.hideouts import HIDE, POWERS, Choice

FIRST = "godalming London\nseward Madrid\nhelsing Rome\nmina Vienna\nD starts\n"
PAIRS = ((0.5, -1.0, -0.5), (60.0, 2.0, 1.0))
"""Weights of two members: hops to the nearest hunter, Hide, any other power."""


@dataclass(frozen=True)
class Wary:
    """A family that flees hunters and likes or dislikes powers."""

    table: tuple[tuple[float, float, float], ...] = PAIRS
    name: str = "wary"

    @property
    def members(self) -> tuple[str, ...]:
        """One a row."""
        return tuple(str(row) for row in self.table)

    def __call__(self, moves: Any, context: Context) -> Any:
        """Weights, shape (moves, members)."""
        hops = np.minimum(context.atlas.hops[:, list(context.hunters)].min(axis=1), 4)
        features = np.stack([hops[moves.goal], moves.hides, moves.backs], axis=1)
        return np.exp(features @ np.array(self.table).T)


def member(table: tuple[float, float, float]) -> Any:
    """The same in plain Python."""

    def weight(choice: Choice, goal: str, play: Play) -> float:
        found = nx.multi_source_dijkstra_path_length(play.book.graph, set(play.standing))
        backs = choice.misdirect > 0 or choice.wolf or (choice.card in POWERS and choice.card != HIDE)
        return math.exp(table[0] * min(4, found[goal]) + table[1] * (choice.card == HIDE) + table[2] * backs)

    return weight


@pytest.mark.parametrize("seed", range(8))
def test_a_family_is_weighed_as_enumeration_says(seed: int) -> None:
    """Without flights and first cards, which this Python model does not weigh."""
    duel = begin(toy_book(), seed, Wary(((0.0, 0.0, 0.0),) * 2))
    duel.members = [member(row) for row in PAIRS]
    duel.filter.model = Wary()
    duel.worlds = {trail: (sum(weights) / 2,) * 2 for trail, weights in duel.worlds.items()}
    for _ in range(10):
        duel.play.met = False
        if not week(duel, 0.15, flights=False):
            break
    evidence = np.logaddexp.reduce(duel.filter.member_evidence) - math.log(2)
    assert evidence == pytest.approx(duel.filter.log_evidence)


def test_models_by_name() -> None:
    lines = "D land: trap\nmina Prague\nD sea: -2\nD sea: -1\nD land: trap\nD land: trap, misdirect 3\n"
    case = Case.from_text(f"game: fury_trail\n{FIRST}{lines}")
    plain, wary, family = (case.belief(name) for name in ("uniform", "evasive(2)", "adaptive"))
    assert plain.possible == wary.possible == family.possible
    assert plain.states == wary.states == family.states
    assert case.belief("evasive(0)").posterior == pytest.approx(plain.posterior)
    assert wary.posterior != pytest.approx(plain.posterior)
    assert family.log_evidence >= max(family.members.values()) - math.log(len(family.members)) - 1e-9


@pytest.mark.parametrize("seed", range(3))
def test_no_model_changes_what_is_possible(seed: int) -> None:
    duel, other = (begin(rulebook(), seed, model, enumerate=False) for model in (Uniform(), Wary()))
    for _ in range(8):
        alive = [week(each, 0.1) for each in (duel, other)]
        assert duel.lines == other.lines
        assert (duel.filter.keys == other.filter.keys).all()
        if not all(alive):
            break


@pytest.mark.parametrize("model", [Uniform(), Wary(), Wary(((150.0, -3.0, -3.0), (0.0, 0.0, 300.0)))])
def test_totals_are_the_sums_of_all_choices(model: Any) -> None:
    duel = begin(rulebook(), 11, enumerate=False)
    for _ in range(4):
        assert all(duel.filter.heard([parse_clue(duel.play.book, "D land: trap")]))
    atlas, keys = duel.filter.atlas, duel.filter.keys >> np.uint64(8)
    spots = Spots.of(atlas, np.unique(keys), Hand(barred=frozenset({"Paris", "Nantes"})))
    hunters = tuple(atlas.ids[place] for place in sorted(duel.play.standing))
    liking = Liking.of(atlas, model, (hunters, np.zeros(len(atlas.sea))), spots.hand)
    ours, theirs = totals(atlas, spots, liking), summed(atlas, spots, liking)
    assert len(ours) > 2000
    assert (ours[:, -1] == theirs[:, -1]).all()
    assert ours == pytest.approx(theirs, rel=1e-11)
