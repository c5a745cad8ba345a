"""Slips in notes of fury_trail: what was meant is among what is offered, and every offer is a line."""

from __future__ import annotations

import math

import pytest

from dracula_nb.beliefs.fury_trail.slips import Slips, meant
from dracula_nb.beliefs.languages import language

SPEECH = language("fury_trail")


def offered(text: str, at: int = 0) -> dict[str, float]:
    """The lines that may stand instead of the note at an index, with their weights; ``-`` where it is struck.

    What changes with it follows after a ``+``.
    """
    clues = [SPEECH.parse(line.strip()) for line in text.split("/")]
    found: dict[str, float] = {}
    for slip in SPEECH.slips(clues, at):
        lines = " / ".join(SPEECH.text(clue) for clue in slip.instead) or "-"
        lines += "".join(f" + {SPEECH.text(clue)}" for _, instead in slip.also for clue in instead)
        assert all(SPEECH.parse(SPEECH.text(clue)) == clue for clue in slip.instead)
        assert slip.at == at
        assert slip.weight > 0
        assert slip.reason
        assert lines not in found
        found[lines] = slip.weight
    assert SPEECH.text(clues[at]) not in found
    return found


@pytest.mark.parametrize(
    ("noted", "meant_"),
    [
        ("mina Prague", "mina Vienna"),
        ("mina Prague", "mina placed Prague"),
        ("mina Prague", "mina Prague / seen 3: Prague"),
        ("mina Prague / seen 3: Prague", "mina Prague / seen 2: Prague / seen 1: Hide at Prague"),
        ("D land: trap", "D sea"),
        ("D land: trap", "D land: trap, hide left 5"),
        ("D land: trap", "D land: trap, misdirect 3"),
        ("D land: trap, misdirect 3", "D land: trap, misdirect 4"),
        ("D land: trap, misdirect 3", "D land: trap"),
        ("D land", "D land: trap"),
        ("D sea: -2", "D sea"),
        ("D sea: -2", "D sea: -1"),
        ("D Paris", "D Nantes"),
        ("D land: trap, left Prague, cleared 4-6", "D land: trap, left Vienna, cleared 4-6"),
        ("dawn: without mina", "dawn: without seward, mina"),
        ("fight Paris: -2", "fight Nantes: -2"),
        ("fight Paris: -2", "-"),
        ("fight Paris: -2", "fight Paris: -2 / seen 2: Paris / seen 1: Hide at Paris"),
        ("seen 3: Prague", "seen 4: Prague"),
        ("seen 3: Prague", "seen 3: Vienna"),
        ("seen 3: Prague", "seen 3: Hide at Prague"),
        ("seen 3: Hide at Prague", "seen 3: Prague"),
        ("bond: odd", "bond: even"),
        ("bond: port", "bond: inland"),
        ("region: Iberia", "region: Gallia"),
        ("adjacent mina: yes", "adjacent mina: no"),
        ("here: Prague", "here: Vienna"),
        ("off Prague", "off Vienna"),
        ("added 3", "-"),
    ],
)
def test_what_was_meant_is_offered(noted: str, meant_: str) -> None:
    assert meant_ in offered(noted)


@pytest.mark.parametrize(
    ("notes", "at", "meant_"),
    [
        ("mina Prague / seen 4: Szeged", 1, "seen 4: Prague"),
        ("mina Prague / seen 4: Prague", 0, "mina Prague / seen 2: Hide at Prague"),
        ("mina Prague / helsing Rome", 0, "mina Rome + helsing Prague"),
        ("D sea / mina Prague / dawn", 2, "seward placed ? / dawn"),
        ("dusk / fight Paris: 0 / dawn", 2, "D flies / dawn"),
    ],
)
def test_what_stands_before_tells_what_was_meant(notes: str, at: int, meant_: str) -> None:
    found = offered(notes, at)
    assert meant_ in found
    if at == 1:
        assert max(found, key=lambda line: found[line]) == meant_


def test_a_line_that_stands_is_not_missed() -> None:
    assert not any(line.startswith(("mina", "D flies")) for line in offered("D sea / mina Prague / dawn", 2))
    assert "mina Rome + helsing Prague" not in offered("mina Prague / D sea / helsing Rome")


@pytest.mark.parametrize("line", ["D starts", "D flies", "mina stays", "health 12", "ally rufus"])
def test_nothing_is_offered_where_little_can_go_wrong(line: str) -> None:
    assert offered(line) == {}


def test_names_that_are_alike_or_near_come_first() -> None:
    shares = dict(meant(SPEECH.book, "Bari"))
    assert sum(shares.values()) == pytest.approx(1.0)
    assert min(shares["Bordeaux"], shares["Naples"], shares["Paris"]) > 0
    assert shares["Naples"] > shares["Vienna"]
    assert math.isclose(max(shares.values()), next(iter(shares.values())))
    assert "North Sea" not in shares
    assert Slips(SPEECH.book, ()).clues == ()
