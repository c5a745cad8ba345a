"""The hunt game's tables, validated on load, and its options."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any

import networkx as nx

from dracula_nb.core import constants
from dracula_nb.core.errors import RulebookError
from dracula_nb.maps import europe, neighbours
from dracula_nb.resources import data_root
from dracula_nb.trail.window import Ground

HUNTERS = ("G", "S", "H", "M")
NAMES = {"G": "Lord Godalming", "S": "Dr Seward", "H": "Van Helsing", "M": "Mina Harker", "D": "Dracula"}


LARGEST = {"trail_length": 6, "trail_checked": 5}
"""How long a trail the notation (D1 to D5) and the belief's windows can hold."""


@dataclass(frozen=True, slots=True)
class Rules:
    """Options of hunt: the edition of the map, the hunters' seats, and an optional last round.

    Rules HU-TURN-06, HU-END-03.

    Raises
    ------
    ValueError
        A seat is unknown, repeated or out of order.
    """

    map: str = "2006"
    hunters: tuple[str, ...] = HUNTERS
    last_round: int | None = None

    def __post_init__(self) -> None:
        order = tuple(seat for seat in HUNTERS if seat in self.hunters)
        if self.map not in ("2006", "2015"):
            raise ValueError(f"map {self.map!r}: expected '2006' or '2015', where there is a hospital to wake in")
        if self.last_round is not None and (type(self.last_round) is not int or self.last_round < 0):
            raise ValueError(f"last_round {self.last_round!r}: expected a round from 0 on, or None")
        if not self.hunters or order != self.hunters:
            raise ValueError(f"hunters {self.hunters!r}: expected some of {', '.join(HUNTERS)}, in this order")


@dataclass(frozen=True, slots=True)
class Constants:
    """The numbers of `data/hunt/constants.csv`."""

    start_score: int
    score_loss_dracula_turn: int
    score_loss_hospital: int
    score_loss_vampire: int
    dracula_start_blood: int
    dracula_loss_encounter: int
    dracula_loss_sea: int
    dracula_gain_castle: int
    hunter_life: int
    hunter_loss_trap: int
    hunter_loss_dracula: int
    hunter_gain_rest: int
    trail_length: int
    trail_checked: int
    max_encounters: int
    vampire_every: int
    rail_cycle: int


def read_constants(root: Any = None) -> Constants:
    """Read `constants.csv` from `root` (a folder), or from the package's own data.

    Raises
    ------
    RulebookError
        As `dracula_nb.core.constants.read_constants`, or more moves are checked than the trail has.
    """
    path = (data_root() / "hunt" if root is None else root) / "constants.csv"
    found = constants.read_constants(path, Constants, LARGEST)
    if found.trail_checked >= found.trail_length:
        raise RulebookError(f"{path}: trail_checked is {found.trail_checked}; expected less than trail_length")
    return found


@dataclass(frozen=True)
class Rulebook:
    """Everything the rules of hunt look up: numbers and the map's moves, in fixed order."""

    constants: Constants
    graph: nx.MultiGraph

    @cached_property
    def places(self) -> tuple[str, ...]:
        """Every place by its full name, in alphabetical order."""
        return tuple(sorted(self.graph))

    @cached_property
    def seas(self) -> frozenset[str]:
        """The sea zones."""
        return frozenset(p for p, kind in self.graph.nodes(data="kind") if kind == "sea")

    @cached_property
    def castle(self) -> str:
        """Where Dracula gains blood, always seen."""
        return self._only("castle")

    @cached_property
    def hospital(self) -> str:
        """Where beaten hunters wake; Dracula never enters it."""
        return self._only("hospital")

    def _only(self, kind: str) -> str:
        found = [p for p, k in self.graph.nodes(data="kind") if k == kind]
        if len(found) != 1:
            raise RulebookError(
                f"map {self.graph.graph.get('edition')}: {len(found)} places of kind {kind!r}; expected one"
            )
        return str(found[0])

    @cached_property
    def codes(self) -> dict[str, str]:
        """Two-letter code of each place, as past-plays texts write it."""
        return {str(p): str(code) for p, code in self.graph.nodes(data="code")}

    @cached_property
    def ground(self) -> Ground:
        """The map as the trail's rules see it: roads and seas, without the hospital (rule HU-MOVE-05)."""
        steps = {
            p: tuple(
                q
                for q in sorted({*neighbours(self.graph, p, "road"), *neighbours(self.graph, p, "sea")})
                if q != self.hospital
            )
            for p in self.places
        }
        return Ground(steps, self.seas, self.castle, self.constants.trail_checked)

    def rail_steps(self, seat: str, round_: int) -> int:
        """Rail steps that a hunter may make in a round, by his own number. Rules HU-MOVE-04, HU-TURN-06.

        >>> [rulebook().rail_steps("M", round_) for round_ in range(4)]
        [3, 0, 1, 2]
        """
        return (round_ + HUNTERS.index(seat)) % self.constants.rail_cycle

    @cached_property
    def _reach(self) -> dict[tuple[str, int, tuple[bool, bool, bool]], tuple[str, ...]]:
        return {}

    def reach(self, place: str, rail: int, modes: tuple[bool, bool, bool] = (True, True, True)) -> tuple[str, ...]:
        """Where a hunter can end a turn: stay, one road, up to `rail` rail steps, one sea move.

        `modes` allows road, rail and sea in turn. In alphabetical order. Rules HU-MOVE-02, HU-MOVE-03,
        HU-MOVE-04.
        """
        key = (place, rail, modes)
        if key not in self._reach:
            road, by_rail, sea = modes
            found = {place}
            found.update(neighbours(self.graph, place, "road") if road else ())
            found.update(neighbours(self.graph, place, "sea") if sea else ())
            edge = {place}
            for _ in range(rail if by_rail else 0):
                edge = {q for p in edge for q in neighbours(self.graph, p, "rail")}
                found |= edge
            self._reach[key] = tuple(sorted(found))
        return self._reach[key]


@lru_cache(maxsize=8)
def rulebook(edition: str = "2006") -> Rulebook:
    """The rulebook on the package's own tables."""
    return Rulebook(read_constants(), europe(edition))
