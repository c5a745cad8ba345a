"""Models of Dracula: their probabilities against plain Python, their evidence, and that `possible` needs none."""

from __future__ import annotations

import math
from itertools import pairwise, product

import pytest
from hunt_support import read_cases
from hypothesis import given, settings
from hypothesis import strategies as st
from toy_map import Member, World, check_play, steered_play, toy_game

from dracula_nb.beliefs import Case
from dracula_nb.beliefs.hunt.clues import parse_clue
from dracula_nb.beliefs.hunt.filter import HuntFilter
from dracula_nb.beliefs.hunt.windows import Atlas
from dracula_nb.beliefs.models import FEATURES, Logit, Model, Uniform, adaptive, evasive, model
from dracula_nb.games.hunt import HuntGame, HuntState, load

TOY_PLAYS = [(0.0, 1), (0.1, 6), (0.3, 1)]
LONG_PLAYS = [1, 3, 5]


def member(caution: float, sea: float, trick: float) -> Member:
    """A member of the adaptive family from its definition."""

    def weight(world: World, move: str, goal: str, at_sea: bool) -> float:
        tricky = move == "HI" or (move[0] == "D" and move[1:].isdigit())
        return math.exp(caution * world.hops[goal] + sea * at_sea + trick * tricky)

    return weight


def curious(world: World, move: str, goal: str, at_sea: bool) -> float:
    """Prefers places with many ways out, and those where hunters do not expect him."""
    ground = toy_game().book.ground
    return math.exp(0.5 * len(ground.steps[goal]) / 4 - 2.0 * world.believed.get(goal, 0.0))


CURIOUS = Logit("curious", ("curious",), ((0.0, 0.0, 0.0, 0.0, 0.5, -2.0),))


@pytest.mark.parametrize(("eager", "seed"), TOY_PLAYS)
@pytest.mark.parametrize(
    ("chosen", "members"),
    [
        (evasive(1.0), [member(1.0, 0.0, 0.0)]),
        (adaptive(), [member(*row) for row in product((0.0, 0.5, 1.0, 2.0), (0.0, -2.0, -4.0), (0.0, -1.5, -3.0))]),
        (CURIOUS, [curious]),
    ],
    ids=["evasive", "adaptive", "curious"],
)
def test_model_equals_its_definition(chosen: Model, members: list[Member], eager: float, seed: int) -> None:
    game = toy_game()
    assert len(chosen.members) == len(members)
    check_play(game, steered_play(game, seed, 14, eager), chosen, members=members)


def test_hops_count_up_to_four_on_the_whole_map() -> None:
    """Where hunters are far away; and no strength at all is the uniform model."""
    game = load()
    check_play(game, steered_play(game, 149, 9, 0.97), evasive(1.0), members=[member(1.0, 0.0, 0.0)])
    check_play(game, steered_play(game, 149, 9, 0.97), evasive(0.0), members=[member(0.0, 0.0, 0.0)])


def alone(family: Logit, at: int) -> Logit:
    """A member of a family as a model of its own."""
    return Logit("alone", (family.members[at],), (family.table[at],))


def heard(game: HuntGame, states: list[HuntState], chosen: Model) -> HuntFilter:
    """A filter that has heard a whole play."""
    filter_ = HuntFilter(Atlas(game.book), game.rules, chosen)
    for before, after in pairwise(states):
        assert all(filter_.heard([parse_clue(game.book, line) for line in after.log[len(before.log) :]]))
    return filter_


@pytest.mark.parametrize(("eager", "seed"), TOY_PLAYS)
def test_family_weighs_its_members_by_their_evidence(eager: float, seed: int) -> None:
    game, family = toy_game(), adaptive()
    states = steered_play(game, seed, 14, eager)
    together = heard(game, states, family)
    each = [heard(game, states, alone(family, at)).log_evidence for at in range(len(family.members))]
    assert together.member_evidence == pytest.approx(each, abs=1e-9)
    assert together.log_evidence >= max(each) - math.log(len(each)) - 1e-9
    mean = math.log(math.fsum(math.exp(value - max(each)) for value in each) / len(each)) + max(each)
    assert together.log_evidence == pytest.approx(mean, abs=1e-9)


@pytest.mark.parametrize("match", LONG_PLAYS)
def test_adaptive_loses_little_against_its_best_member(match: int) -> None:
    case = Case.from_text(read_cases("referee_games")["games"][match]["dracula_view"])
    family, together = adaptive(), case.belief("adaptive")
    best = max(together.members, key=together.members.__getitem__)
    single = case.belief(alone(family, family.members.index(best)))
    assert single.log_evidence == pytest.approx(together.members[best], abs=1e-6)
    assert together.log_evidence >= single.log_evidence - math.log(len(family.members)) - 1e-9
    assert together.log_evidence <= single.log_evidence


@settings(max_examples=25, deadline=None)
@given(
    seed=st.integers(0, 10_000),
    eager=st.floats(0.05, 0.9),
    weights=st.lists(st.floats(-3.0, 3.0), min_size=len(FEATURES), max_size=len(FEATURES)),
)
def test_possible_does_not_depend_on_the_model(seed: int, eager: float, weights: list[float]) -> None:
    game = toy_game()
    states = steered_play(game, seed, 9, eager)
    plain = heard(game, states, Uniform())
    other = heard(game, states, Logit("any", ("any",), (tuple(weights),)))
    assert plain.keys.tolist() == other.keys.tolist()
    assert plain.table == other.table
    for filter_ in (plain, other):
        for position in range(1, 7):
            odds = filter_.at(position)
            assert odds.sum() == pytest.approx(1.0, abs=1e-12)
            assert {at for at in range(1, len(odds)) if odds[at] > 0} == filter_.support(position)


def test_what_a_model_holds_for_impossible_stays_possible() -> None:
    """A model that is certain and wrong: the rules alone say what is possible, the evidence is minus infinity."""
    lines = "G Edinburgh\nS Lisbon\nH Vienna\nM Sofia\nD city: vampire\n"
    homebody = Logit("homebody", ("homebody",), ((0.0, -2000.0, 0.0, 0.0, 0.0, 0.0),))
    case = Case.from_text(lines + "G Edinburgh\nS Lisbon\nH Vienna\nM Sofia\nD sea\n")
    belief, rules_alone = case.belief(homebody), case.belief()
    assert belief.possible == rules_alone.possible
    assert belief.contradiction is None
    assert belief.log_evidence < rules_alone.log_evidence
    assert sum(belief.posterior.values()) == pytest.approx(1.0)


def test_models_by_name() -> None:
    assert [model(name).name for name in ("uniform", "evasive", "evasive(0.5)", "adaptive")] == [
        "uniform",
        "evasive(1)",
        "evasive(0.5)",
        "adaptive",
    ]
    with pytest.raises(ValueError, match=r"model 'sly': expected uniform, evasive, evasive\(0\.5\) or adaptive"):
        model("sly")
    with pytest.raises(ValueError, match="strength 999: expected a number from 0 to 100"):
        model("evasive(999)")


def test_evasion_at_its_strongest_stays_finite() -> None:
    game = load()
    filter_ = heard(game, steered_play(game, 73, 12, 0.97), evasive(100.0))
    assert filter_.here().sum() == pytest.approx(1.0)
    assert math.isfinite(filter_.log_evidence)
