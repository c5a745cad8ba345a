"""The commands on good input: what they print, write and start, and what they keep to themselves."""

from __future__ import annotations

import csv
import json
import subprocess
import sys
from pathlib import Path

import pytest
from cli_support import run_with

import dracula_nb
from dracula_nb.cli import doctor

ROOT = Path(__file__).resolve().parents[1]
CASE = "G Edinburgh\nS Lisbon\nH Vienna\nM Sofia\nD city: vampire\n"
RECORD = "GED.... SLS.... HVE.... MSO.... DC?.V.."
STEPS = "game: hunt\nversion: 1\n\nG: Edinburgh\nS: Lisbon\nH: Vienna\nM: Sofia\nD: {}\nG: Manchester\nS: Madrid\n"


def python(*words: str, stdin: str = "") -> subprocess.CompletedProcess[str]:
    command = [sys.executable, *words]
    return subprocess.run(command, cwd=ROOT, input=stdin, capture_output=True, text=True, check=False)


def test_the_command_runs_as_a_module_and_tells_its_version():
    done = python("-m", "dracula_nb", "--version")
    assert (done.returncode, done.stdout, done.stderr) == (0, f"dracula-nb {dracula_nb.__version__}\n", "")


def test_a_bad_word_leaves_with_2_and_no_traceback():
    done = python("-m", "dracula_nb", "deduce", "nowhere.txt")
    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr.startswith("nowhere.txt: cannot be read")
    assert done.stderr.count("\n") == 1


def test_help_loads_no_heavy_library():
    code = """
import sys
from dracula_nb.cli import run
assert run(["deduce", "--help"]) == 0
print(sorted({"numpy", "scipy", "pandas", "matplotlib", "networkx", "ipywidgets"} & set(sys.modules)))
"""
    assert python("-c", code).stdout.splitlines()[-1] == "[]"


def test_without_a_command_the_help_lists_them(monkeypatch):
    result = run_with(monkeypatch, [])
    assert result.code == 0
    for name in ("lab", "deduce", "replay", "rules", "tables", "doctor"):
        assert f"\n  {name} " in result.out


def test_a_reader_who_leaves_early_is_no_error():
    command = [sys.executable, "-m", "dracula_nb", "deduce", "-"]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, cwd=ROOT, stdin=pipe, stdout=pipe, stderr=pipe) as process:
        process.stdout.close()
        process.stdin.write(CASE.encode())
        process.stdin.close()
        assert process.stderr.read() == b""
        assert process.wait() == 0


# deduce


def test_a_file_and_standard_input_are_answered_alike(tmp_path, monkeypatch):
    file = tmp_path / "case.txt"
    file.write_text(CASE)
    from_file = run_with(monkeypatch, ["deduce", str(file), "--json"])
    assert from_file.out == run_with(monkeypatch, ["deduce", "-", "--json"], CASE.encode()).out
    assert len(json.loads(from_file.out)["possible"]) == 55


def test_past_plays_and_the_case_they_tell_are_answered_alike(monkeypatch):
    case = CASE.replace("Vienna", "Venice")
    plays = run_with(monkeypatch, ["deduce", "-", "--json"], RECORD.encode())
    assert plays.out == run_with(monkeypatch, ["deduce", "-", "--json"], case.encode()).out


def test_upto_forgets_what_comes_after(monkeypatch):
    longer = f"{CASE}G Manchester\nS Madrid\n"
    cut = run_with(monkeypatch, ["deduce", "-", "--json", "--upto", "5"], longer.encode())
    assert cut.out == run_with(monkeypatch, ["deduce", "-", "--json"], CASE.encode()).out
    assert cut.out != run_with(monkeypatch, ["deduce", "-", "--json"], longer.encode()).out


def test_before_his_first_turn_dracula_is_not_on_the_map(monkeypatch):
    result = run_with(monkeypatch, ["deduce", "-"], b"G Edinburgh\n")
    assert result.out.splitlines()[:2] == ["hunt, profile standard: after 1 turn", "Dracula is not on the map yet."]


def test_every_possible_place_is_named_to_people(monkeypatch):
    words = run_with(monkeypatch, ["deduce", "-", "--model", "evasive"], CASE.encode()).out
    places = json.loads(run_with(monkeypatch, ["deduce", "-", "--json"], CASE.encode()).out)["possible"]
    first = " ".join(words.partition("Uncertainty")[0].split())
    assert "assuming evasive(1):" in first
    assert [place for place in places if place not in first] == []
    assert "Vienna" not in first


def test_a_contradiction_leaves_with_3_and_names_the_line(monkeypatch):
    story = f"{CASE}G Edinburgh: dracula\nS Lisbon: dracula\n"
    result = run_with(monkeypatch, ["deduce", "-"], story.encode())
    assert result.code == 3
    assert result.err.startswith("standard input: the story breaks at line 6 (G Edinburgh: dracula)")
    assert result.err.count("\n") == 1


def test_the_map_is_drawn(tmp_path, monkeypatch):
    picture = tmp_path / "map.png"
    result = run_with(monkeypatch, ["deduce", "-", "--png", str(picture), "--json"], CASE.encode())
    assert (result.code, result.err) == (0, "")
    assert picture.read_bytes()[:8] == b"\x89PNG\r\n\x1a\n"
    assert [path.name for path in tmp_path.iterdir()] == ["map.png"]


# replay


@pytest.mark.parametrize("form", [[], ["--json"]])
@pytest.mark.parametrize("seat", ["G", "S", "H", "M"])
def test_hunters_see_the_same_bytes_wherever_dracula_hid(seat, form, monkeypatch):
    words = ["replay", "-", "--seat", seat, *form]
    seen = [run_with(monkeypatch, words, STEPS.format(place).encode()) for place in ("Galway", "Cadiz")]
    assert seen[0].code == 0
    assert seen[0] == seen[1]
    assert "Galway" not in seen[0].out


def test_dracula_sees_where_he_is(monkeypatch):
    result = run_with(monkeypatch, ["replay", "-", "--seat", "D", "--json"], STEPS.format("Galway").encode())
    entry = json.loads(result.out)["entries"][5]
    assert (entry["did"], entry["news"]) == ("Galway", ["D city: vampire"])
    assert [move["place"] for move in entry["saw"]["own_trail"]] == ["Galway"]


def test_the_first_seat_is_asked_where_none_is_named(monkeypatch):
    text = STEPS.format("Galway").encode()
    assert run_with(monkeypatch, ["replay", "-"], text) == run_with(monkeypatch, ["replay", "-", "--seat", "G"], text)


@pytest.mark.parametrize("form", [[], ["--json"]])
def test_a_hunter_is_not_told_draculas_record(form, monkeypatch):
    records = [RECORD.replace("C?", code) for code in ("GA", "CA", "C?")]
    told = [run_with(monkeypatch, ["replay", "-", "--seat", "H", *form], record.encode()) for record in records]
    assert told[0].code == 0
    assert told[0] == told[1] == told[2]
    as_it_stands = [run_with(monkeypatch, ["replay", "-", *form], record.encode()).out for record in records]
    assert len(set(as_it_stands)) == 3


def test_a_finished_playthrough_tells_its_end(monkeypatch):
    text = (
        'game: hunt\nversion: 1\nrules: {"last_round": 0}\n\n'
        + "G: Edinburgh\nS: Lisbon\nH: Vienna\nM: Sofia\nD: Galway\n"
    )
    result = run_with(monkeypatch, ["replay", "-"], text.encode())
    assert result.out.splitlines()[-1] == "the end: the last round is over; nobody wins"


def test_no_play_yet_is_a_record_too(monkeypatch):
    answer = json.loads(run_with(monkeypatch, ["replay", "-", "--json"], b"\n").out)
    assert (answer["round"], answer["current_player"], answer["score"]) == (0, "G", 366)
    assert answer["location"] == dict.fromkeys("GSHMD")


# rules


def test_coverage_counts_the_marks_of_the_tests(tmp_path, monkeypatch):
    from dracula_nb.core import registry

    tests = tmp_path / "tests"
    tests.mkdir()
    (tests / "test_a.py").write_text('import pytest\n\n\n@pytest.mark.rule("HU-TURN-01")\ndef test_a(): ...\n')
    monkeypatch.setattr(registry, "folder_of_tests", lambda: tests)
    answer = json.loads(run_with(monkeypatch, ["rules", "hunt", "--coverage", "--json"]).out)
    assert list(answer) == ["game", "rows", "proved", "none", "unproved"]
    assert (answer["game"], answer["proved"]) == ("hunt", 1)
    assert answer["rows"] == len(registry.read_rules("hunt")) == 1 + answer["none"] + len(answer["unproved"])
    words = run_with(monkeypatch, ["rules", "hunt", "--coverage"]).out
    assert words.startswith(f"hunt: {answer['rows']} rules, 1 proved, {answer['none']} that need no proof\n")
    assert "HU-TURN-02" in words
    assert "HU-TURN-01" not in words


def test_search_finds_every_word_in_any_order(monkeypatch):
    def ids(text: str) -> list[str]:
        return [
            row["id"] for row in json.loads(run_with(monkeypatch, ["rules", "hunt", "--search", text, "--json"]).out)
        ]

    assert ids("CASTLE teleport") == ids("teleport castle")
    assert 0 < len(ids("teleport castle")) < len(ids("castle")) < len(ids(""))
    assert ids("garlic") == []
    assert run_with(monkeypatch, ["rules", "hunt", "--search", "garlic"]).out == "no rule of hunt speaks of 'garlic'\n"


# tables


@pytest.fixture
def own(tmp_path, monkeypatch):
    folder = tmp_path / "own"
    assert run_with(monkeypatch, ["tables", "hunt", "--out", str(folder)]).code == 0
    return folder


def edit(path: Path, change) -> None:
    """Change the rows of a table; `change` takes a row and gives it back, or None to drop it."""
    with path.open(encoding="utf-8", newline="") as file:
        rows = [row for row in map(change, csv.DictReader(file)) if row is not None]
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, list(rows[0]))
        writer.writeheader()
        writer.writerows(rows)


def without_road(a: str, b: str):
    return lambda row: None if {row["a"], row["b"]} == {a, b} else row


def test_tables_are_written_as_they_are_and_never_over_others(own, monkeypatch):
    names = sorted(path.name for path in own.iterdir())
    assert names == ["constants.csv", "places_2006.csv", "roads_2006.csv"]
    assert (own / "constants.csv").read_bytes() == (ROOT / "data/hunt/constants.csv").read_bytes()
    assert (own / "roads_2006.csv").read_bytes() == (ROOT / "data/maps/roads_2006.csv").read_bytes()
    (own / "places_2006.csv").write_text("mine")
    (own / "constants.csv").unlink()
    again = run_with(monkeypatch, ["tables", "hunt", "--out", str(own)])
    assert again.code == 2
    assert "places_2006.csv: is there already; expected another folder, or --force" in again.err
    assert (own / "places_2006.csv").read_text() == "mine"
    assert not (own / "constants.csv").exists()
    assert run_with(monkeypatch, ["tables", "hunt", "--out", str(own), "--force"]).code == 0
    assert (own / "places_2006.csv").read_bytes() == (ROOT / "data/maps/places_2006.csv").read_bytes()


def test_unchanged_tables_change_nothing(own, monkeypatch):
    for words in (["deduce", "-", "--json"], ["replay", "-", "--json"]):
        given = run_with(monkeypatch, [*words, "--tables", str(own)], RECORD.encode())
        assert given == run_with(monkeypatch, words, RECORD.encode())
        assert given.code == 0


def test_own_numbers_are_used(own, monkeypatch):
    edit(own / "constants.csv", lambda row: row | {"value": "100"} if row["name"] == "start_score" else row)
    for text in (RECORD, STEPS.format("Galway")):
        result = run_with(monkeypatch, ["replay", "-", "--tables", str(own)], text.encode())
        assert "score 99" in result.out


@pytest.mark.parametrize("text", [f"{CASE}G Manchester\n", f"{RECORD} GMN....", STEPS.format("Galway")])
def test_an_own_map_is_used(text, own, monkeypatch):
    edit(own / "roads_2006.csv", without_road("Edinburgh", "Manchester"))
    command = "replay" if text.startswith("game") else "deduce"
    assert run_with(monkeypatch, [command, "-"], text.encode()).code == 0
    refused = run_with(monkeypatch, [command, "-", "--tables", str(own)], text.encode())
    assert refused.code == 2
    assert "standard input, " in refused.err
    assert "Manchester" in refused.err or "GMN" in refused.err


def test_the_loaded_game_reads_the_own_map_by_name_and_by_path(own):
    edit(own / "roads_2006.csv", without_road("Edinburgh", "Manchester"))
    for folder in (own, str(own)):
        assert "Manchester" not in dracula_nb.load("hunt", tables=folder).book.reach("Edinburgh", 0)
    assert "Manchester" in dracula_nb.load("hunt").book.reach("Edinburgh", 0)


def test_without_maps_in_the_folder_the_usual_map_is_used(own):
    (own / "places_2006.csv").unlink()
    (own / "roads_2006.csv").unlink()
    assert dracula_nb.load("hunt", tables=own).book.graph is dracula_nb.load("hunt").book.graph


def drop_column(path: Path, name: str) -> None:
    edit(path, lambda row: {key: value for key, value in row.items() if key != name})


BROKEN = {
    "constants.csv": (lambda path: drop_column(path, "value"), "no column 'value'"),
    "places_2006.csv": (lambda path: drop_column(path, "code"), "no column 'code'"),
    "roads_2006.csv": (lambda path: drop_column(path, "mode"), "no column 'mode'"),
}


@pytest.mark.parametrize("name", BROKEN)
@pytest.mark.parametrize("command", ["deduce", "replay"])
def test_a_missing_column_is_named(command, name, own, monkeypatch):
    breaking, said = BROKEN[name]
    breaking(own / name)
    result = run_with(monkeypatch, [command, "-", "--tables", str(own)], RECORD.encode())
    assert (result.code, result.out, result.err.count("\n")) == (2, "", 1)
    assert f"{name}, row 1: {said}; expected" in result.err


@pytest.mark.parametrize("name", BROKEN)
@pytest.mark.parametrize("content", [b"x" * 10_000_000, b"\xff\xfe", b"\0\0\n\0", b"", b'"' + b"x" * 200_000])
def test_a_table_of_noise_is_refused_in_one_line(name, content, own, monkeypatch):
    (own / name).write_bytes(content)
    result = run_with(monkeypatch, ["deduce", "-", "--tables", str(own)], RECORD.encode())
    assert (result.code, result.out, result.err.count("\n")) == (2, "", 1)
    assert "expected" in result.err
    assert (": larger than 1,000,000 bytes" in result.err) == (len(content) > 1_000_000)
    assert (own / name).read_bytes() == content


def test_half_a_map_is_refused(own, monkeypatch):
    (own / "roads_2006.csv").unlink()
    result = run_with(monkeypatch, ["deduce", "-", "--tables", str(own)], RECORD.encode())
    assert (result.code, result.err.count("\n")) == (2, 1)
    assert "roads_2006.csv: no such table; expected" in result.err


# doctor


def test_doctor_tells_what_is_there_and_where(monkeypatch):
    result = run_with(monkeypatch, ["doctor"])
    assert result.code == 0
    assert f"dracula_nb {dracula_nb.__version__}, in {ROOT / 'dracula_nb'}" in result.out
    assert f"tables: {ROOT / 'data'}" in result.out
    assert "base: anywidget " in result.out
    assert "extra fast: " in result.out
    assert "://" not in result.out


def test_doctor_gives_the_line_that_brings_what_is_missing(monkeypatch):
    def version(name: str) -> str:
        if name == "numba":
            raise doctor.metadata.PackageNotFoundError(name)
        return "1.2"

    monkeypatch.setattr(doctor.metadata, "version", version)
    monkeypatch.setattr(doctor.shutil, "which", lambda name: None)
    lines = run_with(monkeypatch, ["doctor"]).out.splitlines()
    at = lines.index("extra fast: nothing of it")
    assert lines[at + 1] == f"    missing numba; to get it: {doctor.pip_line('fast')}"
    assert doctor.pip_line("fast").startswith(f"{sys.executable} -m pip install ")
    assert doctor.pip_line("fast").endswith("[fast]'")
    assert [line for line in lines if "missing" in line and "numba" not in line and "notebooks" not in line] == [
        "Chromium: missing, only the browser tests need it; Debian: apt-get install chromium"
    ]
