"""The real logs: complete, lawful, and told as they are."""

from __future__ import annotations

import csv

import pytest

from dracula_nb.core.errors import DraculaError
from dracula_nb.lessons.logs import log_names, numbered, read_log
from dracula_nb.resources import data_root

FOLDER = data_root() / "hunt" / "logs"

# name, plays, then turns with the hunter who met Dracula there and the place
TOLD = [
    ("naples", 164, "Milan", {48: "Naples"}),
    ("bari", 549, "Bari", {}),
    ("galatz", 699, "Castle Dracula", {7: "Castle Dracula", 12: "Castle Dracula", 23: "Galatz"}),
    ("channel", 739, "Castle Dracula", {}),
    ("castle", 984, "Castle Dracula", {18: "Castle Dracula"}),
]


def test_every_log_has_its_row_and_every_row_its_log() -> None:
    with (FOLDER / "logs.csv").open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    files = {path.name for path in FOLDER.iterdir() if path.name.endswith(".txt")}
    assert {f"{row['name']}.txt" for row in rows} == files
    assert log_names() == tuple(row["name"] for row in rows) == tuple(name for name, *_ in TOLD)
    assert {row["provenance"] for row in rows} == {"published"}
    assert all(row["source"].startswith("github:") for row in rows)
    assert [int(row["plays"]) for row in rows] == [plays for _, plays, *_ in TOLD]


@pytest.mark.parametrize(("name", "plays", "start", "met"), TOLD, ids=[name for name, *_ in TOLD])
def test_log_is_as_told(name: str, plays: int, start: str, met: dict[int, str]) -> None:
    log = read_log(name)
    assert len(log.plays.plays) == plays
    assert log.plays.faults() == ()
    assert not log.plays.hidden
    assert log.truth(5) == start
    assert start.split()[-1] in log.about or "castle" in log.about
    for turn, place in met.items():
        assert "D" in log.plays.plays[turn - 1].marks
        assert log.plays.plays[turn - 1].move == log.truth(turn) == place


def test_channel_is_reached_when_told() -> None:
    log = read_log("channel")
    assert [log.truth(turn) for turn in (49, 50)] == ["Atlantic Ocean", "English Channel"]
    assert "English Channel by turn 50" in log.about


def test_castle_is_left_when_told() -> None:
    log = read_log("castle")
    assert [log.truth(turn) for turn in (5, 10, 15, 19, 20)] == ["Castle Dracula"] * 4 + ["Galatz"]


def test_a_shorter_log_knows_nothing_of_what_comes_later() -> None:
    short, whole = read_log("naples", plays=30), read_log("naples")
    assert short.case.notes == whole.case.notes[:30]
    assert "Milan" not in short.case.to_text()
    assert "seen 6: Milan" in whole.case.to_text()


def test_case_of_a_log_never_names_a_hidden_place() -> None:
    log = read_log("naples", plays=50)
    moves = [note.text for note in log.case.notes if note.text.startswith("D ")]
    assert [text.split(":")[0] for text in moves] == ["D city"] * 8 + ["D D1", "D sea"]


def test_truth_begins_with_draculas_first_move_and_ends_with_the_log() -> None:
    log = read_log("naples", plays=12)
    assert [log.truth(turn) for turn in (0, 4, 5, 9, 10, 12, 99)] == [
        None,
        None,
        "Milan",
        "Milan",
        "Genoa",
        "Genoa",
        "Genoa",
    ]


def test_numbers_are_those_of_the_case_file() -> None:
    case = read_log("naples", plays=50).case
    assert numbered(case, 47, 49).splitlines() == [" 47  S Szeged", " 48  H Rome: trap", " 49  seen 4: Rome"]
    assert [note.text for note in case.notes if note.line == 48] == ["H Rome: trap"]


def test_unknown_log_is_one_line() -> None:
    with pytest.raises(DraculaError, match=r"^log 'london': expected one of naples, bari, .*castle$"):
        read_log("london")
