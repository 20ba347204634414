"""Positions of self-play as Parquet: what is read is what was written, batch by batch."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pytest
from pyarrow import parquet

from crownhead import VARIANTS, Position
from crownhead.arrays import ActionSpace, Positions
from crownhead.arrays.parquet import columns, fields, positions_of, write
from crownhead.cli.command import run
from crownhead.errors import InvalidArray
from crownhead.training.dataset import samples
from crownhead.training.parquet import export, read_samples
from crownhead.training.selfplay import play
from crownhead.training.settings import Selfplay


@pytest.fixture(scope="module", params=["russian", "canadian", "frisian"])
def games_file(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("games") / f"{request.param}.games"
    play(Selfplay(variant=request.param, seed=4, nodes=10, most_plies=60), 100, path)
    return path


def join(parts: Any) -> tuple[list[Position], Any, Any, Any]:
    found = list(parts)
    positions = [position for part in found for position in part.positions]
    arrays = [np.concatenate([part[place] for part in found]) for place in (1, 2, 3)]
    return positions, arrays[0], arrays[1], arrays[2]


@pytest.mark.parametrize("relative", [True, False])
def test_what_is_read_is_what_was_written(games_file: Path, relative: bool, tmp_path: Path) -> None:
    file = tmp_path / "some.parquet"
    rows = export(games_file, file, relative=relative)
    expected, found = (
        join(samples(games_file, relative=relative)),
        join(read_samples(file, batch=999)),
    )
    assert rows == len(expected[0]) > 2000 and found[0] == expected[0]
    assert [one.draw_counts for one in found[0]] == [one.draw_counts for one in expected[0]]
    for ours, theirs in zip(found[1:], expected[1:], strict=True):
        assert ours.dtype == theirs.dtype and (ours == theirs).all()
    space = ActionSpace(games_file.stem, relative=relative)
    assert space.decode(found[0][0], int(found[1][0])) in found[0][0].legal_moves


def test_the_file_says_what_is_in_it(games_file: Path, tmp_path: Path) -> None:
    file = tmp_path / "some.parquet"
    export(games_file, file)
    head = json.loads(parquet.read_schema(file).metadata[b"crownhead"])
    assert head["relative"] is True and head["selfplay"]["variant"] == games_file.stem
    table = parquet.read_table(file)
    (first,) = list(samples(games_file))[:1]
    boards = first.positions.bitboards(relative=True).reshape(len(first.positions), -1)
    assert table["boards"].slice(0, len(boards)).to_pylist() == boards.tolist()
    assert table["turn"].slice(0, len(boards)).to_pylist() == first.positions.turns().tolist()


def test_rows_are_written_and_read_in_groups(tmp_path: Path) -> None:
    batch = Positions([Position.initial("english")] * 10)
    kinds, file = fields(batch.variant), tmp_path / "some.parquet"
    assert write(file, kinds, {"format": "some"}, (columns(batch) for _ in range(7)), 20) == 70
    opened = parquet.ParquetFile(file)
    sizes = [opened.metadata.row_group(at).num_rows for at in range(opened.num_row_groups)]
    assert sizes == [20, 20, 20, 10]


def test_batches_are_no_larger_than_asked_for(games_file: Path, tmp_path: Path) -> None:
    file = tmp_path / "some.parquet"
    rows = export(games_file, file)
    sizes = [len(part.positions) for part in read_samples(file, batch=300)]
    assert max(sizes) == 300 and sum(sizes) == rows


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("relative", [True, False])
def test_positions_of_every_game_come_back(variant: str, relative: bool) -> None:
    position = Position.initial(variant)
    line = [position]
    for _ in range(12):
        position = position.play(position.legal_moves[-1])
        line.append(position)
    game = line[0].variant
    made = columns(Positions(line), relative=relative)
    batch = pa.RecordBatch.from_arrays(made, schema=pa.schema(fields(game)))
    found = list(positions_of(batch.slice(3), game, relative=relative))
    assert found == line[3:]
    assert [one.draw_counts for one in found] == [one.draw_counts for one in line[3:]]


def test_wrong_columns_are_named() -> None:
    game = Position.initial("english").variant
    made = columns(Positions([Position.initial(game)]))
    batch = pa.RecordBatch.from_arrays(made, schema=pa.schema(fields(game)))
    with pytest.raises(InvalidArray, match="turn: there is no such column of uint8"):
        positions_of(batch.drop_columns(["turn"]), game)
    with pytest.raises(InvalidArray, match="boards: there is no such column"):
        positions_of(batch, VARIANTS["canadian"])
    both = pa.array([[1, 0, 1, 0]], pa.list_(pa.uint64(), 4))
    with pytest.raises(InvalidArray, match="Member 0 is no position of english"):
        positions_of(batch.set_column(0, fields(game)[0], both), game)
    empty = pa.array([None], pa.uint8())
    with pytest.raises(InvalidArray, match="turn: a row is empty"):
        positions_of(batch.set_column(1, "turn", empty), game)


def test_other_files_are_refused(tmp_path: Path) -> None:
    text = tmp_path / "text.parquet"
    text.write_text("no columns")
    with pytest.raises(InvalidArray, match="is no file of Parquet"):
        list(read_samples(text))
    other = tmp_path / "other.parquet"
    parquet.write_table(pa.table({"a": [1]}), other)
    with pytest.raises(InvalidArray, match="is no file of crownhead positions"):
        list(read_samples(other))
    with pytest.raises(InvalidArray, match="batch: 0"):
        list(read_samples(other, batch=0))


def test_the_command_writes_it(
    games_file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "some.parquet"
    assert run(["train", "dataset", str(games_file), str(file), "--absolute"]) == 0
    rows = sum(len(part.positions) for part in read_samples(file))
    assert capsys.readouterr().out == f"{file}: {rows:,} positions\n".replace(",", "")
    (tmp_path / "wrong").write_text("nothing")
    assert run(["train", "dataset", str(tmp_path / "wrong"), str(tmp_path / "none")]) == 2
    assert "is not a file of games" in capsys.readouterr().err
    assert not (tmp_path / "none").exists()
