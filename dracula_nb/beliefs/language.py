"""What a game says about its clues: the one face that case files, beliefs, explanations and desks work with.

A game's `Language` reads and checks lines; its `Branch` is the exact filter over what may be true. To give a game a
belief, write both in `dracula_nb/beliefs/<game>/` and name the language in `dracula_nb.beliefs.languages`.
"""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import networkx as nx

from dracula_nb.beliefs.models import Model

Clue = Any
"""A frozen record, one class for each kind of clue; equal clues say the same."""


@dataclass(frozen=True, slots=True)
class Slip:
    """One way in which a note may be wrong: `instead` are the clues that should stand for it (none: it is struck).

    `weight` says how often such a slip is made, beside others; `also` are further notes that change with it, by index.
    """

    at: int
    instead: tuple[Clue, ...]
    weight: float
    reason: str
    also: tuple[tuple[int, tuple[Clue, ...]], ...] = ()


class Branch(Protocol):
    """The exact filter of one story: every window of Dracula's trail that the clues allow, with its weight.

    `keys` are the windows, sorted; `weights`, shape (windows, members of the model), sum to one over all;
    `log_evidence` and `member_evidence`, shape (members,), are natural logarithms. `table` is what everybody at the
    table knows; two branches with equal tables can be joined.
    """

    keys: Any
    weights: Any
    log_evidence: float
    member_evidence: Any
    table: Any

    @property
    def length(self) -> int:
        """Positions of the trail that hold something."""
        ...

    def name(self, place: int) -> str:
        """The full name of a place id."""
        ...

    def at(self, position: int) -> Any:
        """Probability of each place id at a position of the trail (1 is the newest); id 0: no place there."""
        ...

    def support(self, position: int = 1) -> frozenset[int]:
        """Place ids possible at a position; position 1 stands for where Dracula is now."""
        ...

    def hide(self, position: int) -> float:
        """Probability that a hide lies at a position."""
        ...

    def heard(self, clues: Sequence[Clue], *, still_open: bool = False, passed: Collection[int] = ()) -> Iterator[bool]:
        """Take the clues of one turn, in order: the one that opens it, then what was noted after it.

        Yields for each whether it can be true; after a False nothing more is taken and the branch is spent.
        `still_open`: more of what was seen may yet be told, so that nothing follows from what is missing.
        `passed`: indices of clues that are forgotten; the turn passes and the table changes as it did, but nothing
        is learnt of the hidden trail.
        """
        ...

    def noted(self, clue: Clue) -> bool:
        """Take one more note of the turn taken last, as told; False where it cannot be true."""
        ...

    def mask(self, keep: Any) -> bool:
        """Keep some windows, shape (windows,); False, changing nothing, if none would stay."""
        ...

    def copy(self) -> Branch:
        """An independent branch; arrays may be shared, since no method writes into them."""
        ...

    def outcomes(self, word: str, pattern: Any) -> Iterator[Clue]:
        """Every clue that the next line beginning with `word` may be, each once, so that just one of them is true.

        For a note (``seen``, ``here``): everything that may lie at a position that `pattern` fits, or where he may be.

        `pattern` (`dracula_nb.beliefs.soft.Pattern`) may be used to leave out clues that it does not fit.
        """
        ...

    def reports(self, opening: Clue) -> Iterator[tuple[Clue, ...]]:
        """Every list of notes that the rules may add to a turn that has just been taken as `opening`, still open."""
        ...

    def joined(self, others: Sequence[Branch], shares: Sequence[float]) -> Branch:
        """One branch of several with equal tables; `shares` (this one's first) are their parts of the whole."""
        ...

    def table_key(self) -> Hashable:
        """What decides whether two branches can be joined."""
        ...


class LooseBranch(Branch, Protocol):
    """A branch without weights that may allow more than the rules do, never less: for explanations.

    As long as neither `forget` nor `loosen` has left anything unknown it allows just what the exact filter does.
    """

    def forget(self) -> None:
        """Forget all that was learnt so far of what is hidden, or more; the table stays."""
        ...

    def loosen(self, limit: int) -> None:
        """Forget as much as is needed to keep about `limit` windows."""
        ...

    def thin(self, limit: int) -> None:
        """Keep only about `limit` windows, spread over all: what these allow is possible for certain."""
        ...

    def within(self, other: Any) -> bool:
        """Whether the other allows all that this one does, now and whatever comes; False where that is unclear."""
        ...

    def copy(self) -> LooseBranch:
        """An independent branch."""
        ...


class Language(Protocol):
    """A game's clues on one map under one profile of rules."""

    @property
    def game(self) -> str:
        """Its name."""
        ...

    @property
    def map(self) -> str:
        """The edition of the map."""
        ...

    @property
    def profile(self) -> str:
        """The profile of rules."""
        ...

    @property
    def seats(self) -> tuple[str, ...]:
        """The hunters, in turn order."""
        ...

    @property
    def words(self) -> tuple[str, ...]:
        """First words of the lines that begin with no seat, neither a hunter's nor Dracula's."""
        ...

    @property
    def graph(self) -> nx.MultiGraph:
        """The map."""
        ...

    def parse(self, text: str) -> Clue:
        """Read one clue; raises NotationError that says what was expected and names the nearest known word."""
        ...

    def text(self, clue: Clue) -> str:
        """The clue as a line; `parse` reads it back."""
        ...

    def parts(self, clue: Clue) -> tuple[str, str, str]:
        """The clue's line in its parts: first word, head, tail (after the colon; "" for none)."""
        ...

    def labels(self, clue: Clue) -> tuple[str, frozenset[str], frozenset[str]]:
        """As `parts`, but with every text that head and tail may be noted as: ``HI at Rome`` also as ``HI``."""
        ...

    def modelled(self, clue: Clue) -> bool:
        """Whether the models give the clue a probability; what is only possible weighs nothing while else remains."""
        ...

    def samples(self, word: str) -> Sequence[tuple[str, str]]:
        """Heads and tails of lines that begin with `word`, to read a line with of which one part is unknown."""
        ...

    def forgotten(self, clue: Clue) -> str | None:
        """The line that keeps what the board shows of a clue and forgets what was learnt; None: the whole line goes.

        For hunt ``H Naples: trap`` leaves ``H Naples: unknown``, ``D sea`` leaves ``D unknown``, what was seen nothing.
        """
        ...

    def opens(self, clue: Clue) -> bool:
        """Whether the clue opens a turn; the others are notes of the turn before them."""
        ...

    def opening(self) -> Any:
        """The public table before the first line, for `after`."""
        ...

    def after(self, table: Any, clue: Clue) -> Any:
        """The table after a clue, a soft one (`Pattern`) included; raises NotationError where it is out of turn or no
        piece can move so.
        """
        ...

    def branches(self, model: Model) -> Sequence[Branch]:
        """The filter before the first line: one branch, or one for each reading of the rules that is open."""
        ...

    def loose(self) -> LooseBranch | None:
        """The loose filter before the first line; None where the game has none (explanations are slower then)."""
        ...

    def slips(self, clues: Sequence[Clue], at: int) -> Iterator[Slip]:
        """What the note at index `at` of a case was likely meant to be; not said of what is soft."""
        ...

    def speaks_against(self, steps: Sequence[Any], at: int, place: str) -> str:
        """What in the step at index `at` speaks against a place, in words that follow a colon."""
        ...

    def hint(self, clue: Clue, branch: Branch) -> str:
        """What is wrong with a clue by itself, as a sentence; empty where it may be another line's fault."""
        ...

    def pieces(self, table: Any) -> Mapping[str, str | None]:
        """Where each hunter stands, by seat."""
        ...
