"""What a turn of hunt may tell the hunters, as far as a belief knows: for lines that were noted only in part."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from dracula_nb.beliefs.hunt.clues import CITY, SEA, Clue, DraculaTurn, Here, HunterTurn, Seen
from dracula_nb.beliefs.hunt.windows import BACK, HIDE, LANE, PLAIN, kinds, live, places
from dracula_nb.beliefs.soft import Pattern
from dracula_nb.games.hunt.turns import DRACULA, MATURED, TRAP, TRAP_GONE, VAMPIRE, old_hide, research, visited
from dracula_nb.trail.window import DOUBLE_BACKS, Entry, Window, reveal
from dracula_nb.trail.window import HIDE as HIDE_TEXT
from dracula_nb.trail.window import TELEPORT as TELEPORT_TEXT

if TYPE_CHECKING:
    from dracula_nb.beliefs.hunt.filter import HuntFilter


def outcomes(belief: HuntFilter, word: str, pattern: Pattern) -> Iterator[Clue]:
    """Every clue that the next line with this first word may be, each once."""
    if word == "here":
        yield from (Here(belief.name(place)) for place in sorted(belief.support()))
    elif word == "D":
        yield from _of_dracula(belief)
    elif word == "seen":
        for at in range(1, belief.length + 1):
            if pattern.sure < 1.0 or pattern.head.fits(frozenset((str(at),))):
                yield from _of_position(belief, at)
    elif word in belief.rules.hunters:
        yield from _of_hunter(belief, word, pattern)


def _of_hunter(belief: HuntFilter, seat: str, pattern: Pattern) -> Iterator[HunterTurn]:
    book, hunters = belief.atlas.book, belief.rules.hunters
    at = hunters.index(seat)
    here, life = belief.table.places[at], belief.table.life[at]
    for place in book.places if here is None else book.reach(here, belief.rail(seat)):
        if pattern.sure < 1.0 or pattern.head.fits(frozenset((place,))):
            yield from (HunterTurn(seat, place, words) for words in _meetings(belief, place, life))


def _meetings(belief: HuntFilter, place: str, life: int) -> set[tuple[str, ...]]:
    """What a hunter with so much life can meet in a place. Rules HU-ENC-04 to HU-ENC-07."""
    id_, loss = belief.atlas.ids[place], belief.atlas.book.constants.hunter_loss_trap
    if belief.atlas.sea[id_]:
        return {()}
    there = belief.there(id_)
    lying = there & belief.lying()
    vampires = belief.vampires()
    traps = np.minimum(lying[~vampires].sum(axis=0), -(-life // loss))
    alive = life - loss * traps > 0
    seen = {
        (int(t), bool(v), bool(d))
        for t, v, d in zip(*(traps, lying[vampires].any(axis=0) & alive, there[0] & alive), strict=True)
    }
    return {(TRAP,) * t + (VAMPIRE,) * v + (DRACULA,) * d for t, v, d in seen}


def _of_dracula(belief: HuntFilter) -> Iterator[DraculaTurn]:
    """Every way that his next move can look. Rules HU-SEE-01 to HU-SEE-03."""
    book, length = belief.atlas.book, belief.atlas.book.constants.trail_length
    word = {TRAP: TRAP_GONE, VAMPIRE: MATURED}[belief.kind(belief.round - length)]
    laid = belief.kind(belief.round)
    open_places = {p for p in belief.table.places if p is not None} - book.seas - {book.hospital, book.castle}
    looks = [
        (SEA, ("",)),
        (CITY, (laid,)),
        (HIDE_TEXT, (laid,)),
        (TELEPORT_TEXT, (laid, "")),
        (book.castle, (laid, "")),
    ]
    looks += [(place, (laid,)) for place in sorted(open_places)] + [(back, (laid, "")) for back in DOUBLE_BACKS]
    for alive in np.unique(live(belief.lane(belief.lanes))).tolist():
        ready = belief.ready_for(alive=alive)
        turns = [DraculaTurn(shown, lays, word if alive else "") for shown, options in looks for lays in options]
        yield from (turn for turn in turns if ready.looks(turn).any())


def _of_position(belief: HuntFilter, at: int) -> Iterator[Seen]:
    """Everything that may lie at a position of the trail."""
    shown = belief.table.trail[at - 1].move
    for value in np.unique(belief.lane(at) >> 1).tolist():
        kind, place = value & 3, belief.name(value >> 2)
        move = {PLAIN: place, HIDE: HIDE_TEXT, BACK: shown}.get(kind, TELEPORT_TEXT)
        yield Seen(at, move, place)


def reports(belief: HuntFilter, opening: Clue) -> Iterator[tuple[Seen, ...]]:
    """What may be seen after a turn that has just been taken as `opening`, still open: each list once.

    Rules HU-SEE-04 to HU-SEE-07: the windows are told apart by what matters for it, and the engine's own functions
    say for each kind of window what is seen.
    """
    told: set[tuple[Seen, ...]] = set()
    for window in _kinds_of_windows(belief, opening):
        found = _report(belief, opening, window)
        if found not in told:
            told.add(found)
            yield found


def _kinds_of_windows(belief: HuntFilter, opening: Clue) -> Iterator[Window]:
    """Windows as entries, those alike in what can be seen of them taken once; other places are left out."""
    trail, length = belief.table.trail, belief.atlas.book.constants.trail_length
    rested = isinstance(opening, HunterTurn) and all(belief.table.rested)
    mask = np.zeros(len(belief.keys), dtype=np.uint64)
    for at, entry in enumerate(trail, 1):
        whole = np.uint64(((1 << LANE) - 2) << (LANE * (belief.lanes - at)))
        values = belief.lane(at)
        keep = np.zeros(len(belief.keys), dtype=bool)
        if not (entry.known and entry.placed):
            if isinstance(opening, HunterTurn):
                keep = places(values) == belief.atlas.ids[opening.place]
            keep |= entry.known or (rested and at == length)
            keep |= (at == length) & (kinds(values) == HIDE)
        mask |= np.where(keep, whole, np.uint64(0))
    for key in np.unique(belief.keys & mask).tolist():
        yield tuple(_entry(belief, key, at) for at in range(1, len(trail) + 1))


def _entry(belief: HuntFilter, key: int, at: int) -> Entry:
    """A position of a kind of window: what is public of it, and what the window says of the rest."""
    entry = belief.table.trail[at - 1]
    value = (key >> (LANE * (belief.lanes - at))) & ((1 << LANE) - 1)
    if not value or (entry.known and entry.placed):
        return entry
    place, kind = belief.name(value >> 3), (value >> 1) & 3
    move = entry.move if entry.known else {PLAIN: place, HIDE: HIDE_TEXT}.get(kind, TELEPORT_TEXT)
    return replace(entry, move=move, place=place)


def _report(belief: HuntFilter, opening: Clue, window: Window) -> tuple[Seen, ...]:
    book, length = belief.atlas.book, belief.atlas.book.constants.trail_length
    if isinstance(opening, HunterTurn):
        after = reveal(window, visited(window, opening.place, book.seas))
        after = reveal(after, research(book, after, belief.table.rested))
    else:
        hidden = {at for at in old_hide(book, window) if not window[at - 1].known}
        after = reveal(window, hidden, places=False) if len(window) >= length else window
    return tuple(
        Seen(at, new.move, new.place if new.placed else None)
        for at, (old, new) in enumerate(zip(window, after, strict=True), 1)
        if (new.known, new.placed) != (old.known, old.placed)
    )
