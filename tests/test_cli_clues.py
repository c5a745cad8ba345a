"""deduce on both games: the page on case files, a file of another game, soft clues and profiles."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from cli_support import run_with

from dracula_nb.resources import data_root

TRAIL = """game: fury_trail
profile: {profile}

godalming starts Edinburgh
seward starts Lisbon
helsing starts Rome
mina starts Strasbourg
D starts
here: one of Le Havre|Munich
dusk
dawn
D sea: -2
"""


def test_the_page_on_case_files_is_printed(monkeypatch: pytest.MonkeyPatch) -> None:
    shown = run_with(monkeypatch, ["deduce", "--clues"])
    assert shown.code == 0
    assert shown.out == (data_root() / "case_files.md").read_text(encoding="utf-8").rstrip() + "\n"


@pytest.mark.parametrize("profile", ["seed", "printed", "cautious"])
def test_a_case_of_the_later_edition_is_answered(profile: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    file = tmp_path / "evening.txt"
    file.write_text(TRAIL.format(profile=profile), encoding="utf-8")
    answer = json.loads(run_with(monkeypatch, ["deduce", str(file), "--json", "--why", "Munich"]).out)
    assert (answer["game"], answer["profile"], answer["possible"]) == ("fury_trail", profile, ["English Channel"])
    assert answer["trail"][1]["posterior"] == {"Le Havre": 1.0}
    assert answer["why"]["place"] == "Munich"


def test_a_case_of_another_game_is_refused(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    file = tmp_path / "evening.txt"
    file.write_text(TRAIL.format(profile="seed"), encoding="utf-8")
    refused = run_with(monkeypatch, ["deduce", str(file), "--game", "hunt"])
    assert refused.code == 2
    assert refused.err == f"{file}: a case of fury_trail, by its header; expected one of hunt (--game)\n"


def test_soft_clues_are_read_from_a_file(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    file = tmp_path / "evening.txt"
    story = "G Edinburgh\nS Lisbon\nH Cagliari\nM Sofia\nD city: vampire\nhere: one of Vienna|Rome\n"
    story += "sure 80% here: not Vienna\n"
    file.write_text(story, encoding="utf-8")
    answer = json.loads(run_with(monkeypatch, ["deduce", str(file), "--json"]).out)
    assert answer["posterior"] == pytest.approx({"Rome": 0.8, "Vienna": 0.2}, abs=1e-12)


def test_a_line_that_cannot_follow_points_to_the_earlier_line_at_fault(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Dark Call was noted where Feed was played; the true Dark Call is refused, and the way out is told."""
    file = tmp_path / "evening.txt"
    starts = "game: fury_trail\ng starts London\ns starts Madrid\nh starts Rome\nm starts Vienna\nD starts\n"
    file.write_text(f"{starts}D land: trap\nD Dark Call\nD land: trap\nD Dark Call\n", encoding="utf-8")
    shown = run_with(monkeypatch, ["deduce", str(file)])
    assert shown.code == 2
    assert shown.err.count("\n") == 1
    assert "line 10: Dark Call lies on position 3; expected it in his hand" in shown.err
    assert "or an earlier line is wrong: line 8 (D Dark Call): write 'D Feed'" in shown.err


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("here: Vienna\n", "line 1: 'here' before any turn"),
        ("game: fury_trail\nhere: Vienna\n", "line 2: Dracula has not begun"),
        ("G Edinburgh\nS Lisbon\nH Vienna\nM Sofia\nsure 80% here: not Vienna\n", "before Dracula's first turn"),
    ],
)
def test_a_note_before_he_is_on_the_map_is_refused(
    text: str, told: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    file = tmp_path / "early.txt"
    file.write_text(text, encoding="utf-8")
    shown = run_with(monkeypatch, ["deduce", str(file)])
    assert shown.code == 2
    assert shown.err.count("\n") == 1
    assert told in shown.err
