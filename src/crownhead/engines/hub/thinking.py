"""The searches of our own engine, one at a time, in a thread that can be stopped."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from dataclasses import replace

from crownhead._core import Search, Weights
from crownhead.engines import tablebase
from crownhead.engines.analysis import Analysis
from crownhead.engines.hub import info
from crownhead.engines.hub.syntax import Line
from crownhead.engines.levels import Level
from crownhead.engines.levels import level as level_in
from crownhead.engines.limit import Limit
from crownhead.engines.searching import choose, run
from crownhead.errors import CrownheadError, EngineError
from crownhead.move import Move
from crownhead.position import Position

Say = Callable[[Line], None]


class Thinker:
    """Search in a thread of its own and say `info` and `done`.

    While it ponders, `done` is held back until `hit` or `stop`: time runs from the hit.
    """

    def __init__(self, say: Say, learnt: Weights | None = None) -> None:
        self._say = say
        self._learnt = learnt
        self._search: Search | None = None
        self.megabytes = 0
        self._thread: threading.Thread | None = None
        self._released = threading.Event()
        self._alarm: threading.Timer | None = None
        self._after_hit: float | None = None

    def size(self, megabytes: int) -> None:
        """Make a table of this size. Raises `MemoryError` where there is no room for it."""
        if megabytes != self.megabytes:
            self._search = Search(megabytes)
            self.megabytes = megabytes
            self.forget()

    def forget(self) -> None:
        """Empty the table, and touch its memory before a clock runs."""
        if self._search is not None:
            self._search.renew()

    @property
    def busy(self) -> bool:
        """Return whether a search runs, or its `done` is held back."""
        return self._thread is not None and self._thread.is_alive()

    def go(
        self,
        positions: Sequence[Position],
        limit: Limit | None,
        mode: str,
        level: Level,
        *,
        seed: int = 0,
        threads: int = 1,
        book: bool = True,
    ) -> None:
        """Begin a search; `stop` any other one first.

        With `book` the highest level does not search for moves that its opening book has.
        """
        assert self._search is not None and not self.busy
        self._search.ready()
        self._released.clear()
        self._after_hit = None
        level = level_in(level.number, positions[-1].variant)
        limit = (limit or Limit()) if mode == "analyze" else level.bound(limit or Limit())
        if mode == "ponder":
            self._after_hit = limit.budget
            limit = replace(limit, seconds=None, clock=None, increment=None, moves=None)
        else:
            self._released.set()
        search = _Search(
            self._search, positions, limit, level, seed, threads, self._learnt, self._say
        )
        arguments = (search, mode == "analyze", book)
        self._thread = threading.Thread(target=self._think, args=arguments)
        self._thread.start()

    def hit(self) -> None:
        """The expected move was played: the time of the search begins now."""
        if not self.busy or self._released.is_set():
            return
        if self._after_hit is not None and self._search is not None:
            self._alarm = threading.Timer(self._after_hit, self._search.stop)
            self._alarm.daemon = True
            self._alarm.start()
        self._released.set()

    def stop(self) -> None:
        """End the search soon; it still says `done`."""
        if self._search is not None and self.busy:
            self._search.stop()
        self._released.set()

    def finish(self) -> None:
        """Stop, and wait until `done` has been said."""
        self.stop()
        if self._thread is not None:
            self._thread.join()
        if self._alarm is not None:
            self._alarm.cancel()
            self._alarm.join()  # it must not stop the next search
            self._alarm = None

    def _think(self, search: _Search, analyses: bool, book: bool) -> None:
        line: tuple[Move, ...] = ()
        try:
            if not len(search.position.legal_moves):
                raise EngineError("no legal move")
            line = search.analyse() if analyses else search.choose(book)
        except Exception as error:  # whatever it is, the answer is waited for
            self._say(Line("error", {"message": plain(error)}))
        self._released.wait()
        self._say(_answer_line(search.position, line))


class _Search:
    """One search: what it is about, and who is told of it."""

    def __init__(
        self,
        search: Search,
        positions: Sequence[Position],
        limit: Limit,
        level: Level,
        seed: int,
        threads: int,
        learnt: Weights | None,
        say: Say,
    ) -> None:
        *self._past, self.position = positions
        self._search, self._limit, self._level = search, limit, level
        self._seed, self._threads, self._say = seed, threads, say
        self._learnt = learnt
        self._told: Analysis | None = None

    def choose(self, book: bool) -> tuple[Move, ...]:
        """Return the move that the level plays, and what it expects then."""

        line, found = choose(
            self._search,
            self.position,
            self._past,
            self._limit,
            self._level,
            seed=self._seed,
            threads=self._threads,
            book=book,
            replies=True,
            learnt=self._learnt,
            tell=self._tell,
        )
        if found is not None:
            self._tell(found)
        return line

    def analyse(self) -> tuple[Move, ...]:
        """Return the best line; where endgame tables know the moves, by them."""
        found = run(
            self._search,
            self.position,
            self._past,
            self._limit,
            seed=self._seed,
            threads=self._threads,
            endgames=tablebase.tables(self.position.variant),
            judged=True,
            learnt=self._learnt,
            tell=self._tell,
        )
        self._tell(found)
        return found.line

    def _tell(self, found: Analysis) -> None:
        """Send what is found at each depth, but nothing twice."""
        if self._told is None or (found.depth, found.lines) != (self._told.depth, self._told.lines):
            self._say(info.write(found))
        self._told = found


def plain(error: object) -> str:
    """Return a message that a value can hold."""
    text = " ".join(str(error).split()).replace('"', "'")[:300]
    return "".join(c if c.isprintable() else "?" for c in text)


def _answer_line(position: Position, line: tuple[Move, ...]) -> Line:
    """Return the answer, without a move where there is none."""
    if not line:
        try:
            line = (position.legal_moves[0],)
        except (CrownheadError, IndexError):
            return Line("done")
    said: dict[str, str | None] = {"move": line[0].notation("hub")}
    if len(line) > 1:
        said["ponder"] = line[1].notation("hub")
    return Line("done", said)
