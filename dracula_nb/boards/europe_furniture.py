"""What stands around the map of Europe: title, legend, and the trail as a row of cards."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import zip_longest

import networkx as nx

from dracula_nb.boards import europe_signs as signs
from dracula_nb.boards import heat, marks
from dracula_nb.boards.drawing import Fill, Group, Mark, Point, Words, box_ring, fitted, text_width, wrapped
from dracula_nb.boards.europe_layout import Track
from dracula_nb.boards.palette import FADED, INK, PANEL, PAPER
from dracula_nb.boards.projection import EAST_EDGE, NORTH_EDGE, SOUTH_EDGE, WEST_EDGE
from dracula_nb.boards.views import MapView, Piece, TrailCard

PANEL_LEFT, PANEL_TOP, PANEL_WIDTH = 886, NORTH_EDGE + 10, 294
ROW_HEIGHT = 25
# more rows would reach the castle; no game has more seats
MOST_PIECES = 5
SAMPLES = (0.004, 0.05, 0.15, 0.3, 0.6, 1.0)
SIZE = 13.5
CARDS = 6
CARD_HEIGHT, CARD_STEP = 62, 128

Draw = Callable[[Point], list[Mark]]
"""Draws a sign, or a row of the legend, at the point where its left end's middle is."""


def title_line(view: MapView) -> list[Mark]:
    """The title on the left; on the right the edition and the model that the chances assume."""
    assumed = f"assuming: {view.model}  ·  " if view.heat and view.model else ""
    right = fitted(f"{assumed}map of {view.edition}", 16, 460)
    room = EAST_EDGE - WEST_EDGE - text_width(right, 16) - 40
    return [
        Words((WEST_EDGE + 2, 28), fitted(view.title, 23, room), 23, INK, bold=True),
        Words((EAST_EDGE - 2, 30), right, 16, INK, "end"),
    ]


def legend(view: MapView, graph: nx.MultiGraph[str]) -> Group:
    """The panel over the empty east: who stands where, what the chances look like, what the marks mean."""
    rows: list[Mark] = []
    y = PANEL_TOP + 20.0
    for group in filter(None, (_piece_rows(view), _chance_rows(view), _mark_rows(view, graph))):
        for row in group:
            rows += row((PANEL_LEFT + 12, y))
            y += ROW_HEIGHT
        y += 8
    panel = Fill((box_ring((PANEL_LEFT, PANEL_TOP, PANEL_WIDTH, y - PANEL_TOP - 14)),), PANEL, INK, 1)
    return Group((panel, *rows), data=(("part", "legend"),))


def trail_row(view: MapView) -> list[Mark]:
    """The trail as cards, newest first, at least six of them; to the right the view's notes."""
    held = {card.position: card for card in view.trail}
    count = max([CARDS, *held])
    # a longer trail shares the room of six cards
    step = CARD_STEP * CARDS / count
    drawn: list[Mark] = [Words((WEST_EDGE + 2, SOUTH_EDGE + 18), "Trail, newest first", 15, INK, bold=True)]
    for position in range(1, count + 1):
        corner = (WEST_EDGE + step * (position - 1), SOUTH_EDGE + 34)
        drawn.append(_card(held.get(position, TrailCard(position)), corner, step - 10))
    left = WEST_EDGE + CARD_STEP * CARDS + 14
    lines = [line for note in view.notes for line in wrapped(note, 14, EAST_EDGE - left, 3)][:5]
    return drawn + [Words((left, SOUTH_EDGE + 18 + 18 * i), line, 14, INK) for i, line in enumerate(lines)]


def _card(card: TrailCard, corner: Point, width: float) -> Group:
    """One card: its position, its text, and the place it led to if the text is another."""
    x, y = corner
    unknown = card.text in ("", "?")
    ring = box_ring((x, y, width, CARD_HEIGHT))
    drawn: list[Mark] = [Fill((ring,), PANEL if unknown else PAPER, INK, 1.4, (4, 3) if unknown else ())]
    drawn.append(Words((x + 12, y + 15), str(card.position), 15, FADED, "middle", bold=True))
    lines = [(line, 14) for line in wrapped(card.text or "?", 14, width - 34, 2)]
    if card.place and card.place not in card.text:
        lines.append((fitted(f"({card.place})", 12, width - 4), 12))
    first, middle = y + CARD_HEIGHT / 2 - 8.5 * (len(lines) - 1), x + width / 2
    drawn += [
        Words((middle, first + 17 * i), line, size, INK, "middle", role="card") for i, (line, size) in enumerate(lines)
    ]
    return Group(tuple(drawn), data=(("position", str(card.position)),))


def _label(at: Point, words: str, room: float, *, bold: bool = False) -> Words:
    """A line of the legend, cut to its room."""
    return Words(at, fitted(words, SIZE, room), SIZE, INK, bold=bold)


def _marked(sign: Draw, words: str) -> Draw:
    """A row of the legend: one sign and what it means."""
    return lambda at: [*sign((at[0] + 10, at[1])), _label((at[0] + 30, at[1]), words, PANEL_WIDTH - 48)]


def _piece_rows(view: MapView) -> list[Draw]:
    """Every seat with its badge, name and place."""

    def row(index: int, piece: Piece) -> Draw:
        words = f"{piece.word} – {piece.place or 'not on the map'}"
        return _marked(lambda at: signs.flag(piece.seat[:2], marks.badge(index), at, True), words)

    return [row(index, piece) for index, piece in enumerate(view.pieces[:MOST_PIECES])]


def _chance_rows(view: MapView) -> list[Draw]:
    """What the belief says: tones with their numbers, or the dot; what the last clue changed; what can be chosen."""
    rows: list[Draw] = []
    if view.heat:
        rows.append(lambda at: [_label(at, "Dracula is here: chances in 100", PANEL_WIDTH - 24, bold=True)])
        rows.append(_samples)
    elif view.open_places:
        rows.append(_marked(_possible_sample, "Dracula can be here"))
    if view.changed:
        rows.append(_marked(_changed_sample, "ruled out by the last turn"))
    if view.choices:
        rows.append(_marked(_choice_sample, "can be chosen now"))
    return rows


def _samples(at: Point) -> list[Mark]:
    """The ramp of tones, with the numbers that stand for them."""
    drawn: list[Mark] = []
    for index, chance in enumerate(SAMPLES):
        spot = (at[0] + 14 + 42 * index, at[1])
        drawn += signs.symbol("city", spot, 12, fill=heat.as_hex(heat.tone(chance)))
        # the role "chance" is for places alone
        number = signs.chance_number(chance, spot)
        drawn.append(Words(spot, number.text, number.size, number.colour, "middle", bold=True))
    return drawn


def _possible_sample(at: Point) -> list[Mark]:
    """A possible place without a number."""
    return [*signs.symbol("city", at, 10, fill=signs.POSSIBLE), signs.possible_dot(at)]


def _changed_sample(at: Point) -> list[Mark]:
    """A place that the last clue ruled out."""
    return [*signs.symbol("city", at, 6.5, faded=True), *signs.cross(at, 8.5)]


def _choice_sample(at: Point) -> list[Mark]:
    """A place that the seat can choose."""
    return [*signs.symbol("city", at, 5), signs.choice_ring(at, 9.5)]


def _mark_rows(view: MapView, graph: nx.MultiGraph[str]) -> list[Draw]:
    """Kinds of places and links in two columns."""
    left: list[tuple[str, Draw]] = [
        ("small city", lambda at: signs.symbol("city", at, 6.5)),
        ("large city", lambda at: signs.symbol("large city", at, 7.5)),
        ("port", signs.port_sign),
        ("sea zone", lambda at: [*signs.symbol("sea", at, 9), signs.wave(at)]),
    ]
    kinds = {kind for _, kind in graph.nodes(data="kind")}
    left += [(kind, _kind_sample(kind)) for kind in ("castle", "hospital") if kind in kinds]
    right = [(words, _link_sample(mode, colour)) for words, mode, colour in _link_kinds(graph)]
    if any(card.place for card in view.trail):
        right.append(("place in the trail", lambda at: signs.flag("1", marks.TAG, at, False)))
    return [_mark_row(*pair) for pair in zip_longest(left, right)]


def _link_kinds(graph: nx.MultiGraph[str]) -> Iterable[tuple[str, str, str | None]]:
    """The kinds of links that the map has: words, mode, colour."""
    colours = {colour for _, _, mode, colour in graph.edges(keys=True, data="colour") if mode == "rail"}
    yield "road", "road", None
    for colour in sorted(colours, key=str):
        yield f"{colour} railway" if colour else "railway", "rail", colour
    yield "sea link", "sea", None


def _link_sample(mode: str, colour: str | None) -> Draw:
    """A short piece of a link."""
    return lambda at: signs.link(Track(("", ""), mode, colour, ((at[0] - 12, at[1]), (at[0] + 18, at[1]))))


def _kind_sample(kind: str) -> Draw:
    """A small symbol of a kind of place."""
    return lambda at: signs.symbol(kind, at, 8.5)


def _mark_row(left: tuple[str, Draw] | None, right: tuple[str, Draw] | None) -> Draw:
    """One line of the legend with a mark on the left, one on the right, or either."""

    def drawn(at: Point) -> list[Mark]:
        parts: list[Mark] = []
        if left:
            parts += [*left[1]((at[0] + 10, at[1])), _label((at[0] + 30, at[1]), left[0], 85)]
        if right:
            parts += [*right[1]((at[0] + 132, at[1])), _label((at[0] + 160, at[1]), right[0], 125)]
        return parts

    return drawn
