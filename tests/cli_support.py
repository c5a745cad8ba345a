"""Runs a command in this process, with a text on its standard input."""

from __future__ import annotations

import io
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import pytest

from dracula_nb.cli import run


@dataclass(frozen=True)
class Result:
    code: int
    out: str
    err: str


Runner = Callable[..., Result]


def run_with(monkeypatch: pytest.MonkeyPatch, arguments: Sequence[str], stdin: bytes = b"") -> Result:
    """What a command answers; its output is captured whole."""
    out, err = io.StringIO(), io.StringIO()
    with monkeypatch.context() as patch:
        patch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin), encoding="utf-8"))
        patch.setattr(sys, "stdout", out)
        patch.setattr(sys, "stderr", err)
        code = run(arguments)
    return Result(code, out.getvalue(), err.getvalue())
