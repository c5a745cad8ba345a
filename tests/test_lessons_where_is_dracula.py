"""The maps, tables and figures of the notebooks that follow a real log."""

from __future__ import annotations

import xml.etree.ElementTree as ET

import pandas as pd
import pytest

from dracula_nb.beliefs.score import forecasts
from dracula_nb.boards.belief_view import clue_words, ruled_out, view_of_belief
from dracula_nb.boards.scene import TrailCard
from dracula_nb.core.errors import CaseFileError
from dracula_nb.lessons import where_is_dracula as lesson
from dracula_nb.lessons.logs import Log, read_log
from dracula_nb.resources import data_root

SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture(scope="module")
def log() -> Log:
    return read_log("naples", plays=50)


def labels(svg: str) -> dict[str, str]:
    """What each place of a scene says of itself."""
    places = [node for node in ET.fromstring(svg).iter(f"{SVG}g") if node.get("data-place")]
    return {node.attrib["data-place"]: node.attrib["aria-label"] for node in places}


def test_map_after_a_turn_shows_the_hunters_and_what_they_believe(log: Log) -> None:
    view, belief = lesson.map_after(log.case, 43), lesson.belief_after(log.case, 43)
    assert {piece.seat: piece.place for piece in view.pieces} == {
        "G": "Munich",
        "S": "Szeged",
        "H": "Rome",
        "M": "Varna",
    }
    assert dict(view.heat) == belief.posterior == pytest.approx({"Naples": 0.5, "Bari": 0.5})
    assert view.possible == {"Naples", "Bari"}
    assert view.model == "uniform"
    assert view.title == "Line 48: Van Helsing ended in Rome and met a trap"
    assert view.notes == ("2 of 71 places possible", "line 49: the fourth newest move of the trail was seen: Rome")


def test_trail_tells_what_was_seen_and_what_follows_from_it(log: Log) -> None:
    cards = lesson.map_after(log.case, 43).trail
    assert cards[:3] == (TrailCard(1, "city"), TrailCard(2, "city"), TrailCard(3, "city"))
    assert cards[3:] == (TrailCard(4, "Rome", "Rome"), TrailCard(5, "city", "Florence"), TrailCard(6, "city"))


def test_trail_names_tricks_and_the_sea(log: Log) -> None:
    cards = lesson.map_after(log.case, 50).trail
    assert cards[:4] == (
        TrailCard(1, "sea", "Tyrrhenian Sea"),
        TrailCard(2, "Double Back 1", "Naples"),
        TrailCard(3, "Hide", "Naples"),
        TrailCard(4, "Naples", "Naples"),
    )


def test_a_turn_rules_out_with_all_that_it_showed(log: Log) -> None:
    before, after = lesson.belief_after(log.case, 42), lesson.belief_after(log.case, 43)
    assert ruled_out(after) == before.possible - {"Naples", "Bari"}
    assert len(ruled_out(after)) == 18
    assert lesson.map_after(log.case, 43).changed == ruled_out(after)


def test_first_turns_rule_nothing_out(log: Log) -> None:
    assert ruled_out(lesson.belief_after(log.case, 1)) == frozenset()
    view = lesson.map_after(log.case, 1)
    assert (view.trail, view.possible, view.heat) == ((), frozenset(), ())
    assert [piece.place for piece in view.pieces] == ["Paris", None, None, None]


def test_beaten_hunter_stands_in_the_hospital() -> None:
    case = read_log("galatz", plays=14).case
    assert [note.text for note in case.notes if note.text.startswith("S ")][-1] == "S Castle Dracula: trap, dracula"
    places = {turn: lesson.map_after(case, turn).pieces[1].place for turn in (7, 11, 12, 14)}
    hospital = "St Joseph and St Mary"
    assert places == {7: "Castle Dracula", 11: "Castle Dracula", 12: hospital, 14: hospital}


def test_broken_story_is_told_on_the_map(log: Log) -> None:
    slip = log.case.corrected(36, "seen 1: Milan")
    assert view_of_belief(slip, slip.belief()).notes[-1] == "the story breaks at line 48"


def test_words_of_every_clue_of_the_log(log: Log) -> None:
    said = {note.line: clue_words(log.case, note) for note in log.case.notes}
    assert said[9] == "Dracula moved on land, unseen, and laid a vampire"
    assert said[40] == "Dracula moved on land, unseen, and laid a trap; a vampire has matured"
    assert said[51] == "Dracula made a Double Back 1, and laid a trap; an old trap is gone"
    assert said[54] == "Van Helsing ended in Naples and met three traps and Dracula"
    assert said[56] == "the second newest move of the trail was seen: Hide (Naples)"
    assert said[59] == "Dracula moved at sea, unseen; an old trap is gone"


@pytest.mark.parametrize("turn", [0, 51])
def test_no_such_turn_is_one_line(log: Log, turn: int) -> None:
    with pytest.raises(CaseFileError, match=rf"^naples: no turn {turn}; expected 1 to 50$"):
        lesson.belief_after(log.case, turn)


def test_slider_shows_the_map_of_its_turn(log: Log) -> None:
    slider = lesson.follow(log)
    assert (slider.slider.min, slider.slider.value, slider.slider.max) == (1, 5, 50)
    assert labels(slider.map.value)["Vienna"] == "Vienna, city, 2 in 100"
    slider.slider.value = 43
    assert labels(slider.map.value)["Vienna"] == "Vienna, city, ruled out by the last turn"
    assert labels(slider.map.value)["Naples"] == "Naples, city, 50 in 100"


def test_slider_leaves_its_first_map_behind(log: Log) -> None:
    slider = lesson.follow(log, start=43)
    slider.slider.value = 5
    bundle = slider._repr_mimebundle_()
    assert "application/vnd.jupyter.widget-view+json" in bundle
    assert bundle["text/html"] == lesson.picture(lesson.map_after(log.case, 43)).data


def test_truth_is_on_the_map_only_where_asked(log: Log) -> None:
    assert "Dracula, in truth" not in lesson.follow(log, start=43).map.value
    assert "Dracula, in truth is here" in labels(lesson.follow(log, start=43, show_truth=True).map.value)["Naples"]


def test_story_has_a_row_a_turn(log: Log) -> None:
    turns = lesson.story(log)
    assert list(turns.index) == list(range(1, 51))
    row = turns.loc[43]
    assert (row["lines"], row["clues"]) == ("48-49", "H Rome: trap; seen 4: Rome")
    assert (row["possible"], row["ruled out"], row["truth"]) == (2, 18, "Naples")
    assert row["chance of truth"] == pytest.approx(0.5)
    assert turns.loc[4, ["truth", "chance of truth"]].isna().all()


def test_only_the_slip_heals(log: Log) -> None:
    assert lesson.healing_lines(log.case.corrected(36, "seen 1: Milan")) == {36: "seen 1: Milan"}


def test_figure_holds_what_was_forecast(log: Log) -> None:
    table = forecasts({"naples": log.plays, "same": log.plays}, ["uniform", "evasive(1)"])
    axes = lesson.models_figure(table, "naples").axes[0]
    assert [line.get_label() for line in axes.get_lines()] == ["uniform", "evasive(1)", "possible alike"]
    assert len({line.get_linestyle() for line in axes.get_lines()}) == 3
    turns, chances = axes.get_lines()[0].get_data()
    told = lesson.story(log)["chance of truth"]
    # a forecast is what was believed before the turn
    assert list(chances) == pytest.approx([told[turn - 1] for turn in turns])
    assert len(turns) == 36


def test_figure_becomes_a_png_with_words(log: Log) -> None:
    image = lesson.picture(lesson.models_figure(forecasts({"naples": log.plays}), "naples"))
    assert image.data.startswith(b"\x89PNG")
    assert image.alt == "Log naples: who knew best?"


def test_table_keeps_long_texts_and_escapes_them() -> None:
    words = "<b>" + "trap " * 30
    html = lesson.table(pd.DataFrame({"clues": [words], "chance": [0.126]})).data
    assert "&lt;b&gt;" + "trap " * 29 in html
    assert "0.13" in html


def test_picture_of_the_readme_is_up_to_date() -> None:
    """Made anew by writing `front_picture()` to the file."""
    kept = (data_root() / "pictures" / "where_is_dracula.svg").read_text(encoding="utf-8")
    assert labels(kept) == labels(lesson.front_picture())
    assert "After 42 turns: Dracula can be in 20 places" in kept
