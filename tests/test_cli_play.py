"""`play`: scripted plays to the end, the curtain, no leak, undo, saving, and what is typed wrongly."""

from __future__ import annotations

import io
import sys

import pytest
from cli_support import run_with
from toy_game import Crypt

from dracula_nb.cli.sitting import CLEAR, Sitting
from dracula_nb.core.playthrough import Playthrough, play_random
from dracula_nb.core.session import Session
from dracula_nb.games.hunt import Rules, load

STEPS = "game: hunt\nversion: 1\nseed: 1\n\nG: Edinburgh\nS: Lisbon\nH: Vienna\nM: Sofia\nD: {}\n"


def played(monkeypatch, script, *words):
    """A play of hunt with these lines typed."""
    return run_with(monkeypatch, ["play", "hunt", *words], "".join(f"{line}\n" for line in script).encode())


def saved(tmp_path, text, name="play.txt"):
    path = tmp_path / name
    path.write_text(text, encoding="utf-8")
    return str(path)


# Whole plays


@pytest.mark.parametrize("hunters", [("G", "M"), ("G", "S", "H", "M")])
def test_a_whole_play_at_one_screen_is_the_play_that_was_typed(monkeypatch, tmp_path, hunters):
    game = load(Rules(hunters=hunters, last_round=3))
    play = play_random(game, seed=6)
    script = []
    for line in play.lines():
        seat, _, text = line.partition(": ")
        turned = bool(script) and seat in ("D", hunters[0])  # another side comes before the screen
        script += [""] * turned + [text]
    path = tmp_path / "whole.txt"
    rules = ("--rule", f"hunters={list(hunters)}".replace("'", '"'), "--rule", "last_round=3")
    done = played(monkeypatch, [*script, f"save {path}"], "--seat", "all", "--seed", "6", *rules)
    assert (done.code, done.err) == (0, "")
    assert "The end: the last round is over; nobody wins." in done.out
    assert done.out.endswith(f"The play is saved: dracula-nb play hunt --resume {path}\n")
    assert Playthrough.read(path) == play


def test_persons_hunt_a_policy_to_the_last_round(monkeypatch):
    script = ["Galatz", "Klausenburg", "Rome", "Paris"] + ["1"] * 8
    words = ("--seed", "4", "--rule", "last_round=2")
    done = played(monkeypatch, script, *words)
    assert (done.code, done.err) == (0, "")
    assert "The end: the last round is over; nobody wins. You may undo, save FILE or quit.\nend> \n" in done.out
    assert done.out.endswith("The input has ended.\nNothing was saved.\n")
    assert done.out.count("\nG> ") == done.out.count("\nM> ") == 3
    assert done.out == played(monkeypatch, script, *words).out
    assert done.out != played(monkeypatch, script, *words, "--players", "dracula=random").out


def test_the_seat_may_be_draculas(monkeypatch):
    done = played(monkeypatch, ["Castle Dracula", "hi", "look"], "--seat", "D", "--seed", "2")
    assert done.code == 0
    assert "hunt: you play D." in done.out
    assert "Your trail, newest first: 1 HI at Castle Dracula (trap, seen), 2 Castle Dracula (" in done.out
    assert "turn (" not in done.out  # one side alone needs no curtain


# The two sides


def test_the_curtain_keeps_the_sides_apart(monkeypatch):
    script = ["Edinburgh", "Lisbon", "Rome", "Sofia", "", "Hamburg", "", "1", "2", "3", "4", "", "HI", "", "look"]
    done = played(monkeypatch, script, "--seat", "all", "--seed", "1")
    parts = done.out.split("Nobody else should look: press Enter.")
    assert len(parts) == 5
    for number, part in enumerate(parts):
        draculas = number % 2 == 1
        assert ("Your trail" in part) is draculas
        assert ("Dracula's trail" in part) is not draculas
        assert ("Hamburg" in part) is draculas
        assert part.count("D> ") == draculas
    assert "1 HI at Hamburg" not in done.out.replace(parts[3], "")
    assert "2 Hamburg" not in parts[2] + parts[4]


def test_hunters_read_the_same_whatever_they_cannot_know(monkeypatch, tmp_path):
    script = ["look", "why Hamburg", "why HI", "Manchester", "Cadiz", "undo", "look"]
    seen = set()
    for place in ("Hamburg", "Naples", "Bordeaux"):
        folder = tmp_path / place
        folder.mkdir()
        saved(folder, STEPS.format(place))
        monkeypatch.chdir(folder)
        seen.add(played(monkeypatch, script, "--resume", "play.txt"))
    (only,) = seen
    assert "moved on land, unseen" in only.out
    assert not {"Hamburg ", "Naples", "Bordeaux "} & set(only.out.split("H can do")[0])


def test_a_resumed_play_begins_behind_the_curtain(monkeypatch, tmp_path):
    file = saved(tmp_path, STEPS.format("Hamburg"))
    done = played(monkeypatch, ["", "look"], "--resume", file, "--seat", "all")
    assert done.out.index("Nobody else should look") < done.out.index("Round 1")


def test_a_play_resumed_in_between_does_too(monkeypatch, tmp_path):
    file = saved(tmp_path, STEPS.format("Hamburg"))
    done = played(monkeypatch, [f"resume {file}", "", "look"], "--seat", "all", "--seed", "1")
    resumed = done.out.split(f"G> resume {file}\n")[1]
    assert resumed.index("Nobody else should look") < resumed.index("Round 1")


def test_on_a_terminal_the_curtain_clears_the_screen(monkeypatch):
    class Screen(io.StringIO):
        def isatty(self):
            return True

    screen = Screen()
    monkeypatch.setattr(sys, "stdout", screen)
    monkeypatch.setattr(sys, "stdin", io.StringIO("Edinburgh\nLisbon\nRome\nSofia\n\nHamburg\n\nquit\n"))
    session = Session(load(), seed=1)
    Sitting(session, load().players).run()
    before, after_hunters, after_dracula = screen.getvalue().split(CLEAR)
    assert "Sofia" in before
    assert "Hamburg" in after_hunters
    assert "Hamburg" not in after_dracula


# Taking back, saving, going on


def test_the_other_side_must_agree_to_an_undo(monkeypatch):
    script = ["Edinburgh", "Lisbon", "Rome", "Sofia", "", "undo", "no", "undo", "yes", "", "Varna", "", "Hamburg"]
    done = played(monkeypatch, script, "--seat", "all", "--seed", "1")
    assert done.out.count("hunters: do you agree to take the last choice back? yes or no:") == 2
    assert done.out.count("hunters did not agree.") == 1
    asked, again = done.out.split("yes or no: yes\n")
    assert "Mina Harker ended in Sofia" in asked
    assert "Mina Harker ended in Varna" in again  # told, though as many lines were heard before
    assert "Sofia" not in again


def test_one_side_takes_back_as_it_likes_and_meets_the_same_policy(monkeypatch):
    script = ["Edinburgh", "Lisbon", "Rome", "Sofia", "undo", "Sofia", "undo", "undo", "undo", "undo", "undo"]
    done = played(monkeypatch, script, "--seed", "1")
    moved = [line for line in done.out.splitlines() if line.startswith("  Dracula moved")]
    assert len(moved) == 2
    assert moved[0] == moved[1]
    assert "agree" not in done.out
    assert "nothing to take back; expected a person's choice before" in done.out


def test_a_play_is_saved_and_goes_on(monkeypatch, tmp_path):
    path = tmp_path / "mine.txt"
    words = ("--seed", "9", "--rule", "last_round=2")
    whole = played(monkeypatch, ["1"] * 12, *words)
    first = played(monkeypatch, [*["1"] * 6, f"save {path}", "quit"], *words)
    assert f"Saved in {path}. It tells everything, hidden moves too." in first.out
    assert first.out.endswith(f"The play is saved: dracula-nb play hunt --resume {path}\n")
    second = played(monkeypatch, ["1"] * 6, "--resume", str(path))
    assert second.code == 0
    assert second.out.splitlines()[-12:-3] == whole.out.splitlines()[-12:-3]
    assert second.out.endswith(f"What was played since the last save in {path} is not saved.\n")
    third = played(monkeypatch, ["1", f"resume {path}", "look", "save", "quit"], *words)
    assert third.out.count("Round 1:") == 2
    assert f"Saved in {path}." in third.out


def test_a_file_of_others_is_not_written_over(monkeypatch, tmp_path):
    path = tmp_path / "other.txt"
    path.write_text("mine", encoding="utf-8")
    script = [f"save {path}", "save", f"save {tmp_path}/no/a.txt", "resume", f"resume {path}"]
    done = played(monkeypatch, script, "--seed", "1")
    assert path.read_text(encoding="utf-8") == "mine"
    assert f"{path}: is there already; expected the name of a new file" in done.out
    assert "save where? Expected: save FILE" in done.out
    assert "No such file or directory; expected to write it" in done.out
    assert "resume what? Expected: resume FILE" in done.out
    assert f"{path}: no line 'game: ...'" in done.out
    assert done.out.endswith("Nothing was saved.\n")


def test_a_torn_line_is_left_out_and_said(monkeypatch, tmp_path):
    torn = STEPS.format("Hamburg") + "G: Manch"
    done = played(monkeypatch, ["quit"], "--resume", saved(tmp_path, torn))
    assert "the last line 'G: Manch' is cut off and was left out" in done.err
    within = played(monkeypatch, [f"resume {saved(tmp_path, torn, 'b.txt')}"], "--seed", "1")
    assert "The last line 'G: Manch' is cut off and was left out." in within.out


# What is typed


@pytest.mark.parametrize(
    ("typed", "answer"),
    [
        ("ma", "ma: which of Madrid, Manchester, Marseilles?"),
        (
            "Viena",
            "Viena: 'Viena' is no action: expected a place's full name, HI, D1 to D5, or TP; did you mean 'Vienna'?",
        ),
        ("99", "99: '99' is no action"),
        ("HI", "HI: hides, double backs and teleports are Dracula's (HU-MOVE-15)"),
        ("why vienna", "Vienna: allowed"),
        ("why", "why what? Expected: why ACTION"),
        ("?", "  why ACTION   whether it is allowed, and which rule forbids it"),
        ("help", "  quit         leave"),
        ("look", "G can do: 1 Adriatic Sea;  2 Alicante;"),
        ("\x1b[2Jx", r"\x1b[2Jx: '\x1b[2Jx' is no action"),
        ("x" * 30_000, "x" * 60 + ": "),
    ],
)
def test_what_is_typed_gets_an_answer_and_changes_nothing(monkeypatch, typed, answer):
    done = played(monkeypatch, [typed], "--seed", "1")
    assert done.code == 0
    assert answer in done.out
    assert "ended in" not in done.out
    assert "\x1b" not in done.out


def test_a_move_against_the_rules_names_the_rule_and_the_nearest(monkeypatch):
    script = ["Lisbon", "Rome", "Paris", "Sofia", "Edinburgh", "why Edinburgh", "why Vienna", "Cadizz", "cadiz"]
    done = played(monkeypatch, script, "--seed", "1")
    assert done.out.count("Edinburgh: no road, rail or sea move leads from Lisbon to Edinburgh (HU-MOVE-03)") == 2
    assert "Vienna is too far by rail: 1 steps are allowed in this round (HU-MOVE-04)" in done.out
    assert "did you mean 'Cadiz'?" in done.out
    assert "Lord Godalming ended in Cadiz" in done.out


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["chess"], "no game 'chess'"),
        (["hunt", "--seat", "X"], "--seat 'X': expected one of G, S, H, M, D, or all"),
        (["hunt", "--players", "dracula=gredy"], "player 'gredy' for dracula of hunt"),
        (["hunt", "--seed", "-3"], "--seed -3: expected a whole number from 0"),
        (["hunt", "--resume", "nowhere.txt"], "nowhere.txt: cannot be read"),
        (["hunt", "--rule", "last_round"], "--rule 'last_round': expected NAME=VALUE"),
        (["hunt", "--rule", "moon=full"], "--rule: no option 'moon' in hunt; expected map, hunters, last_round"),
    ],
)
def test_bad_words_are_one_line_and_2(monkeypatch, words, expected):
    done = run_with(monkeypatch, ["play", *words])
    assert (done.code, done.out) == (2, "")
    assert expected in done.err
    assert done.err.count("\n") == 1


def test_a_play_of_other_rules_is_refused(monkeypatch, tmp_path):
    file = saved(tmp_path, STEPS.format("Hamburg"))
    done = played(monkeypatch, [], "--resume", file, "--rule", "last_round=5")
    assert (done.code, done.err.count("\n")) == (2, 1)
    assert "played under rules {}; expected rules {'last_round': 5}" in done.err


def test_no_input_and_broken_input_end_kindly(monkeypatch):
    done = run_with(monkeypatch, ["play", "hunt", "--seed", "1"])
    assert (done.code, done.err) == (0, "")
    assert done.out.endswith("G> \nThe input has ended.\nNothing was saved.\n")
    done = run_with(monkeypatch, ["play", "hunt", "--seed", "1"], b"\xff\xfe\n")
    assert done.code == 2
    assert done.err == "standard input: not UTF-8; expected plain text\n"


# Any game


def test_a_game_without_words_of_its_own_is_played_too(monkeypatch, capsys):
    monkeypatch.setattr(sys, "stdin", io.StringIO("2\nst\n\nleave\nundo\nyes\nyes\n\nst\nquit\n"))
    game = Crypt()
    Sitting(Session(game, seed=1), game.players).run()
    out = capsys.readouterr().out
    assert "V can do: 1 keep;  2 change" in out
    assert "  cards: ['Rat', 'Bat']" in out
    hunters = out.split("hunter, it is your turn (H).")[1].partition("The end")[0]
    assert "H can do: 1 stay;  2 leave" in hunters
    assert "Bat" not in hunters
    assert "stays" not in hunters.partition("H> ")[0]  # both bid at once: what V chose is secret until H has
    assert "The end: V stays, H leaves; vampire wins." in out
    assert out.count("do you agree to take the last choice back?") == 2  # at the end nobody's turn: both are asked
