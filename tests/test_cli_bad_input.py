"""Whatever is wrong with the input: exit code 2, one line (file, place, what was expected), nothing lost."""

from __future__ import annotations

import io
import random
from pathlib import Path

import pytest
from cli_support import run_with

RECORD = "GED.... SLS.... HVE.... MSO.... DCD.V.. "
CASE = "G Edinburgh\nS Lisbon\nH Vienna\nM Sofia\nD city: vampire\n"
HEAD = "game: hunt\nversion: 1\n\n"
NOISE = random.Random(1).randbytes(10_000_000)

# what is wrong: the command ({} is the file), the file's bytes, what the line has to say
TABLE = {
    "unknown place in past plays": ("deduce {}", f"{RECORD}GXX....", ["play 6 'GXX....'", "'XX'", "expected a two-l"]),
    "a play of a wrong length": ("deduce {}", f"{RECORD}GNS...", ["play 6 'GNS...'", "expected 7"]),
    "a first play of a wrong length": ("deduce {}", "GED... SLS....", ["play 1 'GED...'", "expected 7"]),
    "players out of order": ("replay {}", f"{RECORD}SNS....", ["play 6 'SNS....'", "expected 'G'"]),
    "a first player out of order": ("replay {}", "SED.... GLS....", ["play 1 'SED....'", "expected 'G'"]),
    "a hunter's impossible move": ("deduce {}", f"{RECORD}GVI....", ["play 6 'GVI....'", "expected one of Edin"]),
    "Dracula's impossible move": (
        "replay {}",
        f"{RECORD}GED.... SLS.... HVE.... MSO.... DMAT...",
        ["play 10 'DMAT...'", "expected one of Galatz"],
    ),
    "Dracula in the hospital": ("replay {}", "GED.... SLS.... HVE.... MSO.... DJM.V..", ["play 5", "expected one of"]),
    "marks that mean nothing": ("deduce {}", "GEDX...", ["play 1 'GEDX...'", "expected up to three T"]),
    "a move back before the first": ("deduce {}", "GED.... SLS.... HVE.... MSO.... DD3.V..", ["play 5", "expected"]),
    "a clue about a town not on the map": (
        "deduce {}",
        f"{CASE}G Manhattan\n",
        ["line 6", "no place 'Manhattan' on the 2006 map"],
    ),
    "a clue out of turn": ("deduce {}", f"{CASE}M Sofia\n", ["line 6", "turn of M; expected a turn of G"]),
    "a clue with an impossible move": ("deduce {}", f"{CASE}G Rome\n", ["line 6", "from Edinburgh to Rome; expected"]),
    "a line that is no clue": ("deduce {}", f"{CASE}garlic\n", ["line 6", "'garlic' is no clue: expected"]),
    "an unknown header": ("deduce {}", f"gaem: hunt\n{CASE}", ["line 1", "'gaem'", "did you mean 'game'"]),
    "a file that is not UTF-8": ("deduce {}", CASE.encode() + b"G M\xfcnchen\n", ["line 6", "not UTF-8; expected"]),
    "10 MB of noise as a case": ("deduce {}", NOISE, ["larger than 1,000,000 bytes; expected"]),
    "10 MB of noise as a playthrough": ("replay {}", NOISE, ["larger than 5,000,000 bytes; expected"]),
    "null bytes": ("deduce {}", b"\0" * 100, ["no clue; expected a case file"]),
    "one line that is no clue": ("deduce {}", "garlic", ["'garlic', which is no clue; expected a case file"]),
    "an unknown model": ("deduce {} --model clever", CASE, ["'clever'", "expected uniform, evasive"]),
    "an unknown game": ("deduce {} --game chess", CASE, ["'chess'", "expected one of hunt"]),
    "an unknown place": ("deduce {} --why Viena", CASE, ["'Viena'", "did you mean 'Vienna'"]),
    "a line number below nothing": ("deduce {} --upto -1", CASE, ["--upto", "--help"]),
    "a line number that is none": ("deduce {} --upto five", CASE, ["--upto", "--help"]),
    "a picture in no folder": ("deduce {} --png {}.d/x.png", CASE, ["x.png: cannot be written", "expected"]),
    "no folder of tables": ("deduce {} --tables {}.d", CASE, ["constants.csv", "expected"]),
    "a playthrough without a head": ("replay {}", "G: Edinburgh\n", ["'game: ...'", "expected"]),
    "a playthrough of no game": ("replay {}", "game: chess\nversion: 1\n", ["'chess'", "expected"]),
    "a playthrough with an unknown option": (
        "replay {}",
        'game: hunt\nversion: 1\nrules: {"garlic": 1}\n',
        ["'garlic'", "expected map, hunters, last_round"],
    ),
    "a playthrough with an illegal step": (
        "replay {}",
        f"{HEAD}G: Edinburgh\nS: Lisbon\nH: Vienna\nM: Sofia\nD: Galway\nG: Rome\n",
        ["line 9", "Rome", "expected G: "],
    ),
    "a playthrough with a step of the wrong seat": ("replay {}", f"{HEAD}S: Lisbon\n", ["line 4", "expected G: "]),
    "an unknown seat": ("replay {} --seat Q", HEAD, ["--seat 'Q'", "expected one of G, S, H, M, D"]),
    "an unknown seat of past plays": ("replay {} --seat Q", RECORD, ["--seat 'Q'", "expected one of G, S, H, M, D"]),
    "a rule that is not there": ("rules hunt --id HU-TURN-1", "", ["'HU-TURN-1'", "did you mean HU-TURN-01"]),
    "rules of no game": ("rules chess", "", ["'chess'", "expected one of fury_trail, hunt"]),
    "two questions about rules": ("rules hunt --coverage --id HU-TURN-01", "", ["expected only one of"]),
    "tables of no game": ("tables chess --out {}.d", "", ["'chess'", "expected one of hunt"]),
    "tables into a file": ("tables hunt --out {}", "", ["cannot be made", "expected the name of a folder"]),
    "no such command": ("garlic", "", ["'garlic'", "--help"]),
    "no such option": ("deduce {} --garlic", CASE, ["--garlic", "--help"]),
    "no case": ("deduce", "", ["CASE", "--help"]),
    "no such port": ("lab --port 70000", "", ["--port", "65535"]),
}


@pytest.mark.parametrize("what", TABLE)
def test_bad_input_is_one_line_and_nothing_is_lost(what, tmp_path, monkeypatch):
    words, content, parts = TABLE[what]
    raw = content if isinstance(content, bytes) else content.encode()
    file = tmp_path / "a file.txt"
    file.write_bytes(raw)
    result = run_with(monkeypatch, [word.replace("{}", str(file)) for word in words.split()])
    assert result.code == 2
    assert result.out == ""
    assert result.err.count("\n") == 1
    assert "Traceback" not in result.err
    for part in parts:
        assert part in result.err
    assert file.read_bytes() == raw
    assert [path.name for path in tmp_path.iterdir()] == ["a file.txt"]


@pytest.mark.parametrize("command", ["deduce", "replay"])
@pytest.mark.parametrize("name", ["nowhere.txt", "", "folder", "null\0byte", "two\nlines"])
def test_a_file_that_cannot_be_read_is_named(command, name, tmp_path, monkeypatch):
    (tmp_path / "folder").mkdir()
    monkeypatch.chdir(tmp_path)
    result = run_with(monkeypatch, [command, name])
    assert (result.code, result.out, result.err.count("\n")) == (2, "", 1)
    assert "cannot be read" in result.err
    assert "expected a text file" in result.err


@pytest.mark.parametrize("command", ["deduce", "replay"])
def test_what_stands_in_a_file_cannot_steer_the_terminal(command, tmp_path, monkeypatch):
    file = tmp_path / "\x1b[2Jx"
    file.write_bytes(b"\x1b[31mred\n")
    result = run_with(monkeypatch, [command, str(file)])
    assert result.code == 2
    assert "\x1b" not in result.err


def test_the_file_is_named_and_standard_input_by_its_name(tmp_path, monkeypatch):
    file = tmp_path / "log.txt"
    file.write_text("GXX....")
    assert run_with(monkeypatch, ["deduce", str(file)]).err.startswith(f"{file}, play 1 ")
    assert run_with(monkeypatch, ["deduce", "-"], b"GXX....").err.startswith("standard input, play 1 ")


def test_a_torn_last_line_of_a_case_is_reported_and_the_rest_is_used(tmp_path, monkeypatch):
    file = tmp_path / "case.txt"
    file.write_text(f"{CASE}G Edinb")
    torn = run_with(monkeypatch, ["deduce", str(file), "--json"])
    whole = run_with(monkeypatch, ["deduce", "-", "--json"], CASE.encode())
    assert (torn.code, torn.out) == (0, whole.out)
    assert torn.err == f"{file}: the last line 'G Edinb' is cut off and was left out; the rest is used\n"
    assert file.read_text() == f"{CASE}G Edinb"


def test_a_torn_last_line_of_a_playthrough_is_reported_and_the_rest_is_used(monkeypatch):
    torn = run_with(monkeypatch, ["replay", "-", "--json"], f"{HEAD}G: Edinburgh\nS: Lis".encode())
    whole = run_with(monkeypatch, ["replay", "-", "--json"], f"{HEAD}G: Edinburgh\n".encode())
    assert (torn.code, torn.out) == (0, whole.out)
    assert torn.err == "standard input: the last line 'S: Lis' is cut off and was left out; the rest is used\n"


def test_a_model_that_goes_too_far_says_so_or_answers(monkeypatch):
    record = f"{RECORD}GED.... SLS.... HVE.... MSO.... DC?T... GED.... SLS.... HVE.... MSO.... DC?T..."
    result = run_with(monkeypatch, ["deduce", "-", "--model", "evasive(999)", "--json"], record.encode())
    assert result.code in (0, 2)
    assert "NaN" not in result.out
    assert bool(result.out) == (result.code == 0)


@pytest.mark.parametrize("text", [CASE.replace("\n", "\r\n").encode(), b"\xef\xbb\xbf" + CASE.encode()])
def test_files_of_other_editors_are_read_alike(text, monkeypatch):
    plain = run_with(monkeypatch, ["deduce", "-", "--json"], CASE.encode())
    assert plain.code == 0
    assert run_with(monkeypatch, ["deduce", "-", "--json"], text).out == plain.out


@pytest.mark.parametrize(("command", "limit"), [("deduce", 1_000_000), ("replay", 5_000_000)])
def test_no_more_than_the_limit_is_ever_read(command, limit, tmp_path, monkeypatch):
    asked: list[int] = []

    class Endless(io.BytesIO):
        def read(self, size: int | None = -1) -> bytes:
            asked.append(-1 if size is None else size)
            return b"x" * max(0, asked[-1])

    file = tmp_path / "endless"
    monkeypatch.setattr(Path, "open", lambda path, mode="r": Endless())
    result = run_with(monkeypatch, [command, str(file)])
    assert asked == [limit + 1]
    assert result.err == f"{file}: larger than {limit:,} bytes; expected a smaller file\n"


def test_a_picture_does_not_replace_a_folder_and_leaves_nothing_beside_it(tmp_path, monkeypatch):
    (tmp_path / "map.png").mkdir()
    result = run_with(monkeypatch, ["deduce", "-", "--png", str(tmp_path / "map.png")], CASE.encode())
    assert (result.code, result.out, result.err.count("\n")) == (2, "", 1)
    assert "map.png: not a file; expected a name for a new file" in result.err
    assert [path.name for path in tmp_path.iterdir()] == ["map.png"]


def test_an_output_that_cannot_be_replaced_leaves_the_old_picture(tmp_path, monkeypatch):
    picture = tmp_path / "map.png"
    picture.write_bytes(b"old")
    result = run_with(monkeypatch, ["deduce", "-", "--png", str(picture), "--why", "Viena"], CASE.encode())
    assert result.code == 2
    assert picture.read_bytes() == b"old"
    assert [path.name for path in Path(tmp_path).iterdir()] == ["map.png"]
