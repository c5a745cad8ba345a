"""Boards without a browser: choices, refusals, the curtain, taking back, files, and what each seat's page holds."""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
import xml.etree.ElementTree as ET
from pathlib import Path
from typing import Any

import networkx as nx
import pytest
from hunt_support import FAR, GAME, play, rounds

from dracula_nb.boards import board, resume
from dracula_nb.boards.click_map import ClickMap
from dracula_nb.boards.europe_layout import centre
from dracula_nb.boards.palette import CHOICE
from dracula_nb.boards.scene import MapView
from dracula_nb.boards.session_board import Board
from dracula_nb.boards.walking import walks
from dracula_nb.core.playthrough import Playthrough, play_random
from dracula_nb.core.session import Session
from dracula_nb.maps import EDITIONS, europe

SVG = "{http://www.w3.org/2000/svg}"


def first(known: object, legal: tuple[str, ...], rng: random.Random) -> str:
    return legal[0]


def hunters_board() -> Board:
    """Four persons hunt a Dracula who plays by himself."""
    return board(Session(GAME, {"D": first}))


def session_at(state: Any, policies: dict[str, Any] | None = None) -> Session:
    """A session that stands at a state built by hand."""
    session = Session(GAME, policies, auto=False)
    session._states = [state]
    return session


def pressed(shown: ClickMap, group: str, value: str, typed: str = "") -> None:
    """What the page sends when a button is pressed."""
    shown._heard({"kind": "press", "group": group, "value": value, "typed": typed})


def clicked(shown: ClickMap, place: str) -> None:
    shown._heard({"kind": "place", "place": place})


def groups(shown: ClickMap) -> dict[str, list[str]]:
    return {one["name"]: [value for value, _ in one["buttons"]] for one in shown.groups}


def held(shown: ClickMap) -> str:
    """All that the page holds."""
    return json.dumps(shown.get_state(), sort_keys=True, default=str)


def synced(shown: ClickMap) -> dict[str, Any]:
    """The traits of the page, without the numbers of layout models, which tell no game."""
    return {name: value for name, value in shown.get_state().items() if name not in ("layout", "tabbable", "tooltip")}


@pytest.mark.parametrize("edition", EDITIONS)
def test_arrow_keys_lead_from_every_place_to_every_other(edition: str) -> None:
    graph = europe(edition)
    ways = walks({place: centre(graph, place) for place in graph})
    arrows = nx.DiGraph((place, goal) for place, goals in ways.items() for goal in goals)
    assert nx.is_strongly_connected(arrows)
    assert len(arrows) == len(graph)


def test_arrow_keys_look_in_their_own_direction() -> None:
    ways = walks({"here": (0, 0), "up": (1, -9), "right": (5, 4), "down": (-1, 3), "far right": (9, 0)})
    assert ways["here"] == ["up", "right", "down", "here"]


def test_a_click_chooses_and_the_next_hunter_is_asked() -> None:
    shown = hunters_board()
    clicked(shown, "Vienna")
    assert (shown.chosen, shown.news[1]) == (
        "Vienna",
        "Van Helsing ended in Vienna and met nothing. " and shown.news[1],
    )
    assert shown.news[1] == "Lord Godalming ended in Vienna and met nothing. Dr Seward to choose."
    for place in ("Rome", "Paris", "Sofia"):
        clicked(shown, place)
    assert shown.legal == ["Budapest", "Munich", "Prague", "Venice", "Vienna", "Zagreb"]
    assert groups(shown)["moves"] == shown.legal
    assert shown.news[1].startswith("Mina Harker ended in Sofia and met nothing. Dracula ")


def test_places_that_can_be_chosen_are_ringed_and_spoken() -> None:
    shown = hunters_board()
    for place in ("Vienna", "Rome", "Paris", "Sofia"):
        clicked(shown, place)
    labels = {g.get("data-place"): g.get("aria-label") or "" for g in ET.fromstring(shown.picture).iter(f"{SVG}g")}
    chosen = {place for place, label in labels.items() if label.endswith("can be chosen")}
    assert chosen == set(shown.legal)
    # one ring each, and one in the legend
    assert shown.picture.count(f'stroke="{CHOICE}"') == len(chosen) + 1
    assert "can be chosen now" in shown.picture


def test_an_illegal_place_is_answered_by_the_rule_at_every_click() -> None:
    shown = hunters_board()
    for place in ("Vienna", "Rome", "Paris", "Sofia"):
        clicked(shown, place)
    before = synced(shown)
    clicked(shown, "Cadiz")
    one = shown.news
    clicked(shown, "Cadiz")
    assert one[1] == shown.news[1]
    assert one != shown.news
    assert one[1] == "Cadiz is not allowed: no road, rail or sea move leads from Vienna to Cadiz (HU-MOVE-03)."
    assert {name for name, value in synced(shown).items() if value != before[name]} <= {"news"}


@pytest.mark.parametrize(
    "content",
    [
        None,
        "place",
        {},
        {"kind": "place"},
        {"kind": "place", "place": 3},
        {"kind": "place", "place": "Atlantis"},
        {"kind": "place", "place": "x" * 1_000_000},
        {"kind": "press", "group": "moves", "value": ["Paris"], "typed": ""},
        {"kind": "press", "group": "moves", "value": "Paris"},
        {"kind": "press", "group": "moves", "value": "x" * 201, "typed": ""},
        {"kind": "press", "group": "nothing", "value": "Paris", "typed": ""},
        {"kind": "press", "group": "curtain", "value": "ready", "typed": ""},
        {"kind": "press", "group": "curtain", "value": "agree", "typed": ""},
    ],
)
def test_whatever_else_a_page_sends_changes_no_play(content: object) -> None:
    shown = hunters_board()
    clicked(shown, "Vienna")
    before = synced(shown)
    shown._heard(content)
    assert synced(shown) == before
    assert shown._session.observation("G").plays == 1


def test_a_refused_text_is_told_with_its_rule() -> None:
    shown = hunters_board()
    shown.choose("HI")
    assert shown.news[1].startswith(
        "Not allowed. G: 'HI': hides, double backs and teleports are Dracula's (HU-MOVE-15)"
    )
    pressed(shown, "moves", "Atlantis")
    assert "HU-MOVE-14" in shown.news[1]
    assert shown.chosen == ""


def test_several_ways_to_one_place_are_offered() -> None:
    shown = board(session_at(rounds("Paris"), dict.fromkeys("GSHM", first)), "D")
    while shown._session.step():
        pass
    shown.refresh()
    clicked(shown, "Paris")
    assert groups(shown)["offered"] == ["D1", "HI", ""]
    assert shown.chosen == ""
    pressed(shown, "offered", "")
    assert "offered" not in groups(shown)
    clicked(shown, "Paris")
    pressed(shown, "offered", "HI")
    assert shown.chosen == "HI"
    assert shown._session.observation("D").own_trail[0].move == "HI"


def test_a_double_back_ends_where_he_was_so_many_moves_ago() -> None:
    shown = board(session_at(play(*FAR, start=rounds("Florence", "Rome", "Naples"))), "D")
    words = dict(shown.groups[0]["buttons"])
    assert words["D2"] == "Double Back 2, to Rome"
    assert "D3" not in words  # Florence is not next to Naples
    clicked(shown, "Rome")
    assert shown.chosen == "D2"


def test_moves_are_told_in_words_and_a_long_list_is_folded() -> None:
    shown = hunters_board()
    assert [shown.groups[0]["folded"], shown.groups[0]["buttons"][0][1]] == [True, "Start in Adriatic Sea"]
    for place in ("Vienna", "Rome", "Paris", "Sofia"):
        clicked(shown, place)
    moves = shown.groups[0]
    assert not moves["folded"]
    assert dict(moves["buttons"])["Vienna"] == "Rest in Vienna"
    assert dict(moves["buttons"])["Prague"] == "Go to Prague"


def test_a_teleport_is_a_button_and_a_click_on_the_castle() -> None:
    state = next(s for seed in range(40) for s in play_random(GAME, seed, 400).states if _only_teleport(s))
    shown = board(session_at(state), "D")
    assert shown.legal == ["TP"]
    assert shown.groups[0]["buttons"] == [["TP", "Teleport, to Castle Dracula"]]
    clicked(shown, "Castle Dracula")
    assert shown.chosen == "TP"


def _only_teleport(state: Any) -> bool:
    legal = GAME.legal_actions(state, "D")
    return len(legal) == 1 and GAME.action_text(state, legal[0]) == "TP"


def test_a_board_of_one_seat_waits_for_the_others() -> None:
    shown = board(Session(GAME, {"D": first}), "S")
    assert (shown.legal, shown.news[1]) == ([], "Waiting for Lord Godalming.")
    clicked(shown, "Vienna")
    assert shown.news[1] == "Waiting for Lord Godalming."
    shown._session.submit("G", "Rome")
    shown.refresh()
    assert shown.news[1] == "Lord Godalming ended in Rome and met nothing. Dr Seward to choose."
    clicked(shown, "Vienna")
    assert shown._session.observation("S").places == ("Rome", "Vienna", None, None)


@pytest.mark.parametrize(("policies", "seat"), [({"D": first}, "D"), ({}, "X"), (dict.fromkeys("GSHMD", first), None)])
def test_a_seat_without_a_person_has_no_board(policies: dict[str, Any], seat: str | None) -> None:
    with pytest.raises(ValueError, match="is played by no person; expected") as caught:
        board(Session(GAME, policies, auto=False), seat)
    assert "\n" not in str(caught.value)


def to_dracula(shown: Board) -> None:
    """Both sides at one screen: the hunters' first turns, up to the curtain."""
    pressed(shown, "curtain", "ready")
    for place in ("Edinburgh", "Lisbon", "Vienna", "Sofia"):
        clicked(shown, place)


def test_two_sides_at_one_screen_never_see_each_others_view() -> None:
    shown = board(Session(GAME))
    assert shown.news[1] == "Hand the screen to Lord Godalming, who presses the button when nobody else is looking."
    to_dracula(shown)
    curtain = synced(shown)
    assert (shown.legal, shown.chosen, shown.places) == ([], "", {})
    assert groups(shown) == {"curtain": ["ready"], "table": ["undo"]}
    assert "data-place" not in shown.picture
    clicked(shown, "Rome")
    pressed(shown, "moves", "Rome")
    assert shown._session.observation("D").plays == 4
    pressed(shown, "curtain", "ready")
    assert "Rome" in shown.legal
    clicked(shown, "Rome")
    # the same curtain as before, but for whom it names
    assert {name for name, value in synced(shown).items() if value != curtain[name]} == {"news", "groups"}
    assert "Rome" not in held(shown)
    pressed(shown, "curtain", "ready")
    assert "Rome, city, Dracula" not in shown.picture
    seen = "Mina Harker ended in Sofia and met nothing. Dracula moved on land, unseen, and laid a vampire. "
    assert shown.news[1] == f"{seen}Lord Godalming to choose."


def test_the_curtain_does_not_tell_how_often_the_other_side_was_refused() -> None:
    curtains = []
    for tries in (0, 1, 2):
        shown = board(Session(GAME))
        to_dracula(shown)
        pressed(shown, "curtain", "ready")
        for _ in range(tries):
            clicked(shown, "St Joseph and St Mary")
            assert "HU-MOVE-05" in shown.news[1]
        clicked(shown, "Rome")
        curtains.append(synced(shown))
    assert curtains[0] == curtains[1] == curtains[2]


def test_a_session_moved_elsewhere_opens_no_view_to_the_other_side() -> None:
    shown = board(Session(GAME))
    to_dracula(shown)
    pressed(shown, "curtain", "ready")
    shown._session.submit("D", "Rome")
    # the page still shows Dracula's view: nobody can choose for the hunters there
    clicked(shown, "Edinburgh")
    assert shown._session.observation("G").plays == 5
    shown.refresh()
    assert groups(shown)["curtain"] == ["ready"]
    assert "Rome" not in held(shown)
    pressed(shown, "table", "undo")
    shown.refresh()
    assert groups(shown) == {"curtain": ["refuse", "agree"]}


def test_at_one_screen_a_saved_notebook_keeps_no_view() -> None:
    shown = board(Session(GAME))
    to_dracula(shown)
    pressed(shown, "curtain", "ready")
    assert "Dracula to move" in shown.picture
    assert "data-place" not in shown._repr_mimebundle_()[0]["image/svg+xml"]


def test_a_board_leaves_its_picture_behind() -> None:
    shown = hunters_board()
    data, _ = shown._repr_mimebundle_()
    assert data["image/svg+xml"] == shown.picture
    assert "application/vnd.jupyter.widget-view+json" in data


def test_alone_against_policies_a_choice_is_taken_back_at_once() -> None:
    shown = hunters_board()
    clicked(shown, "Vienna")
    pressed(shown, "table", "undo")
    assert shown._session.waiting_for() == ("G",)
    assert shown.news[1].startswith("Taken back.")
    assert shown.chosen == ""
    clicked(shown, "Rome")
    assert shown.news[1].startswith("Lord Godalming ended in Rome")
    pressed(shown, "table", "undo")
    pressed(shown, "table", "undo")
    assert shown.news[1].startswith("nothing to take back")


def test_the_other_side_must_agree_to_taking_back() -> None:
    shown = board(Session(GAME))
    to_dracula(shown)
    pressed(shown, "curtain", "ready")
    clicked(shown, "Rome")
    pressed(shown, "table", "undo")
    assert shown.news[1] == "Dracula asks to take back the last choice. Does the other side agree?"
    assert groups(shown) == {"curtain": ["refuse", "agree"]}
    pressed(shown, "curtain", "ready")  # the question cannot be passed by
    assert groups(shown) == {"curtain": ["refuse", "agree"]}
    pressed(shown, "curtain", "refuse")
    assert shown._session.observation("D").plays == 5
    pressed(shown, "curtain", "agree")  # was not asked
    assert shown._session.observation("D").plays == 5
    pressed(shown, "table", "undo")
    pressed(shown, "curtain", "agree")
    assert shown._session.waiting_for() == ("D",)
    assert groups(shown)["curtain"] == ["ready"]


def test_refusing_does_not_open_the_askers_view_to_the_other_side() -> None:
    shown = board(Session(GAME))
    to_dracula(shown)
    pressed(shown, "curtain", "ready")
    clicked(shown, "Rome")
    to_dracula(shown)
    pressed(shown, "curtain", "ready")
    assert "trail position 1" in shown.picture
    pressed(shown, "table", "undo")
    assert "Rome" not in held(shown)
    pressed(shown, "curtain", "refuse")
    assert "Rome" not in held(shown)
    assert groups(shown)["curtain"] == ["ready"]


def test_a_board_of_one_seat_cannot_take_back_for_the_other_side() -> None:
    session = Session(GAME)
    shown = board(session, "G")
    clicked(shown, "Vienna")
    pressed(shown, "table", "undo")
    assert "other side" in shown.news[1]
    assert session.observation("G").plays == 1


def test_a_play_is_saved_in_the_working_folder_and_resumed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    shown = hunters_board()
    clicked(shown, "Vienna")
    pressed(shown, "keep", "save", "friday evening")
    assert shown.news[1].startswith("Saved as friday evening.txt.")
    pressed(shown, "keep", "save", "friday evening.txt")
    assert [file.name for file in tmp_path.iterdir()] == ["friday evening.txt"]
    again = resume("friday evening.txt", {"D": first})
    assert again.picture == shown.picture
    assert again.legal == shown.legal


@pytest.mark.parametrize(
    "name", ["", "..", "../x", "/tmp/x", "a/b", "a\\b", ".hidden", "x.py", "a\nb", "nul", "x" * 200]
)
def test_unsafe_names_are_refused(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    shown = hunters_board()
    shown.save(name)
    assert shown.news[1].startswith("Not saved. name ")
    assert "\n" not in shown.news[1]
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("text", ["dear diary", "game: hunt\nmap: 2006\nG Edinburgh\n"])
def test_a_file_that_is_no_play_is_not_written_over(text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("notes.txt").write_text(text)
    Path("link.txt").symlink_to("elsewhere.txt")
    shown = hunters_board()
    for name in ("notes", "link"):
        shown.save(name)
        assert "is there already and holds no play" in shown.news[1]
    assert Path("notes.txt").read_text() == text
    assert not Path("elsewhere.txt").exists()


def test_a_resumed_play_of_two_sides_begins_behind_the_curtain(tmp_path: Path) -> None:
    saved = Playthrough.of(GAME, [GAME.parse_action(None, t) for t in ("Paris", "Lisbon", "Vienna", "Sofia", "Rome")])
    saved.write(tmp_path / "play.txt")
    shown = resume(tmp_path / "play.txt")
    assert "Rome" not in held(shown)
    assert groups(shown) == {"curtain": ["ready"], "table": ["undo"]}


def test_the_end_is_told_and_nothing_more_can_be_chosen() -> None:
    over = play_random(GAME, 3).states[-1]
    shown = board(session_at(over, dict.fromkeys("GSHM", first)), "D")
    assert shown.news[1].startswith("The play is over: ")
    assert "moves" not in groups(shown)
    clicked(shown, "Paris")
    assert shown.news[1].startswith("The play is over: ")


def worlds(seat: str) -> list[tuple[Any, Any]]:
    """Pairs of states that the seat cannot tell apart, from random positions of random plays."""
    rng = random.Random(7)
    found = []
    for seed in range(4):
        states = play_random(GAME, seed, 60).states
        for state in rng.sample(states, 3):
            found.append((state, GAME.redeal(state, seat, rng)))
    return found


def test_pages_of_two_worlds_that_a_hunter_cannot_tell_apart_are_the_same_bytes() -> None:
    pairs = worlds("G")
    assert sum(one.trail != other.trail for one, other in pairs) >= 3
    for pair in pairs:
        pages = []
        for state in pair:
            for seat in "GSHM":
                shown = board(session_at(state), seat)
                clicked(shown, "Irish Sea") if GAME.acting_players(state) != (seat,) else shown.place_chosen(
                    "Castle Dracula"
                )
                pages.append(
                    (seat, json.dumps(synced(shown), sort_keys=True), shown._repr_mimebundle_()[0]["image/svg+xml"])
                )
        assert pages[:4] == pages[4:]


def test_the_curtain_is_the_same_in_both_worlds() -> None:
    for pair in worlds("G"):
        pages = {json.dumps(synced(board(session_at(state))), sort_keys=True) for state in pair}
        assert len(pages) == 1


def test_the_page_of_dracula_shows_his_own_world() -> None:
    one, other = (rounds(start) for start in ("Rome", "Prague"))
    pages = [board(session_at(state), "D").picture for state in (one, other)]
    assert pages[0] != pages[1]


def test_boards_need_neither_numpy_nor_matplotlib() -> None:
    program = """
import sys
class Block:
    def find_spec(self, name, path=None, target=None):
        if name.split(".")[0] in {"numba", "numpy", "scipy", "pandas", "matplotlib"}:
            raise ImportError(f"{name} is blocked")
sys.meta_path.insert(0, Block())
from dracula_nb.boards import board, replay
from dracula_nb.core.session import Session
from dracula_nb.games.hunt import load
session = Session(load(), {"D": lambda known, legal, rng: legal[0]})
shown = board(session)
for place in ("Vienna", "Rome", "Paris", "Sofia"):
    shown.place_chosen(place)
print(shown.news[1])
print(replay(session.referee_playthrough(), "G").last)
"""
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=False, env={**os.environ}
    )
    assert done.returncode == 0, done.stderr
    assert "Dracula moved" in done.stdout
    assert done.stdout.endswith("5\n")


def test_a_view_without_places_has_none_to_choose() -> None:
    shown = ClickMap()
    shown.show(MapView("Turn 1", edition="1987"))
    assert len(shown.places) == 70
    assert shown.places["Vienna"][2] in shown.places
