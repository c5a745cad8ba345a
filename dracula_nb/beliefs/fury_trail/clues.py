"""The clues of fury_trail: one line each, the same whether an engine or a person wrote it.

Positions of the trail are counted from 1 (the newest) as they lie after the line; what leaves with the oldest card is
counted as it lay before. Seats are godalming, seward, helsing, mina (g, s, h, m do too) and D for Dracula. After a
fight or a sea card without a number his health counts as not known until a line tells it.

=======================================  =========================================================================
line                                     says
=======================================  =========================================================================
``mina starts London``                   where a hunter begins (``mina London`` before Dracula has begun, too)
``D starts``                             Dracula has laid his first card
``mina Vienna``                          ended a move in Vienna; ``seen`` lines below tell the cards turned faceup
``mina stays``                           ended the turn where she was: nothing learnt
``mina brought Rome``                    an effect brought her there: cards are turned as after a move
``mina placed Rome``                     an effect put her there: no card was to be turned
``D land: trap``                         a facedown land card with a trap (or ``rumour``, or ``empty-handed``)
``D land``                               a facedown land card without any trap though he had one to lay
``D sea: -2``                            a facedown sea card and the health it cost (``-1``; none: not noted)
``D Paris`` / ``D Castle Dracula: +2``   a card laid faceup, beside a hunter or in the castle
``D Hide``                               Hide laid faceup, beside a hunter
``D Dark Call`` / ``D Feed``             these lie faceup; he stayed
``D wolf land: trap``                    Wolf Form with a facedown card (``D wolf Paris``: with a faceup one)
``D land: trap, misdirect 3``            Misdirect was laid on position 3 first
``D land: trap, left Prague``            the card that left position 6 was shown, as by a maturing vampire
``D sea: -1, left Prague, cleared 4-6``  and the positions that it cleared
``D land: trap, hide left 5``            position 5 left with the card on 6, so it was Hide
``D land: trap, stuck Galway``           he had no legal card in Galway and paid the penalty, then laid this one
``D flies``                              after a fight by Night: a bat flight, the new card on position 1
``dusk`` / ``dawn: without mina``        the check, and who could not fight in it
``fight Paris: -3, mist``                at this check they met him in Paris; what he lost; he escaped as mist
``seen 3: Vienna``                       position 3 is faceup now (``seen 2: Hide``, ``seen 2: Hide at Vienna``)
``here: Vienna``                         he is in Vienna now, told or guessed outside the rules
``off Vienna``                           Vienna is not on the trail (Hired Scouts and their like)
``on Vienna``                            it is, and nobody noted where
``near Paris``                           Local Rumours played in Paris; ``seen`` lines tell the cards turned
``bond: odd``                            Psychic Bond: ``odd``, ``even``, ``port`` or ``inland``
``region: Iberia``                       Hypnosis: the region he is in, or ``sea``
``adjacent mina: yes``                   Evil Presence: whether she is next to him
``hide hand``                            Wax Cylinders: Hide is in his hand
``added 3``                              an encounter was added to position 3
``consecrated Vienna``                   a token bars the city; ``host Vienna`` until Dawn; ``lifted Vienna``
``health 12`` / ``health -3``            Dracula's health, or a change of it, outside his own lines
``ally rufus``                           Rufus Smith is the hunters' ally (``ally none``)
=======================================  =========================================================================
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from dracula_nb.beliefs.fury_trail.words import FACTS, NUMBER, place_named, positions_named, unknown
from dracula_nb.core.errors import NotationError
from dracula_nb.games.fury_trail.rulebook import SEATS, Rulebook
from dracula_nb.trail.hideouts import DARK_CALL, FEED, HIDE, LENGTH

LAND, SEA, STARTS, FLIES, WOLF = "land", "sea", "starts", "flies", "wolf"
MOVES, STAYS, PLACED, BROUGHT = "moves", "stays", "placed", "brought"
ARRIVES = (MOVES, BROUGHT)
"""Ways of ending in a city that turn its card faceup. Rules FT-CLUE-18, FT-ACT-52."""
SOMEWHERE = "?"
"""Where a hunter stands whose place was not noted."""

TRAP, RUMOUR, EMPTY_HANDED = "trap", "rumour", "empty-handed"
LAID = (TRAP, RUMOUR, EMPTY_HANDED)
DUSK, DAWN = "dusk", "dawn"
TAILS = (*LAID, "misdirect", "left", "hide left", "cleared", "stuck")


@dataclass(frozen=True, slots=True)
class Hunter:
    """What a hunter did: `how` is ``"starts"``, ``"moves"``, ``"brought"`` (by an effect, as by a move), ``"placed"``
    (no card is turned) or ``"stays"`` (then without a place).
    """

    seat: str
    how: str
    place: str


@dataclass(frozen=True, slots=True)
class Phase:
    """A card of Dracula: `shown` is a place, ``"land"``, ``"sea"``, a power, ``"starts"`` or ``"flies"``.

    `laid` is one of `LAID` or empty; `change` of health with the card, None: not noted; `misdirect`, `hide_left`:
    positions, 0: none; `left`: the place shown as it left; `cleared`: positions, None: nothing said; `stuck`: where.
    """

    shown: str
    wolf: bool = False
    laid: str = ""
    change: int | None = None
    misdirect: int = 0
    left: str = ""
    hide_left: int = 0
    cleared: tuple[int, ...] | None = None
    stuck: str = ""


@dataclass(frozen=True, slots=True)
class Check:
    """Dusk or Dawn, and the hunters who could not fight in it."""

    time: str
    without: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Fight:
    """Dracula was met at the check just noted; `loss` of health, None: not noted; `mist`: he escaped as mist."""

    place: str
    loss: int | None = None
    mist: bool = False


@dataclass(frozen=True, slots=True)
class Seen:
    """The card at `position` is faceup: a place, or Hide with the place it is tied to, where told."""

    position: int
    card: str
    place: str | None = None


@dataclass(frozen=True, slots=True)
class Fact:
    """Any other line: its word, head and tail (``adjacent``, ``mina``, ``yes``)."""

    word: str
    head: str
    tail: str = ""


Clue = Hunter | Phase | Check | Fight | Seen | Fact
NOTES = ("fight", "seen", "here")
WORDS = (DUSK, DAWN, "fight", "seen", *FACTS)
"""First words of the lines that begin with no seat."""


def parse_clue(book: Rulebook, text: str) -> Clue:
    """Read one clue.

    Raises
    ------
    NotationError
        The line is no clue; says what was expected and names the nearest known word.

    Examples
    --------
    >>> from dracula_nb.games.fury_trail import rulebook
    >>> parse_clue(rulebook(), "m Vienna")
    Hunter(seat='mina', how='moves', place='Vienna')
    >>> clue_text(parse_clue(rulebook(), "D wolf land: trap, left Prague, cleared 4-6"))
    'D wolf land: trap, left Prague, cleared 4-6'
    """
    head, colon, tail = (part.strip() for part in " ".join(text.split()).partition(":"))
    word, _, rest = head.partition(" ")
    items = tuple(item.strip() for item in tail.split(",")) if tail else ()
    if colon and not all(items or ("",)):
        raise NotationError(f"{text[:60]!r}: expected words parted by commas after the colon")
    seat = next((seat for seat in SEATS if word.lower() in (seat, seat[0])), None)
    if seat is not None:
        return _hunter(book, seat, rest, items)
    if word in ("D", "d", "dracula", "Dracula"):
        return _phase(book, rest, items)
    if word in (DUSK, DAWN):
        return Check(word, _seats(items, "without")) if not rest else _refuse(text, f"'{word}' alone")
    if word == "fight":
        return _fight(book, rest, items)
    if word == "seen":
        return _seen(book, rest, items)
    if word in FACTS:
        return Fact(word, *FACTS[word](book, rest, items))
    known = (*SEATS, "D", *WORDS)
    raise NotationError(f"{text[:60]!r} is no clue: {unknown(word, known)}")


def _refuse(text: str, expected: str) -> Clue:
    raise NotationError(f"{text[:60]!r}: expected {expected}")


def _hunter(book: Rulebook, seat: str, rest: str, items: tuple[str, ...]) -> Hunter:
    if items:
        raise NotationError(f"{seat} {rest[:40]}: nothing stands after the colon of a hunter's line; expected none")
    how, _, name = rest.partition(" ")
    if how == STAYS and not name:
        return Hunter(seat, STAYS, "")
    if how == PLACED and name == SOMEWHERE:
        return Hunter(seat, PLACED, SOMEWHERE)
    if how in (STARTS, PLACED, BROUGHT) and name:
        return Hunter(seat, how, place_named(book, name))
    if not rest:
        raise NotationError(f"'{seat}': expected a place, 'starts PLACE', 'brought PLACE', 'placed PLACE' or 'stays'")
    return Hunter(seat, MOVES, place_named(book, rest))


def _seats(items: tuple[str, ...], before: str) -> tuple[str, ...]:
    """Seats of ``without mina, seward``, in turn order."""
    names = [item.removeprefix(f"{before} ").lower() if at == 0 else item.lower() for at, item in enumerate(items)]
    if items and not items[0].startswith(f"{before} "):
        raise NotationError(f"{items[0][:40]!r}: expected '{before}' and the hunters who could not fight")
    for name in names:
        if not any(name in (seat, seat[0]) for seat in SEATS):
            raise NotationError(f"{name[:40]!r} is no hunter: {unknown(name, SEATS)}")
    return tuple(seat for seat in SEATS if seat in names or seat[0] in names)


def _phase(book: Rulebook, rest: str, items: tuple[str, ...]) -> Phase:
    wolf, name = rest.startswith(f"{WOLF} "), rest.removeprefix(f"{WOLF} ").strip()
    if not name:
        raise NotationError("'D': expected land, sea, a place, a power, starts or flies")
    known = {word.lower(): word for word in (LAND, SEA, STARTS, FLIES, HIDE, DARK_CALL, FEED)}
    shown = known.get(name.lower()) or place_named(book, name, tuple(known.values()))
    told: dict[str, object] = {}
    for item in items:
        key, value = _phase_item(book, item)
        if key in told:
            raise NotationError(f"{item[:40]!r}: expected only one word of its kind")
        told[key] = value
    phase = Phase(shown, wolf, **told)  # type: ignore[arg-type]
    fault = _fault(book, phase)
    if fault:
        raise NotationError(f"'{phase_text(phase)[:80]}': {fault}")
    return phase


def _phase_item(book: Rulebook, item: str) -> tuple[str, object]:
    if item in LAID:
        return "laid", item
    if re.fullmatch(r"[+-]\d|0", item):
        return "change", int(item)
    word, _, rest = item.rpartition(" ") if item.startswith(("hide left", "misdirect")) else item.partition(" ")
    if word == "misdirect" and NUMBER.fullmatch(rest) and int(rest) > 1:
        return "misdirect", int(rest)
    if word == "hide left" and NUMBER.fullmatch(rest) and int(rest) < LENGTH:
        return "hide_left", int(rest)
    if (word, rest) == ("left", SOMEWHERE):
        return "left", SOMEWHERE
    if word in ("left", "stuck") and rest:
        return word, place_named(book, rest.removeprefix("in "))
    if word == "cleared" and rest:
        return "cleared", positions_named(rest)
    expected = "misdirect 2 to 6, hide left 1 to 5, left PLACE, cleared 4-6, stuck PLACE, a change of health like -2"
    raise NotationError(f"{item[:40]!r}: expected {', '.join(LAID)}, {expected}; {unknown(item, TAILS)}")


def changes(book: Rulebook, phase: Phase) -> tuple[int, ...]:
    """The changes of health that can go with a card. Rules FT-CLUE-05 to FT-CLUE-10, FT-CLUE-34."""
    numbers = book.constants
    wolf = -numbers.wolf_form_loss if phase.wolf else 0
    if phase.shown == SEA:
        return tuple(sorted({-numbers.embark_loss, -numbers.sea_loss, -numbers.sea_loss_rufus}))
    if phase.shown == book.castle:
        return tuple(range(wolf, wolf + numbers.castle_gain + 1))
    if phase.shown == FEED:
        return (0, numbers.feed_gain)
    return (-numbers.dark_call_loss,) if phase.shown == DARK_CALL else (wolf,)


def _fault(book: Rulebook, phase: Phase) -> str:
    """What in a line of Dracula's cannot stand together; empty where nothing."""
    bare = phase.shown in (STARTS, FLIES)
    if bare and phase != Phase(phase.shown):
        return f"nothing else goes with {phase.shown}; expected the word alone"
    if phase.wolf and phase.shown not in book.cities | {LAND, book.castle}:
        return "Wolf Form ends on land (FT-POW-18); expected 'wolf land' or 'wolf PLACE'"
    if phase.shown in book.seas or phase.shown == book.hospital:
        return "expected a city or the castle: at sea cards lie facedown, and he never enters the hospital (FT-LOC-05)"
    if phase.laid and phase.shown != LAND:
        return "no trap is laid at sea, faceup, or with Dark Call or Feed (FT-TRAIL-21); expected none"
    if phase.wolf and phase.shown == LAND and not phase.laid:
        return f"in a city he lays something (FT-TRAIL-22); expected {' or '.join(LAID)}"
    if phase.change is not None and phase.change not in changes(book, phase):
        expected = " or ".join(f"{change:+d}" if change else "0" for change in changes(book, phase))
        return f"health {phase.change:+d}; expected {expected} with this card (FT-CLUE-34)"
    if phase.left not in ("", SOMEWHERE) and phase.left not in book.cities:
        return "what shows its place as it leaves is a city (FT-TRAIL-32); expected one"
    if phase.cleared is not None and not phase.left:
        return "a vampire that clears the trail shows its city (FT-ENC-13); expected 'left PLACE' too"
    return ""


def _fight(book: Rulebook, rest: str, items: tuple[str, ...]) -> Fight:
    losses = [item for item in items if re.fullmatch(r"-\d{1,2}|0", item)]
    if len(items) > 2 or len(losses) > 1 or any(item not in (*losses, "mist") for item in items):
        raise NotationError(f"{', '.join(items)[:40]!r}: expected what Dracula lost, like -3 or 0, and 'mist'")
    return Fight(place_named(book, rest), -int(losses[0]) if losses else None, "mist" in items)


def _seen(book: Rulebook, number: str, items: tuple[str, ...]) -> Seen:
    if not NUMBER.fullmatch(number) or len(items) != 1:
        raise NotationError(f"'seen {number[:20]}': expected a position from 1 to {LENGTH}, a colon and one card")
    name, at, where = items[0].partition(" at ")
    card = HIDE if name.lower() == HIDE.lower() else place_named(book, name, (HIDE,))
    if at and card != HIDE:
        raise NotationError(f"{items[0][:60]!r}: expected a place alone, or Hide 'at' a place")
    return Seen(int(number), card, place_named(book, where) if at else None)


def phase_text(phase: Phase) -> str:
    """A line of Dracula's."""
    tail = [phase.laid] if phase.laid else []
    if phase.change is not None:
        tail.append(f"{phase.change:+d}" if phase.change else "0")
    tail += [f"misdirect {phase.misdirect}"] if phase.misdirect else []
    tail += [f"left {phase.left}"] if phase.left else []
    tail += [f"hide left {phase.hide_left}"] if phase.hide_left else []
    tail += [f"cleared {positions_text(phase.cleared)}"] if phase.cleared is not None else []
    tail += [f"stuck {phase.stuck}"] if phase.stuck else []
    return f"D {'wolf ' if phase.wolf else ''}{phase.shown}" + (f": {', '.join(tail)}" if tail else "")


def positions_text(positions: tuple[int, ...]) -> str:
    """Positions as a line names them: a range where they follow each other.

    >>> positions_text((4, 5, 6)), positions_text((3, 5)), positions_text(())
    ('4-6', '3 5', 'none')
    """
    if len(positions) > 1 and positions == tuple(range(positions[0], positions[-1] + 1)):
        return f"{positions[0]}-{positions[-1]}"
    return " ".join(map(str, positions)) or "none"


def clue_text(clue: Clue) -> str:
    """The clue as a line; `parse_clue` reads it back."""
    match clue:
        case Phase():
            return phase_text(clue)
        case Hunter(seat, how, place):
            return " ".join(word for word in (seat, "" if how == MOVES else how, place) if word)
        case Check(time, without):
            return time + (f": without {', '.join(without)}" if without else "")
        case Fight(place, loss, mist):
            tail = ([f"-{loss}" if loss else "0"] if loss is not None else []) + ["mist"] * mist
            return f"fight {place}" + (f": {', '.join(tail)}" if tail else "")
        case Seen(position, card, place):
            return f"seen {position}: {card}" + (f" at {place}" if place else "")
        case Fact(word, head, tail):
            return f"{word} {head}".strip() + (f": {tail}" if tail else "")


def opens(clue: Clue) -> bool:
    """Whether a line opens a turn or event; fight, seen and here are notes of the one before."""
    return not isinstance(clue, Seen | Fight) and not (isinstance(clue, Fact) and clue.word in NOTES)
