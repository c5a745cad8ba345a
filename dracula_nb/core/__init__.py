"""What every game promises: the protocol, errors, decks, playthroughs, sessions, information states, the
rule registry, perft and the conformance kit. No rule of a particular game lives here.
"""
