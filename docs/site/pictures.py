"""Draw the positions that the pages show, by the library itself.

Usage: .venv/bin/python docs/site/pictures.py

A test compares what lies in docs/pictures with what is drawn now.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from crownhead import Game, Position, svg
from crownhead.variants import Variant

FOLDER = Path(__file__).resolve().parents[1] / "pictures"
SIZE = 320


def after(moves: str, variant: str | Variant = "english") -> Position:
    """Return the position after some moves from the start."""
    game = Game(variant)
    game.play_all(moves)
    return game.position


TRIPLE = Position.from_fen("W:W26,30,32:B22,23,15,14,7", "english")
"""The position of the second tutorial: a capture of three."""

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
    "greedy": lambda: svg.move(after("11-15 23-19 8-11 22-17 11-16"), "26-23", size=SIZE),
}


def draw() -> None:
    """Write every picture."""
    FOLDER.mkdir(exist_ok=True)
    for name, picture in PICTURES.items():
        (FOLDER / f"{name}.svg").write_text(picture() + "\n", encoding="utf-8")


if __name__ == "__main__":
    draw()
