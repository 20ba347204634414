"""The rules once more, slow and obvious, to check the core against.

Lists, dictionaries and loops over squares `(row, column)`; row 0 is Black's side, column 0 lies at
White's left. Nothing here may import the package it checks: rules arrive as the plain dictionary
that `Rules.to_dict` writes. Square numbers run from the top left, row by row, from 1, on a board
whose near left corner is a playing square; `oracle.fen` converts the numbering of other games.
"""

from oracle.board import State, by_number, from_pieces, initial
from oracle.captures import Outcome
from oracle.moves import faulty, moves
from oracle.play import perft, play
from oracle.record import OracleRules
from oracle.result import Result, counts, result
from oracle.routes import Route, routes

__all__ = [
    "OracleRules",
    "Outcome",
    "Result",
    "Route",
    "State",
    "counts",
    "faulty",
    "from_pieces",
    "initial",
    "moves",
    "by_number",
    "perft",
    "play",
    "result",
    "routes",
]
