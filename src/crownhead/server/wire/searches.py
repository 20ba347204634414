"""A position searched on the server, by HTTP."""

from __future__ import annotations

from litestar import post
from litestar.response import Stream

from crownhead.server.messages.searches import SearchRequest
from crownhead.server.process import reporting
from crownhead.server.wire import http


@post(
    "/api/analysis",
    status_code=200,
    summary="The best lines of a position",
    responses=http._responses(409, 413),
    media_type="application/x-ndjson",
)
async def search(request: http.Asked, data: SearchRequest) -> Stream:
    """Return the best lines of a position: lines of JSON, `found` each time more is known.

    A guest has one search at a time: the next request ends it, and so does whoever goes away. A
    position that cannot be searched ends the lines with `refused`.
    """
    http.pace(request, "search")
    http.pace_variant(request, data.variant)
    service, guest = http._service(request), http._guest(request)
    service.analysis.make_room(guest)
    positions, _ = await reporting.prepare(service, guest, data)
    await service.letters.check_question(guest, positions)
    return http.stream_lines(request, service.analysis.lines(guest, positions, data))
