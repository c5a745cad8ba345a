"""Where the tables and the notebooks are, however the package was installed. No table is read or parsed here.

In a wheel both folders travel inside the package; in a checkout, an editable installation or a plain
``PYTHONPATH`` they stand beside it. In a zip they are no paths at all, so callers use ``.open`` and ``.iterdir``
of what they get and never turn it into a string.
"""

from __future__ import annotations

from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path

__all__ = ["data_root", "notebooks_root"]


def data_root() -> Traversable:
    """Find the folder of tables.

    Returns
    -------
    The folder that holds ``SOURCES.md`` and one folder a game; it may lie inside a zip.

    Raises
    ------
    FileNotFoundError
        The tables were not installed with the package.

    Examples
    --------
    >>> with (data_root() / "SOURCES.md").open(encoding="utf-8") as file:
    ...     file.readline().strip()
    '# Where the tables come from'
    """
    return _root("data", "SOURCES.md")


def notebooks_root() -> Traversable:
    """Find the folder of notebooks as they were shipped.

    Returns
    -------
    The folder that holds ``00_start_here.ipynb``; it may lie inside a zip, so copy it before anything is opened in it.

    Raises
    ------
    FileNotFoundError
        The notebooks were not installed with the package.
    """
    return _root("notebooks", "00_start_here.ipynb")


def _root(folder: str, sentinel: str) -> Traversable:
    # The sentinel keeps us from taking a stranger's site-packages/data for ours.
    roots: list[Traversable] = [files("dracula_nb") / folder, Path(__file__).resolve().parents[1] / folder]
    for root in roots:
        if (root / sentinel).is_file():
            return root
    raise FileNotFoundError(f"{folder}/{sentinel} of dracula_nb not found; reinstall the package")
