"""Who may move where: the rows HU-TURN and HU-MOVE."""

from __future__ import annotations

import pytest
from hunt_support import BOOK, CASTLE, FAR, GAME, HOSPITAL, dracula_to_move, legal, name_of, play, state, trail

from dracula_nb.core.errors import IllegalActionError, NotationError
from dracula_nb.core.game import Node
from dracula_nb.games.hunt import Rules, load
from dracula_nb.maps import neighbours
from dracula_nb.trail.window import Window

ANYWHERE = set(BOOK.places)


@pytest.mark.rule("HU-TURN-01")
def test_seats_act_in_order_and_one_at_a_time() -> None:
    now, acting = GAME.initial_state(), []
    for text in (*FAR, "Paris", *FAR):
        acting.append(GAME.acting_players(now))
        now = play(text, start=now)
    assert acting == [("G",), ("S",), ("H",), ("M",), ("D",), ("G",), ("S",), ("H",), ("M",)]
    assert GAME.legal_actions(now, "G") == ()
    refusal = GAME.explain_illegal(now, "G", "Edinburgh")
    assert refusal is not None
    assert refusal.rule == "HU-TURN-01"


@pytest.mark.rule("HU-TURN-02")
@pytest.mark.parametrize(("plays", "round_"), [(0, 0), (4, 0), (5, 1), (9, 1), (65, 13)])
def test_rounds_are_five_turns_and_count_from_0(plays: int, round_: int) -> None:
    assert GAME.round(state(plays=plays)) == round_


@pytest.mark.rule("HU-TURN-05")
def test_nothing_is_left_to_chance() -> None:
    now = play(*FAR, "Paris", "Manchester")
    assert GAME.chance_outcomes(now) == ()
    assert GAME.node(now) is Node.DECISION


@pytest.mark.rule("HU-TURN-06")
def test_fewer_hunters_keep_their_order_and_their_number_for_the_railway() -> None:
    game = load(Rules(hunters=("S", "M")))
    now = play("Paris", "Rome", "Vienna", game=game)
    assert (game.players, game.round(now), game.acting_players(now)) == (("S", "M", "D"), 1, ("S",))
    assert game.rail_steps(now, "S") == 2
    assert game.rail_steps(now, "M") == 0
    with pytest.raises(ValueError, match="in this order"):
        Rules(hunters=("M", "S"))


@pytest.mark.rule("HU-MOVE-01")
@pytest.mark.parametrize("plays", range(4))
def test_a_hunter_starts_anywhere(plays: int) -> None:
    assert legal(play(*FAR[:plays]), "GSHM"[plays]) == ANYWHERE


@pytest.mark.rule("HU-MOVE-01", "HU-MOVE-05")
def test_dracula_starts_anywhere_but_in_the_hospital() -> None:
    assert legal(play(*FAR)) == ANYWHERE - {HOSPITAL}
    for text, rule in ((HOSPITAL, "HU-MOVE-05"), ("HI", "HU-MOVE-01"), ("D1", "HU-MOVE-01"), ("TP", "HU-MOVE-01")):
        refusal = GAME.explain_illegal(play(*FAR), "D", text)
        assert refusal is not None
        assert refusal.rule == rule


def hunter_goes(place: str, *, round_: int, seat: str = "G") -> set[str]:
    at = "GSHM".index(seat)
    places = tuple(place if other == at else FAR[other] for other in range(4))
    return legal(state(plays=5 * round_ + at, places=places), seat)


@pytest.mark.rule("HU-MOVE-02", "HU-MOVE-03")
@pytest.mark.parametrize(
    ("place", "expected"),
    [
        ("Galway", {"Galway", "Dublin", "Atlantic Ocean"}),
        ("Castle Dracula", {"Castle Dracula", "Galatz", "Klausenburg"}),
        ("Irish Sea", {"Irish Sea", "Atlantic Ocean", "Dublin", "Liverpool", "Swansea"}),
        ("Sarajevo", {"Sarajevo", "Belgrade", "Sofia", HOSPITAL, "Valona", "Zagreb"}),
    ],
)
def test_a_hunter_stays_or_goes_by_one_road_or_sea(place: str, expected: set[str]) -> None:
    assert hunter_goes(place, round_=0) == expected


@pytest.mark.rule("HU-MOVE-04")
@pytest.mark.parametrize(
    ("seat", "round_", "steps"),
    [
        ("G", 0, 0),
        ("G", 1, 1),
        ("G", 3, 3),
        ("G", 4, 0),
        ("S", 0, 1),
        ("H", 1, 3),
        ("H", 2, 0),
        ("M", 0, 3),
        ("M", 1, 0),
    ],
)
def test_rail_steps_are_the_remainder_of_round_and_number(seat: str, round_: int, steps: int) -> None:
    assert GAME.rail_steps(state(plays=5 * round_), seat) == steps


@pytest.mark.rule("HU-MOVE-04")
@pytest.mark.parametrize(
    ("round_", "by_rail"),
    [
        (0, set()),
        (1, {"BO", "BU", "LE", "MR"}),
        (2, {"BO", "BU", "LE", "MR", "CO", "SR"}),
        (3, {"BO", "BU", "LE", "MR", "CO", "SR", "FR", "BA", "MA"}),
    ],
)
def test_a_hunter_rides_up_to_his_rail_steps(round_: int, by_rail: set[str]) -> None:
    roads = {"Paris", *neighbours(BOOK.graph, "Paris", "road")}
    assert hunter_goes("Paris", round_=round_) == roads | {name_of(code) for code in by_rail}


@pytest.mark.rule("HU-MOVE-03", "HU-MOVE-04", "HU-MOVE-15")
@pytest.mark.parametrize(
    ("text", "rule"),
    [
        ("Marseilles", "HU-MOVE-04"),
        ("Dublin", "HU-MOVE-03"),
        ("HI", "HU-MOVE-15"),
        ("D1", "HU-MOVE-15"),
        ("TP", "HU-MOVE-15"),
    ],
)
def test_a_hunter_is_told_why_not(text: str, rule: str) -> None:
    now = state(plays=20, places=("Paris", *FAR[1:]))
    refusal = GAME.explain_illegal(now, "G", text)
    assert refusal is not None
    assert refusal.rule == rule
    with pytest.raises(IllegalActionError, match=rule):
        play(text, start=now)


@pytest.mark.rule("HU-MOVE-05", "HU-MOVE-06", "HU-MOVE-07")
@pytest.mark.parametrize(
    ("trail_", "expected"),
    [
        # His own city was just named, so it is barred by its wording; by rail Venice would be next to Vienna.
        (("Vienna",), {"Budapest", "Munich", "Prague", "Zagreb", "D1", "HI"}),
        (("Szeged",), {"Belgrade", "Budapest", "Klausenburg", "Zagreb", "D1", "HI"}),
        (("Irish Sea",), {"Atlantic Ocean", "Dublin", "Liverpool", "Swansea", "D1"}),
    ],
)
def test_dracula_goes_by_one_road_or_sea_never_by_rail_or_to_the_hospital(
    trail_: tuple[str, ...], expected: set[str]
) -> None:
    assert legal(dracula_to_move(*trail_)) == expected


@pytest.mark.rule("HU-MOVE-07")
def test_his_own_city_may_be_named_when_he_came_by_another_wording_his_own_sea_never() -> None:
    named_before = dracula_to_move(trail=trail("D2", "Leipzig", "Prague", places={1: "Prague"}))
    by_land = ("D5", "Liverpool", "Swansea", "London", "Plymouth", "Manchester")
    land = dracula_to_move(trail=trail(*by_land, places={1: "Manchester"}))
    sea = dracula_to_move(
        trail=trail("D5", "Dublin", "Galway", "London", "Plymouth", "Irish Sea", places={1: "Irish Sea"})
    )
    assert "Prague" not in legal(named_before)
    assert legal(land) == {"Manchester", "Edinburgh", "HI"}
    assert legal(sea) == {"Atlantic Ocean", "Liverpool", "Swansea"}
    refusal = GAME.explain_illegal(sea, "D", "Irish Sea")
    assert refusal is not None
    assert refusal.rule == "HU-MOVE-07"


@pytest.mark.rule("HU-MOVE-08")
def test_a_move_by_name_is_barred_for_five_moves() -> None:
    recent = ("Zagreb", "Munich", "Venice", "Florence", "Vienna")
    assert "Vienna" not in legal(dracula_to_move(*recent))
    assert "Vienna" in legal(dracula_to_move("Zagreb", "Munich", "Venice", "Florence", "Genoa", "Vienna"))


@pytest.mark.rule("HU-MOVE-08")
def test_only_the_same_wording_bars_a_move() -> None:
    # He was in Cologne by D3 only; the move named Cologne is six moves old.
    window = trail("Brussels", "D3", "Frankfurt", "Strasbourg", "Leipzig", "Cologne", places={2: "Cologne"})
    assert "Cologne" in legal(dracula_to_move(trail=window))


@pytest.mark.rule("HU-MOVE-09", "HU-MOVE-10")
@pytest.mark.parametrize(
    ("window", "may"),
    [
        (trail("Paris", "Brussels"), True),
        (trail("Irish Sea", "Dublin"), False),
        (trail("Paris", "HI", "Brussels", places={2: "Brussels"}), False),
        (trail("Paris", "Le Havre", "Nantes", "Bordeaux", "HI", "Toulouse", places={5: "Toulouse"}), False),
        (trail("Paris", "Le Havre", "Nantes", "Bordeaux", "Toulouse", "HI", places={6: "Toulouse"}), True),
    ],
)
def test_he_hides_on_land_once_in_six_moves(window: Window, may: bool) -> None:
    assert ("HI" in legal(dracula_to_move(trail=window))) is may


@pytest.mark.rule("HU-MOVE-09")
def test_a_hide_keeps_him_where_he_is() -> None:
    newest = play("HI", start=dracula_to_move("Paris", "Brussels")).trail[0]
    assert (newest.move, newest.place) == ("HI", "Paris")


@pytest.mark.rule("HU-MOVE-11")
def test_he_doubles_back_to_his_own_or_a_neighbouring_place_of_his_last_moves() -> None:
    # D1 where he is, D2 next to it, D3 two roads away, D4 next to it, D5 the same as D1, no sixth.
    window = trail("Strasbourg", "Frankfurt", "Leipzig", "Cologne", "HI", "Munich", places={5: "Strasbourg"})
    backs = {text for text in legal(dracula_to_move(trail=window)) if text[0] == "D" and text[1:].isdecimal()}
    assert backs == {"D1", "D2", "D4", "D5"}
    assert play("D4", start=dracula_to_move(trail=window)).trail[0].place == "Cologne"


@pytest.mark.rule("HU-MOVE-11")
def test_he_cannot_go_back_beyond_his_first_move() -> None:
    now = dracula_to_move("Paris", "Brussels")
    assert {"D1", "D2"} <= legal(now)
    refusal = GAME.explain_illegal(now, "D", "D3")
    assert refusal is not None
    assert (refusal.rule, refusal.reason) == ("HU-MOVE-11", "only 2 moves can be gone back")


@pytest.mark.rule("HU-MOVE-12")
@pytest.mark.parametrize(("at", "may"), [(1, False), (5, False), (6, True)])
def test_he_doubles_back_once_in_six_moves(at: int, may: bool) -> None:
    moves = ["Paris", "Brussels", "Cologne", "Frankfurt", "Leipzig", "Berlin"]
    moves[at - 1] = "D1"
    window = trail(*moves, places={at: "Paris" if at == 1 else "Frankfurt"})
    assert ("D1" in legal(dracula_to_move(trail=window))) is may


@pytest.mark.rule("HU-MOVE-13")
def test_he_teleports_only_when_nothing_else_is_left() -> None:
    # Galway: hidden there after a double back, Dublin and the ocean named before.
    stuck = trail("HI", "D2", "Dublin", "Galway", "Atlantic Ocean", places={1: "Galway", 2: "Galway"})
    assert legal(dracula_to_move(trail=stuck)) == {"TP"}
    newest = play("TP", start=dracula_to_move(trail=stuck)).trail[0]
    assert (newest.move, newest.place) == ("TP", CASTLE)
    refusal = GAME.explain_illegal(dracula_to_move("Paris"), "D", "TP")
    assert refusal is not None
    assert refusal.rule == "HU-MOVE-13"


@pytest.mark.rule("HU-MOVE-16")
def test_after_a_teleport_he_may_name_the_castle() -> None:
    window = trail("TP", "HI", "D2", "Dublin", "Galway", places={1: CASTLE, 2: "Galway", 3: "Galway"})
    assert legal(dracula_to_move(trail=window)) == {CASTLE, "Galatz", "Klausenburg"}


@pytest.mark.rule("HU-MOVE-17")
def test_he_may_double_back_at_sea() -> None:
    now = dracula_to_move("Irish Sea", "Atlantic Ocean", "Galway")
    assert {"D1", "D2"} <= legal(now)
    assert "D3" not in legal(now)
    assert play("D1", start=now).trail[0].place == "Irish Sea"


@pytest.mark.rule("HU-MOVE-18")
@pytest.mark.parametrize(
    ("window", "back", "place"),
    [
        (trail("Nantes", "HI", "Paris", places={2: "Paris"}), "D2", "Paris"),
        (trail("Galatz", "TP", "Galway", places={2: CASTLE}), "D2", CASTLE),
    ],
)
def test_a_double_back_leads_where_the_move_had_led(window: Window, back: str, place: str) -> None:
    assert play(back, start=dracula_to_move(trail=window)).trail[0].place == place


@pytest.mark.rule("HU-MOVE-14")
def test_an_unknown_text_is_no_action_and_the_nearest_place_is_named() -> None:
    with pytest.raises(NotationError, match=r"'Vienne' is no action.*did you mean 'Vienna'"):
        GAME.parse_action(GAME.initial_state(), "Vienne")
    refusal = GAME.explain_illegal(GAME.initial_state(), "G", "D6")
    assert refusal is not None
    assert refusal.rule == "HU-MOVE-14"


@pytest.mark.rule("HU-MOVE-06", "HU-MOVE-08", "HU-MOVE-09", "HU-MOVE-10", "HU-MOVE-12")
@pytest.mark.parametrize(
    ("window", "text", "rule"),
    [
        (trail("Vienna"), "Venice", "HU-MOVE-06"),
        (trail("Vienna"), "Vienna", "HU-MOVE-08"),
        (trail("Irish Sea"), "HI", "HU-MOVE-09"),
        (trail("HI", "Vienna", places={1: "Vienna"}), "HI", "HU-MOVE-10"),
        (trail("D1", "Vienna", places={1: "Vienna"}), "D2", "HU-MOVE-12"),
        (trail("Szeged"), HOSPITAL, "HU-MOVE-05"),
    ],
)
def test_dracula_is_told_why_not(window: Window, text: str, rule: str) -> None:
    now = dracula_to_move(trail=window)
    refusal = GAME.explain_illegal(now, "D", text)
    assert refusal is not None
    assert refusal.rule == rule
    with pytest.raises(IllegalActionError, match=rule):
        play(text, start=now)
