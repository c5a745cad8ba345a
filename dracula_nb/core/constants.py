"""A game's numbers: the rows of a `constants.csv`, read into a frozen record and checked."""

from __future__ import annotations

import csv
from collections.abc import Mapping
from dataclasses import fields
from importlib.resources.abc import Traversable
from typing import Any, TypeVar

from dracula_nb.core.errors import RulebookError

COLUMNS = ("name", "value", "unit", "rule", "source", "provenance")
LARGEST = 9999

T = TypeVar("T")


def read_constants(path: Traversable, record: type[T], largest: Mapping[str, int] | None = None) -> T:
    """Read the numbers of a game.

    Parameters
    ----------
    path
        The table: columns name, value, unit, rule, source, provenance.
    record
        A dataclass whose fields are whole numbers, one for each row.
    largest
        The largest value of a name, where it is not 9999.

    Raises
    ------
    RulebookError
        The file or a column is missing, a name is unknown, missing or doubled, a value is not a whole number above 0
        or too large; names the file and the row.
    """
    wanted = {field.name for field in fields(record)}  # type: ignore[arg-type]
    values: dict[str, int] = {}
    for number, row in enumerate(_rows(path), 2):
        name, value = row["name"], row["value"] or ""
        if name not in wanted or name in values:
            kind = "doubled" if name in values else "unknown"
            raise RulebookError(f"{path}, row {number}: {kind} name {name!r}; expected each of {len(wanted)} once")
        most = (largest or {}).get(name, LARGEST)
        if not (value.isascii() and value.isdecimal()) or not 0 < int(value) <= most:
            raise RulebookError(f"{path}, row {number}: {name} is {value!r}; expected a whole number from 1 to {most}")
        values[name] = int(value)
    if len(values) < len(wanted):
        raise RulebookError(f"{path}: {min(wanted - set(values))!r} is missing; expected one row for it")
    return record(**values)


def _rows(path: Traversable) -> list[dict[str, Any]]:
    try:
        with path.open(encoding="utf-8-sig") as file:
            reader = csv.DictReader(file)
            header = tuple(reader.fieldnames or ())
            rows = list(reader)
    except (OSError, UnicodeDecodeError, csv.Error) as error:
        raise RulebookError(f"{path}: cannot be read ({type(error).__name__}); expected the game's constants") from None
    missing = [column for column in COLUMNS if column not in header]
    if missing:
        raise RulebookError(f"{path}, row 1: no column {missing[0]!r}; expected {', '.join(COLUMNS)}")
    return rows
