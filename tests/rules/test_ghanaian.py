"""Ghanaian draughts, and the ending by material in any rules (docs/variants.md, 4a)."""

from __future__ import annotations

from pathlib import Path

import pytest

from crownhead import VARIANTS, Engine, Game, Limit, Outcome, Position, Rules, Variant
from crownhead.endgame.building import Build
from crownhead.errors import CannotBuild, NotAllowed
from crownhead.events import Resigned
from crownhead.outcome import Termination
from crownhead.rules import Aim

FEW = Termination.TOO_FEW


def test_any_capture_may_be_chosen() -> None:
    position = Position.from_fen("W:W34,35,41:B29,28,18,8", "ghanaian")
    taken = {len(move.captures) for move in position.legal_moves}
    assert min(taken) == 1 < max(taken)


@pytest.mark.parametrize(
    ("fen", "winner"),
    [
        ("W:W31:B1,2", "black"),
        ("B:W31:B1,2", "black"),
        ("B:WK31,32:BK1", "white"),
        ("W:WK31:BK1", None),  # one against one plays on
        ("W:W31,32:B1,2", None),
    ],
)
def test_a_lone_piece_against_more_has_lost(fen: str, winner: str | None) -> None:
    position = Position.from_fen(fen, "ghanaian")
    assert position.outcome == (winner and Outcome(winner, FEW, "ghanaian"))  # type: ignore[arg-type]
    assert bool(position.legal_moves) == (winner is None)
    assert position.perft(2) == (0 if winner else position.perft(2, bulk=False))
    assert not position.faulty_moves


def test_the_capture_of_the_last_but_one_ends_the_game() -> None:
    game = Game("ghanaian", start="W:W34,41:B28,8")
    game.play("34x23")
    assert game.outcome == Outcome("white", FEW, "ghanaian")
    with pytest.raises(NotAllowed):
        game.add(Resigned("black"))


def test_a_huffed_piece_counts_too() -> None:
    game = Game("ghanaian", start="W:W34,41:B28,8", huffing=True)
    game.play("41-36")
    game.huff(34)
    assert game.outcome == Outcome("black", FEW, "ghanaian")


def test_where_losing_wins_so_does_who_has_too_few() -> None:
    rules = VARIANTS["ghanaian"].rules.but(aim=Aim.LOSE, too_few=2)
    position = Position.from_fen("B:W31,32,33:BK1,2", Variant.house("Few", rules))
    assert position.outcome == Outcome("black", FEW, "ghanaian")


def test_nothing_left_is_told_as_such() -> None:
    position = Position.from_fen("B:W31,32:B", "ghanaian")
    assert position.outcome == Outcome("white", Termination.NO_PIECES, "E7")


def test_the_engine_takes_the_last_but_one() -> None:
    position = Position.from_fen("W:W34,49,47:B28,K8", "ghanaian")
    with Engine.builtin() as engine:
        found = engine.analyse(position, Limit(depth=5))
    assert found.score > 29_000
    assert len(found.line) == 1


def test_endgame_tables_are_refused(tmp_path: Path) -> None:
    with pytest.raises(CannotBuild, match="go on to the last piece"):
        Build("ghanaian", 2, tmp_path)


def test_no_other_game_has_such_an_ending() -> None:
    assert {v.key for v in VARIANTS.values() if v.rules.too_few} == {"ghanaian"}
    assert Rules().too_few == 0
