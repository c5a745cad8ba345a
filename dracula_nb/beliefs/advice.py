r"""Advice for the next hunter to move: what each place that he can end in is worth, and what he may learn there.

>>> from dracula_nb.beliefs import Case
>>> case = Case.from_text("G Edinburgh\nS Lisbon\nH Vienna\nM Sofia\nD city: vampire\n")
>>> best = case.belief().advise()[0]
>>> best.seat, best.move, best.kind
('G', 'Manchester', 'exact')
>>> round(best.catch, 4), [" / ".join(outcome.lines) for outcome in best.outcomes]
(0.0182, ['G Manchester', 'G Manchester: vampire, dracula / seen 1: Manchester'])
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from dracula_nb.beliefs.advice_words import reason
from dracula_nb.beliefs.forecast import Advising, Lines, Look, Outlook, advising, learnt, parted
from dracula_nb.beliefs.horizon import BOUND, EFFORT, ESTIMATE, SAME, Effort, Within, assign, within
from dracula_nb.beliefs.language import Clue
from dracula_nb.beliefs.mixture import Mixture
from dracula_nb.beliefs.weighted import Floats

if TYPE_CHECKING:
    import pandas as pd

    from dracula_nb.beliefs.belief import Belief
    from dracula_nb.beliefs.case import Case

MODELS = ("uniform", "evasive(1)", "adaptive")
"""The models that are asked whether they agree on the best place."""

FARTHEST = 12
"""Most turns that advice looks ahead."""

SECOND = 1e-5
"""What a second aim weighs beside the first: it tells equal plans apart."""

ALIKE = 1.0
"""Percentage points that a place may be worse by under another model without any dispute."""


@dataclass(frozen=True)
class Outcome:
    """What may be noted: its lines, Dracula's first where he moves in between; how likely; the belief after them."""

    lines: tuple[str, ...]
    probability: float
    posterior: dict[str, float]


@dataclass(frozen=True)
class Planned:
    """Where another hunter is to go by a plan that counts on nothing learnt in between, and his chance to catch."""

    seat: str
    move: str
    catch: float


@dataclass(frozen=True)
class Advice:
    """One place where a hunter can end his coming turn.

    `catch`: probability to meet Dracula there; `touch`: to reveal anything of his trail; `info_bits`: how much less
    uncertain his place will be, on average; `within`: probability that some hunter meets him in the next `turns`
    turns of hunters, which is at most `most` (None: no limit known) and is `kind`: ``"exact"``, ``"bound"`` (at
    least so much) or ``"estimate"``. `regret_points`: percentage points of `within` lost against the best place; of
    `touch` where Dracula can be met nowhere. `after_dracula`: Dracula moves first, and the place is chosen now.

    `outcomes`, `plan` and `disputed_by` are worked out when they are asked for.
    """

    seat: str
    move: str
    catch: float
    touch: float
    info_bits: float
    regret_points: float
    reason: str
    turns: int
    within: float
    most: float | None
    kind: str
    after_dracula: bool
    _asked: Asked = field(repr=False, compare=False)

    @property
    def needs(self) -> str:
        """What he must have to go there, like ``"with a ticket"``; empty where nothing."""
        return self._asked.needs(self.move)

    @property
    def outcomes(self) -> tuple[Outcome, ...]:
        """Everything that may be noted, likeliest first."""
        return self._asked.outcomes(self.move)

    @property
    def plan(self) -> tuple[Planned, ...]:
        """Where the hunters after him in this round are to go if he goes here and does not meet Dracula."""
        return self._asked.plan(self.move)

    @property
    def disputed_by(self) -> dict[str, str]:
        """The models under which another place is better now by over a point, with the best place there."""
        return self._asked.disputed_by(self.move)


def no_advice(belief: Belief) -> str:
    """Why there is no advice, as a sentence; empty where there is."""
    case = belief.case
    if belief.contradiction is not None:
        return f"No advice: the story contradicts itself at line {belief.contradiction.note.line}."
    if case is None or advising(case.language) is None:
        return f"No advice: there is none for the game {belief.game}."
    if not belief.possible:
        return "No advice: Dracula is not on the map yet."
    if _closed(belief) is None:
        note = belief.steps[-1].note
        return f"No advice: what was seen after line {note.line} ({note.text}) is not told to its end."
    return ""


def advise(belief: Belief, k: int = 1, effort: int = EFFORT) -> tuple[Advice, ...]:
    """Advice for the next hunter to move, best first: by `within`, then `catch`, then `touch`, then how near he is.

    Parameters
    ----------
    belief
        What is believed.
    k
        Turns of hunters to look ahead, 1 to 12, the coming one counted.
    effort
        What may be spent on trees, in about microseconds; the less, the more bounds and estimates.

    Returns
    -------
    A row for each place where he can end his turn; none where `no_advice` says why.

    Raises
    ------
    ValueError
        `k` is out of range.
    """
    from dracula_nb.core.errors import DraculaError

    if not 1 <= k <= FARTHEST:
        raise DraculaError(f"advice {k} turns ahead: expected 1 to {FARTHEST}")
    outlook = None if no_advice(belief) else _closed(belief)
    return () if outlook is None else Asked(belief, outlook, k, effort).rows


def advice_frame(rows: Sequence[Advice]) -> pd.DataFrame:
    """Advice as a table: a row a place, in the order given.

    >>> list(advice_frame(()).columns)[:4]
    ['seat', 'move', 'catch', 'touch']
    """
    import pandas as pd

    names = ("seat", "move", "catch", "touch", "info_bits", "regret_points", "turns", "within", "most", "kind")
    columns = (*names, "after_dracula", "reason")
    return pd.DataFrame([[getattr(row, name) for name in columns] for row in rows], columns=list(columns))


def _closed(belief: Belief) -> Outlook | None:
    """The outlook once nothing more is told of the last turn; None where something must be."""
    case = belief.case
    speech = None if case is None else advising(case.language)
    if case is None or speech is None or not belief.steps:
        return None
    mixture, clues = _last_turn(belief, case)
    return Outlook.of(mixture, speech) if all(mixture.heard(clues)) else None


def _last_turn(belief: Belief, case: Case) -> tuple[Mixture, list[Clue]]:
    """The belief before the last turn, and the clues of that turn."""
    from dracula_nb.beliefs.belief import last_belief

    if belief.start is None:
        belief = last_belief(case, belief.chooser or belief.model, belief.steps[-1].note.line)
    clues = [step.note.clue for step in belief.steps]
    first = max(at for at, clue in enumerate(clues) if case.language.opens(clue))
    if belief.start is None:
        raise RuntimeError("a belief at the end of a case keeps what was before its last turn")
    return belief.start.copy(), clues[first:]


@dataclass(frozen=True)
class Start:
    """A way that Dracula's move in between can look (no lines where there is none), and the outlook after it."""

    lines: Lines
    probability: float
    outlook: Outlook


@dataclass(frozen=True)
class Asked:
    """One question for advice; what is worked out for it is kept."""

    belief: Belief
    now: Outlook
    turns: int
    effort: int

    @property
    def speech(self) -> Advising:
        """What the game's language offers."""
        return self.now.speech

    @cached_property
    def starts(self) -> tuple[Start, ...]:
        """What the hunter may face when he moves."""
        if self.now.is_hunters:
            return (Start((), 1.0, self.now),)
        return tuple(Start(*found) for found in self.now.passed())

    @cached_property
    def seat(self) -> str:
        """The hunter who is advised."""
        return self.starts[0].outlook.seat

    @cached_property
    def moves(self) -> tuple[str, ...]:
        """Where he can end his turn."""
        return tuple(sorted({place for start in self.starts for place in start.outlook.moves(self.seat)}))

    def needs(self, place: str) -> str:
        """What he must have to go to a place."""
        return self.speech.needs(self.starts[0].outlook.mixture.branches[0].table, self.seat, place)

    @cached_property
    def looks(self) -> dict[str, list[Look]]:
        """For each place, what may come of his turn after each start."""
        each = [start.outlook.looks(self.moves) for start in self.starts]
        return {place: [looks[place] for looks in each] for place in self.moves}

    @cached_property
    def rows(self) -> tuple[Advice, ...]:
        """The advice, best first."""
        figures = {place: (self.horizon(place), *self.figures(place)) for place in self.moves}

        def rank(place: str) -> tuple[float, float, float, float, str]:
            far, catch, touch, _ = figures[place]
            return (-round(far.value, 12), -round(catch, 12), -round(touch, 12), round(self.hops(place), 9), place)

        order = sorted(self.moves, key=rank)
        best = [max(figures[place][0].value for place in order), max(figures[place][2] for place in order)]
        rows = [self._row(place, figures[place], best) for place in order]
        return tuple(replace(row, reason=reason(row, rows[0])) for row in rows)

    def _row(self, place: str, figures: tuple[Within, float, float, float], best: Sequence[float]) -> Advice:
        """A place's row, its reason left open; `best`: the most that any place has of `within` and of `touch`."""
        far, catch, touch, bits = figures
        regret = best[0] - far.value if best[0] > SAME else best[1] - touch
        return Advice(
            seat=self.seat,
            move=place,
            catch=catch,
            touch=touch,
            info_bits=bits,
            regret_points=max(0.0, 100.0 * regret),
            reason="",
            turns=self.turns,
            within=far.value,
            most=far.most,
            kind=far.kind if self.belief.exact else ESTIMATE,
            after_dracula=not self.now.is_hunters,
            _asked=self,
        )

    def hops(self, place: str) -> float:
        """Expected moves by any mode from a place to Dracula: it tells equal places apart, and is no more than that."""
        import networkx as nx

        odds = dict(zip(self.now.names, self._here.tolist(), strict=True))
        lengths = nx.single_source_shortest_path_length(self.now.mixture.language.graph, place)
        return float(sum(odds.get(goal, 0.0) * steps for goal, steps in lengths.items()))

    @cached_property
    def _here(self) -> Floats:
        """Probability of each place id when the hunter moves."""
        return np.asarray(sum(start.probability * start.outlook.here() for start in self.starts), dtype=np.float64)

    def figures(self, place: str) -> tuple[float, float, float]:
        """Catch, touch and bits of information of a place."""
        catch = touch = bits = 0.0
        for start, look in zip(self.starts, self.looks[place], strict=True):
            for lines, both in look.items():
                catch += start.probability * float(both[1].sum())
                told = len(lines) > 1 or self.now.mixture.language.parts(lines[0])[2] != ""
                touch += start.probability * float(both.sum()) * told
            bits += start.probability * learnt(look)
        return catch, touch, max(0.0, bits)

    def horizon(self, place: str) -> Within:
        """The probability to catch Dracula within the turns asked for."""
        share = self.effort // (len(self.moves) * len(self.starts))
        each = [
            (start.probability, within(start.outlook, place, look, self.turns, Effort(share)))
            for start, look in zip(self.starts, self.looks[place], strict=True)
        ]
        kinds = {far.kind for _, far in each}
        kind = kinds.pop() if len(kinds) == 1 else ESTIMATE if ESTIMATE in kinds else BOUND
        tops = [odds * far.most for odds, far in each if far.most is not None]
        most = sum(tops) if len(tops) == len(each) else None
        return Within(sum(odds * far.value for odds, far in each), most, kind)

    def outcomes(self, place: str) -> tuple[Outcome, ...]:
        """What may be noted if he goes there."""
        language, found = self.now.mixture.language, []
        for start, look in zip(self.starts, self.looks[place], strict=True):
            for lines, row in look.items():
                after = start.outlook.after(lines)
                if after is not None:
                    texts = tuple(language.text(clue) for clue in (*start.lines, *lines))
                    found.append(Outcome(texts, start.probability * float(row.sum()), after.mixture.at(1)))
        return tuple(sorted(found, key=lambda outcome: -outcome.probability))

    def plan(self, place: str) -> tuple[Planned, ...]:
        """Where the others are to go: the likeliest catch, then most of the trail, then nearest to him."""
        outlook = self.starts[0].outlook
        here = np.where(outlook.open_to(outlook.following), self._missed(place), 0.0)
        moves = {seat: [p for p in outlook.moves(seat) if p != place] or [place] for seat in outlook.following}
        goals = {goal for places in moves.values() for goal in places}
        land = dict(zip(outlook.names, outlook.land.tolist(), strict=True))
        met = dict(zip(outlook.names, here.tolist(), strict=True))
        trail = dict(zip(outlook.names, self.trail.tolist(), strict=True))
        worth = {
            goal: met[goal] + land[goal] * SECOND * trail[goal] + SECOND**2 / (1.0 + self.hops(goal)) for goal in goals
        }
        found = assign(worth, moves).items()
        return tuple(Planned(seat, goal, met[goal]) for seat, goal in found)

    def _missed(self, place: str) -> Floats:
        """Probability of each place id with Dracula not met in `place`."""
        pairs = zip(self.starts, self.looks[place], strict=True)
        return np.asarray(sum(start.probability * parted(look)[1].sum(axis=0) for start, look in pairs))

    @cached_property
    def trail(self) -> Floats:
        """How much of the trail lies at each place id: expected positions."""
        found = np.zeros(len(self.now.names))
        for start in self.starts:
            mixture = start.outlook.mixture
            for share, branch in zip(mixture.shares().tolist(), mixture.branches, strict=True):
                for position in range(1, branch.length + 1):
                    found += start.probability * share * branch.at(position)
        found[0] = 0.0
        return found

    @cached_property
    def elsewhere(self) -> dict[str, tuple[Advice, ...]]:
        """The advice for this turn under each of `MODELS`."""
        case, line = self.belief.case, self.belief.steps[-1].note.line
        if case is None:
            return {}
        found = {}
        for name in MODELS:
            if name == self.belief.model:
                found[name] = Asked(self.belief, self.now, 1, self.effort).rows
            else:
                found[name] = advise(case.belief(name, upto=line))
        return found

    def disputed_by(self, place: str) -> dict[str, str]:
        """Models under which another place is better now."""
        return {
            name: rows[0].move
            for name, rows in self.elsewhere.items()
            if any(row.move == place and row.regret_points > ALIKE for row in rows)
        }
