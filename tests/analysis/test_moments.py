"""What is told of a mistake: confirmed, about something that was lost, and by its right name."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

import pytest
from test_report import careless

import crownhead as ch
from crownhead._core import ReportBuilder
from crownhead.analysis import analyse, sentence
from crownhead.analysis.drawn import drawn_moves
from crownhead.ballots import deck
from crownhead.endgame import Tables
from crownhead.locales import Catalogue
from crownhead.position import Position

NODES = ch.Limit(nodes=1_500)
Sights = Mapping[str, tuple[int, str]]
"""What a search says of positions, by their moves from the start: score and line."""


def moments(start: Position, moves: str, seen: Sights, later: Sights | None = None) -> list[Any]:
    """Return the moments of a game of which a made-up search says this, and with more nodes that.

    What it is not told of it takes for even, with the first legal move as the best.
    """
    positions, played = [start], []
    for text in moves.split():
        played.append(positions[-1].parse(text))
        positions.append(positions[-1].play(played[-1]))
    known = [_by_key(start, seen), _by_key(start, {**seen, **(later or {})})]
    builder = ReportBuilder(positions, played)
    while (position := builder.next_position) is not None:
        score, line = known[builder.effort > 1].get(
            position.fen(), (0, tuple(position.legal_moves)[:1])
        )
        builder.record(score, 10, line, [])
    return builder.moments()


def _by_key(start: Position, seen: Sights) -> dict[str, tuple[int, tuple[ch.Move, ...]]]:
    found = {}
    for moves, (score, text) in seen.items():
        position = start
        for one in moves.split():
            position = position.play(one)
        line, after = [], position
        for one in text.split():
            line.append(after.parse(one))
            after = after.play(one)
        found[position.fen()] = (score, tuple(line))
    return found


START = Position.initial("english")
GIVES = "11-15 22-18 15x22 25x18"  # an even exchange
GIFT = f"{GIVES} 9-14 18x9 5x14 29-25"


def test_a_mistake_that_more_nodes_do_not_see_is_not_told() -> None:
    seen = {GIVES: (10, "8-11"), f"{GIVES} 12-16": (150, "24-19")}
    game = f"{GIVES} 12-16 24-19"
    assert [one[0] for one in moments(START, game, seen)] == [5]
    assert moments(START, game, seen, {f"{GIVES} 12-16": (20, "24-19")}) == []


def test_two_captures_of_the_same_man_are_no_difference() -> None:
    exchange = "11-15 22-18 15x22"
    seen = {exchange: (60, "25x18"), f"{exchange} 26x17": (60, "8-11")}
    (moment,) = moments(START, f"{exchange} 26x17 8-11", seen)
    _, kind, _, claim, _, ((key, *_),) = moment
    assert (kind, claim, key) == ("better", None, "report.better")


def test_a_piece_that_is_only_taken_back_is_told_as_that() -> None:
    # White has a man less, and is allowed to make it even.
    start = Position.from_fen("B:W23,31,32:B14,3,4,1", "english")
    seen = {
        "": (100, "3-7"),
        "3-7": (-100, "23-19"),
        "14-18": (0, "23x14 3-7"),
        "14-18 23x14": (0, "3-7"),
    }
    ((*_, phrases),) = moments(start, "14-18 23x14", seen)
    ((key, _, idea), *_) = phrases
    assert key == "report.allowed" and idea[0] == "report.regains" and idea[1]["n"] == 1
    # Where both had as many, it is a gain.
    start = Position.from_fen("B:W23,31,32:B14,3,4", "english")
    seen = {"": (0, "3-7"), "14-18": (100, "23x14 3-7"), "14-18 23x14": (-100, "3-7")}
    ((*_, phrases),) = moments(start, "14-18 23x14", seen)
    assert phrases[0][2][0] == "report.capture"


def test_a_claim_of_pieces_needs_a_score_that_agrees() -> None:
    seen = {
        GIFT: (0, "8-11"),
        f"{GIFT} 14-18": (120, "23x14 10x17 21x14"),
        f"{GIFT} 14-18 23x14 10x17 21x14": (-120, "8-11"),
    }
    ((*_, phrases),) = moments(START, f"{GIFT} 14-18 23x14", seen)
    assert phrases[0][2][0] == "report.shot" and phrases[0][2][1]["n"] == 1
    # The same line, but at its end White stands no better than before.
    seen[f"{GIFT} 14-18 23x14 10x17 21x14"] = (0, "8-11")
    ((*_, phrases),) = moments(START, f"{GIFT} 14-18 23x14", seen)
    assert [key for key, *_ in phrases] == ["report.better"]


def test_pieces_that_went_when_all_was_lost_are_told() -> None:
    # Black is nine men down and more: no chance is lost, but the man is.
    end = f"{GIFT} 14-18 23x14 10x17 21x14"
    seen = {
        GIFT: (-900, "8-11"),
        f"{GIFT} 8-11": (900, "23-19"),
        f"{GIFT} 14-18": (900, "23x14 10x17 21x14"),
        f"{GIFT} 14-18 23x14": (-900, "10x17 21x14"),
        end: (-900, "8-11"),
    }
    ((_, kind, _, claim, _, phrases),) = moments(START, f"{GIFT} 14-18 23x14", seen)
    assert kind == "allowed" and claim is not None
    assert phrases[0][2][0] == "report.shot" and phrases[0][2][1]["n"] == 1
    # Where the other move would have lost it, too, there is nothing to tell.
    same = {**seen, GIFT: (-900, "14-18 23x14 10x17 21x14")}
    assert moments(START, f"{GIFT} 14-18 23x14", same) == []


def test_a_line_that_stops_in_an_exchange_is_followed_to_its_end() -> None:
    seen = {
        GIFT: (0, "8-11"),
        f"{GIFT} 14-18": (120, "23x14"),
        f"{GIFT} 14-18 23x14": (-120, "10x17 21x14"),
        f"{GIFT} 14-18 23x14 10x17 21x14": (-120, "8-11"),
    }
    ((*_, phrases),) = moments(START, f"{GIFT} 14-18 23x14", seen)
    assert phrases[0][2][0] == "report.shot" and phrases[0][2][1]["n"] == 1


def test_a_crowning_is_told_where_a_man_is_lost_either_way() -> None:
    start = Position.from_fen("B:W5,23,27:B18,1,12", "english")
    seen = {
        "": (-100, "12-16 23x14"),
        "12-16": (100, "23x14"),
        "1-6": (250, "23x14 12-16 5-1"),
        "1-6 23x14": (-250, "12-16 5-1"),
    }
    ((_, kind, _, claim, _, phrases),) = moments(start, "1-6 23x14", seen)
    assert kind == "allowed" and claim is not None
    assert phrases[0][2][0] == "report.crowning"


def test_moves_drawn_by_lot_are_nobody_s_mistake() -> None:
    for card in deck("english-3move").playable[::12]:
        game = card.game()
        assert drawn_moves(game.start, game.moves) == 3
        game.play(game.position.legal_moves[0])
        report = analyse(game, NODES)
        assert [one.drawn for one in report.moves] == [True, True, True, False]
        assert all(moment.ply > 3 for moment in report.moments)
    other = ch.Game("english", start="W:WK15,K32:BK16,28")
    other.play(other.position.legal_moves[0])
    assert drawn_moves(other.start, other.moves) == 0


def test_a_level_ending_has_no_mistakes() -> None:
    # Two kings each, and moves that all keep the draw.
    tables = Tables.open("english")
    game, dice = ch.Game("english", start="W:WK32,K28:BK1,K5"), random.Random(3)
    for _ in range(12):
        kept = [move for move, value, _ in tables.best(game.position) if value == "draw"]
        game.play(dice.choice(kept))
    report = analyse(game, NODES)
    assert [one.cost for one in report.moves] == [0] * 12
    assert report.moments == () and report.turning_point is None


def test_a_win_thrown_away_is_gone() -> None:
    start = Position.from_fen("W:WK15,K32:B16,K28", "english")
    move, value, _ = Tables.open("english").best(start)[-1]
    assert value != "win"
    game = ch.Game("english", start=start.fen())
    game.play(move)
    (moment,) = analyse(game, NODES).moments
    assert f"after {move} the win is gone" in sentence(moment, Catalogue("en"))
    assert "der Gewinn weg" in sentence(moment, Catalogue("de"))


@pytest.mark.parametrize("first", range(0, 24, 6))
def test_the_turning_point_is_a_fault_that_is_told_and_no_recapture(first: int) -> None:
    with ch.Engine.builtin(megabytes=16) as engine:
        for seed in range(first, first + 6):
            game = careless(seed)
            report = analyse(game, NODES, engine=engine)
            ply = report.turning_point
            if ply is None:
                continue
            assert ply in [moment.ply for moment in report.moments]
            fault, last = report.moves[ply - 1], report.moves[-1]
            assert fault.legal > 1 and fault.cost >= 50
            assert not (ply > 1 and fault.move.is_capture and report.moves[ply - 2].move.is_capture)
            loses = (fault.score < 0) == ((last.score < 0) == (last.by == fault.by))
            assert loses, "the side that stands lost at the end made it"
