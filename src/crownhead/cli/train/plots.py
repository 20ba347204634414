"""Draw how a fit and a gate went, as SVG. Needs the extra `plots`."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import leather

from crownhead.arena.elo import SURE
from crownhead.arena.sprt import Sprt
from crownhead.training.gate import GateScore

_BOUND = "#999999"


def draw_losses(losses: Sequence[tuple[float, float]], path: Path) -> None:
    """Draw the losses by pass, of training and of the games kept back."""
    chart = leather.Chart("Loss")
    for place, name in enumerate(("training", "kept back")):
        points = [(number, pair[place]) for number, pair in enumerate(losses, 1)]
        chart.add_line(points, name=name)
    chart.add_x_axis(name="pass")
    chart.to_svg(str(path))


def draw_gate(course: Sequence[GateScore], test: Sprt | None, path: Path) -> None:
    """Draw the score by pair with its 95 % interval, and the LLR with the bounds of the test.

    Each score has a pair at least.
    """
    grid = leather.Grid()
    grid.add_one(_score(course))
    if test is not None:
        grid.add_one(_ratio(course, test))
    grid.to_svg(str(path))


def _score(course: Sequence[GateScore]) -> leather.Chart:
    chart = leather.Chart("Score, with its 95 % interval")
    pairs = [score.pairs for score in course]
    for name, side, colour in (("score", 0, None), ("low", -1, _BOUND), ("high", 1, _BOUND)):
        points = [
            (each.pairs, min(max(each.mean + side * SURE * each.error, 0), 1)) for each in pairs
        ]
        chart.add_line(points, name=name, stroke_color=colour)
    chart.add_x_axis(name="pair")
    return chart


def _ratio(course: Sequence[GateScore], test: Sprt) -> leather.Chart:
    chart = leather.Chart(f"LLR of SPRT {test.elo0:g},{test.elo1:g}")
    ratios = [(each.pairs.pairs, test.ratio(each.pairs)) for each in course]
    chart.add_line(ratios, name="LLR")
    for name, bound in (("H0", test.lower), ("H1", test.upper)):
        ends = [(ratios[0][0], bound), (ratios[-1][0], bound)]
        chart.add_line(ends, name=name, stroke_color=_BOUND)
    chart.add_x_axis(name="pair")
    return chart
