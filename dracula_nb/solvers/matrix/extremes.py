"""Corners of what linear conditions leave of the mixed strategies, in whole numbers (double description method)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import gcd

Ray = tuple[int, ...]


def extreme_rays(
    size: int, equations: Iterable[Sequence[int]], inequalities: Iterable[Sequence[int]]
) -> tuple[Ray, ...]:
    """Extreme rays of all ``x >= 0`` with ``e . x = 0`` for the equations and ``a . x >= 0`` for the inequalities.

    Rays are whole numbers without a common divisor. The conditions are added one after the other: a ray on the right
    side stays, and each pair of neighbouring rays on opposite sides gives the ray between them.

    >>> extreme_rays(3, [(1, -1, 0)], [(0, 1, -1)])
    ((1, 1, 0), (1, 1, 1))
    """
    # Beside each ray the conditions that it meets with equality, as bits: what decides who is whose neighbour.
    everything = (1 << size) - 1
    rays: list[tuple[Ray, int]] = [
        (tuple(int(at == k) for at in range(size)), everything & ~(1 << k)) for k in range(size)
    ]
    bit = 1 << size
    for condition in equations:
        rays = [(ray, tight) for ray, tight in _cut(rays, condition, bit) if tight & bit]
        bit <<= 1
    for condition in inequalities:
        rays = _cut(rays, condition, bit)
        bit <<= 1
    return tuple(sorted(ray for ray, _ in rays))


def _cut(rays: list[tuple[Ray, int]], condition: Sequence[int], bit: int) -> list[tuple[Ray, int]]:
    """The extreme rays of the part on which ``condition . x >= 0``."""
    above, level, below = [], [], []
    for ray, tight in rays:
        height = sum(a * x for a, x in zip(condition, ray, strict=True))
        if height > 0:
            above.append((height, ray, tight))
        elif height < 0:
            below.append((height, ray, tight))
        else:
            level.append((ray, tight | bit))
    between = []
    for high, up, up_tight in above:
        for low, down, down_tight in below:
            common = up_tight & down_tight
            # Neighbours: no third ray lies in the smallest face that holds both.
            if sum(common & tight == common for _, tight in rays) == 2:
                mixed = tuple(high * d - low * u for u, d in zip(up, down, strict=True))
                divisor = gcd(*mixed)
                between.append((tuple(x // divisor for x in mixed), common | bit))
    return [(ray, tight) for _, ray, tight in above] + level + between
