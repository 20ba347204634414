"""Why a move is not legal, slow and readable: from a refused move to a typed `Reason` (RULES X).

Lists of moves and routes come from the core, which other oracles prove; what is said about them is
worked out here once more.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise, takewhile

from crownhead import reasons
from crownhead._core import LegalMoves, Move
from crownhead.position import Position
from crownhead.reasons import Reason
from crownhead.rules import Choice, Crowning, Removal, Rules, Step

ENDS_MOVE = Crowning.ENDS_MOVE
ROUTES = 50  # followed for one capture: a composed position may have more than anyone can read


def explain(position: Position, move: str | Move, *, huffing: bool = False) -> Reason | None:
    """Return why `move` is refused in `position`, or None if it may be played.

    Raises `InvalidMove` for text that is no move.
    """
    text = move.notation("full") if isinstance(move, Move) else move
    position._read_squares(text)
    if move in position.legal_moves or (huffing and move in position.faulty_moves):
        return None
    if not position.has_legal_move:
        return reasons.GameOver()
    if isinstance(move, Move) and text in position.legal_moves:  # a move of another position
        return reasons.NothingToCapture(move.origin, move.target)
    attempt = _Attempt(position, text)
    return (
        attempt.wrong_piece()
        or attempt.neglected_capture()
        or attempt.worse_capture()
        or attempt.occupied_square()
        or attempt.unfinished_capture()
        or attempt.wrong_landing()
        or attempt.early_crowning()
        or attempt.impossibility()
    )


class _Attempt:
    """One refused move, looked at from every side."""

    def __init__(self, position: Position, text: str) -> None:
        self.position, self.text = position, text
        self.rules: Rules = position.variant.rules
        self.squares, self.capture_sign = position._read_squares(text)
        self.origin, self.target = self.ends = self.squares[0], self.squares[-1]
        self.piece = position.piece_at(self.origin) or ""
        self.legal = position.legal_moves
        self.best = self.legal[0]
        self.texts = tuple(map(str, self.legal))
        self.complete = position._moves_of_kind("any-choice")  # every capture not broken off

    def wrong_piece(self) -> Reason | None:
        if not self.piece:
            return reasons.NoPiece(self.origin)
        if not self.piece.startswith(self.position.turn):
            return reasons.NotYourPiece(self.origin)
        return None

    def neglected_capture(self) -> Reason | None:
        if self.capture_sign or len(self.squares) != 2:
            return None
        held = self._is_held_king()
        if self.best.is_capture and (held or self.text in self.position._moves_of_kind("quiet")):
            return reasons.MustCapture(self.position.must_capture, self.texts)
        return reasons.KingRunLimit(self.origin, self.rules.king_run) if held else None

    def _is_held_king(self) -> bool:
        """Return whether only the limit on moves in a row with one king forbids this quiet move."""
        on_line = self._on(self.rules.king_move, *self.ends)
        free = on_line and self._is_empty(self.target) and not self._between()
        held = self.rules.king_run > 0 and self.text not in self.position._moves_of_kind("quiet")
        return held and "man" not in self.piece and free

    def worse_capture(self) -> Reason | None:
        this = next((m for m in self._meant_captures(self.complete) if m not in self.legal), None)
        return self._worse(this, len(this.captures)) if this else None

    def occupied_square(self) -> Reason | None:
        taken = self.target != self.origin and not self._is_empty(self.target)
        return reasons.Occupied(self.target) if taken else None

    def _meant_captures(self, among: LegalMoves) -> list[Move]:
        """List the captures of `among` that the text names, by their route or as the hub does."""
        targets = (self.target, self.squares[1])
        ends = [m for m in among if m.origin == self.origin and m.target in targets]
        named = [m for m in ends if set(self.squares) <= {*m.route, *m.captures}]
        return [m for m in named or ends if m.is_capture] if self.text in among else []

    def _worse(self, this: Move, taken: int) -> Reason | None:
        """Return why the capture `this`, which takes `taken` pieces as written, is not the best."""
        choice, best, texts = self.rules.choice, self.best, self.texts
        if choice is Choice.FREE:
            return None
        if choice is Choice.KING_FIRST:
            return reasons.KingMustCapture(self.position.must_capture, texts)
        if choice is Choice.VALUE:
            same = self._value(best) == self._value(this)
            return reasons.MustCaptureBest("with_king" if same else "value", texts)
        if len(best.captures) > len(this.captures):
            return reasons.MustCaptureMost(len(best.captures), taken, texts)
        if choice is Choice.CASCADE and best.by_king and not this.by_king:
            return reasons.MustCaptureBest("with_king", texts)
        more_kings = self._kings(best) > self._kings(this)
        return reasons.MustCaptureBest("kings_taken" if more_kings else "kings_earliest", texts)

    def _kings(self, move: Move) -> int:
        return sum("king" in (self.position.piece_at(square) or "") for square in move.captures)

    def _value(self, move: Move) -> tuple[int, int]:
        kings = self._kings(move)
        return len(move.captures) + kings, -kings

    def unfinished_capture(self) -> Reason | None:
        onward: dict[int, str] = {}
        worse: Reason | None = None
        for move, taken, landing in self._stopped_captures():
            if move in self.legal:
                onward.setdefault(landing, str(move))
            else:
                worse = worse or self._worse(move, taken)
        if not onward:
            return worse
        moves = tuple(dict.fromkeys(onward[landing] for landing in sorted(onward)))
        return reasons.MustGoOn(self.target, tuple(sorted(onward)), moves)

    def early_crowning(self) -> Reason | None:
        crowned = (m for m in self.complete if m.crowns and self.rules.crowning is ENDS_MOVE)
        ended = (m for m in crowned if self.squares[: len(m.route)] == m.route)
        return next((reasons.CrowningEndsMove(m.target) for m in ended), None)

    def _stopped_captures(self) -> Iterator[tuple[Move, int, int]]:
        """Yield each capture this one begins, the pieces taken so far, and the next landing."""
        for move in self.complete:
            if move.origin != self.origin or len(move.captures) < 2:
                continue
            for route in self.position.routes(move, ROUTES):
                for taken in range(1, len(route) - 1):
                    before, behind, landing = route[taken - 1 : taken + 2]
                    # A king that goes straight on could also have stopped further behind.
                    ahead = self._direction(before, behind) == self._direction(behind, landing)
                    stops = [behind, *(self._free_squares(behind, landing) if ahead else ())]
                    if self.target in stops and set(self.squares[1:-1]) <= set(route[:taken]):
                        yield move, taken, landing

    def wrong_landing(self) -> Reason | None:
        found = self._meant_captures(self.position._moves_of_kind("any-landing"))
        if not found or self.text in self.complete:
            return None
        series = [m for m in self.complete if m.origin == self.origin and m.is_capture]
        routes = [route for move in series for route in self.position.routes(move, ROUTES)]
        for at, (last, landing) in enumerate(pairwise(found[0].route), 1):
            begun = (r for r in routes if r[:at] == found[0].route[:at] and len(r) > at)
            way = self._direction(last, landing)
            allowed = {r[at] for r in begun if self._direction(last, r[at]) == way}
            if allowed and landing not in allowed:
                return reasons.MustLandBehind(landing, tuple(sorted(allowed)))
        return None

    def impossibility(self) -> Reason:
        """Name what the geometry or the pieces in the way forbid."""
        if len(self.squares) > 2 or self.origin == self.target:
            return self._series()
        return self._man() if "man" in self.piece else self._king()

    def _series(self) -> Reason:
        if len(self.squares) == 2 and not self.capture_sign:
            return reasons.NotOnLine(*self.ends)
        jumps = (self._man_jump(*leg) for leg in pairwise(self.squares))
        wrong = next(filter(None, jumps), None) or self._double_capture()
        return wrong or reasons.NothingToCapture(*self.ends)

    def _man_jump(self, start: int, end: int) -> Reason | None:
        """Return what forbids a man to jump over the one enemy piece between two squares."""
        passed, rules = self._squares_between(start, end), self.rules
        far_row = self.position.ruleset.place(start)[1] in (0, rules.board.width - 1)
        crowned = far_row and start != self.origin
        if crowned or "man" not in self.piece or len(passed) != 1 or not self._enemy(passed[0]):
            return None
        taken = self.position.piece_at(passed[0]) or ""
        if taken.endswith("king") and not rules.men_take_kings:
            return reasons.ManCannotTakeKing(start, passed[0])
        back = rules.men_capture & (Step.BACKWARD | Step.BEHIND)
        if self._on(rules.men_capture, start, end) and self._backward(start, end) and not back:
            return reasons.ManCapturesForward(start, end)
        return None

    def _man(self) -> Reason:
        if self.capture_sign or self._man_jump(*self.ends):
            return self._man_jump(*self.ends) or reasons.NothingToCapture(*self.ends)
        if not self._on(self.rules.men_move, *self.ends):
            return reasons.NotOnLine(*self.ends)
        if self._backward(*self.ends):
            return reasons.ManMovesForward(*self.ends)
        return reasons.TooFar(*self.ends)

    def _king(self) -> Reason:
        rules, between = self.rules, self._between()
        lines = rules.king_capture if self.capture_sign else rules.king_move
        on_line = self._on(lines, *self.ends)
        if on_line and between and rules.flying:
            takes_first = self.capture_sign and len(between) > 1 and self._enemy(between[0])
            return reasons.KingBlocked(*self.ends, between[1 if takes_first else 0])
        if self.capture_sign:
            return reasons.NothingToCapture(*self.ends)
        far = on_line and self._squares_between(*self.ends) and not rules.flying
        return reasons.TooFar(*self.ends) if far else reasons.NotOnLine(*self.ends)

    def _vector(self, start: int, end: int) -> tuple[int, int]:
        (x, y), (to_x, to_y) = (self.position.ruleset.place(square) for square in (start, end))
        return to_x - x, to_y - y

    def _direction(self, start: int, end: int) -> tuple[int, int]:
        x, y = self._vector(start, end)
        return (x > 0) - (x < 0), (y > 0) - (y < 0)

    def _on(self, lines: Step, start: int, end: int) -> bool:
        """Return whether two squares share such a line, ahead or behind."""
        x, y = self._vector(start, end)
        diagonal = abs(x) == abs(y) and bool(lines & Step.DIAGONAL)
        return diagonal or (x * y == 0 and bool(lines & Step.STRAIGHT))

    def _backward(self, start: int, end: int) -> bool:
        y = self._vector(start, end)[1]
        return y < 0 if self.position.turn == "white" else y > 0

    def _squares_between(self, start: int, end: int) -> list[int]:
        """List the squares between two squares, nothing where they share no line."""
        x, y = self._vector(start, end)
        if x * y and abs(x) != abs(y):
            return []
        right, up = self._direction(start, end)
        column, row = self.position.ruleset.place(start)
        square_at = self.position.ruleset.square_at
        steps = range(1, max(abs(x), abs(y)))
        found = (square_at(column + n * right, row + n * up) for n in steps)
        return [square for square in found if square is not None]

    def _free_squares(self, start: int, end: int) -> list[int]:
        """List the empty squares behind `start`, up to the first piece on the way to `end`."""
        return list(takewhile(self._is_empty, self._squares_between(start, end)))

    def _between(self) -> list[int]:
        """List the pieces that stand between origin and target, nearest first."""
        return [s for s in self._squares_between(*self.ends) if not self._is_empty(s)]

    def _is_empty(self, square: int) -> bool:
        return self.position.piece_at(square) is None

    def _enemy(self, square: int) -> bool:
        piece = self.position.piece_at(square)
        return piece is not None and not piece.startswith(self.position.turn)

    def _double_capture(self) -> Reason | None:
        jumped: set[int] = set()
        for leg in pairwise(self.squares):
            prey = set(filter(self._enemy, self._squares_between(*leg)))
            if prey & jumped and self.rules.removal is Removal.LATE:
                return reasons.CapturedTwice(min(prey & jumped))
            jumped |= prey
        return None
