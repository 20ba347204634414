"""How bytes are taken from connections: in time, in measure, and never faster than they are read.

What a browser or a program in good order does passes unnoticed. Whoever sends heads of requests
drop by drop, floods a socket with frames of any kind, or asks without reading, is cut off, before
what he sends has cost more than he.
"""

from __future__ import annotations

import asyncio
from typing import Any

import h11
import msgspec
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame
from websockets.http11 import Request

from crownhead.server.limits import SOCKET, Limits, networks
from crownhead.server.metrics import CUT_OFF
from crownhead.server.room.refusals import Refusal
from crownhead.server.wire.half_sent import HalfSent
from crownhead.server.wire.security import HEADERS
from crownhead.server.wire.strict import StrictConnection

ABORT = "crownhead.abort"
"""The extension of the scope that ends a connection at once."""
HEAD_SECONDS = 10.0
"""For the head of a request, and for a connection to bring its first."""
BODY_SECONDS = 60.0
DRAIN_SECONDS = 30.0
"""For a slice of an answer to be read."""
MOST_HEAD = 65_536
"""Bytes of a head."""
SLICE = 4_096
"""Bytes that are taken apart before what they hold is counted."""
MOST_FRAGMENTS = 64


class HttpProtocol(H11Protocol):
    """Give every request a time to arrive in, and every network few that have not arrived.

    An answer has its time, too: whoever does not read it is not waited for.
    """

    _half_sent = HalfSent["HttpProtocol"]()

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.conn: StrictConnection = StrictConnection(h11.SERVER, MOST_HEAD)
        self._timer: asyncio.TimerHandle | None = None
        self._arriving: object = None
        self._draining: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Expect a first request soon."""
        super().connection_made(transport)
        transport.set_write_buffer_limits(high=0)  # writing pauses until everything is sent
        self._await("head", HEAD_SECONDS)

    def connection_lost(self, exc: Exception | None) -> None:
        """Expect nothing more."""
        self._note_arrival()
        self._note_drained()
        super().connection_lost(exc)

    def pause_writing(self) -> None:
        """Wait for the other side to read what is sent, but not without end."""
        super().pause_writing()
        if self._draining is None:
            self._draining = self.loop.call_later(DRAIN_SECONDS, self._cut_off, "unread")

    def resume_writing(self) -> None:
        """Send on, now that all was read."""
        super().resume_writing()
        self._note_drained()

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        """Leave the connection to the socket, which has its own measure of what is not read."""
        self._note_drained()
        self.transport.set_write_buffer_limits()
        super().handle_websocket_upgrade(event)

    def data_received(self, data: bytes) -> None:
        """Take what has come, and see whether a request is whole now."""
        super().data_received(data)
        if self.transport.get_protocol() is not self or self.transport.is_closing():
            self._note_arrival()
        elif self.conn.their_state is h11.SEND_BODY:
            self._await("body", BODY_SECONDS)
        elif self.conn.their_state is h11.IDLE and data:
            self._await("head", HEAD_SECONDS)
        else:
            self._note_arrival()

    def send_400_response(self, msg: str) -> None:
        """Refuse what is no request, or not taken for one, and end the connection."""
        self._note_arrival()
        if self.cycle is not None and not self.cycle.response_complete:
            self.cycle.disconnected = True  # it was the rest of a request: nobody else answers it
            self.cycle.message_event.set()
            if self.cycle.response_started:
                self.transport.abort()
                return
        refusal = Refusal("bad_message", detail=self.conn.wrong or msg).to_message("en")
        body = msgspec.json.encode(refusal)
        headers = [
            (b"content-type", b"application/json"),
            (b"content-length", str(len(body)).encode()),
            (b"connection", b"close"),
            *HEADERS,
        ]
        lines = [b"HTTP/1.1 400 Bad Request", *(b"%s: %s" % header for header in headers)]
        self.transport.write(b"\r\n".join([*lines, b"", body]))
        self.transport.close()

    def _await(self, what: str, seconds: float) -> None:
        if self._arriving == what:
            return
        self._note_arrival()
        self._arriving = what
        self._timer = self.loop.call_later(seconds, self._cut_off, "half-sent")
        oldest = self._half_sent.enter(self, self._network())
        if oldest is not None:
            oldest._cut_off("half-sent")

    def _network(self) -> str | None:
        """Return the network of the other side, None for a proxy that is believed."""
        address = self.client[0] if self.client else ""
        app = self.app  # what uvicorn puts in front of ours knows whom it believes
        if isinstance(app, ProxyHeadersMiddleware) and address in app.trusted_hosts:
            return None
        return networks(address)[0]

    def _note_arrival(self) -> None:
        self._arriving = None
        self._half_sent.leave(self)
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _note_drained(self) -> None:
        if self._draining is not None:
            self._draining.cancel()
            self._draining = None

    def _cut_off(self, why: str) -> None:
        self._note_arrival()
        self._note_drained()
        CUT_OFF.labels(why).inc()
        self.transport.abort()


class SocketProtocol(WebSocketsSansIOProtocol):
    """Count every frame, control frames too, and stop reading from those who do not read.

    Without `strict` frames are not counted. How to end a connection that does not read is handed
    over in the scope.
    """

    strict = True

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self._limits = Limits({"frame": SOCKET["frame"]})
        self._stuffed = False

    def handle_connect(self, event: Request) -> None:
        """Put the way out into the scope."""
        super().handle_connect(event)
        if hasattr(self, "scope"):
            extensions = self.scope["extensions"]
            assert extensions is not None
            extensions[ABORT] = self.transport.abort  # type: ignore[assignment]

    def data_received(self, data: bytes) -> None:
        """Take what has come slice by slice: one read may hold tens of thousands of frames."""
        for start in range(0, len(data), SLICE):
            if self.transport.is_closing():
                return
            super().data_received(data[start : start + SLICE])

    def handle_events(self) -> None:
        """Count what has come before anything is done with it."""
        events = self.conn.events_received()
        frames = sum(isinstance(event, Frame) for event in events)
        if self.strict and frames and self._limits.missing("frame"):
            CUT_OFF.labels("flood").inc()
            self.transport.abort()
            return
        self._limits.count("frame", cost=frames)
        self.conn.events += events
        super().handle_events()

    def handle_cont(self, event: Frame) -> None:
        """Take one more fragment, of not too many."""
        if len(self.frames) >= MOST_FRAGMENTS:
            CUT_OFF.labels("fragments").inc()
            self.transport.abort()
            return
        super().handle_cont(event)

    def send_receive_event_to_app(self) -> None:
        """Hand on what has come; what is no text ends the connection, and is no fault of ours."""
        try:
            if self.curr_msg_data_type == "text":
                b"".join(self.frames).decode()
        except UnicodeDecodeError:
            CUT_OFF.labels("no text").inc()
            self.conn.send_close(1007)
            self.handle_parser_exception()
            return
        super().send_receive_event_to_app()

    def handle_ping(self) -> None:
        """Answer, and read on only if the answers are read."""
        super().handle_ping()
        if not self.writable.is_set() and not self._stuffed:
            self._stuffed = True
            self.transport.pause_reading()

    def resume_writing(self) -> None:
        """Read on, now that the answers are read."""
        super().resume_writing()
        if self._stuffed:
            self._stuffed = False
            if not self.read_paused:
                self.transport.resume_reading()
