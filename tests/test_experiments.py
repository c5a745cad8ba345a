"""Many plays: seeds, intervals, files, and the same result whatever the workers."""

from __future__ import annotations

import csv
import json
import math
import sys
from pathlib import Path

import pytest
from toy_game import Crypt

from dracula_nb.core.errors import DraculaError
from dracula_nb.core.session import Session
from dracula_nb.experiments import Played, Results, seed_of, simulate, tournament
from dracula_nb.experiments.intervals import of_mean, of_rate
from dracula_nb.experiments.results import form_of
from dracula_nb.games.hunt import Rules, load
from dracula_nb.players import lineup

SHORT = load(Rules(hunters=("G", "M"), last_round=6))
RANDOM = {"dracula": "random", "hunters": "random"}


def test_a_seed_belongs_to_one_play_of_one_experiment():
    seeds = [seed_of(seed, number) for seed in range(30) for number in range(30)]
    assert len(set(seeds)) == 900
    assert seed_of(1, 23) != seed_of(12, 3)
    assert all(0 <= seed < 2**48 for seed in seeds)


def test_a_play_of_an_experiment_can_be_played_again_by_its_seed():
    results = simulate(load(), {"dracula": "evasive(2)"}, games=3, seed=5)
    play = results.plays[2]
    session = Session(load(), lineup(load(), {"dracula": "evasive(2)"}), play.seed)
    seen = session.observation("G")
    assert (seen.plays, seen.blood, seen.score) == tuple(play.numbers[name] for name in ("plays", "blood", "score"))
    assert session.outcome().winner == play.winner
    assert play.rounds == math.ceil(seen.plays / 5)
    assert len({play.seed for play in results.plays}) == len({play.rounds for play in results.plays}) == 3


def test_more_games_begin_with_the_same_ones():
    few, many = (simulate(SHORT, RANDOM, games=count, seed=2) for count in (3, 9))
    assert many.plays[:3] == few.plays
    assert [play.number for play in many.plays] == list(range(9))
    assert simulate(SHORT, RANDOM, games=3, seed=3).plays != few.plays


def test_a_mirror_gives_the_same_numbers():
    game = load(Rules(last_round=9))
    asked = [{"dracula": "evasive", "hunters": "greedy"}, {"dracula": "evasive(1)"}, {"hunters": "greedy"}, {}]
    first, *others = (simulate(game, names, games=6, seed=4) for names in asked)
    assert all(other.plays == first.plays for other in others)
    assert [dict(other.policies)["dracula"] for other in others] == ["evasive(1)", "evasive", "evasive"]
    free = simulate(game, {"dracula": "evasive(0)", "hunters": "greedy"}, games=6, seed=4)
    assert free.plays != first.plays


def test_workers_change_nothing():
    pytest.importorskip("joblib")
    alone = simulate(SHORT, {}, games=13, seed=7)
    assert simulate(SHORT, {}, games=13, seed=7, workers=2) == alone
    assert simulate(SHORT, {}, games=1, seed=7, workers=3).plays == alone.plays[:1]


def test_a_cluster_changes_nothing():
    distributed = pytest.importorskip("distributed")
    alone = simulate(SHORT, RANDOM, games=11, seed=7)
    with distributed.LocalCluster(n_workers=1, processes=False, dashboard_address=None) as cluster:
        assert simulate(SHORT, RANDOM, games=11, seed=7, scheduler=cluster.scheduler_address) == alone


@pytest.mark.parametrize(
    ("package", "given", "expected"),
    [
        ("joblib", {"workers": 2}, r"more than one worker needs joblib.*pip install 'dracula_nb\[scale\]'"),
        ("distributed", {"scheduler": "tcp://127.0.0.1:9"}, r"a scheduler needs dask.*\[scale\]"),
    ],
)
def test_a_missing_library_is_one_line_that_says_how_to_get_it(monkeypatch, package, given, expected):
    monkeypatch.setitem(sys.modules, package, None)
    with pytest.raises(DraculaError, match=expected) as caught:
        simulate(SHORT, RANDOM, games=2, **given)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ({"games": 0}, "games 0: expected a whole number from 1"),
        ({"workers": 0}, "workers 0: expected"),
        ({"players": {"dracula": "greedy"}}, "player 'greedy' for dracula of hunt"),
        ({"players": {"vampire": "random"}}, "side 'vampire' of hunt"),
    ],
)
def test_bad_settings_are_refused(given, expected):
    with pytest.raises(DraculaError, match=expected):
        simulate(SHORT, **({"players": {}, "games": 2} | given))


def test_a_scheduler_must_be_an_address():
    pytest.importorskip("distributed")
    with pytest.raises(DraculaError, match=r"scheduler 'nowhere': expected an address, such as tcp://"):
        simulate(SHORT, RANDOM, games=2, scheduler="nowhere")


def test_a_tournament_plays_every_pairing_on_the_same_seeds():
    names = {"dracula": ["random", "evasive"], "hunters": ["random", "blind"]}
    every = tournament(SHORT, names, games=2, seed=3)
    assert [tuple(dict(results.policies)[side] for side in names) for results in every] == [
        *(("random", "random"), ("random", "blind"), ("evasive", "random"), ("evasive", "blind"))
    ]
    assert len({tuple(play.seed for play in results.plays) for results in every}) == 1


def test_a_game_without_a_table_of_players_is_simulated_too():
    results = simulate(Crypt(), {}, games=20, seed=1)
    assert set(results.policies.values()) == {"random"}
    assert sum(results.wins(side) for side in results.policies) > 0
    assert results.to_json()["games"] == 20


# Counting


def some_results(winners, rounds):
    pairs = enumerate(zip(winners, rounds, strict=True))
    plays = tuple(Played(at, 100 + at, winner, "so", count, {"score": 10 * at}) for at, (winner, count) in pairs)
    return Results("toy", 3, "9.9", {"cats": "sly", "dogs": "bold"}, plays)


def test_wilson_is_scipys_and_stays_within_bounds():
    from scipy.stats import binomtest

    for hits, trials in ((0, 7), (7, 7), (3, 7), (1, 400), (200, 400), (399, 400)):
        interval = binomtest(hits, trials).proportion_ci(method="wilson")
        assert of_rate(hits, trials) == pytest.approx((interval.low, interval.high), abs=1e-9)
    assert of_rate(0, 5)[0] == 0.0
    assert of_rate(5, 5)[1] == 1.0


def test_student_is_scipys():
    from scipy import stats

    values = [3.0, 4.5, 9.0, 1.0, 2.0]
    expected = stats.t.interval(0.95, 4, loc=4 - 0.1, scale=stats.sem(values))
    assert of_mean(values) == pytest.approx((3.9, *expected))
    assert of_mean([2.0]) == (2.0, -math.inf, math.inf)


def test_results_count_wins_draws_and_means():
    answer = some_results(["cats", "dogs", None, "cats"], [1, 2, 3, 6]).to_json()
    assert list(answer) == ["game", "games", "seed", "version", "results", "draws", "means"]
    assert (answer["game"], answer["games"], answer["seed"], answer["version"]) == ("toy", 4, 3, "9.9")
    rows = [(row["side"], row["policy"], row["wins"], row["rate"]) for row in answer["results"]]
    assert rows == [("cats", "sly", 2, 0.5), ("dogs", "bold", 1, 0.25)]
    assert answer["draws"] == 1
    assert answer["means"]["rounds"]["mean"] == 3.0
    assert answer["means"]["score"]["mean"] == 15.0
    json.dumps(answer, allow_nan=False)


def test_one_play_has_a_mean_without_bounds():
    answer = some_results(["cats"], [5]).to_json()
    assert answer["means"]["rounds"] == {"mean": 5.0, "low": None, "high": None}
    with pytest.raises(DraculaError, match="number 'blood': expected one of rounds, score"):
        some_results(["cats"], [5]).mean("blood")


def test_frames_hold_the_same():
    results = some_results(["cats", None], [1, 2])
    assert results.to_frame().to_dict("records") == results.to_json()["results"]
    frame = results.plays_frame()
    assert list(frame.columns) == ["number", "seed", "winner", "reason", "rounds", "score"]
    assert frame["rounds"].tolist() == [1, 2]


@pytest.mark.parametrize("name", ["a.csv", "a.jsonl", "A.CSV"])
def test_plays_are_written_and_read_back(tmp_path, name):
    results, path = some_results(["cats", None], [1, 2]), tmp_path / name
    results.write(path)
    text = path.read_text(encoding="utf-8")
    if form_of(name) == ".csv":
        rows = list(csv.DictReader(text.splitlines()))
        assert [row["winner"] for row in rows] == ["cats", ""]
        assert [int(row["score"]) for row in rows] == [0, 10]
    else:
        assert [json.loads(line) for line in text.splitlines()] == [play.row() for play in results.plays]
    assert [file.name for file in tmp_path.iterdir()] == [name]


def test_other_endings_are_refused():
    with pytest.raises(DraculaError, match=r"plays.xls: expected a name that ends in .csv or .jsonl"):
        some_results(["cats"], [1]).write(Path("plays.xls"))
