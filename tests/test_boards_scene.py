"""The scene of the map of Europe: what is drawn is what the view says, in words, numbers and shapes."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections import Counter
from dataclasses import replace
from itertools import pairwise
from math import dist
from xml.etree import ElementTree as ET

import networkx as nx
import pytest

from dracula_nb import load
from dracula_nb.boards import heat
from dracula_nb.boards.drawing import text_width
from dracula_nb.boards.europe_layout import graph_of, spots
from dracula_nb.boards.europe_scene import map_svg
from dracula_nb.boards.projection import EAST_EDGE, NORTH_EDGE, SOUTH_EDGE, WEST_EDGE
from dracula_nb.boards.scene import MapView, Piece, TrailCard, scene, view_of
from dracula_nb.maps import EDITIONS, europe

SVG = "{http://www.w3.org/2000/svg}"
HEAT = (("Vienna", 0.5), ("Black Sea", 0.126), ("Castle Dracula", 0.37), ("Prague", 0.004), ("Rome", 0.0))
VIEW = MapView(
    "Turn 12",
    pieces=(Piece("G", "Lord Godalming", "Munich"), Piece("M", "Mina Harker", "Munich"), Piece("S", "Dr. Seward")),
    trail=(TrailCard(1, "sea"), TrailCard(2, "Double Back 2", "Paris"), TrailCard(4)),
    heat=HEAT,
    model="adaptive",
    possible=frozenset({"Vienna", "Black Sea", "Castle Dracula", "Prague", "Rome"}),
    changed=frozenset({"Leipzig", "Florence"}),
    notes=("Dracula has 9 blood.",),
)


def drawn(view: MapView) -> ET.Element:
    return ET.fromstring(scene(view))


def places(root: ET.Element) -> dict[str, ET.Element]:
    return {group.get("data-place", ""): group for group in root.iter(f"{SVG}g") if group.get("data-place")}


def words(root: ET.Element, role: str | None = None) -> list[str]:
    return [text.text or "" for text in root.iter(f"{SVG}text") if role in (None, text.get("data-role"))]


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_place_stands_once_with_its_whole_name(edition: str) -> None:
    root = drawn(MapView("Start", edition=edition))
    counts = Counter(group.get("data-place") for group in root.iter(f"{SVG}g") if group.get("data-place"))
    assert counts == Counter(dict.fromkeys(europe(edition), 1))
    for place, group in places(root).items():
        assert " ".join(words(group, "name")) == place


def test_the_other_reading_of_the_western_sea_has_its_places_too() -> None:
    root = drawn(MapView("Start", edition="2015", readings=(("sea_zones", "north_south"),)))
    assert {"North Atlantic", "South Atlantic"} <= set(places(root))


def test_numbers_in_the_places_are_the_given_ones_and_stand_nowhere_else() -> None:
    found = {place: words(group, "chance") for place, group in places(drawn(VIEW)).items()}
    numbers = {place: texts for place, texts in found.items() if texts}
    assert numbers == {
        "Vienna": ["50"],
        "Black Sea": ["13"],
        "Castle Dracula": ["37"],
        "Prague": ["<1"],
        # possible by the rules though the model gives it nothing: never "0"
        "Rome": ["<1"],
    }


def test_a_place_with_chance_nought_that_the_rules_exclude_stays_plain() -> None:
    view = MapView("Turn 1", heat=(("Vienna", 1.0), ("Paris", 0.0)))
    groups = places(drawn(view))
    assert words(groups["Vienna"], "chance") == ["100"]
    assert words(groups["Paris"], "chance") == []
    assert groups["Paris"].get("aria-label") == "Paris, city, not possible"


def test_spoken_words_of_places() -> None:
    labels = {place: group.get("aria-label") for place, group in places(drawn(VIEW)).items()}
    assert labels["Vienna"] == "Vienna, city, 50 in 100"
    assert labels["Black Sea"] == "Black Sea, sea, 13 in 100"
    assert labels["Prague"] == "Prague, city, less than 1 in 100"
    assert labels["Leipzig"] == "Leipzig, city, ruled out by the last turn"
    assert labels["Munich"] == "Munich, city, not possible, Lord Godalming is here, Mina Harker is here"
    assert labels["Paris"] == "Paris, city, not possible, trail position 2"


def test_the_description_tells_the_situation() -> None:
    root = drawn(VIEW)
    assert root.get("role") == "img"
    told = root.findtext(f"{SVG}desc") or ""
    assert root.findtext(f"{SVG}title") == "Turn 12"
    assert "Lord Godalming: Munich; Mina Harker: Munich; Dr. Seward: not on the map." in told
    assert "Dracula can be in 5 places: Vienna 50 in 100, Castle Dracula 37 in 100" in told
    assert "Ruled out by the last clue: Florence, Leipzig." in told
    assert "Trail, newest first: 1 sea, 2 Double Back 2 (Paris), 4 ?." in told
    assert told.endswith("Assuming: adaptive. Ruled out by the last clue: Florence, Leipzig. Trail, newest first: "
                         "1 sea, 2 Double Back 2 (Paris), 4 ?. Dracula has 9 blood.")  # fmt: skip


def test_without_a_belief_no_place_is_filled_or_called_impossible() -> None:
    root = drawn(MapView("Start"))
    assert words(root, "chance") == []
    assert "possible" not in scene(MapView("Start"))
    assert places(root)["Vienna"].get("aria-label") == "Vienna, city"


def test_possible_places_without_chances_have_a_dot_and_no_number() -> None:
    view = MapView("Turn 2", possible=frozenset({"Vienna", "Paris"}))
    groups = places(drawn(view))
    discs = {place: len(list(group.iter(f"{SVG}circle"))) for place, group in groups.items()}
    assert discs["Vienna"] == discs["Paris"] == 3  # two rings and the dot
    assert discs["London"] == 2
    assert words(drawn(view), "chance") == []
    assert "Dracula can be here" in words(drawn(view))


def test_the_trail_has_six_cards_and_unknown_ones_show_a_question_mark() -> None:
    cards = {g.get("data-position"): words(g, "card") for g in drawn(VIEW).iter(f"{SVG}g") if g.get("data-position")}
    assert cards == {
        "1": ["sea"],
        "2": ["Double", "Back 2", "(Paris)"],
        "3": ["?"],
        "4": ["?"],
        "5": ["?"],
        "6": ["?"],
    }


def test_a_longer_trail_gets_as_many_cards() -> None:
    root = drawn(MapView("Turn 9", trail=(TrailCard(8, "Vienna", "Vienna"),)))
    assert [g.get("data-position") for g in root.iter(f"{SVG}g") if g.get("data-position")] == list("12345678")


def test_each_seat_has_its_letter_and_a_shape_of_its_own() -> None:
    seats = tuple(Piece(seat, f"Seat {seat}", "Munich") for seat in "GSHMD")
    pieces = next(g for g in drawn(MapView("Turn 1", pieces=seats)).iter(f"{SVG}g") if g.get("data-part") == "pieces")
    assert words(pieces) == list("GSHMD")
    shapes = [re.sub(r"[\d.\- ]+", "", mark.get("d") or "disc") for mark in pieces if not mark.tag.endswith("text")]
    marks = [(len(shape), _first_turn(mark)) for shape, mark in zip(shapes, pieces[::2], strict=True)]
    assert len(set(marks)) == 5


def _first_turn(mark: ET.Element) -> tuple[bool, bool] | None:
    """Whether the first side of an outline is level or upright: tells a square from a diamond."""
    numbers = [float(n) for n in re.findall(r"-?\d+\.?\d*", mark.get("d") or "")]
    return (numbers[0] == numbers[2], numbers[1] == numbers[3]) if numbers else None


def test_the_model_is_named_only_beside_chances() -> None:
    assert any("assuming: adaptive" in text for text in words(drawn(VIEW)))
    assert not any("assuming" in text for text in words(drawn(replace(VIEW, heat=()))))


def test_a_place_ruled_out_is_crossed_and_an_open_one_never() -> None:
    plain, crossed = (
        drawn(replace(VIEW, changed=frozenset())),
        drawn(replace(VIEW, changed=frozenset({"Leipzig", "Vienna"}))),
    )
    strokes = {
        place: [len(list(places(root)[place].iter(f"{SVG}path"))) for root in (plain, crossed)]
        for place in ("Leipzig", "Vienna")
    }
    assert strokes == {"Leipzig": [0, 2], "Vienna": [0, 0]}


HOSTILE = '</title><script>alert("x")</script>&\x00\x0b\ud800'


def test_hostile_words_stay_words() -> None:
    view = replace(
        VIEW,
        title=HOSTILE,
        model=HOSTILE,
        pieces=(Piece(HOSTILE, HOSTILE, "Munich"),),
        trail=(TrailCard(1, HOSTILE, "Paris"),),
        notes=(HOSTILE,),
    )
    text = scene(view)
    root = ET.fromstring(text)
    assert "<script" not in text
    assert text.encode("utf-8")
    assert {element.tag.removeprefix(SVG) for element in root.iter()} == {
        "svg", "g", "title", "desc", "text", "path", "circle",
    }  # fmt: skip
    assert (root.findtext(f"{SVG}title") or "").startswith("</title><script>alert")


def test_a_hostile_place_of_a_map_of_ones_own_stays_a_name() -> None:
    name = 'Vienna" onload="alert(1)'
    graph: nx.MultiGraph[str] = nx.relabel_nodes(nx.MultiGraph(europe("2006")), {"Vienna": name})
    root = ET.fromstring(map_svg(MapView("Turn 1", heat=((name, 0.5),)), graph))
    assert places(root)[name].get("aria-label") == f"{name}, city, 50 in 100"
    assert not any(element.get("onload") for element in root.iter())


def test_equal_views_give_equal_text() -> None:
    # another order of building the sets
    again = replace(
        VIEW, possible=frozenset(sorted(VIEW.possible, reverse=True)), changed=frozenset(["Florence", "Leipzig"])
    )
    assert scene(VIEW).encode() == scene(again).encode()
    assert scene(VIEW) != scene(replace(VIEW, heat=(("Vienna", 0.51), *HEAT[1:])))


def test_another_run_of_python_draws_the_same() -> None:
    program = """
import hashlib
from dracula_nb.boards.scene import MapView, scene
view = MapView("T", possible=frozenset({"Vienna", "Paris", "Rome"}), changed=frozenset({"Leipzig", "Florence", "Bari"}))
print(hashlib.sha256(scene(view).encode()).hexdigest())
"""
    prints = {
        subprocess.run(
            [sys.executable, "-c", program],
            capture_output=True,
            text=True,
            check=True,
            # sets come in another order under another seed
            env={**os.environ, "PYTHONHASHSEED": seed},
        ).stdout
        for seed in ("1", "2", "3")
    }
    assert len(prints) == 1


def test_pictures_can_share_a_page_for_they_have_no_ids() -> None:
    assert not any(element.get("id") for element in drawn(VIEW).iter())


@pytest.mark.parametrize(
    ("view", "message"),
    [
        (MapView("T", pieces=(Piece("G", "Lord Godalming", "Viena"),)), "no place 'Viena'.*did you mean Vienna"),
        (MapView("T", heat=(("xyzzy", 0.0),)), "no place 'xyzzy'.*expected a full name"),
        (MapView("T", heat=(("Vienna", float("nan")),)), "chance nan of Vienna; expected"),
        (MapView("T", heat=(("Vienna", -0.1),)), "chance -0.1 of Vienna; expected"),
        (MapView("T", heat=(("Vienna", 1.2),)), "chance 1.2 of Vienna; expected"),
        (MapView("T", trail=(TrailCard(13),)), "trail position 13; expected 1 to 12"),
        (MapView("T", trail=(TrailCard(0),)), "trail position 0; expected 1 to 12"),
        (MapView("T", edition="1999"), "edition '1999'"),
    ],
)
def test_a_view_that_does_not_fit_its_map_is_refused_in_one_line(view: MapView, message: str) -> None:
    with pytest.raises(ValueError, match=message) as caught:
        scene(view)
    assert "\n" not in str(caught.value)


def test_tones_get_darker_with_every_step_in_every_channel() -> None:
    tones = [heat.tone(step / 1000) for step in range(1001)]
    lights = [heat.lightness(tone) for tone in tones]
    assert all(a >= b for a, b in pairwise(lights))
    assert lights[0] > 0.85
    assert lights[-1] < 0.03
    # what the legend shows can be told apart in grey
    samples = [heat.lightness(heat.tone(p)) for p in (0.004, 0.05, 0.15, 0.3, 0.6, 1.0)]
    assert all(a - b > 0.05 for a, b in pairwise(samples))


def test_numbers_can_be_read_on_their_tones() -> None:
    for step in range(101):
        light = heat.lightness(heat.tone(step / 100))
        ink = 0.0 if heat.ink(heat.tone(step / 100)) == "#000000" else 1.0
        assert (max(light, ink) + 0.05) / (min(light, ink) + 0.05) >= 4.5


@pytest.mark.parametrize("edition", EDITIONS)
def test_names_and_symbols_keep_clear_of_each_other_and_of_the_frame(edition: str) -> None:
    view = MapView("All open", edition=edition, possible=frozenset(europe(edition)))
    placed = spots(graph_of(view), view)
    names = {}
    for spot in placed:
        # the estimate of widths is generous, and so is a line's height
        width, height = 0.92 * max(text_width(line, 14) for line in spot.lines), 11 * len(spot.lines)
        left = spot.name_at[0] - {"start": 0, "middle": width / 2, "end": width}[spot.anchor]
        names[spot.place] = (left, spot.name_at[1] - height / 2, left + width, spot.name_at[1] + height / 2)
    # the legend covers its corner
    free = (WEST_EDGE, NORTH_EDGE, EAST_EDGE, SOUTH_EDGE)
    beyond = [place for place, box in names.items() if not _within(box, free) or _overlap(box, (886, 0, 1200, 442))]
    assert beyond == []
    crossing = [(a, b) for a, one in names.items() for b, other in names.items() if a < b and _overlap(one, other)]
    assert crossing == []
    covered = [
        (place, spot.place) for place, box in names.items() for spot in placed if _distance(box, spot.at) < spot.radius
    ]
    assert covered == []
    touching = [
        (s.place, t.place)
        for s in placed
        for t in placed
        if s.place < t.place and dist(s.at, t.at) < s.radius + t.radius
    ]
    assert touching == []


def _within(box: tuple[float, ...], frame: tuple[float, ...]) -> bool:
    return box[0] > frame[0] and box[1] > frame[1] and box[2] < frame[2] and box[3] < frame[3]


def _distance(box: tuple[float, ...], at: tuple[float, float]) -> float:
    return dist(at, (min(max(at[0], box[0]), box[2]), min(max(at[1], box[1]), box[3])))


def _overlap(one: tuple[float, ...], other: tuple[float, ...]) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def test_builders_are_found_by_the_name_of_their_game() -> None:
    game = load("hunt")
    view = view_of("hunt", game.observation(game.initial_state(), "G"))
    assert (view.title, view.edition, view.trail) == ("Round 0: Lord Godalming to move", "2006", ())
    for name in ("chess", "../hunt", ""):
        with pytest.raises(ValueError, match="no picture is known for game"):
            view_of(name, 3)


def test_hunters_of_two_worlds_see_one_picture_and_dracula_his_own() -> None:
    game = load("hunt")
    pictures: dict[str, set[str]] = {"G": set(), "D": set()}
    for start in ("Rome", "Prague"):
        state = game.initial_state()
        for text in ("Edinburgh", "Lisbon", "Vienna", "Sofia", start):
            state = game.apply(state, game.parse_action(state, text))
        for seat, seen in pictures.items():
            seen.add(scene(view_of("hunt", game.observation(state, seat))))
    assert len(pictures["G"]) == 1
    assert len(pictures["D"]) == 2


def test_an_unknown_kind_of_view_is_refused() -> None:
    with pytest.raises(TypeError, match="no drawing for int"):
        scene(3)


def test_a_scene_needs_neither_numpy_nor_matplotlib() -> None:
    program = """
import sys
class Block:
    def find_spec(self, name, path=None, target=None):
        if name.split(".")[0] in {"numba", "numpy", "scipy", "pandas", "matplotlib", "ipywidgets", "anywidget"}:
            raise ImportError(f"{name} is blocked")
sys.meta_path.insert(0, Block())
from dracula_nb.boards.scene import MapView, scene
import dracula_nb.boards.plots
print(len(scene(MapView("Turn 1", heat=(("Vienna", 0.5),)))))
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert int(done.stdout) > 50_000
