"""The conversation in docs/hub.md is what is said."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from support.hub_peers import PATIENT

from crownhead import Engine, Game, Limit, Position
from crownhead.engines.hub import info
from crownhead.engines.hub.syntax import Line, parse

PAGE = Path(__file__).parents[3] / "docs" / "hub.md"
COMMAND = [sys.executable, "-m", "crownhead.cli", "hub"]


def conversation() -> list[str]:
    text = PAGE.read_text(encoding="utf-8")
    return text.split("```hub\n")[1].split("```")[0].splitlines()


def parse_line(text: str) -> Line:
    line = parse(text)
    assert line is not None
    return line


def test_the_conversation_takes_place() -> None:
    engine = subprocess.Popen(
        COMMAND, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
    )
    assert engine.stdin and engine.stdout
    answers = 0
    skipping = False
    for text in conversation():
        if text.startswith("> "):
            engine.stdin.write(text[2:] + "\n")
            continue
        if text == "< ...":
            skipping = True
            continue
        told = parse_line(text[2:])
        said = parse_line(engine.stdout.readline())
        while skipping and said.command == "info":
            said = parse_line(engine.stdout.readline())
        skipping = False
        answers += 1
        assert said.command == told.command
        if told.command == "info":
            assert list(said.arguments)[:6] == list(told.arguments)[:6]
        elif told.command == "done":
            assert list(said.arguments) == list(told.arguments)
        else:
            assert said == told
    rest, _ = engine.communicate(timeout=300)
    assert (engine.returncode, rest) == (0, "")
    assert answers > 25


def test_the_moves_in_the_conversation_are_legal() -> None:
    position = Position.initial("international")
    variant = "international"
    checked = 0
    for text in conversation():
        line = parse_line(text[2:])
        if line.command == "set-param" and line.get("name") == "variant":
            variant = line.get("value")
        elif line.command == "pos" and len(line.get("pos")) > 30:
            position = Position.from_fen(line.get("pos"), variant)
            for move in line.get("moves").split():
                position = position.play(move)
        elif line.command in ("info", "done"):
            moves = line.get("pv").split() or [
                line.get(name) for name in ("move", "ponder") if name in line
            ]
            assert len(info.moves(moves, position)) == len(moves)
            checked += len(moves)
    assert checked > 40


def test_the_engine_of_the_page_plays(tmp_path: Path) -> None:
    page = PAGE.read_text(encoding="utf-8").split("### An engine of your own")[1]
    program = tmp_path / "first.py"
    program.write_text(page.split("```python\n")[1].split("```")[0], encoding="utf-8")
    with Engine.hub([sys.executable, str(program)], timeout=PATIENT, margin=PATIENT) as engine:
        assert engine.id["name"] == "Greedy" and engine.variants == ("russian", "english")
        game = Game("english")
        while game.outcome is None and len(game.moves) < 40:
            most = max(len(move.captures) for move in game.legal_moves)
            move = engine.play(game, Limit(seconds=1))
            assert len(move.captures) == most
            game.play(move)
        assert len(game.moves) > 10
