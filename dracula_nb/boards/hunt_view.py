"""The board of hunt: a seat's observation as a view of the map.

>>> from dracula_nb.games.hunt import load
>>> game = load()
>>> state = game.initial_state()
>>> for text in ("Edinburgh", "Lisbon", "Vienna", "Sofia", "Rome"):
...     state = game.apply(state, game.parse_action(state, text))
>>> view = build_view(game.observation(state, "G"))
>>> view.title, [card.text for card in view.trail], [piece.seat for piece in view.pieces]
('Round 1: Lord Godalming to move', ['city'], ['G', 'S', 'H', 'M'])
>>> build_view(game.observation(state, "D")).trail[0].place
'Rome'
"""

from __future__ import annotations

from dracula_nb.boards.belief_view import MOVES
from dracula_nb.boards.views import MapView, Piece, TrailCard
from dracula_nb.games.hunt.observation import Observation
from dracula_nb.games.hunt.rulebook import NAMES
from dracula_nb.trail.window import Entry


def build_view(observation: Observation) -> MapView:
    """The map as the seat of the observation sees it; Dracula's own seat sees his piece and his whole trail."""
    seats = (*observation.seats, "D")
    turn, at = divmod(observation.plays, len(seats))
    pieces = [Piece(s, NAMES[s], p) for s, p in zip(observation.seats, observation.places, strict=True)]
    own = observation.own_trail
    if own:
        pieces.append(Piece("D", NAMES["D"], own[0].place))
    trail = [TrailCard(p, _shown(card.text), card.place) for p, card in enumerate(observation.cards, 1)]
    if own is not None:
        trail = [TrailCard(p, _own(entry), entry.place) for p, entry in enumerate(own, 1)]
    life = ", ".join(f"{seat} {points}" for seat, points in zip(observation.seats, observation.life, strict=True))
    notes = [f"Score {observation.score}. Dracula's blood {observation.blood}. Life: {life}."]
    notes += [f"Last: {observation.log[-1]}"] if observation.log else []
    return MapView(
        title=f"Round {turn}: {NAMES[seats[at]]} to move",
        edition=observation.edition,
        pieces=tuple(pieces),
        trail=tuple(trail),
        notes=tuple(notes),
    )


def _shown(text: str) -> str:
    return MOVES.get(text, text)


def _own(entry: Entry) -> str:
    lies = ", trap" * entry.trap + ", vampire" * entry.vampire
    return _shown(entry.move) + lies
