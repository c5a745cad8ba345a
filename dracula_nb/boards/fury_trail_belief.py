"""How the board of fury_trail shows a belief: its clues in words, the hunters, and the trail as they know it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from dracula_nb.boards.views import Piece, TrailCard
from dracula_nb.games.fury_trail.rulebook import NAMES

if TYPE_CHECKING:
    from dracula_nb.beliefs import Belief, Case

BACKS = {"land": "city", "sea": "sea"}
SHOWN = {
    "land": "moved on land, unseen",
    "sea": "moved at sea, unseen",
    "starts": "laid his first card",
    "flies": "flew off as a bat by night",
    "Hide": "laid Hide faceup",
}
FACTS = {
    "off": "{head} is not on the trail",
    "near": "Local Rumours was played in {head}",
    "bond": "Psychic Bond told: {head}",
    "region": "Hypnosis told: he is in {head}",
    "adjacent": "Evil Presence: he is next to {name}: {tail}",
    "hide": "Hide is in his hand",
    "added": "an encounter was added to position {head}",
    "consecrated": "{head} was consecrated",
    "host": "a host lies in {head} until dawn",
    "lifted": "the token in {head} was lifted",
    "health": "Dracula's health: {head}",
    "ally": "the hunters' ally: {head}",
    "dusk": "dusk fell",
    "dawn": "dawn broke",
}


def line_words(line: str) -> str:
    """A line of a case file in words, without the full stop.

    >>> line_words("mina Vienna"), line_words("D wolf land: trap, left Prague")
    ('Mina Harker ended in Vienna', 'Dracula moved on land, unseen, as a wolf (trap, left Prague)')
    >>> line_words("seen 3: Hide at Vienna"), line_words("dawn: without mina")
    ('position 3 is faceup: Hide (Vienna)', 'dawn broke (without mina)')
    """
    head, _, tail = line.partition(": ")
    word, _, rest = head.partition(" ")
    if word in NAMES and word != "D":
        return f"{NAMES[word]} {_hunter_words(rest)}"
    if word == "D":
        return _dracula_words(rest, tail)
    if word == "seen":
        card, _, place = tail.partition(" at ")
        return f"position {rest} is faceup: {card}" + (f" ({place})" if place else "")
    if word == "here":
        return f"Dracula is in {tail or rest}"
    if word == "fight":
        return f"Dracula was fought in {rest}" + (f" ({tail})" if tail else "")
    told = FACTS[word].format(head=rest, name=NAMES.get(rest, rest), tail=tail)
    return told if "{tail}" in FACTS[word] or not tail else f"{told} ({tail})"


def _hunter_words(rest: str) -> str:
    how, _, place = rest.partition(" ")
    words = {"starts": f"starts in {place}", "placed": f"was placed in {place}", "stays": "stayed"}
    return words.get(how, f"ended in {rest}")


def _dracula_words(rest: str, tail: str) -> str:
    wolf, shown = rest.startswith("wolf "), rest.removeprefix("wolf ")
    cards = {"Dark Call": "played Dark Call", "Feed": "played Feed"}
    moved = SHOWN.get(shown) or cards.get(shown) or f"was seen moving to {shown}"
    return f"Dracula {moved}" + (", as a wolf" if wolf else "") + (f" ({tail})" if tail else "")


def pieces(case: Case, belief: Belief) -> tuple[Piece, ...]:
    """The hunters where they stand."""
    places = case.language.pieces(_table(case, belief))
    return tuple(Piece(seat, NAMES[seat], place) for seat, place in places.items())


def cards(case: Case, belief: Belief) -> tuple[TrailCard, ...]:
    """The trail, newest first; a place that the clues pin down is told even where nobody saw it."""
    slots = _table(case, belief).trail
    last = max((at for at, slot in enumerate(slots, 1) if slot), default=0)
    return tuple(_card(belief, slot, at) for at, slot in enumerate(slots[:last], 1))


def _table(case: Case, belief: Belief) -> Any:
    """What everybody at the table knows at the moment of a belief."""
    table = case.language.opening()
    for step in belief.steps:
        table = case.language.after(table, step.note.clue)
    return table


def _card(belief: Belief, slot: Any, position: int) -> TrailCard:
    if slot is None:
        return TrailCard(position, "empty")
    places = belief.trail[position - 1].posterior if position <= len(belief.trail) else {}
    known = next(iter(places)) if len(places) == 1 else None
    text = slot.card or BACKS.get(slot.back, "?")
    return TrailCard(position, f"{text}, wolf" if slot.wolf else text, known)
