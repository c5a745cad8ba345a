"""The tables of hunt: rules and numbers hang together, and a torn table is refused with one clear line."""

from __future__ import annotations

import csv
import re
from pathlib import Path

import pytest

from dracula_nb.core.errors import RulebookError
from dracula_nb.games.hunt import load
from dracula_nb.games.hunt.rulebook import read_constants
from dracula_nb.resources import data_root

TESTS = Path(__file__).parent
ID = re.compile(r"HU-[A-Z]+-\d\d")


def read_rows(name: str) -> list[dict[str, str]]:
    with (data_root() / "hunt" / name).open(encoding="utf-8") as file:
        return list(csv.DictReader(file))


ROWS = read_rows("rules.csv")


def ids_in(folder: Path, pattern: str) -> set[str]:
    return {found for path in folder.rglob(pattern) for found in ID.findall(path.read_text(encoding="utf-8"))}


def test_rows_are_complete_and_each_id_stands_once() -> None:
    ids = [row["id"] for row in ROWS]
    assert len(set(ids)) == len(ids) > 70
    assert all(ID.fullmatch(id_) for id_ in ids)
    assert all(all(row.values()) for row in ROWS)
    assert {row["kind"] for row in ROWS} == {"rule", "data", "optional", "ruling"}


def test_every_id_that_the_code_names_is_a_row() -> None:
    root = TESTS.parent / "dracula_nb"
    named = ids_in(root / "games" / "hunt", "*.py") | ids_in(root / "trail", "*.py")
    named |= {row["rule"] for row in read_rows("constants.csv")}
    ids = {row["id"] for row in ROWS}
    assert named - ids == set()
    assert ids - named == set(), "rows whose place in the code no docstring tells"


def test_every_row_is_proved_by_a_marked_test() -> None:
    marks = re.compile(r"@pytest\.mark\.rule\(([^)]*)\)")
    proved = {
        id_
        for path in TESTS.glob("test_hunt_*.py")
        for mark in marks.findall(path.read_text(encoding="utf-8"))
        for id_ in ID.findall(mark)
    }
    assert {row["id"] for row in ROWS if row["proof"] == "test"} == proved


HEADER = "name,value,unit,rule,source,provenance\n"
GOOD = "".join(f"{','.join(row.values())}\n".replace(row["source"], "box") for row in read_rows("constants.csv"))


def test_numbers_of_ones_own_are_read(tmp_path: Path) -> None:
    (tmp_path / "constants.csv").write_text(
        HEADER + GOOD.replace("hunter_life,9,", "hunter_life,12,"), encoding="utf-8"
    )
    assert load(tables=tmp_path).initial_state().life == (12, 12, 12, 12)


@pytest.mark.parametrize(
    ("text", "error"),
    [
        (None, r"constants\.csv: cannot be read"),
        ("name,value\n", r"constants\.csv, row 1: no column 'unit'; expected name, value, unit"),
        (HEADER + "luck,1,points,HU-LIFE-01,box,given\n", r"row 2: unknown name 'luck'; expected each of 17 once"),
        (HEADER + GOOD + GOOD, r"row 19: doubled name 'start_score'"),
        (HEADER + GOOD.replace(",366,", ",many,"), r"row 2: start_score is 'many'; expected a whole number"),
        (HEADER + GOOD.replace(",366,", ",0,"), r"row 2: start_score is '0'; expected a whole number from 1 to 9999"),
        (HEADER + GOOD.split("\n", 1)[1], r"constants\.csv: 'start_score' is missing; expected one row for it"),
    ],
)
def test_a_torn_table_names_the_file_and_the_row(tmp_path: Path, text: str | None, error: str) -> None:
    if text is not None:
        (tmp_path / "constants.csv").write_text(text, encoding="utf-8")
    with pytest.raises(RulebookError, match=error) as refusal:
        read_constants(tmp_path)
    assert "\n" not in str(refusal.value)
