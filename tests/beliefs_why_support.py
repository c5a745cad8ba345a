"""Logs of simulated hunts, and slips planted in them."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cache

from dracula_nb.beliefs import Case
from dracula_nb.beliefs.hunt.clues import Clue, DraculaTurn, HunterTurn, Seen
from dracula_nb.beliefs.languages import language
from dracula_nb.core.errors import CaseFileError
from dracula_nb.core.session import Session
from dracula_nb.games.hunt import load
from dracula_nb.players import lineup

SPEECH = language("hunt")
HUNTERS = ("random", "blind", "greedy")
ATTEMPTS = 20


@cache
def simulated_log(seed: int, rounds: int, hunters: str = "random") -> tuple[str, ...]:
    """The public log of a hunt between policies."""
    game = load()
    session = Session(game, lineup(game, {"dracula": "evasive(0.5)", "hunters": hunters}), seed=seed, auto=False)
    while session.observation("G").plays < 5 * rounds and not session.over:
        session.step()
    return tuple(session.observation("G").log)


def case_of(log: Sequence[str]) -> Case:
    return Case.from_text("\n".join(log) + "\n")


@dataclass(frozen=True)
class Planted:
    """A log with one slip: `lines` are where it can be put right."""

    log: tuple[str, ...]
    lines: frozenset[int]


Clues = Sequence[Clue]
Plant = Callable[[Clues, random.Random], "tuple[dict[int, Clue | None], frozenset[int]] | None"]
"""What a slip puts in place of clues, by index (None: nothing), and the indices where it can be put right."""


def neighbour_city(clues: Clues, rng: random.Random) -> tuple[dict[int, Clue | None], frozenset[int]] | None:
    graph = SPEECH.graph
    named = {at: clue.shown if isinstance(clue, DraculaTurn) else clue.place for at, clue in enumerate(clues)}
    at = rng.choice([at for at, place in named.items() if at >= 4 and place in graph])
    clue, place = clues[at], named[at]
    other = rng.choice(sorted(set(graph[place])))
    if isinstance(clue, DraculaTurn):
        wrong: Clue = replace(clue, shown=other)
    elif isinstance(clue, Seen):
        wrong = Seen(clue.position, other if clue.move == place else clue.move, other)
    else:
        wrong = replace(clue, place=other)
    return {at: wrong}, frozenset((at,))


def wrong_position(clues: Clues, rng: random.Random) -> tuple[dict[int, Clue | None], frozenset[int]] | None:
    seen = [at for at, clue in enumerate(clues) if isinstance(clue, Seen)]
    if not seen:
        return None
    at = rng.choice(seen)
    position = rng.choice([p for p in range(1, 7) if p != clues[at].position])
    return {at: replace(clues[at], position=position)}, frozenset((at,))


def swapped_hunters(clues: Clues, rng: random.Random) -> tuple[dict[int, Clue | None], frozenset[int]] | None:
    """Two hunters of a round change what they met, where they stood, or both."""
    rounds: list[list[int]] = [[]]
    for at, clue in enumerate(clues):
        if isinstance(clue, DraculaTurn):
            rounds.append([])
        elif isinstance(clue, HunterTurn):
            rounds[-1].append(at)
    full = [turns for turns in rounds[1:] if len(turns) > 1]
    if not full:
        return None
    one, two = sorted(rng.sample(rng.choice(full), 2))
    first, second = clues[one], clues[two]
    words, places = rng.choice([(True, False), (False, True), (True, True)])
    changed = {
        one: HunterTurn(first.seat, second.place if places else first.place, second.words if words else first.words),
        two: HunterTurn(second.seat, first.place if places else second.place, first.words if words else second.words),
    }
    return None if changed[one] == first else (dict(changed), frozenset((one, two)))


def missed_reveal(clues: Clues, rng: random.Random) -> tuple[dict[int, Clue | None], frozenset[int]] | None:
    seen = [at for at, clue in enumerate(clues) if isinstance(clue, Seen)]
    if not seen:
        return None
    at = turn = rng.choice(seen)
    while isinstance(clues[turn], Seen):
        turn -= 1
    return {at: None}, frozenset((turn,))


def dropped_turn(clues: Clues, rng: random.Random) -> tuple[dict[int, Clue | None], frozenset[int]] | None:
    first = rng.choice([at for at in range(4, len(clues)) if not isinstance(clues[at], Seen)])
    last = first + 1
    while last < len(clues) and isinstance(clues[last], Seen):
        last += 1
    return dict.fromkeys(range(first, last)), frozenset((first,))


SLIPS: dict[str, Plant] = {
    "neighbour city": neighbour_city,
    "wrong position": wrong_position,
    "swapped hunter": swapped_hunters,
    "missed reveal": missed_reveal,
    "dropped turn": dropped_turn,
}


def planted(seed: int) -> tuple[str, Planted | None, Case | None]:
    """Kind of slip, the log with it, and its case; of several tries the first that can be read as a case file.

    No case: no try could be read; no log: the hunt gave no line for such a slip.
    """
    rng = random.Random(seed)
    kind = list(SLIPS)[seed % len(SLIPS)]
    log = simulated_log(seed, rng.choice((8, 12, 16, 20)), HUNTERS[seed // len(SLIPS) % len(HUNTERS)])
    clues, last = [SPEECH.parse(line) for line in log], None
    for _ in range(ATTEMPTS):
        found = SLIPS[kind](clues, rng)
        if found is not None:
            changed, where = found
            kept = [changed.get(at, clue) for at, clue in enumerate(clues)]
            last = Planted(
                tuple(SPEECH.text(clue) for clue in kept if clue is not None), frozenset(at + 1 for at in where)
            )
            try:
                return kind, last, case_of(last.log)
            except CaseFileError:
                continue
    return kind, last, None
