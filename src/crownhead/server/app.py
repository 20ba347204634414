"""The application: its parts made and put together."""

from __future__ import annotations

import logging
from typing import Any

from litestar import Litestar, Request, Response, WebSocket, websocket
from litestar.datastructures import State
from litestar.exceptions import ClientException, HTTPException

from crownhead.server.limits import KINDS, Occupancy, SharedLimits
from crownhead.server.messages.first_use import prepare_structs
from crownhead.server.messages.frames import Refused
from crownhead.server.metrics import FAULTS, REFUSED
from crownhead.server.process.bus import Bus, NoBus
from crownhead.server.process.lifecycle import Lifecycle, new_process
from crownhead.server.process.service import Service
from crownhead.server.room.refusals import Refusal
from crownhead.server.settings import Settings
from crownhead.server.storage.database import is_away, refusal_of
from crownhead.server.storage.open_database import open_database
from crownhead.server.storage.store import Store
from crownhead.server.wire import (
    accounts,
    bases,
    compositions,
    events,
    friends,
    histories,
    http,
    letters,
    moderation,
    notifications,
    players,
    puzzles,
    reports,
    searches,
    seasons,
    studies,
    talk,
)
from crownhead.server.wire.document import openapi
from crownhead.server.wire.doorkeeper import Doorkeeper
from crownhead.server.wire.middleware import Middleware
from crownhead.server.wire.sockets import Sockets

MOST_BODY = 65_536
GONE = "client disconnected prematurely"
"""What the framework says, as an error of the server, of a client that went away."""
_log = logging.getLogger("crownhead.server")

Asked = Request[Any, Any, State]


class App:
    """Hold the ASGI application, `asgi`, and the life of the process, `life`."""

    def __init__(self, settings: Settings, *, haste: bool = False) -> None:
        process = new_process()
        store = Store(open_database(settings.database), settings.keys)
        self.service = Service(settings, store, _bus(settings, process), haste)
        self.life = Lifecycle(self.service, process)
        limits = SharedLimits(KINDS)
        streams = Occupancy(guest=settings.most_sockets // 25, network=settings.most_sockets // 2)
        doorkeeper = Doorkeeper(settings, self.service.callers)
        sockets = Sockets(self.service, limits, doorkeeper)

        @websocket("/api/socket")
        async def converse(socket: WebSocket[Any, Any, Any]) -> None:
            await sockets.serve(socket)

        self.litestar = Litestar(
            [
                *http.HANDLERS,
                *accounts.HANDLERS,
                *moderation.HANDLERS,
                *players.HANDLERS,
                *histories.HANDLERS,
                *friends.HANDLERS,
                *events.HANDLERS,
                *seasons.HANDLERS,
                *letters.HANDLERS,
                *notifications.HANDLERS,
                *talk.HANDLERS,
                *bases.HANDLERS,
                *compositions.HANDLERS,
                *studies.HANDLERS,
                reports.report,
                searches.search,
                puzzles.report_puzzle,
                converse,
            ],
            on_startup=[self.life.start],
            on_shutdown=[self.life.close],
            state=State({"service": self.service, "limits": limits, "streams": streams}),
            request_class=http.StrictRequest,
            exception_handlers={
                Refusal: _answer_refusal,
                HTTPException: _answer_failure,
                RecursionError: _too_deep,
                Exception: _answer_fault,
            },
            openapi_config=openapi(),
            request_max_body_size=MOST_BODY,
            logging_config=None,
            debug=False,
        )
        self.asgi = Middleware(self.litestar, settings, limits, doorkeeper)
        prepare_structs()


def _bus(settings: Settings, process: str) -> Bus:
    if not settings.shared:
        return NoBus()
    from crownhead.server.process.postgres_bus import PostgresBus  # loads what SQLite does without

    return PostgresBus(settings.database, process)


def _answer_refusal(request: Asked, refusal: Refusal) -> Response[Refused]:
    REFUSED.labels(refusal.code).inc()
    if refusal.crowded:
        http.give_back(request)
    return _answer(request, refusal, http.STATUS[refusal.code])


def _answer(request: Asked, refusal: Refusal, status: int) -> Response[Refused]:
    headers = {"retry-after": str(-(-refusal.wait // 1000))} if refusal.wait else {}
    said = refusal.to_message(http.language(request), game=request.path_params.get("game"))
    return Response(said, status_code=status, media_type="application/json", headers=headers)


def _too_deep(request: Asked, _error: RecursionError) -> Response[Refused]:
    return _answer_refusal(request, Refusal("bad_message", detail="nested too deeply"))


def _answer_failure(request: Asked, error: HTTPException) -> Response[Refused]:
    """Answer requests that the framework refuses: unreadable bodies, unknown paths."""
    status = error.status_code
    if status >= 500 and error.detail != GONE:
        return _answer_fault(request, error)
    detail = error.detail if isinstance(error, ClientException) else ""
    extra = error.extra
    if isinstance(extra, list) and extra and isinstance(extra[0], dict):
        detail = "; ".join(f"{e.get('key', 'body')}: {e.get('message', '')}" for e in extra[:5])
    if status == 404:
        refusal = Refusal("unknown_game", text="unknown_path")
    elif status == 413:
        refusal = Refusal("too_large")
    else:
        refusal = Refusal("bad_message", detail=detail[:300])
    return Response(
        refusal.to_message(http.language(request)),
        status_code=status,
        media_type="application/json",
        headers=error.headers or {},
    )


def _answer_fault(request: Asked, error: Exception) -> Response[Refused]:
    if not is_away(error):
        FAULTS.inc()
        _log.error("request failed", exc_info=error)
        return _answer(request, Refusal("unavailable", wait=2_000), 500)
    return _answer_refusal(request, refusal_of(error))
