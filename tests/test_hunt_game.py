"""Hunt as a whole: the protocol, a golden playthrough with what each seat saw, and counted positions.

``python tests/test_hunt_game.py`` writes the golden files anew.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from hunt_support import BOOK, GAME, read_cases

import dracula_nb
from dracula_nb.core.conformance import check_game
from dracula_nb.core.infostate import information_state
from dracula_nb.core.perft import miscounts
from dracula_nb.core.playthrough import Playthrough
from dracula_nb.games.hunt import Observation, Rules, load
from dracula_nb.games.hunt.notation import parse_plays

GOLDEN = Path(__file__).parent / "golden"
PLAYED, SEEN = GOLDEN / "hunt_match.txt", GOLDEN / "hunt_match.seen.txt"
PLAYS = 90
"""How much of the first refereed match the golden files tell."""


def golden_play() -> Playthrough:
    plays = parse_plays(BOOK, read_cases("referee_games")["games"][0]["dracula_view"])[:PLAYS]
    return Playthrough.of(GAME, [GAME.parse_action(GAME.initial_state(), play.move) for play in plays])


def words(seen: Observation, news: int) -> str:
    """An observation in a line, of its log only what is new since line `news`."""
    places = ", ".join(place or "-" for place in seen.places)
    cards = ", ".join(
        card.text if card.place in (None, card.text) else f"{card.text} at {card.place}" for card in seen.cards
    )
    own = "" if seen.own_trail is None else f" | own trail {', '.join(f'{e.move}>{e.place}' for e in seen.own_trail)}"
    points = f"life {' '.join(map(str, seen.life))}, blood {seen.blood}, score {seen.score}"
    return f"{places} | {points} | trail {cards or '-'}{own} | new: {'; '.join(seen.log[news:])}"


def seen_lines(play: Playthrough) -> Iterator[str]:
    """After each step what each seat sees; seats that see the same share a line."""
    for number, (step, before, after) in enumerate(zip(play.lines(), play.states, play.states[1:], strict=False), 1):
        yield f"{number} {step}"
        views: dict[str, list[str]] = {}
        for seat in GAME.players:
            views.setdefault(words(GAME.observation(after, seat), len(before.log)), []).append(seat)
        yield from (f"  {' '.join(seats)}: {view}" for view, seats in views.items())


def test_golden_playthrough_is_read_and_seen_as_written() -> None:
    play = Playthrough.read(PLAYED)
    assert play.to_text() == PLAYED.read_text(encoding="utf-8")
    assert len(play.actions) == PLAYS
    assert list(seen_lines(play)) == SEEN.read_text(encoding="utf-8").splitlines()


def test_golden_playthrough_is_the_refereed_match() -> None:
    assert Playthrough.read(PLAYED).actions == golden_play().actions


def test_golden_playthrough_holds_what_makes_hunt() -> None:
    log = "\n".join(Playthrough.read(PLAYED).states[-1].log)
    for event in ("trap", "vampire", "dracula", "trap gone", "seen", "D D1", "D sea"):
        assert event in log


def test_hunt_fulfils_the_protocol() -> None:
    check_game(dracula_nb.load("hunt", rules=Rules(last_round=12)), plays=3, redeal_steps=20)


@pytest.mark.parametrize("rules", [Rules(hunters=("H",), last_round=4), Rules(map="2015", last_round=3)])
def test_hunt_fulfils_the_protocol_under_other_rules(rules: Rules) -> None:
    check_game(load(rules), plays=2)


@pytest.mark.slow
def test_whole_plays_fulfil_the_protocol() -> None:
    check_game(GAME, plays=3)


def test_positions_have_the_counted_number_of_continuations() -> None:
    assert miscounts(GAME, GOLDEN / "perft.csv") == ()


@pytest.mark.slow
def test_large_positions_have_the_counted_number_of_continuations() -> None:
    assert miscounts(GAME, GOLDEN / "perft.csv", most=1_000_000) == ()


def test_hidden_moves_leave_no_entry_in_what_hunters_know() -> None:
    # Two plays that differ in Dracula's hidden moves only: one information state for the hunters, two for him.
    starts = ("Edinburgh", "Manchester", "Liverpool", "Swansea")
    plays = [
        Playthrough.of(GAME, [GAME.parse_action(GAME.initial_state(), text) for text in (*starts, *moves)])
        for moves in (("Vienna", *starts, "Prague"), ("Rome", *starts, "HI"))
    ]
    assert plays[0].states[-1] != plays[1].states[-1]
    for seat in ("G", "M"):
        assert plays[0].information_state(seat) == plays[1].information_state(seat)
    own = [information_state(GAME, play.states, play.actions, "D") for play in plays]
    assert own[0] != own[1]


if __name__ == "__main__":
    written = golden_play()
    written.write(PLAYED)
    SEEN.write_text("\n".join(seen_lines(written)) + "\n", encoding="utf-8")
