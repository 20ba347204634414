"""Games of a match: failing engines, adjudication, time, and boards side by side."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import NoReturn

import pytest
from support.arena_fakes import (
    Babbling,
    Broken,
    Cheating,
    Claiming,
    Crashing,
    DrawClaiming,
    Fake,
    Hanging,
    Late,
    Resigning,
    Scoring,
    Slow,
    Stillborn,
    Unwilling,
    Winning,
    fake,
    match,
    without_thinking,
)

from crownhead import Position
from crownhead.arena.adjudication import Adjudication, Judge
from crownhead.arena.board import FAULTS
from crownhead.arena.claim import decide
from crownhead.arena.contestant import Contestant, Place
from crownhead.arena.entry import entry
from crownhead.arena.failure import ArenaError
from crownhead.arena.journal import records
from crownhead.arena.pace import Allowance, Pace
from crownhead.arena.score import MatchScore, Record
from crownhead.cli.arena import screen as screens
from crownhead.cli.arena.report import line, lines
from crownhead.endgame.tables import Tables
from crownhead.engines.hub.engine import HubEngine
from crownhead.engines.interface import Engine
from crownhead.errors import DamagedTable
from crownhead.formats import pdn
from crownhead.formats.pdn.results import meaning
from crownhead.locales import Catalogue
from crownhead.variants import get


def tags(path: Path, name: str) -> list[str]:
    with path.open("rb") as handle:
        return [game.tags.get(name, "") for game in pdn.headers(handle)]


@pytest.mark.parametrize(
    ("kind", "ending"),
    [
        (Crashing, "crash: Crashing: The engine has ended with status 11"),
        (Broken, "crash: Broken: division by zero"),
        (Late, "timeout: Late: The engine did not say `done` in time"),
        (Babbling, "protocol error: Babbling: The engine said nonsense"),
        (Claiming, "false claim: Claiming claims: win"),
        (Hanging, "timeout: Hanging: no answer"),
        (Cheating, "illegal move: Cheating: 1-"),
    ],
)
def test_whoever_fails_loses_and_the_file_says_why(
    kind: type[Fake], ending: str, tmp_path: Path
) -> None:
    path = tmp_path / "match.pdn"
    score = match(fake(kind), fake(Fake), path, patience=0.5).run()
    assert (score.wins, score.losses, score.faults) == (0, 2, [2, 0])
    assert all(text.startswith(ending) for text in tags(path, "Termination"))
    assert sorted(tags(path, "Result")) == ["0-1", "1-0"]
    assert tags(path, "ArenaFault") == ["first", "first"]
    with path.open("rb") as handle:
        assert all(not game.errors for game in pdn.read(handle))
    assert ending.partition(":")[0] in FAULTS


def test_an_engine_is_given_the_margin_and_the_patience(tmp_path: Path) -> None:
    told: list[Place] = []

    def make(place: Place) -> Engine:
        told.append(place)
        return Fake()

    player = Contestant("A", make, pace=Pace(seconds=1))
    match(player, fake(Fake), tmp_path / "match.pdn", margin=5.0, patience=3.0).run()
    assert [place.patience for place in told] == [8.0]
    engine = entry("hub:program").make(told[0])
    assert isinstance(engine, HubEngine) and engine._margin == 8.0


def test_after_a_fault_another_engine_is_started_and_the_old_one_closed(tmp_path: Path) -> None:
    made: list[Fake] = []

    def make() -> Engine:
        made.append(Crashing() if not made else Fake())
        return made[-1]

    score = match(fake(make, "A"), fake(Fake), tmp_path / "match.pdn", games=4).run()
    assert len(made) == 2 and made[0].closed.is_set() and made[1].closed.is_set()
    assert score.games == 4 and score.faults == [1, 0]
    assert made[1].games == ["black", "white", "black"]


def test_resigning_is_no_fault(tmp_path: Path) -> None:
    path = tmp_path / "match.pdn"
    score = match(fake(Fake), fake(Resigning), path).run()
    assert (score.wins, score.faults) == (2, [0, 0])
    assert tags(path, "Termination") == ["normal: resignation"] * 2


@pytest.mark.parametrize(
    ("fen", "claim", "expected"),
    [
        ("B:WK1,K2,K3:BK32", "win", None),
        ("B:WK1,K2,K3:BK32", "unknown", "white"),
        ("W:WK1,K2,K3:BK32", "win", "white"),
        ("W:WK1,K2,K3:BK32", "draw", "draw"),
        ("W:WK1:BK32", "draw", "draw"),
        ("W:WK1:BK32", "win", None),
    ],
)
def test_a_claim_is_judged_by_the_position(fen: str, claim: str, expected: str | None) -> None:
    decided = decide(Position.from_fen(fen, "english"), claim)
    assert (decided and (decided[0] or "draw")) == expected


def test_a_claimed_draw_of_an_even_game_is_a_draw(tmp_path: Path) -> None:
    path = tmp_path / "match.pdn"
    score = match(fake(DrawClaiming), fake(Fake), path).run()
    assert (score.draws, score.faults) == (2, [0, 0])
    assert all(text.startswith("adjudication: draw claimed") for text in tags(path, "Termination"))


def test_an_engine_that_does_not_start_ends_the_match_in_one_sentence(tmp_path: Path) -> None:
    path = tmp_path / "match.pdn"
    with pytest.raises(ArenaError) as caught:
        match(fake(Fake), fake(Unwilling), path).run()
    expected = "Unwilling does not start: There is no such program (3 times in a row)"
    assert str(caught.value) == expected
    assert path.read_bytes() == b""
    # Nothing was played, so other settings may follow.
    assert match(fake(Fake), fake(Winning), path).run().games == 2


def test_an_engine_that_never_moves_ends_the_match_after_three_lost_games(tmp_path: Path) -> None:
    path = tmp_path / "match.pdn"
    with pytest.raises(ArenaError, match="ended .at its first move, 3 times in a row"):
        match(fake(Stillborn), fake(Fake), path, games=20).run()
    assert tags(path, "ArenaFault") == ["first"] * 3


@pytest.mark.parametrize("text", ["10", "10,x", "²,8", "9" * 5000 + ",8", "30001,8"])
def test_bounds_of_adjudication_that_are_no_numbers_are_refused(text: str) -> None:
    with pytest.raises(ArenaError, match="is not SCORE,PLIES"):
        Adjudication.parse(win=text)


def test_scores_adjudicate_draws_and_wins(tmp_path: Path) -> None:
    rules = Adjudication.parse(draw="10,8,20", win="600,6")
    path = tmp_path / "draw.pdn"
    score = match(fake(Scoring, "A"), fake(Scoring, "B"), path, adjudication=rules).run()
    assert (score.draws, score.adjudicated) == (2, 2)
    assert set(tags(path, "Termination")) == {"adjudication: scores within 10 for 8 plies"}
    assert set(tags(path, "PlyCount")) == {"20"}
    path = tmp_path / "win.pdn"
    score = match(fake(Winning, "A"), fake(Winning, "B"), path, adjudication=rules).run()
    assert (score.wins, score.losses, score.pairs.counts) == (1, 1, (0, 0, 1, 0, 0))
    assert set(tags(path, "PlyCount")) == {"10"}
    # One player alone cannot end a game, nor one that says nothing.
    for other in (Scoring, Fake):
        path = tmp_path / f"{other.__name__}.pdn"
        score = match(fake(Winning, "A"), fake(other, "B"), path, adjudication=rules).run()
        assert score.adjudicated == 0


@pytest.mark.parametrize(
    ("game", "fen", "expected"),
    [
        ("english", "W:WK15,K32:B16,K28", ("white", "endgame tables: white wins in 31 plies")),
        ("english", "B:WK15,K32:B16,K28", (None, "endgame tables: draw")),
        ("english", "W:WK1,K2,K3,K4:BK32", None),  # how far that is, no table says
        ("english", "W:WK1,K2,K3,K4:BK31,K32", None),  # too many pieces
        (
            "international",
            "W:WK40,K45,50:BK11",
            ("white", "endgame tables: white wins in 31 plies"),
        ),
        ("brazilian", "W:WKb8,Kc7:Bh4,Kg1", None),  # CBJD.small comes before the end
        ("italian", "W:WK1,K2:BK32", None),  # no tables are shipped
    ],
)
def test_P10_tables_decide_what_they_know_under_the_draw_counts(
    game: str, fen: str, expected: tuple[str | None, str] | None
) -> None:
    assert Adjudication(tables=5).decide(Position.from_fen(fen, game)) == expected


def test_a_game_ends_where_the_tables_know_the_result(tmp_path: Path) -> None:
    path = tmp_path / "match.pdn"
    (tmp_path / "four.fen").write_text("W:WK1,K2:BK32,21\n")
    source = f"fen:{tmp_path / 'four.fen'}"
    rules = Adjudication.parse(tables=4)
    score = match(fake(Fake), fake(Winning), path, source=source, adjudication=rules).run()
    assert score.adjudicated == 2
    assert all(
        text.startswith("adjudication: endgame tables") for text in tags(path, "Termination")
    )
    assert set(tags(path, "PlyCount")) == {"1"}


def test_tables_that_there_are_not_are_refused_at_the_start(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rules, path = Adjudication(tables=6), tmp_path / "match.pdn"
    with pytest.raises(ArenaError, match="tables for english have at most 5 pieces, not 6"):
        match(fake(Fake), fake(Winning), path, adjudication=rules)
    assert not path.exists()
    with pytest.raises(ArenaError, match="no endgame tables for italian"):
        rules.check(get("italian"))
    # The user's own count.
    monkeypatch.setattr(Tables, "pieces", 6)
    match(fake(Fake), fake(Winning), path, adjudication=rules).close()


def test_a_damaged_table_ends_the_match_in_one_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(tables: Tables, position: Position) -> NoReturn:
        raise DamagedTable("A block of an endgame table is damaged; this says which")

    monkeypatch.setattr(Tables, "probe", fail)
    (tmp_path / "four.fen").write_text("W:WK1,K2:BK32,21\n")
    source, path = f"fen:{tmp_path / 'four.fen'}", tmp_path / "match.pdn"
    rules = Adjudication(tables=4)
    with pytest.raises(ArenaError, match="Adjudication: english: A block .* is damaged; "):
        match(fake(Fake), fake(Winning), path, source=source, adjudication=rules).run()
    assert records(path) == []


def test_settings_without_tables_are_those_of_matches_before_there_were_any() -> None:
    assert "tables" not in Adjudication().to_dict()
    assert Adjudication(tables=4).to_dict()["tables"] == 4
    with pytest.raises(ArenaError, match="no tables are for 1 pieces"):
        Adjudication(tables=1)


def test_a_forced_move_without_a_score_neither_counts_nor_objects() -> None:
    judge = Judge(Adjudication.parse(draw="10,4"))
    assert judge.sees(1, "black", 3, forced=False) is None
    assert judge.sees(2, "white", 3, forced=False) is None
    assert judge.sees(3, "black", 3, forced=False) is None
    assert judge.sees(4, "white", None, forced=True) is None
    assert judge.sees(5, "black", 3, forced=False) == (None, "scores within 10 for 4 plies")
    assert judge.sees(6, "white", None, forced=False) is None
    assert judge.sees(7, "black", 3, forced=False) is None


def test_a_game_that_is_too_long_is_drawn(tmp_path: Path) -> None:
    path = tmp_path / "match.pdn"
    rules = Adjudication(most_plies=30)
    score = match(fake(Fake, "A"), fake(Fake, "B"), path, adjudication=rules).run()
    assert score.draws == 2 and set(tags(path, "Termination")) == {"adjudication: 30 plies"}


@pytest.mark.parametrize("pace", [Pace(seconds=0.1), Pace(clock=0.2, increment=0.001)])
def test_whoever_takes_too_long_loses_on_time(pace: Pace, tmp_path: Path) -> None:
    path = tmp_path / "match.pdn"
    slow = fake(Slow, pace=pace)
    score = match(slow, fake(Fake), path, margin=0.05).run()
    assert score.faults == [2, 0] and score.losses == 2
    assert all(text.startswith("time forfeit: Slow moved 0.") for text in tags(path, "Termination"))
    assert match(slow, fake(Fake), tmp_path / "slow.pdn", margin=1.0).run().faults == [0, 0]


def test_a_clock_counts_moves_and_increments() -> None:
    allowance = Allowance(Pace(clock=10, increment=2), margin=0.5)
    assert (allowance.spend(9), allowance.spend(3.25)) == (0, 0)
    assert allowance.limit().clock == 2 and allowance.most == 2.5  # type: ignore[union-attr]
    assert allowance.spend(3) == pytest.approx(0.5)


@pytest.mark.parametrize(
    "text",
    ["", "nodes", "nodes=0", "nodes=1.5", "seconds=1+1", "clock=x", "depth=3,depth=4", "a=1"],
)
def test_a_limit_that_is_none_is_refused(text: str) -> None:
    with pytest.raises(ArenaError):
        Pace.parse(text)


def test_other_programs_need_a_limit(tmp_path: Path) -> None:
    with pytest.raises(ArenaError, match="needs a limit"):
        match(entry("hub:nothing"), entry("builtin"), tmp_path / "match.pdn")


def test_a_match_is_the_same_at_any_number_of_boards(tmp_path: Path) -> None:
    """Built-in engines play every game as if it were the only one."""
    played = []
    for boards in (1, 3):
        path = tmp_path / f"{boards}.pdn"
        players = entry("builtin:nodes=200,noise=9"), entry("builtin:nodes=300,noise=9")
        score = match(*players, path, games=12, boards=boards, seed=4).run()
        with path.open("rb") as handle:
            games = [(game.tags["Round"], game.moves) for game in pdn.read(handle)]
        played.append((without_thinking(score), sorted(games)))
    assert played[0] == played[1]
    rounds = [place for place, _ in played[0][1]]
    assert rounds == sorted(f"{pair}.{half}" for pair in range(1, 7) for half in (1, 2))


def test_both_games_of_a_pair_have_one_opening_and_swapped_colours(tmp_path: Path) -> None:
    path = tmp_path / "match.pdn"
    players = entry("builtin:nodes=50"), entry("builtin:nodes=60")
    match(*players, path, games=8, source="deck:english-3move").run()
    begun: dict[str, list[tuple[str, str]]] = {}
    with path.open("rb") as handle:
        for game in pdn.read(handle):
            line = " ".join(map(str, game.moves[:3]))
            begun.setdefault(game.tags["Round"][0] + line, []).append(
                (game.tags["White"], game.tags["ArenaFirst"])
            )
    assert len(begun) == 4
    for games in begun.values():
        assert sorted(games) == [("builtin:nodes=50", "White"), ("builtin:nodes=60", "Black")]


def test_games_run_side_by_side(tmp_path: Path) -> None:
    # Each board waits for the two others.
    together = threading.Barrier(3, timeout=300)

    class Waiting(Fake):
        def begin(self, game: object, side: object) -> None:
            together.wait()

    rules = Adjudication(most_plies=8)
    players = fake(Waiting, "A"), fake(Waiting, "B")
    path = tmp_path / "match.pdn"
    assert match(*players, path, games=6, boards=3, adjudication=rules).run().games == 6


def test_stopping_does_not_wait_for_a_hung_engine(tmp_path: Path) -> None:
    arena = match(fake(Hanging), fake(Fake), tmp_path / "match.pdn", patience=3_600)

    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        arena.run(interrupt)
    assert arena.score.games == 0


def test_an_odd_number_of_games_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ArenaError, match="7 games are no whole pairs"):
        match(entry("builtin"), entry("builtin"), tmp_path / "match.pdn", games=7)


@pytest.mark.parametrize("seconds", [float("nan"), float("inf"), -1.0, 1e7])
def test_a_margin_and_a_patience_are_numbers_of_seconds(seconds: float, tmp_path: Path) -> None:
    path = tmp_path / "match.pdn"
    for name in ("margin", "patience"):
        with pytest.raises(ArenaError, match=f"A {name} of {seconds:g} seconds".replace("+", ".")):
            match(fake(Fake), fake(Winning), path, **{name: seconds})
    assert not path.exists()


def test_limits_that_a_dxp_program_cannot_know_are_refused_at_the_start(tmp_path: Path) -> None:
    dxp, path = entry("dxp:127.0.0.1:9"), tmp_path / "m.pdn"
    for limit in (
        "nodes=9,depth=3",
        "seconds=1",
        "clock=299+0",
        "clock=300+1",
        "clock=300,nodes=9",
    ):
        with pytest.raises(ArenaError, match=r":9 is told of clock=300\+0 alone, not of "):
            match(dxp, entry("builtin"), path, pace=Pace.parse(limit))
    match(dxp, entry("builtin"), path, pace=Pace.parse("clock=300")).close()


def test_a_dxp_program_may_be_set_to_a_time_of_its_own(tmp_path: Path) -> None:
    dxp, path = entry("dxp:127.0.0.1:9"), tmp_path / "m.pdn"
    for own in ("nodes=9", "depth=3", "seconds=1,nodes=9"):
        with pytest.raises(ArenaError, match=":9 cannot be held to "):
            match(dxp.with_pace(Pace.parse(own)), entry("builtin"), path)
    match(dxp.with_pace(Pace.parse("seconds=0.3")), entry("builtin"), path).close()


def test_a_program_that_plays_another_game_is_refused_at_the_start(tmp_path: Path) -> None:
    file = tmp_path / "only.toml"
    file.write_text('engine = "hub"\ncommand = ["x"]\nvariant = "russian"\nlimit = "nodes=5"\n')
    with pytest.raises(ArenaError, match="only plays russian, not english"):
        match(entry(str(file)), entry("builtin"), tmp_path / "m.pdn")
    file.write_text('engine = "hub"\ncommand = ["x"]\nvariant = "Dame"\n')
    assert entry(str(file)).plays == "lite"
    file.write_text('engine = "hub"\ncommand = ["x"]\nvariant = "halma"\n')
    with pytest.raises(ArenaError, match="variant='halma' is no game"):
        entry(str(file))


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("builtin:levle=3", "builtin: 'levle' is unknown; perhaps 'level' is meant"),
        ("builtin:x=3", "builtin: 'x' is unknown; known: nodes, depth, .*level.*weights"),
    ],
)
def test_a_setting_that_an_engine_has_not_is_named_with_those_it_has(
    text: str, sentence: str
) -> None:
    with pytest.raises(ArenaError, match=sentence):
        entry(text)


def test_every_move_says_what_the_engine_thought(tmp_path: Path) -> None:
    path = tmp_path / "match.pdn"
    score = match(entry("builtin:nodes=300"), entry("builtin:nodes=50"), path, games=4).run()
    with path.open("rb") as handle:
        games = list(pdn.read(handle))
    for game in games:
        told = [node.comment for node in game.mainline()][4:]
        assert all("[%emt " in comment for comment in told)
        assert sum("[%depth " in comment and "[%nodes " in comment for comment in told) > 4
    moves = [sum(tally.moves for tally in tallies) for tallies in score.thinking]
    assert sum(moves) == sum(len(game.moves) - 4 for game in games)
    assert records(path)[0].thinking[0][0].moves > 0
    resumed = match(entry("builtin:nodes=300"), entry("builtin:nodes=50"), path, games=4)
    assert resumed.score.thinking == score.thinking


def test_evaluations_are_whites_whoever_moved(tmp_path: Path) -> None:
    """They were the mover's, which everything that reads them takes for White's."""
    path = tmp_path / "match.pdn"
    match(entry("builtin:nodes=2000"), entry("builtin:nodes=20"), path, games=4).run()
    signs = {"white": 1, "black": -1}
    seen = []
    with path.open("rb") as handle:
        for game in pdn.read(handle):
            winner = meaning(game.result)
            if winner in signs:
                for node in list(game.mainline())[-8:]:
                    if node.evaluation is not None and abs(node.evaluation) > 300:
                        seen.append((node.position.turn, node.evaluation * signs[winner] > 0))
    assert {turn for turn, _ in seen} == {"white", "black"}
    assert all(good for _, good in seen)


def test_forfeits_are_left_out_on_request(tmp_path: Path) -> None:
    score = MatchScore(None, [Record(1, 1, 2, "crash", 2), Record(1, 2, 2)])
    score.add(Record(2, 1, 1))
    score.add(Record(2, 2, 1))
    assert score.pairs.counts == (0, 0, 1, 0, 1)
    assert score.unforfeited.counts == (0, 0, 1, 0, 0)
    english = Catalogue("en")
    assert any("(with 1 forfeited)" in row for row in lines(score, 4, english))
    without = list(lines(score, 4, english, forfeits=False))
    assert not any("forfeited" in row for row in without)
    assert "Result            +0 =2 -0   50.0 %" in without
    assert line(score, 4, forfeits=False) == "4/4  +0 =2 -0   50.0 %  Elo 0.0"
    assert line(score, 4).startswith("4/4  +2 =2 -0   75.0 %  Elo ")


def test_the_line_of_progress_leaves_forfeits_out_on_request(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(screens, "EVERY", 0.0)
    arena = match(fake(Crashing), fake(Fake), tmp_path / "match.pdn")
    for forfeits, result in ((True, "+0 =0 -2   0.0 %"), (False, "+0 =0 -0  ")):
        score = MatchScore(None, [Record(1, 1, 0, "crash", 1), Record(1, 2, 0, "crash", 1)])
        with screens.screen(arena, Catalogue("en"), forfeits=forfeits) as progress:
            progress(score, None)
        assert f"2/2  {result}" in capsys.readouterr().err
    arena.close()


def test_a_match_that_was_won_whole_prints_a_bound() -> None:
    score = MatchScore(None, [Record(pair, half, 2) for pair in range(1, 6) for half in (1, 2)])
    said = "\n".join(lines(score, 10, Catalogue("en")))
    assert "inf" not in said and "> " in said and "Superiority" not in said
    told = score.to_dict()
    assert told["elo"] == {"value": None, "low": None, "high": None, "bound": score.pairs.bound}
    assert told["los"] is None


@pytest.mark.parametrize("points", range(5))
def test_what_one_pair_does_not_say_is_left_out(points: int) -> None:
    first = min(points, 2)
    score = MatchScore(None, [Record(1, 1, first), Record(1, 2, points - first)])
    said = "\n".join(lines(score, 2, Catalogue("en")))
    assert "inf" not in said and "[" not in said and "Elo" in said
    assert ("Superiority" in said) == (points == 2)


def test_without_a_pair_there_is_no_elo() -> None:
    score = MatchScore(None, [Record(1, 1, 2, "crash", 2), Record(1, 2, 2)])
    nothing = {"value": None, "low": None, "high": None, "bound": None}
    assert score.to_dict()["without_forfeits"]["elo"] == nothing
    assert "Elo" not in line(score, 2, forfeits=False)
    assert not any("%" in row for row in lines(score, 2, Catalogue("en"), forfeits=False))
