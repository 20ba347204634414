"""What is refused, and why: wishes that cannot be played, and moves that are not legal."""

from __future__ import annotations

from contextlib import suppress
from random import Random
from typing import Any

import msgspec

from crownhead import Position
from crownhead.errors import CrownheadError, TooComplex
from crownhead.locales import LANGUAGES
from crownhead.server.messages import bodies as r
from crownhead.server.room import refusals, starting
from crownhead.server.room.table import Seat
from crownhead.variants import VARIANTS, Variant
from generating.golden import BEGAN, house, illegal


def wishes() -> list[dict[str, Any]]:
    """Return wishes that cannot be played, and how they are refused."""
    wrong: list[dict[str, Any]] = [
        {"men_rows": 5},
        {"men_move": ["sideways"]},
        {"men_move": ["forward", "backward"]},
        {"king_capture": []},
        {"king_move": ["ahead"]},
        {"huffing": True, "compulsory": False},
        {"aim": "lose", "refusal_duty": 40},
        {"king_run": 101},
        {"repetition": 1},
        {"draw_rules": [{"rule": "x", "plies": 255}]},
        {"draw_rules": 7 * [{"rule": "x", "plies": 9}]},
    ]
    full = ",".join(str(square) for square in range(20, 33))
    starts = ["W:W:B1", "W:W32:B", f"W:W{full}:B1", "W:W1:B5", "W:W9:B32"]
    unread = ["", "X", "W", "W:W99:B1", "W:W32:B1,x", "W:W1:W2:B3", "W:W1:B2:B3", "W:W1:B2:H"]
    unread += ["W:W1:B2:X", "W:W1:B2)", "W:", "W:W1,1:B2", "W:W3-1:B2", "W:W1,:B2", "W:W1W2:B3"]
    unread += ["W:W1:B2:+0", "W:W1:B2:+0+", "W:W1:B2:+1+0", "W:W1:B2:+12+0", "Weee", "Wx"]
    unread += ["W" + 33 * "e", "W:W" + "1," * 500]
    return [
        *(_refuse(variant={"key": "house", "names": {}, "rules": rules}) for rules in wrong),
        *(_refuse(variant="english", start=start) for start in [*starts, *unread]),
        _refuse(variant="antidraughts", refusal_duty=3),
        _refuse(variant="english", ballot="russian-64"),
    ]


def _refuse(**wish: Any) -> dict[str, Any]:
    wished = r.NewGame(opponent=r.SameDevice(name="Bob"), **wish)
    try:
        starting.open_table(wished, Seat("anna", "Anna"), BEGAN)
    except CrownheadError as error:
        kept = ("code", "sentence", "rule", "squares", "moves", "reason")
        refused = {}
        for language in LANGUAGES:
            said = refusals.Refusal("not_allowed", error).to_message(language)
            refused[language] = {name: msgspec.to_builtins(said)[name] for name in kept}
        return {"wish": msgspec.to_builtins(wished), "refused": refused}
    raise AssertionError(f"{wish} can be played")


def explanations() -> list[dict[str, Any]]:
    """Return positions with moves that are refused there, and why."""
    random = Random(8)
    variants = [
        v for v in [*VARIANTS.values(), *(house(random) for _ in range(20))] for _ in range(6)
    ]
    return [_explain(random, variant) for variant in variants]


def _explain(random: Random, variant: Variant) -> dict[str, Any]:
    while True:
        # Of some house rules and crowds both sides could only say that it is too much.
        with suppress(TooComplex):
            return _explain_in(random, variant, _middle(random, variant))


def _explain_in(random: Random, variant: Variant, position: Position) -> dict[str, Any]:
    fen = position.fen(counters=True)
    texts = dict.fromkeys(illegal(random, position) for _ in range(40))
    return {
        "variant": variant.key if variant.key in VARIANTS else variant.to_dict(),
        "fen": fen,
        "asked": [_reason(position, text) for text in texts],
    }


def _middle(random: Random, variant: Variant) -> Position:
    while True:
        position = Position.initial(variant)
        if random.random() < 0.6:
            position = Position.from_fen(_crowd(random, variant), variant)
        if not position.has_legal_move:
            continue
        for _ in range(random.randint(0, 30)):
            after = position.play(random.choice(list(position.legal_moves)))
            if not after.has_legal_move:
                break
            position = after
        position = Position.from_fen(position.fen(counters=True), variant)
        if position.has_legal_move:
            return position


def _crowd(random: Random, variant: Variant) -> str:
    """Return a position in which much can be taken."""
    squares = [Position.initial(variant).square_name(s) for s in _inner(variant)]
    random.shuffle(squares)
    own = [random.choice(["K", ""]) + name for name in squares[:3]]
    other = [random.choice(["K", "", ""]) + name for name in squares[3 : 3 + len(squares) // 4]]
    sides = random.choice([("W", "B"), ("B", "W")])
    return f"{sides[0]}:{sides[0]}{','.join(own)}:{sides[1]}{','.join(other)}"


def _inner(variant: Variant) -> list[int]:
    position = Position.initial(variant)
    last = variant.rules.board.width - 1
    squares = range(1, variant.rules.board.squares + 1)
    return [s for s in squares if 0 < position.ruleset.place(s)[1] < last]


def _reason(position: Position, text: str) -> list[Any]:
    try:
        reason = position.explain(text, huffing=position.variant.rules.huffing)
    except CrownheadError as error:
        return [text, type(error).__name__]
    return [text, None if reason is None else reason.to_dict()]


def cases() -> dict[str, Any]:
    """Return everything that the tests of the worker compare with."""
    return {"wishes": wishes(), "explanations": explanations()}
