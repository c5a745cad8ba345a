"""The trails that the notebook counts by hand, its pictures and its exercises."""

from __future__ import annotations

from fractions import Fraction

import pytest

from dracula_nb.lessons import the_trail as lesson


def test_trails_counted_by_the_engine_give_the_filters_belief() -> None:
    for moves in (1, 2, 3):
        shares, belief = lesson.tally(lesson.trails(moves)), lesson.case(moves).belief()
        assert sum(shares.values()) == 1
        assert belief.posterior == pytest.approx({place: float(share) for place, share in shares.items()}, abs=1e-12)
        assert belief.states == len(lesson.trails(moves))


def test_the_table_names_moves_and_what_they_were_chosen_from() -> None:
    table = lesson.trails(2)
    assert table.columns.tolist() == ["move 1", "move 2", "ends", "of", "chance"]
    stayed = table[table["move 2"] == "HI"]
    assert stayed["ends"].tolist() == stayed["move 1"].tolist() == ["Galatz", "Klausenburg"]
    assert stayed["chance"].tolist() == [Fraction(1, 24), Fraction(1, 32)]


def test_the_hand_made_map_says_what_the_filters_map_says() -> None:
    by_hand = lesson.heat(lesson.tally(lesson.trails(2)), "By hand").data
    by_filter = lesson.picture(lesson.case(2)).data
    for label in (
        "Bucharest, city, 23 in 100",
        "Constanta, city, 13 in 100",
        "Szeged, city, not possible, Mina Harker",
    ):
        assert label in by_hand
        assert label in by_filter


def test_what_the_fourth_hunter_finds() -> None:
    met, nothing = lesson.case(2, *lesson.MET).belief(), lesson.case(2, *lesson.NOTHING).belief()
    assert met.possible == {"Belgrade", "Bucharest", "Budapest", "Galatz"}
    assert nothing.posterior == pytest.approx(dict.fromkeys(("Bucharest", "Constanta", "Galatz"), 1 / 3))


def test_layers_and_beliefs_side_by_side() -> None:
    layers = lesson.layers(lesson.case(2).belief())
    assert layers.columns.tolist() == [1, 2, 3]
    assert layers.sum().tolist() == pytest.approx([1, 1, 1])
    assert layers.loc["Castle Dracula", 3] == 1
    both = lesson.side_by_side(
        plain=lesson.evening("D land: trap").belief(), Wolf_Form=lesson.evening("D Feed").belief()
    )
    assert both.columns.tolist() == ["plain", "Wolf Form"]
    assert both["Wolf Form"].dropna().to_dict() == {"Galatz": 1.0}


def test_answers_are_the_beliefs() -> None:
    without = lesson.trails(2)[lambda table: table["move 2"] != "HI"]
    wolf = lesson.evening("D wolf land: trap").belief()
    right = {
        "nothing met": lesson.case(2, *lesson.NOTHING).belief().posterior["Constanta"],
        "no hide": lesson.tally(without)["Constanta"],
        "wolf": len(wolf.possible),
    }
    for question, answer in right.items():
        assert lesson.check(question, answer).startswith("Right. ")
        assert lesson.check(question, float(answer) + 0.1).startswith("Not yet. ")
        assert lesson.check(question, None) == "Not answered yet."
