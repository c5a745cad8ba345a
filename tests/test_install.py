"""Tables and notebooks are found however the package was installed, and never in a stranger's folder."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]

# Says where the package came from and what it read, so that another installation cannot answer in its place.
READ = """
import csv, json, os, site, sys
for folder in os.environ.get("DRACULA_SITE", "").split(os.pathsep):
    if folder:
        site.addsitedir(folder)
import dracula_nb.resources as resources
data, notebooks = resources.data_root(), resources.notebooks_root()
with (data / "maps" / "places_2006.csv").open(encoding="utf-8") as file:
    places = [row["name"] for row in csv.DictReader(file)]
with (notebooks / "00_start_here.ipynb").open(encoding="utf-8") as file:
    notebook = json.load(file)
with (data / "SOURCES.md").open(encoding="utf-8") as file:
    title = file.readline()
found = {"from": resources.__file__, "data": str(data), "title": title, "places": places}
print(json.dumps({**found, "cells": len(notebook["cells"])}))
"""


def build(hook: str, folder: Path) -> Path:
    """Call a hook of the build backend on the checkout; nothing is fetched."""
    code = f"import sys, hatchling.build as b; print(b.{hook}(sys.argv[1]))"
    done = subprocess.run(
        [sys.executable, "-c", code, str(folder)], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr[-2000:]
    return folder / done.stdout.split()[-1]


@pytest.fixture(scope="session")
def start_here() -> Path:
    notebook = ROOT / "notebooks" / "00_start_here.ipynb"
    if not notebook.is_file():
        pytest.skip("notebooks/00_start_here.ipynb is not written yet")
    return notebook


@pytest.fixture(scope="session")
def wheel(tmp_path_factory: pytest.TempPathFactory, start_here: Path) -> Path:
    return build("build_wheel", tmp_path_factory.mktemp("wheel"))


@pytest.fixture(scope="session")
def unpacked(tmp_path_factory: pytest.TempPathFactory, wheel: Path) -> Path:
    folder = tmp_path_factory.mktemp("installed")
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(folder)
    return folder


@pytest.fixture(scope="session")
def editable(tmp_path_factory: pytest.TempPathFactory, start_here: Path) -> Path:
    folder = tmp_path_factory.mktemp("editable")
    with zipfile.ZipFile(build("build_editable", folder)) as archive:
        archive.extractall(folder)
    return folder


def read(cwd: Path, *, path: Path | None = None, site: Path | None = None) -> subprocess.CompletedProcess[str]:
    """Run READ in a Python that has no site-packages but those given, so that only this installation can answer."""
    env = {key: value for key, value in os.environ.items() if not key.startswith("PYTHON")}
    env["PYTHONPATH"], env["DRACULA_SITE"] = str(path or ""), str(site or "")
    command = [sys.executable, "-S", "-P", "-c", READ]
    return subprocess.run(command, cwd=cwd, env=env, capture_output=True, text=True, check=False)


def expect_all_read(done: subprocess.CompletedProcess[str], package: Path, start_here: Path) -> None:
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert Path(found["from"]) == package / "dracula_nb" / "resources.py"
    assert found["title"].startswith("# Where the tables come from")
    assert {"Castle Dracula", "Vienna", "Bay of Biscay"} <= set(found["places"])
    assert found["cells"] == len(json.loads(start_here.read_text(encoding="utf-8"))["cells"])


def test_wheel_away_from_the_checkout(unpacked: Path, start_here: Path) -> None:
    done = read(Path("/"), path=unpacked)
    expect_all_read(done, unpacked, start_here)
    assert json.loads(done.stdout)["data"].startswith(str(unpacked)), "the tables came from outside the wheel"


def test_wheel_in_the_checkout(unpacked: Path, start_here: Path) -> None:
    done = read(ROOT, path=unpacked)
    expect_all_read(done, unpacked, start_here)
    assert json.loads(done.stdout)["data"].startswith(str(unpacked)), "the tables came from the checkout"


def test_editable(editable: Path, start_here: Path) -> None:
    expect_all_read(read(Path("/"), site=editable), ROOT, start_here)


def test_no_installation(start_here: Path) -> None:
    expect_all_read(read(Path("/"), path=ROOT), ROOT, start_here)


def test_zip(wheel: Path, start_here: Path) -> None:
    expect_all_read(read(Path("/"), path=wheel), wheel, start_here)


def test_a_strangers_folder_of_the_same_name_is_not_taken(tmp_path: Path) -> None:
    package = tmp_path / "dracula_nb"
    package.mkdir()
    (package / "__init__.py").touch()
    (package / "resources.py").write_text((ROOT / "dracula_nb" / "resources.py").read_text(encoding="utf-8"))
    (tmp_path / "data" / "maps").mkdir(parents=True)
    (tmp_path / "data" / "maps" / "places_2006.csv").write_text("name\nElsewhere\n")
    done = read(tmp_path, path=tmp_path)
    assert done.returncode == 1
    assert done.stderr.splitlines()[-1] == (
        "FileNotFoundError: data/SOURCES.md of dracula_nb not found; reinstall the package"
    )


def test_wheel_holds_the_package_and_nothing_else(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        names = archive.namelist()
    tops = {name.split("/")[0] for name in names}
    assert tops == {"dracula_nb", next(top for top in tops if top.endswith(".dist-info"))}
    shipped = {name.removeprefix("dracula_nb/") for name in names}
    tables = {path.relative_to(ROOT).as_posix() for path in (ROOT / "data").rglob("*") if path.is_file()}
    assert tables <= shipped
    scripts = {path.relative_to(ROOT / "dracula_nb").as_posix() for path in (ROOT / "dracula_nb").rglob("static/*.js")}
    assert scripts <= shipped
