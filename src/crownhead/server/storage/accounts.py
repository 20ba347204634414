"""Accounts, their credentials and sessions: asked of the database, and stored there.

What changes together is one transaction. Of passwords, codes and tokens there are hashes alone.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from sqlalchemy import Connection, Select, delete, func, insert, or_, select, update
from sqlalchemy.exc import IntegrityError

from crownhead.server.clock import DAY
from crownhead.server.people.rights import Role, Scope
from crownhead.server.storage.database import Database
from crownhead.server.storage.schema import (
    account_settings,
    accounts,
    api_tokens,
    challenges,
    deeds,
    follows,
    game_challenges,
    held_names,
    passkeys,
    players,
    presences,
    ratings,
    recovery_codes,
    sessions,
)

Row = TypeVar("Row")


class SessionGone(Exception):
    """The session that asks has ended meanwhile, or its proof has lapsed."""


class Superseded(Exception):
    """What somebody has shown is a credential no more."""


class RenamedLately(Exception):
    """The name was changed not long ago."""


class NameTaken(Exception):
    """Somebody has this name, or one that looks like it, or has it still held for him."""


LEAVE = "leave"
"""The purpose of what is no challenge: an account whose deletion has begun."""
LEAVE_LASTS = 3650 * DAY
MOST_SESSIONS = 50
"""Of one account; the one that was not used for longest makes room."""


@dataclass(frozen=True, slots=True)
class Account:
    """One account; `renamed` is when its name was last changed."""

    player: str
    name: str
    role: Role
    password: str | None
    created: int
    renamed: int | None


@dataclass(frozen=True, slots=True)
class Session:
    """A device that is signed in; `proved` is when a credential was last shown there."""

    digest: str
    id: str
    player: str
    device: str
    created: int
    used: int
    proved: int
    role: Role


@dataclass(frozen=True, slots=True)
class Passkey:
    """A key of a device; id and public key in base64url."""

    id: str
    player: str
    public_key: str
    uses: int
    name: str
    created: int
    used: int | None


@dataclass(frozen=True, slots=True)
class Token:
    """By what a program of an account comes, until a time; `scope` is `read` or `play`."""

    digest: str
    id: str
    player: str
    name: str
    scope: Scope
    created: int
    until: int
    used: int | None


@dataclass(frozen=True, slots=True)
class NewSession:
    """What is stored of a device that signs in now."""

    digest: str
    id: str
    device: str


_ACCOUNT = select(
    accounts.c.player,
    players.c.name,
    accounts.c.role,
    accounts.c.password,
    accounts.c.created,
    accounts.c.renamed,
).join(players, players.c.id == accounts.c.player)
_SESSION = select(sessions, accounts.c.role).join(accounts, accounts.c.player == sessions.c.player)
_PASSKEY = select(passkeys)


class AccountStore:
    """Ask for accounts, and change them."""

    def __init__(self, database: Database) -> None:
        self._database = database

    # Accounts

    async def find(self, skeleton: str) -> Account | None:
        """Return the account of a name, or None."""
        return await self._first(Account, _ACCOUNT.where(accounts.c.skeleton == skeleton))

    async def account(self, player: str) -> Account | None:
        """Return a player's account, or None."""
        return await self._first(Account, _ACCOUNT.where(accounts.c.player == player))

    async def has_account(self, player: str) -> bool:
        """Return whether a player has an account."""
        return await self._database.read(lambda c: has_account(c, player))

    async def make(
        self,
        player: str,
        name: str,
        skeleton: str,
        password: str | None,
        key: Passkey | None,
        codes: Iterable[str],
        session: NewSession,
        at: int,
    ) -> None:
        """Make a guest's account with a credential, recovery codes and the first session.

        Raises `NameTaken`.
        """

        def change(connection: Connection) -> None:
            _check_name(connection, skeleton, player, at)
            _name(connection, player, name, at)
            row = {"player": player, "skeleton": skeleton, "role": "player", "created": at}
            connection.execute(insert(accounts), {**row, "password": password, "renamed": None})
            if key is not None:
                connection.execute(insert(passkeys), _row_of(key))
            _put_codes(connection, player, codes)
            _put_session(connection, player, session, at)

        await self._write(change)

    async def rename(self, session: Session, name: str, skeleton: str, at: int, lasts: int) -> None:
        """Give an account another name, which `lasts`; the old one is held for it as long.

        Raises `NameTaken`, `RenamedLately`, `SessionGone`.
        """
        player, held = session.player, at + lasts

        def change(connection: Connection) -> None:
            hold_session(connection, session.digest, player, 0)
            own = select(accounts.c.renamed, accounts.c.skeleton).where(accounts.c.player == player)
            renamed, before = connection.execute(own).one()
            if renamed is not None and at < renamed + lasts:
                raise RenamedLately
            _check_name(connection, skeleton, player, at)
            connection.execute(
                update(accounts)
                .where(accounts.c.player == player)
                .values(skeleton=skeleton, renamed=at)
            )
            connection.execute(update(players).where(players.c.id == player).values(name=name))
            if before != skeleton:
                gone = or_(held_names.c.until <= at, held_names.c.skeleton.in_((before, skeleton)))
                connection.execute(delete(held_names).where(gone))
                hold = {"skeleton": before, "player": player, "until": held}
                connection.execute(insert(held_names), hold)

        await self._write(change)

    async def is_free(self, skeleton: str, player: str, at: int) -> bool:
        """Return whether a player may take a name: nobody else has it or has it held."""

        def ask(connection: Connection) -> bool:
            try:
                _check_name(connection, skeleton, player, at)
            except NameTaken:
                return False
            return True

        return await self._database.read(ask)

    async def delete(self, player: str) -> list[str]:
        """Delete an account, its name and all that belongs to it.

        Returns the digests of its sessions and tokens.
        """

        def change(connection: Connection) -> list[str]:
            ended = _end_sessions(connection, player) + _end_tokens(connection, player)
            connection.execute(delete(players).where(players.c.id == player))
            credentials = (passkeys, recovery_codes, challenges)
            own = (*credentials, held_names, account_settings, follows, presences, accounts)
            for table in own:
                connection.execute(delete(table).where(table.c.player == player))
            nobody = f"x{secrets.token_hex(12)}"
            for who in (deeds.c.actor, deeds.c.player):
                connection.execute(update(deeds).where(who == player).values({who.name: nobody}))
            connection.execute(delete(follows).where(follows.c.followed == player))
            for side in (game_challenges.c.challenger, game_challenges.c.challenged):
                connection.execute(delete(game_challenges).where(side == player))
            return ended

        return await self._database.write(change)

    async def begin_leaving(self, session: Session, at: int, fresh: int) -> list[str]:
        """Note that an account is being deleted, and end its other sessions; return their digests.

        Whatever happens from here on, the deletion is brought to its end. Raises `SessionGone`.
        """
        player = session.player
        row = {"challenge": f"{LEAVE} {player}", "purpose": LEAVE, "player": player}

        def change(connection: Connection) -> list[str]:
            hold_session(connection, session.digest, player, fresh)
            there = select(challenges.c.challenge).where(challenges.c.challenge == row["challenge"])
            if connection.execute(there).first() is None:
                connection.execute(insert(challenges), {**row, "until": at + LEAVE_LASTS})
            return _end_sessions(connection, player, but=session.digest)

        return await self._database.write(change)

    async def leaving(self) -> list[str]:
        """Return the accounts whose deletion has begun."""
        wanted = select(challenges.c.player).where(challenges.c.purpose == LEAVE)
        return await self._database.read(lambda c: [str(row.player) for row in c.execute(wanted)])

    async def search(self, skeleton: str, most: int) -> list[Account]:
        """Return accounts whose name looks as if it began so, by name."""
        found = func.substr(accounts.c.skeleton, 1, len(skeleton)) == skeleton
        wanted = _ACCOUNT.where(found).order_by(accounts.c.skeleton).limit(most)
        return await self._database.read(lambda c: [Account(*row) for row in c.execute(wanted)])

    async def give_role(self, player: str, role: Role, actor: str, at: int) -> bool:
        """Give an account a role, and write down who did; return whether there is one."""

        def change(connection: Connection) -> bool:
            given = update(accounts).where(accounts.c.player == player).values(role=role)
            if not connection.execute(given).rowcount:
                return False
            write_down(connection, actor, "role", player, role, at)
            return True

        return await self._database.write(change)

    # Credentials

    async def set_password(
        self,
        player: str,
        password: str,
        keep: str,
        session: NewSession | None,
        at: int,
        code: str | None = None,
        fresh: int = 0,
    ) -> list[str] | None:
        """Change a password, and end all sessions but that with the digest `keep`.

        A `session` begins with it. With a `code`, the digest of a recovery code, that code is used
        up; where it is none of the account's, nothing changes and None is returned. Without
        one `keep` has to have shown a credential since `fresh`: else `SessionGone`. Returns the
        digests of the sessions that have ended.
        """

        def change(connection: Connection) -> list[str] | None:
            if code is None:
                hold_session(connection, keep, player, fresh)
            else:
                mine = recovery_codes.c.player == player
                gone = delete(recovery_codes).where(mine, recovery_codes.c.digest == code)
                if not connection.execute(gone).rowcount:
                    return None
            changed = update(accounts).where(accounts.c.player == player)
            connection.execute(changed.values(password=password))
            ended = _end_sessions(connection, player, but=keep)
            if code is not None:  # whoever was in wrong hands is so no more
                ended += _end_tokens(connection, player)
            if session is not None:
                _put_session(connection, player, session, at)
            return ended

        return await self._database.write(change)

    async def set_codes(
        self,
        player: str,
        codes: Iterable[str],
        actor: str | None = None,
        at: int = 0,
        session: str = "",
        fresh: int = 0,
    ) -> None:
        """Replace the recovery codes of an account, given by their digests.

        With an `actor` it is written down who did; else a `session` that has shown a credential
        since `fresh` asks for it, or `SessionGone` is raised.
        """

        def change(connection: Connection) -> None:
            if actor is None:
                hold_session(connection, session, player, fresh)
            else:
                write_down(connection, actor, "codes", player, "", at)
            connection.execute(delete(recovery_codes).where(recovery_codes.c.player == player))
            _put_codes(connection, player, codes)

        await self._database.write(change)

    async def count_codes(self, player: str) -> int:
        """Return how many recovery codes an account has left."""
        wanted = select(func.count()).where(recovery_codes.c.player == player)
        return await self._database.read(lambda c: int(c.execute(wanted).scalar_one()))

    async def passkeys_of(self, player: str) -> list[Passkey]:
        """Return the passkeys of an account, the oldest first."""
        wanted = _PASSKEY.where(passkeys.c.player == player).order_by(passkeys.c.created)
        return await self._database.read(lambda c: [Passkey(*row) for row in c.execute(wanted)])

    async def passkey(self, id: str) -> Passkey | None:
        """Return the passkey of an id, or None."""
        return await self._first(Passkey, _PASSKEY.where(passkeys.c.id == id))

    async def add_passkey(self, key: Passkey, keep: str, most: int, fresh: int) -> list[str] | None:
        """Add a passkey, and end all sessions but one; None where there are too many already.

        Returns the digests of the sessions that have ended.
        """

        def change(connection: Connection) -> list[str] | None:
            hold_session(connection, keep, key.player, fresh)
            mine = select(func.count()).where(passkeys.c.player == key.player)
            if connection.execute(mine).scalar_one() >= most:
                return None
            connection.execute(insert(passkeys), _row_of(key))
            return _end_sessions(connection, key.player, but=keep)

        try:
            return await self._database.write(change)
        except IntegrityError:
            raise NameTaken from None  # the same key was added at once

    async def remove_passkey(self, player: str, id: str, keep: str, fresh: int) -> list[str] | None:
        """Remove a passkey and end all sessions but one; None where it is not the account's.

        Also None where nothing else could be signed in with. Returns the digests of the sessions
        that have ended.
        """

        def change(connection: Connection) -> list[str] | None:
            hold_session(connection, keep, player, fresh)
            others = select(func.count()).where(passkeys.c.player == player, passkeys.c.id != id)
            password = select(accounts.c.password).where(accounts.c.player == player)
            other = connection.execute(password).scalar() is not None
            if not other and not connection.execute(others).scalar_one():
                return None
            mine = passkeys.c.player == player
            if not connection.execute(delete(passkeys).where(mine, passkeys.c.id == id)).rowcount:
                return None
            return _end_sessions(connection, player, but=keep)

        return await self._database.write(change)

    async def put_challenge(self, challenge: str, purpose: str, player: str, until: int) -> None:
        """Store what a device is to sign, for a purpose."""
        row = {"challenge": challenge, "purpose": purpose, "player": player, "until": until}

        def change(connection: Connection) -> None:
            connection.execute(insert(challenges), row)

        await self._database.write(change)

    async def take_challenge(self, challenge: str, purpose: str, player: str, at: int) -> bool:
        """Use up a challenge; return whether it was there, for this purpose and player."""
        known = challenges.c
        place = (known.challenge == challenge, known.purpose == purpose, known.player == player)

        def change(connection: Connection) -> bool:
            found = connection.execute(delete(challenges).where(*place, known.until > at)).rowcount
            connection.execute(delete(challenges).where(known.until <= at))
            return bool(found)

        return await self._database.write(change)

    async def find_challenged(self, challenge: str, purpose: str, at: int) -> str | None:
        """Return whose a challenge is, None where there is none for this purpose."""
        known = challenges.c
        place = (known.challenge == challenge, known.purpose == purpose, known.until > at)
        wanted = select(known.player).where(*place)
        return await self._database.read(lambda c: c.execute(wanted).scalar())

    # Programs

    async def is_bot(self, player: str) -> bool:
        """Return whether an account is a program's."""
        bots = players.c.id == player, players.c.kind == "bot"
        wanted = select(accounts.c.player).join(players, players.c.id == accounts.c.player)
        return (
            await self._database.read(lambda c: c.execute(wanted.where(*bots)).first()) is not None
        )

    async def make_bot(self, session: Session, fresh: int) -> bool:
        """Make an account a program's, for good; return False where it has played rated games.

        Raises `SessionGone`.
        """
        player = session.player

        def change(connection: Connection) -> bool:
            hold_session(connection, session.digest, player, fresh)
            rated = select(ratings.c.player).where(ratings.c.player == player)
            if connection.execute(rated).first() is not None:
                return False
            connection.execute(update(players).where(players.c.id == player).values(kind="bot"))
            return True

        return await self._database.write(change)

    async def add_token(self, token: Token, most: int, session: str, fresh: int) -> bool:
        """Add a token; return False where the account has as many as it may.

        Raises `SessionGone`.
        """

        def change(connection: Connection) -> bool:
            hold_session(connection, session, token.player, fresh)
            mine = select(func.count()).where(api_tokens.c.player == token.player)
            if connection.execute(mine).scalar_one() >= most:
                return False
            connection.execute(insert(api_tokens), _row_of(token))
            return True

        return await self._database.write(change)

    async def token(self, digest: str, at: int) -> Token | None:
        """Return the token of a hash that is valid at a time, or None."""
        valid = (api_tokens.c.digest == digest, api_tokens.c.until > at)
        return await self._first(Token, select(api_tokens).where(*valid))

    async def use_token(self, digest: str, at: int) -> None:
        """Note that a token was used."""

        def change(connection: Connection) -> None:
            used = update(api_tokens).where(api_tokens.c.digest == digest).values(used=at)
            connection.execute(used)

        await self._database.write(change)

    async def tokens_of(self, player: str) -> list[Token]:
        """Return the tokens of an account, the newest first."""
        mine = select(api_tokens).where(api_tokens.c.player == player)
        wanted = mine.order_by(api_tokens.c.created.desc())
        return await self._database.read(
            lambda c: [Token(**row._mapping) for row in c.execute(wanted)]
        )

    async def remove_token(self, player: str, id: str) -> list[str]:
        """Remove a token of an account; return its hash, or nothing."""
        return await self._database.write(lambda c: _end_tokens(c, player, id=id))

    # Sessions

    async def session(self, digest: str, since: int) -> Session | None:
        """Return a session that was used since a time, or None."""
        used = (sessions.c.digest == digest, sessions.c.used >= since)
        return await self._first(Session, _SESSION.where(*used))

    async def sessions_of(self, player: str, since: int) -> list[Session]:
        """Return the sessions of an account used since a time, the last used first."""
        mine = _SESSION.where(sessions.c.player == player, sessions.c.used >= since)
        wanted = mine.order_by(sessions.c.used.desc())
        return await self._database.read(
            lambda c: [Session(**row._mapping) for row in c.execute(wanted)]
        )

    async def begin_session(
        self,
        player: str,
        session: NewSession,
        at: int,
        *,
        key: tuple[str, int] | None = None,
        password: str | None = None,
        challenge: str | None = None,
    ) -> None:
        """Begin a session by what was shown.

        That is a `key`, the id of a passkey and how often it says it was used; or a `password`, by
        what is kept of it; or a `challenge` that another device has shown, which is used up and
        proves nothing. Raises `Superseded` where it is that no more.
        """

        def change(connection: Connection) -> None:
            _lock(connection, player)
            if key is not None:
                _use_key(connection, player, key, at)
            if password is not None:
                mine = (accounts.c.player == player, accounts.c.password == password)
                if connection.execute(select(accounts.c.player).where(*mine)).first() is None:
                    raise Superseded
            if challenge is not None:
                shown = (challenges.c.challenge == challenge, challenges.c.player == player)
                taken = delete(challenges).where(*shown, challenges.c.until > at)
                if not connection.execute(taken).rowcount:
                    raise Superseded
            _put_session(connection, player, session, at, proved=challenge is None)

        await self._database.write(change)

    async def use_key(self, player: str, key: tuple[str, int], at: int) -> None:
        """Note how often a passkey says it was used. Raises `Superseded` where it is gone."""
        await self._database.write(lambda connection: _use_key(connection, player, key, at))

    async def use_session(self, digest: str, at: int, *, proved: bool = False) -> None:
        """Note that a session was used; `proved`: a credential was shown, too."""
        values = {"used": at, "proved": at} if proved else {"used": at}

        def change(connection: Connection) -> None:
            connection.execute(update(sessions).where(sessions.c.digest == digest).values(values))

        await self._database.write(change)

    async def end_session(self, player: str, id: str) -> list[str]:
        """End one session of an account; return its digest, or nothing."""
        return await self._database.write(lambda c: _end_sessions(c, player, id=id))

    async def end_sessions(
        self, player: str, but: str = "", actor: str | None = None, at: int = 0
    ) -> list[str]:
        """End the sessions of an account, but for one; return their digests.

        With an `actor` it is written down who did.
        """

        def change(connection: Connection) -> list[str]:
            if actor is not None:
                write_down(connection, actor, "end_sessions", player, "", at)
            return _end_sessions(connection, player, but=but)

        return await self._database.write(change)

    async def forget_before(self, at: int, session: int) -> None:
        """Delete challenges and held names that ended before `at`, and sessions unused since."""

        def change(connection: Connection) -> None:
            connection.execute(delete(challenges).where(challenges.c.until < at))
            connection.execute(delete(held_names).where(held_names.c.until < at))
            connection.execute(delete(sessions).where(sessions.c.used < session))
            connection.execute(delete(api_tokens).where(api_tokens.c.until < at))

        await self._database.write(change)

    async def deeds_about(self, player: str) -> Sequence[tuple[int, str, str, str]]:
        """Return what was done to an account: when, by whom, what, and more of it."""
        wanted = (
            select(deeds.c.at, deeds.c.actor, deeds.c.deed, deeds.c.detail)
            .where(deeds.c.player == player)
            .order_by(deeds.c.id)
        )
        return await self._database.read(
            lambda c: [(row.at, row.actor, row.deed, row.detail) for row in c.execute(wanted)]
        )

    async def _first(self, kind: type[Row], wanted: Select[Any]) -> Row | None:
        """Return the first row of a question as a value, None where there is none."""

        def ask(connection: Connection) -> Row | None:
            row = connection.execute(wanted).first()
            return None if row is None else kind(**row._mapping)

        return await self._database.read(ask)

    async def _write(self, change: Any) -> None:
        try:
            await self._database.write(change)
        except IntegrityError:
            raise NameTaken from None  # somebody was faster


def _check_name(connection: Connection, skeleton: str, player: str, at: int) -> None:
    theirs = (accounts.c.skeleton == skeleton, accounts.c.player != player)
    held = (
        held_names.c.skeleton == skeleton,
        held_names.c.player != player,
        held_names.c.until > at,
    )
    for wanted in (select(accounts.c.player).where(*theirs), select(held_names).where(*held)):
        if connection.execute(wanted).first() is not None:
            raise NameTaken


def _name(connection: Connection, player: str, name: str, at: int) -> None:
    known = connection.execute(select(players.c.kind).where(players.c.id == player)).scalar()
    # Who has said that he is a program stays one.
    said = {"name": name, "kind": "bot" if known == "bot" else "account"}
    if known is None:
        connection.execute(insert(players), {"id": player, "created": at, **said})
    else:
        connection.execute(update(players).where(players.c.id == player).values(said))


def _put_codes(connection: Connection, player: str, codes: Iterable[str]) -> None:
    rows = [{"digest": code, "player": player} for code in codes]
    connection.execute(insert(recovery_codes), rows)


def has_account(connection: Connection, player: str) -> bool:
    """Return whether a player has an account."""
    mine = select(accounts.c.player).where(accounts.c.player == player)
    return connection.execute(mine).first() is not None


def _lock(connection: Connection, player: str) -> None:
    """Lock the account against other transactions. SQLite has one at a time."""
    mine = select(accounts.c.player).where(accounts.c.player == player)
    connection.execute(mine.with_for_update())


def hold_session(connection: Connection, session: str, player: str, fresh: int) -> None:
    """Raise `SessionGone` unless a session goes on that has shown a credential since `fresh`."""
    _lock(connection, player)
    mine = (sessions.c.digest == session, sessions.c.player == player, sessions.c.proved >= fresh)
    if connection.execute(select(sessions.c.id).where(*mine)).first() is None:
        raise SessionGone


def _use_key(connection: Connection, player: str, key: tuple[str, int], at: int) -> None:
    place = (passkeys.c.id == key[0], passkeys.c.player == player)
    used = update(passkeys).where(*place).values(uses=key[1], used=at)
    if not connection.execute(used).rowcount:
        raise Superseded


def _put_session(
    connection: Connection, player: str, session: NewSession, at: int, *, proved: bool = True
) -> None:
    newest = select(sessions.c.digest).where(sessions.c.player == player)
    kept = newest.order_by(sessions.c.used.desc()).limit(MOST_SESSIONS - 1)
    digests = [row.digest for row in connection.execute(kept)]
    if len(digests) == MOST_SESSIONS - 1:
        others = (sessions.c.player == player, sessions.c.digest.not_in(digests))
        connection.execute(delete(sessions).where(*others))
    times = {"created": at, "used": at, "proved": at if proved else 0}
    row = {"digest": session.digest, "id": session.id, "device": session.device, "player": player}
    connection.execute(insert(sessions), {**row, **times})


def _end_sessions(
    connection: Connection, player: str, *, but: str = "", id: str | None = None
) -> list[str]:
    mine = [sessions.c.player == player, sessions.c.digest != but]
    if id is not None:
        mine.append(sessions.c.id == id)
    found = [row.digest for row in connection.execute(select(sessions.c.digest).where(*mine))]
    connection.execute(delete(sessions).where(*mine))
    if id is None:  # and what was shown to other devices
        shown = (challenges.c.player == player, challenges.c.purpose == "pass")
        connection.execute(delete(challenges).where(*shown))
    return found


def _end_tokens(connection: Connection, player: str, *, id: str | None = None) -> list[str]:
    """Delete the tokens of an account, or one of them; return their hashes."""
    mine = [api_tokens.c.player == player]
    if id is not None:
        mine.append(api_tokens.c.id == id)
    found = [row.digest for row in connection.execute(select(api_tokens.c.digest).where(*mine))]
    connection.execute(delete(api_tokens).where(*mine))
    return found


def write_down(
    connection: Connection, actor: str, deed: str, player: str, detail: str, at: int
) -> None:
    """Write down what a moderator or an administrator did, in the transaction that does it."""
    row = {"at": at, "actor": actor, "deed": deed, "player": player, "detail": detail}
    connection.execute(insert(deeds), row)


def _row_of(value: Passkey | Token) -> dict[str, Any]:
    return {name: getattr(value, name) for name in type(value).__slots__}
