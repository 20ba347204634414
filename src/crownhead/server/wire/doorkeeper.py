"""Who sends a request: the account of a session, or a guest."""

from __future__ import annotations

from dataclasses import dataclass

from crownhead.server.process.accounts import Accounts
from crownhead.server.settings import Settings
from crownhead.server.storage.accounts import Session
from crownhead.server.wire import identity


@dataclass(frozen=True, slots=True)
class Caller:
    """Who sends a request, by which session, and the Set-Cookie headers that he is answered with.

    `came`: a guest who was known already, so that he may have something here.
    """

    player: str
    session: Session | None
    cookies: tuple[str, ...]
    came: bool


class Doorkeeper:
    """Tell who sends a request by its cookies."""

    def __init__(self, settings: Settings, accounts: Accounts) -> None:
        self._settings = settings
        self._accounts = accounts

    async def recognise(self, cookies: str, *, secure: bool) -> Caller:
        """Return who sends this line of cookies.

        A guest's cookie of before he had an account is void: whoever has kept it is a new guest.
        """
        for token in identity.tokens(cookies, secure=secure):
            session = await self._accounts.session_of(token)
            if session is not None:
                return Caller(session.player, session, (), came=True)
        keys = self._settings.keys
        found = identity.known(cookies, keys, secure=secure)
        if found.came and not await self._accounts.is_guest(found.guest):
            found = identity.stranger(keys, secure=secure)
        made = () if found.cookie is None else (found.cookie,)
        return Caller(found.guest, None, made, found.came)
