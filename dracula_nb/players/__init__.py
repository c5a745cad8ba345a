"""Policies: what a seat does, from what it has learnt alone; each side of a game has a table of them by name.

No rule, belief or drawing lives here. `policy` finds one by name, `lineup` gives every seat one.
"""

from __future__ import annotations

from dracula_nb.players.names import defaults, lineup, names, policy, sides
from dracula_nb.players.table import Kind

__all__ = ["Kind", "defaults", "lineup", "names", "policy", "sides"]
