"""Competitions by HTTP: making them, looking on, and all that is done in them."""

from __future__ import annotations

from base64 import b64encode
from hashlib import sha256
from typing import Annotated

from litestar import Response, get, post
from litestar.params import Parameter
from litestar.response import Stream

from crownhead.competition.sheets import STYLE
from crownhead.server.event.view import without_secrets
from crownhead.server.messages.event import acts as m
from crownhead.server.messages.event.rounds import Draft, RoundsPage
from crownhead.server.messages.event.settings import MOST_ROUNDS, EventMade, NewEvent
from crownhead.server.messages.event.standings import NumberShown, NumbersOf
from crownhead.server.messages.event.views import (
    EventFile,
    EventList,
    EventNews,
    EventSheet,
    EventShown,
    EventsPage,
    EventYou,
)
from crownhead.server.wire import http
from crownhead.server.wire.moderation import with_right

EventId = Annotated[str, Parameter(pattern="^[A-Za-z0-9]{1,32}$", description="the event's id")]
PlaceInList = Annotated[
    str | None, Parameter(pattern="^[0-9]{1,15}-[A-Za-z0-9]{1,16}$", description="of a page before")
]
After = Annotated[
    int, Parameter(ge=0, le=1_000_000, schema_extra={"minimum": 0}, description="the seq held")
]
RoundBefore = Annotated[
    int,
    Parameter(ge=2, le=m.MOST_WAVES, schema_extra={"minimum": 2}, description="of a page before"),
]
EntrantPath = Annotated[str, Parameter(min_length=1, max_length=60)]
_STYLE = b64encode(sha256(STYLE.encode()).digest()).decode()
_PRINTED = f"default-src 'none'; style-src 'sha256-{_STYLE}'; frame-ancestors 'none'"
"""What a printed sheet may load: its own style."""


@get("/api/events", summary="Competitions", responses=http._responses())
async def page(
    request: http.Asked, which: EventList = "open", before: PlaceInList = None
) -> EventsPage:
    """Return competitions: open ones, those that run, those that have ended, or one's own."""
    http.pace(request, "history")
    return await http._service(request).event_queries.page(http._guest(request), which, before)


@post("/api/events", summary="Make a competition", responses=http._responses(403, 409, 413))
async def make(request: http.Asked, data: NewEvent) -> EventMade:
    """Make a competition: entries open, and its lots are committed to. That takes an account."""
    session = with_right(request, "make_events")
    http.pace(request, "create")
    http.pace_variant(request, data.variant)
    return await http._service(request).events.make(session.player, data)


@get("/api/events/{event:str}", summary="A competition", responses=http._responses(404))
async def show(request: http.Asked, event: EventId) -> EventShown:
    """Return a competition as it stands; anybody may look on."""
    http.pace(request, "history")
    found = await http._service(request).event_queries.show(event, http._guest(request))
    return without_secrets(found) if _looks(request) else found


def _looks(request: http.Asked) -> bool:
    """Return whether a program asks that may only look."""
    token = http.caller_of(request).token
    return token is not None and token.scope == "read"


@get(
    "/api/events/{event:str}/after/{seq:int}",
    summary="What has happened in a competition",
    responses=http._responses(404),
)
async def news(request: http.Asked, event: EventId, seq: After) -> EventNews:
    """Return what has happened after a seq, and the boards and entrants that it has changed."""
    http.pace(request, "history")
    return await http._service(request).event_queries.news(
        event, http._guest(request), seq, looks=_looks(request)
    )


@get(
    "/api/events/{event:str}/you",
    summary="What you are in a competition",
    responses=http._responses(404),
)
async def you(request: http.Asked, event: EventId) -> EventYou:
    """Return what the reader is in a competition, and what comes next for him there."""
    http.pace(request, "history")
    return await http._service(request).event_queries.you(event, http._guest(request))


@get(
    "/api/events/{event:str}/rounds",
    summary="The rounds of a competition",
    responses=http._responses(404),
)
async def rounds(
    request: http.Asked, event: EventId, before: RoundBefore | None = None
) -> RoundsPage:
    """Return rounds with all their boards, the last ones first, or those `before` a number."""
    http.pace(request, "history")
    return await http._service(request).event_queries.rounds(event, http._guest(request), before)


@get(
    "/api/events/{event:str}/numbers/{name:str}",
    summary="The numbers of an entrant",
    responses=http._responses(404),
)
async def numbers(
    request: http.Asked, event: EventId, name: EntrantPath, of: NumbersOf = "entrant"
) -> tuple[NumberShown, ...]:
    """Return the numbers of an entrant in the standing, or of a team, each opened into its sum."""
    http.pace(request, "history")
    queries = http._service(request).event_queries
    return await queries.explain(event, http._guest(request), name, of)


@get(
    "/api/events/{event:str}/draft",
    summary="The next round as it would be paired",
    responses=http._responses(403, 404, 409),
)
async def draft(request: http.Asked, event: EventId) -> Draft:
    """Return the boards that the program would publish; for organiser and arbiters."""
    http.pace(request, "report")
    return await http._service(request).event_queries.draft(event, http._guest(request))


@get(
    "/api/events/{event:str}/file",
    summary="A competition as a file",
    responses=http._responses(404, 409),
    media_type="text/plain",
)
async def file(request: http.Asked, event: EventId, kind: EventFile = "event") -> Response[str]:
    """Return the file that `crownhead event check` computes again, or one for other programs."""
    http.pace(request, "report")
    name, text = await http._service(request).event_queries.file(event, http._guest(request), kind)
    headers = {"content-disposition": f'attachment; filename="{name}"'}
    return Response(text, media_type="text/plain", headers=headers)


@get(
    "/api/events/{event:str}/pdn",
    summary="The games of a competition",
    responses=http._responses(404),
    media_type="text/plain",
)
async def pdn(request: http.Asked, event: EventId) -> Stream:
    """Return the games that were played at the server, as one PDN file."""
    http.pace(request, "report")
    name, parts = await http._service(request).event_queries.pdn(event, http.language(request))
    headers = {"content-disposition": f'attachment; filename="{name}"'}
    return Stream(parts, media_type="text/plain", headers=headers)


@get(
    "/api/events/{event:str}/print/{sheet:str}",
    summary="A sheet to be printed",
    responses=http._responses(403, 404, 409),
    media_type="text/html",
)
async def print_sheet(
    request: http.Asked,
    event: EventId,
    sheet: EventSheet,
    round: Annotated[int, Parameter(ge=0, le=MOST_ROUNDS, schema_extra={"minimum": 0})] = 0,
    fees: bool = False,
) -> Response[str]:
    """Return a sheet as HTML of one page size, A4; `round` 0 is the one published last.

    `fees`: with what everybody has paid, on the sheets of participants and for the check-in; for
    officers alone.
    """
    http.pace(request, "report")
    text = await http._service(request).event_queries.print(
        event,
        http._guest(request),
        sheet,
        round,
        http.language(request),
        fees=fees and not _looks(request),
    )
    return Response(text, media_type="text/html", headers={"content-security-policy": _PRINTED})


@post(
    "/api/events/{event:str}/do",
    status_code=200,
    summary="Act in a competition",
    responses=http._responses(403, 404, 409, 413),
)
async def do(request: http.Asked, event: EventId, data: m.EventCommand) -> m.EventDone:
    """Do something in a competition; a command sent again is answered again."""
    if isinstance(data.act, m.AmendAct):
        http.pace_variant(request, data.act.settings.variant)
    tries = isinstance(data.act, m.EnterAct) and data.act.code is not None
    if tries:
        http.pace(request, "invitation")
    done = await http._service(request).events.do(event, http._guest(request), data)
    if tries:
        http.give_back(request)  # a code that was right was no guess
    return done


HANDLERS = [page, make, show, news, you, rounds, numbers, draft, file, pdn, print_sheet, do]
