"""``dracula-nb desk``: the hunters' desk as a web page, served by Voila to this machine alone."""

from __future__ import annotations

import webbrowser
from importlib import import_module
from pathlib import Path

from dracula_nb.cli.doctor import pip_line
from dracula_nb.cli.lab import copy_notebooks
from dracula_nb.cli.reading import version
from dracula_nb.core.errors import DraculaError
from dracula_nb.resources import notebooks_root

NOTEBOOK = "desk.ipynb"


def desk(port: int | None, browser: bool) -> None:
    """Serve the desk's notebook until it is stopped; the case files lie in the folder of the notebooks.

    Raises
    ------
    DraculaError
        Voila is missing, or the copy of the notebooks cannot be written.
    """
    try:
        app = import_module("voila.app").Voila
    except ImportError as error:
        raise DraculaError(f"Voila is missing ({error.name}); expected it: {pip_line('lab')}") from None
    try:
        folder = copy_notebooks(notebooks_root(), Path.cwd(), version())
    except FileNotFoundError as error:
        raise DraculaError(str(error)) from None
    except OSError as error:
        reason = error.strerror or type(error).__name__
        raise DraculaError(f"{Path.cwd()}: no copy of the notebooks can be made here ({reason})") from None
    print(f"Case files are kept in {folder}; open the address below, stop with Ctrl+C.", flush=True)
    server = app.instance()
    server.initialize(voila_words(folder / NOTEBOOK, port, browser))
    # Voila itself would open the page without the token, and so ask for it
    server.launch_browser = lambda: webbrowser.open(server.display_url)
    server.start()


def voila_words(notebook: Path, port: int | None, browser: bool) -> list[str]:
    """The words that Voila is started with: on this machine alone, with a token of its own making.

    >>> voila_words(Path("/tmp/desk.ipynb"), 9000, False)
    ['/tmp/desk.ipynb', '--Voila.ip=127.0.0.1', '--Voila.auto_token=True', '--Voila.port=9000', '--no-browser']
    """
    words = [str(notebook), "--Voila.ip=127.0.0.1", "--Voila.auto_token=True"]
    if port is not None:
        words.append(f"--Voila.port={port}")
    return words if browser else [*words, "--no-browser"]
