"""Six matches logged by the course's referee: the truth is never ruled out, and how well each model did."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest
from hunt_support import read_cases

from dracula_nb.beliefs import Belief, Case
from dracula_nb.beliefs.score import ALIKE, ALL, calibration, forecasts, score
from dracula_nb.games.hunt.past_plays import PastPlays

MATCHES: list[dict[str, Any]] = read_cases("referee_games")["games"]
MODELS = ("uniform", "evasive(1)", "adaptive")
each_match = pytest.mark.parametrize("match", range(len(MATCHES)), ids=[f"match{at}" for at in range(len(MATCHES))])


@cache
def record(match: int, view: str = "dracula_view") -> PastPlays:
    return PastPlays.parse(MATCHES[match][view])


@cache
def beliefs(match: int, view: str) -> tuple[Belief, ...]:
    """The beliefs after each play of a record."""
    return Case.from_plays(record(match, view)).beliefs()


@pytest.fixture(scope="module")
def table() -> Any:
    """Every forecast of every model, before each hunter's turn from play 5 on, in Dracula's view of the matches."""
    return forecasts({f"match{at}": record(at) for at in range(len(MATCHES))}, MODELS)


@each_match
@pytest.mark.parametrize("view", ["dracula_view", "hunter_view_last"])
def test_truth_is_never_ruled_out(match: int, view: str) -> None:
    truth, after = record(match).locations("D"), beliefs(match, view)
    plays = min(len(after), len(record(match).plays))
    assert len(after) == len(record(match, view).plays)
    turns = [play for play in range(5, plays + 1) if play % 5 != 0 or play < plays]
    assert turns
    assert [play for play in turns if truth[play // 5 - 1] not in after[play - 1].possible] == []
    assert [belief.contradiction for belief in after] == [None] * len(after)


@each_match
def test_both_views_lead_to_the_same_beliefs(match: int) -> None:
    for ours, theirs in zip(beliefs(match, "dracula_view"), beliefs(match, "hunter_view_last"), strict=False):
        assert (ours.possible, ours.log_evidence) == (theirs.possible, theirs.log_evidence)


def given_to_hunters(match: int, plays: int) -> str:
    """What the hunters were really given after so many plays."""
    texts = MATCHES[match]["hunter_view_last"].split()
    for at, since, before, _ in reversed(MATCHES[match]["hunter_view_changes"]):
        if since > plays:
            texts[at] = before
    return " ".join(texts[:plays])


@each_match
def test_upto_hides_again_what_was_revealed_later(match: int) -> None:
    """At turns that the referee logged: the last record cut there equals the one given there."""
    case = Case.from_text(MATCHES[match]["hunter_view_last"])
    logged = [turn[0] for turn in MATCHES[match]["turns"] if turn[1] != "D" and 5 <= turn[0] <= len(case.lines)]
    revealed = {change[1] for change in MATCHES[match]["hunter_view_changes"]}
    chosen = [turn for turn in logged if turn in revealed or logged[logged.index(turn) - 1] in revealed][:12]
    for plays in chosen or logged[:3]:
        then, now = Case.from_text(given_to_hunters(match, plays)).belief(), case.belief(upto=plays)
        assert (now.possible, now.posterior, now.turn) == (then.possible, then.posterior, plays)


def test_what_a_record_still_hides_was_not_told() -> None:
    """Cut after a rest that revealed a move, with the move still hidden: the rest alone tells nothing."""
    texts = MATCHES[3]["hunter_view_last"].split()
    at, since, before, after = next(c for c in MATCHES[3]["hunter_view_changes"] if (c[0], c[1]) == (49, 80))
    hidden = Case.from_text(" ".join([*texts[:at], before, *texts[at + 1 : since - 1]]))
    told = Case.from_text(" ".join([*texts[:at], after, *texts[at + 1 : since - 1]]))
    assert [case.notes[-1].text for case in (hidden, told)] == ["M Valona", "seen 6: English Channel"]
    oldest, open_places = told.belief().trail[5].posterior, hidden.belief().trail[5].posterior
    assert set(oldest) == {"English Channel"} < set(open_places)


def test_log_loss_and_rank_over_all_hunter_turns(table: Any) -> None:
    """Counted: every hunter turn from play 5 on of Dracula's view, 2,496 in six matches; bits, and mean rank."""
    frame = score(table)
    total = frame[frame["game"] == ALL].set_index("model")
    assert total["turns"].tolist() == [2496] * 4
    assert {name: round(value, 2) for name, value in total["loss_bits"].items()} == {
        "uniform": 3.05,
        "evasive(1)": 2.79,
        "adaptive": 2.58,
        ALIKE: 3.20,
    }
    assert total["loss_bits"]["adaptive"] < 2.65
    assert {name: round(value, 2) for name, value in total["rank"].items()} == {
        "uniform": 6.92,
        "evasive(1)": 5.44,
        "adaptive": 4.74,
        ALIKE: 8.85,
    }


def test_log_loss_match_by_match(table: Any) -> None:
    frame = score(table).pivot(index="model", columns="game", values="loss_bits").round(2)
    games = [f"match{at}" for at in range(len(MATCHES))]
    assert frame.loc["adaptive", games].tolist() == [2.93, 7.08, 2.83, 2.28, 2.61, 1.97]
    assert frame.loc["uniform", games].tolist() == [3.33, 5.78, 2.85, 2.53, 2.86, 3.52]


def test_what_adaptive_calls_likely_is_about_as_often_true(table: Any) -> None:
    classes = calibration(table[table["model"] == "adaptive"])
    assert classes["forecasts"].sum() == len(table[table["model"] == "adaptive"])
    assert classes["predicted"].round(2).tolist() == [0.01, 0.03, 0.07, 0.14, 0.27, 0.47, 0.68, 0.99]
    assert classes["observed"].round(2).tolist() == [0.01, 0.02, 0.08, 0.13, 0.27, 0.46, 0.78, 0.99]


def test_forecasts_are_probabilities_and_hold_the_truth_once(table: Any) -> None:
    turns = table.groupby(["model", "game", "play"])
    assert turns["truth"].sum().eq(1).all()
    assert turns["probability"].sum().sub(1.0).abs().max() < 1e-9


def test_forecasts_refuse_a_record_without_the_truth() -> None:
    with pytest.raises(ValueError, match="m: a hunters' record; expected Dracula's view"):
        forecasts({"m": PastPlays.parse("GST.... SAO.... HZU.... MBB.... DC?.V..")})
