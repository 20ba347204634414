"""Compositions by HTTP: whether one is sound, and its sheet to be printed."""

from __future__ import annotations

from base64 import b64encode
from hashlib import sha256
from typing import Annotated

from litestar import Response, get, post
from litestar.params import Parameter
from litestar.response import Stream

from crownhead.compose import Goal
from crownhead.compose.sheet import sheet, style
from crownhead.locales import Catalogue
from crownhead.server.messages import compositions as m
from crownhead.server.process import composing
from crownhead.server.wire import http

_STYLE = b64encode(sha256(style(1).encode()).digest()).decode()
_PRINTED = f"default-src 'none'; style-src 'sha256-{_STYLE}'; frame-ancestors 'none'"
"""What a printed sheet may load: its own style."""


@post(
    "/api/composition",
    status_code=200,
    summary="Whether a composition is sound",
    responses=http._responses(409, 413),
    media_type="application/x-ndjson",
)
async def check(request: http.Asked, data: m.CompositionRequest) -> Stream:
    """Check a composition: lines of JSON, `checking` now and then, `composition` at the end.

    Whoever goes away stops it. One that cannot be checked, or takes too long, ends the lines with
    `refused`.
    """
    http.pace(request, "report")
    http.pace_variant(request, data.variant)
    service, guest = http._service(request), http._guest(request)
    service.reports.check(guest)
    given = await composing.prepare(service, guest, data)
    asked = [position for position, _ in given.positions()]
    await service.letters.check_question(guest, asked, whole=True)
    return http.stream_lines(request, composing.lines(service, guest, given))


@get(
    "/api/composition/sheet",
    summary="A composition to be printed",
    responses=http._responses(409),
    media_type="text/html",
)
async def print_sheet(
    request: http.Asked,
    variant: Annotated[str, Parameter(min_length=1, max_length=40)],
    start: Annotated[str, Parameter(min_length=1, max_length=1000)],
    solution: Annotated[str, Parameter(max_length=m.MOST_SOLUTION)] = "",
    title: Annotated[str, Parameter(max_length=80)] = "",
    goal: Goal = "win",
) -> Response[str]:
    """Return a diagram, and on a page behind it the solution, as HTML of one page size, A4."""
    http.pace(request, "picture")
    service, guest = http._service(request), http._guest(request)
    wish = m.CompositionRequest(variant=variant, start=start, solution=solution, goal=goal)
    given = await composing.prepare(service, guest, wish)
    words = Catalogue(http.language(request), given.start.variant)
    text = await service.work.run_off_loop(
        guest, lambda: sheet([given], words, title=title, per_page=1), metered=True
    )
    return Response(text, media_type="text/html", headers={"content-security-policy": _PRINTED})


HANDLERS = [check, print_sheet]
