"""Why a move of hunt is not allowed: the first rule that forbids it, with its id."""

from __future__ import annotations

from dracula_nb.core.game import Refusal
from dracula_nb.games.hunt.actions import Action, GoTo
from dracula_nb.games.hunt.rulebook import Rulebook
from dracula_nb.games.hunt.state import HuntState
from dracula_nb.trail.window import DOUBLE_BACKS, HIDE, TELEPORT, barred_as_repeat, steps_back


def refuse_hunter(book: Rulebook, here: str | None, rail: int, action: Action) -> Refusal:
    """The rule against a hunter's action from `here`, with `rail` rail steps in this round. Rule HU-MOVE-15."""
    if not isinstance(action, GoTo):
        return Refusal("HU-MOVE-15", "hides, double backs and teleports are Dracula's")
    far = book.reach(str(here), book.constants.rail_cycle * 3)
    if action.place in far:
        return Refusal("HU-MOVE-04", f"{action.place} is too far by rail: {rail} steps are allowed in this round")
    return Refusal("HU-MOVE-03", f"no road, rail or sea move leads from {here} to {action.place}")


def refuse_dracula(book: Rulebook, state: HuntState, move: str) -> Refusal:
    """The rule against one of Dracula's moves."""
    trail, ground = state.trail, book.ground
    if not trail:
        if move == book.hospital:
            return Refusal("HU-MOVE-05", "Dracula never enters the hospital")
        return Refusal("HU-MOVE-01", "the first move names a place")
    here = trail[0].place
    if move == TELEPORT:
        return Refusal("HU-MOVE-13", "the castle calls only when no other move is left")
    if move == HIDE:
        if here in ground.seas:
            return Refusal("HU-MOVE-09", "nobody hides at sea")
        return Refusal("HU-MOVE-10", f"a hide stands among the last {ground.checked} moves")
    if move in DOUBLE_BACKS:
        return _refuse_double_back(book, state, move)
    if move == book.hospital:
        return Refusal("HU-MOVE-05", "Dracula never enters the hospital")
    if move == here and here in ground.seas:
        return Refusal("HU-MOVE-07", "at sea he cannot stay by naming the same zone")
    if move != here and move not in ground.steps[here]:
        return Refusal("HU-MOVE-06", f"no road or sea move leads from {here} to {move}")
    if barred_as_repeat(trail, move, ground.checked):
        return Refusal("HU-MOVE-08", f"{move} stands among the last {ground.checked} moves")
    raise AssertionError(f"{move} is legal")


def _refuse_double_back(book: Rulebook, state: HuntState, move: str) -> Refusal:
    trail, checked = state.trail, book.ground.checked
    if steps_back(move) > min(len(trail), checked):
        return Refusal("HU-MOVE-11", f"only {min(len(trail), checked)} moves can be gone back")
    if any(entry.move in DOUBLE_BACKS for entry in trail[:checked]):
        return Refusal("HU-MOVE-12", f"a double back stands among the last {checked} moves")
    there = trail[steps_back(move) - 1].place
    return Refusal("HU-MOVE-11", f"{there} is not next to {trail[0].place}")
