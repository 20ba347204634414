"""Sets of squares, as the bits of one number."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Set
from typing import Any, Self

from crownhead.errors import CrownheadError
from crownhead.renamed import formerly
from crownhead.rules import Board

_MOST = max(board.squares for board in Board)


class SquareSet(Set[int]):
    """Hold squares by their numbers: bit n - 1 of `bits` stands for square n. It never changes.

    It is a set as any other (`|`, `&`, `-`, `^`, `<=`, `in`), equal to one of the same numbers, and
    yields them in order. Raises `CrownheadError` for what is no square of any board, also where it
    is to be added.

    >>> from crownhead import Position
    >>> position = Position.initial("english").play("11-15")
    >>> position.squares("black") - SquareSet(range(1, 9))
    SquareSet([9, 10, 12, 15])
    >>> SquareSet([1, 3]).bits, 3 in SquareSet.of_bits(5), SquareSet([1, 3]) == {1, 3}
    (5, True, True)
    """

    __slots__ = ("bits",)
    bits: int

    def __init__(self, squares: Iterable[int] = ()) -> None:
        bits = 0
        if isinstance(squares, SquareSet):
            bits = squares.bits
        else:
            for square in squares:
                if type(square) is not int or not 1 <= square <= _MOST:
                    raise CrownheadError(f"{str(square)[:20]} is no square of a board")
                bits |= 1 << square - 1
        object.__setattr__(self, "bits", bits)

    @classmethod
    def of_bits(cls, bits: int) -> Self:
        """Return the set whose bits these are. Raises `CrownheadError` for more than a board has.

        >>> SquareSet.of_bits(0b110)
        SquareSet([2, 3])
        """
        if type(bits) is not int or bits < 0 or bits >> _MOST:
            raise CrownheadError("These are not the bits of squares of a board")
        made = object.__new__(cls)
        object.__setattr__(made, "bits", bits)
        return made

    @classmethod
    def of_board(cls, board: Board) -> Self:
        """Return all squares of a board.

        >>> len(SquareSet.of_board(Board.DARK_10))
        50
        """
        return cls.of_bits((1 << board.squares) - 1)

    def complement(self, board: Board) -> Self:
        """Return the other squares of a board.

        >>> SquareSet(range(3, 33)).complement(Board.DARK_8)
        SquareSet([1, 2])
        """
        return self.of_bits(((1 << board.squares) - 1) & ~self.bits)

    def mirror(self, board: Board) -> Self:
        """Return the squares turned by half a turn, as `Position.mirror` turns pieces.

        >>> SquareSet([1, 5]).mirror(Board.DARK_8)
        SquareSet([28, 32])
        """
        return type(self)(board.squares + 1 - square for square in self)

    mirrored = formerly("mirrored", mirror)

    def __contains__(self, square: object) -> bool:
        return type(square) is int and 1 <= square <= _MOST and bool(self.bits >> square - 1 & 1)

    def __iter__(self) -> Iterator[int]:
        left = self.bits
        while left:
            yield (left & -left).bit_length()
            left &= left - 1

    def __len__(self) -> int:
        return self.bits.bit_count()

    def __bool__(self) -> bool:
        return self.bits != 0

    def __eq__(self, other: object) -> bool:
        if isinstance(other, SquareSet):
            return self.bits == other.bits
        return super().__eq__(other)

    def __hash__(self) -> int:
        return self._hash()  # that of equal sets

    def __and__(self, other: Set[Any]) -> Self:
        return self.of_bits(self.bits & self._common(other))

    def __or__(self, other: Set[Any]) -> Self:
        return self.of_bits(self.bits | _bits(other))

    def __xor__(self, other: Set[Any]) -> Self:
        return self.of_bits(self.bits ^ _bits(other))

    def __sub__(self, other: Set[Any]) -> Self:
        return self.of_bits(self.bits & ~self._common(other))

    def __le__(self, other: Set[Any]) -> bool:
        return self.bits & ~self._common(other) == 0

    def _common(self, other: Set[Any]) -> int:
        """Return the bits of another set, which may hold what is no square."""
        if isinstance(other, SquareSet):
            return other.bits
        return sum(1 << square - 1 for square in self if square in other)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError("a SquareSet never changes")

    def __reduce__(self) -> tuple[Any, ...]:
        return _restore, (self.bits,)

    def __repr__(self) -> str:
        return f"SquareSet({list(self)})"


def _bits(other: Iterable[int]) -> int:
    return other.bits if isinstance(other, SquareSet) else SquareSet(other).bits


def _restore(bits: int) -> SquareSet:
    return SquareSet.of_bits(bits)
