"""A position searched on the server, by HTTP."""

from __future__ import annotations

from collections.abc import AsyncIterator

from litestar import post
from litestar.response import Stream
from msgspec.json import encode

from crownhead.server.messages.searches import SearchWish
from crownhead.server.process import reporting
from crownhead.server.room.refusals import Refusal
from crownhead.server.wire import http


@post(
    "/api/analysis",
    status_code=200,
    summary="The best lines of a position",
    responses=http._responses(409, 413),
    media_type="application/x-ndjson",
)
async def search(request: http.Asked, data: SearchWish) -> Stream:
    """Return the best lines of a position: lines of JSON, `found` each time more is known.

    A guest has one search at a time: the next request ends it, and so does whoever goes away. A
    position that cannot be searched ends the lines with `refused`.
    """
    http.pace(request, "search")
    if isinstance(data.variant, dict):
        http.pace(request, "house")
    service, guest = http._service(request), http._guest(request)
    language = http.language(request)
    positions, _ = await reporting.prepared(service, guest, data)
    service.searching.enter(guest)

    async def told() -> AsyncIterator[bytes]:
        try:
            async for line in service.searching.lines(guest, positions, data):
                yield line
        except Refusal as refusal:
            yield encode(refusal.said(language)) + b"\n"

    return Stream(told(), media_type="application/x-ndjson")
