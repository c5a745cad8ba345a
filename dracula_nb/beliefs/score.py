"""How good is a model of Dracula: log loss, rank of the truth and calibration on plays whose truth is known.

A forecast is what the hunters, knowing what they knew then, believed before one of their own turns.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from dracula_nb.beliefs.belief import Run
from dracula_nb.beliefs.case import Case
from dracula_nb.beliefs.hunt.clues import HunterTurn
from dracula_nb.beliefs.models import Model

if TYPE_CHECKING:
    import pandas as pd

    from dracula_nb.games.hunt.past_plays import PastPlays

ALIKE = "possible alike"
"""The baseline: every possible place equally likely."""
ALL = "all"
BINS = (0.0, 0.02, 0.05, 0.1, 0.2, 0.4, 0.6, 0.8, 1.0)
"""Edges of the classes of forecasts that calibration compares."""


def forecasts(records: Mapping[str, PastPlays], models: Sequence[str | Model] = ("uniform",)) -> pd.DataFrame:
    """What hunters would have believed in real plays.

    Parameters
    ----------
    records
        Plays by name, in Dracula's view: the truth is read from it, the clues are only what hunters learnt.
    models
        Models or their names; the baseline `ALIKE` is added.

    Returns
    -------
    A row for each possible place before each hunter's turn from play 5 on (Dracula is on the map): columns
    game, model, play (from 0), place, probability and truth (whether he was there). Exact.

    Raises
    ------
    CaseFileError
        A record breaks the rules.
    ValueError
        A record hides places, or its story ruled the truth out.

    Examples
    --------
    >>> from dracula_nb.games.hunt.past_plays import PastPlays
    >>> plays = PastPlays.parse("GED.... SLS.... HVE.... MSO.... DCD.V.. GNS....")
    >>> forecasts({"short": plays})[["model", "play", "place", "probability", "truth"]].values.tolist()
    [['uniform', 5, 'Castle Dracula', 1.0, True], ['possible alike', 5, 'Castle Dracula', 1.0, True]]
    """
    import pandas as pd

    rows: list[tuple[str, str, int, str, float, bool]] = []
    for name, record in records.items():
        for chosen in models:
            rows.extend((name, *row) for row in _of_one_play(name, record, chosen))
    frame = pd.DataFrame(rows, columns=["game", "model", "play", "place", "probability", "truth"])
    return pd.concat([frame, _alike(frame)], ignore_index=True)


def _of_one_play(name: str, record: PastPlays, model: str | Model) -> Iterator[tuple[str, int, str, float, bool]]:
    if record.hidden:
        raise ValueError(f"{name}: a hunters' record; expected Dracula's view, which holds the truth")
    case = Case.from_plays(record, name=name)
    run, truth = Run(case, model), record.locations("D")
    for play, turn in enumerate(case.turns()):
        if play >= len(case.language.seats) + 1 and isinstance(turn[0].clue, HunterTurn):
            here = truth[play // (len(case.language.seats) + 1) - 1]
            odds = run.filter.at(1)
            if here not in odds:
                raise ValueError(f"{name}, play {play + 1}: {here}, where he was, had been ruled out")
            for place in sorted(odds):
                yield run.model.name, play, place, min(1.0, odds[place]), place == here
        run.take(turn)


def _alike(frame: pd.DataFrame) -> pd.DataFrame:
    first = frame[frame["model"] == frame["model"].iloc[0]] if len(frame) else frame
    counts = first.groupby(["game", "play"])["place"].transform("size")
    return first.assign(model=ALIKE, probability=1.0 / counts)


def score(table: pd.DataFrame) -> pd.DataFrame:
    """Log loss and rank of the truth, game by game and over all.

    Parameters
    ----------
    table
        As `forecasts` gives it.

    Returns
    -------
    One row a model and game, and a model's row `ALL`, whose means are over turns: columns game, model, turns,
    loss_bits (mean of -log2 of the truth's probability; less is better), rank (mean; 1 is the likeliest place,
    equal ones share their mean rank), first (share of turns in which it was 1), possible (mean number).

    Examples
    --------
    >>> import pandas as pd
    >>> rows = [("a", "m", 5, "Rome", 0.25, True), ("a", "m", 5, "Bari", 0.75, False)]
    >>> frame = pd.DataFrame(rows, columns=["game", "model", "play", "place", "probability", "truth"])
    >>> score(frame)[["game", "loss_bits", "rank", "possible"]].values.tolist()
    [['a', 2.0, 2.0, 2.0], ['all', 2.0, 2.0, 2.0]]
    """
    import numpy as np
    import pandas as pd

    steady = table.assign(steady=table["probability"].round(9))  # so that equal ones tie, whatever their last bit
    turns = steady.groupby(["game", "model", "play"], sort=False)["steady"]
    ranked = table.assign(rank=turns.rank(ascending=False), possible=turns.transform("size"))
    hits = ranked[ranked["truth"]].assign(loss_bits=lambda rows: -np.log2(rows["probability"]))
    hits = hits.assign(first=hits["rank"] == 1.0)
    groups = pd.concat([hits, hits.assign(game=ALL)]).groupby(["game", "model"], sort=False)
    means = groups[["loss_bits", "rank", "first", "possible"]].mean()
    return pd.concat([groups.size().rename("turns"), means], axis=1).reset_index()


def calibration(table: pd.DataFrame, bins: Sequence[float] = BINS) -> pd.DataFrame:
    """How often what was called likely was true.

    Parameters
    ----------
    table
        As `forecasts` gives it; pick games beforehand to have them alone.
    bins
        Edges of the classes of probability, rising from 0 to 1; each holds its upper edge.

    Returns
    -------
    One row a model and class that occurs: columns model, low, high, forecasts (their number), predicted (mean
    probability) and observed (share that was true).

    Examples
    --------
    >>> import pandas as pd
    >>> rows = [("a", "m", 5, "Rome", 0.25, True), ("a", "m", 5, "Bari", 0.75, False)]
    >>> frame = pd.DataFrame(rows, columns=["game", "model", "play", "place", "probability", "truth"])
    >>> calibration(frame, (0.0, 0.5, 1.0))[["high", "predicted", "observed"]].values.tolist()
    [[0.5, 0.25, 1.0], [1.0, 0.75, 0.0]]
    """
    import pandas as pd

    classes = pd.cut(table["probability"].round(9), list(bins), include_lowest=True, labels=False)
    groups = table.assign(bin=classes).groupby(["model", "bin"], sort=False)
    found = groups.agg(forecasts=("truth", "size"), predicted=("probability", "mean"), observed=("truth", "mean"))
    found = found.reset_index().sort_values(["model", "bin"], ignore_index=True)
    edges = found["bin"].astype(int)
    low, high = [bins[at] for at in edges], [bins[at + 1] for at in edges]
    return found.drop(columns="bin").assign(low=low, high=high)[
        ["model", "low", "high", "forecasts", "predicted", "observed"]
    ]
