"""Puzzles: positions with one move that wins, saves the game or gains pieces, proved to be the only
one.

>>> from crownhead import Position
>>> from crownhead.puzzles import Judge
>>> start = Position.from_fen("W:W5,29,31,32:B17,20,22,26", "english")
>>> with Judge(start.variant, nodes=50_000) as judge:
...     print(judge.solve(start).line[0])
29-25
"""

from crownhead.puzzles.making import make, puzzle_of
from crownhead.puzzles.proof import Judge, Solved
from crownhead.puzzles.puzzle import Goal, Proof, Puzzle
from crownhead.puzzles.themes import THEMES, themes

__all__ = ["THEMES", "Goal", "Judge", "Proof", "Puzzle", "Solved", "make", "puzzle_of", "themes"]
