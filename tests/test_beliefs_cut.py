"""Cases cut short, past plays corrected, and what the public trail says of a double back."""

from __future__ import annotations

import pytest

from dracula_nb.beliefs import Case
from dracula_nb.boards.belief_view import view_of_belief
from dracula_nb.core.errors import CaseFileError
from dracula_nb.lessons.logs import read_log


def test_a_cut_before_what_was_seen_is_no_contradiction() -> None:
    """Line 48 is Van Helsing's turn in Rome, line 49 what he saw there."""
    case = Case.from_text(read_log("naples", plays=50).case.to_text())
    assert [case.lines[at - 1] for at in (48, 49)] == ["H Rome: trap", "seen 4: Rome"]
    cut, whole = case.belief(upto=48), case.belief(upto=49)
    assert (cut.contradiction, cut.turn, whole.turn) == (None, 43, 43)
    assert whole.possible <= cut.possible


def test_a_text_without_an_end_is_held_to_its_last_line(tmp_path) -> None:
    with pytest.raises(
        CaseFileError, match=r"case, line 1: no place 'Edinburg' on the 2006 map; did you mean 'Edinburgh'"
    ):
        Case.from_text("G Edinburg")
    file = tmp_path / "case.txt"
    file.write_text("G Edinburgh\nS Lis", encoding="utf-8")
    assert (Case.read(file).torn, len(Case.read(file).notes)) == ("S Lis", 1)


def test_a_corrected_play_keeps_what_was_seen_after_it() -> None:
    case = Case.from_plays(read_log("naples", plays=50).plays)
    assert case.lines[42] == "H Rome: trap / seen 4: Rome"
    again = case.corrected(43, "H Rome: trap")
    assert [note.text for note in again.notes] == [note.text for note in case.notes]
    assert case.corrected(43, "H Rome").belief().contradiction is not None


def test_a_double_back_to_a_known_place_is_drawn_there() -> None:
    record = "GED.... SLS.... HVE.... MSO.... DCD.V.. GNS.... SSR.... HBD.... MBE.... DD1T..."
    case = Case.from_text(record)
    trail = view_of_belief(case, case.belief()).trail
    assert [(card.text, card.place) for card in trail] == [
        ("Double Back 1", "Castle Dracula"),
        ("Castle Dracula", "Castle Dracula"),
    ]
