"""Competitions by HTTP: making them, looking on, and all that is done in them."""

from __future__ import annotations

from typing import Annotated

from litestar import get, post
from litestar.params import Parameter

from crownhead.server.messages import events as m
from crownhead.server.wire import http
from crownhead.server.wire.moderation import with_right

EventId = Annotated[str, Parameter(pattern="^[A-Za-z0-9]{1,32}$", description="the event's id")]
PlaceInList = Annotated[
    str | None, Parameter(pattern="^[0-9]{1,15}-[A-Za-z0-9]{1,16}$", description="of a page before")
]
After = Annotated[
    int, Parameter(ge=0, le=1_000_000, schema_extra={"minimum": 0}, description="the seq held")
]
EntrantPath = Annotated[str, Parameter(min_length=1, max_length=60)]


@get("/api/events", summary="Competitions", responses=http._responses())
async def page(
    request: http.Asked, which: m.EventList = "open", before: PlaceInList = None
) -> m.EventsPage:
    """Return competitions: open ones, those that run, those that have ended, or one's own."""
    http.pace(request, "history")
    return await http._service(request).events.page(http._guest(request), which, before)


@post("/api/events", summary="Make a competition", responses=http._responses(403, 409, 413))
async def make(request: http.Asked, data: m.NewEvent) -> m.EventMade:
    """Make a competition: entries open, and its lots are committed to. That takes an account."""
    session = with_right(request, "make_events")
    http.pace(request, "create")
    http.pace_variant(request, data.variant)
    return await http._service(request).events.make(session.player, data)


@get("/api/events/{event:str}", summary="A competition", responses=http._responses(404))
async def show(request: http.Asked, event: EventId) -> m.EventShown:
    """Return a competition as it stands; anybody may look on."""
    http.pace(request, "history")
    return await http._service(request).events.show(event, http._guest(request))


@get(
    "/api/events/{event:str}/after/{seq:int}",
    summary="What has happened in a competition",
    responses=http._responses(404),
)
async def news(request: http.Asked, event: EventId, seq: After) -> m.EventNews:
    """Return what has happened after a seq, and the boards and entrants that it has changed."""
    http.pace(request, "history")
    return await http._service(request).events.news(event, seq)


@get(
    "/api/events/{event:str}/numbers/{name:str}",
    summary="The numbers of an entrant",
    responses=http._responses(404),
)
async def numbers(
    request: http.Asked, event: EventId, name: EntrantPath
) -> tuple[m.NumberShown, ...]:
    """Return the numbers of an entrant in the standing, each opened into its sum."""
    http.pace(request, "history")
    return await http._service(request).events.explain(event, http._guest(request), name)


@get(
    "/api/events/{event:str}/draft",
    summary="The next round as it would be paired",
    responses=http._responses(403, 404, 409),
)
async def draft(request: http.Asked, event: EventId) -> m.Draft:
    """Return the boards that the program would publish; for organiser and arbiters."""
    http.pace(request, "report")
    return await http._service(request).events.draft(event, http._guest(request))


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
    return await http._service(request).events.do(event, http._guest(request), data)


HANDLERS = [page, make, show, news, numbers, draft, do]
