"""What the page of the desk is told, as plain data: the lines, the trail as layers, buttons, and what stays of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from importlib import import_module
from typing import Any

from dracula_nb.beliefs.entry import complete
from dracula_nb.boards.belief_view import board_of, clue_words
from dracula_nb.boards.click_map import Buttons
from dracula_nb.boards.desk_story import STRUCK, Story
from dracula_nb.boards.desk_words import HEADER, MODELS, next_seats
from dracula_nb.boards.heat import in_hundred, in_words

ROWS = 6
"""Places that a layer of the trail shows."""


def page_of(story: Story, editing: int, open_: bool) -> dict[str, Any]:
    """Everything beside the map; `editing` is the line that is being corrected, 0 for none."""
    first = complete(story.case, "")[:1]
    models = [list(pair) for pair in MODELS]
    if story.model not in dict(MODELS):
        models.append([story.model, "as asked for"])
    saved = (
        f"Saved in {story.file.path} after every line." if story.file is not None else "Not saved: see below the map."
    )
    return {
        "next": [list(pair) for pair in next_seats(story)],
        "hint": f"for example: {first[0].text}" if first else "",
        "saved": saved if open_ else "Closed.",
        "editing": [editing, story.case.lines[editing - 1]] if editing else None,
        "open": open_,
        "models": models,
        "model": story.model,
        "rows": line_rows(story),
        "layers": layer_rows(story),
        "help": grammar(story.case.game),
    }


def groups_of(story: Story, lost: str, repairs: Sequence[str], slips: Sequence[str]) -> tuple[Buttons, ...]:
    """The buttons around the map.

    `lost` says what happened to the file, `repairs` what may mend a broken story, `slips` what may let a line follow
    that was refused.
    """
    belief = story.belief
    files = (("reread", "Read it again"), ("elsewhere", "Go on in a new file")) if lost else ()
    positions = [(str(one.position), f"Position {one.position}") for one in belief.trail[1:]]
    layers = [("1", "Where he is now"), *positions] if positions else []
    unsaved = [("save", "Save to a file, and every clue from now on")] if story.file is None else []
    return (
        Buttons("file", lost, files, first=True),
        Buttons("mend", "The story breaks. What may have gone wrong?", tuple(numbered(repairs)), first=True),
        Buttons("slip", "Or an earlier line is wrong:", tuple(numbered(slips)), first=True),
        Buttons("ask", "Advice", (("next", "Where should the next hunter go?"),) if belief.possible else ()),
        Buttons("layer", "Show on the map", tuple(layers)),
        Buttons("keep", "Save", tuple(unsaved), field="Name of the file"),
    )


def grammar(game: str) -> str:
    """The table of a game's clues with what each says, as its own module has it; empty where that was left out.

    >>> grammar("hunt").splitlines()[0]
    'G Edinburgh                       Godalming ended his turn in Edinburgh and met nothing'
    """
    told = (import_module(f"dracula_nb.beliefs.{game}.clues").__doc__ or "").splitlines()
    ruler = next((line for line in told if line.startswith("===")), "=== ")
    edge = ruler.rindex(" ") + 1
    rows = [(line[:edge].replace("``", "").strip(), line[edge:].replace("``", "")) for line in told if line[:2] == "``"]
    width = max((len(clue) for clue, _ in rows), default=0)
    return "\n".join(f"{clue:<{width}}  {says}" for clue, says in rows)


def numbered(words: Sequence[str]) -> list[tuple[str, str]]:
    """Buttons that answer with their number.

    >>> numbered(["strike it"])
    [('0', 'strike it')]
    """
    return [(str(at), said) for at, said in enumerate(words)]


def line_rows(story: Story) -> list[dict[str, Any]]:
    """The lines of the case for the page: number, text, words, and what kind of line it is."""
    case, wrong = story.case, story.belief.contradiction
    notes = {note.line: note for note in case.notes}
    rows = []
    for number, text in enumerate(case.lines, 1):
        note = notes.get(number)
        if note is None and (not text.strip() or HEADER.match(text)):
            continue
        kind = "clue" if note is not None else "struck" if text.startswith(STRUCK) else "remark"
        words = clue_words(case, note) if note is not None else ""
        turn = note is not None and case.language.opens(note.clue)
        back = STRUCK in text
        rows.append(
            {"line": number, "text": text, "words": words, "kind": kind}
            | {"opens": turn, "back": back, "wrong": wrong is not None and wrong.note.line == number}
        )
    return rows


def layer_rows(story: Story) -> list[dict[str, Any]]:
    """The trail as layers: for each position what is known, the likeliest places, and how likely it was a hide."""
    case, belief = story.case, story.belief
    cards = {card.position: card.text for card in board_of(case.game).cards(case, belief)}
    rows = []
    for layer in belief.trail:
        ranked = sorted(layer.posterior.items(), key=lambda pair: (-pair[1], pair[0]))
        rows.append(
            {
                "position": layer.position,
                "card": cards.get(layer.position, "?"),
                "places": [[place, in_hundred(p), round(100 * p, 1)] for place, p in ranked[:ROWS]],
                "more": max(0, len(ranked) - ROWS),
                "hide": in_words(layer.hide) if layer.hide > 0 else "",
            }
        )
    return rows


def still_page(page: Mapping[str, Any], picture: str) -> str:
    """What stays in a saved notebook where no kernel runs: the map, the lines and the trail, as HTML."""
    items = "".join(
        f"<li value='{row['line']}'>{'<s>' if row['kind'] == 'struck' else ''}{escape(row['text'])}"
        f"{'</s>' if row['kind'] == 'struck' else ''}{': ' + escape(row['words']) if row['words'] else ''}</li>"
        for row in page["rows"]
    )
    trail = "".join(
        f"<li>{escape(layer['card'])}: "
        + escape(", ".join(f"{place} {number} in 100" for place, number, _ in layer["places"]))
        + (f" and {layer['more']} more" if layer["more"] else "")
        + "</li>"
        for layer in page["layers"]
    )
    parts = [f"<p>{escape(page['news'])}</p>", picture]
    parts += [f"<p><b>Trail, newest first</b></p><ol>{trail}</ol>"] * bool(trail)
    parts += [f"<p><b>Lines</b></p><ol>{items}</ol>"] * bool(items)
    return "".join(parts)
