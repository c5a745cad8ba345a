"""Counting the leaves of a game's tree to a depth, and the table of known counts that tests compare with."""

from __future__ import annotations

import csv
from collections.abc import Sequence
from dataclasses import dataclass, fields
from itertools import product
from pathlib import Path
from typing import Any

from dracula_nb.core.errors import DraculaError
from dracula_nb.core.game import AnyGame, Node
from dracula_nb.core.playthrough import Playthrough


def branches(game: AnyGame, state: Any) -> Sequence[Any]:
    """All that can happen next: chance outcomes, actions, or joint actions; () at the end of a play."""
    node = game.node(state)
    if node is Node.TERMINAL:
        return ()
    if node is Node.CHANCE:
        return [action for action, _ in game.chance_outcomes(state)]
    acting = game.acting_players(state)
    if len(acting) == 1:
        return game.legal_actions(state, acting[0])
    choices = ([(player, action) for action in game.legal_actions(state, player)] for player in acting)
    return list(product(*choices))


def perft(game: AnyGame, state: Any, depth: int) -> int:
    """Count the leaves `depth` steps below `state`.

    Joint actions and chance outcomes are branches like any other; a play that ends earlier is one leaf.

    Parameters
    ----------
    depth
        Number of steps, 0 or more.

    Returns
    -------
    Exact number of leaves, transpositions counted each time.
    """
    if depth == 0:
        return 1
    ways = branches(game, state)
    if not ways:
        return 1
    if depth == 1:
        return len(ways)
    return sum(perft(game, game.apply(state, action), depth - 1) for action in ways)


@dataclass(frozen=True, slots=True)
class PerftRow:
    """A known count: `position` is ``start``, or ``FILE:N`` for the state after N steps of a playthrough file."""

    game: str
    position: str
    depth: int
    leaves: int
    how: str


def read_counts(path: str | Path) -> tuple[PerftRow, ...]:
    """Read a table of known counts with the columns of `PerftRow`.

    Raises
    ------
    DraculaError
        A column is missing, or a row holds no whole numbers or no word on how it was counted.
    """
    wanted = [field.name for field in fields(PerftRow)]
    with Path(path).open(encoding="utf-8", newline="") as file:
        reader = csv.DictReader(file)
        if list(reader.fieldnames or ()) != wanted:
            raise DraculaError(f"{path}, row 1: expected the columns {', '.join(wanted)}")
        return tuple(_row(f"{path}, row {number}", row) for number, row in enumerate(reader, 2))


def _row(where: str, row: dict[str, str]) -> PerftRow:
    depth, leaves = row["depth"] or "", row["leaves"] or ""
    if not (depth.isdecimal() and leaves.isdecimal()):
        raise DraculaError(f"{where}: depth {depth!r}, leaves {leaves!r}; expected whole numbers")
    if not (row["position"] and row["how"]):
        raise DraculaError(f"{where}: expected a position and how its leaves were counted")
    return PerftRow(row["game"], row["position"], int(depth), int(leaves), row["how"])


def position(game: AnyGame, row: PerftRow, folder: str | Path) -> Any:
    """The state that a row speaks of; playthrough files are looked for in `folder`."""
    if row.position == "start":
        return game.initial_state()
    name, _, steps = row.position.rpartition(":")
    play = Playthrough.read(Path(folder) / name, game)
    if not steps.isdecimal() or int(steps) >= len(play.states):
        raise DraculaError(f"{row.position}: expected start, or FILE:N with N up to {len(play.states) - 1}")
    return play.states[int(steps)]


def miscounts(game: AnyGame, path: str | Path, most: int = 10_000) -> tuple[tuple[PerftRow, int], ...]:
    """Count again the rows of `game` that have at most `most` leaves.

    Returns
    -------
    The rows that disagree, each with the number found; () where all is well.

    Raises
    ------
    DraculaError
        The table is torn, or holds no row of this game to count: a check of nothing proves nothing.
    """
    rows = [row for row in read_counts(path) if row.game == game.name and row.leaves <= most]
    if not rows:
        raise DraculaError(f"{path}: no row of {game.name} with at most {most} leaves; expected one or more")
    found = [(row, perft(game, position(game, row, Path(path).parent), row.depth)) for row in rows]
    return tuple((row, leaves) for row, leaves in found if row.leaves != leaves)
