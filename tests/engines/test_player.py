"""An engine made of a player: it answers or raises, whatever the player does."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable, Mapping

import pytest

from crownhead import Engine, Game, Limit, Position
from crownhead.engines.option import Option, Value
from crownhead.engines.player import PlayerEngine
from crownhead.errors import EngineError, EngineTimeout, IllegalReply, ProtocolError


class Answering:
    def __init__(self, answer: Callable[[], object]) -> None:
        self._answer = answer

    def play(self, on: Game, limit: Limit | None) -> object:
        return self._answer()


class Deaf:
    """Think until the test lets go, whatever is said."""

    def __init__(self) -> None:
        self.free = threading.Event()
        self.begun = threading.Event()

    def play(self, on: Game, limit: Limit | None) -> str:
        self.begun.set()
        assert self.free.wait(600)
        return "9-14"

    def stop(self) -> None:
        raise ZeroDivisionError


class Configured:
    options = (
        Option("style", "enum", "calm", choices=("calm", "wild")),
        Option("depth", "int", 3, least=1, most=9),
    )

    def __init__(self) -> None:
        self.set: list[Mapping[str, Value]] = []

    def play(self, on: Game, limit: Limit | None) -> str:
        return "9-14"

    def configure(self, values: Mapping[str, Value]) -> None:
        if values.get("depth") == 9:
            raise ValueError("too deep")
        self.set.append(dict(values))


def engine(player: object, **options: float) -> PlayerEngine:
    return PlayerEngine(player, **options)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("answer", "kind", "says"),
    [
        (lambda: "hello", ProtocolError, "is not a move"),
        (lambda: "9-18", IllegalReply, ""),
        (lambda: None, ProtocolError, ""),
        (lambda: 5, ProtocolError, ""),
        (lambda: 1 / 0, EngineError, "division by zero"),
        (lambda: sys.exit(3), EngineError, "3"),
        (lambda: {}["x"], EngineError, "'x'"),
    ],
)
def test_whatever_a_player_does_is_an_error_of_an_engine(
    answer: Callable[[], object], kind: type[EngineError], says: str
) -> None:
    with engine(Answering(answer)) as made:
        for _ in range(2):
            with pytest.raises(kind) as caught:
                made.play(Game("english"))
            assert says in str(caught.value)


def test_who_does_not_return_is_left_behind_and_asked_nothing_more() -> None:
    player = Deaf()
    made = engine(player, patience=0.05)
    with pytest.raises(EngineTimeout, match="Deaf does not return a move"):
        made.play(Game("english"), Limit(seconds=0.01))
    for ask in (lambda: made.play(Game("english")), lambda: made.play(Position.initial("english"))):
        with pytest.raises(EngineError, match="still thinks about an earlier move"):
            ask()
    player.free.set()
    asked = made._asked
    assert asked is not None
    asked.join()
    assert str(made.play(Game("english"))) == "9-14"
    made.close()
    with pytest.raises(EngineError, match="closed"):
        made.play(Game("english"))


def test_a_stop_from_another_thread_ends_the_wait() -> None:
    player = Deaf()
    made = engine(player, patience=0.05)
    raised: list[BaseException] = []

    def ask() -> None:
        try:
            made.play(Game("english"))
        except EngineTimeout as error:
            raised.append(error)

    asking = threading.Thread(target=ask)
    asking.start()
    assert player.begun.wait(600)
    made.stop()
    asking.join()
    assert len(raised) == 1
    player.free.set()


def test_options_are_checked_passed_on_and_told() -> None:
    player = Configured()
    with engine(player) as made:
        assert made.options["style"].choices == ("calm", "wild")
        assert made.options["depth"].range == (1, 9)
        made.configure({"depth": "5", "style": "wild"})
        assert player.set == [{"depth": 5, "style": "wild"}]
        assert made.options["depth"].current == 5 and made.options["depth"].default == 3
        for values, says in (
            ({"depth": 10}, "10 is not within 1..9"),
            ({"depth": True}, "True is not of type int"),
            ({"style": "mild"}, "'mild' is not one of calm, wild"),
            ({"speed": 1}, "no option 'speed'; it has: style, depth"),
            ({"depth": 9}, "too deep"),
        ):
            with pytest.raises(EngineError, match=says):
                made.configure(values)  # type: ignore[arg-type]
        assert len(player.set) == 1 and made.options["depth"].current == 5


def test_every_engine_is_a_player() -> None:
    with Engine.builtin(level=2) as builtin, engine(builtin) as made:
        assert made.options.keys() == builtin.options.keys()
        made.configure({"level": 4})
        assert builtin.level.number == 4 and made.options["level"].current == 4
        game = Game("russian")
        assert made.play(game, Limit(depth=2)) in game.legal_moves
        assert made.last is not None and made.last.depth


def test_a_position_without_a_move_is_not_asked_about() -> None:
    with engine(Answering(lambda: 1 / 0)) as made, pytest.raises(EngineError, match="no legal"):
        made.play(Position.from_fen("W:WK1:B", "english"))


@pytest.mark.parametrize("patience", [0, -1, float("inf"), float("nan")])
def test_a_patience_is_a_number_of_seconds(patience: float) -> None:
    with pytest.raises(EngineError, match="patience"):
        engine(Deaf(), patience=patience)
