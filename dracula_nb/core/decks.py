"""A deck as what is known of it: a multiset of cards in unknown order between a known top and a known bottom.

A draw is a chance node over what may come, so no order is fixed before a card is seen.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Generic, Literal, Protocol, TypeVar

from dracula_nb.core.errors import IllegalActionError


class Card(Protocol):
    """What a card must offer: a hash and an order, so that equal decks are equal values."""

    def __hash__(self) -> int: ...

    def __lt__(self, other: Any, /) -> bool: ...


C = TypeVar("C", bound=Card)
End = Literal["top", "bottom"]


def _counted(cards: Iterable[C]) -> tuple[tuple[C, int], ...]:
    return tuple(sorted((card, count) for card, count in Counter(cards).items() if count > 0))


# No slots: Python 3.11 cannot make `Deck[str]()` of a frozen generic with slots.
@dataclass(frozen=True)
class Deck(Generic[C]):
    """A pile of cards, frozen and hashable; decks of which the same is known are equal.

    Attributes
    ----------
    unknown
        (card, number of copies) of the cards in unknown order, sorted by card; make it by `Deck.of`.
    top
        Cards known to lie on top, uppermost first.
    bottom
        Cards known to lie below all others, lowest last.

    Examples
    --------
    >>> deck = Deck.of(["Bats", "Fog", "Fog"]).put("Ambush")
    >>> deck.take("Ambush").draw()[1][:2]
    ('Fog', Fraction(2, 3))
    >>> len(deck.shuffle().unknown)
    3
    """

    unknown: tuple[tuple[C, int], ...] = ()
    top: tuple[C, ...] = ()
    bottom: tuple[C, ...] = ()

    @classmethod
    def of(cls, cards: Iterable[C]) -> Deck[C]:
        """A shuffled deck of `cards`; copies count."""
        return cls(_counted(cards))

    def __len__(self) -> int:
        """Number of cards."""
        return len(self.top) + sum(count for _, count in self.unknown) + len(self.bottom)

    def cards(self) -> tuple[C, ...]:
        """Every card, copies repeated, sorted: nothing of the order."""
        shuffled = [card for card, count in self.unknown for _ in range(count)]
        return tuple(sorted((*self.top, *shuffled, *self.bottom)))

    def draw(self, end: End = "top") -> tuple[tuple[C, Fraction, Deck[C]], ...]:
        """Every card that may come from that end, its probability, and the deck without it.

        Returns
        -------
        In the order of the cards; probabilities sum to exactly 1; () for an empty deck.

        Examples
        --------
        >>> [(card, str(p)) for card, p, rest in Deck.of("aab").draw()]
        [('a', '2/3'), ('b', '1/3')]
        >>> Deck.of("ab").put("c", "bottom").draw("bottom")[0][:2]
        ('c', Fraction(1, 1))
        """
        if end == "top" and self.top:
            return ((self.top[0], Fraction(1), Deck(self.unknown, self.top[1:], self.bottom)),)
        if end == "bottom" and self.bottom:
            return ((self.bottom[-1], Fraction(1), Deck(self.unknown, self.top, self.bottom[:-1])),)
        total = sum(count for _, count in self.unknown)
        if total:
            return tuple((card, Fraction(count, total), self._without(card)) for card, count in self.unknown)
        if self.bottom:  # drawn from the top
            return ((self.bottom[0], Fraction(1), Deck((), (), self.bottom[1:])),)
        if self.top:  # drawn from the bottom
            return ((self.top[-1], Fraction(1), Deck((), self.top[:-1], ())),)
        return ()

    def take(self, card: C, end: End = "top") -> Deck[C]:
        """The deck after `card` was drawn from that end.

        Raises
        ------
        IllegalActionError
            That card cannot come from there.
        """
        for drawn, _, rest in self.draw(end):
            if drawn == card:
                return rest
        raise IllegalActionError(f"{card!r} cannot be drawn from the {end} of this deck")

    def put(self, card: C, end: End = "top") -> Deck[C]:
        """Lay a card, openly or by its owner's knowledge, on the top or under the bottom."""
        if end == "top":
            return Deck(self.unknown, (card, *self.top), self.bottom)
        return Deck(self.unknown, self.top, (*self.bottom, card))

    def shuffle(self, more: Iterable[C] = ()) -> Deck[C]:
        """Forget every position, with the cards of `more` (a discard pile, say) shuffled in."""
        return Deck.of((*self.cards(), *more))

    def remove(self, card: C) -> Deck[C]:
        """Search out one copy of `card`: of the unknown ones first, then from the top, then from the bottom.

        Raises
        ------
        IllegalActionError
            The deck holds no such card.
        """
        if any(held == card for held, _ in self.unknown):
            return self._without(card)
        if card in self.top:
            at = self.top.index(card)
            return Deck(self.unknown, self.top[:at] + self.top[at + 1 :], self.bottom)
        if card in self.bottom:
            at = self.bottom.index(card)
            return Deck(self.unknown, self.top, self.bottom[:at] + self.bottom[at + 1 :])
        raise IllegalActionError(f"{card!r} is not in this deck")

    def _without(self, card: C) -> Deck[C]:
        left = tuple((held, count - (held == card)) for held, count in self.unknown if held != card or count > 1)
        return Deck(left, self.top, self.bottom)
