"""``dracula-nb replay``: checks a playthrough or past plays and prints what a seat knows."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from dracula_nb.cli.printing import complain, one_line, plain, print_json, wrapped
from dracula_nb.cli.reading import load_game, name_of, read_plays, read_source, seat_of

if TYPE_CHECKING:
    from dracula_nb.core.playthrough import Playthrough

DRACULA = "D"


def replay(source: str, seat: str | None = None, *, tables: Path | None = None, as_json: bool = False) -> None:
    """Check a file and print what the seat knows.

    Raises
    ------
    DraculaError
        It cannot be read, or holds what the rules forbid.
    """
    from dracula_nb.core.files import MAX_BYTES
    from dracula_nb.games.hunt.notation import looks_like_plays

    text, name = read_source(source, MAX_BYTES), name_of(source)
    if looks_like_plays(text) or not text.strip():  # no play yet is a record too
        _past_plays(text, name, seat, tables, as_json)
    else:
        _playthrough(text, name, seat, tables, as_json)


def _past_plays(text: str, name: str, seat: str | None, tables: Path | None, as_json: bool) -> None:
    game = load_game("hunt", tables)
    record = read_plays(text, name, game.book)
    if seat is not None and seat_of(game, seat) != DRACULA:
        record = read_plays(record.hunter_view(), name, game.book)
    answer = {
        "round": record.round,
        "current_player": record.current_player,
        "score": record.score,
        "health": record.health,
        "location": record.location,
        "legal_dracula_moves": list(record.legal_dracula_moves()),
    }
    if as_json:
        print_json(answer)
    else:
        print("\n".join(told_plays(answer, len(record.plays))))


def told_plays(answer: dict[str, Any], plays: int) -> list[str]:
    """The state after past plays in lines for people."""
    from dracula_nb.games.hunt.rulebook import NAMES

    lines = [f"hunt: {plays} plays, round {answer['round']}, {NAMES[answer['current_player']]} is next"]
    lines.append(f"score {answer['score']}")
    for seat, points in answer["health"].items():
        where = answer["location"][seat] or "not known"
        lines.append(f"  {seat}  {NAMES[seat]:<15} {'blood' if seat == DRACULA else 'life'} {points:>3}  {where}")
    moves = ", ".join(answer["legal_dracula_moves"]) or "not known, since a recent move is not"
    return [*lines, wrapped(f"Dracula's next moves: {moves}")]


def _playthrough(text: str, name: str, seat: str | None, tables: Path | None, as_json: bool) -> None:
    from dracula_nb.core.playthrough import Playthrough

    game = None if tables is None else load_game("hunt", tables)
    play = Playthrough.from_text(text, game, name=name)
    if play.torn is not None:
        complain(f"{name}: the last line {play.torn[:60]!r} is cut off and was left out; the rest is used")
    seat = seat_of(play.game, seat)
    answer = {"game": play.game.name, "seat": seat, "entries": entries(play, seat), "outcome": outcome(play)}
    if as_json:
        print_json(answer)
    else:
        print("\n".join(one_line(line) for line in told_playthrough(answer)))


def entries(play: Playthrough, seat: str) -> list[dict[str, Any]]:
    """What the seat did and saw, oldest first, as JSON values.

    Each entry has `did` (the seat's own action, or None), `news` (the new lines of the public log) and `saw`
    (the other fields of its observation; None where the seat saw no change). The entries follow the seat's
    information state: hidden steps of others leave none.
    """
    from dracula_nb.core.infostate import Did

    found: list[dict[str, Any]] = []
    known = 0
    for entry in play.information_state(seat).entries:
        if isinstance(entry, Did):
            found.append({"did": entry.text, "news": [], "saw": None})
            continue
        saw = plain(entry.observation)
        log = saw.pop("log", [])
        saw.pop("player", None)
        if not found or found[-1]["did"] is None or found[-1]["saw"] is not None:
            found.append({"did": None, "news": [], "saw": None})
        found[-1].update(news=log[known:], saw=saw)
        known = len(log)
    return found


def outcome(play: Playthrough) -> dict[str, Any] | None:
    """Who won and why; None where the play goes on."""
    from dracula_nb.core.game import Node

    last = play.states[-1]
    return plain(play.game.outcome(last)) if play.game.node(last) is Node.TERMINAL else None


def told_playthrough(answer: dict[str, Any]) -> list[str]:
    """What a seat did and saw in lines for people: news, then the numbers that changed."""
    lines = [f"{answer['game']}, as seat {answer['seat']} knows it"]
    before: dict[str, Any] = {}
    for number, entry in enumerate(answer["entries"]):
        saw = entry["saw"] or before
        words = [f"you did {entry['did']}"] if entry["did"] else []
        words += entry["news"]
        numbers = [
            f"{key} {value}" for key, value in saw.items() if isinstance(value, int) and before.get(key) != value
        ]
        lines.append(f"{number:>5}  {'; '.join(words) or 'the start'}  [{', '.join(numbers)}]")
        before = saw
    end = answer["outcome"]
    if end is None:
        return [*lines, "the play goes on"]
    return [*lines, f"the end: {end['reason']}; {end['winner'] or 'nobody'} wins"]
