"""Evenings of fury_trail written by the plain rules alone, and slips planted in their notes."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cache

from toy_events import Play, toy_book
from toy_trail import Duel, start, week

from dracula_nb.beliefs import Case
from dracula_nb.beliefs.fury_trail.clues import LAND, MOVES, SEA, Check, Clue, Hunter, Phase, Seen, opens
from dracula_nb.beliefs.fury_trail.filter import TrailFilter
from dracula_nb.beliefs.fury_trail.language import TrailLanguage
from dracula_nb.beliefs.fury_trail.windows import Atlas
from dracula_nb.beliefs.languages import language
from dracula_nb.beliefs.models import Uniform
from dracula_nb.core.errors import CaseFileError
from dracula_nb.games.fury_trail.rulebook import SEATS, Rulebook

SPEECH = language("fury_trail")
ATTEMPTS = 20


class Scribe(Duel):
    """Writes down what happens and compares nothing."""

    def _hear(self, lines: tuple[str, ...]) -> None:
        self.lines += lines

    def compare(self) -> None:
        """Nothing to compare with."""


class ToySpeech(TrailLanguage):
    """The clues on the toy map."""

    @property
    def books(self) -> tuple[Rulebook, ...]:
        """One rulebook, with the toy map."""
        return (toy_book(self.profile),)


@cache
def evening(book: Rulebook, seed: int, weeks: int, eager: float = 0.5) -> tuple[str, ...]:
    """The lines of an evening of so many weeks, or fewer where it ends before."""
    rng = random.Random(seed)
    scribe = Scribe(Play(book, rng), TrailFilter(Atlas(book), Uniform()), enumerate=False)
    for seat in SEATS:
        city = rng.choice(sorted(book.cities))
        scribe.play.hunters[seat] = city
        scribe.lines.append(f"{seat} starts {city}")
    scribe.happen(start)
    for _ in range(weeks):
        if not week(scribe, eager):
            break
    return tuple(scribe.lines)


def case_of(lines: Sequence[str], speech: TrailLanguage | None = None) -> Case:
    """The case file of these lines."""
    return Case.from_text("\n".join(lines) + "\n", language=speech or SPEECH)


# Slips

Clues = Sequence[Clue]
Found = tuple[dict[int, Clue | None], frozenset[int]] | None
"""What a slip puts in place of clues, by index (None: nothing), and the indices where it can be put right."""


def neighbour_city(clues: Clues, rng: random.Random) -> Found:
    graph = SPEECH.graph
    named = {
        at: name
        for at, clue in enumerate(clues)
        for name in ("place", "card", "left", "shown")
        if getattr(clue, name, None) in graph and not (isinstance(clue, Hunter) and clue.how != MOVES)
    }
    if not named:
        return None
    at = rng.choice(list(named))
    other = rng.choice(sorted(set(graph[getattr(clues[at], named[at])])))
    return {at: replace(clues[at], **{named[at]: other})}, frozenset((at,))


def wrong_position(clues: Clues, rng: random.Random) -> Found:
    seen = [at for at, clue in enumerate(clues) if isinstance(clue, Seen)]
    if not seen:
        return None
    at = rng.choice(seen)
    position = rng.choice([p for p in range(1, 7) if p != clues[at].position])
    return {at: replace(clues[at], position=position)}, frozenset((at,))


def swapped_hunters(clues: Clues, rng: random.Random) -> Found:
    """Two hunters of a week have gone each where the other is noted."""
    weeks: list[list[int]] = [[]]
    for at, clue in enumerate(clues):
        if isinstance(clue, Phase):
            weeks.append([])
        elif isinstance(clue, Hunter) and clue.how == MOVES:
            weeks[-1].append(at)
    full = [moves for moves in weeks[1:] if len(moves) > 1]
    if not full:
        return None
    one, two = rng.sample(rng.choice(full), 2)
    first, second = replace(clues[one], place=clues[two].place), replace(clues[two], place=clues[one].place)
    return {one: first, two: second}, frozenset((one, two))


def _opener(clues: Clues, at: int) -> int:
    while not opens(clues[at]):
        at -= 1
    return at


def missed_reveal(clues: Clues, rng: random.Random) -> Found:
    seen = [at for at, clue in enumerate(clues) if isinstance(clue, Seen) and not opens(clues[at])]
    if not seen:
        return None
    at = rng.choice(seen)
    return {at: None}, frozenset((_opener(clues, at),))


def dropped_line(clues: Clues, rng: random.Random) -> Found:
    """A line with its notes; it is put right before the line that stands there then."""
    first = rng.choice([at for at in range(5, len(clues)) if opens(clues[at]) and not isinstance(clues[at], Check)])
    last = first + 1
    while last < len(clues) and not opens(clues[last]):
        last += 1
    return dict.fromkeys(range(first, last)), frozenset((first - 1, first))


def cost_or_back(clues: Clues, rng: random.Random) -> Found:
    cards = [at for at, clue in enumerate(clues) if isinstance(clue, Phase) and clue.shown in (LAND, SEA)]
    if not cards:
        return None
    at = rng.choice(cards)
    clue = clues[at]
    if clue.shown == SEA and rng.random() < 0.5:
        wrong = replace(clue, change=-1 if clue.change == -2 else -2)
    elif clue.shown == SEA:
        wrong = replace(clue, shown=LAND, laid="trap", change=None)
    else:
        wrong = replace(clue, shown=SEA, laid="", wolf=False, change=None)
    return {at: wrong}, frozenset((at,))


SLIPS: dict[str, Callable[[Clues, random.Random], Found]] = {
    "neighbour city": neighbour_city,
    "wrong position": wrong_position,
    "swapped hunters": swapped_hunters,
    "missed reveal": missed_reveal,
    "dropped line": dropped_line,
    "cost or back": cost_or_back,
}


@dataclass(frozen=True)
class Planted:
    """A case with one slip: `lines` are where it can be put right; no case where it was refused on reading."""

    kind: str
    case: Case | None
    lines: frozenset[int] = frozenset()
    refusal: str = ""


def planted(seed: int) -> Planted:
    """One slip in an evening; of several tries the first that can be read as a case file."""
    rng = random.Random(seed)
    kind = list(SLIPS)[seed % len(SLIPS)]
    log = evening(SPEECH.book, seed, rng.choice((6, 8, 10, 12)), rng.choice((0.3, 0.5, 0.7)))
    clues, refusal = [SPEECH.parse(line) for line in log], ""
    for _ in range(ATTEMPTS):
        found = SLIPS[kind](clues, rng)
        if found is None:
            break
        kept = [found[0].get(at, clue) for at, clue in enumerate(clues)]
        try:
            case = case_of([SPEECH.text(clue) for clue in kept if clue is not None])
        except CaseFileError as error:
            refusal = refusal or str(error)
            continue
        return Planted(kind, case, frozenset(at + 1 for at in found[1]), refusal)
    return Planted(kind, None, refusal=refusal)
