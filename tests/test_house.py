"""The house holds: a light import, rooms that run without the heavy libraries, papers and commands that agree."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from conftest import browser_or_skip

import dracula_nb

ROOT = Path(__file__).resolve().parents[1]
ROOMS = (
    *("beliefs", "boards", "cli", "core", "experiments", "games", "interop", "lessons", "maps", "players"),
    *("resources", "solvers", "trail"),
)
HEAVY = {"networkx", "numpy", "scipy", "pandas", "matplotlib", "ipywidgets", "anywidget", "IPython", "typer"}

BLOCK = """
import sys

class Blocked:
    names = {"numba", "numpy", "scipy", "pandas", "matplotlib"}

    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in self.names:
            raise ImportError(f"{name} is blocked in this test")

sys.meta_path.insert(0, Blocked())
"""

PLAY = """
import dracula_nb
from dracula_nb.core.conformance import check_game

check_game(dracula_nb.load(sys.argv[1]), plays=1, max_steps=None, redeal_steps=5)
"""

DRAW = """
import dracula_nb
import dracula_nb.boards
from dracula_nb.boards.scene import scene, view_of

game = dracula_nb.load(sys.argv[1])
print(scene(view_of(game.name, game.observation(game.initial_state(), game.players[0]))))
"""


def run(code: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    env = {**os.environ, "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-c", code, *arguments]
    return subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True, check=False)


def test_import_loads_nothing_heavy() -> None:
    done = run("import json, sys, dracula_nb; print(json.dumps(sorted(sys.modules)))")
    assert done.returncode == 0, done.stderr
    loaded = set(json.loads(done.stdout))
    assert not loaded & HEAVY
    assert not {name for name in loaded if name.startswith("dracula_nb.")}, "the root loads rooms only when asked"


def test_the_block_blocks() -> None:
    done = run(BLOCK + "import numpy.linalg")
    assert done.returncode == 1
    assert "numpy is blocked in this test" in done.stderr


@pytest.mark.parametrize("game", dracula_nb.GAMES)
def test_game_plays_without_the_heavy_libraries(game: str) -> None:
    done = run(BLOCK + PLAY, game)
    assert done.returncode == 0, done.stderr[-2000:]


@pytest.mark.parametrize("game", dracula_nb.GAMES)
def test_game_is_drawn_without_the_heavy_libraries(game: str) -> None:
    done = run(BLOCK + DRAW, game)
    assert done.returncode == 0, done.stderr[-2000:]
    assert done.stdout.startswith("<svg")


def test_unknown_game_is_one_line_that_lists_the_games() -> None:
    with pytest.raises(ValueError, match=r"no game 'chess'; expected one of hunt") as caught:
        dracula_nb.load("chess")
    assert "\n" not in str(caught.value)


def test_every_game_has_a_package_and_every_package_a_game() -> None:
    packages = {path.parent.name for path in (ROOT / "dracula_nb" / "games").glob("*/__init__.py")}
    assert set(dracula_nb.GAMES) <= packages
    loadable = {name for name in packages if "def load(" in package_text(name)}
    assert loadable == set(dracula_nb.GAMES)


def package_text(game: str) -> str:
    return (ROOT / "dracula_nb" / "games" / game / "__init__.py").read_text(encoding="utf-8")


def test_every_room_is_on_a_floor() -> None:
    contract = next(c for c in pyproject()["tool"]["importlinter"]["contracts"] if c["type"] == "layers")
    floors = {room.strip(" ()") for layer in contract["layers"] for room in layer.split(":")}
    assert floors == set(ROOMS)


@pytest.mark.parametrize("room", ROOMS)
def test_room_says_what_lives_there(room: str) -> None:
    found = [p for p in (ROOT / "dracula_nb" / room / "__init__.py", ROOT / "dracula_nb" / f"{room}.py") if p.is_file()]
    if not found:
        pytest.skip(f"the room {room} is not built yet")
    assert found[0].read_text(encoding="utf-8").lstrip("r").startswith('"""')


def pyproject() -> dict:
    return tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))


def test_versions_agree() -> None:
    version = dracula_nb.__version__
    citation = re.search(r"^version: (.+)$", (ROOT / "CITATION.cff").read_text(encoding="utf-8"), re.M)
    newest = re.search(r"^## (\S+)", (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), re.M)
    assert citation is not None
    assert newest is not None
    assert (citation[1], newest[1]) == (version, version)


def make_targets() -> set[str]:
    return set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.M))


def test_make_has_every_target_and_explains_it() -> None:
    wanted = {"help", "lab", "test", "test-all", "check", "bench", "notebooks", "wheel", "mutants"}
    explained = re.findall(r"^([a-z-]+):.*## \S", (ROOT / "Makefile").read_text(encoding="utf-8"), re.M)
    assert make_targets() == wanted == set(explained)


@pytest.mark.parametrize("page", ["README.md", "CONTRIBUTING.md", ".ci/run", ".pre-commit-config.yaml"])
def test_pages_name_only_targets_that_exist(page: str) -> None:
    path = ROOT / page
    if not path.is_file():
        pytest.skip(f"{page} is not written yet")
    text = path.read_text(encoding="utf-8")
    named = set(re.findall(r"(?:`|^ {0,4}\$? ?)make ([a-z-]+)", text, re.M))
    assert named <= make_targets()


def test_contributing_names_real_files() -> None:
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    named = set(re.findall(r"`((?:dracula_nb|data|tests|notebooks|binder|benchmarks)/[\w./-]+)`", text))
    assert named
    assert not {name for name in named if not (ROOT / name).exists()}


@pytest.mark.parametrize("file", [".ci/run", "binder/postBuild"])
def test_scripts_can_be_run_and_stop_at_the_first_fault(file: str) -> None:
    path = ROOT / file
    assert os.access(path, os.X_OK)
    assert "set -euo pipefail" in path.read_text(encoding="utf-8")
    assert subprocess.run(["bash", "-n", str(path)], check=False).returncode == 0


def test_extras_are_those_promised() -> None:
    extras = pyproject()["project"]["optional-dependencies"]
    assert set(extras) == {"lab", "fast", "scale", "interop", "test", "oracles", "dev"}
    everything = [want for wants in extras.values() for want in wants] + pyproject()["project"]["dependencies"]
    assert not [want for want in everything if "<" in want or "==" in want], "no upper caps"


def test_browser_may_be_missing_but_not_where_ci_is_true() -> None:
    assert browser_or_skip("/usr/bin/chromium", "true") == "/usr/bin/chromium"
    with pytest.raises(pytest.skip.Exception, match="not installed"):
        browser_or_skip(None, None)
    with pytest.raises(pytest.fail.Exception, match="Chromium is missing"):
        browser_or_skip(None, "true")
