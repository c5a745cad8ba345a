r"""The view of a belief: the hunters, the trail as they know it, and where Dracula can be, ready to be drawn.

>>> from dracula_nb.beliefs import Case
>>> case = Case.from_text("G Edinburgh\nS Lisbon\nH Vienna\nM Sofia\nD city: vampire\n")
>>> view = view_of_belief(case, case.belief())
>>> view.title, view.pieces[2].place, view.trail[0].text, "Vienna" in view.possible
('Line 5: Dracula moved on land, unseen, and laid a vampire', 'Vienna', 'city', False)
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from dracula_nb.boards.hunt_words import MOVES, line_words
from dracula_nb.boards.views import MapView, Piece, TrailCard

if TYPE_CHECKING:
    from dracula_nb.beliefs import Belief, Case
    from dracula_nb.beliefs.hunt.clues import Clue
    from dracula_nb.beliefs.hunt.table import Table


def view_of_belief(case: Case, belief: Belief, title: str | None = None) -> MapView:
    """The map as the hunters know it at the moment of a belief of their case.

    Parameters
    ----------
    case
        The case that the belief was worked out from.
    belief
        What was believed after one of its lines.
    title
        The heading; the line of the last turn, in words, where None.

    Returns
    -------
    The view. What a turn ruled out (the turn's line and what was seen in it) stands in `changed`, what was seen in
    the notes; a place of the trail that the clues pin down is told even where nobody saw it.
    """
    from dracula_nb.games.hunt.rulebook import NAMES

    table = table_of(case, belief)
    turn = [step.note for step in belief.steps[_opening(belief) :]]
    lines = [f"{len(belief.possible)} of {len(case.book.places)} places possible"]
    lines += [f"line {note.line}: {clue_words(note.clue)}" for note in turn[1:]]
    if belief.contradiction is not None:
        lines.append(f"the story breaks at line {belief.contradiction.clues[-1].line}")
    return MapView(
        title=title or (f"Line {turn[0].line}: {clue_words(turn[0].clue)}" if turn else "Before the first turn"),
        edition=case.map,
        pieces=tuple(Piece(s, NAMES[s], p) for s, p in zip(case.rules.hunters, table.places, strict=True)),
        trail=tuple(_card(case, belief, table, position) for position in range(1, len(table.trail) + 1)),
        heat=tuple(belief.posterior.items()),
        model=belief.model,
        possible=belief.possible,
        changed=ruled_out(belief),
        notes=tuple(lines),
    )


def clue_words(clue: Clue) -> str:
    """A clue as a sentence without its full stop.

    >>> from dracula_nb.beliefs.hunt.clues import DraculaTurn, HunterTurn, Seen
    >>> clue_words(HunterTurn("H", "Naples", ("trap", "trap", "dracula")))
    'Van Helsing ended in Naples and met two traps and Dracula'
    >>> clue_words(Seen(6, "Milan", "Milan")), clue_words(Seen(2, "HI", "Rome"))
    ('the oldest move of the trail was seen: Milan', 'the second newest move of the trail was seen: Hide (Rome)')
    """
    from dracula_nb.beliefs.hunt.clues import clue_text

    return line_words(clue_text(clue))


def ruled_out(belief: Belief) -> frozenset[str]:
    """The places that the last turn ruled out, with what was seen in it."""
    first = _opening(belief)
    return belief.steps[first - 1].possible - belief.steps[-1].possible if first > 0 else frozenset()


def _opening(belief: Belief) -> int:
    """The index of the step that opened the last turn."""
    from dracula_nb.beliefs.hunt.clues import Seen

    return max((at for at, step in enumerate(belief.steps) if not isinstance(step.note.clue, Seen)), default=0)


def table_of(case: Case, belief: Belief) -> Table:
    """What everybody at the table knows at the moment of a belief."""
    from dracula_nb.beliefs.hunt.clues import DraculaTurn, HunterTurn
    from dracula_nb.beliefs.hunt.table import after_dracula, after_hunter, after_seen, empty_table

    table = empty_table(case.book, case.rules)
    for step in belief.steps:
        clue = step.note.clue
        if isinstance(clue, HunterTurn):
            table = after_hunter(case.book, case.rules, table, clue)
        elif isinstance(clue, DraculaTurn):
            table = after_dracula(case.book, case.rules, table, clue)
        else:
            table = after_seen(table, clue)
    return table


def _card(case: Case, belief: Belief, table: Table, position: int) -> TrailCard:
    entry = table.trail[position - 1]
    places = belief.trail[position - 1].posterior if position <= len(belief.trail) else {}
    place = entry.place if entry.placed else next(iter(places)) if len(places) == 1 else None
    if entry.known:
        return TrailCard(position, MOVES.get(entry.move, entry.move), place)
    # whether a move ended at sea is public, so one possible place tells for all
    text = "sea" if places and next(iter(places)) in case.book.seas else "city" if places else "?"
    return TrailCard(position, text, place)
