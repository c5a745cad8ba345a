"""What a few typed letters may be short for: words of the games' clues, places of a map, and lists of them."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product

from dracula_nb.beliefs.soft import NOT, ONE_OF, UNKNOWN

EXACT, START, LOOSE, GUESS = range(4)
"""How near a text is: the whole word, its start, its parts or initials, or a misspelling of it."""
HEADS = (
    *("city", "land", "sea", "HI", *(f"D{n}" for n in range(1, 6)), "TP", "hide", "Dark Call", "Feed", "starts"),
    *("stays", "flies", "odd", "even", "port", "inland", "hand", "rufus", "none"),
)
TAILS = (
    *(
        "trap",
        "vampire",
        "dracula",
        "rumour",
        "empty-handed",
        "mist",
        "yes",
        "no",
        "HI",
        *(f"D{n}" for n in range(1, 6)),
    ),
    *("TP", "hide", "trap gone", "vampire matured"),
)
BEFORE_NAMES = ("starts", "brought", "placed", "wolf", "left", "stuck", "without")
BEFORE_NUMBERS = ("misdirect", "hide left", "cleared")
SEVERAL = (ONE_OF, NOT)
NUMBER = re.compile(r"[+-]?\d{1,2}(-\d)?")
MOST_TOKENS = 6
"""More words than that are not cut into the items of a tail in every way, only at their commas."""
FEW = 4
"""How many meanings of each item are tried where a tail has several."""


@dataclass(frozen=True, slots=True)
class Part:
    """What a part of a line may mean: `level` is the nearness, `cost` orders what is equally near."""

    level: int
    cost: int
    text: str


@dataclass(frozen=True)
class Lexicon:
    """The places of a map, and its regions and seats, beside the words above."""

    places: tuple[str, ...]
    names: tuple[str, ...]

    def heads(self, text: str) -> list[Part]:
        """What the head of a line may mean; everything where it is empty, nothing at all included."""
        if not text:
            words = [Part(START, 0, word) for word in HEADS]
            return [Part(EXACT, 0, ""), *words, *(Part(START, 1, place) for place in self.places)]
        return self._item(text, HEADS)

    def tails(self, text: str) -> list[Part]:
        """What the tail of a line may mean: items parted by commas, or by blanks alone."""
        if not text:
            return [Part(EXACT, 0, "")]
        if "," in text:
            return list(self._joined([item.strip() for item in text.split(",")]))
        tokens = text.split()
        if len(tokens) > MOST_TOKENS:
            return []
        cuts = [items for items in _cuts(tokens) if len(items) > 1]
        return [*self._item(text, TAILS), *(part for items in cuts for part in self._joined(items))]

    def _joined(self, items: Sequence[str]) -> Iterator[Part]:
        # no tail of several items names a bare place
        found = ([part for part in self._item(item, TAILS) if part.text not in self.places] for item in items)
        meanings = [sorted(parts, key=lambda part: (part.level, part.cost))[:FEW] for parts in found]
        for parts in product(*meanings):
            cost = sum(part.cost for part in parts) + len(parts) - 1
            yield Part(max(part.level for part in parts), cost, ", ".join(part.text for part in parts))

    def _item(self, text: str, words: Sequence[str]) -> list[Part]:
        """What one item may mean; misspellings only where nothing else fits."""
        found = [*self._plain(text, words), *self._led(text, words)]
        if NUMBER.fullmatch(text):
            found.append(Part(EXACT, 0, text))
        if len(text) > 2 and UNKNOWN.startswith(text.lower()):
            found.append(Part(START, 0, UNKNOWN))
        return found or self._misspelt(text, words)

    def _plain(self, text: str, words: Sequence[str]) -> Iterator[Part]:
        for cost, names in ((0, (*words, *self.names)), (1, self.places)):
            for name in names:
                level = nearness(name, text)
                if level == START and cost == 0 and " " in name and " " not in text:
                    level = LOOSE  # 't' is a trap before it is a trap that is gone
                if level is not None:
                    yield Part(level, cost, name)

    def _led(self, text: str, words: Sequence[str]) -> Iterator[Part]:
        """Meanings of several words: ``wolf land``, ``one of Vienna|Rome``, ``hide at Rome``, ``cleared 4-6``."""
        for lead in (*BEFORE_NAMES, *BEFORE_NUMBERS):
            short = min(len(lead), 2)
            first, _, rest = text.partition(" ") if " " not in lead else (text[: len(lead)], "", text[len(lead) + 1 :])
            if rest and lead.startswith(first.lower()) and len(first) >= short:
                parts = [Part(EXACT, 0, rest)] if lead in BEFORE_NUMBERS else self._plain(rest, ("land",))
                yield from (Part(part.level, part.cost, f"{lead} {part.text}") for part in parts)
        for lead in SEVERAL:
            if text.lower().startswith(f"{lead} "):
                best = [self._best(one, words) for one in text[len(lead) :].split("|")]
                if all(best):
                    yield Part(START, 0, f"{lead} {'|'.join(part.text for part in best if part)}")
        first, at, rest = text.partition(" at ")
        if at:
            for part, place in product(self._plain(first, words), self._plain(rest, ())):
                yield Part(max(part.level, place.level), part.cost, f"{part.text} at {place.text}")

    def _best(self, text: str, words: Sequence[str]) -> Part | None:
        """The one nearest meaning; None where several are as near, or none is."""
        found = sorted(self._plain(text.strip(), words), key=lambda part: (part.level, part.cost))
        alike = [part for part in found if (part.level, part.cost) == (found[0].level, found[0].cost)]
        return alike[0] if len(alike) == 1 else None

    def _misspelt(self, text: str, words: Sequence[str]) -> list[Part]:
        known = {name.casefold(): name for name in (*self.places, *words)}
        near = difflib.get_close_matches(text.casefold(), known, n=FEW, cutoff=0.6)
        return [Part(GUESS, at, known[name]) for at, name in enumerate(near)]


def nearness(name: str, text: str) -> int | None:
    """How near a text is to a name; None where it cannot be short for it.

    >>> [nearness("Bay of Biscay", text) for text in ("bay of biscay", "bay", "b o b", "bisc", "bob", "bax")]
    [0, 1, 2, 2, 2, None]
    """
    whole, asked = name.casefold(), text.casefold()
    if whole == asked:
        return EXACT
    if whole.startswith(asked):
        return START
    words, tokens = re.split(r"[ -]", whole), asked.split()
    if len(words) > 1 and len(asked) > 1:
        in_order = len(tokens) <= len(words) and all(map(str.startswith, words, tokens))
        if in_order or "".join(word[0] for word in words if word) == asked:
            return LOOSE
        if any(word.startswith(asked) for word in words[1:]) and len(asked) > 2:
            return LOOSE
    return None


def _cuts(tokens: Sequence[str]) -> Iterator[list[str]]:
    """Every way to cut a row of words into items."""
    if not tokens:
        yield []
    for at in range(1, len(tokens) + 1):
        for rest in _cuts(tokens[at:]):
            yield [" ".join(tokens[:at]), *rest]
