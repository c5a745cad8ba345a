"""Errors that a user's input can cause: one line each, saying what, where and what was expected."""

from __future__ import annotations


class DraculaError(ValueError):
    """Base of every error that bad input can raise; `str(error)` is one line fit for a terminal."""


class NotationError(DraculaError):
    """A text is not an action, a clue, a playthrough line or a play of the notation in use."""


class IllegalActionError(DraculaError):
    """An action that the rules forbid in this state."""


class RulebookError(DraculaError):
    """A table of `data/` (or of a folder given instead of it) is missing, torn or out of range."""


class PlaythroughError(DraculaError):
    """A playthrough file cannot be read: names the file, the line and what was expected."""


class CaseFileError(DraculaError):
    """A case file cannot be read: names the file, the line and what was expected."""


class SolverError(DraculaError):
    """A solver was given an ill-formed game, or could not reach an optimum."""
