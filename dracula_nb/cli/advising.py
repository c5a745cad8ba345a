"""How ``deduce --advise`` tells advice: as JSON values, and in lines for people."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from dracula_nb.cli.printing import complain, one_line, wrapped

if TYPE_CHECKING:
    from dracula_nb.beliefs import Belief
    from dracula_nb.beliefs.advice import Advice, Outcome

SHOWN = 3
"""How many places, and outcomes of each, are told."""

KEYS = ("seat", "move", "catch", "touch", "info_bits", "regret_points", "reason")


def as_values(belief: Belief, rows: tuple[Advice, ...]) -> list[dict[str, Any]]:
    """Advice as JSON values, best place first; where there is none, standard error says why."""
    from dracula_nb.beliefs.advice import no_advice

    if not rows and belief.contradiction is None:  # which is complained of by itself
        complain(no_advice(belief))
    return [{key: getattr(row, key) for key in KEYS} for row in rows]


def in_words(belief: Belief, rows: tuple[Advice, ...]) -> list[str]:
    """Advice in lines: the best places, what each may tell, the plan of the others, and models that disagree."""
    from dracula_nb.beliefs.advice import no_advice

    if not rows:
        return [wrapped(one_line(no_advice(belief)))]
    first = " (Dracula moves before: look again once he has)" if rows[0].after_dracula else ""
    lines = [wrapped(f"Advice for {rows[0].seat}, the next hunter to move{first}, assuming {belief.model}:")]
    for at, row in enumerate(rows[:SHOWN], 1):
        lines += _of_place(at, row)
    if len(rows) > SHOWN:
        lines.append(f"  and {len(rows) - SHOWN} more places, none better")
    return lines + _plan(rows[0]) + _dispute(rows[0])


def _of_place(at: int, row: Advice) -> list[str]:
    from dracula_nb.beliefs.belief import percent

    figures = f"catch {percent(row.catch)}, touch {percent(row.touch)}, learn {row.info_bits:.2f} bits"
    told = "; ".join(_outcome(outcome) for outcome in row.outcomes[:SHOWN])
    more = len(row.outcomes) - SHOWN
    rest = f"; and {more} more" if more > 0 else ""
    return [
        f"  {at}  {row.move}: {figures}",
        wrapped(row.reason, "     "),
        wrapped(f"He may note: {told}{rest}.", "     "),
    ]


def _outcome(outcome: Outcome) -> str:
    from dracula_nb.beliefs.belief import percent

    places = sorted(outcome.posterior.items(), key=lambda pair: (-pair[1], pair[0]))
    then = f"then {places[0][0]}" if len(places) == 1 else f"then {len(places)} places"
    return f"{' / '.join(outcome.lines)} ({percent(outcome.probability)}, {then})"


def _plan(row: Advice) -> list[str]:
    from dracula_nb.beliefs.belief import percent

    if not row.plan:
        return []
    goals = ", ".join(f"{planned.seat} {planned.move} ({percent(planned.catch)})" for planned in row.plan)
    return [wrapped(f"A plan for the others of this round if he goes to {row.move} and misses him: {goals}.", "  ")]


def _dispute(row: Advice) -> list[str]:
    if not row.disputed_by:
        return ["  No other model would rather send him elsewhere."]
    words = "; ".join(f"{model} says {place}" for model, place in row.disputed_by.items())
    return [wrapped(f"Models disagree on the best place: {words}.", "  ")]
