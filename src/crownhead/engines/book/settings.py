"""The settings of the tree of a book, which it follows from."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

from crownhead.ballots import DECKS, deck
from crownhead.engines.book.failure import BookError
from crownhead.position import Position
from crownhead.rulesets import record
from crownhead.variants import Variant, get
from crownhead.weights import weights

MOST_NODES = 2**40


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """Hold what the scores in the tree of a book follow from.

    It grows from the start of the game, and from the cards of `decks` that can be drawn. Each move
    is searched for `nodes` nodes.

    >>> len(Settings(variant="english", decks=("english-3move",)).roots())
    157
    """

    variant: str
    decks: tuple[str, ...] = ()
    nodes: int = 400_000

    def __post_init__(self) -> None:
        """Raise `BookError` where a number is out of range, or a deck is of another game."""
        game = get(self.variant)
        if type(self.nodes) is not int or not 1 <= self.nodes <= MOST_NODES:
            raise BookError(f"Book: nodes={self.nodes!r} is not within 1..{MOST_NODES}")
        for name in self.decks:
            if DECKS.get(name) != game.key:
                raise BookError(f"Book: {name[:40]!r} is no deck of {game.key}")

    @property
    def game(self) -> Variant:
        """Return the game."""
        return get(self.variant)

    def roots(self) -> list[tuple[Position, int]]:
        """Return the positions that the tree grows from, with the plies before them."""
        found = [(Position.initial(self.game), 0)]
        for name in self.decks:
            found += [(card.position(), len(card.moves)) for card in deck(name).playable]
        return found

    def to_dict(self) -> dict[str, Any]:
        """Return the settings as plain data, with the rules and the weights that judge."""
        used = weights(self.game)
        return {
            **asdict(self),
            "decks": list(self.decks),
            "rules": record(self.game),
            "weights": f"{used.id:016x}" if used is not None else "hand",
        }

    @classmethod
    def from_dict(cls, values: Mapping[str, Any]) -> Settings:
        """Read what `to_dict` returned.

        Raises `BookError` where that is not so, or the rules or the weights are others now.
        """
        try:
            settings = cls(
                variant=values["variant"],
                decks=tuple(values["decks"]),
                nodes=values["nodes"],
            )
        except (KeyError, TypeError, AttributeError) as error:
            raise BookError(f"Book: no settings of a tree ({error})") from error
        if settings.to_dict() != dict(values):
            raise BookError(f"Book: the rules or the weights of {settings.variant} have changed")
        return settings
