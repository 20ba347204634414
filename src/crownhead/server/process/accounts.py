"""Accounts: made, signed in to, kept and given up."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import contextmanager
from typing import Any

from crownhead.server.clock import DAY, milliseconds
from crownhead.server.messages import accounts as a
from crownhead.server.people import keys, passwords
from crownhead.server.people.keys import MadeKey, RelyingParty
from crownhead.server.people.names import account_name, skeleton
from crownhead.server.people.tokens import clean_code, digest, new_codes, new_token
from crownhead.server.process.broadcaster import encode_line
from crownhead.server.process.callers import LASTS, Callers
from crownhead.server.process.guessing import Failures, Hashing
from crownhead.server.process.guests import Guests
from crownhead.server.rights import Role
from crownhead.server.room.naming import clean_name, new_id
from crownhead.server.room.refusals import Refusal
from crownhead.server.storage.accounts import Account, AccountStore, NameTaken, RenamedLately
from crownhead.server.storage.passkeys import KeyTaken, Passkey, Superseded
from crownhead.server.storage.ratings import RatingStore
from crownhead.server.storage.sessions import NewSession, Session, SessionGone
from crownhead.server.storage.tokens import Token

FRESH = 10 * 60_000
"""Milliseconds for which a credential that was shown will do for what is dangerous."""
PASS_LASTS = 5 * 60_000
"""Milliseconds for which another device can be signed in with what this one shows."""
RENAMES_AFTER = 30 * DAY
MOST_KEYS = 10
MOST_TOKENS = 20
TOKEN = "crownhead_"
"""How every token begins, so that one that was published by mistake is found."""
MOST_FOUND = 200


class Accounts:
    """Make accounts, let people in to them, and keep them.

    `making` are called with whose account has been made.
    """

    def __init__(
        self, store: AccountStore, guests: Guests, ratings: RatingStore, callers: Callers
    ) -> None:
        self._store = store
        self._ratings = ratings
        self._guests = guests
        self._callers = callers
        self._hashing = Hashing()
        self._failures = Failures()
        self.making: list[Callable[[str], Awaitable[None]]] = []

    # An account is made, and signed in to

    async def show(self, session: Session | None) -> a.Account | None:
        """Return the account of a session as its owner sees it."""
        if session is None:
            return None
        account = await self._store.account(session.player)
        if account is None:
            return None
        passkeys = await self._store.passkeys.list_of(session.player)
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
                for s in await self._store.sessions.list_of(session.player, since)
            ),
            proved_until=session.proved + FRESH,
            bot=await self._store.is_bot(session.player),
            tokens=tuple(
                a.TokenView(each.id, each.name, each.scope, each.created, each.until, each.used)
                for each in await self._store.tokens.list_of(session.player)
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
            made = await self._verify_new_key(guest, wish.passkey, party)
            key = Passkey(made.id, guest, made.public_key, made.uses, device, now, None)
        if wish.password is not None:
            password = await self._hashing.run(lambda: passwords.hash_password(wish.password or ""))
        codes, token = new_codes(), new_token()
        session = _new_session(token, device)
        digests = [digest(clean_code(code)) for code in codes]
        try:
            await self._store.make(guest, name, seen, password, key, digests, session, now)
        except NameTaken:
            raise Refusal("not_allowed", text="name_taken") from None
        self._callers.end((), guest)
        for follow in self.making:
            await follow(guest)
        return token, await self._session(session.digest), codes

    async def join(self, guest: str | None, session: Session) -> int:
        """Give what a guest has to the account he has signed in to; return how many games."""
        if guest is None or guest == session.player or not await self._callers.is_guest(guest):
            return 0
        joined = await self._guests.adopt(guest, session.player)
        # Other pages of this browser would go on as the guest, who sits at no board any more.
        self._callers.end((), guest)
        return joined

    async def sign_in(self, wish: a.SignIn, device: str, address: str) -> tuple[str, Session]:
        """Sign in by name and password. Raises `Refusal`, the same for a name nobody has."""
        name = clean_name(wish.name)
        account = await self._check_password(name, wish.password, address)
        return await self._begin(account.player, device, password=account.password)

    async def options_to_sign(self, party: RelyingParty | None) -> a.KeyOptions:
        """Return what a browser is to sign with a passkey. Raises `Refusal`."""
        challenge, options = keys.options_to_sign(_require_party(party))
        await self._challenge(challenge, "sign", "")
        return a.KeyOptions(options)

    async def sign_in_by_key(
        self, credential: dict[str, Any], device: str, party: RelyingParty | None
    ) -> tuple[str, Session]:
        """Sign in by passkey. Raises `Refusal`."""
        key, uses = await self._find_signer(credential, party)
        return await self._begin(key.player, device, key=(key.id, uses))

    async def new_pass(self, session: Session) -> a.Pass:
        """Return what signs another device in to the account, once. Raises `Refusal`."""
        check_fresh(session)
        code, until = new_token(), milliseconds() + PASS_LASTS
        await self._store.passkeys.put_challenge(digest(code), "pass", session.player, until)
        return a.Pass(code, until)

    async def owner_of(self, code: str) -> a.PassOwner:
        """Return whose account a pass signs in to. Raises `Refusal`."""
        account = await self._store.account(await self._owner_of_pass(code))
        if account is None:
            raise _void()
        return a.PassOwner(account.name)

    async def sign_in_by_pass(self, code: str, device: str) -> tuple[str, Session]:
        """Sign in with what another device of the account shows. Raises `Refusal`."""
        player = await self._owner_of_pass(code)
        if not await self._store.has_account(player):
            raise _void()
        return await self._begin(player, device, challenge=digest(code))

    async def _owner_of_pass(self, code: str) -> str:
        player = await self._store.passkeys.find_challenged(digest(code), "pass", milliseconds())
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
        self._failures.add(seen, address)
        kept = await self._hashing.run(lambda: passwords.hash_password(wish.password))
        account = await self._store.find(seen)
        player = "" if account is None else account.player
        code, token = digest(clean_code(wish.code)), new_token()
        session = _new_session(token, device)
        ended = await self._store.set_password(player, kept, "", session, milliseconds(), code)
        if ended is None:
            raise Refusal("no_seat", text="code_wrong")
        self._failures.clear(seen, address)
        self._callers.end(ended, player)
        return token, await self._session(session.digest)

    async def sign_out(self, session: Session) -> None:
        """End a session."""
        self._callers.end(
            await self._store.sessions.end(session.player, session.id), session.player
        )

    # An account is kept

    async def prove(self, session: Session, password: str, address: str) -> Session:
        """Show the password again. Raises `Refusal`."""
        account = await self._account(session)
        await self._check_password(account.name, password, address)
        return await self._prove(session)

    async def prove_by_key(
        self, session: Session, credential: dict[str, Any], party: RelyingParty | None
    ) -> Session:
        """Show a passkey again. Raises `Refusal`."""
        key, uses = await self._find_signer(credential, party)
        if key.player != session.player:
            raise Refusal("no_seat", text="passkey_refused")
        try:
            await self._store.passkeys.use(key.player, (key.id, uses), milliseconds())
        except Superseded:
            raise Refusal("no_seat", text="superseded") from None
        return await self._prove(session)

    async def rename(self, session: Session, text: str) -> None:
        """Change the name, once in 30 days; the old one is held as long. Raises `Refusal`."""
        account, now = await self._account(session), milliseconds()
        name = account_name(text, session.player)
        if name == account.name:
            return
        try:
            await self._store.rename(session, name, skeleton(name), now, RENAMES_AFTER)
        except NameTaken:
            raise Refusal("not_allowed", text="name_taken") from None
        except RenamedLately:
            raise Refusal("not_allowed", text="renamed_lately") from None
        except SessionGone:
            raise no_account() from None

    async def change_password(self, session: Session, password: str) -> None:
        """Change the password; all other sessions end. Raises `Refusal`."""
        with needing_proof(session) as fresh:
            passwords.check(password, (await self._account(session)).name)
            kept = await self._hashing.run(lambda: passwords.hash_password(password))
            ended = await self._store.set_password(
                session.player, kept, session.digest, None, milliseconds(), fresh=fresh
            )
        self._callers.end(ended or (), session.player)

    async def renew_codes(self, session: Session) -> tuple[str, ...]:
        """Return new recovery codes, which replace those before. Raises `Refusal`."""
        codes = new_codes()
        digests = [digest(clean_code(code)) for code in codes]
        with needing_proof(session) as fresh:
            await self._store.set_codes(
                session.player, digests, session=session.digest, fresh=fresh
            )
        return codes

    async def options_to_make(
        self, player: str, name: str, party: RelyingParty | None
    ) -> a.KeyOptions:
        """Return what a browser is asked for a new passkey. Raises `Refusal`."""
        known = await self._store.passkeys.list_of(player)
        named = clean_name(name) or "crownhead"
        challenge, options = keys.options_to_make(
            _require_party(party), player, named, [key.id for key in known]
        )
        await self._challenge(challenge, "make", player)
        return a.KeyOptions(options)

    async def add_key(self, session: Session, wish: a.NewKey, party: RelyingParty | None) -> None:
        """Add a passkey; all other sessions end. Raises `Refusal`."""
        with needing_proof(session) as fresh:
            made = await self._verify_new_key(session.player, wish.passkey, party)
            name, now = clean_name(wish.name) or "1", milliseconds()
            key = Passkey(made.id, session.player, made.public_key, made.uses, name, now, None)
            try:
                ended = await self._store.passkeys.add(key, session.digest, MOST_KEYS, fresh)
            except KeyTaken:
                raise Refusal("no_seat", text="passkey_refused") from None
        if ended is None:
            raise Refusal("not_allowed", text="too_many_passkeys")
        self._callers.end(ended, session.player)

    async def remove_key(self, session: Session, id: str) -> None:
        """Remove a passkey; all other sessions end. Raises `Refusal` for the last credential."""
        with needing_proof(session) as fresh:
            ended = await self._store.passkeys.remove(session.player, id, session.digest, fresh)
        if ended is None:
            raise Refusal("not_allowed", text="last_credential")
        self._callers.end(ended, session.player)

    async def make_bot(self, session: Session) -> None:
        """Make the account a program's, for good. Raises `Refusal`."""
        with needing_proof(session) as fresh:
            made = await self._store.make_bot(session, fresh)
        if not made:
            raise Refusal("not_allowed", text="bot_rated")

    async def add_token(self, session: Session, wish: a.NewToken) -> str:
        """Return a new token for a program of the account. Raises `Refusal`."""
        with needing_proof(session) as fresh:
            if wish.scope == "play" and not await self._store.is_bot(session.player):
                raise Refusal("not_allowed", text="bot_only")
            text, now = TOKEN + new_token(), milliseconds()
            token = Token(
                digest(text),
                new_id(),
                session.player,
                clean_name(wish.name) or "1",
                wish.scope,
                now,
                now + wish.days * DAY,
                None,
            )
            added = await self._store.tokens.add(token, MOST_TOKENS, session.digest, fresh)
        if not added:
            raise Refusal("not_allowed", text="too_many_tokens")
        return text

    async def remove_token(self, session: Session, id: str) -> None:
        """Remove a token; its sockets are closed."""
        self._callers.end(await self._store.tokens.remove(session.player, id), session.player)

    async def end_session(self, session: Session, id: str) -> None:
        """End one session of the account."""
        self._callers.end(await self._store.sessions.end(session.player, id), session.player)

    async def end_others(self, session: Session) -> None:
        """End all sessions of the account but this one."""
        ended = await self._store.sessions.end_all(session.player, session.digest)
        self._callers.end(ended, session.player)

    async def delete(self, session: Session) -> None:
        """Give up the account, and all that is kept of the player. Raises `Refusal`."""
        with needing_proof(session) as fresh:
            ended = await self._store.begin_leaving(session, milliseconds(), fresh)
        self._callers.end(ended, session.player)
        await self._leave(session.player)

    async def finish_leaving(self) -> None:
        """Delete accounts whose deletion has begun, where a process was stopped on the way."""
        for player in await self._store.leaving():
            await self._leave(player)

    async def _leave(self, player: str) -> None:
        await self._guests.erase(player)
        await self._ratings.forget(player)
        self._callers.end(await self._store.delete(player), player)
        await self._ratings.forget(player)  # what has ended in between

    # Accounts of others

    async def search(self, name: str) -> list[a.AccountSummary]:
        """Return accounts whose name begins so, or looks so."""
        found = await self._store.search(skeleton(name), MOST_FOUND)
        return [a.AccountSummary(each.player, each.name, each.role, each.created) for each in found]

    async def give_role(self, session: Session, player: str, role: Role) -> None:
        """Give an account a role. Raises `Refusal`."""
        if player == session.player:
            raise Refusal("not_allowed", text="own_role")
        if not await self._store.give_role(player, role, session.player, milliseconds()):
            raise unknown_account()
        sessions = await self._store.sessions.list_of(player, 0)
        self._callers.look_again(each.digest for each in sessions)

    async def end_all(self, session: Session, player: str) -> None:
        """End all sessions of an account. Raises `Refusal`."""
        if not await self._store.has_account(player):
            raise unknown_account()
        ended = await self._store.sessions.end_all(player, actor=session.player, at=milliseconds())
        self._callers.end(ended, player)

    async def data_of(
        self, session: Session | None, rest: AsyncIterator[bytes]
    ) -> AsyncIterator[bytes]:
        """Yield what is kept of an account, if there is one, as lines of JSON; then the rest."""
        shown = await self.show(session)
        if shown is not None and session is not None:
            yield encode_line({"account": shown})
            standings = await self._ratings.of(session.player)
            yield encode_line({"ratings": standings})
            for at, actor, deed, detail in await self._store.deeds_about(session.player):
                yield encode_line({"deed": deed, "by": actor, "detail": detail, "at": at})
        async for line in rest:
            yield line

    async def prune(self, now: int) -> None:
        """Delete sessions that have lapsed, challenges nobody answered, and names held too long."""
        await self._store.forget_before(now, now - LASTS)

    # What these do alike

    async def _check_password(self, name: str, password: str, address: str) -> Account:
        """Return the account of a name whose password this is; raise `Refusal` after a while."""
        seen = skeleton(name)
        # Counted before it is looked at: many at once are no fewer guesses.
        self._failures.check(seen, address)
        self._failures.add(seen, address)
        account = await self._store.find(seen)
        kept = None if account is None else account.password
        if not await self._hashing.run(lambda: passwords.is_password(kept, password)):
            raise Refusal("no_seat", text="password_wrong")
        assert account is not None
        self._failures.clear(seen, address)
        return account

    async def _begin(self, player: str, device: str, **shown: Any) -> tuple[str, Session]:
        """Begin a session for what was shown. Raises `Refusal` if that is out of date."""
        token = new_token()
        session = _new_session(token, device)
        try:
            await self._store.begin_session(player, session, milliseconds(), **shown)
        except Superseded:
            raise Refusal("no_seat", text="superseded") from None
        return token, await self._session(session.digest)

    async def _prove(self, session: Session) -> Session:
        await self._store.sessions.use(session.digest, milliseconds(), proved=True)
        self._callers.look_again((session.digest,))
        return await self._session(session.digest)

    async def _session(self, digest: str) -> Session:
        found = await self._store.sessions.find(digest, 0)
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
        await self._store.passkeys.put_challenge(challenge, purpose, player, until)

    async def _take(self, credential: dict[str, Any], purpose: str, player: str) -> str:
        challenge = keys.challenge_in(credential)
        if not await self._store.passkeys.take_challenge(
            challenge, purpose, player, milliseconds()
        ):
            raise Refusal("no_seat", text="passkey_refused")
        return challenge

    async def _verify_new_key(
        self, player: str, credential: dict[str, Any], party: RelyingParty | None
    ) -> MadeKey:
        offered = _require_party(party)
        challenge = await self._take(credential, "make", player)
        return await asyncio.to_thread(keys.verify_new_key, offered, credential, challenge)

    async def _find_signer(
        self, credential: dict[str, Any], party: RelyingParty | None
    ) -> tuple[Passkey, int]:
        """Return the passkey that has signed, and how often it says it was used."""
        offered = _require_party(party)
        challenge = await self._take(credential, "sign", "")
        id = credential.get("id")
        known = isinstance(id, str) and keys.is_id(id)
        key = await self._store.passkeys.find(str(id)) if known else None
        if key is None:
            raise Refusal("no_seat", text="passkey_refused")
        made = MadeKey(key.id, key.public_key, key.uses)
        return key, await asyncio.to_thread(
            keys.verify_signature, offered, credential, challenge, made
        )


def check_fresh(session: Session) -> None:
    """Raise `Refusal` where no credential was shown in the last ten minutes."""
    if milliseconds() > session.proved + FRESH:
        raise Refusal("no_seat", text="prove_again")


@contextmanager
def needing_proof(session: Session) -> Iterator[int]:
    """Yield since when a credential has to have been shown for what is done within.

    Raises `Refusal` where none was, or where the session ends meanwhile.
    """
    check_fresh(session)
    try:
        yield milliseconds() - FRESH
    except SessionGone:
        raise Refusal("no_seat", text="prove_again") from None


def no_account() -> Refusal:
    """Return what a guest is told who asks for what an account has."""
    return Refusal("no_seat", text="no_account")


async def find_account(store: AccountStore, name: str) -> Account:
    """Return the account of a name. Raises `Refusal`."""
    account = await store.find(skeleton(name))
    if account is None:
        raise unknown_account()
    return account


def unknown_account() -> Refusal:
    """Return what is told to somebody who asks for an account that there is not."""
    return Refusal("unknown_game", text="unknown_account")


def _void() -> Refusal:
    return Refusal("no_seat", text="pass_void")


def _require_party(party: RelyingParty | None) -> RelyingParty:
    if party is None:
        raise Refusal("not_allowed", text="no_passkeys")
    return party


def _new_session(token: str, device: str) -> NewSession:
    return NewSession(digest(token), new_id(), device)
