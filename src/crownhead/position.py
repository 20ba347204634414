"""Positions: immutable values over the core that know their game."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from enum import IntFlag
from typing import Any, Literal, Self, cast

from crownhead import _core, hints
from crownhead import textboard as text
from crownhead._core import Move
from crownhead.digits import parse_uint
from crownhead.errors import (
    AmbiguousMove,
    CrownheadError,
    IllegalMove,
    InvalidFen,
    InvalidMove,
    TooComplex,
)
from crownhead.explain import explain, say
from crownhead.outcome import Outcome, outcome_of
from crownhead.piece import Piece
from crownhead.renamed import formerly
from crownhead.rules import Color, DrawRule
from crownhead.rulesets import law_of, ruleset
from crownhead.sides import other
from crownhead.squareset import SquareSet
from crownhead.variants import Variant, get

TYPE_CHECKING = False
if TYPE_CHECKING:
    from crownhead.reasons import Reason


_PIECES = (None, *Piece)  # by their numbers in the core
_NUMBERS = {piece: number for number, piece in enumerate(_PIECES)}


class Status(IntFlag):
    """Why no game can reach a position; `VALID` is none of these."""

    VALID = 0
    NO_WHITE = 1
    NO_BLACK = 2
    TOO_MANY_WHITE = 4
    TOO_MANY_BLACK = 8
    WHITE_MAN_ON_LAST_ROW = 16
    BLACK_MAN_ON_LAST_ROW = 32


_STATUS = {
    ("side_without_pieces", "white"): Status.NO_WHITE,
    ("side_without_pieces", "black"): Status.NO_BLACK,
    ("too_many_pieces", "white"): Status.TOO_MANY_WHITE,
    ("too_many_pieces", "black"): Status.TOO_MANY_BLACK,
    ("man_on_last_row", "white"): Status.WHITE_MAN_ON_LAST_ROW,
    ("man_on_last_row", "black"): Status.BLACK_MAN_ON_LAST_ROW,
}


class Position(_core.Position):
    """Squares, side to move and draw counts of one position of one game.

    Equal positions have the same game, squares and side to move (and, in Frisian draughts, the
    same runs of kings); draw counts do not matter to equality.

    >>> from crownhead import Position
    >>> position = Position.initial("english").play("11-15")
    >>> position.turn, len(position.legal_moves)
    ('white', 7)
    """

    __slots__ = ()

    @classmethod
    def initial(cls, variant: str | Variant = "english") -> Self:
        """Return the start position of a game.

        Raises `UnknownVariant`.

        >>> Position.initial("international").fen()[:9]
        'W:W31,32,'
        """
        return cls(ruleset(get(variant)))

    @classmethod
    def from_fen(cls, fen: str, variant: str | Variant = "english") -> Self:
        """Read a position from FEN, or from the letters of Hub and DXP.

        Numbers and algebraic squares are both understood, in quotes or as a whole tag too, and so
        is a capture in progress (`G12`, `P3`: captured, off the board). Any set of squares is
        accepted (`status()` tells whether a game can reach it). Raises `InvalidFen` with the
        column.

        >>> Position.from_fen("W:WK10,K20:BK35,K45", "international").turn
        'white'
        """
        if not isinstance(fen, str):
            _Hooks.invalid_fen(str(fen), "is not text", 1, "not_text")
        return cls(ruleset(get(variant)), fen)

    @property
    def variant(self) -> Variant:
        """Return the game this position belongs to."""
        return cast(Variant, self._variant)

    def explain(self, move: str | Move, *, huffing: bool = False) -> Reason | None:
        """Return why a move is refused, or None if it is legal (RULES X).

        With `huffing`, faulty moves (RULES H) count as playable. Raises `InvalidMove` for text
        that is no move.

        >>> Position.initial("english").explain("9-18")
        TooFar(origin=9, target=18)
        """
        if not isinstance(move, str | Move):
            raise TypeError(_no_move(move))
        return explain(self, move, huffing=huffing)

    def square_name(self, square: int) -> str:
        """Name a square in the game's own notation: `18`, or `d4` where letters are used.

        >>> Position.initial("lite").square_name(29)
        'a1'
        """
        return self.ruleset.name(square)

    def square(self, name: str | int) -> int:
        """Return the number of a square, from its name in numbers or letters.

        Raises `CrownheadError` where no square of the board is called so.

        >>> Position.initial("lite").square("a1"), Position.initial("english").square("c3")
        (29, 22)
        """
        text = str(name).strip()
        squares = range(1, self.variant.rules.board.squares + 1)
        number = parse_uint(text)
        if number is not None and number in squares:
            return number
        row = parse_uint(text[1:])
        if text[:1].isalpha() and row is not None:
            found = self.ruleset.square_at(ord(text[0].lower()) - ord("a"), row - 1)
            if found is not None:
                return found
        raise CrownheadError(f"{_short(text)} is no square of this board")

    def routes(self, move: Move, most: int = 256) -> tuple[tuple[int, ...], ...]:
        """Return the routes of a legal move: its squares, from origin to target.

        At most `most` of them. Raises `TooComplex` past the budget of one question, and `TypeError`
        for a text: `parse` makes a move of it.
        """
        if not isinstance(move, Move):
            given = type(move).__name__
            raise TypeError(f"Routes are those of a Move, not of {given}; parse reads a text")
        return super().routes(move, most)

    def perft(self, depth: int, routes: bool = False, bulk: bool = True) -> int:
        """Return the number of lines of `depth` moves, 0 to 100 plies.

        With `routes`, moves that end alike count once for each route; without `bulk`, the last
        moves are played and not only counted. Raises `CrownheadError` for another depth, and
        `TypeError`.

        >>> Position.initial("english").perft(5)
        7361
        """
        if not isinstance(depth, int):
            raise TypeError(f"A depth is a number of plies, not {type(depth).__name__}")
        return super().perft(depth, routes, bulk)

    def piece_at(self, square: int | str) -> Piece | None:
        """Return the piece on a square, given by number or name; None where it is empty.

        >>> Position.initial("lite").piece_at("a1"), Position.initial("english").piece_at(18)
        (<Piece.WHITE_MAN: 'white_man'>, None)
        """
        return super().piece_at(square if type(square) is int else self.square(square))

    def iter_pieces(self) -> Iterator[tuple[int, Piece]]:
        """Yield the pieces with their squares, in the order of the numbers.

        >>> [piece.color for _, piece in Position.from_fen("W:WK1:B32", "english").iter_pieces()]
        ['white', 'black']
        """
        yield from self.pieces.items()

    placed = formerly("placed", iter_pieces)

    def with_pieces(
        self, changes: Mapping[int | str, Piece | str | None], *, turn: Color | None = None
    ) -> Self:
        """Return the position with pieces put (a `Piece`) and taken (None), draw counts at start.

        `turn` sets the side to move. Raises `CrownheadError` for what is no square or piece.

        >>> bare = Position.from_fen("W:W:B", "english")
        >>> bare.with_pieces({1: "black_man", "a1": Piece.WHITE_KING}, turn="black").fen()
        'B:WK29:B1'
        """
        if not isinstance(changes, Mapping):
            kind = type(changes).__name__
            raise TypeError(f"Pieces are given as a mapping from squares, not as {kind}")
        numbers: dict[int, int] = {}
        for name, piece in changes.items():
            if piece not in _NUMBERS:
                raise CrownheadError(f"{_short(str(piece))} is no piece; see crownhead.Piece")
            numbers[self.square(name)] = _NUMBERS[piece]
        return super()._with_numbered(numbers, turn or self.turn)

    def mirror(self) -> Self:
        """Return the position turned by half a turn, sides exchanged, draw counts as they are.

        Whatever one side could do before the other can do now.

        >>> Position.initial("english").mirror().fen() == "W" + Position.initial().fen()[1:]
        True
        """
        return super().mirrored()

    mirrored = formerly("mirrored", mirror)

    def pass_turn(self) -> Self:
        """Return the position with the other side to move, draw counts as they are: a null move.

        >>> Position.from_fen("B:WK1:BK32:H7", "lite").pass_turn().fen(counters=True)
        'W:WKb8:BKg1:H7'
        """
        return super().passed()

    passed = formerly("passed", pass_turn)

    def squares(
        self, color: Color | None = None, kind: Literal["man", "king"] | None = None
    ) -> SquareSet:
        """Return the squares that pieces stand on: of one side or both, men or kings or both.

        >>> position = Position.from_fen("W:W18,K2:B15,K25", "english")
        >>> position.squares("white"), position.squares(kind="king")
        (SquareSet([2, 18]), SquareSet([2, 25]))
        """
        return SquareSet(
            square
            for square, piece in self.pieces.items()
            if (color is None or piece.startswith(color)) and (kind is None or piece.endswith(kind))
        )

    def empty_squares(self) -> SquareSet:
        """Return the squares that no piece stands on.

        >>> Position.initial("english").empty_squares()
        SquareSet([13, 14, 15, 16, 17, 18, 19, 20])
        """
        return self.squares().complement(self.variant.rules.board)

    def attacks(self, square: int | str) -> SquareSet:
        """Return the pieces that the one on a square could legally capture, its side to move.

        Piece a is among the `attackers` of b where b is among what a attacks.

        >>> Position.from_fen("W:W18:B15,25", "english").attacks(18)
        SquareSet([15])
        """
        at = self.square(square)
        piece = self.piece_at(at)
        if piece is None:
            return SquareSet()
        moves = self._to_move(piece.color).legal_moves
        return SquareSet(taken for move in moves if move.origin == at for taken in move.captures)

    def attacked_squares(self, by: Color) -> SquareSet:
        """Return the pieces that a side could legally capture if it were to move.

        >>> Position.from_fen("W:W18:B15,25", "english").attacked_squares("white")
        SquareSet([15])
        """
        moves = self._to_move(by).legal_moves
        return SquareSet(taken for move in moves for taken in move.captures)

    attacked = formerly("attacked", attacked_squares)

    def _to_move(self, color: Color) -> Self:
        return self if color == self.turn else self.pass_turn()

    def attackers(self, square: int | str) -> tuple[int, ...]:
        """Return the pieces that could legally capture the one on a square, their side to move.

        >>> Position.from_fen("W:W18:B15,25", "english").attackers(18)
        (15,)
        """
        at = self.square(square)
        piece = self.piece_at(at)
        if piece is None:
            return ()
        moves = self._to_move(other(piece.color)).legal_moves
        return tuple(sorted({m.origin for m in moves if at in m.captures}))

    def threats(self) -> tuple[int, ...]:
        """Return the squares of pieces that the opponent could capture if it were his turn."""
        after = self.pass_turn()
        return tuple(sorted({at for move in after.legal_moves for at in move.captures}))

    @property
    def draw_rule(self) -> DrawRule | None:
        """Return the first draw rule whose count is full, automatic or not."""
        for plies, rule in zip(self.draw_counts, self.variant.rules.draw_rules, strict=True):
            if plies >= rule.plies:
                return rule
        return None

    @property
    def outcome(self) -> Outcome | None:
        """Return how the game has ended on this board, or None.

        Automatic draw counts are heeded; repetition is not, for only a `Game` knows the past.

        >>> Position.from_fen("B:WK14:B", "english").outcome.winner
        'white'
        """
        if self._goes_on:
            return None
        return outcome_of(_core.outcome_on_board(law_of(self.variant), self))

    def status(self) -> Status:
        """Return flags that say why no game can reach this position.

        >>> Position.from_fen("W:W1:B32", "english").status()
        <Status.WHITE_MAN_ON_LAST_ROW|BLACK_MAN_ON_LAST_ROW: 48>
        """
        found = Status.VALID
        for code, values in _core.unreachable(self):
            found |= _STATUS[code, str(values["side"])]
        return found

    def is_game_over(self) -> bool:
        """Return whether the position alone ends the game; see `outcome`.

        >>> Position.initial("english").is_game_over()
        False
        """
        return self.outcome is not None

    def _repr_svg_(self) -> str:
        from crownhead.formats import svg

        return svg.board(self)

    def __str__(self) -> str:
        return text.board(self)

    def __repr__(self) -> str:
        return f"Position.from_fen({self.fen()!r}, {self.variant.key!r})"

    def __reduce__(self) -> tuple[Any, ...]:
        return _restore_position, (type(self), self.variant.to_dict(), self._state())


def _restore_position(
    kind: type[Position], record: dict[str, Any], state: _core.PositionState
) -> Position:
    return kind._restored(kind, ruleset(Variant.from_dict(record)), state)


def _restore_move(record: dict[str, Any], state: _core.MoveState) -> Move:
    return Move._restored(ruleset(Variant.from_dict(record)), state)


class _Hooks:
    """Raise for the core what the core itself cannot name, and hand it the pieces."""

    pieces = _PIECES

    @staticmethod
    def invalid_fen(text: str, wrong: str, column: int, fault: str) -> None:
        quoted = _short(text)
        raise InvalidFen(f"FEN {quoted} {wrong} (column {column})", column, fault, quoted)

    @staticmethod
    def invalid_move(text: str, wrong: str, column: int) -> None:
        raise InvalidMove(f"Move {_short(text)} {wrong} (column {column})", text=text)

    @staticmethod
    def ambiguous_move(text: str, candidates: list[Move]) -> None:
        full = ", ".join(move.notation("full") for move in candidates)
        raise AmbiguousMove(f"Move {_short(text)} may mean {full}", tuple(candidates), text)

    @staticmethod
    def illegal_move(position: Position, move: str | Move) -> None:
        reason = explain(position, move)
        if reason is None:
            raise CrownheadError(f"Move {_short(str(move))} is legal, not faulty")
        raise IllegalMove(
            f"Move {_short(str(move))} is not legal. {say(reason, position.variant)}", reason
        )

    @staticmethod
    def no_ruleset() -> None:
        raise TypeError("Use Position.initial(variant) or Position.from_fen(fen, variant)")

    @staticmethod
    def no_move(given: object) -> None:
        raise TypeError(_no_move(given))

    @staticmethod
    def no_square(square: int, squares: int) -> None:
        raise CrownheadError(f"Square {square} is not on the board of squares 1 to {squares}")

    @staticmethod
    def no_color(color: str) -> None:
        raise CrownheadError(f"{_short(color)} is neither 'white' nor 'black'")

    @staticmethod
    def invalid_depth(depth: int) -> None:
        raise CrownheadError(f"Depth {depth} is not within 0..100")

    @staticmethod
    def too_complex() -> None:
        raise TooComplex("The captures of this position exceed the work limit")

    @staticmethod
    def notation(move: Move, form: str) -> str:
        try:
            return move._with_form(("short", "full", "hub").index(form))
        except ValueError:
            raise CrownheadError(f"Form {form!r} is not short, full or hub") from None

    @staticmethod
    def reduce_moves(moves: _core.LegalMoves) -> tuple[Any, ...]:
        position = moves._position(Position)
        kinds = ("legal_moves", "faulty_moves", "_quiet_moves")
        return getattr, (position, next(kind for kind in kinds if getattr(position, kind) == moves))

    @staticmethod
    def reduce_move(move: Move) -> tuple[Any, ...]:
        return _restore_move, (cast(Variant, move._variant).to_dict(), move._state())


def _no_move(given: object) -> str:
    return f"A move is a Move or its text, not {type(given).__name__}"


def _short(text: str) -> str:
    return repr(text if len(text) <= 60 else text[:57] + "...")


hints.answer_for(Position)
_core.install(_Hooks)
Sequence.register(_core.LegalMoves)
