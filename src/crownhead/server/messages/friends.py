"""Who is followed, and challenges from one account to another."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from crownhead.server.messages.bodies import Agreement, Name
from crownhead.server.messages.frames import Id, Offer
from crownhead.server.messages.views import Side


class FollowedPlayer(Struct, frozen=True):
    """An account that is followed: whether it is here now, and the games it plays."""

    name: str
    bot: bool
    online: bool
    games: tuple[str, ...]


class NewChallenge(Agreement, frozen=True, kw_only=True):
    """Offer a game to the account of a name; the rest is as for a new game."""

    to: Name
    side: Side | Literal["toss"] | None = None
    id: Id | None = None


class ChallengeView(Struct, frozen=True):
    """A challenge: what the other is called, and what he is offered or offers."""

    name: str
    offer: Offer
    declined: bool


class TurnCall(Struct, frozen=True):
    """A game over days in which it is one's turn; `last_day`: less than one is left.

    `falls` is when the time is over, in ms since 1970, null where none runs.
    """

    game: str
    last_day: bool
    falls: int | None


class RoundCall(Struct, frozen=True):
    """A round that one takes part in and that begins soon, in ms."""

    event: str
    name: str
    round: int
    starts: int


class Challenges(Struct, frozen=True):
    """The challenges that wait for an answer; of those sent, also what was declined lately.

    `turns`, and `starts` of rounds, are what else the page says wherever one is. `quiet`: one does
    not want to be called by challenges.
    """

    received: tuple[ChallengeView, ...]
    sent: tuple[ChallengeView, ...]
    turns: tuple[TurnCall, ...] = ()
    starts: tuple[RoundCall, ...] = ()
    quiet: bool = False
