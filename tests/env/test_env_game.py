"""Steps of many games are moves of `Game`, to the end of random games of every game."""

from __future__ import annotations

import random
from collections import Counter

import numpy as np
import pytest
from oracle import positions
from support.oracle_positions import position_of

from crownhead import VARIANTS, Game, Position, Variant
from crownhead.env import ENDINGS, VectorEnv
from crownhead.env.vector import Draws

MOST_PLIES = 300


def starts_of(variant: Variant, seed: int) -> list[Position]:
    """Return the start and positions with kings, from which the game can still be played."""
    record = variant.to_dict()
    rng = random.Random(seed)
    found = [Position.initial(variant)]
    while len(found) < 8:
        state = positions.random_placement(rng, record["rules"])
        position = position_of(state, variant, record)
        if position.count("white") and position.count("black") and not position.status():
            found.append(position)
    return found


def back_and_forth(game: Game, rng: random.Random) -> str | None:
    """Return the move by which a piece goes back where it came from, mostly."""
    if len(game.moves) < 2 or rng.random() < 0.2:
        return None
    last = game.moves[-2]
    for move in game.position.legal_moves:
        if (move.origin, move.target) == (last.target, last.origin) and not move.is_capture:
            return str(move)
    return None


@pytest.mark.parametrize("draws", ["automatic", "rules"])
@pytest.mark.parametrize("key", VARIANTS)
def test_every_step_is_a_move_of_game(key: str, draws: Draws) -> None:
    variant = VARIANTS[key]
    begun = starts_of(variant, 3)
    env = VectorEnv(
        variant, len(begun), draws=draws, most_plies=MOST_PLIES, ranks=64, autoreset=False
    )
    for place, start in enumerate(begun):
        env.reset_game(place, start)
    games = [Game(variant, start=start, draws=draws, huffing=False) for start in begun]
    rng = random.Random(key + draws)
    ended: Counter[str] = Counter()
    for ply in range(MOST_PLIES + 1):
        seen = env.observation
        actions = np.zeros(len(games), np.int32)
        for place, game in enumerate(games):
            position = game.position
            assert env.position(place) == position
            assert env.position(place).draw_counts == position.draw_counts
            assert seen.draw_counts[place].tolist() == list(position.draw_counts)
            assert seen.turns[place] == (position.turn == "black")
            came = game.positions[-1 - len(game.moves) :]
            assert seen.repetitions[place] == sum(p == position for p in came)
            legal = np.flatnonzero(seen.mask[place]).tolist()
            if game.outcome is not None:
                assert legal == []
                assert env.ending(place) == game.outcome.termination.value
                assert env.winner(place) == game.outcome.winner
                ended[env.ending(place)] += env.plies(place) == ply
                continue
            assert env.winner(place) is None
            if ply == MOST_PLIES:
                assert env.ending(place) == "too-long"
                continue
            assert env.ending(place) == ""
            moves = {env.space.decode(position, action) for action in legal}
            assert moves == set(position.legal_moves) and len(moves) == len(legal)
            text = back_and_forth(game, rng)
            move = position.parse(text) if text else rng.choice(list(position.legal_moves))
            actions[place] = env.space.encode(position, move)
        if ply == MOST_PLIES:
            break
        going = [game.outcome is None for game in games]
        movers = [game.position.turn for game in games]
        step = env.step(actions)
        for place, game in enumerate(games):
            if not going[place]:
                assert step.rewards[place] == 0
                continue
            game.play(env.space.decode(game.position, int(actions[place])))
            assert bool(step.terminated[place]) == (game.outcome is not None)
            winner = game.outcome.winner if game.outcome else None
            won = 0 if winner is None else 1 if winner == movers[place] else -1
            assert step.rewards[place] == won
            assert bool(step.truncated[place]) == (game.outcome is None and ply + 1 == MOST_PLIES)
    assert sum(ended.values()) > 0


def test_games_that_end_begin_anew() -> None:
    env = VectorEnv("english", 700, most_plies=60, seed=4, threads=2)
    endings: Counter[str] = Counter()
    for seed in range(200):
        before = [env.plies(place) for place in range(5)]
        step = env.step(env.sample(seed))
        endings.update(ENDINGS[code] for code in step.endings.tolist())
        over = step.terminated | step.truncated
        for place, plies in enumerate(before):
            assert env.plies(place) == (0 if over[place] else plies + 1)
        assert (step.rewards[~step.terminated] == 0).all()
        assert step.observation.mask.any(axis=1).all()
    assert endings["too-long"] > 100 and endings["no-pieces"] + endings["blocked"] > 100


def test_threads_and_seeds_decide_nothing_but_what_they_say() -> None:
    """The same seed gives the same games on one thread and on several."""
    starts = starts_of(VARIANTS["russian"], 1)
    runs = []
    for threads in (1, 3):
        env = VectorEnv("russian", 2000, starts=starts, most_plies=50, threads=threads, seed=9)
        codes = [env.step(env.sample(seed)).endings.copy() for seed in range(70)]
        runs.append((np.array(codes), env.observation.planes.copy()))
    assert (runs[0][0] == runs[1][0]).all() and (runs[0][1] == runs[1][1]).all()
    env.reset(seed=10)
    other = env.observation.planes.copy()
    env.reset(seed=9)
    assert (env.observation.planes != other).any()
