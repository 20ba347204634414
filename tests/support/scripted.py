"""Play long stretches of quiet moves in tests."""

from __future__ import annotations

import random
from collections.abc import Callable

from crownhead import Game, Move, Position


def replay(game: Game) -> Game:
    """Check that the record replays to the same state, and return the replayed game."""
    again = Game.from_json(game.to_json())
    assert again == game
    assert again.state == game.state
    assert again.moves == game.moves
    assert again.position.draw_counts == game.position.draw_counts
    return again


def is_quiet(position: Position, move: Move) -> bool:
    """Say whether the move keeps the peace: no capture now or possible next."""
    return not move.is_capture and not position.play(move).must_capture


def kings_only(position: Position, move: Move) -> bool:
    """Say whether the move keeps the peace and moves a king."""
    return is_quiet(position, move) and (position.piece_at(move.origin) or "").endswith("king")


def shuffle(
    game: Game,
    plies: int,
    wanted: Callable[[Position, Move], bool] = is_quiet,
    *,
    fresh: bool = True,
) -> None:
    """Play `plies` wanted moves; `fresh` ones lead to positions not seen before."""
    seen = {position.key for position in game.positions} if fresh else set()
    for move in _walk(game.position, plies, wanted, seen, fresh, random.Random(1)):
        game.play(move)


def _walk(
    position: Position,
    plies: int,
    wanted: Callable[[Position, Move], bool],
    seen: set[int],
    fresh: bool,
    dice: random.Random,
) -> list[Move]:
    moves = [move for move in position.legal_moves if wanted(position, move)]
    dice.shuffle(moves)
    for move in moves:
        after = position.play(move)
        if fresh and after.key in seen:
            continue
        if plies == 1:
            return [move]
        seen.add(after.key)
        rest = _walk(after, plies - 1, wanted, seen, fresh, dice)
        if rest:
            return [move, *rest]
    return []
