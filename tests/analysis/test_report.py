"""Reports: what they say is true, and what they cost is right."""

from __future__ import annotations

import dataclasses
import os
import random

import pytest

import crownhead as ch
from crownhead.analysis import analyse, annotate, as_json, sentence
from crownhead.analysis.chances import accuracy, chance, given_away
from crownhead.analysis.claims import Blocked, Claim, Crowning, Exchange, Majority, Shot
from crownhead.analysis.detectors import (
    DETECTORS,
    crowning,
    exchange,
    find_block,
    majority,
    shot,
)
from crownhead.analysis.written import settled_line, summary
from crownhead.errors import EngineError
from crownhead.formats import pdn
from crownhead.locales import LANGUAGES, Catalogue
from crownhead.position import Position

NODES = ch.Limit(nodes=1_500)
REPORTS = 1_000 if os.environ.get("CROWNHEAD_NIGHTLY") else 24
VARIANTS = ("english", "international", "russian", "lite", "italian", "frisian", "turkish")


def careless(seed: int) -> ch.Game:
    """Return a game between a weak engine and dice."""
    dice = random.Random(seed)
    game = ch.Game(VARIANTS[seed % len(VARIANTS)])
    with ch.Engine.builtin(level=2, seed=seed) as engine:
        for _ in range(dice.randrange(20, 60)):
            if game.outcome is not None:
                break
            legal = list(game.position.legal_moves)
            game.play(engine.play(game) if dice.random() < 0.6 else dice.choice(legal))
    return game


def check(claim: Claim) -> None:
    """Play a claim's line out once more, with nothing but the public face of the library."""
    position = claim.start
    before = position.count(claim.by) - position.count(_other(claim.by))
    for place, move in enumerate(claim.line):
        if isinstance(claim, Shot) and position.turn != claim.by:
            assert len(position.legal_moves) == 1
        if isinstance(claim, Majority):
            assert [str(only) for only in position.legal_moves] == [str(move)]
        position = position.play(str(move))
        if isinstance(claim, Crowning) and place == len(claim.line) - 1:
            assert position.piece_at(claim.square) == f"{claim.by}_king"
    gained = position.count(claim.by) - position.count(_other(claim.by)) - before
    if isinstance(claim, Shot | Exchange):
        assert gained == claim.men > 0
    if isinstance(claim, Blocked):
        assert not position.legal_moves and position.turn != claim.by


def _other(side: str) -> ch.Color:
    return "black" if side == "white" else "white"


def test_every_claim_of_many_reports_holds() -> None:
    kinds = set()
    with ch.Engine.builtin(megabytes=16) as engine:
        for seed in range(REPORTS):
            report = analyse(careless(seed), NODES, engine=engine)
            for moment in report.moments:
                for claim in (moment.claim, moment.majority):
                    if claim is not None:
                        assert claim.holds()
                        check(claim)
                        kinds.add(claim.kind)
                for language in LANGUAGES:
                    said = sentence(moment, Catalogue(language))
                    assert "{" not in said and said.endswith(".")
    assert {"exchange", "shot"} <= kinds


def test_costs_are_never_negative_and_best_moves_cost_nothing() -> None:
    report = analyse(careless(3), NODES)
    assert [one.ply for one in report.moves] == list(range(1, report.plies + 1))
    for one in report.moves:
        assert 0 <= one.cost <= 2_000
        if one.line[:1] == (one.move,):
            assert one.cost == 0


def test_the_majority_rule_is_named_where_it_decides() -> None:
    # White gives 27-22; the rule of the most pieces leaves Black no choice.
    for seed in range(200):
        game = careless(7 * seed + 1)
        for position in game.positions:
            free = position._moves_of_kind("any-choice")
            if len(position.legal_moves) == 1 and len(free) > 1:
                before = game.positions[game.positions.index(position) - 1]
                if before.turn == position.turn:
                    continue
                line = (game.moves[game.positions.index(position) - 1], position.legal_moves[0])
                claim = majority(before, line)
                assert claim is not None and claim.holds() and claim.by == before.turn
                return
    pytest.fail("no such position in 200 games")


def test_a_claim_that_is_not_true_does_not_hold() -> None:
    start = Position.from_fen("W:W23,21:B18,10,7", "english")
    line, position = [], start
    for text in ("23x14", "10x17", "21x14"):
        line.append(position.parse(text))
        position = position.play(text)
    true = shot(start, tuple(line))
    assert true is not None and true.men == 1 and true.holds()
    check(true)
    for wrong in (
        {"men": 2},
        {"men": 0},
        {"by": "black"},
        {"line": true.line[:2]},
        {"line": (*true.line, true.line[0])},
        {"start": Position.from_fen("W:W23,21:B18,10,7,9", "english")},
    ):
        assert not dataclasses.replace(true, **wrong).holds()  # type: ignore[arg-type]


def test_a_man_that_gets_through_and_pieces_shut_in_are_seen() -> None:
    start = Position.from_fen("W:W6,28:B5,12", "english")
    crowned = crowning(start, (start.parse("6-1"),))
    assert crowned is not None and crowned.square == 1
    start = Position.from_fen("W:W13,14:B5", "english")
    shut = find_block(start, (start.parse("13-9"),))
    assert shut is not None
    check(shut)
    assert find_block(start, (start.parse("14-10"),)) is None
    start = Position.from_fen("W:W6,47:B12,20", "breakthrough")  # won by the king, not by a block
    assert find_block(start, (start.parse("6-1"),)) is None


def test_an_exchange_may_take_as_long_as_a_shot() -> None:
    start = Position.from_fen(
        "W:W19,24,26,29,32,36,37,38,41,42,44,45,46,48,50:B3,4,5,6,7,10,11,15,16,17,18,21,27",
        "international",
    )
    line: list[ch.Move] = []
    position = start
    moves = "37-31 10-14 31x13 14x34 41-37 5-10 38-33 34-39 33-29 39-43 48x39"
    for text in moves.split():
        line.append(position.parse(text))
        position = position.play(line[-1])
    found = exchange(start, tuple(line))
    assert found is not None and (len(found.line), found.men) == (11, 1)
    check(found)


def test_detectors_claim_nothing_of_an_empty_line() -> None:
    start = Position.initial("english")
    assert [detector(start, ()) for detector in DETECTORS] == [None] * len(DETECTORS)


def test_a_report_becomes_pdn_that_reads_back() -> None:
    game = pdn.loads(str(pdn.PdnGame.from_game(careless(2))))
    report = analyse(game, NODES)
    text = str(annotate(game, report, Catalogue("de")))
    back = pdn.loads(text)
    assert back.errors == () and [str(m) for m in back.moves] == [str(m) for m in game.moves]
    assert text.count("[%eval") == report.plies
    for node, one in zip(back.mainline(), report.moves, strict=True):
        white = one.score if one.by == "white" else -one.score
        assert node.evaluation is not None and abs(node.evaluation - white) <= 1
    for moment in report.moments:
        assert sentence(moment, Catalogue("de")) in " ".join(
            " ".join(node.comment for node in back.mainline()).split()
        )


def test_a_game_that_is_annotated_twice_says_nothing_twice() -> None:
    game = pdn.loads(str(pdn.PdnGame.from_game(careless(2))))
    report = analyse(game, NODES)
    assert report.moments
    first = str(annotate(game, report, Catalogue("en")))
    assert str(annotate(game, report, Catalogue("en"))) == first
    back = pdn.loads(first)
    again = analyse(back, ch.Limit(nodes=1_000))
    text = str(annotate(back, again, Catalogue("en")))
    assert text.count("[%eval") == report.plies
    for moment in again.moments:
        assert " ".join(text.split()).count(sentence(moment, Catalogue("en"))) == 1


def test_the_sign_of_the_author_stays_the_only_verdict() -> None:
    game = pdn.loads(str(pdn.PdnGame.from_game(careless(2))))
    report = analyse(game, NODES)
    plies = {moment.ply for moment in report.moments}
    for place, node in enumerate(game.mainline(), 1):
        node.nags = [5, 140] if place in plies else []
        node.comment = "mine"
    annotate(game, report, Catalogue("en"))
    for place, node in enumerate(game.mainline(), 1):
        assert node.nags == ([5, 140] if place in plies else [])
        assert node.comment.startswith("mine [%eval ")


def test_a_better_line_does_not_end_in_the_middle_of_an_exchange() -> None:
    ends = 0
    for seed in range(8):
        position = careless(seed).start
        dice, start = random.Random(seed), position
        moves: list[ch.Move] = []
        while position.legal_moves and len(moves) < 30:
            moves.append(dice.choice(list(position.legal_moves)))
            position = position.play(moves[-1])
        for length in range(1, len(moves) + 1):
            line = settled_line(start, moves[:length])
            end = start
            quiet = 0
            for place, move in enumerate(line, 1):
                assert place > length or move == moves[place - 1]
                assert place <= length or len(end.legal_moves) == 1
                end = end.play(move)
                quiet = place if not any(m.captures for m in end.legal_moves) else quiet
            assert quiet in (0, len(line))
            ends += len(line) != length
    assert ends > 20
    start = Position.from_fen("W:W23,27,32:B10,14,12", "english")
    (first,) = (move for move in start.legal_moves if str(move) == "23-18")
    assert [str(move) for move in settled_line(start, [first])] == ["23-18", "14x23", "27x18"]


def test_a_report_becomes_plain_data() -> None:
    report = analyse(careless(5), NODES, lines=3)
    data = as_json(report, Catalogue("en"))
    assert set(data) >= {"moves", "moments", "accuracy"}
    keys = {"ply", "text", "score", "cost", "best", "others", "proven"}
    assert all(set(entry) == keys for entry in data["moves"])
    assert any(len(entry["others"]) == 2 for entry in data["moves"])
    assert summary(report, Catalogue("de"))


def test_a_win_by_force_is_proven_and_letting_it_slip_is_told() -> None:
    game = ch.Game("english", start="W:WK15,K32:BK16,28")
    position = game.position
    with ch.Engine.builtin() as engine:
        best = engine.analyse(position, ch.Limit(nodes=50_000))
    assert best.line
    game.play(best.line[0])
    report = analyse(game, ch.Limit(nodes=50_000))
    assert report.moves[0].cost == 0


def test_a_report_is_printed_in_a_line() -> None:
    report = analyse(pdn.loads('[GameType "21"] 1. 11-15 22-18 *'), ch.Limit(nodes=100))
    assert len(str(report)) < 80 and len(str(report.moves)) < 100
    assert repr(report.moves[0]).startswith("<MoveFacts ply 1, 11-15, cost ")


def test_a_game_without_a_move_is_refused() -> None:
    with pytest.raises(EngineError, match="no move"):
        analyse(ch.Game("english"), NODES)


def test_the_same_game_gets_the_same_report() -> None:
    game = careless(4)
    assert analyse(game, NODES) == analyse(game, NODES)


def test_chances_are_fair() -> None:
    assert chance(-77) == pytest.approx(1 - chance(77))
    assert accuracy([0.1, 0.2]) < accuracy([0.1, 0.1])  # type: ignore[operator]
    assert given_away(-29_900, -29_900, men=1) > given_away(-29_900, -29_900)
    assert given_away(50, 50, men=1) == 0
