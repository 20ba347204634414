"""What is said of a puzzle that is no good one."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from crownhead.server.messages.bodies import Body

Fault = Literal["another_move", "wrong_solution", "something_else"]


class PuzzleFault(Body, frozen=True):
    """Report a puzzle by its game and its id: another move is as good, or the solution is wrong."""

    variant: Annotated[str, Meta(min_length=1, max_length=32)]
    puzzle: Annotated[str, Meta(max_length=10, pattern="^[0-9a-f]{10}$")]
    fault: Fault
