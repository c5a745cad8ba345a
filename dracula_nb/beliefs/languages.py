"""The games whose clues can be read: a game is found by its name, in `dracula_nb/beliefs/<game>/language.py`."""

from __future__ import annotations

import difflib
from functools import lru_cache
from importlib import import_module

from dracula_nb.beliefs.language import Language
from dracula_nb.core.errors import CaseFileError

GAMES = ("hunt", "fury_trail")


@lru_cache(maxsize=32)
def language(game: str, map: str | None = None, profile: str | None = None) -> Language:
    """The clues of a game, on its usual map and profile where none is named.

    Raises
    ------
    ValueError
        No such game, map or profile; says which there are.

    >>> language("hunt").seats
    ('G', 'S', 'H', 'M')
    """
    if game not in GAMES:
        near = difflib.get_close_matches(game[:40], GAMES, n=1)
        hint = f"; did you mean {near[0]!r}?" if near else ""
        raise CaseFileError(f"game {game[:40]!r}: expected one of {', '.join(GAMES)}{hint}")
    found: Language = import_module(f"dracula_nb.beliefs.{game}.language").build(map, profile)
    return found
