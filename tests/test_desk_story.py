"""A desk without its page: every change is on the disk, survives a crash, and can be taken back."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

import pytest

from dracula_nb.beliefs import Case
from dracula_nb.beliefs.casefile import append_line
from dracula_nb.boards import desk_lock
from dracula_nb.boards.desk_file import DeskFile, LostFileError, blank
from dracula_nb.boards.desk_lock import Lock
from dracula_nb.boards.desk_story import Story
from dracula_nb.core.errors import CaseFileError, DraculaError
from dracula_nb.lessons import the_trail

EVENING = ("g edin", "lis", "vie", "sof", "d c v", "g man", "=", "h pra", "m sof", "d sea")
FURY = (
    "g starts edin",
    "s starts lis",
    "h starts vie",
    "m starts sof",
    "d starts",
    "g stays",
    "m sze",
    "dusk",
    "d l t",
)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "evening.txt"


def told(path: Path) -> list[str]:
    """The lines of a file below its header."""
    return path.read_text(encoding="utf-8").splitlines()[4:]


def story_on(path: Path, *typed: str, game: str | None = None) -> Story:
    file = DeskFile(path, game)
    story = Story(file.case, file)
    for text in typed:
        story.enter(text)
    return story


def agrees(story: Story) -> bool:
    """Whether the belief kept by and by is that of the whole case, and the file holds the case."""
    whole = story.case.belief(story.model)
    alike = story.belief.possible == whole.possible and story.belief.posterior == pytest.approx(whole.posterior)
    held = story.file is None or Case.read(story.file.path).lines == story.case.lines
    return alike and held and (story.belief.contradiction is None) == (whole.contradiction is None)


def test_every_clue_is_on_the_disk_at_once(path: Path) -> None:
    story = story_on(path)
    for at, text in enumerate(EVENING, 1):
        line = story.enter(text)
        assert told(path)[-1] == line
        assert len(told(path)) == at
        assert agrees(story)
    assert told(path)[4:7] == ["D city: vampire", "G Manchester", "S Lisbon"]


def test_any_game_with_clues_has_a_desk(path: Path) -> None:
    story = story_on(path, *FURY, game="fury_trail")
    assert path.read_text().startswith("game: fury_trail\nmap: 2015\nprofile: seed\n")
    assert told(path)[-2:] == ["dusk", "D land: trap"]
    assert agrees(story)


def test_what_is_refused_changes_nothing(path: Path) -> None:
    story = story_on(path, *EVENING)
    before = path.read_bytes()
    for text in ("g rome", "s lis", "seen 7: Paris", "bond odd", "g viena", ""):
        with pytest.raises(DraculaError):
            story.enter(text)
    assert path.read_bytes() == before
    assert agrees(story)


def test_a_line_ten_turns_back_is_corrected_in_short(path: Path) -> None:
    story = story_on(path, *EVENING)
    assert story.correct(5, "manch") == "G Manchester"
    assert told(path)[0] == "G Manchester"
    assert agrees(story)
    # a later line does not fit any more: refused, and the file stays
    with pytest.raises(CaseFileError, match="line 10: G cannot move"):
        story.correct(5, "g athens")
    assert told(path)[0] == "G Manchester"
    with pytest.raises(CaseFileError, match="expected 1 to 14"):
        story.correct(99, "g athens")


def test_strike_keeps_what_later_lines_need_and_brings_back(path: Path) -> None:
    story = story_on(path, *EVENING)
    assert story.strike(14) == "# struck: D sea"
    assert len(story.case.notes) == 9
    assert agrees(story)
    # others moved after him: the turn passes, what was learnt is forgotten
    assert story.strike(9) == "D unknown # struck: D city: vampire"
    assert len(story.case.notes) == 9
    assert agrees(story)
    assert story.restore(9) == "D city: vampire"
    assert story.restore(14) == "D sea"
    assert story.case.lines == Case.read(path).lines
    assert [note.text for note in story.case.notes][-1] == "D sea"
    with pytest.raises(CaseFileError, match="expected a line that was struck"):
        story.restore(14)
    with pytest.raises(CaseFileError, match="expected the line of a clue"):
        story.strike(1)


def test_undo_takes_back_change_after_change(path: Path) -> None:
    story = story_on(path)
    seen = []
    for text in EVENING[:6]:
        seen.append(story.case.lines)
        story.enter(text)
    seen.append(story.case.lines)
    story.correct(6, "cad")
    while seen:
        assert story.undo()
        assert story.case.lines == seen.pop()
        assert agrees(story)
    assert not story.undo()


def test_undo_after_a_new_start_strikes_the_last_clue(path: Path) -> None:
    story_on(path, *EVENING).file.close()  # type: ignore[union-attr]
    again = story_on(path)
    assert again.undo()
    assert told(path)[-1] == "# struck: D sea"


def test_a_broken_story_is_told_and_mended(path: Path) -> None:
    story = story_on(path, *EVENING)
    story.enter("seen 1: Paris")
    assert story.belief.contradiction is not None
    story.enter("g man")
    assert story.belief.contradiction is not None
    assert agrees(story)
    story.strike(15)
    assert story.belief.contradiction is None
    assert agrees(story)


def test_what_was_met_may_be_told_before_what_it_showed() -> None:
    story = Story(the_trail.case(2))
    for text in ("=", "=", "=", "kla t"):
        story.enter(text)
    # the move of the trail that comes with it is not told yet, which is no clue
    assert story.belief.contradiction is None
    assert agrees(story)
    # he moves on, and now it should have been told; taken back, it may still come
    story.enter("d c t")
    assert story.belief.contradiction is not None
    assert agrees(story)
    story.undo()
    assert story.belief.contradiction is None
    assert agrees(story)
    story.enter("seen 2 kla")
    assert story.belief.possible == {"Belgrade", "Bucharest", "Budapest", "Galatz"}
    assert agrees(story)


def test_another_model(path: Path) -> None:
    story = story_on(path, *EVENING)
    story.assume("evasive(1)")
    assert story.belief.model == "evasive(1)"
    story.enter("g liv")
    assert agrees(story)
    with pytest.raises(ValueError, match="model"):
        story.assume("clever")
    assert story.model == "evasive(1)"
    assert agrees(story)


def test_a_line_that_a_crash_tore_is_kept_aside(path: Path) -> None:
    story_on(path, *EVENING).file.close()  # type: ignore[union-attr]
    path.write_bytes(path.read_bytes() + b"G Live")
    story = story_on(path)
    assert story.file is not None
    assert story.file.torn == "G Live"
    assert told(path)[-1] == "# torn: G Live"
    story.enter("g liv")
    assert told(path)[-2:] == ["# torn: G Live", "G Liverpool"]


def test_a_file_of_another_game_is_refused(path: Path) -> None:
    story_on(path, *FURY, game="fury_trail").file.close()  # type: ignore[union-attr]
    before = path.read_bytes()
    with pytest.raises(CaseFileError, match=r"evening.txt: a case of game fury_trail; expected game hunt"):
        DeskFile(path, "hunt")
    with pytest.raises(CaseFileError, match="profile seed; expected profile printed"):
        DeskFile(path, profile="printed")
    assert path.read_bytes() == before
    assert DeskFile(path).case.game == "fury_trail"


@pytest.mark.parametrize(
    ("content", "told"),
    [
        ("GED.... SLO.... HVI....", "past plays; expected a case file"),
        ("game: chess\n", "line 1"),
        ("game: hunt\nversion: 1\n", "header .version.: expected one of game"),
        ("game: hunt\nG Atlantis\n", "line 2"),
        (b"\xff\xfe\x00", "not UTF-8"),
    ],
)
def test_what_is_no_case_file_is_refused_and_left_alone(path: Path, content: str | bytes, told: str) -> None:
    raw = content if isinstance(content, bytes) else content.encode()
    path.write_bytes(raw)
    with pytest.raises(CaseFileError, match=told):
        DeskFile(path)
    assert path.read_bytes() == raw
    assert [item.name for item in path.parent.iterdir()] == ["evening.txt"]


def test_a_folder_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(CaseFileError, match="cannot be written there"):
        DeskFile(tmp_path / "nowhere" / "evening.txt")


def test_an_empty_file_gets_its_header(path: Path) -> None:
    path.touch()
    story = story_on(path, "g starts vie", game="fury_trail")
    assert story.file is not None
    story.file.close()
    assert DeskFile(path).case.game == "fury_trail"


# Two desks


def test_a_second_desk_on_a_file_is_refused_while_the_first_lives(path: Path) -> None:
    first = story_on(path, *EVENING[:2])
    with pytest.raises(CaseFileError, match=r"evening\.txt: is open at another desk in this notebook") as refusal:
        DeskFile(path)
    assert "\n" not in str(refusal.value)
    with pytest.raises(CaseFileError, match="another desk"):
        DeskFile(path.parent / "." / "evening.txt")
    link = path.with_name("link.txt")
    link.symlink_to(path)
    with pytest.raises(CaseFileError, match="another desk"):
        DeskFile(link)
    first.enter("vie")
    assert first.file is not None
    first.file.close()
    assert len(DeskFile(path).case.notes) == 3


def test_a_desk_whose_file_was_taken_over_writes_no_more(path: Path) -> None:
    first = story_on(path, *EVENING[:2])
    second = DeskFile(path, take_over=True)
    before = path.read_bytes()
    for change in (lambda: first.enter("vie"), first.undo, lambda: first.strike(5), first.reread):
        with pytest.raises(LostFileError, match="another desk has taken this file over"):
            change()
    assert path.read_bytes() == before
    assert len(first.case.notes) == 2
    # going away, the first does not give back what is not its own
    assert first.file is not None
    first.file.close()
    assert second.held


WORK = """
import sys, time
from dracula_nb.boards import desk
table = desk(sys.argv[1])
for text in sys.argv[2:]:
    table.enter(text)
print(table.news[1], flush=True)
time.sleep(600)
"""


def started(path: Path, *typed: str) -> subprocess.Popen[str]:
    """A process with a desk open on a file, once it has noted these clues."""
    root = Path(__file__).resolve().parents[1]
    process = subprocess.Popen(
        [sys.executable, "-c", WORK, str(path), *typed],
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": str(root)},
    )
    assert process.stdout is not None
    assert process.stdout.readline().startswith("Line ")
    return process


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="needs kill -9")
def test_after_kill_9_everything_is_there_and_the_lock_gives_way(path: Path) -> None:
    process = started(path, *EVENING)
    try:
        with pytest.raises(CaseFileError, match=rf"by another program \(process {process.pid}\)"):
            DeskFile(path)
        os.kill(process.pid, signal.SIGKILL)
        end = time.monotonic() + 30
        # not waited for: to its parent a killed process stays on the list
        while desk_lock.is_alive(json.loads(path.with_name(".evening.txt.lock").read_text())):
            assert time.monotonic() < end
            time.sleep(0.01)
        story = story_on(path)
        assert len(story.case.notes) == len(EVENING)
        story.enter("g liv")
        assert agrees(story)
    finally:
        process.kill()
        process.wait()


HERE = {"host": socket.gethostname()}
LOCKS: dict[str, tuple[object, bool]] = {
    "empty": ("", True),
    "cut short": ("{", True),
    "a list": ([1], True),
    "no process": ({"pid": -1}, True),
    "no number": ({"pid": True}, True),
    "gone": ({"pid": 2**22 + 1, **HERE}, True),
    "no process has such a number": ({"pid": 2**80, **HERE}, True),
    "an earlier process of our number": ({"pid": os.getpid(), "session": "earlier", **HERE}, True),
    "ourselves": ({"pid": os.getpid(), "session": desk_lock.SESSION, **HERE}, False),
    "another process": ({"pid": os.getppid(), **HERE}, False),
    "on another machine": ({"pid": 2**22 + 1, "host": "another machine"}, False),
}


@pytest.mark.parametrize("name", LOCKS)
def test_whose_lock_gives_way(path: Path, name: str) -> None:
    content, free = LOCKS[name]
    lock = path.with_name(".evening.txt.lock")
    lock.write_text(content if isinstance(content, str) else json.dumps(content))
    if free:
        assert Lock(path).held
    else:
        with pytest.raises(CaseFileError, match="another desk"):
            Lock(path)


def test_a_lock_is_given_back(path: Path) -> None:
    lock = Lock(path)
    assert lock.lock.exists()
    lock.release()
    assert not lock.lock.exists()


# Others at the file


def test_what_another_program_wrote_is_noticed_and_nothing_is_lost(path: Path) -> None:
    story = story_on(path, *EVENING[:5])
    append_line(path, "G Manchester")
    with pytest.raises(LostFileError, match="was changed by another program"):
        story.enter("g edi")
    assert told(path)[-1] == "G Manchester"
    assert story.reread()
    assert len(story.case.notes) == 6
    story.enter("=")
    assert agrees(story)
    # what stood at this desk before can be had back
    assert story.undo()
    assert story.undo()
    assert len(story.case.notes) == 5


@pytest.mark.parametrize("harm", ["broken", "gone"])
def test_a_file_that_was_spoilt_leaves_the_story_whole(path: Path, harm: str) -> None:
    story = story_on(path, *EVENING[:5])
    lines = story.case.lines
    if harm == "gone":
        path.unlink()
    else:
        path.write_text("game: hunt\nG Atlantis\n")
    with pytest.raises(LostFileError):
        story.enter("g man")
    if harm == "broken":
        with pytest.raises(CaseFileError):
            story.reread()
    assert story.case.lines == lines
    story.keep_elsewhere()
    assert story.file is not None
    assert story.file.path.name == "evening-2.txt"
    assert story.enter("g man") == "G Manchester"
    assert agrees(story)


def test_a_full_disk_refuses_the_clue_and_keeps_the_story(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    story = story_on(path, *EVENING[:5])

    def full(path: object, text: str) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("dracula_nb.boards.desk_file.append_line", full)
    with pytest.raises(CaseFileError, match=r"not saved \(No space left on device\)"):
        story.enter("g man")
    assert len(story.case.notes) == len(story.undone) == 5
    monkeypatch.undo()
    story.enter("g man")
    assert agrees(story)


def test_what_cannot_be_believed_is_taken_back_from_the_disk(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    story = story_on(path, *EVENING[:5])
    before = path.read_bytes()

    def fails(self: object, *rest: object, **more: object) -> bool:
        raise DraculaError("too many stories")

    monkeypatch.setattr("dracula_nb.beliefs.belief.Run.take", fails)
    for change in (lambda: story.enter("g man"), lambda: story.strike(9), story.undo):
        with pytest.raises(DraculaError, match="too many stories"):
            change()
        assert path.read_bytes() == before
        assert len(story.case.notes) == len(story.undone) == 5
    monkeypatch.undo()
    story.enter("g man")
    assert agrees(story)


def test_a_story_that_is_kept_nowhere_can_be_kept(path: Path) -> None:
    story = Story(Case.from_text("G Edinburgh\nS Lisbon\n"))
    story.enter("vie")
    story.keep_as(path)
    assert told(path) == ["G Edinburgh", "S Lisbon", "H Vienna"]
    story.enter("sof")
    assert agrees(story)
    # lines are counted as in the file, its header included
    assert story.correct(8, "athens") == "M Athens"
    assert blank("hunt").lines == story.case.lines[:4]
