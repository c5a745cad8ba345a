"""Each command has a golden example: words and input, then exit code, output and errors.

``python tests/test_cli_golden.py`` works the answers out again; read the difference before it is kept.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from cli_support import Result, run_with

FOLDER = Path(__file__).parent / "golden" / "cli"
EXAMPLES = sorted(FOLDER.glob("*.json"))
KEYS = {
    "deduce": [
        *("game", "profile", "turn", "model", "possible", "posterior", "trail", "entropy_bits", "states", "exact"),
        *("log_evidence", "contradiction", "why", "advice"),
    ],
    "odds": ["value", "utility", "row", "column", "outcomes", "assumed", "reconstructed"],
    "simulate": ["game", "games", "seed", "version", "results", "draws", "means"],
    "rules": ["id", "section", "text", "kind", "source", "proof"],
    "replay": ["round", "current_player", "score", "health", "location", "legal_dracula_moves"],
}


def answer(example: dict[str, Any], result: Result) -> dict[str, Any]:
    """The result as the file holds it: JSON as values, text as lines."""
    as_json = "--json" in example["arguments"]
    output = json.loads(result.out) if as_json else result.out.splitlines()
    return {"exit": result.code, "output": output, "errors": result.err.splitlines()}


def same(found: Any, expected: Any) -> bool:
    """Equal, in order too, but for the last digits of probabilities."""
    if isinstance(expected, dict):
        return (
            isinstance(found, dict)
            and set(found) == set(expected)
            and all(same(found[key], expected[key]) for key in expected)
        )
    if isinstance(expected, list):
        return len(found) == len(expected) and all(map(same, found, expected))
    if isinstance(expected, float):
        return found == pytest.approx(expected, rel=1e-9, abs=1e-12)
    return type(found) is type(expected) and found == expected


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_the_answer_is_the_golden_one(path, monkeypatch):
    example = json.loads(path.read_text(encoding="utf-8"))
    found = answer(example, run_with(monkeypatch, example["arguments"], example["input"].encode()))
    for part in ("exit", "errors", "output"):
        assert same(found[part], example[part]), json.dumps(found[part], indent=2)


def test_every_command_with_json_has_an_example_with_the_keys_in_order():
    seen: set[str] = set()
    for path in EXAMPLES:
        example = json.loads(path.read_text(encoding="utf-8"))
        command, output = example["arguments"][0], example["output"]
        if isinstance(output, dict) and example["input"].startswith("game: hunt\nversion"):
            assert list(output) == ["game", "seat", "entries", "outcome"]
        elif isinstance(output, dict):
            assert list(output) == KEYS[command]
            seen.add(command)
    assert seen == set(KEYS)


def regenerate() -> None:
    """Write the answers of today into the files."""
    with pytest.MonkeyPatch.context() as monkeypatch:
        for path in EXAMPLES:
            example = json.loads(path.read_text(encoding="utf-8"))
            result = run_with(monkeypatch, example["arguments"], example["input"].encode())
            example.update(answer(example, result))
            path.write_text(json.dumps(example, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    regenerate()
