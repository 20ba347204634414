"""The rules of English draughts, one test for each that is seen on the board (RULES E)."""

from __future__ import annotations

import random

import pytest

from crownhead import Game, Outcome, Position
from crownhead.errors import IllegalMove
from crownhead.locales import Catalogue
from crownhead.lots import toss
from crownhead.outcome import Termination
from crownhead.reasons import MustCapture, NotYourPiece
from crownhead.variants import VARIANTS


def moves(fen: str) -> set[str]:
    return {str(move) for move in Position.from_fen(fen, "english").legal_moves}


def test_E1_sixty_four_squares_of_which_the_dark_ones_are_used() -> None:
    position = Position.initial("english")
    at = position.ruleset.square_at
    used = {(x, y) for x in range(8) for y in range(8) if at(x, y) is not None}
    assert used == {(x, y) for x in range(8) for y in range(8) if (x + y) % 2 == 0}
    assert at(8, 0) is None and at(0, 8) is None
    assert (position.count("white"), position.count("black")) == (12, 12)


def test_E1_pieces_never_leave_the_dark_squares() -> None:
    source = random.Random(1)
    position = Position.initial("english")
    while position.outcome is None:
        for square in position.pieces:
            x, y = position.ruleset.place(square)
            assert (x + y) % 2 == 0
        position = position.play(source.choice(position.legal_moves))


def test_E2_the_near_right_corner_is_light_for_both_players() -> None:
    at = Position.initial("english").ruleset.square_at
    assert at(0, 0) == 29 and at(7, 0) is None  # White sits below
    assert at(7, 7) == 4 and at(0, 7) is None  # Black sits above
    picture = str(Position.initial("english")).splitlines()
    assert picture[-1].startswith("w") and picture[0].startswith("  b")


def test_E3_the_sides_are_called_black_and_white_whatever_their_colours() -> None:
    assert {Position.initial("english").turn, "white"} == {"black", "white"}
    for language, names in (("de", ("Weiß", "Schwarz")), ("en", ("White", "Black"))):
        catalogue = Catalogue(language, VARIANTS["english"])
        assert (catalogue.text("color.white"), catalogue.text("color.black")) == names


def test_E4_black_moves_first() -> None:
    assert Position.initial("english").turn == "black"
    assert Game("english").turn == "black"
    assert VARIANTS["english"].first == "black"


def test_E5_a_toss_that_both_can_check_decides_who_is_black() -> None:
    coin = toss()
    assert coin.black in (1, 2) and coin.sides[coin.black - 1] == "black"
    assert type(coin).verify(coin.commitment, coin.seed, coin.black)
    assert not type(coin).verify(coin.commitment, coin.seed, 3 - coin.black)


def test_E6_black_stands_on_1_to_12_and_white_on_21_to_32() -> None:
    pieces = Position.initial("english").pieces
    assert {s for s, piece in pieces.items() if piece == "black_man"} == set(range(1, 13))
    assert {s for s, piece in pieces.items() if piece == "white_man"} == set(range(21, 33))
    assert len(pieces) == 24


def test_E7_who_takes_all_pieces_wins() -> None:
    game = Game("english", start="B:W18:B15")
    game.play("15x22")
    assert game.outcome == Outcome("black", Termination.NO_PIECES, "E7")


def test_E7_who_leaves_the_enemy_no_move_wins() -> None:
    game = Game("english", start="W:W25,30,32:B21")
    game.play("32-28")
    assert game.outcome == Outcome("white", Termination.BLOCKED, "E22")


def test_E8_a_turn_moves_one_piece_of_ones_own() -> None:
    game = Game("english")
    for move in game.position.legal_moves:
        before, after = game.position.pieces, game.position.play(move).pieces
        assert before[move.origin] == "black_man" == after[move.target]
        assert len(before.items() ^ after.items()) == 2
    with pytest.raises(IllegalMove) as refused:
        game.play("22-18")
    assert refused.value.reason == NotYourPiece(22)


def test_E9_a_man_on_the_far_row_is_a_king_at_once() -> None:
    game = Game("english", start="W:W5,32:B12,K13")
    assert game.play("5-1").crowns
    assert game.position.piece_at(1) == "white_king"
    assert "W" in str(game.position).splitlines()[0]
    game.play("12-16")
    assert game.position.piece_at(1) == "white_king"
    game.play("1-6")  # backward, as only a king goes
    assert game.position.piece_at(6) == "white_king"


def test_E10_a_man_moves_and_captures_forward_only() -> None:
    assert moves("W:W18:B1") == {"18-14", "18-15"}
    assert moves("B:W32:B18") == {"18-22", "18-23"}
    assert moves("W:W14:B18") == {"14-9", "14-10"}
    assert moves("B:W14:B18") == {"18-22", "18-23"}
    assert moves("W:W18:B14") == {"18x9"}


def test_E11_a_king_moves_one_square_forward_and_backward() -> None:
    assert moves("W:WK18:B1") == {"18-14", "18-15", "18-22", "18-23"}
    assert moves("W:WK29:B4") == {"29-25"}


def test_E11_a_king_captures_forward_and_backward_one_jump_at_a_time() -> None:
    assert moves("W:WK18:B23") == {"18x27"}
    assert moves("W:WK18:B14") == {"18x9"}
    assert moves("W:WK29:B22") == {"29-25"}  # not from a distance
    assert Position.from_fen("W:WK18:B23,24").parse("18x27x20").captures == (23, 24)


def test_E12_men_capture_kings() -> None:
    game = Game("english", start="B:WK18,32:B15")
    assert game.play("15x22").captures == (18,)
    assert game.position.pieces == {22: "black_man", 32: "white_man"}


@pytest.mark.parametrize(
    ("fen", "why"),
    [
        ("B:W18,22:B15", "the square behind is taken"),
        ("B:W20:B16", "there is no square behind"),
        ("B:W23:B15", "the enemy piece is not adjacent"),
        ("B:W32:B15,18", "it is a piece of one's own"),
    ],
)
def test_E13_a_piece_jumps_only_an_adjacent_enemy_with_an_empty_square_behind(
    fen: str, why: str
) -> None:
    assert not any("x" in move for move in moves(fen)), why


def test_E13_the_jumped_piece_leaves_the_board() -> None:
    after = Position.from_fen("B:W18,32:B15").play("15x22")
    assert after.fen() == "W:W32:B22"


def test_E14_a_capture_must_be_made() -> None:
    assert moves("B:W18,32:B1,15") == {"15x22"}
    with pytest.raises(IllegalMove) as refused:
        Game("english", start="B:W18,32:B1,15").play("1-5")
    assert refused.value.reason == MustCapture((15,), ("15x22",))


def test_E15_a_capture_goes_on_as_long_as_it_can() -> None:
    assert moves("B:W18,26,32:B1,15") == {"15x31"}
    game = Game("english", start="W:W29:BK4,25,17,10")
    assert game.play("29x22x13").captures == (17, 25)
    assert game.turn == "black"
    circle = Game("english", start="W:WK30:B25,26,17,18")
    assert circle.play("30x30").captures == (17, 18, 25, 26)


def test_E16_crowning_ends_the_turn() -> None:
    game = Game("english", start="W:W9:B6,7,K32")
    assert str(game.play("9x2")) == "9x2"  # a king could have gone on over 7
    assert game.position.piece_at(2) == "white_king" and game.position.piece_at(7) == "black_man"
    assert game.turn == "black"
    game.play("32-28")
    assert str(game.play("2x11")) == "2x11"


def test_E16_the_turn_ends_where_nothing_more_can_be_jumped() -> None:
    game = Game("english", start="B:W18,32:B15,1")
    game.play("15x22")
    assert game.turn == "white"


def test_E17_of_several_pieces_that_can_capture_any_may() -> None:
    assert moves("B:W18,17:B1,14,15") == {"14x21", "14x23", "15x22"}


def test_E18_of_several_directions_any_may_be_taken_and_not_the_most() -> None:
    assert moves("B:W18,19,26:B15") == {"15x24", "15x31"}
    game = Game("english", start="B:W18,19,26:B15")
    assert len(game.play("15x24").captures) == 1


def test_E19_without_a_capture_a_piece_moves_one_square() -> None:
    for move in Position.initial("english").legal_moves:
        (x, y), (to_x, to_y) = map(Position.initial("english").ruleset.place, move.route)
        assert abs(to_x - x) == abs(to_y - y) == 1
        assert Position.initial("english").piece_at(move.target) is None
    assert moves("W:W22:B17,18,13,14,15") == set()


def test_E21_a_missed_capture_is_pointed_out_and_the_turn_stays() -> None:
    game = Game("english", start="B:W18,32:B1,15")
    for _ in range(2):
        with pytest.raises(IllegalMove) as refused:
            game.play("1-6")
        assert refused.value.reason == MustCapture((15,), ("15x22",))
        assert game.turn == "black" and game.moves == ()
    game.play("15x22")


def test_E22_who_cannot_move_at_his_turn_has_lost() -> None:
    blocked = Position.from_fen("B:W25,30:B21")
    assert not blocked.has_legal_move
    assert blocked.outcome == Outcome("white", Termination.BLOCKED, "E22")
    assert Position.from_fen("W:W25,30:B21").outcome is None  # it is not his turn
    bare = Position.from_fen("W:W:B21")
    assert bare.outcome == Outcome("black", Termination.NO_PIECES, "E7")
