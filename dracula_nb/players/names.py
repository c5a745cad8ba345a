"""Finds policies by name: those that every game has, and those of a game's own package of this room."""

from __future__ import annotations

import difflib
import re
from collections.abc import Mapping
from importlib import import_module
from typing import Any

from dracula_nb.core.errors import DraculaError
from dracula_nb.core.game import AnyGame, Player
from dracula_nb.core.session import Policy
from dracula_nb.players.table import RANDOM, Kind

NAME = re.compile(r"([a-z_]{1,40})(?:\((\d{1,3}(?:\.\d{1,6})?)\))?")


def sides(game: AnyGame) -> tuple[str, ...]:
    """The sides of a game, in the order of their first seats."""
    return tuple(dict.fromkeys(game.side(player) for player in game.players))


def names(game: AnyGame, side: str | None = None) -> dict[str, Kind]:
    """The policies of a side by name, or of all sides.

    Raises
    ------
    DraculaError
        The game has no such side.

    Examples
    --------
    >>> from dracula_nb.games.hunt import load
    >>> sorted(names(load(), "dracula")), sorted(names(load(), "hunters"))
    (['evasive', 'random', 'search'], ['blind', 'greedy', 'random'])
    """
    own = getattr(_package(game), "PLAYERS", {})
    wanted = sides(game) if side is None else (_side(game, side),)
    return {"random": RANDOM} | {name: kind for at in wanted for name, kind in own.get(at, {}).items()}


def defaults(game: AnyGame) -> dict[str, str]:
    """The name of the policy that each side has where nobody names one."""
    own: Mapping[str, str] = getattr(_package(game), "DEFAULTS", {})
    return {side: own.get(side, "random") for side in sides(game)}


def policy(game: AnyGame, name: str, side: str | None = None) -> Policy:
    """The policy of this name.

    Parameters
    ----------
    game
        The rules that it will play by.
    name
        A name of the table, with a number in brackets where it takes one: ``"evasive(0.5)"``.
    side
        The side it is for; any side's policies where None.

    Raises
    ------
    DraculaError
        No such policy, or not for this side; names the nearest one.

    Examples
    --------
    >>> from dracula_nb.games.hunt import load
    >>> policy(load(), "gredy", "hunters")
    Traceback (most recent call last):
        ...
    dracula_nb.core.errors.DraculaError: player 'gredy' for hunters of hunt: expected blind, greedy, random; did you ...
    """
    known = names(game, side)
    found = NAME.fullmatch(name.strip())
    if found is None or found[1] not in known:
        near = difflib.get_close_matches(name[:40].partition("(")[0], known, n=1)
        raise _refused(game, name, side, f"; did you mean {near[0]!r}?" if near else "")
    kind = known[found[1]]
    if found[2] is None:
        return kind.make(game) if kind.number is None else kind.make(game, kind.number)
    if kind.number is None:
        raise _refused(game, name, side, f"; {found[1]!r} takes no number")
    try:
        return kind.make(game, float(found[2]))
    except ValueError as error:
        raise DraculaError(f"player {name[:40]!r}: {error}") from None


def lineup(game: AnyGame, players: Mapping[str, str]) -> dict[Player, Policy]:
    """A policy for every seat: of its side's name, or of the game's default. Seats of a side share one.

    Raises
    ------
    DraculaError
        An unknown side or policy.

    Examples
    --------
    >>> from dracula_nb.games.hunt import load
    >>> sorted(lineup(load(), {"dracula": "search"}))
    ['D', 'G', 'H', 'M', 'S']
    """
    wanted = defaults(game) | {_side(game, side): name for side, name in players.items()}
    made = {side: policy(game, name, side) for side, name in wanted.items()}
    return {seat: made[game.side(seat)] for seat in game.players}


def _refused(game: AnyGame, name: str, side: str | None, hint: str) -> DraculaError:
    known = (f"{word}, {word}({kind.number:g})" if kind.number else word for word, kind in names(game, side).items())
    where = f"{side} of {game.name}" if side else game.name
    return DraculaError(f"player {name[:40]!r} for {where}: expected {', '.join(sorted(known))}{hint}")


def _side(game: AnyGame, side: str) -> str:
    if side in sides(game):
        return side
    near = difflib.get_close_matches(side[:40], sides(game), n=1)
    hint = f"; did you mean {near[0]!r}?" if near else ""
    raise DraculaError(f"side {side[:40]!r} of {game.name}: expected {' or '.join(sides(game))}{hint}")


def _package(game: AnyGame) -> Any:
    """The package of this room for the game; None where it has none."""
    package = f"dracula_nb.players.{game.name}"
    try:
        return import_module(package)
    except ModuleNotFoundError as error:
        if error.name != package:
            raise
        return None
