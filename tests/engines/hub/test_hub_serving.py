"""Engines of one's own behind the Hub server."""

from __future__ import annotations

import io
import threading
from collections.abc import Callable, Mapping

import pytest

from crownhead import Game, Limit
from crownhead.engines.builtin import BuiltinEngine
from crownhead.engines.hub import serve
from crownhead.engines.option import Option
from crownhead.errors import EngineError, UnknownVariant
from crownhead.variants import Variant, get

START = "pos pos=Wbbbbbbbbbbbbbbbbbbbbeeeeeeeeeewwwwwwwwwwwwwwwwwwww"


class Recorder:
    """Play the first move, and keep what was asked."""

    def __init__(self, answer: Callable[[Game], object] | None = None) -> None:
        self.asked: list[tuple[Game, Limit | None]] = []
        self._answer = answer or (lambda game: game.legal_moves[0])

    def play(self, on: Game, limit: Limit | None) -> object:
        self.asked.append((on, limit))
        return self._answer(on)


class Endless:
    """Think until told to stop, which may be before the thinking began."""

    def __init__(self) -> None:
        self._stopped = threading.Event()

    def play(self, on: Game, limit: Limit | None) -> str:
        assert self._stopped.wait(60)
        return "32-28"

    def stop(self) -> None:
        self._stopped.set()


def answers(player: object, *lines: str, **options: object) -> list[str]:
    target = io.BytesIO()
    source = io.BytesIO("\n".join(lines).encode() + b"\n")
    serve(player, source=source, target=target, **options)  # type: ignore[arg-type]
    return target.getvalue().decode().splitlines()


def test_it_introduces_itself_and_its_games() -> None:
    said = answers(Recorder(), "hub", "init", version="2", variants=["killer", "russian"])
    assert said == [
        "id name=Recorder version=2",
        'param name=variant value=killer type=enum values="killer russian"',
        "wait",
        "ready",
    ]


class Configured(Recorder):
    options = (
        Option("style", "enum", "calm", choices=("calm", "wild")),
        Option("depth", "int", 3, least=1, most=9),
        Option("margin", "real", 0.5),
        Option("book", "bool", True),
        Option("file", "string", ""),
    )

    def __init__(self) -> None:
        super().__init__()
        self.set: list[dict[str, object]] = []

    def configure(self, values: Mapping[str, object]) -> None:
        if values.get("depth") == 9:
            raise ValueError("too deep")
        self.set.append(dict(values))


def test_its_options_are_parameters() -> None:
    player = Configured()
    said = answers(
        player,
        "hub",
        'set-param name=style value="wild"',
        "set-param name=margin value=0.25",
        "set-param name=book value=false",
        'set-param name=file value="my book.txt"',
        "init",
        "set-param name=depth value=9",
        "init",
        "set-param name=depth value=12",
        "set-param name=depth value=4",
        "go think",
        "init",
    )
    assert said[1:7] == [
        "param name=variant value=normal type=enum values=normal",
        'param name=style value=calm type=enum values="calm wild"',
        "param name=depth value=3 type=int min=1 max=9",
        "param name=margin value=0.5 type=real",
        "param name=book value=true type=bool",
        'param name=file value="" type=string',
    ]
    assert said[7:10] == ["wait", "ready", 'error message="depth: too deep"']
    assert said[10:12] == ["ready", 'error message="Parameter depth: 12 is not within 1..9"']
    assert said[12].startswith("done move=") and said[13] == "ready"
    changed = [{"style": "wild"}, {"margin": 0.25}, {"book": False}, {"file": "my book.txt"}]
    assert player.set == [*changed, {"depth": 4}]


def test_options_that_hub_cannot_have_are_refused_at_the_start() -> None:
    for wrong, says in (
        (Option("variant", "string", ""), "the game"),
        (Option('a "word"', "bool", True), "cannot be a value"),
        (Option("style", "enum", "very calm", choices=("very calm",)), "one word"),
    ):
        player = Recorder()
        player.options = [wrong]  # type: ignore[attr-defined]
        with pytest.raises(EngineError, match=says):
            answers(player)


def test_a_player_that_does_not_stop_is_answered_for() -> None:
    class Deaf:
        def __init__(self) -> None:
            self.free = threading.Event()

        def play(self, on: Game, limit: Limit | None) -> str:
            assert self.free.wait(600)
            return "32-28"

    player = Deaf()
    said = answers(player, "level infinite", "go think", "stop", "init", "go think", "init",
                   patience=0.05)  # fmt: skip
    player.free.set()
    assert said[:3] == ['error message="Deaf does not return a move"', "done", "ready"]
    assert said[3:] == ['error message="Deaf still thinks about an earlier move"', "done", "ready"]


def test_what_it_prints_goes_to_the_error_stream(
    capfdbinary: pytest.CaptureFixture[bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    """As a program, its standard output is the protocol's."""

    class Talking:
        def play(self, on: Game, limit: Limit | None) -> str:
            print("let me see")
            return "32-28"

    source = io.BytesIO(b"go think\ninit\n")
    serve(Talking(), source=source)
    said = capfdbinary.readouterr()
    assert said.out.splitlines() == [b"done move=32-28", b"ready"]
    assert said.err.splitlines() == [b"let me see"]


def test_the_traceback_of_what_it_raises_goes_to_the_error_stream(
    capsys: pytest.CaptureFixture[str],
) -> None:
    class Mistaken(Configured):
        def play(self, on: Game, limit: Limit | None) -> object:
            return self.board  # type: ignore[attr-defined]

    said = answers(Mistaken(), "hub", "set-param name=depth value=9", "init", "go think", "init")
    assert [line for line in said if line.startswith("error")] == [
        'error message="depth: too deep"',
        "error message=\"'Mistaken' object has no attribute 'board'\"",
    ]
    told = capsys.readouterr().err
    assert told.count("Traceback") == 2
    assert 'raise ValueError("too deep")\nValueError: too deep\n' in told
    assert "return self.board" in told and "AttributeError: 'Mistaken' object" in told
    assert "player.py" not in told.rpartition("Traceback")[2]


def test_it_is_asked_about_the_game_with_its_past_and_limit() -> None:
    player = Recorder()
    said = answers(player, START + ' moves="32-28 19-23"', "level nodes=50", "go think", "init")
    assert [line.split()[0] for line in said] == ["done", "ready"]
    [(game, limit)] = player.asked
    assert [str(move) for move in game.moves] == ["32-28", "19-23"] and limit == Limit(nodes=50)


def test_a_game_that_a_count_has_ended_is_played_on() -> None:
    player = Recorder()
    pos = "pos pos=WBeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeW"
    there_and_back = "50-45 1-6 45-50 6-1"
    said = answers(player, f'{pos} moves="{" ".join([there_and_back] * 6)}"', "go think", "init")
    assert said[0].startswith("done move=") and player.asked[0][0].outcome is None


@pytest.mark.parametrize(
    ("answer", "says"),
    [
        (lambda game: "30-31", "There is no piece on 30."),
        (lambda game: "", "is not a move"),
        (lambda game: None, ""),
        (lambda game: 1 / 0, "division by zero"),
        (lambda game: Game("english").legal_moves[0], ""),
    ],
)
def test_a_player_that_fails_is_answered_for_and_asked_again(
    answer: Callable[[Game], object], says: str
) -> None:
    said = answers(Recorder(answer), "go think", "go think", "init")
    assert [line.split()[0] for line in said] == ["error", "done"] * 2 + ["ready"]
    assert says in said[0] and "(" not in said[0] and said[1] == "done"


@pytest.mark.parametrize("leaving", [SystemExit(3), KeyboardInterrupt(), GeneratorExit()])
def test_a_player_that_wants_to_leave_is_answered_for(leaving: BaseException) -> None:
    class Leaving:
        def play(self, on: Game, limit: Limit | None) -> str:
            raise leaving

    said = answers(Leaving(), "go think", "init", "ping")
    assert [line.split()[0] for line in said] == ["error", "done", "ready", "pong"]


def test_a_reply_that_is_no_move_is_quoted() -> None:
    class Babbling:
        def play(self, on: Game, limit: Limit | None) -> str:
            return "99-98"

    said = answers(Babbling(), "go think", "init")
    assert said[0].startswith("error message=\"'99-98' is not a move")


def test_a_name_is_told_without_the_signs_that_hub_has_not() -> None:
    said = answers(Recorder(), "hub", name='My "best"\nengine')
    assert "id name=\"My 'best' engine\"" in said[0]


def test_it_stops_and_ponders() -> None:
    assert answers(Endless(), "level infinite", "go analyze", "stop", "init") == [
        "done move=32-28",
        "ready",
    ]
    player = Recorder()
    assert answers(player, "go ponder", "ping", "stop", "init") == ["pong", "done", "ready"]
    assert player.asked == []
    assert answers(player, "go ponder", "ponder-hit", "init")[0].startswith("done move=")


def test_a_stop_that_comes_before_the_search_has_begun_is_heard() -> None:
    with BuiltinEngine() as engine:
        for _ in range(20):
            said = answers(engine, "level infinite", "go think", "stop", "init")
            assert said[-2].startswith("done move=")


def test_a_position_without_a_move_is_answered_without_one() -> None:
    said = answers(Recorder(), "pos pos=W" + "b" + "e" * 49, "go think", "init")
    assert said == ['error message="no legal move"', "done", "ready"]


def test_every_engine_can_be_served() -> None:
    with BuiltinEngine(3) as engine:
        said = answers(engine, "go think", "init")
    assert said[0].startswith("info depth=") and said[1].startswith("done move=")


@pytest.mark.parametrize(
    ("variants", "error"),
    [
        ([], EngineError),
        (["chess"], UnknownVariant),
        ([Variant.house("Ours", get("english").rules)], EngineError),
    ],
)
def test_games_that_have_no_name_in_hub_are_refused(
    variants: list[str], error: type[Exception]
) -> None:
    with pytest.raises(error):
        answers(Recorder(), variants=variants)


def test_a_game_is_set_by_any_of_its_names() -> None:
    played = Recorder()
    answers(played, "set-param name=variant value=dame", "init", "go think", variants=["lite"])
    assert [game.variant.key for game, _ in played.asked] == ["lite"]


def test_another_game_than_those_served_is_refused() -> None:
    said = answers(Recorder(), "set-param name=variant value=russian", "init")
    assert said == ['error message="unknown variant russian"', "ready"]
