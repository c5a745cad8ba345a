"""What stands around the map of Europe as SVG text: title, legend, and the trail as a row of cards."""

from __future__ import annotations

from collections.abc import Callable
from itertools import zip_longest

import networkx as nx

from dracula_nb.boards import europe_signs as signs
from dracula_nb.boards import heat, marks, svg
from dracula_nb.boards.europe_layout import Track, text_width
from dracula_nb.boards.palette import FADED, INK, PANEL, PAPER
from dracula_nb.boards.projection import EAST_EDGE, NORTH_EDGE, SOUTH_EDGE, WEST_EDGE, Point
from dracula_nb.boards.views import MapView, Piece, TrailCard

PANEL_LEFT, PANEL_TOP, PANEL_WIDTH = 886, NORTH_EDGE + 10, 294
ROW = 25
SAMPLES = (0.004, 0.05, 0.15, 0.3, 0.6, 1.0)
SIZE = 13.5
CARDS = 6
Row = Callable[[Point], str]
CARD_WIDTH, CARD_HEIGHT, CARD_STEP = 118, 62, 128


def title_line(view: MapView) -> str:
    """The title on the left; on the right the edition and the model that the chances assume."""
    told = f"map of {view.edition}"
    if view.heat and view.model:
        told = f"assuming: {view.model}  ·  {told}"
    right = fitted(told, 16, 460)
    room = EAST_EDGE - WEST_EDGE - text_width(right, 16) - 40
    title = svg.text((WEST_EDGE + 2, 28), fitted(view.title, 23, room), 23, fill=INK, font_weight="bold")
    return title + svg.text((EAST_EDGE - 2, 30), right, 16, fill=INK, text_anchor="end")


def fitted(words: str, size: float, room: float) -> str:
    """The text, cut short with an ellipsis where it is wider than the room in pixels.

    >>> fitted("Vienna", 10, 100), fitted("Vienna", 10, 30)
    ('Vienna', 'Vien…')
    """
    if text_width(words, size) <= room:
        return words
    while words and text_width(words + "…", size) > room:
        words = words[:-1]
    return words.rstrip() + "…"


def wrapped(words: str, size: float, room: float, most: int) -> list[str]:
    """The text on at most so many lines, broken at blanks; the last is cut short where the text is longer.

    >>> wrapped("Double Back 2", 10, 50, 2)
    ['Double', 'Back 2']
    """
    lines = [""]
    for word in words.split():
        longer = f"{lines[-1]} {word}".strip()
        if lines[-1] and text_width(longer, size) > room:
            lines.append(word)
        else:
            lines[-1] = longer
    if len(lines) > most:
        lines = [*lines[: most - 1], " ".join(lines[most - 1 :])]
    return [fitted(line, size, room) for line in lines]


def legend(view: MapView, graph: nx.MultiGraph[str]) -> str:
    """The panel over the empty east: who stands where, what the chances look like, what the marks mean."""
    parts: list[str] = []
    y = PANEL_TOP + 20.0
    for group in filter(None, (_piece_rows(view), _chance_rows(view), _mark_rows(view, graph))):
        for row in group:
            parts.append(row((PANEL_LEFT + 12, y)))
            y += ROW
        y += 8
    box = {"x": PANEL_LEFT, "y": PANEL_TOP, "width": PANEL_WIDTH, "height": y - PANEL_TOP - 12, "rx": 6}
    return svg.tag("rect", **box, fill=PANEL, stroke=INK, stroke_width=1) + "\n".join(parts)


def _label(at: Point, words: str, room: float, **attributes: svg.Value) -> str:
    """A line of the legend, cut to its room."""
    return svg.text(at, fitted(words, SIZE, room), SIZE, fill=INK, **attributes)


def _piece_rows(view: MapView) -> list[Row]:
    """Every seat with its badge, name and place."""

    def row(index: int, piece: Piece) -> Row:
        words = f"{piece.word} – {piece.place or 'not on the map'}"

        def drawn(at: Point) -> str:
            sign = signs.flag(piece.seat[:2], marks.badge(index), (at[0] + 10, at[1]), True)
            return sign + _label((at[0] + 30, at[1]), words, PANEL_WIDTH - 52)

        return drawn

    return [row(index, piece) for index, piece in enumerate(view.pieces)]


def _chance_rows(view: MapView) -> list[Row]:
    """What a filled place means: the tones with their numbers, or the dot; and what the last clue changed."""
    rows: list[Row] = []
    if view.heat:
        rows += [
            lambda at: _label(at, "Dracula is here: chances in 100", PANEL_WIDTH - 24, font_weight="bold"),
            _samples,
        ]
    elif view.open_places:
        rows.append(lambda at: _sample_dot(at) + _label((at[0] + 30, at[1]), "Dracula can be here", PANEL_WIDTH - 52))
    if view.changed:
        words = "ruled out by the last clue"
        rows.append(
            lambda at: (
                "".join(signs.symbol("city", (at[0] + 10, at[1]), 6.5, faded=True))
                + signs.cross((at[0] + 10, at[1]), 8.5)
                + _label((at[0] + 30, at[1]), words, PANEL_WIDTH - 52)
            )
        )
    return rows


def _samples(at: Point) -> str:
    """The ramp of tones, with the numbers that stand for them."""
    parts = []
    for index, chance in enumerate(SAMPLES):
        spot = (at[0] + 14 + 42 * index, at[1] + 3)
        parts += signs.symbol("city", spot, 12, fill=heat.as_hex(heat.tone(chance)))
        parts.append(signs.chance_number(chance, spot))
    return "".join(parts)


def _sample_dot(at: Point) -> str:
    """A possible place without a number."""
    spot = (at[0] + 10, at[1])
    return "".join(signs.symbol("city", spot, 10, fill=signs.POSSIBLE)) + signs.possible_dot(spot)


def _mark_rows(view: MapView, graph: nx.MultiGraph[str]) -> list[Row]:
    """Kinds of places and links in two columns."""
    left: list[tuple[str, Row]] = [
        ("small city", lambda at: "".join(signs.symbol("city", at, 6.5))),
        ("large city", lambda at: "".join(signs.symbol("large city", at, 7.5))),
        ("port", signs.port_sign),
        ("sea zone", lambda at: "".join(signs.symbol("sea", at, 9)) + signs.wave(at)),
    ]
    right: list[tuple[str, Row]] = [(words, _link_sample(*kind)) for words, kind in _link_kinds(graph)]
    kinds = {kind for _, kind in graph.nodes(data="kind")}
    left += [(kind, _kind_sample(kind)) for kind in ("castle", "hospital") if kind in kinds]
    if any(card.place for card in view.trail):
        right.append(("place in the trail", lambda at: signs.flag("1", marks.TAG, at, False)))
    return [_mark_row(*pair) for pair in zip_longest(left, right)]


def _link_kinds(graph: nx.MultiGraph[str]) -> list[tuple[str, tuple[str, str | None]]]:
    """The kinds of links that the map has, with their words."""
    kinds: list[tuple[str, tuple[str, str | None]]] = [("road", ("road", None)), ("railway", ("rail", None))]
    if any(colour == "yellow" for _, _, colour in graph.edges(data="colour")):
        kinds = [kinds[0], ("white railway", ("rail", "white")), ("yellow railway", ("rail", "yellow"))]
    return [*kinds, ("sea link", ("sea", None))]


def _link_sample(mode: str, colour: str | None) -> Row:
    """A short piece of a link."""
    return lambda at: signs.link(Track(("", ""), mode, colour, ((at[0] - 12, at[1]), (at[0] + 18, at[1]))))


def _kind_sample(kind: str) -> Row:
    """A small symbol of a kind of place."""
    return lambda at: "".join(signs.symbol(kind, at, 8.5))


def _mark_row(left: tuple[str, Row] | None, right: tuple[str, Row] | None) -> Row:
    """One line of the legend with a mark on the left, one on the right, or either."""

    def drawn(at: Point) -> str:
        parts = []
        if left:
            parts += [left[1]((at[0] + 10, at[1])), _label((at[0] + 30, at[1]), left[0], 85)]
        if right:
            parts += [right[1]((at[0] + 132, at[1])), _label((at[0] + 160, at[1]), right[0], 125)]
        return "".join(parts)

    return drawn


def trail_row(view: MapView) -> str:
    """The trail as cards, newest first, at least six of them; to the right the view's notes."""
    top = SOUTH_EDGE + 34
    held = {card.position: card for card in view.trail}
    count = max([CARDS, *held])
    # more cards than six (a longer trail) share the same room
    step = CARD_STEP * CARDS / count
    head = svg.text((WEST_EDGE + 2, SOUTH_EDGE + 18), "Trail, newest first", 15, fill=INK, font_weight="bold")
    cards = [
        _card(held.get(position, TrailCard(position)), (WEST_EDGE + step * (position - 1), top), step - 10)
        for position in range(1, count + 1)
    ]
    left = WEST_EDGE + CARD_STEP * CARDS + 14
    room = EAST_EDGE - left
    lines = [line for note in view.notes for line in wrapped(note, 14, room, 3)][:5]
    notes = [svg.text((left, SOUTH_EDGE + 18 + 18 * i), line, 14, fill=INK) for i, line in enumerate(lines)]
    return head + "".join(cards) + "".join(notes)


def _card(card: TrailCard, corner: Point, width: float) -> str:
    """One card: its position in a tag, its text on up to two lines, and the place it led to if the text is another."""
    x, y = corner
    unknown = card.text in ("", "?")
    box = svg.tag(
        "rect",
        x=x,
        y=y,
        width=width,
        height=CARD_HEIGHT,
        rx=5,
        fill=PANEL if unknown else PAPER,
        stroke=INK,
        stroke_width=1.4,
        stroke_dasharray="4 3" if unknown else None,
    )
    sign = svg.text(
        (x + 13, y + CARD_HEIGHT / 2), str(card.position), 15, fill=FADED, text_anchor="middle", font_weight="bold"
    )
    lines = wrapped(card.text or "?", 14, width - 32, 2)
    if card.place and card.place != card.text:
        lines = [*wrapped(card.text or "?", 14, width - 32, 1), fitted(f"({card.place})", 14, width - 32)]
    middle, first = x + 24 + (width - 28) / 2, y + CARD_HEIGHT / 2 - 9 * (len(lines) - 1)
    words = [
        svg.text((middle, first + 18 * i), line, 14, fill=INK, text_anchor="middle") for i, line in enumerate(lines)
    ]
    return svg.tag("g", box + sign + "".join(words), data_position=card.position)
