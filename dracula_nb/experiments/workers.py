"""Who does the work: this process, others of this machine (joblib), or a cluster (Dask)."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from dracula_nb.core.errors import DraculaError
from dracula_nb.core.game import AnyGame
from dracula_nb.experiments.results import Played

Chunk = tuple[AnyGame, dict[str, str], int, tuple[int, ...]]
"""A game, names of policies by side, the experiment's seed, the numbers of its plays."""

Work = Callable[[Chunk], list[Played]]

ADDRESS = re.compile(r"\w+://\S+|[^\s:/]+:\d{1,5}")

PATIENCE = 10
"""Seconds that a scheduler has to answer."""


def finished(work: Work, chunks: Sequence[Chunk], workers: int, scheduler: str | None) -> Iterator[list[Played]]:
    """The chunks' plays in the order of the chunks, each as soon as those before it are done.

    Raises
    ------
    DraculaError
        A library is missing, or the scheduler does not answer.
    """
    if scheduler is not None:
        return _on_dask(work, chunks, scheduler)
    if workers == 1 or not chunks:
        return map(work, chunks)
    return _on_joblib(work, chunks, workers)


def _on_joblib(work: Work, chunks: Sequence[Chunk], workers: int) -> Iterator[list[Played]]:
    try:
        from joblib import Parallel, delayed
    except ImportError:
        raise _missing("more than one worker needs joblib") from None
    parallel = Parallel(n_jobs=workers, batch_size=1, return_as="generator")
    return iter(parallel(delayed(work)(chunk) for chunk in chunks))


def _on_dask(work: Work, chunks: Sequence[Chunk], scheduler: str) -> Iterator[list[Played]]:
    try:
        from distributed import Client
    except ImportError:
        raise _missing("a scheduler needs dask") from None
    if not ADDRESS.fullmatch(scheduler):  # a client that was never made whole complains when it is thrown away
        raise DraculaError(f"scheduler {scheduler[:80]!r}: expected an address, such as tcp://127.0.0.1:8786")
    client: Any
    try:
        client = Client(scheduler, timeout=PATIENCE, set_as_default=False)
    except (OSError, ValueError, TypeError) as error:
        reason = str(error).partition("\n")[0][:100] or type(error).__name__
        raise DraculaError(f"scheduler {scheduler[:80]!r}: {reason}; expected a Dask scheduler's address") from None
    with client:
        tasks = [client.submit(work, chunk, pure=False) for chunk in chunks]
        for task in tasks:
            yield task.result()


def _missing(what: str) -> DraculaError:
    return DraculaError(f"{what}, which is not installed; try: pip install 'dracula_nb[scale]'")
