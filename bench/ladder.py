"""One list of ratings of all levels and of any other engines: `dev.py bench ladder [OPTIONS]`.

Every level meets those next to it, and every engine that `--engine` names meets the highest levels
and the other engines; all games make one list. Engines are named as in `crownhead arena`
(`"hub:/opt/scan/scan hub"`, `dxp:127.0.0.1:27531`, a file). The games lie in the folder, and what
is there already counts: the same command goes on where it was ended, and with more games, levels or
engines the list grows.

Among equal strong players nine English games of ten are drawn, which hides progress. Therefore
English is played from three sets of openings unless `--openings`, which may be given several times,
names others: random ones, the barred ballots, which one side has lost in theory, and eleven men a
side. They are written as in `crownhead arena`.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Callable, Iterator, Sequence
from itertools import combinations
from pathlib import Path

from crownhead.arena.adjudication import Adjudication
from crownhead.arena.contestant import Contestant
from crownhead.arena.entry import entry
from crownhead.arena.failure import ArenaError
from crownhead.arena.openings import Openings, openings
from crownhead.arena.pace import Pace
from crownhead.arena.settings import Settings
from crownhead.arena.tournament import Tournament, rating_list
from crownhead.cli.arena.options import stopping
from crownhead.cli.arena.tournament import rating_lines
from crownhead.cli.command import INTERRUPTED
from crownhead.digits import parse_uint
from crownhead.engines.levels import HIGHEST
from crownhead.errors import CrownheadError
from crownhead.locales import Catalogue
from crownhead.variants import get
from crownhead.workers import away

MOST_PLIES = 300
SETS = {"english": ("random", "deck:english-3move,lost", "deck:english-11man")}
"""The openings of a game that are played unless others are named."""

MakeSettings = Callable[[Contestant, Contestant], Settings]
_ENGLISH = Catalogue("en")


def main(options: Sequence[str] = ()) -> int:
    """Play what is missing and print the list; return 130 where it was interrupted."""
    parser = argparse.ArgumentParser(
        "bench ladder", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--variant", default="english")
    parser.add_argument("--folder", type=Path, required=True, help="where the games are kept")
    parser.add_argument("--levels", default=f"1-{HIGHEST.number}", help="such as 1-10 or 8-10")
    parser.add_argument("--engine", action="append", default=[], metavar="ENGINE")
    parser.add_argument("--openings", action="append", metavar="SET")
    parser.add_argument("--games", type=int, default=100, help="of each two players, from each set")
    parser.add_argument("--span", type=int, default=2, help="levels up that each level meets")
    parser.add_argument("--limit", default="nodes=100000", help="of level 10 and of other engines")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--tables", type=int, default=0, help="end games of so few pieces by them")
    parser.add_argument("--boards", type=int, default=1, help="games at once")
    chosen = parser.parse_args(options)
    try:
        return _play(chosen)
    except (CrownheadError, OSError) as error:
        print(f"bench ladder: {error}", file=sys.stderr)
        return 2


def _play(chosen: argparse.Namespace) -> int:
    levels = [entry(_player_name(number, chosen.limit)) for number in _levels(chosen.levels)]
    engines = [entry(text) for text in chosen.engine]
    met = list(pairings(levels, engines, chosen.span))
    with away() as workers:
        # All are made first: what is wrong with one is said before anything is played.
        tournaments = [
            Tournament(
                pair,
                folder,
                settings,
                games=chosen.games,
                boards=chosen.boards,
                workers=workers,
            )
            for folder, settings in _sets(chosen)
            for pair in met
        ]
        interrupted = False
        for number, tournament in enumerate(tournaments, 1):
            with stopping(tournament):
                tournament.run()
            if tournament.stopped:
                interrupted = True
                break
            path = tournament.files[0]
            told = f"{number}/{len(tournaments)} {path.parent.name}/{path.name}"
            print(told, file=sys.stderr, flush=True)
    files = [path for tournament in tournaments for path in tournament.files]
    for line in rating_lines(rating_list(path for path in files if path.stat().st_size), _ENGLISH):
        print(line)
    return INTERRUPTED if interrupted else 0


def pairings(
    levels: Sequence[Contestant], engines: Sequence[Contestant], span: int
) -> Iterator[tuple[Contestant, Contestant]]:
    """Yield who meets whom: each level the next ones, each engine the highest and all engines.

    >>> levels = [entry(f"builtin:level={number}") for number in (1, 2, 3)]
    >>> [f"{one.name[-1]}{other.name[-1]}" for one, other in pairings(levels, (), 1)]
    ['12', '23']
    """
    for engine in engines:  # first: whether it starts at all is seen at once
        for level in levels[-span:]:
            yield level, engine
    yield from combinations(engines, 2)
    for place, level in enumerate(levels):
        for other in levels[place + 1 : place + 1 + span]:
            yield level, other


def _sets(chosen: argparse.Namespace) -> Iterator[tuple[Path, MakeSettings]]:
    """Yield the folder of each set of openings, and what makes the settings of a match of it."""
    variant = get(chosen.variant)
    pace = Pace.parse(chosen.limit)
    adjudication = Adjudication.parse("", "", MOST_PLIES, chosen.tables)
    for source in chosen.openings or SETS.get(variant.key, ("random",)):
        start = openings(source, variant, chosen.seed)

        def settings(one: Contestant, other: Contestant, start: Openings = start) -> Settings:
            return Settings.of(
                variant, one, other, start, pace=pace, seed=chosen.seed, adjudication=adjudication
            )

        name = re.sub(r"[^\w.=+-]+", "-", source, flags=re.ASCII)[:60]
        yield chosen.folder / name, settings


def _player_name(number: int, limit: str) -> str:
    """Return how a level is named as a player: the highest alone has no nodes that it keeps to.

    >>> _player_name(9, "nodes=50"), _player_name(10, "nodes=50")
    ('builtin:level=9', 'builtin:level=10,nodes=50')
    """
    return f"builtin:level={number}" + (f",{limit}" if number == HIGHEST.number else "")


def _levels(text: str) -> range:
    """Return the levels from the first to the last one of a text such as `8-10`."""
    first, _, last = text.partition("-")
    low, high = parse_uint(first), parse_uint(last or first)
    if low is None or high is None or not 1 <= low <= high <= HIGHEST.number:
        raise ArenaError(f"--levels: {text[:40]!r} is not within 1-{HIGHEST.number}")
    return range(low, high + 1)
