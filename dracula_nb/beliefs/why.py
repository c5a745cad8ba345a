"""Why a place is impossible: the clue after which it fell out, in words."""

from __future__ import annotations

from collections.abc import Sequence

from dracula_nb.beliefs.belief import Belief, Step, Why, percent, told
from dracula_nb.beliefs.case import Case
from dracula_nb.core.errors import DraculaError
from dracula_nb.maps import nearest_names


def explain(belief: Belief, place: str) -> Why:
    """`Belief.why`."""
    speech = (belief.case or Case()).language
    if place not in speech.graph:
        near = nearest_names(speech.graph, place[:60])
        hint = f"; did you mean {near[0]!r}?" if near else ""
        raise DraculaError(f"place {place[:60]!r}: expected a place of the map{hint}")
    if place in belief.possible:
        odds = percent(belief.posterior.get(place) or 1e-300)  # never "0 %": the rules allow it
        return Why(place, True, None, f"{place} is possible: {odds} assuming {belief.model}.")
    at = fell_out(belief.steps, place)
    if at is None:
        return Why(place, False, None, "Dracula is not on the map yet: he can start anywhere but in the hospital.")
    note, why = belief.steps[at].note, speech.speaks_against(belief.steps, at, place)
    since = f"was possible until {told(belief.steps[at - 1].note)}; {told(note)} ruled it out"
    if not belief.steps[at - 1].possible:
        since = f"was ruled out by Dracula's first move, {told(note)}"
    return Why(place, False, note, f"{place} {since}: {why}. Nothing since has allowed it again.")


def fell_out(steps: Sequence[Step], place: str) -> int | None:
    """The index of the step after which a place fell out for good; None where it is possible, or nothing tells.

    Before Dracula's first move every place counts as open.
    """
    first = next((at for at, step in enumerate(steps) if step.possible), None)
    if first is None or place in steps[-1].possible:
        return None
    return max((at + 1 for at, step in enumerate(steps) if place in step.possible), default=first)
