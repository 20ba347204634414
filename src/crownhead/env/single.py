"""What the interfaces to a single game have in common."""

from __future__ import annotations

from crownhead.env.features import plane_count
from crownhead.env.vector import Draws, VectorEnv
from crownhead.errors import InvalidArray
from crownhead.position import Position
from crownhead.variants import Variant


def begin_single(
    variant: str | Variant, start: Position | None, draws: Draws, most_plies: int
) -> VectorEnv:
    """Return one game that stays where it has ended, until it is begun anew."""
    starts = None if start is None else [start]
    return VectorEnv(
        variant, starts=starts, draws=draws, most_plies=most_plies, autoreset=False, threads=1
    )


def planes_shape(games: VectorEnv) -> tuple[int, int, int]:
    """Return the shape of what `features.planes_of` returns."""
    side = games.observation.planes.shape[-1]
    return plane_count(games), side, side


def check_render_mode(mode: str | None) -> None:
    """Raise `InvalidArray` for anything but None and `ansi`."""
    if mode not in (None, "ansi"):
        raise InvalidArray(f"render_mode: {mode!r} is not 'ansi'")
