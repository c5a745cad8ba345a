"""What a table of policies holds, and the one policy that every game has."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass

from dracula_nb.core.infostate import InformationState
from dracula_nb.core.session import Policy


@dataclass(frozen=True)
class Kind:
    """One row of a table of policies.

    Attributes
    ----------
    words
        What it does, in one line.
    make
        Makes the policy for a game, and for the number in brackets where the kind takes one.
    number
        What the number is where the name has none; None for a kind without a number.
    """

    words: str
    make: Callable[..., Policy]
    number: float | None = None


def choose_at_random(known: InformationState, legal: tuple[str, ...], rng: random.Random) -> str:
    """Any of the legal actions, each as likely as the others."""
    return rng.choice(legal)


RANDOM = Kind("any legal action, each as likely", lambda game: choose_at_random)
