"""A picture whose places can be clicked, tapped or walked to by keyboard, with groups of buttons and a live line.

Board and desk are this widget with their own answers: they show a view, list buttons, and are told what was chosen.
The script (`static/click_map.js`) knows no rule and no game.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from importlib.resources import files
from typing import Any

import anywidget
import traitlets

from dracula_nb.boards.scene import points, scene
from dracula_nb.boards.walking import walks

LONGEST = 200
"""Characters of the longest text that is taken from the page."""


def static(name: str) -> str:
    """The text of a script or style sheet of the boards."""
    return (files("dracula_nb.boards") / "static" / name).read_text(encoding="utf-8")


def script(name: str) -> str:
    """A script of the boards to be followed by another that uses its functions and has its own `render`."""
    return static(name).replace("export default { render };", "")


def with_picture(bundle: Any, picture: str) -> Any:
    """What a notebook keeps of a widget, with the picture that is shown where no kernel runs.

    As HTML its places can be read aloud in exports; as an image it is shown where HTML is stripped of pictures.

    >>> with_picture(({"text/plain": "<Board>"}, {}), "<svg/>")
    ({'text/plain': '<Board>', 'text/html': '<svg/>', 'image/svg+xml': '<svg/>'}, {})
    """
    if bundle is None:
        return None
    data, metadata = bundle if isinstance(bundle, tuple) else (bundle, {})
    return {**data, "text/html": picture, "image/svg+xml": picture}, metadata


@dataclass(frozen=True, slots=True)
class Buttons:
    """A group of buttons.

    Attributes
    ----------
    name
        What `pressed` is told.
    label
        The heading, also spoken.
    buttons
        Pairs: a value for `pressed`, and the words on the button.
    folded
        Whether the group is closed at first.
    field
        The label of a text field whose text is sent along; no field where empty.
    first
        Whether the keyboard goes to its first button when the group appears: a question that must be answered.
    """

    name: str
    label: str
    buttons: tuple[tuple[str, str], ...]
    folded: bool = False
    field: str = ""
    first: bool = False


class ClickMap(anywidget.AnyWidget):
    """The widget: a subclass overrides `place_chosen` and `pressed`, and calls `show`, `offer` and `say`.

    Attributes
    ----------
    picture
        The scene as SVG text; each place is a ``<g>`` with `data-place`.
    places
        For each place of the picture its x and y, and where the arrow keys lead: up, right, down, left.
    groups
        The groups of buttons, as `Buttons` has them.
    news
        The live line, after 0 or 1 in turn so that the same words are spoken again.
    """

    _esm = static("click_map.js")
    _css = static("click_map.css")

    picture = traitlets.Unicode("").tag(sync=True)
    places = traitlets.Dict().tag(sync=True)
    groups: traitlets.List = traitlets.List().tag(sync=True)
    news = traitlets.Tuple(traitlets.Int(), traitlets.Unicode(), default_value=(0, "")).tag(sync=True)

    def __init__(self) -> None:
        super().__init__()
        self.on_msg(lambda _, content, buffers: self._heard(content))

    def show(self, view: object) -> None:
        """Draw a view."""
        where = points(view)
        ways = walks(where)
        self.picture = scene(view)
        self.places = {place: [round(x, 1), round(y, 1), *ways[place]] for place, (x, y) in where.items()}

    def offer(self, *groups: Buttons) -> None:
        """Show these groups of buttons; a group without buttons is left out."""
        self.groups = [
            {**asdict(one), "buttons": [list(pair) for pair in one.buttons]} for one in groups if one.buttons
        ]

    def say(self, words: str) -> None:
        """Put words on the live line, which is read aloud."""
        self.news = (1 - self.news[0], words)

    def place_chosen(self, place: str) -> None:
        """A place was clicked, tapped, or chosen by Enter; again at every click."""

    def pressed(self, name: str, value: str, typed: str) -> None:
        """A button of a group was pressed; `typed` is the text of the group's field."""

    def still(self) -> str:
        """The picture that stays where no kernel runs."""
        return self.picture

    def _heard(self, content: object) -> None:
        """Take a message of the page, which may hold anything."""
        match content:
            case {"kind": "place", "place": str(place)} if len(place) <= LONGEST:
                if place in self.places:
                    self.place_chosen(place)
            case {"kind": "press", "group": str(name), "value": str(value), "typed": str(typed)}:
                if max(len(name), len(value), len(typed)) <= LONGEST:
                    self.pressed(name, value, typed)

    def _repr_mimebundle_(self, **kwargs: Any) -> Any:
        return with_picture(super()._repr_mimebundle_(**kwargs), self.still())
