"""Databases of games by HTTP."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from litestar import Response, delete, get, post
from litestar.openapi.spec import OpenAPIMediaType, Operation, RequestBody, Schema
from litestar.openapi.spec.enums import OpenAPIType
from litestar.params import Parameter
from litestar.response import Stream

from crownhead.server.messages import bases as m
from crownhead.server.process.bases import Bases
from crownhead.server.process.guest_databases import MOST_HANDED_IN
from crownhead.server.wire import http

BaseName = Annotated[
    str, Parameter(pattern="^[A-Za-z0-9-]{1,64}$", description="the id of a database of games")
]
Number = Annotated[int, Parameter(ge=1, le=2**31 - 1, description="the game's number")]


@dataclass
class _TakesPdn(Operation):
    """Describe the body to OpenAPI where it is read in pieces and no parameter shows it."""

    def __post_init__(self) -> None:
        text = OpenAPIMediaType(schema=Schema(type=OpenAPIType.STRING))
        self.request_body = RequestBody(content={"text/plain": text}, required=True)


def _bases(request: http.Asked) -> Bases:
    return http._service(request).bases


def _pace(request: http.Asked, wish: m.PositionRequest) -> None:
    http.pace(request, "base")
    http.pace_variant(request, wish.variant)


@get("/api/bases", summary="Databases of games", responses=http._responses())
async def list_databases(request: http.Asked) -> tuple[m.DatabaseSummary, ...]:
    """Return the guest's own databases, his games among them, and those that all are offered."""
    http.pace(request, "base")
    return await _bases(request).cards(http._guest(request))


@post(
    "/api/bases/{base:str}/tree",
    status_code=200,
    summary="What was played in a position",
    responses=http._responses(404, 409, 413),
)
async def tree(request: http.Asked, base: BaseName, data: m.PositionRequest) -> m.PlayedTree:
    """Return the moves that were played in a position, and the first of the games that reach it."""
    _pace(request, data)
    return await _bases(request).tree(http._guest(request), base, data)


@post(
    "/api/bases/{base:str}/games",
    status_code=200,
    summary="Games that reach a position",
    responses=http._responses(404, 409, 413),
)
async def games(request: http.Asked, base: BaseName, data: m.GamesRequest) -> m.GamesPage:
    """Return games that reach a position, however they come to it, in the order of their import."""
    _pace(request, data)
    return await _bases(request).games(http._guest(request), base, data)


@get(
    "/api/bases/{base:str}/games/{number:int}/pdn",
    summary="A game of a database as PDN",
    responses=http._responses(404),
    media_type="text/plain",
)
async def pdn(request: http.Asked, base: BaseName, number: Number) -> Response[str]:
    """Return a game as PDN, with every tag and comment that it was imported with."""
    http.pace(request, "base")
    text = await _bases(request).pdn(http._guest(request), base, number)
    disposition = f'attachment; filename="{base}-{number}.pdn"'
    return Response(text, media_type="text/plain", headers={"content-disposition": disposition})


@post(
    "/api/bases",
    status_code=200,
    summary="Hand in a file of games",
    responses=http._responses(409, 413),
    request_max_body_size=MOST_HANDED_IN,
    media_type="application/x-ndjson",
    operation_class=_TakesPdn,
)
async def hand_in(
    request: http.Asked,
    name: Annotated[str, Parameter(max_length=200, description="what the database is called")],
) -> Stream:
    """Import PDN, the body, into a database of the guest's own: lines of JSON, `progress` and
    `imported` at the end. Where there is one of the name, the games are added to it.

    Whoever goes away stops it, and all stays as it was. What cannot be imported ends the lines with
    `refused`.
    """
    http.pace(request, "collect")
    guest_databases, guest = http._service(request).guest_databases, http._guest(request)
    taken = await guest_databases.take_in(guest, name, request.stream())
    return http.stream_lines(
        request, guest_databases.lines(guest, *taken, language=http.language(request))
    )


@delete(
    "/api/bases/{base:str}",
    summary="Delete a database of one's own",
    responses=http._responses(404),
)
async def remove(request: http.Asked, base: BaseName) -> None:
    """Delete a database that the guest has handed in."""
    await http._service(request).guest_databases.delete(http._guest(request), base)


HANDLERS = [list_databases, tree, games, pdn, hand_in, remove]
