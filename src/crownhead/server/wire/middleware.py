"""What every request passes on its way in and out, before and after the application."""

from __future__ import annotations

import hmac
import logging
from time import monotonic
from typing import Any

import msgspec
from litestar.types import ASGIApp, Message, Receive, Send

from crownhead.locales import detect
from crownhead.server.limits import SharedLimits
from crownhead.server.messages.frames import Code
from crownhead.server.metrics import REQUESTS
from crownhead.server.quota import STATES, bill_to
from crownhead.server.rights import may_ask
from crownhead.server.room.refusals import Refusal
from crownhead.server.settings import Settings
from crownhead.server.storage.database import is_away, refusal_of
from crownhead.server.wire import security
from crownhead.server.wire.doorkeeper import WRONG_TOKEN, Doorkeeper
from crownhead.server.wire.site import DOCS, Site

_OURS = frozenset({"api", "schema", "health", "metrics"})
"""The first parts of the paths that the application serves; all others are the page's."""
SLICE = 65_536
"""Bytes of an answer that are sent at one go."""
_FREE = frozenset({"/health", "/metrics"})
"""What costs next to nothing, and is asked to learn how the server is: it never waits."""
_log = logging.getLogger("crownhead.server")


class Middleware:
    """Know the guest, refuse what comes from other sites or too often, add the headers."""

    def __init__(
        self, app: ASGIApp, settings: Settings, limits: SharedLimits, doorkeeper: Doorkeeper
    ) -> None:
        self._app = app
        self._settings = settings
        self._doorkeeper = doorkeeper
        self._limits = limits
        self._site = Site(settings.static, settings.docs)

    async def __call__(self, scope: Any, receive: Receive, send: Send) -> None:
        """Serve one request; sockets are looked at where they are accepted."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        began = monotonic()
        headers = {k.decode("latin-1"): v.decode("latin-1") for k, v in scope["headers"]}
        status = 500
        cookies: list[str] = []
        path: str = scope["path"]
        first = path.split("/", 2)[1] if "/" in path else path
        private = first in _OURS

        async def answer(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                ours = security.DOCS_HEADERS if first == DOCS else security.HEADERS
                own: Any = message.get("headers", ())
                policy = {name for name, _ in own} & {b"content-security-policy"}
                sent: Any = [*own, *(h for h in ours if h[0] not in policy)]
                if scope["scheme"] == "https":
                    sent.append(security.STAY_SECURE)
                if private:
                    sent.append((b"cache-control", b"no-store"))
                if first == "api":
                    sent += [(b"set-cookie", cookie.encode()) for cookie in cookies]
                message["headers"] = sent
                await send(message)
                return
            # In slices, so that who reads slowly is told from who does not read.
            body: Any = message.get("body", b"")
            more = bool(message.get("more_body", False))
            for start in range(0, len(body) or 1, SLICE):
                part, end = body[start : start + SLICE], start + SLICE
                last = not more and end >= len(body)
                await send({"type": "http.response.body", "body": part, "more_body": not last})

        try:
            refusal = self._refuse_stray(scope, headers) or self._refuse_crowd(scope, private)
            if refusal is None and private:
                refusal = await self._recognise(scope, path, headers, cookies)
            if refusal is None:
                refusal = self._refusal(scope, headers, private)
            if refusal is not None:
                await _say(answer, refusal, detect({}, headers.get("accept-language", "")[:35]))
            elif private:
                guest, address = scope["state"]["guest"], _address(scope)
                with bill_to(self._limits, guest, address):
                    await self._app(scope, receive, answer)
            else:
                await self._serve_site(scope, headers, answer)
        finally:
            leave = scope.get("state", {}).pop("leave", None)
            if leave is not None:
                leave()
            self._count(scope, status, monotonic() - began, private)

    async def _recognise(
        self, scope: Any, path: str, headers: dict[str, str], cookies: list[str]
    ) -> Refusal | None:
        """Put into the scope who asks; `cookies` gets what he is answered with."""
        # HTTP allows several lines of cookies, as a proxy may send them.
        lines = [value.decode("latin-1") for name, value in scope["headers"] if name == b"cookie"]
        free, secure = path in _FREE, scope["scheme"] == "https"
        line, token = ("", "") if free else ("; ".join(lines), headers.get("authorization", ""))
        try:
            caller = await self._doorkeeper.recognise(line, token, secure=secure)
        except Refusal as refusal:
            if self._settings.strict:
                self._limits.charge(_kind(scope), WRONG_TOKEN, _address(scope), 1)
            return refusal
        except Exception as error:
            if not is_away(error):
                raise
            return refusal_of(error)
        cookies += caller.cookies
        state = scope.setdefault("state", {})
        state |= {"guest": caller.player, "caller": caller, "cookies": cookies}
        if caller.token and not may_ask(caller.token.scope, scope["method"], path):
            return Refusal("no_seat", text="token_scope")
        return None

    def _refuse_stray(self, scope: Any, headers: dict[str, str]) -> Refusal | None:
        """Return why a request is not answered, whoever sends it."""
        unsafe = scope["method"] not in security.SAFE
        if not headers.get("authorization", "").isascii():
            return Refusal("bad_message", detail="Authorization")
        hosts, origins = self._settings.hosts, self._settings.origins
        if not security.is_our_host(headers.get("host", ""), hosts, origins):
            return Refusal("no_seat", text="other_host")
        if unsafe and not security.same_origin(headers, origins, scope["scheme"]):
            return Refusal("no_seat", text="other_origin")
        return None

    def _refuse_crowd(self, scope: Any, private: bool) -> Refusal | None:
        """Return why the database is not even asked who this is: his network asks too often."""
        if not self._settings.strict or not private or scope["path"] in _FREE:
            return None
        wait = self._limits.missing(_kind(scope), "", _address(scope))
        return Refusal("too_fast", wait=wait) if wait else None

    def _refusal(self, scope: Any, headers: dict[str, str], private: bool) -> Refusal | None:
        client = scope.get("client")
        if scope["path"] == "/metrics" and not self._may_measure(client, headers):
            return Refusal("no_seat", text="metrics_closed")
        if self._settings.strict and private and scope["path"] not in _FREE:
            address, guest = _address(scope), str(scope["state"]["guest"])
            wait = self._limits.missing(STATES, guest, address)
            wait = wait or self._limits.wait(_kind(scope), guest, address)
            if wait:
                return Refusal("too_fast", wait=wait)
        return None

    def _may_measure(self, client: Any, headers: dict[str, str]) -> bool:
        """Return whether a request may see the metrics: by token, or else from this machine."""
        token = self._settings.metrics_token
        if token:
            return hmac.compare_digest(headers.get("authorization", ""), f"Bearer {token}")
        return client is None or security.is_loopback(client[0])

    async def _serve_site(self, scope: Any, headers: dict[str, str], send: Send) -> None:
        method = scope["method"]
        if method in ("GET", "HEAD"):
            status, sent, body = await self._site.answer(scope["path"], headers)
        else:
            status, sent, body = 405, [(b"allow", b"GET, HEAD")], b""
        length = (b"content-length", str(len(body)).encode())
        if status != 304:
            sent = [*sent, length]
        await send({"type": "http.response.start", "status": status, "headers": sent})
        body = b"" if method == "HEAD" else body
        await send({"type": "http.response.body", "body": body, "more_body": False})

    def _count(self, scope: Any, status: int, seconds: float, private: bool) -> None:
        # The template of the path, for the path itself may hold an invitation.
        template = str(scope.get("path_template") or "") if private else "site"
        method = str(scope["method"])
        known = method if method in ("GET", "HEAD", "POST", "DELETE", "OPTIONS") else "other"
        REQUESTS.labels(known, template or "none", status).inc()
        if private or status >= 400:
            took = round(seconds * 1000, 1)
            said = {"method": known, "route": template, "status": status, "ms": took}
            _log.info("request", extra=said)


def _kind(scope: Any) -> str:
    return "read" if scope["method"] in security.SAFE else "write"


def _address(scope: Any) -> str:
    client = scope.get("client")
    return str(client[0]) if client else ""


_STATUS: dict[Code, int] = {
    "bad_message": 400,
    "no_seat": 403,
    "too_fast": 429,
    "unavailable": 503,
}


async def _say(send: Send, refusal: Refusal, language: str) -> None:
    body = msgspec.json.encode(refusal.to_message(language))
    headers = [
        (b"content-type", b"application/json"),
        (b"content-length", str(len(body)).encode()),
    ]
    if refusal.wait:
        headers.append((b"retry-after", str(-(-refusal.wait // 1000)).encode()))
    status = _STATUS[refusal.code]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body, "more_body": False})
