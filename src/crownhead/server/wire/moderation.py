"""Accounts of others by HTTP, for those who have a right to it (`rights.py`)."""

from __future__ import annotations

from typing import Annotated

from litestar import delete, get, post
from litestar.params import Parameter
from litestar.response import Stream

from crownhead.server.messages import accounts as a
from crownhead.server.messages import players as p
from crownhead.server.process import examining
from crownhead.server.process.accounts import check_fresh, no_account
from crownhead.server.rights import Right, may
from crownhead.server.room.refusals import Refusal
from crownhead.server.storage.sessions import Session
from crownhead.server.wire import http

PlayerId = Annotated[str, Parameter(pattern="^[a-z0-9]{1,32}$", description="the player's id")]
Beginning = Annotated[str, Parameter(max_length=40, description="how the name begins")]


def with_right(request: http.Asked, right: Right) -> Session:
    """Return the session of who asks. Raises `Refusal` for those without the right."""
    session = http.session_of(request)
    if session is None:
        raise no_account()
    if not may(session.role, right):
        raise Refusal("no_seat", text="no_right")
    return session


@get("/api/accounts", summary="Find accounts", responses=http._responses(403))
async def find(request: http.Asked, name: Beginning = "") -> list[a.AccountSummary]:
    """Return accounts whose name begins so, or looks so, at most 200."""
    with_right(request, "see_accounts")
    return await http._service(request).accounts.search(name)


@get("/api/accounts/pairs", summary="One-sided pairs", responses=http._responses(403))
async def pairs(request: http.Asked) -> list[p.OneSidedPair]:
    """Return pairs with five rated games or more in 30 days, four fifths of them won by one.

    Fewer games count where several accounts have played nobody but one who wins. At most 50, those
    with most games first. It may be nothing but a difference in strength.
    """
    with_right(request, "see_pairs")
    return await http._service(request).profiles.one_sided()


@post(
    "/api/accounts/{player:str}/evidence",
    status_code=200,
    summary="How a player's moves compare with an engine's",
    responses=http._responses(403),
    media_type="application/x-ndjson",
)
async def evidence(request: http.Asked, player: PlayerId) -> Stream:
    """Look at a player's last rated games: lines of JSON, `progress`, then `evidence`.

    It is no verdict. Whoever goes away stops it.
    """
    session = with_right(request, "see_evidence")
    http.pace(request, "report")
    service = http._service(request)
    service.reports.check(session.player)
    return http.stream_lines(request, examining.lines(service, session.player, player))


@post(
    "/api/accounts/{player:str}/role",
    status_code=204,
    summary="Give a role",
    responses=http._responses(403, 404, 413),
)
async def give_role(request: http.Asked, player: PlayerId, data: a.NewRole) -> None:
    """Give an account a role; who did is written down, and a credential is asked for before."""
    session = with_right(request, "give_roles")
    check_fresh(session)
    await http._service(request).accounts.give_role(session, player, data.role)


@delete(
    "/api/accounts/{player:str}/sessions",
    summary="Sign somebody out everywhere",
    responses=http._responses(403, 404),
)
async def end_sessions(request: http.Asked, player: PlayerId) -> None:
    """End all sessions of an account that is in wrong hands; who did is written down."""
    session = with_right(request, "end_sessions")
    await http._service(request).accounts.end_all(session, player)


HANDLERS = [find, pairs, evidence, give_role, end_sessions]
