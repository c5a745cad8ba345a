"""Soft and partial clues: what was noted only in part, or is not sure.

==============================  ===============================================================
line                            says
==============================  ===============================================================
``D one of sea|Paris: unknown`` one of these was noted; nobody remembers which
``D not sea: trap``             anything but this
``H Naples: unknown``           it happened, nobody noted what
``D unknown``                   the whole turn passed unnoted
``sure 80% D sea``              the note is right with this probability, else anything else is
==============================  ===============================================================

Each of the two parts of a line, the head (after the first word) and the tail (after the colon), can be softened.
`one of` and `not` are evidence like any other; `unknown` is none, and `sure` weighs what is likely but never changes
what is possible. What was seen after a turn that is unknown or unsure counts as untold where no line tells it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import product

from dracula_nb.beliefs.language import Clue, Language
from dracula_nb.core.errors import NotationError

ONE_OF, NOT, UNKNOWN, SURE = "one of", "not", "unknown", "sure"
MOST = 40
"""Most alternatives that one part may name."""


@dataclass(frozen=True, slots=True)
class Slot:
    """What is known of one part of a line: `texts` (canonical), of which it is one, or none (`other`).

    `texts` None: nothing is known.
    """

    texts: tuple[str, ...] | None
    other: bool = False

    def fits(self, labels: frozenset[str]) -> bool:
        """Whether a part that goes by any of `labels` agrees."""
        return self.texts is None or (not labels.isdisjoint(self.texts)) != self.other

    @property
    def given(self) -> str | None:
        """The one text that it can be; None where there are several."""
        return self.texts[0] if self.texts is not None and len(self.texts) == 1 and not self.other else None

    def __str__(self) -> str:
        if self.texts is None:
            return UNKNOWN
        if self.other:
            return f"{NOT} {'|'.join(self.texts)}"
        return self.texts[0] if len(self.texts) == 1 else f"{ONE_OF} {'|'.join(self.texts)}"


@dataclass(frozen=True, slots=True)
class Pattern:
    """A soft clue: its first word, its two parts, and how sure it is (0 to 1)."""

    word: str
    head: Slot
    tail: Slot
    sure: float = 1.0

    @property
    def untold(self) -> bool:
        """Whether what was seen after it counts as untold where no line tells it."""
        return self.sure < 1.0 or self.head.texts is None or self.tail.texts is None

    def fits(self, language: Language, clue: Clue) -> bool:
        """Whether what really happened, a hard clue, agrees with the note."""
        word, head, tail = language.labels(clue)
        return word == self.word and self.head.fits(head) and self.tail.fits(tail)

    def weight(self, language: Language, clue: Clue) -> float:
        """The probability of this note where `clue` is what really happened, up to a constant."""
        return self.sure if self.fits(language, clue) else 1.0 - self.sure

    def __str__(self) -> str:
        sure = f"{SURE} {100 * self.sure:g}% " if self.sure < 1.0 else ""
        head = " ".join(part for part in (self.word, str(self.head)) if part)
        tail = str(self.tail)
        return sure + (head if tail == "" or (head.endswith(UNKNOWN) and tail == UNKNOWN) else f"{head}: {tail}")


def read_clue(language: Language, text: str) -> Clue:
    """Read a line, soft or not.

    Raises
    ------
    NotationError
        As `Language.parse`, or a softening that does not fit.

    Examples
    --------
    >>> from dracula_nb.beliefs.languages import language
    >>> str(read_clue(language("hunt"), "sure 80% D one of sea | city: unknown"))
    'sure 80% D one of sea|city: unknown'
    """
    sure, rest = _sureness(" ".join(text.split()))
    head, colon, tail = (part.strip() for part in rest.partition(":"))
    word, _, first = head.partition(" ")
    soft = [part for part in (first, tail) if _is_soft(part)]
    if not soft and sure == 1.0:
        return language.parse(rest)
    if not language.samples(word):
        language.parse(rest)  # a word that is none at all is told as such
        raise NotationError(f"a line with {word[:20]!r} cannot be soft: what it tells lies open; expected it as it is")
    if not soft:
        word, first, tail = language.parts(language.parse(rest))
        return Pattern(word, Slot((first,)), Slot((tail,)), sure)
    bare = first == UNKNOWN and not colon
    return _pattern(language, word, (first, UNKNOWN if bare else tail), sure)


def _pattern(language: Language, word: str, softened: tuple[str, str], sure: float) -> Pattern:
    """Canonical slots, from reading every combination of the alternatives as a hard line."""
    heads, tails = (_alternatives(part) for part in softened)
    samples = language.samples(word)
    if not samples:
        raise NotationError(f"{word[:20]!r}: no clue begins so; it cannot be soft")
    found = []
    for head, tail in product([None] if heads is None else heads, [None] if tails is None else tails):
        found.append(
            _first_that_reads(
                language,
                word,
                [(head if head is not None else at, tail if tail is not None else end) for at, end in samples],
            )
        )
    slots = [
        Slot(None) if given is None else Slot(tuple(dict.fromkeys(parts[at] for parts in found)), text.startswith(NOT))
        for at, (given, text) in enumerate(zip((heads, tails), softened, strict=True), 1)
    ]
    return Pattern(found[0][0], slots[0], slots[1], sure)


def _first_that_reads(language: Language, word: str, parts: list[tuple[str, str]]) -> tuple[str, str, str]:
    """The parts of the first line that can be read; raises what the first one raised."""
    failure: NotationError | None = None
    for head, tail in parts:
        try:
            return language.parts(language.parse(" ".join(filter(None, (word, head))) + (f": {tail}" if tail else "")))
        except NotationError as error:
            failure = failure or error
    raise failure or NotationError(f"{word[:20]!r}: expected a clue")


def _is_soft(part: str) -> bool:
    return part == UNKNOWN or part.startswith((f"{ONE_OF} ", f"{NOT} "))


def _alternatives(part: str) -> list[str] | None:
    """The texts that a part names; None where it is unknown."""
    if part == UNKNOWN:
        return None
    for prefix in (ONE_OF, NOT):
        if part.startswith(f"{prefix} "):
            found = [word.strip() for word in part[len(prefix) :].split("|")]
            if not all(found) or len(found) > MOST:
                raise NotationError(f"{part[:60]!r}: expected 1 to {MOST} alternatives parted by '|'")
            return found
    return [part]


def _sureness(text: str) -> tuple[float, str]:
    """How sure a line is, and the rest of it."""
    if not text.startswith(f"{SURE} "):
        return 1.0, text
    found = re.fullmatch(r"sure (\d{1,2}(?:\.\d{1,4})?) ?% (.+)", text)
    if found is None or not 0.0 < float(found[1]) < 100.0:
        raise NotationError(f"{text[:60]!r}: expected 'sure N%' with N above 0 and below 100, then a clue")
    return float(found[1]) / 100.0, found[2]
