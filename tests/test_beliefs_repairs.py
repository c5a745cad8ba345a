"""Repairs of a broken story: planted slips are found, what is offered mends, and the words for it."""

from __future__ import annotations

from collections import Counter

import pytest
from beliefs_why_support import SLIPS, case_of, planted, simulated_log

from dracula_nb.beliefs import Case
from dracula_nb.beliefs.hunt.clues import Seen
from dracula_nb.beliefs.models import Uniform
from dracula_nb.beliefs.repairs import Repair, Trial

START = "G Edinburgh\nS Lisbon\nH Vienna\nM Sofia\nD city: vampire\n"
FIRST = 3
"""Repairs among which the planted line has to be."""


def lines_of(repair: Repair) -> set[int]:
    return {repair.line, *(change.line for change in repair.also)}


def outcome(seed: int) -> tuple[str, str]:
    """Kind of slip, and what became of it; every repair offered is tried."""
    kind, slip, case = planted(seed)
    if slip is None:
        return kind, "none"
    if case is None:
        return kind, "refused by the reader"
    broken = case.belief().contradiction
    if broken is None:
        return kind, "unnoticed"
    for repair in broken.repairs:
        assert repair.applied(case).belief().contradiction is None, repair
    assert sum(repair.weight for repair in broken.repairs) == pytest.approx(1.0) or len(broken.repairs) in (0, 10)
    weights = [repair.weight for repair in broken.repairs]
    assert weights == sorted(weights, reverse=True)
    hits = [rank for rank, repair in enumerate(broken.repairs, 1) if lines_of(repair) & slip.lines]
    return kind, "found" if hits and hits[0] <= FIRST else "missed"


def share_found(seeds: range) -> tuple[float, Counter[tuple[str, str]]]:
    counted = Counter(map(outcome, seeds))
    found, missed = (sum(n for (_, what), n in counted.items() if what == word) for word in ("found", "missed"))
    assert found + missed > 0
    return found / (found + missed), counted


def test_planted_slips_are_among_the_first_repairs() -> None:
    share, counted = share_found(range(1000, 1025))
    assert share >= 0.8, counted
    assert sum(counted.values()) == 25


@pytest.mark.slow
def test_planted_slips_in_five_hundred_hunts_are_among_the_first_repairs() -> None:
    share, counted = share_found(range(500))
    print(f"{share:.1%}", *sorted(counted.items()), sep="\n")
    assert share >= 0.8, counted
    assert {kind for kind, _ in counted} == set(SLIPS)


def test_a_wrong_position_is_put_right() -> None:
    case = Case.from_text(f"{START}G Manchester: vampire, dracula\nseen 2: Manchester\nS Madrid\n")
    broken = case.belief().contradiction
    assert broken is not None
    best = broken.repairs[0]
    assert (best.line, best.text, best.instead, best.reason) == (
        7,
        "seen 2: Manchester",
        "seen 1: Manchester",
        "a wrong position",
    )
    assert best.applied(case).belief().possible == {"Manchester"}
    assert best.told() == "line 7 (seen 2: Manchester): write 'seen 1: Manchester' - a wrong position"


def test_a_line_that_was_not_noted_is_put_in() -> None:
    case = Case.from_text(f"{START}G Manchester: vampire, dracula\nseen 1: Manchester\nS Madrid\n")
    without = case.corrected(7, None)
    assert without.belief().contradiction is not None
    repairs = without.belief().contradiction.repairs
    best = next(one for one in repairs if one.line == 6)
    assert best.instead == "G Manchester: vampire, dracula / seen 1: Manchester"
    mended = best.applied(without)
    assert [note.clue for note in mended.notes] == [note.clue for note in case.notes]
    assert without.corrected(6, best.instead).belief().possible == {"Manchester"}


def test_two_hunters_taken_for_each_other() -> None:
    """The castle is always shown: whoever stands there meets him, and nobody else."""
    start = "G Klausenburg\nS Galatz\nH Vienna\nM Sofia\nD Castle Dracula: vampire\n"
    case = Case.from_text(f"{start}G Castle Dracula\nS Klausenburg: vampire, dracula\n")
    repairs = case.belief().contradiction.repairs
    swap = next(one for one in repairs if one.also)
    assert swap.reason == "two hunters' meetings swapped"
    mended = swap.applied(case)
    assert [note.text for note in mended.notes[5:]] == ["G Castle Dracula: vampire, dracula", "S Klausenburg"]
    assert mended.belief().contradiction is None


def test_repairs_of_a_past_play() -> None:
    case = Case.from_text("GED.... SLS.... HVE.... MSO.... DMN.V.. GMNT... SMA....")
    broken = case.belief().contradiction
    assert broken is not None
    assert broken.repairs
    for repair in broken.repairs:
        mended = repair.applied(case)
        assert mended.belief().contradiction is None, repair
        assert len(mended.notes) >= len(case.notes) - 1


def test_a_story_with_a_soft_line_is_mended_too() -> None:
    case = Case.from_text(
        f"{START}G Edinburgh\nS Madrid: unknown\nH Vienna\nM Sofia\nD sure 80% city: trap\n".replace(
            "D sure 80% city", "sure 80% D city"
        )
        + "G Manchester: trap, trap\n"
    )
    broken = case.belief().contradiction
    assert broken is not None
    assert broken.repairs
    assert all(repair.applied(case).belief().contradiction is None for repair in broken.repairs)


def test_a_change_that_breaks_the_order_of_turns_is_no_repair() -> None:
    case = Case.from_text(f"{START}G Edinburgh\nS Madrid\n")
    trial = Trial(case, Uniform())
    evidence = [trial.evidence({5: (case.language.parse(line),)}) for line in ("G Manchester", "S Lisbon", "G Rome")]
    assert evidence[0] is not None
    assert evidence[1:] == [None, None]


def test_no_single_slip_mends_two() -> None:
    case = Case.from_text(f"{START}G Manchester: trap\nS Madrid: trap\n")
    assert case.belief().contradiction.repairs == ()


def test_a_struck_line_is_told_as_such() -> None:
    log = list(simulated_log(3, 12))
    at = next(i for i, line in enumerate(log) if i > 30 and line.startswith("G "))
    case = case_of([*log[: at + 1], "seen 1: D1", *log[at + 1 :]])
    repairs = case.belief().contradiction.repairs
    struck = next(one for one in repairs if one.line == at + 2)
    assert (
        "strike it" in Repair(**{**{name: getattr(struck, name) for name in Repair.__slots__}, "instead": None}).told()
    )
    assert isinstance(case.notes[at + 1].clue, Seen)
