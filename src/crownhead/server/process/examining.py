"""Evidence for moderators: the last rated games of a player, looked at behind all who play."""

from __future__ import annotations

from collections import Counter
from collections.abc import AsyncIterator
from time import monotonic

from crownhead.analysis.report import course
from crownhead.errors import EngineError
from crownhead.fairplay.choices import NODES, Choice, Examiner, times_of
from crownhead.fairplay.evidence import Evidence, forced_times, gather
from crownhead.game import Game
from crownhead.server.messages.fairplay import ChoicesShown, FairPlayEvidence
from crownhead.server.messages.reports import Progress
from crownhead.server.process.broadcaster import encode_line
from crownhead.server.process.service import Service
from crownhead.server.room.played import Played
from crownhead.server.room.refusals import Refusal

MOST_GAMES = 20
"""Rated games that are looked at, the last ones."""
EFFORT = 3 * NODES
"""Nodes of one move at most: two searches of it and one of the best."""
LONGEST = 1200.0
"""Seconds after which it is given up, having waited for its turn again and again."""


async def lines(service: Service, moderator: str, player: str) -> AsyncIterator[bytes]:
    """Yield progress after each game, then the evidence; who stops asking stops the search.

    Raises `Refusal` where others get its place.
    """
    games = _most_played(await service.histories.list_rated(player))
    listed = await service.profiles.standing(player, games[0]) if games else None
    choices: list[Choice] = []
    forced: list[float] = []
    looked_at = 0
    end = monotonic() + LONGEST
    with service.reports.hold(moderator) as place:
        yield encode_line(Progress(0, len(games)))
        for number, each in enumerate(games, 1):
            game = await service.histories.game(each.game, moderator)
            if game is not None:
                looked_at += 1
                with Examiner() as examiner:
                    place.give_up = examiner.stop
                    await _look(service, moderator, game, each, examiner, choices, forced)
                    place.check()
            if monotonic() > end:
                raise Refusal("too_fast", wait=60_000, crowded=True)
            yield encode_line(Progress(number, len(games)))
    rating = 1500.0 if listed is None else listed
    found = gather(rating, looked_at, choices, forced)
    variant, tempo = (games[0].variant, games[0].tempo) if games else ("", "")
    yield encode_line(_show(found, variant, tempo, await service.profiles.is_bot(player)))


def _most_played(games: list[Played]) -> list[Played]:
    """Return the last games of the list in which there are most."""
    if not games:
        return []
    [(most, _)] = Counter((each.variant, each.tempo) for each in games).most_common(1)
    return [each for each in games if (each.variant, each.tempo) == most][:MOST_GAMES]


async def _look(
    service: Service,
    moderator: str,
    game: Game,
    played: Played,
    examiner: Examiner,
    choices: list[Choice],
    forced: list[float],
) -> None:
    """Add what a player chose in one game, and how long his forced moves took."""
    (positions, moves), times = await service.work.run_off_loop(
        moderator, lambda: (course(game), times_of(game)), metered=True
    )
    forced += forced_times(positions, times, played.side)
    for look in examiner.plan(positions, moves, played.side, times):
        try:
            choice = await service.computer.look(moderator, look, EFFORT, examiner.stop)
        except EngineError:  # a board too full of kings to be searched says nothing of a player
            continue
        if choice is not None:
            choices.append(choice)


def _show(found: Evidence, variant: str, tempo: str, bot: bool) -> FairPlayEvidence:
    return FairPlayEvidence(
        games=found.games,
        variant=variant,
        tempo=tempo,
        rating=round(found.rating),
        bot=bot,
        easy=ChoicesShown(**found.easy.to_dict()),
        hard=ChoicesShown(**found.hard.to_dict()),
        deviation=round(found.deviation, 2),
        listed=found.listed,
        forced_seconds=found.forced_seconds,
        choice_seconds=found.choice_seconds,
    )
