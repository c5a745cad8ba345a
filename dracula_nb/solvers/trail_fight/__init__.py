"""What a fight of the later edition is worth, and how it is played well: backward induction over all its rounds.

Each round is a matrix game at once hidden and open: both sides choose in secret, the cards are revealed, and the next
round depends on what was played. The hunters do not see Dracula's hand; how that is modelled stands in
`dracula_nb.solvers.trail_fight.decks` and, in words, in the `assumed` of each answer.

>>> from dracula_nb.games.fury_trail.fight import Fight, Fighter, hunter_hand
>>> from dracula_nb.solvers import trail_fight
>>> mina = Fighter("mina", health=7, bites=1, bites_carried=1, cards=hunter_hand(["Knife"]))
>>> odds = trail_fight.solve(Fight("night", health=15, hunters=(mina,)))
>>> round(odds.value, 4), max(odds.row, key=odds.row.get)
(1.0769, 'Knife')
"""

from __future__ import annotations

from dracula_nb.solvers.trail_fight.exact import ExactOdds
from dracula_nb.solvers.trail_fight.odds import Odds, Setting, solve
from dracula_nb.solvers.trail_fight.outcomes import Ending
from dracula_nb.solvers.trail_fight.utilities import UTILITIES, Utility

__all__ = ["UTILITIES", "Ending", "ExactOdds", "Odds", "Setting", "Utility", "solve"]
