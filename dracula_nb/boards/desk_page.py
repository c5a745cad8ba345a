"""The hunters' desk as a widget: type a clue, see where Dracula can be, ask why, correct a slip ten turns back."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable, Sequence
from typing import Any

import traitlets

from dracula_nb.beliefs.belief import Belief, Contradiction
from dracula_nb.beliefs.case import Case
from dracula_nb.beliefs.entry import before, complete
from dracula_nb.boards import desk_words as words
from dracula_nb.boards.belief_view import clue_words
from dracula_nb.boards.click_map import LONGEST, ClickMap, script, static, with_picture
from dracula_nb.boards.desk_advice import advice_answer
from dracula_nb.boards.desk_file import LostFileError, file_named
from dracula_nb.boards.desk_story import Story
from dracula_nb.boards.desk_view import groups_of, page_of, still_page
from dracula_nb.core.errors import DraculaError

AGAIN = "same again"
DATA = "text/html"


class Desk(ClickMap):
    """The desk on one case; `dracula_nb.boards.desk` makes it.

    Everything that the page does is a method here too, so a notebook can do it: each says on the live line what it
    changed, or why it did not.

    Attributes
    ----------
    page
        What stands on the desk beside the map: who is next, the lines, the trail as layers, where it is saved.
    suggestions
        Which question of the page they answer (0: none), and the lines that fit, each with whether it is a guess.
    typed
        A counter, and a text for the entry line: one that was refused, or a line to correct.
    answer
        Why and why not, or advice: `title`, `text`, `lines`, `table`; `said` is what is spoken of a long text.
    awaited
        Whether the keyboard goes to the entry line once the desk is on the page; the page takes it back.

    Examples
    --------
    >>> from dracula_nb.boards.desk_file import blank
    >>> desk = Desk(Story(blank("hunt")))
    >>> desk.enter("g edin")
    >>> desk.news[1]
    'Line 5: Lord Godalming ended in Edinburgh and met nothing. Dracula is not on the map yet. Next: Dr Seward.'
    >>> desk.enter("s lisbin")
    >>> desk.news[1]
    "Not noted: 's lisbin' is no line as it stands; did you mean 'S Lisbon'?"
    """

    _esm = script("click_map.js") + static("desk.js")
    _css = static("click_map.css") + static("desk.css")

    page = traitlets.Dict().tag(sync=True)
    suggestions = traitlets.Tuple(traitlets.Int(), traitlets.List(), default_value=(0, [])).tag(sync=True)
    typed = traitlets.Tuple(traitlets.Int(), traitlets.Unicode(), default_value=(0, "")).tag(sync=True)
    answer = traitlets.Dict().tag(sync=True)
    awaited = traitlets.Bool(False).tag(sync=True)

    def __init__(self, story: Story) -> None:
        super().__init__()
        self._story = story
        self._editing = 0
        self._position = 1
        self._lost = ""
        self._open = True
        self._asked = 0
        self._mends: list[words.Mend] = []
        self._slips: list[words.Mend] = []
        file = story.file
        told = f"{file.path}: {_count(story.case)}." if file is not None else "Nothing is saved yet."
        if file is not None and file.torn is not None:
            told += f" A crash cut its last line off; it is kept as a remark: {file.torn[:60]!r}."
        self._draw(f"{told} {words.changed_words(None, story.belief)}")
        self._mend_later()

    @property
    def case(self) -> Case:
        """The case as it stands."""
        return self._story.case

    @property
    def belief(self) -> Belief:
        """What follows from it."""
        return self._story.belief

    def enter(self, text: str) -> None:
        """Note a clue, perhaps in short, or put it in place of the line that is being corrected."""
        line = self._editing

        def change() -> str:
            if not line:
                self._story.enter(text)
                return f"Line {len(self.case.lines)}: {self._sentence(len(self.case.lines))}"
            self._story.correct(line, text)
            return f"Line {line} corrected: {self._sentence(line)}"

        with self.hold_sync():
            if not self._change(change, "Not noted"):
                self._type(text, words.meanings(self._complete(text)))
                self._offer(self._mends)
                if not line and self._open and not self._lost:
                    self._slips_later(text)

    def correct(self, line: int, text: str) -> None:
        """Put another text in the place of a line; lines count as in the file."""
        was, self._editing = self._editing, line
        self.enter(text)
        if self._editing == line:  # it was refused
            self._editing = was

    def strike(self, line: int) -> None:
        """Strike a line; where others follow on it, only what was learnt is forgotten."""
        self._change(lambda: f"Line {line} now reads: {self._story.strike(line)}", "Not struck")

    def restore(self, line: int) -> None:
        """Bring back a struck line."""
        self._change(lambda: f"Line {line} is back: {self._story.restore(line)}", "Not brought back")

    def undo(self) -> None:
        """Take back the last change; where none was made at this desk, the last clue is struck."""
        self._change(lambda: "Taken back" if self._story.undo() else "There is nothing to take back", "Not taken back")

    def assume(self, model: str) -> None:
        """Let the chances assume another model of Dracula."""

        def change() -> str:
            self._story.assume(model)
            return f"Assuming {model}"

        self._change(change, "Not assumed")

    def explain(self, place: str) -> None:
        """Say why Dracula can be in a place or not: at once, and in full when that is worked out."""
        self._asked += 1
        question = self._asked
        try:
            why = self.belief.why(place, quick=True)
        except DraculaError as error:
            self.say(f"{error}.")
            return
        self._answer(words.why_answer(why))
        _later(lambda: self._explain_fully(place, question))

    def advise(self) -> None:
        """Say where the next hunter should go."""
        self._asked += 1
        self._answer(advice_answer(self.belief, self.belief.advise()))

    def reread(self) -> None:
        """Take what the file holds now."""
        self._lost = ""

        def change() -> str:
            other = self._story.reread()
            file = self._story.file
            name = file.path if file is not None else "case"
            return f"{name}: {_count(self.case)}" if other else f"{name} is as it was at this desk"

        self._change(change, "Not read")

    def keep(self, name: str) -> None:
        """Save the case under a name in the working folder, and every clue from now on."""

        def change() -> str:
            path = file_named(name)
            if os.path.lexists(path):
                raise DraculaError(f"{path}: is there already; expected another name")
            self._story.keep_as(path)
            return f"Saved as {path}"

        self._change(change, "Not saved")

    def close_file(self) -> None:
        """Give the file back; the desk can be read but not written on."""
        if self._open and self._story.file is not None:
            self._story.file.close()
        self._open = False
        self._draw("This desk is closed.")

    def place_chosen(self, place: str) -> None:
        """Explain a place that was clicked."""
        self.explain(place)

    def pressed(self, name: str, value: str, typed: str) -> None:
        """Answer a button of a group."""
        if name == "layer" and value.isdigit():
            self._position = int(value)
            self._draw("")
        elif name == "ask":
            self.advise()
        elif name == "keep":
            self.keep(typed)
        elif name in ("mend", "slip"):
            self._mend(name, value)
        elif name == "file":
            self._settle(value)

    def still(self) -> str:
        """The desk that stays where no kernel runs, as HTML."""
        return still_page({**self.page, "news": self.news[1].strip()}, self.picture)

    def _repr_mimebundle_(self, **kwargs: Any) -> Any:
        bundle = super()._repr_mimebundle_(**kwargs)
        if bundle is None:
            return None
        data, metadata = with_picture(bundle, self.picture)
        return {**data, DATA: self.still()}, metadata

    # What the page sends

    def _heard(self, content: object) -> None:
        match content:
            case {"kind": "desk", "do": "type", "text": str(text), "number": int(number)} if len(text) <= LONGEST:
                self.suggestions = (number, self._complete(text))
            case {"kind": "desk", "do": "enter", "text": str(text)} if len(text) <= LONGEST:
                self.enter(text)
            case {"kind": "desk", "do": "assume", "text": str(text)} if len(text) <= LONGEST:
                self.assume(text)
            case {"kind": "desk", "do": str(what), **more} if self._open:
                self._told(what, more.get("line"))
            case _:
                super()._heard(content)

    def _told(self, what: str, line: object) -> None:
        if what == "again":
            self.enter(AGAIN)
        elif what == "undo":
            self.undo()
        elif what == "leave":
            self._edit(0)
        elif type(line) is int and 1 <= line <= len(self.case.lines):
            acts: dict[str, Callable[[int], None]] = {
                "edit": self._edit,
                "strike": self.strike,
                "restore": self.restore,
            }
            if what in acts:
                acts[what](line)

    def _edit(self, line: int) -> None:
        """Put a line into the entry line to be corrected; 0: none."""
        self._editing = line
        text = self.case.lines[line - 1] if line else ""
        self._draw(
            f"Correcting line {line}. Enter takes the new text, Escape leaves it." if line else "Left as it was."
        )
        self._type(text)

    def _complete(self, text: str) -> list[list[Any]]:
        case = before(self.case, self._editing) if self._editing else self.case
        return [[one.text, one.guess] for one in complete(case, text)]

    # What the page shows

    def _change(self, change: Callable[[], str], failed: str) -> bool:
        """Make a change and show it; where it fails, say why. Returns whether it was made."""
        if not self._open:
            self.say("This desk is closed.")
            return False
        try:
            told = change()
        except LostFileError as error:
            self._file_lost(error)
            return False
        except DraculaError as error:
            self.say(f"{failed}: {error}" + "." * (not str(error).endswith(("?", "."))))
            return False
        except Exception as error:
            self.say(f"{failed}: the program failed ({type(error).__name__}); the case stands as before.")
            raise
        self._editing, self._position, self._asked = 0, 1, self._asked + 1
        self._mends, self._slips = [], []
        with self.hold_sync():
            self.answer = {}
            self.suggestions = (0, [])
            seat = next((name for _, name in words.next_seats(self._story)), "")
            changed = words.changed_words(self._story.earlier, self.belief)
            self._draw(f"{told}. {changed}" + f" Next: {seat}." * bool(seat))
        self._mend_later()
        return True

    def _type(self, text: str, found: list[list[Any]] | None = None) -> None:
        """Put a text into the entry line, with lines that may be meant."""
        self.suggestions = (0, found or [])
        self.typed = (self.typed[0] + 1, text)

    def _sentence(self, line: int) -> str:
        note = next((note for note in self.case.notes if note.line == line), None)
        return clue_words(self.case, note) if note is not None else self.case.lines[line - 1]

    def _draw(self, told: str) -> None:
        with self.hold_sync():
            self.show(words.map_view(self._story, self._position))
            self.page = page_of(self._story, self._editing, self._open)
            self._offer(self._mends, self._slips)
            if told:
                self.say(told)

    def _offer(self, mends: list[words.Mend], slips: Sequence[words.Mend] = ()) -> None:
        self._mends, self._slips = mends, list(slips)
        told = ([one.words for one in found] for found in (mends, slips))
        self.offer(*groups_of(self._story, self._lost, *told))

    def _answer(self, told: dict[str, Any]) -> None:
        self.answer = told
        self.say(told.get("said", told["text"]))

    def _explain_fully(self, place: str, question: int) -> None:
        if question == self._asked:
            self._answer(words.why_answer(self.belief.why(place)))

    def _mend_later(self) -> None:
        broken, question = self.belief.contradiction, self._asked
        if broken is not None:
            _later(lambda: self._tell_broken(broken) if question == self._asked else None)

    def _tell_broken(self, broken: Contradiction) -> None:
        self.answer = words.broken_answer(broken)
        mends = words.mends_of(broken)
        self._offer(mends)
        # after what was just said, which would else be cut off
        self.say(f"{self.news[1]} {self.answer['title']}. {words.offered_words(mends)}")

    def _slips_later(self, text: str) -> None:
        asked = (self._asked, self.typed)
        _later(
            lambda: self._tell_slips(words.slips_of(self.case, text)) if asked == (self._asked, self.typed) else None
        )

    def _tell_slips(self, slips: list[words.Mend]) -> None:
        if slips:
            self._offer(self._mends, slips)
            self.say(f"{self.news[1].strip()} Or an earlier line is wrong: {words.offered_words(slips)}")

    def _mend(self, name: str, value: str) -> None:
        mends = self._slips if name == "slip" else self._mends
        if value.isdigit() and int(value) < len(mends):
            mend = mends[int(value)]

            def change() -> str:
                self._story.change(mend.change)
                last = len(self.case.lines)
                return f"Mended: {mend.words}" + f". Line {last}: {self._sentence(last)}" * (name == "slip")

            if self._change(change, "Not mended"):
                self._type("")  # the button is gone: the keyboard goes on at the entry line
            elif name == "slip":
                self._type(self.typed[1])

    def _file_lost(self, error: LostFileError) -> None:
        """Say that somebody else has the file or wrote to it, and what can be done; nothing was written."""
        self._lost = f"{error}. Nothing was written, and nothing is lost."
        self._offer([])
        self.say(self._lost)

    def _settle(self, value: str) -> None:
        if value == "reread":
            self.reread()
        elif value == "elsewhere":
            self._lost = ""

            def change() -> str:
                self._story.keep_elsewhere()
                file = self._story.file
                return f"Going on in {file.path}" if file is not None else "Not saved"

            self._change(change, "Not saved")


def _count(case: Case) -> str:
    many = len(case.notes)
    return f"{many} clue{'s' * (many != 1)} read" if many else "no clue yet"


def _later(work: Callable[[], None]) -> None:
    """Do it once the page has been answered, where a loop is running; else at once."""
    try:
        asyncio.get_running_loop().call_later(0.01, work)
    except RuntimeError:
        work()
