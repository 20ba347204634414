"""What the games of a file tell about each other: games are held back until it is known.

A game without a word on which game it is may fit several; then it is the one that others in the
file turn out to be. Whether `1-0` means White or the side that begins is told by all of them.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Generic, TypeVar

from crownhead._core import PdnText
from crownhead.formats.pdn.gametype import Stated
from crownhead.variants import Variant

MOST_GUESSED = 64
"""Games that wait at most until one of them shows which game they are."""
MOST_OTHERS = 500
"""Games of any kind for which they wait at most."""
MOST_DOUBTFUL = 2_000
"""Games that wait at most until they show whose points stand first."""
MOST_BYTES = 8_000_000


Read = TypeVar("Read")


@dataclass(slots=True)
class Waiting(Generic[Read]):
    """Hold a game of a file, and which it fits, the likeliest first; as that one it is `opened`."""

    text: PdnText
    said: Stated
    fits: tuple[Variant, ...] = ()
    opened: Read | None = None
    doubtful: bool = False


@dataclass(slots=True)
class Queue(Generic[Read]):
    """Keep the waiting games of a file, in their order."""

    games: deque[Waiting[Read]] = field(default_factory=deque)
    doubtful: int = 0
    _open: list[Waiting[Read]] = field(default_factory=list)  # of several games
    _bytes: int = 0

    def add(self, game: Waiting[Read]) -> None:
        """Add a game behind the others."""
        self.games.append(game)
        if len(game.fits) > 1:
            self._open.append(game)
        self.doubtful += game.doubtful
        self._bytes += len(game.text.source)

    @property
    def is_full(self) -> bool:
        """Return whether no more games may wait."""
        return self.doubtful >= MOST_DOUBTFUL or self._bytes >= MOST_BYTES

    @property
    def guesses_enough(self) -> bool:
        """Return whether those that may be several games waited for enough others."""
        waited = len(self._open) if len(self.games) < MOST_OTHERS else MOST_GUESSED
        return bool(self._open) and waited >= MOST_GUESSED

    def settle(self, variant: Variant | None) -> None:
        """Settle the games that fit one; without it all, as the game that most of them fit."""
        votes = Counter(one for game in self._open for one in game.fits)
        for game in self._open:
            if variant is None:
                game.fits = (max(game.fits, key=votes.__getitem__),)  # the first of equals
            elif variant in game.fits:
                game.fits = (variant,)
        self._open = [game for game in self._open if len(game.fits) > 1]

    def leave(self, *, doubts: bool) -> Iterator[Waiting[Read]]:
        """Yield the games whose turn it is; with `doubts` those that are doubtful wait."""
        while self.games and len(self.games[0].fits) < 2:
            if doubts and self.games[0].doubtful:
                return
            game = self.games.popleft()
            self.doubtful -= game.doubtful
            self._bytes -= len(game.text.source)
            yield game
