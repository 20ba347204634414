"""Hub-1: our engine answers it, engines that speak it are driven, and both play a game."""

from __future__ import annotations

import io
import shlex
import sys
from pathlib import Path

import pytest
from support.hub_peers import PATIENT

from crownhead import Engine, Game, Limit, Position
from crownhead.cli.command import run
from crownhead.engines.hub import hub1, positions
from crownhead.engines.hub.server import HubServer
from crownhead.engines.hub.syntax import Line, parse
from crownhead.errors import EngineError
from crownhead.formats import pdn

COMMAND = [sys.executable, "-m", "crownhead.cli", "hub", "--dialect", "1", "--tt-size", "16"]
START = "Wbbbbbbbbbbbbbbbbbbbbeeeeeeeeeewwwwwwwwwwwwwwwwwwww"

# As Scan 2.0 answers: a banner first, and each line that comes during a search is echoed.
SCRIPTED = """
import sys
print("Scan 2.0 by Fabien Letouzey", flush=True)
heard = open(sys.argv[1], "w")
for text in sys.stdin:
    word, *rest = text.split()
    heard.write(text)
    heard.flush()
    if word == "hub":
        print("name Scan 2.0\\nauthor Fabien Letouzey\\ncountry France\\nwait", flush=True)
    elif word == "init":
        print("ready", flush=True)
    elif word in ("go", "analyse"):
        print('input "ping"')
        print("info 13 17.2 -8 120034 0.25 4.8 32-28 19-23 28x19", flush=True)
        print("move 32-28 19-23" if word == "go" else "move 32-28", flush=True)
    elif word == "ponder":
        for text in sys.stdin:
            heard.write(text)
            heard.flush()
            if text.strip() in ("ponder-hit", "stop"):
                break
        print("move 38-32", flush=True)
    elif word == "ping":
        print("pong", flush=True)
    elif word == "quit":
        break
"""


def answers(*lines: str) -> list[str]:
    target = io.BytesIO()
    HubServer(
        io.BytesIO("\n".join(lines).encode() + b"\n"), target, dialect=1, tt_size=16, book=False
    ).run()
    return target.getvalue().decode().splitlines()


@pytest.fixture
def scan(tmp_path: Path) -> tuple[list[str], Path]:
    """Return the command of the scripted engine, and the file of what it heard."""
    program = tmp_path / "scan.py"
    program.write_text(SCRIPTED, encoding="utf-8")
    return [sys.executable, str(program), str(tmp_path / "heard")], tmp_path / "heard"


def test_our_engine_answers() -> None:
    said = answers("hub", "init", "new", "start", "depth 3", "go", "ping", "init")
    assert said[0].startswith("name crownhead ") and said[1].startswith("author ")
    assert said[2:5] == ["country Germany", "wait", "ready"]
    rest = [line for line in said[5:] if line != "pong"]
    infos = [line.split() for line in rest if line.startswith("info ")]
    # `init` ends the search, wherever it is then.
    assert all(int(words[1]) <= 3 for words in infos)
    assert all(words[3].lstrip("-").isdigit() and float(words[6]) >= 0 for words in infos)
    assert rest[-2].startswith("move ") and rest[-1] == "ready"


def test_what_a_search_finds_is_told() -> None:
    line = parse('info depth=9 score=-0.08 nodes=1200 time=0.250 nps=0.005 pv="32-28 19-23"')
    assert line is not None
    assert hub1.tell_hub1(line) == ["info 9 9 -8 1200 0.250 0.005 32-28 19-23"]
    (text,) = hub1.tell_hub1(line)
    read = hub1.from_hub1(text)
    assert read is not None
    same = ("depth", "score", "nodes", "time", "nps", "pv")
    assert [read.get(name) for name in same] == [line.get(name) for name in same]


def test_moves_lead_on_from_a_position() -> None:
    said = answers(f"pos {START}", "move 32-28", "move 19-23", "depth 1", "go", "init")
    assert "move 28x19x23" in " ".join(said)
    assert answers("start", "move 32-29", "go", "init")[0].startswith("error bad move 32-29")
    assert answers("pos nonsense", "go", "init")[0].startswith("error bad position")


def test_limits_hold_until_the_next_position() -> None:
    asked = hub1.Asked()

    def read(text: str) -> list[str]:
        return [str(line) for line in asked.read(text)]

    assert read("level 0 60000 500") == ["level time=60.000 inc=0.500"]
    assert read("level 20 60000 0") == ["level time=60.000 inc=0.000 moves=20"]
    assert read("go") == ["go think"]
    assert read("start") == ["pos"] and read("analyse") == ["level infinite", "go analyze"]
    assert read("time 250") == ["level move-time=0.250"]
    assert read("depth 9") == ["level move-time=0.250 depth=9"]
    assert read("nothing known") == [] == read("")
    for wrong in ("level 1 2", "time", "depth x"):
        assert answers(wrong, "init")[0].startswith("error ")


def test_it_ponders_and_stops() -> None:
    said = answers("start", "ponder", "ponder-hit", "stop", "init")
    assert said[-2].startswith("move ") and said[-1] == "ready"
    said = answers("start", "analyse", "stop", "init")
    assert said[-2].startswith("move ") and said[-1] == "ready"


def test_an_engine_that_speaks_it_is_driven(scan: tuple[list[str], Path]) -> None:
    command, heard = scan
    game = Game("international")
    with Engine.hub(command, params={"book": False}, timeout=PATIENT, margin=PATIENT) as engine:
        assert dict(engine.id) == {
            "name": "Scan 2.0",
            "author": "Fabien Letouzey",
            "country": "France",
        }
        assert engine.variants == ("international",) and engine.options == {}
        engine.begin(game, "white")
        assert str(engine.play(game, Limit(seconds=0.5, depth=13))) == "32-28"
        assert engine.last is not None
        assert (engine.last.depth, engine.last.score, engine.last.nodes) == (13, -8, 120034)
        assert [str(move) for move in engine.last.line] == ["32-28", "19-23", "28x19"]
        found = engine.analyse(game, Limit(clock=60, increment=2, moves=9))
        assert found.score == -8 and engine.ping() >= 0
        with pytest.raises(EngineError, match="Hub-1, which knows no limit of nodes"):
            engine.play(game, Limit(nodes=500))
        engine.configure({"threads": 2})
    assert heard.read_text().splitlines() == [
        *("hub", "set book false", "init", "new"),
        *(f"pos {START}", "time 500", "depth 13", "go"),
        *(f"pos {START}", "level 9 58000 2000", "analyse", "ping"),
        *("set threads 2", "init", "quit"),
    ]


def test_it_ponders_and_is_told_of_the_hit(scan: tuple[list[str], Path]) -> None:
    command, heard = scan
    game = Game("international")
    with Engine.hub(command, ponder=True, timeout=PATIENT, margin=PATIENT) as engine:
        game.play(engine.play(game, Limit(seconds=1)))
        game.play("19-23")
        with pytest.raises(EngineError):  # 38-32 is not legal: there is a capture
            engine.play(game, Limit(seconds=1))
    assert "ponder\nponder-hit\n" in heard.read_text()


def test_an_engine_of_ours_in_the_old_dialect_plays_a_match(tmp_path: Path) -> None:
    path = tmp_path / "match.pdn"
    status = run(
        ["arena", f"hub:{shlex.join([*COMMAND, '--level', '3'])}", "builtin:level=1"]
        + ["--variant", "international", "--games", "2", "--limit", "depth=3"]
        + ["--first-name", "Old", "--pdn", str(path)]
    )
    assert status == 0
    with path.open("rb") as handle:
        games = list(pdn.read(handle))
    assert len(games) == 2 and not any(game.errors for game in games)
    assert all(game.tags["Termination"].startswith("normal") for game in games)


def test_what_is_said_in_one_dialect_means_the_same_in_the_other() -> None:
    position = Position.from_fen("W:WK10,31:BK40,17", "international")
    for line in (
        Line("pos", {"pos": position.letters()}),
        positions.write([position]),
        Line("go", {"ponder": None}),
        Line("new-game"),
        Line("set-param", {"name": "bb-size", "value": "5"}),
        Line("level", {"move-time": "0.250"}),
        Line("stop"),
    ):
        asked = hub1.Asked()
        asked.read("level 0 1 1")
        read = [found for text in hub1.to_hub1(line) for found in hub1.Asked().read(text)]
        assert [str(found) for found in read if found.command == line.command] == [str(line)]
    for line in (
        Line("done", {"move": "10-4", "ponder": "17-22"}),
        Line("error", {"message": "bad move"}),
        Line("pong"),
        Line("ready"),
    ):
        (text,) = hub1.tell_hub1(line)
        assert str(hub1.from_hub1(text)) == str(line)
