"""Events and items of a fight in fury_trail: before it, once its cards lie open, against a bite or a blow."""

from __future__ import annotations

from dataclasses import replace

import pytest
from fury_table import clocked, holding, names, play, stepping, table, told, why_not

from dracula_nb.games.fury_trail.checks import Check
from dracula_nb.games.fury_trail.combat_steps import Combat, Pick
from dracula_nb.games.fury_trail.fight import Fight
from dracula_nb.games.fury_trail.flow import hunter
from dracula_nb.games.fury_trail.state import FuryState
from dracula_nb.trail.hideouts import Hideout

HAND = ("Claw", "Claw", "Fangs", "Strength", "Plotting")
HOSPITAL = "St Joseph and St Mary"


def dusk(state: FuryState) -> FuryState:
    """The check at Dusk: whoever stands in Dracula's place fights him by night."""
    return stepping(clocked(state, night=True, phase="dusk"), Check("dusk"))


def fight_of(state: FuryState) -> Fight:
    """The fight under way."""
    for step in reversed(state.steps):
        if isinstance(step, Combat):
            return step.fight
        if isinstance(step, Pick):
            return step.combat.fight
    raise AssertionError(f"no fight: {state.steps}")


def dealt(state: FuryState, *hand: str) -> FuryState:
    """Dracula's five cards come to his hand."""
    for card in hand or HAND:
        state = play(state, f"draw {card}")
    return state


def meets_mina(**held: tuple[str, ...]) -> FuryState:
    """Mina fights Dracula in Paris."""
    return dusk(holding(table(mina="Paris", trail=["Paris"]), "mina", **held))


@pytest.mark.rule("FT-CARD-15")
def test_escape_route_takes_a_lone_hunter_out_of_the_fight() -> None:
    begun = meets_mina(events=("Escape Route",))
    assert names(begun) == ["play Escape Route: mina", "pass"]
    after = play(begun, "play Escape Route: mina")
    assert "fight Paris: 0" in told(begun, after)
    assert hunter(after, "mina").withdrew
    assert hunter(after, "mina").health == 9
    assert after.dracula.health == 15
    assert after.piles.used_events == ("Escape Route",)


@pytest.mark.rule("FT-CARD-15", "FT-CMB-46")
def test_escape_route_may_take_out_another_and_the_fight_goes_on() -> None:
    state = table(mina="Paris", seward="Paris", trail=["Paris"])
    begun = dusk(holding(state, "mina", events=("Escape Route",)))
    assert names(begun) == ["play Escape Route: seward", "play Escape Route: mina", "pass"]
    after = dealt(play(begun, "play Escape Route: seward"))
    assert [one.name for one in fight_of(after).hunters] == ["mina"]


@pytest.mark.rule("FT-CARD-21")
def test_heroic_leap_costs_both_five_and_no_round_is_played() -> None:
    state = holding(table(godalming="Paris", mina="Rome", trail=["Paris"]), "godalming", events=("Heroic Leap",))
    begun = dusk(state)
    after = play(begun, "play Heroic Leap")
    assert (hunter(after, "godalming").health, after.dracula.health) == (6, 10)
    assert "fight Paris: -5" in told(begun, after)
    assert not any("round" in line for line in told(begun, after))


@pytest.mark.rule("FT-CARD-21")
def test_heroic_leap_can_end_the_game_before_it_hurts_the_hunter() -> None:
    state = holding(table(mina="Paris", trail=["Paris"]), "mina", events=("Heroic Leap",), health=5)
    after = play(dusk(holding(state, "D", health=5)), "play Heroic Leap")
    assert after.over is not None
    assert after.over.winner == "hunters"
    weak = play(dusk(holding(state, "D", health=6)), "play Heroic Leap")
    assert hunter(weak, "mina").place == HOSPITAL


@pytest.mark.rule("FT-CARD-29")
def test_lucky_find_takes_one_of_five_items_and_discards_four() -> None:
    looked = play(meets_mina(events=("Lucky Find",)), "play Lucky Find")
    for card in ("Knife", "Dogs", "Dogs", "Rifle", "Garlic"):
        looked = play(looked, f"draw {card}")
    assert names(looked) == ["choose Dogs", "choose Garlic", "choose Knife", "choose Rifle"]
    after = play(looked, "choose Rifle")
    assert hunter(after, "mina").items == ("Rifle",)
    assert after.piles.used_items == ("Dogs", "Dogs", "Garlic", "Knife")
    assert "combat Rifle" in names(dealt(after))


@pytest.mark.rule("FT-CARD-33")
def test_planned_ambush_changes_the_card_of_round_one_after_the_reveal() -> None:
    begun = dealt(play(meets_mina(events=("Planned Ambush",), items=("Pistol",)), "play Planned Ambush"))
    shown = play(begun, "combat Dodge", "combat Claw")
    assert names(shown) == ["combat Fist", "combat Dodge", "combat Escape", "combat Pistol", "pass"]
    after = play(shown, "combat Pistol")
    assert after.dracula.health == 13
    second = play(play(after, "draw Fangs"), "combat Dodge", "combat Fangs")
    assert "combat Pistol" not in names(second)


@pytest.mark.rule("FT-CARD-20", "FT-COND-15")
def test_great_strength_saves_from_a_bite_from_afar_and_the_fight_goes_on() -> None:
    state = holding(table(mina="Paris", trail=["Paris"]), "seward", events=("Great Strength",))
    asked = play(dealt(dusk(state)), "combat Fist", "combat Fangs")
    assert names(asked) == ["play Great Strength", "pass"]
    saved = play(asked, "play Great Strength")
    assert (hunter(saved, "mina").bites, hunter(saved, "mina").place) == (1, "Paris")
    assert fight_of(dealt(saved, "Mesmerise")).round == 2
    bitten = play(asked, "pass")
    assert hunter(bitten, "mina").place != "Paris"


@pytest.mark.rule("FT-CARD-20")
def test_great_strength_saves_from_a_blow_that_would_defeat_and_from_no_other() -> None:
    state = holding(table(mina="Paris", trail=["Paris"]), "seward", events=("Great Strength",))
    hard = play(dealt(dusk(holding(state, "mina", health=3))), "combat Fist", "combat Strength")
    assert names(hard) == ["play Great Strength", "pass"]
    assert hunter(play(hard, "play Great Strength"), "mina").health == 3
    light = play(dealt(dusk(holding(state, "mina", health=4))), "combat Fist", "combat Strength")
    assert hunter(light, "mina").health == 1


@pytest.mark.rule("FT-CARD-40")
def test_lucys_revenge_cancels_an_escape_once() -> None:
    state = holding(table(godalming="Paris", mina="Rome", trail=["Paris"]), "godalming", events=("Lucy's Revenge",))
    begun = dealt(play(dusk(clocked(state, despair=3)), "play Lucy's Revenge"), "Escape as bat", *HAND[:4])
    fled = play(begun, "combat Dodge", "combat Escape as bat")
    assert names(fled) == ["choose Lucy's Revenge", "pass"]
    held = play(fled, "choose Lucy's Revenge")
    assert fight_of(dealt(held, "Escape as mist")).round == 2
    again = play(dealt(held, "Escape as mist"), "combat Fist", "combat Escape as mist")
    assert "choose Lucy's Revenge" not in names(again)
    assert "fight Paris: 0, mist" in told(begun, again)


@pytest.mark.rule("FT-CARD-40")
def test_lucys_revenge_saves_godalming_alone_from_a_bite() -> None:
    state = holding(table(godalming="Paris", mina="Paris", trail=["Paris"]), "godalming", events=("Lucy's Revenge",))
    begun = dealt(play(dusk(state), "play Lucy's Revenge"))
    mine = play(begun, "combat Fist", "combat Dodge", "combat Fangs", "choose godalming")
    assert hunter(play(mine, "choose Lucy's Revenge"), "godalming").bites == 0
    assert hunter(play(mine, "pass"), "godalming").bites == 1
    other = play(begun, "combat Dodge", "combat Fist", "combat Fangs", "choose mina")
    assert "choose Lucy's Revenge" not in names(other)


@pytest.mark.rule("FT-CARD-54")
def test_enraged_lets_a_cancelled_card_count_and_bars_escapes() -> None:
    state = holding(table(mina="Rome", godalming="Paris", trail=["Paris"]), "godalming", items=("Knife",))
    state = holding(clocked(state, despair=3), "D", events=("Enraged",))
    begun = dealt(dusk(state), "Escape as bat", *HAND[:4])
    asked = play(begun, "combat Knife", "combat Claw")
    assert names(asked) == ["play Enraged", "pass"]
    after = play(asked, "play Enraged", "draw Fangs")
    assert (after.dracula.health, hunter(after, "godalming").health) == (12, 9)
    second = play(after, "combat Dodge")
    assert "combat Escape as bat" not in names(second)
    assert "combat Escape as bat" in names(play(play(asked, "pass"), "draw Fangs", "combat Dodge"))


@pytest.mark.rule("FT-CARD-54")
def test_enraged_does_nothing_against_a_hunters_escape_or_a_card_that_won_by_initiative() -> None:
    state = holding(table(mina="Paris", trail=["Paris"]), "D", events=("Enraged",))
    left = play(dealt(dusk(state)), "combat Escape", "combat Claw")
    assert "play Enraged" not in names(left)
    assert hunter(left, "mina").withdrew


@pytest.mark.rule("FT-CARD-26")
def test_sister_agatha_costs_dracula_two_where_fangs_or_escape_took_effect() -> None:
    state = table(godalming="Paris", mina="Rome", trail=["Paris"])
    state = replace(clocked(state, despair=3), board=replace(state.board, ally="Sister Agatha"))
    begun = dusk(state)
    bitten = play(dealt(begun), "combat Fist", "combat Fangs")
    assert bitten.dracula.health == 13
    assert "fight Paris: -2" in told(begun, bitten)
    fled = play(dealt(begun, "Escape as mist", *HAND[:4]), "combat Fist", "combat Escape as mist")
    assert fled.dracula.health == 13
    dodged = play(dealt(begun), "combat Dodge", "combat Claw")
    assert dodged.dracula.health == 15


@pytest.mark.rule("FT-CARD-06")
def test_the_wreath_costs_dracula_four_when_fangs_bite_and_goes_after_the_combat() -> None:
    state = holding(table(godalming="Paris", mina="Rome", trail=["Paris"]), "godalming", items=("Garlic Wreath",))
    asked = dusk(state)
    assert names(asked) == ["show Garlic Wreath", "pass"]
    assert why_not(asked, "show Garlic").rule == "FT-CARD-06"
    bitten = play(dealt(play(asked, "show Garlic Wreath")), "combat Fist", "combat Fangs")
    assert (bitten.dracula.health, hunter(bitten, "godalming").bites) == (11, 1)
    assert hunter(bitten, "godalming").items == ()
    kept = play(dealt(play(asked, "pass")), "combat Fist", "combat Fangs")
    assert (kept.dracula.health, hunter(kept, "godalming").items) == (15, ("Garlic Wreath",))


@pytest.mark.rule("FT-CARD-06")
def test_a_claw_that_strikes_tears_the_wreath() -> None:
    state = holding(table(godalming="Paris", mina="Rome", trail=["Paris"]), "godalming", items=("Garlic Wreath",))
    begun = dealt(play(dusk(state), "show Garlic Wreath"))
    torn = play(begun, "combat Fist", "combat Claw")
    assert hunter(torn, "godalming").items == ()
    assert not fight_of(play(torn, "draw Fangs")).hunters[0].wreath


@pytest.mark.rule("FT-CARD-05")
def test_holy_bullets_follow_a_hit_and_are_gone() -> None:
    begun = dealt(meets_mina(items=("Holy Bullets", "Rifle")))
    asked = play(begun, "combat Rifle", "combat Claw")
    assert names(asked) == ["choose Holy Bullets", "pass"]
    after = play(asked, "choose Holy Bullets")
    assert after.dracula.health == 10
    assert hunter(after, "mina").items == ("Rifle",)
    assert play(asked, "pass").dracula.health == 13


@pytest.mark.rule("FT-CARD-10")
def test_a_card_of_a_fight_is_refused_at_another_moment() -> None:
    begun = meets_mina(events=("Escape Route", "Great Strength"))
    assert why_not(begun, "play Great Strength").rule == "FT-CARD-10"
    assert names(begun) == ["play Escape Route: mina", "pass"]


def test_the_trail_is_untouched_by_these_cards() -> None:
    begun = meets_mina(events=("Escape Route",))
    assert begun.trail[0] == Hideout("Paris", faceup=True)
