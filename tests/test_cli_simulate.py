"""`simulate`: the numbers, the file, the workers, and what is asked wrongly."""

from __future__ import annotations

import csv
import json
import sys

import pytest
from cli_support import run_with

SHORT = ("--rule", "last_round=4", "--rule", 'hunters=["G", "M"]')


def simulated(monkeypatch, *words):
    return run_with(monkeypatch, ["simulate", "hunt", *words])


def test_json_tells_who_won_how_often(monkeypatch):
    done = simulated(monkeypatch, "--games", "5", "--seed", "2", "--json", "--players", "dracula=random,hunters=greedy")
    answer = json.loads(done.out)
    assert (done.code, done.err) == (0, "")
    assert [answer[key] for key in ("game", "games", "seed")] == ["hunt", 5, 2]
    rows = {row["side"]: row for row in answer["results"]}
    assert {side: row["policy"] for side, row in rows.items()} == {"dracula": "random", "hunters": "greedy"}
    assert rows["hunters"]["wins"] + rows["dracula"]["wins"] + answer["draws"] == 5
    assert all(0 <= row["low"] <= row["rate"] <= row["high"] <= 1 for row in rows.values())


def test_the_same_whatever_the_workers(monkeypatch):
    pytest.importorskip("joblib")
    words = (*SHORT, "--games", "9", "--seed", "3", "--json")
    alone = simulated(monkeypatch, *words)
    assert alone.code == 0
    assert simulated(monkeypatch, *words, "--workers", "2") == alone
    assert simulated(monkeypatch, *words[:-3], "--seed", "4", "--json") != alone


def test_people_get_lines(monkeypatch):
    done = simulated(monkeypatch, *SHORT, "--games", "4", "--seed", "1")
    lines = done.out.splitlines()
    assert lines[0].startswith("hunt: 4 games from seed 1, version ")
    assert lines[1].split()[:6] == ["hunters", "greedy", "won", "0", "of", "4"]
    assert "4 without a winner" in lines[3]
    assert any(line.split()[:3] == ["mean", "rounds", "5.00"] for line in lines)
    assert simulated(monkeypatch, *SHORT, "--games", "1").out.count("95 %") == 2  # of one game no mean has bounds


@pytest.mark.parametrize("name", ["games.csv", "games.jsonl"])
def test_out_holds_a_row_a_game(monkeypatch, tmp_path, name):
    out = tmp_path / name
    done = simulated(monkeypatch, *SHORT, "--games", "3", "--out", str(out))
    assert done.code == 0
    text = out.read_text(encoding="utf-8").splitlines()
    rows = list(csv.DictReader(text)) if name.endswith("csv") else [json.loads(line) for line in text]
    assert [int(row["number"]) for row in rows] == [0, 1, 2]
    assert list(rows[0]) == ["number", "seed", "winner", "reason", "rounds", "plays", "blood", "score"]
    again = simulated(monkeypatch, *SHORT, "--games", "3", "--out", str(out))
    assert again.code == 2
    assert again.err == f"{out}: is there already; expected the name of a new file\n"


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["--games", "0"], "games 0: expected a whole number from 1 to"),
        (["--workers", "0"], "workers 0: expected a whole number from 1 to"),
        (["--games", "many"], "--games"),
        (["--seed", "-1"], "--seed -1: expected a whole number from 0 to"),
        (["--players", "dracula=evasiv"], "did you mean 'evasive'?"),
        (["--players", "draculas=evasive"], "side 'draculas' of hunt: expected hunters or dracula; did you mean"),
        (["--players", "dracula"], "--players 'dracula': expected SIDE=POLICY"),
        (["--players", "dracula=random,dracula=search"], "each side once"),
        (["--players", ""], "--players '': expected SIDE=POLICY"),
        (["--workers", "2", "--scheduler", "tcp://127.0.0.1:9"], "expected only one of --workers, --scheduler"),
        (["--out", "games.xls"], "games.xls: expected a name that ends in .csv or .jsonl"),
        (["--out", "no/such/folder/games.csv"], "no such folder"),
        (["--rule", "last_round=-1"], "expected a round from 0 on, or None"),
        (["--rule", "=1"], "expected NAME=VALUE"),
        (["--tables", "nowhere"], "cannot be read"),
    ],
)
def test_bad_words_are_one_line_and_2(monkeypatch, words, expected):
    done = simulated(monkeypatch, *words)
    assert (done.code, done.out) == (2, "")
    assert expected in done.err
    assert done.err.count("\n") == 1


def test_tables_of_ones_own_are_played_by(monkeypatch, tmp_path):
    folder = tmp_path / "own"
    assert run_with(monkeypatch, ["tables", "hunt", "--out", str(folder)]).code == 0
    path = folder / "constants.csv"
    path.write_text(path.read_text(encoding="utf-8").replace("start_score,366", "start_score,2"), encoding="utf-8")
    words = (*SHORT, "--games", "2", "--players", "hunters=random", "--json")
    answer = json.loads(simulated(monkeypatch, *words, "--tables", str(folder)).out)
    assert {row["side"]: row["wins"] for row in answer["results"]} == {"hunters": 0, "dracula": 2}
    assert json.loads(simulated(monkeypatch, *words).out)["draws"] == 2


def test_without_joblib_one_line_says_how_to_get_it(monkeypatch):
    monkeypatch.setitem(sys.modules, "joblib", None)
    done = simulated(monkeypatch, *SHORT, "--games", "4", "--workers", "2")
    assert done.code == 2
    assert "pip install 'dracula_nb[scale]'" in done.err
