"""Reads what `simulate` and `play` are asked for: a game under options of its rules, and who plays each side."""

from __future__ import annotations

import json
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

from dracula_nb.cli.reading import load_game
from dracula_nb.core.errors import DraculaError

MOST_SEEDS = 10**12


def game_under(name: str, rules: Sequence[str], tables: Path | None) -> Any:
    """The game of that name under options such as ``last_round=20``, on a folder's tables if there is one.

    Raises
    ------
    DraculaError
        No such game, option or value, or a table that cannot be used.
    """
    game = load_game(name, tables)
    if not rules:
        return game
    from dracula_nb.core.header import Header, game_of

    options = dict(_option(text) for text in rules)
    chosen: Any = game_of(Header(name, rules=options), "--rule")
    if tables is None:
        return chosen
    return import_module("dracula_nb").load(name, rules=chosen.rules, tables=tables)


def _option(text: str) -> tuple[str, Any]:
    """Name and value; a value that is no JSON is a text.

    >>> _option("last_round=20"), _option("map=Europe"), _option('hunters=["G", "M"]')
    (('last_round', 20), ('map', 'Europe'), ('hunters', ['G', 'M']))
    """
    name, equals, value = text.partition("=")
    if not equals or not name.strip():
        raise DraculaError(f"--rule {text[:60]!r}: expected NAME=VALUE, such as last_round=20")
    try:
        return name.strip(), json.loads(value)
    except (ValueError, RecursionError):
        return name.strip(), value.strip()


def players_of(text: str | None) -> dict[str, str]:
    """Side to policy name, as ``--players`` gives them; what is unknown is for `lineup` to say.

    Raises
    ------
    DraculaError
        Not of the form, or a side twice.

    Examples
    --------
    >>> players_of("dracula=evasive(0.5), hunters=greedy")
    {'dracula': 'evasive(0.5)', 'hunters': 'greedy'}
    """
    found: dict[str, str] = {}
    for part in text.split(",") if text is not None else ():
        side, equals, name = (word.strip() for word in part.partition("="))
        if not (side and equals and name) or side in found:
            raise DraculaError(f"--players {part.strip()[:60]!r}: expected SIDE=POLICY, each side once, with commas")
        found[side] = name
    return found


def seed_within(seed: int) -> int:
    """The seed, if it is one that a playthrough can hold.

    Raises
    ------
    DraculaError
        It is too large or below nought.
    """
    if not 0 <= seed <= MOST_SEEDS:
        raise DraculaError(f"--seed {seed}: expected a whole number from 0 to {MOST_SEEDS:,}")
    return seed
