"""Several engines against each other: a match for each pairing, one rating list of all games.

A tournament is a folder with the file of each match. Nothing else is kept: what has been played,
and the list, are read from there, so that a tournament can be gone on with, have more games, and
take in further players.
"""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import combinations
from pathlib import Path
from typing import Any, Literal

from crownhead.arena.arena import Arena, Progress
from crownhead.arena.contestant import LONGEST_NAME, Contestant
from crownhead.arena.failure import ArenaError
from crownhead.arena.journal import records, stored_settings
from crownhead.arena.players import Entrant, contestant_of
from crownhead.arena.rating import RatingList, Results, rate
from crownhead.arena.score import Record
from crownhead.arena.settings import Settings

Form = Literal["round robin", "gauntlet"]
Pairing = tuple[Contestant, Contestant]

MOST_PLAYERS = 100
MOST_ROUNDS = 10_000
_SLUG = 40


class Tournament:
    """Play a round robin, or a gauntlet of the first player against each of the others.

    In each of the `rounds` every pairing plays `games` games, so that a tournament that is broken
    off has let all play about equally often. `settings` makes the settings of a match of two
    players, and must always make the same. `replay_forfeits`: before anything else, games that
    were lost by a fault are played again. The other keywords are those of `Arena`.

    Raises `ArenaError` for fewer than two players, two of one name, and for what `Arena` refuses,
    before anything is played.

    >>> from tempfile import TemporaryDirectory
    >>> from crownhead.arena.entry import entry
    >>> from crownhead.arena.openings import openings
    >>> from crownhead.variants import get
    >>> english = get("english")
    >>> players = [entry(f"builtin:nodes={nodes},noise=8") for nodes in (20, 40, 80)]
    >>> start = openings("random:plies=6", english)
    >>> with TemporaryDirectory() as folder:
    ...     tournament = Tournament(
    ...         players, Path(folder), lambda one, other: Settings.of(english, one, other, start),
    ...         games=4,
    ...     )
    ...     found = tournament.run()
    >>> [player.games for player in found.players]
    [8, 8, 8]
    """

    def __init__(
        self,
        players: Sequence[Entrant],
        folder: Path,
        settings: Callable[[Contestant, Contestant], Settings],
        *,
        form: Form = "round robin",
        games: int = 100,
        rounds: int = 1,
        replay_forfeits: bool = False,
        **others: Any,
    ) -> None:
        if not 2 <= len(players) <= MOST_PLAYERS:
            raise ArenaError(
                f"A tournament has 2 to {MOST_PLAYERS} players, not {len(players)}",
                "players",
                most=MOST_PLAYERS,
                count=len(players),
            )
        if not 1 <= rounds <= MOST_ROUNDS:
            raise ArenaError(
                f"{rounds} rounds are not within 1..{MOST_ROUNDS}",
                "rounds",
                rounds=rounds,
                most=MOST_ROUNDS,
            )
        self.folder = folder
        self.games = games
        self.rounds = rounds
        self.stopped = False
        self._to_replay = replay_forfeits
        self._others = others
        self._running: Arena | None = None
        folder.mkdir(parents=True, exist_ok=True)
        self._matches = [
            (settings(one, other), folder / file_name(one.name, other.name))
            for one, other in pairings(distinct(list(map(contestant_of, players))), form)
        ]
        for number in range(len(self._matches)):
            self._arena(number, games * rounds).close()

    @property
    def files(self) -> tuple[Path, ...]:
        """Return the PDN file of each match."""
        return tuple(path for _, path in self._matches)

    @property
    def over(self) -> bool:
        """Return whether nothing is left to play."""
        for number in range(len(self._matches)):
            arena = self._arena(number, self.games * self.rounds)
            arena.close()
            if not arena.over:
                return False
        return not self._to_replay

    def matches(self) -> Iterator[Arena]:
        """Yield each match in its turn, to be run before the next one is asked for."""
        if self._to_replay:
            yield from self._turn([self._count_played(path) for path in self.files], replay=True)
            self._to_replay = self.stopped
        for turn in range(1, self.rounds + 1):
            yield from self._turn([turn * self.games] * len(self._matches))

    def run(self, progress: Progress | None = None) -> RatingList:
        """Play what is missing and return the list; finished games are kept, however this ends."""
        for arena in self.matches():
            arena.run(progress)
        return rating_list(self.files)

    def stop(self) -> None:
        """Make `run` break off and return; a signal handler may call this."""
        self.stopped = True
        running = self._running
        if running is not None:
            running.stop()

    def _turn(self, games: Sequence[int], *, replay: bool = False) -> Iterator[Arena]:
        """Yield the matches in which something is missing up to so many games of each."""
        for number, most in enumerate(games):
            if self.stopped:
                return
            if not most:
                continue
            arena = self._running = self._arena(number, most, replay)
            try:
                if not arena.over:
                    yield arena
            finally:
                arena.close()
                self._running = None

    def _count_played(self, path: Path) -> int:
        """Return how many games the pairs have of which any game has been played."""
        return 2 * max((record.pair for record in records(path)), default=0)

    def _arena(self, number: int, games: int, replay: bool = False) -> Arena:
        settings, path = self._matches[number]
        others = dict(self._others)
        if others.get("trace") is not None:
            others["trace"] = others["trace"] / path.stem
        return Arena(settings, path, games=games, replay_forfeits=replay, **others)


def pairings(players: Sequence[Contestant], form: Form) -> Iterator[Pairing]:
    """Yield who meets whom, those of one match in the order of their names.

    That order keeps a match the same one when players are named in another order, or more come.
    """
    found: Iterator[Pairing] = combinations(players, 2)
    if form == "gauntlet":
        found = iter([(players[0], other) for other in players[1:]])
    for one, other in found:
        yield (one, other) if one.name < other.name else (other, one)


def distinct(players: Iterable[Contestant]) -> list[Contestant]:
    """Return the players with different names: `builtin #1`, `builtin #2`, ...

    >>> from crownhead.arena.entry import entry
    >>> [one.name for one in distinct(map(entry, ("builtin", "builtin:level=1", "builtin")))]
    ['builtin #1', 'builtin:level=1', 'builtin #2']
    """
    players = list(players)
    often = Counter(one.name for one in players)
    seen: Counter[str] = Counter()
    found = []
    for one in players:
        if often[one.name] > 1:
            seen[one.name] += 1
            mark = f" #{seen[one.name]}"
            one = one.with_name(one.name[: LONGEST_NAME - len(mark)] + mark)
        found.append(one)
    if len({one.name for one in found}) < len(found):
        raise ArenaError("Two players of a tournament have the same name", "same_name")
    return found


def file_name(one: str, other: str) -> str:
    """Return the name of the file of a match.

    >>> file_name("Scan 3.1", "builtin:level=5")
    'Scan-3.1--builtin-level=5-ff4aab.pdn'
    """
    slugs = (re.sub(r"[^\w.=+-]+", "-", name, flags=re.ASCII)[:_SLUG] for name in (one, other))
    digest = hashlib.sha256(f"{one}\n{other}".encode()).hexdigest()[:6]
    return f"{'--'.join(slugs)}-{digest}.pdn"


def rating_list(paths: Iterable[Path], *, forfeits: bool = True) -> RatingList:
    """Return the one list of all players in files of matches, which may be running.

    Without `forfeits`, pairs in which a game was lost by a fault count for nothing. Raises
    `ArenaError` for a file that holds no match, for matches of different games, and for players of
    one name who are not the same.
    """
    results = Results()
    known: dict[str, tuple[Any, Path]] = {}
    variant: tuple[Any, Path] | None = None
    for path in paths:
        stored = stored_settings(path)
        if stored is None:
            raise ArenaError(f"{path} holds no games of a match", "no_games", path=path)
        settings = stored["settings"]
        try:
            names = (settings["first"]["name"], settings["second"]["name"])
            game = settings["variant"]
        except (KeyError, TypeError):
            raise ArenaError(
                f"{path}.match.json does not name game and players", "unnamed", path=path
            ) from None
        variant = variant or (game, path)
        if variant[0] != game:
            raise ArenaError(
                f"{path} and {variant[1]} are matches of different games",
                "two_games",
                one=path,
                other=variant[1],
            )
        for name, player in zip(names, (settings["first"], settings["second"]), strict=True):
            before, where = known.setdefault(name, (player, path))
            if before != player:
                raise ArenaError(
                    f"{name} is not the same player in {where} and in {path}",
                    "two_players",
                    name=name,
                    one=where,
                    other=path,
                )
        _count(results, names, records(path), forfeits)
    return rate(results)


def _count(
    results: Results, names: tuple[str, str], games: Sequence[Record], forfeits: bool
) -> None:
    faulty = {record.pair for record in games if record.forfeited}
    for record in games:
        if not forfeits and record.pair in faulty:
            continue
        if record.half == 1:
            results.add(*names, record.points)
        else:
            results.add(*names[::-1], 2 - record.points)
