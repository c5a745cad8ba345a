"""The exact belief of fury_trail: its clues, the public table, packed trail windows and the filter over them.

Nothing here knows another game.
"""
