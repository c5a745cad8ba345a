"""Notebooks are thin: no definitions, no outputs, short cells, the aim first, and nothing read from beside them."""

from __future__ import annotations

import ast
import json
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[1]
NOTEBOOKS = sorted(p for p in (ROOT / "notebooks").rglob("*.ipynb") if ".ipynb_checkpoints" not in p.parts)
CELL_LINES = 15
CODE_LINES = 75
"""STYLE aims at 60 lines of code; what is over 75 belongs in `dracula_nb.lessons`."""


def source(cell: dict[str, Any]) -> str:
    return "".join(cell["source"])


def is_exercise(cell: dict[str, Any]) -> bool:
    return "exercise" in cell.get("metadata", {}).get("tags", [])


def code_lines(cell: dict[str, Any]) -> list[str]:
    return [line for line in source(cell).splitlines() if line.strip()]


def defines(code: str) -> bool:
    plain = "\n".join("" if line.lstrip().startswith(("%", "!")) else line for line in code.splitlines())
    kinds = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
    return any(isinstance(node, kinds) for node in ast.walk(ast.parse(plain)))


def faults_of_cell(cell: dict[str, Any], name: str) -> list[str]:
    found = []
    if defines(source(cell)) and not is_exercise(cell):
        found.append(f"{name}: defines a function or class; move it to dracula_nb/lessons")
    if len(code_lines(cell)) > CELL_LINES:
        found.append(f"{name}: {len(code_lines(cell))} lines, expected at most {CELL_LINES}")
    if cell.get("outputs") or cell.get("execution_count") is not None:
        found.append(f"{name}: has outputs or a count; run nbstripout")
    return found


def faults(notebook: dict[str, Any], lesson: bool = False) -> list[str]:
    """Everything in a notebook that breaks a rule of the house."""
    cells = notebook["cells"]
    code = [cell for cell in cells if cell["cell_type"] == "code"]
    found = [fault for n, cell in enumerate(code, 1) for fault in faults_of_cell(cell, f"code cell {n}")]
    first = source(cells[0]) if cells and cells[0]["cell_type"] == "markdown" else ""
    if not (first.startswith("# ") and "aim" in first.partition("\n")[2].lower()):
        found.append("first cell: expected text with a title and a line that says the aim")
    total = sum(len(code_lines(cell)) for cell in code)
    if total > CODE_LINES:
        found.append(f"{total} lines of code, expected about 60")
    texts = len(cells) - len(code)
    if texts * 2 < len(code):
        found.append(f"{texts} cells of text for {len(code)} of code, expected about as many")
    if any("../" in source(cell) for cell in code):
        found.append("reads from ../; use dracula_nb.resources")
    exercises = [cell for cell in code if is_exercise(cell)]
    if lesson and not 2 <= len(exercises) <= 4:
        found.append(f"{len(exercises)} exercises, expected 2 to 4")
    if lesson and not any("check" in source(cell) for cell in code):
        found.append("no exercise is checked")
    return found


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda p: p.relative_to(ROOT / "notebooks").as_posix())
def test_notebook_keeps_the_rules(path: Path) -> None:
    notebook = json.loads(path.read_text(encoding="utf-8"))
    assert faults(notebook, lesson=path.parent == ROOT / "notebooks" / "lessons") == []


def text(*lines: str) -> dict[str, Any]:
    return {"cell_type": "markdown", "source": "\n".join(lines), "metadata": {}}


def code(*lines: str, tags: tuple[str, ...] = (), **more: Any) -> dict[str, Any]:
    blank = {"outputs": [], "execution_count": None, "metadata": {"tags": list(tags)}}
    return {"cell_type": "code", "source": "\n".join(lines), **blank, **more}


TITLE = text("# Traps", "", "**Aim.** See how a trap works.")
EXERCISES = [code("answer = 3", "check(answer)", tags=("exercise",)), code("answer = 4", tags=("exercise",))]


@pytest.mark.parametrize(
    "cells",
    [
        [TITLE, code("x = 1", "x")],
        [TITLE, code("%matplotlib inline", "x = [n for n in range(3)]")],
        [TITLE, code("def mine(x):", "    return x", tags=("exercise",))],
    ],
)
def test_a_good_notebook_has_no_fault(cells: list[dict[str, Any]]) -> None:
    assert faults({"cells": cells}) == []


def test_a_good_lesson_has_no_fault() -> None:
    assert faults({"cells": [TITLE, text("Now you."), *EXERCISES]}, lesson=True) == []


@pytest.mark.parametrize(
    ("cells", "fault"),
    [
        ([TITLE, code("def f():", "    return 1")], "defines a function"),
        ([TITLE, code("if True:", "    class C: pass")], "defines a function"),
        ([TITLE, code("x = 1", outputs=[{"text": "1"}])], "outputs"),
        ([TITLE, code("x = 1", execution_count=3)], "outputs"),
        ([TITLE, code(*["x = 1"] * 16)], "16 lines"),
        ([TITLE, *[text("Next."), code(*["x = 1"] * 15)] * 6], "90 lines of code"),
        ([TITLE, *[code("x = 1")] * 3], "1 cells of text for 3"),
        ([code("x = 1"), TITLE], "first cell"),
        ([text("# Aim"), code("x = 1")], "first cell"),
        ([text("Aim: learn"), code("x = 1")], "first cell"),
        ([TITLE, code("open('../data/x.csv')")], "reads from ../"),
    ],
)
def test_each_fault_is_seen(cells: list[dict[str, Any]], fault: str) -> None:
    found = faults({"cells": cells})
    assert len(found) == 1
    assert fault in found[0]


@pytest.mark.parametrize(
    ("cells", "fault"),
    [
        ([TITLE, EXERCISES[0]], "1 exercises"),
        ([TITLE, text("Now you."), EXERCISES[1], EXERCISES[1]], "no exercise is checked"),
    ],
)
def test_each_fault_of_a_lesson_is_seen(cells: list[dict[str, Any]], fault: str) -> None:
    found = faults({"cells": cells}, lesson=True)
    assert len(found) == 1
    assert fault in found[0]
