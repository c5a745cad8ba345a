"""Hands of a fight: what each side holds, draws and may choose."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import replace

from dracula_nb.core.errors import IllegalActionError
from dracula_nb.games.fury_trail.fight_state import DEFAULT, HAND, Fight, FightRules, dracula_deck
from dracula_nb.games.fury_trail.fight_tables import BASIC, COMBAT_ITEMS, DRACULA_CARDS, ESCAPES


def hunter_hand(items: Iterable[str]) -> tuple[str, ...]:
    """What a hunter with these items holds in a fight: three basic cards and the combat items.

    Rules FT-CMB-01, FT-CMB-12, FT-CMB-27, FT-CMB-44.
    """
    return (*BASIC, *(item for item in items if item in COMBAT_ITEMS))


def dealt(fight: Fight, hand: Collection[str]) -> Fight:
    """The fight with Dracula's first five cards. Rule FT-CMB-02."""
    after = replace(fight, hand=_in_order(hand))
    expect(len(hand) == HAND, f"a combat hand of {len(hand)} cards", f"{HAND} (FT-CMB-02)")
    expect(_fits(after), f"combat hand {', '.join(hand)}", "cards of his deck of 13 (FT-CMB-19)")
    return after


def drawn(fight: Fight, card: str) -> Fight:
    """The fight with one more card in Dracula's hand, drawn or, after Plotting, chosen. Rules FT-CMB-20, FT-CMB-42."""
    expect(len(fight.hand) < HAND, f"draws {card}", f"no draw, he holds {HAND} (FT-CMB-20)")
    after = replace(fight, hand=_in_order((*fight.hand, card)))
    expect(card in DRACULA_CARDS and _fits(after), f"draws {card}", "a card left in his deck (FT-CMB-19)")
    return after


def _in_order(hand: Collection[str]) -> tuple[str, ...]:
    unknown = [card for card in hand if card not in DRACULA_CARDS]
    expect(not unknown, f"combat card {unknown[:1]}", f"one of {', '.join(DRACULA_CARDS)} (FT-CMB-19)")
    return tuple(sorted(hand, key=DRACULA_CARDS.index))


def _fits(fight: Fight) -> bool:
    held, deck = (*fight.hand, *fight.table), dracula_deck()
    return all(held.count(kind) <= deck.count(kind) for kind in DRACULA_CARDS)


def dracula_choices(fight: Fight, rules: FightRules = DEFAULT) -> tuple[str | None, ...]:
    """The kinds that Dracula may choose this round; None alone where there is none.

    Rules FT-CMB-22, FT-CMB-47, FT-CARD-54.
    """
    proud = fight.round <= rules.pride_rounds - fight.despair or fight.enraged
    return _playable(fight.hand, fight.blocked, ESCAPES if proud else ())


def hunter_choices(fight: Fight, name: str) -> tuple[str | None, ...]:
    """The kinds that a hunter may choose this round; None alone where there is none. Rules FT-CMB-08, FT-CMB-22."""
    fighter = fight.hunter(name)
    return _playable(fighter.cards, fighter.blocked, ())


def _playable(cards: tuple[str, ...], blocked: str | None, barred: tuple[str, ...]) -> tuple[str | None, ...]:
    """Kinds of which a card is at hand that was not played the round before. Rule FT-CMB-21: cards, not kinds, wait."""
    kinds = tuple(k for k in dict.fromkeys(cards) if k not in barred and cards.count(k) > (k == blocked))
    return kinds or (None,)


def expect(fine: bool, what: str, expected: str) -> None:
    """Raise IllegalActionError where something is not fine."""
    if not fine:
        raise IllegalActionError(f"{what}: expected {expected}")
