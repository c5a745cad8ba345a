"""Policies by name: tables, bad names, whole plays, the same choice whatever is kept from earlier ones."""

from __future__ import annotations

import random
from itertools import product

import pytest
from toy_game import Crypt

from dracula_nb.core.errors import DraculaError
from dracula_nb.core.playthrough import play_random
from dracula_nb.core.session import Session
from dracula_nb.games.hunt import Rules, load
from dracula_nb.players import defaults, lineup, names, policy, sides

GAME = load()
SEATS = [("G",), ("S", "M"), ("G", "H", "M"), ("G", "S", "H", "M")]
PAIRS = list(product(("random", "evasive", "evasive(3)", "search"), ("random", "blind", "greedy")))


def test_each_side_has_its_table_and_a_default_that_stands_in_it():
    assert sides(GAME) == ("hunters", "dracula")
    assert set(names(GAME)) == {"random", "evasive", "search", "blind", "greedy"}
    assert defaults(GAME) == {"hunters": "greedy", "dracula": "evasive"}
    for side, name in defaults(GAME).items():
        assert name in names(GAME, side)
    assert all(kind.words and "\n" not in kind.words for kind in names(GAME).values())


def test_a_game_without_a_table_of_its_own_has_random_players():
    toy = Crypt()
    assert list(names(toy)) == ["random"]
    assert defaults(toy) == dict.fromkeys(sides(toy), "random")
    session = Session(toy, lineup(toy, {}), seed=3)
    assert session.over


@pytest.mark.parametrize(
    ("name", "side", "expected"),
    [
        (
            "gredy",
            "hunters",
            "player 'gredy' for hunters of hunt: expected blind, greedy, random; did you mean 'greedy'?",
        ),
        ("serch", None, "player 'serch' for hunt: expected blind, .*; did you mean 'search'?"),
        ("greedy", "dracula", r"expected evasive, evasive\(1\), random, search$"),
        ("search", "hunters", "for hunters of hunt: expected blind, greedy, random$"),
        ("evasive(x)", "dracula", "did you mean 'evasive'?"),
        ("greedy(2)", "hunters", "'greedy' takes no number"),
        ("evasive(200)", "dracula", r"player 'evasive\(200\)': strength 200: expected a number from 0 to 100"),
        ("", None, "player '' for hunt: expected"),
        ("random", "draculas", "side 'draculas' of hunt: expected hunters or dracula; did you mean 'dracula'?"),
    ],
)
def test_a_name_that_is_none_is_one_line_with_the_nearest(name, side, expected):
    with pytest.raises(DraculaError, match=expected) as caught:
        policy(GAME, name, side)
    assert "\n" not in str(caught.value)


def test_a_side_that_the_game_lacks_is_refused():
    with pytest.raises(DraculaError, match="did you mean 'hunters'"):
        lineup(GAME, {"hunter": "greedy"})


@pytest.mark.parametrize("hunters", SEATS, ids="".join)
@pytest.mark.parametrize(("dracula", "hunter"), PAIRS)
def test_every_pair_plays_to_the_last_round(dracula, hunter, hunters):
    game = load(Rules(hunters=hunters, last_round=7))
    session = Session(game, lineup(game, {"dracula": dracula, "hunters": hunter}), seed=len(hunters))
    assert session.over
    assert session.outcome().winner in (None, "hunters", "dracula")


@pytest.mark.slow
@pytest.mark.parametrize("hunters", SEATS, ids="".join)
@pytest.mark.parametrize(("dracula", "hunter"), PAIRS)
def test_every_pair_plays_to_the_end_without_a_last_round(dracula, hunter, hunters):
    game = load(Rules(hunters=hunters))
    assert Session(game, lineup(game, {"dracula": dracula, "hunters": hunter}), seed=len(hunters)).over


@pytest.mark.parametrize("name", ["blind", "greedy", "evasive(2)", "search"])
def test_a_choice_does_not_depend_on_what_was_asked_before(name):
    play = play_random(GAME, seed=8, max_steps=40)
    seat = "H" if name in names(GAME, "hunters") else "D"
    turns = [at for at, state in enumerate(play.states) if GAME.acting_players(state) == (seat,)]
    asked = [(_known(play, at, seat), _legal(play, at, seat)) for at in turns]
    used = policy(GAME, name)
    backwards = [used(*pair, random.Random(5)) for pair in reversed(asked)]
    fresh = [policy(GAME, name)(*pair, random.Random(5)) for pair in asked]
    assert fresh == backwards[::-1]
    assert len(set(fresh)) > 1
    assert all(text in legal for text, (_, legal) in zip(fresh, asked, strict=True))


def _known(play, at, seat):
    part = type(play)(play.game, play.actions[:at], play.states[: at + 1])
    return part.information_state(seat)


def _legal(play, at, seat):
    state = play.states[at]
    return tuple(GAME.action_text(state, action) for action in GAME.legal_actions(state, seat))
