"""Endings that the engine has to win: `dev.py bench endings [OPTIONS]`.

It plays the named endings of which it is known how far the win is, random won positions of three
pieces against one on the large board, which must be won before a draw count ends them, and random
won positions of five pieces. The defender plays the longest loss that tables with distances know;
those of five pieces are made with `crownhead endgame build english 5 --distances 5 --dir DIR`.
A draw count that is full, a position for the third time and the end of patience are failures.
"""

from __future__ import annotations

import argparse
import random
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

from crownhead import Limit, Position, endgame
from crownhead.engines.builtin import BuiltinEngine
from crownhead.game import Game

NAMED = (
    ("english", "W:WK19,K23:B12,K28"),  # the First Position
    ("english", "W:WK19,K23:B4,K28"),
    ("english", "W:WK15,K32:B16,K28"),
    ("international", "W:W6:B2,3,4"),
    ("international", "W:WK40,K45,50:BK11"),
    ("international", "W:W23:B5,6"),  # David and Goliath
)
LARGE = (("3 kings v 1", (0, 3), (0, 1)), ("2 kings and a man v 1", (1, 2), (0, 1)))
MOST_PLIES = 400

Men = tuple[int, int]
"""How many men and kings a side has."""


def play_out(start: Position, engine: BuiltinEngine, nodes: int, tables: endgame.Tables) -> str:
    """Play a position out for the side to move; return what went wrong, or nothing."""
    game, own = Game(start=start), start.turn
    seen = Counter([start])
    while game.outcome is None:
        position = game.position
        if position.turn == own:
            move = engine.play(game, Limit(nodes=nodes))
        else:
            move = tables.best(position)[0].move
        game.play(move)
        seen[game.position] += 1
        if seen[game.position] == start.variant.rules.repetition:
            return "repeated"
        if game.outcome is None and game.position.draw_rule is not None:
            return f"draw count {game.position.draw_rule.name}"
        if len(game.moves) >= MOST_PLIES:
            return f"{MOST_PLIES} plies"
    return "" if game.outcome.winner == own else f"{game.outcome.termination.value}"


def with_men(game: str, mine: Men, theirs: Men, dice: random.Random) -> Position | None:
    """Place pieces at random, White to move; None where a man stands on his last row."""
    numbers = Position.initial(game).variant.rules.board.squares
    squares = dice.sample(range(1, numbers + 1), sum(mine) + sum(theirs))
    sides = []
    for men, kings in (mine, theirs):
        own, squares = squares[: men + kings], squares[men + kings :]
        sides.append(",".join(("K" if at >= men else "") + str(n) for at, n in enumerate(own)))
    position = Position.from_fen(f"W:W{sides[0]}:B{sides[1]}", game)
    return None if position.status() else position


def random_wins(
    tables: endgame.Tables, mine: Men | None, theirs: Men | None, wanted: int, dice: random.Random
) -> Iterator[Position]:
    """Yield won positions; of five pieces of any kind where no material is given."""
    while wanted:
        first, second = mine, theirs
        if first is None or second is None:
            pieces = dice.randint(1, 4)
            men, others = dice.randint(0, pieces), dice.randint(0, 5 - pieces)
            first, second = (men, pieces - men), (others, 5 - pieces - others)
        position = with_men(tables.variant.key, first, second, dice)
        if position is None or position.outcome is not None:
            continue
        if tables.probe(position).under_rules == "win":
            wanted -= 1
            yield position


def play_all(
    name: str, positions: Sequence[Position], nodes: int, tables: endgame.Tables, *, show: bool
) -> bool:
    """Play the positions out, print how many were won, and return whether all were."""
    begun, failed = time.monotonic(), []
    with BuiltinEngine(megabytes=16) as engine:
        for position in positions:
            wrong = play_out(position, engine, nodes, tables)
            if wrong:
                failed.append(f"  {position.fen()}  {wrong}")
    seconds = time.monotonic() - begun
    print(f"{name}: {len(positions) - len(failed)} of {len(positions)} won, {seconds:.0f} s")
    if show:
        print("\n".join(failed), flush=True)
    return not failed


def main(options: Sequence[str] = ()) -> int:
    """Play the endings and return 0 where all were won."""
    parser = argparse.ArgumentParser("bench endings", description=__doc__)
    parser.add_argument("--positions", type=int, default=1000, help="of five pieces")
    parser.add_argument("--nodes", type=int, default=20_000, help="of each move")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--tables", type=Path, help="folder of 5-piece tables with distances")
    parser.add_argument("--show", action="store_true", help="print the positions not won")
    chosen = parser.parse_args(options)
    dice = random.Random(chosen.seed)
    games = {game: endgame.Tables.open(game) for game in ("english", "international")}
    fine = True
    for game, fen in NAMED:
        position = Position.from_fen(fen, game)
        fine &= play_all(f"{game} {fen}", [position], chosen.nodes, games[game], show=chosen.show)
    large = games["international"]
    for name, mine, theirs in LARGE:
        found = list(random_wins(large, mine, theirs, chosen.positions, dice))
        fine &= play_all(f"international {name}", found, chosen.nodes, large, show=chosen.show)
    if chosen.tables is not None:
        tables = endgame.Tables.open("english", [chosen.tables])
        found = list(random_wins(tables, None, None, chosen.positions, dice))
        fine &= play_all("english 5 pieces", found, chosen.nodes, tables, show=chosen.show)
    return 0 if fine else 1
