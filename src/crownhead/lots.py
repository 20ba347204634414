r"""Draw lots so that everyone can check afterwards that nobody chose (C5, E5).

A lot is drawn in four steps:

1. Whoever draws takes a secret `seed` of 32 random bytes and publishes its *commitment*.
2. The players may then say a line of text each, their *contributions*. Who holds the seed cannot
   know these before he is bound to it, and they who say them do not know the seed: so nobody can
   steer the draw, unless the holder of the seed and the last to speak are in league.
3. The seed is revealed. A holder who does not reveal it has not drawn.
4. Everyone computes the lot and the commitment again.

Commitment and lot are SHA-256 over plain text in UTF-8, each line ended by a line feed. The
commitment, as 64 hex digits, is that of these lines, for a card and for the toss::

    crownhead draw 1                      crownhead draw 1
    deck english-3move                    toss
    lots 156                              lots 2
    seed 5e1f...                          seed 5e1f...

The lot is computed from the same lines, followed by one line `contribution TEXT` for each
contribution in their order, and by the line `round 0`. The first 8 hex digits of the hash are a
number N below 2**32. If N lies below the greatest multiple of the number of lots within 2**32,
the lot is N modulo the number of lots, plus 1; if not, it is drawn again with `round 1` and so
on, so that every lot is equally likely. Lot k is the k-th playable card of the deck in the order
of numbers; in a toss it is the seat that has Black. Seat 1 is that of the player who offered the
game, seat 2 that of the one who took the offer; names are not unique, so that no toss is between
names. Before this was so, two lines `1 NAME` and `2 NAME` followed the line `toss`: such tosses
are still read and verified, and `players` holds their names. With a shell, for a card::

    printf 'crownhead draw 1\ndeck english-3move\nlots 156\nseed %s\n' $SEED | sha256sum
    N=$(printf 'crownhead draw 1\ndeck english-3move\nlots 156\nseed %s\nround 0\n' $SEED |
        sha256sum | cut -c1-8); echo $((0x$N % 156 + 1))
"""

from __future__ import annotations

import hashlib
import re
import secrets
from abc import ABC, abstractmethod
from dataclasses import dataclass, field, fields, replace
from typing import Any, Self

from crownhead.ballots import Card, Deck, deck
from crownhead.errors import CrownheadError, InvalidRecord
from crownhead.renamed import formerly
from crownhead.rules import Color

__all__ = ["Draw", "Lot", "Toss", "draw", "new_seed", "toss"]

MAX_LINE = 200
MAX_CONTRIBUTIONS = 8

_SEED = re.compile("[0-9a-f]{64}")
_RANGE = 2**32


def new_seed() -> str:
    """Return 32 random bytes, fit to keep a secret, as 64 hex digits."""
    return secrets.token_hex(32)


def line(text: str, what: str) -> str:
    """Return `text` if it is one printable line of 1 to 200 characters without outer spaces.

    Raises `CrownheadError`, calling it `what`, if not: a hash must not depend on what nobody sees.
    """
    if not isinstance(text, str) or not 1 <= len(text) <= MAX_LINE:
        raise CrownheadError(f"{what}: expected a text of 1 to {MAX_LINE} characters")
    if not text.isprintable() or text != text.strip():
        raise CrownheadError(f"{what}: {text[:40]!r} is not one printable line")
    return text


@dataclass(frozen=True, kw_only=True)
class Lot(ABC):
    """One drawing of lots: the seed, and what the players contributed.

    `repr` does not show the seed.

    Raises `CrownheadError` for a seed that is not 64 lower-case hex digits, and for contributions
    that are not lines of text.
    """

    seed: str = field(default_factory=new_seed, repr=False)
    contributions: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if not isinstance(self.seed, str) or not _SEED.fullmatch(self.seed):
            raise CrownheadError("seed: expected 64 hex digits (32 bytes) in lower case")
        object.__setattr__(self, "contributions", _lines(self.contributions))

    @property
    @abstractmethod
    def header(self) -> tuple[str, ...]:
        """Return the lines that say what is drawn."""

    @property
    @abstractmethod
    def lots(self) -> int:
        """Return how many lots there are."""

    @property
    def text(self) -> str:
        """Return the text whose hash is the commitment; it holds the secret seed."""
        lines = ("crownhead draw 1", *self.header, f"lots {self.lots}", f"seed {self.seed}")
        return "".join(f"{line}\n" for line in lines)

    @property
    def commitment(self) -> str:
        """Return what is published before the draw: 64 hex digits."""
        return hashlib.sha256(self.text.encode()).hexdigest()

    @property
    def lot(self) -> int:
        """Return the lot that is drawn, from 1 to `lots`."""
        said = "".join(f"contribution {line}\n" for line in self.contributions)
        return pick(self.text + said, self.lots)

    def with_contributions(self, *contributions: str) -> Self:
        """Return this drawing with more contributions of the players, in the order given."""
        return replace(self, contributions=(*self.contributions, *contributions))

    contributed = formerly("contributed", with_contributions)

    def to_dict(self) -> dict[str, Any]:
        """Return the drawing as plain data; the seed and the commitment are part of it."""
        values = {f.name: getattr(self, f.name) for f in fields(self)}
        given = {name: value for name, value in values.items() if value is not None}
        plain = {name: list(v) if isinstance(v, tuple) else v for name, v in given.items()}
        return {**plain, "commitment": self.commitment}

    @classmethod
    def from_dict(cls, values: Any) -> Self:
        """Read a drawing written by `to_dict`.

        Raises `InvalidRecord` if a field is missing or wrong, or the commitment is another's.
        """
        if not isinstance(values, dict):
            raise InvalidRecord(f"expected an object, found {type(values).__name__}")
        names = {f.name for f in fields(cls)} | {"commitment"}
        optional = {f.name for f in fields(cls) if f.default is None}
        if not names - optional <= set(values) <= names:
            raise InvalidRecord(f"expected the fields {', '.join(sorted(names))}")
        try:
            read = cls(**{name: value for name, value in values.items() if name != "commitment"})
        except CrownheadError as error:
            raise InvalidRecord(str(error)) from None
        if not _same(read.commitment, values["commitment"]):
            raise InvalidRecord("commitment: not the one to this seed")
        return read


def pick(text: str, lots: int) -> int:
    """Return the lot, from 1 to `lots`, that follows from `text`; `lots` is at most 2**32.

    >>> pick("any text", 2) in (1, 2)
    True
    """
    limit = _RANGE - _RANGE % lots
    number, attempt = limit, 0
    while number >= limit:
        digest = hashlib.sha256(f"{text}round {attempt}\n".encode()).hexdigest()
        number, attempt = int(digest[:8], 16), attempt + 1
    return number % lots + 1


@dataclass(frozen=True, kw_only=True)
class Draw(Lot):
    """The drawing of a card from a deck (C2, C5).

    >>> draw = Draw(deck="english-3move", seed="00" * 32)
    >>> draw.commitment[:16]
    '270c0c11f8d14857'
    >>> Draw.verify(draw.commitment, draw.seed, draw.card)
    True
    """

    deck: str = "english-3move"

    def __post_init__(self) -> None:
        super().__post_init__()
        object.__setattr__(self, "deck", deck(self.deck).key)

    @property
    def header(self) -> tuple[str, ...]:
        """Return the line that names the deck."""
        return (f"deck {self.deck}",)

    @property
    def lots(self) -> int:
        """Return the number of playable cards."""
        return len(deck(self.deck).playable)

    @property
    def card(self) -> Card:
        """Return the card that is drawn."""
        return deck(self.deck).playable[self.lot - 1]

    @classmethod
    def verify(
        cls, commitment: str, seed: str, card: Card, contributions: tuple[str, ...] = ()
    ) -> bool:
        """Return whether `card` is what the revealed `seed` draws, and the commitment was to it.

        >>> draw = Draw(seed="17" * 32).with_contributions("from Anna", "from Bert")
        >>> Draw.verify(draw.commitment, draw.seed, draw.card, draw.contributions)
        True
        >>> Draw.verify(draw.commitment, "18" * 32, draw.card, draw.contributions)
        False
        """
        try:
            draw = cls(deck=card.deck, seed=seed, contributions=contributions)
        except CrownheadError:
            return False
        return _same(draw.commitment, commitment) and draw.card == card


@dataclass(frozen=True, kw_only=True)
class Toss(Lot):
    """The toss that decides which of two seats has Black (E5); `toss` makes one.

    `players` are None, but in tosses made by early versions, which were between two names.
    """

    players: tuple[str, str] | None = None

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.players is not None:
            object.__setattr__(self, "players", pair(self.players))

    @property
    def header(self) -> tuple[str, ...]:
        """Return the line that says that sides are tossed for."""
        return ("toss", *(f"{n} {name}" for n, name in enumerate(self.players or (), 1)))

    @property
    def lots(self) -> int:
        """Return 2."""
        return 2

    @property
    def black(self) -> int:
        """Return the seat that has Black, 1 or 2."""
        return self.lot

    @property
    def sides(self) -> tuple[Color, Color]:
        """Return the sides of the two seats."""
        return ("black", "white") if self.lot == 1 else ("white", "black")

    @classmethod
    def verify(
        cls,
        commitment: str,
        seed: str,
        black: int,
        contributions: tuple[str, ...] = (),
        players: tuple[str, str] | None = None,
    ) -> bool:
        """Return whether the `seed` gives Black to the seat `black`, and the commitment was to it.

        >>> coin = toss("2a" * 32).with_contributions("heads")
        >>> Toss.verify(coin.commitment, coin.seed, coin.black, coin.contributions)
        True
        """
        try:
            drawn = cls(players=players, seed=seed, contributions=contributions)
        except CrownheadError:
            return False
        return _same(drawn.commitment, commitment) and drawn.black == black


def draw(
    from_deck: str | Deck = "english-3move",
    seed: str | None = None,
    contributions: tuple[str, ...] = (),
) -> Draw:
    """Prepare the drawing of a card, with a new secret seed unless one is given.

    Publish `commitment` first; ask for contributions (`with_contributions`); then show `seed` and
    `card`.

    >>> prepared = draw("english-3move", seed="17" * 32).with_contributions("from Bert")
    >>> prepared.card.number
    151
    """
    key = deck(from_deck).key
    return Draw(deck=key, seed=new_seed() if seed is None else seed, contributions=contributions)


def toss(seed: str | None = None, contributions: tuple[str, ...] = ()) -> Toss:
    """Prepare the toss for Black between two seats (E5), with a new secret seed unless given.

    >>> coin = toss("2a" * 32)
    >>> coin.black in (1, 2) and sorted(coin.sides)
    ['black', 'white']
    """
    return Toss(seed=new_seed() if seed is None else seed, contributions=contributions)


def pair(players: Any) -> tuple[str, str]:
    """Return two different names, each one line of text; raises `CrownheadError` if they are not.

    >>> pair(["Anna", "Bert"])
    ('Anna', 'Bert')
    """
    if not isinstance(players, list | tuple) or len(players) != 2:
        raise CrownheadError("players: expected two names")
    one, two = (line(name, "players") for name in players)
    if one == two:
        raise CrownheadError(f"players: both are called {one!r}")
    return one, two


def _lines(contributions: Any) -> tuple[str, ...]:
    if not isinstance(contributions, list | tuple) or len(contributions) > MAX_CONTRIBUTIONS:
        raise CrownheadError(f"contributions: expected at most {MAX_CONTRIBUTIONS} lines of text")
    return tuple(line(text, "contributions") for text in contributions)


def _same(one: str, two: object) -> bool:
    return isinstance(two, str) and one == two.lower()
