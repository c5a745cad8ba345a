"""The hunt belief's step as one would write it with a Python dict: tuples of moves to weights."""

from __future__ import annotations

from collections import defaultdict

from dracula_nb.games.hunt import Rulebook

Lane = tuple[str, str, bool]
"""Where a move led, what kind it was (``""``, ``"HI"`` or ``"TP"``), whether its encounter lives."""
Worlds = dict[tuple[Lane, ...], float]


def start(book: Rulebook) -> Worlds:
    """Every first move of Dracula alike."""
    places = [place for place in book.places if place != book.hospital]
    return {((place, "", place not in book.seas),): 1.0 / len(places) for place in places}


def hidden_step(book: Rulebook, worlds: Worlds) -> Worlds:
    """One turn of which hunters saw nothing but that he did not double back (that always shows)."""
    kept: Worlds = defaultdict(float)
    for window, weight in worlds.items():
        kept[window[:5]] += weight
    after: Worlds = defaultdict(float)
    steps, seas, castle = book.ground.steps, book.seas, book.castle
    cap = book.constants.max_encounters
    for window, weight in kept.items():
        here = window[0][0]
        near = steps[here]
        plain = {place for place, kind, _ in window if not kind}
        goals = [place for place in near if place not in plain]
        if here not in seas and here not in plain:
            goals.append(here)
        hide = here not in seas and all(kind != "HI" for _, kind, _ in window)
        backs = sum(1 for place, _, _ in window if place == here or place in near)
        number = len(goals) + hide + backs
        if not number:
            after[((castle, "TP", _lays(window, castle, cap)), *window)] += weight
            continue
        share = weight / number
        for place in goals:
            lays = place not in seas and (place != castle or _lays(window, place, cap))
            after[((place, "", lays), *window)] += share
        if hide:
            after[((here, "HI", here != castle or _lays(window, here, cap)), *window)] += share
    total = sum(after.values())
    return {window: weight / total for window, weight in after.items()}


def _lays(window: tuple[Lane, ...], place: str, cap: int) -> bool:
    return sum(1 for lane in window if lane[0] == place and lane[2]) < cap
