"""The slips that a person makes when he notes a hunt, each with what was likely meant: for repairs of a broken story.

Weights say how often each kind of slip is made beside the others; what a line was likely meant to be shares the
weight of its kind.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from difflib import SequenceMatcher
from functools import lru_cache

from dracula_nb.beliefs.hunt.clues import CITY, SEA, Clue, DraculaTurn, Here, HunterTurn, Seen
from dracula_nb.beliefs.language import Slip
from dracula_nb.beliefs.soft import Pattern
from dracula_nb.games.hunt.rulebook import Rulebook, Rules
from dracula_nb.games.hunt.turns import DRACULA, MATURED, TRAP, TRAP_GONE, VAMPIRE
from dracula_nb.trail.window import DOUBLE_BACKS, HIDE, TELEPORT

PLACE, POSITION, MOVE, WORDS, SWAPPED, MISSED, EXTRA = 3.0, 2.0, 1.0, 2.0, 1.5, 2.0, 0.5
ALIKE = 0.6
"""How alike two names are, from 0 to 1, that are taken for each other in haste."""


@dataclass(frozen=True)
class Slips:
    """The likely slips in the notes of one hunt; indices are those of `clues`."""

    book: Rulebook
    rules: Rules
    clues: Sequence[Clue | Pattern]

    def at(self, index: int) -> Iterator[Slip]:
        """What the note at an index was likely meant to be."""
        clue = self.clues[index]
        if isinstance(clue, HunterTurn):
            yield from self._hunter(index, clue)
        elif isinstance(clue, DraculaTurn):
            yield from self._dracula(index, clue)
        elif isinstance(clue, Seen):
            yield from self._seen(index, clue)
        elif isinstance(clue, Here):
            near = self._meant(clue.place)
            yield from (Slip(index, (Here(p),), PLACE * w, "a mistyped place") for p, w in near.items())

    def _meant(self, place: str) -> dict[str, float]:
        return meant(self.book, place)

    def _hunter(self, index: int, turn: HunterTurn) -> Iterator[Slip]:
        before = self._turn_before(index, turn.seat)
        for place, share in self._meant(turn.place).items():
            yield Slip(index, (replace(turn, place=place),), PLACE * share, "a mistyped place")
        if before is not None and before.place != turn.place and turn.place not in self._meant(before.place):
            yield Slip(index, (replace(turn, place=before.place),), PLACE / 4, "he rested")
        options = words_near(turn.words)
        for words in options:
            reason = "something met was not noted" if len(words) > len(turn.words) else "something else was met"
            yield Slip(index, (replace(turn, words=words),), WORDS / len(options), reason)
        yield from self._swapped(index, turn)
        yield from self._missed(index, turn)

    def _turn_before(self, index: int, seat: str) -> HunterTurn | None:
        """The hunter's turn before a note."""
        turns = (clue for clue in reversed(self.clues[:index]) if isinstance(clue, HunterTurn))
        return next((turn for turn in turns if turn.seat == seat), None)

    def _swapped(self, index: int, turn: HunterTurn) -> Iterator[Slip]:
        """Two hunters of one round taken for each other: where they are, or what they met."""
        for other in self._round(index):
            there = self.clues[other]
            if other == index or not isinstance(there, HunterTurn):
                continue
            if there.words != turn.words:
                pair = replace(turn, words=there.words), replace(there, words=turn.words)
                yield self._pair(index, other, pair, "two hunters' meetings swapped")
            if there.place != turn.place:
                pair = replace(turn, place=there.place), replace(there, place=turn.place)
                yield self._pair(index, other, pair, "two hunters' places swapped")
                both = HunterTurn(turn.seat, there.place, there.words), HunterTurn(there.seat, turn.place, turn.words)
                if there.words != turn.words:
                    yield self._pair(index, other, both, "two hunters swapped")

    def _pair(self, index: int, other: int, pair: tuple[HunterTurn, HunterTurn], reason: str) -> Slip:
        return Slip(index, (pair[0],), SWAPPED / 8, reason, ((other, (pair[1],)),))

    def _round(self, index: int) -> Iterator[int]:
        """Indices of the hunters' turns of the round of a note."""
        first = index
        while first > 0 and not isinstance(self.clues[first - 1], DraculaTurn):
            first -= 1
        for at in range(first, len(self.clues)):
            if isinstance(self.clues[at], DraculaTurn):
                return
            if isinstance(self.clues[at], HunterTurn):
                yield at

    def _missed(self, index: int, turn: HunterTurn) -> Iterator[Slip]:
        """What was seen after a hunter's turn and not noted: a move that led to his city, or the sixth."""
        place = turn.place
        if place in self.book.seas:
            return
        told = {clue.position for clue in self._after(index) if isinstance(clue, Seen)}
        moves = [(place, place), (HIDE, place), *((back, place) for back in DOUBLE_BACKS)]
        open_ = [at for at in range(1, self.book.constants.trail_length + 1) if at not in told]
        for at in open_:
            for move, where in moves:
                share = 1.0 if move == place else 0.3 if move == HIDE else 0.1
                share *= 4.0 if at == 1 and DRACULA in turn.words else 1.0  # his newest move led here
                yield Slip(index, (turn, Seen(at, move, where)), MISSED * share / 12, "what was seen was not noted")

    def _after(self, index: int) -> Iterator[Clue | Pattern]:
        """The notes that belong to the turn at an index."""
        for clue in self.clues[index + 1 :]:
            if isinstance(clue, HunterTurn | DraculaTurn):
                return
            yield clue

    def _dracula(self, index: int, turn: DraculaTurn) -> Iterator[Slip]:
        round_ = sum(isinstance(clue, DraculaTurn) for clue in self.clues[:index])
        every, length = self.book.constants.vampire_every, self.book.constants.trail_length
        laid = VAMPIRE if round_ % every == 0 else TRAP
        gone = MATURED if (round_ - length) % every == 0 else TRAP_GONE
        gones = {"", gone} if round_ >= length else {""}
        for other in sorted(gones - {turn.gone}):
            yield Slip(index, (replace(turn, gone=other),), WORDS / 2, "what left the trail was noted wrongly")
        if turn.laid != (laid if turn.shown != SEA else ""):
            right = replace(turn, laid="" if turn.shown == SEA else laid)
            yield Slip(index, (right,), WORDS, "what he laid was noted wrongly")
        for shown, share in self._looks(turn.shown).items():
            right = replace(turn, shown=shown, laid="" if shown == SEA else laid)
            yield Slip(index, (right,), share, "his move was noted wrongly")
        if round_ + 1 >= length and not any(isinstance(clue, Seen) for clue in self._after(index)):
            missed = Seen(length, HIDE, None)
            yield Slip(index, (turn, missed), MISSED / 4, "what was seen was not noted")

    def _looks(self, shown: str) -> dict[str, float]:
        """What a move may have looked like instead."""
        found = {CITY: MOVE / 2, SEA: MOVE / 2, HIDE: MOVE / 8, TELEPORT: MOVE / 20, self.book.castle: MOVE / 8}
        found |= dict.fromkeys(DOUBLE_BACKS, POSITION / 5 if shown in DOUBLE_BACKS else MOVE / 20)
        if shown in self.book.graph:
            found |= {place: PLACE * share for place, share in self._meant(shown).items()}
        return {look: weight for look, weight in found.items() if look != shown}

    def _seen(self, index: int, clue: Seen) -> Iterator[Slip]:
        longest = self.book.constants.trail_length
        for at in range(1, longest + 1):
            if at != clue.position:
                weight = POSITION * 0.5 ** abs(at - clue.position)
                yield Slip(index, (replace(clue, position=at),), weight, "a wrong position")
        plain = clue.move == clue.place
        if clue.place is not None:
            for place, share in self._meant(clue.place).items():
                right = Seen(clue.position, place if plain else clue.move, place)
                yield Slip(index, (right,), PLACE * share, "a mistyped place")
            for move in (clue.place, HIDE, *DOUBLE_BACKS):
                if move != clue.move:
                    right = Seen(clue.position, move, clue.place)
                    yield Slip(index, (right,), MOVE / (2 if move == HIDE else 6), "another kind of move")
        elif clue.move in DOUBLE_BACKS:
            for move in DOUBLE_BACKS:
                if move != clue.move:
                    yield Slip(index, (replace(clue, move=move),), POSITION / 5, "another kind of move")
        yield Slip(index, (), EXTRA, "noted though nothing was seen")


def words_near(words: tuple[str, ...]) -> list[tuple[str, ...]]:
    """What a hunter may have met who noted these words: one more, or one less."""
    counts = {word: words.count(word) for word in (TRAP, VAMPIRE, DRACULA)}
    found = []
    for word, most in ((TRAP, 3), (VAMPIRE, 1), (DRACULA, 1)):
        for count in (counts[word] - 1, counts[word] + 1):
            if 0 <= count <= most:
                changed = {**counts, word: count}
                found.append(tuple(w for w in (TRAP, VAMPIRE, DRACULA) for _ in range(changed[w])))
    return found


@lru_cache(maxsize=256)
def _likeness(book: Rulebook, place: str) -> tuple[tuple[str, float], ...]:
    graph = book.graph
    found: dict[str, float] = {}
    for other in graph:
        if other == place:
            continue
        alike = SequenceMatcher(None, place.casefold(), other.casefold()).ratio()
        weight = 1.0 if graph.has_edge(place, other) else 0.05
        weight += 2.0 * (alike - ALIKE) / (1.0 - ALIKE) if alike > ALIKE else 0.0
        weight += 0.5 if place[:2].casefold() == other[:2].casefold() else 0.0
        found[other] = weight
    total = sum(found.values())
    return tuple(sorted(((p, w / total) for p, w in found.items()), key=lambda pair: (-pair[1], pair[0])))


def meant(book: Rulebook, place: str) -> dict[str, float]:
    """Places that a noted one may stand for, likeliest first: neighbours, names alike; shares sum to one."""
    return dict(_likeness(book, place))
