"""One game as planes of fractions, for interfaces that want a single array."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from crownhead.env.vector import VectorEnv
from crownhead.rulesets import ruleset

Planes = npt.NDArray[np.float32]


def plane_count(env: VectorEnv) -> int:
    """Return how many planes `planes_of` writes: 4 of pieces, 2 of runs, 1 of repetition, counts.

    >>> plane_count(VectorEnv("international"))
    10
    """
    return 7 + len(env.variant.rules.draw_rules)


def planes_of(env: VectorEnv, place: int = 0) -> Planes:
    """Return one game as the side to move sees it, in numbers from 0 to 1.

    Own men and kings, the other side's men and kings; the kings that were moved several times in a
    row (Frisian), own and the other side's, as a share of the rules' limit; how often the position
    has come back, as a share of what draws; then each draw count as a share of its plies, 0 where
    its ending is not on the board.

    >>> planes_of(VectorEnv("english")).shape
    (8, 8, 8)
    """
    seen, rules = env.observation, env.variant.rules
    _, side, _ = seen.planes[place].shape
    made = np.zeros((plane_count(env), side, side), np.float32)
    made[:4] = seen.planes[place]
    for whose, (run, square) in enumerate(seen.king_runs[place].tolist()):
        if run and rules.king_run:
            row, column = cell(env, place, square)
            made[4 + whose, row, column] = min(1.0, run / rules.king_run)
    if rules.repetition:
        made[6] = min(1.0, (int(seen.repetitions[place]) - 1) / max(1, rules.repetition - 1))
    for number, (rule, count) in enumerate(
        zip(rules.draw_rules, seen.draw_counts[place].tolist(), strict=True)
    ):
        made[7 + number] = min(1.0, max(0, count) / rule.plies)
    return made


def cell(env: VectorEnv, place: int, square: int) -> tuple[int, int]:
    """Return row and column of a square that the side to move sees.

    >>> cell(VectorEnv("english"), 0, 1)
    (0, 1)
    """
    side = env.observation.planes.shape[-1]
    column, row = ruleset(env.variant).place(square)
    return side - 1 - row, column


def turn_round(planes: Planes) -> Planes:
    """Return what the other side sees: own and other exchanged, the board by half a turn."""
    order = [2, 3, 0, 1, 5, 4, *range(6, len(planes))]
    return np.ascontiguousarray(planes[order, ::-1, ::-1])
