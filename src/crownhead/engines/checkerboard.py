"""The text conventions of CheckerBoard engines, as far as they make sense without a Windows DLL.

`CheckerBoard.command` answers what its `enginecommand` asks; boards and move lists are translated
both ways. Square numbers are those of PDN in all five games.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from crownhead.engines.interface import Engine
from crownhead.engines.limit import Limit
from crownhead.errors import CrownheadError, EngineError, InvalidFen, InvalidMove
from crownhead.game import Game
from crownhead.move import Move
from crownhead.position import Position
from crownhead.variants import Variant, get

GAMETYPES = {21: "english", 22: "italian", 24: "spanish", 25: "russian", 26: "brazilian"}
WHITE, BLACK, MAN, KING, FREE = 1, 2, 4, 8, 0
PROTOCOL_VERSION = 2
LONGEST_COMMAND = 255
LONGEST_REPLY = 1023
MOST_MEGABYTES = 4096

Board = tuple[tuple[int, ...], ...]
"""`board[x][y]`: a sum of colour and kind, 0 for an empty or unused square."""

_PIECES = {
    "white_man": WHITE | MAN,
    "white_king": WHITE | KING,
    "black_man": BLACK | MAN,
    "black_king": BLACK | KING,
}
_NAMES = {value: name for name, value in _PIECES.items()}


def gametype(variant: str | Variant) -> int:
    """Return CheckerBoard's number of a game. Raises `EngineError` for one it does not play.

    >>> gametype("russian")
    25
    """
    key = get(variant).key
    for number, known in GAMETYPES.items():
        if known == key:
            return number
    raise EngineError(f"CheckerBoard does not play {key}")


def place(variant: str | Variant, square: int) -> tuple[int, int]:
    """Return the coordinates `x, y` of a square.

    The board stands as its first player sees it from behind the board: y is 0 in the row of
    Black's men, and x runs from right to left except where the board is mirrored.

    >>> place("english", 1), place("italian", 1)
    ((6, 0), (0, 0))
    """
    game = get(variant)
    column, row = Position.initial(game).ruleset.place(square)
    return (column if game.mirrored else 7 - column), 7 - row


def to_board(position: Position) -> Board:
    """Return the board array of a position.

    >>> to_board(Position.initial("english"))[6][0] == BLACK | MAN
    True
    """
    gametype(position.variant)
    board = [[FREE] * 8 for _ in range(8)]
    for square, piece in position.pieces.items():
        x, y = place(position.variant, square)
        board[x][y] = _PIECES[piece]
    return tuple(tuple(column) for column in board)


def from_board(board: Sequence[Sequence[int]], color: int, variant: str | Variant) -> Position:
    """Return the position of a board array with `color` (1 White, 2 Black) to move.

    Raises `InvalidFen` for a colour, a value or a place that cannot be.
    """
    game = get(variant)
    gametype(game)
    if color not in (WHITE, BLACK):
        raise InvalidFen(f"CheckerBoard: colour {color!r} is neither 1 nor 2")
    if len(board) != 8 or any(len(column) != 8 for column in board):
        raise InvalidFen("CheckerBoard: the board is not 8 x 8")
    squares = {place(game, square): square for square in range(1, 33)}
    lists: dict[str, list[str]] = {"white": [], "black": []}
    for x, column in enumerate(board):
        for y, value in enumerate(column):
            if value == FREE:
                continue
            if value not in _NAMES or (x, y) not in squares:
                raise InvalidFen(f"CheckerBoard: {value!r} cannot stand on ({x}, {y})")
            side, kind = _NAMES[value].split("_")
            lists[side].append(f"{'K' if kind == 'king' else ''}{squares[x, y]}")
    turn = "W" if color == WHITE else "B"
    fen = f"{turn}:W{','.join(lists['white'])}:B{','.join(lists['black'])}"
    return Position.from_fen(fen, game)


@dataclass(frozen=True, slots=True)
class Listed:
    """One move of a move list: piece before and after, squares, and every jump.

    A jump is the square landed on, the square captured, and the piece that stood there.
    """

    before: int
    after: int
    origin: int
    target: int
    jumps: tuple[tuple[int, int, int], ...] = ()

    @property
    def text(self) -> str:
        """Return the move as it stands in a list, without the semicolon."""
        head = (len(self.jumps), self.before, self.after, self.origin, self.target)
        return ",".join(map(str, (*head, *(n for jump in self.jumps for n in jump))))


def to_move_list(position: Position, move: Move) -> Listed:
    """Return a legal move as a move list holds it."""
    pieces = position.pieces
    before = _PIECES[pieces[move.origin]]
    after = before if not move.crowns else before - MAN + KING
    jumps = []
    if move.is_capture:
        landings = move.route[1:]
        over = _captured_squares(position, move)
        jumps = [
            (landing, taken, _PIECES[pieces[taken]])
            for landing, taken in zip(landings, over, strict=True)
        ]
    return Listed(before, after, move.origin, move.target, tuple(jumps))


def movelist(position: Position) -> str:
    """Return the reply to `get movelist`.

    >>> movelist(Position.from_fen("B:W22:B18", "italian"))
    'movelist 1,1,6,6,18,27,27,22,5;'
    >>> movelist(Position.from_fen("B:W22:B", "italian"))
    'movelist 0'
    """
    moves = [to_move_list(position, move).text for move in position.legal_moves]
    if not moves:
        return "movelist 0"
    return f"movelist {len(moves)},{';'.join(moves)};"


def parse_movelist(reply: str) -> tuple[Listed, ...]:
    """Read the reply to `get movelist`. Raises `InvalidMove` where it is none.

    >>> parse_movelist("movelist 1,0,6,6,11,15;")
    (Listed(before=6, after=6, origin=11, target=15, jumps=()),)
    """
    word, _, rest = reply.strip().partition(" ")
    count, _, moves = rest.partition(",")
    try:
        if word != "movelist" or len(reply) > 65_536:
            raise ValueError(reply[:40])
        found = tuple(_parse_listed(text) for text in moves.split(";") if text)
        if len(found) != int(count):
            raise ValueError(f"{count} moves announced, {len(found)} given")
    except ValueError as error:
        raise InvalidMove(f"CheckerBoard: not a move list: {error}") from None
    return found


def time_to_send(clock: float, increment: float) -> float:
    """Return the seconds that a match with time per move gives an engine for its next move.

    The increment has been added to the clock before.

    >>> time_to_send(1.0, 5.0), time_to_send(3.0, 5.0), time_to_send(10.0, 5.0)
    (2.0, 3.0, 7.0)
    """
    if clock < 0.4 * increment:
        return 0.4 * increment
    if clock <= increment:
        return clock
    return increment + (clock - increment) / 2.5


class CheckerBoard:
    """Answer CheckerBoard's commands with the built-in engine.

    >>> with CheckerBoard("english") as engine:
    ...     engine.command("get protocolversion"), engine.command("set book 0")
    ((True, '2'), (True, '0'))
    """

    def __init__(self, variant: str | Variant = "english", level: int = 10) -> None:
        self.variant = get(variant)
        self.gametype = gametype(self.variant)
        self.megabytes = 16
        self.game = _game(Position.initial(self.variant))
        self._level = level
        self._engine = Engine.builtin(level, megabytes=self.megabytes)

    def command(self, text: str) -> tuple[bool, str]:
        """Return whether a command was handled, and the reply; `?` where it is not known."""
        words = text.split() if len(text) <= LONGEST_COMMAND else []
        match words:
            case ["about"]:
                return True, f"crownhead\n{self.variant.name()}"
            case ["name"]:
                return True, "crownhead"
            case ["get", "protocolversion"]:
                return True, str(PROTOCOL_VERSION)
            case ["get", "gametype"]:
                return True, str(self.gametype)
            case ["get", "hashsize"]:
                return True, str(self.megabytes)
            case ["set", "hashsize", size]:
                return self._set_hashsize(size)
            case ["get", "book"]:
                return True, str(int(self._engine.book))
            case ["set", "book", number]:
                return self._set_book(number)
            case ["get", "movelist", fen]:
                return self._movelist(fen)
            case ["set", "gamehist", fen, *moves]:
                return self._set_gamehist(fen, moves)
        return False, "?"

    def getmove(
        self, board: Sequence[Sequence[int]], color: int, seconds: float
    ) -> tuple[Board, Move]:
        """Return the board after the engine's move, and the move.

        Repetitions count where `set gamehist` led to this very position. Raises `InvalidFen` for
        a board that is none, `EngineError` where there is no move.
        """
        position = from_board(board, color, self.variant)
        known = self.game.position == position and self.game.outcome is None
        move = self._engine.play(self.game if known else position, Limit(seconds=seconds))
        return to_board(position.play(move)), move

    def stop(self) -> None:
        """Move at once, as a `playnow` that is not zero says."""
        self._engine.stop()

    def close(self) -> None:
        """Give back what the engine holds."""
        self._engine.close()

    def __enter__(self) -> CheckerBoard:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def _set_hashsize(self, size: str) -> tuple[bool, str]:
        if not (size.isascii() and size.isdigit()) or not 1 <= int(size) <= MOST_MEGABYTES:
            return False, str(self.megabytes)
        try:
            engine = Engine.builtin(self._level, megabytes=int(size), book=self._engine.book)
        except EngineError:
            return False, str(self.megabytes)
        self._engine.close()
        self._engine, self.megabytes = engine, int(size)
        return True, size

    def _set_book(self, number: str) -> tuple[bool, str]:
        """Play with the opening book, or without it at 0; the number says how well, up to 3."""
        if number not in ("0", "1", "2", "3"):
            return False, str(int(self._engine.book))
        self._engine.book = number != "0"
        return True, number

    def _movelist(self, fen: str) -> tuple[bool, str]:
        try:
            reply = movelist(Position.from_fen(fen, self.variant))
        except CrownheadError:
            return False, "?"
        return (True, reply) if len(reply) <= LONGEST_REPLY else (False, "?")

    def _set_gamehist(self, fen: str, moves: Iterable[str]) -> tuple[bool, str]:
        try:
            game = _game(Position.from_fen(fen, self.variant))
            for move in moves:
                game.play(move)
        except CrownheadError:
            return False, "?"
        self.game = game
        return True, "ok"


def _game(start: Position) -> Game:
    return Game(start=start, huffing=False, refusal_duty=0, draws="claim")


def _captured_squares(position: Position, move: Move) -> list[int]:
    """Return the captured squares in the order of the route."""
    place_of, square_at = position.ruleset.place, position.ruleset.square_at
    over = []
    taken = set(move.captures)
    for start, end in zip(move.route, move.route[1:], strict=False):
        (x, y), (to_x, to_y) = place_of(start), place_of(end)
        step_x, step_y = (to_x > x) - (to_x < x), (to_y > y) - (to_y < y)
        while (x, y) != (to_x, to_y):
            x, y = x + step_x, y + step_y
            square = square_at(x, y)
            if square in taken:
                over.append(square)
                taken.discard(square)
    return over


def _parse_listed(text: str) -> Listed:
    jumps, before, after, origin, target, *rest = (int(number) for number in text.split(","))
    if len(rest) != 3 * jumps:
        raise ValueError(f"{jumps} jumps need {3 * jumps} numbers, found {len(rest)}")
    if before not in _NAMES or after not in _NAMES:
        raise ValueError(f"no piece is {before} or {after}")
    if not all(1 <= square <= 32 for square in (origin, target, *rest[::3], *rest[1::3])):
        raise ValueError(f"a square is not within 1..32 in {text[:40]}")
    triples = tuple(zip(rest[::3], rest[1::3], rest[2::3], strict=True))
    return Listed(before, after, origin, target, triples)
