"""Random positions and random house rules, repeatable from a seed.

`sample(seed)` gives one position; a plain loop runs over seeds, Hypothesis over
`st.integers(0, 2**32).map(sample)`.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from oracle.board import State, from_pieces, initial
from oracle.moves import moves
from oracle.play import play
from oracle.record import OracleRules

RulesDict = dict[str, Any]


def sample(seed: int, rules: RulesDict | None = None) -> State:
    """Return one position of `rules`, or of random house rules: from a game or placed freely."""
    rng = random.Random(seed)
    rules = house_rules(rng) if rules is None else rules
    if rng.random() < 0.4:
        return random_game(rng, initial(rules), rng.randrange(80))[-1]
    return random_game(rng, random_placement(rng, rules), rng.randrange(4))[-1]


def samples(seed: int, count: int, rules: RulesDict | None = None) -> Iterator[State]:
    """Yield `count` positions from consecutive seeds."""
    for number in range(seed, seed + count):
        yield sample(number, rules)


def random_game(rng: random.Random, start: State, plies: int) -> list[State]:
    """Play at most `plies` random plies; return every position, the start included."""
    game = [start]
    for _ in range(plies):
        choices = moves(game[-1])
        if not choices:
            break
        game.append(play(game[-1], rng.choice(choices)))
    return game


def random_placement(rng: random.Random, rules: RulesDict) -> State:
    """Place pieces anywhere, often many kings; no man stands on the row where it is crowned."""
    record = OracleRules.from_dict(rules)
    turn = rng.choice(["white", "black"])
    free = list(record.squares)
    rng.shuffle(free)
    share_of_kings = 0.0 if record.aim == "king" else rng.choice([0.1, 0.3, 0.6, 1.0])
    most = rng.choice([5, 9, 12])
    # The side that waits gets more pieces: captures are what can go wrong.
    waiting = "black" if turn == "white" else "white"
    wanted = {turn: rng.randint(1, most // 2), waiting: rng.randint(1, most)}
    pieces = {}
    for side, count in wanted.items():
        for _ in range(count):
            square = free.pop()
            king = rng.random() < share_of_kings
            if not king and square[0] == record.far_row(side):
                continue
            pieces[record.numbers[square]] = f"{side}_{'king' if king else 'man'}"
    return from_pieces(rules, turn, pieces, _random_runs(rng, record, pieces))


def _random_runs(
    rng: random.Random, record: OracleRules, pieces: dict[int, str]
) -> dict[str, tuple[int, int]]:
    runs = {}
    for side in ("white", "black"):
        kings = [number for number, piece in pieces.items() if piece == f"{side}_king"]
        men = [number for number, piece in pieces.items() if piece == f"{side}_man"]
        if record.king_run and kings and men and rng.random() < 0.7:
            runs[side] = rng.choice(kings), rng.randint(1, record.king_run)
    return runs


def house_rules(rng: random.Random) -> RulesDict:
    """Draw a combination of switches that do not contradict each other."""
    board = rng.choice(["8x8", "8x8", "10x10", "12x12", "8x8-full"])
    full = board == "8x8-full"
    width = int(board.split("x")[0])
    rows_behind = rng.choice([0, 0, 0, 1])
    compulsory = rng.random() < 0.8
    aim = rng.choice(["normal"] * 6 + ["lose", "king"])
    return {
        "board": board,
        "men_rows": rng.randint(1, width // 2 - 1 - rows_behind),
        "rows_behind": rows_behind,
        "first": rng.choice(["white", "black"]),
        "men_move": rng.choice(_MEN_MOVE_FULL) if full else ["forward"],
        "men_capture": _some_lines(rng, _MEN_CAPTURE),
        "men_take_kings": rng.random() < 0.8,
        "crowning": rng.choice(["ends-move", "at-rest", "goes-on"]),
        "king_move": _some_lines(rng, _KING_MOVE_FULL) if full else rng.choice(_KING_MOVE),
        "king_capture": _some_lines(rng, _KING_CAPTURE),
        "flying": rng.random() < 0.7,
        "landing": rng.choice(["free", "free", "continuing", "behind", "behind-king"]),
        "turn_back": rng.random() < 0.6,
        "king_run": rng.choice([0, 0, 1, 2, 3]),
        "too_few": rng.choice([0] * 9 + [1, 1, 3]),
        "compulsory": compulsory,
        "choice": rng.choice(["free", "most", "most-kings", "cascade", "value", "king-first"]),
        "removal": rng.choice(["late", "at-once"]),
        "huffing": compulsory and rng.random() < 0.3,
        "aim": aim,
        "refusal_duty": 0 if aim == "lose" else rng.choice([0, 40]),
        "repetition": rng.choice([0, 2, 3]),
        "repetition_automatic": rng.random() < 0.5,
        "repetition_rule": "house.repetition",
        "draw_rules": [_draw_rule(rng, number, full=full) for number in range(rng.randint(0, 3))],
    }


_LINES = ["forward", "backward", "ahead", "sideways", "behind"]
_MEN_MOVE_FULL = [
    ["ahead"],
    ["forward"],
    ["ahead", "sideways"],
    ["forward", "ahead"],
    ["forward", "ahead", "sideways"],
]
_KING_MOVE = [["forward", "backward"]] * 4 + [["forward"], ["backward"]]
_MEN_CAPTURE = [["forward"], ["forward", "backward"], ["ahead", "sideways"], _LINES]
_KING_CAPTURE = [["forward", "backward"], ["ahead", "sideways", "behind"], _LINES]
_KING_MOVE_FULL = _KING_CAPTURE


def _some_lines(rng: random.Random, usual: list[list[str]]) -> list[str]:
    if rng.random() < 0.8:
        return rng.choice(usual)
    chosen = rng.sample(_LINES, rng.randint(1, len(_LINES)))
    return [line for line in _LINES if line in chosen]


def _draw_rule(rng: random.Random, number: int, *, full: bool) -> dict[str, Any]:
    return {
        "rule": f"house.{number}",
        "plies": rng.randint(1, 12),
        "resets": [e for e in ("capture", "man_move", "crowning") if rng.random() < 0.5],
        "endings": [_ending(rng, full=full) for _ in range(rng.randint(0, 2))],
        "automatic": rng.random() < 0.7,
    }


def _ending(rng: random.Random, *, full: bool) -> dict[str, Any]:
    ranges = {
        name: [low, rng.choice([low, low + 1, 255])]
        for name in ("strong_men", "strong_kings", "weak_men", "weak_kings", "total")
        for low in [rng.choice([0, 0, 1, 2])]
    }
    return {**ranges, "on_long_diagonal": not full and rng.random() < 0.2}
