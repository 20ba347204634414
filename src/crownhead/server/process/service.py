"""The parts of one process of the server, put together; who waits for what."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine, Sequence
from time import monotonic
from typing import Any

from crownhead.server.messages import bodies as r
from crownhead.server.messages import frames as m
from crownhead.server.messages.entries import LotsDrawn, Seated
from crownhead.server.process.accounts import Accounts
from crownhead.server.process.analysis_service import AnalysisService
from crownhead.server.process.bases import Bases
from crownhead.server.process.broadcaster import Broadcaster
from crownhead.server.process.bus import Bus, Present
from crownhead.server.process.callers import Callers
from crownhead.server.process.challenging import Challenging
from crownhead.server.process.computer import Computer
from crownhead.server.process.connection import Connection
from crownhead.server.process.event_cache import EventCache
from crownhead.server.process.event_games import EventGames
from crownhead.server.process.event_queries import EventQueries
from crownhead.server.process.events import Events
from crownhead.server.process.friends import Friends
from crownhead.server.process.guest_databases import GuestDatabases
from crownhead.server.process.guests import Guests
from crownhead.server.process.histories import Histories
from crownhead.server.process.letters import Letters
from crownhead.server.process.lobby import Offers
from crownhead.server.process.matchmaking import Matchmaking
from crownhead.server.process.notifications.choices import NotificationChoices
from crownhead.server.process.notifications.dispatcher import NoticeDispatcher
from crownhead.server.process.notifications.mail import MailNotices
from crownhead.server.process.notifications.outgoing import Outgoing
from crownhead.server.process.notifications.page import PageNotices
from crownhead.server.process.notifications.push import PushNotices
from crownhead.server.process.places import Places
from crownhead.server.process.profiles import Profiles
from crownhead.server.process.queries import GameQueries
from crownhead.server.process.seasons import Seasons
from crownhead.server.process.studies import Studies
from crownhead.server.process.tables import Tables
from crownhead.server.process.talking import Talking
from crownhead.server.process.timers import Timers
from crownhead.server.process.work import Work
from crownhead.server.room import acts
from crownhead.server.room.entries import Entry
from crownhead.server.room.refusals import Refusal
from crownhead.server.room.table import Table
from crownhead.server.settings import Settings
from crownhead.server.storage.accounts import AccountStore
from crownhead.server.storage.challenges import ChallengeStore
from crownhead.server.storage.choices import ChoiceStore
from crownhead.server.storage.database import is_away
from crownhead.server.storage.events import EventStore
from crownhead.server.storage.friends import FriendStore
from crownhead.server.storage.history import HistoryStore
from crownhead.server.storage.letters import LetterStore
from crownhead.server.storage.notices import NoticeStore
from crownhead.server.storage.ratings import RatingStore
from crownhead.server.storage.seasons import SeasonStore
from crownhead.server.storage.store import Store
from crownhead.server.storage.talk import TalkStore

_log = logging.getLogger("crownhead.server")

MOST_REPORTS, REPORTS_OF_NETWORK = 8, 4
"""Reports that go on at once, each with 16 MB for its search: in all, and of one network."""
MOST_HANDED_IN, HANDED_IN_OF_NETWORK = 8, 4
"""Games handed in that come, wait or are replayed: in all, and of one network."""
LATELY = 120.0
"""Seconds for which somebody who asks by HTTP is taken to wait for the computer's answer."""


class Service:
    """Hold the parts of the server together, and tell them of each other."""

    def __init__(self, settings: Settings, store: Store, bus: Bus, haste: bool = False) -> None:
        self.settings = settings
        self.store = store
        self.bus = bus
        self.work = Work()
        self.broadcaster = Broadcaster(self.work)
        self.tables = Tables(store.games, self.broadcaster, bus, self.work)
        self.computer = Computer(
            self.tables, self.is_followed, settings.threads, settings.keys, haste=haste
        )
        self.analysis = AnalysisService(settings.threads)
        self.reports = Places(most=MOST_REPORTS, network=REPORTS_OF_NETWORK, renews=True)
        self.handing_in = Places(most=MOST_HANDED_IN, network=HANDED_IN_OF_NETWORK)
        self.timers = Timers(self.tables, self.computer)
        self.guest_databases = GuestDatabases(settings, store, self.work)
        self.bases = Bases(settings.bases, self.guest_databases)
        self.offers = Offers(self.tables, self.broadcaster, bus, strict=settings.strict)
        accounts = AccountStore(store.database)
        letters = LetterStore(store.database)
        self.guests = Guests(settings, store, accounts, self.tables, self.guest_databases, letters)
        ratings = RatingStore(store.database)
        self.callers = Callers(accounts, bus)
        self.accounts = Accounts(accounts, self.guests, ratings, self.callers)
        self.choices = ChoiceStore(store.database)
        friends = FriendStore(store.database)
        self.friends = Friends(accounts, friends, self.choices, self.broadcaster)
        self.profiles = Profiles(accounts, ratings, self.choices, friends)
        history = HistoryStore(store.database)
        self.histories = Histories(store.games, accounts, history, self.choices, self.work)
        self.letters = Letters(letters, self.tables, self.callers, settings.keys)
        self.talking = Talking(TalkStore(store.database), self.tables, self.broadcaster, bus)
        self.matchmaking = Matchmaking(
            *(
                store.games,
                self.tables,
                self.work,
                self.guests,
                self.offers,
                self._note_beginning,
                ratings,
            ),
            self.letters,
        )
        self.queries = GameQueries(
            *(store.games, self.tables, self.work, self.broadcaster, self.computer, self.letters)
        )
        notices = NoticeStore(store.database)
        events = EventStore(store.database, settings.keys)
        held = EventCache(events, self.work)
        outgoing = Outgoing(haste=haste)
        page = PageNotices(notices, self.tables, held)
        push = PushNotices(settings, notices, outgoing)
        mail = MailNotices(settings, notices, outgoing)
        self.notification_choices = NotificationChoices(
            *(settings, notices, accounts, page, push, mail, outgoing), haste=haste
        )
        self.notices = NoticeDispatcher(
            *(settings, notices, friends, self.tables, held, self.broadcaster),
            *(page, push, mail, outgoing),
            haste=haste,
        )
        self.challenging = Challenging(
            accounts,
            ChallengeStore(store.database),
            friends,
            self.choices,
            TalkStore(store.database),
            self.matchmaking,
            self.tables,
            self.broadcaster,
            bus,
            page,
        )
        page.refresh = self.challenging.tell
        if haste:
            self.tables.grace = 0
        self.events = Events(
            *(events, held, accounts, ratings, self.guests),
            *(self.tables, self.work, self.broadcaster, bus, notices),
        )
        self.accounts.making.append(self.events.remind)
        self.event_games = EventGames(
            *(events, held, self.events, store.games, self.tables, self.guests),
            *(ratings, notices, self.work, bus),
        )
        self.events.on_due = self.event_games.attend_soon
        self.computer.on_judged = self.event_games.end_duty
        self.event_queries = EventQueries(
            events, held, self.queries, self.work, self.events.propose
        )
        self.seasons = Seasons(SeasonStore(store.database), events, held, self.guests, self.work)
        self.guests.forgetting.append(self.seasons.forget)
        self.guests.keeping.append(self.seasons.personal_data)
        self.guests.adopting.append(self.events.adopt)
        self.guests.forgetting.append(self.events.forget)
        self.guests.keeping.append(self.events.personal_data)
        self.guests.forgetting.append(notices.forget)
        self.guests.keeping.append(notices.personal_data)
        self.studies = Studies(store.database, settings, self.work)
        self.guests.adopting.append(self.studies.adopt)
        self.guests.forgetting.append(self.studies.forget)
        self.guests.keeping.append(self.studies.personal_data)
        self.returns: list[Callable[[Table, str], None]] = []
        self._asked: dict[str, float] = {}
        self._errands: set[asyncio.Task[object]] = set()
        listeners = (
            self.timers.listen,
            self.computer.listen,
            self.offers.listen,
            self.queries.listen,
            self._presence,
            self._lots,
            self._challenges,
            self.letters.listen,
            self.event_games.listen,
        )
        self.broadcaster.listeners += listeners

    # Who waits

    def is_followed(self, game: str) -> bool:
        """Return whether anybody follows a game, or has asked about it lately."""
        return bool(self.broadcaster.watchers(game)) or self._asked.get(game, 0) > monotonic()

    def note_query(self, game: str) -> None:
        """Note that somebody asks about a game by HTTP."""
        self._asked[game] = monotonic() + LATELY
        if len(self._asked) > 10_000:
            now = monotonic()
            self._asked = {g: until for g, until in self._asked.items() if until > now}

    def _note_beginning(self, table: Table) -> None:
        self.note_query(table.id)
        self.computer.consider(table)

    def _presence(self, table: Table, entries: Sequence[Entry]) -> None:
        if any(isinstance(entry.event, Seated | LotsDrawn) for entry in entries):
            self.tell_presence(table)

    def tell_presence(self, table: Table) -> None:
        """Send who of a table is connected, if that has changed."""
        if self.broadcaster.tell_presence(table):
            self.bus.publish(Present(table.id, tuple(sorted(self.broadcaster.present(table)))))

    # In a game

    async def act(
        self, game: str, player: str, id: str, act: m.AnyAct, seq: int | None, lag: int = 0
    ) -> m.Ack:
        """Do what a player asks in a game. Raises `Refusal`."""
        if isinstance(act, m.RematchAct | m.NextAct):
            return await self.matchmaking.again(game, player, id, act)
        if isinstance(act, m.MoveAct):
            await self.letters.check_move(player, game, act.text)
        return await self.tables.do(game, player, id, act, seq, lag)

    async def show(self, game: str, player: str, language: str) -> r.Shown:
        """Return a game as it stands to somebody who asks by HTTP."""
        self.note_query(game)
        async with self.tables.open(game, current=True) as table:
            self.computer.consider(table)
            shown = await self.queries.show(table, player, language)
            self._receives(table, player)
            self.letters.note_network(table)
            return shown

    async def check_caller(self, connection: Connection) -> None:
        """Sign a connection out that has come by what has ended meanwhile."""
        try:
            if not await self.callers.holds(connection.session, connection.guest):
                connection.signed_out.set()
        except Exception as error:
            if not is_away(error):
                raise

    def note_follower(self, table: Table, connection: Connection) -> None:
        """Note that somebody follows a table: who is to move may have come back to it."""
        if connection.looks:
            return
        player = connection.guest
        self._receives(table, player)
        self.letters.note_network(table)
        for listener in self.returns:
            listener(table, player)

    def _challenges(self, table: Table, entries: Sequence[Entry]) -> None:
        """Notify both sides of a challenge that was taken or withdrawn."""
        if self.challenging.is_settled(table, entries):
            self._spawn(self.challenging.notify_change(table.id))

    def _lots(self, table: Table, _entries: Sequence[Entry]) -> None:
        """Note which players are connected and so have been sent what was published."""
        if table.phase == "lots" and table.unready:
            for connection in self.broadcaster.watchers(table.id):
                self._receives(table, connection.guest)

    def _receives(self, table: Table, player: str) -> None:
        if table.phase == "lots" and player in table.people - table.receivers:
            self._spawn(
                self.tables.change(table.id, lambda t, at: acts.receive_lots(t, player, at))
            )

    def _spawn(self, action: Coroutine[Any, Any, object]) -> None:
        task = asyncio.create_task(action)
        self._errands.add(task)
        task.add_done_callback(self._errand_done)

    def _errand_done(self, task: asyncio.Task[object]) -> None:
        self._errands.discard(task)
        error = None if task.cancelled() else task.exception()
        if error is not None and not isinstance(error, Refusal):
            _log.error("errand failed", exc_info=error)
