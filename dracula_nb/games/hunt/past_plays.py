"""Past plays: hunt's second notation, read into answers to the questions its community asks.

>>> plays = PastPlays.parse("GST.... SAO.... HZU.... MBB.... DC?.V..")
>>> plays.round, plays.current_player, plays.score, plays.location["G"], plays.location["D"]
(1, 'G', 365, 'Strasbourg', None)
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from dracula_nb.core.errors import NotationError
from dracula_nb.games.hunt.notation import CITY, SEA, SEATS, UNKNOWN, Play, parse_plays
from dracula_nb.games.hunt.rulebook import HUNTERS, Rulebook, rulebook
from dracula_nb.games.hunt.scribe import Scribe
from dracula_nb.trail.window import Entry, Window, legal_moves

CODES = {name: code for code, name in UNKNOWN.items()}


@dataclass(frozen=True)
class PastPlays:
    """A record of plays in either view: Dracula's (every place) or the hunters' (``C?`` and ``S?``)."""

    plays: tuple[Play, ...]
    book: Rulebook

    @classmethod
    def parse(cls, text: str) -> PastPlays:
        """Read a record.

        Raises
        ------
        NotationError
            As `dracula_nb.games.hunt.notation.parse_plays`, or a move back beyond the first move.
        """
        plays = cls(parse_plays(rulebook(), text), rulebook())
        _ = plays.scribe
        return plays

    @cached_property
    def hidden(self) -> bool:
        """Whether some place is left out: then this is a hunters' record."""
        return any(play.move in (CITY, SEA) for play in self.plays)

    @cached_property
    def scribe(self) -> Scribe:
        """The record read to its end."""
        first = self._read(frozenset())
        unexplained = [
            index
            for index, entry in zip(first.made, reversed(first.trail), strict=True)
            if not entry.known and entry.move not in (CITY, SEA)
        ]
        return self._read(frozenset(unexplained)) if self.hidden and unexplained else first

    def _read(self, told: frozenset[int]) -> Scribe:
        scribe = Scribe(self.book, told)
        for play in self.plays:
            scribe.read(play)
        return scribe

    @property
    def text(self) -> str:
        """The record in its notation."""
        return " ".join(play.text for play in self.plays)

    @property
    def round(self) -> int:
        """The round of the coming play, from 0."""
        return len(self.plays) // 5

    @property
    def current_player(self) -> str:
        """Whose play comes."""
        return SEATS[len(self.plays) % 5]

    @property
    def score(self) -> int:
        """The score in points."""
        return self.scribe.score

    @property
    def health(self) -> dict[str, int]:
        """Life of each hunter and blood of Dracula, in points."""
        return {**self.scribe.life, "D": self.scribe.blood}

    @property
    def location(self) -> dict[str, str | None]:
        """Where each seat is: a full place name, None where unknown or not yet on the map."""
        return {**self.scribe.places, "D": self._known(self.scribe.trail[0]) if self.scribe.trail else None}

    def _known(self, entry: Entry) -> str | None:
        return None if entry.place in (CITY, SEA) else entry.place

    def location_code(self, player: str) -> str:
        """Where a seat is as a code: two letters, ``C?``, ``S?``, or ``NOWHERE`` before its first play."""
        place = (
            self.scribe.places[player] if player != "D" else self.scribe.trail[0].place if self.scribe.trail else None
        )
        return "NOWHERE" if place is None else self.code(place)

    def code(self, name: str) -> str:
        """A place or move as its code.

        >>> PastPlays.parse("").code("Vienna")
        'VI'
        """
        return CODES.get(name) or self.book.codes.get(name, name)

    def moves(self, player: str) -> tuple[str, ...]:
        """The moves of a seat as written, oldest first."""
        return tuple(play.move for play in self.plays if play.player == player)

    def locations(self, player: str) -> tuple[str, ...]:
        """Where a seat's moves led, oldest first: full names, ``"city"`` or ``"sea"``."""
        return tuple(entry.place for entry in reversed(self.scribe.trail)) if player == "D" else self.moves(player)

    @property
    def traps(self) -> tuple[str, ...]:
        """The places of the traps that lie on the trail, oldest first."""
        return tuple(entry.place for entry in reversed(self.scribe.window) if entry.trap)

    @property
    def vampire(self) -> str | None:
        """The place of the vampire that lives on the trail (``"city"`` where unknown), or None."""
        return next((entry.place for entry in self.scribe.window if entry.vampire), None)

    def legal_dracula_moves(self) -> tuple[str, ...]:
        """The moves allowed to Dracula at his next turn; () where his place or a recent move is unknown."""
        trail = self.scribe.trail
        if not trail:
            return tuple(place for place in self.book.places if place != self.book.hospital)
        recent = trail[: self.book.ground.checked]
        if any(entry.move in (CITY, SEA) or entry.place in (CITY, SEA) for entry in recent):
            return ()
        return legal_moves(self.book.ground, trail)

    def reach(
        self,
        player: str,
        place: str | None = None,
        modes: tuple[bool, bool, bool] = (True, True, True),
        round_: int | None = None,
    ) -> tuple[str, ...]:
        """Where a seat could be after its next turn, from `place` (his own where None), by road, rail, sea.

        Dracula never rides and never enters the hospital. Before the first play: everywhere.
        """
        here = self.location[player] if place is None else place
        if here is None:
            return self.book.places if player in HUNTERS and player not in self._placed else ()
        if player == "D":
            road, _, sea = modes
            return tuple(p for p in self.book.reach(here, 0, (road, False, sea)) if p != self.book.hospital)
        turn = self.next_round(player) if round_ is None else round_
        return self.book.reach(here, self.book.rail_steps(player, turn), modes)

    @property
    def _placed(self) -> frozenset[str]:
        return frozenset(play.player for play in self.plays)

    def next_round(self, player: str) -> int:
        """The round of the seat's next play."""
        return self.round + (SEATS.index(player) < len(self.plays) % 5)

    def hunter_view(self) -> str:
        """The record as the hunters are given it at its end."""
        return " ".join(veiled(self.book, self.plays, self.scribe))

    def upto(self, plays: int) -> PastPlays:
        """The record of its first `plays` plays, with what was revealed later hidden again where a rule hid it."""
        if plays >= len(self.plays) or not self.hidden:
            return replace(self, plays=self.plays[:plays])
        scribe = Scribe(self.book, self.scribe.told)
        for play in self.plays[:plays]:
            scribe.read(play)
        text = " ".join(veiled(self.book, self.plays[:plays], scribe))
        return replace(self, plays=parse_plays(self.book, text))

    def log(self) -> tuple[str, ...]:
        """What the hunters learnt, event by event, in the vocabulary of case files."""
        return tuple(self.scribe.log)

    def faults(self) -> tuple[str, ...]:
        """What no play under the rules could hold: impossible moves, one line each."""
        return tuple(find_faults(self))


def veiled(book: Rulebook, plays: Sequence[Play], scribe: Scribe) -> list[str]:
    """The texts of the plays that `scribe` has read, as hunters know them by now. Rule HU-NOTE-04."""
    texts = [play.text for play in plays]
    for index, entry in zip(scribe.made, reversed(scribe.trail), strict=True):
        if not entry.known:
            sea = entry.place == SEA or entry.place in book.seas
            texts[index] = f"D{CODES[SEA if sea else CITY]}{plays[index].marks}"
    return texts


def find_faults(record: PastPlays) -> list[str]:
    """Moves that the rules forbid, where the record shows enough to tell."""
    scribe, faults = Scribe(record.book), []
    for play in record.plays:
        if play.text[3:] != play.marks:
            faults.append(f"play {play.index + 1} {play.text!r}: marks out of their columns; expected {play.marks!r}")
        allowed = _allowed(record, scribe, play)
        if allowed is not None and play.move not in allowed:
            some = ", ".join(allowed[:6]) + (", ..." if len(allowed) > 6 else "")
            faults.append(f"play {play.index + 1} {play.text!r}: impossible move; expected one of {some}")
        try:
            scribe.read(play)
        except NotationError as error:
            return [*faults, str(error)]
    return faults


def _allowed(record: PastPlays, scribe: Scribe, play: Play) -> tuple[str, ...] | None:
    book = record.book
    if play.player != "D":
        here = scribe.places[play.player]
        rail = book.rail_steps(play.player, play.index // 5)
        return book.reach(here, rail) if here is not None else None
    window: Window = scribe.trail[: book.ground.checked]
    unclear = any(e.move in (CITY, SEA) or e.place in (CITY, SEA) for e in window)
    if not window or unclear or play.move in (CITY, SEA):
        return (
            tuple(p for p in book.places if p != book.hospital) if not window and play.move not in (CITY, SEA) else None
        )
    return legal_moves(book.ground, window)
