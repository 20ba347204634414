"""Many positions of one game, as planes, bitboards and masks."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import numpy as np
import numpy.typing as npt

from crownhead import _core
from crownhead.arrays.action_space import ActionSpace
from crownhead.arrays.checks import array_of, thread_count
from crownhead.errors import IllegalAction, InvalidArray, UnnumberedMove
from crownhead.position import Position
from crownhead.rules import Board
from crownhead.rulesets import ruleset
from crownhead.variants import Variant, get

Bytes = npt.NDArray[np.uint8]
BOARD_SIDES = {Board.DARK_8: 8, Board.DARK_10: 10, Board.DARK_12: 12, Board.FULL_8: 8}


class Positions:
    """Hold positions of one game natively; nothing changes them.

    Every array has one row for each position. Boards come in fours: White's men, White's kings,
    Black's men, Black's kings. Where they are `relative`, the men and kings of the side to move
    come first, and for Black the board is turned by half a turn. All of it is done without Python's
    lock, on as many `threads` as there are processors unless a number is given.

    >>> from crownhead import Position
    >>> start = Position.initial("english")
    >>> batch = Positions([start, start.play("11-15")])
    >>> len(batch), batch[1].turn, batch.planes().shape
    (2, 'white', (2, 4, 8, 8))
    """

    def __init__(self, positions: Iterable[Position], variant: str | Variant | None = None) -> None:
        """Take positions of one game, that of the first of them unless it is given.

        Raises `InvalidArray` where there is neither, or where they are of several games.
        """
        held = list(positions)
        for place, position in enumerate(held):
            if not isinstance(position, Position):
                raise InvalidArray(f"Member {place} is no position: {position!r:.60}", place)
        if variant is None and not held:
            raise InvalidArray("A batch without positions needs its variant")
        self.variant = held[0].variant if variant is None else get(variant)
        for place, position in enumerate(held):
            if position.variant != self.variant:
                wrong = f"{position.variant.key}, not {self.variant.key}"
                raise InvalidArray(f"Member {place} is a position of {wrong}", place)
        self.native = _core.PositionBatch(ruleset(self.variant), held)

    @classmethod
    def of_native(cls, variant: Variant, native: _core.PositionBatch) -> Positions:
        """Return a batch that the core has made."""
        batch = cls.__new__(cls)
        batch.variant = variant
        batch.native = native
        return batch

    @classmethod
    def from_planes(
        cls,
        planes: npt.ArrayLike,
        turns: npt.ArrayLike,
        variant: str | Variant = "english",
        *,
        draw_counts: npt.ArrayLike | None = None,
        king_runs: npt.ArrayLike | None = None,
        relative: bool = False,
        threads: int | None = None,
    ) -> Positions:
        """Read what `planes` writes, with the sides to move as `turns` gives them.

        Draw counts begin anew unless they are given. Raises `InvalidArray`, with the place of the
        first position that is none: two pieces on one square, or one on no square.

        >>> from crownhead import Position
        >>> batch = Positions([Position.initial("russian")])
        >>> Positions.from_planes(batch.planes(), batch.turns(), "russian")[0] == batch[0]
        True
        """
        game = get(variant)
        side = BOARD_SIDES[game.rules.board]
        given = array_of("planes", planes, np.uint8, (None, 4, side, side))
        return cls._read(game, given, None, turns, draw_counts, king_runs, relative, threads)

    @classmethod
    def from_bitboards(
        cls,
        bitboards: npt.ArrayLike,
        turns: npt.ArrayLike,
        variant: str | Variant = "english",
        *,
        draw_counts: npt.ArrayLike | None = None,
        king_runs: npt.ArrayLike | None = None,
        relative: bool = False,
        threads: int | None = None,
    ) -> Positions:
        """Read what `bitboards` writes; otherwise like `from_planes`.

        >>> import numpy as np
        >>> boards = np.array([[1 << 31, 0, 0, 1 << 4]], np.uint64)
        >>> Positions.from_bitboards(boards, [0], "english")[0].fen()
        'W:W32:BK5'
        """
        game = get(variant)
        words = 2 if game.rules.board is Board.DARK_12 else 1
        shape = (None, 4) if words == 1 else (None, 4, words)
        given = array_of("bitboards", bitboards, np.uint64, shape)
        return cls._read(game, None, given, turns, draw_counts, king_runs, relative, threads)

    @classmethod
    def _read(
        cls,
        game: Variant,
        planes: Bytes | None,
        bits: npt.NDArray[np.uint64] | None,
        turns: npt.ArrayLike,
        draw_counts: npt.ArrayLike | None,
        king_runs: npt.ArrayLike | None,
        relative: bool,
        threads: int | None,
    ) -> Positions:
        boards = planes if planes is not None else bits
        assert boards is not None
        size, rules = len(boards), len(game.rules.draw_rules)
        counts = runs = None
        if draw_counts is not None:
            counts = array_of("draw_counts", draw_counts, np.int16, (size, rules))
        if king_runs is not None:
            runs = array_of("king_runs", king_runs, np.uint8, (size, 2, 2))
        found = _core.PositionBatch.read(
            ruleset(game),
            size,
            relative=relative,
            planes=planes,
            bits=bits,
            turns=array_of("turns", turns, np.uint8, (size,)),
            counts=counts,
            runs=runs,
            threads=thread_count(threads),
        )
        if isinstance(found, int):
            raise InvalidArray(f"Member {found} is no position of {game.key}", found)
        return cls.of_native(game, found)

    def __len__(self) -> int:
        return len(self.native)

    def __getitem__(self, place: int) -> Position:
        if isinstance(place, slice):
            raise TypeError(
                "Positions are numbered: for some of them write"
                " Positions([positions[n] for n in range(…)])"
            )
        return self.native.get(Position, place)

    def __iter__(self) -> Iterator[Position]:
        return (self[place] for place in range(len(self)))

    def __repr__(self) -> str:
        return f"<Positions: {len(self)} of {self.variant.key}>"

    def __reduce__(self) -> tuple[object, ...]:
        arrays = self.bitboards(), self.turns(), self.draw_counts(), self.king_runs()
        return _positions, (self.variant, *arrays)

    def planes(self, *, relative: bool = False, threads: int | None = None) -> Bytes:
        """Return the pieces as n × 4 × rows × columns of 0 and 1, rows from the top as shown.

        >>> from crownhead import Position
        >>> Positions([Position.initial("english")]).planes()[0, 2, :3]
        array([[0, 1, 0, 1, 0, 1, 0, 1],
               [1, 0, 1, 0, 1, 0, 1, 0],
               [0, 1, 0, 1, 0, 1, 0, 1]], dtype=uint8)
        """
        side = BOARD_SIDES[self.variant.rules.board]
        made = np.empty((len(self), 4, side, side), np.uint8)
        self._write(relative=relative, planes=made, threads=threads)
        return made

    def bitboards(
        self, *, relative: bool = False, threads: int | None = None
    ) -> npt.NDArray[np.uint64]:
        """Return the pieces as n × 4 numbers whose bit 0 is square 1.

        On boards of 72 squares they are n × 4 × 2, the low word first.

        >>> from crownhead import Position
        >>> [hex(board) for board in Positions([Position.initial("english")]).bitboards()[0]]
        ['0xfff00000', '0x0', '0xfff', '0x0']
        """
        long = self.variant.rules.board is Board.DARK_12
        made = np.empty((len(self), 4, 2) if long else (len(self), 4), np.uint64)
        self._write(relative=relative, bits=made, threads=threads)
        return made

    def turns(self) -> Bytes:
        """Return the sides to move: 0 for White, 1 for Black."""
        made = np.empty(len(self), np.uint8)
        self._write(turns=made, threads=1)
        return made

    def draw_counts(self) -> npt.NDArray[np.int16]:
        """Return the plies that each draw rule has counted, -1 where its ending is not there."""
        made = np.empty((len(self), len(self.variant.rules.draw_rules)), np.int16)
        self._write(counts=made, threads=1)
        return made

    def king_runs(self, *, relative: bool = False) -> Bytes:
        """Return how often each side has moved one king in a row, and its square (Frisian).

        The shape is n × 2 × 2, White first, or the side to move; 0 and 0 where there is no run.
        """
        made = np.empty((len(self), 2, 2), np.uint8)
        self._write(relative=relative, runs=made, threads=1)
        return made

    def _write(
        self,
        *,
        relative: bool = False,
        planes: Bytes | None = None,
        bits: npt.NDArray[np.uint64] | None = None,
        turns: Bytes | None = None,
        counts: npt.NDArray[np.int16] | None = None,
        runs: Bytes | None = None,
        threads: int | None = None,
    ) -> None:
        self.native.write(
            relative=relative,
            planes=planes,
            bits=bits,
            turns=turns,
            counts=counts,
            runs=runs,
            threads=thread_count(threads),
        )

    def legal_mask(
        self, space: ActionSpace, *, threads: int | None = None
    ) -> npt.NDArray[np.bool_]:
        """Return n × `space.size` truths: which actions are legal moves.

        Raises `UnnumberedMove` where a legal move has no action, `InvalidArray` for a space of
        another game and for a position whose captures exceed the work limit.

        >>> from crownhead import Position
        >>> mask = Positions([Position.initial("english")]).legal_mask(ActionSpace("english"))
        >>> mask.shape, mask.sum()
        ((1, 4096), np.int64(7))
        """
        self._check(space)
        made = np.empty((len(self), space.size), np.uint8)
        complex, unnumbered = self.native.mask(space.native, made, thread_count(threads))
        self._refuse(space, complex, unnumbered)
        return made.view(np.bool_)

    def legal_actions(
        self, space: ActionSpace
    ) -> tuple[npt.NDArray[np.int32], npt.NDArray[np.int64]]:
        """Return the legal actions of all positions, and where those of each position begin.

        Those of position `i` are `actions[starts[i] : starts[i + 1]]`. Raises like `legal_mask`.

        >>> from crownhead import Position
        >>> actions, starts = Positions([Position.initial("english")]).legal_actions(
        ...     ActionSpace("english")
        ... )
        >>> starts.tolist(), len(actions)
        ([0, 7], 7)
        """
        self._check(space)
        counts = np.zeros(len(self), np.int32)
        complex, unnumbered, actions = self.native.legal(space.native, counts)
        self._refuse(space, complex, unnumbered)
        starts = np.zeros(len(self) + 1, np.int64)
        np.cumsum(counts, out=starts[1:])
        return np.frombuffer(actions, np.int32), starts

    def play(
        self, space: ActionSpace, actions: npt.ArrayLike, *, threads: int | None = None
    ) -> Positions:
        """Return the positions after one move in each of them. Raises `IllegalAction`.

        >>> from crownhead import Position
        >>> space = ActionSpace("english")
        >>> Positions([Position.initial("english")]).play(space, [334])[0].fen()[:20]
        'W:W21,22,23,24,25,26'
        """
        self._check(space)
        given = array_of("actions", actions, np.int32, (len(self),))
        found = self.native.play(space.native, given, thread_count(threads))
        if isinstance(found, int):
            wrong = space.illegal(self[found], int(given[found]))
            raise IllegalAction(f"Member {found}: {wrong}", found)
        return self.of_native(self.variant, found)

    def _check(self, space: ActionSpace) -> None:
        if space.variant != self.variant:
            wrong = f"{space.variant.key}, the positions are of {self.variant.key}"
            raise InvalidArray(f"The action space is of {wrong}")

    def _refuse(self, space: ActionSpace, complex: int, unnumbered: int) -> None:
        if complex < len(self):
            raise InvalidArray(f"Member {complex} exceeds the work limit of captures", complex)
        if unnumbered < len(self):
            wrong = space.without_number(self[unnumbered])
            raise UnnumberedMove(f"Member {unnumbered}: {wrong}", unnumbered)


def _positions(
    variant: Variant,
    bitboards: npt.NDArray[np.uint64],
    turns: Bytes,
    draw_counts: npt.NDArray[np.int16],
    king_runs: Bytes,
) -> Positions:
    return Positions.from_bitboards(
        bitboards, turns, variant, draw_counts=draw_counts, king_runs=king_runs
    )
