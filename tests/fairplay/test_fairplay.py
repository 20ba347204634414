"""Who takes moves from an engine is listed; who plays as his rating says is not."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

from crownhead import Engine, Game, Limit, pdn
from crownhead.cli.command import run
from crownhead.engines.builtin import BuiltinEngine
from crownhead.engines.levels import ratings
from crownhead.fairplay import Choice, examine, find_choices, weigh
from crownhead.fairplay.choices import CLEARLY, DECIDED, FEWEST, SKIPPED, times_of
from crownhead.fairplay.evidence import LISTED_HARD, Evidence

HELP = Limit(nodes=10_000)
LEVEL = 4
GAMES = 8


def game_of(seed: int, *, helped: bool) -> Game:
    """Return a game in which Black is of level 4, but with help, and White is."""
    game = Game("english")
    dice = random.Random(seed)
    sides = {side: BuiltinEngine(LEVEL, seed=dice.getrandbits(30)) for side in ("white", "black")}
    with Engine.builtin(megabytes=4) as engine:
        for _ in range(80):
            if game.outcome is not None:
                break
            if helped and game.turn == "black":
                game.play(engine.play(game, HELP))
            else:
                game.play(sides[game.turn].play(game))
    return game


@pytest.mark.parametrize("helped", [False, True])
def test_help_is_seen_and_play_of_the_rating_is_not(helped: bool) -> None:
    played = [(game_of(seed, helped=helped), "black") for seed in range(GAMES)]
    found = examine(played, ratings()[LEVEL - 1])  # type: ignore[arg-type]
    assert found.games == GAMES and found.hard.choices >= LISTED_HARD
    assert found.listed == helped, found.deviation
    assert (found.hard.agreed > found.hard.expected + 5) == helped


def test_only_moves_with_a_choice_count() -> None:
    game = game_of(1, helped=False)
    positions, moves = list(game.positions), list(game.moves)
    choices = list(find_choices(positions, moves, "white"))
    assert 5 <= len(choices) < len(moves) / 2
    with Engine.builtin(megabytes=16) as engine:
        for choice in choices:
            before = positions[choice.ply]
            assert before.turn == "white" and choice.ply >= SKIPPED
            assert choice.legal == len(before.legal_moves) >= FEWEST
            assert choice.agreed == (choice.cost == 0) or not choice.agreed
            found = engine.analyse(before, Limit(nodes=100_000), lines=2)
            assert abs(found.score) < 2 * DECIDED and found.others and CLEARLY > 0
    assert choices == list(find_choices(positions, moves, "white"))


def test_few_choices_list_nobody() -> None:
    lucky = Evidence(500, 1, (Choice(8, 9, True, 0, True),) * (LISTED_HARD - 1))
    assert weigh(lucky.choices, 500) > 4 and not lucky.listed
    assert Evidence(500, 1, (Choice(8, 9, True, 0, True),) * LISTED_HARD).listed
    assert not Evidence(500, 0, ()).listed and Evidence(500, 0, ()).hard.cost is None


def test_times_are_those_of_the_side_that_moved() -> None:
    text = "1. 11-15 {[%clk 5:00]} 22-18 {[%clk 5:00]} 2. 15x22 {[%clk 4:50]} 25x18 {[%clk 4:58]} *"
    assert times_of(pdn.loads(text)) == [None, None, 10.0, 2.0]
    more = "1. 11-15 {[%clk 0:10]} 22-18 2. 15x22 {[%clk 0:14]} *"
    assert times_of(pdn.loads(more)) == [None, None, None]


def test_the_command_tells_what_it_counted(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "games.pdn"
    written = pdn.PdnGame.from_game(game_of(3, helped=False))
    written.tags["White"], written.tags["Black"] = "Anna Weiß", "Bert"
    path.write_text(pdn.dumps(written), encoding="utf-8")
    asked = ["fairplay", str(path), "--player", "anna weiss", "--rating", "760"]
    assert run([*asked, "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["games"] == 1 and not told["listed"] and told["forced_seconds"] is None
    assert told["easy"]["choices"] + told["hard"]["choices"] >= 5
    assert run(asked) == 0
    assert "nothing unusual" in capsys.readouterr().out
    asked[3] = "Carl"
    assert run(asked) == 2
    assert "no game of 'Carl'" in capsys.readouterr().err
