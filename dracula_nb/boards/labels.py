"""Where the names of the map of Europe are written, and which places and links are drawn off their true course.

Tuned by eye for a drawing 1200 pixels wide. A place that no table names is drawn where it is, its name to the east.
"""

from __future__ import annotations

from collections.abc import Mapping

from dracula_nb.boards.drawing import Point

# pixels right and down; only where symbols would touch, or a sea zone has a clearer spot
SHIFTS: Mapping[str, Point] = {
    "Liverpool": (-12, 6),
    "Manchester": (10, -3),
    "Dublin": (-6, 4),
    "Irish Sea": (2, -30),
    "English Channel": (14, 1),
    "North Sea": (-4, 26),
    "Atlantic Ocean": (96, -30),
    "Black Sea": (-28, 52),
    "Castle Dracula": (8, -14),
    "Klausenburg": (-8, -2),
    "Klausenberg": (-8, -2),
    "Constanta": (0, -8),
    "Varna": (-2, 6),
    "Genoa": (-4, 8),
    "Milan": (4, -6),
    "St Joseph and St Mary": (-12, -8),
    "Sarajevo": (-6, 10),
    "Bari": (4, 0),
    "Ionian Sea": (-14, 4),
    "Belgrade": (10, 8),
    "North Atlantic": (96, -30),
    "South Atlantic": (60, 20),
}

# side of the symbol, then pixels right and down from the usual spot on that side
LABELS: Mapping[str, tuple[str, int, int]] = {
    "Adriatic Sea": ("n", 0, 0),
    "Alicante": ("s", 0, 0),
    "Amsterdam": ("w", 0, 0),
    "Bari": ("s", 0, 0),
    "Belgrade": ("s", 0, 0),
    "Black Sea": ("w", 0, 0),
    "Brussels": ("w", 0, 0),
    "Bucharest": ("n", -2, 0),
    "Cagliari": ("n", 0, 0),
    "Clermont-Ferrand": ("s", 0, 0),
    "Cologne": ("ne", 0, -2),
    "Constanta": ("s", 0, 0),
    "Dublin": ("s", 0, 0),
    "Edinburgh": ("w", 0, 0),
    "English Channel": ("n", 0, 0),
    "Frankfurt": ("w", 0, 0),
    "Galatz": ("w", 0, 0),
    "Galway": ("n", 0, 0),
    "Geneva": ("s", 0, 0),
    "Genoa": ("w", 0, 0),
    "Hamburg": ("w", 0, 0),
    "Irish Sea": ("n", 0, 0),
    "Le Havre": ("s", 0, 0),
    "Liverpool": ("s", 0, 0),
    "Madrid": ("n", 0, 0),
    "Mediterranean Sea": ("n", 0, 0),
    "Munich": ("w", 0, 0),
    "Naples": ("s", 0, 0),
    "Plymouth": ("w", 0, 0),
    "Rome": ("w", 0, 0),
    "Santander": ("w", 0, 0),
    "Saragossa": ("w", 0, 0),
    "Sofia": ("w", 0, 0),
    "St Joseph and St Mary": ("sw", -5, 1),
    "Strasbourg": ("sw", -3, 3),
    "Swansea": ("w", 0, 0),
    "Toulouse": ("s", 0, 0),
    "Tyrrhenian Sea": ("s", 0, 0),
    "Valona": ("n", 0, 0),
    "Varna": ("w", 0, 0),
    "Vienna": ("s", 0, 0),
    "Zagreb": ("w", 0, 0),
}

# names that are written on two lines
LINES: Mapping[str, tuple[str, ...]] = {
    "St Joseph and St Mary": ("St Joseph", "and St Mary"),
    "Atlantic Ocean": ("Atlantic", "Ocean"),
    "North Atlantic": ("North", "Atlantic"),
    "South Atlantic": ("South", "Atlantic"),
    "Castle Dracula": ("Castle", "Dracula"),
    "Mediterranean Sea": ("Mediterranean", "Sea"),
    "Bay of Biscay": ("Bay of", "Biscay"),
    "English Channel": ("English", "Channel"),
    "Tyrrhenian Sea": ("Tyrrhenian", "Sea"),
    "Adriatic Sea": ("Adriatic", "Sea"),
    "Ionian Sea": ("Ionian", "Sea"),
    "Irish Sea": ("Irish Sea",),
}

# (longitude, latitude) of the points that a link passes, from the first name to the second
ROUTES: Mapping[tuple[str, str], tuple[Point, ...]] = {
    ("Atlantic Ocean", "North Sea"): ((-10.9, 52.0), (-9.5, 56.0), (-6.0, 58.6), (-2.0, 58.6), (0.4, 56.4)),
    ("North Atlantic", "North Sea"): ((-10.9, 52.0), (-9.5, 56.0), (-6.0, 58.6), (-2.0, 58.6), (0.4, 56.4)),
    ("Atlantic Ocean", "Irish Sea"): ((-7.6, 50.4), (-5.9, 52.2)),
    ("Atlantic Ocean", "Mediterranean Sea"): ((-10.6, 42.0), (-10.4, 37.2), (-6.2, 35.9), (-2.2, 36.2), (1.8, 37.8)),
    ("South Atlantic", "Mediterranean Sea"): ((-10.4, 37.2), (-6.2, 35.9), (-2.2, 36.2), (1.8, 37.8)),
    ("Atlantic Ocean", "Cadiz"): ((-10.2, 42.0), (-9.9, 37.6), (-8.0, 36.4)),
    ("Atlantic Ocean", "English Channel"): ((-5.6, 49.3),),
    ("English Channel", "North Sea"): ((0.6, 50.5), (1.7, 51.2), (2.6, 52.6)),
    ("English Channel", "London"): ((-0.4, 50.6),),
    ("Irish Sea", "Swansea"): ((-5.4, 52.4),),
    ("Mediterranean Sea", "Tyrrhenian Sea"): ((7.6, 38.3), (9.8, 38.3)),
    ("Ionian Sea", "Tyrrhenian Sea"): ((16.6, 37.4), (15.6, 38.1), (14.6, 39.0)),
    ("Adriatic Sea", "Ionian Sea"): ((17.9, 41.6), (18.7, 40.3)),
    ("Ionian Sea", "Salonica"): ((20.6, 36.2), (22.7, 35.9), (24.5, 37.0), (23.8, 39.4)),
    ("Athens", "Ionian Sea"): ((23.4, 37.2), (22.6, 36.2), (20.9, 36.5)),
    ("Black Sea", "Ionian Sea"): (
        (29.4, 41.4),
        (28.2, 40.7),
        (26.4, 40.1),
        (25.3, 39.0),
        (25.0, 36.6),
        (22.8, 35.75),
        (20.4, 36.0),
    ),
}
