"""Decks: exact draws, known ends, forgetting, and equality by what is known."""

from collections import Counter
from fractions import Fraction
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dracula_nb.core.decks import Deck
from dracula_nb.core.errors import IllegalActionError

SMALL = st.lists(st.sampled_from("abc"), min_size=1, max_size=5)


def draws(deck: Deck[str], count: int) -> dict[tuple[str, ...], Fraction]:
    """Probability of every row of the next `count` cards."""
    rows: dict[tuple[str, ...], Fraction] = {}
    todo = [((), Fraction(1), deck)]
    while todo:
        row, chance, rest = todo.pop()
        if len(row) == count:
            rows[row] = rows.get(row, Fraction(0)) + chance
        else:
            todo += [((*row, card), chance * p, after) for card, p, after in rest.draw()]
    return rows


@given(SMALL, st.integers(0, 5))
def test_draws_equal_the_enumeration_of_all_orders(cards: list[str], count: int) -> None:
    count = min(count, len(cards))
    orders = list(permutations(cards))
    counted = Counter(order[:count] for order in orders)
    assert draws(Deck.of(cards), count) == {row: Fraction(n, len(orders)) for row, n in counted.items()}


@given(SMALL, SMALL, SMALL)
def test_known_ends_come_surely_and_the_middle_by_chance(top: list[str], middle: list[str], bottom: list[str]) -> None:
    deck = Deck.of(middle)
    for card in reversed(top):
        deck = deck.put(card)
    for card in bottom:
        deck = deck.put(card, "bottom")
    assert len(deck) == len(top) + len(middle) + len(bottom)
    for row, chance in draws(deck, len(deck)).items():
        assert row[: len(top)] == tuple(top)
        assert row[-len(bottom) :] == tuple(bottom)
        assert 0 < chance <= 1


def test_draw_from_the_bottom() -> None:
    deck = Deck.of("aab").put("t").put("z", "bottom").put("y", "bottom")
    assert deck.take("y", "bottom").take("z", "bottom") == Deck.of("aab").put("t")
    assert [(card, p) for card, p, _ in Deck.of("aab").put("t").draw("bottom")] == [
        ("a", Fraction(2, 3)),
        ("b", Fraction(1, 3)),
    ]
    assert Deck.of("a").put("s").put("t").draw() == (("t", Fraction(1), Deck.of("a").put("s")),)
    under = Deck.of("a").put("y", "bottom").put("z", "bottom")
    assert under.draw("bottom") == (("z", Fraction(1), Deck.of("a").put("y", "bottom")),)
    assert Deck[str]().put("s").put("t").draw("bottom") == (("s", Fraction(1), Deck((), ("t",))),)
    assert Deck[str]().put("y", "bottom").put("z", "bottom").draw() == (("y", Fraction(1), Deck((), (), ("z",))),)
    assert Deck[str]().draw() == Deck[str]().draw("bottom") == ()


@given(st.permutations("aabbc"))
def test_decks_of_which_the_same_is_known_are_equal(cards: list[str]) -> None:
    deck = Deck.of(cards)
    assert deck == Deck.of("aabbc")
    assert hash(deck) == hash(Deck.of("aabbc"))
    assert deck.take("a").put("a") != deck
    assert deck.take("a").put("a").shuffle() == deck
    assert deck.take("c").shuffle("c") == deck


def test_remove_takes_one_copy_and_prefers_the_unknown_ones() -> None:
    deck = Deck.of("ab").put("a").put("z", "bottom")
    once = deck.remove("a")
    assert once == Deck.of("b").put("a").put("z", "bottom")
    assert once.remove("a") == Deck.of("b").put("z", "bottom")
    assert once.remove("z").cards() == ("a", "b")
    assert deck.cards() == ("a", "a", "b", "z")


def test_remove_from_the_middle_of_a_known_end_keeps_the_others_in_order() -> None:
    deck = Deck[str]()
    for card in "cba":
        deck = deck.put(card)
    assert [deck.remove(card).top for card in "abc"] == [("b", "c"), ("a", "c"), ("a", "b")]
    under = Deck[str]()
    for card in "xyz":
        under = under.put(card, "bottom")
    assert [under.remove(card).bottom for card in "xyz"] == [("y", "z"), ("x", "z"), ("x", "y")]


@pytest.mark.parametrize("call", [lambda d: d.take("c"), lambda d: d.take("b", "bottom"), lambda d: d.remove("q")])
def test_a_card_that_cannot_come_is_refused(call) -> None:
    with pytest.raises(IllegalActionError, match="deck"):
        call(Deck.of("ab").put("c", "bottom"))
