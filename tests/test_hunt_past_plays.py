"""The past-plays notation: what it says, and what is refused with one clear line."""

from __future__ import annotations

import pytest
from hunt_support import BOOK, CASTLE, HOSPITAL

from dracula_nb.core.errors import NotationError
from dracula_nb.games.hunt.notation import LIMIT, looks_like_plays
from dracula_nb.games.hunt.past_plays import PastPlays

ROUND = "GED.... SMN.... HLV.... MSW.... "


@pytest.mark.rule("HU-NOTE-01", "HU-NOTE-04")
@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("GXX....", "play 1 'GXX....': unknown place 'XX'; expected a two-letter code of the map"),
        ("GC?....", "play 1 'GC?....': unknown place 'C?'; expected a two-letter code of the map"),
        ("GHI....", "play 1 'GHI....': unknown place 'HI'; expected a two-letter code of the map"),
        (
            f"{ROUND}DD6....",
            "play 5 'DD6....': unknown place 'D6'; expected a two-letter code of the map, C?, S?, HI, D1 to D5 or TP",
        ),
        ("GED...", "play 1 'GED...': 6 characters; expected 7 (player, two-letter place, four marks)"),
        ("GED.... SMN.....", "play 2 'SMN.....': 8 characters; expected 7 (player, two-letter place, four marks)"),
        ("SED....", "play 1 'SED....': player 'S'; expected 'G' (turn order G S H M D)"),
        ("GED.... HMN....", "play 2 'HMN....': player 'H'; expected 'S' (turn order G S H M D)"),
        (f"{ROUND}DC?.... SED....", "play 6 'SED....': player 'S'; expected 'G' (turn order G S H M D)"),
        ("GEDX...", "play 1 'GEDX...': marks 'X...'; expected up to three T, then V, then D, then dots"),
        ("GEDTTTT", "play 1 'GEDTTTT': marks 'TTTT'; expected up to three T, then V, then D, then dots"),
        ("GEDDD..", "play 1 'GEDDD..': marks 'DD..'; expected up to three T, then V, then D, then dots"),
        (f"{ROUND}DC?D...", "play 5 'DC?D...': marks 'D...'; expected T or ., V or ., M V or ., then ."),
        (f"{ROUND}DHI....", "play 5 'DHI....': expected a move of at most 0 moves back"),
        (f"{ROUND}DPA.... {ROUND}DD2....", "play 10 'DD2....': expected a move of at most 1 moves back"),
    ],
)
def test_what_is_no_record_is_refused_in_one_line(text: str, error: str) -> None:
    with pytest.raises(NotationError) as refusal:
        PastPlays.parse(text)
    assert str(refusal.value) == error


def test_a_text_without_end_is_refused_before_it_is_read() -> None:
    with pytest.raises(NotationError, match=f"expected at most {LIMIT}"):
        PastPlays.parse("GED.... " * (LIMIT // 8 + 1))


@pytest.mark.rule("HU-NOTE-01")
def test_a_record_tells_whose_turn_it_is_and_where_all_are() -> None:
    plays = PastPlays.parse(f"{ROUND}\nDPA.V..\tGLO....")
    assert (plays.round, plays.current_player, plays.score) == (1, "S", 365)
    assert plays.location == {"G": "London", "S": "Manchester", "H": "Liverpool", "M": "Swansea", "D": "Paris"}
    assert plays.text == f"{ROUND}DPA.V.. GLO...."
    empty = PastPlays.parse("")
    assert (empty.round, empty.current_player, empty.score, empty.location["D"]) == (0, "G", 366, None)
    assert empty.legal_dracula_moves() == tuple(place for place in BOOK.places if place != HOSPITAL)


@pytest.mark.rule("HU-NOTE-02", "HU-NOTE-03")
def test_marks_tell_what_was_laid_met_and_lost() -> None:
    rounds_ = f"{ROUND}DPA.V.. GED.... SMN.... HLV.... MLO.... DHIT... "
    plays = PastPlays.parse(f"{rounds_}GED.... SPATVD.")
    assert (plays.health["S"], plays.health["D"], plays.vampire, plays.traps) == (3, 30, None, ())
    assert PastPlays.parse(rounds_).vampire == "Paris"
    assert PastPlays.parse(rounds_).traps == ("Paris",)


@pytest.mark.rule("HU-NOTE-03")
@pytest.mark.parametrize(("mark", "score"), [("M", 359), ("V", 346), (".", 359)])
def test_what_left_the_trail_is_marked_in_the_sixth_column(mark: str, score: int) -> None:
    moves = ["PA", "LE", "BU", "AM", "CO", "FR"]
    record = "".join(f"{ROUND}D{move}.... " for move in moves)
    assert PastPlays.parse(f"{record}{ROUND}DLI..{mark}.").score == score


@pytest.mark.rule("HU-NOTE-04")
def test_a_hidden_place_is_a_city_or_the_sea() -> None:
    plays = PastPlays.parse(f"{ROUND}DC?.V.. {ROUND}DS?....")
    assert (plays.hidden, plays.location["D"], plays.location_code("D"), plays.health["D"]) == (True, None, "S?", 38)
    assert (plays.locations("D"), plays.vampire, plays.legal_dracula_moves()) == (("city", "sea"), "city", ())


@pytest.mark.rule("HU-NOTE-05")
@pytest.mark.parametrize(
    ("text", "same", "fault"),
    [
        (f"{ROUND}DC?V...", f"{ROUND}DC?.V..", "play 5 'DC?V...': marks out of their columns; expected '.V..'"),
        ("GED.... SMN..T.", "GED.... SMNT...", "play 2 'SMN..T.': marks out of their columns; expected 'T...'"),
        ("GED.DT.", "GEDTD..", "play 1 'GED.DT.': marks out of their columns; expected 'TD..'"),
    ],
)
def test_marks_out_of_their_columns_are_read_and_reported(text: str, same: str, fault: str) -> None:
    plays = PastPlays.parse(text)
    assert (plays.health, plays.score, plays.vampire) == tuple(
        getattr(PastPlays.parse(same), name) for name in ("health", "score", "vampire")
    )
    assert plays.faults() == (fault,)
    assert PastPlays.parse(same).faults() == ()


@pytest.mark.rule("HU-NOTE-05")
@pytest.mark.parametrize(
    ("text", "faults"),
    [
        (f"{ROUND}DPA.V.. {ROUND}DRO....", ("play 10 'DRO....': impossible move; expected one of",)),
        (f"{ROUND}DJM....", ("play 5 'DJM....': impossible move",)),
        (f"{ROUND}DPA.V.. GRO....", ("play 6 'GRO....': impossible move",)),
        (f"{ROUND}DC?.V.. {ROUND}DRO....", ()),
    ],
)
def test_impossible_moves_are_taken_down_and_reported(text: str, faults: tuple[str, ...]) -> None:
    found = PastPlays.parse(text).faults()
    assert len(found) == len(faults)
    assert all(line.startswith(start) for line, start in zip(found, faults, strict=True))


@pytest.mark.parametrize(("text", "plays"), [("  GED.... S", True), ("G Edinburgh", False), ("", False)])
def test_a_record_is_told_from_a_case_file(text: str, plays: bool) -> None:
    assert looks_like_plays(text) is plays


def test_what_was_revealed_later_is_hidden_again() -> None:
    told = f"{ROUND}DPA.V.. {ROUND}DNA.... GED.... SPA.V.."
    plays = PastPlays.parse(told)
    assert plays.hunter_view() == told.replace("DNA", "DC?")
    assert plays.upto(9).hunter_view() == f"{ROUND}DC?.V.. {ROUND}".strip()
    assert plays.upto(9).score == 365


def test_the_hunters_record_shows_the_castle() -> None:
    plays = PastPlays.parse(f"{ROUND}DGA.V.. {ROUND}DCDT...")
    assert plays.hunter_view() == f"{ROUND}DC?.V.. {ROUND}DCDT..."
    assert PastPlays.parse(plays.hunter_view()).location["D"] == CASTLE
