"""The exact belief of hunt: its clues, the public table, packed trail windows and the filter over them.

Nothing here knows another game.
"""
