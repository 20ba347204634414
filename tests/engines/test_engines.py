"""The built-in engine: correct scores, sound play in every game, limits, decisions."""

from __future__ import annotations

import asyncio
import copy
import io
import itertools
import pickle
import random
import resource
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from oracle.positions import house_rules
from support.minimax import WIN, TooMany, minimax
from support.patience import within

from crownhead import Game, Position, Rules, Variant, _core, endgame
from crownhead._core import Search
from crownhead.adjudication import Ground, Verdict
from crownhead.engines import Analysis, Engine, Limit
from crownhead.engines.adjudicator import EngineAdjudicator, ProgramAdjudicator
from crownhead.engines.builtin import BuiltinEngine
from crownhead.engines.computer_turn import afterwards, decide
from crownhead.engines.hub.server import HubServer
from crownhead.engines.levels import HIGHEST, ladders, levels
from crownhead.engines.levels import level as level_of
from crownhead.engines.player import PlayerEngine
from crownhead.errors import EngineError
from crownhead.rules import Aim, Choice
from crownhead.sides import other
from crownhead.variants import VARIANTS, get


@pytest.fixture
def engine() -> Iterator[Engine]:
    with Engine.builtin(level=7) as made:
        yield made


def place_pieces(dice: random.Random, variant: Variant, pieces: int) -> Position | None:
    """Return a random ending, or None where the dice gave no possible one."""
    squares = dice.sample(range(1, variant.rules.board.squares + 1), pieces)
    kings = variant.rules.aim is not Aim.KING
    found: dict[str, list[str]] = {"W": [], "B": []}
    for number, square in enumerate(squares):
        letter = "K" if kings and dice.random() < 0.5 else ""
        found["WB"[number % 2]].append(f"{letter}{square}")
    fen = f"{dice.choice('WB')}:W{','.join(found['W'])}:B{','.join(found['B'])}"
    position = Position.from_fen(fen, variant)
    return None if position.status() else position


def walk(dice: random.Random, position: Position, plies: int) -> Position:
    for _ in range(plies):
        moves = position.legal_moves
        if not len(moves) or position.outcome:
            break
        position = position.play(dice.choice(moves))
    return position


def any_game(dice: random.Random) -> Variant:
    if dice.random() < 0.5:
        return dice.choice(list(VARIANTS.values()))
    return Variant.house("house", Rules.from_dict(house_rules(dice)))


def any_position(dice: random.Random) -> Position:
    game = any_game(dice)
    ending = place_pieces(dice, game, dice.randint(2, 7)) if dice.random() < 0.5 else None
    return walk(dice, ending or Position.initial(game), dice.randint(0, 50))


def test_score_equals_plain_minimax() -> None:
    dice = random.Random(11)
    search = Search(1)
    compared = 0
    while compared < 250:
        position = any_position(dice)
        depth = dice.randint(1, 4)
        if position.outcome or position.draw_rule or position.perft(depth) > 400:
            continue
        try:
            value = minimax(position, depth)
        except TooMany:
            continue
        assert search.run(position, depth=depth, minimax=True).score == value, position
        compared += 1


def is_won(position: Position, plies: int) -> bool:
    """Say whether the side to move wins within `plies`, by trying everything."""
    outcome = position.outcome
    if outcome is not None:
        return outcome.winner == position.turn
    if plies == 0:
        return False
    return any(is_lost(position.play(move), plies - 1) for move in position.legal_moves)


def is_lost(position: Position, plies: int) -> bool:
    outcome = position.outcome
    if outcome is not None:
        return outcome.winner not in (None, position.turn)
    moves = position.legal_moves
    return plies > 0 and all(is_won(position.play(move), plies - 1) for move in moves)


@pytest.mark.parametrize(
    ("key", "plies"),
    [
        ("english", 3),
        ("international", 3),
        ("lite", 3),
        ("russian", 3),
        ("turkish", 3),
        ("frisian", 3),
        ("antidraughts", 4),  # who has no move when it is his turn wins there
    ],
)
def test_finds_wins_that_brute_force_finds(key: str, plies: int, engine: Engine) -> None:
    dice = random.Random(key)
    found = 0
    while found < 6:
        position = place_pieces(dice, VARIANTS[key], dice.randint(3, 5))
        if position is None or position.outcome or not 8 < position.perft(plies) < 3_000:
            continue
        if any(is_won(position, sooner) for sooner in range(plies)):
            continue
        if not is_won(position, plies):
            continue
        found += 1
        analysis = engine.analyse(position, Limit(depth=plies + 3))
        assert analysis.decided_in == plies, position
        assert analysis.best is not None
        assert is_lost(position.play(analysis.best), plies - 1)


@pytest.mark.parametrize("seed", range(4))
def test_a_claimed_win_is_one(seed: int) -> None:
    dice = random.Random(seed)
    search = Search(1)
    proven = 0
    while proven < 40:
        position = any_position(dice)
        if position.outcome or position.draw_rule:
            continue
        found = search.run(position, depth=8, nodes=50_000)
        distance = WIN - abs(found.score)
        if distance > 6:
            continue
        exact = search.run(position, depth=distance, nodes=500_000, minimax=True)
        if exact.nodes >= 500_000:
            continue
        assert abs(exact.score) >= abs(found.score), position
        assert (exact.score > 0) == (found.score > 0), position
        proven += 1


@pytest.mark.parametrize("key", VARIANTS)
def test_beats_a_random_mover(key: str) -> None:
    with Engine.builtin(book=False) as player:
        for number in range(20):
            dice = random.Random(number)
            own = "white" if number % 2 else "black"
            game = Game(key)
            while game.outcome is None and len(game.events) < 400:
                if game.turn == own:
                    game.play(player.play(game, Limit(nodes=400)))
                else:
                    game.play(dice.choice(game.position.legal_moves))
            assert game.outcome is not None and game.outcome.winner == own, (number, game.position)


def test_the_half_loses_to_the_whole() -> None:
    points = 0  # wins of the stronger engine less its losses
    with Engine.builtin() as weak, Engine.builtin() as strong:
        for number in range(16):
            start = walk(random.Random(number // 2), Position.initial("lite"), 6)
            game = Game(start=start)
            own = "white" if number % 2 else "black"
            while game.outcome is None:
                mine = game.turn == own
                game.play((strong if mine else weak).play(game, Limit(nodes=4000 if mine else 200)))
            winner = game.outcome.winner
            points += 0 if winner is None else 1 if winner == own else -1
    assert points > 0


def test_never_plays_an_illegal_move() -> None:
    dice = random.Random(5)
    with Engine.builtin(level=3) as player:
        for _ in range(400):
            position = any_position(dice)
            if not len(position.legal_moves):
                with pytest.raises(EngineError, match="No legal move"):
                    player.play(position)
                continue
            analysis = player.analyse(position)
            assert player.play(position) in position.legal_moves
            for move in analysis.line:
                position = position.play(move)


def test_same_nodes_same_result() -> None:
    for key in ("english", "international", "turkish", "canadian"):
        position = Position.initial(key)
        results = []
        for _ in range(2):
            with Engine.builtin() as player:
                found = player.analyse(position, Limit(nodes=20_000))
            results.append((found.score, found.depth, found.nodes, found.line))
        assert results[0] == results[1]


@pytest.mark.parametrize("nodes", [1_000, 30_000])
def test_heeds_the_limit_of_nodes(nodes: int) -> None:
    for variant in VARIANTS.values():
        with Engine.builtin() as player:
            found = player.analyse(Position.initial(variant), Limit(nodes=nodes))
        assert nodes * 0.99 <= found.nodes <= nodes


def test_heeds_the_limit_of_depth(engine: Engine) -> None:
    found = engine.analyse(Position.initial("english"), Limit(depth=7))
    assert found.depth == 7
    assert len(found.line) >= 7


@pytest.mark.parametrize(
    "fen",
    [
        "",
        # Kings that take thousands of series: a single list of moves is dear.
        "W:WK1,K2,K3,K4,K5,K46,K47,K48,K49,K50:BK12,K13,K14,K22,K23,K24,K32,K33,K34,K42,K43",
    ],
)
def test_heeds_the_limit_of_time(fen: str, engine: Engine) -> None:
    position = Position.from_fen(fen, "international") if fen else Position.initial("international")
    over = []
    for _ in range(4):
        begin = time.perf_counter()
        engine.analyse(position, Limit(seconds=0.1))
        over.append(time.perf_counter() - begin - 0.1)
    assert min(over) < within(0.5)  # other work may hold up one of them


def test_stops_from_another_thread() -> None:
    position = Position.initial("international")
    with Engine.builtin() as player:
        for _ in range(3):
            results: list[Analysis] = []
            thinks = threading.Event()

            def think(found: list[Analysis] = results, thinks: threading.Event = thinks) -> None:
                for one in player.analysis(position, Limit(seconds=3_600)):
                    found.append(one)
                    thinks.set()

            thread = threading.Thread(target=think)
            thread.start()
            assert thinks.wait(300)
            with pytest.raises(EngineError, match="thinking already"):
                player.play(position)
            player.stop()
            thread.join(300)
            assert not thread.is_alive()
            assert results[-1].best in position.legal_moves
        assert player.analyse(position, Limit(depth=3)).depth == 3


INTERRUPTED = """
import _thread, threading
from crownhead import Engine, Limit, Position

with Engine.builtin(level=7) as engine:
    try:
        threading.Timer(0.3, _thread.interrupt_main).start()
        engine.analyse(Position.initial("english"), Limit(seconds=600))
    except KeyboardInterrupt:
        print(engine.analyse(Position.initial("english"), Limit(depth=2)).depth)
"""


def test_ctrl_c_ends_a_search() -> None:
    command = [sys.executable, "-c", INTERRUPTED]  # of its own: it must not end the whole run
    ran = subprocess.run(command, capture_output=True, text=True, timeout=300)
    assert (ran.stdout.strip(), ran.stderr) == ("2", "")


def test_a_closed_engine_says_so() -> None:
    player = Engine.builtin()
    player.close()
    with pytest.raises(EngineError, match="closed"):
        player.play(Position.initial("english"))


@pytest.mark.parametrize("wrong", [0, 11, "7", True])
def test_refuses_levels_that_do_not_exist(wrong: int) -> None:
    with pytest.raises(EngineError, match="1..10"):
        Engine.builtin(level=wrong)


@pytest.mark.parametrize("megabytes", [0, -1, 10**9, 10**30, "16"])
def test_refuses_tables_it_cannot_have(megabytes: int) -> None:
    with pytest.raises(EngineError, match="megabytes"):
        Engine.builtin(megabytes=megabytes)


@pytest.mark.parametrize(
    "limit",
    [{"nodes": 0}, {"seconds": -1.0}, {"depth": "9"}, {"seconds": float("nan")}, {"nodes": True}],
)
def test_refuses_limits_that_are_none(limit: dict[str, int]) -> None:
    with pytest.raises(EngineError, match="greater than 0"):
        Limit(**limit)


@pytest.mark.parametrize("name", ladders())
def test_levels_rise(name: str) -> None:
    ten = levels(name)
    assert [one.number for one in ten] == list(range(1, 11))
    for lower, higher in itertools.pairwise(ten):
        if (lower.quiescence_depth, lower.learned) == (higher.quiescence_depth, higher.learned):
            assert higher.nodes > lower.nodes or higher.blind < lower.blind
        assert higher.noise < lower.noise
        assert higher.taste <= lower.taste
        assert higher.blind <= lower.blind
        assert higher.quiescence_depth >= lower.quiescence_depth
        assert higher.learned >= lower.learned
    assert not any(one.blind or one.taste for one in ten[3:])
    assert ten[-1] == HIGHEST


def test_the_highest_level_thinks_for_three_seconds_at_most() -> None:
    position = Position.from_fen("W:WK46,K47,K48,K49,K50:BK1,K2,K3,K4,K5", "international")
    with BuiltinEngine() as player:
        assert player.level.seconds == 3.0
        player.level = replace(player.level, nodes=10**12, seconds=0.2)
        player.play(position)
        assert player.last is not None and player.last.seconds > 0.1


def material(position: Position) -> int:
    """Return what the side to move has more, in men."""
    king = 3 if position.variant.rules.flying else 1
    worth = {"man": 1, "king": king}
    sides = {"white": 0, "black": 0}
    for piece in position.pieces.values():
        side, kind = piece.split("_")
        sides[side] += worth[kind]
    more = sides["white"] - sides["black"]
    return more if position.turn == "white" else -more


def settle(position: Position) -> int:
    """Return the material when both sides have only taken, until nothing can be taken."""
    captures = [move for move in position.legal_moves if move.is_capture]
    return max((-settle(position.play(m)) for m in captures), default=material(position))


def best_capture(position: Position) -> int:
    """Return what the side to move has more after its best capture, or without one."""
    captures = [move for move in position.legal_moves if move.is_capture]
    return max((-material(position.play(m)) for m in captures), default=material(position))


@pytest.mark.parametrize("level", [4, 5, 6])
@pytest.mark.parametrize("key", ["english", "international", "lite", "russian", "turkish"])
def test_no_level_above_3_misses_a_one_move_capture(key: str, level: int) -> None:
    """No error gives away by a capture what a level without errors keeps, at the least depth.

    The lower ones see what one capture takes, the higher ones what all of them come to.
    """
    own = level_of(level, get(key))
    worth: Callable[[Position], int] = best_capture if own.quiescence_depth == 1 else settle
    dice = random.Random(key)
    checked = 0
    with Engine.builtin(level=level, seed=1) as player, Engine.builtin(level=level) as sound:
        sound.level = replace(own, noise=0)
        while checked < 60:
            position = walk(dice, Position.initial(key), dice.randint(6, 40))
            if position.must_capture or position.outcome:
                continue
            after = {move: -worth(position.play(move)) for move in position.legal_moves}
            if len(set(after.values())) == 1:
                continue
            checked += 1
            played = player.play(position, Limit(depth=1))
            needed = min(material(position), after[sound.play(position, Limit(depth=1))])
            assert after[played] >= needed, (position, played)


def test_play_does_not_depend_on_the_games_met_before() -> None:
    program = (
        "import sys, crownhead as ch\n"
        "for key in sys.argv[1:]: ch.Position.initial(key)\n"
        "game = ch.Game('russian')\n"
        "with ch.Engine.builtin(level=3, seed=1) as engine:\n"
        "    for _ in range(30): game.play(engine.play(game))\n"
        "print(game.moves)"
    )
    played = {
        subprocess.run(
            [sys.executable, "-c", program, *met], capture_output=True, text=True, check=True
        ).stdout
        for met in ((), ("english", "turkish"))
    }
    assert len(played) == 1


def test_another_seed_plays_differently() -> None:
    lines = set()
    for seed in range(6):
        game = Game("international")
        with Engine.builtin(level=5, seed=seed) as player:
            for _ in range(8):
                game.play(player.play(game))
        lines.add(" ".join(map(str, game.moves)))
    assert len(lines) > 1


def test_E25_third_occurrence_in_the_game_is_a_draw() -> None:
    search = Search(1)
    past = [Position.from_fen("W:WK32:BK1,K2,K3,K4", "english")]
    for move in ("32-28", "2-7", "28-32", "7-2") * 2:
        past.append(past[-1].play(move))
    now, back = past[-2], past[-1]
    others = [move for move in now.legal_moves if now.play(move) != back]
    scores = [
        search.run(now, past[first:-2], depth=5, excluded=others).score for first in (0, 4, 8)
    ]
    assert scores[0] == 0
    assert min(scores[1:]) > 100


def test_draw_counts_are_seen_coming() -> None:
    """L14: one ply before the game is drawn nothing but a capture or a win matters."""
    position = Position.from_fen("W:WK1,K2,K3:BK29", "lite")
    dice = random.Random(2)
    while position.draw_counts[0] < 39:
        moves = [m for m in position.legal_moves if not position.play(m).must_capture]
        position = position.play(dice.choice(moves))
    with Engine.builtin() as player:
        assert player.analyse(position, Limit(depth=5)).score == 0


# Decisions


def test_E23_accepts_a_draw_when_worse_and_not_when_better() -> None:
    for fen, accepts in (("B:W1,2,K3:BK32", True), ("B:WK1:BK32,K31,K30,K29", False)):
        game = Game("english", start=Position.from_fen(fen, "english"))
        game.offer_draw("white")
        with Engine.builtin(level=5) as player:
            assert player.accepts_draw(game) is accepts


def test_E23_offers_a_draw_only_in_a_settled_even_game() -> None:
    with Engine.builtin(level=5) as player, Engine.builtin(level=10) as sound:
        assert not player.offers_draw(Game("english"))
        even = Game("english", start=Position.from_fen("W:WK1:BK32", "english"))
        assert not player.offers_draw(even)  # level for one turn only
        for _ in range(10):
            even.play(sound.play(even, Limit(nodes=20_000)))
        assert player.offers_draw(even)
        better = Position.from_fen("W:WK1,K2,K3,K6:BK32", "english")
        assert not player.offers_draw(Game("english", start=better))


def test_an_offer_is_thought_over_shorter_than_a_move() -> None:
    position = Position.initial("english")
    few, many = (Search(16).score(position, (), level_of(number)).nodes for number in (1, 10))
    assert _core.SOUND <= few <= _core.SOUND + 100
    assert _core.ENOUGH <= many <= _core.ENOUGH + 100


def test_E24_tables_judge_where_they_know_the_position() -> None:
    """The First Position, won in 61 plies, was called no advantage and drawn."""
    judge = ProgramAdjudicator()
    won = Position.from_fen("W:WK19,K23:B12,K28", "english")
    assert judge.judge(won, "white") == Verdict(True, "tables: win in 61 plies")
    assert judge.judge(won, "black") == Verdict(False, "tables: loss in 61 plies")
    five = Position.from_fen("W:W12,K16,K24:BK3,K28", "english")
    assert judge.judge(five, "white") == Verdict(True, "tables: win")
    man_up = Position.from_fen("B:WK31,K32:BK1,K2,3", "english")
    drawn = judge.judge(man_up, "black")
    assert drawn.advantage == (endgame.Tables.open("english").probe(man_up).value == "win")


def test_E24_a_search_judges_by_what_it_proves_then_by_the_margin() -> None:
    judge = EngineAdjudicator()
    lone = Position.from_fen("W:WK1,K2,K3,K6,K7,K8,K9:BK32", "english")
    shown, other = judge.judge(lone, "white"), judge.judge(lone, "black")
    assert shown.advantage and not other.advantage
    assert shown.reason.startswith("search: win") and other.reason.startswith("search: loss")
    start = judge.judge(Position.initial("english"), "white")
    ground = Ground.parse(start.reason)
    assert not start.advantage and ground is not None and ground.said == "margin"
    assert ground.margin == 100 and str(ground) == start.reason
    ahead = Position.from_fen("B:W21,25,29,30:B1,2,3,5,6,9,10", "english")
    margin = EngineAdjudicator(Limit(nodes=3000)).judge(ahead, "black")
    assert margin.advantage and margin == EngineAdjudicator(Limit(nodes=3000)).judge(ahead, "black")


def test_E24_the_reason_of_an_older_verdict_is_read_too() -> None:
    old = Ground.parse("engine: depth 15, score +190, margin 150")
    assert old == Ground("margin", depth=15, score=190, margin=150)
    assert Ground.parse("the arbiter has spoken") is None


@pytest.mark.parametrize(
    ("key", "fen", "accepts"),
    [
        ("english", "W:WK1,K2:BK31,K32,28", True),  # a man down, and drawn
        ("english", "W:WK19,K23:B12,K28", False),  # won, far away
        ("english", "W:WK32:BK1,K2,K3", True),  # lost
        ("russian", "B:Wg5,b2,a1:BKg3", True),  # drawn, though the score is +3.1
    ],
)
@pytest.mark.parametrize("number", [9, 10])
def test_E23_no_offer_is_answered_against_the_tables(
    key: str, fen: str, accepts: bool, number: int
) -> None:
    position = Position.from_fen(fen, key)
    game = Game(key, start=position)
    game.offer_draw(by=other(position.turn))
    with Engine.builtin(number) as player:
        assert player.accepts_draw(game) == accepts


def test_E20_huffs_the_last_piece() -> None:
    game = Game("english", start=Position.from_fen("B:W18:B14", "english"), huffing=True)
    game.play("14-17")
    with Engine.builtin(level=1) as player:
        assert player.answer_fault(game) == 17


@pytest.mark.parametrize(
    ("fen", "fault", "best"),
    [
        ("W:W7,13,21,23,26,27,28,31,32:B3,4,6,8,10,18,20", "21-17", "compel"),
        ("W:W19,21,24,25,30,32:B3,10,11,16", "32-27", None),
        ("W:W24,26,32:B5,11,19", "32-28", 24),
    ],
)
def test_E20_answers_a_fault_in_the_best_way(fen: str, fault: str, best: int | str | None) -> None:
    game = Game("english", start=Position.from_fen(fen, "english"), huffing=True)
    game.play(fault)
    with Engine.builtin(level=8) as judge:
        worth = {"compel": -judge.analyse(game.start).score, None: judge.analyse(game).score}
        for square in game.huffable:
            worth[square] = judge.analyse(game.position.without(square)).score
    for level in (6, 8):
        with Engine.builtin(level=level) as player:
            assert player.answer_fault(game) == best, worth
    assert worth[best] == max(worth.values())
    assert sorted(worth.values())[-2] < worth[best]


def test_E20_no_fault_no_answer() -> None:
    with Engine.builtin(level=2) as player, pytest.raises(EngineError, match="no faulty move"):
        player.answer_fault(Game("english", huffing=True))


def test_E20_plays_whole_games_under_huffing() -> None:
    dice = random.Random(4)
    with Engine.builtin(level=4) as player:
        answers: set[type] = set()
        games = 0
        while games < 24 or (games < 200 and not {int, str} <= answers):
            games += 1
            game = Game("english", huffing=True)
            while game.outcome is None and len(game.events) < 300:
                if game.turn == "white":
                    if game.huffable:
                        answer = player.answer_fault(game)
                        answers.add(type(answer))
                        if isinstance(answer, int):
                            game.huff(answer)
                        elif answer:
                            game.compel()
                            continue
                        elif game.outcome_if_stood:
                            game.stand()
                            continue
                        if game.outcome:
                            break
                    game.play(player.play(game))
                else:
                    faulty = game.position.faulty_moves
                    choice = faulty if len(faulty) and not game.state.compelled else None
                    game.play(dice.choice(choice or game.position.legal_moves))
            assert game.outcome is not None and game.outcome.winner == "white"
        assert {int, str} <= answers


def test_house_rules_choose_most_pieces() -> None:
    rules = Rules(choice=Choice.MOST, compulsory=False)
    position = Position.initial(Variant.house("Gentle", rules))
    with Engine.builtin(level=4) as player:
        assert player.play(position) in position.legal_moves
        assert isinstance(player, BuiltinEngine)


def test_lines_begin_with_the_best_moves_in_order(engine: Engine) -> None:
    for variant in ("english", "international", "turkish"):
        position = Position.initial(variant)
        found = engine.analyse(position, Limit(depth=5), lines=4)
        assert len(found.lines) == 4
        assert len({line.best for line in found.lines}) == 4
        scores = [line.score for line in found.lines]
        assert scores == sorted(scores, reverse=True)
        for line in found.lines:
            now = position
            for move in line.line:
                now = now.play(move)
    few = Position.from_fen("W:W31:B1", "english")
    assert len(engine.analyse(few, Limit(depth=3), lines=9).lines) == len(few.legal_moves)


@pytest.mark.parametrize("lines", [0, -1, 33, 1.0, "2"])
def test_lines_that_cannot_be_told_are_refused(lines: int, engine: Engine) -> None:
    with pytest.raises(EngineError, match="lines"):
        engine.analyse(Position.initial(), Limit(depth=1), lines)
    with pytest.raises(EngineError, match="lines"):
        list(engine.analysis(Position.initial(), Limit(depth=1), lines))


def test_an_analysis_tells_every_depth_and_its_answer(engine: Engine) -> None:
    told = list(engine.analysis(Position.initial("russian"), Limit(depth=6), lines=2))
    assert [found.depth for found in told] == [1, 2, 3, 4, 5, 6]
    assert all(len(found.lines) == 2 for found in told)
    for found in engine.analysis(Position.initial("russian"), Limit(seconds=60)):
        if found.depth == 4:
            break
    assert engine.analyse(Position.initial("russian"), Limit(depth=2)).depth == 2


def test_an_event_loop_hears_every_depth_and_can_leave() -> None:
    async def listen() -> list[int]:
        async with Engine.builtin() as player:
            position = Position.initial("russian")
            depths = [found.depth async for found in player.analysis(position, Limit(depth=5))]
            stream = player.analysis(position, Limit(seconds=60))
            async for found in stream:
                if found.depth == 3:
                    break
            await stream.aclose()
            with pytest.raises(TimeoutError):
                await asyncio.wait_for(player.analyse(position, Limit(seconds=60)), 0.05)
            assert (await player.analyse(position, Limit(depth=2))).depth == 2
            return depths

    assert asyncio.run(listen()) == [1, 2, 3, 4, 5]


def test_a_call_while_an_analysis_is_read_is_refused_and_does_not_wait_for_ever() -> None:
    async def listen() -> None:
        position = Position.initial("russian")
        async with Engine.builtin() as player:
            stream = player.analysis(position, Limit(seconds=60))
            async for _ in stream:
                with pytest.raises(EngineError, match="thinking already"):
                    await asyncio.wait_for(player.analyse(position, Limit(depth=1)), 20)
                break
            await stream.aclose()
            assert (await player.analyse(position, Limit(depth=2))).depth == 2

    asyncio.run(listen())


def test_a_program_may_end_while_an_analysis_runs() -> None:
    program = (
        "from crownhead import Engine, Limit, Position\n"
        "engine = Engine.builtin()\n"
        "found = engine.analysis(Position.initial('english'), Limit(seconds=60))\n"
        "print(next(found).depth)\n"
    )
    ended = subprocess.run([sys.executable, "-c", program], capture_output=True, timeout=50)
    assert (ended.returncode, ended.stdout, ended.stderr) == (0, b"1\n", b"")


def test_a_closed_engine_plays_no_forced_move_either() -> None:
    engine = Engine.builtin()
    engine.close()
    with pytest.raises(EngineError, match="closed"):
        engine.play(Position.from_fen("W:W29:B1", "english"))


def test_threads_find_the_same_win() -> None:
    with Engine.builtin(threads=3, megabytes=4) as player:
        position = Position.from_fen("W:WK1,K2,K3,K4,45:BK32,6", "international")
        for _ in range(3):
            assert player.analyse(position, Limit(nodes=300_000)).score > 0
    for threads in (0, 257, 1.5):
        with pytest.raises(EngineError, match="threads"):
            Engine.builtin(threads=threads)  # type: ignore[arg-type]


def test_the_first_move_with_a_large_table_keeps_its_time() -> None:
    """A fresh table was cleared inside the first timed move."""
    usage = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    with Engine.builtin(megabytes=1024) as player:
        player.analyse(Position.initial("english"), Limit(nodes=1_000))
        player.analyse(Position.initial("russian"), Limit(nodes=1_000))
    grown = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - usage
    assert grown < 100 * 1024, "the whole table was touched"


def resident_megabytes() -> float:
    """Return the memory of this process; the greatest there ever was where that is not told."""
    told = Path("/proc/self/statm")
    if told.exists():
        return int(told.read_text(encoding="ascii").split()[1]) * resource.getpagesize() / 2**20
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 2**20


def test_the_memory_is_touched_before_a_clock_runs() -> None:
    """The first moves of a process had a sixth of their nodes: the table was cleared meanwhile."""
    engine = BuiltinEngine(megabytes=400)
    server = HubServer(io.BytesIO(b"set-param name=tt-size value=24\ninit\n"), io.BytesIO())
    for begin in (lambda: engine.begin(Game("english"), "white"), server.run):
        before = resident_megabytes()
        begin()
        assert resident_megabytes() - before > 200  # a table holds a power of two of positions


def test_a_low_level_overlooks_a_capture_where_huffing_is_agreed() -> None:
    start = Position.from_fen("W:W24,32:B19,5", "english")
    overlooked = dict.fromkeys((1, 2, 3, 4), 0)
    for seed in range(60):
        for level in overlooked:
            with Engine.builtin(level=level, seed=seed, megabytes=1) as player:
                move = player.play(Game(start=start, huffing=True))
                assert player.play(Game(start=start, huffing=False)).is_capture
            overlooked[level] += not move.is_capture
    assert overlooked[1] > overlooked[3] > 0 == overlooked[4]


def test_E20_a_low_level_overlooks_a_fault() -> None:
    fault = Game(start=Position.from_fen("W:W22,31,32:B18,7,8", "english"), huffing=True)
    fault.play("31-27")
    noticed = dict.fromkeys((1, 2, 4), 0)
    for seed in range(60):
        for level in noticed:
            with Engine.builtin(level=level, seed=seed, megabytes=1) as player:
                noticed[level] += decide(fault, "black", player).kind in ("huff", "compel")
    assert noticed[1] < noticed[2] < noticed[4] == 60


def test_one_player_for_the_terminal_and_the_server() -> None:
    with Engine.builtin(level=3) as engine:
        game = Game("english")
        act = decide(game, "black", engine)
        act.on(game, "black")
        assert act.kind == "move" and game.turn == "white"
        assert afterwards(game, "black", engine) is None
        game.offer_draw("white")
        assert decide(game, "black", engine).kind == "decline_draw"
        lost = Game(start=Position.from_fen("B:WK32:BK1,K2,K3", "english"))
        lost.offer_draw("black")
        answer = decide(lost, "white", engine)
        answer.on(lost, "white")
        assert answer.kind == "accept_draw" and lost.outcome is not None
        fault = Game(start=Position.from_fen("B:W18,32:B15,11,1", "english"), huffing=True)
        fault.play("1-5")
        assert decide(fault, "white", engine).kind in ("huff", "compel")


def test_what_was_found_is_there_for_those_who_await() -> None:
    async def play() -> tuple[str, str]:
        async with Engine.builtin(book=False) as engine:
            move = await engine.play(Position.initial(), Limit(depth=3))
            assert engine.last is not None
            return str(move), str(engine.last.best)

    move, best = asyncio.run(play())
    assert move == best


def test_a_coroutine_that_calls_the_engine_itself_is_told_what_to_await() -> None:
    engine = Engine.builtin()
    game = Game("english")
    calls = {
        "play": lambda: engine.play(game, Limit(depth=1)),
        "analyse": lambda: engine.analyse(game, Limit(depth=1)),
    }

    async def await_play() -> None:
        await engine.play(game)  # type: ignore[misc]

    async def block() -> None:
        engine.analyse(game)

    async def read() -> None:
        for _ in engine.analysis(game):
            pass

    for mistaken in (await_play, block, read):
        with pytest.raises(EngineError, match="blocks the event loop: await the object"):
            asyncio.run(mistaken())

    async def beside() -> list[object]:
        return [await asyncio.to_thread(call) for call in calls.values()]

    assert len(asyncio.run(beside())) == 2


class _First:
    def play(self, on: Game, limit: Limit | None) -> object:
        return on.legal_moves[0]


@pytest.mark.parametrize("copied", [copy.copy, copy.deepcopy, pickle.dumps])
@pytest.mark.parametrize(
    "make",
    [
        lambda: Engine.builtin(level=1),
        lambda: Engine.hub([sys.executable, "-m", "crownhead.cli", "hub"]),
        lambda: Engine.dxp("127.0.0.1", 0, listen=True),
        lambda: PlayerEngine(_First()),
    ],
)
def test_no_copy_shares_the_search_the_program_or_the_connection_of_an_engine(
    make: Callable[[], Engine], copied: Callable[[Engine], object]
) -> None:
    with make() as engine, pytest.raises(TypeError, match="Engine is neither copied nor pickled"):
        copied(engine)
