r"""Entering clues by hand: short forms, completion, "same again", and the nearest place for a misspelt one.

Nothing here knows a game: words and places are put together, and the game's language says which lines there are and
which can come now. A misspelling is offered, never taken by itself.

>>> from dracula_nb.beliefs import Case
>>> case = Case.from_text("G Edinburgh\nS Lisbon\nH Vienna\nM Sofia\n")
>>> read_entry(case, "d c v"), [one.text for one in complete(case, "d b t")][:2]
('D city: vampire', ['D Barcelona: trap', 'D Bari: trap'])
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from operator import itemgetter
from typing import Any

from dracula_nb.beliefs.case import Case, Note
from dracula_nb.beliefs.entry_words import EXACT, GUESS, TAILS, Lexicon, Part
from dracula_nb.beliefs.language import Clue, Language
from dracula_nb.beliefs.soft import Pattern, read_clue
from dracula_nb.core.errors import NotationError

AGAIN = ("=", "same again")
DRACULA = "D"
TWO_LETTERS = 3
"""What a first word of two letters costs: with the seat left out they may begin a place as well."""
MOST = 12
TRIED = 200
"""Most lines that are put together for one text: the likeliest are tried first."""
LONGEST = 200
SURE = re.compile(r"(sure \d{1,2}(?:\.\d{1,4})? ?%) +(.*)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A line that a text may mean; `guess`: only if something in it was misspelt."""

    text: str
    guess: bool = False


@dataclass(frozen=True, slots=True)
class _Reading:
    """A line that the language can read, how far it is from the text, and what speaks against it now."""

    rank: tuple[int, int]
    text: str
    fault: str = ""


def next_words(case: Case) -> tuple[str, ...]:
    r"""The seats that can open the next turn, the expected one first.

    Where the game leaves the order open, it is expected to go on as it went last time.

    >>> from dracula_nb.beliefs import Case
    >>> next_words(Case.from_text("G Edinburgh\nS Lisbon\n"))
    ('H',)
    """
    seats = [word for word in (*case.language.seats, DRACULA) if case.language.samples(word)]
    table = table_of(case)
    found = [word for word in seats if _untold_fits(case.language, table, word)]
    said = [word for word in (first_word(case, note) for note in case.notes) if word in seats]
    if len(found) > 1 and said:
        before = [after for now, after in pairwise(said) if now == said[-1]]
        following = before[-1] if before else seats[(seats.index(said[-1]) + 1) % len(seats)]
        found.sort(key=lambda word: word != following)
    return tuple(found)


def complete(case: Case, text: str) -> tuple[Suggestion, ...]:
    """The lines that a text may be meant for and that can come next, likeliest first; at most a dozen.

    Parameters
    ----------
    case
        What was noted before.
    text
        What was typed so far; the seat may be left out.
    """
    again = _again(case, text)
    if again is not None:
        return tuple(map(Suggestion, again[:MOST]))
    found = [one for one in _readings(case, text) if not one.fault]
    sure = [one.text for one in found if one.rank[0] < GUESS]
    if not sure:
        return tuple(Suggestion(one.text, guess=True) for one in found[:MOST])
    longer = _longer(case, sure[0]) if ":" not in text else []
    return tuple(map(Suggestion, dict.fromkeys([sure[0], *longer[:3], *sure[1:], *longer[3:]])))[:MOST]


def read_entry(case: Case, text: str) -> str:
    r"""The line that a text means.

    Parameters
    ----------
    case
        What was noted before.
    text
        A line as the case file has it or in short; ``=`` or ``same again`` repeats the last line of the same seat.
        What follows a ``#`` is kept as it is.

    Raises
    ------
    NotationError
        Nothing fits, or several lines do; one line that says what was expected.

    Examples
    --------
    >>> from dracula_nb.beliefs import Case
    >>> case = Case.from_text("G Edinburgh\nS Lisbon\nH Vienna\nM Sofia\nD city: vampire\nG Manchester\n")
    >>> read_entry(case, "="), read_entry(case, "cad t"), read_entry(case, "seen 1 par")
    ('S Lisbon', 'S Cadiz: trap', 'seen 1: Paris')
    >>> read_entry(case, "s lisbin")
    Traceback (most recent call last):
        ...
    dracula_nb.core.errors.NotationError: 's lisbin' is no line as it stands; did you mean 'S Lisbon'?
    """
    bare, mark, comment = text.strip().partition("#")
    bare, kept = " ".join(bare.split()), f"{mark}{comment}".strip()
    if not bare:
        if kept:
            return kept
        raise NotationError("nothing was typed; expected a clue")
    return " ".join(filter(None, (_one(case, bare), kept)))


def refused_line(case: Case, text: str) -> str:
    r"""The line that a text means where it reads well but cannot come now; empty where it can, or cannot be read.

    >>> from dracula_nb.beliefs import Case
    >>> case = Case.from_text("G Edinburgh\nS Lisbon\nH Vienna\nM Sofia\nD city: vampire\n")
    >>> refused_line(case, "g rom"), refused_line(case, "g man"), refused_line(case, "nothing")
    ('G Rome', '', '')
    """
    try:
        clue = read_clue(case.language, " ".join(text.partition("#")[0].split()))
    except NotationError:
        found = [one for one in _readings(case, text) if one.rank[0] < GUESS]
        return found[0].text if found and all(one.fault for one in found) else ""
    return case.line_of(clue) if _fault(case.language, table_of(case), clue) else ""


def first_word(case: Case, note: Note) -> str:
    """The first word of a note's line: its seat, or what kind of note it is."""
    clue = note.clue
    return str(clue.word if isinstance(clue, Pattern) else case.language.parts(clue)[0])


def table_of(case: Case) -> Any:
    """What everybody at the table knows at the end of a case."""
    table = case.language.opening()
    for note in case.notes:
        table = case.language.after(table, note.clue)
    return table


def before(case: Case, line: int) -> Case:
    """The case as it stood before a line."""
    return replace(case, notes=tuple(note for note in case.notes if note.line < line), lines=case.lines[: line - 1])


def _one(case: Case, bare: str) -> str:
    again = _again(case, bare)
    if again is not None:
        if not again:
            raise NotationError(f"{bare[:40]!r}: nothing to repeat that can come now; expected a clue")
        return again[0]
    try:
        clue = read_clue(case.language, bare)
    except NotationError as error:
        return _meant(case, bare, str(error))
    case.language.after(table_of(case), clue)
    return case.line_of(clue)


def _meant(case: Case, bare: str, unread: str) -> str:
    """The one line that a short text means."""
    found = list(_readings(case, bare))
    fitting = [one for one in found if not one.fault]
    sure = [one for one in fitting if one.rank[0] < GUESS]
    if sure:
        best = [one.text for one in sure if one.rank == sure[0].rank]
        if len(best) == 1:
            return best[0]
        raise NotationError(f"{bare[:40]!r} may be {_listed(best)}; expected one of them")
    meant = [one for one in found if one.rank[0] < GUESS]
    if meant:
        raise NotationError(meant[0].fault)
    for one in (*fitting, *found):
        raise NotationError(
            f"{bare[:40]!r} is no line as it stands; did you mean {one.text!r}?{one.fault and f' But {one.fault}'}"
        )
    raise NotationError(_in_full(case.language, bare) or unread)


def _in_full(language: Language, bare: str) -> str:
    """What the language says of a line that cannot be read, once its first word is written in full."""
    first, _, rest = bare.partition(" ")
    named = list(_first_words(language, first))
    if len(named) != 1:
        return ""
    word = named[0]
    try:
        read_clue(language, f"{word} {rest}")
    except NotationError as error:
        return str(error)
    return ""


def _listed(texts: Sequence[str]) -> str:
    shown = [repr(text) for text in texts[:4]]
    more = f" and {len(texts) - 4} more" if len(texts) > 4 else ""
    return f"{', '.join(shown)}{more}" if more else f"{', '.join(shown[:-1])} or {shown[-1]}"


def _again(case: Case, text: str) -> list[str] | None:
    """The lines that 'same again' may mean, the last said first; None where the text does not ask for it."""
    words = " ".join(text.split()).lower()
    ending = next((ending for ending in AGAIN if words == ending or words.endswith(f" {ending}")), None)
    if ending is None:
        return None
    asked = words.removesuffix(ending).strip()
    wanted = _first_words(case.language, asked) if asked else next_words(case)[:1]
    table, found = table_of(case), []
    for word in wanted:
        line = next((case.line_of(note.clue) for note in case.notes[::-1] if first_word(case, note) == word), None)
        if line is not None and not _fault(case.language, table, read_clue(case.language, line)):
            found.append(line)
    return found


def _readings(case: Case, text: str) -> Iterator[_Reading]:
    """Every line that the text may be short for, each once, at its best rank, likeliest first."""
    bare = " ".join(text.partition("#")[0].split())
    if len(bare) > LONGEST or (text.strip() and not bare):
        return
    found = SURE.fullmatch(bare)
    sure, rest = (f"{found[1].lower()} ", found[2]) if found else ("", bare)
    table, told = table_of(case), set()
    for rank, line in sorted(_lines(case, rest), key=itemgetter(0))[:TRIED]:
        try:
            clue = read_clue(case.language, sure + line)
        except NotationError:
            continue
        whole = case.line_of(clue)
        if whole not in told:
            told.add(whole)
            yield _Reading(rank, whole, _fault(case.language, table, clue))


def _lines(case: Case, text: str) -> Iterator[tuple[tuple[int, int], str]]:
    """Ranks and lines put together from what the text may be short for; not all of them can be read."""
    first, _, rest = text.partition(" ")
    glued = first.endswith(":")
    openings = _first_words(case.language, first.rstrip(":"))
    following = next_words(case)
    for word, cost in openings.items():
        yield from _with(case.language, word, f": {rest}" if glued else rest, cost)
    if not openings or following:
        # the seat was left out; where the text names one, that is the likelier meaning
        for at, word in enumerate(following[:2]):
            yield from _with(case.language, word, text, (1 if openings else 0) + at)


def _with(language: Language, word: str, rest: str, cost: int) -> Iterator[tuple[tuple[int, int], str]]:
    """Lines of one first word, of which the rest is short for head and tail."""
    if cost == TWO_LETTERS and not rest:
        yield (EXACT, 0), word  # so little stands for no more than itself
        return
    regions = {region for _, region in language.graph.nodes(data="region") if region}
    words = Lexicon(tuple(sorted(language.graph)), (*language.seats, *sorted(regions)))
    for head, tail in _splits(rest):
        ends = words.tails(tail)
        for start in words.heads(head) if head or not tail else [Part(EXACT, 0, "")]:
            for end in ends:
                rank = (max(start.level, end.level), start.cost + end.cost + 4 * cost)
                yield rank, " ".join(filter(None, (word, start.text))) + (f": {end.text}" if end.text else "")


def _splits(rest: str) -> Iterator[tuple[str, str]]:
    """Heads and tails that a text may consist of: at its colon, else at every blank."""
    head, colon, tail = (part.strip() for part in rest.partition(":"))
    if colon:
        yield head, tail
        return
    tokens = rest.split()
    for at in range(len(tokens), -1, -1):
        yield " ".join(tokens[:at]), " ".join(tokens[at:])


def _longer(case: Case, line: str) -> list[str]:
    """A line with each single thing added that may have been met, laid or seen."""
    table, found = table_of(case), []
    for word in TAILS:
        try:
            clue = read_clue(case.language, f"{line}: {word}")
        except NotationError:
            continue
        if not _fault(case.language, table, clue):
            found.append(case.line_of(clue))
    return found


def _first_words(language: Language, text: str) -> dict[str, int]:
    """The first words that a text may stand for, and what each costs."""
    costs = {word: _named(language, word, text) for word in (*language.seats, DRACULA, *language.words)}
    return {word: cost for word, cost in costs.items() if cost is not None}


def _named(language: Language, word: str, text: str) -> int | None:
    """What it costs to take a text for a first word; None where it names another.

    It may be there in full, by its letter for a seat, or by its first letters. Two letters are its first, or the first
    and the last of a word; what can begin a seat is no word.
    """
    asked, known = text.lower(), word.lower()
    is_word = word in language.words
    if asked == known or (asked == known[:1] and not is_word):
        return 0
    if len(asked) != 2:
        return 0 if len(asked) > 2 and known.startswith(asked) else None
    if is_word and any(asked.startswith(seat[:2].lower()) for seat in language.seats):
        return None
    return TWO_LETTERS if asked == known[:2] or (is_word and asked == known[0] + known[-1]) else None


def _untold_fits(language: Language, table: Any, word: str) -> bool:
    try:
        clue = read_clue(language, f"{word} unknown")
    except NotationError:
        return False
    return not _fault(language, table, clue)


def _fault(language: Language, table: Any, clue: Clue) -> str:
    """What keeps a clue from coming now; empty where nothing does."""
    try:
        language.after(table, clue)
    except NotationError as error:
        return str(error)
    return ""
