"""The histories of players: shown by filters, handed out as PDN, and gathered of older games."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator, Generator, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial

from crownhead.game import Game
from crownhead.server.messages import history as h
from crownhead.server.metrics import FAULTS
from crownhead.server.people.names import skeleton
from crownhead.server.process.accounts import find_account
from crownhead.server.process.fairqueue import Urgency
from crownhead.server.process.work import Work
from crownhead.server.room import pictures
from crownhead.server.room.played import (
    PlainLog,
    Played,
    is_plain,
    opening_name,
    summarise,
    summarise_plain,
)
from crownhead.server.room.refusals import Refusal
from crownhead.server.room.table import Table
from crownhead.server.storage.accounts import AccountStore
from crownhead.server.storage.choices import ChoiceStore
from crownhead.server.storage.database import is_away
from crownhead.server.storage.games import GameStore, Loaded
from crownhead.server.storage.history import Filters, HistoryStore, Listed, Place, Score

MOST_OPENINGS = 200
PAGE_OF_FILE = 100
"""Games that are asked for at once where a history is handed out."""
LOOKED_THROUGH = 200
"""Games of a history among which rated ones are looked for."""
PORTION = 500
"""Games of before that are put in order together."""
PAUSE = 5.0
"""Seconds until the next attempt where the database is away."""
NOBODY = "-"
"""An opponent that nobody is: the name that was asked for has no account."""
POINTS: dict[str, int] = {"won": 2, "drawn": 1, "lost": 0}
_RESULTS: dict[int, h.Result] = {2: "won", 1: "drawn", 0: "lost"}
_log = logging.getLogger("crownhead.server")


@dataclass(frozen=True, slots=True)
class Asked:
    """Whose history is asked for, and which games of it; `opponent` is a name."""

    player: str
    filters: Filters
    opponent: str | None


class Histories:
    """Show the histories of players to themselves, and to others where they may see them."""

    def __init__(
        self,
        store: GameStore,
        accounts: AccountStore,
        histories: HistoryStore,
        choices: ChoiceStore,
        work: Work,
    ) -> None:
        self._store = store
        self._accounts = accounts
        self._histories = histories
        self._choices = choices
        self._work = work
        self._sorting = True

    async def of(self, name: str, asker: str) -> str:
        """Return the player of a name whose history the asker may see. Raises `Refusal`."""
        account = await find_account(self._accounts, name)
        if account.player != asker and (await self._choices.of(account.player)).private:
            raise Refusal("no_seat", text="history_private")
        return account.player

    async def page(
        self, asked: Asked, before: Place | None, most: int, language: str
    ) -> h.HistoryPage:
        """Return the latest games that end before a place."""
        sorting = self._sorting  # as it was when the games were asked for
        filters = await self._filters(asked)
        found = await self._histories.page(asked.player, filters, before, most + 1)
        score = None
        if before is None:
            score = _score(await self._histories.score(asked.player, filters))
        games = tuple(_game(each, language) for each in found[:most])
        more = f"{games[-1].ended}-{games[-1].game}" if len(found) > most else None
        return h.HistoryPage(games, more, score, sorting)

    async def openings(self, asked: Asked, language: str) -> list[h.OpeningScore]:
        """Return what a player has scored with named openings, the most played first."""
        filters = await self._filters(asked)
        found = await self._histories.openings(asked.player, filters, MOST_OPENINGS)
        return [
            h.OpeningScore(each.variant, name, each.side, _score(each.score))  # type: ignore[arg-type]
            for each in found
            if (name := _opening(each.variant, each.opening, language)) is not None
        ]

    async def file(self, asked: Asked, asker: str, language: str) -> AsyncIterator[bytes]:
        """Yield the games that are asked for as PDN, the newest first, one after the other."""
        filters = await self._filters(asked)
        place: Place | None = None
        while True:
            found = await self._histories.page(asked.player, filters, place, PAGE_OF_FILE)
            for each in found:
                text = await self._text(each.played.game, asker, language)
                if text:
                    yield text.encode() + b"\n"
            if len(found) < PAGE_OF_FILE:
                return
            place = Place(found[-1].played.ended, found[-1].played.game)

    async def _text(self, game: str, asker: str, language: str) -> str:
        while True:
            try:
                table = await self._table(game, asker)
                if table is None:
                    return ""
                read = partial(pictures.pdn, table, language)
                return await self._work.run_off_loop(asker, read, Urgency.ANALYSIS, metered=True)
            except Refusal as refusal:
                if not refusal.crowded:
                    raise
                await asyncio.sleep(PAUSE)  # a file that has begun is brought to its end
            except Exception as error:
                if is_away(error):
                    raise
                # One that cannot be read any more takes no other with it.
                _log.warning("game in no file", extra={"game": game, "error": str(error)[:200]})
                return ""

    async def list_rated(self, player: str) -> list[Played]:
        """Return the rated games among the last ones of a player, the newest first."""
        found = await self._histories.page(player, Filters(), None, LOOKED_THROUGH)
        return [each.played for each in found if each.played.rated]

    async def game(self, game: str, asker: str) -> Game | None:
        """Return a game that has ended, None where it cannot be read any more."""
        table = await self._table(game, asker)
        return None if table is None else table.game

    async def _table(self, game: str, host: str) -> Table | None:
        """Return a game as its log makes it, beside the tables that are in use."""
        loaded = await self._store.load(game)
        if loaded is None:
            return None
        return await self._work.step(host, loaded.replay(), Urgency.ANALYSIS)

    async def _filters(self, asked: Asked) -> Filters:
        """Return the filters with the opponent's id for his name."""
        if asked.opponent is None:
            return asked.filters
        account = await self._accounts.find(skeleton(asked.opponent))
        return replace(asked.filters, opponent=NOBODY if account is None else account.player)

    # What was played before there was a history

    async def gather(self) -> None:
        """Put games in order that ended before there was a history, until none is left."""
        while True:
            try:
                games = await self._histories.list_unsorted(PORTION)
                if not games:
                    self._sorting = False
                    return
                await self._sort(games)
            except Exception as error:
                if not is_away(error):
                    FAULTS.inc()
                    _log.exception("history not gathered")
                await asyncio.sleep(PAUSE)

    async def _sort(self, games: list[str]) -> None:
        """Put games in order together; those alone are replayed that are not plain."""
        plain = [log for log in await self._histories.plain_logs(games) if is_plain(log)]
        known = {each.game for each in plain}
        loaded = await self._store.load_all([game for game in games if game not in known])
        try:
            found = await self._work.step(games[0], _find_played(plain, loaded), Urgency.ANALYSIS)
        except Refusal as refusal:
            if not refusal.crowded:
                raise
            await asyncio.sleep(PAUSE)  # others have to do; this can wait
            return
        await self._histories.sort(games, found)


def _find_played(
    plain: Sequence[PlainLog], loaded: Sequence[Loaded]
) -> Generator[None, None, list[Played]]:
    """Return what games are in the histories of their players, in many small steps.

    One that cannot be read any more is in no history, and stops no other.
    """
    found: list[Played] = []
    for log in plain:
        with _telling(log.game):
            found += summarise_plain(log)
        yield
    for each in loaded:
        with _telling(each.game):
            table = yield from each.replay()
            found += summarise(table)
    return found


@contextlib.contextmanager
def _telling(game: str) -> Iterator[None]:
    try:
        yield
    except Exception as error:
        detail = {"game": game, "error": str(error)[:200]}
        _log.warning("game in no history", extra=detail)


def _game(listed: Listed, language: str) -> h.PlayedGame:
    each = listed.played
    return h.PlayedGame(
        game=each.game,
        ended=each.ended,
        variant=each.variant,
        tempo=each.tempo,
        side=each.side,
        result=_RESULTS[each.points],
        opponent=each.name if listed.account is None else listed.account,
        rival=each.kind,  # type: ignore[arg-type]
        account=listed.account is not None,
        level=each.level,
        rated=each.rated,
        opening=_opening(each.variant, each.opening, language),
        plies=each.plies,
    )


def _opening(variant: str, key: str | None, language: str) -> h.OpeningName | None:
    name = opening_name(variant, key, language)
    return None if key is None or name is None else h.OpeningName(key, name)


def _score(score: Score) -> h.Tally:
    return h.Tally(score.won, score.drawn, score.lost)
