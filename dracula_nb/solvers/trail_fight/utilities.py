"""What a fight is worth to the hunters, in points: a sum over what happens in it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from dracula_nb.core.errors import SolverError


@dataclass(frozen=True, slots=True)
class Utility:
    """Points of the hunters: for each health that Dracula loses, and against each health, bite and defeat of theirs.

    `words` say it for people; `base` are points from the start; `dracula_defeated` are points for his defeat.
    """

    name: str
    words: str
    dracula_loss: int = 0
    hunter_loss: int = 0
    bite: int = 0
    hunter_defeated: int = 0
    dracula_defeated: int = 0
    base: int = 0


UTILITIES: Mapping[str, Utility] = MappingProxyType(
    {
        "weighted": Utility("weighted", "Dracula's loss less the hunters' loss less 3 for each bite", 1, 1, 3),
        "damage": Utility("damage", "Dracula's loss less the hunters' loss", 1, 1),
        "bite": Utility("bite", "less 1 for each bite", bite=1),
        "survive": Utility("survive", "hunters of the fight who are not defeated", hunter_defeated=1, base=1),
    }
)
"""The utilities by name. `base` counts for each hunter."""


def utility_named(utility: str | Utility) -> Utility:
    """A utility by its name; one's own is taken as it is.

    Raises
    ------
    SolverError
        No such name.

    Examples
    --------
    >>> utility_named("bite").words
    'less 1 for each bite'
    """
    if isinstance(utility, Utility):
        return utility
    if utility not in UTILITIES:
        raise SolverError(f"utility {utility[:40]!r}: expected {', '.join(UTILITIES)}")
    return UTILITIES[utility]
