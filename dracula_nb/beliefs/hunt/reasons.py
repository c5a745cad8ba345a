"""Why a place is impossible, and why a clue cannot be: the clue that decided it, and the rule or fact behind it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from dracula_nb.beliefs.hunt.clues import CITY, SEA, Clue, DraculaTurn, HunterTurn, Seen
from dracula_nb.games.hunt import Rulebook
from dracula_nb.games.hunt.turns import TRAP, VAMPIRE

if TYPE_CHECKING:
    from dracula_nb.beliefs.belief import Step


def reason(book: Rulebook, steps: Sequence[Step], at: int, place: str) -> str:
    """What in the step at index `at` speaks against a place, in words that follow a colon."""
    clue = steps[at].note.clue
    if place == book.hospital:
        return "Dracula never enters the hospital (HU-MOVE-05)"
    if isinstance(clue, HunterTurn):
        if clue.place == place:
            return "a hunter who ends his turn in Dracula's city meets him (HU-ENC-06)"
        if "dracula" in clue.words:
            return f"Dracula was met in {clue.place}"
    if isinstance(clue, DraculaTurn):
        found = _against_move(book, steps[:at], clue, place)
        if found:
            return found
    if isinstance(clue, Seen) and clue.position == 1 and clue.place:
        return f"he was seen in {clue.place}"
    return "no trail that fits every clue so far ends there"


def _against_move(book: Rulebook, before: Sequence[Step], clue: DraculaTurn, place: str) -> str:
    if clue.shown == SEA and place not in book.seas:
        return "his move ended at sea"
    if clue.shown == CITY and place in book.seas:
        return "his move ended on land"
    if clue.shown in book.graph:
        return f"he was seen in {clue.shown}"
    turns = [step.note.clue for step in before]
    hunters = {turn.seat: turn.place for turn in turns if isinstance(turn, HunterTurn)}
    if clue.shown == CITY and place in hunters.values():
        return "a hunter stood there, and a move into a hunter's city is shown (HU-SEE-03)"
    if clue.shown == CITY and place == book.castle:
        return "a move to the castle is always shown (HU-SEE-03)"
    return ""


def advice(book: Rulebook, clue: Clue, round_: int) -> str:
    """What is wrong with a clue by itself in this round, as a sentence; empty where it may be another line's fault."""
    if not isinstance(clue, DraculaTurn):
        return ""
    wanted = VAMPIRE if round_ % book.constants.vampire_every == 0 else TRAP
    if clue.laid and clue.laid != wanted:
        return f" In round {round_} he lays a {wanted}, not a {clue.laid} (HU-ENC-03)."
    if clue.shown == CITY and not clue.laid:
        return f" In a city he lays a {wanted} in round {round_}: expected '{CITY}: {wanted}' (HU-ENC-01)."
    return ""
