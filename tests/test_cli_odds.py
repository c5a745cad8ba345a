"""`odds`: the numbers for programs, the words for people, and what is asked wrongly."""

from __future__ import annotations

import json

import pytest
from cli_support import run_with

MINA = ("--hunter", "mina", "--cards", "fist,dodge,escape,knife", "--health", "7", "--dracula-health", "15")


def asked(monkeypatch, *words):
    return run_with(monkeypatch, ["odds", "fury_trail", *words])


def test_json_has_the_keys_that_other_programs_read(monkeypatch):
    done = asked(monkeypatch, *MINA, "--json")
    answer = json.loads(done.out)
    assert (done.code, done.err) == (0, "")
    assert list(answer) == ["value", "utility", "row", "column", "outcomes", "assumed", "reconstructed"]
    assert answer["value"] == pytest.approx(3 * 14 / 39)
    assert (answer["utility"], answer["row"], answer["outcomes"]) == (
        "weighted",
        {"Knife": 1.0},
        {"hunters escape": 1.0},
    )
    assert answer["column"]["Mesmerise"] == pytest.approx(25 / 39)
    assert sum(answer["column"].values()) == pytest.approx(1)
    assert answer["reconstructed"] is True
    assert "hand is unknown" in answer["assumed"][0]


def test_options_change_the_answer(monkeypatch):
    def value(*words):
        return json.loads(asked(monkeypatch, "--hunter", "seward", "--cards", "knife,pistol", *words, "--json").out)[
            "value"
        ]

    night = value()
    assert value("--time", "day") > night
    assert value("--seed-only") < night
    assert value("--utility", "survive") == 1
    assert value("--utility", "damage") > night
    assert value("--dracula-health", "3") < night
    assert value("--health", "9", "--bites", "0", "--time", "night") == night


def test_cards_are_taken_with_the_basic_ones_or_as_named(monkeypatch):
    short = asked(monkeypatch, "--hunter", "MINA", "--cards", "Knife", "--health", "7")
    assert short == asked(monkeypatch, *MINA)
    assert "with Fist, Escape\n" in asked(monkeypatch, "--hunter", "mina", "--cards", "fist,escape").out
    assert (
        "with Fist, Dodge, Escape, Heavenly Host\n"
        in asked(monkeypatch, "--hunter", "mina", "--cards", "heavenly_host").out
    )


def test_people_get_counts_out_of_100_and_a_die(monkeypatch):
    done = asked(monkeypatch, "--hunter", "seward", "--cards", "knife,pistol", "--time", "night")
    lines = done.out.splitlines()
    assert lines[0].startswith("Dr Seward (health 9, bites 0) against Dracula (health 15) by night, with Fist, Dodge")
    assert lines[1].startswith("worth 1.13 points: Dracula's loss less")
    assert "the hunter's first card: Dodge 46, Knife 36, Pistol 18 out of 100" in lines
    assert "  by one roll of a d6: 1-3 Knife, 4-5 Dodge, 6 Pistol (rounding costs 0.02 points)" in lines
    rows = [line for line in lines if line.endswith("#")]
    assert sum(line.count("#") for line in rows) == 100
    counts = [line.split("#")[0].split()[-1] for line in rows]
    assert sum(int(count) for count in counts) == 100
    assert any(line.endswith(" <1") for line in lines)
    assert "  Some cells of the combat matrix are reconstructed." in lines
    assert max(map(len, lines)) <= 130


def test_always_and_100_only_where_it_is_exact(monkeypatch):
    out = asked(monkeypatch, *MINA).out
    assert "the hunter's first card: always Knife" in out
    assert "  the hunter leaves 100  " in out
    assert "by one roll" not in out


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["--hunter", "minna"], "--hunter 'minna': expected godalming, seward, helsing, mina; did you mean mina?"),
        (["--hunter", "mina", "--cards", "knif"], "no combat card 'knif'; expected fist"),
        (["--hunter", "mina", "--cards", "knif"], "did you mean knife?"),
        (["--hunter", "mina", "--cards", "stake"], "no combat card 'stake'"),
        (["--hunter", "mina", "--cards", "fist,fist"], "Fist 2 times: expected at most 1, as a hunter has"),
        (
            ["--hunter", "mina", "--cards", "crucifix,crucifix,crucifix"],
            "Crucifix 3 times: expected at most 2, as the box",
        ),
        (
            ["--hunter", "mina", "--cards", "knife,knife,pistol,pistol,rifle,rifle,fist,dodge,escape"],
            "--cards with 6 items: expected at most 3, which the hunter can hold",
        ),
        (
            ["--hunter", "mina", "--health", "0"],
            "--health 0: expected a whole number from 1 to 9, as the hunter is defeated",
        ),
        (["--hunter", "mina", "--health", "10"], "--health 10: expected a whole number from 1 to 9\n"),
        (["--hunter", "mina", "--bites", "2"], "--bites 2: expected 1, as the hunter is defeated already"),
        (
            ["--hunter", "helsing", "--bites", "3"],
            "--bites 3: expected a whole number from 0 to 2, as the hunter is defeated",
        ),
        (["--hunter", "mina", "--dracula-health", "16"], "--dracula-health 16: expected a whole number from 1 to 15"),
        (["--hunter", "mina", "--time", "noon"], "--time 'noon': expected night, day"),
        (["--hunter", "mina", "--utility", "surviv"], "did you mean survive?"),
        (["--hunter", "mina", "--health", "many"], "--health"),
        ([], "Missing option '--hunter'"),
    ],
)
def test_bad_words_are_one_line_and_2(monkeypatch, words, expected):
    done = asked(monkeypatch, *words)
    assert (done.code, done.out) == (2, "")
    assert expected in done.err
    assert done.err.count("\n") == 1


def test_a_game_without_odds(monkeypatch):
    done = run_with(monkeypatch, ["odds", "hunt", "--hunter", "mina"])
    assert (done.code, done.err) == (2, "GAME 'hunt': expected fury_trail\n")
