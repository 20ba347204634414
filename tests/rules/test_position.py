"""Positions and moves as values: what can be seen of them, and that nothing changes them."""

from __future__ import annotations

import copy
import pickle
import random
import sys
from collections.abc import Sequence
from typing import Any

import pytest
from support.scattered import play_at_random, scatter

from crownhead import VARIANTS, LegalMoves, Move, Outcome, Position, Rules, Status, Variant
from crownhead.errors import CrownheadError, IllegalMove, UnknownVariant
from crownhead.outcome import Termination
from crownhead.rules import Aim, Board


def test_equality_is_game_squares_and_side_to_move() -> None:
    position = Position.from_fen("B:W18:B1", "english")
    assert position == Position.from_fen("B:B1:W18", "english")
    assert position != Position.from_fen("W:W18:B1", "english")
    assert position != Position.from_fen("B:WK18:B1", "english")
    assert position != Position.from_fen("B:W18:B1", "pool")
    assert position != "B:W18:B1" and position != None  # noqa: E711
    counted = Position.from_fen("B:W18:B1:H30", "english")
    assert counted == position and counted.draw_counts != position.draw_counts
    assert counted.key == position.key and hash(counted) == hash(position)
    assert len({position, counted, Position.from_fen("W:W18:B1", "english")}) == 2


def test_a_way_back_to_a_position_gives_the_same_key() -> None:
    start = Position.from_fen("W:WK31:BK1", "english")
    position = start
    for move in ("31-27", "1-6", "27-31", "6-1"):
        position = position.play(move)
    assert position == start and position.key == start.key
    assert position.draw_counts == (4,)


def test_house_rules_with_the_same_switches_are_the_same_game() -> None:
    one, two = (Variant.house("Ours", Rules(flying=True)) for _ in range(2))
    assert Position.initial(one) == Position.initial(two)
    assert Position.initial(one) != Position.initial(Variant.house("Ours", Rules()))


@pytest.mark.parametrize("key", sorted(VARIANTS))
def test_positions_and_moves_survive_pickling(key: str) -> None:
    for seed in range(10):
        position = (scatter if seed % 2 else play_at_random)(VARIANTS[key], random.Random(seed))
        again = pickle.loads(pickle.dumps(position))
        assert again == position and type(again) is Position
        assert again.draw_counts == position.draw_counts
        assert again.fen(counters=True) == position.fen(counters=True)
        for move in position.legal_moves:
            copy = pickle.loads(pickle.dumps(move))
            assert copy == move and hash(copy) == hash(move)
            assert (str(copy), copy.route) == (str(move), move.route)


def test_a_position_of_house_rules_survives_pickling() -> None:
    variant = Variant.house("Ours", Rules(board=Board.DARK_10, flying=True))
    again = pickle.loads(pickle.dumps(Position.initial(variant)))
    assert again.variant == variant and len(again.legal_moves) == len(
        Position.initial(variant).legal_moves
    )


@pytest.mark.parametrize("name", ["turn", "key", "pieces", "legal_moves", "new", "__dict__"])
def test_a_position_cannot_be_changed(name: str) -> None:
    position = Position.initial("english")
    before = position.fen()
    with pytest.raises(AttributeError):
        setattr(position, name, "white")
    with pytest.raises((AttributeError, TypeError)):
        delattr(position, name)
    assert position.fen() == before


@pytest.mark.parametrize("name", ["origin", "captures", "new"])
def test_a_move_and_a_list_of_moves_cannot_be_changed(name: str) -> None:
    moves = Position.initial("english").legal_moves
    for value in (moves, moves[0]):
        with pytest.raises(AttributeError):
            setattr(value, name, 1)
    with pytest.raises(TypeError):
        moves[0] = moves[1]  # type: ignore[index]
    pieces = Position.initial("english").pieces
    pieces.clear()
    assert len(Position.initial("english").pieces) == 24


def test_playing_leaves_the_position_as_it_was() -> None:
    position = Position.initial("english")
    after = position.play("11-15")
    assert position == Position.initial("english") and after != position
    assert (position.turn, after.turn) == ("black", "white")
    assert (position.piece_at(11), after.piece_at(11)) == ("black_man", None)


def test_a_position_is_small() -> None:
    for key in VARIANTS:
        position = Position.initial(key)
        assert sys.getsizeof(position) <= 160
        assert sys.getsizeof(position.legal_moves[0]) <= 160


def test_pieces_and_squares() -> None:
    position = Position.from_fen("W:W18,K30:B1,K12", "english")
    assert position.pieces == {
        1: "black_man",
        12: "black_king",
        18: "white_man",
        30: "white_king",
    }
    assert list(position.pieces) == sorted(position.pieces)
    assert position.piece_at(2) is None
    assert (position.count("white"), position.count("black")) == (2, 2)
    for square in (0, 33, -1, 10**6):
        with pytest.raises(CrownheadError, match="not on the board of squares 1 to 32"):
            position.piece_at(square)
    for name in ("0", "33", "²", "a²", "a0", "i1", "9" * 5000, "a" + "9" * 5000, ""):
        with pytest.raises(CrownheadError, match="is no square of this board"):
            position.square(name)
    assert position.square_name(30) == "30"
    assert Position.initial("lite").square_name(30) == "c1"


def test_without_lifts_a_piece_and_keeps_the_turn() -> None:
    position = Position.from_fen("B:W18,22:B15,K9:H12", "english")
    huffed = position.without(15)
    assert huffed.fen() == "B:W18,22:BK9" and huffed.turn == "black"
    assert position.piece_at(15) == "black_man"
    assert huffed == Position.from_fen("B:W18,22:BK9", "english")
    assert huffed.key == Position.from_fen("B:W18,22:BK9", "english").key
    assert position.without(15).without(9).outcome == Outcome("white", Termination.NO_PIECES, "E7")
    with pytest.raises(CrownheadError, match="Square 99"):
        position.without(99)


@pytest.mark.parametrize(
    ("variant", "fen", "status"),
    [
        ("english", "B:W21-32:B1-12", Status.VALID),
        ("english", "B:W:B1", Status.NO_WHITE),
        ("english", "B:W32:B", Status.NO_BLACK),
        ("english", "B::", Status.NO_WHITE | Status.NO_BLACK),
        ("english", "B:W20-32:B1", Status.TOO_MANY_WHITE),
        ("english", "B:W32:B1-13", Status.TOO_MANY_BLACK),
        ("english", "W:W1:B32", Status.WHITE_MAN_ON_LAST_ROW | Status.BLACK_MAN_ON_LAST_ROW),
        ("english", "W:WK1:BK32", Status.VALID),
        ("spanish", "W:W1:B32", Status.VALID),
        ("spanish", "W:W32:B9", Status.WHITE_MAN_ON_LAST_ROW),
        ("international", "W:W31-50:B1-21", Status.TOO_MANY_BLACK),
        ("turkish", "W:Wa8:Bh2", Status.WHITE_MAN_ON_LAST_ROW),
    ],
)
def test_status_says_why_no_game_reaches_a_position(variant: str, fen: str, status: Status) -> None:
    assert Position.from_fen(fen, variant).status() == status


def test_the_start_of_every_game_is_valid_and_goes_on() -> None:
    for key, variant in VARIANTS.items():
        position = Position.initial(key)
        assert position.status() == Status.VALID
        assert position.turn == variant.first and position.outcome is None
        assert position.draw_rule is None and position.must_capture == ()
        assert position.faulty_moves[:] == []
    with pytest.raises(UnknownVariant, match="known: english"):
        Position.initial("chess960")


@pytest.mark.parametrize(
    ("variant", "fen", "outcome"),
    [
        ("english", "B:W32:B", Outcome("white", Termination.NO_PIECES, "E7")),
        ("english", "B:W25,30:B21", Outcome("white", Termination.BLOCKED, "E22")),
        ("antidraughts", "W:W:B1", Outcome("white", Termination.NO_PIECES, "E7")),
        ("antidraughts", "B:W36,41,32:B31", None),
        ("breakthrough", "B:WK3:B20", Outcome("white", Termination.FIRST_KING, "breakthrough")),
        ("lite", "W:WKa1:BKh6:H40", Outcome(None, Termination.DRAW_COUNT, "L14")),
        ("lite", "W:WKa1:BKh6:H39", None),
        ("english", "W:WK32:BK1:H80", Outcome(None, Termination.DRAW_COUNT, "E26")),
        ("international", "W:WK46,1:BK5:H50", Outcome(None, Termination.DRAW_COUNT, "P10.kings")),
        ("english", "B:W32:B:H80", Outcome("white", Termination.NO_PIECES, "E7")),
    ],
)
def test_outcome_names_its_rule(variant: str, fen: str, outcome: Outcome | None) -> None:
    position = Position.from_fen(fen, variant)
    assert position.outcome == outcome
    drawn = outcome is not None and outcome.winner is None
    assert (position.draw_rule is not None) == (drawn or fen.endswith("H80"))


def test_draw_counts_follow_the_rules_of_the_game() -> None:
    position = Position.from_fen("W:WK46,K47,K48:BK5:H3", "international")
    assert position.draw_counts == (3, 0, -1)
    position = position.play("47-42")
    assert position.draw_counts == (4, 1, -1)
    assert Position.initial("antidraughts").draw_counts == ()
    man = Position.from_fen("B:WK32:B1,K12:H9", "english")
    assert man.play("1-5").draw_counts == (0,)
    assert man.play("12-16").draw_counts == (10,)
    lite = Position.from_fen("W:Wa1:Bh8:H9", "lite")
    assert lite.play("a1-b2").draw_counts == (10,)


def test_must_capture_names_the_pieces_that_must() -> None:
    position = Position.from_fen("B:W18,17:B1,14,15", "english")
    assert position.must_capture == (14, 15)
    most = Position.from_fen("W:W32,50:B28,19,44", "international")
    assert most.must_capture == (32,) and most.able_to_capture == (32, 50)
    free = Position.from_fen("B:W18:B1,15", Variant.house("Free", Rules(compulsory=False)))
    assert free.must_capture == () and free.able_to_capture == (15,)
    assert {str(move) for move in free.legal_moves} >= {"15x22", "1-5"}


def test_faulty_moves_are_played_only_as_such() -> None:
    position = Position.from_fen("B:W18,26,32:B1,15", "english")
    assert sorted(map(str, position.faulty_moves)) == ["1-5", "1-6", "15-19", "15x22"]
    assert position.play_faulty("15x22").fen() == "W:W26,32:B1,22"
    assert position.play_faulty(position.faulty_moves[0]).turn == "white"
    with pytest.raises(IllegalMove):
        position.play("1-5")
    with pytest.raises(CrownheadError, match="is legal, not faulty"):
        position.play_faulty("15x31")


def test_legal_moves_are_a_sequence() -> None:
    position = Position.initial("english")
    moves = position.legal_moves
    assert isinstance(moves, LegalMoves) and isinstance(moves, Sequence)
    assert len(moves) == 7 and len(list(moves)) == 7
    assert [moves[i] for i in range(7)] == list(moves)
    assert moves[-1] == moves[6] and moves[1:3] == [moves[1], moves[2]]
    assert moves[::-1] == list(reversed(moves)) and moves[7:] == []
    for index in (7, -8):
        with pytest.raises(IndexError):
            moves[index]
    assert moves[2] in moves and "11-15" in moves and "11 15" in moves
    assert "11-18" not in moves and "nonsense" not in moves
    assert all(moves.index(move) == i for i, move in enumerate(moves))
    foreign = Position.initial("international").legal_moves[0]
    assert foreign not in moves
    with pytest.raises(ValueError):
        moves.index(foreign)
    assert repr(moves).startswith("<LegalMoves: ") and "11-15" in repr(moves)
    assert len(Position.from_fen("B:W32:B", "english").legal_moves) == 0
    assert not Position.from_fen("B:W32:B", "english").legal_moves


def test_moves_are_equal_when_their_outcome_is() -> None:
    position = Position.from_fen("W:W22:B17,18,9,10", "english")
    left, right = position.legal_moves
    assert left != right and left == position.parse(str(left))
    assert len({left, right, *position.legal_moves}) == 2
    assert left != "22x13x6"
    quiet = Position.initial("english").parse("11-15")
    assert quiet != Position.initial("pool").parse("11-15")  # another game


def test_a_move_shows_what_it_does() -> None:
    position = Position.from_fen("B:W26,18:B15", "english")
    (move,) = position.legal_moves
    assert isinstance(move, Move)
    assert (move.origin, move.target, move.captures) == (15, 31, (18, 26))
    assert move.is_capture and move.crowns and move.route == (15, 22, 31)
    assert position.play(move).fen() == "W:W:BK31"


def test_repr_evaluates_back_and_str_is_a_picture() -> None:
    position = Position.from_fen("B:W18,K30:B1,K12", "english")
    assert eval(repr(position)) == position
    assert str(position).splitlines()[0] == "  b   .   .   .  1-4"
    picture = "".join(character for character in str(position) if character in "wWbB")
    assert picture == "bBwW"


def test_a_move_of_another_game_is_illegal() -> None:
    foreign = Position.initial("international").legal_moves[0]
    with pytest.raises(IllegalMove):
        Position.initial("english").play(foreign)


@pytest.mark.parametrize("value", [None, 5, b"11-15", ("11", "15")])
def test_what_is_neither_move_nor_text_is_a_type_error(value: Any) -> None:
    with pytest.raises(TypeError):
        Position.initial("english").play(value)


def test_perft_has_limits() -> None:
    position = Position.initial("english")
    assert [position.perft(depth) for depth in range(4)] == [1, 7, 49, 302]
    for depth in (-1, 101):
        with pytest.raises(CrownheadError, match="is not within 0..100"):
            position.perft(depth)


def test_house_rules_play_at_once() -> None:
    lose = Variant.house("Lose", Rules(aim=Aim.LOSE))
    assert Position.from_fen("B:W32:B", lose).outcome == Outcome(
        "black", Termination.NO_PIECES, "E7"
    )


@pytest.mark.parametrize("kind", ["legal_moves", "faulty_moves"])
def test_lists_of_moves_could_not_be_pickled_or_copied(kind: str) -> None:
    position = Position.from_fen("B:W18,26,32:B1,15", "english")
    moves = getattr(position, kind)
    for again in (pickle.loads(pickle.dumps(moves)), copy.copy(moves), copy.deepcopy(moves)):
        assert again == moves
        assert list(again) == list(moves)


@pytest.mark.parametrize("key", VARIANTS)
def test_pieces_are_put_and_taken_as_a_text_would_have_them(key: str) -> None:
    dice = random.Random(key)
    for _ in range(10):
        before, wanted = (play_at_random(VARIANTS[key], dice, 30) for _ in range(2))
        every = range(1, before.variant.rules.board.squares + 1)
        changes = {square: wanted.pieces.get(square) for square in every}
        after = before.with_pieces(changes, turn=wanted.turn)
        expected = Position.from_fen(wanted.fen(), key)
        assert after == expected and after.draw_counts == expected.draw_counts
        assert after.key == expected.key and type(after) is Position
        assert before.with_pieces({}).pieces == before.pieces


def test_only_a_side_is_to_move_after_pieces_were_put() -> None:
    with pytest.raises(CrownheadError, match="'red' is neither 'white' nor 'black'"):
        Position.initial().with_pieces({1: None}, turn="red")  # type: ignore[arg-type]
