"""What the desk says: who is next, what a clue changed, the lines in words, the trail as layers, why and why not."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Any

from dracula_nb.beliefs.belief import Belief, Contradiction, Why
from dracula_nb.beliefs.case import Case
from dracula_nb.beliefs.entry import DRACULA, refused_line
from dracula_nb.beliefs.repairs import Repair, earlier_slips
from dracula_nb.boards.belief_view import board_of, up_to_words, view_of_belief
from dracula_nb.boards.desk_story import Story
from dracula_nb.boards.heat import in_words
from dracula_nb.boards.views import MapView

MODELS = (
    ("uniform", "every legal move alike"),
    ("evasive(1)", "he keeps away from the hunters"),
    ("adaptive", "learn the habits of this Dracula"),
)
MENDS = 6
"""Repairs of a broken story that are offered."""
NAMED = 6
"""Places that a sentence names; of more it gives the number."""
HEADER = re.compile(r"(game|map|profile)\s*:")


def whom(case: Case, belief: Belief, word: str) -> str:
    """A seat, or a check of the week, in words."""
    if word == DRACULA:
        return "Dracula"
    names = {piece.seat: piece.word for piece in board_of(case.game).pieces(case, belief)}
    return names.get(word, word.capitalize())


def next_seats(story: Story) -> tuple[tuple[str, str], ...]:
    """What can come next, the expected one first: seats with their names, and checks where the game has any."""
    return tuple((word, whom(story.case, story.belief, word)) for word in board_of(story.case.game).due(story.case))


def meanings(found: list[list[Any]]) -> list[list[Any]]:
    """Of the lines that fit a text that was refused, those that it may have meant: misspelt, or one of several.

    >>> meanings([["S Berlin", False], ["S Berlin: trap", False], ["S Belgrade", False]])
    [['S Berlin', False], ['S Belgrade', False]]
    >>> meanings([["S Berlin", False], ["S Berlin: trap", False]])
    []
    """
    if any(guess for _, guess in found):
        return found
    # completion makes the likeliest line longer: that is no other meaning
    alike = [one for one in found if one[0].partition(": ")[2] == found[0][0].partition(": ")[2]]
    return alike if len(alike) > 1 else []


def changed_words(before: Belief | None, now: Belief) -> str:
    r"""What the last change made of the belief, in a few sentences.

    >>> from dracula_nb.beliefs import Case
    >>> case = Case.from_text("G Edinburgh\nS Lisbon\nH Vienna\nM Sofia\nD city: vampire\n")
    >>> changed_words(None, case.belief())
    '55 places possible; likeliest Alicante, 2 in 100.'
    """
    if now.contradiction is not None:
        return f"Careful: {now.contradiction.message}"
    if not now.possible:
        return "Dracula is not on the map yet."
    told = []
    if before is not None and before.possible:
        gone, new = before.possible - now.possible, now.possible - before.possible
        told += [f"No longer possible: {_some(gone)}."] * bool(gone)
        told += [f"Possible now: {_some(new)}."] * bool(new)
        told += ["The same places are possible as before."] * (not gone and not new)
    return " ".join([*told, _likeliest(now)])


def _likeliest(now: Belief) -> str:
    if len(now.possible) == 1:
        return f"He is in {next(iter(now.possible))}."
    # chances that differ by rounding alone are alike: then the first by name
    place, chance = min(now.posterior.items(), key=lambda pair: (-round(pair[1], 12), pair[0]))
    return f"{len(now.possible)} places possible; likeliest {place}, {in_words(chance)}."


def _some(places: Iterable[str]) -> str:
    names = sorted(places)
    return ", ".join(names) if len(names) <= NAMED else f"{len(names)} places"


def map_view(story: Story, position: int = 1) -> MapView:
    """The map with where he is, or, for an older position of the trail, where he was then."""
    view = view_of_belief(story.case, story.belief)
    layer = next((one for one in story.belief.trail if one.position == position), None)
    if position == 1 or layer is None:
        return view
    ago = "1 move" if position == 2 else f"{position - 1} moves"
    told = (f"Position {position} of the trail: where he was {ago} ago", up_to_words(story.belief))
    return replace(
        view,
        title=", ".join(filter(None, told)),
        heat=tuple(layer.posterior.items()),
        possible=frozenset(layer.posterior),
        changed=frozenset(),
    )


def why_answer(why: Why) -> dict[str, Any]:
    """Why a place is possible or not, for the page: heading, words, and the lines that it rests on."""
    clues = why.clues or ((why.fell_out_at,) if why.fell_out_at is not None else ())
    title = f"{why.place}: possible" if why.possible else f"Why not {why.place}?"
    if why.irreducible and len(clues) > 1:
        title += f" These {len(clues)} lines together; none of them could be missing."
    text = why.message if why.witness is None else f"{why.message} For example by: {', '.join(why.witness)}."
    return {"title": title, "text": text, "lines": [[note.line, note.text] for note in clues]}


@dataclass(frozen=True)
class Mend:
    """Something that would mend a broken story: the words on its button, and the case that it makes."""

    words: str
    change: Callable[[Case], Case]


def broken_answer(broken: Contradiction) -> dict[str, Any]:
    """Which lines cannot all be true, for the page."""
    clues = broken.clues
    spared = "; without any one of them the rest could be" if broken.irreducible and len(clues) > 1 else ""
    title = f"These {len(clues)} lines cannot all be true{spared}" if len(clues) > 1 else "This line cannot be true"
    return {"title": title, "text": broken.message, "lines": [[note.line, note.text] for note in clues]}


def mends_of(broken: Contradiction) -> list[Mend]:
    """What would mend a broken story, likeliest first; where nothing is known, striking the line that broke it."""
    found, others = [], []
    for one in broken.repairs:
        found.append(Mend(_repair_words(one), one.applied))
        others += [
            Mend(f"Line {one.line} ({one.text}): {_written(other)}", _writing(one.line, other)) for other in one.others
        ]
    found = [*found, *others][:MENDS]
    if not found:
        line, text = broken.note.line, broken.note.text
        found.append(Mend(f"Line {line} ({text}): strike it", _writing(line, None)))
    return found


def slips_of(case: Case, text: str) -> list[Mend]:
    r"""What would let a line follow that was refused, likeliest first: an earlier line put right, then the line noted.

    >>> starts = "g starts Rome\ns starts Vienna\nh starts Paris\nm starts London\n"
    >>> case = Case.from_text(f"game: fury_trail\n{starts}D starts\nD land: trap\nD Dark Call\n")
    >>> [one] = slips_of(case, "d dark # his third")
    >>> one.words
    "Line 8 (D Dark Call): write 'D Feed' - his card was noted wrongly"
    >>> one.change(case).lines[-2:]
    ('D Feed', 'D Dark Call # his third')
    """
    line = refused_line(case, text)
    _, mark, remark = text.partition("#")
    whole = f"{line} {mark}{remark}".strip()
    found = earlier_slips(case, line) if line else ()
    return [Mend(_repair_words(one), _noting(one, whole)) for one in found[:MENDS]]


def offered_words(mends: list[Mend]) -> str:
    """How many repairs are offered, and the likeliest.

    >>> offered_words([Mend("Line 5 (G Rome): strike it", lambda case: case)])
    '1 repair is offered above the map. Line 5 (G Rome): strike it.'
    """
    count = len(mends)
    told = "1 repair is" if count == 1 else f"{count} repairs are"
    return f"{told} offered above the map{', the likeliest first' * (count > 1)}. {mends[0].words}."


def _repair_words(one: Repair) -> str:
    more = "".join(f", and line {also.line}: {_written(also.instead)}" for also in one.also)
    return f"Line {one.line} ({one.text}): {_written(one.instead)}{more} - {one.reason}"


def _noting(repair: Repair, line: str) -> Callable[[Case], Case]:
    return lambda case: repair.applied(case).with_line(line)


def _writing(line: int, text: str | None) -> Callable[[Case], Case]:
    return lambda case: case.corrected(line, text)


def _written(instead: str | None) -> str:
    return "strike it" if instead is None else f"write {instead!r}"
