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


class Challenges(Struct, frozen=True):
    """The challenges that wait for an answer; of those sent, also what was declined lately."""

    received: tuple[ChallengeView, ...]
    sent: tuple[ChallengeView, ...]
