"""The same pictures as matplotlib figures, for print. Matplotlib is loaded when a figure is asked for.

Every figure is made without pyplot, so none stays open behind the reader's back: show it as a cell's last line, or
call its `savefig`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from dracula_nb.boards import heat
from dracula_nb.boards.drawing import Disc, Fill, Group, Line, Mark, Stroke, Words, controls
from dracula_nb.boards.europe_scene import map_drawing
from dracula_nb.boards.palette import INK
from dracula_nb.boards.projection import HEIGHT, WIDTH
from dracula_nb.boards.views import MapView

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure
    from matplotlib.patches import Patch
    from matplotlib.path import Path

INCHES = 12.0
# points of type for a pixel of a drawing
POINTS = 72 * INCHES / WIDTH
ANCHORS = {"start": "left", "middle": "center", "end": "right"}


def map_figure(view: MapView, resolution: str = "10m") -> Figure:
    """Draw a view of the map of Europe with matplotlib.

    Parameters
    ----------
    view
        What is to be seen.
    resolution
        Of the coastline: "10m" for print, "50m" for a quick look.

    Returns
    -------
    A figure 12 inches wide. The number at a place is a text with the gid ``"chance:<place>"``, each line of a name one
    with ``"name:<place>"``.

    Raises
    ------
    ValueError
        No such edition or resolution, or the view speaks of a place that the map does not have.

    Examples
    --------
    >>> figure = map_figure(MapView("Turn 3", heat=(("Vienna", 0.12),), model="uniform"), "50m")
    >>> [text.get_text() for text in figure.axes[0].texts if text.get_gid() == "chance:Vienna"]
    ['12']
    """
    from matplotlib.figure import Figure

    marks = map_drawing(view, resolution=resolution)
    figure = Figure(figsize=(INCHES, INCHES * HEIGHT / WIDTH))
    axes = figure.add_axes((0, 0, 1, 1))
    # the axes are the drawing, pixel by pixel
    axes.set(xlim=(0, WIDTH), ylim=(HEIGHT, 0))
    axes.set_axis_off()
    _draw(axes, marks)
    return figure


def trail_figure(layers: Sequence[tuple[int, Sequence[tuple[str, float]]]], most: int = 6) -> Figure:
    """Draw the trail as layers of probability: for each position the likeliest places with their chances in 100.

    Parameters
    ----------
    layers
        (position, (place, probability) pairs), position 1 being the newest.
    most
        How many places are shown for a position; what the others hold together is told below them.

    Returns
    -------
    A figure with one panel for each position.

    Examples
    --------
    >>> figure = trail_figure([(1, [("Vienna", 0.75), ("Prague", 0.25)])])
    >>> [label.get_text() for label in figure.axes[0].get_yticklabels()]
    ['Vienna', 'Prague']
    """
    from matplotlib.figure import Figure

    figure = Figure(figsize=(INCHES, 0.9 + 0.28 * most), layout="constrained")
    # a figure without layers still has a panel, to say so
    panels = figure.subplots(1, max(1, len(layers)), squeeze=False)[0]
    for axes, (position, chances) in zip(panels, layers, strict=False):
        _layer(axes, position, sorted(chances, key=lambda pair: (-pair[1], pair[0])), most)
    if not layers:
        panels[0].set(xticks=[], yticks=[], title="no trail yet")
    return figure


def _layer(axes: Axes, position: int, ranked: list[tuple[str, float]], most: int) -> None:
    """One position of the trail as bars."""
    shown = [(place, p) for place, p in ranked[:most] if p > 0]
    colours = [heat.as_hex(heat.tone(p)) for _, p in shown]
    axes.barh(range(len(shown)), [p for _, p in shown], color=colours, edgecolor=INK)
    for row, (_, p) in enumerate(shown):
        axes.text(p + 0.02, row, heat.in_hundred(p), va="center", fontsize=9)
    axes.set(xlim=(0, 1.2), ylim=(most - 0.4, -0.6), xticks=[])
    axes.set_yticks(range(len(shown)), [place for place, _ in shown], fontsize=9)
    axes.set_title("newest" if position == 1 else f"position {position}", fontsize=10)
    rest = sum(p for _, p in ranked[most:])
    if rest > 0:
        axes.set_xlabel(f"others: {heat.in_hundred(rest)}", fontsize=9)
    axes.spines[["top", "right", "bottom"]].set_visible(False)


def _draw(axes: Axes, marks: Sequence[Mark], place: str = "", clip: Patch | None = None) -> None:
    """Add the artists of a drawing, back to front."""
    for mark in marks:
        if isinstance(mark, Group):
            _draw(axes, mark.marks, dict(mark.data).get("place", place), _clip(axes, mark) or clip)
        elif isinstance(mark, Words):
            _write(axes, mark, place)
        else:
            patch = _patch(mark)
            # one order for all: matplotlib would draw every text after every patch
            patch.set_zorder(_next_layer(axes))
            axes.add_patch(patch)
            if clip is not None:
                patch.set_clip_path(clip)


def _next_layer(axes: Axes) -> int:
    """A layer above all that is there."""
    return 1 + len(axes.patches) + len(axes.texts)


def _clip(axes: Axes, group: Group) -> Patch | None:
    """The edge beyond which a group is not shown."""
    if group.clip is None:
        return None
    from matplotlib.patches import Rectangle

    left, top, width, height = group.clip
    return Rectangle((left, top), width, height, transform=axes.transData)


def _patch(mark: Disc | Fill | Stroke) -> Patch:
    """The artist of a mark without words."""
    from matplotlib.patches import Circle, PathPatch
    from matplotlib.path import Path

    if isinstance(mark, Disc):
        return Circle(mark.at, mark.radius, facecolor=mark.fill, edgecolor=mark.stroke, linewidth=mark.width * POINTS)
    width = mark.width * POINTS
    # matplotlib measures dashes in widths of the line
    style = (0, tuple(length / mark.width for length in mark.dashes)) if mark.dashes else "solid"
    if isinstance(mark, Fill):
        path = Path.make_compound_path(*(Path([*ring, ring[0]], closed=True) for ring in mark.rings))
        return PathPatch(path, facecolor=mark.fill, edgecolor=mark.stroke, linewidth=width, linestyle=style)
    path = Path.make_compound_path(*(_path(line, mark.curved) for line in mark.lines))
    cap = "round" if mark.rounded else "butt"
    return PathPatch(path, facecolor="none", edgecolor=mark.colour, linewidth=width, linestyle=style, capstyle=cap)


def _path(line: Line, curved: bool) -> Path:
    """Straight or smooth lines through points."""
    from matplotlib.path import Path

    if not curved or len(line) < 3:
        return Path(line)
    points = [line[0], *(point for piece in controls(line) for point in piece)]
    return Path(points, [Path.MOVETO, *[Path.CURVE4] * (len(points) - 1)])


def _write(axes: Axes, mark: Words, place: str) -> None:
    """Add a text; dollar signs are no mathematics here."""
    from matplotlib.patheffects import withStroke

    text = axes.text(
        mark.at[0],
        mark.at[1] + 0.35 * mark.size,
        mark.text,
        fontsize=mark.size * POINTS,
        color=mark.colour,
        horizontalalignment=ANCHORS[mark.anchor],
        verticalalignment="baseline",
        fontweight="bold" if mark.bold else "normal",
        fontstyle="italic" if mark.italic else "normal",
        parse_math=False,
        zorder=_next_layer(axes),
        gid=f"{mark.role}:{place}" if mark.role else None,
    )
    if mark.rim:
        text.set_path_effects([withStroke(linewidth=3 * POINTS, foreground=mark.rim)])
