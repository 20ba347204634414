"""Positions with the turn, or the sides, exchanged keep what was counted on the way to them."""

from __future__ import annotations

import random

import pytest

from crownhead import Position
from crownhead.formats import pdn
from crownhead.variants import VARIANTS


def walk(key: str, seed: int) -> Position:
    """Return an ending of a game after some moves, with counts under way."""
    dice = random.Random(seed)
    position = Position.from_fen("W:WK29,K31,K30,21:BK1,K2", key)
    for _ in range(dice.randint(1, 9)):
        moves = position.legal_moves
        if not moves:
            break
        position = position.play(dice.choice(moves))
    return position


@pytest.mark.parametrize("key", VARIANTS)
def test_a_null_move_keeps_every_draw_count(key: str) -> None:
    """All but the first unconditional one began anew."""
    for seed in range(12):
        position = walk(key, seed)
        passed = position.pass_turn()
        assert passed.turn != position.turn and passed.pieces == position.pieces
        assert passed.draw_counts == position.draw_counts
        again = passed.pass_turn()
        assert (again, again.key, again.draw_counts) == (
            position,
            position.key,
            position.draw_counts,
        )


def test_counts_of_endings_are_among_them() -> None:
    position = Position.from_fen("W:WKa1,Kc1,Ke1:BKb8", "russian")
    for move in ("c1-d2", "b8-a7", "d2-c1"):
        position = position.play(move)
    counts = position.draw_counts
    assert sum(count > 0 for count in counts) > 1
    assert position.pass_turn().draw_counts == counts


@pytest.mark.parametrize("key", VARIANTS)
def test_a_mirrored_position_is_the_same_for_the_other_side(key: str) -> None:
    for seed in range(12):
        position = walk(key, seed)
        mirrored = position.mirror()
        most = position.variant.rules.board.squares + 1
        turned = {most - square: piece.swapped for square, piece in position.iter_pieces()}
        assert dict(mirrored.iter_pieces()) == turned and mirrored.turn != position.turn
        assert mirrored.draw_counts == position.draw_counts
        assert len(mirrored.legal_moves) == len(position.legal_moves)
        again = mirrored.mirror()
        assert (again, again.key, again.draw_counts) == (
            position,
            position.key,
            position.draw_counts,
        )


def test_runs_of_kings_go_over_with_their_kings() -> None:
    position = Position.from_fen("B:W45,K46:BK10,K20:+210+146", "frisian")
    assert position.fen(counters=True).endswith("+210+146")
    assert position.mirror().fen(counters=True).endswith("W:WK31,K41:BK5,6:+15+241")
    assert position.pass_turn().fen(counters=True).endswith("+210+146")


def test_a_null_move_of_a_tree_is_that_of_the_reader() -> None:
    game = pdn.loads('[GameType "25"] [FEN "W:WKa1,Kc1,Ke1:BKb8"] 1. c1-d2 b8-a7 2. - a7-b8 *')
    nodes = list(game.mainline())
    assert [node.kind for node in nodes] == ["move", "move", "pass", "move"]
    line = game._body
    assert line is not None
    assert nodes[-1].position.draw_counts == line.end.draw_counts
