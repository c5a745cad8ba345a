"""`lab` opens JupyterLab on a copy: a reader's own work is found again, an older copy is never touched."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import time
import types
import urllib.error
import urllib.request
from pathlib import Path

import pytest
from cli_support import run_with

from dracula_nb.cli import lab
from dracula_nb.cli.lab import copy_notebooks, server_words

ROOT = Path(__file__).resolve().parents[1]


@pytest.fixture
def originals(tmp_path):
    folder = tmp_path / "originals"
    (folder / "hunt" / ".ipynb_checkpoints").mkdir(parents=True)
    (folder / "00_start_here.ipynb").write_text("start")
    (folder / "hunt" / "01.ipynb").write_text("one")
    (folder / "hunt" / ".ipynb_checkpoints" / "01.ipynb").write_text("hidden")
    return folder


@pytest.fixture
def here(tmp_path):
    folder = tmp_path / "here"
    folder.mkdir()
    return folder


def contents(folder: Path) -> dict[str, str]:
    files = (path for path in folder.rglob("*") if path.is_file() and path.name != lab.MARK)
    return {path.relative_to(folder).as_posix(): path.read_text() for path in files}


def test_the_copy_is_whole_and_without_hidden_files(originals, here):
    folder = copy_notebooks(originals, here, "1.0")
    assert folder == here / "dracula-notebooks"
    assert contents(folder) == {"00_start_here.ipynb": "start", "hunt/01.ipynb": "one"}
    assert [path.name for path in here.iterdir()] == ["dracula-notebooks"]


def test_a_readers_own_work_is_opened_again(originals, here):
    folder = copy_notebooks(originals, here, "1.0")
    (folder / "hunt" / "01.ipynb").write_text("my answer")
    (folder / "mine.ipynb").write_text("mine")
    assert copy_notebooks(originals, here, "1.0") == folder
    assert contents(folder) == {"00_start_here.ipynb": "start", "hunt/01.ipynb": "my answer", "mine.ipynb": "mine"}


def test_an_older_copy_stays_and_a_new_folder_bears_the_version(originals, here):
    old = copy_notebooks(originals, here, "1.0")
    (old / "hunt" / "01.ipynb").write_text("my answer")
    before = contents(old)
    (originals / "hunt" / "01.ipynb").write_text("one, again")
    new = copy_notebooks(originals, here, "1.1")
    assert new == here / "dracula-notebooks-1.1"
    assert contents(new)["hunt/01.ipynb"] == "one, again"
    assert contents(old) == before
    assert copy_notebooks(originals, here, "1.1") == new
    (originals / "hunt" / "01.ipynb").write_text("one, a third time")
    assert copy_notebooks(originals, here, "1.1") == here / "dracula-notebooks-1.1-2"


def test_a_folder_of_somebody_else_is_left_alone_and_an_equal_one_is_used(originals, here):
    other = here / "dracula-notebooks"
    other.mkdir()
    (other / "00_start_here.ipynb").write_text("something else")
    assert copy_notebooks(originals, here, "1.0") == here / "dracula-notebooks-1.0"
    assert contents(other) == {"00_start_here.ipynb": "something else"}
    (other / "00_start_here.ipynb").write_text("start")
    (other / "hunt").mkdir()
    (other / "hunt" / "01.ipynb").write_text("one")
    assert copy_notebooks(originals, here, "1.0") == other


@pytest.mark.parametrize("kind", ["file", "broken link"])
def test_a_name_that_is_taken_is_passed_over(kind, originals, here):
    taken = here / "dracula-notebooks"
    if kind == "file":
        taken.write_text("a file")
    else:
        taken.symlink_to("nowhere")
    assert copy_notebooks(originals, here, "1.0") == here / "dracula-notebooks-1.0"
    assert os.path.lexists(taken)


def test_a_copy_that_fails_leaves_nothing_behind(originals, here, monkeypatch):
    def full(path: Path, content: bytes) -> int:
        raise OSError(28, "No space left on device", str(path))

    monkeypatch.setattr(Path, "write_bytes", full)
    with pytest.raises(OSError, match="No space"):
        copy_notebooks(originals, here, "1.0")
    assert list(here.iterdir()) == []


def test_jupyterlab_is_started_on_the_copy_and_heard_on_this_machine_only(originals, here, monkeypatch):
    started: list[list[str]] = []
    fake = types.SimpleNamespace(LabApp=types.SimpleNamespace(launch_instance=lambda argv: started.append(argv)))
    monkeypatch.setitem(sys.modules, "jupyterlab.labapp", fake)
    monkeypatch.setattr(lab, "notebooks_root", lambda: originals)
    monkeypatch.chdir(here)
    result = run_with(monkeypatch, ["lab", "--port", "9123", "--no-browser"])
    assert (result.code, result.err) == (0, "")
    assert f"The notebooks are in {here / 'dracula-notebooks'};" in result.out
    expected = ["--ServerApp.ip=127.0.0.1", f"--ServerApp.root_dir={here / 'dracula-notebooks'}"]
    assert started[0][:4] == [*expected, "--ServerApp.port=9123", "--no-browser"]
    assert "token" not in " ".join(started[0])


def test_the_words_are_no_more_than_were_asked_for():
    assert server_words(Path("n"), None, True) == ["--ServerApp.ip=127.0.0.1", "--ServerApp.root_dir=n"]
    assert server_words(Path("n"), None, True, root=True)[-1] == "--allow-root"


def test_without_jupyterlab_one_line_says_how_to_get_it(here, monkeypatch):
    monkeypatch.setitem(sys.modules, "jupyterlab.labapp", None)
    monkeypatch.chdir(here)
    result = run_with(monkeypatch, ["lab"])
    assert (result.code, result.out, result.err.count("\n")) == (2, "", 1)
    assert "JupyterLab is missing" in result.err
    assert "pip install" in result.err
    assert "[lab]" in result.err
    assert list(here.iterdir()) == []


def test_a_folder_that_cannot_be_written_is_named(originals, here, monkeypatch):
    def refuse(*_: object) -> Path:
        raise PermissionError(13, "Permission denied", str(here))

    monkeypatch.setitem(sys.modules, "jupyterlab.labapp", types.SimpleNamespace(LabApp=None))
    monkeypatch.setattr(lab, "notebooks_root", lambda: originals)
    monkeypatch.setattr(lab, "copy_notebooks", refuse)
    monkeypatch.chdir(here)
    result = run_with(monkeypatch, ["lab"])
    assert (result.code, result.err) == (2, f"{here}: no copy of the notebooks can be made here (Permission denied)\n")


def status(address: str) -> int:
    try:
        with urllib.request.urlopen(address, timeout=5) as answer:
            return int(answer.status)
    except urllib.error.HTTPError as error:
        return error.code
    except OSError:
        return 0


@pytest.mark.slow
def test_the_real_server_asks_for_its_token(tmp_path):
    pytest.importorskip("jupyterlab", reason="the extra lab is not installed")
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    folders = {f"JUPYTER_{kind}_DIR": str(tmp_path / kind.lower()) for kind in ("CONFIG", "DATA", "RUNTIME")}
    environment = {**os.environ, **folders, "PYTHONPATH": str(ROOT)}
    environment.pop("JUPYTER_TOKEN", None)
    command = [sys.executable, "-m", "dracula_nb", "lab", "--no-browser", "--port", str(port)]
    with (tmp_path / "log").open("wb") as log:
        process = subprocess.Popen(command, cwd=tmp_path, env=environment, stdout=log, stderr=log)
    try:
        address = f"http://127.0.0.1:{port}/api"
        until = time.monotonic() + 60
        while status(address) != 200 and process.poll() is None and time.monotonic() < until:
            time.sleep(0.2)
        assert status(address) == 200, (tmp_path / "log").read_text()
        assert status(f"{address}/contents") == 403
    finally:
        process.terminate()
        process.wait(30)
    assert (tmp_path / "dracula-notebooks" / "00_start_here.ipynb").is_file()
