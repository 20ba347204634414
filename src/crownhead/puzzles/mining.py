"""Where puzzles come from: positions of games against itself, of files, and of endgame tables."""

from __future__ import annotations

import math
import random
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

from crownhead.endgame import Tables
from crownhead.engines.interface import AnalysedLine, Engine, Limit
from crownhead.formats import pdn
from crownhead.position import Position
from crownhead.puzzles.proof import GOOD, LEVEL, MARGIN
from crownhead.puzzles.themes import FEW
from crownhead.variants import Variant

NODES = 1_500
"""Nodes that look at a position of a game: enough to see that one move stands out."""
OPENING_PLIES = 4
MOST_PLIES = 140
HASTE = 0.1
"""The share of moves made without a thought; the others are chosen by their scores."""
PLAYED_OUT = 0.3
"""The share of games that go on into the ending; of the others few pieces are the end."""
WARMTH = 40
"""Hundredths of a man by which a move must be better to be chosen 2.7 times as often."""


def of_game(variant: Variant, seed: str) -> Iterator[Position]:
    """Yield the positions of one game against itself in which one move stands out.

    The game follows from `seed` alone. Both sides err as people do: now and then in haste.
    """
    chance = random.Random(f"{variant.key} {seed}")
    least = 0 if random.Random(f"{variant.key} {seed} end").random() < PLAYED_OUT else FEW
    position = Position.initial(variant)
    for _ in range(OPENING_PLIES):
        position = position.play(chance.choice(list(position.legal_moves)))
    with Engine.builtin(megabytes=1) as engine:
        for _ in range(MOST_PLIES):
            legal = position.legal_moves
            if position.outcome is not None or len(position.pieces) <= least:
                return
            if len(legal) == 1:
                position = position.play(legal[0])
                continue
            lines = engine.analyse(position, Limit(nodes=NODES), 2).lines
            if stands_out(lines):
                yield bare(position)
            if chance.random() < HASTE:
                position = position.play(chance.choice(list(legal)))
                continue
            best = lines[0].score
            weights = [math.exp(max(-20.0, (line.score - best) / WARMTH)) for line in lines]
            position = position.play(chance.choices(lines, weights)[0].line[0])


def of_file(path: Path, variant: Variant) -> Iterator[list[Position]]:
    """Yield the positions of each game of a PDN file, of one variant, in which one move stands out.

    Games of other variants are passed over. Raises what `pdn.read` does.
    """
    with Engine.builtin(megabytes=1) as engine:
        for game in pdn.read(path, variant=variant):
            if game.variant == variant:
                yield [
                    bare(position)
                    for position in game.positions
                    if len(position.legal_moves) > 1
                    and stands_out(engine.analyse(position, Limit(nodes=NODES), 2).lines)
                ]


def of_tables(tables: Tables, seed: str) -> Iterator[Position]:
    """Yield random endings, without a capture, that the tables hold; three pieces at least."""
    chance = random.Random(f"{tables.variant.key} endings {seed}")
    squares = tables.variant.rules.board.squares
    while True:
        count = chance.randint(3, tables.pieces)
        white = chance.randint(1, count - 1)
        places = chance.sample(range(1, squares + 1), count)
        sides = [
            ",".join(("K" if chance.random() < 0.4 else "") + str(place) for place in part)
            for part in (places[:white], places[white:])
        ]
        fen = f"{chance.choice('WB')}:W{sides[0]}:B{sides[1]}"
        position = Position.from_fen(fen, tables.variant)
        quiet = not position.must_capture and not position.pass_turn().must_capture
        if quiet and not position.status() and position.has_legal_move:
            yield position


def stands_out(lines: tuple[AnalysedLine, ...]) -> bool:
    """Return whether the first line leads the second by so much that a proof is worth trying."""
    if len(lines) < 2:
        return False
    best, second = lines[0].score, lines[1].score
    return best >= GOOD and second <= LEVEL and best - second >= MARGIN


def bare(position: Position) -> Position:
    """Return the position as its FEN says it, with all draw counts at their start."""
    return Position.from_fen(position.fen(), position.variant)


def first(positions: Iterator[Position], most: int) -> list[Position]:
    """Return the first `most` positions."""
    return list(islice(positions, most))
