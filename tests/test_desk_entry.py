"""Clues typed in short at the desk: what is taken, what is offered, what is refused."""

from __future__ import annotations

import pytest

from dracula_nb.beliefs import Case
from dracula_nb.beliefs.entry import before, complete, next_words, read_entry
from dracula_nb.beliefs.entry_words import nearness
from dracula_nb.core.errors import NotationError
from dracula_nb.lessons.logs import read_log

START = "G Edinburgh\nS Lisbon\nH Vienna\nM Sofia\n"
ROUND = f"{START}D city: vampire\n"
TRAIL = "g starts Edinburgh\ns starts Lisbon\nh starts Vienna\nm starts Sofia\nD starts\n"
NIGHT = f"{TRAIL}g stays\ns stays\nh stays\nm stays\ndusk\n"


def case(text: str, game: str = "hunt") -> Case:
    return Case.from_text(text, game)


def offered(text: str, typed: str, game: str = "hunt") -> list[str]:
    return [one.text for one in complete(case(text, game), typed)]


@pytest.mark.parametrize(
    ("noted", "typed", "line"),
    [
        ("", "g vie", "G Vienna"),
        ("", "vie", "G Vienna"),
        ("", "G Vienna", "G Vienna"),
        ("", "  g   VIENNA ", "G Vienna"),
        ("", "bay", "G Bay of Biscay"),
        ("", "g bob", "G Bay of Biscay"),
        ("", "g n s", "G North Sea"),
        ("", "g vie # foggy", "G Vienna # foggy"),
        ("", "# a remark", "# a remark"),
        (START, "d c t", "D city: trap"),
        (START, "c v", "D city: vampire"),
        (START, "d s", "D sea"),
        (START, "d c v, v m", "D city: vampire, vampire matured"),
        (START, "d c tg", "D city: trap gone"),
        (START, "d hi t", "D HI: trap"),
        (START, "d hide: trap", "D HI: trap"),
        (START, "d rome t", "D Rome: trap"),
        (ROUND, "man t t d", "G Manchester: trap, trap, dracula"),
        # of several places that begin so only one can be reached
        (ROUND, "g m", "G Manchester"),
        (ROUND, "seen 1 par", "seen 1: Paris"),
        (ROUND, "seen 1: hi at vie", "seen 1: HI at Vienna"),
        (ROUND, "here vie", "here: Vienna"),
        (ROUND, "g one of man|edi", "G one of Manchester|Edinburgh"),
        (ROUND, "sure 80% g man t", "sure 80% G Manchester: trap"),
        (ROUND, "g unknown", "G unknown"),
    ],
)
def test_a_short_line_of_hunt_is_read(noted: str, typed: str, line: str) -> None:
    assert read_entry(case(noted), typed) == line


@pytest.mark.parametrize(
    ("noted", "typed", "line"),
    [
        ("", "min st lon", "mina starts London"),
        (TRAIL, "m sze", "mina Szeged"),
        (TRAIL, "h placed rom", "helsing placed Rome"),
        (NIGHT, "d l t", "D land: trap"),
        (NIGHT, "l rum", "D land: rumour"),
        (NIGHT, "d wolf l t", "D wolf land: trap"),
        (NIGHT, "d s -2", "D sea: -2"),
        (NIGHT, "bond od", "bond: odd"),
        (NIGHT, "adj m y", "adjacent mina: yes"),
        (NIGHT, "region ib", "region: Iberia"),
        (NIGHT, "off vie", "off Vienna"),
        (NIGHT, "dawn without m", "dawn: without mina"),
        (NIGHT, "ally ruf", "ally rufus"),
    ],
)
def test_a_short_line_of_fury_trail_is_read(noted: str, typed: str, line: str) -> None:
    assert read_entry(case(noted, "fury_trail"), typed) == line


@pytest.mark.parametrize(
    ("noted", "typed", "told"),
    [
        ("", "", "nothing was typed"),
        ("", "g m", "'g m' may be 'G Madrid', 'G Manchester', 'G Marseilles', 'G Mediterranean Sea' and 2 more"),
        ("", "g viena", "did you mean 'G Vienna'?"),
        ("", "g xyzzy", "no place 'xyzzy' on the 2006 map"),
        # a clue that its game does not have
        (ROUND, "bond odd", "'bond odd' is no clue"),
        (ROUND, "seen 7: Paris", "a position from 1 to 6"),
        (ROUND, "seen 7 par", "a position from 1 to 6"),
        # a hunter in two places
        (f"{ROUND}G Manchester\n", "g london", "turn of G; expected a turn of S"),
        (f"{ROUND}G Manchester\n", "G London", "turn of G; expected a turn of S"),
        (ROUND, "g vie", "G cannot move from Edinburgh to Vienna"),
        (ROUND, "g vienn", "G cannot move from Edinburgh to Vienna"),
        (ROUND, "g viena", "did you mean 'G Vienna'? But G cannot move"),
        (START, "d city tr va", "'D city: trap, vampire matured' or 'D city: vampire, trap gone'"),
        (ROUND, "=d", "is no clue"),
        (START, "=", "nothing to repeat"),
        (START, "d = t", "no place '= t'"),
        ("", "x" * 5000, "is no clue"),
    ],
)
def test_what_cannot_be_read_is_refused(noted: str, typed: str, told: str) -> None:
    with pytest.raises(NotationError) as refusal:
        read_entry(case(noted), typed)
    assert told in str(refusal.value)
    assert "\n" not in str(refusal.value)


def test_a_misspelling_is_offered_and_marked_but_never_taken() -> None:
    found = complete(case(""), "g viena")
    assert ("G Vienna", True) in [(one.text, one.guess) for one in found]
    assert not any(one.guess for one in complete(case(""), "g vien"))


def test_only_lines_that_can_come_now_are_offered() -> None:
    places = [text for text in offered(ROUND, "g ") if ":" not in text]
    assert places == ["G Edinburgh", "G Manchester", "G North Sea"]
    assert offered(ROUND, "s ") == []
    assert offered(START, "")[:3] == ["D city", "D city: trap", "D city: vampire"]
    assert offered(ROUND, "seen 9") == []
    assert len(offered("", "g")) == 12
    assert offered(ROUND, "# remark") == []


def test_every_line_that_is_offered_is_taken_as_it_stands() -> None:
    for noted, typed in ((ROUND, "man"), (START, "d"), (START, "c v"), (ROUND, "g viena"), (ROUND, "seen 1 b")):
        for text in offered(noted, typed):
            assert read_entry(case(noted), text) == text


def test_same_again_repeats_the_last_line_of_the_seat_that_is_next() -> None:
    later = f"{ROUND}G Manchester\n"
    assert read_entry(case(later), "=") == "S Lisbon"
    assert read_entry(case(later), "Same again") == "S Lisbon"
    assert offered(later, "=") == ["S Lisbon"]
    everybody = f"{later}S Lisbon\nH Vienna: trap\nM Sofia\n"
    assert read_entry(case(everybody), "=") == "D city: vampire"
    assert read_entry(case(everybody), "d =") == "D city: vampire"
    # it is another's turn
    with pytest.raises(NotationError):
        read_entry(case(later), "h =")


def test_who_is_next() -> None:
    assert next_words(case("")) == ("G",)
    assert next_words(case(START)) == ("D",)
    assert next_words(case(ROUND)) == ("G",)
    assert next_words(case("", "fury_trail"))[0] == "godalming"
    # where the order is open, as it went last time
    assert next_words(case(f"{NIGHT}D land: trap\nm stays\n", "fury_trail"))[0] == "D"
    assert set(next_words(case(NIGHT, "fury_trail"))) == {"godalming", "seward", "helsing", "mina", "D"}


def test_the_lines_of_a_real_log_are_read_in_small_letters_and_without_their_seats() -> None:
    whole = read_log("naples", plays=90).case
    for note in whole.notes[::4]:
        earlier = before(whole, note.line)
        assert read_entry(earlier, note.text.lower()) == note.text
        if whole.language.opens(note.clue):
            assert read_entry(earlier, note.text.partition(" ")[2].lower()) == note.text


@pytest.mark.parametrize(
    ("name", "text", "level"),
    [
        ("Vienna", "VIENNA", 0),
        ("Vienna", "vi", 1),
        ("Castle Dracula", "dracula", 2),
        ("Clermont-Ferrand", "c f", 2),
        ("trap gone", "tg", 2),
        ("Vienna", "enna", None),
        ("Bay of Biscay", "of", None),
    ],
)
def test_nearness(name: str, text: str, level: int | None) -> None:
    assert nearness(name, text) == level
