"""The report of a game by HTTP."""

from __future__ import annotations

from collections.abc import AsyncIterator

from litestar import post
from litestar.response import Stream
from msgspec.json import encode

from crownhead.server.messages.reports import ReportWish
from crownhead.server.process import reporting
from crownhead.server.room.refusals import Refusal
from crownhead.server.wire import http


@post(
    "/api/report",
    status_code=200,
    summary="The report of a game",
    responses=http._responses(409, 413),
    media_type="application/x-ndjson",
)
async def report(request: http.Asked, data: ReportWish) -> Stream:
    """Return the report of a game: lines of JSON, `progress` after each move, `report` at the end.

    Whoever goes away stops it. A position that cannot be searched ends the lines with `refused`.
    """
    http.pace(request, "report")
    if isinstance(data.variant, dict):
        http.pace(request, "house")
    service, guest = http._service(request), http._guest(request)
    language = http.language(request)
    course = await reporting.prepared(service, guest, data)

    async def told() -> AsyncIterator[bytes]:
        try:
            async for line in reporting.lines(service, guest, course, data.nodes, language):
                yield line
        except Refusal as refusal:
            yield encode(refusal.said(language)) + b"\n"

    return Stream(told(), media_type="application/x-ndjson")
