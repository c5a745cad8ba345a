"""95 % intervals: Wilson's for a rate, Student's for a mean."""

from __future__ import annotations

import math
from collections.abc import Sequence
from statistics import fmean, stdev

Z = 1.959963984540054
"""The normal distribution has 95 % within so many standard deviations."""


def of_rate(hits: int, trials: int) -> tuple[float, float]:
    """Wilson's interval of a rate, which stays within 0 and 1 even for no hit or all.

    Parameters
    ----------
    hits, trials
        0 <= hits <= trials, and at least one trial.

    Returns
    -------
    Low and high end.

    References
    ----------
    Wilson (1927), Journal of the American Statistical Association 22, 209-212.

    Examples
    --------
    >>> [round(end, 4) for end in of_rate(10, 10)], [round(end, 4) for end in of_rate(81, 263)]
    ([0.7225, 1.0], [0.2553, 0.3662])
    """
    rate, spread = hits / trials, Z * Z / trials
    centre = (rate + spread / 2) / (1 + spread)
    half = Z * math.sqrt(rate * (1 - rate) / trials + spread / (4 * trials)) / (1 + spread)
    low = 0.0 if hits == 0 else max(0.0, centre - half)
    return low, 1.0 if hits == trials else min(1.0, centre + half)


def of_mean(values: Sequence[float]) -> tuple[float, float, float]:
    """The mean of independent values and Student's interval of it; of one value the interval is all numbers.

    Returns
    -------
    Mean, low and high end.

    Examples
    --------
    >>> [round(number, 3) for number in of_mean([1.0, 2.0, 3.0, 4.0])]
    [2.5, 0.446, 4.554]
    """
    from scipy.special import stdtrit

    mean, count = fmean(values), len(values)
    if count < 2:
        return mean, -math.inf, math.inf
    half = float(stdtrit(count - 1, 0.975)) * stdev(values) / math.sqrt(count)
    return mean, mean - half, mean + half
