"""Accounts: made, signed in to, kept and given up.

A session is a row, of which the browser has the token and the database its hash. It is looked up
for every request, and remembered for seconds; one that ends is forgotten at once by the process
that ends it, and by the others as soon as they hear of it.
"""

from __future__ import annotations

import asyncio
import os
import secrets
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable, Sequence
from time import monotonic
from typing import Any

from crownhead.server.clock import DAY, milliseconds
from crownhead.server.limits import networks
from crownhead.server.messages import accounts as a
from crownhead.server.messages import players as p
from crownhead.server.people import keys, passwords
from crownhead.server.people.keys import MadeKey, RelyingParty
from crownhead.server.people.names import account_name, skeleton
from crownhead.server.people.rights import Role
from crownhead.server.people.tokens import clean_code, digest, new_codes, new_token
from crownhead.server.process.broadcaster import encoded_line
from crownhead.server.process.bus import Bus, SessionsEnded
from crownhead.server.process.guests import Guests
from crownhead.server.room.naming import clean_name
from crownhead.server.room.rated import Tempo
from crownhead.server.room.refusals import Refusal
from crownhead.server.storage.accounts import (
    Account,
    AccountStore,
    NameTaken,
    NewSession,
    Passkey,
    Session,
    Token,
)
from crownhead.server.storage.database import is_away
from crownhead.server.storage.ratings import Change, RatingStore, Standing

FRESH = 10 * 60_000
"""Milliseconds for which a credential that was shown will do for what is dangerous."""
LASTS = 400 * DAY
"""Milliseconds for which a session lasts that is not used."""
PASS_LASTS = 5 * 60_000
"""Milliseconds for which another device can be signed in with what this one shows."""
RENAMES_AFTER = 30 * DAY
MOST_KEYS = 10
MOST_TOKENS = 20
TOKEN = "crownhead_"
"""How every token begins, so that one that was published by mistake is found."""
MOST_FOUND = 200
MOST_CHANGES = 500
"""Rated games of a player that are told at once, the last ones."""
MOST_BEST = 50
REMEMBERED = 5.0
"""Seconds for which a session is not looked up again."""
GUEST_REMEMBERED = 60.0
"""Seconds for which a guest is not looked up again who had no account."""
MOST_REMEMBERED = 20_000
USED = 3_600_000
"""Milliseconds after which it is noted that a session is used."""
WAITING = 32
"""Passwords that wait for a processor; each takes 64 MB while it is hashed."""
_LETTERS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"


class Accounts:
    """Know who is signed in, and keep accounts."""

    def __init__(self, store: AccountStore, guests: Guests, ratings: RatingStore, bus: Bus) -> None:
        self._store = store
        self._ratings = ratings
        self._guests = guests
        self._bus = bus
        self._sessions: OrderedDict[str, tuple[Session | None, float]] = OrderedDict()
        self._plain: OrderedDict[str, float] = OrderedDict()
        self._tokens: OrderedDict[str, tuple[Token | None, float]] = OrderedDict()
        self._turns = asyncio.Semaphore(os.cpu_count() or 1)
        self._waiting = 0
        self._failures = Failures()
        self.ended: list[Callable[[str, frozenset[str]], None]] = []
        """Called with a player who has an account, and the digests of sessions that have ended."""

    # Who asks

    async def session_of(self, token: str) -> Session | None:
        """Return the session of a token, or None."""
        key = digest(token)
        known = self._sessions.get(key)
        if known is not None and known[1] > monotonic():
            return known[0]
        now = milliseconds()
        try:
            found = await self._store.session(key, now - LASTS)
        except Exception as error:
            if known is None or not is_away(error):
                raise
            return known[0]  # nothing can have been changed meanwhile
        if found is not None and now - found.used > USED:
            await self._store.use_session(key, now)
        _remember(self._sessions, key, (found, monotonic() + REMEMBERED))
        return found

    async def token_of(self, text: str) -> Token | None:
        """Return the token by which a program comes, or None."""
        key = digest(text)
        known = self._tokens.get(key)
        now = milliseconds()
        if known is not None and known[1] > monotonic():
            return known[0]
        try:
            found = await self._store.token(key, now)
        except Exception as error:
            if known is None or not is_away(error):
                raise
            return known[0]
        if found is not None and (found.used is None or now - found.used > USED):
            await self._store.use_token(key, now)
        _remember(self._tokens, key, (found, monotonic() + REMEMBERED))
        return found

    async def is_guest(self, player: str) -> bool:
        """Return whether a player is a guest still: the cookie of one with an account is void."""
        known = self._plain.get(player)
        if known is not None and known > monotonic():
            return True
        try:
            guest = not await self._store.has_account(player)
        except Exception as error:
            if known is None or not is_away(error):
                raise
            return True
        if guest:
            _remember(self._plain, player, monotonic() + GUEST_REMEMBERED)
        return guest

    def hear_ended(self, digests: Sequence[str], player: str) -> None:
        """Forget sessions that have ended, and a player who is a guest no more."""
        self._plain.pop(player, None)
        for each in digests:
            self._sessions.pop(each, None)
            self._tokens.pop(each, None)
        for listener in self.ended:
            listener(player, frozenset(digests))

    def _end(self, digests: Sequence[str], player: str) -> None:
        self.hear_ended(digests, player)
        self._bus.publish(SessionsEnded(player, tuple(digests)))

    # An account is made, and signed in to

    async def shown(self, session: Session | None) -> a.Account | None:
        """Return the account of a session as its owner sees it."""
        if session is None:
            return None
        account = await self._store.account(session.player)
        if account is None:
            return None
        passkeys = await self._store.passkeys_of(session.player)
        since = milliseconds() - LASTS
        return a.Account(
            name=account.name,
            role=account.role,
            created=account.created,
            rename_from=0 if account.renamed is None else account.renamed + RENAMES_AFTER,
            password=account.password is not None,
            codes=await self._store.count_codes(session.player),
            passkeys=tuple(a.KeyView(k.id, k.name, k.created, k.used) for k in passkeys),
            sessions=tuple(
                a.SessionView(s.id, s.device, s.created, s.used, s.digest == session.digest)
                for s in await self._store.sessions_of(session.player, since)
            ),
            proved_until=session.proved + FRESH,
            bot=await self._store.is_bot(session.player),
            tokens=tuple(
                a.TokenView(each.id, each.name, each.scope, each.created, each.until, each.used)
                for each in await self._store.tokens_of(session.player)
            ),
        )

    async def make(
        self, guest: str, wish: a.NewAccount, device: str, party: RelyingParty | None
    ) -> tuple[str, Session, tuple[str, ...]]:
        """Make a guest's account; return the token of its first session, it, and recovery codes.

        Raises `Refusal`.
        """
        name = account_name(wish.name, guest)
        if wish.password is None and wish.passkey is None:
            raise Refusal("not_allowed", text="no_credential")
        seen, now = skeleton(name), milliseconds()
        password = None
        if wish.password is not None:
            passwords.check(wish.password, name)
        if not await self._store.is_free(seen, guest, now):
            raise Refusal("not_allowed", text="name_taken")
        key = None
        if wish.passkey is not None:
            made = await self._made_key(guest, wish.passkey, party)
            key = Passkey(made.id, guest, made.public_key, made.uses, device, now, None)
        if wish.password is not None:
            password = await self._hashed(lambda: passwords.hash_password(wish.password or ""))
        codes, token = new_codes(), new_token()
        session = _new_session(token, device)
        digests = [digest(clean_code(code)) for code in codes]
        try:
            await self._store.make(guest, name, seen, password, key, digests, session, now)
        except NameTaken:
            raise Refusal("not_allowed", text="name_taken") from None
        self._end((), guest)
        return token, await self._session(token), codes

    async def join(self, guest: str | None, session: Session) -> int:
        """Give what a guest has to the account he has signed in to; return how many games."""
        if guest is None or guest == session.player or not await self.is_guest(guest):
            return 0
        return await self._guests.adopt(guest, session.player)

    async def sign_in(self, wish: a.SignIn, device: str, address: str) -> tuple[str, Session]:
        """Sign in by name and password. Raises `Refusal`, the same for a name nobody has."""
        name = clean_name(wish.name)
        account = await self._proved(name, wish.password, address)
        return await self._begin(account.player, device)

    async def options_to_sign(self, party: RelyingParty | None) -> a.KeyOptions:
        """Return what a browser is to sign with a passkey. Raises `Refusal`."""
        challenge, options = keys.options_to_sign(_offered(party))
        await self._challenge(challenge, "sign", "")
        return a.KeyOptions(options)

    async def sign_in_by_key(
        self, credential: dict[str, Any], device: str, party: RelyingParty | None
    ) -> tuple[str, Session]:
        """Sign in by passkey. Raises `Refusal`."""
        key, uses = await self._signed(credential, party)
        return await self._begin(key.player, device, (key.id, uses))

    async def new_pass(self, session: Session) -> a.Pass:
        """Return what signs another device in to the account, once. Raises `Refusal`."""
        check_fresh(session)
        code, until = new_token(), milliseconds() + PASS_LASTS
        await self._store.put_challenge(digest(code), "pass", session.player, until)
        return a.Pass(code, until)

    async def owner_of(self, code: str) -> a.PassOwner:
        """Return whose account a pass signs in to. Raises `Refusal`."""
        account = await self._store.account(await self._passed(code))
        if account is None:
            raise _void()
        return a.PassOwner(account.name)

    async def sign_in_by_pass(self, code: str, device: str) -> tuple[str, Session]:
        """Sign in with what another device of the account shows. Raises `Refusal`."""
        player = await self._passed(code)
        if not await self._store.take_challenge(digest(code), "pass", player, milliseconds()):
            raise _void()
        if not await self._store.has_account(player):
            raise _void()
        return await self._begin(player, device)

    async def _passed(self, code: str) -> str:
        player = await self._store.challenged(digest(code), "pass", milliseconds())
        if player is None:
            raise _void()
        return player

    async def recover(self, wish: a.Recovery, device: str, address: str) -> tuple[str, Session]:
        """Set a new password with a recovery code, and sign in; all other sessions end.

        Raises `Refusal`, the same for a name nobody has.
        """
        name, seen = clean_name(wish.name), skeleton(wish.name)
        passwords.check(wish.password, name)
        self._failures.check(seen, address)
        kept = await self._hashed(lambda: passwords.hash_password(wish.password))
        account = await self._store.find(seen)
        player = "" if account is None else account.player
        code, token = digest(clean_code(wish.code)), new_token()
        session = _new_session(token, device)
        ended = await self._store.set_password(player, kept, "", session, milliseconds(), code)
        if ended is None:
            self._failures.add(seen, address)
            raise Refusal("no_seat", text="code_wrong")
        self._failures.clear(seen, address)
        self._end(ended, player)
        return token, await self._session(token)

    async def sign_out(self, session: Session) -> None:
        """End a session."""
        self._end(await self._store.end_session(session.player, session.id), session.player)

    # An account is kept

    async def prove(self, session: Session, password: str, address: str) -> Session:
        """Show the password again. Raises `Refusal`."""
        account = await self._account(session)
        await self._proved(account.name, password, address)
        return await self._prove(session)

    async def prove_by_key(
        self, session: Session, credential: dict[str, Any], party: RelyingParty | None
    ) -> Session:
        """Show a passkey again. Raises `Refusal`."""
        key, _uses = await self._signed(credential, party)
        if key.player != session.player:
            raise Refusal("no_seat", text="passkey_refused")
        return await self._prove(session)

    async def rename(self, session: Session, text: str) -> None:
        """Change the name, once in 30 days; the old one is held as long. Raises `Refusal`."""
        account, now = await self._account(session), milliseconds()
        name = account_name(text, session.player)
        if name == account.name:
            return
        if account.renamed is not None and now < account.renamed + RENAMES_AFTER:
            raise Refusal("not_allowed", text="renamed_lately")
        try:
            await self._store.rename(session.player, name, skeleton(name), now, now + RENAMES_AFTER)
        except NameTaken:
            raise Refusal("not_allowed", text="name_taken") from None

    async def change_password(self, session: Session, password: str) -> None:
        """Change the password; all other sessions end. Raises `Refusal`."""
        check_fresh(session)
        passwords.check(password, (await self._account(session)).name)
        kept = await self._hashed(lambda: passwords.hash_password(password))
        ended = await self._store.set_password(
            session.player, kept, session.digest, None, milliseconds()
        )
        self._end(ended or (), session.player)

    async def renew_codes(self, session: Session) -> tuple[str, ...]:
        """Return new recovery codes, which replace those before. Raises `Refusal`."""
        check_fresh(session)
        codes = new_codes()
        await self._store.set_codes(session.player, [digest(clean_code(c)) for c in codes])
        return codes

    async def options_to_make(
        self, player: str, name: str, party: RelyingParty | None
    ) -> a.KeyOptions:
        """Return what a browser is asked for a new passkey. Raises `Refusal`."""
        known = await self._store.passkeys_of(player)
        named = clean_name(name) or "crownhead"
        challenge, options = keys.options_to_make(
            _offered(party), player, named, [key.id for key in known]
        )
        await self._challenge(challenge, "make", player)
        return a.KeyOptions(options)

    async def add_key(self, session: Session, wish: a.NewKey, party: RelyingParty | None) -> None:
        """Add a passkey; all other sessions end. Raises `Refusal`."""
        check_fresh(session)
        made = await self._made_key(session.player, wish.passkey, party)
        if await self._store.passkey(made.id) is not None:
            raise Refusal("no_seat", text="passkey_refused")
        name = clean_name(wish.name) or "1"
        key = Passkey(
            made.id, session.player, made.public_key, made.uses, name, milliseconds(), None
        )
        try:
            ended = await self._store.add_passkey(key, session.digest, MOST_KEYS)
        except NameTaken:
            raise Refusal("no_seat", text="passkey_refused") from None
        if ended is None:
            raise Refusal("not_allowed", text="too_many_passkeys")
        self._end(ended, session.player)

    async def remove_key(self, session: Session, id: str) -> None:
        """Remove a passkey; all other sessions end. Raises `Refusal` for the last credential."""
        check_fresh(session)
        ended = await self._store.remove_passkey(session.player, id, session.digest)
        if ended is None:
            raise Refusal("not_allowed", text="last_credential")
        self._end(ended, session.player)

    async def make_bot(self, session: Session) -> None:
        """Make the account a program's, for good. Raises `Refusal`."""
        check_fresh(session)
        if not await self._store.make_bot(session.player):
            raise Refusal("not_allowed", text="bot_rated")

    async def add_token(self, session: Session, wish: a.NewToken) -> str:
        """Return a new token for a program of the account. Raises `Refusal`."""
        check_fresh(session)
        if wish.scope == "play" and not await self._store.is_bot(session.player):
            raise Refusal("not_allowed", text="bot_only")
        text, now = TOKEN + new_token(), milliseconds()
        token = Token(
            digest(text),
            _new_id(),
            session.player,
            clean_name(wish.name) or "1",
            wish.scope,
            now,
            now + wish.days * DAY,
            None,
        )
        if not await self._store.add_token(token, MOST_TOKENS):
            raise Refusal("not_allowed", text="too_many_tokens")
        return text

    async def remove_token(self, session: Session, id: str) -> None:
        """Remove a token; its sockets are closed."""
        self._end(await self._store.remove_token(session.player, id), session.player)

    async def end_session(self, session: Session, id: str) -> None:
        """End one session of the account."""
        self._end(await self._store.end_session(session.player, id), session.player)

    async def end_others(self, session: Session) -> None:
        """End all sessions of the account but this one."""
        ended = await self._store.end_sessions(session.player, session.digest)
        self._end(ended, session.player)

    async def delete(self, session: Session) -> None:
        """Give up the account, and all that is kept of the player. Raises `Refusal`."""
        check_fresh(session)
        player = session.player
        # Whoever is stopped on the way still has the account, and deletes it once more.
        self._end(await self._store.end_sessions(player, session.digest), player)
        await self._guests.erase(player)
        await self._ratings.forget(player)
        self._end(await self._store.delete(player), player)

    # Accounts of others

    async def search(self, name: str) -> list[a.AccountCard]:
        """Return accounts whose name begins so, or looks so."""
        found = await self._store.search(skeleton(name), MOST_FOUND)
        return [a.AccountCard(each.player, each.name, each.role, each.created) for each in found]

    async def give_role(self, session: Session, player: str, role: Role) -> None:
        """Give an account a role. Raises `Refusal`."""
        if player == session.player:
            raise Refusal("not_allowed", text="own_role")
        if not await self._store.give_role(player, role, session.player, milliseconds()):
            raise _unknown()
        self._forget(await self._store.sessions_of(player, 0))

    async def end_all(self, session: Session, player: str) -> None:
        """End all sessions of an account. Raises `Refusal`."""
        if not await self._store.has_account(player):
            raise _unknown()
        ended = await self._store.end_sessions(player, actor=session.player, at=milliseconds())
        self._end(ended, player)

    def _forget(self, sessions: Sequence[Session]) -> None:
        """Look these sessions up again: what an account may do has changed."""
        for each in sessions:
            self._sessions.pop(each.digest, None)

    # Ratings

    async def profile(self, name: str) -> p.Profile:
        """Return what everybody may see of an account. Raises `Refusal`."""
        account = await self._store.find(skeleton(name))
        if account is None:
            raise _unknown()
        standings = await self._ratings.of(account.player)
        changes = await self._ratings.changes_of(account.player, MOST_CHANGES)
        return p.Profile(
            name=account.name,
            role=account.role,
            created=account.created,
            ratings=tuple(_listed(each) for each in standings),
            changes=tuple(_changed(each, account.player) for each in changes),
        )

    async def best(self, variant: str, tempo: Tempo) -> list[p.Ranked]:
        """Return the best of a list who have played lately, the strongest first."""
        found = await self._ratings.best(variant, tempo, milliseconds(), MOST_BEST)
        return [p.Ranked(name, round(each.rating.value), each.games) for name, each in found]

    async def changes_in(self, game: str) -> p.GameRatings | None:
        """Return what a rated game that is over has done to both ratings, None for all others."""
        found = await self._ratings.change(game)
        if found is None:
            return None
        points = (
            *(round(found.white_before), round(found.white_after)),
            *(round(found.black_before), round(found.black_after)),
        )
        return p.GameRatings(found.variant, found.tempo, *points, found.annulled)

    async def data_of(
        self, session: Session | None, rest: AsyncIterator[bytes]
    ) -> AsyncIterator[bytes]:
        """Yield what is kept of an account, if there is one, as lines of JSON; then the rest."""
        shown = await self.shown(session)
        if shown is not None and session is not None:
            yield encoded_line({"account": shown})
            for at, actor, deed, detail in await self._store.deeds_about(session.player):
                yield encoded_line({"deed": deed, "by": actor, "detail": detail, "at": at})
        async for line in rest:
            yield line

    async def prune(self, now: int) -> None:
        """Delete sessions that have lapsed, challenges nobody answered, and names held too long."""
        await self._store.forget_before(now, now - LASTS)

    # What these do alike

    async def _proved(self, name: str, password: str, address: str) -> Account:
        """Return the account of a name whose password this is; raise `Refusal` after a while."""
        seen = skeleton(name)
        self._failures.check(seen, address)
        account = await self._store.find(seen)
        kept = None if account is None else account.password
        if not await self._hashed(lambda: passwords.is_password(kept, password)):
            self._failures.add(seen, address)
            raise Refusal("no_seat", text="password_wrong")
        assert account is not None
        self._failures.clear(seen, address)
        return account

    async def _hashed(self, work: Callable[[], Any]) -> Any:
        """Do long work with a password, as many at once as there are processors."""
        if self._waiting >= WAITING:
            raise Refusal("too_fast", wait=2_000, crowded=True)
        self._waiting += 1
        try:
            async with self._turns:
                return await asyncio.to_thread(work)
        finally:
            self._waiting -= 1

    async def _begin(
        self, player: str, device: str, key: tuple[str, int] | None = None
    ) -> tuple[str, Session]:
        token = new_token()
        session = _new_session(token, device)
        await self._store.begin_session(player, session, milliseconds(), key)
        return token, await self._session(token)

    async def _prove(self, session: Session) -> Session:
        await self._store.use_session(session.digest, milliseconds(), proved=True)
        self._sessions.pop(session.digest, None)
        found = await self._store.session(session.digest, 0)
        if found is None:
            raise no_account()
        return found

    async def _session(self, token: str) -> Session:
        found = await self._store.session(digest(token), 0)
        if found is None:
            raise no_account()  # it was ended in this moment
        return found

    async def _account(self, session: Session) -> Account:
        found = await self._store.account(session.player)
        if found is None:
            raise no_account()
        return found

    async def _challenge(self, challenge: str, purpose: str, player: str) -> None:
        until = milliseconds() + keys.MINUTES * 60_000
        await self._store.put_challenge(challenge, purpose, player, until)

    async def _take(self, credential: dict[str, Any], purpose: str, player: str) -> str:
        challenge = keys.challenge_in(credential)
        if not await self._store.take_challenge(challenge, purpose, player, milliseconds()):
            raise Refusal("no_seat", text="passkey_refused")
        return challenge

    async def _made_key(
        self, player: str, credential: dict[str, Any], party: RelyingParty | None
    ) -> MadeKey:
        offered = _offered(party)
        challenge = await self._take(credential, "make", player)
        return await asyncio.to_thread(keys.made_key, offered, credential, challenge)

    async def _signed(
        self, credential: dict[str, Any], party: RelyingParty | None
    ) -> tuple[Passkey, int]:
        """Return the passkey that has signed, and how often it says it was used."""
        offered = _offered(party)
        challenge = await self._take(credential, "sign", "")
        id = credential.get("id")
        key = await self._store.passkey(id) if isinstance(id, str) and len(id) <= 400 else None
        if key is None:
            raise Refusal("no_seat", text="passkey_refused")
        made = MadeKey(key.id, key.public_key, key.uses)
        return key, await asyncio.to_thread(keys.signed_by, offered, credential, challenge, made)


class Failures:
    """Count wrong passwords of a name from a network: each more is waited for twice as long.

    Others who try it from elsewhere do not lock its owner out.

    >>> failures, now = Failures(), [0.0]
    >>> failures._now = lambda: now[0]
    >>> for _ in range(6): failures.add("anna", "203.0.113.9")
    >>> failures.wait("anna", "203.0.113.9"), failures.wait("anna", "203.0.113.77")
    (2000, 0)
    """

    FREE = 5
    LONGEST = 15 * 60.0

    def __init__(self) -> None:
        self._now = monotonic
        self._failed: OrderedDict[tuple[str, str], tuple[int, float]] = OrderedDict()

    def wait(self, name: str, address: str) -> int:
        """Return the milliseconds to wait before the next attempt."""
        _count, until = self._failed.get((name, networks(address)[0]), (0, 0.0))
        return max(0, round((until - self._now()) * 1000))

    def check(self, name: str, address: str) -> None:
        """Raise `Refusal` where the next attempt has to wait."""
        wait = self.wait(name, address)
        if wait:
            raise Refusal("too_fast", wait=wait)

    def add(self, name: str, address: str) -> None:
        """Count a wrong password."""
        key = name, networks(address)[0]
        count = self._failed.get(key, (0, 0.0))[0] + 1
        pause = min(self.LONGEST, 2.0 ** (count - self.FREE)) if count > self.FREE else 0.0
        _remember(self._failed, key, (count, self._now() + pause))

    def clear(self, name: str, address: str) -> None:
        """Forget them: the right one was given."""
        self._failed.pop((name, networks(address)[0]), None)


def check_fresh(session: Session) -> None:
    """Raise `Refusal` where no credential was shown in the last ten minutes."""
    if milliseconds() > session.proved + FRESH:
        raise Refusal("no_seat", text="prove_again")


def no_account() -> Refusal:
    """Return what a guest is told who asks for what an account has."""
    return Refusal("no_seat", text="no_account")


def _unknown() -> Refusal:
    return Refusal("unknown_game", text="unknown_account")


def _void() -> Refusal:
    return Refusal("no_seat", text="pass_void")


def _listed(standing: Standing) -> p.RatingView:
    rating = standing.rating
    return p.RatingView(
        standing.variant,
        standing.tempo,
        round(rating.value),
        round(rating.deviation),
        rating.provisional,
        standing.games,
        standing.at,
    )


def _changed(change: Change, player: str) -> p.RatingChange:
    white = change.white == player
    before, after = (
        (change.white_before, change.white_after)
        if white
        else (change.black_before, change.black_after)
    )
    return p.RatingChange(
        change.game,
        change.variant,
        change.tempo,
        change.at,
        "white" if white else "black",
        change.score if white else 1 - change.score,
        round(before),
        round(after),
        change.annulled,
    )


def _offered(party: RelyingParty | None) -> RelyingParty:
    if party is None:
        raise Refusal("not_allowed", text="no_passkeys")
    return party


def _new_session(token: str, device: str) -> NewSession:
    return NewSession(digest(token), _new_id(), device)


def _new_id() -> str:
    return "".join(secrets.choice(_LETTERS) for _ in range(12))


def _remember(kept: OrderedDict[Any, Any], key: Any, value: Any) -> None:
    kept[key] = value
    kept.move_to_end(key)
    if len(kept) > MOST_REMEMBERED:
        kept.popitem(last=False)
