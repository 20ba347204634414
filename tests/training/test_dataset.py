"""Games of self-play as arrays are the games that were played."""

from __future__ import annotations

import struct
from pathlib import Path

import pytest

from crownhead import Position
from crownhead.arrays import ActionSpace
from crownhead.training.dataset import samples
from crownhead.training.failure import TrainingError
from crownhead.training.games import Batch, Store, read
from crownhead.training.selfplay import play
from crownhead.training.settings import Selfplay

SETTINGS = Selfplay(variant="russian", seed=4, nodes=20)


@pytest.fixture(scope="module")
def games_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("games") / "russian.games"
    play(SETTINGS, 40, path)
    return path


def slowly(games: bytes) -> list[tuple[Position, str, int, int]]:
    """Return position, move, score and result of every ply that was searched."""
    at, found = 0, []
    while at < len(games):
        opening, result, plies = struct.unpack_from("<BBH", games, at)
        places = list(games[at + 4 : at + 4 + plies])
        assert 255 not in places
        scores = struct.unpack_from(f"<{plies - opening}h", games, at + 4 + plies)
        at += 4 + plies + 2 * len(scores)
        position = Position.initial("russian")
        for ply, place in enumerate(places):
            move = position.legal_moves[place]
            if ply >= opening:
                own = result - 1 if position.turn == "white" else 1 - result
                found.append((position, move.notation("hub"), scores[ply - opening], own))
            position = position.play(move)
    return found


@pytest.mark.parametrize("relative", [True, False])
def test_samples_are_what_was_played(games_file: Path, relative: bool) -> None:
    space = ActionSpace("russian", relative=relative)
    _, batches = read(games_file)
    seen = 0
    for batch, found in zip(batches, samples(games_file, relative=relative), strict=True):
        expected = slowly(batch.games)
        assert len(found.positions) == len(expected)
        seen += len(expected)
        for row, (position, move, score, result) in enumerate(expected):
            assert found.positions[row] == position
            assert found.positions[row].draw_counts == position.draw_counts
            assert space.decode(position, int(found.actions[row])).notation("hub") == move
            assert (found.scores[row], found.results[row]) == (score, result)
    assert seen > 1000


@pytest.mark.parametrize("games", [b"\x00", b"\x00\x03\x00\x00", b"\x00\x01\x01\x00\xc8\x00\x00"])
def test_what_are_no_games_of_these_rules_is_told(games: bytes, tmp_path: Path) -> None:
    path = tmp_path / "wrong.games"
    store = Store(path, SETTINGS)
    store.append(Batch(0, 1, games))
    store.close()
    with pytest.raises(TrainingError, match="game 0 or one after it is none of its rules"):
        list(samples(path))
