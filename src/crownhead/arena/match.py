"""A whole match by one call, described by the texts that `crownhead arena` takes."""

from __future__ import annotations

from os import PathLike
from pathlib import Path
from typing import Any

from crownhead.arena.arena import Arena
from crownhead.arena.contestant import Contestant
from crownhead.arena.entry import entry
from crownhead.arena.openings import openings
from crownhead.arena.pace import Pace
from crownhead.arena.score import MatchScore
from crownhead.arena.settings import Settings
from crownhead.arena.sprt import Sprt
from crownhead.variants import Variant, get


def play_match(
    first: str | Contestant,
    second: str | Contestant,
    path: str | PathLike[str],
    *,
    variant: str | Variant = "english",
    games: int = 100,
    limit: str = "",
    opening: str = "random",
    sprt: str = "",
    seed: int = 0,
    **others: Any,
) -> MatchScore:
    """Play a match, or go on with the one that `path` holds, and return how it stands.

    Players, `limit`, `opening` and `sprt` are texts as `crownhead arena` takes them; the other
    keywords are those of `Arena`. `sprt` may end the match before all games are played: then
    `verdict` says which hypothesis holds. Raises `ArenaError`, and `OSError` for a file that cannot
    be read or written.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     score = play_match(
    ...         "builtin:nodes=400", "builtin:nodes=20", f"{folder}/match.pdn",
    ...         games=200, sprt="0,100",
    ...     )
    >>> score.verdict, score.games < 200, score.wins > score.losses
    ('H1', True, True)
    """
    game = get(variant)
    settings = Settings.of(
        game,
        entry(first) if isinstance(first, str) else first,
        entry(second) if isinstance(second, str) else second,
        openings(opening, game, seed),
        pace=Pace.parse(limit) if limit else None,
        seed=seed,
        sprt=Sprt.parse(sprt) if sprt else None,
    )
    return Arena(settings, Path(path), games=games, **others).run()
