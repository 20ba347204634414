"""An engine behind the Hub protocol, driven by whoever calls."""

from __future__ import annotations

import os
import threading
import weakref
from collections.abc import Generator, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace
from typing import TYPE_CHECKING, Self

from crownhead.engines import offers
from crownhead.engines.analysis import WIN, Analysis
from crownhead.engines.blocking import blocks
from crownhead.engines.history import history_of
from crownhead.engines.hub import info, levels, names, positions
from crownhead.engines.hub.client import Client, Stop, Trace
from crownhead.engines.hub.params import Param, Value
from crownhead.engines.hub.process import Command, Process
from crownhead.engines.hub.syntax import Line
from crownhead.engines.interface import Engine, FaultAnswer, refuse_copy
from crownhead.engines.limit import WITHIN_A_LIMIT, Limit
from crownhead.engines.option import Option
from crownhead.errors import (
    CrownheadError,
    EngineError,
    IllegalMove,
    IllegalReply,
    ProtocolError,
)
from crownhead.hints import unheard
from crownhead.locales import Catalogue
from crownhead.position import Position
from crownhead.rules import Aim
from crownhead.variants import Variant, get

if TYPE_CHECKING:
    from crownhead.engines.hub.asynchronous import AsyncHubEngine
    from crownhead.game import Game
    from crownhead.move import Move
    from crownhead.rules import Color

DEFAULT = Limit(seconds=1)
"""What a move may take where no limit is given."""
DECISION = Limit(seconds=0.3)
"""What the answer to an offer or a fault may take, for each position looked at."""

_Search = Generator[Analysis, None, Analysis]


class HubEngine(Engine):
    """Run a program and speak Hub with it (docs/hub.md); `Engine.hub` is this class.

    The program is started by `with` or `async with`, or else when it is first needed. An
    `EngineTimeout`, `EngineDied` or `ProtocolError` has ended it, and this engine refuses all
    further use; any other `EngineError` is about the question, and leaves it as it was.

    `params` are set before it starts to play, `variant` is what it plays until a game of another
    one comes: by default what the program is set to by itself. With `ponder` it thinks in the
    opponent's time. `timeout` is how many seconds an answer may take, `introduction` how many the
    program may take to say who it is, where that is not its `timeout`, `margin` how much longer
    than its limit a search may. `trace` gets every line, after `> ` or `< `.

    >>> import sys
    >>> from crownhead import Game
    >>> program = [sys.executable, "-m", "crownhead.cli", "hub"]
    >>> with Engine.hub(program, params={"level": 3}) as engine:
    ...     move = engine.play(Game("international"), Limit(depth=3))
    >>> move in Game("international").position.legal_moves
    True
    """

    def __init__(
        self,
        command: Command,
        *,
        variant: str | Variant | None = None,
        params: Mapping[str, Value] | None = None,
        ponder: bool = False,
        timeout: float = 10.0,
        margin: float = 2.0,
        introduction: float | None = None,
        cwd: str | os.PathLike[str] | None = None,
        env: Mapping[str, str] | None = None,
        trace: Trace | None = None,
    ) -> None:
        introduction = timeout if introduction is None else introduction
        waits = (("timeout", timeout), ("margin", margin), ("introduction", introduction))
        for name, value in waits:
            if not 0 < value < 1e9:
                raise EngineError(f"{name}={value!r} is not a number of seconds greater than 0")
        if "variant" in (params or {}):
            raise EngineError("The parameter `variant` is set by the argument `variant`")
        self._command = command
        self._cwd, self._env = cwd, env
        self._trace = trace
        self._wanted = dict(params or {})
        self._values: dict[str, Value] = {}  # those that have been set
        self._timeout, self._margin, self._introduction = timeout, margin, introduction
        self._ponders = ponder
        self._chosen = None if variant is None else get(variant)
        self._client: Client | None = None
        self._closed = False
        self._lock = threading.Lock()
        self._stop: Stop | None = None
        self._ready = False
        self._expected: Position | None = None  # where it ponders now

    # Who it is

    @property
    def id(self) -> Mapping[str, str]:
        """Return what the engine says of itself: name, version, author, country."""
        return dict(self._ready_client().id)

    @property
    def params(self) -> Mapping[str, Param]:
        """Return the parameters that it declares; none where it speaks Hub-1."""
        return dict(self._ready_client().params)

    @property
    def options(self) -> Mapping[str, Option]:
        """Return the parameters but for `variant`, with the values that have been set."""
        return {
            name: param.option(self._values.get(name))
            for name, param in self._ready_client().params.items()
            if name != "variant"
        }

    def configure(self, values: Mapping[str, Value]) -> None:
        """Set parameters, and wait until the engine is ready again."""
        with self._busy() as client:
            client.initialise(self._wanted_texts(client.params, values))

    @property
    def pid(self) -> int:
        """Return the id of its process."""
        return self._ready_client().pid

    @property
    def variant(self) -> Variant:
        """Return the game it is set to."""
        if self._chosen is None:
            self._ready_client()
        assert self._chosen is not None
        return self._chosen

    @property
    def variants(self) -> tuple[str, ...]:
        """Return the keys of the games it plays."""
        declared = self._ready_client().params.get("variant")
        if declared is None:
            return (self.variant.key,)
        return tuple(key for key in map(names.key_of, declared.values) if key is not None)

    # Playing

    def begin(self, game: Game, side: Color) -> None:
        """Set the engine to the variant of a game, and say that a new game begins."""
        with self._busy() as client:
            self._turn_to(client, game.variant)
            client.send(Line("new-game"))

    def end(self, game: Game) -> None:
        """End its thinking in the opponent's time."""
        if self._expected is not None:
            with self._busy():
                pass

    @blocks
    @unheard(**WITHIN_A_LIMIT)
    def play(self, on: Game | Position, limit: Limit | None = None) -> Move:
        """Return the move to play; without a limit it takes a second.

        A search must end within the margin after its limit, or after the whole clock. With
        `ponder` the engine then thinks on about the reply it expects.
        """
        limit = Limit.check(limit) or DEFAULT
        with self._busy(keep=True) as client:
            if not isinstance(on, Position) and on.outcome is not None:
                raise EngineError("The game is over: there is no move to play")
            self.last = None
            found = _last(self._search(client, history_of(on), limit, "think"))
            self.last = found if found.depth else None
            if self._ponders and len(found.line) > 1:
                self._think_on(client, history_of(on), found, limit)
        return found.line[0]

    @blocks
    @unheard(multipv="lines=", **WITHIN_A_LIMIT)
    def analyse(self, on: Game | Position, limit: Limit | None = None, lines: int = 1) -> Analysis:
        """Return score and best line; without a limit it thinks until `stop`.

        Hub knows one line: more are refused.
        """
        _refuse_lines(lines)
        with self._busy() as client:
            return _last(self._search(client, history_of(on), Limit.check(limit), "analyze"))

    @blocks
    @unheard(multipv="lines=", **WITHIN_A_LIMIT)
    def analysis(
        self, on: Game | Position, limit: Limit | None = None, lines: int = 1
    ) -> Iterator[Analysis]:
        """Yield what the engine says while it thinks, its answer last.

        Leaving the loop early stops it. The answer's line begins with the move it chose.
        """
        _refuse_lines(lines)
        with self._busy() as client:
            answer = yield from self._search(client, history_of(on), Limit.check(limit), "analyze")
            yield answer

    @blocks
    def accepts_draw(self, game: Game) -> bool:
        """Return whether the engine accepts the standing offer; see `offers`."""
        with self._busy() as client:
            return offers.accepts_draw(game, lambda p, past: self._score(client, p, past))

    @blocks
    def offers_draw(self, game: Game) -> bool:
        """Return whether the engine offers a draw; see `offers`."""
        with self._busy(keep=True) as client:
            return offers.offers_draw(game, lambda p, past: self._score(client, p, past))

    @blocks
    def answer_fault(self, game: Game) -> FaultAnswer:
        """Return the best reply to a faulty move; see `offers`."""
        with self._busy() as client:
            return offers.answer_fault(game, lambda p, past: self._score(client, p, past))

    def ping(self) -> float:
        """Return the seconds the engine takes to answer that it is there."""
        with self._busy() as client:
            return client.ping()

    # Its life

    def stop(self) -> None:
        """End the search that runs in another thread; it then returns the best so far."""
        stop = self._stop
        if stop is not None:
            stop.request()

    __reduce__ = refuse_copy

    def close(self, *, at_once: bool = False) -> None:
        """End the process, if need be by force; it is dead and reaped afterwards."""
        self._closed = True
        client = self._client
        if client is not None:
            busy = self._stop is not None or self._expected is not None
            client.close(at_once=at_once or busy)

    def __enter__(self) -> Self:
        with self._busy():
            return self

    async def __aenter__(self) -> AsyncHubEngine:
        """Start the engine without holding up the event loop."""
        from crownhead.engines.hub.asynchronous import AsyncHubEngine

        engine = AsyncHubEngine(self)
        await engine.start()
        return engine

    async def __aexit__(self, *error: object) -> None:
        from crownhead.engines.hub.asynchronous import AsyncHubEngine

        await AsyncHubEngine(self).close()

    @contextmanager
    def _busy(self, *, keep: bool = False) -> Iterator[Client]:
        """Hold the engine for one question; with `keep` its pondering goes on."""
        if not self._lock.acquire(blocking=False):
            self._refuse_closed()
            raise EngineError("The engine is thinking already")
        self._stop = Stop()
        try:
            client = self._start()
            if not keep:
                self._think_no_more(client)
            yield client
        except (CrownheadError, GeneratorExit):
            raise
        except BaseException:
            # An interrupted conversation cannot be taken up again.
            self.close(at_once=True)
            raise
        finally:
            self._stop = None
            self._lock.release()

    def _ready_client(self) -> Client:
        if not self._ready:
            with self._busy():
                pass
        assert self._client is not None
        return self._client

    def _refuse_closed(self) -> None:
        client = self._client
        if self._closed or (client is not None and client.closed):
            reason = client.fault if client is not None else None
            raise EngineError(f"The engine is closed{f': {reason}' if reason else ''}")

    def _start(self) -> Client:
        self._refuse_closed()
        client = self._client
        if client is None:
            process = Process(self._command, cwd=self._cwd, env=self._env)
            weakref.finalize(self, process.close)
            client = self._client = Client(process, self._timeout, self._margin, self._trace)
            if self._closed:  # meanwhile, in another thread
                process.close()
            try:
                client.introduce(self._introduction)
                client.initialise(self._settings(client.params))
            except BaseException:
                self.close(at_once=True)
                raise
            self._ready = True
        return client

    def _settings(self, declared: Mapping[str, Param]) -> dict[str, str]:
        """Return the texts of the parameters to set. Raises `EngineError` for impossible ones."""
        settings: dict[str, str] = {}
        choice = declared.get("variant")
        if self._chosen is None:
            self._chosen = _own_variant(choice)
        if choice is not None:
            name = self._name(choice, self._chosen)
            if name != choice.value:
                settings["variant"] = name
        return settings | self._wanted_texts(declared, self._wanted)

    def _wanted_texts(
        self, declared: Mapping[str, Param], values: Mapping[str, Value]
    ) -> dict[str, str]:
        """Return the texts of parameters to set. Raises `EngineError` for impossible ones."""
        texts: dict[str, str] = {}
        client = self._client
        if client is not None and client.dialect == 1:  # which declares nothing
            self._values |= values
            plain = {name: _plain(value) for name, value in values.items()}
            return {name: Param(name, "string", "").text(text) for name, text in plain.items()}
        for name, value in values.items():
            if name not in declared:
                known = ", ".join(declared) or "none"
                raise EngineError(f"The engine has no parameter {name!r}; it has: {known}")
            if name == "variant":
                raise EngineError("The parameter `variant` is set by the argument `variant`")
            texts[name] = declared[name].text(value)
        self._values |= {name: declared[name].convert(value) for name, value in values.items()}
        return texts

    def _name(self, choice: Param, variant: Variant) -> str:
        name = names.find_offered(variant.key, choice.values)
        if name is None:
            played = ", ".join(names.key_of(value) or value for value in choice.values)
            raise EngineError(f"The engine does not play {variant.key}, only: {played}")
        return name

    def _turn_to(self, client: Client, variant: Variant) -> None:
        """Set the engine to another game, where it plays that one."""
        if variant == self._chosen:
            return
        choice = client.params.get("variant")
        if choice is None:
            raise EngineError(f"The engine plays {self.variant.key} only, not {variant.key}")
        name = self._name(choice, variant)
        self._think_no_more(client)
        client.initialise({"variant": name})
        self._chosen = variant

    def _search(
        self, client: Client, seen: Sequence[Position], limit: Limit | None, mode: str
    ) -> _Search:
        """Yield what each `info` says; return the answer."""
        position = seen[-1]
        if not len(position.legal_moves):
            raise EngineError(f"No legal move in {position.fen()}")
        self._turn_to(client, position.variant)
        if mode == "think" and self._expected == position:
            self._expected = None
            client.send(Line("ponder-hit"))
        else:
            level = levels.write(limit)
            if client.dialect == 1 and "nodes" in level:
                raise EngineError("The engine speaks Hub-1, which knows no limit of nodes")
            self._think_no_more(client)
            client.go(positions.write(seen), level, mode)
        assert self._stop is not None
        found = Analysis(0, 0, 0, 0.0, ())
        lines = client.search(_seconds_allowed(limit), self._stop)
        for line in lines:
            if line.command == "done":
                return self._answer(client, line, position, found)
            if "score" in line or "pv" in line:
                found = info.read(line, position)
                try:
                    yield found
                except GeneratorExit:
                    self._stop.request()
                    with suppress(EngineError):  # whoever asks next hears of it
                        for _ in lines:
                            pass
                    raise
        raise AssertionError("a search ends with `done`")

    def _answer(self, client: Client, line: Line, position: Position, found: Analysis) -> Analysis:
        """Return the last analysis with the move that was chosen, and what should follow it."""
        text = line.get("move")
        try:
            if not text:
                raise ProtocolError("The engine is done without a move", str(line))
            move = position.parse(text)
        except ProtocolError as error:
            raise client.fail(error) from None
        except CrownheadError as error:
            said = Catalogue("en", position.variant).error(error, text)
            kind = IllegalReply if isinstance(error, IllegalMove) else ProtocolError
            wrong = kind(f"The engine plays {text[:60]!r}: {said}", str(line))
            raise client.fail(wrong) from None
        reply = info.moves(line.get("ponder").split()[:1], position.play(move))
        if found.line[:1] == (move,) and (not reply or found.line[1:2] == reply):
            return found
        return replace(found, line=(move, *reply))

    def _think_on(
        self, client: Client, seen: Sequence[Position], found: Analysis, limit: Limit
    ) -> None:
        """Start it thinking in the opponent's time about the reply that it expects."""
        after = seen[-1].play(found.line[0])
        expected = after.play(found.line[1])
        if after.outcome is not None or expected.outcome is not None:
            return
        if limit.clock is not None:
            left = limit.clock - found.seconds + (limit.increment or 0.0)
            limit = replace(limit, clock=max(left, 0.01))
        client.go(positions.write((*seen, after, expected)), levels.write(limit), "ponder")
        self._expected = expected

    def _think_no_more(self, client: Client) -> None:
        if self._expected is not None:
            self._expected = None
            stop = Stop()
            stop.request()
            for _ in client.search(None, stop):
                pass

    def _score(self, client: Client, position: Position, past: Sequence[Position]) -> int:
        if not len(position.legal_moves):
            return WIN if position.variant.rules.aim is Aim.LOSE else -WIN
        return _last(self._search(client, (*past, position), DECISION, "analyze")).score


def _plain(value: Value) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _own_variant(choice: Param | None) -> Variant:
    """Return the game an engine is set to by itself: international, where it does not say."""
    if choice is None:
        return get("international")
    keys = [names.key_of(str(name)) for name in (choice.value, *choice.values)]
    key = next((key for key in keys if key is not None), None)
    if key is None:
        raise EngineError(f"The engine plays no game we know: {', '.join(choice.values)}")
    return get(key)


def _refuse_lines(lines: int) -> None:
    if lines != 1:
        raise EngineError(f"A Hub engine tells one line, not {lines!r}")


def _last(search: _Search) -> Analysis:
    """Run a search to its answer."""
    while True:
        try:
            next(search)
        except StopIteration as ended:
            answer: Analysis = ended.value
            return answer


def _seconds_allowed(limit: Limit | None) -> float | None:
    """Return the seconds a search may take: what a clock shows may all be used."""
    if limit is None or limit.clock is None:
        return limit.seconds if limit else None
    return min(limit.clock, limit.seconds or limit.clock)
