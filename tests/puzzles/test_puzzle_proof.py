"""Puzzles: what is called the only move is the only one, and the themes are on the board."""

from __future__ import annotations

import json
import os
import random
from multiprocessing import get_context
from pathlib import Path

import pytest

import crownhead as ch
from crownhead.endgame import Tables
from crownhead.errors import CrownheadError, InvalidPuzzle
from crownhead.puzzles import Judge, Puzzle, make, mining, puzzle_of, sets, themes
from crownhead.puzzles.checking import check
from crownhead.puzzles.making import source, trait
from crownhead.variants import Variant, get

MOTIFS = Path(__file__).parents[2] / "data" / "motifs.pdn"
NIGHTLY = bool(os.environ.get("CROWNHEAD_NIGHTLY"))
PLAYED_MOST = ("english", "lite", "brazilian", "russian", "international")
TWO_FOR_ONE = "W:W5,29,31,32:B17,20,22,26"


def puzzle(fen: str, variant: str = "english", nodes: int = 50_000) -> Puzzle | None:
    start = ch.Position.from_fen(fen, variant)
    with Judge(variant, nodes=nodes) as judge:
        return puzzle_of(judge, start)


def test_a_shot_is_a_puzzle_with_its_themes() -> None:
    found = puzzle(TWO_FOR_ONE)
    assert found is not None
    assert [str(move) for move in found.line] == ["29-25", "22x29", "31x13"]
    assert found.themes == ("shot", "two-for-one", "sacrifice")
    assert found.goal in ("win", "gain")
    assert found.gain == 1
    assert found.proof == "search"


def test_a_shot_from_the_literature_in_ten_by_ten() -> None:
    found = puzzle("W:W27,29,33,37,38,43,44:B12,13,14,18,20,22,24", "international")
    assert found is not None
    assert str(found.line[0]) == "33-28"
    assert {"sacrifice", "majority", "long-capture"} <= set(found.themes)


@pytest.mark.parametrize(
    "fen",
    [
        ch.Position.initial("english").fen(),  # no move stands out
        "W:W18:B15",  # a forced capture
        "W:WK18,K19,K22:B1",  # many ways to win
    ],
)
def test_what_has_no_single_solution_is_no_puzzle(fen: str) -> None:
    assert puzzle(fen) is None


def test_a_draw_by_the_tables_is_the_only_move_that_does_not_lose() -> None:
    found = puzzle("W:W19,22:B6,11")
    assert found is not None
    assert (found.goal, found.proof) == ("draw", "table")
    assert "only-move" in found.themes
    tables = Tables.open("english")
    position = found.start
    for ply, move in enumerate(found.line):
        if ply % 2 == 0:
            worth = {str(each): value for each, value, _ in tables.best(position)}
            assert worth.pop(str(move)) == "draw"
            assert set(worth.values()) <= {"loss"}
        position = position.play(move)


def test_the_same_seed_makes_the_same_puzzles() -> None:
    first, second = (make("english", 2, seed=5, nodes=20_000) for _ in range(2))
    assert [one.to_dict() for one in first] == [one.to_dict() for one in second]
    assert len({trait(one) for one in first}) == 2


def test_a_break_and_a_going_on_find_what_one_run_finds() -> None:
    whole = make("english", 3, seed=9, nodes=20_000)
    reached: list[int] = []
    part = make("english", 1, seed=9, nodes=20_000, told=lambda at, _: reached.append(at))
    again = make("english", 3, seed=9, nodes=20_000, known=tuple(part), first=reached[-1])
    assert [one.id for one in again] == [one.id for one in whole]


def test_several_processes_find_the_same() -> None:
    alone = make("english", 2, seed=5, nodes=20_000)
    together = make("english", 2, seed=5, nodes=20_000, workers=2)
    assert [one.id for one in together] == [one.id for one in alone]


@pytest.mark.parametrize("variant", sorted(ch.VARIANTS))
def test_every_game_can_have_puzzles(variant: str) -> None:
    looked = [source(get(variant), seed=3, number=n, nodes=5_000) for n in (1, 2)]
    for found in looked:
        for one in found:
            assert themes(one.start, one.line, one.goal) == one.themes
            assert Puzzle.from_dict(json.loads(json.dumps(one.to_dict())), variant) == one


def test_random_endings_are_positions_of_the_tables() -> None:
    tables = Tables.open("russian")
    for position in mining.first(mining.of_tables(tables, "1"), 50):
        assert tables.value(position) is not None
        assert not position.must_capture
        assert not position.status()


@pytest.mark.parametrize("variant", sorted(ch.VARIANTS))
def test_shipped_puzzles_are_whole_and_no_two_are_alike(variant: str) -> None:
    shipped = sets.load(variant)
    assert shipped.variant == get(variant)
    puzzles = shipped.puzzles
    assert len(puzzles) >= (400 if variant in PLAYED_MOST else 100)
    assert len({one.id for one in puzzles}) == len(puzzles)
    assert len({trait(one) for one in puzzles}) == len(puzzles)
    for one in puzzles:
        assert themes(one.start, one.line, one.goal) == one.themes
        assert 400 <= one.rating <= 2800


@pytest.mark.parametrize("wanted", ["dame", get("lite")])
def test_a_judge_is_of_one_game_by_any_of_its_names(wanted: str | Variant) -> None:
    with Judge(wanted, nodes=2_000) as judge:
        assert judge.variant == get("lite")
        assert judge.tables.pieces >= 4
        with pytest.raises(CrownheadError, match="A judge of lite was asked about english"):
            judge.solve(ch.Position.from_fen(TWO_FOR_ONE, "english"))
        with pytest.raises(CrownheadError, match="about brazilian"):
            puzzle_of(judge, ch.Position.initial("brazilian"))


def test_a_proof_remembers_nothing_of_those_before_it() -> None:
    start = ch.Position.from_fen("W:Wg5,h4,c3,a1:Bf8,d6,h6,c5", "brazilian")
    with Judge(start.variant, nodes=800_000) as judge:
        first, second = judge.solve(start), judge.solve(start)
    assert first is not None
    assert first == second


@pytest.mark.parametrize("variant", sorted(ch.VARIANTS))
def test_shipped_puzzles_withstand_more_nodes(variant: str) -> None:
    """A search that is deeper may see less than one that is not, so the numbers are those tried."""
    shipped = sets.load(variant)
    puzzles = shipped.puzzles
    drawn = random.Random().sample(puzzles, min(len(puzzles), 200) if NIGHTLY else 1)
    records = [one.to_dict() for one in drawn]
    for nodes in shipped.made["checked"]:
        assert not [one for one in check(records, get(variant), nodes=nodes) if one.wrong]


def test_the_examples_of_motifs_are_games_that_can_be_played() -> None:
    games = list(ch.pdn.read(MOTIFS))
    assert len(games) == 139
    assert [game.errors for game in games if game.errors] == []
    assert {game.variant.key for game in games} == {
        "english",
        "international",
        "russian",
        "brazilian",
    }


RECORD = {
    "id": "3b6a1241eb",
    "fen": TWO_FOR_ONE,
    "goal": "win",
    "solution": [["29-25", "22x29", "31x13"]],
    "themes": ["shot"],
    "rating": 980,
    "proof": "search",
    "gain": 1,
}


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"fen": "W:W99:B1"}, "99"),
        ({"solution": [["29-25", "22x29"]]}, "odd number"),
        ({"solution": [["29-26"]]}, "29-26"),
        ({"solution": []}, "no solution"),
        ({"solution": 7}, "int"),
        ({"goal": "fame"}, "fame"),
        ({"proof": None}, "None"),
        ({"id": "0000000000"}, "3b6a1241eb"),
        ({"rating": "high"}, "high"),
        ({"rating": float("inf")}, "inf is not a whole number"),
        ({"gain": 1.5}, "1.5 is not a whole number"),
        ({"id": "\0"}, r"Puzzle \\x00: the position's own id"),
    ],
)
def test_a_record_that_is_no_puzzle_says_what_is_wrong(
    change: dict[str, object], said: str
) -> None:
    with pytest.raises(InvalidPuzzle, match=said):
        Puzzle.from_dict(RECORD | change, "english")


def test_a_record_without_a_field_is_no_puzzle() -> None:
    with pytest.raises(InvalidPuzzle, match="'goal'"):
        Puzzle.from_dict({key: RECORD[key] for key in RECORD if key != "goal"}, "english")
    with pytest.raises(InvalidPuzzle, match="JSON object"):
        Puzzle.from_dict([], "english")


def end_at_once(*_: object) -> None:
    os._exit(1)


def test_a_process_that_the_system_ends_is_told_in_a_sentence(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("crownhead.puzzles.making.source", end_at_once)
    monkeypatch.setattr("crownhead.puzzles.making.get_context", lambda _: get_context("fork"))
    with pytest.raises(CrownheadError, match="A process that looked for puzzles was ended"):
        make("english", 1, workers=2)
