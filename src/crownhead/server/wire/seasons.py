"""Seasons by HTTP: for everybody to look at, for their organisers to make and to change."""

from __future__ import annotations

from typing import Annotated

from litestar import Response, delete, get, post
from litestar.params import Parameter

from crownhead.server.messages import seasons as m
from crownhead.server.process.seasons import Seasons
from crownhead.server.wire import http
from crownhead.server.wire.events import PlaceInList
from crownhead.server.wire.moderation import with_right

SeasonId = Annotated[str, Parameter(pattern="^[A-Za-z0-9]{1,32}$", description="the season's id")]


def _seasons(request: http.Asked) -> Seasons:
    return http._service(request).seasons


@get("/api/seasons", summary="Seasons", responses=http._responses())
async def page(
    request: http.Asked, which: m.SeasonList = "all", before: PlaceInList = None
) -> m.SeasonsPage:
    """Return seasons of competitions, all of them or one's own, those changed last first."""
    http.pace(request, "history")
    return await _seasons(request).page(http._guest(request), which, before)


@post("/api/seasons", summary="Make a season", responses=http._responses(403, 409, 413))
async def make(request: http.Asked, data: m.NewSeason) -> m.SeasonShown:
    """Make a season of one's own competitions. That takes an account."""
    session = with_right(request, "make_events")
    http.pace(request, "create")
    return await _seasons(request).make(session.player, data)


@get("/api/seasons/{season:str}", summary="A season", responses=http._responses(404))
async def show(request: http.Asked, season: SeasonId) -> m.SeasonShown:
    """Return a season and its standing, in which each sum has the events behind it."""
    http.pace(request, "history")
    return await _seasons(request).show(season, http._guest(request))


@post(
    "/api/seasons/{season:str}",
    status_code=200,
    summary="Change a season",
    responses=http._responses(403, 404, 409, 413),
)
async def change(request: http.Asked, season: SeasonId, data: m.SeasonChange) -> m.SeasonShown:
    """Change how a season is ranked, and of which competitions; for its organiser."""
    session = with_right(request, "make_events")
    http.pace(request, "create")
    return await _seasons(request).change(season, session.player, data)


@delete("/api/seasons/{season:str}", summary="Delete a season", responses=http._responses(403, 404))
async def remove(request: http.Asked, season: SeasonId) -> None:
    """Delete a season; its competitions stay. For its organiser."""
    session = with_right(request, "make_events")
    await _seasons(request).delete(season, session.player)


@get(
    "/api/seasons/{season:str}/csv",
    summary="A season as a file",
    responses=http._responses(404, 409),
    media_type="text/plain",
)
async def csv(request: http.Asked, season: SeasonId) -> Response[str]:
    """Return the standing of a season for spreadsheets; what was dropped stands in brackets."""
    http.pace(request, "report")
    name, text = await _seasons(request).csv(season, http._guest(request), http.language(request))
    headers = {"content-disposition": f'attachment; filename="{name}"'}
    return Response(text, media_type="text/plain", headers=headers)


HANDLERS = [page, make, show, change, remove, csv]
