"""The ladder of the levels, from stand-ins for beginners up: `dev.py bench levels [OPTIONS]`.

`R` moves at random. `T` looks two plies ahead and counts pieces (a king is three men, or all of
them where it wins; who wants to lose counts against himself), equal moves by lot. `C`, a careful
child, plays as `T` in 60 % of its moves and as `R` in the others. Games come in pairs: the same two
random moves of each side first, then with colours swapped. After 200 plies a game is drawn. Shares
are those of the first named, with the 95 % interval over pairs.

A blunder is a move that is worth a man less than the best one, as 50,000 nodes see it.
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

from crownhead.arena.elo import logistic
from crownhead.arena.pentanomial import Pentanomial
from crownhead.engines.builtin import BuiltinEngine
from crownhead.engines.interface import Engine, Limit
from crownhead.engines.levels import Level, ladder, levels
from crownhead.game import Game
from crownhead.move import Move
from crownhead.position import Position
from crownhead.rules import Aim
from crownhead.variants import get

DECIDED = 600
MAN = 100
JUDGE = Limit(nodes=50_000)

GAMES = ("english", "brazilian", "russian", "international")
MOST_PLIES = 200
OPENING = 4
KING = 3
WON = 1000
CARE = 0.6

Player = Callable[[Game, random.Random], Move]


def at_random(game: Game, dice: random.Random) -> Move:
    """Play any legal move."""
    return dice.choice(list(game.position.legal_moves))


def two_plies(game: Game, dice: random.Random) -> Move:
    """Play a move after whose best reply the pieces stand best; equal ones by lot."""
    position = game.position
    own = position.turn
    aim = position.variant.rules.aim
    king = WON if aim is Aim.KING else KING
    sign = -1 if aim is Aim.LOSE else 1
    values: dict[Move, int] = {}
    for move in position.legal_moves:
        after = position.play(move)
        replies = (_pieces(after.play(r), own, king) * sign for r in after.legal_moves)
        values[move] = min(replies, default=WON * sign)
    best = max(values.values())
    return dice.choice([move for move, value in values.items() if value == best])


def careful(game: Game, dice: random.Random) -> Move:
    """Look two plies ahead in 60 % of the moves; play the others at random."""
    return two_plies(game, dice) if dice.random() < CARE else at_random(game, dice)


def _pieces(position: Position, own: str, king: int) -> int:
    value = 0
    for piece in position.pieces.values():
        worth = king if piece.endswith("king") else 1
        value += worth if piece.startswith(own) else -worth
    return value


STAND_INS: dict[str, Player] = {"R": at_random, "C": careful, "T": two_plies}


@dataclass
class AtLevel:
    """Play with the built-in engine at a level; each game has a seed of its own."""

    level: Level
    _engine: BuiltinEngine | None = field(default=None, repr=False)

    def begin(self, seed: int) -> None:
        """Prepare for another game."""
        self._engine = BuiltinEngine(self.level.number, seed=seed, megabytes=1)
        self._engine.level = self.level

    def __call__(self, game: Game, dice: random.Random) -> Move:
        """Return the level's move."""
        assert self._engine is not None
        return self._engine.play(game)


def play(first: Player, second: Player, variant: str, pairs: int, seed: int = 1) -> Pentanomial:
    """Return how the first player did against the second."""
    counts = Pentanomial()
    for pair in range(pairs):
        dice = random.Random(f"{seed} {variant} {pair}")
        start = Position.initial(variant)
        for _ in range(OPENING):
            start = start.play(dice.choice(list(start.legal_moves)))
        points = 0
        for half, sides in enumerate(((first, second), (second, first))):
            winner = _winner(start, sides, random.Random(f"{seed} {pair} {half}"))
            points += 1 if winner is None else 2 * (sides[winner] is first)
        counts = counts.plus(points)
    return counts


def play_out(
    game: Game, sides: Sequence[Player], dice: random.Random, most_plies: int = MOST_PLIES
) -> None:
    """Play a game to its end, or so many plies, white first among `sides`."""
    for player in sides:
        if isinstance(player, AtLevel):
            player.begin(dice.getrandbits(40))
    while game.outcome is None and len(game.moves) < most_plies:
        game.play(sides[0 if game.turn == "white" else 1](game, dice))


def _winner(start: Position, sides: Sequence[Player], dice: random.Random) -> int | None:
    """Play one game, white first among `sides`; return who won, None for a draw."""
    game = Game(start=start)
    play_out(game, sides, dice)
    if game.outcome is None or game.outcome.winner is None:
        return None
    return 0 if game.outcome.winner == "white" else 1


def positions(variant: str, count: int) -> list[Position]:
    """Return positions with a choice, of games that players at two plies played."""
    dice = random.Random(f"positions {variant}")
    found: list[Position] = []
    while len(found) < count:
        game = Game(variant)
        stop = dice.randrange(4, 70)
        while game.outcome is None and len(game.moves) < stop:
            mover = at_random if len(game.moves) < OPENING else two_plies
            game.play(mover(game, dice))
        if game.outcome is None and len(game.position.legal_moves) > 1:
            found.append(game.position)
    return found


def blunders(level: Level, on: Sequence[Position], best: Sequence[int]) -> int:
    """Return in how many positions a level plays a blunder."""
    player = AtLevel(level)
    count = 0
    with Engine.builtin(level=10) as judge:
        for number, (position, value) in enumerate(zip(on, best, strict=True)):
            player.begin(number)
            after = position.play(player(Game(start=position), random.Random(number)))
            count += value + worth(judge, after) >= MAN
    return count


def worth(judge: Engine, position: Position) -> int:
    """Return what a position is worth to the side to move, at most `DECIDED`."""
    if not position.has_legal_move:
        return DECIDED if position.variant.rules.aim is Aim.LOSE else -DECIDED
    return max(-DECIDED, min(DECIDED, judge.analyse(position, JUDGE).score))


def table_line(name: str, variant: str, counts: Pentanomial, seconds: float) -> str:
    """Return one line of the table."""
    reach = 1.96 * counts.error
    low, high = (min(max(counts.mean + off, 0.001), 0.999) for off in (-reach, reach))
    bound = counts.bound
    value = f"{counts.elo.value:+.0f}" if bound is None else f"{'<>'[bound > 0]} {bound:+.0f}"
    return (
        f"{variant:14} {name:8} {2 * counts.pairs:4} games  {100 * counts.mean:5.1f} %"
        f" ± {100 * reach:4.1f}  Elo {value:>7} [{logistic(low):+.0f}, {logistic(high):+.0f}]"
        f"  {seconds:.0f} s"
    )


def main(options: Sequence[str] = ()) -> int:
    """Measure the ladder and print it line by line."""
    parser = argparse.ArgumentParser("bench levels", description=__doc__)
    parser.add_argument("--pairs", type=int, default=50, help="pairs of games for each line")
    parser.add_argument("--highest", type=int, default=6, help="the highest level to be played")
    parser.add_argument("--lowest", type=int, default=1, help="the lowest level of the steps")
    parser.add_argument("--variants", default=",".join(GAMES))
    parser.add_argument("--blunders", type=int, default=0, help="positions to count blunders in")
    parser.add_argument("--most-nodes", type=int, default=10**9, help="of any level, for a move")
    chosen = parser.parse_args(options)
    for variant in chosen.variants.split(","):
        players = {
            one.number: AtLevel(replace(one, nodes=min(one.nodes, chosen.most_nodes)))
            for one in levels(ladder(get(variant)))
            if one.number <= chosen.highest
        }
        matches: list[tuple[str, Player, Player]] = [
            (f"{name} v {number}", STAND_INS[name], players[number])
            for number, name in ((1, "R"), (1, "C"), (2, "C"), (3, "T"))
            if number in players and number >= chosen.lowest
        ]
        matches += [
            (f"{number + 1} v {number}", players[number + 1], players[number])
            for number in players
            if number + 1 in players and number >= chosen.lowest
        ]
        for name, first, second in matches:
            begun = time.monotonic()
            counts = play(first, second, variant, chosen.pairs)
            print(table_line(name, variant, counts, time.monotonic() - begun), flush=True)
        if chosen.blunders:
            on = positions(variant, chosen.blunders)
            with Engine.builtin(level=10) as judge:
                best = [worth(judge, position) for position in on]
            for number, player in players.items():
                share = 100 * blunders(player.level, on, best) / chosen.blunders
                print(f"{variant:14} {number:<8} {share:5.1f} % blunders", flush=True)
    return 0
