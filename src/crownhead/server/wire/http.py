"""The HTTP API: all that pages and bots do without a socket."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Annotated, Any

import msgspec
from litestar import Request, Response, delete, get, post
from litestar.datastructures import State
from litestar.exceptions import SerializationException
from litestar.openapi import ResponseSpec
from litestar.params import Parameter
from litestar.response import Stream

from crownhead.ballots import DECKS
from crownhead.locales import detect
from crownhead.server import metrics
from crownhead.server.limits import Occupancy, SharedLimits
from crownhead.server.messages import bodies as r
from crownhead.server.messages import frames as m
from crownhead.server.messages.records import GameRecord
from crownhead.server.process.accounts import check_fresh, no_account
from crownhead.server.process.broadcaster import encode_line
from crownhead.server.process.lobby import MOST_OFFERS
from crownhead.server.process.places import Places
from crownhead.server.process.service import Service
from crownhead.server.quota import Payer
from crownhead.server.room.refusals import Refusal
from crownhead.server.settings import Settings
from crownhead.server.storage.database import is_away
from crownhead.server.storage.sessions import Session
from crownhead.server.wire.doorkeeper import Caller
from crownhead.server.wire.stream import lines
from crownhead.variants import VARIANTS

GameName = Annotated[str, Parameter(pattern="^[A-Za-z0-9]{1,32}$", description="the game's id")]
InvitationCode = Annotated[str, Parameter(min_length=1, max_length=32)]
MOST_HANDED_IN = 2_000_000
_FROM_0 = {"minimum": 0}  # the framework checks a least value of 0, but does not tell of it

STATUS: dict[m.Code, int] = {
    "not_your_turn": 409,
    "illegal_move": 409,
    "invalid_move": 400,
    "ambiguous_move": 400,
    "stale": 409,
    "no_seat": 403,
    "not_allowed": 409,
    "unknown_game": 404,
    "bad_message": 400,
    "too_large": 413,
    "too_fast": 429,
    "unavailable": 503,
}
_SAID = {
    400: "The request, or the move in it, cannot be read",
    403: "The seat is somebody else's",
    404: "There is no such game",
    409: "The rules, the procedure or the state of the game forbid it",
    413: "The request is too large",
    429: "Too many requests",
    503: "The database is away; try again",
}


def _responses(*statuses: int) -> dict[int, ResponseSpec]:
    known = {400, 429, 503, *statuses}
    return {
        status: ResponseSpec(m.Refused, description=_SAID[status], generate_examples=False)
        for status in sorted(known)
    }


Asked = Request[str, None, State]


class StrictRequest(Request[str, None, State]):
    """A request whose body must fit its type by JSON Schema; the framework alone takes 0 for false.

    There a number without a fraction is an integer, however it is written (`1.0`).
    """

    async def body(self) -> bytes:
        """Return the body; what is large is held by few, from its first byte on."""
        field, state = self.route_handler.parsed_data_field, self.scope["state"]
        if field is None or field.annotation is not r.HandIn or "leave" in state:
            return await super().body()
        places: Places = _service(self).handing_in
        place = places.enter(_guest(self))
        state["leave"] = lambda: places.leave(place)
        arriving = asyncio.ensure_future(super().body())

        def give_up() -> None:
            arriving.cancel()

        place.give_up = give_up
        try:
            return await arriving
        except asyncio.CancelledError:
            place.check()
            raise

    async def _check_caller(self) -> None:
        """Raise `Refusal` where a guest has made an account since his request began to come.

        Whoever has kept the guest's cookie would act for the account else, by a body that stalls.
        """
        caller = caller_of(self)
        guest = caller.session is None and caller.token is None and caller.came
        if guest and not await _service(self).callers.is_guest(caller.player):
            raise Refusal("no_seat", text="superseded")

    async def json(self) -> Any:
        """Return the body as what the handler takes."""
        field = self.route_handler.parsed_data_field
        if field is None:
            return await super().json()
        body = await self.body()
        await self._check_caller()
        try:
            return msgspec.convert(_PLAIN.decode(body), field.annotation)
        except (msgspec.MsgspecError, UnicodeDecodeError) as error:
            raise SerializationException(str(error)) from error


def _number(text: str) -> int | float:
    number = float(text)
    return int(number) if number.is_integer() else number


_PLAIN = msgspec.json.Decoder(float_hook=_number)


def _service(request: Asked) -> Service:
    service: Service = request.app.state.service
    return service


def _guest(request: Asked) -> str:
    found: Any = request.scope["state"]
    return str(found["guest"])


def caller_of(request: Asked) -> Caller:
    """Return who sends a request, and by what."""
    found: Any = request.scope["state"]
    caller: Caller = found["caller"]
    return caller


def session_of(request: Asked) -> Session | None:
    """Return the session of who has signed in, None for a guest."""
    return caller_of(request).session


def account_of(request: Asked) -> str:
    """Return the player of an account, who may be a program. Raises `Refusal` for guests."""
    caller = caller_of(request)
    if caller.session is None and caller.token is None:
        raise no_account()
    return caller.player


def language(request: Asked) -> str:
    """Return the language that a request asks for."""
    asked: str = request.query_params.get("lang") or ""
    return detect({}, (asked or request.headers.get("accept-language", ""))[:35])


def pace(request: Asked, kind: str) -> None:
    """Raise `Refusal` where a guest or a network does something too often."""
    settings: Settings = _service(request).settings
    limits: SharedLimits = request.app.state.limits
    wait = limits.wait(kind, *_payer(request)) if settings.strict else 0
    if wait:
        raise Refusal("too_fast", wait=wait)
    had: list[str] = request.scope["state"].setdefault("had", [])
    had.append(kind)


def give_back(request: Asked) -> None:
    """Count no more what a request was counted for: there was no place for it."""
    limits: SharedLimits = request.app.state.limits
    state: Any = request.scope["state"]
    for kind in state.pop("had", ()):
        limits.charge(kind, *_payer(request), -1)


def _payer(request: Asked) -> Payer:
    return Payer(_guest(request), request.client.host if request.client else "")


def pace_variant(request: Asked, variant: object) -> None:
    """Raise `Refusal` where a guest or a network asks for house rules too often."""
    if isinstance(variant, dict | GameRecord):
        pace(request, "house")  # rules are validated and made, if they are new


def stream_lines(request: Asked, lines: AsyncIterator[bytes]) -> Stream:
    """Return an answer of lines of JSON; a `Refusal` on the way is the last of them."""
    spoken = language(request)

    async def send() -> AsyncIterator[bytes]:
        try:
            async for line in lines:
                yield line
        except Refusal as refusal:
            if refusal.crowded:
                give_back(request)
            yield encode_line(refusal.to_message(spoken))

    return Stream(send(), media_type="application/x-ndjson")


@get("/api/me", summary="The guest and the own games", responses=_responses())
async def me(request: Asked) -> r.Me:
    """Return the guest's name and games; the first answer of all makes the caller a guest."""
    return await _service(request).guests.me(_guest(request))


@post("/api/me", status_code=200, summary="Name the guest", responses=_responses(409, 413))
async def rename(request: Asked, data: r.Naming) -> r.Me:
    """Give the guest a name, and say whether it is a program."""
    guests, guest = _service(request).guests, _guest(request)
    await guests.rename(guest, data)
    return await guests.me(guest)


@get(
    "/api/me/data",
    summary="All that is kept of the guest",
    responses=_responses(403),
    media_type="application/x-ndjson",
)
async def data_of_me(request: Asked) -> Stream:
    """Return the guest's name and every game he has a seat in, one line of JSON for each.

    Of an account, what is kept of it comes first; it has to show a credential before.
    """
    pace(request, "data")
    service, session = _service(request), session_of(request)
    if session is not None:
        check_fresh(session)
    kept = service.guests.data_of(_guest(request))
    if session is not None:
        kept = service.friends.data_of(session.player, kept)
    found = service.accounts.data_of(session, kept)
    headers = {"content-disposition": 'attachment; filename="crownhead.ndjson"'}
    return Stream(found, media_type="application/x-ndjson", headers=headers)


@delete("/api/me", summary="Delete what is kept of the guest", responses=_responses(409))
async def erase(request: Asked) -> None:
    """Delete the guest's name and the games he had for himself; others keep theirs, without him.

    An account is given up by deleting it.
    """
    pace(request, "data")
    if session_of(request) is not None:
        raise Refusal("not_allowed", text="has_account")
    await _service(request).guests.erase(_guest(request))


@get("/api/variants", summary="Every game", sync_to_thread=False, responses=_responses())
def variants() -> list[r.VariantSummary]:
    """Return every game that is known, with its switches and its decks of openings."""
    return [
        r.VariantSummary(variant.to_dict(), tuple(d for d, game in DECKS.items() if game == key))
        for key, variant in VARIANTS.items()
    ]


@get("/api/games", summary="Games that are played now", responses=_responses())
async def running(request: Asked, order: r.RunningOrder = "newest") -> list[r.Running]:
    """Return the games that people play with each other now: the newest or the strongest first."""
    return await _service(request).queries.running(order)


@post("/api/games", summary="Begin a game", responses=_responses(409, 413))
async def create(request: Asked, data: r.NewGame) -> r.Begun:
    """Begin a game against the computer or alone, or wait for a friend or for anybody."""
    pace(request, "create")
    pace_variant(request, data.variant)
    return await _service(request).matchmaking.begin(_guest(request), data)


@post(
    "/api/games/hand-in",
    summary="Hand in what was played offline",
    responses=_responses(409, 413),
    request_max_body_size=MOST_HANDED_IN,
)
async def hand_in(request: Asked, data: r.HandIn) -> r.Begun:
    """Store a game or a round that was played without a connection, after replaying it."""
    pace(request, "hand-in")
    games = data.record.get("games")
    for record in (data.record, *(games if isinstance(games, list) else ())):
        setup = record.get("setup") if isinstance(record, dict) else None
        if isinstance(setup, dict):
            pace_variant(request, setup.get("variant"))
    return await _service(request).matchmaking.hand_in(_guest(request), data)


@get("/api/games/{game:str}", summary="A game as it stands", responses=_responses(404))
async def show(request: Asked, game: GameName) -> r.Shown:
    """Return the whole state of a game; anybody may look on."""
    return await _service(request).show(game, _guest(request), language(request))


@delete("/api/games/{game:str}", summary="Withdraw a game", responses=_responses(403, 404, 409))
async def withdraw(request: Asked, game: GameName) -> None:
    """Withdraw an own game that nobody has joined."""
    await _service(request).matchmaking.withdraw(game, _guest(request))


@post("/api/games/{game:str}/join", summary="Take an offer", responses=_responses(403, 404, 409))
async def join(request: Asked, game: GameName) -> r.Begun:
    """Take an open offer of the lobby."""
    return await _service(request).matchmaking.join(_guest(request), game)


@post(
    "/api/games/{game:str}/do",
    status_code=200,
    summary="Act in a game",
    responses=_responses(403, 404, 409, 413),
)
async def do(request: Asked, game: GameName, data: r.Command) -> m.Ack:
    """Do in a game what can be done by socket; a command sent again is answered again."""
    service = _service(request)
    service.note_query(game)
    return await service.act(game, _guest(request), data.id, data.act, data.seq)


@get(
    "/api/games/{game:str}/stream",
    summary="Follow a game",
    responses=_responses(404),
    media_type="application/x-ndjson",
)
async def stream(request: Asked, game: GameName) -> Stream:
    """Follow a game: one line of JSON for each message that a socket would get, a snapshot first.

    An empty line from time to time shows that the connection lives.
    """
    service = _service(request)
    async with service.tables.open(game):
        pass
    address = request.client.host if request.client else ""
    guest, spoken = _guest(request), language(request)
    caller = caller_of(request)
    places: Occupancy = request.app.state.streams
    if service.settings.strict and not places.has_place(guest, address):
        raise Refusal("too_fast", wait=10_000)

    async def follow() -> AsyncIterator[bytes]:
        entered = places.enter(guest, address)
        try:
            async for line in lines(service, caller, address, game, spoken):
                yield line
        finally:
            if entered:
                places.leave(guest, address)

    return Stream(follow(), media_type="application/x-ndjson")


@get(
    "/api/games/{game:str}/pdn",
    summary="A game as PDN",
    responses=_responses(404),
    media_type="text/plain",
)
async def pdn(request: Asked, game: GameName) -> Response[str]:
    """Return the game as a PDN file."""
    pace(request, "picture")
    name, text = await _service(request).queries.pdn(game, language(request))
    disposition = f'attachment; filename="{name}.pdn"'
    return Response(text, media_type="text/plain", headers={"content-disposition": disposition})


@get(
    "/api/games/{game:str}/svg",
    summary="A game as a picture",
    responses=_responses(404),
    media_type="image/svg+xml",
)
async def svg(
    request: Asked,
    game: GameName,
    ply: Annotated[int | None, Parameter(ge=0, le=10_000, schema_extra=_FROM_0)] = None,
    flip: bool = False,
    film: bool = False,
) -> Response[bytes]:
    """Return the position after `ply` plies (by default the present one), or the game as a film."""
    pace(request, "picture")
    queries = _service(request).queries
    drawn = await queries.svg(game, ply, flip=flip, film=film, language=language(request))
    return Response(drawn, media_type="image/svg+xml")


@get("/api/invitations/{code:str}", summary="Read an invitation", responses=_responses(404, 409))
async def show_invitation(request: Asked, code: InvitationCode) -> r.Invited:
    """Return who invites and what is agreed, before the invitation is redeemed."""
    pace(request, "invitation")
    return await _service(request).matchmaking.describe_invitation(_guest(request), code)


@post("/api/invitations/{code:str}", summary="Redeem an invitation", responses=_responses(404, 409))
async def redeem(request: Asked, code: InvitationCode) -> r.Begun:
    """Take the free seat of the game that an invitation is for."""
    pace(request, "invitation")
    return await _service(request).matchmaking.redeem(_guest(request), code)


@get("/api/lobby", summary="The lobby", responses=_responses())
async def lobby(
    request: Asked,
    skip: Annotated[int, Parameter(ge=0, le=MOST_OFFERS, schema_extra=_FROM_0)] = 0,
) -> m.Lobby:
    """Return the open offers, newest first, but for the first `skip`; `more`: others follow."""
    pace(request, "lobby")
    return await _service(request).offers.page(skip)


@post("/api/lobby", summary="Pair quickly", responses=_responses(409, 413))
async def pair(request: Asked, data: r.Pairing) -> r.Paired:
    """Take the offer that fits best, or offer this; asked again, what fits becomes wider."""
    pace(request, "lobby" if data.waiting else "create")
    pace_variant(request, data.variant)
    return await _service(request).matchmaking.pair(_guest(request), data)


@get("/health", summary="Is the server well?", responses={503: ResponseSpec(m.Refused)})
async def health(request: Asked) -> dict[str, str]:
    """Answer if the database answers, and if it could be written to when that was last tried."""
    access = _service(request).store.access
    try:
        await access.check_lately()
    except Exception as error:
        if is_away(error):
            raise Refusal("unavailable", wait=2000) from error
        raise
    if access.trouble:
        raise Refusal("unavailable", text="cannot_store", wait=10_000, detail=access.trouble)
    return {"status": "ok"}


@get("/metrics", media_type="text/plain", sync_to_thread=False, include_in_schema=False)
def figures() -> bytes:
    """Return what is measured, for Prometheus."""
    return metrics.text()


HANDLERS = [
    data_of_me,
    erase,
    me,
    rename,
    variants,
    running,
    create,
    hand_in,
    show,
    withdraw,
    join,
    do,
    stream,
    pdn,
    svg,
    show_invitation,
    redeem,
    lobby,
    pair,
    health,
    figures,
]
