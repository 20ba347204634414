"""What is agreed before a game: the part of it that no event changes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal, get_args

from crownhead import reasons
from crownhead.errors import InvalidFen, InvalidRecord, InvalidRules, UnknownVariant
from crownhead.position import Position
from crownhead.reasons import Reason
from crownhead.rules import Aim, DrawRule
from crownhead.timecontrol import TimeControl
from crownhead.variants import VARIANTS, Variant, get

Draws = Literal["rules", "claim", "automatic"]

MAX_MOVES = 1000


@dataclass(frozen=True, slots=True, kw_only=True)
class Setup:
    """Hold the agreements of a game.

    `draws` says who announces a draw by repetition or by count: as the rules of the variant have
    it, always a player's claim, or always the program. `offers_after` is the number of moves that
    each side must have made before a draw is offered (FMJD annex 3: 40), `opening` the number of
    plies that a ballot card prescribes (C2): they cannot be taken back.

    Raises `InvalidRules` where they contradict the rules of the variant.
    """

    start: Position
    huffing: bool = False  # E20
    refusal_duty: int = 0  # E24: own moves; 0 = no duty
    reset_on_progress: bool = False  # E24 as printed in 1980
    draws: Draws = "rules"
    offers_after: int = 0
    opening: int = 0
    time: TimeControl | None = None

    def __post_init__(self) -> None:
        if type(self.huffing) is not bool or type(self.reset_on_progress) is not bool:
            raise InvalidRules("Game: huffing and reset_on_progress are true or false")
        if self.draws not in get_args(Draws):
            known = ", ".join(get_args(Draws))
            raise InvalidRules(f"Game: draws={self.draws!r} is not one of {known}")
        reason = self._contradiction()
        if reason is not None:
            raise InvalidRules(f"Game: {reason}", reason)

    def _contradiction(self) -> Reason | None:
        rules = self.variant.rules
        if self.huffing and not rules.compulsory:
            return reasons.HuffingNeedsDuty()
        if self.refusal_duty and rules.aim is Aim.LOSE:
            return reasons.DutyWhereLosingWins()
        for name in ("refusal_duty", "offers_after", "opening"):
            if not _is_count(getattr(self, name)):
                return reasons.SwitchOutOfRange(name, MAX_MOVES)
        return None

    @property
    def variant(self) -> Variant:
        """Return the game that is played."""
        return self.start.variant

    @property
    def repetition_automatic(self) -> bool:
        """Return whether a repetition ends the game without a claim."""
        return self._automatic(self.variant.rules.repetition_automatic)

    def is_automatic(self, rule: DrawRule) -> bool:
        """Return whether a full draw count ends the game without a claim."""
        return self._automatic(rule.automatic)

    def _automatic(self, by_rules: bool) -> bool:
        return by_rules if self.draws == "rules" else self.draws == "automatic"

    def to_dict(self) -> dict[str, Any]:
        """Return the agreements as plain data, ready for JSON."""
        known = VARIANTS.get(self.variant.key) == self.variant
        return {
            "variant": self.variant.key if known else self.variant.to_dict(),
            "start": self.start.fen(counters=True),
            "huffing": self.huffing,
            "refusal_duty": self.refusal_duty,
            "reset_on_progress": self.reset_on_progress,
            "draws": self.draws,
            "offers_after": self.offers_after,
            "opening": self.opening,
            "time": self.time.to_dict() if self.time else None,
        }

    @classmethod
    def from_dict(cls, values: Any) -> Setup:
        """Read agreements written by `to_dict`; raises `InvalidRecord`."""
        if not isinstance(values, dict):
            raise InvalidRecord(f"setup: expected an object, found {type(values).__name__}")
        read = dict(values)
        variant, start, time = (read.pop(name, None) for name in ("variant", "start", "time"))
        if not isinstance(start, str):
            raise InvalidRecord("setup: start is not a FEN")
        try:
            game = Variant.from_dict(variant) if isinstance(variant, dict) else get(str(variant))
            return cls(
                start=Position.from_fen(start, game),
                time=None if time is None else TimeControl.from_dict(time),
                **read,
            )
        except (InvalidFen, InvalidRules, UnknownVariant, TypeError) as error:
            raise InvalidRecord(f"setup: {error}") from None


def _is_count(value: object) -> bool:
    return type(value) is int and 0 <= value <= MAX_MOVES
