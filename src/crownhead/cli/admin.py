"""`crownhead admin`: accounts of a server, looked at and helped from its machine."""

from __future__ import annotations

import asyncio
import json
import os
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn, TypeVar

import click

from crownhead.cli.arguments import Choice, Refused, data_option, language_option
from crownhead.errors import CrownheadError
from crownhead.locales import Catalogue, detect
from crownhead.server.rights import ROLES, Role

if TYPE_CHECKING:
    from crownhead.server.storage.accounts import Account, AccountStore
    from crownhead.server.storage.database import Database
    from crownhead.server.storage.ratings import RatingStore

T = TypeVar("T")
ACTOR = "console"
"""Who is written down as having done it."""
MOST = 200
FAILED = 1
"""The status where something does not work, but was asked for as it should be."""


@click.group("admin")
@data_option("Folder of the server, which may run.")
@click.pass_context
def command(context: click.Context, data: Path) -> None:
    """Look at the accounts of a server, give roles, end sessions, let somebody in again.

    Also try whether its mail arrives, and whether it can send messages to browsers.

    With PostgreSQL, DATABASE_URL says where. The server hears of it within seconds.
    """
    context.obj = data


@command.command("accounts")
@click.argument("name", default="")
@click.option("--json", "as_json", is_flag=True, help="As a list of objects.")
@click.pass_obj
def accounts(data: Path, name: str, as_json: bool) -> None:
    """List accounts whose name begins with NAME, or looks so: at most 200."""
    from crownhead.server.people.names import skeleton

    found = _ask(data, lambda store: store.search(skeleton(name), MOST))
    if as_json:
        rows = [
            {"name": each.name, "role": each.role, "player": each.player, "created": each.created}
            for each in found
        ]
        click.echo(json.dumps(rows, ensure_ascii=False))
        return
    for each in found:
        day = datetime.fromtimestamp(each.created / 1000, UTC).date().isoformat()
        click.echo(f"{day}  {each.role:<13}  {each.name}")


@command.command("role")
@click.argument("name")
@click.argument("role", type=Choice(ROLES))
@click.pass_obj
def role(data: Path, name: str, role: Role) -> None:
    """Give the account NAME the role ROLE: so the first administrator is made."""
    from crownhead.server.clock import milliseconds

    async def give(store: AccountStore) -> str:
        account = await _account(store, name)
        await store.give_role(account.player, role, ACTOR, milliseconds())
        return account.name

    click.echo(f"{_ask(data, give)} is {role} now")


@command.command("end-sessions")
@click.argument("name")
@click.pass_obj
def end_sessions(data: Path, name: str) -> None:
    """Sign the account NAME out everywhere."""
    from crownhead.server.clock import milliseconds

    async def end(store: AccountStore) -> str:
        account = await _account(store, name)
        ended = await store.sessions.end_all(account.player, actor=ACTOR, at=milliseconds())
        return f"{account.name}: {len(ended)} ended"

    click.echo(_ask(data, end))


@command.command("codes")
@click.argument("name")
@click.pass_obj
def codes(data: Path, name: str) -> None:
    """Print new recovery codes of the account NAME, for somebody who has lost every way in.

    Make sure that it is he. The codes of before are void.
    """
    from crownhead.server.clock import milliseconds
    from crownhead.server.people.tokens import clean_code, digest, new_codes

    made = new_codes()

    async def renew(store: AccountStore) -> None:
        account = await _account(store, name)
        digests = [digest(clean_code(code)) for code in made]
        await store.set_codes(account.player, digests, actor=ACTOR, at=milliseconds())

    _ask(data, renew)
    for code in made:
        click.echo(code)


@command.command("annul")
@click.argument("game")
@click.pass_obj
def annul(data: Path, game: str) -> None:
    """Annul the rated game GAME (its id): all ratings are computed anew."""
    if not _ask_ratings(data, lambda store: store.annul(game)):
        raise Refused(f"{game[:40]!r} is no game that counts")
    click.echo(f"{game} no longer counts")


@command.command("ratings")
@click.pass_obj
def ratings(data: Path) -> None:
    """Compute all ratings anew from the rated games, in the order in which they counted."""
    games = _ask_ratings(data, lambda store: store.compute_all())
    click.echo(f"{games} games")


@command.command("pairs")
@click.pass_obj
def pairs(data: Path) -> None:
    """List pairs of accounts of which one loses rated games to the other too often.

    Five games or more within 30 days, four fifths of the points by one: it may be nothing but a
    difference in strength. Fewer games count where several accounts have played nobody but one who
    wins. (deleted) is an account that is no more, (bot) a program's.
    """
    from crownhead.server.clock import milliseconds
    from crownhead.server.process.profiles import MOST_BEST, PAIRS_FROM, PAIRS_SINCE

    since = milliseconds() - PAIRS_SINCE
    found = _ask_ratings(data, lambda store: store.one_sided(since, PAIRS_FROM, MOST_BEST))
    for each in found:
        winner = _mark_bot(each.winner, bot=each.winner_bot)
        loser = _mark_bot(each.loser, bot=each.loser_bot)
        click.echo(f"{each.points:g}/{each.games}  {winner}  {loser}")


@command.command("letter")
@click.argument("address")
@language_option
@click.pass_context
def letter(context: click.Context, address: str, lang: str | None) -> None:
    """Send one letter to ADDRESS by the server's mail server, and say how far it came.

    The environment says by which, as for the server: CROWNHEAD_MAIL, CROWNHEAD_MAIL_FROM and
    CROWNHEAD_ADDRESS. Exits with 1 where the letter is not taken.
    """
    from crownhead.server.clock import milliseconds
    from crownhead.server.people.tokens import new_token
    from crownhead.server.sending.mail import Letter, NotAnAddress, clean_address
    from crownhead.server.sending.mail_trial import try_letter
    from crownhead.server.settings import mail_server

    try:
        to, server = clean_address(address), mail_server(os.environ)
    except NotAnAddress:
        raise Refused(f"{address[:100]!r} is not an address of mail") from None
    except CrownheadError as error:
        raise Refused(str(error)) from None
    if server is None:
        _fail(context, "CROWNHEAD_MAIL is not set here: no mail is sent")
    speech = Catalogue(detect(wanted=lang))
    subject = speech.text("mail.trial.subject")
    text = speech.text("mail.trial", link=os.environ["CROWNHEAD_ADDRESS"])
    test = Letter(to, subject, text, f"trial-{new_token()}", speech.language)
    trial = asyncio.run(try_letter(server, test, milliseconds()))
    for step, said in trial.passed:
        click.echo(f"{step:<9}  {said}")
    if trial.failure:
        _fail(context, trial.failure)


@command.command("push")
@click.pass_context
def push(context: click.Context) -> None:
    """Show whether messages are sent to browsers, and by what key. Exits with 1 where not."""
    from crownhead.server.process.notifications.push import VAPID
    from crownhead.server.settings import contact_of, find_keys
    from crownhead.server.storage.encryption import decrypt
    from crownhead.server.storage.notices import NoticeStore

    try:
        contact = contact_of(os.environ.get("CROWNHEAD_PUSH", ""))
        keys = find_keys(context.obj, os.environ.get("CROWNHEAD_SECRET", ""))
    except CrownheadError as error:
        raise Refused(str(error)) from None

    async def ask(database: Database) -> tuple[str | None, int]:
        store = NoticeStore(database)
        return await store.server_key(VAPID), await store.count_subscriptions()

    sealed, subscribed = _ask_database(context.obj, ask)
    if sealed is None:
        key = "made when the first browser asks for it"
    elif decrypt(sealed, keys) is None:
        key = "sealed by one that is not there: another is made, and all browsers ask again"
    else:
        key = "there, and can be opened"
    click.echo(f"contact   {contact or 'none'}")
    click.echo(f"key       {key}")
    click.echo(f"browsers  {subscribed}")
    if not contact:
        _fail(context, "CROWNHEAD_PUSH is not set here: no messages are sent")


def _fail(context: click.Context, sentence: str) -> NoReturn:
    click.echo(sentence, err=True)
    context.exit(FAILED)


def _mark_bot(name: str, *, bot: bool) -> str:
    return name + (" (bot)" if bot else "") if name else "(deleted)"


def _ask_ratings(folder: Path, question: Callable[[RatingStore], Awaitable[T]]) -> T:
    from crownhead.server.storage.ratings import RatingStore

    return _ask_database(folder, lambda database: question(RatingStore(database)))


async def _account(store: AccountStore, name: str) -> Account:
    from crownhead.server.people.names import skeleton

    found = await store.find(skeleton(name))
    if found is None:
        raise Refused(f"There is no account {name[:40]!r}")
    return found


def _ask(folder: Path, question: Callable[[AccountStore], Awaitable[T]]) -> T:
    """Ask for the accounts of a server's folder, or change them. Raises `Refused`."""
    from crownhead.server.storage.accounts import AccountStore

    return _ask_database(folder, lambda database: question(AccountStore(database)))


def _ask_database(folder: Path, question: Callable[[Database], Awaitable[T]]) -> T:
    from crownhead.cli.server_database import ask_database

    return ask_database(folder, question)
