"""Fury trail: the later edition with weeks, a trail of six positions and five powers, on the 2015 map.

So far its tables and options: the trail's own rules are in `dracula_nb.trail.hideouts`, its clues and belief in
`dracula_nb.beliefs.fury_trail`.

>>> from dracula_nb.games.fury_trail import PROFILES, rulebook
>>> book = rulebook(PROFILES["seed"])
>>> len(book.places), book.constants.dracula_health, book.rules.sea_combat
(71, 15, True)
"""

from __future__ import annotations

from dracula_nb.games.fury_trail.rulebook import PROFILES, SEATS, Rulebook, Rules, rulebook

__all__ = ["PROFILES", "SEATS", "Rulebook", "Rules", "rulebook"]
