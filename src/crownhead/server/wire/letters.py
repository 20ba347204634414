"""Games over days by HTTP: conditional moves, notes, leave."""

from __future__ import annotations

from litestar import delete, get, post

from crownhead.server.messages import letters as m
from crownhead.server.wire import http


@get(
    "/api/games/{game:str}/plan",
    summary="What one has foreseen",
    responses=http._responses(403, 404, 409),
)
async def plan(request: http.Asked, game: http.GameName) -> m.PlanShown:
    """Return the lines that one has foreseen in a game; nobody else sees them."""
    return await http._service(request).letters.plan(game, http._guest(request))


@post(
    "/api/games/{game:str}/plan",
    status_code=200,
    summary="Foresee lines of play",
    responses=http._responses(403, 404, 409, 413),
)
async def foresee(request: http.Asked, game: http.GameName, data: m.PlanWish) -> m.PlanShown:
    """Foresee lines in a game over days: answers are played as soon as the opponent's step is."""
    http.pace(request, "plan")
    return await http._service(request).letters.foresee(game, http._guest(request), data)


@get("/api/games/{game:str}/note", summary="One's note", responses=http._responses(403, 404))
async def note(request: http.Asked, game: http.GameName) -> m.Note:
    """Return one's own note on a game; nobody else sees it."""
    return await http._service(request).letters.note(game, http._guest(request))


@post(
    "/api/games/{game:str}/note",
    status_code=200,
    summary="Write a note",
    responses=http._responses(403, 404, 413),
)
async def write_note(request: http.Asked, game: http.GameName, data: m.NoteWish) -> m.Note:
    """Write a note on a game of one's own, in place of the one before."""
    return await http._service(request).letters.write_note(game, http._guest(request), data.text)


@get("/api/me/leave", summary="One's leave", responses=http._responses())
async def leave(request: http.Asked) -> m.Leave:
    """Return until when one is on leave, and how many days are left of this year's."""
    return await http._service(request).letters.leave(http._guest(request))


@post(
    "/api/me/leave",
    status_code=200,
    summary="Take leave",
    responses=http._responses(409, 413),
)
async def take_leave(request: http.Asked, data: m.LeaveWish) -> m.Leave:
    """Take leave for whole days: one's clocks in games over days stand, and opponents are told."""
    http.pace(request, "plan")
    return await http._service(request).letters.take_leave(http._guest(request), data.days)


@delete("/api/me/leave", status_code=200, summary="End one's leave", responses=http._responses())
async def end_leave(request: http.Asked) -> m.Leave:
    """End one's leave now; days that have begun are used."""
    return await http._service(request).letters.end_leave(http._guest(request))


HANDLERS = [plan, foresee, note, write_note, leave, take_leave, end_leave]
