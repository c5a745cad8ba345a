"""How long advice for the next hunter takes: in the middle of a real play, and where next to nothing is known."""

from __future__ import annotations

from typing import Any

from benchmarks.bench_hunt import seconds
from dracula_nb.beliefs import Belief, Case
from dracula_nb.lessons.logs import read_log

HIDDEN_ROUNDS = 9
AWAY = ("Irish Sea", "Atlantic Ocean", "Black Sea", "Tyrrhenian Sea")
"""Where hunters learn nothing."""


def hidden_play() -> Belief:
    """The belief where Dracula always moved unseen on land, and Godalming has just come back from the sea."""
    lines = []
    for round_ in range(HIDDEN_ROUNDS):
        places = AWAY if round_ else ("Liverpool", *AWAY[1:])
        laid = "vampire" if round_ % 13 == 0 else "trap"
        gone = "" if round_ < 6 else ", vampire matured" if round_ == 6 else ", trap gone"
        lines += [*(f"{seat} {place}" for seat, place in zip("GSHM", places, strict=True)), f"D city: {laid}{gone}"]
    return Case.from_text("\n".join([*lines, "G Liverpool"]) + "\n").belief()


def ratios() -> list[dict[str, Any]]:
    """Nothing is compared here."""
    return []


def notes() -> list[tuple[str, float, float]]:
    """What is waited for, the seconds it took here, and the seconds it may take."""
    middle = read_log("naples", plays=28).case.belief()
    between = read_log("naples", plays=29).case.belief()
    wide = hidden_play()
    return [
        (f"advice, {middle.states:,} trails", seconds(middle.advise, 3), 1.0),
        (f"advice over Dracula's move, {between.states:,} trails", seconds(between.advise, 3), 1.0),
        (f"advice, {wide.states:,} trails", seconds(wide.advise, 3), 1.0),
        (f"advice 2 turns ahead, {wide.states:,} trails", seconds(lambda: wide.advise(2), 3), 1.0),
        (f"advice 3 turns ahead, {middle.states:,} trails", seconds(lambda: middle.advise(3), 3), 1.0),
        ("what the best place may tell", seconds(lambda: middle.advise()[0].outcomes, 3), 1.0),
        ("whether the models agree", seconds(lambda: middle.advise()[0].disputed_by, 3), 1.0),
    ]
