"""An engine plays by a Python callable, and whatever that does wrong arrives as one error."""

from __future__ import annotations

import asyncio
import pickle
from collections.abc import Callable
from typing import Any

import pytest

from crownhead import Engine, Game, Limit, Position
from crownhead._core import evaluate as core_evaluate
from crownhead.errors import EngineError, EvaluationError
from crownhead.weights import weights

LIMIT = Limit(depth=4)
START = Position.from_fen("B:W18,19,22,24-32:B1-3,5-9,11-12,14,15", "english")
PLACES = {
    "english": START.fen(),
    "russian": "W:WK15,21,22,26,30:B2,5,8,K11,14",
    "frisian": "W:WK48,33,38:BK3,12,17",
    "canadian": "W:W54-72:B1-18,20",
    "turkish": "W:Wa2,c3,Kd4,h2:Ba6,c7,Kg8,h7",
}


def men(position: Position) -> int:
    """Value a position by its men alone."""
    lead = position.count("white") - position.count("black")
    return 100 * (lead if position.turn == "white" else -lead)


@pytest.mark.parametrize("game", PLACES)
def test_the_core_s_own_evaluation_finds_the_same_again(game: str) -> None:
    """So what it is asked about is the position of the search, draw counts and runs with it."""
    position = Position.from_fen(PLACES[game], game)
    own = weights(position.variant)
    given = Engine.builtin(evaluate=lambda asked: core_evaluate(asked, own))
    with given, Engine.builtin() as usual:
        for depth in (1, 4, 7):
            one, other = (e.analyse(position, Limit(depth=depth)) for e in (given, usual))
            assert (one.score, one.line) == (other.score, other.line)
            assert one.nodes == other.nodes


@pytest.mark.parametrize("game", PLACES)
def test_it_is_asked_about_positions_that_moves_lead_to(game: str) -> None:
    """Counts of plies and runs of kings are theirs, too: equal positions have equal ones."""
    position = Position.from_fen(PLACES[game], game)
    seen: list[Position] = []

    def evaluate(asked: Position) -> int:
        seen.append(asked)
        return men(asked)

    with Engine.builtin(evaluate=evaluate) as engine:
        engine.analyse(position, Limit(depth=1))
    reached = {position}
    for ply in range(12):
        reached |= {p.play(m) for p in reached for m in p.legal_moves if ply < 2 or m.captures}
    shown = {(one, repr(one), one.draw_counts) for one in reached}
    assert seen and {(one, repr(one), one.draw_counts) for one in seen} <= shown


def test_every_level_plays_by_it() -> None:
    """A level that likes to lose its men gives them away."""
    give = Position.from_fen("W:W22,31,32:B2,3,14", "english")
    for level in (1, 5, 10):
        asked: list[Position] = []

        def loser(position: Position, asked: list[Position] = asked) -> int:
            asked.append(position)
            return -10 * men(position)

        with Engine.builtin(level, evaluate=loser, book=False) as engine:
            assert engine.play(give, Limit(nodes=300)) in give.legal_moves
        assert asked


class Broken(Exception):
    """An error of somebody's own."""


def fail_at(call: int, error: BaseException) -> Callable[[Position], int]:
    """Return an evaluation that fails when it is asked for the n-th time."""
    calls = 0

    def evaluate(position: Position) -> int:
        nonlocal calls
        calls += 1
        if calls == call:
            raise error
        return men(position)

    return evaluate


def ask_all(engine: Engine, ask: str) -> object:
    """Have an engine do what it can be asked for."""
    game = Game("english")
    if ask == "play":
        return engine.play(game.position, LIMIT)
    if ask == "analyse":
        return engine.analyse(game, LIMIT)
    if ask == "analysis":
        return list(engine.analysis(game, LIMIT))
    for move in ("11-15", "22-18", "15x22", "25x18"):
        game.play(move)
    game.offer_draw(game.position.turn)
    return engine.accepts_draw(game)


@pytest.mark.parametrize("ask", ["play", "analyse", "analysis", "accepts_draw"])
@pytest.mark.parametrize("call", [1, 40])
def test_an_error_arrives_as_one_and_the_engine_goes_on(ask: str, call: int) -> None:
    error = Broken("no idea")
    with Engine.builtin(evaluate=fail_at(call, error), book=False) as engine:
        with pytest.raises(EvaluationError, match="evaluate: Broken: no idea, in ") as raised:
            ask_all(engine, ask)
        assert raised.value.__cause__ is error
        assert isinstance(raised.value.position, Position)
        assert raised.value.position.fen() in str(raised.value)
        again = ask_all(engine, ask)
    with Engine.builtin(evaluate=men, book=False) as other:
        expected = ask_all(other, ask)
    assert str(again).split("seconds")[0] == str(expected).split("seconds")[0]


def test_after_an_error_it_is_not_asked_again() -> None:
    asked: list[Position] = []

    def evaluate(position: Position) -> int:
        asked.append(position)
        raise Broken

    broken = pytest.raises(EvaluationError, match=r"evaluate: Broken, in W:")
    with Engine.builtin(evaluate=evaluate) as engine, broken:
        engine.analyse(START.play(START.legal_moves[0]), Limit(depth=9))
    assert len(asked) == 1


def test_an_error_keeps_its_position_when_it_is_pickled() -> None:
    error = EvaluationError("evaluate: Broken", START)
    again = pickle.loads(pickle.dumps(error))
    assert (str(again), again.position) == (str(error), START)


@pytest.mark.parametrize("kind", [KeyboardInterrupt, SystemExit])
def test_what_is_no_error_comes_as_it_is(kind: type[BaseException]) -> None:
    with Engine.builtin(evaluate=fail_at(5, kind())) as engine:
        with pytest.raises(kind):
            engine.analyse(START, LIMIT)
        assert engine.analyse(START, LIMIT).depth == 4


ANSWERS = {
    "is no finite number, in ": ("12", b"1", True, float("nan"), float("inf")),
    "evaluate: TypeError: .*float": (None, [1], 1j),
}


@pytest.mark.parametrize(("said", "answer"), [(s, a) for s in ANSWERS for a in ANSWERS[s]])
def test_what_is_no_number_is_refused(said: str, answer: Any) -> None:
    refused = pytest.raises(EvaluationError, match=said)
    with Engine.builtin(evaluate=lambda position: answer) as engine, refused:
        engine.analyse(START, LIMIT)


def test_numbers_of_all_kinds_are_taken() -> None:
    import numpy as np

    for number in (7, 7.4, np.int16(7), np.float32(6.6), np.array(7)):
        with Engine.builtin(evaluate=lambda position, number=number: number) as engine:
            assert engine.analyse(START, Limit(depth=2)).score in (7, -7)
    for huge in (10**300, -1e300):
        with Engine.builtin(evaluate=lambda position, huge=huge: huge) as engine:
            assert abs(engine.analyse(START, Limit(depth=2)).score) < 30_000


def test_a_stop_is_heeded_at_the_next_position() -> None:
    """However slow it is: a search looks for a stop at every node."""
    asked = 0

    def evaluate(position: Position) -> int:
        nonlocal asked
        asked += 1
        if asked == 100:
            engine.stop()
        return men(position)

    with Engine.builtin(evaluate=evaluate) as engine:
        assert engine.analyse(START, Limit(depth=30)).lines
    assert 100 <= asked <= 101


def test_it_cannot_have_its_own_engine_think() -> None:
    def evaluate(position: Position) -> int:
        return engine.analyse(position, Limit(depth=1)).score

    busy = pytest.raises(EvaluationError, match="EngineError: The engine is thinking already")
    with Engine.builtin(evaluate=evaluate) as engine, busy:
        engine.analyse(START, LIMIT)


def test_asynchronous_engines_take_it_too() -> None:
    async def ask(evaluate: Callable[[Position], int]) -> int:
        async with Engine.builtin(evaluate=evaluate) as engine:
            return (await engine.analyse(START, LIMIT)).score

    with Engine.builtin(evaluate=men) as engine:
        assert asyncio.run(ask(men)) == engine.analyse(START, LIMIT).score
    with pytest.raises(EvaluationError, match="Broken"):
        asyncio.run(ask(fail_at(9, Broken())))


def test_what_does_not_go_together_is_refused() -> None:
    with pytest.raises(EngineError, match="evaluate=5 cannot be called"):
        Engine.builtin(evaluate=5)  # type: ignore[arg-type]
    with pytest.raises(EngineError, match="not by both"):
        Engine.builtin(evaluate=men, weights=weights(START.variant))
    with pytest.raises(EngineError, match="2 threads: with evaluate= a search has one"):
        Engine.builtin(evaluate=men, threads=2)
    with Engine.builtin(evaluate=men) as engine:
        with pytest.raises(EngineError, match="threads"):
            engine.configure({"threads": 2})
        engine.configure({"megabytes": 4})
        assert engine.analyse(START, LIMIT).depth == 4
