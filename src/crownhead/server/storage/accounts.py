"""Accounts, their credentials and sessions: asked of the database, and stored there.

What changes together is one transaction. Of passwords, codes and tokens there are hashes alone.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, delete, func, insert, or_, select, update
from sqlalchemy.exc import IntegrityError

from crownhead.server.clock import DAY
from crownhead.server.rights import Role
from crownhead.server.storage.database import Database, find_first, row_of
from crownhead.server.storage.deeds import write_down
from crownhead.server.storage.passkeys import Passkey, PasskeyStore, Superseded, use_key
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
from crownhead.server.storage.sessions import (
    NewSession,
    Session,
    SessionStore,
    end_sessions,
    hold_session,
    lock_account,
    put_session,
)
from crownhead.server.storage.tokens import TokenStore, end_tokens


class NameTaken(Exception):
    """Somebody has this name, or one that looks like it, or has it still held for him."""


class RenamedLately(Exception):
    """The name was changed not long ago."""


LEAVE = "leave"
"""The purpose of what is no challenge: an account whose deletion has begun."""
LEAVE_LASTS = 3650 * DAY


@dataclass(frozen=True, slots=True)
class Account:
    """One account; `renamed` is when its name was last changed."""

    player: str
    name: str
    role: Role
    password: str | None
    created: int
    renamed: int | None


_ACCOUNT = select(
    accounts.c.player,
    players.c.name,
    accounts.c.role,
    accounts.c.password,
    accounts.c.created,
    accounts.c.renamed,
).join(players, players.c.id == accounts.c.player)


class AccountStore:
    """Ask for accounts, and change them."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self.sessions = SessionStore(database)
        self.passkeys = PasskeyStore(database)
        self.tokens = TokenStore(database)

    # Accounts

    async def find(self, skeleton: str) -> Account | None:
        """Return the account of a name, or None."""
        return await find_first(
            self._database, Account, _ACCOUNT.where(accounts.c.skeleton == skeleton)
        )

    async def account(self, player: str) -> Account | None:
        """Return a player's account, or None."""
        return await find_first(
            self._database, Account, _ACCOUNT.where(accounts.c.player == player)
        )

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
                connection.execute(insert(passkeys), row_of(key))
            _put_codes(connection, player, codes)
            put_session(connection, player, session, at)

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
            ended = end_sessions(connection, player) + end_tokens(connection, player)
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
            return end_sessions(connection, player, but=session.digest)

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
            ended = end_sessions(connection, player, but=keep)
            if code is not None:  # whoever was in wrong hands is so no more
                ended += end_tokens(connection, player)
            if session is not None:
                put_session(connection, player, session, at)
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
            lock_account(connection, player)
            if key is not None:
                use_key(connection, player, key, at)
            if password is not None:
                mine = (accounts.c.player == player, accounts.c.password == password)
                if connection.execute(select(accounts.c.player).where(*mine)).first() is None:
                    raise Superseded
            if challenge is not None:
                shown = (challenges.c.challenge == challenge, challenges.c.player == player)
                taken = delete(challenges).where(*shown, challenges.c.until > at)
                if not connection.execute(taken).rowcount:
                    raise Superseded
            put_session(connection, player, session, at, proved=challenge is None)

        await self._database.write(change)

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
