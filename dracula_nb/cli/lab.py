"""``dracula-nb lab``: JupyterLab on a copy of the notebooks, so that the originals stay as they were."""

from __future__ import annotations

import hashlib
import os
import secrets
import shutil
from collections.abc import Callable, Iterator
from importlib import import_module
from importlib.resources.abc import Traversable
from itertools import chain, count
from pathlib import Path

from dracula_nb.cli.doctor import pip_line
from dracula_nb.cli.reading import version
from dracula_nb.core.errors import DraculaError
from dracula_nb.resources import notebooks_root

FOLDER = "dracula-notebooks"
MARK = ".copied-from"
"""A file in each copy: the digest of the originals it was made from, so that a reader's own changes do not count."""


def lab(port: int | None, browser: bool) -> None:
    """Copy the notebooks into the current folder and run JupyterLab on the copy until it is stopped.

    Raises
    ------
    DraculaError
        JupyterLab is missing, or the copy cannot be written.
    """
    start = _jupyterlab()
    try:
        folder = copy_notebooks(notebooks_root(), Path.cwd(), version())
    except FileNotFoundError as error:
        raise DraculaError(str(error)) from None
    except OSError as error:
        reason = error.strerror or type(error).__name__
        raise DraculaError(f"{Path.cwd()}: no copy of the notebooks can be made here ({reason})") from None
    print(f"The notebooks are in {folder}; stop with Ctrl+C.", flush=True)
    start(server_words(folder, port, browser, root=hasattr(os, "geteuid") and os.geteuid() == 0))


def _jupyterlab() -> Callable[[list[str]], None]:
    """What starts JupyterLab with a list of words."""
    try:
        app = import_module("jupyterlab.labapp").LabApp
    except ImportError as error:
        raise DraculaError(f"JupyterLab is missing ({error.name}); expected it: {pip_line('lab')}") from None
    return lambda words: app.launch_instance(argv=words)


def server_words(folder: Path, port: int | None, browser: bool, root: bool = False) -> list[str]:
    """The words that JupyterLab is started with: on this machine alone; its token stays as it is, which is on.

    >>> server_words(Path("/tmp/n"), 9000, False)
    ['--ServerApp.ip=127.0.0.1', '--ServerApp.root_dir=/tmp/n', '--ServerApp.port=9000', '--no-browser']
    """
    words = ["--ServerApp.ip=127.0.0.1", f"--ServerApp.root_dir={folder}"]
    if port is not None:
        words.append(f"--ServerApp.port={port}")
    if not browser:
        words.append("--no-browser")
    # in a container everybody is root, and Jupyter would stop there although it is heard on this machine alone
    return [*words, "--allow-root"] if root else words


def copy_notebooks(originals: Traversable, where: Path, release: str) -> Path:
    """Find or make a copy of these notebooks, and leave every other folder alone.

    Returns
    -------
    The first of ``dracula-notebooks``, ``dracula-notebooks-<release>``, ``dracula-notebooks-<release>-2``, ... that is
    a copy of these originals (changed by its owner or not), or that is not there yet and is made.
    """
    files = dict(walk(originals))
    digest = digest_of(files)
    numbered = (f"{FOLDER}-{release}-{number}" for number in count(2))
    folders = (where / name for name in chain((FOLDER, f"{FOLDER}-{release}"), numbered))
    folder = next(path for path in folders if not os.path.lexists(path) or is_copy(path, files, digest))
    return folder if os.path.lexists(folder) else _copy(files, digest, folder)


def walk(folder: Traversable, prefix: str = "") -> Iterator[tuple[str, bytes]]:
    """Every file below a folder, which may lie in a zip: (path, content), hidden files and caches left out."""
    for item in sorted(folder.iterdir(), key=lambda entry: entry.name):
        if item.name.startswith(".") or item.name == "__pycache__":
            continue
        if item.is_dir():
            yield from walk(item, f"{prefix}{item.name}/")
        else:
            yield f"{prefix}{item.name}", item.read_bytes()


def digest_of(files: dict[str, bytes]) -> str:
    """One text for names and contents together."""
    whole = hashlib.sha256()
    for name, content in files.items():
        whole.update(f"{len(name)} {name} {len(content)} ".encode())
        whole.update(content)
    return whole.hexdigest()


def is_copy(folder: Path, files: dict[str, bytes], digest: str) -> bool:
    """Whether a folder was copied from these originals, or holds them all unchanged."""
    try:
        if (folder / MARK).read_text(encoding="utf-8").strip() == digest:
            return True
    except (OSError, UnicodeDecodeError):
        pass
    try:
        return all((folder / name).read_bytes() == content for name, content in files.items())
    except OSError:
        return False


def _copy(files: dict[str, bytes], digest: str, folder: Path) -> Path:
    """Write the copy beside its place and move it there when it is whole."""
    aside = folder.with_name(f".{folder.name}.{secrets.token_hex(4)}.tmp")
    try:
        for name, content in {**files, MARK: f"{digest}\n".encode()}.items():
            path = aside / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)
        aside.rename(folder)
    finally:
        shutil.rmtree(aside, ignore_errors=True)
    return folder
