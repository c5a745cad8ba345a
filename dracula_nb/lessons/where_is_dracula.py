"""For the notebooks that follow a real log: maps turn by turn, what each clue changed, models side by side."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from io import BytesIO
from itertools import cycle
from typing import TYPE_CHECKING, Any

import ipywidgets
from IPython.display import HTML, Image

from dracula_nb.beliefs import Belief, Case
from dracula_nb.beliefs.hunt.clues import Seen
from dracula_nb.boards.belief_view import ruled_out, view_of_belief
from dracula_nb.boards.scene import MapView, Piece, scene
from dracula_nb.core.errors import CaseFileError
from dracula_nb.lessons.logs import Log, read_log

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure

MODELS = ("uniform", "evasive(1)", "adaptive")
STYLES = ("-", "--", ":", "-.")
SEATS = 5


class MapSlider(ipywidgets.VBox):
    """A slider over views, the map of the chosen one below it; without a kernel its first map stays as a picture."""

    def __init__(self, views: Sequence[MapView], start: int, named: str) -> None:
        draw = lru_cache(maxsize=None)(lambda at: scene(views[at - 1]))
        wide = ipywidgets.Layout(width="95%")
        self.slider = ipywidgets.IntSlider(start, 1, len(views), description=named, layout=wide)
        self.map = ipywidgets.HTML(draw(start))
        self._still = self.map.value
        self.slider.observe(lambda change: setattr(self.map, "value", draw(change["new"])), "value")
        super().__init__([self.slider, self.map])

    def _repr_mimebundle_(self, **kwargs: Any) -> dict[str, Any]:
        return {**(super()._repr_mimebundle_(**kwargs) or {}), "text/html": self._still}


def picture(shown: MapView | Figure) -> HTML | Image:
    """A view or a figure as a picture that stays in a saved notebook."""
    if isinstance(shown, MapView):
        return HTML(scene(shown))
    from matplotlib.backends.backend_agg import FigureCanvasAgg

    png = BytesIO()
    FigureCanvasAgg(shown).print_png(png)
    return Image(png.getvalue(), alt=shown.axes[0].get_title())


def front_picture() -> str:
    """The picture of the README as SVG text: a real log after 42 turns."""
    view = map_after(read_log("naples", plays=42).case, 42)
    return scene(replace(view, title=f"After 42 turns: Dracula can be in {len(view.possible)} places"))


def table(frame: pd.DataFrame) -> HTML:
    """A table with its texts in full and its numbers to two places."""
    import pandas as pd

    with pd.option_context("display.max_colwidth", None):
        return HTML(frame.to_html(float_format="{:.2f}".format, na_rep=""))


def belief_after(case: Case, turn: int, model: str = "uniform") -> Belief:
    """What is believed after so many turns, all that they showed included.

    Raises
    ------
    ValueError
        The case has no such turn, or ends in a contradiction before it.
    """
    beliefs = case.beliefs(model)
    if not 1 <= turn <= len(beliefs):
        raise CaseFileError(f"{case.name}: no turn {turn}; expected 1 to {len(beliefs)}")
    return beliefs[turn - 1]


def map_after(case: Case, turn: int, model: str = "uniform") -> MapView:
    """The map as the hunters know it after so many turns."""
    return view_of_belief(case, belief_after(case, turn, model))


def follow(log: Log, model: str = "uniform", *, start: int = SEATS, show_truth: bool = False) -> MapSlider:
    """A slider over the turns of a log, with the map that the hunters had at each.

    Parameters
    ----------
    log
        A real log.
    model
        The model of Dracula that the chances assume.
    start
        The turn to begin with, from 1.
    show_truth
        Put Dracula's own piece on the map, which the hunters never see.
    """
    views = [view_of_belief(log.case, belief) for belief in log.case.beliefs(model)]
    if show_truth:
        views = [with_truth(view, log.truth(turn)) for turn, view in enumerate(views, 1)]
    return MapSlider(views, start, "turn")


def with_truth(view: MapView, place: str | None) -> MapView:
    """The view with Dracula's piece where he really is."""
    return replace(view, pieces=(*view.pieces, Piece("D", "Dracula, in truth", place)))


def story(log: Log, model: str = "uniform") -> pd.DataFrame:
    """What each turn of a log changed.

    Returns
    -------
    One row a turn (index `turn`, from 1): its lines, its clues as they stand there, how many places are possible, how
    many the turn ruled out, where Dracula was and the chance given to that place (0 to 1).
    """
    import pandas as pd

    rows = []
    for turn, (notes, belief) in enumerate(zip(log.case.turns(), log.case.beliefs(model), strict=False), 1):
        truth = log.truth(turn)
        lines = f"{notes[0].line}" if len(notes) == 1 else f"{notes[0].line}-{notes[-1].line}"
        clues = "; ".join(note.text for note in notes)
        chance = belief.posterior.get(truth, 0.0) if truth else None
        rows.append((turn, lines, clues, len(belief.possible), len(ruled_out(belief)), truth, chance))
    names = ["turn", "lines", "clues", "possible", "ruled out", "truth", "chance of truth"]
    return pd.DataFrame(rows, columns=names).set_index("turn")


def healing_lines(case: Case) -> dict[int, str]:
    """The lines about the trail that, struck alone, take the contradiction out of a case; line to text."""
    return {
        note.line: note.text
        for note in case.notes
        if isinstance(note.clue, Seen) and case.corrected(note.line, None).belief().contradiction is None
    }


def models_figure(table: pd.DataFrame, game: str) -> Figure:
    """The chance that each model gave to Dracula's true place, turn by turn, on a logarithmic scale.

    Parameters
    ----------
    table
        As `beliefs.score.forecasts` gives it.
    game
        The name of one of its plays.

    Returns
    -------
    A figure with a line a model, labelled with the model's name.
    """
    from matplotlib.figure import Figure

    figure = Figure(figsize=(9, 4), layout="constrained")
    axes = figure.add_subplot()
    hits = table[table["truth"] & (table["game"] == game)]
    for (model, found), style in zip(hits.groupby("model", sort=False), cycle(STYLES)):
        axes.plot(found["play"] + 1, found["probability"], linestyle=style, label=model, linewidth=1.8)
    axes.set(
        xlabel="turn", ylabel="chance of the true place, in 100", yscale="log", title=f"Log {game}: who knew best?"
    )
    axes.set_yticks([0.01, 0.1, 1.0], ["1", "10", "100"])
    axes.grid(alpha=0.3)
    axes.legend(title="assuming", loc="lower right")
    return figure
