"""Where everything of a map of Europe stands in the drawing, the same for SVG and for matplotlib.

Nothing here draws: the layout turns a graph of `dracula_nb.maps` into spots (places) and tracks (links) in pixels.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import hypot

import networkx as nx

from dracula_nb.boards.drawing import Point
from dracula_nb.boards.labels import LABELS, LINES, ROUTES, SHIFTS
from dracula_nb.boards.marks import TAG, Outline, badge
from dracula_nb.boards.projection import project
from dracula_nb.boards.views import MapView
from dracula_nb.core.errors import DraculaError
from dracula_nb.maps import europe, nearest_names

# pixels between a railway and the road beside it
BESIDE = 4.5
LINE_HEIGHT = 14
FLAG_STEP = 25
# more cards would be too narrow to read
MOST_POSITIONS = 12
# unit steps (right, down) from a symbol to its name, and the name's anchor
SIDES: dict[str, tuple[float, float, str]] = {
    "e": (1, 0, "start"),
    "w": (-1, 0, "end"),
    "n": (0, -1, "middle"),
    "s": (0, 1, "middle"),
    "ne": (0.75, -0.75, "start"),
    "nw": (-0.75, -0.75, "end"),
    "se": (0.75, 0.75, "start"),
    "sw": (-0.75, 0.75, "end"),
}


@dataclass(frozen=True, slots=True)
class Spot:
    """A place in the drawing: its centre and the radius of its symbol, and where its name is written.

    `form` is the kind, or "large city". `name_at` is the middle of the text block at its left end, right end or
    centre, as `anchor` (start, end, middle) says.
    """

    place: str
    kind: str
    form: str
    port: bool
    at: Point
    radius: float
    lines: tuple[str, ...]
    name_at: Point
    anchor: str
    side: str

    @property
    def anchor_at(self) -> Point:
        """Where a port's sign stands: at the foot of the symbol, on the side away from the name."""
        reach = self.radius * 0.78 + 5
        away = 1 if self.side in ("w", "sw") else -1
        down = -1 if self.side in ("s",) else 1
        return self.at[0] + away * reach, self.at[1] + down * reach


@dataclass(frozen=True, slots=True)
class Track:
    """A link in the drawing: a line, or a smooth curve through more than two points."""

    ends: tuple[str, str]
    mode: str
    colour: str | None
    points: tuple[Point, ...]


@dataclass(frozen=True, slots=True)
class Flag:
    """A sign beside a place: a seat's badge (dark) or a card of the trail (pale), with its letter or number."""

    letter: str
    shape: Outline
    at: Point
    dark: bool


def graph_of(view: MapView) -> nx.MultiGraph[str]:
    """The map that a view is about.

    Raises
    ------
    ValueError
        No such edition or reading, or the view speaks of a place that this map does not have.

    Examples
    --------
    >>> len(graph_of(MapView("Turn 1", edition="1987")))
    70
    """
    graph = europe(view.edition, **dict(view.readings))
    check_view(view, graph)
    return graph


def check_view(view: MapView, graph: nx.MultiGraph[str]) -> None:
    """Refuse a view that speaks of a place not on the map, a chance that is none, or too long a trail."""
    for place in view.places:
        if place not in graph:
            near = nearest_names(graph, place)
            hint = f"did you mean {' or '.join(near)}?" if near else "expected a full name of the map"
            raise DraculaError(f"view {view.title!r}: no place {place!r} on the {view.edition} map; {hint}")
    for place, chance in view.heat:
        # sums of floats may end a little above 1
        if not 0 <= chance <= 1 + 1e-6:
            raise DraculaError(f"view {view.title!r}: chance {chance!r} of {place}; expected a number from 0 to 1")
    for position in (card.position for card in view.trail):
        if not 1 <= position <= MOST_POSITIONS:
            raise DraculaError(f"view {view.title!r}: trail position {position}; expected 1 to {MOST_POSITIONS}")


def centre(graph: nx.MultiGraph[str], place: str) -> Point:
    """The middle of a place's symbol in pixels."""
    node = graph.nodes[place]
    x, y = project(node["lon"], node["lat"])
    right, down = SHIFTS.get(place, (0, 0))
    return x + right, y + down


def spots(graph: nx.MultiGraph[str], view: MapView) -> tuple[Spot, ...]:
    """Every place of the map, in the map's order.

    >>> view = MapView("Turn 1")
    >>> spots(graph_of(view), view)[0].place
    'Adriatic Sea'
    """
    return tuple(_spot(graph, place, place in view.open_places) for place in graph)


def tracks(graph: nx.MultiGraph[str]) -> tuple[Track, ...]:
    """Every link of the map, roads first, then railways (beside the road where there is one), then sea links.

    >>> {track.mode for track in tracks(graph_of(MapView("Turn 1")))} == {"road", "rail", "sea"}
    True
    """
    made = [_track(graph, a, b, mode) for a, b, mode in graph.edges(keys=True)]
    return tuple(sorted(made, key=lambda track: (("road", "rail", "sea").index(track.mode), track.ends)))


def flags(view: MapView, placed: Sequence[Spot]) -> tuple[Flag, ...]:
    """The badges of the pieces, then the numbers of the trail's known positions, in a row beside each place.

    >>> from dracula_nb.boards.views import Piece
    >>> view = MapView("Turn 1", pieces=(Piece("G", "Lord Godalming", "Vienna"), Piece("M", "Mina Harker")))
    >>> [(flag.letter, flag.dark) for flag in flags(view, spots(graph_of(view), view))]
    [('G', True)]
    """
    made = []
    for spot in placed:
        signs = [
            (piece.seat, badge(index), True) for index, piece in enumerate(view.pieces) if piece.place == spot.place
        ]
        signs += [(str(card.position), TAG, False) for card in view.trail if card.place == spot.place]
        # the row stands above the symbol, or below it where the name is above
        below = spot.side == "n"
        reach = spot.radius * (1.2 if spot.kind == "castle" else 1) + 15
        y = spot.at[1] + (reach if below else -reach)
        left = spot.at[0] - FLAG_STEP * (len(signs) - 1) / 2
        made += [
            Flag(letter[:2], shape, (left + FLAG_STEP * i, y), dark) for i, (letter, shape, dark) in enumerate(signs)
        ]
    return tuple(made)


def _spot(graph: nx.MultiGraph[str], place: str, is_open: bool) -> Spot:
    """One place; open ones are larger, to hold their number."""
    node = graph.nodes[place]
    large = node["size"] == "large"
    at = centre(graph, place)
    radius = (14.0 if large else 12.0) if is_open else (8.5 if large else 6.5)
    if node["kind"] != "city":
        radius = 14.0 if is_open else 10.0
    side, right, down = LABELS.get(place, ("e", 0, 0))
    step_x, step_y, anchor = SIDES[side]
    lines = LINES.get(place, (place,))
    half_width = 19.0 if node["kind"] == "sea" else radius + 3 * large
    gap_x, gap_y = half_width + 4, radius + 3 + LINE_HEIGHT * len(lines) / 2
    if abs(step_x) == 0.75:
        gap_x -= 3
        gap_y = radius + LINE_HEIGHT * len(lines) / 2 - 4
    name_at = (at[0] + step_x * gap_x + right, at[1] + step_y * gap_y + down)
    form = "large city" if large else node["kind"]
    return Spot(place, node["kind"], form, node["port"], at, radius, lines, name_at, anchor, side)


def _track(graph: nx.MultiGraph[str], a: str, b: str, mode: str) -> Track:
    """One link."""
    a, b = sorted((a, b))
    start, end = centre(graph, a), centre(graph, b)
    between: tuple[Point, ...] = ()
    if mode == "sea":
        between = _route(a, b)
    elif mode == "rail" and "road" in graph[a][b]:
        start, end = _aside(start, end)
    return Track((a, b), mode, graph[a][b][mode]["colour"], (start, *between, end))


def _route(a: str, b: str) -> tuple[Point, ...]:
    """The points in pixels that a link passes on its way from a to b."""
    there, back = ROUTES.get((a, b), ()), ROUTES.get((b, a), ())
    return tuple(project(lon, lat) for lon, lat in there or back[::-1])


def _aside(start: Point, end: Point) -> tuple[Point, Point]:
    """Both ends moved a little to one side."""
    length = hypot(end[0] - start[0], end[1] - start[1]) or 1.0
    right, down = -BESIDE * (end[1] - start[1]) / length, BESIDE * (end[0] - start[0]) / length
    return (start[0] + right, start[1] + down), (end[0] + right, end[1] + down)
