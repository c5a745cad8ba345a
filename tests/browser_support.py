"""One JupyterLab and one page for all browser tests: notebooks are written, run and looked at there."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, TypeVar

FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-dev-shm-usage",
]
ROOT = Path(__file__).resolve().parents[1]
WAIT = 60
"""Seconds until a thing that does not come is given up."""
READY = """async (path) => {
    const app = window.jupyterapp;
    if (!app || !app.shell.currentWidget) return false;
    const panel = app.shell.currentWidget;
    if (!panel.context || panel.context.path !== path) return false;
    await panel.context.ready;
    const session = panel.sessionContext;
    const kernel = session.session?.kernel;
    return session.isReady && kernel?.connectionStatus === "connected" && kernel.status === "idle";
}"""
T = TypeVar("T")


def wait_for(look: Callable[[], T | None], what: str) -> T:
    """What `look` finds once it finds something."""
    end = time.monotonic() + WAIT
    while time.monotonic() < end:
        found = look()
        if found:
            return found
        time.sleep(0.05)
    raise AssertionError(f"{what} did not come within {WAIT} s")


def notebook(cells: Sequence[str]) -> str:
    """A notebook of code cells as text."""
    blank = {"cell_type": "code", "metadata": {}, "outputs": [], "execution_count": None}
    made = [{**blank, "id": f"cell-{at}", "source": source} for at, source in enumerate(cells)]
    kernel = {"kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"}}
    return json.dumps({"cells": made, "metadata": kernel, "nbformat": 4, "nbformat_minor": 5})


class Server:
    """A JupyterLab of its own in a folder, with a token, on this machine alone."""

    def __init__(self, folder: Path, app: str = "lab") -> None:
        self.folder = folder / "notebooks"
        self.folder.mkdir()
        self.token = "only-for-this-test"
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        private = {name: str(folder / name.lower()) for name in ("CONFIG_DIR", "DATA_DIR", "RUNTIME_DIR")}
        # settings and layouts of the person who runs the tests stay as they are
        homes = {f"JUPYTER_{name}": path for name, path in private.items()}
        homes |= {"JUPYTERLAB_SETTINGS_DIR": str(folder / "s"), "JUPYTERLAB_WORKSPACES_DIR": str(folder / "w")}
        quiet = folder / "s" / "@jupyterlab" / "apputils-extension" / "notification.jupyterlab-settings"
        quiet.parent.mkdir(parents=True)
        quiet.write_text('{"fetchNews": "false", "checkForUpdates": false}', encoding="utf-8")
        words = [
            "--no-browser",
            "--allow-root",
            "--ServerApp.ip=127.0.0.1",
            f"--ServerApp.port={self.port}",
            f"--IdentityProvider.token={self.token}",
            f"--ServerApp.root_dir={self.folder}",
            "--LabApp.expose_app_in_browser=True",
        ]
        with (folder / "server.log").open("wb") as log:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "jupyter", app, *words],
                env={**os.environ, **homes, "IPYTHONDIR": str(folder / "i"), "PYTHONPATH": str(ROOT)},
                stdout=log,
                stderr=log,
                cwd=self.folder,
            )
        wait_for(self._answers, "the server")

    def _answers(self) -> bool:
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{self.port}/api?token={self.token}", timeout=2):
                return True
        except OSError:
            assert self.process.poll() is None, "the server has stopped"
            return False

    def stop(self) -> None:
        """End the server and its kernels."""
        self.process.terminate()
        try:
            self.process.wait(20)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()


class Lab:
    """A page of the server: `run` opens a notebook and runs its cells, `state` reads what a kernel wrote."""

    def __init__(self, server: Server, page: Any) -> None:
        self.server, self.page = server, page

    def run(self, name: str, cells: Sequence[str]) -> None:
        """Write a notebook, open it alone, and run all of its cells."""
        path = f"{name}.ipynb"
        (self.server.folder / path).write_text(notebook(cells), encoding="utf-8")
        place = f"http://127.0.0.1:{self.server.port}/lab/workspaces/{name}/tree/{path}?token={self.server.token}"
        self.page.goto(place, wait_until="domcontentloaded")
        # a run before the kernel is there opens a dialog that nobody answers
        wait_for(lambda: self.page.evaluate(READY, path), "the notebook's kernel")
        # not awaited: the command's promise may never end
        self.page.evaluate("() => { window.jupyterapp.commands.execute('notebook:run-all-cells'); }")

    def state(self, name: str, fits: Callable[[Any], bool]) -> Any:
        """The newest JSON that the kernel wrote to a file, once it fits."""
        file = self.server.folder / name

        def look() -> Any:
            try:
                found = json.loads(file.read_text(encoding="utf-8"))
            except (OSError, ValueError):
                return None
            return found if fits(found) else None

        return wait_for(look, f"the state in {name}")
