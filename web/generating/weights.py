"""The learned weights for the worker that plays without a server, and what its tests compare."""

from __future__ import annotations

from importlib.resources import files
from random import Random
from typing import Any

from crownhead import Position
from crownhead._core import evaluate
from crownhead.engines.levels import ladder
from crownhead.rules import Aim, Choice, Rules
from crownhead.variants import VARIANTS, Variant
from crownhead.weights import LIGHT, SAME, WEIGHTY, key, list_weights, weights

POSITIONS = 40


def games() -> dict[str, Any]:
    """Return the games that have weights, in the order in which the nearest is looked for.

    With them stand the switches that tell how near two games are.
    """
    names = [*SAME, *WEIGHTY, *LIGHT]
    known = [(key, variant.to_dict()["rules"]) for key, variant in VARIANTS.items()]
    return {
        "same": SAME,
        "weighty": WEIGHTY,
        "light": LIGHT,
        "games": [
            {"key": key, "rules": {name: rules[name] for name in names}}
            for key, rules in known
            if key in list_weights()
        ],
    }


def read_weights(name: str) -> bytes:
    """Return a file of weights as the package carries it."""
    return (files("crownhead") / "data" / "weights" / f"{name}.weights").read_bytes()


def cases() -> dict[str, Any]:
    """Return which weights games are played by, and values of positions."""
    dice = Random(31)
    house = [vary(dice, variant) for variant in VARIANTS.values() for _ in range(3)]
    every = [*VARIANTS.values(), *house]
    return {
        "weighed": [[variant.to_dict()["rules"], key(variant)] for variant in every],
        "laddered": [[variant.to_dict()["rules"], ladder(variant)] for variant in every],
        "values": [
            _value(dice, VARIANTS[name])
            for name in sorted(list_weights())
            for _ in range(POSITIONS)
        ],
    }


def vary(dice: Random, variant: Variant) -> Variant:
    """Return house rules with one switch changed."""
    rules: Rules = variant.rules
    changes: dict[str, Any] = {
        "flying": not rules.flying,
        "men_take_kings": not rules.men_take_kings,
        "choice": dice.choice(list(Choice)),
        "aim": dice.choice(list(Aim)),
        "men_rows": max(1, rules.men_rows - 1),
    }
    name = dice.choice(list(changes))
    return Variant.house("varied", rules.but(**{name: changes[name]}))


def _value(dice: Random, variant: Variant) -> list[Any]:
    position = Position.initial(variant)
    for _ in range(dice.randrange(90)):
        if not position.has_legal_move:
            break
        position = position.play(dice.choice(list(position.legal_moves)))
    return [variant.key, position.fen(), evaluate(position, weights(variant))]
