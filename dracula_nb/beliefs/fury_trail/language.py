"""How fury_trail speaks: its lines and the filter behind them, as `dracula_nb.beliefs.language` asks for it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import networkx as nx

from dracula_nb.beliefs.fury_trail.clues import (
    ARRIVES,
    NOTES,
    PLACED,
    SOMEWHERE,
    STARTS,
    WORDS,
    Clue,
    Hunter,
    Phase,
    clue_text,
    opens,
    parse_clue,
)
from dracula_nb.beliefs.fury_trail.filter import TrailFilter
from dracula_nb.beliefs.fury_trail.forecast import TrailForecasts
from dracula_nb.beliefs.fury_trail.loose import LooseAtlas, LooseReadings, LooseTrail
from dracula_nb.beliefs.fury_trail.outcomes import modelled, tails_alike
from dracula_nb.beliefs.fury_trail.reasons import advice, reason
from dracula_nb.beliefs.fury_trail.slips import Slips
from dracula_nb.beliefs.fury_trail.table import Table, after, after_soft
from dracula_nb.beliefs.fury_trail.windows import Atlas
from dracula_nb.beliefs.language import Branch, Slip
from dracula_nb.beliefs.models import Model, Uniform
from dracula_nb.beliefs.soft import Pattern
from dracula_nb.core.errors import CaseFileError, NotationError
from dracula_nb.games.fury_trail.rulebook import PROFILES, SEATS, Rulebook, rulebook

MAPS = ("2015",)
CAUTIOUS = "cautious"
"""The profile that leaves open which of the others is played: what is possible under any of them is possible."""

KEPT = ("consecrated", "host", "lifted", "health", "ally")
"""Facts of the board: forgetting what was learnt leaves them."""


@dataclass(frozen=True)
class TrailLanguage(TrailForecasts):
    """The clues of fury_trail on the 2015 map under one profile."""

    profile: str = "seed"
    game: str = "fury_trail"
    map: str = MAPS[0]
    seats: tuple[str, ...] = SEATS
    words: tuple[str, ...] = WORDS

    @cached_property
    def books(self) -> tuple[Rulebook, ...]:
        """The rulebooks of the readings that are open, the one that checks lines first."""
        names = tuple(PROFILES) if self.profile == CAUTIOUS else (self.profile,)
        return tuple(rulebook(PROFILES[name]) for name in names)

    @property
    def book(self) -> Rulebook:
        """The rulebook that lines are checked by."""
        return self.books[0]

    @cached_property
    def atlas(self) -> Atlas:
        """The map in arrays, for models."""
        return Atlas(self.book)

    @property
    def graph(self) -> nx.MultiGraph:
        """The map."""
        return self.book.graph

    def parse(self, text: str) -> Clue:
        """Read one clue; raises NotationError."""
        return parse_clue(self.book, text)

    def text(self, clue: Clue) -> str:
        """The clue as a line."""
        return clue_text(clue)

    def parts(self, clue: Clue) -> tuple[str, str, str]:
        """First word, head and tail of the clue's line."""
        head, _, tail = clue_text(clue).partition(": ")
        word, _, first = head.partition(" ")
        return word, first, tail

    def labels(self, clue: Clue) -> tuple[str, frozenset[str], frozenset[str]]:
        """As `parts`, with what else the tail may be noted as."""
        word, head, tail = self.parts(clue)
        tails = tails_alike(self.book, clue) if isinstance(clue, Phase) else {tail, tail.partition(" at ")[0]}
        return word, frozenset((head,)), frozenset(tails)

    def modelled(self, clue: Clue) -> bool:
        """Whether the models give the clue a probability."""
        return modelled(clue)

    def samples(self, word: str) -> Sequence[tuple[str, str]]:
        """Heads and tails that can stand in a line beginning with `word`; none: such a line cannot be soft."""
        place = min(self.book.cities)
        if any(word.lower() in (seat, seat[0]) for seat in SEATS):
            return ((place, ""),)
        known: dict[str, tuple[tuple[str, str], ...]] = {
            "D": (("land", "trap"), ("sea", ""), ("Feed", ""), ("wolf land", "trap")),
            **{"seen": (("1", place),), "here": (("", place),), "fight": ((place, ""),), "bond": (("", "odd"),)},
            **{"region": (("", "sea"),), "adjacent": ((SEATS[0], "yes"),)},
            **{"off": ((place, ""),), "on": ((place, ""),), "hide": (("hand", ""),)},
        }
        return known.get(word, ())

    def forgotten(self, clue: Clue | Pattern) -> str | None:
        """The line that keeps what the board shows; None for what was only learnt."""
        word, head = (clue.word, str(clue.head)) if isinstance(clue, Pattern) else self.parts(clue)[:2]
        if word == "D":
            return f"D {STARTS}" if head == STARTS else "D unknown"
        if word in SEATS:
            moved = isinstance(clue, Hunter) and clue.how in ARRIVES
            return f"{word} {PLACED} {head}" if moved else str(clue) if isinstance(clue, Pattern) else clue_text(clue)
        return clue_text(clue) if word in KEPT and not isinstance(clue, Pattern) else None

    def opens(self, clue: Clue | Pattern) -> bool:
        """Whether the clue opens a turn or event."""
        return clue.word not in NOTES if isinstance(clue, Pattern) else opens(clue)

    def opening(self) -> Table:
        """The table before the first line."""
        return Table()

    def after(self, table: Table, clue: Clue | Pattern) -> Table:
        """The table after a clue; raises NotationError where it cannot follow.

        After a soft line only what is still certain is checked.
        """
        if not isinstance(clue, Pattern):
            return self._after(table, clue)
        sure = clue.head.given is not None and clue.sure == 1.0 and clue.word in SEATS
        if sure:
            return self._after(table, self.parse(f"{clue.word} {clue.head.given}"))
        if clue.word not in SEATS and clue.word != "D" and not table.started:
            raise NotationError("Dracula has not begun; expected the hunters' first places, then 'D starts'")
        return after_soft(table, clue.word)

    def _after(self, table: Table, clue: Clue) -> Table:
        """By the first reading under which the clue can follow; raises what the first one raised."""
        failure: NotationError | None = None
        for book in self.books:
            try:
                return after(book, table, clue)
            except NotationError as error:
                failure = failure or error
        raise failure or NotationError("no rules; expected a profile")

    def branches(self, model: Model) -> Sequence[Branch]:
        """One filter, or one for each reading that is open."""
        return tuple(TrailFilter(Atlas(book), model) for book in self.books)

    def loose(self) -> LooseReadings:
        """The loose filter of every reading that is open."""
        return LooseReadings([LooseTrail(LooseAtlas(book), Uniform()) for book in self.books])

    def slips(self, clues: Sequence[Any], at: int) -> Iterator[Slip]:
        """What the note at an index was likely meant to be."""
        return Slips(self.book, clues).at(at)

    def speaks_against(self, steps: Sequence[Any], at: int, place: str) -> str:
        """What in a step speaks against a place."""
        return reason(self.book, steps, at, place)

    def hint(self, clue: Clue | Pattern, branch: Branch) -> str:
        """What is wrong with a clue by itself."""
        if isinstance(clue, Pattern):
            return ""
        try:
            after(self.book, branch.table, clue)
        except NotationError as error:
            return f" {error}."
        return advice(self.book, clue, branch.table)

    def pieces(self, table: Table) -> Mapping[str, str | None]:
        """Where each hunter stands; None where that is not known."""
        places = (None if place == SOMEWHERE else place for place in table.places)
        return dict(zip(SEATS, places, strict=True))


def build(map: str | None = None, profile: str | None = None) -> TrailLanguage:
    """The clues of fury_trail; raises CaseFileError where there is no such map or profile.

    >>> build(profile="cautious").seats
    ('godalming', 'seward', 'helsing', 'mina')
    """
    for what, given, known in (("map", map, MAPS), ("profile", profile, (*PROFILES, CAUTIOUS))):
        if given is not None and given not in known:
            raise CaseFileError(f"{what} {given[:40]!r}: expected {', '.join(known)}")
    return TrailLanguage(profile or next(iter(PROFILES)))
