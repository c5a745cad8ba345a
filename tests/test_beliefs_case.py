"""Case files: the grammar of clues, corrections, torn lines, safe appending, and one clear line for bad input."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from toy_map import steered_play

from dracula_nb.beliefs import Case
from dracula_nb.beliefs.casefile import LIMIT, append_line
from dracula_nb.beliefs.hunt.clues import Clue, DraculaTurn, HunterTurn, Seen, clue_text, parse_clue
from dracula_nb.core.errors import CaseFileError, NotationError
from dracula_nb.games.hunt import load, rulebook

BOOK = rulebook()
ROUND = ("G Edinburgh", "S Lisbon", "H Vienna", "M Sofia", "D city: vampire")
TEXT = "\n".join(ROUND) + "\n"
SPECIAL = ("HI", "TP", "D1", "D2", "D3", "D4", "D5")

any_place = st.sampled_from(BOOK.places)
any_hunter_turn = st.builds(
    lambda seat, place, traps, others: HunterTurn(seat, place, ("trap",) * traps + others),
    st.sampled_from("GSHM"),
    any_place,
    st.integers(0, 3),
    st.sampled_from([(), ("vampire",), ("dracula",), ("vampire", "dracula")]),
)
any_dracula_turn = st.builds(
    DraculaTurn,
    any_place | st.sampled_from(["city", "sea", *SPECIAL]),
    st.sampled_from(["", "trap", "vampire"]),
    st.sampled_from(["", "trap gone", "vampire matured"]),
)
any_seen = st.one_of(
    st.builds(lambda position, place: Seen(position, place, place), st.integers(1, 6), any_place),
    st.builds(Seen, st.integers(1, 6), st.sampled_from(SPECIAL), st.none() | any_place),
)


@given(any_hunter_turn | any_dracula_turn | any_seen)
def test_a_clue_reads_back(clue: Clue) -> None:
    assert parse_clue(BOOK, clue_text(clue)) == clue


@given(st.text(max_size=80))
def test_any_text_is_a_clue_or_one_line_of_error(text: str) -> None:
    try:
        clue = parse_clue(BOOK, text)
    except NotationError as error:
        told = str(error)
    else:
        told = clue_text(clue)
        assert parse_clue(BOOK, told) == clue
    assert len(told.splitlines()) == 1


def test_words_for_moves() -> None:
    assert [parse_clue(BOOK, f"D {words}") for words in ("hide", "teleport", "double back 3")] == [
        DraculaTurn("HI", "", ""),
        DraculaTurn("TP", "", ""),
        DraculaTurn("D3", "", ""),
    ]


def test_a_case_reads_back_with_its_header() -> None:
    game = load()
    log = steered_play(game, 73, 12, 0.97)[-1].log
    case = Case.from_text("game: hunt\nmap: 2006\n\n# our first evening\n" + "\n".join(log) + "\n")
    again = Case.from_text(case.to_text())
    assert case.to_text().splitlines()[:4] == ["game: hunt", "map: 2006", "profile: standard", ""]
    assert [note.clue for note in again.notes] == [note.clue for note in case.notes]
    assert [note.text for note in again.notes] == list(log)
    assert [note.line for note in case.notes] == list(range(5, 5 + len(log)))
    assert again.belief().posterior == case.belief().posterior


def test_a_comment_may_end_a_line() -> None:
    case = Case.from_text(TEXT.replace("D city: vampire", "D city: vampire  # he laughed"))
    assert case.notes[-1].text == "D city: vampire"
    assert case.belief().possible == Case.from_text(TEXT).belief().possible


def test_a_line_is_added_corrected_and_struck() -> None:
    more = "G Edinburgh\nS Lisbon\nH Vienna\nM Sofia\nD sea\n"
    case = Case.from_text(TEXT + more)
    inland = case.corrected(10, "D city: trap")
    assert inland.belief() == Case.from_text(TEXT + more.replace("D sea", "D city: trap")).belief()
    struck = case.corrected(10, None)
    assert struck.lines[9] == "# struck: D sea"
    assert struck.belief().possible == Case.from_text(TEXT + more.replace("D sea\n", "")).belief().possible
    assert struck.with_line("D sea").belief().possible == case.belief().possible
    assert case.lines[9] == "D sea"


def test_a_comment_may_hold_anything() -> None:
    case = Case.from_text(TEXT.replace("G Edinburgh", "G Edinburgh # by / or near"))
    assert case.corrected(2, "S Madrid").notes[0].text == "G Edinburgh"


def test_the_lines_of_past_plays_are_the_plays() -> None:
    """A play is corrected by its number; what was seen after it stays."""
    case = Case.from_text("GED.... SLS.... HVE.... MSO.... DMN.V.. GMNVD.. SLS.... HVE.... MSO.... DC?T...")
    assert (len(case.lines), [note.line for note in case.notes[4:8]]) == (10, [5, 6, 6, 7])
    other = case.corrected(7, "S Madrid")
    assert [note.text for note in other.notes[5:8]] == [
        "G Manchester: vampire, dracula",
        "seen 1: Manchester",
        "S Madrid",
    ]


def test_a_past_plays_record_can_be_continued_in_words() -> None:
    case = Case.from_text("GED.... SLS.... HVE.... MSO.... DC?.V..").with_line("G Manchester")
    assert [note.text for note in case.notes[-2:]] == ["D city: vampire", "G Manchester"]


@pytest.mark.parametrize("line", [0, 6, -1])
def test_correcting_a_line_that_is_not_there(line: int) -> None:
    with pytest.raises(CaseFileError, match=rf"^case: no line {line}; expected 1 to 5$"):
        Case.from_text(TEXT).corrected(line, "D sea")


def test_a_torn_last_line_is_set_aside(tmp_path: Path) -> None:
    path = tmp_path / "evening.txt"
    path.write_text(TEXT + "G Edinbu", encoding="utf-8")
    case = Case.read(path)
    assert case.torn == "G Edinbu"
    assert case.belief().possible == Case.from_text(TEXT).belief().possible
    whole = Case.from_text(TEXT + "G Edinburgh")
    assert (whole.torn, len(whole.notes)) == (None, 6)


def test_appending_reaches_the_disk_and_keeps_what_was_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path, synced = tmp_path / "evening.txt", []
    flush = os.fsync
    monkeypatch.setattr(os, "fsync", lambda number: synced.append(path.read_bytes()) or flush(number))
    for line in ROUND:
        before = path.read_bytes() if path.exists() else b""
        append_line(path, line)
        assert path.read_bytes() == before + line.encode() + b"\n"
        assert synced[-1] == path.read_bytes()
    assert len(synced) == len(ROUND)
    assert Case.read(path).belief().turn == 5


def test_appending_after_a_torn_line_keeps_it_as_a_comment(tmp_path: Path) -> None:
    path = tmp_path / "evening.txt"
    path.write_text(TEXT + "# G Edinbu", encoding="utf-8")
    append_line(path, "G Edinburgh")
    assert path.read_text(encoding="utf-8").startswith(TEXT + "# G Edinbu")
    assert [note.text for note in Case.read(path).notes] == [*ROUND, "G Edinburgh"]


@pytest.mark.parametrize("line", ["G Edinburgh\nS Lisbon", "G Edinburgh\r"])
def test_appending_takes_one_line(line: str, tmp_path: Path) -> None:
    with pytest.raises(CaseFileError, match="expected one line"):
        append_line(tmp_path / "evening.txt", line)
    assert not (tmp_path / "evening.txt").exists()


BAD = {
    "unknown place": ("G Edinburg", "line 1: no place 'Edinburg' on the 2006 map; did you mean 'Edinburgh'?"),
    "unknown seat": (
        "X Edinburgh",
        "line 1: 'X Edinburgh' is no clue: expected 'seen N: MOVE', 'here: PLACE', or a seat and a place",
    ),
    "unknown thing met": (
        f"{TEXT}G Edinburgh: tarp",
        "line 6: 'tarp': expected any of trap (up to 3 times), vampire, dracula (once each); did you mean 'trap'?",
    ),
    "unknown thing laid": (
        TEXT.replace("city: vampire", "city: vampir"),
        "line 5: 'vampir': expected trap or vampire, then trap gone or vampire matured; did you mean 'vampire'?",
    ),
    "nothing after the colon": (f"{TEXT}G Edinburgh:", "line 6: 'G Edinburgh:' ends after the colon; expected"),
    "unknown header": ("gane: hunt", "line 1: header 'gane': expected one of game, map, profile; did you mean 'game'?"),
    "unknown map": ("map: 1492", "line 1: map '1492': expected 2006"),
    "turn out of order": ("G Edinburgh\nH Vienna", "line 2: turn of H; expected a turn of S (order G S H M D)"),
    "a hunter too fast": (
        f"{TEXT}G Vienna",
        "line 6: G cannot move from Edinburgh to Vienna; expected one road or sea move, 1 by rail, or a rest",
    ),
    "seen before any turn": ("seen 1: Vienna", "line 1: 'seen' before any turn; expected a turn of G"),
    "seen too old": (f"{TEXT}seen 7: Vienna", "line 6: 'seen 7': expected a position from 1 to 6, a colon and one"),
    "four traps": (f"{TEXT}G Edinburgh: trap, trap, trap, trap", "line 6: 'trap, trap, trap, trap': expected any of"),
    "too large": (f"{TEXT}# {'x' * LIMIT}", "1,000,057 characters; expected at most 1,000,000"),
    "past plays with a bad play": ("GED.... SXX....", "play 2 'SXX....': unknown place 'XX'"),
}


@pytest.mark.parametrize(("text", "message"), BAD.values(), ids=BAD.keys())
def test_bad_input_is_told_in_one_line(text: str, message: str) -> None:
    with pytest.raises(CaseFileError) as caught:
        Case.from_text(text + "\n", name="evening.txt")
    told = str(caught.value)
    assert told.startswith("evening.txt")
    assert message in told
    assert len(told.splitlines()) == 1
    assert len(told) < 250


def test_bad_files_are_told_in_one_line(tmp_path: Path) -> None:
    noise = tmp_path / "noise"
    noise.write_bytes(bytes(range(256)) * 40_000)
    binary = tmp_path / "binary"
    binary.write_bytes(b"G Edinburgh\n\xff\xfe\n")
    expected = {
        tmp_path / "absent": "cannot be read (No such file or directory); expected a text file",
        tmp_path: "cannot be read (Is a directory); expected a text file",
        noise: "larger than 1,000,000 bytes; expected a smaller file",
        binary: "line 2: not UTF-8; expected a text file",
    }
    for path, message in expected.items():
        with pytest.raises(CaseFileError) as caught:
            Case.read(path)
        assert str(caught.value).startswith(str(path))
        assert str(caught.value).endswith(message)


def test_an_unknown_game_is_refused() -> None:
    with pytest.raises(CaseFileError, match="game 'chess': expected one of hunt, fury_trail"):
        Case.from_text(TEXT, game="chess")
