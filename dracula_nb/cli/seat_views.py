"""A seat's observation as lines of text: only what the observation holds, in words where a game has its own."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from dracula_nb.cli.printing import one_line, plain, wrapped

if TYPE_CHECKING:
    from dracula_nb.games.hunt import Observation
    from dracula_nb.games.hunt.observation import TrailCard
    from dracula_nb.trail.window import Entry


def view_lines(game: str, seen: Any) -> list[str]:
    """What a seat sees, in lines for people."""
    return VIEWS.get(game, plain_lines)(seen)


def news_lines(game: str, lines: tuple[str, ...]) -> list[str]:
    """Lines of the public log in words."""
    words = NEWS.get(game, one_line)
    told = [words(line) for line in lines]
    return [f"  {text[:1].upper()}{text[1:]}." for text in told]


def plain_lines(seen: Any) -> list[str]:
    """Any observation, a field a line, but for the log, which is told as it grows."""
    values = plain(seen)
    if not isinstance(values, dict):
        return [one_line(str(values))]
    return [wrapped(one_line(f"{name}: {value}"), "  ") for name, value in values.items() if name != "log"]


def hunt_lines(seen: Observation) -> list[str]:
    r"""The hunt: the numbers, the hunters, the trail as the seat knows it.

    >>> from dracula_nb.games.hunt import load
    >>> game = load()
    >>> print(*hunt_lines(game.observation(game.initial_state(), "G"))[:2], sep="\n")
    Round 0: score 366, Dracula's blood 40
      G Lord Godalming   life 9  not on the map yet
    """
    from dracula_nb.games.hunt.rulebook import NAMES

    lines = [f"Round {seen.plays // (len(seen.seats) + 1)}: score {seen.score}, Dracula's blood {seen.blood}"]
    for seat, place, life in zip(seen.seats, seen.places, seen.life, strict=True):
        lines.append(f"  {seat} {NAMES[seat]:<16} life {life}  {place or 'not on the map yet'}")
    own = seen.own_trail
    moves = [_own_words(entry) for entry in own] if own is not None else [_card_words(card) for card in seen.cards]
    told = ", ".join(f"{at} {words}" for at, words in enumerate(moves, 1)) or "no move yet"
    whose = "Your trail" if own is not None else "Dracula's trail"
    return [*lines, wrapped(f"{whose}, newest first: {told}", "  ")]


def _card_words(card: TrailCard) -> str:
    return card.text if card.place in (None, card.text) else f"{card.text} at {card.place}"


def _own_words(entry: Entry) -> str:
    words = entry.move if entry.move == entry.place else f"{entry.move} at {entry.place}"
    marks = [word for word, on in (("trap", entry.trap), ("vampire", entry.vampire), ("seen", entry.known)) if on]
    return f"{words} ({', '.join(marks)})" if marks else words


def _hunt_news(line: str) -> str:
    from dracula_nb.boards.hunt_words import line_words

    return line_words(line)


VIEWS: dict[str, Callable[[Any], list[str]]] = {"hunt": hunt_lines}
NEWS: dict[str, Callable[[str], str]] = {"hunt": _hunt_news}
