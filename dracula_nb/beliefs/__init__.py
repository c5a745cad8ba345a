"""Clues, case files, exact filters, explanations and advice: where Dracula can be, and how we know. No drawing lives here."""
