"""The head of a playthrough file: which game, under which options, from which seed."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass, field, fields, is_dataclass
from enum import Enum
from fractions import Fraction
from importlib import import_module
from typing import Any

from dracula_nb.core.errors import PlaythroughError
from dracula_nb.core.game import AnyGame

VERSION = 1
"""Of the file format; a reader refuses what it does not know."""

KEYS = ("game", "version", "seed", "rules")
NAME = re.compile(r"[a-z][a-z0-9_]{0,39}")
SEED = re.compile(r"-?[0-9]{1,30}")


@dataclass(frozen=True, slots=True)
class Header:
    """What the head of a file says; `rules` holds the options that differ from the game's defaults."""

    game: str
    seed: int | None = None
    rules: dict[str, Any] = field(default_factory=dict)


def changed_options(game: AnyGame) -> dict[str, Any]:
    """Options in the game's `Rules` record that differ from its defaults, as JSON values.

    Raises
    ------
    TypeError
        An option is of a kind that text cannot carry.
    """
    rules = getattr(game, "rules", None)
    if not is_dataclass(rules) or isinstance(rules, type):
        return {}
    default = type(rules)()
    pairs = ((item.name, getattr(rules, item.name)) for item in fields(rules))
    return {name: _plain(value) for name, value in pairs if value != getattr(default, name)}


def _plain(value: Any) -> Any:
    if isinstance(value, Enum):
        return value.name
    if isinstance(value, Fraction):
        return str(value)
    if isinstance(value, tuple):
        return [_plain(item) for item in value]
    if isinstance(value, frozenset):
        return sorted(_plain(item) for item in value)
    if value is None or isinstance(value, bool | int | str):
        return value
    raise TypeError(f"option value {value!r}: expected a truth value, number, text, Enum, or a tuple of these")


def _of_plain(value: Any, default: Any) -> Any:
    """The option value written as JSON `value`, of the kind of its default, or an error."""
    if isinstance(default, Enum):
        return type(default)[str(value)]
    if isinstance(default, Fraction):
        return Fraction(str(value))
    if isinstance(default, frozenset) and isinstance(value, list):
        return frozenset(_tupled(value))
    value = _tupled(value)
    # Where the default is None ("no limit"), or the value is, any plain value may stand.
    if default is not None and value is not None and type(value) is not type(default):
        raise ValueError(f"a {type(default).__name__} is wanted")
    return value


def _tupled(value: Any) -> Any:
    return tuple(_tupled(item) for item in value) if isinstance(value, list) else value


def header_lines(game: AnyGame, seed: int | None) -> list[str]:
    """The head of a playthrough of `game`."""
    lines = [f"game: {game.name}", f"version: {VERSION}"]
    if seed is not None:
        lines.append(f"seed: {seed}")
    changed = changed_options(game)
    if changed:
        lines.append(f"rules: {json.dumps(changed, ensure_ascii=False)}")
    return lines


def read_header(lines: Sequence[tuple[int, str]], where: str) -> Header:
    """Read the head from its (line number, text) pairs.

    Raises
    ------
    PlaythroughError
        A key is doubled, missing or not what it should be; names file, line and what was expected.
    """
    found: dict[str, Any] = {}
    for number, line in lines:
        key, _, text = line.partition(":")
        spot = f"{where}, line {number}"
        if key in found:
            raise PlaythroughError(f"{spot}: a second {key!r}; expected one")
        found[key] = _read_value(key, text.strip(), spot)
    for key in ("game", "version"):
        if key not in found:
            raise PlaythroughError(f"{where}: no line '{key}: ...' before the first step; expected one")
    return Header(found["game"], found.get("seed"), found.get("rules", {}))


def _read_value(key: str, text: str, spot: str) -> Any:
    if key == "game" and NAME.fullmatch(text):
        return text
    if key == "version" and text == str(VERSION):
        return text
    if key == "seed" and SEED.fullmatch(text):
        return int(text)
    if key == "rules":
        try:
            value = json.loads(text)
        except (ValueError, RecursionError):
            value = None
        if isinstance(value, dict):
            return value
    wanted = {
        "game": "a name of small letters, digits and _",
        "version": str(VERSION),
        "seed": "a whole number",
        "rules": 'options as {"name": value}',
    }
    raise PlaythroughError(f"{spot}: {key} is {text[:60]!r}; expected {wanted[key]}")


def game_of(header: Header, where: str) -> AnyGame:
    """Load the game that a head names, under its options.

    Raises
    ------
    PlaythroughError
        No such game or option, or an option of the wrong kind.
    """
    package = f"dracula_nb.games.{header.game}"
    try:
        module = import_module(package)
    except ModuleNotFoundError as error:
        if error.name != package:
            raise
        raise PlaythroughError(f"{where}: no game {header.game!r}; expected the name of a game") from None
    if not header.rules:
        game: AnyGame = module.load()
        return game
    default = module.Rules()
    known = [item.name for item in fields(default)]
    options = {}
    for name, value in header.rules.items():
        if name not in known:
            raise PlaythroughError(f"{where}: no option {name[:60]!r} in {header.game}; expected {', '.join(known)}")
        try:
            options[name] = _of_plain(value, getattr(default, name))
        except (ValueError, KeyError, TypeError, ZeroDivisionError) as error:
            spot = f"{where}: option {name} is {str(value)[:60]!r}"
            raise PlaythroughError(f"{spot} ({error}); expected a value like {getattr(default, name)!r}") from None
    try:
        loaded: AnyGame = module.load(rules=module.Rules(**options))
    except (ValueError, TypeError) as error:
        raise PlaythroughError(f"{where}: rules {json.dumps(header.rules)[:80]}: {error}") from None
    return loaded


def check_same_game(header: Header, game: AnyGame, where: str) -> None:
    """See that a file was played with `game`, options included.

    Raises
    ------
    PlaythroughError
        It was not.
    """
    if header.game != game.name:
        raise PlaythroughError(f"{where}: a playthrough of {header.game!r}; expected {game.name!r}")
    changed = changed_options(game)
    if header.rules != changed:
        raise PlaythroughError(f"{where}: played under rules {header.rules}; expected rules {changed}")
