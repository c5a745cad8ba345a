"""The tables and the picture of the notebook on fights."""

from __future__ import annotations

import pytest

from dracula_nb.boards.fight_plots import STYLES, endings_figure
from dracula_nb.games.fury_trail.fight_tables import DRACULA_CARDS, HUNTER_CARDS
from dracula_nb.lessons import the_trail_fight as lesson
from dracula_nb.solvers.trail_fight.outcomes import REASONS


def test_the_matrix_in_short():
    night = lesson.matrix("night")
    assert night.shape == (len(DRACULA_CARDS), len(HUNTER_CARDS))
    assert night.loc["Claw", "Fist"] == "D-1 H-2"
    assert night.loc["Mesmerise", "Knife"] == "card lost"
    assert night.loc["Fangs", "Pistol"] == "bite"
    changed = lesson.by_time()
    assert changed.loc[("Fangs", "Pistol")].to_dict() == {"night": "bite", "day": "D-2"}
    assert len(changed) == 4


def test_what_can_be_played():
    table = lesson.barred("Knife", [("Claw", "Dodge"), ("Mesmerise", "Knife")])
    assert table["can play"].to_dict() == {
        1: "Fist, Dodge, Escape, Knife",
        2: "Fist, Escape, Knife",
        3: "Fist, Dodge, Escape",
    }


def test_mixes_losses_and_prices_agree_with_the_odds():
    odds = lesson.odds("Knife, Pistol")
    assert lesson.mixes(odds).loc[("hunter", "Dodge"), "out of 100"] == "46"
    losses = lesson.losses(odds)
    assert losses.to_numpy().sum() == pytest.approx(100)
    mean = sum(loss * share for loss, share in losses.sum(axis=1).items()) / 100
    assert mean == pytest.approx(odds.mean("dracula_loss"))
    prices = lesson.prices(odds).set_index(["side", "always first"])["price"]
    assert prices["hunter", "Escape"] == pytest.approx(odds.value)
    assert prices.is_monotonic_decreasing


def test_hands_are_compared():
    table = lesson.compared(["", "Knife"])
    assert table.index.tolist() == ["bare hands", "Knife"]
    assert table.loc["Knife", "night"] == pytest.approx(3 * 14 / 39)


def test_the_picture_has_a_hundred_marks_and_bars_for_the_rounds():
    odds = lesson.odds("Knife, Pistol")
    figure = lesson.picture(odds)
    marks, bars = figure.axes
    assert sum(len(group.get_offsets()) for group in marks.collections) == 100
    assert marks.get_legend().get_texts()[0].get_text() == "hunters escape: 90"
    heights = sum(bar.get_height() for bar in bars.patches)
    assert heights == pytest.approx(100)


def test_every_ending_of_a_whole_fight_has_a_mark_of_its_own():
    assert set(STYLES) == set(REASONS) - {"goes on"}
    assert len({mark for _, mark in STYLES.values()}) == len(STYLES)
    certain = endings_figure({"bite": 1.0}, {1: {"bite": 1.0}})
    assert certain.axes[0].get_legend().get_texts()[0].get_text() == "bite: 100"
