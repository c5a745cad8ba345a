"""``dracula-nb deduce``: where Dracula can be, how likely under a named model, and why not elsewhere."""

from __future__ import annotations

import math
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from dracula_nb.beliefs.reading import RefusedLineError
from dracula_nb.beliefs.repairs import earlier_slips
from dracula_nb.cli.advising import as_values, in_words
from dracula_nb.cli.printing import complain, one_line, print_json, wrapped
from dracula_nb.cli.reading import STANDARD_INPUT, read_case
from dracula_nb.core.errors import DraculaError

if TYPE_CHECKING:
    from dracula_nb.beliefs import Belief, Case
    from dracula_nb.beliefs.advice import Advice
    from dracula_nb.beliefs.belief import Contradiction, Layer, Why
    from dracula_nb.beliefs.case import Note
    from dracula_nb.beliefs.repairs import Repair

BAD_INPUT, CONTRADICTION = 2, 3
SHOWN = 10
"""How many places are listed line by line."""
SHOWN_ON_TRAIL = 4
SHOWN_SLIPS = 3
CERTAIN = 1 - 1e-12
"""Above this a probability is 1 but for the rounding of sums."""


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked of a case; as the options of the command."""

    source: str
    game: str | None = None
    model: str = "uniform"
    upto: int | None = None
    why: str | None = None
    tables: Path | None = None
    advise: bool = False


def deduce(question: Question, *, as_json: bool = False, png: Path | None = None) -> int:
    """Print the answer and return the exit code.

    Raises
    ------
    DraculaError
        Any part of the question that cannot be used.
    """
    try:
        case = read_case(question.source, question.game, question.tables)
    except RefusedLineError as refused:
        return _refused(refused)
    if case.torn is not None and not case.notes:
        raise DraculaError(
            f"{case.name}: only {case.torn[:60]!r}, which is no clue; expected a case file or past plays"
        )
    if case.torn is not None:
        complain(f"{case.name}: the last line {case.torn[:60]!r} is cut off and was left out; the rest is used")
    try:
        belief = case.belief(question.model, question.upto)
        why = None if question.why is None else belief.why(question.why)
        advice = belief.advise() if question.advise else None
    except DraculaError:
        raise
    except ValueError as error:
        raise DraculaError(str(error)) from None
    if not all(map(math.isfinite, belief.posterior.values())):
        raise DraculaError(
            f"--model {belief.model}: its weights are too far apart to be compared; expected a milder one"
        )
    if png is not None:
        if png.exists() and question.source != STANDARD_INPUT and png.samefile(question.source):
            raise DraculaError(f"--png {png}: that is the case itself; expected another file for the picture")
        _draw(case, belief, png)
    if as_json:
        print_json({**answer(belief, why), "advice": None if advice is None else as_values(belief, advice)})
    else:
        print("\n".join([*told(belief, why), *advised(belief, advice)]))
    if belief.contradiction is None:
        return 0
    complain(f"{case.name}: {belief.contradiction.message}")
    return CONTRADICTION


def _refused(refused: RefusedLineError) -> int:
    """Say why a line cannot follow, and which earlier lines may be at fault."""
    slips = [repair.told() for repair in earlier_slips(refused.before, refused.text)[:SHOWN_SLIPS]]
    complain("; or an earlier line is wrong: ".join([str(refused), *([" / ".join(slips)] if slips else [])]))
    return BAD_INPUT


def advised(belief: Belief, advice: tuple[Advice, ...] | None) -> list[str]:
    """The advice in lines for people; none where it was not asked for."""
    return [] if advice is None else ["", *in_words(belief, advice)]


def answer(belief: Belief, why: Why | None) -> dict[str, Any]:
    """The answer as JSON values, keys in the order of the command's description."""
    broken = belief.contradiction
    return {
        "game": belief.game,
        "profile": belief.profile,
        "turn": belief.turn,
        "model": belief.model,
        "possible": sorted(belief.possible),
        "posterior": dict(ranked(belief.posterior)),
        "trail": [
            {"position": layer.position, "posterior": dict(ranked(layer.posterior)), "hide": layer.hide}
            for layer in belief.trail
        ],
        "entropy_bits": belief.entropy_bits,
        "states": belief.states,
        "exact": belief.exact,
        # JSON knows no infinity: null says that the model held the story for impossible
        "log_evidence": belief.log_evidence if math.isfinite(belief.log_evidence) else None,
        "contradiction": None if broken is None else _contradiction(broken),
        "why": None if why is None else _why(why),
        "advice": None,
    }


def _clue(note: Note) -> dict[str, Any]:
    return {"line": note.line, "text": note.text}


def _contradiction(broken: Contradiction) -> dict[str, Any]:
    return {"clues": [_clue(note) for note in broken.clues], "repairs": [_repair(one) for one in broken.repairs]}


def _repair(repair: Repair) -> dict[str, Any]:
    change = {"line": repair.line, "text": repair.text, "instead": repair.instead}
    also = [{"line": one.line, "text": one.text, "instead": one.instead} for one in repair.also]
    return {**change, "also": also} if also else change


def _why(why: Why) -> dict[str, Any]:
    fell = None if why.fell_out_at is None else _clue(why.fell_out_at)
    clues = [_clue(note) for note in why.clues]
    return {"place": why.place, "fell_out_at": fell, "clues": clues, "irreducible": why.irreducible}


def ranked(posterior: dict[str, float]) -> list[tuple[str, float]]:
    """(place, probability) pairs, likeliest first, then by the alphabet."""
    return sorted(posterior.items(), key=lambda pair: (-pair[1], pair[0]))


def told(belief: Belief, why: Why | None) -> list[str]:
    """The answer in lines for people."""
    lines = [
        f"{belief.game}, profile {belief.profile}: after {belief.turn} turn{'s' * (belief.turn != 1)}",
        *_where(belief),
    ]
    if belief.trail:
        lines += ["", "His trail, the newest move first:", *(_layer(layer) for layer in belief.trail)]
    if belief.steps:
        lines += ["", *_last_clue(belief)]
    if why is not None:
        lines += ["", wrapped(one_line(why.message))]
    return [*lines, *_broken(belief.contradiction)] if belief.contradiction else lines


def _broken(broken: Contradiction) -> list[str]:
    """The lines that cannot all be true, and what was likely meant."""
    lines = ["", "These lines cannot all be true:" if len(broken.clues) > 1 else "This line cannot be true:"]
    lines += [f"  line {note.line}: {one_line(note.text)}" for note in broken.clues]
    if not broken.repairs:
        return [*lines, "No single slip mends the story."]
    lines.append("Likely slips, the likeliest first; with any one of them put right the story holds to its end:")
    return [*lines, *(f"  {at}. {one_line(one.told())}" for at, one in enumerate(broken.repairs, 1))]


def _where(belief: Belief) -> list[str]:
    if not belief.possible:
        return ["Dracula is not on the map yet."]
    places = ranked(belief.posterior)
    count = len(places)
    lines = [f"Dracula can be in {count} place{'s' * (count != 1)}; likeliest first, assuming {belief.model}:"]
    lines += [f"  {chance(odds, count):>10}  {place}" for place, odds in places[:SHOWN]]
    rest = places[SHOWN:]
    if rest:
        together = chance(sum(odds for _, odds in rest), count)
        lines.append(wrapped(f"and {len(rest)} more, together {together}: {', '.join(p for p, _ in rest)}", "  "))
    kind = "exact" if belief.exact else "sampled"
    trails = f"{belief.states:,} possible trail{'s' * (belief.states != 1)}"
    lines.append(f"Uncertainty: {belief.entropy_bits:.2f} bits; {trails}, {kind}.")
    return lines


def chance(odds: float, among: int) -> str:
    """A probability for people; "100 %" only for the one thing that can be, whatever the last digit of a sum.

    >>> chance(0.9999999999999999, 1), chance(0.9999999999999999, 2)
    ('100 %', 'over 99 %')
    """
    from dracula_nb.beliefs.belief import percent

    return percent(1.0 if among == 1 else odds)


def _layer(layer: Layer) -> str:
    places = ranked(layer.posterior)
    shown = ", ".join(f"{place} {chance(odds, len(places))}" for place, odds in places[:SHOWN_ON_TRAIL])
    more = f" and {len(places) - SHOWN_ON_TRAIL} more" if len(places) > SHOWN_ON_TRAIL else ""
    hide = f"; a hide {chance(layer.hide, 1 if layer.hide > CERTAIN else 2)}" if layer.hide > 0 else ""
    return f"  {layer.position}  {shown}{more}{hide}"


def _last_clue(belief: Belief) -> list[str]:
    step = belief.steps[-1]
    before = belief.steps[-2].possible if len(belief.steps) > 1 else frozenset()
    change = f"possible places before it {len(before)}, after it {len(step.possible)}"
    lines = [f"The last clue, line {step.note.line} ({one_line(step.note.text)}): {change}"]
    gone, new = sorted(before - step.possible), sorted(step.possible - before) if before else []
    lines += [wrapped(f"It ruled out {', '.join(gone)}.", "  ")] if gone else []
    return [*lines, wrapped(f"Newly possible: {', '.join(new)}.", "  ")] if new else lines


def _draw(case: Case, belief: Belief, png: Path) -> None:
    """Write the map with the belief on it as a picture, whole or not at all."""
    from io import BytesIO

    from dracula_nb.boards.belief_view import view_of_belief
    from dracula_nb.boards.plots import map_figure
    from dracula_nb.cli.writing import write_bytes

    picture = BytesIO()
    try:
        figure = map_figure(view_of_belief(case, belief))
    except ValueError as error:  # a place of one's own tables that the printed map does not have
        raise DraculaError(f"--png: {error}") from None
    figure.savefig(picture, format="png", dpi=100)
    write_bytes(png, picture.getvalue())
