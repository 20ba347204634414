"""Players and ratings by HTTP: what everybody may see."""

from __future__ import annotations

from typing import Annotated

from litestar import get
from litestar.params import Parameter

from crownhead.server.messages import players as p
from crownhead.server.room.rated import Tempo
from crownhead.server.room.refusals import Refusal
from crownhead.server.wire import http
from crownhead.variants import VARIANTS

PlayerName = Annotated[str, Parameter(min_length=1, max_length=40, description="the name")]


@get("/api/players/{name:str}", summary="An account", responses=http._responses(404))
async def profile(request: http.Asked, name: PlayerName) -> p.Profile:
    """Return an account's ratings, and its last rated games, by its name."""
    return await http._service(request).profiles.profile(name, http._guest(request))


@get("/api/ratings", summary="The best of a list", responses=http._responses(404))
async def best(
    request: http.Asked, variant: str = "english", tempo: Tempo = "blitz"
) -> list[p.Ranked]:
    """Return the strongest of a game and a tempo, who have played within 90 days: at most 50."""
    if variant not in VARIANTS:
        raise Refusal("unknown_game", text="unknown_path")
    return await http._service(request).profiles.best(variant, tempo)


@get(
    "/api/games/{game:str}/ratings",
    summary="What a game has done to ratings",
    responses=http._responses(404),
)
async def changes(request: http.Asked, game: http.GameName) -> p.GameRatings | None:
    """Return what a rated game has done to both ratings, null for all others."""
    service = http._service(request)
    async with service.tables.open(game):
        pass
    return await service.profiles.changes_in(game)


HANDLERS = [profile, best, changes]
