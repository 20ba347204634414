"""Draw the positions that the pages show, by the library itself.

Usage: .venv/bin/python docs/site/pictures.py

A test compares what lies in docs/pictures with what is drawn now.
"""

from __future__ import annotations

import math
import re
import sys
from collections.abc import Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

import charts  # noqa: E402

from crownhead import VARIANTS, Game, Position, svg  # noqa: E402
from crownhead.arena import Sprt  # noqa: E402
from crownhead.arena.pentanomial import Pentanomial  # noqa: E402
from crownhead.ballots import deck  # noqa: E402
from crownhead.rules import Choice, Step  # noqa: E402
from crownhead.variants import Variant  # noqa: E402

DOCS = Path(__file__).resolve().parents[1]
FOLDER = DOCS / "pictures"
SIZE = 320


def after(moves: str, variant: str | Variant = "english") -> Position:
    """Return the position after some moves from the start."""
    game = Game(variant)
    game.play_all(moves)
    return game.position


TRIPLE = Position.from_fen("W:W26,30,32:B22,23,15,14,7", "english")
"""The position of the second tutorial: a capture of three."""

GRANDMOTHER = VARIANTS["english"].rules.but(
    men_capture=Step.DIAGONAL, choice=Choice.MOST, flying=True
)
"""The house rules of the how-to page."""
PAIRS = [3, 1, 2, 2, 4, 3, 2, 1, 2, 2, 2, 2, 4, 2, 2, 2, 4, 3, 3, 1, 2, 4, 2, 2, 4, 3, 2]
"""Half points of the first player in each pair of
`crownhead arena builtin:nodes=200 builtin:nodes=140 --sprt 0,50 --pdn match.pdn`."""


def levels() -> str:
    """Return how far each level is above the first, as docs/strength.md has measured it."""
    measured = (DOCS / "strength.md").read_text(encoding="utf-8")
    elo = [0.0]
    for level in range(2, 10):
        found = re.search(rf"^\| {level} v {level - 1} \| ([\d.]+) ", measured, re.MULTILINE)
        assert found is not None
        share = float(found[1]) / 100
        elo.append(elo[-1] + 400 * math.log10(share / (1 - share)))
    return charts.bars(elo, [str(level) for level in range(1, 10)], "level", "Elo above level 1")


def course_of_a_test() -> str:
    """Return how the likelihood of a test goes up and down, pair by pair."""
    test, seen = Sprt(0, 50), Pentanomial()
    ratios = [0.0]
    for points in PAIRS:
        seen = seen.plus(points)
        ratios.append(test.ratio(seen))
    bounds = {"H1: stronger by 50 Elo": test.upper, "H0: no stronger": test.lower}
    return charts.walk(ratios, bounds, "pairs of games", "LLR")


PICTURES: dict[str, Callable[[], str]] = {
    "start": lambda: svg.board(Position.initial("english"), size=SIZE),
    "must-capture": lambda: svg.move(after("11-15 22-18"), "15x22", size=SIZE),
    "triple": lambda: svg.move(TRIPLE, "26x17x10x3", size=SIZE),
    "rings": lambda: svg.board(
        after("32-28 19-23", "international"), rings={28: 1}, last_move=[19, 23], size=SIZE
    ),
    "capture": lambda: svg.move(after("32-28 19-23", "international"), "28x19", size=SIZE),
    "slate": lambda: svg.board(
        Position.initial("russian"), theme="slate", orientation="black", size=SIZE
    ),
    "house": lambda: svg.move(
        Position.from_fen("W:WK32:B27,18,9", Variant.house("At grandmother's", GRANDMOTHER)),
        "32x5",
        size=SIZE,
    ),
    "huffing": lambda: svg.board(
        after("11-15 22-18"), rings={15: 1}, last_move=[22, 18], size=SIZE
    ),
    "card": lambda: svg.board(
        deck("english-3move").card(148).position(), last_move=[7, 11], size=SIZE
    ),
    "puzzle": lambda: svg.board(
        Position.from_fen("W:W38,42,43,44:B11,12,23,27,35", "international"), size=SIZE
    ),
    "tree": lambda: svg.board(after("11-15"), arrows=[[22, 18], [23, 19]], size=SIZE),
    "levels": levels,
    "sprt": course_of_a_test,
    "mistake": lambda: svg.move(
        after("11-15 22-18 15x22 25x18 12-16 29-25 9-13"), "24-20", size=SIZE
    ),
    "tables": lambda: svg.move(
        Position.from_fen("W:WK15,K32:B16,K28", "english"), "15-11", size=SIZE
    ),
    "longest": lambda: svg.board(Position.from_fen("W:W9,29:B3,4", "english"), size=SIZE),
    "greedy": lambda: svg.move(after("11-15 23-19 8-11 22-17 11-16"), "26-23", size=SIZE),
}


def draw() -> None:
    """Write every picture."""
    FOLDER.mkdir(exist_ok=True)
    for name, picture in PICTURES.items():
        (FOLDER / f"{name}.svg").write_text(picture() + "\n", encoding="utf-8")


if __name__ == "__main__":
    draw()
