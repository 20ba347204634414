"""The values of the pattern evaluation, compared with a slow and obvious one, on every board."""

from __future__ import annotations

import random

import pytest
from support.pattern_reference import Layout, Reference
from support.scattered import played, scattered

from crownhead import Position, Variant
from crownhead._core import Weights, evaluate, weights_file
from crownhead.rulesets import ruleset
from crownhead.variants import get

HIGHEST = 30_000 - 2 * 100 - 1


def payload(variant: Variant, seed: int) -> bytes:
    """Return weights at random for a game, from -512 to 511."""
    count = 2 * Layout(variant.rules.board).weights
    source = random.Random(seed)
    numbers = bytearray(2 * count)
    numbers[::2] = source.randbytes(count)
    numbers[1::2] = source.randbytes(count).translate(b"\xfe\xff\x00\x01" * 64)
    men = sum(p.endswith("man") for p in Position.initial(variant).pieces.values())
    return men.to_bytes(2, "little") + bytes(2) + bytes(numbers)


@pytest.mark.parametrize("key", ["english", "russian", "international", "canadian", "turkish"])
def test_values_are_those_of_the_formula(key: str) -> None:
    variant = get(key)
    content = payload(variant, seed=len(key))
    weights = Weights(weights_file(ruleset(variant), content))
    reference = Reference(content, variant.rules)
    source = random.Random(key)
    for number in range(120):
        make = played if number % 2 else scattered
        position = make(variant, source)
        value = max(-HIGHEST, min(HIGHEST, reference.value(position)))
        assert evaluate(position, weights) == value, position.fen()


@pytest.mark.parametrize("key", ["english", "international", "canadian", "turkish"])
def test_both_sides_are_judged_alike(key: str) -> None:
    variant = get(key)
    weights = Weights(weights_file(ruleset(variant), payload(variant, seed=3)))
    source = random.Random(5)
    last = variant.rules.board.squares + 1
    for _ in range(100):
        position = scattered(variant, source)
        sides: dict[str, list[str]] = {"W": [], "B": []}
        for square, piece in position.pieces.items():
            king = "K" if piece.endswith("king") else ""
            sides["B" if piece.startswith("white") else "W"].append(f"{king}{last - square}")
        lists = ":".join(side + ",".join(found) for side, found in sides.items())
        turned = Position.from_fen(f"{'B' if position.turn == 'white' else 'W'}:{lists}", variant)
        assert evaluate(turned, weights) == evaluate(position, weights), position.fen()


def test_weights_that_do_not_fit_their_board_are_refused() -> None:
    english = ruleset(get("english"))
    content = payload(get("english"), seed=1)
    for wrong in (content[:-4], content + bytes(4), bytes(4) + content[4:]):
        with pytest.raises(ValueError, match="do not fit their board"):
            Weights(weights_file(english, wrong))
    with pytest.raises(ValueError, match="do not fit their board"):
        Weights(weights_file(ruleset(get("international")), content))
    damaged = bytearray(weights_file(english, content))
    damaged[5000] ^= 1
    with pytest.raises(ValueError, match="damaged"):
        Weights(bytes(damaged))
    with pytest.raises(ValueError, match="of another board"):
        evaluate(Position.initial("international"), Weights(weights_file(english, content)))


@pytest.mark.parametrize("key", ["english", "international", "canadian", "turkish"])
def test_newer_instructions_give_the_same_values(key: str) -> None:
    variant = get(key)
    found = [None, Weights(weights_file(ruleset(variant), payload(variant, seed=9)))]
    source = random.Random(7)
    for number in range(200):
        position = (played if number % 2 else scattered)(variant, source)
        for weights in found:
            value = evaluate(position, weights)
            assert evaluate(position, weights, baseline=True) == value, position.fen()
