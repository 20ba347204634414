"""The engine plays by the weights it is given, wherever it can be given some."""

from __future__ import annotations

import time
from importlib.resources import files
from pathlib import Path

import pytest
from click.testing import CliRunner

from crownhead import Engine, Limit, Position
from crownhead.arena.contestant import Place
from crownhead.arena.entry import entry
from crownhead.arena.failure import ArenaError
from crownhead.arena.openings import openings
from crownhead.arena.settings import Settings
from crownhead.cli.hub import command
from crownhead.engines.hub.builtin import BuiltinProgram
from crownhead.engines.hub.syntax import Line
from crownhead.errors import EngineError
from crownhead.variants import get
from crownhead.weights import InvalidWeights, read_file, weights

LIMIT = Limit(depth=5)
START = "B:W18,19,22,24-32:B1-3,5-9,11-12,14,15"


def weights_of(key: str) -> Path:
    """Return the file that the package carries for a game."""
    return Path(str(files("crownhead") / "data" / "weights" / f"{key}.weights"))


def score(position: Position, **options: object) -> int:
    with Engine.builtin(**options) as engine:  # type: ignore[arg-type]
        return engine.analyse(position, LIMIT).score


def test_weights_given_are_those_it_plays_by() -> None:
    position = Position.from_fen(START, "english")
    usual = score(position)
    assert score(position, weights=weights_of("english")) == usual
    assert score(position, weights=str(weights_of("english"))) == usual
    assert score(position, weights=weights(get("english"))) == usual
    assert score(position, weights=weights_of("russian")) != usual


def test_moves_and_decisions_go_by_them_too() -> None:
    """Weights of another board would be noticed by each of them."""
    position = Position.from_fen(START, "english")
    with Engine.builtin(weights=weights_of("international"), book=False) as engine:
        for ask in (engine.play, engine.analyse):
            with pytest.raises(EngineError, match="another board than that of english"):
                ask(position, LIMIT)
        assert engine.play(Position.initial("killer"), LIMIT)


def test_what_are_no_weights_is_told(tmp_path: Path) -> None:
    broken = tmp_path / "broken.weights"
    broken.write_bytes(b"nothing")
    with pytest.raises(InvalidWeights, match="not a file of weights"):
        Engine.builtin(weights=broken)
    with pytest.raises(InvalidWeights, match="No such file"):
        Engine.builtin(weights=tmp_path / "none")
    with pytest.raises(EngineError, match="neither weights nor a file"):
        Engine.builtin(weights=5)  # type: ignore[arg-type]
    with pytest.raises(ArenaError, match="builtin: Weights: .*No such file"):
        entry(f"builtin:weights={tmp_path / 'none'}")


def test_a_match_of_another_board_is_refused_at_the_start(tmp_path: Path) -> None:
    own = entry(f"builtin:weights={weights_of('international')}")
    russian = get("russian")
    with pytest.raises(ArenaError, match="its weights are of another board than russian's"):
        Settings.of(russian, own, entry("builtin"), openings("start", russian, 1))
    killer = get("killer")
    assert Settings.of(killer, own, entry("builtin"), openings("start", killer, 1))


def scores_over_hub(learnt: Path | None) -> list[str]:
    """Return the scores that our engine says over Hub, depth by depth."""
    said: list[Line] = []
    own = None if learnt is None else read_file(learnt)
    program = BuiltinProgram(said.append, own)
    values = {param.name: param.value for param in program.params} | {"tt-size": 16}
    program.prepare(values)
    program.go([Position.from_fen(START, "english")], LIMIT, "analyze", values)
    while not (said and said[-1].command == "done"):
        time.sleep(0.01)
    program.finish()
    return [line.get("score") for line in said if line.command == "info"]


def test_over_hub() -> None:
    usual = scores_over_hub(None)
    assert len(usual) >= 5
    assert scores_over_hub(weights_of("english")) == usual
    assert scores_over_hub(weights_of("russian")) != usual


def test_the_command_refuses_what_are_no_weights(tmp_path: Path) -> None:
    broken = tmp_path / "broken.weights"
    broken.write_bytes(b"nothing")
    ran = CliRunner().invoke(command, ["--weights", str(broken)])
    assert ran.exit_code != 0 and "not a file of weights" in ran.output


def test_in_the_arena() -> None:
    text = f"builtin:nodes=500,book=0,weights={weights_of('russian')}"
    contestant = entry(text)
    assert contestant.identity["weights"] == read_file(weights_of("russian")).id
    with contestant.make(Place(get("english"), 1, 0, 1.0)) as engine:
        assert engine.play(Position.from_fen(START, "english"), Limit(nodes=500))
