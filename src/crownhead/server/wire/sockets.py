"""The socket of a page: what is heard on it, and what is answered."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from time import monotonic
from typing import Any, assert_never

import msgspec
from litestar import WebSocket

from crownhead import __version__
from crownhead.locales import detect
from crownhead.server.clock import milliseconds
from crownhead.server.limits import Occupancy, SharedLimits
from crownhead.server.messages import frames as m
from crownhead.server.metrics import ACKNOWLEDGED, DROPPED, FAULTS, HEARD, REFUSED
from crownhead.server.process.broadcaster import encode
from crownhead.server.process.bus import WhoIsPresent
from crownhead.server.process.connection import Connection
from crownhead.server.process.service import Service
from crownhead.server.quota import STATES, bill_to
from crownhead.server.room.refusals import Refusal
from crownhead.server.storage.database import is_away, refusal_of
from crownhead.server.wire import security
from crownhead.server.wire.attendance import attend
from crownhead.server.wire.doorkeeper import WRONG_TOKEN, Doorkeeper
from crownhead.server.wire.protocols import ABORT

MOST_CHARACTERS = 4_096
BEAT = 10.0
"""Seconds between two measurements of the lag."""
MOST_EVENTS = 20
"""Competitions that one socket follows."""
STRIKES = 60
"""Refusals for haste or nonsense after which a socket is closed."""
_log = logging.getLogger("crownhead.server")
_decoder = msgspec.json.Decoder(m.ClientMessage)


class _Envelope(msgspec.Struct):
    """What can be read of a message that as a whole cannot."""

    id: str | None = None
    game: str | None = None


_envelopes = msgspec.json.Decoder(_Envelope)


class Sockets:
    """Talk with all pages that are connected to this process."""

    def __init__(self, service: Service, limits: SharedLimits, doorkeeper: Doorkeeper) -> None:
        self._service = service
        self._doorkeeper = doorkeeper
        self._limits = limits
        self._settings = service.settings
        most = service.settings.most_sockets
        self._open = Occupancy(guest=most // 4, network=most)
        service.callers.ended.append(self._sign_out)

    async def serve(self, socket: WebSocket[Any, Any, Any]) -> None:
        """Serve one socket from its first message to its last."""
        headers = {k.lower(): v for k, v in socket.headers.items()}
        address = socket.client.host if socket.client else ""
        strict = self._settings.strict
        origins = self._settings.origins
        if not security.is_our_host(headers.get("host", ""), self._settings.hosts, origins):
            await socket.close(4403, "host")
            return
        if not security.same_origin(headers, self._settings.origins, socket.scope["scheme"]):
            await socket.close(4403, "origin")
            return
        if strict and self._limits.missing("connect", "", address):
            await socket.close(4429, "too many connections")
            return
        cookies = "; ".join(socket.headers.getall("cookie", []))
        secure = socket.scope["scheme"] == "wss"
        try:
            authorization = headers.get("authorization", "")
            caller = await self._doorkeeper.recognise(cookies, authorization, secure=secure)
        except Refusal:
            if strict:
                self._limits.charge("connect", WRONG_TOKEN, address, 1)
            await socket.close(4401, "token")
            return
        except Exception as error:
            if not is_away(error):
                raise
            await socket.close(1013, "the database is away")
            return
        if caller.token and caller.token.scope != "play":
            await socket.close(4403, "scope")
            return
        guest = caller.player
        if strict and self._limits.wait("connect", guest, address):
            await socket.close(4429, "too many connections")
            return
        entered = self._open.enter(guest, address)
        if strict and not entered:
            await socket.close(4429, "too many connections")
            return
        try:
            greeting = {"set-cookie": caller.cookies[0]} if caller.cookies else {}
            await socket.accept(headers=greeting)
            connection = Connection(guest, address, lambda t: _send(socket, t))
            caller.introduce(connection)
            await self._converse(socket, connection)
        finally:
            if entered:
                self._open.leave(guest, address)

    async def _converse(self, socket: WebSocket[Any, Any, Any], connection: Connection) -> None:
        more = (
            self._listen(socket, connection),
            connection.slow.wait(),
            _beat(connection),
            connection.signed_out.wait(),
        )
        try:
            async with attend(self._service, connection, *more) as ends:
                await asyncio.wait(ends, return_when=asyncio.FIRST_COMPLETED)
        finally:
            if connection.slow.is_set():
                DROPPED.inc()
                _abort(socket)
            else:
                with contextlib.suppress(Exception):
                    async with asyncio.timeout(1):
                        await socket.close(_code(connection))

    def _sign_out(self, player: str, sessions: frozenset[str]) -> None:
        """Close sockets of sessions that have ended, and of the guest that a player was before."""
        for connection in self._service.broadcaster.connections:
            before = connection.guest == player and not connection.session
            if before or connection.session in sessions:
                connection.signed_out.set()

    async def _listen(self, socket: WebSocket[Any, Any, Any], connection: Connection) -> None:
        while connection.strikes < STRIKES:
            event: Any = await socket.receive()
            if event["type"] == "websocket.disconnect":
                return
            await self._answer_frame(connection, event.get("text"))
        # What was refused last is still to be read.
        for _ in range(20):
            if connection.idle:
                break
            await asyncio.sleep(0.01)

    async def _answer_frame(self, connection: Connection, text: str | None) -> None:
        """Answer one frame; whatever it is, nothing worse than a refusal comes of it."""
        if text == "q":
            connection.beaten()
            return
        if text == "p":
            if not connection.limits.wait("beat"):
                connection.post("q")
            return
        envelope = _Envelope()
        kind = "bad"
        try:
            if text is None or len(text) > MOST_CHARACTERS:
                raise Refusal("bad_message" if text is None else "too_large")
            try:
                message = _decoder.decode(text)
            except msgspec.DecodeError as error:
                with contextlib.suppress(msgspec.DecodeError):
                    envelope = _envelopes.decode(text)
                raise Refusal("bad_message", detail=str(error)[:200]) from None
            except RecursionError:
                raise Refusal("bad_message", detail="nested too deeply") from None
            kind = str(message.__struct_config__.tag)
            envelope.id = getattr(message, "id", None)
            envelope.game = getattr(message, "game", None)
            HEARD.labels(kind).inc()
            self._pace(connection, kind)
            with bill_to(self._limits, connection.guest, connection.address):
                await self._answer(connection, message)
        except Refusal as refusal:
            self._refuse(connection, refusal, envelope)
        except Exception as error:
            self._fail(connection, error, kind, envelope)

    def _hint(self, connection: Connection, message: m.AskHint) -> None:
        """Answer later; the socket is listened to meanwhile, and who leaves waits no more."""

        async def answer() -> None:
            envelope = _Envelope(message.id, message.game)
            try:
                hint = await self._service.queries.hint(message.game, connection.guest, message.id)
                connection.post(encode(hint))
            except Refusal as refusal:
                if refusal.crowded:
                    self._limits.charge("hint", connection.guest, connection.address, -1)
                self._refuse(connection, refusal, envelope)
            except Exception as error:
                self._fail(connection, error, "hint", envelope)

        task = asyncio.create_task(answer())
        connection.errands.add(task)
        task.add_done_callback(connection.errands.discard)

    def _fail(
        self, connection: Connection, error: Exception, kind: str, envelope: _Envelope
    ) -> None:
        if not is_away(error):
            FAULTS.inc()
            _log.error("message failed", exc_info=error, extra={"message_type": kind})
        self._refuse(connection, refusal_of(error), envelope)

    def _pace(self, connection: Connection, kind: str) -> None:
        if not self._settings.strict:
            return
        wait = self._limits.missing(STATES, connection.guest, connection.address)
        wait = wait or connection.limits.wait(kind)
        wait = max(wait, self._limits.wait("message", connection.guest, connection.address))
        if wait:
            raise Refusal("too_fast", wait=wait)

    def _pace_shared(self, connection: Connection, kind: str) -> None:
        """Raise `Refusal` where a guest or a network does something too often, on any socket."""
        if self._settings.strict:
            wait = self._limits.wait(kind, connection.guest, connection.address)
            if wait:
                raise Refusal("too_fast", wait=wait)

    def _refuse(self, connection: Connection, refusal: Refusal, envelope: _Envelope) -> None:
        REFUSED.labels(refusal.code).inc()
        if not refusal.crowded and refusal.code in ("bad_message", "too_large", "too_fast"):
            if self._settings.strict and connection.limits.wait("bad"):
                connection.strikes += 1
            if refusal.code != "too_fast":
                HEARD.labels("bad").inc()
        id, game = (value and value[:64] for value in (envelope.id, envelope.game))
        connection.post(encode(refusal.to_message(connection.language, id, game)))

    async def _answer(self, connection: Connection, message: m.ClientMessage) -> None:
        service, guest = self._service, connection.guest
        match message:
            case m.Do():
                began = monotonic()
                try:
                    ack = await service.act(
                        message.game,
                        guest,
                        message.id,
                        message.act,
                        message.seq,
                        connection.lag,
                    )
                except Refusal as refusal:
                    if refusal.code == "stale":
                        self._refuse(connection, refusal, _Envelope(message.id, message.game))
                        await self._snapshot(connection, message.game, message.seq)
                        return
                    raise
                connection.post(encode(ack))
                ACKNOWLEDGED.observe(monotonic() - began)
            case m.Watch():
                if (
                    message.game not in connection.watched
                    and len(connection.watched) >= self._settings.most_watched
                ):
                    raise Refusal("not_allowed", text="watches_too_many")
                await self._snapshot(connection, message.game, message.since, watch=True)
            case m.Unwatch():
                service.broadcaster.unwatch(connection, message.game)
                service.computer.forsake(message.game)
                async with service.tables.open(message.game) as table:
                    service.tell_presence(table)
            case m.Explain():
                why = await service.queries.explain(
                    message.game, message.text, message.id, connection.language
                )
                connection.post(encode(why))
            case m.AskHint():
                self._pace_shared(connection, "hint")
                self._hint(connection, message)
            case m.AskHistory():
                connection.post(await service.queries.history(message.game, message.id))
            case m.WatchLobby():
                connection.in_lobby = False
                if message.on:
                    self._pace_shared(connection, "lobby")
                    await service.offers.enter(connection)
            case m.WatchEvent():
                if message.event not in connection.events and len(connection.events) >= MOST_EVENTS:
                    raise Refusal("not_allowed", text="watches_too_many")
                await service.events.watch(connection, message.event)
            case m.UnwatchEvent():
                service.broadcaster.unwatch_event(connection, message.event)
            case m.Hello():
                connection.language = detect({}, message.lang)
                name = await service.guests.name_of(guest)
                connection.post(encode(m.Welcome(name, __version__, milliseconds())))
            case _:
                assert_never(message)

    async def _snapshot(
        self, connection: Connection, game: str, since: int, *, watch: bool = False
    ) -> None:
        """Send a game as it stands; who watches it gets whatever comes after."""
        service = self._service
        async with service.tables.open(game, current=True) as table:
            if not service.broadcaster.watchers(game):
                service.bus.publish(WhoIsPresent(game))
            if watch:
                service.broadcaster.watch(connection, game)
            connection.post(await service.queries.snapshot(table, connection, since))
            if watch:
                service.tell_presence(table)
                service.computer.consider(table)
                service.note_follower(table, connection)


def _code(connection: Connection) -> int:
    """Return the code with which a socket is closed."""
    if connection.signed_out.is_set():
        return 4401
    return 1008 if connection.strikes >= STRIKES else 1000


async def _send(socket: WebSocket[Any, Any, Any], text: str) -> None:
    await socket.send({"type": "websocket.send", "bytes": None, "text": text})


def _abort(socket: WebSocket[Any, Any, Any]) -> None:
    """End the connection at once: a client that does not read would never hear a farewell."""
    extensions: dict[str, Any] = socket.scope.get("extensions") or {}
    abort = extensions.get(ABORT)
    if abort is not None:
        abort()


async def _beat(connection: Connection) -> None:
    """Measure the lag, now and again and again."""
    while True:
        connection.beat()
        await asyncio.sleep(BEAT)
