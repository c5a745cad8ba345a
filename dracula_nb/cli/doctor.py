"""``dracula-nb doctor``: what is installed, what is missing, and the line that brings it."""

from __future__ import annotations

import platform
import re
import shlex
import shutil
import sys
import tomllib
from collections.abc import Callable
from importlib import metadata
from pathlib import Path

from dracula_nb.cli.reading import version
from dracula_nb.resources import data_root, notebooks_root

CHROMIUM = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
NAME = re.compile(r"[A-Za-z0-9._-]+")
EXTRA = re.compile(r"extra\s*==\s*[\"']([A-Za-z0-9_-]+)[\"']")
FLOOR = (3, 11)
CHECKOUT = Path(__file__).resolve().parents[2]
"""The checkout, where the package runs from one."""


def doctor() -> None:
    """Print what was found."""
    print("\n".join(report()))


def report() -> list[str]:
    """The findings, a line each."""
    found = ".".join(map(str, sys.version_info[:3]))
    enough = "" if sys.version_info >= FLOOR else f"; expected {'.'.join(map(str, FLOOR))} or newer"
    lines = [
        f"dracula_nb {version()}, in {Path(__file__).resolve().parents[1]}",
        f"Python {found}{enough}, {sys.executable}, {platform.system()} {platform.machine()}",
    ]
    wanted = requirements()
    if not wanted:
        lines.append("packages: dracula_nb is not installed, so its needs are not known here")
    for extra, names in wanted.items():
        lines += _group(extra, names)
    browser = next(filter(None, map(shutil.which, CHROMIUM)), None)
    lines.append(f"Chromium: {browser or 'missing, only the browser tests need it; Debian: apt-get install chromium'}")
    return [*lines, _place("tables", data_root), _place("notebooks", notebooks_root)]


def requirements() -> dict[str, list[str]]:
    """Names of the packages wanted, by extra; the base under an empty name. Empty where nothing tells them."""
    try:
        return grouped(metadata.requires("dracula_nb") or [])
    except metadata.PackageNotFoundError:
        pass
    try:  # not installed, only on the path: the checkout tells
        project = tomllib.loads((CHECKOUT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    except (OSError, ValueError, KeyError):
        return {}
    extras = project.get("optional-dependencies", {})
    more = [f'{text}; extra == "{extra}"' for extra, texts in extras.items() for text in texts]
    return grouped([*project.get("dependencies", []), *more])


def grouped(texts: list[str]) -> dict[str, list[str]]:
    """Requirement texts by extra, the base first.

    >>> grouped(['numba>=0.59; extra == "fast"', "numpy>=1.26"])
    {'': ['numpy'], 'fast': ['numba']}
    """
    groups: dict[str, list[str]] = {"": []}
    for text in texts:
        name, extra = NAME.match(text), EXTRA.search(text)
        if name:
            groups.setdefault(extra[1] if extra else "", []).append(name[0])
    return groups


def _group(extra: str, names: list[str]) -> list[str]:
    versions = {name: _version(name) for name in sorted(names)}
    missing = [name for name, found in versions.items() if found is None]
    present = ", ".join(f"{name} {found}" for name, found in versions.items() if found is not None)
    lines = [f"{f'extra {extra}' if extra else 'base'}: {present or 'nothing of it'}"]
    if missing:
        lines.append(f"    missing {', '.join(missing)}; to get it: {pip_line(extra)}")
    return lines


def _version(name: str) -> str | None:
    try:
        return metadata.version(name)
    except metadata.PackageNotFoundError:
        return None


def pip_line(extra: str) -> str:
    """The command that brings an extra into this Python: from the checkout, where we are one."""
    checkout = (CHECKOUT / "pyproject.toml").is_file()
    target = f"{CHECKOUT if checkout else 'dracula_nb'}{f'[{extra}]' if extra else ''}"
    words = [sys.executable, "-m", "pip", "install", *(["--editable"] if checkout else []), target]
    return shlex.join(words)


def _place(what: str, finder: Callable[[], object]) -> str:
    try:
        return f"{what}: {finder()}"
    except FileNotFoundError as error:
        return f"{what}: missing ({error})"
