"""One game over DXP against scripted peers: turns, moves, take-backs, and every way to end."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack

import pytest
from support.dxp_peer import WAIT, Peer, pair

from crownhead import Game, Position
from crownhead.engines.dxp import moves
from crownhead.engines.dxp.connection import Connection
from crownhead.engines.dxp.ending import Ending
from crownhead.engines.dxp.messages import Back, Reason
from crownhead.engines.dxp.table import Declined, Table, WentBack
from crownhead.errors import EngineError, EngineTimeout, ProtocolError
from crownhead.rules import Color

Seat = Callable[..., tuple[Table, Peer]]

ROUND = "W:WK47,36:BK4,15"  # both sides can shuffle
SHUFFLE = ["47-42", "4-10", "42-47", "10-4"]


@pytest.fixture
def seat() -> Iterator[Seat]:
    with ExitStack() as stack:

        def make(fen: str | None = None, own: Color = "white", **options: object):
            link, peer = stack.enter_context(pair())
            connection = Connection(link)
            stack.callback(connection.close)
            game = Game("international", start=fen, draws="automatic")
            return Table(connection, game, own, **options), peer  # type: ignore[arg-type]

        yield make


def move(table: Table, text: str, seconds: float = 0.0) -> None:
    table.send(table.game.position.parse(text), seconds)


def test_moves_alternate_and_carry_the_time(seat: Seat) -> None:
    table, peer = seat(minutes=5)
    move(table, "32-28", 2.6)
    peer.expect("M0003322800")
    peer.send("M0014192300")
    assert str(table.receive(WAIT)) == "19-23"
    move(table, "28x19")
    peer.expect("M000028190123")
    assert [str(m) for m in table.game.moves] == ["32-28", "19-23", "28x19"]
    assert table.seconds_left("white") == pytest.approx(300 - 2.6)
    assert table.seconds_left("black") == 300 - 14


@pytest.mark.parametrize("listed", ["1122", "2211"])
def test_captured_squares_come_in_any_order(seat: Seat, listed: str) -> None:
    table, peer = seat("W:W28:B22,11", "black")
    peer.send(f"M0000280602{listed}")
    assert str(table.receive(WAIT)) == "28x6"


def test_captured_squares_may_be_missing_where_the_move_is_clear(seat: Seat) -> None:
    table, peer = seat("B:W23:B19", "white")
    peer.send("M0000192800")
    assert str(table.receive(WAIT)) == "19x28"


def test_a_capture_that_may_mean_several_is_refused_without_its_squares(seat: Seat) -> None:
    two_ways = "W:WK47:B23,28,31,41,43"
    table, peer = seat(two_ways, "black")
    peer.send("M0000474804" + "28314143")
    found = table.receive(WAIT)
    assert found in Position.from_fen(two_ways, "international").legal_moves
    assert set(found.captures) == {28, 31, 41, 43}
    table, peer = seat(two_ways, "black")
    peer.send("M0000474800")
    with pytest.raises(ProtocolError, match="may mean several moves"):
        table.receive(WAIT)
    peer.expect_closed()


@pytest.mark.parametrize(
    ("said", "words"),
    [
        ("M0000192400", "is not a legal move"),  # no such man
        ("M0000200900", "is not a legal move"),
        ("M000019280123", "is not a legal move"),  # a capture of nothing
        (f"A{'x':32}0", "does not belong into a game"),
        (f"R01{'x':32}W005000A", "does not belong into a game"),
        ("K0", "answers no request"),
        ("garbage", "type 'g' is not known"),
    ],
)
def test_a_lying_peer_is_disconnected(seat: Seat, said: str, words: str) -> None:
    table, peer = seat("B:W31,32:B18,30", "white")
    peer.send(said)
    with pytest.raises(ProtocolError, match=words) as caught:
        table.receive(WAIT)
    assert caught.value.line == said
    peer.expect_closed()
    with pytest.raises(EngineError, match="is closed"):
        table.receive(WAIT)


def test_a_move_out_of_turn_is_a_fault(seat: Seat) -> None:
    table, peer = seat()
    peer.send("M0000192300")
    with pytest.raises(ProtocolError, match="out of turn"):
        table.receive(WAIT)
    peer.expect_closed()


def test_our_own_mistakes_send_nothing(seat: Seat) -> None:
    table, peer = seat(own="black")
    with pytest.raises(EngineError, match="not our turn"):
        move(table, "32-28")
    with pytest.raises(EngineError, match="cannot ask now"):
        table.ask_back(1)
    peer.send("M0000322800", "E00")
    table.receive(WAIT)
    table.receive(WAIT)
    for late in (lambda: move(table, "19-23"), lambda: table.receive(WAIT)):
        with pytest.raises(EngineError):
            late()
    with pytest.raises(EngineError, match="has ended"):
        table.finish(Reason.UNKNOWN, WAIT)
    peer.expect("E00")


def test_chat_goes_both_ways_at_any_time(seat: Seat) -> None:
    heard: list[str] = []
    table, peer = seat(heard=heard.append)
    table.say("x" * 130)
    peer.expect("C" + "x" * 126, "Cxxxx")
    move(table, "32-28")
    peer.expect("M0000322800")
    peer.send("Cwell", "Cplayed", "M0000192300")
    table.receive(WAIT)
    peer.send("Cbye", "E00")
    table.finish(Reason.UNKNOWN, WAIT)
    assert heard == ["well", "played", "bye"]


# The end

BLOCKED = "W:W26:B21,17"


def test_the_side_without_a_move_ends_the_game(seat: Seat) -> None:
    table, peer = seat(BLOCKED)
    assert table.game.position.outcome is not None
    assert table.due is Reason.LOSS
    peer.send("E00")
    ending = table.finish(Reason.LOSS, WAIT)
    peer.expect("E10")
    assert (ending.result, ending.agreed, ending.stop) == ("0-1", True, False)


def test_the_peer_without_a_move_ends_the_game(seat: Seat) -> None:
    table, peer = seat("W:W32:B28")
    move(table, "32x23")
    peer.expect("M000032230128")
    peer.send("E10")
    ending = table.receive(WAIT)
    peer.expect("E00")
    assert isinstance(ending, Ending)
    assert (ending.result, ending.agreed) == ("1-0", True)


@pytest.mark.parametrize(
    ("theirs", "result", "agreed"),
    [("0", "*", True), ("1", "1-0", True), ("2", "1/2-1/2", True), ("3", "*", False)],
)
def test_what_a_peer_says_when_it_ends_an_open_game(
    seat: Seat, theirs: str, result: str, agreed: bool
) -> None:
    table, peer = seat()
    move(table, "32-28")
    peer.send(f"E{theirs}1")
    ending = table.receive(WAIT)
    peer.expect("M0000322800", "E01")
    assert isinstance(ending, Ending)
    assert (ending.result, ending.agreed, ending.stop) == (result, agreed, True)
    assert (table.game.outcome is None) == (result == "*")


def test_a_win_on_time_is_believed(seat: Seat) -> None:
    table, peer = seat(minutes=1)
    move(table, "32-28", 61)
    peer.send("E30")
    ending = table.receive(WAIT)
    assert isinstance(ending, Ending)
    assert (ending.result, ending.agreed) == ("0-1", True)


@pytest.mark.parametrize(
    ("ours", "theirs", "result", "agreed"),
    [
        (Reason.LOSS, "0", "0-1", True),
        (Reason.LOSS, "1", "0-1", True),  # an echo, as some programs answer
        (Reason.LOSS, "3", "0-1", True),  # both ended the game at once
        (Reason.DRAW, "2", "1/2-1/2", True),
        (Reason.WIN, "0", "1-0", True),
        (Reason.WIN, "1", "1-0", True),
        (Reason.UNKNOWN, "0", "*", True),
        (Reason.UNKNOWN, "1", "1-0", True),
        (Reason.UNKNOWN, "3", "*", False),
        (Reason.DRAW, "1", "*", False),
        (Reason.LOSS, "2", "*", False),
    ],
)
def test_ends_that_meet(seat: Seat, ours: Reason, theirs: str, result: str, agreed: bool) -> None:
    table, peer = seat()
    peer.send(f"E{theirs}0")
    ending = table.finish(ours, WAIT)
    peer.expect(f"E{ours.value}0")
    assert (ending.result, ending.agreed) == (result, agreed)


def test_the_board_is_believed_before_the_peer(seat: Seat) -> None:
    table, peer = seat(BLOCKED)
    peer.send("E10")
    ending = table.finish(Reason.LOSS, WAIT)
    assert (ending.result, ending.agreed) == ("0-1", True)  # an echo
    table, peer = seat(BLOCKED)
    peer.send("E20")
    ending = table.finish(Reason.LOSS, WAIT)
    assert (ending.result, ending.agreed) == ("0-1", False)


def test_what_crosses_our_end_is_passed_over(seat: Seat) -> None:
    table, peer = seat(own="black")
    peer.send("M0000322800", "B001W", "Choi", "K1", "E00")
    assert table.finish(Reason.UNKNOWN, WAIT).agreed
    peer.expect("E00")
    table, peer = seat(own="black")
    peer.request("W")
    with pytest.raises(ProtocolError, match="before the end of the game is answered"):
        table.finish(Reason.UNKNOWN, WAIT)


def test_an_end_that_nobody_answers_times_out(seat: Seat) -> None:
    table, peer = seat()
    with pytest.raises(EngineTimeout):
        table.finish(Reason.UNKNOWN, 0.05)
    peer.expect("E00")
    peer.expect_closed()


def test_leaving_in_the_middle_ends_the_game_for_good(seat: Seat) -> None:
    table, peer = seat(own="black")
    peer.send("E01")
    table.abort(WAIT)
    peer.expect("E01")
    peer.expect_closed()
    table, peer = seat()
    table.abort(0.05)  # a peer that does not answer is left all the same
    peer.expect("E01")
    peer.expect_closed()


def test_a_game_ends_at_the_number_of_moves(seat: Seat) -> None:
    table, peer = seat(most=1)
    move(table, "32-28")
    assert table.due is None
    peer.send("M0000192300")
    table.receive(WAIT)
    assert table.due is Reason.UNKNOWN


def test_a_draw_that_the_peer_has_not_noticed(seat: Seat) -> None:
    table, peer = seat(ROUND)
    for _ in range(2):
        for text in SHUFFLE:
            if table.game.outcome is not None:
                break
            played = table.game.position.parse(text)
            if table.turn == "white":
                table.send(played)
            else:
                peer.send(moves.message(played).text)
                table.receive(WAIT)
    # The peer's move repeated the position for the third time: now we end the game.
    assert table.game.outcome is not None
    assert table.game.outcome.winner is None
    assert (table.turn, table.due) == ("white", Reason.DRAW)

    table, peer = seat(ROUND.replace("W:", "B:", 1), "white")
    for text in ["4-10", "47-42", "10-4", "42-47"] * 2:
        played = table.game.position.parse(text)
        if table.turn == "white":
            table.send(played)
        else:
            peer.send(moves.message(played).text)
            table.receive(WAIT)
    # Our move did: the peer may end the game, or play on.
    assert table.game.outcome is not None
    assert table.turn == "black"
    peer.send("M0000041000")
    assert str(table.receive(WAIT)) == "4-10"
    assert (table.turn, table.due) == ("white", Reason.DRAW)
    assert len(table.game.moves) == 8
    peer.send("E00")
    assert table.finish(Reason.DRAW, WAIT).result == "1/2-1/2"


# Going back


def after_three(seat: Seat, **options: object) -> tuple[Table, Peer]:
    table, peer = seat(**options)
    move(table, "32-28")
    peer.send("M0000192300")
    table.receive(WAIT)
    move(table, "28x19")
    for _ in range(2):
        peer.read()
    return table, peer


def test_the_peer_goes_back(seat: Seat) -> None:
    table, peer = after_three(seat, back=Back.YES)
    peer.send("B001Z")
    assert table.receive(WAIT) == WentBack(2, "black")
    peer.expect("K0")
    assert [str(m) for m in table.game.moves] == ["32-28"]
    peer.send("M0000172200")
    table.receive(WAIT)
    move(table, "28x17")


@pytest.mark.parametrize(
    ("back", "asked", "answer"),
    [
        (Back.NO, "B001Z", "K1"),
        (Back.CONTINUE, "B001Z", "K2"),
        (Back.YES, "B000Z", "K1"),
        (Back.YES, "B003W", "K1"),  # such a move has not been reached
    ],
)
def test_the_peer_may_not_go_back(seat: Seat, back: Back, asked: str, answer: str) -> None:
    table, peer = after_three(seat, back=back)
    peer.send(asked, "M000014230119")
    assert str(table.receive(WAIT)) == "14x23"
    peer.expect(answer)
    assert len(table.game.moves) == 4


def test_going_back_to_the_present_changes_nothing(seat: Seat) -> None:
    table, peer = after_three(seat, back=Back.YES)
    peer.send("B002Z")
    assert table.receive(WAIT) == WentBack(0, "black")
    assert len(table.game.moves) == 3


def test_we_go_back(seat: Seat) -> None:
    table, peer = after_three(seat)
    table.ask_back(0)
    peer.expect("B001W")
    with pytest.raises(EngineError, match="cannot ask now"):
        table.ask_back(0)
    peer.send("M000014230119", "K0")  # its move crossed our request
    assert str(table.receive(WAIT)) == "14x23"
    with pytest.raises(EngineError, match="before the answer"):
        move(table, "33-28")
    assert table.receive(WAIT) == WentBack(4, "white")
    assert table.game.moves == ()
    move(table, "33-28")
    peer.expect("M0000332800")


@pytest.mark.parametrize("code", [Back.NO, Back.CONTINUE])
def test_we_may_not_go_back(seat: Seat, code: Back) -> None:
    table, peer = after_three(seat)
    table.ask_back(1)
    peer.expect("B001Z")
    peer.send(f"K{code.value}")
    assert table.receive(WAIT) == Declined(code)
    assert len(table.game.moves) == 3


def test_two_requests_to_go_back_that_cross_cancel_each_other(seat: Seat) -> None:
    table, peer = after_three(seat, back=Back.YES)
    table.ask_back(0)
    peer.send("B001Z", "K2")
    assert table.receive(WAIT) == Declined(Back.CONTINUE)
    peer.expect("B001W", "K2")
    assert len(table.game.moves) == 3


def test_the_end_of_the_game_answers_a_request_to_go_back(seat: Seat) -> None:
    table, peer = after_three(seat)
    table.ask_back(0)
    peer.send("E10")
    ending = table.receive(WAIT)
    assert isinstance(ending, Ending)
    assert ending.result == "1-0"
