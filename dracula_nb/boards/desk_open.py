"""Opening a desk on a case, on a file of it, or on nothing yet; and the front desk, where a person chooses which."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import anywidget
import ipywidgets
import traitlets

from dracula_nb.beliefs.case import Case
from dracula_nb.boards.click_map import LONGEST, script, static
from dracula_nb.boards.desk_file import FIRST_GAME, DeskFile, blank, file_named
from dracula_nb.boards.desk_page import Desk
from dracula_nb.boards.desk_story import Story
from dracula_nb.core.errors import DraculaError

GAMES = (
    ("The hunt", ("hunt", None)),
    ("Fury of Dracula with the trail: by the rule text", ("fury_trail", "seed")),
    ("Fury of Dracula with the trail: as printed", ("fury_trail", "printed")),
    ("Fury of Dracula with the trail: whichever of these", ("fury_trail", "cautious")),
)
NEW = "evening"
"""The name that is offered where no case file is there."""
OFFERED = 50
"""Files that the front desk offers at most."""


def open_desk(
    case_or_path: Case | str | os.PathLike[str] | None,
    game: str | None = None,
    profile: str | None = None,
    model: str = "uniform",
    take_over: bool = False,
) -> Desk:
    """`dracula_nb.boards.desk`, which tells the parameters."""
    if isinstance(case_or_path, Case):
        case = case_or_path
        for key, wanted in (("game", game), ("profile", profile)):
            if wanted not in (None, getattr(case, key)):
                raise DraculaError(f"{case.name}: a case of {key} {getattr(case, key)}; expected {key} {wanted}")
        plain = Case.from_text(case.to_text(), language=case.language) if case.of_plays else case
        return Desk(Story(plain, None, model))
    if case_or_path is None:
        return Desk(Story(blank(game or FIRST_GAME, profile), None, model))
    file = DeskFile(case_or_path, game, profile, take_over=take_over)
    try:
        return Desk(Story(file.case, file, model))
    except BaseException:
        file.close()
        raise


class FrontForm(anywidget.AnyWidget):
    """The form of the front desk; every wish to open carries what stands in it, so that no late message is waited for.

    Attributes
    ----------
    files
        Names that are offered.
    file
        The name that stands there at first.
    games
        The games that a new file may be of, in words.
    news
        Why nothing was opened.
    taken
        Whether the file can be taken over from another desk.
    """

    _esm = script("click_map.js") + static("front_desk.js")
    _css = static("click_map.css") + static("desk.css")

    files: traitlets.List = traitlets.List().tag(sync=True)
    file = traitlets.Unicode("").tag(sync=True)
    games: traitlets.List = traitlets.List().tag(sync=True)
    news = traitlets.Unicode("").tag(sync=True)
    taken = traitlets.Bool(False).tag(sync=True)


class FrontDesk(ipywidgets.VBox):
    """Asks for the evening's file, new or old, and opens the desk on it below.

    >>> front = FrontDesk()
    >>> front.open_file("../secrets")
    >>> front.form.news
    "name '../secrets': expected 1 to 40 letters, digits, blanks, _ or -"
    """

    def __init__(self) -> None:
        files = case_files()
        self.form = FrontForm(
            # after a crash the evening that was broken off is the newest
            files=files,
            file=files[0] if files else NEW,
            games=[words for words, _ in GAMES],
        )
        self.form.on_msg(lambda _, content, buffers: self._heard(content))
        self.desk: Desk | None = None
        super().__init__([self.form])

    def open_file(self, name: str, game: int = 0, *, take_over: bool = False) -> None:
        """Open the desk on a file; a refusal is told, with a button where the file can be taken over.

        Parameters
        ----------
        name
            Its name in the working folder; ``.txt`` is added.
        game
            Which of `GAMES` it is of, where it is new.
        take_over
            Whether to take it from a desk that is still open.
        """
        try:
            path = file_named(name)
            named, profile = (None, None) if path.exists() else GAMES[game][1]
            self.desk = open_desk(path, named, profile, take_over=take_over)
        except DraculaError as error:
            self.form.news, self.form.taken = str(error), "at another desk" in str(error)
            return
        self.desk.awaited = True
        self.children = (self.desk,)

    def _heard(self, content: object) -> None:
        """Take a message of the page, which may hold anything."""
        match content:
            case {"kind": "open", "name": str(name), "game": int(game), "take": bool(take)}:
                # Enter may be struck twice before the desk is there
                if self.desk is None and len(name) <= LONGEST and 0 <= game < len(GAMES):
                    self.open_file(name, game, take_over=take)

    def _repr_mimebundle_(self, **kwargs: Any) -> Any:
        bundle: Any = super()._repr_mimebundle_(**kwargs)
        still = self.desk.still() if self.desk is not None else "<p>The hunters' desk: run this cell to open it.</p>"
        return {**(bundle or {}), "text/html": still}


def case_files() -> list[str]:
    """The names of the case files in the working folder, the newest first."""
    found = [path for path in Path().glob("*.txt") if path.is_file() and _names_a_game(path)]
    return [path.stem for path in sorted(found, key=lambda path: -path.stat().st_mtime)[:OFFERED]]


def _names_a_game(path: Path) -> bool:
    try:
        with path.open(encoding="utf-8") as file:
            start = file.read(200)
    except (OSError, UnicodeDecodeError):
        return False
    return start.startswith("game:") and "\nversion:" not in start
