"""Plays a noted hunt again with the engine itself, along given windows of the trail."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from dracula_nb.beliefs.hunt.clues import Clue, Here, HunterTurn, Seen, parse_clue
from dracula_nb.beliefs.hunt.windows import BACK, HIDE, LANE, PLAIN, TELEPORT, Atlas
from dracula_nb.beliefs.soft import Pattern
from dracula_nb.games.hunt import HuntGame, HuntState, Rulebook, Rules
from dracula_nb.trail.window import DOUBLE_BACKS, Window
from dracula_nb.trail.window import HIDE as HIDE_TEXT
from dracula_nb.trail.window import TELEPORT as TELEPORT_TEXT

ENDLESS = 1_000_000
"""Blood and score to play with: a case does not tell of them, so that it never ends by them."""

KINDS = {HIDE_TEXT: HIDE, TELEPORT_TEXT: TELEPORT, **dict.fromkeys(DOUBLE_BACKS, BACK)}


@dataclass(frozen=True)
class Replay:
    """A search, depth first, for a play whose turns are as noted and leave the windows of the same index."""

    language: Any
    atlas: Atlas
    game: HuntGame
    turns: Sequence[Sequence[Clue | Pattern]]
    windows: Sequence[Any]

    def moves(self) -> tuple[str, ...] | None:
        """Dracula's moves; None where there is no such play."""
        stack: list[Iterator[tuple[str, HuntState]]] = [self._next(self.game.initial_state())]
        taken: list[str] = []
        while stack:
            found = next(stack[-1], None)
            if found is None:
                stack.pop()
                del taken[-1:]
                continue
            taken.append(found[0])
            if len(taken) == len(self.turns):
                seats = len(self.game.players)
                return tuple(text for at, text in enumerate(taken) if at % seats == seats - 1)
            stack.append(self._next(found[1]))
        return None

    def _next(self, state: HuntState) -> Iterator[tuple[str, HuntState]]:
        """Every action with its state, after which all is as noted."""
        notes = self.turns[state.plays]
        seat = self.game.seat_in_turn(state)
        for action in self.game.legal_actions(state, seat):
            text = self.game.action_text(state, action)
            first = notes[0]
            if isinstance(first, HunterTurn) and first.place != text:
                continue
            after = self.game.apply(state, action)
            if key_of(self.atlas, after.trail) == int(self.windows[state.plays]) and self._as_noted(state, after):
                yield text, after

    def _as_noted(self, before: HuntState, after: HuntState) -> bool:
        notes = self.turns[before.plays]
        shown = [parse_clue(self.atlas.book, line, self.game.rules.hunters) for line in after.log[len(before.log) :]]
        last = before.plays == len(self.turns) - 1
        soft = any(isinstance(note, Pattern) for note in notes)
        if not (soft or last) and any(clue not in notes for clue in shown):
            return False
        return all(self._true(note, shown, after) for note in notes)

    def _true(self, note: Clue | Pattern, shown: Sequence[Clue], after: HuntState) -> bool:
        """Whether a note is true of a turn that showed some clues."""
        if isinstance(note, Pattern):
            told = [*shown, Here(after.trail[0].place)] if after.trail else shown
            return note.sure < 1.0 or any(note.fits(self.language, clue) for clue in told)
        if isinstance(note, Here):
            return bool(after.trail) and after.trail[0].place == note.place
        if isinstance(note, Seen) and note not in shown:  # told though it was known
            entry = after.trail[note.position - 1]
            return entry.move == note.move and note.place in (None, entry.place)
        return note in shown


def key_of(atlas: Atlas, trail: Window) -> int:
    """The packed window of a true trail."""
    lanes = atlas.book.constants.trail_length
    found = 0
    for at, entry in enumerate(trail, 1):
        value = (atlas.ids[entry.place] << 3) | (KINDS.get(entry.move, PLAIN) << 1) | (entry.encounters > 0)
        found |= value << (LANE * (lanes - at))
    return found


def endless(book: Rulebook, rules: Rules) -> HuntGame:
    """The game by these tables, but that neither blood nor score runs out."""
    numbers = replace(book.constants, dracula_start_blood=ENDLESS, start_score=ENDLESS)
    return HuntGame(replace(rules, last_round=None), Rulebook(numbers, book.graph))
