"""What is laid and met, and what it costs: the rows HU-ENC, HU-LIFE, HU-BLOOD, HU-SCORE and HU-END."""

from __future__ import annotations

import pytest
from hunt_support import BOOK, CASTLE, FAR, GAME, HOSPITAL, dracula_to_move, play, rounds, state, trail

from dracula_nb.core.game import Node, Outcome
from dracula_nb.games.hunt import HuntState, Rules, load
from dracula_nb.trail.window import Window

TRAPS = trail("Paris", "Nantes", "D2", "HI", "Paris", places={3: "Paris", 4: "Paris"}, traps=(3, 4, 5))
"""Dracula is in Paris; three traps lie there, on his third, fourth and fifth latest moves."""


def visit(place: str, *, life: int = 9, came_from: str = "Brussels", **changes: object) -> HuntState:
    """G ends his turn in `place`."""
    now = state(**{"places": (came_from, *FAR[1:]), "life": (life, 9, 9, 9), **changes})
    return play(place, start=now)


def traps_left(after: HuntState) -> tuple[int, ...]:
    return tuple(at for at, entry in enumerate(after.trail, 1) if entry.trap)


@pytest.mark.rule("HU-TURN-04", "HU-ENC-01")
@pytest.mark.parametrize(
    ("here", "move", "laid"),
    [("Nantes", "Paris", True), ("Nantes", "HI", True), ("Galatz", CASTLE, True), ("Nantes", "Bay of Biscay", False)],
)
def test_he_lays_a_trap_in_every_city_and_nothing_at_sea(here: str, move: str, laid: bool) -> None:
    after = play(move, start=dracula_to_move(here))
    assert (after.trail[0].trap, after.trail[0].vampire) == (laid, False)
    assert after.log[-1].endswith(": trap") is laid


@pytest.mark.rule("HU-ENC-02")
@pytest.mark.parametrize(
    ("traps", "vampires", "words"),
    [
        ((2, 3), (), ": trap"),
        ((2, 3, 4), (), ""),
        ((2, 4), (3,), ""),
        ((1, 2, 3), (), ": trap"),
        ((2,), (3,), ": trap"),
    ],
)
def test_he_lays_nothing_where_three_encounters_lie(
    traps: tuple[int, ...], vampires: tuple[int, ...], words: str
) -> None:
    # The second, third and fourth latest moves led to Paris, the first to Nantes.
    places = {2: "Paris", 3: "Paris", 4: "Paris"}
    window = trail("Nantes", "D1", "HI", "TP", "Brussels", places=places, traps=traps, vampires=vampires)
    assert play("Paris", start=dracula_to_move(trail=window)).log == (f"D city{words}",)


@pytest.mark.rule("HU-ENC-03")
@pytest.mark.parametrize(("round_", "word"), [(0, "vampire"), (1, "trap"), (12, "trap"), (13, "vampire")])
def test_in_every_thirteenth_round_he_lays_a_vampire(round_: int, word: str) -> None:
    after = play("Paris", start=dracula_to_move("Nantes", plays=5 * round_ + 4))
    assert (after.trail[0].vampire, after.trail[0].trap) == (word == "vampire", word == "trap")
    assert after.log == (f"D city: {word}",)


@pytest.mark.rule("HU-ENC-04", "HU-LIFE-02", "HU-TURN-03")
def test_a_hunter_meets_every_trap_of_his_city_and_each_is_gone() -> None:
    window = trail("Nantes", "D1", "HI", "Paris", places={2: "Paris", 3: "Paris"}, traps=(1, 2, 3, 4))
    after = visit("Paris", trail=window)
    assert (after.life[0], traps_left(after), after.log[0]) == (3, (1,), "G Paris: trap, trap, trap")


@pytest.mark.rule("HU-ENC-04")
def test_a_resting_hunter_meets_the_traps_too() -> None:
    after = visit("Paris", came_from="Paris", trail=trail("Nantes", "Paris", traps=(2,)))
    assert (after.life[0], traps_left(after)) == (9, ())
    assert after.log[0] == "G Paris: trap"


@pytest.mark.rule("HU-ENC-05")
def test_a_young_vampire_is_destroyed_at_no_cost() -> None:
    after = visit("Paris", trail=trail("Nantes", "Paris", vampires=(2,)))
    assert (after.life[0], after.trail[1].vampire, after.log[0]) == (9, False, "G Paris: vampire")


@pytest.mark.rule("HU-ENC-06", "HU-LIFE-03", "HU-BLOOD-02")
def test_he_meets_dracula_where_the_latest_move_led() -> None:
    after = visit("Paris", trail=trail("HI", "Paris", "Nantes", places={1: "Paris"}))
    assert (after.life[0], after.blood, after.log[0]) == (5, 30, "G Paris: dracula")
    assert after.trail[0].place == "Paris"
    missed = visit("Nantes", came_from="Le Havre", trail=trail("HI", "Paris", "Nantes", places={1: "Paris"}))
    assert (missed.life[0], missed.blood) == (9, 40)


@pytest.mark.rule("HU-ENC-04", "HU-ENC-05", "HU-ENC-06")
def test_traps_come_before_the_vampire_and_the_vampire_before_dracula() -> None:
    window = trail("HI", "Paris", places={1: "Paris"}, traps=(1,), vampires=(2,))
    after = visit("Paris", trail=window)
    assert after.log[0] == "G Paris: trap, vampire, dracula"


@pytest.mark.rule("HU-ENC-07", "HU-ENC-09")
@pytest.mark.parametrize(
    ("life", "words", "left", "blood"),
    [
        (2, "trap", (3, 4), 40),  # the oldest is met first
        (4, "trap, trap", (3,), 40),
        (6, "trap, trap, trap", (), 40),
        (7, "trap, trap, trap, dracula", (), 30),
    ],
)
def test_encounters_stop_with_his_life_and_the_rest_stays(
    life: int, words: str, left: tuple[int, ...], blood: int
) -> None:
    after = visit("Paris", life=life, trail=TRAPS)
    assert (after.log[0], traps_left(after), after.blood) == (f"G Paris: {words}", left, blood)


@pytest.mark.rule("HU-ENC-07")
def test_a_vampire_that_he_does_not_live_to_meet_stays() -> None:
    window = trail("Nantes", "HI", "Paris", places={2: "Paris"}, traps=(2,), vampires=(3,))
    after = visit("Paris", life=2, trail=window)
    assert (after.trail[2].vampire, after.log[0]) == (True, "G Paris: trap")


@pytest.mark.rule("HU-ENC-08")
def test_nothing_is_met_at_sea() -> None:
    after = visit("Irish Sea", came_from="Dublin", trail=trail("Irish Sea", "Dublin"))
    assert (after.life[0], after.blood, after.log) == (9, 40, ("G Irish Sea",))


@pytest.mark.rule("HU-LIFE-01", "HU-BLOOD-01", "HU-SCORE-01")
def test_numbers_at_the_start() -> None:
    start = GAME.initial_state()
    assert (start.life, start.blood, start.score) == ((9, 9, 9, 9), 40, 366)


@pytest.mark.rule("HU-LIFE-04", "HU-LIFE-05", "HU-LIFE-09")
@pytest.mark.parametrize(
    ("came_from", "place", "life", "after"),
    [
        ("Paris", "Paris", 2, 5),
        ("Paris", "Paris", 8, 9),
        ("Paris", "Brussels", 2, 2),
        ("Irish Sea", "Irish Sea", 2, 5),
    ],
)
def test_rest_gives_three_points_up_to_nine_also_at_sea(came_from: str, place: str, life: int, after: int) -> None:
    assert visit(place, came_from=came_from, life=life).life[0] == after


@pytest.mark.rule("HU-LIFE-08")
def test_rest_comes_after_the_encounters_and_only_to_the_living() -> None:
    here = trail("Paris", traps=(1,))
    assert visit("Paris", came_from="Paris", life=5, trail=here).life[0] == 0
    assert visit("Paris", came_from="Paris", life=7, trail=here).life[0] == 4


@pytest.mark.rule("HU-LIFE-06", "HU-LIFE-07", "HU-SCORE-03")
def test_a_beaten_hunter_is_in_the_hospital_with_nothing_until_his_next_turn() -> None:
    after = visit("Paris", life=4, trail=trail("Paris"))
    assert (after.life[0], after.places[0], after.score) == (0, HOSPITAL, 360)
    before_his_turn = play(*FAR[1:], start=after)
    assert before_his_turn.life[0] == 0
    assert play("Nantes", start=before_his_turn).life[0] == 9


@pytest.mark.rule("HU-LIFE-07")
def test_a_city_where_a_hunter_fell_is_no_hunters_city_any_more() -> None:
    fallen = play(*FAR[1:], start=visit("Paris", life=4, trail=trail("Paris", "Nantes")))
    assert play("HI", start=fallen).log[-1] == "D city: trap"


@pytest.mark.rule("HU-LIFE-10")
def test_being_beaten_is_no_rest_and_staying_in_the_hospital_is_one() -> None:
    after = visit("Paris", came_from="Paris", life=4, trail=trail("Paris"))
    assert after.rested[0] is False
    again = play(HOSPITAL, start=play(*FAR[1:], "Nantes", start=after))
    assert (again.rested[0], again.life[0]) == (True, 9)


@pytest.mark.rule("HU-BLOOD-02", "HU-SCORE-03")
def test_dracula_loses_blood_also_to_a_hunter_who_falls() -> None:
    after = visit("Paris", life=1, trail=trail("Paris"))
    assert (after.blood, after.score) == (30, 360)


@pytest.mark.rule("HU-BLOOD-03", "HU-BLOOD-04", "HU-BLOOD-05")
@pytest.mark.parametrize(
    ("window", "move", "blood", "after"),
    [
        (trail("Nantes"), "Bay of Biscay", 40, 38),
        (trail("Bay of Biscay"), "D1", 40, 38),
        (trail("Bay of Biscay"), "Nantes", 40, 40),
        (trail("Galatz"), CASTLE, 40, 50),
        (trail(CASTLE), "HI", 97, 107),
        (trail(CASTLE), "D1", 40, 50),
        (trail("HI", "D2", "Dublin", "Galway", "Atlantic Ocean", places={1: "Galway", 2: "Galway"}), "TP", 40, 50),
    ],
)
def test_blood_by_the_place_where_he_ends(window: Window, move: str, blood: int, after: int) -> None:
    assert play(move, start=dracula_to_move(trail=window, blood=blood)).blood == after


@pytest.mark.rule("HU-SCORE-02")
def test_each_turn_of_dracula_costs_a_point_and_no_other_turn() -> None:
    scores = []
    now = GAME.initial_state()
    for text in (*FAR, "Paris", *FAR, "Nantes"):
        now = play(text, start=now)
        scores.append(now.score)
    assert scores == [366, 366, 366, 366, 365, 365, 365, 365, 365, 364]


@pytest.mark.rule("HU-SCORE-04", "HU-TRAIL-03", "HU-TRAIL-02")
@pytest.mark.parametrize(
    ("traps", "vampires", "score", "line"),
    [
        ((), (6,), 352, "D city: trap, vampire matured"),
        ((6,), (), 365, "D city: trap, trap gone"),
        ((), (), 365, "D city: trap"),
    ],
)
def test_what_leaves_the_trail_is_said_and_a_vampire_matures(
    traps: tuple[int, ...], vampires: tuple[int, ...], score: int, line: str
) -> None:
    moves = ("Nantes", "Bordeaux", "Toulouse", "Barcelona", "Saragossa", "Madrid")
    after = play("Paris", start=dracula_to_move(trail=trail(*moves, traps=traps, vampires=vampires)))
    assert (after.score, after.log) == (score, (line,))


@pytest.mark.rule("HU-TRAIL-01")
def test_the_trail_holds_six_moves() -> None:
    moves = ("Nantes", "Bordeaux", "Toulouse", "Barcelona", "Saragossa", "Madrid")
    after = play("Paris", start=dracula_to_move(*moves))
    assert [entry.move for entry in after.trail] == ["Paris", *moves[:5]]


@pytest.mark.rule("HU-TRAIL-04")
def test_the_trap_that_leaves_makes_room_for_the_new_one() -> None:
    places = {3: "Paris", 4: "Paris", 6: "Paris"}
    window = trail("Nantes", "Le Havre", "D1", "HI", "Brussels", "Paris", places=places, traps=(3, 4, 6))
    after = play("Paris", start=dracula_to_move(trail=window))
    assert after.log == ("D city: trap, trap gone",)
    assert sum(entry.trap for entry in after.trail if entry.place == "Paris") == 3


@pytest.mark.rule("HU-END-01")
@pytest.mark.parametrize(("score", "node"), [(2, Node.DECISION), (1, Node.TERMINAL)])
def test_dracula_wins_when_the_score_has_run_out(score: int, node: Node) -> None:
    after = play("Nantes", start=dracula_to_move("Paris", score=score))
    assert GAME.node(after) is node
    if node is Node.TERMINAL:
        assert GAME.outcome(after) == Outcome("dracula", "the score has run out")
        assert GAME.returns(after)["D"] == 1
        assert sum(GAME.returns(after).values()) == 0


@pytest.mark.rule("HU-END-02")
@pytest.mark.parametrize(("blood", "node"), [(11, Node.DECISION), (10, Node.TERMINAL)])
def test_the_hunters_win_when_the_blood_is_gone(blood: int, node: Node) -> None:
    after = visit("Paris", trail=trail("Paris"), blood=blood)
    assert GAME.node(after) is node
    if node is Node.TERMINAL:
        assert GAME.acting_players(after) == ()
        assert GAME.outcome(after).winner == "hunters"
        assert GAME.returns(after)["D"] == -1


@pytest.mark.rule("HU-END-03")
def test_a_last_round_ends_the_hunt_in_a_draw() -> None:
    game = load(Rules(last_round=0))
    before, after = play(*FAR, game=game), play(*FAR, "Paris", game=game)
    assert (game.node(before), game.node(after)) == (Node.DECISION, Node.TERMINAL)
    assert (game.outcome(after).winner, set(game.returns(after).values())) == (None, {0})
    assert GAME.node(play(*FAR, "Paris")) is Node.DECISION


@pytest.mark.rule("HU-END-04")
def test_the_hunters_win_when_blood_and_score_run_out_together() -> None:
    after = play("Bay of Biscay", start=dracula_to_move("Nantes", blood=2, score=1))
    assert (after.blood, after.score, GAME.outcome(after).winner) == (0, 0, "hunters")


def test_a_game_of_seven_rounds_by_hand() -> None:
    after = rounds("Paris", "Nantes", "Le Havre", "Brussels", "Cologne", "Frankfurt", "Leipzig")
    assert (after.score, after.blood, after.life) == (366 - 7 - 13, 40, (9, 9, 9, 9))
    assert [entry.place for entry in after.trail][-1] == "Nantes"
    assert BOOK.constants.trail_length == len(after.trail)
