"""The rules of a game as rows of `data/<game>/rules.csv`, and which of them the tests prove.

Tests name the rules they prove with ``@pytest.mark.rule("HU-SEA-02")``; the marks are read from the source of
the tests, never by importing them. Where a rule lives in the code is found by searching its id.
"""

from __future__ import annotations

import ast
import csv
import re
from collections.abc import Iterator
from dataclasses import dataclass, fields
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import TypedDict

from dracula_nb.core.errors import RulebookError
from dracula_nb.resources import data_root

KINDS = ("rule", "data", "example", "optional", "supplement", "ruling")
RULE_ID = re.compile(r"[A-Z][A-Z0-9]*(?:-[A-Z0-9]+)+")
PROOF = re.compile(r"test|data check|none: .*\S")
GAME_NAME = re.compile(r"[a-z0-9_]{1,40}")


@dataclass(frozen=True, slots=True)
class RuleRow:
    """One rule, in our own words.

    Attributes
    ----------
    id
        Its name, unique over all games, for example ``HU-SEA-02``.
    section, text
        Where it belongs, and what it says.
    kind
        One of `KINDS`.
    source
        Where it was read.
    proof
        ``test``, ``data check``, or ``none: `` and the reason why nothing needs to prove it.
    """

    id: str
    section: str
    text: str
    kind: str
    source: str
    proof: str


@dataclass(frozen=True, slots=True)
class Mark:
    """One mark in the tests: the rule, and the node id of the test (or of the whole file) that bears it."""

    rule: str
    node: str
    line: int


class Coverage(TypedDict):
    """How many rules of a game the tests prove; `unproved` lists the ids that want a proof and have none."""

    game: str
    rows: int
    proved: int
    none: int
    unproved: list[str]


def read_rules(game: str, root: Traversable | None = None) -> tuple[RuleRow, ...]:
    """Read the rules of a game.

    Parameters
    ----------
    root
        A folder like `data/`; the package's own where None.

    Returns
    -------
    The rows in the order of the file.

    Raises
    ------
    RulebookError
        The table is missing or torn, or a row is not as `RuleRow` says; names file and row.
    """
    if not GAME_NAME.fullmatch(game):
        raise RulebookError(f"{game[:60]!r} is no game; expected a name of small letters, digits and _")
    path = (data_root() if root is None else root) / game / "rules.csv"
    columns = [field.name for field in fields(RuleRow)]
    try:
        with path.open(encoding="utf-8") as file:
            reader = csv.DictReader(file)
            if list(reader.fieldnames or ()) != columns:
                raise RulebookError(f"{path}, row 1: expected the columns {', '.join(columns)}")
            rows = tuple(_row(f"{path}, row {number}", row) for number, row in enumerate(reader, 2))
    except (OSError, UnicodeDecodeError, csv.Error) as error:
        raise RulebookError(f"{path}: cannot be read ({type(error).__name__}); expected the rules of {game}") from None
    seen: set[str] = set()
    for number, row in enumerate(rows, 2):
        if row.id in seen:
            raise RulebookError(f"{path}, row {number}: a second {row.id}; expected each id once")
        seen.add(row.id)
    return rows


def ruled() -> tuple[str, ...]:
    """The names of the games whose rules are listed, also those that cannot be played yet, in alphabetical order.

    >>> "hunt" in ruled()
    True
    """
    return tuple(sorted(folder.name for folder in data_root().iterdir() if (folder / "rules.csv").is_file()))


def _row(where: str, cells: dict[str, str]) -> RuleRow:
    if None in cells or None in cells.values():
        raise RulebookError(f"{where}: too many or too few cells; expected {len(fields(RuleRow))}")
    row = RuleRow(**{name: cell.strip() for name, cell in cells.items()})
    if not RULE_ID.fullmatch(row.id):
        raise RulebookError(f"{where}: id {row.id[:60]!r}; expected one like HU-SEA-02")
    if row.kind not in KINDS:
        raise RulebookError(f"{where}: kind {row.kind[:60]!r}; expected one of {', '.join(KINDS)}")
    if not PROOF.fullmatch(row.proof):
        raise RulebookError(f"{where}: proof {row.proof[:60]!r}; expected test, data check, or none: and a reason")
    for name in ("section", "text", "source"):
        if not getattr(row, name):
            raise RulebookError(f"{where}: no {name}; expected one")
    return row


def folder_of_tests() -> Path:
    """The tests of the checkout that this package runs from.

    Raises
    ------
    RulebookError
        The package was installed without its tests.
    """
    base = Path(__file__).resolve().parents[2]
    folder = base / "tests"
    # The tables beside it tell our checkout from a site-packages with some stranger's tests.
    if not (base / "data" / "SOURCES.md").is_file() or not folder.is_dir():
        raise RulebookError("the tests are not installed with the package; expected a checkout, whose marks are read")
    return folder


def marks_in(tests_dir: Path) -> tuple[Mark, ...]:
    """Read every rule mark of the test files in a folder, by file and line.

    Marks are found on functions and classes, in `pytestmark`, and in `pytest.param(..., marks=...)` inside a
    decorator or in a table at the head of the file that a decorator names.

    Raises
    ------
    RulebookError
        A file is no Python, or a mark names anything but plain texts.
    """
    return tuple(
        mark for path in sorted(tests_dir.rglob("test_*.py")) for mark in _marks_of_file(path, tests_dir.parent)
    )


def _marks_of_file(path: Path, base: Path) -> Iterator[Mark]:
    name = path.relative_to(base).as_posix()
    try:
        tree = ast.parse(path.read_text(encoding="utf-8"))
    except (SyntaxError, ValueError) as error:
        raise RulebookError(f"{name}: is no Python ({type(error).__name__}); expected a file of tests") from None
    tables: dict[str, list[tuple[str, int]]] = {}
    for statement in tree.body:
        if isinstance(statement, ast.Assign | ast.AnnAssign):
            targets = statement.targets if isinstance(statement, ast.Assign) else [statement.target]
            found = list(_rules_named(statement, name))
            names = [target.id for target in targets if isinstance(target, ast.Name)]
            if "pytestmark" in names:
                yield from (Mark(rule, name, line) for rule, line in found)
            else:
                tables.update(dict.fromkeys(names, found))
    yield from _marks_of_body(tree.body, name, name, tables)


def _marks_of_body(
    body: list[ast.stmt], node: str, name: str, tables: dict[str, list[tuple[str, int]]]
) -> Iterator[Mark]:
    for statement in body:
        if not isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            continue
        inner = f"{node}::{statement.name}"
        for decorator in statement.decorator_list:
            used = {part.id for part in ast.walk(decorator) if isinstance(part, ast.Name)}
            found = [*_rules_named(decorator, name), *(pair for key in sorted(used) for pair in tables.get(key, ()))]
            yield from (Mark(rule, inner, line) for rule, line in found)
        if isinstance(statement, ast.ClassDef):
            for part in statement.body:
                if isinstance(part, ast.Assign) and any(ast.unparse(target) == "pytestmark" for target in part.targets):
                    yield from (Mark(rule, inner, line) for rule, line in _rules_named(part, name))
            yield from _marks_of_body(statement.body, inner, name, tables)


def _rules_named(tree: ast.AST, name: str) -> Iterator[tuple[str, int]]:
    """(rule id, line) of every `pytest.mark.rule(...)` below a node."""
    for call in ast.walk(tree):
        if not (isinstance(call, ast.Call) and ast.unparse(call.func).endswith("mark.rule")):
            continue
        texts = [argument.value for argument in call.args if isinstance(argument, ast.Constant)]
        plain = [text for text in texts if isinstance(text, str)]
        if not plain or len(plain) < len(call.args):
            raise RulebookError(f"{name}, line {call.lineno}: a mark that names no plain text; expected rule ids")
        yield from ((text, call.lineno) for text in plain)


def coverage(game: str, tests_dir: Path | None = None, root: Traversable | None = None) -> Coverage:
    """Count which rules of a game the tests prove.

    Parameters
    ----------
    tests_dir
        Where the tests are; those of the checkout where None.

    Raises
    ------
    RulebookError
        A mark with this game's prefix names no row of it, or there are no tests to read.
    """
    rows = read_rules(game, root)
    marks = marks_in(folder_of_tests() if tests_dir is None else tests_dir)
    _expect_known(rows, marks)
    marked = {mark.rule for mark in marks}
    none = [row for row in rows if row.proof.startswith("none:")]
    wanting = [row.id for row in rows if row not in none]
    unproved = [rule for rule in wanting if rule not in marked]
    return Coverage(game=game, rows=len(rows), proved=len(wanting) - len(unproved), none=len(none), unproved=unproved)


def unknown_marks(tests_dir: Path, root: Traversable | None = None) -> tuple[Mark, ...]:
    """The marks that name a rule which no game's table has."""
    folder = data_root() if root is None else root
    games = [entry.name for entry in folder.iterdir() if entry.is_dir() and (entry / "rules.csv").is_file()]
    known = {row.id for game in games for row in read_rules(game, folder)}
    return tuple(mark for mark in marks_in(tests_dir) if mark.rule not in known)


def _expect_known(rows: tuple[RuleRow, ...], marks: tuple[Mark, ...]) -> None:
    """Every mark with this game's prefix names a row of it."""
    ids = {row.id for row in rows}
    prefixes = {rule.partition("-")[0] for rule in ids}
    for mark in marks:
        if mark.rule not in ids and mark.rule.partition("-")[0] in prefixes:
            raise RulebookError(
                f"{mark.node}, line {mark.line}: no rule {mark.rule!r}; expected an id of the rules.csv"
            )
