"""Analyses by endgame tables: no line's score contradicts what they say of its first move."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from crownhead import Engine, Limit, Position, endgame
from crownhead._core import Search
from crownhead.engines import tablebase
from crownhead.engines.interface import WIN, AnalysedLine
from crownhead.engines.searching import run
from crownhead.variants import VARIANTS

TABLED = [key for key, variant in VARIANTS.items() if tablebase.tables(variant) is not None]
LEAST_WIN = 29_600


def sample(key: str, count: int, seed: int = 1, more: int = 0) -> Iterator[Position]:
    """Yield random positions of the tables, and of `more` pieces more than they know."""
    dice = random.Random(f"{key} {seed}")
    tables = endgame.Tables.open(key)
    squares = VARIANTS[key].rules.board.squares
    while count:
        pieces = tables.pieces + more if more else dice.randint(2, tables.pieces)
        placed = dice.sample(range(1, squares + 1), pieces)
        cut = dice.randint(1, pieces - 1)
        named = [dice.choice(("", "K")) + str(square) for square in placed]
        fen = f"{dice.choice('WB')}:W{','.join(named[:cut])}:B{','.join(named[cut:])}"
        position = Position.from_fen(fen, VARIANTS[key])
        if position.status() or position.outcome is not None:
            continue
        if more or tables.value(position) is not None:
            count -= 1
            yield position


def assert_agrees(line: AnalysedLine, tables: endgame.Tables, position: Position) -> None:
    """Assert that a line says of its first move what the tables say of where it leads."""
    after = position.play(line.line[0])
    pieces = after.count("white") + after.count("black")
    found = tables.value(after) if pieces <= tables.pieces else None
    if found is None:
        assert line.tables is None
        return
    said = line.tables
    assert said is not None and {"win": 1, "draw": 0, "loss": -1}[said.value] == -found[0]
    if said.value == "draw" or said.under_rules in ("cursed win", "blessed loss"):
        assert line.score == 0
        return
    sign = 1 if said.value == "win" else -1
    assert sign * line.score >= LEAST_WIN
    if said.plies is not None:
        assert said.plies == (found[1] or 0) + 1
        assert sign * line.score == max(LEAST_WIN, WIN - said.plies)


@pytest.mark.parametrize("key", TABLED)
def test_no_line_contradicts_the_tables(key: str) -> None:
    tables = tablebase.tables(VARIANTS[key])
    assert tables is not None
    search = Search(1)
    for position in sample(key, 60):
        value = tables.value(position)
        assert value is not None
        for lines in (1, 3):
            found = run(
                search, position, (), Limit(nodes=500), lines=lines, endgames=tables, judged=True
            )
            assert len(found.lines) == min(lines, len(position.legal_moves))
            assert len({line.best for line in found.lines}) == len(found.lines)
            for line in found.lines:
                assert_agrees(line, tables, position)
                assert line.bound == "exact"
            scores = [line.score for line in found.lines]
            assert scores == sorted(scores, reverse=True)
            probe = tables.probe(position)
            assert found.tables is not None
            if probe.under_rules not in ("cursed win", "blessed loss"):
                assert found.tables.value == probe.value, position
                # A capture may lead to fewer pieces, of which the distance is known.
                assert probe.plies in (None, found.tables.plies), position


@pytest.mark.parametrize("key", ["english", "russian", "international"])
def test_a_capture_into_the_tables_is_judged_by_them(key: str) -> None:
    tables = tablebase.tables(VARIANTS[key])
    assert tables is not None
    search, judged = Search(1), 0
    for position in sample(key, 150, more=1):
        found = run(search, position, (), Limit(nodes=500), lines=3, endgames=tables, judged=True)
        scores = [line.score for line in found.lines]
        assert scores == sorted(scores, reverse=True)
        for line in found.lines:
            assert_agrees(line, tables, position)
            judged += line.tables is not None
        wins = [
            move
            for move in position.legal_moves
            if (after := position.play(move)).count("white") + after.count("black") <= tables.pieces
            and (tables.value(after) or (0, None))[0] < 0
        ]
        if wins:
            assert found.score >= LEAST_WIN, position
    assert judged > 30


def test_a_drawn_ending_recommends_no_move_that_loses() -> None:
    """The page showed g3-f2 with +3.1 and an arrow beside "Endgame tables: a draw"."""
    position = Position.from_fen("B:Wg5,b2,a1:BKg3", "russian")
    tables = endgame.Tables.open("russian")
    with Engine.builtin() as engine:
        for lines in (1, 3):
            found = engine.analyse(position, Limit(nodes=20_000), lines)
            assert found.score == 0 and found.tables is not None and found.tables.value == "draw"
            assert found.best is not None
            assert tables.probe(position.play(found.best)).value == "draw"
        streamed = list(engine.analysis(position, Limit(nodes=20_000), 3))
        assert all(one.score == 0 for one in streamed)


def test_the_first_position_shows_how_far_its_win_is() -> None:
    position = Position.from_fen("W:WK19,K23:B12,K28", "english")
    with Engine.builtin(3) as engine:
        found = engine.analyse(position, lines=3)
    assert found.decided_in == 61 and len(found.line) == 61
    for move in found.line:
        position = position.play(move)
    assert position.outcome is not None and position.outcome.winner == "white"
    assert [line.tables is not None for line in found.lines] == [True] * 3


def test_moves_that_are_left_out_are_judged_all_the_same() -> None:
    position = Position.from_fen("W:WK15,K32:B16,K28", "english")
    with Engine.builtin() as engine:
        found = engine.analyse(position, Limit(nodes=2_000), 32)
    assert len(found.lines) == len(position.legal_moves)
    said = [line.tables.value for line in found.lines if line.tables]
    assert set(said) == {"win", "draw", "loss"}
    assert said == sorted(said, key=["win", "draw", "loss"].index)


def test_without_tables_nothing_is_said() -> None:
    with Engine.builtin() as engine:
        found = engine.analyse(Position.from_fen("W:WK1,K2:BK32", "italian"), Limit(depth=3))
        start = engine.analyse(Position.initial(), Limit(depth=3), 2)
    assert found.tables is None and all(line.tables is None for line in start.lines)
