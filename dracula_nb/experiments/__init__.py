"""Many plays between policies: one pair or a tournament, on one core, on several, or on a Dask cluster.

No rule and no policy lives here. `simulate` plays, `Results` counts; a play's seed depends on the experiment's seed
and its own number alone, so that neither workers nor chunks change a result.
"""

from __future__ import annotations

from dracula_nb.experiments.results import Played, Results
from dracula_nb.experiments.simulate import seed_of, simulate, tournament

__all__ = ["Played", "Results", "seed_of", "simulate", "tournament"]
