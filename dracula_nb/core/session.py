"""A play in progress as its seats meet it: each sees its own view, chooses by text, and learns nothing else.

Boards and the terminal hold a `Session` and never its state.
"""

from __future__ import annotations

import os
import random
from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

from dracula_nb.core.errors import IllegalActionError, NotationError
from dracula_nb.core.game import AnyGame, Node, Outcome, Player, Refusal
from dracula_nb.core.infostate import InformationState, entries_of_step, opening
from dracula_nb.core.playthrough import Playthrough, sample

Policy = Callable[[InformationState, tuple[str, ...], random.Random], str]
"""Chooses one of the legal texts from what its seat has learnt; it never meets a state."""


class Session:
    """One play: some seats are persons, who submit texts; the others are played by policies, chance by itself.

    Random numbers depend on the seed and the number of the step alone, so that a play taken back, or saved
    and resumed, meets the same dice again.

    Parameters
    ----------
    game
        The rules.
    policies
        Seats that play by themselves.
    seed
        Of chance and of the policies.
    auto
        Whether chance and policies move at once up to the next person's turn; otherwise `step` moves them.

    Examples
    --------
    >>> from dracula_nb.games.hunt import load
    >>> session = Session(load(), {seat: lambda known, legal, rng: legal[0] for seat in "SHMD"})
    >>> session.submit("G", "Edinburgh")
    >>> session.legal("G")
    ('Edinburgh', 'Manchester', 'North Sea')
    >>> session.why_not("G", "Cadiz").rule
    'HU-MOVE-03'
    >>> session.undo()
    >>> len(session.legal("G"))
    71
    """

    def __init__(
        self, game: AnyGame, policies: Mapping[Player, Policy] | None = None, seed: int = 0, *, auto: bool = True
    ) -> None:
        self.game = game
        self.policies = dict(policies or {})
        strangers = [seat for seat in self.policies if seat not in game.players]
        if strangers:
            raise ValueError(f"no seat {strangers[0]!r} in {game.name}; expected {', '.join(game.players)}")
        self._seed = seed
        self._auto = auto
        self._states: list[Any] = [game.initial_state()]
        self._actions: list[Any] = []
        self._chosen: dict[Player, Any] = {}
        self._known: dict[Player, tuple[int, InformationState]] = {}
        self._settle()

    @classmethod
    def resume(
        cls, saved: Playthrough | str | os.PathLike[str], policies: Mapping[Player, Policy] | None = None
    ) -> Session:
        """Go on from a playthrough, or from the file of one.

        Raises
        ------
        PlaythroughError
            The file cannot be read.
        """
        play = saved if isinstance(saved, Playthrough) else Playthrough.read(saved)
        session = cls(play.game, policies, play.seed or 0, auto=False)
        session._states, session._actions, session._auto = list(play.states), list(play.actions), True
        session._settle()
        return session

    def __repr__(self) -> str:
        # Neither seed nor number of steps: both would tell what is hidden.
        return f"<Session of {self.game.name}, seats {' '.join(self.game.players)}>"

    @property
    def over(self) -> bool:
        """Whether the play has ended."""
        return self.game.node(self._states[-1]) is Node.TERMINAL

    def observation(self, player: Player) -> Any:
        """What the seat sees."""
        return self.game.observation(self._states[-1], self._seat(player))

    def information_state(self, player: Player) -> InformationState:
        """What the seat has learnt in this play."""
        seat = self._seat(player)
        done, known = self._known.get(seat) or (0, opening(self.game, self._states[0], seat))
        steps = range(done, len(self._actions))
        states, actions = self._states, self._actions
        known = known.extended(
            e for i in steps for e in entries_of_step(self.game, (states[i], actions[i], states[i + 1]), seat)
        )
        self._known[seat] = (len(self._actions), known)
        return known

    def legal(self, player: Player) -> tuple[str, ...]:
        """The texts of the seat's legal actions; () where it does not act or has chosen already."""
        state, seat = self._states[-1], self._seat(player)
        if seat in self._chosen:
            return ()
        return tuple(self.game.action_text(state, action) for action in self.game.legal_actions(state, seat))

    def why_not(self, player: Player, text: str) -> Refusal | None:
        """The rule that forbids the action; None where it is allowed."""
        return self.game.explain_illegal(self._states[-1], self._seat(player), text)

    def waiting_for(self) -> tuple[Player, ...]:
        """The persons who have to choose now."""
        acting = self.game.acting_players(self._states[-1])
        return tuple(seat for seat in acting if seat not in self.policies and seat not in self._chosen)

    def submit(self, player: Player, text: str) -> None:
        """Choose for a seat. Simultaneous choices stay secret until all are in.

        Raises
        ------
        NotationError
            The text is no action.
        IllegalActionError
            It is against the rules, or the seat has chosen already; the message names the rule.
        """
        state, seat = self._states[-1], self._seat(player)
        if seat in self._chosen:
            raise IllegalActionError(f"{seat}: {text[:60]!r}: has chosen already; expected the other seats' choices")
        self._chosen[seat] = self._legal_action(state, seat, text)
        self._resolve()
        self._settle()

    def retract(self, player: Player) -> None:
        """Take back a simultaneous choice that is still secret; nothing happens where there is none."""
        self._chosen.pop(self._seat(player), None)

    def step(self) -> bool:
        """Let chance or the policies make one step; False where a person has to choose or the play is over."""
        state = self._states[-1]
        node = self.game.node(state)
        if node is Node.TERMINAL:
            return False
        if node is Node.CHANCE:
            self._push(sample(self.game, state, self._rng("chance")))
            return True
        for seat in self.game.acting_players(state):
            if seat in self.policies and seat not in self._chosen:
                text = self.policies[seat](self.information_state(seat), self.legal(seat), self._rng(seat))
                self._chosen[seat] = self._legal_action(state, seat, text)
        return self._resolve()

    def undo(self) -> None:
        """Go back to before the last person's choice; who may ask for it, and who must agree, is the board's matter.

        Raises
        ------
        IllegalActionError
            No person has chosen anything yet.
        """
        at = len(self._actions) - 1
        while at >= 0 and all(seat in self.policies for seat in self.game.acting_players(self._states[at])):
            at -= 1
        if at < 0:
            raise IllegalActionError("nothing to take back; expected a person's choice before")
        del self._actions[at:], self._states[at + 1 :]
        self._chosen.clear()
        self._known.clear()

    def outcome(self) -> Outcome:
        """Who won, and why.

        Raises
        ------
        IllegalActionError
            The play is not over.
        """
        self._expect_over()
        return self.game.outcome(self._states[-1])

    def returns(self) -> Mapping[Player, Fraction]:
        """Points of each seat; raises like `outcome`."""
        self._expect_over()
        return self.game.returns(self._states[-1])

    def referee_playthrough(self) -> Playthrough:
        """The whole truth so far, for files, referees and replays: never for a seat in play."""
        return Playthrough(self.game, tuple(self._actions), tuple(self._states), self._seed)

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write a playthrough file, from which `resume` goes on; choices still secret are not in it."""
        self.referee_playthrough().write(path)

    def _expect_over(self) -> None:
        if not self.over:
            raise IllegalActionError("the play is not over; expected its end")

    def _seat(self, player: Player) -> Player:
        if player not in self.game.players:
            raise IllegalActionError(f"no seat {player!r} in {self.game.name}; expected {', '.join(self.game.players)}")
        return player

    def _rng(self, whose: str) -> random.Random:
        return random.Random(f"{self._seed}/{len(self._actions)}/{whose}")

    def _legal_action(self, state: Any, seat: Player, text: str) -> Any:
        refusal = self.game.explain_illegal(state, seat, text)
        try:
            action = self.game.parse_action(state, text)
        except NotationError:
            if refusal is None:
                raise
            raise NotationError(f"{seat}: {text[:60]!r}: {refusal.reason} ({refusal.rule})") from None
        if refusal is not None:
            raise IllegalActionError(f"{seat}: {text[:60]!r}: {refusal.reason} ({refusal.rule})")
        if action not in self.game.legal_actions(state, seat):
            raise IllegalActionError(f"{seat}: {text[:60]!r} is not legal now; expected one of its legal actions")
        return action

    def _resolve(self) -> bool:
        acting = self.game.acting_players(self._states[-1])
        if not acting or any(seat not in self._chosen for seat in acting):
            return False
        joint = tuple((seat, self._chosen[seat]) for seat in acting)
        self._push(joint[0][1] if len(joint) == 1 else joint)
        return True

    def _push(self, action: Any) -> None:
        self._states.append(self.game.apply(self._states[-1], action))
        self._actions.append(action)
        self._chosen.clear()

    def _settle(self) -> None:
        while self._auto and self.step():
            pass
