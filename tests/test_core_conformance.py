"""The conformance kit: the toy game keeps every promise, and each broken promise is noticed."""

import itertools
import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

import pytest
from toy_game import SEATS, Action, Card, Choice, Crypt, Observation, State, Step, every_state

from dracula_nb.core.conformance import check_game
from dracula_nb.core.errors import IllegalActionError
from dracula_nb.core.game import Node, Outcome, Refusal


def test_the_toy_game_keeps_every_promise() -> None:
    check_game(Crypt(), plays=20, redeal_steps=None)


class OtherStart(Crypt):
    def initial_state(self) -> State:
        return replace(super().initial_state(), log=(str(random.random()),))


class Endless(Crypt):
    def apply(self, state: State, action: Any) -> State:
        after = super().apply(state, action)
        return after if after.todo else replace(after, todo=(Step("bid", SEATS),), log=())


class ListInState(Crypt):
    def initial_state(self) -> State:
        return replace(super().initial_state(), log=[])  # type: ignore[arg-type]


@dataclass(frozen=True, eq=False)
class Identity:
    """Equal to itself alone, unlike a value."""


class IdentityInState(Crypt):
    def initial_state(self) -> State:
        return replace(super().initial_state(), log=(MARK,))  # type: ignore[arg-type]


MARK = Identity()


class ActsAtChance(Crypt):
    def acting_players(self, state: State) -> tuple[str, ...]:
        return state.todo[0].seats if state.todo else ()


class HasActionsAlways(Crypt):
    def legal_actions(self, state: State, player: str) -> Sequence[Choice]:
        return super().legal_actions(state, player) or (Choice("stay"),)


class Doubled(Crypt):
    def legal_actions(self, state: State, player: str) -> Sequence[Choice]:
        return tuple(super().legal_actions(state, player)) * 2


class Unordered(Crypt):
    def legal_actions(self, state: State, player: str) -> Sequence[Choice]:
        legal = list(super().legal_actions(state, player))
        random.shuffle(legal)
        return legal


class SetOfActions(Crypt):
    def legal_actions(self, state: State, player: str) -> Sequence[Choice]:
        return frozenset(super().legal_actions(state, player))  # type: ignore[return-value]


class AlmostOne(Crypt):
    def chance_outcomes(self, state: State) -> Sequence[tuple[Card, Fraction]]:
        return [(card, p * Fraction(1001, 1000)) for card, p in super().chance_outcomes(state)]


class FloatChance(Crypt):
    def chance_outcomes(self, state: State) -> Sequence[tuple[Card, Fraction]]:
        return [(card, Decimalish(p)) for card, p in super().chance_outcomes(state)]  # type: ignore[misc]


class Decimalish(float):
    """A float that can be rolled, so that only the kind of number is wrong."""

    @property
    def numerator(self) -> int:
        return Fraction(self).numerator

    @property
    def denominator(self) -> int:
        return Fraction(self).denominator


class OutcomeTwice(Crypt):
    def chance_outcomes(self, state: State) -> Sequence[tuple[Card, Fraction]]:
        return [pair for card, p in super().chance_outcomes(state) for pair in ((card, p / 2),) * 2]


class ChanceAtDecisions(Crypt):
    def chance_outcomes(self, state: State) -> Sequence[tuple[Card, Fraction]]:
        return super().chance_outcomes(state) or ((Card("Rat"), Fraction(1)),)


class TwoLines(Crypt):
    def action_text(self, state: State, action: Action) -> str:
        return super().action_text(state, action) + "\n"

    def parse_action(self, state: State, text: str) -> Action:
        return super().parse_action(state, text.strip())


class SameText(Crypt):
    def action_text(self, state: State, action: Action) -> str:
        return "leave" if action == Choice("stay") else super().action_text(state, action)


class ReadsWrongly(Crypt):
    def parse_action(self, state: State, text: str) -> Action:
        action = super().parse_action(state, text)
        return Choice("leave") if action == Choice("stay") else action


class ReadsNothing(Crypt):
    def action_text(self, state: State, action: Action) -> str:
        return super().action_text(state, action).upper()


class ReadsAnything(Crypt):
    def parse_action(self, state: State, text: str) -> Action:
        return super().parse_action(state, text) if text else Choice("stay")


class KeyErrorOnText(Crypt):
    def parse_action(self, state: State, text: str) -> Action:
        return {**{name: Card(name) for name in ("Rat", "Wolf", "Bat")}, **WORDS}[text]


WORDS = {word: Choice(word) for word in ("keep", "change", "stay", "leave")}


class ChangesItsState(Crypt):
    def apply(self, state: State, action: Any) -> State:
        after = super().apply(state, action)
        object.__setattr__(state, "log", (*state.log, "touched"))
        return after


class RandomStep(Crypt):
    def apply(self, state: State, action: Any) -> State:
        after = super().apply(state, action)
        return replace(after, log=(*after.log, str(random.random()))) if after.log else after


class AllowsAll(Crypt):
    def apply(self, state: State, action: Any) -> State:
        try:
            return super().apply(state, action)
        except IllegalActionError:
            return state


class CrashesOnIllegal(Crypt):
    def apply(self, state: State, action: Any) -> State:
        try:
            return super().apply(state, action)
        except IllegalActionError:
            raise KeyError(action) from None


class ExplainsNothing(Crypt):
    def explain_illegal(self, state: State, player: str, text: str) -> Refusal | None:
        return None


class RefusesTheLegal(Crypt):
    def explain_illegal(self, state: State, player: str, text: str) -> Refusal | None:
        return super().explain_illegal(state, player, text) or Refusal("TOY-TURN-09", "no")


class NoRuleNamed(Crypt):
    def explain_illegal(self, state: State, player: str, text: str) -> Refusal | None:
        refusal = super().explain_illegal(state, player, text)
        return replace(refusal, rule="") if refusal else None


class ShowsAList(Crypt):
    def observation(self, state: State, player: str) -> Observation:
        return replace(super().observation(state, player), cards=[])  # type: ignore[arg-type]


class ShowsAClock(Crypt):
    def observation(self, state: State, player: str) -> Observation:
        return replace(super().observation(state, player), log=(str(next(CLOCK)),))


CLOCK = itertools.count()


class ShowsTheOther(Crypt):
    def observation(self, state: State, player: str) -> Observation:
        return replace(super().observation(state, player), cards=state.held[0] + state.held[1])

    def redeal(self, state: State, player: str, rng: random.Random) -> State:
        return Crypt().redeal(state, player, rng)


class Loud(tuple[str, ...]):
    """Equal like a tuple, but its repr tells more."""

    secret: str

    def __repr__(self) -> str:
        return f"{tuple(self)} {self.secret}"


class ReprTells(Crypt):
    def observation(self, state: State, player: str) -> Observation:
        log = Loud(state.log)
        log.secret = str(state.held)
        return replace(super().observation(state, player), log=log)


class LegalTells(Crypt):
    def legal_actions(self, state: State, player: str) -> Sequence[Choice]:
        legal = super().legal_actions(state, player)
        return legal[:1] if player == "H" and state.held[0][-1:] == ("Rat",) else legal


class HidesTurn(Crypt):
    """Who is asked is missing from the view, so a redealt world may ask another seat."""

    def observation(self, state: State, player: str) -> Observation:
        return replace(super().observation(state, player), asked=False)


class ForgetsTheTruth(Crypt):
    def redeal(self, state: State, player: str, rng: random.Random) -> State:
        seen = self.observation(state, player)
        worlds = [s for s in every_state() if self.observation(s, player) == seen and bool(s.todo) == bool(state.todo)]
        return rng.choice([s for s in worlds if s != state] or worlds)


class RedealsByItself(Crypt):
    def redeal(self, state: State, player: str, rng: random.Random) -> State:
        return super().redeal(state, player, random.Random())


class RevivesThePlay(Crypt):
    def observation(self, state: State, player: str) -> Observation:
        seen = super().observation(state, player)
        return replace(seen, log=seen.log[:1], asked=seen.asked or not state.todo)

    def redeal(self, state: State, player: str, rng: random.Random) -> State:
        seen = self.observation(state, player)
        return rng.choice([s for s in every_state() if self.observation(s, player) == seen])


class PaysTooMuch(Crypt):
    def returns(self, state: State) -> Mapping[str, Fraction]:
        return {"V": Fraction(1), "H": Fraction(1)}


class PaysInFloats(Crypt):
    def returns(self, state: State) -> Mapping[str, Fraction]:
        return {seat: float("nan") for seat in SEATS}  # type: ignore[misc]

    def outcome(self, state: State) -> Outcome:
        return Outcome(None, "over")


class PaysOneSeat(Crypt):
    def returns(self, state: State) -> Mapping[str, Fraction]:
        return {"V": super().returns(state)["V"]}


class StrangerWins(Crypt):
    def outcome(self, state: State) -> Outcome:
        return Outcome("Mina", "she is not here")


class NoReason(Crypt):
    def outcome(self, state: State) -> Outcome:
        return replace(super().outcome(state), reason="")


class NameThatNoFileTakes(Crypt):
    def __init__(self) -> None:
        super().__init__(name="Toy 1")


class Stuck(Crypt):
    def chance_outcomes(self, state: State) -> Sequence[tuple[Card, Fraction]]:
        return ()


class SeatNamedLikeAHeader(Crypt):
    def __init__(self) -> None:
        super().__init__(players=("game", "H"))


class SeatWithAColon(Crypt):
    def __init__(self) -> None:
        super().__init__(players=("V:", "H"))


class OneSeatTwice(Crypt):
    def __init__(self) -> None:
        super().__init__(players=("V", "V"))


class TerminalIsChance(Crypt):
    def node(self, state: State) -> Node:
        return Node.TERMINAL if not state.todo else super().node(state)

    def acting_players(self, state: State) -> tuple[str, ...]:
        return SEATS if not state.todo else super().acting_players(state)


BROKEN = {
    OtherStart: "initial_state gives two different states",
    Endless: "has not ended after 200 steps",
    ListInState: "the state cannot be hashed: unhashable type: 'list'",
    IdentityInState: "an equal copy of the state differs in value or hash",
    ActsAtChance: "acting_players is ('V',) at a chance node",
    TerminalIsChance: "acting_players is ('V', 'H') at a terminal node",
    HasActionsAlways: "has 1 actions, acting: False",
    Doubled: "holds an action twice",
    Unordered: "changes when asked again",
    SetOfActions: "legal_actions is a frozenset, which has no fixed order",
    AlmostOne: "chance_outcomes sum to 1001/1000",
    FloatChance: "a probability is no Fraction above 0",
    OutcomeTwice: "a chance outcome is listed twice",
    ChanceAtDecisions: "chance_outcomes at a node where chance does not move",
    TwoLines: "is not one plain line",
    SameText: "two actions of V are both written 'leave'",
    ReadsWrongly: "'stay' reads back as Choice(word='leave')",
    ReadsNothing: "does not read back",
    ReadsAnything: "reading '' gave Choice(word='stay'); expected NotationError",
    KeyErrorOnText: "reading '' raised KeyError(''); expected NotationError",
    ChangesItsState: "changes the state it was given",
    RandomStep: "gives another state the second time",
    AllowsAll: "gave State(",
    CrashesOnIllegal: "raised KeyError",
    ExplainsNothing: "explain_illegal allows",
    RefusesTheLegal: "the legal Choice(word='keep')",
    NoRuleNamed: "without a rule's id and words",
    ShowsAList: "unhashable type: 'list'",
    ShowsAClock: "changes when asked again",
    ShowsTheOther: "can tell apart, or the view leaks",
    ReprTells: "is written differently in a redealt world",
    LegalTells: "a leak through legal_actions",
    HidesTurn: "changes whether",
    ForgetsTheTruth: "never the true one",
    RedealsByItself: "differs from the same random numbers",
    RevivesThePlay: "ends the play or revives it",
    NameThatNoFileTakes: "its playthrough does not read back",
    Stuck: "a legal step cannot be made",
    PaysTooMuch: "declared zero-sum, but returns sum to 2",
    PaysInFloats: "are not finite Fractions",
    PaysOneSeat: "returns names ['V'], not every seat",
    StrangerWins: "outcome: 'Mina' is no side",
    NoReason: "outcome gives no reason",
    SeatNamedLikeAHeader: "seat 'game' is a word of the playthrough's own",
    SeatWithAColon: "seat 'V:' cannot begin a line of a playthrough",
    OneSeatTwice: "a seat is doubled in ('V', 'V')",
}


@pytest.mark.parametrize("broken", BROKEN, ids=lambda broken: broken.__name__)
def test_each_broken_promise_is_noticed(broken: type[Crypt]) -> None:
    random.seed(1)
    with pytest.raises(AssertionError) as caught:
        check_game(broken(), plays=12, max_steps=200, redeal_steps=None)
    assert BROKEN[broken] in str(caught.value)
    assert str(caught.value).lower().startswith("toy")
    assert "\n" not in str(caught.value)


def test_a_long_game_may_be_cut_off_where_that_is_declared() -> None:
    class Long(Crypt):
        """Bids again for ever; what came before a bid is forgotten."""

        def apply(self, state: State, action: Any) -> State:
            after = super().apply(state, action)
            return after if after.todo else replace(after, todo=(Step("bid", SEATS),), log=("bids open",))

    check_game(Long(), plays=1, max_steps=None, redeal_steps=0)
    with pytest.raises(AssertionError, match="has not ended"):
        check_game(Long(), plays=1, max_steps=100, redeal_steps=0)
