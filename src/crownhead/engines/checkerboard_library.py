"""An engine made for CheckerBoard, loaded as a shared object: `getmove` and `enginecommand`.

What it does may end the process, so it is loaded into one of its own: `crownhead hub
--checkerboard FILE` serves it over Hub, and `load` drives that program as an engine.
"""

from __future__ import annotations

import ctypes
import os
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, Protocol

from crownhead.engines.checkerboard import (
    BLACK,
    GAMETYPES,
    LONGEST_COMMAND,
    LONGEST_REPLY,
    MOST_MEGABYTES,
    WHITE,
    place,
    to_board,
)
from crownhead.engines.history import history_of
from crownhead.engines.limit import Limit
from crownhead.engines.option import Option, Value
from crownhead.errors import EngineError, ProtocolError
from crownhead.game import Game
from crownhead.move import Move
from crownhead.position import Position
from crownhead.variants import Variant, get

if TYPE_CHECKING:
    from crownhead.engines.hub.engine import HubEngine

USUAL_SECONDS = 1.0
"""What a move may take where no limit is given."""

_NEW_GAME, _EXACT = 1, 2  # bits of `info`
_NUMBERS = (("hashsize", 1, MOST_MEGABYTES), ("book", 0, 3), ("searchthreads", 1, 256))


class Coordinates(ctypes.Structure):
    """A square: column and row of the board array."""

    _fields_ = [("x", ctypes.c_int), ("y", ctypes.c_int)]


class MoveStructure(ctypes.Structure):
    """The move that an engine has made, as `struct CBmove` holds it."""

    _fields_ = [
        ("jumps", ctypes.c_int),
        ("newpiece", ctypes.c_int),
        ("oldpiece", ctypes.c_int),
        ("origin", Coordinates),
        ("target", Coordinates),
        ("path", Coordinates * 12),
        ("captured", Coordinates * 12),
        ("captured_pieces", ctypes.c_int * 12),
    ]


BoardArray = (ctypes.c_int * 8) * 8


class Functions(Protocol):
    """What is called of a library."""

    getmove: Any
    enginecommand: Any


class LibraryPlayer:
    """Choose moves by the functions of a library: a player that `serve` takes.

    Its game is the one that it names, its options those that it handles: `hashsize` (MiB), `book`
    (0 to 3) and `searchthreads`.
    """

    def __init__(self, functions: Functions) -> None:
        self._functions = functions
        self._play_now = ctypes.c_int(0)
        handled, number = self.command("get gametype")
        key = "english" if not handled else GAMETYPES.get(_number(number), "")
        if not key:
            raise EngineError(f"CheckerBoard: the engine plays no game we know: {number[:40]!r}")
        self.variant: Variant = get(key)
        handled, name = self.command("name")
        self.name = " ".join(name.split())[:80] if handled else ""
        self.options: Sequence[Option] = [
            Option(name, "int", value, least=min(least, value), most=max(most, value))
            for name, least, most in _NUMBERS
            if (value := self._setting(name)) is not None
        ]

    def command(self, text: str) -> tuple[bool, str]:
        """Return whether the engine handled a command, and its reply."""
        given = ctypes.create_string_buffer(text.encode("latin-1", "replace"), LONGEST_COMMAND + 1)
        reply = ctypes.create_string_buffer(LONGEST_REPLY + 1)
        handled = self._functions.enginecommand(given, reply)
        said = reply.value.decode("latin-1").strip()
        return bool(handled) and said != "?", said

    def configure(self, values: Mapping[str, Value]) -> None:
        """Set options. Raises `EngineError` for one that the engine does not take."""
        for name, value in values.items():
            handled, said = self.command(f"set {name} {value}")
            if not handled:
                raise EngineError(f"CheckerBoard: the engine does not take {name} {value}: {said}")

    def play(self, on: Game, limit: Limit | None) -> Move:
        """Return the engine's move. Raises `EngineError` for limits that it cannot be told."""
        self._play_now.value = 0
        seconds, info = _time(limit)
        position = on.position
        if not self.command(f"set gamehist {_history(on)}")[0]:
            info |= _NEW_GAME  # it remembers positions by itself, and may not know this game
        board = BoardArray()
        for x, column in enumerate(to_board(position)):
            board[x][:] = list(column)
        text = ctypes.create_string_buffer(1024)
        made = MoveStructure()
        color = WHITE if position.turn == "white" else BLACK
        self._functions.getmove(
            board,
            color,
            ctypes.c_double(seconds),
            text,
            ctypes.byref(self._play_now),
            info,
            0,
            ctypes.byref(made),
        )
        return _move(position, board, made)

    def stop(self) -> None:
        """Ask it to move at once; it does if it looks at `playnow`."""
        self._play_now.value = 1

    def _setting(self, name: str) -> int | None:
        handled, said = self.command(f"get {name}")
        return _number(said) if handled and said.isascii() and said.isdigit() else None


def _number(text: str) -> int:
    return int(text[:9]) if text.isascii() and text.isdigit() else -1


def _time(limit: Limit | None) -> tuple[float, int]:
    if limit is None:
        return USUAL_SECONDS, 0
    if limit.nodes is not None or limit.depth is not None:
        raise EngineError("CheckerBoard: an engine is told a time, no nodes and no depth")
    if limit.seconds is not None and limit.clock is None:
        return limit.seconds, _EXACT
    return limit.budget or USUAL_SECONDS, 0


def _history(game: Game) -> str:
    """Return FEN and moves since the last move that cannot be undone, as `set gamehist` has it."""
    positions, moves = history_of(game), game.moves
    begin = len(positions) - 1
    if len(moves) == begin:
        while begin > 0 and moves[begin - 1].by_king and not moves[begin - 1].is_capture:
            begin -= 1
    since = [f"{move.origin}-{move.target}" for move in moves[begin:]]
    text = " ".join([_fen(positions[begin]), *since])
    return text if len(f"set gamehist {text}") <= LONGEST_COMMAND else _fen(positions[-1])


def _fen(position: Position) -> str:
    """Return the FEN in numbers, which some games do not write theirs in."""
    listed: dict[str, list[str]] = {"white": [], "black": []}
    for square, piece in sorted(position.pieces.items()):
        side, kind = piece.split("_")
        listed[side].append(f"{'K' if kind == 'king' else ''}{square}")
    turn = "W" if position.turn == "white" else "B"
    return f"{turn}:W{','.join(listed['white'])}:B{','.join(listed['black'])}"


def _move(position: Position, board: Any, made: MoveStructure) -> Move:
    """Return the move that led to a board. Raises `ProtocolError` where no legal one does."""
    after = tuple(tuple(column) for column in board)
    fitting = [move for move in position.legal_moves if to_board(position.play(move)) == after]
    if len(fitting) != 1:  # it has left the board alone, or two moves look the same
        ends = (made.origin.x, made.origin.y), (made.target.x, made.target.y)
        fitting = [
            move
            for move in fitting or position.legal_moves
            if (place(position.variant, move.origin), place(position.variant, move.target)) == ends
        ]
    if len(fitting) != 1:
        raise ProtocolError("CheckerBoard: the engine's board is not what a legal move leads to")
    return fitting[0]


def open_library(path: str | os.PathLike[str]) -> Functions:
    """Load a shared object and return its functions.

    It runs within this process from then on, and whatever it does wrong may end it. Raises
    `EngineError` for a file that is none for this machine, or lacks a function.
    """
    whole = Path(path).resolve()
    loader: Any = getattr(ctypes, "WinDLL", ctypes.CDLL)  # its functions are __stdcall there
    try:
        library = loader(str(whole))
    except OSError as error:
        raise EngineError(f"CheckerBoard: {whole.name}: {error}") from None
    for name in ("getmove", "enginecommand"):
        if not hasattr(library, name):
            raise EngineError(f"CheckerBoard: {whole.name} has no function {name}")
        getattr(library, name).restype = ctypes.c_int
    found: Functions = library
    return found


def serve_library(path: str | os.PathLike[str]) -> None:
    """Serve a shared object over Hub, on standard input and output.

    What it prints itself goes to the error stream. Raises `EngineError` as `open_library` does.
    """
    from crownhead.engines.hub.serving import serve

    target = _own_output()  # until the process ends: who drives it hears first what was wrong
    player = LibraryPlayer(open_library(path))
    serve(player, name=player.name, variants=[player.variant], target=target)


def _own_output() -> IO[bytes]:
    """Return the standard output, and lead what others print there to the error stream."""
    sys.stdout.flush()
    own = os.dup(sys.stdout.fileno())
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    return os.fdopen(own, "wb")


def load(path: str | os.PathLike[str], **options: Any) -> HubEngine:
    """Return an engine behind a shared object that was made for CheckerBoard.

    It runs in a process of its own; the options are those of `HubEngine`. It plays one game, by
    limits of time alone.

    >>> from crownhead import EngineDied
    >>> try:
    ...     with load("/nothing/here.so"):
    ...         pass
    ... except EngineDied as error:
    ...     print("here.so" in str(error))
    True
    """
    from crownhead.engines.hub.engine import HubEngine

    return HubEngine(command(path), **options)


def command(path: str | os.PathLike[str]) -> list[str]:
    """Return the command that serves a shared object over Hub.

    >>> command("engine.so")[-2:] == ["--checkerboard", os.path.abspath("engine.so")]
    True
    """
    whole = os.path.abspath(os.fspath(path))
    return [sys.executable, "-m", "crownhead.cli", "hub", "--checkerboard", whole]
