"""The page on case files: every line of it is read by the game it is for, and no line of a game is missing."""

from __future__ import annotations

import importlib
import re

import pytest

from dracula_nb.beliefs.languages import language
from dracula_nb.beliefs.reading import HEADER
from dracula_nb.beliefs.soft import Pattern, read_clue
from dracula_nb.resources import data_root

PAGE = (data_root() / "case_files.md").read_text(encoding="utf-8")
GAMES = ("hunt", "fury_trail")


def lines_of(section: str) -> list[str]:
    """The examples of a section: the first cell of each row of its table."""
    text = PAGE.split(f"## {section}\n")[1].split("\n## ")[0]
    found = re.findall(r"^\| `((?:[^`|]|\\\|)+)` \|", text, re.MULTILINE)
    return [line.replace("\\|", "|") for line in found]


@pytest.mark.parametrize("game", GAMES)
def test_every_example_is_read_and_written_back(game: str) -> None:
    speech = language(game)
    examples = lines_of(f"Clues of {game}")
    assert len(examples) >= 13
    for line in examples:
        clue = read_clue(speech, line)
        assert not isinstance(clue, Pattern)
        assert speech.parse(speech.text(clue)) == clue, line


@pytest.mark.parametrize("game", GAMES)
def test_every_line_of_the_games_own_table_stands_on_the_page(game: str) -> None:
    speech = language(game)
    table = importlib.import_module(f"dracula_nb.beliefs.{game}.clues").__doc__ or ""
    told = re.findall(r"^``([^`]+)``", table, re.MULTILINE)
    page = {speech.text(speech.parse(line)) for line in lines_of(f"Clues of {game}")}
    assert len(told) >= 13
    assert {speech.text(speech.parse(line)) for line in told} <= page


def test_every_soft_example_is_read_by_a_game() -> None:
    examples = lines_of("Soft clues, in both games")
    assert len(examples) == 7
    for line in examples:
        game = "fury_trail" if "mina" in line else "hunt"
        clue = read_clue(language(game), line)
        assert isinstance(clue, Pattern)
        assert str(clue) == line


def test_the_header_is_told_in_full() -> None:
    assert tuple(line.partition(":")[0] for line in lines_of("Header")) == HEADER
