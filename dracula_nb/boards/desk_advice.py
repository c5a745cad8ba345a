"""Advice as the page of the desk shows it: the best places in a table, what may be noted there, the others' plan."""

from __future__ import annotations

from typing import Any

from dracula_nb.beliefs.advice import Advice, no_advice
from dracula_nb.beliefs.belief import Belief
from dracula_nb.boards.heat import in_hundred

SHOWN = 6
"""Places that are shown."""
NOTED = 4
"""What may be noted at the best place: so many of the likeliest."""
HEADS = ("to", "meets him, in 100", "touches his trail, in 100", "learns", "behind the best")


def advice_answer(belief: Belief, rows: tuple[Advice, ...]) -> dict[str, Any]:
    r"""The advice for the next hunter, best place first: heading, words and a table.

    >>> from dracula_nb.beliefs import Case
    >>> belief = Case.from_text("G Edinburgh\nS Lisbon\nH Vienna\nM Sofia\nD city: vampire\n").belief()
    >>> told = advice_answer(belief, belief.advise())
    >>> told["title"], told["table"][1]
    ('Advice for G: Manchester', ['Manchester', '2', '2', '0.13 bits', '-'])
    """
    if not rows:
        return {"title": "Advice", "text": no_advice(belief), "lines": []}
    best = rows[0]
    figures = [
        [
            row.move,
            chance(row.catch),
            chance(row.touch),
            f"{row.info_bits:.2f} bits",
            f"{row.regret_points:.1f} points" if row.regret_points else "-",
        ]
        for row in rows[:SHOWN]
    ]
    return {
        "title": f"Advice for {best.seat}: {best.move}",
        "text": " ".join(filter(None, (best.reason, *_more(belief, best), _rest(len(rows) - SHOWN)))),
        "said": best.reason,
        "lines": [],
        "table": [list(HEADS), *figures],
    }


def chance(probability: float) -> str:
    """The number in 100; 0 only for what cannot be.

    >>> chance(0.0), chance(1e-9), chance(0.126)
    ('0', '<1', '13')
    """
    return in_hundred(probability) if probability > 0 else "0"


def _more(belief: Belief, best: Advice) -> list[str]:
    """What else is told of the best place, in sentences."""
    told = ["Dracula moves before: ask again once he has."] if best.after_dracula else []
    noted = "; ".join(f"{' / '.join(one.lines)} ({chance(one.probability)})" for one in best.outcomes[:NOTED])
    told.append(f"What may be noted there, in 100: {noted}.")
    if best.plan:
        others = ", ".join(f"{one.seat} to {one.move} ({chance(one.catch)})" for one in best.plan)
        told.append(f"A plan for the others, if nothing is learnt: {others}.")
    doubts = [f"{model} would rather go to {place}" for model, place in best.disputed_by.items()]
    if doubts:
        told.append(f"Models disagree: {'; '.join(doubts)}.")
    kind = (
        "" if best.kind == "exact" else f" This is {'an estimate' if best.kind == 'estimate' else 'at least so much'}."
    )
    return [*told, f"Assuming {belief.model}.{kind}"]


def _rest(count: int) -> str:
    return f"{count} more places are no better." if count > 0 else ""
