"""Who sends a request: the account of a session, a program of an account, or a guest."""

from __future__ import annotations

from dataclasses import dataclass

from crownhead.server.process.accounts import TOKEN
from crownhead.server.process.callers import Callers
from crownhead.server.process.connection import Connection
from crownhead.server.room.refusals import Refusal
from crownhead.server.settings import Settings
from crownhead.server.storage.sessions import Session
from crownhead.server.storage.tokens import Token
from crownhead.server.wire import identity

WRONG_TOKEN = "?"
"""For whom requests by a token that is none are counted: for their network, and for no guest."""


@dataclass(frozen=True, slots=True)
class Caller:
    """Who sends a request, by which session, and the Set-Cookie headers that he is answered with.

    `came`: a guest who was known already, so that he may have something here.
    """

    player: str
    session: Session | None
    token: Token | None
    cookies: tuple[str, ...]
    came: bool

    @property
    def digest(self) -> str:
        """Return the hash of what he comes by, empty for guests: with it his connections end."""
        found = self.session or self.token
        return "" if found is None else found.digest

    def introduce(self, connection: Connection) -> None:
        """Store in the connection what lets it in: it is closed when that ends."""
        connection.session = self.digest
        if self.token is not None:
            connection.until, connection.looks = self.token.until, self.token.scope == "read"


class Doorkeeper:
    """Find who sends a request, by its cookies."""

    def __init__(self, settings: Settings, callers: Callers) -> None:
        self._settings = settings
        self._callers = callers

    async def recognise(self, cookies: str, authorization: str = "", *, secure: bool) -> Caller:
        """Return who sends this line of cookies, or comes by a token. Raises `Refusal`.

        A guest's cookie of before he had an account is void: whoever has kept it is a new guest.
        """
        scheme, _, text = authorization.partition(" ")
        if scheme.lower() == "bearer" and text.startswith(TOKEN):  # all else is for a proxy
            token = await self._callers.token_of(text.strip()[:100])
            if token is None:
                raise Refusal("no_seat", text="token_wrong")
            return Caller(token.player, None, token, (), came=True)
        for each in identity.tokens(cookies, secure=secure):
            session = await self._callers.session_of(each)
            if session is not None:
                return Caller(session.player, session, None, (), came=True)
        keys = self._settings.keys
        found = identity.identify(cookies, keys, secure=secure)
        if found.came and not await self._callers.is_guest(found.guest):
            found = identity.stranger(keys, secure=secure)
        made = () if found.cookie is None else (found.cookie,)
        return Caller(found.guest, None, None, made, found.came)
