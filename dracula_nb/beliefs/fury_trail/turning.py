"""What turned the cards that are told below a line, where the line itself says so."""

from __future__ import annotations

from dataclasses import dataclass

from dracula_nb.beliefs.fury_trail.clues import ARRIVES, STAYS, Clue, Fact, Hunter, Seen
from dracula_nb.core.errors import NotationError
from dracula_nb.games.fury_trail.rulebook import SEATS, Rulebook
from dracula_nb.trail.hideouts import HIDE


@dataclass(frozen=True, slots=True)
class Cause:
    """A hunter's arrival in `place`, or Local Rumours that a hunter played there (`near`)."""

    seat: str
    place: str
    near: bool = False


def cause_of(places: tuple[str | None, ...], clue: Clue) -> Cause | None:
    """What the line that opens a turn may have turned; None where anything may have been.

    `places` are those of the hunters before it. Rules FT-ACT-51, FT-ACT-52, FT-CLUE-28.
    """
    if isinstance(clue, Hunter) and clue.how in ARRIVES and places[SEATS.index(clue.seat)] != clue.place:
        return Cause(clue.seat, clue.place)
    if isinstance(clue, Fact) and clue.word == "near":
        return Cause("", clue.head, near=True)
    return None


def expect_turned(book: Rulebook, cause: Cause | None, clue: Seen) -> None:
    """Raise NotationError where the cause cannot have turned such a card. Rules FT-TRAIL-42, FT-CLUE-18, FT-CLUE-28."""
    if cause is None:
        return
    if cause.near:
        if clue.card not in book.ground.roads[cause.place]:
            raise NotationError(
                f"{clue.card} is not turned by Local Rumours; expected a place one road from {cause.place} (FT-CLUE-28)"
            )
        return
    city = cause.place in book.cities
    tied = clue.card == HIDE and clue.place in (None, cause.place)
    if not city or not (tied or clue.card == cause.place):
        expected = f"{cause.place} or a Hide tied to it" if city else "no card turned there"
        raise NotationError(
            f"{clue.card} is not turned by an arrival in {cause.place}; expected {expected} (FT-ACT-51), or"
            f" '{cause.seat} {STAYS}' before what something else turned"
        )
