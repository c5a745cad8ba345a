"""For the notebook that teaches the hunt by playing it: a short hunt up to the catch, questions, opponents."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from IPython.display import HTML

from dracula_nb.boards.hunt_view import news
from dracula_nb.boards.scene import scene, view_of
from dracula_nb.core.errors import DraculaError
from dracula_nb.core.registry import read_rules
from dracula_nb.core.session import Session
from dracula_nb.games.hunt import load
from dracula_nb.players import policy

if TYPE_CHECKING:
    import pandas as pd

START = ("G Genoa", "S Venice", "H Cagliari", "M Bari", "D Florence")
ROUND_1 = ("G Genoa", "S Venice", "H Tyrrhenian Sea", "M Bari", "D Rome")
ROUND_2 = ("G Florence", "S Venice", "H Tyrrhenian Sea", "M Bari", "D Naples")
ROUND_3 = ("G Rome", "S Florence", "H Tyrrhenian Sea", "M Bari", "D HI")
ROUND_4 = ("G Naples", "S Rome", "H Naples", "M Naples", "D Bari")
ROUND_5 = ("G St Joseph and St Mary", "S Rome", "H Naples", "M Bari")
"""A hunt from the first turn to the catch, round by round."""


def table() -> Session:
    """A new hunt in which every seat is a person's."""
    return Session(load())


def against_dracula(seed: int, how: str = "random") -> Session:
    """A new hunt in which you are all four hunters; Dracula plays by a policy's name, such as ``"evasive"``."""
    game = load()
    return Session(game, {"D": policy(game, how, "dracula")}, seed)


def against_hunters(seed: int, how: str = "random") -> Session:
    """A new hunt in which you are Dracula; the hunters play by a policy's name, such as ``"greedy"``."""
    game = load()
    return Session(game, dict.fromkeys("GSHM", policy(game, how, "hunters")), seed)


def play(session: Session, turns: Iterable[str]) -> str:
    """Play turns such as ``"G Genoa"``, and tell what everybody learnt, a line each.

    Raises
    ------
    ValueError
        A turn is against the rules, or no turn.

    Examples
    --------
    >>> print(play(table(), START[:2]))
    Lord Godalming ended in Genoa and met nothing
    Dr Seward ended in Venice and met nothing
    """
    before = session.observation("G")
    for turn in turns:
        seat, _, text = turn.partition(" ")
        session.submit(seat, text)
    return "\n".join(news(before, session.observation("G")))


def after(*rounds: Sequence[str]) -> Session:
    """A hunt after some rounds."""
    session = table()
    for turns in rounds:
        play(session, turns)
    return session


def picture(session: Session, seat: str) -> HTML:
    """The map as a seat sees it."""
    return HTML(scene(view_of(session.game.name, session.observation(seat))))


def ask(session: Session, seat: str, texts: Iterable[str]) -> pd.DataFrame:
    """May the seat do this now, and why not?

    Returns
    -------
    One row an action (index `action`): `allowed`, and where it is not, the `rule` that forbids it and `why`.

    Examples
    --------
    >>> ask(after(START), "G", ["Milan", "Cadiz"])["rule"].to_list()
    ['', 'HU-MOVE-03']
    """
    import pandas as pd

    rows = []
    for text in texts:
        refusal = session.why_not(seat, text)
        rows.append((text, refusal is None, refusal.rule if refusal else "", refusal.reason if refusal else ""))
    return pd.DataFrame(rows, columns=["action", "allowed", "rule", "why"]).set_index("action")


def rules(*ids: str) -> pd.DataFrame:
    """Rules of the hunt by their ids.

    Returns
    -------
    One row a rule (index `rule`) with its `text`.

    Raises
    ------
    ValueError
        There is no such rule.
    """
    import pandas as pd

    texts = {row.id: row.text for row in read_rules("hunt")}
    strange = [one for one in ids if one not in texts]
    if strange:
        raise DraculaError(f"no rule {strange[0]!r} in hunt; expected an id such as HU-MOVE-03")
    return pd.DataFrame([(one, texts[one]) for one in ids], columns=["rule", "text"]).set_index("rule")
