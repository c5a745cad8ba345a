"""Weighted windows: sorted 64-bit keys with a row of weights each, merged, masked and normalised; of no one game."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

Keys = npt.NDArray[np.uint64]
Ints = npt.NDArray[np.int64]
Bools = npt.NDArray[np.bool_]
Floats = npt.NDArray[np.float64]


def merge(keys: Keys, weights: Floats) -> tuple[Keys, Floats]:
    """Sum the weights, shape (n, members), of equal neighbours in sorted `keys`.

    >>> merge(np.array([3, 3, 5], dtype=np.uint64), np.array([[0.25], [0.25], [0.5]]))[1].tolist()
    [[0.5], [0.5]]
    """
    new = keys[1:] != keys[:-1]
    if new.all():
        return keys, weights
    first = np.concatenate([[0], np.flatnonzero(new) + 1])
    return keys[first], np.add.reduceat(weights, first, axis=0)


def sort_and_merge(keys: Keys, weights: Floats) -> tuple[Keys, Floats]:
    """`merge` for keys in any order."""
    if (keys[1:] < keys[:-1]).any():
        order = np.argsort(keys, kind="stable")
        keys, weights = keys[order], weights[order]
    return merge(keys, weights)


class Weighted:
    """Windows with weights that sum to one, and the evidence of all that was masked away.

    `keys` are sorted; `weights`, shape (windows, members), sum to one over all; `log_evidence` and `member_evidence`,
    shape (members,), are natural logarithms.
    """

    keys: Keys
    weights: Floats
    log_evidence: float
    member_evidence: Floats

    def begin(self, members: int) -> None:
        """One empty window, all members alike."""
        self.keys, self.weights = np.zeros(1, dtype=np.uint64), np.full((1, members), 1.0 / members)
        self.log_evidence, self.member_evidence = 0.0, np.zeros(members)

    def mask(self, keep: Bools) -> bool:
        """Keep some windows and count the loss as evidence; False, changing nothing, if none would stay."""
        if keep.all():
            return True
        if not keep.any():
            return False
        self.keys, self.weights = self.keys[keep], self.weights[keep]
        self.normalise()
        return True

    def normalise(self) -> None:
        """Scale the weights to sum to one; what they summed to is evidence."""
        by_member = self.weights.sum(axis=0)
        total = float(by_member.sum())
        if total <= 0.0:  # the model held what happened for impossible: start again from the rules alone
            self.weights = np.full(self.weights.shape, 1.0 / self.weights.size)
            self.log_evidence, total = -np.inf, 1.0
            return
        with np.errstate(divide="ignore"):
            self.log_evidence += float(np.log(total))
            self.weights = self.weights / total
            self.member_evidence = np.log(by_member / total * len(by_member)) + self.log_evidence
