"""The map of Europe as a drawing and as SVG text: land, links, places with their chances, pieces, legend and trail.

Pure: a view and a graph in, text out. Patterns and shapes carry every meaning that a colour carries.
"""

from __future__ import annotations

from itertools import chain

import networkx as nx

from dracula_nb.boards import europe_signs as signs
from dracula_nb.boards import heat, svg
from dracula_nb.boards.drawing import Fill, Group, Mark, Words, box_ring
from dracula_nb.boards.europe_furniture import legend, title_line, trail_row
from dracula_nb.boards.europe_layout import LINE_HEIGHT, Spot, check_view, flags, graph_of, spots, tracks
from dracula_nb.boards.palette import FADED, INK, LAND, PAPER, SEA, SEA_INK, SHORE
from dracula_nb.boards.projection import EAST_EDGE, HEIGHT, NORTH_EDGE, SOUTH_EDGE, WEST_EDGE, WIDTH, land
from dracula_nb.boards.views import MapView, place_words, situation

NAME_SIZE = 14
FRAME = (WEST_EDGE, NORTH_EDGE, EAST_EDGE - WEST_EDGE, SOUTH_EDGE - NORTH_EDGE)


def map_svg(view: MapView, graph: nx.MultiGraph[str] | None = None) -> str:
    """Draw a view of the map of Europe as SVG.

    Parameters
    ----------
    view
        What is to be seen.
    graph
        A map such as `maps.europe` gives, for a map of one's own; the view's edition where None.

    Returns
    -------
    One ``<svg>`` element that stands alone, 1200 pixels wide or as narrow as its container. Each place is a ``<g>``
    with `data-place`; equal views give equal text.

    Raises
    ------
    ValueError
        No such edition, or the view speaks of a place that the map does not have, or of a chance beyond 0 to 1.

    Examples
    --------
    >>> picture = map_svg(MapView("Turn 3", heat=(("Vienna", 0.12),), model="uniform"))
    >>> 'aria-label="Vienna, city, 12 in 100"' in picture
    True
    """
    return svg.document((WIDTH, HEIGHT), map_drawing(view, graph), view.title or "Map of Europe", situation(view))


def map_drawing(view: MapView, graph: nx.MultiGraph[str] | None = None, resolution: str = "50m") -> tuple[Mark, ...]:
    """The marks of the map, back to front; `resolution` is that of the coastline."""
    if graph is None:
        graph = graph_of(view)
    check_view(view, graph)
    placed = spots(graph, view)
    page = Fill((box_ring((0, 0, WIDTH, HEIGHT)),), PAPER, PAPER, 0)
    shores = Fill(land(resolution), LAND, SHORE, 1)
    ground = [Fill((box_ring(FRAME),), SEA, SEA, 0), shores, *chain.from_iterable(map(signs.link, tracks(graph)))]
    badges = [signs.flag(flag.letter, flag.shape, flag.at, flag.dark) for flag in flags(view, placed)]
    return (
        page,
        Group(tuple(ground), clip=FRAME),
        Fill((box_ring(FRAME),), "none", INK, 1.5),
        *(_place(view, spot) for spot in placed),
        Group(tuple(chain.from_iterable(badges)), data=(("part", "pieces"),)),
        *title_line(view),
        legend(view, graph),
        *trail_row(view),
    )


def _place(view: MapView, spot: Spot) -> Group:
    """One place: symbol, number, port, cross, name."""
    is_open = spot.place in view.open_places
    faded = bool(view.open_places) and not is_open
    drawn = _open_mark(view, spot) if is_open else signs.symbol(spot.form, spot.at, spot.radius, faded=faded)
    if spot.kind == "sea" and not is_open:
        drawn.append(signs.wave(spot.at, faded))
    if spot.port:
        drawn += signs.port_sign(spot.anchor_at)
    if spot.place in view.choices:
        drawn.append(signs.choice_ring(spot.at, spot.radius * (1.35 if spot.kind != "city" else 1) + 6))
    if spot.place in view.changed and not is_open:
        drawn += signs.cross(spot.at, spot.radius + 2)
    drawn += _name(spot, faded)
    words = place_words(view, spot.place, spot.kind)
    chosen = (("choice", "yes"),) * (spot.place in view.choices)
    return Group(tuple(drawn), words, (("place", spot.place), ("kind", spot.kind), *chosen))


def _open_mark(view: MapView, spot: Spot) -> list[Mark]:
    """The symbol of a place where Dracula can be, with its chance in 100, or a dot where no chances are known."""
    if not view.heat:
        return [*signs.symbol(spot.form, spot.at, spot.radius, fill=signs.POSSIBLE), signs.possible_dot(spot.at)]
    chance = view.chances.get(spot.place, 0.0)
    fill = heat.as_hex(heat.tone(chance))
    return [*signs.symbol(spot.form, spot.at, spot.radius, fill=fill), signs.chance_number(chance, spot.at)]


def _name(spot: Spot, faded: bool) -> list[Mark]:
    """The name, on one line or two, with a pale rim so that lines may pass under it."""
    x, y = spot.name_at
    top = y - LINE_HEIGHT * (len(spot.lines) - 1) / 2
    sea = spot.kind == "sea"
    colour, rim = (SEA_INK, SEA) if sea else (FADED if faded else INK, LAND)
    return [
        Words(
            (x, top + LINE_HEIGHT * index),
            line,
            NAME_SIZE,
            colour,
            spot.anchor,
            bold=not (faded or sea),
            italic=sea,
            rim=rim,
            role="name",
        )
        for index, line in enumerate(spot.lines)
    ]
