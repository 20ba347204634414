"""The family of reasons."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from functools import cache
from typing import Any, ClassVar

# Where a game states a rule under a number of its own (docs/rules.md, P and L)
_RULES_IN = {
    "international": {
        "must_capture": "P6",
        "must_go_on": "P6",
        "nothing_to_capture": "P5",
        "man_moves_forward": "P3",
    },
    "lite": {
        "no_piece": "L3",
        "not_your_piece": "L3",
        "occupied": "L3",
        "not_on_line": "L4",
        "too_far": "L4",
        "man_moves_forward": "L4",
        "king_blocked": "L5",
        "nothing_to_capture": "L9",
        "captured_twice": "L12",
        "must_capture": "L7",
        "must_go_on": "L9",
        "must_capture_most": "L8",
        "game_over": "L13",
    },
}


@dataclass(frozen=True)
class Reason:
    """Hold why a move or an event is refused.

    `code` names the kind (and the sentence in the catalogues), `rule` the rule it rests on.
    """

    code: ClassVar[str] = "reason"
    rule: ClassVar[str] = ""

    def rule_in(self, law: str) -> str:
        """Return the rule id under which a game's own rules say this; see `Variant.rule_numbering`.

        >>> from crownhead.reasons import MustCapture, NoPiece
        >>> NoPiece(18).rule_in("lite"), MustCapture((22,)).rule_in("international")
        ('L3', 'P6')
        """
        return _RULES_IN.get(law, {}).get(self.code, self.rule)

    def to_dict(self) -> dict[str, Any]:
        """Return the reason as plain data: its code, its rule and its fields.

        >>> from crownhead.reasons import NoPiece
        >>> NoPiece(square=18).to_dict()
        {'code': 'no_piece', 'rule': 'E8', 'square': 18}
        """
        return {"code": self.code, "rule": self.rule, **asdict(self)}

    def __str__(self) -> str:
        arguments = ", ".join(f"{f.name}={getattr(self, f.name)!r}" for f in fields(self))
        return f"{type(self).__name__}({arguments})"


def by_code(code: str, values: Mapping[str, object]) -> Reason:
    """Return the reason that the core tells as its code and its values.

    >>> by_code("not_your_turn", {"turn": "black"})
    NotYourTurn(turn='black')
    """
    return _kinds()[code](**values)


@cache
def _kinds() -> dict[str, type[Reason]]:
    return {kind.code: kind for kind in Reason.__subclasses__()}
