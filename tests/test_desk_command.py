"""`desk` serves the desk's notebook by Voila: on this machine alone, with a token."""

from __future__ import annotations

import os
import re
import socket
import subprocess
import sys
import time
import types
import urllib.request
import webbrowser
from pathlib import Path

import pytest
from cli_support import run_with

ROOT = Path(__file__).resolve().parents[1]


class FakeVoila:
    """Stands for Voila: what it was started with, and the page that it would open."""

    display_url = "http://127.0.0.1:8866/?token=abc"
    words: list[str]

    @classmethod
    def instance(cls) -> FakeVoila:
        return cls()

    def initialize(self, words: list[str]) -> None:
        FakeVoila.words = words

    def launch_browser(self) -> None:
        raise AssertionError("opens the page without its token")

    def start(self) -> None:
        self.launch_browser()


def test_voila_serves_the_copy_to_this_machine_and_opens_it_with_its_token(tmp_path, monkeypatch):
    opened: list[str] = []
    monkeypatch.setitem(sys.modules, "voila.app", types.SimpleNamespace(Voila=FakeVoila))
    monkeypatch.setattr(webbrowser, "open", opened.append)
    monkeypatch.chdir(tmp_path)
    result = run_with(monkeypatch, ["desk", "--port", "9123"])
    assert (result.code, result.err) == (0, "")
    folder = tmp_path / "dracula-notebooks"
    assert f"Case files are kept in {folder};" in result.out
    assert FakeVoila.words[0] == str(folder / "desk.ipynb")
    assert {"--Voila.ip=127.0.0.1", "--Voila.auto_token=True", "--Voila.port=9123"} <= set(FakeVoila.words)
    assert opened == [FakeVoila.display_url]
    assert (folder / "desk.ipynb").is_file()


def test_without_voila_one_line_says_how_to_get_it(tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "voila.app", None)
    monkeypatch.chdir(tmp_path)
    result = run_with(monkeypatch, ["desk"])
    assert (result.code, result.out, result.err.count("\n")) == (2, "", 1)
    assert "Voila is missing" in result.err
    assert "pip install" in result.err
    assert "[lab]" in result.err
    assert list(tmp_path.iterdir()) == []


def test_a_port_that_is_none(tmp_path, monkeypatch):
    result = run_with(monkeypatch, ["desk", "--port", "99999"])
    assert (result.code, result.err.count("\n")) == (2, 1)


@pytest.mark.slow
def test_the_real_page_asks_for_its_token(tmp_path):
    pytest.importorskip("voila", reason="the extra lab is not installed")
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    folders = {f"JUPYTER_{kind}_DIR": str(tmp_path / kind.lower()) for kind in ("CONFIG", "DATA", "RUNTIME")}
    paths = os.pathsep.join(filter(None, (str(ROOT), os.environ.get("PYTHONPATH"))))
    command = [sys.executable, "-m", "dracula_nb", "desk", "--no-browser", "--port", str(port)]
    log = tmp_path / "log"
    with log.open("wb") as file:
        environment = {**os.environ, **folders, "PYTHONPATH": paths}
        process = subprocess.Popen(command, cwd=tmp_path, env=environment, stdout=file, stderr=file)
    try:
        until = time.monotonic() + 60
        found = None
        while found is None and process.poll() is None and time.monotonic() < until:
            found = re.search(r"http://127\.0\.0\.1:\d+/\?token=\w{20,}", log.read_text())
            time.sleep(0.2)
        assert found is not None, log.read_text()
        with urllib.request.urlopen(found[0].partition("?")[0], timeout=30) as answer:
            assert "/login" in answer.url
        with urllib.request.urlopen(found[0], timeout=60) as answer:
            assert "/login" not in answer.url
            assert "hunters" in answer.read().decode()
    finally:
        process.terminate()
        process.wait(30)
