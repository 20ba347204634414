"""Files of games: reproducible, resumable, and refused when they are something else."""

from __future__ import annotations

import struct
from pathlib import Path

import pytest

from crownhead import Position
from crownhead.endgame import Tables
from crownhead.training import games
from crownhead.training.failure import TrainingError
from crownhead.training.games import Batch, Store
from crownhead.training.selfplay import BATCH, play
from crownhead.training.settings import Selfplay
from crownhead.workers import Threads

SETTINGS = Selfplay(variant="russian", seed=4, nodes=20)
FEW = 2 * BATCH


@pytest.fixture(scope="module")
def games_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("games") / "russian.games"
    assert play(SETTINGS, FEW, path) == FEW
    return path


def unpack(batch: Batch) -> list[tuple[int, int, list[int], tuple[int, ...]]]:
    """Return opening plies, result for White, places of moves and scores of each game."""
    content, at, found = batch.games, 0, []
    while at < len(content):
        opening, result, plies = struct.unpack_from("<BBH", content, at)
        at += 4
        places = []
        for _ in range(plies):
            places.append(content[at])
            at += 1
            if places[-1] == 255:
                places[-1] = struct.unpack_from("<H", content, at)[0]
                at += 2
        scores = struct.unpack_from(f"<{plies - opening}h", content, at)
        at += 2 * len(scores)
        found.append((opening, result, places, scores))
    return found


def test_a_file_does_not_depend_on_threads(games_file: Path, tmp_path: Path) -> None:
    other = tmp_path / "other.games"
    play(SETTINGS, FEW, other, workers=Threads(3))
    assert other.read_bytes() == games_file.read_bytes()


@pytest.mark.parametrize("left", [1, 30, 5_000])
def test_a_file_that_was_cut_off_is_gone_on_with(
    games_file: Path, tmp_path: Path, left: int
) -> None:
    whole = games_file.read_bytes()
    other = tmp_path / "other.games"
    start = whole.index(b"\n") + 1
    other.write_bytes(whole[: start + left])
    assert play(SETTINGS, FEW, other) == FEW
    assert other.read_bytes() == whole
    assert play(SETTINGS, FEW, other) == 0


def test_games_follow_the_rules_and_end_by_them(games_file: Path) -> None:
    settings, batches = games.read(games_file)
    assert settings == SETTINGS
    numbers = [game for batch in batches for game in unpack(batch)]
    assert len(numbers) > 0.9 * FEW
    for opening, result, places, scores in numbers[:40]:
        position = Position.initial("russian")
        assert 6 <= opening <= 8 and len(scores) == len(places) - opening
        for place in places:
            position = position.play(position.legal_moves[place])
        if not position.has_legal_move:
            assert result == (2 if position.turn == "black" else 0)
        else:
            assert result == 1


def test_tables_end_games_as_they_know(tmp_path: Path) -> None:
    settings = Selfplay(variant="russian", seed=4, nodes=20, tables=4)
    path = tmp_path / "russian.games"
    play(settings, BATCH, path)
    read, batches = games.read(path)
    assert read == settings
    tables = Tables.open("russian", most=4)
    ended = 0
    for opening, result, places, _ in unpack(next(iter(batches))):
        position = Position.initial("russian")
        for ply, place in enumerate(places):
            known = tables.value(position)
            quiet = not position.legal_moves[0].is_capture
            assert known is None or ply < opening or not quiet, "the game went on"
            position = position.play(position.legal_moves[place])
        known = tables.value(position)
        if known is not None and position.has_legal_move:
            ended += 1
            assert result == 1 + (known[0] if position.turn == "white" else -known[0])
    assert ended > BATCH // 4


def test_another_seed_makes_other_games(games_file: Path, tmp_path: Path) -> None:
    other = tmp_path / "other.games"
    play(Selfplay(variant="russian", seed=5, nodes=20), BATCH, other)
    first = next(iter(games.read(games_file)[1]))
    assert next(iter(games.read(other)[1])).games != first.games


def test_a_file_of_other_settings_is_refused(games_file: Path) -> None:
    with pytest.raises(TrainingError, match="other settings: nodes is 20 there and 21 here"):
        Store(games_file, Selfplay(variant="russian", seed=4, nodes=21))


def test_a_file_in_use_is_refused(tmp_path: Path) -> None:
    store = Store(tmp_path / "a.games", SETTINGS)
    with pytest.raises(TrainingError, match="in use"):
        Store(tmp_path / "a.games", SETTINGS)
    store.close()


def test_what_is_no_file_of_games_is_refused(games_file: Path, tmp_path: Path) -> None:
    path = tmp_path / "x.games"
    for content in (b"", b"[]\n", b"{}\n", b'{"format": "crownhead games 1"}\n', b"\0" * 100):
        path.write_bytes(content)
        with pytest.raises(TrainingError):
            games.read(path)
    damaged = bytearray(games_file.read_bytes())
    damaged[-1] ^= 1
    path.write_bytes(damaged)
    with pytest.raises(TrainingError, match=f"damaged after game {BATCH}"):
        list(games.read(path)[1])


def test_settings_out_of_range_are_refused() -> None:
    for wrong in (
        {"nodes": 0},
        {"opening": (8, 6)},
        {"seed": -1},
        {"most_plies": 10_001},
        {"tables": 9},
    ):
        with pytest.raises(TrainingError):
            Selfplay(**{"variant": "english", "seed": 1, **wrong})  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("opening", "sentence"),
    [
        ((8, 6), "opening low=8 is more than high=6"),
        ((1000, 2000), "opening low=1000 is not within 0..100"),
        ((-1, -1), "opening low=-1 is not within 0..100"),
    ],
)
def test_an_opening_was_refused_by_bounds_of_its_own(
    opening: tuple[int, int], sentence: str
) -> None:
    with pytest.raises(TrainingError, match=sentence):
        Selfplay(variant="english", seed=1, opening=opening)
