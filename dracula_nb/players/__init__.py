"""Policies that play the games from information states. They never see a state."""
