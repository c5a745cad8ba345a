"""The later edition's numbers, validated on load, its options, and the map as its rules see it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from types import MappingProxyType
from typing import Any

import networkx as nx

from dracula_nb.core import constants
from dracula_nb.core.errors import RulebookError
from dracula_nb.games.fury_trail.fight_state import DEFAULT, FightRules
from dracula_nb.maps import europe, neighbours, rail_reach
from dracula_nb.resources import data_root
from dracula_nb.trail.hideouts import Costs, Ground

SEATS = ("godalming", "seward", "helsing", "mina")
NAMES = {
    **{"godalming": "Lord Godalming", "seward": "Dr Seward", "helsing": "Van Helsing", "mina": "Mina Harker"},
    "D": "Dracula",
}
UNHALLOWED = ("Galatz", "Klausenburg")
"""Where no token can be laid beside the castle. Rule FT-LOC-11."""


@dataclass(frozen=True, slots=True)
class Rules:
    """Options of the game.

    `sea_zones` and `roads` choose between the map's readings (`dracula_nb.maps.europe`); `sea_combat`: hunters and
    Dracula fight at sea (FT-SEA-08); `dawn_first`: Dawn comes before the Dracula Phase (FT-ROUND-01), else it opens
    the next week; `hidden_fights`: a check finds a hidden Dracula (FT-ROUND-04), else only one who is revealed fights;
    `fight`: options of a fight.

    Raises
    ------
    ValueError
        `sea_zones` or `roads` names no reading of the map.
    """

    sea_zones: str = "biscay"
    roads: str = "2006"
    sea_combat: bool = True
    dawn_first: bool = True
    hidden_fights: bool = True
    fight: FightRules = DEFAULT

    def __post_init__(self) -> None:
        if self.sea_zones not in ("biscay", "north_south"):
            raise ValueError(f"sea_zones {self.sea_zones!r}: expected 'biscay' or 'north_south'")
        if self.roads not in ("2006", "all"):
            raise ValueError(f"roads {self.roads!r}: expected '2006' or 'all'")


PROFILES: Mapping[str, Rules] = MappingProxyType(
    {"seed": Rules(), "printed": Rules(sea_combat=False, dawn_first=False, hidden_fights=False)}
)
"""Bundles of options: the rule text, and the published game as far as it is known (without lairs so far)."""


@dataclass(frozen=True, slots=True)
class Constants:
    """The numbers of `data/fury_trail/constants.csv`."""

    dracula_health: int
    embark_loss: int
    sea_loss: int
    sea_loss_rufus: int
    dark_call_loss: int
    wolf_form_loss: int
    feed_gain: int
    castle_gain: int
    penalty_step: int
    vampire_clears_from: int
    rail_reach: int
    dark_call_draws: int
    influence_goal: int
    defeat_gain: int
    rumours: int
    rumour_gain: int
    rumour_bonus: int
    despair_tokens: int
    grit_most: int
    rest_gain: int
    rest_with_seward: int
    inner_strength: int


def read_constants(root: Any = None) -> Constants:
    """Read `constants.csv` from `root` (a folder), or from the package's own data; raises RulebookError."""
    return constants.read_constants((data_root() / "fury_trail" if root is None else root) / "constants.csv", Constants)


@dataclass(frozen=True)
class Rulebook:
    """Everything the rules look up: options, numbers, and the map's moves in fixed order."""

    rules: Rules
    constants: Constants
    graph: nx.MultiGraph

    @cached_property
    def places(self) -> tuple[str, ...]:
        """Every place by its full name, in alphabetical order."""
        return tuple(sorted(self.graph))

    @cached_property
    def seas(self) -> frozenset[str]:
        """The sea zones."""
        return self._of_kind("sea")

    @cached_property
    def cities(self) -> frozenset[str]:
        """The cities; castle and hospital are none."""
        return self._of_kind("city")

    @cached_property
    def castle(self) -> str:
        """Where Dracula heals, always faceup."""
        return min(self._of_kind("castle"))

    @cached_property
    def hospital(self) -> str:
        """Where defeated hunters recover; Dracula never enters it. Rule FT-LOC-05."""
        return min(self._of_kind("hospital"))

    def _of_kind(self, kind: str) -> frozenset[str]:
        found = frozenset(str(p) for p, k in self.graph.nodes(data="kind") if k == kind)
        if not found or (kind in ("castle", "hospital") and len(found) > 1):
            edition = self.graph.graph.get("edition")
            raise RulebookError(f"map {edition}: {len(found)} places of kind {kind!r}; expected one")
        return found

    @cached_property
    def numbers(self) -> dict[str, int | None]:
        """Location numbers."""
        return dict(self.graph.nodes(data="number"))

    @cached_property
    def regions(self) -> dict[str, str]:
        """Region of each place but the hospital; a sea zone's is ``"sea"``. Rule FT-CLUE-30."""
        named = {p: "sea" if p in self.seas else str(region) for p, region in self.graph.nodes(data="region")}
        return {place: region for place, region in named.items() if place != self.hospital}

    @cached_property
    def ports(self) -> frozenset[str]:
        """The port cities."""
        return frozenset(p for p in self.cities if neighbours(self.graph, p, "sea"))

    @cached_property
    def ground(self) -> Ground:
        """The map as the trail's rules see it: roads and seas without the hospital. Rules FT-TRAIL-14, FT-TRAIL-15."""
        dry = {p: neighbours(self.graph, p, "road") for p in self.places}
        roads = {p: tuple(q for q in near if q != self.hospital) for p, near in dry.items()}
        steps = {p: tuple(sorted((*roads[p], *neighbours(self.graph, p, "sea")))) for p in self.places}
        two = {p: {q for middle in (p, *dry[p]) for q in dry[middle]} - {p} for p in self.places}
        flights = {p: tuple(sorted(ends & self.cities)) for p, ends in two.items()}
        return Ground(roads, steps, flights, self.seas, self.castle)

    @cached_property
    def costs(self) -> Costs:
        """What powers cost."""
        return Costs(self.constants.dark_call_loss, self.constants.wolf_form_loss)

    @cached_property
    def _reach(self) -> dict[str, frozenset[str]]:
        return {}

    def reach(self, place: str) -> frozenset[str]:
        """Where a hunter's move from a place can end, itself included: road, sea, or rail as far as a ticket goes.

        Rules FT-ACT-02 to FT-ACT-04, FT-ACT-22.
        """
        if place not in self._reach:
            by_rail = rail_reach(self.graph, place, self.constants.rail_reach)
            near = (*neighbours(self.graph, place, "road"), *neighbours(self.graph, place, "sea"))
            self._reach[place] = frozenset({place, *near, *by_rail})
        return self._reach[place]


@lru_cache(maxsize=8)
def rulebook(rules: Rules | None = None) -> Rulebook:
    """The rulebook on the package's own tables."""
    chosen = rules or Rules()
    return Rulebook(chosen, read_constants(), europe("2015", sea_zones=chosen.sea_zones, roads=chosen.roads))
