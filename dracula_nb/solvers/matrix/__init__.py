"""Two-player zero-sum matrix games: one in floats, many at once in floats, or one in exact fractions.

Everywhere a payoff matrix holds the points that the row player wins and the column player loses. The row player
maximises, the column player minimises. `solve` and `solve_batch` run a simplex in plain NumPy, `solve_exact` works
in fractions and lists every extreme optimal strategy. Games over time (`stochastic`) are built on top, not here.

>>> from dracula_nb.solvers import matrix
>>> pennies = [[1, -1], [-1, 1]]
>>> matrix.solve(pennies).row.round(9).tolist()
[0.5, 0.5]
>>> matrix.solve_exact(pennies).row
(Fraction(1, 2), Fraction(1, 2))
"""

from dracula_nb.solvers.matrix.exact import ExactSolution, solve_exact
from dracula_nb.solvers.matrix.floats import BatchSolution, Solution, solve, solve_batch

__all__ = ["BatchSolution", "ExactSolution", "Solution", "solve", "solve_batch", "solve_exact"]
