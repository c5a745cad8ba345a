"""Plays games between policies, one after the other or on several workers, always with the same result."""

from __future__ import annotations

import hashlib
import math
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import fields, is_dataclass
from importlib import import_module
from itertools import product
from time import perf_counter

from dracula_nb.core.errors import DraculaError
from dracula_nb.core.game import AnyGame, Player
from dracula_nb.core.session import Policy, Session
from dracula_nb.experiments.results import Played, Results
from dracula_nb.experiments.workers import Chunk, finished
from dracula_nb.players import defaults, lineup

CHUNK_SECONDS = 0.05
"""What one worker is given at once takes at least so long, so that handing it over costs little beside it."""

PARTS = 8
"""Chunks for each worker, where that makes them no shorter: for a fair share, and for the progress bar."""

MOST_GAMES = 10_000_000


def seed_of(seed: int, number: int) -> int:
    """The seed of one play: of the experiment's seed and the play's number alone.

    >>> seed_of(1, 0) == seed_of(1, 0), seed_of(1, 0) == seed_of(1, 1), seed_of(1, 0) == seed_of(2, 0)
    (True, False, False)
    """
    return int.from_bytes(hashlib.sha256(f"{seed}/{number}".encode()).digest()[:6], "big")


def simulate(  # noqa: PLR0913 - an experiment's six settings
    game: AnyGame,
    players: Mapping[str, str],
    games: int,
    seed: int = 0,
    *,
    workers: int = 1,
    scheduler: str | None = None,
) -> Results:
    """Play games between the policies of these names.

    Parameters
    ----------
    game
        The rules.
    players
        Side to policy name; a side that is left out has the game's default.
    games
        How many, at least 1.
    seed
        Of the whole experiment.
    workers
        Processes of this machine; more than one needs joblib (the extra `scale`).
    scheduler
        Address of a Dask scheduler whose workers play instead; needs dask (the extra `scale`).

    Returns
    -------
    The same whatever the workers. A bar shows the progress on a terminal.

    Raises
    ------
    DraculaError
        An unknown side or policy, a number that is too small or too large, a library that is not installed, or a
        scheduler that does not answer.

    Examples
    --------
    >>> from dracula_nb.games.hunt import Rules, load
    >>> results = simulate(load(Rules(last_round=3)), {"dracula": "random", "hunters": "random"}, games=4, seed=1)
    >>> len(results.plays), results.wins("dracula"), results.mean("rounds")
    (4, 0, (4.0, 4.0, 4.0))
    """
    _expect_within("games", games, MOST_GAMES)
    _expect_within("workers", workers, 1000)
    names = {side: players.get(side, name) for side, name in defaults(game).items()}
    start = perf_counter()
    first = play_chunk((game, dict(players), seed, (0,)))  # says at once what is wrong with the names
    took = perf_counter() - start
    size = max(math.ceil(CHUNK_SECONDS / took), math.ceil(games / (PARTS * workers)))
    chunks: list[Chunk] = [(game, dict(players), seed, numbers) for numbers in _parts(range(1, games), size)]
    plays = [*first, *_with_bar(finished(play_chunk, chunks, workers, scheduler), games)]
    return Results(game.name, seed, str(import_module("dracula_nb").__version__), names, tuple(plays))


def tournament(
    game: AnyGame, players: Mapping[str, Sequence[str]], games: int, seed: int = 0, *, workers: int = 1
) -> tuple[Results, ...]:
    """`simulate` for every choice of one name a side; every pairing meets the same seeds.

    Parameters
    ----------
    players
        Side to the names of its policies.

    Examples
    --------
    >>> from dracula_nb.games.hunt import Rules, load
    >>> names = {"dracula": ["random", "evasive"], "hunters": ["random"]}
    >>> [dict(results.policies) for results in tournament(load(Rules(last_round=1)), names, games=1)]
    [{'hunters': 'random', 'dracula': 'random'}, {'hunters': 'random', 'dracula': 'evasive'}]
    """
    choices = product(*players.values())
    pairings = [dict(zip(players, names, strict=True)) for names in choices]
    return tuple(simulate(game, pairing, games, seed, workers=workers) for pairing in pairings)


def play_chunk(chunk: Chunk) -> list[Played]:
    """Play the games of these numbers."""
    game, players, seed, numbers = chunk
    policies = lineup(game, players)
    return [play_one(game, policies, seed, number) for number in numbers]


def play_one(game: AnyGame, policies: Mapping[Player, Policy], seed: int, number: int) -> Played:
    """Play one game to its end."""
    own = seed_of(seed, number)
    session = Session(game, policies, own)
    seen, end = session.observation(game.players[0]), session.outcome()
    counts = fields(seen) if is_dataclass(seen) else ()
    numbers = {item.name: value for item in counts if type(value := getattr(seen, item.name)) is int}
    return Played(number, own, end.winner, end.reason, _rounds(session), numbers)


def _rounds(session: Session) -> int:
    """The most decisions of one seat."""
    play = session.referee_playthrough()
    acted = Counter(seat for state in play.states for seat in play.game.acting_players(state))
    return max(acted.values())


def _parts(numbers: Sequence[int], size: int) -> Iterator[tuple[int, ...]]:
    return (tuple(numbers[at : at + size]) for at in range(0, len(numbers), size))


def _with_bar(chunks: Iterable[list[Played]], games: int) -> Iterator[Played]:
    from tqdm import tqdm

    with tqdm(total=games, initial=1, unit="game", disable=None, leave=False) as bar:  # None: only on a terminal
        for plays in chunks:
            yield from plays
            bar.update(len(plays))


def _expect_within(what: str, number: int, most: int) -> None:
    if not 1 <= number <= most:
        raise DraculaError(f"{what} {number}: expected a whole number from 1 to {most:,}")
