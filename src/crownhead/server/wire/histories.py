"""Histories by HTTP: one's own, and those of accounts that let others look."""

from __future__ import annotations

from typing import Annotated

from litestar import get
from litestar.di import Provide
from litestar.params import Parameter
from litestar.response import Stream

from crownhead.server.messages import history as h
from crownhead.server.process.histories import POINTS, Asked, Histories
from crownhead.server.storage.history import Filters, Place
from crownhead.server.wire import http
from crownhead.server.wire.players import PlayerName

LATEST = 2**53
_FROM_0 = {"minimum": 0}
Time = Annotated[int | None, Parameter(ge=0, le=LATEST, schema_extra=_FROM_0)]
# No database takes every sign, and no key has others.
Key = Annotated[str | None, Parameter(min_length=1, max_length=200, pattern="^[ -~]+$")]
Cursor = Annotated[
    str | None,
    Parameter(pattern="^[0-9]{1,15}-[A-Za-z0-9]{1,16}$", description="`next` of the page before"),
]
Most = Annotated[int, Parameter(ge=1, le=100)]
Opponent = Annotated[str | None, Parameter(min_length=1, max_length=40, description="by name")]


def _read_wish(
    variant: Key = None,
    tempo: h.Pace | None = None,
    result: h.Result | None = None,
    opponent: Opponent = None,
    opening: Key = None,
    since: Time = None,
    until: Time = None,
) -> Asked:
    """Return which games are asked for; whose they are is still to be said."""
    filters = Filters(
        variant=variant,
        tempo=tempo,
        points=None if result is None else POINTS[result],
        opening=opening,
        since=since,
        until=until,
    )
    return Asked("", filters, opponent)


WANTED = {"wanted": Provide(_read_wish, sync_to_thread=False)}


def _histories(request: http.Asked) -> Histories:
    return http._service(request).histories


def _mine(request: http.Asked, wanted: Asked) -> Asked:
    return Asked(http._guest(request), wanted.filters, wanted.opponent)


async def _theirs(request: http.Asked, name: str, wanted: Asked) -> Asked:
    """Return what is asked of somebody's history: of others', what everybody may see."""
    asker = http._guest(request)
    player = await _histories(request).of(name, asker)
    filters = wanted.filters.without_private() if player != asker else wanted.filters
    return Asked(player, filters, wanted.opponent)


def _place(before: str | None) -> Place | None:
    if before is None:
        return None
    ended, _, game = before.partition("-")
    return Place(int(ended), game)


async def _page(request: http.Asked, asked: Asked, before: str | None, most: int) -> h.HistoryPage:
    http.pace(request, "history")
    return await _histories(request).page(asked, _place(before), most, http.language(request))


async def _openings(request: http.Asked, asked: Asked) -> list[h.OpeningScore]:
    http.pace(request, "history")
    return await _histories(request).openings(asked, http.language(request))


def _file(request: http.Asked, asked: Asked, name: str) -> Stream:
    http.pace(request, "data")
    found = _histories(request).file(asked, http._guest(request), http.language(request))
    headers = {"content-disposition": f'attachment; filename="{name}.pdn"'}
    return Stream(found, media_type="text/plain", headers=headers)


@get(
    "/api/me/games",
    summary="The own finished games",
    responses=http._responses(),
    dependencies=WANTED,
)
async def my_games(
    request: http.Asked, wanted: Asked, before: Cursor = None, most: Most = 25
) -> h.HistoryPage:
    """Return finished games of who asks, a guest's too, the newest first, by filters."""
    return await _page(request, _mine(request, wanted), before, most)


@get(
    "/api/me/openings",
    summary="The own openings",
    responses=http._responses(),
    dependencies=WANTED,
)
async def my_openings(request: http.Asked, wanted: Asked) -> list[h.OpeningScore]:
    """Return what who asks has scored with named openings, at most 200, the most played first."""
    return await _openings(request, _mine(request, wanted))


@get(
    "/api/me/games.pdn",
    summary="The own finished games as a file",
    responses=http._responses(),
    media_type="text/plain",
    dependencies=WANTED,
)
async def my_file(request: http.Asked, wanted: Asked) -> Stream:
    """Return finished games of who asks as one PDN file, the newest first, by filters."""
    return _file(request, _mine(request, wanted), "crownhead")


@get(
    "/api/players/{name:str}/games",
    summary="Finished games of an account",
    responses=http._responses(403, 404),
    dependencies=WANTED,
)
async def games(
    request: http.Asked,
    name: PlayerName,
    wanted: Asked,
    before: Cursor = None,
    most: Most = 25,
) -> h.HistoryPage:
    """Return the games between accounts that somebody has finished, the newest first, by filters.

    Who has made his history private is refused with 403, but to himself.
    """
    return await _page(request, await _theirs(request, name, wanted), before, most)


@get(
    "/api/players/{name:str}/openings",
    summary="Openings of an account",
    responses=http._responses(403, 404),
    dependencies=WANTED,
)
async def openings(request: http.Asked, name: PlayerName, wanted: Asked) -> list[h.OpeningScore]:
    """Return what somebody has scored with named openings, at most 200, the most played first."""
    return await _openings(request, await _theirs(request, name, wanted))


@get(
    "/api/players/{name:str}/games.pdn",
    summary="Finished games of an account as a file",
    responses=http._responses(403, 404),
    media_type="text/plain",
    dependencies=WANTED,
)
async def file(request: http.Asked, name: PlayerName, wanted: Asked) -> Stream:
    """Return the games that `games` lists as one PDN file, the newest first."""
    return _file(request, await _theirs(request, name, wanted), "crownhead")


HANDLERS = [my_games, my_openings, my_file, games, openings, file]
