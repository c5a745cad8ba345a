"""The kit that holds any game to the promises of `dracula_nb.core.game`, by random plays.

`check_game` plays, checks each state cheaply, and a bounded sample of states thoroughly. A promise that is
broken raises AssertionError with one line: which game, where in which play, and what is wrong.
"""

from __future__ import annotations

import copy
import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from typing import Any

from dracula_nb.core.errors import IllegalActionError, NotationError, PlaythroughError
from dracula_nb.core.game import AnyGame, Node
from dracula_nb.core.infostate import own_action
from dracula_nb.core.playthrough import RESERVED, Playthrough, sample, step_text

GIBBERISH = ("", "no such action ~", "~" * 2000)
"""Texts that no game may read as an action."""

POSITIONS = 40
"""How many states of a play, spread evenly over it, are checked thoroughly."""

CUT = 2000
"""Where a random play of a game that may last for ever is cut off."""

WORLDS = 3
"""How many other worlds a checked position is redealt into, for each seat."""

FEW_WORLDS = 6
DRAWS_FOR_FEW = 80
"""Where 80 redeals find at most 6 worlds, the truth is expected among them."""


@dataclass(frozen=True, slots=True)
class Position:
    """A state of a play, with the words that name it in a reason."""

    game: AnyGame
    state: Any
    where: str
    rng: random.Random

    def expect(self, kept: bool, broken: str) -> None:
        """Raise unless the promise is kept."""
        if not kept:
            raise AssertionError(f"{self.game.name}, {self.where}: {broken}")


def check_game(
    game: AnyGame, *, plays: int = 5, seed: int = 0, max_steps: int | None = 5000, redeal_steps: int | None = 40
) -> None:
    """Check a game against everything the protocol promises.

    Parameters
    ----------
    plays
        Number of random plays, with the seeds `seed`, `seed` + 1, ...
    max_steps
        Steps after which a play is cut off; a play that is cut off has broken the promise to end. None: a
        game whose random plays may last for ever is cut off after `CUT` steps, and that is well.
    redeal_steps
        `redeal` is checked at steps 0, 1, 2, 4, 8, ... below this number, since it may cost the more the longer
        the play; None: at every state that is checked thoroughly.

    Raises
    ------
    AssertionError
        The first promise that is broken, in one line.

    Examples
    --------
    >>> from dracula_nb.games.hunt import Rules, load
    >>> check_game(load(Rules(last_round=2)), plays=1, redeal_steps=10)
    """
    check_seats(game)
    for number in range(seed, seed + plays):
        play = _play(game, number, CUT if max_steps is None else max_steps)
        strangers, last = _strangers(play), len(play.states) - 1
        if max_steps is not None and game.node(play.states[-1]) is not Node.TERMINAL:
            raise AssertionError(f"{game.name}, random play of seed {number}: has not ended after {last} steps")
        for position in _positions(play, [*range(0, last, max(1, last // POSITIONS)), last]):
            for check in CHECKS:
                check(position)
            check_illegal(position, strangers)
            if redeal_steps is None:
                check_redeal(position)
        powers = [] if redeal_steps is None else [0, *(2**n for n in range(redeal_steps.bit_length()))]
        for position in _positions(play, [step for step in powers if step < min(redeal_steps or 0, last + 1)]):
            check_redeal(position)
        check_play(play)


def _play(game: AnyGame, seed: int, max_steps: int) -> Playthrough:
    """As `play_random`, but what goes wrong on the way is told as a promise broken."""
    rng, states, actions = random.Random(seed), [game.initial_state()], list[Any]()
    while game.node(states[-1]) is not Node.TERMINAL and len(actions) < max_steps:
        at = Position(game, states[-1], f"random play of seed {seed}, step {len(actions)}", rng)
        try:
            if game.node(at.state) is Node.DECISION:
                _expect_order(at)
            actions.append(sample(game, at.state, rng))
            states.append(game.apply(at.state, actions[-1]))
        except AssertionError:
            raise
        except Exception as error:
            raise AssertionError(f"{game.name}, {at.where}: a legal step cannot be made: {error!r}") from error
    return Playthrough(game, tuple(actions), tuple(states), seed)


def _expect_order(at: Position) -> None:
    for player in at.game.acting_players(at.state):
        legal = at.game.legal_actions(at.state, player)
        at.expect(isinstance(legal, Sequence), f"legal_actions is a {type(legal).__name__}, which has no fixed order")


def _positions(play: Playthrough, steps: Sequence[int]) -> Iterator[Position]:
    rng = random.Random(play.seed)
    for step in steps:
        yield Position(play.game, play.states[step], f"random play of seed {play.seed}, step {step}", rng)


def check_seats(game: AnyGame) -> None:
    """Seats are distinct plain words, each on a side; the initial state is one value."""
    at = Position(game, None, "seats", random.Random(0))
    at.expect(isinstance(game.players, tuple) and len(game.players) > 0, "players is not a tuple of seats")
    at.expect(len(set(game.players)) == len(game.players), f"a seat is doubled in {game.players}")
    for player in game.players:
        plain = player.isprintable() and player == player.strip() and not set(player) & set(":|#")
        at.expect(bool(player) and plain, f"seat {player!r} cannot begin a line of a playthrough")
        at.expect(player not in RESERVED, f"seat {player!r} is a word of the playthrough's own")
        at.expect(bool(game.side(player)), f"seat {player!r} has no side")
    at.expect(game.initial_state() == game.initial_state(), "initial_state gives two different states")


def check_play(play: Playthrough) -> None:
    """The file of a play reads back as the same play, and the points of one that is over are finite."""
    game, last = play.game, play.states[-1]
    at = Position(game, last, f"random play of seed {play.seed}", random.Random(0))
    text = play.to_text()
    try:
        again = Playthrough.from_text(text, game)
    except PlaythroughError as error:
        raise AssertionError(f"{game.name}, {at.where}: its playthrough does not read back: {error}") from None
    at.expect(again.states == play.states, "its playthrough reads back as another play")
    at.expect(again.to_text() == text, "its playthrough reads back as another text")
    if game.node(last) is Node.TERMINAL:
        _check_end(at)


def _check_end(at: Position) -> None:
    game = at.game
    points = game.returns(at.state)
    at.expect(set(points) == set(game.players), f"returns names {sorted(points)}, not every seat")
    exact = all(isinstance(value, Fraction | int) and not isinstance(value, bool) for value in points.values())
    at.expect(exact, f"returns {dict(points)} are not finite Fractions")
    if getattr(game, "zero_sum", False):
        at.expect(sum(points.values()) == 0, f"declared zero-sum, but returns sum to {sum(points.values())}")
    outcome = game.outcome(at.state)
    sides = {game.side(player) for player in game.players}
    at.expect(outcome.winner is None or outcome.winner in sides, f"outcome: {outcome.winner!r} is no side")
    at.expect(bool(outcome.reason.strip()), "outcome gives no reason")


def check_value(at: Position) -> None:
    """A state is an immutable value: equal copies, equal hashes."""
    twin = copy.deepcopy(at.state)
    try:
        equal = twin == at.state and hash(twin) == hash(at.state)
    except TypeError as error:
        raise AssertionError(f"{at.game.name}, {at.where}: the state cannot be hashed: {error}") from None
    at.expect(equal, "an equal copy of the state differs in value or hash")


def check_node(at: Position) -> None:
    """Seats act at decisions and nowhere else; only those have actions."""
    game, state = at.game, at.state
    node, acting = game.node(state), game.acting_players(state)
    at.expect((node is Node.DECISION) == bool(acting), f"acting_players is {acting} at a {node.value} node")
    in_order = tuple(player for player in game.players if player in acting)
    at.expect(len(acting) == len(in_order), f"acting_players {acting} doubles a seat or names a stranger")
    for player in game.players:
        legal = game.legal_actions(state, player)
        at.expect(bool(legal) == (player in acting), f"{player} has {len(legal)} actions, acting: {player in acting}")
        at.expect(len(set(legal)) == len(legal), f"legal_actions of {player} holds an action twice")
        for twin in (state, copy.deepcopy(state)):
            again = list(game.legal_actions(twin, player))
            at.expect(again == list(legal), f"legal_actions of {player} changes when asked again")


def check_chance(at: Position) -> None:
    """Chance is listed once each, in fixed order, with Fractions above 0 that sum to exactly 1."""
    game, state = at.game, at.state
    if game.node(state) is not Node.CHANCE:
        at.expect(not game.chance_outcomes(state), "chance_outcomes at a node where chance does not move")
        return
    outcomes = list(game.chance_outcomes(state))
    at.expect(outcomes == list(game.chance_outcomes(state)), "chance_outcomes changes when asked again")
    at.expect(len({action for action, _ in outcomes}) == len(outcomes), "a chance outcome is listed twice")
    at.expect(all(isinstance(p, Fraction) and p > 0 for _, p in outcomes), "a probability is no Fraction above 0")
    total = sum(p for _, p in outcomes)
    at.expect(total == 1, f"chance_outcomes sum to {total}")


def _single_actions(at: Position) -> Iterator[tuple[str, Any]]:
    """(seat or chance, action) for everything that is legal now."""
    if at.game.node(at.state) is Node.CHANCE:
        yield from (("chance", action) for action, _ in at.game.chance_outcomes(at.state))
    for player in at.game.acting_players(at.state):
        yield from ((player, action) for action in at.game.legal_actions(at.state, player))


def check_notation(at: Position) -> None:
    """Every legal action is one line of text that reads back; gibberish is refused."""
    game, state = at.game, at.state
    seen: dict[tuple[str, str], Any] = {}
    for mover, action in _single_actions(at):
        text = game.action_text(state, action)
        clean = text == text.strip() and text.isprintable() and bool(text) and " | " not in text
        at.expect(clean, f"action text {text!r} is not one plain line")
        at.expect((mover, text) not in seen, f"two actions of {mover} are both written {text!r}")
        seen[mover, text] = action
    for (_, text), action in seen.items():
        try:
            back = game.parse_action(state, text)
        except NotationError as error:
            raise AssertionError(f"{game.name}, {at.where}: {text!r} does not read back: {error}") from None
        at.expect(back == action, f"{text!r} reads back as {back!r}")
    for text in GIBBERISH:
        _expect_error(at, partial(game.parse_action, state, text), NotationError, f"reading {text[:20]!r}")


def _expect_error(at: Position, call: Callable[[], Any], wanted: type[Exception], doing: str) -> None:
    try:
        found = call()
    except wanted as error:
        at.expect("\n" not in str(error) and bool(str(error)), f"{doing} raised an error that is not one line")
        return
    except Exception as error:
        raise AssertionError(
            f"{at.game.name}, {at.where}: {doing} raised {error!r}; expected {wanted.__name__}"
        ) from error
    raise AssertionError(f"{at.game.name}, {at.where}: {doing} gave {str(found)[:80]}; expected {wanted.__name__}")


def check_purity(at: Position) -> None:
    """A step leaves its state as it was and gives the same next state each time."""
    game, state = at.game, at.state
    if game.node(state) is Node.TERMINAL:
        return
    movers = [[pair for pair in _single_actions(at) if pair[0] == mover] for mover in _movers(at)]
    for _ in range(3):
        picks = tuple(at.rng.choice(pairs) for pairs in movers)
        action = picks if len(picks) > 1 else picks[0][1]
        before, words = copy.deepcopy(state), repr(state)
        after = game.apply(state, action)
        line = step_text(game, before, action)
        at.expect(state == before and repr(state) == words, f"apply of {line!r} changes the state it was given")
        at.expect(game.apply(state, action) == after, f"apply of {line!r} gives another state the second time")


def _movers(at: Position) -> tuple[str, ...]:
    return ("chance",) if at.game.node(at.state) is Node.CHANCE else at.game.acting_players(at.state)


def _strangers(play: Playthrough) -> tuple[Any, ...]:
    """A few single actions of each kind of state of a play, to be tried where they are not legal."""
    game, found = play.game, dict[Any, None]()
    for state, action in zip(play.states, play.actions, strict=False):
        acting = game.acting_players(state)
        single = [own_action(game, state, action, player) for player in acting] or [action]
        found.update(dict.fromkeys(single))
        if len(found) >= 40:
            break
    return tuple(found)


def check_illegal(at: Position, strangers: Sequence[Any]) -> None:
    """What is not legal is refused by `apply`, and by a rule with id and words; what is legal is not refused."""
    game, state = at.game, at.state
    allowed = {action for _, action in _single_actions(at)}
    movers = _movers(at)
    for action in at.rng.sample(strangers, min(8, len(strangers))):
        if action in allowed:
            continue
        joint = tuple((mover, action) for mover in movers)
        given = joint if len(movers) > 1 else action
        _expect_error(at, partial(game.apply, state, given), IllegalActionError, f"applying {given!r}")
    some = next(iter(allowed), next(iter(strangers), None))
    if not movers or len(movers) > 1:
        _expect_error(at, partial(game.apply, state, some), IllegalActionError, f"applying the bare action {some!r}")
    else:
        twice = ((game.players[0], some), (game.players[-1], some))
        _expect_error(at, partial(game.apply, state, twice), IllegalActionError, "applying a joint action")
    for player in game.players:
        _check_refusals(at, player, strangers)


def _check_refusals(at: Position, player: str, strangers: Sequence[Any]) -> None:
    game, state = at.game, at.state
    legal = game.legal_actions(state, player)
    for action in at.rng.sample(list(legal), min(8, len(legal))):
        refusal = game.explain_illegal(state, player, game.action_text(state, action))
        at.expect(refusal is None, f"explain_illegal refuses {player} the legal {action!r}: {refusal}")
    for action in at.rng.sample(strangers, min(8, len(strangers))):
        text = _text_here(at, action)
        if text is None or any(game.action_text(state, other) == text for other in legal):
            continue
        refusal = game.explain_illegal(state, player, text)
        at.expect(refusal is not None, f"explain_illegal allows {player} {text!r}, which is not legal")
        told = refusal is not None and refusal.rule.strip() and refusal.reason.strip()
        at.expect(bool(told), f"explain_illegal refuses {player} {text!r} without a rule's id and words")


def _text_here(at: Position, action: Any) -> str | None:
    """The text of an action of another state, or None where it cannot even be written in this one."""
    try:
        text = at.game.action_text(at.state, action)
        at.game.parse_action(at.state, text)
    except (NotationError, IllegalActionError):
        return None
    return text


def check_observation(at: Position) -> None:
    """What a seat sees is a hashable value, the same when asked again."""
    for player in at.game.players:
        seen = at.game.observation(at.state, player)
        try:
            hash(seen)
        except TypeError as error:
            raise AssertionError(f"{at.game.name}, {at.where}: what {player} sees: {error}") from None
        again = at.game.observation(at.state, player)
        at.expect(again == seen and repr(again) == repr(seen), f"what {player} sees changes when asked again")


def check_redeal(at: Position) -> None:
    """Another world looks the same to its seat, can be played on, and the truth may come up itself."""
    game, state = at.game, at.state
    for player in game.players:
        words = repr(state)
        seed = at.rng.random()
        for number in range(WORLDS):
            world = game.redeal(state, player, random.Random(f"{seed}/{number}"))
            _check_world(at, player, world)
        at.expect(repr(state) == words, f"redeal for {player} changes the truth")
        again = game.redeal(state, player, random.Random(f"{seed}/{WORLDS - 1}"))
        at.expect(again == world, f"redeal for {player} differs from the same random numbers")
        _check_truth_comes(at, player)


def _check_world(at: Position, player: str, world: Any) -> None:
    game, state = at.game, at.state
    seen, other = game.observation(state, player), game.observation(world, player)
    at.expect(seen == other, f"redeal for {player} gives a world that {player} can tell apart, or the view leaks")
    at.expect(repr(seen) == repr(other), f"what {player} sees is written differently in a redealt world")
    ended = game.node(state) is Node.TERMINAL
    at.expect((game.node(world) is Node.TERMINAL) == ended, f"redeal for {player} ends the play or revives it")
    acts, would = player in game.acting_players(state), player in game.acting_players(world)
    at.expect(acts == would, f"redeal for {player} changes whether {player} acts")
    texts = [game.action_text(state, action) for action in game.legal_actions(state, player)]
    others = [game.action_text(world, action) for action in game.legal_actions(world, player)]
    at.expect(texts == others, f"redeal for {player} changes what {player} may do: a leak through legal_actions")


def _check_truth_comes(at: Position, player: str) -> None:
    worlds: set[Any] = set()
    for _ in range(DRAWS_FOR_FEW):
        worlds.add(at.game.redeal(at.state, player, at.rng))
        if len(worlds) > FEW_WORLDS or at.state in worlds:
            return
    at.expect(False, f"redeal for {player} finds {len(worlds)} worlds in {DRAWS_FOR_FEW} draws, never the true one")


CHECKS: tuple[Callable[[Position], None], ...] = (
    check_value,
    check_node,
    check_chance,
    check_notation,
    check_purity,
    check_observation,
)
