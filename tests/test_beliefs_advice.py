"""Advice against brute force: every world of the belief, moved on by the engine itself."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from itertools import product

import numpy as np
import pytest
from toy_map import Enumeration, steered_play, toy_game

from dracula_nb.beliefs import Belief, Case
from dracula_nb.beliefs.advice import Advice, advice_frame, advise, no_advice
from dracula_nb.beliefs.forecast import by_branching
from dracula_nb.beliefs.horizon import assign
from dracula_nb.beliefs.hunt.language import HuntLanguage
from dracula_nb.beliefs.hunt.windows import Moves
from dracula_nb.beliefs.models import Context
from dracula_nb.games.hunt import HuntGame, HuntState, Rules, load
from dracula_nb.games.hunt.worlds import events
from dracula_nb.lessons.logs import read_log

Worlds = list[tuple[HuntState, float]]
"""Worlds with equal logs and their weights."""

PLAYS = [(0.1, 3, 14), (0.3, 14, 14), (0.3, 80, 16), (0.6, 2, 8)]
"""Plays on the toy map: how eager the hunters are, the seed, rounds."""
START = "G Edinburgh\nS Lisbon\nH Vienna\nM Sofia\nD city: vampire\n"


def beliefs_of(game: HuntGame, states: list[HuntState], every: int) -> Iterator[tuple[Belief, Worlds]]:
    """The belief after turns of a play, as a case leads to it, with every world by the engine."""
    worlds, lines = Enumeration(game), list[str]()
    for plays, event in enumerate(events(states[-1].log), 1):
        worlds.hear(event)
        lines += event
        if states[plays].trail and plays % every == 0:
            case = Case.from_text("\n".join(lines) + "\n", language=HuntLanguage(game.book, game.rules))
            yield case.belief(), [(state, weights[0]) for state, weights in worlds.worlds.items()]


def after(game: HuntGame, worlds: Worlds, place: str | None) -> dict[tuple[str, ...], Worlds]:
    """The worlds after the coming turn, by what is noted: a hunter goes to `place`, Dracula (None) anywhere."""
    found: dict[tuple[str, ...], Worlds] = {}
    for state, weight in worlds:
        actions = game.legal_actions(state, "D") if place is None else (game.parse_action(state, place),)
        for action in actions:
            new = game.apply(state, action)
            found.setdefault(new.log[len(state.log) :], []).append((new, weight / len(actions)))
    return found


def mass(worlds: Worlds) -> float:
    return math.fsum(weight for _, weight in worlds)


def bits(worlds: Worlds) -> float:
    """Entropy of Dracula's place, times the worlds' mass."""
    odds: dict[str, float] = {}
    for state, weight in worlds:
        odds[state.trail[0].place] = odds.get(state.trail[0].place, 0.0) + weight
    total = math.fsum(odds.values())
    return -math.fsum(p * math.log2(p / total) for p in odds.values())


def met(lines: tuple[str, ...]) -> bool:
    return "dracula" in lines[0]


def figures(game: HuntGame, starts: list[Worlds], place: str) -> tuple[float, float, float]:
    """Catch, touch and information of a place, from the engine's own log."""
    catch = touch = learnt = 0.0
    for worlds in starts:
        told = after(game, worlds, place)
        catch += math.fsum(mass(w) for lines, w in told.items() if met(lines))
        touch += math.fsum(mass(w) for lines, w in told.items() if len(lines) > 1 or ":" in lines[0])
        learnt += bits(worlds) - math.fsum(bits(w) for w in told.values())
    return catch, touch, learnt


def best(game: HuntGame, worlds: Worlds, turns: int) -> float:
    """The mass of worlds in which Dracula is met within so many turns of hunters who play as well as can be."""
    state = worlds[0][0]
    if game.seat_in_turn(state) == "D":
        return math.fsum(best(game, told, turns) for told in after(game, worlds, None).values())
    places = game.hunter_places(state, game.seat_in_turn(state))
    return max(value_of(game, worlds, place, turns) for place in places)


def value_of(game: HuntGame, worlds: Worlds, place: str, turns: int) -> float:
    """`best` with the first hunter's place given."""
    told = after(game, worlds, place)
    caught = math.fsum(mass(w) for lines, w in told.items() if met(lines))
    if turns == 1:
        return caught
    return caught + math.fsum(best(game, w, turns - 1) for lines, w in told.items() if not met(lines))


def starts_of(game: HuntGame, worlds: Worlds) -> list[Worlds]:
    """What the next hunter may face: the worlds, parted by how Dracula's move looks where he moves first."""
    return list(after(game, worlds, None).values()) if game.seat_in_turn(worlds[0][0]) == "D" else [worlds]


def check(game: HuntGame, belief: Belief, worlds: Worlds) -> None:
    """Rows, order and regret of advice for the coming turn against brute force."""
    starts, rows = starts_of(game, worlds), belief.advise()
    state = starts[0][0][0]
    seat = game.seat_in_turn(state)
    assert {row.move for row in rows} == set(game.hunter_places(state, seat))
    brute = {row.move: figures(game, starts, row.move) for row in rows}
    top = [max(value[part] for value in brute.values()) for part in (0, 1)]
    for row in rows:
        catch, touch, learnt = brute[row.move]
        assert (row.seat, row.kind, row.after_dracula) == (seat, "exact", state.plays != worlds[0][0].plays)
        assert (row.catch, row.within, row.touch) == pytest.approx((catch, catch, touch), abs=1e-12)
        assert row.info_bits == pytest.approx(learnt, abs=1e-9)
        regret = top[0] - catch if top[0] > 1e-12 else top[1] - touch
        assert row.regret_points == pytest.approx(100 * regret, abs=1e-9)
    order = [(-round(row.catch, 9), -round(row.touch, 9)) for row in rows]
    assert order == sorted(order)


def test_one_turn_ahead_equals_brute_force_on_fifty_beliefs() -> None:
    game, seen = toy_game(), list[tuple[str, bool, bool]]()
    for eager, seed, rounds in PLAYS:
        for belief, worlds in beliefs_of(game, steered_play(game, seed, rounds, eager), 3):
            check(game, belief, worlds)
            rows = belief.advise()
            low = worlds[0][0].life[game.rules.hunters.index(rows[0].seat)] <= 6
            seen.append((rows[0].seat, low, any(0 < row.catch < row.touch for row in rows)))
    assert len(seen) >= 50
    assert {seat for seat, _, _ in seen} == set("GSHM")
    assert sum(low for _, low, _ in seen) >= 3
    assert sum(apart for _, _, apart in seen) >= 10


@pytest.mark.parametrize("hunters", [("S",), ("G", "M")])
def test_other_seats_are_advised_by_their_own_rail(hunters: tuple[str, ...]) -> None:
    game = HuntGame(Rules(hunters=hunters), toy_game().book)
    states = steered_play(game, 4, 4, 0.3)
    found = list(beliefs_of(game, states, 2))
    assert len(found) >= 5
    for belief, worlds in found:
        check(game, belief, worlds)


@pytest.mark.parametrize("seed", [73, 4])
def test_one_turn_ahead_on_the_whole_map(seed: int) -> None:
    game = load()
    found = list(beliefs_of(game, steered_play(game, seed, 9, 0.97), 7))
    assert len(found) >= 5
    for belief, worlds in found:
        check(game, belief, worlds)


def small(least: int, most: int) -> Iterator[tuple[Belief, Worlds]]:
    """Beliefs of the toy plays with not too many worlds to try everything."""
    for eager, seed, rounds in PLAYS:
        for belief, worlds in beliefs_of(toy_game(), steered_play(toy_game(), seed, rounds, eager), 1):
            if least <= len(worlds) <= most:
                yield belief, worlds


@cache
def tried(turns: int) -> tuple[tuple[Belief, dict[str, float]], ...]:
    """Beliefs and each place's true value so many turns ahead, as often with Dracula's move in between as not."""
    game, found, counts = toy_game(), [], {}
    for belief, worlds in small(4, 40 if turns == 2 else 14):
        starts, seat = starts_of(game, worlds), belief.advise()[0].seat
        kind = (seat, len(starts) > 1)
        counts[kind] = counts.get(kind, 0) + 1
        if counts[kind] <= 2:
            values = {
                row.move: math.fsum(value_of(game, start, row.move, turns) for start in starts)
                for row in belief.advise()
            }
            found.append((belief, values))
    return tuple(found)


@pytest.mark.parametrize("turns", [2, 3])
def test_turns_ahead_equal_brute_force_where_they_say_exact(turns: int) -> None:
    beliefs = tried(turns)
    assert {belief.advise()[0].seat for belief, _ in beliefs} == set("GSHM")
    assert any(len(values) > 1 and max(values.values()) > min(values.values()) for _, values in beliefs)
    for belief, values in beliefs:
        rows = advise(belief, turns, effort=10**9)
        assert {row.kind for row in rows} == {"exact"}
        assert {row.move: row.within for row in rows} == pytest.approx(values, abs=1e-12)
        assert rows[0].within == pytest.approx(max(values.values()), abs=1e-12)
        assert rows[0].most == rows[0].within


def test_without_effort_nothing_is_called_exact_that_is_not() -> None:
    kinds, beyond = set(), 0
    for turns in (2, 3):
        for belief, values in tried(turns):
            for row in advise(belief, turns, effort=0):
                kinds.add(row.kind)
                true = values[row.move]
                if row.kind == "exact":
                    assert row.within == pytest.approx(true, abs=1e-12)
                elif row.kind == "bound":
                    assert row.most is not None
                    assert row.within - 1e-12 <= true <= row.most + 1e-12
                else:
                    # a plan without what is learnt is never better than the best play, while nobody is beaten
                    assert row.most is None
                    assert row.catch - 1e-12 <= row.within
                    assert row.within <= true + 1e-12 or min(belief.start.branches[0].table.life) <= 6  # type: ignore[union-attr]
                    beyond += row.within > row.catch + 1e-9
    assert beyond > 10
    assert kinds == {"exact", "bound", "estimate"}


BEATEN = [(0.3, 14), (0.3, 80), (0.3, 50), (0.6, 2), (0.1, 5)]


def before_defeats(turns: int) -> Iterator[tuple[Belief, Worlds]]:
    """Beliefs so many turns before a hunter may lose his last life where Dracula is, or with traps to spare."""
    game = toy_game()
    for eager, seed in BEATEN:
        states, worlds = steered_play(game, seed, 30, eager), Enumeration(game)
        lines = list[str]()
        for plays, event in enumerate(events(states[-1].log), 1):
            worlds.hear(event)
            lines += event
            seat = (plays + turns - 1) % 5
            if seat == 4 or plays % 5 + turns - 1 != seat or states[plays].life[seat] > 4 or len(worlds.worlds) > 60:
                continue
            goals = game.hunter_places(states[plays], game.rules.hunters[plays % 5]) if turns == 1 else game.book.places
            traps = [
                sum(entry.trap for entry in state.trail if entry.place == place)
                for state in worlds.worlds
                for place in {state.trail[0].place} & {*goals}
            ]
            if any(2 * count >= states[plays].life[seat] for count in traps):
                case = Case.from_text("\n".join(lines) + "\n", language=HuntLanguage(game.book, game.rules))
                yield case.belief(), [(state, weights[0]) for state, weights in worlds.worlds.items()]


def test_a_hunter_who_is_beaten_first_does_not_meet_dracula() -> None:
    found = list(before_defeats(1))
    spared = 0
    for belief, worlds in found:
        check(toy_game(), belief, worlds)
        outlook = belief.advise()[0]._asked.now
        meets = dict(zip(outlook.names, outlook.meets(outlook.seat).tolist(), strict=True))
        for row in belief.advise():
            assert meets[row.move] == pytest.approx(row.catch, abs=1e-12)
            at_sea = row.move in toy_game().book.seas
            spared += not at_sea and row.catch < belief.posterior.get(row.move, 0.0) - 1e-9
    assert spared > 2


def test_a_weak_hunter_who_comes_next_may_be_beaten_first() -> None:
    game, lost = toy_game(), 0
    for belief, worlds in before_defeats(2):
        rows = advise(belief, 2, effort=10**9)
        values = {row.move: value_of(game, worlds, row.move, 2) for row in rows}
        assert {row.move: row.within for row in rows} == pytest.approx(values, abs=1e-12)
        outlook = rows[0]._asked.now
        lost += not outlook.certain(outlook.following[:1])
    assert lost > 2


def test_where_a_seat_can_go_next_round_counts_the_rail_of_that_round() -> None:
    game = load()
    speech = HuntLanguage()
    states = steered_play(game, 4, 3, 0.5)
    for plays, state in enumerate(states[5:10], 5):
        table = speech.opening()
        for event in events(state.log):
            table = speech.after(table, speech.parse(event[0]))
        for at, seat in enumerate(speech.seats):
            turn = plays + (at - plays) % 5
            rail = game.rail_steps(states[turn], seat)
            assert speech.moves(table, seat) == game.book.reach(state.places[at], rail)


@dataclass(frozen=True)
class Landsman:
    """A model for which he never goes to sea."""

    name: str = "landsman"
    members: tuple[str, ...] = ("landsman",)

    def __call__(self, moves: Moves, context: Context) -> np.ndarray:
        return np.where(context.atlas.sea[moves.goal], 0.0, 1.0)[:, None]


def test_a_model_that_held_the_story_for_impossible_still_forecasts() -> None:
    text = START.replace("city: vampire", "sea") + "G Manchester\nS Madrid\nH Prague\nM Sofia\n"
    belief = Case.from_text(text).belief(Landsman())
    assert belief.log_evidence == -math.inf
    for row in belief.advise():
        assert math.fsum(outcome.probability for outcome in row.outcomes) == pytest.approx(1.0, abs=1e-12)


SOFT = [
    START + "G Manchester\nsure 80% S Madrid\nH one of Vienna|Prague\nM Sofia\nD unknown\nG Edinburgh\n",
    START + "G unknown\nS Madrid\nH Prague\nM Sofia\nD city: trap\nG unknown\n",
    START + "G unknown\nS Madrid\nH Prague\nM Sofia\nD city: trap\n",
    START + "G Manchester\nS Madrid\nH Prague\nM Sofia\n",
]


def forecasts_come_true(case: Case, row: Advice, model: str) -> int:
    """Each outcome's belief is that of the case with its lines; how many there are."""
    outcomes = row.outcomes
    assert math.fsum(outcome.probability for outcome in outcomes) == pytest.approx(1.0, abs=1e-12)
    assert len({outcome.lines for outcome in outcomes}) == len(outcomes)
    evidence = []
    for outcome in outcomes:
        later = case
        for line in outcome.lines:
            later = later.with_line(line)
        belief = later.belief(model)
        assert belief.contradiction is None, outcome.lines
        assert belief.posterior == pytest.approx(outcome.posterior, abs=1e-12)
        evidence.append(belief.log_evidence)
    shares = [math.exp(log - max(evidence)) for log in evidence]
    expected = [share / math.fsum(shares) for share in shares]
    assert [outcome.probability for outcome in outcomes] == pytest.approx(expected, abs=1e-12)
    return len(outcomes)


@pytest.mark.parametrize("text", SOFT, ids=["unsure", "unknown", "his own place unknown", "Dracula moves first"])
def test_forecasts_after_soft_lines_come_true(text: str) -> None:
    case = Case.from_text(text)
    rows = case.belief().advise()
    assert sum(forecasts_come_true(case, row, "uniform") for row in rows[:3]) > 6


@pytest.mark.parametrize(("plays", "model"), [(40, "uniform"), (43, "evasive(1)"), (119, "adaptive")])
def test_forecasts_in_a_real_play_come_true(plays: int, model: str) -> None:
    case = Case.from_text(read_log("naples", plays=plays).case.to_text())
    rows = case.belief(model).advise()
    assert sum(forecasts_come_true(case, row, model) for row in rows[:2]) >= 2


def test_the_quick_forecast_equals_trying_each_outcome() -> None:
    asked = at_sea = 0
    for belief, _ in [*before_defeats(1), *small(20, 60)]:
        outlook = belief.advise()[0]._asked.starts[0].outlook
        branch, speech = outlook.mixture.branches[0], outlook.speech
        for place in outlook.moves(outlook.seat):
            quick, slow = (
                speech.forecasts(branch, outlook.seat, [place])[0],
                by_branching(speech, branch, outlook.seat, place),
            )
            ours = dict(zip(quick.clues, quick.joint, strict=True))
            theirs = dict(zip(slow.clues, slow.joint, strict=True))
            assert ours.keys() == theirs.keys()
            assert max(np.abs(ours[lines] - theirs[lines]).max() for lines in ours) < 1e-12
            caught = sum(both[1].sum() for both in ours.values())
            assert outlook.meets(outlook.seat)[branch.atlas.ids[place]] == pytest.approx(caught, abs=1e-12)
            asked += 1
            at_sea += place in toy_game().book.seas and belief.posterior.get(place, 0.0) > 0.0
    assert asked > 30
    assert at_sea > 0


def test_the_plan_parts_the_places_among_the_others() -> None:
    """Godalming's row plans for three more hunters; no plan of theirs has a greater chance."""
    belief = Case.from_text(START).belief()
    row = belief.advise()[0]
    assert [planned.seat for planned in row.plan] == ["S", "H", "M"]
    assert len({planned.move for planned in row.plan} | {row.move}) == 4
    assert all(planned.catch == pytest.approx(belief.posterior[planned.move]) for planned in row.plan)
    idle = Case.from_text(START.replace("city: vampire", "sea")).belief().advise()[0].plan
    assert [(planned.seat, planned.catch) for planned in idle] == [("S", 0.0), ("H", 0.0), ("M", 0.0)]
    assert idle[0].move == "Atlantic Ocean"
    last = Case.from_text(START + "G Manchester\nS Madrid\nH Prague\n").belief().advise()
    assert (last[0].seat, last[0].plan) == ("M", ())


def test_assign_equals_every_plan_tried() -> None:
    rng = np.random.default_rng(3)
    for _ in range(40):
        worth = dict(zip("abcdefgh", rng.integers(0, 5, 8).astype(float).tolist(), strict=True))
        moves = {seat: tuple(rng.choice(list("abcdefgh"), rng.integers(1, 6), replace=False)) for seat in "GSHM"}
        found = set(assign(worth, moves).values())
        tops = [sum(worth[place] for place in set(plan)) for plan in product(*moves.values())]
        assert sum(worth[place] for place in found) == max(tops)
        assert all(place in moves[seat] for seat, place in assign(worth, moves).items())


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("G Edinburgh\n", "No advice: Dracula is not on the map yet."),
        ("", "No advice: Dracula is not on the map yet."),
        (START + "G Manchester: trap\n", "No advice: the story contradicts itself at line 6."),
        (
            START + "G Manchester: vampire, dracula\n",
            "No advice: what was seen after line 6 (G Manchester: vampire, dracula) is not told to its end.",
        ),
    ],
    ids=["hunters only", "nothing", "contradiction", "open turn"],
)
def test_where_there_is_no_advice_one_sentence_says_why(text: str, words: str) -> None:
    belief = Case.from_text(text).belief()
    assert (belief.advise(), no_advice(belief)) == ((), words)


def test_a_game_whose_language_offers_no_forecasts_has_no_advice() -> None:
    belief = replace(Case.from_text(START).belief(), case=None)
    assert (belief.advise(), no_advice(belief)) == ((), "No advice: there is none for the game hunt.")


@pytest.mark.parametrize("turns", [0, 13, -1])
def test_too_far_ahead(turns: int) -> None:
    with pytest.raises(ValueError, match=rf"^advice {turns} turns ahead: expected 1 to 12$"):
        Case.from_text(START).belief().advise(turns)


def test_a_belief_of_a_long_row_gives_the_same_advice() -> None:
    case = Case.from_text(START + "G Manchester\nS Madrid\n")
    assert case.beliefs()[5].advise() == case.belief(upto=6).advise()
    assert case.beliefs()[5].start is None


def test_models_that_disagree_are_named() -> None:
    disputed = [row.disputed_by for row in Case.from_text(read_log("bari", plays=108).case.to_text()).belief().advise()]
    assert set().union(*disputed) <= {"uniform", "evasive(1)", "adaptive"}
    assert any(disputed)
    rows = Case.from_text(START).belief().advise()
    assert rows[0].disputed_by.get("uniform") is None
    assert rows[-1].disputed_by["uniform"] == rows[0].move


def test_reasons_name_the_deciding_probability() -> None:
    rows = Case.from_text(START).belief().advise()
    assert rows[0].reason == "Manchester is the best place: 2 % to catch Dracula now."
    south = Case.from_text(START + "G Manchester\n").belief().advise()
    assert south[1].reason == f"{south[1].move} is about as good as {south[0].move}: 2 % to catch Dracula now."
    assert rows[-1].reason == "Edinburgh is 1.8 points behind Manchester: no catch there now, and nothing of his trail."
    ahead = Case.from_text(START).belief().advise(2)
    assert ahead[0].reason == "Manchester is the best place: 4 % to catch Dracula within 2 turns, 2 % now."
    at_sea = Case.from_text(START.replace("city: vampire", "sea")).belief().advise()
    assert at_sea[0].reason == (
        "North Sea is the best place: no place can catch Dracula or touch his trail now, and none is nearer to him."
    )
    assert {row.regret_points for row in at_sea} == {0.0}


def test_advice_as_a_table() -> None:
    rows = Case.from_text(START).belief().advise()
    frame = advice_frame(rows)
    assert frame["move"].tolist() == [row.move for row in rows]
    assert frame["catch"].is_monotonic_decreasing
    assert frame["kind"].unique().tolist() == ["exact"]
    assert advice_frame(()).empty
