"""``dracula-nb simulate``: many plays between policies, and how often each side won."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from dracula_nb.cli.choosing import game_under, players_of, seed_within
from dracula_nb.cli.printing import print_json
from dracula_nb.core.errors import DraculaError


@dataclass(frozen=True)
class Request:
    """What is to be played: the words of the command."""

    game: str
    players: str | None
    games: int
    seed: int
    workers: int = 1
    scheduler: str | None = None
    rules: tuple[str, ...] = ()
    tables: Path | None = None


def simulate(request: Request, *, out: Path | None = None, as_json: bool = False) -> None:
    """Play the games, print what they came to, and write them to a file if one is named.

    Raises
    ------
    DraculaError
        An unknown game, side, policy or option; a number out of range; a file that cannot be written; a library
        that is missing.
    """
    from dracula_nb.experiments import simulate as play_all

    if out is not None:
        _expect_new(out)
    if request.scheduler is not None and request.workers != 1:
        raise DraculaError("expected only one of --workers, --scheduler")
    game = game_under(request.game, request.rules, request.tables)
    results = play_all(
        game,
        players_of(request.players),
        request.games,
        seed_within(request.seed),
        workers=request.workers,
        scheduler=request.scheduler,
    )
    if out is not None:
        results.write(out)
    answer = results.to_json()
    if as_json:
        print_json(answer)
    else:
        print("\n".join(told(answer)))


def _expect_new(out: Path) -> None:
    """Find out before hours of play, not after."""
    from dracula_nb.experiments.results import form_of

    form_of(out)
    if out.exists():
        raise DraculaError(f"{out}: is there already; expected the name of a new file")
    if not out.resolve().parent.is_dir():
        raise DraculaError(f"{out}: no such folder; expected a name in a folder that is there")


def told(answer: dict[str, Any]) -> list[str]:
    """The answer in lines for people; intervals hold the true value in 95 of 100 experiments."""
    games = answer["games"]
    lines = [f"{answer['game']}: {games} games from seed {answer['seed']}, version {answer['version']}"]
    for row in answer["results"]:
        rate = f"{100 * row['rate']:5.1f} %  (95 %: {100 * row['low']:.1f} to {100 * row['high']:.1f})"
        lines.append(f"  {row['side']:10} {row['policy']:14} won {row['wins']:>6} of {games}  {rate}")
    if answer["draws"]:
        lines.append(f"  {answer['draws']} without a winner")
    for name, mean in answer["means"].items():
        ends = "" if mean["low"] is None else f"  (95 %: {mean['low']:.2f} to {mean['high']:.2f})"
        lines.append(f"  mean {name:20} {mean['mean']:9.2f}{ends}")
    return lines
