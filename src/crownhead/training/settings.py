"""The settings of self-play, which the games follow from."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

from crownhead.endgame.tables import MOST_PIECES
from crownhead.rulesets import record
from crownhead.training.checks import check_whole
from crownhead.training.failure import TrainingError
from crownhead.variants import Variant, get

REPETITIONS = 3
"""What draws a game of self-play where the rules know no repetition."""
MOST_GAMES = 2**40
MOST_RANDOM = 100
"""Plies at random that a game may begin with."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Selfplay:
    """Hold what a file of games follows from.

    Each game begins with `opening` plies at random, at least and at most; then each move is
    searched for `nodes` nodes. A game longer than `most_plies` is drawn. `weights` is the id of the
    weights both sides play with, 0 for the evaluation made by hand. Searches ask the endgame tables
    that the package carries of up to `tables` pieces, and a quiet position in them ends the game.

    >>> Selfplay(variant="english", seed=1).nodes
    500
    """

    variant: str
    seed: int
    nodes: int = 500
    opening: tuple[int, int] = (6, 8)
    most_plies: int = 400
    weights: int = 0
    tables: int = 0

    def __post_init__(self) -> None:
        get(self.variant)
        low, high = self.opening
        check_whole(
            "Self-play",
            ("seed", self.seed, 0, 2**63 - 1),
            ("nodes", self.nodes, 1, 2**40),
            ("opening low", low, 0, MOST_RANDOM),
            ("opening high", high, 0, MOST_RANDOM),
            ("most_plies", self.most_plies, 1, 10_000),
            ("tables", self.tables, 0, MOST_PIECES),
        )
        if low > high:
            raise TrainingError(f"Self-play: opening low={low} is more than high={high}")

    @property
    def game(self) -> Variant:
        """Return the game that is played."""
        return get(self.variant)

    @property
    def repetition(self) -> int:
        """Return how many occurrences of a position draw."""
        return self.game.rules.repetition or REPETITIONS

    def to_dict(self) -> dict[str, Any]:
        """Return the settings as plain data, the rules as the core reads them among them."""
        return asdict(self) | {"opening": list(self.opening), "rules": record(self.game)}

    @classmethod
    def from_dict(cls, values: Mapping[str, Any]) -> Selfplay:
        """Read what `to_dict` returned.

        Raises `TrainingError` where that is not so, or the game's rules have changed since.
        """
        try:
            read = dict(values)
            rules = read.pop("rules")
            low, high = read.pop("opening")
            settings = cls(**read, opening=(low, high))
        except (TypeError, KeyError, ValueError, AttributeError) as error:
            raise TrainingError(f"Self-play: no settings of a file of games ({error})") from error
        if record(settings.game) != rules:
            raise TrainingError(f"Self-play: the rules of {settings.variant} have changed")
        return settings
