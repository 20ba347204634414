"""Talk between players by HTTP, and the moderators' part of it."""

from __future__ import annotations

from typing import Annotated

from litestar import delete, get, post
from litestar.params import Parameter

from crownhead.server.messages import talk as m
from crownhead.server.wire import http
from crownhead.server.wire.moderation import with_right

Number = Annotated[int, Parameter(ge=1, le=2**31 - 1, description="the number of what was said")]
After = Annotated[int, Parameter(ge=0, le=2**31 - 1, schema_extra={"minimum": 0})]
_OF_GAME = (403, 404, 409)


@get("/api/games/{game:str}/talk", summary="What was said", responses=http._responses(*_OF_GAME))
async def talk(request: http.Asked, game: http.GameName, after: After = 0) -> m.Talk:
    """Return what the players of a game have said to each other, to them alone."""
    return await http._service(request).talking.talk(game, http._guest(request), after)


@post(
    "/api/games/{game:str}/talk",
    status_code=200,
    summary="Say something",
    responses=http._responses(*_OF_GAME, 413),
)
async def say(request: http.Asked, game: http.GameName, data: m.Say) -> m.Talk:
    """Send a phrase, or with an account a text, to the other player of a game."""
    http.pace(request, "talk")
    return await http._service(request).talking.say(game, http._guest(request), data)


@post(
    "/api/games/{game:str}/talk/off",
    status_code=200,
    summary="Switch texts off",
    responses=http._responses(*_OF_GAME),
)
async def switch_off(request: http.Asked, game: http.GameName) -> m.Talk:
    """Switch texts off in a game, for both and for good; phrases remain."""
    return await http._service(request).talking.switch_off(game, http._guest(request))


@post(
    "/api/games/{game:str}/talk/{said:int}/report",
    status_code=204,
    summary="Report something said",
    responses=http._responses(*_OF_GAME, 413),
)
async def report(request: http.Asked, game: http.GameName, said: Number, data: m.Complaint) -> None:
    """Report something that the other player has said to the moderators, once."""
    http.pace(request, "complaint")
    await http._service(request).talking.report(game, http._guest(request), said, data)


@post(
    "/api/games/{game:str}/block",
    status_code=200,
    summary="Block the other player",
    responses=http._responses(*_OF_GAME),
)
async def block(request: http.Asked, game: http.GameName) -> m.Talk:
    """Block the other player, in every game."""
    service = http._service(request)
    return await service.talking.block(game, http._guest(request), on=True)


@delete(
    "/api/games/{game:str}/block",
    status_code=200,
    summary="Hear the other player again",
    responses=http._responses(*_OF_GAME),
)
async def unblock(request: http.Asked, game: http.GameName) -> m.Talk:
    """Unblock the other player."""
    service = http._service(request)
    return await service.talking.block(game, http._guest(request), on=False)


@get("/api/reports", summary="What is reported", responses=http._responses(403))
async def reports(request: http.Asked) -> list[m.ReportedTalk]:
    """Return what was reported and is undecided, with what was said around it; for moderators."""
    session = with_right(request, "judge_talk")
    return await http._service(request).talking.reports(session.player)


@post(
    "/api/reports/{report:int}",
    status_code=204,
    summary="Decide about a report",
    responses=http._responses(403, 404, 413),
)
async def decide(request: http.Asked, report: Number, data: m.Ruling) -> None:
    """Decide about a report; who did is written down."""
    session = with_right(request, "judge_talk")
    await http._service(request).talking.decide(report, session.player, data)


HANDLERS = [talk, say, switch_off, report, block, unblock, reports, decide]
