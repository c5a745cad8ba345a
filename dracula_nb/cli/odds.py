"""``dracula-nb odds``: what a fight is worth, how to play it, and how it ends, in counts out of 100."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from dracula_nb.cli.printing import print_json, wrapped
from dracula_nb.core.errors import DraculaError

if TYPE_CHECKING:
    from dracula_nb.games.fury_trail.fight import Fight
    from dracula_nb.solvers.trail_fight import Odds
    from dracula_nb.solvers.trail_fight.dice import Recipe

GAMES = ("fury_trail",)
DICE = (6, 20)
BAR = "#"
WORDS: Mapping[str, str] = {
    "Dracula defeated": "Dracula is defeated",
    "hunters defeated": "the hunter is defeated",
    "bite": "a bite ends it",
    "hunters escape": "the hunter leaves",
    "Dracula escapes": "Dracula leaves",
    "both escape": "both leave",
    "six rounds": "six rounds are over",
}


@dataclass(frozen=True)
class Request:
    """What is asked: the words of the command; None where the hunter's sheet says it."""

    game: str
    hunter: str
    cards: str = ""
    health: int | None = None
    dracula_health: int | None = None
    bites: int | None = None
    time: str = "night"
    utility: str = "weighted"
    seed_only: bool = False


def odds(request: Request, *, as_json: bool = False) -> None:
    """Work out a fight of one hunter and print the answer.

    Raises
    ------
    DraculaError
        A game, hunter, card, time or utility that is not known; a number out of range; too many cards; a hunter who is
        defeated already.
    """
    from dracula_nb.games.fury_trail.fight import DEFAULT, SEED_ONLY
    from dracula_nb.solvers.trail_fight import UTILITIES, Setting, solve

    _one_of("GAME", request.game, GAMES)
    _one_of("--utility", request.utility, UTILITIES)
    fight = fight_of(request)
    answer = solve(fight, Setting(request.utility, SEED_ONLY if request.seed_only else DEFAULT))
    if as_json:
        print_json(in_json(answer))
    else:
        print("\n".join(told(answer)))


def fight_of(request: Request) -> Fight:
    """The fight that the words mean."""
    from dracula_nb.games.fury_trail.box import read_box
    from dracula_nb.games.fury_trail.fight import Fight, Fighter
    from dracula_nb.games.fury_trail.fight_tables import TIMES
    from dracula_nb.games.fury_trail.rulebook import SEATS

    _one_of("--time", request.time, TIMES)
    sheets = read_box().characters
    seat = _one_of("--hunter", request.hunter.casefold(), SEATS)
    sheet, dracula = sheets[seat], sheets["D"]
    bites = _within("--bites", request.bites, (sheet.first_bites, sheet.bites_carried), sheet.first_bites)
    health = _within("--health", request.health, (1, sheet.health), sheet.health)
    cards = _cards(request.cards, sheet.items_held)
    fighter = Fighter(seat, health, bites, sheet.bites_carried, cards)
    most = _within("--dracula-health", request.dracula_health, (1, dracula.health), dracula.health)
    return Fight(request.time, most, (fighter,))


def _within(option: str, given: int | None, bounds: tuple[int, int], usual: int) -> int:
    low, high = bounds
    if given is None:
        return usual
    if not low <= given <= high:
        beyond = given < 1 if option == "--health" else given > high and option == "--bites"
        why = ", as the hunter is defeated already" if beyond else ""
        several = f"a whole number from {low} to {high}" if low < high else f"{low}"
        raise DraculaError(f"{option} {given}: expected {several}{why}")
    return given


def _one_of(what: str, given: str, known: Iterable[str]) -> str:
    if given not in known:
        near = difflib.get_close_matches(given[:40], list(known), n=1)
        hint = f"; did you mean {near[0]}?" if near else ""
        raise DraculaError(f"{what} {given[:40]!r}: expected {', '.join(known)}{hint}")
    return given


def _cards(text: str, items_held: int) -> tuple[str, ...]:
    """The cards of a hand: as they are named, or with the three basic cards where none of these is named."""
    from dracula_nb.games.fury_trail.fight_tables import BASIC, COMBAT_ITEMS, HUNTER_CARDS

    names = {name.casefold(): name for name in HUNTER_CARDS}
    said = [" ".join(word.replace("_", " ").split()).casefold() for word in text.split(",") if word.strip()]
    cards = tuple(names[_card(word, names)] for word in said)
    if not any(card in BASIC for card in cards):
        cards = (*BASIC, *cards)
    items = sum(card in COMBAT_ITEMS for card in cards)
    if items > items_held:
        raise DraculaError(f"--cards with {items} items: expected at most {items_held}, which the hunter can hold")
    return cards


def _card(word: str, names: Mapping[str, str]) -> str:
    if word not in names:
        near = difflib.get_close_matches(word[:40], names, n=1)
        hint = f"; did you mean {near[0]}?" if near else ""
        raise DraculaError(f"--cards: no combat card {word[:40]!r}; expected {', '.join(names)}{hint}")
    return word


def in_json(answer: Odds) -> dict[str, Any]:
    """The answer for programs."""
    return {
        "value": answer.value,
        "utility": answer.model.utility.name,
        "row": answer.row,
        "column": answer.column,
        "outcomes": answer.outcomes,
        "assumed": list(answer.assumed),
        "reconstructed": answer.reconstructed,
    }


def told(answer: Odds) -> list[str]:
    """The answer in lines for people."""
    from dracula_nb.games.fury_trail.rulebook import NAMES

    fight = answer.model.fight
    hunter = fight.hunters[0]
    who = f"{NAMES[hunter.name]} (health {hunter.health}, bites {hunter.bites})"
    lines = [
        f"{who} against Dracula (health {fight.health}) by {fight.time}, with {', '.join(hunter.cards)}",
        f"worth {round(answer.value, 2) + 0.0:.2f} points: {answer.model.utility.words}",
        "",
        f"the hunter's first card: {shares(answer.row)}",
        *(f"  {line}" for sides in DICE for line in die_lines(answer.die(sides)) if len(answer.row) > 1),
        f"Dracula's, over all hands that he may hold: {shares(answer.column)}",
        "",
        f"out of 100 such fights, {answer.mean('rounds'):.1f} rounds long on average:",
        *icon_rows(answer.outcomes),
        f"on average Dracula loses {answer.mean('dracula_loss'):.2f} and the hunter {answer.mean('hunter_loss'):.2f}",
        "",
        *(line for said in answer.assumed for line in wrapped(said, "  ").splitlines()),
    ]
    if answer.reconstructed:
        lines.append("  Some cells of the combat matrix are reconstructed.")
    return lines


def shares(mix: Mapping[str, float]) -> str:
    """A mix in counts out of 100."""
    from dracula_nb.boards.fight_plots import in_counts

    if len(mix) == 1:
        return f"always {next(iter(mix))}"
    counts = zip(mix, in_counts(list(mix.values())), strict=True)
    return ", ".join(f"{name} {count}" for name, count in counts) + " out of 100"


def die_lines(recipe: Recipe) -> list[str]:
    """How to choose by a die, and what that costs against the exact mix."""
    said, start = [], 1
    for name, count in recipe.faces.items():
        end = start + count - 1
        said.append(f"{start} {name}" if count == 1 else f"{start}-{end} {name}")
        start = end + 1
    cost = f"{recipe.cost:.2f} points" if recipe.cost >= 0.005 else "less than 0.01 points"
    return [f"by one roll of a d{recipe.sides}: {', '.join(said)} (rounding costs {cost})"]


def icon_rows(outcomes: Mapping[str, float]) -> list[str]:
    """A row for each outcome: its count out of 100, and as many marks; the marks of all rows are 100."""
    from dracula_nb.boards.fight_plots import hundred, in_counts

    chances = list(outcomes.values())
    width = max(len(WORDS[name]) for name in outcomes)
    return [
        f"  {WORDS[name]:{width}} {said:>3}  {BAR * count}".rstrip()
        for name, said, count in zip(outcomes, in_counts(chances), hundred(chances), strict=True)
    ]
