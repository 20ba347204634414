"""Why a move is not legal: from a refused move to a typed `Reason` (RULES X)."""

from __future__ import annotations

from crownhead import reasons
from crownhead._core import LegalMoves, Move
from crownhead.position import Position
from crownhead.reasons import Reason
from crownhead.rules import Choice, Removal, Rules, Step


def explain(position: Position, move: str | Move, *, huffing: bool = False) -> Reason | None:
    """Return why `move` is refused in `position`, or None if it may be played.

    Raises `InvalidMove` for text that is no move.
    """
    if isinstance(move, Move):
        text = move.notation("full")
        playable = move in position.legal_moves or (huffing and move in position.faulty_moves)
    else:
        text = move
        playable = False
    squares, capture_sign = position._read_squares(text)
    if playable or text in position.legal_moves or (huffing and text in position.faulty_moves):
        return None
    if not position.has_legal_move:
        return reasons.GameOver()
    attempt = _Attempt(position, text, squares, capture_sign)
    return (
        attempt.wrong_piece()
        or attempt.neglected_capture()
        or attempt.worse_capture()
        or attempt.broken_off()
        or attempt.impossible()
    )


class _Attempt:
    """One refused move, looked at from every side."""

    def __init__(
        self, position: Position, text: str, squares: tuple[int, ...], capture_sign: bool
    ) -> None:
        self.position = position
        self.rules: Rules = position.variant.rules
        self.text = text
        self.squares = squares
        self.origin, self.target = squares[0], squares[-1]
        self.capture_sign = capture_sign
        self.piece = position.piece_at(self.origin) or ""
        self.legal = position.legal_moves

    def wrong_piece(self) -> Reason | None:
        if not self.piece:
            return reasons.NoPiece(self.origin)
        if not self.piece.startswith(self.position.turn):
            return reasons.NotYourPiece(self.origin)
        return None

    def neglected_capture(self) -> Reason | None:
        if self.capture_sign or len(self.squares) != 2:
            return None
        if self.text not in self.position._quiet_moves:
            return self._held_king()
        return reasons.MustCapture(self.position.must_capture, _texts(self.legal))

    def _held_king(self) -> Reason | None:
        limit = self.rules.king_run
        one_step_free = self._line() and not self._between() and self._empty(self.target)
        if limit and self.piece.endswith("king") and one_step_free and not self.legal[0].is_capture:
            return reasons.KingRunLimit(self.origin, limit)
        return None

    def worse_capture(self) -> Reason | None:
        position = self.position
        others = position._legal_under("any-choice")
        found = [m for m in others if m.origin == self.origin and m.target == self.target]
        this = next((m for m in found if self._means(m, others)), None)
        if this is not None:
            return self._worse_than_legal(this)
        if self.text in position._legal_under("any-landing"):
            allowed = {m.target for m in others if m.origin == self.origin}
            return reasons.MustLandBehind(self.target, tuple(sorted(allowed)))
        return None

    def _means(self, move: Move, among: LegalMoves) -> bool:
        return self.text in among and all(square in _path(move) for square in self.squares)

    def _worse_than_legal(self, this: Move) -> Reason:
        choice, best = self.rules.choice, self.legal[0]
        texts = _texts(self.legal)
        if choice is Choice.KING_FIRST:
            return reasons.KingMustCapture(self.position.must_capture, texts)
        if len(best.captures) > len(this.captures) and choice is not Choice.VALUE:
            return reasons.MustCaptureMost(len(best.captures), len(this.captures), texts)
        if choice is Choice.VALUE:
            by_value = self._value(best) == self._value(this)
            return reasons.MustCaptureBest("with_king" if by_value else "value", texts)
        if best.by_king and not this.by_king:
            return reasons.MustCaptureBest("with_king", texts)
        more_kings = self._kings(best) > self._kings(this)
        return reasons.MustCaptureBest("kings_taken" if more_kings else "kings_earliest", texts)

    def _kings(self, move: Move) -> int:
        taken = (self.position.piece_at(square) or "" for square in move.captures)
        return sum(piece.endswith("king") for piece in taken)

    def _value(self, move: Move) -> tuple[int, int]:
        kings = self._kings(move)
        return len(move.captures) + kings, -kings

    def broken_off(self) -> Reason | None:
        if self.text not in self.position.faulty_moves:
            return None
        onward = {
            route[i + 1]: str(move)
            for move in self.legal
            for route in self.position.routes(move)
            for i in range(1, len(route) - 1)
            if route[0] == self.origin and route[i] == self.target
        }
        return reasons.MustGoOn(self.target, tuple(sorted(onward)), tuple(dict.fromkeys(onward.values())))

    def impossible(self) -> Reason:
        """Name what the geometry or the pieces in the way forbid."""
        if self.target != self.origin and not self._empty(self.target):
            return reasons.Occupied(self.target)
        twice = self._captured_twice()
        if twice is not None:
            return reasons.CapturedTwice(twice)
        if len(self.squares) > 2 or self.origin == self.target or not self._line():
            return self._nothing() if self.capture_sign or len(self.squares) > 2 else self._off_line()
        return self._man() if self.piece.endswith("man") else self._king()

    def _nothing(self) -> Reason:
        return reasons.NothingToCapture(self.origin, self.target)

    def _off_line(self) -> Reason:
        return reasons.NotOnLine(self.origin, self.target)

    def _man(self) -> Reason:
        between = self._between()
        prey = between[0] if len(between) == 1 and self._distance() == 2 else None
        kind = (self.position.piece_at(prey) or "") if prey else ""
        enemy = bool(kind) and not kind.startswith(self.position.turn)
        if enemy and kind.endswith("king") and not self.rules.men_take_kings and prey:
            return reasons.ManCannotTakeKing(self.origin, prey)
        if enemy and self._backward() and not (self.rules.men_capture & Step.BACKWARD):
            return reasons.ManCapturesForward(self.origin, self.target)
        if self.capture_sign:
            return self._nothing()
        if self._backward():
            return reasons.ManMovesForward(self.origin, self.target)
        return self._too_far() if self._distance() > 1 else self._off_line()

    def _king(self) -> Reason:
        between = self._between()
        if between and self.rules.flying:
            return reasons.KingBlocked(self.origin, self.target, between[0])
        if self.capture_sign:
            return self._nothing()
        if not self.rules.flying and self._distance() > 1:
            return self._too_far()
        return self._off_line()

    def _too_far(self) -> Reason:
        return reasons.TooFar(self.origin, self.target)

    # Geometry, in columns and rows as shown

    def _place(self, square: int) -> tuple[int, int]:
        return self.position.ruleset.place(square)

    def _vector(self) -> tuple[int, int]:
        (x, y), (to_x, to_y) = self._place(self.origin), self._place(self.target)
        return to_x - x, to_y - y

    def _line(self) -> bool:
        """Tell whether the target lies on a line along which pieces of this game go."""
        x, y = self._vector()
        rules = self.rules
        lines = rules.men_move | rules.men_capture | rules.king_move | rules.king_capture
        diagonal = abs(x) == abs(y) and bool(lines & Step.DIAGONAL)
        return diagonal or (x * y == 0 and bool(lines & Step.STRAIGHT))

    def _distance(self) -> int:
        x, y = self._vector()
        return max(abs(x), abs(y))

    def _backward(self) -> bool:
        y = self._vector()[1]
        return y < 0 if self.position.turn == "white" else y > 0

    def _squares_between(self, start: int, end: int) -> list[int]:
        (x, y), (to_x, to_y) = self._place(start), self._place(end)
        if not (abs(to_x - x) == abs(to_y - y) or to_x == x or to_y == y):
            return []
        steps = max(abs(to_x - x), abs(to_y - y))
        right, up = (to_x > x) - (to_x < x), (to_y > y) - (to_y < y)
        passed = (self.position.ruleset.square_at(x + n * right, y + n * up) for n in range(1, steps))
        return [square for square in passed if square is not None]

    def _between(self) -> list[int]:
        """List the pieces that stand between origin and target, nearest first."""
        passed = self._squares_between(self.origin, self.target)
        return [square for square in passed if not self._empty(square)]

    def _empty(self, square: int) -> bool:
        return self.position.piece_at(square) is None

    def _captured_twice(self) -> int | None:
        if self.rules.removal is not Removal.LATE:
            return None
        jumped: set[int] = set()
        for start, end in zip(self.squares, self.squares[1:], strict=False):
            for square in self._squares_between(start, end):
                piece = self.position.piece_at(square)
                if piece and not piece.startswith(self.position.turn):
                    if square in jumped:
                        return square
                    jumped.add(square)
        return None


def _texts(moves: LegalMoves) -> tuple[str, ...]:
    return tuple(str(move) for move in moves)


def _path(move: Move) -> tuple[int, ...]:
    return move.route + move.captures
