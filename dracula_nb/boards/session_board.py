"""The board: a session played by mouse, touch and keyboard, by one person or by two who share the screen."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import traitlets

from dracula_nb.boards.click_map import Buttons, ClickMap
from dracula_nb.boards.curtain import Curtain
from dracula_nb.boards.keeping import keep
from dracula_nb.boards.notice import Notice
from dracula_nb.boards.scene import points, scene, view_module
from dracula_nb.core.errors import DraculaError, IllegalActionError
from dracula_nb.core.game import Player
from dracula_nb.core.session import Session

SHORT_LIST = 12
"""A list of more moves is folded."""
CURTAIN = Notice("The curtain is down", "Nothing is shown until the next person is ready.")


class Board(ClickMap):
    """A session's board for one seat, or for all seats that persons play.

    Whose view is shown, and when the curtain is down between two sides, see `dracula_nb.boards.curtain`. Python checks
    every choice again; the page only sends what was pointed at.

    Attributes
    ----------
    legal
        The texts of the legal actions of the seat in front of the screen; () while it does not choose.
    chosen
        The text that the seat chose last; "" behind the curtain.

    Examples
    --------
    >>> from dracula_nb.games.hunt import load
    >>> board = Board(Session(load(), {"D": lambda known, legal, rng: legal[0]}))
    >>> board.choose("Edinburgh")
    >>> board.news[1]
    'Lord Godalming ended in Edinburgh and met nothing. Dr Seward to choose.'
    """

    legal = traitlets.List(traitlets.Unicode()).tag(sync=True)
    chosen = traitlets.Unicode("").tag(sync=True)

    def __init__(self, session: Session, seat: Player | None = None) -> None:
        super().__init__()
        self._session = session
        self._book = view_module(session.game.name)
        self._curtain = Curtain(session, seat)
        self._seen: dict[str, Any] = {}
        self._start()

    def refresh(self) -> None:
        """Draw again what the person at the screen may see now; needed where the session was moved elsewhere."""
        self._curtain.update()
        self._draw(self._news())

    def choose(self, text: str) -> None:
        """Choose an action by its text for the seat whose turn it is; a refusal is told on the live line."""
        seat = self._curtain.seat
        if seat is None:
            self.say(self._waiting_words())
            return
        try:
            self._session.submit(seat, text)
        except DraculaError as error:
            self.say(f"Not allowed. {error}")
            return
        self.chosen = text
        self._curtain.update()
        self._draw(self._news())

    def place_chosen(self, place: str) -> None:
        """Choose the action that ends in a place; several are offered, none is answered by the rule against it."""
        seat = self._curtain.seat
        if seat is None:
            self.say(self._waiting_words())
            return
        observation = self._session.observation(seat)
        ends = [text for text in self.legal if self._book.place_of(observation, text) == place]
        if len(ends) == 1:
            self.choose(ends[0])
        elif ends:
            self._offer(place, ends)
            self.say(f"{place}: {len(ends)} ways to go there. Choose one below.")
        else:
            self._refuse(seat, self._book.text_for(observation, place))

    def undo(self) -> None:
        """Take back the last choice of a person; the other side is asked where two sides share the screen."""
        if self._curtain.shared:
            self._curtain.ask()
            self._draw("")
        elif self._curtain.opposed:
            self.say("Taking back needs the other side's word; use a board of all seats.")
        else:
            self._take_back()

    def save(self, name: str) -> None:
        """Write the play to a file of the working folder; its text holds the whole truth."""
        self.say(keep(self._session, name))

    def pressed(self, name: str, value: str, typed: str) -> None:
        """Answer a button."""
        if name in ("moves", "offered"):
            self._pressed_move(value)
        elif (name, value) == ("table", "undo"):
            self.undo()
        elif (name, value) == ("keep", "save"):
            self.save(typed)
        elif name == "curtain":
            self._pressed_curtain(value)

    def still(self) -> str:
        """The picture for a saved notebook: none of what is seen where two sides share the screen."""
        return scene(CURTAIN) if self._curtain.shared else self.picture

    def _start(self) -> None:
        self._curtain.update()
        self._draw("")

    def _pressed_move(self, value: str) -> None:
        if value:
            self.choose(value)
        else:
            self._draw("")

    def _pressed_curtain(self, value: str) -> None:
        if value == "ready" and self._curtain.lift():
            self._draw(self._news())
        elif value == "agree" and self._curtain.asking:
            self._curtain.answer()
            self._take_back()
        elif value == "refuse" and self._curtain.asking:
            self._curtain.answer()
            self._draw("Not taken back.")

    def _take_back(self) -> None:
        try:
            self._session.undo()
        except IllegalActionError as error:
            self._draw(f"{error}.")
            return
        self._seen.clear()
        self.chosen = ""
        self._curtain.update()
        self._draw("Taken back.")

    def _refuse(self, seat: Player, text: str) -> None:
        refusal = self._session.why_not(seat, text)
        if refusal is None:
            self.say(f"{text}: choose it from the list of moves.")
        else:
            self.say(f"{text} is not allowed: {refusal.reason} ({refusal.rule}).")

    def _waiting_words(self) -> str:
        if self._session.over:
            outcome = self._session.outcome()
            return f"The play is over: {f'{outcome.winner} won' if outcome.winner else 'a draw'}; {outcome.reason}."
        return self._curtain.words(self._book.seat_words)

    def _news(self) -> str:
        """What the side in front of the screen learnt since it looked last; nothing while the curtain is down."""
        viewer = self._curtain.viewer
        if self._curtain.down or viewer is None:
            return ""
        side, now = self._session.game.side(viewer), self._session.observation(viewer)
        before = self._seen.get(side)
        self._seen[side] = now
        return "" if before is None else "".join(f"{line}. " for line in self._book.news(before, now))

    def _draw(self, told: str) -> None:
        """Show the view, the moves and the words, or the curtain alone, in one message to the page."""
        with self.hold_sync():
            if self._curtain.down or self._curtain.viewer is None:
                self._draw_curtain(told)
            else:
                self._draw_view(self._curtain.viewer, told)

    def _draw_curtain(self, told: str) -> None:
        self.legal, self.chosen = [], ""
        self.show(CURTAIN)
        self.offer(*self._curtain.buttons(self._book.seat_words))
        self.news = (1, "")  # how often the other side was answered tells nothing
        self.say(f"{told} {self._curtain.words(self._book.seat_words)}".strip())

    def _draw_view(self, viewer: Player, told: str) -> None:
        observation, seat = self._session.observation(viewer), self._curtain.seat
        self._seen.setdefault(self._session.game.side(viewer), observation)
        self.legal = list(self._session.legal(seat)) if seat else []
        view = self._book.build_view(observation)
        ends = {self._book.place_of(observation, text) for text in self.legal}
        view = replace(view, choices=frozenset(ends & set(points(view))))
        if self._session.over:
            view = replace(view, title=self._waiting_words())
        self.show(view)
        self._offer("", [])
        self.say(told + (f"{self._book.seat_words(seat)} to choose." if seat else self._waiting_words()))

    def _offer(self, place: str, ends: list[str]) -> None:
        seat = self._curtain.seat
        moves: list[tuple[str, str]] = []
        if seat:
            observation = self._session.observation(seat)
            moves = [(text, self._book.action_words(observation, text)) for text in self.legal]
        offered = [pair for pair in moves if pair[0] in ends]
        none = [("", "None of these")] if offered else []
        self.offer(
            Buttons("offered", f"{place}: which way?", (*offered, *none), first=True),
            Buttons("moves", f"All moves ({len(moves)})", tuple(moves), folded=len(moves) > SHORT_LIST),
            Buttons("table", "Undo", (("undo", "Take back the last choice"),)),
            Buttons("keep", "Save", (("save", "Save to a file"),), folded=True, field="Name of the file"),
        )
