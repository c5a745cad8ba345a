"""For the notebook on the fights of the later edition: the matrix, mixes and dice, barred cards, endings, habits."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import product
from typing import TYPE_CHECKING

from dracula_nb.boards.fight_plots import endings_figure, in_counts
from dracula_nb.games.fury_trail.box import read_box
from dracula_nb.games.fury_trail.fight import Fight, Fighter, Play, hunter_choices, hunter_hand, resolve
from dracula_nb.games.fury_trail.fight_tables import DRACULA_CARDS, HUNTER_CARDS, TIMES, Cell, read_fight_tables
from dracula_nb.solvers.trail_fight import Odds, solve

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure

SEAT = "seward"
HANDS = ("", "Knife", "Pistol", "Knife, Pistol", "Rifle, Crucifix", "Knife, Pistol, Garlic", "Rifle, Heavenly Host")
"""Items of hunters who are compared, with commas between them."""


def fight(items: str = "", time: str = "night") -> Fight:
    """Dr Seward, unhurt, with some items, against Dracula, unhurt.

    >>> fight("Knife").hunters[0].cards
    ('Fist', 'Dodge', 'Escape', 'Knife')
    """
    sheets = read_box().characters
    sheet = sheets[SEAT]
    held = [item.strip() for item in items.split(",") if item.strip()]
    hunter = Fighter(SEAT, sheet.health, sheet.first_bites, sheet.bites_carried, hunter_hand(held))
    return Fight(time, sheets["D"].health, (hunter,))


@lru_cache(maxsize=64)
def odds(items: str = "", time: str = "night") -> Odds:
    """That fight, worked out."""
    return solve(fight(items, time))


def matrix(time: str) -> pd.DataFrame:
    """The combat matrix in short: ``D-3``, Dracula loses 3; ``H-2``, the hunter loses 2; what else the cell says."""
    import pandas as pd

    tables = read_fight_tables()
    rows = {dracula: [short(tables.cell(dracula, card, time)) for card in HUNTER_CARDS] for dracula in DRACULA_CARDS}
    return pd.DataFrame.from_dict(rows, orient="index", columns=list(HUNTER_CARDS))


def short(cell: Cell) -> str:
    """A cell in short.

    >>> cells = read_fight_tables()
    >>> short(cells.cell("Claw", "Fist", "night")), short(cells.cell("Claw", "Dodge", "day"))
    ('D-1 H-2', '-')
    """
    said = [
        f"D-{cell.dracula_loss}" if cell.dracula_loss else "",
        f"H-{cell.hunter_loss}" if cell.hunter_loss else "",
        "bite" if cell.bite else "",
        "D leaves" if cell.escapes else "",
        "H leaves" if cell.withdraws or cell.chosen_withdraw else "",
        "searches" if cell.searches else "",
        "card lost" if cell.discards else "",
    ]
    return " ".join(word for word in said if word) or "-"


def by_time() -> pd.DataFrame:
    """The cells of the matrix that are not the same by night and by day: a row a pair of cards."""
    import pandas as pd

    tables = read_fight_tables()
    rows = {}
    for dracula, card in product(DRACULA_CARDS, HUNTER_CARDS):
        cells = {time: short(tables.cell(dracula, card, time)) for time in TIMES}
        if len(set(cells.values())) > 1:
            rows[dracula, card] = cells
    return pd.DataFrame.from_dict(rows, orient="index")


def barred(items: str, played: Iterable[tuple[str, str]]) -> pd.DataFrame:
    """What a hunter can play, round by round, where Dracula's card and his are played one after the other."""
    import pandas as pd

    now, rows = fight(items), []
    for dracula, card in played:
        rows.append(_row(now, f"{dracula} against {card}"))
        held = replace(now, hand=(dracula,))
        now = resolve(held, Play(dracula, {SEAT: card})).fight
    rows.append(_row(now, "?"))
    return pd.DataFrame(rows, columns=["round", "can play", "is played"]).set_index("round")


def _row(now: Fight, played: str) -> tuple[int, str, str]:
    return now.round, ", ".join(card or "nothing" for card in hunter_choices(now, SEAT)), played


def mixes(answer: Odds) -> pd.DataFrame:
    """Both sides' first cards in counts out of 100: a row a card, its side and its count."""
    import pandas as pd

    sides = {"hunter": answer.row, "Dracula": answer.column}
    rows = [
        (side, card, count)
        for side, mix in sides.items()
        for card, count in zip(mix, in_counts(list(mix.values())), strict=True)
    ]
    return pd.DataFrame(rows, columns=["side", "card", "out of 100"]).set_index(["side", "card"])


def die(answer: Odds, sides: int) -> str:
    """The hunter's first card by a roll, and what rounding to the die costs.

    >>> die(odds("Knife, Pistol"), 6)
    'd6: 3 faces Knife, 2 faces Dodge, 1 face Pistol; costs 0.021 points'
    """
    recipe = answer.die(sides)
    faces = ", ".join(f"{n} face{'s' if n > 1 else ''} {card}" for card, n in recipe.faces.items())
    return f"d{sides}: {faces}; costs {recipe.cost:.3f} points"


def by_round(answer: Odds) -> dict[int, dict[str, float]]:
    """The chance of each ending, by the round in which the fight ends."""
    found: dict[int, dict[str, float]] = {}
    for ending, p in answer.endings.items():
        here = found.setdefault(ending.rounds, {})
        here[ending.reason] = here.get(ending.reason, 0.0) + p
    return found


def picture(answer: Odds) -> Figure:
    """A hundred fights, and the rounds in which they end."""
    return endings_figure(answer.outcomes, by_round(answer))


def losses(answer: Odds) -> pd.DataFrame:
    """How much is lost how often, out of 100: a row for each loss of Dracula, a column for each of the hunter."""
    import pandas as pd

    table: dict[int, dict[int, float]] = {}
    for ending, p in answer.endings.items():
        row = table.setdefault(ending.hunter_loss, {})
        row[ending.dracula_loss] = row.get(ending.dracula_loss, 0.0) + 100 * p
    frame = pd.DataFrame(table).fillna(0.0).sort_index().sort_index(axis=1)
    return frame.rename_axis("Dracula loses").rename_axis("hunter loses", axis=1)


def prices(answer: Odds) -> pd.DataFrame:
    """What it costs a side, in points, to play a card whenever it can: a row a habit, the dearest first."""
    import pandas as pd

    rows = [("Dracula", card, answer.price(dracula=[card])) for card in DRACULA_CARDS[:5]]
    rows += [("hunter", card, answer.price(hunters=[card])) for card in answer.model.hands[0].kinds if card]
    frame = pd.DataFrame(rows, columns=["side", "always first", "price"])
    return frame.sort_values("price", ascending=False, ignore_index=True)


def compared(hands: Sequence[str] = HANDS) -> pd.DataFrame:
    """What fights are worth with other items: by night, by day, and by the rule text alone (by night)."""
    import pandas as pd

    rows = {
        hand or "bare hands": {
            "night": odds(hand).value,
            "day": odds(hand, "day").value,
            "rule text alone": odds(hand).seed_only().value,
        }
        for hand in hands
    }
    return pd.DataFrame.from_dict(rows, orient="index")
