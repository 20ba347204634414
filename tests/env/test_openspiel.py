"""The game of OpenSpiel: by that package's own tests, and move by move against the core's."""

from __future__ import annotations

import doctest
import json
import random
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from crownhead import VARIANTS, Game, Position
from crownhead.arrays import ActionSpace
from crownhead.env.features import planes_of, turn_round
from crownhead.env.vector import VectorEnv
from crownhead.errors import IllegalAction, InvalidArray, InvalidFen, UnknownVariant

pyspiel = pytest.importorskip("pyspiel", reason="no wheel for Macs with processors of Intel")

from open_spiel.python import rl_environment  # noqa: E402
from open_spiel.python.algorithms import generate_playthrough, mcts  # noqa: E402

from crownhead.env import openspiel  # noqa: E402

GAMES = ("english", "international", "frisian", "canadian", "turkish")
PERFT = Path(__file__).resolve().parents[2] / "data" / "perft.json"
MOST = 200  # leaves


def load(variant: str, horizon: int = 1000, draws: str = "automatic") -> Any:
    parameters = {"variant": variant, "horizon": horizon, "draws": draws}
    return pyspiel.load_game("python_crownhead", parameters)


def test_the_examples_of_the_module_run() -> None:
    found = doctest.testmod(openspiel, optionflags=doctest.ELLIPSIS)
    assert found.attempted > 10 and not found.failed


@pytest.mark.parametrize("variant", GAMES)
def test_openspiel_plays_random_games(variant: str) -> None:
    """Its checks of masks, returns, lengths, clones, and of states stored and read, hold."""
    pyspiel.random_sim_test(load(variant, 150), num_sims=2, serialize=True, verbose=False)


@pytest.mark.parametrize("variant", GAMES)
def test_a_playthrough_of_openspiel_is_the_same_again(variant: str) -> None:
    """A playthrough writes all that a state says and checks it against the state's clones."""
    name = f"python_crownhead(draws=automatic,horizon=30,variant={variant})"
    made = generate_playthrough.playthrough(name, None, seed=5)
    assert made == generate_playthrough.playthrough(name, None, seed=5)
    assert "IsTerminal() = True" in made and "ObservationTensor(0).planes" in made


def leaves(state: Any, depth: int, space: ActionSpace) -> int:
    """Count the sequences of actions, after comparing the actions of a state with its moves."""
    actions, position = state.legal_actions(), state.position
    assert actions == sorted(space.encode(position, move) for move in position.legal_moves)
    if depth == 1:
        return len(actions)
    total = 0
    for action in actions:
        move = space.decode(position, action)
        assert state.action_to_string(action) == str(move)
        child = state.child(action)
        assert child.position == position.play(move)
        assert child.history() == [*state.history(), action]
        total += leaves(child, depth - 1, space)
    return total


@pytest.mark.parametrize("variant", VARIANTS)
def test_sequences_of_actions_are_as_many_as_perft_counts(variant: str) -> None:
    rows = json.loads(PERFT.read_text(encoding="utf-8"))["rows"]
    game, space = load(variant), ActionSpace(variant, relative=True)
    seen = 0
    for row in rows:
        if row["variant"] == variant and row["nodes"] <= MOST and row["depth"] >= 2:
            start = Position.from_fen(row["fen"], variant)
            state = game.new_initial_state(row["fen"])
            assert leaves(state, row["depth"], space) == start.perft(row["depth"]), row
            seen += 1
    assert seen > 5


@pytest.mark.parametrize("draws", ["automatic", "rules"])
@pytest.mark.parametrize("variant", VARIANTS)
def test_a_game_ends_as_it_does_between_people(variant: str, draws: Any) -> None:
    rng = random.Random(variant + draws)
    state = load(variant, 400, draws).new_initial_state()
    game = Game(variant, draws=draws, huffing=False)
    while not state.is_terminal():
        assert state.current_player() == (0 if game.turn == "white" else 1)
        assert state.returns() == [0.0, 0.0]
        action = rng.choice(state.legal_actions())
        game.play(state.action_to_string(action))
        state.apply_action(action)
        assert state.position == game.position
    assert state.current_player() == pyspiel.PlayerId.TERMINAL and state.legal_actions() == []
    won = None if game.outcome is None else game.outcome.winner
    assert game.outcome is not None or len(state.history()) == 400
    assert state.returns() == {None: [0, 0], "white": [1, -1], "black": [-1, 1]}[won]


def test_a_copy_knows_what_may_come_back() -> None:
    """A state that is cloned or stored goes on with its repetitions and draw counts."""
    game = load("english")
    state = game.new_initial_state("W:WK29:BK4")
    for text in ("29-25", "4-8", "25-29", "8-4"):
        state.apply_action(state.string_to_action(text))
    read = pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(game, state))[1]
    for other in (state.clone(), game.deserialize_state(state.serialize()), read):
        assert str(other) == str(state) and other.history() == state.history()
        assert str(other) == "W:WK29:BK4, ply 4, repetition 2, draw counts 4"
        assert other.observation_tensor(0) == state.observation_tensor(0)
        other.apply_action(other.legal_actions()[0])
        assert len(state.history()) == 4 and ", ply 4, " in str(state)


def test_runs_of_kings_belong_to_a_state() -> None:
    state = load("frisian").new_initial_state("W:WK47,48:BK1,6")
    for text in ("47-42", "1-7"):
        state.apply_action(state.string_to_action(text))
    assert str(state.clone()).endswith("king runs 1 42 1 7")


def test_each_player_sees_his_own_side() -> None:
    state = load("english").new_initial_state()
    state.apply_action(state.legal_actions()[0])
    seen = np.array(state.observation_tensor(0), np.float32).reshape(8, 8, 8)
    assert (seen == planes_of(VectorEnv("english", starts=[state.position]))).all()
    other = np.array(state.observation_tensor(1), np.float32).reshape(8, 8, 8)
    assert (other == turn_round(seen)).all() and not (other == seen).all()


def test_what_is_wrong_is_told() -> None:
    with pytest.raises(UnknownVariant):
        load("chess")
    with pytest.raises(InvalidArray, match="horizon: 0 is not a number of plies"):
        load("english", 0)
    with pytest.raises(InvalidArray, match="draws: 'no' is neither"):
        load("english", 10, "no")
    game = load("english")
    with pytest.raises(InvalidFen):
        game.new_initial_state("nonsense")
    with pytest.raises(InvalidArray, match="take no parameters; there are view"):
        game.make_py_observer(None, {"view": 1})
    state = game.new_initial_state()
    with pytest.raises(IllegalAction, match="32 to 32"):
        state.apply_action(0)
    assert state.history() == [] and state.action_to_string(0, 0) == "1 to 1, rank 0"


def test_searches_and_environments_of_openspiel_play_it() -> None:
    game = load("russian", 60)
    evaluator = mcts.RandomRolloutEvaluator(1, np.random.RandomState(1))
    bot = mcts.MCTSBot(game, 1.4, 10, evaluator, random_state=np.random.RandomState(2))
    state = game.new_initial_state()
    assert bot.step(state) in state.legal_actions()
    environment = rl_environment.Environment(game)
    step = environment.reset()
    while not step.last():
        player = step.observations["current_player"]
        step = environment.step([step.observations["legal_actions"][player][0]])
    assert sum(step.rewards) == 0
