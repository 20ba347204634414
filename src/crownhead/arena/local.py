"""Workers on this machine: each plays one game after the other with its own pair of engines."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Event, Lock, Thread
from time import monotonic

from crownhead.arena.board import Ending, Stopped, play
from crownhead.arena.contestant import derive_seed
from crownhead.arena.failure import ArenaError
from crownhead.arena.opening import Opening
from crownhead.arena.pace import Allowance
from crownhead.arena.seat import TRIES, Seat
from crownhead.arena.settings import Settings
from crownhead.arena.trace import trace_into
from crownhead.game import Game
from crownhead.sides import Pair

PATIENCE = 30.0
"""Seconds an engine may be silent beyond its time."""
_GOODBYE = 10.0
_LOOK = 0.1


@dataclass(frozen=True, slots=True)
class Job:
    """One game to be played: its pair, which of the two, and the opening."""

    pair: int
    half: int
    opening: Opening


@dataclass(frozen=True, slots=True)
class Finished:
    """One game that was played."""

    job: Job
    game: Game
    ending: Ending


class LocalWorkers:
    """Play jobs at several boards at once; take the finished games with `next`.

    In the first game of a pair the first player has White. A built-in engine's seed follows from
    the match, the pair and the game, so that a game comes out the same at any board. `trace` is
    the folder of what is said in each game.
    """

    def __init__(
        self,
        settings: Settings,
        jobs: Iterator[Job],
        boards: int,
        patience: float = PATIENCE,
        trace: Path | None = None,
    ) -> None:
        contestants = settings.first, settings.second
        for one in contestants:
            if one.most is not None and boards > one.most:
                raise ArenaError(
                    f"{one.name} plays at most {one.most} games at once",
                    "at_once",
                    name=one.name,
                    most=one.most,
                )
        if trace is not None:
            trace.mkdir(parents=True, exist_ok=True)
        self._trace = trace
        self._settings = settings
        self._jobs = jobs
        self._taking = Lock()
        self._stopping = Event()
        self._results: SimpleQueue[Finished | Exception | None] = SimpleQueue()
        self._failures: dict[str, int] = {}
        self._playing = boards
        self._seats: list[tuple[Seat, Seat]] = []
        for worker in range(boards):
            first, second = (
                Seat(
                    who,
                    worker,
                    settings.margin,
                    patience,
                    self._stopping,
                    traced=trace is not None,
                )
                for who in contestants
            )
            self._seats.append((first, second))
        self._threads = [
            Thread(target=self._work, args=seats, daemon=True) for seats in self._seats
        ]
        for thread in self._threads:
            thread.start()

    def next(self, timeout: float) -> Finished | None:
        """Return a finished game, or None where none ended in time or all are done.

        Raises what ended a worker: `ArenaError` for an engine that does not start.
        """
        try:
            found = self._results.get(timeout=timeout)
        except Empty:
            return None
        if found is None:
            self._playing -= 1
            return None
        if isinstance(found, Exception):
            raise found
        return found

    @property
    def done(self) -> bool:
        """Return whether all workers have ended and all games were taken."""
        return self._playing == 0

    def stop(self) -> list[Finished]:
        """Break off the running games, end the engines, and return what had ended before."""
        self._stopping.set()
        end = monotonic() + _GOODBYE
        # An engine that was about to think when it was stopped is stopped again.
        while any(thread.is_alive() for thread in self._threads) and monotonic() < end:
            for seat in (seat for seats in self._seats for seat in seats):
                seat.stop()
            for thread in self._threads:
                thread.join(_LOOK / len(self._threads))
        left: list[Finished] = []
        while True:
            try:
                found = self._results.get_nowait()
            except Empty:
                return left
            if isinstance(found, Finished):
                left.append(found)

    def _work(self, first: Seat, second: Seat) -> None:
        try:
            while not self._stopping.is_set():
                with self._taking:
                    job = next(self._jobs, None)
                if job is None:
                    break
                finished = self._play_traced(job, first, second)
                self._results.put(finished)
                self._check_start(finished)
        except Stopped:
            pass
        except Exception as error:
            if not self._stopping.is_set():
                self._results.put(error)
        finally:
            first.drop()
            second.drop()
            self._results.put(None)

    def _play_traced(self, job: Job, first: Seat, second: Seat) -> Finished:
        if self._trace is None:
            return self._play_job(job, first, second)
        with trace_into(self._trace, f"{job.pair}.{job.half}") as sinks:
            first.trace, second.trace = (sinks(s.contestant.name) for s in (first, second))
            try:
                return self._play_job(job, first, second)
            finally:
                first.trace = second.trace = None

    def _play_job(self, job: Job, first: Seat, second: Seat) -> Finished:
        settings = self._settings
        seats = Pair(first, second) if job.half == 1 else Pair(second, first)
        names = Pair(seats.white.contestant.name, seats.black.contestant.name)
        game = job.opening.game(settings.variant, names.white, names.black)
        times = Pair(
            Allowance(seats.white.contestant.pace, settings.margin),
            Allowance(seats.black.contestant.pace, settings.margin),
        )
        seeds = (settings.seed, job.pair, job.half)
        seats.white.begin(game, "white", derive_seed(*seeds, seats.white is first))
        seats.black.begin(game, "black", derive_seed(*seeds, seats.black is first))
        ending = play(game, seats, times, settings.adjudication, self._stopping)
        for seat in (first, second):
            seat.end(game)
        return Finished(job, game, ending)

    def _check_start(self, finished: Finished) -> None:
        """Raise `ArenaError` for a player that fails before its first move, game after game."""
        names, ending = finished.game.players, finished.ending
        with self._taking:
            if not ending.early or ending.culprit is None:
                self._failures.clear()
                return
            name = names.of(ending.culprit)
            self._failures[name] = self._failures.get(name, 0) + 1
            if self._failures[name] >= TRIES:
                raise ArenaError(f"{ending.detail} (at its first move, {TRIES} times in a row)")
