"""Masks, actions and boards of batches against the oracle, in random positions of every game.

`CROWNHEAD_NIGHTLY` makes them 100,000; an ordinary run has a few hundred of each game.
"""

from __future__ import annotations

import os
from collections import defaultdict
from typing import Any

import numpy as np
import oracle
import pytest
from oracle import fen, positions
from support.oracle_positions import outcome, position_of

from crownhead import VARIANTS, Variant
from crownhead.arrays import ActionSpace, Positions

POSITIONS = 100_000 if os.environ.get("CROWNHEAD_NIGHTLY") else 1_600
PER_GAME = -(-POSITIONS // len(VARIANTS))
PIECES = ("white_man", "white_king", "black_man", "black_king")
RANKS = 64


def slow_actions(
    state: oracle.State, record: dict[str, Any], relative: bool
) -> dict[int, tuple[int, int, frozenset[int], bool]]:
    """Return every legal move by its action, as the docstring of `ActionSpace` words it."""
    turned, squares = fen.numbering(record), len(state.rules.numbers)
    black = relative and state.turn == "black"

    def own_number(number: int) -> int:
        return squares + 1 - turned(number) if black else turned(number)

    alike = defaultdict(list)
    for move in oracle.moves(state):
        alike[own_number(move.origin), own_number(move.target)].append(move)
    found = {}
    for (origin, target), same in alike.items():
        same.sort(key=lambda m: (sum(1 << (own_number(n) - 1) for n in m.captures), m.crowns))
        for rank, move in enumerate(same):
            action = (rank * squares + origin - 1) * squares + target - 1
            found[action] = tuple(move)
    return found


def slow_planes(state: oracle.State, variant: Variant, relative: bool) -> list[list[list[int]]]:
    side = state.rules.height
    planes = [[[0] * side for _ in range(side)] for _ in PIECES]
    black = relative and state.turn == "black"
    for (row, column), piece in state.pieces.items():
        if variant.mirrored:
            column = side - 1 - column
        board = PIECES.index(piece)
        if black:
            row, column, board = side - 1 - row, side - 1 - column, (board + 2) % 4
        planes[board][row][column] = 1
    return planes


def slow_bits(state: oracle.State, record: dict[str, Any], relative: bool) -> list[int]:
    turned, squares = fen.numbering(record), len(state.rules.numbers)
    boards = [0] * 4
    black = relative and state.turn == "black"
    for square, piece in state.pieces.items():
        number = turned(state.rules.numbers[square])
        board = PIECES.index(piece)
        if black:
            number, board = squares + 1 - number, (board + 2) % 4
        boards[board] |= 1 << (number - 1)
    return boards


@pytest.mark.parametrize("key", VARIANTS)
def test_positions_actions_and_boards(key: str) -> None:
    variant = VARIANTS[key]
    record = variant.to_dict()
    turned = fen.numbering(record)
    states = [positions.sample(seed, record["rules"]) for seed in range(1, PER_GAME + 1)]
    batch = Positions([position_of(state, variant, record) for state in states])
    for relative in (False, True):
        space = ActionSpace(variant, ranks=RANKS, relative=relative)
        planes = batch.planes(relative=relative)
        bits = batch.bitboards(relative=relative).reshape(len(batch), 4, -1)
        actions, starts = batch.legal_actions(space)
        for place, state in enumerate(states):
            where = batch[place].fen()
            expected = slow_actions(state, record, relative)
            mine = actions[starts[place] : starts[place + 1]].tolist()
            assert sorted(mine) == sorted(expected), where
            for action, move in expected.items():
                decoded = space.decode(batch[place], action)
                assert outcome(decoded, turned) == move, where
                assert space.encode(batch[place], decoded) == action, where
            assert planes[place].tolist() == slow_planes(state, variant, relative), where
            words = [sum(int(w) << 64 * i for i, w in enumerate(b)) for b in bits[place]]
            assert words == slow_bits(state, record, relative), where
        kept: dict[str, Any] = {
            "draw_counts": batch.draw_counts(),
            "king_runs": batch.king_runs(relative=relative),
            "relative": relative,
        }
        for back in (
            Positions.from_planes(planes, batch.turns(), variant, **kept),
            Positions.from_bitboards(
                batch.bitboards(relative=relative), batch.turns(), variant, **kept
            ),
        ):
            assert list(back) == list(batch)
            assert [p.draw_counts for p in back] == [p.draw_counts for p in batch]


@pytest.mark.parametrize("key", VARIANTS)
def test_masks(key: str) -> None:
    """A mask has the legal actions and no others, in the space of the usual size, too."""
    variant = VARIANTS[key]
    record = variant.to_dict()
    states = [positions.sample(seed, record["rules"]) for seed in range(1, 31)]
    batch = Positions([position_of(state, variant, record) for state in states])
    space = ActionSpace(variant)
    mask = batch.legal_mask(space, threads=2)
    assert mask.shape == (len(batch), space.size) == (len(batch), np.prod(space.shape))
    for row, state in zip(mask, states, strict=True):
        assert set(np.flatnonzero(row).tolist()) == set(slow_actions(state, record, False))
