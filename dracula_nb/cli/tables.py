"""``dracula-nb tables``: a game's tables as CSV files to be edited, read back by ``--tables``."""

from __future__ import annotations

from pathlib import Path

from dracula_nb.cli.reading import load_game
from dracula_nb.cli.writing import write_bytes
from dracula_nb.core.errors import DraculaError
from dracula_nb.resources import data_root

TABLES = {"hunt": ("hunt/constants.csv", "maps/places_2006.csv", "maps/roads_2006.csv")}
"""The tables that each game reads, below the folder of data."""


def tables(game: str, out: Path, *, force: bool = False) -> None:
    """Write the tables of a game into a folder, and say what they are.

    Raises
    ------
    DraculaError
        No such game, a file that is there already, or a folder that cannot be written to.
    """
    load_game(game)
    targets = {name: out / name.rpartition("/")[2] for name in TABLES[game]}
    there = [path for path in targets.values() if path.exists()]
    if there and not force:
        raise DraculaError(f"{there[0]}: is there already; expected another folder, or --force to write over it")
    try:
        out.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        reason = error.strerror or type(error).__name__
        raise DraculaError(f"{out}: cannot be made ({reason}); expected the name of a folder") from None
    for name, path in targets.items():
        content = data_root().joinpath(*name.split("/")).read_bytes()
        write_bytes(path, content)
        print(f"{path}: {len(content.splitlines()) - 1} rows")
    print(f"Change the values, keep the columns; then: dracula-nb deduce CASE --tables {out}")
