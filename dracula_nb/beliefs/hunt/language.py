"""How hunt speaks: its lines, turn order, and the filter behind them, as `dracula_nb.beliefs.language` asks for it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

import networkx as nx

from dracula_nb.beliefs.hunt.clues import CITY, SEA, Clue, DraculaTurn, HunterTurn, clue_text, parse_clue
from dracula_nb.beliefs.hunt.filter import HuntFilter
from dracula_nb.beliefs.hunt.forecast import HuntForecasts
from dracula_nb.beliefs.hunt.loose import LooseFilter
from dracula_nb.beliefs.hunt.reasons import advice, reason
from dracula_nb.beliefs.hunt.replay import Replay, endless
from dracula_nb.beliefs.hunt.slips import Slips
from dracula_nb.beliefs.hunt.table import Table, after_dracula, after_hunter, empty_table
from dracula_nb.beliefs.hunt.windows import Atlas
from dracula_nb.beliefs.language import Branch, Slip
from dracula_nb.beliefs.models import Model, Uniform
from dracula_nb.beliefs.soft import Pattern
from dracula_nb.core.errors import CaseFileError, NotationError
from dracula_nb.games.hunt.rulebook import Rulebook, Rules, rulebook

MAPS = ("2006",)
PROFILES = ("standard",)
HERE = "here"
NOTES = ("seen", HERE)


@dataclass(frozen=True)
class HuntLanguage(HuntForecasts):
    """The clues of hunt by one rulebook; `rules` sets the seats."""

    book: Rulebook = field(default_factory=rulebook, repr=False)
    rules: Rules = field(default_factory=Rules)
    profile: str = "standard"
    game: str = "hunt"

    @property
    def map(self) -> str:
        """The edition of the map."""
        return self.rules.map

    @property
    def seats(self) -> tuple[str, ...]:
        """The hunters, in turn order."""
        return self.rules.hunters

    @property
    def words(self) -> tuple[str, ...]:
        """First words of the lines that begin with no seat."""
        return NOTES

    @property
    def graph(self) -> nx.MultiGraph:
        """The map."""
        return self.book.graph

    def parse(self, text: str) -> Clue:
        """Read one clue; raises NotationError."""
        return parse_clue(self.book, text, self.rules.hunters)

    def text(self, clue: Clue) -> str:
        """The clue as a line."""
        return clue_text(clue)

    def parts(self, clue: Clue) -> tuple[str, str, str]:
        """First word, head and tail of the clue's line."""
        head, _, tail = clue_text(clue).partition(": ")
        word, _, first = head.partition(" ")
        return word, first, tail

    def labels(self, clue: Clue) -> tuple[str, frozenset[str], frozenset[str]]:
        """As `parts`; a hide or double back that was seen goes by its name alone too."""
        word, head, tail = self.parts(clue)
        return word, frozenset((head,)), frozenset((tail, tail.partition(" at ")[0]))

    def modelled(self, clue: Clue) -> bool:
        """Always: all that can happen is part of the models."""
        return True

    def samples(self, word: str) -> Sequence[tuple[str, str]]:
        """Heads and tails that can stand in a line beginning with `word`."""
        place = self.book.places[0]
        if word in self.rules.hunters:
            return ((place, ""),)
        return {"D": ((CITY, ""), (SEA, "")), "seen": (("1", place),), HERE: (("", place),)}.get(word, ())

    def forgotten(self, clue: Clue | Pattern) -> str | None:
        """The line that keeps what the board shows; None for what was seen or guessed."""
        word, head = (clue.word, str(clue.head)) if isinstance(clue, Pattern) else self.parts(clue)[:2]
        if word == "D":
            return "D unknown"
        return f"{word} {head}: unknown" if word in self.rules.hunters else None

    def opens(self, clue: Clue | Pattern) -> bool:
        """Whether the clue opens a turn."""
        if isinstance(clue, Pattern):
            return clue.word not in NOTES
        return isinstance(clue, HunterTurn | DraculaTurn)

    def opening(self) -> Table:
        """The table before the first turn."""
        return empty_table(self.book, self.rules)

    def after(self, table: Table, clue: Clue | Pattern) -> Table:
        """The table after a clue; raises NotationError where it is out of turn, or no hunter moves so.

        After a soft line the hunter's life, what he met, and the trail mean nothing: only turn order and places count.
        """
        seats = (*self.rules.hunters, "D")
        if not self.opens(clue):
            if table.plays < len(seats):
                word = clue.word if isinstance(clue, Pattern) else self.parts(clue)[0]
                first = "any turn" if table.plays == 0 else "Dracula's first turn"
                raise NotationError(f"{word!r} before {first}; expected a turn of {seats[table.plays]}")
            return table
        seat = clue.word if isinstance(clue, Pattern) else clue.seat if isinstance(clue, HunterTurn) else "D"
        expected = seats[table.plays % len(seats)]
        if seat != expected:
            raise NotationError(f"turn of {seat}; expected a turn of {expected} (order {' '.join(seats)})")
        if seat == "D":
            shown = clue if isinstance(clue, DraculaTurn) else DraculaTurn(CITY, "", "")
            return after_dracula(self.book, self.rules, table, shown)
        return self._after_hunter(table, seat, clue) if isinstance(clue, HunterTurn | Pattern) else table

    def _after_hunter(self, table: Table, seat: str, clue: HunterTurn | Pattern) -> Table:
        at, rail = self.seats.index(seat), self.rail(table, seat)
        here = table.places[at]
        places = self.book.places
        ends = [p for p in places if clue.head.fits(frozenset((p,)))] if isinstance(clue, Pattern) else [clue.place]
        if here is not None and not set(ends) & set(self.book.reach(here, rail)):
            goal = ends[0] if len(ends) == 1 else "any of these places"
            raise NotationError(
                f"{seat} cannot move from {here} to {goal}; expected one road or sea move, {rail} by rail, or a rest"
            )
        if isinstance(clue, HunterTurn):
            return after_hunter(self.book, self.rules, table, clue)
        after = after_hunter(self.book, self.rules, table, HunterTurn(seat, ends[0], ()))
        # where he is, or whether he woke in the hospital, is open: his next move is not checked
        seen = tuple(None if seat == s else place for s, place in zip(self.seats, after.places, strict=True))
        return Table(after.plays, seen, after.life, after.rested, after.trail)

    def rail(self, table: Table, seat: str) -> int:
        """Rail steps that a hunter may make in his coming turn. Rule HU-MOVE-04."""
        return self.book.rail_steps(seat, table.plays // (len(self.seats) + 1))

    def branches(self, model: Model) -> Sequence[Branch]:
        """One filter: hunt has one reading of its rules."""
        return (HuntFilter(self.atlas, self.rules, model),)

    def loose(self) -> LooseFilter:
        """A filter that may be looser, without weights, before the first line."""
        return LooseFilter(self.atlas, self.rules, Uniform())

    def replay(self, turns: Sequence[Sequence[Clue | Pattern]], windows: Sequence[Any]) -> tuple[str, ...] | None:
        """Dracula's moves in a play of the engine that is as noted and leaves these windows."""
        return Replay(self, self.atlas, endless(self.book, self.rules), turns, windows).moves()

    def slips(self, clues: Sequence[Clue | Pattern], at: int) -> Iterator[Slip]:
        """What a note was likely meant to be."""
        return Slips(self.book, self.rules, clues).at(at)

    @property
    def atlas(self) -> Atlas:
        """The map in arrays, for models."""
        return _atlas(self.book)

    def speaks_against(self, steps: Sequence[Any], at: int, place: str) -> str:
        """What in a step speaks against a place."""
        return reason(self.book, steps, at, place)

    def hint(self, clue: Clue | Pattern, branch: Branch) -> str:
        """What is wrong with a clue by itself."""
        round_ = branch.table.plays // (len(self.seats) + 1)
        return "" if isinstance(clue, Pattern) else advice(self.book, clue, round_)

    def pieces(self, table: Table) -> Mapping[str, str | None]:
        """Where each hunter stands."""
        return dict(zip(self.seats, table.places, strict=True))


@lru_cache(maxsize=8)
def _atlas(book: Rulebook) -> Atlas:
    """One atlas a rulebook, whose arrays are worked out once."""
    return Atlas(book)


def build(map: str | None = None, profile: str | None = None) -> HuntLanguage:
    """The clues of hunt; raises CaseFileError where there is no such map or profile."""
    for what, given, known in (("map", map, MAPS), ("profile", profile, PROFILES)):
        if given is not None and given not in known:
            raise CaseFileError(f"{what} {given[:40]!r}: expected {' or '.join(known)}")
    return HuntLanguage(rulebook(map or MAPS[0]), Rules(map=map or MAPS[0]))
