"""What a seat may see, ready to be drawn: plain frozen records, built by boards from observations and beliefs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from dracula_nb.boards.heat import in_words


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece of a seat: the seat's short id, its name in words, and its place (None: not on the map)."""

    seat: str
    word: str
    place: str | None = None


@dataclass(frozen=True, slots=True)
class TrailCard:
    """One position of the trail (1 is the newest) with the text that the seat may see, and the place if it is known.

    An empty text, or "?", means that nothing is known.
    """

    position: int
    text: str = ""
    place: str | None = None


@dataclass(frozen=True, slots=True)
class MapView:
    """A situation on the map of Europe as one seat may see it.

    `heat` holds (place, probability) pairs and `model` the name of the model of Dracula that they assume; `possible`
    are the places that the rules allow (those of `heat` count too); `changed` the places that the last clue ruled
    out. Without `heat` and `possible` no belief is drawn. `readings` are the options of `maps.europe` for this edition.
    `choices` are the places that the seat can choose now.
    """

    title: str
    edition: str = "2006"
    pieces: tuple[Piece, ...] = ()
    trail: tuple[TrailCard, ...] = ()
    heat: tuple[tuple[str, float], ...] = ()
    model: str = ""
    possible: frozenset[str] = frozenset()
    changed: frozenset[str] = frozenset()
    notes: tuple[str, ...] = ()
    readings: tuple[tuple[str, str], ...] = ()
    choices: frozenset[str] = frozenset()

    @property
    def chances(self) -> Mapping[str, float]:
        """Place to probability, where it is above 0 or the rules allow the place."""
        return {place: p for place, p in self.heat if p > 0 or place in self.possible}

    @property
    def open_places(self) -> frozenset[str]:
        """The places where Dracula can be."""
        return self.possible | frozenset(self.chances)

    @property
    def places(self) -> tuple[str, ...]:
        """Every place that the view speaks of, in alphabetical order."""
        named = {piece.place for piece in self.pieces} | {card.place for card in self.trail} | {p for p, _ in self.heat}
        return tuple(sorted({place for place in named if place} | self.open_places | self.changed | self.choices))


def standing(view: MapView, place: str) -> str:
    """What the belief says of a place, in words; empty where no belief is given.

    >>> view = MapView("Turn 3", heat=(("Vienna", 0.12),), changed=frozenset({"Paris"}))
    >>> standing(view, "Vienna"), standing(view, "Paris"), standing(view, "Rome")
    ('12 in 100', 'ruled out by the last turn', 'not possible')
    """
    if place in view.open_places:
        if not view.heat:
            return "possible"
        return in_words(view.chances.get(place, 0.0))
    if place in view.changed:
        return "ruled out by the last turn"
    return "not possible" if view.open_places else ""


def place_words(view: MapView, place: str, kind: str) -> str:
    """A place for the ear: name, kind, chance, who stands there, which of the trail led there, a choice or not.

    >>> view = MapView("Turn 3", pieces=(Piece("G", "Lord Godalming", "Vienna"),), heat=(("Vienna", 0.12),))
    >>> place_words(view, "Vienna", "city")
    'Vienna, city, 12 in 100, Lord Godalming is here'
    """
    parts = [place, kind, standing(view, place)]
    parts += [f"{piece.word} is here" for piece in view.pieces if piece.place == place]
    parts += [f"trail position {card.position}" for card in view.trail if card.place == place]
    parts += ["can be chosen"] * (place in view.choices)
    return ", ".join(filter(None, parts))


def situation(view: MapView) -> str:
    """The whole view in a few sentences, for a reader who does not see the picture.

    >>> print(situation(MapView("Turn 3", possible=frozenset({"Rome"}), trail=(TrailCard(1, "city"),))))
    Map of Europe, 2006 edition. Dracula can be in 1 place: Rome. Trail, newest first: 1 city.
    """
    lines = [f"Map of Europe, {view.edition} edition."]
    if view.pieces:
        lines.append("; ".join(f"{piece.word}: {piece.place or 'not on the map'}" for piece in view.pieces) + ".")
    lines += _belief_words(view)
    if view.changed:
        lines.append(f"Ruled out by the last clue: {', '.join(sorted(view.changed))}.")
    if view.trail:
        cards = ", ".join(f"{card.position} {card_words(card)}" for card in view.trail)
        lines.append(f"Trail, newest first: {cards}.")
    lines += view.notes
    return " ".join(lines)


def card_words(card: TrailCard) -> str:
    """The text of a card, with the place it led to where the text does not name it; "?" where nothing is known.

    >>> card_words(TrailCard(2, "Double Back 2", "Rome")), card_words(TrailCard(3))
    ('Double Back 2 (Rome)', '?')
    """
    text = card.text or "?"
    return f"{text} ({card.place})" if card.place and card.place not in text else text


def _belief_words(view: MapView) -> list[str]:
    """How many places are open, and the likeliest of them (or all of a few)."""
    count = len(view.open_places)
    if not count:
        return []
    ranked = sorted(view.open_places, key=lambda place: (-view.chances.get(place, 0.0), place))
    shown = ", ".join(f"{place} {standing(view, place)}" if view.heat else place for place in ranked[:6])
    more = f" and {count - 6} more" if count > 6 else ""
    assumed = [f"Assuming: {view.model}."] if view.heat and view.model else []
    return [f"Dracula can be in {count} place{'s' * (count != 1)}: {shown}{more}.", *assumed]
