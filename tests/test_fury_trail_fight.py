"""Combat cards, the combat matrix, and rounds of a fight, cell by cell and row by row."""

from __future__ import annotations

import csv
from dataclasses import replace
from pathlib import Path

import pytest

from dracula_nb.core.errors import IllegalActionError, RulebookError
from dracula_nb.games.fury_trail.fight import (
    DEFAULT,
    SEED_ONLY,
    TIME_OF_CHECK,
    Done,
    Fight,
    Fighter,
    FightRules,
    Play,
    dealt,
    dracula_choices,
    dracula_deck,
    drawn,
    hunter_choices,
    hunter_hand,
    may_turn_down,
    resolve,
)
from dracula_nb.games.fury_trail.fight_tables import (
    COMBAT_ITEMS,
    DRACULA_CARDS,
    HUNTER_CARDS,
    NO_CARD,
    TIMES,
    read_fight_tables,
)
from dracula_nb.resources import data_root

HAND = ("Claw", "Strength", "Fangs", "Mesmerise", "Plotting")
TABLES = read_fight_tables()


def fighter(name: str = "mina", *items: str, **given) -> Fighter:
    start = {"health": 9, "bites": 0, "bites_carried": 1, "cards": hunter_hand(items)}
    return Fighter(name, **{**start, **given})


def fight(*hunters: Fighter, time: str = "night", hand=HAND, **given) -> Fight:
    return Fight(**{"time": time, "health": 15, "hunters": hunters or (fighter(),), "hand": tuple(hand), **given})


def met(dracula: str | None, hunter: str | None, time: str = "night", rules: FightRules = DEFAULT, **given) -> Done:
    """A round of one hunter, who holds all combat items, from round 4 on, when Dracula may escape."""
    start = fight(
        fighter("mina", *COMBAT_ITEMS, **given.pop("who", {})),
        **{"time": time, "round": 4, "hand": (dracula,) if dracula else (), **given},
    )
    if hunter is None:
        start = fight(fighter("mina", cards=()), **{"time": time, "round": 4, "hand": (dracula,), **given})
    return resolve(start, Play(dracula, {"mina": hunter}), rules)


def seen(done: Done) -> tuple[int, int, int, str]:
    """Dracula's loss, the hunter's, his bites, and why the fight is over."""
    return done.dracula_loss, done.losses["mina"], len(done.bitten), done.fight.over


# ---------------------------------------------------------------- tables


@pytest.mark.rule("FT-CMB-40")
def test_the_matrix_has_every_pair_once():
    with (data_root() / "fury_trail" / "matrix.csv").open(encoding="utf-8") as file:
        pairs = [(row["dracula"], row["hunter"]) for row in csv.DictReader(file)]
    both = [pair for pair in pairs if NO_CARD not in pair]
    assert (len(both), len(pairs), len(set(pairs))) == (70, 87, 87)
    assert sum(hunter == NO_CARD for _, hunter in pairs) == 7
    assert sum(dracula == NO_CARD for dracula, _ in pairs) == 10


@pytest.mark.rule("FT-CMB-19", "FT-CMB-30")
def test_draculas_deck():
    deck = dracula_deck()
    assert len(deck) == 13
    counts = {kind: deck.count(kind) for kind in dict.fromkeys(deck)}
    assert counts == dict.fromkeys(DRACULA_CARDS[:-1], 2) | {"Escape as mist": 1}
    assert "Escape as man" not in TABLES.cards


@pytest.mark.rule("FT-CMB-28", "FT-CMB-29")
def test_initiatives():
    values = [TABLES.cards[name].initiative for name in (*HUNTER_CARDS, *DRACULA_CARDS)]
    assert values == [4, 7, 8, 5, 6, 3, 3, 3, 5, 9, 5, 4, 6, 8, 4, 9, 8]


@pytest.mark.rule("FT-CMB-24", "FT-CMB-26")
def test_damages_stand_in_the_matrix():
    damages = [TABLES.cards[name].damage for name in (*HUNTER_CARDS, *DRACULA_CARDS)]
    assert damages == [1, 0, 0, 3, 2, 2, 0, 2, 4, 0, 2, 2, 0, 0, 0, 0, 0]
    for name in ("Fist", "Knife", "Pistol", "Rifle", "Heavenly Host"):
        assert TABLES.cell(None, name, "night").dracula_loss == TABLES.cards[name].damage
    for name in ("Claw", "Strength"):
        assert TABLES.cell(name, None, "day").hunter_loss == TABLES.cards[name].damage


@pytest.mark.rule("FT-MATRIX-34")
def test_weapons_are_knife_pistol_and_rifle():
    kinds = {name: TABLES.cards[name].kind for name in COMBAT_ITEMS}
    assert [name for name in kinds if kinds[name] == "weapon"] == ["Knife", "Pistol", "Rifle"]
    assert {kinds[name] for name in ("Crucifix", "Garlic", "Heavenly Host", "Holy Circle")} == {"holy"}


@pytest.mark.rule("FT-MATRIX-15")
def test_printed_icons_hold_where_the_rule_text_is_silent():
    icons = {
        "Fist": {"Plotting"},
        "Dodge": {"Fangs", "Claw"},
        "Rifle": {"Claw"},
        "Pistol": {"Claw", "Plotting"},
        "Knife": {"Fangs"},
        "Crucifix": {"Fangs"},
        "Garlic": {"Fangs", "Strength"},
        "Holy Circle": {"Claw", "Strength", "Fangs", "Plotting"},
    }
    for card, beaten in icons.items():
        for dracula in beaten:
            cell = TABLES.cell(dracula, card, "night")
            assert (cell.winner, cell.decided, cell.hunter_loss, cell.bite) == ("hunter", "counter", 0, False)


@pytest.mark.rule("FT-CMB-38")
def test_no_card_waits_for_a_time_of_day():
    for time in TIMES:
        held = fight(fighter("mina", *COMBAT_ITEMS), time=time, hand=DRACULA_CARDS, round=4)
        assert dracula_choices(held) == DRACULA_CARDS
        assert hunter_choices(held, "mina") == HUNTER_CARDS


def test_counts_are_those_of_the_box():
    with (data_root() / "fury_trail" / "items.csv").open(encoding="utf-8") as file:
        items = {row["name"]: int(row["count"]) for row in csv.DictReader(file)}
    assert {name: TABLES.cards[name].count for name in COMBAT_ITEMS} == {name: items[name] for name in COMBAT_ITEMS}


def copied(folder: Path, file: str, old: str, new: str) -> Path:
    """Both tables in a folder, with a text replaced in one."""
    for name in ("combat_cards.csv", "matrix.csv"):
        text = (data_root() / "fury_trail" / name).read_text(encoding="utf-8")
        if name == file:
            assert old in text
            text = text.replace(old, new, 1)
        (folder / name).write_text(text, encoding="utf-8")
    return folder


WRONG = [
    ("matrix.csv", "Claw,Knife,counter", "Claw,Kniffe,counter", r"row 5: hunter is 'Kniffe'; expected Fist or Dodge"),
    (
        "matrix.csv",
        "Claw,Knife,counter,hunter,0",
        "Claw,Knife,counter,hunter,O",
        r"row 5: on_hunter is 'O'; expected 0",
    ),
    ("matrix.csv", "Claw,Knife,counter", "Claw,Fist,counter", r"row 5: 'Claw against Fist' is there twice"),
    ("matrix.csv", "night: -2; day: 0", "night: -2", r"row 10: on_hunter is 'night: -2'; expected one entry, or"),
    ("matrix.csv", "Claw,Crucifix,initiative,dracula", "Claw,Crucifix,initiative,hunter", r"row 8: winner by night"),
    (
        "matrix.csv",
        "Claw,Crucifix,initiative,dracula,-2,0",
        "Claw,Crucifix,initiative,dracula,-2,-1",
        "no effect of the",
    ),
    (
        "matrix.csv",
        "Claw,Fist,blows,both,-2,-1",
        "Claw,Fist,blows,both,-2,0",
        "row 2: decided is 'blows'; expected winner",
    ),
    (
        "matrix.csv",
        "none,Fist,counter",
        "none,Fist,initiative",
        "decided is 'initiative'; expected counter against none",
    ),
    ("matrix.csv", ",bite,0,yes,", ",bite,0,maybe,", "row 22: ends is 'maybe'; expected yes or no"),
    (
        "matrix.csv",
        ",discards,FT-MATRIX-20",
        ",everything,FT-MATRIX-20",
        "row 11: added is 'everything'; expected some of",
    ),
    ("matrix.csv", "dracula,hunter,decided", "dracula,hunters,decided", "row 1: no column 'hunter'; expected dracula"),
    ("matrix.csv", ",FT-MATRIX-03,", ",FT 3,", "row 3: rule is 'FT 3'; expected ids of rules"),
    (
        "combat_cards.csv",
        "Claw,dracula,2,5",
        "Claw,dracula,two,5",
        "row 2: count is 'two'; expected a whole number from 0",
    ),
    ("combat_cards.csv", "Claw,dracula", "Claws,dracula", "row 2: name is 'Claws'; expected Claw or Strength"),
    ("combat_cards.csv", "Claw,dracula", "Fangs,dracula", "row 4: 'Fangs' is there twice; expected one row for it"),
    ("combat_cards.csv", ",weapon,", ",gun,", "row 12: class is 'gun'; expected basic or weapon or holy"),
    ("combat_cards.csv", ",published,", ",rumour,", "row 2: provenance is 'rumour'; expected given or published"),
]


@pytest.mark.parametrize(("file", "old", "new", "words"), WRONG)
def test_a_torn_table_is_refused_in_one_line(tmp_path, file, old, new, words):
    with pytest.raises(RulebookError, match=words) as caught:
        read_fight_tables(copied(tmp_path, file, old, new))
    assert str(caught.value).startswith(f"{file}, row ")
    assert "\n" not in str(caught.value)


def test_a_missing_cell_or_card_is_refused(tmp_path):
    folder = copied(tmp_path, "", "", "")
    for name, start, words in (
        ("matrix.csv", "Plotting,Dodge,", "matrix.csv: 'Plotting against Dodge' is missing; expected one row for it"),
        ("combat_cards.csv", "Rifle,", "combat_cards.csv: 'Rifle' is missing; expected one row for it"),
    ):
        whole = (folder / name).read_text(encoding="utf-8")
        kept = [line for line in whole.splitlines(keepends=True) if not line.startswith(start)]
        (folder / name).write_text("".join(kept), encoding="utf-8")
        with pytest.raises(RulebookError) as caught:
            read_fight_tables(folder)
        assert str(caught.value) == words
        (folder / name).write_text(whole, encoding="utf-8")
    assert read_fight_tables(folder) == TABLES
    (folder / "matrix.csv").unlink()
    with pytest.raises(RulebookError, match=r"matrix\.csv: no such table"):
        read_fight_tables(folder)


# ---------------------------------------------------------------- the matrix, played

CELLS = [
    # Dracula's card, the hunter's, time; his loss, the hunter's, bites, why over
    pytest.param("Claw", "Fist", "night", (1, 2, 0, ""), marks=pytest.mark.rule("FT-MATRIX-01")),
    pytest.param("Claw", "Dodge", "night", (0, 0, 0, ""), marks=pytest.mark.rule("FT-MATRIX-03")),
    pytest.param(
        "Claw", "Knife", "night", (3, 0, 0, ""), marks=pytest.mark.rule("FT-MATRIX-04", "FT-CMB-05", "FT-CMB-26")
    ),
    pytest.param("Claw", "Pistol", "day", (2, 0, 0, ""), marks=pytest.mark.rule("FT-MATRIX-04")),
    pytest.param("Claw", "Rifle", "night", (2, 0, 0, ""), marks=pytest.mark.rule("FT-MATRIX-04", "FT-CMB-05")),
    pytest.param(
        "Claw", "Crucifix", "night", (0, 2, 0, ""), marks=pytest.mark.rule("FT-MATRIX-28", "FT-CMB-06", "FT-CMB-18")
    ),
    pytest.param("Claw", "Garlic", "day", (2, 2, 0, ""), marks=pytest.mark.rule("FT-MATRIX-19")),
    pytest.param("Claw", "Heavenly Host", "night", (0, 2, 0, ""), marks=pytest.mark.rule("FT-MATRIX-28", "FT-CMB-17")),
    pytest.param("Claw", "Heavenly Host", "day", (4, 0, 0, ""), marks=pytest.mark.rule("FT-MATRIX-28", "FT-CMB-17")),
    pytest.param("Claw", "Holy Circle", "night", (0, 0, 0, "escape"), marks=pytest.mark.rule("FT-MATRIX-20")),
    pytest.param("Strength", "Fist", "night", (0, 3, 0, ""), marks=pytest.mark.rule("FT-MATRIX-05", "FT-CMB-25")),
    pytest.param("Strength", "Dodge", "day", (0, 2, 0, ""), marks=pytest.mark.rule("FT-MATRIX-06", "FT-CMB-24")),
    pytest.param("Strength", "Knife", "night", (3, 0, 0, ""), marks=pytest.mark.rule("FT-MATRIX-25")),
    pytest.param("Strength", "Pistol", "night", (2, 0, 0, ""), marks=pytest.mark.rule("FT-MATRIX-25")),
    pytest.param("Strength", "Rifle", "night", (0, 2, 0, ""), marks=pytest.mark.rule("FT-MATRIX-26", "FT-CMB-24")),
    pytest.param("Strength", "Crucifix", "day", (0, 2, 0, ""), marks=pytest.mark.rule("FT-MATRIX-26")),
    pytest.param("Strength", "Garlic", "night", (0, 0, 0, ""), marks=pytest.mark.rule("FT-MATRIX-18")),
    pytest.param("Strength", "Heavenly Host", "night", (4, 0, 0, ""), marks=pytest.mark.rule("FT-MATRIX-27")),
    pytest.param("Strength", "Holy Circle", "day", (0, 0, 0, "escape"), marks=pytest.mark.rule("FT-MATRIX-20")),
    pytest.param("Fangs", "Fist", "night", (0, 0, 1, "bite"), marks=pytest.mark.rule("FT-MATRIX-07", "FT-MATRIX-08")),
    pytest.param("Fangs", "Dodge", "night", (0, 0, 0, ""), marks=pytest.mark.rule("FT-MATRIX-21")),
    pytest.param("Fangs", "Knife", "night", (3, 0, 0, ""), marks=pytest.mark.rule("FT-MATRIX-16")),
    pytest.param("Fangs", "Pistol", "night", (0, 0, 1, "bite"), marks=pytest.mark.rule("FT-MATRIX-22", "FT-CMB-17")),
    pytest.param("Fangs", "Pistol", "day", (2, 0, 0, ""), marks=pytest.mark.rule("FT-MATRIX-22", "FT-CMB-17")),
    pytest.param("Fangs", "Rifle", "day", (0, 0, 1, "bite"), marks=pytest.mark.rule("FT-MATRIX-23", "FT-MATRIX-24")),
    pytest.param(
        "Fangs",
        "Crucifix",
        "night",
        (1, 0, 0, ""),
        marks=pytest.mark.rule("FT-MATRIX-09", "FT-MATRIX-10", "FT-CARD-08"),
    ),
    pytest.param("Fangs", "Garlic", "night", (2, 0, 0, ""), marks=pytest.mark.rule("FT-MATRIX-17", "FT-CMB-26")),
    pytest.param(
        *("Fangs", "Heavenly Host", "night", (1, 0, 0, "")),
        marks=pytest.mark.rule("FT-MATRIX-09", "FT-MATRIX-10", "FT-MATRIX-39", "FT-CARD-07"),
    ),
    pytest.param("Plotting", "Fist", "night", (1, 0, 0, ""), marks=pytest.mark.rule("FT-MATRIX-35")),
    pytest.param("Plotting", "Pistol", "night", (2, 0, 0, ""), marks=pytest.mark.rule("FT-MATRIX-35")),
    pytest.param("Plotting", "Knife", "night", (3, 0, 0, ""), marks=pytest.mark.rule("FT-MATRIX-37")),
    pytest.param("Plotting", "Heavenly Host", "night", (4, 0, 0, ""), marks=pytest.mark.rule("FT-MATRIX-37")),
    pytest.param("Plotting", "Holy Circle", "night", (0, 0, 0, "escape"), marks=pytest.mark.rule("FT-MATRIX-38")),
    pytest.param("Claw", None, "night", (0, 2, 0, ""), marks=pytest.mark.rule("FT-MATRIX-40", "FT-CMB-22")),
    pytest.param("Strength", None, "night", (0, 2, 0, ""), marks=pytest.mark.rule("FT-MATRIX-40")),
    pytest.param("Fangs", None, "night", (0, 0, 1, "bite"), marks=pytest.mark.rule("FT-MATRIX-40")),
    pytest.param("Mesmerise", None, "night", (0, 0, 0, ""), marks=pytest.mark.rule("FT-MATRIX-40")),
    pytest.param("Escape as bat", None, "night", (0, 0, 0, "escape"), marks=pytest.mark.rule("FT-MATRIX-40")),
    pytest.param("Escape as mist", None, "day", (0, 0, 0, "escape"), marks=pytest.mark.rule("FT-MATRIX-40")),
    *(
        pytest.param(None, card, "night", (loss, 0, 0, over), marks=pytest.mark.rule("FT-MATRIX-40"))
        for card, loss, over in (
            *(("Fist", 1, ""), ("Dodge", 0, ""), ("Escape", 0, "escape"), ("Knife", 3, ""), ("Pistol", 2, "")),
            *(("Rifle", 2, ""), ("Crucifix", 0, ""), ("Garlic", 0, ""), ("Heavenly Host", 4, "")),
            ("Holy Circle", 0, "escape"),
        )
    ),
]


@pytest.mark.parametrize(("dracula", "hunter", "time", "result"), CELLS)
def test_a_cell(dracula, hunter, time, result):
    assert seen(met(dracula, hunter, time)) == result


@pytest.mark.rule("FT-MATRIX-11", "FT-MATRIX-12", "FT-MATRIX-29", "FT-MATRIX-31")
@pytest.mark.parametrize("card", [card for card in HUNTER_CARDS if card != "Escape"])
def test_mesmerise_cancels_and_discards_any_card(card):
    done = met("Mesmerise", card)
    assert (seen(done), done.discards) == ((0, 0, 0, ""), (("mina", card),))
    assert card not in done.fight.hunters[0].cards


@pytest.mark.rule("FT-MATRIX-13", "FT-MATRIX-33")
@pytest.mark.parametrize("form", ["Escape as bat", "Escape as mist"])
@pytest.mark.parametrize("card", [card for card in HUNTER_CARDS if card != "Escape"])
def test_no_card_stops_draculas_escape(form, card):
    done = met(form, card)
    assert (seen(done), done.discards, done.fight.escaped) == ((0, 0, 0, "escape"), (), form)
    assert not done.withdrawn


@pytest.mark.rule("FT-MATRIX-13", "FT-MATRIX-14", "FT-CMB-07", "FT-CMB-11")
@pytest.mark.parametrize("card", ["Claw", "Strength", "Fangs", "Mesmerise", "Plotting"])
def test_a_lone_hunter_escapes_from_anything(card):
    done = met(card, "Escape")
    assert (seen(done), done.discards, done.withdrawn) == ((0, 0, 0, "escape"), (), {"mina"})
    assert not done.searches


@pytest.mark.rule("FT-MATRIX-30")
def test_escape_comes_before_mesmerise_and_is_kept():
    assert "Escape" in met("Mesmerise", "Escape").fighters[0].cards


@pytest.mark.rule("FT-MATRIX-13", "FT-MATRIX-32")
@pytest.mark.parametrize("form", ["Escape as bat", "Escape as mist"])
def test_both_sides_escape(form):
    done = met(form, "Escape")
    assert (done.fight.over, done.fight.escaped, done.withdrawn) == ("escape", form, {"mina"})


@pytest.mark.rule("FT-MATRIX-36", "FT-MATRIX-37", "FT-MATRIX-40", "FT-CMB-42")
@pytest.mark.parametrize(("card", "searches"), [("Dodge", True), ("Rifle", True), ("Crucifix", True), ("Garlic", True)])
def test_plotting_searches(card, searches):
    done = met("Plotting", card)
    assert (done.searches, done.discards, seen(done)) == (searches, (), (0, 0, 0, ""))
    assert met("Plotting", None).searches


@pytest.mark.rule("FT-MATRIX-35", "FT-MATRIX-37", "FT-MATRIX-38")
@pytest.mark.parametrize("card", ["Fist", "Pistol", "Knife", "Heavenly Host", "Holy Circle", "Escape"])
def test_plotting_is_stopped(card):
    assert not met("Plotting", card).searches


@pytest.mark.rule("FT-MATRIX-02")
def test_claw_strikes_before_fist():
    done = met("Claw", "Fist", who={"health": 2})
    assert (done.dracula_loss, done.defeated, done.fight.over) == (0, ("mina",), "hunters defeated")
    assert met("Claw", "Fist", health=1, who={"health": 3}).losses == {"mina": 2}


@pytest.mark.rule("FT-CMB-35")
def test_other_damage_falls_together():
    done = met("Claw", "Garlic", health=2, who={"health": 2})
    assert (done.dracula_defeated, done.defeated, done.fight.over) == (True, ("mina",), "dracula defeated")


@pytest.mark.rule("FT-MATRIX-26", "FT-CARD-09")
@pytest.mark.parametrize("card", ["Rifle", "Crucifix"])
def test_strength_takes_the_cancelled_item_by_night_only(card):
    assert met("Strength", card, "night").discards == (("mina", card),)
    by_day = met("Strength", card, "day")
    assert by_day.discards == ()
    assert by_day.fight.hunters[0].blocked == card


@pytest.mark.rule("FT-MATRIX-39", "FT-CARD-09")
@pytest.mark.parametrize(
    ("dracula", "card", "time", "spent"),
    [
        ("Fangs", "Heavenly Host", "night", True),
        ("Strength", "Heavenly Host", "night", True),
        ("Plotting", "Heavenly Host", "day", True),
        ("Claw", "Heavenly Host", "day", True),
        ("Claw", "Heavenly Host", "night", False),
        ("Escape as mist", "Heavenly Host", "night", False),
        ("Strength", "Holy Circle", "night", True),
        ("Escape as bat", "Holy Circle", "night", False),
        ("Claw", "Knife", "night", False),
        ("Fangs", "Garlic", "night", False),
    ],
)
def test_host_and_circle_are_spent_where_they_took_effect(dracula, card, time, spent):
    assert met(dracula, card, time).discards == ((("mina", card),) if spent else ())


# ---------------------------------------------------------------- who may play what


@pytest.mark.rule("FT-CMB-01", "FT-CMB-12", "FT-CMB-27", "FT-CMB-44")
def test_a_hunter_holds_basic_cards_and_combat_items():
    others = ["Dogs", "Stake", "Fast Horses", "Garlic Wreath", "Holy Bullets"]
    assert hunter_hand(["Knife", *others]) == ("Fist", "Dodge", "Escape", "Knife")
    assert hunter_hand([]) == ("Fist", "Dodge", "Escape")
    assert hunter_hand(COMBAT_ITEMS)[3:] == COMBAT_ITEMS


@pytest.mark.rule("FT-CMB-02")
def test_dracula_starts_with_five():
    assert len(dealt(fight(hand=()), HAND).hand) == 5
    for hand in (HAND[:4], (*HAND, "Claw")):
        with pytest.raises(IllegalActionError, match="FT-CMB-02"):
            dealt(fight(hand=()), hand)
    with pytest.raises(IllegalActionError, match="FT-CMB-19"):
        dealt(fight(hand=()), ["Claw"] * 3 + ["Fangs"] * 2)
    with pytest.raises(IllegalActionError, match="Escape as man"):
        dealt(fight(hand=()), [*HAND[:4], "Escape as man"])


@pytest.mark.rule("FT-CMB-08", "FT-CMB-21")
def test_a_card_waits_a_round_and_its_double_does_not():
    start = fight(fighter("mina", "Knife", "Knife"))
    done = resolve(start, Play("Fangs", {"mina": "Dodge"}))
    assert hunter_choices(done.fight, "mina") == ("Fist", "Escape", "Knife")
    with pytest.raises(IllegalActionError, match=r"mina plays Dodge: expected Fist, Escape, Knife \(FT-CMB-08\)"):
        resolve(done.fight, Play("Claw", {"mina": "Dodge"}))
    again = resolve(done.fight, Play("Claw", {"mina": "Knife"}))
    assert hunter_choices(again.fight, "mina") == ("Fist", "Dodge", "Escape", "Knife")
    alone = fight(fighter("mina", "Knife", blocked="Knife"))
    assert hunter_choices(alone, "mina") == ("Fist", "Dodge", "Escape")


@pytest.mark.rule("FT-CMB-20", "FT-CMB-21")
def test_draculas_card_lies_on_the_table_and_he_draws():
    done = resolve(fight(hand=("Claw", "Claw", "Fangs", "Plotting", "Strength")), Play("Claw", {"mina": "Dodge"}))
    assert (done.fight.hand, done.fight.table) == (("Claw", "Fangs", "Plotting", "Strength"), ("Claw",))
    assert "Claw" in dracula_choices(done.fight)
    assert len(done.fight.deck) == 8
    full = drawn(done.fight, "Mesmerise")
    assert (len(full.hand), len(full.deck)) == (5, 7)
    with pytest.raises(IllegalActionError, match="FT-CMB-20"):
        drawn(full, "Fangs")
    with pytest.raises(IllegalActionError, match="FT-CMB-19"):
        drawn(done.fight, "Claw")


@pytest.mark.rule("FT-CMB-22")
def test_who_has_no_card_plays_none():
    start = fight(fighter("mina", cards=("Fist",), blocked="Fist"), hand=("Claw",))
    assert hunter_choices(start, "mina") == (None,)
    assert resolve(start, Play("Claw", {"mina": None})).losses == {"mina": 2}
    assert dracula_choices(fight(hand=())) == (None,)
    nobody = fight(fighter("mina", cards=()), hand=())
    assert seen(resolve(nobody, Play(None, {"mina": None}))) == (0, 0, 0, "")


@pytest.mark.rule("FT-CMB-23", "FT-MATRIX-12")
def test_a_basic_card_that_mesmerise_took_is_out_till_the_end():
    start = fight()
    done = resolve(start, Play("Mesmerise", {"mina": "Dodge"}))
    later = resolve(done.fight, Play("Plotting", {"mina": "Fist"})).fight
    assert hunter_choices(later, "mina") == ("Escape",)
    assert "Dodge" in hunter_hand([])


@pytest.mark.rule("FT-MATRIX-41")
def test_a_cancelled_card_that_is_kept_waits():
    done = met("Strength", "Rifle", "day", hand=("Strength", "Claw"))
    assert "Rifle" not in hunter_choices(done.fight, "mina")
    later = resolve(done.fight, Play("Claw", {"mina": "Dodge"})).fight
    assert "Rifle" in hunter_choices(later, "mina")


@pytest.mark.rule("FT-CMB-47")
@pytest.mark.parametrize(
    ("round_", "despair", "pride", "free"),
    [
        (1, 0, 3, False),
        (3, 0, 3, False),
        (4, 0, 3, True),
        (1, 3, 3, True),
        (2, 1, 3, False),
        (3, 1, 3, True),
        (1, 0, 0, True),
    ],
)
def test_pride_bars_draculas_escapes_at_first(round_, despair, pride, free):
    start = fight(hand=(*HAND[:3], "Escape as bat", "Escape as mist"), round=round_, despair=despair)
    choices = dracula_choices(start, FightRules(pride_rounds=pride))
    assert ({"Escape as bat", "Escape as mist"} <= set(choices)) is free
    assert "Escape" in hunter_choices(start, "mina")
    if not free:
        with pytest.raises(IllegalActionError, match="FT-CMB-47"):
            resolve(start, Play("Escape as mist", {"mina": "Fist"}))


@pytest.mark.rule("FT-CMB-43")
def test_a_faceup_plotting_is_turned_down_once_and_later():
    start = fight(hand=("Plotting", "Fangs", "Claw"))
    play = Play("Plotting", {"mina": "Dodge"})
    assert not may_turn_down(start, play)
    with pytest.raises(IllegalActionError, match="FT-CMB-43"):
        resolve(start, Play("Plotting", {"mina": "Dodge"}, turn_down=True))
    later = resolve(start, play).fight
    assert later.plottings == 1
    assert not may_turn_down(later, Play("Fangs", {"mina": "Escape"}))
    with pytest.raises(IllegalActionError, match="FT-CMB-43"):
        resolve(later, Play("Fangs", {"mina": "Escape"}, turn_down=True))
    free = replace(later, hunters=(fighter(),))
    bitten = resolve(free, Play("Fangs", {"mina": "Dodge"}, turn_down=True))
    assert (seen(bitten), bitten.fight.plottings) == ((0, 0, 1, "bite"), 0)
    struck = resolve(free, Play("Claw", {"mina": "Fist"}, turn_down=True))
    assert seen(struck) == (0, 2, 0, "")
    assert hunter_choices(struck.fight, "mina") == ("Dodge", "Escape")


# ---------------------------------------------------------------- how it ends


@pytest.mark.rule("FT-CMB-09", "FT-CMB-36", "FT-CMB-46")
def test_the_sixth_round_is_the_last():
    assert met("Claw", "Dodge", round=5).fight.over == ""
    done = met("Claw", "Dodge", round=6)
    assert (done.fight.over, done.withdrawn, done.fight.escaped) == ("rounds", frozenset(), None)
    assert done.fight.left_out == frozenset()
    with pytest.raises(IllegalActionError, match="FT-CMB-09"):
        resolve(done.fight, Play("Claw", {"mina": "Fist"}))
    assert met("Fangs", "Fist", round=6).fight.over == "bite"


@pytest.mark.rule("FT-CMB-10")
def test_defeat_ends_it():
    done = met("Claw", "Pistol", health=2)
    assert (done.fight.over, done.dracula_defeated, done.fight.health) == ("dracula defeated", True, 0)
    assert met("Claw", "Pistol", health=3).fight.over == ""


@pytest.mark.rule("FT-COND-04", "FT-COND-13")
def test_no_health_is_defeat_and_none_is_below_0():
    done = met("Strength", "Fist", who={"health": 2})
    assert (done.fighters[0].health, done.defeated, done.losses["mina"]) == (0, ("mina",), 2)
    assert met("Strength", "Fist", who={"health": 4}).defeated == ()
    assert met("Claw", "Knife", health=2).dracula_loss == 2


@pytest.mark.rule("FT-COND-05", "FT-COND-01")
@pytest.mark.parametrize(("carried", "defeated"), [(1, ("mina",)), (2, ())])
def test_one_bite_too_many(carried, defeated):
    done = met("Fangs", "Fist", who={"bites": 1, "bites_carried": carried})
    assert done.defeated == defeated
    assert done.fighters[0].weakened
    assert not met("Claw", "Dodge").fighters[0].weakened
    assert met("Fangs", "Fist").fighters[0].weakened


@pytest.mark.rule("FT-CMB-31", "FT-CMB-32")
@pytest.mark.parametrize(
    ("form", "time", "spared", "flies"),
    [
        ("Escape as mist", "night", True, False),
        ("Escape as mist", "day", True, False),
        ("Escape as bat", "night", False, True),
        ("Escape as bat", "day", False, False),
    ],
)
def test_what_his_escape_gives(form, time, spared, flies):
    after = met(form, "Fist", time).fight
    assert (after.spares_dracula, after.may_fly, after.left_out) == (spared, flies, frozenset())
    assert not met("Claw", "Fist", time).fight.may_fly


@pytest.mark.rule("FT-CMB-34")
def test_who_withdrew_is_left_out_of_the_next_check():
    assert met("Claw", "Escape").fight.left_out == {"mina"}
    two = fight(fighter("mina"), fighter("seward"))
    done = resolve(two, Play("Claw", {"mina": "Escape", "seward": "Dodge"}, target="seward"))
    later = resolve(drawn(done.fight, "Fangs"), Play("Fangs", {"seward": "Fist"}))
    assert later.fight.left_out == {"mina"}


@pytest.mark.rule("FT-CMB-37")
def test_dusk_is_night_and_dawn_day():
    assert dict(TIME_OF_CHECK) == {"dusk": "night", "dawn": "day"}


# ---------------------------------------------------------------- several hunters


def pair(**given) -> Fight:
    return fight(fighter("mina", *COMBAT_ITEMS), fighter("seward", *COMBAT_ITEMS), **given)


def both(dracula: str, mina: str, seward: str, **given) -> Done:
    return resolve(pair(hand=(dracula,), round=4), Play(dracula, {"mina": mina, "seward": seward}, "mina", **given))


@pytest.mark.rule("FT-CMB-13")
def test_one_of_several_is_named():
    cards = {"mina": "Dodge", "seward": "Fist"}
    with pytest.raises(IllegalActionError, match="FT-CMB-13"):
        resolve(pair(), Play("Strength", cards))
    with pytest.raises(IllegalActionError, match="'helsing' is not in this fight; expected mina, seward"):
        resolve(pair(), Play("Strength", cards, "helsing"))
    assert resolve(pair(), Play("Strength", cards, "seward")).losses == {"mina": 0, "seward": 3}


@pytest.mark.rule("FT-CMB-14")
@pytest.mark.parametrize(
    ("dracula", "other", "loss", "discards"),
    [
        ("Claw", "Pistol", 2, ()),
        ("Claw", "Fist", 1, ()),
        ("Claw", "Crucifix", 0, ()),
        ("Strength", "Rifle", 0, ()),
        ("Strength", "Heavenly Host", 4, (("seward", "Heavenly Host"),)),
        ("Mesmerise", "Knife", 0, (("mina", "Dodge"),)),
        ("Escape as bat", "Knife", 0, ()),
        ("Mesmerise", "Holy Circle", 0, (("mina", "Dodge"),)),
        ("Claw", "Holy Circle", 0, (("seward", "Holy Circle"),)),
    ],
)
def test_of_the_others_only_what_dracula_loses_counts(dracula, other, loss, discards):
    done = both(dracula, "Dodge", other)
    assert (done.dracula_loss, done.losses["seward"], done.discards) == (loss, 0, discards)
    assert done.losses["mina"] == (2 if dracula == "Strength" else 0)
    assert not done.bitten


@pytest.mark.rule("FT-CMB-14", "FT-MATRIX-20")
def test_anothers_circle_cancels_nothing_but_takes_hunters_out():
    done = both("Strength", "Fist", "Holy Circle", circle=frozenset({"mina"}))
    assert (done.losses["mina"], done.withdrawn, done.fight.over) == (3, {"mina"}, "")
    assert [f.name for f in done.fight.hunters] == ["seward"]


@pytest.mark.rule("FT-MATRIX-20", "FT-MATRIX-38", "FT-CMB-46")
@pytest.mark.parametrize("dracula", ["Claw", "Strength", "Fangs", "Plotting"])
def test_a_circle_takes_out_whom_its_player_chooses(dracula):
    whole = both(dracula, "Holy Circle", "Dodge", circle=frozenset({"mina", "seward"}))
    assert (whole.fight.over, whole.withdrawn) == ("escape", {"mina", "seward"})
    assert (whole.discards, whole.losses["mina"]) == ((("mina", "Holy Circle"),), 0)
    other = both(dracula, "Holy Circle", "Dodge", circle=frozenset({"seward"}))
    assert (other.fight.over, [f.name for f in other.fight.hunters]) == ("", ["mina"])
    assert both(dracula, "Holy Circle", "Dodge").withdrawn == {"mina"}
    with pytest.raises(IllegalActionError, match="FT-MATRIX-38"):
        both(dracula, "Holy Circle", "Dodge", circle=frozenset({"helsing"}))


@pytest.mark.rule("FT-CMB-15")
def test_an_escape_takes_out_one_and_saves_all_if_he_was_the_target():
    done = both("Strength", "Escape", "Fist")
    assert (done.fight.over, done.withdrawn, done.losses) == ("", {"mina"}, {"mina": 0, "seward": 0})
    assert [f.name for f in done.fight.hunters] == ["seward"]
    other = both("Strength", "Fist", "Escape")
    assert (other.losses["mina"], other.withdrawn) == (3, {"seward"})
    assert not both("Plotting", "Escape", "Dodge").searches
    assert both("Claw", "Escape", "Pistol").dracula_loss == 2
    assert both("Mesmerise", "Dodge", "Escape").withdrawn == {"seward"}


@pytest.mark.rule("FT-CMB-16", "FT-CMB-39")
def test_a_bite_ends_it_for_all_and_damage_lands_beside_it():
    done = both("Fangs", "Fist", "Pistol")
    assert (done.bitten, done.dracula_loss, done.fight.over) == ({"mina"}, 0, "bite")
    assert both("Fangs", "Fist", "Knife").dracula_loss == 3
    assert both("Fangs", "Fist", "Holy Circle").withdrawn == frozenset()


@pytest.mark.rule("FT-COND-15")
def test_a_defeated_hunter_leaves_and_the_fight_goes_on():
    start = fight(fighter("mina", "Crucifix", health=2), fighter("seward"), hand=("Claw",))
    done = resolve(start, Play("Claw", {"mina": "Crucifix", "seward": "Dodge"}, "mina"))
    assert (done.defeated, done.fight.over, [f.name for f in done.fight.hunters]) == (("mina",), "", ["seward"])
    assert done.fight.left_out == frozenset()
    circle = fight(fighter("mina", health=2), fighter("seward", "Holy Circle"), hand=("Claw",))
    everybody = frozenset({"mina", "seward"})
    done = resolve(circle, Play("Claw", {"mina": "Fist", "seward": "Holy Circle"}, "mina", circle=everybody))
    assert done.withdrawn == {"seward"}


# ---------------------------------------------------------------- items beside the combat cards


@pytest.mark.rule("FT-CARD-05")
def test_holy_bullets_add_to_a_hit_once():
    start = fight(fighter("mina", "Rifle", bullets=True), hand=("Claw", "Fangs"))
    done = resolve(start, Play("Claw", {"mina": "Rifle"}, bullets="mina"))
    assert (done.dracula_loss, done.discards, done.fight.bullets_used) == (5, (("mina", "Holy Bullets"),), True)
    assert not done.fighters[0].bullets
    missed = resolve(start, Play("Fangs", {"mina": "Rifle"}, bullets="mina"))
    assert (missed.dracula_loss, missed.discards) == (0, ())
    for wrong in (
        fight(fighter("mina", "Rifle"), hand=("Claw",)),
        fight(fighter("mina", "Rifle", bullets=True), hand=("Claw",), bullets_used=True),
    ):
        with pytest.raises(IllegalActionError, match="FT-CARD-05"):
            resolve(wrong, Play("Claw", {"mina": "Rifle"}, bullets="mina"))
    with pytest.raises(IllegalActionError, match="FT-CARD-05"):
        resolve(start, Play("Claw", {"mina": "Fist"}, bullets="mina"))


@pytest.mark.rule("FT-CARD-06")
def test_a_wreath_costs_him_4_when_he_bites_its_bearer():
    start = fight(fighter("mina", wreath=True), fighter("seward"), hand=("Fangs", "Claw"))
    cards = {"mina": "Fist", "seward": "Dodge"}
    assert resolve(start, Play("Fangs", cards, "mina")).dracula_loss == 4
    assert resolve(start, Play("Fangs", {"mina": "Dodge", "seward": "Fist"}, "seward")).dracula_loss == 0
    torn = resolve(start, Play("Claw", cards, "mina"))
    assert torn.discards == (("mina", "Garlic Wreath"),)
    assert not torn.fight.hunter("mina").wreath
    assert resolve(start, Play("Claw", cards, "seward")).fight.hunter("mina").wreath
    assert resolve(start, Play("Claw", {"mina": "Dodge", "seward": "Fist"}, "mina")).discards == ()


# ---------------------------------------------------------------- options


@pytest.mark.rule("FT-MATRIX-25")
@pytest.mark.parametrize("card", ["Knife", "Pistol"])
def test_strength_may_cancel_weapons(card):
    done = met("Strength", card, "night", FightRules(strength_cancels_weapons=True))
    assert (seen(done), done.discards) == ((0, 2, 0, ""), (("mina", card),))
    assert met("Strength", card, "day", FightRules(strength_cancels_weapons=True)).discards == ()


def test_the_rule_text_alone():
    hand = ("Plotting", "Fangs", "Claw", "Strength", "Escape as mist")
    start = fight(fighter("mina", *COMBAT_ITEMS), fighter("seward"), hand=hand)
    assert dracula_choices(start, SEED_ONLY) == hand  # no pride
    cards = {"mina": "Dodge", "seward": "Dodge"}
    done = resolve(start, Play("Plotting", cards, "mina"), SEED_ONLY)
    assert not done.searches
    assert done.fight.hand == hand  # no draw: the card waits a round
    assert dracula_choices(done.fight, SEED_ONLY) == hand[1:]
    assert not may_turn_down(fight(plottings=1), Play("Fangs", {"mina": "Dodge"}), SEED_ONLY)
    rifle = resolve(start, Play("Fangs", {"mina": "Rifle", "seward": "Dodge"}, "mina"), SEED_ONLY)
    assert (rifle.bitten, rifle.fight.over) == ({"mina"}, "")
    fist = resolve(start, Play("Fangs", {"mina": "Fist", "seward": "Dodge"}, "mina"), SEED_ONLY)
    assert fist.fight.over == "bite"
    assert met("Strength", "Rifle", "night", SEED_ONLY).discards == ()
    assert met("Strength", "Heavenly Host", "night", SEED_ONLY).discards == ()
    assert met("Mesmerise", "Rifle", "night", SEED_ONLY).discards == (("mina", "Rifle"),)
    left = resolve(start, Play("Claw", {"mina": "Dodge", "seward": "Escape"}, "mina"), SEED_ONLY)
    assert left.fight.over == "escape"


@pytest.mark.parametrize("pride", [-1, 7])
def test_an_option_out_of_range(pride):
    with pytest.raises(ValueError, match="expected a whole number from 0 to 6"):
        FightRules(pride_rounds=pride)
