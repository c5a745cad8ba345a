"""Clues, case files, exact filters, explanations and advice: where Dracula can be, and how we know.

No drawing lives here. `Case` reads a log; `Case.belief` answers; models of Dracula are in `models`.
"""

from __future__ import annotations

from dracula_nb.beliefs.belief import Belief
from dracula_nb.beliefs.case import Case

__all__ = ["Belief", "Case"]
