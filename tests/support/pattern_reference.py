"""The pattern evaluation once more, slow and obvious, for tests: from squares to a value.

A pattern is read square by square, numbers are Python's. Shares no code with the core.
"""

from __future__ import annotations

import struct
from dataclasses import dataclass
from functools import cached_property

from crownhead import Position
from crownhead.rules import Aim, Board, Rules

# width in playing squares, rows, rows of a part, first rows as the side sees them
GROUPS = {
    Board.DARK_8: (2, 6, 4, (2,)),
    Board.DARK_10: (2, 6, 4, (4,)),
    Board.DARK_12: (2, 4, 3, (8, 6, 4)),
    Board.FULL_8: (4, 3, 2, (5, 3)),
}
FIXED_TERMS = 9
WAYS = 12
ALIKE = 8

Seen = list[list[str]]


@dataclass(frozen=True)
class Layout:
    """Hold where the weights of a board stand in the payload."""

    board: Board

    @cached_property
    def height(self) -> int:
        return 8 if self.board is Board.FULL_8 else self.board.width

    @cached_property
    def per_row(self) -> int:
        return self.board.squares // self.height

    @cached_property
    def firsts(self) -> list[tuple[int, int]]:
        """Return the first row and first square of a row of each table's group."""
        width, _, _, starts = GROUPS[self.board]
        step = width // 2
        return [(row, at) for row in starts for at in range(0, self.per_row - width + 1, step)]

    @cached_property
    def size(self) -> int:
        width, rows, _, _ = GROUPS[self.board]
        return 3 ** (width * rows)

    @cached_property
    def part(self) -> int:
        width, _, rows, _ = GROUPS[self.board]
        return 3 ** (width * rows)

    @cached_property
    def terms(self) -> int:
        return FIXED_TERMS + self.board.squares + WAYS * WAYS + ALIKE**4

    @cached_property
    def weights(self) -> int:
        return self.terms + len(self.firsts) * (2 * self.part + self.size)


class Reference:
    """Evaluate positions by a payload of pattern weights."""

    def __init__(self, payload: bytes, rules: Rules) -> None:
        self.layout = Layout(rules.board)
        self.rules = rules
        self.full = struct.unpack_from("<H", payload)[0]
        self.numbers = memoryview(payload)[4:].cast("h")
        assert len(self.numbers) == 2 * self.layout.weights

    def value(self, position: Position) -> int:
        """Return the value for the side to move, before it is cut to what scores allow."""
        opening = endgame = 0
        for place, coefficient in self.parts(position):
            opening += coefficient * self.numbers[2 * place]
            endgame += coefficient * self.numbers[2 * place + 1]
        pieces = list(position.pieces.values())
        men = min(sum(piece.endswith("man") for piece in pieces), self.full)
        whole = opening * men + endgame * (self.full - men)
        value = abs(whole) // (16 * self.full) * (1 if whole > 0 else -1)
        divisor = self.drawishness(pieces, "white" if value > 0 else "black")
        value = abs(value) // divisor * (1 if value > 0 else -1)
        return value if position.turn == "white" else -value

    def parts(self, position: Position) -> list[tuple[int, int]]:
        """Return places of weights and their coefficients, White's view."""
        layout, pieces = self.layout, position.pieces
        seen = [seen_by(position, side, layout) for side in ("white", "black")]
        found: list[tuple[int, int]] = []
        for sign, view in zip((1, -1), seen, strict=True):
            found += [(place, sign) for place in self.patterns(view)]
        kinds = list(pieces.values())
        men = [kinds.count("white_man"), kinds.count("black_man")]
        kings = [kinds.count("white_king"), kinds.count("black_king")]
        mine = 1 if position.turn == "white" else -1
        moves = [quiet_moves(position, side) for side in ("white", "black")]
        systems = sum(
            piece != "" and (layout.height - 1 - row) % 2 == 0
            for row, line in enumerate(seen[0 if position.turn == "white" else 1])
            for piece in line
        )
        found += [
            (0, men[0] - men[1]),
            (1, (kings[0] > 0) - (kings[1] > 0)),
            (2, max(kings[0] - 1, 0) - max(kings[1] - 1, 0)),
            (3, moves[0] - moves[1]),
            (4, skew(seen[0], layout) - skew(seen[1], layout)),
            (5, mine),
            (6, mine if systems % 2 else -mine),
        ]
        totals = [men[0] + kings[0], men[1] + kings[1]]
        if totals[0] != totals[1]:
            more = 64 * abs(totals[0] - totals[1]) // sum(totals)
            found.append((7, more if totals[0] > totals[1] else -more))
        if sum(kings):
            found.append((8, moves[0] - moves[1]))
        for sign, view in zip((1, -1), seen, strict=True):
            squares = [piece for line in view for piece in line]
            found += [(FIXED_TERMS + at, sign) for at, p in enumerate(squares) if p == "own king"]
        ways = [way(view, layout) for view in seen]
        if any(ways):
            own, other = ways if mine > 0 else ways[::-1]
            found.append((FIXED_TERMS + layout.board.squares + own * WAYS + other, mine))
        if sum(totals) < ALIKE:
            sides = [men[side] * ALIKE + kings[side] for side in (0, 1)]
            place = FIXED_TERMS + layout.board.squares + WAYS * WAYS
            if sides[0] > sides[1]:
                found.append((place + sides[0] * ALIKE**2 + sides[1], 1))
            if sides[0] < sides[1]:
                found.append((place + sides[1] * ALIKE**2 + sides[0], -1))
        return found

    def patterns(self, view: Seen) -> list[int]:
        """Return the places of all wholes and parts that one side sees."""
        layout = self.layout
        width, rows, part_rows, _ = GROUPS[layout.board]
        tables = len(layout.firsts)
        upper, lower = layout.terms, layout.terms + tables * layout.part
        whole = lower + tables * layout.part
        found = []
        for table, (first, left) in enumerate(layout.firsts):
            lines = [view[first + row][left : left + width] for row in range(rows)]
            found.append(whole + table * layout.size + number(lines))
            found.append(upper + table * layout.part + number(lines[:part_rows]))
            found.append(lower + table * layout.part + number(lines[-part_rows:]))
        return found

    def drawishness(self, pieces: list[str], strong: str) -> int:
        if not self.rules.flying or self.rules.aim is not Aim.NORMAL:
            return 1
        weak = "black" if strong == "white" else "white"
        if f"{weak}_king" not in pieces:
            return 1
        more, fewer = (sum(p.startswith(side) for p in pieces) for side in (strong, weak))
        if more <= (3 if self.layout.board.width > 8 else 2):
            return 8
        return 2 if more - fewer <= 1 else 1


def seen_by(position: Position, side: str, layout: Layout) -> Seen:
    """Return the squares row by row from the top as a side sees them that sits at the bottom."""
    squares = [""] * layout.board.squares
    for square, piece in position.pieces.items():
        owner, kind = piece.split("_")
        squares[square - 1] = f"{'own' if owner == side else 'other'} {kind}"
    if side == "black":
        squares.reverse()
    return [squares[i : i + layout.per_row] for i in range(0, len(squares), layout.per_row)]


def number(lines: list[list[str]]) -> int:
    """Return a pattern's number: the upper rows weigh more, in a row the squares to the right."""
    value = 0
    for line in lines:
        for piece in reversed(line):
            value = 3 * value + {"own man": 1, "other man": 2}.get(piece, 0)
    return value


def quiet_moves(position: Position, side: str) -> int:
    fen = position.fen().split(":", 1)
    turned = Position.from_fen(f"{side[0].upper()}:{fen[1]}", position.variant)
    return len(turned._moves_of_kind("quiet"))


def skew(view: Seen, layout: Layout) -> int:
    left = right = 0
    for row, line in enumerate(view):
        for at, piece in enumerate(line):
            column = at if layout.board is Board.FULL_8 else 2 * at + (row % 2 == 0)
            if piece == "own man":
                if 2 * column < layout.board.width:
                    left += 1
                else:
                    right += 1
    return abs(left - right)


def way(view: Seen, layout: Layout) -> int:
    """Return how many moves the foremost man is from being crowned if nobody can meet him."""
    if layout.board is Board.FULL_8 or any("other king" in line for line in view):
        return 0
    met = {(r, c) for r, line in enumerate(view) for c, p in enumerate(line) if p == "other man"}
    for row in range(layout.height - 1):
        for r, at in [spot for spot in met if spot[0] == row]:
            near = (at, at + 1) if r % 2 == 0 else (at - 1, at)
            met |= {(r + 1, to) for to in near if 0 <= to < layout.per_row}
    for far in range(1, layout.height):
        for at, piece in enumerate(view[far]):
            if piece == "own man" and (far, at) not in met:
                return far
    return 0
