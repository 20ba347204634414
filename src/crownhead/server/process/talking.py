"""Talk between the players of a game, reports of it, and what moderators decide."""

from __future__ import annotations

from collections.abc import Iterable
from typing import assert_never

from crownhead.rules import Color
from crownhead.server.clock import DAY, milliseconds
from crownhead.server.messages import talk as m
from crownhead.server.messages.frames import Talked
from crownhead.server.process.broadcaster import Broadcaster, encode
from crownhead.server.process.bus import Bus, TalkedElsewhere
from crownhead.server.process.tables import Tables
from crownhead.server.room.refusals import Refusal
from crownhead.server.room.table import Table
from crownhead.server.room.texts import clean_line
from crownhead.server.storage.talk import Hindrance, Spoken, StoredSaid, TalkStore

KEPT = 30 * DAY
"""Milliseconds after which what was said is deleted, and a warning is no longer shown."""
MOST_REPORTS = 100
"""Reports that are shown to moderators at once."""
MOST_UNDECIDED = 20
"""Reports of one player that wait for a decision."""


class Talking:
    """Carry what players say to each other."""

    def __init__(
        self,
        store: TalkStore,
        tables: Tables,
        broadcaster: Broadcaster,
        bus: Bus,
    ) -> None:
        self._store = store
        self._tables = tables
        self._broadcaster = broadcaster
        self._bus = bus

    async def talk(self, game: str, player: str, after: int = 0) -> m.Talk:
        """Return what was said in a game of the player's. Raises `Refusal`."""
        return await self._talk(game, player, await self._other(game, player), after)

    async def _talk(self, game: str, player: str, other: str, after: int = 0) -> m.Talk:
        now = milliseconds()
        found = await self._store.talk(game, player, other, after, now, now - KEPT)
        return m.Talk(
            said=tuple(_show(found.said, player)),
            free=found.account and not found.off and not found.blocked and found.muted is None,
            off=found.off,
            blocked=found.blocked,
            muted=found.muted,
            warned=found.warned,
        )

    async def say(self, game: str, player: str, wish: m.Say) -> m.Talk:
        """Store what a player says in a game of his, and send word of it. Raises `Refusal`.

        Who is blocked by the other is heard by himself alone, and not told so.
        """
        other, side = await self._seats(game, player)
        if (wish.phrase is None) == (wish.text is None):
            raise Refusal("bad_message", detail="expected phrase or text")
        text = "" if wish.text is None else clean_line(wish.text, m.LONGEST_TEXT)
        if wish.text is not None and not text:
            raise Refusal("bad_message", text="invisible", detail="text: nothing of it is visible")
        row = {"player": player, "side": side, "phrase": wish.phrase}
        spoken = await self._store.say(game, other, {**row, "text": text, "at": milliseconds()})
        if not isinstance(spoken, Spoken):
            raise _refuse_talk(spoken)
        players = (player, other) if spoken.heard else (player,)
        self.tell_here(game, spoken.id, frozenset(players))
        self._bus.publish(TalkedElsewhere(game, spoken.id, players))
        return await self._talk(game, player, other)

    def tell_here(self, game: str, last: int, players: frozenset[str]) -> None:
        """Notify the players of a game who are connected here that something was said."""
        frame = encode(Talked(game, last))
        for connection in tuple(self._broadcaster.watchers(game)):
            if connection.guest in players:
                connection.post(frame)

    async def switch_off(self, game: str, player: str) -> m.Talk:
        """Switch texts off in a game, for good."""
        other = await self._other(game, player)
        await self._store.switch_off(game, milliseconds())
        return await self._talk(game, player, other)

    async def block(self, game: str, player: str, *, on: bool) -> m.Talk:
        """Block the other player of a game, in every game; or unblock him."""
        other = await self._other(game, player)
        await (self._store.block if on else self._store.unblock)(player, other)
        return await self._talk(game, player, other)

    async def report(self, game: str, player: str, id: int, wish: m.Complaint) -> None:
        """Report something that the other player has said."""
        other = await self._other(game, player)
        found = await self._store.one(game, id)
        if found is None or found.player != other:
            raise Refusal("unknown_game", text="talk_unknown")
        row = {"game": game, "said": id, "by": player, "author": other, "ground": wish.ground}
        if not await self._store.report({**row, "at": milliseconds()}, MOST_UNDECIDED):
            raise Refusal("not_allowed", text="too_many_reports")

    async def _other(self, game: str, player: str) -> str:
        """Return the other player of a game between two people. Raises `Refusal`."""
        return (await self._seats(game, player))[0]

    async def _seats(self, game: str, player: str) -> tuple[str, Color | None]:
        """Return the other player of a game, and the own side once there is one."""
        async with self._tables.open(game, current=True) as table:
            return _other(table, player), next(iter(table.sides(player)), None)

    # Moderators

    async def reports(self, actor: str) -> list[m.ReportedTalk]:
        """Return what was reported and nobody has decided about, the oldest first.

        What a moderator has said himself others judge.
        """
        return [
            m.ReportedTalk(
                id=each.id,
                game=each.game,
                ground=each.ground,
                at=each.at,
                by=each.by,
                author=each.author,
                author_name=each.name,
                said=each.said,
                context=tuple(_show(each.around, each.author)),
                trail=tuple(m.Deed(*deed) for deed in each.trail),
            )
            for each in await self._store.open_reports(MOST_REPORTS, actor)
        ]

    async def decide(self, id: int, actor: str, ruling: m.Ruling) -> None:
        """Decide about a report. Raises `Refusal` where somebody has done so."""
        now = milliseconds()
        until = now + ruling.days * DAY
        if not await self._store.decide(id, actor, ruling.verdict, until, now):
            raise Refusal("unknown_game", text="talk_unknown")

    async def prune(self, now: int) -> None:
        """Delete what was said long ago."""
        await self._store.prune(now - KEPT)


def _other(table: Table, player: str) -> str:
    if not table.has_seat(player):
        raise Refusal("no_seat")
    others = table.people - {player}
    if len(others) != 1:
        raise Refusal("not_allowed", text="talk_alone")
    [other] = others
    return other


def _show(found: Iterable[StoredSaid], player: str) -> Iterable[m.Said]:
    for each in found:
        yield m.Said(each.id, each.side, each.player == player, each.phrase, each.text, each.at)


def _refuse_talk(hindrance: Hindrance) -> Refusal:
    """Return what is told to somebody who cannot speak."""
    match hindrance:
        case "muted":
            return Refusal("not_allowed", text="talk_muted")
        case "guest":
            return Refusal("not_allowed", text="talk_account")
        case "off":
            return Refusal("not_allowed", text="talk_off")
        case _:
            assert_never(hindrance)
