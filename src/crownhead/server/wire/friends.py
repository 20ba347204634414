"""Friends and challenges by HTTP, for accounts."""

from __future__ import annotations

from litestar import delete, get, post

from crownhead.server.messages import bodies as r
from crownhead.server.messages import friends as f
from crownhead.server.wire import http
from crownhead.server.wire.moderation import with_right
from crownhead.server.wire.players import PlayerName


@get("/api/account/friends", summary="Who is followed", responses=http._responses(403))
async def friends(request: http.Asked) -> list[f.FollowedPlayer]:
    """Return whom the account follows, who of them is here, and the games they play."""
    session = with_right(request, "keep_account")
    http.pace(request, "history")
    return await http._service(request).friends.of(session.player)


@post(
    "/api/account/friends/{name:str}",
    status_code=204,
    summary="Follow",
    responses=http._responses(403, 404, 409),
)
async def follow(request: http.Asked, name: PlayerName) -> None:
    """Follow an account: at most 200."""
    session = with_right(request, "keep_account")
    await http._service(request).friends.follow(session.player, name)


@delete(
    "/api/account/friends/{name:str}",
    summary="Follow no more",
    responses=http._responses(403, 404),
)
async def unfollow(request: http.Asked, name: PlayerName) -> None:
    """Follow an account no more; one that is not followed stays so."""
    session = with_right(request, "keep_account")
    await http._service(request).friends.unfollow(session.player, name)


@get("/api/challenges", summary="Challenges", responses=http._responses(403))
async def challenges(request: http.Asked) -> f.Challenges:
    """Return the challenges that wait, received and sent, and those declined within a day."""
    player = http.account_of(request)
    return await http._service(request).challenging.of(player)


@post(
    "/api/challenges", summary="Challenge somebody", responses=http._responses(403, 404, 409, 413)
)
async def challenge(request: http.Asked, data: f.NewChallenge) -> r.Begun:
    """Offer a game to an account by its name; it is told at once, or when it comes."""
    player = http.account_of(request)
    http.pace(request, "create")
    http.pace_variant(request, data.variant)
    return await http._service(request).challenging.challenge(player, data)


@post(
    "/api/challenges/{game:str}/accept",
    summary="Accept a challenge",
    responses=http._responses(403, 404, 409),
)
async def accept(request: http.Asked, game: http.GameName) -> r.Begun:
    """Take the seat that somebody has offered by name."""
    player = http.account_of(request)
    return await http._service(request).challenging.accept(player, game)


@post(
    "/api/challenges/{game:str}/decline",
    status_code=204,
    summary="Decline a challenge",
    responses=http._responses(403, 404, 409),
)
async def decline(request: http.Asked, game: http.GameName) -> None:
    """Decline a challenge; whoever made it is told."""
    player = http.account_of(request)
    await http._service(request).challenging.decline(player, game)


HANDLERS = [friends, follow, unfollow, challenges, challenge, accept, decline]
