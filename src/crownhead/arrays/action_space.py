"""A fixed number for every move of a game."""

from __future__ import annotations

from operator import index

from crownhead import _core
from crownhead.errors import IllegalAction, InvalidArray, UnnumberedMove
from crownhead.move import Move
from crownhead.position import Position
from crownhead.rulesets import ruleset
from crownhead.variants import Variant, get

MOST_RANKS = 64


class ActionSpace:
    """Number the moves of a game from 0 to `size` - 1, the same in every position.

    An action is `(rank * squares + origin - 1) * squares + target - 1`, with the squares' numbers
    in the game itself. Nearly always the rank is 0: it tells apart legal moves that have the same
    origin and target and take different pieces, or crown or not. They are ranked by the captured
    squares as a binary number whose bit 0 is square 1, the smallest first, then those that do not
    crown. Routes of one outcome are one move, as they are everywhere in crownhead.

    A `relative` space numbers the squares as the side to move sees them: for Black square `n` is
    `squares + 1 - n`, and what is ranked is seen so, too. `ranks` is how many moves of the same
    ends there may be: 8 where kings fly, 4 elsewhere, which is more than a million random plies of
    any known game came to. A position with more of them raises `UnnumberedMove`.

    Raises `UnknownVariant`, and `InvalidArray` for other `ranks` than 1 to 64.

    >>> from crownhead import Position
    >>> space = ActionSpace("english")
    >>> space.size, space.squares, space.ranks
    (4096, 32, 4)
    >>> start = Position.initial("english")
    >>> space.encode(start, "11-15"), space.decode(start, 334)
    (334, <Move 11-15>)
    """

    def __init__(
        self,
        variant: str | Variant = "english",
        *,
        ranks: int | None = None,
        relative: bool = False,
    ) -> None:
        self.variant = get(variant)
        if ranks is None:
            ranks = 8 if self.variant.rules.flying else 4
        if type(ranks) is not int or not 1 <= ranks <= MOST_RANKS:
            raise InvalidArray(f"ranks: {ranks!r} is not a number from 1 to {MOST_RANKS}")
        self.ranks = ranks
        self.relative = bool(relative)
        self.native = _core.ActionSpace(ruleset(self.variant), ranks, self.relative)
        self.squares: int = self.native.squares
        self.size: int = self.native.size

    @property
    def shape(self) -> tuple[int, int, int]:
        """Return (ranks, squares, squares): what a mask of `size` can be reshaped to."""
        return self.ranks, self.squares, self.squares

    def __len__(self) -> int:
        return self.size

    def __eq__(self, other: object) -> bool:
        return isinstance(other, ActionSpace) and self._key() == other._key()

    def __hash__(self) -> int:
        return hash(self._key())

    def _key(self) -> tuple[object, ...]:
        return self.variant, self.ranks, self.relative

    def __reduce__(self) -> tuple[object, ...]:
        return _space, (self.variant, self.ranks, self.relative)

    def __repr__(self) -> str:
        return f"ActionSpace({self.variant.key!r}, ranks={self.ranks}, relative={self.relative})"

    def encode(self, position: Position, move: Move | str) -> int:
        """Return the action of a legal move, given as such or as its text.

        Raises what `Position.parse` raises, and `UnnumberedMove`.

        >>> from crownhead import Position
        >>> position = Position.from_fen("W:W30:B17,18,25,26", "english")
        >>> space = ActionSpace("english")
        >>> [space.encode(position, move) for move in ("30x21x14", "30x23x14")]
        [941, 1965]
        """
        wanted = position.parse(move) if isinstance(move, str) else move
        moves = position.legal_moves
        if wanted not in moves:
            wanted = position.parse(str(move))
        number = self._numbers(position)[moves.index(wanted)]
        if number < 0:
            raise UnnumberedMove(self.without_number(position))
        return number

    def decode(self, position: Position, action: int) -> Move:
        """Return the legal move that an action is in a position. Raises `IllegalAction`.

        >>> from crownhead import Position
        >>> ActionSpace("english", relative=True).decode(Position.initial("english"), 689)
        <Move 11-15>
        """
        number = index(action)
        numbers = self._numbers(position)
        if number < 0 or number not in numbers:
            raise IllegalAction(self.illegal(position, number))
        return position.legal_moves[numbers.index(number)]

    def parts(self, action: int) -> tuple[int, int, int]:
        """Return the rank, origin and target of an action; in a relative space as they are seen.

        Raises `IllegalAction` for a number that is not in the space.

        >>> ActionSpace("english").parts(334)
        (0, 11, 15)
        """
        number = index(action)
        if not 0 <= number < self.size:
            raise IllegalAction(f"Action {number} is not one of 0 to {self.size - 1}")
        ends, target = divmod(number, self.squares)
        rank, origin = divmod(ends, self.squares)
        return rank, origin + 1, target + 1

    def _numbers(self, position: Position) -> list[int]:
        if position.variant != self.variant:
            raise InvalidArray(
                f"A position of {position.variant.key} has no actions of {self.variant.key}"
            )
        return self.native.numbers(position.legal_moves)

    def illegal(self, position: Position, action: int) -> str:
        """Return the sentence that says that an action is no legal move of a position."""
        if not 0 <= action < self.size:
            return f"Action {action} is not one of 0 to {self.size - 1}"
        rank, origin, target = self.parts(action)
        if self.relative and position.turn == "black":
            origin, target = self.squares + 1 - origin, self.squares + 1 - target
        ends = f"{position.square_name(origin)} to {position.square_name(target)}"
        return f"Action {action} ({ends}, rank {rank}) is no legal move in {position.fen()}"

    def without_number(self, position: Position) -> str:
        """Return the sentence that says that a position has moves for which there is no number."""
        return (
            f"More than {self.ranks} moves have the same origin and target in {position.fen()}: "
            f"ActionSpace({self.variant.key!r}, ranks={min(2 * self.ranks, MOST_RANKS)}) has "
            "numbers for more"
        )


def _space(variant: Variant, ranks: int, relative: bool) -> ActionSpace:
    return ActionSpace(variant, ranks=ranks, relative=relative)
