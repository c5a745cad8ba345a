"""QuickXplain: of many clues that bring something about together, a few that do and of which none can be spared."""

from __future__ import annotations

from collections.abc import Callable, Sequence

Test = Callable[[frozenset[int]], bool]


def quickxplain(candidates: Sequence[int], test: Test) -> tuple[int, ...]:
    """An irreducible part of `candidates` for which `test` holds, those that stand last preferred.

    Parameters
    ----------
    candidates
        What may be chosen, in rising order of preference; the test holds for all of them together.
    test
        Whether a set suffices. It must be monotone: what suffices does so with more beside it.

    Returns
    -------
    In the order of `candidates`. The test fails for the set without any one of its members.

    References
    ----------
    Junker (2004), QuickXplain: preferred explanations and relaxations for over-constrained problems.

    Examples
    --------
    >>> quickxplain(range(9), lambda kept: {2, 5} <= kept or {1, 7} <= kept)
    (2, 5)
    >>> quickxplain(range(9), lambda kept: True)
    ()
    """
    if not candidates or test(frozenset()):
        return ()
    return tuple(_needed(list(candidates), frozenset(), False, test))


def _needed(candidates: list[int], kept: frozenset[int], added: bool, test: Test) -> list[int]:
    """What is needed of the candidates beside `kept`; `added` says that `kept` grew since the last test."""
    if added and test(kept):
        return []
    if len(candidates) == 1:
        return candidates
    early, late = candidates[: len(candidates) // 2], candidates[len(candidates) // 2 :]
    first = _needed(early, kept | frozenset(late), True, test)
    return first + _needed(late, kept | frozenset(first), bool(first), test)
