"""The slips that a person makes when he notes an evening of fury_trail, each with what was likely meant.

Weights say how often each kind of slip is made beside the others; what a line was likely meant to be shares the weight
of its kind.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from difflib import SequenceMatcher
from functools import lru_cache
from typing import Any

from dracula_nb.beliefs.fury_trail.clues import (
    ARRIVES,
    EMPTY_HANDED,
    FLIES,
    LAND,
    MOVES,
    PLACED,
    SEA,
    SOMEWHERE,
    STARTS,
    TRAP,
    Check,
    Clue,
    Fact,
    Fight,
    Hunter,
    Phase,
    Seen,
    changes,
    opens,
)
from dracula_nb.beliefs.fury_trail.words import BONDS
from dracula_nb.beliefs.language import Slip
from dracula_nb.games.fury_trail.rulebook import SEATS, Rulebook
from dracula_nb.trail.hideouts import DARK_CALL, FEED, HIDE, LENGTH

PLACE, POSITION, CARD, WORDS, MISSED, EXTRA, EFFECT = 3.0, 2.0, 1.0, 2.0, 2.0, 0.5, 1.0
ALIKE = 0.6
"""How alike two names are, from 0 to 1, that are taken for each other in haste."""

NOT_SEEN = "cards that were turned faceup were not noted"


@dataclass(frozen=True)
class Slips:
    """The likely slips in the notes of one evening; indices are those of `clues`."""

    book: Rulebook
    clues: Sequence[Any]

    def at(self, index: int) -> Iterator[Slip]:
        """What the note at an index was likely meant to be."""
        clue = self.clues[index]
        match clue:
            case Hunter():
                yield from self._hunter(index, clue)
            case Phase():
                yield from self._phase(index, clue)
                yield from self._dropped(index, clue) if clue.shown not in (STARTS, FLIES) else ()
            case Check(_, without):
                yield from self._dropped(index, clue)
                for seat in SEATS:
                    if seat not in without:
                        told = tuple(s for s in SEATS if s in (*without, seat))
                        yield Slip(index, (replace(clue, without=told),), WORDS / 4, "a hunter could not fight")
            case Fight(place):
                yield from self._places(index, clue, "place", place)
                yield Slip(index, (), EXTRA, "noted though nobody fought")
                yield from self._unseen(index, clue) if place in self.book.cities else ()
            case Seen():
                yield from self._seen(index, clue)
            case Fact():
                yield from self._fact(index, clue)

    def _places(self, index: int, clue: Any, name: str, place: str, likely: str = "") -> Iterator[Slip]:
        for other, share in meant(self.book, place):
            weight = PLACE if other == likely else PLACE * share
            yield Slip(index, (replace(clue, **{name: other}),), weight, "a mistyped place")

    def _hunter(self, index: int, clue: Hunter) -> Iterator[Slip]:
        if not clue.place:
            return
        yield from self._places(index, clue, "place", clue.place)
        if clue.how != MOVES:
            return
        yield Slip(index, (replace(clue, how=PLACED),), EFFECT, "an effect put the hunter there: no card was turned")
        yield from self._swapped(index, clue)
        if clue.place in self.book.cities:
            yield from self._unseen(index, clue)

    def _swapped(self, index: int, clue: Hunter) -> Iterator[Slip]:
        """Two hunters of a week went each where the other is noted."""
        for at in self._week_after(index):
            other = self.clues[at]
            if isinstance(other, Hunter) and other.how == MOVES and other.place != clue.place:
                here, there = replace(clue, place=other.place), replace(other, place=clue.place)
                yield Slip(index, (here,), PLACE / 8, "two hunters were mixed up", ((at, (there,)),))

    def _unseen(self, index: int, clue: Hunter | Fight) -> Iterator[Slip]:
        """Cards of the city that were turned when the hunter came, or in the fight."""
        told = {other.position: other.card for other in self._notes_after(index) if isinstance(other, Seen)}
        for at in range(1, LENGTH + 1):
            hides = [Seen(hide, HIDE, clue.place) for hide in range(1, at) if hide not in told]
            if told.get(at) == clue.place:
                for hide in hides:
                    yield Slip(index, (clue, hide), MISSED / 8, NOT_SEEN)
            elif at not in told:
                yield Slip(index, (clue, Seen(at, clue.place)), MISSED / 8, NOT_SEEN)
                for hide in hides:
                    yield Slip(index, (clue, Seen(at, clue.place), hide), MISSED / 40, NOT_SEEN)

    def _week_after(self, index: int) -> Iterator[int]:
        """Indices of what follows until Dracula's next card."""
        for at in range(index + 1, len(self.clues)):
            if isinstance(self.clues[at], Phase):
                return
            yield at

    def _dropped(self, index: int, clue: Any) -> Iterator[Slip]:
        """A line that should stand before a check or a card of Dracula: a bat flight, or where a hunter went."""
        week = list(self._week_before(index))
        if any(isinstance(other, Fight) for other in week):
            yield Slip(index, (Phase(FLIES), clue), MISSED / 4, "his bat flight was not noted")
        for seat in SEATS:
            if not any(isinstance(other, Hunter) and other.seat == seat for other in week):
                lost = Hunter(seat, PLACED, SOMEWHERE)
                yield Slip(index, (lost, clue), MISSED / 8, "where the hunter went was not noted")

    def _week_before(self, index: int) -> Iterator[Any]:
        """The notes back to Dracula's last card."""
        for clue in reversed(self.clues[:index]):
            if isinstance(clue, Phase):
                return
            yield clue

    def _notes_after(self, index: int) -> Iterator[Any]:
        """The notes that belong to the line at an index."""
        for clue in self.clues[index + 1 :]:
            if not isinstance(clue, Clue) or opens(clue):
                return
            yield clue

    def _arrival(self, index: int) -> str:
        """The city that a hunter has just entered, whose cards are turned in it (FT-CLUE-18); empty where none has."""
        for clue in reversed(self.clues[:index]):
            if isinstance(clue, Hunter):
                return clue.place if clue.how in ARRIVES else ""
            if not isinstance(clue, Clue) or opens(clue):
                break
        return ""

    def _phase(self, index: int, clue: Phase) -> Iterator[Slip]:
        if clue.shown in (STARTS, FLIES):
            return
        plain = replace(clue, wolf=False, laid="", change=None)
        looks = [replace(plain, shown=LAND, laid=TRAP), replace(plain, shown=SEA), replace(plain, shown=FEED)]
        looks += [replace(plain, shown=DARK_CALL), replace(plain, shown=LAND, laid=TRAP, wolf=True)]
        for look in looks:
            if (look.shown, look.wolf) != (clue.shown, clue.wolf):
                # a card that lies open is hardly taken for one that lies facedown
                open_ = {card for card in (look.shown, clue.shown) if card not in (LAND, SEA)}
                weight = CARD / (4, 32, 1)[len(open_)]
                yield Slip(index, (look,), weight, "his card was noted wrongly")
        if clue.shown == LAND:
            for laid in {TRAP, EMPTY_HANDED, ""} - {clue.laid}:
                if laid or not clue.wolf:
                    yield Slip(index, (replace(clue, laid=laid),), WORDS / 2, "what he laid was noted wrongly")
        if clue.change is not None:
            yield Slip(index, (replace(clue, change=None),), WORDS / 4, "his health was noted wrongly")
            for change in {*changes(self.book, clue)} - {clue.change}:
                yield Slip(index, (replace(clue, change=change),), WORDS / 2, "his health was noted wrongly")
        if clue.shown in self.book.cities:
            yield from self._places(index, clue, "shown", clue.shown)
        if clue.left:
            yield from self._places(index, clue, "left", clue.left)
            yield Slip(index, (replace(clue, cleared=None),), WORDS / 4, "what was cleared was noted wrongly")
        weight = POSITION / 8 if clue.misdirect else MISSED / 8
        for at in {0, *range(2, LENGTH + 1)} - {clue.misdirect}:
            yield Slip(index, (replace(clue, misdirect=at),), weight, "Misdirect was noted wrongly")
        weight = POSITION / 8 if clue.hide_left else MISSED / 8
        for at in {*range(LENGTH)} - {clue.hide_left}:
            yield Slip(index, (replace(clue, hide_left=at),), weight, "a Hide that left was noted wrongly")

    def _seen(self, index: int, clue: Seen) -> Iterator[Slip]:
        for at in range(1, LENGTH + 1):
            if at != clue.position:
                weight = POSITION * 0.5 ** abs(at - clue.position)
                yield Slip(index, (replace(clue, position=at),), weight, "a wrong position")
        if clue.card != HIDE:
            yield from self._places(index, clue, "card", clue.card, self._arrival(index))
            yield Slip(index, (Seen(clue.position, HIDE, clue.card),), CARD / 2, "it was Hide")
        elif clue.place is not None:
            yield from self._places(index, clue, "place", clue.place, self._arrival(index))
            yield Slip(index, (Seen(clue.position, clue.place),), CARD / 2, "it was the place itself")
        yield Slip(index, (), EXTRA, "noted though nothing was seen")

    def _fact(self, index: int, clue: Fact) -> Iterator[Slip]:
        if clue.word == "bond":
            other = BONDS[BONDS.index(clue.tail) ^ 1]
            yield Slip(index, (replace(clue, tail=other),), WORDS, "the answer was noted wrongly")
        elif clue.word == "adjacent":
            other = "no" if clue.tail == "yes" else "yes"
            yield Slip(index, (replace(clue, tail=other),), WORDS, "the answer was noted wrongly")
        elif clue.word == "region":
            for name in sorted({*self.book.regions.values()} - {clue.tail}):
                yield Slip(index, (replace(clue, tail=name),), WORDS / 7, "the answer was noted wrongly")
        elif clue.word == "here":
            yield from self._places(index, clue, "tail", clue.tail)
        elif clue.word in ("off", "near", "lifted"):
            yield from self._places(index, clue, "head", clue.head)
        if clue.word in ("off", "near", "hide", "added", "here"):
            yield Slip(index, (), EXTRA, "noted though it was not so")


@lru_cache(maxsize=256)
def meant(book: Rulebook, place: str) -> tuple[tuple[str, float], ...]:
    """Places that a noted one may stand for, likeliest first: neighbours, names alike; shares sum to one."""
    found: dict[str, float] = {}
    others = book.seas if place in book.seas else book.cities
    for other in book.graph:
        if other != place and other in others:
            alike = SequenceMatcher(None, place.casefold(), other.casefold()).ratio()
            near = 1.0 if book.graph.has_edge(place, other) else 0.05
            found[other] = near + max(0.0, 2.0 * (alike - ALIKE) / (1.0 - ALIKE))
    total = sum(found.values())
    return tuple(sorted(((p, w / total) for p, w in found.items()), key=lambda pair: (-pair[1], pair[0])))
