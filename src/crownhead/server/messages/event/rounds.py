"""The rounds of a competition as everybody sees them: boards, cards, results, drafts."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from crownhead.server.messages.frames import GameId


class NextRound(Struct, frozen=True):
    """When a round begins that has been announced, in ms."""

    round: int
    starts: int


class EventCard(Struct, frozen=True):
    """A card of a deck, with its moves."""

    deck: str
    code: str
    name: str
    moves: tuple[str, ...]


class ResultClaim(Struct, frozen=True):
    """What one player of a board has entered as its result."""

    name: str
    games: tuple[str, ...]


class BoardShown(Struct, frozen=True):
    """A board of a round. `one` starts the first game; sides alternate.

    Who has no opponent has `alone`. `games` are results as `one` sees them, `points` of both by
    the event's scoring. `tables` are the games at the server, in their order. `claims` are results
    on which the players do not agree yet. `halted`: the desk has stopped its games.
    """

    round: int
    board: int
    one: str
    two: str | None
    alone: Literal["bye", "requested", "absent", "free"] | None
    games: tuple[str, ...]
    extra: tuple[str, ...]
    points: tuple[str, str]
    card: EventCard | None
    tables: tuple[GameId, ...]
    claims: tuple[ResultClaim, ...]
    halted: bool


class RoundShown(Struct, frozen=True):
    """A published round. `seed` is that of its lot once it is revealed, else empty.

    `commitment` was published before entries opened, `contributions` are the lines of entrants.
    `manual`: boards are not those of the program; the trail says why.
    """

    number: int
    started: bool
    over: bool
    manual: bool
    commitment: str
    seed: str
    contributions: dict[str, str]
    boards: tuple[BoardShown, ...]


class RoundsPage(Struct, frozen=True):
    """Rounds with all their boards, the last ones first; `before` asks for those before them."""

    rounds: tuple[RoundShown, ...]
    before: int | None


class CautionShown(Struct, frozen=True):
    """What is allowed, and who directs should know: its kind, and of whom and where it is said.

    `kind` is `many_rounds` (more than half of the `entrants`), `met_before`, `second_bye` or
    `same_side` (three times in a row).
    """

    kind: str
    round: int
    board: int
    name: str
    entrants: int


class Draft(Struct, frozen=True):
    """What the program would publish as the next round; the cards are not drawn yet."""

    number: int
    boards: tuple[BoardShown, ...]
    cautions: tuple[CautionShown, ...]
