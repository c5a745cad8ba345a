"""The whole index of fury_trail's rules, and that what the code cites stands in it."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from cli_support import run_with

import dracula_nb
from dracula_nb.core.registry import read_rules

CODE = Path(dracula_nb.__file__).parent


def test_every_rule_that_the_code_cites_is_a_row() -> None:
    cited = {
        (rule, path.name)
        for path in CODE.rglob("*.py")
        for rule in re.findall(r"FT-[A-Z]+-\d\d", path.read_text(encoding="utf-8"))
    }
    rows = {row.id for row in read_rules("fury_trail")}
    assert len(cited) > 300
    assert sorted(pair for pair in cited if pair[0] not in rows) == []


def test_rules_of_a_game_that_cannot_be_played_yet_are_listed(monkeypatch: pytest.MonkeyPatch) -> None:
    rows = json.loads(run_with(monkeypatch, ["rules", "fury_trail", "--json"]).out)
    assert len(rows) == 442
    one = run_with(monkeypatch, ["rules", "fury_trail", "--id", "FT-SEA-07"])
    assert one.code == 0
    assert "can defeat Dracula" in one.out
