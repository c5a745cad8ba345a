"""How a fight ends, as a matplotlib figure: a hundred fights as marks, and round by round. Loaded when asked for."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from dracula_nb.boards.palette import INK

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

STYLES: Mapping[str, tuple[str, str]] = {
    "hunters escape": ("#1b6ca8", "o"),
    "both escape": ("#7fb2d6", "s"),
    "Dracula escapes": ("#b22228", "^"),
    "bite": ("#580416", "X"),
    "hunters defeated": ("#3a3a3a", "D"),
    "Dracula defeated": ("#2e7d32", "*"),
    "six rounds": ("#b9a13c", "P"),
}
"""Colour and mark of each ending: the marks differ too, for those who do not tell the colours apart."""
SIDE = 10


def hundred(chances: Sequence[float]) -> list[int]:
    """Whole numbers that sum to 100, each as near to its chance as that allows (largest remainders).

    >>> hundred([0.905, 0.05, 0.045])
    [91, 5, 4]
    """
    exact = [100 * p for p in chances]
    counts = [int(p) for p in exact]
    short = round(sum(exact)) - sum(counts)
    for at in sorted(range(len(exact)), key=lambda k: counts[k] - exact[k])[:short]:
        counts[at] += 1
    return counts


def in_counts(chances: Sequence[float]) -> list[str]:
    """Counts that sum to 100, where 0 and 100 stand only for what is impossible and certain.

    >>> in_counts([0.9951, 0.0049]), in_counts([0.815, 0.185]), in_counts([1.0])
    (['>99', '<1'], ['82', '18'], ['100'])
    """
    if len(chances) == 1:
        return ["100"]
    return [{0: "<1", 100: ">99"}.get(count, str(count)) for count in hundred(chances)]


def endings_figure(outcomes: Mapping[str, float], by_round: Mapping[int, Mapping[str, float]]) -> Figure:
    """Draw a hundred fights: each a mark by how it ends, and below, how many end in which round.

    Parameters
    ----------
    outcomes
        The chance of each ending, a key of `STYLES`.
    by_round
        The same by the round in which the fight ends.

    Returns
    -------
    A figure with two panels.

    Examples
    --------
    >>> figure = endings_figure({"bite": 0.25, "six rounds": 0.75}, {1: {"bite": 0.25}, 6: {"six rounds": 0.75}})
    >>> [text.get_text() for text in figure.axes[0].get_legend().get_texts()]
    ['bite: 25', 'six rounds: 75']
    """
    from matplotlib.figure import Figure

    figure = Figure(figsize=(10, 4.6), layout="constrained")
    left, right = figure.subplots(1, 2, width_ratios=(1, 1.25))
    _marks(left, outcomes)
    _rounds(right, outcomes, by_round)
    return figure


def _marks(axes: Axes, outcomes: Mapping[str, float]) -> None:
    """A square of a hundred marks."""
    chances = list(outcomes.values())
    place = 0
    for name, count, said in zip(outcomes, hundred(chances), in_counts(chances), strict=True):
        colour, mark = STYLES[name]
        cells = [divmod(at, SIDE) for at in range(place, place + count)]
        rows, columns = [row for row, _ in cells], [column for _, column in cells]
        axes.scatter(
            columns, rows, s=95, c=colour, marker=mark, edgecolors=INK, linewidths=0.5, label=f"{name}: {said}"
        )
        place += count
    axes.set(xlim=(-0.6, SIDE - 0.4), ylim=(SIDE - 0.4, -0.6), xticks=[], yticks=[], aspect="equal")
    axes.set_title("Out of 100 fights")
    axes.legend(loc="upper center", bbox_to_anchor=(0.5, -0.01), ncols=2, frameon=False, fontsize=9)
    axes.spines[:].set_visible(False)


def _rounds(axes: Axes, outcomes: Mapping[str, float], by_round: Mapping[int, Mapping[str, float]]) -> None:
    """Bars by round, the endings stacked."""
    last = max(by_round, default=1)
    rounds = list(range(1, last + 1))
    below = [0.0] * len(rounds)
    for name in outcomes:
        height = [100 * by_round.get(at, {}).get(name, 0.0) for at in rounds]
        axes.bar(rounds, height, bottom=below, color=STYLES[name][0], edgecolor=INK, linewidth=0.5)
        below = [low + more for low, more in zip(below, height, strict=True)]
    for at, whole in zip(rounds, below, strict=True):
        if whole > 0:
            axes.text(at, whole + 1, "<1" if whole < 0.5 else f"{whole:.0f}", ha="center", fontsize=9)
    axes.set(
        xticks=rounds, xlabel="round in which it ends", ylabel="fights out of 100", ylim=(0, max(below) * 1.12 + 1)
    )
    axes.spines[["top", "right"]].set_visible(False)
