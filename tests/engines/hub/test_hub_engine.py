"""Being an engine over Hub: every game, every command, and any line at all."""

from __future__ import annotations

import io
import os
import random
import re
import shlex
import subprocess
import sys
import time
from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as some

from crownhead import Engine, Game, Limit, Position
from crownhead._core import Search
from crownhead.engines.hub import names
from crownhead.engines.hub.server import HubServer
from crownhead.engines.hub.syntax import Line, parse
from crownhead.engines.searching import run
from crownhead.errors import EngineError
from crownhead.variants import VARIANTS

COMMAND = [sys.executable, "-m", "crownhead.cli", "hub"]
START = "pos pos=Wbbbbbbbbbbbbbbbbbbbbeeeeeeeeeewwwwwwwwwwwwwwwwwwww"
# White wins at once: his only man takes the last black one.
WON = "pos pos=W" + "e" * 22 + "b" + "e" * 4 + "w" + "e" * 22


def answers(*lines: str, values: dict[str, int | str] | None = None) -> list[str]:
    """Return what the engine says to lines that come all at once."""
    source = io.BytesIO("\n".join(lines).encode() + b"\n")
    target = io.BytesIO()
    HubServer(source, target, **{"tt_size": 16, **(values or {})}).run()
    return target.getvalue().decode().splitlines()


class Talk:
    """Talk with the engine as a program of its own, line by line."""

    def __init__(self, *arguments: str) -> None:
        self.process = subprocess.Popen(
            [*COMMAND, "--tt-size", "16", *arguments],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            bufsize=1,
        )

    def say(self, *lines: str) -> None:
        assert self.process.stdin
        for line in lines:
            self.process.stdin.write(line + "\n")

    def hear(self, wanted: str) -> list[str]:
        """Return the lines up to one that begins so."""
        assert self.process.stdout
        heard: list[str] = []
        while not heard or not heard[-1].startswith(wanted):
            line = self.process.stdout.readline()
            assert line, heard
            heard.append(line.rstrip("\n"))
        return heard

    def end(self) -> tuple[str, str]:
        rest = self.process.communicate(timeout=300)
        assert self.process.returncode == 0
        return rest


@pytest.fixture
def talk() -> Iterator[Talk]:
    talk = Talk()
    yield talk
    talk.process.kill()
    talk.process.communicate()


def test_introduces_itself() -> None:
    said = answers("hub", "init", "ping", "quit", "ping")
    assert [line.split()[0] for line in said] == ["id", *["param"] * 6, "wait", "ready", "pong"]
    assert 'values="normal killer bt frisian losing english' in said[1]
    lines = [parse(line) for line in said]
    assert all(
        line is not None and str(line) == text for line, text in zip(lines, said, strict=True)
    )
    assert not any(None in line.arguments.values() for line in lines if line)  # no flags


def test_plays_every_game(talk: Talk) -> None:
    for key in VARIANTS:
        position = Position.initial(key)
        talk.say(f"set-param name=variant value={names.names(key)[0]}", "init", "new-game")
        talk.say(f"pos pos={position.letters()}", "level depth=5", "go think")
        done = parse(talk.hear("done")[-1])
        assert done is not None
        move = position.parse(done.get("move"))
        assert position.play(move).parse(done.get("ponder"))


def test_a_search_ends_with_the_input() -> None:
    talk = Talk()
    talk.say(START, "level infinite", "go think")
    talk.hear("info depth=5")
    rest, complaints = talk.end()
    assert complaints == "" and "done" not in rest


def test_a_search_ends_with_quit(talk: Talk) -> None:
    talk.say(START, "level infinite", "go analyze")
    talk.hear("info depth=3")
    talk.say("quit")
    talk.end()


def test_answers_at_once_while_it_searches(talk: Talk) -> None:
    talk.say(START, "level infinite", "go analyze")
    talk.hear("info depth=6")
    talk.say("ping")
    assert not [line for line in talk.hear("pong") if line.startswith("done")]
    talk.say("stop")
    assert re.fullmatch(r"done move=\d+-\d+ ponder=\d+-\d+", talk.hear("done")[-1])
    talk.say("stop", "ponder-hit", "ping")
    assert talk.hear("pong") == ["pong"]


def test_takes_the_time_it_is_given(talk: Talk) -> None:
    for level, least in (
        ("move-time=0.3", 0.28),
        ("moves=10 time=2", 0.05),
        ("time=0 inc=0.2", 0.0),
        ("time=-3", 0.0),
    ):
        talk.say(START, f"level {level}", "ping")
        talk.hear("pong")
        begin = time.monotonic()
        talk.say("go think")
        talk.hear("done")  # of itself
        assert time.monotonic() - begin >= least, level


def test_ponders_until_it_is_hit(talk: Talk) -> None:
    talk.say(START, "level move-time=0.2", "go ponder")
    talk.hear("info depth=4")
    time.sleep(0.4)
    talk.say("ping")
    assert not [line for line in talk.hear("pong") if line.startswith("done")]
    begin = time.monotonic()
    talk.say("ponder-hit")
    talk.hear("done")
    assert time.monotonic() - begin >= 0.18


def test_a_ponder_search_that_is_finished_waits(talk: Talk) -> None:
    for end in ("stop", "ponder-hit"):
        talk.say(START, "level depth=2", "go ponder")
        talk.hear("info depth=2")
        time.sleep(0.05)
        talk.say("ping")
        assert talk.hear("pong") == ["pong"]
        talk.say(end)
        talk.hear("done")
    # The alarm of a hit must not end the next search.
    talk.say(START, "level move-time=0.3", "go ponder", "ponder-hit", "stop")
    talk.hear("done")
    begin = time.monotonic()
    talk.say(START, "level move-time=0.6", "go think")
    talk.hear("done")
    assert time.monotonic() - begin > 0.5


def test_a_command_that_may_not_come_ends_the_search_first(talk: Talk) -> None:
    talk.say(START, "level infinite", "go think", START, "level depth=3", "go think", "ping")
    heard = talk.hear("pong")
    heard += talk.hear("done") if sum(x.startswith("done") for x in heard) < 2 else []
    assert sum(line.startswith("done") for line in heard) == 2


def test_one_move_is_played_at_once_but_analysed_all_the_same(talk: Talk) -> None:
    forced = "pos pos=W" + "e" * 5 + "b" + "e" * 16 + "b" + "e" * 4 + "w" + "e" * 22
    talk.say(forced, "level depth=6", "go think")
    said = talk.hear("done")
    assert len(said) <= 4 and said[-1].startswith("done move=28x19x23 ponder=6-")
    talk.say("go analyze")
    assert len(talk.hear("done")) >= 7


def test_a_won_game_scores_as_elsewhere(talk: Talk) -> None:
    talk.say(WON, "level depth=9", "go analyze")
    assert "score=99.99" in talk.hear("done")[0]


def test_every_go_is_answered_by_done() -> None:
    blocked = "pos pos=W" + "e" * 49 + "b"
    for lines, complaint in (
        ([blocked, "go think"], "no legal move"),
        (["pos pos=Wwb", "go think"], "bad position"),
        ([START + ' moves="32-28 1-2"', "go think"], "bad move"),
    ):
        said = answers(*lines, "init")
        assert complaint in said[0] and said[0].startswith("error message=")
        assert said[-2:] == ["done", "ready"]


def test_what_makes_no_sense_changes_nothing() -> None:
    said = answers(
        "hello world",
        "=",
        "level",
        "level depth=x",
        "set-param",
        "set-param name=threads value=4",
        "set-param name=level value=11",
        "set-param name=tt-size value=many",
        "set-param name=variant value=chess",
        "go",
        "init",
    )
    assert [line.split()[0] for line in said[:7]] == ["error"] * 6 + ["info"]
    assert said[-2].startswith("done move=") and said[-1] == "ready"


@pytest.mark.parametrize(
    "limit", ["depth=0", "depth=-3", "nodes=0", "move-time=0", "move-time=-1", "time=0", "time=-5"]
)
def test_a_limit_of_nothing_is_the_shortest_search(limit: str) -> None:
    said = answers(START, f"level {limit}", "go think", "init", values={"book": "false"})
    assert "error" not in [line.split()[0] for line in said]
    assert said[-2].startswith("done move=") and said[-1] == "ready"
    nodes = [int(line.get("nodes")) for text in said if (line := parse(text)).command == "info"]
    assert max(nodes, default=0) < 1_000_000


def test_a_refused_move_is_told_in_a_sentence() -> None:
    (said,) = answers(START + " moves=31-22")
    assert said == (
        'error message="bad move 31-22: 31 to 22 is too far: this piece moves one square."'
    )


def test_weaker_levels_search_less() -> None:
    talk = Talk("--level", "2")
    talk.say(START, "level move-time=60", "go think")
    line = parse(talk.hear("done")[-2])
    assert line is not None and int(line.get("nodes")) < 500
    talk.end()


def test_a_long_line_is_refused_and_the_next_one_read() -> None:
    said = answers("pos pos=" + "w" * 1_000_000, "ping")
    assert said == ['error message="line longer than 65536 bytes"', "pong"]


@pytest.mark.parametrize(
    "pos",
    [
        'pos pos="' + START[8:],
        "pos pos=" + "w" * 70_000,
        START + "".join(f" a{n}=1" for n in range(1_100)),
    ],
)
def test_no_move_is_played_in_the_position_before_one_that_could_not_be_read(pos: str) -> None:
    said = answers(START, "level depth=1", pos, "go think")
    assert [line.split()[0] for line in said] == ["error", "error", "done"]
    assert said[-1] == "done"


def test_nobody_reads_us() -> None:
    talk = Talk()
    assert talk.process.stdin and talk.process.stdout and talk.process.stderr
    talk.process.stdout.close()
    talk.say(START, "level infinite", "go think")
    time.sleep(0.5)
    talk.process.stdin.close()
    assert talk.process.wait(300) == 0
    assert talk.process.stderr.read() == ""
    talk.process.stderr.close()


def test_a_table_for_which_there_is_no_memory() -> None:
    limited = f"ulimit -v 2000000; exec {shlex.join(COMMAND)} --tt-size 32"
    said = "hub\ninit\nlevel depth=3\ngo think\n"
    engine = subprocess.Popen(
        ["/bin/sh", "-c", limited], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    assert engine.stdin and engine.stdout
    engine.stdin.write(said)
    engine.stdin.flush()
    heard = [engine.stdout.readline()]
    while heard[-1] and not heard[-1].startswith("done"):
        heard.append(engine.stdout.readline())
    engine.communicate()
    assert any("no memory for 65536 megabytes" in line for line in heard)
    assert heard[-1].startswith("done move=")


def test_of_a_long_past_the_end_counts() -> None:
    position = Position.from_fen("W:WK1,50:BK5,6", "international")
    past = [position]
    dice = random.Random(3)
    while len(past) < 300:
        kings = [m for m in past[-1].legal_moves if m.by_king and not m.is_capture]
        past.append(past[-1].play(dice.choice(kings)) if kings else past[-2])
    whole = run(Search(1), past[-1], past[:-1], Limit(depth=6))
    tail = run(Search(1), past[-1], past[-257:-1], Limit(depth=6))
    assert (whole.score, whole.nodes, whole.line) == (tail.score, tail.nodes, tail.line)


COMMANDS = some.sampled_from(
    [
        "hub", "init", "ping", "stop", "ponder-hit", "new-game", "go", "go think", "go ponder",
        "go analyze", START, START + ' moves="32-28 19-23"', "pos", "pos pos=W", "level depth=2",
        "level nodes=50", "level move-time=0.01", "level time=1 moves=40", "level infinite",
        "set-param name=variant value=frisian", "set-param name=variant value=turkish",
        "set-param name=level value=1", "set-param name=tt-size value=17", "quit quit", "",
    ]
)  # fmt: skip


@settings(deadline=None, max_examples=300 if os.environ.get("CROWNHEAD_NIGHTLY") else 60)
@given(some.lists(COMMANDS.filter(lambda c: "quit" not in c) | some.text(max_size=30), max_size=15))
def test_any_lines_at_all(lines: list[str]) -> None:
    lines = [" ".join(line.split()) for line in lines]
    lines = [line for line in lines if not line.startswith("quit")]
    said = answers(*lines, "stop", "init", "ping")
    assert said[-2:] == ["ready", "pong"]
    searches = sum(
        (parsed := try_parse(line)) is not None and parsed.command == "go" for line in lines
    )
    assert sum(line.split()[0] == "done" for line in said) == searches
    assert all(parse(line) is not None for line in said)


@settings(deadline=None, max_examples=60)
@given(some.binary(max_size=200))
def test_any_bytes_at_all(noise: bytes) -> None:
    target = io.BytesIO()
    noise = noise.replace(b"quit", b"")
    HubServer(io.BytesIO(noise + b"\nstop\ninit\nping\n"), target, tt_size=16).run()
    assert target.getvalue().endswith(b"ready\npong\n")


def try_parse(text: str) -> Line | None:
    try:
        return parse(text)
    except EngineError:
        return None


@pytest.mark.parametrize("key", ["international", "russian", "frisian", "turkish", "canadian"])
def test_whole_games_against_ourselves(key: str) -> None:
    dice = random.Random(key)
    with Engine.hub([*COMMAND, "--tt-size", "16"], variant=key) as engine:
        for _ in range(2):
            game = Game(key)
            for _ in range(6):
                game.play(dice.choice(game.position.legal_moves))
            engine.begin(game, "white")
            while game.outcome is None:
                game.play(engine.play(game, Limit(nodes=300)))
            assert len(game.moves) > 10


def test_ponders_in_whole_games() -> None:
    lines: list[str] = []
    pondered = 0
    command = [*COMMAND, "--tt-size", "16"]
    with Engine.hub(command, ponder=True, trace=lines.append) as engine:
        game = Game("international")
        engine.begin(game, "white")
        dice = random.Random(1)
        for ply in range(12):
            game.play(engine.play(game, Limit(depth=5)))
            assert engine.last is not None
            expected = engine.last.line[1:2]
            pondered += len(expected)
            if ply % 3 == 2 or not expected:
                game.play(dice.choice(game.position.legal_moves))
            else:
                game.play(expected[0])
        engine.end(game)
    assert lines.count("> go ponder") == pondered
    assert lines.count("> ponder-hit") + lines.count("> stop") == pondered
    assert lines.count("> ponder-hit") >= 5 and "> stop" in lines


def test_one_engine_plays_every_game() -> None:
    with Engine.hub([*COMMAND, "--tt-size", "16"]) as engine:
        assert set(engine.variants) == set(VARIANTS)
        for key in VARIANTS:
            game = Game(key)
            engine.begin(game, game.turn)
            for _ in range(8):
                game.play(engine.play(game, Limit(depth=3)))
            found = engine.analyse(game, Limit(depth=6))
            assert found.best in game.position.legal_moves and found.depth == 6
            assert engine.variant.key == key


def test_small_endings_are_played_by_the_tables() -> None:
    """First position: one move wins, and a search of one ply does not see why."""
    position = Position.from_fen("W:WK15,K32:B16,K28", "english")
    with Engine.hub([*COMMAND, "--tt-size", "16"], variant="english") as engine:
        assert str(engine.play(position, Limit(depth=1))) == "15-11"


def test_several_threads_search() -> None:
    game = Game("international")
    with Engine.hub([*COMMAND, "--tt-size", "16", "--threads", "2"]) as engine:
        assert engine.play(game, Limit(nodes=20_000)) in game.position.legal_moves
