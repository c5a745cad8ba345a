"""The past-plays record as other programs ask for it: hunt's notation with its deduction attached."""

from __future__ import annotations

from dracula_nb.beliefs.case import Case
from dracula_nb.games.hunt.past_plays import PastPlays as _PastPlays


class PastPlays(_PastPlays):
    """`dracula_nb.games.hunt.past_plays.PastPlays` with `case`.

    >>> PastPlays.parse("GST.... SAO.... HZU.... MBB.... DC?.V..").case().to_text().splitlines()[-1]
    'D city: vampire'
    """

    def case(self) -> Case:
        """The hunters' case file: what they learnt, event by event."""
        return Case.from_plays(self)
