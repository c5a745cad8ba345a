"""The policies of hunt: distances, the belief behind a log, what hunters make of it, what Dracula fears."""

from __future__ import annotations

import math
import random
from collections import Counter, defaultdict
from fractions import Fraction

import numpy as np
import pytest

from dracula_nb.beliefs import Case
from dracula_nb.beliefs.hunt.windows import Atlas
from dracula_nb.beliefs.models import FEATURES, Logit, model
from dracula_nb.core.errors import NotationError
from dracula_nb.core.infostate import opening
from dracula_nb.core.playthrough import Playthrough, play_random
from dracula_nb.core.session import Session
from dracula_nb.games.hunt import Rules, load
from dracula_nb.games.hunt.worlds import events, successors
from dracula_nb.players import lineup, policy
from dracula_nb.players.hunt.distances import FAR, Distances
from dracula_nb.players.hunt.dracula import as_model
from dracula_nb.players.hunt.hunters import CATCH, NEAR, SLACK, TRAIL, exact_hunters
from dracula_nb.players.hunt.outlook import Outlook, believed, sighted
from dracula_nb.players.hunt.search import Search
from dracula_nb.players.hunt.tracker import KEPT, Tracker

GAME = load()
ATLAS = Atlas(GAME.book)
DISTANCES = Distances(ATLAS)


def after(*texts, game=GAME):
    """The play of these actions."""
    play = Playthrough(game, (), (game.initial_state(),))
    for text in texts:
        action = game.parse_action(play.states[-1], text)
        play = Playthrough.of(game, (*play.actions, action))
    return play


def chosen(name, play, seed=0):
    """What a policy does in the last state of a play."""
    game, state = play.game, play.states[-1]
    (seat,) = game.acting_players(state)
    legal = tuple(game.action_text(state, action) for action in game.legal_actions(state, seat))
    return policy(game, name)(play.information_state(seat), legal, random.Random(seed))


def by_name(values):
    return {place: float(values[at]) for place, at in ATLAS.ids.items() if values[at] > 0}


# Distances


def turns_by_the_rules(seat, round_, start):
    """Turns to every place, place by place, for a hunter after his turn of a round."""
    reached, turns = {start}, {start: 0}
    for turn in range(1, FAR):
        rail = (round_ + turn + "GSHM".index(seat)) % 4  # his first turn after this round's
        reached = {goal for place in reached for goal in GAME.book.reach(place, rail)}
        turns |= {place: turn for place in reached if place not in turns}
    return turns


@pytest.mark.parametrize("seat", "GSHM")
@pytest.mark.parametrize("start", ["Lisbon", "Castle Dracula", "Irish Sea", "Cagliari"])
def test_turns_between_places_are_those_of_the_rules(seat, start):
    for round_ in (0, 3):
        found = DISTANCES.of(seat, round_, start)
        assert {place: int(found[at]) for place, at in ATLAS.ids.items()} == turns_by_the_rules(seat, round_, start)


def test_the_rows_of_many_places_are_those_of_each():
    both = DISTANCES.of("S", 2, ("Paris", "Rome"))
    assert (both == np.stack([DISTANCES.of("S", 2, "Paris"), DISTANCES.of("S", 2, "Rome")])).all()


# The belief behind a log


def test_the_belief_is_that_of_the_same_case_cold_or_warm():
    log = play_random(GAME, seed=4, max_steps=60).states[-1].log
    case = Case.from_text("\n".join(log) + "\n")
    cold = Tracker(GAME.book, GAME.rules, model("uniform"))
    here = by_name(cold.after(log).here())
    assert here == pytest.approx(case.belief().posterior)
    warm = Tracker(GAME.book, GAME.rules, model("uniform"))
    turns = events(log)
    for count in [*range(len(turns)), 3, len(turns)]:  # forwards, then back to what was forgotten
        belief = warm.after(tuple(line for turn in turns[:count] for line in turn))
    assert by_name(belief.here()) == here
    assert len(turns) > KEPT


def test_a_belief_that_was_handed_out_does_not_change():
    log = play_random(GAME, seed=2, max_steps=30).states[-1].log
    turns = events(log)
    tracker = Tracker(GAME.book, GAME.rules, model("uniform"))
    early = tracker.after(tuple(line for turn in turns[:15] for line in turn))
    keys, table = early.keys.copy(), early.table
    tracker.after(log)
    assert (early.keys == keys).all()
    assert early.table == table


def test_a_log_that_no_play_wrote_is_refused():
    tracker = Tracker(GAME.book, GAME.rules, model("uniform"))
    with pytest.raises(NotationError, match="'G Paris: vampire' cannot be true after the lines before it"):
        tracker.after(("G Paris: vampire",))


def worlds(game, log):
    """Every state with this log, and its probability where each of Dracula's moves is equally likely."""
    states = {game.initial_state(): Fraction(1)}
    for event in events(log):
        following = defaultdict(Fraction)
        for state, odds in states.items():
            choices = len(game.legal_actions(state, "D")) if game.seat_in_turn(state) == "D" else 1
            for later in successors(game, state, event):
                following[later] += odds / choices
        states = following
    total = sum(states.values())
    return {state: odds / total for state, odds in states.items()}


@pytest.mark.parametrize(
    "moves",
    [("Vienna", "Prague", "HI"), ("Varna", "Black Sea", "Constanta"), ("Galatz", "Castle Dracula", "Klausenburg")],
    ids=" ".join,
)
def test_the_outlook_is_that_of_all_worlds_counted_one_by_one(moves):
    game = load(Rules(hunters=("G", "M")))
    hunters = [("Rome", "Paris"), ("Naples", "Le Havre"), ("Bari", "Brussels")]
    play = after(*(text for pair, move in zip(hunters, moves, strict=True) for text in (*pair, move)), game=game)
    log = play.states[-1].log
    here, coming, trail = Counter(), Counter(), Counter()
    for state, odds in worlds(game, log).items():
        here[state.trail[0].place] += odds
        for place in {entry.place for entry in state.trail if not entry.placed} - game.book.seas:
            trail[place] += odds
        mover = game.apply(game.apply(state, game.parse_action(state, "Bari")), game.parse_action(state, "Brussels"))
        choices = game.legal_actions(mover, "D")
        for move in choices:
            coming[game.apply(mover, move).trail[0].place] += odds / len(choices)
    outlook = believed(Tracker(game.book, game.rules, model("uniform")).after(log))
    for found, expected in ((outlook.here, here), (outlook.after, coming), (outlook.trail, trail)):
        assert by_name(found) == pytest.approx({place: float(odds) for place, odds in expected.items()})
    assert len(coming) > 1


def test_without_deduction_only_public_places_count():
    spread = ATLAS.near / np.maximum(ATLAS.near.sum(axis=1, keepdims=True), 1)
    play = after("Rome", "Paris", "Lisbon", "Madrid", "Vienna")
    seen = GAME.observation(play.states[-1], "G")
    anywhere = sighted(ATLAS, seen).here
    assert set(by_name(anywhere)) == set(GAME.book.places) - {GAME.book.hospital}
    assert anywhere.max() == pytest.approx(1 / 70)
    play = after("Rome", "Paris", "Lisbon", "Madrid", "Castle Dracula", "Rome", "Paris", "Lisbon", "Madrid", "Galatz")
    seen = GAME.observation(play.states[-1], "G")
    outlook = sighted(ATLAS, seen)
    assert by_name(outlook.here) == pytest.approx(dict.fromkeys(["Castle Dracula", "Galatz", "Klausenburg"], 1 / 3))
    assert (outlook.after == outlook.here @ spread).all()
    assert not outlook.trail.any()


# Hunters


def test_a_hunter_goes_where_dracula_surely_is():
    play = after("Galatz", "Paris", "Lisbon", "Madrid", "Castle Dracula")
    assert chosen("greedy", play) == chosen("blind", play) == "Castle Dracula"


def test_only_deduction_finds_him_where_nobody_saw_him_go():
    # from the castle he went by land, not to Galatz, where Godalming is: Klausenburg alone is left
    game = load(Rules(hunters=("G", "S")))
    play = after("Galatz", "Paris", "Castle Dracula", "Galatz", "Paris", "Klausenburg", game=game)
    outlook = believed(Tracker(game.book, game.rules, model("uniform")).after(play.states[-1].log))
    assert by_name(outlook.here) == {"Klausenburg": 1.0}
    assert chosen("greedy", play) == "Klausenburg"


def test_a_place_is_covered_by_whichever_other_hunter_comes_first():
    # in round 2 Godalming has moved, Van Helsing and Mina have not: they have a turn more before Dracula's
    stay = ("Rome", "Paris", "Madrid", "Sofia")
    play = after(*stay, "Dublin", *stay, "HI", "Rome")
    seen = GAME.observation(play.states[-1], "S")
    found = exact_hunters(GAME).others(seen, 1, 2)
    moved, yet = turns_by_the_rules("G", 2, "Rome"), [("H", "Madrid"), ("M", "Sofia")]
    coming = [turns_by_the_rules(seat, 1, place) for seat, place in yet]
    for place, at in ATLAS.ids.items():
        assert found[at] == min(moved[place], *(max(turns[place] - 1, 0) for turns in coming))


def test_what_counts_is_the_meeting_the_trail_and_the_cover():
    play, hunters = after("Rome", "Paris", "Lisbon", "Madrid", "Vienna"), exact_hunters(GAME)
    seen, legal = GAME.observation(play.states[-1], "G"), ("Rome", "Naples", "Tyrrhenian Sea")
    nothing = np.zeros(len(ATLAS.sea))

    def certain(place):
        return np.eye(len(ATLAS.sea))[ATLAS.ids[place]]

    def worth(here=nothing, coming=nothing, trail=nothing):
        return hunters.worth(seen, legal, Outlook(here, coming, trail)).tolist()

    assert worth(here=certain("Naples")) == [0, CATCH, 0]
    assert worth(here=certain("Tyrrhenian Sea")) == [0, 0, 0]  # nobody is met at sea
    assert worth(trail=certain("Rome")) == [TRAIL, 0, 0]
    # after this turn: Bari is next to Rome and Naples alike, two sea moves from the sea
    assert worth(coming=certain("Bari")) == pytest.approx([NEAR, NEAR, NEAR**2])
    assert worth(coming=certain("Paris")) == [1, 1, 1]  # Seward is there


def test_hunters_part_the_places_among_them():
    places = []
    for _ in range(4):
        play = after(*places)
        places.append(chosen("greedy", play))
    turns = np.min([DISTANCES.of(seat, 0, place) for seat, place in zip("GSHM", places, strict=True)], axis=0)
    assert len(set(places)) == 4
    assert turns[1:].max() <= 3
    together = DISTANCES.of("G", 0, places[0])
    assert turns[1:].mean() < 0.7 * together[1:].mean()


def test_a_hunter_takes_any_place_about_as_good_as_the_best():
    play, hunters = after(), exact_hunters(GAME)
    seen = GAME.observation(play.states[-1], "G")
    legal = GAME.book.places
    worth = hunters.worth(seen, legal, believed(hunters.tracker.after(())))
    good = {place for place, value in zip(legal, worth, strict=True) if value >= (1 - SLACK) * worth.max()}
    assert {chosen("greedy", play, seed) for seed in range(60)} == good
    assert 1 < len(good) < 20


# Dracula


def test_evasive_draws_as_its_model_says():
    play = after("Rome", "Paris", "Lisbon", "Madrid", "Vienna", "Rome", "Paris", "Lisbon", "Madrid")
    hops = ATLAS.hops[:, [ATLAS.ids[place] for place in ("Rome", "Paris", "Lisbon", "Madrid")]].min(axis=1)
    goals = [*("Budapest", "Munich", "Prague", "Zagreb"), "Vienna", "Vienna"]
    legal = [*goals[:4], "D1", "HI"]
    state = play.states[-1]
    assert [GAME.action_text(state, action) for action in GAME.legal_actions(state, "D")] == legal
    weights = [math.exp(0.7 * min(hops[ATLAS.ids[goal]], 4)) for goal in goals]
    known, pick = play.information_state("D"), policy(GAME, "evasive(0.7)")
    rng, draws = random.Random(11), 6000
    counts = Counter(pick(known, tuple(legal), rng) for _ in range(draws))
    for text, weight in zip(legal, weights, strict=True):
        odds = weight / sum(weights)
        assert abs(counts[text] / draws - odds) < 4 * math.sqrt(odds / draws)
    assert len({min(hops[ATLAS.ids[goal]], 4) for goal in goals}) > 1


@pytest.mark.parametrize(("feature", "liked"), [("hide", "HI"), ("back", "D1"), ("sea", "Adriatic Sea")])
def test_any_model_of_one_member_is_a_policy(feature, liked):
    play = after("Rome", "Paris", "Lisbon", "Madrid", "Venice", "Rome", "Paris", "Lisbon", "Madrid")
    table = (tuple(50.0 * (name == feature) for name in FEATURES),)
    pick = as_model(GAME, Logit("liking", ("liking",), table))
    legal = tuple(GAME.action_text(play.states[-1], action) for action in GAME.legal_actions(play.states[-1], "D"))
    assert len(legal) > 5
    assert {pick(play.information_state("D"), legal, random.Random(seed)) for seed in range(20)} == {liked}


def test_evasive_starts_far_from_the_hunters():
    play = after("Rome", "Paris", "Vienna", "Madrid")
    starts = {chosen("evasive(100)", play, seed) for seed in range(30)}
    hops = ATLAS.hops[:, [ATLAS.ids[place] for place in ("Rome", "Paris", "Vienna", "Madrid")]].min(axis=1)
    assert all(hops[ATLAS.ids[place]] >= 4 for place in starts)
    assert len(starts) > 5


def a_search(game=GAME):
    hunters = exact_hunters(game)
    return Search(game, hunters.tracker, hunters)


@pytest.mark.parametrize("hunters", [("G",), ("G", "S", "H", "M")])
def test_dracula_knows_the_whole_truth(hunters):
    game = load(Rules(hunters=hunters))
    search, met = a_search(game), 0
    for seed in range(3):
        for state in play_random(game, seed=seed, max_steps=90).states:
            if game.acting_players(state) == ("D",):
                assert search.state(game.observation(state, "D")) == state
                met += any(state.rested)
    assert met


def test_he_foretells_a_reply_that_greedy_hunters_give():
    session = Session(GAME, lineup(GAME, {}), seed=6, auto=False)
    search, replies, greedy = a_search(), 0, policy(GAME, "greedy")
    while session.step() and replies < 12:
        state = session.referee_playthrough().states[-1]
        if GAME.acting_players(state) not in ((), ("D",)):
            (seat,) = GAME.acting_players(state)
            known, legal = session.information_state(seat), session.legal(seat)
            taken = {greedy(known, legal, random.Random(seed)) for seed in range(40)}
            assert search.reply(state) in taken
            replies += 1
    assert replies == 12


def test_he_does_not_walk_into_hunters_nor_where_they_will_look():
    play = after("Rome", "Bari", "Lisbon", "Madrid", "Naples", "Rome", "Bari", "Lisbon", "Madrid")
    state, search = play.states[-1], a_search()
    legal = tuple(GAME.action_text(state, action) for action in GAME.legal_actions(state, "D"))
    worths = dict(zip(legal, search.worths(GAME.observation(state, "D"), legal), strict=True))
    assert set(worths) == {"Bari", "Rome", "Tyrrhenian Sea", "D1", "HI"}
    assert max(worths["Bari"], worths["Rome"], worths["D1"]) < state.blood - 20  # they all see him and two come
    assert worths["Tyrrhenian Sea"] < state.blood - 2
    assert {chosen("search", play, seed) for seed in range(20)} == {"HI"}


def test_where_one_move_is_legal_nothing_is_searched():
    known = opening(GAME, GAME.initial_state(), "D")
    assert policy(GAME, "search")(known, ("TP",), random.Random(1)) == "TP"


def test_the_last_blood_counts_above_all():
    search, state = a_search(), after("Galatz", "Paris", "Lisbon", "Madrid", "Castle Dracula").states[-1]
    weak = type(state)(**{name: getattr(state, name) for name in state.__slots__} | {"blood": 10})
    assert search.worth(state) > 0 > search.worth(weak)
    assert search.worth(weak) == -1000
