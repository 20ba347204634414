"""What everybody may see of accounts: ratings, how they came about, the best of each list."""

from __future__ import annotations

from dataclasses import asdict

from crownhead.server.clock import DAY, milliseconds
from crownhead.server.messages import players as p
from crownhead.server.process.accounts import find_account
from crownhead.server.room.played import Played
from crownhead.server.room.rated import Tempo
from crownhead.server.storage.accounts import AccountStore
from crownhead.server.storage.choices import ChoiceStore
from crownhead.server.storage.friends import FriendStore
from crownhead.server.storage.ratings import Change, RatingStore, Standing

MOST_CHANGES = 500
"""Rated games of a player that are told at once, the last ones."""
MOST_BEST = 50
PAIRS_SINCE, PAIRS_FROM = 30 * DAY, 5
"""Milliseconds in which pairs are looked at, and from how many games on."""


class Profiles:
    """Show accounts and their ratings."""

    def __init__(
        self,
        accounts: AccountStore,
        ratings: RatingStore,
        choices: ChoiceStore,
        friends: FriendStore,
    ) -> None:
        self._store = accounts
        self._ratings = ratings
        self._choices = choices
        self._friends = friends

    async def profile(self, name: str, asker: str) -> p.Profile:
        """Return what everybody may see of an account, and whether it is the asker's own.

        Who keeps his history to himself keeps the games that have changed his ratings, too.
        Raises `Refusal`.
        """
        account = await find_account(self._store, name)
        standings = await self._ratings.of(account.player)
        choices = await self._choices.of(account.player)
        hidden = choices.private and account.player != asker
        changes = [] if hidden else await self._ratings.changes_of(account.player, MOST_CHANGES)
        present = await self._friends.present([account.player], milliseconds())
        return p.Profile(
            name=account.name,
            role=account.role,
            created=account.created,
            ratings=tuple(_show_rating(each) for each in standings),
            changes=tuple(_show_change(each, account.player) for each in changes),
            bot=await self._store.is_bot(account.player),
            private=choices.private,
            yours=account.player == asker,
            followed=await self._friends.follows(asker, account.player),
            online=bool(present),
            challenges=choices.challenges != "nobody",
        )

    async def best(self, variant: str, tempo: Tempo) -> list[p.Ranked]:
        """Return the best of a list who have played lately, the strongest first."""
        found = await self._ratings.best(variant, tempo, milliseconds(), MOST_BEST)
        return [
            p.Ranked(name, round(each.rating.value), each.games, bot) for name, bot, each in found
        ]

    async def one_sided(self) -> list[p.OneSidedPair]:
        """Return pairs of which one loses to the other too often, for moderators."""
        found = await self._ratings.one_sided(milliseconds() - PAIRS_SINCE, PAIRS_FROM, MOST_BEST)
        return [p.OneSidedPair(**asdict(each)) for each in found]

    async def standing(self, player: str, like: Played) -> float | None:
        """Return a player's rating in the list of a game of his, None where he has none."""
        found = await self._ratings.one(player, like.variant, like.tempo)
        return None if found is None else found.rating.value

    async def is_bot(self, player: str) -> bool:
        """Return whether an account is a program's."""
        return await self._store.is_bot(player)

    async def changes_in(self, game: str) -> p.GameRatings | None:
        """Return what a rated game that is over has done to both ratings, None for all others."""
        found = await self._ratings.change(game)
        if found is None:
            return None
        points = (
            *(round(found.white_before), round(found.white_after)),
            *(round(found.black_before), round(found.black_after)),
        )
        return p.GameRatings(found.variant, found.tempo, *points, found.annulled)


def _show_rating(standing: Standing) -> p.RatingView:
    rating = standing.rating
    return p.RatingView(
        standing.variant,
        standing.tempo,
        round(rating.value),
        round(rating.deviation),
        rating.provisional,
        standing.games,
        standing.at,
    )


def _show_change(change: Change, player: str) -> p.RatingChange:
    white = change.white == player
    before, after = (
        (change.white_before, change.white_after)
        if white
        else (change.black_before, change.black_after)
    )
    return p.RatingChange(
        change.game,
        change.variant,
        change.tempo,
        change.at,
        "white" if white else "black",
        change.score if white else 1 - change.score,
        round(before),
        round(after),
        change.annulled,
    )
