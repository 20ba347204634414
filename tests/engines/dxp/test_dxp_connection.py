"""The connection under DXP: cut streams, silence, garbage, and more than one caller."""

from __future__ import annotations

import socket

import pytest
from support.dxp_peer import WAIT, Peer, pair, run_beside

from crownhead.engines.dxp import connection as connections
from crownhead.engines.dxp.connection import Connection, dial
from crownhead.engines.dxp.listener import Listener
from crownhead.engines.dxp.messages import Chat, End, Moved, Reason
from crownhead.errors import EngineDied, EngineError, EngineTimeout, ProtocolError


def test_messages_come_whole_however_the_stream_is_cut() -> None:
    with pair() as (link, peer):
        connection = Connection(link)
        peer.raw(b"E00\0M00120")
        assert connection.receive(WAIT) == End(Reason.UNKNOWN)

        def rest() -> None:
            for octet in b"61100\0\0\0Chello\0":
                peer.raw(bytes([octet]))

        with run_beside(rest):
            assert connection.receive(WAIT) == Moved(12, 6, 11)
            assert connection.receive(WAIT) == Chat("hello")


def test_a_message_is_sent_in_one_piece_and_traced() -> None:
    lines: list[str] = []
    with pair() as (link, peer):
        connection = Connection(link, lines.append)
        connection.send(Moved(3, 32, 28))
        peer.expect("M0003322800")
        peer.send("E00")
        connection.receive(WAIT)
    assert lines == ["> M0003322800", "< E00"]


def test_a_message_may_be_awaited_longer_than_any_wait() -> None:
    with pair() as (link, peer):
        peer.send("E00")
        assert Connection(link).receive(1e12) == End(Reason.UNKNOWN)


@pytest.mark.parametrize(
    ("octets", "error", "words"),
    [
        (b"", EngineDied, "the peer closed the connection$"),
        (b"M0012", EngineDied, "in the middle of the message 'M0012'"),
        (b"x" * 128, ProtocolError, "no end within 127 characters"),
        (b"C" + b"x" * 127 + b"\0", ProtocolError, "no end within 127 characters"),
        (b"hello\0", ProtocolError, "type 'h' is not known in 'hello'"),
        (bytes(range(128, 200)) + b"\0", ProtocolError, "is not known"),
        (b"GET / HTTP/1.1\r\nHost: x\r\n\r\n" + b"y" * 200, ProtocolError, "no end within"),
    ],
)
def test_a_broken_stream_closes_the_connection(octets: bytes, error: type, words: str) -> None:
    with pair() as (link, peer):
        connection = Connection(link)
        peer.raw(octets)
        peer.link.shutdown(socket.SHUT_WR)
        with pytest.raises(error, match=words):
            connection.receive(WAIT)
        assert connection.closed
        with pytest.raises(EngineError, match="is closed"):
            connection.receive(WAIT)
        with pytest.raises(EngineError, match="is closed"):
            connection.send(End(Reason.UNKNOWN))


def test_a_reset_is_a_dead_peer() -> None:
    with pair() as (link, peer):
        connection = Connection(link)
        peer.reset()
        with pytest.raises(EngineDied, match="broke|closed"):
            connection.receive(WAIT)
        assert connection.closed


def test_silence_ends_in_time() -> None:
    with pair() as (link, peer):
        connection = Connection(link)
        peer.raw(b"M00")  # a half message is silence, too
        with pytest.raises(EngineTimeout, match=r"silent for 0\.05 s"):
            connection.receive(0.05)
        assert connection.closed


def test_a_peer_that_reads_nothing_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "SEND_PATIENCE", 0.05)
    with pair() as (link, _):
        connection = Connection(link)
        with pytest.raises(EngineTimeout, match="read nothing"):
            while True:
                connection.send(Chat("x" * 126))


def test_waiting_ends_when_it_is_woken() -> None:
    here, there = socket.socketpair()
    with pair() as (link, _), here, there:
        connection = Connection(link)
        here.send(b"!")
        assert connection.receive(WAIT, there) is None
        assert not connection.closed


def test_nobody_listens() -> None:
    with socket.create_server(("127.0.0.1", 0)) as door:
        port = door.getsockname()[1]
    with pytest.raises(EngineDied, match=f"cannot connect to 127.0.0.1:{port}: "):
        dial("127.0.0.1", port, WAIT)
    with pytest.raises(EngineDied, match="cannot connect"):
        dial("127.0.0.1", 99999, WAIT)


def test_a_port_in_use_is_refused() -> None:
    with socket.create_server(("127.0.0.1", 0)) as door:
        port = door.getsockname()[1]
        with pytest.raises(EngineError, match=f"cannot listen on 127.0.0.1:{port}: "):
            Listener("127.0.0.1", port)


def test_a_listener_waits_no_longer_than_told() -> None:
    listener = Listener("127.0.0.1", 0)
    try:
        with pytest.raises(EngineTimeout, match="nobody connected"):
            listener.accept(0.01)
    finally:
        listener.close()


@pytest.mark.parametrize("speaks", [True, False])
def test_a_second_program_is_told_that_no_game_is_played(speaks: bool) -> None:
    listener = Listener("127.0.0.1", 0)
    try:
        with socket.create_connection(("127.0.0.1", listener.port)) as first:
            playing = listener.accept(WAIT)
            assert playing is not None
            with listener.turning_away("crownhead"):
                with socket.create_connection(("127.0.0.1", listener.port)) as second:
                    peer = Peer(second)
                    if speaks:
                        peer.request("W")
                    else:
                        second.shutdown(socket.SHUT_WR)
                    peer.expect(f"A{'crownhead':32}3")
                    peer.expect_closed()
                Peer(first).send("E00")
                assert playing.receive(WAIT) == End(Reason.UNKNOWN)
            playing.close()
        with socket.create_connection(("127.0.0.1", listener.port)):
            later = listener.accept(WAIT)
            assert later is not None
            later.close()
    finally:
        listener.close()
