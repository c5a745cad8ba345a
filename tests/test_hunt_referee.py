"""Six matches as the course's referee logged them: the engine and the record's reader say the same, turn by turn."""

from __future__ import annotations

from typing import Any

import pytest
from hunt_support import BOOK, CASTLE, GAME, legal, name_of, read_cases

from dracula_nb.games.hunt.notation import Play, parse_plays
from dracula_nb.games.hunt.past_plays import PastPlays, veiled
from dracula_nb.games.hunt.scribe import Scribe
from dracula_nb.games.hunt.state import HuntState

GAMES: list[dict[str, Any]] = read_cases("referee_games")["games"]
MARKS = {"trap": "T", "vampire": "V", "dracula": "D", "trap gone": "M", "vampire matured": "V"}
each_match = pytest.mark.parametrize("match", range(len(GAMES)), ids=[f"match{at}" for at in range(len(GAMES))])


def seen_by_hunters(game: dict[str, Any], plays: int) -> list[str]:
    """The hunters' record of the first plays: the last one given, with later revelations undone."""
    texts = game["hunter_view_last"].split()
    for at, since, before, _ in reversed(game["hunter_view_changes"]):
        if since > plays:
            texts[at] = before
    return texts[:plays]


def states_of(plays: tuple[Play, ...]) -> list[HuntState]:
    states = [GAME.initial_state()]
    for play in plays:
        states.append(GAME.apply(states[-1], GAME.parse_action(states[-1], play.move)))
    return states


def marks_in_log(before: HuntState, after: HuntState) -> str:
    """The marks of a play, from the line that the engine wrote for it."""
    head, _, tail = after.log[len(before.log)].partition(": ")
    words = tail.split(", ") if tail else []
    if not head.startswith("D "):
        return "".join(MARKS[word] for word in words).ljust(4, ".")
    laid_trap, laid_vampire = ("T" if "trap" in words else "."), ("V" if "vampire" in words else ".")
    gone = next((MARKS[word] for word in words if word in ("trap gone", "vampire matured")), ".")
    return f"{laid_trap}{laid_vampire}{gone}."


@each_match
def test_engine_writes_the_marks_of_the_record(match: int) -> None:
    plays = parse_plays(BOOK, GAMES[match]["dracula_view"])
    states = states_of(plays)
    assert [marks_in_log(states[at], states[at + 1]) for at in range(len(plays))] == [play.marks for play in plays]


@each_match
def test_engine_agrees_on_scores_life_and_blood(match: int) -> None:
    states = states_of(parse_plays(BOOK, GAMES[match]["dracula_view"]))
    checked = 0
    for k, seat, score, points, place, _, _ in GAMES[match]["turns"]:
        if k >= len(states) or points is None:
            continue
        state = states[k]
        at = "GSHMD".index(seat)
        found = (state.score, state.blood if seat == "D" else state.life[at])
        assert found == (score, points), f"before play {k + 1}"
        if place is not None:
            here = (state.trail[0].place if state.trail else None) if seat == "D" else state.places[at]
            assert here == name_of(place), f"before play {k + 1}"
        checked += 1
    assert checked >= min(len(states) // 5, 8)


@each_match
def test_reader_agrees_on_scores_life_and_blood_of_the_hunters_record(match: int) -> None:
    # Where Dracula's own record is short, the hunters' last one still tells every score.
    plays = parse_plays(BOOK, GAMES[match]["hunter_view_last"])
    values: dict[int, tuple[int, dict[str, int]]] = {}
    scribe = Scribe(BOOK)
    for k in range(len(plays) + 1):
        values[k] = (scribe.score, {**scribe.life, "D": scribe.blood})
        if k < len(plays):
            scribe.read(plays[k])
    for k, seat, score, points, *_ in GAMES[match]["turns"]:
        if k in values and points is not None:
            assert (values[k][0], values[k][1][seat]) == (score, points), f"before play {k + 1}"


@each_match
def test_engine_lists_the_legal_moves_of_the_referee(match: int) -> None:
    states = states_of(parse_plays(BOOK, GAMES[match]["dracula_view"]))
    turns = [turn for turn in GAMES[match]["turns"] if turn[1] == "D" and turn[5] and turn[0] < len(states)]
    assert turns
    for k, _, _, _, _, listed, _ in turns:
        ours = [GAME.action_text(states[k], action) for action in GAME.legal_actions(states[k], "D")]
        assert sorted(ours) == sorted(name_of(code) for code in listed), f"before play {k + 1}"


@pytest.mark.rule("HU-MOVE-16")
def test_castle_is_his_own_place_after_a_teleport() -> None:
    # The referee's printed lists of this match (not kept here) leave the castle out both times, and it moves there.
    record = next(g for g in read_cases("play_strings")["games"] if g["source"].startswith("AnishGDev/"))["play"]
    plays = parse_plays(BOOK, record)
    states = states_of(plays)
    teleports = [play.index for play in plays if play.move == "TP"]
    assert [(plays[k + 5].move, CASTLE in legal(states[k + 5])) for k in teleports] == [(CASTLE, True), (CASTLE, True)]
    assert all(CASTLE not in legal(states[k]) and legal(states[k]) == {"TP"} for k in teleports)


@each_match
def test_what_the_hunters_see_at_every_turn(match: int) -> None:
    plays = parse_plays(BOOK, GAMES[match]["dracula_view"])
    turns = {turn[0] for turn in GAMES[match]["turns"] if turn[1] != "D"}
    until = len(GAMES[match]["hunter_view_last"].split())
    scribe = Scribe(BOOK)
    for k, play in enumerate(plays):
        if k in turns and k <= until:
            assert veiled(BOOK, plays[:k], scribe) == seen_by_hunters(GAMES[match], k), f"before play {k + 1}"
        scribe.read(play)


def check_logs(match: int, every: int) -> int:
    """Compare the engine's public log with what either record tells, at every so many turns of a hunter."""
    plays = parse_plays(BOOK, GAMES[match]["dracula_view"])
    states = states_of(plays)
    until = min(len(plays), len(GAMES[match]["hunter_view_last"].split()))
    turns = [turn[0] for turn in GAMES[match]["turns"] if turn[1] != "D" and turn[0] <= until][::every]
    whole = PastPlays(plays, BOOK)
    for k in turns:
        own = whole.upto(k).log() if k else ()
        hunters = PastPlays.parse(" ".join(seen_by_hunters(GAMES[match], k))).log()
        assert own == hunters, f"before play {k + 1}"
        assert own == states[k].log, f"before play {k + 1}"
    return len(turns)


@each_match
def test_both_records_and_the_engine_tell_the_same_log(match: int) -> None:
    assert check_logs(match, every=7) > 0


@pytest.mark.slow
@each_match
def test_both_records_and_the_engine_tell_the_same_log_at_every_turn(match: int) -> None:
    assert check_logs(match, every=1) > 5
