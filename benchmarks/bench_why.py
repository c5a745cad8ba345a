"""How long explanations take on a hunt of 60 rounds: why not here, which clues cannot all be true, and repairs.

``notes()`` gives the median and the worst of several questions, in CPU seconds of this process.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import replace
from statistics import median
from time import process_time
from typing import Any

from dracula_nb.beliefs import Case
from dracula_nb.beliefs.hunt.clues import Seen
from dracula_nb.core.session import Session
from dracula_nb.games.hunt import load
from dracula_nb.players import lineup

ROUNDS, PLAYS, PLACES, SLIPS = 60, 5, 6, 4


def log(seed: int, hunters: str) -> list[str]:
    """The public log of a simulated hunt."""
    game = load()
    session = Session(game, lineup(game, {"dracula": "evasive(0.5)", "hunters": hunters}), seed=seed, auto=False)
    while session.observation("G").plays < 5 * ROUNDS and not session.over:
        session.step()
    return list(session.observation("G").log)


def cases() -> Iterator[Case]:
    """Hunts that last 60 rounds."""
    made, seed = 0, 0
    while made < PLAYS:
        lines = log(seed, "random")
        if sum(line.startswith("D ") for line in lines) == ROUNDS:
            made += 1
            yield Case.from_text("\n".join(lines) + "\n")
        seed += 1


def seconds(work: Callable[[], object]) -> float:
    """CPU seconds of a call."""
    start = process_time()
    work()
    return process_time() - start


def whys() -> tuple[list[float], list[float], list[float]]:
    """Seconds of first answers, of whole answers for impossible places, and of those for possible ones."""
    first, impossible, possible = [], [], []
    for case in cases():
        belief = case.belief()
        rng, graph = random.Random(len(case.lines)), set(case.language.graph)
        out = sorted(graph - belief.possible)
        for place in rng.sample(out, min(PLACES, len(out))):
            first.append(seconds(lambda belief=belief, place=place: belief.why(place, quick=True)))  # type: ignore[misc]
            impossible.append(seconds(lambda belief=belief, place=place: belief.why(place)))  # type: ignore[misc]
        for place in sorted(belief.possible)[:2]:
            possible.append(seconds(lambda belief=belief, place=place: belief.why(place)))  # type: ignore[misc]
    return first, impossible, possible


def contradictions() -> list[float]:
    """Seconds of set and repairs of stories in which one position was noted wrongly."""
    took = []
    for case in cases():
        rng, found = random.Random(len(case.lines)), 0
        seen = [note for note in case.notes if isinstance(note.clue, Seen)]
        for note in rng.sample(seen, len(seen)):
            position = rng.choice([p for p in range(1, 7) if p != note.clue.position])
            wrong = case.corrected(note.line, case.line_of(replace(note.clue, position=position)))
            broken = wrong.belief().contradiction
            if broken is not None and found < SLIPS:
                found += 1
                took.append(seconds(lambda broken=broken: (broken.clues, broken.repairs)))  # type: ignore[misc]
    return took


def ratios() -> list[dict[str, Any]]:
    """Nothing else explains a hunt, so that there is nothing to compare with."""
    return []


def notes() -> list[tuple[str, float, float]]:
    """What a person waits for: (what, seconds, at most)."""
    first, impossible, possible = whys()
    broken = contradictions()
    rows = (
        ("why not here, first answer", first, 0.1),
        ("why not here, its set", impossible, 1.0),
        ("why he may be here, a trail", possible, 1.0),
        ("contradiction with set and repairs", broken, 2.0),
    )
    return [(f"{what}, {word}", of(took), limit) for what, took, limit in rows for word, of in WORDS]


WORDS: tuple[tuple[str, Callable[[list[float]], float]], ...] = (("median", median), ("worst", max))
