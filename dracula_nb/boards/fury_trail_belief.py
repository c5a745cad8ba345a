"""How the board of fury_trail shows a belief: its clues in words, the hunters, and the trail as they know it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from dracula_nb.boards.views import Piece, TrailCard
from dracula_nb.core.errors import NotationError
from dracula_nb.games.fury_trail.rulebook import NAMES, SEATS

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
    "on": "{head} is on the trail",
    "near": "Local Rumours was played in {head}",
    "bond": "Psychic Bond told: {head}",
    "region": "Hypnosis told: he is in {head}",
    "adjacent": "Evil Presence: he is next to {name}: {tail}",
    "hide": "Hide was asked for: {head}",
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
    >>> line_words("bond: odd"), line_words("region: Iberia")
    ('Psychic Bond told: odd', 'Hypnosis told: he is in Iberia')
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
    if not rest and "{head}" in FACTS[word]:
        rest, tail = tail, ""
    told = FACTS[word].format(head=rest, name=NAMES.get(rest, rest), tail=tail)
    return told if "{tail}" in FACTS[word] or not tail else f"{told} ({tail})"


def _hunter_words(rest: str) -> str:
    how, _, place = rest.partition(" ")
    words = {
        "starts": f"starts in {place}",
        "placed": f"was placed in {place}",
        "brought": f"was brought to {place}",
        "stays": "stayed",
    }
    return words.get(how, f"ended in {rest}")


def _dracula_words(rest: str, tail: str) -> str:
    wolf, shown = rest.startswith("wolf "), rest.removeprefix("wolf ")
    cards = {"Dark Call": "played Dark Call", "Feed": "played Feed"}
    moved = SHOWN.get(shown) or cards.get(shown) or f"was seen moving to {shown}"
    return f"Dracula {moved}" + (", as a wolf" if wolf else "") + (f" ({tail})" if tail else "")


def due(case: Case) -> tuple[str, ...]:
    r"""What can come next, from where the week stands: hunters by day, Dusk, Dawn, Dracula.

    Hunters have no line by night, as they do not move then; nobody has to note a check. Rules FT-ROUND-01, FT-SETUP-10.

    >>> from dracula_nb.beliefs import Case
    >>> start = "godalming London\nseward Madrid\nhelsing Rome\nmina Vienna\nD starts\n"
    >>> due(Case.from_text(f"{start}godalming stays\n", "fury_trail"))
    ('seward', 'helsing', 'mina', 'dusk', 'dawn', 'D', 'godalming')
    """
    from dracula_nb.beliefs.entry import DRACULA, first_word, next_words, table_of
    from dracula_nb.beliefs.fury_trail.clues import DAWN, DUSK

    table = table_of(case)
    if not table.started:
        return tuple(seat for seat, place in zip(SEATS, table.places, strict=True) if place is None) or (DRACULA,)
    language: Any = case.language
    dawn_first = language.book.rules.dawn_first
    week = (*SEATS, DUSK, DAWN, DRACULA) if dawn_first else (DAWN, *SEATS, DUSK, DRACULA)
    said = next(word for word in (first_word(case, note) for note in reversed(case.notes)) if word in week)
    at = week.index(said) + 1
    fitting = (*next_words(case), *(word for word in (DUSK, DAWN) if _fits(case, table, word)))
    found = [word for word in (*week[at:], *week[:at]) if word in fitting]
    return tuple(sorted(found, key=lambda word: word in table.moved))


def _fits(case: Case, table: Any, line: str) -> bool:
    try:
        case.language.after(table, case.language.parse(line))
    except NotationError:
        return False
    return True


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
