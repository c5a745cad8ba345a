"""Small changes to a function's source that break what it says, and where rules are named in the source."""

from __future__ import annotations

import ast
import copy
import io
import re
import tokenize
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from dracula_nb.core.registry import RULE_ID

RANGE = re.compile(rf"({RULE_ID.pattern}-)(\d+) to \1(\d+)")

OPPOSITE: Mapping[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Lt: ast.GtE,
    ast.GtE: ast.Lt,
    ast.Gt: ast.LtE,
    ast.LtE: ast.Gt,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
}

Function = ast.FunctionDef | ast.AsyncFunctionDef


@dataclass(frozen=True, slots=True)
class Place:
    """A function that names a rule: its file (from the checkout), its first line, and the line of the name.

    `line` is 0 where the docstring names the rule, which says nothing about where in the function it lives.
    """

    path: Path
    start: int
    line: int


@dataclass(frozen=True, slots=True)
class Change:
    """A changed module: its file, its whole new text, and what was changed in words."""

    path: Path
    text: str
    words: str


def named_rules(text: str) -> frozenset[str]:
    """The rule ids in a text, ranges filled in.

    Examples
    --------
    >>> sorted(named_rules("Rules HU-MOVE-08 to HU-MOVE-10, HU-SEA-01."))
    ['HU-MOVE-08', 'HU-MOVE-09', 'HU-MOVE-10', 'HU-SEA-01']
    """
    found = set(RULE_ID.findall(text))
    for stem, first, last in RANGE.findall(text):
        found |= {f"{stem}{number:0{len(first)}}" for number in range(int(first), int(last) + 1)}
    return frozenset(found)


def rules_in(base: Path, folders: Sequence[Path]) -> dict[str, tuple[Place, ...]]:
    """Every function that names a rule, by rule, in the order of files and lines."""
    found: dict[str, list[Place]] = {}
    for path in sorted(path for folder in folders for path in (base / folder).rglob("*.py")):
        source = path.read_text(encoding="utf-8")
        functions = [node for node in ast.walk(ast.parse(source)) if isinstance(node, Function)]
        for line, text in _comments(source):
            inner = [f for f in functions if f.lineno <= line <= (f.end_lineno or f.lineno)]
            for rule in named_rules(text) if inner else ():
                # The innermost function around a comment is the one that starts last.
                start = max(function.lineno for function in inner)
                found.setdefault(rule, []).append(Place(path.relative_to(base), start, line))
        for function in functions:
            for rule in named_rules(ast.get_docstring(function) or ""):
                found.setdefault(rule, []).append(Place(path.relative_to(base), function.lineno, 0))
    return {rule: tuple(sorted(places, key=lambda p: (p.path, p.start, p.line))) for rule, places in found.items()}


def _comments(source: str) -> Iterator[tuple[int, str]]:
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT:
            yield token.start[0], token.string


def changes_for(base: Path, places: Sequence[Place], most: int) -> tuple[Change, ...]:
    """At most `most` changes, taken from the places in turn."""
    queues = [list(_changes_at(base, place, most)) for place in places]
    picked: list[Change] = []
    while len(picked) < most and any(queues):
        for queue in queues:
            if queue and len(picked) < most:
                picked.append(queue.pop(0))
    return tuple(picked)


def _changes_at(base: Path, place: Place, most: int) -> Iterator[Change]:
    source = (base / place.path).read_text(encoding="utf-8")
    tree = ast.parse(source)
    function = _function_at(tree, place.start)
    sites = list(_sites(function))
    if place.line:
        sites.sort(key=lambda pair: abs(getattr(function_part(function, pair[0]), "lineno", 0) - place.line))
        chosen = sites[:most]
    else:
        chosen = [sites[i * len(sites) // most] for i in range(most)] if len(sites) > most else sites
    for index, words in chosen or [(-1, "raises")]:
        changed = copy.deepcopy(tree)
        target = _function_at(changed, place.start)
        line = function.lineno
        if index < 0:
            target.body = ast.parse("raise AssertionError('broken on purpose')").body
        else:
            part = function_part(target, index)
            line = getattr(part, "lineno", line)
            _break(part)
        text = ast.unparse(ast.fix_missing_locations(changed)) + "\n"
        yield Change(place.path, text, f"{place.path.as_posix()}:{line} {function.name}: {words}")


def _function_at(tree: ast.AST, line: int) -> Function:
    return next(node for node in ast.walk(tree) if isinstance(node, Function) and node.lineno == line)


def function_part(function: Function, index: int) -> ast.AST:
    """The node of a function by its number in walking order, which copies share."""
    for number, node in enumerate(ast.walk(function)):
        if number == index:
            return node
    raise IndexError(index)


def _sites(function: Function) -> Iterator[tuple[int, str]]:
    """(number of the node, what a change to it does) for everything in a function that can be broken."""
    signature = {
        id(n) for part in (function.args, *function.decorator_list, function.returns) if part for n in ast.walk(part)
    }
    truth = isinstance(function.returns, ast.Name) and function.returns.id == "bool"
    for number, node in enumerate(ast.walk(function)):
        if id(node) in signature:
            continue
        words = _words(node, truth)
        if words:
            yield number, words


def _words(node: ast.AST, truth: bool) -> str | None:
    match node:
        case ast.Compare():
            return f"turns round {ast.unparse(node)}"
        case ast.BoolOp():
            return f"swaps and/or in {ast.unparse(node)}"
        case ast.Constant(value=bool() as value):
            return f"negates {value}"
        case ast.Constant(value=int() as value):
            return f"moves {value} by one"
        case ast.BinOp(op=ast.Add() | ast.Sub()):
            return f"swaps plus/minus in {ast.unparse(node)}"
        case ast.keyword(value=ast.Attribute()) | ast.Tuple(elts=[ast.Attribute(), *_], ctx=ast.Load()):
            return f"moves {ast.unparse(node)} by one"
        case ast.If() | ast.IfExp() | ast.While() if not isinstance(node.test, ast.Compare | ast.BoolOp):
            return f"negates the condition {ast.unparse(node.test)}"
        case ast.comprehension(ifs=[test, *_]) if not isinstance(test, ast.Compare | ast.BoolOp):
            return f"negates the condition {ast.unparse(test)}"
        case ast.Return(value=ast.expr() as value) if truth and not isinstance(value, ast.Compare | ast.BoolOp):
            return f"negates the result {ast.unparse(value)}"
    return None


def _break(node: ast.AST) -> None:
    match node:
        case ast.Compare():
            node.ops[0] = OPPOSITE[type(node.ops[0])]()
        case ast.BoolOp():
            node.op = ast.Or() if isinstance(node.op, ast.And) else ast.And()
        case ast.Constant(value=bool() as value):
            node.value = not value
        case ast.Constant(value=int() as value):
            node.value = value + 1
        case ast.BinOp():
            node.op = ast.Sub() if isinstance(node.op, ast.Add) else ast.Add()
        case ast.keyword():
            node.value = _moved(node.value)
        case ast.Tuple():
            node.elts[0] = _moved(node.elts[0])
        case ast.If() | ast.IfExp() | ast.While():
            node.test = ast.UnaryOp(ast.Not(), node.test)
        case ast.comprehension():
            node.ifs[0] = ast.UnaryOp(ast.Not(), node.ifs[0])
        case ast.Return(value=ast.expr() as value):
            node.value = ast.UnaryOp(ast.Not(), value)


def _moved(value: ast.expr) -> ast.expr:
    """`value` and one where it is a number; anything else stays, since an error would be noticed too cheaply."""
    mover = ast.parse("lambda value: value + 1 if isinstance(value, int) else value", mode="eval").body
    return ast.Call(mover, [value], [])
