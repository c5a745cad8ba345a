"""A line of hunt's public log as a sentence; a case file's clues are written in the same lines."""

from __future__ import annotations

from dracula_nb.games.hunt.rulebook import NAMES

MOVES = {"HI": "Hide", "TP": "Teleport", **{f"D{n}": f"Double Back {n}" for n in range(1, 6)}}
SHOWN = {"city": "moved on land, unseen", "sea": "moved at sea, unseen", "HI": "hid", "TP": "returned to his castle"}
COUNT = ("", "a trap", "two traps", "three traps")
AGE = ("", "newest", "second newest", "third newest", "fourth newest", "fifth newest", "oldest")
GONE = {"trap gone": "an old trap is gone", "vampire matured": "a vampire has matured"}


def line_words(line: str) -> str:
    """A line of the log in words, without the full stop.

    >>> line_words("H Naples: trap, trap, dracula")
    'Van Helsing ended in Naples and met two traps and Dracula'
    >>> line_words("D city: trap, vampire matured")
    'Dracula moved on land, unseen, and laid a trap; a vampire has matured'
    >>> line_words("seen 6: Milan"), line_words("seen 2: HI at Rome")
    ('the oldest move of the trail was seen: Milan', 'the second newest move of the trail was seen: Hide (Rome)')
    """
    head, _, told = line.partition(": ")
    if head.startswith("seen "):
        return _seen_words(int(head.removeprefix("seen ")), told)
    if head == "here":
        return f"Dracula is in {told}"
    seat, place = head.split(" ", 1)
    words = told.split(", ") if told else []
    return _dracula_words(place, words) if seat == "D" else _hunter_words(seat, place, words)


def _hunter_words(seat: str, place: str, words: list[str]) -> str:
    met = [COUNT[words.count("trap")]]
    met += [words_of for word, words_of in (("vampire", "a vampire"), ("dracula", "Dracula")) if word in words]
    return f"{NAMES[seat]} ended in {place} and met {_listed(met) or 'nothing'}"


def _dracula_words(shown: str, words: list[str]) -> str:
    back = MOVES.get(shown, "")
    moved = SHOWN.get(shown) or (f"made a {back}" if back else f"was seen moving to {shown}")
    laid = "".join(f", and laid a {word}" for word in words if word not in GONE)
    gone = "".join(f"; {GONE[word]}" for word in words if word in GONE)
    return f"Dracula {moved}{laid}{gone}"


def _seen_words(position: int, told: str) -> str:
    move, _, place = told.partition(" at ")
    where = f" ({place})" if place and place != move else ""
    return f"the {AGE[position]} move of the trail was seen: {MOVES.get(move, move)}{where}"


def _listed(words: list[str]) -> str:
    kept = [word for word in words if word]
    return " and ".join(filter(None, (", ".join(kept[:-1]), *kept[-1:])))
