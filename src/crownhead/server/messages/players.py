"""What everybody may see of an account: its name, its ratings, and how they came about."""

from __future__ import annotations

from msgspec import Struct

from crownhead.server.messages.views import Side
from crownhead.server.rights import Role


class RatingView(Struct, frozen=True):
    """A rating in one list, a game and a tempo; `provisional` ones say little yet."""

    variant: str
    tempo: str
    points: int
    deviation: int
    provisional: bool
    games: int
    at: int


class RatingChange(Struct, frozen=True):
    """What one rated game has done to a rating; an annulled one nothing any more."""

    game: str
    variant: str
    tempo: str
    at: int
    side: Side
    score: float
    before: int
    after: int
    annulled: bool


class Profile(Struct, frozen=True):
    """An account as everybody sees it; of the changes the newest first, at most 500.

    `bot`: it is a program's. `private`: its history is its own. `yours`: it is that of who asks,
    `followed`: he follows it. `online`: it is here now. `challenges`: it takes some.
    """

    name: str
    role: Role
    created: int
    ratings: tuple[RatingView, ...]
    changes: tuple[RatingChange, ...]
    bot: bool = False
    private: bool = False
    yours: bool = False
    followed: bool = False
    online: bool = False
    challenges: bool = True


class Ranked(Struct, frozen=True):
    """One of the best of a list; `bot`: a program."""

    name: str
    points: int
    games: int
    bot: bool = False


class OneSidedPair(Struct, frozen=True):
    """Two accounts whose rated games of 30 days nearly all went to one of them.

    The name of one that is deleted is empty. `winner_bot`, `loser_bot`: it is a program's.
    """

    winner: str
    loser: str
    games: int
    points: float
    winner_bot: bool
    loser_bot: bool


class GameRatings(Struct, frozen=True):
    """What a rated game has done to both ratings."""

    variant: str
    tempo: str
    white_before: int
    white_after: int
    black_before: int
    black_after: int
    annulled: bool
