"""``dracula-nb play``: a game in the terminal, against policies or several persons at one screen."""

from __future__ import annotations

import secrets
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from dracula_nb.cli.choosing import game_under, players_of, seed_within
from dracula_nb.cli.printing import complain
from dracula_nb.cli.sitting import Sitting
from dracula_nb.core.errors import DraculaError

ALL = "all"


@dataclass(frozen=True)
class Request:
    """What is to be played, and who sits at the screen: the words of the command."""

    game: str
    seats: tuple[str, ...] = ()
    seed: int | None = None
    players: str | None = None
    resume: Path | None = None
    rules: tuple[str, ...] = ()
    tables: Path | None = None


def play(request: Request) -> None:
    """Play a game to its end, or until the persons leave.

    Raises
    ------
    DraculaError
        An unknown game, seat, policy or option, or a file that cannot be resumed.
    """
    from dracula_nb.core.session import Session
    from dracula_nb.players import lineup

    saved = None if request.resume is None else _saved(request, request.resume)
    game = game_under(request.game, request.rules, request.tables) if saved is None else saved.game
    persons = persons_of(game, request.seats)
    bots = lineup(game, players_of(request.players))
    policies = {seat: policy for seat, policy in bots.items() if seat not in persons}
    if saved is not None:
        session = Session.resume(saved, policies)
    else:
        seed = secrets.randbelow(10**9) if request.seed is None else seed_within(request.seed)
        session = Session(game, policies, seed)
    if sys.stdin is None:
        raise DraculaError("standard input: cannot be read (it is closed); expected a terminal or a file")
    Sitting(session, persons, file=request.resume).run()


def _saved(request: Request, path: Path) -> Any:
    """The saved play; under the options of its own head unless others were asked for."""
    from dracula_nb.core.playthrough import Playthrough

    other = game_under(request.game, request.rules, request.tables)
    saved = Playthrough.read(path, other if request.rules or request.tables else None)
    if saved.game.name != request.game:
        raise DraculaError(f"{path}: a play of {saved.game.name}; expected one of {request.game}")
    if saved.torn is not None:
        complain(f"{path}: the last line {saved.torn[:60]!r} is cut off and was left out; the rest is used")
    return saved


def persons_of(game: Any, seats: Sequence[str]) -> tuple[str, ...]:
    """The seats at the screen; those of the first seat's side where none is named.

    Raises
    ------
    DraculaError
        The game has no such seat.

    Examples
    --------
    >>> from dracula_nb.games.hunt import load
    >>> persons_of(load(), []), persons_of(load(), ["D"]), persons_of(load(), ["all"])
    (('G', 'S', 'H', 'M'), ('D',), ('G', 'S', 'H', 'M', 'D'))
    """
    for seat in seats:
        if seat not in (*game.players, ALL):
            raise DraculaError(f"--seat {seat[:40]!r}: expected one of {', '.join(game.players)}, or {ALL}")
    if ALL in seats:
        return tuple(game.players)
    mine = game.side(game.players[0])
    return tuple(seat for seat in game.players if (seat in seats if seats else game.side(seat) == mine))
