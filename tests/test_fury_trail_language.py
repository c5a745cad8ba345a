"""Lines noted only in part, readings of the rules that are open, and reasons, on cases of fury_trail."""

from __future__ import annotations

import math

import numpy as np
import pytest
from toy_events import phase, toy_book
from toy_trail import Duel, begin, week

from dracula_nb.beliefs import Case
from dracula_nb.beliefs.fury_trail.clues import Fact, Hunter, clue_text, parse_clue
from dracula_nb.beliefs.fury_trail.filter import TrailFilter
from dracula_nb.beliefs.fury_trail.outcomes import modelled
from dracula_nb.beliefs.languages import language
from dracula_nb.beliefs.models import Uniform
from dracula_nb.beliefs.soft import Pattern, Slot
from dracula_nb.core.errors import CaseFileError
from dracula_nb.games.fury_trail.rulebook import PROFILES, SEATS, rulebook

HEAD = "godalming London\nseward Madrid\nhelsing Rome\nmina Vienna\nD starts\n"


def case(text: str, profile: str = "seed") -> Case:
    """A case on the 2015 map after the first places."""
    return Case.from_text(f"game: fury_trail\nprofile: {profile}\n{HEAD}{text}")


def possible(text: str, profile: str = "seed") -> frozenset[str]:
    """Where he can be after a case that is true."""
    belief = case(text, profile).belief()
    assert belief.contradiction is None, belief.contradiction
    return belief.possible


def pattern(word: str) -> Pattern:
    """A line of which nothing but its first word is known."""
    return Pattern(word, Slot(None), Slot(None))


def chance(branch: TrailFilter, clues: list[object]) -> float:
    """The probability of a whole turn; 0 where it cannot be."""
    after = branch.copy()
    return math.exp(after.log_evidence - branch.log_evidence) if all(after.heard(clues)) else 0.0  # type: ignore[arg-type]


def after_weeks(seed: int, profile: str = "seed") -> Duel:
    """An evening on the toy map that stands before Dracula's next card."""
    duel = begin(toy_book(profile), seed)
    for _ in range(6):
        if not week(duel, 0.1):
            break
    return duel


@pytest.mark.parametrize("seed", range(12))
def test_just_one_of_dracula_s_lines_is_true(seed: int) -> None:
    branch = after_weeks(seed).filter
    found = list(branch.outcomes("D", pattern("D")))
    assert len(set(found)) == len(found) > 1
    lines = [parse_clue(branch.atlas.book, clue_text(clue)) for clue in found]
    assert lines == found
    # whether a vampire matured and cleared the trail is nobody's model: such lines stand beside the others
    others = [clue for clue in found if clue.shown == "flies" or clue.cleared is not None]
    assert math.fsum(chance(branch, [clue]) for clue in found if clue not in others) == pytest.approx(1.0)


@pytest.mark.parametrize("seed", range(8))
def test_passed_is_the_sum_of_all_that_may_have_been(seed: int) -> None:
    branch = after_weeks(seed).filter
    found = [clue for clue in branch.outcomes("D", pattern("D")) if clue.shown != "flies"]
    parts, windows = {}, set()
    for clue in found:
        after = branch.copy()
        assert all(after.heard([clue]))
        windows.update(after.keys.tolist())
        if modelled(clue):
            share = chance(branch, [clue])
            for key, weight in zip(after.keys.tolist(), after.weights.sum(axis=1).tolist(), strict=True):
                parts[key] = parts.get(key, 0.0) + share * weight
    whole = branch.copy()
    plain = next(clue for clue in found if not clue.hide_left and not clue.misdirect)
    assert all(whole.heard([plain], passed=(0,)))
    assert set(whole.keys.tolist()) == windows
    for key, weight in zip(whole.keys.tolist(), whole.weights.sum(axis=1).tolist(), strict=True):
        assert weight == pytest.approx(parts.get(key, 0.0), abs=1e-12)
    assert whole.log_evidence == pytest.approx(branch.log_evidence, abs=1e-9)


def test_unknown_is_the_turn_passed_without_a_clue() -> None:
    """Also where a vampire may have matured: that is possible, and weighs nothing while anything else remains."""
    weeks = "".join("s stays\nh stays\nm stays\nD land: trap\n" for _ in range(6))
    unknown = case(f"{weeks}D unknown\n").belief()
    line = len(f"game: fury_trail\nprofile: seed\n{HEAD}{weeks}".splitlines()) + 1
    passed = case(f"{weeks}D land: trap\n").belief(without={line})
    assert unknown.possible == passed.possible
    assert unknown.posterior == pytest.approx(passed.posterior, abs=1e-12)


@pytest.mark.parametrize("seed", range(8))
def test_just_one_report_follows_an_arrival(seed: int) -> None:
    branch = after_weeks(seed).filter
    for seat in SEATS:
        reach = branch.atlas.book.reach(str(branch.table.places[SEATS.index(seat)]))
        named = Pattern(seat, Slot(tuple(sorted(reach))), Slot(None))
        for clue in branch.outcomes(seat, named):
            base = branch.copy()
            assert all(base.heard([clue], still_open=True))
            reports = list(base.reports(clue))
            assert math.fsum(chance(branch, [clue, *report]) for report in reports) == pytest.approx(1.0)
            assert len(set(reports)) == len(reports)


@pytest.mark.parametrize("line", ["near Cedar", "dusk", "dawn: without mina", "health 9", "D starts"])
def test_reports_of_other_lines(line: str) -> None:
    duel = after_weeks(3)
    clue = parse_clue(duel.play.book, line)
    base = duel.filter.copy()
    if line == "D starts":
        assert list(base.reports(clue)) == [()]
        return
    assert all(base.heard([clue], still_open=True))
    told = math.fsum(chance(duel.filter, [clue, *report]) for report in base.reports(clue))
    assert told == pytest.approx(1.0)


@pytest.mark.parametrize("word", ["bond", "region", "adjacent", "here", "seen"])
def test_answers_are_told_apart(word: str) -> None:
    branch = after_weeks(5).filter
    asked = Pattern(word, Slot(("mina",) if word == "adjacent" else ("1",) if word == "seen" else None), Slot(None))
    total = 0.0
    for clue in branch.outcomes(word, asked):
        after = branch.copy()
        if after.noted(clue):
            total += math.exp(after.log_evidence - branch.log_evidence)
    assert total == pytest.approx(1.0)


def test_soft_lines_keep_what_hard_ones_allow() -> None:
    hard = possible("D sea: -2\nmina Prague\nD land: trap\n")
    for soft in (
        "D unknown\nmina Prague\nD land: trap\n",
        "D one of sea|land: unknown\nmina Prague\nD land: trap\n",
        "sure 80% D sea: -2\nmina Prague\nD land: trap\n",
        "D sea: -2\nmina one of Prague|Munich\nD land: trap\n",
        "D sea: -2\nmina unknown\nD land: trap\n",
        "D sea: -2\nmina Prague\nD land: unknown\n",
        "D sea\nmina Prague\nD land: trap\n",
    ):
        assert hard <= possible(soft), soft
    assert possible("D sea: unknown\n") == possible("D sea: -2\n")
    belief = case("D sea: -2\nD sea: -1\nD land: trap\nhere: Lisbon\n").belief()
    assert belief.possible == {"Lisbon"}


def test_a_hunter_who_went_somewhere_teaches_nothing() -> None:
    start = "D sea: -2\nD land: trap\n"
    before, after = case(start).belief(), case(f"{start}mina unknown\nseward unknown\nD land: trap\n").belief()
    known = possible(f"{start}mina Prague\nD land: trap\n")
    assert known < after.possible
    assert after.states >= before.states
    assert possible("here: Milan\nmina unknown\nD Genoa\n") == {"Genoa"}
    assert possible("here: Milan\nmina unknown\nD Hide\n") == {"Milan"}
    sure = case(f"{start}sure 75% mina Prague\n").belief()
    assert sure.possible == before.possible
    assert sure.posterior == pytest.approx(before.posterior)  # what was turned there may not have been told


def test_one_of_two_is_their_mixture() -> None:
    sea, land = (case(f"D {line}\n").belief() for line in ("sea: -2", "land: trap"))
    both = case("D one of sea|land: unknown\n").belief()
    assert both.possible == sea.possible | land.possible | {"Castle Dracula"} & both.possible
    assert both.log_evidence == pytest.approx(np.logaddexp(sea.log_evidence, land.log_evidence), abs=1e-9)


@pytest.mark.rule("FT-SEA-08", "FT-CLUE-23")
def test_a_check_at_sea_by_each_reading() -> None:
    lines = "godalming placed Manchester\nD sea: -2\ngodalming Liverpool\nD sea: -1\ngodalming Irish Sea\ndusk\n"
    seed, printed = possible(lines), possible(lines, "printed")
    assert printed - seed == {"Irish Sea"}
    assert possible(lines, "cautious") == printed
    quiet = "godalming Irish Sea\ndusk: without godalming\n"
    assert "Irish Sea" in possible(lines.replace("godalming Irish Sea\ndusk\n", quiet))


def test_cautious_is_the_union_of_the_readings() -> None:
    lines = "D sea: -2\ngodalming English Channel\ndusk\nhost Prague\nD land: trap\n"
    beliefs = {name: case(lines, name).belief() for name in (*PROFILES, "cautious")}
    assert beliefs["cautious"].possible == beliefs["seed"].possible | beliefs["printed"].possible
    assert beliefs["cautious"].states == beliefs["seed"].states + beliefs["printed"].states
    assert beliefs["cautious"].profile == "cautious"


@pytest.mark.rule("FT-CLUE-31")
def test_two_phases_in_a_row_are_two_steps() -> None:
    roads = rulebook().ground.roads
    two = {goal for middle in roads["Paris"] for goal in roads[middle]}
    assert possible("seen 1: Paris\nD land: trap\nD land: trap\n") == two - {"Paris"} | set(roads["Paris"])


@pytest.mark.rule("FT-CLUE-20", "FT-CLUE-35", "FT-LOC-13")
@pytest.mark.parametrize(
    "line", ["mina stays", "mina placed Rome", "godalming North Sea", "consecrated Prague", "host Prague"]
)
def test_nothing_is_learnt(line: str) -> None:
    start = "godalming placed Edinburgh\nD sea: -2\nD land: trap\n"
    before, after = (case(start + more).belief() for more in ("", f"{line}\n"))
    assert before.possible == after.possible
    assert before.posterior == pytest.approx(after.posterior)


@pytest.mark.rule("FT-CLUE-35")
def test_a_token_filters_later_moves() -> None:
    assert "Prague" in possible("D land: trap\n")
    assert "Prague" in possible("consecrated Prague\n")
    before, barred = (
        possible("here: Berlin\nD land: trap\n"),
        possible("here: Berlin\nconsecrated Prague\nD land: trap\n"),
    )
    assert before - barred == {"Prague"} & before


@pytest.mark.parametrize(
    ("text", "place", "why"),
    [
        ("D land: trap\nmina Prague\n", "Prague", "FT-CLUE-18"),
        ("D sea: -2\n", "Prague", "FT-CLUE-06"),
        ("D land: trap\n", "North Sea", "FT-CLUE-03|cannot|start"),
        ("D land: trap\nbond: odd\n", "Amsterdam", "FT-CLUE-27"),
        ("region: Iberia\n", "Prague", "FT-CLUE-30"),
        ("off Prague\n", "Prague", "FT-CLUE-28"),
        ("adjacent mina: yes\n", "Lisbon", "FT-CLUE-30"),
        ("seen 1: Prague\n", "Lisbon", "he was seen in Prague"),
        ("here: Prague\n", "Lisbon", "said to be in Prague"),
        ("mina placed Prague\ndusk\n", "Prague", "FT-CLUE-23"),
        ("mina placed Prague\ndusk\nfight Prague: 0\nseen 1: Prague\n", "Lisbon", "FT-CLUE-24"),
        ("mina placed Prague\nD Prague\n", "Lisbon", "FT-CLUE-05"),
        ("D Feed\nD land: trap\n", "St Joseph and St Mary", "FT-LOC-05|not on the map|hospital"),
    ],
)
def test_reasons_name_the_rule(text: str, place: str, why: str) -> None:
    import re

    belief = case(text).belief()
    assert belief.contradiction is None
    assert place not in belief.possible
    assert re.search(why, belief.why(place).message), belief.why(place).message


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("D land\n", "expected 'land: trap'"),
        ("D Feed\nmina Prague\nmina placed Lisbon\nseen 2: Prague\n", ""),
        ("mina placed Lisbon\nseen 1: Lisbon\ndusk\nmina stays\n", "without SEAT"),
    ],
)
def test_a_broken_story_says_what_was_expected(text: str, hint: str) -> None:
    belief = case(text).belief()
    assert belief.contradiction is not None
    assert hint in belief.contradiction.message


def test_errors_name_file_line_and_what_was_expected() -> None:
    with pytest.raises(CaseFileError, match=r"line 8: mina cannot move from Vienna to Lisbon; expected") as caught:
        case("mina Lisbon\n")
    assert "\n" not in str(caught.value)


def test_what_is_forgotten_keeps_the_board() -> None:
    speech = language("fury_trail")
    for line, kept in (
        ("mina Prague", "mina placed Prague"),
        ("mina stays", "mina stays"),
        ("D land: trap", "D unknown"),
        ("D starts", "D starts"),
        ("dusk", None),
        ("seen 1: Prague", None),
        ("consecrated Prague", "consecrated Prague"),
        ("bond: odd", None),
    ):
        assert speech.forgotten(speech.parse(line)) == kept


def test_where_the_hunters_stand() -> None:
    speech = language("fury_trail")
    table = speech.opening()
    for clue in (Hunter("mina", "starts", "Vienna"), Pattern("seward", Slot(None), Slot(None))):
        table = speech.after(table, clue)
    assert speech.pieces(table) == {"godalming": None, "seward": None, "helsing": None, "mina": "Vienna"}
    assert speech.samples("health") == ()
    assert speech.parts(Fact("bond", "", "odd")) == ("bond", "", "odd")


def test_filters_of_one_table_are_joined() -> None:
    duel = after_weeks(4)
    assert duel.happen(phase("trap", ""))
    whole = duel.filter
    halves = []
    for odd in (0, 1):
        part = whole.copy()
        part.mask(np.arange(len(whole.keys)) % 2 == odd)
        halves.append(part)
    if len(whole.keys) > 1:
        shares = [math.exp(part.log_evidence - whole.log_evidence) for part in halves]
        joined = halves[0].joined(halves[1:], shares)
        assert (joined.keys == whole.keys).all()
        assert np.abs(joined.weights - whole.weights).max() < 1e-12
    other = TrailFilter(after_weeks(4, "printed").filter.atlas, Uniform())
    assert other.table_key() != TrailFilter(whole.atlas, Uniform()).table_key()


BEGUN = "game: fury_trail\ng starts London\ns starts Madrid\nh starts Rome\nm starts Vienna\nD starts\n"


def allowed(text: str) -> frozenset[str]:
    """Where he can be after a whole case that is true."""
    belief = Case.from_text(text).belief()
    assert belief.contradiction is None, belief.contradiction.message
    return belief.possible


@pytest.mark.parametrize("line", ["mina unknown", "mina not Cologne", "sure 80% mina Cologne"])
def test_a_card_that_was_turned_unnoted_is_not_missed_later(line: str) -> None:
    story = f"{BEGUN}mina placed Brussels\nhere: Nantes\nD land: trap\n"
    assert "Paris" in allowed(f"{story}mina Paris\nseen 1: Paris\ndusk\nfight Paris: 0\nmina stays\n")
    assert "Paris" in allowed(f"{story}{line}\ndusk\nfight Paris: 0\nmina stays\n")
    assert "Paris" in allowed(f"{story}{line}\nseward placed Le Havre\nseward Paris\ndusk: without mina, seward\n")
    assert "Paris" in allowed(f"{story}{line}\nnear Brussels\n")


@pytest.mark.parametrize("line", ["D unknown", "D wolf land: unknown", "sure 80% D sea"])
def test_a_card_that_nobody_noted_may_have_come_after_a_clearing(line: str) -> None:
    cards = "".join(f"D land: trap\nseen 1: {card}\n" for card in ("Hide", "Cologne", "Frankfurt", "Leipzig"))
    story = f"{BEGUN}here: Paris\nD land: trap\nseen 1: Brussels\n{cards}"
    noted = "D wolf land: trap, -1, left Paris, cleared 4-6"
    assert "Brussels" in allowed(f"{story}{noted}\nseen 1: Brussels\n")
    assert "Brussels" in allowed(f"{story}{line}\nseen 1: Brussels\n")


# The end, and what follows a fight at once


@pytest.mark.rule("FT-SEA-07", "FT-WIN-02")
@pytest.mark.parametrize("last", ["D sea: -2", "dusk\nfight Hamburg: -2"])
def test_no_turn_follows_his_defeat(last: str) -> None:
    """Health 2: embarking, or a fight, defeats him; neither a card nor a check can follow."""
    story = f"{BEGUN}here: Hamburg\nmina placed Hamburg\nhealth 2\n{last}\n"
    assert case(story[story.index("here") :]).belief().contradiction is None
    for line in ("D land: trap", "dawn"):
        with pytest.raises(CaseFileError, match="health is 0: he is defeated"):
            Case.from_text(f"{story}{line}\n")
    Case.from_text(f"{story.replace('health 2', 'health 3')}D sea: -2\n")


@pytest.mark.rule("FT-CMB-31", "FT-CMB-32", "FT-CLUE-25", "FT-CLUE-26")
@pytest.mark.parametrize(
    ("between", "expected"),
    [
        ("dusk\nfight Paris: 0", None),
        ("dusk\nfight Paris: 0\nmina placed St Joseph and St Mary", None),
        ("dusk\nfight Paris: 0, mist", "escaped as mist"),
        ("dusk\nfight Paris: 0\nmina stays", "no fight to fly from"),
        ("dawn\nfight Paris: 0", "by Night only"),
        ("dusk", "no fight to fly from"),
    ],
)
def test_a_bat_flight_follows_its_fight_at_once_by_night(between: str, expected: str | None) -> None:
    story = f"{BEGUN}here: Paris\nmina placed Brussels\nmina Paris\nseen 1: Paris\n{between}\nD flies\n"
    if expected is None:
        assert "Paris" not in allowed(story)
    else:
        with pytest.raises(CaseFileError, match=expected):
            Case.from_text(story)


@pytest.mark.rule("FT-ACT-52")
def test_who_is_brought_somewhere_turns_cards_as_after_a_move() -> None:
    story = f"{BEGUN}here: one of Paris|Munich\n"
    assert allowed(f"{story}mina brought Paris\n") == {"Munich"}
    assert allowed(f"{story}mina brought Paris\nseen 1: Paris\n") == {"Paris"}
    assert allowed(f"{story}mina placed Paris\n") == {"Munich", "Paris"}


@pytest.mark.rule("FT-ROUND-16", "FT-CLUE-23")
def test_as_printed_only_an_open_dracula_is_met() -> None:
    """He lies openly in Paris beside Mina, so a check without a fight cannot be; facedown in Munich he is not met."""
    story = f"{BEGUN}here: one of Paris|Munich\nmina placed Brussels\nmina Paris\n"
    printed = Case.from_text(
        f"{story}seen 1: Paris\ndusk\ng stays\n".replace("fury_trail\n", "fury_trail\nprofile: printed\n")
    )
    assert printed.belief().contradiction is not None
    hidden = f"{BEGUN}here: Munich\nmina placed Munich\ndusk\ng stays\n".replace(
        "fury_trail\n", "fury_trail\nprofile: printed\n"
    )
    assert allowed(hidden) == {"Munich"}


@pytest.mark.rule("FT-LOC-11", "FT-LOC-12")
@pytest.mark.parametrize("token", ["host", "consecrated"])
def test_tokens_never_lie_by_the_castle(token: str) -> None:
    for place in ("Galatz", "Klausenburg", "Castle Dracula"):
        with pytest.raises(CaseFileError, match="FT-LOC-11"):
            Case.from_text(f"{BEGUN}{token} {place}\n")
    met = f"{BEGUN}here: Paris\nmina placed Nantes\nmina Paris\nseen 1: Paris\n"
    assert "Brussels" in allowed(f"{met}dusk\nfight Paris: 0\nD flies\n")
    assert "Brussels" not in allowed(f"{met}{token} Brussels\ndusk\nfight Paris: 0\nD flies\n")


# Answers about one place, noted in part


@pytest.mark.rule("FT-CLUE-28")
@pytest.mark.parametrize(
    ("line", "odds"),
    [
        ("off Paris", {"Nantes": 1.0}),
        ("on Paris", {"Paris": 1.0}),
        ("sure 80% off Paris", {"Nantes": 0.8, "Paris": 0.2}),
        ("sure 80% on Paris", {"Nantes": 0.2, "Paris": 0.8}),
        # asked for one of two: in Nantes both answers fit, in Paris just the one about Vienna
        ("off one of Vienna|Paris", {"Nantes": 2 / 3, "Paris": 1 / 3}),
        ("hide hand", {"Nantes": 0.5, "Paris": 0.5}),
        ("sure 80% hide hand", {"Nantes": 0.5, "Paris": 0.5}),
    ],
)
def test_an_answer_about_a_place_can_be_soft(line: str, odds: dict[str, float]) -> None:
    belief = Case.from_text(f"{BEGUN}here: one of Paris|Nantes\n{line}\n").belief()
    assert belief.posterior == pytest.approx(odds, abs=1e-12)


@pytest.mark.rule("FT-CLUE-29")
def test_hide_is_somewhere_on_the_trail() -> None:
    story = f"{BEGUN}here: Paris\nD land: trap\n"
    assert allowed(f"{story}hide trail\n") == {"Paris"}
    assert "Paris" not in allowed(f"{story}hide hand\n")


@pytest.mark.parametrize("line", ["sure 80% health 12", "health unknown", "near one of Paris|Rome", "ally unknown"])
def test_what_lies_open_is_noted_as_it_is(line: str) -> None:
    with pytest.raises(CaseFileError, match=r"no place|cannot be soft|expected"):
        Case.from_text(f"{BEGUN}{line}\n")
