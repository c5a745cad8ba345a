"""Why a place is impossible, or clues cannot all be true: the clue that decided it, and a few clues that suffice."""

from __future__ import annotations

from collections.abc import Sequence

from dracula_nb.beliefs.belief import Belief, Step, Why, percent, told
from dracula_nb.beliefs.case import Case, Note
from dracula_nb.beliefs.quickxplain import quickxplain
from dracula_nb.beliefs.soft import Pattern
from dracula_nb.beliefs.story import LIMIT, Story
from dracula_nb.beliefs.witness import witness
from dracula_nb.core.errors import DraculaError
from dracula_nb.maps import nearest_names

WIDE = 8 * LIMIT
"""Windows that are followed where fewer leave too much unknown."""

TOLD = 6
"""Clues of a set that are told with their texts."""

MANY = 10
"""Clues of a set beyond which nothing is proven of it, nor is it looked at more closely."""

FEW = 40
"""Notes of a case in which every single one is tried, so that a pair may be called smallest."""


def explain(belief: Belief, place: str, *, quick: bool = False) -> Why:
    """`Belief.why`."""
    case = belief.case or Case()
    speech = case.language
    if place not in speech.graph:
        near = nearest_names(speech.graph, place[:60])
        hint = f"; did you mean {near[0]!r}?" if near else ""
        raise DraculaError(f"place {place[:60]!r}: expected a place of the map{hint}")
    if place in belief.possible:
        odds = percent(belief.posterior.get(place) or 1e-300)  # never "0 %": the rules allow it
        found = None if quick else witness(case, len(belief.steps), place)
        return Why(place, True, None, f"{place} is possible: {odds} assuming {belief.model}.", witness=found)
    at = fell_out(belief.steps, place)
    if at is None:
        return Why(place, False, None, "Dracula is not on the map yet: he can start anywhere but in the hospital.")
    note, why = belief.steps[at].note, speech.speaks_against(belief.steps, at, place)
    since = f"was possible until {told(belief.steps[at - 1].note)}; {told(note)} ruled it out"
    if not belief.steps[at - 1].possible:
        since = f"was ruled out by Dracula's first move, {told(note)}"
    message = f"{place} {since}: {why}. Nothing since has allowed it again."
    if quick:
        return Why(place, False, note, message, (note,))
    return in_full(case, len(belief.steps), Why(place, False, note, message, (note,)))


def in_full(case: Case, count: int, quick: Why) -> Why:
    """The answer with an irreducible set of the first `count` notes of a case."""
    story = Story(case, count, quick.place)
    kept, irreducible = spared(story, needed(story, frozenset()), frozenset())
    notes = tuple(case.notes[at] for at in kept)
    smallest = irreducible and (len(kept) <= 1 or (len(kept) == 2 and no_single(story)))
    message = quick.message
    if notes != (quick.fell_out_at,):
        message = f"{message} {suffice(notes, irreducible)}"
    return Why(quick.place, False, quick.fell_out_at, message, notes, irreducible, smallest)


def conflict(case: Case, note: Note) -> tuple[tuple[int, ...], bool]:
    """Indices of notes that cannot all be true, the breaking one among them, and whether, as proven, all are needed."""
    at = case.notes.index(note)
    count = at + 1
    while count < len(case.notes) and not case.language.opens(case.notes[count].clue):
        count += 1
    story, always = Story(case, count, None), frozenset((at,))
    return spared(story, needed(story, always), always)


def needed(story: Story, always: frozenset[int]) -> tuple[int, ...]:
    """Notes that suffice for what the story rules out, `always` among them, in time order.

    The latest notes are preferred; unsure ones never rule anything out. What a test has not proven in time is kept, so
    that the notes suffice in any case.
    """
    clues = [clue for turn in story.turns for clue in turn.clues][: story.count]
    candidates = [at for at in range(story.count) if at not in always and not _unsure(clues[at])]
    but_first = frozenset(range(1, story.count))
    found: tuple[int, ...] = tuple(candidates)
    for limit in (LIMIT,) if story.exact else (LIMIT, WIDE):
        story.widen(limit)
        # where a hunter's start cannot be spared, too much is left unknown with so few windows
        if story.exact or limit == WIDE or story.excludes(but_first):
            found = quickxplain(candidates, lambda kept: story.excludes(kept | always))
        if len(found) < len(candidates):
            break
    return tuple(sorted(always.union(found)))


def _unsure(clue: object) -> bool:
    return isinstance(clue, Pattern) and clue.sure < 1.0


def spared(story: Story, found: Sequence[int], always: frozenset[int]) -> tuple[tuple[int, ...], bool]:
    """The notes found without those that a closer look can spare, and whether, as proven, none of them can be."""
    if len(found) > MANY:
        return tuple(found), False
    kept, open_ = list(found), [at for at in found if at not in always]
    open_ = [at for at in open_ if not story.admits(frozenset(kept) - {at})]
    if open_ and not story.exact:
        story.widen(WIDE)
        for at in open_:
            if story.excludes(frozenset(kept) - {at}):
                kept.remove(at)
    proven = all(story.admits(frozenset(kept) - {at}) for at in kept if at not in always) if open_ else True
    return tuple(kept), proven


def no_single(story: Story) -> bool:
    """Whether, as proven, no note suffices alone."""
    return story.count <= FEW and all(story.admits(frozenset((at,))) for at in range(story.count))


def suffice(notes: Sequence[Note], irreducible: bool) -> str:
    """That these notes rule it out by themselves, as a sentence; many are listed only where all of them are needed."""
    if not notes:
        return "No clue is needed for it."
    if len(notes) == 1:
        return f"{told(notes[0])[0].upper()}{told(notes[0])[1:]} alone rules it out."
    if len(notes) <= TOLD:
        return (
            f"Together {', '.join(map(told, notes[:-1]))} and {told(notes[-1])} rule it out, whatever else was noted."
        )
    if not irreducible:
        return "Many notes rule it out together."
    lines = ", ".join(str(note.line) for note in notes[:-1])
    return f"Together lines {lines} and {notes[-1].line} rule it out, whatever else was noted."


def fell_out(steps: Sequence[Step], place: str) -> int | None:
    """The index of the step after which a place fell out for good; None where it is possible, or nothing tells.

    Before Dracula's first move every place counts as open.
    """
    first = next((at for at, step in enumerate(steps) if step.possible), None)
    if first is None or place in steps[-1].possible:
        return None
    return max((at + 1 for at, step in enumerate(steps) if place in step.possible), default=first)
