"""What the hunters learn, and what stays hidden: the rows HU-SEE."""

from __future__ import annotations

import random
from dataclasses import fields

import pytest
from hunt_support import CASTLE, FAR, GAME, HOSPITAL, dracula_to_move, play, state, trail

from dracula_nb.core.playthrough import play_random
from dracula_nb.games.hunt import HuntState, Observation
from dracula_nb.games.hunt.past_plays import PastPlays
from dracula_nb.trail.window import Window, reveal


def cards(now: HuntState) -> list[tuple[str, str | None]]:
    """The trail as a hunter sees it, newest first: text and place."""
    return [(card.text, card.place) for card in GAME.observation(now, "G").cards]


def look(place: str, window: Window, *, came_from: str = "Brussels", **changes: object) -> HuntState:
    """G ends his turn in `place`."""
    return play(place, start=state(**{"places": (came_from, *FAR[1:]), "trail": window, **changes}))


@pytest.mark.rule("HU-SEE-01")
@pytest.mark.parametrize(
    ("window", "move", "text"),
    [
        (trail("Nantes"), "Paris", "city"),
        (trail("Nantes"), "HI", "city"),
        (trail("Nantes"), "Bay of Biscay", "sea"),
        (trail("Bay of Biscay"), "Atlantic Ocean", "sea"),
    ],
)
def test_of_a_hidden_move_only_city_or_sea_is_seen(window: Window, move: str, text: str) -> None:
    after = play(move, start=dracula_to_move(trail=window))
    assert cards(after)[0] == (text, None)
    assert after.log[0].removesuffix(": trap") == f"D {text}"


@pytest.mark.rule("HU-SEE-02")
def test_a_double_back_is_shown_without_its_place() -> None:
    after = play("D2", start=dracula_to_move("Paris", "Nantes"))
    assert cards(after) == [("D2", None), ("city", None), ("city", None)]
    assert after.log == ("D D2: trap",)


@pytest.mark.rule("HU-SEE-03")
@pytest.mark.parametrize(
    ("window", "places", "move", "text", "place"),
    [
        (trail("Galatz"), FAR, CASTLE, CASTLE, CASTLE),
        (trail(CASTLE), FAR, "HI", "HI", CASTLE),
        (
            trail("HI", "D2", "Dublin", "Galway", "Atlantic Ocean", places={1: "Galway", 2: "Galway"}),
            FAR,
            "TP",
            "TP",
            CASTLE,
        ),
        (trail("Nantes"), ("Paris", *FAR[1:]), "Paris", "Paris", "Paris"),
        (trail("Paris"), ("Rome", "Rome", "Rome", "Paris"), "HI", "HI", "Paris"),
    ],
)
def test_the_castle_and_a_hunters_city_show_the_move(
    window: Window, places: tuple[str, ...], move: str, text: str, place: str
) -> None:
    after = play(move, start=dracula_to_move(trail=window, places=places))
    assert cards(after)[0] == (text, place)


@pytest.mark.rule("HU-SEE-04")
def test_a_hunter_reveals_every_move_that_led_to_his_city() -> None:
    window = trail("Nantes", "D3", "Le Havre", "Brussels", "Paris", places={2: "Paris"})
    after = look("Paris", window)
    assert cards(after) == [("city", None), ("D3", "Paris"), ("city", None), ("city", None), ("Paris", "Paris")]
    assert after.log == ("G Paris", "seen 2: D3 at Paris", "seen 5: Paris")


@pytest.mark.rule("HU-SEE-04", "HU-TURN-03")
def test_a_hunter_elsewhere_reveals_nothing() -> None:
    assert cards(look("Cologne", trail("Nantes", "Paris"))) == [("city", None), ("city", None)]


SIX = ("Nantes", "Bordeaux", "Toulouse", "Barcelona", "Saragossa", "Madrid")


@pytest.mark.rule("HU-SEE-05")
@pytest.mark.parametrize(
    ("rested", "came_from", "count", "seen"),
    [
        ((False, True, True, True), FAR[0], 6, True),
        ((True, True, True, True), "Manchester", 6, False),  # he moved in his latest turn
        ((True, True, True, False), FAR[0], 6, False),
        ((False, True, True, True), FAR[0], 5, False),
    ],
)
def test_research_reveals_the_sixth_move_when_all_have_rested(
    rested: tuple[bool, ...], came_from: str, count: int, seen: bool
) -> None:
    after = look(FAR[0], trail(*SIX[:count]), came_from=came_from, rested=rested)
    expected = [("city", None)] * (count - 1) + [("Madrid", "Madrid") if seen else ("city", None)]
    assert cards(after) == expected


@pytest.mark.rule("HU-SEE-05", "HU-SEE-11")
def test_research_shows_the_place_of_a_hide() -> None:
    window = trail(*SIX[:5], "HI", places={6: "Madrid"})
    after = look(FAR[0], window, came_from=FAR[0], rested=(False, True, True, True))
    assert after.log == ("G Edinburgh", "seen 6: HI at Madrid")


@pytest.mark.rule("HU-SEE-06")
@pytest.mark.parametrize(
    ("window", "shown", "expected"),
    [
        # A double back tells of the move that it goes back to, a hide of the one before, one after the other.
        (trail("D2", "Paris", "Nantes", places={1: "Nantes"}), 1, [True, False, True]),
        (trail("HI", "Paris", "Nantes", places={1: "Paris"}), 1, [True, True, False]),
        (trail("D2", "Paris", "HI", "Nantes", places={1: "Nantes", 3: "Nantes"}), 1, [True, False, True, True]),
        # The way back holds for a double back, which is known as a move, and not for a hide, which is not.
        (trail("D2", "Paris", "Nantes", places={1: "Nantes"}), 3, [True, False, True]),
        (trail("HI", "Paris", "Nantes", places={1: "Paris"}), 2, [False, True, False]),
        (trail("D4", "Paris", "Nantes", places={1: "Nantes"}), 1, [True, False, False]),
    ],
)
def test_what_is_known_of_a_move_tells_of_those_it_points_to(window: Window, shown: int, expected: list[bool]) -> None:
    if window[0].move != "HI":
        window = reveal(window, [1], places=False)
    assert [entry.placed for entry in reveal(window, [shown])] == expected


@pytest.mark.rule("HU-SEE-06")
def test_a_double_back_to_a_place_that_was_seen_shows_its_place_at_once() -> None:
    seen = look("Nantes", trail("Paris", "Nantes"), came_from="Bordeaux")
    after = play("D2", start=dracula_to_move(trail=seen.trail))
    assert cards(after) == [("D2", "Nantes"), ("city", None), ("Nantes", "Nantes")]
    assert after.log == ("D D2: trap",)


@pytest.mark.rule("HU-SEE-05", "HU-SEE-06")
def test_research_of_a_goal_shows_the_place_of_the_double_back() -> None:
    moves = ("Paris", "D4", "Le Havre", "Brussels", "Cologne", "Paris")
    window = reveal(trail(*moves, places={2: "Paris"}), [2], places=False)
    after = look(FAR[0], window, came_from=FAR[0], rested=(False, True, True, True))
    assert after.log == ("G Edinburgh", "seen 2: D4 at Paris", "seen 6: Paris")


@pytest.mark.rule("HU-SEE-07")
def test_a_hide_that_becomes_the_sixth_move_is_known_without_its_place() -> None:
    window = trail(*SIX[:4], "HI", "Saragossa", places={5: "Saragossa"})
    after = play("Paris", start=dracula_to_move(trail=window))
    assert cards(after)[5] == ("HI", None)
    assert after.log == ("D city: trap", "seen 6: HI")
    assert cards(play("Paris", start=dracula_to_move(*SIX)))[5] == ("city", None)


@pytest.mark.rule("HU-SEE-08")
def test_a_move_that_left_the_trail_becomes_known_through_a_link() -> None:
    # D5 in round 5 goes back to Prague, the first move; when Van Helsing finds it there, that move is long gone.
    moves = ("PR", "NU", "MU", "ZA", "VI", "D5", "BR", "LI")
    record = " ".join(
        f"GED.... SMN.... H{'BD' if round_ % 2 else 'SZ'}.... MSW.... D{move}...." for round_, move in enumerate(moves)
    )
    before = PastPlays.parse(f"{record} GED.... SMN....")
    after = PastPlays.parse(f"{record} GED.... SMN.... HPR....")
    assert after.faults() == ()
    shown = [(view[4], view[9], view[29]) for view in (before.hunter_view().split(), after.hunter_view().split())]
    assert shown == [("DC?....", "DC?....", "DD5...."), ("DPR....", "DC?....", "DD5....")]


@pytest.mark.rule("HU-SEE-09")
def test_at_sea_nothing_is_shown_even_to_a_hunter_there() -> None:
    there = ("Bay of Biscay", *FAR[1:])
    after = play("Bay of Biscay", start=dracula_to_move("Nantes", places=there))
    assert cards(after)[0] == ("sea", None)
    assert cards(look("Bay of Biscay", trail("Bay of Biscay", "Nantes"), came_from="Nantes"))[0] == ("sea", None)


@pytest.mark.rule("HU-SEE-10")
def test_a_double_back_into_a_hunters_city_is_shown_as_such_only() -> None:
    now = dracula_to_move("Paris", "Nantes", places=("Nantes", *FAR[1:]))
    assert cards(play("D2", start=now))[0] == ("D2", None)
    assert cards(play("Nantes", start=dracula_to_move("Paris", places=("Nantes", *FAR[1:]))))[0] == ("Nantes", "Nantes")


@pytest.mark.rule("HU-SEE-11")
def test_a_look_at_a_hide_tells_its_place() -> None:
    after = look("Paris", trail("Nantes", "HI", "Paris", places={2: "Paris"}))
    assert after.log == ("G Paris", "seen 2: HI at Paris", "seen 3: Paris")


@pytest.mark.rule("HU-SEE-12")
def test_what_all_may_know_stands_in_every_observation() -> None:
    now = play(*FAR, "Paris", "Edinburgh")
    for seat in "GSHMD":
        seen = GAME.observation(now, seat)
        assert (seen.player, seen.plays, seen.places, seen.life) == (seat, 6, FAR, (9, 9, 9, 9))
        assert (seen.blood, seen.score) == (40, 365)
        assert seen.log == ("G Edinburgh", "S Manchester", "H Liverpool", "M Swansea", "D city: vampire", "G Edinburgh")


@pytest.mark.rule("HU-LIFE-07", "HU-SEE-12")
def test_a_beaten_hunter_is_seen_in_the_hospital() -> None:
    after = look("Paris", trail("Paris"), life=(4, 9, 9, 9))
    seen = GAME.observation(after, "S")
    assert (seen.places[0], seen.life[0]) == (HOSPITAL, 0)


@pytest.mark.rule("HU-SEE-13")
def test_hunters_see_alike_and_dracula_alone_his_trail() -> None:
    now = play(*FAR, "Paris", *FAR, "Nantes")
    views = [GAME.observation(now, seat) for seat in "GSHM"]
    shared = [field.name for field in fields(Observation) if field.name != "player"]
    assert all(getattr(view, name) == getattr(views[0], name) for view in views for name in shared)
    assert all(view.own_trail is None for view in views)
    own = GAME.observation(now, "D").own_trail
    assert own is not None
    assert [entry.place for entry in own] == ["Nantes", "Paris"]
    assert "Nantes" not in repr(views[0])


@pytest.mark.parametrize("seed", range(3))
def test_other_worlds_look_the_same_to_the_hunters(seed: int) -> None:
    rng = random.Random(seed)
    sampled = play_random(GAME, seed, max_steps=80).states
    others = set()
    for now in (sampled[24], sampled[49]):
        for _ in range(4):
            world = GAME.redeal(now, "G", rng)
            others.add((now.plays, world.trail))
            for seat in "GSHM":
                assert repr(GAME.observation(world, seat)) == repr(GAME.observation(now, seat))
                assert world.log == now.log
    assert len(others) > 3, "the worlds should differ in what is hidden"


def test_to_dracula_no_other_world_is_possible() -> None:
    now = play_random(GAME, 1, max_steps=30).states[-1]
    assert GAME.redeal(now, "D", random.Random(0)) == now
