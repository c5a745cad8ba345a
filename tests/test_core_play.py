"""Playthrough files, sampling, information states and perft, on the toy game."""

import os
import random
import sys
from collections import Counter
from dataclasses import dataclass, replace
from enum import Enum
from fractions import Fraction
from pathlib import Path

import pytest
import toy_game
from toy_game import Card, Choice, Crypt, Rules

from dracula_nb.core import files
from dracula_nb.core.errors import DraculaError, IllegalActionError, PlaythroughError
from dracula_nb.core.header import changed_options
from dracula_nb.core.infostate import Did, Saw
from dracula_nb.core.perft import miscounts, perft, read_counts
from dracula_nb.core.playthrough import Playthrough, play_random, sample

GOLDEN = Path(__file__).parent / "golden_toy"
GAME = Crypt()
HEAD = "game: toy\nversion: 1\n\n"


def played(text: str, game: Crypt = GAME) -> Playthrough:
    """A play of the toy game by its lines, separated by slashes."""
    return Playthrough.from_text(HEAD + text.replace("/", "\n") + "\n", game)


@pytest.fixture
def toy_is_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    """The toy game can be found by its name, as the package's games are."""
    monkeypatch.setitem(sys.modules, "dracula_nb.games.toy", toy_game)


def test_a_file_reads_back_as_it_was_written(tmp_path: Path) -> None:
    play = Playthrough.read(GOLDEN / "changed.txt", GAME)
    assert play.actions[:4] == (Card("Rat"), Card("Wolf"), Choice("change"), Card("Bat"))
    assert play.actions[4] == (("V", Choice("stay")), ("H", Choice("stay")))
    assert GAME.returns(play.states[-1]) == {"V": 2, "H": -2}
    play.write(tmp_path / "copy.txt")
    assert (tmp_path / "copy.txt").read_text() == (GOLDEN / "changed.txt").read_text()
    assert play.torn is None
    assert Playthrough.of(GAME, play.actions) == play


def test_remarks_blank_lines_order_of_seats_and_line_ends_are_free() -> None:
    text = "# a remark\ngame: toy\r\nversion: 1\n\n  chance: Rat \n\n# more\nchance:Bat\nV: keep\nH: leave | V: stay\n"
    assert Playthrough.from_text(text.replace("\r\n", "\n"), GAME).lines()[-2:] == ("V: keep", "V: stay | H: leave")


def test_options_and_seed_travel_in_the_header(toy_is_installed: None) -> None:
    play = play_random(Crypt(Rules(stake=5)), seed=3)
    assert play.to_text().splitlines()[:4] == ["game: toy", "version: 1", "seed: 3", 'rules: {"stake": 5}']
    again = Playthrough.from_text(play.to_text())
    assert again == play
    assert again.game.rules.stake == 5
    with pytest.raises(PlaythroughError, match=r"played under rules .*5.*expected rules \{\}"):
        Playthrough.from_text(play.to_text(), GAME)


class Mode(Enum):
    PLAIN = "plain"
    FULL = "full"


@dataclass(frozen=True)
class ManyRules:
    mode: Mode = Mode.PLAIN
    seats: tuple[str, ...] = ("V", "H")
    share: Fraction = Fraction(1, 2)
    cards: frozenset[str] = frozenset()
    last: int | None = None
    strict: bool = False


@dataclass(frozen=True)
class ManyRulesToy(Crypt):
    rules: ManyRules = ManyRules()  # type: ignore[assignment]


def test_every_kind_of_option_reads_back(monkeypatch: pytest.MonkeyPatch) -> None:
    module = type(sys)("dracula_nb.games.toy")
    module.Rules, module.load = ManyRules, lambda rules=None: ManyRulesToy(rules or ManyRules())  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "dracula_nb.games.toy", module)
    rules = ManyRules(Mode.FULL, ("H",), Fraction(1, 3), frozenset({"b", "a"}), 9, True)
    text = Playthrough.of(ManyRulesToy(rules), ()).to_text()
    assert Playthrough.from_text(text).game.rules == rules
    with pytest.raises(TypeError, match=r"option value 0\.5"):
        changed_options(ManyRulesToy(replace(rules, last=0.5)))  # type: ignore[arg-type]
    with pytest.raises(PlaythroughError, match=r"option strict is 'yes' .*expected a value like False"):
        Playthrough.from_text('game: toy\nversion: 1\nrules: {"strict": "yes"}\n')


BAD_LINES = [
    ("chance: Ghost", r"line 4: 'Ghost' is neither.*; expected chance: Bat, Rat, Wolf$"),
    ("V: keep", r"line 4: 'V: keep' is not a step of chance; expected chance: "),
    ("chance: Wolf/chance: Wolf", r"line 5: .*; expected chance: Bat, Rat$"),
    ("chance: Rat/chance: Rat/V: stay", r"line 6: .* is not legal now; expected V: keep, change$"),
    (
        "chance: Rat/chance: Rat/V: keep/V: stay",
        r"line 7: 'V: stay' lacks the choice of H; expected V: stay, leave",
    ),
    ("chance: Rat/chance: Rat/V: keep/V: stay | V: stay", r"line 7: .* is not a step of V and H"),
    ("chance: Rat/chance: Rat/V: keep/V: stay | H: stay/V: keep", r"line 8: .* the play is over$"),
    ("game: toy", r"line 4: a second 'game'; expected one"),
]


@pytest.mark.parametrize(("text", "reason"), BAD_LINES)
def test_a_bad_line_names_file_line_and_what_was_expected(text: str, reason: str) -> None:
    with pytest.raises(PlaythroughError, match=reason) as caught:
        Playthrough.from_text(HEAD + text.replace("/", "\n") + "\n", GAME, name="some.txt")
    assert str(caught.value).startswith("some.txt, line ")
    assert "\n" not in str(caught.value)


BAD_HEADS = [
    ("version: 1\n", "no line 'game: ...'"),
    ("game: toy\n", "no line 'version: ...'"),
    ("game: toy\nversion: 99\n", "line 2: version is '99'; expected 1"),
    ("game: ../toy\nversion: 1\n", "line 1: game is '../toy'; expected a name"),
    ("game: no_such\nversion: 1\n", "no game 'no_such'; expected"),
    ("game: toy\nversion: 1\nseed: soon\n", "seed is 'soon'; expected a whole number"),
    ("game: toy\nversion: 1\nrules: [3]\n", "rules is '\\[3\\]'; expected options"),
    ("game: toy\nversion: 1\nrules: " + "[" * 9000 + "\n", "expected options"),
    ('game: toy\nversion: 1\nrules: {"steak": 3}\n', "no option 'steak' in toy; expected stake"),
    ('game: toy\nversion: 1\nrules: {"stake": "big"}\n', "option stake is 'big' .*expected a value like 2"),
    ("", "no line 'game: ...'"),
]


@pytest.mark.parametrize(("text", "reason"), BAD_HEADS)
def test_a_bad_header_is_one_line(text: str, reason: str, toy_is_installed: None) -> None:
    with pytest.raises(PlaythroughError, match=reason) as caught:
        Playthrough.from_text(text)
    assert len(str(caught.value)) < 250


def test_a_torn_last_line_is_reported_and_the_rest_loads() -> None:
    play = Playthrough.from_text(HEAD + "chance: Rat\nchance: Ba", GAME)
    assert (play.actions, play.torn) == ((Card("Rat"),), "chance: Ba")
    whole = Playthrough.from_text(HEAD + "chance: Rat\nchance: Bat", GAME)
    assert (len(whole.actions), whole.torn) == (2, None)
    with pytest.raises(PlaythroughError, match="line 4"):
        Playthrough.from_text(HEAD + "chance: Ra\nchance: Ba", GAME)


def test_files_that_cannot_be_read_are_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    binary = tmp_path / "b.txt"
    binary.write_bytes(b"game: \xff")
    with pytest.raises(PlaythroughError, match=r"b\.txt, line 1: not UTF-8"):
        Playthrough.read(binary, GAME)
    with pytest.raises(PlaythroughError, match=r"none\.txt: cannot be read"):
        Playthrough.read(tmp_path / "none.txt", GAME)
    with pytest.raises(ValueError, match="larger than 3 bytes"):
        files.read_bounded(binary, 3)
    big = tmp_path / "big.txt"
    with big.open("wb") as file:
        file.truncate(files.MAX_BYTES + 1)
    with pytest.raises(PlaythroughError, match="larger than 5,000,000 bytes"):
        Playthrough.read(big, GAME)
    with pytest.raises(PlaythroughError, match="longer than 5000000"):
        Playthrough.from_text("#" * (files.MAX_BYTES + 1), GAME)


def test_a_failed_write_leaves_the_old_file_and_nothing_else(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    target = tmp_path / "play.txt"
    files.write_atomic(target, "old\n")

    def full_disk(_: int) -> None:
        raise OSError("no space left")

    monkeypatch.setattr(os, "fsync", full_disk)
    with pytest.raises(OSError, match="no space"):
        files.write_atomic(target, "new\n")
    assert target.read_text() == "old\n"
    assert list(tmp_path.iterdir()) == [target]


def test_sample_rolls_chance_by_its_probabilities() -> None:
    rng = random.Random(5)
    counted = Counter(sample(GAME, GAME.initial_state(), rng).name for _ in range(4000))
    # Rat has 1/2, the others 1/4; six standard errors are about 0.047.
    assert counted["Rat"] / 4000 == pytest.approx(0.5, abs=0.047)
    assert counted["Wolf"] / 4000 == pytest.approx(0.25, abs=0.041)


def test_random_plays_follow_their_seed_and_their_bound() -> None:
    assert play_random(GAME, 4) == play_random(GAME, 4)
    assert len({play_random(GAME, seed).to_text().split("\n\n")[1] for seed in range(40)}) > 10
    assert len(play_random(GAME, 4, max_steps=2).actions) == 2
    end = play_random(GAME, 4)
    with pytest.raises(IllegalActionError, match="the play is over"):
        sample(GAME, end.states[-1], random.Random(0))


def test_hidden_decisions_of_different_lengths_leave_the_same_information_state() -> None:
    kept = played("chance: Rat/chance: Wolf/V: keep/V: leave | H: stay")
    changed = played("chance: Rat/chance: Wolf/V: change/chance: Bat/V: leave | H: stay")
    assert len(kept.states) != len(changed.states)
    assert kept.information_state("H") == changed.information_state("H")
    assert hash(kept.information_state("H")) == hash(changed.information_state("H"))
    assert kept.information_state("V") != changed.information_state("V")
    assert len(set(changed.observations("H"))) < len(changed.states)


def test_an_information_state_tells_what_was_seen_and_done_in_order() -> None:
    play = played("chance: Rat/chance: Wolf/V: keep/V: leave | H: stay")
    entries = play.information_state("V").entries
    assert [e.text if isinstance(e, Did) else (e.observation.cards, e.observation.asked) for e in entries] == [
        ((), False),
        (("Rat",), False),
        (("Rat",), True),
        "keep",
        (("Rat",), True),
        "leave",
        (("Rat",), False),
    ]
    assert isinstance(entries[4], Saw)
    assert entries[4].observation.log == ("bids open",)
    assert play.information_state("V").observation == play.observations("V")[-1]
    assert play.information_state("H").actions == ("stay",)


def test_perft_agrees_with_the_counts_by_hand() -> None:
    assert miscounts(GAME, GOLDEN / "perft.csv") == ()
    assert perft(GAME, GAME.initial_state(), 0) == 1
    assert perft(GAME, GAME.initial_state(), 9) == perft(GAME, GAME.initial_state(), 5)


def test_a_wrong_count_and_a_torn_table_are_found(tmp_path: Path) -> None:
    table = tmp_path / "perft.csv"
    (tmp_path / "play.txt").write_text((GOLDEN / "changed.txt").read_text())
    table.write_text("game,position,depth,leaves,how\ntoy,start,2,8,a guess\ntoy,start,2,70000,too long for now\n")
    assert [(row.leaves, found) for row, found in miscounts(GAME, table)] == [(8, 7)]
    assert [row.how for row in read_counts(table)] == ["a guess", "too long for now"]
    for text, reason in [
        ("game,depth\n", "row 1: expected the columns"),
        ("game,position,depth,leaves,how\ntoy,start,two,8,x\n", "row 2: depth 'two'"),
        ("game,position,depth,leaves,how\ntoy,start,2,8,\n", "row 2: expected a position and how"),
        ("game,position,depth,leaves,how\nchess,start,2,400,x\n", "no row of toy"),
        ("game,position,depth,leaves,how\ntoy,middle,2,7,x\n", "cannot be read"),
        ("game,position,depth,leaves,how\ntoy,play.txt:two,2,7,x\n", "with N up to 5"),
        ("game,position,depth,leaves,how\ntoy,play.txt:6,2,7,x\n", "with N up to 5"),
    ]:
        table.write_text(text)
        with pytest.raises(DraculaError, match=reason):
            miscounts(GAME, table)
