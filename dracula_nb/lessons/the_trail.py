"""For the notebook that works out a trail by hand: every trail that fits, counted, and the same by the filter.

The hunters stand far away, and Dracula was seen in his castle. The trails are found by trying every legal move of the
game itself, so nothing of the filter is used.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from math import prod
from typing import TYPE_CHECKING, Any

from IPython.display import HTML

from dracula_nb.beliefs import Belief, Case
from dracula_nb.boards.belief_view import view_of_belief
from dracula_nb.boards.scene import MapView, Piece, scene
from dracula_nb.games.hunt import load
from dracula_nb.games.hunt.rulebook import NAMES

if TYPE_CHECKING:
    import pandas as pd

START = ("G Edinburgh", "S Lisbon", "H Paris", "M Szeged", "D Castle Dracula: vampire")
REST = ("G Edinburgh", "S Lisbon", "H Paris", "M Szeged")
UNSEEN = "D city: trap"
MET = ("G Edinburgh", "S Lisbon", "H Paris", "M Klausenburg: trap", "seen 2: Klausenburg")
NOTHING = ("G Edinburgh", "S Lisbon", "H Paris", "M Klausenburg")
"""What the fourth hunter finds in Klausenburg, after the others have stayed."""

EVENING = (
    *("godalming starts Edinburgh", "seward starts Lisbon", "helsing starts Paris", "mina starts Szeged"),
    *("D starts", "seen 1: Galatz", "dusk"),
)
"""The later edition: Dracula's first card was turned, and the first night falls."""

ANSWERS: dict[str, tuple[Fraction, str]] = {
    "nothing met": (
        Fraction(1, 3),
        "Keep the trails without Klausenburg: three of equal parts, one ends in Constanta.",
    ),
    "no hide": (Fraction(4, 24), "Leave out the two trails with HI: 24 parts are left, 4 of them end in Constanta."),
    "wolf": (Fraction(7), "One or two roads from Galatz, without the castle and Szeged, where Mina would see it."),
}


def case(moves: int, *after: str) -> Case:
    """The hunters' case after so many unseen moves on land, and further lines."""
    lines = [*START, *(line for _ in range(moves) for line in (*REST, UNSEEN)), *after]
    return Case.from_text("\n".join(lines) + "\n")


def evening(*lines: str) -> Case:
    """The case of the later edition after further lines."""
    return Case.from_text("\n".join([*EVENING, *lines]) + "\n", "fury_trail")


def trails(moves: int) -> pd.DataFrame:
    """Every trail of so many moves after the castle that shows nothing but land, found by trying every legal move.

    Returns
    -------
    One row a trail: its moves (columns ``move 1``, ...), the place where it `ends`, `of` how many legal moves each was
    one (as ``4 x 6``), and its `chance` before anything was shown, every legal move alike (a Fraction).
    """
    import pandas as pd

    rows: list[tuple[Any, ...]] = [((), (), _played(load().initial_state(), *START))]
    for _ in range(moves):
        rows = [after for row in rows for after in _moved(*row) if after[3].startswith(UNSEEN)]
        rows = [row[:3] for row in rows]
    table = [
        [*names, _place(state), " x ".join(map(str, counts)), Fraction(1, prod(counts))]
        for names, counts, state in rows
    ]
    return pd.DataFrame(table, columns=[*(f"move {n}" for n in range(1, moves + 1)), "ends", "of", "chance"])


def tally(table: pd.DataFrame) -> dict[str, Fraction]:
    """Where the trails of a table end: each place's part of their whole chance, likeliest first.

    >>> {place: str(share) for place, share in tally(trails(1)).items()}
    {'Galatz': '1/2', 'Klausenburg': '1/2'}
    """
    whole = sum(table["chance"], Fraction(0))
    sums: dict[str, Fraction] = {}
    for place, chance in zip(table["ends"], table["chance"], strict=True):
        sums[place] = sums.get(place, Fraction(0)) + chance
    return {place: sums[place] / whole for place in sorted(sums, key=lambda name: (-sums[name], name))}


def heat(shares: Mapping[str, Fraction], title: str) -> HTML:
    """A map of chances that were worked out by hand."""
    hunters = (line.partition(" ") for line in REST)
    pieces = tuple(Piece(seat, NAMES[seat], place) for seat, _, place in hunters)
    chances = tuple((place, float(share)) for place, share in shares.items())
    return HTML(scene(MapView(title, pieces=pieces, heat=chances, model="every legal move alike")))


def picture(shown: Case) -> HTML:
    """The map of a case by the filter."""
    return HTML(scene(view_of_belief(shown, shown.belief())))


def layers(belief: Belief) -> pd.DataFrame:
    """The trail as layers of probability: a row a place, a column a position (1 is the newest), chances in 0 to 1."""
    import pandas as pd

    columns = {layer.position: layer.posterior for layer in belief.trail}
    frame = pd.DataFrame(columns).fillna(0.0)
    return frame.sort_values(list(frame.columns), ascending=False)


def side_by_side(**beliefs: Belief) -> pd.DataFrame:
    """The chances of several beliefs: a row a place, a column a belief; empty where a place is impossible."""
    import pandas as pd

    return pd.DataFrame({name.replace("_", " "): belief.posterior for name, belief in beliefs.items()}).sort_index()


def roads(shown: Case, place: str, steps: int) -> set[str]:
    """The places that so many roads lead to, or fewer, without the one where they start.

    >>> sorted(roads(evening(), "Galatz", 1))
    ['Bucharest', 'Castle Dracula', 'Constanta', 'Klausenburg']
    """
    found = {place}
    for _ in range(steps):
        edges = shown.language.graph.edges(found, data="mode")
        found |= {end for _, end, mode in edges if mode == "road"}
    return found - {place}


def check(question: str, answer: float | Fraction | None) -> str:
    """Whether an answer to an exercise is right, and how one gets there.

    >>> check("wolf", 7)
    'Right. One or two roads from Galatz, without the castle and Szeged, where Mina would see it.'
    >>> check("wolf", None)
    'Not answered yet.'
    """
    right, how = ANSWERS[question]
    if answer is None:
        return "Not answered yet."
    if abs(float(answer) - float(right)) < 1e-6:
        return f"Right. {how}"
    return "Not yet. Go through the table of trails again, row by row."


def _played(state: Any, *lines: str) -> Any:
    game = load()
    for line in lines:
        place = line.partition(" ")[2].partition(":")[0]
        state = game.apply(state, game.parse_action(state, place))
    return state


def _moved(names: tuple[str, ...], counts: tuple[int, ...], state: Any) -> list[tuple[Any, ...]]:
    """Every trail that is one move longer, with the line that all see of that move."""
    game, state = load(), _played(state, *REST)
    legal = game.legal_actions(state, "D")
    found = []
    for action in legal:
        after = game.apply(state, action)
        line = next(line for line in reversed(game.observation(after, "G").log) if line.startswith("D "))
        found.append(((*names, game.action_text(state, action)), (*counts, len(legal)), after, line))
    return found


def _place(state: Any) -> str:
    own: Any = load().observation(state, "D").own_trail
    return str(own[0].place)
