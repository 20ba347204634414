"""A level plays the same wherever it is asked, and never looks further than it does."""

from __future__ import annotations

import random
import threading
from collections.abc import Sequence
from typing import IO, cast

import pytest

from crownhead import Engine, Game, Limit, Position, endgame
from crownhead.arena.entry import entry
from crownhead.engines.hub import levels as hub_levels
from crownhead.engines.hub import names
from crownhead.engines.hub import positions as hub_positions
from crownhead.engines.hub.server import HubServer
from crownhead.engines.hub.syntax import parse
from crownhead.engines.levels import HIGHEST, level
from crownhead.variants import get

KEYS = ("english", "international", "russian", "brazilian", "italian", "frisian", "pool")
LIMITS = (
    Limit(nodes=2_000_000),
    Limit(seconds=1),
    Limit(depth=30),
    Limit(clock=60, increment=1),
    Limit(clock=60, moves=5, nodes=3_000_000),
)


class Program:
    """Both ends of a talk with our engine: it says `done` before its input ends."""

    def __init__(self, lines: Sequence[str]) -> None:
        self._lines = iter(lines)
        self._done = threading.Event()
        self.said: list[str] = []

    def readline(self, most: int) -> bytes:
        line = next(self._lines, None)
        if line is None:
            assert self._done.wait(60)
            return b""
        return f"{line}\n".encode()

    def write(self, line: bytes) -> None:
        self.said.append(line.decode().rstrip("\n"))
        if line.startswith(b"done"):
            self._done.set()

    def flush(self) -> None:
        pass


def through_hub(game: Game, limit: Limit, number: int, seed: int, said: list[str]) -> str:
    """Return the move that our engine plays over Hub; `said` gets all that it says."""
    lines = (hub_positions.write(game.positions), hub_levels.write(limit), "go think")
    program = Program([str(line) for line in lines])
    both = cast(IO[bytes], program)
    variant = names.names(game.variant.key)[0]
    HubServer(both, both, level=number, seed=seed, tt_size=20, variant=variant).run()
    said.extend(program.said)
    done = parse(said[-1])
    assert done is not None and done.command == "done", said
    return done.get("move")


def walk(dice: random.Random, game: Game, plies: int) -> Game:
    for _ in range(plies):
        if game.outcome is None:
            game.play(dice.choice(game.position.legal_moves))
    return game


@pytest.mark.parametrize("number", range(1, 11))
@pytest.mark.parametrize("key", KEYS)
def test_a_level_plays_the_same_through_hub(key: str, number: int) -> None:
    """The mend against circles, the opening noise and the tables reached one of the two alone."""
    dice = random.Random(f"{key} {number}")
    for seed in (0, 7):
        for plies in (0, 2, 5, 9, 30, 60, 90):
            game = walk(dice, Game(key), plies)
            if game.outcome is not None:
                continue
            limit = Limit(nodes=dice.choice((40, 300, 900)))
            with Engine.builtin(number, seed=seed) as engine:
                played = engine.play(game, limit).notation("hub")
            assert through_hub(game, limit, number, seed, []) == played, game.position


ENDINGS = [
    ("english", "W:W12,K16,K24:BK3,K28"),
    ("english", "W:WK15,K32,21:B16,K28"),
    ("russian", "W:WKa1,c3,e3:BKh8,b6"),
    ("international", "W:WK40,K45,50:BK11"),
]


@pytest.mark.parametrize("number", [6, 9, 10])
@pytest.mark.parametrize(("key", "fen"), ENDINGS)
def test_endings_with_a_past_are_played_the_same_through_hub(
    key: str, fen: str, number: int
) -> None:
    game = Game(key, start=fen)
    with Engine.builtin(number) as engine:
        while game.outcome is None and len(game.positions) < 30:
            move = engine.play(game, Limit(nodes=300)).notation("hub")
            with Engine.builtin(number) as fresh:
                alone = fresh.play(game, Limit(nodes=300)).notation("hub")
            assert through_hub(game, Limit(nodes=300), number, 0, []) == alone, game.position
            game.play(move)


@pytest.mark.parametrize("hub", [False, True])
def test_a_win_without_distance_is_won_through_hub_too(hub: bool) -> None:
    """Through Hub it went round in circles until it was drawn by count."""
    game = Game("english", start="W:W12,K16,K24:BK3,K28")
    with Engine.builtin() as engine:
        while game.outcome is None:
            if hub:
                game.play(through_hub(game, Limit(nodes=300), 10, 0, []))
            else:
                game.play(engine.play(game, Limit(nodes=300)))
    assert game.outcome.winner == "white"


def test_a_count_that_is_half_full_makes_a_won_side_move_its_men() -> None:
    tables = endgame.Tables.open("english")
    fen = "W:WK28,K5,26:BK7,K10"
    late = fresh = Position.from_fen(fen, "english")
    for turn in range(40):
        late = late.play(("5-1", "7-3", "1-5", "3-7")[turn % 4])
    advised, before = tables.advice(late), tables.advice(fresh)
    assert late == fresh and advised is not None and before is not None
    kept = [str(move) for move in late.legal_moves if move not in advised[1]]
    assert kept == ["26-23", "26-22"]
    assert len(before[1]) < len(advised[1])


@pytest.mark.parametrize("limit", LIMITS)
@pytest.mark.parametrize("number", [1, 3, 5, 9])
def test_a_level_bounds_every_limit(number: int, limit: Limit) -> None:
    """With a second alone level 3 searched 1.1 million nodes where it has 20."""
    own = level(number)
    assert own.bound(limit).nodes == own.nodes
    game = walk(random.Random(6), Game("english"), 12)
    assert len(game.position.legal_moves) > 3
    with Engine.builtin(number) as engine:
        engine.play(game, limit)
        assert engine.last is not None and engine.last.nodes <= own.nodes + 200
    said: list[str] = []
    through_hub(game, limit, number, 0, said)
    told = parse(said[-2])
    assert told is not None and int(told.get("nodes")) <= own.nodes + 200


def test_a_level_in_the_arena_keeps_to_its_nodes_whatever_it_is_given() -> None:
    english = get("english")
    for text in ("builtin:level=3", "builtin:level=3,seconds=1", "builtin:level=3,nodes=90000"):
        contestant = entry(text).with_default_pace(None, english)
        assert contestant.pace is not None and contestant.pace.nodes == level(3).nodes, text
    few = entry("builtin:level=9,nodes=5").with_default_pace(None, english)
    assert few.pace is not None and few.pace.nodes == 5


def test_a_limit_may_be_larger_than_any_number_of_the_core() -> None:
    position = Position.from_fen("W:W29,31:B1,4", "english")
    with Engine.builtin() as engine:
        for limit in (
            Limit(nodes=2**70, depth=3),
            Limit(nodes=100, depth=2**40),
            Limit(nodes=100, clock=60, moves=2**40),
        ):
            assert engine.play(position, limit) in position.legal_moves


def test_the_highest_level_heeds_what_it_is_given_alone() -> None:
    assert HIGHEST.bound(Limit(seconds=60)) == Limit(seconds=60)
    assert HIGHEST.bound(None) == Limit(nodes=HIGHEST.nodes, seconds=HIGHEST.seconds)


def test_the_highest_level_errs_by_the_seed_until_eight_men_have_left_their_places() -> None:
    def scores(position: Position) -> set[int]:
        found = set()
        for seed in range(6):
            with Engine.builtin(seed=seed, book=False) as engine:
                engine.play(position, Limit(depth=3))
                assert engine.last is not None
                found.add(engine.last.score)
        return found

    game = walk(random.Random(1), Game("english"), 10)
    assert len(game.position.legal_moves) > 1 and len(scores(game.position)) > 1
    late = walk(random.Random(1), Game("english"), 36).position
    assert len(late.legal_moves) > 1 and len(scores(late)) == 1
