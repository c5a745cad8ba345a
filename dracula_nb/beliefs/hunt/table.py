"""What everybody at the table knows in hunt: hunters, life, rests, and which moves of the trail were seen."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from dracula_nb.beliefs.hunt.clues import CITY, SEA, DraculaTurn, HunterTurn, Seen
from dracula_nb.games.hunt.rulebook import Rulebook, Rules
from dracula_nb.games.hunt.turns import DRACULA, TRAP, rested_life
from dracula_nb.trail.window import HIDE, TELEPORT, Entry, Window, link, settle, steps_back


@dataclass(frozen=True)
class Table:
    """Public facts after `plays` turns; tuples follow the hunters' order.

    `trail` holds entries, newest first, with ``"?"`` for what is not public; only `move`, `place`, `known`
    and `placed` mean something there.
    """

    plays: int
    places: tuple[str | None, ...]
    life: tuple[int, ...]
    rested: tuple[bool, ...]
    trail: Window = ()


def empty_table(book: Rulebook, rules: Rules) -> Table:
    """Before the first turn."""
    count = len(rules.hunters)
    return Table(0, (None,) * count, (book.constants.hunter_life,) * count, (False,) * count)


def life_left(book: Rulebook, life: int, words: tuple[str, ...]) -> int:
    """Life after the encounters `words`, before any rest; 0 or less is a defeat."""
    numbers = book.constants
    return life - numbers.hunter_loss_trap * words.count(TRAP) - numbers.hunter_loss_dracula * words.count(DRACULA)


def after_hunter(book: Rulebook, rules: Rules, table: Table, turn: HunterTurn) -> Table:
    """The table after a hunter's turn, before anything seen is noted."""
    at = rules.hunters.index(turn.seat)
    left = life_left(book, table.life[at], turn.words)
    rest, dead = table.places[at] == turn.place, left <= 0
    after = replace(
        table,
        plays=table.plays + 1,
        places=_put(table.places, at, book.hospital if dead else turn.place),
        life=_put(table.life, at, 0 if dead else rested_life(book, left, rest)),
        rested=_put(table.rested, at, rest and not dead),
    )
    return _woken(book, rules, after)


def after_dracula(book: Rulebook, rules: Rules, table: Table, turn: DraculaTurn) -> Table:
    """The table after a turn of Dracula, before anything seen is noted."""
    hidden = turn.shown in (CITY, SEA)
    placed = not hidden and turn.shown != HIDE and not steps_back(turn.shown)
    place = book.castle if turn.shown == TELEPORT else turn.shown
    entry = Entry("?" if hidden else turn.shown, place if placed else "?", known=not hidden, placed=placed)
    trail = _settled((entry, *table.trail[: book.constants.trail_length - 1]))
    return _woken(book, rules, replace(table, plays=table.plays + 1, trail=trail))


def after_seen(table: Table, clue: Seen) -> Table:
    """The table after a move of the trail was seen."""
    entry = Entry(clue.move, clue.place or "?", known=True, placed=clue.place is not None)
    trail = tuple(entry if at == clue.position else old for at, old in enumerate(table.trail, 1))
    return replace(table, trail=_settled(trail))


def placed_with(table: Table, seen: set[int]) -> tuple[bool, ...]:
    """For each position whether its place is public once the moves at `seen` are placed."""
    trail = tuple(replace(e, known=True, placed=True) if at in seen else e for at, e in enumerate(table.trail, 1))
    return tuple(entry.placed for entry in settle(trail))


def _settled(trail: Window) -> Window:
    """`settle`, and the places told by what points to them, or by what they point to."""
    entries = list(settle(trail))
    for at in range(len(entries), 0, -1):
        goal = link(trail, at)
        if goal and entries[at - 1].placed:
            known = {entries[at - 1].place, entries[goal - 1].place} - {"?"}
            if len(known) == 1:
                place = known.pop()
                entries[at - 1] = replace(entries[at - 1], place=place)
                entries[goal - 1] = replace(entries[goal - 1], place=place)
    return tuple(entries)


def _woken(book: Rulebook, rules: Rules, table: Table) -> Table:
    at = table.plays % (len(rules.hunters) + 1)
    if at == len(rules.hunters) or table.life[at] > 0:
        return table
    return replace(table, life=_put(table.life, at, book.constants.hunter_life))


def _put(values: tuple[Any, ...], at: int, value: Any) -> tuple[Any, ...]:
    return (*values[:at], value, *values[at + 1 :])
