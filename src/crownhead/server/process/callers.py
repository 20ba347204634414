"""Who asks: sessions, tokens and guests, looked up for every request and remembered for seconds.

What ends is forgotten at once by the process that ends it, and by the others as soon as they hear
of it. While the database is away what was known of somebody holds: nothing can have changed.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Awaitable, Callable, Iterable, Sequence
from time import monotonic
from typing import Any, TypeVar

from crownhead.server.clock import DAY, milliseconds
from crownhead.server.people.tokens import digest
from crownhead.server.process.bus import Bus, SessionsEnded
from crownhead.server.storage.accounts import AccountStore
from crownhead.server.storage.database import is_away
from crownhead.server.storage.sessions import Session
from crownhead.server.storage.tokens import Token

T = TypeVar("T")
Known = OrderedDict[str, tuple[T, float]]
"""What was found of each, and until when it is taken to be so."""

LASTS = 400 * DAY
"""Milliseconds for which a session lasts that is not used."""
REMEMBERED = 5.0
"""Seconds for which a session or a token is not looked up again."""
GUEST_REMEMBERED = 60.0
"""Seconds for which a guest is not looked up again."""
MOST_REMEMBERED = 20_000
TOGETHER = 60
"""Sessions of which one message tells: the bus takes 8,000 bytes."""
USED = 3_600_000
"""Milliseconds after which it is noted again that somebody has come."""


class Callers:
    """Find whose a session or a token is, and whether a guest is one still."""

    def __init__(self, store: AccountStore, bus: Bus) -> None:
        self._store = store
        self._bus = bus
        self._sessions: Known[Session | None] = OrderedDict()
        self._tokens: Known[Token | None] = OrderedDict()
        self._guests: Known[bool] = OrderedDict()
        self._ends = 0
        self.ended: list[Callable[[str, frozenset[str]], None]] = []
        """Called with a player who has an account, and the digests of sessions that have ended."""

    async def session_of(self, token: str) -> Session | None:
        """Return the session of a token, or None."""
        key = digest(token)

        async def ask() -> Session | None:
            now = milliseconds()
            found = await self._store.sessions.find(key, now - LASTS)
            if found is not None and now - found.used > USED:
                await self._store.sessions.use(key, now)
            return found

        return await self._look_up(self._sessions, key, REMEMBERED, ask)

    async def token_of(self, text: str) -> Token | None:
        """Return the token by which a program comes, or None: its days may be over."""
        key = digest(text)

        async def ask() -> Token | None:
            now = milliseconds()
            found = await self._store.tokens.find(key, now)
            if found is not None and (found.used is None or now - found.used > USED):
                await self._store.tokens.use(key, now)
            return found

        found = await self._look_up(self._tokens, key, REMEMBERED, ask)
        return found if found is not None and found.until > milliseconds() else None

    async def holds(self, digest: str, player: str) -> bool:
        """Return whether somebody still is who he was when he came, by this session or token.

        Without a digest he came as a guest.
        """
        if not digest:
            return await self.is_guest(player)
        for known in (self._sessions, self._tokens):
            found = known.get(digest)
            if found is not None and found[0] is not None and found[1] > monotonic():
                return True
        now = milliseconds()
        if await self._store.sessions.find(digest, now - LASTS) is not None:
            return True
        return await self._store.tokens.find(digest, now) is not None

    async def is_guest(self, player: str) -> bool:
        """Return whether a player is a guest still: the cookie of one with an account is void."""

        async def ask() -> bool:
            return not await self._store.has_account(player)

        return await self._look_up(self._guests, player, GUEST_REMEMBERED, ask)

    def end(self, digests: Sequence[str], player: str) -> None:
        """Announce everywhere that sessions have ended, or that a guest is with an account now."""
        self.hear_ended(digests, player)
        for start in range(0, len(digests) or 1, TOGETHER):
            self._bus.publish(SessionsEnded(player, tuple(digests[start : start + TOGETHER])))

    def hear_ended(self, digests: Sequence[str], player: str) -> None:
        """Forget sessions that have ended, and that a player was a guest."""
        self._ends += 1
        self._guests.pop(player, None)
        self.look_again(digests)
        for listener in self.ended:
            listener(player, frozenset(digests))

    def forget_all(self) -> None:
        """Look everybody up again: who has ended a session elsewhere was not heard of."""
        self._ends += 1
        for known in (self._sessions, self._tokens, self._guests):
            known.clear()

    def look_again(self, digests: Iterable[str]) -> None:
        """Look these sessions and tokens up again: what they may do has changed."""
        self._ends += 1
        for each in digests:
            self._sessions.pop(each, None)
            self._tokens.pop(each, None)

    async def _look_up(
        self, kept: Known[T], key: str, lasts: float, ask: Callable[[], Awaitable[T]]
    ) -> T:
        """Return what is known of somebody, asked anew after some seconds.

        What something has ended in the meantime is not remembered: it may have been this.
        """
        known, ends = kept.get(key), self._ends
        if known is not None and known[1] > monotonic():
            return known[0]
        try:
            found = await ask()
        except Exception as error:
            if known is None or not is_away(error):
                raise
            return known[0]
        if self._ends == ends:
            remember(kept, key, (found, monotonic() + lasts))
        return found


def remember(kept: OrderedDict[Any, Any], key: Any, value: Any) -> None:
    """Keep a value; the least recent ones are forgotten."""
    kept[key] = value
    kept.move_to_end(key)
    if len(kept) > MOST_REMEMBERED:
        kept.popitem(last=False)
