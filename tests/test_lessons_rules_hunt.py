"""The short hunt of the notebook that teaches the rules, its questions and its opponents."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from dracula_nb.core.errors import DraculaError, IllegalActionError
from dracula_nb.core.session import Session
from dracula_nb.lessons import rules_hunt as lesson

Made = Callable[[int, str], Session]


def test_the_hunt_of_the_notebook_ends_with_the_catch() -> None:
    rounds = (lesson.ROUND_1, lesson.ROUND_2, lesson.ROUND_3, lesson.ROUND_4, lesson.ROUND_5)
    hunt = lesson.after(lesson.START, *rounds)
    assert hunt.over
    assert (hunt.outcome().winner, hunt.observation("G").blood) == ("hunters", 0)
    assert hunt.observation("G").log[-2] == "M Bari: trap, dracula"


def test_telling_holds_no_more_than_everybody_learnt() -> None:
    told = lesson.play(lesson.table(), lesson.START).splitlines()
    assert len(told) == 5
    assert told[-1] == "Dracula moved on land, unseen, and laid a vampire"


def test_questions_are_answered_by_rules() -> None:
    asked = lesson.ask(lesson.after(lesson.START), "G", ["Genoa", "Zurich", "HI"])
    assert asked["allowed"].to_list() == [True, False, False]
    assert asked["rule"].to_list() == ["", "HU-MOVE-04", "HU-MOVE-15"]
    assert "rail" in asked.loc["Zurich", "why"]


def test_a_turn_against_the_rules_is_refused() -> None:
    with pytest.raises(IllegalActionError, match="HU-MOVE-03"):
        lesson.play(lesson.after(lesson.START), ["G Cadiz"])


def test_rules_are_found_by_their_ids() -> None:
    assert "40" not in lesson.rules("HU-END-02").loc["HU-END-02", "text"]
    assert list(lesson.rules("HU-END-02", "HU-TURN-01").index) == ["HU-END-02", "HU-TURN-01"]
    with pytest.raises(DraculaError, match="no rule 'HU-X' in hunt"):
        lesson.rules("HU-X")


@pytest.mark.parametrize("how", ["random", "best"])
@pytest.mark.parametrize(("made", "person"), [(lesson.against_dracula, "G"), (lesson.against_hunters, "D")])
def test_opponents_play_by_themselves_and_alike_for_a_seed(made: Made, person: str, how: str) -> None:
    name = {"G": "evasive", "D": "greedy"}[person] if how == "best" else how
    one, again, other = made(1, name), made(1, name), made(2, name)
    assert one.waiting_for() == (person,)
    for session in (one, again, other):
        while session.observation(person).plays < 30 and not session.over:
            seat = session.waiting_for()[0]
            session.submit(seat, session.legal(seat)[0])
    assert one.observation(person) == again.observation(person)
    assert one.observation(person) != other.observation(person)
