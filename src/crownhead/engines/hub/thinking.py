"""The searches of our own engine, one at a time, in a thread that can be stopped."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from dataclasses import replace

from crownhead._core import Search
from crownhead.engines import endings
from crownhead.engines.book import books
from crownhead.engines.hub import info
from crownhead.engines.hub.syntax import Line
from crownhead.engines.interface import Analysis, Limit
from crownhead.engines.levels import HIGHEST, Level
from crownhead.engines.levels import level as level_in
from crownhead.engines.searching import run
from crownhead.errors import CrownheadError
from crownhead.move import Move
from crownhead.position import Position

Say = Callable[[Line], None]

_FORCED = 3  # plies looked ahead where there is one move: enough to expect a reply


class Thinker:
    """Search in a thread of its own and say `info` and `done`.

    While it ponders, `done` is held back until `hit` or `stop`: time runs from the hit.
    """

    def __init__(self, say: Say) -> None:
        self._say = say
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
        if mode == "analyze":
            level = HIGHEST
        level = level_in(level.number, positions[-1].variant)
        limit = _bounded(limit, level, mode)
        if mode == "ponder":
            self._after_hit = limit.budget
            limit = replace(limit, seconds=None, clock=None, increment=None, moves=None)
        else:
            self._released.set()
        book = book and mode != "analyze" and level.number >= books.FIRST_LEVEL
        arguments = (self._search, positions, limit, mode, level, seed, threads, book)
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

    def _think(
        self,
        search: Search,
        positions: Sequence[Position],
        limit: Limit,
        mode: str,
        level: Level,
        seed: int,
        threads: int,
        book: bool,
    ) -> None:
        position = positions[-1]
        line: tuple[Move, ...] = ()
        try:
            legal = position.legal_moves
            if not len(legal):
                self._say(Line("error", {"message": "no legal move"}))
                self._say(Line("done"))
                return
            line = books.line(position, seed) if book else ()
            if not line:
                if len(legal) == 1 and mode == "think":
                    limit = Limit(depth=_FORCED)
                keeps = level.number >= endings.FIRST_PERFECT_LEVEL and mode != "analyze"
                spoiling = endings.spoiling(position) if keeps else ()
                line = self._searched(search, positions, limit, level, seed, threads, spoiling)
        except Exception as error:  # whatever it is, the answer is waited for
            self._say(Line("error", {"message": plain(error)}))
        self._released.wait()
        self._say(_done(position, line, level))

    def _searched(
        self,
        search: Search,
        positions: Sequence[Position],
        limit: Limit,
        level: Level,
        seed: int,
        threads: int,
        excluded: Sequence[Move],
    ) -> tuple[Move, ...]:
        """Search, say what is found at each depth, and return the best line."""
        position = positions[-1]
        told: Analysis | None = None

        def tell(one: Analysis) -> None:
            nonlocal told
            told = one
            self._say(info.write(one))

        asks = level.number >= endings.FIRST_LEVEL
        found = run(
            search,
            position,
            positions[:-1],
            limit,
            like=level,
            seed=seed,
            threads=threads,
            endgames=endings.tables(position.variant) if asks else None,
            excluded=excluded,
            tell=tell,
        )
        if told is None or (found.depth, found.lines) != (told.depth, told.lines):
            self._say(info.write(found))
        return found.line


def plain(error: object) -> str:
    """Return a message that a value can hold."""
    text = " ".join(str(error).split()).replace('"', "'")[:300]
    return "".join(c if c.isprintable() else "?" for c in text)


def _bounded(limit: Limit | None, level: Level, mode: str) -> Limit:
    """Return the limit of a search; the lower levels keep to their number of nodes."""
    if mode == "analyze":
        return limit or Limit()
    if limit is None:
        return Limit() if level.number == HIGHEST.number else Limit(nodes=level.nodes)
    if level.number == HIGHEST.number:
        return limit
    return replace(limit, nodes=min(level.nodes, limit.nodes or level.nodes))


def _done(position: Position, line: tuple[Move, ...], level: Level) -> Line:
    """Return the answer: the tables' move where they know the distance, else the search's."""
    if level.number >= endings.FIRST_PERFECT_LEVEL:
        perfect = endings.perfect(position)
        if perfect is not None and (not line or perfect != line[0]):
            line = (perfect,)
    if not line:
        try:
            line = (position.legal_moves[0],)
        except (CrownheadError, IndexError):
            return Line("done")
    said: dict[str, str | None] = {"move": line[0].notation("hub")}
    if len(line) > 1:
        said["ponder"] = line[1].notation("hub")
    return Line("done", said)
