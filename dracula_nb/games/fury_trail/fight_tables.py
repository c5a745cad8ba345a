"""The combat cards and the combat matrix, as tables checked on load.

>>> tables = read_fight_tables()
>>> cell = tables.cell("Claw", "Heavenly Host", "day")
>>> cell.dracula_loss, cell.hunter_loss, cell.discards
(4, 0, True)
"""

from __future__ import annotations

import csv
import re
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from functools import lru_cache
from types import MappingProxyType
from typing import Any

from dracula_nb.core.errors import RulebookError
from dracula_nb.maps.tables import PROVENANCES, read_table
from dracula_nb.resources import data_root

BAT, MIST = "Escape as bat", "Escape as mist"
ESCAPES = (BAT, MIST)
DRACULA_CARDS = ("Claw", "Strength", "Fangs", "Mesmerise", "Plotting", *ESCAPES)
"""The kinds in Dracula's combat deck; none escapes as man. Rule FT-CMB-30."""
BASIC = ("Fist", "Dodge", "Escape")
COMBAT_ITEMS = ("Knife", "Pistol", "Rifle", "Crucifix", "Garlic", "Heavenly Host", "Holy Circle")
HUNTER_CARDS = (*BASIC, *COMBAT_ITEMS)
NO_CARD = "none"
TIMES = ("night", "day")
SIDES: Mapping[str, tuple[str, ...]] = MappingProxyType({"dracula": DRACULA_CARDS, "hunter": HUNTER_CARDS})
CLASSES: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {"dracula": ("attack", "trick", "escape"), "hunter": ("basic", "weapon", "holy")}
)
ADDED = ("discards", "ends", "search")
"""What a row can hold beyond the rule text: a discard, an end of the combat, a search of Plotting."""
MOST = 99
CARD_COLUMNS = ("name", "side", "count", "initiative", "damage", "class", "rule", "source", "provenance")
CELL_COLUMNS = (
    *("dracula", "hunter", "decided", "winner", "on_hunter", "on_dracula", "ends", "discards", "added"),
    *("rule", "source", "provenance"),
)


@dataclass(frozen=True, slots=True)
class CombatCard:
    """A kind of combat card.

    `count`: in Dracula's deck, in the box, or of a basic card in each hunter's hand; `initiative` decides where neither
    card counters the other (FT-CMB-28, FT-CMB-29); `damage`: health that it costs where it prevails.
    """

    name: str
    side: str
    count: int
    initiative: int
    damage: int
    kind: str
    rule: tuple[str, ...]
    source: str
    provenance: str


@dataclass(frozen=True, slots=True)
class Cell:
    """What a pair of cards comes to at one time of day.

    Attributes
    ----------
    dracula, hunter
        The cards; ``none`` where a side has none.
    decided
        ``counter``: by the row itself; ``initiative``: by the higher initiative, which is checked on load; ``blows``:
        both strike, the higher initiative first.
    winner
        ``dracula``, ``hunter`` or ``both``.
    hunter_loss, dracula_loss
        Health lost.
    bite, withdraws, chosen_withdraw, escapes, searches
        The hunter is bitten; he withdraws; hunters of his choice withdraw; Dracula escapes; he searches his deck.
    ends, discards
        The combat ends whoever else is in it; the hunter's card is discarded.
    added
        What of this the rule text does not say, words of `ADDED`.
    """

    dracula: str
    hunter: str
    decided: str = "counter"
    winner: str = "both"
    hunter_loss: int = 0
    dracula_loss: int = 0
    bite: bool = False
    withdraws: bool = False
    chosen_withdraw: bool = False
    escapes: bool = False
    searches: bool = False
    ends: bool = False
    discards: bool = False
    added: frozenset[str] = frozenset()
    rule: tuple[str, ...] = ()
    provenance: str = "reconstructed"


NOTHING = Cell(NO_CARD, NO_CARD, rule=("FT-MATRIX-40",))
"""Neither side has a card."""


@dataclass(frozen=True)
class FightTables:
    """Combat cards by name and the cells of the matrix, the latter by `cell`."""

    cards: Mapping[str, CombatCard]
    cells: Mapping[tuple[str, str, str], Cell]

    def cell(self, dracula: str | None, hunter: str | None, time: str) -> Cell:
        """The cell of two cards (None: no card) by night or by day. Rules FT-CMB-05, FT-CMB-40."""
        if dracula is None and hunter is None:
            return NOTHING
        return self.cells[dracula or NO_CARD, hunter or NO_CARD, time]

    def faster(self, dracula: str, hunter: str, time: str) -> str:
        """Whose card has the higher initiative; of equals the hunter's by day, Dracula's by night. Rule FT-CMB-17."""
        lead = self.cards[dracula].initiative - self.cards[hunter].initiative
        if lead == 0:
            return "dracula" if time == "night" else "hunter"
        return "dracula" if lead > 0 else "hunter"


def read_fight_tables(root: Any = None) -> FightTables:
    """Read `combat_cards.csv` and `matrix.csv` from `root` (a folder), or from the package's own data.

    Raises
    ------
    RulebookError
        A table, a column or a cell of the matrix is missing or doubled; a word or number is none that is expected; a
        pair decided by initiative has a winner that the initiatives do not give. Names file, row and what was expected.
    """
    return _own() if root is None else _read(root)


@lru_cache(maxsize=1)
def _own() -> FightTables:
    return _read(data_root() / "fury_trail")


def _read(folder: Any) -> FightTables:
    cards: dict[str, CombatCard] = {}
    for where, row in _rows(folder / "combat_cards.csv", CARD_COLUMNS):
        card = _card(where, row)
        _expect_new(where, card.name, card.name in cards)
        cards[card.name] = card
    for name in (*DRACULA_CARDS, *HUNTER_CARDS):
        _expect_there("combat_cards.csv", name, name in cards)
    cells: dict[tuple[str, str, str], Cell] = {}
    tables = FightTables(MappingProxyType(cards), MappingProxyType(cells))
    for where, row in _rows(folder / "matrix.csv", CELL_COLUMNS):
        for time in TIMES:
            cell = _cell(where, row, time)
            key = (cell.dracula, cell.hunter, time)
            _expect_new(where, f"{cell.dracula} against {cell.hunter}", key in cells)
            _expect_fair(where, tables, cell, time)
            cells[key] = cell
    for mine in (*DRACULA_CARDS, NO_CARD):
        for his in (*HUNTER_CARDS, NO_CARD):
            there = (mine, his, "night") in cells or mine == his == NO_CARD
            _expect_there("matrix.csv", f"{mine} against {his}", there)
    return tables


def _rows(path: Any, columns: tuple[str, ...]) -> list[tuple[str, dict[str, str]]]:
    try:
        rows = read_table(path, columns)
    except (OSError, csv.Error) as error:
        raise RulebookError(f"{path.name}: cannot be read ({type(error).__name__}); expected a CSV table") from None
    return [(f"{path.name}, row {line}", row) for line, row in rows]


def _expect_new(where: str, name: str, there: bool) -> None:
    if there:
        raise RulebookError(f"{where}: {name!r} is there twice; expected one row for it")


def _expect_there(file: str, name: str, there: bool) -> None:
    if not there:
        raise RulebookError(f"{file}: {name!r} is missing; expected one row for it")


def _bad(where: str, column: str, value: str, expected: str) -> RulebookError:
    return RulebookError(f"{where}: {column} is {value!r}; expected {expected}")


def _word(where: str, row: Mapping[str, str], column: str, words: Collection[str]) -> str:
    if row[column] not in words:
        raise _bad(where, column, row[column], " or ".join(words))
    return row[column]


def _number(where: str, row: Mapping[str, str], column: str) -> int:
    cell = row[column]
    if not (cell.isascii() and cell.isdecimal() and len(cell) <= 4 and int(cell) <= MOST):
        raise _bad(where, column, cell, f"a whole number from 0 to {MOST}")
    return int(cell)


def _origin(where: str, row: Mapping[str, str]) -> tuple[tuple[str, ...], str]:
    """Rule ids and provenance; the source is for people and has to be there."""
    rule = tuple(row["rule"].split())
    if not rule or not all(re.fullmatch(r"FT-[A-Z]+-\d\d", word) for word in rule):
        raise _bad(where, "rule", row["rule"], "ids of rules, with blanks between them")
    if not row["source"]:
        raise _bad(where, "source", "", "some words")
    return rule, _word(where, row, "provenance", PROVENANCES)


def _card(where: str, row: Mapping[str, str]) -> CombatCard:
    side = _word(where, row, "side", tuple(SIDES))
    rule, provenance = _origin(where, row)
    return CombatCard(
        _word(where, row, "name", SIDES[side]),
        side,
        _number(where, row, "count"),
        _number(where, row, "initiative"),
        _number(where, row, "damage"),
        _word(where, row, "class", CLASSES[side]),
        rule,
        row["source"],
        provenance,
    )


def _at(where: str, row: Mapping[str, str], column: str, time: str) -> str:
    """What a cell says for a time of day: one word for both, or ``night: this; day: that``."""
    text = row[column]
    if ":" not in text:
        return text
    parts = dict(part.strip().split(": ", 1) for part in text.split(";") if ": " in part)
    if set(parts) != set(TIMES):
        raise _bad(where, column, text, "one entry, or 'night: one; day: another'")
    return parts[time]


def _effect(where: str, row: Mapping[str, str], column: str, time: str, words: tuple[str, ...]) -> tuple[int, str]:
    """A loss of health, as 2 for ``-2``, or one of some words."""
    text = _at(where, row, column, time)
    if text in words:
        return 0, text
    if not re.fullmatch(r"0|-[1-9][0-9]?", text):
        raise _bad(where, column, text, f"0, a loss such as -2, or {', '.join(words)}")
    return abs(int(text)), ""


def _choice(where: str, row: Mapping[str, str], column: str, time: str, words: tuple[str, ...]) -> str:
    text = _at(where, row, column, time)
    if text not in words:
        raise _bad(where, column, text, " or ".join(words))
    return text


def _cell(where: str, row: Mapping[str, str], time: str) -> Cell:
    hunter_loss, on_hunter = _effect(where, row, "on_hunter", time, ("bite", "withdraws", "chosen withdraw"))
    dracula_loss, on_dracula = _effect(where, row, "on_dracula", time, ("escapes", "searches"))
    added = frozenset(row["added"].split())
    if not added <= set(ADDED):
        raise _bad(where, "added", row["added"], f"some of {', '.join(ADDED)}, or an empty cell")
    rule, provenance = _origin(where, row)
    return Cell(
        _word(where, row, "dracula", (*DRACULA_CARDS, NO_CARD)),
        _word(where, row, "hunter", (*HUNTER_CARDS, NO_CARD)),
        _word(where, row, "decided", ("counter", "initiative", "blows")),
        _choice(where, row, "winner", time, ("dracula", "hunter", "both")),
        hunter_loss,
        dracula_loss,
        bite=on_hunter == "bite",
        withdraws=on_hunter == "withdraws",
        chosen_withdraw=on_hunter == "chosen withdraw",
        escapes=on_dracula == "escapes",
        searches=on_dracula == "searches",
        ends=_choice(where, row, "ends", time, ("yes", "no", "if alone", "if nobody is left")) == "yes",
        discards=_choice(where, row, "discards", time, ("none", "hunter")) == "hunter",
        added=added,
        rule=rule,
        provenance=provenance,
    )


def _expect_fair(where: str, tables: FightTables, cell: Cell, time: str) -> None:
    """Initiative gives the winner that the row names, and the losing card does nothing. Rules FT-CMB-06, FT-CMB-18."""
    if cell.decided == "counter":
        return
    if NO_CARD in (cell.dracula, cell.hunter):
        raise _bad(where, "decided", cell.decided, f"counter against {NO_CARD}")
    if cell.decided == "blows":
        if not (cell.hunter_loss and cell.dracula_loss and cell.winner == "both"):
            raise _bad(where, "decided", "blows", "winner both and a loss on each side")
        return
    faster = tables.faster(cell.dracula, cell.hunter, time)
    if cell.winner != faster:
        raise _bad(where, f"winner by {time}", cell.winner, f"{faster}, by the initiatives of combat_cards.csv")
    done: Callable[[Cell], bool] = _hurts_dracula if faster == "dracula" else _hurts_hunter
    if done(cell):
        raise _bad(where, f"winner by {time}", cell.winner, "no effect of the losing card")


def _hurts_dracula(cell: Cell) -> bool:
    return cell.dracula_loss > 0 or cell.withdraws or cell.chosen_withdraw


def _hurts_hunter(cell: Cell) -> bool:
    return cell.hunter_loss > 0 or cell.bite or cell.escapes or cell.searches
