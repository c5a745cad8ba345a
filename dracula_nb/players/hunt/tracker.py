"""The hunters' exact belief behind a public log, kept so that a play is filtered once and not anew at each turn."""

from __future__ import annotations

from collections import OrderedDict

from dracula_nb.beliefs.hunt.clues import parse_clue
from dracula_nb.beliefs.hunt.filter import HuntFilter
from dracula_nb.beliefs.hunt.windows import Atlas
from dracula_nb.beliefs.models import Model
from dracula_nb.core.errors import NotationError
from dracula_nb.games.hunt import Rulebook, Rules

KEPT = 32
"""Logs whose belief is kept: a few rounds of one play, with the lines that Dracula's search tries out one by one."""

Log = tuple[str, ...]


class Tracker:
    """The belief after any public log of hunt; what is kept changes its speed, never its answers."""

    def __init__(self, book: Rulebook, rules: Rules, model: Model) -> None:
        self.atlas = Atlas(book)
        self._rules = rules
        self._opening = HuntFilter(self.atlas, rules, model)
        self._kept: OrderedDict[Log, HuntFilter] = OrderedDict()

    def after(self, log: Log) -> HuntFilter:
        """The filter that has heard every turn of the log; callers must not change it.

        Raises
        ------
        NotationError
            The log cannot have come from a play.
        """
        known, missing = log, list[Log]()
        while known and known not in self._kept:
            missing.append(known)
            known = known[: _start_of_last_turn(known)]
        if known:
            self._kept.move_to_end(known)
        belief = self._kept[known] if known else self._opening
        for longer in reversed(missing):
            belief = self._heard(belief, longer[len(known) :])
            known = longer
            self._kept[known] = belief
            if len(self._kept) > KEPT:
                self._kept.popitem(last=False)
        return belief

    def _heard(self, before: HuntFilter, lines: Log) -> HuntFilter:
        """A new filter, one turn further."""
        after = before.copy()
        clues = [parse_clue(self.atlas.book, line, self._rules.hunters) for line in lines]
        if not all(after.heard(clues)):
            raise NotationError(f"{lines[0][:60]!r} cannot be true after the lines before it; expected a play's log")
        return after


def _start_of_last_turn(log: Log) -> int:
    """Where the last turn of a log begins: its own line, before what was seen after it."""
    at = len(log) - 1
    while at > 0 and log[at].startswith("seen "):
        at -= 1
    return at
