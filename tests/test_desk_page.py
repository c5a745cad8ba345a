"""The desk as its page sees it, without a browser: what is told, offered and sent."""

from __future__ import annotations

import os
import re
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from pathlib import Path

import pytest

from dracula_nb.beliefs import Case
from dracula_nb.beliefs.casefile import append_line
from dracula_nb.boards import desk, front_desk
from dracula_nb.boards.desk_open import FrontDesk
from dracula_nb.boards.desk_page import Desk
from dracula_nb.core.errors import CaseFileError, DraculaError
from dracula_nb.lessons.logs import read_log
from dracula_nb.resources import data_root

LINES = """game: hunt
map: 2006
profile: standard

G Edinburgh
S Lisbon
H Vienna
M Sofia
D city: vampire
G Manchester
S Lisbon
H Prague
M Sofia
"""
SCRIPT = "<img src=x onerror=alert(1)>"


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


@pytest.fixture
def table() -> Iterator[Desk]:
    Path("evening.txt").write_text(LINES, encoding="utf-8")
    shown = desk("evening.txt")
    shown.enter("d sea")
    yield shown
    shown.close_file()


def send(table: Desk, do: str, **more: object) -> None:
    table._heard({"kind": "desk", "do": do, **more})


def news(table: Desk) -> str:
    return table.news[1]


def groups(table: Desk) -> dict[str, list[list[str]]]:
    return {one["name"]: one["buttons"] for one in table.groups}


def test_the_page_tells_who_is_next_what_was_noted_and_where_it_is_kept(table: Desk) -> None:
    page = table.page
    assert page["next"] == [["G", "Lord Godalming"]]
    assert page["hint"] == "for example: G Edinburgh"
    assert page["saved"] == "Saved in evening.txt after every line."
    assert [row["line"] for row in page["rows"]] == list(range(5, 15))
    assert page["rows"][4] == {
        "line": 9,
        "text": "D city: vampire",
        "words": "Dracula moved on land, unseen, and laid a vampire",
        "kind": "clue",
        "opens": True,
        "back": False,
        "wrong": False,
    }
    assert "D city: trap" in page["help"]


def test_the_live_line_says_what_a_clue_changed(table: Desk) -> None:
    assert news(table) == (
        "Line 14: Dracula moved at sea, unseen. No longer possible: 53 places. Possible now: 10 places. "
        "10 places possible; likeliest Tyrrhenian Sea, 14 in 100. Next: Lord Godalming."
    )
    table.enter("g liv")
    assert news(table).startswith("Line 15: Lord Godalming ended in Liverpool and met nothing. The same places")


def test_the_map_and_the_trail_show_what_is_believed(table: Desk) -> None:
    assert 'aria-label="Tyrrhenian Sea, sea, 14 in 100"' in table.picture
    first, second = table.page["layers"]
    assert (first["position"], first["card"], second["card"]) == (1, "sea", "city")
    belief = table.belief.trail[1].posterior
    place, words, size = second["places"][0]
    assert size == pytest.approx(100 * belief[place], abs=0.05)
    assert words == str(round(100 * belief[place]))
    assert belief[place] == max(belief.values())
    assert len(second["places"]) + second["more"] == len(belief)


def test_an_older_position_can_be_shown_on_the_map(table: Desk) -> None:
    assert groups(table)["layer"] == [["1", "Where he is now"], ["2", "Position 2"]]
    table.pressed("layer", "2", "")
    place, chance = max(table.belief.trail[1].posterior.items(), key=lambda pair: pair[1])
    assert f'aria-label="{place}, city, {round(100 * chance)} in 100' in table.picture
    assert "Position 2 of the trail: where he was 1 move ago" in table.picture
    table.enter("=")
    assert "Position 2 of the trail" not in table.picture


def test_a_misspelling_is_answered_by_the_nearest_place(table: Desk) -> None:
    table.enter("g edinbrugh")
    assert news(table) == "Not noted: 'g edinbrugh' is no line as it stands; did you mean 'G Edinburgh'?"
    assert table.suggestions == (0, [["G Edinburgh", True]])
    assert len(table.case.notes) == 10


def test_typing_is_answered_by_lines_that_fit(table: Desk) -> None:
    send(table, "type", text="l", number=7)
    number, found = table.suggestions
    assert number == 7
    assert ["G Liverpool", False] in found


def test_a_place_is_explained(table: Desk) -> None:
    table._heard({"kind": "place", "place": "Manchester"})
    assert table.answer["title"].startswith("Why not Manchester?")
    assert "Manchester" in news(table)
    assert table.answer["lines"]
    assert {number for number, _ in table.answer["lines"]} <= {note.line for note in table.case.notes}
    table.explain("Tyrrhenian Sea")
    assert table.answer["title"] == "Tyrrhenian Sea: possible"
    table.explain("Atlantis")
    assert "Atlantis" in news(table)
    # the next clue makes it old
    table.enter("=")
    assert table.answer == {}


def test_a_line_is_corrected_through_the_entry_line(table: Desk) -> None:
    send(table, "edit", line=5)
    assert table.page["editing"] == [5, "G Edinburgh"]
    assert table.typed[1] == "G Edinburgh"
    # completion is that of the moment when the line was noted
    send(table, "type", text="athe", number=1)
    assert table.suggestions[1][0] == ["G Athens", False]
    send(table, "enter", text="athens")
    assert "line 10: G cannot move from Athens" in news(table)
    assert table.page["editing"] == [5, "G Edinburgh"]
    # what was refused comes back to be mended
    assert table.typed[1] == "athens"
    send(table, "enter", text="man")
    assert news(table).startswith("Line 5 corrected: Lord Godalming ended in Manchester")
    assert table.page["editing"] is None
    send(table, "edit", line=5)
    send(table, "leave")
    assert table.page["editing"] is None
    assert table.case.lines[4] == "G Manchester"


def test_a_correction_that_is_refused_leaves_the_next_clue_alone(table: Desk) -> None:
    table.correct(5, "athens")
    assert news(table).startswith("Not noted: ")
    table.enter("man")
    assert table.case.lines[4] == "G Edinburgh"
    assert table.case.notes[-1].text == "G Manchester"
    assert len(table.case.notes) == 11


def test_a_fault_of_the_program_is_told_on_the_page(table: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(self: object) -> None:
        raise KeyError("a")

    monkeypatch.setattr("dracula_nb.boards.desk_story.Story._believe", fails)
    with pytest.raises(KeyError):
        table.enter("=")
    assert news(table) == "Not noted: the program failed (KeyError); the case stands as before."
    assert len(Case.read("evening.txt").notes) == 10


def test_strike_restore_undo_again(table: Desk) -> None:
    send(table, "strike", line=14)
    assert table.page["rows"][-1]["kind"] == "struck"
    assert table.page["rows"][-1]["back"]
    send(table, "restore", line=14)
    assert table.case.notes[-1].text == "D sea"
    send(table, "undo")
    assert table.page["rows"][-1]["kind"] == "struck"
    send(table, "undo")
    assert table.case.notes[-1].text == "D sea"
    send(table, "again")
    assert table.case.notes[-1].text == "G Manchester"


def test_what_the_page_must_not_send_is_passed_over(table: Desk) -> None:
    before = table.case
    for content in (
        {"kind": "desk"},
        {"kind": "desk", "do": "strike"},
        {"kind": "desk", "do": "strike", "line": True},
        {"kind": "desk", "do": "strike", "line": 99},
        {"kind": "desk", "do": "strike", "line": "14"},
        {"kind": "desk", "do": "edit", "line": -1},
        {"kind": "desk", "do": "close_file", "line": 5},
        {"kind": "desk", "do": "enter", "text": "x" * 5000},
        {"kind": "press", "group": "mend", "value": "0", "typed": ""},
        {"kind": "press", "group": "layer", "value": "x", "typed": ""},
        {"kind": "press", "group": "layer", "value": "77", "typed": ""},
        "desk",
        None,
    ):
        table._heard(content)
    assert table.case == before
    send(table, "enter", text="g man\nG London")
    assert table.case == before


def test_a_broken_story_offers_what_would_mend_it(table: Desk) -> None:
    table.enter("seen 1: Paris")
    assert news(table).startswith("Line 15: the newest move of the trail was seen: Paris. Careful: ")
    assert table.page["rows"][-1]["wrong"]
    mends = groups(table)["mend"]
    assert mends
    lines = {int(re.search(r"[Ll]ine (\d+)", words)[1]) for _, words in mends}  # type: ignore[index]
    assert lines <= {note.line for note in table.case.notes}
    table.pressed("mend", mends[0][0], "")
    assert table.belief.contradiction is None
    assert "mend" not in groups(table)


def test_a_slip_far_back_is_found_and_put_right_by_one_button() -> None:
    slip = read_log("naples", plays=60).case.corrected(36, "seen 1: Milan")
    shown = desk(slip)
    assert shown.answer["title"].startswith("These 3 lines cannot all be true; without any one of them")
    assert [number for number, _ in shown.answer["lines"]] == [36, 48, 49]
    right = next(value for value, words in groups(shown)["mend"] if "write 'seen 6: Milan'" in words)
    shown.pressed("mend", right, "")
    assert news(shown).startswith("Mended: Line 36 (seen 1: Milan): write 'seen 6: Milan'.")
    assert shown.case.lines == read_log("naples", plays=60).case.lines
    shown.undo()
    assert shown.case.lines == slip.lines


def test_the_repairs_of_a_broken_story_are_spoken_and_the_keyboard_goes_on_at_the_entry_line(table: Desk) -> None:
    table.enter("seen 1: Paris")
    mends = groups(table)["mend"]
    # the words of the clue first, as the live line is read whole
    assert news(table).startswith("Line 15: the newest move of the trail was seen: Paris. Careful: ")
    assert f"{len(mends)} repairs are offered above the map, the likeliest first. {mends[0][1]}." in news(table)
    turn = table.typed[0]
    table.pressed("mend", mends[0][0], "")
    assert news(table).startswith("Mended: ")
    assert table.typed == (turn + 1, "")
    # a button that mends nothing leaves the keyboard where it is
    table.pressed("mend", "0", "")
    assert table.typed[0] == turn + 1


TRAIL = """game: fury_trail
g starts Rome
s starts Vienna
h starts Paris
m starts London
D starts
D land: trap
D Dark Call
"""


def test_where_a_line_cannot_follow_an_earlier_one_is_put_right_by_one_button_and_the_line_is_noted() -> None:
    Path("trail.txt").write_text(TRAIL, encoding="utf-8")
    shown = desk("trail.txt")
    before = shown.case.lines
    shown.enter("d dark # his third")
    told = "Line 8 (D Dark Call): write 'D Feed' - his card was noted wrongly"
    assert groups(shown)["slip"] == [["0", told]]
    refused = "Not noted: Dark Call lies on position 2; expected it in his hand (FT-TRAIL-11)."
    assert news(shown) == f"{refused} Or an earlier line is wrong: 1 repair is offered above the map. {told}."
    assert shown.typed[1] == "d dark # his third"
    shown.pressed("slip", "0", "")
    assert shown.case.lines == (*before[:-1], "D Feed", "D Dark Call # his third")
    assert Path("trail.txt").read_text(encoding="utf-8").splitlines() == list(shown.case.lines)
    assert news(shown).startswith(f"Mended: {told}. Line 9: Dracula ")
    assert shown.typed[1] == ""
    assert "slip" not in groups(shown)
    shown.undo()
    assert shown.case.lines == before
    shown.close_file()


@pytest.mark.parametrize("line", ["nonsense", "D Feed", "D starts", ""])
def test_repairs_of_earlier_lines_stand_only_beside_the_line_that_was_refused_last(line: str) -> None:
    shown = desk(Case.from_text(TRAIL))
    shown.enter("d dark")
    assert len(groups(shown)["slip"]) == 1
    shown.enter(line)
    assert "slip" not in groups(shown)


def test_the_map_of_a_broken_story_says_up_to_which_line_it_tells() -> None:
    shown = desk(read_log("naples", plays=60).case.corrected(36, "seen 1: Milan"))
    title = "Up to line 47, before the story breaks: Dr Seward ended in Szeged and met nothing"
    assert f"<title>{title}</title>" in shown.picture
    shown.pressed("layer", "3", "")
    told = "Position 3 of the trail: where he was 2 moves ago, up to line 47, before the story breaks"
    assert f"<title>{told}</title>" in shown.picture
    shown.pressed("mend", "0", "")
    assert "up to line" not in shown.picture.lower()


def test_another_model_is_assumed(table: Desk) -> None:
    send(table, "assume", text="evasive(1)")
    assert table.belief.model == table.page["model"] == "evasive(1)"
    assert "assuming: evasive(1)" in table.picture
    send(table, "assume", text="clever")
    assert news(table).startswith("Not assumed: ")
    assert table.page["model"] == "evasive(1)"


def test_advice_names_the_next_hunter_and_the_best_place(table: Desk) -> None:
    best = table.belief.advise()[0]
    table.pressed("ask", "next", "")
    assert table.answer["title"] == f"Advice for G: {best.move}"
    assert table.answer["table"][1][0] == best.move
    assert best.reason in news(table)
    empty = desk()
    empty.advise()
    assert empty.answer["text"].startswith("No advice: ")


def test_the_same_file_is_read_again_after_the_kernel_died(table: Desk) -> None:
    picture, page = table.picture, table.page
    table.close_file()
    again = desk("evening.txt")
    assert again.picture == picture
    assert again.page == page
    assert news(again).startswith("evening.txt: 10 clues read.")
    again.close_file()


def test_a_torn_line_is_told(table: Desk) -> None:
    table.close_file()
    path = Path("evening.txt")
    path.write_text(path.read_text() + "G Liv")
    again = desk("evening.txt")
    assert "cut its last line off; it is kept as a remark: 'G Liv'" in news(again)
    assert again.page["rows"][-1]["kind"] == "remark"
    again.close_file()


def test_a_second_desk_is_refused_and_may_take_over(table: Desk) -> None:
    with pytest.raises(CaseFileError, match="another desk"):
        desk("evening.txt")
    second = desk("evening.txt", take_over=True)
    table.enter("=")
    assert "another desk has taken this file over" in news(table)
    assert [value for value, _ in groups(table)["file"]] == ["reread", "elsewhere"]
    table.pressed("file", "elsewhere", "")
    table.enter("=")
    assert len(Case.read("evening.txt").notes) == 10
    assert len(Case.read("evening-2.txt").notes) == 11
    second.close_file()


def test_a_change_on_the_disk_is_told_and_read(table: Desk) -> None:
    append_line("evening.txt", "G Liverpool")
    table.enter("=")
    assert news(table) == "evening.txt: was changed by another program. Nothing was written, and nothing is lost."
    table.pressed("file", "reread", "")
    assert news(table).startswith("evening.txt: 11 clues read.")
    assert "file" not in groups(table)
    table.enter("s =")
    assert len(Case.read("evening.txt").notes) == 12


def test_a_desk_of_another_game_is_refused(table: Desk) -> None:
    table.close_file()
    with pytest.raises(CaseFileError, match="a case of game hunt; expected game fury_trail"):
        desk("evening.txt", game="fury_trail")
    with pytest.raises(DraculaError, match="expected game fury_trail"):
        desk(table.case, game="fury_trail")
    with pytest.raises(DraculaError, match="expected one of hunt"):
        desk(game="chess")
    # a refusal leaves no lock behind
    desk("evening.txt").close_file()


def test_a_closed_desk_takes_nothing_more(table: Desk) -> None:
    table.close_file()
    send(table, "enter", text="=")
    send(table, "undo")
    table.strike(14)
    assert news(table) == "This desk is closed."
    assert len(table.case.notes) == 10
    assert not table.page["open"]
    assert len(Case.read("evening.txt").notes) == 10


def test_a_case_or_past_plays_without_a_file_can_be_saved_under_a_name() -> None:
    shown = desk(read_log("naples", plays=12).case)
    assert "keep" in groups(shown)
    shown.pressed("keep", "save", "../naples")
    assert news(shown).startswith("Not saved: name '../naples'")
    shown.pressed("keep", "save", "naples")
    assert news(shown).startswith("Saved as naples.txt.")
    assert "keep" not in groups(shown)
    shown.enter("=")
    assert len(Case.read("naples.txt").notes) == 13
    shown.close_file()
    plays = (data_root() / "hunt" / "logs" / "naples.txt").read_text(encoding="utf-8")
    assert desk(Case.from_text(plays)).case.notes[0].text == "G Paris"


def test_nothing_typed_becomes_markup() -> None:
    Path("evening.txt").write_text(f"game: hunt\n# {SCRIPT}\nG Vienna # {SCRIPT}\n")
    shown = desk("evening.txt")
    assert SCRIPT not in shown.still()
    assert SCRIPT not in shown.picture
    assert "&lt;img src=x" in shown.still()
    shown.close_file()


def test_a_saved_notebook_keeps_map_lines_and_trail(table: Desk) -> None:
    data, _ = table._repr_mimebundle_()
    html = data["text/html"]
    for part in ("<svg", "D city: vampire", "Dracula moved at sea, unseen", "Trail, newest first", "in 100"):
        assert part in html
    ET.fromstring(data["image/svg+xml"])


def test_fury_trail_has_its_desk() -> None:
    shown = desk("fury.txt", game="fury_trail", profile="printed")
    for text in ("g starts edin", "s starts lis", "h starts vie", "m starts sof", "d starts", "m sze", "dusk", "d l t"):
        shown.enter(text)
        assert news(shown).startswith("Line "), news(shown)
    assert shown.case.profile == "printed"
    assert shown.page["rows"][-1]["words"] == "Dracula moved on land, unseen (trap)"
    assert "map of 2015" in shown.picture
    assert len(shown.page["layers"]) == 2
    shown.explain("Szeged")
    assert shown.answer["title"]
    shown.close_file()


STARTED = ("g starts edin", "s starts lis", "h starts vie", "m starts sof", "d starts")


def entered(*typed: str, profile: str = "seed") -> Desk:
    shown = desk(game="fury_trail", profile=profile)
    for text in typed:
        shown.enter(text)
        assert news(shown).startswith("Line "), news(shown)
    return shown


def test_nobody_takes_a_turn_before_everybody_has_begun() -> None:
    shown = entered("m starts sof", "g edin")
    before = shown.case
    assert shown.page["next"] == [["seward", "Dr Seward"], ["helsing", "Van Helsing"]]
    for turn in ("m sze", "m placed paris", "mina unknown", "sure 80% mina Szeged"):
        shown.enter(turn)
        told = "mina has begun already; expected the first line of seward, helsing, D before."
        assert news(shown) == f"Not noted: {told}"
        assert shown.case == before
    shown.enter("s lis")
    shown.enter("h vie")
    assert shown.page["next"] == [["D", "Dracula"]]
    shown.enter("m sze")
    assert news(shown).endswith("expected the first line of D before.")
    shown.enter("d starts")
    shown.enter("m sze")
    assert shown.case.notes[-1].text == "mina Szeged"


def test_a_correction_puts_no_turn_before_the_start_either() -> None:
    shown = entered(*STARTED)
    shown.correct(6, "g placed paris")
    assert news(shown) == (
        "Not noted: godalming has begun already; expected the first line of seward, helsing, mina, D before."
    )
    assert shown.case.lines[5] == "seward starts Lisbon"


def test_an_ambiguous_start_is_answered_by_the_places_it_may_mean() -> None:
    shown = entered()
    shown.enter("m Be")
    assert news(shown) == "Not noted: 'm Be' may be 'mina Belgrade' or 'mina Berlin'; expected one of them."
    assert shown.suggestions[1] == [["mina Belgrade", False], ["mina Berlin", False]]
    assert shown.typed[1] == "m Be"
    hunt = desk()
    hunt.enter("g s")
    meant = [text for text, _ in hunt.suggestions[1]]
    assert {"G Saragossa", "G Sofia", "G Strasbourg"} <= set(meant)
    assert not any(":" in text for text in meant)
    # a line that is read and refused may mean nothing else
    hunt.enter("s lis")
    assert hunt.suggestions[1] == []


def test_what_comes_next_in_fury_trail_is_the_week_in_its_order() -> None:
    shown = entered(*STARTED)
    expected = ("Dr Seward", "Van Helsing", "Mina Harker", "Dusk", "Dawn", "Dracula", "Lord Godalming")
    assert shown.page["next"][0] == ["godalming", "Lord Godalming"]
    for at, typed in enumerate(("g man", "s stays", "h stays", "m sze", "dusk", "dawn", "d l t")):
        shown.enter(typed)
        assert news(shown).endswith(f"Next: {expected[at]}.")
    assert shown.page["next"][0] == ["godalming", "Lord Godalming"]
    # who has moved may be placed by an event, but is expected last
    shown.enter("h stays")
    assert [word for word, _ in shown.page["next"]] == ["mina", "dusk", "dawn", "D", "godalming", "seward", "helsing"]
    # a check that is over comes no more
    shown.enter("dusk")
    assert [word for word, _ in shown.page["next"]][:2] == ["dawn", "D"]
    assert "dusk" not in [word for word, _ in shown.page["next"]]


def test_by_the_printed_rules_dawn_opens_the_week() -> None:
    shown = entered(*STARTED, "m sze", "dusk", "d l t", profile="printed")
    assert [word for word, _ in shown.page["next"]][:3] == ["dawn", "godalming", "seward"]


def test_a_clue_without_a_head_has_no_gap_in_its_words() -> None:
    shown = entered(*STARTED, "bond: odd", "re ib")
    assert [row["words"] for row in shown.page["rows"][-2:]] == [
        "Psychic Bond told: odd",
        "Hypnosis told: he is in Iberia",
    ]


def ask(front: FrontDesk, name: str, game: int = 0, take: bool = False) -> None:
    front._heard({"kind": "open", "name": name, "game": game, "take": take})


def test_the_front_desk_opens_old_files_and_new_ones(table: Desk) -> None:
    table.close_file()
    Path("notes.txt").write_text("shopping")
    Path("play.txt").write_text("game: hunt\nversion: 1\n")
    front = front_desk()
    assert front.form.files == ["evening"]
    ask(front, "evening", 1)
    assert front.desk is not None
    # an old file keeps its own game
    assert front.desk.case.game == "hunt"
    assert front.children == (front.desk,)
    second = front_desk()
    ask(second, "evening")
    assert second.desk is None
    assert "is open at another desk" in second.form.news
    assert second.form.taken
    ask(second, "evening", take=True)
    assert second.desk is not None
    second.desk.close_file()
    third = front_desk()
    ask(third, "new one", 2)
    assert third.desk is not None
    assert Path("new one.txt").read_text().startswith("game: fury_trail\nmap: 2015\nprofile: printed\n")
    third.desk.close_file()


def test_the_front_desk_opens_the_name_that_was_sent_and_the_keyboard_goes_to_the_desk() -> None:
    front = front_desk()
    assert front.form.file == "evening"
    # the form was told nothing of what is typed: the wish to open carries it
    ask(front, "friday")
    assert front.desk is not None
    assert front.desk.page["saved"] == "Saved in friday.txt after every line."
    assert front.desk.awaited
    # a second Enter finds it open
    desk_there = front.desk
    ask(front, "friday", take=True)
    assert front.desk is desk_there
    front.desk.close_file()
    assert not desk().awaited


def test_after_a_crash_the_front_desk_names_the_case_file_that_was_written_last() -> None:
    for at, name in enumerate(("evening.txt", "tuesday.txt", "sunday.txt", "notes.txt")):
        Path(name).write_text("shopping" if name == "notes.txt" else LINES, encoding="utf-8")
        os.utime(name, (at, 10 if name == "tuesday.txt" else at))
    assert front_desk().form.file == "tuesday"


def test_what_a_page_must_not_send_to_the_front_desk_is_passed_over() -> None:
    front = front_desk()
    for content in (
        {"kind": "open", "name": "friday", "game": 99, "take": False},
        {"kind": "open", "name": "friday", "game": -1, "take": False},
        {"kind": "open", "name": "friday", "game": 0, "take": "yes"},
        {"kind": "open", "name": "x" * 5000, "game": 0, "take": False},
        "open",
    ):
        front._heard(content)
    assert front.desk is None
    assert list(Path().iterdir()) == []


def test_the_board_names_fury_trails_lines() -> None:
    from dracula_nb.boards.desk_view import grammar
    from dracula_nb.boards.fury_trail_belief import line_words

    lines = [row.split("  ")[0] for row in grammar("fury_trail").splitlines()]
    for line in (part for row in lines for part in row.split(" / ")):
        assert line_words(line)[0].isalpha()
        assert line_words(line) != line
