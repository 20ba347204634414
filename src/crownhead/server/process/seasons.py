"""Seasons at this process: made and changed by their organisers, ranked for everybody."""

from __future__ import annotations

import secrets
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import msgspec

from crownhead.competition import CompetitionError
from crownhead.competition.season import (
    POINT_TABLES,
    SeasonRow,
    SeasonRule,
    Stage,
    rank_season,
)
from crownhead.competition.spreadsheet import csv_text
from crownhead.locales import Catalogue
from crownhead.server.clock import milliseconds
from crownhead.server.event.files import file_name
from crownhead.server.event.refusals import to_refusal
from crownhead.server.event.state import EventState
from crownhead.server.messages import seasons as m
from crownhead.server.process.event_cache import EventCache
from crownhead.server.process.fairqueue import Urgency
from crownhead.server.process.guests import Guests
from crownhead.server.process.work import Work
from crownhead.server.room.naming import new_id
from crownhead.server.room.refusals import Refusal
from crownhead.server.room.texts import clean_line
from crownhead.server.storage.database import Conflict
from crownhead.server.storage.events import EventHead, EventStore
from crownhead.server.storage.seasons import Season, SeasonStore

MOST_OWN = 20
"""Seasons of one organiser."""
MOST_LISTED = 30
MOST_KEPT = 500
"""Events of which it is remembered what they bring to seasons."""


@dataclass(frozen=True, slots=True)
class Standing:
    """What a season has come to: its events, what each brings, None as long as it is not over.

    `rows` is None where the events count points of different size.
    """

    settings: m.SeasonSettings
    heads: Sequence[EventHead]
    stages: Sequence[Stage | None]
    rows: Sequence[SeasonRow] | None


class Seasons:
    """Keep seasons, and rank them by what their events have come to."""

    def __init__(
        self,
        store: SeasonStore,
        events: EventStore,
        held: EventCache,
        guests: Guests,
        work: Work,
    ) -> None:
        self._store = store
        self._events = events
        self._held = held
        self._guests = guests
        self._work = work
        self._stages: OrderedDict[str, tuple[int, Stage | None]] = OrderedDict()

    async def make(self, player: str, wish: m.NewSeason) -> m.SeasonShown:
        """Make a season. Raises `Refusal`."""
        origin = None if wish.id is None else f"{player}:{wish.id}"
        if origin is not None and (known := await self._store.find_by_origin(origin)) is not None:
            return await self._show(known, player)
        if await self._store.count_of(player) >= MOST_OWN:
            raise Refusal("not_allowed", text="too_many_seasons")
        given = {name: getattr(wish, name) for name in m.SeasonSettings.__struct_fields__}
        settings = await self._check(player, m.SeasonSettings(**given))
        now = milliseconds()
        season = Season(
            id=new_id(),
            organiser=player,
            organiser_name=await self._guests.name_of(player),
            revision=1,
            created=now,
            changed=now,
            settings=msgspec.to_builtins(settings),
        )
        try:
            await self._store.create(season, origin)
        except Conflict:
            raise Refusal("unavailable") from None  # the same request, answered meanwhile
        return await self._show(season, player)

    async def change(self, id: str, player: str, wish: m.SeasonChange) -> m.SeasonShown:
        """Give a season other settings. Raises `Refusal`."""
        season = await self._own(id, player)
        settings = msgspec.to_builtins(await self._check(player, wish.settings))
        if not await self._store.change(id, wish.revision, settings, milliseconds()):
            raise Refusal("stale", seq=season.revision)
        return await self.show(id, player)

    async def delete(self, id: str, player: str) -> None:
        """Delete a season; its events stay. Raises `Refusal`."""
        await self._own(id, player)
        await self._store.delete(id)

    async def _find(self, id: str) -> Season:
        season = await self._store.find(id)
        if season is None:
            raise Refusal("unknown_game", text="unknown_season")
        return season

    async def _own(self, id: str, player: str) -> Season:
        season = await self._find(id)
        if season.organiser != player:
            raise Refusal("no_seat", text="season_right")
        return season

    async def _check(self, player: str, settings: m.SeasonSettings) -> m.SeasonSettings:
        """Return settings as they are stored. Raises `Refusal` for what is none of a season."""
        name = clean_line(settings.name, 60)
        if not name:
            raise Refusal("bad_message", text="invisible", detail="name: nothing of it is visible")
        try:
            rule_of(settings)
        except CompetitionError as error:
            raise to_refusal(error) from None
        if len(set(settings.events)) != len(settings.events):
            raise Refusal("not_allowed", text="season_twice")
        heads = await self._events.heads(settings.events)
        if any(each not in heads or heads[each].organiser != player for each in settings.events):
            raise Refusal("not_allowed", text="season_others")
        return msgspec.structs.replace(settings, name=name)

    # Looking

    async def show(self, id: str, player: str) -> m.SeasonShown:
        """Return a season with its standing. Raises `Refusal`."""
        return await self._show(await self._find(id), player)

    async def csv(self, id: str, player: str, language: str) -> tuple[str, str]:
        """Return the name of a file with the standing, and its text. Raises `Refusal`."""
        standing = await self._rank(await self._find(id), player)
        if standing.rows is None:
            raise Refusal("not_allowed", text="event_rule.season_scale")
        words = Catalogue(language)
        place, name, points = (words.text(f"sheet.head.{e}") for e in ("place", "name", "points"))
        heads = [place, name, *(str(head.summary["name"]) for head in standing.heads), points]
        text = csv_text(heads, [row.texts for row in standing.rows])
        return file_name(standing.settings.name, "csv"), text

    async def page(self, player: str, which: m.SeasonList, before: str | None) -> m.SeasonsPage:
        """Return a page of the lists of seasons."""
        at, _, id = (before or "").partition("-")
        place = None if before is None else (int(at), id)
        organiser = player if which == "mine" else None
        found = await self._store.page(organiser, place, MOST_LISTED + 1)
        last = found[MOST_LISTED - 1] if len(found) > MOST_LISTED else None
        return m.SeasonsPage(
            tuple(map(_summary, found[:MOST_LISTED])),
            None if last is None else f"{last.changed}-{last.id}",
        )

    async def _rank(self, season: Season, player: str) -> Standing:
        settings = msgspec.convert(dict(season.settings), m.SeasonSettings)
        known = await self._events.heads(settings.events)
        heads = [known[each] for each in settings.events if each in known]
        stages = [await self._stage(head, player) for head in heads]
        rank = partial(_rank, stages, rule_of(settings))
        rows = await self._work.run_off_loop(player, rank, Urgency.HINT, metered=True)
        return Standing(settings, heads, stages, rows)

    async def _show(self, season: Season, player: str) -> m.SeasonShown:
        standing = await self._rank(season, player)
        return m.SeasonShown(
            season=season.id,
            revision=season.revision,
            settings=standing.settings,
            organiser=season.organiser_name,
            created=season.created,
            changed=season.changed,
            stages=tuple(
                m.StageShown(
                    event=head.id,
                    name=str(head.summary["name"]),
                    phase=head.summary["phase"],
                    over=stage is not None,
                    created=head.created,
                )
                for head, stage in zip(standing.heads, standing.stages, strict=True)
            ),
            standing=tuple(map(_place, standing.rows or ())),
            mixed=standing.rows is None,
            own=season.organiser == player,
        )

    async def _stage(self, head: EventHead, player: str) -> Stage | None:
        """Return what an event brings to a season, None as long as it is not over."""
        if head.phase == "open":
            return None
        known = self._stages.get(head.id)
        if known is None or known[0] < head.seq:
            state = await self._held.read(head.id)
            stage = await self._work.run_off_loop(
                player, partial(_stage_of, state), Urgency.HINT, metered=True
            )
            known = self._stages[head.id] = state.seq, stage
        self._stages.move_to_end(head.id)
        while len(self._stages) > MOST_KEPT:
            self._stages.popitem(last=False)
        return known[1]

    # What is kept of a player

    async def forget(self, player: str) -> None:
        """Forget who made seasons; they stay, with the events that others took part in."""
        await self._store.replace_organiser(player, f"x{secrets.token_hex(12)}")

    async def personal_data(self, player: str) -> list[dict[str, Any]]:
        """Return what is kept of a player: the seasons that he has made."""
        found = await self._store.page(player, None, MOST_OWN)
        return [{"season": {"id": each.id, **each.settings}} for each in found]


def rule_of(settings: m.SeasonSettings) -> SeasonRule:
    """Return the rule of a season. Raises `CompetitionError` where there can be none."""
    points = settings.points
    return SeasonRule(
        kind=settings.kind,
        points=POINT_TABLES[points] if isinstance(points, str) else points,
        drop=settings.drop,
        best=settings.best,
    )


def _stage_of(state: EventState) -> Stage | None:
    over = state.competition.over or (state.ended and state.competition.rounds)
    return Stage.of(state.competition) if over else None


def _rank(stages: Sequence[Stage | None], rule: SeasonRule) -> list[SeasonRow] | None:
    """Return the standing, None where the events count points of different size."""
    try:
        return rank_season(stages, rule)
    except CompetitionError:
        return None


def _place(row: SeasonRow) -> m.SeasonPlace:
    cells = (None if c is None else m.SeasonCell(c.place, c.value, c.counts) for c in row.cells)
    return m.SeasonPlace(row.place, row.name, row.total, tuple(cells), row.tie)


def _summary(season: Season) -> m.SeasonSummary:
    return m.SeasonSummary(
        season=season.id,
        name=season.settings["name"],
        kind=season.settings["kind"],
        stages=len(season.settings["events"]),
        organiser=season.organiser_name,
        changed=season.changed,
    )
