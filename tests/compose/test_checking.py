"""What is found of compositions, beside what the endgame tables say of every move."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

import crownhead as ch
from crownhead import compose
from crownhead.compose import deciding, reading
from crownhead.compose.composition import Composition, replay
from crownhead.endgame.tables import Tables
from crownhead.errors import NotInTables

DATA = Path(__file__).parents[2] / "data"


def composition(fen: str, variant: str, moves: str = "", goal: compose.Goal = "win") -> Composition:
    """Return a composition with one line of solution."""
    start = position = ch.Position.from_fen(fen, variant)
    line = []
    for text in moves.split():
        line.append(position.parse(text))
        position = position.play(line[-1])
    return Composition(start, goal, (tuple(line),) if line else ())


def judge(given: Composition, **limits: int) -> tuple[str, int, str]:
    """Return verdict, move and ground; what certifies them must hold."""
    report = compose.check(given, **limits)  # type: ignore[arg-type]
    assert compose.verify(report.certificate).found == report.found
    return report.found.verdict, report.found.at, report.found.ground


def test_a_study_with_one_way_is_sound_by_proof() -> None:
    given = composition("W:WK15,K32:B16,K28", "english", "15-11 16-19 32-27")
    assert judge(given) == ("sound", 0, "proved")


def test_the_solution_is_found_where_none_is_given() -> None:
    report = compose.check(reading.of_fen("W:W31,K30:BK29,22,19", "english"))
    assert report.sound
    assert str(report.solution[0]) == "31-27"


def test_another_first_move_that_wins_is_a_cook() -> None:
    given = composition("W:WK22,K23,K24:BK31,K32", "english", "24-28")
    report = compose.check(given)
    assert (report.found.verdict, report.found.at) == ("cook", 1)
    assert "cook" in {second.kind for second in report.seconds}


def test_a_move_that_does_not_win_is_refuted() -> None:
    given = composition("W:WK17,18:B10,K25", "english", "17-22 25-29 22-25")
    assert judge(given) == ("no solution", 1, "proved")


def test_a_goal_that_nothing_reaches_has_no_solution() -> None:
    assert judge(reading.of_fen("W:WK1:BK10,K32", "english")) == ("no solution", 1, "proved")
    assert judge(reading.of_fen("W:WK1:BK32", "english", "win")) == ("no solution", 1, "proved")


def test_a_draw_may_be_what_is_to_be_reached() -> None:
    given = composition("B:W20,16,K2:BK25,K10", "english", "25-22 16-12 22-18", "draw")
    assert judge(given) == ("sound", 0, "proved")
    report = compose.check(Composition(given.start, "win"))
    assert (report.found.verdict, report.found.ground) == ("no solution", "proved")


def test_what_the_limit_does_not_decide_is_said_to_be_open() -> None:
    games = list(reading.read(DATA / "compositions.pdn"))
    report = compose.check(games[13], positions=1_000, nodes=1_000)
    assert report.found.verdict == "undecided"
    assert not report.sound


def test_with_proofs_alone_no_search_counts() -> None:
    given = reading.of_fen("W:W23,22,18,17,14:B26,K25,K24,10,7,6", "english")
    report = compose.check(given, positions=1_000, nodes=2_000, proven=True)
    assert not report.certificate.searched
    assert report.found.ground == "proved"


@pytest.mark.parametrize("variant", ["english", "russian", "brazilian", "international"])
def test_tables_and_verdicts_agree_on_endings_drawn_at_random(variant: str) -> None:
    tables = Tables.open(variant)
    squares = ch.Position.initial(variant).variant.rules.board.squares
    draw = random.Random(f"compose {variant}")
    looked = 0
    while looked < 12:
        chosen = draw.sample(range(1, squares + 1), 4)
        kings = ["K" if draw.random() < 0.7 else "" for _ in chosen]
        names = [f"{king}{square}" for king, square in zip(kings, chosen, strict=True)]
        fen = f"W:W{','.join(names[:2])}:B{','.join(names[2:])}"
        start = ch.Position.from_fen(fen, variant)
        if start.status() or len(start.legal_moves) < 2:
            continue
        try:
            worth = tables.best(start)
        except NotInTables:
            continue
        looked += 1
        winning = {one.move for one in worth if one.value == "win"}
        report = compose.check(Composition(start))
        assert compose.verify(report.certificate).found == report.found
        assert report.found.ground == "proved"
        if not winning:
            assert report.found.verdict == "no solution"
            continue
        others = {second.move for second in report.seconds if not second.line}
        assert {report.solution[0], *others} == winning


def test_alternatives_are_said_apart_by_what_they_are() -> None:
    games = list(reading.read(DATA / "motifs.pdn"))
    kinds: dict[tuple[int, str], str] = {}
    for number in (37, 62):
        report = compose.check(games[number - 1], positions=20_000, nodes=20_000)
        kinds |= {(number, str(each.move)): each.kind for each in report.seconds}
    assert kinds[37, "h4:a3"] == "landing"
    assert kinds[62, "34-29"] == "transposition"


def test_longer_ways_by_the_tables_are_minor() -> None:
    report = compose.check(reading.of_fen("W:WK15,K32:B16,K28", "english"))
    assert [(str(each.move), each.kind) for each in report.seconds] == [("15-10", "longer")]
    assert report.sound


def test_a_variation_of_the_author_is_looked_at_too() -> None:
    start = ch.Position.from_fen("W:WK17,18:B10,K25", "english")
    main = composition("W:WK17,18:B10,K25", "english", "17-21 25-22 18-14").solution
    side = composition("W:WK17,18:B10,K25", "english", "17-21 25-30 18-14").solution
    report = compose.check(Composition(start, "win", (main, side)))
    assert report.found.ground == "proved"
    looked = {second.line for second in report.seconds}
    assert all(line in (main[:2], side[:2], ()) for line in looked)


def test_pieces_may_be_what_is_gained() -> None:
    given = composition("W:W21,22,23,30:B5,6,13,14", "english", "22-18", "gain")
    report = compose.check(given, nodes=20_000)
    assert report.found.ground in ("searched", "proved")
    assert not report.certificate.graph.wins


def test_frisian_compositions_are_searched_alone() -> None:
    given = reading.of_fen("W:WK28:B1", "frisian")
    report = compose.check(given, nodes=20_000)
    assert not report.certificate.graph.wins
    assert not report.certificate.graph.holds


def test_the_same_is_found_again() -> None:
    given = reading.of_fen("W:W23,22,18,17,14:B26,K25,K24,10,7,6", "english")
    one, two = (compose.check(given, positions=5_000, nodes=5_000) for _ in range(2))
    assert one.certificate.to_dict() == two.certificate.to_dict()


def test_a_search_can_be_repeated() -> None:
    position = replay(reading.of_fen("W:W31,K30:BK29,22,19", "english").start, ())[0]
    assert deciding.search(position, 5_000) == deciding.search(position, 5_000)


def test_origins_that_no_game_has() -> None:
    def codes(fen: str, variant: str = "english") -> list[str]:
        return [doubt.code for doubt in compose.doubts(ch.Position.from_fen(fen, variant))]

    assert codes("W:W1:B32") == ["white-man-on-last-row", "black-man-on-last-row"]
    assert codes("B:W20-32:B1-12") == ["too-many-white"]
    assert codes("W:W31:B20") == []
    assert codes("B:W31,32:B20") == ["no-last-move"]
    # Where men capture backwards one may have arrived there.
    assert codes("B:W46,47:B20", "international") == []
    # A man that has moved once more than it can be.
    start = ch.Position.initial("english")
    assert compose.doubts(start.play("11-15").pass_turn())[0].code == "parity"
    assert codes("W:WK31:B20") == []


@pytest.mark.parametrize("variant", sorted(ch.VARIANTS))
def test_positions_of_games_are_never_doubted(variant: str) -> None:
    draw = random.Random(variant)
    position = ch.Position.initial(variant)
    for _ in range(60):
        moves = position.legal_moves
        if not moves or position.count("white") == 0 or position.count("black") == 0:
            break
        assert compose.doubts(position) == ()
        position = position.play(draw.choice(list(moves)))
