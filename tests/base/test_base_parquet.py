"""Games of a database as Parquet: players, moves and actions are those of the games."""

from __future__ import annotations

from pathlib import Path

import pytest
from pyarrow import parquet

from crownhead import Position, Variant
from crownhead.arrays import ActionSpace
from crownhead.base import Base, Query
from crownhead.base import parquet as written
from crownhead.base.identity import variant_of
from crownhead.cli.command import run
from crownhead.errors import CrownheadError
from crownhead.variants import get

GAMES = [
    '[White "Anna"] [Black "Bert"] [Date "1999.02.01"] [GameType "21"] 1. 11-15 24-20 2. 8-11 1-0',
    '[White "Carla"] [Event "Club"] [GameType "20"] 1. 32-28 19-23 2. 28x19 14x23 1-1',
    '[White "Anna"] [GameType "20"] [FEN "W:WK45,31:B7"] 1. 45x1 *',
    '[White "Dora"] [GameType "21"] 1. 11-15 24-99 *',
    '[White "Nobody"] [Result "0-1"] 0-1',
]


def read(base: Base, folder: Path, query: Query | None = None) -> list[dict[str, object]]:
    file = folder / "games.parquet"
    count = base.export_parquet(file, query)
    rows: list[dict[str, object]] = parquet.read_table(file).to_pylist()
    assert len(rows) == count
    return rows


def test_rows_are_the_games(tmp_path: Path) -> None:
    with Base.memory() as base:
        base.add(GAMES)
        rows = read(base, tmp_path)
        assert len(rows) == len(base) == 5
        for row, found in zip(rows, base.find(Query()), strict=True):
            for name in ("id", "white", "black", "event", "date", "result", "variant", "faults"):
                assert row[name] == getattr(found, name), name
            game = base.game(found.id)
            assert row["moves"] == [str(move) for move in game.moves]
            if game.moves:
                assert row["start"] == game.start.fen()
        assert [len(row["actions"]) for row in rows] == [3, 4, 1, 1, 0]  # type: ignore[arg-type]


def test_actions_lead_from_the_start_through_the_moves(tmp_path: Path) -> None:
    with Base.memory() as base:
        base.add(GAMES)
        for row in read(base, tmp_path):
            if row["variant"] is None:
                continue
            variant = variant_of(str(row["variant"]))
            space, position = ActionSpace(variant), Position.from_fen(str(row["start"]), variant)
            moves = []
            for action in row["actions"]:  # type: ignore[attr-defined]
                moves.append(space.decode(position, action))
                position = position.play(moves[-1])
            assert list(map(str, moves)) == row["moves"]


def test_a_query_narrows_what_is_written(tmp_path: Path) -> None:
    with Base.memory() as base:
        base.add(GAMES)
        assert [row["white"] for row in read(base, tmp_path, Query(player="anna"))] == ["Anna"] * 2
        english = read(base, tmp_path, Query(variant=get("english")))
        assert [row["white"] for row in english] == ["Anna", "Dora"]
        with pytest.raises(CrownheadError, match="Query"):
            base.export_parquet(tmp_path / "none", Query(material=(1, 0, 1, 0)))
    assert not (tmp_path / "none").exists()


def test_games_are_written_some_hundred_at_a_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("crownhead.base.storing.AT_ONCE", 2)
    told: list[int] = []
    with Base.memory() as base:
        base.add(GAMES)
        base.export_parquet(tmp_path / "games.parquet", progress=told.append)
        assert told == [2, 4, 5] and written.TOGETHER > 2


def test_house_rules_are_told_by_their_record(tmp_path: Path) -> None:
    record = get("english").to_dict()
    record["key"] = "house"
    record["rules"]["flying"] = True
    house = Variant.from_dict(record)
    with Base.memory() as base:
        base.add(["1. 11-15 24-20 *"], variant=house)
        (row,) = read(base, tmp_path)
    assert variant_of(str(row["variant"])).rules.flying
    assert row["moves"] == ["11-15", "24-20"]


def test_the_command_writes_them(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    place, file = tmp_path / "some.base", tmp_path / "games.parquet"
    with Base(place) as base:
        base.add(GAMES)
    assert run(["base", "export", str(file), "--base", str(place), "--variant", "english"]) == 0
    assert capsys.readouterr().out == f"{file}: 2 games\n"
    assert parquet.read_table(file)["white"].to_pylist() == ["Anna", "Dora"]
    assert run(["base", "export", str(file), "--base", str(tmp_path / "none")]) == 2
