"""From a `Variant` to the ruleset the core plays by, and back."""

from __future__ import annotations

import json
from enum import Enum
from functools import lru_cache
from threading import Lock

from crownhead._core import LawVariant, Ruleset
from crownhead.errors import InvalidRules
from crownhead.rules import DrawRule, Ending, Rules, Step
from crownhead.variants import VARIANTS, Variant

MOST_RULESETS = 65_536
"""House rules that may be in use at once; the known games have their places whatever others do."""

FORGOTTEN_AT = 1_024
"""House rules after which those that nothing points to are forgotten."""

# The core's directions run clockwise from straight ahead, one bit each.
_DIRECTIONS = (
    (Step.FORWARD, 0b1000_0010),
    (Step.BACKWARD, 0b0010_1000),
    (Step.AHEAD, 0b0000_0001),
    (Step.SIDEWAYS, 0b0100_0100),
    (Step.BEHIND, 0b0001_0000),
)

_known: dict[Variant, Ruleset] = {}
_house: dict[Variant, Ruleset] = {}
_making = Lock()
_full = FORGOTTEN_AT


def ruleset(variant: Variant) -> Ruleset:
    """Return the core's ruleset of a game; it is made once, whichever thread asks first.

    Known games last as long as the process. House rules last as long as a position or anything
    else points to them, and some time longer.

    Raises `InvalidRules` where 65,536 different house rules are in use.
    """
    found = _known.get(variant) or _house.get(variant)
    return found if found is not None else _make(variant)


def _make(variant: Variant) -> Ruleset:
    global _full
    known = VARIANTS.get(variant.key) == variant
    places = _known if known else _house
    with _making:
        found = places.get(variant)
        if found is None:
            if not known and len(_house) >= _full:
                _forget()
                _full = max(FORGOTTEN_AT, 2 * len(_house))
            if not known and len(_house) >= MOST_RULESETS:
                message = f"Rules: more than {MOST_RULESETS} different games in use"
                raise InvalidRules(message)
            found = places[variant] = Ruleset.make(record(variant), variant, known)
        return found


def _forget() -> None:
    """Forget the house rules that nothing but this module points to.

    One that another thread has just asked for may be among them; then it is made a second time, and
    the two are one game (`same_game` in core/bindings).
    """
    for variant in [variant for variant, made in _house.items() if made.uses == 1]:
        del _house[variant]


@lru_cache(maxsize=1024)
def law_of(variant: Variant) -> LawVariant:
    """Return what the law of play needs to know of a game beside its moves."""
    rules = variant.rules
    known = VARIANTS.get(variant.key) == variant
    named = variant.key if known else variant.to_dict()
    return LawVariant(
        ruleset(variant),
        rules.repetition,
        rules.repetition_automatic,
        rules.repetition_rule,
        rules.huffing,
        rules.refusal_duty,
        [rule.rule for rule in rules.draw_rules],
        json.dumps(named, separators=(",", ":")),
    )


def _directions(step: Step) -> int:
    return sum(bits for flag, bits in _DIRECTIONS if flag in step)


def _place(member: Enum) -> int:
    return list(type(member)).index(member)


def record(variant: Variant) -> list[int]:
    """Return a game as the list of numbers that the core reads (core/rules/record.cpp).

    >>> from crownhead.variants import get
    >>> record(get("lite"))[:4]
    [0, 3, 0, 0]
    """
    rules: Rules = variant.rules
    numbers = [
        _place(rules.board),
        rules.men_rows,
        rules.rows_behind,
        int(rules.first == "black"),
        *map(_directions, (rules.men_move, rules.men_capture)),
        *map(_directions, (rules.king_move, rules.king_capture)),
        int(rules.men_take_kings),
        int(rules.flying),
        int(rules.turn_back),
        int(rules.compulsory),
        *map(_place, (rules.crowning, rules.landing, rules.choice, rules.removal, rules.aim)),
        rules.king_run,
        rules.too_few,
        int(variant.notation == "algebraic"),
        int(variant.first_square == "bottom-right"),
        int(variant.mirrored),
        ord(variant.capture_sign),
        len(rules.draw_rules),
    ]
    for rule in rules.draw_rules:
        numbers += _draw_rule(rule)
    return numbers


def _draw_rule(rule: DrawRule) -> list[int]:
    numbers = [rule.plies, int(rule.resets), int(rule.automatic), len(rule.endings)]
    for ending in rule.endings:
        numbers += _ending(ending)
    return numbers


def _ending(ending: Ending) -> list[int]:
    ranges = (
        ending.strong_men,
        ending.strong_kings,
        ending.weak_men,
        ending.weak_kings,
        ending.total,
    )
    bounds = [bound for limits in ranges for bound in limits]
    return [*bounds, int(ending.on_long_diagonal)]
