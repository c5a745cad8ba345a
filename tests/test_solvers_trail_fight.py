"""The solved fight against one linear program a position, against fractions, and against the game played out."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import combinations, product
from math import sqrt

import numpy as np
import pytest
from scipy.optimize import linprog

from dracula_nb.core.errors import SolverError
from dracula_nb.games.fury_trail.fight import (
    DEFAULT,
    SEED_ONLY,
    Fight,
    Fighter,
    FightRules,
    Play,
    dealt,
    dracula_choices,
    drawn,
    hunter_choices,
    hunter_hand,
    may_turn_down,
    resolve,
)
from dracula_nb.games.fury_trail.fight_tables import DRACULA_CARDS, HUNTER_CARDS, TIMES, read_fight_tables
from dracula_nb.solvers import trail_fight
from dracula_nb.solvers.trail_fight.positions import MOST_DRACULA, MOST_HUNTER

KNOWN = ("Claw", "Strength", "Fangs", "Mesmerise", "Escape as bat")
UTILITIES = trail_fight.UTILITIES


def hunter(*items: str, name: str = "mina", **given) -> Fighter:
    return Fighter(name, **{"health": 7, "bites": 0, "bites_carried": 1, "cards": hunter_hand(items), **given})


def fight(*hunters: Fighter, **given) -> Fight:
    return Fight(**{"time": "night", "health": 15, "hunters": hunters or (hunter("Knife"),), **given})


def seen(sight: str, utility: str = "weighted", rules: FightRules = DEFAULT) -> trail_fight.Setting:
    return trail_fight.Setting(utility=utility, rules=rules, sight=sight)


# ---------------------------------------------------------------- oracle: the game's own rules, one program a position


def points(done, before: Fight, utility: trail_fight.Utility) -> float:
    loss = sum(done.losses.values())
    worth = utility.dracula_loss * done.dracula_loss - utility.hunter_loss * loss - utility.bite * len(done.bitten)
    return worth - utility.hunter_defeated * len(done.defeated) + utility.dracula_defeated * done.dracula_defeated


def program(payoff: np.ndarray, hands: list[tuple[float, list[int]]]) -> float:
    """The value where the hunters mix rows and he, for each hand by its chance, columns of that hand: HiGHS."""
    rows = len(payoff)
    sizes = [len(held) for _, held in hands]
    at = np.cumsum([0, *sizes])
    # for each hand v_h <= p . payoff[:, k]; the hunters maximise the mean of v_h
    cost = np.concatenate([np.zeros(rows), [-chance for chance, _ in hands]])
    above = np.zeros((at[-1], rows + len(hands)))
    for h, (_, held) in enumerate(hands):
        above[at[h] : at[h + 1], :rows] = -payoff[:, held].T
        above[at[h] : at[h + 1], rows + h] = 1.0
    result = linprog(
        cost,
        A_ub=above,
        b_ub=np.zeros(at[-1]),
        A_eq=[[1.0] * rows + [0.0] * len(hands)],
        b_eq=[1.0],
        bounds=[(0, None)] * rows + [(None, None)] * len(hands),
        method="highs",
        options={"primal_feasibility_tolerance": 1e-10, "dual_feasibility_tolerance": 1e-10},
    )
    return float(-result.fun)


def oracle(start: Fight, utility: str, rules: FightRules, sight: str) -> float:
    """The value by recursion over whole fights, health never capped, hands listed one by one."""
    worth = UTILITIES[utility]

    @cache
    def value(now: Fight, free: bool) -> float:
        hands = [(1.0, list(dracula_choices(now, rules)))] if sight == "known" else listed(now, free)
        kinds = sorted({kind for _, held in hands for kind in held}, key=DRACULA_CARDS.index)
        names = [fighter.name for fighter in now.hunters]
        rows = list(product(*(hunter_choices(now, name) for name in names)))
        columns = list(product(kinds, names))
        table = np.array(
            [[entry(now, dict(zip(names, row, strict=True)), *column) for column in columns] for row in rows]
        )
        places = [(p, [at for at, (kind, _) in enumerate(columns) if kind in held]) for p, held in hands]
        return program(table, places)

    def listed(now: Fight, free: bool) -> list[tuple[float, list[str]]]:
        pool = list(replace(now, hand=()).deck)
        if free:
            return [(1.0, list(dracula_choices(replace(now, hand=tuple(dict.fromkeys(pool))), rules)))]
        sorts = Counter(tuple(dict.fromkeys(hand)) for hand in combinations(pool, 5))
        whole = sum(sorts.values())
        return [(n / whole, list(dracula_choices(replace(now, hand=held), rules))) for held, n in sorts.items()]

    def entry(now: Fight, cards: dict, kind: str, target: str) -> float:
        held = now if sight == "known" else replace(now, hand=(kind,))
        play = Play(kind, cards, target)
        ways = [play]
        if not kind.startswith("Escape") and may_turn_down(held, play, rules):
            ways.append(replace(play, turn_down=True))
        return min(best(held, way) for way in ways)

    def best(held: Fight, play: Play) -> float:
        circles = [frozenset()]
        if "Holy Circle" in play.cards.values() and len(play.cards) > 1:
            circles = [frozenset(c) for n in (1, 2) for c in combinations(sorted(play.cards), n)]
        return max(follow(held, replace(play, circle=circle)) for circle in circles)

    def follow(held: Fight, play: Play) -> float:
        done = resolve(held, play, rules)
        now = points(done, held, worth)
        if done.fight.over:
            return now
        if sight == "hidden":
            return now + value(replace(done.fight, hand=()), done.searches)
        if not rules.draws:
            return now + value(done.fight, False)
        deck = Counter(done.fight.deck)
        after = {kind: value(drawn(done.fight, kind), False) for kind in deck}
        if done.searches:
            return now + min(after.values())
        return now + sum(n * after[kind] for kind, n in deck.items()) / sum(deck.values())

    return value(start, False) + worth.base * len(start.hunters)


SMALL = [
    (fight(hunter("Knife", "Crucifix"), round=5), "hidden", "weighted", DEFAULT),
    (
        fight(hunter("Pistol", "Garlic", health=3), round=5, time="day", table=("Plotting", "Claw"), plottings=1),
        "hidden",
        "weighted",
        DEFAULT,
    ),
    (fight(hunter("Knife", health=2, bites=1), round=5), "hidden", "survive", DEFAULT),
    (fight(hunter("Heavenly Host", "Rifle"), round=5, health=3, time="day"), "hidden", "damage", DEFAULT),
    (fight(hunter("Pistol", "Holy Circle", bites=1), round=5), "hidden", "bite", DEFAULT),
    (
        fight(hunter("Knife"), round=5, hand=("Claw", "Fangs", "Plotting", "Strength", "Escape as mist")),
        "known",
        "weighted",
        DEFAULT,
    ),
    (fight(hunter("Knife", "Pistol"), round=4, hand=KNOWN), "known", "weighted", SEED_ONLY),
    (fight(hunter("Knife"), round=2, hand=KNOWN), "known", "weighted", SEED_ONLY),
    (fight(hunter("Rifle", health=4), hand=KNOWN), "known", "damage", replace(SEED_ONLY, pride_rounds=3)),
    (fight(hunter("Knife"), round=5, hand=KNOWN), "known", "weighted", replace(DEFAULT, strength_cancels_weapons=True)),
    (fight(hunter(name="mina"), hunter("Knife", name="seward"), round=5, hand=KNOWN), "known", "weighted", DEFAULT),
    (
        fight(hunter(name="mina"), hunter("Holy Circle", name="seward", health=2), round=5),
        "hidden",
        "weighted",
        DEFAULT,
    ),
    (fight(hunter(name="mina"), hunter(name="seward"), round=4, hand=KNOWN), "known", "damage", SEED_ONLY),
    (
        # who is taken out by the Circle matters: its bearer has nothing else to play
        fight(
            hunter(cards=("Knife", "Dodge", "Fist"), name="mina"),
            hunter(cards=("Holy Circle",), name="seward"),
            round=5,
            hand=("Claw", "Claw", "Strength", "Strength", "Plotting"),
        ),
        "known",
        "damage",
        DEFAULT,
    ),
]


@pytest.mark.parametrize(("start", "sight", "utility", "rules"), SMALL)
def test_value_is_that_of_one_linear_program_a_position(start, sight, utility, rules):
    odds = trail_fight.solve(start, seen(sight, utility, rules))
    assert odds.value == pytest.approx(oracle(start, utility, rules, sight), abs=1e-9)
    assert odds.whole
    assert odds.lower == odds.upper == odds.value


# ---------------------------------------------------------------- fractions

TINY = [
    (fight(hunter(), round=5), seen("hidden")),
    (fight(hunter("Knife", health=2), round=4, time="day"), seen("hidden")),
    (fight(hunter("Garlic"), round=5, hand=KNOWN), seen("known", "damage")),
    (fight(hunter("Pistol", "Knife"), round=5), seen("any")),
    (fight(hunter("Knife"), round=5), seen("hidden", rules=SEED_ONLY)),
    (fight(hunter("Knife", bites=1), round=5), seen("hidden", "survive")),
]


@pytest.mark.parametrize(("start", "setting"), TINY)
def test_floats_are_the_fractions(start, setting):
    odds = trail_fight.solve(start, setting)
    exact = odds.exact()
    assert isinstance(exact.value, Fraction)
    assert odds.value == pytest.approx(float(exact.value), abs=1e-12)
    assert sum(exact.row.values()) == sum(exact.column.values()) == sum(exact.outcomes.values()) == 1


def test_a_last_round_by_hand():
    # The sixth round, his five cards known: the hunter has Fist and Dodge, he has Claw and Strength and worse ones.
    # Claw against Fist +1-2, against Dodge 0; Strength against Fist -3, against Dodge -2: Strength and Dodge, -2.
    last = fight(hunter(cards=("Fist", "Dodge")), round=6, hand=("Claw", "Claw", "Strength", "Strength", "Plotting"))
    odds = trail_fight.solve(last, seen("known"))
    assert (odds.value, odds.row, odds.column) == (-2.0, {"Dodge": 1.0}, {"Strength": 1.0})
    assert odds.exact().value == -2
    assert odds.endings == {trail_fight.Ending("six rounds", 6, 0, 2, 0, 0): 1.0}
    # Without Strength he mixes Claw (-1 on Fist, 0 on Dodge) and Plotting (+1 on Fist, 0 on Dodge): 0 by Dodge.
    assert (
        trail_fight.solve(
            replace(last, hand=("Claw", "Claw", "Plotting", "Plotting", "Mesmerise")), seen("known")
        ).value
        == 0
    )


def test_a_hunter_who_falls_first_does_not_strike():
    # Claw before Fist: at 2 health the hunter falls and costs him nothing, at 3 he strikes back for 1.
    weak = fight(hunter(cards=("Fist",), health=2), round=6, hand=("Claw", "Claw", "Plotting", "Plotting", "Mesmerise"))
    odds = trail_fight.solve(weak, seen("known", "damage"))
    assert odds.endings == {trail_fight.Ending("hunters defeated", 6, 0, 2, 0, 1): 1.0}
    assert odds.value == odds.exact().value == -2
    assert trail_fight.solve(replace(weak, hunters=(hunter(cards=("Fist",), health=3),)), seen("known")).value == -1


def test_what_he_takes_from_his_deck_is_what_serves_him():
    # Garlic does not stop Plotting; then the hunter has no card, and Claw or Strength, which he looked for, cost 2.
    hand = ("Plotting", "Plotting", "Escape as bat", "Escape as bat", "Escape as mist")
    odds = trail_fight.solve(fight(hunter(cards=("Garlic",)), round=5, hand=hand), seen("known", "damage"))
    assert (odds.value, odds.column) == (-2.0, {"Plotting": 1.0})
    assert odds.endings == {trail_fight.Ending("six rounds", 6, 0, 2, 0, 0): 1.0}


def test_who_has_more_health_than_can_be_lost_does_not_fall():
    last = fight(
        hunter(cards=("Fist",), health=4), round=6, hand=("Strength", "Strength", "Fangs", "Fangs", "Plotting")
    )
    assert trail_fight.solve(last, seen("known", "damage")).outcomes == {"six rounds": 1.0}
    fallen = replace(last, hunters=(hunter(cards=("Fist",), health=3),))
    assert trail_fight.solve(fallen, seen("known", "damage")).outcomes == {"hunters defeated": 1.0}


def test_a_knife_alone_by_hand():
    # 13 cards, no Escape by Pride: the Knife costs him 3 but against Mesmerise, where nothing happens;
    # he holds one of two Mesmerise with chance 1 - C(11,5)/C(13,5) = 25/39. Then the hunter leaves: 3 x 14/39.
    assert trail_fight.solve(fight()).value == pytest.approx(3 * 14 / 39, abs=1e-12)


# ---------------------------------------------------------------- the game played out


def played(odds: trail_fight.Odds, start: Fight, rng: random.Random, rules: FightRules) -> tuple[str, float]:
    """One fight of one hunter by the game's rules, both sides by the solved mixes."""
    hidden = odds.setting.sight == "hidden"
    now, total, searched = start, 0.0, False
    while not now.over:
        row, column = odds.mixes_in(now, searched=searched)
        card = rng.choices(list(row), list(row.values()))[0]
        kind = rng.choices(list(column), list(column.values()))[0]
        held = replace(now, hand=(kind,)) if hidden else now
        play = Play(kind, {now.hunters[0].name: card})
        ways = [play, replace(play, turn_down=True)] if may_turn_down(held, play, rules) and kind[0] != "E" else [play]
        done = min((resolve(held, way, rules) for way in ways), key=lambda d: worth_of(odds, d))
        total += points(done, now, odds.model.utility)
        now, searched = done.fight, done.searches
        if not now.over and not hidden and rules.draws:
            deck = list(now.deck)
            options = [drawn(now, kind) for kind in dict.fromkeys(deck)]
            now = min(options, key=lambda f: value_in(odds, f)) if searched else drawn(now, rng.choice(deck))
        elif hidden:
            now = replace(now, hand=())
    reason = {"bite": "bite", "rounds": "six rounds"}.get(now.over, now.over)
    if now.over == "escape":
        reason = ("both escape" if now.withdrawn else "Dracula escapes") if now.escaped else "hunters escape"
    return "hunters defeated" if done.defeated and not done.dracula_defeated else reason, total


def value_in(odds: trail_fight.Odds, now: Fight, searched: bool = False) -> float:
    found = odds.table.round(now.round)
    return float(found.value[np.searchsorted(found.numbers, odds.model.number(now, searched=searched))])


def worth_of(odds: trail_fight.Odds, done) -> float:
    now = points(done, done.fight, odds.model.utility)
    if done.fight.over:
        return now
    if odds.setting.sight == "hidden":
        return now + value_in(odds, replace(done.fight, hand=()), done.searches)
    deck = Counter(done.fight.deck)
    after = {kind: value_in(odds, drawn(done.fight, kind)) for kind in deck}
    if done.searches:
        return now + min(after.values())
    return now + sum(n * after[kind] for kind, n in deck.items()) / sum(deck.values())


PLAYED = [
    (fight(hunter("Knife", "Pistol"), time="day"), "hidden"),
    (
        fight(hunter("Knife", "Garlic", health=4), hand=("Claw", "Plotting", "Plotting", "Strength", "Fangs"), round=3),
        "known",
    ),
]


@pytest.mark.parametrize(("start", "sight"), PLAYED)
def test_the_game_played_out_agrees(start, sight):
    odds = trail_fight.solve(start, seen(sight))
    rng, games = random.Random(1897), 3000
    results = [played(odds, start, rng, DEFAULT) for _ in range(games)]
    # every interval holds its value in 999 of 1000 experiments; the seed is fixed
    counts = Counter(reason for reason, _ in results)
    assert set(counts) <= set(odds.outcomes)
    for reason, p in odds.outcomes.items():
        assert abs(counts[reason] / games - p) <= 3.2905 * sqrt(p * (1 - p) / games) + 1 / games, reason
    totals = np.array([total for _, total in results])
    assert abs(totals.mean() - odds.value) <= 3.2905 * totals.std() / sqrt(games) + 1e-9


@pytest.mark.parametrize(("start", "sight"), PLAYED)
def test_endings_come_to_the_value(start, sight):
    odds = trail_fight.solve(start, seen(sight))
    assert sum(odds.endings.values()) == pytest.approx(1, abs=1e-9)
    assert odds.mean("dracula_loss") - odds.mean("hunter_loss") - 3 * odds.mean("bites") == pytest.approx(
        odds.value, abs=1e-9
    )
    assert sum(odds.row.values()) == pytest.approx(1)
    assert sum(odds.column.values()) == pytest.approx(1)


def test_endings_of_two_hunters_come_to_the_value():
    two = fight(hunter("Knife", name="mina", health=3), hunter("Pistol", name="seward", health=2), round=4)
    odds = trail_fight.solve(two)
    assert sum(odds.endings.values()) == pytest.approx(1, abs=1e-9)
    assert odds.mean("dracula_loss") - odds.mean("hunter_loss") - 3 * odds.mean("bites") == pytest.approx(
        odds.value, abs=1e-9
    )
    assert all(" on " in name for name in odds.column)
    assert all(" + " in name for name in odds.row)


# ---------------------------------------------------------------- what one would expect


def test_bare_hands_leave_at_once():
    for time in TIMES:
        odds = trail_fight.solve(fight(hunter(), time=time))
        assert (odds.value, odds.row, odds.outcomes) == (0.0, {"Escape": 1.0}, {"hunters escape": 1.0})


def test_one_hunter_survives_for_sure_and_unbitten():
    assert trail_fight.solve(fight(hunter(bites=1, health=1)), seen("hidden", "survive")).value == 1
    assert trail_fight.solve(fight(), seen("hidden", "bite")).value == 0


def test_day_is_better_for_a_pistol_and_pride_is_worth_something():
    night = trail_fight.solve(fight(hunter("Knife", "Pistol")))
    day = trail_fight.solve(fight(hunter("Knife", "Pistol"), time="day"))
    free = trail_fight.solve(fight(hunter("Knife", "Pistol")), seen("hidden", rules=FightRules(pride_rounds=0)))
    assert free.value < night.value < day.value
    assert night.seed_only().value < night.value


def test_what_is_sure_whatever_he_holds_is_less():
    for items in (("Knife",), ("Knife", "Pistol"), ("Rifle", "Heavenly Host")):
        hidden = trail_fight.solve(fight(hunter(*items), time="day"))
        sure = trail_fight.solve(fight(hunter(*items), time="day"), seen("any"))
        assert 0 <= sure.value <= hidden.value + 1e-12


def test_a_search_lets_him_play_what_he_wants():
    start = fight(hunter(cards=("Fist", "Dodge", "Knife")), round=4, hand=("Plotting",))
    after = replace(resolve(start, Play("Plotting", {"mina": "Dodge"})).fight, hand=())
    odds = trail_fight.solve(replace(start, hand=()))
    # by a hand that comes by chance he would have to play other kinds now and then
    assert odds.mixes_in(after, searched=True)[1].keys() == {"Strength", "Mesmerise"}
    with pytest.raises(SolverError, match="does not follow"):  # against Dodge it is never stopped
        odds.mixes_in(after)


@pytest.mark.parametrize(
    "habit",
    [{"dracula": [card]} for card in DRACULA_CARDS]
    + [{"hunters": [c]} for c in ("Fist", "Dodge", "Escape", "Knife", "Pistol")],
)
def test_a_habit_never_pays(habit):
    assert trail_fight.solve(fight(hunter("Knife", "Pistol"), time="day")).price(**habit) >= -1e-9


def test_the_price_of_a_habit_by_hand():
    # Last round: he always plays Claw where he could play Strength. The hunter answers Dodge: 0 in place of -2.
    last = fight(hunter(cards=("Fist", "Dodge")), round=6, hand=("Claw", "Claw", "Strength", "Strength", "Plotting"))
    odds = trail_fight.solve(last, seen("known"))
    assert odds.price(dracula=["Claw"]) == 2
    assert odds.price(dracula=["Strength"]) == 0
    # The hunter always plays Fist: -3 by Strength in place of -2.
    assert odds.price(hunters=["Fist"]) == 1
    assert odds.with_habit(hunters=["Fist"]).row == {"Fist": 1.0}
    assert odds.with_habit(dracula=["Claw"]).column == {"Claw": 1.0}


def test_a_habit_in_a_hidden_hand():
    # He plays Mesmerise whenever he holds one: 25 of 39. Else he is free.
    odds = trail_fight.solve(fight()).with_habit(dracula=["Mesmerise"])
    assert odds.column["Mesmerise"] == pytest.approx(25 / 39)


def test_other_cards():
    odds = trail_fight.solve(fight())
    other = odds.with_cards(hunter_hand(["Knife", "Pistol"]))
    assert other.value == pytest.approx(trail_fight.solve(fight(hunter("Knife", "Pistol"))).value)
    assert "Pistol" in other.row


def test_health_beyond_what_counts_changes_nothing():
    rich = trail_fight.solve(fight(hunter("Knife", "Pistol", health=11), health=15)).value
    assert trail_fight.solve(fight(hunter("Knife", "Pistol", health=30), health=60)).value == pytest.approx(
        rich, abs=0.02
    )
    tables = read_fight_tables()
    cells = [tables.cell(d, h, t) for d in (*DRACULA_CARDS, None) for h in (*HUNTER_CARDS, None) for t in TIMES]
    assert max(cell.dracula_loss for cell in cells) == MOST_DRACULA
    assert max(cell.hunter_loss for cell in cells) == MOST_HUNTER


def test_bounds_hold_the_value_where_work_is_short():
    two = fight(hunter("Knife", name="mina"), hunter(name="seward"), round=4)
    whole = trail_fight.solve(two)
    short = trail_fight.solve(two, replace(seen("hidden"), work=1000))
    assert not short.whole
    assert short.lower <= whole.value <= short.upper
    assert short.lower < short.upper
    assert any("bounded" in said for said in short.assumed)
    assert "goes on" in short.outcomes
    for asked in (lambda: short.value, lambda: short.with_habit(hunters=["Fist"]).lower):
        with pytest.raises(SolverError, match="more work"):
            asked()


def test_three_hunters_in_the_last_rounds():
    three = fight(*(hunter(name=name) for name in ("mina", "seward", "helsing")), round=5)
    odds = trail_fight.solve(three)
    assert odds.whole
    assert odds.value >= 0
    assert len(next(iter(odds.row)).split(" + ")) == 3


def test_in_the_midst_of_a_fight():
    start = dealt(fight(), ["Claw", "Strength", "Fangs", "Mesmerise", "Plotting"])
    later = resolve(start, Play("Claw", {"mina": "Knife"})).fight
    odds = trail_fight.solve(replace(later, hand=()))
    assert odds.model.fight.round == 2
    assert "Knife" not in odds.row
    with pytest.raises(SolverError, match="does not follow"):
        odds.mixes_in(replace(later, hand=(), hunters=(hunter("Rifle"),)))


def test_it_says_what_it_assumes():
    odds = trail_fight.solve(fight())
    assert "hand is unknown" in odds.assumed[0]
    assert odds.reconstructed
    assert "draws no more" in odds.seed_only().assumed[0]
    assert not any("rule text alone" in said for said in odds.assumed)


WRONG = [
    (
        fight(hunter(health=0)),
        seen("hidden"),
        "mina, health 0, bites 0 of 1 that can be carried: expected a hunter who",
    ),
    (fight(hunter(bites=2)), seen("hidden"), "bites 2 of 1 that can be carried"),
    (
        fight(hunter("Crucifix", "Crucifix", "Crucifix")),
        seen("hidden"),
        "Crucifix 3 times: expected at most 2, as the box",
    ),
    (
        fight(hunter(cards=("Fist", "Fist", "Escape"))),
        seen("hidden"),
        "Fist 2 times: expected at most 1, as a hunter has",
    ),
    (fight(hunter(cards=("Fist", "Sword"))), seen("hidden"), "card 'Sword': expected Fist"),
    (fight(over="bite"), seen("hidden"), "expected one that goes on"),
    (fight(health=0), seen("hidden"), "Dracula's health 0: expected at least 1"),
    (fight(), seen("known"), "a known hand of 0 cards: expected 5"),
    (fight(hand=("Claw",) * 5), seen("known"), "Dracula's 'Claw', 5 times: expected cards of his deck"),
    (fight(), seen("blind"), "sight 'blind': expected hidden, known, any"),
    (fight(), seen("hidden", "glory"), "utility 'glory': expected weighted, damage, bite, survive"),
]


@pytest.mark.parametrize(("start", "setting", "words"), WRONG)
def test_a_wrong_question_is_one_line(start, setting, words):
    with pytest.raises(SolverError) as caught:
        trail_fight.solve(start, setting)
    assert words in str(caught.value)
    assert "\n" not in str(caught.value)


def test_wrong_habits_and_hands():
    odds = trail_fight.solve(fight())
    for asked, words in (
        (lambda: odds.price(dracula=["Fang"]), "habit 'Fang': expected Claw"),
        (lambda: odds.price(hunters=["Rifle"]), "expected a card that a hunter holds"),
        (lambda: odds.price(), "expected a habit of one side"),
        (lambda: odds.with_cards(), "0 hands: expected one for each of 1 hunters"),
        (lambda: odds.mixes(2, 10_000), "position 10000 of round 2"),
        (lambda: odds.seed_only().mixes_in(fight()), "never filled up"),
        (
            lambda: trail_fight.solve(fight(hunter(name="a"), hunter(name="b"), round=6)).exact(),
            "expected one for a fight",
        ),
    ):
        with pytest.raises(SolverError) as caught:
            asked()
        assert words in str(caught.value)
