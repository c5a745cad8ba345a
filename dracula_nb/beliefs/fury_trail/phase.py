"""A Dracula Phase on all windows at once: what leaves, what is cleared, the penalty, and how a choice looks."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from dracula_nb.beliefs.fury_trail.clues import EMPTY_HANDED, LAND, SEA, SOMEWHERE, Phase
from dracula_nb.beliefs.fury_trail.liking import CARDS, Liking, totals
from dracula_nb.beliefs.fury_trail.table import Table
from dracula_nb.beliefs.fury_trail.windows import (
    HIDE_S,
    LANE,
    PLAIN,
    SYMBOLS,
    WOLF,
    Atlas,
    Hand,
    Moves,
    Spots,
    bits,
    choices,
    emptied,
    here,
    is_place,
    joined,
    laid,
    lane,
    placed_on,
    sort_and_merge,
    tied_hides,
)
from dracula_nb.beliefs.weighted import Bools, Floats, Keys, merge
from dracula_nb.games.fury_trail.rulebook import Rulebook
from dracula_nb.trail.hideouts import LENGTH


@dataclass(frozen=True)
class Step3:
    """Windows in which a choice is about to be made at a `table`: shifted and sorted, with `share`, shape (windows,
    members), their weight over that of all their choices, and `number`, how many these are.
    """

    spots: Spots
    share: Floats
    number: Floats
    liking: Liking
    table: Table


def hand_of(book: Rulebook, table: Table, *, doubtful: bool = True) -> Hand:
    """What may be played as far as everybody sees; `doubtful`: powers that he affords only perhaps count.

    Rules FT-POW-10, FT-POW-25, FT-TRAIL-14.
    """
    wolf_at = tuple(at for at, slot in enumerate(table.trail, 1) if slot and slot.wolf)
    health = table.health if table.health is not None else book.constants.dracula_health * doubtful
    in_hand = not wolf_at or table.vague
    dark, wolf = health > book.costs.dark_call, in_hand and health > book.costs.wolf_form
    return Hand(table.barred(book), dark, wolf, wolf_at)


def left_behind(atlas: Atlas, keys: Keys, clue: Phase) -> Bools:
    """Windows of which just what the clue says leaves with position 6. Rules FT-POW-15, FT-CLUE-12, FT-CLUE-17."""
    keep = tied_hides(keys)[LENGTH - 1] == clue.hide_left
    if clue.left == SOMEWHERE:
        keep &= atlas.among(atlas.book.cities)[placed_on(keys, LENGTH)]
    elif clue.left:
        keep &= lane(keys, LENGTH) == atlas.ids[clue.left]
    return np.asarray(keep, dtype=np.bool_)


def shifted(keys: Keys, weights: Floats, hide: int) -> tuple[Keys, Floats]:
    """Sorted windows after steps 1 and 2, all of which lose a Hide on position `hide` (0: none). Rule FT-TRAIL-01."""
    if hide:
        keys = keys & ~bits(255, hide)
    return merge(keys >> np.uint64(LANE), weights)


def swept(keys: Keys, first: int) -> Bools:
    """Which positions a clearing from position `first` on empties, shape (6, windows).

    Rules FT-TRAIL-28, FT-TRAIL-37, FT-ENC-14.
    """
    gone = np.zeros((LENGTH, len(keys)), dtype=bool)
    newest, hides = here(keys)[1], tied_hides(keys)
    for at in range(first, LENGTH + 1):
        values = lane(keys, at)
        gone[at - 1] |= (values > 0) & (at > newest)
        tied = np.where(gone[at - 1] & is_place(values), hides[at - 1], 0)
        for hide in range(1, at):
            gone[hide - 1] |= tied == hide
    return gone


def cleared(keys: Keys, weights: Floats, positions: tuple[int, ...], first: int) -> tuple[Keys, Floats]:
    """The windows of which a clearing empties just these positions, and what is left of them."""
    gone = swept(keys, first)
    wanted = np.isin(np.arange(1, LENGTH + 1), positions)
    keep = (gone == wanted[:, None]).all(axis=0)
    keys, weights = keys[keep], weights[keep]
    for at in positions:
        keys = emptied(keys, at, np.ones(len(keys), dtype=bool))
    return sort_and_merge(keys, weights)


def step3(atlas: Atlas, pair: tuple[Keys, Floats], table: Table, liking: Liking) -> Step3:
    """The choices of windows and weights at a table after steps 1 and 2."""
    spots = Spots.of(atlas, pair[0], hand_of(atlas.book, table))
    whole = totals(atlas, spots, liking)
    with np.errstate(divide="ignore", invalid="ignore"):
        share = np.where(whole[:, -1:] > 0, pair[1] / whole[:, :-1], 0.0)
    return Step3(spots, share, whole[:, -1], liking, table)


def penalised(atlas: Atlas, pair: tuple[Keys, Floats], hand: Hand, place: int) -> tuple[Keys, Floats]:
    """The windows without a legal choice in a place, after the penalty. Rules FT-TRAIL-16, FT-CLUE-32."""
    spots = Spots.of(atlas, pair[0], hand)
    stuck = spots.place == place
    for misdirect in (0, *range(2, LENGTH + 1)):
        for card in CARDS:
            stuck[choices(atlas, spots, card, misdirect).row] = False
    return merge(np.full(int(stuck.sum()), bits(place, 2), dtype=np.uint64), pair[1][stuck])


def seen_as(atlas: Atlas, step: Step3, clue: Phase) -> Moves:
    """The choices that everybody would have seen as the clue says.

    Rules FT-CLUE-03 to FT-CLUE-11, FT-CLUE-14, FT-CLUE-15.
    """
    cards = [SYMBOLS[clue.shown]] if clue.shown in SYMBOLS else [WOLF if clue.wolf else PLAIN]
    if clue.shown == LAND and not clue.wolf:
        cards.append(HIDE_S)
    moves = joined([choices(atlas, step.spots, card, clue.misdirect) for card in cards])
    return moves.where(_fits(atlas, step, clue, moves))


def _fits(atlas: Atlas, step: Step3, clue: Phase, moves: Moves) -> Bools:
    """Where it is open where a hunter stands, he may have stood beside any card laid faceup."""
    hunters = atlas.among(step.table.hunters)
    if clue.shown == SEA:
        return _at_sea(atlas, step, clue, moves)
    if clue.shown == LAND:
        return _facedown(atlas, moves, clue, hunters)
    hunters |= step.table.unsure
    if clue.shown in SYMBOLS:
        return np.asarray(hunters[moves.goal] | ~moves.hides, dtype=np.bool_)
    hunters[atlas.castle] = True
    return np.asarray((moves.goal == atlas.ids[clue.shown]) & hunters[moves.goal], dtype=np.bool_)


def _facedown(atlas: Atlas, moves: Moves, clue: Phase, hunters: Bools) -> Bools:
    """Moves and Hide that lay a facedown land card with such a trap. Rules FT-CLUE-03, FT-CLUE-04, FT-CLUE-14."""
    secret = ~(atlas.sea | hunters)
    secret[atlas.castle] = False
    if clue.wolf:
        return np.asarray((moves.card == WOLF) & secret[moves.goal], dtype=np.bool_)
    hides = moves.hides & ~hunters[moves.goal]
    trapless = hides & (moves.goal == atlas.castle)
    if not clue.laid:
        return np.asarray(trapless, dtype=np.bool_)
    looks = ((moves.card == PLAIN) & secret[moves.goal]) | hides
    return np.asarray(looks if clue.laid == EMPTY_HANDED else looks & ~trapless, dtype=np.bool_)


def _at_sea(atlas: Atlas, step: Step3, clue: Phase, moves: Moves) -> Bools:
    """Moves to sea zones that cost what the clue says. Rules FT-CLUE-06, FT-CLUE-07, FT-SEA-17."""
    numbers = atlas.book.constants
    looks = atlas.sea[moves.goal]
    if clue.change is None:
        return np.asarray(looks, dtype=np.bool_)
    further = numbers.sea_loss_rufus if step.table.ally == "rufus" else numbers.sea_loss
    cost = np.where(atlas.sea[step.spots.place], further, numbers.embark_loss)
    return np.asarray(looks & (cost[moves.row] == -clue.change), dtype=np.bool_)


def chosen(step: Step3, moves: Moves, misdirect: int) -> tuple[Keys, Floats]:
    """The windows after some choices, with the weights that they bring; not yet sorted."""
    weights = step.share[moves.row] * step.liking.each(step.spots, moves)[:, :-1]
    return laid(step.spots.keys, moves, misdirect), weights


def every_choice(atlas: Atlas, step: Step3) -> tuple[Keys, Floats]:
    """The windows after every choice, however it looked."""
    parts = [
        chosen(step, choices(atlas, step.spots, card, misdirect), misdirect)
        for misdirect in (0, *range(2, LENGTH + 1))
        for card in CARDS
    ]
    return sort_and_merge(
        np.concatenate([keys for keys, _ in parts]), np.concatenate([weights for _, weights in parts])
    )
