"""Opening a desk on a case, on a file of it, or on nothing yet; and the front desk, where a person chooses which."""

from __future__ import annotations

import os
from html import escape
from pathlib import Path
from typing import Any

import ipywidgets

from dracula_nb.beliefs.case import Case
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


class FrontDesk(ipywidgets.VBox):
    """Asks for the evening's file, new or old, and opens the desk on it below.

    >>> front = FrontDesk()
    >>> front.name.value = "../secrets"
    >>> front.open_file()
    >>> front.news.value
    "<p role='alert'>name &#x27;../secrets&#x27;: expected 1 to 40 letters, digits, blanks, _ or -</p>"
    """

    def __init__(self) -> None:
        wide = {"layout": ipywidgets.Layout(width="min(100%, 480px)"), "style": {"description_width": "110px"}}
        self.name = ipywidgets.Combobox(
            "evening", options=case_files(), description="File", ensure_option=False, **wide
        )
        self.game = ipywidgets.Dropdown(options=GAMES, description="Game, if new", **wide)
        self.button = ipywidgets.Button(description="Open the desk", button_style="primary")
        self.taking = ipywidgets.Button(description="Take it over", layout=ipywidgets.Layout(display="none"))
        self.news = ipywidgets.HTML()
        self.desk: Desk | None = None
        self.button.on_click(lambda _: self.open_file())
        self.taking.on_click(lambda _: self.open_file(take_over=True))
        super().__init__([self.name, self.game, ipywidgets.HBox([self.button, self.taking]), self.news])

    def open_file(self, *, take_over: bool = False) -> None:
        """Open the desk on what was chosen; a refusal is told, with a button where the file can be taken over."""
        try:
            path = file_named(self.name.value)
            game, profile = (None, None) if path.exists() else self.game.value
            self.desk = open_desk(path, game, profile, take_over=take_over)
        except DraculaError as error:
            self.news.value = f"<p role='alert'>{escape(str(error))}</p>"
            self.taking.layout.display = "" if "at another desk" in str(error) else "none"
            return
        self.children = (self.desk,)

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
