"""The rule registry, and the mutants that ask whether its marks notice anything, on a small checkout."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import dracula_nb.core
from dracula_nb.core.errors import DraculaError, RulebookError
from dracula_nb.core.mutants import judge_game
from dracula_nb.core.mutations import changes_for, named_rules, rules_in
from dracula_nb.core.registry import coverage, folder_of_tests, marks_in, read_rules, unknown_marks

HEAD = "id,section,text,kind,source,proof\n"
ROWS = """MI-ADD-01,Sums,Two and two are four.,rule,the text,test
MI-ADD-02,Sums,Nothing below nought.,rule,the text,test
MI-ADD-03,Sums,At most three.,ruling,gap 1,data check
MI-ADD-04,Sums,Sums are written small.,supplement,a letter,none: a matter of print
MI-ADD-05,Sums,Nobody looks.,rule,the text,test
"""
GAME = '''"""A package of two rules."""

LIMIT = 3


def fits(number):
    """Whether a number may stand. Rules MI-ADD-02 to MI-ADD-03."""
    if number < 0:
        return False
    return number <= LIMIT


def add(left, right):
    total = left + right
    # MI-ADD-01: the sum, but for sums that are too high
    return total if total > 1 else 0


def constant():
    """MI-ADD-05"""
    return "text"
'''
TESTS = """import pytest
from dracula_nb.games.mini import add, constant, fits

CASES = [pytest.param(2, 2, 4, marks=pytest.mark.rule("MI-ADD-01"))]


@pytest.mark.parametrize(("left", "right", "total"), CASES)
def test_add(left, right, total):
    assert add(left, right) == total


class TestFits:
    pytestmark = pytest.mark.rule("MI-ADD-02")

    def test_below(self):
        fits(-1)

    @pytest.mark.rule("MI-ADD-03")
    @pytest.mark.parametrize("number", [3])
    def test_above(self, number):
        assert fits(3)
        assert not fits(4)


@pytest.mark.rule("MI-ADD-05", "MI-ADD-04")
def test_constant():
    assert constant() == "text"
"""


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A checkout with core, one game and its tests."""
    core = Path(dracula_nb.core.__file__).parent
    package = tmp_path / "dracula_nb"
    shutil.copytree(core, package / "core", ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("__init__.py", "resources.py"):
        shutil.copy2(core.parent / name, package / name)
    for path, text in {
        "dracula_nb/games/__init__.py": "",
        "dracula_nb/games/mini/__init__.py": GAME,
        "data/mini/rules.csv": HEAD + ROWS,
        "data/SOURCES.md": "# Where the tables come from\n",
        "tests/test_mini.py": TESTS,
        "pyproject.toml": '[tool.pytest.ini_options]\nmarkers = ["rule(*ids): proves rules"]\n',
    }.items():
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_text(text)
    return tmp_path


def test_rows_are_read_in_order(checkout: Path) -> None:
    rows = read_rules("mini", checkout / "data")
    assert [row.id for row in rows] == [f"MI-ADD-0{n}" for n in range(1, 6)]
    assert (rows[3].kind, rows[3].source, rows[3].proof) == ("supplement", "a letter", "none: a matter of print")


TORN = [
    ("id,text\n", "row 1: expected the columns id, section"),
    (HEAD + "MI-1,a,b,rule,c,test\nMI-1,a,b,rule,c,test\n", "row 3: a second MI-1"),
    (HEAD + "one,a,b,rule,c,test\n", "row 2: id 'one'; expected one like"),
    (HEAD + "MI-1,a,b,law,c,test\n", "row 2: kind 'law'; expected one of rule, data"),
    (HEAD + "MI-1,a,b,rule,c,none:\n", "row 2: proof 'none:'"),
    (HEAD + "MI-1,a,b,rule,c,tested\n", "row 2: proof 'tested'"),
    (HEAD + "MI-1,a,b,rule, ,test\n", "row 2: no source"),
    (HEAD + "MI-1,a,b,rule\n", "row 2: too many or too few cells"),
    (HEAD + "MI-1,a,b,rule,c,test,more\n", "row 2: too many or too few cells"),
]


@pytest.mark.parametrize(("text", "reason"), TORN)
def test_a_torn_table_names_file_and_row(checkout: Path, text: str, reason: str) -> None:
    (checkout / "data/mini/rules.csv").write_text(text)
    with pytest.raises(RulebookError, match=reason) as caught:
        read_rules("mini", checkout / "data")
    assert "mini/rules.csv" in str(caught.value)


def test_a_missing_table_and_a_strange_name_are_refused(checkout: Path) -> None:
    with pytest.raises(RulebookError, match="cannot be read"):
        read_rules("maxi", checkout / "data")
    with pytest.raises(RulebookError, match="is no game"):
        read_rules("../mini", checkout / "data")


def test_marks_are_found_wherever_pytest_takes_them(checkout: Path) -> None:
    (checkout / "tests/test_whole.py").write_text('import pytest\npytestmark = [pytest.mark.rule("MI-ADD-03")]\n')
    assert [(mark.rule, mark.node) for mark in marks_in(checkout / "tests")] == [
        ("MI-ADD-01", "tests/test_mini.py::test_add"),
        ("MI-ADD-02", "tests/test_mini.py::TestFits"),
        ("MI-ADD-03", "tests/test_mini.py::TestFits::test_above"),
        ("MI-ADD-05", "tests/test_mini.py::test_constant"),
        ("MI-ADD-04", "tests/test_mini.py::test_constant"),
        ("MI-ADD-03", "tests/test_whole.py"),
    ]


@pytest.mark.parametrize("mark", ["pytest.mark.rule(NAME)", "pytest.mark.rule()", "pytest.mark.rule('A-1', *MORE)"])
def test_a_mark_that_names_no_plain_text_is_refused(checkout: Path, mark: str) -> None:
    (checkout / "tests/test_bad.py").write_text(f"import pytest\n\n@{mark}\ndef test_it():\n    assert 1\n")
    with pytest.raises(RulebookError, match=r"tests/test_bad\.py, line 3: .*expected rule ids"):
        marks_in(checkout / "tests")


def test_coverage_counts_what_is_proved(checkout: Path) -> None:
    (checkout / "tests/test_mini.py").write_text(TESTS.replace('"MI-ADD-03"', '"MI-ADD-02"'))
    assert coverage("mini", checkout / "tests", checkout / "data") == {
        "game": "mini",
        "rows": 5,
        "proved": 3,
        "none": 1,
        "unproved": ["MI-ADD-03"],
    }


def test_a_mark_of_an_unknown_rule_is_an_error(checkout: Path) -> None:
    test_file = checkout / "tests/test_mini.py"
    test_file.write_text(TESTS.replace('"MI-ADD-03"', '"XX-ADD-03"'))
    assert coverage("mini", checkout / "tests", checkout / "data")["unproved"] == ["MI-ADD-03"]
    assert [mark.rule for mark in unknown_marks(checkout / "tests", checkout / "data")] == ["XX-ADD-03"]
    test_file.write_text(TESTS.replace('"MI-ADD-03"', '"MI-ADD-33"'))
    with pytest.raises(RulebookError, match="no rule 'MI-ADD-33'"):
        coverage("mini", checkout / "tests", checkout / "data")


def test_an_installation_without_tests_says_so(checkout: Path) -> None:
    (checkout / "data/SOURCES.md").unlink()
    code = "from dracula_nb.core.registry import folder_of_tests; folder_of_tests()"
    done = subprocess.run([sys.executable, "-c", code], cwd=checkout, capture_output=True, text=True, check=False)
    assert "the tests are not installed with the package" in done.stderr.splitlines()[-1]
    assert (folder_of_tests() / "test_core_registry.py").is_file()


def test_functions_are_found_by_the_rules_they_name(checkout: Path) -> None:
    places = rules_in(checkout, [Path("dracula_nb/games/mini")])
    assert {rule: [(place.start, place.line) for place in found] for rule, found in places.items()} == {
        "MI-ADD-01": [(13, 15)],
        "MI-ADD-02": [(6, 0)],
        "MI-ADD-03": [(6, 0)],
        "MI-ADD-05": [(19, 0)],
    }
    assert named_rules("MI-ADD-09 to MI-ADD-11 and MI-SUM-1") == {"MI-ADD-09", "MI-ADD-10", "MI-ADD-11", "MI-SUM-1"}


BREAKABLE = '''def f(a, b: int = 3) -> bool:
    """R-1"""
    if a:
        return True
    while a < b and not b:
        b = g(a - b, k=a.k, l=(a.l,))
        a = 5 if b else [x for x in a if x]
    return a.ok
'''


def test_changes_cover_every_kind_and_never_the_signature(checkout: Path) -> None:
    (checkout / "dracula_nb/games/mini/__init__.py").write_text(BREAKABLE)
    places = rules_in(checkout, [Path("dracula_nb/games/mini")])["R-1"]
    changes = changes_for(checkout, places, 50)
    assert sorted(change.words.partition("f: ")[2] for change in changes) == [
        "moves (a.l,) by one",
        "moves 5 by one",
        "moves k=a.k by one",
        "negates True",
        "negates the condition a",
        "negates the condition b",
        "negates the condition x",
        "negates the result True",
        "negates the result a.ok",
        "swaps and/or in a < b and (not b)",
        "swaps plus/minus in a - b",
        "turns round a < b",
    ]
    originals = {BREAKABLE, *(change.text for change in changes)}
    assert len(originals) == 13
    assert all("b: int=3" in change.text for change in changes)
    assert len(changes_for(checkout, places, 2)) == 2


def test_marks_that_notice_nothing_are_told_apart(checkout: Path) -> None:
    verdicts = {v.rule: (v.verdict, v.tried[-1] if v.tried else "") for v in judge_game("mini", base=checkout)}
    path = "dracula_nb/games/mini/__init__.py"
    assert verdicts == {
        "MI-ADD-01": ("noticed", f"{path}:14 add: swaps plus/minus in left + right"),
        "MI-ADD-02": ("noticed", f"{path}:8 fits: turns round number < 0"),
        "MI-ADD-03": ("noticed", f"{path}:8 fits: turns round number < 0"),
        "MI-ADD-04": ("no code", ""),
        "MI-ADD-05": ("noticed", f"{path}:19 constant: raises"),
    }
    assert (checkout / path).read_text() == GAME


def run_command(checkout: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    env = {**os.environ, "PYTHONPATH": str(checkout)}
    command = [sys.executable, "-m", "dracula_nb.core.mutants", *arguments]
    return subprocess.run(command, cwd=checkout, env=env, capture_output=True, text=True, check=False)


def test_the_command_lists_blind_marks_and_exits_with_1(checkout: Path) -> None:
    (checkout / "tests/test_mini.py").write_text(TESTS.replace("assert add(left, right) == total", "add(left, right)"))
    done = run_command(checkout, "mini", "--rule", "MI-ADD-01", "--json")
    assert done.returncode == 1
    (verdict,) = json.loads(done.stdout)
    assert (verdict["rule"], verdict["verdict"], len(verdict["tried"])) == ("MI-ADD-01", "nothing noticed", 3)
    done = run_command(checkout, "mini", "--rule", "MI-ADD-99")
    assert (done.returncode, done.stderr) == (2, "'MI-ADD-99' is no rule of mini; expected an id of its rules.csv\n")


def test_tests_that_fail_before_anything_is_broken_are_an_error(checkout: Path) -> None:
    (checkout / "tests/test_mini.py").write_text(TESTS.replace("== total", "== total + 1"))
    with pytest.raises(DraculaError, match="fail before anything is broken"):
        list(judge_game("mini", "MI-ADD-01", base=checkout))
