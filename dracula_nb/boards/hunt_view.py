"""The board of hunt: a seat's observation as a view of the map, and its actions, seats and news in words.

>>> from dracula_nb.games.hunt import load
>>> game = load()
>>> state = game.initial_state()
>>> for text in ("Edinburgh", "Lisbon", "Vienna", "Sofia", "Rome"):
...     state = game.apply(state, game.parse_action(state, text))
>>> seen = game.observation(state, "G")
>>> view = build_view(seen)
>>> view.title, [card.text for card in view.trail], [piece.seat for piece in view.pieces]
('Round 1: Lord Godalming to move', ['city'], ['G', 'S', 'H', 'M'])
>>> news(game.observation(game.initial_state(), "G"), seen)[-1]
'Dracula moved on land, unseen, and laid a vampire'
>>> own = game.observation(state, "D")
>>> build_view(own).trail[0].place, place_of(own, "HI"), action_words(own, "HI"), action_words(own, "D1")
('Rome', 'Rome', 'Hide in Rome', 'Double Back 1, to Rome')
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from dracula_nb.boards.hunt_words import MOVES, line_words
from dracula_nb.boards.views import MapView, Piece, TrailCard
from dracula_nb.games.hunt.observation import Observation
from dracula_nb.games.hunt.rulebook import NAMES, rulebook
from dracula_nb.trail.window import HIDE, TELEPORT, Entry, steps_back


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
    notes = [f"Score {observation.score}. Dracula's blood {observation.blood}.", f"Life: {life}."]
    notes += [f"{line[0].upper()}{line[1:]}." for line in _last_turn(observation)]
    return MapView(
        title=f"Round {turn}: {NAMES[seats[at]]} to move",
        edition=observation.edition,
        pieces=tuple(pieces),
        trail=tuple(trail),
        notes=tuple(notes),
    )


def seat_words(seat: str) -> str:
    """A seat's name in full."""
    return NAMES[seat]


def place_of(observation: Observation, text: str) -> str | None:
    """The place where an action of the seat ends; None where the seat's own view does not tell."""
    back = 1 if text == HIDE else steps_back(text)
    if back:
        trail = observation.own_trail or ()
        return trail[back - 1].place if back <= len(trail) else None
    return rulebook(observation.edition).castle if text == TELEPORT else text


def text_for(observation: Observation, place: str) -> str:
    """The action that a seat means who points at a place; it may be illegal."""
    return place


def action_words(observation: Observation, text: str) -> str:
    """An action of the seat in plain words."""
    place = place_of(observation, text)
    if text == HIDE:
        return f"Hide in {place}"
    if text in MOVES:
        return f"{MOVES[text]}, to {place}"
    here = _here(observation)
    if here is None:
        return f"Start in {text}"
    if place == here:
        return f"Stay in {text}" if observation.own_trail else f"Rest in {text}"
    return f"Go to {text}"


def news(before: Observation, after: Observation) -> tuple[str, ...]:
    """What everybody learnt between two observations of a seat, a sentence without its full stop each."""
    return tuple(line_words(line) for line in after.log[len(before.log) :])


def referee_view(observations: Mapping[str, Observation]) -> MapView:
    """The whole truth, from what every seat sees; for referees and finished plays."""
    view = build_view(observations["D"])
    return replace(view, title=f"Referee. {view.title}")


def _here(observation: Observation) -> str | None:
    """Where the seat of the observation is."""
    if observation.player in observation.seats:
        return observation.places[observation.seats.index(observation.player)]
    return observation.own_trail[0].place if observation.own_trail else None


def _last_turn(observation: Observation) -> list[str]:
    """The latest turn in words, with what was seen in it."""
    turns = [at for at, line in enumerate(observation.log) if not line.startswith("seen ")]
    return [line_words(line) for line in observation.log[turns[-1] :]] if turns else []


def _shown(text: str) -> str:
    return MOVES.get(text, text)


def _own(entry: Entry) -> str:
    lies = ", trap" * entry.trap + ", vampire" * entry.vampire
    return _shown(entry.move) + lies
