"""What a turn of hunt does: encounters, rest, hospital, what is laid and what leaves the trail, what is seen."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TypeVar

from dracula_nb.games.hunt.rulebook import Rulebook, Rules
from dracula_nb.games.hunt.state import HuntState
from dracula_nb.trail.window import DOUBLE_BACKS, HIDE, Entry, Window, place_after, reveal, seen_text

TRAP, VAMPIRE, DRACULA = "trap", "vampire", "dracula"
TRAP_GONE, MATURED = "trap gone", "vampire matured"


@dataclass(frozen=True, slots=True)
class Meeting:
    """What one hunter met: the words in order, the life left, the trail after it, and blood lost."""

    words: tuple[str, ...]
    life: int
    trail: Window
    blood_lost: int


def meet(book: Rulebook, trail: Window, place: str, life: int) -> Meeting:
    """The encounters of a hunter who ends his turn in `place`: traps oldest first, vampire, Dracula.

    He stops when his life is gone; what he did not live to meet stays. Rules HU-ENC-04, HU-ENC-05,
    HU-ENC-06, HU-ENC-07, HU-ENC-08, HU-ENC-09, HU-LIFE-02, HU-LIFE-03, HU-BLOOD-02.
    """
    words: list[str] = []
    entries = list(trail)
    if place in book.seas:
        return Meeting((), life, trail, 0)
    for at in reversed(range(len(entries))):
        if entries[at].place == place and entries[at].trap and life > 0:
            life -= book.constants.hunter_loss_trap
            entries[at] = replace(entries[at], trap=False)
            words.append(TRAP)
    for at in reversed(range(len(entries))):
        if entries[at].place == place and entries[at].vampire and life > 0:
            entries[at] = replace(entries[at], vampire=False)
            words.append(VAMPIRE)
    blood = 0
    if entries and entries[0].place == place and life > 0:
        life -= book.constants.hunter_loss_dracula
        blood = book.constants.dracula_loss_encounter
        words.append(DRACULA)
    return Meeting(tuple(words), life, tuple(entries), blood)


def rested_life(book: Rulebook, life: int, rested: bool) -> int:
    """Life after a turn that ended where the one before did. Rules HU-LIFE-04, HU-LIFE-05, HU-LIFE-08, HU-LIFE-09."""
    gain = book.constants.hunter_gain_rest if rested and life > 0 else 0
    return min(life + gain, book.constants.hunter_life)


def visited(trail: Window, place: str, seas: frozenset[str]) -> set[int]:
    """Positions that a hunter in the city `place` learns of. Rules HU-SEE-04, HU-SEE-09."""
    if place in seas:
        return set()
    return {at for at, entry in enumerate(trail, 1) if entry.place == place}


def research(book: Rulebook, trail: Window, rested: tuple[bool, ...]) -> set[int]:
    """Positions learnt when every hunter's latest turn was a rest. Rule HU-SEE-05."""
    oldest = book.constants.trail_length
    return {oldest} if all(rested) and len(trail) >= oldest else set()


def seen_lines(before: Window, after: Window) -> tuple[str, ...]:
    """A line of the public log for each position of which more is known than before, newest first."""
    return tuple(
        f"seen {at}: {seen_text(new)}"
        for at, (old, new) in enumerate(zip(before, after, strict=True), 1)
        if (new.known, new.placed) != (old.known, old.placed)
    )


def with_words(head: str, words: tuple[str, ...]) -> str:
    """``head: word, word``, or the bare head."""
    return f"{head}: {', '.join(words)}" if words else head


def hunter_turn(rules: Rules, book: Rulebook, state: HuntState, place: str) -> HuntState:
    """The state after the hunter in turn moved to `place` (or rested there).

    Rules HU-TURN-03, HU-LIFE-07, HU-LIFE-10, HU-SCORE-03.
    """
    at = state.plays % (len(rules.hunters) + 1)
    seat = rules.hunters[at]
    met = meet(book, state.trail, place, state.life[at])
    rest = state.places[at] == place
    dead = met.life <= 0
    life = 0 if dead else rested_life(book, met.life, rest)
    rested = _put(state.rested, at, rest and not dead)
    trail = reveal(met.trail, visited(met.trail, place, book.seas))
    trail = reveal(trail, research(book, trail, rested))
    done = replace(
        state,
        plays=state.plays + 1,
        places=_put(state.places, at, book.hospital if dead else place),
        life=_put(state.life, at, life),
        rested=rested,
        blood=state.blood - met.blood_lost,
        score=state.score - (book.constants.score_loss_hospital if dead else 0),
        trail=trail,
        log=(*state.log, with_words(f"{seat} {place}", met.words), *seen_lines(state.trail, trail)),
    )
    return wake(rules, book, done)


def laid(book: Rulebook, trail: Window, place: str, round_: int) -> str:
    """What Dracula lays in `place`: a vampire, a trap or nothing. Rules HU-ENC-01, HU-ENC-02, HU-ENC-03."""
    full = sum(entry.encounters for entry in trail if entry.place == place) >= book.constants.max_encounters
    if place in book.seas or full:
        return ""
    return VAMPIRE if round_ % book.constants.vampire_every == 0 else TRAP


def blood_after_move(book: Rulebook, blood: int, place: str) -> int:
    """Blood after ending a turn in `place`. Rules HU-BLOOD-03, HU-BLOOD-04, HU-BLOOD-05."""
    if place in book.seas:
        return blood - book.constants.dracula_loss_sea
    return blood + book.constants.dracula_gain_castle if place == book.castle else blood


def leaving(leaver: Entry | None) -> tuple[str, ...]:
    """What is said when a move leaves the trail with its encounter alive. Rules HU-TRAIL-02, HU-TRAIL-03."""
    if leaver is None:
        return ()
    return (TRAP_GONE,) * leaver.trap + (MATURED,) * leaver.vampire


def shown_at_once(book: Rulebook, entry: Entry, places: tuple[str | None, ...]) -> bool:
    """Whether hunters learn a move as it is made. Rules HU-SEE-01, HU-SEE-02, HU-SEE-03, HU-SEE-09.

    Double backs are always shown; other moves at the castle and in a hunter's city, never at sea.
    """
    if entry.move in DOUBLE_BACKS:
        return True
    return entry.place not in book.seas and (entry.place == book.castle or entry.place in places)


def lay(book: Rulebook, state: HuntState, move: str, round_: int) -> Window:
    """The trail after `move` with what he laid, and what hunters learn at once.

    Rules HU-TRAIL-01, HU-TRAIL-04, HU-SEE-10.
    """
    kept = state.trail[: book.constants.trail_length - 1]
    place = place_after(book.ground, state.trail, move)
    new = laid(book, kept, place, round_)
    entry = Entry(move, place, trap=new == TRAP, vampire=new == VAMPIRE)
    trail = (entry, *kept)
    if shown_at_once(book, entry, state.places):
        trail = reveal(trail, [1], places=move not in DOUBLE_BACKS)
    return trail


def old_hide(book: Rulebook, trail: Window) -> set[int]:
    """The oldest position, where it is a hide nobody knew of. Rule HU-SEE-07."""
    oldest = book.constants.trail_length
    return {oldest} if len(trail) >= oldest and trail[oldest - 1].move == HIDE else set()


def dracula_turn(rules: Rules, book: Rulebook, state: HuntState, move: str) -> HuntState:
    """The state after Dracula's `move`. Rules HU-TURN-04, HU-SCORE-02, HU-SCORE-04."""
    length, numbers = book.constants.trail_length, book.constants
    moved = lay(book, state, move, state.plays // (len(rules.hunters) + 1))
    new = moved[0]
    trail = reveal(moved, old_hide(book, moved), places=False)
    gone = leaving(state.trail[length - 1] if len(state.trail) >= length else None)
    shown = move if new.known else "sea" if new.place in book.seas else "city"
    words = (*((TRAP,) * new.trap), *((VAMPIRE,) * new.vampire), *gone)
    done = replace(
        state,
        plays=state.plays + 1,
        blood=blood_after_move(book, state.blood, new.place),
        score=state.score - numbers.score_loss_dracula_turn - numbers.score_loss_vampire * (MATURED in gone),
        trail=trail,
        log=(*state.log, with_words(f"D {shown}", words), *seen_lines(moved, trail)),
    )
    return wake(rules, book, done)


def wake(rules: Rules, book: Rulebook, state: HuntState) -> HuntState:
    """A beaten hunter is whole again when his next turn starts. Rule HU-LIFE-06."""
    at = state.plays % (len(rules.hunters) + 1)
    if at == len(rules.hunters) or state.life[at] > 0:
        return state
    return replace(state, life=_put(state.life, at, book.constants.hunter_life))


T = TypeVar("T")


def _put(values: tuple[T, ...], at: int, value: T) -> tuple[T, ...]:
    return (*values[:at], value, *values[at + 1 :])
