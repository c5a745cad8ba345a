"""One play as a text that a person can read and edit: a header, then one step a line, chance marked.

::

    game: hunt
    version: 1
    seed: 7
    rules: {"last_round": 30}

    # a remark stands on its own line
    G: Edinburgh
    chance: Wolves
    A: stay | B: leap
"""

from __future__ import annotations

import math
import os
import random
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from dracula_nb.core.errors import DraculaError, IllegalActionError, NotationError, PlaythroughError
from dracula_nb.core.files import MAX_BYTES, read_bounded, write_atomic
from dracula_nb.core.game import AnyGame, Node, Player
from dracula_nb.core.header import KEYS, check_same_game, game_of, header_lines, read_header
from dracula_nb.core.infostate import InformationState, information_state

CHANCE = "chance"
RESERVED = frozenset({CHANCE, *KEYS})
"""Words that begin a line and can therefore not be seats."""

SHOWN = 4
"""How many of the legal lines an error shows."""


def sample(game: AnyGame, state: Any, rng: random.Random) -> Any:
    """Roll a chance node exactly, or pick a uniformly random action of every seat that acts.

    Returns
    -------
    What `Game.apply` takes: an outcome, an action, or a joint action.

    Raises
    ------
    IllegalActionError
        The play is over.
    """
    node = game.node(state)
    if node is Node.TERMINAL:
        raise IllegalActionError(f"{game.name}: the play is over; expected a state in which something can happen")
    if node is Node.CHANCE:
        return _roll(game, state, rng)
    acting = game.acting_players(state)
    picks = tuple((player, rng.choice(game.legal_actions(state, player))) for player in acting)
    return picks[0][1] if len(picks) == 1 else picks


def _roll(game: AnyGame, state: Any, rng: random.Random) -> Any:
    # Whole numbers on a common denominator, since a float would bend small probabilities.
    outcomes = game.chance_outcomes(state)
    common = math.lcm(*(probability.denominator for _, probability in outcomes))
    ticket = rng.randrange(common)
    for action, probability in outcomes:
        ticket -= probability.numerator * (common // probability.denominator)
        if ticket < 0:
            return action
    raise ValueError(f"{game.name}: chance outcomes sum to less than 1")


def step_text(game: AnyGame, state: Any, action: Any) -> str:
    """The line of one step: ``P: text``, ``A: text | B: text`` or ``chance: text``."""
    if game.node(state) is Node.CHANCE:
        return f"{CHANCE}: {game.action_text(state, action)}"
    acting = game.acting_players(state)
    pairs = action if len(acting) > 1 else ((acting[0], action),)
    return " | ".join(f"{player}: {game.action_text(state, chosen)}" for player, chosen in pairs)


def parse_step(game: AnyGame, state: Any, line: str) -> Any:
    """The action, joint action or outcome written as `line`; its legality is left to `Game.apply`.

    Raises
    ------
    NotationError
        The line names the wrong seats, or its text is no action.
    """
    movers = (CHANCE,) if game.node(state) is Node.CHANCE else game.acting_players(state)
    if not movers:
        raise NotationError(f"{line[:60]!r} comes after the end of the play; expected no further step")
    found: dict[str, str] = {}
    for part in line.split(" | "):
        mover, colon, text = part.partition(":")
        if not colon or mover.strip() not in movers or mover.strip() in found:
            raise NotationError(f"{line[:60]!r} is not a step of {' and '.join(movers)}")
        found[mover.strip()] = text.strip()
    if len(found) < len(movers):
        raise NotationError(f"{line[:60]!r} lacks the choice of {next(m for m in movers if m not in found)}")
    if len(movers) == 1:
        return game.parse_action(state, found[movers[0]])
    return tuple((player, game.parse_action(state, found[player])) for player in movers)


def expected_steps(game: AnyGame, state: Any) -> str:
    """In words, the lines that may come next; a few of them where they are many."""
    node = game.node(state)
    if node is Node.TERMINAL:
        return "no further step: the play is over"
    if node is Node.CHANCE:
        return _few(CHANCE, [game.action_text(state, action) for action, _ in game.chance_outcomes(state)])
    seats = game.acting_players(state)
    texts = ([game.action_text(state, action) for action in game.legal_actions(state, seat)] for seat in seats)
    return " | ".join(_few(seat, legal) for seat, legal in zip(seats, texts, strict=True))


def _few(mover: str, texts: Sequence[str]) -> str:
    more = f" or {len(texts) - SHOWN} others" if len(texts) > SHOWN else ""
    return f"{mover}: {', '.join(texts[:SHOWN])}{more}"


@dataclass(frozen=True)
class Playthrough:
    r"""A play from the initial state, over or not; the whole truth.

    Attributes
    ----------
    game
        The rules it was played by.
    actions
        Actions, joint actions and chance outcomes, in order.
    states
        Every state, the initial one first: one more than `actions`.
    seed
        What its random numbers came from, where known.
    torn
        The last line of the file it was read from, where that line was cut off and left out.

    Examples
    --------
    >>> from dracula_nb.games.hunt import load
    >>> play = Playthrough.from_text("game: hunt\nversion: 1\n\nG: Edinburgh\nS: Lisb")
    >>> len(play.actions), play.torn
    (1, 'S: Lisb')
    >>> print(play.to_text(), end="")
    game: hunt
    version: 1
    <BLANKLINE>
    G: Edinburgh
    """

    game: AnyGame
    actions: tuple[Any, ...]
    states: tuple[Any, ...] = field(repr=False)
    seed: int | None = None
    torn: str | None = None

    @classmethod
    def of(cls, game: AnyGame, actions: Sequence[Any], seed: int | None = None) -> Playthrough:
        """Play `actions` from the initial state.

        Raises
        ------
        IllegalActionError
            One of them is against the rules.
        """
        states = [game.initial_state()]
        for action in actions:
            states.append(game.apply(states[-1], action))
        return cls(game, tuple(actions), tuple(states), seed)

    @classmethod
    def from_text(cls, text: str, game: AnyGame | None = None, *, name: str = "playthrough") -> Playthrough:
        """Read a playthrough and check every step against the rules.

        Parameters
        ----------
        text
            The file's text, at most 5 MB.
        game
            The game to play it by (one on other tables, say); found by the header where None.
        name
            What errors call the text.

        Raises
        ------
        PlaythroughError
            Names the file, the line and what was expected. A last line without a line feed that cannot be
            played was torn off: it goes to `torn`, and the rest loads.
        """
        if len(text) > MAX_BYTES:
            raise PlaythroughError(f"{name}: longer than {MAX_BYTES} characters; expected a shorter text")
        lines = [(number, line.strip()) for number, line in enumerate(text.split("\n"), 1)]
        lines = [(number, line) for number, line in lines if line and not line.startswith("#")]
        steps = next((i for i, (_, line) in enumerate(lines) if line.partition(":")[0] not in KEYS), len(lines))
        header = read_header(lines[:steps], name)
        if game is None:
            game = game_of(header, name)
        else:
            check_same_game(header, game, name)
        return _replay(cls(game, (), (game.initial_state(),), header.seed), lines[steps:], text, name)

    @classmethod
    def read(cls, path: str | os.PathLike[str], game: AnyGame | None = None) -> Playthrough:
        """Read a playthrough file; see `from_text`."""
        try:
            text = read_bounded(path)
        except ValueError as error:
            raise PlaythroughError(str(error)) from None
        return cls.from_text(text, game, name=str(path))

    def lines(self) -> tuple[str, ...]:
        """One line a step, without the header."""
        steps = zip(self.states, self.actions, strict=False)
        return tuple(step_text(self.game, state, action) for state, action in steps)

    def to_text(self) -> str:
        """The file's text; `from_text` reads it back."""
        return "\n".join([*header_lines(self.game, self.seed), "", *self.lines(), ""])

    def write(self, path: str | os.PathLike[str]) -> None:
        """Write the file whole or not at all."""
        write_atomic(path, self.to_text())

    def observations(self, player: Player) -> tuple[Any, ...]:
        """What a seat saw in each of `states`."""
        return tuple(self.game.observation(state, player) for state in self.states)

    def information_state(self, player: Player) -> InformationState:
        """What a seat has learnt up to the last state."""
        return information_state(self.game, self.states, self.actions, player)


def _replay(start: Playthrough, lines: Sequence[tuple[int, str]], text: str, name: str) -> Playthrough:
    game, states, torn = start.game, list(start.states), None
    actions: list[Any] = []
    for number, line in lines:
        try:
            action = parse_step(game, states[-1], line)
            state = game.apply(states[-1], action)
        except DraculaError as error:
            if number == lines[-1][0] and not text.endswith("\n"):
                torn = line
                break
            wanted = expected_steps(game, states[-1])
            raise PlaythroughError(f"{name}, line {number}: {error}; expected {wanted}") from None
        actions.append(action)
        states.append(state)
    return Playthrough(game, tuple(actions), tuple(states), start.seed, torn)


def play_random(game: AnyGame, seed: int = 0, max_steps: int | None = None) -> Playthrough:
    """Play uniformly random actions to the end of the play, or for `max_steps` steps.

    Examples
    --------
    >>> from dracula_nb.games.hunt import load
    >>> play_random(load(), seed=1, max_steps=2) == play_random(load(), seed=1, max_steps=2)
    True
    """
    rng = random.Random(seed)
    state = game.initial_state()
    states, actions = [state], list[Any]()
    while game.node(state) is not Node.TERMINAL and (max_steps is None or len(actions) < max_steps):
        actions.append(sample(game, state, rng))
        state = game.apply(state, actions[-1])
        states.append(state)
    return Playthrough(game, tuple(actions), tuple(states), seed)
