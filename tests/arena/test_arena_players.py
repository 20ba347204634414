"""A match by one call from Python: engines and objects as players, and what it is told."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from crownhead import Engine, Game, Limit, Move
from crownhead.arena import Adjudication, ArenaError, MatchScore, Settings, Sprt, play_match
from crownhead.arena.contestant import Contestant
from crownhead.arena.openings import openings
from crownhead.arena.pace import Pace
from crownhead.arena.players import contestant_of
from crownhead.arena.score import Record
from crownhead.engines import PlayerEngine
from crownhead.errors import EngineError
from crownhead.variants import get

SHORT = Adjudication(most_plies=20)


class Middle:
    made = 0

    def __init__(self) -> None:
        type(self).made += 1
        self.asked = 0

    def play(self, on: Game, limit: Limit | None) -> Move:
        self.asked += 1
        return on.legal_moves[len(on.legal_moves) // 2]


def test_an_object_and_an_engine_play_a_match_and_stay_as_they_are(tmp_path: Path) -> None:
    mine = Middle()
    seen: list[int] = []

    def look(score: MatchScore, ending: object) -> None:
        seen.append(score.games)

    with Engine.builtin(level=1, seed=4) as engine:
        path = tmp_path / "match.pdn"
        score = play_match(mine, engine, path, games=2, adjudication=SHORT, progress=look)
        assert score.games == 2 and score.faults == [0, 0] and mine.asked >= 8
        assert engine.play(Game()) in Game().legal_moves
    text = path.read_text(encoding="utf-8")
    assert '[White "Middle"]' in text and '[Black "builtin:level=1"]' in text
    assert max(seen) == 2
    again = play_match(Middle(), Engine.builtin(level=1, seed=4), path, games=2, adjudication=SHORT)
    assert again.games == 2
    with pytest.raises(ArenaError, match="seed is 4 there and 5 here"):
        play_match(mine, Engine.builtin(level=1, seed=5), path, games=2, adjudication=SHORT)


def test_of_a_class_each_board_has_one_of_its_own(tmp_path: Path) -> None:
    Middle.made = 0
    score = play_match(
        Middle, Middle(), tmp_path / "m.pdn", games=2, limit=Limit(nodes=10), adjudication=SHORT
    )
    assert score.games == 2 and Middle.made == 2
    assert contestant_of(Middle).most is None
    score = play_match(Middle, Middle, tmp_path / "n.pdn", games=4, boards=2, adjudication=SHORT)
    assert score.games == 4 and Middle.made == 6
    with pytest.raises(ArenaError, match="at most 1 games"):
        play_match(Middle(), Middle, tmp_path / "o.pdn", games=4, boards=2)


def test_an_object_that_fails_loses(tmp_path: Path) -> None:
    class Failing(Middle):
        def play(self, on: Game, limit: Limit | None) -> Move:
            return super().play(on, limit) if len(on.moves) < 12 else 1 / 0  # type: ignore[return-value]

    score = play_match(Failing(), "builtin:level=1", tmp_path / "m.pdn", games=2)
    assert score.losses == 2 and score.faults == [2, 0]


def test_the_same_object_may_have_both_sides(tmp_path: Path) -> None:
    mine = Middle()
    play_match(mine, mine, tmp_path / "m.pdn", games=2, adjudication=SHORT)
    assert '[White "Middle #1"]' in (tmp_path / "m.pdn").read_text(encoding="utf-8")


def test_what_is_no_player_is_refused(tmp_path: Path) -> None:
    class Awaited:
        async def play(self, on: Game, limit: Limit | None) -> None: ...

    class Named:
        def __init__(self, name: str) -> None: ...

        def play(self, on: Game, limit: Limit | None) -> str:
            return ""

    for player, sentence in (
        (7, "A player is a text such as 'builtin:level=3', an engine, an object with play"),
        (None, "not NoneType"),
        (Middle().play, "not method"),
        (Awaited(), "Awaited: its play is a coroutine"),
        (Named, "Named is made for each board without arguments"),
    ):
        wrong: Any = player
        with pytest.raises(TypeError, match=sentence):
            play_match(wrong, "builtin", tmp_path / "m.pdn", games=2)


def test_a_program_that_is_run_needs_a_limit_as_an_object_too() -> None:
    english = get("english")
    start = openings("start", english)
    with Engine.dxp("127.0.0.1", 0, listen=True) as engine:
        assert contestant_of(engine).unlimited is False
        with pytest.raises(ArenaError, match="needs a limit"):
            Settings.of(english, engine, Middle(), start)
    settings = Settings.of(english, Middle(), Middle, start)
    assert (settings.first.name, settings.second.name) == ("Middle #1", "Middle #2")


def test_a_lent_engine_is_told_of_its_games_and_can_be_asked_after_a_fault() -> None:
    told: list[str] = []

    class Telling(PlayerEngine):
        def begin(self, game: Game, side: object) -> None:
            told.append(f"begin {side}")

        def end(self, game: Game) -> None:
            told.append("end")

    place: Any = type("Place", (), {"patience": 2.0})()
    contestant = contestant_of(Telling(Middle(), name="Mine"))
    lent = contestant.make(place)
    game = Game("english")
    lent.begin(game, "black")
    assert lent.play(game) in game.legal_moves
    lent.end(game)
    lent.close()
    assert contestant.make(place) is lent and lent.play(game) in game.legal_moves
    assert told == ["begin black", "end"] and contestant.name == "Mine"


@pytest.mark.parametrize(
    ("keyword", "sentence"),
    [
        ("openings", "write opening="),
        ("concurrency", "write boards="),
        ("tables", r"write adjudication=Adjudication\(tables=…\)"),
        ("max_plies", r"write adjudication=Adjudication\(most_plies=…\)"),
        ("pdn", "write path="),
    ],
)
def test_options_of_the_command_line_are_explained(keyword: str, sentence: str) -> None:
    options: dict[str, Any] = {keyword: "1"}
    with pytest.raises(TypeError, match=f"^play_match has no '{keyword}': {sentence}$"):
        play_match("builtin", "builtin", "m.pdn", **options)


def test_a_limit_and_a_test_may_be_objects(tmp_path: Path) -> None:
    options: dict[str, Any] = {"games": 2, "adjudication": SHORT}
    path = tmp_path / "m.pdn"
    for sprt in ((0, 100), Sprt(0, 100), "0,100"):
        for limit in (Limit(nodes=10), Pace(nodes=10), "nodes=10"):
            score = play_match("builtin", Middle(), path, sprt=sprt, limit=limit, **options)
            assert score.games == 2 and score.sprt == Sprt(0, 100)
    wrong: Any = 5
    with pytest.raises(TypeError, match="A limit is a Limit or a text such as"):
        play_match("builtin", "builtin", path, limit=wrong)
    with pytest.raises(TypeError, match="A test is an Sprt, a text"):
        play_match("builtin", "builtin", path, sprt=wrong)
    with pytest.raises(ArenaError, match="for the whole game"):
        Pace.of(Limit(clock=60, moves=10))


def test_a_match_may_be_played_from_a_thread_of_a_coroutine(tmp_path: Path) -> None:
    async def run() -> MatchScore:
        with Engine.builtin(level=1) as engine:
            return await asyncio.to_thread(
                play_match, engine, Middle(), tmp_path / "m.pdn", games=2, adjudication=SHORT
            )

    assert asyncio.run(run()).games == 2


def test_a_contestant_stays_what_it_is() -> None:
    one = Contestant("one", lambda place: Engine.builtin())
    assert contestant_of(one) is one
    with pytest.raises((EngineError, ArenaError)):
        contestant_of("nothing")


def test_a_score_is_printed_in_a_line() -> None:
    score = MatchScore(Sprt(0, 100))
    assert repr(score) == "<MatchScore 0 won, 0 drawn, 0 lost>"
    for pair, points in enumerate([(2, 2), (2, 1), (1, 1), (2, 0), (0, 1), (2, 1)], 1):
        for half, point in enumerate(points, 1):
            score.add(Record(pair, half, point))
    elo = score.pairs.elo
    assert str(score) == (
        f"5 won, 5 drawn, 2 lost, Elo {elo.value:+.0f} ({elo.low:+.0f} to {elo.high:+.0f})"
    )
    score = MatchScore(
        Sprt(0, 100), [Record(pair, half, 2) for pair in range(40) for half in (1, 2)]
    )
    assert str(score).startswith("80 won, 0 drawn, 0 lost")
