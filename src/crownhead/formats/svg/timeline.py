"""When every piece of a game moves, is captured, is crowned and leaves, in milliseconds."""

from __future__ import annotations

from dataclasses import dataclass, field

from crownhead.formats.line import Line, Ply
from crownhead.formats.svg.timing import Timing

Span = tuple[float, float]


@dataclass(slots=True)
class Step:
    """One straight way of a piece; `hop` says that it jumps."""

    span: Span
    target: int
    hop: bool


@dataclass(slots=True)
class Actor:
    """One piece from its first moment on the board to its last."""

    kind: str
    square: int
    came: Span | None = None
    steps: list[Step] = field(default_factory=list)
    crowned: Span | None = None
    faded: Span | None = None
    left: Span | None = None

    @property
    def last_square(self) -> int:
        """Return where it ends up, or where it stood last."""
        return self.steps[-1].target if self.steps else self.square

    @property
    def kinds(self) -> tuple[str, ...]:
        """Return the kinds it is, one after the other."""
        return (self.kind,) if self.crowned is None else (self.kind, _crown(self.kind))


@dataclass(slots=True)
class Timeline:
    """The pieces of a game, the moments its moves begin, and how long it is in all.

    Pieces that leave stand before those that outlast them: drawn in this order a piece that
    jumps lies above the piece it takes.
    """

    actors: list[Actor]
    moments: list[float]
    whole: float

    @classmethod
    def of(cls, line: Line, timing: Timing) -> Timeline:
        """Lay a game out in time."""
        now = float(timing.start)
        actors = [Actor(kind, square) for square, kind in sorted(line.start.pieces.items())]
        standing = {actor.square: actor for actor in actors}
        moments = []
        for ply in line.plies:
            moments.append(now)
            done = _move(ply, standing, now, timing)
            done = max(done, _amend(ply, standing, actors, done, timing))
            now = done + timing.pause
        actors.sort(key=lambda actor: actor.left[0] if actor.left else float("inf"))
        # The last keyframes are to lie before the end even where nothing takes any time.
        return cls(actors, moments, (now + timing.end) * 1.01 + 1)


def _move(ply: Ply, standing: dict[int, Actor], now: float, timing: Timing) -> float:
    """Carry a move out; return when it is done."""
    mover = standing.pop(ply.move.origin)
    hops = ply.hops
    each = timing.of_hop(len(hops)) if ply.move.is_capture else float(timing.move)
    crowned_on, done, taken = ply.crowned_on, now, []
    for number, (_, target, over) in enumerate(hops):
        span = (now, now + each)
        mover.steps.append(Step(span, target, ply.move.is_capture))
        now = span[1]
        done = max(done, now)
        for square in over:
            piece = standing.pop(square)
            if ply.at_once:
                piece.left = (now, now + timing.removal)
                done = max(done, piece.left[1])
            else:
                piece.faded = ((span[0] + now) / 2, now)
                taken.append(piece)
        if number == crowned_on:
            mover.crowned = (now, now + timing.crowning)
            done = max(done, mover.crowned[1])
    for piece in taken:
        piece.left = (now, now + timing.removal)
        done = max(done, now + timing.removal)
    standing[ply.move.target] = mover
    return done


def _amend(
    ply: Ply, standing: dict[int, Actor], actors: list[Actor], now: float, timing: Timing
) -> float:
    """Make the board what it is after the move: a huffed piece leaves; return when it is done."""
    after = ply.after.pieces
    span = (now, now + timing.removal)
    changed = now
    for square, actor in list(standing.items()):
        if after.get(square) != actor.kinds[-1]:
            actor.left = span
            del standing[square]
            changed = span[1]
    for square, kind in after.items():
        if square not in standing:
            standing[square] = Actor(kind, square, came=span)
            actors.append(standing[square])
            changed = span[1]
    return changed


def _crown(kind: str) -> str:
    return kind.replace("_man", "_king")
