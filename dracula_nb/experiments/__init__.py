"""Tournaments and sweeps over many plays. No policy lives here."""
