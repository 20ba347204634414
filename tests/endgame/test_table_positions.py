"""Tables as lists of positions: each one once, with the counts that the head tells."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from crownhead import Position
from crownhead.endgame import SHIPPED, Build, Tables, file_name
from crownhead.endgame.positions import positions
from crownhead.errors import NotInTables
from crownhead.variants import VARIANTS, get

SHIPPED_GAMES = [key for key in VARIANTS if (SHIPPED / file_name(get(key), 2)).is_file()]


@pytest.mark.parametrize("key", [*SHIPPED_GAMES, "turkish", "breakthrough"])
def test_every_position_of_two_pieces_comes_once_and_with_its_value(
    key: str, tmp_path: Path
) -> None:
    if key not in SHIPPED_GAMES:
        Build(get(key), 2, tmp_path).run()
    tables = Tables.open(key, [tmp_path], most=2)
    stats = tables.stats(2)
    seen: set[Position] = set()
    for name, counts in stats.slices.items():
        values: Counter[str] = Counter()
        longest = 0
        for position, probe in tables.positions(2, name):
            assert position.turn == "white" and position not in seen
            seen.add(position)
            values[probe.value] += 1
            if probe.value == "win":
                longest = max(longest, probe.plies or 0)
        assert (values["win"], values["draw"], values["loss"]) == (
            counts.win,
            counts.draw,
            counts.loss,
        )
        assert longest == counts.longest
    assert len(seen) == stats.total().positions


def test_more_pieces_are_as_many_as_the_head_says() -> None:
    stats = Tables.open("english").stats(3)
    for name in ("2001", "1011"):
        assert sum(1 for _ in positions(get("english"), name)) == stats.slices[name].positions


@pytest.mark.parametrize(("key", "pieces"), [("english", 3), ("russian", 3), ("english", 4)])
def test_the_longest_win_is_as_long_as_the_head_says(key: str, pieces: int) -> None:
    tables = Tables.open(key)
    position, probe = tables.longest(pieces)
    assert probe.value == "win" and probe.plies == tables.stats(pieces).total().longest
    assert position.turn == "white" and position.count("white") + position.count("black") == pieces
    best = tables.best(position)[0]
    assert (best.value, best.plies) == ("win", probe.plies)


def test_a_slice_has_a_longest_win_of_its_own() -> None:
    tables = Tables.open("english")
    position, probe = tables.longest(3, "2010")
    assert probe.plies == tables.stats(3).slices["2010"].longest
    assert not position.squares("white", "king") and position.count("white") == 2


def test_what_is_not_there_is_told() -> None:
    tables = Tables.open("english", most=3)
    for ask, says in (
        (lambda: tables.stats(4), "is for 4 pieces; there are: 2, 3"),
        (lambda: tables.longest(7), "is for 7 pieces"),
        (lambda: next(tables.positions(3, "4000")), "No material of 3 pieces is called '4000'"),
        (lambda: next(positions(get("english"), "ab")), "four digits"),
        (lambda: Tables("english").stats(2), "there are: none"),
    ):
        with pytest.raises(NotInTables, match=says):
            ask()


def test_a_table_without_distances_has_no_longest_win(tmp_path: Path) -> None:
    Build(get("english"), 2, tmp_path, distances=0).run()
    tables = Tables("english")
    tables.add_bytes((tmp_path / "english-2.endgame").read_bytes())
    assert tables.stats(2).total().win == 716
    with pytest.raises(NotInTables, match="no distances"):
        tables.longest(2)
