"""The report of a game by HTTP."""

from __future__ import annotations

from litestar import post
from litestar.response import Stream

from crownhead.server.messages.reports import ReportRequest
from crownhead.server.process import reporting
from crownhead.server.wire import http


@post(
    "/api/report",
    status_code=200,
    summary="The report of a game",
    responses=http._responses(409, 413),
    media_type="application/x-ndjson",
)
async def report(request: http.Asked, data: ReportRequest) -> Stream:
    """Return the report of a game: lines of JSON, `progress` after each move, `report` at the end.

    Whoever goes away stops it. A position that cannot be searched ends the lines with `refused`.
    """
    http.pace(request, "report")
    http.pace_variant(request, data.variant)
    service, guest = http._service(request), http._guest(request)
    language = http.language(request)
    service.reports.check(guest)
    course = await reporting.prepare(service, guest, data)
    await service.letters.check_question(guest, course[0], whole=True)
    return http.stream_lines(request, reporting.lines(service, guest, course, data.nodes, language))
