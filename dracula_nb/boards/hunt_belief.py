"""How the board of hunt shows a belief: its clues in words, the hunters, and the trail as they know it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from dracula_nb.boards.hunt_words import MOVES, line_words
from dracula_nb.boards.views import Piece, TrailCard

if TYPE_CHECKING:
    from dracula_nb.beliefs import Belief, Case

__all__ = ["cards", "due", "line_words", "pieces"]


def due(case: Case) -> tuple[str, ...]:
    """The seats that can come next, the expected one first."""
    from dracula_nb.beliefs.entry import next_words

    return next_words(case)


def pieces(case: Case, belief: Belief) -> tuple[Piece, ...]:
    """The hunters where they stand."""
    from dracula_nb.games.hunt.rulebook import NAMES

    places = case.language.pieces(_table(case, belief))
    return tuple(Piece(seat, NAMES[seat], place) for seat, place in places.items())


def cards(case: Case, belief: Belief) -> tuple[TrailCard, ...]:
    """The trail, newest first; a place that the clues pin down is told even where nobody saw it."""
    table = _table(case, belief)
    return tuple(_card(case, belief, table, position) for position in range(1, len(table.trail) + 1))


def _table(case: Case, belief: Belief) -> Any:
    """What everybody at the table knows at the moment of a belief."""
    from dracula_nb.beliefs.hunt.clues import Seen
    from dracula_nb.beliefs.hunt.table import after_seen

    table = case.language.opening()
    for step in belief.steps:
        table = case.language.after(table, step.note.clue)
        if isinstance(step.note.clue, Seen):
            table = after_seen(table, step.note.clue)
    return table


def _card(case: Case, belief: Belief, table: Any, position: int) -> TrailCard:
    entry = table.trail[position - 1]
    places = belief.trail[position - 1].posterior if position <= len(belief.trail) else {}
    place = entry.place if entry.placed else next(iter(places)) if len(places) == 1 else None
    if entry.known:
        return TrailCard(position, MOVES.get(entry.move, entry.move), place)
    # whether a move ended at sea is public, unless nobody noted it
    at_sea = [case.language.graph.nodes[name]["kind"] == "sea" for name in places]
    text = "?" if any(at_sea) != all(at_sea) or not at_sea else "sea" if at_sea[0] else "city"
    return TrailCard(position, text, place)
