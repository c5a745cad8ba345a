"""The map of Europe as SVG text: land, links, places with their chances, pieces, legend and trail.

Pure: a view and a graph in, text out. Patterns and shapes carry every meaning that a colour carries.
"""

from __future__ import annotations

import networkx as nx

from dracula_nb.boards import europe_signs as signs
from dracula_nb.boards import heat, svg
from dracula_nb.boards.europe_furniture import legend, title_line, trail_row
from dracula_nb.boards.europe_layout import LINE_HEIGHT, Spot, Track, check_places, flags, graph_of, spots, tracks
from dracula_nb.boards.palette import FADED, INK, LAND, PAPER, SEA, SEA_INK, SHORE
from dracula_nb.boards.projection import EAST_EDGE, HEIGHT, NORTH_EDGE, SOUTH_EDGE, WEST_EDGE, WIDTH, land
from dracula_nb.boards.views import MapView, place_words, situation

NAME_SIZE = 13.5


def map_svg(view: MapView, graph: nx.MultiGraph[str] | None = None) -> str:
    """Draw a view of the map of Europe.

    Parameters
    ----------
    view
        What is to be seen.
    graph
        A map such as `maps.europe` gives, for a map of one's own; the view's edition where None.

    Returns
    -------
    One ``<svg>`` element that stands alone, 1200 pixels wide or scaled to its container. Each place is a ``<g>`` with
    `data-place`; equal views give equal text.

    Raises
    ------
    ValueError
        No such edition, or the view speaks of a place that the map does not have.

    Examples
    --------
    >>> picture = map_svg(MapView("Turn 3", heat=(("Vienna", 0.12),), model="uniform"))
    >>> 'aria-label="Vienna, city, 12 in 100"' in picture
    True
    """
    if graph is None:
        graph = graph_of(view)
    check_places(view, graph)
    placed = spots(graph, view)
    parts = [
        svg.tag("title", svg.clean(view.title) or "Map of Europe"),
        svg.tag("desc", svg.clean(situation(view))),
        svg.tag("rect", width=WIDTH, height=HEIGHT, fill=PAPER),
        _ground(tracks(graph)),
        *(_place(view, spot) for spot in placed),
        *(signs.flag(flag.letter, flag.shape, flag.at, flag.dark) for flag in flags(view, placed)),
        title_line(view),
        legend(view, graph),
        trail_row(view),
    ]
    return svg.tag(
        "svg",
        "\n".join(parts),
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {WIDTH} {HEIGHT}",
        width="100%",
        role="img",
        aria_label=f"{view.title}. {situation(view)}",
        font_family="sans-serif",
        style=f"max-width:{WIDTH}px;height:auto",
    )


def _ground(links: tuple[Track, ...]) -> str:
    """Sea, land and links, cut off at the frame."""
    width, height = EAST_EDGE - WEST_EDGE, SOUTH_EDGE - NORTH_EDGE
    shores = "".join(svg.path_data(ring, closed=True) for ring in land())
    # an inner svg clips without an id, and so without a clash where a page holds many scenes
    inner = [
        svg.tag("rect", x=WEST_EDGE, y=NORTH_EDGE, width=width, height=height, fill=SEA),
        svg.tag("path", d=shores, fill=LAND, fill_rule="evenodd", stroke=SHORE, stroke_width=1),
        *(signs.link(track) for track in links),
    ]
    box = {"x": WEST_EDGE, "y": NORTH_EDGE, "width": width, "height": height}
    view_box = f"{WEST_EDGE} {NORTH_EDGE} {width} {height}"
    frame = svg.tag("rect", **box, fill="none", stroke=INK, stroke_width=1.5)
    return svg.tag("svg", "\n".join(inner), **box, viewBox=view_box, overflow="hidden") + frame


def _place(view: MapView, spot: Spot) -> str:
    """One place: symbol, number, anchor, cross, name."""
    words = place_words(view, spot.place, spot.kind)
    faded = bool(view.open_places) and spot.place not in view.open_places
    parts = [svg.tag("title", svg.clean(words)), *_mark(view, spot, faded)]
    if spot.port:
        parts.append(signs.port_sign(spot.anchor_at))
    if spot.place in view.changed and spot.place not in view.open_places:
        parts.append(signs.cross(spot.at, spot.radius + 2))
    parts.append(_name(spot, faded))
    return svg.tag("g", "".join(parts), data_place=spot.place, data_kind=spot.kind, aria_label=words)


def _mark(view: MapView, spot: Spot, faded: bool) -> list[str]:
    """The symbol of a place, filled by its chance, with the number (or a sign that it is possible) in it."""
    if spot.place not in view.open_places:
        plain = signs.symbol(spot.form, spot.at, spot.radius, faded=faded)
        return [*plain, signs.wave(spot.at, faded)] if spot.kind == "sea" else plain
    if not view.heat:
        return [
            *signs.symbol(spot.form, spot.at, spot.radius, fill=signs.POSSIBLE),
            signs.possible_dot(spot.at),
        ]
    chance = view.chances.get(spot.place, 0.0)
    fill = heat.as_hex(heat.tone(chance))
    return [*signs.symbol(spot.form, spot.at, spot.radius, fill=fill), signs.chance_number(chance, spot.at)]


def _name(spot: Spot, faded: bool) -> str:
    """The name, on one line or two, with a pale rim so that lines may pass under it."""
    x, y = spot.name_at
    top = y - LINE_HEIGHT * (len(spot.lines) - 1) / 2
    lines = [
        svg.text((x, top + LINE_HEIGHT * index), line, NAME_SIZE, text_anchor=spot.anchor)
        for index, line in enumerate(spot.lines)
    ]
    sea = spot.kind == "sea"
    return svg.tag(
        "g",
        "".join(lines),
        fill=SEA_INK if sea else FADED if faded else INK,
        font_style="italic" if sea else None,
        font_weight="bold" if not (faded or sea) else None,
        stroke=SEA if sea else LAND,
        stroke_width=3,
        stroke_linejoin="round",
        paint_order="stroke",
    )
