"""Huffing as procedure (RULES E20, H), in scripted games."""

from __future__ import annotations

import pytest
from support.scripted import replay

from crownhead import Game
from crownhead.clock import TimeControl
from crownhead.errors import IllegalMove, NotAllowed
from crownhead.events import Compelled, Huffed, Played
from crownhead.outcome import Outcome, Termination
from crownhead.reasons import (
    FaultUnanswered,
    HuffingOff,
    MustCapture,
    MustGoOn,
    NothingToHuff,
    NotHuffable,
    NotYourTurn,
)

BREAKABLE = "B:W18,26,32:B1,15"  # 15x22x31, or 15x22 broken off
BLOCKING = "B:W18,21:B9,11,13,14,15"  # 13-17 ignores two captures and leaves White no move
CHAIN = "B:W18,27,32:B5,15,24"  # after Black's fault White faces a capture himself


def faulty_game() -> Game:
    """Return a game in which Black has just played 9-13 although 15 could capture."""
    game = Game("english", huffing=True)
    for move in ("11-15", "22-18", "9-13"):
        game.play(move)
    return game


def test_E20_huffing_is_off_by_default() -> None:
    game = Game("english")
    game.play("11-15")
    game.play("22-18")
    with pytest.raises(IllegalMove) as caught:
        game.play("9-13")
    assert isinstance(caught.value.reason, MustCapture)
    assert caught.value.reason.pieces == (15,)
    with pytest.raises(NotAllowed) as refused:
        game.huff(15)
    assert refused.value.reason == HuffingOff()


def test_E21_without_huffing_a_broken_series_is_refused_with_the_way_on() -> None:
    with pytest.raises(IllegalMove) as caught:
        Game("english", start=BREAKABLE).play("15x22")
    assert isinstance(caught.value.reason, MustGoOn)
    assert caught.value.reason.next == (31,)


def test_H1_the_piece_that_should_have_captured_is_huffed() -> None:
    game = faulty_game()
    assert game.events[-1] == Played("black", "9-13", True)
    assert game.huffable == (15,)
    game.huff(15)
    assert game.position.piece_at(15) is None
    assert game.turn == "white"  # a huff is not a move
    assert len(game.moves) == 3
    assert game.huffable == ()
    game.play("18-14")
    assert game.turn == "black"
    replay(game)


def test_H1_the_moving_piece_is_huffed_where_it_now_stands() -> None:
    game = Game("english", huffing=True)
    for move in ("11-15", "22-18", "15-19"):
        game.play(move)
    assert game.huffable == (19,)
    game.huff(19)
    assert game.position.piece_at(19) is None
    replay(game)


def test_H1_after_a_series_broken_off_the_moving_piece_is_huffed() -> None:
    game = Game("english", start=BREAKABLE, huffing=True)
    played = game.play("15x22")
    assert played.captures == (18,)
    assert game.huffable == (22,)
    game.huff(22)
    assert dict(game.position.pieces) == {1: "black_man", 26: "white_man", 32: "white_man"}
    game.play("32-27")
    replay(game)


def test_H1_any_one_of_several_pieces_may_be_huffed() -> None:
    for square in (14, 15):
        game = Game("english", start=BLOCKING, huffing=True)
        game.play("13-17")
        assert game.huffable == (14, 15)
        game.huff(square)
        assert game.position.piece_at(square) is None
        with pytest.raises(NotAllowed) as caught:
            game.huff(29 - square)
        assert caught.value.reason == NothingToHuff()


def test_H1_only_a_piece_that_should_have_captured_is_huffed() -> None:
    game = faulty_game()
    with pytest.raises(NotAllowed) as caught:
        game.huff(13)
    assert caught.value.reason == NotHuffable(square=13, pieces=(15,))
    with pytest.raises(NotAllowed) as refused:
        game.huff(15, by="black")
    assert refused.value.reason == NotYourTurn(turn="white")


def test_H1_the_huffer_may_be_huffed_in_turn() -> None:
    game = Game("english", start=CHAIN, huffing=True)
    game.play("5-9")
    assert game.huffable == (15, 24)
    game.huff(15)
    assert game.huffable == ()
    game.play("18-14")  # ignores 27x20
    assert game.huffable == (27,)
    game.huff(27)
    assert game.turn == "black"
    game.play("9x18")
    assert [type(event) for event in game.events] == [Played, Huffed, Played, Huffed, Played]
    replay(game)


def test_H1_a_huff_of_the_last_piece_wins() -> None:
    game = Game("english", start="B:W18,32:B15", huffing=True)
    game.play("15-19")
    game.huff(19)
    assert game.outcome == Outcome("white", Termination.NO_PIECES, "E7")
    replay(game)


def test_H1_a_huff_is_a_capture_for_the_draw_counts() -> None:
    game = Game("lite", start="W:Wc3,Ka1:Bd4,Kh8,Kb8", huffing=True)
    game.play("a1-b2")
    before = game.position.draw_counts
    assert before == (1,)
    assert len(game.huffable) > 0
    game.huff(game.huffable[0])
    assert game.position.draw_counts == (0,)
    replay(game)


def test_H2_compel_takes_the_faulty_move_back() -> None:
    game = faulty_game()
    game.compel()
    assert game.turn == "black"
    assert len(game.moves) == 2
    with pytest.raises(IllegalMove) as caught:
        game.play("9-13")
    assert isinstance(caught.value.reason, MustCapture)
    assert game.huffable == ()
    game.play("15x22")
    assert [type(event) for event in game.events[2:]] == [Played, Compelled, Played]
    replay(game)


def test_H2_compel_after_a_broken_series_puts_the_taken_pieces_back() -> None:
    game = Game("english", start=BREAKABLE, huffing=True)
    game.play("15x22")
    game.compel()
    assert game.position == game.start
    with pytest.raises(IllegalMove):
        game.play("15x22")
    game.play("15x31")
    assert game.position.piece_at(31) == "black_king"
    replay(game)


def test_H2_a_compelled_player_may_err_again_later() -> None:
    game = faulty_game()
    game.compel()
    game.play("15x22")
    game.play("25x18")
    game.play("12-16")
    assert not game.state.compelled
    replay(game)


def test_H2_time_used_stays_used_and_no_bonus_is_earned_by_a_fault() -> None:
    game = Game("english", huffing=True, time=TimeControl.fischer(60_000, 2_000))
    game.resume(at=0)
    game.play("11-15", at=1_000)
    game.play("22-18", at=2_000)
    game.play("9-13", at=5_000)
    game.compel(at=9_000)
    assert game.clock is not None
    assert game.clock.running == "black"
    assert game.clock.remaining("black", 9_000) == 60_000 - 1_000 + 2_000 - 3_000
    assert game.clock.remaining("white", 9_000) == 60_000 - 1_000 + 2_000 - 4_000
    game.play("15x22", at=10_000)
    assert game.clock.remaining("black", 10_000) == 60_000 - 3_000 + 1_000 - 1_000 + 2_000
    replay(game)


def test_H3_playing_on_lets_the_fault_stand() -> None:
    game = faulty_game()
    game.play("18x11")
    assert game.huffable == ()
    with pytest.raises(NotAllowed) as caught:
        game.compel()
    assert caught.value.reason == NothingToHuff()
    replay(game)


def test_H3_standing_can_be_said() -> None:
    game = faulty_game()
    game.stand()
    assert game.turn == "white"
    with pytest.raises(NotAllowed):
        game.huff(15)
    game.play("18x11")
    replay(game)


def test_H_a_complete_capture_cannot_be_huffed() -> None:
    game = Game("english", start=BLOCKING, huffing=True)
    game.play("15x22")
    assert game.huffable == ()


def test_H_a_fault_that_would_end_the_game_is_answered_first() -> None:
    game = Game("english", start=BLOCKING, huffing=True)
    game.play("13-17")
    assert game.outcome is None
    assert game.outcome_if_stood == Outcome("black", Termination.BLOCKED, "E22")
    assert game.explain("18-14") == FaultUnanswered(pieces=(14, 15))
    with pytest.raises(NotAllowed):
        game.play("18-14")
    huffed = replay(game)
    huffed.huff(14)
    assert huffed.outcome is None
    huffed.play("21x14")
    game.stand()
    assert game.outcome == Outcome("black", Termination.BLOCKED, "E22")
    replay(game)


def test_H_a_huff_may_cost_the_huffer_his_last_move() -> None:
    game = Game("lite", start="B:Wc3:Bb2,b4,a5,c5,e5", huffing=True)
    game.play("c5-d4")
    assert game.position.must_capture  # c3:a1, over the piece on b2
    game.huff(25)
    assert game.outcome == Outcome("black", Termination.BLOCKED, "E22")
    replay(game)


def test_H_offers_and_claims_go_on_beside_a_fault() -> None:
    game = faulty_game()
    game.offer_draw("white")
    with pytest.raises(NotAllowed) as caught:
        game.claim_draw()
    assert caught.value.reason == FaultUnanswered(pieces=(15,))
    game.accept_draw()
    assert game.outcome == Outcome(None, Termination.AGREEMENT, "E23")


def test_H_the_right_to_huff_comes_back_with_a_takeback() -> None:
    game = faulty_game()
    game.huff(15)
    game.play("18-14")
    game.request_takeback("white")
    game.accept_takeback()
    assert game.turn == "white"
    assert game.position.piece_at(15) is None
    game.request_takeback("black")
    game.accept_takeback()
    assert game.turn == "black"
    assert game.position.piece_at(15) == "black_man"
    assert len(game.moves) == 2
    replay(game)
    game.play("9-13")
    assert game.huffable == (15,)
    game.play("18x11")
    game.request_takeback("white")
    game.accept_takeback()
    assert game.huffable == (15,)
    replay(game)


def test_H_allowed_names_the_three_answers() -> None:
    game = faulty_game()
    assert {"huffed", "compelled", "stood", "played"} <= game.allowed_events("white")
    assert not {"huffed", "compelled", "stood", "played"} & game.allowed_events("black")


def test_H_in_a_majority_game_only_pieces_with_a_best_capture_are_huffed() -> None:
    game = Game("international", start="W:W28,37,47:B23,32,33,42", huffing=True)
    must = game.position.must_capture
    quiet = next(m for m in game.position.faulty_moves if not m.is_capture and m.origin not in must)
    game.play(quiet)
    assert game.huffable == must
    replay(game)
