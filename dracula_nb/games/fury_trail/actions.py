"""What the seats of fury_trail can do, and what chance can bring: a verb and what it is about, one line of text."""

from __future__ import annotations

from dataclasses import dataclass

from dracula_nb.core.errors import NotationError

VERBS = {
    "start": "begin in a city",
    "road": "move by road",
    "sea": "move by sea",
    "rail": "move by rail, 'rail PLACE with 2/1'",
    "search": "search the city",
    "supply": "draw cards in a city",
    "rest": "rest",
    "reserve": "reserve a ticket",
    "trade": "trade with a hunter",
    "give": "give something in a trade",
    "message": "leave a message on a city",
    "recall": "take a message back",
    "grit": "spend Grit",
    "wealth": "take a ticket from the discards",
    "lead": "give a hunter an action",
    "ask": "ask by Psychic Bond",
    "pass": "do nothing",
    "done": "end what was begun",
    "discard": "discard a card or ticket",
    "show": "keep a card faceup, or reveal one",
    "lay": "lay a card of the trail",
    "trap": "lay an encounter or a rumour",
    "ambush": "ambush with an encounter",
    "choose": "choose",
    "combat": "play a combat card",
    "play": "play an event",
    "draw": "a card drawn by chance",
}
"""Every verb, and what it means."""


@dataclass(frozen=True, slots=True, order=True)
class Action:
    """A verb of `VERBS` and what it is about, for example ``road Paris`` or ``draw Knife``."""

    verb: str
    what: str = ""

    def __str__(self) -> str:
        return f"{self.verb} {self.what}".rstrip()


PASS, DONE = Action("pass"), Action("done")


def parse_action(text: str) -> Action:
    """Read an action's line.

    Raises
    ------
    NotationError
        It begins with no verb of the game.

    Examples
    --------
    >>> str(parse_action("road  Paris"))
    'road Paris'
    """
    verb, _, what = " ".join(text.split()).partition(" ")
    if verb not in VERBS or len(what) > 200 or any(mark in what for mark in "|#\n"):
        raise NotationError(f"{text[:60]!r} is no action: expected one of {', '.join(VERBS)}, then what it is about")
    return Action(verb, what)
