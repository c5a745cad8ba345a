"""Hidden-movement and hidden-card Dracula board games for notebooks: rules, beliefs, odds and boards.

>>> import dracula_nb
>>> game = dracula_nb.load("hunt")
>>> game.players
('G', 'S', 'H', 'M', 'D')
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

__version__ = "0.1.0"

GAMES = ("hunt",)


def load(name: str, *, rules: Any = None, tables: Any = None) -> Any:
    """Find a game by name; nothing else is loaded.

    Parameters
    ----------
    name
        One of `GAMES`.
    rules
        The game's frozen `Rules` record; its defaults where None.
    tables
        A folder of tables to read instead of the package's own (see ``dracula-nb tables``).

    Returns
    -------
    An object that fulfils `dracula_nb.core.game.Game`.

    Raises
    ------
    ValueError
        No game has that name; the message lists the names.
    """
    if name not in GAMES:
        raise ValueError(f"no game {name!r}; expected one of {', '.join(GAMES)}")
    return import_module(f"dracula_nb.games.{name}").load(rules=rules, tables=tables)
