"""Reads a past-plays record turn by turn: places, life, blood, score, what lies where, and what hunters were told.

The record is taken at its word, even where a referee would have written it otherwise: tests of students'
programs abound in plays that no game could reach, and a hunters' record leaves places out.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from dracula_nb.core.errors import NotationError
from dracula_nb.games.hunt.notation import CITY, SEA, Play
from dracula_nb.games.hunt.rulebook import HUNTERS, Rulebook
from dracula_nb.games.hunt.turns import (
    DRACULA,
    MATURED,
    TRAP,
    TRAP_GONE,
    VAMPIRE,
    old_hide,
    research,
    rested_life,
    seen_lines,
    shown_at_once,
    visited,
    with_words,
)
from dracula_nb.trail.window import HIDE, TELEPORT, Entry, Window, link, reveal, steps_back

WORDS = {"T": TRAP, "V": VAMPIRE, "D": DRACULA}


@dataclass
class Scribe:
    """The state of a record while it is read; `trail` is the whole of it, newest first.

    `told` holds the indices of plays whose place stands in a hunters' record although no rule shows it.
    """

    book: Rulebook
    told: frozenset[int] = frozenset()
    places: dict[str, str | None] = field(default_factory=lambda: dict.fromkeys(HUNTERS))
    life: dict[str, int] = field(default_factory=dict)
    rested: dict[str, bool] = field(default_factory=lambda: dict.fromkeys(HUNTERS, False))
    blood: int = 0
    score: int = 0
    trail: Window = ()
    made: list[int] = field(default_factory=list)
    log: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        numbers = self.book.constants
        self.life = dict.fromkeys(HUNTERS, numbers.hunter_life)
        self.blood, self.score = numbers.dracula_start_blood, numbers.start_score

    @property
    def window(self) -> Window:
        """The moves that still count."""
        return self.trail[: self.book.constants.trail_length]

    def read(self, play: Play) -> None:
        """Take one play down."""
        if play.player == "D":
            self._dracula(play)
        else:
            self._hunter(play)
        following = "GSHMD"[("GSHMD".index(play.player) + 1) % 5]
        if self.life.get(following) == 0:
            self.life[following] = self.book.constants.hunter_life

    def _note(self, head: str, words: tuple[str, ...], before: Window, after: Window) -> None:
        self.trail = follow_links(after + self.trail[len(after) :], len(after))
        self.log.append(with_words(head, words))
        self.log.extend(seen_lines(before, after))

    def _hunter(self, play: Play) -> None:
        seat, numbers = play.player, self.book.constants
        place = str(play.place)
        words = tuple(WORDS[mark] for mark in play.marks.rstrip("."))
        life = (
            self.life[seat]
            - numbers.hunter_loss_trap * words.count(TRAP)
            - numbers.hunter_loss_dracula * words.count(DRACULA)
        )
        self.blood -= numbers.dracula_loss_encounter * words.count(DRACULA)
        rest, dead = self.places[seat] == place, life <= 0
        self.life[seat] = 0 if dead else rested_life(self.book, life, rest)
        self.score -= numbers.score_loss_hospital * dead
        self.places[seat] = self.book.hospital if dead else place
        self.rested[seat] = rest and not dead
        cleared = cleared_by(self.window, place, words)
        after = reveal(cleared, visited(cleared, place, self.book.seas))
        after = reveal(after, research(self.book, after, tuple(self.rested.values())))
        self._note(f"{seat} {place}", words, cleared, after)

    def _dracula(self, play: Play) -> None:
        numbers = self.book.constants
        entry = self._entry(play)
        gone = (TRAP_GONE,) * (play.marks[2] == "M") + (MATURED,) * (play.marks[2] == "V")
        at_sea = entry.place == SEA or entry.place in self.book.seas
        self.blood -= numbers.dracula_loss_sea * at_sea
        self.blood += numbers.dracula_gain_castle * (entry.place == self.book.castle)
        self.score -= numbers.score_loss_dracula_turn + numbers.score_loss_vampire * (MATURED in gone)
        length = numbers.trail_length
        gone_entry = [replace(e, trap=False, vampire=False) for e in self.trail[length - 1 : length]]
        self.trail = (entry, *self.trail[: length - 1], *gone_entry, *self.trail[length:])
        self.made.append(play.index)
        told = play.index in self.told
        window = self.window
        shown = entry.move not in (CITY, SEA) and (shown_at_once(self.book, entry, tuple(self.places.values())) or told)
        if shown:
            window = reveal(window, [1], places=not steps_back(entry.move))
        after = reveal(window, old_hide(self.book, window), places=False)
        head = entry.move if shown else SEA if at_sea else CITY
        self._note(f"D {head}", (*((TRAP,) * entry.trap), *((VAMPIRE,) * entry.vampire), *gone), window, after)

    def _entry(self, play: Play) -> Entry:
        move, back = play.move, 1 if play.move == HIDE else steps_back(play.move)
        if back > len(self.trail):
            raise NotationError(
                f"play {play.index + 1} {play.text!r}: expected a move of at most {len(self.trail)} moves back"
            )
        place = self.book.castle if move == TELEPORT else self.trail[back - 1].place if back else move
        return Entry(move, place, trap=play.marks[0] == "T", vampire=play.marks[1] == "V")


def cleared_by(window: Window, place: str, words: tuple[str, ...]) -> Window:
    """The window without the traps (oldest first) and the vampire that a hunter met in `place`."""
    entries, traps, vampires = list(window), words.count(TRAP), words.count(VAMPIRE)
    for at in reversed(range(len(entries))):
        if traps and entries[at].trap and entries[at].place == place:
            entries[at], traps = replace(entries[at], trap=False), traps - 1
        if vampires and entries[at].vampire and entries[at].place in (place, CITY):
            entries[at], vampires = replace(entries[at], vampire=False), vampires - 1
    return tuple(entries)


def follow_links(trail: Window, length: int) -> Window:
    """The whole trail, with moves older than the window known where a placed move of the window points to them.

    Rule HU-SEE-08.
    """
    for at in range(1, length + 1):
        goal = link(trail, at) if trail[at - 1].placed else 0
        while goal > length and not trail[goal - 1].placed:
            entry = replace(trail[goal - 1], known=True, placed=True)
            trail = (*trail[: goal - 1], entry, *trail[goal:])
            goal = link(trail, goal)
    return trail
