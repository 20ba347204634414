"""CheckerBoard's text conventions: boards, move lists, and the answers to its commands."""

from __future__ import annotations

import random

import pytest

from crownhead import Position
from crownhead.engines import checkerboard
from crownhead.engines.checkerboard import (
    BLACK,
    GAMETYPES,
    KING,
    MAN,
    WHITE,
    CheckerBoard,
    from_board,
    movelist,
    parse_movelist,
    place,
    time_to_send,
    to_board,
    to_move_list,
)
from crownhead.errors import EngineError, InvalidFen, InvalidMove

games = pytest.mark.parametrize("variant", GAMETYPES.values())


def positions(variant: str, count: int, seed: int = 1) -> list[Position]:
    chance = random.Random(seed)
    found = [Position.initial(variant)]
    while len(found) < count:
        position = found[-1]
        if not position.has_legal_move:
            position = Position.initial(variant)
        found.append(position.play(chance.choice(list(position.legal_moves))))
    return found


def test_the_coordinates_of_squares() -> None:
    corners = {
        name: (place(name, 1), place(name, 4), place(name, 32)) for name in GAMETYPES.values()
    }
    english = ((6, 0), (0, 0), (1, 7))
    assert corners == {
        "english": english,
        "russian": english,
        "brazilian": english,
        "italian": ((0, 0), (6, 0), (7, 7)),
        "spanish": ((7, 7), (1, 7), (0, 0)),
    }


@games
def test_boards_round_trip(variant: str) -> None:
    for position in positions(variant, 300):
        color = WHITE if position.turn == "white" else BLACK
        assert from_board(to_board(position), color, variant) == position


def test_a_board_shows_men_and_kings() -> None:
    board = to_board(Position.from_fen("B:W32,K1:B2,K31", "english"))
    seen = {(x, y): board[x][y] for x in range(8) for y in range(8) if board[x][y]}
    assert seen == {
        place("english", 32): WHITE | MAN,
        place("english", 1): WHITE | KING,
        place("english", 2): BLACK | MAN,
        place("english", 31): 10,
    }


@pytest.mark.parametrize(
    ("x", "y", "value", "color", "words"),
    [
        (0, 0, 5, 3, "neither 1 nor 2"),
        (0, 0, 3, 1, "cannot stand on"),
        (0, 1, 5, 1, "cannot stand on"),
    ],
)
def test_impossible_boards_are_refused(x: int, y: int, value: int, color: int, words: str) -> None:
    board = [[0] * 8 for _ in range(8)]
    board[x][y] = value
    with pytest.raises(InvalidFen, match=words):
        from_board(board, color, "english")
    with pytest.raises(InvalidFen, match="not 8 x 8"):
        from_board(board[:7], 1, "english")


def test_a_game_that_checkerboard_does_not_play() -> None:
    for refused in (
        lambda: CheckerBoard("international"),
        lambda: to_board(Position.initial("turkish")),
    ):
        with pytest.raises(EngineError, match="does not play"):
            refused()


@games
def test_move_lists_round_trip_and_say_what_happens(variant: str) -> None:
    for position in positions(variant, 300, seed=2):
        read = parse_movelist(movelist(position))
        assert read == tuple(to_move_list(position, move) for move in position.legal_moves)
        for move, one in zip(position.legal_moves, read, strict=True):
            after = to_board(position.play(move))
            x, y = place(variant, one.target)
            assert after[x][y] == one.after
            assert {taken for _, taken, _ in one.jumps} == set(move.captures)
            before = to_board(position)
            for _, taken, piece in one.jumps:
                x, y = place(variant, taken)
                assert before[x][y] == piece
            assert not one.jumps or one.jumps[-1][0] == one.target


def test_a_king_that_flies_lands_once_for_each_capture() -> None:
    position = Position.from_fen("W:Wa1,Kh2:Bg3,e5", "russian")
    g3, f4, e5, d6 = 24, 19, 15, 10
    assert str(position.legal_moves[2]) == "h2:d6"
    assert parse_movelist(movelist(position))[2].jumps == (
        (f4, g3, BLACK | MAN),
        (d6, e5, BLACK | MAN),
    )


def test_a_reply_that_does_not_fit_is_no_reply(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checkerboard, "LONGEST_REPLY", 20)
    with CheckerBoard(level=1) as engine:
        fen = Position.initial("english").fen()
        assert engine.command(f"get movelist {fen}") == (False, "?")


@pytest.mark.parametrize(
    "reply",
    [
        "",
        "movelist",
        "movelist x",
        "movelist 2,0,6,6,11,15;",
        "movelist 1,1,6,6,11,15;",
        "movelist 1,0,7,6,11,15;",
        "movelist 1,0,6,6,11,33;",
        "movelist 1,0,6,6;",
        "moves 0",
        "movelist 0," + "0,6,6,1,5;" * 10_000,
    ],
)
def test_what_is_no_move_list_is_refused(reply: str) -> None:
    with pytest.raises(InvalidMove, match="not a move list"):
        parse_movelist(reply)


def test_commands_and_replies() -> None:
    with CheckerBoard("italian", level=1) as engine:
        for command, reply in {
            "name": "crownhead",
            "get protocolversion": "2",
            "get gametype": "22",
            "get hashsize": "16",
            "set hashsize 2": "2",
            "get book": "1",
            "set book 0": "0",
            "set book 3": "3",
            " get  hashsize ": "2",
            "get movelist B:W:B": "movelist 0",
            "get movelist W:W18:B32": "movelist 2,0,5,5,18,13;0,5,5,18,14;",
            "set gamehist W:WK18:BK32 18-14 32-28": "ok",
        }.items():
            assert engine.command(command) == (True, reply), command
        assert engine.game.position.fen() == "W:WK14:BK28"
        assert engine.command("about")[1].startswith("crownhead\n")
        for command in (
            "",
            "get allscores",
            "help",
            "get movelist nonsense",
            "set gamehist W:WK18:BK32 18-99",
            "set gamehist nonsense",
            "x" * 256,
        ):
            assert engine.command(command) == (False, "?"), command
        for size in ("0", "5000", "many"):
            assert engine.command(f"set hashsize {size}") == (False, "2")
        for number in ("4", "-1", "all"):
            assert engine.command(f"set book {number}") == (False, "1")


@games
def test_a_move_is_made_on_the_board(variant: str) -> None:
    position = Position.initial(variant)
    color = WHITE if position.turn == "white" else BLACK
    with CheckerBoard(variant, level=1) as engine:
        for known in (False, True):
            if known:
                assert engine.command(f"set gamehist {position.fen()}") == (True, "ok")
            board, move = engine.getmove(to_board(position), color, 0.01)
            assert board == to_board(position.play(move))


def test_the_clock_of_an_engine_match() -> None:
    assert [time_to_send(clock, 10) for clock in (0, 3.9, 4, 10, 35)] == [4, 4, 4, 10, 20]
