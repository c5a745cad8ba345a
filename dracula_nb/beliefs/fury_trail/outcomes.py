"""What a line of fury_trail may have said, as far as a belief knows: for lines that were noted only in part."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import product
from typing import TYPE_CHECKING, Any

import numpy as np

from dracula_nb.beliefs.fury_trail.clues import (
    ARRIVES,
    DUSK,
    EMPTY_HANDED,
    FLIES,
    LAND,
    PLACED,
    SEA,
    SOMEWHERE,
    STARTS,
    TRAP,
    Check,
    Clue,
    Fact,
    Fight,
    Hunter,
    Phase,
    Seen,
    changes,
    parse_clue,
    phase_text,
)
from dracula_nb.beliefs.fury_trail.phase import Step3, seen_as, swept
from dracula_nb.beliefs.fury_trail.windows import (
    HIDE_S,
    LANE,
    SYMBOLS,
    emptied,
    here,
    is_place,
    lane,
    placed_on,
    tied_hides,
    tied_place,
)
from dracula_nb.beliefs.fury_trail.words import positions_named
from dracula_nb.core.errors import NotationError
from dracula_nb.games.fury_trail.rulebook import SEATS, Rulebook
from dracula_nb.trail.hideouts import DARK_CALL, FEED, HIDE, LENGTH, penalty_health

if TYPE_CHECKING:
    from dracula_nb.beliefs.fury_trail.filter import TrailFilter

CARDS = {symbol: card for card, symbol in SYMBOLS.items()}

Leaving = tuple[str, tuple[int, ...] | None]
"""The city that showed as its card left ("" for none), and the positions that it cleared."""


def outcomes(belief: TrailFilter, word: str, pattern: Any) -> Iterator[Clue]:
    """Every clue that the next line with this first word may be, each once, so that just one of them is true."""
    if word in SEATS:
        yield from _of_hunter(belief, word, pattern)
    elif word == "D":
        yield from _of_dracula(belief, pattern)
    elif word in (DUSK, "dawn"):
        yield Check(word)
    elif word == "seen":
        for at in range(1, LENGTH + 1):
            if belief.table.trail[at - 1] and pattern.head.fits(frozenset((str(at),))):
                yield from _of_position(belief, at)
    elif word == "fight":
        yield from (
            Fight(belief.name(at)) for at in sorted(belief.support()) if belief.name(at) in belief.table.hunters
        )
    else:
        yield from _answers(belief, word, pattern)


def _answers(belief: TrailFilter, word: str, pattern: Any) -> Iterator[Fact]:
    book = belief.atlas.book
    if word == "here":
        yield from (Fact("here", "", belief.name(place)) for place in sorted(belief.support()))
    elif word == "region":
        yield from (Fact("region", "", name) for name in sorted(set(book.regions.values())))
    elif word == "bond":
        parity = not set(pattern.tail.texts or ()) & {"port", "inland"}
        yield from (Fact("bond", "", answer) for answer in (("odd", "even") if parity else ("port", "inland")))
    elif word == "adjacent":
        for seat, answer in product(SEATS, ("yes", "no")):
            if pattern.head.fits(frozenset((seat,))):
                yield Fact("adjacent", seat, answer)
    elif word in ("off", "on", "hide"):
        yield from _yes_or_no(belief, word, pattern)
    else:  # what lies open is as it was noted
        for head, tail in product(pattern.head.texts or ("",), pattern.tail.texts or ("",)):
            clue = parse_clue(book, " ".join(filter(None, (word, head))) + (f": {tail}" if tail else ""))
            if isinstance(clue, Fact):
                yield clue


def _yes_or_no(belief: TrailFilter, word: str, pattern: Any) -> Iterator[Fact]:
    """Both answers about each place that may have been asked for, or about Hide."""
    if word == "hide":
        yield from (Fact("hide", where, "") for where in ("hand", "trail"))
        return
    texts = pattern.head.texts or ()
    places = [p for p in belief.atlas.book.places if p not in texts] if pattern.head.other or not texts else texts
    yield from (Fact(answer, place, "") for place in places if place in belief.atlas.ids for answer in ("off", "on"))


def _of_hunter(belief: TrailFilter, seat: str, pattern: Any) -> Iterator[Hunter]:
    """The lines that the pattern names, and where it leaves more open, that the hunter is somewhere.

    Nobody models hunters, so where one went without a note is one outcome: nothing is learnt from it, now or later.
    """
    table, book = belief.table, belief.atlas.book
    if table.places[SEATS.index(seat)] is None:
        if not table.started:
            yield from (Hunter(seat, "starts", city) for city in sorted(book.cities))
        return
    named = () if pattern.head.other else pattern.head.texts or ()
    for text in named:
        clue = parse_clue(book, f"{seat} {text}")
        if isinstance(clue, Hunter):
            yield clue
    if not named or pattern.sure < 1.0:
        yield Hunter(seat, PLACED, SOMEWHERE)


def _of_dracula(belief: TrailFilter, pattern: Any) -> Iterator[Phase]:
    """Every way that his next card can look on some window."""
    if not belief.table.started:
        yield Phase(STARTS)
        return
    if belief.table.met and belief.table.checked != "dawn":
        yield Phase(FLIES)
    noted = pattern.sure == 1.0 and pattern.tail.texts is not None and not pattern.tail.other
    left = dict.fromkeys((*_leaving(pattern), *(() if noted else _unnoted(belief))))
    for beginning, step in beginnings(belief, left):
        yield from (clue for clue in _cards(belief, beginning) if len(seen_as(belief.atlas, step, clue).row))


def beginnings(belief: TrailFilter, left: Iterable[Leaving] | None = None) -> Iterator[tuple[Phase, Step3]]:
    """What may have come before his card, and the windows in which he chose it then.

    `left`: what may have shown as it left, with the positions it cleared; None where nothing is noted of it.
    """
    hides = sorted({int(at) for at in np.unique(tied_hides(belief.keys)[LENGTH - 1])})
    for (place, gone), hide in product(_unnoted(belief) if left is None else left, hides):
        plain = Phase(LAND, laid=TRAP, left=place, hide_left=hide, cleared=gone)
        step = _prepared(belief, plain)
        if step is not None:
            yield plain, step
            stuck = np.unique(step.spots.place[step.number == 0]).tolist()
            tries = [replace(plain, stuck=belief.name(at)) for at in stuck]
            yield from ((clue, found) for clue in tries if (found := _prepared(belief, clue)) is not None)


def modelled(clue: Clue) -> bool:
    """Whether a model gives it a probability: that a vampire cleared the trail unnoted is possible, no more."""
    return not (isinstance(clue, Phase) and clue.left == SOMEWHERE)


def _prepared(belief: TrailFilter, beginning: Phase) -> Step3 | None:
    try:
        return belief.before_card(beginning)
    except NotationError:
        return None


def _leaving(pattern: Any) -> Iterator[Leaving]:
    """What the pattern itself says of the card that left: whether an encounter showed it is nobody's model."""
    for text in pattern.tail.texts or ():
        place = re.search(r"(?:^|, )left ([^,]+)", text)
        gone = re.search(r"(?:^|, )cleared ([^,]+)", text)
        yield place[1] if place else "", positions_named(gone[1]) if gone else None


def _unnoted(belief: TrailFilter) -> Iterator[Leaving]:
    """What may have left where that was not noted: nothing that showed, or a vampire that cleared positions."""
    yield "", None
    cities = belief.atlas.among(belief.atlas.book.cities)[placed_on(belief.keys, LENGTH)]
    windows, hides = belief.keys[cities], tied_hides(belief.keys)[LENGTH - 1][cities]
    for at in range(1, LENGTH):
        windows = emptied(windows, at, hides == at)
    windows = windows >> np.uint64(LANE)
    gone = swept(windows, belief.atlas.book.constants.vampire_clears_from)
    for row in np.unique(gone.T, axis=0).tolist() if len(windows) else ():
        yield SOMEWHERE, tuple(at for at, empty in enumerate(row, 1) if empty)


def _cards(belief: TrailFilter, beginning: Phase) -> Iterator[Phase]:
    """Candidates for the card: every look, with and without Misdirect on each position."""
    book, numbers = belief.atlas.book, belief.atlas.book.constants
    further = numbers.sea_loss_rufus if belief.table.ally == "rufus" else numbers.sea_loss
    faceup = sorted((belief.table.hunters & book.cities) | {book.castle})
    looks: list[Phase] = [beginning, replace(beginning, laid="")]
    looks += [replace(beginning, shown=SEA, laid="", change=-cost) for cost in sorted({numbers.embark_loss, further})]
    looks += [replace(beginning, shown=card, laid="") for card in (HIDE, DARK_CALL, FEED, *faceup)]
    looks += [replace(beginning, wolf=True)]
    looks += [replace(beginning, shown=place, laid="", wolf=True) for place in faceup]
    for look, misdirect in product(looks, (0, *range(2, LENGTH + 1))):
        yield replace(look, misdirect=misdirect, change=_change(belief, look))


def _change(belief: TrailFilter, look: Phase) -> int | None:
    """The change of health that goes with a card, where the line tells one and it is certain. Rule FT-CLUE-34."""
    book, health = belief.atlas.book, belief.table.health
    if health is None or not (look.wolf or look.shown in (DARK_CALL, FEED, book.castle)):
        return look.change
    if look.stuck:
        health = penalty_health(health, book.constants.penalty_step)
    return max(change for change in changes(book, look) if health + change <= book.constants.dracula_health)


def _of_position(belief: TrailFilter, at: int) -> Iterator[Seen]:
    """Everything that may lie on a position."""
    for value in np.unique(lane(belief.keys, at)).tolist():
        yield Seen(at, CARDS[value] if value in CARDS else belief.name(value))


def tails_alike(book: Rulebook, phase: Phase) -> frozenset[str]:
    """Texts that the tail of a line of Dracula's may be noted as: a Rumour tells what a trap tells, health may lack."""
    free = not phase.wolf and phase.shown not in (SEA, DARK_CALL, FEED, book.castle)
    known = () if free else changes(book, phase) if phase.change is None else (phase.change,)
    looks = [replace(phase, change=change, laid=laid) for change in (None, *known) for laid in _laid_alike(phase)]
    return frozenset(phase_text(look).partition(": ")[2] for look in looks)


def _laid_alike(phase: Phase) -> tuple[str, ...]:
    return (TRAP, "rumour", EMPTY_HANDED) if phase.laid == TRAP else (phase.laid,)


def reports(belief: TrailFilter, opening: Clue) -> Iterator[tuple[Clue, ...]]:
    """Every list of notes that the rules may add to a turn that has just been taken as `opening`, still open."""
    book = belief.atlas.book
    if isinstance(opening, Hunter) and opening.how in ARRIVES and opening.place in book.cities:
        city = belief.atlas.ids[opening.place]
        yield from _turned(belief, lambda values, tied: (values == city) | ((values == HIDE_S) & (tied == city)))
    elif isinstance(opening, Fact) and opening.word == "near":
        near = belief.atlas.roads[belief.atlas.ids[opening.head]]
        yield from _turned(belief, lambda values, tied: is_place(values) & near[np.where(is_place(values), values, 0)])
    elif isinstance(opening, Check):
        yield ()
        yield from _fights(belief, opening)
    else:
        yield ()


def _turned(belief: TrailFilter, matters: Any) -> Iterator[tuple[Clue, ...]]:
    """The lists of facedown cards that are turned, each once; `matters` says which of a position's cards are."""
    down = belief.table.facedown()
    columns = []
    for at in down:
        values, tied = lane(belief.keys, at), tied_place(belief.keys, at)
        kept = values.astype(np.int64) * 256 + np.where(values == HIDE_S, tied, 0)
        columns.append(np.where(matters(values, tied), kept, 0))
    if not columns:
        yield ()
        return
    for row in np.unique(np.stack(columns, axis=1), axis=0).tolist():
        yield tuple(_told(belief, at, value) for at, value in zip(down, row, strict=True) if value)


def _told(belief: TrailFilter, at: int, value: int) -> Seen:
    card, tied = divmod(value, 256)
    return Seen(at, HIDE, belief.name(tied)) if card == HIDE_S else Seen(at, belief.name(card))


def _fights(belief: TrailFilter, check: Check) -> Iterator[tuple[Clue, ...]]:
    """Fights that the check may have led to, with the cards that they turn."""
    rules, table = belief.atlas.book.rules, belief.table
    places = {p for seat, p in zip(SEATS, table.places, strict=True) if p and seat not in check.without}
    if table.mist:
        return
    for place in sorted(places - (frozenset() if rules.sea_combat else belief.atlas.book.seas)):
        ids = here(belief.keys)[0]
        if place not in belief.atlas.ids or not (ids == belief.atlas.ids[place]).any():
            continue
        some = belief.copy()
        some.mask(ids == belief.atlas.ids[place])
        newest = int(here(some.keys)[1].max())
        for told in _turned(some, lambda values, tied: np.ones(len(values), dtype=bool)):
            yield (Fight(place), *(seen for seen in told if isinstance(seen, Seen) and seen.position <= newest))
