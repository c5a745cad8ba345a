"""The commands: arguments, calls into the other rooms, printing. No rule, belief or drawing lives here.

Exit codes: 0 done, 2 bad input (one line on standard error), 3 a case that contradicts itself.

>>> run(["--version"])
dracula-nb 0.1.0
0
"""

from __future__ import annotations

from dracula_nb.cli.running import main, run

__all__ = ["main", "run"]
