"""Scenes (observation to SVG), figures, widgets and the hunter's desk. No rule lives here."""
