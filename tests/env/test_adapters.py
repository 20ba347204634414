"""The interfaces of Gymnasium and PettingZoo, by the tests that those packages bring."""

from __future__ import annotations

import warnings
from typing import Any

import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, parallel_api_test, parallel_seed_test, seed_test

from crownhead import Position
from crownhead.env.features import planes_of, turn_round
from crownhead.env.gymnasium import DraughtsEnv
from crownhead.env.pettingzoo import ParallelDraughts, RawEnv, env
from crownhead.env.vector import VectorEnv
from crownhead.errors import IllegalAction, InvalidArray

GAMES = ("english", "international", "frisian", "turkish")


@pytest.mark.parametrize("variant", GAMES)
def test_gymnasium_api(variant: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # it was not made by `gymnasium.make`
        check_env(DraughtsEnv(variant), skip_render_check=True)


@pytest.mark.parametrize("variant", GAMES)
def test_pettingzoo_api(variant: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        api_test(env(variant, most_plies=120), num_cycles=500)
        seed_test(lambda: env(variant, most_plies=60), num_cycles=50)


@pytest.mark.parametrize("variant", GAMES)
def test_pettingzoo_parallel_api(variant: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        parallel_api_test(ParallelDraughts(variant, most_plies=120), num_cycles=500)
        parallel_seed_test(lambda: ParallelDraughts(variant, most_plies=60))


def test_a_game_of_gymnasium_is_played_to_its_end() -> None:
    game = DraughtsEnv("english", opponent=lambda position: position.legal_moves[0])
    results = set()
    for seed in range(12):
        seen, info = game.reset(seed=seed)
        over = False
        while not over:
            legal = np.flatnonzero(seen["action_mask"])
            seen, reward, terminated, truncated, info = game.step(legal[seed % len(legal)])
            over = terminated or truncated
        assert info["ending"] and not info["illegal"]
        results.add(reward)
        with pytest.raises(InvalidArray, match="The game is over"):
            game.step(0)
    assert {-1.0, 1.0} & results


def test_an_illegal_move_loses() -> None:
    game = DraughtsEnv("english", color="white")
    game.reset(seed=1)
    _, reward, terminated, _, info = game.step(0)
    assert (reward, terminated, info["illegal"]) == (-1.0, True, True)
    both = ParallelDraughts("english")
    seen, _ = both.reset()
    first = int(np.flatnonzero(seen["black"]["action_mask"])[0])
    _, rewards, ended, _, infos = both.step({"white": 0, "black": first})
    assert rewards == {"white": -1.0, "black": 0.0} and ended["black"] and infos["white"]["illegal"]
    raw = RawEnv("english")
    raw.reset()
    with pytest.raises(IllegalAction):
        raw.step(0)
    lost = env("english")
    lost.reset()
    lost.step(0)
    assert lost.terminations == {"white": True, "black": True}


def test_both_sides_see_the_same_board() -> None:
    """What the side sees that waits is what it would see if it were its turn."""
    start = Position.from_fen("W:WK20,14:BK30,7", "frisian")
    game = RawEnv("frisian", start=start)
    game.reset()
    other: Any = VectorEnv("frisian", starts=[start.pass_turn()])
    assert (game.observe("black")["observation"][:4] == planes_of(other)[:4]).all()
    assert not game.observe("black")["action_mask"].any()
    planes = planes_of(game.table.games)
    assert (turn_round(turn_round(planes)) == planes).all()


def test_counts_runs_and_repetition_are_seen() -> None:
    start = Position.from_fen("W:WK47,48:BK1,6", "frisian")
    games = VectorEnv("frisian", starts=[start], autoreset=False)
    space = games.space
    games.step([space.encode(start, "47-42")])
    planes = planes_of(games)
    assert planes[5].max() == pytest.approx(1 / 3) and planes[4].max() == 0
    assert planes[:4].sum() == 4
    assert planes[2 + 1, planes[5].nonzero()[0][0], planes[5].nonzero()[1][0]] == 1
    kings = Position.from_fen("W:WK29:BK4", "english")
    games = VectorEnv("english", starts=[kings], autoreset=False)
    seen = []
    for move in ("29-25", "4-8", "25-29", "8-4"):
        games.step([games.space.encode(games.position(0), move)])
        seen.append(float(planes_of(games)[6].max()))
    assert seen == [0.0, 0.0, 0.0, 0.5]
    assert planes_of(games)[7].max() == pytest.approx(4 / 80)
