"""From a `Variant` to the ruleset the core plays by, and back."""

from __future__ import annotations

from enum import Enum
from typing import Any

from crownhead._core import Ruleset
from crownhead.errors import InvalidRules
from crownhead.rules import DrawRule, Ending, Rules, Step
from crownhead.variants import Variant

# Rulesets live as long as the process, for positions point to them; a server that takes house
# rules from strangers must not be made to keep them without end.
MOST_RULESETS = 65_536

# The core's directions run clockwise from straight ahead, one bit each.
_DIRECTIONS = (
    (Step.FORWARD, 0b1000_0010),
    (Step.BACKWARD, 0b0010_1000),
    (Step.AHEAD, 0b0000_0001),
    (Step.SIDEWAYS, 0b0100_0100),
    (Step.BEHIND, 0b0001_0000),
)

_made: dict[Variant, Ruleset] = {}
_variants: list[Variant] = []


def ruleset(variant: Variant) -> Ruleset:
    """Return the core's ruleset of a game, made once.

    Raises `InvalidRules` after 65,536 different games.
    """
    found = _made.get(variant)
    if found is None:
        if len(_variants) >= MOST_RULESETS:
            raise InvalidRules(f"Rules: more than {MOST_RULESETS} different games in one process")
        found = Ruleset.make(_record(variant, len(_variants)))
        _variants.append(variant)
        _made[variant] = found
    return found


def variant_of(number: int) -> Variant:
    """Return the game whose ruleset has this number."""
    return _variants[number]


def _directions(step: Step) -> int:
    return sum(bits for flag, bits in _DIRECTIONS if flag in step)


def _place(member: Enum) -> int:
    return list(type(member)).index(member)


def _record(variant: Variant, number: int) -> dict[str, Any]:
    rules: Rules = variant.rules
    return {
        "id": number,
        "board": _place(rules.board),
        "men_rows": rules.men_rows,
        "rows_behind": rules.rows_behind,
        "black_first": rules.first == "black",
        "men_move": _directions(rules.men_move),
        "men_capture": _directions(rules.men_capture),
        "king_move": _directions(rules.king_move),
        "king_capture": _directions(rules.king_capture),
        "men_take_kings": rules.men_take_kings,
        "flying": rules.flying,
        "turn_back": rules.turn_back,
        "compulsory": rules.compulsory,
        "crowning": _place(rules.crowning),
        "landing": _place(rules.landing),
        "choice": _place(rules.choice),
        "removal": _place(rules.removal),
        "aim": _place(rules.aim),
        "king_run": rules.king_run,
        "algebraic": variant.notation == "algebraic",
        "from_bottom": variant.first_square == "bottom-right",
        "mirrored": variant.mirrored,
        "capture_sign": variant.capture_sign,
        "draw_rules": [_draw_rule(rule) for rule in rules.draw_rules],
    }


def _draw_rule(rule: DrawRule) -> list[Any]:
    return [rule.plies, int(rule.resets), rule.automatic, [_ending(e) for e in rule.endings]]


def _ending(ending: Ending) -> list[Any]:
    return [
        ending.strong_men,
        ending.strong_kings,
        ending.weak_men,
        ending.weak_kings,
        ending.total,
        ending.on_long_diagonal,
    ]
