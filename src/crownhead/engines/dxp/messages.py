"""The messages of DamExchange: the closed set, each a frozen record with its text.

Reading is liberal about form (trailing blanks, letters that are not ASCII in names and chat, a
missing stop code, a time of five digits) and strict about everything else.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from typing import TypeVar

from crownhead.errors import ProtocolError
from crownhead.rules import Color

E = TypeVar("E", bound=Enum)

LONGEST = 127
"""The most characters of a message, its letter included."""
VERSION = 1
LONGEST_NAME = 32
LONGEST_CHAT = LONGEST - 1
MOST_CAPTURES = (LONGEST - 11) // 2
MOST_SECONDS = 9999

_SIDES: dict[Color, str] = {"white": "W", "black": "Z"}
_COLORS: dict[str, Color] = {letter: color for color, letter in _SIDES.items()}
_BOARD = frozenset("zwZWe")


class Reason(Enum):
    """Why a game is ended, as its sender sees it."""

    UNKNOWN = "0"
    LOSS = "1"
    DRAW = "2"
    WIN = "3"


class Code(Enum):
    """How a game request is answered."""

    ACCEPTED = "0"
    VERSION = "1"
    NOT_THIS_GAME = "2"
    NO_GAMES = "3"


class Back(Enum):
    """How a request to go back is answered."""

    YES = "0"
    NO = "1"
    CONTINUE = "2"


@dataclass(frozen=True, slots=True)
class Request:
    """Ask for a game (R): the follower's colour, minutes for each side, moves (0: no limit).

    `start` is the side to move (`W`, `Z`) and one letter for each square, or None for the normal
    start position.

    >>> Request("crownhead", "white", 60, 65).text
    'R01crownhead                       W060065A'
    """

    name: str
    follower: Color
    minutes: int
    moves: int
    start: str | None = None

    def __post_init__(self) -> None:
        object.__setattr__(self, "name", _clean_name(self.name))
        _within("minutes", self.minutes, 999)
        _within("moves", self.moves, 999)
        if self.start is not None:
            _check_start(self.start)

    @property
    def text(self) -> str:
        """Return the message."""
        start = "A" if self.start is None else f"B{self.start}"
        head = f"R{VERSION:02}{self.name:{LONGEST_NAME}}{_SIDES[self.follower]}"
        return f"{head}{self.minutes:03}{self.moves:03}{start}"


@dataclass(frozen=True, slots=True)
class ForeignRequest:
    """Ask for a game in another version of the protocol: answered, never understood."""

    version: int
    rest: str

    def __post_init__(self) -> None:
        _within("version", self.version, 99)
        if self.version == VERSION:
            raise ProtocolError(f"Version {VERSION} is not foreign")

    @property
    def text(self) -> str:
        """Return the message."""
        return f"R{self.version:02}{self.rest}"


@dataclass(frozen=True, slots=True)
class Answer:
    """Answer a game request (A).

    >>> Answer("crownhead", Code.ACCEPTED).text
    'Acrownhead                       0'
    """

    name: str
    code: Code

    def __post_init__(self) -> None:
        object.__setattr__(self, "name", _clean_name(self.name))

    @property
    def text(self) -> str:
        """Return the message."""
        return f"A{self.name:{LONGEST_NAME}}{self.code.value}"


@dataclass(frozen=True, slots=True)
class Moved:
    """Make a move (M): seconds used, squares, and the captured squares in any order.

    >>> Moved(12, 5, 25, (22, 12, 23, 20)).text
    'M001205250422122320'
    """

    seconds: int
    origin: int
    target: int
    captures: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        _within("seconds", self.seconds, MOST_SECONDS)
        for square in (self.origin, self.target, *self.captures):
            _within("square", square, 99, 1)
        _within("number of captures", len(self.captures), MOST_CAPTURES)

    @property
    def text(self) -> str:
        """Return the message."""
        squares = "".join(f"{square:02}" for square in self.captures)
        return f"M{self.seconds:04}{self.origin:02}{self.target:02}{len(self.captures):02}{squares}"


@dataclass(frozen=True, slots=True)
class End:
    """End the game (E); `stop` asks for no further one.

    >>> End(Reason.LOSS).text
    'E10'
    """

    reason: Reason
    stop: bool = False

    @property
    def text(self) -> str:
        """Return the message."""
        return f"E{self.reason.value}{int(self.stop)}"


@dataclass(frozen=True, slots=True)
class Chat:
    """Carry a message to the person at the other side (C)."""

    said: str

    def __post_init__(self) -> None:
        object.__setattr__(self, "said", _ascii(self.said).replace("\0", " "))
        _within("length of the chat", len(self.said), LONGEST_CHAT)

    @property
    def text(self) -> str:
        """Return the message."""
        return f"C{self.said}"


@dataclass(frozen=True, slots=True)
class BackRequest:
    """Ask to go back to the position in which `turn` makes its move number `move` (B).

    >>> BackRequest(5, "black").text
    'B005Z'
    """

    move: int
    turn: Color

    def __post_init__(self) -> None:
        _within("move number", self.move, 999)

    @property
    def text(self) -> str:
        """Return the message."""
        return f"B{self.move:03}{_SIDES[self.turn]}"


@dataclass(frozen=True, slots=True)
class BackAnswer:
    """Answer a request to go back (K)."""

    code: Back

    @property
    def text(self) -> str:
        """Return the message."""
        return f"K{self.code.value}"


Message = Request | ForeignRequest | Answer | Moved | End | Chat | BackRequest | BackAnswer


def parse(text: str) -> Message:
    """Read a message, without the NUL that ended it.

    Raises `ProtocolError` with the message and what is wrong in it.

    >>> parse("M0012061100")
    Moved(seconds=12, origin=6, target=11, captures=())
    """
    try:
        if not 1 <= len(text) <= LONGEST:
            raise ProtocolError(f"{len(text)} characters are not within 1..{LONGEST}")
        return _read(_Fields(text))
    except ProtocolError as error:
        raise ProtocolError(f"DXP: {error} in {_short(text)}", text) from None


def lines(said: str) -> list[Chat]:
    """Cut a text into as many chat messages as it takes.

    >>> [len(chat.said) for chat in lines("x" * 200)]
    [126, 74]
    """
    return [Chat(said[at : at + LONGEST_CHAT]) for at in range(0, len(said), LONGEST_CHAT)]


class _Fields:
    """Take the fields of a message one by one."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0

    def take(self, width: int, name: str) -> str:
        found = self.text[self.at : self.at + width]
        if len(found) < width:
            raise ProtocolError(f"{name} is missing or cut short")
        self.at += width
        return found

    def number(self, width: int, name: str) -> int:
        found = self.take(width, name)
        if not (found.isascii() and found.isdigit()):
            raise ProtocolError(f"{name} {_short(found)} is not a number of {width} digits")
        return int(found)

    def side(self, name: str) -> Color:
        found = self.take(1, name)
        if found.upper() not in _COLORS:
            raise ProtocolError(f"{name} {_short(found)} is neither W nor Z")
        return _COLORS[found.upper()]

    def rest(self) -> str:
        found = self.text[self.at :]
        self.at = len(self.text)
        return found

    def end(self) -> None:
        if self.text[self.at :].strip():
            raise ProtocolError(f"{_short(self.text[self.at :])} is too much")


def _read(fields: _Fields) -> Message:
    said = fields.take(1, "type")
    kind = said.upper()
    if kind == "C":
        return Chat(fields.rest())
    readers: dict[str, Callable[[_Fields], Message]] = {
        "R": _request,
        "A": lambda f: Answer(f.take(LONGEST_NAME, "name"), _member(Code, f, "answer")),
        "M": _read_move,
        "E": _end,
        "B": lambda f: BackRequest(f.number(3, "move number"), f.side("side to move")),
        "K": lambda f: BackAnswer(_member(Back, f, "answer")),
    }
    if kind not in readers:
        raise ProtocolError(f"type {_short(said)} is not known")
    message = readers[kind](fields)
    fields.end()
    return message


def _request(fields: _Fields) -> Request | ForeignRequest:
    version = fields.number(2, "version")
    if version != VERSION:
        return ForeignRequest(version, fields.rest())
    name = fields.take(LONGEST_NAME, "name")
    follower = fields.side("follower's colour")
    minutes = fields.number(3, "thinking time")
    moves = fields.number(3, "number of moves")
    kind = fields.take(1, "start position").upper()
    if kind not in "AB":
        raise ProtocolError(f"start position {_short(kind)} is neither A nor B")
    start = None
    if kind == "B":
        letters = fields.rest().rstrip()
        start = letters[:1].upper() + letters[1:].replace("E", "e")
    return Request(name, follower, minutes, moves, start)


def _read_move(fields: _Fields) -> Moved:
    # Two digits make a square: an odd digit too many can only belong to the time.
    digits = fields.text.rstrip()
    wide = len(digits) % 2 == 0 and len(digits) > 11
    seconds = min(fields.number(5 if wide else 4, "time"), MOST_SECONDS)
    origin, target = fields.number(2, "square"), fields.number(2, "square")
    count = fields.number(2, "number of captures")
    captures = tuple(fields.number(2, "captured square") for _ in range(count))
    return Moved(seconds, origin, target, captures)


def _end(fields: _Fields) -> End:
    reason = _member(Reason, fields, "reason")
    stop = fields.take(1, "stop code") if fields.text[fields.at :].strip() else "0"
    if stop not in "01":
        raise ProtocolError(f"stop code {_short(stop)} is neither 0 nor 1")
    return End(reason, stop == "1")


def _member(kind: type[E], fields: _Fields, name: str) -> E:
    found = fields.take(1, name)
    try:
        return kind(found)
    except ValueError:
        raise ProtocolError(f"{name} {_short(found)} is not known") from None


def _check_start(start: str) -> None:
    if start[:1] not in _COLORS:
        raise ProtocolError(f"side to move {_short(start[:1])} is neither W nor Z")
    strange = next((letter for letter in start[1:] if letter not in _BOARD), None)
    if strange is not None:
        raise ProtocolError(f"{_short(strange)} does not stand for a square")
    _within("length of the start position", len(start), LONGEST - 43)


def _within(name: str, value: int, most: int, least: int = 0) -> None:
    if not least <= value <= most:
        raise ProtocolError(f"{name} {value} is not within {least}..{most}")


def _clean_name(name: str) -> str:
    printed = "".join(c if " " <= c <= "~" else "?" for c in name.strip())
    return printed[:LONGEST_NAME].strip()


def _ascii(text: str) -> str:
    return "".join(c if c <= "\x7f" else "?" for c in text)


def _short(text: str) -> str:
    return repr(text if len(text) <= 60 else text[:57] + "...")
