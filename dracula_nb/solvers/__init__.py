"""Matrix games, stochastic games, dice, draws and regret minimisation.

No game is named here except in the modules that solve its fights.
"""
