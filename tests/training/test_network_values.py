"""The values of a network, compared with those of a slow and obvious one, on every board."""

from __future__ import annotations

import random
import struct

import pytest
from support.minimax import TooMany, minimax
from support.network_reference import BUCKETS, HEAD, HIDDEN, Reference, Shape
from support.scattered import play_at_random, scatter

from crownhead import Position, Variant
from crownhead._core import Search, Weights, evaluate, weights_file
from crownhead.rulesets import ruleset
from crownhead.variants import get

HIGHEST = 30_000 - 2 * 100 - 1
BOARDS = ["english", "international", "canadian", "turkish"]


def payload(variant: Variant, seed: int, *, shift: int = 2, first: int = 60) -> bytes:
    """Return weights at random for a game."""
    shape = Shape(variant.rules.board)
    source = random.Random(seed)
    firsts = [source.randint(-first, first) for _ in range(shape.firsts)]
    outputs = [source.randint(-200, 200) for _ in range(shape.outputs)]
    biases = [source.randint(-(10**7), 10**7) for _ in range(BUCKETS)]
    head = struct.pack("<hh", len(Position.initial(variant).pieces), shift)
    numbers = struct.pack(f"<{len(firsts) + len(outputs)}h{BUCKETS}i", *firsts, *outputs, *biases)
    return head.ljust(HEAD, b"\0") + numbers


def load(variant: Variant, content: bytes) -> Weights:
    return Weights(weights_file(ruleset(variant), content))


@pytest.mark.parametrize("key", [*BOARDS, "russian"])
def test_values_are_those_of_the_formula(key: str) -> None:
    variant = get(key)
    content = payload(variant, seed=len(key))
    weights = load(variant, content)
    reference = Reference(content, variant.rules)
    source = random.Random(key)
    seen = set()
    for number in range(60):
        position = (play_at_random if number % 2 else scatter)(variant, source)
        value = max(-HIGHEST, min(HIGHEST, reference.value(position)))
        assert evaluate(position, weights) == value, position.fen()
        seen.add(value)
    assert len(seen) > 40


@pytest.mark.parametrize("key", BOARDS)
def test_both_sides_are_judged_alike(key: str) -> None:
    variant = get(key)
    weights = load(variant, payload(variant, seed=3))
    source = random.Random(5)
    for _ in range(100):
        position = scatter(variant, source)
        assert evaluate(position.mirror(), weights) == evaluate(position, weights), position.fen()


@pytest.mark.parametrize("key", BOARDS)
def test_newer_instructions_give_the_same_values(key: str) -> None:
    variant = get(key)
    found = [None, load(variant, payload(variant, seed=9))]
    source = random.Random(7)
    for number in range(200):
        position = (play_at_random if number % 2 else scatter)(variant, source)
        for weights in found:
            value = evaluate(position, weights)
            assert evaluate(position, weights, baseline=True) == value, position.fen()


@pytest.mark.parametrize("key", [*BOARDS, "russian"])
def test_what_a_search_keeps_from_ply_to_ply_is_what_is_made_anew(key: str) -> None:
    variant = get(key)
    weights = load(variant, payload(variant, seed=3))
    source = random.Random(11)
    search = Search(1)
    compared = 0
    while compared < 25:
        position = (play_at_random if compared % 2 else scatter)(variant, source)
        depth = source.randint(1, 3)
        if position.outcome or position.draw_rule or position.perft(depth) > 400:
            continue
        try:
            value = minimax(position, depth, weights)
        except TooMany:
            continue
        found = search.run(position, depth=depth, minimax=True, weights=weights)
        assert found.score == value, position.fen()
        compared += 1


def test_weights_that_do_not_fit_are_refused() -> None:
    english = get("english")
    content = payload(english, seed=1)
    for wrong in (
        content[:-2],
        content + bytes(2),
        bytes(2) + content[2:],  # of a game without pieces
        content[:2] + b"\x09\0" + content[4:],  # a shift that is too large
        payload(english, seed=1, first=20_000),  # sums beyond 16 bits
        payload(english, seed=1, shift=-1),
        payload(get("international"), seed=1),
    ):
        with pytest.raises(ValueError, match="do not fit their board"):
            load(english, wrong)
    large = bytearray(content)
    outputs = HEAD + 2 * (Shape(english.rules.board).firsts)
    large[outputs : outputs + 4 * HIDDEN] = struct.pack(f"<{2 * HIDDEN}h", *[1000] * 2 * HIDDEN)
    with pytest.raises(ValueError, match="do not fit their board"):
        load(english, bytes(large))
    damaged = bytearray(weights_file(ruleset(english), content))
    damaged[5000] ^= 1
    with pytest.raises(ValueError, match="damaged"):
        Weights(bytes(damaged))
    with pytest.raises(ValueError, match="of another board"):
        evaluate(Position.initial("international"), load(english, content))
