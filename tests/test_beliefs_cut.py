"""Cases cut short, past plays corrected, and what the public trail says of a double back."""

from __future__ import annotations

from pathlib import Path

import pytest

from dracula_nb.beliefs import Case
from dracula_nb.beliefs.casefile import append_line
from dracula_nb.beliefs.hunt.language import HuntLanguage
from dracula_nb.boards.belief_view import view_of_belief
from dracula_nb.core.errors import CaseFileError, RulebookError
from dracula_nb.games.hunt import Rules
from dracula_nb.games.hunt.past_plays import PastPlays
from dracula_nb.games.hunt.rulebook import read_constants
from dracula_nb.lessons.logs import read_log
from dracula_nb.resources import data_root


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


def test_a_changed_case_keeps_its_seats_and_map() -> None:
    two = (
        Case(HuntLanguage(rules=Rules(hunters=("S", "M"))))
        .with_line("S Paris")
        .with_line("M Rome")
        .with_line("D city: vampire")
    )
    assert [note.text for note in two.notes] == ["S Paris", "M Rome", "D city: vampire"]
    assert "Paris" not in two.corrected(2, "M Prague").belief().possible


def test_a_double_back_to_a_known_place_is_drawn_there() -> None:
    record = "GED.... SLS.... HVE.... MSO.... DCD.V.. GNS.... SSR.... HBD.... MBE.... DD1T..."
    case = Case.from_text(record)
    trail = view_of_belief(case, case.belief()).trail
    assert [(card.text, card.place) for card in trail] == [
        ("Double Back 1", "Castle Dracula"),
        ("Castle Dracula", "Castle Dracula"),
    ]


def test_why_names_the_clue_and_what_speaks_against_the_place() -> None:
    case = Case.from_text("G Edinburgh\nS Lisbon\nH Vienna\nM Sofia\nD city: vampire\nG Edinburgh\nS Cadiz\n")
    reasons = {
        "Vienna": (5, "a hunter stood there"),
        "North Sea": (5, "his move ended on land"),
        "Castle Dracula": (5, "a move to the castle is always shown"),
        "St Joseph and St Mary": (5, "Dracula never enters the hospital"),
        "Cadiz": (7, "a hunter who ends his turn in Dracula's city meets him"),
    }
    for place, (line, words) in reasons.items():
        why = case.belief().why(place)
        assert why.fell_out_at is not None
        assert (why.fell_out_at.line, words in why.message) == (line, True), why.message
    assert case.belief(upto=4).why("Vienna").fell_out_at is None


def test_a_clue_wrong_by_itself_is_told_what_was_expected() -> None:
    first = "G Edinburgh\nS Lisbon\nH Vienna\nM Sofia\n"
    for line, words in (
        ("D city: trap", "In round 0 he lays a vampire, not a trap (HU-ENC-03)."),
        ("D city", "expected 'city: vampire' (HU-ENC-01)."),
    ):
        broken = Case.from_text(f"{first}{line}\n").belief().contradiction
        assert broken is not None
        assert broken.message.endswith(words)


def test_what_was_seen_may_still_be_told_of_the_last_turn() -> None:
    story = "G Edinburgh\nS Lisbon\nH Vienna\nM Sofia\nD city: vampire\nG Manchester: vampire, dracula\n"
    assert Case.from_text(story).belief().contradiction is None
    assert Case.from_text(story + "seen 1: Manchester\n").belief().possible == {"Manchester"}
    broken = Case.from_text(story + "S Lisbon\n").belief().contradiction
    assert broken is not None
    assert broken.clues[0].line == 6


def test_a_torn_line_is_kept_as_a_comment_when_the_next_is_written(tmp_path: Path) -> None:
    file = tmp_path / "case.txt"
    file.write_text("G Edinburgh\nS Lis", encoding="utf-8")
    append_line(file, "S Lisbon")
    assert file.read_text(encoding="utf-8") == "G Edinburgh\n# torn: S Lis\nS Lisbon\n"
    assert [note.text for note in Case.read(file).notes] == ["G Edinburgh", "S Lisbon"]
    file.write_text("G Edinburgh\nS Lisbon", encoding="utf-8")
    append_line(file, "H Vienna")
    assert file.read_text(encoding="utf-8") == "G Edinburgh\nS Lisbon\nH Vienna\n"
    with pytest.raises(CaseFileError, match="expected one line"):
        append_line(file, "M Sofia\nD sea")


def test_a_hunters_record_cut_short_hides_what_was_revealed_later() -> None:
    whole = read_log("naples").plays
    theirs = PastPlays.parse(whole.hunter_view())
    for plays in (5, 17, 40, 99):
        assert theirs.upto(plays).text == whole.upto(plays).hunter_view()
        assert (
            Case.from_plays(theirs.upto(plays)).belief().possible == Case.from_plays(whole).belief(upto=plays).possible
        )


def test_marks_at_the_start_of_a_file_are_no_part_of_it() -> None:
    assert len(Case.from_text("\ufeffG Edinburgh\n").notes) == 1


def test_a_trail_that_windows_cannot_hold_is_refused(tmp_path: Path) -> None:
    table = (data_root() / "hunt" / "constants.csv").read_text(encoding="utf-8")
    (tmp_path / "constants.csv").write_text(table.replace("trail_length,6", "trail_length,7"), encoding="utf-8")
    with pytest.raises(RulebookError, match="trail_length is '7'; expected a whole number from 1 to 6"):
        read_constants(tmp_path)
