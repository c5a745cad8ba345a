"""Who sits in front of the screen, and when a curtain hides the board between two sides.

Persons of one side share a view, so the screen passes between them freely. Between sides the curtain comes down, and
stays until the next person says that he is ready.
"""

from __future__ import annotations

from collections.abc import Callable

from dracula_nb.boards.click_map import Buttons
from dracula_nb.core.errors import DraculaError
from dracula_nb.core.game import Player
from dracula_nb.core.session import Session

Named = Callable[[Player], str]
"""Gives a seat's name in words."""


class Curtain:
    """Decides whose view a board may show; it hides, it does not draw.

    Parameters
    ----------
    session
        The play.
    seat
        The one seat of the board, or None for every seat that a person plays.

    Attributes
    ----------
    viewer
        The seat whose view is shown while the curtain is up; the last one while nobody of the board chooses.
    down
        Whether nothing may be shown.
    asking
        Whether the other side is asked to agree to taking back.

    Raises
    ------
    DraculaError
        The seat is none that a person plays, or no person plays at all.
    """

    def __init__(self, session: Session, seat: Player | None = None) -> None:
        persons = [one for one in session.game.players if one not in session.policies]
        if not persons or (seat is not None and seat not in persons):
            raise DraculaError(
                f"seat {seat!r} of {session.game.name} is played by no person; "
                f"expected {', '.join(persons) or 'a session with a seat left to a person'}"
            )
        self._session = session
        self._persons = persons if seat is None else [seat]
        self.viewer: Player | None = self._persons[0] if len(self._sides()) == 1 else None
        self.down = False
        self.asking = False

    @property
    def shared(self) -> bool:
        """Whether persons of two sides share the screen."""
        return len(self._sides()) > 1

    @property
    def opposed(self) -> bool:
        """Whether persons of another side play, here or on a board of their own."""
        persons = (one for one in self._session.game.players if one not in self._session.policies)
        return len({self._side(one) for one in persons}) > 1

    @property
    def seat(self) -> Player | None:
        """The seat that chooses now on this board; None behind the curtain or where the viewer's side has none."""
        following = self._next()
        if self.down or following is None or self.viewer is None:
            return None
        return following if self._side(following) == self._side(self.viewer) else None

    def update(self) -> None:
        """See whose turn it is; the curtain comes down where the turn passed to another side."""
        following = self._next()
        if self.asking:
            return
        if following is None:
            self.down = self.viewer is None
        elif self.viewer is not None and self._side(following) == self._side(self.viewer):
            self.viewer, self.down = following, False
        else:
            self.down = True

    def lift(self) -> bool:
        """The person whose turn it is sits in front of the screen, alone; False where there is nothing to lift."""
        if not self.down or self.asking:
            return False
        self.viewer, self.down = self._next() or self._persons[0], False
        return True

    def ask(self) -> None:
        """Put the question of taking back before both sides; it hides the board."""
        self.asking = self.down = True

    def answer(self) -> None:
        """The question was answered; both sides have looked, so nobody's view is open."""
        self.asking, self.viewer = False, None
        self.update()

    def words(self, named: Named) -> str:
        """What is asked of those at the screen."""
        following = self._next()
        if self.asking:
            side = f"{self._who(self.viewer, named)} asks" if self.viewer else "One side asks"
            return f"{side} to take back the last choice. Does the other side agree?"
        if not self.down:
            waiting = " and ".join(named(seat) for seat in self._session.waiting_for())
            return f"Waiting for {waiting or 'nobody'}."
        whom = self._who(following, named) if following else named(self._persons[0])
        return f"Hand the screen to {whom}, who presses the button when nobody else is looking."

    def buttons(self, named: Named) -> tuple[Buttons, ...]:
        """The buttons on the curtain."""
        if self.asking:
            return (Buttons("curtain", "Agree?", (("refuse", "Refuse"), ("agree", "Agree")), first=True),)
        whom = self._next() or self._persons[0]
        ready = Buttons("curtain", "Curtain", (("ready", f"{self._who(whom, named)} is ready"),), first=True)
        return ready, Buttons("table", "Undo", (("undo", "Take back the last choice"),))

    def _next(self) -> Player | None:
        return next((seat for seat in self._session.waiting_for() if seat in self._persons), None)

    def _side(self, seat: Player) -> str:
        return self._session.game.side(seat)

    def _sides(self) -> set[str]:
        return {self._side(seat) for seat in self._persons}

    def _who(self, seat: Player | None, named: Named) -> str:
        return named(seat) if seat else "the next person"
