"""One package per game; games never import each other. Boards, beliefs and solvers live above."""
