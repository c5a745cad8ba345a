"""What a seat of hunt sees: built from the fields it may know, never by hiding others."""

from __future__ import annotations

from dataclasses import dataclass

from dracula_nb.games.hunt.rulebook import Rules
from dracula_nb.games.hunt.state import HuntState
from dracula_nb.trail.window import Entry


@dataclass(frozen=True, slots=True)
class TrailCard:
    """One position of the trail as hunters see it.

    `text` is the move where it is known, else ``"city"`` or ``"sea"``; `place` is where it led, None while
    the hunters do not know it; `at_sea` is public for every move.
    """

    text: str
    place: str | None
    at_sea: bool


@dataclass(frozen=True, slots=True)
class Observation:
    """What one seat sees.

    Public: the `edition` of the map, the hunters' `seats`, `plays`, `places`, `life`, `blood`, `score`, `cards`
    (newest first) and `log`. Private: `own_trail`, the true entries, for Dracula's seat only (None for a hunter).
    """

    player: str
    edition: str
    seats: tuple[str, ...]
    plays: int
    places: tuple[str | None, ...]
    life: tuple[int, ...]
    blood: int
    score: int
    cards: tuple[TrailCard, ...]
    log: tuple[str, ...]
    own_trail: tuple[Entry, ...] | None = None


def card(entry: Entry, seas: frozenset[str]) -> TrailCard:
    """The entry as hunters see it. Rules HU-SEE-01, HU-SEE-02."""
    at_sea = entry.place in seas
    text = entry.move if entry.known else "sea" if at_sea else "city"
    return TrailCard(text, entry.place if entry.placed else None, at_sea)


def observe(state: HuntState, player: str, rules: Rules, seas: frozenset[str]) -> Observation:
    """The observation of `player`; the hunters see the same, each under his own name. Rules HU-SEE-12, HU-SEE-13."""
    return Observation(
        player=player,
        edition=rules.map,
        seats=rules.hunters,
        plays=state.plays,
        places=state.places,
        life=state.life,
        blood=state.blood,
        score=state.score,
        cards=tuple(card(entry, seas) for entry in state.trail),
        log=state.log,
        own_trail=state.trail if player == "D" else None,
    )
