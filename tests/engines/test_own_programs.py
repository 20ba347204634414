"""The programs of docs/hub.md and docs/dxp.md that serve an engine of one's own."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest
from support.hub_peers import PATIENT

from crownhead import Engine, Game, Limit

DOCS = Path(__file__).parents[2] / "docs"


@pytest.fixture
def program(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """Return the program of a page as a file."""
    page = (DOCS / request.param).read_text(encoding="utf-8")
    blocks: list[str] = re.findall(r"```python\n(.*?)```", page, re.DOTALL)
    (found,) = (block for block in blocks if "\nserve(" in block)
    assert len(found.splitlines()) <= 30
    path = tmp_path / "greedy.py"
    path.write_text(found, encoding="utf-8")
    return path


@pytest.mark.parametrize("program", ["hub.md"], indirect=True)
def test_the_program_over_hub(program: Path) -> None:
    game = Game("english")
    with Engine.hub([sys.executable, str(program)], variant="english", timeout=PATIENT) as engine:
        assert engine.id["name"] == "Greedy" and engine.variants == ("russian", "english")
        option = engine.options["last"]
        assert (option.kind, option.default, option.current) == ("bool", False, False)
        assert engine.play(game, Limit(nodes=1)) == game.legal_moves[0]
        engine.configure({"last": True})
        assert engine.options["last"].current is True
        assert engine.play(game, Limit(nodes=1)) == game.legal_moves[-1]


@pytest.mark.parametrize("program", ["dxp.md"], indirect=True)
def test_the_program_over_dxp(program: Path) -> None:
    with Engine.dxp("127.0.0.1", 0, listen=True, patience=300) as engine:
        child = subprocess.Popen([sys.executable, str(program), str(engine.port), "--connect"])
        try:
            game = Game("russian", huffing=False, refusal_duty=0)
            engine.begin(game, "white")
            assert engine.opponent == "Greedy"
            while game.outcome is None:
                game.play(engine.play(game) if game.turn == "white" else game.legal_moves[0])
            engine.end(game)
            assert child.wait() == 0
        finally:
            child.kill()
            child.wait()
