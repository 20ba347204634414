"""A whole match by one call, described by the texts that `crownhead arena` takes."""

from __future__ import annotations

from os import PathLike
from pathlib import Path
from typing import Any

from crownhead.arena.adjudication import Adjudication
from crownhead.arena.arena import Arena, Progress
from crownhead.arena.openings import openings
from crownhead.arena.pace import Pace
from crownhead.arena.players import Entrant
from crownhead.arena.score import MatchScore
from crownhead.arena.settings import Settings
from crownhead.arena.sprt import Sprt
from crownhead.engines.limit import Limit
from crownhead.hints import refuse
from crownhead.variants import Variant, get

_ON_THE_LINE = {
    "concurrency": "boards=",
    "draw": "adjudication=Adjudication.parse(draw=…)",
    "max_plies": "adjudication=Adjudication(most_plies=…)",
    "openings": "opening=",
    "pdn": "path=",
    "tables": "adjudication=Adjudication(tables=…)",
    "time": "limit='seconds=…'",
    "win": "adjudication=Adjudication.parse(win=…)",
}


def play_match(
    first: Entrant,
    second: Entrant,
    path: str | PathLike[str],
    *,
    variant: str | Variant = "english",
    games: int = 100,
    limit: str | Limit | Pace = "",
    opening: str = "random",
    sprt: str | Sprt | tuple[float, ...] = "",
    seed: int = 0,
    adjudication: Adjudication = Adjudication(),  # noqa: B008
    progress: Progress | None = None,
    **others: Any,
) -> MatchScore:
    """Play a match, or go on with the one that `path` holds, and return how it stands.

    Players, `limit`, `opening` and `sprt` are texts as `crownhead arena` takes them; a player may
    also be an engine, an object with `play` that plays one game at a time, or a class, of which
    each board has one of its own; the limit a `Limit`, and the test an `Sprt` or its numbers. The
    other keywords are those of `Arena`, and `progress` that of its `run`. `sprt` may end the match
    before all games are played: then `verdict` says which hypothesis holds. Raises `ArenaError`,
    and `OSError` for a file that cannot be read or written.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     score = play_match(
    ...         "builtin:nodes=400", "builtin:nodes=20", f"{folder}/match.pdn",
    ...         games=200, sprt="0,100",
    ...     )
    >>> score.verdict, score.games < 200, score.wins > score.losses
    ('H1', True, True)
    """
    refuse("play_match", others, _ON_THE_LINE)
    game = get(variant)
    settings = Settings.of(
        game,
        first,
        second,
        openings(opening, game, seed),
        pace=Pace.of(limit),
        seed=seed,
        sprt=Sprt.of(sprt),
        adjudication=adjudication,
    )
    return Arena(settings, Path(path), games=games, **others).run(progress)
