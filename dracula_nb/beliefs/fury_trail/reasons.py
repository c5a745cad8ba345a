"""Why a place is impossible, and why a clue cannot be: the rule or fact behind it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from dracula_nb.beliefs.fury_trail.clues import (
    ARRIVES,
    LAND,
    SEA,
    STARTS,
    Check,
    Clue,
    Fact,
    Fight,
    Hunter,
    Phase,
    Seen,
)
from dracula_nb.beliefs.fury_trail.table import Table
from dracula_nb.games.fury_trail.rulebook import NAMES, SEATS, Rulebook
from dracula_nb.trail.hideouts import DARK_CALL, FEED, POWERS

NOTHING = "no trail that fits every clue so far ends there"


def reason(book: Rulebook, steps: Sequence[Any], at: int, place: str) -> str:
    """What in the step at index `at` speaks against a place, in words that follow a colon."""
    clue = steps[at].note.clue
    if place == book.hospital:
        return "Dracula never enters the hospital (FT-LOC-05)"
    match clue:
        case Hunter(_, how, where) if how in ARRIVES and where == place:
            return "a hunter who ends a move in a city of the trail has its card turned faceup (FT-CLUE-18)"
        case Check():
            return "a hunter there would have met him in this check (FT-CLUE-23)"
        case Fight(where):
            return f"he was met in {where} (FT-CLUE-24)"
        case Seen(1, card) if card not in POWERS:
            return f"he was seen in {card}"
        case Phase():
            hunters = {c.seat: c.place for c in (step.note.clue for step in steps[:at]) if _stands(c)}
            return _against_card(book, set(hunters.values()), clue, place) or NOTHING
        case Fact():
            return _against_fact(clue, place) or NOTHING
    return NOTHING


def _stands(clue: Clue) -> bool:
    return isinstance(clue, Hunter) and bool(clue.place)


def _against_card(book: Rulebook, hunters: set[str], clue: Phase, place: str) -> str:
    """What in a line of Dracula's speaks against a place."""
    if clue.shown == SEA and place not in book.seas:
        return "his card was a sea card (FT-CLUE-06)"
    if clue.shown == STARTS:
        return "he starts in a city without hunters (FT-CLUE-02)"
    if clue.shown in (LAND, DARK_CALL) and place in book.seas:
        return "his card was laid on land (FT-CLUE-03)"
    if clue.shown == FEED and place not in book.cities:
        return "Feed is played in a city only (FT-CLUE-09)"
    if clue.shown in book.graph and clue.shown != place:
        return f"he was seen in {clue.shown} (FT-CLUE-05)"
    if clue.shown == LAND and place in hunters:
        return "a hunter stood there, and a card is laid faceup beside a hunter (FT-CLUE-04)"
    if clue.shown == LAND and place == book.castle:
        return "the castle's card is always faceup (FT-CLUE-15)"
    return ""


def _against_fact(clue: Fact, place: str) -> str:
    """What in a line that states a fact speaks against a place."""
    if clue.word == "here":
        return f"he was said to be in {clue.tail}"
    if clue.word == "off" and clue.head == place:
        return "Dracula said that it is not on the trail (FT-CLUE-28)"
    if clue.word == "bond":
        return f"the answer was {clue.tail} (FT-CLUE-27)"
    if clue.word == "region":
        return f"his region is {clue.tail} (FT-CLUE-30)"
    if clue.word == "adjacent":
        return f"{clue.head} {'was' if clue.tail == 'yes' else 'was not'} named as next to him (FT-CLUE-30)"
    return ""


def advice(book: Rulebook, clue: Clue, table: Table) -> str:
    """What is wrong with a clue by itself, as a sentence; empty where it may be another line's fault."""
    if isinstance(clue, Phase) and clue == Phase(LAND):
        return (
            " A facedown land card bears a trap: expected 'land: trap', 'land: rumour', or 'land: empty-handed' where"
            " he had none to lay; without any only Hide in the castle is laid (FT-CLUE-14)."
        )
    if isinstance(clue, Fact) and clue.word == "adjacent" and table.places[SEATS.index(clue.head)] == book.hospital:
        return f" {NAMES[clue.head]} is in the hospital, which counts as next to nothing (FT-LOC-14): expected 'no'."
    if isinstance(clue, Check) and table.hunters:
        return f" If a hunter beside him could not fight: expected '{clue.time}: without SEAT' (FT-ROUND-16)."
    if isinstance(clue, Hunter) and clue.how in ARRIVES:
        return " If cards were turned faceup, 'seen N: PLACE' follows this line (FT-CLUE-18)."
    return ""
