"""The trail of six positions and the five powers on the 2015 map, row by row."""

from __future__ import annotations

import random

import pytest

from dracula_nb.games.fury_trail.rulebook import rulebook
from dracula_nb.maps import neighbours, road_distance
from dracula_nb.trail.hideouts import (
    DARK_CALL,
    EMPTY,
    FEED,
    HIDE,
    LENGTH,
    MISDIRECT,
    POWERS,
    WOLF_FORM,
    Choice,
    Hideout,
    Terms,
    Trail,
    cards,
    choices,
    clear,
    clearable,
    flight_ends,
    flown,
    here,
    here_at,
    in_hand,
    laid,
    leave,
    misdirected,
    moves,
    open_in,
    penalty,
    penalty_health,
    position_of,
    shift,
    tied_hide,
    turned,
    turned_by,
    turned_by_fight,
    wolf_ends,
)

BOOK = rulebook()
GROUND, COSTS, ANY = BOOK.ground, BOOK.costs, Terms()


def trail(*cards_: str | None) -> Trail:
    """A trail from the newest card on: ``+`` before a card that lies faceup, ``~`` for Wolf Form with it."""
    found = [c and Hideout(c.lstrip("+~"), c.startswith("+") or c in POWERS, "~" in c) for c in cards_]
    return (*found, *[None] * (LENGTH - len(found)))  # type: ignore[arg-type]


def legal(given: Trail, terms: Terms = ANY) -> set[Choice]:
    """Every choice in a trail that has shifted already."""
    return set(choices(GROUND, given, terms, COSTS))


@pytest.mark.rule("FT-TRAIL-01", "FT-TRAIL-34")
def test_shift_moves_all_on_and_closes_no_gap() -> None:
    after, left = shift(trail("Paris", None, "Brussels", "Hide", None, "Rome"))
    assert after == trail(None, "Paris", None, "Brussels", "Hide", None)
    assert left == Hideout("Rome")


@pytest.mark.rule("FT-TRAIL-03", "FT-TRAIL-39", "FT-MAP-04")
def test_moves_go_by_one_road_or_sea_step() -> None:
    near = set(moves(GROUND, trail(None, "Paris"), ANY))
    assert {"Brussels", "Nantes"} <= near
    assert "Milan" not in near
    assert near == set(neighbours(BOOK.graph, "Paris", "road"))
    assert "English Channel" in moves(GROUND, trail(None, "Le Havre"), ANY)


@pytest.mark.rule("FT-TRAIL-15")
def test_dracula_takes_no_railway() -> None:
    by_rail = set(neighbours(BOOK.graph, "Paris", "rail")) - set(neighbours(BOOK.graph, "Paris", "road"))
    assert by_rail
    assert not by_rail & set(moves(GROUND, trail(None, "Paris"), ANY))


@pytest.mark.rule("FT-TRAIL-13")
def test_no_place_of_the_trail_is_entered() -> None:
    given = trail(None, "Paris", "Feed", "Brussels")
    assert "Brussels" not in moves(GROUND, given, ANY)
    assert not {"Brussels", "Paris"} & set(wolf_ends(GROUND, given, ANY))
    freed = Choice("Brussels", misdirect=4)
    assert freed in legal(given)


@pytest.mark.rule("FT-TRAIL-12")
def test_what_leaves_is_free_at_once() -> None:
    after, left, _ = leave(trail("Paris", None, None, None, None, "Brussels"))
    assert left == Hideout("Brussels")
    assert Choice("Brussels") in legal(after)


@pytest.mark.rule("FT-TRAIL-14", "FT-LOC-05")
def test_hospital_and_tokens_bar() -> None:
    assert BOOK.hospital in neighbours(BOOK.graph, "Belgrade", "road")
    given = trail(None, "Belgrade")
    assert BOOK.hospital not in moves(GROUND, given, ANY)
    assert BOOK.hospital not in wolf_ends(GROUND, given, ANY)
    barred = Terms(frozenset({"Sofia"}))
    assert "Sofia" in moves(GROUND, given, ANY)
    assert "Sofia" not in moves(GROUND, given, barred)
    assert BOOK.hospital not in flight_ends(GROUND, given, ANY, ())


@pytest.mark.rule("FT-TRAIL-11", "FT-POW-24", "FT-POW-25")
@pytest.mark.parametrize("power", [HIDE, DARK_CALL, FEED])
def test_a_power_on_the_trail_waits_until_it_leaves(power: str) -> None:
    assert not in_hand(trail(None, "Paris", power), power)
    assert Choice(power) not in legal(trail(None, "Paris", power))
    after, _, _ = leave(trail("Paris", None, None, None, None, power))
    assert in_hand(after, power)
    assert Choice(power) in legal(after)


@pytest.mark.rule("FT-POW-25", "FT-SEA-16")
def test_at_sea_only_moves_and_misdirect() -> None:
    given = trail(None, "North Sea", "English Channel", "London")
    found = legal(given)
    assert {choice.card for choice in found} <= set(GROUND.steps["North Sea"])
    assert any(choice.misdirect for choice in found)
    assert not any(choice.wolf for choice in found)


@pytest.mark.rule("FT-POW-06", "FT-POW-07")
def test_one_power_a_phase_but_misdirect_may_precede_it() -> None:
    assert set(POWERS) == {DARK_CALL, FEED, HIDE, MISDIRECT, WOLF_FORM}
    found = legal(trail(None, "Paris", "Brussels"))
    assert {choice.card for choice in found} & set(POWERS) == {HIDE, DARK_CALL, FEED}
    assert {Choice(FEED), Choice(FEED, misdirect=3), Choice("Nantes", wolf=True, misdirect=3)} <= found
    assert not any(choice.wolf for choice in found if choice.card in POWERS)


@pytest.mark.rule("FT-POW-10")
@pytest.mark.parametrize(("power", "cost"), [(DARK_CALL, 2), (WOLF_FORM, 1)])
def test_a_cost_may_not_defeat_him(power: str, cost: int) -> None:
    def played(health: int) -> bool:
        found = legal(trail(None, "Paris"), Terms(health=health))
        return any(choice.card == power or (choice.wolf and power == WOLF_FORM) for choice in found)

    assert not played(cost)
    assert played(cost + 1)


@pytest.mark.rule("FT-POW-12")
def test_feed_in_a_city_only() -> None:
    assert Choice(FEED) in legal(trail(None, "Paris"))
    assert Choice(FEED) not in legal(trail(None, "North Sea"))
    castle = legal(trail(None, "+Castle Dracula"))
    assert Choice(FEED) not in castle
    assert Choice(HIDE) in castle


@pytest.mark.rule("FT-POW-03", "FT-POW-18", "FT-MAP-05")
def test_wolf_form_goes_one_or_two_roads_over_open_ground() -> None:
    ends = set(wolf_ends(GROUND, trail(None, "Paris"), ANY))
    assert ends == {p for p in BOOK.places if road_distance(BOOK.graph, "Paris", p) in (1, 2)}
    assert "Marseilles" in ends
    assert "Milan" not in ends
    over_trail = set(wolf_ends(GROUND, trail(None, "Paris", "Feed", "Clermont Ferrand"), ANY))
    assert over_trail == ends - {"Clermont Ferrand"}
    barred = frozenset(neighbours(BOOK.graph, "Marseilles", "road"))
    assert "Marseilles" not in wolf_ends(GROUND, trail(None, "Paris"), Terms(barred))


@pytest.mark.rule("FT-POW-05", "FT-POW-20")
def test_misdirect_takes_what_it_may() -> None:
    given = trail(None, "Hide", "Paris", "Brussels", "~Cologne", "+Castle Dracula")
    assert clearable(GROUND, given) == (4,)
    assert clearable(GROUND, trail(None, "Paris", "Feed", "Hide", "Nantes", "North Sea")) == (6,)
    assert misdirected(trail(None, "Paris", "Brussels"), 3) == trail(None, "Paris", "Misdirect")
    assert not any(choice.misdirect for choice in legal(trail(None, "Paris", "Misdirect", "Brussels")))


@pytest.mark.rule("FT-POW-21")
def test_a_card_follows_misdirect() -> None:
    given = trail(None, "Paris", "Dark Call", "Brussels")
    after = laid(GROUND, given, Choice("Brussels", misdirect=4), ())
    assert after == trail("Brussels", "Paris", "Dark Call", "Misdirect")


@pytest.mark.rule("FT-POW-31")
def test_staying_powers_follow_each_other() -> None:
    given = trail(None, "Hide", "Paris")
    assert {Choice(FEED), Choice(DARK_CALL)} <= legal(given)
    assert Choice(HIDE) not in legal(given)
    after, _, hide = leave(trail(None, None, None, None, "Hide", "Paris")[:4] + trail("Hide", "Paris")[:2])
    assert hide == 5
    assert position_of(after, HIDE) == 0


@pytest.mark.rule("FT-POW-23")
def test_there_is_no_double_back() -> None:
    assert not any("Double" in power for power in POWERS)


@pytest.mark.rule("FT-TRAIL-04", "FT-TRAIL-19", "FT-TRAIL-33", "FT-POW-13")
def test_faces_of_what_is_laid() -> None:
    def face(choice: Choice, *hunters: str) -> bool:
        newest = laid(GROUND, trail(None, "Paris"), choice, hunters)[0]
        assert newest is not None
        return newest.faceup

    assert not face(Choice("Brussels"))
    assert not face(Choice("Brussels"), "Paris")
    assert face(Choice("Brussels"), "Brussels")
    assert not face(Choice(HIDE))
    assert face(Choice(DARK_CALL))
    assert face(Choice(FEED))
    channel = laid(GROUND, trail(None, "Le Havre"), Choice("English Channel"), ("English Channel",))
    assert channel[0] == Hideout("English Channel")


@pytest.mark.rule("FT-LOC-01")
def test_the_castle_lies_faceup() -> None:
    after = laid(GROUND, trail(None, "Klausenburg"), Choice(BOOK.castle), ())
    assert after[0] == Hideout(BOOK.castle, faceup=True)


@pytest.mark.rule("FT-POW-16")
def test_hide_beside_a_hunter_lies_faceup() -> None:
    assert laid(GROUND, trail(None, "Paris"), Choice(HIDE), ("Paris",))[0] == Hideout(HIDE, faceup=True)


@pytest.mark.rule("FT-POW-09", "FT-POW-04")
@pytest.mark.parametrize("power", [HIDE, DARK_CALL, FEED])
def test_he_stays_under_a_power_alone(power: str) -> None:
    after = laid(GROUND, trail(None, "Paris"), Choice(power), ())
    assert here(after) == "Paris"
    assert after[0] == Hideout(power, faceup=power != HIDE)


@pytest.mark.rule("FT-POW-19")
def test_wolf_form_lies_with_a_facedown_place() -> None:
    after = laid(GROUND, trail(None, "Paris"), Choice("Marseilles", wolf=True), ())
    assert after[0] == Hideout("Marseilles", faceup=False, wolf=True)
    assert position_of(after, WOLF_FORM) == 1


@pytest.mark.rule("FT-TRAIL-29")
def test_he_is_at_the_newest_place() -> None:
    assert here(trail("Feed", "Hide", "Paris", "Brussels")) == "Paris"
    assert here_at(trail("Feed", None, "Paris")) == 3


@pytest.mark.rule("FT-POW-15")
def test_hide_leaves_with_its_place() -> None:
    after, left, hide = leave(trail("Feed", None, "Nantes", None, "Hide", "Paris"))
    assert (left, hide) == (Hideout("Paris"), 5)
    assert after == trail(None, "Feed", None, "Nantes")
    other = leave(trail("Feed", "Nantes", "Hide", "Brussels", None, "Paris"))
    assert other[2] == 0
    assert other[0] == trail(None, "Feed", "Nantes", "Hide", "Brussels")


@pytest.mark.rule("FT-POW-14")
def test_hide_is_tied_to_the_place_he_stayed_in() -> None:
    given = trail("Hide", "Dark Call", "Paris", "Brussels")
    assert tied_hide(given, 3) == 1
    assert tied_hide(given, 4) == 0


@pytest.mark.rule("FT-TRAIL-28", "FT-ENC-14")
def test_clearing_spares_him_and_all_newer() -> None:
    assert clear(trail(None, "Feed", None, "Paris", None, "Rome"), range(4, 7)) == (
        trail(None, "Feed", None, "Paris"),
        frozenset({6}),
    )
    spared, gone = clear(trail(None, "Nantes", "Hide", "Paris", "Dark Call", "Rome"), range(4, 7))
    assert (spared, gone) == (trail(None, "Nantes"), frozenset({3, 4, 5, 6}))


@pytest.mark.rule("FT-TRAIL-16")
def test_the_penalty_leaves_his_card_alone() -> None:
    galway = trail(None, "Galway", "Dublin", "Feed", "Hide", "Dark Call")
    stuck = (*galway[:2], Hideout("Dublin", wolf=True), *galway[3:])
    barred = Terms(frozenset({"Atlantic Ocean"}), 12)
    assert not legal(stuck, barred)
    after = penalty(stuck)
    assert after == trail(None, "+Galway")
    assert all(in_hand(after, power) for power in POWERS)
    assert legal(after, barred)


@pytest.mark.rule("FT-TRAIL-17", "FT-TRAIL-18")
@pytest.mark.parametrize(("before", "after"), [(15, 10), (12, 10), (10, 5), (6, 5), (5, 0), (1, 0)])
def test_the_penalty_takes_him_to_the_next_lower_five(before: int, after: int) -> None:
    assert penalty_health(before) == after


@pytest.mark.rule("FT-TRAIL-41")
@pytest.mark.parametrize(
    ("given", "place"),
    [
        (trail("+Paris"), "Paris"),
        (trail("Feed", "+Paris"), "Paris"),
        (trail("Hide", "+Paris"), None),
        (trail("Brussels", "+Paris"), None),
        (trail("Feed", None, "Paris"), None),
        (EMPTY, None),
    ],
)
def test_he_is_open_where_all_is_faceup(given: Trail, place: str | None) -> None:
    hidden = tuple(h and Hideout(h.card, h.faceup and h.card != HIDE) for h in given)
    assert open_in(hidden) == place


@pytest.mark.rule("FT-TRAIL-42", "FT-ACT-23", "FT-ACT-24")
def test_an_arrival_turns_the_city_and_its_hide() -> None:
    given = (Hideout(HIDE), Hideout("Paris"), Hideout("North Sea"), None, None, None)
    assert turned_by(GROUND, given, "Paris") == {1, 2}
    assert turned_by(GROUND, given, "North Sea") == frozenset()
    assert turned_by(GROUND, given, "Rome") == frozenset()
    assert turned_by(GROUND, (Hideout(HIDE), Hideout("Paris", faceup=True), *EMPTY[2:]), "Paris") == {1}
    assert open_in(turned(given, {1, 2})) == "Paris"
    assert turned_by_fight((Hideout(FEED, faceup=True), *given[:3], None, None)) == {2, 3}


@pytest.mark.rule("FT-CMB-32")
def test_a_bat_flies_one_or_two_roads() -> None:
    given = trail("Feed", "Paris", "Brussels", None, "Rome")
    ends = set(flight_ends(GROUND, given, Terms(frozenset({"Nantes"})), {"Cologne"}))
    far = {p for p in BOOK.cities if road_distance(BOOK.graph, "Paris", p) in (1, 2)}
    assert ends == far - {"Nantes", "Cologne", "Brussels"}
    assert flown(given, "Nantes") == trail("Nantes", None, "Brussels", None, "Rome")
    assert BOOK.castle not in flight_ends(GROUND, trail("Klausenburg"), ANY, ())


@pytest.mark.rule("FT-TRAIL-32", "FT-TRAIL-35")
def test_long_walks_keep_to_the_state_of_a_trail() -> None:
    for seed in range(12):
        rng, given = random.Random(seed), (Hideout("Paris"), *EMPTY[1:])
        for _ in range(150):
            given, _, _ = leave(given)
            if rng.random() < 0.1:
                given, _ = clear(given, range(4, 7))
            found = choices(GROUND, given, ANY, COSTS)
            if not found:
                given = penalty(given)
                found = choices(GROUND, given, ANY, COSTS)
            given = laid(GROUND, given, rng.choice(found), ("Vienna", "Rome"))
            lying = [h.card for h in given if h] + [WOLF_FORM for h in given if h and h.wolf]
            assert len(lying) == len(set(lying))
            assert 1 <= here_at(given) <= 4
            assert cards(GROUND, (None, *given[:5]), ANY, COSTS) is not None
