"""The conversation with an engine: what is said when, and how long an answer may take."""

from __future__ import annotations

import contextlib
import threading
import time
from collections.abc import Callable, Iterator, Mapping

from crownhead.engines.hub import hub1
from crownhead.engines.hub.params import Param, read_param
from crownhead.engines.hub.process import Process
from crownhead.engines.hub.syntax import Line, first_word, parse
from crownhead.errors import EngineDied, EngineError, EngineTimeout, ProtocolError

Trace = Callable[[str], None]
"""Gets every line, after `> ` where we said it and `< ` where the engine did."""

_KNOWN = frozenset({"id", "param", "wait", "ready", "info", "done", "pong", "error"})
_TO_END_BY_ITSELF = 1.0
_LOADING = 3
"""How many times longer than another answer `ready` may take: engines load their tables."""


class Stop:
    """Ask for the end of one search, from any thread, before or while it runs."""

    def __init__(self) -> None:
        self.at: float | None = None
        self._lock = threading.Lock()
        self._tell: Callable[[], None] | None = None

    def request(self) -> None:
        """Ask for the end; asking again changes nothing."""
        with self._lock:
            if self.at is None:
                self.at = time.monotonic()
                if self._tell is not None:
                    self._tell()

    def attach(self, tell: Callable[[], None]) -> None:
        """Set how the engine is told; that happens at once where the end was asked for already."""
        with self._lock:
            self._tell = tell
            if self.at is not None:
                tell()

    def detach(self) -> None:
        """Stop telling anybody."""
        with self._lock:
            self._tell = None


class Client:
    """Talk with one engine process, in Hub-2 or, where it answers so, in Hub-1 (`dialect`).

    Whatever goes wrong ends the process first, and then raises an `EngineError` with the last
    words of the engine. `timeout` is how long an answer may take, `margin` how much longer than
    its limit a search may.
    """

    def __init__(
        self, process: Process, timeout: float, margin: float, trace: Trace | None = None
    ) -> None:
        self._process = process
        self._trace: Trace = trace or (lambda text: None)
        self._timeout = timeout
        self._margin = margin
        self.id: dict[str, str] = {}
        self.params: dict[str, Param] = {}
        self.fault: EngineError | None = None
        self.dialect = 2

    @property
    def pid(self) -> int:
        """Return the id of the process."""
        return self._process.pid

    @property
    def closed(self) -> bool:
        """Return whether the process has been ended."""
        return self._process.closed

    def close(self, *, at_once: bool = False) -> None:
        """End the engine: politely, or at once."""
        if not at_once and not self._process.closed:
            try:
                self._process.send("quit", 0.1)
            except EngineError:
                at_once = True
        self._process.close(0.0 if at_once else _TO_END_BY_ITSELF)

    def introduce(self, seconds: float) -> None:
        """Send `hub` and read who the engine is and what can be set, up to `wait`."""
        self.send(Line("hub"))
        begin = time.monotonic()
        while True:
            line = self._answer(begin, seconds, "wait")
            if line.command == "id":
                self.id.update((name, line.get(name)) for name in line.arguments)
            elif line.command == "param":
                param = read_param(line)
                if param is not None:
                    self.params[param.name] = param
            elif line.command == "wait":
                return

    def initialise(self, settings: Mapping[str, str]) -> None:
        """Set parameters, say `init`, and wait for `ready`."""
        for name, value in settings.items():
            self.send(Line("set-param", {"name": name, "value": value}))
        self.send(Line("init"))
        begin = time.monotonic()
        while self._answer(begin, _LOADING * self._timeout, "ready").command != "ready":
            pass

    def send(self, line: Line) -> None:
        """Send one line."""
        for text in [str(line)] if self.dialect == 2 else hub1.to_hub1(line):
            self._trace(f"> {text}")
            try:
                self._process.send(text, self._timeout)
            except EngineError as error:
                raise self.fail(error) from None

    def ping(self) -> float:
        """Return the seconds until the engine has answered `pong`."""
        begin = time.monotonic()
        self.send(Line("ping"))
        while self._answer(begin, self._timeout, "pong").command != "pong":
            pass
        return time.monotonic() - begin

    def go(self, position: Line, level: Line, mode: str) -> None:
        """Start a search."""
        self._process.forget()
        for line in (position, level, Line("go", {mode: None})):
            self.send(line)

    def search(self, allowed: float | None, stop: Stop) -> Iterator[Line]:
        """Yield the `info` lines of the running search, and at last its `done`.

        A search that is `allowed` so many seconds must end within the margin after them. Any
        other must give signs of life: after a silence it is pinged, and after a second one given
        up. After a stop the engine has `timeout` to answer.
        """
        stop.attach(self._tell_stop)
        try:
            begin = heard = time.monotonic()
            pinged = False
            while True:
                if stop.at is not None:
                    deadline = max(stop.at, begin) + self._timeout
                elif allowed is not None:
                    deadline = begin + allowed + self._margin
                else:
                    deadline = heard + self._timeout
                line = self._next(deadline)
                if line is None:
                    if time.monotonic() < deadline:
                        continue
                    if allowed is None and stop.at is None and not pinged:
                        self.send(Line("ping"))
                        pinged, heard = True, time.monotonic()
                        continue
                    raise self.fail(EngineTimeout("The engine did not say `done` in time"))
                heard, pinged = time.monotonic(), False
                if line.command == "info":
                    yield line
                elif line.command == "done":
                    yield line
                    return
        finally:
            stop.detach()

    def fail(self, error: EngineError) -> EngineError:
        """End the process and return the error with the engine's last words added."""
        if isinstance(error, EngineTimeout) and self._process.has_ended():
            error = EngineDied("The engine has ended")  # and a child of it holds its output
        self._process.close()
        said = f"{error}{self._process.last_words()}"
        if isinstance(error, ProtocolError):
            self.fault = type(error)(said, error.line)
        else:
            self.fault = type(error)(said)
        return self.fault

    def _read(self, text: str) -> Line | None:
        """Return a line with a command that we know; who the engine is says what it speaks."""
        word = first_word(text)
        if self.dialect == 2 and not self.id and hub1.is_spoken(word):
            self.dialect = 1
        if self.dialect == 1:
            return hub1.from_hub1(text)
        return parse(text) if word in _KNOWN else None

    def _tell_stop(self) -> None:
        self._trace("> stop")
        with contextlib.suppress(EngineError):  # whoever waits for `done` hears of it
            self._process.send("stop", self._timeout)
        self._process.poke()

    def _answer(self, begin: float, seconds: float, wanted: str) -> Line:
        """Return the next line, and after so many seconds give up waiting for what is wanted."""
        while (line := self._next(begin + seconds)) is None:
            if time.monotonic() >= begin + seconds:
                said = f"The engine did not say `{wanted}` within {seconds:g} s"
                raise self.fail(EngineTimeout(said))
        return line

    def _next(self, deadline: float) -> Line | None:
        """Return the next line with a command that we know, or None; an `error` is raised."""
        while True:
            try:
                text = self._process.receive(deadline)
                if text is None:
                    return None
                self._trace(f"< {text}")
                line = self._read(text)
                if line is None:
                    if time.monotonic() >= deadline:
                        return None
                    continue
                if line.command == "error":
                    raise ProtocolError(f"The engine reports: {line.get('message')[:300]}", text)
            except EngineError as error:
                raise self.fail(error) from None
            return line
