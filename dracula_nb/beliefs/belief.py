"""The answer to "where is Dracula?": what is possible, what is likely under a named model, and why not elsewhere."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from dracula_nb.beliefs.mixture import Mixture
from dracula_nb.beliefs.models import Model
from dracula_nb.beliefs.models import model as model_named
from dracula_nb.core.errors import DraculaError

if TYPE_CHECKING:
    import pandas as pd

    from dracula_nb.beliefs.advice import Advice
    from dracula_nb.beliefs.case import Case, Note
    from dracula_nb.beliefs.influence import Influence
    from dracula_nb.beliefs.repairs import Repair


@dataclass(frozen=True, slots=True)
class Step:
    """One clue that was taken, and where Dracula could be after it."""

    note: Note
    possible: frozenset[str]
    log_evidence: float = 0.0
    """Natural logarithm of the probability of all notes up to this one, under the model."""


@dataclass(frozen=True, slots=True)
class Layer:
    """One position of the trail (1 is the newest): where that move led, and how likely it was a hide."""

    position: int
    posterior: dict[str, float]
    hide: float


@dataclass(frozen=True)
class Contradiction:
    """The clue at which the story breaks: it cannot be true together with those before it.

    `note` is that clue. Worked out only when asked for: `clues`, of which not all can be true, in time order, `note`
    among them and what was noted of its turn; `irreducible`, whether without any other one the rest can be true, as
    proven; `repairs`, what was likely meant, likeliest line first.
    """

    note: Note
    message: str
    case: Case = field(repr=False, compare=False)

    @cached_property
    def _found(self) -> tuple[tuple[int, ...], bool]:
        from dracula_nb.beliefs.why import conflict

        return conflict(self.case, self.note)

    @property
    def clues(self) -> tuple[Note, ...]:
        """Clues that cannot all be true."""
        return tuple(self.case.notes[at] for at in self._found[0])

    @property
    def irreducible(self) -> bool:
        """Whether none of `clues` can be spared, as proven."""
        return self._found[1]

    @cached_property
    def repairs(self) -> tuple[Repair, ...]:
        """Slips that, put right, leave a story that can be true to its end; none where no single one does."""
        from dracula_nb.beliefs.repairs import repairs_of

        return repairs_of(self.case, self._found[0])


@dataclass(frozen=True, slots=True)
class Why:
    """Why a place is impossible: the clue after which it fell out (None where it is possible), in words.

    `clues` rule the place out by themselves, in time order; `irreducible` says that none of them can be spared,
    `smallest` that no smaller set would do, each only where proven. For a possible place `witness` is a whole list of
    Dracula's moves that ends there and fits every clue; None where it was not asked for, or none was found.
    """

    place: str
    possible: bool
    fell_out_at: Note | None
    message: str
    clues: tuple[Note, ...] = ()
    irreducible: bool = False
    smallest: bool = False
    witness: tuple[str, ...] | None = None


@dataclass(frozen=True)
class Belief:
    """Where Dracula can be after `turn` turns.

    `possible` uses the rules only; `posterior` (probabilities, sum 1) assumes `model`. Where the story
    contradicts itself, everything but `contradiction` tells of the moment before the clue that broke it.
    `log_evidence` is natural; `states` counts possible trail windows.
    """

    game: str
    profile: str
    model: str
    turn: int
    possible: frozenset[str]
    posterior: dict[str, float]
    trail: tuple[Layer, ...]
    states: int
    log_evidence: float
    members: dict[str, float]
    contradiction: Contradiction | None
    steps: tuple[Step, ...] = field(repr=False, default=())
    exact: bool = True
    case: Case | None = field(repr=False, compare=False, default=None)
    chooser: Model | None = field(repr=False, compare=False, default=None)
    start: Mixture | None = field(repr=False, compare=False, default=None)
    """The belief before the last turn, for advice; not kept in the long row of `all_beliefs`."""

    @property
    def entropy_bits(self) -> float:
        """Entropy of the posterior over places, in bits."""
        values = np.array([p for p in self.posterior.values() if p > 0])
        return float(max(0.0, -(values * np.log2(values)).sum())) if len(values) else 0.0

    @property
    def changed(self) -> frozenset[str]:
        """The places that the last clue ruled out."""
        if len(self.steps) < 2:
            return frozenset()
        return self.steps[-2].possible - self.steps[-1].possible

    def why(self, place: str, *, quick: bool = False) -> Why:
        """Why Dracula cannot be in `place`, or how he can.

        Parameters
        ----------
        place
            Its full name.
        quick
            Only the clue after which it fell out; else also an irreducible set of clues that rule it out, and for a
            possible place a trail that leads there.

        Raises
        ------
        ValueError
            The place is not on the map.
        """
        from dracula_nb.beliefs.why import explain

        return explain(self, place, quick=quick)

    def advise(self, k: int = 1) -> tuple[Advice, ...]:
        """Advice for the next hunter to move, best place first, looking `k` turns of hunters ahead.

        Empty where `dracula_nb.beliefs.advice.no_advice` says why.

        Raises
        ------
        ValueError
            `k` is not from 1 to 12.
        """
        from dracula_nb.beliefs.advice import advise

        return advise(self, k)

    def influence(self, place: str, model: str | Model | None = None) -> tuple[Influence, ...]:
        """What each of the latest clues did to the odds of a place, the strongest first: the belief without it.

        `model` is that of the belief where None is given; a model of one's own has to be given.
        """
        from dracula_nb.beliefs.influence import influences

        if self.case is None or place not in self.case.language.graph:
            raise DraculaError(f"place {place[:60]!r}: expected a place of the map of a case")
        model = self.model if model is None else model
        chosen = model_named(model) if isinstance(model, str) else model
        return influences(self.case, len(self.steps), place, chosen)

    @property
    def surprise(self) -> tuple[Note, float] | None:
        """The least likely note so far and its probability under the model, given all before it; None of no notes.

        Where a story is about to break it is often the line to look at first.
        """
        logs = [0.0, *(step.log_evidence for step in self.steps)]
        odds = [after - before if math.isfinite(after) else -math.inf for before, after in pairwise(logs)]
        if not odds:
            return None
        at = odds.index(min(odds))
        return self.steps[at].note, min(1.0, math.exp(odds[at]))

    def to_frame(self) -> pd.DataFrame:
        """One row a possible place, likeliest first: columns place, posterior, model."""
        import pandas as pd

        rows = sorted(self.posterior.items(), key=lambda item: (-item[1], item[0]))
        return pd.DataFrame({"place": [p for p, _ in rows], "posterior": [v for _, v in rows], "model": self.model})


def told(note: Note) -> str:
    """A note as sentences quote it."""
    return f"line {note.line} ({note.text})"


def percent(probability: float) -> str:
    """A probability for people; 0 % and 100 % only where exact.

    >>> percent(0.004), percent(0.5), percent(1.0)
    ('under 1 %', '50 %', '100 %')
    """
    if 0.0 < probability < 0.01:
        return "under 1 %"
    if 0.99 < probability < 1.0:
        return "over 99 %"
    return f"{100 * probability:.0f} %"


def last_belief(case: Case, model: str | Model, upto: int | None = None, without: Collection[int] = ()) -> Belief:
    """The belief at the end of a case, or after its line `upto`, with the notes of the lines `without` forgotten."""
    run = Run(case, model, without)
    turns = list(case.turns())
    for at, turn in enumerate(turns, 1):
        if not run.take(turn, upto, still_open=at == len(turns)):
            break
    return run.belief()


def all_beliefs(case: Case, model: str | Model) -> Iterator[Belief]:
    """The belief after each turn of a case; ends with the one that holds a contradiction, if any."""
    run = Run(case, model)
    turns = list(case.turns())
    for at, turn in enumerate(turns, 1):
        good = run.take(turn, still_open=at == len(turns))
        yield replace(run.belief(), start=None)
        if not good:
            return


class Run:
    """A filter at work on a case, keeping after each clue what was possible."""

    def __init__(self, case: Case, model: str | Model, without: Collection[int] = ()) -> None:
        self.case = case
        self.without = frozenset(without)
        self.model = model_named(model) if isinstance(model, str) else model
        self.filter = Mixture(case.language, self.model)
        self.steps: list[Step] = []
        self.contradiction: Contradiction | None = None
        self.turn = 0
        self.before: Mixture | None = None
        """The filter before the last turn."""
        self._known: dict[frozenset[str], frozenset[str]] = {}

    def take(self, notes: list[Note], upto: int | None = None, *, still_open: bool = False) -> bool:
        """Take the notes of one turn; False where they contradict what came before, or where line `upto` ends it.

        A turn cut by `upto` still knows which moves of the trail were to be seen after it: that they were not
        seen yet is no clue. `still_open` says that more may yet be told of this turn.
        """
        before_turn = self.filter.copy()
        passed = [at for at, note in enumerate(notes) if note.line in self.without]
        heard = self.filter.heard([note.clue for note in notes], still_open=still_open, passed=passed)
        for note in notes:
            if upto is not None and note.line > upto:
                return False
            good = next(heard)
            if not good:
                before = len(self.steps[-1].possible) if self.steps else 0
                message = (
                    f"the story breaks at line {note.line} ({note.text}): under the rules it cannot be true together"
                    f" with the lines before it, which left {before} possible place{'s' * (before != 1)}."
                    f"{self.case.language.hint(note.clue, self.filter.branches[0])}"
                )
                self.contradiction = Contradiction(note, message, self.case)
                return False
            self.steps.append(Step(note, self._possible(), self.filter.log_evidence))
            if note is notes[0]:
                self.turn, self.before = self.turn + 1, before_turn
        return True

    def _possible(self) -> frozenset[str]:
        found = self.filter.support()
        return self._known.setdefault(found, found)  # one set for all steps that changed nothing

    def belief(self) -> Belief:
        """What is believed now."""
        filter_, case = self.filter, self.case
        layers = [Layer(at, filter_.at(at), filter_.hide(at)) for at in range(1, filter_.length + 1)]
        return Belief(
            game=case.game,
            profile=case.profile,
            model=self.model.name,
            turn=self.turn,
            possible=self._possible(),
            posterior=layers[0].posterior if layers else {},
            trail=tuple(layers),
            states=filter_.states,
            log_evidence=filter_.log_evidence,
            members=dict(zip(self.model.members, filter_.member_evidence, strict=True)),
            contradiction=self.contradiction,
            steps=tuple(self.steps),
            exact=filter_.lost == 0.0,
            case=case,
            chooser=self.model,
            start=self.before,
        )
