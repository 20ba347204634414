"""An engine of one's own over DXP: it plays whole games, and its faults are told."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from queue import SimpleQueue

import pytest
from support.dxp_peer import Peer, connect, listen

from crownhead import Engine, Game, Limit
from crownhead.engines.dxp import serve
from crownhead.engines.dxp.ending import Ending
from crownhead.engines.dxp.messages import Back
from crownhead.engines.dxp.series import Series, Watcher, limits
from crownhead.engines.dxp.table import Table
from crownhead.engines.player import PlayerEngine
from crownhead.errors import EngineError
from crownhead.variants import get


class First:
    """Play the first move; fail at the move of this number."""

    def __init__(self, fails_at: int = 0, answer: Callable[[], object] | None = None) -> None:
        self.limits: list[Limit | None] = []
        self._fails_at, self._answer = fails_at, answer or (lambda: 1 / 0)

    def play(self, on: Game, limit: Limit | None) -> object:
        self.limits.append(limit)
        if len(self.limits) == self._fails_at:
            return self._answer()
        return on.legal_moves[0]


class Watching(Watcher):
    def __init__(self) -> None:
        self.ports: SimpleQueue[int] = SimpleQueue()
        self.endings: list[Ending] = []
        self.errors: list[EngineError] = []

    def on_listening(self, host: str, port: int) -> None:
        self.ports.put(port)

    def on_end(self, table: Table, ending: Ending) -> None:
        self.endings.append(ending)

    def on_failure(self, error: EngineError) -> None:
        self.errors.append(error)


@contextmanager
def serve_player(
    player: object, games: int = 1, **options: object
) -> Iterator[tuple[int, Watching]]:
    """Serve a player beside the test, and yield its port."""
    watching = Watching()
    played: list[int] = []

    def work() -> None:
        played.append(
            serve(player, port=0, games=games, watcher=watching, **options)  # type: ignore[arg-type]
        )

    thread = threading.Thread(target=work, daemon=True)
    thread.start()
    yield watching.ports.get(timeout=60), watching
    thread.join()
    assert played == [games]


def test_a_player_plays_whole_games_with_programs_that_connect() -> None:
    player = First()
    with (
        serve_player(player, games=2, variant="russian", name="Mine") as (port, watching),
        Engine.dxp("127.0.0.1", port) as peer,
    ):
        for side in ("white", "black"):
            game = Game("russian", draws="automatic", refusal_duty=0, huffing=False)
            peer.begin(game, side)  # the served program plays this side
            while game.outcome is None:
                game.play(peer.play(game) if game.turn == side else game.legal_moves[-1])
            peer.end(game)
        assert peer.opponent == "Mine"
    assert [ending.agreed for ending in watching.endings] == [True, True]
    assert watching.errors == [] and player.limits
    assert all(limit is not None and limit.clock for limit in player.limits)


def test_a_player_that_fails_says_why_loses_and_plays_the_next_game(
    capsys: pytest.CaptureFixture[str],
) -> None:
    with serve_player(First(fails_at=2), games=2, name="Mine") as (port, watching):

        def play(peer: Peer) -> None:
            peer.request("W")
            assert peer.read() == f"A{'Mine':32}0"
            assert peer.read().startswith("M")
            peer.send("M0000192300")
            assert peer.read() == "CMine: division by zero"
            assert peer.read() == "E10"
            peer.send("E30")
            peer.request("W")
            assert peer.read() == f"A{'Mine':32}0"
            assert peer.read().startswith("M")
            peer.send("E11")
            assert peer.read() == "E01"

        with connect(port, play):
            pass
    first, second = watching.endings
    assert first.result == "0-1" and second.result == "1-0"
    told = capsys.readouterr().err
    assert "return self._answer()" in told and "ZeroDivisionError: division by zero" in told
    assert [str(error) for error in watching.errors] == ["division by zero"]


@pytest.mark.parametrize("answer", [lambda: "1-50", lambda: "hello", lambda: None])
def test_what_is_no_legal_move_loses(answer: Callable[[], object]) -> None:
    with serve_player(First(1, answer), name="Mine") as (port, watching):

        def play(peer: Peer) -> None:
            peer.request("W")
            assert peer.read() == f"A{'Mine':32}0"
            assert peer.read().startswith("CMine: ")
            while not (said := peer.read()).startswith("E"):
                assert said.startswith("C")
            assert said == "E11"  # the last game
            peer.send("E01")

        with connect(port, play):
            pass
    assert [ending.result for ending in watching.endings] == ["0-1"]


def test_a_player_that_never_answers_loses_by_it() -> None:
    free = threading.Event()
    watching = Watching()
    engine = PlayerEngine(First(1, free.wait), patience=0.05)  # type: ignore[arg-type]
    series = Series(
        engine,
        get("international"),
        "Mine",
        games=1,
        plan=None,
        limit=limits(None, 0.01, None),
        patience=60.0,
        back=Back.NO,
        watcher=watching,
    )
    listener = threading.Thread(target=series.listen, args=("127.0.0.1", 0, None), daemon=True)
    listener.start()

    def play(peer: Peer) -> None:
        peer.request("W")
        assert peer.read() == f"A{'Mine':32}0"
        assert peer.read() == "CMine: First does not return a move"
        assert peer.read() == "E11"
        peer.send("E01")

    with connect(watching.ports.get(timeout=60), play):
        pass
    listener.join()
    free.set()
    assert series.played == 1 and watching.endings[0].result == "0-1"


def test_it_asks_the_program_that_waits_for_games() -> None:
    def script(peer: Peer) -> None:
        assert peer.accept() == f"R01{'First':32}W003010A"
        peer.send("M0000322800")
        assert peer.read().startswith("M")
        peer.send("E10")
        assert peer.read() == "E01"

    with listen(script) as port:
        player = First()
        assert serve(
            player,  # type: ignore[arg-type]
            port=port,
            connect=True,
            colour="black",
            minutes=3,
            moves=10,
            limit=Limit(nodes=7),
        ) == 1  # fmt: skip
    assert player.limits == [Limit(nodes=7)]


@pytest.mark.parametrize(
    "options", [{"minutes": 1000}, {"moves": -1}, {"games": 0}, {"patience": 0}]
)
def test_what_cannot_be_asked_for_is_refused(options: dict[str, int]) -> None:
    with pytest.raises(EngineError):
        serve(First(), connect=True, **options)  # type: ignore[arg-type]
