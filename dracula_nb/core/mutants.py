"""Break marked rules one by one, and list the marks whose tests notice nothing.

``python -m dracula_nb.core.mutants GAME [--rule ID] [--most N] [--json]``

How it works. Every function under `dracula_nb/games/GAME/` and `dracula_nb/trail/` whose docstring or comments name
a rule's id (also within a range, ``HU-MOVE-02 to HU-MOVE-05``) is held to carry that rule. Each rule that a test
marks is broken there, at most N times (3): a comparison is turned round, a whole number is moved by one, `and`
becomes `or`, plus becomes minus, a looked-up number that is handed on is moved by one, a condition or a true-or-false
result is negated; a function that offers none of these raises instead.
Changes near a comment that names the rule come first, else they are spread over the function. A change is made in a
temporary copy of the checkout, whose package comes first on the path, and only the tests that bear the mark of that
very rule are run there. As soon as one of them fails, or hangs, the mark has noticed. A mark whose tests pass under
every change noticed nothing; it is listed, and the exit code is 1. A marked rule that no function names is listed as
``no code``, an unmarked one not at all: the coverage table tells those.

A change that happens to mean the same as the original goes unnoticed too, and so does one that breaks another rule of
a function that carries several: look at the changes, and try more of them (``--most 20``), before blaming a test.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from dracula_nb.core.errors import DraculaError, RulebookError
from dracula_nb.core.mutations import Change, changes_for, rules_in
from dracula_nb.core.registry import Mark, folder_of_tests, marks_in, read_rules

SECONDS = 120
"""A test run that takes longer under a change hangs in it, which is noticing."""

RULES_VARIABLE = "DRACULA_NB_MUTANT_RULES"
NO_TESTS = 5
"""Pytest's exit code where nothing was left to run."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """What the tests of one rule noticed.

    Attributes
    ----------
    rule
        The id.
    verdict
        ``noticed``, ``nothing noticed`` or ``no code``.
    tried
        The changes that were made, in words; the last one is the one noticed.
    """

    rule: str
    verdict: str
    tried: tuple[str, ...]


def pytest_collection_modifyitems(config: Any, items: list[Any]) -> None:
    """Keep the tests that bear the mark of a rule in the environment; pytest calls this in the copy."""
    rules = set(os.environ[RULES_VARIABLE].split())
    kept = [item for item in items if any(rules & set(mark.args) for mark in item.iter_markers("rule"))]
    config.hook.pytest_deselected(items=[item for item in items if item not in kept])
    items[:] = kept


@contextmanager
def checkout_copy(base: Path) -> Iterator[Path]:
    """A temporary copy of the parts of a checkout that its tests use; large folders are links."""
    with tempfile.TemporaryDirectory(prefix="mutants-") as folder:
        copy = Path(folder)
        ignore = shutil.ignore_patterns("__pycache__", ".*", "*.egg-info")
        for name in ("dracula_nb", "tests"):
            shutil.copytree(base / name, copy / name, ignore=ignore)
        for name in ("data", "notebooks"):
            if (base / name).exists():
                (copy / name).symlink_to(base / name)
        for name in ("pyproject.toml", "README.md"):
            if (base / name).is_file():
                shutil.copy2(base / name, copy / name)
        yield copy


def run_marked(copy: Path, marks: Sequence[Mark], rules: Sequence[str]) -> bool:
    """Whether every test that bears a mark of `rules` passes in a copy; a test that hangs does not.

    Raises
    ------
    DraculaError
        Pytest finds no such test, though its source bears the mark.
    """
    path = os.pathsep.join(filter(None, [str(copy), os.environ.get("PYTHONPATH")]))
    env = {
        **os.environ,
        "PYTHONPATH": path,
        # No compiled files: two changes within one tick of the clock could otherwise share one.
        "PYTHONDONTWRITEBYTECODE": "1",
        # Rules need no plugin, and pytest starts several times faster without.
        "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1",
        RULES_VARIABLE: " ".join(rules),
    }
    # Without the project's own options, which would look for doctests as well.
    options = ["-o", "addopts=", "-x", "-q", "-p", "no:cacheprovider", "-p", "dracula_nb.core.mutants", "-m", "rule"]
    nodes = sorted({mark.node for mark in marks if mark.rule in rules})
    command = [sys.executable, "-m", "pytest", *options, *nodes]
    limit = SECONDS * len(rules)
    try:
        done = subprocess.run(command, cwd=copy, env=env, capture_output=True, timeout=limit, check=False)
    except subprocess.TimeoutExpired:
        return False
    if done.returncode == NO_TESTS:
        raise DraculaError(f"{rules[0]}: pytest finds no test of it in {', '.join(nodes)}; expected one")
    return done.returncode == 0


def _judge(copy: Path, marks: Sequence[Mark], rule: str, changes: Sequence[Change]) -> Verdict:
    tried = []
    for change in changes:
        tried.append(change.words)
        target = copy / change.path
        original = target.read_text(encoding="utf-8")
        target.write_text(change.text, encoding="utf-8")
        try:
            passed = run_marked(copy, marks, [rule])
        finally:
            target.write_text(original, encoding="utf-8")
        if not passed:
            return Verdict(rule, "noticed", tuple(tried))
    return Verdict(rule, "nothing noticed" if tried else "no code", tuple(tried))


def judge_game(game: str, only: str | None = None, most: int = 3, base: Path | None = None) -> Iterator[Verdict]:
    """Break every marked rule of a game, or one of them, in the order of its table.

    Parameters
    ----------
    only
        The id of a single rule.
    most
        Number of changes tried for each rule.
    base
        The checkout; the one this package runs from where None.

    Yields
    ------
    One verdict for each rule that a test marks.

    Raises
    ------
    RulebookError
        No such game or rule, or `only` is marked by no test.
    DraculaError
        The marked tests fail before anything is broken.
    """
    base = folder_of_tests().parent if base is None else base
    marks = marks_in(base / "tests")
    rules = [row.id for row in read_rules(game, base / "data")]
    if only is not None:
        if only not in rules:
            raise RulebookError(f"{only[:60]!r} is no rule of {game}; expected an id of its rules.csv")
        rules = [only]
    marked = [rule for rule in rules if any(mark.rule == rule for mark in marks)]
    if not marked:
        raise RulebookError(f"no test marks {only or 'a rule of ' + game}; expected a mark to be tried")
    places = rules_in(base, [Path("dracula_nb/games") / game, Path("dracula_nb/trail")])
    with checkout_copy(base) as copy:
        if not run_marked(copy, marks, marked):
            raise DraculaError(f"the marked tests of {game} fail before anything is broken; expected them to pass")
        for rule in marked:
            yield _judge(copy, marks, rule, changes_for(base, places.get(rule, ()), most))


def main(arguments: Sequence[str] | None = None) -> int:
    """Print a table of verdicts; 0 where every mark noticed, 1 where one did not, 2 on bad input."""
    parser = argparse.ArgumentParser(prog="python -m dracula_nb.core.mutants", description=__doc__.splitlines()[0])
    parser.add_argument("game")
    parser.add_argument("--rule", help="only this rule")
    parser.add_argument("--most", type=int, default=3, help="changes tried for each rule (3)")
    parser.add_argument("--json", action="store_true", help="one JSON list instead of a table")
    options = parser.parse_args(arguments)
    verdicts = []
    try:
        for verdict in judge_game(options.game, options.rule, max(1, options.most)):
            verdicts.append(verdict)
            if not options.json:
                last = verdict.tried[-1] if verdict.tried else ""
                print(f"{verdict.rule:<18} {verdict.verdict:<16} {len(verdict.tried)}  {last}", flush=True)
    except DraculaError as error:
        print(error, file=sys.stderr)
        return 2
    blind = [verdict for verdict in verdicts if verdict.verdict == "nothing noticed"]
    if options.json:
        print(json.dumps([asdict(verdict) for verdict in verdicts], indent=1))
    else:
        print(f"{len(verdicts)} marked rules, {len(blind)} whose tests noticed nothing")
        for verdict in blind:
            print(f"{verdict.rule}: unnoticed: {'; '.join(verdict.tried)}")
    return 1 if blind else 0


if __name__ == "__main__":
    sys.exit(main())
