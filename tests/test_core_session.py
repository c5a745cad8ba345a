"""Sessions: secrecy of simultaneous choices, refusals, taking back, saving, policies without states."""

import random
from dataclasses import replace
from pathlib import Path

import pytest
from toy_game import Crypt, Observation, Rules

from dracula_nb.core.errors import IllegalActionError, NotationError
from dracula_nb.core.infostate import InformationState, information_state
from dracula_nb.core.playthrough import Playthrough
from dracula_nb.core.session import Session

GAME = Crypt()


def at_the_bid(seed: int = 1) -> Session:
    session = Session(GAME, seed=seed)
    session.submit("V", "keep")
    return session


def test_chance_moves_by_itself_up_to_the_first_person() -> None:
    session = Session(GAME, seed=1)
    assert session.waiting_for() == ("V",)
    assert session.legal("V") == ("keep", "change")
    assert session.legal("H") == ()
    assert len(session.observation("H").cards) == 1


def test_simultaneous_choices_stay_secret_until_all_are_in() -> None:
    session = at_the_bid()
    before = (session.observation("H"), session.information_state("H"), repr(session), session.legal("H"))
    session.submit("V", "stay")
    assert (session.observation("H"), session.information_state("H"), repr(session), session.legal("H")) == before
    assert session.legal("V") == ()
    assert session.waiting_for() == ("H",)
    with pytest.raises(IllegalActionError, match="has chosen already"):
        session.submit("V", "leave")
    session.retract("V")
    session.submit("V", "leave")
    session.submit("H", "stay")
    assert session.over
    assert session.outcome().winner == "hunter"
    assert session.returns() == {"V": -1, "H": 1}


def test_refusals_name_the_rule_and_change_nothing() -> None:
    session = Session(GAME, seed=1)
    with pytest.raises(IllegalActionError, match=r"H: 'stay': it is not for H to choose \(TOY-TURN-01\)"):
        session.submit("H", "stay")
    with pytest.raises(NotationError, match=r"V: 'fly': .*\(TOY-WORD-01\)"):
        session.submit("V", "fly")
    with pytest.raises(IllegalActionError, match="no seat 'X' in toy; expected V, H"):
        session.submit("X", "keep")
    refusal = session.why_not("V", "stay")
    assert refusal is not None
    assert refusal.rule == "TOY-TURN-02"
    assert session.why_not("V", "keep") is None
    assert session.waiting_for() == ("V",)
    with pytest.raises(IllegalActionError, match="not over"):
        session.outcome()


class Lax(Crypt):
    """Explains nothing."""

    def explain_illegal(self, state, player, text):
        return None


def test_what_a_game_fails_to_refuse_the_session_still_refuses() -> None:
    with pytest.raises(IllegalActionError, match="not legal now"):
        Session(Lax()).submit("V", "stay")
    with pytest.raises(NotationError, match="neither a card nor a choice"):
        Session(Lax()).submit("V", "fly")


def test_a_choice_taken_back_meets_the_same_chance_again() -> None:
    session = Session(GAME, seed=3)
    session.submit("V", "change")
    first = session.observation("V")
    session.undo()
    assert session.legal("V") == ("keep", "change")
    assert len(session.information_state("V").actions) == 0
    session.submit("V", "change")
    assert session.observation("V") == first
    session.submit("V", "stay")
    session.undo()
    assert session.waiting_for() == ("V",)
    assert session.legal("V") == ("keep", "change")
    with pytest.raises(IllegalActionError, match="nothing to take back"):
        session.undo()


def test_undo_skips_what_policies_did() -> None:
    session = Session(GAME, {"V": lambda known, legal, rng: legal[0]}, seed=2)
    with pytest.raises(IllegalActionError, match="nothing to take back"):
        session.undo()
    session.submit("H", "leave")
    assert session.over
    session.undo()
    assert session.waiting_for() == ("H",)


def test_saving_and_resuming_goes_on_with_the_same_chance(tmp_path: Path) -> None:
    session = Session(GAME, seed=8)
    session.save(tmp_path / "play.txt")
    session.submit("V", "change")
    other = Session.resume(Playthrough.read(tmp_path / "play.txt", GAME))
    assert other.observation("V") != session.observation("V")
    other.submit("V", "change")
    assert other.observation("V") == session.observation("V")
    assert other.information_state("H") == session.information_state("H")
    assert other.referee_playthrough().to_text() == session.referee_playthrough().to_text()


def test_resuming_asks_policies_for_nothing_but_what_is_left() -> None:
    asked: list[str] = []

    def first(known: InformationState, legal: tuple[str, ...], rng: random.Random) -> str:
        asked.append(known.player)
        return legal[0]

    started = Session(GAME, {"V": first}, seed=4)
    assert asked == ["V", "V"]
    saved = started.referee_playthrough()
    asked.clear()
    resumed = Session.resume(saved, {"V": first})
    assert asked == ["V"]
    resumed.submit("H", "stay")
    assert resumed.information_state("V") == resumed.referee_playthrough().information_state("V")
    by_hand = Playthrough.of(GAME, saved.actions[:1])
    assert (
        Session.resume(by_hand).referee_playthrough() == Session.resume(replace(by_hand, seed=0)).referee_playthrough()
    )


def test_policies_meet_what_their_seat_knows_and_nothing_else() -> None:
    met: list[tuple[InformationState, tuple[str, ...], float]] = []

    def curious(known: InformationState, legal: tuple[str, ...], rng: random.Random) -> str:
        assert isinstance(known.observation, Observation)
        assert known.observation.seat == known.player
        met.append((known, legal, rng.random()))
        return legal[-1]

    session = Session(GAME, {"V": curious, "H": curious}, seed=5)
    assert session.over
    play = session.referee_playthrough()
    assert [(known.player, legal) for known, legal, _ in met] == [
        ("V", ("keep", "change")),
        ("V", ("stay", "leave")),
        ("H", ("stay", "leave")),
    ]
    assert met[2][0] == information_state(GAME, play.states[:-1], play.actions[:-1], "H")
    assert len({draw for _, _, draw in met}) == 3
    for seat in GAME.players:
        assert session.information_state(seat) == play.information_state(seat)
    again = Session(GAME, {"V": curious, "H": curious}, seed=5)
    assert again.referee_playthrough() == play


def test_a_policy_that_breaks_the_rules_is_named() -> None:
    with pytest.raises(IllegalActionError, match=r"V: 'stay': .*TOY-TURN-02"):
        Session(GAME, {"V": lambda known, legal, rng: "stay"})
    with pytest.raises(ValueError, match="no seat 'D' in toy; expected V, H"):
        Session(GAME, {"D": lambda known, legal, rng: legal[0]})


def test_steps_one_by_one() -> None:
    session = Session(GAME, {"V": lambda known, legal, rng: legal[0]}, seed=1, auto=False)
    assert [session.step() for _ in range(4)] == [True, True, True, False]
    assert session.waiting_for() == ("H",)
    session.submit("H", "leave")
    assert session.over
    assert session.step() is False


def test_the_repr_is_the_same_whatever_happened() -> None:
    words = {repr(Session(Crypt(Rules()), seed=seed)) for seed in range(6)}
    assert words == {repr(at_the_bid())}
