"""What searches of fixed numbers of nodes find, as one number for each game.

It is the same on every processor. A change that is to make the search faster and nothing else
leaves it as it is; whoever changes what the search finds writes the new numbers here, measures what
they are worth in play, and computes the book of ballots anew (docs/ballotbook.md).
"""

import hashlib

import pytest

from crownhead import Position
from crownhead._core import Search
from crownhead.weights import weights

SIGNATURES = {
    "english": "18730dd482259c39",
    "brazilian": "873f72cf65a33b73",
    "russian": "93ff217d6899ea52",
    "international": "db1508bfc58f4412",
    "italian": "85c99b97a33ad162",
    "frisian": "1c4b775cdc38adf9",
    "turkish": "1afe3998aa4ebfc2",
    "canadian": "6b5a93792349b242",
    "antidraughts": "000fc2d1f08af395",
    "breakthrough": "987bf84d7d3ce40a",
}
NODES = 4_000
STRIDE, POSITIONS = 7, 6


def signature(game: str) -> str:
    """Return a digest of searches in positions on a way from the start into the middle game."""
    digest = hashlib.sha256()
    position, memory = Position.initial(game), Search(1)
    for judged in (weights(position.variant), None):
        position = Position.initial(game)
        for number in range(STRIDE * POSITIONS):
            if not (legal := position.legal_moves):
                break
            if number % STRIDE == 0:
                memory.clear()
                found = memory.run(position, nodes=NODES, weights=judged)
                line = found.lines[0]
                moves = [str(move) for move in line.moves]
                digest.update(repr((found.nodes, found.depth, line.score, moves)).encode())
            position = position.play(legal[number * 5 % len(legal)])
    return digest.hexdigest()[:16]


@pytest.mark.parametrize("game", SIGNATURES)
def test_the_search_finds_what_it_found_before(game: str) -> None:
    assert signature(game) == SIGNATURES[game]
