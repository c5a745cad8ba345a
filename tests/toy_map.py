"""A map of twelve places, worlds enumerated with the engine's own moves, and the filter compared with them."""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from itertools import pairwise
from typing import Any

import networkx as nx
import numpy as np
import pytest

from dracula_nb.beliefs.hunt.clues import parse_clue
from dracula_nb.beliefs.hunt.filter import HuntFilter
from dracula_nb.beliefs.hunt.windows import BACK, HIDE, PLAIN, Atlas, kinds, live, places
from dracula_nb.beliefs.models import Model, Uniform
from dracula_nb.core.game import Node
from dracula_nb.games.hunt import HuntGame, HuntState, Rulebook, Rules
from dracula_nb.games.hunt.rulebook import read_constants
from dracula_nb.games.hunt.worlds import Event, successors

TOLERANCE = 1e-12
KINDS = {"Keep": "castle", "Ward": "hospital", "Brine": "sea", "Foam": "sea"}
CITIES = ("Ash", "Birch", "Cedar", "Dale", "Elm", "Fern", "Glen", "Hazel")
LINKS = {
    "road": "Keep-Ash Keep-Birch Ash-Birch Ash-Cedar Birch-Dale Cedar-Dale Cedar-Elm Dale-Fern Elm-Fern Fern-Glen "
    "Elm-Ward Glen-Hazel",
    "sea": "Brine-Foam Brine-Cedar Brine-Elm Foam-Glen Foam-Hazel",
    "rail": "Ash-Cedar Dale-Glen Ward-Fern",
}
Window = tuple[tuple[str, str, bool], ...]
"""What the future depends on: kind of move, where it led, whether its encounter lives; newest first."""
Member = Callable[["World", str, str, bool], float]
"""A model of Dracula in plain Python: the weight of a move (its text, its goal, whether at sea) in a world."""


@cache
def toy_game() -> HuntGame:
    """Hunt on the toy map: a vampire every seven rounds, and blood and score that outlast every test."""
    graph: nx.MultiGraph = nx.MultiGraph(edition="toy")
    for number, place in enumerate(sorted((*KINDS, *CITIES))):
        graph.add_node(place, kind=KINDS.get(place, "city"), code=place[:2].upper(), number=number)
    for mode, links in LINKS.items():
        for link in links.split():
            graph.add_edge(*link.split("-"), key=mode, mode=mode)
    numbers = replace(read_constants(), vampire_every=7, dracula_start_blood=9000, start_score=9000)
    return HuntGame(Rules(), Rulebook(numbers, nx.freeze(graph)))


def states_of(game: HuntGame, text: str) -> list[HuntState]:
    """The states of a play, the initial one first, from its actions parted by commas."""
    states = [game.initial_state()]
    for action in text.split(","):
        states.append(game.apply(states[-1], game.parse_action(states[-1], action.strip())))
    return states


def steered_play(game: HuntGame, seed: int, rounds: int, eager: float) -> list[HuntState]:
    """The states of a random play whose hunters now go for the true trail or rest, now to sea, and learn nothing.

    `eager` is how often they do the former; the less, the more worlds there are.
    """
    rng, states = random.Random(seed), [game.initial_state()]
    while len(states) <= 5 * rounds and game.node(states[-1]) is Node.DECISION:
        state = states[-1]
        seat = game.seat_in_turn(state)
        actions = game.legal_actions(state, seat)
        if seat != "D":
            trail, here = {entry.place for entry in state.trail}, state.places[game.rules.hunters.index(seat)]
            wanted = {*game.book.seas} if rng.random() > eager else trail if rng.random() < 0.65 else {here}
            actions = tuple(action for action in actions if action.place in wanted) or actions  # type: ignore[union-attr]
        states.append(game.apply(state, rng.choice(actions)))
    return states


CLUES = (
    *("city", "sea", "place", "castle", "HI", "D1", "D2", "D3", "D4", "D5", "TP"),
    *("trap laid", "vampire laid", "nothing laid in a full castle", "trap gone", "vampire matured"),
    *("nothing met in a city", "nothing met at sea", "one trap", "two traps", "three traps", "vampire", "dracula"),
    *("beaten by a trap", "beaten with a trap left", "beaten before Dracula", "beaten by Dracula", "beaten at rest"),
    *("out of hospital", "seen by a visit", "seen by rests", "seen by a link", "sixth hide seen"),
)
"""Every kind of thing that a turn can tell the hunters."""


def clues_of(game: HuntGame, before: HuntState, after: HuntState) -> set[str]:
    """What the turn between two states told the hunters, in the words of `CLUES`."""
    seat, event = game.seat_in_turn(before), after.log[len(before.log) :]
    head, _, tail = event[0].partition(": ")
    words, seen = tail.split(", ") if tail else [], [int(line[5]) for line in event[1:]]
    if seat == "D":
        return _clues_of_dracula(game, after, head[2:], words) | {"sixth hide seen" for _ in seen}
    at, place = game.rules.hunters.index(seat), head[2:]
    found = {f"{('', 'one', 'two', 'three')[words.count('trap')]} trap{'s' * (words.count('trap') > 1)}"}
    found = {word for word in found if "trap" in words} | ({*words} - {"trap"})
    if not words:
        found.add("nothing met at sea" if place in game.book.seas else "nothing met in a city")
    if game.book.hospital == after.places[at] != place:
        left = any(entry.place == place and entry.encounters for entry in after.trail)
        found.add("beaten by Dracula" if words[-1] == "dracula" else "beaten by a trap")
        found |= {"beaten with a trap left" for _ in range(left)}
        found |= {"beaten at rest" for _ in range(before.places[at] == place)}
        found |= {"beaten before Dracula" for _ in range(after.trail[0].place == place and words[-1] == "trap")}
    elif before.places[at] == game.book.hospital:
        found.add("out of hospital")
    for position in seen:
        visit = before.trail[position - 1].place == place and place not in game.book.seas
        found.add("seen by a visit" if visit else "seen by rests" if position == 6 else "seen by a link")
    return found


def _clues_of_dracula(game: HuntGame, after: HuntState, shown: str, words: list[str]) -> set[str]:
    found = {f"{word} laid" if word in ("trap", "vampire") else word for word in words}
    found.add("castle" if shown == game.book.castle else "place" if shown in game.book.places else shown)
    if after.trail[0].place == game.book.castle and not after.trail[0].encounters:
        found.add("nothing laid in a full castle")
    return found


@dataclass
class World:
    """What a member of a model may look at when it weighs a move."""

    state: HuntState
    hops: dict[str, int]
    believed: dict[str, float]


def uniform(world: World, move: str, goal: str, at_sea: bool) -> float:
    """Every legal move alike."""
    return 1.0


@dataclass
class Enumeration:
    """Every world that agrees with the clues so far, with a weight for each member of a model."""

    game: HuntGame
    members: Sequence[Member] = (uniform,)
    worlds: dict[HuntState, tuple[float, ...]] = field(init=False)
    log_evidence: float = 0.0

    def __post_init__(self) -> None:
        share = 1.0 / len(self.members)
        self.worlds = {self.game.initial_state(): (share,) * len(self.members)}

    def hear(self, event: Event) -> None:
        """Take one turn's lines."""
        after: dict[HuntState, tuple[float, ...]] = {}
        believed, hops = self.posterior(1), self._hops()
        for state, weights in self.worlds.items():
            chances = self._chances(World(state, hops, believed))
            for following in successors(self.game, state, event):
                chance = chances.get(following.trail[0].move) if chances else None
                share = tuple(w * c for w, c in zip(weights, chance, strict=True)) if chance else weights
                old = after.get(following, (0.0,) * len(share))
                after[following] = tuple(a + b for a, b in zip(old, share, strict=True))
        total = math.fsum(w for weights in after.values() for w in weights)
        self.worlds = {state: tuple(w / total for w in weights) for state, weights in after.items()}
        self.log_evidence += math.log(total)

    def _chances(self, world: World) -> dict[str, list[float]]:
        game, state = self.game, world.state
        if game.seat_in_turn(state) != "D":
            return {}
        moves = [game.action_text(state, action) for action in game.legal_actions(state, "D")]
        goals = {move: game.apply(state, game.parse_action(state, move)).trail[0].place for move in moves}
        seas = game.book.seas
        columns = [{m: member(world, m, goals[m], goals[m] in seas) for m in moves} for member in self.members]
        totals = [math.fsum(column.values()) for column in columns]
        return {m: [column[m] / total for column, total in zip(columns, totals, strict=True)] for m in moves}

    def _hops(self) -> dict[str, int]:
        """Hops from each place to the nearest hunter, at most 4."""
        graph, first = self.game.book.graph, next(iter(self.worlds))
        hunters = {place for place in first.places if place is not None}
        found = nx.multi_source_dijkstra_path_length(graph, hunters) if hunters else {}
        return {place: min(4, int(found.get(place, 4))) for place in graph}

    def posterior(self, position: int) -> dict[str, float]:
        """Probability of each place at a position of the trail."""
        found: dict[str, float] = {}
        for state, weights in self.worlds.items():
            if len(state.trail) >= position:
                place = state.trail[position - 1].place
                found[place] = found.get(place, 0.0) + math.fsum(weights)
        return found

    def windows(self) -> dict[Window, float]:
        """Probability of each window."""
        found: dict[Window, float] = {}
        for state, weights in self.worlds.items():
            key = window_of(state)
            found[key] = found.get(key, 0.0) + math.fsum(weights)
        return found


def window_of(state: HuntState) -> Window:
    """The window of a true state."""
    return tuple((kind_of(entry.move), entry.place, entry.encounters > 0) for entry in state.trail)


def kind_of(move: str) -> str:
    """``""`` for a plain move, ``"HI"``, ``"D"`` or ``"TP"``."""
    return "D" if move in ("D1", "D2", "D3", "D4", "D5") else move if move in ("HI", "TP") else ""


def windows_of(filter_: HuntFilter) -> dict[Window, float]:
    """The filter's windows in the words of the enumeration."""
    names = {PLAIN: "", HIDE: "HI", BACK: "D"}
    moves = min(filter_.lanes, len(filter_.table.trail))
    lanes = [filter_.lane(position) for position in range(1, moves + 1)]
    columns = [
        list(zip(kinds(values).tolist(), places(values).tolist(), live(values).tolist(), strict=True))
        for values in lanes
    ]
    keys = [
        tuple((names.get(kind, "TP"), filter_.atlas.name(place), alive) for kind, place, alive in row)
        for row in (zip(*columns, strict=True) if columns else [()])
    ]
    assert len(set(keys)) == len(filter_.keys)
    return dict(zip(keys, filter_.weights.sum(axis=1).tolist(), strict=True))


def assert_same(filter_: HuntFilter, worlds: Enumeration, truth: HuntState) -> None:
    """Equal windows and weights, posterior and support of every position, evidence and public table."""
    ours, theirs = windows_of(filter_), worlds.windows()
    assert ours.keys() == theirs.keys()
    assert max(abs(ours[key] - theirs[key]) for key in theirs) < TOLERANCE
    assert filter_.log_evidence == pytest.approx(worlds.log_evidence, abs=1e-10, rel=TOLERANCE)
    ids = filter_.atlas.ids
    for position in range(1, len(truth.trail) + 1):
        expected = worlds.posterior(position)
        odds = np.zeros(len(ids) + 1)
        odds[[ids[place] for place in expected]] = list(expected.values())
        assert np.abs(odds - filter_.at(position)).max() < TOLERANCE
        assert filter_.support(position) == {ids[place] for place in expected}
    table = filter_.table
    assert (table.plays, table.places, table.life, table.rested) == (
        truth.plays,
        truth.places,
        truth.life,
        truth.rested,
    )
    assert [(e.known, e.placed) for e in table.trail] == [(e.known, e.placed) for e in truth.trail]


def check_play(game: HuntGame, states: list[HuntState], model: Model | None = None, **given: Any) -> set[str]:
    """Compare filter and enumeration turn by turn; what the turns told, in the words of `CLUES`."""
    filter_, worlds = HuntFilter(Atlas(game.book), game.rules, model or Uniform()), Enumeration(game, **given)
    told: set[str] = set()
    for before, after in pairwise(states):
        event = after.log[len(before.log) :]
        worlds.hear(event)
        assert all(filter_.heard([parse_clue(game.book, line) for line in event])), event
        assert after in worlds.worlds
        assert_same(filter_, worlds, after)
        told |= clues_of(game, before, after)
    return told
