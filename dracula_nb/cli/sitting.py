"""Persons at one screen: shows the seat in turn what it may see, reads what it does, keeps the sides apart."""

from __future__ import annotations

import difflib
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from dracula_nb.cli.printing import one_line, wrapped
from dracula_nb.cli.seat_views import news_lines, view_lines
from dracula_nb.core.errors import DraculaError

HELP = (
    ("ACTION", "by its number, its text, or the beginning of its text"),
    ("?", "this help"),
    ("look", "the view again, with the actions"),
    ("why ACTION", "whether it is allowed, and which rule forbids it"),
    ("undo", "back to before the last person's choice; the other side must agree"),
    ("save FILE", "write the whole play, hidden moves too; FILE is the last one if left out"),
    ("resume FILE", "go on from a saved play"),
    ("quit", "leave"),
)
CLEAR = "\x1b[3J\x1b[2J\x1b[H"
LINE = "-" * 40

MANY = 30
"""So many actions are listed only when asked for."""

LONGEST = 10_000
"""Characters of a typed line that are read at once."""


class Sitting:
    """One sitting at a `Session`, from which everything shown comes; `run` leads through it.

    Parameters
    ----------
    session
        The play; the seats that are not persons have policies.
    persons
        The seats at this screen.
    file
        Where the play was saved last, if it was.
    """

    def __init__(self, session: Any, persons: Sequence[str], *, file: Path | None = None) -> None:
        self.session = session
        self.persons = tuple(persons)
        self.file = file
        self.unsaved = False
        self._heard: dict[str, int] = {}
        # in a new play nothing is secret yet, so its first seat may look at once
        waiting = session.waiting_for() if file is None else ()
        self._in_front = self.game.side(waiting[0]) if waiting else None

    @property
    def game(self) -> Any:
        """The rules in play."""
        return self.session.game

    def run(self) -> None:
        """Play until the end, or until the persons leave."""
        print(f"{self.game.name}: you play {', '.join(self.persons)}. Type ? for help.")
        try:
            while self._next():
                pass
        except EOFError:
            print("The input has ended.")
        except UnicodeDecodeError:
            raise DraculaError("standard input: not UTF-8; expected plain text") from None
        finally:
            print(self._farewell())

    def _next(self) -> bool:
        """One choice of a person; False where they leave."""
        seat = next(iter(self.session.waiting_for()), None)
        if seat is None:
            self._news(self._in_front or self.game.side(self.persons[0]))
            end = self.session.outcome()
            print(f"The end: {end.reason}; {end.winner or 'nobody'} wins. You may undo, save FILE or quit.")
        else:
            self._curtain(seat)
            self._show(seat)
        while True:
            complete(self.session.legal(seat) if seat else ())
            words = self._read(f"{seat or 'end'}> ")
            if words in ("quit", "exit"):
                return False
            try:
                if words and self._obey(seat, words):
                    return True
            except (DraculaError, OSError) as error:
                print(one_line(_said(error)))

    # What is shown

    def _curtain(self, seat: str) -> None:
        """Clear the screen where another side comes before it, and wait for it."""
        side, sides = self.game.side(seat), {self.game.side(person) for person in self.persons}
        if len(sides) == 1 or side == self._in_front:
            return
        print(CLEAR if sys.stdout.isatty() else LINE)
        self._in_front = None
        self._read(f"{side}, it is your turn ({seat}). Nobody else should look: press Enter. ")
        self._in_front = side

    def _show(self, seat: str) -> None:
        self._news(self.game.side(seat))
        self._look(seat, most=MANY)

    def _log(self, side: str) -> tuple[str, ...]:
        """The log as the side knows it; () where its observation has none."""
        seat = next(person for person in self.persons if self.game.side(person) == side)
        return tuple(getattr(self.session.observation(seat), "log", ()))

    def _news(self, side: str) -> None:
        """What the side has not been told yet."""
        log = self._log(side)
        for line in (LINE, *news_lines(self.game.name, log[self._heard.get(side, 0) :])):
            print(one_line(line))
        self._heard[side] = len(log)

    def _look(self, seat: str, most: int | None = None) -> None:
        for line in view_lines(self.game.name, self.session.observation(seat)):
            print(line)
        legal = self.session.legal(seat)
        if most is not None and len(legal) > most:
            print(f"{seat} can do {len(legal)} things: type one, or look to list them.")
            return
        # spaces within an action must not break its line
        numbered = [f"{at} {text}".replace(" ", "\xa0") for at, text in enumerate(legal, 1)]
        print(wrapped(f"{seat} can do: " + ";  ".join(numbered)).replace("\xa0", " "))

    def _farewell(self) -> str:
        if self.file is not None and not self.unsaved:
            return one_line(f"The play is saved: dracula-nb play {self.game.name} --resume {self.file}")
        if self.file is not None:
            return one_line(f"What was played since the last save in {self.file} is not saved.")
        return "Nothing was saved."

    # What is typed

    def _read(self, prompt: str) -> str:
        if sys.stdin.isatty():
            return " ".join(input(prompt).split())
        print(prompt, end="", flush=True)
        line = sys.stdin.readline(LONGEST)
        if not line:
            print()
            raise EOFError
        words = " ".join(line.split())
        print(one_line(words[:200]))  # so that a scripted play reads like a typed one
        return words

    def _obey(self, seat: str | None, words: str) -> bool:
        """Do what was typed; True where the play has moved."""
        legal = self.session.legal(seat) if seat else ()
        verb, _, rest = words.partition(" ")
        if words in legal or (seat and verb not in _VERBS):
            return self._act(str(seat), words, legal)
        if verb in ("?", "help"):
            print("\n".join(f"  {name:12} {text}" for name, text in HELP))
        elif verb == "look" and seat:
            self._look(seat)
        elif verb == "why" and seat:
            print(one_line(self._why(seat, rest, legal)))
        elif verb == "save":
            self._save(rest)
        elif verb == "undo":
            return self._undo(seat)
        elif verb == "resume":
            return self._resume(rest)
        else:
            print("The play is over: undo, save FILE, resume FILE or quit.")
        return False

    def _act(self, seat: str, words: str, legal: tuple[str, ...]) -> bool:
        found = matching(words, legal)
        if len(found) == 1:
            self.session.submit(seat, found[0])
            self.unsaved = True
            return True
        print(one_line(f"{words[:60]}: which of {', '.join(found)}?" if found else self._why(seat, words, legal)))
        return False

    def _why(self, seat: str, words: str, legal: tuple[str, ...]) -> str:
        """Whether an action is allowed, and if not, why not and what may have been meant."""
        if not words:
            return "why what? Expected: why ACTION"
        found = matching(words, legal)
        if found:
            return f"{', '.join(found)}: allowed"
        refusal = self.session.why_not(seat, words)
        reason = f"{refusal.reason} ({refusal.rule})" if refusal else "not among the actions"
        near = nearest(words, legal)
        hint = "" if near is None or "did you mean" in reason else f"; did you mean {near!r}?"
        return f"{words[:60]}: {reason}{hint}"

    def _undo(self, seat: str | None) -> bool:
        mine = self.game.side(seat) if seat else None
        others = sorted({self.game.side(person) for person in self.persons} - {mine})
        if len(others) + (mine is not None) > 1:
            for side in others:
                if self._read(f"{side}: do you agree to take the last choice back? yes or no: ").casefold() != "yes":
                    print(f"{side} did not agree.")
                    return False
        self.session.undo()
        self._heard = {side: min(heard, len(self._log(side))) for side, heard in self._heard.items()}
        self.unsaved = True
        return True

    def _save(self, name: str) -> None:
        path = Path(name) if name else self.file
        if path is None:
            raise DraculaError("save where? Expected: save FILE")
        if path.exists() and path != self.file:
            raise DraculaError(f"{path}: is there already; expected the name of a new file")
        self.session.save(path)
        self.file, self.unsaved = path, False
        print(one_line(f"Saved in {path}. It tells everything, hidden moves too."))

    def _resume(self, name: str) -> bool:
        from dracula_nb.core.playthrough import Playthrough

        if not name:
            raise DraculaError("resume what? Expected: resume FILE")
        saved = Playthrough.read(name, self.game)
        if saved.torn is not None:
            print(one_line(f"The last line {saved.torn[:60]!r} is cut off and was left out."))
        self.session = type(self.session).resume(saved, self.session.policies)
        self.file, self.unsaved, self._in_front = Path(name), False, None
        self._heard.clear()
        return True


_VERBS = frozenset(name.partition(" ")[0] for name, _ in HELP if name != "ACTION") | {"help"}


def matching(words: str, legal: Sequence[str]) -> list[str]:
    """The legal actions that a text means: its number, its text, or all that begin with it.

    >>> matching("2", ["Madrid", "Manchester"]), matching("ma", ["Madrid", "Manchester"])
    (['Manchester'], ['Madrid', 'Manchester'])
    >>> matching("mad", ["Madrid", "Manchester"]), matching("Rome", ["Madrid", "Manchester"])
    (['Madrid'], [])
    """
    if words in legal:
        return [words]
    if words.isascii() and words.isdecimal():
        at = int(words[:9])
        return [legal[at - 1]] if 1 <= at <= len(legal) else []
    bare = words.casefold()
    same = [text for text in legal if text.casefold() == bare]
    return same or [text for text in legal if text.casefold().startswith(bare)]


def nearest(words: str, legal: Sequence[str]) -> str | None:
    """The legal action that a mistyped text may mean."""
    by_bare = {text.casefold(): text for text in legal}
    near = difflib.get_close_matches(words[:60].casefold(), list(by_bare), n=1)
    return by_bare[near[0]] if near else None


def complete(legal: Sequence[str]) -> None:
    """Let the Tab key complete the actions, on a terminal that can.

    What was typed is not kept for the arrow keys: the other side could read it there.
    """
    if not sys.stdin.isatty():
        return
    try:
        import readline
    except ImportError:  # not on Windows
        return
    readline.set_auto_history(False)
    readline.set_completer_delims("")
    readline.set_completer(lambda text, at: dict(enumerate(matching(text, legal))).get(at))
    readline.parse_and_bind("tab: complete")


def _said(error: Exception) -> str:
    if isinstance(error, OSError):
        return f"{error.filename or 'file'}: {error.strerror or type(error).__name__}; expected to write it"
    return str(error)
