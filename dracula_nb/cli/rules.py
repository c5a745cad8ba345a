"""``dracula-nb rules``: the rules of a game as rows, searched, and how far tests prove them."""

from __future__ import annotations

import difflib
from collections.abc import Sequence
from typing import Any

from dracula_nb.cli.printing import one_line, plain, print_json, wrapped
from dracula_nb.core.errors import DraculaError


def rules(game: str, *, id_: str | None = None, search: str | None = None, as_json: bool = False) -> None:
    """Print the rules of a game: all, the one of an id, or those that speak of a text.

    Raises
    ------
    DraculaError
        No such game or id, or a torn table.
    """
    from dracula_nb.core.registry import read_rules

    _expect_rules(game)

    rows = read_rules(game)
    if id_ is not None:
        rows = (_by_id(rows, id_, game),)
    if search is not None:
        rows = tuple(row for row in rows if speaks_of(row, search))
    if as_json:
        print_json(plain(rows[0] if id_ is not None else rows))
        return
    for row in rows:
        print(f"{row.id}  {row.section} ({row.kind}; source: {row.source}; proof: {row.proof})")
        print(wrapped(one_line(row.text), "    "))
    if not rows:
        print(f"no rule of {game} speaks of {one_line(search or '')!r}")


def _expect_rules(game: str) -> None:
    from dracula_nb.core.registry import ruled

    if game not in ruled():
        raise DraculaError(f"no game {game[:60]!r}; expected one of {', '.join(ruled())}")


def _by_id(rows: Sequence[Any], id_: str, game: str) -> Any:
    found = {row.id: row for row in rows}
    if id_ not in found:
        near = difflib.get_close_matches(id_[:40].upper(), found, n=1)
        hint = f"; did you mean {near[0]}?" if near else f", such as {next(iter(found), 'none')}"
        raise DraculaError(f"--id {id_[:40]!r}: expected the id of a rule of {game}{hint}")
    return found[id_]


def speaks_of(row: Any, text: str) -> bool:
    """Whether every word of the text stands in the row's id, section or text, in capitals or not."""
    whole = f"{row.id} {row.section} {row.text}".casefold()
    return all(word in whole for word in text.casefold().split())


def show_coverage(game: str, *, as_json: bool = False) -> None:
    """Print how many rules of a game are proved by tests, and which are not.

    Raises
    ------
    DraculaError
        No such game, a torn table, or tests that are not installed.
    """
    from dracula_nb.core.registry import coverage

    _expect_rules(game)

    counts = coverage(game)
    if as_json:
        print_json(counts)
        return
    print(f"{game}: {counts['rows']} rules, {counts['proved']} proved, {counts['none']} that need no proof")
    unproved = counts["unproved"]
    print(wrapped(f"{len(unproved)} not proved: {', '.join(unproved)}" if unproved else "every one is proved"))
