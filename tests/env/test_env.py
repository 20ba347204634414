"""What many games refuse, and what threads do to them."""

from __future__ import annotations

import copy
import pickle
import threading
from collections.abc import Callable

import numpy as np
import pytest

from crownhead import Position
from crownhead.env import VectorEnv
from crownhead.errors import IllegalAction, InvalidArray, UnknownVariant


def test_an_illegal_action_changes_no_game() -> None:
    env = VectorEnv("english", 3)
    actions = env.sample(0)
    actions[2] = 5
    with pytest.raises(IllegalAction, match=r"Game 2: Action 5 \(32 to 27, rank 0\)") as no:
        env.step(actions)
    assert no.value.place == 2
    assert [env.plies(place) for place in range(3)] == [0, 0, 0]
    with pytest.raises(InvalidArray, match=r"actions: shape \(2,\) is not 3"):
        env.step([1, 2])


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"size": 0}, "size: 0"),
        ({"most_plies": -1}, "most_plies: -1"),
        ({"draws": "never"}, "draws: 'never'"),
        ({"starts": []}, "starts: there is none"),
        ({"starts": [Position.initial("russian")]}, "starts: member 0 is no position of english"),
        ({"seed": 1.5}, "seed: 1.5"),
        ({"ranks": 0}, "ranks: 0"),
        ({"threads": 0}, "threads: 0"),
    ],
)
def test_what_makes_no_environment_is_told(wrong: dict[str, object], said: str) -> None:
    with pytest.raises(InvalidArray, match=said):
        VectorEnv("english", **wrong)  # type: ignore[arg-type]


def test_an_unknown_game_is_told() -> None:
    with pytest.raises(UnknownVariant):
        VectorEnv("englisch draughts of mars")


def test_a_move_without_a_number_cuts_a_game_off() -> None:
    alike = Position.from_fen("W:W30:B17,18,25,26", "english")
    env = VectorEnv("english", starts=[alike], ranks=1, autoreset=False)
    assert env.ending(0) == "unnumbered" and not env.observation.mask.any()


def test_a_start_without_a_move_is_over() -> None:
    env = VectorEnv("english", starts=[Position.from_fen("W:W:B5", "english")], autoreset=False)
    assert (env.ending(0), env.winner(0)) == ("no-pieces", "black")
    env = VectorEnv("antidraughts", starts=[Position.from_fen("W:W9:B", "antidraughts")])
    assert (env.ending(0), env.winner(0)) == ("no-pieces", "black")


def test_without_masks_the_actions_are_the_same() -> None:
    env, masked = (VectorEnv("frisian", 50, masks=masks, seed=2) for masks in (False, True))
    for seed in range(30):
        env.step(env.sample(seed))
        masked.step(masked.sample(seed))
        actions, starts = env.legal_actions()
        for place in range(50):
            mine = sorted(actions[starts[place] : starts[place + 1]].tolist())
            assert mine == np.flatnonzero(masked.observation.mask[place]).tolist()
    assert env.observation.mask.shape == (50, 0)


def test_threads_of_python_may_share_the_games() -> None:
    """One at a time steps them: none meets a game half moved."""
    env = VectorEnv("english", 600, masks=False)
    refused = []

    def play(seed: int) -> None:
        for ply in range(100):
            try:
                env.step(env.sample(seed * 1000 + ply))
            except IllegalAction as error:  # another thread has moved in between
                refused.append(error)

    threads = [threading.Thread(target=play, args=(seed,)) for seed in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(refused) < 400
    assert all(env.position(place).legal_moves for place in range(600))


@pytest.mark.parametrize("again", [copy.copy, copy.deepcopy])
def test_a_copy_of_the_games_is_played_apart(again: Callable[[VectorEnv], VectorEnv]) -> None:
    """`copy.copy` gave a second name for the same games, `copy.deepcopy` an error."""
    env = VectorEnv("english", 2)
    other = again(env)
    other.step(other.sample(seed=1))
    assert (env.plies(0), other.plies(0)) == (0, 1)
    assert env.position(0) == Position.initial("english")
    with pytest.raises(TypeError, match="make one in each process"):
        pickle.dumps(env)
