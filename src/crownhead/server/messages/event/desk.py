"""What the desk of a competition has before it: calls, duties after refused draws, fees."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from crownhead.server.messages.views import Side

OfficerRole = Literal["arbiter", "helper"]
Ruling = Literal["resume", "take_back", "white", "black", "draw"]
"""What an arbiter decides about a call; a side, or a draw, ends the game."""


class Officer(Struct, frozen=True):
    """Who has a role in an event."""

    name: str
    role: Literal["organiser", "arbiter", "helper"]


class CallShown(Struct, frozen=True):
    """A call of the arbiter in a game that goes on; who called, why, and the decision on it."""

    call: int
    at: int
    game: str
    round: int
    board: int
    name: str
    text: str
    ruling: Ruling | None


class DutyShown(Struct, frozen=True):
    """The duty after a refused draw that has ended in a game: who decides, and what was decided.

    `name` has refused the draw, and had `moves` own moves to win or to show an advantage; `side` is
    his. `letters` is the board where they ended, as in a game's view, and `turn` is to move.
    `program` is the ground of what the program says of it (the `reason` of a verdict), which
    officers alone see before the decision. `advantage` is that, null until there is one.
    """

    duty: int
    at: int
    game: str
    round: int
    board: int
    name: str
    side: Side
    moves: int
    letters: str
    turn: Side
    program: str | None
    advantage: bool | None


class FeeKind(Struct, frozen=True):
    """A kind of fee and its amount; "" where there is but one."""

    kind: str
    amount: int


class FeeShown(Struct, frozen=True):
    """What an entrant has paid in all, of what he owes in all; `kind` is that of his fee."""

    name: str
    kind: str
    paid: int
    due: int


class FeesShown(Struct, frozen=True):
    """Who has paid how much, in minor units of the currency, which has so many `digits` of them.

    `kinds` are those that may be given to somebody, the usual one first; `paid` and `due` sums.
    """

    currency: str
    digits: int
    kinds: tuple[FeeKind, ...]
    entrants: tuple[FeeShown, ...]
    paid: int
    due: int


class OwnFee(Struct, frozen=True):
    """What the reader himself has paid in all, of what he owes in all, as in `FeesShown`."""

    currency: str
    digits: int
    paid: int
    due: int
