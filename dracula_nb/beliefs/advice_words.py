"""What decides about a place that a hunter can go to, in one sentence."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dracula_nb.beliefs.horizon import BOUND, ESTIMATE, EXACT, SAME

if TYPE_CHECKING:
    from dracula_nb.beliefs.advice import Advice


def reason(row: Advice, best: Advice) -> str:
    """What decides about a place, in one sentence; `best` is the best row, perhaps this one."""
    from dracula_nb.beliefs.belief import percent

    place = f"{row.move} ({row.needs})" if row.needs else row.move
    if row is best:
        head = f"{place} is the best place"
    elif row.regret_points > 0.05:
        head = f"{place} is {row.regret_points:.1f} points behind {best.move}"
    else:
        head = f"{place} is about as good as {best.move}"
    if row.turns > 1 and best.within > SAME:
        words = {EXACT: "", BOUND: "at least ", ESTIMATE: "about "}[row.kind]
        told = f"{words}{percent(row.within)} to catch Dracula within {row.turns} turns, {percent(row.catch)} now"
    elif row.catch > SAME:
        told = f"{percent(row.catch)} to catch Dracula now"
    elif row.touch > SAME:
        told = f"no catch there now, but {percent(row.touch)} to touch his trail"
    elif best.catch <= SAME and best.touch <= SAME:
        told = "no place can catch Dracula or touch his trail now" + (
            ", and none is nearer to him" if row is best else ""
        )
    else:
        told = "no catch there now, and nothing of his trail"
    return f"{head}: {told}."
