"""Serve the Hub protocol: read what a program asks, and answer it."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import IO, Literal

from crownhead.engines.hub import hub1, levels, names, positions
from crownhead.engines.hub.builtin import BuiltinProgram
from crownhead.engines.hub.params import Value
from crownhead.engines.hub.program import Program, Say
from crownhead.engines.hub.syntax import LONGEST_LINE, Line, parse
from crownhead.engines.hub.thinking import plain
from crownhead.errors import CrownheadError, ProtocolError
from crownhead.position import Position
from crownhead.variants import get

Dialect = Literal[1, 2]
"""The versions of Hub."""

_AT_ONCE = frozenset({"ping", "stop", "ponder-hit", "quit"})


class HubServer:
    """Answer one program over a pair of streams until `quit` or the end of the input.

    A line that makes no sense is answered by `error`, and nothing changes. Every `go` is answered
    by one `done`, without a move where there is none. A command that may not come during a search
    ends that search first. `make` makes the engine, which says its lines by the function that it
    is given; `values` are those of its parameters. `dialect` is the version of the protocol.
    """

    def __init__(
        self,
        source: IO[bytes],
        target: IO[bytes],
        make: Callable[[Say], Program] = BuiltinProgram,
        dialect: Dialect = 2,
        **values: Value,
    ) -> None:
        self._asked = hub1.Asked() if dialect == 1 else None
        self._source, self._target = source, target
        self._speaking = threading.Lock()
        self._gone = False
        self._program = make(self._say)
        self._params = {param.name: param for param in self._program.params}
        self._values: dict[str, Value] = {p.name: p.value for p in self._params.values()}
        self._positions: tuple[Position, ...] | None = (self._initial(),)
        self._limit = self._program.limit
        self._commands: dict[str, Callable[[Line], None]] = {
            "hub": self._hub,
            "set-param": self._set_param,
            "init": self._init,
            "new-game": self._new_game,
            "pos": self._pos,
            "level": self._level,
            "go": self._go,
            "ponder-hit": lambda line: self._program.hit(),
            "stop": lambda line: self._program.stop(),
            "ping": lambda line: self._say(Line("pong")),
        }
        for name, value in values.items():
            self._set(name.replace("_", "-"), str(value))

    def run(self) -> None:
        """Answer until the end; a running search is broken off then.

        Raises `BrokenPipeError` where the answers could not be written.
        """
        try:
            while not self._gone and (text := self._next()) is not None:
                if text and not self._answer(text):
                    return
        finally:
            broken, self._gone = self._gone, True
            self._program.finish()
        if broken:
            raise BrokenPipeError

    def _next(self) -> str | None:
        """Return the next line, empty for one that is too long; None at the end."""
        line = self._source.readline(LONGEST_LINE + 1)
        if not line:
            return None
        if len(line) > LONGEST_LINE and not line.endswith(b"\n"):
            begin = line
            while line and not line.endswith(b"\n"):
                line = self._source.readline(LONGEST_LINE)
            self._unread(begin.decode(errors="replace"), f"line longer than {LONGEST_LINE} bytes")
            return ""
        return line.decode(errors="replace").strip()

    def _answer(self, text: str) -> bool:
        """Do what a line asks; False where it is the last."""
        try:
            if self._asked is None:
                line = parse(text)
                lines = [] if line is None else [line]
            else:
                lines = self._asked.read(text)
        except ProtocolError as error:
            self._unread(text, error)
            return True
        return all(self._do(line) for line in lines)

    def _do(self, line: Line) -> bool:
        try:
            if line.command == "quit":
                return False
            if line.command not in self._commands:
                return True
            if line.command not in _AT_ONCE:
                self._program.finish()
            self._commands[line.command](line)
        except CrownheadError as error:
            self._complain(error)
        return True

    def _unread(self, text: str, error: object) -> None:
        """Complain of a line that cannot be read; one of a position must not leave the old one."""
        if text.split(maxsplit=1)[:1] == ["pos"]:
            self._positions = None
        self._complain(error)

    def _say(self, line: Line) -> None:
        with self._speaking:
            if self._gone:
                return
            try:
                texts = [str(line)] if self._asked is None else hub1.tell_hub1(line)
                self._target.write("".join(f"{text}\n" for text in texts).encode())
                self._target.flush()
            except (OSError, ValueError):
                self._gone = True
                self._program.stop()

    def _complain(self, error: object) -> None:
        self._say(Line("error", {"message": plain(error) or type(error).__name__}))

    # Commands

    def _hub(self, line: Line) -> None:
        self._say(Line("id", dict(self._program.id)))
        for param in self._params.values():
            self._say(param.line())
        self._say(Line("wait"))

    def _set_param(self, line: Line) -> None:
        self._set(line.get("name"), line.get("value"))

    def _init(self, line: Line) -> None:
        self._program.prepare(self._values)
        self._say(Line("ready"))

    def _new_game(self, line: Line) -> None:
        self._program.forget()

    def _pos(self, line: Line) -> None:
        self._positions = None  # a position that was refused must not be searched
        self._positions = positions.read(line, get(self._key()))

    def _level(self, line: Line) -> None:
        self._limit = levels.read(line)

    def _go(self, line: Line) -> None:
        mode = next((m for m in ("ponder", "analyze") if m in line), "think")
        if self._positions is None:
            self._complain("no position to search")
            self._say(Line("done"))
            return
        self._program.prepare(self._values)
        self._program.go(self._positions, self._limit, mode, self._values)

    # Parameters

    def _set(self, name: str, value: str) -> None:
        """Set a parameter; one that we do not have is ignored, as the protocol asks."""
        param = self._params.get(name)
        if param is None:
            return
        if name == "variant":
            key = names.key_of(value)
            if key is None or names.names(key)[0] not in param.values:
                raise ProtocolError(f"unknown variant {value[:40]}")
            if key != self._key():
                self._values[name] = names.names(key)[0]
                self._positions = (self._initial(),)
            return
        self._values[name] = param.convert(value)

    def _key(self) -> str:
        return names.key_of(str(self._values["variant"])) or "international"

    def _initial(self) -> Position:
        return Position.initial(self._key())
