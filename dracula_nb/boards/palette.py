"""The colours of the boards. Each pair that must be told apart differs in lightness too, so that grey is enough."""

from __future__ import annotations

PAPER = "#ffffff"
INK = "#1d1d24"
FADED = "#5f5f66"
LAND = "#f3eee3"
SHORE = "#9fb0b8"
SEA = "#d9e6ec"
SEA_INK = "#17435c"
SEA_LINK = "#5688a3"
ROAD = "#a5977f"
RAIL = "#4a4640"
DARK_BADGE = "#23233a"
PANEL = "#fbfaf6"
CHOICE = "#a3330b"
