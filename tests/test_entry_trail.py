"""Clues of fury_trail typed in short: first words of two letters, and what keeps them from being guessed wrong."""

from __future__ import annotations

import pytest

from dracula_nb.beliefs import Case
from dracula_nb.beliefs.entry import complete, read_entry
from dracula_nb.beliefs.fury_trail.clues import parse_clue
from dracula_nb.beliefs.languages import language
from dracula_nb.core.errors import NotationError
from dracula_nb.games.fury_trail.rulebook import rulebook

HEAD = "godalming London\nseward Madrid\nhelsing Rome\nmina Vienna\nD starts\n"
DAY = f"{HEAD}godalming stays\nseward stays\nhelsing Milan\nmina stays\n"


def case(noted: str) -> Case:
    return Case.from_text(noted, "fury_trail")


@pytest.mark.parametrize(
    ("noted", "typed", "line"),
    [
        (DAY, "du", "dusk"),
        (DAY, "da", "dawn"),
        (DAY, "dk", "dusk"),
        (DAY, "du: wi m", "dusk: without mina"),
        (DAY, "sn 1 pr", "seen 1: Prague"),
        (DAY, "ad m y", "adjacent mina: yes"),
        (f"{DAY}dawn\nD land: trap\n", "ad 1", "added 1"),
        (DAY, "bo o", "bond: odd"),
        (DAY, "re ib", "region: Iberia"),
        (DAY, "of vie", "off Vienna"),
        (DAY, "ne pa", "near Paris"),
        (DAY, "co vie", "consecrated Vienna"),
        (f"{DAY}consecrated Vienna\n", "li vie", "lifted Vienna"),
        (DAY, "ho vie", "host Vienna"),
        (DAY, "hh 12", "health 12"),
        (DAY, "al ru", "ally rufus"),
        (DAY, "hi ha", "hide hand"),
        (f"{DAY}dusk\n", "fi vie -3", "fight Vienna: -3"),
        # two letters that begin a seat are that seat
        (HEAD, "he m", "helsing Milan"),
        (HEAD, "mi st", "mina stays"),
        # alone they may still be a place of the seat in turn
        (f"{HEAD}godalming stays\n", "bo", "seward Bordeaux"),
        (f"{HEAD}godalming stays\n", "al", "seward Alicante"),
        (DAY, "hi", "D Hide"),
    ],
)
def test_two_letters_are_enough_for_a_first_word(noted: str, typed: str, line: str) -> None:
    assert read_entry(case(noted), typed) == line
    assert complete(case(noted), typed)[0].text == line


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ("he lis", "helsing cannot move from Milan to Lisbon"),  # not 'here: Lisbon'
        ("he 12", "no place '12'"),  # not 'health 12'
        ("fi pa", "fight Paris: no hunter is there"),
        ("sn 1 zz", "'seen 1 zz'"),
        ("dw", "'dw' is no clue"),
    ],
)
def test_two_letters_are_not_guessed_wrong(typed: str, told: str) -> None:
    with pytest.raises(NotationError) as refusal:
        read_entry(case(DAY), typed)
    assert told in str(refusal.value)


def test_in_a_game_with_letters_for_seats_two_letters_name_nothing() -> None:
    hunt = Case.from_text("G Edinburgh\nS Lisbon\nH Vienna\nM Sofia\nD city: vampire\n")
    for typed in ("he vie", "se 1 par", "sn 1 par"):
        with pytest.raises(NotationError):
            read_entry(hunt, typed)


def test_first_words_are_those_that_the_notation_reads() -> None:
    with pytest.raises(NotationError) as refusal:
        parse_clue(rulebook(), "xyzzy")
    listed = str(refusal.value).partition("expected one of ")[2].partition(";")[0].split(", ")
    speech = language("fury_trail")
    assert listed == [*speech.seats, "D", *speech.words]


def test_a_word_that_only_one_game_has_opens_lines_in_that_game_alone() -> None:
    assert "dusk" in [one.text for one in complete(case(DAY), "dus")]
    hunt = Case.from_text("G Edinburgh\nS Lisbon\nH Vienna\nM Sofia\nD city: vampire\n")
    assert complete(hunt, "dusk") == ()
