"""Networks as arrays see and say what the engine's evaluation does, and files carry them."""

from __future__ import annotations

import random
from dataclasses import replace
from importlib.resources import files
from pathlib import Path

import numpy as np
import pytest

from crownhead import VARIANTS, Position, weights
from crownhead._core import evaluate
from crownhead.arrays import Positions
from crownhead.errors import InvalidArray
from crownhead.training.network import BUCKETS, HIDDEN, Network, inputs_of, see

SHIPPED = Path(str(files("crownhead") / "data" / "weights"))
KINGS = {
    "english": ("W:WK18,K22:BK2,K10", "B:WK18:BK2,K10", "W:WK18:BK10"),
    "international": ("W:WK18,K22:BK2,K10", "B:W30:BK2,K10"),
}


def positions_of(game: str, count: int) -> list[Position]:
    """Return positions of games by chance, a new game for each."""
    dice, found = random.Random(game), []
    while len(found) < count:
        position = Position.initial(game)
        for _ in range(dice.randrange(80)):
            if position.is_game_over():
                break
            position = position.play(dice.choice(position.legal_moves))
        if not position.is_game_over():
            found.append(position)
    return found + [Position.from_fen(fen, game) for fen in KINGS.get(game, ())]


@pytest.mark.parametrize("game", VARIANTS)
def test_the_engine_finds_the_values_of_a_file(game: str, tmp_path: Path) -> None:
    """In all games: on mirrored boards, too, and of kings alone."""
    path = tmp_path / "own.weights"
    Network.random(game, seed=3).write(path)
    own, network = weights.read_file(path), Network.read(path, game)
    positions = positions_of(game, 60)
    values = network.values(Positions(positions))
    for position, value in zip(positions, values, strict=True):
        assert abs(evaluate(position, own) - value) < 1.01  # the engine leaves out fractions


def test_a_written_network_is_the_one_it_was_but_for_rounding(tmp_path: Path) -> None:
    network = Network.random("russian", seed=1)
    network.write(tmp_path / "own.weights")
    again = Network.read(tmp_path / "own.weights", "russian")
    again.write(tmp_path / "again.weights")
    assert (tmp_path / "own.weights").read_bytes() == (tmp_path / "again.weights").read_bytes()
    for name, step in (("inputs", 1 / 181), ("start", 1 / 181), ("outputs", 1 / 32)):
        assert np.abs(getattr(network, name) - getattr(again, name)).max() <= step / 2 + 1e-6


def test_the_package_s_networks_can_be_read() -> None:
    network = Network.read(SHIPPED / "english.weights", "english")
    positions = positions_of("english", 20)
    found = [evaluate(position, weights.weights(network.variant)) for position in positions]
    assert np.abs(network.values(Positions(positions)) - found).max() < 1.01


def test_either_side_sees_its_own_board() -> None:
    position = Position.from_fen("W:W32,K5:B1,3", "english")
    seen = see(Positions([position, position.mirror()]))
    places = [np.flatnonzero(side[0]).tolist() for side in seen[:2]]
    assert places == [[31, 32 + 4, 64 + 0, 64 + 2], [31 - 2, 31 - 0, 64 + 0, 96 + 27]]
    assert seen.own[0].tolist() == seen.own[1].tolist()
    assert seen.buckets.tolist() == [1, 1]


def test_wrong_arrays_are_refused() -> None:
    network = Network.random("english", seed=1)
    assert network.inputs.shape == (inputs_of("english"), HIDDEN)
    with pytest.raises(InvalidArray, match=r"start has shape \(128,\), not \(127,\)"):
        replace(network, start=network.start[1:])
    with pytest.raises(InvalidArray, match=r"biases has shape \(8,\), not list"):
        replace(network, biases=[0.0] * BUCKETS)  # type: ignore[arg-type]
    with pytest.raises(InvalidArray, match="outputs holds what is no finite floating number"):
        replace(network, outputs=network.outputs * np.float32("nan"))
    with pytest.raises(InvalidArray, match="inputs holds what is no finite"):
        replace(network, inputs=network.inputs.astype(np.int32))  # type: ignore[arg-type]
    with pytest.raises(InvalidArray, match="201 inputs were seen, but it has 129"):
        network.values(Positions([Position.initial("international")]))


@pytest.mark.parametrize("name", ["inputs", "start", "outputs", "biases"])
def test_weights_that_are_too_large_are_refused(name: str) -> None:
    network = Network.random("english", seed=1)
    huge = np.full_like(getattr(network, name), 1e6)
    with pytest.raises(InvalidArray, match="its weights are too large for a file"):
        replace(network, **{name: huge}).file()


def test_what_are_no_weights_of_the_board_is_told(tmp_path: Path) -> None:
    network = Network.random("english", seed=1)
    network.write(tmp_path / "own.weights")
    with pytest.raises(weights.InvalidWeights, match="of another board than that of turkish"):
        Network.read(tmp_path / "own.weights", "turkish")
    content = bytearray((tmp_path / "own.weights").read_bytes())
    content[len(content) // 2] ^= 1
    (tmp_path / "own.weights").write_bytes(content)
    with pytest.raises(weights.InvalidWeights, match="damaged"):
        Network.read(tmp_path / "own.weights", "english")
