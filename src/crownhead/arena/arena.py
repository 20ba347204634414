"""A match from its first game to its last, or from where it was left."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterator
from pathlib import Path

from crownhead.arena.board import Ending
from crownhead.arena.failure import ArenaError
from crownhead.arena.journal import Journal
from crownhead.arena.local import PATIENCE, Finished, Job, LocalWorkers
from crownhead.arena.pace import LONGEST
from crownhead.arena.remote import RemoteWorkers
from crownhead.arena.score import MatchScore, Record
from crownhead.arena.settings import Settings
from crownhead.arena.thinking import tally_side
from crownhead.rules import Color
from crownhead.sides import other
from crownhead.workers import Workers

MOST_GAMES = 10_000_000
MOST_BOARDS = 1024
_LOOK = 0.25

Progress = Callable[[MatchScore, Ending | None], None]
"""Receives every game that ended, and a few times a second that none did."""


class Arena:
    """Play a match and keep every game in a PDN file as it ends.

    If the file holds games of the same match they count, and only the others are played. A test
    may end the match before `games` are played. `workers` of other machines play instead of
    `boards` here; they have the built-in engine alone. `replay_forfeits`: games in the file that
    were lost by a fault are played again, and count as they end then. `trace` is a folder where
    what each program was told and said stands in a file for each game.

    Raises `ArenaError` where the file belongs to another match or is in use, where `games` is odd
    (the two games of a pair belong together), or where `patience` is no number of seconds.
    """

    def __init__(
        self,
        settings: Settings,
        path: Path,
        *,
        games: int,
        boards: int = 1,
        patience: float = PATIENCE,
        workers: Workers | None = None,
        replay_forfeits: bool = False,
        trace: Path | None = None,
    ) -> None:
        if not 1 <= games <= MOST_GAMES or not 1 <= boards <= MOST_BOARDS:
            raise ArenaError(
                f"{games} games at {boards} boards at once cannot be played",
                "boards",
                games=games,
                boards=boards,
            )
        if games % 2:
            raise ArenaError(
                f"{games} games are no whole pairs: an even number is needed", "odd", games=games
            )
        if not 0 < patience <= LONGEST:
            raise ArenaError(
                f"A patience of {patience:g} seconds is not within 0..{LONGEST}",
                "patience",
                seconds=patience,
                most=LONGEST,
            )
        self.settings = settings
        self.pairs = games // 2
        self._boards = boards
        self._patience = patience
        self._workers = workers
        self.stopped = False
        if trace is not None and workers is not None:
            raise ArenaError("No protocol can be traced of games on other machines", "trace")
        self._trace = trace
        self._journal = Journal(path, settings)
        self._before = [
            record for record in self._journal.records if not (replay_forfeits and record.forfeited)
        ]
        self.score = MatchScore(settings.sprt, self._before)

    @property
    def games(self) -> int:
        """Return the number of games of the whole match."""
        return 2 * self.pairs

    @property
    def over(self) -> bool:
        """Return whether nothing is left to play."""
        return self.score.verdict is not None or not self._count_left()

    def stop(self) -> None:
        """Make `run` break off the running games and return; a signal handler may call this."""
        self.stopped = True

    def run(self, progress: Progress | None = None) -> MatchScore:
        """Play until the match is over; however this ends, the finished games are kept.

        Raises `ArenaError` for an engine that does not start. After `stop`, and after any
        exception, running games are broken off, and `run` of a new `Arena` goes on.
        """
        try:
            if not self.over:
                self._play(progress or (lambda score, ending: None))
        finally:
            self.close()
        return self.score

    @property
    def standing(self) -> MatchScore:
        """Return the score, by the name it had before."""
        warnings.warn("Arena.standing is called score", DeprecationWarning, stacklevel=2)
        return self.score

    def close(self) -> None:
        """Leave the file to others; `run` does so itself."""
        self._journal.close()

    def _play(self, progress: Progress) -> None:
        workers = self._employ()
        try:
            while not (workers.done or self.stopped or self.score.verdict):
                finished = workers.next(_LOOK)
                if finished is not None:
                    self._keep(finished)
                progress(self.score, finished.ending if finished else None)
        finally:
            for finished in workers.stop():
                self._keep(finished)

    def _employ(self) -> LocalWorkers | RemoteWorkers:
        if self._workers is not None:
            return RemoteWorkers(self.settings, self._jobs(), self._workers, self._patience)
        boards = min(self._boards, self._count_left())
        return LocalWorkers(self.settings, self._jobs(), boards, self._patience, self._trace)

    def _keep(self, finished: Finished) -> None:
        record = record_game(finished)
        self._journal.append(finished, record)
        self.score.add(record)

    def _count_left(self) -> int:
        halves = ((pair, half) for pair in range(1, self.pairs + 1) for half in (1, 2))
        return sum(not self.score.has(*key) for key in halves)

    def _jobs(self) -> Iterator[Job]:
        done = MatchScore(None, self._before)
        for pair, opening in zip(range(1, self.pairs + 1), self.settings.openings, strict=False):
            for half in (1, 2):
                if not done.has(pair, half):
                    yield Job(pair, half, opening)


def record_game(finished: Finished) -> Record:
    """Return what counts of a finished game."""
    job, ending = finished.job, finished.ending
    first: Color = "white" if job.half == 1 else "black"
    outcome = finished.game.outcome
    assert outcome is not None
    points = 1 if outcome.winner is None else 2 * (outcome.winner == first)
    culprit = 0 if ending.culprit is None else 1 + (ending.culprit != first)
    thinking = tally_side(ending.thoughts, first), tally_side(ending.thoughts, other(first))
    return Record(job.pair, job.half, points, ending.kind, culprit, thinking)
