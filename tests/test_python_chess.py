"""What users of python-chess reach for works, or the error says in one line what to write."""

from __future__ import annotations

import io
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import crownhead as ch
from crownhead import hints
from crownhead.analysis import Moment, Report, analyse
from crownhead.sides import Pair

ROOT = Path(__file__).resolve().parents[1]
PAGE = (ROOT / "docs" / "python-chess.md").read_text(encoding="utf-8")
PROGRAMS = re.findall(r"^```python\n(.*?)^```$", PAGE, re.DOTALL | re.MULTILINE)
PDN = '[White "Anna"] [GameType "21"] 1. 11-15 22-18 2. 15x22 25x18 1-0'

POSITION: Any = ch.Position.initial("english")
MOVE: Any = POSITION.legal_moves[0]
RECORD: Any = ch.pdn.loads(PDN)
NODE: Any = RECORD.root.next
FACTS: Any = analyse(ch.pdn.loads(PDN), ch.Limit(nodes=100)).moves[0]
LIMIT: Any = ch.Limit
CH: Any = ch


def game(moves: str = "") -> Any:
    begun = ch.Game("english")
    begun.play_all(moves)
    return begun


def test_the_page_has_a_program_for_each_thing() -> None:
    assert len(PROGRAMS) == 6


@pytest.mark.parametrize("program", PROGRAMS)
def test_a_program_of_the_page_runs(
    program: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    (tmp_path / "games.pdn").write_text(PDN, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    exec(compile(program.replace("seconds=0.01", "nodes=500"), "docs/python-chess.md", "exec"), {})
    assert capsys.readouterr().out.strip()


def test_moves_are_pushed_and_popped() -> None:
    pushed = game()
    pushed.push("11-15")
    pushed.push(pushed.legal_moves[0])
    assert [str(move) for move in pushed.moves] == ["11-15", "21-17"]
    assert str(pushed.pop()) == "21-17"
    assert pushed == game("11-15")
    assert str(pushed.pop()) == "11-15"
    assert pushed == game()
    with pytest.raises(ch.NotAllowed):
        pushed.pop()
    assert pushed == game()


def test_a_pop_takes_back_what_followed_the_move() -> None:
    huffed = ch.Game("english", huffing=True)
    huffed.play_all("11-15 22-18 9-14")
    huffed.huff(15)
    huffed.offer_draw("white")
    assert str(huffed.pop()) == "9-14"
    assert huffed.huffable == () and huffed.draw_offer is None
    assert huffed.turn == "black" and str(huffed.legal_moves[0]) == "15x22"


def test_a_pop_reopens_a_game_that_was_over() -> None:
    resigned = game("11-15")
    resigned.resign()
    assert (resigned.result, resigned.is_game_over()) == ("0-1", True)
    resigned.pop()
    assert (resigned.result, resigned.is_game_over()) == ("*", False)
    assert ch.Position.from_fen("B:WK14:B", "english").is_game_over()


def test_legal_moves_are_counted_and_numbered() -> None:
    moves: Any = POSITION.legal_moves
    assert moves.count() == len(moves) == 7
    assert moves.count(MOVE) == 1 and moves.count("1-2") == 0
    with pytest.raises(TypeError, match=r"^moves are numbered; index\(\) and position.parse\(\)"):
        moves["11-15"]


def test_pdn_is_a_module_of_the_package_too() -> None:
    import crownhead.pdn
    from crownhead.formats import pdn

    assert crownhead.pdn is pdn


@pytest.mark.parametrize(
    ("guess", "sentence"),
    [
        (lambda: CH.Board, "a Position is a board that never changes, a Game one that moves"),
        (lambda: CH.WHITE, "a side is 'white' or 'black'"),
        (lambda: CH.engine, "write Engine"),
        (lambda: CH.pgn, "write crownhead.pdn"),
        (lambda: CH.pdn.read_game, "pdn.read(file) yields one game after the other"),
        (lambda: CH.Engine.popen_uci, "write Engine.hub(program)"),
        (lambda: POSITION.push, "write position = position.play(move), or push on a Game"),
        (lambda: POSITION.copy, "needs no copy"),
        (lambda: game().fen, "write .position.fen()"),
        (lambda: game().piece_at, "write .position.piece_at(…)"),
        (lambda: game().status, "write .position.status()"),
        (lambda: game().threats, "write .position.threats()"),
        (lambda: game().turn_of, "has no attribute 'turn_of'"),
        (lambda: game().undo, "write .pop(), or .request_takeback(by) where two play"),
        (lambda: game().board_fen, "of .position, write .fen()"),
        (lambda: game().is_check, "of .position, there is no check in draughts"),
        (lambda: CH.Game.from_fen, "write Game(variant, start=fen)"),
        (lambda: POSITION.undo, "keep the one before"),
        (lambda: POSITION.board_fen, "write .fen()"),
        (lambda: POSITION.is_check, "there is no check in draughts"),
        (lambda: MOVE.captured, "write .captures"),
        (lambda: game().piece_map, "of .position, write .pieces"),
        (lambda: game().is_capture, "write move.is_capture"),
        (lambda: game().move_stack, "write .moves"),
        (lambda: MOVE.from_square, "write .origin"),
        (lambda: MOVE.to_square, "write .target"),
        (lambda: MOVE.uci, "write str(move)"),
        (lambda: POSITION.piece_at(1).piece_type, "write .kind, which is 'man' or 'king'"),
        (lambda: RECORD.headers, "write .tags"),
        (lambda: RECORD.variations, "write .root.variations"),
        (lambda: RECORD.add_pass, "write .root.add_pass()"),
        (lambda: RECORD.add_line, "write .root.add_line(…)"),
        (lambda: RECORD.add_main_variation, "of .root, write .add_main(move)"),
        (lambda: NODE.board, "write .position"),
        (lambda: NODE.san, "write str(node)"),
        (lambda: NODE.eval, "write .evaluation"),
        (lambda: NODE.is_main_variation, "write .is_first, without ()"),
        (lambda: NODE.remove_variation, "write .remove(child)"),
        (lambda: POSITION.flip, "write .mirror()"),
        (lambda: POSITION.piece_type_at, "write .piece_at(square).kind"),
        (lambda: POSITION.color_at, "write .piece_at(square).color"),
        (lambda: game().headers, "write .players, or pdn.PdnGame.from_game(game).tags"),
        (lambda: game().tags, "write .players"),
        (lambda: game().is_threefold_repetition, "write .claims"),
    ],
)
def test_a_guess_led_nowhere(guess: Callable[[], object], sentence: str) -> None:
    with pytest.raises(AttributeError) as missed:
        guess()
    assert sentence in str(missed.value)
    assert "\n" not in str(missed.value)


def test_a_move_is_made_by_a_position() -> None:
    with pytest.raises(TypeError, match=r"write position.parse\('9-14'\)"):
        CH.Move("9-14")


def test_a_guess_at_a_report_led_nowhere() -> None:
    report: Any = analyse(ch.pdn.loads("1. 11-15 22-18 2. 15x22 25x18"), ch.Limit(nodes=200))
    moment: Any = Moment(report.moves[0], "better")
    for guess, sentence in (
        (lambda: report.moves[0].best, "write .line[0]"),
        (lambda: moment.best, "write .facts.line[0]"),
        (lambda: moment.sentence, "write sentence(moment, Catalogue('en'))"),
        (lambda: report.summary, "write summary(report, Catalogue('en'))"),
    ):
        with pytest.raises(AttributeError) as missed:
            guess()
        assert sentence in str(missed.value)


def test_a_guess_at_an_engine_led_nowhere() -> None:
    with ch.Engine.builtin(level=1) as made:
        engine: Any = made
        found: Any = engine.analyse(POSITION, ch.Limit(depth=2), lines=2)
        for guess, sentence in (
            (lambda: engine.quit, "write .close()"),
            (lambda: engine.id, "the built-in engine has .level"),
            (lambda: engine.analyse(POSITION, multipv=3), "has no 'multipv': write lines="),
            (lambda: engine.analysis(POSITION, multipv=3), "has no 'multipv': write lines="),
            (lambda: LIMIT(time=1), "Limit has no 'time': write seconds="),
            (lambda: found.pv, "write .line"),
            (lambda: found.lines[1].pv, "write .line"),
            (lambda: found["pv"], "An Analysis is no list or dictionary: write .line"),
            (lambda: found["score"], "write .score"),
            (lambda: found[0], "write .lines, the best first"),
        ):
            with pytest.raises((AttributeError, TypeError)) as missed:
                guess()
            assert sentence in str(missed.value)


@pytest.mark.parametrize(
    ("guess", "sentence"),
    [
        (
            lambda: CH.svg.board(POSITION, lastmove=MOVE),
            "board has no 'lastmove': write last_move=",
        ),
        (lambda: CH.svg.board(POSITION, squares=[1]), r"'squares': write rings=\[square, …\]"),
        (lambda: CH.svg.board(POSITION, fill={}), "board has no 'fill': write marks="),
        (lambda: CH.Game(fen="W:W31:B1"), "^Game has no 'fen': write start=$"),
        (lambda: CH.Engine.builtin(strength=3), "^BuiltinEngine has no 'strength': write level=$"),
        (lambda: CH.Engine.builtin().play(game(), nodes=5), r"'nodes': write Limit\(nodes=…\)"),
        (lambda: CH.Engine.builtin().play(game(), time=5), r"'time': write Limit\(seconds=…\)"),
        (lambda: CH.Engine.builtin().analyse(game(), depth=5), r"write Limit\(depth=…\)"),
        (lambda: CH.Engine.hub("no").play(game(), seconds=5), r"write Limit\(seconds=…\)"),
        (lambda: setattr(NODE, "nags", "??"), r"nags are a list of numbers, as \[4\] for '\?\?'"),
    ],
)
def test_a_guess_at_a_keyword_led_nowhere(guess: Callable[[], object], sentence: str) -> None:
    with pytest.raises(TypeError, match=sentence):
        guess()


def test_signs_that_are_no_numbers_are_refused_when_they_are_written() -> None:
    record: Any = ch.pdn.loads(PDN)
    record.root.next.nags = [4]
    assert "11-15??" in ch.pdn.dumps(record)
    record.root.next.nags.append("!")
    with pytest.raises(TypeError, match="nags are a list of numbers"):
        ch.pdn.dumps(record)


def test_a_key_that_no_game_has_is_told_with_the_likeliest() -> None:
    with pytest.raises(KeyError, match=r"no game has the key 'rusian' \(did you mean 'russian'"):
        CH.VARIANTS["rusian"]
    assert ch.variants.VARIANTS.get("rusian") is None and "rusian" not in ch.variants.VARIANTS


def test_a_limit_still_says_what_it_does_not_know() -> None:
    with pytest.raises(TypeError, match="unexpected keyword argument 'plies'"):
        LIMIT(plies=3)


def test_no_hint_is_about_a_name_that_exists() -> None:
    held: dict[str, object] = {
        "crownhead": ch,
        "pdn": ch.pdn,
        "Position": POSITION,
        "Game": game(),
        "LegalMoves": POSITION.legal_moves,
        "Move": MOVE,
        "Piece": POSITION.piece_at(1),
        "Node": NODE,
        "PdnGame": RECORD,
        "Engine": ch.Engine,
        "Analysis": ch.engines.Analysis(0, 1, 1, 0.1, ()),
        "AnalysedLine": ch.engines.interface.AnalysedLine(0, 1, ()),
        "MoveFacts": FACTS,
        "Moment": Moment(FACTS, "better"),
        "Report": Report(POSITION, (FACTS,), (), Pair(90.2, None), None),
    }
    assert held.keys() == hints.HINTS.keys()
    for owner, names in hints.HINTS.items():
        assert [name for name in names if hasattr(held[owner], name)] == []


def test_a_name_without_a_hint_is_missed_as_ever() -> None:
    for held in (POSITION, game(), MOVE, NODE, RECORD, POSITION.legal_moves):
        with pytest.raises(AttributeError, match=r"object has no attribute 'nothing'$"):
            _ = held.nothing
    with pytest.raises(AttributeError, match=r"has no attribute 'nothing'$"):
        _ = CH.nothing


def test_a_file_is_read_as_before() -> None:
    (record,) = ch.pdn.read(io.StringIO(PDN))
    assert record.tags["White"] == "Anna"
